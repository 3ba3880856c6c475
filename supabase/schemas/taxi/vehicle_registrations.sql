-- Cars of chauffeurs (document 2).

create table public.vehicle_registrations (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  chauffeur_id text not null,
  vehicle_model text default 'Volvo V90' not null,
  item_1 boolean default false not null,
  item_2 boolean default false not null,
  item_3 boolean default false not null,
  item_4 boolean default false not null,
  item_5 boolean default false not null,
  item_6 boolean default false not null,
  created_at timestamptz default now() not null,
  site_id uuid,
  constraint vehicle_registrations_pkey primary key (id),
  constraint vehicle_registrations_project_chauffeur_key unique (project_id, chauffeur_id),
  constraint vehicle_registrations_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint vehicle_registrations_chauffeur_id_length check (length(chauffeur_id) >= 3 and length(chauffeur_id) <= 50),
  constraint vehicle_registrations_vehicle_model_length check (length(vehicle_model) >= 1 and length(vehicle_model) <= 100),
  constraint vehicle_registrations_exactly_one_item check ((item_1::integer + item_2::integer + item_3::integer + item_4::integer + item_5::integer + item_6::integer) = 1)
);

comment on table public.vehicle_registrations is 'One row for each chauffeur who holds a car; item_n marks the slot.';

alter table public.vehicle_registrations add constraint vehicle_registrations_moments check (private.is_moment(created_at)) not valid;
alter table public.vehicle_registrations add constraint vehicle_registrations_vehicle_model check (vehicle_model = 'Volvo V90') not valid;

create unique index vehicle_registrations_item_1_key on public.vehicle_registrations (project_id) where item_1;
create unique index vehicle_registrations_item_2_key on public.vehicle_registrations (project_id) where item_2;
create unique index vehicle_registrations_item_3_key on public.vehicle_registrations (project_id) where item_3;
create unique index vehicle_registrations_item_4_key on public.vehicle_registrations (project_id) where item_4;
create unique index vehicle_registrations_item_5_key on public.vehicle_registrations (project_id) where item_5;
create unique index vehicle_registrations_item_6_key on public.vehicle_registrations (project_id) where item_6;

alter table public.vehicle_registrations enable row level security;

create policy "The taxi project's people read its cars" on public.vehicle_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));

create policy "Chauffeurs take a car for themselves" on public.vehicle_registrations
  for insert to anon, authenticated
  with check (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur')) and created_at = now()
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));

create policy "Chauffeurs release their car, their admin any" on public.vehicle_registrations
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur'))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[]))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[]));

create trigger vehicle_registrations_place before update of project_id, site_id on public.vehicle_registrations for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicle_registrations_place_new before insert on public.vehicle_registrations for each row execute function private.place_row();
create trigger vehicle_registrations_replace_own before insert on public.vehicle_registrations
  for each row execute function private.replace_own_car();
create trigger vehicle_registrations_follow after insert or delete on public.vehicle_registrations
  for each row execute function private.follow_registration();
create trigger vehicle_registrations_lock before delete on public.vehicle_registrations
  for each statement execute function private.lock_cars_first();
create trigger vehicle_registrations_wants_a_car before insert on public.vehicle_registrations
  for each row execute function private.keep_cars_in_service();
create trigger vehicle_registrations_write_trail after insert or delete or update on public.vehicle_registrations for each row execute function private.write_trail();

alter publication supabase_realtime add table public.vehicle_registrations;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_registrations', 'select, insert, delete', 'select, insert, delete', '', 'select, insert, delete', 'select, insert, update, delete');

create or replace function private.replace_own_car()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    -- The policy refuses strangers after this trigger, which tells them no setting.
    if (private.taxi_settings_of(new.project_id)).handover = 'require'
      and (private.is_specified() or coalesce(new.site_id::text, new.project_id) = any (private.own_places('chauffeur'))) then
      perform private.refuse('no-handover', 'start_km');
    end if;
    -- Of two windows of one chauffeur the later one counts.
    perform private.lock_cars();
    perform set_config('parkering.turn_cause', '{"ended_by": "moved"}', true);
    delete from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id;
    perform set_config('parkering.turn_cause', '', true);
  end if;
  return new;
end;
$$;
comment on function private.replace_own_car() is
  'Taking another car releases the caller''s car, with the caller''s own rights. The owner and the secret key are refused beside another row.';
