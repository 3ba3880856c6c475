-- Who people are in the profile `hardened`: accounts of the sign-in service, with what they are in the product beside them.
-- Row level security asks the functions below; nothing here counts in the profile `specified` (docs/security.md).

create function private.is_hardened() returns boolean
language sql stable security definer set search_path = ''
as $$ select not private.is_specified(); $$;
revoke execute on function private.is_hardened() from public;
grant execute on function private.is_hardened() to anon, authenticated, service_role;

create table public.staff_accounts (
  account_id uuid primary key references auth.users (id) on delete cascade,
  kind text not null,
  -- The site that the person works for; null where the product has none, and for routes without a project.
  project_id text,
  user_id text not null,
  display_name text,
  -- The protected admin works for every site (document 1 §6).
  serves_all boolean not null default false,
  -- Until then the account reaches nothing.
  must_change_password boolean not null default false,
  created_at timestamptz not null default now(),
  constraint staff_accounts_kind check (kind in ('main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin',
    'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee')),
  constraint staff_accounts_project_id_length check (length(project_id) between 1 and 100),
  constraint staff_accounts_user_id_length check (length(user_id) between 1 and 50),
  constraint staff_accounts_display_name_length check (length(display_name) <= 200),
  constraint staff_accounts_serves_all_is_admin check (not serves_all or kind = 'admin'),
  constraint staff_accounts_person_key unique nulls not distinct (kind, project_id, user_id)
);
comment on table public.staff_accounts is 'What an account is in the product, and for which project; written by the server only.';

revoke all on public.staff_accounts from anon, authenticated;
grant select on public.staff_accounts to authenticated;
grant select, insert, update, delete on public.staff_accounts to service_role;
alter table public.staff_accounts enable row level security;

-- True while the login that the caller's token came from has neither ended nor been ended: logging out, a new password and a
-- removed account count at once, not when the token runs out.
create function private.is_login_alive() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and s.user_id = (select auth.uid())
      and (s.not_after is null or s.not_after > now())
      -- One from the future was begun while a clock ran ahead, and would live for longer than it may.
      and s.created_at <= now() + interval '10 minutes'
  );
$$;
revoke execute on function private.is_login_alive() from public;
grant execute on function private.is_login_alive() to anon, authenticated, service_role;

create policy "Hardened: people read what they are" on public.staff_accounts
  for select to authenticated using ((select private.is_hardened()) and (select private.is_login_alive())
    and account_id = (select auth.uid()));

-- What the caller is, when one of `kinds`; no row for everybody else, for a login older than 8 hours (document 1 §4) and for who
-- still has to choose a password.
create function private.own_staff(kinds text[]) returns setof public.staff_accounts
language sql stable security definer set search_path = ''
as $$
  select s.* from public.staff_accounts s
  where s.account_id = (select auth.uid())
    and s.kind = any (kinds)
    and not s.must_change_password
    and private.is_hardened()
    and private.is_login_alive()
    and exists (
      select from auth.sessions l
      where l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and l.created_at > now() - interval '8 hours'
    );
$$;
revoke execute on function private.own_staff(text[]) from public;

-- The projects whose rows the caller works with as one of `kinds`; '' stands for rows without a project. Empty for strangers.
create function private.own_projects(variadic kinds text[]) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.path from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;
revoke execute on function private.own_projects(text[]) from public;
grant execute on function private.own_projects(text[]) to anon, authenticated, service_role;

create function private.is_kind(variadic kinds text[]) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.own_staff(kinds)); $$;
revoke execute on function private.is_kind(text[]) from public;
grant execute on function private.is_kind(text[]) to anon, authenticated, service_role;

-- The ID that the caller is known by as one of `kinds`; null for strangers.
create function private.own_user_id(variadic kinds text[]) returns text
language sql stable security definer set search_path = ''
as $$ select s.user_id from private.own_staff(kinds) s; $$;
revoke execute on function private.own_user_id(text[]) from public;
grant execute on function private.own_user_id(text[]) to anon, authenticated, service_role;

create function private.own_kind() returns text
language sql stable security definer set search_path = ''
as $$
  select s.kind from private.own_staff(array['main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur',
    'chauffeur-admin', 'ase-admin', 'ase-employee']) s;
$$;
revoke execute on function private.own_kind() from public;
grant execute on function private.own_kind() to anon, authenticated, service_role;

-- Agents: in `hardened` a login that has ended counts no more.
create or replace function private.is_agent() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  ) and (private.is_specified() or private.is_login_alive());
$$;

-- True when the caller is signed in with the role admin, who makes and removes accounts (document 2 §6).
create function private.is_account_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_login_alive() and exists (
    select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin'
  );
$$;
revoke execute on function private.is_account_admin() from public;
grant execute on function private.is_account_admin() to anon, authenticated, service_role;

-- People with an ID have addresses below konto.parkering.example (contract/staff-address.ts). They are no registered users,
-- so they get no profile.
create or replace function private.keep_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.email like '%@%.konto.parkering.example' then
    return new;
  end if;
  insert into public.profiles (id, email) values (new.id, new.email)
  on conflict (id) do update set email = excluded.email;
  return new;
end;
$$;

-- Nobody signs up with an address that the server hands out. Asked at the end of the transaction, since the sign-in service
-- may write the mark of its own accounts after the row.
create function private.refuse_reserved_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_hardened() and exists (
    select from auth.users u
    where u.id = new.id and u.email ~* '[@.]konto\.parkering\.example$'
      and coalesce(u.raw_app_meta_data ->> 'assigned', '') <> 'true'
  ) then
    raise exception 'This address is reserved.' using errcode = '23514', constraint = 'users_address_not_reserved';
  end if;
  return null;
end;
$$;
revoke execute on function private.refuse_reserved_address() from public;
create constraint trigger users_refuse_reserved_address after insert or update of email on auth.users
  deferrable initially deferred for each row execute function private.refuse_reserved_address();

-- The lists that screens show of people. In `hardened` each row has its account and no password.
alter table public.project_attendants
  add column account_id uuid references auth.users (id) on delete cascade,
  alter column password drop not null;
alter table public.attendants
  add column account_id uuid references auth.users (id) on delete cascade,
  alter column password drop not null;
alter table public.admin_accounts
  add column account_id uuid references auth.users (id) on delete cascade,
  alter column password drop not null;
alter table public.ase_employees
  add column account_id uuid references auth.users (id) on delete cascade;
alter table public.user_passwords alter column password_text drop not null;
alter table public.admin_user_credentials alter column password_text drop not null;

create unique index project_attendants_account_key on public.project_attendants (account_id);
create unique index attendants_account_key on public.attendants (account_id);
create unique index admin_accounts_account_key on public.admin_accounts (account_id);
create unique index ase_employees_account_key on public.ase_employees (account_id);

-- IDs are unique in all projects where the browser looks them up by the ID alone, and within a project where each is an account:
-- there nobody learns from a refusal who works elsewhere.
alter table public.attendants drop constraint attendants_user_id_key;
create unique index attendants_user_id_key on public.attendants (user_id) where account_id is null;
create unique index attendants_project_user_key on public.attendants (project_id, user_id) nulls not distinct where account_id is not null;
alter table public.admin_accounts drop constraint admin_accounts_user_id_key;
create unique index admin_accounts_user_id_key on public.admin_accounts (user_id) where account_id is null;
create unique index admin_accounts_project_user_key on public.admin_accounts (project_id, user_id) nulls not distinct where account_id is not null;

-- Whoever writes, in `hardened` no readable password is kept.
create function private.refuse_readable_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  password text := to_jsonb(new) ->> tg_argv[0];
begin
  if private.is_hardened() and password is not null then
    raise exception 'Passwords are not kept in readable form.' using errcode = '23514', table = tg_table_name, schema = 'public';
  end if;
  if private.is_specified() and password is null then
    raise exception 'null value in column "%" violates not-null constraint', tg_argv[0]
      using errcode = '23502', column = tg_argv[0], table = tg_table_name, schema = 'public';
  end if;
  return new;
end;
$$;
revoke execute on function private.refuse_readable_password() from public;
create trigger project_attendants_no_readable_password before insert or update on public.project_attendants
  for each row execute function private.refuse_readable_password('password');
create trigger attendants_no_readable_password before insert or update on public.attendants
  for each row execute function private.refuse_readable_password('password');
create trigger admin_accounts_no_readable_password before insert or update on public.admin_accounts
  for each row execute function private.refuse_readable_password('password');
create trigger user_passwords_no_readable_password before insert or update on public.user_passwords
  for each row execute function private.refuse_readable_password('password_text');
create trigger admin_user_credentials_no_readable_password before insert or update on public.admin_user_credentials
  for each row execute function private.refuse_readable_password('password_text');
