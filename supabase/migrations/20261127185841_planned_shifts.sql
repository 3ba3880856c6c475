-- The ambulance's plan: shifts with sign-up, absence and places given away (document 5 §7). Its receivers of messages hear of it.

set local check_function_bodies = off;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note,to_employee_id,agreed_by,reason}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns', 'notices', 'planned_shifts', 'shift_places', 'shift_offers');
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
  return null;
end;
$$;

create or replace function private.person_json(admin private.people_admin, person private.person)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'id', person.id, 'account_id', person.account, 'kind', person.kind, 'project', person.project, 'user_id', person.user_id,
    'name', person.name, 'state', person.state, 'created_at', person.created_at, 'deactivated_at', person.deactivated_at,
    'deactivated_by', person.deactivated_by, 'last_login_at', person.last_login_at,
    'has_second_factor', exists (select from auth.mfa_factors m where m.user_id = person.account and m.status::text = 'verified'),
    'invited_until', case when person.state = 'invited' then (select l.expires_at from private.account_links l
      where l.account_id = person.account and l.kind = 'invitation' and l.used_at is null and l.ended_at is null) end,
    'is_protected', person.is_protected,
    'is_self', person.kind = admin.kind and private.id_key(person.user_id) = private.id_key(admin.id),
    'car', (select v.name from public.vehicle_turns t join public.vehicles v on v.id = t.vehicle_id where t.id = private.open_car(person)),
    'planned_places', case when person.kind = 'ase-employee' then (select count(*) from public.shift_places p join public.planned_shifts h on h.id = p.shift_id
      where p.person_id = person.id and p.state = 'assigned' and h.ends_at > now()) end);
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
  perform private.begin_due_demands();
  return true;
end;
$$;

create or replace function private.sends_messages_of(project text, site uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_admin_of(project, site) or (project = 'YSTAD' and private.is_agent()) or (project = 'ASE' and private.is_kind('ase-admin'));
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
    and (tell_hooks.event in ('shift_changed', 'shift_absence', 'shift_asked', 'shift_offered')) = (project = 'ASE')
    and (tell_hooks.event in ('bid_withdrawn', 'property_sold', 'viewing_changed')) = (project = 'YSTAD')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
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
      stamp.marks || case when begins <> stamp.at then jsonb_build_object('said_at', coalesce(at, stamp.at)) else '{}' end);
    answer := jsonb_build_object('outcome', turn.status, 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(clock_in.turn_id, 'clock_in', worker.person::text, answer);
end;
$$;

create or replace function public.set_person_active(kind text, person_id uuid, event_id uuid, expected text, active boolean, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant private.people_admin := private.people_staff(acting_as);
  caller constant text := admin.kind || ' ' || private.id_key(admin.id);
  answer jsonb := private.answer_of(event_id, 'set_person_active', caller);
  person private.person;
  turn uuid;
  gaps integer := 0;
begin
  if answer is not null then
    return answer;
  elsif active is null or event_id is null then
    perform private.refuse('unreadable-values', 'active');
  elsif length(reason) > 500 or (not active and coalesce(reason, '') !~ '\S') then
    perform private.refuse('no-note', 'reason');
  end if;
  person := private.managed_person(admin, kind, person_id);
  perform private.refuse_fixed_person(admin, person);
  -- Cars come first, as in all rules of cars; then one change of a kind's people at a site after the other.
  if person.kind = 'chauffeur' then
    perform private.lock_cars();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('people ' || person.kind || ' ' || person.place, 0));
  select p.* into person from private.people() p where p.id = person_id and p.kind = set_person_active.kind;
  if person.id is null then
    perform private.refuse_stranger();
  elsif active = (person.state <> 'deactivated') then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'unchanged', 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif expected is distinct from person.state then
    return private.keep_answer(event_id, 'set_person_active', caller,
      jsonb_build_object('outcome', 'changed', 'now', person.state, 'by', person.deactivated_by, 'at', person.deactivated_at));
  elsif not active and private.is_last_admin(person) then
    return jsonb_build_object('outcome', 'last_admin');
  end if;
  -- The caller may have been deactivated meanwhile.
  perform private.people_staff(acting_as);
  update public.staff_accounts s set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where s.account_id = person.account;
  update public.attendants a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.admin_accounts a set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where a.id = person.id;
  update public.project_attendants p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  update public.ase_employees e set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where e.id = person.id;
  update public.profiles p set deactivated_at = case when not active then now() end, deactivated_by = case when not active then admin.id end
    where p.id = person.id;
  if not active then
    delete from auth.sessions s where s.user_id = person.account;
    turn := private.open_car(person);
    perform private.leave_turn(t, admin.id, jsonb_build_object('reason', nullif(btrim(reason), ''), 'deactivated', true))
      from public.work_turns t where t.person_id = person.id and t.status = 'running' for update;
    if person.kind = 'ase-employee' then
      gaps := private.leave_plan(person.id, admin.id);
    end if;
    if turn is not null then
      perform private.end_turn_row(turn, 'admin', admin.id, clock_timestamp(), null, null, reason);
    end if;
  end if;
  perform private.add_to_trail('update', 'people', person.project, person.id::text, jsonb_build_object('active', not active),
    jsonb_build_object('user_id', person.user_id, 'active', active, 'reason', nullif(btrim(reason), '')));
  return private.keep_answer(event_id, 'set_person_active', caller, jsonb_build_object('outcome', 'set', 'car', turn is not null, 'gaps', gaps));
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
    when 'dispatch' then
      actor := private.dispatch_staff(acting_as, '{dispatch-admin}');
      settings := 'public.dispatch_settings';
    when 'taxi' then
      actor := (private.taxi_staff(project, acting_as, '{chauffeur-admin}')).id;
      settings := 'public.taxi_settings';
    when 'ase' then
      actor := private.ase_admin(acting_as);
      settings := 'public.ase_settings';
    when 'clock' then
      actor := private.clock_admin(project, private.clock_kind(project), acting_as);
      settings := 'public.clock_settings';
      if actor is null then
        perform private.refuse_stranger();
      end if;
      perform private.begin_clock_settings(project);
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

create or replace function public.work_hours(project text, kind text, "from" date, "to" date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
  site constant uuid := private.site_of(code);
  settings constant public.clock_settings := private.clock_settings_of(code, kind);
  worker private.clock_person;
  begins constant timestamptz := private.start_of("from");
  ends constant timestamptz := private.start_of("to" + 1);
begin
  if private.clock_admin(code, kind, acting_as) is null then
    worker := private.clock_worker(project, kind, acting_as);
    if worker.person is null then
      perform private.refuse_stranger();
    end if;
  end if;
  perform private.check_period("from", "to", 'to');
  return jsonb_build_object('outcome', 'hours', 'rows', (
    with turns as materialized (
      select t.id, t.person_id, t.user_id, t.name, t.status, t.shift_registration_id, t.started_at, t.ended_at,
        lag(t.ended_at) over (partition by t.person_id order by t.started_at) as rested_since,
        lag(t.started_at) over (partition by t.person_id order by t.started_at) as before_at
      from public.work_turns t
      where t.project_id is not distinct from code and t.site_id is not distinct from site and t.kind = work_hours.kind
        and t.started_at < ends and t.started_at >= begins - interval '4 days' and t.ended_at > begins - interval '4 days'
        and (worker.person is null or t.person_id = worker.person)
    ), registered as materialized (
      select r.person_id, r.attendant_user_id, r.status, tstzrange(r.start_time, r.end_time) as span
      from public.shift_registrations r
      where work_hours.kind = 'attendant' and r.project_id is not distinct from code and r.site_id is not distinct from site
        and r.start_time < ends and r.end_time > begins and (worker.person is null or r.person_id = worker.person)
    -- Materialized: planned for few turns, months and their spans would be made once a turn.
    ), months as materialized (
      select to_char(m, 'YYYY-MM') as month,
        tstzrange(greatest(begins, private.start_of(m::date)), least(ends, private.start_of((m + interval '1 month')::date))) as span
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as materialized (
      select coalesce(t.person_id::text, t.user_id) as who, t.user_id, t.name, t.status, tstzrange(t.started_at, t.ended_at) as span,
        t.rested_since > t.started_at - make_interval(hours => settings.min_rest_hours)
          and private.day_of(t.before_at) <> private.day_of(t.started_at) as short_rest,
        t.ended_at > t.started_at + make_interval(hours => settings.break_after_hours)
          and not exists (select from public.work_breaks b where b.turn_id = t.id and b.ended_at > b.started_at) as no_break,
        t.shift_registration_id is null as counts, (select range_agg(tstzrange(b.started_at, coalesce(b.ended_at, t.ended_at)))
          from public.work_breaks b where b.turn_id = t.id) as breaks
      from turns t where t.status in ('approved', 'waiting', 'rejected') and t.ended_at > begins
      union all
      select coalesce(r.person_id::text, r.attendant_user_id), r.attendant_user_id, null, case r.status when 'pending' then 'waiting' else r.status end,
        r.span, false, false, true, null
      from registered r
      union all
      select p.person_id::text, p.employee_id, p.name, 'planned', tstzrange(s.starts_at, s.ends_at), false, false, true, null
      from public.planned_shifts s join public.shift_places p on p.shift_id = s.id
      where work_hours.kind = 'ase-employee' and p.state = 'assigned' and s.starts_at < ends and s.ends_at > begins
        and (worker.person is null or p.person_id = worker.person)
    ), parts as (
      select s.who, m.month, max(s.user_id) as user_id, max(s.name) as name,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'rejected'), '{}') as rejected,
        coalesce(range_agg(s.span * m.span) filter (where s.status = 'planned'), '{}') as planned,
        coalesce(range_agg(b.span * m.span), '{}') as breaks,
        bool_or(s.short_rest and s.status <> 'rejected' and lower(s.span) >= lower(m.span)) as short_rest,
        bool_or(s.no_break and s.status <> 'rejected') as no_break
      from spans s join months m on m.span && s.span left join lateral unnest(s.breaks) b (span) on s.status <> 'rejected' or not s.counts
      group by s.who, m.month
    )
    select coalesce(jsonb_agg(jsonb_build_object('person_id', p.who, 'user_id', p.user_id, 'name', p.name, 'month', p.month,
        'approved', private.hours_in(p.approved - p.breaks),
        'waiting', private.hours_in(p.waiting - p.approved - p.breaks),
        'rejected', private.hours_in(p.rejected - p.approved - p.waiting - p.breaks),
        'breaks', private.hours_in(p.breaks * (p.approved + p.waiting)),
        'planned', private.hours_in(p.planned),
        'marks', to_jsonb(array_remove(array[case when p.short_rest then 'short-rest' end, case when p.no_break then 'no-break' end], null)))
      order by p.month desc, p.user_id, p.who), '[]') from parts p));
end;
$$;

create or replace function private.accepts(accepted jsonb, warnings jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select not exists (select from jsonb_array_elements(warnings) w where not exists (
    select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a.value ->> 'code' = w.value ->> 'code'));
$$;

create or replace function private.ase_admin(acting_as text)
  returns text
  language plpgsql stable
  set search_path = ''
as $$
declare
  admin constant text := private.clock_admin('ASE', 'ase-employee', acting_as);
begin
  if admin is null then
    perform private.refuse_stranger();
  end if;
  return admin;
end;
$$;

create or replace function private.ase_worker(acting_as text)
  returns private.clock_person
  language plpgsql stable
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker('ASE', 'ase-employee', acting_as);
begin
  if worker.person is null or not worker.is_active then
    perform private.refuse_stranger();
  end if;
  return worker;
end;
$$;

create or replace function private.employee_of(id text)
  returns public.ase_employees
  language plpgsql stable
  set search_path = ''
as $$
declare
  employee public.ase_employees;
begin
  select e.* into employee from public.ase_employees e where e.employee_key = private.id_key(employee_of.id) and e.deactivated_at is null;
  if employee.id is null then
    perform private.refuse('no-such-employee', 'employee_id');
  end if;
  return employee;
end;
$$;

create or replace function private.erase_plan(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  -- As the hours that were worked: the calendar year and the two after it.
  since constant timestamptz := private.start_of((date_trunc('year', private.day_of(now())::timestamp) - interval '2 years')::date);
  shifts uuid[] := array(select s.id from public.planned_shifts s where s.ends_at < since order by s.ends_at limit most);
  events integer;
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{planned_shifts}', shifts);
  perform private.erase_trail('{shift_places}', array(select p.id from public.shift_places p where p.shift_id = any (shifts)));
  perform private.erase_trail('{shift_offers}', array(select o.id from public.shift_offers o where o.shift_id = any (shifts)));
  delete from public.planned_shifts s where s.id = any (shifts);
  delete from public.shift_events e where e.id in (
    select o.id from public.shift_events o where o.at < since and not exists (select from public.planned_shifts s where s.id = o.shift_id)
    order by o.at limit most);
  get diagnostics events = row_count;
  perform set_config('parkering.erases', '', true);
  return greatest(cardinality(shifts), events);
end;
$$;

create or replace function private.free_places(shift uuid)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select s.places - (select count(*) from public.shift_places p where p.shift_id = s.id and p.state = 'assigned')::integer
  from public.planned_shifts s where s.id = shift;
$$;

create or replace function private.lapse_begun()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lapse_offers(o, null) from public.shift_offers o join public.planned_shifts s on s.id = o.shift_id
    where o.state in ('open', 'proposed', 'agreed') and s.starts_at <= clock_timestamp();
  for place in
    update public.shift_places p set state = 'lapsed', by = null, at = clock_timestamp() from public.planned_shifts s
      where s.id = p.shift_id and p.state = 'asked' and s.starts_at <= clock_timestamp() returning p.*
  loop
    perform private.note_shift(place.shift_id, 'lapsed', null, null, place);
  end loop;
end;
$$;

create or replace function private.last_change(subject text, row_id text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce((select jsonb_build_object('by', t.actor_id, 'at', t.created_at) from public.audit_trail t
    where t.project_id = 'ASE' and t.subject = last_change.subject and (last_change.row_id is null or t.row_id = last_change.row_id)
    order by t.created_at desc, t.id desc limit 1), '{"by": null, "at": null}');
$$;

create or replace function private.leave_plan_of_removed()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.leave_plan(old.id, null);
  delete from public.ase_positions p where p.person_id = old.id;
  return null;
end;
$$;

create or replace function private.leave_plan(person uuid, by text)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
  offer public.shift_offers;
  gaps integer := 0;
begin
  perform private.lock_plan();
  for place in select p.* from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
    where p.person_id = person and p.state in ('asked', 'assigned') and s.ends_at > clock_timestamp() order by s.starts_at, p.id loop
    perform private.end_place(place, case place.state when 'asked' then 'lapsed' else 'removed' end, by);
    gaps := gaps + (place.state = 'assigned')::integer;
  end loop;
  for offer in update public.shift_offers o set state = 'open', agreed_person_id = null, agreed_by = null, to_person_id = null, to_employee_id = null
    where o.agreed_person_id = person and o.state = 'agreed' returning o.* loop
    perform private.note_shift(offer.shift_id, 'withdrawn', by, null, null, offer);
  end loop;
  perform private.lapse_offers(o, by) from public.shift_offers o where o.to_person_id = person and o.state = 'proposed';
  return gaps;
end;
$$;

create or replace function private.lock_plan()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('ase plan', 0));
  perform private.lapse_begun();
end;
$$;

create or replace function private.planned_part(shift jsonb, keys text[])
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  whole jsonb;
begin
  whole := to_jsonb(jsonb_populate_record(null::public.planned_shifts, shift));
  -- Publishing and cancelling have no moment but now.
  return (select coalesce(jsonb_object_agg(k, case when k in ('published_at', 'cancelled_at') then to_jsonb(whole -> k <> 'null')
      when k in ('position', 'station', 'note') then to_jsonb(nullif(btrim(whole ->> k), '')) else whole -> k end), '{}') from unnest(keys) k);
exception when data_exception then
  perform private.refuse('unreadable-shift', 'shifts');
end;
$$;

create or replace function private.refuse_list()
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('unreadable-value', 'what');
  return null;
end;
$$;

create or replace function private.set_employee_positions(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted jsonb;
  stored jsonb;
  given constant jsonb := private.list_in(list, 'list');
begin
  if jsonb_array_length(given) not between 1 and 200 then
    perform private.refuse('unreadable-values', 'list');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ase positions', 0));
  select jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'positions', (
      select coalesce(jsonb_agg(distinct p.value order by p.value), '[]')
      from jsonb_array_elements_text(private.list_in(g.value -> 'positions', 'list')) p (value) where p.value ~ '\S' and length(p.value) <= 200)) order by e.employee_key),
    jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'positions', (
      select coalesce(jsonb_agg(p.position order by p.position), '[]') from public.ase_positions p where p.person_id = e.id)) order by e.employee_key)
    into wanted, stored
    from jsonb_array_elements(given) g join public.ase_employees e on e.employee_key = private.id_key(g.value ->> 'employee_id');
  if jsonb_array_length(coalesce(wanted, '[]')) <> jsonb_array_length(given) then
    perform private.refuse('no-such-employee', 'list');
  elsif wanted = stored then
    return jsonb_build_object('outcome', 'unchanged');
  elsif exists (select from jsonb_array_elements(stored) s where not exists (
    select from jsonb_array_elements(private.list_in(expected, 'expected')) x
    where private.id_key(x.value ->> 'employee_id') = private.id_key(s.value ->> 'employee_id')
      and (select coalesce(jsonb_agg(p.value order by p.value), '[]') from jsonb_array_elements_text(private.list_in(x.value -> 'positions', 'expected')) p (value))
        = s.value -> 'positions')) then
    return jsonb_build_object('outcome', 'changed', 'now', stored) || private.last_change('ase_positions', null);
  end if;
  delete from public.ase_positions p using public.ase_employees e, jsonb_array_elements(wanted) w
    where p.person_id = e.id and e.employee_id = w.value ->> 'employee_id' and not w.value -> 'positions' ? p.position;
  insert into public.ase_positions (person_id, employee_id, position)
    select e.id, e.employee_id, p.value from jsonb_array_elements(wanted) w join public.ase_employees e on e.employee_id = w.value ->> 'employee_id',
      jsonb_array_elements_text(w.value -> 'positions') p (value)
    on conflict do nothing;
  return jsonb_build_object('outcome', 'set');
end;
$$;

create or replace function private.set_positions(list jsonb, expected jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted constant text[] := array(select btrim(l.value) from jsonb_array_elements_text(private.list_in(list, 'list')) with ordinality l (value, n) order by l.n);
  stored text[];
begin
  if exists (select from unnest(wanted) w (name) where coalesce(w.name, '') = '' or length(w.name) > 200) or cardinality(wanted) > 50
    or cardinality(wanted) <> (select count(distinct w.name) from unnest(wanted) w (name)) then
    perform private.refuse('unreadable-values', 'list');
  end if;
  select s.positions into stored from public.ase_settings s where s.project_id = 'ASE' for update;
  if stored = wanted then
    return jsonb_build_object('outcome', 'unchanged');
  elsif to_jsonb(stored) is distinct from coalesce(expected, '[]') then
    return jsonb_build_object('outcome', 'changed', 'now', to_jsonb(stored)) || private.last_change('ase_settings', null);
  end if;
  update public.ase_settings s set positions = wanted where s.project_id = 'ASE';
  return jsonb_build_object('outcome', 'set');
end;
$$;

create or replace function private.tell_of_plan(event text, shift uuid, facts jsonb, name text DEFAULT NULL::text)
  returns void
  language sql
  set search_path = ''
as $$
  select private.tell_hooks(event, 'ASE', private.site_of('ASE'), s.id, null, jsonb_strip_nulls(jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at,
    'position', s.position, 'station', s.station)) || facts, null, name)
  from public.planned_shifts s where s.id = shift;
$$;

create or replace function private.touch_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.planned_shifts s set updated_at = clock_timestamp() where s.id = new.shift_id;
  return null;
end;
$$;

create or replace function public.answer_offer(offer_id uuid, event_id uuid, kind text, expected text, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  decides constant boolean := coalesce(kind in ('approved', 'refused'), false);
  actor text;
  person uuid;
  answer jsonb;
  offer public.shift_offers;
  reasons jsonb;
begin
  if kind is null or kind not in ('agreed', 'declined', 'withdrawn', 'approved', 'refused') or event_id is null or length(reason) > 500 then
    perform private.refuse('unreadable-value', 'kind');
  elsif decides then
    actor := private.ase_admin(acting_as);
  else
    select w.id, w.person into actor, person from private.ase_worker(acting_as) w;
  end if;
  answer := private.answer_of(event_id, 'answer_offer', coalesce(person::text, 'ase-admin ' || private.id_key(actor)));
  if answer is not null then
    return answer;
  elsif kind = 'refused' then
    perform private.require_reason(reason, 'ase-employee');
  end if;
  perform private.lock_plan();
  select o.* into offer from public.shift_offers o where o.id = offer_id;
  -- An offer to somebody else is as unknown as none.
  if not decides and (offer.id is null or (kind = 'declined' and person is distinct from offer.to_person_id)
    or (kind = 'withdrawn' and person <> offer.person_id and person is distinct from offer.agreed_person_id)
    or (kind = 'agreed' and (person = offer.person_id or (offer.to_person_id is not null and person <> offer.to_person_id)))) then
    perform private.refuse_stranger();
  elsif offer.id is null then
    perform private.refuse('no-such-offer', 'offer_id');
  end if;
  reasons := private.shift_objections(coalesce(offer.agreed_person_id, person), private.open_shift(offer.shift_id, true));
  if (kind, offer.state) in (('declined', 'declined'), ('approved', 'done'), ('refused', 'refused'))
    or (kind = 'agreed' and offer.state in ('agreed', 'done') and offer.agreed_person_id = person)
    or (kind = 'withdrawn' and offer.state = 'withdrawn') then
    answer := jsonb_build_object('outcome', 'unchanged', 'state', offer.state);
  elsif offer.state is distinct from expected or not (case kind
      when 'agreed' then offer.state in ('open', 'proposed')
      when 'declined' then offer.state = 'proposed'
      when 'withdrawn' then offer.state in ('open', 'proposed', 'agreed')
      else offer.state = 'agreed' end) then
    answer := jsonb_build_object('outcome', 'changed', 'now', offer.state,
      'by', case when decides or person in (offer.person_id, offer.to_person_id, offer.agreed_person_id) then coalesce(offer.decided_by, offer.agreed_by) end);
  elsif kind in ('agreed', 'approved') and reasons <> '[]' and (kind = 'agreed' or coalesce(reason, '') !~ '\S') then
    return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  else
    if kind = 'agreed' then
      update public.shift_offers o set state = 'agreed', agreed_person_id = person, agreed_by = actor where o.id = offer.id returning o.* into offer;
    elsif kind = 'withdrawn' and offer.state = 'agreed' then
      update public.shift_offers o set state = 'open', agreed_person_id = null, agreed_by = null, to_person_id = null, to_employee_id = null
        where o.id = offer.id returning o.* into offer;
    elsif kind in ('declined', 'withdrawn', 'refused') then
      update public.shift_offers o set state = answer_offer.kind, reason = nullif(btrim(answer_offer.reason), ''),
          decided_by = case when decides then left(actor, 320) end
        where o.id = offer.id returning o.* into offer;
    end if;
    if kind = 'approved' then
      perform private.finish_offer(offer, actor, event_id, jsonb_build_object('reason', nullif(btrim(reason), ''), 'reasons', nullif(reasons, '[]')));
    else
      perform private.note_shift(offer.shift_id, case kind when 'refused' then 'offer_refused' else kind end, actor, event_id, null, offer,
        jsonb_build_object('reason', nullif(btrim(reason), '')));
      if kind = 'agreed' and not (private.ase_settings_of()).offers_need_admin then
        perform private.finish_offer(offer, actor, null, '{}');
      end if;
    end if;
    select o.* into offer from public.shift_offers o where o.id = offer.id;
    answer := jsonb_build_object('outcome', offer.state);
  end if;
  return private.keep_answer(event_id, 'answer_offer', coalesce(person::text, 'ase-admin ' || private.id_key(actor)), answer);
end;
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
  was_asked := exists (select from public.shift_events e where e.shift_id = shift.id and e.person_id = worker.person and e.kind = 'person_asked'
    and e.received_at > coalesce((select max(p.at) from public.shift_places p where p.shift_id = shift.id and p.person_id = worker.person), '-infinity'));
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

create or replace function public.ask_person(shift_id uuid, employee_id text, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'ask_person', caller);
  shift public.planned_shifts;
  employee public.ase_employees;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, true);
  employee := private.employee_of(employee_id);
  if shift.published_at is null or private.shift_state(shift) in ('cancelled', 'over') then
    answer := jsonb_build_object('outcome', 'changed', 'now', case when shift.published_at is null then 'unpublished' else private.shift_state(shift) end);
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  else
    insert into public.shift_events (id, shift_id, person_id, kind, by, at) values (event_id, shift.id, employee.id, 'person_asked', left(admin, 320), clock_timestamp());
    update public.planned_shifts s set updated_at = clock_timestamp() where s.id = shift.id;
    perform private.tell_of_plan('shift_asked', shift.id, '{}', employee.employee_id);
    answer := jsonb_build_object('outcome', 'asked');
  end if;
  return private.keep_answer(event_id, 'ask_person', caller, answer);
end;
$$;

create or replace function public.assign_place(shift_id uuid, place_id uuid, employee_id text, expected text, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb;
  shift public.planned_shifts;
  employee public.ase_employees;
  place public.shift_places;
  reasons jsonb;
begin
  if place_id is null or length(assign_place.reason) > 500 then
    perform private.refuse('unreadable-value', 'place_id');
  end if;
  answer := private.answer_of(place_id, 'assign_place', caller);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_plan();
  shift := private.open_shift(shift_id, true);
  employee := private.employee_of(employee_id);
  select p.* into place from public.shift_places p
    where p.shift_id = shift.id and p.person_id = employee.id and p.state in ('asked', 'assigned');
  reasons := private.shift_objections(employee.id, shift);
  if place.state = 'assigned' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state is distinct from expected then
    answer := private.place_changed(place);
  elsif private.shift_state(shift) in ('cancelled', 'over') then
    answer := jsonb_build_object('outcome', 'changed', 'now', private.shift_state(shift));
  elsif private.free_places(shift.id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  elsif reasons <> '[]' and coalesce(assign_place.reason, '') !~ '\S' then
    -- Nothing is kept: the call comes again with a reason.
    return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
  else
    perform private.put_place(shift.id, place_id, employee, admin, null,
      jsonb_build_object('reason', nullif(btrim(assign_place.reason), ''), 'reasons', nullif(reasons, '[]')));
    answer := jsonb_build_object('outcome', 'assigned');
  end if;
  return private.keep_answer(place_id, 'assign_place', caller, answer);
end;
$$;

create or replace function public.confirm_place(place_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'confirm_place', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  place := private.own_place(place_id, worker);
  if place.state <> 'assigned' then
    answer := private.place_changed(place);
  elsif place.confirmed_at is not null then
    answer := jsonb_build_object('outcome', 'unchanged');
  else
    update public.shift_places p set confirmed_at = clock_timestamp() where p.id = place.id;
    perform private.note_shift(place.shift_id, 'confirmed', worker.id, event_id, place);
    answer := jsonb_build_object('outcome', 'confirmed');
  end if;
  return private.keep_answer(event_id, 'confirm_place', caller, answer);
end;
$$;

create or replace function public.decide_place(place_id uuid, event_id uuid, expected text, approve boolean, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'decide_place', caller);
  place public.shift_places;
  reasons jsonb;
begin
  if answer is not null then
    return answer;
  elsif approve is null or event_id is null then
    perform private.refuse('unreadable-value', 'approve');
  elsif not approve or reason is not null then
    perform private.require_reason(reason, 'ase-employee');
  end if;
  place := private.locked_place(place_id);
  if place.state = (case when approve then 'assigned' else 'refused' end) then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'asked' or place.state is distinct from expected then
    answer := private.place_changed(place);
  elsif not approve then
    perform private.end_place(place, 'refused', admin, event_id, reason);
    answer := jsonb_build_object('outcome', 'refused');
  elsif private.free_places(place.shift_id) <= 0 then
    answer := jsonb_build_object('outcome', 'full');
  else
    reasons := private.shift_objections(place.person_id, private.open_shift(place.shift_id, true));
    if reasons <> '[]' and reason is null then
      return jsonb_build_object('outcome', 'not_eligible', 'reasons', reasons);
    end if;
    perform private.put_place(place.shift_id, place.id, private.employee_of(place.employee_id), admin, event_id,
      jsonb_build_object('reason', btrim(reason), 'reasons', nullif(reasons, '[]')));
    answer := jsonb_build_object('outcome', 'assigned');
  end if;
  return private.keep_answer(event_id, 'decide_place', caller, answer);
end;
$$;

create or replace function public.leave_shift(place_id uuid, event_id uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'leave_shift', caller);
  place public.shift_places;
  until timestamptz;
begin
  if answer is not null then
    return answer;
  elsif event_id is null or length(reason) > 500 then
    perform private.refuse('unreadable-value', 'reason');
  end if;
  place := private.own_place(place_id, worker);
  select s.starts_at - make_interval(hours => (private.ase_settings_of()).leave_hours) into until from public.planned_shifts s where s.id = place.shift_id;
  if place.state = 'left' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state not in ('asked', 'assigned') then
    answer := private.place_changed(place);
  elsif place.state = 'assigned' and clock_timestamp() > until then
    answer := jsonb_build_object('outcome', 'too_late', 'until', until);
  else
    perform private.end_place(place, 'left', worker.id, event_id, reason);
    answer := jsonb_build_object('outcome', 'left');
  end if;
  return private.keep_answer(event_id, 'leave_shift', caller, answer);
end;
$$;

create or replace function public.list_takers(shift_id uuid, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  shift constant public.planned_shifts := private.open_shift(shift_id, true);
  monday constant timestamptz := private.start_of(date_trunc('week', private.day_of(shift.starts_at)::timestamp)::date);
  week constant tstzrange := tstzrange(monday, private.start_of(private.day_of(monday + interval '12 hours') + 7));
begin
  return jsonb_build_object('outcome', 'listed', 'people', (
    select coalesce(jsonb_agg(t.taker order by jsonb_array_length(t.reasons), jsonb_array_length(t.warnings), t.hours, t.employee_id), '[]') from (
      select e.employee_id, c.reasons, c.warnings, h.hours, jsonb_build_object('employee_id', e.employee_id, 'name', e.name, 'reasons', c.reasons, 'warnings', c.warnings,
        'week_hours', h.hours, 'asked_at', (select max(v.received_at) from public.shift_events v
          where v.shift_id = shift.id and v.person_id = e.id and v.kind = 'person_asked')) as taker
      from public.ase_employees e
        cross join lateral (select private.shift_objections(e.id, shift) as reasons, private.shift_warnings(e.id, shift) as warnings) c
        cross join lateral (select private.hours_in(coalesce(range_agg(tstzrange(s.starts_at, s.ends_at) * week), '{}')) as hours
          from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
          where p.person_id = e.id and p.state = 'assigned' and tstzrange(s.starts_at, s.ends_at) && week) h
      where e.deactivated_at is null
        and not exists (select from public.shift_places p where p.shift_id = shift.id and p.person_id = e.id and p.state = 'assigned')) t));
end;
$$;

create or replace function public.offer_place(offer jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  wanted public.shift_offers;
  answer jsonb;
  place public.shift_places;
  receiver public.ase_employees;
  stored public.shift_offers;
begin
  begin
    wanted := jsonb_populate_record(null::public.shift_offers, offer);
  exception when data_exception then
    perform private.refuse('unreadable-value', 'offer');
  end;
  if wanted.id is null then
    perform private.refuse('unreadable-value', 'offer');
  end if;
  answer := private.answer_of(wanted.id, 'offer_place', caller);
  if answer is not null then
    return answer;
  end if;
  place := private.own_place(wanted.place_id, worker);
  if wanted.to_employee_id ~ '\S' then
    receiver := private.employee_of(wanted.to_employee_id);
    if receiver.id = worker.person then
      perform private.refuse('no-such-employee', 'to_employee_id');
    end if;
  end if;
  select o.* into stored from public.shift_offers o where o.place_id = place.id and o.state in ('open', 'proposed', 'agreed');
  if place.state <> 'assigned' then
    answer := private.place_changed(place);
  elsif stored.id is not null then
    answer := jsonb_build_object('outcome', 'changed', 'now', stored.state, 'by', stored.employee_id, 'at', stored.created_at);
  elsif private.shift_state(private.open_shift(place.shift_id, true)) <> 'planned' then
    answer := jsonb_build_object('outcome', 'changed', 'now', 'begun');
  else
    insert into public.shift_offers (id, shift_id, place_id, person_id, employee_id, name, to_person_id, to_employee_id, state)
      values (wanted.id, place.shift_id, place.id, worker.person, worker.id, left(worker.name, 200), receiver.id, receiver.employee_id,
        case when receiver.id is null then 'open' else 'proposed' end) returning * into stored;
    perform private.note_shift(place.shift_id, 'offered', worker.id, null, null, stored, jsonb_build_object('to', receiver.employee_id));
    perform private.tell_of_plan('shift_offered', place.shift_id, jsonb_build_object('state', stored.state), worker.id);
    answer := jsonb_build_object('outcome', stored.state);
  end if;
  return private.keep_answer(wanted.id, 'offer_place', caller, answer);
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
      'warnings', private.shift_warnings(worker.person, s))), '{}')
    from (select * from public.planned_shifts s where s.published_at is not null and s.cancelled_at is null and s.ends_at > now()
      order by s.starts_at, s.id limit 500) s
    where not exists (select from public.shift_places p where p.shift_id = s.id and p.person_id = worker.person and p.state = 'assigned')));
end;
$$;

create or replace function public.remove_place(place_id uuid, event_id uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  caller constant text := 'ase-admin ' || private.id_key(admin);
  answer jsonb := private.answer_of(event_id, 'remove_place', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  perform private.require_reason(reason, 'ase-employee');
  place := private.locked_place(place_id);
  if place.state = 'removed' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'assigned' then
    answer := private.place_changed(place);
  else
    perform private.end_place(place, 'removed', admin, event_id, reason);
    answer := jsonb_build_object('outcome', 'removed');
  end if;
  return private.keep_answer(event_id, 'remove_place', caller, answer);
end;
$$;

create or replace function public.report_absence(place_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.ase_worker(acting_as);
  caller constant text := worker.person::text;
  answer jsonb := private.answer_of(event_id, 'report_absence', caller);
  place public.shift_places;
begin
  if answer is not null then
    return answer;
  elsif event_id is null then
    perform private.refuse('unreadable-value', 'event_id');
  end if;
  place := private.own_place(place_id, worker);
  if place.state = 'absent' then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif place.state <> 'assigned' or private.shift_state(private.open_shift(place.shift_id, true)) = 'over' then
    answer := private.place_changed(place);
  else
    perform private.end_place(place, 'absent', worker.id, event_id);
    perform private.tell_of_plan('shift_absence', place.shift_id, '{}', worker.id);
    answer := jsonb_build_object('outcome', 'absent');
  end if;
  return private.keep_answer(event_id, 'report_absence', caller, answer);
end;
$$;

create or replace function public.save_planned_shifts(shifts jsonb, expected jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.ase_admin(acting_as);
  given constant jsonb := private.list_in(shifts, 'shifts');
  editable constant text[] := '{starts_at,ends_at,position,vehicle_id,station,places,note,published_at,cancelled_at}';
  batch constant uuid := gen_random_uuid();
  one jsonb;
  keys text[];
  stored public.planned_shifts;
  wanted jsonb;
  was jsonb;
  conflicts jsonb := '{}';
  changed jsonb[] := '{}';
  saved integer := 0;
  told uuid[] := '{}';
  place public.shift_places;
begin
  if jsonb_array_length(given) not between 1 and 200 or jsonb_array_length(given) <> (select count(distinct g.value ->> 'id') from jsonb_array_elements(given) g) then
    perform private.refuse('unreadable-shift', 'shifts');
  end if;
  perform private.lock_plan();
  -- All are compared before the first is stored.
  for one in select g.value from jsonb_array_elements(given) g loop
    keys := array(select k from unnest(editable) k where one ? k);
    if (one ->> 'id') !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.refuse('unreadable-shift', 'shifts');
    end if;
    select s.* into stored from public.planned_shifts s where s.id = (one ->> 'id')::uuid for update;
    wanted := private.planned_part(one, keys);
    if stored.id is null then
      changed := changed || one;
    else
      was := private.planned_part(to_jsonb(stored), keys);
      continue when was = wanted;
      if was is distinct from private.planned_part(coalesce(expected -> (one ->> 'id'), '{}'), keys) then
        conflicts := conflicts || jsonb_build_object(one ->> 'id', was);
      end if;
      if (was -> 'published_at' = 'true' and wanted -> 'published_at' = 'false') or (was -> 'cancelled_at' = 'true' and wanted -> 'cancelled_at' = 'false')
        or (stored.cancelled_at is not null or stored.ends_at <= clock_timestamp()) then
        perform private.refuse('shift-over', 'shifts');
      end if;
      changed := changed || one;
    end if;
  end loop;
  if conflicts <> '{}' then
    return jsonb_build_object('outcome', 'changed', 'now', conflicts)
      || private.last_change('planned_shifts', (select k from jsonb_object_keys(conflicts) k limit 1));
  end if;
  foreach one in array changed loop
    select s.* into stored from public.planned_shifts s where s.id = (one ->> 'id')::uuid;
    begin
      if stored.id is null then
        stored := jsonb_populate_record(null::public.planned_shifts, one);
        insert into public.planned_shifts (id, starts_at, ends_at, position, vehicle_id, station, places, note, published_at, cancelled_at, series_id)
          values (stored.id, stored.starts_at, stored.ends_at, nullif(btrim(stored.position), ''), stored.vehicle_id, nullif(btrim(stored.station), ''),
            coalesce(stored.places, 1), nullif(btrim(stored.note), ''), case when stored.published_at is not null then now() end, null, stored.series_id);
        perform private.note_shift(stored.id, 'planned', admin, null, null, null, '{}', batch);
      else
        keys := array(select k from unnest(editable) k where one ? k);
        was := private.planned_part(to_jsonb(stored), keys);
        wanted := private.planned_part(one, keys);
        update public.planned_shifts s set starts_at = r.starts_at, ends_at = r.ends_at, position = nullif(btrim(r.position), ''), vehicle_id = r.vehicle_id,
            station = nullif(btrim(r.station), ''), places = r.places, note = nullif(btrim(r.note), ''),
            published_at = case when r.published_at is not null then coalesce(stored.published_at, now()) end,
            cancelled_at = case when r.cancelled_at is not null then now() end
          from jsonb_populate_record(stored, one) r where s.id = stored.id;
        perform private.note_shift(stored.id, case when wanted -> 'cancelled_at' = 'true' then 'shift_cancelled'
          when wanted -> 'published_at' = 'true' and stored.published_at is null then 'published' else 'changed' end, admin, null, null, null,
          jsonb_build_object('before', was, 'after', wanted), batch);
        if private.free_places(stored.id) < 0 then
          perform private.refuse('too-few-places', 'shifts');
        end if;
        if wanted -> 'cancelled_at' = 'true' then
          for place in select p.* from public.shift_places p where p.shift_id = stored.id and p.state in ('asked', 'assigned') order by p.id loop
            perform private.end_place(place, 'cancelled', admin, null, null, batch);
          end loop;
        elsif was -> 'starts_at' is distinct from wanted -> 'starts_at' or was -> 'ends_at' is distinct from wanted -> 'ends_at' then
          update public.shift_places p set confirmed_at = null where p.shift_id = stored.id and p.state = 'assigned';
          perform private.lapse_offers(o, admin) from public.shift_offers o where o.shift_id = stored.id and o.state in ('open', 'proposed', 'agreed');
        end if;
        if stored.published_at is not null and was - '{note,places,published_at}'::text[] <> wanted - '{note,places,published_at}'::text[] then
          told := told || stored.id;
        end if;
      end if;
    exception
      when check_violation or not_null_violation or foreign_key_violation or data_exception then
        perform private.refuse('unreadable-shift', 'shifts');
    end;
    saved := saved + 1;
  end loop;
  if told <> '{}' then
    -- A batch is one message.
    perform private.tell_of_plan('shift_changed', s.id, jsonb_build_object('count', cardinality(told), 'is_cancelled', s.cancelled_at is not null))
      from public.planned_shifts s where s.id = any (told) order by s.starts_at limit 1;
  end if;
  return jsonb_build_object('outcome', case when saved = 0 then 'unchanged' else 'saved' end, 'shifts', saved);
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
    else private.refuse_list() end;
end;
$$;

create table public.ase_positions (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  person_id uuid not null,
  employee_id text not null,
  "position" text not null
);

create table public.shift_places (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  shift_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  name text,
  state text not null,
  confirmed_at timestamp with time zone,
  came_at timestamp with time zone,
  by text,
  at timestamp with time zone default now() not null,
  reason text
);

create table public.shift_offers (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  shift_id uuid not null,
  place_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  name text,
  to_person_id uuid,
  to_employee_id text,
  state text not null,
  reason text,
  agreed_person_id uuid,
  agreed_by text,
  decided_by text
);

create table public.shift_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  shift_id uuid not null,
  place_id uuid,
  offer_id uuid,
  person_id uuid,
  kind text not null,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null
);

create table public.ase_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  sign_up text default 'approved'::text not null,
  offers_need_admin boolean default true not null,
  leave_hours integer default 24 not null,
  checklist text default 'off'::text not null,
  positions text[] default '{}'::text[] not null
);

create table public.planned_shifts (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  "position" text,
  vehicle_id uuid,
  station text,
  places integer default 1 not null,
  note text,
  published_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  series_id uuid
);

create or replace function private.ase_settings_of()
  returns public.ase_settings
  language plpgsql stable
  set search_path = ''
as $$
declare
  settings public.ase_settings;
begin
  select s.* into settings from public.ase_settings s where s.project_id = 'ASE';
  if not found then
    settings.sign_up := 'approved';
    settings.offers_need_admin := true;
    settings.leave_hours := 24;
    settings.checklist := 'off';
    settings.positions := '{}';
  end if;
  return settings;
end;
$$;

create or replace function private.end_place(place public.shift_places, state text, by text, event_id uuid DEFAULT NULL::uuid, reason text DEFAULT NULL::text, batch uuid DEFAULT NULL::uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  -- The reason of an absence is neither asked nor kept.
  update public.shift_places p set state = end_place.state, by = left(end_place.by, 320), at = clock_timestamp(), confirmed_at = null,
      reason = nullif(btrim(end_place.reason), '')
    where p.id = place.id;
  perform private.note_shift(place.shift_id, state, by, event_id, place, null, jsonb_build_object('reason', nullif(btrim(end_place.reason), '')), batch);
  perform private.lapse_offers(o, by) from public.shift_offers o where o.place_id = place.id and o.state in ('open', 'proposed', 'agreed');
end;
$$;

create or replace function private.finish_offer(offer public.shift_offers, by text, event_id uuid, data jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  update public.shift_offers o set state = 'done', decided_by = left(finish_offer.by, 320) where o.id = offer.id;
  perform private.note_shift(offer.shift_id, 'approved', by, event_id, null, offer, data);
  select p.* into place from public.shift_places p where p.id = offer.place_id;
  perform private.end_place(place, 'left', offer.employee_id);
  perform private.put_place(offer.shift_id, null, private.employee_of(offer.agreed_by), by);
end;
$$;

create or replace function private.lapse_offers(offer public.shift_offers, by text)
  returns void
  language sql
  set search_path = ''
as $$
  update public.shift_offers o set state = 'lapsed' where o.id = offer.id;
  select private.note_shift(offer.shift_id, 'offer_lapsed', by, null, null, offer);
  select private.tell_of_plan('shift_offered', offer.shift_id, jsonb_build_object('state', 'lapsed'), offer.employee_id);
$$;

create or replace function private.locked_place(place_id uuid)
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lock_plan();
  select p.* into place from public.shift_places p where p.id = place_id;
  if place.id is null then
    perform private.refuse('no-such-place', 'place_id');
  end if;
  return place;
end;
$$;

create or replace function private.note_shift(shift uuid, kind text, by text, event_id uuid DEFAULT NULL::uuid, place public.shift_places DEFAULT NULL::public.shift_places, offer public.shift_offers DEFAULT NULL::public.shift_offers, data jsonb DEFAULT '{}'::jsonb, batch uuid DEFAULT NULL::uuid)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.shift_events (id, shift_id, place_id, offer_id, person_id, kind, by, at, data, batch_id)
    values (coalesce(event_id, gen_random_uuid()), shift, coalesce(place.id, offer.place_id), offer.id, coalesce(place.person_id, offer.person_id), kind, left(by, 320),
      clock_timestamp(), jsonb_strip_nulls(coalesce(data, '{}')), batch);
$$;

create or replace function private.open_shift(shift_id uuid, is_admin boolean)
  returns public.planned_shifts
  language plpgsql stable
  set search_path = ''
as $$
declare
  shift public.planned_shifts;
begin
  select s.* into shift from public.planned_shifts s where s.id = shift_id;
  if shift.id is null or (shift.published_at is null and not is_admin) then
    -- An unpublished shift is as unknown to employees as none.
    perform private.refuse('no-such-shift', 'shift_id');
  end if;
  return shift;
end;
$$;

create or replace function private.own_place(place_id uuid, worker private.clock_person)
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
begin
  perform private.lock_plan();
  select p.* into place from public.shift_places p where p.id = place_id and p.person_id = worker.person;
  if place.id is null then
    perform private.refuse_stranger();
  end if;
  return place;
end;
$$;

create or replace function private.own_planned_place(person uuid, moment timestamp with time zone)
  returns public.shift_places
  language sql stable
  set search_path = ''
as $$
  select p.* from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
  where p.person_id = person and p.state = 'assigned' and moment >= s.starts_at - interval '1 hour' and moment < s.ends_at
  order by abs(extract(epoch from s.starts_at - moment)), s.id limit 1;
$$;

create or replace function private.place_changed(place public.shift_places)
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select jsonb_build_object('outcome', 'changed', 'now', place.state, 'by', place.by, 'at', place.at); $$;

create or replace function private.put_place(shift uuid, place_id uuid, person public.ase_employees, by text, event_id uuid DEFAULT NULL::uuid, data jsonb DEFAULT '{}'::jsonb)
  returns public.shift_places
  language plpgsql
  set search_path = ''
as $$
declare
  place public.shift_places;
  other public.shift_places;
begin
  update public.shift_places p set state = 'assigned', by = left(put_place.by, 320), at = clock_timestamp(), confirmed_at = clock_timestamp()
    where p.shift_id = shift and p.person_id = person.id and p.state = 'asked' returning p.* into place;
  if place.id is null then
    insert into public.shift_places (id, shift_id, person_id, employee_id, name, state, by, at, confirmed_at)
      values (coalesce(place_id, gen_random_uuid()), shift, person.id, person.employee_id, person.name, 'assigned', left(put_place.by, 320), clock_timestamp(), clock_timestamp())
      returning * into place;
  end if;
  perform private.note_shift(shift, 'assigned', by, event_id, place, null, data);
  if private.free_places(shift) <= 0 then
    for other in update public.shift_places p set state = 'lapsed', by = null, at = clock_timestamp()
      where p.shift_id = shift and p.state = 'asked' returning p.* loop
      perform private.note_shift(shift, 'lapsed', null, null, other, null, '{"filled": true}');
    end loop;
  end if;
  return place;
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
  ) o;
$$;

create or replace function private.shift_state(shift public.planned_shifts)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when shift.cancelled_at is not null then 'cancelled' when shift.ends_at <= clock_timestamp() then 'over'
    when shift.starts_at <= clock_timestamp() then 'begun' else 'planned' end;
$$;

create or replace function private.shift_warnings(person uuid, shift public.planned_shifts)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select case when exists (
      select from public.shift_places p join public.planned_shifts s on s.id = p.shift_id
      where p.person_id = person and p.state = 'assigned' and s.id <> shift.id
        and s.starts_at < shift.ends_at + rest.needed and s.ends_at > shift.starts_at - rest.needed)
    or exists (
      select from public.work_turns t
      where t.person_id = person and t.ended_at <= shift.starts_at and t.ended_at > shift.starts_at - rest.needed)
    then '[{"code": "short-rest"}]'::jsonb else '[]' end
  from (select make_interval(hours => (private.clock_settings_of('ASE', 'ase-employee')).min_rest_hours) as needed) rest;
$$;

alter table public.message_hooks drop constraint message_hooks_events;

alter table public.message_hooks add constraint message_hooks_events check (((events <@ array['fine_issued'::text, 'objection'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text]) and (array_position(events, null::text) is null) and (cardinality(events) <= 10)));

alter table public.outbox drop constraint outbox_event;

alter table public.outbox add constraint outbox_event check ((event = any (array['fine_issued'::text, 'objection'::text, 'decision'::text, 'shift_waits'::text, 'unit_status'::text, 'call_received'::text, 'alarm_raised'::text, 'test'::text, 'invitation'::text, 'new_password'::text, 'account_changed'::text, 'bid_link'::text, 'bid_withdrawn'::text, 'property_sold'::text, 'follow_confirm'::text, 'follow_news'::text, 'viewing_changed'::text, 'shift_changed'::text, 'shift_absence'::text, 'shift_asked'::text, 'shift_offered'::text])));

alter table public.ase_settings add constraint ase_settings_pkey primary key (id);

alter table public.ase_positions add constraint ase_positions_pkey primary key (id);

alter table public.planned_shifts add constraint planned_shifts_pkey primary key (id);

alter table public.shift_places add constraint shift_places_pkey primary key (id);

alter table public.shift_offers add constraint shift_offers_pkey primary key (id);

alter table public.shift_events add constraint shift_events_pkey primary key (id);

alter table public.ase_settings add constraint ase_settings_project_key unique (project_id);

alter table public.ase_positions add constraint ase_positions_person_key unique (person_id, "position");

alter table public.ase_settings add constraint ase_settings_project_length check (((project_id ~ '\S'::text) and (length(project_id) <= 100)));

alter table public.ase_settings add constraint ase_settings_sign_up check ((sign_up = any (array['approved'::text, 'at_once'::text])));

alter table public.ase_settings add constraint ase_settings_leave_hours check (((leave_hours >= 0) and (leave_hours <= 720)));

alter table public.ase_settings add constraint ase_settings_checklist check ((checklist = any (array['off'::text, 'ask'::text])));

alter table public.ase_settings add constraint ase_settings_positions check (private.texts_within(positions, 50, 200));

alter table public.ase_settings add constraint ase_settings_lists_are_flat check ((coalesce(array_ndims(positions), 1) = 1));

alter table public.ase_settings add constraint ase_settings_moments check (private.is_moment(created_at));

alter table public.ase_positions add constraint ase_positions_employee_id_length check ((length(employee_id) <= 50));

alter table public.ase_positions add constraint ase_positions_position_length check ((("position" ~ '\S'::text) and (length("position") <= 200)));

alter table public.ase_positions add constraint ase_positions_moments check (private.is_moment(created_at));

alter table public.planned_shifts add constraint planned_shifts_times check (((ends_at > starts_at) and (ends_at <= (starts_at + '48:00:00'::interval))));

alter table public.planned_shifts add constraint planned_shifts_position_length check ((("position" ~ '\S'::text) and (length("position") <= 200)));

alter table public.planned_shifts add constraint planned_shifts_station_length check (((station ~ '\S'::text) and (length(station) <= 200)));

alter table public.planned_shifts add constraint planned_shifts_places check (((places >= 1) and (places <= 20)));

alter table public.planned_shifts add constraint planned_shifts_note_length check (((note ~ '\S'::text) and (length(note) <= 2000)));

alter table public.planned_shifts add constraint planned_shifts_moments check ((private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(starts_at) and private.is_moment(ends_at) and private.is_moment(published_at) and private.is_moment(cancelled_at)));

alter table public.shift_places add constraint shift_places_state check ((state = any (array['asked'::text, 'assigned'::text, 'refused'::text, 'left'::text, 'absent'::text, 'removed'::text, 'cancelled'::text, 'lapsed'::text])));

alter table public.shift_places add constraint shift_places_no_reason check (((state <> all (array['asked'::text, 'assigned'::text, 'absent'::text])) or (reason is null)));

alter table public.shift_places add constraint shift_places_lengths check (((length(employee_id) <= 50) and (length(name) <= 200) and (length(by) <= 320) and (length(reason) <= 500)));

alter table public.shift_places add constraint shift_places_moments check ((private.is_moment(created_at) and private.is_moment(confirmed_at) and private.is_moment(came_at) and private.is_moment(at)));

alter table public.shift_offers add constraint shift_offers_state check ((state = any (array['open'::text, 'proposed'::text, 'agreed'::text, 'declined'::text, 'done'::text, 'refused'::text, 'withdrawn'::text, 'lapsed'::text])));

alter table public.shift_offers add constraint shift_offers_agreed check (((state <> all (array['agreed'::text, 'done'::text])) or (agreed_person_id is not null)));

alter table public.shift_offers add constraint shift_offers_proposed check (((state <> 'proposed'::text) or (to_person_id is not null)));

alter table public.shift_offers add constraint shift_offers_lengths check (((length(employee_id) <= 50) and (length(name) <= 200) and (length(to_employee_id) <= 50) and (length(reason) <= 500) and (length(agreed_by) <= 50) and (length(decided_by) <= 320)));

alter table public.shift_offers add constraint shift_offers_moments check (private.is_moment(created_at));

alter table public.shift_events add constraint shift_events_kind check ((kind = any (array['planned'::text, 'changed'::text, 'published'::text, 'shift_cancelled'::text, 'asked'::text, 'assigned'::text, 'refused'::text, 'left'::text, 'absent'::text, 'removed'::text, 'cancelled'::text, 'lapsed'::text, 'confirmed'::text, 'person_asked'::text, 'offered'::text, 'agreed'::text, 'declined'::text, 'withdrawn'::text, 'approved'::text, 'offer_refused'::text, 'offer_lapsed'::text])));

alter table public.shift_events add constraint shift_events_by_length check ((length(by) <= 320));

alter table public.shift_events add constraint shift_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.shift_events add constraint shift_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.planned_shifts add constraint planned_shifts_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.shift_places add constraint shift_places_shift_id_fkey foreign key (shift_id) references public.planned_shifts(id) on delete cascade;

alter table public.shift_offers add constraint shift_offers_shift_id_fkey foreign key (shift_id) references public.planned_shifts(id) on delete cascade;

alter table public.shift_offers add constraint shift_offers_place_id_fkey foreign key (place_id) references public.shift_places(id) on delete cascade;

create index planned_shifts_starts_idx on public.planned_shifts (starts_at, id);

create index planned_shifts_oldest_idx on public.planned_shifts (ends_at);

create index planned_shifts_vehicle_id_idx on public.planned_shifts (vehicle_id) where vehicle_id is not null;

create unique index shift_places_own_key on public.shift_places (shift_id, person_id) where state in ('asked', 'assigned');

create index shift_places_shift_idx on public.shift_places (shift_id, at);

create index shift_places_person_idx on public.shift_places (person_id, at);

create unique index shift_offers_open_key on public.shift_offers (place_id) where state in ('open', 'proposed', 'agreed');

create index shift_offers_shift_idx on public.shift_offers (shift_id);

create index shift_offers_place_idx on public.shift_offers (place_id);

create index shift_events_shift_idx on public.shift_events (shift_id, received_at desc, id desc);

create index shift_events_asked_idx on public.shift_events (person_id, received_at desc) where kind = 'person_asked';

create index shift_events_oldest_idx on public.shift_events (at);

create trigger ase_employees_leave_plan after delete on public.ase_employees
  for each row execute function private.leave_plan_of_removed();

create trigger ase_positions_write_trail after insert or delete or update on public.ase_positions for each row execute function private.write_trail('ASE');

create trigger ase_settings_write_trail after insert or delete or update on public.ase_settings for each row execute function private.write_trail();

create trigger planned_shifts_touch_updated_at before update on public.planned_shifts for each row execute function private.touch_updated_at();

create trigger planned_shifts_write_trail after insert or delete or update on public.planned_shifts for each row execute function private.write_trail('ASE');

create trigger shift_events_only_grow before update on public.shift_events for each row execute function private.keep_status_events();

create trigger shift_offers_tell_shift after insert or update of state on public.shift_offers
  for each row execute function private.touch_shift();

create trigger shift_offers_write_trail after insert or delete or update on public.shift_offers for each row execute function private.write_trail('ASE');

create trigger shift_places_tell_shift after insert or update of state, confirmed_at on public.shift_places
  for each row execute function private.touch_shift();

create trigger shift_places_write_trail after insert or delete or update on public.shift_places for each row execute function private.write_trail('ASE');

alter table public.ase_settings enable row level security;

alter table public.ase_positions enable row level security;

alter table public.planned_shifts enable row level security;

alter table public.shift_places enable row level security;

alter table public.shift_offers enable row level security;

alter table public.shift_events enable row level security;

drop policy "Admins read where their site's messages go" on public.message_hooks;

create policy "Admins read where their site's messages go" on public.message_hooks
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins add where their site's messages go" on public.message_hooks;

create policy "Admins add where their site's messages go" on public.message_hooks
  for insert to anon, authenticated
  with check (created_at = now() and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent()))));

drop policy "Admins change what their site's messages tell" on public.message_hooks;

create policy "Admins change what their site's messages tell" on public.message_hooks
  for update to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())))
  with check ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins remove where their site's messages go" on public.message_hooks;

create policy "Admins remove where their site's messages go" on public.message_hooks
  for delete to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin', 'ase-admin'))::text[])
    or (project_id = 'YSTAD' and (select private.is_agent())));

drop policy "Admins read their site's outbox" on public.outbox;

create policy "Admins read their site's outbox" on public.outbox
  for select to anon, authenticated
  using ((channel <> 'estate-mail' and event <> all (array['invitation', 'new_password', 'account_changed'])) and ((select private.is_specified()) or (coalesce(site_id::text, project_id, '') = any (((select private.own_places(variadic array['admin', 'dispatch-admin', 'ase-admin'])))::text[])) or (project_id = 'YSTAD' and (select private.is_agent()))));

create policy "Ambulance staff read the settings" on public.ase_settings
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.own_employee_id()) is not null or (select private.is_kind('ase-admin')));

create policy "Employees read own positions, the ambulance admin all" on public.ase_positions
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

create policy "Employees read published shifts, the ambulance admin all" on public.planned_shifts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (published_at is not null and (select private.own_employee_id()) is not null)
    or (select private.is_kind('ase-admin')));

create policy "Employees read own places and who is on shifts, the admin all" on public.shift_places
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and (person_id = (select private.own_clock_person())
      or (state = 'assigned' and exists (select from public.planned_shifts s where s.id = shift_id and s.published_at is not null))))
    or (select private.is_kind('ase-admin')));

create policy "Employees read offers open to them, the ambulance admin all" on public.shift_offers
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null
      and (state = 'open' or (select private.own_clock_person()) in (person_id, to_person_id, agreed_person_id)))
    or (select private.is_kind('ase-admin')));

create policy "Employees read what concerns them, the ambulance admin all" on public.shift_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person())
      -- Why somebody who may not take a place was placed is the admin's.
      and kind not in ('assigned', 'approved'))
    or (select private.is_kind('ase-admin')));

grant execute on function public.answer_offer(uuid,uuid,text,text,text,text) to authenticated;

grant execute on function public.ask_for_shift(uuid,uuid,jsonb,text) to authenticated;

grant execute on function public.ask_person(uuid,text,uuid,text) to authenticated;

grant execute on function public.assign_place(uuid,uuid,text,text,text,text) to authenticated;

grant execute on function public.confirm_place(uuid,uuid,text) to authenticated;

grant execute on function public.decide_place(uuid,uuid,text,boolean,text,text) to authenticated;

grant execute on function public.leave_shift(uuid,uuid,text,text) to authenticated;

grant execute on function public.list_takers(uuid,text) to authenticated;

grant execute on function public.offer_place(jsonb,text) to authenticated;

grant execute on function public.own_objections(text) to authenticated;

grant execute on function public.remove_place(uuid,uuid,text,text) to authenticated;

grant execute on function public.report_absence(uuid,uuid,text) to authenticated;

grant execute on function public.save_planned_shifts(jsonb,jsonb,text) to authenticated;

grant execute on function public.set_ase_list(text,jsonb,jsonb,text) to authenticated;

comment on function public.work_hours(text,text,date,date,text) is 'Hours by person and month: approved registrations less their breaks and approved turns without one, what waits, what was rejected and what is planned; no hour twice. An admin reads the site''s, others their own.';

comment on function private.keep_turns_of_employee() is 'An employee who gets another ID or name keeps turns and places. They stay when the employee is removed, and nobody else gets them.';

comment on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) is 'Deactivates somebody, which ends logins and an open car, leaves a running turn without an end and planned places as gaps, or activates again: password and second factor hold, no login or car comes back. The last active admin of a kind and site stays.';

comment on function public.clock_in(text,text,uuid,timestamp with time zone,text,uuid,text,integer) is 'Begins a turn, which belongs to the own planned shift. While one runs, the id means that one from then on; an earlier start is told, to be offered as a correction.';

comment on table public.ase_settings is 'Settings of the ambulance: how people sign up for shifts, until when they leave them, whether vehicles are checked, and its positions.';

comment on table public.ase_positions is 'Which employee of the ambulance works in which position.';

comment on table public.planned_shifts is 'Planned shifts of the ambulance. Shifts of one vehicle and time are one crew.';

comment on table public.shift_places is 'Places on planned shifts: who asked for one, has it, or had it. A shift never has more assigned places than its number.';

comment on table public.shift_offers is 'Places that their holders give away. Until `done` the holder is responsible.';

comment on table public.shift_events is 'All that was done to shifts, places and offers, by whom and when; written by the database, only added to.';

comment on column public.ase_settings.sign_up is 'With `approved` the admin decides who gets a place, with `at_once` the place is the employee''s.';

comment on column public.ase_settings.leave_hours is 'So many hours before a shift employees leave it themselves.';

comment on column public.ase_positions.person_id is 'The row in the list of employees: who gets an old ID later has no position.';

comment on column public.planned_shifts."position" is 'Null: anybody may take a place.';

comment on column public.planned_shifts.updated_at is 'Changes with each place and offer too, so that colleagues hear that a place was taken or left.';

comment on column public.shift_places.person_id is 'The row in the list of employees: who gets an old ID later does not get the places.';

comment on column public.shift_places.confirmed_at is 'Null: the shift''s times changed, and its holder has not confirmed them.';

comment on column public.shift_places.came_at is 'When its holder started the shift on the clock; null: nobody came yet.';

comment on column public.shift_offers.to_employee_id is 'Null: whoever may.';

comment on function private.ase_admin(text) is 'The ID of the ambulance''s admin who calls; refused for everybody else.';

comment on function private.set_positions(jsonb,jsonb) is 'The positions of the ambulance in their order.';

comment on function private.set_employee_positions(jsonb,jsonb) is 'Which of the named employees work in which positions; the others keep theirs.';

comment on function private.last_change(text,text) is 'By whom and when a row of the ambulance was changed last, as conflicts tell it.';

comment on function private.refuse_list() is 'Refuses a list that is none of the ambulance''s.';

comment on function private.planned_part(jsonb,text[]) is 'Fields of a shift as a call names them or a row has them, to be compared.';

comment on function private.accepts(jsonb,jsonb) is 'Whether a call accepts all of these warnings.';

comment on function private.touch_shift() is 'Everybody who follows a shift hears of its places and offers, also of those that the policies hide.';

comment on function private.lock_plan() is 'One change of the plan after the other: a last place goes once, and nobody gets two shifts at the same time. What is due by the clock comes first.';

comment on function private.lapse_begun() is 'When a shift begins, what was asked for it and offered lapses.';

comment on function private.tell_of_plan(text,uuid,jsonb,text) is 'Tells the ambulance''s receivers of a shift; a name goes along where it is asked for.';

comment on function private.free_places(uuid) is 'How many places of a shift nobody has.';

comment on function private.leave_plan(uuid,text) is 'Planned places of somebody who is deactivated or removed become gaps. Gives how many.';

comment on function private.leave_plan_of_removed() is 'A removed employee holds no place.';

comment on function private.erase_plan(integer) is 'Erases planned shifts with places, offers and history after the calendar year and the two after it, at most so many. Gives the largest count.';

comment on function private.shift_state(public.planned_shifts) is 'Whether a shift is to come, goes on, is over or was cancelled.';

comment on function private.shift_warnings(uuid,public.planned_shifts) is 'What somebody should know before taking a place: too little rest before or after.';

comment on function private.ase_settings_of() is 'The settings of the ambulance; those that it begins with where there is no row.';

comment on function private.ase_worker(text) is 'The employee of the ambulance who calls; refused for everybody else and for who is deactivated.';

comment on function private.employee_of(text) is 'The active employee with an ID.';

comment on function private.note_shift(uuid,text,text,uuid,public.shift_places,public.shift_offers,jsonb,uuid) is 'Adds to the history of a shift.';

comment on function private.lapse_offers(public.shift_offers,text) is 'An offer lapses: its shift begins, or its place changed otherwise.';

comment on function private.shift_objections(uuid,public.planned_shifts) is 'Why somebody may not take a place on a shift, as {code, …}; empty for who may.';

comment on function private.end_place(public.shift_places,text,text,uuid,text,uuid) is 'A place is its holder''s no more, and what was offered of it lapses.';

comment on function private.put_place(uuid,uuid,public.ase_employees,text,uuid,jsonb) is 'Gives somebody a place; whoever still asks for one when the shift is full asks in vain.';

comment on function private.finish_offer(public.shift_offers,text,uuid,jsonb) is 'A place changes hands: the old one is left and a new one assigned, in one step.';

comment on function private.own_planned_place(uuid,timestamp with time zone) is 'The place on a planned shift that a turn belongs to which begins then: from an hour before the shift until its end.';

comment on function private.open_shift(uuid,boolean) is 'A shift that employees know of, for the admin any.';

comment on function private.locked_place(uuid) is 'A place on a shift, of which nothing changes until the call is over.';

comment on function private.own_place(uuid,private.clock_person) is 'A place of the employee who calls, of which nothing changes until the call is over.';

comment on function private.place_changed(public.shift_places) is 'The answer that a place is no longer as the screen showed it.';

comment on function public.assign_place(uuid,uuid,text,text,text,text) is 'The admin gives an employee a place on a shift; somebody who is not eligible with a reason. `expected` is the state of the employee''s place there, null for none.';

comment on function public.set_ase_list(text,jsonb,jsonb,text) is 'Changes a list of the ambulance''s admin, which is still as the screen showed it: positions, and who has which.';

comment on function public.save_planned_shifts(jsonb,jsonb,text) is 'Plans, changes, publishes and cancels up to 200 shifts, all or none of them. People of a published shift that changes are told, and confirm new times.';

comment on function public.ask_for_shift(uuid,uuid,jsonb,text) is 'Asks for a place on a published shift. Where the settings say so, or the admin has asked the employee, the place is assigned at once.';

comment on function public.decide_place(uuid,uuid,text,boolean,text,text) is 'The admin approves or refuses a place that somebody asked for, the latter with a reason; who is not eligible is approved with one.';

comment on function public.remove_place(uuid,uuid,text,text) is 'The admin takes somebody off a shift, with a reason: the place is open.';

comment on function public.leave_shift(uuid,uuid,text,text) is 'An employee leaves a shift until so many hours before it as the settings say; what was only asked for is taken back until it begins.';

comment on function public.report_absence(uuid,uuid,text) is 'An employee cannot come, at any time: the place is open at once. No reason is asked or kept.';

comment on function public.ask_person(uuid,text,uuid,text) is 'The admin asks an employee to take a place: a press of the employee assigns it.';

comment on function public.confirm_place(uuid,uuid,text) is 'An employee confirms the new times of a shift that was changed.';

comment on function public.list_takers(uuid,text) is 'Who can take a place on a shift, for the admin: the eligible first, the rested, and the fewest planned hours of the week.';

comment on function public.own_objections(text) is 'Why the employee who calls may not take shifts to come, and what to know before taking them, by shift.';

comment on function public.offer_place(jsonb,text) is 'The holder of a place offers it to one colleague, or to whoever may take it.';

comment on function public.answer_offer(uuid,uuid,text,text,text,text) is 'Agrees to an offer, declines or withdraws it; the admin approves or refuses what two agreed. Eligibility is asked again at approval.';

alter publication supabase_realtime add table public.planned_shifts;

alter publication supabase_realtime add table public.shift_offers;

alter publication supabase_realtime add table public.shift_places;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_positions', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_settings', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('planned_shifts', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_offers', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_places', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('answer_offer')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('ask_for_shift')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('ask_person')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('assign_place')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('confirm_place')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('decide_place')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('leave_shift')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_takers')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('offer_place')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('own_objections')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('remove_place')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('report_absence')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('save_planned_shifts')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_ase_list')
  on conflict (function_name) do nothing;

select private.grant_for_profile();

-- The ambulance has its settings.
insert into public.ase_settings (project_id) values ('ASE');
