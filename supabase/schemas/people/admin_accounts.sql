-- Admins of a site (document 1 §6).

create table public.admin_accounts (
  id uuid default gen_random_uuid() not null,
  project_id text,
  user_id text not null,
  password text,
  created_by text,
  created_at timestamptz default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid,
  deactivated_at timestamptz,
  deactivated_by text,
  constraint admin_accounts_pkey primary key (id),
  constraint admin_accounts_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint admin_accounts_user_id_length check (length(user_id) >= 3 and length(user_id) <= 50),
  constraint admin_accounts_password_length check (length(password) >= 6 and length(password) <= 128),
  constraint admin_accounts_created_by_length check (length(created_by) <= 320),
  constraint admin_accounts_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.admin_accounts is 'Admins of customer sites.';

alter table public.admin_accounts add constraint admin_accounts_moments check (private.is_moment(created_at) and private.is_moment(deactivated_at)) not valid;
alter table public.admin_accounts add constraint admin_accounts_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at)) not valid;
alter table public.admin_accounts add constraint admin_accounts_user_key_seen check (user_key <> '') not valid;
alter table public.admin_accounts add constraint admin_accounts_renamed_from_length check (length(renamed_from) <= 100) not valid;

create index admin_accounts_newest_idx on public.admin_accounts (created_at desc, id desc);
create index admin_accounts_project_newest_idx on public.admin_accounts (project_id, created_at desc, id desc);
create unique index admin_accounts_account_key on public.admin_accounts (account_id);
create unique index admin_accounts_user_id_key on public.admin_accounts (user_id) where account_id is null;
create unique index admin_accounts_project_user_key on public.admin_accounts (project_id, user_id) nulls not distinct where account_id is not null;
create unique index admin_accounts_compared_key on public.admin_accounts (user_key) where account_id is null;
create unique index admin_accounts_project_compared_key on public.admin_accounts (lower(project_id), user_key) nulls not distinct
  where account_id is not null;

alter table public.admin_accounts enable row level security;

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  -- The page of somebody deactivated reads why its login ended.
  using ((select private.is_specified()) or account_id = ((select auth.uid())) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())) or (coalesce(site_id::text, project_id) = any (((select private.own_places(variadic array['admin'])))::text[])));

create policy "Screens of specified add admins" on public.admin_accounts
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove admins" on public.admin_accounts
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger admin_accounts_no_readable_password before insert or update on public.admin_accounts
  for each row execute function private.refuse_readable_password('password');
create trigger admin_accounts_place before update of project_id, site_id on public.admin_accounts for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger admin_accounts_place_new before insert on public.admin_accounts for each row execute function private.place_row();
create trigger admin_accounts_write_trail after insert or delete or update on public.admin_accounts for each row execute function private.write_trail();

alter publication supabase_realtime add table public.admin_accounts;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('admin_accounts', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete');
