-- hours looked up row by row: the names of a month are no longer joined as a list, which a plan for few people compared each with each: three times the time where many people were odd.

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
  rest constant interval := make_interval(hours => settings.min_rest_hours);
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
  days timestamptz[];
begin
  if private.clock_admin(code, kind, acting_as) is null then
    person := (private.clock_worker(project, kind, acting_as)).person;
    if person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  perform private.check_period("from", "to", 'to');
  -- The day of a moment is found among these: a time zone's rules, asked for each turn, take a tenth of the time.
  days := array(select private.start_of(d::date) from generate_series(("from" - 4)::timestamp, "to"::timestamp, interval '1 day') d);
  return jsonb_build_object('outcome', 'hours', 'rows', (
    with registrations as (
      select r.id, coalesce(r.person_id, md5(private.id_key(r.attendant_user_id))::uuid) as person_id, r.attendant_user_id as user_id,
        case r.status when 'pending' then 'waiting' else r.status end as status, r.start_time as started_at, r.end_time as ended_at
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (person is null or r.person_id = person)
    ), turns as (
      -- A turn with several breaks comes several times. Few and narrow columns: a month of 2 000 people is sorted here, once.
      select t.person_id, t.status, t.shift_registration_id is null as counts, t.started_at, t.ended_at, b.started_at as break_from,
        coalesce(b.ended_at, t.ended_at) as break_to, r.status as of_status, r.started_at as of_from, r.ended_at as of_to,
        lag(t.id) over of_person = t.id as again, lag(width_bucket(t.started_at, days)) over of_person as before_day,
        lag(t.ended_at) over of_person as before_to, lag(coalesce(b.ended_at, t.ended_at)) over of_person as break_before_to
      from public.work_turns t left join public.work_breaks b on b.turn_id = t.id and coalesce(b.ended_at, t.ended_at) > b.started_at
        left join registrations r on r.id = t.shift_registration_id
      -- Both sides of the "or" have an index; "is not distinct from" has none.
      where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - rest
        and (person is null or t.person_id = person)
      window of_person as (partition by t.person_id order by t.started_at, t.ended_at, t.id, b.started_at)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select greatest(begins, private.start_of(m::date)) as begins, least(ends, private.start_of((m + interval '1 month')::date)) as ends,
        to_char(m, 'YYYY-MM') as month
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as materialized (
      -- Odd: a turn over another one, a break over another one or outside of its turn or registration. Lengths of all others may be added up.
      select t.person_id, null as user_id, null as name, case when t.counts then t.status end as status, coalesce(t.again, false) as again,
        t.started_at, t.ended_at, case when not t.counts then t.of_status when t.status <> 'rejected' then t.status end as break_of,
        case when not t.counts or t.status <> 'rejected' then t.break_from end as break_from, t.break_to,
        t.before_to > t.started_at - rest and t.before_day <> width_bucket(t.started_at, days) and t.status <> 'rejected' as short_rest,
        t.break_from is null and t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours) and t.status <> 'rejected' as no_break,
        case when t.again then t.break_before_to > t.break_from else t.before_to > t.started_at end or t.break_from < t.started_at or t.break_to > t.ended_at
          or (not t.counts and t.break_from is not null and (t.break_from >= t.of_from and t.break_to <= t.of_to) is not true) as is_odd
      from turns t
      where t.ended_at > begins
      union all
      select r.person_id, r.user_id, null, r.status, false, r.started_at, r.ended_at, null, null, null, false, false,
        r.status = 'rejected' or lag(r.ended_at) over (partition by r.person_id order by r.started_at) > r.started_at
      from registrations r
      union all
      select p.person_id, p.employee_id, p.name, 'planned', false, s.starts_at, s.ends_at, null, null, null, false, false,
        lag(s.ends_at) over (partition by p.person_id order by s.starts_at) > s.starts_at
      from public.planned_shifts s join public.shift_places p on p.shift_id = s.id
      where work_hours.kind = 'ase-employee' and p.state = 'assigned' and s.published_at is not null and s.starts_at < ends and s.ends_at > begins
        and (person is null or p.person_id = person)
    ), sums as (
      select s.person_id, m.begins, m.ends, m.month, max(s.user_id collate "C") as user_id, max(s.name collate "C") as name,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'approved' and not s.again) as approved,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'waiting' and not s.again) as waiting,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'rejected' and not s.again) as rejected,
        sum(least(s.ended_at, m.ends) - greatest(s.started_at, m.begins)) filter (where s.status = 'planned') as planned,
        sum(least(s.break_to, m.ends) - greatest(s.break_from, m.begins))
          filter (where s.break_of = 'approved' and s.break_from < m.ends and s.break_to > m.begins) as approved_breaks,
        sum(least(s.break_to, m.ends) - greatest(s.break_from, m.begins))
          filter (where s.break_of = 'waiting' and s.break_from < m.ends and s.break_to > m.begins) as waiting_breaks,
        bool_or(s.short_rest and s.started_at >= m.begins) as short_rest, bool_or(s.no_break) as no_break,
        -- Registrations beside turns without one may lie over each other, too.
        coalesce(bool_or(s.is_odd), false) or (bool_or(s.user_id is not null and s.status <> 'planned') and bool_or(s.user_id is null and s.status is not null)) as is_odd
      from spans s join months m on s.started_at < m.ends and s.ended_at > m.begins
      group by s.person_id, m.begins, m.ends, m.month
    ), laid as (
      -- Spans laid over each other are one. Ranges take far longer than sums: only odd months of people need them.
      select s.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'planned'), '{}') as planned,
        coalesce(range_agg(tstzrange(greatest(s.break_from, m.begins), least(s.break_to, m.ends)))
          filter (where s.break_from < m.ends and s.break_to > m.begins), '{}') as breaks
      from sums m join spans s on s.person_id = m.person_id and s.started_at < m.ends and s.ended_at > m.begins
      where m.is_odd
      group by s.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break
    ), hours as (
      select m.person_id, m.begins, m.month, m.user_id, m.name, m.short_rest, m.no_break, m.approved - coalesce(m.approved_breaks, '0') as approved, m.waiting - coalesce(m.waiting_breaks, '0') as waiting,
        m.rejected, coalesce(m.approved_breaks + m.waiting_breaks, m.approved_breaks, m.waiting_breaks) as breaks, m.planned
      from sums m where not m.is_odd
      union all
      select p.person_id, p.begins, p.month, p.user_id, p.name, p.short_rest, p.no_break, h.approved, h.waiting, h.rejected, h.breaks, h.planned
      from laid p cross join lateral (
        -- One pass for all: called for each, private.hours_in takes a third of the time.
        select sum(upper(l.span) - lower(l.span)) filter (where l.of = 1) as approved, sum(upper(l.span) - lower(l.span)) filter (where l.of = 2) as waiting,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 3) as rejected, sum(upper(l.span) - lower(l.span)) filter (where l.of = 4) as breaks,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 5) as planned
        from (select 1 as of, unnest(p.approved - p.breaks) as span
          union all select 2, unnest(p.waiting - p.approved - p.breaks)
          union all select 3, unnest(p.rejected - p.approved - p.waiting - p.breaks)
          union all select 4, unnest(p.breaks * (p.approved + p.waiting))
          union all select 5, unnest(p.planned)) l) h
    ), rows as (
      -- The newest turn's name, looked up row by row: planned for few people, joined lists of them are compared each with each.
      select h.person_id, h.begins, h.month, coalesce(w.user_id, h.user_id) as user_id, coalesce(w.name, h.name) as name,
        h.approved, h.waiting, h.rejected, h.breaks, h.planned,
        array_remove(array[case when h.short_rest then 'short-rest' end, case when h.no_break then 'no-break' end], null) as marks
      from hours h left join lateral (
        select t.user_id, t.name from public.work_turns t where t.person_id = h.person_id order by t.started_at desc limit 1) w on true
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', r.person_id, 'user_id', r.user_id, 'name', r.name, 'month', r.month,
        'approved', private.in_hours(r.approved), 'waiting', private.in_hours(r.waiting), 'rejected', private.in_hours(r.rejected),
        'breaks', private.in_hours(r.breaks), 'planned', private.in_hours(r.planned), 'marks', to_jsonb(r.marks))
      order by r.begins desc, r.user_id collate "C", r.person_id), '[]') from rows r));
end;
$$;
