-- alarms and off duty: Alarms of units and all units off duty (document 5 §3).

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
  update public.call_events e set data = (e.data - 'caller') #- '{before,caller}' where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '30 days' and (o.data ? 'caller' or o.data -> 'before' ? 'caller')
    order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, callers, gone);
  perform set_config('parkering.erases', before, true);
  delete from public.unit_status_events e where e.id in (
    select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most);
  get diagnostics gone = row_count;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  delete from public.alarm_events e where e.id in (
    select o.id from public.alarm_events o where o.at < now() - interval '12 months' order by o.at limit most);
  delete from public.alarms a where a.id in (
    select o.id from public.alarms o where o.raised_at < now() - interval '12 months' and o.cleared_at is not null order by o.raised_at limit most);
  get diagnostics alarms = row_count;
  return greatest(calls, gone, answers, alarms);
end;
$$;

create or replace function public.raise_alarm(unit_id uuid, alarm_id uuid, place text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(alarm_id, 'raise_alarm', private.id_key(actor));
  alarm public.alarms;
begin
  if answer is not null then
    return answer;
  end if;
  -- No lock of the unit: an alarm waits for no press.
  insert into public.alarms as a (id, unit_id, unit_number, place, raised_by, raised_at)
    select alarm_id, u.id, left(u.unit_number, 50), btrim(coalesce(raise_alarm.place, '')), actor, clock_timestamp()
    from public.units u where u.id = raise_alarm.unit_id
    on conflict ((a.unit_id)) where cleared_at is null do nothing
    returning a.* into alarm;
  if alarm.id is not null then
    insert into public.alarm_events (id, alarm_id, kind, by, at) values (alarm.id, alarm.id, 'raised', actor, alarm.raised_at);
    answer := jsonb_build_object('outcome', 'raised', 'alarm', to_jsonb(alarm));
  else
    select a.* into alarm from public.alarms a where a.unit_id = raise_alarm.unit_id and a.cleared_at is null;
    answer := case when alarm.id is null then jsonb_build_object('outcome', 'gone') else jsonb_build_object('outcome', 'open_already', 'alarm', to_jsonb(alarm)) end;
  end if;
  return private.keep_answer(alarm_id, 'raise_alarm', private.id_key(actor), answer);
end;
$$;

create or replace function public.record_alarm_event(alarm_id uuid, event_id uuid, kind text, outcome text, text text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_alarm_event', private.id_key(actor));
  alarm public.alarms;
  said constant text := btrim(coalesce(record_alarm_event.text, ''));
  now constant timestamptz := clock_timestamp();
begin
  if answer is not null then
    return answer;
  end if;
  if coalesce(kind, '') not in ('acknowledged', 'place', 'cleared') then
    perform private.refuse('unreadable-values', 'kind');
  elsif kind = 'cleared' and coalesce(record_alarm_event.outcome, '') not in ('helped', 'false_alarm', 'test') then
    perform private.refuse('unreadable-values', 'outcome');
  end if;
  select a.* into alarm from public.alarms a where a.id = record_alarm_event.alarm_id for update;
  if alarm.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif kind = 'acknowledged' and alarm.acknowledged_at is not null then
    answer := jsonb_build_object('outcome', 'acknowledged_already', 'by', alarm.acknowledged_by, 'at', alarm.acknowledged_at, 'alarm', to_jsonb(alarm));
  elsif alarm.cleared_at is not null then
    answer := jsonb_build_object('outcome', 'cleared_already', 'by', alarm.cleared_by, 'at', alarm.cleared_at, 'alarm', to_jsonb(alarm));
  elsif kind = 'cleared' and alarm.acknowledged_at is null then
    answer := jsonb_build_object('outcome', 'not_acknowledged', 'alarm', to_jsonb(alarm));
  else
    update public.alarms a set
      acknowledged_by = case kind when 'acknowledged' then actor else a.acknowledged_by end,
      acknowledged_at = case kind when 'acknowledged' then now else a.acknowledged_at end,
      place = case kind when 'place' then said else a.place end,
      cleared_by = case kind when 'cleared' then actor end,
      cleared_at = case kind when 'cleared' then now end,
      outcome = case kind when 'cleared' then record_alarm_event.outcome end,
      note = case kind when 'cleared' then said else a.note end
      where a.id = alarm.id;
    insert into public.alarm_events (id, alarm_id, kind, by, at, data)
      values (event_id, alarm.id, kind, actor, now, case kind when 'place' then jsonb_build_object('place', alarm.place) else '{}' end);
    select a.* into alarm from public.alarms a where a.id = alarm.id;
    answer := jsonb_build_object('outcome', 'recorded', 'alarm', to_jsonb(alarm));
  end if;
  return private.keep_answer(event_id, 'record_alarm_event', private.id_key(actor), answer);
end;
$$;

create or replace function public.set_all_off_duty(batch_id uuid, location text, include_on_calls boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(batch_id, 'set_all_off_duty', private.id_key(actor));
  off_duty constant text := (select s.off_duty_status from public.dispatch_settings s);
  unit public.units;
  why text;
  changed jsonb := '[]';
  kept jsonb := '[]';
begin
  if answer is not null then
    return answer;
  end if;
  perform set_config('parkering.unit_event', jsonb_build_object('cause', 'all_off', 'by', actor, 'batch_id', batch_id)::text, true);
  -- One order for everybody who takes several units.
  for unit in select u.* from public.units u
    where set_all_off_duty.location is null or u.location = set_all_off_duty.location order by u.id for update
  loop
    why := case
      when unit.status = off_duty or exists (select from public.unit_statuses s where s.code = unit.status and s.meaning = 'off_duty') then 'off-duty'
      when exists (select from public.alarms a where a.unit_id = unit.id and a.cleared_at is null) then 'alarm'
      when include_on_calls is not true and exists (select from public.call_units c where c.unit_id = unit.id and c.cleared_at is null) then 'on-call'
    end;
    if why is null then
      update public.units u set status = off_duty where u.id = unit.id;
      changed := changed || to_jsonb(unit.unit_number);
    else
      kept := kept || jsonb_build_object('unit', unit.unit_number, 'why', why);
    end if;
  end loop;
  perform set_config('parkering.unit_event', '', true);
  answer := jsonb_build_object('outcome', 'set', 'changed', changed, 'kept', kept);
  return private.keep_answer(batch_id, 'set_all_off_duty', private.id_key(actor), answer);
end;
$$;

create or replace function public.undo_all_off_duty(batch_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'undo_all_off_duty', private.id_key(actor));
  event public.unit_status_events;
  unit public.units;
  restored jsonb := '[]';
  kept jsonb := '[]';
begin
  if answer is not null then
    return answer;
  end if;
  if exists (select from public.unit_status_events e
    where e.batch_id = undo_all_off_duty.batch_id and e.cause = 'all_off' and e.at < clock_timestamp() - interval '10 minutes')
  then
    return private.keep_answer(event_id, 'undo_all_off_duty', private.id_key(actor), jsonb_build_object('outcome', 'too_late'));
  end if;
  perform set_config('parkering.unit_event', jsonb_build_object('cause', 'undo', 'by', actor, 'batch_id', batch_id)::text, true);
  for event in select e.* from public.unit_status_events e
    where e.batch_id = undo_all_off_duty.batch_id and e.cause = 'all_off' order by e.unit_id
  loop
    select u.* into unit from public.units u where u.id = event.unit_id for update;
    if (unit.status, unit.status_since) is not distinct from (event.to_status, event.at)
      and not exists (select from public.call_units c where c.unit_id = unit.id and c.assigned_at > event.at) then
      update public.units u set status = event.from_status, status_since = event.since_before, checked_at = event.checked_before where u.id = unit.id;
      restored := restored || to_jsonb(unit.unit_number);
    else
      kept := kept || jsonb_build_object('unit', coalesce(unit.unit_number, event.unit_number), 'why', case when unit.id is null then 'gone' else 'changed' end);
    end if;
  end loop;
  perform set_config('parkering.unit_event', '', true);
  answer := jsonb_build_object('outcome', 'undone', 'restored', restored, 'kept', kept);
  return private.keep_answer(event_id, 'undo_all_off_duty', private.id_key(actor), answer);
end;
$$;

create table public.alarm_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  alarm_id uuid not null,
  kind text not null,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  data jsonb default '{}'::jsonb not null
);

create table public.alarms (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  unit_id uuid not null,
  unit_number text not null,
  place text default ''::text not null,
  raised_by text,
  raised_at timestamp with time zone not null,
  acknowledged_by text,
  acknowledged_at timestamp with time zone,
  cleared_by text,
  cleared_at timestamp with time zone,
  outcome text,
  note text default ''::text not null
);

alter table public.dispatch_settings drop constraint dispatch_settings_results;

alter table public.dispatch_settings add constraint dispatch_settings_results check ((((cardinality(results) >= 1) and (cardinality(results) <= 20)) and private.texts_within(results, 20, 50)));

alter table public.alarms add constraint alarms_pkey primary key (id);

alter table public.alarm_events add constraint alarm_events_pkey primary key (id);

alter table public.alarms add constraint alarms_lengths check (((length(unit_number) <= 50) and (length(place) <= 200) and (length(raised_by) <= 320) and (length(acknowledged_by) <= 320) and (length(cleared_by) <= 320) and (length(note) <= 2000)));

alter table public.alarms add constraint alarms_outcome check ((outcome = any (array['helped'::text, 'false_alarm'::text, 'test'::text])));

alter table public.alarms add constraint alarms_steps check ((((cleared_at is null) = (outcome is null)) and ((cleared_at is null) or (acknowledged_at is not null))));

alter table public.alarms add constraint alarms_moments check ((private.is_moment(created_at) and private.is_moment(raised_at) and private.is_moment(acknowledged_at) and private.is_moment(cleared_at)));

alter table public.alarm_events add constraint alarm_events_kind check ((kind = any (array['raised'::text, 'acknowledged'::text, 'place'::text, 'cleared'::text])));

alter table public.alarm_events add constraint alarm_events_lengths check ((length(by) <= 320));

alter table public.alarm_events add constraint alarm_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.alarm_events add constraint alarm_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

create unique index alarms_open_key on public.alarms (unit_id) where cleared_at is null;

create index alarms_oldest_idx on public.alarms (raised_at);

create index alarm_events_alarm_idx on public.alarm_events (alarm_id, at);

create index alarm_events_oldest_idx on public.alarm_events (at);

create index unit_status_events_batch_idx on public.unit_status_events (batch_id) where batch_id is not null;

create trigger alarm_events_only_grow before update on public.alarm_events
  for each row execute function private.keep_status_events();

create trigger alarms_write_trail after insert or delete or update on public.alarms for each row execute function private.write_trail('721075');

alter table public.alarms enable row level security;

alter table public.alarm_events enable row level security;

create policy "Dispatch reads alarms" on public.alarms
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch reads the history of alarms" on public.alarm_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.raise_alarm(uuid,uuid,text,text) to authenticated;

grant execute on function public.record_alarm_event(uuid,uuid,text,text,text,text) to authenticated;

grant execute on function public.set_all_off_duty(uuid,text,boolean,text) to authenticated;

grant execute on function public.undo_all_off_duty(uuid,uuid,text) to authenticated;

comment on function private.erase_dispatch(integer) is 'Erases calls, alarms and histories after 12 months, callers and answers after 30 days, at most so many rows of each. Gives the largest count.';

comment on table public.alarms is 'Alarms of units: open until somebody acknowledged and cleared it. A unit has one open alarm at most.';

comment on table public.alarm_events is 'What happened to alarms, by whom and when; written by the database, only added to.';

comment on function public.raise_alarm(uuid,uuid,text,text) is 'Raises the alarm of a unit. A unit with an open alarm keeps that one: pressing again never ends it and makes no second.';

comment on function public.record_alarm_event(uuid,uuid,text,text,text,text) is 'Acknowledges an alarm, says its place (the old one stays in its event) or clears it. The second who acknowledges is told who was first; only what was acknowledged is cleared, with an outcome.';

comment on function public.set_all_off_duty(uuid,text,boolean,text) is 'Gives all units the status off duty of the settings, of one location or of all (null). Those that are off duty already, have an open alarm, or are on an open call (unless included) stay and are named.';

comment on function public.undo_all_off_duty(uuid,uuid,text) is 'Takes back that all units went off duty, within 10 minutes and by anybody: statuses and their times are as before. A unit that somebody acted on since keeps its status.';

alter publication supabase_realtime add table public.alarms;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('alarm_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('alarms', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('raise_alarm')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_alarm_event')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_all_off_duty')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('undo_all_off_duty')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
