-- Alarms of units (document 5 §3): raised by anybody of dispatch, acknowledged by one, cleared with an outcome.

create table public.alarms (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  unit_id uuid not null,
  unit_number text not null,
  place text default '' not null,
  raised_by text,
  raised_at timestamptz not null,
  acknowledged_by text,
  acknowledged_at timestamptz,
  cleared_by text,
  cleared_at timestamptz,
  outcome text,
  note text default '' not null,
  constraint alarms_pkey primary key (id),
  constraint alarms_lengths check (length(unit_number) <= 50 and length(place) <= 200 and length(raised_by) <= 320 and length(acknowledged_by) <= 320 and length(cleared_by) <= 320 and length(note) <= 2000),
  constraint alarms_outcome check (outcome in ('helped', 'false_alarm', 'test')),
  constraint alarms_steps check ((cleared_at is null) = (outcome is null) and (cleared_at is null or acknowledged_at is not null)),
  constraint alarms_moments check (private.is_moment(created_at) and private.is_moment(raised_at) and private.is_moment(acknowledged_at) and private.is_moment(cleared_at))
);

comment on table public.alarms is 'Alarms of units: open until somebody acknowledged and cleared it. A unit has one open alarm at most.';

create unique index alarms_open_key on public.alarms (unit_id) where cleared_at is null;
create index alarms_oldest_idx on public.alarms (raised_at);

alter table public.alarms enable row level security;

create policy "Dispatch reads alarms" on public.alarms
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger alarms_tell after insert on public.alarms for each row execute function private.tell_of_alarm();
create trigger alarms_write_trail after insert or delete or update on public.alarms for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.alarms;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('alarms', 'select', 'select', '', 'select', 'select');

create table public.alarm_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  alarm_id uuid not null,
  kind text not null,
  by text,
  at timestamptz not null,
  received_at timestamptz default clock_timestamp() not null,
  data jsonb default '{}'::jsonb not null,
  constraint alarm_events_pkey primary key (id),
  constraint alarm_events_kind check (kind in ('raised', 'acknowledged', 'place', 'cleared')),
  constraint alarm_events_lengths check (length(by) <= 320),
  constraint alarm_events_data_size check (pg_column_size(data) <= 20000),
  constraint alarm_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.alarm_events is 'What happened to alarms, by whom and when; written by the database, only added to.';

create index alarm_events_alarm_idx on public.alarm_events (alarm_id, at);
create index alarm_events_oldest_idx on public.alarm_events (at);

alter table public.alarm_events enable row level security;

create policy "Dispatch reads the history of alarms" on public.alarm_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger alarm_events_only_grow before update on public.alarm_events
  for each row execute function private.keep_status_events();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('alarm_events', 'select', 'select', '', 'select', 'select');

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
comment on function private.open_alarm(uuid,uuid,text,text) is 'Opens the alarm of a unit, or names the one that is open.';

create or replace function private.keep_alarm_answer(event uuid, function_name text, caller text, answer jsonb)
  returns jsonb
  language sql
  set search_path = ''
as $$
  select case when answer ->> 'outcome' not in ('raised', 'recorded') and exists (select from private.answers a
      where a.created_at > clock_timestamp() - interval '1 second' and a.caller = keep_alarm_answer.caller
        and a.function_name = keep_alarm_answer.function_name and a.answer ->> 'outcome' = keep_alarm_answer.answer ->> 'outcome')
    then answer else private.keep_answer(event, function_name, caller, answer) end;
$$;
comment on function private.keep_alarm_answer(uuid,text,text,jsonb) is
  'Keeps the answer of an alarm. No limit refuses alarms, so that of answers that changed nothing one a second is kept.';

create or replace function public.raise_alarm(unit_id uuid, alarm_id uuid, place text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  caller constant text := private.id_key(actor);
begin
  return coalesce(private.answer_of(alarm_id, 'raise_alarm', caller),
    private.keep_alarm_answer(alarm_id, 'raise_alarm', caller, private.open_alarm(unit_id, alarm_id, place, actor)));
end;
$$;
comment on function public.raise_alarm(uuid,uuid,text,text) is
  'Raises the alarm of a unit. A unit with an open alarm keeps that one: pressing again never ends it and makes no second.';
grant execute on function public.raise_alarm(uuid,uuid,text,text) to authenticated;

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
  return private.keep_alarm_answer(event_id, 'record_alarm_event', private.id_key(actor), answer);
end;
$$;
comment on function public.record_alarm_event(uuid,uuid,text,text,text,text) is
  'Acknowledges an alarm, says its place (the old one stays in its event) or clears it. The second who acknowledges is told who was first; only what '
  'was acknowledged is cleared, with an outcome.';
grant execute on function public.record_alarm_event(uuid,uuid,text,text,text,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('raise_alarm');

insert into private.staff_functions (function_name)
  values ('record_alarm_event');
