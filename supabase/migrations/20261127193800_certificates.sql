-- The ambulance's admin records certificates: who lacks one that the position needs may not take its shift, its turn is marked, and receivers hear before one expires (document 5 §7).

set local check_function_bodies = off;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note,to_employee_id,agreed_by,reason,type_id,issued_on,expires_on}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns', 'notices', 'planned_shifts', 'shift_places', 'shift_offers', 'certificates');
$$;

create or replace function private.keep_turns_of_employee()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.work_turns set user_id = new.employee_id, name = new.name where person_id = new.id;
  update public.ase_positions set employee_id = new.employee_id where person_id = new.id and employee_id <> new.employee_id;
  update public.shift_places set employee_id = new.employee_id, name = new.name where person_id = new.id;
  update public.shift_offers o set employee_id = case when o.person_id = new.id then new.employee_id else o.employee_id end,
      name = case when o.person_id = new.id then new.name else o.name end,
      to_employee_id = case when o.to_person_id = new.id then new.employee_id else o.to_employee_id end,
      agreed_by = case when o.agreed_person_id = new.id then new.employee_id else o.agreed_by end
    where new.id in (o.person_id, o.to_person_id, o.agreed_person_id);
  update public.certificates set employee_id = new.employee_id where person_id = new.id and employee_id <> new.employee_id;
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
  perform private.mark_forgotten_turns();
  perform private.tell_followers();
  perform private.lock_plan();
  perform private.warn_of_certificates();
  perform private.begin_due_demands();
  return true;
end;
$$;

create or replace function private.shift_objections(person uuid, shift public.planned_shifts)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(o.objection), '[]') from (
    select jsonb_build_object('code', 'overlap', 'starts_at', min(s.starts_at), 'ends_at', max(s.ends_at)) as objection
      from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
      where p.person_id = person and p.state = 'assigned' and s.starts_at < shift.ends_at and s.ends_at > shift.starts_at
      having count(*) > 0
    union all
    select jsonb_build_object('code', 'position', 'position', shift.position)
      where shift.position is not null
        and not exists (select from public.ase_positions a where a.person_id = person and a.position = shift.position)
    union all
    -- A shift until midnight has its last day before it.
    select c.value from jsonb_array_elements(private.certificate_objections(person, shift.position, private.day_of(shift.ends_at - interval '1 second'))) c (value)
  ) o;
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
    and (tell_hooks.event in ('shift_changed', 'shift_absence', 'shift_asked', 'shift_offered', 'certificate_expires')) = (project = 'ASE')
    and (tell_hooks.event in ('bid_withdrawn', 'property_sold', 'viewing_changed')) = (project = 'YSTAD')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;

create or replace function public.ask_for_shift(shift_id uuid, place_id uuid, accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb;
  shift public.planned_shifts;
  place public.shift_places;
  reasons jsonb;
  was_asked boolean;
begin
  if place_id is null then
    perform private.refuse('unreadable-value', 'place_id');
  end if;
  answer := private.answer_of(place_id, 'ask_for_shift', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, false);
  select p.* into place from public.shift_places p
    where p.shift_id = shift.id and p.person_id = worker.person and p.state in ('asked', 'assigned');
  -- Whoever the admin asked has the place by a press, also of a shift that has begun.
  was_asked := private.was_asked(worker.person, shift.id);
  reasons := private.shift_objections(worker.person, shift);
  if place.id is not null and (place.state = 'assigned' or not was_asked) then
    answer := jsonb_build_object('outcome', 'unchanged', 'state', place.state);
  elsif private.shift_state(shift) <> 'planned' and not (was_asked and private.shift_state(shift) = 'begun') then
    answer := jsonb_build_object('outcome', 'changed', 'now', private.shift_state(shift));
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  elsif reasons <> '[]' then
    answer := jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  elsif not private.accepts(accepted, private.shift_warnings(worker.person, shift)) then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.shift_warnings(worker.person, shift));
  elsif was_asked or (private.ase_settings_of()).sign_up = 'at_once' then
    perform private.put_place(shift.id, place_id, private.employee_of(worker.id), worker.id);
    answer := jsonb_build_object('outcome', 'assigned');
  else
    insert into public.shift_places (id, shift_id, person_id, employee_id, name, state, by, at)
      values (ask_for_shift.place_id, shift.id, worker.person, worker.id, left(worker.name, 200), 'asked', worker.id, clock_timestamp()) returning * into place;
    perform private.note_shift(shift.id, 'asked', worker.id, null, place, null, jsonb_build_object('accepted', accepted));
    answer := jsonb_build_object('outcome', 'asked');
  end if;
  return private.keep_answer(place_id, 'ask_for_shift', caller, answer);
end;
$$;

create or replace function public.clock_in(project text, kind text, turn_id uuid, at timestamp with time zone, "position" text, vehicle_id uuid, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker(project, kind, acting_as);
  answer jsonb;
  settings public.clock_settings;
  stamp private.stamp;
  turn public.work_turns;
  begins timestamptz;
  own boolean;
  place public.shift_places;
  shift public.planned_shifts;
begin
  if worker.id is null or not worker.is_active or kind is null then
    perform private.refuse_stranger();
  elsif turn_id is null or length(clock_in.position) > 200 then
    perform private.refuse('unreadable-values', 'turn_id');
  end if;
  answer := private.answer_of(turn_id, 'clock_in', worker.person::text);
  if answer is not null then
    return answer;
  elsif exists (select from public.work_turns t where t.id = clock_in.turn_id) then
    -- The id of somebody's turn would mean the caller's from then on.
    perform private.refuse('event-used', 'turn_id');
  end if;
  settings := private.clock_settings_of(worker.project, kind);
  perform private.lock_clock(worker.person);
  perform private.mark_forgotten_turns(worker.person);
  stamp := private.stamp_of(at, clock_error_ms, clock_timestamp() - make_interval(days => greatest(settings.correction_days, 1)));
  select t.* into turn from public.work_turns t where t.person_id = worker.person and t.status = 'running' for update;
  own := turn.id is null or stamp.at <= turn.started_at - make_interval(hours => settings.max_turn_hours);
  if not own then
    insert into private.work_turn_ids (id, turn_id, said_at) values (clock_in.turn_id, turn.id, stamp.at);
    perform private.note_turn(turn, 'started', worker.id, stamp.at, stamp.marks || jsonb_build_object('turn_id', clock_in.turn_id));
    answer := jsonb_build_object('outcome', 'running', 'turn', private.work_turn_as_json(turn))
      || case when stamp.at < turn.started_at - interval '1 minute' then jsonb_build_object('earlier_start', stamp.at) else '{}' end;
  else
    begins := case when turn.id is null then greatest(stamp.at, (
        select max(coalesce(t.ended_at, t.started_at)) from public.work_turns t
        where t.person_id = worker.person and coalesce(t.ended_at, t.started_at) > stamp.at))
      else private.first_free(worker.person, stamp.at) end;
    place := private.own_planned_place(worker.person, begins);
    select s.* into shift from public.planned_shifts s where s.id = place.shift_id;
    update public.shift_places p set came_at = coalesce(p.came_at, begins) where p.id = place.id;
    insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, status, needs_check, planned_shift_id, vehicle_id, position)
      -- A start that lies further back than a turn lasts is no start of the turn that runs.
      values (clock_in.turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), begins,
        case when turn.id is null then 'running' else 'waiting' end, turn.id is not null or stamp.is_odd or begins <> stamp.at,
        shift.id, coalesce(clock_in.vehicle_id, shift.vehicle_id), coalesce(clock_in.position, shift.position))
      returning * into turn;
    perform private.note_turn(turn, 'started', worker.id, begins,
      stamp.marks || case when begins <> stamp.at then jsonb_build_object('said_at', coalesce(at, stamp.at)) else '{}' end
        -- Somebody may be needed without a valid certificate: the turn runs, and its history says so.
        || jsonb_build_object('certificates', nullif(private.certificate_objections(worker.person, turn.position,
          private.day_of(coalesce(shift.ends_at - interval '1 second', begins))), '[]')));
    answer := jsonb_build_object('outcome', turn.status, 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(clock_in.turn_id, 'clock_in', worker.person::text, answer);
end;
$$;

create or replace function public.own_objections(acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
begin
  return jsonb_build_object('outcome', 'listed', 'shifts', (
    select coalesce(jsonb_object_agg(s.id, jsonb_build_object('reasons', private.shift_objections(worker.person, s),
      'warnings', private.shift_warnings(worker.person, s), 'was_asked', private.was_asked(worker.person, s.id))), '{}')
    from (select * from public.planned_shifts s where s.published_at is not null and s.cancelled_at is null and s.ends_at > now()
      order by s.starts_at, s.id limit 500) s
    where not exists (select from public.shift_places p where p.shift_id = s.id and p.person_id = worker.person and p.state = 'assigned')));
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
    else private.refuse_list() end;
end;
$$;

create or replace function private.certificate_objections(person uuid, "position" text, day date)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', case when c.id is null then 'certificate-missing' else 'certificate-expired' end, 'name', t.name)
    order by t.sort_order, t.name, t.id), '[]')
  from public.certificate_types t
    left join public.certificates c on c.person_id = person and c.type_id = t.id and c.replaced_at is null
  where t.is_active and certificate_objections.position = any (t.positions) and (c.id is null or c.expires_on < day);
$$;

create or replace function private.erase_certificates(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone uuid[] := array(
    select c.id from public.certificates c left join public.ase_employees e on e.id = c.person_id
    where coalesce(c.left_at, e.deactivated_at) < now() - interval '6 months' order by coalesce(c.left_at, e.deactivated_at) limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{certificates}', gone);
  delete from public.certificates c where c.id = any (gone);
  perform set_config('parkering.erases', '', true);
  return cardinality(gone);
end;
$$;

create or replace function private.keep_certificates_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.certificates c set left_at = now() where c.person_id = old.id;
  return null;
end;
$$;

create or replace function private.set_certificate_types(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  keys constant text[] := '{id,name,warn_days,positions,is_active}';
  wanted jsonb;
  stored jsonb;
  used jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('certificate types', 0));
  if jsonb_typeof(list) is distinct from 'array' or jsonb_array_length(list) > 50 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  begin
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', btrim(r.name), 'warn_days', r.warn_days, 'positions', to_jsonb(r.positions),
      'is_active', r.is_active) order by l.n), '[]') into wanted
      from jsonb_array_elements(list) with ordinality l (value, n), jsonb_populate_record(null::public.certificate_types, l.value) r;
    select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'warn_days', t.warn_days, 'positions', to_jsonb(t.positions),
      'is_active', t.is_active) order by t.sort_order, t.name, t.id), '[]') into stored from public.certificate_types t;
    if wanted = stored then
      return jsonb_build_object('outcome', 'unchanged');
    elsif stored is distinct from (select coalesce(jsonb_agg((select jsonb_object_agg(k, e.value -> k) from unnest(keys) k) order by e.n), '[]')
      from jsonb_array_elements(expected) with ordinality e (value, n)) then
      return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('certificate_types', null);
    end if;
    select jsonb_agg(t.name order by t.name) into used from public.certificate_types t
      where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = t.id::text)
        and exists (select from public.certificates c where c.type_id = t.id);
    if used is not null then
      return jsonb_build_object('outcome', 'in_use', 'types', used);
    end if;
    delete from public.certificate_types t where not exists (select from jsonb_array_elements(wanted) w where w.value ->> 'id' = t.id::text);
    insert into public.certificate_types as t (id, name, warn_days, positions, is_active, sort_order)
      select r.id, r.name, r.warn_days, r.positions, r.is_active, w.n
      from jsonb_array_elements(wanted) with ordinality w (value, n), jsonb_populate_record(null::public.certificate_types, w.value) r
      on conflict (id) do update set name = excluded.name, warn_days = excluded.warn_days, positions = excluded.positions,
        is_active = excluded.is_active, sort_order = excluded.sort_order;
  exception when data_exception or integrity_constraint_violation then
    perform private.refuse('unreadable-values', 'list');
  end;
  return jsonb_build_object('outcome', 'set');
end;
$$;

create or replace function private.warn_of_certificates()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  today constant date := private.day_of(now());
  told uuid[];
  name text;
begin
  with due as (
    update public.certificates c set warned_at = coalesce(c.warned_at, now()), reminded_at = case when c.expires_on - today <= 7 then now() end
      from public.certificate_types t, public.ase_employees e
      where t.id = c.type_id and t.is_active and e.id = c.person_id and e.deactivated_at is null
        and c.replaced_at is null and c.reminded_at is null and c.expires_on between today and today + 365
        and c.expires_on - today <= case when c.warned_at is null then greatest(t.warn_days, 7) else 7 end
      returning c.id, c.employee_id)
  select array_agg(d.id order by d.id), case when count(distinct d.employee_id) = 1 then min(d.employee_id) end into told, name from due d;
  if told is not null then
    perform private.tell_hooks('certificate_expires', 'ASE', private.site_of('ASE'), told[1], null, jsonb_build_object('count', cardinality(told)), null, name);
  end if;
end;
$$;

create or replace function private.was_asked(person uuid, shift uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from public.shift_events e where e.shift_id = was_asked.shift and e.person_id = was_asked.person and e.kind = 'person_asked'
    and e.received_at > coalesce((select max(p.at) from public.shift_places p where p.shift_id = was_asked.shift and p.person_id = was_asked.person), '-infinity'));
$$;

create or replace function public.list_certificates(acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
begin
  perform private.add_to_trail('read', 'certificates', 'ASE', null, null, null);
  return jsonb_build_object('outcome', 'listed', 'certificates', (
    select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'name', e.name, 'type_id', t.id, 'type', t.name,
        'warn_days', t.warn_days, 'issued_on', c.issued_on, 'expires_on', c.expires_on, 'checked_by', c.checked_by, 'checked_at', c.checked_at)
      order by e.employee_key, t.sort_order, t.name, t.id), '[]')
    from public.ase_employees e cross join public.certificate_types t
      left join public.certificates c on c.person_id = e.id and c.type_id = t.id and c.replaced_at is null
    where e.deactivated_at is null and t.is_active and c.id is not null));
end;
$$;

create or replace function public.record_certificate(certificate jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  wanted public.certificates;
  employee public.ase_employees;
  answer jsonb;
begin
  begin
    wanted := jsonb_populate_record(null::public.certificates, certificate);
  exception when data_exception then
    perform private.refuse('unreadable-certificate', 'certificate');
  end;
  select e.* into employee from public.ase_employees e where e.employee_key = private.id_key(wanted.employee_id);
  if wanted.id is null or employee.id is null or not exists (select from public.certificate_types t where t.id = wanted.type_id and t.is_active)
    or wanted.issued_on is null or wanted.issued_on > private.day_of(now()) or wanted.expires_on < wanted.issued_on
    or not private.is_moment(wanted.issued_on::timestamptz) or not private.is_moment(wanted.expires_on::timestamptz) then
    perform private.refuse('unreadable-certificate', 'certificate');
  end if;
  answer := private.answer_of(wanted.id, 'record_certificate', 'ase-admin ' || private.id_key(admin));
  if answer is not null then
    return answer;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('certificates ' || employee.id, 0));
  update public.certificates c set replaced_at = now() where c.person_id = employee.id and c.type_id = wanted.type_id and c.replaced_at is null;
  insert into public.certificates (id, person_id, employee_id, type_id, issued_on, expires_on, checked_by)
    values (wanted.id, employee.id, employee.employee_id, wanted.type_id, wanted.issued_on, wanted.expires_on, admin);
  return private.keep_answer(wanted.id, 'record_certificate', 'ase-admin ' || private.id_key(admin),
    jsonb_build_object('outcome', 'recorded', 'at', now()));
end;
$$;

create table public.certificate_types (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  name text not null,
  warn_days integer default 30 not null,
  positions text[] default '{}'::text[] not null,
  is_active boolean default true not null,
  sort_order integer default 0 not null
);

create table public.certificates (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  person_id uuid not null,
  employee_id text not null,
  type_id uuid not null,
  issued_on date not null,
  expires_on date,
  checked_by text not null,
  checked_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  warned_at timestamp with time zone,
  reminded_at timestamp with time zone,
  left_at timestamp with time zone
);

alter table public.message_hooks drop constraint message_hooks_events;

alter table public.message_hooks add constraint message_hooks_events check (((events <@ array['fine_issued'::text, 'objection'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text, 'certificate_expires'::text]) and (array_position(events, null::text) is null) and (cardinality(events) <= 10)));

alter table public.outbox drop constraint outbox_event;

alter table public.outbox add constraint outbox_event check ((event = any (array['fine_issued'::text, 'objection'::text, 'decision'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'test'::text, 'invitation'::text, 'new_password'::text, 'account_changed'::text, 'bid_link'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'follow_confirm'::text, 'follow_news'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text, 'certificate_expires'::text])));

alter table public.certificate_types add constraint certificate_types_pkey primary key (id);

alter table public.certificates add constraint certificates_pkey primary key (id);

alter table public.certificate_types add constraint certificate_types_name_length check (((name ~ '\S'::text) and (length(name) <= 200)));

alter table public.certificate_types add constraint certificate_types_warn_days check (((warn_days >= 0) and (warn_days <= 365)));

alter table public.certificate_types add constraint certificate_types_positions check (private.texts_within(positions, 50, 200));

alter table public.certificate_types add constraint certificate_types_lists_are_flat check ((coalesce(array_ndims(positions), 1) = 1));

alter table public.certificate_types add constraint certificate_types_moments check (private.is_moment(created_at));

alter table public.certificates add constraint certificates_lengths check (((length(employee_id) <= 50) and (length(checked_by) <= 320)));

alter table public.certificates add constraint certificates_expires_later check ((expires_on >= issued_on));

alter table public.certificates add constraint certificates_moments check ((private.is_moment(created_at) and private.is_moment(checked_at) and private.is_moment(replaced_at) and private.is_moment(warned_at) and private.is_moment(reminded_at) and private.is_moment(left_at) and private.is_moment((issued_on)::timestamp with time zone) and private.is_moment((expires_on)::timestamp with time zone)));

alter table public.certificates add constraint certificates_type_id_fkey foreign key (type_id) references public.certificate_types(id);

create unique index certificate_types_name_key on public.certificate_types (lower(name));

create unique index certificates_current_key on public.certificates (person_id, type_id) where replaced_at is null;

create index certificates_person_idx on public.certificates (person_id);

create index certificates_type_idx on public.certificates (type_id);

create index certificates_expires_idx on public.certificates (expires_on) where replaced_at is null and reminded_at is null;

create index certificates_left_idx on public.certificates (left_at) where left_at is not null;

create trigger ase_employees_keep_certificates after delete on public.ase_employees
  for each row execute function private.keep_certificates_of_removed();

create trigger certificate_types_write_trail after insert or delete or update on public.certificate_types
  for each row execute function private.write_trail('ASE');

create trigger certificates_write_trail after insert or delete or update on public.certificates
  for each row execute function private.write_trail('ASE');

alter table public.certificate_types enable row level security;

alter table public.certificates enable row level security;

create policy "Ambulance staff read the kinds of certificates" on public.certificate_types
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create policy "Employees read own certificates" on public.certificates
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person())));

grant execute on function public.list_certificates(text) to authenticated;

grant execute on function public.record_certificate(jsonb,text) to authenticated;

comment on function public.own_objections(text) is 'Why the employee who calls may not take shifts to come, what to know before taking them, and whether the admin asked, by shift.';

comment on function public.set_ase_list(text,jsonb,jsonb,text) is 'Changes a list of the ambulance''s admin, which is still as the screen showed it: positions, who has which, and kinds of certificates.';

comment on table public.certificate_types is 'Kinds of certificates of the ambulance''s employees.';

comment on table public.certificates is 'Certificates of the ambulance''s employees as the admin has seen them. The one recorded last counts of each kind.';

comment on column public.certificate_types.warn_days is 'So many days before a certificate expires the admin and the employee are told.';

comment on column public.certificate_types.positions is 'Positions in which nobody works without a valid certificate of the kind.';

comment on column public.certificates.person_id is 'The row in the list of employees: who gets an old ID later has no certificate.';

comment on column public.certificates.expires_on is 'The last day on which the certificate is valid; null: no last day.';

comment on column public.certificates.replaced_at is 'When a later certificate of the kind took its place.';

comment on column public.certificates.warned_at is 'When the job told that the certificate expires; `reminded_at` is the second time, 7 days before.';

comment on column public.certificates.left_at is 'When the employee was removed: the certificate is kept six months longer.';

comment on function private.was_asked(uuid,uuid) is 'Whether the admin asked somebody to take a place on a shift, after all that the person did there.';

comment on function private.certificate_objections(uuid,text,date) is 'Certificates that somebody lacks in a position on a day, or that have expired by then. A position of null needs none.';

comment on function private.warn_of_certificates() is 'Tells the ambulance''s receivers as many days as the kind says, and 7 days, before certificates expire: how many, and nothing of them.';

comment on function private.set_certificate_types(jsonb,jsonb) is 'The kinds of certificates in their order. A kind of which there are certificates stays, and may rest.';

comment on function private.keep_certificates_of_removed() is 'Certificates of a removed employee are kept for six months.';

comment on function private.erase_certificates(integer) is 'Erases certificates six months after their employee left, removed or deactivated, at most so many. Gives their count.';

comment on function public.record_certificate(jsonb,text) is 'The ambulance''s admin records a certificate that was shown. It takes the place of the one before of its kind, also of one with a wrong date.';

comment on function public.list_certificates(text) is 'The certificates of all active employees, for the ambulance''s admin. The trail has who opened them.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('certificate_types', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('certificates', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('list_certificates')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_certificate')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
