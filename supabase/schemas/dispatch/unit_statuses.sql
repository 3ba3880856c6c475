-- Statuses of units, as the administrator keeps them (document 5 §3). The migration that made the table has its rows.

create table public.unit_statuses (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  code text not null,
  name text not null,
  color text default 'grey' not null,
  sign text default 'ring' not null,
  meaning text not null,
  check_after integer,
  overdue_after integer,
  sort_order integer not null,
  constraint unit_statuses_pkey primary key (id),
  constraint unit_statuses_code_key unique (code),
  constraint unit_statuses_code_length check (code ~ '\S' and length(code) <= 50),
  constraint unit_statuses_name_length check (name ~ '\S' and length(name) <= 50),
  constraint unit_statuses_color check (color in ('grey', 'red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'brown')),
  constraint unit_statuses_sign check (sign in ('ring', 'disc', 'square', 'frame', 'triangle', 'wedge', 'diamond', 'plus', 'cross', 'star', 'hexagon', 'bar')),
  constraint unit_statuses_meaning check (meaning in ('free', 'busy', 'off_duty')),
  constraint unit_statuses_check_after check (check_after between 1 and 10080),
  constraint unit_statuses_overdue_after check (overdue_after between 1 and 10080),
  constraint unit_statuses_limits_in_order check (check_after < overdue_after),
  constraint unit_statuses_moments check (private.is_moment(created_at))
);

comment on table public.unit_statuses is 'Statuses that a unit may have: the six of document 2 and the administrator''s own, with limits in minutes. No limit, no mark.';

alter table public.unit_statuses enable row level security;

create policy "Dispatch reads statuses" on public.unit_statuses
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger unit_statuses_write_trail after insert or delete or update on public.unit_statuses for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.unit_statuses;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_statuses', 'select', 'select', '', 'select', 'select');

insert into private.staff_functions (function_name)
  values ('set_statuses');

create or replace function private.statuses_as_list(statuses public.unit_statuses[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', s.code, 'name', s.name, 'color', s.color, 'sign', s.sign, 'meaning', s.meaning,
    'check_after', s.check_after, 'overdue_after', s.overdue_after) order by s.sort_order, s.code), '[]')
  from unnest(statuses) s;
$$;
comment on function private.statuses_as_list(public.unit_statuses[]) is 'Statuses as screens send them, in their order.';

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
comment on function private.statuses_in(jsonb) is
  'The statuses of a list as a screen sends them: 20 at most, no code and no name twice, and the six of document 2 with their names.';

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
comment on function private.status_holders(text) is 'How many units have a status, or may get it back when a call is cleared or a press is taken back.';

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
comment on function public.set_statuses(jsonb,jsonb,text) is
  'Sets the whole list of statuses, by the administrator. A list that somebody changed since it was read is told, not overwritten; a status that '
  'units have, or that the settings name, cannot leave.';
grant execute on function public.set_statuses(jsonb,jsonb,text) to authenticated;
