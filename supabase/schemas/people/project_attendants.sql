-- Attendants of a site as the customer admin's list has them (document 1 §6).

create table public.project_attendants (
  id uuid default gen_random_uuid() not null,
  user_id text not null,
  project_id text not null,
  password text,
  discord_username text,
  created_by text,
  created_at timestamptz default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid,
  deactivated_at timestamptz,
  deactivated_by text,
  constraint project_attendants_pkey primary key (id),
  constraint project_attendants_project_user_key unique (project_id, user_id),
  constraint project_attendants_user_id_length check (length(user_id) >= 3 and length(user_id) <= 50),
  constraint project_attendants_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint project_attendants_password_length check (length(password) >= 6 and length(password) <= 128),
  constraint project_attendants_discord_username_length check (length(discord_username) <= 100),
  constraint project_attendants_created_by_length check (length(created_by) <= 320),
  constraint project_attendants_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.project_attendants is 'Attendants, operators and chauffeurs of one project.';

alter table public.project_attendants add constraint project_attendants_moments check (private.is_moment(created_at) and private.is_moment(deactivated_at)) not valid;
alter table public.project_attendants add constraint project_attendants_deactivated check (length(deactivated_by) <= 320 and private.is_moment(deactivated_at)) not valid;
alter table public.project_attendants add constraint project_attendants_user_key_seen check (user_key <> '') not valid;
alter table public.project_attendants add constraint project_attendants_renamed_from_length check (length(renamed_from) <= 100) not valid;

create index project_attendants_newest_idx on public.project_attendants (project_id, created_at desc, id desc);
create unique index project_attendants_account_key on public.project_attendants (account_id);
create unique index project_attendants_compared_key on public.project_attendants (lower(project_id), user_key);

alter table public.project_attendants enable row level security;

create policy "People read themselves, admins the people of their project" on public.project_attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    -- The page of somebody deactivated or removed hears why its login ended.
    or (account_id = (select auth.uid()) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'dispatch-admin', 'chauffeur-admin'))::text[]));

create policy "Screens of specified add people of a project" on public.project_attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove people of a project" on public.project_attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create trigger project_attendants_free_car after delete on public.project_attendants
  for each row execute function private.free_car_of_removed();
create trigger project_attendants_log_removal after delete on public.project_attendants
  for each row execute function private.log_attendant_removal();
create trigger project_attendants_no_readable_password before insert or update on public.project_attendants
  for each row execute function private.refuse_readable_password('password');
create trigger project_attendants_place before update of project_id, site_id on public.project_attendants for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger project_attendants_place_new before insert on public.project_attendants for each row execute function private.place_row();
create trigger project_attendants_write_trail after insert or delete or update on public.project_attendants for each row execute function private.write_trail();

alter publication supabase_realtime add table public.project_attendants;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('project_attendants', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete');
