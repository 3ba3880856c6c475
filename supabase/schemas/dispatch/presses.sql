-- Presses of a dispatcher on a unit, and the status that follows from every way in (document 5 §3).

create or replace function private.dispatch_staff(acting_as text, kinds text[] default '{operator,dispatch-admin}')
  returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  id text;
begin
  if private.is_specified() then
    id := case when length(btrim(acting_as)) between 1 and 50 and ('operator' = any (kinds) or private.id_key(acting_as) = 'ledning'
      or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and a.project_id = '721075')) then acting_as end;
  else
    select s.user_id into id from private.own_staff(kinds) s where s.user_key = private.id_key(acting_as);
  end if;
  if id is null then
    perform private.refuse_stranger();
  end if;
  return id;
end;
$$;
comment on function private.dispatch_staff(text,text[]) is
  'The ID of a person of dispatch who calls a function. `specified` believes it, the administrator is the one of decisions §1 or has an admin '
  'account of the project; `hardened` refuses an ID that is not the caller''s (42501).';

create or replace function private.unit_event()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select nullif(current_setting('parkering.unit_event', true), '')::jsonb; $$;
comment on function private.unit_event() is 'The event {id, cause, by, call_id, batch_id} whose change of a unit is under way; null for a change by the table API.';

create or replace function private.keep_status_since()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.status_since := case when tg_op = 'UPDATE' then old.status_since else clock_timestamp() end;
    new.checked_at := case when tg_op = 'UPDATE' then old.checked_at end;
  end if;
  if tg_op = 'UPDATE' then
    -- Strictly later, since screens take the later version of two, and a transaction may have waited for the row's lock.
    new.updated_at := greatest(new.updated_at, old.updated_at + interval '1 microsecond');
    if new.status is distinct from old.status and new.status_since is not distinct from old.status_since then
      new.status_since := clock_timestamp();
      new.checked_at := null;
    end if;
  end if;
  return new;
end;
$$;
comment on function private.keep_status_since() is
  'The database says since when a unit has its status, whoever sets it; what a call of the table API says of it does not count.';

create or replace function private.note_unit_status()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event constant jsonb := coalesce(private.unit_event(), '{}');
  cause constant text := coalesce(event ->> 'cause', 'edit');
begin
  insert into public.unit_status_events (id, unit_id, unit_number, cause, from_status, to_status, since_before, checked_before, by, at,
      call_id, batch_id)
    select coalesce((event ->> 'id')::uuid, gen_random_uuid()), new.id, left(new.unit_number, 50), cause, old.status, new.status, old.status_since, old.checked_at,
      coalesce(event ->> 'by', (select w.id from private.who_acts() w)),
      case cause when 'undo' then clock_timestamp() when 'checked' then new.checked_at else new.status_since end,
      (event ->> 'call_id')::uuid, (event ->> 'batch_id')::uuid;
  return null;
end;
$$;
comment on function private.note_unit_status() is 'Notes who set a status, in the transaction that sets it.';

create or replace function private.change_of(unit public.units)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', unit.status, 'since', unit.status_since, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.unit_status_events e where e.unit_id = unit.id order by e.at desc, e.id desc limit 1) e on true;
$$;
comment on function private.change_of(public.units) is 'The answer to a press that somebody else was faster than: the status now, who set it and when.';

create or replace function public.set_unit_status(unit_id uuid, event_id uuid, expected_status text, status text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_unit_status', private.id_key(actor));
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select u.* into unit from public.units u where u.id = set_unit_status.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif unit.status = set_unit_status.status then
    answer := jsonb_build_object('outcome', 'unchanged', 'since', unit.status_since);
  elsif unit.status is distinct from expected_status then
    answer := private.change_of(unit);
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', event_id, 'cause', 'press', 'by', actor)::text, true);
    update public.units u set status = set_unit_status.status where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'set', 'status', unit.status, 'since', unit.status_since, 'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(event_id, 'set_unit_status', private.id_key(actor), answer);
end;
$$;
comment on function public.set_unit_status(uuid,uuid,text,text,text) is
  'Sets the status of a unit. A status that it has already runs on; one that somebody set since it was shown is told, not overwritten.';
grant execute on function public.set_unit_status(uuid,uuid,text,text,text) to authenticated;

create or replace function private.look_after_unit(unit_id uuid, event_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  unit public.units;
begin
  perform set_config('parkering.unit_event', jsonb_build_object('id', event_id, 'cause', 'checked', 'by', by)::text, true);
  update public.units u set checked_at = clock_timestamp() where u.id = look_after_unit.unit_id returning u.* into unit;
  perform set_config('parkering.unit_event', '', true);
  if unit.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  return jsonb_build_object('outcome', 'confirmed', 'checked_at', unit.checked_at, 'since', unit.status_since, 'updated_at', unit.updated_at);
end;
$$;
comment on function private.look_after_unit(uuid,uuid,text) is 'Notes that somebody looked after a unit.';

create or replace function public.confirm_unit(unit_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  caller constant text := private.id_key(actor);
begin
  return coalesce(private.answer_of(event_id, 'confirm_unit', caller),
    private.keep_answer(event_id, 'confirm_unit', caller, private.look_after_unit(unit_id, event_id, actor)));
end;
$$;
comment on function public.confirm_unit(uuid,uuid,text) is 'Somebody looked after a unit: its limit counts anew, the time of its status runs on.';
grant execute on function public.confirm_unit(uuid,uuid,text) to authenticated;

create or replace function public.undo_press(event_id uuid, undo_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(undo_id, 'undo_press', private.id_key(actor));
  press public.unit_status_events;
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select e.* into press from public.unit_status_events e where e.id = event_id and e.cause = 'press';
  if press.id is null then
    return private.keep_answer(undo_id, 'undo_press', private.id_key(actor), private.undo_call_press(event_id, undo_id, actor));
  end if;
  if private.id_key(press."by") is distinct from private.id_key(actor) then
    perform private.refuse_stranger();
  end if;
  select u.* into unit from public.units u where u.id = press.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif (unit.status, unit.status_since) is distinct from (press.to_status, press.at) or unit.checked_at is not null
    or exists (select from public.call_units c where c.unit_id = unit.id and c.assigned_at > press.at) then
    answer := private.change_of(unit);
  elsif press.at < clock_timestamp() - interval '60 seconds' then
    answer := jsonb_build_object('outcome', 'too_late', 'at', press.at);
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', undo_id, 'cause', 'undo', 'by', actor)::text, true);
    update public.units u set status = press.from_status, status_since = press.since_before, checked_at = press.checked_before
      where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'undone', 'status', unit.status, 'since', unit.status_since, 'checked_at', unit.checked_at,
      'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(undo_id, 'undo_press', private.id_key(actor), answer);
end;
$$;
comment on function public.undo_press(uuid,uuid,text) is
  'Takes back one''s own status, assignment, step or closing within 60 seconds: statuses and their times are as before. What somebody did since is told, not undone.';
grant execute on function public.undo_press(uuid,uuid,text) to authenticated;

insert into private.staff_functions (function_name)
  values ('set_unit_status');

insert into private.staff_functions (function_name)
  values ('confirm_unit');

insert into private.staff_functions (function_name)
  values ('undo_press');
