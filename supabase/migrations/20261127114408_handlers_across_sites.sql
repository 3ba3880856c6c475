-- Handlers work on letters and collection of all of their sites at once and read their statistics together; a payer's earlier cars are suggested.

set local check_function_bodies = off;

create or replace function private.case_paper(fine public.fines, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with events as (
    -- A reminder that was taken back later than that holds.
    select e.*, e.kind = 'reminded' and lead(e.kind) over (partition by e.kind in ('reminded', 'reminder_undone') order by e.number)
      is not distinct from 'reminder_undone' as is_undone
    from public.fine_events e where e.fine_id = fine.id and e.number <= coalesce(upto, e.number)
  ), money as (
    select case when upto is null then fine.fee else coalesce(sum((e.data ->> 'fee')::int) filter (where e.kind = 'reminded' and not e.is_undone), 0) end as fee,
      case when upto is null then fine.paid_ore else coalesce(sum((e.data ->> 'amount_ore')::bigint)
        filter (where e.kind in ('payment', 'refunded', 'payment_undone', 'payment_moved')), 0) end as paid_ore
    from events e
  ), reminder as (
    select e.number, e.at, e.data ->> 'due_date' as due_date from events e where e.kind = 'reminded' and not e.is_undone order by e.number desc limit 1
  ), first_reminder as (
    select min(e.number) as number from events e where e.kind = 'reminded' and not e.is_undone
  ), first_due as (
    -- A corrected day stands in no event: then it is not told.
    select e.data ->> 'due_date' as day from events e, first_reminder r
    where e.number < r.number and (e.data ? 'due_date' or (e.kind = 'corrected' and e.data -> 'before' ? 'due_date'))
    order by e.number desc limit 1
  ), recipient as (
    select r.role, r.name, r.address, r.id_number from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'project_id', fine.project_id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;

create or replace function public.list_case_work(project text, step text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = any (codes) and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step = 'collection_told' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null, 'changes', w.changes)
        order by (w.fine).case_number), '[]') into listed from (
      select f as fine, c.changes from (
        select distinct e.fine_id as id from public.fine_events e where e.project_id = any (codes) and e.kind = 'handed_to_collection') h
      join public.fines f on f.id = h.id
      cross join lateral (
        select private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = 'collection_told'), 0), null) as changes
      ) c
      where c.changes <> '[]'
      order by f.case_number limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = any (codes) and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0
            and private.reminder_holds(e.fine_id, e.number))
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('unreadable', 'step');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

create or replace function public.list_sent_cases(project text, step text, day date, ids uuid[], acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
  listed jsonb;
begin
  select coalesce(jsonb_agg(s.paper order by s.at, s.case_number), '[]') into listed from (
    select e.at, f.case_number, private.case_paper(f, e.number) || jsonb_build_object('event_id', e.id, 'sent_at', e.at, 'sent_by', e.by_id)
        || case e.kind when 'collection_told' then jsonb_build_object('changes', private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = e.kind and t.number < e.number), 0), e.number))
          else '{}' end as paper
    from public.fine_events e join public.fines f on f.id = e.fine_id
    where e.project_id = any (codes) and e.kind = step and e.kind in ('exported', 'reminded', 'handed_to_collection', 'collection_told')
      and (e.kind <> 'exported' or e.note = private.asked_for_owner())
      -- The letters of a reminder that was taken back are not printed again.
      and (e.id = any (ids) or (ids is null and (e.kind <> 'reminded' or private.reminder_holds(e.fine_id, e.number)) and e.at >= (day::timestamp at time zone 'Europe/Stockholm')
        and e.at < ((day + 1)::timestamp at time zone 'Europe/Stockholm')))
    order by e.at, f.case_number limit 1001
  ) s;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 1000, 'cases', listed - 1000);
end;
$$;

create or replace function public.match_owners(project text, rows jsonb, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500
    or exists (select from jsonb_array_elements(rows) r where jsonb_typeof(r) <> 'object' or length(r ->> 'plate') > 50) then
    perform private.refuse('unreadable', 'rows');
  end if;
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', case
          when m.fine_id is null then 'unknown'
          when g.number <> '' and g.key <> '' and g.key <> f.plate_key then 'other-plate'
          when m.waiting > 1 then 'several'
          when m.waiting = 1 then 'placed'
          when m.is_answered then 'already'
          else 'ended' end,
        'fine_id', f.id, 'case_number', f.case_number, 'plate', f.plate, 'status', f.status, 'last_event', f.last_event) order by g.n)
    from (
      select r.n, coalesce(r.row ->> 'case_number', '') as number, coalesce(private.plate_key(r.row ->> 'plate'), '') as key
      from jsonb_array_elements(rows) with ordinality r (row, n)
    ) g
    cross join lateral (
      select count(*) filter (where c.is_open and not c.is_answered) as waiting, bool_or(c.is_open and c.is_answered) as is_answered,
        (array_agg(c.id order by (c.is_open and not c.is_answered) desc, (c.is_open and c.is_answered) desc, c.issued_at desc))[1] as fine_id
      from (
        select s.id, s.issued_at, s.status in ('issued', 'reminded', 'collection', 'disputed') as is_open,
          exists (select from public.case_recipients r where r.fine_id = s.id) as is_answered
        from public.fines s
        where s.project_id = any (codes)
          and (s.case_number = g.number or s.plate_key = case when g.number = '' then nullif(g.key, '') end)
      ) c
    ) m
    left join public.fines f on f.id = m.fine_id));
end;
$$;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  field text;
  lacking text;
  known uuid[];
  leaving record;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection', 'collection_told') then
    perform private.refuse('no-such-event', 'kind');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('unreadable', 'events');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = any (codes) order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = any (codes);
      if fine.id is null then
        perform private.refuse('no-such-case', 'fine_id');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, field = pg_exception_detail, lacking = pg_exception_hint;
      if state = '23514' then
        select r.code, r.words into state, words from jsonb_to_record(private.refusal('unreadable')) r (code text, words text);
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when field = 'kind' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number, 'project_id', fine.project_id) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  if kind in ('exported', 'handed_to_collection', 'collection_told') then
    -- Each site's own trail has its cases.
    for leaving in
      select a ->> 'project_id' as code, jsonb_agg(a ->> 'case_number') as numbers from jsonb_array_elements(answers) a
      where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known) group by 1 order by 1
    loop
      perform private.add_to_trail('export', 'fines', leaving.code, null, null, jsonb_build_object('kind', kind, 'case_number', leaving.numbers));
    end loop;
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;

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

create or replace function private.letters_admin(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.case_actor;
begin
  if project is distinct from 'company' or private.is_specified() then
    return private.money_admin(project, acting_as);
  end if;
  select 'company', s.user_id, s.kind, s.account_id into actor.project, actor.id, actor.kind, actor.account
    from private.own_staff(array['admin']) s
    where (s.project_id = 'company' or s.serves_all) and s.user_key = private.id_key(acting_as);
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;

create or replace function private.payer_key(payer_text text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select nullif(lower(btrim(regexp_replace(split_part(left(payer_text, 500), ' · ', 1), '\s+', ' ', 'g'))), '');
$$;

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

create or replace function public.list_payer_plates(project text, payment_id uuid)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  -- A payer of many plates is a company that pays for its drivers, and says nothing.
  select coalesce(array_agg(k.plate_key) filter (where k.n <= 5), '{}') from (
    select f.plate_key, count(*) over () as n
    from public.payments p
    join public.payments q on q.project_id = any (array(select a.code from private.asked_places(project) a)) and q.fine_id is not null
      and q.amount_ore > 0 and private.payer_key(q.payer_text) = private.payer_key(p.payer_text)
    join public.fines f on f.id = q.fine_id and f.erased_at is null
    where p.id = list_payer_plates.payment_id and length(private.payer_key(p.payer_text)) >= 5
    group by f.plate_key
  ) k;
$$;

create index payments_payer_idx on public.payments (private.payer_key(payer_text), project_id) where fine_id is not null and payer_text is not null;

grant execute on function private.payer_key(text) to anon;

grant execute on function private.payer_key(text) to authenticated;

grant execute on function public.list_payer_plates(text,uuid) to authenticated;

comment on function public.site_statistics(text,date,date,text) is 'Money, violations, places, hours and objections of a site, or of a handler''s sites, by week, for their admins; nothing of it is by head.';

comment on function private.payer_key(text) is 'The payer of a bank''s row, without the reference that stands behind where the row had no case.';

comment on function private.letters_admin(text,text) is 'The admin who works on many cases of a site, or a handler on those of the own sites (private.asked_places).';

comment on function private.statistics_together(jsonb[]) is 'The statistics of several sites as that of one.';

comment on function public.list_payer_plates(text,uuid) is 'The plates of the cases that the payer of a bank''s row paid before, of those that the caller may read; none where there are more than five.';

insert into private.staff_functions (function_name)
  values ('list_payer_plates')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
