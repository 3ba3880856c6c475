-- The security profile, and the functions that ask for it.

create or replace function private.grant_for_profile()
  returns void
  language plpgsql
  set search_path = ''
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
comment on function private.grant_for_profile() is
  'Gives anon, authenticated and service_role what private.table_grants says for the running profile.';

create or replace function private.grant_with_profile()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.grant_for_profile();
  return new;
end;
$$;
comment on function private.grant_with_profile() is 'A changed profile changes the grants with it.';

create or replace function public.get_caller()
  returns TABLE(account_id uuid, kind text, project_id text, user_id text, serves_all boolean, must_change_password boolean, is_account_admin boolean, projects text[])
  language sql stable security definer
  set search_path = ''
as $$
  select l.user_id, s.kind, s.project_id, s.user_id, coalesce(s.serves_all, false), private.must_choose_password(l.user_id),
    private.is_account_admin(), private.own_projects()
  from auth.sessions l left join public.staff_accounts s on s.account_id = l.user_id
  where private.is_hardened() and private.is_login_alive()
    and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
    and (s.account_id is null or l.created_at > now() - interval '8 hours')
    and (private.is_login_strong(s.kind) or private.must_choose_password(l.user_id));
$$;
comment on function public.get_caller() is 'What the caller is in the profile hardened; nothing once the login has ended.';
grant execute on function public.get_caller() to authenticated;

create or replace function public.get_user_role(_user_id uuid)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select r.role from public.user_roles r
    where r.user_id = _user_id
      and (private.is_specified() or ((select auth.uid()) = _user_id and private.is_login_shown()) or (select auth.role()) = 'service_role')
    order by array_position(array['admin', 'employee', 'customer', 'member'], r.role)
    limit 1
  ), 'member');
$$;
comment on function public.get_user_role(uuid) is 'The strongest role of an account; member when it has none.';
grant execute on function public.get_user_role(uuid) to anon, authenticated, service_role;
