-- hours of a month: a month of 2 000 people is added up by a plan for its days, names are looked up once a person; a turn takes a vehicle of its own site alone.

set local check_function_bodies = off;

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

create or replace function public.change_vehicle(turn_id uuid, event_id uuid, vehicle_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, true);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'change_vehicle', private.id_key(found_.id));
  vehicle public.vehicles;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  select v.* into vehicle from public.vehicles v where v.id = change_vehicle.vehicle_id
    and private.is_at(v.site_id, v.project_id, turn.site_id, turn.project_id);
  if change_vehicle.vehicle_id is not null and vehicle.id is null then
    perform private.refuse(case turn.kind when 'attendant' then 'no-such-car' else 'no-such-car-en' end, 'vehicle_id');
  elsif turn.vehicle_id is not distinct from vehicle.id then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif turn.status <> 'running' then
    answer := jsonb_build_object('outcome', 'changed', 'now', turn.status, 'at', turn.ended_at);
  elsif vehicle.state <> 'in_service' then
    perform private.refuse(case turn.kind when 'attendant' then 'car-out-of-service' else 'car-out-of-service-en' end, 'vehicle_id',
      array[coalesce(vehicle.state_reason, '-')]);
  else
    perform private.note_turn(turn, 'corrected', found_.id, clock_timestamp(), jsonb_build_object('before', jsonb_build_object('vehicle_id', turn.vehicle_id),
      'after', jsonb_build_object('vehicle_id', vehicle.id)), event_id);
    update public.work_turns t set vehicle_id = vehicle.id where t.id = turn.id returning t.* into turn;
    answer := jsonb_build_object('outcome', 'set', 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'change_vehicle', private.id_key(found_.id), answer);
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
  elsif clock_in.vehicle_id is not null and not exists (select from public.vehicles v where v.id = clock_in.vehicle_id
    and private.is_at(v.site_id, v.project_id, private.site_of(worker.project), worker.project)) then
    perform private.refuse(case kind when 'attendant' then 'no-such-car' else 'no-such-car-en' end, 'vehicle_id');
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

create or replace function public.work_hours(project text, kind text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set work_mem = '64MB'
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  site constant uuid := private.site_of(code);
  settings constant public.clock_settings := private.clock_settings_of(code, kind);
  -- A plain value is planned for; a field of a row is not.
  person uuid;
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  if private.clock_admin(code, kind, acting_as) is null then
    person := (private.clock_worker(project, kind, acting_as)).person;
    if person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  perform private.check_period("from", "to", 'to');
  return jsonb_build_object('outcome', 'hours', 'rows', (
    -- Few and narrow columns: a month of 2 000 people is sorted and joined here, and names are looked up once a person.
    with turns as (
      select t.id, t.person_id, t.status, t.shift_registration_id is null as counts, t.started_at, t.ended_at,
        lag(t.ended_at) over of_person > t.started_at - make_interval(hours => settings.min_rest_hours)
          and (lag(t.started_at) over of_person at time zone 'Europe/Stockholm')::date <> (t.started_at at time zone 'Europe/Stockholm')::date as short_rest
      from public.work_turns t
      -- Both sides of the "or" have an index; "is not distinct from" has none.
      where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - interval '4 days'
        and (person is null or t.person_id = person)
      window of_person as (partition by t.person_id order by t.started_at)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select greatest(begins, private.start_of(m::date)) as begins, least(ends, private.start_of((m + interval '1 month')::date)) as ends
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as (
      -- A turn with several breaks comes several times: spans laid over each other are one.
      select t.person_id, null as user_id, null as name, case when t.counts then t.status end as status, t.started_at, t.ended_at,
        case when t.status <> 'rejected' or not t.counts then b.started_at end as break_from, coalesce(b.ended_at, t.ended_at) as break_to,
        t.short_rest and t.status <> 'rejected' as short_rest,
        b.id is null and t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours) and t.status <> 'rejected' as no_break
      from turns t left join public.work_breaks b on b.turn_id = t.id and coalesce(b.ended_at, t.ended_at) > b.started_at
      where t.status in ('approved', 'waiting', 'rejected') and t.ended_at > begins
      union all
      select coalesce(r.person_id, md5(private.id_key(r.attendant_user_id))::uuid), r.attendant_user_id, null,
        case r.status when 'pending' then 'waiting' else r.status end, r.start_time, r.end_time, null, null, false, false
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (person is null or r.person_id = person)
      union all
      select p.person_id, p.employee_id, p.name, 'planned', s.starts_at, s.ends_at, null, null, false, false
      from public.planned_shifts s join public.shift_places p on p.shift_id = s.id
      where work_hours.kind = 'ase-employee' and p.state = 'assigned' and s.starts_at < ends and s.ends_at > begins
        and (person is null or p.person_id = person)
    ), parts as (
      select s.person_id, m.begins, max(s.user_id collate "C") as user_id, max(s.name collate "C") as name,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(tstzrange(greatest(s.started_at, m.begins), least(s.ended_at, m.ends))) filter (where s.status = 'planned'), '{}') as planned,
        coalesce(range_agg(tstzrange(greatest(s.break_from, m.begins), least(s.break_to, m.ends)))
          filter (where s.break_from < m.ends and s.break_to > m.begins), '{}') as breaks,
        bool_or(s.short_rest and s.started_at >= m.begins) as short_rest, bool_or(s.no_break) as no_break
      from spans s join months m on s.started_at < m.ends and s.ended_at > m.begins
      group by s.person_id, m.begins
    ), rows as (
      select p.person_id, p.begins, coalesce(w.user_id, p.user_id) as user_id, coalesce(w.name, p.name) as name, h.*,
        array_remove(array[case when p.short_rest then 'short-rest' end, case when p.no_break then 'no-break' end], null) as marks
      from parts p left join lateral (
        select t.user_id, t.name from public.work_turns t where t.person_id = p.person_id order by t.started_at desc limit 1) w on true
      cross join lateral (
        -- One pass for all: called for each, private.hours_in takes a third of the time.
        select sum(upper(l.span) - lower(l.span)) filter (where l.of = 1) as approved, sum(upper(l.span) - lower(l.span)) filter (where l.of = 2) as waiting,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 3) as rejected, sum(upper(l.span) - lower(l.span)) filter (where l.of = 4) as breaks,
          sum(upper(l.span) - lower(l.span)) filter (where l.of = 5) as planned
        from (select 1 as of, unnest(p.approved - p.breaks) as span
          union all select 2, unnest(p.waiting - p.approved - p.breaks)
          union all select 3, unnest(p.rejected - p.approved - p.waiting - p.breaks)
          union all select 4, unnest(p.breaks * (p.approved + p.waiting))
          union all select 5, unnest(p.planned)) l) h
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', r.person_id, 'user_id', r.user_id, 'name', r.name,
        'month', to_char(r.begins at time zone 'Europe/Stockholm', 'YYYY-MM'),
        'approved', private.in_hours(r.approved), 'waiting', private.in_hours(r.waiting), 'rejected', private.in_hours(r.rejected),
        'breaks', private.in_hours(r.breaks), 'planned', private.in_hours(r.planned), 'marks', to_jsonb(r.marks))
      order by r.begins desc, r.user_id collate "C", r.person_id), '[]') from rows r));
end;
$$;

create or replace function private.in_hours(length interval)
  returns numeric
  language sql immutable
  RETURN COALESCE(round((EXTRACT(epoch FROM length) / (3600)::numeric), 2), (0)::numeric);

comment on function private.in_hours(interval) is 'A length in hours; none for no length.';
