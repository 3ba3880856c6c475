-- Accounts of attendants, operators, chauffeurs and customer admins. Passwords are stored readable or as SHA-256 hex
-- and compared in the browser: document 1 §6 asks for that weakness in the profile `specified` (docs/security.md).

create table public.project_attendants (
  id uuid primary key default gen_random_uuid(),
  user_id text not null,
  project_id text not null,
  password text not null,
  discord_username text,
  created_by text,
  created_at timestamptz not null default now(),
  constraint project_attendants_user_id_length check (length(user_id) between 3 and 50),
  constraint project_attendants_project_id_length check (length(project_id) between 1 and 100),
  constraint project_attendants_password_length check (length(password) between 6 and 128),
  constraint project_attendants_discord_username_length check (length(discord_username) <= 100),
  constraint project_attendants_created_by_length check (length(created_by) <= 320),
  constraint project_attendants_project_user_key unique (project_id, user_id)
);
create index project_attendants_newest_idx on public.project_attendants (project_id, created_at desc, id desc);
comment on table public.project_attendants is 'Attendants, operators and chauffeurs of one project.';

revoke all on public.project_attendants from anon, authenticated;
grant select, insert, delete on public.project_attendants to anon, authenticated;
grant select, insert, update, delete on public.project_attendants to service_role;

alter table public.project_attendants enable row level security;
create policy "Specified: logins and admins' screens read project attendants" on public.project_attendants
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: admins' screens add project attendants" on public.project_attendants
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: admins' screens remove project attendants" on public.project_attendants
  for delete to anon, authenticated using ((select private.is_specified()));

create table public.attendants (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  user_id text not null,
  password text not null,
  discord_username text,
  created_at timestamptz not null default now(),
  constraint attendants_project_id_length check (length(project_id) between 1 and 100),
  constraint attendants_user_id_length check (length(user_id) between 3 and 50),
  constraint attendants_password_length check (length(password) between 6 and 128),
  constraint attendants_discord_username_length check (length(discord_username) <= 100),
  constraint attendants_user_id_key unique (user_id)
);
create index attendants_newest_idx on public.attendants (created_at desc, id desc);
create index attendants_project_newest_idx on public.attendants (project_id, created_at desc, id desc);
comment on table public.attendants is 'Attendants that a customer admin added; the password is plain or SHA-256 hex.';

revoke all on public.attendants from anon, authenticated;
grant select, insert, delete on public.attendants to anon, authenticated;
grant select, insert, update, delete on public.attendants to service_role;

alter table public.attendants enable row level security;
create policy "Specified: logins and admins' screens read attendants" on public.attendants
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: admins' screens add attendants" on public.attendants
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: admins' screens remove attendants" on public.attendants
  for delete to anon, authenticated using ((select private.is_specified()));

create table public.attendant_deletion_logs (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  attendant_user_id text not null,
  user_id text,
  discord_username text,
  deleted_by text not null,
  deleted_at timestamptz not null default now(),
  constraint attendant_deletion_logs_project_id_length check (length(project_id) between 1 and 100),
  constraint attendant_deletion_logs_attendant_length check (length(attendant_user_id) between 1 and 50),
  constraint attendant_deletion_logs_user_id_length check (length(user_id) <= 50),
  constraint attendant_deletion_logs_discord_username_length check (length(discord_username) <= 100),
  constraint attendant_deletion_logs_deleted_by_length check (length(deleted_by) between 1 and 320)
);
create index attendant_deletion_logs_newest_idx on public.attendant_deletion_logs (deleted_at desc, id desc);
create index attendant_deletion_logs_project_newest_idx on public.attendant_deletion_logs (project_id, deleted_at desc, id desc);
comment on table public.attendant_deletion_logs is 'Who removed which attendant or operator.';

revoke all on public.attendant_deletion_logs from anon, authenticated;
grant select, insert on public.attendant_deletion_logs to anon, authenticated;
grant select, insert, update, delete on public.attendant_deletion_logs to service_role;

alter table public.attendant_deletion_logs enable row level security;
create policy "Specified: admins' screens read removed attendants" on public.attendant_deletion_logs
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: admins' screens log removed attendants" on public.attendant_deletion_logs
  for insert to anon, authenticated with check ((select private.is_specified()));

create table public.admin_accounts (
  id uuid primary key default gen_random_uuid(),
  project_id text,
  user_id text not null,
  password text not null,
  created_by text,
  created_at timestamptz not null default now(),
  constraint admin_accounts_project_id_length check (length(project_id) between 1 and 100),
  constraint admin_accounts_user_id_length check (length(user_id) between 3 and 50),
  constraint admin_accounts_password_length check (length(password) between 6 and 128),
  constraint admin_accounts_created_by_length check (length(created_by) <= 320),
  constraint admin_accounts_user_id_key unique (user_id)
);
create index admin_accounts_newest_idx on public.admin_accounts (created_at desc, id desc);
create index admin_accounts_project_newest_idx on public.admin_accounts (project_id, created_at desc, id desc);
comment on table public.admin_accounts is 'Admins of customer sites.';

revoke all on public.admin_accounts from anon, authenticated;
grant select, insert, delete on public.admin_accounts to anon, authenticated;
grant select, insert, update, delete on public.admin_accounts to service_role;

alter table public.admin_accounts enable row level security;
create policy "Specified: logins and admins' screens read admin accounts" on public.admin_accounts
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: admins' screens add admin accounts" on public.admin_accounts
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: admins' screens remove admin accounts" on public.admin_accounts
  for delete to anon, authenticated using ((select private.is_specified()));
