-- Attendants of the standard site (document 1 §6).

create table public.attendants (
  id uuid default gen_random_uuid() not null,
  project_id text,
  user_id text not null,
  password text,
  discord_username text,
  created_at timestamptz default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid,
  deactivated_at timestamptz,
  deactivated_by text,
  constraint attendants_pkey primary key (id),
  constraint attendants_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint attendants_user_id_length check (length(user_id) >= 3 and length(user_id) <= 50),
  constraint attendants_password_length check (length(password) >= 6 and length(password) <= 128),
  constraint attendants_discord_username_length check (length(discord_username) <= 100),
  constraint attendants_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.attendants is 'Attendants that a customer admin added; the password is plain or SHA-256 hex.';

alter table public.attendants add constraint attendants_moments check (private.is_moment(created_at) and private.is_moment(deactivated_at)) not valid;
alter table public.attendants add constraint attendants_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at)) not valid;
alter table public.attendants add constraint attendants_user_key_seen check (user_key <> '') not valid;
alter table public.attendants add constraint attendants_renamed_from_length check (length(renamed_from) <= 100) not valid;

create index attendants_newest_idx on public.attendants (created_at desc, id desc);
create index attendants_project_newest_idx on public.attendants (project_id, created_at desc, id desc);
create unique index attendants_account_key on public.attendants (account_id);
create unique index attendants_user_id_key on public.attendants (user_id) where account_id is null;
create unique index attendants_project_user_key on public.attendants (project_id, user_id) nulls not distinct where account_id is not null;
create unique index attendants_compared_key on public.attendants (user_key) where account_id is null;
create unique index attendants_project_compared_key on public.attendants (lower(project_id), user_key) nulls not distinct
  where account_id is not null;

alter table public.attendants enable row level security;

create policy "Attendants read themselves, admins those of their site" on public.attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Screens of specified add attendants" on public.attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove attendants" on public.attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger attendants_log_removal after delete on public.attendants
  for each row execute function private.log_attendant_removal();
create trigger attendants_no_readable_password before insert or update on public.attendants
  for each row execute function private.refuse_readable_password('password');
create trigger attendants_place before update of project_id, site_id on public.attendants for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger attendants_place_new before insert on public.attendants for each row execute function private.place_row();
create trigger attendants_write_trail after insert or delete or update on public.attendants for each row execute function private.write_trail();

alter publication supabase_realtime add table public.attendants;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('attendants', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete');
