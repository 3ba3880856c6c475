-- Money by a bank's file (document 4 §4, book_payments and undo_import): a whole file in one call, each row once, and what finds no case kept.

create table public.payment_files (
  id uuid primary key,
  project_id text,
  site_id uuid,
  created_at timestamptz not null default now(),
  name text not null default '',
  -- What the call answered.
  placed int not null,
  unknown int not null,
  already int not null,
  sum_ore bigint not null,
  by_id text not null,
  undone_at timestamptz,
  undone_by text,
  constraint payment_files_project_id_length check (length(project_id) between 1 and 100),
  constraint payment_files_name_length check (length(name) <= 200),
  constraint payment_files_counts check (placed >= 0 and unknown >= 0 and already >= 0),
  constraint payment_files_sum check (sum_ore between 0 and 10000000000000000),
  constraint payment_files_by_id_length check (length(by_id) <= 320),
  constraint payment_files_undone_by_length check (length(undone_by) <= 320),
  constraint payment_files_moments check (private.is_moment(created_at) and private.is_moment(undone_at))
);
create index payment_files_project_newest_idx on public.payment_files (project_id, created_at desc, id desc);
comment on table public.payment_files is 'Files of banks whose payments were booked.';

alter table public.payments
  add column file_id uuid references public.payment_files (id),
  -- The unknown row that this money was taken from: what it loses has no case, what the cases get has one, and both are nothing together.
  add column part_of uuid references public.payments (id),
  -- How often the bank's row was booked and taken back before.
  add column reading int not null default 0,
  add constraint payments_reading_range check (reading >= 0);
drop index public.payments_bank_key_key;
create unique index payments_bank_key_key on public.payments (coalesce(project_id, ''), bank_key, reading);
create index payments_file_idx on public.payments (file_id, fine_id);
create index payments_part_idx on public.payments (part_of);
create index payments_unplaced_idx on public.payments (project_id, created_at desc, id desc) where fine_id is null;

alter table public.payment_files enable row level security;
create trigger payment_files_place_new before insert on public.payment_files for each row execute function private.place_row();
create trigger payment_files_place before update of project_id, site_id on public.payment_files
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger payment_files_write_trail after insert or update or delete on public.payment_files
  for each row execute function private.write_trail();
create policy "Admins read their site's payment files" on public.payment_files
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
insert into private.table_grants
  (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
values ('payment_files', 'select', 'select', '', 'select', 'select');
select private.grant_for_profile();

-- Files move with their site: the list of move_rows, as it stands, gets one name more.
do $$
begin
  execute replace(pg_get_functiondef('private.move_rows(uuid, text, text)'::regprocedure), '''payments'',', '''payment_files'', ''payments'',');
end
$$;

-- As before; a payment may be of a file. The columns of a file come from functions alone (record_case_event below).
create or replace function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor) returns public.fines
language plpgsql set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte för mycket betalt.');
  end if;
  if kind = 'payment_undone' and -ore > fine.paid_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte betalt.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id, file_id, part_of, reading)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id, (data ->> 'file_id')::uuid,
      (data ->> 'part_of')::uuid, coalesce((data ->> 'reading')::int, 0));
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('PK010', 'bank_key', 'Betalningen är redan inläst.');
end;
$$;

-- As before; nobody says by hand that money is of a file.
create or replace function public.record_case_event(fine_id uuid, event_id uuid, kind text, expected_event uuid default null, note text default null,
  data jsonb default null, acting_as text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held record;
begin
  select c.* into held from private.case_for(fine_id, acting_as) c;
  if event_id is null or (data is not null and jsonb_typeof(data) not in ('object', 'null')) then
    perform private.refuse('PK008', case when event_id is null then 'event_id' else 'data' end, 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return private.apply_case_event(held.fine, held.actor, event_id, kind, expected_event, note,
    case when jsonb_typeof(data) = 'object' then data - '{file_id,part_of,reading}'::text[] end);
end;
$$;

-- Who acts on a site's money: an admin of it. Holds the site's money until the transaction ends.
create function private.money_keeper(project text, acting_as text) returns private.case_actor
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
begin
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(actor.project, ''), 0));
  return actor;
end;
$$;
revoke execute on function private.money_keeper(text, text) from public;

-- Whether a text is a day of the calendar, from 1900 on.
create function private.is_day(day text) returns boolean
language sql immutable set search_path = ''
as $$
  select case when coalesce(day, '') ~ '^(19|20)\d\d-(0[1-9]|1[012])-\d\d$'
    then right(day, 2)::int between 1 and extract(day from (left(day, 8) || '01')::date + interval '1 month - 1 day') else false end;
$$;
revoke execute on function private.is_day(text) from public;

-- Refuses a file that is not what it should be, with the first row that is wrong.
create function private.require_bank_rows(given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 2000 then
    perform private.refuse('PK008', 'rows', 'En fil ska ha mellan 1 och 2 000 rader.');
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
end;
$$;
revoke execute on function private.require_bank_rows(jsonb) from public;

-- What each row of a file is: `already` when it was booked, `placed` when its reference names one case of the site, else `unknown`.
create function private.bank_rows(project text, given jsonb)
returns table (n bigint, bank_key text, amount_ore bigint, value_date date, reference text, payer_text text, method text, reading int,
  fine_id uuid, state text)
language sql stable set search_path = ''
as $$
  select r.n, r.row ->> 'bank_key', (r.row ->> 'amount_ore')::bigint, (r.row ->> 'value_date')::date, coalesce(r.row ->> 'reference', ''),
    nullif(r.row ->> 'payer_text', ''), coalesce(r.row ->> 'method', ''), known.readings, named.fine_id,
    case when known.is_booked or row_number() over (partition by r.row ->> 'bank_key' order by r.n) > 1 then 'already'
      when named.fine_id is not null then 'placed' else 'unknown' end
  from jsonb_array_elements(given) with ordinality r (row, n)
  cross join lateral (
    select count(p.id)::int as readings, coalesce(bool_or(f.undone_at is null), false) as is_booked
    from public.payments p left join public.payment_files f on f.id = p.file_id
    where coalesce(p.project_id, '') = coalesce(project, '') and p.bank_key = r.row ->> 'bank_key'
  ) known
  cross join lateral (
    -- Eight digits that stand alone, also in two groups of four.
    select case when count(distinct f.id) = 1 then min(f.id::text)::uuid end as fine_id
    from regexp_matches(r.row ->> 'reference', '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
    join public.fines f on f.case_number = m[1] || m[2] and f.project_id is not distinct from project
  ) named;
$$;
revoke execute on function private.bank_rows(text, jsonb) from public;

-- What booking a file would do, row by row: nothing is written. What is left is before any of it.
create function public.match_payments(project text, rows jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id));
end;
$$;
comment on function public.match_payments is 'What booking a bank file would do with each of its rows.';

-- Books a read bank file. The file's key is the call's: repeated, it answers as the first one did.
create function public.book_payments(project text, rows jsonb, file jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  known public.payment_files;
  made public.payment_files := jsonb_populate_record(null::public.payment_files, jsonb_build_object('id', file ->> 'id', 'name', coalesce(file ->> 'name', '')));
  booked record;
  fine public.fines;
begin
  if made.id is null or length(made.name) > 200 then
    perform private.refuse('PK008', 'file', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  perform private.require_bank_rows(rows);
  select f.* into known from public.payment_files f where f.id = made.id;
  if known.id is not null and (known.project_id, private.id_key(known.by_id)) is distinct from (actor.project, private.id_key(actor.id)) then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.id is null then
    -- All cases at once and in one order, so that no two calls wait for each other.
    perform from public.fines f where f.id in (select b.fine_id from private.bank_rows(actor.project, rows) b) order by f.id for update;
    insert into public.payment_files (id, project_id, name, placed, unknown, already, sum_ore, by_id)
      select made.id, actor.project, made.name, count(*) filter (where b.state = 'placed'), count(*) filter (where b.state = 'unknown'),
        count(*) filter (where b.state = 'already'), coalesce(sum(b.amount_ore) filter (where b.state <> 'already'), 0), actor.id
      from private.bank_rows(actor.project, rows) b returning * into known;
    for booked in select b.*, gen_random_uuid() as id from private.bank_rows(actor.project, rows) b where b.state <> 'already' order by b.n loop
      if booked.state = 'unknown' then
        insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, bank_key, reading, file_id, by_id)
          values (booked.id, actor.project, booked.amount_ore, booked.value_date, booked.method,
            left(concat_ws(' · ', booked.payer_text, nullif(booked.reference, '')), 500), booked.bank_key, booked.reading, made.id, actor.id);
      else
        select f.* into fine from public.fines f where f.id = booked.fine_id;
        perform private.apply_case_event(fine, actor, booked.id, 'payment', null, null, jsonb_build_object('amount_ore', booked.amount_ore,
          'value_date', booked.value_date, 'method', booked.method, 'payer_text', booked.payer_text, 'bank_key', booked.bank_key,
          'reading', booked.reading, 'file_id', made.id));
      end if;
    end loop;
  end if;
  return jsonb_build_object('outcome', 'booked', 'placed', known.placed, 'unknown', known.unknown, 'already', known.already,
    'sum_ore', known.sum_ore);
end;
$$;
comment on function public.book_payments is 'Books the rows of a bank file, each once; rows without a case are kept.';

-- Gives money that had no case to one or several, in parts: [{fine_id, event_id, amount_ore}].
create function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
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
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('PK008', 'parts', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select given.amount_ore + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted) then
      perform private.refuse('PK010', 'placing_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if wanted > rest then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte kvar av betalningen.');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and f.project_id is not distinct from given.project_id)
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, given.project_id, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;
comment on function public.place_payment is 'Gives money that had no case to one or several.';

-- Takes a whole file back: each case loses what it got by it, and what had no case is nothing.
create function public.undo_import(file_id uuid, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  given public.payment_files;
  actor private.case_actor;
  fine public.fines;
  taken record;
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
    perform from public.fines f where f.id in (select p.fine_id from public.payments p where p.file_id = given.id) order by f.id for update;
    for taken in select p.fine_id, sum(p.amount_ore) as ore from public.payments p where p.file_id = given.id
      group by p.fine_id having sum(p.amount_ore) > 0 order by p.fine_id
    loop
      if taken.fine_id is null then
        insert into public.payments (id, project_id, amount_ore, value_date, file_id, by_id)
          values (gen_random_uuid(), given.project_id, -taken.ore, private.day_of(now()), given.id, actor.id);
      else
        select f.* into fine from public.fines f where f.id = taken.fine_id;
        if fine.paid_ore < taken.ore then
          perform private.refuse('PK005', 'file_id',
            'Pengar ur filen är redan återbetalda i ärende ' || fine.case_number || '. Filen kan inte tas tillbaka.');
        end if;
        perform private.apply_case_event(fine, actor, gen_random_uuid(), 'payment_undone', null, null,
          jsonb_build_object('amount_ore', taken.ore, 'file_id', given.id));
      end if;
    end loop;
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;
comment on function public.undo_import is 'Takes back all that a bank file booked.';

-- A site's money: all of it is what came by files and by hand, and lies on cases or waits for one. Whoever asks counts what they may read.
create function public.sum_payments(project text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'summed', 'all_ore', coalesce(sum(p.amount_ore), 0),
    'files_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is not null), 0),
    'hand_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0),
    'placed_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is not null), 0),
    'unknown_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is null), 0))
  from public.payments p where p.project_id = project;
$$;
comment on function public.sum_payments is 'The sum of a site''s payments, by where it came from and by where it lies.';

do $$
declare
  name text;
begin
  foreach name in array array['match_payments(text, jsonb, text)', 'book_payments(text, jsonb, jsonb, text)',
    'place_payment(uuid, uuid, jsonb, text)', 'undo_import(uuid, text)', 'sum_payments(text)'] loop
    execute format('revoke execute on function public.%s from public, anon, authenticated, service_role', name);
    execute format('grant execute on function public.%s to anon, authenticated', name);
  end loop;
end
$$;
