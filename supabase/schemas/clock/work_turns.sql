-- Turns on the clock of attendants and ambulance staff (document 5 §6), with their breaks and their history.

create table public.work_turns (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text,
  site_id uuid,
  kind text not null,
  person_id uuid not null,
  user_id text not null,
  name text,
  started_at timestamptz not null,
  ended_at timestamptz,
  source text default 'clock' not null,
  note text,
  status text default 'running' not null,
  is_forgotten boolean default false not null,
  needs_check boolean default false not null,
  reviewed_by text,
  reviewed_at timestamptz,
  review_note text,
  shift_registration_id uuid,
  planned_shift_id uuid,
  vehicle_id uuid,
  position text,
  constraint work_turns_pkey primary key (id),
  constraint work_turns_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint work_turns_shift_registration_id_fkey foreign key (shift_registration_id) references public.shift_registrations(id) on delete set null,
  constraint work_turns_project_id_length check (length(project_id) <= 100),
  constraint work_turns_kind check (kind in ('attendant', 'ase-employee')),
  constraint work_turns_user_id_length check (user_id ~ '\S' and length(user_id) <= 50),
  constraint work_turns_lengths check (length(name) <= 200 and length(note) <= 2000 and length(reviewed_by) <= 320 and length(review_note) <= 2000 and length(position) <= 200),
  constraint work_turns_source check (source in ('clock', 'typed')),
  constraint work_turns_status check (status in ('running', 'waiting', 'approved', 'rejected')),
  constraint work_turns_ends_later check (ended_at >= started_at),
  constraint work_turns_running_has_no_end check (status <> 'running' or ended_at is null),
  constraint work_turns_approved_has_an_end check (status <> 'approved' or ended_at is not null),
  constraint work_turns_forgotten_has_no_end check (not is_forgotten or (ended_at is null and status <> 'running')),
  constraint work_turns_moments check (private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(ended_at) and private.is_moment(reviewed_at))
);

comment on table public.work_turns is 'Turns on the clock: one runs a person at most, and no two of a person overlap. One without an end that does not run has no hours.';
comment on column public.work_turns.person_id is 'The row in the list of people, else the account: who gets an old ID later does not get the turns.';
comment on column public.work_turns.needs_check is 'A stamp of the turn did not fit: the nearest time that fits was taken, and the history has what was said.';
comment on column public.work_turns.shift_registration_id is 'The registration of document 1 that the turn overlaps: its hours count, and not the turn''s.';

create unique index work_turns_running_key on public.work_turns (person_id) where status = 'running';
create index work_turns_running_idx on public.work_turns (started_at) where status = 'running';
create index work_turns_person_newest_idx on public.work_turns (person_id, started_at desc);
create index work_turns_project_newest_idx on public.work_turns (project_id, started_at desc, id desc);
create index work_turns_waiting_idx on public.work_turns (project_id, started_at desc, id desc) where status = 'waiting';
create index work_turns_registration_idx on public.work_turns (shift_registration_id) where shift_registration_id is not null;
create index work_turns_vehicle_id_idx on public.work_turns (vehicle_id) where vehicle_id is not null;
create index work_turns_oldest_idx on public.work_turns (started_at);

alter table public.work_turns enable row level security;

create policy "People read own turns, ambulance staff the duty, admins all" on public.work_turns
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or person_id = (select private.own_clock_person())
    or (kind = 'attendant' and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]))
    or (kind <> 'attendant' and ((select private.is_kind('ase-admin'))
      -- Colleagues hear of an end, and read nothing of a turn that has ended.
      or ((select private.own_employee_id()) is not null and note is null and (status = 'running' or ended_at > now() - interval '1 minute')))));

create trigger work_turns_join_registration before insert or update of started_at, ended_at, status on public.work_turns
  for each row execute function private.join_registration();
create trigger work_turns_place before update of project_id, site_id on public.work_turns for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger work_turns_place_new before insert on public.work_turns for each row execute function private.place_row();
create trigger work_turns_write_trail after insert or delete or update on public.work_turns for each row execute function private.write_trail();

alter publication supabase_realtime add table public.work_turns;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_turns', 'select', 'select', '', 'select', 'select');

create table public.work_breaks (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  turn_id uuid not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint work_breaks_pkey primary key (id),
  constraint work_breaks_turn_id_fkey foreign key (turn_id) references public.work_turns(id) on delete cascade,
  constraint work_breaks_ends_later check (ended_at >= started_at),
  constraint work_breaks_moments check (private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(ended_at))
);

comment on table public.work_breaks is 'Breaks of turns; one without an end is going on.';

create index work_breaks_turn_idx on public.work_breaks (turn_id, started_at);
create unique index work_breaks_open_key on public.work_breaks (turn_id) where ended_at is null;

alter table public.work_breaks enable row level security;

create policy "People read own breaks, admins all" on public.work_breaks
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or exists (select from public.work_turns t where t.id = turn_id and (
      t.person_id = (select private.own_clock_person())
      or (t.kind = 'attendant' and coalesce(t.site_id::text, t.project_id, '') = any ((select private.own_places('admin'))::text[]))
      or (t.kind <> 'attendant' and (select private.is_kind('ase-admin'))))));

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_breaks', 'select', 'select', '', 'select', 'select');

create table public.work_turn_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text,
  site_id uuid,
  turn_id uuid not null,
  kind text not null,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null,
  constraint work_turn_events_pkey primary key (id),
  constraint work_turn_events_project_id_length check (length(project_id) <= 100),
  constraint work_turn_events_kind check (kind in ('started', 'break_started', 'break_ended', 'ended', 'resumed', 'forgotten', 'corrected', 'approved', 'rejected', 'reopened')),
  constraint work_turn_events_by_length check (length(by) <= 320),
  constraint work_turn_events_data_size check (pg_column_size(data) <= 20000),
  constraint work_turn_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.work_turn_events is 'Every stamp, correction and review of a turn, by whom and when; written by the database, only added to.';

create index work_turn_events_turn_newest_idx on public.work_turn_events (turn_id, received_at desc, id desc);
create index work_turn_events_oldest_idx on public.work_turn_events (at);

alter table public.work_turn_events enable row level security;

create policy "People read what was done to own turns, admins all" on public.work_turn_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or exists (select from public.work_turns t where t.id = turn_id and (
      t.person_id = (select private.own_clock_person())
      or (t.kind = 'attendant' and coalesce(t.site_id::text, t.project_id, '') = any ((select private.own_places('admin'))::text[]))
      or (t.kind <> 'attendant' and (select private.is_kind('ase-admin'))))));

create trigger work_turn_events_only_grow before update on public.work_turn_events
  for each row when (to_jsonb(old) - '{project_id,site_id}'::text[] is distinct from to_jsonb(new) - '{project_id,site_id}'::text[])
  execute function private.keep_status_events();
create trigger work_turn_events_place before update of project_id, site_id on public.work_turn_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger work_turn_events_place_new before insert on public.work_turn_events for each row execute function private.place_row();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_turn_events', 'select', 'select', '', 'select', 'select');

create table private.work_turn_ids (
  id uuid not null,
  turn_id uuid not null,
  said_at timestamptz not null,
  constraint work_turn_ids_pkey primary key (id),
  constraint work_turn_ids_turn_id_fkey foreign key (turn_id) references public.work_turns(id) on delete cascade
);

comment on table private.work_turn_ids is 'Ids of turns that a second phone made while the person''s turn ran: each means that turn. `said_at` is the start that the phone told.';

create index work_turn_ids_turn_idx on private.work_turn_ids (turn_id);

alter table private.work_turn_ids enable row level security;

create or replace function private.own_clock_person()
  returns uuid
  language sql stable
  set search_path = ''
as $$ select private.own_person_id('attendant', 'ase-employee'); $$;
comment on function private.own_clock_person() is 'The caller''s row in the list of people, for those with a clock; null for everybody else, and in `specified`.';
grant execute on function private.own_clock_person() to anon, authenticated, service_role;
