-- The ambulance's plan: shifts, who is on them, places given away, and all that was done (document 5 §7).

create table public.planned_shifts (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  position text,
  vehicle_id uuid,
  station text,
  places integer default 1 not null,
  note text,
  published_at timestamptz,
  cancelled_at timestamptz,
  series_id uuid,
  constraint planned_shifts_pkey primary key (id),
  constraint planned_shifts_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint planned_shifts_times check (ends_at > starts_at and ends_at <= starts_at + interval '48 hours'),
  constraint planned_shifts_position_length check (position ~ '\S' and length(position) <= 200),
  constraint planned_shifts_station_length check (station ~ '\S' and length(station) <= 200),
  constraint planned_shifts_places check (places between 1 and 20),
  constraint planned_shifts_note_length check (note ~ '\S' and length(note) <= 2000),
  constraint planned_shifts_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(starts_at) and private.is_moment(ends_at) and private.is_moment(published_at) and private.is_moment(cancelled_at))
);

comment on table public.planned_shifts is 'Planned shifts of the ambulance. Shifts of one vehicle and time are one crew.';
comment on column public.planned_shifts.position is 'Null: anybody may take a place.';
comment on column public.planned_shifts.updated_at is 'Changes with each place and offer too, so that colleagues hear that a place was taken or left.';

create index planned_shifts_starts_idx on public.planned_shifts (starts_at, id);
create index planned_shifts_oldest_idx on public.planned_shifts (ends_at);
create index planned_shifts_vehicle_id_idx on public.planned_shifts (vehicle_id) where vehicle_id is not null;

alter table public.planned_shifts enable row level security;

create policy "Employees read published shifts, the ambulance admin all" on public.planned_shifts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (published_at is not null and (select private.own_employee_id()) is not null)
    or (select private.is_kind('ase-admin')));

create trigger planned_shifts_touch_updated_at before update on public.planned_shifts for each row execute function private.touch_updated_at();
create trigger planned_shifts_write_trail after insert or delete or update on public.planned_shifts for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.planned_shifts;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('planned_shifts', 'select', 'select', '', 'select', 'select');

create table public.shift_places (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  shift_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  name text,
  state text not null,
  confirmed_at timestamptz,
  came_at timestamptz,
  by text,
  at timestamptz default now() not null,
  reason text,
  constraint shift_places_pkey primary key (id),
  constraint shift_places_shift_id_fkey foreign key (shift_id) references public.planned_shifts(id) on delete cascade,
  constraint shift_places_state check (state in ('asked', 'assigned', 'refused', 'left', 'absent', 'removed', 'cancelled', 'lapsed')),
  -- Colleagues read who is on a shift, and nothing of why.
  constraint shift_places_no_reason check (state not in ('asked', 'assigned', 'absent') or reason is null),
  constraint shift_places_lengths check (length(employee_id) <= 50 and length(name) <= 200 and length(by) <= 320 and length(reason) <= 500),
  constraint shift_places_moments check (private.is_moment(created_at) and private.is_moment(confirmed_at) and private.is_moment(came_at) and private.is_moment(at))
);

comment on table public.shift_places is 'Places on planned shifts: who asked for one, has it, or had it. A shift never has more assigned places than its number.';
comment on column public.shift_places.person_id is 'The row in the list of employees: who gets an old ID later does not get the places.';
comment on column public.shift_places.confirmed_at is 'Null: the shift''s times changed, and its holder has not confirmed them.';
comment on column public.shift_places.came_at is 'When its holder started the shift on the clock; null: nobody came yet.';

create unique index shift_places_own_key on public.shift_places (shift_id, person_id) where state in ('asked', 'assigned');
create index shift_places_shift_idx on public.shift_places (shift_id, at);
create index shift_places_person_idx on public.shift_places (person_id, at);

alter table public.shift_places enable row level security;

create policy "Employees read own places and who is on shifts, the admin all" on public.shift_places
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and (person_id = (select private.own_clock_person())
      or (state = 'assigned' and exists (select from public.planned_shifts s where s.id = shift_id and s.published_at is not null))))
    or (select private.is_kind('ase-admin')));

create trigger shift_places_tell_shift after insert or update of state, confirmed_at on public.shift_places
  for each row execute function private.touch_shift();
create trigger shift_places_write_trail after insert or delete or update on public.shift_places for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.shift_places;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_places', 'select', 'select', '', 'select', 'select');

create table public.shift_offers (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  shift_id uuid not null,
  place_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  name text,
  to_person_id uuid,
  to_employee_id text,
  state text not null,
  reason text,
  agreed_person_id uuid,
  agreed_by text,
  decided_by text,
  constraint shift_offers_pkey primary key (id),
  constraint shift_offers_shift_id_fkey foreign key (shift_id) references public.planned_shifts(id) on delete cascade,
  constraint shift_offers_place_id_fkey foreign key (place_id) references public.shift_places(id) on delete cascade,
  constraint shift_offers_state check (state in ('open', 'proposed', 'agreed', 'declined', 'done', 'refused', 'withdrawn', 'lapsed')),
  constraint shift_offers_agreed check (state not in ('agreed', 'done') or agreed_person_id is not null),
  constraint shift_offers_proposed check (state <> 'proposed' or to_person_id is not null),
  constraint shift_offers_lengths check (length(employee_id) <= 50 and length(name) <= 200 and length(to_employee_id) <= 50 and length(reason) <= 500 and length(agreed_by) <= 50 and length(decided_by) <= 320),
  constraint shift_offers_moments check (private.is_moment(created_at))
);

comment on table public.shift_offers is 'Places that their holders give away. Until `done` the holder is responsible.';
comment on column public.shift_offers.to_employee_id is 'Null: whoever may.';

create unique index shift_offers_open_key on public.shift_offers (place_id) where state in ('open', 'proposed', 'agreed');
create index shift_offers_shift_idx on public.shift_offers (shift_id);
create index shift_offers_place_idx on public.shift_offers (place_id);

alter table public.shift_offers enable row level security;

create policy "Employees read offers open to them, the ambulance admin all" on public.shift_offers
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null
      and (state = 'open' or (select private.own_clock_person()) in (person_id, to_person_id, agreed_person_id)))
    or (select private.is_kind('ase-admin')));

create trigger shift_offers_tell_shift after insert or update of state on public.shift_offers
  for each row execute function private.touch_shift();
create trigger shift_offers_write_trail after insert or delete or update on public.shift_offers for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.shift_offers;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_offers', 'select', 'select', '', 'select', 'select');

create table public.shift_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  shift_id uuid not null,
  place_id uuid,
  offer_id uuid,
  person_id uuid,
  kind text not null,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null,
  constraint shift_events_pkey primary key (id),
  constraint shift_events_kind check (kind in ('planned', 'changed', 'published', 'shift_cancelled', 'asked', 'assigned', 'refused', 'left', 'absent', 'removed', 'cancelled', 'lapsed', 'confirmed', 'person_asked', 'offered', 'agreed', 'declined', 'withdrawn', 'approved', 'offer_refused', 'offer_lapsed')),
  constraint shift_events_by_length check (length(by) <= 320),
  constraint shift_events_data_size check (pg_column_size(data) <= 20000),
  constraint shift_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.shift_events is 'All that was done to shifts, places and offers, by whom and when; written by the database, only added to.';

create index shift_events_shift_idx on public.shift_events (shift_id, received_at desc, id desc);
create index shift_events_asked_idx on public.shift_events (person_id, received_at desc) where kind = 'person_asked';
create index shift_events_oldest_idx on public.shift_events (at);

alter table public.shift_events enable row level security;

create policy "Employees read what concerns them, the ambulance admin all" on public.shift_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person())
      -- Why somebody who may not take a place was placed is the admin's.
      and kind not in ('assigned', 'approved'))
    or (select private.is_kind('ase-admin')));

create trigger shift_events_only_grow before update on public.shift_events for each row execute function private.keep_status_events();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_events', 'select', 'select', '', 'select', 'select');

create or replace function private.touch_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Once in a transaction: each statement on a followed table is told, also one that finds no row.
  if exists (select from public.planned_shifts s where s.id = new.shift_id and s.updated_at <> now()) then
    update public.planned_shifts s set updated_at = now() where s.id = new.shift_id;
  end if;
  return null;
end;
$$;
comment on function private.touch_shift() is 'Everybody who follows a shift hears of its places and offers, also of those that the policies hide.';

create or replace function private.note_shift(shift uuid, kind text, by text, event_id uuid default null, place public.shift_places default null, offer public.shift_offers default null,
    data jsonb default '{}', batch uuid default null)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.shift_events (id, shift_id, place_id, offer_id, person_id, kind, by, at, data, batch_id)
    values (coalesce(event_id, gen_random_uuid()), shift, coalesce(place.id, offer.place_id), offer.id, coalesce(place.person_id, offer.person_id), kind, left(by, 320),
      clock_timestamp(), jsonb_strip_nulls(coalesce(data, '{}')), batch);
$$;
comment on function private.note_shift(uuid,text,text,uuid,public.shift_places,public.shift_offers,jsonb,uuid) is 'Adds to the history of a shift.';

create or replace function private.lock_plan()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ase plan', 0));
  perform private.lapse_begun();
end;
$$;
comment on function private.lock_plan() is
  'One change of the plan after the other: a last place goes once, and nobody gets two shifts at the same time. What is due by the clock comes first.';

create or replace function private.lapse_begun()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lapse_offers(o, null) from public.shift_offers o join public.planned_shifts s on s.id = o.shift_id
    where o.state in ('open', 'proposed', 'agreed') and s.starts_at <= clock_timestamp();
  for place in
    update public.shift_places p set state = 'lapsed', by = null, at = clock_timestamp() from public.planned_shifts s
      where s.id = p.shift_id and p.state = 'asked' and s.starts_at <= clock_timestamp() returning p.*
  loop
    perform private.note_shift(place.shift_id, 'lapsed', null, null, place);
  end loop;
end;
$$;
comment on function private.lapse_begun() is 'When a shift begins, what was asked for it and offered lapses.';

create or replace function private.lapse_offers(offer public.shift_offers, by text)
  returns void
  language sql
  set search_path = ''
as $$
  update public.shift_offers o set state = 'lapsed' where o.id = offer.id;
  select private.note_shift(offer.shift_id, 'offer_lapsed', by, null, null, offer);
  select private.tell_of_plan('shift_offered', offer.shift_id, jsonb_build_object('state', 'lapsed'), offer.employee_id);
$$;
comment on function private.lapse_offers(public.shift_offers,text) is 'An offer lapses: its shift begins, or its place changed otherwise.';

create or replace function private.lapse_offers_on(shifts uuid[], by text)
  returns void
  language sql
  set search_path = ''
as $$
  with lapsed as (
    update public.shift_offers o set state = 'lapsed' where o.shift_id = any (shifts) and o.state in ('open', 'proposed', 'agreed') returning o.*
  )
  select private.note_shift(o.shift_id, 'offer_lapsed', by, null, null, o),
    private.tell_of_plan('shift_offered', o.shift_id, jsonb_build_object('state', 'lapsed'), o.employee_id)
  from lapsed o;
$$;
comment on function private.lapse_offers_on(uuid[],text) is 'The offers of shifts that changed lapse, all in one statement.';

create or replace function private.tell_of_plan(event text, shift uuid, facts jsonb, name text default null)
  returns void
  language sql
  set search_path = ''
as $$
  select private.tell_hooks(event, 'ASE', private.site_of('ASE'), s.id, null, jsonb_strip_nulls(jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at,
    'position', s.position, 'station', s.station)) || facts, null, name)
  from public.planned_shifts s where s.id = shift;
$$;
comment on function private.tell_of_plan(text,uuid,jsonb,text) is 'Tells the ambulance''s receivers of a shift; a name goes along where it is asked for.';

create or replace function private.free_places(shift uuid)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select s.places - (select count(*) from public.shift_places p where p.shift_id = s.id and p.state = 'assigned')::integer
  from public.planned_shifts s where s.id = shift;
$$;
comment on function private.free_places(uuid) is 'How many places of a shift nobody has.';

create or replace function private.shift_objections(person uuid, shift public.planned_shifts)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(o.objection), '[]') from (
    select jsonb_build_object('code', 'overlap', 'starts_at', min(s.starts_at), 'ends_at', max(s.ends_at)) as objection
      from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
      where p.person_id = person and p.state = 'assigned' and s.starts_at < shift.ends_at and s.ends_at > shift.starts_at
      having count(*) > 0
    union all
    select jsonb_build_object('code', 'position', 'position', shift.position)
      where shift.position is not null
        and not exists (select from public.ase_positions a where a.person_id = person and a.position = shift.position)
    union all
    -- A shift until midnight has its last day before it.
    select c.value from jsonb_array_elements(private.certificate_objections(person, shift.position, private.day_of(shift.ends_at - interval '1 second'))) c (value)
  ) o;
$$;
comment on function private.shift_objections(uuid,public.planned_shifts) is 'Why somebody may not take a place on a shift, as {code, …}; empty for who may.';

create or replace function private.shift_warnings(person uuid, shift public.planned_shifts)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select case when exists (
      select from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
      where p.person_id = person and p.state = 'assigned' and s.id <> shift.id
        and s.starts_at < shift.ends_at + rest.needed and s.ends_at > shift.starts_at - rest.needed)
    or exists (
      select from public.work_turns t
      where t.person_id = person and t.ended_at <= shift.starts_at and t.ended_at > shift.starts_at - rest.needed)
    then '[{"code": "short-rest"}]'::jsonb else '[]' end
  from (select make_interval(hours => (private.clock_settings_of('ASE', 'ase-employee')).min_rest_hours) as needed) rest;
$$;
comment on function private.shift_warnings(uuid,public.planned_shifts) is 'What somebody should know before taking a place: too little rest before or after.';

create or replace function private.end_place(place public.shift_places, state text, by text, event_id uuid default null, reason text default null, batch uuid default null)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- The reason of an absence is neither asked nor kept.
  update public.shift_places p set state = end_place.state, by = left(end_place.by, 320), at = clock_timestamp(), confirmed_at = null,
      reason = nullif(btrim(end_place.reason), '')
    where p.id = place.id;
  perform private.note_shift(place.shift_id, state, by, event_id, place, null, jsonb_build_object('reason', nullif(btrim(end_place.reason), '')), batch);
  perform private.lapse_offers(o, by) from public.shift_offers o where o.place_id = place.id and o.state in ('open', 'proposed', 'agreed');
end;
$$;
comment on function private.end_place(public.shift_places,text,text,uuid,text,uuid) is 'A place is its holder''s no more, and what was offered of it lapses.';

create or replace function private.cancel_places(shifts uuid[], by text, batch uuid)
  returns void
  language sql
  set search_path = ''
as $$
  with ended as (
    update public.shift_places p set state = 'cancelled', by = left(cancel_places.by, 320), at = clock_timestamp(), confirmed_at = null, reason = null
      where p.shift_id = any (shifts) and p.state in ('asked', 'assigned') returning p.*
  )
  select private.note_shift(p.shift_id, 'cancelled', cancel_places.by, null, p, null, '{}', batch) from ended p;
$$;
comment on function private.cancel_places(uuid[],text,uuid) is 'Places of cancelled shifts are nobody''s, all in one statement.';

create or replace function private.put_place(shift uuid, place_id uuid, person public.ase_employees, by text, event_id uuid default null, data jsonb default '{}')
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
  other public.shift_places;
begin
  update public.shift_places p set state = 'assigned', by = left(put_place.by, 320), at = clock_timestamp(), confirmed_at = clock_timestamp()
    where p.shift_id = shift and p.person_id = person.id and p.state = 'asked' returning p.* into place;
  if place.id is null then
    insert into public.shift_places (id, shift_id, person_id, employee_id, name, state, by, at, confirmed_at)
      values (coalesce(place_id, gen_random_uuid()), shift, person.id, person.employee_id, person.name, 'assigned', left(put_place.by, 320), clock_timestamp(), clock_timestamp())
      returning * into place;
  end if;
  perform private.note_shift(shift, 'assigned', by, event_id, place, null, data);
  if private.free_places(shift) <= 0 then
    for other in update public.shift_places p set state = 'lapsed', by = null, at = clock_timestamp()
      where p.shift_id = shift and p.state = 'asked' returning p.* loop
      perform private.note_shift(shift, 'lapsed', null, null, other, null, '{"filled": true}');
    end loop;
  end if;
  return place;
end;
$$;
comment on function private.put_place(uuid,uuid,public.ase_employees,text,uuid,jsonb) is
  'Gives somebody a place; whoever still asks for one when the shift is full asks in vain.';

create or replace function private.count_places(person uuid, state text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
  where p.person_id = person and p.state = count_places.state and s.ends_at > now();
$$;
comment on function private.count_places(uuid,text) is 'How many places in a state somebody has on shifts that are not over.';

create or replace function private.leave_plan(person uuid, by text)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
  offer public.shift_offers;
  gaps integer := 0;
begin
  perform private.lock_plan();
  for place in select p.* from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
    where p.person_id = person and p.state in ('asked', 'assigned') and s.ends_at > clock_timestamp() order by s.starts_at, p.id loop
    perform private.end_place(place, case place.state when 'asked' then 'lapsed' else 'removed' end, by);
    gaps := gaps + (place.state = 'assigned')::integer;
  end loop;
  for offer in update public.shift_offers o set state = 'open', agreed_person_id = null, agreed_by = null, to_person_id = null, to_employee_id = null
    where o.agreed_person_id = person and o.state = 'agreed' returning o.* loop
    perform private.note_shift(offer.shift_id, 'withdrawn', by, null, null, offer);
  end loop;
  perform private.lapse_offers(o, by) from public.shift_offers o where o.to_person_id = person and o.state = 'proposed';
  return gaps;
end;
$$;
comment on function private.leave_plan(uuid,text) is 'Planned places of somebody who is deactivated or removed become gaps. Gives how many.';

create or replace function private.leave_plan_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.leave_plan(old.id, null);
  delete from public.ase_positions p where p.person_id = old.id;
  return null;
end;
$$;
comment on function private.leave_plan_of_removed() is 'A removed employee holds no place.';

create or replace function private.erase_plan(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  -- As the hours that were worked: the calendar year and the two after it.
  since constant timestamptz := private.start_of((date_trunc('year', private.day_of(now())::timestamp) - interval '2 years')::date);
  shifts uuid[] := array(select s.id from public.planned_shifts s where s.ends_at < since order by s.ends_at limit most);
  events integer;
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{planned_shifts}', shifts);
  perform private.erase_trail('{shift_places}', array(select p.id from public.shift_places p where p.shift_id = any (shifts)));
  perform private.erase_trail('{shift_offers}', array(select o.id from public.shift_offers o where o.shift_id = any (shifts)));
  delete from public.planned_shifts s where s.id = any (shifts);
  delete from public.shift_events e where e.id in (
    select o.id from public.shift_events o where o.at < since and not exists (select from public.planned_shifts s where s.id = o.shift_id)
    order by o.at limit most);
  get diagnostics events = row_count;
  perform set_config('parkering.erases', '', true);
  return greatest(cardinality(shifts), events);
end;
$$;
comment on function private.erase_plan(integer) is
  'Erases planned shifts with places, offers and history after the calendar year and the two after it, at most so many. Gives the largest count.';
