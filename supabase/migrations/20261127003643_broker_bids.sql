-- Bids as agents keep them (document 5 §5): numbered bidders, hidden and withdrawn bids, conditions, a contract step, and the list handed over.
-- Properties that stand take the start values, so that they behave as before; the settings' row has them too.

set local check_function_bodies = off;

drop policy "Everybody reads bids of open lists, agents all" on public.property_bids;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details');
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

create or replace function private.refuse_bid_on_unavailable_property()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property public.properties;
begin
  -- Rules of a broker's list write their bids themselves, an agent's in every state.
  if private.sale_event() is not null then
    return new;
  end if;
  select p.* into property from public.properties p where p.id = new.property_id for share;
  if property.status is distinct from 'available' then
    raise exception 'The property is not open for bids.'
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  elsif property.bid_mode = 'broker' then
    perform private.refuse('bid-by-function');
  end if;
  return new;
end;
$$;

create or replace function private.sell_by_accepted_bid()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Everybody reads what the property names.
  update public.properties p set status = 'sold', accepted_bid_id = case when new.visibility = 'public' then new.id end where p.id = new.property_id and p.status <> 'sold';
  if not found and not exists (select from public.properties p where p.id = new.property_id and p.accepted_bid_id = new.id) then
    raise exception 'The property is sold otherwise.'
      using errcode = '23514', constraint = 'property_bids_property_unsold', table = 'property_bids', schema = 'public';
  end if;
  return null;
end;
$$;

create or replace function public.get_bid_figures(property_ids uuid[])
  returns TABLE(property_id uuid, highest numeric, bids bigint)
  language sql stable
  set search_path = ''
as $$
  select p.id, b.highest, b.bids
  from public.properties p
  cross join lateral (
    select max(one.amount) as highest, count(*) as bids from public.property_bids one
    where one.property_id = p.id and one.visibility = 'public' and one.withdrawn_at is null
  ) b
  -- A hidden list is hidden in the profile specified too, where its rows are not.
  where p.id = any (get_bid_figures.property_ids[1:100]) and (not p.hide_bid_list or (select private.is_agent()));
$$;

create or replace function private.accept_bid(property public.properties, bid uuid, agent text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  update public.property_sales s set undone_at = clock_timestamp() where s.property_id = property.id and s.undone_at is null;
  insert into public.property_sales (property_id, bid_id, accepted_by) values (property.id, bid, agent);
  if property.contract_step then
    update public.properties p set contract_pending = true where p.id = property.id and not p.contract_pending;
  else
    perform private.sell(property.id, bid);
  end if;
end;
$$;

create or replace function private.add_bid(bid jsonb, bidder uuid, visibility text, source text, agent text)
  returns public.property_bids
  language plpgsql
  set search_path = ''
as $$
declare
  added public.property_bids;
  conditions constant text := private.text_in(bid, 'conditions');
begin
  perform private.begin_sale_event((bid ->> 'id')::uuid, agent);
  insert into public.property_bids (id, property_id, bidder_name, amount, bidder_id, visibility, has_conditions, source, created_at, received_at)
    values ((bid ->> 'id')::uuid, (bid ->> 'property_id')::uuid,
      case visibility when 'public' then private.public_name(bidder) else 'New bidder' end, (bid ->> 'amount')::numeric, bidder, visibility,
      conditions is not null, source, clock_timestamp(), least((bid ->> 'received_at')::timestamptz, clock_timestamp()))
    returning * into added;
  insert into public.bid_details (bid_id, conditions, entered_by) select added.id, conditions, agent where coalesce(conditions, agent) is not null;
  perform private.end_sale_event();
  return added;
end;
$$;

create or replace function private.begin_sale_event(event uuid, agent text, data jsonb DEFAULT '{}'::jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  select set_config('parkering.sale_event', jsonb_build_object('id', event, 'by', agent, 'data', data)::text, true);
$$;

create or replace function private.change_of_sale(property uuid, now_is text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', now_is, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.sale_events e where e.property_id = property order by e.at desc, e.id desc limit 1) e on true;
$$;

create or replace function private.check_bid(bid jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not coalesce(case jsonb_typeof(bid -> 'amount') when 'number' then (bid ->> 'amount')::numeric between 0.01 and 1000000000000 end, false) then
    perform private.refuse('no-bid-amount', 'amount');
  elsif length(private.text_in(bid, 'conditions')) > 1000 then
    perform private.refuse('unreadable-value', 'conditions');
  elsif coalesce(bid ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    or coalesce(bid ->> 'property_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'id');
  end if;
end;
$$;

create or replace function private.end_sale_event()
  returns void
  language sql
  set search_path = ''
as $$ select set_config('parkering.sale_event', '', true); $$;

create or replace function private.erase_estate(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  over uuid[];
  details uuid[];
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  over := array(select b.id from public.bidders b join public.properties p on p.id = b.property_id
    where p.assignment_ended_on < (now() - interval '10 years')::date limit most);
  with gone as (
    delete from public.bid_details d using public.property_bids b where b.id = d.bid_id and b.bidder_id = any (over) returning d.id
  ) select array_agg(g.id) into details from gone g;
  delete from public.bidders b where b.id = any (over);
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{bidders,bid_details}', over || coalesce(details, '{}'));
  perform set_config('parkering.erases', before, true);
  return cardinality(over);
end;
$$;

create or replace function private.estate_agent(acting_as text)
  returns text
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  email text;
begin
  if private.is_agent() then
    select u.email into email from auth.users u where u.id = auth.uid();
  end if;
  if email is null or private.id_key(acting_as) is distinct from private.id_key(email) then
    perform private.refuse_stranger();
  end if;
  return email;
end;
$$;

create or replace function private.estate_rule(rule text)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (select to_jsonb(s) ->> estate_rule.rule from public.estate_settings s where s.project_id = 'YSTAD'),
    '{"bid_mode": "open", "higher_only": false, "bid_step": 1, "bid_release": "at_once", "hidden_bids": false, "contract_step": false}'::jsonb
      ->> estate_rule.rule);
$$;

create or replace function private.highest_bid(property uuid)
  returns numeric
  language sql stable
  set search_path = ''
as $$
  select max(b.amount) from public.property_bids b
  where b.property_id = property and b.visibility = 'public' and b.withdrawn_at is null;
$$;

create or replace function private.is_known_contact(bidder uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from private.bidder_contacts own join private.bidder_contacts other
      on other.property_id = own.property_id and other.bidder_id <> own.bidder_id
    where own.bidder_id = bidder and (other.email = own.email
      or right(regexp_replace(other.phone, '\D', '', 'g'), 9) = right(regexp_replace(own.phone, '\D', '', 'g'), 9)));
$$;

create or replace function private.keep_acceptance()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  has_step boolean;
begin
  if private.sale_event() is not null then
    return new;
  end if;
  select p.contract_step into has_step from public.properties p where p.id = new.property_id;
  if new.accepted and new.withdrawn_at is not null then
    perform private.refuse('bid-withdrawn');
  elsif has_step then
    perform private.refuse(case when new.accepted then 'contract-unsigned' else 'contract-first' end);
  end if;
  return new;
end;
$$;

create or replace function private.keep_broker_bids()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if old.bid_mode = 'broker' and exists (select from public.property_bids b where b.property_id = old.id) then
    perform private.refuse('property-with-bids');
  end if;
  return old;
end;
$$;

create or replace function private.keep_sale()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated', 'service_role') then
    return new;
  end if;
  if (new.contract_pending, new.assignment_ended_on) is distinct from (old.contract_pending, old.assignment_ended_on) then
    perform private.refuse('sale-by-function');
  elsif new.bid_mode <> old.bid_mode and exists (select from public.property_bids b where b.property_id = new.id) then
    perform private.refuse('bids-came', 'bid_mode');
  elsif old.contract_pending and (new.status <> old.status or new.contract_step <> old.contract_step) then
    perform private.refuse('acceptance-first', 'status');
  elsif old.contract_step and old.status = 'sold' and (new.status <> old.status or new.accepted_bid_id is distinct from old.accepted_bid_id) then
    perform private.refuse('contract-first', 'status');
  elsif new.contract_step and (new.status = 'sold' and old.status <> 'sold' or new.accepted_bid_id is distinct from old.accepted_bid_id) then
    perform private.refuse('contract-unsigned', 'status');
  end if;
  return new;
end;
$$;

create or replace function private.new_bidder(property uuid, bidder jsonb, key_hash text)
  returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  name constant text := private.text_in(bidder, 'name');
  email constant text := lower(private.text_in(bidder, 'email'));
  phone constant text := private.text_in(bidder, 'phone');
  id uuid;
begin
  if coalesce(length(name) not between 1 and 200, true) then
    perform private.refuse('no-bid-name', 'name');
  elsif coalesce(email, phone) is null or length(phone) > 50 or (email is not null and not private.is_mail_address(email)) then
    perform private.refuse('no-bid-contact', case when email is null then 'phone' else 'email' end);
  end if;
  insert into public.bidders (property_id, name) values (property, name) returning bidders.id into id;
  insert into private.bidder_contacts (bidder_id, property_id, email, phone, key_hash) values (id, property, email, phone, key_hash);
  return id;
end;
$$;

create or replace function private.newer_bids(property uuid, seen uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', b.id, 'amount', b.amount, 'bidder_name', b.bidder_name, 'name', o.name, 'visibility', b.visibility,
    'has_conditions', b.has_conditions, 'created_at', b.created_at) order by b.created_at, b.id)
  from public.property_bids b left join public.bidders o on o.id = b.bidder_id
  where b.property_id = property and b.withdrawn_at is null
    and (b.created_at, b.id) > coalesce((select (s.created_at, s.id) from public.property_bids s where s.id = seen and s.property_id = property),
      ('-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid));
$$;

create or replace function private.note_bid()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.note_sale(new.property_id, 'bid_placed', new.id,
      jsonb_build_object('amount', new.amount, 'visibility', new.visibility, 'source', new.source, 'after_contract',
        (select p.status = 'sold' from public.properties p where p.id = new.property_id)));
    return null;
  end if;
  if new.visibility <> old.visibility then
    perform private.note_sale(new.property_id, case new.visibility when 'public' then 'bid_shown' else 'bid_hidden' end, new.id);
  end if;
  if new.withdrawn_at is not null and old.withdrawn_at is null then
    perform private.note_sale(new.property_id, 'bid_withdrawn', new.id);
  end if;
  -- A step of a sale is noted by its rule (public.record_sale_event).
  if new.accepted <> old.accepted and private.sale_event() is null then
    update public.property_sales s set undone_at = clock_timestamp() where s.property_id = new.property_id and s.undone_at is null;
    if new.accepted then
      insert into public.property_sales (property_id, bid_id, accepted_by)
        select new.property_id, new.id, w.id from private.who_acts() w;
    end if;
    perform private.note_sale(new.property_id, case when new.accepted then 'accepted' else 'acceptance_undone' end, new.id);
  end if;
  return null;
end;
$$;

create or replace function private.note_bidding_rules()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  rules constant text[] := '{bid_mode,higher_only,bid_step,bid_release,hidden_bids,contract_step}';
  changes jsonb;
begin
  if new.hide_bid_list <> old.hide_bid_list then
    perform private.note_sale(new.id, case when new.hide_bid_list then 'list_hidden' else 'list_shown' end);
  end if;
  select jsonb_object_agg(r.key, r.value) into changes from jsonb_each(to_jsonb(new)) r
    where r.key = any (rules) and r.value is distinct from to_jsonb(old) -> r.key;
  if changes is not null then
    perform private.note_sale(new.id, 'rule_changed', null, changes);
  end if;
  return null;
end;
$$;

create or replace function private.note_sale(property uuid, kind text, bid uuid DEFAULT NULL::uuid, data jsonb DEFAULT '{}'::jsonb)
  returns void
  language sql security definer
  set search_path = ''
as $$
  insert into public.sale_events (id, property_id, bid_id, kind, by, data)
    select coalesce((e.event ->> 'id')::uuid, gen_random_uuid()), property, bid, kind,
      case when e.event is null then (select w.id from private.who_acts() w) else e.event ->> 'by' end, data || coalesce(e.event -> 'data', '{}')
    from (select private.sale_event() as event) e;
$$;

create or replace function private.public_name(bidder uuid)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  known public.bidders;
begin
  select b.* into known from public.bidders b where b.id = bidder;
  if known.number is null then
    update public.bidders b set number = 1 + (select coalesce(max(o.number), 0) from public.bidders o where o.property_id = known.property_id)
      where b.id = known.id returning b.* into known;
  end if;
  return 'Bidder ' || known.number;
end;
$$;

create or replace function private.sale_event()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select nullif(current_setting('parkering.sale_event', true), '')::jsonb; $$;

create or replace function private.sale_state(property public.properties)
  returns text
  language sql immutable
  set search_path = ''
as $$ select case when property.contract_pending then 'contract_pending' else property.status end; $$;

create or replace function private.sell(property uuid, bid uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  is_public constant boolean := (select b.visibility = 'public' from public.property_bids b where b.id = bid);
begin
  update public.properties p set status = 'sold', contract_pending = false, accepted_bid_id = case when is_public then bid end where p.id = property;
  -- Everybody reads what the property names: a hidden bid that won stays hidden, and stands in the sale.
  update public.property_bids b set accepted = true where b.id = bid and is_public;
end;
$$;

create or replace function private.take_sale_step(property public.properties, kind text, bid_id uuid, day date, agent text)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  sale constant public.property_sales := (select s from public.property_sales s where s.property_id = property.id and s.undone_at is null);
begin
  case kind
    when 'accepted' then
      perform private.accept_bid(property, bid_id, agent);
    when 'contract_signed' then
      update public.property_sales s set contract_signed_on = day where s.id = sale.id;
      perform private.sell(property.id, sale.bid_id);
    when 'acceptance_undone', 'contract_undone' then
      update public.property_sales s set undone_at = clock_timestamp() where s.id = sale.id;
      update public.property_bids b set accepted = false where b.property_id = property.id and b.accepted;
      update public.properties p set status = 'available', contract_pending = false, accepted_bid_id = null where p.id = property.id;
    else
      update public.properties p set assignment_ended_on = day where p.id = property.id;
  end case;
  return (select private.sale_state(p) from public.properties p where p.id = property.id);
end;
$$;

create or replace function private.text_in(given jsonb, field text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select nullif(regexp_replace(given ->> field, '^\s+|\s+$', '', 'g'), ''); $$;

create or replace function public.bid_list(property_id uuid, purpose text, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'bid_list', private.id_key(agent));
  property public.properties;
begin
  if purpose is null or purpose not in ('agent', 'seller', 'buyer', 'anonymous') then
    perform private.refuse('unreadable-value', 'purpose');
  end if;
  select p.* into property from public.properties p where p.id = bid_list.property_id;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif purpose in ('seller', 'buyer') and property.assignment_ended_on is null then
    return jsonb_build_object('outcome', 'not_ended');
  end if;
  if purpose <> 'anonymous' then
    perform private.add_to_trail('read', 'bidders', 'YSTAD', null, null, jsonb_build_object('property_id', property.id, 'purpose', purpose));
  end if;
  if not exists (select from public.sale_events e where e.id = event_id) then
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(property.id, 'list_printed', null, jsonb_build_object('purpose', purpose));
    perform private.end_sale_event();
  end if;
  select jsonb_build_object('outcome', 'list', 'purpose', purpose, 'printed_at', clock_timestamp(), 'bids', coalesce(jsonb_agg(
      jsonb_build_object('id', b.id, 'bidder', case when o.number is null then b.bidder_name else 'Bidder ' || o.number end,
        'amount', b.amount, 'at', coalesce(b.received_at, b.created_at), 'source', b.source,
        'is_hidden', b.visibility <> 'public', 'withdrawn_at', b.withdrawn_at, 'conditions', d.conditions,
        'is_accepted', s.id is not null, 'is_after_contract', b.created_at > s2.signed_at)
      || case when purpose = 'anonymous' then '{}' else jsonb_build_object('name', o.name, 'email', c.email, 'phone', c.phone) end
      order by coalesce(b.received_at, b.created_at), b.id), '[]'))
    into answer
    from public.property_bids b
      left join public.bidders first on first.id = b.bidder_id
      left join public.bidders o on o.id = coalesce(first.joined_to, first.id)
      left join private.bidder_contacts c on c.bidder_id = o.id
      left join public.bid_details d on d.bid_id = b.id
      left join public.property_sales s on s.property_id = b.property_id and s.bid_id = b.id and s.undone_at is null
      left join lateral (select max(e.at) as signed_at from public.sale_events e
        where e.property_id = b.property_id and e.kind = 'contract_signed' and property.status = 'sold') s2 on true
    where b.property_id = property.id;
  -- What is handed over holds contacts, which no answer keeps: a repeated call reads the list anew.
  return answer;
end;
$$;

create or replace function public.enter_bid(bid jsonb, bidder jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb;
  property public.properties;
  bidder_id uuid;
  added public.property_bids;
begin
  perform private.check_bid(bid);
  answer := private.answer_of((bid ->> 'id')::uuid, 'enter_bid', private.id_key(agent));
  if answer is not null then
    return answer;
  end if;
  select p.* into property from public.properties p where p.id = (bid ->> 'property_id')::uuid for update;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif property.bid_mode = 'open' then
    perform private.refuse('bid-by-insert');
  end if;
  if bidder ? 'id' then
    select coalesce(b.joined_to, b.id) into bidder_id from public.bidders b where b.property_id = property.id and b.id::text = bidder ->> 'id';
  else
    bidder_id := private.new_bidder(property.id, bidder, null);
  end if;
  if bidder_id is null then
    perform private.refuse('unreadable-value', 'bidder');
  end if;
  added := private.add_bid(bid, bidder_id, case when bid -> 'is_hidden' = 'true' then 'hidden' else 'public' end, 'agent', agent);
  return private.keep_answer(added.id, 'enter_bid', private.id_key(agent), jsonb_build_object('outcome', 'entered', 'visibility', added.visibility,
    'number', (select b.number from public.bidders b where b.id = bidder_id)));
end;
$$;

create or replace function public.join_bidders(property_id uuid, event_id uuid, keep uuid, joined uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'join_bidders', private.id_key(agent));
  kept public.bidders;
  other public.bidders;
begin
  if answer is not null then
    return answer;
  elsif coalesce(reason !~ '\S' or length(reason) > 1000, true) then
    perform private.refuse('no-reason', 'reason');
  end if;
  perform from public.properties p where p.id = join_bidders.property_id for update;
  select b.* into kept from public.bidders b where b.id = keep and b.property_id = join_bidders.property_id;
  select b.* into other from public.bidders b where b.id = joined and b.property_id = join_bidders.property_id;
  if kept.id is null or other.id is null or kept.id = other.id or kept.joined_to is not null then
    perform private.refuse('unreadable-value', 'joined');
  elsif other.joined_to is not null then
    answer := jsonb_build_object('outcome', 'unchanged');
  else
    update public.bidders b set joined_to = kept.id where other.id in (b.id, b.joined_to);
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(join_bidders.property_id, 'bidders_joined', null,
      jsonb_build_object('keep', kept.number, 'joined', other.number, 'reason', reason));
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'joined');
  end if;
  return private.keep_answer(event_id, 'join_bidders', private.id_key(agent), answer);
end;
$$;

create or replace function public.list_joined_bidders(property_id uuid)
  returns TABLE(number integer, is_number integer)
  language sql stable security definer
  set search_path = ''
as $$
  select other.number, kept.number
  from public.bidders other join public.bidders kept on kept.id = other.joined_to
  where other.property_id = list_joined_bidders.property_id and other.number is not null and kept.number is not null
    and exists (select from public.properties p where p.id = other.property_id
      and (private.is_agent() or p.status in ('available', 'sold') and (not p.hide_bid_list or private.is_specified())))
  order by other.number;
$$;

create or replace function public.my_bids(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('outcome', 'found', 'properties', jsonb_agg(jsonb_build_object(
      'property_id', p.id, 'title', p.title, 'status', case when p.status in ('available', 'sold') then p.status end,
      'number', own.number,
      'bids', (select jsonb_agg(jsonb_build_object('id', b.id, 'amount', b.amount, 'created_at', b.created_at, 'visibility', b.visibility,
          'withdrawn_at', b.withdrawn_at, 'conditions', d.conditions) order by b.created_at, b.id)
        from public.property_bids b left join public.bid_details d on d.bid_id = b.id where b.bidder_id = own.id)) order by p.created_at, p.id))
    from private.bidder_contacts c join public.bidders o on o.id = c.bidder_id join public.bidders own on own.id = coalesce(o.joined_to, o.id)
      join public.properties p on p.id = c.property_id
    where c.key_hash = private.hash_of_key(my_bids.key) having count(*) > 0), '{"outcome": "none"}');
$$;

create or replace function public.open_contact(bidder_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  contact private.bidder_contacts;
begin
  perform private.estate_agent(acting_as);
  select c.* into contact from private.bidder_contacts c where c.bidder_id = open_contact.bidder_id;
  if contact.bidder_id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  perform private.add_to_trail('read', 'bidders', 'YSTAD', contact.bidder_id::text, null, jsonb_build_object('property_id', contact.property_id));
  return jsonb_build_object('outcome', 'opened', 'email', contact.email, 'phone', contact.phone);
end;
$$;

create or replace function public.place_bid(bid jsonb, bidder jsonb, key text, accepted jsonb DEFAULT '[]'::jsonb)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  event uuid;
  answer jsonb;
  property public.properties;
  highest numeric;
  bidder_id uuid;
  wanted text := 'public';
  added public.property_bids;
begin
  perform private.check_bid(bid);
  if coalesce(key, '') !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse('unreadable-value', 'key');
  end if;
  event := (bid ->> 'id')::uuid;
  answer := private.answer_of(event, 'place_bid', hash);
  if answer is not null then
    return answer;
  end if;
  select p.* into property from public.properties p where p.id = (bid ->> 'property_id')::uuid for update;
  if property.status is distinct from 'available' then
    return jsonb_build_object('outcome', 'closed', 'status', case when property.status = 'sold' then 'sold' end);
  elsif property.bid_mode = 'open' then
    perform private.refuse('bid-by-insert');
  end if;
  if bid -> 'is_hidden' = 'true' then
    wanted := 'hidden';
  elsif property.bid_release = 'by_agent' then
    wanted := 'waiting';
  end if;
  highest := private.highest_bid(property.id);
  if wanted <> 'hidden' and property.higher_only and (bid ->> 'amount')::numeric < highest + property.bid_step then
    return jsonb_build_object('outcome', 'too_low', 'at_least', highest + property.bid_step);
  elsif (bid ->> 'amount')::numeric < coalesce(property.min_bid, property.price) / 2
    and not exists (select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a ->> 'code' = 'far-below') then
    return jsonb_build_object('outcome', 'warnings', 'warnings', jsonb_build_array(jsonb_build_object('code', 'far-below')));
  end if;
  select coalesce(b.joined_to, b.id) into bidder_id from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
    where c.property_id = property.id and c.key_hash = hash;
  if bidder_id is null then
    bidder_id := private.new_bidder(property.id, bidder, hash);
    if wanted = 'public' and private.is_known_contact(bidder_id) then
      wanted := 'waiting';
    end if;
  end if;
  added := private.add_bid(bid - 'received_at', bidder_id, wanted, 'web', null);
  return private.keep_answer(event, 'place_bid', hash, jsonb_build_object('outcome', 'placed', 'visibility', added.visibility,
    'number', case when added.visibility = 'public' then (select b.number from public.bidders b where b.id = bidder_id) end));
end;
$$;

create or replace function public.record_sale_event(property_id uuid, event_id uuid, kind text, expected text, bid_id uuid, newest_seen_bid_id uuid, day date, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_sale_event', private.id_key(agent));
  property public.properties;
  state text;
  sale public.property_sales;
  bid public.property_bids;
  newer jsonb;
begin
  if answer is not null then
    return answer;
  elsif kind is null or kind not in ('accepted', 'acceptance_undone', 'contract_signed', 'contract_undone', 'assignment_ended') then
    perform private.refuse('unreadable-value', 'kind');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  select p.* into property from public.properties p where p.id = record_sale_event.property_id for update;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  state := private.sale_state(property);
  select s.* into sale from public.property_sales s where s.property_id = property.id and s.undone_at is null;
  if (kind = 'accepted' and sale.bid_id = record_sale_event.bid_id) or (kind = 'acceptance_undone' and state = 'available')
    or (kind = 'contract_signed' and state = 'sold') or (kind = 'contract_undone' and state = 'available')
    or (kind = 'assignment_ended' and property.assignment_ended_on = day) then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', state);
  elsif state is distinct from expected or (kind in ('acceptance_undone', 'contract_signed') and state <> 'contract_pending')
    or (kind = 'contract_undone' and state <> 'sold') or (kind = 'accepted' and state = 'sold') then
    answer := private.change_of_sale(property.id, state);
  elsif coalesce(reason !~ '\S' or length(reason) > 1000, true)
    and (kind in ('acceptance_undone', 'contract_undone') or (kind = 'accepted' and state = 'contract_pending')) then
    perform private.refuse('no-reason', 'reason');
  elsif day is null and kind in ('contract_signed', 'assignment_ended') then
    perform private.refuse('no-contract-day', 'day');
  elsif kind = 'accepted' or kind = 'contract_signed' then
    select b.* into bid from public.property_bids b
      where b.id = case kind when 'accepted' then record_sale_event.bid_id else sale.bid_id end and b.property_id = property.id;
    newer := case kind when 'accepted' then private.newer_bids(property.id, newest_seen_bid_id) end;
    if bid.id is null then
      perform private.refuse('no-such-bid');
    elsif bid.withdrawn_at is not null then
      answer := jsonb_build_object('outcome', 'withdrawn', 'at', bid.withdrawn_at);
    elsif newer is not null then
      -- Nothing is kept: the agent looks, and asks again.
      return jsonb_build_object('outcome', 'newer_bids', 'bids', newer);
    end if;
  end if;
  if answer is null then
    perform private.begin_sale_event(event_id, agent);
    state := private.take_sale_step(property, kind, bid.id, day, agent);
    perform private.note_sale(property.id, kind, coalesce(bid.id, sale.bid_id),
      jsonb_strip_nulls(jsonb_build_object('reason', reason, 'day', day, 'instead_of', case when kind = 'accepted' then sale.bid_id end)));
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'recorded', 'status', state);
  end if;
  return private.keep_answer(event_id, 'record_sale_event', private.id_key(agent), answer);
end;
$$;

create or replace function public.set_bid_visibility(bid_id uuid, event_id uuid, expected text, visibility text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_bid_visibility', private.id_key(agent));
  bid public.property_bids;
begin
  if answer is not null then
    return answer;
  elsif visibility is null or visibility not in ('public', 'hidden') then
    perform private.refuse('unreadable-value', 'visibility');
  end if;
  perform from public.properties p where p.id = (select b.property_id from public.property_bids b where b.id = set_bid_visibility.bid_id) for update;
  select b.* into bid from public.property_bids b where b.id = set_bid_visibility.bid_id for update;
  if bid.id is null or bid.bidder_id is null then
    perform private.refuse('no-such-bid');
  elsif bid.visibility = set_bid_visibility.visibility then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif bid.visibility is distinct from expected then
    answer := private.change_of_sale(bid.property_id, bid.visibility);
  else
    perform private.begin_sale_event(event_id, agent);
    update public.property_bids b set visibility = set_bid_visibility.visibility,
        bidder_name = case when set_bid_visibility.visibility = 'public' then private.public_name(b.bidder_id) else b.bidder_name end
      where b.id = bid.id;
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'set', 'visibility', visibility);
  end if;
  return private.keep_answer(event_id, 'set_bid_visibility', private.id_key(agent), answer);
end;
$$;

create or replace function public.withdraw_bid(bid_id uuid, event_id uuid, key text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  agent text;
  caller text := hash;
  answer jsonb;
  bid public.property_bids;
  property public.properties;
begin
  if key is null then
    agent := private.estate_agent(acting_as);
    caller := private.id_key(agent);
  end if;
  answer := private.answer_of(event_id, 'withdraw_bid', caller);
  if answer is not null then
    return answer;
  end if;
  select b.* into bid from public.property_bids b where b.id = withdraw_bid.bid_id;
  if bid.bidder_id is null or (key is not null and not exists (
      select from private.bidder_contacts c join public.bidders o on o.id = c.bidder_id
      where c.key_hash = hash and c.property_id = bid.property_id and bid.bidder_id in (o.id, o.joined_to))) then
    perform private.refuse('no-such-bid');
  end if;
  select p.* into property from public.properties p where p.id = bid.property_id for update;
  select b.* into bid from public.property_bids b where b.id = withdraw_bid.bid_id for update;
  if bid.withdrawn_at is not null then
    answer := jsonb_build_object('outcome', 'unchanged', 'at', bid.withdrawn_at);
  elsif property.status = 'sold' then
    answer := jsonb_build_object('outcome', 'closed', 'status', 'sold');
  else
    perform private.begin_sale_event(event_id, agent);
    update public.property_bids b set withdrawn_at = clock_timestamp() where b.id = bid.id returning b.* into bid;
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'withdrawn', 'at', bid.withdrawn_at);
  end if;
  return private.keep_answer(event_id, 'withdraw_bid', caller, answer);
end;
$$;

create table private.bidder_contacts (
  bidder_id uuid not null,
  property_id uuid not null,
  email text,
  phone text,
  key_hash text
);

create table public.sale_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  property_id uuid not null,
  bid_id uuid,
  kind text not null,
  by text,
  at timestamp with time zone default clock_timestamp() not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  data jsonb default '{}'::jsonb not null,
  batch_id uuid
);

create table public.bid_details (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  bid_id uuid not null,
  conditions text,
  entered_by text
);

create table public.estate_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text default 'YSTAD'::text not null,
  bid_mode text default 'open'::text not null,
  higher_only boolean default false not null,
  bid_step numeric default 1 not null,
  bid_release text default 'at_once'::text not null,
  hidden_bids boolean default false not null,
  contract_step boolean default false not null
);

create table public.bidders (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  property_id uuid not null,
  number integer,
  name text not null,
  joined_to uuid
);

create table public.property_sales (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  property_id uuid not null,
  bid_id uuid not null,
  accepted_by text,
  accepted_at timestamp with time zone default clock_timestamp() not null,
  contract_signed_on date,
  undone_at timestamp with time zone
);

insert into public.estate_settings default values;

alter table public.properties add column bid_mode text default private.estate_rule('bid_mode'::text) not null;

alter table public.properties add column higher_only boolean default (private.estate_rule('higher_only'::text))::boolean not null;

alter table public.properties add column bid_step numeric default (private.estate_rule('bid_step'::text))::numeric not null;

alter table public.properties add column bid_release text default private.estate_rule('bid_release'::text) not null;

alter table public.properties add column hidden_bids boolean default (private.estate_rule('hidden_bids'::text))::boolean not null;

alter table public.properties add column contract_step boolean default (private.estate_rule('contract_step'::text))::boolean not null;

alter table public.properties add column contract_pending boolean default false not null;

alter table public.properties add column assignment_ended_on date;

alter table public.property_bids add column bidder_id uuid;

alter table public.property_bids add column visibility text default 'public'::text not null;

alter table public.property_bids add column has_conditions boolean default false not null;

alter table public.property_bids add column source text default 'web'::text not null;

alter table public.property_bids add column received_at timestamp with time zone;

alter table public.property_bids add column withdrawn_at timestamp with time zone;

alter table public.property_bids drop constraint property_bids_moments;

alter table public.property_bids add constraint property_bids_moments check ((private.is_moment(created_at) and private.is_moment(received_at) and private.is_moment(withdrawn_at))) not valid;

alter table public.estate_settings add constraint estate_settings_pkey primary key (id);

alter table public.sale_events add constraint sale_events_pkey primary key (id);

alter table public.bidders add constraint bidders_pkey primary key (id);

alter table private.bidder_contacts add constraint bidder_contacts_pkey primary key (bidder_id);

alter table public.property_sales add constraint property_sales_pkey primary key (id);

alter table public.bid_details add constraint bid_details_pkey primary key (id);

alter table public.estate_settings add constraint estate_settings_project_key unique (project_id);

alter table public.bidders add constraint bidders_id_property_key unique (id, property_id);

alter table public.bidders add constraint bidders_number_key unique (property_id, number);

alter table private.bidder_contacts add constraint bidder_contacts_key_key unique (property_id, key_hash);

alter table public.bid_details add constraint bid_details_bid_key unique (bid_id);

alter table public.estate_settings add constraint estate_settings_project_length check (((project_id ~ '\S'::text) and (length(project_id) <= 64)));

alter table public.estate_settings add constraint estate_settings_bid_mode check ((bid_mode = any (array['open'::text, 'broker'::text])));

alter table public.estate_settings add constraint estate_settings_bid_step_range check (((bid_step > (0)::numeric) and (bid_step <= ('1000000000000'::bigint)::numeric)));

alter table public.estate_settings add constraint estate_settings_bid_release check ((bid_release = any (array['at_once'::text, 'by_agent'::text])));

alter table public.estate_settings add constraint estate_settings_moments check (private.is_moment(created_at));

alter table public.properties add constraint properties_bid_mode check ((bid_mode = any (array['open'::text, 'broker'::text])));

alter table public.properties add constraint properties_bid_step_range check (((bid_step > (0)::numeric) and (bid_step <= ('1000000000000'::bigint)::numeric)));

alter table public.properties add constraint properties_bid_release check ((bid_release = any (array['at_once'::text, 'by_agent'::text])));

alter table public.properties add constraint properties_assignment_ended_on_range check (((assignment_ended_on >= '1900-01-01'::date) and (assignment_ended_on <= '9999-12-31'::date)));

alter table public.sale_events add constraint sale_events_kind check ((kind = any (array['bid_placed'::text, 'bid_shown'::text, 'bid_hidden'::text, 'bid_withdrawn'::text, 'bidders_joined'::text, 'accepted'::text, 'acceptance_undone'::text, 'contract_signed'::text, 'contract_undone'::text, 'assignment_ended'::text, 'rule_changed'::text, 'list_hidden'::text, 'list_shown'::text, 'list_printed'::text, 'viewing_changed'::text])));

alter table public.sale_events add constraint sale_events_lengths check ((length(by) <= 320));

alter table public.sale_events add constraint sale_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.sale_events add constraint sale_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.bidders add constraint bidders_number_range check ((number > 0));

alter table public.bidders add constraint bidders_name_length check (((name ~ '\S'::text) and (length(name) <= 200)));

alter table public.bidders add constraint bidders_not_joined_to_itself check ((joined_to <> id));

alter table public.bidders add constraint bidders_moments check (private.is_moment(created_at));

alter table private.bidder_contacts add constraint bidder_contacts_lengths check (((length(email) <= 320) and (length(phone) <= 50)));

alter table public.property_bids add constraint property_bids_visibility check ((visibility = any (array['waiting'::text, 'public'::text, 'hidden'::text])));

alter table public.property_bids add constraint property_bids_source check ((source = any (array['web'::text, 'agent'::text])));

alter table public.property_sales add constraint property_sales_lengths check ((length(accepted_by) <= 320));

alter table public.property_sales add constraint property_sales_contract_signed_on_range check (((contract_signed_on >= '1900-01-01'::date) and (contract_signed_on <= '9999-12-31'::date)));

alter table public.property_sales add constraint property_sales_moments check ((private.is_moment(created_at) and private.is_moment(accepted_at) and private.is_moment(undone_at)));

alter table public.bid_details add constraint bid_details_lengths check (((length(conditions) <= 1000) and (length(entered_by) <= 320)));

alter table public.bid_details add constraint bid_details_moments check (private.is_moment(created_at));

alter table public.bidders add constraint bidders_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade;

alter table public.bidders add constraint bidders_joined_to_fkey foreign key (joined_to, property_id) references public.bidders(id, property_id) on delete set null (joined_to);

alter table private.bidder_contacts add constraint bidder_contacts_bidder_id_fkey foreign key (bidder_id) references public.bidders(id) on delete cascade;

alter table public.property_bids add constraint property_bids_bidder_id_fkey foreign key (bidder_id) references public.bidders(id) on delete set null;

alter table public.property_sales add constraint property_sales_bid_fkey foreign key (bid_id, property_id) references public.property_bids(id, property_id) on delete cascade;

alter table public.bid_details add constraint bid_details_bid_id_fkey foreign key (bid_id) references public.property_bids(id) on delete cascade;

create index sale_events_property_newest_idx on public.sale_events (property_id, at desc, id desc);

create index bidders_joined_to_idx on public.bidders (joined_to, property_id);

create index bidder_contacts_key_idx on private.bidder_contacts (key_hash);

create index property_bids_bidder_idx on public.property_bids (bidder_id);

create index property_bids_newest_idx on public.property_bids (property_id, created_at, id);

create unique index property_sales_one_standing_key on public.property_sales (property_id) where undone_at is null;

create index property_sales_bid_idx on public.property_sales (bid_id, property_id);

create trigger bid_details_write_trail after insert or delete or update on public.bid_details for each row execute function private.write_trail('YSTAD');

create trigger bidders_write_trail after insert or delete or update on public.bidders for each row execute function private.write_trail('YSTAD');

create trigger estate_settings_write_trail after insert or delete or update on public.estate_settings for each row execute function private.write_trail('YSTAD');

create trigger properties_keep_bids before delete on public.properties
  for each row execute function private.keep_broker_bids();

create trigger properties_keep_sale before update on public.properties
  for each row execute function private.keep_sale();

create trigger properties_note_rules after update on public.properties
  for each row execute function private.note_bidding_rules();

create trigger property_bids_keep_acceptance before update of accepted on public.property_bids
  for each row when (old.accepted is distinct from new.accepted) execute function private.keep_acceptance();

create trigger property_bids_note after insert or update on public.property_bids
  for each row execute function private.note_bid();

create trigger property_sales_write_trail after insert or delete or update on public.property_sales for each row execute function private.write_trail('YSTAD');

create trigger sale_events_only_grow before update on public.sale_events
  for each row when (old.* is distinct from new.*) execute function private.keep_status_events();

alter table private.bidder_contacts enable row level security;

alter table public.bidders enable row level security;

alter table public.bid_details enable row level security;

alter table public.estate_settings enable row level security;

alter table public.property_sales enable row level security;

alter table public.sale_events enable row level security;

drop policy "Everybody places bids of now, not accepted ones" on public.property_bids;

create policy "Everybody places bids of now, not accepted ones" on public.property_bids
  for insert to anon, authenticated
  with check (not accepted and created_at = now() and visibility = 'public' and source = 'web' and not has_conditions
    and bidder_id is null and received_at is null and withdrawn_at is null);

create policy "Agents read the rules of new properties" on public.estate_settings
  for select to authenticated
  using ((select private.is_agent()));

create policy "Agents read the history of sales" on public.sale_events
  for select to authenticated
  using ((select private.is_agent()));

create policy "Agents read who bids" on public.bidders
  for select to authenticated
  using ((select private.is_agent()));

create policy "Everybody reads public bids of open lists, agents all" on public.property_bids
  for select to anon, authenticated
  using (
    (select private.is_agent())
    or (visibility = 'public' and ((select private.is_specified())
      or exists (select from public.properties p where p.id = property_id and not p.hide_bid_list))));

create policy "Agents read sales" on public.property_sales
  for select to authenticated
  using ((select private.is_agent()));

create policy "Agents read the conditions of bids" on public.bid_details
  for select to authenticated
  using ((select private.is_agent()));

grant execute on function private.estate_rule(text) to authenticated;

grant execute on function private.estate_rule(text) to service_role;

grant execute on function public.bid_list(uuid,text,uuid,text) to authenticated;

grant execute on function public.enter_bid(jsonb,jsonb,text) to authenticated;

grant execute on function public.join_bidders(uuid,uuid,uuid,uuid,text,text) to authenticated;

grant execute on function public.list_joined_bidders(uuid) to anon;

grant execute on function public.list_joined_bidders(uuid) to authenticated;

grant execute on function public.my_bids(text) to anon;

grant execute on function public.my_bids(text) to authenticated;

grant execute on function public.open_contact(uuid,text) to authenticated;

grant execute on function public.place_bid(jsonb,jsonb,text,jsonb) to anon;

grant execute on function public.place_bid(jsonb,jsonb,text,jsonb) to authenticated;

grant execute on function public.record_sale_event(uuid,uuid,text,text,uuid,uuid,date,text,text) to authenticated;

grant execute on function public.set_bid_visibility(uuid,uuid,text,text,text) to authenticated;

grant execute on function public.withdraw_bid(uuid,uuid,text,text) to anon;

grant execute on function public.withdraw_bid(uuid,uuid,text,text) to authenticated;

comment on table private.bidder_contacts is 'Contacts of bidders, which agents open one by one, and hashes of the keys that their devices hold.';

comment on table public.bidders is 'Bidders of a property, by name; numbered in the order of their first public bids.';

comment on table public.bid_details is 'Conditions of bids, and the agents who entered bids that came by phone.';

comment on table public.estate_settings is 'Rules of bidding that a new property takes where its agent names none; one row.';

comment on table public.property_sales is 'Acceptances of bids: by whom, the day of the contract, and when an acceptance or a contract was undone. One of a property stands.';

comment on table public.sale_events is 'What happened in the sale of a property; written by the database, only added to.';

comment on column public.bidders.number is 'Null until a bid of the bidder is public: a gap would give a hidden bidder away.';

comment on column public.bidders.joined_to is 'The bidder that this one is: one person with two keys.';

comment on column public.property_bids.received_at is 'When the bid came to the agent; null: at `created_at`.';

comment on function private.text_in(jsonb,text) is 'A typed text of a call''s argument without spaces around it; null for an empty one.';

comment on function private.change_of_sale(uuid,text) is 'The answer to a step that somebody else was faster than.';

comment on function private.highest_bid(uuid) is 'The highest bid that counts: public, and not withdrawn.';

comment on function private.estate_agent(text) is 'The e-mail of the agent who calls a function, in both profiles; anybody else, and a name that is not the caller''s, is refused (42501).';

comment on function private.new_bidder(uuid,jsonb,text) is 'Adds a bidder with a name, and an e-mail address or a phone number.';

comment on function private.is_known_contact(uuid) is 'Whether another bidder of the property has the e-mail address or the phone number.';

comment on function private.public_name(uuid) is 'What the public may read of a bidder: the number, which the first public bid gives. Its property is locked.';

comment on function private.check_bid(jsonb) is 'Refuses a bid without an amount, an id or a property.';

comment on function public.place_bid(jsonb,jsonb,text,jsonb) is 'A visitor bids on a broker''s list. Of two bids at once the second is measured by the first; hidden and waiting bids measure nobody.';

comment on function public.enter_bid(jsonb,jsonb,text) is 'An agent notes a bid that came by phone with its time, in every state of the property.';

comment on function public.set_bid_visibility(uuid,uuid,text,text,text) is 'An agent shows a bid to the public or hides it. The first bid shown gives its bidder a number.';

comment on function public.list_joined_bidders(uuid) is 'Numbers that are one bidder, for `Bidder 3 is Bidder 2`, where the caller may read the bids.';

comment on function public.withdraw_bid(uuid,uuid,text,text) is 'Withdraws a bid, by the key of its bidder or by an agent: it is struck through and kept, and counts for nothing.';

comment on function public.join_bidders(uuid,uuid,uuid,uuid,text,text) is 'Two bidders who are one person. What the public read of each stays as it was.';

comment on function public.my_bids(text) is 'The bids of the key that a bidder''s device made, with their conditions.';

comment on function public.open_contact(uuid,text) is 'An agent reads how to reach a bidder, after the trail has who does.';

comment on function private.estate_rule(text) is 'A rule of bidding as a new property starts with it; that of document 2 where there are no settings.';

comment on function private.newer_bids(uuid,uuid) is 'The bids that came after the newest one on an agent''s screen, in the order of time.';

comment on function private.sell(uuid,uuid) is 'Sells a property by a bid.';

comment on function public.record_sale_event(uuid,uuid,text,text,uuid,uuid,date,text,text) is 'An agent accepts a bid, notes the contract, undoes either, or ends the assignment. An acceptance from an old list is told of newer bids first.';

comment on function public.bid_list(uuid,text,uuid,text) is 'All bids in the order of time with their conditions, hidden and withdrawn ones marked. Seller and buyer get it when the assignment has ended, before that an anonymous one.';

comment on function private.sale_event() is 'The event {id, by, data} of a rule that is under way; null for a change by the table API.';

comment on function private.begin_sale_event(uuid,text,jsonb) is 'What triggers write from here on belongs to this event.';

comment on function private.end_sale_event() is 'Ends the event that a rule began.';

comment on function private.note_sale(uuid,text,uuid,jsonb) is 'Notes what happened in a sale, under the id of the rule that did it.';

comment on function private.note_bid() is 'Notes bids and acceptances, from whichever way in they come, in the transaction that makes them.';

comment on function private.keep_acceptance() is 'A withdrawn bid is not accepted, and with a contract step an acceptance comes and goes by its rule alone.';

comment on function private.keep_sale() is 'A form changes neither a sale under way nor the way of bidding after the first bid; public.record_sale_event does the steps.';

comment on function private.keep_broker_bids() is 'The list of bids that an agent keeps outlives the wish to remove its property.';

comment on function private.note_bidding_rules() is 'Notes rules of bidding that an agent changed, and when the public saw the bids.';

comment on function private.erase_estate(integer) is 'Erases bidders and conditions ten years after the assignment ended, at most so many bidders. Gives how many.';

comment on function private.accept_bid(public.properties,uuid,text) is 'A bid is accepted in the place of the one before: the contract is prepared, or without such a step the property is sold.';

comment on function private.take_sale_step(public.properties,text,uuid,date,text) is 'Takes a step that fits the state of a sale. Gives the state after it.';

comment on function private.sale_state(public.properties) is 'The state of a sale: the property''s status, or that its contract is being prepared.';

comment on function private.add_bid(jsonb,uuid,text,text,text) is 'Adds a bid with its conditions, under the lock of its property, so that bids come one after another.';

alter publication supabase_realtime add table public.property_sales;

alter publication supabase_realtime add table public.sale_events;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('bid_details', '', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('bidders', '', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('estate_settings', '', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('property_sales', '', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('sale_events', '', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

select private.grant_for_profile();
