-- No new case number begins with 0, which programs for tables drop (document 4 §4). Those that were given stay as they are.

-- As before, from 1000000 up.
create or replace function private.new_case_numbers(request uuid, wanted int, actor private.case_actor) returns text[]
language plpgsql set search_path = ''
as $$
declare
  given text[] := '{}';
  made text;
  site constant uuid := (select s.id from public.main_page_sites s where s.path = actor.project);
begin
  while cardinality(given) < wanted loop
    made := (1000000 + floor(random() * 9000000)::int)::text;
    insert into private.case_numbers (case_number, request_id, reserved_by, account_id, project_id, site_id)
      values (made || private.luhn_digit(made), request, actor.id, actor.account, actor.project, site) on conflict do nothing;
    if found then
      given := given || (made || private.luhn_digit(made));
    end if;
  end loop;
  return given;
end;
$$;
