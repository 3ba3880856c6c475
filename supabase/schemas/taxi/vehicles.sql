-- The register of cars (document 5 §4), which the ambulance's vehicles share: they have no slot.

create table public.vehicles (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  slot integer,
  name text not null,
  plate text,
  plate_key text generated always as (private.plate_key(plate)) stored,
  model text default 'Volvo V90' not null,
  state text default 'in_service' not null,
  state_reason text,
  odometer integer,
  not_returned_by text,
  checked_at timestamptz,
  constraint vehicles_pkey primary key (id),
  constraint vehicles_project_id_length check (project_id ~ '\S' and length(project_id) <= 100),
  constraint vehicles_slot check (slot between 1 and 40),
  constraint vehicles_name_length check (name ~ '\S' and length(name) <= 50),
  constraint vehicles_plate_length check (plate ~ '\S' and length(plate) <= 20),
  constraint vehicles_model_length check (model ~ '\S' and length(model) <= 100),
  constraint vehicles_state check (state in ('in_service', 'out_of_service', 'retired')),
  constraint vehicles_state_reason_length check (state_reason ~ '\S' and length(state_reason) <= 500),
  constraint vehicles_odometer check (odometer between 0 and 9999999),
  constraint vehicles_not_returned_by_length check (length(not_returned_by) <= 50),
  constraint vehicles_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(checked_at))
);

comment on table public.vehicles is 'Cars of the taxi and vehicles of the ambulance.';
comment on column public.vehicles.odometer is 'The last known reading in kilometres.';
comment on column public.vehicles.not_returned_by is 'The chauffeur whose turn ended by the clock, until the car is taken or returned.';
comment on column public.vehicles.checked_at is 'When a crew of the ambulance checked the vehicle last.';
comment on column public.vehicles.updated_at is 'Changes with each turn too, so that everybody who follows the cars hears that one was taken or returned.';

create unique index vehicles_slot_key on public.vehicles (project_id, slot) where state <> 'retired';

alter table public.vehicles enable row level security;

create policy "People of taxi and ambulance read their register of cars" on public.vehicles
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[])
    or (project_id = 'ASE' and ((select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')))));

create trigger vehicles_place before update of project_id, site_id on public.vehicles for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicles_place_new before insert on public.vehicles for each row execute function private.place_row();
create trigger vehicles_touch_updated_at before update on public.vehicles for each row execute function private.touch_updated_at();
create trigger vehicles_write_trail after insert or delete or update on public.vehicles for each row execute function private.write_trail();

alter publication supabase_realtime add table public.vehicles;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicles', 'select', 'select', '', 'select', 'select');

create or replace function private.start_vehicles(project text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.vehicles (project_id, slot, name)
  select project, n, 'Bil ' || n from generate_series(1, 6) n
  where project <> 'ASE' and project ~ '\S' and length(project) <= 100 and not exists (select from public.vehicles v where v.project_id = project);
$$;
comment on function private.start_vehicles(text) is 'Gives a project the six cars of document 2, unless it has a register or is the ambulance.';
