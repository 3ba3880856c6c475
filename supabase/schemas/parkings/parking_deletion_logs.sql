-- Removals of parkings, with the person who removed each (document 1 §7).

create table public.parking_deletion_logs (
  id uuid default gen_random_uuid() not null,
  project_id text,
  parking_id uuid not null,
  deleted_by text not null,
  car_model text,
  car_color text,
  ref_number text,
  street text,
  discord_username text,
  deleted_at timestamptz default now() not null,
  site_id uuid,
  announced_by text,
  plate_key text generated always as (private.plate_key(ref_number)) stored,
  constraint parking_deletion_logs_pkey primary key (id),
  constraint parking_deletion_logs_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint parking_deletion_logs_deleted_by_length check (length(deleted_by) >= 1 and length(deleted_by) <= 320),
  constraint parking_deletion_logs_car_model_length check (length(car_model) <= 200),
  constraint parking_deletion_logs_car_color_length check (length(car_color) <= 100),
  constraint parking_deletion_logs_ref_number_length check (length(ref_number) <= 50),
  constraint parking_deletion_logs_street_length check (length(street) <= 200),
  constraint parking_deletion_logs_discord_username_length check (length(discord_username) <= 100),
  constraint parking_deletion_logs_announced_by_length check (length(announced_by) <= 36)
);

comment on table public.parking_deletion_logs is
  'Who removed which parking; written before the parking goes, so parking_id refers to nothing.';

alter table public.parking_deletion_logs add constraint parking_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;

create index parking_deletion_logs_newest_idx on public.parking_deletion_logs (deleted_at desc, id desc);
create index parking_deletion_logs_project_newest_idx on public.parking_deletion_logs (project_id, deleted_at desc, id desc);
create index parking_deletion_logs_announced_idx on public.parking_deletion_logs (parking_id, deleted_at) where announced_by is not null;
create index parking_deletion_logs_project_plate_idx on public.parking_deletion_logs (project_id, plate_key);

alter table public.parking_deletion_logs enable row level security;

create policy "Admins read what was removed at their site" on public.parking_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));

create policy "Attendants log what they remove at their site" on public.parking_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))));

create trigger parking_deletion_logs_announce before insert on public.parking_deletion_logs
  for each row execute function private.announce_removal();
create trigger parking_deletion_logs_place before update of project_id, site_id on public.parking_deletion_logs for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger parking_deletion_logs_place_new before insert on public.parking_deletion_logs for each row execute function private.place_row();

alter publication supabase_realtime add table public.parking_deletion_logs;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('parking_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete');
