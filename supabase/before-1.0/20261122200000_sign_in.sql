-- What a login may do and when it ends, for the sign-in service of the server and for hosted Supabase's alike (docs/security.md,
-- Logins): it ends after 8 hours for people with an ID and after 30 days without use for others; a password that another person
-- chose must be changed first; an account with a second factor, or of a kind that must have one, shows it first.

-- Kinds of staff_accounts, `account-admin` (signs in by e-mail, has the role admin) and `agent` (role admin or employee).
alter table private.settings add column require_second_factor text[] not null default '{}';
alter table private.settings add constraint settings_require_second_factor check (require_second_factor <@ array['main-admin',
  'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee', 'account-admin',
  'agent']);

-- Codes that stand in for a lost second factor, each once; only their hashes are kept.
create table private.recovery_codes (
  account_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (account_id, code_hash)
);
comment on table private.recovery_codes is 'Hashes of the codes that stand in for a lost second factor.';
alter table private.recovery_codes enable row level security;
revoke all on private.recovery_codes from public, anon, authenticated, service_role;

-- When a login ends by itself. People with an ID have addresses below konto.parkering.example (contract/staff-address.ts).
create function private.login_ends_at(email text, began timestamptz, used timestamp, not_after timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select least(not_after, case
    when email ~* '@.+\.konto\.parkering\.example$' then began + interval '8 hours'
    else coalesce(used at time zone 'UTC', began) + interval '30 days'
  end);
$$;
revoke execute on function private.login_ends_at(text, timestamptz, timestamp, timestamptz) from public;

create or replace function private.is_login_alive() returns boolean
language sql stable security definer set search_path = ''
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

-- Whether the account has a password that another person chose.
create function private.must_choose_password(account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.staff_accounts s where s.account_id = account and s.must_change_password)
    or exists (select from auth.users u where u.id = account and u.raw_app_meta_data ->> 'must_change_password' = 'true');
$$;
revoke execute on function private.must_choose_password(uuid) from public, anon, authenticated;

-- Notes that the account's password is its owner's choice.
create function private.note_own_password(account uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.staff_accounts set must_change_password = false where account_id = account and must_change_password;
  update auth.users set raw_app_meta_data = raw_app_meta_data - 'must_change_password'
    where id = account and raw_app_meta_data ? 'must_change_password';
$$;
revoke execute on function private.note_own_password(uuid) from public, anon, authenticated;

-- Whether the caller's login has shown all that its account needs. `kind` is what the caller acts as.
create function private.is_login_strong(kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.user_id = (select auth.uid())
      and (s.aal::text in ('aal2', 'aal3') or not (
        exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
        or exists (select from private.settings p where kind = any (p.require_second_factor))
      ))
  );
$$;
revoke execute on function private.is_login_strong(text) from public, anon, authenticated;

-- One statement, since policies ask it for nearly every row that somebody with an ID reads: is_login_alive (people with an ID have logins
-- of 8 hours) and is_login_strong stand in it once more, because calls of functions cost more than what they ask.
create or replace function private.own_staff(kinds text[]) returns setof public.staff_accounts
language sql stable security definer set search_path = ''
as $$
  select s.* from public.staff_accounts s
    join auth.sessions l on l.user_id = s.account_id and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  where s.account_id = (select auth.uid())
    and s.kind = any (kinds)
    and not s.must_change_password
    and (l.not_after is null or l.not_after > now())
    and l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
    and (l.aal::text in ('aal2', 'aal3') or not (
      exists (select from auth.mfa_factors f where f.user_id = s.account_id and f.status::text = 'verified')
      or exists (select from private.settings p where s.kind = any (p.require_second_factor))
    ))
    and private.is_hardened();
$$;

create or replace function private.is_agent() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  ) and (private.is_specified() or (
    private.is_login_alive() and private.is_login_strong('agent') and not private.must_choose_password((select auth.uid()))
  ));
$$;

create or replace function private.is_account_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong('account-admin')
    and not private.must_choose_password((select auth.uid()))
    and exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin');
$$;

-- As before, and it knows given passwords of e-mail accounts, and nobody who has not shown the second factor.
create or replace function public.get_caller()
returns table (
  account_id uuid,
  kind text,
  project_id text,
  user_id text,
  serves_all boolean,
  must_change_password boolean,
  is_account_admin boolean
)
language sql stable security definer set search_path = ''
as $$
  select l.user_id, s.kind, s.project_id, s.user_id, coalesce(s.serves_all, false), private.must_choose_password(l.user_id),
    private.is_account_admin()
  from auth.sessions l left join public.staff_accounts s on s.account_id = l.user_id
  where private.is_hardened() and private.is_login_alive()
    and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
    and (s.account_id is null or l.created_at > now() - interval '8 hours')
    and (private.is_login_strong(s.kind) or private.must_choose_password(l.user_id));
$$;

-- What a screen must ask the caller for before anything else: `log-in`, `password` (one of their own), `code` (of the second
-- factor), `enrolment` (of a second factor), or `nothing`.
create function public.get_login_step() returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not private.is_login_alive() then 'log-in'
    when private.is_login_strong(k.kind) and private.must_choose_password((select auth.uid())) then 'password'
    when private.is_login_strong(k.kind) then 'nothing'
    when exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified') then 'code'
    when private.must_choose_password((select auth.uid())) then 'password'
    else 'enrolment'
  end
  from (select coalesce(
    (select s.kind from public.staff_accounts s where s.account_id = (select auth.uid())),
    (select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
      where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee') order by r.role = 'admin' desc limit 1),
    '') as kind) k;
$$;
comment on function public.get_login_step is 'What the caller must show or choose before anything else.';
revoke execute on function public.get_login_step() from public, anon, authenticated, service_role;
grant execute on function public.get_login_step() to authenticated;

create function private.recovery_code_hash(code text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8')), 'hex'); $$;
revoke execute on function private.recovery_code_hash(text) from public;

-- Ten new recovery codes of the caller, who has just shown the second factor; the ones before are void. They are told this once.
create function public.make_recovery_codes() returns text[]
language plpgsql volatile security definer set search_path = ''
as $$
declare
  caller uuid := (select auth.uid());
  codes text[];
begin
  if not private.is_login_alive() or not exists (
    select from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status::text = 'verified'
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = caller and s.aal::text in ('aal2', 'aal3')
  ) then
    raise exception 'Recovery codes are made after the second factor was shown.' using errcode = '42501';
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into codes
    from generate_series(1, 10);
  delete from private.recovery_codes where account_id = caller;
  insert into private.recovery_codes (account_id, code_hash) select caller, private.recovery_code_hash(c) from unnest(codes) c;
  return codes;
end;
$$;
comment on function public.make_recovery_codes is 'Gives ten codes that stand in for the second factor, each once.';
revoke execute on function public.make_recovery_codes() from public, anon, authenticated, service_role;
grant execute on function public.make_recovery_codes() to authenticated;

-- Takes a recovery code instead of the second factor for the caller's login; false when it is none, or was used.
create function public.use_recovery_code(code text) returns boolean
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
  return true;
end;
$$;
comment on function public.use_recovery_code is 'Takes a recovery code instead of the second factor.';
revoke execute on function public.use_recovery_code(text) from public, anon, authenticated, service_role;
grant execute on function public.use_recovery_code(text) to authenticated;

-- The caller's own logins that go on, the latest used first.
create function public.list_own_logins()
returns table (id uuid, began timestamptz, last_used timestamptz, user_agent text, address text, is_this boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, host(s.ip),
    s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.user_id = (select auth.uid()) and private.is_login_alive()
    and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  order by 3 desc, 1
  limit 100;
$$;
comment on function public.list_own_logins is 'The caller''s own logins that go on, with device and time.';
revoke execute on function public.list_own_logins() from public, anon, authenticated, service_role;
grant execute on function public.list_own_logins() to authenticated;

-- Ends one of the caller's own logins; false when it is none. All others are ended by the sign-in service (logout, scope others).
create function public.end_own_login(login uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from auth.sessions where id = login and user_id = (select auth.uid()) and private.is_login_alive();
  return found;
end;
$$;
comment on function public.end_own_login is 'Ends one of the caller''s own logins.';
revoke execute on function public.end_own_login(uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_own_login(uuid) to authenticated;

create policy "Hardened: the main admin reads who administers e-mail accounts" on public.admin_user_credentials
  for select to authenticated using ((select private.is_kind('main-admin')) and account_type = 'admin');
