-- What was done to cars and their turns (document 5 §4).

create table public.vehicle_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid,
  kind text not null,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null,
  constraint vehicle_events_pkey primary key (id),
  constraint vehicle_events_project_id_length check (length(project_id) <= 100),
  constraint vehicle_events_kind check (kind in ('taken', 'ended', 'returned_late', 'undone', 'extended', 'fault_reported', 'fault_fixed', 'fault_taken_back', 'checked', 'asked', 'answered', 'changed', 'odometer_corrected', 'km_corrected')),
  constraint vehicle_events_by_length check (length(by) <= 320),
  constraint vehicle_events_data_size check (pg_column_size(data) <= 20000),
  constraint vehicle_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.vehicle_events is 'What was done to cars and their turns, by whom and when; written by the database, only added to.';

create index vehicle_events_vehicle_newest_idx on public.vehicle_events (vehicle_id, at desc, id desc);
create index vehicle_events_oldest_idx on public.vehicle_events (at);

alter table public.vehicle_events enable row level security;

create policy "Admins of taxi and ambulance read what was done to cars" on public.vehicle_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or (project_id = 'ASE' and (select private.is_kind('ase-admin'))));

create trigger vehicle_events_only_grow before update on public.vehicle_events
  for each row when (to_jsonb(old) - '{project_id,site_id}'::text[] is distinct from to_jsonb(new) - '{project_id,site_id}'::text[])
  execute function private.keep_status_events();
create trigger vehicle_events_place before update of project_id, site_id on public.vehicle_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicle_events_place_new before insert on public.vehicle_events for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_events', 'select', 'select', '', 'select', 'select');

create or replace function private.note_vehicle(vehicle public.vehicles, turn_id uuid, kind text, by text, at timestamptz, data jsonb, event_id uuid default null)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.vehicle_events (id, project_id, vehicle_id, turn_id, kind, by, at, data)
  values (coalesce(event_id, gen_random_uuid()), vehicle.project_id, vehicle.id, turn_id, kind, left(by, 320), at, jsonb_strip_nulls(data));
$$;
comment on function private.note_vehicle(public.vehicles,uuid,text,text,timestamptz,jsonb,uuid) is 'Adds an event of a car to its history.';
