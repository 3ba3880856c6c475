-- The overview and the statistics of a site: waiting work, running parkings, and the sums of its days.

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
comment on function private.admin_of_sums(text,date,date,text) is
  'The code whose sums an admin asks for, brought up to date. Refuses everybody else with 42501, and a period of more than three years.';

create or replace function private.count_days(project text, site uuid, first date, last date, parts text[] default null)
  returns TABLE(day date, part text, key text, count integer, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with span as (select private.start_of(first) as since, private.start_of(last + 1) as before),
  parkings as (
    select c.clock::date as day, extract(hour from c.clock)::int::text as key
    from span, public.parkings p, lateral (select p.created_at at time zone 'Europe/Stockholm' as clock) c
    where p.project_id = project and p.site_id is not distinct from site and p.created_at >= span.since and p.created_at < span.before
  ), fines as materialized (
    select f.id, c.clock::date as day, c.clock, f.status, f.violation_id, f.street, f.amount * 100::bigint as ore
    from span, public.fines f, lateral (select f.issued_at at time zone 'Europe/Stockholm' as clock) c
    where f.project_id = project and f.site_id is not distinct from site and f.issued_at >= span.since and f.issued_at < span.before
  ), payments as (
    -- Each paid case looks its money up: the planner, who does not know how few days are asked for, would read all payments for a join.
    select f.day, case when f.status <> 'paid' then 'not'
      when (select max(p.value_date) from public.payments p where p.fine_id = f.id and p.amount_ore > 0) <= f.day + 30 then 'within'
      else 'later' end as key
    from fines f where f.status not in ('withdrawn', 'written_off')
  ), money as (
    -- A refund's payment has the key of its event; all else that a case lost was never paid.
    select p.value_date as day, p.amount_ore as ore, case when p.amount_ore < 0
      and exists (select from public.fine_events e where e.id = p.id and e.kind = 'refunded') then 'refunded' else 'paid' end as key
    from public.payments p
    where p.project_id = project and p.site_id is not distinct from site and p.fine_id is not null and p.value_date between first and last
  ), objections as materialized (
    select (o.received_at at time zone 'Europe/Stockholm')::date as day, coalesce(o.decision, 'open') as key, o.decided_at, trim(regexp_replace(coalesce(o.reply, ''), '\s+', ' ', 'g')) as reply
    from public.objections o, span
    where o.project_id = project and o.site_id is not distinct from site and o.received_at >= span.since and o.received_at < span.before
  ), templates as materialized (
    -- A text holds from its own moment until the next.
    select t.id, x.kind, t.sort_order, private.reply_pattern(x.text) as pattern, x.since,
      lead(x.since) over (partition by x.template_id order by x.since) as until
    from public.reply_templates t join private.reply_texts x on x.template_id = t.id
    where t.project_id = project and t.site_id is not distinct from site
  ), replies as (
    select o.day, o.key || ':' || case when o.reply = '' then 'erased' else coalesce(t.id::text, 'own') end as key
    from objections o left join lateral (
      select t.id from templates t
      where t.kind = o.key and o.decided_at >= t.since and (t.until is null or o.decided_at < t.until) and o.reply like t.pattern
      order by t.sort_order, t.id limit 1) t on true
    where o.key in ('accepted', 'rejected')
  )
  select r.day, r.part, r.key, count(*)::int, sum(r.ore)::bigint from (
    select p.day, 'parkings' as part, p.key, 0::bigint as ore from parkings p where parts is null or 'parkings' = any (parts)
    union all select f.day, 'fines', f.status, 0 from fines f where parts is null or 'fines' = any (parts)
    union all select f.day, 'violations', coalesce(f.violation_id::text, 'other'), f.ore from fines f where parts is null or 'violations' = any (parts)
    -- A place is a street without the number of a house.
    union all select f.day, 'places', trim(regexp_replace(f.street, '[\s,]+\d+\s*[[:alpha:]]?\s*$', '')), f.ore from fines f
      where parts is null or 'places' = any (parts)
    union all select f.day, 'hours', ((extract(isodow from f.clock) - 1) * 24 + extract(hour from f.clock))::int::text, f.ore from fines f
      where parts is null or 'hours' = any (parts)
    union all select y.day, 'payments', y.key, 0 from payments y where parts is null or 'payments' = any (parts)
    union all select m.day, 'money', m.key, m.ore from money m where parts is null or 'money' = any (parts)
    union all select o.day, 'objections', o.key, 0 from objections o where parts is null or 'objections' = any (parts)
    union all select t.day, 'templates', t.key, 0 from replies t where parts is null or 'templates' = any (parts)
  ) r group by r.day, r.part, r.key;
$$;
comment on function private.count_days(text,uuid,date,date,text[]) is
  'The days of a place from its rows, both ends included, all parts or these: what private.day_sums keeps, and what it is compared with.';

create or replace function private.last_summed_day()
  returns date
  language sql stable
  set search_path = ''
as $$ select private.day_of(now()) - 2; $$;
comment on function private.last_summed_day() is
  'The last day that is kept as sums. The two days after it are counted when somebody asks: what happens in them is noted nowhere, and a '
  'transaction that began before midnight is over when its day is summed.';

create or replace function private.left_by_age(code text, site uuid)
  returns TABLE(age text, cases bigint, ore bigint)
  language sql stable
  set search_path = ''
as $$
  select case when d.days <= 0 then 'not_due' when d.days <= 30 then 'month' when d.days <= 90 then 'quarter' else 'older' end,
    sum(d.cases)::bigint, sum(d.ore)::bigint
  from (
    select private.day_of(now()) - f.due_date as days, count(*) as cases, sum(f.left_ore) as ore from public.fines f
    where f.project_id = code and f.site_id is not distinct from site and f.status in ('issued', 'reminded', 'collection')
    group by f.due_date
  ) d group by 1;
$$;
comment on function private.left_by_age(text,uuid) is
  'What is unpaid at a place now, by how many days ago it was due: what the overview has as one sum.';

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

create or replace function private.note_value_days()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  insert into private.changed_days (place, day, is_of_parkings)
    select distinct coalesce(p.site_id::text, p.project_id), p.value_date, false from added p
    where p.fine_id is not null and p.value_date < private.day_of(now()) and coalesce(p.site_id::text, p.project_id) is not null;
  return null;
end;
$$;
comment on function private.note_value_days() is
  'Notes the days of payments that came for days before today, once a statement: a bank''s file has thousands.';

create or replace function private.reply_pattern(template text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select trim(regexp_replace(regexp_replace(replace(replace(replace(template, '\', '\\'), '%', '\%'), '_', '\_'), '\s+', ' ', 'g'),
    ' ?\{[^{}]*\} ?', '%', 'g'));
$$;
comment on function private.reply_pattern(text) is
  'The pattern of LIKE that a reply fits which was filled from this template and not changed. White space counts once.';

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
  weeks date[] := '{}';
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
    insert into private.day_sums (place, day, part, key, count, ore)
      select site_place, c.day, c.part, c.key, c.count, c.ore from private.count_days(project, site, stale.day, stale.day) c
      where (c.part = 'parkings') = stale.is_of_parkings;
    weeks := weeks || (stale.day - extract(isodow from stale.day)::int + 1);
  end loop;
  if summed_through is null or summed_through < until then
    insert into private.day_sums (place, day, part, key, count, ore)
      select site_place, c.day, c.part, c.key, c.count, c.ore
      from private.count_days(project, site, coalesce(summed_through + 1, '1900-01-01'), until) c;
    insert into private.summed_places (place, through) values (site_place, until)
      on conflict on constraint summed_places_pkey do update set through = excluded.through;
    weeks := weeks || array(select distinct s.day - extract(isodow from s.day)::int + 1 from private.day_sums s
      where s.place = site_place and s.day > coalesce(summed_through, '1899-12-31'));
  end if;
  delete from private.week_sums w where w.place = site_place and w.week = any (weeks);
  insert into private.week_sums (place, week, part, key, count, ore)
    select site_place, w.week, s.part, s.key, sum(s.count), sum(s.ore)
    from (select distinct unnest(weeks) as week) w
      join private.day_sums s on s.place = site_place and s.day between w.week and w.week + 6 and s.part not in ('parkings', 'fines')
    group by w.week, s.part, s.key;
end;
$$;
comment on function private.sum_days(text,uuid) is 'Brings the sums of a place up to date. Whoever asks meanwhile waits for it.';

create or replace function private.overviews_together(overviews jsonb[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with each as (select o.overview from unnest(overviews) o (overview)),
  days as (
    select d ->> 0 as day, d ->> 1 as part, d ->> 2 as key, sum((d ->> 3)::int) as count
    from each e, jsonb_array_elements(e.overview -> 'days') d group by 1, 2, 3
  ), totals as (
    -- Violations of two sites are one by their words.
    select t ->> 0 as part, case t ->> 0 when 'violations' then coalesce(e.overview -> 'violations' ->> (t ->> 1), t ->> 1) else t ->> 1 end as key,
      sum((t ->> 2)::int) as count
    from each e, jsonb_array_elements(e.overview -> 'totals') t group by 1, 2
  ), figures as (
    select f.key, sum(f.value::bigint) as value from each e, jsonb_each_text((e.overview -> 'figures') - 'oldest_objection') f group by f.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
    'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]') from days d),
    'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]') from totals t),
    'violations', (select coalesce(jsonb_object_agg(t.key, t.key), '{}') from totals t where t.part = 'violations' and t.key <> 'other'),
    'figures', private.site_figures(null, null) || coalesce((select jsonb_object_agg(f.key, f.value) from figures f), '{}')
      || jsonb_build_object('oldest_objection', (select min(e.overview -> 'figures' ->> 'oldest_objection') from each e)));
$$;
comment on function private.overviews_together(jsonb[]) is 'The overviews of several sites as that of one.';

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  code text;
  site uuid;
  until constant date := private.last_summed_day();
  answer jsonb;
begin
  if project = 'company' then
    if not private.may_count_cases(project) then
      perform private.refuse_stranger();
    end if;
    return private.overviews_together(array(
      select public.site_overview(p.code, site_overview.first, site_overview.last, site_overview.acting_as) from private.asked_places(project) p order by p.code));
  end if;
  code := private.admin_of_sums(project, first, last, acting_as);
  site := private.site_of(code);
  with days as materialized (
    select s.day, s.part, s.key, s.count from private.day_sums s
    where s.place = coalesce(site::text, code) and s.day between first and least(last, until)
      and s.part in ('parkings', 'fines', 'violations', 'payments', 'objections')
    union all
    select c.day, c.part, c.key, c.count from private.count_days(code, site, greatest(first, until + 1), last,
      array['parkings', 'fines', 'violations', 'payments', 'objections']) c
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
comment on function public.site_overview(text,date,date,text) is 'Figures of a site, or of a handler''s sites, as they are now, and the sums of a period, for its admins.';
grant execute on function public.site_overview(text,date,date,text) to authenticated;

create or replace function private.statistics_together(statistics jsonb[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with each as (select o.told from unnest(statistics) o (told)),
  weeks as (
    select w ->> 0 as week, w ->> 1 as part, w ->> 2 as key, sum((w ->> 3)::bigint) as count, sum((w ->> 4)::bigint) as ore
    from each e, jsonb_array_elements(e.told -> 'weeks') w group by 1, 2, 3
  ), totals as (
    -- Violations and templates of two sites are one by their words.
    select t.part, t.key, sum(t.count) as count, sum(t.ore) as ore,
      row_number() over (partition by t.part order by t.key is null, sum(t.count) desc, t.key) as place
    from (
      select t ->> 0 as part, case t ->> 0 when 'violations' then coalesce(e.told -> 'violations' ->> (t ->> 1), t ->> 1)
          when 'templates' then split_part(t ->> 1, ':', 1) || ':' || coalesce(e.told -> 'templates' ->> split_part(t ->> 1, ':', 2), split_part(t ->> 1, ':', 2))
          else t ->> 1 end as key, (t ->> 2)::bigint as count, (t ->> 3)::bigint as ore
      from each e, jsonb_array_elements(e.told -> 'totals') t
    ) t group by t.part, t.key
  ), shown as (
    select t.part, case when t.part <> 'places' or t.place <= 30 then t.key end as key, sum(t.count) as count, sum(t.ore) as ore
    from totals t group by 1, 2
  ), ages as (
    select l ->> 0 as age, sum((l ->> 1)::bigint) as cases, sum((l ->> 2)::bigint) as ore
    from each e, jsonb_array_elements(e.told -> 'left') l group by 1
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
    'weeks', (select coalesce(jsonb_agg(jsonb_build_array(w.week, w.part, w.key, w.count, w.ore) order by w.week, w.part, w.key), '[]') from weeks w),
    'totals', (select coalesce(jsonb_agg(jsonb_build_array(s.part, s.key, s.count, s.ore) order by s.part, s.count desc, s.key), '[]') from shown s),
    'left', (select coalesce(jsonb_agg(jsonb_build_array(a.age, a.cases, a.ore) order by a.age), '[]') from ages a),
    'violations', (select coalesce(jsonb_object_agg(s.key, s.key), '{}') from shown s where s.part = 'violations'),
    'templates', (select coalesce(jsonb_object_agg(k.title, k.title), '{}') from (
      select distinct substr(s.key, position(':' in s.key) + 1) as title from shown s where s.part = 'templates') k));
$$;
comment on function private.statistics_together(jsonb[]) is 'The statistics of several sites as that of one.';

create or replace function public.site_statistics(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  code text;
  site uuid;
  until constant date := private.last_summed_day();
  -- The weeks that hold the days: a part of a week would be taken for the week.
  monday constant date := first - extract(isodow from first)::int + 1;
  sunday constant date := last - extract(isodow from last)::int + 7;
  answer jsonb;
begin
  if project = 'company' then
    if not private.may_count_cases(project) then
      perform private.refuse_stranger();
    end if;
    return private.statistics_together(array(
      select public.site_statistics(p.code, site_statistics.first, site_statistics.last, site_statistics.acting_as) from private.asked_places(project) p order by p.code));
  end if;
  code := private.admin_of_sums(project, first, last, acting_as);
  site := private.site_of(code);
  with sums as materialized (
    select s.week, s.part, s.key, s.count, s.ore from private.week_sums s where s.place = coalesce(site::text, code) and s.week between monday and sunday
    union all
    select c.day - extract(isodow from c.day)::int + 1, c.part, c.key, c.count, c.ore from private.count_days(code, site, greatest(monday, until + 1), sunday,
      array['violations', 'places', 'hours', 'payments', 'money', 'objections', 'templates']) c
  ), weeks as (
    -- Each fine is of one violation, so that these add up to what was issued.
    select s.week, case s.part when 'violations' then 'issued' else s.part end as part,
      case s.part when 'violations' then '' else s.key end as key, sum(s.count) as count, sum(s.ore) as ore
    from sums s where s.part in ('violations', 'money', 'payments', 'objections') group by 1, 2, 3
  ), totals as (
    select s.part, s.key, sum(s.count) as count, sum(s.ore) as ore, row_number() over (partition by s.part order by sum(s.count) desc, s.key) as place
    from sums s where s.part in ('violations', 'places', 'hours', 'templates') group by s.part, s.key
  ), shown as (
    -- Thirty places are named, and the others are one row: a street is free text.
    select t.part, case when t.part <> 'places' or t.place <= 30 then t.key end as key, sum(t.count) as count, sum(t.ore) as ore
    from totals t group by 1, 2
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
      'weeks', (select coalesce(jsonb_agg(jsonb_build_array(w.week, w.part, w.key, w.count, w.ore) order by w.week, w.part, w.key), '[]') from weeks w),
      'totals', (select coalesce(jsonb_agg(jsonb_build_array(s.part, s.key, s.count, s.ore) order by s.part, s.count desc, s.key), '[]') from shown s),
      'left', (select coalesce(jsonb_agg(jsonb_build_array(l.age, l.cases, l.ore) order by l.age), '[]') from private.left_by_age(code, site) l),
      'violations', (select coalesce(jsonb_object_agg(v.id, concat_ws(' ', nullif(v.code, ''), v.text)), '{}')
        from public.violations v where v.id::text in (select t.key from totals t where t.part = 'violations')),
      'templates', (select coalesce(jsonb_object_agg(r.id, r.title), '{}')
        from public.reply_templates r where r.id::text in (select split_part(t.key, ':', 2) from totals t where t.part = 'templates')))
    into answer;
  return answer;
end;
$$;
comment on function public.site_statistics(text,date,date,text) is
  'Money, violations, places, hours and objections of a site, or of a handler''s sites, by week, for their admins; nothing of it is by head.';
grant execute on function public.site_statistics(text,date,date,text) to authenticated;
