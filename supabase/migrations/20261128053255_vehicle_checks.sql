-- Crews of the ambulance check their vehicles: what is not right is a fault, a critical one takes the vehicle out of service, and a wrong one is taken back; the admin keeps vehicles and checklist (document 5 §7).

set local check_function_bodies = off;

drop policy "The taxi's people read its register of cars" on public.vehicles;

drop policy "The taxi's admin reads what was done to cars" on public.vehicle_events;

drop policy "Chauffeurs read open faults, their admin all" on public.vehicle_faults;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note,to_employee_id,agreed_by,reason,type_id,issued_on,expires_on,answers}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns', 'notices', 'planned_shifts', 'shift_places', 'shift_offers', 'certificates', 'vehicle_checks');
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
    ('nothing-owed', 'PK005', 'Det finns inget att betala tillbaka.'),
    ('refund-under-way', 'PK005', 'Återbetalningen är redan på väg. Kontot kan inte ändras.'),
    ('refund-not-proposed', 'PK005', 'Återbetalningen i ärende %s är inte föreslagen.'),
    ('refund-not-approved', 'PK005', 'Återbetalningen i ärende %s är inte godkänd av någon annan.'),
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
    ('refund-changed', 'PK006', 'Konto eller belopp i ärende %s har ändrats sedan du öppnade sidan.'),
    ('objection-released', 'PK006', 'Bestridandet har lämnats tillbaka sedan du öppnade det.'),
    ('objection-taken', 'PK006', 'Bestridandet har tagits av %s sedan du öppnade det.'),
    ('ground-changed', 'PK006', 'Någon annan har valt grunden %s sedan du öppnade bestridandet.'),
    ('no-such-case', 'PK007', 'Ärendet finns inte.'),
    ('no-such-payment', 'PK007', 'Betalningen finns inte.'),
    ('no-such-refund', 'PK007', 'Återbetalningen finns inte, eller är redan gjord.'),
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
    ('no-such-clearing', 'PK008', 'Clearingnumret hör inte till någon bank.'),
    ('no-such-account', 'PK008', 'Kontonumret stämmer inte med clearingnumret. Kontrollera båda.'),
    ('no-such-phone', 'PK008', 'Ange ett svenskt mobilnummer.'),
    ('no-iban', 'PK008', 'Ange kontots IBAN.'),
    ('no-bic', 'PK008', 'Ange bankens BIC.'),
    ('no-pay-day', 'PK008', 'Välj en dag från i dag och högst 30 dagar fram.'),
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
    ('own-refund', 'PK011', 'Du kan inte godkänna en återbetalning som du själv har föreslagit.'),
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
    ('unreadable-notice', 'PK008', 'The notice needs a title and a text, and a last day that has not passed.'),
    ('unreadable-shift', 'PK008', 'Enter when the shift begins and ends, within 48 hours, and 1 to 20 places.'),
    ('shift-over', 'PK005', 'The shift is over or cancelled, or cannot be taken back.'),
    ('too-few-places', 'PK005', 'More people are on the shift than it would have places. Take somebody off first.'),
    ('no-such-shift', 'PK007', 'There is no such shift.'),
    ('no-such-place', 'PK007', 'There is no such place.'),
    ('no-such-offer', 'PK007', 'There is no such offer.'),
    ('no-such-employee', 'PK007', 'There is no such employee.'),
    ('no-call-place', 'PK008', 'Enter a place.'),
    ('no-call-text', 'PK008', 'Enter a text of at most 2000 characters.'),
    ('no-call-result', 'PK008', 'Choose a result.'),
    ('unreadable-certificate', 'PK008', 'Choose an employee and a kind of certificate, the day of issue, and a last day that is not before it.'),
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
    ('no-such-car-en', 'PK007', 'There is no such vehicle.'),
    ('too-many-vehicles', 'PK008', 'There are 40 vehicles at most.'),
    ('no-such-fault-en', 'PK007', 'There is no such fault.'),
    ('unreadable-check', 'PK008', 'The check cannot be read.'),
    ('unreadable-checklist', 'PK008', 'Each item needs a text of at most 200 characters, and a minimum only where it is a number.'),
    ('car-out-of-service-en', 'PK005', 'The vehicle is out of service: %s'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('too-many-fault-photos', 'PK008', 'Högst 6 foton.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
    ('no-such-work-turn', 'PK007', 'Passet finns inte.'),
    ('turn-overlaps', 'PK005', 'Passet krockar med %s.'),
    ('turn-overlaps-en', 'PK005', 'The shift overlaps %s.'),
    ('turn-times', 'PK008', 'Ange när passet började och när det slutade. Slutet ligger efter början och inte i framtiden.'),
    ('turn-times-en', 'PK008', 'Enter when the shift began and ended. The end is after the start and not in the future.'),
    ('turn-too-long', 'PK008', 'Ett pass är högst %s timmar.'),
    ('turn-too-long-en', 'PK008', 'A shift lasts %s hours at most.'),
    ('break-times', 'PK008', 'Raster ligger inom passet, en efter en.'),
    ('break-times-en', 'PK008', 'Breaks lie within the shift, one after the other.'),
    ('correction-over', 'PK005', 'Passet är för gammalt att rätta själv. Be en administratör.'),
    ('correction-over-en', 'PK005', 'The shift is too old to be corrected by yourself. Ask your administrator.'),
    ('turn-approved', 'PK005', 'Passet är godkänt. En administratör kan öppna det igen.'),
    ('turn-approved-en', 'PK005', 'The shift is approved. Your administrator can reopen it.'),
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

create or replace function private.start_vehicles(project text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.vehicles (project_id, slot, name)
  select project, n, 'Bil ' || n from generate_series(1, 6) n
  where project <> 'ASE' and project ~ '\S' and length(project) <= 100 and not exists (select from public.vehicles v where v.project_id = project);
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
    and (tell_hooks.event in ('shift_changed', 'shift_absence', 'shift_asked', 'shift_offered', 'certificate_expires', 'vehicle_out_of_service')) = (project = 'ASE')
    and (tell_hooks.event in ('bid_withdrawn', 'property_sold', 'viewing_changed')) = (project = 'YSTAD')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;

create or replace function public.fix_fault(fault_id uuid, event_id uuid, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fault public.vehicle_faults := (select f from public.vehicle_faults f where f.id = fault_id);
  actor private.taxi_actor := private.vehicle_admin(coalesce(fault.project_id, '157715'), acting_as);
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

create or replace function public.set_ase_list(what text, list jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.ase_admin(acting_as);
  return case what
    when 'positions' then private.set_positions(list, expected)
    when 'employee_positions' then private.set_employee_positions(list, expected)
    when 'certificate_types' then private.set_certificate_types(list, expected)
    when 'checklist' then private.set_checklist(list, expected)
    else private.refuse_list() end;
end;
$$;

create or replace function public.set_vehicle(vehicle jsonb, event_id uuid, expected jsonb, end_turn boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  stored public.vehicles := (select v from public.vehicles v where v.id = (vehicle ->> 'id')::uuid);
  actor private.taxi_actor := private.vehicle_admin(coalesce(stored.project_id, vehicle ->> 'project_id'), acting_as);
  is_ambulance constant boolean := actor.project = 'ASE';
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
    wanted.model := coalesce(wanted.model, case when is_ambulance then 'Ambulance' else 'Volvo V90' end);
    wanted.state := coalesce(wanted.state, 'in_service');
    wanted.created_at := now();
    wanted.updated_at := now();
  end if;
  if coalesce(wanted.name, '') !~ '\S' or length(wanted.name) > 50 or length(wanted.plate) > 20 or coalesce(wanted.model, '') !~ '\S'
    or length(wanted.model) > 100 or (wanted.slot is null) <> is_ambulance or wanted.slot not between 1 and 40
    or wanted.state not in ('in_service', 'out_of_service', 'retired') then
    perform private.refuse('unreadable-values', 'vehicle');
  elsif wanted.state = 'out_of_service' and coalesce(wanted.state_reason, '') !~ '\S' then
    perform private.refuse(case when is_ambulance then 'no-reason' else 'no-note' end, 'state_reason');
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
  elsif is_ambulance and wanted.state <> 'retired' and 40 <= (
    select count(*) from public.vehicles v where v.project_id = 'ASE' and v.state <> 'retired' and v.id <> wanted.id) then
    perform private.refuse('too-many-vehicles', 'vehicle');
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
    wanted.state_reason := case when is_ambulance then 'Not in service yet' else 'Inte i trafik än' end;
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

create or replace function private.checked_item(said jsonb, day date)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  item public.checklist_items;
  -- A phone without a network answers the list that it has: its words and limits are what the crew read.
  words text;
  kind text;
  minimum numeric;
  result constant text := btrim(said ->> 'result');
  note constant text := nullif(btrim(said ->> 'note'), '');
begin
  select i.* into item from public.checklist_items i where i.id = (said ->> 'item_id')::uuid;
  words := coalesce(nullif(btrim(said ->> 'text'), ''), item.text);
  kind := coalesce(said ->> 'kind', item.kind, 'ok');
  minimum := case when kind = 'number' then coalesce((said ->> 'minimum')::numeric, item.minimum) end;
  if words is null or length(words) > 200 or length(note) > 2000 or minimum not between 0 and 9999999
    or coalesce(result, '') !~ (case kind when 'ok' then '^(ok|fault)$' when 'number' then '^\d{1,7}(\.\d{1,3})?$' when 'date' then '^\d{4}-\d\d-\d\d$' else '$.' end)
    or (kind = 'date' and not private.is_moment(result::date::timestamptz)) then
    perform private.refuse('unreadable-check', 'answers');
  end if;
  return jsonb_build_object('item_id', said ->> 'item_id', 'text', words, 'kind', kind, 'minimum', minimum,
    -- Critical is what either the phone's list or the admin's holds to be critical.
    'is_critical', coalesce(item.is_critical, false) or coalesce((said ->> 'is_critical')::boolean, false), 'result', result, 'note', note,
    'is_fault', case kind when 'ok' then result = 'fault' when 'number' then result::numeric < coalesce(minimum, 0) else result::date < day end);
end;
$$;

create or replace function private.erase_vehicle_checks(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone uuid[] := array(select c.id from public.vehicle_checks c where c.done_at < now() - interval '12 months' order by c.done_at limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{vehicle_checks}', gone);
  delete from public.vehicle_checks c where c.id = any (gone);
  perform set_config('parkering.erases', '', true);
  return cardinality(gone);
end;
$$;

create or replace function private.fault_in_words(answer jsonb)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select left(concat_ws(': ', answer ->> 'text', nullif(concat_ws(' · ',
    case when answer ->> 'kind' <> 'ok' then (answer ->> 'result') || coalesce(' (at least ' || (answer ->> 'minimum') || ')', '') end,
    answer ->> 'note'), '')), 2000);
$$;

create or replace function private.grave_fault(vehicle uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select f.text from public.vehicle_faults f where f.vehicle_id = vehicle and f.fixed_at is null and f.severity = 'not_to_be_driven'
  order by f.reported_at, f.created_at, f.id limit 1;
$$;

create or replace function private.set_checklist(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  keys constant text[] := '{id,text,kind,minimum,is_critical,is_active}';
  wanted jsonb;
  stored jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('checklist', 0));
  if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 100 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  begin
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'text', btrim(r.text), 'kind', r.kind, 'minimum', r.minimum,
      'is_critical', coalesce(r.is_critical, false), 'is_active', coalesce(r.is_active, true)) order by l.n), '[]') into wanted
      from jsonb_array_elements(list) with ordinality l (value, n), jsonb_populate_record(null::public.checklist_items, l.value) r;
    select coalesce(jsonb_agg((select jsonb_object_agg(k, to_jsonb(i) -> k) from unnest(keys) k) order by i.sort_order, i.id), '[]') into stored
      from public.checklist_items i;
    if wanted = stored then
      return jsonb_build_object('outcome', 'unchanged');
    elsif stored is distinct from (select coalesce(jsonb_agg((select jsonb_object_agg(k, e.value -> k) from unnest(keys) k) order by e.n), '[]')
      from jsonb_array_elements(private.list_in(expected, 'expected')) with ordinality e (value, n)) then
      return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('checklist_items', null);
    end if;
    -- A check keeps the text of its items, so that nothing refers to one that goes.
    delete from public.checklist_items i where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = i.id::text);
    insert into public.checklist_items as i (id, text, kind, minimum, is_critical, is_active, sort_order)
      select r.id, r.text, r.kind, r.minimum, r.is_critical, r.is_active, w.n
      from jsonb_array_elements(wanted) with ordinality w (value, n), jsonb_populate_record(null::public.checklist_items, w.value) r
      on conflict (id) do update set text = excluded.text, kind = excluded.kind, minimum = excluded.minimum,
        is_critical = excluded.is_critical, is_active = excluded.is_active, sort_order = excluded.sort_order;
  exception when data_exception or integrity_constraint_violation or cardinality_violation then
    perform private.refuse('unreadable-checklist', 'list');
  end;
  return jsonb_build_object('outcome', 'set');
end;
$$;

create or replace function private.take_out_for_fault(vehicle public.vehicles, by text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  fault constant text := private.grave_fault(vehicle.id);
begin
  update public.vehicles v set state = 'out_of_service', state_reason = left(fault, 500)
    where v.id = vehicle.id and v.state = 'in_service' and fault is not null;
  if found then
    perform private.tell_hooks('vehicle_out_of_service', 'ASE', private.site_of('ASE'), vehicle.id, null,
      jsonb_build_object('vehicle', vehicle.name, 'fault', left(fault, 200)), null, by);
  end if;
end;
$$;

create or replace function private.vehicle_admin(project text, acting_as text)
  returns private.taxi_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.taxi_actor;
begin
  if upper(project) = 'ASE' then
    actor.project := 'ASE';
    actor.kind := 'ase-admin';
    actor.id := private.ase_admin(acting_as);
  else
    actor := private.taxi_staff(project, acting_as, '{chauffeur-admin}');
  end if;
  return actor;
end;
$$;

create or replace function public.check_vehicle("check" jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  given public.vehicle_checks;
  clock_error_ms integer;
  answer jsonb;
  vehicle public.vehicles;
  started private.stamp;
  done private.stamp;
  said jsonb;
  fault public.vehicle_faults;
  faults jsonb := '[]';
begin
  begin
    given := jsonb_populate_record(null::public.vehicle_checks, "check");
    clock_error_ms := ("check" ->> 'clock_error_ms')::integer;
  exception when data_exception then
    perform private.refuse('unreadable-check', 'check');
  end;
  if given.id is null or given.vehicle_id is null or given.km not between 0 and 9999999 or jsonb_array_length(private.list_in(given.answers, 'answers')) > 100
    or not private.is_moment(given.started_at) or not private.is_moment(given.done_at) then
    perform private.refuse('unreadable-check', 'check');
  end if;
  answer := private.answer_of(given.id, 'check_vehicle', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select v.* into vehicle from public.vehicles v where v.id = given.vehicle_id and private.is_at(v.site_id, v.project_id, private.site_of('ASE'), 'ASE') for update;
  if vehicle.id is null then
    perform private.refuse('no-such-car-en', 'vehicle_id');
  elsif exists (select from public.vehicle_checks c where c.id = given.id) then
    perform private.refuse('event-used', 'id');
  end if;
  -- A check is kept whatever became of its turn: a second phone's id means the turn that it was answered with.
  given.turn_id := (select t.id from public.work_turns t where t.person_id = worker.person
    and t.id = coalesce((select i.turn_id from private.work_turn_ids i where i.id = given.turn_id), given.turn_id));
  done := private.stamp_of(given.done_at, clock_error_ms, clock_timestamp() - interval '7 days');
  started := private.stamp_of(coalesce(given.started_at, given.done_at), clock_error_ms, clock_timestamp() - interval '7 days');
  begin
    select coalesce(jsonb_agg(private.checked_item(a.value, private.day_of(done.at)) order by a.n), '[]') into given.answers
      from jsonb_array_elements(private.list_in(given.answers, 'answers')) with ordinality a (value, n);
  exception when data_exception then
    perform private.refuse('unreadable-check', 'answers');
  end;
  given.result := case
    when exists (select from jsonb_array_elements(given.answers) a where (a.value ->> 'is_fault')::boolean and (a.value ->> 'is_critical')::boolean) then 'not_ready'
    when exists (select from jsonb_array_elements(given.answers) a where (a.value ->> 'is_fault')::boolean) then 'remarks'
    else 'ready' end;
  insert into public.vehicle_checks (id, vehicle_id, turn_id, person_id, employee_id, started_at, done_at, received_at, is_odd, km, answers, result)
    values (given.id, vehicle.id, given.turn_id, worker.person, worker.id, least(started.at, done.at), done.at, done.received,
      done.is_odd or started.is_odd or started.at > done.at, given.km, given.answers, given.result);
  perform private.note_vehicle(vehicle, given.turn_id, 'checked', worker.id, done.at, jsonb_build_object('check_id', given.id, 'result', given.result, 'km', given.km));
  for said in select a.value from jsonb_array_elements(given.answers) with ordinality a (value, n) where (a.value ->> 'is_fault')::boolean order by a.n loop
    insert into public.vehicle_faults (project_id, vehicle_id, check_id, text, severity, reported_by, reported_at)
      values (vehicle.project_id, vehicle.id, given.id, private.fault_in_words(said),
        case when (said ->> 'is_critical')::boolean then 'not_to_be_driven' else 'remark' end, worker.id, done.at)
      returning * into fault;
    perform private.note_vehicle(vehicle, given.turn_id, 'fault_reported', worker.id, done.at, jsonb_build_object('fault_id', fault.id, 'text', fault.text, 'severity', fault.severity));
    faults := faults || jsonb_build_object('id', fault.id, 'text', fault.text, 'severity', fault.severity);
  end loop;
  -- The reading of an older check that comes late is not the last known one.
  update public.vehicles v set odometer = case when v.checked_at > done.at then v.odometer else coalesce(given.km, v.odometer) end,
      checked_at = greatest(v.checked_at, done.at)
    where v.id = vehicle.id;
  perform private.take_out_for_fault(vehicle, worker.id);
  return private.keep_answer(given.id, 'check_vehicle', caller, jsonb_build_object('outcome', 'stored', 'result', given.result, 'faults', faults,
    'state', (select v.state from public.vehicles v where v.id = vehicle.id)));
end;
$$;

create or replace function public.take_back_fault(fault_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'take_back_fault', caller);
  fault public.vehicle_faults;
  checked public.vehicle_checks;
  turn public.work_turns;
  vehicle public.vehicles;
  other text;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-values', 'event_id');
  end if;
  perform private.lock_cars();
  select f.* into fault from public.vehicle_faults f where f.id = fault_id and private.is_at(f.site_id, f.project_id, private.site_of('ASE'), 'ASE') for update;
  select c.* into checked from public.vehicle_checks c where c.id = fault.check_id;
  select t.* into turn from public.work_turns t where t.person_id = worker.person and t.status = 'running';
  if fault.id is null then
    perform private.refuse('no-such-fault-en', 'fault_id');
  elsif fault.fixed_at is not null then
    answer := jsonb_build_object('outcome', 'fixed_already', 'by', fault.fixed_by, 'at', fault.fixed_at);
  elsif turn.id is not null and (checked.turn_id = turn.id
    or (checked.id is not null and turn.vehicle_id = fault.vehicle_id and fault.reported_at >= turn.started_at)) then
    update public.vehicle_faults f set fixed_by = worker.id, fixed_at = clock_timestamp(), is_taken_back = true where f.id = fault.id;
    select v.* into vehicle from public.vehicles v where v.id = fault.vehicle_id for update;
    other := private.grave_fault(vehicle.id);
    -- The admin's own reason to keep a vehicle off the road stays.
    if vehicle.state = 'out_of_service' and fault.severity = 'not_to_be_driven' and vehicle.state_reason = left(fault.text, 500) then
      update public.vehicles v set state = case when other is null then 'in_service' else v.state end, state_reason = left(other, 500)
        where v.id = vehicle.id returning * into vehicle;
    end if;
    perform private.note_vehicle(vehicle, turn.id, 'fault_taken_back', worker.id, clock_timestamp(), jsonb_build_object('fault_id', fault.id, 'text', fault.text), event_id);
    answer := jsonb_build_object('outcome', 'taken_back', 'state', vehicle.state);
  elsif checked.person_id = worker.person then
    answer := jsonb_build_object('outcome', 'too_late');
  else
    perform private.refuse_stranger();
  end if;
  return private.keep_answer(event_id, 'take_back_fault', caller, answer);
end;
$$;

create table public.checklist_items (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  text text not null,
  kind text default 'ok'::text not null,
  minimum numeric,
  is_critical boolean default false not null,
  sort_order integer default 0 not null,
  is_active boolean default true not null
);

create table public.vehicle_checks (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  vehicle_id uuid not null,
  turn_id uuid,
  person_id uuid not null,
  employee_id text not null,
  started_at timestamp with time zone not null,
  done_at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  is_odd boolean default false not null,
  km integer,
  answers jsonb default '[]'::jsonb not null,
  result text not null
);

alter table public.vehicles add column checked_at timestamp with time zone;

alter table public.vehicle_faults add column check_id uuid;

alter table public.vehicle_faults add column is_taken_back boolean default false not null;

alter table public.vehicle_events drop constraint vehicle_events_kind;

alter table public.vehicle_events add constraint vehicle_events_kind check ((kind = any (array['taken'::text, 'ended'::text, 'returned_late'::text, 'undone'::text, 'extended'::text, 'fault_reported'::text, 'fault_fixed'::text, 'fault_taken_back'::text, 'checked'::text, 'asked'::text, 'answered'::text, 'changed'::text, 'odometer_corrected'::text, 'km_corrected'::text])));

alter table public.vehicles drop constraint vehicles_moments;

alter table public.vehicles add constraint vehicles_moments check ((private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(checked_at)));

alter table public.message_hooks drop constraint message_hooks_events;

alter table public.message_hooks add constraint message_hooks_events check (((events <@ array['fine_issued'::text, 'objection'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text, 'certificate_expires'::text, 'vehicle_out_of_service'::text]) and (array_position(events, null::text) is null) and (cardinality(events) <= 10)));

alter table public.outbox drop constraint outbox_event;

alter table public.outbox add constraint outbox_event check ((event = any (array['fine_issued'::text, 'objection'::text, 'decision'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'test'::text, 'invitation'::text, 'new_password'::text, 'account_changed'::text, 'bid_link'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'follow_confirm'::text, 'follow_news'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text, 'certificate_expires'::text, 'vehicle_out_of_service'::text])));

alter table public.checklist_items add constraint checklist_items_pkey primary key (id);

alter table public.vehicle_checks add constraint vehicle_checks_pkey primary key (id);

alter table public.checklist_items add constraint checklist_items_text_length check (((text ~ '\S'::text) and (length(text) <= 200)));

alter table public.checklist_items add constraint checklist_items_kind check ((kind = any (array['ok'::text, 'number'::text, 'date'::text])));

alter table public.checklist_items add constraint checklist_items_minimum check (((minimum is null) or ((kind = 'number'::text) and ((minimum >= (0)::numeric) and (minimum <= (9999999)::numeric)))));

alter table public.checklist_items add constraint checklist_items_moments check (private.is_moment(created_at));

alter table public.vehicle_checks add constraint vehicle_checks_employee_id_length check ((length(employee_id) <= 50));

alter table public.vehicle_checks add constraint vehicle_checks_km check (((km >= 0) and (km <= 9999999)));

alter table public.vehicle_checks add constraint vehicle_checks_answers check (((jsonb_typeof(answers) = 'array'::text) and (jsonb_array_length(answers) <= 100)));

alter table public.vehicle_checks add constraint vehicle_checks_result check ((result = any (array['ready'::text, 'remarks'::text, 'not_ready'::text])));

alter table public.vehicle_checks add constraint vehicle_checks_ends_later check ((done_at >= started_at));

alter table public.vehicle_checks add constraint vehicle_checks_moments check ((private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(done_at) and private.is_moment(received_at)));

alter table public.vehicle_faults add constraint vehicle_faults_taken_back_is_over check (((not is_taken_back) or (fixed_at is not null)));

alter table public.vehicle_checks add constraint vehicle_checks_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.vehicle_faults add constraint vehicle_faults_check_id_fkey foreign key (check_id) references public.vehicle_checks(id) on delete set null;

create index vehicle_checks_vehicle_newest_idx on public.vehicle_checks (vehicle_id, done_at desc, id desc);

create index vehicle_checks_newest_idx on public.vehicle_checks (done_at desc, id desc);

create index vehicle_faults_check_id_idx on public.vehicle_faults (check_id) where check_id is not null;

create trigger checklist_items_write_trail after insert or delete or update on public.checklist_items for each row execute function private.write_trail('ASE');

create trigger vehicle_checks_only_grow before update on public.vehicle_checks
  for each row when (to_jsonb(old) - '{created_at}'::text[] is distinct from to_jsonb(new) - '{created_at}'::text[])
  execute function private.keep_status_events();

create trigger vehicle_checks_write_trail after insert or delete or update on public.vehicle_checks for each row execute function private.write_trail('ASE');

alter table public.checklist_items enable row level security;

alter table public.vehicle_checks enable row level security;

create policy "Admins of taxi and ambulance read what was done to cars" on public.vehicle_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or (project_id = 'ASE' and (select private.is_kind('ase-admin'))));

create policy "People of taxi and ambulance read their register of cars" on public.vehicles
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[])
    or (project_id = 'ASE' and ((select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')))));

create policy "Ambulance staff read the checklist" on public.checklist_items
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create policy "Employees read own checks, the ambulance admin all" on public.vehicle_checks
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

create policy "Drivers and crews read open faults, their admins all" on public.vehicle_faults
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[])
    or (fixed_at is null and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[]))
    or (project_id = 'ASE' and ((fixed_at is null and (select private.own_employee_id()) is not null) or (select private.is_kind('ase-admin')))));

grant execute on function public.check_vehicle(jsonb,text) to authenticated;

grant execute on function public.take_back_fault(uuid,uuid,text) to authenticated;

comment on function private.start_vehicles(text) is 'Gives a project the six cars of document 2, unless it has a register or is the ambulance.';

comment on function public.set_ase_list(text,jsonb,jsonb,text) is 'Changes a list of the ambulance''s admin, which is still as the screen showed it: positions, who has which, kinds of certificates, and the checklist.';

comment on table public.checklist_items is 'What a crew of the ambulance looks at in its vehicle, in its order.';

comment on table public.vehicle_checks is 'Checks of vehicles as their crews sent them; only added to.';

comment on column public.vehicles.checked_at is 'When a crew of the ambulance checked the vehicle last.';

comment on column public.checklist_items.minimum is 'A number below it is a fault; null: every number is right.';

comment on column public.checklist_items.is_critical is 'A fault of the item takes the vehicle out of service.';

comment on column public.vehicle_checks.person_id is 'The row in the list of employees: who gets an old ID later has checked nothing.';

comment on column public.vehicle_checks.is_odd is 'The phone''s clock was wrong: the nearest time that fits was taken.';

comment on column public.vehicle_checks.answers is 'Of each item its text, kind and minimum as they were, the result and the note.';

comment on column public.vehicle_faults.check_id is 'The crew''s check in which the fault was found.';

comment on column public.vehicle_faults.is_taken_back is 'The crew pressed wrong: there was no fault.';

comment on function private.set_checklist(jsonb,jsonb) is 'The checklist of the ambulance''s vehicles in its order.';

comment on function private.checked_item(jsonb,date) is 'An answer of a check with its item as the crew read it, and whether it is a fault: `Fault`, a number below the minimum, a date that has passed.';

comment on function private.fault_in_words(jsonb) is 'The text of the fault that an answer becomes.';

comment on function private.grave_fault(uuid) is 'The oldest open fault with which nobody drives a vehicle; null for none.';

comment on function private.erase_vehicle_checks(integer) is 'Erases checks of vehicles after 12 months, at most so many. Their faults stay. Gives their count.';

comment on function private.take_out_for_fault(public.vehicles,text) is 'Takes a vehicle with an open critical fault out of service, and tells the ambulance''s receivers once.';

comment on function private.vehicle_admin(text,text) is 'The admin of a project''s vehicles who calls; refused for everybody else.';

comment on function public.check_vehicle(jsonb,text) is 'Keeps a crew''s check of its vehicle. What is not right becomes an open fault, and a critical one takes the vehicle out of service.';

comment on function public.take_back_fault(uuid,uuid,text) is 'The crew takes a wrong fault of its check back while its turn runs. A vehicle that is out of service for it alone is in service again.';

alter publication supabase_realtime add table public.vehicle_checks;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('checklist_items', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_checks', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('check_vehicle')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('take_back_fault')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
