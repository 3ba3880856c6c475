-- Profiles of accounts with an e-mail address.

create table public.profiles (
  id uuid not null,
  email text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  deactivated_at timestamptz,
  deactivated_by text,
  last_login_at timestamptz,
  constraint profiles_pkey primary key (id),
  constraint profiles_email_key unique (email),
  constraint profiles_email_length check (length(email) <= 320),
  constraint profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade
);

comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';

alter table public.profiles add constraint profiles_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(deactivated_at) and private.is_moment(last_login_at)) not valid;
alter table public.profiles add constraint profiles_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at) and private.is_moment(last_login_at)) not valid;

create index profiles_newest_idx on public.profiles (created_at desc, id desc);

alter table public.profiles enable row level security;

create policy "People read their profile, administrators all" on public.profiles
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_login_shown()) and (id = ((select auth.uid())) or (select private.is_kind(variadic array['main-admin'])) or (select private.is_account_admin())));

create policy "Screens of specified remove profiles" on public.profiles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();
create trigger profiles_write_trail after insert or delete or update on public.profiles for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('profiles', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete');
