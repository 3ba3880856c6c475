-- The overview of a site: waiting work, running parkings, and the sums of its days.

create or replace function private.count_days(project text, site uuid, first date, last date)
  returns TABLE(day date, part text, key text, count integer)
  language sql stable
  set search_path = ''
as $$
  with span as (select private.start_of(first) as since, private.start_of(last + 1) as before),
  parkings as (
    select private.day_of(p.created_at) as day, extract(hour from p.created_at at time zone 'Europe/Stockholm')::int::text as key
    from public.parkings p, span
    where p.project_id = project and p.site_id is not distinct from site and p.created_at >= span.since and p.created_at < span.before
  ), fines as materialized (
    select f.id, private.day_of(f.issued_at) as day, f.status, f.violation_id from public.fines f, span
    where f.project_id = project and f.site_id is not distinct from site and f.issued_at >= span.since and f.issued_at < span.before
  ), payments as (
    select f.day, case when f.status <> 'paid' then 'not' when max(p.value_date) <= f.day + 30 then 'within' else 'later' end as key
    from fines f left join public.payments p on p.fine_id = f.id and f.status = 'paid' and p.amount_ore > 0
    where f.status not in ('withdrawn', 'written_off') group by f.id, f.day, f.status
  ), objections as (
    select private.day_of(o.received_at) as day, coalesce(o.decision, 'open') as key from public.objections o, span
    where o.project_id = project and o.site_id is not distinct from site and o.received_at >= span.since and o.received_at < span.before
  )
  select r.day, r.part, r.key, count(*)::int from (
    select p.day, 'parkings' as part, p.key from parkings p
    union all select f.day, 'fines', f.status from fines f
    union all select f.day, 'violations', coalesce(f.violation_id::text, 'other') from fines f
    union all select y.day, 'payments', y.key from payments y
    union all select o.day, 'objections', o.key from objections o
  ) r group by r.day, r.part, r.key;
$$;
comment on function private.count_days(text,uuid,date,date) is
  'The days of a place from its rows, both ends included: what private.day_sums keeps, and what it is compared with.';

create or replace function private.last_summed_day()
  returns date
  language sql stable
  set search_path = ''
as $$ select private.day_of(now()) - 2; $$;
comment on function private.last_summed_day() is
  'The last day that is kept as sums. The two days after it are counted when somebody asks: what happens in them is noted nowhere, and a '
  'transaction that began before midnight is over when its day is summed.';

create or replace function private.note_changed_day()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into private.changed_days (place, day, is_of_parkings)
    select distinct coalesce(r.row ->> 'site_id', r.row ->> 'project_id'), private.day_of((r.row ->> tg_argv[0])::timestamptz),
      tg_table_name = 'parkings'
    from (values (before), (after)) r (row)
    where r.row is not null and coalesce(r.row ->> 'site_id', r.row ->> 'project_id') is not null;
  return null;
end;
$$;
comment on function private.note_changed_day() is
  'Notes that a row of a day that may be summed already came, changed or went. Its argument is the column with the row''s moment.';

create or replace function private.site_figures(project text, site uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'running', (select count(*) from public.parkings p where p.project_id = project and p.site_id is not distinct from site and p.active
      and p.end_time > now() and p.start_time <= now()),
    'fines_today', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site
      and f.issued_at >= private.start_of(private.day_of(now()))),
    'unpaid', unpaid.cases, 'unpaid_ore', unpaid.ore,
    'objections', waiting.objections, 'oldest_objection', waiting.oldest,
    'shifts', (select count(*) from public.shift_registrations s where s.project_id = project and s.site_id is not distinct from site
      and s.status = 'pending'))
  from (select count(*) as cases, coalesce(sum(f.left_ore), 0) as ore from public.fines f
      where f.project_id = project and f.site_id is not distinct from site and f.status in ('issued', 'reminded', 'collection')) unpaid,
    (select count(*) as objections, min(o.received_at) as oldest from public.objections o
      where o.project_id = project and o.site_id is not distinct from site and o.decision is null) waiting;
$$;
comment on function private.site_figures(text,uuid) is 'Counts of what waits and runs at a site now.';

create or replace function private.sum_days(project text, site uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  site_place constant text := coalesce(site::text, project);
  until constant date := private.last_summed_day();
  summed_through date;
  stale record;
begin
  select s.through into summed_through from private.summed_places s where s.place = site_place;
  if summed_through >= until and not exists (select from private.changed_days c where c.place = site_place) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sums of ' || site_place, 0));
  select s.through into summed_through from private.summed_places s where s.place = site_place;
  -- Every statement sees what is committed when it begins: a change whose note is taken out here is counted below.
  for stale in
    with taken as (delete from private.changed_days c where c.place = site_place returning c.day, c.is_of_parkings)
    select distinct t.day, t.is_of_parkings from taken t where t.day <= summed_through order by 1
  loop
    -- Of a day whose parkings are erased already, what was counted stays.
    continue when stale.is_of_parkings and stale.day <= private.day_of(now()) - coalesce((
      select t.keep_parkings_days from public.site_settings t where t.project_id = sum_days.project), 90);
    delete from private.day_sums s where s.place = site_place and s.day = stale.day and (s.part = 'parkings') = stale.is_of_parkings;
    insert into private.day_sums (place, day, part, key, count)
      select site_place, c.day, c.part, c.key, c.count from private.count_days(project, site, stale.day, stale.day) c
      where (c.part = 'parkings') = stale.is_of_parkings;
  end loop;
  if summed_through is null or summed_through < until then
    insert into private.day_sums (place, day, part, key, count)
      select site_place, c.day, c.part, c.key, c.count
      from private.count_days(project, site, coalesce(summed_through + 1, '1900-01-01'), until) c;
    insert into private.summed_places (place, through) values (site_place, until)
      on conflict on constraint summed_places_pkey do update set through = excluded.through;
  end if;
end;
$$;
comment on function private.sum_days(text,uuid) is 'Brings the sums of a place up to date. Whoever asks meanwhile waits for it.';

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  until constant date := private.last_summed_day();
  answer jsonb;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  if first is null or last is null or first > last or last - first >= 1096 or first < '1900-01-01' or last > '9000-01-01' then
    perform private.refuse('period-too-long', 'first');
  end if;
  perform private.sum_days(code, site);
  with days as materialized (
    select s.day, s.part, s.key, s.count from private.day_sums s
    where s.place = coalesce(site::text, code) and s.day between first and least(last, until)
    union all
    select * from private.count_days(code, site, greatest(first, until + 1), last)
  ), totals as (
    select d.part, d.key, sum(d.count) as count from days d group by d.part, d.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
      'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]')
        from days d where d.part not in ('parkings', 'violations')),
      'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]')
        from totals t where t.part in ('parkings', 'violations')),
      'violations', (select coalesce(jsonb_object_agg(v.id, concat_ws(' ', nullif(v.code, ''), v.text)), '{}')
        from public.violations v where v.id::text in (select t.key from totals t where t.part = 'violations')))
    into answer;
  return answer || jsonb_build_object('figures', private.site_figures(code, site));
end;
$$;
comment on function public.site_overview(text,date,date,text) is 'Figures of a site as it is now, and its sums of a period, for its admins.';
grant execute on function public.site_overview(text,date,date,text) to authenticated;
