-- removed sites of company: A file of the company put money on cases of removed sites, which nobody sees.

set local check_function_bodies = off;

create or replace function private.settle_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.make_way_for_site(new.path);
  elsif tg_op = 'UPDATE' then
    perform private.make_way_for_site(new.path);
    -- A special code keeps its people: the product knows them by it.
    perform private.move_rows(new.id, old.path, case when private.is_special_code(old.path) then old.path else new.path end);
  elsif old.path = 'standard' then
    -- The standard site is there without its row too, with all that it has.
    perform private.move_rows(old.id, old.path, old.path);
  else
    delete from auth.users where id in (
      select s.account_id from public.staff_accounts s where s.site_id = old.id and s.project_id = old.path and not s.serves_all);
    delete from public.handler_sites where site = old.id;
    delete from public.project_attendants where project_id = old.path and site_id = old.id;
    delete from public.attendants where project_id = old.path and site_id = old.id;
    delete from public.admin_accounts where project_id = old.path and site_id = old.id;
    -- The ambulance's employees are of one site, and have no column for it.
    delete from public.ase_employees where old.path = 'ASE';
    -- The company's files put no money on cases that nobody sees.
    update public.site_settings set of_company = false where site_id = old.id and of_company;
    perform private.move_rows(old.id, old.path, left(old.path, 91) || '~' || left(old.id::text, 8));
  end if;
  return null;
end;
$$;
