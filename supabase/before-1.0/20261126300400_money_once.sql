-- Money of a file comes once and goes once: what is called again with other words is refused, and nobody holds up a site's money.

-- What a file's rows were, so that its key is not used for others.
alter table public.payment_files
  add column rows_hash text,
  add constraint payment_files_rows_hash_length check (rows_hash ~ '^[0-9a-f]{64}$');

-- As before; nobody says by hand that money is of a file, or of a bank's row: that row would then count as booked.
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
    case when jsonb_typeof(data) = 'object' then data - '{file_id,part_of,reading,bank_key}'::text[] end);
end;
$$;

-- Who acts on a site's money: an admin of it.
create function private.money_admin(project text, acting_as text) returns private.case_actor
language plpgsql stable set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
begin
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  return actor;
end;
$$;
revoke execute on function private.money_admin(text, text) from public;

-- As before, and waits for the site's money less long than a statement may take: the connection is others' as well.
create or replace function private.money_keeper(project text, acting_as text) returns private.case_actor
language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(actor.project, ''), 0));
  return actor;
exception when lock_not_available then
  perform private.refuse('PK005', 'project', 'Någon annan bokför pengar just nu. Försök igen om en stund.');
end;
$$;

-- As before; a sum that no site has is another column of the file. What is booked must be taken back in one payment of a case.
create or replace function private.require_bank_rows(given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 500 then
    perform private.refuse('PK008', 'rows', 'En fil ska ha mellan 1 och 500 rader.');
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

-- As before; it writes nothing and waits for nobody.
create or replace function public.match_payments(project text, rows jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id));
end;
$$;

-- As before; the key of a file with other rows, or of one that was taken back, is refused.
create or replace function public.book_payments(project text, rows jsonb, file jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given_hash constant text := encode(sha256(convert_to(rows::text, 'UTF8')), 'hex');
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
  if known.rows_hash <> given_hash then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.undone_at is not null then
    perform private.refuse('PK005', 'file', 'Filen är tillbakatagen.');
  end if;
  if known.id is null then
    -- All cases at once and in one order, so that no two calls wait for each other.
    perform from public.fines f where f.id in (select b.fine_id from private.bank_rows(actor.project, rows) b) order by f.id for update;
    insert into public.payment_files (id, project_id, name, placed, unknown, already, sum_ore, by_id, rows_hash)
      select made.id, actor.project, made.name, count(*) filter (where b.state = 'placed'), count(*) filter (where b.state = 'unknown'),
        count(*) filter (where b.state = 'already'), coalesce(sum(b.amount_ore) filter (where b.state <> 'already'), 0), actor.id, given_hash
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

-- As before; each part is an event of its own that is not there yet, and a repeated call is answered for the same parts alone.
create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text) returns jsonb
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
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select given.amount_ore + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted)
      -- Each part as it was: what one call wrote is of one moment.
      or exists (select from jsonb_array_elements(parts) e where not exists (
        select from public.payments p join public.payments placed on placed.id = placing_id and placed.created_at = p.created_at
        where p.id = (e ->> 'event_id')::uuid and p.part_of = given.id and p.fine_id = (e ->> 'fine_id')::uuid
          and p.amount_ore = (e ->> 'amount_ore')::bigint)) then
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
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
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

-- Whether somebody took money of a case back by hand after a file's first payment there: it may have been the file's.
create function private.is_taken_back(fine_id uuid, file_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.fine_events e join public.payments p on p.id = e.id
    where e.fine_id = is_taken_back.fine_id and e.kind = 'payment_undone' and p.file_id is null
      and e.number > (select min(b.number) from public.payments g join public.fine_events b on b.id = g.id
        where g.fine_id = is_taken_back.fine_id and g.file_id = is_taken_back.file_id));
$$;
revoke execute on function private.is_taken_back(uuid, uuid) from public;

-- As before; each day's money goes as of that day, or a reminder's fee would stay waived for money that is not there.
create or replace function public.undo_import(file_id uuid, acting_as text) returns jsonb
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
    for taken in select p.fine_id, p.value_date, sum(p.amount_ore) as ore from public.payments p where p.file_id = given.id
      group by p.fine_id, p.value_date having sum(p.amount_ore) > 0 order by p.fine_id, p.value_date
    loop
      if taken.fine_id is null then
        insert into public.payments (id, project_id, amount_ore, value_date, file_id, by_id)
          values (gen_random_uuid(), given.project_id, -taken.ore, taken.value_date, given.id, actor.id);
      else
        select f.* into fine from public.fines f where f.id = taken.fine_id;
        if fine.paid_ore < taken.ore or private.is_taken_back(taken.fine_id, given.id) then
          perform private.refuse('PK005', 'file_id',
            'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende ' || fine.case_number || '. Filen kan inte tas tillbaka.');
        end if;
        perform private.apply_case_event(fine, actor, gen_random_uuid(), 'payment_undone', null, null,
          jsonb_build_object('amount_ore', taken.ore, 'value_date', taken.value_date, 'file_id', given.id));
      end if;
    end loop;
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;
