-- Photos of properties and of faults of cars, viewings with sign-ups, followers by mail, links for bidders who lost theirs, and what agents
-- may have told by mail and webhook (document 5 §4, §5).

set local check_function_bodies = off;

drop policy "Attendants store photos of shifts, staff those a fine lists" on storage.objects;

drop policy "Photos are read with their shift, fine or objection" on storage.objects;

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
  return cardinality(over) + private.erase_visitors(most);
end;
$$;

create or replace function private.erase_taxi(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  turns integer;
  events integer;
  faults integer;
begin
  delete from public.vehicle_turns t where t.id in (
    select o.id from public.vehicle_turns o where o.ended_at < now() - interval '24 months' order by o.ended_at limit most);
  get diagnostics turns = row_count;
  delete from public.vehicle_events e where e.id in (
    select o.id from public.vehicle_events o where o.at < now() - interval '24 months' order by o.at limit most);
  get diagnostics events = row_count;
  delete from public.vehicle_faults f where f.id in (
    select o.id from public.vehicle_faults o where o.fixed_at < now() - interval '24 months' order by o.fixed_at limit most);
  get diagnostics faults = row_count;
  -- Their files go with the sweep: no row names them any more.
  update public.vehicle_faults f set photos = '{}' where f.id in (
    select o.id from public.vehicle_faults o where o.fixed_at < now() - interval '6 months' and o.photos <> '{}' limit most);
  return greatest(turns, events, faults);
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
  perform private.check_contact(name, email, phone);
  insert into public.bidders (property_id, name) values (property, name) returning bidders.id into id;
  insert into private.bidder_contacts (bidder_id, property_id, email, phone, key_hash) values (id, property, email, phone, key_hash);
  return id;
end;
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
    perform private.tell_bidders_of_withdrawal(new);
    if new.visibility = 'public' then
      perform private.tell_agents('bid_withdrawn', new.property_id, jsonb_build_object('bidder', case when new.bidder_id is not null then new.bidder_name end, 'amount', new.amount));
    end if;
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
    ('company-decides', 'PK005', 'Utgivare och betalsätt är företagets och ändras där.'),
    ('company-unnamed', 'PK008', 'Ange företagets namn och betalsätt först.'),
    ('no-such-handler', 'PK007', 'Handläggaren finns inte.'),
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
    ('too-many-units-in-all', 'PK008', 'Dispatch has 500 units at most.'),
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
    ('no-bid-email', 'PK008', 'Enter a valid email address.'),
    ('no-such-signup', 'PK007', 'The sign-up is not there.'),
    ('no-viewing-time', 'PK008', 'Enter when the viewing begins and ends.'),
    ('car-taken', 'PK005', 'Denna plats är redan upptagen av en annan chaufför'),
    ('car-out-of-service', 'PK005', 'Bilen är ur trafik: %s'),
    ('no-handover', 'PK005', 'Ange mätarställningen när du tar bilen.'),
    ('no-such-car', 'PK007', 'Bilen finns inte.'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('too-many-fault-photos', 'PK008', 'Högst 6 foton.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
    ('protected-person', 'PK005', 'Kontot är skyddat och kan inte inaktiveras.'),
    ('own-person', 'PK005', 'Ingen inaktiverar sitt eget konto.'),
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

create or replace function private.report_faults(vehicle public.vehicles, turn uuid, faults jsonb, by text)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
declare
  fault jsonb;
  is_grave boolean := false;
begin
  for fault in select f.value from jsonb_array_elements(private.list_in(faults, 'faults')) f limit 20 loop
    if coalesce(fault ->> 'text', '') !~ '\S' or length(fault ->> 'text') > 2000
      or coalesce(fault ->> 'severity', 'remark') not in ('remark', 'not_to_be_driven') then
      perform private.refuse('no-fault-text', 'faults');
    end if;
    insert into public.vehicle_faults (id, project_id, vehicle_id, turn_id, text, severity, reported_by, photos)
      values (coalesce((fault ->> 'id')::uuid, gen_random_uuid()), vehicle.project_id, vehicle.id, turn, fault ->> 'text',
        coalesce(fault ->> 'severity', 'remark'), by, private.fault_photos(fault))
      on conflict (id) do nothing;
    is_grave := is_grave or fault ->> 'severity' = 'not_to_be_driven';
    perform private.note_vehicle(vehicle, turn, 'fault_reported', by, clock_timestamp(), fault - '{id,photos}'::text[]);
  end loop;
  if is_grave and not exists (select from public.vehicle_turns t where t.vehicle_id = vehicle.id and t.ended_at is null) then
    update public.vehicles v set state = 'out_of_service', state_reason = left((select f.value ->> 'text' from jsonb_array_elements(faults) f
        where f.value ->> 'severity' = 'not_to_be_driven' limit 1), 500)
      where v.id = vehicle.id and v.state = 'in_service';
  end if;
  return is_grave;
end;
$$;

create or replace function private.run_due()
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  -- One process of many; the next minute comes soon enough.
  if not pg_try_advisory_xact_lock(hashtextextended('run due', 0)) then
    return false;
  end if;
  perform private.take_off_duty();
  perform private.end_due_turns();
  perform private.tell_followers();
  return true;
end;
$$;

create or replace function private.take_messages(channels text[], most integer, lease interval)
  returns TABLE(id uuid, channel text, event text, facts jsonb, attempts integer, age double precision, hook_id uuid, hook jsonb, email text, reply text, public_key text, issuer_name text, link_key text)
  language sql
  set search_path = ''
as $$
  with turns as (
    select o.id, row_number() over (partition by o.site_id, o.project_id order by o.due_at, o.number) as turn
    from public.outbox o
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
      and case o.channel when 'account-mail' then 'mail' else o.channel end = any (channels)
      and not exists (
        select from public.outbox e
        where e.about = o.about and e.hook_id is not distinct from o.hook_id and e.number < o.number
          and e.sent_at is null and e.gave_up_at is null)
  ), due as (
    select o.id from public.outbox o join turns t on t.id = o.id
    -- Once more, for what another process took meanwhile.
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
    order by t.turn, o.due_at, o.number
    limit most
    for update of o skip locked
  ), taken as (
    update public.outbox o
    set attempts = o.attempts + 1, due_at = now() + lease
    from due where o.id = due.id
    returning o.*
  )
  select t.id, case t.channel when 'account-mail' then 'mail' else t.channel end, t.event, t.facts || jsonb_build_object('project', t.project_id) || coalesce(m.facts, '{}'), t.attempts,
    extract(epoch from now() - t.tried_since)::float8 * 1000, t.hook_id,
    case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
      'events', h.events, 'address', a.address) end,
    case when h.id is not null then (private.settings_of(t.project_id)).contact_email else coalesce(o.email, u.email, m.email) end,
    o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name,
    case when l.used_at is null and l.ended_at is null then coalesce(private.link_key(l.id), m.link_key) end
  from taken t
  left join public.message_hooks h on h.id = t.hook_id
  left join private.hook_addresses a on a.hook_id = t.hook_id
  left join public.fines f on f.id = t.fine_id
  left join private.account_links l on l.id = t.id
  left join auth.users u on u.id = l.account_id
  left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
  left join lateral private.estate_mail_of(t.id, t.event, t.about) m on t.channel = 'estate-mail'
  order by t.number;
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
      perform private.tell_agents('property_sold', property.id, '{}');
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

create or replace function private.tell_hooks(event text, project text, site uuid, about uuid, fine uuid, facts jsonb, plate text DEFAULT NULL::text, name text DEFAULT NULL::text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (project_id, hook_id, fine_id, about, channel, event, facts)
  select project, h.id, fine, about, h.channel, event, facts
    || case when h.with_plate and plate is not null then jsonb_build_object('plate', plate) else '{}' end
    || case when h.with_name and name is not null then jsonb_build_object('name', name) else '{}' end
  from public.message_hooks h
  where h.is_active and tell_hooks.event = any (h.events)
    -- Of units and calls the dispatch centre is told and nobody else, and of nothing else: its admins read no cases.
    and (tell_hooks.event in ('unit_status', 'call_received', 'alarm_raised')) = (project = '721075')
    and (tell_hooks.event in ('bid_withdrawn', 'property_sold', 'viewing_changed')) = (project = 'YSTAD')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;

create or replace function public.my_bids(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
begin
  -- A link that a mail brought takes the place of the lost key when its holder opens it.
  if exists (select from private.bidder_contacts c where c.next_key_hash = hash) then
    update private.bidder_contacts c set key_hash = hash, next_key_hash = null where c.next_key_hash = hash;
  end if;
  return (
    select coalesce((
      select jsonb_build_object('outcome', 'found', 'properties', jsonb_agg(jsonb_build_object(
        'property_id', p.id, 'title', p.title, 'status', case when p.status in ('available', 'sold') then p.status end,
        'number', own.number,
        'bids', (select jsonb_agg(jsonb_build_object('id', b.id, 'amount', b.amount, 'created_at', b.created_at, 'visibility', b.visibility,
            'withdrawn_at', b.withdrawn_at, 'conditions', d.conditions) order by b.created_at, b.id)
          from public.property_bids b left join public.bid_details d on d.bid_id = b.id where b.bidder_id = own.id)) order by p.created_at, p.id))
      from private.bidder_contacts c join public.bidders o on o.id = c.bidder_id join public.bidders own on own.id = coalesce(o.joined_to, o.id)
        join public.properties p on p.id = c.property_id
      where c.key_hash = hash having count(*) > 0), '{"outcome": "none"}'));
end;
$$;

create or replace function public.place_bid(bid jsonb, bidder jsonb, key text, accepted jsonb DEFAULT '[]'::jsonb)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  event uuid;
  answer jsonb;
  property public.properties;
  highest numeric;
  bidder_id uuid;
  wanted text := 'public';
  added public.property_bids;
begin
  perform private.check_bid(bid);
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

create or replace function public.send_message_again(message_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  message public.outbox;
begin
  select o.* into message from public.outbox o where o.id = message_id and private.sends_messages_of(o.project_id, o.site_id) for update;
  if message.id is null then
    perform private.refuse_stranger();
  end if;
  if message.gave_up_at is null then
    return;
  end if;
  update public.outbox set gave_up_at = null, attempts = 0, due_at = now(), tried_since = now() where id = message.id;
  perform private.add_to_trail('update', 'outbox', message.project_id, message.id::text,
    jsonb_build_object('gave_up_at', message.gave_up_at), jsonb_build_object('gave_up_at', null));
end;
$$;

create or replace function public.send_test_message(hook_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h
    where h.id = send_test_message.hook_id and private.sends_messages_of(h.project_id, h.site_id) for update;
  if hook.id is null then
    perform private.refuse_stranger();
  end if;
  if hook.channel = 'mail' and not coalesce((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(hook.project_id)).contact_email), false) then
    perform private.refuse('mail-off', 'channel');
  end if;
  -- Pressed again while it waits, it goes once.
  if not exists (select from public.outbox o where o.hook_id = hook.id and o.event = 'test' and o.sent_at is null and o.gave_up_at is null) then
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
      values (hook.project_id, hook.id, hook.id, hook.channel, 'test', jsonb_build_object('project', hook.project_id));
  end if;
end;
$$;

create or replace function private.check_contact(name text, email text, phone text)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if coalesce(length(name) not between 1 and 200, true) then
    perform private.refuse('no-bid-name', 'name');
  elsif coalesce(email, phone) is null or length(phone) > 50 or (email is not null and not private.is_mail_address(email)) then
    perform private.refuse('no-bid-contact', case when email is null then 'phone' else 'email' end);
  end if;
end;
$$;

create or replace function private.check_key(key text)
  returns text
  language plpgsql stable
  set search_path = ''
as $$
begin
  if coalesce(key, '') !~ '^[A-Za-z0-9_-]{22}$' then
    perform private.refuse('unreadable-value', 'key');
  end if;
  return private.hash_of_key(key);
end;
$$;

create or replace function private.check_viewing(fields jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  starts timestamptz;
  ends timestamptz;
begin
  begin
    starts := (fields ->> 'starts_at')::timestamptz;
    ends := (fields ->> 'ends_at')::timestamptz;
  exception when others then
    perform private.refuse('unreadable-value', 'starts_at');
  end;
  if starts is null or not private.is_moment(starts) then
    perform private.refuse('no-viewing-time', 'starts_at');
  elsif coalesce(not private.is_moment(ends) or ends <= starts or ends > starts + interval '24 hours', true) then
    perform private.refuse('no-viewing-time', 'ends_at');
  elsif jsonb_typeof(fields -> 'places') not in ('null', 'number')
    or (jsonb_typeof(fields -> 'places') = 'number' and ((fields ->> 'places')::numeric not between 1 and 1000
      or (fields ->> 'places')::numeric <> trunc((fields ->> 'places')::numeric))) then
    perform private.refuse('unreadable-value', 'places');
  elsif coalesce(jsonb_typeof(fields -> 'note') <> 'string', true) or length(fields ->> 'note') > 2000 then
    perform private.refuse('unreadable-value', 'note');
  elsif coalesce(jsonb_typeof(fields -> 'is_cancelled') <> 'boolean', true) then
    perform private.refuse('unreadable-value', 'is_cancelled');
  end if;
end;
$$;

create or replace function private.count_places(viewing uuid)
  returns void
  language sql
  set search_path = ''
as $$
  update public.viewings v set places_left = greatest(0, v.places - coalesce((
    select sum(s.people) from private.viewing_signups s where s.viewing_id = v.id and s.cancelled_at is null), 0))
  where v.id = viewing and v.places is not null;
$$;

create or replace function private.erase_visitors(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  more integer;
begin
  delete from private.viewing_signups s where s.id in (
    select s.id from private.viewing_signups s join public.viewings v on v.id = s.viewing_id where v.ends_at < now() - interval '3 months' limit most);
  get diagnostics gone = row_count;
  delete from private.followers f where f.id in (
    select f.id from private.followers f join public.properties p on p.id = f.property_id
    where least(f.ended_at, p.assignment_ended_on::timestamptz, case when f.confirmed_at is null then f.created_at end) < now() - interval '30 days' limit most);
  get diagnostics more = row_count;
  return gone + more;
end;
$$;

create or replace function private.estate_mail_of(message uuid, event text, about uuid)
  returns TABLE(email text, link_key text, facts jsonb)
  language sql stable
  set search_path = ''
as $$
  select c.email, case when event = 'bid_link' then case when private.hash_of_key(private.link_key(message)) in (c.next_key_hash, c.key_hash) then private.link_key(message) end end,
    jsonb_build_object('title', p.title, 'property_id', p.id)
  from private.bidder_contacts c join public.properties p on p.id = c.property_id
  where event in ('bid_link', 'bid_withdrawn') and c.bidder_id = about
  union all
  select f.email, private.link_key(f.mail_id), jsonb_build_object('title', p.title, 'property_id', p.id)
  from private.followers f join public.properties p on p.id = f.property_id
  where event in ('follow_confirm', 'follow_news') and f.id = about and f.ended_at is null
  union all
  select s.email, null, jsonb_build_object('title', p.title, 'property_id', p.id, 'starts_at', v.starts_at, 'ends_at', v.ends_at,
    'note', v.note, 'is_cancelled', v.cancelled_at is not null)
  from private.viewing_signups s join public.viewings v on v.id = s.viewing_id join public.properties p on p.id = v.property_id
  where event = 'viewing_changed' and s.id = about and s.cancelled_at is null;
$$;

create or replace function private.fault_photos(fault jsonb)
  returns text[]
  language plpgsql stable
  set search_path = ''
as $$
declare
  photos constant text[] := array(select p.value #>> '{}' from jsonb_array_elements(private.list_in(fault -> 'photos', 'faults')) p);
begin
  if cardinality(photos) > 6 then
    perform private.refuse('too-many-fault-photos', 'faults');
  elsif exists (select from unnest(photos) p where p !~ '^[^/]{1,100}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jpg$'
    or (not private.is_specified() and not starts_with(p, auth.uid()::text || '/'))) then
    perform private.refuse('unreadable-value', 'faults');
  end if;
  return photos;
end;
$$;

create or replace function private.sends_messages_of(project text, site uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$ select private.is_admin_of(project, site) or (project = 'YSTAD' and private.is_agent()); $$;

create or replace function private.tell_agents(event text, property uuid, facts jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  select private.tell_hooks(event, 'YSTAD', private.site_of('YSTAD'), property, null,
    jsonb_build_object('title', (select p.title from public.properties p where p.id = property)) || facts);
$$;

create or replace function private.tell_bidders_of_withdrawal(bid public.property_bids)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (about, channel, event, facts)
  select c.bidder_id, 'estate-mail', 'bid_withdrawn', jsonb_build_object('bidder', bid.bidder_name, 'amount', bid.amount)
  from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
  where public.may_send_links() and bid.visibility = 'public' and c.property_id = bid.property_id and c.email is not null
    and bid.bidder_id not in (b.id, coalesce(b.joined_to, b.id))
    and not exists (select from public.properties p where p.id = bid.property_id and p.hide_bid_list)
    and not exists (select from private.followers f
      where f.property_id = c.property_id and f.email = c.email and f.confirmed_at is not null and f.ended_at is null);
$$;

create or replace function private.tell_followers(until timestamp with time zone DEFAULT (clock_timestamp() - '00:00:10'::interval))
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  follower private.followers;
  news jsonb;
  told integer := 0;
begin
  for follower in
    select f.* from private.followers f
    where f.confirmed_at is not null and f.ended_at is null and (f.mailed_at is null or f.mailed_at <= until - interval '5 minutes')
      and exists (select from public.sale_events e where e.property_id = f.property_id and e.at > f.told_at and e.at <= until)
    order by f.told_at limit 2000 for update skip locked
  loop
    news := private.news_of(follower, until);
    if news is not null and public.may_send_links() then
      insert into public.outbox (about, channel, event, facts) values (follower.id, 'estate-mail', 'follow_news', jsonb_build_object('news', news));
      told := told + 1;
    end if;
    update private.followers f set told_at = until, mailed_at = case when news is null then f.mailed_at else until end where f.id = follower.id;
  end loop;
  return told;
end;
$$;

create or replace function private.tell_of_viewing(viewing uuid)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (about, channel, event)
  select s.id, 'estate-mail', 'viewing_changed' from private.viewing_signups s
  where public.may_send_links() and s.viewing_id = viewing and s.cancelled_at is null and s.email is not null
    -- The mail says what holds when it is sent.
    and not exists (select from public.outbox o where o.about = s.id and o.attempts = 0 and o.sent_at is null and o.gave_up_at is null);
$$;

create or replace function private.with_moments(fields jsonb)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select fields || coalesce((
    select jsonb_object_agg(f.key, (f.value #>> '{}')::timestamptz) from jsonb_each(fields) f where f.key in ('starts_at', 'ends_at')), '{}');
$$;

create or replace function public.cancel_signup(signup_id uuid, key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  viewing uuid;
begin
  select v.id into viewing from private.viewing_signups s join public.viewings v on v.id = s.viewing_id
    where s.id = signup_id and s.key_hash = hash for update of v;
  if viewing is null then
    perform private.refuse('no-such-signup');
  end if;
  update private.viewing_signups s set cancelled_at = clock_timestamp() where s.id = signup_id and s.cancelled_at is null;
  if not found then
    return '{"outcome": "unchanged"}';
  end if;
  perform private.count_places(viewing);
  return '{"outcome": "cancelled"}';
end;
$$;

create or replace function public.confirm_follow(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  follower private.followers;
begin
  update private.followers f set confirmed_at = coalesce(f.confirmed_at, clock_timestamp()),
      told_at = case when f.confirmed_at is null then clock_timestamp() else f.told_at end
    where f.mail_key_hash = private.hash_of_key(key) and f.ended_at is null returning f.* into follower;
  if follower.id is null then
    return '{"outcome": "none"}';
  end if;
  return jsonb_build_object('outcome', 'confirmed', 'property_id', follower.property_id);
end;
$$;

create or replace function public.end_follow(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update private.followers f set ended_at = clock_timestamp()
    where private.hash_of_key(key) in (f.mail_key_hash, f.key_hash) and f.ended_at is null;
  return jsonb_build_object('outcome', case when found then 'ended'
    when exists (select from private.followers f where f.mail_key_hash = private.hash_of_key(key)) then 'unchanged' else 'none' end);
end;
$$;

create or replace function public.follow_property(property_id uuid, follower_id uuid, email text, key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  address constant text := lower(trim(email));
  answer jsonb := private.answer_of(follower_id, 'follow_property', hash);
  message constant uuid := gen_random_uuid();
begin
  if answer is not null then
    return answer;
  elsif not public.may_send_links() then
    return '{"outcome": "no_mail"}';
  elsif not private.is_mail_address(address) then
    perform private.refuse('no-bid-email', 'email');
  end if;
  perform from public.properties p where p.id = follow_property.property_id and p.status in ('available', 'sold') for no key update;
  if not found then
    return '{"outcome": "closed"}';
  end if;
  -- Who follows already is not asked again, and nobody fills a mailbox; the answer gives neither away.
  if not exists (select from private.followers f where f.property_id = follow_property.property_id and f.email = address and f.ended_at is null)
    and (select count(*) from private.followers f where f.email = address and f.created_at > now() - interval '24 hours') < 5 then
    insert into private.followers (id, property_id, email, key_hash, mail_id, mail_key_hash)
      values (follower_id, follow_property.property_id, address, hash, message, private.hash_of_key(private.link_key(message)));
    insert into public.outbox (id, about, channel, event) values (message, follower_id, 'estate-mail', 'follow_confirm');
  end if;
  return private.keep_answer(follower_id, 'follow_property', hash, '{"outcome": "asked"}');
end;
$$;

create or replace function public.list_signups(viewing_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property uuid;
  signups jsonb;
begin
  perform private.estate_agent(acting_as);
  select v.property_id into property from public.viewings v where v.id = list_signups.viewing_id;
  if property is null then
    return '{"outcome": "gone"}';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'email', s.email, 'phone', s.phone, 'people', s.people,
      'cancelled_at', s.cancelled_at) order by s.created_at, s.id), '[]') into signups
    from private.viewing_signups s where s.viewing_id = list_signups.viewing_id;
  if signups <> '[]' then
    perform private.add_to_trail('read', 'viewings', 'YSTAD', list_signups.viewing_id::text, null, jsonb_build_object('property_id', property));
  end if;
  return jsonb_build_object('outcome', 'listed', 'signups', signups);
end;
$$;

create or replace function public.make_bid_link(bidder_id uuid, key_hash text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.estate_agent(acting_as);
  if coalesce(make_bid_link.key_hash, '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('unreadable-value', 'key_hash');
  end if;
  update private.bidder_contacts c set next_key_hash = make_bid_link.key_hash where c.bidder_id = make_bid_link.bidder_id;
  if not found then
    return '{"outcome": "gone"}';
  end if;
  perform private.add_to_trail('update', 'bidders', 'YSTAD', make_bid_link.bidder_id::text, null, '{"link": true}');
  return '{"outcome": "made"}';
end;
$$;

create or replace function public.my_viewings(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', case when count(*) > 0 then 'found' else 'none' end, 'signups', coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'viewing_id', v.id, 'property_id', p.id, 'title', p.title, 'starts_at', v.starts_at, 'ends_at', v.ends_at, 'note', v.note,
      'people', s.people, 'is_cancelled', v.cancelled_at is not null) order by v.starts_at, s.id), '[]'))
  from private.viewing_signups s join public.viewings v on v.id = s.viewing_id join public.properties p on p.id = v.property_id
  where s.key_hash = private.hash_of_key(my_viewings.key) and s.cancelled_at is null and v.ends_at > now();
$$;

create or replace function public.send_own_link(property_id uuid, email text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  message constant uuid := gen_random_uuid();
  bidder uuid;
begin
  if not public.may_send_links() then
    return '{"outcome": "no_mail"}';
  end if;
  select c.bidder_id into bidder from private.bidder_contacts c
    where c.property_id = send_own_link.property_id and c.email = lower(trim(send_own_link.email)) and c.key_hash is not null
    order by c.bidder_id limit 1 for update;
  -- Pressed again while it waits, it goes once, and nobody fills a mailbox.
  if bidder is not null and not exists (select from public.outbox o where o.about = bidder and o.event = 'bid_link' and o.sent_at is null and o.gave_up_at is null)
    and (select count(*) from public.outbox o where o.about = bidder and o.event = 'bid_link' and o.made_at > now() - interval '24 hours') < 5 then
    insert into public.outbox (id, about, channel, event) values (message, bidder, 'estate-mail', 'bid_link');
    update private.bidder_contacts c set next_key_hash = private.hash_of_key(private.link_key(message)) where c.bidder_id = bidder;
  end if;
  return '{"outcome": "sent"}';
end;
$$;

create or replace function public.set_viewing(viewing jsonb, event_id uuid, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_viewing', private.id_key(agent));
  known public.viewings;
  now_is jsonb;
  wanted jsonb;
  row_after public.viewings;
begin
  if answer is not null then
    return answer;
  elsif coalesce(jsonb_typeof(viewing) <> 'object', true) or coalesce(viewing ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'viewing');
  end if;
  select v.* into known from public.viewings v where v.id = (viewing ->> 'id')::uuid for update;
  now_is := case when known.id is not null then private.viewing_fields(known) end;
  -- Fields that the agent did not name stay as they are.
  wanted := coalesce(now_is, '{"places": null, "note": "", "is_cancelled": false}') || (viewing - '{id,property_id}'::text[]);
  perform private.check_viewing(wanted);
  wanted := private.with_moments(wanted);
  if known.id is not null and wanted = now_is then
    answer := '{"outcome": "unchanged"}';
  elsif known.id is not null and (known.cancelled_at is not null or not now_is @> private.with_moments(coalesce(expected, '{}'))) then
    answer := private.change_of_sale(known.property_id, null) || jsonb_build_object('now', now_is);
  elsif known.id is null and not exists (select from public.properties p where p.id::text = viewing ->> 'property_id') then
    return '{"outcome": "gone"}';
  else
    insert into public.viewings as v (id, property_id, starts_at, ends_at, places, places_left, note, cancelled_at)
      values ((viewing ->> 'id')::uuid, coalesce(known.property_id, (viewing ->> 'property_id')::uuid), (wanted ->> 'starts_at')::timestamptz,
        (wanted ->> 'ends_at')::timestamptz, (wanted ->> 'places')::integer, (wanted ->> 'places')::integer, wanted ->> 'note',
        case when wanted -> 'is_cancelled' = 'true' then clock_timestamp() end)
      on conflict (id) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at, places = excluded.places,
        places_left = excluded.places_left, note = excluded.note, cancelled_at = excluded.cancelled_at
      returning * into row_after;
    perform private.count_places(row_after.id);
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(row_after.property_id, 'viewing_changed', null,
      jsonb_build_object('viewing_id', row_after.id, 'before', now_is, 'after', wanted));
    perform private.end_sale_event();
    perform private.tell_agents('viewing_changed', row_after.property_id,
      jsonb_build_object('starts_at', row_after.starts_at, 'is_cancelled', row_after.cancelled_at is not null));
    if known.id is not null and (wanted - '{places}'::text[]) <> (now_is - '{places}'::text[]) then
      perform private.tell_of_viewing(row_after.id);
    end if;
    answer := '{"outcome": "set"}';
  end if;
  return private.keep_answer(event_id, 'set_viewing', private.id_key(agent), answer);
end;
$$;

create or replace function public.sign_up_for_viewing(viewing_id uuid, signup_id uuid, key text, name text, email text, phone text, people integer)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  given constant jsonb := jsonb_build_object('name', name, 'email', email, 'phone', phone);
  answer jsonb := private.answer_of(signup_id, 'sign_up_for_viewing', hash);
  viewing public.viewings;
begin
  if answer is not null then
    return answer;
  elsif coalesce(people not between 1 and 4, true) then
    perform private.refuse('unreadable-value', 'people');
  end if;
  perform private.check_contact(private.text_in(given, 'name'), lower(private.text_in(given, 'email')), private.text_in(given, 'phone'));
  select v.* into viewing from public.viewings v join public.properties p on p.id = v.property_id and p.status in ('available', 'sold')
    where v.id = sign_up_for_viewing.viewing_id for update of v;
  if viewing.id is null or viewing.cancelled_at is not null or viewing.ends_at <= clock_timestamp() then
    return '{"outcome": "over"}';
  elsif viewing.places_left < people then
    return '{"outcome": "full"}';
  end if;
  insert into private.viewing_signups (id, viewing_id, name, email, phone, people, key_hash)
    values (signup_id, viewing.id, private.text_in(given, 'name'), lower(private.text_in(given, 'email')), private.text_in(given, 'phone'), people, hash);
  perform private.count_places(viewing.id);
  return private.keep_answer(signup_id, 'sign_up_for_viewing', hash, jsonb_build_object('outcome', 'signed_up',
    'left', (select v.places_left from public.viewings v where v.id = viewing.id)));
end;
$$;

create table private.viewing_signups (
  id uuid not null,
  created_at timestamp with time zone default now() not null,
  viewing_id uuid not null,
  name text not null,
  email text,
  phone text,
  people integer not null,
  key_hash text not null,
  cancelled_at timestamp with time zone
);

create table public.viewings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  property_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  places integer,
  places_left integer,
  note text default ''::text not null,
  cancelled_at timestamp with time zone
);

create table private.followers (
  id uuid not null,
  created_at timestamp with time zone default now() not null,
  property_id uuid not null,
  email text not null,
  key_hash text not null,
  mail_id uuid not null,
  mail_key_hash text not null,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  told_at timestamp with time zone default clock_timestamp() not null,
  mailed_at timestamp with time zone
);

alter table private.bidder_contacts add column next_key_hash text;

alter table public.vehicle_faults add column photos text[] default '{}'::text[] not null;

create or replace function private.news_of(follower private.followers, until timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('kind', e.kind, 'amount', b.amount, 'bidder', case when b.bidder_id is not null then b.bidder_name end)
      order by e.at, e.id)
  from public.sale_events e join public.properties p on p.id = e.property_id left join public.property_bids b on b.id = e.bid_id
  where e.property_id = follower.property_id and e.at > follower.told_at and e.at <= until and (
    (e.kind in ('bid_placed', 'bid_shown', 'bid_withdrawn') and b.visibility = 'public' and not p.hide_bid_list
      -- A bid that waited is told of when it is shown.
      and (e.kind <> 'bid_placed' or e.data ->> 'visibility' = 'public'))
    or e.kind in ('contract_signed', 'contract_undone') or (e.kind = 'accepted' and not p.contract_step));
$$;

create or replace function private.viewing_fields(viewing public.viewings)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('starts_at', viewing.starts_at, 'ends_at', viewing.ends_at, 'places', viewing.places, 'note', viewing.note,
    'is_cancelled', viewing.cancelled_at is not null);
$$;

alter table public.outbox drop constraint outbox_channel;

alter table public.outbox add constraint outbox_channel check ((channel = any (array['mail'::text, 'discord'::text, 'account-mail'::text, 'account-notice'::text, 'estate-mail'::text])));

alter table public.message_hooks drop constraint message_hooks_events;

alter table public.message_hooks add constraint message_hooks_events check (((events <@ array['fine_issued'::text, 'objection'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'viewing_changed'::text]) and (array_position(events, null::text) is null) and (cardinality(events) <= 10)));

alter table public.outbox drop constraint outbox_event;

alter table public.outbox add constraint outbox_event check ((event = any (array['fine_issued'::text, 'objection'::text, 'decision'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'test'::text, 'invitation'::text, 'new_password'::text, 'account_changed'::text, 'bid_link'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'follow_confirm'::text, 'follow_news'::text, 'viewing_changed'::text])));

alter table public.viewings add constraint viewings_pkey primary key (id);

alter table private.viewing_signups add constraint viewing_signups_pkey primary key (id);

alter table private.followers add constraint followers_pkey primary key (id);

alter table private.followers add constraint followers_mail_key_key unique (mail_key_hash);

alter table public.viewings add constraint viewings_times check (((ends_at > starts_at) and (ends_at <= (starts_at + '24:00:00'::interval))));

alter table public.viewings add constraint viewings_places_range check (((places >= 1) and (places <= 1000)));

alter table public.viewings add constraint viewings_places_left_range check (((places_left >= 0) and (places_left <= places) and ((places is null) = (places_left is null))));

alter table public.viewings add constraint viewings_note_length check ((length(note) <= 2000));

alter table public.viewings add constraint viewings_moments check ((private.is_moment(created_at) and private.is_moment(starts_at) and private.is_moment(ends_at) and private.is_moment(cancelled_at)));

alter table private.viewing_signups add constraint viewing_signups_lengths check (((name ~ '\S'::text) and (length(name) <= 200) and (length(email) <= 320) and (length(phone) <= 50)));

alter table private.viewing_signups add constraint viewing_signups_people_range check (((people >= 1) and (people <= 4)));

alter table private.followers add constraint followers_email_length check ((length(email) <= 320));

alter table public.vehicle_faults add constraint vehicle_faults_photos_length check (private.texts_within(photos, 6, 200));

alter table public.vehicle_faults add constraint vehicle_faults_lists_are_flat check ((coalesce(array_ndims(photos), 1) = 1));

alter table public.viewings add constraint viewings_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade;

alter table private.viewing_signups add constraint viewing_signups_viewing_id_fkey foreign key (viewing_id) references public.viewings(id) on delete cascade;

alter table private.followers add constraint followers_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade;

create index viewings_property_idx on public.viewings (property_id, starts_at, id);

create index viewing_signups_viewing_idx on private.viewing_signups (viewing_id, created_at, id);

create index viewing_signups_key_idx on private.viewing_signups (key_hash);

create index bidder_contacts_next_key_idx on private.bidder_contacts (next_key_hash) where next_key_hash is not null;

create unique index followers_one_a_property_key on private.followers (property_id, email) where ended_at is null;

create index followers_key_idx on private.followers (key_hash);

create index vehicle_faults_photos_idx on public.vehicle_faults using gin (photos) with (gin_pending_list_limit='64');

create trigger viewings_write_trail after insert or delete or update on public.viewings for each row execute function private.write_trail('YSTAD');

alter table private.viewing_signups enable row level security;

alter table private.followers enable row level security;

alter table public.viewings enable row level security;

drop policy "Admins read where their site's messages go" on public.message_hooks;

create policy "Admins read where their site's messages go" on public.message_hooks
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins add where their site's messages go" on public.message_hooks;

create policy "Admins add where their site's messages go" on public.message_hooks
  for insert to anon, authenticated
  with check (created_at = now() and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent()))));

drop policy "Admins change what their site's messages tell" on public.message_hooks;

create policy "Admins change what their site's messages tell" on public.message_hooks
  for update to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())))
  with check ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins remove where their site's messages go" on public.message_hooks;

create policy "Admins remove where their site's messages go" on public.message_hooks
  for delete to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins read their site's outbox" on public.outbox;

create policy "Admins read their site's outbox" on public.outbox
  for select to anon, authenticated
  using ((channel <> 'estate-mail' and event <> all (array['invitation', 'new_password', 'account_changed'])) and ((select private.is_specified()) or (coalesce(site_id::text, project_id, '') = any (((select private.own_places(variadic array['admin', 'dispatch-admin'])))::text[])) or (project_id = 'YSTAD' and (select private.is_agent()))));

create policy "Photos are read with what they belong to" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name)
        or exists (select from public.objections o where o.id = private.objection_of(objects.name))))
    or (bucket_id = 'work-photos' and exists (select from public.vehicle_faults f where f.photos @> array[name]))
    or bucket_id = 'property-images');

create policy "Staff store photos of their work, agents those of properties" on storage.objects
  for insert to anon, authenticated
  with check (
    (bucket_id = 'shift-images'
      and ((select private.is_specified())
        or ((select private.is_kind('attendant')) and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or (select private.is_kind('admin', 'attendant')))
      and exists (select from public.fine_photos p where p.path = name))
    or (bucket_id = 'work-photos' and name ~ '^[^/]+/[^/]+$'
      and ((select private.is_specified())
        or ((select private.is_kind('chauffeur', 'chauffeur-admin')) and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'property-images' and (select private.is_agent())
      and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/')));

create policy "Everybody reads viewings with places left, agents all" on public.viewings
  for select to anon, authenticated
  using ((select private.is_agent()) or (cancelled_at is null and places_left is distinct from 0
    and exists (select from public.properties p where p.id = property_id and p.status in ('available', 'sold'))));

grant execute on function public.cancel_signup(uuid,text) to anon;

grant execute on function public.cancel_signup(uuid,text) to authenticated;

grant execute on function public.confirm_follow(text) to anon;

grant execute on function public.confirm_follow(text) to authenticated;

grant execute on function public.end_follow(text) to anon;

grant execute on function public.end_follow(text) to authenticated;

grant execute on function public.follow_property(uuid,uuid,text,text) to anon;

grant execute on function public.follow_property(uuid,uuid,text,text) to authenticated;

grant execute on function public.list_signups(uuid,text) to authenticated;

grant execute on function public.make_bid_link(uuid,text,text) to authenticated;

grant execute on function public.my_viewings(text) to anon;

grant execute on function public.my_viewings(text) to authenticated;

grant execute on function public.send_own_link(uuid,text) to anon;

grant execute on function public.send_own_link(uuid,text) to authenticated;

grant execute on function public.set_viewing(jsonb,uuid,jsonb,text) to authenticated;

grant execute on function public.sign_up_for_viewing(uuid,uuid,text,text,text,text,integer) to anon;

grant execute on function public.sign_up_for_viewing(uuid,uuid,text,text,text,text,integer) to authenticated;

comment on function private.erase_estate(integer) is 'Erases bidders and conditions ten years after the assignment ended, and visitors before, at most so many of each. Gives how many.';

comment on function private.erase_taxi(integer) is 'Erases turns, with what was asked and done in them, and fixed faults after 24 months, their photos after 6, at most so many rows of each. Gives the largest count.';

comment on table private.viewing_signups is 'People who come to viewings. Agents read them by public.list_signups, which the trail notes.';

comment on table private.followers is 'People who wish to hear of new bids by mail, once they have confirmed their address.';

comment on table public.viewings is 'Times at which a property can be seen; written by functions.';

comment on column public.viewings.places is 'People who have room; null: no limit.';

comment on column public.viewings.places_left is 'Places that nobody has taken; null: no limit. The public reads no other count.';

comment on column private.bidder_contacts.next_key_hash is 'Of a link that a mail or an agent brought; it takes the place of the key when somebody opens it.';

comment on column private.followers.mail_id is 'The message that asked for the confirmation; the key of all mails to the follower is made of it.';

comment on column private.followers.told_at is 'The moment up to which the follower has been told.';

comment on column public.vehicle_faults.photos is 'Paths in the bucket work-photos, at most six.';

comment on function public.make_bid_link(uuid,text,text) is 'An agent hands a bidder a new link, whose key the agent''s browser made. It replaces the lost key when it is opened.';

comment on function public.follow_property(uuid,uuid,text,text) is 'Asks a mail address whether it wishes to hear of new bids. The answer is the same for an address that follows already.';

comment on function public.confirm_follow(text) is 'Confirms a mail address by the key that the mail brought.';

comment on function public.end_follow(text) is 'Ends mails about a property by the key of a mail, or all that a device asked for by its own.';

comment on function public.send_own_link(uuid,text) is 'Mails a bidder who lost the key a new link, which replaces the key when it is opened. The answer is the same for an unknown address.';

comment on function private.tell_followers(timestamp with time zone) is 'Mails followers what came since the last mail, at most every five minutes. Ten seconds lie between an event and its mail: no statement takes longer, so that none is committed behind the moment up to which a follower was told.';

comment on function private.tell_agents(text,uuid,jsonb) is 'Tells the agents'' receivers of a sale, without anybody''s name.';

comment on function private.tell_of_viewing(uuid) is 'Mails those who signed up that a viewing was changed or cancelled.';

comment on function private.estate_mail_of(uuid,text,uuid) is 'Receiver, key and facts of a mail to a visitor of the listings, looked up when it is sent; no row where nothing is to be sent any more.';

comment on function private.erase_visitors(integer) is 'Erases sign-ups three months after their viewing, and followers 30 days after the end; who never confirmed goes 30 days after the wish.';

comment on function private.count_places(uuid) is 'Counts the places that are left. Its viewing is locked.';

comment on function private.check_contact(text,text,text) is 'Refuses a visitor without a name, or without an e-mail address and a phone number.';

comment on function private.check_key(text) is 'The hash of a key that a visitor''s device made; another text is refused.';

comment on function public.sign_up_for_viewing(uuid,uuid,text,text,text,text,integer) is 'A visitor signs up for a viewing. Of two who want the last place one gets it.';

comment on function public.cancel_signup(uuid,text) is 'Gives the places of a sign-up back, by its key.';

comment on function public.my_viewings(text) is 'The viewings to come that the key of a visitor''s device has places at.';

comment on function public.set_viewing(jsonb,uuid,jsonb,text) is 'An agent adds a viewing, changes it or cancels it; who signed up is told. A cancelled one stays so.';

comment on function private.with_moments(jsonb) is 'The fields of a viewing with its times as the database writes them.';

comment on function private.check_viewing(jsonb) is 'Refuses a viewing without a time, or with values that cannot be.';

comment on function public.list_signups(uuid,text) is 'Who comes to a viewing, with contacts; the trail has who reads them.';

comment on function private.sends_messages_of(text,uuid) is 'Whether the caller looks after a place''s messages: its admin, for real estate an agent.';

comment on function private.fault_photos(jsonb) is 'Photos that a report names. Each lies in its reporter''s own folder: who could name another''s would read it.';

comment on function private.viewing_fields(public.viewings) is 'What an agent sets of a viewing.';

comment on function private.news_of(private.followers,timestamp with time zone) is 'What the public read of a property since a follower was told: bids, withdrawals, and that it was sold or is for sale again.';

comment on function private.tell_bidders_of_withdrawal(public.property_bids) is 'Mails the other bidders that a public bid was withdrawn; who follows hears of it as a follower.';

alter publication supabase_realtime add table public.viewings;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('viewings', 'select', 'select', 'select', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

-- Everybody may see these, in both profiles.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('property-images', 'property-images', true, '10485760', '{image/jpeg,image/png,image/webp}')
  on conflict (id) do update set name = excluded.name, public = true, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('work-photos', 'work-photos', '10485760', '{image/jpeg,image/png,image/webp}')
  on conflict (id) do update set name = excluded.name, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

select private.grant_for_profile();
