-- The super admin's list of admins (document 2).

create table public.admin_user_credentials (
  id uuid default gen_random_uuid() not null,
  email text not null,
  password_text text,
  account_type text not null,
  is_active boolean default true not null,
  created_at timestamptz default now() not null,
  constraint admin_user_credentials_pkey primary key (id),
  constraint admin_user_credentials_email_key unique (email),
  constraint admin_user_credentials_email_length check (length(email) >= 1 and length(email) <= 320),
  constraint admin_user_credentials_password_text_length check (length(password_text) >= 6 and length(password_text) <= 128),
  constraint admin_user_credentials_account_type check (account_type in ('admin', 'employee', 'customer', 'member'))
);

comment on table public.admin_user_credentials is
  'Accounts that admins created, with readable passwords; a kept weakness of the profile specified.';

alter table public.admin_user_credentials add constraint admin_user_credentials_moments check (private.is_moment(created_at)) not valid;

create index admin_user_credentials_newest_idx on public.admin_user_credentials (created_at desc, id desc);

alter table public.admin_user_credentials enable row level security;

create policy "Administrators read the accounts that they made" on public.admin_user_credentials
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_account_admin())
    or ((select private.is_kind('main-admin')) and account_type = 'admin'));

create policy "Screens of specified remove credentials but the super admin's" on public.admin_user_credentials
  for delete to anon, authenticated
  using ((select private.is_specified()) and lower(btrim(email)) <> 'superadmin@parkering.example');

create trigger admin_user_credentials_no_readable_password before insert or update on public.admin_user_credentials
  for each row execute function private.refuse_readable_password('password_text');
create trigger admin_user_credentials_remove_account after delete on public.admin_user_credentials
  for each row execute function private.remove_account_of_credential();
create trigger admin_user_credentials_write_trail after insert or delete or update on public.admin_user_credentials for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('admin_user_credentials', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete');
