-- The super admin's list of passwords, empty in hardened (document 2).

create table public.user_passwords (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  email text not null,
  password_text text,
  created_at timestamptz default now() not null,
  constraint user_passwords_pkey primary key (id),
  constraint user_passwords_email_length check (length(email) >= 1 and length(email) <= 320),
  constraint user_passwords_password_text_length check (length(password_text) >= 6 and length(password_text) <= 128),
  constraint user_passwords_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade
);

comment on table public.user_passwords is
  'Readable passwords that the main admin''s screen lists; a kept weakness of the profile specified.';

alter table public.user_passwords add constraint user_passwords_moments check (private.is_moment(created_at)) not valid;

create index user_passwords_newest_idx on public.user_passwords (created_at desc, id desc);
create index user_passwords_user_id_idx on public.user_passwords (user_id);

alter table public.user_passwords enable row level security;

create policy "The main admin reads whose passwords there are" on public.user_passwords
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create trigger user_passwords_no_readable_password before insert or update on public.user_passwords
  for each row execute function private.refuse_readable_password('password_text');
create trigger user_passwords_write_trail after insert or delete or update on public.user_passwords for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('user_passwords', 'select', 'select', '', 'select', 'select, insert, update, delete');
