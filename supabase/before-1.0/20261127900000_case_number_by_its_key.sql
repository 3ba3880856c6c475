-- A number is found by itself, whatever else its person holds: among thousands of unused ones the planner took the index of the person,
-- and each fine read them all.
create or replace function private.use_case_number(number text, actor private.case_actor) returns boolean
language plpgsql set search_path = ''
as $$
begin
  with asked as materialized (
    select n.* from private.case_numbers n where n.case_number = number for update
  )
  update private.case_numbers n set used_at = now() from asked a
    where n.case_number = a.case_number and a.used_at is null and private.id_key(a.reserved_by) = private.id_key(actor.id)
      and coalesce(a.site_id::text, a.project_id, '') = private.place_of(actor.project)
      and (a.account_id is null or a.account_id = actor.account or (actor.kind = 'admin' and actor.account is null));
  return found;
end;
$$;
