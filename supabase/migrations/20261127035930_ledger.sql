-- The books of a site: lines by day, kind and account of all that its cases and payments say, closed months, accounts, and the VAT of a fine as it was
-- when the fine was issued, which a later change of the setting must not change.

set local check_function_bodies = off;

create or replace function private.keep_agreed_fee()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  select case when s.fee_is_agreed then s.reminder_fee else 0 end, s.vat_percent into new.agreed_fee, new.vat_percent
    from private.settings_of(new.project_id) s;
  return new;
end;
$$;

create or replace function private.refusal(refusal text, field text DEFAULT NULL::text, said text[] DEFAULT '{}'::text[])
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_build_object('code', r.code, 'field', refusal.field, 'words', format(r.words, variadic said))
  from (values
    ('no-right', '42501', 'Du har inte behörighet till detta.'),
    ('amount-not-positive', 'PK001', 'Beloppet måste vara större än 0 kr'),
    ('amount-too-high', 'PK001', 'Beloppet kan inte överstiga %s kr'),
    ('amount-raised', 'PK001', 'Beloppet kan bara sänkas.'),
    ('due-date-passed', 'PK002', 'Förfallodatumet har passerat.'),
    ('due-date-missing', 'PK002', 'Ange ett nytt förfallodatum, i dag eller senare.'),
    ('case-number-not-own', 'PK003', 'Ärendenumret är inte ditt, eller redan använt.'),
    ('correction-too-late', 'PK004', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.'),
    ('correction-of-identity', 'PK004', 'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.'),
    ('wrong-state', 'PK005', 'Det går inte nu. Ärendet är %s.'),
    ('money-busy', 'PK005', 'Någon annan bokför pengar just nu. Försök igen om en stund.'),
    ('file-undone', 'PK005', 'Filen är tillbakatagen.'),
    ('file-with-ended-payment', 'PK005', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.'),
    ('file-with-refunded-payment', 'PK005', 'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende %s. Filen kan inte tas tillbaka.'),
    ('month-not-over', 'PK005', 'Månaden är inte slut än.'),
    ('payment-undone', 'PK005', 'Betalningen är redan tillbakatagen.'),
    ('payment-refunded', 'PK005', 'Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.'),
    ('payment-reopened', 'PK005', 'Betalningen är redan öppnad igen.'),
    ('payment-used-up', 'PK005', 'Det finns inget kvar av betalningen.'),
    ('objection-decided', 'PK005', 'Bestridandet är redan avgjort.'),
    ('objection-undecided', 'PK005', 'Bestridandet är inte avgjort.'),
    ('mail-without-address', 'PK005', 'Det finns ingen e-postadress att skicka till, eller så är e-post inte inställd.'),
    ('mail-off', 'PK005', 'E-post är inte inställd.'),
    ('case-changed', 'PK006', 'Ärendet har ändrats sedan du öppnade det. Det är nu: %s.'),
    ('objection-released', 'PK006', 'Bestridandet har lämnats tillbaka sedan du öppnade det.'),
    ('objection-taken', 'PK006', 'Bestridandet har tagits av %s sedan du öppnade det.'),
    ('ground-changed', 'PK006', 'Någon annan har valt grunden %s sedan du öppnade bestridandet.'),
    ('no-such-case', 'PK007', 'Ärendet finns inte.'),
    ('no-such-payment', 'PK007', 'Betalningen finns inte.'),
    ('no-such-file', 'PK007', 'Filen finns inte.'),
    ('unreadable', 'PK008', 'Uppgiften saknas eller kan inte läsas.'),
    ('unreadable-value', 'PK008', 'Uppgiften kan inte läsas.'),
    ('unreadable-values', 'PK008', 'Uppgifterna kan inte läsas.'),
    ('unreadable-photos', 'PK008', 'Bilderna kan inte läsas.'),
    ('no-plate', 'PK008', 'Ange ett registreringsnummer.'),
    ('no-note', 'PK008', 'Ange ett skäl.'),
    ('no-name', 'PK008', 'Ange ditt namn.'),
    ('no-reasons', 'PK008', 'Skriv varför du bestrider.'),
    ('no-mail-address', 'PK008', 'Ange en giltig e-postadress.'),
    ('no-ground', 'PK008', 'Välj en grund.'),
    ('no-violation', 'PK008', 'Ange en överträdelse.'),
    ('no-such-violation', 'PK008', 'Överträdelsen finns inte.'),
    ('no-such-event', 'PK008', 'Händelsen finns inte.'),
    ('no-observed-reason', 'PK008', 'Ange varför observationen började före kontrollen.'),
    ('no-asker', 'PK008', 'Ange vem som har begärt utdraget.'),
    ('no-proof', 'PK008', 'Ange hur det är kontrollerat.'),
    ('too-many-photos', 'PK008', 'Högst 8 bilder kan sparas.'),
    ('too-many-objection-photos', 'PK008', 'Högst 4 bilder.'),
    ('objection-too-long', 'PK008', 'Texten får ha högst 4000 tecken.'),
    ('objection-full', 'PK008', 'Bestridandet är redan så långt att det inte kan kompletteras.'),
    ('too-many-held-numbers', 'PK008', 'En telefon har högst 200 ärendenummer.'),
    ('number-count', 'PK008', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.'),
    ('row-count', 'PK008', 'En fil ska ha mellan 1 och 5 000 rader.'),
    ('unreadable-row', 'PK008', 'Rad %s kan inte läsas. Ingenting är bokfört.'),
    ('amounts-absurd', 'PK008', 'Beloppen är orimligt stora tillsammans. Är det rätt kolumn? Ingenting är bokfört.'),
    ('no-bank-payment', 'PK008', 'Välj en betalning ur en bankfil.'),
    ('not-overpaid', 'PK008', 'Så mycket är inte för mycket betalt.'),
    ('not-by-hand', 'PK008', 'Så mycket är inte registrerat för hand.'),
    ('not-left', 'PK008', 'Så mycket är inte kvar av betalningen.'),
    ('end-not-later', 'PK008', 'Den nya sluttiden måste vara senare än den nuvarande.'),
    ('period-too-long', 'PK008', 'Välj en period på högst tre år.'),
    ('too-many-numbers', 'PK009', 'Du har redan så många oanvända ärendenummer som du får ha. En administratör kan ogiltigförklara dem under Konton.'),
    ('event-used', 'PK010', 'Händelsen är redan sparad för något annat.'),
    ('fine-used', 'PK010', 'Boten är redan sparad för något annat.'),
    ('file-used', 'PK010', 'Filen är redan sparad för något annat.'),
    ('payment-booked', 'PK010', 'Betalningen är redan inläst.'),
    ('objection-used', 'PK010', 'Bestridandet är redan sparat för något annat.'),
    ('check-used', 'PK010', 'Kontrollen är redan sparad för något annat.'),
    ('no-such-check', 'PK010', 'Kontrollen finns inte.'),
    ('own-fine', 'PK011', 'Du kan inte avgöra ett bestridande av en bot som du själv har utfärdat.'),
    ('own-shift', 'PK011', 'Du kan inte godkänna ditt eget skift.'),
    ('parking-ended', 'PK012', 'Parkeringen har redan slutat och kan inte förlängas.'),
    ('parking-too-long', 'PK013', 'Här får en parkering vara i högst %s%s.'),
    ('reply-sent-often', 'PK014', 'Svaret har skickats fem gånger det senaste dygnet. Försök igen i morgon.'),
    ('issued-too-fast', 'PK017', 'Så många böter utfärdar ingen på så kort tid. Försök igen om %s.'),
    ('corrected-too-fast', 'PK017', 'Så många böter rättar ingen på så kort tid. Försök igen om %s.'),
    ('reserved-too-fast', 'PK017', 'Så många ärendenummer behöver ingen på så kort tid. Försök igen om %s.'),
    ('notice-gaps', 'PK018', 'Här kan ingen bot utfärdas än. På avin saknas: %s. En administratör fyller i det under Inställningar.'),
    ('no-such-call', 'PK007', 'There is no such call.'),
    ('unit-not-on-call', 'PK007', 'This unit is not on the call.'),
    ('unreadable-call', 'PK008', 'The call cannot be read.'),
    ('no-call-place', 'PK008', 'Enter a place.'),
    ('no-call-text', 'PK008', 'Enter a text of at most 2000 characters.'),
    ('no-call-result', 'PK008', 'Choose a result.'),
    ('no-call-step', 'PK008', 'There is no such step.'),
    ('no-units', 'PK008', 'Choose a unit.'),
    ('too-many-units', 'PK008', 'A call has 30 units at most.'),
    ('duplicate-of-itself', 'PK008', 'A call is no duplicate of itself.'),
    ('call-not-reopened', 'PK005', 'A call is reopened within 24 hours after it was closed.'),
    ('no-such-link', 'PT404', 'There is no such link.'),
    ('no-bid-name', 'PK008', 'Enter your name.'),
    ('no-bid-contact', 'PK008', 'Enter an email address or a phone number.'),
    ('no-bid-amount', 'PK008', 'Invalid amount — Enter a valid bid amount.'),
    ('no-reason', 'PK008', 'Enter a reason.'),
    ('no-contract-day', 'PK008', 'Enter the day.'),
    ('bid-by-function', 'PK005', 'Bids here go to the agent with a name and a contact.'),
    ('bid-by-insert', 'PK005', 'Bids here are placed in the open.'),
    ('bid-withdrawn', 'PK005', 'The bid is withdrawn.'),
    ('contract-unsigned', 'PK005', 'The contract is not signed yet.'),
    ('contract-first', 'PK005', 'Undo the contract first.'),
    ('acceptance-first', 'PK005', 'Undo the acceptance first.'),
    ('bids-came', 'PK005', 'The way of bidding stays once a bid has come.'),
    ('sale-by-function', 'PK005', 'A sale goes by its steps.'),
    ('property-with-bids', 'PK005', 'This property has bids and is kept. Take it off the market.'),
    ('no-such-bid', 'PK007', 'The bid is not there.'),
    ('car-taken', 'PK005', 'Denna plats är redan upptagen av en annan chaufför'),
    ('car-out-of-service', 'PK005', 'Bilen är ur trafik: %s'),
    ('no-handover', 'PK005', 'Ange mätarställningen när du tar bilen.'),
    ('no-such-car', 'PK007', 'Bilen finns inte.'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
    ('too-many-hours', 'PK008', 'Ett pass förlängs med högst 4 timmar.'),
    ('past-changed', '42501', 'What happened stays as it was.'),
    ('trail-changed', '42501', 'The trail is only added to.'),
    ('not-the-secret', '42501', 'This is not the secret of deliver-messages.'),
    ('no-access', '42501', 'Access denied.'),
    ('system-for-main-admin', '42501', 'Only the main admin reads the state of the system.'),
    ('count-for-main-admin', '42501', 'Only the main admin counts what a site has.'),
    ('steps-for-main-admin', '42501', 'Only the main admin is shown the way.'),
    ('gaps-for-main-admin', '42501', 'Only the main admin is told what the sites lack.'),
    ('factors-for-main-admin', '42501', 'Only the main admin demands second factors.'),
    ('codes-without-factor', '42501', 'Recovery codes are made after the second factor was shown.'),
    ('no-own-factor', 'P0001', 'Set up your own second factor first.'),
    ('no-such-access', '22023', 'No such access.'),
    ('too-many-violations', '22023', 'Too many violations.'),
    ('permit-count', '22023', 'Between 1 and 1000 permits can be added at a time.'),
    ('too-many-receivers', '23514', 'A site has twenty receivers at most.'),
    ('no-webhook', '23514', 'This is no address of a Discord webhook.'),
    ('id-too-long', '23514', 'With this path the ID %s has no room in an address.')
  ) r (name, code, words)
  where r.name = refusal.refusal;
$$;

create or replace function private.refuse_other_past()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  follows constant text[] := '{project_id,site_id}';
  was jsonb := to_jsonb(old) - follows;
begin
  if private.erases() then
    return new;
  end if;
  if tg_table_name = 'payments' and was ->> 'fine_id' is null then
    was := was || jsonb_build_object('fine_id', new.fine_id);
  end if;
  if was is distinct from to_jsonb(new) - follows then
    perform private.refuse('past-changed');
  end if;
  return new;
end;
$$;

create or replace function private.write_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash,lines}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  before jsonb;
  after jsonb;
  whole jsonb;
begin
  if private.erases() then
    return null;
  end if;
  if tg_level = 'STATEMENT' then
    insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, after, request_id)
    select r.whole ->> 'project_id', w.account, w.kind, w.id, lower(tg_op), tg_table_name, r.whole ->> 'id', r.whole - left_out, w.request
    from private.who_acts() w, (select to_jsonb(n) as whole from new_rows n) r;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  if tg_op = 'UPDATE' then
    if before - 'updated_at' = after - 'updated_at' or (pg_trigger_depth() > 1 and before - moved = after - moved) then
      return null;
    end if;
    if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text') then
      before := before || '{"secret": "old"}';
      after := after || '{"secret": "new"}';
    end if;
  end if;
  whole := coalesce(after, before);
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;

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

create or replace function private.are_ledger_accounts(given jsonb)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_typeof(given) = 'object' and given - array(select jsonb_object_keys(private.ledger_accounts('{}'))) = '{}'
    and not exists (select from jsonb_each(case when jsonb_typeof(given) = 'object' then given else '{}' end) a
      where jsonb_typeof(a.value) <> 'string' or a.value #>> '{}' !~ '^[1-9]\d{3}$');
$$;

create or replace function private.ledger_accounts(given jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select '{"claim": "1510", "bank": "1930", "plusgiro": "1920", "swish": "1930", "cash": "1910", "vat": "2611", "unplaced": "2999", "other": "2890",
    "income": "3004", "income_vat": "3001", "fee": "3990", "recovered": "3950", "loss": "6351"}'::jsonb || given;
$$;

create or replace function private.ledger_books(code text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('company', s.issuer_name, 'org_number', s.org_number, 'site', coalesce(p.name, code), 'code', code,
    'year_start', coalesce(s.fiscal_year_start, 1), 'accounts', private.ledger_accounts(coalesce(s.ledger_accounts, '{}')))
  from private.settings_of(code) s left join public.main_page_sites p on p.id = private.site_of(code);
$$;

create or replace function private.ledger_facts(code text, site uuid)
  returns TABLE(day date, kind text, payee text, account text, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with cases as materialized (
    select f.id, private.day_of(f.issued_at) as day, f.amount * 100::bigint as ore, f.fee * 100::bigint as fee, coalesce(f.vat_percent, 0) as vat
    from public.fines f where f.project_id = code and f.site_id is not distinct from site
  ), events as materialized (
    select e.id, e.fine_id, e.number, e.kind, private.day_of(e.at) as day, coalesce(e.status_before, '') as was, e.status_after as became, e.data
    from cases c join public.fine_events e on e.fine_id = c.id
    where e.kind in ('reminded', 'reminder_undone', 'refunded') or 'withdrawn' in (e.status_before, e.status_after)
      or 'written_off' in (e.status_before, e.status_after)
  ), reminders as (
    select e.*, lead(e.kind) over next as next_kind, lead(e.day) over next as next_day
    from events e where e.kind in ('reminded', 'reminder_undone') window next as (partition by e.fine_id order by e.number)
  ), fees as (
    -- The fee of a reminder that was taken back stood until then.
    select r.day, (r.data ->> 'fee')::bigint * 100 as ore from reminders r where r.next_kind = 'reminder_undone' and (r.data ->> 'fee')::int > 0
    union all
    select r.next_day, (r.data ->> 'fee')::bigint * -100 from reminders r where r.next_kind = 'reminder_undone' and (r.data ->> 'fee')::int > 0
    union all
    -- A fee that counts is that of the first reminder that holds. Money of the reminder's day or before lifts it as of that day: it was never owed.
    select coalesce(r.day, c.day), c.fee
    from cases c left join lateral (
      select r.day from reminders r where r.fine_id = c.id and r.kind = 'reminded' and r.next_kind is distinct from 'reminder_undone'
        and (r.data ->> 'fee')::int > 0 order by r.number limit 1
    ) r on true
    where c.fee > 0
  ), ends as (
    -- A claim ends with its fee, and comes back when the case is opened again.
    select e.day, m.kind, m.sign * c.ore as ore, m.sign * c.fee as fee, c.vat
    from events e join cases c on c.id = e.fine_id
    cross join lateral (values (e.became, -1), (e.was, 1)) m (kind, sign)
    where m.kind in ('withdrawn', 'written_off') and e.was <> e.became
  ), payments as materialized (
    select p.id, p.fine_id, p.amount_ore as ore, p.file_id, p.part_of, p.created_at,
      -- Placing and moving is of the day that it was done, all else of the bank's.
      case when p.part_of is not null and p.file_id is not null then private.day_of(p.created_at) else p.value_date end as day,
      case when p.part_of is not null and p.file_id is not null then 'placed'
        when p.part_of is not null then p.method
        when p.amount_ore < 0 then case when e.id is null then 'undone' else 'refunded' end
        when p.fine_id is null then 'unplaced' else 'payment' end as kind,
      p.method
    from public.payments p left join events e on e.id = p.id and e.kind = 'refunded'
    where p.project_id = code and p.site_id is not distinct from site
  ), endings as (
    -- An opening takes back all endings since the opening before.
    select p.*, count(*) filter (where p.kind = 'reopened') over (partition by p.part_of order by p.created_at, p.id)
      - (p.kind = 'reopened')::int as round
    from payments p where p.part_of is not null and p.file_id is null
  ), money as (
    select p.day, p.kind, p.ore, p.fine_id is not null as is_of_case, p.kind <> 'placed' as is_at_bank,
      case when p.kind = 'placed' then '' when p.method <> '' then p.method when p.kind <> 'undone' then ''
        -- Money that was taken back before its way was kept goes the way that it came.
        when p.file_id is not null then coalesce((select min(q.method) from public.payments q where q.file_id = p.file_id and q.amount_ore > 0), '')
        else coalesce((select min(q.method) from public.payments q where q.fine_id = p.fine_id and q.file_id is null and q.amount_ore > 0), '') end as way
    from payments p where p.part_of is null or p.file_id is not null
    union all
    select case t.is_back when true then o.day else e.day end, e.kind, case t.is_back when true then -e.ore else e.ore end, false,
      e.kind = 'returned', case e.kind when 'returned' then r.method else '' end
    from endings e join public.payments r on r.id = e.part_of
    left join endings o on o.part_of = e.part_of and o.round = e.round and o.kind = 'reopened'
    cross join (values (false), (true)) t (is_back)
    where e.kind <> 'reopened' and (not t.is_back or o.id is not null)
  ), recoveries as (
    select s.day, s.vat, s.ore as claim, s.recovered - coalesce(lag(s.recovered) over steps, 0) as ore,
      s.taxed - coalesce(lag(s.taxed) over steps, 0) as tax
    from (
      select e.fine_id, e.number, c.ore, c.vat, coalesce(p.day, private.day_of(e.at)) as day, r.ore as recovered,
        round(least(r.ore, c.ore) * c.vat / (100.0 + c.vat))::bigint as taxed
      from (select w.fine_id, min(w.number) as since from events w where w.became = 'written_off' group by w.fine_id) w
      join cases c on c.id = w.fine_id
      join public.fines f on f.id = w.fine_id
      join public.fine_events e on e.fine_id = w.fine_id and e.number >= w.since and 'written_off' in (e.status_before, e.status_after)
      left join payments p on p.id = e.id
      cross join lateral (select case when e.status_after = 'written_off' then private.recovered_at(f, e.number) else 0 end as ore) r
    ) s window steps as (partition by s.fine_id order by s.number)
  ), lines as (
    select c.day, 'issued' as kind, '' as payee, l.account, l.ore
    from cases c cross join lateral (select round(c.ore * c.vat / (100.0 + c.vat))::bigint as tax) t
    cross join lateral (values ('claim', c.ore), ('vat', -t.tax), (case c.vat when 0 then 'income' else 'income_vat' end, t.tax - c.ore)) l (account, ore)
    union all
    select f.day, 'fee', '', l.account, l.ore from fees f cross join lateral (values ('claim', f.ore), ('fee', -f.ore)) l (account, ore)
    union all
    select e.day, e.kind, '', l.account, l.ore
    from ends e cross join lateral (select round(e.ore * e.vat / (100.0 + e.vat))::bigint as tax) t
    cross join lateral (values ('claim', e.ore + e.fee), ('vat', -t.tax),
      (case when e.kind = 'written_off' then 'loss' when e.vat = 0 then 'income' else 'income_vat' end, t.tax - e.ore),
      (case e.kind when 'written_off' then 'loss' else 'fee' end, -e.fee)) l (account, ore)
    union all
    select r.day, 'recovered', '', l.account, l.ore
    from recoveries r cross join lateral (values ('claim', r.ore), ('vat', -r.tax), ('recovered', r.tax - r.ore)) l (account, ore)
    union all
    select m.day, m.kind, w.payee, l.account, l.ore
    from money m
    cross join lateral (select case when m.way in ('bankgiro', 'plusgiro', 'swish', 'account', 'other') then m.way else '' end as payee) w
    cross join lateral (values (case when m.is_of_case then 'claim' else 'unplaced' end, -m.ore),
      (case when m.kind = 'placed' then null when not m.is_at_bank then 'other' when w.payee in ('plusgiro', 'swish') then w.payee
        when w.payee = 'other' then 'cash' else 'bank' end, m.ore)) l (account, ore)
    where l.account is not null
  )
  select l.day, l.kind, l.payee, l.account, sum(l.ore)::bigint from lines l group by l.day, l.kind, l.payee, l.account having sum(l.ore) <> 0;
$$;

create or replace function private.ledger_lines(code text, site uuid)
  returns TABLE(month date, day date, kind text, payee text, account text, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with closed as materialized (
    select m.month, (l ->> 0)::date as day, l ->> 1 as kind, l ->> 2 as payee, l ->> 3 as account, (l ->> 4)::bigint as ore
    from public.ledger_months m cross join lateral jsonb_array_elements(m.lines) l
    where m.project_id = code and m.site_id is not distinct from site
  ), latest as (
    select max(m.month) as month from public.ledger_months m where m.project_id = code and m.site_id is not distinct from site
  ), facts as materialized (
    select f.*, date_trunc('month', f.day)::date as month from private.ledger_facts(code, site) f
  )
  select c.month, c.day, c.kind, c.payee, c.account, c.ore from closed c
  union all
  select f.month, f.day, f.kind, f.payee, f.account, f.ore from facts f, latest where f.month > latest.month or latest.month is null
  union all
  -- What closed months would hold besides what they hold.
  select (latest.month + interval '1 month')::date, d.day, d.kind, d.payee, d.account, sum(d.ore)::bigint
  from latest, lateral (
    select f.day, f.kind, f.payee, f.account, f.ore from facts f where f.month <= latest.month
    union all select c.day, c.kind, c.payee, c.account, -c.ore from closed c
  ) d
  group by latest.month, d.day, d.kind, d.payee, d.account having sum(d.ore) <> 0;
$$;

create or replace function private.recovered_at(fine public.fines, upto integer)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  with paid as (
    select p.amount_ore as ore, p.file_id, e.kind, e.number, e.number > max(e.number) filter (where e.kind = 'written_off') over () as is_since
    from public.fine_events e left join public.payments p on p.id = e.id and p.fine_id = fine.id
    where e.fine_id = fine.id and e.number <= upto and (p.id is not null or e.kind = 'written_off')
  ), sums as (
    select coalesce(sum(s.ore), 0) as came from (
      select sum(p.ore) as ore from paid p where p.is_since and p.kind <> 'refunded' group by p.file_id having sum(p.ore) > 0) s
  )
  select least(s.came, greatest((fine.amount + fine.fee) * 100::bigint
    - greatest((select coalesce(sum(p.ore), 0) from paid p) - s.came, 0), 0))::bigint from sums s;
$$;

create or replace function public.close_ledger_month(project text, month date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  site constant uuid := private.site_of(actor.project);
begin
  if month is null or month < '1900-01-01' or extract(day from month) <> 1 then
    perform private.refuse('unreadable', 'month');
  end if;
  if month >= date_trunc('month', private.day_of(now()))::date then
    perform private.refuse('month-not-over', 'month');
  end if;
  if not exists (select from public.ledger_months m where m.project_id = actor.project and m.site_id is not distinct from site
    and m.month >= close_ledger_month.month) then
    -- All months up to it: what is booked in none of them stands in none later.
    insert into public.ledger_months (project_id, month, by_id, books, lines)
    select actor.project, l.month, actor.id, private.ledger_books(actor.project),
      coalesce(jsonb_agg(jsonb_build_array(l.day, l.kind, l.payee, l.account, l.ore) order by l.day, l.kind, l.payee, l.account)
        filter (where l.day is not null), '[]')
    from (
      select l.* from private.ledger_lines(actor.project, site) l
      union all select close_ledger_month.month, null, null, null, null, null
    ) l
    where l.month <= close_ledger_month.month and not exists (select from public.ledger_months m
      where m.project_id = actor.project and m.site_id is not distinct from site and m.month = l.month)
    group by l.month order by l.month;
  end if;
  return jsonb_build_object('outcome', 'closed');
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
  if first is null or last is null or first > last or last - first >= 1096 or first < '1900-01-01' or last > '9000-01-01' then
    perform private.refuse('period-too-long', 'first');
  end if;
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

create table public.ledger_months (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  month date not null,
  by_id text not null,
  books jsonb not null,
  lines jsonb not null
);

alter table public.fines add column vat_percent integer;

alter table public.site_settings add column ledger_accounts jsonb default '{}'::jsonb not null;

alter table public.site_settings add column fiscal_year_start integer default 1 not null;

alter table public.ledger_months add constraint ledger_months_pkey primary key (id);

alter table public.fines add constraint fines_vat_percent check ((vat_percent = 25));

alter table public.ledger_months add constraint ledger_months_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.ledger_months add constraint ledger_months_month check (((month >= '1900-01-01'::date) and (month <= '9999-12-01'::date) and (extract(day from month) = (1)::numeric)));

alter table public.ledger_months add constraint ledger_months_by_id_length check ((length(by_id) <= 320));

alter table public.ledger_months add constraint ledger_months_books_object check (((jsonb_typeof(books) = 'object'::text) and (length((books)::text) <= 10000)));

alter table public.ledger_months add constraint ledger_months_lines_array check ((jsonb_typeof(lines) = 'array'::text));

alter table public.ledger_months add constraint ledger_months_moments check (private.is_moment(created_at));

alter table public.site_settings add constraint site_settings_ledger_accounts check (private.are_ledger_accounts(ledger_accounts));

alter table public.site_settings add constraint site_settings_fiscal_year_start check (((fiscal_year_start >= 1) and (fiscal_year_start <= 12)));

create unique index ledger_months_month_key on public.ledger_months (coalesce(project_id, ''), month);

create trigger ledger_months_only_grow before update on public.ledger_months for each row execute function private.refuse_other_past();

create trigger ledger_months_place before update of project_id, site_id on public.ledger_months
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger ledger_months_place_new before insert on public.ledger_months for each row execute function private.place_row();

create trigger ledger_months_write_trail after insert or update or delete on public.ledger_months
  for each row execute function private.write_trail();

alter table public.ledger_months enable row level security;

create policy "Admins read their site's closed months" on public.ledger_months
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

grant execute on function private.are_ledger_accounts(jsonb) to anon;

grant execute on function private.are_ledger_accounts(jsonb) to authenticated;

grant execute on function private.are_ledger_accounts(jsonb) to service_role;

grant execute on function private.ledger_accounts(jsonb) to anon;

grant execute on function private.ledger_accounts(jsonb) to authenticated;

grant execute on function private.ledger_accounts(jsonb) to service_role;

grant execute on function public.close_ledger_month(text,date,text) to authenticated;

grant execute on function public.site_ledger(text,date,date,text) to authenticated;

comment on function private.keep_agreed_fee() is 'A fine keeps the VAT of its site and the agreed fee of a reminder as they were when it was issued.';

comment on function private.refuse_other_past() is 'Events, payments and closed months are only added to; they follow their site, and money can be placed later.';

comment on table public.ledger_months is 'Closed months of a site''s books; only added to.';

comment on column public.fines.vat_percent is 'The VAT in the amount, in per cent, as the site had it when the fine was issued; null without VAT.';

comment on column public.ledger_months.books is 'The company, the site and the accounts as they were when the month was closed.';

comment on column public.ledger_months.lines is 'Lines of the month as [day, kind, payee, account, öre]; the day of a late line lies in an earlier month.';

comment on column public.site_settings.ledger_accounts is 'Accounts of the site''s books that differ from those of private.ledger_accounts.';

comment on column public.site_settings.fiscal_year_start is 'The month that the financial year begins with.';

comment on function private.ledger_facts(text,uuid) is 'Lines of a site''s books as its cases and payments are now: debit above 0, credit below. Each day and kind is in balance. What the claims hold together is what is left to pay of all cases, less what is to be paid back.';

comment on function private.ledger_accounts(jsonb) is 'The accounts of a site''s books: its own, else those of BAS. 1510 kundfordringar, 1930 bank, 1920 plusgiro, 1910 kassa, 2611 utgående moms 25 %, 2999 OBS-konto (money without a case is still to be explained), 2890 övriga kortfristiga skulder (money that is not the site''s), 3001 and 3004 försäljning with and without VAT, 3990 övriga ersättningar (a reminder''s fee is compensation for a cost, without VAT), 3950 återvunna kundfordringar, 6351 konstaterade kundförluster.';

comment on function private.are_ledger_accounts(jsonb) is 'Accounts of a site''s books: numbers of four digits by what they hold.';

comment on function private.ledger_books(text) is 'What a file of a site''s books says of the company, the site and the accounts.';

comment on function private.ledger_lines(text,uuid) is 'Lines of a site''s books by the month that they are booked in: closed months as they were closed, and what came later for a day of theirs in the first open one.';

comment on function private.recovered_at(public.fines,integer) is 'private.recovered_of as it was after an event of the case.';

comment on function public.close_ledger_month(text,date,text) is 'Closes the books of a site up to a month that is over, for good.';

comment on function public.site_ledger(text,date,date,text) is 'The books of a site by month, day and kind, for its admins.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start)', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start)', '', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ledger_months', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('close_ledger_month')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('site_ledger')
  on conflict (function_name) do nothing;

select private.grant_for_profile();

-- Fines so far have the VAT that their site has now, which is all that is known of them. No other column changes, so that no trigger has work.
alter table public.fines disable trigger user;
update public.fines f set vat_percent = s.vat_percent from public.site_settings s where s.project_id = f.project_id and s.vat_percent is not null;
alter table public.fines enable trigger user;
