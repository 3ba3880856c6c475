-- Units as the ambulance's own list has them (document 2).

create table public.teamspeak_units (
  id uuid default gen_random_uuid() not null,
  unit_number text not null,
  channel text default '' not null,
  is_active boolean default true not null,
  last_seen timestamptz default now() not null,
  constraint teamspeak_units_pkey primary key (id),
  constraint teamspeak_units_channel_length check (length(channel) <= 200)
);

comment on table public.teamspeak_units is 'Units seen on the voice server; fetched by the dispatch centre and not shown.';

alter table public.teamspeak_units add constraint teamspeak_units_moments check (private.is_moment(last_seen)) not valid;
alter table public.teamspeak_units add constraint teamspeak_units_unit_number_length check (unit_number ~ '\S' and length(unit_number) <= 50) not valid;

create index teamspeak_units_last_seen_idx on public.teamspeak_units (last_seen desc, id desc) where is_active;

alter table public.teamspeak_units enable row level security;

create policy "Dispatch reads voice units" on public.teamspeak_units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger teamspeak_units_write_trail after insert or delete or update on public.teamspeak_units for each row execute function private.write_trail('721075');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('teamspeak_units', 'select', 'select', '', 'select', 'select, insert, update, delete');
