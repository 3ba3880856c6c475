-- Hours of many: the months of the hours are made once and not once a turn; a month of 2 000 people takes half as long.

set local check_function_bodies = off;

create or replace function public.work_hours(project text, kind text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  site constant uuid := private.site_of(code);
  settings constant public.clock_settings := private.clock_settings_of(code, kind);
  worker private.clock_person;
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  if private.clock_admin(code, kind, acting_as) is null then
    worker := private.clock_worker(project, kind, acting_as);
    if worker.person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  if "from" is null or "to" is null or "to" < "from" or "to" > "from" + 1100 then
    perform private.refuse('period-too-long', 'to');
  end if;
  return jsonb_build_object('outcome', 'hours', 'rows', (
    with turns as materialized (
      select t.id, t.person_id, t.user_id, t.name, t.status, t.shift_registration_id, t.started_at, t.ended_at,
        lag(t.ended_at) over (partition by t.person_id order by t.started_at) as rested_since,
        lag(t.started_at) over (partition by t.person_id order by t.started_at) as before_at
      from public.work_turns t
      where t.project_id is not distinct from code and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - interval '4 days'
        and (worker.person is null or t.person_id = worker.person)
    ), registered as materialized (
      select r.person_id, r.attendant_user_id, r.status, tstzrange(r.start_time, r.end_time) as span
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and r.project_id is not distinct from code and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (worker.person is null or r.person_id = worker.person)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select to_char(m, 'YYYY-MM') as month,
        tstzrange(greatest(begins, private.start_of(m::date)), least(ends, private.start_of((m + interval '1 month')::date))) as span
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as materialized (
      select coalesce(t.person_id::text, t.user_id) as who, t.user_id, t.name, t.status, tstzrange(t.started_at, t.ended_at) as span,
        t.rested_since > t.started_at - make_interval(hours => settings.min_rest_hours)
          and private.day_of(t.before_at) <> private.day_of(t.started_at) as short_rest,
        t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours)
          and not exists (select from public.work_breaks b where b.turn_id = t.id and b.ended_at > b.started_at) as no_break,
        t.shift_registration_id is null as counts, (select range_agg(tstzrange(b.started_at, coalesce(b.ended_at, t.ended_at)))
          from public.work_breaks b where b.turn_id = t.id) as breaks
      from turns t where t.status in ('approved', 'waiting', 'rejected') and t.ended_at > begins
      union all
      select coalesce(r.person_id::text, r.attendant_user_id), r.attendant_user_id, null, case r.status when 'pending' then 'waiting' else r.status end,
        r.span, false, false, true, null
      from registered r
    ), parts as (
      select s.who, m.month, max(s.user_id) as user_id, max(s.name) as name,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(b.span * m.span), '{}') as breaks,
        bool_or(s.short_rest and s.status <> 'rejected' and lower(s.span) >= lower(m.span)) as short_rest,
        bool_or(s.no_break and s.status <> 'rejected') as no_break
      from spans s join months m on m.span && s.span left join lateral unnest(s.breaks) b (span) on s.status <> 'rejected' or not s.counts
      group by s.who, m.month
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', p.who, 'user_id', p.user_id, 'name', p.name, 'month', p.month,
        'approved', private.hours_in(p.approved - p.breaks),
        'waiting', private.hours_in(p.waiting - p.approved - p.breaks),
        'rejected', private.hours_in(p.rejected - p.approved - p.waiting - p.breaks),
        'breaks', private.hours_in(p.breaks * (p.approved + p.waiting)),
        'marks', to_jsonb(array_remove(array[case when p.short_rest then 'short-rest' end, case when p.no_break then 'no-break' end], null)))
      order by p.month desc, p.user_id, p.who), '[]') from parts p));
end;
$$;
