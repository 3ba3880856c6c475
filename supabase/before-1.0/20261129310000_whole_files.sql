-- A bank's file of thousands of rows is booked, and taken back, whole or not at all: by sets, since one event at a time took too long for more than
-- 500. And money without a case that is not the site's gets an end.

-- What comes to a case or goes from it, or to none, as a payment of a file.
create type private.money_move as (
  n bigint, id uuid, fine_id uuid, ore bigint, value_date date, method text, payer_text text, bank_key text, reading integer);

-- Records `payment` or `payment_undone` for each move, in their order, as private.apply_case_event does for one (tests/backend/cases-money.test.ts
-- compares the two). A move without a case is a payment alone. The caller has locked the cases, and may do it.
create function private.move_money(moves private.money_move[], kind text, file uuid, actor private.case_actor) returns void
language sql set search_path = ''
as $$
  with moved as materialized (
    select m.* from unnest(moves) m
  ), settings as materialized (
    select s.small_balance * 100::bigint as small from private.settings_of(actor.project) s
  ), cases as materialized (
    select f.id, f.project_id, f.status, f.amount, f.paid_ore, latest.number, reminder.fee, reminder.day, coalesce(early.ore, 0) as early,
      -- Where it leads the case once that is settled, or not any more; null where it stays as it is.
      case when f.status = any (step.from_status) then
        case step.to_status when 'before' then private.status_before_paid(f.id) else step.to_status end end as next_status
    from public.fines f
    join private.case_transitions step on step.kind = move_money.kind and step.to_status is not null
    cross join lateral (select coalesce(max(e.number), 0) as number from public.fine_events e where e.fine_id = f.id) latest
    -- The fee as private.fee_of has it.
    left join lateral (
      select (e.data ->> 'fee')::int as fee, private.day_of(e.at) as day from public.fine_events e
      where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 order by e.number limit 1
    ) reminder on true
    left join lateral (
      select sum(p.amount_ore) as ore from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day
    ) early on reminder.day is not null
    where f.id in (select m.fine_id from moved m)
  ), sums as materialized (
    select m.n, m.id, m.ore, m.value_date, c.id as fine_id, c.project_id, c.status, c.next_status, c.amount,
      (c.number + row_number() over so_far)::int as number, (c.paid_ore + sum(m.ore) over so_far)::bigint as paid_ore,
      case when c.early + coalesce(sum(m.ore) filter (where m.value_date <= c.day) over so_far, 0) >= c.amount * 100::bigint - s.small then 0
        else coalesce(c.fee, 0) end as fee
    from moved m join cases c on c.id = m.fine_id cross join settings s
    window so_far as (partition by c.id order by m.n)
  ), steps as materialized (
    select m.*, case when m.next_status is not null and bool_or(
        ((m.amount + m.fee) * 100::bigint - m.paid_ore <= s.small) = (move_money.kind = 'payment')) over (partition by m.fine_id order by m.n)
      then m.next_status else m.status end as status_after
    from sums m cross join settings s
  ), told as materialized (
    select s.*, lag(s.status_after, 1, s.status) over (partition by s.fine_id order by s.n) as status_before,
      s.n = max(s.n) over (partition by s.fine_id) as is_last
    from steps s
  ), paid as (
    insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, reading, file_id, by_id)
    select m.id, m.fine_id, actor.project, m.ore, m.value_date, m.method, m.payer_text, m.bank_key, m.reading, file, actor.id
    from moved m order by m.n
  ), noted as (
    insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, data, status_before, status_after)
    select t.id, t.fine_id, t.project_id, t.number, move_money.kind, actor.kind, actor.id, actor.account, now(),
      jsonb_build_object('payment_id', t.id, 'amount_ore', t.ore, 'value_date', t.value_date), t.status_before, t.status_after
    from told t order by t.n
  )
  update public.fines f set status = t.status_after, paid_ore = t.paid_ore, fee = t.fee, last_event = t.id
  from told t where t.is_last and f.id = t.fine_id;
$$;
revoke execute on function private.move_money(private.money_move[], text, uuid, private.case_actor) from public;

create or replace function private.require_bank_rows(given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 5000 then
    perform private.refuse('PK008', 'rows', 'En fil ska ha mellan 1 och 5 000 rader.');
  end if;
  select min(r.n) into wrong from jsonb_array_elements(given) with ordinality r (row, n)
    where jsonb_typeof(r.row) <> 'object' or coalesce(r.row ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or not private.is_day(r.row ->> 'value_date')
      or length(coalesce(r.row ->> 'bank_key', '')) not between 1 and 200
      or length(coalesce(r.row ->> 'payer_text', '')) > 500 or length(coalesce(r.row ->> 'method', '')) > 50
      or length(coalesce(r.row ->> 'reference', '')) > 500;
  if wrong is not null then
    perform private.refuse('PK008', 'rows', 'Rad ' || wrong || ' kan inte läsas. Ingenting är bokfört.');
  end if;
  if (select sum((row ->> 'amount_ore')::bigint) from jsonb_array_elements(given) r (row)) >= 1000000000000 then
    perform private.refuse('PK008', 'rows', 'Beloppen är orimligt stora tillsammans. Är det rätt kolumn? Ingenting är bokfört.');
  end if;
end;
$$;

-- As it was (20261126300400_money_once.sql), by sets.
create or replace function public.book_payments(project text, rows jsonb, file jsonb, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given_hash constant text := encode(sha256(convert_to(rows::text, 'UTF8')), 'hex');
  known public.payment_files;
  made public.payment_files := jsonb_populate_record(null::public.payment_files, jsonb_build_object('id', file ->> 'id', 'name', coalesce(file ->> 'name', '')));
  moves private.money_move[];
begin
  if made.id is null or length(made.name) > 200 then
    perform private.refuse('PK008', 'file', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  perform private.require_bank_rows(rows);
  select f.* into known from public.payment_files f where f.id = made.id;
  if known.id is not null and (known.project_id, private.id_key(known.by_id)) is distinct from (actor.project, private.id_key(actor.id)) then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.rows_hash <> given_hash then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.undone_at is not null then
    perform private.refuse('PK005', 'file', 'Filen är tillbakatagen.');
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

-- As it was, by sets; and a file of which a payment was ended without a case stays, or the same money would go twice.
create or replace function public.undo_import(file_id uuid, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
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
    perform private.refuse('PK007', 'file_id', 'Filen finns inte.');
  end if;
  -- Whoever waited for the site's money sees what became of the file meanwhile.
  select f.* into given from public.payment_files f where f.id = given.id for update;
  if given.undone_at is null then
    if exists (select from public.payments p join public.payments e on e.part_of = p.id and e.fine_id is null and e.file_id is null
        where p.file_id = given.id group by p.id having sum(e.amount_ore) < 0) then
      perform private.refuse('PK005', 'file_id', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.');
    end if;
    perform from public.fines f where f.id in (select p.fine_id from public.payments p where p.file_id = given.id) order by f.id for update;
    -- What each case has of the file, as of the days that it came for.
    select array_agg(row(t.n, gen_random_uuid(), t.fine_id, -t.ore, t.value_date, '', null, null, 0)::private.money_move) into moves from (
      select p.fine_id, p.value_date, sum(p.amount_ore)::bigint as ore, row_number() over (order by p.fine_id, p.value_date) as n
      from public.payments p where p.file_id = given.id group by p.fine_id, p.value_date having sum(p.amount_ore) > 0) t;
    select f.case_number into held from public.fines f join (
        select m.fine_id, -sum(m.ore) as ore from unnest(moves) m group by m.fine_id) taken on taken.fine_id = f.id
      where f.paid_ore < taken.ore or private.is_taken_back(f.id, given.id) order by f.id limit 1;
    if held is not null then
      perform private.refuse('PK005', 'file_id',
        'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende ' || held || '. Filen kan inte tas tillbaka.');
    end if;
    perform private.move_money(moves, 'payment_undone', given.id, actor);
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;

-- Ends what is left of a payment without a case: `not_ours`, or `returned` to whoever sent it; `reopened` takes that back. It is a payment by hand
-- of as much below 0, so that the site's sum stays that of its files and what was recorded by hand. The reason stands where a payer's words do,
-- and is erased with them.
create function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  rest bigint;
  ended bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.fine_id is null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'payment_id', 'Betalningen finns inte.');
  end if;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('PK008', 'ground', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  select given.amount_ore + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('PK010', 'ending_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse('PK005', 'payment_id', case ground when 'reopened' then 'Betalningen är redan öppnad igen.'
      else 'Det finns inget kvar av betalningen.' end);
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, given.project_id, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then given.amount_ore + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;
comment on function public.end_payment is 'Ends what is left of a payment without a case, with a ground and a reason, or takes that back.';
revoke execute on function public.end_payment(uuid, uuid, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.end_payment(uuid, uuid, text, text, text) to anon, authenticated;

create function public.list_ended(project text, before_created timestamptz default null, before_id uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with endings as (
    select e.part_of as id, max(e.created_at) as created_at, -sum(e.amount_ore) as ended_ore
    from public.payments e where e.project_id = project and e.fine_id is null and e.file_id is null and e.part_of is not null
    group by e.part_of having sum(e.amount_ore) < 0
  ), page as (
    select e.id, e.created_at, e.ended_ore, p.value_date, p.payer_text, f.name as file_name, latest.ground, latest.note, latest.by_id
    from endings e
    join public.payments p on p.id = e.id
    join public.payment_files f on f.id = p.file_id
    cross join lateral (
      select l.method as ground, l.payer_text as note, l.by_id from public.payments l
      where l.part_of = e.id and l.fine_id is null and l.file_id is null order by l.created_at desc, l.id limit 1) latest
    where before_id is null or (e.created_at, e.id) < (before_created, before_id)
    order by e.created_at desc, e.id desc limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc) from page), '[]'));
$$;
comment on function public.list_ended is 'Payments without a case that somebody ended, newest first in pages.';
revoke execute on function public.list_ended(text, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_ended(text, timestamptz, uuid) to anon, authenticated;

create or replace function public.sum_payments(project text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'summed', 'all_ore', coalesce(sum(p.amount_ore), 0),
    'files_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is not null), 0),
    'hand_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0),
    -- What of those by hand ended money without a case.
    'ended_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null and p.fine_id is null), 0),
    'placed_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is not null), 0),
    'unknown_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is null), 0))
  from public.payments p where p.project_id = project;
$$;
