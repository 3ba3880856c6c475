-- No limit refuses alarms: an operator who acknowledged one that was, or raised alarms of units that are none, filled the disk with answers.

set local check_function_bodies = off;

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

comment on function private.keep_alarm_answer(uuid,text,text,jsonb) is 'Keeps the answer of an alarm. No limit refuses alarms, so that of answers that changed nothing one a second is kept.';
