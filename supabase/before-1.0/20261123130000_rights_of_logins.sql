-- What policies ask of a login is one value: live changes are asked about once for each value that listens, not once for each login.

-- The functions whose answers follow from that value alone. A policy that asks anything else is asked for each login.
create function private.functions_of_rights() returns regprocedure[]
language sql stable set search_path = '' as $$
  select array['private.is_specified()', 'private.is_hardened()', 'private.is_login_alive()', 'private.is_kind(text[])', 'private.own_kind()',
    'private.own_projects(text[])', 'private.own_places()', 'private.is_account_admin()', 'private.is_agent()']::regprocedure[];
$$;

-- As own_staff, is_login_alive, is_login_strong and must_choose_password find it, for many logins in one statement. Whoever changes one
-- of them changes this too: tests/backend/realtime-shared-answers.test.ts compares them.
create function private.rights_of_logins(accounts uuid[], logins uuid[])
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
    coalesce(is_admin and is_alive and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified or (is_alive and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false)
  )::text, f.until from facts f;
$$;
comment on function private.rights_of_logins(uuid[], uuid[]) is
  'All that private.functions_of_rights() answer of each login, as one text: who has the same may read the same. Until when time alone changes nothing of it.';

-- What rights are made of: the tables, and their columns that name the account; none where a row concerns everybody.
create function private.sources_of_rights() returns table (source regclass, account_column text)
language sql stable set search_path = '' as $$
  values ('auth.sessions'::regclass, 'user_id'), ('auth.users', 'id'), ('auth.mfa_factors', 'user_id'),
    ('public.staff_accounts', 'account_id'), ('public.user_roles', 'user_id'), ('private.settings', null);
$$;

revoke execute on function private.functions_of_rights(), private.rights_of_logins(uuid[], uuid[]), private.sources_of_rights() from public;
