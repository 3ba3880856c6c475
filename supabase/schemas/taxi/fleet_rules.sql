-- What the taxi's admin does: the register, corrections, and hours (document 5 §4). The ambulance's admin keeps its vehicles by the same rules (§7).

create or replace function private.vehicle_admin(project text, acting_as text)
  returns private.taxi_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.taxi_actor;
begin
  if upper(project) = 'ASE' then
    actor.project := 'ASE';
    actor.kind := 'ase-admin';
    actor.id := private.ase_admin(acting_as);
  else
    actor := private.taxi_staff(project, acting_as, '{chauffeur-admin}');
  end if;
  return actor;
end;
$$;
comment on function private.vehicle_admin(text,text) is 'The admin of a project''s vehicles who calls; refused for everybody else.';

create or replace function private.change_of_vehicle(vehicle public.vehicles, keys jsonb)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', (select jsonb_object_agg(k, to_jsonb(vehicle) -> k) from jsonb_object_keys(keys) k),
    'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.vehicle_events e where e.vehicle_id = vehicle.id and e.kind in ('changed', 'odometer_corrected')
    order by e.at desc, e.id desc limit 1) e on true;
$$;
comment on function private.change_of_vehicle(public.vehicles,jsonb) is 'The answer to a change that somebody else was faster than.';

create or replace function public.set_vehicle(vehicle jsonb, event_id uuid, expected jsonb, end_turn boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  stored public.vehicles := (select v from public.vehicles v where v.id = (vehicle ->> 'id')::uuid);
  actor private.taxi_actor := private.vehicle_admin(coalesce(stored.project_id, vehicle ->> 'project_id'), acting_as);
  is_ambulance constant boolean := actor.project = 'ASE';
  answer jsonb := private.answer_of(event_id, 'set_vehicle', private.id_key(actor.id));
  changes constant jsonb := vehicle - '{id,project_id}'::text[];
  wanted public.vehicles;
  turn public.vehicle_turns;
  faults jsonb;
begin
  if answer is not null then
    return answer;
  elsif coalesce(changes, '{}') = '{}' or exists (select from jsonb_object_keys(changes) k
    where k not in ('slot', 'name', 'plate', 'model', 'state', 'state_reason')) or vehicle ->> 'id' is null then
    perform private.refuse('unreadable-values', 'vehicle');
  end if;
  perform private.lock_cars();
  perform private.start_vehicles(actor.project);
  perform private.end_due_turns();
  select v.* into stored from public.vehicles v where v.id = (vehicle ->> 'id')::uuid for update;
  wanted := jsonb_populate_record(stored, changes || jsonb_build_object(
    'plate', case when changes ? 'plate' then nullif(upper(btrim(changes ->> 'plate')), '') else stored.plate end));
  if stored.id is null then
    wanted.id := (vehicle ->> 'id')::uuid;
    wanted.project_id := actor.project;
    wanted.model := coalesce(wanted.model, case when is_ambulance then 'Ambulance' else 'Volvo V90' end);
    wanted.state := coalesce(wanted.state, 'in_service');
    wanted.created_at := now();
    wanted.updated_at := now();
  end if;
  if coalesce(wanted.name, '') !~ '\S' or length(wanted.name) > 50 or length(wanted.plate) > 20 or coalesce(wanted.model, '') !~ '\S'
    or length(wanted.model) > 100 or (wanted.slot is null) <> is_ambulance or wanted.slot not between 1 and 40
    or wanted.state not in ('in_service', 'out_of_service', 'retired') then
    perform private.refuse('unreadable-values', 'vehicle');
  elsif wanted.state = 'out_of_service' and coalesce(wanted.state_reason, '') !~ '\S' then
    perform private.refuse(case when is_ambulance then 'no-reason' else 'no-note' end, 'state_reason');
  elsif wanted.state <> 'out_of_service' then
    wanted.state_reason := null;
  end if;
  select t.* into turn from public.vehicle_turns t where t.vehicle_id = stored.id and t.ended_at is null;
  if stored.id is not null and to_jsonb(wanted) - '{plate_key}'::text[] = to_jsonb(stored) - '{plate_key}'::text[] then
    return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), jsonb_build_object('outcome', 'unchanged'));
  elsif stored.id is not null and exists (
    select from jsonb_object_keys(changes) k where coalesce(expected -> k, 'null') <> to_jsonb(stored) -> k) then
    return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), private.change_of_vehicle(stored, changes));
  elsif wanted.state <> 'retired' and exists (select from public.vehicles v
    where v.project_id = actor.project and v.slot = wanted.slot and v.state <> 'retired' and v.id <> wanted.id) then
    return jsonb_build_object('outcome', 'slot_taken', 'slot', wanted.slot);
  elsif is_ambulance and wanted.state <> 'retired' and 40 <= (
    select count(*) from public.vehicles v where v.project_id = 'ASE' and v.state <> 'retired' and v.id <> wanted.id) then
    perform private.refuse('too-many-vehicles', 'vehicle');
  elsif turn.id is not null and (wanted.state <> 'in_service' or wanted.slot <> stored.slot) and end_turn is not true then
    return jsonb_build_object('outcome', 'taken', 'by', turn.chauffeur_id, 'since', turn.taken_at);
  end if;
  select jsonb_agg(jsonb_build_object('id', f.id, 'text', f.text) order by f.reported_at) into faults from public.vehicle_faults f
    where f.vehicle_id = stored.id and f.fixed_at is null and f.severity = 'not_to_be_driven';
  if wanted.state = 'in_service' and stored.state <> 'in_service' and faults is not null then
    return jsonb_build_object('outcome', 'open_faults', 'faults', faults);
  elsif stored.state = 'retired' and wanted.state = 'in_service' then
    -- Taken up again it is looked at first.
    wanted.state := 'out_of_service';
    wanted.state_reason := case when is_ambulance then 'Not in service yet' else 'Inte i trafik än' end;
  end if;
  if turn.id is not null and (wanted.state <> 'in_service' or wanted.slot <> stored.slot) then
    perform private.end_turn_row(turn.id, 'admin', actor.id, clock_timestamp(), null, null, coalesce(wanted.state_reason, 'Bilen är ur trafik'));
    select v.odometer into wanted.odometer from public.vehicles v where v.id = wanted.id;
  end if;
  if stored.id is null then
    insert into public.vehicles (id, project_id, slot, name, plate, model, state, state_reason)
      values (wanted.id, wanted.project_id, wanted.slot, wanted.name, wanted.plate, wanted.model, wanted.state, wanted.state_reason);
  else
    update public.vehicles v set slot = wanted.slot, name = wanted.name, plate = wanted.plate, model = wanted.model, state = wanted.state,
      state_reason = wanted.state_reason where v.id = stored.id;
  end if;
  perform private.note_vehicle(wanted, null, 'changed', actor.id, clock_timestamp(),
    jsonb_build_object('to', changes, 'from', (select jsonb_object_agg(k, to_jsonb(stored) -> k) from jsonb_object_keys(changes) k)), event_id);
  answer := jsonb_build_object('outcome', 'set', 'state', wanted.state);
  return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), answer);
end;
$$;
comment on function public.set_vehicle(jsonb,uuid,jsonb,boolean,text) is
  'The admin adds a car, changes it, and puts it into or out of service. A taken car goes only when its turn may end, and none is in service with a fault that forbids driving.';
grant execute on function public.set_vehicle(jsonb,uuid,jsonb,boolean,text) to authenticated;

create or replace function public.fix_fault(fault_id uuid, event_id uuid, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fault public.vehicle_faults := (select f from public.vehicle_faults f where f.id = fault_id);
  actor private.taxi_actor := private.vehicle_admin(coalesce(fault.project_id, '157715'), acting_as);
  answer jsonb := private.answer_of(event_id, 'fix_fault', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif fault.id is null then
    perform private.refuse('no-such-fault');
  elsif length(note) > 2000 then
    perform private.refuse('unreadable-value', 'note');
  end if;
  perform private.lock_cars();
  select f.* into fault from public.vehicle_faults f where f.id = fault_id for update;
  if fault.fixed_at is not null then
    answer := jsonb_build_object('outcome', 'fixed_already', 'by', fault.fixed_by, 'at', fault.fixed_at);
  else
    update public.vehicle_faults f set fixed_by = actor.id, fixed_at = clock_timestamp(), fix_note = nullif(btrim(note), '') where f.id = fault.id;
    perform private.note_vehicle((select v from public.vehicles v where v.id = fault.vehicle_id), fault.turn_id, 'fault_fixed', actor.id,
      clock_timestamp(), jsonb_build_object('fault_id', fault.id, 'note', nullif(btrim(note), '')), event_id);
    answer := jsonb_build_object('outcome', 'fixed');
  end if;
  return private.keep_answer(event_id, 'fix_fault', private.id_key(actor.id), answer);
end;
$$;
comment on function public.fix_fault(uuid,uuid,text,text) is 'The admin says that a fault is mended. The car stays out of service until the admin puts it in.';
grant execute on function public.fix_fault(uuid,uuid,text,text) to authenticated;

create or replace function public.correct_odometer(vehicle_id uuid, event_id uuid, expected jsonb, odometer integer, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles := (select v from public.vehicles v where v.id = correct_odometer.vehicle_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(vehicle.project_id, '157715'), acting_as, '{chauffeur-admin}');
  answer jsonb := private.answer_of(event_id, 'correct_odometer', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif vehicle.id is null then
    perform private.refuse('no-such-car');
  elsif odometer is null then
    perform private.refuse('no-reading', 'odometer');
  elsif coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse('no-note', 'reason');
  end if;
  perform private.reading(odometer, 'odometer');
  perform private.lock_cars();
  select v.* into vehicle from public.vehicles v where v.id = vehicle.id for update;
  if vehicle.odometer = correct_odometer.odometer then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif coalesce(expected -> 'odometer', 'null') <> coalesce(to_jsonb(vehicle.odometer), 'null') then
    answer := private.change_of_vehicle(vehicle, '{"odometer": 0}');
  else
    update public.vehicles v set odometer = correct_odometer.odometer where v.id = vehicle.id;
    perform private.note_vehicle(vehicle, null, 'odometer_corrected', actor.id, clock_timestamp(),
      jsonb_build_object('from', vehicle.odometer, 'to', correct_odometer.odometer, 'reason', reason), event_id);
    answer := jsonb_build_object('outcome', 'set');
  end if;
  return private.keep_answer(event_id, 'correct_odometer', private.id_key(actor.id), answer);
end;
$$;
comment on function public.correct_odometer(uuid,uuid,jsonb,integer,text,text) is 'The admin corrects the reading of a car, with a reason.';
grant execute on function public.correct_odometer(uuid,uuid,jsonb,integer,text,text) to authenticated;

create or replace function public.correct_turn_km(turn_id uuid, event_id uuid, expected jsonb, start_km integer, end_km integer, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as, '{chauffeur-admin}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'correct_turn_km', private.id_key(actor.id));
  shown constant jsonb := jsonb_build_object('start_km', expected -> 'start_km', 'end_km', expected -> 'end_km');
  stored jsonb;
begin
  if answer is not null then
    return answer;
  elsif coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse('no-note', 'reason');
  end if;
  perform private.reading(start_km, 'start_km'), private.reading(end_km, 'end_km');
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  stored := jsonb_build_object('start_km', turn.start_km, 'end_km', turn.end_km);
  if turn.ended_at is null and end_km is not null then
    perform private.refuse('no-reading', 'end_km');
  elsif stored = jsonb_build_object('start_km', start_km, 'end_km', end_km) then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif jsonb_strip_nulls(stored) <> jsonb_strip_nulls(shown) then
    answer := (select jsonb_build_object('outcome', 'changed', 'now', stored, 'by', e.by, 'at', e.at) from (select) one left join lateral (
      select e.by, e.at from public.vehicle_events e where e.turn_id = turn.id order by e.received_at desc limit 1) e on true);
  else
    update public.vehicle_turns t set start_km = correct_turn_km.start_km, end_km = correct_turn_km.end_km,
        km_is_estimated = t.km_is_estimated and correct_turn_km.end_km is not distinct from t.end_km
      where t.id = turn_id returning t.* into turn;
    update public.vehicles v set odometer = coalesce(turn.end_km, turn.start_km, v.odometer) where v.id = turn.vehicle_id
      and not exists (select from public.vehicle_turns l where l.vehicle_id = v.id and l.taken_at > turn.taken_at);
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'km_corrected', actor.id, clock_timestamp(),
      jsonb_build_object('from', stored, 'to', jsonb_build_object('start_km', start_km, 'end_km', end_km), 'reason', reason), event_id);
    answer := jsonb_build_object('outcome', 'set', 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'correct_turn_km', private.id_key(actor.id), answer);
end;
$$;
comment on function public.correct_turn_km(uuid,uuid,jsonb,integer,integer,text,text) is 'The admin corrects the readings of a turn, with a reason.';
grant execute on function public.correct_turn_km(uuid,uuid,jsonb,integer,integer,text,text) to authenticated;

create or replace function public.taxi_hours(project text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.taxi_actor := private.taxi_staff(project, acting_as, '{chauffeur-admin}');
  starts constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  perform private.check_period("from", "to", 'to');
  return jsonb_build_object('outcome', 'told', 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('chauffeur', r.chauffeur_id, 'turns', r.turns, 'hours', r.hours, 'km', r.km, 'without_km', r.without_km)
      order by r.chauffeur_id nulls last)
    from (
      select t.chauffeur_id, count(*) filter (where t.taken_at >= starts) as turns,
        round((sum(extract(epoch from least(t.ended_at, ends) - greatest(t.taken_at, starts))) / 3600)::numeric, 2) as hours,
        coalesce(sum(t.km) filter (where t.taken_at >= starts), 0) as km,
        count(*) filter (where t.taken_at >= starts and t.km is null) as without_km
      from public.vehicle_turns t
      where t.project_id = actor.project and t.ended_at > starts and t.taken_at < ends
      group by t.chauffeur_id, t.person_id
      union all
      -- Kilometres that nobody drove.
      select null, count(*), 0, sum(t.gap_km), 0 from public.vehicle_turns t
      where t.project_id = actor.project and t.taken_at >= starts and t.taken_at < ends and t.gap_km is not null
      having count(*) > 0
    ) r), '[]'));
end;
$$;
comment on function public.taxi_hours(text,date,date,text) is
  'Turns, hours and kilometres of chauffeurs in a period, by ended turns. Hours over midnight are each day''s, in the company''s zone; a turn and its kilometres are the day''s on which it began. A row without a chauffeur has the kilometres that nobody drove.';
grant execute on function public.taxi_hours(text,date,date,text) to authenticated;

create or replace function private.erase_taxi(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  turns integer;
  events integer;
  faults integer;
begin
  delete from public.vehicle_turns t where t.id in (
    select o.id from public.vehicle_turns o where o.ended_at < now() - interval '24 months' order by o.ended_at limit most);
  get diagnostics turns = row_count;
  delete from public.vehicle_events e where e.id in (
    select o.id from public.vehicle_events o where o.at < now() - interval '24 months' order by o.at limit most);
  get diagnostics events = row_count;
  delete from public.vehicle_faults f where f.id in (
    select o.id from public.vehicle_faults o where o.fixed_at < now() - interval '24 months' order by o.fixed_at limit most);
  get diagnostics faults = row_count;
  -- Their files go with the sweep: no row names them any more.
  update public.vehicle_faults f set photos = '{}' where f.id in (
    select o.id from public.vehicle_faults o where o.fixed_at < now() - interval '6 months' and o.photos <> '{}' limit most);
  return greatest(turns, events, faults);
end;
$$;
comment on function private.erase_taxi(integer) is 'Erases turns, with what was asked and done in them, and fixed faults after 24 months, their photos after 6, at most so many rows of each. Gives the largest count.';

insert into private.staff_functions (function_name)
  values ('set_vehicle');

insert into private.staff_functions (function_name)
  values ('fix_fault');

insert into private.staff_functions (function_name)
  values ('correct_odometer');

insert into private.staff_functions (function_name)
  values ('correct_turn_km');

insert into private.staff_functions (function_name)
  values ('taxi_hours');
