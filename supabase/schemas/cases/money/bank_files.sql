-- Reading, booking and undoing files of banks (document 4 §6).

create or replace function private.bank_rows(project text, given jsonb)
  returns TABLE(n bigint, bank_key text, amount_ore bigint, value_date date, reference text, payer_text text, method text, reading integer, fine_id uuid, state text)
  language sql stable
  set search_path = ''
as $$
  select r.n, r.row ->> 'bank_key', (r.row ->> 'amount_ore')::bigint, (r.row ->> 'value_date')::date, coalesce(r.row ->> 'reference', ''),
    nullif(r.row ->> 'payer_text', ''), coalesce(r.row ->> 'method', ''), known.readings, named.fine_id,
    case when known.is_booked or row_number() over (partition by r.row ->> 'bank_key' order by r.n) > 1 then 'already'
      when named.fine_id is not null then 'placed' else 'unknown' end
  from jsonb_array_elements(given) with ordinality r (row, n)
  cross join (select private.codes_of_file(project) as codes, private.codes_of_payee(project) as known_by) payee
  cross join lateral (
    select coalesce(max(p.reading) + 1, 0) as readings, coalesce(bool_or(f.undone_at is null), false) as is_booked
    from public.payments p left join public.payment_files f on f.id = p.file_id
    -- The file stays the payee's, also where the case's site has another since.
    where (coalesce(p.project_id, '') = any (payee.known_by) or f.project_id = any (payee.known_by)) and p.bank_key = r.row ->> 'bank_key'
  ) known
  cross join lateral (
    -- Eight digits that stand alone, also in two groups of four.
    select case when count(distinct f.id) = 1 then min(f.id::text)::uuid end as fine_id
    from regexp_matches(r.row ->> 'reference', '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
    join public.fines f on f.case_number = m[1] || m[2] and coalesce(f.project_id, '') = any (payee.codes)
  ) named;
$$;
comment on function private.bank_rows(text,jsonb) is
  'The state of each row of a bank file: `already` when its payee has booked it, `placed` when its reference names one case of the site, or of one of '
  'the company''s, else `unknown`.';

create or replace function private.require_bank_rows(given jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 5000 then
    perform private.refuse('row-count', 'rows');
  end if;
  select min(r.n) into wrong from jsonb_array_elements(given) with ordinality r (row, n)
    where jsonb_typeof(r.row) <> 'object' or coalesce(r.row ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or not private.is_day(r.row ->> 'value_date')
      or length(coalesce(r.row ->> 'bank_key', '')) not between 1 and 200
      or length(coalesce(r.row ->> 'payer_text', '')) > 500 or length(coalesce(r.row ->> 'method', '')) > 50
      or length(coalesce(r.row ->> 'reference', '')) > 500;
  if wrong is not null then
    perform private.refuse('unreadable-row', 'rows', array[wrong::text]);
  end if;
  if (select sum((row ->> 'amount_ore')::bigint) from jsonb_array_elements(given) r (row)) >= 1000000000000 then
    perform private.refuse('amounts-absurd', 'rows');
  end if;
end;
$$;
comment on function private.require_bank_rows(jsonb) is 'Refuses a file that is not what it should be, with the first row that is wrong.';

create or replace function private.unplaced_because(project text, reference text)
  returns text
  language sql stable
  set search_path = ''
as $$
  -- An array of numbers finds its cases by their index; behind row security a join would read all cases for each row.
  select case when coalesce(reference, '') !~ '\S' then 'none' when n.numbers = '{}' then 'no-number' else (
    select case count(*) when 0 then 'not-here' when 1 then null else 'several' end
    from public.fines f where f.case_number = any (n.numbers) and coalesce(f.project_id, '') = any ((select private.codes_of_file(project))::text[])
  ) end
  from (select array(select m[1] || m[2] from regexp_matches(reference, '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m) as numbers) n;
$$;
comment on function private.unplaced_because(text,text) is
  'Why a row has no case: its reference holds no number, one of no case of this site, or several cases''. For whoever may read the site''s cases.';
grant execute on function private.unplaced_because(text,text) to anon, authenticated;

create or replace function public.book_payments(project text, rows jsonb, file jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given_hash constant text := encode(sha256(convert_to(rows::text, 'UTF8')), 'hex');
  known public.payment_files;
  made public.payment_files := jsonb_populate_record(null::public.payment_files, jsonb_build_object('id', file ->> 'id', 'name', coalesce(file ->> 'name', '')));
  moves private.money_move[];
begin
  if made.id is null or length(made.name) > 200 then
    perform private.refuse('unreadable', 'file');
  end if;
  perform private.require_bank_rows(rows);
  select f.* into known from public.payment_files f where f.id = made.id;
  if known.id is not null and (known.project_id, private.id_key(known.by_id)) is distinct from (actor.project, private.id_key(actor.id)) then
    perform private.refuse('file-used', 'file');
  end if;
  if known.rows_hash <> given_hash then
    perform private.refuse('file-used', 'file');
  end if;
  if known.undone_at is not null then
    perform private.refuse('file-undone', 'file');
  end if;
  if known.id is null then
    select array_agg(row(b.n, gen_random_uuid(), b.fine_id, b.amount_ore, b.value_date, b.method,
          case b.state when 'placed' then b.payer_text else left(concat_ws(' · ', b.payer_text, nullif(b.reference, '')), 500) end,
          b.bank_key, b.reading)::private.money_move order by b.n) filter (where b.state <> 'already'),
        count(*) filter (where b.state = 'placed'), count(*) filter (where b.state = 'unknown'), count(*) filter (where b.state = 'already'),
        coalesce(sum(b.amount_ore) filter (where b.state <> 'already'), 0)
      into moves, made.placed, made.unknown, made.already, made.sum_ore
      from private.bank_rows(actor.project, rows) b;
    -- All cases at once and in one order, so that no two calls wait for each other.
    perform from public.fines f where f.id in (select m.fine_id from unnest(moves) m) order by f.id for update;
    insert into public.payment_files (id, project_id, name, placed, unknown, already, sum_ore, by_id, rows_hash, columns)
      values (made.id, actor.project, made.name, made.placed, made.unknown, made.already, made.sum_ore, actor.id, given_hash,
        case when jsonb_typeof(file -> 'columns') = 'object' and length(file ->> 'columns') <= 10000 then file -> 'columns' end)
      returning * into known;
    perform private.move_money(moves, 'payment', made.id, actor);
  end if;
  return jsonb_build_object('outcome', 'booked', 'placed', known.placed, 'unknown', known.unknown, 'already', known.already,
    'sum_ore', known.sum_ore);
end;
$$;
comment on function public.book_payments(text,jsonb,jsonb,text) is 'Books the rows of a bank file, each once; rows without a case are kept.';
grant execute on function public.book_payments(text,jsonb,jsonb,text) to authenticated;

create or replace function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  place text;
  rest bigint;
  ended bigint;
  -- What the row had without a case at first; a row that was placed and moved back had nothing.
  had bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  -- A row of the company's file may have been on a site's case.
  select f.project_id into place from public.payment_files f where f.id = given.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(place, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  had := case when given.fine_id is null then given.amount_ore else 0 end;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('unreadable', 'ground');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('no-note', 'note');
  end if;
  select had + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('event-used', 'ending_id');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse(case ground when 'reopened' then 'payment-reopened' else 'payment-used-up' end, 'payment_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, place, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then had + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;
comment on function public.end_payment(uuid,uuid,text,text,text) is
  'Ends what is left of a payment without a case, with a ground and a reason, or takes that back.';
grant execute on function public.end_payment(uuid,uuid,text,text,text) to authenticated;

create or replace function public.list_file_rows(file_id uuid, after_day date DEFAULT NULL::date, after_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with page as (
    select p.id, p.amount_ore, p.value_date, p.payer_text, p.created_at, p.fine_id, p.by_id
    from public.payments p
    where p.file_id = list_file_rows.file_id and p.part_of is null and p.amount_ore > 0
      and (after_id is null or (p.value_date, p.id) > (after_day, after_id))
    order by p.value_date, p.id limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) - '{created_at,fine_id,by_id}'::text[] || jsonb_build_object('steps', steps.list, 'left_ore', steps.left_ore)
      order by page.value_date, page.id)
    from page cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'at', s.created_at, 'by_id', s.by_id, 'amount_ore', abs(s.amount_ore),
            'fine_id', s.fine_id, 'case_number', s.case_number, 'note', s.note) order by s.created_at, s.kind = 'placed', s.id)
          filter (where s.kind is not null), '[]') as list,
        coalesce(sum(s.amount_ore) filter (where s.fine_id is null), 0) as left_ore
      from (
        select t.id, t.created_at, t.by_id, t.amount_ore, t.fine_id, c.case_number,
          case when t.fine_id is not null then case when t.amount_ore > 0 then 'placed' else 'moved' end
            when t.file_id is null then t.method end as kind,
          case when t.file_id is null then t.payer_text end as note
        from (
          select page.id, page.created_at, page.by_id, page.amount_ore, page.fine_id, list_file_rows.file_id, ''::text as method, null::text as payer_text
          union all select q.id, q.created_at, q.by_id, q.amount_ore, q.fine_id, q.file_id, q.method, q.payer_text
          from public.payments q where q.part_of = page.id
        ) t left join public.fines c on c.id = t.fine_id
      ) s
    ) steps), '[]'));
$$;
comment on function public.list_file_rows(uuid,date,uuid) is
  'The rows of a bank''s file with where the money of each went, of those that the caller may read.';
grant execute on function public.list_file_rows(uuid,date,uuid) to authenticated;

create or replace function private.payer_key(payer_text text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select nullif(lower(btrim(regexp_replace(split_part(left(payer_text, 500), ' · ', 1), '\s+', ' ', 'g'))), '');
$$;
comment on function private.payer_key(text) is 'The payer of a bank''s row, without the reference that stands behind where the row had no case.';
grant execute on function private.payer_key(text) to anon, authenticated;

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
comment on function public.list_payer_plates(text,uuid) is
  'The plates of the cases that the payer of a bank''s row paid before, of those that the caller may read; none where there are more than five.';
grant execute on function public.list_payer_plates(text,uuid) to authenticated;

create or replace function public.list_unplaced(project text, after_created timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with roots as (
    select p.id from public.payments p where p.project_id = project and p.fine_id is null and p.part_of is null and p.amount_ore > 0
    -- Rows that a case had, and that were moved back.
    union select p.part_of from public.payments p
      where p.project_id = project and p.fine_id is null and p.part_of is not null and p.file_id is not null and p.amount_ore > 0
  ), unplaced as (
    select p.id, p.created_at, p.amount_ore, p.value_date, p.method, p.payer_text, f.name as file_name,
      case when p.fine_id is null then p.amount_ore else 0 end + taken.ore as left_ore, moved.case_number as moved_from
    from roots r join public.payments p on p.id = r.id
    join public.payment_files f on f.id = p.file_id and f.undone_at is null
    cross join lateral (
      select coalesce(sum(part.amount_ore), 0) as ore from public.payments part where part.part_of = p.id and part.fine_id is null
    ) taken
    left join lateral (
      select c.case_number from public.payments part join public.fines c on c.id = part.fine_id
      where part.part_of = p.id and part.amount_ore < 0 order by part.created_at desc, part.id limit 1
    ) moved on true
    where case when p.fine_id is null then p.amount_ore else 0 end + taken.ore > 0
  )
  select jsonb_build_object('outcome', 'listed', 'count', (select count(*) from unplaced), 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) || jsonb_build_object('because', private.unplaced_because(project, page.payer_text)) order by page.created_at, page.id)
    from (select * from unplaced u where after_id is null or (u.created_at, u.id) > (after_created, after_id)
      order by u.created_at, u.id limit 100) page), '[]'));
$$;
comment on function public.list_unplaced(text,timestamp with time zone,uuid) is 'Rows of bank files that have no case yet, oldest first in pages, and how many there are.';
grant execute on function public.list_unplaced(text,timestamp with time zone,uuid) to authenticated;

create or replace function public.match_payments(project text, rows jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore,
      'because', case b.state when 'unknown' then private.unplaced_because(actor.project, b.reference) end, 'fee_ore', fee.ore, 'lifts_fee_ore', fee.lacking_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id
    -- The fee that is left to pay, and what money of a day like the row's lacks to lift it; null where the row counts nothing for it.
    left join lateral (
      select f.fee * 100::bigint as ore, (f.amount - (private.settings_of(f.project_id)).small_balance) * 100::bigint
        - coalesce((select sum(p.amount_ore) from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day), 0)::bigint as lacking_ore
      from (
        select private.day_of(e.at) as day from public.fine_events e
        where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number) order by e.number limit 1
      ) reminder
      where f.fee > 0 and f.status not in ('withdrawn', 'written_off') and b.value_date <= reminder.day
    ) fee on true));
end;
$$;
comment on function public.match_payments(text,jsonb,text) is 'What booking a bank file would do with each of its rows.';
grant execute on function public.match_payments(text,jsonb,text) to authenticated;

create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  place text;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  -- A row of the company's file may have been on a site's case.
  select f.project_id into place from public.payment_files f where f.id = given.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(place, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'parts');
  end if;
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('event-used', 'event_id');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select case when given.fine_id is null then given.amount_ore else 0 end + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted)
      -- Each part as it was: what one call wrote is of one moment.
      or exists (select from jsonb_array_elements(parts) e where not exists (
        select from public.payments p join public.payments placed on placed.id = placing_id and placed.created_at = p.created_at
        where p.id = (e ->> 'event_id')::uuid and p.part_of = given.id and p.fine_id = (e ->> 'fine_id')::uuid
          and p.amount_ore = (e ->> 'amount_ore')::bigint)) then
      perform private.refuse('event-used', 'placing_id');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if wanted > rest then
    perform private.refuse('not-left', 'amount_ore');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project)))
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('no-such-case', 'fine_id');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('event-used', 'event_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, place, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;
comment on function public.place_payment(uuid,uuid,jsonb,text) is 'Gives money that had no case to one or several.';
grant execute on function public.place_payment(uuid,uuid,jsonb,text) to authenticated;

create or replace function public.sum_payments(project text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'summed', 'all_ore', coalesce(sum(p.amount_ore), 0),
    'files_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is not null), 0),
    'hand_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0),
    -- What of those by hand ended money without a case.
    'ended_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null and p.fine_id is null), 0),
    'placed_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is not null), 0),
    'unknown_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is null), 0))
  from public.payments p
  where p.project_id = any (array(select a.code from private.asked_places(project) a) || case when project = 'company' then '{company}'::text[] end);
$$;
comment on function public.sum_payments(text) is 'The sum of a site''s payments, or of the company''s with those of its sites, by where it came from and by where it lies.';
grant execute on function public.sum_payments(text) to authenticated;

create or replace function public.undo_import(file_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payment_files;
  actor private.case_actor;
  moves private.money_move[];
  held text;
begin
  select f.* into given from public.payment_files f where f.id = undo_import.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-file', 'file_id');
  end if;
  -- Whoever waited for the site's money sees what became of the file meanwhile.
  select f.* into given from public.payment_files f where f.id = given.id for update;
  if given.undone_at is null then
    if exists (select from public.payments p join public.payments e on e.part_of = p.id and e.fine_id is null and e.file_id is null
        where p.file_id = given.id group by p.id having sum(e.amount_ore) < 0) then
      perform private.refuse('file-with-ended-payment', 'file_id');
    end if;
    perform from public.fines f where f.id in (select p.fine_id from public.payments p where p.file_id = given.id) order by f.id for update;
    -- What each case has of the file, as of the days that it came for and the way that it came.
    select array_agg(row(t.n, gen_random_uuid(), t.fine_id, -t.ore, t.value_date, t.method, null, null, 0)::private.money_move) into moves from (
      select p.fine_id, p.value_date, p.method, sum(p.amount_ore)::bigint as ore, row_number() over (order by p.fine_id, p.value_date, p.method) as n
      from public.payments p where p.file_id = given.id group by p.fine_id, p.value_date, p.method having sum(p.amount_ore) > 0) t;
    select f.case_number into held from public.fines f join (
        select m.fine_id, -sum(m.ore) as ore from unnest(moves) m group by m.fine_id) taken on taken.fine_id = f.id
      where f.paid_ore < taken.ore or private.is_taken_back(f.id, given.id) order by f.id limit 1;
    if held is not null then
      perform private.refuse('file-with-refunded-payment', 'file_id', array[held]);
    end if;
    perform private.move_money(moves, 'payment_undone', given.id, actor);
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;
comment on function public.undo_import(uuid,text) is 'Takes back all that a bank file booked.';
grant execute on function public.undo_import(uuid,text) to authenticated;

create or replace function private.codes_of_file(project text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select case when project = 'company' then array(select s.project_id from public.site_settings s where s.of_company)
    else array[coalesce(project, '')] end;
$$;
comment on function private.codes_of_file(text) is
  'The codes whose cases a bank file finds that is read at a place: of the company all of its sites, else the place''s own.';
grant execute on function private.codes_of_file(text) to anon, authenticated;

create or replace function private.codes_of_payee(project text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select case when project = 'company' or private.is_of_company(project) then private.codes_of_file('company') || '{company}'::text[]
    else array[coalesce(project, '')] end;
$$;
comment on function private.codes_of_payee(text) is
  'The codes whose money comes to the same payee as that of a place: a row that one of them booked is known to all.';

create or replace function private.company_admin(acting_as text)
  returns private.case_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.case_actor;
begin
  if private.is_specified() then
    return private.case_staff('company', acting_as);
  end if;
  select 'company', s.user_id, s.kind, s.account_id into actor.project, actor.id, actor.kind, actor.account
    from private.own_staff(array['admin']) s
    where s.serves_all and s.user_key = private.id_key(acting_as);
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;
comment on function private.company_admin(text) is
  'Whoever serves all of the company''s sites, and alone reads its bank files: others would see rows of sites that are not theirs.';

create or replace function private.is_of_company(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$ select exists (select from public.site_settings s where s.project_id = project and s.of_company); $$;
comment on function private.is_of_company(text) is 'Whether a site''s payee is the company.';
