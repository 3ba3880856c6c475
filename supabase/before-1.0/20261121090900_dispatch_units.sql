-- The dispatch centre's roster of units, and their voice channels (document 2 §3, §4).

create table public.units (
  id uuid primary key default gen_random_uuid(),
  unit_number text not null,
  location text not null default '',
  status text not null default 'EXEMPT',
  occupation text not null default '',
  vehicle_type text not null default '',
  operational_status text not null default 'EXEMPT',
  created_at timestamptz not null default now(),
  -- Lets a screen notice that a unit changed while it was being edited.
  updated_at timestamptz not null default now(),
  constraint units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50),
  constraint units_location_length check (length(location) <= 200),
  constraint units_status check (status in ('EXEMPT', 'CIVILBIL', 'Radiobil', 'AVAILABLE', 'BUSY', 'OUT_OF_SERVICE')),
  constraint units_occupation_length check (length(occupation) <= 200),
  constraint units_vehicle_type_length check (length(vehicle_type) <= 200),
  constraint units_operational_status check (operational_status in ('EXEMPT', 'ACTIVE', 'STANDBY', 'MAINTENANCE'))
);
create index units_roster_idx on public.units (location, unit_number, id);
comment on table public.units is 'Units of the dispatch centre, grouped by location on its screen.';

revoke all on public.units from anon, authenticated;
grant select, insert, update, delete on public.units to anon, authenticated, service_role;

create trigger units_touch before update on public.units
  for each row execute function private.touch_updated_at();

alter table public.units enable row level security;
create policy "Specified: the dispatch screens read units" on public.units
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the dispatch screens add units" on public.units
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: the dispatch screens change units" on public.units
  for update to anon, authenticated
  using ((select private.is_specified())) with check ((select private.is_specified()));
create policy "Specified: the dispatch screens remove units" on public.units
  for delete to anon, authenticated using ((select private.is_specified()));

create table public.teamspeak_units (
  id uuid primary key default gen_random_uuid(),
  unit_number text not null,
  channel text not null default '',
  is_active boolean not null default true,
  last_seen timestamptz not null default now(),
  constraint teamspeak_units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50),
  constraint teamspeak_units_channel_length check (length(channel) <= 200)
);
create index teamspeak_units_last_seen_idx on public.teamspeak_units (last_seen desc, id desc) where is_active;
comment on table public.teamspeak_units is 'Units seen on the voice server; fetched by the dispatch centre and not shown.';

revoke all on public.teamspeak_units from anon, authenticated;
grant select on public.teamspeak_units to anon, authenticated;
grant select, insert, update, delete on public.teamspeak_units to service_role;

alter table public.teamspeak_units enable row level security;
create policy "Specified: the dispatch screens read voice units" on public.teamspeak_units
  for select to anon, authenticated using ((select private.is_specified()));
