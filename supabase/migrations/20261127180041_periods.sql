-- Periods are asked in one place: of hours infinite dates were taken, whose months would never end.

set local check_function_bodies = off;

create or replace function private.admin_of_sums(project text, first date, last date, acting_as text)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  perform private.check_period(first, last, 'first');
  perform private.sum_days(actor.project, private.site_of(actor.project));
  return actor.project;
end;
$$;

create or replace function public.site_ledger(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  site constant uuid := private.site_of(actor.project);
begin
  perform private.check_period(first, last, 'first');
  return (
    with lines as materialized (select l.* from private.ledger_lines(actor.project, site) l),
    shown as (select l.* from lines l where l.month between date_trunc('month', first)::date and last)
    select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()), 'books', private.ledger_books(actor.project),
      'months', (select coalesce(jsonb_agg(distinct l.month order by l.month desc), '[]') from lines l),
      'closed_until', (select max(m.month) from public.ledger_months m where m.project_id = actor.project and m.site_id is not distinct from site),
      'closed', (select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'at', m.created_at, 'by_id', m.by_id, 'books', m.books) order by m.month), '[]')
        from public.ledger_months m where m.project_id = actor.project and m.site_id is not distinct from site
          and m.month between date_trunc('month', first)::date and last),
      'lines', (select coalesce(jsonb_agg(jsonb_build_array(s.month, s.day, s.kind, s.payee, s.account, s.ore)
        order by s.month, s.day, s.kind, s.payee, s.account), '[]') from shown s)));
end;
$$;

create or replace function public.taxi_hours(project text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.taxi_actor := private.taxi_staff(project, acting_as, '{chauffeur-admin}');
  starts constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  perform private.check_period("from", "to", 'to');
  return jsonb_build_object('outcome', 'told', 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('chauffeur', r.chauffeur_id, 'turns', r.turns, 'hours', r.hours, 'km', r.km, 'without_km', r.without_km)
      order by r.chauffeur_id nulls last)
    from (
      select t.chauffeur_id, count(*) filter (where t.taken_at >= starts) as turns,
        round((sum(extract(epoch from least(t.ended_at, ends) - greatest(t.taken_at, starts))) / 3600)::numeric, 2) as hours,
        coalesce(sum(t.km) filter (where t.taken_at >= starts), 0) as km,
        count(*) filter (where t.taken_at >= starts and t.km is null) as without_km
      from public.vehicle_turns t
      where t.project_id = actor.project and t.ended_at > starts and t.taken_at < ends
      group by t.chauffeur_id, t.person_id
      union all
      -- Kilometres that nobody drove.
      select null, count(*), 0, sum(t.gap_km), 0 from public.vehicle_turns t
      where t.project_id = actor.project and t.taken_at >= starts and t.taken_at < ends and t.gap_km is not null
      having count(*) > 0
    ) r), '[]'));
end;
$$;

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
  perform private.check_period("from", "to", 'to');
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

create or replace function private.check_period(first date, last date, field text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- Infinite dates are no period either: their months never end, and one less the other is an error.
  if first is null or last is null or first > last or first < '1900-01-01' or last > '9000-01-01' or last > first + 1095 then
    perform private.refuse('period-too-long', field);
  end if;
end;
$$;

comment on function private.check_period(date,date,text) is 'Refuses days that are no period of at most three years (PK008), at the field.';
