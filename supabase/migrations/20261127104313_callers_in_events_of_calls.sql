-- Who called stands in a column of its own of an event of a call, which open_caller alone tells in `hardened`; an event's data, which every log reads,
-- holds it no more (document 5 §9). A change that the database refuses tells no row, and an alarm's place is cut to what fits.

set local check_function_bodies = off;

create or replace function private.erase_dispatch(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  answers integer;
  calls integer;
  callers integer;
  alarms integer;
  notes uuid[];
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  perform set_config('parkering.erases', 'yes', true);
  delete from public.calls c where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics calls = row_count;
  delete from public.call_events e where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, gone);
  update public.calls c set caller = '' where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '30 days' and o.caller <> '' order by o.received_at limit most);
  get diagnostics callers = row_count;
  update public.call_events e set caller = null where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '30 days' and o.caller is not null order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, callers, gone);
  notes := array(select n.id from public.operator_notes n where n.created_at < now() - interval '12 months' order by n.created_at limit most);
  perform private.erase_trail('{operator_notes}', notes);
  delete from public.operator_notes n where n.id = any (notes);
  perform set_config('parkering.erases', before, true);
  with erased as (
    delete from public.unit_status_events e where e.id in (
      select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most)
    returning e.at, e.cause, e.to_status),
  counted as (
    insert into public.unit_status_days as d (day, cause, to_status, events)
      select private.day_of(e.at), e.cause, e.to_status, count(*) from erased e group by 1, 2, 3
      on conflict (day, cause, to_status) do update set events = d.events + excluded.events)
  select count(*) into gone from erased;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  delete from public.alarm_events e where e.id in (
    select o.id from public.alarm_events o where o.at < now() - interval '12 months' order by o.at limit most);
  delete from public.alarms a where a.id in (
    select o.id from public.alarms o where o.raised_at < now() - interval '12 months' and o.cleared_at is not null order by o.raised_at limit most);
  get diagnostics alarms = row_count;
  delete from private.dispatch_links l where l.id in (
    select o.id from private.dispatch_links o where o.ended_at < now() - interval '12 months' limit most);
  return greatest(calls, gone, answers, alarms, cardinality(notes));
end;
$$;

create or replace function private.note_call(event_id uuid, call_id uuid, kind text, by text, at timestamp with time zone, batch_id uuid, data jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.call_events (id, call_id, kind, by, at, received_at, batch_id, data, caller)
  select coalesce(event_id, gen_random_uuid()), call_id, kind, by, coalesce(at, t.now), t.now, batch_id, data - 'caller', nullif(data ->> 'caller', '')
  from (select clock_timestamp() as now) t;
$$;

create or replace function private.open_alarm(unit_id uuid, alarm_id uuid, place text, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  alarm public.alarms;
begin
  -- No lock of the unit: an alarm waits for no press. A place that is too long is cut: nothing said of an alarm refuses it.
  insert into public.alarms as a (id, unit_id, unit_number, place, raised_by, raised_at)
    select alarm_id, u.id, left(u.unit_number, 50), left(btrim(coalesce(open_alarm.place, '')), 200), open_alarm.by, clock_timestamp()
    from public.units u where u.id = open_alarm.unit_id
    on conflict ((a.unit_id)) where cleared_at is null do nothing
    returning a.* into alarm;
  if alarm.id is not null then
    insert into public.alarm_events (id, alarm_id, kind, by, at) values (alarm.id, alarm.id, 'raised', open_alarm.by, alarm.raised_at);
    return jsonb_build_object('outcome', 'raised', 'alarm', to_jsonb(alarm));
  end if;
  select a.* into alarm from public.alarms a where a.unit_id = open_alarm.unit_id and a.cleared_at is null;
  return case when alarm.id is null then jsonb_build_object('outcome', 'gone') else jsonb_build_object('outcome', 'open_already', 'alarm', to_jsonb(alarm)) end;
end;
$$;

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

alter table public.call_events add column caller text;

-- Events from before go the same way.
select set_config('parkering.erases', 'yes', true);
update public.call_events e set caller = nullif(coalesce(e.data ->> 'caller', e.data #>> '{before,caller}'), ''),
    data = (e.data - 'caller') #- '{before,caller}'
  where e.data ? 'caller' or e.data -> 'before' ? 'caller';
select set_config('parkering.erases', '', true);

alter table public.call_events add constraint call_events_caller_length check ((length(caller) <= 200));

create index call_events_caller_idx on public.call_events (received_at) where caller is not null;

comment on function private.note_call(uuid,uuid,text,text,timestamp with time zone,uuid,jsonb) is 'Notes what happened to a call; who called goes into a column of its own.';

comment on function public.open_caller(uuid,text) is 'Who called, who was said to before a change, and who called of the call''s duplicates; the trail says who opened it.';

comment on column public.call_events.caller is 'Who was said to have called, before a change or by a duplicate. In `hardened` open_caller alone tells it, and the trail says to whom.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('call_events', 'select', 'select', '', 'select (id, created_at, call_id, kind, by, at, received_at, batch_id, data)', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

select private.grant_for_profile();
