-- Screens of a site's admins hear within two seconds that the admin is deactivated, as those of attendants do (document 5 §8).

set local check_function_bodies = off;

drop policy "Admins read themselves and those of their site" on public.admin_accounts;

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  -- The page of somebody deactivated reads why its login ended.
  using ((select private.is_specified()) or account_id = ((select auth.uid())) and ((select private.is_login_shown()) or deactivated_at is not null) or (coalesce(site_id::text, project_id) = any (((select private.own_places(variadic array['admin'])))::text[])));

alter publication supabase_realtime add table public.admin_accounts;
