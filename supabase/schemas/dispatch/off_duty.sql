-- All units off duty at once, and back (document 5 §3).

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
comment on function public.set_all_off_duty(uuid,text,boolean,text) is
  'Gives all units the status off duty of the settings, of one location or of all (null). Those that are off duty already, have an open alarm, or are on an open call (unless included) stay and are named.';
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
comment on function public.undo_all_off_duty(uuid,uuid,text) is
  'Takes back that all units went off duty, within 10 minutes and by anybody: statuses and their times are as before. A unit that somebody '
  'acted on since keeps its status.';
grant execute on function public.undo_all_off_duty(uuid,uuid,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('set_all_off_duty');

insert into private.staff_functions (function_name)
  values ('undo_all_off_duty');
