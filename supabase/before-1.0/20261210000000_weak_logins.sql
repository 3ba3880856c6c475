-- A login that has not shown its account's second factor sets itself up and reads nothing besides: whoever took a password and no phone
-- listed and ended the owner's logins, and read who they are. An account whose address nobody confirmed has a visitor's rights. An account
-- has at most twenty logins that live.

-- As before, and nobody acts for an account whose address is not confirmed.
create or replace function private.is_login_strong(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.user_id = (select auth.uid())
      and u.email_confirmed_at is not null
      and (s.aal::text in ('aal2', 'aal3') or not (
        exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
        or exists (select from private.settings p where kind = any (p.require_second_factor))
      ))
  );
$$;

-- What an account is asked for a second factor as.
create function private.factor_kind(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select s.kind from public.staff_accounts s where s.account_id = account),
    (select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
      where r.user_id = account and r.role in ('admin', 'employee') order by r.role = 'admin' desc limit 1),
    '');
$$;
revoke execute on function private.factor_kind(uuid) from public, anon, authenticated;

-- Whether the caller's login goes on and has shown all that its account needs, whoever chose the password.
create function private.is_login_shown() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong(private.factor_kind((select auth.uid())));
$$;
revoke execute on function private.is_login_shown() from public;
grant execute on function private.is_login_shown() to anon, authenticated, service_role;

-- As before; an account whose address is not confirmed goes on as a visitor, when it has shown its factor and chosen its password.
create or replace function public.get_login_step() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_login_alive() then 'log-in'
    when c.is_strong and c.must_choose then 'password'
    when c.is_strong then 'nothing'
    when c.must_show and c.has_factor then 'code'
    when c.must_choose then 'password'
    when c.must_show and c.is_demanded then 'enrolment'
    else 'nothing'
  end
  from (
    select private.is_login_strong(k.kind) as is_strong, private.must_choose_password(k.account) as must_choose,
      not exists (select from auth.sessions s
        where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.aal::text in ('aal2', 'aal3')) as must_show,
      exists (select from auth.mfa_factors f where f.user_id = k.account and f.status::text = 'verified') as has_factor,
      exists (select from private.settings p where k.kind = any (p.require_second_factor)) as is_demanded
    from (select (select auth.uid()) as account, private.factor_kind((select auth.uid())) as kind) k
  ) c;
$$;

create or replace function public.list_own_logins()
returns table (id uuid, began timestamptz, last_used timestamptz, user_agent text, address text, is_this boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, host(s.ip),
    s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.user_id = (select auth.uid()) and private.is_login_shown()
    and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  order by 3 desc, 1
  limit 100;
$$;

create or replace function public.end_own_login(login uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
begin
  delete from auth.sessions where id = login and user_id = account and private.is_login_shown();
  if not found then
    return false;
  end if;
  perform private.add_to_trail('delete', 'logins', (select s.project_id from public.staff_accounts s where s.account_id = account),
    login::text, null, null);
  return true;
end;
$$;

-- As before, and a login that must show more learns nothing.
create or replace function public.get_user_role(_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select r.role from public.user_roles r
    where r.user_id = _user_id
      and (private.is_specified() or ((select auth.uid()) = _user_id and private.is_login_shown()) or (select auth.role()) = 'service_role')
    order by array_position(array['admin', 'employee', 'customer', 'member'], r.role)
    limit 1
  ), 'member');
$$;

alter policy "People read their profile, administrators all" on public.profiles using (
  (select private.is_specified()) or ((select private.is_login_shown()) and (id = (select auth.uid())
    or (select private.is_kind('main-admin')) or (select private.is_account_admin()))));
alter policy "People read their roles, administrators all" on public.user_roles using (
  (select private.is_specified()) or ((select private.is_login_shown()) and (user_id = (select auth.uid())
    or (select private.is_account_admin()))));
alter policy "People read what they are" on public.staff_accounts using (
  (select private.is_hardened()) and (select private.is_login_shown()) and account_id = (select auth.uid()));
alter policy "Admins read themselves and those of their site" on public.admin_accounts using (
  (select private.is_specified()) or ((select private.is_login_shown()) and account_id = (select auth.uid()))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

-- With is_login_shown (tests/backend/realtime-shared-answers.test.ts compares the two).
create or replace function private.functions_of_rights() returns regprocedure[]
language sql stable set search_path = '' as $$
  select array['private.is_specified()', 'private.is_hardened()', 'private.is_login_alive()', 'private.is_login_shown()',
    'private.is_kind(text[])', 'private.own_kind()', 'private.own_projects(text[])', 'private.own_places(text[])',
    'private.is_account_admin()', 'private.is_agent()']::regprocedure[];
$$;

create or replace function private.rights_of_logins(accounts uuid[], logins uuid[])
returns table (n bigint, rights text, until timestamptz)
language sql stable set search_path = '' as $$
  with facts as (
    select w.n, s.kind, s.project_id, s.site_id, s.serves_all, coalesce(s.must_change_password, false) as must_change,
      l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
        and (l.not_after is null or l.not_after > now()) as is_of_today,
      e.ends > now() and l.created_at <= now() + interval '10 minutes' as is_alive,
      (select min(t.moment) from unnest(array[l.created_at - interval '10 minutes', l.created_at + interval '8 hours', l.not_after, e.ends])
        as t(moment) where t.moment > now()) as until,
      coalesce(u.raw_app_meta_data ->> 'must_change_password' = 'true', false) as must_choose,
      u.email_confirmed_at is not null as is_confirmed,
      l.aal::text in ('aal2', 'aal3') as has_shown,
      exists (select from auth.mfa_factors f where f.user_id = l.user_id and f.status::text = 'verified') as has_factor,
      exists (select from public.user_roles r where r.user_id = w.account and r.role = 'admin') as is_admin,
      exists (select from public.user_roles r where r.user_id = w.account and r.role in ('admin', 'employee')) as is_employee,
      coalesce(p.require_second_factor, '{}') as demanded, coalesce(p.security_profile = 'specified', false) as is_specified
    from unnest(accounts, logins) with ordinality as w(account, login, n)
      left join auth.sessions l on l.id = w.login and l.user_id = w.account
      left join auth.users u on u.id = l.user_id
      cross join lateral (select least(l.not_after, case
        when u.email ~* '@.+\.konto\.parkering\.example$' then l.created_at + interval '8 hours'
        else coalesce(l.refreshed_at at time zone 'UTC', l.created_at) + interval '30 days'
      end) as ends) e
      left join public.staff_accounts s on s.account_id = l.user_id
      left join private.settings p on true
  )
  select f.n, jsonb_build_array(
    coalesce(is_alive, false),
    case when is_of_today and not must_change and not is_specified and (has_shown or not (has_factor or kind = any (demanded)))
      then jsonb_build_array(kind, project_id, site_id, serves_all) end,
    coalesce(is_admin and is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified or (is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false),
    coalesce(is_alive and is_confirmed and (has_shown or not (has_factor
      or coalesce(kind, case when is_admin then 'account-admin' when is_employee then 'agent' else '' end) = any (demanded))), false)
  )::text, f.until from facts f;
$$;

-- Ends the oldest logins of an account beyond twenty. Where the account has a second factor, logins that showed it keep nineteen places and
-- the others share what is left: whoever took a password alone ends nothing of the owner's. `login` has just begun or was just raised.
create function private.end_oldest_logins(account uuid, login uuid) returns void
language sql volatile set search_path = ''
as $$
  with living as (
    select s.id, s.created_at, coalesce(s.aal::text, 'aal1') = 'aal1' and f.has as is_weak, f.has as has_factor
    from auth.sessions s join auth.users u on u.id = s.user_id
      cross join (select exists (select from auth.mfa_factors m where m.user_id = account and m.status::text = 'verified') as has) f
    where s.user_id = account and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  ), placed as (
    select l.id, l.is_weak, l.has_factor,
      row_number() over (order by l.is_weak, l.id = login desc, l.created_at desc, l.id) as place
    from living l
  )
  delete from auth.sessions s using placed p
  where s.id = p.id and s.id <> login and private.is_hardened()
    and p.place > case when p.has_factor and not p.is_weak then 19 else 20 end;
$$;
revoke execute on function private.end_oldest_logins(uuid, uuid) from public, anon, authenticated, service_role;

-- As before, and a login that is raised counts among those of its account.
create or replace function public.use_recovery_code(code text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  login uuid := nullif((select auth.jwt()) ->> 'session_id', '')::uuid;
begin
  if not private.is_login_alive() then
    return false;
  end if;
  update private.recovery_codes set used_at = now()
    where account_id = (select auth.uid()) and code_hash = private.recovery_code_hash(code) and used_at is null;
  if not found then
    return false;
  end if;
  update auth.sessions set aal = 'aal2', updated_at = now() where id = login and user_id = (select auth.uid());
  insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), login, 'recovery_code', now(), now())
    on conflict (session_id, authentication_method) do update set updated_at = now();
  perform private.end_oldest_logins((select auth.uid()), login);
  return true;
end;
$$;
