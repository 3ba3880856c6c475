-- The least free units of locations (document 5 §3).

create table public.location_minimums (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  location text not null,
  min_free integer not null,
  constraint location_minimums_pkey primary key (id),
  constraint location_minimums_location_key unique (location),
  constraint location_minimums_location_length check (length(location) <= 200),
  constraint location_minimums_min_free check (min_free between 1 and 500),
  constraint location_minimums_moments check (private.is_moment(created_at))
);

comment on table public.location_minimums is 'How many units of a location stay free at least. Below it the bar says so, and a dispatcher is asked before another unit goes.';

alter table public.location_minimums enable row level security;

create policy "Dispatch reads minimums" on public.location_minimums
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create trigger location_minimums_write_trail after insert or delete or update on public.location_minimums for each row execute function private.write_trail('721075');

alter publication supabase_realtime add table public.location_minimums;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('location_minimums', 'select', 'select', '', 'select', 'select');

insert into private.staff_functions (function_name)
  values ('set_minimums');

create or replace function private.minimums_as_list(minimums public.location_minimums[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('location', m.location, 'min_free', m.min_free) order by m.location collate "C"), '[]') from unnest(minimums) m;
$$;
comment on function private.minimums_as_list(public.location_minimums[]) is 'Minimums as screens send them, by location.';

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
comment on function private.minimums_in(jsonb,text) is 'The minimums of a list as a screen sends them, each location once.';

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
comment on function public.set_minimums(jsonb,jsonb,text) is
  'Sets the whole list of minimums, by the administrator. A list that somebody changed since it was read is told, not overwritten.';
grant execute on function public.set_minimums(jsonb,jsonb,text) to authenticated;

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
comment on function private.is_below_without(public.units) is 'Whether a free unit is one of those that its location keeps free at least.';
