-- Turns with cars (document 5 §4), which stay in step with document 2's registrations.

create table public.vehicle_turns (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  slot integer not null,
  chauffeur_id text not null,
  person_id uuid,
  taken_at timestamptz default clock_timestamp() not null,
  start_km integer,
  before_km integer,
  until timestamptz,
  extended_hours integer default 0 not null,
  ended_at timestamptz,
  ended_by text,
  ended_by_id text,
  reason text,
  returned_at timestamptz,
  end_km integer,
  km_is_estimated boolean default false not null,
  km integer generated always as (case when end_km >= start_km then end_km - start_km end) stored,
  gap_km integer generated always as (case when start_km - before_km > 5 then start_km - before_km end) stored,
  constraint vehicle_turns_pkey primary key (id),
  constraint vehicle_turns_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint vehicle_turns_project_id_length check (length(project_id) <= 100),
  constraint vehicle_turns_slot check (slot between 1 and 40),
  constraint vehicle_turns_chauffeur_id_length check (length(chauffeur_id) <= 50),
  constraint vehicle_turns_start_km check (start_km between 0 and 9999999),
  constraint vehicle_turns_before_km check (before_km between 0 and 9999999),
  constraint vehicle_turns_end_km check (end_km between 0 and 9999999),
  constraint vehicle_turns_extended_hours check (extended_hours between 0 and 4),
  constraint vehicle_turns_ended_by check (ended_by in ('chauffeur', 'admin', 'time', 'moved', 'removed', 'taken_over')),
  constraint vehicle_turns_ends_once check ((ended_at is null) = (ended_by is null) and (ended_at is not null or (returned_at is null and end_km is null))),
  constraint vehicle_turns_ends_later check (ended_at >= taken_at and returned_at >= taken_at and until >= taken_at),
  constraint vehicle_turns_lengths check (length(ended_by_id) <= 320 and length(reason) <= 500),
  constraint vehicle_turns_moments check (private.is_moment(created_at) and private.is_moment(taken_at) and private.is_moment(until) and private.is_moment(ended_at) and private.is_moment(returned_at))
);

comment on table public.vehicle_turns is 'Turns of chauffeurs with cars: at most one open turn a car and one a chauffeur.';
comment on column public.vehicle_turns.person_id is 'The chauffeur''s row in the list of people: who gets an old ID later does not get the turns.';
comment on column public.vehicle_turns.before_km is 'The reading that the car had before: a start of more than 5 km above it is a gap.';
comment on column public.vehicle_turns.until is 'Null: the turn has no end.';
comment on column public.vehicle_turns.ended_at is 'The end that counts. A return that comes later has its own time in `returned_at`.';
comment on column public.vehicle_turns.returned_at is 'When the chauffeur gave the car back; null when the turn ended otherwise.';
comment on column public.vehicle_turns.km_is_estimated is 'True where the next start is taken for the missing reading at the end.';

create unique index vehicle_turns_open_vehicle_key on public.vehicle_turns (vehicle_id) where ended_at is null;
create unique index vehicle_turns_open_chauffeur_key on public.vehicle_turns (project_id, chauffeur_id) where ended_at is null;
create index vehicle_turns_vehicle_newest_idx on public.vehicle_turns (vehicle_id, taken_at desc);
create index vehicle_turns_person_newest_idx on public.vehicle_turns (person_id, taken_at desc);
create index vehicle_turns_project_newest_idx on public.vehicle_turns (project_id, taken_at desc, id desc);
create index vehicle_turns_due_idx on public.vehicle_turns (until) where ended_at is null;
create index vehicle_turns_oldest_idx on public.vehicle_turns (ended_at);

alter table public.vehicle_turns enable row level security;

create policy "Chauffeurs read who has a car, own turns; their admin all" on public.vehicle_turns
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or ((ended_at is null or person_id = (select private.own_person_id('chauffeur')))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));

create trigger vehicle_turns_follow after insert or update on public.vehicle_turns for each row execute function private.follow_turn();
create trigger vehicle_turns_place before update of project_id, site_id on public.vehicle_turns for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger vehicle_turns_place_new before insert on public.vehicle_turns for each row execute function private.place_row();
create trigger vehicle_turns_write_trail after insert or delete or update on public.vehicle_turns for each row execute function private.write_trail();

alter publication supabase_realtime add table public.vehicle_turns;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_turns', 'select', 'select', '', 'select', 'select');

create or replace function private.own_person_id(variadic kinds text[])
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select a.id from public.project_attendants a where a.account_id = s.account_id),
    (select a.id from public.attendants a where a.account_id = s.account_id),
    (select e.id from public.ase_employees e where e.account_id = s.account_id), s.account_id)
  from private.own_staff(kinds) s;
$$;
comment on function private.own_person_id(text[]) is 'The caller''s row in the list of people, else the account; null for strangers and in `specified`.';
grant execute on function private.own_person_id(text[]) to anon, authenticated, service_role;

create or replace function private.person_of(project text, user_id text)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select a.id from public.project_attendants a where lower(a.project_id) = lower(project) and a.user_key = private.id_key(person_of.user_id)),
    (select s.account_id from public.staff_accounts s where s.kind = 'chauffeur' and lower(s.project_id) = lower(project)
      and s.user_key = private.id_key(person_of.user_id)));
$$;
comment on function private.person_of(text,text) is 'The row of a chauffeur in the list of people, else the account.';

create or replace function private.slot_of(registration public.vehicle_registrations)
  returns integer
  language sql immutable
  set search_path = ''
as $$
  select case when registration.item_1 then 1 when registration.item_2 then 2 when registration.item_3 then 3 when registration.item_4 then 4
    when registration.item_5 then 5 else 6 end;
$$;
comment on function private.slot_of(public.vehicle_registrations) is 'The slot that a registration marks.';

create or replace function private.lock_cars()
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('cars', 0)); $$;
comment on function private.lock_cars() is 'One change of cars after the other: two who change to each other''s car do not wait for each other for ever.';
grant execute on function private.lock_cars() to anon, authenticated, service_role;

create or replace function private.turn_cause()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select coalesce(nullif(current_setting('parkering.turn_cause', true), '')::jsonb, '{}'); $$;
comment on function private.turn_cause() is 'What changes a turn just now, as {id, by, ended_by, data}; empty for a call of document 2.';

create or replace function private.end_turn_row(turn uuid, ended_by text, by text, at timestamptz, returned_at timestamptz default null,
    end_km integer default null, reason text default null, event_id uuid default null, data jsonb default '{}')
  returns public.vehicle_turns
  language plpgsql
  set search_path = ''
as $$
declare
  ended public.vehicle_turns;
begin
  perform set_config('parkering.turn_cause', jsonb_build_object('id', event_id, 'by', by, 'data', data)::text, true);
  update public.vehicle_turns t set ended_by = end_turn_row.ended_by, ended_by_id = by, ended_at = greatest(at, t.taken_at),
      returned_at = case when end_turn_row.returned_at is not null then greatest(end_turn_row.returned_at, t.taken_at) end, end_km = end_turn_row.end_km, reason = left(end_turn_row.reason, 500)
    where t.id = turn and t.ended_at is null returning t.* into ended;
  perform set_config('parkering.turn_cause', '', true);
  return ended;
end;
$$;
comment on function private.end_turn_row(uuid,text,text,timestamptz,timestamptz,integer,text,uuid,jsonb) is 'Ends an open turn; gives no row for one that has ended.';

create or replace function private.end_due_turns()
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  due uuid;
  count integer := 0;
begin
  if exists (select from public.vehicle_turns t where t.ended_at is null and t.until <= clock_timestamp()) then
    perform private.lock_cars();
    for due in select t.id from public.vehicle_turns t where t.ended_at is null and t.until <= clock_timestamp() order by t.until loop
      perform private.end_turn_row(due, 'time', null, (select t.until from public.vehicle_turns t where t.id = due));
      count := count + 1;
    end loop;
  end if;
  return count;
end;
$$;
comment on function private.end_due_turns() is 'Ends the turns whose time is up, at that time. Gives how many.';

create or replace function private.follow_turn()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles;
  fault text;
  cause constant jsonb := private.turn_cause();
begin
  select v.* into vehicle from public.vehicles v where v.id = new.vehicle_id;
  if (tg_op = 'INSERT' and new.ended_at is not null) or (tg_op = 'UPDATE' and old.ended_at is not distinct from new.ended_at) then
    return null;
  end if;
  if new.ended_at is null then
    if new.slot <= 6 then
      insert into public.vehicle_registrations (project_id, chauffeur_id, created_at, item_1, item_2, item_3, item_4, item_5, item_6)
        select new.project_id, new.chauffeur_id, new.taken_at, new.slot = 1, new.slot = 2, new.slot = 3, new.slot = 4, new.slot = 5, new.slot = 6
        where not exists (select from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id);
    end if;
    if tg_op = 'INSERT' then
      -- The next start is the end of a turn that has no reading.
      update public.vehicle_turns t set end_km = new.start_km, km_is_estimated = true
        where new.start_km is not null and t.end_km is null and t.id = (
          select l.id from public.vehicle_turns l where l.vehicle_id = new.vehicle_id and l.id <> new.id and l.ended_at is not null
          order by l.taken_at desc, l.id desc limit 1);
    end if;
    update public.vehicles v set not_returned_by = null, odometer = coalesce(new.start_km, v.odometer) where v.id = new.vehicle_id;
    if tg_op = 'INSERT' then
      perform private.note_vehicle(vehicle, new.id, 'taken', coalesce(cause ->> 'by', new.chauffeur_id), new.taken_at,
        coalesce(cause -> 'data', '{}') || jsonb_build_object('chauffeur', new.chauffeur_id, 'start_km', new.start_km));
    end if;
  else
    delete from public.vehicle_registrations r
      where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id and private.slot_of(r) = new.slot;
    select f.text into fault from public.vehicle_faults f
      where f.vehicle_id = new.vehicle_id and f.fixed_at is null and f.severity = 'not_to_be_driven' order by f.reported_at limit 1;
    update public.vehicles v set
        state = case when v.state = 'in_service' and fault is not null then 'out_of_service' else v.state end,
        state_reason = case when v.state = 'in_service' and fault is not null then left(fault, 500) else v.state_reason end,
        not_returned_by = case when new.ended_by = 'time' then new.chauffeur_id end,
        odometer = coalesce(new.end_km, v.odometer)
      where v.id = new.vehicle_id;
    perform private.note_vehicle(vehicle, new.id, 'ended', new.ended_by_id, new.ended_at, coalesce(cause -> 'data', '{}')
      || jsonb_build_object('ended_by', new.ended_by, 'reason', new.reason, 'end_km', new.end_km, 'odometer_before', vehicle.odometer),
      (cause ->> 'id')::uuid);
  end if;
  return null;
end;
$$;
comment on function private.follow_turn() is
  'Keeps registrations, the register and the history in step with turns: a car is taken, or is free, out of service where a fault forbids driving.';

create or replace function private.follow_registration()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  registration constant public.vehicle_registrations := coalesce(new, old);
  held constant integer := private.slot_of(registration);
  vehicle public.vehicles;
  actor record;
  open_turn uuid;
begin
  if tg_op = 'DELETE' then
    select t.id into open_turn from public.vehicle_turns t
      where t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id and t.slot = held and t.ended_at is null;
    if open_turn is not null then
      select w.kind, w.id into actor from private.who_acts() w;
      perform private.end_turn_row(open_turn, coalesce(private.turn_cause() ->> 'ended_by', case actor.kind when 'chauffeur-admin' then 'removed' else 'chauffeur' end),
        actor.id, clock_timestamp(), case when actor.kind is distinct from 'chauffeur-admin' then clock_timestamp() end);
    end if;
    return null;
  end if;
  select v.* into vehicle from public.vehicles v where v.project_id = registration.project_id and v.slot = held and v.state <> 'retired';
  if vehicle.id is null or exists (select from public.vehicle_turns t
    where t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id and t.slot = held and t.ended_at is null)
  then
    return null;
  end if;
  -- A registration says who has a car: an open turn beside it is over.
  perform private.end_turn_row(t.id, 'moved', t.chauffeur_id, clock_timestamp(), clock_timestamp()) from public.vehicle_turns t
    where t.ended_at is null and (t.vehicle_id = vehicle.id or (t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id));
  insert into public.vehicle_turns (project_id, vehicle_id, slot, chauffeur_id, person_id, taken_at, until)
    select registration.project_id, vehicle.id, held, registration.chauffeur_id, private.person_of(registration.project_id, registration.chauffeur_id), taken.at, taken.at + hours.of_turn
    from (select clock_timestamp()) taken (at),
      (select make_interval(hours => (private.taxi_settings_of(registration.project_id)).max_hours)) hours (of_turn);
  return null;
end;
$$;
comment on function private.follow_registration() is 'Keeps turns in step with registrations that come and go by the table API (document 2 §7).';

create or replace function private.keep_cars_in_service()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held constant integer := private.slot_of(new);
  vehicle public.vehicles;
begin
  -- The policy refuses strangers after this trigger: until then they are not told why a car is out of service.
  if private.is_hardened() and coalesce((select auth.role()), '') in ('anon', 'authenticated')
    and coalesce(new.site_id::text, new.project_id) <> all (private.own_places('chauffeur')) then
    return new;
  end if;
  perform private.lock_cars();
  perform private.start_vehicles(new.project_id);
  select v.* into vehicle from public.vehicles v where v.project_id = new.project_id and v.slot = held
    order by v.state = 'retired' limit 1;
  -- A code that no register can have is refused by the table.
  if vehicle.state = 'retired' or (vehicle.id is null and exists (select from public.vehicles v where v.project_id = new.project_id)) then
    perform private.refuse('no-such-car', 'slot');
  elsif vehicle.state = 'out_of_service' then
    perform private.refuse('car-out-of-service', 'slot', array[coalesce(vehicle.state_reason, '-')]);
  end if;
  perform private.end_due_turns();
  return new;
end;
$$;
comment on function private.keep_cars_in_service() is 'Nobody takes a car that is out of service, by whatever way; a turn whose time is up does not keep its car.';

create or replace function private.lock_cars_first()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.lock_cars();
  return null;
end;
$$;
comment on function private.lock_cars_first() is 'A removal of registrations waits for its turn before it holds a row.';

create or replace function private.free_car_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  open_turn uuid;
begin
  for open_turn in select t.id from public.vehicle_turns t
    where t.project_id = old.project_id and private.id_key(t.chauffeur_id) = old.user_key and t.ended_at is null
  loop
    perform private.lock_cars();
    perform private.end_turn_row(open_turn, 'removed', (select w.id from private.who_acts() w), clock_timestamp());
  end loop;
  return null;
end;
$$;
comment on function private.free_car_of_removed() is 'The car of a chauffeur who is removed is free.';
