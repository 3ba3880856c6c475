-- planned hours of published shifts: an unpublished shift is as unknown to employees as none, and its hours stood in their sums (document 5 §6, §9).

set local check_function_bodies = off;

create or replace function public.work_hours(project text, kind text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set work_mem = '64MB'
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  site constant uuid := private.site_of(code);
  settings constant public.clock_settings := private.clock_settings_of(code, kind);
  -- A plain value is planned for; a field of a row is not.
  person uuid;
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  if private.clock_admin(code, kind, acting_as) is null then
    person := (private.clock_worker(project, kind, acting_as)).person;
    if person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  perform private.check_period("from", "to", 'to');
  return jsonb_build_object('outcome', 'hours', 'rows', (
    -- Few and narrow columns: a month of 2 000 people is sorted and joined here, and names are looked up once a person.
    with turns as (
      select t.id, t.person_id, t.status, t.shift_registration_id is null as counts, t.started_at, t.ended_at,
        lag(t.ended_at) over of_person > t.started_at - make_interval(hours => settings.min_rest_hours)
          and (lag(t.started_at) over of_person at time zone 'Europe/Stockholm')::date <> (t.started_at at time zone 'Europe/Stockholm')::date as short_rest
      from public.work_turns t
      -- Both sides of the "or" have an index; "is not distinct from" has none.
      where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - interval '4 days'
        and (person is null or t.person_id = person)
      window of_person as (partition by t.person_id order by t.started_at)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select greatest(begins, private.start_of(m::date)) as begins, least(ends, private.start_of((m + interval '1 month')::date)) as ends
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as (
      -- A turn with several breaks comes several times: spans laid over each other are one.
      select t.person_id, null as user_id, null as name, case when t.counts then t.status end as status, t.started_at, t.ended_at,
        case when t.status <> 'rejected' or not t.counts then b.started_at end as break_from, coalesce(b.ended_at, t.ended_at) as break_to,
        t.short_rest and t.status <> 'rejected' as short_rest,
        b.id is null and t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours) and t.status <> 'rejected' as no_break
      from turns t left join public.work_breaks b on b.turn_id = t.id and coalesce(b.ended_at, t.ended_at) > b.started_at
      where t.status in ('approved', 'waiting', 'rejected') and t.ended_at > begins
      union all
      select coalesce(r.person_id, md5(private.id_key(r.attendant_user_id))::uuid), r.attendant_user_id, null,
        case r.status when 'pending' then 'waiting' else r.status end, r.start_time, r.end_time, null, null, false, false
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (person is null or r.person_id = person)
      union all
      select p.person_id, p.employee_id, p.name, 'planned', s.starts_at, s.ends_at, null, null, false, false
      from public.planned_shifts s join public.shift_places p on p.shift_id = s.id
      where work_hours.kind = 'ase-employee' and p.state = 'assigned' and s.published_at is not null and s.starts_at < ends and s.ends_at > begins
        and (person is null or p.person_id = person)
    ), parts as (
      select s.person_id, m.begins, max(s.user_id collate "C") as user_id, max(s.name collate "C") as name,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'planned'), '{}') as planned,
        coalesce(range_agg(tstzrange(greatest(s.break_from, m.begins), least(s.break_to, m.ends)))
          filter (where s.break_from < m.ends and s.break_to > m.begins), '{}') as breaks,
        bool_or(s.short_rest and s.started_at >= m.begins) as short_rest, bool_or(s.no_break) as no_break
      from spans s join months m on s.started_at < m.ends and s.ended_at > m.begins
      group by s.person_id, m.begins
    ), rows as (
      select p.person_id, p.begins, coalesce(w.user_id, p.user_id) as user_id, coalesce(w.name, p.name) as name, h.*,
        array_remove(array[case when p.short_rest then 'short-rest' end, case when p.no_break then 'no-break' end], null) as marks
      from parts p left join lateral (
        select t.user_id, t.name from public.work_turns t where t.person_id = p.person_id order by t.started_at desc limit 1) w on true
      cross join lateral (
        -- One pass for all: called for each, private.hours_in takes a third of the time.
        select sum(upper(l.span) - lower(l.span)) filter (where l.of = 1) as approved, sum(upper(l.span) - lower(l.span)) filter (where l.of = 2) as waiting,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 3) as rejected, sum(upper(l.span) - lower(l.span)) filter (where l.of = 4) as breaks,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 5) as planned
        from (select 1 as of, unnest(p.approved - p.breaks) as span
          union all select 2, unnest(p.waiting - p.approved - p.breaks)
          union all select 3, unnest(p.rejected - p.approved - p.waiting - p.breaks)
          union all select 4, unnest(p.breaks * (p.approved + p.waiting))
          union all select 5, unnest(p.planned)) l) h
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', r.person_id, 'user_id', r.user_id, 'name', r.name,
        'month', to_char(r.begins at time zone 'Europe/Stockholm', 'YYYY-MM'),
        'approved', private.in_hours(r.approved), 'waiting', private.in_hours(r.waiting), 'rejected', private.in_hours(r.rejected),
        'breaks', private.in_hours(r.breaks), 'planned', private.in_hours(r.planned), 'marks', to_jsonb(r.marks))
      order by r.begins desc, r.user_id collate "C", r.person_id), '[]') from rows r));
end;
$$;
