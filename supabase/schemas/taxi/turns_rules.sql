-- Rules of taking, returning and handing over a car (document 5 §4). Each is one call with an id of its caller.

create type private.taxi_actor as (
  project text,
  kind text,
  id text,
  person uuid
);

create or replace function private.taxi_staff(project text, acting_as text, kinds text[] default '{chauffeur,chauffeur-admin}')
  returns private.taxi_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.taxi_actor;
begin
  actor.project := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.kind := case when private.id_key(acting_as) = 'taxiadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
        then 'chauffeur-admin' else 'chauffeur' end;
      actor.id := case when actor.kind = any (kinds) then coalesce((select a.user_id from public.project_attendants a
        where lower(a.project_id) = lower(project) and a.user_key = private.id_key(acting_as)), acting_as) end;
    end if;
  else
    select s.kind, s.user_id into actor.kind, actor.id from private.own_staff(kinds) s
      where s.user_key = private.id_key(acting_as) and coalesce(s.site_id::text, s.project_id) = private.place_of(actor.project);
  end if;
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  actor.person := private.person_of(actor.project, actor.id);
  return actor;
end;
$$;
comment on function private.taxi_staff(text,text,text[]) is
  'The chauffeur or admin who calls a function for a project. `specified` believes the ID; `hardened` refuses one that is not the caller''s (42501).';

create or replace function private.reading(value integer, field text)
  returns integer
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if value is not null and value not between 0 and 9999999 then
    perform private.refuse('no-reading', field);
  end if;
  return value;
end;
$$;
comment on function private.reading(integer,text) is 'A reading in kilometres, or null.';

create or replace function private.fault_photos(fault jsonb)
  returns text[]
  language plpgsql stable
  set search_path = ''
as $$
declare
  photos constant text[] := array(select p.value #>> '{}' from jsonb_array_elements(private.list_in(fault -> 'photos', 'faults')) p);
begin
  if cardinality(photos) > 6 then
    perform private.refuse('too-many-fault-photos', 'faults');
  elsif exists (select from unnest(photos) p where p !~ '^[^/]{1,100}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$'
    or (not private.is_specified() and not starts_with(p, auth.uid()::text || '/'))) then
    perform private.refuse('unreadable-value', 'faults');
  end if;
  return photos;
end;
$$;
comment on function private.fault_photos(jsonb) is 'Photos that a report names. Each lies in its reporter''s own folder: who could name another''s would read it.';

create or replace function private.report_faults(vehicle public.vehicles, turn uuid, faults jsonb, by text)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
declare
  fault jsonb;
  is_grave boolean := false;
begin
  for fault in select f.value from jsonb_array_elements(private.list_in(faults, 'faults')) f limit 20 loop
    if coalesce(fault ->> 'text', '') !~ '\S' or length(fault ->> 'text') > 2000
      or coalesce(fault ->> 'severity', 'remark') not in ('remark', 'not_to_be_driven') then
      perform private.refuse('no-fault-text', 'faults');
    end if;
    insert into public.vehicle_faults (id, project_id, vehicle_id, turn_id, text, severity, reported_by, photos)
      values (coalesce((fault ->> 'id')::uuid, gen_random_uuid()), vehicle.project_id, vehicle.id, turn, fault ->> 'text',
        coalesce(fault ->> 'severity', 'remark'), by, private.fault_photos(fault))
      on conflict (id) do nothing;
    is_grave := is_grave or fault ->> 'severity' = 'not_to_be_driven';
    perform private.note_vehicle(vehicle, turn, 'fault_reported', by, clock_timestamp(), fault - '{id,photos}'::text[]);
  end loop;
  if is_grave and not exists (select from public.vehicle_turns t where t.vehicle_id = vehicle.id and t.ended_at is null) then
    update public.vehicles v set state = 'out_of_service', state_reason = left((select f.value ->> 'text' from jsonb_array_elements(faults) f
        where f.value ->> 'severity' = 'not_to_be_driven' limit 1), 500)
      where v.id = vehicle.id and v.state = 'in_service';
  end if;
  return is_grave;
end;
$$;
comment on function private.report_faults(public.vehicles,uuid,jsonb,text) is
  'Stores faults of a car. A free car with which nobody may drive goes out of service at once, a taken one when its turn ends. True for such a fault.';

create or replace function private.unaccepted(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_agg(w.value) from jsonb_array_elements(warnings) w
  where not exists (select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a.value ->> 'code' = w.value ->> 'code');
$$;
comment on function private.unaccepted(jsonb,jsonb) is 'The warnings that the caller has not accepted; null for none.';

create or replace function private.end_warnings(turn public.vehicle_turns, end_km integer)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select case
    when end_km < turn.start_km then jsonb_build_array(jsonb_build_object('code', 'odometer-lower', 'last', turn.start_km))
    when end_km > turn.start_km + 800 then jsonb_build_array(jsonb_build_object('code', 'odometer-jump', 'last', turn.start_km))
    else '[]' end;
$$;
comment on function private.end_warnings(public.vehicle_turns,integer) is 'Warnings about a reading at the end of a turn.';

create or replace function private.begin_turn(vehicle public.vehicles, turn_id uuid, chauffeur text, person uuid, start_km integer, by text, data jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  turn public.vehicle_turns;
  hours constant integer := (private.taxi_settings_of(vehicle.project_id)).max_hours;
  moment constant timestamptz := clock_timestamp();
begin
  perform set_config('parkering.turn_cause', jsonb_build_object('by', by, 'data', data)::text, true);
  insert into public.vehicle_turns (id, project_id, vehicle_id, slot, chauffeur_id, person_id, taken_at, start_km, before_km, until)
    values (turn_id, vehicle.project_id, vehicle.id, vehicle.slot, chauffeur, person, moment, start_km,
      -- The start is taken for the end of a turn without a reading: nothing lies between them.
      case when start_km is not null and not exists (select from (
          select l.end_km from public.vehicle_turns l where l.vehicle_id = vehicle.id order by l.taken_at desc, l.id desc limit 1) latest
        where latest.end_km is null) then vehicle.odometer end,
      moment + make_interval(hours => hours))
    returning * into turn;
  perform set_config('parkering.turn_cause', '', true);
  return jsonb_build_object('outcome', 'taken', 'turn', private.turn_as_json(turn));
end;
$$;
comment on function private.begin_turn(public.vehicles,uuid,text,uuid,integer,text,jsonb) is 'Begins a turn with a car that is free.';

create or replace function private.turn_as_json(turn public.vehicle_turns)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$ select to_jsonb(turn) - '{site_id,person_id,created_at}'::text[]; $$;
comment on function private.turn_as_json(public.vehicle_turns) is 'A turn as screens read it.';

create or replace function public.take_car(project text, slot integer, turn_id uuid, start_km integer, end_km integer, faults jsonb,
    accepted jsonb, acting_as text, chauffeur text default null)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor private.taxi_actor := private.taxi_staff(project, acting_as);
  answer jsonb := private.answer_of(turn_id, 'take_car', private.id_key(actor.id));
  driver text := actor.id;
  vehicle public.vehicles;
  holder public.vehicle_turns;
  own public.vehicle_turns;
  settings public.taxi_settings;
  warnings jsonb := '[]';
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  -- Who is deactivated while the call waits takes nothing, and nobody takes a car for them.
  actor := private.taxi_staff(project, acting_as);
  if chauffeur is not null and private.id_key(chauffeur) <> private.id_key(actor.id) then
    select a.user_id, a.id into driver, actor.person from public.project_attendants a
      where lower(a.project_id) = lower(actor.project) and a.user_key = private.id_key(chauffeur) and a.deactivated_at is null;
    if actor.kind <> 'chauffeur-admin' or driver is null then
      perform private.refuse_stranger();
    end if;
  elsif actor.kind <> 'chauffeur' then
    perform private.refuse_stranger();
  end if;
  perform private.start_vehicles(actor.project);
  perform private.end_due_turns();
  settings := private.taxi_settings_of(actor.project);
  select v.* into vehicle from public.vehicles v where v.project_id = actor.project and v.slot = take_car.slot and v.state <> 'retired';
  select t.* into holder from public.vehicle_turns t where t.vehicle_id = vehicle.id and t.ended_at is null;
  select t.* into own from public.vehicle_turns t where t.project_id = actor.project and t.chauffeur_id = driver and t.ended_at is null;
  if vehicle.id is null then
    perform private.refuse('no-such-car', 'slot');
  elsif vehicle.state = 'out_of_service' then
    perform private.refuse('car-out-of-service', 'slot', array[coalesce(vehicle.state_reason, '-')]);
  elsif holder.id is not null and holder.id = own.id then
    return private.keep_answer(turn_id, 'take_car', private.id_key(actor.id),
      jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(own)));
  elsif holder.id is not null then
    perform private.refuse('car-taken', 'slot');
  elsif settings.handover = 'require' and (start_km is null or (own.id is not null and end_km is null)) then
    perform private.refuse('no-reading', case when start_km is null then 'start_km' else 'end_km' end);
  end if;
  perform private.reading(start_km, 'start_km'), private.reading(end_km, 'end_km');
  warnings := case when start_km < vehicle.odometer then jsonb_build_array(jsonb_build_object('code', 'odometer-lower', 'last', vehicle.odometer))
      when start_km > vehicle.odometer + 5 then jsonb_build_array(jsonb_build_object('code', 'odometer-gap', 'last', vehicle.odometer))
      else '[]' end
    || case when own.id is null then '[]' else private.end_warnings(own, end_km) end;
  if private.unaccepted(warnings, accepted) is not null then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.unaccepted(warnings, accepted));
  end if;
  if private.report_faults(vehicle, null, faults, actor.id) then
    answer := jsonb_build_object('outcome', 'out_of_service');
  else
    if own.id is not null then
      perform private.end_turn_row(own.id, 'moved', actor.id, clock_timestamp(), clock_timestamp(), end_km);
    end if;
    answer := private.begin_turn(vehicle, turn_id, driver, actor.person, start_km, actor.id,
      jsonb_strip_nulls(jsonb_build_object('accepted', nullif(private.list_in(accepted, 'accepted'), '[]'))));
  end if;
  return private.keep_answer(turn_id, 'take_car', private.id_key(actor.id), answer);
end;
$$;
comment on function public.take_car(text,integer,uuid,integer,integer,jsonb,jsonb,text,text) is
  'Takes a car, for oneself or as the admin for a chauffeur. Who has another moves; the first car is kept whatever is refused or warned about. A fault that forbids driving begins no turn.';
grant execute on function public.take_car(text,integer,uuid,integer,integer,jsonb,jsonb,text,text) to authenticated;

create or replace function private.open_turn(turn_id uuid, acting_as text, kinds text[] default '{chauffeur,chauffeur-admin}',
    out actor private.taxi_actor, out turn public.vehicle_turns)
  language plpgsql
  set search_path = ''
as $$
begin
  select t.* into turn from public.vehicle_turns t where t.id = turn_id;
  -- Who may not know a turn is not told whether there is one.
  actor := private.taxi_staff(coalesce(turn.project_id, '157715'), acting_as, kinds);
  if turn.id is null then
    perform private.refuse('no-such-turn');
  elsif actor.kind = 'chauffeur' and not (private.id_key(turn.chauffeur_id) = private.id_key(actor.id)
    and turn.person_id is not distinct from actor.person) then
    perform private.refuse_stranger();
  end if;
end;
$$;
comment on function private.open_turn(uuid,text,text[]) is 'A turn with the person who acts on it: its chauffeur, or the admin.';

create or replace function private.told_of_end(turn public.vehicle_turns)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'ended_already', 'by', turn.ended_by_id, 'at', turn.ended_at, 'reason', coalesce(turn.reason, turn.ended_by));
$$;
comment on function private.told_of_end(public.vehicle_turns) is 'The answer to who ends a turn that has ended.';

create or replace function public.return_car(turn_id uuid, event_id uuid, at timestamptz, end_km integer, faults jsonb, acting_as text,
    accepted jsonb default '[]', clock_error_ms integer default 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'return_car', private.id_key(actor.id));
  vehicle public.vehicles;
  received constant timestamptz := clock_timestamp();
  said constant timestamptz := coalesce(at, received) - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0);
  moment timestamptz;
  warnings jsonb;
  marks jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = turn.vehicle_id;
  moment := least(greatest(said, turn.taken_at), received);
  marks := jsonb_strip_nulls(jsonb_build_object('said_at', case when moment <> said then said end,
    'clock_error_ms', case when abs(clock_error_ms) > 300000 then clock_error_ms end,
    'accepted', nullif(private.list_in(accepted, 'accepted'), '[]')));
  warnings := private.unaccepted(private.end_warnings(turn, private.reading(end_km, 'end_km')), accepted);
  if warnings is not null then
    return jsonb_build_object('outcome', 'warnings', 'warnings', warnings);
  end if;
  if turn.until <= received and turn.ended_at is null then
    perform private.end_due_turns();
    select t.* into turn from public.vehicle_turns t where t.id = turn_id;
  end if;
  if turn.ended_at is null then
    perform private.report_faults(vehicle, turn_id, faults, actor.id);
    turn := private.end_turn_row(turn_id, case actor.kind when 'chauffeur' then 'chauffeur' else 'admin' end, actor.id, moment, moment, end_km,
      null, event_id, marks);
    answer := jsonb_build_object('outcome', 'returned', 'hours', round((extract(epoch from turn.ended_at - turn.taken_at) / 3600)::numeric, 2),
      'km', turn.km, 'turn', private.turn_as_json(turn));
  else
    perform private.report_faults(vehicle, turn_id, faults, actor.id);
    update public.vehicle_turns t set returned_at = coalesce(t.returned_at, moment), end_km = coalesce(return_car.end_km, t.end_km),
        km_is_estimated = t.km_is_estimated and return_car.end_km is null
      where t.id = turn_id and (t.returned_at is null or (t.end_km is null or t.km_is_estimated) and return_car.end_km is not null);
    update public.vehicles v set not_returned_by = case when v.not_returned_by = turn.chauffeur_id then null else v.not_returned_by end,
        odometer = case when exists (select from public.vehicle_turns l where l.vehicle_id = v.id and l.taken_at > turn.taken_at) then v.odometer
          else coalesce(return_car.end_km, v.odometer) end
      where v.id = turn.vehicle_id;
    perform private.note_vehicle(vehicle, turn_id, 'returned_late', actor.id, moment, marks || jsonb_build_object('end_km', end_km), event_id);
    answer := private.told_of_end(turn);
  end if;
  return private.keep_answer(event_id, 'return_car', private.id_key(actor.id), answer);
end;
$$;
comment on function public.return_car(uuid,uuid,timestamptz,integer,jsonb,text,jsonb,integer) is
  'Gives a car back. A turn that has ended keeps its end; the reading, the faults and the time of the return are kept beside it.';
grant execute on function public.return_car(uuid,uuid,timestamptz,integer,jsonb,text,jsonb,integer) to authenticated;

create or replace function public.undo_return(turn_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'undo_return', private.id_key(actor.id));
  vehicle public.vehicles;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = turn.vehicle_id;
  if turn.ended_at is null then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(turn));
  elsif turn.ended_by not in ('chauffeur', 'admin') or turn.returned_at is null or vehicle.state <> 'in_service'
    or exists (select from public.vehicle_turns t where t.ended_at is null and (t.vehicle_id = turn.vehicle_id
      or (t.project_id = turn.project_id and t.chauffeur_id = turn.chauffeur_id)))
    -- A turn that runs on would lie over a later one: its hours would count twice.
    or exists (select from public.vehicle_turns t where t.taken_at > turn.taken_at and (t.vehicle_id = turn.vehicle_id
      or (t.project_id = turn.project_id and t.chauffeur_id = turn.chauffeur_id))) then
    answer := jsonb_build_object('outcome', 'changed', 'now', vehicle.state);
  elsif not exists (select from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
    and e.received_at >= clock_timestamp() - interval '60 seconds') then
    answer := jsonb_build_object('outcome', 'too_late', 'at', turn.ended_at);
  else
    update public.vehicle_turns t set ended_at = null, ended_by = null, ended_by_id = null, reason = null, returned_at = null, end_km = null
      where t.id = turn_id returning t.* into turn;
    update public.vehicles v set odometer = (
        select (e.data ->> 'odometer_before')::integer from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
        order by e.received_at desc limit 1)
      where v.id = vehicle.id;
    perform private.note_vehicle(vehicle, turn_id, 'undone', actor.id, clock_timestamp(), '{}', event_id);
    answer := jsonb_build_object('outcome', 'undone', 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'undo_return', private.id_key(actor.id), answer);
end;
$$;
comment on function public.undo_return(uuid,uuid,text) is
  'Takes a return back within 60 seconds, while the car is free and the chauffeur has no other: the same turn runs on.';
grant execute on function public.undo_return(uuid,uuid,text) to authenticated;

create or replace function public.end_turn(turn_id uuid, event_id uuid, reason text, end_km integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as, '{chauffeur-admin}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'end_turn', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif length(regexp_replace(coalesce(reason, ''), '\s', '', 'g')) < 5 or length(reason) > 500 then
    perform private.refuse('reason-too-short', 'reason');
  end if;
  perform private.reading(end_km, 'end_km');
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  else
    turn := private.end_turn_row(turn_id, 'admin', actor.id, clock_timestamp(), null, end_km, reason, event_id);
    answer := jsonb_build_object('outcome', 'ended', 'at', turn.ended_at, 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'end_turn', private.id_key(actor.id), answer);
end;
$$;
comment on function public.end_turn(uuid,uuid,text,integer,text) is 'The admin ends a turn with a reason.';
grant execute on function public.end_turn(uuid,uuid,text,integer,text) to authenticated;

create or replace function public.extend_turn(turn_id uuid, event_id uuid, hours integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'extend_turn', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif hours is null or hours not between 1 and 4 then
    perform private.refuse('too-many-hours', 'hours');
  end if;
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  elsif turn.until is null then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(turn));
  elsif turn.extended_hours + hours > 4 then
    perform private.refuse('too-many-hours', 'hours');
  else
    update public.vehicle_turns t set until = t.until + make_interval(hours => hours), extended_hours = t.extended_hours + hours
      where t.id = turn_id returning t.* into turn;
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn_id, 'extended', actor.id, clock_timestamp(),
      jsonb_build_object('hours', hours, 'until', turn.until), event_id);
    answer := jsonb_build_object('outcome', 'extended', 'until', turn.until, 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'extend_turn', private.id_key(actor.id), answer);
end;
$$;
comment on function public.extend_turn(uuid,uuid,integer,text) is 'A turn with an end lasts longer, by four hours in all.';
grant execute on function public.extend_turn(uuid,uuid,integer,text) to authenticated;

create or replace function public.ask_for_car(project text, slot integer, request_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor private.taxi_actor := private.taxi_staff(project, acting_as, '{chauffeur}');
  answer jsonb := private.answer_of(request_id, 'ask_for_car', private.id_key(actor.id));
  turn public.vehicle_turns;
  request public.vehicle_requests;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id
    where v.project_id = actor.project and v.slot = ask_for_car.slot and t.ended_at is null;
  if turn.id is null then
    return jsonb_build_object('outcome', 'free');
  elsif turn.chauffeur_id = actor.id then
    perform private.refuse_stranger();
  end if;
  select r.* into request from public.vehicle_requests r where r.turn_id = turn.id and r.asked_by = actor.id and r.answer is null;
  if request.id is null then
    insert into public.vehicle_requests (id, project_id, vehicle_id, turn_id, asked_by)
      values (request_id, actor.project, turn.vehicle_id, turn.id, actor.id) returning * into request;
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'asked', actor.id, request.asked_at, '{}');
  end if;
  answer := jsonb_build_object('outcome', 'asked', 'request', to_jsonb(request) - '{site_id,created_at}'::text[], 'holder', turn.chauffeur_id);
  return private.keep_answer(request_id, 'ask_for_car', private.id_key(actor.id), answer);
end;
$$;
comment on function public.ask_for_car(text,integer,uuid,text) is 'A chauffeur who stands at a car asks its holder whether they have left it. Asked again, the first question stands.';
grant execute on function public.ask_for_car(text,integer,uuid,text) to authenticated;

create or replace function public.answer_request(request_id uuid, event_id uuid, leaves boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  request public.vehicle_requests := (select r from public.vehicle_requests r where r.id = request_id);
  found_ record := private.open_turn(request.turn_id, acting_as, '{chauffeur}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'answer_request', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif leaves is null then
    perform private.refuse('unreadable-value', 'leaves');
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = request.turn_id for update;
  select r.* into request from public.vehicle_requests r where r.id = request_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  elsif request.answer is not null then
    answer := jsonb_build_object('outcome', 'answered', 'answer', request.answer, 'at', request.answered_at);
  else
    update public.vehicle_requests r set answer = case when leaves then 'leaves' else 'drives' end, answered_at = clock_timestamp()
      where r.turn_id = turn.id and r.answer is null and (leaves or r.id = request_id);
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'answered', actor.id, clock_timestamp(),
      jsonb_build_object('leaves', leaves));
    if leaves then
      perform private.end_turn_row(turn.id, 'chauffeur', actor.id, clock_timestamp(), clock_timestamp(), null, null, event_id);
    end if;
    answer := jsonb_build_object('outcome', 'answered', 'answer', case when leaves then 'leaves' else 'drives' end);
  end if;
  return private.keep_answer(event_id, 'answer_request', private.id_key(actor.id), answer);
end;
$$;
comment on function public.answer_request(uuid,uuid,boolean,text) is 'The holder of a car says that they have left it, which ends the turn, or that they drive it.';
grant execute on function public.answer_request(uuid,uuid,boolean,text) to authenticated;

create or replace function public.take_over_car(request_id uuid, turn_id uuid, event_id uuid, start_km integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  request public.vehicle_requests := (select r from public.vehicle_requests r where r.id = request_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(request.project_id, '157715'), acting_as, '{chauffeur}');
  answer jsonb := private.answer_of(event_id, 'take_over_car', private.id_key(actor.id));
  turn public.vehicle_turns;
  vehicle public.vehicles;
  settings public.taxi_settings;
  since timestamptz;
begin
  if answer is not null then
    return answer;
  elsif request.id is null or private.id_key(request.asked_by) <> private.id_key(actor.id) then
    perform private.refuse_stranger();
  end if;
  perform private.lock_cars();
  actor := private.taxi_staff(actor.project, acting_as, '{chauffeur}');
  perform private.end_due_turns();
  settings := private.taxi_settings_of(actor.project);
  select r.* into request from public.vehicle_requests r where r.id = request_id;
  select t.* into turn from public.vehicle_turns t where t.id = request.turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = request.vehicle_id;
  since := greatest(request.asked_at + interval '10 minutes', turn.taken_at + make_interval(hours => settings.takeover_hours));
  if turn.ended_at is not null then
    return private.told_of_end(turn);
  elsif request.answer is not null then
    return jsonb_build_object('outcome', 'answered', 'answer', request.answer, 'at', request.answered_at);
  elsif settings.takeover_hours is null or since > clock_timestamp() then
    return jsonb_build_object('outcome', 'too_early', 'from', case when settings.takeover_hours is not null then since end);
  elsif settings.handover = 'require' and start_km is null then
    perform private.refuse('no-reading', 'start_km');
  end if;
  perform private.reading(start_km, 'start_km');
  perform private.end_turn_row(turn.id, 'taken_over', actor.id, clock_timestamp(), null, null, null, event_id);
  perform private.end_turn_row(o.id, 'moved', actor.id, clock_timestamp(), clock_timestamp()) from public.vehicle_turns o
    where o.project_id = actor.project and o.chauffeur_id = actor.id and o.ended_at is null;
  select v.* into vehicle from public.vehicles v where v.id = request.vehicle_id;
  answer := case vehicle.state when 'in_service'
    then private.begin_turn(vehicle, turn_id, actor.id, actor.person, start_km, actor.id, jsonb_build_object('from', turn.chauffeur_id))
    else jsonb_build_object('outcome', 'out_of_service') end;
  return private.keep_answer(event_id, 'take_over_car', private.id_key(actor.id), answer);
end;
$$;
comment on function public.take_over_car(uuid,uuid,uuid,integer,text) is
  'Who asked takes a car over whose holder was silent for 10 minutes, in a turn older than the settings say. `turn_id` is the new turn''s.';
grant execute on function public.take_over_car(uuid,uuid,uuid,integer,text) to authenticated;

create or replace function public.report_fault(vehicle_id uuid, fault jsonb, turn_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles := (select v from public.vehicles v where v.id = vehicle_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(vehicle.project_id, '157715'), acting_as);
  fault_id uuid;
  answer jsonb;
begin
  if vehicle.id is null then
    perform private.refuse('no-such-car');
  elsif coalesce(fault ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'fault');
  end if;
  fault_id := (fault ->> 'id')::uuid;
  answer := private.answer_of(fault_id, 'report_fault', private.id_key(actor.id));
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  perform private.report_faults(vehicle, (select t.id from public.vehicle_turns t where t.id = turn_id and t.vehicle_id = vehicle.id),
    jsonb_build_array(fault), actor.id);
  answer := jsonb_build_object('outcome', 'reported', 'state', (select v.state from public.vehicles v where v.id = vehicle.id));
  return private.keep_answer(fault_id, 'report_fault', private.id_key(actor.id), answer);
end;
$$;
comment on function public.report_fault(uuid,jsonb,uuid,text) is 'Reports a fault of a car, with or without a turn.';
grant execute on function public.report_fault(uuid,jsonb,uuid,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('take_car');

insert into private.staff_functions (function_name)
  values ('return_car');

insert into private.staff_functions (function_name)
  values ('undo_return');

insert into private.staff_functions (function_name)
  values ('end_turn');

insert into private.staff_functions (function_name)
  values ('extend_turn');

insert into private.staff_functions (function_name)
  values ('ask_for_car');

insert into private.staff_functions (function_name)
  values ('answer_request');

insert into private.staff_functions (function_name)
  values ('take_over_car');

insert into private.staff_functions (function_name)
  values ('report_fault');
