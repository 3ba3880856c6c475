-- Units of the emergency dispatch (document 2).

create table public.units (
  id uuid default gen_random_uuid() not null,
  unit_number text not null,
  location text default '' not null,
  status text default 'EXEMPT' not null,
  occupation text default '' not null,
  vehicle_type text default '' not null,
  operational_status text default 'EXEMPT' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  status_since timestamptz default now() not null,
  checked_at timestamptz,
  crew text default '' not null,
  constraint units_pkey primary key (id),
  constraint units_location_length check (length(location) <= 200),
  constraint units_status_length check (length(status) <= 50),
  constraint units_occupation_length check (length(occupation) <= 200),
  constraint units_vehicle_type_length check (length(vehicle_type) <= 200),
  constraint units_crew_length check (length(crew) <= 200),
  constraint units_operational_status check (operational_status in ('EXEMPT', 'ACTIVE', 'STANDBY', 'MAINTENANCE')),
  constraint units_status_fkey foreign key (status) references public.unit_statuses(code)
);

comment on table public.units is 'Units of the dispatch centre, grouped by location on its screen.';
comment on column public.units.crew is 'Who is on the unit now, as dispatchers write it.';

alter table public.units add constraint units_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(status_since) and private.is_moment(checked_at)) not valid;
alter table public.units add constraint units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50) not valid;

create index units_roster_idx on public.units (location, unit_number, id);
create index units_status_idx on public.units (status);

alter table public.units enable row level security;

create policy "Dispatch reads units" on public.units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch adds units" on public.units
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch changes units" on public.units
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch removes units" on public.units
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger units_have_a_limit after insert on public.units for each statement execute function private.limit_units();
create trigger units_keep_created_at before update on public.units
  for each row execute function private.keep_created_at();
create trigger units_tell after update on public.units for each row
  when (old.status is distinct from new.status or old.operational_status is distinct from new.operational_status)
  execute function private.tell_of_unit();
create trigger units_touch before update on public.units
  for each row execute function private.touch_updated_at();
-- Runs behind units_touch, by its name.
create trigger units_touch_since before insert or update on public.units
  for each row execute function private.keep_status_since();
create trigger units_note_status after insert on public.units for each row execute function private.note_unit_status();
create trigger units_note_status_change after update on public.units for each row
  when (old.status is distinct from new.status or old.checked_at is distinct from new.checked_at)
  execute function private.note_unit_status();
create trigger units_lock_calls before delete on public.units for each statement execute function private.lock_before_units_go();
create trigger units_leave_calls before delete on public.units for each row execute function private.unit_leaves_calls();
create trigger units_write_trail after insert or delete or update on public.units for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.units;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('units', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select, insert, update, delete', 'select, insert, update, delete');

create or replace function private.limit_units()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Two who add at once do so one after the other, and each sees the other's unit.
  perform pg_advisory_xact_lock(hashtextextended('units', 5));
  if (select count(*) from public.units) > 500 then
    perform private.refuse('too-many-units-in-all');
  end if;
  return null;
end;
$$;
comment on function private.limit_units() is 'Keeps dispatch within 500 units.';
