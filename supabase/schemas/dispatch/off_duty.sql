-- All units off duty at once, and back (document 5 §3).

create or replace function private.units_off_duty(batch_id uuid, location text, include_on_calls boolean, cause text, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  off_duty constant text := (select s.off_duty_status from public.dispatch_settings s where s.project_id = '721075');
  unit public.units;
  why text;
  changed jsonb := '[]';
  kept jsonb := '[]';
begin
  perform set_config('parkering.unit_event', jsonb_build_object('cause', cause, 'by', by, 'batch_id', batch_id)::text, true);
  -- One order for everybody who takes several units.
  for unit in select u.* from public.units u
    where units_off_duty.location is null or u.location = units_off_duty.location order by u.id for update
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
  return jsonb_build_object('outcome', 'set', 'changed', changed, 'kept', kept);
end;
$$;
comment on function private.units_off_duty(uuid,text,boolean,text,text) is
  'Gives units the status off duty of the settings, for a person or the clock. Those that are off duty already, have an open alarm, or are on an open call (unless included) stay and are named.';

create or replace function public.set_all_off_duty(batch_id uuid, location text, include_on_calls boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  caller constant text := private.id_key(actor);
begin
  return coalesce(private.answer_of(batch_id, 'set_all_off_duty', caller),
    private.keep_answer(batch_id, 'set_all_off_duty', caller, private.units_off_duty(batch_id, location, include_on_calls, 'all_off', actor)));
end;
$$;
comment on function public.set_all_off_duty(uuid,text,boolean,text) is
  'Gives all units the status off duty of the settings, of one location or of all (null). Units that stay are named.';
grant execute on function public.set_all_off_duty(uuid,text,boolean,text) to authenticated;

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
    where e.batch_id = undo_all_off_duty.batch_id and e.cause in ('all_off', 'clock') and e.at < clock_timestamp() - interval '10 minutes')
  then
    return private.keep_answer(event_id, 'undo_all_off_duty', private.id_key(actor), jsonb_build_object('outcome', 'too_late'));
  end if;
  perform set_config('parkering.unit_event', jsonb_build_object('cause', 'undo', 'by', actor, 'batch_id', batch_id)::text, true);
  for event in select e.* from public.unit_status_events e
    where e.batch_id = undo_all_off_duty.batch_id and e.cause in ('all_off', 'clock') order by e.unit_id
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
comment on function public.undo_all_off_duty(uuid,uuid,text) is
  'Takes back that all units went off duty, by a press or by the clock, within 10 minutes and by anybody: statuses and their times are as before. A unit that somebody '
  'acted on since keeps its status.';
grant execute on function public.undo_all_off_duty(uuid,uuid,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('set_all_off_duty');

insert into private.staff_functions (function_name)
  values ('undo_all_off_duty');

insert into private.staff_functions (function_name)
  values ('skip_off_duty');

create or replace function private.off_duty_batch(day date, off_duty_at time without time zone)
  returns uuid
  language sql immutable
  set search_path = ''
as $$ select md5('dispatch off duty ' || day || ' ' || off_duty_at)::uuid; $$;
comment on function private.off_duty_batch(date,time without time zone) is 'The batch of a day''s end of duty, by which it happens once.';

create or replace function private.take_off_duty()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  due record;
begin
  -- Of today and yesterday, since an hour of grace may pass midnight. Later than that nobody expects it any more.
  select d.day, private.off_duty_batch(d.day, s.off_duty_at) as batch_id into due
    from public.dispatch_settings s cross join lateral (
      select t.day, (t.day + s.off_duty_at) at time zone 'Europe/Stockholm' as at
      from (values (private.day_of(clock_timestamp())), (private.day_of(clock_timestamp()) - 1)) t (day)) d
    where s.project_id = '721075' and d.at between clock_timestamp() - interval '1 hour' and clock_timestamp()
      and s.off_duty_skipped_on is distinct from d.day;
  if due.batch_id is not null and private.answer_of(due.batch_id, 'run_due', 'clock') is null then
    perform private.keep_answer(due.batch_id, 'run_due', 'clock', private.units_off_duty(due.batch_id, null, false, 'clock', null));
  end if;
end;
$$;
comment on function private.take_off_duty() is
  'Takes all units off duty at the time of the settings, once a day and not on the day that somebody skipped. Units on calls stay.';

create or replace function public.skip_off_duty(day date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  settings public.dispatch_settings;
begin
  perform private.dispatch_staff(acting_as);
  select s.* into settings from public.dispatch_settings s where s.project_id = '721075' for update;
  if settings.off_duty_at is null or day is null or day not between private.day_of(clock_timestamp()) and private.day_of(clock_timestamp()) + 1 then
    perform private.refuse('unreadable-values', 'day');
  elsif settings.off_duty_skipped_on = day then
    return jsonb_build_object('outcome', 'unchanged', 'day', day);
  elsif exists (select from private.answers a where a.id = private.off_duty_batch(day, settings.off_duty_at)) then
    return jsonb_build_object('outcome', 'too_late', 'day', day);
  end if;
  update public.dispatch_settings s set off_duty_skipped_on = day where s.id = settings.id;
  return jsonb_build_object('outcome', 'skipped', 'day', day);
end;
$$;
comment on function public.skip_off_duty(date,text) is 'Leaves units on duty on a day, today or tomorrow, before the clock has taken them off.';
grant execute on function public.skip_off_duty(date,text) to authenticated;
