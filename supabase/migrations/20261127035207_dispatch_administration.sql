-- What dispatch's administrator keeps: statuses of one's own, minimums of locations, settings; and what is due by the clock (document 5 §1, §3).

set local check_function_bodies = off;

drop function private.statuses_as_list();

create or replace function private.sending_codes(unit public.units, call_id uuid, OUT codes text[], OUT call_number text)
  returns record
  language sql stable
  set search_path = ''
as $$
  select array_remove(array[
      case when o.number is not null then 'on-call' end,
      case when m.meaning = 'busy' and o.number is null then 'busy' end,
      case when m.meaning = 'off_duty' then 'off-duty' end,
      case unit.operational_status when 'STANDBY' then 'standby' when 'MAINTENANCE' then 'maintenance' end,
      case when private.is_below_without(unit) then 'below-minimum' end], null), o.number
  from public.unit_statuses m left join lateral (
    select c.number from public.call_units u join public.calls c on c.id = u.call_id
    where u.unit_id = unit.id and u.cleared_at is null and u.call_id <> sending_codes.call_id order by u.assigned_at limit 1) o on true
  where m.code = unit.status;
$$;

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

create or replace function public.set_settings(product text, project text, event_id uuid, expected jsonb, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor text;
  settings regclass;
  answer jsonb;
begin
  case product
    when 'estate' then
      actor := private.estate_agent(acting_as);
      settings := 'public.estate_settings';
    when 'dispatch' then
      actor := private.dispatch_staff(acting_as, '{dispatch-admin}');
      settings := 'public.dispatch_settings';
    when 'taxi' then
      actor := (private.taxi_staff(project, acting_as, '{chauffeur-admin}')).id;
      settings := 'public.taxi_settings';
    else
      perform private.refuse_stranger();
  end case;
  answer := private.answer_of(event_id, 'set_settings', private.id_key(actor));
  if answer is not null then
    return answer;
  end if;
  return private.keep_answer(event_id, 'set_settings', private.id_key(actor), private.change_settings(settings, project, expected, changes));
end;
$$;

create or replace function public.set_statuses(list jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  wanted public.unit_statuses[];
  before jsonb;
  latest record;
  used jsonb;
begin
  perform private.dispatch_staff(acting_as, '{dispatch-admin}');
  wanted := private.statuses_in(list);
  perform pg_advisory_xact_lock(hashtextextended('unit_statuses', 5));
  before := private.statuses_as_list(array(select s from public.unit_statuses s));
  if private.statuses_as_list(wanted) = before then
    return jsonb_build_object('outcome', 'unchanged', 'statuses', before);
  elsif expected is distinct from before then
    select t.actor_id, t.created_at into latest from public.audit_trail t where t.subject = 'unit_statuses' order by t.created_at desc, t.id desc limit 1;
    return jsonb_build_object('outcome', 'changed', 'now', before, 'by', latest.actor_id, 'at', latest.created_at);
  end if;
  select jsonb_agg(jsonb_build_object('code', s.code, 'units', h.units) order by s.sort_order, s.code) into used
    from public.unit_statuses s cross join lateral (select private.status_holders(s.code) as units) h
    where not exists (select from unnest(wanted) w where w.code = s.code)
      and (h.units > 0 or exists (select from public.dispatch_settings d
        where s.code in (d.off_duty_status, d.assigned_status, d.on_scene_status, d.cleared_status)));
  if used is not null then
    return jsonb_build_object('outcome', 'in_use', 'statuses', used);
  end if;
  delete from public.unit_statuses s where not exists (select from unnest(wanted) w where w.code = s.code);
  insert into public.unit_statuses as s (code, name, color, sign, meaning, check_after, overdue_after, sort_order)
    select w.code, btrim(w.name), w.color, w.sign, w.meaning, w.check_after, w.overdue_after, w.sort_order from unnest(wanted) w
    on conflict (code) do update set name = excluded.name, color = excluded.color, sign = excluded.sign, meaning = excluded.meaning,
      check_after = excluded.check_after, overdue_after = excluded.overdue_after, sort_order = excluded.sort_order
    where (s.name, s.color, s.sign, s.meaning, s.check_after, s.overdue_after, s.sort_order)
      is distinct from (excluded.name, excluded.color, excluded.sign, excluded.meaning, excluded.check_after, excluded.overdue_after, excluded.sort_order);
  return jsonb_build_object('outcome', 'set', 'statuses', private.statuses_as_list(array(select s from public.unit_statuses s)));
end;
$$;

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

create or replace function public.unit_board(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('outcome', 'found',
      'unit', jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'status', u.status, 'status_since', u.status_since,
        'checked_at', u.checked_at),
      'status', jsonb_build_object('name', s.name, 'color', s.color, 'sign', s.sign, 'check_after', s.check_after, 'overdue_after', s.overdue_after),
      'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'nature', c.nature, 'priority', c.priority,
          'assigned_at', sent.assigned_at, 'en_route_at', sent.en_route_at, 'on_scene_at', sent.on_scene_at) order by c.priority, sent.assigned_at, c.id), '[]')
        from public.call_units sent join public.calls c on c.id = sent.call_id where sent.unit_id = u.id and sent.cleared_at is null),
      'alarm', (select jsonb_build_object('raised_at', a.raised_at, 'acknowledged_at', a.acknowledged_at) from public.alarms a
        where a.unit_id = u.id and a.cleared_at is null))
    from private.unit_of_key(unit_board.key) u join public.unit_statuses s on s.code = u.status), '{"outcome": "none"}');
$$;

create or replace function public.wall_board(key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not exists (select from private.dispatch_links l where l.key_hash = private.hash_of_key(key) and l.kind = 'wall' and l.ended_at is null) then
    perform private.refuse('no-such-link');
  end if;
  return jsonb_build_object('outcome', 'found',
    'units', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'status', u.status,
        'operational_status', u.operational_status, 'status_since', u.status_since, 'checked_at', u.checked_at)
        order by u.location, u.unit_number, u.id), '[]') from public.units u),
    'statuses', (select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'color', s.color, 'sign', s.sign, 'meaning', s.meaning, 'check_after', s.check_after,
        'overdue_after', s.overdue_after) order by s.sort_order, s.code), '[]') from public.unit_statuses s),
    'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'priority', c.priority, 'status', c.status,
        'waiting_since', c.waiting_since) order by c.priority, c.waiting_since, c.id), '[]') from public.calls c where c.status <> 'closed'),
    'alarms', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'unit_id', a.unit_id, 'unit_number', a.unit_number, 'place', a.place,
        'raised_at', a.raised_at, 'acknowledged_by', a.acknowledged_by, 'acknowledged_at', a.acknowledged_at)
        order by a.raised_at, a.id), '[]') from public.alarms a where a.cleared_at is null),
    'waiting_limits', (select to_jsonb(s.waiting_limits) from public.dispatch_settings s where s.project_id = '721075'));
end;
$$;

create or replace function private.announce_off_duty()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.off_duty_skipped_on := (
    select d.day from generate_series(-1, 1) n, lateral (select private.day_of(clock_timestamp()) + n as day) d
    where (d.day + new.off_duty_at) at time zone 'Europe/Stockholm' between clock_timestamp() - interval '1 hour' and clock_timestamp() + interval '15 minutes');
  return new;
end;
$$;

create or replace function private.is_below_without(unit public.units)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce((
    select count(*) filter (where u.id <> unit.id) < m.min_free and bool_or(u.id = unit.id)
    from public.location_minimums m join public.units u on u.location = m.location join public.unit_statuses s on s.code = u.status
    where m.location = unit.location and s.meaning = 'free' and u.operational_status in ('ACTIVE', 'EXEMPT')
    group by m.min_free), false);
$$;

create or replace function private.off_duty_batch(day date, off_duty_at time without time zone)
  returns uuid
  language sql immutable
  set search_path = ''
as $$ select md5('dispatch off duty ' || day || ' ' || off_duty_at)::uuid; $$;

create or replace function private.run_due()
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  -- One process of many; the next minute comes soon enough.
  if not pg_try_advisory_xact_lock(hashtextextended('run due', 0)) then
    return false;
  end if;
  perform private.take_off_duty();
  return true;
end;
$$;

create or replace function private.status_holders(status text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.units u where u.status = status_holders.status
    or exists (select from public.call_units c where c.unit_id = u.id and c.cleared_at is null and c.status_before = status_holders.status)
    or exists (select from public.unit_status_events e where e.unit_id = u.id and e.from_status = status_holders.status
      and e.at > clock_timestamp() - interval '10 minutes');
$$;

create or replace function private.statuses_as_list(statuses public.unit_statuses[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'color', s.color, 'sign', s.sign, 'meaning', s.meaning,
    'check_after', s.check_after, 'overdue_after', s.overdue_after) order by s.sort_order, s.code), '[]')
  from unnest(statuses) s;
$$;

create or replace function private.statuses_in(list jsonb)
  returns public.unit_statuses[]
  language plpgsql stable
  set search_path = ''
as $$
declare
  -- Document 2's: their codes and names stay, and they are never removed.
  specified constant text[] := '{EXEMPT,CIVILBIL,Radiobil,AVAILABLE,BUSY,OUT_OF_SERVICE}';
  given public.unit_statuses[];
begin
  begin
    select array_agg(jsonb_populate_record(null::public.unit_statuses, (l.status - '{id,created_at}'::text[]) || jsonb_build_object('sort_order', l.place)))
      into given from jsonb_array_elements(list) with ordinality l (status, place);
  exception when data_exception then
    perform private.refuse('unreadable-values', 'list');
  end;
  if coalesce(cardinality(given), 0) > 20
    or exists (select from unnest(given) g group by g.code having count(*) > 1)
    or exists (select from unnest(given) g group by private.id_key(g.name) having count(*) > 1)
    or exists (select from unnest(specified) s (code) where not exists (select from unnest(given) g where (g.code, g.name) = (s.code, s.code))) then
    perform private.refuse('unreadable-values', 'list');
  end if;
  return given;
end;
$$;

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

create or replace function public.set_minimums(list jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  wanted constant public.location_minimums[] := private.minimums_in(list, 'list');
  before jsonb;
  latest record;
begin
  perform private.dispatch_staff(acting_as, '{dispatch-admin}');
  perform pg_advisory_xact_lock(hashtextextended('location_minimums', 5));
  before := private.minimums_as_list(array(select m from public.location_minimums m));
  if private.minimums_as_list(wanted) = before then
    return jsonb_build_object('outcome', 'unchanged', 'minimums', before);
  elsif private.minimums_as_list(private.minimums_in(expected, 'expected')) <> before then
    select t.actor_id, t.created_at into latest from public.audit_trail t where t.subject = 'location_minimums' order by t.created_at desc, t.id desc limit 1;
    return jsonb_build_object('outcome', 'changed', 'now', before, 'by', latest.actor_id, 'at', latest.created_at);
  end if;
  delete from public.location_minimums m where not exists (select from unnest(wanted) w where w.location = m.location);
  insert into public.location_minimums as m (location, min_free) select w.location, w.min_free from unnest(wanted) w
    on conflict (location) do update set min_free = excluded.min_free where m.min_free <> excluded.min_free;
  return jsonb_build_object('outcome', 'set', 'minimums', private.minimums_as_list(array(select m from public.location_minimums m)));
end;
$$;

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

create table public.location_minimums (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  location text not null,
  min_free integer not null
);

alter table public.unit_statuses add column color text default 'grey'::text not null;

alter table public.unit_statuses add column sign text default 'ring'::text not null;

update public.unit_statuses s set color = l.color, sign = l.sign
  from (values ('CIVILBIL', 'violet', 'square'), ('Radiobil', 'violet', 'square'), ('AVAILABLE', 'green', 'disc'), ('BUSY', 'amber', 'triangle'),
    ('OUT_OF_SERVICE', 'red', 'diamond')) l (code, color, sign)
  where s.code = l.code;

create or replace function private.minimums_as_list(minimums public.location_minimums[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('location', m.location, 'min_free', m.min_free) order by m.location collate "C"), '[]') from unnest(minimums) m;
$$;

create or replace function private.minimums_in(list jsonb, field text)
  returns public.location_minimums[]
  language plpgsql stable
  set search_path = ''
as $$
declare
  given public.location_minimums[];
begin
  begin
    select array_agg(jsonb_populate_record(null::public.location_minimums, l.minimum - '{id,created_at}'::text[])) into given
      from jsonb_array_elements(list) l (minimum);
  exception when data_exception then
    perform private.refuse('unreadable-values', field);
  end;
  if coalesce(cardinality(given), 0) > 500 or exists (select from unnest(given) g group by g.location having count(*) > 1) then
    perform private.refuse('unreadable-values', field);
  end if;
  return coalesce(given, '{}');
end;
$$;

alter table public.location_minimums add constraint location_minimums_pkey primary key (id);

alter table public.location_minimums add constraint location_minimums_location_key unique (location);

alter table public.location_minimums add constraint location_minimums_location_length check ((length(location) <= 200));

alter table public.location_minimums add constraint location_minimums_min_free check (((min_free >= 1) and (min_free <= 500)));

alter table public.location_minimums add constraint location_minimums_moments check (private.is_moment(created_at));

alter table public.unit_statuses add constraint unit_statuses_color check ((color = any (array['grey'::text, 'red'::text, 'orange'::text, 'amber'::text, 'green'::text, 'teal'::text, 'blue'::text, 'violet'::text, 'pink'::text, 'brown'::text])));

alter table public.unit_statuses add constraint unit_statuses_sign check ((sign = any (array['ring'::text, 'disc'::text, 'square'::text, 'frame'::text, 'triangle'::text, 'wedge'::text, 'diamond'::text, 'plus'::text, 'cross'::text, 'star'::text, 'hexagon'::text, 'bar'::text])));

create trigger dispatch_settings_announce_off_duty before update on public.dispatch_settings for each row
  when (old.off_duty_at is distinct from new.off_duty_at) execute function private.announce_off_duty();

create trigger location_minimums_write_trail after insert or delete or update on public.location_minimums for each row execute function private.write_trail('721075');

alter table public.location_minimums enable row level security;

create policy "Dispatch reads minimums" on public.location_minimums
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.set_minimums(jsonb,jsonb,text) to authenticated;

grant execute on function public.skip_off_duty(date,text) to authenticated;

comment on table public.unit_statuses is 'Statuses that a unit may have: the six of document 2 and the administrator''s own, with limits in minutes. No limit, no mark.';

comment on function public.undo_all_off_duty(uuid,uuid,text) is 'Takes back that all units went off duty, by a press or by the clock, within 10 minutes and by anybody: statuses and their times are as before. A unit that somebody acted on since keeps its status.';

comment on function public.set_statuses(jsonb,jsonb,text) is 'Sets the whole list of statuses, by the administrator. A list that somebody changed since it was read is told, not overwritten; a status that units have, or that the settings name, cannot leave.';

comment on function public.set_all_off_duty(uuid,text,boolean,text) is 'Gives all units the status off duty of the settings, of one location or of all (null). Units that stay are named.';

comment on table public.location_minimums is 'How many units of a location stay free at least. Below it the bar says so, and a dispatcher is asked before another unit goes.';

comment on function private.announce_off_duty() is 'A new time that has just passed, or comes before screens could say so 15 minutes ahead, holds from the next day on.';

comment on function private.units_off_duty(uuid,text,boolean,text,text) is 'Gives units the status off duty of the settings, for a person or the clock. Those that are off duty already, have an open alarm, or are on an open call (unless included) stay and are named.';

comment on function private.off_duty_batch(date,time without time zone) is 'The batch of a day''s end of duty, by which it happens once.';

comment on function private.take_off_duty() is 'Takes all units off duty at the time of the settings, once a day and not on the day that somebody skipped. Units on calls stay.';

comment on function private.status_holders(text) is 'How many units have a status, or may get it back when a call is cleared or a press is taken back.';

comment on function private.minimums_as_list(public.location_minimums[]) is 'Minimums as screens send them, by location.';

comment on function private.run_due() is 'Does what is due now. False where another process does.';

comment on function private.minimums_in(jsonb,text) is 'The minimums of a list as a screen sends them, each location once.';

comment on function private.statuses_as_list(public.unit_statuses[]) is 'Statuses as screens send them, in their order.';

comment on function private.statuses_in(jsonb) is 'The statuses of a list as a screen sends them: 20 at most, no code and no name twice, and the six of document 2 with their names.';

comment on function private.is_below_without(public.units) is 'Whether a free unit is one of those that its location keeps free at least.';

comment on function public.set_minimums(jsonb,jsonb,text) is 'Sets the whole list of minimums, by the administrator. A list that somebody changed since it was read is told, not overwritten.';

comment on function public.skip_off_duty(date,text) is 'Leaves units on duty on a day, today or tomorrow, before the clock has taken them off.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('location_minimums', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('set_minimums')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('skip_off_duty')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
