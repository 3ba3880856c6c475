-- Checks of the ambulance's vehicles by their crews (document 5 §7). Vehicles and faults are those of §4.

create table public.checklist_items (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  text text not null,
  kind text default 'ok' not null,
  minimum numeric,
  is_critical boolean default false not null,
  sort_order integer default 0 not null,
  is_active boolean default true not null,
  constraint checklist_items_pkey primary key (id),
  constraint checklist_items_text_length check (text ~ '\S' and length(text) <= 200),
  constraint checklist_items_kind check (kind in ('ok', 'number', 'date')),
  constraint checklist_items_minimum check (minimum is null or (kind = 'number' and minimum between 0 and 9999999)),
  constraint checklist_items_moments check (private.is_moment(created_at))
);

comment on table public.checklist_items is 'What a crew of the ambulance looks at in its vehicle, in its order.';
comment on column public.checklist_items.minimum is 'A number below it is a fault; null: every number is right.';
comment on column public.checklist_items.is_critical is 'A fault of the item takes the vehicle out of service.';

alter table public.checklist_items enable row level security;

create policy "Ambulance staff read the checklist" on public.checklist_items
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create trigger checklist_items_write_trail after insert or delete or update on public.checklist_items for each row execute function private.write_trail('ASE');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('checklist_items', 'select', 'select', '', 'select', 'select');

create table public.vehicle_checks (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  vehicle_id uuid not null,
  turn_id uuid,
  person_id uuid not null,
  employee_id text not null,
  started_at timestamptz not null,
  done_at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  is_odd boolean default false not null,
  km integer,
  answers jsonb default '[]'::jsonb not null,
  result text not null,
  constraint vehicle_checks_pkey primary key (id),
  constraint vehicle_checks_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id),
  constraint vehicle_checks_employee_id_length check (length(employee_id) <= 50),
  constraint vehicle_checks_km check (km between 0 and 9999999),
  constraint vehicle_checks_answers check (jsonb_typeof(answers) = 'array' and jsonb_array_length(answers) <= 100),
  constraint vehicle_checks_result check (result in ('ready', 'remarks', 'not_ready')),
  constraint vehicle_checks_ends_later check (done_at >= started_at),
  constraint vehicle_checks_moments check (private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(done_at) and private.is_moment(received_at))
);

comment on table public.vehicle_checks is 'Checks of vehicles as their crews sent them; only added to.';
comment on column public.vehicle_checks.person_id is 'The row in the list of employees: who gets an old ID later has checked nothing.';
comment on column public.vehicle_checks.is_odd is 'The phone''s clock was wrong: the nearest time that fits was taken.';
comment on column public.vehicle_checks.answers is 'Of each item its text, kind and minimum as they were, the result and the note.';

create index vehicle_checks_vehicle_newest_idx on public.vehicle_checks (vehicle_id, done_at desc, id desc);
create index vehicle_checks_newest_idx on public.vehicle_checks (done_at desc, id desc);

alter table public.vehicle_checks enable row level security;

create policy "Employees read own checks, the ambulance admin all" on public.vehicle_checks
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

create trigger vehicle_checks_only_grow before update on public.vehicle_checks
  for each row when (to_jsonb(old) - '{created_at}'::text[] is distinct from to_jsonb(new) - '{created_at}'::text[])
  execute function private.keep_status_events();
create trigger vehicle_checks_write_trail after insert or delete or update on public.vehicle_checks for each row execute function private.write_trail('ASE');

alter publication supabase_realtime add table public.vehicle_checks;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_checks', 'select', 'select', '', 'select', 'select');

create or replace function private.set_checklist(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  keys constant text[] := '{id,text,kind,minimum,is_critical,is_active}';
  wanted jsonb;
  stored jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('checklist', 0));
  if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 100 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  begin
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'text', btrim(r.text), 'kind', r.kind, 'minimum', r.minimum,
      'is_critical', coalesce(r.is_critical, false), 'is_active', coalesce(r.is_active, true)) order by l.n), '[]') into wanted
      from jsonb_array_elements(list) with ordinality l (value, n), jsonb_populate_record(null::public.checklist_items, l.value) r;
    select coalesce(jsonb_agg((select jsonb_object_agg(k, to_jsonb(i) -> k) from unnest(keys) k) order by i.sort_order, i.id), '[]') into stored
      from public.checklist_items i;
    if wanted = stored then
      return jsonb_build_object('outcome', 'unchanged');
    elsif stored is distinct from (select coalesce(jsonb_agg((select jsonb_object_agg(k, e.value -> k) from unnest(keys) k) order by e.n), '[]')
      from jsonb_array_elements(private.list_in(expected, 'expected')) with ordinality e (value, n)) then
      return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('checklist_items', null);
    end if;
    -- A check keeps the text of its items, so that nothing refers to one that goes.
    delete from public.checklist_items i where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = i.id::text);
    insert into public.checklist_items as i (id, text, kind, minimum, is_critical, is_active, sort_order)
      select r.id, r.text, r.kind, r.minimum, r.is_critical, r.is_active, w.n
      from jsonb_array_elements(wanted) with ordinality w (value, n), jsonb_populate_record(null::public.checklist_items, w.value) r
      on conflict (id) do update set text = excluded.text, kind = excluded.kind, minimum = excluded.minimum,
        is_critical = excluded.is_critical, is_active = excluded.is_active, sort_order = excluded.sort_order;
  exception when data_exception or integrity_constraint_violation or cardinality_violation then
    perform private.refuse('unreadable-checklist', 'list');
  end;
  return jsonb_build_object('outcome', 'set');
end;
$$;
comment on function private.set_checklist(jsonb,jsonb) is 'The checklist of the ambulance''s vehicles in its order.';

create or replace function private.checked_item(said jsonb, day date)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  item public.checklist_items;
  -- A phone without a network answers the list that it has: its words and limits are what the crew read.
  words text;
  kind text;
  minimum numeric;
  result constant text := btrim(said ->> 'result');
  note constant text := nullif(btrim(said ->> 'note'), '');
begin
  select i.* into item from public.checklist_items i where i.id = (said ->> 'item_id')::uuid;
  words := coalesce(nullif(btrim(said ->> 'text'), ''), item.text);
  kind := coalesce(said ->> 'kind', item.kind, 'ok');
  minimum := case when kind = 'number' then coalesce((said ->> 'minimum')::numeric, item.minimum) end;
  if words is null or length(words) > 200 or length(note) > 2000 or minimum not between 0 and 9999999
    or coalesce(result, '') !~ (case kind when 'ok' then '^(ok|fault)$' when 'number' then '^\d{1,7}(\.\d{1,3})?$' when 'date' then '^\d{4}-\d\d-\d\d$' else '$.' end)
    or (kind = 'date' and not private.is_moment(result::date::timestamptz)) then
    perform private.refuse('unreadable-check', 'answers');
  end if;
  return jsonb_build_object('item_id', said ->> 'item_id', 'text', words, 'kind', kind, 'minimum', minimum,
    -- Critical is what either the phone's list or the admin's holds to be critical.
    'is_critical', coalesce(item.is_critical, false) or coalesce((said ->> 'is_critical')::boolean, false), 'result', result, 'note', note,
    'is_fault', case kind when 'ok' then result = 'fault' when 'number' then result::numeric < coalesce(minimum, 0) else result::date < day end);
end;
$$;
comment on function private.checked_item(jsonb,date) is
  'An answer of a check with its item as the crew read it, and whether it is a fault: `Fault`, a number below the minimum, a date that has passed.';

create or replace function private.fault_in_words(answer jsonb)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select left(concat_ws(': ', answer ->> 'text', nullif(concat_ws(' · ',
    case when answer ->> 'kind' <> 'ok' then (answer ->> 'result') || coalesce(' (at least ' || (answer ->> 'minimum') || ')', '') end,
    answer ->> 'note'), '')), 2000);
$$;
comment on function private.fault_in_words(jsonb) is 'The text of the fault that an answer becomes.';

create or replace function public.check_vehicle("check" jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  given public.vehicle_checks;
  clock_error_ms integer;
  answer jsonb;
  vehicle public.vehicles;
  started private.stamp;
  done private.stamp;
  said jsonb;
  fault public.vehicle_faults;
  faults jsonb := '[]';
begin
  begin
    given := jsonb_populate_record(null::public.vehicle_checks, "check");
    clock_error_ms := ("check" ->> 'clock_error_ms')::integer;
  exception when data_exception then
    perform private.refuse('unreadable-check', 'check');
  end;
  if given.id is null or given.vehicle_id is null or given.km not between 0 and 9999999 or jsonb_array_length(private.list_in(given.answers, 'answers')) > 100
    or not private.is_moment(given.started_at) or not private.is_moment(given.done_at) then
    perform private.refuse('unreadable-check', 'check');
  end if;
  answer := private.answer_of(given.id, 'check_vehicle', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select v.* into vehicle from public.vehicles v where v.id = given.vehicle_id and private.is_at(v.site_id, v.project_id, private.site_of('ASE'), 'ASE') for update;
  if vehicle.id is null then
    perform private.refuse('no-such-car-en', 'vehicle_id');
  elsif exists (select from public.vehicle_checks c where c.id = given.id) then
    perform private.refuse('event-used', 'id');
  end if;
  -- A check is kept whatever became of its turn: a second phone's id means the turn that it was answered with.
  given.turn_id := (select t.id from public.work_turns t where t.person_id = worker.person
    and t.id = coalesce((select i.turn_id from private.work_turn_ids i where i.id = given.turn_id), given.turn_id));
  done := private.stamp_of(given.done_at, clock_error_ms, clock_timestamp() - interval '7 days');
  started := private.stamp_of(coalesce(given.started_at, given.done_at), clock_error_ms, clock_timestamp() - interval '7 days');
  begin
    select coalesce(jsonb_agg(private.checked_item(a.value, private.day_of(done.at)) order by a.n), '[]') into given.answers
      from jsonb_array_elements(private.list_in(given.answers, 'answers')) with ordinality a (value, n);
  exception when data_exception then
    perform private.refuse('unreadable-check', 'answers');
  end;
  given.result := case
    when exists (select from jsonb_array_elements(given.answers) a where (a.value ->> 'is_fault')::boolean and (a.value ->> 'is_critical')::boolean) then 'not_ready'
    when exists (select from jsonb_array_elements(given.answers) a where (a.value ->> 'is_fault')::boolean) then 'remarks'
    else 'ready' end;
  insert into public.vehicle_checks (id, vehicle_id, turn_id, person_id, employee_id, started_at, done_at, received_at, is_odd, km, answers, result)
    values (given.id, vehicle.id, given.turn_id, worker.person, worker.id, least(started.at, done.at), done.at, done.received,
      done.is_odd or started.is_odd or started.at > done.at, given.km, given.answers, given.result);
  perform private.note_vehicle(vehicle, given.turn_id, 'checked', worker.id, done.at, jsonb_build_object('check_id', given.id, 'result', given.result, 'km', given.km));
  for said in select a.value from jsonb_array_elements(given.answers) with ordinality a (value, n) where (a.value ->> 'is_fault')::boolean order by a.n loop
    insert into public.vehicle_faults (project_id, vehicle_id, check_id, text, severity, reported_by, reported_at)
      values (vehicle.project_id, vehicle.id, given.id, private.fault_in_words(said),
        case when (said ->> 'is_critical')::boolean then 'not_to_be_driven' else 'remark' end, worker.id, done.at)
      returning * into fault;
    perform private.note_vehicle(vehicle, given.turn_id, 'fault_reported', worker.id, done.at, jsonb_build_object('fault_id', fault.id, 'text', fault.text, 'severity', fault.severity));
    faults := faults || jsonb_build_object('id', fault.id, 'text', fault.text, 'severity', fault.severity);
  end loop;
  -- The reading of an older check that comes late is not the last known one.
  update public.vehicles v set odometer = case when v.checked_at > done.at then v.odometer else coalesce(given.km, v.odometer) end,
      checked_at = greatest(v.checked_at, done.at)
    where v.id = vehicle.id;
  perform private.take_out_for_fault(vehicle, worker.id);
  return private.keep_answer(given.id, 'check_vehicle', caller, jsonb_build_object('outcome', 'stored', 'result', given.result, 'faults', faults,
    'state', (select v.state from public.vehicles v where v.id = vehicle.id)));
end;
$$;
comment on function public.check_vehicle(jsonb,text) is
  'Keeps a crew''s check of its vehicle. What is not right becomes an open fault, and a critical one takes the vehicle out of service.';
grant execute on function public.check_vehicle(jsonb,text) to authenticated;

create or replace function private.take_out_for_fault(vehicle public.vehicles, by text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  fault constant text := private.grave_fault(vehicle.id);
begin
  update public.vehicles v set state = 'out_of_service', state_reason = left(fault, 500)
    where v.id = vehicle.id and v.state = 'in_service' and fault is not null;
  if found then
    perform private.tell_hooks('vehicle_out_of_service', 'ASE', private.site_of('ASE'), vehicle.id, null,
      jsonb_build_object('vehicle', vehicle.name, 'fault', left(fault, 200)), null, by);
  end if;
end;
$$;
comment on function private.take_out_for_fault(public.vehicles,text) is
  'Takes a vehicle with an open critical fault out of service, and tells the ambulance''s receivers once.';

create or replace function private.grave_fault(vehicle uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select f.text from public.vehicle_faults f where f.vehicle_id = vehicle and f.fixed_at is null and f.severity = 'not_to_be_driven'
  order by f.reported_at, f.created_at, f.id limit 1;
$$;
comment on function private.grave_fault(uuid) is 'The oldest open fault with which nobody drives a vehicle; null for none.';

create or replace function private.may_take_back(worker uuid, fault public.vehicle_faults)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  -- A start is what a phone says: it makes nobody the crew of an earlier turn. Colleagues are those whose turns run on the vehicle now.
  select exists (select from public.work_turns own left join public.vehicle_checks c on c.id = fault.check_id
    where own.person_id = worker and own.status = 'running' and (c.turn_id = own.id
      or (own.vehicle_id = fault.vehicle_id and (
        (c.turn_id is null and c.person_id = worker and fault.reported_at >= own.started_at)
        or exists (select from public.work_turns t where t.id = c.turn_id and t.status = 'running' and t.vehicle_id = fault.vehicle_id)))));
$$;
comment on function private.may_take_back(uuid,public.vehicle_faults) is 'Whether a person is on duty as the crew whose check found a fault.';

create or replace function public.take_back_fault(fault_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'take_back_fault', caller);
  fault public.vehicle_faults;
  checked public.vehicle_checks;
  turn public.work_turns;
  vehicle public.vehicles;
  other text;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-values', 'event_id');
  end if;
  perform private.lock_cars();
  select f.* into fault from public.vehicle_faults f where f.id = fault_id and private.is_at(f.site_id, f.project_id, private.site_of('ASE'), 'ASE') for update;
  select c.* into checked from public.vehicle_checks c where c.id = fault.check_id;
  select t.* into turn from public.work_turns t where t.person_id = worker.person and t.status = 'running';
  if fault.id is null then
    perform private.refuse('no-such-fault-en', 'fault_id');
  elsif fault.fixed_at is not null then
    answer := jsonb_build_object('outcome', 'fixed_already', 'by', fault.fixed_by, 'at', fault.fixed_at);
  elsif private.may_take_back(worker.person, fault) then
    update public.vehicle_faults f set fixed_by = worker.id, fixed_at = clock_timestamp(), is_taken_back = true where f.id = fault.id;
    select v.* into vehicle from public.vehicles v where v.id = fault.vehicle_id for update;
    other := private.grave_fault(vehicle.id);
    -- The admin's own reason to keep a vehicle off the road stays.
    if vehicle.state = 'out_of_service' and fault.severity = 'not_to_be_driven' and vehicle.state_reason = left(fault.text, 500) then
      update public.vehicles v set state = case when other is null then 'in_service' else v.state end, state_reason = left(other, 500)
        where v.id = vehicle.id returning * into vehicle;
    end if;
    perform private.note_vehicle(vehicle, turn.id, 'fault_taken_back', worker.id, clock_timestamp(), jsonb_build_object('fault_id', fault.id, 'text', fault.text), event_id);
    answer := jsonb_build_object('outcome', 'taken_back', 'state', vehicle.state);
  elsif checked.person_id = worker.person then
    answer := jsonb_build_object('outcome', 'too_late');
  else
    perform private.refuse_stranger();
  end if;
  return private.keep_answer(event_id, 'take_back_fault', caller, answer);
end;
$$;
comment on function public.take_back_fault(uuid,uuid,text) is
  'The crew takes a wrong fault of its check back while its turn runs. A vehicle that is out of service for it alone is in service again.';
grant execute on function public.take_back_fault(uuid,uuid,text) to authenticated;

create or replace function public.own_faults(acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
begin
  return jsonb_build_object('outcome', 'listed', 'faults', (
    select coalesce(jsonb_agg(f.id order by f.reported_at desc, f.id desc), '[]')
    from (select * from public.vehicle_faults f where f.project_id = 'ASE' and f.fixed_at is null
      and private.is_at(f.site_id, f.project_id, private.site_of('ASE'), 'ASE')
      order by f.reported_at desc, f.id desc limit 500) f
    where private.may_take_back(worker.person, f)));
end;
$$;
comment on function public.own_faults(text) is 'The open faults that the employee who calls may take back now.';
grant execute on function public.own_faults(text) to authenticated;

create or replace function private.erase_vehicle_checks(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone uuid[] := array(select c.id from public.vehicle_checks c where c.done_at < now() - interval '12 months' order by c.done_at limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{vehicle_checks}', gone);
  delete from public.vehicle_checks c where c.id = any (gone);
  perform set_config('parkering.erases', '', true);
  return cardinality(gone);
end;
$$;
comment on function private.erase_vehicle_checks(integer) is 'Erases checks of vehicles after 12 months, at most so many. Their faults stay. Gives their count.';

insert into private.staff_functions (function_name)
  values ('check_vehicle'), ('take_back_fault'), ('own_faults');
