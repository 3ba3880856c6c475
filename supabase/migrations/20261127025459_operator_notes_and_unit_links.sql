-- Notes from shift to shift, and links of dispatch that need no login: a unit's crew sees and does what concerns its unit (document 5 §3).

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
  update public.call_events e set data = (e.data - 'caller') #- '{before,caller}' where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '30 days' and (o.data ? 'caller' or o.data -> 'before' ? 'caller')
    order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, callers, gone);
  notes := array(select n.id from public.operator_notes n where n.created_at < now() - interval '12 months' order by n.created_at limit most);
  perform private.erase_trail('{operator_notes}', notes);
  delete from public.operator_notes n where n.id = any (notes);
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
  delete from private.dispatch_links l where l.id in (
    select o.id from private.dispatch_links o where o.ended_at < now() - interval '12 months' limit most);
  return greatest(calls, gone, answers, alarms, cardinality(notes));
end;
$$;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes');
$$;

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
    private.keep_answer(alarm_id, 'raise_alarm', caller, private.open_alarm(unit_id, alarm_id, place, actor)));
end;
$$;

create or replace function public.record_unit_step(call_id uuid, unit_id uuid, event_id uuid, step text, at timestamp with time zone, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  caller constant text := private.id_key(actor);
begin
  return coalesce(private.answer_of(event_id, 'record_unit_step', caller),
    private.keep_answer(event_id, 'record_unit_step', caller, private.take_step(call_id, unit_id, event_id, step, at, clock_error_ms, actor)));
end;
$$;

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

create or replace function private.open_alarm(unit_id uuid, alarm_id uuid, place text, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  alarm public.alarms;
begin
  -- No lock of the unit: an alarm waits for no press.
  insert into public.alarms as a (id, unit_id, unit_number, place, raised_by, raised_at)
    select alarm_id, u.id, left(u.unit_number, 50), btrim(coalesce(open_alarm.place, '')), open_alarm.by, clock_timestamp()
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

create or replace function private.take_step(call_id uuid, unit_id uuid, event_id uuid, step text, at timestamp with time zone, clock_error_ms integer, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  received constant timestamptz := clock_timestamp();
  said constant timestamptz := coalesce(take_step.at - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0), received);
  moment timestamptz;
  call public.calls;
  sent public.call_units;
  unit public.units;
  known timestamptz;
  answer jsonb;
  data jsonb := '{}';
begin
  if step is null or step not in ('en_route', 'on_scene', 'cleared') then
    perform private.refuse('no-call-step', 'step');
  end if;
  call := private.call_for(take_step.call_id);
  select c.* into sent from public.call_units c where c.call_id = call.id and c.unit_id = take_step.unit_id order by c.assigned_at desc, c.id desc limit 1;
  if sent.id is null then
    perform private.refuse('unit-not-on-call', 'unit_id');
  end if;
  known := case step when 'en_route' then sent.en_route_at when 'on_scene' then sent.on_scene_at end;
  if sent.cleared_at is not null or known is not null then
    select jsonb_build_object('outcome', case when sent.cleared_at is null then 'recorded_already' else 'cleared_already' end, 'by', e.by, 'at', coalesce(sent.cleared_at, known))
      into answer from (select) one left join lateral (select e.by from public.call_events e where e.call_id = call.id
        and e.kind = case when sent.cleared_at is null then 'unit_' || step else 'unit_cleared' end and e.data ->> 'call_unit_id' = sent.id::text
        order by e.received_at desc, e.id desc limit 1) e on true;
    return answer;
  end if;
  select u.* into unit from public.units u where u.id = sent.unit_id for update;
  moment := least(received, greatest(said, received - interval '12 hours', sent.assigned_at));
  if moment <> said then
    data := jsonb_build_object('said_at', said);
  end if;
  if abs(coalesce(clock_error_ms, 0)) > 300000 then
    data := data || jsonb_build_object('clock_error_ms', clock_error_ms);
  end if;
  data := data || jsonb_build_object('unit_id', sent.unit_id, 'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', private.call_state(call));
  if step = 'en_route' then
    update public.call_units c set en_route_at = moment where c.id = sent.id;
  elsif step = 'on_scene' then
    update public.call_units c set on_scene_at = moment where c.id = sent.id;
    update public.calls c set status = 'on_scene', on_scene_at = coalesce(c.on_scene_at, moment) where c.id = call.id and c.status = 'assigned';
    data := data || private.give_on_scene(unit, sent, event_id, take_step.by);
  else
    data := data || private.clear_unit(sent, moment, event_id, take_step.by);
    perform private.after_cleared(call);
  end if;
  perform private.note_call(event_id, call.id, 'unit_' || step, take_step.by, moment, event_id, data);
  return jsonb_build_object('outcome', 'recorded', 'at', moment, 'status', (select c.status from public.calls c where c.id = call.id));
end;
$$;

create or replace function private.unit_of_key(key text)
  returns public.units
  language sql stable
  set search_path = ''
as $$
  select u from private.dispatch_links l join public.units u on u.id = l.unit_id
  where l.key_hash = private.hash_of_key(unit_of_key.key) and l.kind = 'unit' and l.ended_at is null;
$$;

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

create or replace function public.finish_note(note_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'finish_note', private.id_key(actor));
  note public.operator_notes;
begin
  if answer is not null then
    return answer;
  end if;
  select n.* into note from public.operator_notes n where n.id = finish_note.note_id for update;
  if note.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif note.done_at is not null then
    answer := jsonb_build_object('outcome', 'finished_already', 'by', note.done_by, 'at', note.done_at);
  else
    update public.operator_notes n set done_by = actor, done_at = clock_timestamp() where n.id = note.id returning n.* into note;
    answer := jsonb_build_object('outcome', 'finished', 'at', note.done_at);
  end if;
  return private.keep_answer(event_id, 'finish_note', private.id_key(actor), answer);
end;
$$;

create or replace function public.keep_note(note jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  given public.operator_notes;
  kept public.operator_notes;
  answer jsonb;
begin
  begin
    given := jsonb_populate_record(null::public.operator_notes, jsonb_build_object('id', note -> 'id',
      'text', private.text_in(note, 'text'), 'unit_id', note -> 'unit_id', 'call_id', note -> 'call_id'));
  exception when data_exception then
    perform private.refuse('unreadable-values', 'note');
  end;
  if given.id is null or num_nonnulls(given.unit_id, given.call_id) > 1 then
    perform private.refuse('unreadable-values', 'note');
  elsif coalesce(length(given.text) > 2000, true) then
    perform private.refuse('no-call-text', 'text');
  end if;
  answer := private.answer_of(given.id, 'keep_note', private.id_key(actor));
  if answer is not null then
    return answer;
  end if;
  given.about := coalesce(
    (select left(u.unit_number, 50) from public.units u where u.id = given.unit_id for key share),
    (select c.number from public.calls c where c.id = given.call_id for key share));
  if given.about is null and num_nonnulls(given.unit_id, given.call_id) > 0 then
    answer := jsonb_build_object('outcome', 'gone');
  else
    insert into public.operator_notes as n (id, created_at, text, unit_id, call_id, about, by)
      values (given.id, clock_timestamp(), given.text, given.unit_id, given.call_id, coalesce(given.about, ''), actor)
      returning n.* into kept;
    answer := jsonb_build_object('outcome', 'kept', 'note', to_jsonb(kept));
  end if;
  return private.keep_answer(given.id, 'keep_note', private.id_key(actor), answer);
end;
$$;

create or replace function public.list_links(acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  perform private.dispatch_staff(acting_as, '{dispatch-admin}');
  return jsonb_build_object('outcome', 'listed', 'links', (
    select coalesce(jsonb_agg(jsonb_build_object('kind', l.kind, 'unit_id', l.unit_id, 'unit_number', u.unit_number, 'made_by', l.made_by,
      'made_at', l.created_at) order by l.kind desc, u.unit_number, l.id), '[]')
    from private.dispatch_links l left join public.units u on u.id = l.unit_id where l.ended_at is null));
end;
$$;

create or replace function public.make_link(kind text, unit_id uuid, key_hash text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as, '{dispatch-admin}');
  known private.dispatch_links;
  ended integer;
  said jsonb;
begin
  if coalesce(kind not in ('wall', 'unit') or (kind = 'unit') <> (unit_id is not null), true) then
    perform private.refuse('unreadable-values', 'kind');
  elsif key_hash !~ '^[0-9a-f]{64}$' then
    perform private.refuse('unreadable-values', 'key_hash');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('dispatch links', 5));
  select l.* into known from private.dispatch_links l where l.key_hash = make_link.key_hash;
  if known.id is not null and (known.kind, known.unit_id) is distinct from (make_link.kind, make_link.unit_id) then
    perform private.refuse('event-used', 'key_hash');
  elsif known.id is not null then
    return jsonb_build_object('outcome', 'made', 'at', known.created_at);
  elsif kind = 'unit' and not exists (select from public.units u where u.id = make_link.unit_id for key share) then
    return jsonb_build_object('outcome', 'gone');
  end if;
  update private.dispatch_links l set ended_at = clock_timestamp()
    where l.kind = make_link.kind and l.unit_id is not distinct from make_link.unit_id and l.ended_at is null;
  get diagnostics ended = row_count;
  said := jsonb_build_object('kind', kind, 'unit_number', (select u.unit_number from public.units u where u.id = make_link.unit_id));
  if key_hash is null and ended = 0 then
    return jsonb_build_object('outcome', 'unchanged');
  elsif key_hash is null then
    perform private.add_to_trail('delete', 'dispatch_links', '721075', unit_id::text, said, null);
    return jsonb_build_object('outcome', 'ended');
  end if;
  perform private.add_to_trail('insert', 'dispatch_links', '721075', unit_id::text, null, said);
  insert into private.dispatch_links as l (created_at, kind, unit_id, key_hash, made_by)
    values (clock_timestamp(), make_link.kind, make_link.unit_id, make_link.key_hash, actor) returning l.* into known;
  return jsonb_build_object('outcome', 'made', 'at', known.created_at);
end;
$$;

create or replace function public.unit_board(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('outcome', 'found',
      'unit', jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'status', u.status, 'status_since', u.status_since,
        'checked_at', u.checked_at),
      'limits', jsonb_build_object('name', s.name, 'check_after', s.check_after, 'overdue_after', s.overdue_after),
      'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'nature', c.nature, 'priority', c.priority,
          'assigned_at', sent.assigned_at, 'en_route_at', sent.en_route_at, 'on_scene_at', sent.on_scene_at) order by c.priority, sent.assigned_at, c.id), '[]')
        from public.call_units sent join public.calls c on c.id = sent.call_id where sent.unit_id = u.id and sent.cleared_at is null),
      'alarm', (select jsonb_build_object('raised_at', a.raised_at, 'acknowledged_at', a.acknowledged_at) from public.alarms a
        where a.unit_id = u.id and a.cleared_at is null))
    from private.unit_of_key(unit_board.key) u join public.unit_statuses s on s.code = u.status), '{"outcome": "none"}');
$$;

create table public.operator_notes (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  text text not null,
  unit_id uuid,
  call_id uuid,
  about text default ''::text not null,
  by text not null,
  done_by text,
  done_at timestamp with time zone
);

create table private.dispatch_links (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  kind text not null,
  unit_id uuid,
  key_hash text not null,
  made_by text not null,
  ended_at timestamp with time zone
);

alter table private.dispatch_links add constraint dispatch_links_pkey primary key (id);

alter table public.operator_notes add constraint operator_notes_pkey primary key (id);

alter table private.dispatch_links add constraint dispatch_links_key_hash_key unique (key_hash);

alter table private.dispatch_links add constraint dispatch_links_key_hash_form check ((key_hash ~ '^[0-9a-f]{64}$'::text));

alter table private.dispatch_links add constraint dispatch_links_kind check (((kind = any (array['wall'::text, 'unit'::text])) and ((kind = 'unit'::text) = (unit_id is not null))));

alter table private.dispatch_links add constraint dispatch_links_made_by_length check ((length(made_by) <= 320));

alter table private.dispatch_links add constraint dispatch_links_moments check ((private.is_moment(created_at) and private.is_moment(ended_at)));

alter table public.operator_notes add constraint operator_notes_text_length check (((text ~ '\S'::text) and (length(text) <= 2000)));

alter table public.operator_notes add constraint operator_notes_lengths check (((length(about) <= 50) and (length(by) <= 320) and (length(done_by) <= 320)));

alter table public.operator_notes add constraint operator_notes_one_subject check ((num_nonnulls(unit_id, call_id) <= 1));

alter table public.operator_notes add constraint operator_notes_done check (((done_by is null) = (done_at is null)));

alter table public.operator_notes add constraint operator_notes_moments check ((private.is_moment(created_at) and private.is_moment(done_at)));

alter table private.dispatch_links add constraint dispatch_links_unit_id_fkey foreign key (unit_id) references public.units(id) on delete cascade;

alter table public.operator_notes add constraint operator_notes_unit_id_fkey foreign key (unit_id) references public.units(id) on delete set null;

alter table public.operator_notes add constraint operator_notes_call_id_fkey foreign key (call_id) references public.calls(id) on delete set null;

create unique index dispatch_links_open_key on private.dispatch_links (kind, unit_id) nulls not distinct where ended_at is null;

create index dispatch_links_unit_idx on private.dispatch_links (unit_id);

create index operator_notes_open_idx on public.operator_notes (created_at desc, id desc) where done_at is null;

create index operator_notes_done_idx on public.operator_notes (done_at desc, id desc) where done_at is not null;

create index operator_notes_oldest_idx on public.operator_notes (created_at);

create index operator_notes_unit_idx on public.operator_notes (unit_id) where unit_id is not null;

create index operator_notes_call_idx on public.operator_notes (call_id) where call_id is not null;

create trigger operator_notes_write_trail after insert or delete or update on public.operator_notes for each row execute function private.write_trail('721075');

alter table private.dispatch_links enable row level security;

alter table public.operator_notes enable row level security;

create policy "Dispatch reads notes" on public.operator_notes
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.act_as_unit(text,uuid,text,uuid,text,timestamp with time zone,integer) to anon;

grant execute on function public.act_as_unit(text,uuid,text,uuid,text,timestamp with time zone,integer) to authenticated;

grant execute on function public.finish_note(uuid,uuid,text) to authenticated;

grant execute on function public.keep_note(jsonb,text) to authenticated;

grant execute on function public.list_links(text) to authenticated;

grant execute on function public.make_link(text,uuid,text,text) to authenticated;

grant execute on function public.unit_board(text) to anon;

grant execute on function public.unit_board(text) to authenticated;

comment on function private.erase_dispatch(integer) is 'Erases calls, alarms, notes and histories after 12 months, callers and answers after 30 days, at most so many rows of each. Gives the largest count.';

comment on table private.dispatch_links is 'Links to the wall and to the screen of a unit''s crew, each open until another one takes its place or the administrator ends it.';

comment on table public.operator_notes is 'Notes from shift to shift, of a unit, of a call or of neither, until somebody finished them. Functions alone change them.';

comment on column public.operator_notes.about is 'The number of the unit or call, which outlives both; empty for a note of neither.';

comment on function private.open_alarm(uuid,uuid,text,text) is 'Opens the alarm of a unit, or names the one that is open.';

comment on function private.take_step(uuid,uuid,uuid,text,timestamp with time zone,integer,text) is 'Records a step of a unit on a call for whoever takes it.';

comment on function public.unit_board(text) is 'What a unit''s crew reads by its key: the own status, the own open calls without their callers, the own alarm.';

comment on function public.act_as_unit(text,uuid,text,uuid,text,timestamp with time zone,integer) is 'A unit''s crew acts by its key, for that unit alone: a step on one of its calls, Checked, or its alarm.';

comment on function private.look_after_unit(uuid,uuid,text) is 'Notes that somebody looked after a unit.';

comment on function public.list_links(text) is 'The open links, for the administrator: who made each and when, without its key.';

comment on function private.unit_of_key(text) is 'The unit whose crew has this key; null for a key that is none or has ended.';

comment on function public.make_link(text,uuid,text,text) is 'Makes the link of the wall or of a unit, by the administrator; the one before it ends. Without a key''s hash it only ends.';

comment on function public.keep_note(jsonb,text) is 'Keeps a note for the next shift, of a unit, of a call or of neither.';

comment on function public.finish_note(uuid,uuid,text) is 'Finishes a note. The second who does is told who was first.';

alter publication supabase_realtime add table public.operator_notes;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('operator_notes', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('finish_note')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('keep_note')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_links')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('make_link')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
