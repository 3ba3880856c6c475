-- Links of dispatch (document 5 §3): whoever has the key of one needs no login. A hash of each key is kept.

create table private.dispatch_links (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  kind text not null,
  unit_id uuid,
  key_hash text not null,
  made_by text not null,
  ended_at timestamptz,
  constraint dispatch_links_pkey primary key (id),
  constraint dispatch_links_key_hash_key unique (key_hash),
  constraint dispatch_links_key_hash_form check (key_hash ~ '^[0-9a-f]{64}$'),
  constraint dispatch_links_kind check (kind in ('wall', 'unit') and (kind = 'unit') = (unit_id is not null)),
  constraint dispatch_links_made_by_length check (length(made_by) <= 320),
  constraint dispatch_links_unit_id_fkey foreign key (unit_id) references public.units(id) on delete cascade,
  constraint dispatch_links_moments check (private.is_moment(created_at) and private.is_moment(ended_at))
);

comment on table private.dispatch_links is 'Links to the wall and to the screen of a unit''s crew, each open until another one takes its place or the administrator ends it.';

create unique index dispatch_links_open_key on private.dispatch_links (kind, unit_id) nulls not distinct where ended_at is null;
create index dispatch_links_unit_idx on private.dispatch_links (unit_id);

alter table private.dispatch_links enable row level security;

insert into private.staff_functions (function_name)
  values ('make_link');

insert into private.staff_functions (function_name)
  values ('list_links');

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
comment on function public.make_link(text,uuid,text,text) is
  'Makes the link of the wall or of a unit, by the administrator; the one before it ends. Without a key''s hash it only ends.';
grant execute on function public.make_link(text,uuid,text,text) to authenticated;

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
comment on function public.list_links(text) is 'The open links, for the administrator: who made each and when, without its key.';
grant execute on function public.list_links(text) to authenticated;

create or replace function private.unit_of_key(key text)
  returns public.units
  language sql stable
  set search_path = ''
as $$
  select u from private.dispatch_links l join public.units u on u.id = l.unit_id
  where l.key_hash = private.hash_of_key(unit_of_key.key) and l.kind = 'unit' and l.ended_at is null;
$$;
comment on function private.unit_of_key(text) is 'The unit whose crew has this key; null for a key that is none or has ended.';

create or replace function public.unit_board(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('outcome', 'found',
      'unit', jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'crew', u.crew, 'status', u.status,
        'status_since', u.status_since, 'checked_at', u.checked_at),
      'status', jsonb_build_object('name', s.name, 'color', s.color, 'sign', s.sign, 'check_after', s.check_after, 'overdue_after', s.overdue_after),
      'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'nature', c.nature, 'priority', c.priority,
          'assigned_at', sent.assigned_at, 'en_route_at', sent.en_route_at, 'on_scene_at', sent.on_scene_at) order by c.priority, sent.assigned_at, c.id), '[]')
        from public.call_units sent join public.calls c on c.id = sent.call_id where sent.unit_id = u.id and sent.cleared_at is null),
      'alarm', (select jsonb_build_object('raised_at', a.raised_at, 'acknowledged_at', a.acknowledged_at) from public.alarms a
        where a.unit_id = u.id and a.cleared_at is null))
    from private.unit_of_key(unit_board.key) u join public.unit_statuses s on s.code = u.status), '{"outcome": "none"}');
$$;
comment on function public.unit_board(text) is 'What a unit''s crew reads by its key: the own status, the own open calls without their callers, the own alarm.';
grant execute on function public.unit_board(text) to anon, authenticated;

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
comment on function public.act_as_unit(text,uuid,text,uuid,text,timestamp with time zone,integer) is
  'A unit''s crew acts by its key, for that unit alone: a step on one of its calls, Checked, or its alarm.';
grant execute on function public.act_as_unit(text,uuid,text,uuid,text,timestamp with time zone,integer) to anon, authenticated;

create or replace function public.undo_as_unit(key text, event_id uuid, undo_id uuid)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  unit constant public.units := private.unit_of_key(key);
  caller constant text := private.hash_of_key(key);
  answer jsonb;
begin
  if unit.id is null then
    return '{"outcome": "none"}';
  end if;
  answer := private.answer_of(undo_id, 'undo_as_unit', caller);
  if answer is not null then
    return answer;
  elsif not exists (select from public.call_events e where e.batch_id = event_id and e.kind in ('unit_en_route', 'unit_on_scene', 'unit_cleared')
      and e.data ->> 'unit_id' = unit.id::text) then
    return '{"outcome": "gone"}';
  end if;
  answer := private.undo_call_press(event_id, undo_id, 'unit ' || left(unit.unit_number, 50));
  return private.keep_answer(undo_id, 'undo_as_unit', caller, answer);
end;
$$;
comment on function public.undo_as_unit(text,uuid,uuid) is
  'A unit''s crew takes back its own step on a call, by its key and within 60 seconds, as long as nobody acted on it since.';
grant execute on function public.undo_as_unit(text,uuid,uuid) to anon, authenticated;
