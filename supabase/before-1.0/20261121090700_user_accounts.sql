-- People who sign in by e-mail: profile, roles, and the stored passwords that two admin screens show
-- (document 1 §3, document 2 §3; docs/security.md says why readable passwords exist in the profile `specified`).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_email_length check (length(email) <= 320),
  constraint profiles_email_key unique (email)
);
create index profiles_newest_idx on public.profiles (created_at desc, id desc);
comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';

revoke all on public.profiles from anon, authenticated;
grant select, delete on public.profiles to anon, authenticated;
grant select, insert, update, delete on public.profiles to service_role;

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- A new account gets its profile, and a changed address reaches it.
create function private.keep_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, email) values (new.id, new.email)
  on conflict (id) do update set email = excluded.email;
  return new;
end;
$$;
revoke execute on function private.keep_profile() from public;
create trigger users_make_profile after insert on auth.users
  for each row execute function private.keep_profile();
create trigger users_change_profile after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.keep_profile();

alter table public.profiles enable row level security;
create policy "Specified: admins' screens read profiles" on public.profiles
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the super admin's screen removes profiles" on public.profiles
  for delete to anon, authenticated using ((select private.is_specified()));

create table public.user_roles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null,
  created_at timestamptz not null default now(),
  constraint user_roles_role check (role in ('admin', 'employee', 'member', 'customer')),
  constraint user_roles_user_role_key unique (user_id, role)
);
comment on table public.user_roles is 'Roles of accounts; an account without a row is a member. Written by the server only.';

revoke all on public.user_roles from anon, authenticated;
grant select, delete on public.user_roles to anon, authenticated;
grant select, insert, update, delete on public.user_roles to service_role;

alter table public.user_roles enable row level security;
create policy "Specified: screens read roles" on public.user_roles
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the super admin's screen removes roles" on public.user_roles
  for delete to anon, authenticated using ((select private.is_specified()));

-- The role that counts for an account, `member` when it has none (document 2 §6). Under `hardened` people ask for their own only.
create function public.get_user_role(_user_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select r.role from public.user_roles r
    where r.user_id = _user_id
      and (private.is_specified() or (select auth.uid()) = _user_id or (select auth.role()) = 'service_role')
    order by array_position(array['admin', 'employee', 'customer', 'member'], r.role)
    limit 1
  ), 'member');
$$;
comment on function public.get_user_role is 'The strongest role of an account; member when it has none.';
revoke execute on function public.get_user_role(uuid) from public, anon, authenticated;
grant execute on function public.get_user_role(uuid) to anon, authenticated, service_role;

-- True when the caller is signed in as an agent: admin or employee (document 2 §6).
create function private.is_agent() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  );
$$;
revoke execute on function private.is_agent() from public;
grant execute on function private.is_agent() to authenticated, service_role;

create table public.user_passwords (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  email text not null,
  password_text text not null,
  created_at timestamptz not null default now(),
  constraint user_passwords_email_length check (length(email) between 1 and 320),
  constraint user_passwords_password_text_length check (length(password_text) between 6 and 128)
);
create index user_passwords_newest_idx on public.user_passwords (created_at desc, id desc);
create index user_passwords_user_id_idx on public.user_passwords (user_id);
comment on table public.user_passwords is 'Readable passwords that the main admin''s screen lists; a kept weakness of the profile specified.';

revoke all on public.user_passwords from anon, authenticated;
grant select on public.user_passwords to anon, authenticated;
grant select, insert, update, delete on public.user_passwords to service_role;

alter table public.user_passwords enable row level security;
create policy "Specified: the main admin's screen reads stored passwords" on public.user_passwords
  for select to anon, authenticated using ((select private.is_specified()));

create table public.admin_user_credentials (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_text text not null,
  account_type text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint admin_user_credentials_email_length check (length(email) between 1 and 320),
  constraint admin_user_credentials_password_text_length check (length(password_text) between 6 and 128),
  constraint admin_user_credentials_account_type check (account_type in ('admin', 'employee', 'customer', 'member')),
  constraint admin_user_credentials_email_key unique (email)
);
create index admin_user_credentials_newest_idx on public.admin_user_credentials (created_at desc, id desc);
comment on table public.admin_user_credentials is 'Accounts that admins created, with readable passwords; a kept weakness of the profile specified.';

revoke all on public.admin_user_credentials from anon, authenticated;
grant select, delete on public.admin_user_credentials to anon, authenticated;
grant select, insert, update, delete on public.admin_user_credentials to service_role;

alter table public.admin_user_credentials enable row level security;
create policy "Specified: the super admin's screen reads credentials" on public.admin_user_credentials
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the super admin's screen removes credentials" on public.admin_user_credentials
  for delete to anon, authenticated using ((select private.is_specified()));
