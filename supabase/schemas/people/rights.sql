-- The caller, and the caller's rights. Policies ask these functions.

create or replace function private.factor_kind(account uuid)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (select s.kind from public.staff_accounts s where s.account_id = account),
    (select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
      where r.user_id = account and r.role in ('admin', 'employee') order by r.role = 'admin' desc limit 1),
    '');
$$;
comment on function private.factor_kind(uuid) is 'The kind of person by which an account is asked for a second factor.';

create or replace function private.functions_of_rights()
  returns regprocedure[]
  language sql stable
  set search_path = ''
as $$
  select array['private.is_specified()', 'private.is_hardened()', 'private.is_login_alive()', 'private.is_login_shown()',
    'private.is_kind(text[])', 'private.own_kind()', 'private.own_projects(text[])', 'private.own_places(text[])',
    'private.is_account_admin()', 'private.is_agent()']::regprocedure[];
$$;
comment on function private.functions_of_rights() is
  'The functions whose answers follow from the caller''s rights alone; a policy that asks anything else is asked for each login '
  '(tests/backend/realtime-shared-answers.test.ts).';

create or replace function private.is_account_admin()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong('account-admin')
    and not private.must_choose_password((select auth.uid()))
    and exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin');
$$;
comment on function private.is_account_admin() is
  'True when the caller is signed in with the role admin, who makes and removes accounts (document 2 §6).';
grant execute on function private.is_account_admin() to anon, authenticated, service_role;

create or replace function private.is_agent()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  ) and case when private.is_specified() then not private.is_deactivated((select auth.uid()))
    else private.is_login_alive() and private.is_login_strong('agent') and not private.must_choose_password((select auth.uid())) end;
$$;
comment on function private.is_agent() is
  'Agents: in `hardened` a login that has ended counts no more; in `specified`, where tokens outlive it, the account must not be deactivated.';
grant execute on function private.is_agent() to anon, authenticated, service_role;

create or replace function private.is_issuer(fine public.fines, actor private.case_actor)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select private.id_key(fine.issued_by) = private.id_key(actor.id) and fine.account_id is not distinct from actor.account;
$$;
comment on function private.is_issuer(public.fines,private.case_actor) is
  'Whether somebody issued a fine: the same ID and the same account. Whoever gets a removed person''s ID did not.';

create or replace function private.is_kind(VARIADIC kinds text[])
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select exists (select from private.own_staff(kinds)); $$;
comment on function private.is_kind(text[]) is 'True when the caller is one of these kinds of people, with a login that counts.';
grant execute on function private.is_kind(text[]) to anon, authenticated, service_role;

create or replace function private.is_login_alive()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and s.user_id = (select auth.uid())
      and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
      -- One from the future was begun while a clock ran ahead, and would live for longer than it may.
      and s.created_at <= now() + interval '10 minutes'
  );
$$;
comment on function private.is_login_alive() is
  'A login from the future was begun while a clock ran ahead, and would live for longer than it may.';
grant execute on function private.is_login_alive() to anon, authenticated, service_role;

create or replace function private.is_login_shown()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong(private.factor_kind((select auth.uid())));
$$;
comment on function private.is_login_shown() is
  'Whether the caller''s login goes on and has shown all that its account needs, whoever chose the password.';
grant execute on function private.is_login_shown() to anon, authenticated, service_role;

create or replace function private.is_account_gone()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select not exists (select from auth.users u where u.id = (select auth.uid())); $$;
comment on function private.is_account_gone() is 'Whether the caller''s account was removed while the token lives.';
grant execute on function private.is_account_gone() to anon, authenticated, service_role;

create or replace function private.is_login_strong(kind text)
  returns boolean
  language sql stable security definer
  set search_path = ''
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
comment on function private.is_login_strong(text) is
  'Whether the caller''s login has shown all that its account needs. `kind` is what the caller acts as.';

create or replace function private.is_special_code(code text)
  returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$ select code in ('standard', '721075', '157715', 'ASE', 'YSTAD'); $$;
comment on function private.is_special_code(text) is
  'Codes with a meaning of their own (contract/projects.ts): people work there without a site too.';

create or replace function private.kinds_of_people()
  returns text[]
  language sql immutable
  set search_path = ''
as $$
  select array['main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee'];
$$;
comment on function private.kinds_of_people() is 'The kinds that people with an ID can be of.';
grant execute on function private.kinds_of_people() to anon, authenticated, service_role;

create or replace function private.own_employee_id()
  returns text
  language sql stable
  set search_path = ''
as $$ select private.own_user_id('ase-employee'); $$;
comment on function private.own_employee_id() is
  'The ID of the employee who calls; null for everybody else, and in `specified`, where they have no account.';
grant execute on function private.own_employee_id() to anon, authenticated, service_role;

create or replace function private.own_kind()
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.kind from private.own_staff(private.kinds_of_people()) s; $$;
comment on function private.own_kind() is
  'The kind of the caller. The functions of people answer nothing outside of `hardened`; without kinds they ask for people of every kind.';
grant execute on function private.own_kind() to anon, authenticated, service_role;

create or replace function private.own_places(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.project_id = 'company' then array(select h.id::text from private.sites_of_handler(s) h) || case when s.serves_all then '{company}'::text[] end
      when s.serves_all then array(select m.id::text from public.main_page_sites m) || array['standard', 'company', '']
      else array[coalesce(s.site_id::text, s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;
comment on function private.own_places(text[]) is
  'The places that are the caller''s: sites, codes that no site has, and the empty text for no code. A row''s place is written alike.';
grant execute on function private.own_places(text[]) to anon, authenticated, service_role;

create or replace function private.own_projects(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.project_id = 'company' then array(select h.path from private.sites_of_handler(s) h) || case when s.serves_all then '{company}'::text[] end
      when s.serves_all then array(select m.path from public.main_page_sites m) || array['standard', 'company', '']
      else array[coalesce(s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;
comment on function private.own_projects(text[]) is
  'The projects whose rows the caller works with as one of `kinds`; '''' stands for rows without a project. Empty for strangers.';
grant execute on function private.own_projects(text[]) to anon, authenticated, service_role;

create or replace function private.own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.account_id := (
    select s.account_id from public.staff_accounts s
    where s.kind = 'attendant' and lower(s.project_id) is not distinct from lower(new.project_id)
      and s.user_key = private.id_key(new.attendant_user_id)
  );
  new.person_id := private.attendant_row(new.project_id, new.attendant_user_id, new.account_id);
  if new.replaces_id is not null and not exists (select from public.shift_registrations r
    where r.id = new.replaces_id and r.status = 'rejected' and r.person_id = new.person_id) then
    new.replaces_id := null;
  end if;
  return new;
end;
$$;
comment on function private.own_shift() is
  'The account of a new shift, whatever was sent; null in the profile `specified`, where people have none.';

create or replace function private.attendant_row(project text, user_id text, account uuid)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select a.id from public.project_attendants a where a.account_id = account),
    (select a.id from public.attendants a where a.account_id = account),
    (select a.id from public.project_attendants a where lower(a.project_id) = lower(project) and a.user_key = private.id_key(attendant_row.user_id)),
    (select a.id from public.attendants a where lower(coalesce(a.project_id, project, '')) = lower(coalesce(project, ''))
      and a.user_key = private.id_key(attendant_row.user_id) limit 1),
    account);
$$;
comment on function private.attendant_row(text,text,uuid) is 'The row of an attendant in the list of people, else the account; null for strangers.';

create or replace function private.own_user_id(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.user_id from private.own_staff(kinds) s; $$;
comment on function private.own_user_id(text[]) is 'The ID that the caller is known by as one of `kinds`; null for strangers.';
grant execute on function private.own_user_id(text[]) to anon, authenticated, service_role;

create or replace function private.rights_of_logins(accounts uuid[], logins uuid[])
  returns TABLE(n bigint, rights text, until timestamp with time zone)
  language sql stable
  set search_path = ''
as $$
  with facts as (
    select w.n, s.kind, s.project_id, s.site_id, s.serves_all,
      array(select h.site from public.handler_sites h where h.account_id = w.account order by h.site) as sites, coalesce(s.must_change_password, false) as must_change,
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
      private.is_deactivated(w.account) as is_deactivated,
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
      then jsonb_build_array(kind, project_id, site_id, serves_all, sites) end,
    coalesce(is_admin and is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified and not is_deactivated or not is_specified and (is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false),
    coalesce(is_alive and is_confirmed and (has_shown or not (has_factor
      or coalesce(kind, case when is_admin then 'account-admin' when is_employee then 'agent' else '' end) = any (demanded))), false)
  )::text, f.until from facts f;
$$;
comment on function private.rights_of_logins(uuid[],uuid[]) is
  'All that private.functions_of_rights() answer of each login, as one text: who has the same may read the same. Until when time alone changes '
  'nothing of it.';

create or replace function private.sources_of_rights()
  returns TABLE(source regclass, account_column text)
  language sql stable
  set search_path = ''
as $$
  values ('auth.sessions'::regclass, 'user_id'), ('auth.users', 'id'), ('auth.mfa_factors', 'user_id'),
    ('public.staff_accounts', 'account_id'), ('public.handler_sites', 'account_id'), ('public.user_roles', 'user_id'), ('public.profiles', 'id'),
    ('private.settings', null);
$$;
comment on function private.sources_of_rights() is
  'The tables that rights are made of, with their columns that name the account; none where a row concerns everybody.';

create or replace function public.own_address()
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.public_url from private.settings s; $$;
comment on function public.own_address() is 'The address of the screens that messages lead to; null where nobody has set it.';
grant execute on function public.own_address() to authenticated;
