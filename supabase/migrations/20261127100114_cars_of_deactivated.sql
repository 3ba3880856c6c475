-- Who is deactivated while a call waits for its turn takes no car, and nobody takes one for them (document 5 §9).

set local check_function_bodies = off;

create or replace function public.take_car(project text, slot integer, turn_id uuid, start_km integer, end_km integer, faults jsonb, accepted jsonb, acting_as text, chauffeur text DEFAULT NULL::text)
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
