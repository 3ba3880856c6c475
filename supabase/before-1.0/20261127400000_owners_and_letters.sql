-- What is done to many cases at once (document 4 §5): asking a register for their owners, reading the owners in, reminders, and collection.
-- Each case still goes through the table of states; a call only takes many, and tells of each what became of it.

-- What was asked or sent on a day.
create index fine_events_sent_idx on public.fine_events (project_id, kind, at, id)
  where kind in ('exported', 'reminded', 'handed_to_collection');

-- How an event of `exported` says that a register was asked for the owner.
create function private.asked_for_owner() returns text
language sql immutable set search_path = ''
as $$ select 'Ägaruppgift'; $$;
revoke execute on function private.asked_for_owner() from public;

-- What letters and lists for others say of a case, as it was after its event of this number; null: as it is now.
create function private.case_paper(fine public.fines, upto int) returns jsonb
language sql stable set search_path = ''
as $$
  with events as (
    select e.* from public.fine_events e where e.fine_id = fine.id and e.number <= coalesce(upto, e.number)
  ), money as (
    select case when upto is null then fine.fee else coalesce(sum((e.data ->> 'fee')::int) filter (where e.kind = 'reminded'), 0) end as fee,
      case when upto is null then fine.paid_ore else coalesce(sum((e.data ->> 'amount_ore')::bigint)
        filter (where e.kind in ('payment', 'refunded', 'payment_undone')), 0) end as paid_ore
    from events e
  ), reminder as (
    select e.number, e.at, e.data ->> 'due_date' as due_date from events e where e.kind = 'reminded' order by e.number desc limit 1
  ), first_reminder as (
    select min(e.number) as number from events e where e.kind = 'reminded'
  ), first_due as (
    -- A corrected day stands in no event: then it is not told.
    select e.data ->> 'due_date' as day from events e, first_reminder r
    where e.number < r.number and (e.data ? 'due_date' or (e.kind = 'corrected' and e.data -> 'before' ? 'due_date'))
    order by e.number desc limit 1
  ), recipient as (
    select r.role, r.name, r.address from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
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
revoke execute on function private.case_paper(public.fines, int) from public;

-- The cases of a site that a step is for, the longest due first, at most 500: `exported` those whose owner is not known, `reminded` and
-- `handed_to_collection` those whose state allows it. A case to be reminded is told with the fee that it will have.
create function public.list_case_work(project text, step text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if coalesce(step, '') not in ('exported', 'reminded', 'handed_to_collection') then
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  select coalesce(jsonb_agg(w.paper order by w.is_asked, w.due_date, w.id), '[]') into listed from (
    select f.id, f.due_date, asked.at is not null as is_asked, private.case_paper(f, null) || jsonb_build_object('asked_at', asked.at)
      || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore', (f.amount + next.fee) * 100::bigint - f.paid_ore)
        else '{}' end as paper
    from public.fines f
    left join lateral (
      select max(e.at) as at from public.fine_events e
      where step = 'exported' and e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
    ) asked on true
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when not settings.fee_is_agreed or exists (
          select from public.fine_events e where e.fine_id = f.id and (e.data ->> 'fee')::int > 0)
        then f.fee else settings.reminder_fee end as fee
    ) next
    where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
      and (step = 'exported') <> exists (select from public.case_recipients r where r.fine_id = f.id)
      and case when step = 'exported' then f.due_date < today
        else exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now())) end
    order by asked.at is not null, f.due_date, f.id limit 501
  ) w;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;
comment on function public.list_case_work is 'The cases of a site that wait for a step of the office: owner, reminder, collection.';

-- What was exported, reminded or handed over at a site on a day, or by these events, each case as it was then: for the paper once more.
create function public.list_sent_cases(project text, step text, day date, ids uuid[], acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  listed jsonb;
begin
  select coalesce(jsonb_agg(s.paper order by s.at, s.case_number), '[]') into listed from (
    select e.at, f.case_number, private.case_paper(f, e.number) || jsonb_build_object('event_id', e.id, 'sent_at', e.at, 'sent_by', e.by_id) as paper
    from public.fine_events e join public.fines f on f.id = e.fine_id
    where e.project_id = actor.project and e.kind = step and e.kind in ('exported', 'reminded', 'handed_to_collection')
      and (e.kind <> 'exported' or e.note = private.asked_for_owner())
      and (e.id = any (ids) or (ids is null and e.at >= (day::timestamp at time zone 'Europe/Stockholm')
        and e.at < ((day + 1)::timestamp at time zone 'Europe/Stockholm')))
    order by e.at, f.case_number limit 1001
  ) s;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 1000, 'cases', listed - 1000);
end;
$$;
comment on function public.list_sent_cases is 'Cases as they were when they were exported, reminded or handed over.';

-- To which case of a site each row of a file of owners belongs, by its number or its plate; it writes nothing.
-- A plate that several cases wait with names none of them: the car may have been sold between.
create function public.match_owners(project text, rows jsonb, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500
    or exists (select from jsonb_array_elements(rows) r where jsonb_typeof(r) <> 'object' or length(r ->> 'plate') > 50) then
    perform private.refuse('PK008', 'rows', 'Uppgiften saknas eller kan inte läsas.');
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
        where s.project_id = actor.project
          and (s.case_number = g.number or s.plate_key = case when g.number = '' then nullif(g.key, '') end)
      ) c
    ) m
    left join public.fines f on f.id = m.fine_id));
end;
$$;
comment on function public.match_owners is 'To which case each row of a file of owners belongs.';

-- Records one kind of event for many cases, each for itself: what the table of states or another admin's event hinders is told of that case,
-- and the others are recorded. Repeated with the same ids it answers the same and records nothing.
create function public.record_case_events(project text, kind text, events jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.money_admin(project, acting_as);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  lacking text;
  recorded_before int;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'handed_to_collection') then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('PK008', 'events', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = actor.project order by f.id for update;
  select count(*) into recorded_before from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = actor.project;
      if fine.id is null then
        perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, lacking = pg_exception_hint;
      if state = '23514' then
        state := 'PK008';
        words := 'Uppgiften saknas eller kan inte läsas.';
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when state = 'PK005' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house; a repeated call takes nothing out that is not noted.
  if kind in ('exported', 'handed_to_collection') and recorded_before = 0
    and exists (select from jsonb_array_elements(answers) a where a ->> 'outcome' = 'recorded') then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind,
      'case_number', (select jsonb_agg(a ->> 'case_number') from jsonb_array_elements(answers) a where a ->> 'outcome' = 'recorded')));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;
comment on function public.record_case_events is 'Records one kind of event for many cases, and tells of each what became of it.';

do $$
declare
  signature text;
begin
  foreach signature in array array['list_case_work(text, text, text)', 'list_sent_cases(text, text, date, uuid[], text)',
    'match_owners(text, jsonb, text)', 'record_case_events(text, text, jsonb, text)'] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated, service_role', signature);
    execute format('grant execute on function public.%s to anon, authenticated', signature);
  end loop;
end
$$;
