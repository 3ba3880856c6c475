-- Ended logins read no roster row of their own, bids have ten decimals at most, and of alarms pressed again one answer a second is kept.

set local check_function_bodies = off;

create or replace function public.act_as_unit(key text, event_id uuid, step text, call_id uuid, place text, at timestamp with time zone, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  unit constant public.units := private.unit_of_key(key);
  caller constant text := private.hash_of_key(key);
  actor constant text := 'unit ' || left(unit.unit_number, 50);
  answer jsonb;
begin
  if unit.id is null then
    return '{"outcome": "none"}';
  end if;
  answer := private.answer_of(event_id, 'act_as_unit', caller);
  if answer is not null then
    return answer;
  elsif step = 'alarm' then
    answer := private.open_alarm(unit.id, event_id, place, actor) - 'alarm';
    return private.keep_alarm_answer(event_id, 'act_as_unit', caller, answer);
  elsif step = 'checked' then
    answer := private.look_after_unit(unit.id, event_id, actor);
  elsif not exists (select from public.call_units c where c.call_id = act_as_unit.call_id and c.unit_id = unit.id) then
    perform private.refuse('unit-not-on-call', 'call_id');
  else
    answer := private.take_step(call_id, unit.id, event_id, step, at, clock_error_ms, actor);
  end if;
  return private.keep_answer(event_id, 'act_as_unit', caller, answer);
end;
$$;

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

create or replace function private.keep_alarm_answer(event uuid, function_name text, caller text, answer jsonb)
  returns jsonb
  language sql
  set search_path = ''
as $$
  select case when answer ->> 'outcome' = 'open_already' and exists (select from private.answers a
      where a.created_at > clock_timestamp() - interval '1 second' and a.caller = keep_alarm_answer.caller
        and a.function_name = keep_alarm_answer.function_name and a.answer ->> 'outcome' = 'open_already')
    then answer else private.keep_answer(event, function_name, caller, answer) end;
$$;

alter table public.property_bids add constraint property_bids_amount_scale check ((scale(amount) <= 10)) not valid;

drop policy "Employees read themselves, the ambulance admin all" on public.ase_employees;

create policy "Employees read themselves, the ambulance admin all" on public.ase_employees
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_shown()) and account_id = (select auth.uid()))
    or (select private.is_kind('ase-admin')));

drop policy "Attendants read themselves, admins those of their site" on public.attendants;

create policy "Attendants read themselves, admins those of their site" on public.attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_shown()) and account_id = (select auth.uid()))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

drop policy "People read themselves, admins the people of their project" on public.project_attendants;

create policy "People read themselves, admins the people of their project" on public.project_attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_shown()) and account_id = (select auth.uid()))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'dispatch-admin', 'chauffeur-admin'))::text[]));

comment on function private.keep_alarm_answer(uuid,text,text,jsonb) is 'Keeps the answer of an alarm. No limit refuses alarms, so that of those pressed again and again one a second is kept.';
