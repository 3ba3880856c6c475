-- A site words its reminders itself; its admins save that, and whether the camera is on, from the page of its settings.

set local check_function_bodies = off;

alter table public.site_settings add column reminder_text text default ''::text not null;

alter table public.site_settings add constraint site_settings_reminder_text_length check ((length(reminder_text) <= 500));

comment on column public.site_settings.reminder_text is 'The first sentences of a reminder, with fields in braces; empty for the product''s own.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text)', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text)', '', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

select private.grant_for_profile();
