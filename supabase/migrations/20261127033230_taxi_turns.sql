-- Taxi: a register of cars, turns with kilometres and faults, handover and hours, beside document 2's registrations (document 5 §4).

set local check_function_bodies = off;

create type private.taxi_actor as (
  project text,
  kind text,
  id text,
  person uuid
);

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

create or replace function private.replace_own_car()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    if (private.taxi_settings_of(new.project_id)).handover = 'require' then
      perform private.refuse('no-handover', 'start_km');
    end if;
    -- Of two windows of one chauffeur the later one counts.
    perform private.lock_cars();
    perform set_config('parkering.turn_cause', '{"ended_by": "moved"}', true);
    delete from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id;
    perform set_config('parkering.turn_cause', '', true);
  end if;
  return new;
end;
$$;

create or replace function private.end_due_turns()
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  due uuid;
  count integer := 0;
begin
  if exists (select from public.vehicle_turns t where t.ended_at is null and t.until <= clock_timestamp()) then
    perform private.lock_cars();
    for due in select t.id from public.vehicle_turns t where t.ended_at is null and t.until <= clock_timestamp() order by t.until loop
      perform private.end_turn_row(due, 'time', null, (select t.until from public.vehicle_turns t where t.id = due));
      count := count + 1;
    end loop;
  end if;
  return count;
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
  return greatest(turns, events, faults);
end;
$$;

create or replace function private.follow_registration()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  registration constant public.vehicle_registrations := coalesce(new, old);
  held constant integer := private.slot_of(registration);
  vehicle public.vehicles;
  actor record;
  open_turn uuid;
begin
  if tg_op = 'DELETE' then
    select t.id into open_turn from public.vehicle_turns t
      where t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id and t.slot = held and t.ended_at is null;
    if open_turn is not null then
      select w.kind, w.id into actor from private.who_acts() w;
      perform private.end_turn_row(open_turn, coalesce(private.turn_cause() ->> 'ended_by', case actor.kind when 'chauffeur-admin' then 'removed' else 'chauffeur' end),
        actor.id, clock_timestamp(), case when actor.kind is distinct from 'chauffeur-admin' then clock_timestamp() end);
    end if;
    return null;
  end if;
  select v.* into vehicle from public.vehicles v where v.project_id = registration.project_id and v.slot = held and v.state <> 'retired';
  if vehicle.id is null or exists (select from public.vehicle_turns t
    where t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id and t.slot = held and t.ended_at is null)
  then
    return null;
  end if;
  -- A registration says who has a car: an open turn beside it is over.
  perform private.end_turn_row(t.id, 'moved', t.chauffeur_id, clock_timestamp(), clock_timestamp()) from public.vehicle_turns t
    where t.ended_at is null and (t.vehicle_id = vehicle.id or (t.project_id = registration.project_id and t.chauffeur_id = registration.chauffeur_id));
  insert into public.vehicle_turns (project_id, vehicle_id, slot, chauffeur_id, person_id, taken_at, until)
    select registration.project_id, vehicle.id, held, registration.chauffeur_id, private.person_of(registration.project_id, registration.chauffeur_id), taken.at, taken.at + hours.of_turn
    from (select clock_timestamp()) taken (at),
      (select make_interval(hours => (private.taxi_settings_of(registration.project_id)).max_hours)) hours (of_turn);
  return null;
end;
$$;

create or replace function private.follow_turn()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles;
  fault text;
  cause constant jsonb := private.turn_cause();
begin
  select v.* into vehicle from public.vehicles v where v.id = new.vehicle_id;
  if (tg_op = 'INSERT' and new.ended_at is not null) or (tg_op = 'UPDATE' and old.ended_at is not distinct from new.ended_at) then
    return null;
  end if;
  if new.ended_at is null then
    if new.slot <= 6 then
      insert into public.vehicle_registrations (project_id, chauffeur_id, created_at, item_1, item_2, item_3, item_4, item_5, item_6)
        select new.project_id, new.chauffeur_id, new.taken_at, new.slot = 1, new.slot = 2, new.slot = 3, new.slot = 4, new.slot = 5, new.slot = 6
        where not exists (select from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id);
    end if;
    if tg_op = 'INSERT' then
      -- The next start is the end of a turn that has no reading.
      update public.vehicle_turns t set end_km = new.start_km, km_is_estimated = true
        where new.start_km is not null and t.end_km is null and t.id = (
          select l.id from public.vehicle_turns l where l.vehicle_id = new.vehicle_id and l.id <> new.id and l.ended_at is not null
          order by l.taken_at desc, l.id desc limit 1);
    end if;
    update public.vehicles v set not_returned_by = null, odometer = coalesce(new.start_km, v.odometer) where v.id = new.vehicle_id;
    if tg_op = 'INSERT' then
      perform private.note_vehicle(vehicle, new.id, 'taken', coalesce(cause ->> 'by', new.chauffeur_id), new.taken_at,
        coalesce(cause -> 'data', '{}') || jsonb_build_object('chauffeur', new.chauffeur_id, 'start_km', new.start_km));
    end if;
  else
    delete from public.vehicle_registrations r
      where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id and private.slot_of(r) = new.slot;
    select f.text into fault from public.vehicle_faults f
      where f.vehicle_id = new.vehicle_id and f.fixed_at is null and f.severity = 'not_to_be_driven' order by f.reported_at limit 1;
    update public.vehicles v set
        state = case when v.state = 'in_service' and fault is not null then 'out_of_service' else v.state end,
        state_reason = case when v.state = 'in_service' and fault is not null then left(fault, 500) else v.state_reason end,
        not_returned_by = case when new.ended_by = 'time' then new.chauffeur_id end,
        odometer = coalesce(new.end_km, v.odometer)
      where v.id = new.vehicle_id;
    perform private.note_vehicle(vehicle, new.id, 'ended', new.ended_by_id, new.ended_at, coalesce(cause -> 'data', '{}')
      || jsonb_build_object('ended_by', new.ended_by, 'reason', new.reason, 'end_km', new.end_km, 'odometer_before', vehicle.odometer),
      (cause ->> 'id')::uuid);
  end if;
  return null;
end;
$$;

create or replace function private.free_car_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  open_turn uuid;
begin
  for open_turn in select t.id from public.vehicle_turns t
    where t.project_id = old.project_id and private.id_key(t.chauffeur_id) = old.user_key and t.ended_at is null
  loop
    perform private.lock_cars();
    perform private.end_turn_row(open_turn, 'removed', (select w.id from private.who_acts() w), clock_timestamp());
  end loop;
  return null;
end;
$$;

create or replace function private.keep_cars_in_service()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held constant integer := private.slot_of(new);
  vehicle public.vehicles;
begin
  perform private.lock_cars();
  perform private.start_vehicles(new.project_id);
  select v.* into vehicle from public.vehicles v where v.project_id = new.project_id and v.slot = held
    order by v.state = 'retired' limit 1;
  -- A code that no register can have is refused by the table.
  if vehicle.state = 'retired' or (vehicle.id is null and exists (select from public.vehicles v where v.project_id = new.project_id)) then
    perform private.refuse('no-such-car', 'slot');
  elsif vehicle.state = 'out_of_service' then
    perform private.refuse('car-out-of-service', 'slot', array[coalesce(vehicle.state_reason, '-')]);
  end if;
  perform private.end_due_turns();
  return new;
end;
$$;

create or replace function private.lock_cars_first()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.lock_cars();
  return null;
end;
$$;

create or replace function private.lock_cars()
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('cars', 0)); $$;

create or replace function private.own_person_id(VARIADIC kinds text[])
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select a.id from public.project_attendants a where a.account_id = s.account_id), s.account_id)
  from private.own_staff(kinds) s;
$$;

create or replace function private.person_of(project text, user_id text)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select a.id from public.project_attendants a where lower(a.project_id) = lower(project) and a.user_key = private.id_key(person_of.user_id)),
    (select s.account_id from public.staff_accounts s where s.kind = 'chauffeur' and lower(s.project_id) = lower(project)
      and s.user_key = private.id_key(person_of.user_id)));
$$;

create or replace function private.reading(value integer, field text)
  returns integer
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if value is not null and value not between 0 and 9999999 then
    perform private.refuse('no-reading', field);
  end if;
  return value;
end;
$$;

create or replace function private.slot_of(registration public.vehicle_registrations)
  returns integer
  language sql immutable
  set search_path = ''
as $$
  select case when registration.item_1 then 1 when registration.item_2 then 2 when registration.item_3 then 3 when registration.item_4 then 4
    when registration.item_5 then 5 else 6 end;
$$;

create or replace function private.start_vehicles(project text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.vehicles (project_id, slot, name)
  select project, n, 'Bil ' || n from generate_series(1, 6) n
  where project ~ '\S' and length(project) <= 100 and not exists (select from public.vehicles v where v.project_id = project);
$$;

create or replace function private.taxi_staff(project text, acting_as text, kinds text[] DEFAULT '{chauffeur,chauffeur-admin}'::text[])
  returns private.taxi_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.taxi_actor;
begin
  actor.project := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.kind := case when private.id_key(acting_as) = 'taxiadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
        then 'chauffeur-admin' else 'chauffeur' end;
      actor.id := case when actor.kind = any (kinds) then coalesce((select a.user_id from public.project_attendants a
        where lower(a.project_id) = lower(project) and a.user_key = private.id_key(acting_as)), acting_as) end;
    end if;
  else
    select s.kind, s.user_id into actor.kind, actor.id from private.own_staff(kinds) s
      where s.user_key = private.id_key(acting_as) and coalesce(s.site_id::text, s.project_id) = private.place_of(actor.project);
  end if;
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  actor.person := private.person_of(actor.project, actor.id);
  return actor;
end;
$$;

create or replace function private.tell_cars()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.vehicles v set updated_at = now() where v.id = new.vehicle_id;
  return null;
end;
$$;

create or replace function private.turn_cause()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select coalesce(nullif(current_setting('parkering.turn_cause', true), '')::jsonb, '{}'); $$;

create or replace function private.unaccepted(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_agg(w.value) from jsonb_array_elements(warnings) w
  where not exists (select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a.value ->> 'code' = w.value ->> 'code');
$$;

create or replace function public.answer_request(request_id uuid, event_id uuid, leaves boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  request public.vehicle_requests := (select r from public.vehicle_requests r where r.id = request_id);
  found_ record := private.open_turn(request.turn_id, acting_as, '{chauffeur}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'answer_request', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif leaves is null then
    perform private.refuse('unreadable-value', 'leaves');
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = request.turn_id for update;
  select r.* into request from public.vehicle_requests r where r.id = request_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  elsif request.answer is not null then
    answer := jsonb_build_object('outcome', 'answered', 'answer', request.answer, 'at', request.answered_at);
  else
    update public.vehicle_requests r set answer = case when leaves then 'leaves' else 'drives' end, answered_at = clock_timestamp()
      where r.turn_id = turn.id and r.answer is null and (leaves or r.id = request_id);
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'answered', actor.id, clock_timestamp(),
      jsonb_build_object('leaves', leaves));
    if leaves then
      perform private.end_turn_row(turn.id, 'chauffeur', actor.id, clock_timestamp(), clock_timestamp(), null, null, event_id);
    end if;
    answer := jsonb_build_object('outcome', 'answered', 'answer', case when leaves then 'leaves' else 'drives' end);
  end if;
  return private.keep_answer(event_id, 'answer_request', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.ask_for_car(project text, slot integer, request_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor private.taxi_actor := private.taxi_staff(project, acting_as, '{chauffeur}');
  answer jsonb := private.answer_of(request_id, 'ask_for_car', private.id_key(actor.id));
  turn public.vehicle_turns;
  request public.vehicle_requests;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id
    where v.project_id = actor.project and v.slot = ask_for_car.slot and t.ended_at is null;
  if turn.id is null then
    return jsonb_build_object('outcome', 'free');
  elsif turn.chauffeur_id = actor.id then
    perform private.refuse_stranger();
  end if;
  select r.* into request from public.vehicle_requests r where r.turn_id = turn.id and r.asked_by = actor.id and r.answer is null;
  if request.id is null then
    insert into public.vehicle_requests (id, project_id, vehicle_id, turn_id, asked_by)
      values (request_id, actor.project, turn.vehicle_id, turn.id, actor.id) returning * into request;
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'asked', actor.id, request.asked_at, '{}');
  end if;
  answer := jsonb_build_object('outcome', 'asked', 'request', to_jsonb(request) - '{site_id,created_at}'::text[], 'holder', turn.chauffeur_id);
  return private.keep_answer(request_id, 'ask_for_car', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.correct_odometer(vehicle_id uuid, event_id uuid, expected jsonb, odometer integer, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles := (select v from public.vehicles v where v.id = correct_odometer.vehicle_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(vehicle.project_id, '157715'), acting_as, '{chauffeur-admin}');
  answer jsonb := private.answer_of(event_id, 'correct_odometer', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif vehicle.id is null then
    perform private.refuse('no-such-car');
  elsif odometer is null then
    perform private.refuse('no-reading', 'odometer');
  elsif coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse('no-note', 'reason');
  end if;
  perform private.reading(odometer, 'odometer');
  perform private.lock_cars();
  select v.* into vehicle from public.vehicles v where v.id = vehicle.id for update;
  if vehicle.odometer = correct_odometer.odometer then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif coalesce(expected -> 'odometer', 'null') <> coalesce(to_jsonb(vehicle.odometer), 'null') then
    answer := private.change_of_vehicle(vehicle, '{"odometer": 0}');
  else
    update public.vehicles v set odometer = correct_odometer.odometer where v.id = vehicle.id;
    perform private.note_vehicle(vehicle, null, 'odometer_corrected', actor.id, clock_timestamp(),
      jsonb_build_object('from', vehicle.odometer, 'to', correct_odometer.odometer, 'reason', reason), event_id);
    answer := jsonb_build_object('outcome', 'set');
  end if;
  return private.keep_answer(event_id, 'correct_odometer', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.correct_turn_km(turn_id uuid, event_id uuid, expected jsonb, start_km integer, end_km integer, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as, '{chauffeur-admin}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'correct_turn_km', private.id_key(actor.id));
  shown constant jsonb := jsonb_build_object('start_km', expected -> 'start_km', 'end_km', expected -> 'end_km');
  stored jsonb;
begin
  if answer is not null then
    return answer;
  elsif coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse('no-note', 'reason');
  end if;
  perform private.reading(start_km, 'start_km'), private.reading(end_km, 'end_km');
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  stored := jsonb_build_object('start_km', turn.start_km, 'end_km', turn.end_km);
  if turn.ended_at is null and end_km is not null then
    perform private.refuse('no-reading', 'end_km');
  elsif stored = jsonb_build_object('start_km', start_km, 'end_km', end_km) then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif jsonb_strip_nulls(stored) <> jsonb_strip_nulls(shown) then
    answer := (select jsonb_build_object('outcome', 'changed', 'now', stored, 'by', e.by, 'at', e.at) from (select) one left join lateral (
      select e.by, e.at from public.vehicle_events e where e.turn_id = turn.id order by e.received_at desc limit 1) e on true);
  else
    update public.vehicle_turns t set start_km = correct_turn_km.start_km, end_km = correct_turn_km.end_km,
        km_is_estimated = t.km_is_estimated and correct_turn_km.end_km is not distinct from t.end_km
      where t.id = turn_id returning t.* into turn;
    update public.vehicles v set odometer = coalesce(turn.end_km, turn.start_km, v.odometer) where v.id = turn.vehicle_id
      and not exists (select from public.vehicle_turns l where l.vehicle_id = v.id and l.taken_at > turn.taken_at);
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn.id, 'km_corrected', actor.id, clock_timestamp(),
      jsonb_build_object('from', stored, 'to', jsonb_build_object('start_km', start_km, 'end_km', end_km), 'reason', reason), event_id);
    answer := jsonb_build_object('outcome', 'set', 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'correct_turn_km', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.end_turn(turn_id uuid, event_id uuid, reason text, end_km integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as, '{chauffeur-admin}');
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'end_turn', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif length(regexp_replace(coalesce(reason, ''), '\s', '', 'g')) < 5 or length(reason) > 500 then
    perform private.refuse('reason-too-short', 'reason');
  end if;
  perform private.reading(end_km, 'end_km');
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  else
    turn := private.end_turn_row(turn_id, 'admin', actor.id, clock_timestamp(), null, end_km, reason, event_id);
    answer := jsonb_build_object('outcome', 'ended', 'at', turn.ended_at, 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'end_turn', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.extend_turn(turn_id uuid, event_id uuid, hours integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'extend_turn', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif hours is null or hours not between 1 and 4 then
    perform private.refuse('too-many-hours', 'hours');
  end if;
  perform private.lock_cars();
  perform private.end_due_turns();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  if turn.ended_at is not null then
    answer := private.told_of_end(turn);
  elsif turn.until is null then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(turn));
  elsif turn.extended_hours + hours > 4 then
    perform private.refuse('too-many-hours', 'hours');
  else
    update public.vehicle_turns t set until = t.until + make_interval(hours => hours), extended_hours = t.extended_hours + hours
      where t.id = turn_id returning t.* into turn;
    perform private.note_vehicle((select v from public.vehicles v where v.id = turn.vehicle_id), turn_id, 'extended', actor.id, clock_timestamp(),
      jsonb_build_object('hours', hours, 'until', turn.until), event_id);
    answer := jsonb_build_object('outcome', 'extended', 'until', turn.until, 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'extend_turn', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.fix_fault(fault_id uuid, event_id uuid, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fault public.vehicle_faults := (select f from public.vehicle_faults f where f.id = fault_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(fault.project_id, '157715'), acting_as, '{chauffeur-admin}');
  answer jsonb := private.answer_of(event_id, 'fix_fault', private.id_key(actor.id));
begin
  if answer is not null then
    return answer;
  elsif fault.id is null then
    perform private.refuse('no-such-fault');
  elsif length(note) > 2000 then
    perform private.refuse('unreadable-value', 'note');
  end if;
  perform private.lock_cars();
  select f.* into fault from public.vehicle_faults f where f.id = fault_id for update;
  if fault.fixed_at is not null then
    answer := jsonb_build_object('outcome', 'fixed_already', 'by', fault.fixed_by, 'at', fault.fixed_at);
  else
    update public.vehicle_faults f set fixed_by = actor.id, fixed_at = clock_timestamp(), fix_note = nullif(btrim(note), '') where f.id = fault.id;
    perform private.note_vehicle((select v from public.vehicles v where v.id = fault.vehicle_id), fault.turn_id, 'fault_fixed', actor.id,
      clock_timestamp(), jsonb_build_object('fault_id', fault.id, 'note', nullif(btrim(note), '')), event_id);
    answer := jsonb_build_object('outcome', 'fixed');
  end if;
  return private.keep_answer(event_id, 'fix_fault', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.report_fault(vehicle_id uuid, fault jsonb, turn_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  vehicle public.vehicles := (select v from public.vehicles v where v.id = vehicle_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(vehicle.project_id, '157715'), acting_as);
  fault_id uuid;
  answer jsonb;
begin
  if vehicle.id is null then
    perform private.refuse('no-such-car');
  elsif coalesce(fault ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'fault');
  end if;
  fault_id := (fault ->> 'id')::uuid;
  answer := private.answer_of(fault_id, 'report_fault', private.id_key(actor.id));
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  perform private.report_faults(vehicle, (select t.id from public.vehicle_turns t where t.id = turn_id and t.vehicle_id = vehicle.id),
    jsonb_build_array(fault), actor.id);
  answer := jsonb_build_object('outcome', 'reported', 'state', (select v.state from public.vehicles v where v.id = vehicle.id));
  return private.keep_answer(fault_id, 'report_fault', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.return_car(turn_id uuid, event_id uuid, at timestamp with time zone, end_km integer, faults jsonb, acting_as text, accepted jsonb DEFAULT '[]'::jsonb, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'return_car', private.id_key(actor.id));
  vehicle public.vehicles;
  received constant timestamptz := clock_timestamp();
  said constant timestamptz := coalesce(at, received) - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0);
  moment timestamptz;
  warnings jsonb;
  marks jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = turn.vehicle_id;
  moment := least(greatest(said, turn.taken_at), received);
  marks := jsonb_strip_nulls(jsonb_build_object('said_at', case when moment <> said then said end,
    'clock_error_ms', case when abs(clock_error_ms) > 300000 then clock_error_ms end,
    'accepted', nullif(private.list_in(accepted, 'accepted'), '[]')));
  warnings := private.unaccepted(private.end_warnings(turn, private.reading(end_km, 'end_km')), accepted);
  if warnings is not null then
    return jsonb_build_object('outcome', 'warnings', 'warnings', warnings);
  end if;
  if turn.until <= received and turn.ended_at is null then
    perform private.end_due_turns();
    select t.* into turn from public.vehicle_turns t where t.id = turn_id;
  end if;
  if turn.ended_at is null then
    perform private.report_faults(vehicle, turn_id, faults, actor.id);
    turn := private.end_turn_row(turn_id, case actor.kind when 'chauffeur' then 'chauffeur' else 'admin' end, actor.id, moment, moment, end_km,
      null, event_id, marks);
    answer := jsonb_build_object('outcome', 'returned', 'hours', round((extract(epoch from turn.ended_at - turn.taken_at) / 3600)::numeric, 2),
      'km', turn.km, 'turn', private.turn_as_json(turn));
  else
    perform private.report_faults(vehicle, turn_id, faults, actor.id);
    update public.vehicle_turns t set returned_at = coalesce(t.returned_at, moment), end_km = coalesce(return_car.end_km, t.end_km),
        km_is_estimated = t.km_is_estimated and return_car.end_km is null
      where t.id = turn_id and (t.returned_at is null or (t.end_km is null or t.km_is_estimated) and return_car.end_km is not null);
    update public.vehicles v set not_returned_by = case when v.not_returned_by = turn.chauffeur_id then null else v.not_returned_by end,
        odometer = case when exists (select from public.vehicle_turns l where l.vehicle_id = v.id and l.taken_at > turn.taken_at) then v.odometer
          else coalesce(return_car.end_km, v.odometer) end
      where v.id = turn.vehicle_id;
    perform private.note_vehicle(vehicle, turn_id, 'returned_late', actor.id, moment, marks || jsonb_build_object('end_km', end_km), event_id);
    answer := private.told_of_end(turn);
  end if;
  return private.keep_answer(event_id, 'return_car', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.set_settings(product text, project text, event_id uuid, expected jsonb, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor text;
  settings regclass;
  answer jsonb;
begin
  case product
    when 'estate' then
      actor := private.estate_agent(acting_as);
      settings := 'public.estate_settings';
    when 'taxi' then
      actor := (private.taxi_staff(project, acting_as, '{chauffeur-admin}')).id;
      settings := 'public.taxi_settings';
    else
      perform private.refuse_stranger();
  end case;
  answer := private.answer_of(event_id, 'set_settings', private.id_key(actor));
  if answer is not null then
    return answer;
  end if;
  return private.keep_answer(event_id, 'set_settings', private.id_key(actor), private.change_settings(settings, project, expected, changes));
end;
$$;

create or replace function public.set_vehicle(vehicle jsonb, event_id uuid, expected jsonb, end_turn boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  stored public.vehicles := (select v from public.vehicles v where v.id = (vehicle ->> 'id')::uuid);
  actor private.taxi_actor := private.taxi_staff(coalesce(stored.project_id, vehicle ->> 'project_id'), acting_as, '{chauffeur-admin}');
  answer jsonb := private.answer_of(event_id, 'set_vehicle', private.id_key(actor.id));
  changes constant jsonb := vehicle - '{id,project_id}'::text[];
  wanted public.vehicles;
  turn public.vehicle_turns;
  faults jsonb;
begin
  if answer is not null then
    return answer;
  elsif coalesce(changes, '{}') = '{}' or exists (select from jsonb_object_keys(changes) k
    where k not in ('slot', 'name', 'plate', 'model', 'state', 'state_reason')) or vehicle ->> 'id' is null then
    perform private.refuse('unreadable-values', 'vehicle');
  end if;
  perform private.lock_cars();
  perform private.start_vehicles(actor.project);
  perform private.end_due_turns();
  select v.* into stored from public.vehicles v where v.id = (vehicle ->> 'id')::uuid for update;
  wanted := jsonb_populate_record(stored, changes || jsonb_build_object(
    'plate', case when changes ? 'plate' then nullif(upper(btrim(changes ->> 'plate')), '') else stored.plate end));
  if stored.id is null then
    wanted.id := (vehicle ->> 'id')::uuid;
    wanted.project_id := actor.project;
    wanted.model := coalesce(wanted.model, 'Volvo V90');
    wanted.state := coalesce(wanted.state, 'in_service');
    wanted.created_at := now();
    wanted.updated_at := now();
  end if;
  if coalesce(wanted.name, '') !~ '\S' or length(wanted.name) > 50 or length(wanted.plate) > 20 or coalesce(wanted.model, '') !~ '\S'
    or length(wanted.model) > 100 or wanted.slot is null or wanted.slot not between 1 and 40
    or wanted.state not in ('in_service', 'out_of_service', 'retired') then
    perform private.refuse('unreadable-values', 'vehicle');
  elsif wanted.state = 'out_of_service' and coalesce(wanted.state_reason, '') !~ '\S' then
    perform private.refuse('no-note', 'state_reason');
  elsif wanted.state <> 'out_of_service' then
    wanted.state_reason := null;
  end if;
  select t.* into turn from public.vehicle_turns t where t.vehicle_id = stored.id and t.ended_at is null;
  if stored.id is not null and to_jsonb(wanted) - '{plate_key}'::text[] = to_jsonb(stored) - '{plate_key}'::text[] then
    return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), jsonb_build_object('outcome', 'unchanged'));
  elsif stored.id is not null and exists (
    select from jsonb_object_keys(changes) k where coalesce(expected -> k, 'null') <> to_jsonb(stored) -> k) then
    return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), private.change_of_vehicle(stored, changes));
  elsif wanted.state <> 'retired' and exists (select from public.vehicles v
    where v.project_id = actor.project and v.slot = wanted.slot and v.state <> 'retired' and v.id <> wanted.id) then
    return jsonb_build_object('outcome', 'slot_taken', 'slot', wanted.slot);
  elsif turn.id is not null and (wanted.state <> 'in_service' or wanted.slot <> stored.slot) and end_turn is not true then
    return jsonb_build_object('outcome', 'taken', 'by', turn.chauffeur_id, 'since', turn.taken_at);
  end if;
  select jsonb_agg(jsonb_build_object('id', f.id, 'text', f.text) order by f.reported_at) into faults from public.vehicle_faults f
    where f.vehicle_id = stored.id and f.fixed_at is null and f.severity = 'not_to_be_driven';
  if wanted.state = 'in_service' and stored.state <> 'in_service' and faults is not null then
    return jsonb_build_object('outcome', 'open_faults', 'faults', faults);
  elsif stored.state = 'retired' and wanted.state = 'in_service' then
    -- Taken up again it is looked at first.
    wanted.state := 'out_of_service';
    wanted.state_reason := 'Inte i trafik än';
  end if;
  if turn.id is not null and (wanted.state <> 'in_service' or wanted.slot <> stored.slot) then
    perform private.end_turn_row(turn.id, 'admin', actor.id, clock_timestamp(), null, null, coalesce(wanted.state_reason, 'Bilen är ur trafik'));
    select v.odometer into wanted.odometer from public.vehicles v where v.id = wanted.id;
  end if;
  if stored.id is null then
    insert into public.vehicles (id, project_id, slot, name, plate, model, state, state_reason)
      values (wanted.id, wanted.project_id, wanted.slot, wanted.name, wanted.plate, wanted.model, wanted.state, wanted.state_reason);
  else
    update public.vehicles v set slot = wanted.slot, name = wanted.name, plate = wanted.plate, model = wanted.model, state = wanted.state,
      state_reason = wanted.state_reason where v.id = stored.id;
  end if;
  perform private.note_vehicle(wanted, null, 'changed', actor.id, clock_timestamp(),
    jsonb_build_object('to', changes, 'from', (select jsonb_object_agg(k, to_jsonb(stored) -> k) from jsonb_object_keys(changes) k)), event_id);
  answer := jsonb_build_object('outcome', 'set', 'state', wanted.state);
  return private.keep_answer(event_id, 'set_vehicle', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.take_car(project text, slot integer, turn_id uuid, start_km integer, end_km integer, faults jsonb, accepted jsonb, acting_as text, chauffeur text DEFAULT NULL::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor private.taxi_actor := private.taxi_staff(project, acting_as);
  answer jsonb := private.answer_of(turn_id, 'take_car', private.id_key(actor.id));
  driver text := actor.id;
  vehicle public.vehicles;
  holder public.vehicle_turns;
  own public.vehicle_turns;
  settings public.taxi_settings;
  warnings jsonb := '[]';
begin
  if answer is not null then
    return answer;
  end if;
  if chauffeur is not null and private.id_key(chauffeur) <> private.id_key(actor.id) then
    select a.user_id, a.id into driver, actor.person from public.project_attendants a
      where lower(a.project_id) = lower(actor.project) and a.user_key = private.id_key(chauffeur);
    if actor.kind <> 'chauffeur-admin' or driver is null then
      perform private.refuse_stranger();
    end if;
  elsif actor.kind <> 'chauffeur' then
    perform private.refuse_stranger();
  end if;
  perform private.lock_cars();
  perform private.start_vehicles(actor.project);
  perform private.end_due_turns();
  settings := private.taxi_settings_of(actor.project);
  select v.* into vehicle from public.vehicles v where v.project_id = actor.project and v.slot = take_car.slot and v.state <> 'retired';
  select t.* into holder from public.vehicle_turns t where t.vehicle_id = vehicle.id and t.ended_at is null;
  select t.* into own from public.vehicle_turns t where t.project_id = actor.project and t.chauffeur_id = driver and t.ended_at is null;
  if vehicle.id is null then
    perform private.refuse('no-such-car', 'slot');
  elsif vehicle.state = 'out_of_service' then
    perform private.refuse('car-out-of-service', 'slot', array[coalesce(vehicle.state_reason, '-')]);
  elsif holder.id is not null and holder.id = own.id then
    return private.keep_answer(turn_id, 'take_car', private.id_key(actor.id),
      jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(own)));
  elsif holder.id is not null then
    perform private.refuse('car-taken', 'slot');
  elsif settings.handover = 'require' and (start_km is null or (own.id is not null and end_km is null)) then
    perform private.refuse('no-reading', case when start_km is null then 'start_km' else 'end_km' end);
  end if;
  perform private.reading(start_km, 'start_km'), private.reading(end_km, 'end_km');
  warnings := case when start_km < vehicle.odometer then jsonb_build_array(jsonb_build_object('code', 'odometer-lower', 'last', vehicle.odometer))
      when start_km > vehicle.odometer + 5 then jsonb_build_array(jsonb_build_object('code', 'odometer-gap', 'last', vehicle.odometer))
      else '[]' end
    || case when own.id is null then '[]' else private.end_warnings(own, end_km) end;
  if private.unaccepted(warnings, accepted) is not null then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.unaccepted(warnings, accepted));
  end if;
  if private.report_faults(vehicle, null, faults, actor.id) then
    answer := jsonb_build_object('outcome', 'out_of_service');
  else
    if own.id is not null then
      perform private.end_turn_row(own.id, 'moved', actor.id, clock_timestamp(), clock_timestamp(), end_km);
    end if;
    answer := private.begin_turn(vehicle, turn_id, driver, actor.person, start_km, actor.id,
      jsonb_strip_nulls(jsonb_build_object('accepted', nullif(private.list_in(accepted, 'accepted'), '[]'))));
  end if;
  return private.keep_answer(turn_id, 'take_car', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.take_over_car(request_id uuid, turn_id uuid, event_id uuid, start_km integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  request public.vehicle_requests := (select r from public.vehicle_requests r where r.id = request_id);
  actor private.taxi_actor := private.taxi_staff(coalesce(request.project_id, '157715'), acting_as, '{chauffeur}');
  answer jsonb := private.answer_of(event_id, 'take_over_car', private.id_key(actor.id));
  turn public.vehicle_turns;
  vehicle public.vehicles;
  settings public.taxi_settings;
  since timestamptz;
begin
  if answer is not null then
    return answer;
  elsif request.id is null or private.id_key(request.asked_by) <> private.id_key(actor.id) then
    perform private.refuse_stranger();
  end if;
  perform private.lock_cars();
  perform private.end_due_turns();
  settings := private.taxi_settings_of(actor.project);
  select r.* into request from public.vehicle_requests r where r.id = request_id;
  select t.* into turn from public.vehicle_turns t where t.id = request.turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = request.vehicle_id;
  since := greatest(request.asked_at + interval '10 minutes', turn.taken_at + make_interval(hours => settings.takeover_hours));
  if turn.ended_at is not null then
    return private.told_of_end(turn);
  elsif request.answer is not null then
    return jsonb_build_object('outcome', 'answered', 'answer', request.answer, 'at', request.answered_at);
  elsif settings.takeover_hours is null or since > clock_timestamp() then
    return jsonb_build_object('outcome', 'too_early', 'from', case when settings.takeover_hours is not null then since end);
  elsif settings.handover = 'require' and start_km is null then
    perform private.refuse('no-reading', 'start_km');
  end if;
  perform private.reading(start_km, 'start_km');
  perform private.end_turn_row(turn.id, 'taken_over', actor.id, clock_timestamp(), null, null, null, event_id);
  perform private.end_turn_row(o.id, 'moved', actor.id, clock_timestamp(), clock_timestamp()) from public.vehicle_turns o
    where o.project_id = actor.project and o.chauffeur_id = actor.id and o.ended_at is null;
  select v.* into vehicle from public.vehicles v where v.id = request.vehicle_id;
  answer := case vehicle.state when 'in_service'
    then private.begin_turn(vehicle, turn_id, actor.id, actor.person, start_km, actor.id, jsonb_build_object('from', turn.chauffeur_id))
    else jsonb_build_object('outcome', 'out_of_service') end;
  return private.keep_answer(event_id, 'take_over_car', private.id_key(actor.id), answer);
end;
$$;

create or replace function public.taxi_hours(project text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.taxi_actor := private.taxi_staff(project, acting_as, '{chauffeur-admin}');
  starts constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  if "from" is null or "to" is null or "to" < "from" or "to" > "from" + 1100 then
    perform private.refuse('period-too-long', 'to');
  end if;
  return jsonb_build_object('outcome', 'told', 'rows', coalesce((
    select jsonb_agg(jsonb_build_object('chauffeur', r.chauffeur_id, 'turns', r.turns, 'hours', r.hours, 'km', r.km, 'without_km', r.without_km)
      order by r.chauffeur_id nulls last)
    from (
      select t.chauffeur_id, count(*) filter (where t.taken_at >= starts) as turns,
        round((sum(extract(epoch from least(t.ended_at, ends) - greatest(t.taken_at, starts))) / 3600)::numeric, 2) as hours,
        coalesce(sum(t.km) filter (where t.taken_at >= starts), 0) as km,
        count(*) filter (where t.taken_at >= starts and t.km is null) as without_km
      from public.vehicle_turns t
      where t.project_id = actor.project and t.ended_at > starts and t.taken_at < ends
      group by t.chauffeur_id, t.person_id
      union all
      -- Kilometres that nobody drove.
      select null, count(*), 0, sum(t.gap_km), 0 from public.vehicle_turns t
      where t.project_id = actor.project and t.taken_at >= starts and t.taken_at < ends and t.gap_km is not null
      having count(*) > 0
    ) r), '[]'));
end;
$$;

create or replace function public.undo_return(turn_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'undo_return', private.id_key(actor.id));
  vehicle public.vehicles;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = turn.vehicle_id;
  if turn.ended_at is null then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(turn));
  elsif turn.ended_by not in ('chauffeur', 'admin') or turn.returned_at is null or vehicle.state <> 'in_service'
    or exists (select from public.vehicle_turns t where t.ended_at is null and (t.vehicle_id = turn.vehicle_id
      or (t.project_id = turn.project_id and t.chauffeur_id = turn.chauffeur_id)))
    or exists (select from public.vehicle_turns t where t.vehicle_id = turn.vehicle_id and t.taken_at > turn.taken_at) then
    answer := jsonb_build_object('outcome', 'changed', 'now', vehicle.state);
  elsif not exists (select from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
    and e.received_at >= clock_timestamp() - interval '60 seconds') then
    answer := jsonb_build_object('outcome', 'too_late', 'at', turn.ended_at);
  else
    update public.vehicle_turns t set ended_at = null, ended_by = null, ended_by_id = null, reason = null, returned_at = null, end_km = null
      where t.id = turn_id returning t.* into turn;
    update public.vehicles v set odometer = (
        select (e.data ->> 'odometer_before')::integer from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
        order by e.received_at desc limit 1)
      where v.id = vehicle.id;
    perform private.note_vehicle(vehicle, turn_id, 'undone', actor.id, clock_timestamp(), '{}', event_id);
    answer := jsonb_build_object('outcome', 'undone', 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'undo_return', private.id_key(actor.id), answer);
end;
$$;

create table public.vehicle_turns (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  slot integer not null,
  chauffeur_id text not null,
  person_id uuid,
  taken_at timestamp with time zone default clock_timestamp() not null,
  start_km integer,
  before_km integer,
  until timestamp with time zone,
  extended_hours integer default 0 not null,
  ended_at timestamp with time zone,
  ended_by text,
  ended_by_id text,
  reason text,
  returned_at timestamp with time zone,
  end_km integer,
  km_is_estimated boolean default false not null,
  km integer generated always as (
case
    when (end_km >= start_km) then (end_km - start_km)
    else null::integer
end) stored,
  gap_km integer generated always as (
case
    when ((start_km - before_km) > 5) then (start_km - before_km)
    else null::integer
end) stored
);

create table public.taxi_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  handover text default 'off'::text not null,
  max_hours integer,
  takeover_hours integer,
  warn_minutes integer default 30 not null
);

create table public.vehicle_faults (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid,
  text text not null,
  severity text default 'remark'::text not null,
  reported_by text not null,
  reported_at timestamp with time zone default clock_timestamp() not null,
  fixed_by text,
  fixed_at timestamp with time zone,
  fix_note text
);

create table public.vehicle_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid,
  kind text not null,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null
);

create table public.vehicles (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  slot integer,
  name text not null,
  plate text,
  plate_key text generated always as (private.plate_key(plate)) stored,
  model text default 'Volvo V90'::text not null,
  state text default 'in_service'::text not null,
  state_reason text,
  odometer integer,
  not_returned_by text
);

create table public.vehicle_requests (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  vehicle_id uuid not null,
  turn_id uuid not null,
  asked_by text not null,
  asked_at timestamp with time zone default clock_timestamp() not null,
  answer text,
  answered_at timestamp with time zone
);

create or replace function private.begin_turn(vehicle public.vehicles, turn_id uuid, chauffeur text, person uuid, start_km integer, by text, data jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  turn public.vehicle_turns;
  hours constant integer := (private.taxi_settings_of(vehicle.project_id)).max_hours;
  moment constant timestamptz := clock_timestamp();
begin
  perform set_config('parkering.turn_cause', jsonb_build_object('by', by, 'data', data)::text, true);
  insert into public.vehicle_turns (id, project_id, vehicle_id, slot, chauffeur_id, person_id, taken_at, start_km, before_km, until)
    values (turn_id, vehicle.project_id, vehicle.id, vehicle.slot, chauffeur, person, moment, start_km,
      -- The start is taken for the end of a turn without a reading: nothing lies between them.
      case when start_km is not null and not exists (select from (
          select l.end_km from public.vehicle_turns l where l.vehicle_id = vehicle.id order by l.taken_at desc, l.id desc limit 1) latest
        where latest.end_km is null) then vehicle.odometer end,
      moment + make_interval(hours => hours))
    returning * into turn;
  perform set_config('parkering.turn_cause', '', true);
  return jsonb_build_object('outcome', 'taken', 'turn', private.turn_as_json(turn));
end;
$$;

create or replace function private.change_of_vehicle(vehicle public.vehicles, keys jsonb)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', (select jsonb_object_agg(k, to_jsonb(vehicle) -> k) from jsonb_object_keys(keys) k),
    'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.vehicle_events e where e.vehicle_id = vehicle.id and e.kind in ('changed', 'odometer_corrected')
    order by e.at desc, e.id desc limit 1) e on true;
$$;

create or replace function private.end_turn_row(turn uuid, ended_by text, by text, at timestamp with time zone, returned_at timestamp with time zone DEFAULT NULL::timestamp with time zone, end_km integer DEFAULT NULL::integer, reason text DEFAULT NULL::text, event_id uuid DEFAULT NULL::uuid, data jsonb DEFAULT '{}'::jsonb)
  returns public.vehicle_turns
  language plpgsql
  set search_path = ''
as $$
declare
  ended public.vehicle_turns;
begin
  perform set_config('parkering.turn_cause', jsonb_build_object('id', event_id, 'by', by, 'data', data)::text, true);
  update public.vehicle_turns t set ended_by = end_turn_row.ended_by, ended_by_id = by, ended_at = greatest(at, t.taken_at),
      returned_at = case when end_turn_row.returned_at is not null then greatest(end_turn_row.returned_at, t.taken_at) end, end_km = end_turn_row.end_km, reason = left(end_turn_row.reason, 500)
    where t.id = turn and t.ended_at is null returning t.* into ended;
  perform set_config('parkering.turn_cause', '', true);
  return ended;
end;
$$;

create or replace function private.end_warnings(turn public.vehicle_turns, end_km integer)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select case
    when end_km < turn.start_km then jsonb_build_array(jsonb_build_object('code', 'odometer-lower', 'last', turn.start_km))
    when end_km > turn.start_km + 800 then jsonb_build_array(jsonb_build_object('code', 'odometer-jump', 'last', turn.start_km))
    else '[]' end;
$$;

create or replace function private.note_vehicle(vehicle public.vehicles, turn_id uuid, kind text, by text, at timestamp with time zone, data jsonb, event_id uuid DEFAULT NULL::uuid)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.vehicle_events (id, project_id, vehicle_id, turn_id, kind, by, at, data)
  values (coalesce(event_id, gen_random_uuid()), vehicle.project_id, vehicle.id, turn_id, kind, left(by, 320), at, jsonb_strip_nulls(data));
$$;

create or replace function private.open_turn(turn_id uuid, acting_as text, kinds text[] DEFAULT '{chauffeur,chauffeur-admin}'::text[], OUT actor private.taxi_actor, OUT turn public.vehicle_turns)
  returns record
  language plpgsql
  set search_path = ''
as $$
begin
  select t.* into turn from public.vehicle_turns t where t.id = turn_id;
  -- Who may not know a turn is not told whether there is one.
  actor := private.taxi_staff(coalesce(turn.project_id, '157715'), acting_as, kinds);
  if turn.id is null then
    perform private.refuse('no-such-turn');
  elsif actor.kind = 'chauffeur' and not (private.id_key(turn.chauffeur_id) = private.id_key(actor.id)
    and turn.person_id is not distinct from actor.person) then
    perform private.refuse_stranger();
  end if;
end;
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
    insert into public.vehicle_faults (id, project_id, vehicle_id, turn_id, text, severity, reported_by)
      values (coalesce((fault ->> 'id')::uuid, gen_random_uuid()), vehicle.project_id, vehicle.id, turn, fault ->> 'text',
        coalesce(fault ->> 'severity', 'remark'), by)
      on conflict (id) do nothing;
    is_grave := is_grave or fault ->> 'severity' = 'not_to_be_driven';
    perform private.note_vehicle(vehicle, turn, 'fault_reported', by, clock_timestamp(), fault - 'id');
  end loop;
  if is_grave and not exists (select from public.vehicle_turns t where t.vehicle_id = vehicle.id and t.ended_at is null) then
    update public.vehicles v set state = 'out_of_service', state_reason = left((select f.value ->> 'text' from jsonb_array_elements(faults) f
        where f.value ->> 'severity' = 'not_to_be_driven' limit 1), 500)
      where v.id = vehicle.id and v.state = 'in_service';
  end if;
  return is_grave;
end;
$$;

create or replace function private.taxi_settings_of(project text)
  returns public.taxi_settings
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  settings public.taxi_settings;
begin
  select s.* into settings from public.taxi_settings s where s.project_id = project;
  if not found then
    settings.handover := 'off';
    settings.warn_minutes := 30;
  end if;
  return settings;
end;
$$;

create or replace function private.told_of_end(turn public.vehicle_turns)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'ended_already', 'by', turn.ended_by_id, 'at', turn.ended_at, 'reason', coalesce(turn.reason, turn.ended_by));
$$;

create or replace function private.turn_as_json(turn public.vehicle_turns)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$ select to_jsonb(turn) - '{site_id,person_id,created_at}'::text[]; $$;

alter table public.taxi_settings add constraint taxi_settings_pkey primary key (id);

alter table public.vehicle_events add constraint vehicle_events_pkey primary key (id);

alter table public.vehicles add constraint vehicles_pkey primary key (id);

alter table public.vehicle_turns add constraint vehicle_turns_pkey primary key (id);

alter table public.vehicle_faults add constraint vehicle_faults_pkey primary key (id);

alter table public.vehicle_requests add constraint vehicle_requests_pkey primary key (id);

alter table public.taxi_settings add constraint taxi_settings_project_key unique (project_id);

alter table public.taxi_settings add constraint taxi_settings_project_length check (((project_id ~ '\S'::text) and (length(project_id) <= 100)));

alter table public.taxi_settings add constraint taxi_settings_handover check ((handover = any (array['off'::text, 'ask'::text, 'require'::text])));

alter table public.taxi_settings add constraint taxi_settings_max_hours check (((max_hours >= 1) and (max_hours <= 48)));

alter table public.taxi_settings add constraint taxi_settings_takeover_hours check (((takeover_hours >= 1) and (takeover_hours <= 48)));

alter table public.taxi_settings add constraint taxi_settings_warn_minutes check (((warn_minutes >= 1) and (warn_minutes <= 240)));

alter table public.taxi_settings add constraint taxi_settings_moments check (private.is_moment(created_at));

alter table public.vehicle_events add constraint vehicle_events_project_id_length check ((length(project_id) <= 100));

alter table public.vehicle_events add constraint vehicle_events_kind check ((kind = any (array['taken'::text, 'ended'::text, 'returned_late'::text, 'undone'::text, 'extended'::text, 'fault_reported'::text, 'fault_fixed'::text, 'asked'::text, 'answered'::text, 'changed'::text, 'odometer_corrected'::text, 'km_corrected'::text])));

alter table public.vehicle_events add constraint vehicle_events_by_length check ((length(by) <= 320));

alter table public.vehicle_events add constraint vehicle_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.vehicle_events add constraint vehicle_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.vehicles add constraint vehicles_project_id_length check (((project_id ~ '\S'::text) and (length(project_id) <= 100)));

alter table public.vehicles add constraint vehicles_slot check (((slot >= 1) and (slot <= 40)));

alter table public.vehicles add constraint vehicles_name_length check (((name ~ '\S'::text) and (length(name) <= 50)));

alter table public.vehicles add constraint vehicles_plate_length check (((plate ~ '\S'::text) and (length(plate) <= 20)));

alter table public.vehicles add constraint vehicles_model_length check (((model ~ '\S'::text) and (length(model) <= 100)));

alter table public.vehicles add constraint vehicles_state check ((state = any (array['in_service'::text, 'out_of_service'::text, 'retired'::text])));

alter table public.vehicles add constraint vehicles_state_reason_length check (((state_reason ~ '\S'::text) and (length(state_reason) <= 500)));

alter table public.vehicles add constraint vehicles_odometer check (((odometer >= 0) and (odometer <= 9999999)));

alter table public.vehicles add constraint vehicles_not_returned_by_length check ((length(not_returned_by) <= 50));

alter table public.vehicles add constraint vehicles_moments check ((private.is_moment(created_at) and private.is_moment(updated_at)));

alter table public.vehicle_turns add constraint vehicle_turns_project_id_length check ((length(project_id) <= 100));

alter table public.vehicle_turns add constraint vehicle_turns_slot check (((slot >= 1) and (slot <= 40)));

alter table public.vehicle_turns add constraint vehicle_turns_chauffeur_id_length check ((length(chauffeur_id) <= 50));

alter table public.vehicle_turns add constraint vehicle_turns_start_km check (((start_km >= 0) and (start_km <= 9999999)));

alter table public.vehicle_turns add constraint vehicle_turns_before_km check (((before_km >= 0) and (before_km <= 9999999)));

alter table public.vehicle_turns add constraint vehicle_turns_end_km check (((end_km >= 0) and (end_km <= 9999999)));

alter table public.vehicle_turns add constraint vehicle_turns_extended_hours check (((extended_hours >= 0) and (extended_hours <= 4)));

alter table public.vehicle_turns add constraint vehicle_turns_ended_by check ((ended_by = any (array['chauffeur'::text, 'admin'::text, 'time'::text, 'moved'::text, 'removed'::text, 'taken_over'::text])));

alter table public.vehicle_turns add constraint vehicle_turns_ends_once check ((((ended_at is null) = (ended_by is null)) and ((ended_at is not null) or ((returned_at is null) and (end_km is null)))));

alter table public.vehicle_turns add constraint vehicle_turns_ends_later check (((ended_at >= taken_at) and (returned_at >= taken_at) and (until >= taken_at)));

alter table public.vehicle_turns add constraint vehicle_turns_lengths check (((length(ended_by_id) <= 320) and (length(reason) <= 500)));

alter table public.vehicle_turns add constraint vehicle_turns_moments check ((private.is_moment(created_at) and private.is_moment(taken_at) and private.is_moment(until) and private.is_moment(ended_at) and private.is_moment(returned_at)));

alter table public.vehicle_faults add constraint vehicle_faults_project_id_length check ((length(project_id) <= 100));

alter table public.vehicle_faults add constraint vehicle_faults_text_length check (((text ~ '\S'::text) and (length(text) <= 2000)));

alter table public.vehicle_faults add constraint vehicle_faults_severity check ((severity = any (array['remark'::text, 'not_to_be_driven'::text])));

alter table public.vehicle_faults add constraint vehicle_faults_is_fixed_by_somebody check (((fixed_at is null) = (fixed_by is null)));

alter table public.vehicle_faults add constraint vehicle_faults_lengths check (((length(reported_by) <= 320) and (length(fixed_by) <= 320) and (length(fix_note) <= 2000)));

alter table public.vehicle_faults add constraint vehicle_faults_moments check ((private.is_moment(created_at) and private.is_moment(reported_at) and private.is_moment(fixed_at)));

alter table public.vehicle_requests add constraint vehicle_requests_project_id_length check ((length(project_id) <= 100));

alter table public.vehicle_requests add constraint vehicle_requests_asked_by_length check ((length(asked_by) <= 320));

alter table public.vehicle_requests add constraint vehicle_requests_answer check ((answer = any (array['leaves'::text, 'drives'::text])));

alter table public.vehicle_requests add constraint vehicle_requests_answered_once check (((answer is null) = (answered_at is null)));

alter table public.vehicle_requests add constraint vehicle_requests_moments check ((private.is_moment(created_at) and private.is_moment(asked_at) and private.is_moment(answered_at)));

alter table public.vehicle_turns add constraint vehicle_turns_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.vehicle_faults add constraint vehicle_faults_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.vehicle_faults add constraint vehicle_faults_turn_id_fkey foreign key (turn_id) references public.vehicle_turns(id) on delete set null;

alter table public.vehicle_requests add constraint vehicle_requests_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.vehicle_requests add constraint vehicle_requests_turn_id_fkey foreign key (turn_id) references public.vehicle_turns(id) on delete cascade;

create index vehicle_events_vehicle_newest_idx on public.vehicle_events (vehicle_id, at desc, id desc);

create index vehicle_events_oldest_idx on public.vehicle_events (at);

create unique index vehicles_slot_key on public.vehicles (project_id, slot) where state <> 'retired';

create unique index vehicle_turns_open_vehicle_key on public.vehicle_turns (vehicle_id) where ended_at is null;

create unique index vehicle_turns_open_chauffeur_key on public.vehicle_turns (project_id, chauffeur_id) where ended_at is null;

create index vehicle_turns_vehicle_newest_idx on public.vehicle_turns (vehicle_id, taken_at desc);

create index vehicle_turns_person_newest_idx on public.vehicle_turns (person_id, taken_at desc);

create index vehicle_turns_project_newest_idx on public.vehicle_turns (project_id, taken_at desc, id desc);

create index vehicle_turns_due_idx on public.vehicle_turns (until) where ended_at is null;

create index vehicle_turns_oldest_idx on public.vehicle_turns (ended_at);

create index vehicle_faults_vehicle_newest_idx on public.vehicle_faults (vehicle_id, reported_at desc, id desc);

create index vehicle_faults_project_newest_idx on public.vehicle_faults (project_id, reported_at desc, id desc);

create index vehicle_faults_turn_id_idx on public.vehicle_faults (turn_id);

create unique index vehicle_requests_open_key on public.vehicle_requests (turn_id, asked_by) where answer is null;

create index vehicle_requests_vehicle_id_idx on public.vehicle_requests (vehicle_id);

create index vehicle_requests_newest_idx on public.vehicle_requests (project_id, asked_at desc, id desc);

create trigger project_attendants_free_car after delete on public.project_attendants
  for each row execute function private.free_car_of_removed();

create trigger staff_accounts_free_car after delete on public.staff_accounts
  for each row when (old.kind = 'chauffeur') execute function private.free_car_of_removed();

create trigger taxi_settings_write_trail after insert or delete or update on public.taxi_settings for each row execute function private.write_trail();

create trigger vehicle_events_only_grow before update on public.vehicle_events
  for each row when (to_jsonb(old) - '{project_id,site_id}'::text[] is distinct from to_jsonb(new) - '{project_id,site_id}'::text[])
  execute function private.keep_status_events();

create trigger vehicle_events_place before update of project_id, site_id on public.vehicle_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicle_events_place_new before insert on public.vehicle_events for each row execute function private.place_row();

create trigger vehicle_faults_place before update of project_id, site_id on public.vehicle_faults for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicle_faults_place_new before insert on public.vehicle_faults for each row execute function private.place_row();

create trigger vehicle_faults_tell_cars after update of fixed_at on public.vehicle_faults for each row execute function private.tell_cars();

create trigger vehicle_faults_write_trail after insert or delete or update on public.vehicle_faults for each row execute function private.write_trail();

create trigger vehicle_registrations_follow after insert or delete on public.vehicle_registrations
  for each row execute function private.follow_registration();

create trigger vehicle_registrations_lock before delete on public.vehicle_registrations
  for each statement execute function private.lock_cars_first();

create trigger vehicle_registrations_wants_a_car before insert on public.vehicle_registrations
  for each row execute function private.keep_cars_in_service();

create trigger vehicle_requests_place before update of project_id, site_id on public.vehicle_requests for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicle_requests_place_new before insert on public.vehicle_requests for each row execute function private.place_row();

create trigger vehicle_requests_write_trail after insert or delete or update on public.vehicle_requests for each row execute function private.write_trail();

create trigger vehicle_turns_follow after insert or update on public.vehicle_turns for each row execute function private.follow_turn();

create trigger vehicle_turns_place before update of project_id, site_id on public.vehicle_turns for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicle_turns_place_new before insert on public.vehicle_turns for each row execute function private.place_row();

create trigger vehicle_turns_write_trail after insert or delete or update on public.vehicle_turns for each row execute function private.write_trail();

create trigger vehicles_place before update of project_id, site_id on public.vehicles for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicles_place_new before insert on public.vehicles for each row execute function private.place_row();

create trigger vehicles_touch_updated_at before update on public.vehicles for each row execute function private.touch_updated_at();

create trigger vehicles_write_trail after insert or delete or update on public.vehicles for each row execute function private.write_trail();

alter table public.taxi_settings enable row level security;

alter table public.vehicle_events enable row level security;

alter table public.vehicle_faults enable row level security;

alter table public.vehicle_requests enable row level security;

alter table public.vehicle_turns enable row level security;

alter table public.vehicles enable row level security;

create policy "The taxi's people read its settings" on public.taxi_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or project_id = any ((select private.own_projects('chauffeur', 'chauffeur-admin'))::text[]));

create policy "The taxi's admin reads what was done to cars" on public.vehicle_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[]));

create policy "The taxi's people read its register of cars" on public.vehicles
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));

create policy "Chauffeurs read who has a car, own turns; their admin all" on public.vehicle_turns
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or ((ended_at is null or person_id = (select private.own_person_id('chauffeur')))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));

create policy "Chauffeurs read open faults, their admin all" on public.vehicle_faults
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or (fixed_at is null and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));

create policy "The taxi's people read who asks for a car" on public.vehicle_requests
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));

grant execute on function private.lock_cars() to anon;

grant execute on function private.lock_cars() to authenticated;

grant execute on function private.lock_cars() to service_role;

grant execute on function private.own_person_id(text[]) to anon;

grant execute on function private.own_person_id(text[]) to authenticated;

grant execute on function private.own_person_id(text[]) to service_role;

grant execute on function private.taxi_settings_of(text) to anon;

grant execute on function private.taxi_settings_of(text) to authenticated;

grant execute on function private.taxi_settings_of(text) to service_role;

grant execute on function public.answer_request(uuid,uuid,boolean,text) to authenticated;

grant execute on function public.ask_for_car(text,integer,uuid,text) to authenticated;

grant execute on function public.correct_odometer(uuid,uuid,jsonb,integer,text,text) to authenticated;

grant execute on function public.correct_turn_km(uuid,uuid,jsonb,integer,integer,text,text) to authenticated;

grant execute on function public.end_turn(uuid,uuid,text,integer,text) to authenticated;

grant execute on function public.extend_turn(uuid,uuid,integer,text) to authenticated;

grant execute on function public.fix_fault(uuid,uuid,text,text) to authenticated;

grant execute on function public.report_fault(uuid,jsonb,uuid,text) to authenticated;

grant execute on function public.return_car(uuid,uuid,timestamp with time zone,integer,jsonb,text,jsonb,integer) to authenticated;

grant execute on function public.set_vehicle(jsonb,uuid,jsonb,boolean,text) to authenticated;

grant execute on function public.take_car(text,integer,uuid,integer,integer,jsonb,jsonb,text,text) to authenticated;

grant execute on function public.take_over_car(uuid,uuid,uuid,integer,text) to authenticated;

grant execute on function public.taxi_hours(text,date,date,text) to authenticated;

grant execute on function public.undo_return(uuid,uuid,text) to authenticated;

comment on table public.taxi_settings is 'Settings of the taxi, one row a project: what is asked at a handover, how long a turn lasts, and when a car may be taken over.';

comment on table public.vehicle_events is 'What was done to cars and their turns, by whom and when; written by the database, only added to.';

comment on table public.vehicle_faults is 'Faults of vehicles: a remark, or one with which nobody drives.';

comment on table public.vehicle_requests is 'Questions of chauffeurs who stand at a car that somebody else has.';

comment on table public.vehicle_turns is 'Turns of chauffeurs with cars: at most one open turn a car and one a chauffeur.';

comment on table public.vehicles is 'Cars of the taxi and vehicles of the ambulance.';

comment on column public.taxi_settings.max_hours is 'Null: a turn has no end.';

comment on column public.taxi_settings.takeover_hours is 'Null: nobody takes a car over.';

comment on column public.taxi_settings.handover is 'With `off` a press takes a car as in document 2, `ask` offers reading and faults, `require` wants a reading.';

comment on column public.vehicles.odometer is 'The last known reading in kilometres.';

comment on column public.vehicles.not_returned_by is 'The chauffeur whose turn ended by the clock, until the car is taken or returned.';

comment on column public.vehicles.updated_at is 'Changes with each turn too, so that everybody who follows the cars hears that one was taken or returned.';

comment on column public.vehicle_turns.person_id is 'The chauffeur''s row in the list of people: who gets an old ID later does not get the turns.';

comment on column public.vehicle_turns.before_km is 'The reading that the car had before: a start of more than 5 km above it is a gap.';

comment on column public.vehicle_turns.until is 'Null: the turn has no end.';

comment on column public.vehicle_turns.ended_at is 'The end that counts. A return that comes later has its own time in `returned_at`.';

comment on column public.vehicle_turns.returned_at is 'When the chauffeur gave the car back; null when the turn ended otherwise.';

comment on column public.vehicle_turns.km_is_estimated is 'True where the next start is taken for the missing reading at the end.';

comment on function private.erase_taxi(integer) is 'Erases turns, with what was asked and done in them, and fixed faults after 24 months, at most so many rows of each. Gives the largest count.';

comment on function private.taxi_settings_of(text) is 'The settings of a project; those of document 2 where there is no row.';

comment on function private.taxi_staff(text,text,text[]) is 'The chauffeur or admin who calls a function for a project. `specified` believes the ID; `hardened` refuses one that is not the caller''s (42501).';

comment on function private.reading(integer,text) is 'A reading in kilometres, or null.';

comment on function private.unaccepted(jsonb,jsonb) is 'The warnings that the caller has not accepted; null for none.';

comment on function private.tell_cars() is 'A chauffeur does not read fixed faults, and hears by the car that one is fixed.';

comment on function private.own_person_id(text[]) is 'The caller''s row in the list of people, else the account; null for strangers and in `specified`.';

comment on function private.person_of(text,text) is 'The row of a chauffeur in the list of people, else the account.';

comment on function private.slot_of(public.vehicle_registrations) is 'The slot that a registration marks.';

comment on function private.lock_cars() is 'One change of cars after the other: two who change to each other''s car do not wait for each other for ever.';

comment on function private.turn_cause() is 'What changes a turn just now, as {id, by, ended_by, data}; empty for a call of document 2.';

comment on function private.end_due_turns() is 'Ends the turns whose time is up, at that time. Gives how many.';

comment on function private.follow_turn() is 'Keeps registrations, the register and the history in step with turns: a car is taken, or is free, out of service where a fault forbids driving.';

comment on function private.follow_registration() is 'Keeps turns in step with registrations that come and go by the table API (document 2 §7).';

comment on function private.keep_cars_in_service() is 'Nobody takes a car that is out of service, by whatever way; a turn whose time is up does not keep its car.';

comment on function private.lock_cars_first() is 'A removal of registrations waits for its turn before it holds a row.';

comment on function private.free_car_of_removed() is 'The car of a chauffeur who is removed is free.';

comment on function private.start_vehicles(text) is 'Gives a project the six cars of document 2, unless it has a register.';

comment on function private.change_of_vehicle(public.vehicles,jsonb) is 'The answer to a change that somebody else was faster than.';

comment on function private.report_faults(public.vehicles,uuid,jsonb,text) is 'Stores faults of a car. A free car with which nobody may drive goes out of service at once, a taken one when its turn ends. True for such a fault.';

comment on function private.begin_turn(public.vehicles,uuid,text,uuid,integer,text,jsonb) is 'Begins a turn with a car that is free.';

comment on function private.note_vehicle(public.vehicles,uuid,text,text,timestamp with time zone,jsonb,uuid) is 'Adds an event of a car to its history.';

comment on function private.end_turn_row(uuid,text,text,timestamp with time zone,timestamp with time zone,integer,text,uuid,jsonb) is 'Ends an open turn; gives no row for one that has ended.';

comment on function private.end_warnings(public.vehicle_turns,integer) is 'Warnings about a reading at the end of a turn.';

comment on function private.turn_as_json(public.vehicle_turns) is 'A turn as screens read it.';

comment on function private.open_turn(uuid,text,text[]) is 'A turn with the person who acts on it: its chauffeur, or the admin.';

comment on function private.told_of_end(public.vehicle_turns) is 'The answer to who ends a turn that has ended.';

comment on function public.set_vehicle(jsonb,uuid,jsonb,boolean,text) is 'The admin adds a car, changes it, and puts it into or out of service. A taken car goes only when its turn may end, and none is in service with a fault that forbids driving.';

comment on function public.fix_fault(uuid,uuid,text,text) is 'The admin says that a fault is mended. The car stays out of service until the admin puts it in.';

comment on function public.correct_odometer(uuid,uuid,jsonb,integer,text,text) is 'The admin corrects the reading of a car, with a reason.';

comment on function public.correct_turn_km(uuid,uuid,jsonb,integer,integer,text,text) is 'The admin corrects the readings of a turn, with a reason.';

comment on function public.taxi_hours(text,date,date,text) is 'Turns, hours and kilometres of chauffeurs in a period, by ended turns. Hours over midnight are each day''s, in the company''s zone; a turn and its kilometres are the day''s on which it began. A row without a chauffeur has the kilometres that nobody drove.';

comment on function public.take_car(text,integer,uuid,integer,integer,jsonb,jsonb,text,text) is 'Takes a car, for oneself or as the admin for a chauffeur. Who has another moves; the first car is kept whatever is refused or warned about. A fault that forbids driving begins no turn.';

comment on function public.return_car(uuid,uuid,timestamp with time zone,integer,jsonb,text,jsonb,integer) is 'Gives a car back. A turn that has ended keeps its end; the reading, the faults and the time of the return are kept beside it.';

comment on function public.undo_return(uuid,uuid,text) is 'Takes a return back within 60 seconds, while the car is free and the chauffeur has no other: the same turn runs on.';

comment on function public.end_turn(uuid,uuid,text,integer,text) is 'The admin ends a turn with a reason.';

comment on function public.extend_turn(uuid,uuid,integer,text) is 'A turn with an end lasts longer, by four hours in all.';

comment on function public.ask_for_car(text,integer,uuid,text) is 'A chauffeur who stands at a car asks its holder whether they have left it. Asked again, the first question stands.';

comment on function public.answer_request(uuid,uuid,boolean,text) is 'The holder of a car says that they have left it, which ends the turn, or that they drive it.';

comment on function public.take_over_car(uuid,uuid,uuid,integer,text) is 'Who asked takes a car over whose holder was silent for 10 minutes, in a turn older than the settings say. `turn_id` is the new turn''s.';

comment on function public.report_fault(uuid,jsonb,uuid,text) is 'Reports a fault of a car, with or without a turn.';

alter publication supabase_realtime add table public.vehicle_faults;

alter publication supabase_realtime add table public.vehicle_requests;

alter publication supabase_realtime add table public.vehicle_turns;

alter publication supabase_realtime add table public.vehicles;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('taxi_settings', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_faults', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_requests', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_turns', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicles', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('answer_request')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('ask_for_car')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('correct_odometer')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('correct_turn_km')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('end_turn')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('extend_turn')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('fix_fault')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('report_fault')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('return_car')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_settings')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_vehicle')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('take_car')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('take_over_car')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('taxi_hours')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('undo_return')
  on conflict (function_name) do nothing;

-- The taxi has its settings and six cars, and who has a car has had it since the registration.
insert into public.taxi_settings (project_id) values ('157715');

select private.start_vehicles(p.code)
  from (select '157715' union select r.project_id from public.vehicle_registrations r where position('~' in r.project_id) = 0) p (code);

insert into public.vehicle_turns (project_id, vehicle_id, slot, chauffeur_id, person_id, taken_at)
  select r.project_id, v.id, v.slot, r.chauffeur_id, private.person_of(r.project_id, r.chauffeur_id), r.created_at
  from public.vehicle_registrations r join public.vehicles v on v.project_id = r.project_id and v.slot = private.slot_of(r);

select private.grant_for_profile();
