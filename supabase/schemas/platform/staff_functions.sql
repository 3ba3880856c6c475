-- Functions that only staff use, which visitors call in specified alone.

create table private.staff_functions (
  function_name text not null,
  constraint staff_functions_pkey primary key (function_name)
);

comment on table private.staff_functions is 'Functions of schema public that anon calls in specified alone.';

alter table private.staff_functions enable row level security;

insert into private.staff_functions (function_name)
  values ('add_permits');

insert into private.staff_functions (function_name)
  values ('assign_objection');

insert into private.staff_functions (function_name)
  values ('book_payments');

insert into private.staff_functions (function_name)
  values ('check_plate');

insert into private.staff_functions (function_name)
  values ('close_ledger_month');

insert into private.staff_functions (function_name)
  values ('correct_fine');

insert into private.staff_functions (function_name)
  values ('count_cases');

insert into private.staff_functions (function_name)
  values ('count_site_contents');

insert into private.staff_functions (function_name)
  values ('end_payment');

insert into private.staff_functions (function_name)
  values ('erase_expired');

insert into private.staff_functions (function_name)
  values ('erase_plate');

insert into private.staff_functions (function_name)
  values ('get_first_steps');

insert into private.staff_functions (function_name)
  values ('find_cases');

insert into private.staff_functions (function_name)
  values ('get_system_state');

insert into private.staff_functions (function_name)
  values ('hold_case_numbers');

insert into private.staff_functions (function_name)
  values ('is_mail_set_up');

insert into private.staff_functions (function_name)
  values ('issue_fine');

insert into private.staff_functions (function_name)
  values ('list_case_work');

insert into private.staff_functions (function_name)
  values ('list_company_sites');

insert into private.staff_functions (function_name)
  values ('list_ended');

insert into private.staff_functions (function_name)
  values ('list_file_rows');

insert into private.staff_functions (function_name)
  values ('list_ledger_rows');

insert into private.staff_functions (function_name)
  values ('list_notice_gaps');

insert into private.staff_functions (function_name)
  values ('list_objections');

insert into private.staff_functions (function_name)
  values ('list_own_sites');

insert into private.staff_functions (function_name)
  values ('list_payer_plates');

insert into private.staff_functions (function_name)
  values ('list_refunds');

insert into private.staff_functions (function_name)
  values ('list_sent_cases');

insert into private.staff_functions (function_name)
  values ('list_similar_fines');

insert into private.staff_functions (function_name)
  values ('list_unplaced');

insert into private.staff_functions (function_name)
  values ('list_unused_numbers');

insert into private.staff_functions (function_name)
  values ('match_owners');

insert into private.staff_functions (function_name)
  values ('match_payments');

insert into private.staff_functions (function_name)
  values ('note_camera_check');

insert into private.staff_functions (function_name)
  values ('notice_gaps');

insert into private.staff_functions (function_name)
  values ('offline_data');

insert into private.staff_functions (function_name)
  values ('order_violations');

insert into private.staff_functions (function_name)
  values ('own_address');

insert into private.staff_functions (function_name)
  values ('person_extract');

insert into private.staff_functions (function_name)
  values ('place_payment');

insert into private.staff_functions (function_name)
  values ('read_refund_file');

insert into private.staff_functions (function_name)
  values ('record_access');

insert into private.staff_functions (function_name)
  values ('record_case_event');

insert into private.staff_functions (function_name)
  values ('record_case_events');

insert into private.staff_functions (function_name)
  values ('record_offline_check');

insert into private.staff_functions (function_name)
  values ('reserve_case_numbers');

insert into private.staff_functions (function_name)
  values ('search_parkings');

insert into private.staff_functions (function_name)
  values ('send_decision');

insert into private.staff_functions (function_name)
  values ('send_message_again');

insert into private.staff_functions (function_name)
  values ('send_refunds');

insert into private.staff_functions (function_name)
  values ('send_test_message');

insert into private.staff_functions (function_name)
  values ('set_company_sites');

insert into private.staff_functions (function_name)
  values ('set_objection_ground');

insert into private.staff_functions (function_name)
  values ('site_ledger');

insert into private.staff_functions (function_name)
  values ('site_overview');

insert into private.staff_functions (function_name)
  values ('site_statistics');

insert into private.staff_functions (function_name)
  values ('step_refunds');

insert into private.staff_functions (function_name)
  values ('sum_payments');

insert into private.staff_functions (function_name)
  values ('undo_import');

insert into private.staff_functions (function_name)
  values ('void_case_numbers');
