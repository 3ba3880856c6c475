-- A wall by its link sounds within a second: its open alarms are a read of their own, small enough to be asked twice a second (document 5 §3).

set local check_function_bodies = off;

create or replace function public.wall_board(key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  -- Refuses a wrong key first.
  open_alarms constant jsonb := private.alarms_of_wall(key);
begin
  return jsonb_build_object('outcome', 'found',
    'units', (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'status', u.status,
        'operational_status', u.operational_status, 'status_since', u.status_since, 'checked_at', u.checked_at)
        order by u.location, u.unit_number, u.id), '[]') from public.units u),
    'statuses', (select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'color', s.color, 'sign', s.sign, 'meaning', s.meaning, 'check_after', s.check_after,
        'overdue_after', s.overdue_after) order by s.sort_order, s.code), '[]') from public.unit_statuses s),
    'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'priority', c.priority, 'status', c.status,
        'waiting_since', c.waiting_since) order by c.priority, c.waiting_since, c.id), '[]') from public.calls c where c.status <> 'closed'),
    'alarms', open_alarms,
    'waiting_limits', (select to_jsonb(s.waiting_limits) from public.dispatch_settings s where s.project_id = '721075'));
end;
$$;

create or replace function private.alarms_of_wall(key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not exists (select from private.dispatch_links l where l.key_hash = private.hash_of_key(key) and l.kind = 'wall' and l.ended_at is null) then
    perform private.refuse('no-such-link');
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'unit_id', a.unit_id, 'unit_number', a.unit_number, 'place', a.place,
    'raised_at', a.raised_at, 'acknowledged_by', a.acknowledged_by, 'acknowledged_at', a.acknowledged_at)
    order by a.raised_at, a.id), '[]') from public.alarms a where a.cleared_at is null);
end;
$$;

create or replace function public.wall_alarms(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'alarms', private.alarms_of_wall(key));
$$;

grant execute on function public.wall_alarms(text) to anon;

grant execute on function public.wall_alarms(text) to authenticated;

comment on function private.alarms_of_wall(text) is 'The open alarms that a wall shows; a wrong key of a link and an ended one are refused alike (404).';

comment on function public.wall_alarms(text) is 'The open alarms of a wall, by the key of its link: read twice a second, so that a wall without a login sounds within one.';
