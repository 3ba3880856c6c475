-- Rules of calls: receiving, sending units, steps, closing, and taking a press back (document 5 §3).
--
-- Every rule holds the lock of all calls, then locks the units it changes: two operators act one after the other, each of them in milliseconds.

create or replace function private.lock_calls()
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('dispatch calls', 5)); $$;
comment on function private.lock_calls() is 'Lets the transactions that change calls go one after the other.';

create or replace function private.call_for(call_id uuid)
  returns public.calls
  language plpgsql
  set search_path = ''
as $$
declare
  call public.calls;
begin
  perform private.lock_calls();
  select c.* into call from public.calls c where c.id = call_id;
  if call.id is null then
    perform private.refuse('no-such-call', 'call_id');
  end if;
  return call;
end;
$$;
comment on function private.call_for(uuid) is 'The call that a rule is about, with the lock of all calls.';

create or replace function private.call_state(call public.calls)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('status', call.status, 'waiting_since', call.waiting_since, 'assigned_at', call.assigned_at, 'on_scene_at', call.on_scene_at,
    'closed_at', call.closed_at, 'result', call.result, 'closed_by', call.closed_by, 'duplicate_of', call.duplicate_of);
$$;
comment on function private.call_state(public.calls) is 'What events change of a call, as it is before an event that may be taken back.';

create or replace function private.note_call(event_id uuid, call_id uuid, kind text, by text, at timestamp with time zone, batch_id uuid, data jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.call_events (id, call_id, kind, by, at, received_at, batch_id, data, caller)
  select coalesce(event_id, gen_random_uuid()), call_id, kind, by, coalesce(at, t.now), t.now, batch_id, data - 'caller', nullif(data ->> 'caller', '')
  from (select clock_timestamp() as now) t;
$$;
comment on function private.note_call(uuid,uuid,text,text,timestamp with time zone,uuid,jsonb) is 'Notes what happened to a call; who called goes into a column of its own.';

create or replace function private.note_opened_caller(call public.calls, actor text)
  returns void
  language sql
  set search_path = ''
as $$ select private.add_to_trail('read', 'calls', '721075', call.id::text, null, jsonb_build_object('number', call.number, 'by', actor)); $$;
comment on function private.note_opened_caller(public.calls,text) is 'Notes in the trail who was told who called.';

create or replace function private.change_of_call(call public.calls)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', call.status, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.call_events e where e.call_id = call.id and e.kind <> 'noted' order by e.received_at desc, e.id desc limit 1) e on true;
$$;
comment on function private.change_of_call(public.calls) is 'The answer to a call that somebody else was faster than: its status now, who changed it and when.';

create or replace function private.receive_of(call jsonb)
  returns public.calls
  language plpgsql stable
  set search_path = ''
as $$
declare
  given public.calls;
begin
  begin
    given := jsonb_populate_record(null::public.calls, coalesce(call, '{}') - '{number,status,created_at}'::text[]);
  exception when data_exception then
    perform private.refuse('unreadable-call', 'call');
  end;
  if given.id is null then
    perform private.refuse('unreadable-call', 'id');
  elsif coalesce(given.place, '') !~ '\S' then
    perform private.refuse('no-call-place', 'place');
  end if;
  given.place := btrim(given.place);
  given.nature := btrim(coalesce(given.nature, ''));
  given.caller := btrim(coalesce(given.caller, ''));
  given.priority := coalesce(given.priority, 2);
  -- A call that waited without a network was received when it was typed, at most 12 hours ago.
  given.received_at := least(clock_timestamp(), greatest(coalesce(given.received_at, clock_timestamp()), clock_timestamp() - interval '12 hours'));
  return given;
end;
$$;
comment on function private.receive_of(jsonb) is 'A call as a screen sends it: id, place, and what was typed beside it.';

create or replace function public.receive_call(call jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  given constant public.calls := private.receive_of(call);
  answer jsonb := private.answer_of(given.id, 'receive_call', private.id_key(actor));
  year constant text := extract(year from private.day_of(clock_timestamp()));
  stored public.calls;
  last integer;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_calls();
  select split_part(c.number, '-', 2)::integer into last from public.calls c where left(c.number, 4) = year
    order by left(c.number, 4) desc, length(c.number) desc, c.number desc limit 1;
  last := coalesce(last, 0) + 1;
  insert into public.calls (id, number, place, nature, priority, caller, waiting_since, received_at, received_by)
    values (given.id, year || '-' || lpad(last::text, greatest(4, length(last::text)), '0'), given.place, given.nature, given.priority, given.caller,
      given.received_at, given.received_at, actor)
    returning * into stored;
  perform private.note_call(null, stored.id, 'received', actor, stored.received_at, null, '{}');
  answer := jsonb_build_object('outcome', 'received', 'call', to_jsonb(stored) - 'place_key', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'place', s.place, 'nature', s.nature, 'received_at', s.received_at)
      order by s.received_at, s.number), '[]')
    from public.calls s where s.place_key = stored.place_key and s.place_key <> '' and s.status <> 'closed' and s.id <> stored.id
      and s.received_at >= stored.received_at - interval '30 minutes'));
  return private.keep_answer(given.id, 'receive_call', private.id_key(actor), answer);
end;
$$;
comment on function public.receive_call(jsonb,text) is 'Stores a call, always, and names the open calls of the same place from the last 30 minutes.';
grant execute on function public.receive_call(jsonb,text) to authenticated;

create or replace function public.change_call(call_id uuid, event_id uuid, expected jsonb, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'change_call', private.id_key(actor));
  call public.calls;
  now_is jsonb;
  wanted public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(change_call.call_id);
  select jsonb_object_agg(f.key, to_jsonb(call) -> f.key) into now_is from jsonb_each(case jsonb_typeof(changes) when 'object' then changes end) f;
  if now_is is null or exists (select from jsonb_object_keys(now_is) k (name) where k.name not in ('place', 'nature', 'priority', 'caller'))
    or jsonb_typeof(expected) is distinct from 'object' then
    perform private.refuse('unreadable-call', 'changes');
  end if;
  if call.status = 'closed' then
    answer := private.change_of_call(call);
  elsif now_is = changes then
    answer := jsonb_build_object('outcome', 'unchanged', 'call', to_jsonb(call) - '{place_key,caller}'::text[]);
  elsif exists (select from jsonb_each(now_is) n where n.value is distinct from expected -> n.key) then
    if now_is ? 'caller' then
      perform private.note_opened_caller(call, actor);
    end if;
    answer := private.change_of_call(call) || jsonb_build_object('now', now_is);
  else
    begin
      wanted := jsonb_populate_record(call, changes);
    exception when data_exception then
      perform private.refuse('unreadable-call', 'changes');
    end;
    if coalesce(wanted.place, '') !~ '\S' then
      perform private.refuse('no-call-place', 'place');
    end if;
    begin
      update public.calls c set place = wanted.place, nature = coalesce(wanted.nature, ''), priority = wanted.priority, caller = coalesce(wanted.caller, '')
        where c.id = call.id returning c.* into call;
    -- The database's own words would tell the whole row, and with it who called.
    exception when integrity_constraint_violation then
      perform private.refuse('unreadable-call', 'changes');
    end;
    perform private.note_call(event_id, call.id, 'changed', actor, null, null, jsonb_build_object('before', now_is - 'caller',
      'caller', now_is -> 'caller'));
    answer := jsonb_build_object('outcome', 'set', 'call', to_jsonb(call) - '{place_key,caller}'::text[]);
  end if;
  return private.keep_answer(event_id, 'change_call', private.id_key(actor), answer);
end;
$$;
comment on function public.change_call(uuid,uuid,jsonb,jsonb,text) is
  'Changes what is said of a call. A field that somebody changed since the screen showed it is told; two who change different fields both succeed.';
grant execute on function public.change_call(uuid,uuid,jsonb,jsonb,text) to authenticated;

create or replace function private.set_by_call(unit_id uuid, status text, call_id uuid, batch_id uuid, by text)
  returns public.units
  language plpgsql
  set search_path = ''
as $$
declare
  unit public.units;
begin
  perform set_config('parkering.unit_event', jsonb_build_object('cause', 'call', 'by', by, 'call_id', call_id, 'batch_id', batch_id)::text, true);
  update public.units u set status = set_by_call.status where u.id = set_by_call.unit_id returning u.* into unit;
  perform set_config('parkering.unit_event', '', true);
  return unit;
end;
$$;
comment on function private.set_by_call(uuid,text,uuid,uuid,text) is 'Sets the status of a unit on behalf of a call, and gives the unit.';

create or replace function private.status_times(unit public.units)
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select jsonb_build_object('status', unit.status, 'since', unit.status_since, 'checked_at', unit.checked_at); $$;
comment on function private.status_times(public.units) is 'A unit''s status with its times, as events keep it.';

create or replace function private.clear_unit(sent public.call_units, at timestamp with time zone, batch_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  unit public.units;
  before jsonb;
begin
  update public.call_units c set cleared_at = clear_unit.at where c.id = sent.id;
  select u.* into unit from public.units u where u.id = sent.unit_id for update;
  if unit.id is null or (unit.status, unit.status_since) is distinct from (sent.given_status, sent.given_since)
    or exists (select from public.call_units c where c.unit_id = unit.id and c.cleared_at is null) then
    return '{}';
  end if;
  before := private.status_times(unit);
  unit := private.set_by_call(unit.id, coalesce((select s.cleared_status from public.dispatch_settings s where s.project_id = '721075'), sent.status_before),
    sent.call_id, batch_id, by);
  return jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
end;
$$;
comment on function private.clear_unit(public.call_units,timestamp with time zone,uuid,text) is
  'Takes a unit off a call. It gets cleared_status, or the status before, only when it is on no other call and still has the status of the call.';

create or replace function private.sending_codes(unit public.units, call_id uuid, OUT codes text[], OUT call_number text)
  returns record
  language sql stable
  set search_path = ''
as $$
  select array_remove(array[
      case when o.number is not null then 'on-call' end,
      case when m.meaning = 'busy' and o.number is null then 'busy' end,
      case when m.meaning = 'off_duty' then 'off-duty' end,
      case unit.operational_status when 'STANDBY' then 'standby' when 'MAINTENANCE' then 'maintenance' end,
      case when private.is_below_without(unit) then 'below-minimum' end], null), o.number
  from public.unit_statuses m left join lateral (
    select c.number from public.call_units u join public.calls c on c.id = u.call_id
    where u.unit_id = unit.id and u.cleared_at is null and u.call_id <> sending_codes.call_id order by u.assigned_at limit 1) o on true
  where m.code = unit.status;
$$;
comment on function private.sending_codes(public.units,uuid) is 'Why a dispatcher is asked before the unit is sent, and the call that it is on; none for a free unit.';

create or replace function private.send_unit(unit public.units, call public.calls, batch_id uuid, by text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  before constant jsonb := private.status_times(unit);
  wanted constant text := (select s.assigned_status from public.dispatch_settings s where s.project_id = '721075');
  other public.call_units;
  sent public.call_units;
  data jsonb := '{}';
begin
  -- A status that another call gave stays given: whichever call is cleared last gives it back.
  select c.* into other from public.call_units c where c.unit_id = unit.id and c.cleared_at is null
    and (c.given_status, c.given_since) is not distinct from (unit.status, unit.status_since) limit 1;
  sent.status_before := coalesce(other.status_before, unit.status);
  sent.given_status := other.given_status;
  sent.given_since := other.given_since;
  if other.id is null and (select s.meaning from public.unit_statuses s where s.code = unit.status) = 'free' then
    if unit.status <> wanted then
      unit := private.set_by_call(unit.id, wanted, call.id, batch_id, by);
      data := jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
    end if;
    sent.given_status := unit.status;
    sent.given_since := unit.status_since;
  end if;
  insert into public.call_units (call_id, unit_id, unit_number, status_before, given_status, given_since, assigned_at)
    values (call.id, unit.id, left(unit.unit_number, 50), sent.status_before, sent.given_status, sent.given_since, clock_timestamp())
    returning * into sent;
  perform private.note_call(null, call.id, 'unit_assigned', by, sent.assigned_at, batch_id, data || jsonb_build_object('unit_id', unit.id,
    'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', private.call_state(call)));
end;
$$;
comment on function private.send_unit(public.units,public.calls,uuid,text) is
  'Sends a unit to a call. It takes assigned_status if it was free; a unit with another status keeps it.';

create or replace function public.assign_units(call_id uuid, event_id uuid, unit_ids uuid[], accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'assign_units', private.id_key(actor));
  agreed constant jsonb := private.list_in(accepted, 'accepted');
  call public.calls;
  unit public.units;
  why record;
  asked jsonb := '[]';
  sent integer := 0;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(assign_units.call_id);
  if call.status = 'closed' then
    return private.keep_answer(event_id, 'assign_units', private.id_key(actor), private.change_of_call(call));
  elsif coalesce(cardinality(unit_ids), 0) = 0 then
    perform private.refuse('no-units', 'unit_ids');
  elsif cardinality(unit_ids) + (select count(*) from public.call_units c where c.call_id = call.id and c.cleared_at is null) > 30 then
    perform private.refuse('too-many-units', 'unit_ids');
  end if;
  for unit in select u.* from public.units u where u.id = any (unit_ids)
      and not exists (select from public.call_units c where c.call_id = call.id and c.unit_id = u.id and c.cleared_at is null)
    order by u.id for update loop
    why := private.sending_codes(unit, call.id);
    if cardinality(why.codes) = 0 or exists (select from jsonb_to_recordset(agreed) a (unit_id uuid, codes text[])
        where a.unit_id = unit.id and why.codes <@ a.codes) then
      perform private.send_unit(unit, call, event_id, actor);
      sent := sent + 1;
    else
      asked := asked || jsonb_build_object('unit', unit.id, 'unit_number', unit.unit_number, 'codes', why.codes, 'call_number', why.call_number);
    end if;
  end loop;
  if sent > 0 then
    update public.calls c set status = case when c.status in ('waiting', 'cleared') then 'assigned' else c.status end,
      assigned_at = coalesce(c.assigned_at, clock_timestamp()) where c.id = call.id returning c.* into call;
  end if;
  answer := jsonb_build_object('outcome', 'assigned', 'call', to_jsonb(call) - '{place_key,caller}'::text[], 'asked', asked, 'units', (
    select coalesce(jsonb_agg(to_jsonb(c) order by c.assigned_at, c.id), '[]') from public.call_units c where c.call_id = call.id and c.cleared_at is null));
  return private.keep_answer(event_id, 'assign_units', private.id_key(actor), answer);
end;
$$;
comment on function public.assign_units(uuid,uuid,uuid[],jsonb,text) is
  'Sends units to a call. Free units go at once; for others it says why they are asked about, and they go once that is accepted.';
grant execute on function public.assign_units(uuid,uuid,uuid[],jsonb,text) to authenticated;

create or replace function private.after_cleared(call public.calls, is_gone boolean DEFAULT false)
  returns void
  language sql
  set search_path = ''
as $$
  update public.calls c set status = case when c.status = 'on_scene' and not is_gone then 'cleared' else 'waiting' end,
      waiting_since = case when c.status = 'on_scene' and not is_gone then c.waiting_since else clock_timestamp() end
    where c.id = call.id and c.status in ('assigned', 'on_scene')
      and not exists (select from public.call_units u where u.call_id = c.id and u.cleared_at is null);
$$;
comment on function private.after_cleared(public.calls,boolean) is
  'What becomes of a call without units: cleared when somebody was on scene, back in the queue otherwise, and when the last unit was deleted.';

create or replace function private.take_step(call_id uuid, unit_id uuid, event_id uuid, step text, at timestamp with time zone, clock_error_ms integer, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  received constant timestamptz := clock_timestamp();
  said constant timestamptz := coalesce(take_step.at - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0), received);
  moment timestamptz;
  call public.calls;
  sent public.call_units;
  unit public.units;
  known timestamptz;
  answer jsonb;
  data jsonb := '{}';
begin
  if step is null or step not in ('en_route', 'on_scene', 'cleared') then
    perform private.refuse('no-call-step', 'step');
  end if;
  call := private.call_for(take_step.call_id);
  select c.* into sent from public.call_units c where c.call_id = call.id and c.unit_id = take_step.unit_id order by c.assigned_at desc, c.id desc limit 1;
  if sent.id is null then
    perform private.refuse('unit-not-on-call', 'unit_id');
  end if;
  known := case step when 'en_route' then sent.en_route_at when 'on_scene' then sent.on_scene_at end;
  if sent.cleared_at is not null or known is not null then
    select jsonb_build_object('outcome', case when sent.cleared_at is null then 'recorded_already' else 'cleared_already' end, 'by', e.by, 'at', coalesce(sent.cleared_at, known))
      into answer from (select) one left join lateral (select e.by from public.call_events e where e.call_id = call.id
        and e.kind = case when sent.cleared_at is null then 'unit_' || step else 'unit_cleared' end and e.data ->> 'call_unit_id' = sent.id::text
        order by e.received_at desc, e.id desc limit 1) e on true;
    return answer;
  end if;
  select u.* into unit from public.units u where u.id = sent.unit_id for update;
  moment := least(received, greatest(said, received - interval '12 hours', sent.assigned_at));
  if moment <> said then
    data := jsonb_build_object('said_at', said);
  end if;
  if abs(coalesce(clock_error_ms, 0)) > 300000 then
    data := data || jsonb_build_object('clock_error_ms', clock_error_ms);
  end if;
  data := data || jsonb_build_object('unit_id', sent.unit_id, 'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', private.call_state(call));
  if step = 'en_route' then
    update public.call_units c set en_route_at = moment where c.id = sent.id;
  elsif step = 'on_scene' then
    update public.call_units c set on_scene_at = moment where c.id = sent.id;
    update public.calls c set status = 'on_scene', on_scene_at = coalesce(c.on_scene_at, moment) where c.id = call.id and c.status = 'assigned';
    data := data || private.give_on_scene(unit, sent, event_id, take_step.by);
  else
    data := data || private.clear_unit(sent, moment, event_id, take_step.by);
    perform private.after_cleared(call);
  end if;
  perform private.note_call(event_id, call.id, 'unit_' || step, take_step.by, moment, event_id, data);
  return jsonb_build_object('outcome', 'recorded', 'at', moment, 'status', (select c.status from public.calls c where c.id = call.id));
end;
$$;
comment on function private.take_step(uuid,uuid,uuid,text,timestamp with time zone,integer,text) is 'Records a step of a unit on a call for whoever takes it.';

create or replace function public.record_unit_step(call_id uuid, unit_id uuid, event_id uuid, step text, at timestamp with time zone, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  caller constant text := private.id_key(actor);
begin
  return coalesce(private.answer_of(event_id, 'record_unit_step', caller),
    private.keep_answer(event_id, 'record_unit_step', caller, private.take_step(call_id, unit_id, event_id, step, at, clock_error_ms, actor)));
end;
$$;
comment on function public.record_unit_step(uuid,uuid,uuid,text,timestamp with time zone,text,integer) is
  'Records a step of a unit on a call, at most 12 hours back and not before it was sent. The first time counts; a later press is told it.';
grant execute on function public.record_unit_step(uuid,uuid,uuid,text,timestamp with time zone,text,integer) to authenticated;

create or replace function private.give_on_scene(unit public.units, sent public.call_units, batch_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted constant text := (select s.on_scene_status from public.dispatch_settings s where s.project_id = '721075');
  before constant jsonb := private.status_times(unit);
begin
  if wanted is null or wanted = unit.status or (unit.status, unit.status_since) is distinct from (sent.given_status, sent.given_since) then
    return '{}';
  end if;
  unit := private.set_by_call(unit.id, wanted, sent.call_id, batch_id, by);
  update public.call_units c set given_status = unit.status, given_since = unit.status_since
    where c.unit_id = unit.id and c.cleared_at is null and c.given_since = sent.given_since;
  return jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
end;
$$;
comment on function private.give_on_scene(public.units,public.call_units,uuid,text) is
  'Gives a unit on scene the status of the settings, if it still has the status that the call gave it.';

create or replace function private.close_call(call public.calls, event_id uuid, result text, of uuid, by text)
  returns public.calls
  language plpgsql
  set search_path = ''
as $$
declare
  state constant jsonb := private.call_state(call);
  sent public.call_units;
  moment constant timestamptz := clock_timestamp();
begin
  -- Units in the order in which every rule locks them.
  for sent in select c.* from public.call_units c where c.call_id = call.id and c.cleared_at is null order by c.unit_id, c.id loop
    perform private.note_call(null, call.id, 'unit_cleared', by, moment, event_id, private.clear_unit(sent, moment, event_id, by)
      || jsonb_build_object('unit_id', sent.unit_id, 'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', state));
  end loop;
  update public.calls c set status = 'closed', closed_at = moment, closed_by = by, result = close_call.result, duplicate_of = of
    where c.id = call.id returning c.* into call;
  perform private.note_call(event_id, call.id, 'closed', by, moment, event_id,
    jsonb_strip_nulls(jsonb_build_object('result', close_call.result, 'duplicate_of', of)) || jsonb_build_object('call', state));
  return call;
end;
$$;
comment on function private.close_call(public.calls,uuid,text,uuid,text) is 'Closes a call and clears its units.';

create or replace function public.mark_duplicate(call_id uuid, of uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'mark_duplicate', private.id_key(actor));
  call public.calls;
  other public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(mark_duplicate.call_id);
  other := private.call_for(mark_duplicate.of);
  if call.id = other.id then
    perform private.refuse('duplicate-of-itself', 'of');
  elsif call.duplicate_of = other.id then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', call.status);
  elsif call.status = 'closed' or other.status = 'closed' then
    answer := private.change_of_call(case when call.status = 'closed' then call else other end);
  else
    call := private.close_call(call, event_id, null, other.id, actor);
    perform private.note_call(null, other.id, 'noted', actor, null, null, jsonb_build_object('duplicate', call.number,
      'text', concat_ws(', ', call.place, nullif(call.nature, '')), 'caller', call.caller));
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  end if;
  return private.keep_answer(event_id, 'mark_duplicate', private.id_key(actor), answer);
end;
$$;
comment on function public.mark_duplicate(uuid,uuid,uuid,text) is 'Closes a call into another of the same matter; its text and caller are a note there.';
grant execute on function public.mark_duplicate(uuid,uuid,uuid,text) to authenticated;

create or replace function public.open_caller(call_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  call public.calls;
begin
  select c.* into call from public.calls c where c.id = open_caller.call_id;
  if call.id is null then
    perform private.refuse('no-such-call', 'call_id');
  end if;
  perform private.note_opened_caller(call, actor);
  return jsonb_build_object('outcome', 'opened', 'caller', call.caller, 'duplicates', (
    select coalesce(jsonb_agg(jsonb_build_object('number', d.number, 'caller', d.caller) order by d.received_at, d.id), '[]')
    from public.calls d where d.duplicate_of = call.id and d.caller <> ''),
    'earlier', (select coalesce(jsonb_agg(e.caller order by e.received_at, e.id), '[]')
      from public.call_events e where e.call_id = call.id and e.kind = 'changed' and e.caller is not null));
end;
$$;
comment on function public.open_caller(uuid,text) is 'Who called, who was said to before a change, and who called of the call''s duplicates; the trail says who opened it.';
grant execute on function public.open_caller(uuid,text) to authenticated;

create or replace function public.record_call_event(call_id uuid, event_id uuid, kind text, expected_status text, result text, text text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_call_event', private.id_key(actor));
  words constant text := btrim(coalesce(record_call_event.text, ''));
  call public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(record_call_event.call_id);
  if length(words) > 2000 or (words = '' and kind in ('noted', 'reopened')) then
    perform private.refuse('no-call-text', 'text');
  elsif kind = 'noted' then
    perform private.note_call(event_id, call.id, 'noted', actor, null, null, jsonb_build_object('text', words));
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  elsif kind = 'closed' and call.status = 'closed' then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', call.status);
  elsif kind is null or kind not in ('closed', 'reopened') then
    perform private.refuse('no-call-step', 'kind');
  elsif call.status is distinct from expected_status then
    answer := private.change_of_call(call);
  elsif kind = 'closed' then
    if not exists (select from public.dispatch_settings s where s.project_id = '721075' and record_call_event.result = any (s.results)) then
      perform private.refuse('no-call-result', 'result');
    end if;
    call := private.close_call(call, event_id, record_call_event.result, null, actor);
    if words <> '' then
      perform private.note_call(null, call.id, 'noted', actor, null, null, jsonb_build_object('text', words));
    end if;
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  elsif call.status <> 'closed' or call.closed_at < clock_timestamp() - interval '24 hours' then
    perform private.refuse('call-not-reopened', 'kind');
  else
    perform private.note_call(event_id, call.id, 'reopened', actor, null, null, jsonb_build_object('text', words, 'call', private.call_state(call)));
    update public.calls c set status = 'waiting', waiting_since = clock_timestamp(), closed_at = null, closed_by = null, result = null, duplicate_of = null
      where c.id = call.id returning c.* into call;
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  end if;
  return private.keep_answer(event_id, 'record_call_event', private.id_key(actor), answer);
end;
$$;
comment on function public.record_call_event(uuid,uuid,text,text,text,text,text) is
  'Records a note, closes a call with a result, or opens it again within 24 hours with a reason. Notes are never in conflict.';
grant execute on function public.record_call_event(uuid,uuid,text,text,text,text,text) to authenticated;

create or replace function private.undo_call_press(event_id uuid, undo_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  press public.call_events;
  call public.calls;
  part public.call_events;
  unit public.units;
  state public.calls;
begin
  perform private.lock_calls();
  select e.* into press from public.call_events e where e.id = event_id or e.batch_id = event_id
    order by e.kind = 'closed' desc, e.received_at desc limit 1;
  select c.* into call from public.calls c where c.id = press.call_id;
  if press.id is null or press.kind not in ('unit_assigned', 'unit_en_route', 'unit_on_scene', 'unit_cleared', 'closed') or call.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif private.id_key(press."by") is distinct from private.id_key(undo_call_press.by) then
    perform private.refuse_stranger();
  end if;
  -- All units first, in the order in which every rule locks them.
  perform from public.units u where u.id in (select (e.data ->> 'unit_id')::uuid from public.call_events e where e.batch_id = event_id) order by u.id for update;
  if exists (select from public.call_events e where e.call_id = call.id and e.received_at > press.received_at and e.kind <> 'noted' and e.batch_id is distinct from event_id)
    or exists (select from public.call_events e left join public.units u on u.id = (e.data ->> 'unit_id')::uuid
      where e.batch_id = event_id and e.data ? 'unit_id' and (u.id is null
        or exists (select from public.call_units c where c.unit_id = u.id and c.assigned_at > e.received_at)
        or (e.data ? 'unit_after' and (private.status_times(u) is distinct from e.data -> 'unit_after')))) then
    return private.change_of_call(call);
  elsif press.received_at < clock_timestamp() - interval '60 seconds' then
    return jsonb_build_object('outcome', 'too_late', 'at', press.received_at);
  end if;
  for part in select e.* from public.call_events e where e.batch_id = event_id and e.data ? 'unit_id' order by e.received_at desc, e.id loop
    if part.data ? 'unit_before' then
      perform set_config('parkering.unit_event', jsonb_build_object('cause', 'undo', 'by', by, 'call_id', call.id, 'batch_id', undo_id)::text, true);
      update public.units u set status = part.data #>> '{unit_before,status}', status_since = (part.data #>> '{unit_before,since}')::timestamptz,
          checked_at = (part.data #>> '{unit_before,checked_at}')::timestamptz
        where u.id = (part.data ->> 'unit_id')::uuid returning u.* into unit;
      perform set_config('parkering.unit_event', '', true);
      -- A status that arriving on scene gave is taken back on every call that counts it as given.
      if part.kind = 'unit_on_scene' then
        update public.call_units c set given_status = unit.status, given_since = unit.status_since where c.unit_id = unit.id and c.cleared_at is null
          and c.given_since = (part.data #>> '{unit_after,since}')::timestamptz;
      end if;
    end if;
    if part.kind = 'unit_assigned' then
      delete from public.call_units c where c.id = (part.data ->> 'call_unit_id')::uuid;
    else
      update public.call_units c set
          en_route_at = case part.kind when 'unit_en_route' then null else c.en_route_at end,
          on_scene_at = case part.kind when 'unit_on_scene' then null else c.on_scene_at end,
          cleared_at = case part.kind when 'unit_cleared' then null else c.cleared_at end
        where c.id = (part.data ->> 'call_unit_id')::uuid;
    end if;
  end loop;
  state := jsonb_populate_record(call, press.data -> 'call');
  update public.calls c set status = state.status, waiting_since = state.waiting_since, assigned_at = state.assigned_at, on_scene_at = state.on_scene_at,
      closed_at = state.closed_at, result = state.result, closed_by = state.closed_by, duplicate_of = state.duplicate_of
    where c.id = call.id;
  perform private.note_call(undo_id, call.id, 'undone', by, null, null, jsonb_build_object('kind', press.kind, 'unit_number', press.data ->> 'unit_number'));
  return jsonb_build_object('outcome', 'undone', 'call', state.status, 'kind', press.kind);
end;
$$;
comment on function private.undo_call_press(uuid,uuid,text) is
  'Takes back one''s own assignment, step or closing within 60 seconds: call, units and their times are as before. What somebody did since is told.';

create or replace function private.lock_before_units_go()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.lock_calls();
  return null;
end;
$$;
comment on function private.lock_before_units_go() is 'Takes the lock of calls before units are locked, in the order of every rule of calls.';

create or replace function private.unit_leaves_calls()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  sent public.call_units;
  call public.calls;
begin
  for sent in update public.call_units c set cleared_at = clock_timestamp() where c.unit_id = old.id and c.cleared_at is null returning c.* loop
    select c.* into call from public.calls c where c.id = sent.call_id;
    perform private.after_cleared(call, is_gone => true);
    perform private.note_call(null, sent.call_id, 'unit_cleared', (select w.id from private.who_acts() w), null, null, jsonb_build_object(
      'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'is_gone', true));
  end loop;
  return old;
end;
$$;
comment on function private.unit_leaves_calls() is 'A deleted unit leaves its calls; one without another unit is back in the queue.';

insert into private.staff_functions (function_name)
  values ('receive_call');

insert into private.staff_functions (function_name)
  values ('change_call');

insert into private.staff_functions (function_name)
  values ('assign_units');

insert into private.staff_functions (function_name)
  values ('record_unit_step');

insert into private.staff_functions (function_name)
  values ('mark_duplicate');

insert into private.staff_functions (function_name)
  values ('open_caller');

insert into private.staff_functions (function_name)
  values ('record_call_event');
