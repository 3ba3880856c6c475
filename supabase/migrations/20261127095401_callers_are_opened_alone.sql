-- Who called is read by the function alone that notes in the trail who was told (document 5 §9).

set local check_function_bodies = off;

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
    update public.calls c set place = wanted.place, nature = coalesce(wanted.nature, ''), priority = wanted.priority, caller = coalesce(wanted.caller, '')
      where c.id = call.id returning c.* into call;
    perform private.note_call(event_id, call.id, 'changed', actor, null, null, jsonb_build_object('before', now_is));
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
    from public.calls d where d.duplicate_of = call.id and d.caller <> ''));
end;
$$;

create or replace function private.note_opened_caller(call public.calls, actor text)
  returns void
  language sql
  set search_path = ''
as $$ select private.add_to_trail('read', 'calls', '721075', call.id::text, null, jsonb_build_object('number', call.number, 'by', actor)); $$;

comment on column public.calls.caller is 'Who called. In `hardened` open_caller alone tells it, and the trail says to whom.';

comment on function private.note_opened_caller(public.calls,text) is 'Notes in the trail who was told who called.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('calls', 'select', 'select', '', 'select (id, created_at, number, place, nature, priority, status, waiting_since, received_at, assigned_at, on_scene_at, closed_at, result, duplicate_of, received_by, closed_by, place_key)', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

select private.grant_for_profile();
