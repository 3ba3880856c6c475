-- Which chauffeur drives which of a project's six cars (document 2 §3, §4).

create table public.vehicle_registrations (
  id uuid primary key default gen_random_uuid(),
  project_id text not null,
  chauffeur_id text not null,
  vehicle_model text not null default 'Volvo V90',
  item_1 boolean not null default false,
  item_2 boolean not null default false,
  item_3 boolean not null default false,
  item_4 boolean not null default false,
  item_5 boolean not null default false,
  item_6 boolean not null default false,
  created_at timestamptz not null default now(),
  constraint vehicle_registrations_project_id_length check (length(project_id) between 1 and 100),
  constraint vehicle_registrations_chauffeur_id_length check (length(chauffeur_id) between 3 and 50),
  constraint vehicle_registrations_vehicle_model_length check (length(vehicle_model) between 1 and 100),
  constraint vehicle_registrations_exactly_one_item check (
    item_1::int + item_2::int + item_3::int + item_4::int + item_5::int + item_6::int = 1
  ),
  constraint vehicle_registrations_project_chauffeur_key unique (project_id, chauffeur_id)
);
-- A slot of a project has at most one chauffeur: of two who click at once, one gets it.
create unique index vehicle_registrations_item_1_key on public.vehicle_registrations (project_id) where item_1;
create unique index vehicle_registrations_item_2_key on public.vehicle_registrations (project_id) where item_2;
create unique index vehicle_registrations_item_3_key on public.vehicle_registrations (project_id) where item_3;
create unique index vehicle_registrations_item_4_key on public.vehicle_registrations (project_id) where item_4;
create unique index vehicle_registrations_item_5_key on public.vehicle_registrations (project_id) where item_5;
create unique index vehicle_registrations_item_6_key on public.vehicle_registrations (project_id) where item_6;
comment on table public.vehicle_registrations is 'One row for each chauffeur who holds a car; item_n marks the slot.';

revoke all on public.vehicle_registrations from anon, authenticated;
grant select, insert, delete on public.vehicle_registrations to anon, authenticated;
grant select, insert, update, delete on public.vehicle_registrations to service_role;

alter table public.vehicle_registrations enable row level security;
create policy "Specified: the taxi screens read registrations" on public.vehicle_registrations
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the chauffeurs' screen takes a slot" on public.vehicle_registrations
  for insert to anon, authenticated with check ((select private.is_specified()));
create policy "Specified: the chauffeurs' screen releases a slot" on public.vehicle_registrations
  for delete to anon, authenticated using ((select private.is_specified()));
