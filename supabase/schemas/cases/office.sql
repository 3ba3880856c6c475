-- The office's lists and counts of cases, and the facts of their letters.

create or replace function private.asked_for_owner()
  returns text
  language sql immutable
  set search_path = ''
as $$ select 'Ägaruppgift'; $$;
comment on function private.asked_for_owner() is 'The words by which an event of `exported` says that a register was asked for the owner.';

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
    select r.role, r.name, r.address, r.id_number, r.source from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'project_id', fine.project_id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'vat_percent', fine.vat_percent, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r), 'rejected_at', (select max(e.at) from events e where e.kind = 'objection_rejected'),
      'sender_address', (select c.postal_address from public.company c, private.settings_of(fine.project_id) s where s.of_company),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;
comment on function private.case_paper(public.fines,integer) is
  'A case as letters and lists for others say it, as it was after its event of this number; null: as it is now.';

create or replace function private.cases_by_due(code text, site uuid)
  returns TABLE(status text, due_date date, cases bigint)
  language plpgsql stable
  set search_path = ''
as $$
begin
  if site is null then
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id is null group by f.status, f.due_date;
  else
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id = site group by f.status, f.due_date;
  end if;
end;
$$;
comment on function private.cases_by_due(text,uuid) is
  'The index of the counts is read in its order when the site is known by equality: nothing has to be hashed or sorted.';

create or replace function private.collection_changes(fine public.fines, after integer, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'amount_ore', e.data -> 'amount_ore',
      'value_date', e.data -> 'value_date', 'ground', e.data -> 'ground', 'left_ore', case when e.status_after in ('withdrawn', 'written_off') then 0
        else (private.case_paper(fine, e.number) ->> 'left_ore')::bigint end)) order by e.number), '[]')
  from public.fine_events e
  where e.fine_id = fine.id and e.number > after and e.number <= coalesce(upto, e.number)
    and e.kind in ('payment', 'payment_undone', 'payment_moved', 'recalled', 'withdrawn', 'written_off', 'objected', 'objection_accepted',
      'objection_rejected')
    -- Money that the debt collector told of is no news to them.
    and not exists (select from public.payments p where p.id = e.id and p.method = 'collection')
    and (select h.kind from public.fine_events h where h.fine_id = e.fine_id and h.number < e.number
      and h.kind in ('handed_to_collection', 'recalled') order by h.number desc limit 1) = 'handed_to_collection';
$$;
comment on function private.collection_changes(public.fines,integer,integer) is
  'Events of a claim that its debt collector has to know, after `after` and up to `upto`; a claim that was called back is not theirs any more.';

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
comment on function private.letters_admin(text,text) is
  'The admin who works on many cases of a site, or a handler on those of the own sites (private.asked_places).';

create or replace function private.may_count_cases(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(coalesce(private.site_of(project)::text, project, '') = any (private.own_places('admin')), false)
    or coalesce(project = 'company', false) and exists (select from private.own_staff(array['admin']) s where s.project_id = 'company');
$$;
comment on function private.may_count_cases(text) is
  'Whether the caller may read all cases of a code, which is what counts and sums of them tell: the policy of fines, asked once. Handlers ask for '
  'the company, and are told of their sites.';

create or replace function private.count_cases_at(code text, site uuid, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  counted jsonb;
begin
  select jsonb_build_object(
      'all', coalesce(sum(g.cases), 0),
      'unpaid', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded', 'collection')), 0),
      'disputed', coalesce(sum(g.cases) filter (where g.status = 'disputed'), 0),
      'overdue', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded') and g.due_date < today), 0))
    into counted
    from private.cases_by_due(code, site) g;
  -- These three are short, and have indexes of their own.
  return counted || jsonb_build_object(
    'review', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site and f.needs_review),
    'refund', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site and f.left_ore < 0),
    'refund_ore', (select coalesce(-sum(f.left_ore), 0) from public.fines f
      where f.project_id = code and f.site_id is not distinct from site and f.left_ore < 0),
    'expiring', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site
      and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.issued_at < expires_before));
end;
$$;
comment on function private.count_cases_at(text,uuid,date,timestamp with time zone) is 'How many cases of a place each list holds.';

create or replace function public.count_cases(project text, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  if project is distinct from 'company' then
    return '{"outcome": "counted"}' || private.count_cases_at(project, private.site_of(project), today, expires_before);
  end if;
  return '{"outcome": "counted"}' || private.count_cases_at(null, null, today, expires_before) || coalesce((
    select jsonb_object_agg(t.list, t.cases) from (
      select c.key as list, sum(c.value::bigint) as cases
      from private.asked_places(project) p, jsonb_each_text(private.count_cases_at(p.code, p.site, today, expires_before)) c group by c.key) t), '{}');
end;
$$;
comment on function public.count_cases(text,date,timestamp with time zone) is 'How many cases of a site each list holds, of those that the caller may read.';
grant execute on function public.count_cases(text,date,timestamp with time zone) to authenticated;

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
comment on function public.list_case_work(text,text,text) is 'The cases of a site that wait for a step of the office: owner, reminder, collection.';
grant execute on function public.list_case_work(text,text,text) to authenticated;

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
comment on function public.list_sent_cases(text,text,date,uuid[],text) is 'Cases as they were when they were exported, reminded or handed over.';
grant execute on function public.list_sent_cases(text,text,date,uuid[],text) to authenticated;

create or replace function public.list_similar_fines(project text, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  kept constant timestamptz := now() - make_interval(days => (private.settings_of(project)).keep_parkings_days + 1);
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return (
    with part as materialized (
      select f.id, f.created_at, f.case_number, f.plate, f.plate_key, f.project_id, f.issued_at, private.moment_of(f) as moment, f.status,
        f.needs_review, f.left_ore, f.erased_at
      from public.fines f
      where f.project_id = list_similar_fines.project and f.site_id is not distinct from site and f.created_at > kept
        and (before_id is null or (f.created_at, f.id) < (before_created, before_id))
      order by f.created_at desc, f.id desc limit 300
    ), alike as (
      select p.*, s.similar from part p, lateral (select private.similar_parkings(p.project_id, p.plate_key, p.moment) as similar) s
      where (p.status <> 'withdrawn' or p.left_ore < 0) and p.erased_at is null
    )
    select jsonb_build_object('outcome', 'listed',
      'rows', coalesce((select jsonb_agg(to_jsonb(a) - '{plate_key,project_id,moment,erased_at}'::text[] order by a.created_at desc, a.id desc)
        from alike a where a.similar <> '[]'), '[]'),
      'next', (select jsonb_build_object('created_at', p.created_at, 'id', p.id) from part p where (select count(*) from part) = 300
        order by p.created_at, p.id limit 1)));
end;
$$;
comment on function public.list_similar_fines(text,timestamp with time zone,uuid) is
  'A part of a site''s fines: those whose plate looked like one with a parking that ran when they were issued.';
grant execute on function public.list_similar_fines(text,timestamp with time zone,uuid) to authenticated;

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
comment on function public.match_owners(text,jsonb,text) is 'To which case each row of a file of owners belongs.';
grant execute on function public.match_owners(text,jsonb,text) to authenticated;
