-- Rules of the ambulance's plan (document 5 §7): planning, signing up, deciding, leaving, and an absence at 05:30.

create or replace function private.planned_part(shift jsonb, keys text[])
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  whole jsonb;
begin
  whole := to_jsonb(jsonb_populate_record(null::public.planned_shifts, shift));
  -- Publishing and cancelling have no moment but now.
  return (select coalesce(jsonb_object_agg(k, case when k in ('published_at', 'cancelled_at') then to_jsonb(whole -> k <> 'null')
      when k in ('position', 'station', 'note') then to_jsonb(nullif(btrim(whole ->> k), '')) else whole -> k end), '{}') from unnest(keys) k);
exception when data_exception then
  perform private.refuse('unreadable-shift', 'shifts');
end;
$$;
comment on function private.planned_part(jsonb,text[]) is 'Fields of a shift as a call names them or a row has them, to be compared.';

create or replace function public.save_planned_shifts(shifts jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  given constant jsonb := private.list_in(shifts, 'shifts');
  editable constant text[] := '{starts_at,ends_at,position,vehicle_id,station,places,note,published_at,cancelled_at}';
  batch constant uuid := gen_random_uuid();
  one jsonb;
  keys text[];
  stored public.planned_shifts;
  wanted jsonb;
  was jsonb;
  conflicts jsonb := '{}';
  changes jsonb[] := '{}';
  cancelled uuid[];
  moved uuid[];
  told uuid[];
begin
  if jsonb_array_length(given) not between 1 and 200 or jsonb_array_length(given) <> (select count(distinct lower(g.value ->> 'id')) from jsonb_array_elements(given) g) then
    perform private.refuse('unreadable-shift', 'shifts');
  end if;
  perform private.lock_plan();
  -- All are compared before the first is stored.
  for one in select g.value from jsonb_array_elements(given) g loop
    keys := array(select k from unnest(editable) k where one ? k);
    if (one ->> 'id') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('unreadable-shift', 'shifts');
    end if;
    select s.* into stored from public.planned_shifts s where s.id = (one ->> 'id')::uuid for update;
    wanted := private.planned_part(one, keys);
    if stored.id is null then
      changes := changes || jsonb_build_object('id', one -> 'id', 'shift', one, 'kind', 'planned');
    else
      was := private.planned_part(to_jsonb(stored), keys);
      continue when was = wanted;
      if was is distinct from private.planned_part(coalesce(expected -> (one ->> 'id'), '{}'), keys) then
        conflicts := conflicts || jsonb_build_object(one ->> 'id', was);
      end if;
      if (was -> 'published_at' = 'true' and wanted -> 'published_at' = 'false') or (was -> 'cancelled_at' = 'true' and wanted -> 'cancelled_at' = 'false')
        or (stored.cancelled_at is not null or stored.ends_at <= clock_timestamp()) then
        perform private.refuse('shift-over', 'shifts');
      end if;
      changes := changes || jsonb_build_object('id', one -> 'id', 'shift', one, 'was', was, 'wanted', wanted, 'was_published', stored.published_at is not null,
        'kind', case when wanted -> 'cancelled_at' = 'true' then 'shift_cancelled'
          when wanted -> 'published_at' = 'true' and stored.published_at is null then 'published' else 'changed' end);
    end if;
  end loop;
  if conflicts <> '{}' then
    return jsonb_build_object('outcome', 'changed', 'now', conflicts)
      || private.last_change('planned_shifts', (select k from jsonb_object_keys(conflicts) k limit 1));
  elsif changes = '{}' then
    return '{"outcome": "unchanged", "shifts": 0}';
  end if;
  -- One statement a table: each is told to everybody who follows it, and the plan stays locked meanwhile.
  begin
    insert into public.planned_shifts (id, starts_at, ends_at, position, vehicle_id, station, places, note, published_at, cancelled_at, series_id)
      select r.id, r.starts_at, r.ends_at, nullif(btrim(r.position), ''), r.vehicle_id, nullif(btrim(r.station), ''),
        coalesce(r.places, 1), nullif(btrim(r.note), ''), case when r.published_at is not null then now() end, null, r.series_id
      from unnest(changes) c cross join lateral jsonb_populate_record(null::public.planned_shifts, c -> 'shift') r where c ->> 'kind' = 'planned';
    update public.planned_shifts s set starts_at = r.starts_at, ends_at = r.ends_at, position = nullif(btrim(r.position), ''), vehicle_id = r.vehicle_id,
        station = nullif(btrim(r.station), ''), places = r.places, note = nullif(btrim(r.note), ''),
        published_at = case when r.published_at is not null then coalesce(b.published_at, now()) end,
        cancelled_at = case when r.cancelled_at is not null then now() end
      from unnest(changes) c join public.planned_shifts b on b.id = (c ->> 'id')::uuid cross join lateral jsonb_populate_record(b, c -> 'shift') r
      where s.id = b.id and c ->> 'kind' <> 'planned';
  exception
    when check_violation or not_null_violation or foreign_key_violation or data_exception then
      perform private.refuse('unreadable-shift', 'shifts');
  end;
  perform private.note_shift((c ->> 'id')::uuid, c ->> 'kind', admin, null, null, null,
    case when c ->> 'kind' = 'planned' then '{}' else jsonb_build_object('before', c -> 'was', 'after', c -> 'wanted') end, batch) from unnest(changes) c;
  if exists (select from unnest(changes) c where private.free_places((c ->> 'id')::uuid) < 0) then
    perform private.refuse('too-few-places', 'shifts');
  end if;
  cancelled := array(select (c ->> 'id')::uuid from unnest(changes) c where c ->> 'kind' = 'shift_cancelled');
  moved := array(select (c ->> 'id')::uuid from unnest(changes) c where c ->> 'kind' in ('published', 'changed')
    and (c #> '{was,starts_at}', c #> '{was,ends_at}') is distinct from (c #> '{wanted,starts_at}', c #> '{wanted,ends_at}'));
  if cancelled <> '{}' then
    perform private.cancel_places(cancelled, admin, batch);
  end if;
  if moved <> '{}' then
    update public.shift_places p set confirmed_at = null where p.shift_id = any (moved) and p.state = 'assigned';
  end if;
  if cancelled || moved <> '{}' then
    perform private.lapse_offers_on(cancelled || moved, admin);
  end if;
  told := array(select (c ->> 'id')::uuid from unnest(changes) c where (c -> 'was_published')::boolean
    and (c -> 'was') - '{note,places,published_at}'::text[] <> (c -> 'wanted') - '{note,places,published_at}'::text[]);
  -- A batch is one message.
  perform private.tell_of_plan('shift_changed', s.id, jsonb_build_object('count', cardinality(told), 'is_cancelled', s.cancelled_at is not null))
    from public.planned_shifts s where s.id = any (told) order by s.starts_at limit 1;
  return jsonb_build_object('outcome', 'saved', 'shifts', cardinality(changes));
end;
$$;
comment on function public.save_planned_shifts(jsonb,jsonb,text) is
  'Plans, changes, publishes and cancels up to 200 shifts, all or none of them. People of a published shift that changes are told, and confirm new times.';
grant execute on function public.save_planned_shifts(jsonb,jsonb,text) to authenticated;

create or replace function private.open_shift(shift_id uuid, is_admin boolean)
  returns public.planned_shifts
  language plpgsql stable
  set search_path = ''
as $$
declare
  shift public.planned_shifts;
begin
  select s.* into shift from public.planned_shifts s where s.id = shift_id;
  if shift.id is null or (shift.published_at is null and not is_admin) then
    -- An unpublished shift is as unknown to employees as none.
    perform private.refuse('no-such-shift', 'shift_id');
  end if;
  return shift;
end;
$$;
comment on function private.open_shift(uuid,boolean) is 'A shift that employees know of, for the admin any.';

create or replace function private.shift_state(shift public.planned_shifts)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when shift.cancelled_at is not null then 'cancelled' when shift.ends_at <= clock_timestamp() then 'over'
    when shift.starts_at <= clock_timestamp() then 'begun' else 'planned' end;
$$;
comment on function private.shift_state(public.planned_shifts) is 'Whether a shift is to come, goes on, is over or was cancelled.';

create or replace function private.employee_of(id text)
  returns public.ase_employees
  language plpgsql stable
  set search_path = ''
as $$
declare
  employee public.ase_employees;
begin
  select e.* into employee from public.ase_employees e where e.employee_key = private.id_key(employee_of.id) and e.deactivated_at is null;
  if employee.id is null then
    perform private.refuse('no-such-employee', 'employee_id');
  end if;
  return employee;
end;
$$;
comment on function private.employee_of(text) is 'The active employee with an ID.';

create or replace function private.accepts(accepted jsonb, warnings jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select not exists (select from jsonb_array_elements(warnings) w where not exists (
    select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a.value ->> 'code' = w.value ->> 'code'));
$$;
comment on function private.accepts(jsonb,jsonb) is 'Whether a call accepts all of these warnings.';

create or replace function private.was_asked(person uuid, shift uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from public.shift_events e where e.shift_id = was_asked.shift and e.person_id = was_asked.person and e.kind = 'person_asked'
    and e.received_at > coalesce((select max(p.at) from public.shift_places p where p.shift_id = was_asked.shift and p.person_id = was_asked.person), '-infinity'));
$$;
comment on function private.was_asked(uuid,uuid) is 'Whether the admin asked somebody to take a place on a shift, after all that the person did there.';

create or replace function public.ask_for_shift(shift_id uuid, place_id uuid, accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb;
  shift public.planned_shifts;
  place public.shift_places;
  reasons jsonb;
  was_asked boolean;
begin
  if place_id is null then
    perform private.refuse('unreadable-value', 'place_id');
  end if;
  answer := private.answer_of(place_id, 'ask_for_shift', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, false);
  select p.* into place from public.shift_places p
    where p.shift_id = shift.id and p.person_id = worker.person and p.state in ('asked', 'assigned');
  -- Whoever the admin asked has the place by a press, also of a shift that has begun.
  was_asked := private.was_asked(worker.person, shift.id);
  reasons := private.shift_objections(worker.person, shift);
  if place.id is not null and (place.state = 'assigned' or not was_asked) then
    answer := jsonb_build_object('outcome', 'unchanged', 'state', place.state);
  elsif private.shift_state(shift) <> 'planned' and not (was_asked and private.shift_state(shift) = 'begun') then
    answer := jsonb_build_object('outcome', 'changed', 'now', private.shift_state(shift));
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  elsif reasons <> '[]' then
    answer := jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  elsif not private.accepts(accepted, private.shift_warnings(worker.person, shift)) then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.shift_warnings(worker.person, shift));
  elsif was_asked or (private.ase_settings_of()).sign_up = 'at_once' then
    perform private.put_place(shift.id, place_id, private.employee_of(worker.id), worker.id);
    answer := jsonb_build_object('outcome', 'assigned');
  else
    insert into public.shift_places (id, shift_id, person_id, employee_id, name, state, by, at)
      values (ask_for_shift.place_id, shift.id, worker.person, worker.id, left(worker.name, 200), 'asked', worker.id, clock_timestamp()) returning * into place;
    perform private.note_shift(shift.id, 'asked', worker.id, null, place, null, jsonb_build_object('accepted', accepted));
    answer := jsonb_build_object('outcome', 'asked');
  end if;
  return private.keep_answer(place_id, 'ask_for_shift', caller, answer);
end;
$$;
comment on function public.ask_for_shift(uuid,uuid,jsonb,text) is
  'Asks for a place on a published shift. Where the settings say so, or the admin has asked the employee, the place is assigned at once.';
grant execute on function public.ask_for_shift(uuid,uuid,jsonb,text) to authenticated;

create or replace function public.assign_place(shift_id uuid, place_id uuid, employee_id text, expected text, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb;
  shift public.planned_shifts;
  employee public.ase_employees;
  place public.shift_places;
  reasons jsonb;
begin
  if place_id is null or length(assign_place.reason) > 500 then
    perform private.refuse('unreadable-value', 'place_id');
  end if;
  answer := private.answer_of(place_id, 'assign_place', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, true);
  employee := private.employee_of(employee_id);
  select p.* into place from public.shift_places p
    where p.shift_id = shift.id and p.person_id = employee.id and p.state in ('asked', 'assigned');
  reasons := private.shift_objections(employee.id, shift);
  if place.state = 'assigned' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state is distinct from expected then
    answer := private.place_changed(place);
  elsif private.shift_state(shift) in ('cancelled', 'over') then
    answer := jsonb_build_object('outcome', 'changed', 'now', private.shift_state(shift));
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  elsif reasons <> '[]' and coalesce(assign_place.reason, '') !~ '\S' then
    -- Nothing is kept: the call comes again with a reason.
    return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  else
    perform private.put_place(shift.id, place_id, employee, admin, null,
      jsonb_build_object('reason', nullif(btrim(assign_place.reason), ''), 'reasons', nullif(reasons, '[]')));
    answer := jsonb_build_object('outcome', 'assigned');
  end if;
  return private.keep_answer(place_id, 'assign_place', caller, answer);
end;
$$;
comment on function public.assign_place(uuid,uuid,text,text,text,text) is
  'The admin gives an employee a place on a shift; somebody who is not eligible with a reason. `expected` is the state of the employee''s place there, null for none.';
grant execute on function public.assign_place(uuid,uuid,text,text,text,text) to authenticated;

create or replace function private.locked_place(place_id uuid)
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lock_plan();
  select p.* into place from public.shift_places p where p.id = place_id;
  if place.id is null then
    perform private.refuse('no-such-place', 'place_id');
  end if;
  return place;
end;
$$;
comment on function private.locked_place(uuid) is 'A place on a shift, of which nothing changes until the call is over.';

create or replace function private.own_place(place_id uuid, worker private.clock_person)
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lock_plan();
  select p.* into place from public.shift_places p where p.id = place_id and p.person_id = worker.person;
  if place.id is null then
    perform private.refuse_stranger();
  end if;
  return place;
end;
$$;
comment on function private.own_place(uuid,private.clock_person) is 'A place of the employee who calls, of which nothing changes until the call is over.';

create or replace function private.place_changed(place public.shift_places)
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select jsonb_build_object('outcome', 'changed', 'now', place.state, 'by', place.by, 'at', place.at); $$;
comment on function private.place_changed(public.shift_places) is 'The answer that a place is no longer as the screen showed it.';

create or replace function public.decide_place(place_id uuid, event_id uuid, expected text, approve boolean, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'decide_place', caller);
  place public.shift_places;
  reasons jsonb;
begin
  if answer is not null then
    return answer;
  elsif approve is null or event_id is null then
    perform private.refuse('unreadable-value', 'approve');
  elsif not approve or reason is not null then
    perform private.require_reason(reason, 'ase-employee');
  end if;
  place := private.locked_place(place_id);
  if place.state = (case when approve then 'assigned' else 'refused' end) then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'asked' or place.state is distinct from expected then
    answer := private.place_changed(place);
  elsif not approve then
    perform private.end_place(place, 'refused', admin, event_id, reason);
    answer := jsonb_build_object('outcome', 'refused');
  elsif private.free_places(place.shift_id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  else
    reasons := private.shift_objections(place.person_id, private.open_shift(place.shift_id, true));
    if reasons <> '[]' and reason is null then
      return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
    end if;
    perform private.put_place(place.shift_id, place.id, private.employee_of(place.employee_id), admin, event_id,
      jsonb_build_object('reason', btrim(reason), 'reasons', nullif(reasons, '[]')));
    answer := jsonb_build_object('outcome', 'assigned');
  end if;
  return private.keep_answer(event_id, 'decide_place', caller, answer);
end;
$$;
comment on function public.decide_place(uuid,uuid,text,boolean,text,text) is
  'The admin approves or refuses a place that somebody asked for, the latter with a reason; who is not eligible is approved with one.';
grant execute on function public.decide_place(uuid,uuid,text,boolean,text,text) to authenticated;

create or replace function public.remove_place(place_id uuid, event_id uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'remove_place', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  perform private.require_reason(reason, 'ase-employee');
  place := private.locked_place(place_id);
  if place.state = 'removed' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'assigned' then
    answer := private.place_changed(place);
  else
    perform private.end_place(place, 'removed', admin, event_id, reason);
    answer := jsonb_build_object('outcome', 'removed');
  end if;
  return private.keep_answer(event_id, 'remove_place', caller, answer);
end;
$$;
comment on function public.remove_place(uuid,uuid,text,text) is 'The admin takes somebody off a shift, with a reason: the place is open.';
grant execute on function public.remove_place(uuid,uuid,text,text) to authenticated;

create or replace function public.leave_shift(place_id uuid, event_id uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'leave_shift', caller);
  place public.shift_places;
  until timestamptz;
begin
  if answer is not null then
    return answer;
  elsif event_id is null or length(reason) > 500 then
    perform private.refuse('unreadable-value', 'reason');
  end if;
  place := private.own_place(place_id, worker);
  select s.starts_at - make_interval(hours => (private.ase_settings_of()).leave_hours) into until from public.planned_shifts s where s.id = place.shift_id;
  if place.state = 'left' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state not in ('asked', 'assigned') then
    answer := private.place_changed(place);
  elsif place.state = 'assigned' and clock_timestamp() > until then
    answer := jsonb_build_object('outcome', 'too_late', 'until', until);
  else
    perform private.end_place(place, 'left', worker.id, event_id, reason);
    answer := jsonb_build_object('outcome', 'left');
  end if;
  return private.keep_answer(event_id, 'leave_shift', caller, answer);
end;
$$;
comment on function public.leave_shift(uuid,uuid,text,text) is
  'An employee leaves a shift until so many hours before it as the settings say; what was only asked for is taken back until it begins.';
grant execute on function public.leave_shift(uuid,uuid,text,text) to authenticated;

create or replace function public.report_absence(place_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'report_absence', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  place := private.own_place(place_id, worker);
  if place.state = 'absent' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'assigned' or private.shift_state(private.open_shift(place.shift_id, true)) = 'over' then
    answer := private.place_changed(place);
  else
    perform private.end_place(place, 'absent', worker.id, event_id);
    perform private.tell_of_plan('shift_absence', place.shift_id, '{}', worker.id);
    answer := jsonb_build_object('outcome', 'absent');
  end if;
  return private.keep_answer(event_id, 'report_absence', caller, answer);
end;
$$;
comment on function public.report_absence(uuid,uuid,text) is
  'An employee cannot come, at any time: the place is open at once. No reason is asked or kept.';
grant execute on function public.report_absence(uuid,uuid,text) to authenticated;

create or replace function public.ask_person(shift_id uuid, employee_id text, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'ask_person', caller);
  shift public.planned_shifts;
  employee public.ase_employees;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, true);
  employee := private.employee_of(employee_id);
  if shift.published_at is null or private.shift_state(shift) in ('cancelled', 'over') then
    answer := jsonb_build_object('outcome', 'changed', 'now', case when shift.published_at is null then 'unpublished' else private.shift_state(shift) end);
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  else
    insert into public.shift_events (id, shift_id, person_id, kind, by, at) values (event_id, shift.id, employee.id, 'person_asked', left(admin, 320), clock_timestamp());
    update public.planned_shifts s set updated_at = clock_timestamp() where s.id = shift.id;
    perform private.tell_of_plan('shift_asked', shift.id, '{}', employee.employee_id);
    answer := jsonb_build_object('outcome', 'asked');
  end if;
  return private.keep_answer(event_id, 'ask_person', caller, answer);
end;
$$;
comment on function public.ask_person(uuid,text,uuid,text) is 'The admin asks an employee to take a place: a press of the employee assigns it.';
grant execute on function public.ask_person(uuid,text,uuid,text) to authenticated;

create or replace function public.confirm_place(place_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'confirm_place', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  place := private.own_place(place_id, worker);
  if place.state <> 'assigned' then
    answer := private.place_changed(place);
  elsif place.confirmed_at is not null then
    answer := jsonb_build_object('outcome', 'unchanged');
  else
    update public.shift_places p set confirmed_at = clock_timestamp() where p.id = place.id;
    perform private.note_shift(place.shift_id, 'confirmed', worker.id, event_id, place);
    answer := jsonb_build_object('outcome', 'confirmed');
  end if;
  return private.keep_answer(event_id, 'confirm_place', caller, answer);
end;
$$;
comment on function public.confirm_place(uuid,uuid,text) is 'An employee confirms the new times of a shift that was changed.';
grant execute on function public.confirm_place(uuid,uuid,text) to authenticated;

create or replace function public.list_takers(shift_id uuid, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  shift constant public.planned_shifts := private.open_shift(shift_id, true);
  monday constant timestamptz := private.start_of(date_trunc('week', private.day_of(shift.starts_at)::timestamp)::date);
  week constant tstzrange := tstzrange(monday, private.start_of(private.day_of(monday + interval '12 hours') + 7));
begin
  return jsonb_build_object('outcome', 'listed', 'people', (
    select coalesce(jsonb_agg(t.taker order by jsonb_array_length(t.reasons), jsonb_array_length(t.warnings), t.hours, t.employee_id), '[]') from (
      select e.employee_id, c.reasons, c.warnings, h.hours, jsonb_build_object('employee_id', e.employee_id, 'name', e.name, 'reasons', c.reasons, 'warnings', c.warnings,
        'week_hours', h.hours, 'asked_at', (select max(v.received_at) from public.shift_events v
          where v.shift_id = shift.id and v.person_id = e.id and v.kind = 'person_asked')) as taker
      from public.ase_employees e
        cross join lateral (select private.shift_objections(e.id, shift) as reasons, private.shift_warnings(e.id, shift) as warnings) c
        cross join lateral (select private.hours_in(coalesce(range_agg(tstzrange(s.starts_at, s.ends_at) * week), '{}')) as hours
          from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
          where p.person_id = e.id and p.state = 'assigned' and tstzrange(s.starts_at, s.ends_at) && week) h
      where e.deactivated_at is null
        and not exists (select from public.shift_places p where p.shift_id = shift.id and p.person_id = e.id and p.state = 'assigned')) t));
end;
$$;
comment on function public.list_takers(uuid,text) is
  'Who can take a place on a shift, for the admin: the eligible first, the rested, and the fewest planned hours of the week.';
grant execute on function public.list_takers(uuid,text) to authenticated;

create or replace function public.own_objections(acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
begin
  return jsonb_build_object('outcome', 'listed', 'shifts', (
    select coalesce(jsonb_object_agg(s.id, jsonb_build_object('reasons', private.shift_objections(worker.person, s),
      'warnings', private.shift_warnings(worker.person, s), 'was_asked', private.was_asked(worker.person, s.id))), '{}')
    from (select * from public.planned_shifts s where s.published_at is not null and s.cancelled_at is null and s.ends_at > now()
      order by s.starts_at, s.id limit 500) s
    where not exists (select from public.shift_places p where p.shift_id = s.id and p.person_id = worker.person and p.state = 'assigned')));
end;
$$;
comment on function public.own_objections(text) is 'Why the employee who calls may not take shifts to come, what to know before taking them, and whether the admin asked, by shift.';
grant execute on function public.own_objections(text) to authenticated;

insert into private.staff_functions (function_name)
  values ('save_planned_shifts'), ('ask_for_shift'), ('assign_place'), ('decide_place'), ('remove_place'), ('leave_shift'), ('report_absence'), ('ask_person'),
    ('confirm_place'), ('list_takers'), ('own_objections');
