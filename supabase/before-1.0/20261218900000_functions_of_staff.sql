-- Functions that only staff use are called by visitors in `specified` alone, whose screens have no accounts. In `hardened` each of them asks
-- who calls and refuses visitors; now they may not even ask, as with tables.

create table private.staff_functions (
  function_name text primary key
);
comment on table private.staff_functions is 'Functions of schema public that anon calls in specified alone.';
alter table private.staff_functions enable row level security;

insert into private.staff_functions (function_name) values
  ('add_permits'), ('assign_objection'), ('book_payments'), ('check_plate'), ('correct_fine'), ('count_cases'), ('count_site_contents'),
  ('end_payment'), ('erase_expired'), ('get_first_steps'), ('hold_case_numbers'), ('is_mail_set_up'), ('issue_fine'), ('list_case_work'), ('list_ended'),
  ('list_file_rows'), ('list_objections'), ('list_sent_cases'), ('list_similar_fines'), ('list_unplaced'), ('list_unused_numbers'), ('match_owners'), ('match_payments'),
  ('notice_gaps'), ('offline_data'), ('order_violations'), ('own_address'), ('person_extract'), ('place_payment'), ('record_access'),
  ('record_case_event'), ('record_case_events'), ('record_offline_check'), ('reserve_case_numbers'), ('search_parkings'), ('send_decision'),
  ('send_message_again'), ('send_test_message'), ('set_objection_ground'), ('site_overview'), ('sum_payments'), ('undo_import'), ('void_case_numbers');

-- As before, and the functions of staff.
create or replace function private.grant_for_profile() returns void
language plpgsql set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select g.table_name, r.role_name, r.privileges
    from private.table_grants g cross join lateral (values
      ('anon', case when private.is_specified() then g.specified_anon else g.hardened_anon end),
      ('authenticated', case when private.is_specified() then g.specified_authenticated else g.hardened_authenticated end),
      ('service_role', g.service_role)
    ) as r(role_name, privileges)
  loop
    execute format('revoke all on public.%I from %I', wanted.table_name, wanted.role_name);
    if wanted.privileges <> '' then
      execute format('grant %s on public.%I to %I', wanted.privileges, wanted.table_name, wanted.role_name);
    end if;
  end loop;
  for wanted in
    select p.oid::regprocedure as signature from private.staff_functions f
    join pg_catalog.pg_proc p on p.proname = f.function_name and p.pronamespace = 'public'::regnamespace
  loop
    if private.is_specified() then
      execute format('grant execute on function %s to anon', wanted.signature);
    else
      execute format('revoke execute on function %s from anon', wanted.signature);
    end if;
  end loop;
end;
$$;
select private.grant_for_profile();
