-- Whoever is deactivated or removed hears it from the own row in a list of people, as before; logins without their second factor still read none.

set local check_function_bodies = off;

create or replace function private.is_account_gone()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select not exists (select from auth.users u where u.id = (select auth.uid())); $$;

drop policy "Employees read themselves, the ambulance admin all" on public.ase_employees;

create policy "Employees read themselves, the ambulance admin all" on public.ase_employees
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or (select private.is_kind('ase-admin')));

drop policy "Attendants read themselves, admins those of their site" on public.attendants;

create policy "Attendants read themselves, admins those of their site" on public.attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

drop policy "People read themselves, admins the people of their project" on public.project_attendants;

create policy "People read themselves, admins the people of their project" on public.project_attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'dispatch-admin', 'chauffeur-admin'))::text[]));

grant execute on function private.is_account_gone() to anon;

grant execute on function private.is_account_gone() to authenticated;

grant execute on function private.is_account_gone() to service_role;

comment on function private.is_account_gone() is 'Whether the caller''s account was removed while the token lives.';
