-- Faults of vehicles (document 5 §4), which the ambulance's checks share.

create table public.vehicle_faults (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid,
  text text not null,
  severity text default 'remark' not null,
  reported_by text not null,
  reported_at timestamptz default clock_timestamp() not null,
  fixed_by text,
  fixed_at timestamptz,
  fix_note text,
  photos text[] default '{}'::text[] not null,
  check_id uuid,
  is_taken_back boolean default false not null,
  constraint vehicle_faults_pkey primary key (id),
  constraint vehicle_faults_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint vehicle_faults_turn_id_fkey foreign key (turn_id) references public.vehicle_turns(id) on delete set null,
  constraint vehicle_faults_check_id_fkey foreign key (check_id) references public.vehicle_checks(id) on delete set null,
  constraint vehicle_faults_project_id_length check (length(project_id) <= 100),
  constraint vehicle_faults_text_length check (text ~ '\S' and length(text) <= 2000),
  constraint vehicle_faults_severity check (severity in ('remark', 'not_to_be_driven')),
  constraint vehicle_faults_is_fixed_by_somebody check ((fixed_at is null) = (fixed_by is null)),
  constraint vehicle_faults_taken_back_is_over check (not is_taken_back or fixed_at is not null),
  constraint vehicle_faults_lengths check (length(reported_by) <= 320 and length(fixed_by) <= 320 and length(fix_note) <= 2000),
  constraint vehicle_faults_photos_length check (private.texts_within(photos, 6, 200)),
  constraint vehicle_faults_lists_are_flat check (coalesce(array_ndims(photos), 1) = 1),
  constraint vehicle_faults_moments check (private.is_moment(created_at) and private.is_moment(reported_at) and private.is_moment(fixed_at))
);

comment on table public.vehicle_faults is 'Faults of vehicles: a remark, or one with which nobody drives.';
comment on column public.vehicle_faults.check_id is 'The crew''s check in which the fault was found.';
comment on column public.vehicle_faults.is_taken_back is 'The crew pressed wrong: there was no fault.';
comment on column public.vehicle_faults.photos is 'Paths in the bucket work-photos, at most six.';

create index vehicle_faults_vehicle_newest_idx on public.vehicle_faults (vehicle_id, reported_at desc, id desc);
create index vehicle_faults_project_newest_idx on public.vehicle_faults (project_id, reported_at desc, id desc);
create index vehicle_faults_turn_id_idx on public.vehicle_faults (turn_id);
create index vehicle_faults_check_id_idx on public.vehicle_faults (check_id) where check_id is not null;
create index vehicle_faults_photos_idx on public.vehicle_faults using gin (photos) with (gin_pending_list_limit='64');

alter table public.vehicle_faults enable row level security;

create policy "Drivers and crews read open faults, their admins all" on public.vehicle_faults
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or (fixed_at is null and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[]))
    or (project_id = 'ASE' and ((fixed_at is null and (select private.own_employee_id()) is not null) or (select private.is_kind('ase-admin')))));

create trigger vehicle_faults_place before update of project_id, site_id on public.vehicle_faults for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicle_faults_place_new before insert on public.vehicle_faults for each row execute function private.place_row();
create trigger vehicle_faults_tell_cars after update of fixed_at on public.vehicle_faults for each row execute function private.tell_cars();
create trigger vehicle_faults_write_trail after insert or delete or update on public.vehicle_faults for each row execute function private.write_trail();

alter publication supabase_realtime add table public.vehicle_faults;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_faults', 'select', 'select', '', 'select', 'select');

create or replace function private.tell_cars()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.vehicles v set updated_at = now() where v.id = new.vehicle_id;
  return null;
end;
$$;
comment on function private.tell_cars() is 'A chauffeur does not read fixed faults, and hears by the car that one is fixed.';

create table public.vehicle_requests (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid not null,
  asked_by text not null,
  asked_at timestamptz default clock_timestamp() not null,
  answer text,
  answered_at timestamptz,
  constraint vehicle_requests_pkey primary key (id),
  constraint vehicle_requests_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint vehicle_requests_turn_id_fkey foreign key (turn_id) references public.vehicle_turns(id) on delete cascade,
  constraint vehicle_requests_project_id_length check (length(project_id) <= 100),
  constraint vehicle_requests_asked_by_length check (length(asked_by) <= 320),
  constraint vehicle_requests_answer check (answer in ('leaves', 'drives')),
  constraint vehicle_requests_answered_once check ((answer is null) = (answered_at is null)),
  constraint vehicle_requests_moments check (private.is_moment(created_at) and private.is_moment(asked_at) and private.is_moment(answered_at))
);

comment on table public.vehicle_requests is 'Questions of chauffeurs who stand at a car that somebody else has.';

create unique index vehicle_requests_open_key on public.vehicle_requests (turn_id, asked_by) where answer is null;
create index vehicle_requests_vehicle_id_idx on public.vehicle_requests (vehicle_id);
create index vehicle_requests_newest_idx on public.vehicle_requests (project_id, asked_at desc, id desc);

alter table public.vehicle_requests enable row level security;

create policy "The taxi's people read who asks for a car" on public.vehicle_requests
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));

create trigger vehicle_requests_place before update of project_id, site_id on public.vehicle_requests for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicle_requests_place_new before insert on public.vehicle_requests for each row execute function private.place_row();
create trigger vehicle_requests_write_trail after insert or delete or update on public.vehicle_requests for each row execute function private.write_trail();

alter publication supabase_realtime add table public.vehicle_requests;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_requests', 'select', 'select', '', 'select', 'select');
