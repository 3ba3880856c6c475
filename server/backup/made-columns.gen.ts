// Generated from supabase/migrations by `npm run generate:types`. Not written by hand.

/** Every table with its columns, and every sequence without any, that one of the migrations left. Generated columns are not among them. */
export const MADE: Readonly<Record<string, string>> = {
  "auth.identities": "provider_id user_id identity_data provider last_sign_in_at created_at updated_at id",
  "auth.mfa_amr_claims": "session_id created_at updated_at authentication_method id",
  "auth.mfa_challenges": "id factor_id created_at verified_at ip_address otp_code web_authn_session_data",
  "auth.mfa_factors":
    "id user_id friendly_name factor_type status created_at updated_at secret phone last_challenged_at web_authn_credential web_authn_aaguid last_webauthn_challenge_data",
  "auth.refresh_tokens": "id token user_id revoked created_at updated_at parent session_id",
  "auth.sessions":
    "id user_id created_at updated_at factor_id aal not_after refreshed_at user_agent ip tag oauth_client_id refresh_token_hmac_key refresh_token_counter scopes",
  "auth.users":
    "id aud role email encrypted_password email_confirmed_at invited_at confirmation_token confirmation_sent_at recovery_token recovery_sent_at email_change_token_new email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data created_at updated_at phone phone_confirmed_at phone_change phone_change_token phone_change_sent_at email_change_token_current email_change_confirm_status banned_until reauthentication_token reauthentication_sent_at is_sso_user deleted_at is_anonymous",
  "private.account_links": "id account_id key_hash used_at ended_at kind created_at expires_at made_by",
  "private.account_notices": "id account_id what by_kind by_id is_mailed made_at",
  "private.account_notices_id_seq": "",
  "private.answers": "id function_name caller answer created_at",
  "private.bidder_contacts": "bidder_id property_id email phone key_hash next_key_hash",
  "private.case_numbers":
    "case_number created_at request_id reserved_by account_id used_at project_id site_id held_at voided_at voided_by",
  "private.case_transitions": "place kind from_status by needs to_status moves wants",
  "private.changed_days": "id place day is_of_parkings",
  "private.changed_days_id_seq": "",
  "private.day_sums": "place day part key count ore",
  "private.dispatch_links": "id created_at kind unit_id key_hash made_by ended_at",
  "private.driver_calls": "id fine_id objection_id folder content_hash is_stranger letters photos",
  "private.followers":
    "id created_at property_id email key_hash mail_id mail_key_hash confirmed_at ended_at told_at mailed_at",
  "private.hook_addresses": "hook_id address",
  "private.last_backup": "only_row made_at bytes",
  "private.ledger_days": "month_id day kind rows",
  "private.past_accounts": "address_hash removed_at",
  "private.rate_limits": "key points expire",
  "private.recovery_codes": "account_id code_hash created_at used_at",
  "private.reply_secret": "is_one secret",
  "private.reply_texts": "template_id since kind text",
  "private.server_secrets": "name value",
  "private.settings":
    "only_row security_profile require_second_factor storage_quota_bytes storage_swept_at erased_at sends_mail erases_from public_url delivery_secret_hash second_factor_from",
  "private.staff_functions": "function_name",
  "private.storage_usage": "site bytes",
  "private.summed_places": "place through",
  "private.table_grants":
    "table_name specified_anon specified_authenticated hardened_anon hardened_authenticated service_role",
  "private.viewing_signups": "id created_at viewing_id name email phone people key_hash cancelled_at",
  "private.week_sums": "place week part key count ore",
  "private.work_turn_ids": "id turn_id said_at",
  "public.admin_accounts":
    "id project_id user_id password created_by created_at account_id renamed_from site_id deactivated_at deactivated_by",
  "public.admin_user_credentials": "id email password_text account_type is_active created_at",
  "public.alarm_events": "id created_at alarm_id kind by at received_at data",
  "public.alarms":
    "id created_at unit_id unit_number place raised_by raised_at acknowledged_by acknowledged_at cleared_by cleared_at outcome note",
  "public.ase_employees":
    "id employee_id name created_by created_at account_id renamed_from deactivated_at deactivated_by",
  "public.ase_positions": "id created_at person_id employee_id position",
  "public.ase_settings": "id created_at project_id sign_up offers_need_admin leave_hours checklist positions",
  "public.ase_shifts": "id employee_id name started_at ended_at",
  "public.attendant_deletion_logs":
    "id project_id attendant_user_id user_id discord_username deleted_by deleted_at site_id announced_by",
  "public.attendants":
    "id project_id user_id password discord_username created_at account_id renamed_from site_id deactivated_at deactivated_by",
  "public.audit_trail":
    "id created_at project_id actor_account actor_kind actor_id action subject row_id before after request_id site_id",
  "public.bid_details": "id created_at bid_id conditions entered_by",
  "public.bidders": "id created_at property_id number name joined_to",
  "public.call_events": "id created_at call_id kind by at received_at batch_id data caller",
  "public.call_units":
    "id created_at call_id unit_id unit_number status_before given_status given_since assigned_at en_route_at on_scene_at cleared_at",
  "public.calls":
    "id created_at number place nature priority caller status waiting_since received_at assigned_at on_scene_at closed_at result duplicate_of received_by closed_by",
  "public.case_recipients": "id project_id site_id created_at fine_id role name address source at id_number",
  "public.certificate_types": "id created_at name warn_days positions is_active sort_order",
  "public.certificates":
    "id created_at person_id employee_id type_id issued_on expires_on checked_by checked_at replaced_at warned_at reminded_at left_at",
  "public.checklist_items": "id created_at text kind minimum is_critical sort_order is_active",
  "public.clock_settings":
    "id created_at project_id site_id max_turn_hours break_after_hours min_rest_hours correction_days",
  "public.company": "id project_id updated_at issuer_name org_number postal_address payment_methods",
  "public.contact_messages": "id name subject email message signature read created_at",
  "public.dispatch_settings":
    "id created_at project_id off_duty_status assigned_status on_scene_status cleared_status waiting_limits off_duty_at off_duty_skipped_on results",
  "public.estate_settings":
    "id created_at project_id bid_mode higher_only bid_step bid_release hidden_bids contract_step",
  "public.fine_events":
    "id project_id site_id created_at fine_id number kind by_kind by_id by_account at note data status_before status_after",
  "public.fine_photos": "id project_id site_id created_at fine_id path sha256 taken_at category stored_sha256",
  "public.fines":
    "id project_id site_id created_at kind case_number public_key parking_id parking_snapshot plate car_model car_color street discord_username violation_id violation_code violation_text amount due_date notes observed_from observed_reason issued_by account_id issued_at received_at delivery accepted_warnings was_offline review_reasons needs_review status last_event fee paid_ore erased_at agreed_fee recovered_ore vat_percent",
  "public.handler_sites": "id created_at account_id site",
  "public.ledger_months": "id project_id site_id created_at month by_id books lines",
  "public.location_minimums": "id created_at location min_free",
  "public.main_page_sites": "id name path description created_at updated_at path_key",
  "public.message_hooks": "id project_id site_id created_at channel address events is_active with_plate with_name",
  "public.notice_receipts": "id created_at notice_id person_id employee_id seen_at acknowledged_at",
  "public.notices": "id created_at title text must_acknowledge published_at until by",
  "public.objections":
    "id project_id site_id created_at fine_id name email text photos ground received_at received_by reply_key_hash assigned_to decision reply decided_by decided_at lang address",
  "public.operator_notes": "id created_at text unit_id call_id about by done_by done_at",
  "public.outbox":
    "id project_id site_id made_at number hook_id fine_id about channel event facts attempts due_at tried_since sent_at gave_up_at last_error",
  "public.outbox_number_seq": "",
  "public.parking_deletion_logs":
    "id project_id parking_id deleted_by car_model car_color ref_number street discord_username deleted_at site_id announced_by",
  "public.parkings":
    "id project_id car_model car_color street ref_number discord_username start_time end_time active created_at site_id receipt_hash",
  "public.payment_files":
    "id project_id site_id created_at name placed unknown already sum_ore by_id undone_at undone_by rows_hash columns",
  "public.payments":
    "id project_id site_id created_at fine_id amount_ore value_date method payer_text bank_key by_id file_id part_of reading",
  "public.permits":
    "id project_id site_id created_at plate holder note attendant_note valid_from valid_until created_by ended_at ended_by",
  "public.planned_shifts":
    "id created_at updated_at starts_at ends_at position vehicle_id station places note published_at cancelled_at series_id",
  "public.plate_checks":
    "id project_id site_id created_at plate outcome parking_id permit_id checked_by account_id checked_at was_offline source certainty",
  "public.profiles": "id email created_at updated_at deactivated_at deactivated_by last_login_at",
  "public.project_attendants":
    "id user_id project_id password discord_username created_by created_at account_id renamed_from site_id deactivated_at deactivated_by",
  "public.properties":
    "id title seller_name short_description description price min_bid hide_bid_list accepted_bid_id square_feet bedrooms bathrooms address city state zip_code property_type status features front_image_url image_urls created_by updated_by created_at updated_at bid_mode higher_only bid_step bid_release hidden_bids contract_step contract_pending assignment_ended_on",
  "public.property_bids":
    "id property_id bidder_name amount accepted created_at bidder_id visibility has_conditions source received_at withdrawn_at",
  "public.property_sales": "id created_at property_id bid_id accepted_by accepted_at contract_signed_on undone_at",
  "public.refund_files": "id project_id site_id created_at kind day iban bic debtor refunds sum_ore by_id",
  "public.refunds":
    "id project_id site_id created_at fine_id left_at kind payee_name clearing account bank amount_ore proposed_by proposed_at approved_by approved_at file_id is_replaced",
  "public.reply_templates": "id project_id site_id created_at updated_at kind title text sort_order is_active",
  "public.sale_events": "id created_at property_id bid_id kind by at received_at data batch_id",
  "public.shift_events": "id created_at shift_id place_id offer_id person_id kind by at received_at batch_id data",
  "public.shift_offers":
    "id created_at shift_id place_id person_id employee_id name to_person_id to_employee_id state reason agreed_person_id agreed_by decided_by",
  "public.shift_places": "id created_at shift_id person_id employee_id name state confirmed_at came_at by at reason",
  "public.shift_registrations":
    "id project_id attendant_user_id start_time end_time rating description image_urls status approved reviewed_by reviewed_at review_note created_at account_id site_id rejected_at rejected_by rejection_note person_id replaces_id",
  "public.site_settings":
    "id project_id site_id created_at updated_at issuer_name org_number principal legal_line contact_email contact_phone privacy_url payment_methods vat_percent due_days grace_minutes observation_minutes min_photos max_amount small_balance reminder_fee fee_is_agreed reminder_wait_days max_parking_hours keep_checks_days keep_parkings_days keep_cases_months keep_changed_at camera_on reminder_text ledger_accounts fiscal_year_start of_company two_for_refunds",
  "public.staff_accounts":
    "account_id kind project_id user_id display_name serves_all must_change_password created_at site_id deactivated_at deactivated_by last_login_at",
  "public.taxi_settings": "id created_at project_id handover max_hours takeover_hours warn_minutes",
  "public.teamspeak_units": "id unit_number channel is_active last_seen",
  "public.unit_status_days": "id created_at day cause to_status events",
  "public.unit_status_events":
    "id created_at unit_id unit_number cause from_status to_status since_before checked_before by at received_at call_id batch_id data",
  "public.unit_statuses": "id created_at code name meaning check_after overdue_after sort_order color sign",
  "public.units":
    "id unit_number location status occupation vehicle_type operational_status created_at updated_at status_since checked_at crew",
  "public.user_passwords": "id user_id email password_text created_at",
  "public.user_roles": "id user_id role created_at",
  "public.vehicle_checks":
    "id created_at vehicle_id turn_id person_id employee_id started_at done_at received_at is_odd km answers result",
  "public.vehicle_events": "id created_at project_id site_id vehicle_id turn_id kind by at received_at batch_id data",
  "public.vehicle_faults":
    "id created_at project_id site_id vehicle_id turn_id text severity reported_by reported_at fixed_by fixed_at fix_note photos check_id is_taken_back",
  "public.vehicle_registrations":
    "id project_id chauffeur_id vehicle_model item_1 item_2 item_3 item_4 item_5 item_6 created_at site_id",
  "public.vehicle_requests": "id created_at project_id site_id vehicle_id turn_id asked_by asked_at answer answered_at",
  "public.vehicle_turns":
    "id created_at project_id site_id vehicle_id slot chauffeur_id person_id taken_at start_km before_km until extended_hours ended_at ended_by ended_by_id reason returned_at end_km km_is_estimated",
  "public.vehicles":
    "id created_at updated_at project_id site_id slot name plate model state state_reason odometer not_returned_by checked_at",
  "public.viewings": "id created_at property_id starts_at ends_at places places_left note cancelled_at",
  "public.violations":
    "id project_id site_id created_at code text amount max_amount needs_no_right is_active sort_order",
  "public.web_activity_logs": "id user_id user_type action page_url additional_data created_at site_id",
  "public.work_breaks": "id created_at turn_id started_at ended_at",
  "public.work_turn_events": "id created_at project_id site_id turn_id kind by at received_at batch_id data",
  "public.work_turns":
    "id created_at project_id site_id kind person_id user_id name started_at ended_at source note status is_forgotten needs_check reviewed_by reviewed_at review_note shift_registration_id planned_shift_id vehicle_id position",
  "storage.buckets": "id name owner owner_id public file_size_limit allowed_mime_types created_at updated_at",
  "storage.objects":
    "id bucket_id name owner owner_id metadata user_metadata version created_at updated_at last_accessed_at",
  "supabase_migrations.checksums": "version sha256",
  "supabase_migrations.schema_migrations": "version statements name",
};
