-- The clock of attendants and ambulance staff: turns, breaks, corrections, reviews and hours, and registrations that belong to a person (document 5 §6).

set local check_function_bodies = off;

create type private.clock_person as (
  kind text,
  project text,
  id text,
  name text,
  person uuid,
  is_active boolean
);

create type private.stamp as (
  at timestamp with time zone,
  received timestamp with time zone,
  is_odd boolean,
  marks jsonb
);

create or replace function private.change_settings(settings regclass, project text, expected jsonb, changes jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  stored jsonb;
  now_is jsonb;
  unknown text;
begin
  execute format('select to_jsonb(s) from %s s where s.project_id = $1 for update', settings) into stored using project;
  if stored is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  select k into unknown from jsonb_object_keys(changes) k where not stored ? k or k in ('id', 'created_at', 'project_id', 'site_id') limit 1;
  if unknown is not null or coalesce(changes, '{}') = '{}' then
    perform private.refuse('unreadable-value', coalesce(unknown, 'changes'));
  end if;
  select jsonb_object_agg(k, stored -> k) into now_is from jsonb_object_keys(changes) k;
  if now_is = changes then
    return jsonb_build_object('outcome', 'unchanged');
  elsif now_is is distinct from (select jsonb_object_agg(k, expected -> k) from jsonb_object_keys(changes) k) then
    return (
      select jsonb_build_object('outcome', 'changed', 'now', now_is, 'by', t.actor_id, 'at', t.created_at)
      from (select) one left join lateral (
        select a.actor_id, a.created_at from public.audit_trail a
        where private.is_at(a.site_id, a.project_id, (select private.site_of(project)), project) and a.row_id = stored ->> 'id'
        order by a.created_at desc, a.id desc limit 1) t on true);
  end if;
  execute format('update %s s set (%2$s) = (select %2$s from jsonb_populate_record(s, $1) r) where s.project_id = $2', settings,
    (select string_agg(format('%I', k), ', ') from jsonb_object_keys(changes) k)) using changes, project;
  return jsonb_build_object('outcome', 'set');
end;
$$;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns');
$$;

create or replace function private.own_person_id(VARIADIC kinds text[])
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select a.id from public.project_attendants a where a.account_id = s.account_id),
    (select a.id from public.attendants a where a.account_id = s.account_id),
    (select e.id from public.ase_employees e where e.account_id = s.account_id), s.account_id)
  from private.own_staff(kinds) s;
$$;

create or replace function private.own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.account_id := (
    select s.account_id from public.staff_accounts s
    where s.kind = 'attendant' and lower(s.project_id) is not distinct from lower(new.project_id)
      and s.user_key = private.id_key(new.attendant_user_id)
  );
  new.person_id := private.attendant_row(new.project_id, new.attendant_user_id, new.account_id);
  if new.replaces_id is not null and not exists (select from public.shift_registrations r
    where r.id = new.replaces_id and r.status = 'rejected' and r.person_id = new.person_id) then
    new.replaces_id := null;
  end if;
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
  return true;
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
begin
  if answer is not null then
    return answer;
  elsif active is null or event_id is null then
    perform private.refuse('unreadable-values', 'active');
  elsif length(reason) > 500 or (not active and coalesce(reason, '') !~ '\S') then
    perform private.refuse('no-note', 'reason');
  end if;
  select p.* into person from private.people() p where p.id = person_id and p.kind = set_person_active.kind;
  -- Who is managed by others is as unknown as who is not there.
  if person.id is null or not private.manages(admin, person) then
    perform private.refuse_stranger();
  elsif person.is_protected then
    perform private.refuse('protected-person');
  elsif person.kind = admin.kind and private.id_key(person.user_id) = private.id_key(admin.id) then
    perform private.refuse('own-person');
  end if;
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
    if turn is not null then
      perform private.end_turn_row(turn, 'admin', admin.id, clock_timestamp(), null, null, reason);
    end if;
  end if;
  perform private.add_to_trail('update', 'people', person.project, person.id::text, jsonb_build_object('active', not active),
    jsonb_build_object('user_id', person.user_id, 'active', active, 'reason', nullif(btrim(reason), '')));
  return private.keep_answer(event_id, 'set_person_active', caller, jsonb_build_object('outcome', 'set', 'car', turn is not null));
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

create or replace function private.attendant_row(project text, user_id text, account uuid)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select a.id from public.project_attendants a where a.account_id = account),
    (select a.id from public.attendants a where a.account_id = account),
    (select a.id from public.project_attendants a where lower(a.project_id) = lower(project) and a.user_key = private.id_key(attendant_row.user_id)),
    (select a.id from public.attendants a where lower(coalesce(a.project_id, project, '')) = lower(coalesce(project, ''))
      and a.user_key = private.id_key(attendant_row.user_id) limit 1),
    account);
$$;

create or replace function private.begin_clock_settings(project text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.clock_settings (project_id, max_turn_hours, break_after_hours)
    select project, s.max_turn_hours, s.break_after_hours
    from private.clock_settings_of(project, private.clock_kind(project)) s
    on conflict (project_id) do nothing;
$$;

create or replace function private.breaks_of(turn uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'started_at', b.started_at, 'ended_at', b.ended_at) order by b.started_at, b.id), '[]')
  from public.work_breaks b where b.turn_id = turn;
$$;

create or replace function private.clock_admin(project text, kind text, acting_as text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when private.is_specified() then (
      select acting_as where length(btrim(acting_as)) between 1 and 50 and (
        private.id_key(acting_as) = case kind when 'attendant' then 'standardadmin' else 'aseadmin' end
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and a.deactivated_at is null
          and lower(a.project_id) = lower(case kind when 'attendant' then project else 'ASE' end))))
    else (select s.user_id from private.own_staff(case clock_admin.kind when 'attendant' then '{admin}' else '{ase-admin}' end::text[]) s
      where s.user_key = private.id_key(acting_as)
        and (clock_admin.kind <> 'attendant' or private.place_of(project) = any (private.own_places('admin'))))
  end;
$$;

create or replace function private.clock_kind(project text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select case project when 'ASE' then 'ase-employee' else 'attendant' end; $$;

create or replace function private.clock_worker(project text, kind text, acting_as text)
  returns private.clock_person
  language plpgsql stable
  set search_path = ''
as $$
declare
  found_ private.clock_person[];
  key constant text := private.id_key(acting_as);
  code constant text := coalesce((select m.path from public.main_page_sites m where m.path_key = lower(project collate "C")), project);
begin
  if private.is_specified() then
    select array_agg((w.kind, w.project, w.id, w.name, w.person, w.is_active)::private.clock_person order by w.rank) into found_ from (
      select 1 as rank, 'attendant' as kind, p.project_id as project, p.user_id as id, p.discord_username as name, p.id as person,
          p.deactivated_at is null as is_active
        from public.project_attendants p
        where p.user_key = key and p.project_id not in ('721075', '157715') and (code is null or lower(p.project_id) = lower(code))
      union all
      -- Attendants of no site log in at each.
      select 2, 'attendant', coalesce(a.project_id, code), a.user_id, a.discord_username, a.id, a.deactivated_at is null from public.attendants a
        where a.user_key = key and (code is null or lower(coalesce(a.project_id, code)) = lower(code))
      union all
      select 3, 'ase-employee', 'ASE', e.employee_id, e.name, e.id, e.deactivated_at is null from public.ase_employees e
        where e.employee_key = key and lower(coalesce(code, 'ASE')) = 'ase') w
      where clock_worker.kind is null or w.kind = clock_worker.kind;
    -- Without a site or a kind the ID has to be one person's.
    return case when cardinality(found_) = 1 or (project is not null and clock_worker.kind is not null) then found_[1] end;
  end if;
  return (select (s.kind, s.project_id, s.user_id, coalesce((
        select coalesce(p.discord_username, e.name) from (select) one
          left join public.project_attendants p on p.account_id = s.account_id
          left join public.ase_employees e on e.account_id = s.account_id), s.display_name),
      private.own_person_id(s.kind), true)::private.clock_person
    from private.own_staff('{attendant,ase-employee}') s
    where s.user_key = key and (clock_worker.kind is null or s.kind = clock_worker.kind)
      and (project is null or coalesce(s.site_id::text, s.project_id, '') = private.place_of(code)));
end;
$$;

create or replace function private.erase_clock(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  -- The calendar year and the two after it.
  since constant timestamptz := private.start_of((date_trunc('year', private.day_of(now())::timestamp) - interval '2 years')::date);
  turns uuid[];
  events integer;
begin
  turns := array(select t.id from public.work_turns t where t.started_at < since and coalesce(t.ended_at, t.started_at) < since
    order by t.started_at limit most);
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{work_turns}', turns);
  delete from public.work_turns t where t.id = any (turns);
  delete from public.work_turn_events e where e.id in (
    select o.id from public.work_turn_events o where o.at < since and not exists (select from public.work_turns t where t.id = o.turn_id)
    order by o.at limit most);
  get diagnostics events = row_count;
  perform set_config('parkering.erases', '', true);
  return greatest(cardinality(turns), events);
end;
$$;

create or replace function private.first_free(person uuid, moment timestamp with time zone)
  returns timestamp with time zone
  language plpgsql stable
  set search_path = ''
as $$
declare
  free timestamptz := moment;
  until timestamptz;
begin
  loop
    select t.ended_at into until from public.work_turns t
      where t.person_id = person and t.started_at <= free and t.ended_at > free limit 1;
    exit when until is null;
    free := until;
  end loop;
  return free;
end;
$$;

create or replace function private.hours_in(spans tstzmultirange)
  returns numeric
  language sql immutable
  set search_path = ''
as $$ select coalesce(round((sum(extract(epoch from upper(s.span) - lower(s.span))) / 3600)::numeric, 2), 0) from unnest(spans) s (span); $$;

create or replace function private.join_registration()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.shift_registration_id := case when new.kind = 'attendant' then (
    select r.id from public.shift_registrations r
    where r.person_id = new.person_id and r.status <> 'rejected' and r.start_time < coalesce(new.ended_at, clock_timestamp())
      and r.end_time > new.started_at
    order by r.start_time, r.id limit 1) end;
  return new;
end;
$$;

create or replace function private.join_turns()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  shift constant public.shift_registrations := case when tg_op = 'DELETE' then old else new end;
begin
  if shift.person_id is not null then
    -- The turn's own trigger finds the registration anew.
    update public.work_turns t set status = t.status
      where t.person_id = shift.person_id and (t.shift_registration_id = shift.id
        or (t.started_at < shift.end_time and coalesce(t.ended_at, clock_timestamp()) > shift.start_time));
  end if;
  return null;
end;
$$;

create or replace function private.lock_clock(person uuid)
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('clock ' || person, 0)); $$;

create or replace function private.mark_forgotten_turns(of_person uuid DEFAULT NULL::uuid)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  turn public.work_turns;
  count integer := 0;
begin
  for turn in
    select t.* from public.work_turns t
    where t.status = 'running' and (of_person is null or t.person_id = of_person)
      and t.started_at <= clock_timestamp() - make_interval(hours => (private.clock_settings_of(t.project_id, t.kind)).max_turn_hours)
    order by t.id for update
  loop
    perform private.leave_turn(turn, null, '{}');
    count := count + 1;
  end loop;
  return count;
end;
$$;

create or replace function private.moment_in(value text, field text)
  returns timestamp with time zone
  language plpgsql stable
  set search_path = ''
as $$
declare
  moment timestamptz;
begin
  begin
    moment := value::timestamptz;
  exception when others then
    perform private.refuse('unreadable-value', field);
  end;
  if not private.is_moment(moment) then
    perform private.refuse('unreadable-value', field);
  end if;
  return moment;
end;
$$;

create or replace function private.own_clock_person()
  returns uuid
  language sql stable
  set search_path = ''
as $$ select private.own_person_id('attendant', 'ase-employee'); $$;

create or replace function private.require_in_time(started_at timestamp with time zone, project text, kind text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if private.day_of(started_at) < private.day_of(clock_timestamp()) - (private.clock_settings_of(project, kind)).correction_days then
    perform private.refuse(case kind when 'attendant' then 'correction-over' else 'correction-over-en' end, 'started_at');
  end if;
end;
$$;

create or replace function private.require_reason(reason text, kind text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if coalesce(reason, '') !~ '\S' or length(reason) > 500 then
    perform private.refuse(case kind when 'attendant' then 'no-note' else 'no-reason' end, 'reason');
  end if;
end;
$$;

create or replace function private.require_times(person uuid, turn uuid, project text, kind text, started_at timestamp with time zone, ended_at timestamp with time zone)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  other public.work_turns;
  in_english constant boolean := kind <> 'attendant';
begin
  if started_at is null or not private.is_moment(started_at) or not private.is_moment(ended_at)
    or ended_at <= started_at or coalesce(ended_at, started_at) > clock_timestamp() + interval '1 minute' then
    perform private.refuse(case when in_english then 'turn-times-en' else 'turn-times' end, 'ended_at');
  elsif ended_at > started_at + make_interval(hours => (private.clock_settings_of(project, kind)).max_turn_hours) then
    perform private.refuse(case when in_english then 'turn-too-long-en' else 'turn-too-long' end, 'ended_at',
      array[(private.clock_settings_of(project, kind)).max_turn_hours::text]);
  end if;
  select t.* into other from public.work_turns t
    where t.person_id = person and t.id <> turn and t.started_at < coalesce(require_times.ended_at, 'infinity')
      -- Of a turn without an end only the start is known, unless it runs.
      and coalesce(t.ended_at, case when t.status = 'running' then 'infinity' else t.started_at + interval '1 second' end) > require_times.started_at
    order by t.started_at limit 1;
  if other.id is not null then
    perform private.refuse(case when in_english then 'turn-overlaps-en' else 'turn-overlaps' end, 'started_at',
      array[private.times_in_words(other.started_at, other.ended_at)]);
  end if;
end;
$$;

create or replace function private.same_times(times jsonb, said jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.moment_in(times ->> 'started_at', 'expected') is not distinct from private.moment_in(said ->> 'started_at', 'expected')
    and private.moment_in(times ->> 'ended_at', 'expected') is not distinct from private.moment_in(said ->> 'ended_at', 'expected')
    and (not said ? 'breaks' or said -> 'breaks' = 'null'
      or (select array_agg(array[(b.value ->> 'started_at')::timestamptz, (b.value ->> 'ended_at')::timestamptz] order by 1)
        from jsonb_array_elements(times -> 'breaks') b)
      is not distinct from
        (select array_agg(array[private.moment_in(b.value ->> 'started_at', 'breaks'), private.moment_in(b.value ->> 'ended_at', 'breaks')] order by 1)
        from jsonb_array_elements(private.list_in(said -> 'breaks', 'breaks')) b));
$$;

create or replace function private.stamp_of(at timestamp with time zone, clock_error_ms integer, earliest timestamp with time zone)
  returns private.stamp
  language plpgsql
  set search_path = ''
as $$
declare
  stamp private.stamp;
  said timestamptz;
begin
  if not private.is_moment(at) then
    perform private.refuse('unreadable-value', 'at');
  end if;
  stamp.received := clock_timestamp();
  said := coalesce(at, stamp.received) - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0);
  stamp.at := greatest(least(said, stamp.received), case when earliest is not null then least(earliest, stamp.received) end);
  -- A phone's clock is never right to the second.
  stamp.is_odd := abs(coalesce(clock_error_ms, 0)) > 300000 or abs(extract(epoch from said - stamp.at)) > 60;
  stamp.marks := jsonb_strip_nulls(jsonb_build_object('said_at', case when at is distinct from stamp.at then at end,
    'clock_error_ms', case when abs(clock_error_ms) > 300000 then clock_error_ms end));
  return stamp;
end;
$$;

create or replace function private.times_in_words(started_at timestamp with time zone, ended_at timestamp with time zone)
  returns text
  language sql stable
  set search_path = ''
as $$
  select to_char(started_at at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI') || '–'
    || coalesce(to_char(ended_at at time zone 'Europe/Stockholm',
      case when private.day_of(started_at) = private.day_of(ended_at) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end), '');
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
    perform private.refuse('no-such-car', 'vehicle_id');
  elsif turn.vehicle_id is not distinct from vehicle.id then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif turn.status <> 'running' then
    answer := jsonb_build_object('outcome', 'changed', 'now', turn.status, 'at', turn.ended_at);
  elsif vehicle.state <> 'in_service' then
    perform private.refuse('car-out-of-service', 'vehicle_id', array[coalesce(vehicle.state_reason, '-')]);
  else
    perform private.note_turn(turn, 'corrected', found_.id, clock_timestamp(), jsonb_build_object('before', jsonb_build_object('vehicle_id', turn.vehicle_id),
      'after', jsonb_build_object('vehicle_id', vehicle.id)), event_id);
    update public.work_turns t set vehicle_id = vehicle.id where t.id = turn.id returning t.* into turn;
    answer := jsonb_build_object('outcome', 'set', 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'change_vehicle', private.id_key(found_.id), answer);
end;
$$;

create or replace function public.clock_break(turn_id uuid, break_id uuid, step text, at timestamp with time zone, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb;
  -- Both steps bear the break's id.
  call_id constant uuid := md5(break_id || step)::uuid;
  stamp private.stamp;
  moment timestamptz;
  pause public.work_breaks;
begin
  if coalesce(step, '') not in ('start', 'end') or break_id is null then
    perform private.refuse('unreadable-values', 'step');
  end if;
  answer := private.answer_of(call_id, 'clock_break', turn.person_id::text);
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  stamp := private.stamp_of(at, clock_error_ms, turn.started_at);
  moment := least(stamp.at, turn.ended_at);
  if step = 'start' then
    select b.* into pause from public.work_breaks b where b.turn_id = turn.id and b.ended_at is null;
    if pause.id is null then
      -- A break that another phone told already is not counted again.
      moment := greatest(moment, (select max(b.ended_at) from public.work_breaks b
        where b.turn_id = turn.id and b.started_at <= moment and b.ended_at > moment));
      -- Until its end is told, a late break lasts as far as it can.
      insert into public.work_breaks (id, turn_id, started_at, ended_at)
        select break_id, turn.id, moment, least(turn.ended_at, min(b.started_at)) from public.work_breaks b
        where b.turn_id = turn.id and b.started_at >= moment
        returning * into pause;
    end if;
  else
    select b.* into pause from public.work_breaks b where b.turn_id = turn.id and (b.id = break_id or b.ended_at is null) order by b.id = break_id desc limit 1;
    moment := greatest(moment, pause.started_at);
    -- What ended the break meanwhile was no stamp of its own: the one that comes late says when it was over.
    if pause.ended_at is null or (pause.id = break_id and not exists (select from public.work_turn_events e
      where e.turn_id = turn.id and e.kind = 'break_ended' and e.data ->> 'break_id' = break_id::text)) then
      moment := least(moment, (select min(b.started_at) from public.work_breaks b
        where b.turn_id = turn.id and b.id <> pause.id and b.started_at >= pause.started_at));
      update public.work_breaks b set ended_at = moment where b.id = pause.id returning b.* into pause;
    end if;
  end if;
  perform private.note_turn(turn, case step when 'start' then 'break_started' else 'break_ended' end, found_.id, moment,
    stamp.marks || jsonb_build_object('break_id', break_id, 'said_at', case when moment <> stamp.at then coalesce(at, stamp.at) end));
  -- A stamp that comes after the end changes the hours: whoever approved them looks again.
  update public.work_turns t set needs_check = t.needs_check or stamp.is_odd or abs(extract(epoch from moment - stamp.at)) > 60
      or pause.id is null or t.status <> 'running',
      status = case when t.status = 'approved' then 'waiting' else t.status end
    where t.id = turn.id returning t.* into turn;
  answer := jsonb_build_object('outcome', case when step = 'start' then 'on_break' when turn.status = 'running' then 'running' else turn.status end,
    'turn', private.work_turn_as_json(turn));
  return private.keep_answer(call_id, 'clock_break', turn.person_id::text, answer);
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
begin
  if worker.id is null or not worker.is_active or kind is null then
    perform private.refuse_stranger();
  elsif turn_id is null or length(clock_in.position) > 200 then
    perform private.refuse('unreadable-values', 'turn_id');
  end if;
  answer := private.answer_of(turn_id, 'clock_in', worker.person::text);
  if answer is not null then
    return answer;
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
    insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, status, needs_check, vehicle_id, position)
      -- A start that lies further back than a turn lasts is no start of the turn that runs.
      values (clock_in.turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), begins,
        case when turn.id is null then 'running' else 'waiting' end, turn.id is not null or stamp.is_odd or begins <> stamp.at,
        clock_in.vehicle_id, clock_in.position)
      returning * into turn;
    perform private.note_turn(turn, 'started', worker.id, begins,
      stamp.marks || case when begins <> stamp.at then jsonb_build_object('said_at', coalesce(at, stamp.at)) else '{}' end);
    answer := jsonb_build_object('outcome', turn.status, 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(clock_in.turn_id, 'clock_in', worker.person::text, answer);
end;
$$;

create or replace function public.clock_out(turn_id uuid, event_id uuid, at timestamp with time zone, note text, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'clock_out', turn.person_id::text);
  settings constant public.clock_settings := private.clock_settings_of(turn.project_id, turn.kind);
  stamp private.stamp;
  moment timestamptz;
begin
  if answer is not null then
    return answer;
  elsif length(note) > 2000 then
    perform private.refuse('unreadable-value', 'note');
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  stamp := private.stamp_of(at, clock_error_ms, null);
  if turn.id <> clock_out.turn_id and stamp.at < turn.started_at
    and exists (select from private.work_turn_ids i where i.id = clock_out.turn_id and i.said_at <= stamp.at) then
    turn := private.part_turn(turn, clock_out.turn_id, stamp.at, found_.id);
  end if;
  if turn.ended_at is not null then
    perform private.note_turn(turn, 'ended', found_.id, stamp.at, stamp.marks || '{"is_repeated": true}', event_id);
    answer := jsonb_build_object('outcome', 'ended_already', 'at', turn.ended_at, 'hours', private.hours_of(turn),
      'turn', private.work_turn_as_json(turn));
  else
    -- The nearest end that fits: after the start and the last break, before the next turn.
    moment := greatest(stamp.at, turn.started_at, (select max(coalesce(b.ended_at, b.started_at)) from public.work_breaks b where b.turn_id = turn.id));
    moment := least(moment, (select min(t.started_at) from public.work_turns t
      where t.person_id = turn.person_id and t.id <> turn.id and t.started_at >= turn.started_at));
    update public.work_breaks b set started_at = least(b.started_at, moment), ended_at = least(coalesce(b.ended_at, moment), moment)
      where b.turn_id = turn.id and (b.ended_at is null or b.ended_at > moment);
    update public.work_turns t set ended_at = moment, status = 'waiting', is_forgotten = false, note = coalesce(nullif(btrim(clock_out.note), ''), t.note),
        needs_check = t.needs_check or stamp.is_odd or abs(extract(epoch from moment - stamp.at)) > 60
          or moment > t.started_at + make_interval(hours => settings.max_turn_hours)
      where t.id = turn.id returning t.* into turn;
    perform private.note_turn(turn, 'ended', found_.id, moment,
      stamp.marks || jsonb_build_object('said_at', case when moment <> stamp.at then coalesce(at, stamp.at) end), event_id);
    answer := jsonb_build_object('outcome', 'ended', 'hours', private.hours_of(turn), 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'clock_out', turn.person_id::text, answer);
end;
$$;

create or replace function public.correct_turn(turn_id uuid, event_id uuid, expected jsonb, started_at timestamp with time zone, ended_at timestamp with time zone, breaks jsonb, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, true);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'correct_turn', private.id_key(found_.id));
  before jsonb;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.require_reason(reason, turn.kind);
  perform private.lock_clock(turn.person_id);
  perform private.mark_forgotten_turns(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  before := private.times_of(turn);
  if private.same_times(before, jsonb_build_object('started_at', started_at, 'ended_at', ended_at, 'breaks', breaks)) then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif not private.same_times(before, coalesce(expected, '{}')) then
    answer := (select jsonb_build_object('outcome', 'changed', 'now', private.work_turn_as_json(turn), 'by', e.by, 'at', e.received_at)
      from (select) one left join lateral (select e.by, e.received_at from public.work_turn_events e where e.turn_id = turn.id
        order by e.received_at desc, e.id desc limit 1) e on true);
  else
    if turn.status = 'approved' then
      perform private.refuse(case turn.kind when 'attendant' then 'turn-approved' else 'turn-approved-en' end);
    elsif not found_.is_admin then
      perform private.require_in_time(turn.started_at, turn.project_id, turn.kind);
      perform private.require_in_time(correct_turn.started_at, turn.project_id, turn.kind);
    end if;
    if (turn.status = 'running') <> (correct_turn.ended_at is null) then
      perform private.refuse(case turn.kind when 'attendant' then 'turn-times' else 'turn-times-en' end, 'ended_at');
    end if;
    perform private.require_times(turn.person_id, turn.id, turn.project_id, turn.kind, started_at, ended_at);
    update public.work_turns t set started_at = correct_turn.started_at, ended_at = correct_turn.ended_at, is_forgotten = false, needs_check = false,
        status = case when t.status = 'running' then 'running' else 'waiting' end,
        reviewed_by = null, reviewed_at = null, review_note = null
      where t.id = turn.id returning t.* into turn;
    perform private.put_breaks(turn, coalesce(nullif(private.list_in(breaks, 'breaks'), case when coalesce(jsonb_typeof(breaks), 'null') = 'null' then '[]'::jsonb end),
      before -> 'breaks'));
    perform private.note_turn(turn, 'corrected', found_.id, clock_timestamp(), jsonb_build_object('reason', btrim(reason), 'before', before,
      'after', private.times_of(turn)), event_id);
    answer := jsonb_build_object('outcome', 'corrected', 'hours', private.hours_of(turn), 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'correct_turn', private.id_key(found_.id), answer);
end;
$$;

create or replace function public.resume_turn(turn_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ constant record := private.turn_actor(turn_id, acting_as, false);
  turn public.work_turns := found_.turn;
  answer jsonb := private.answer_of(event_id, 'resume_turn', turn.person_id::text);
  ended timestamptz;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_clock(turn.person_id);
  select t.* into turn from public.work_turns t where t.id = turn.id for update;
  select max(e.received_at) into ended from public.work_turn_events e
    where e.turn_id = turn.id and e.kind = 'ended' and not e.data ? 'is_repeated';
  if turn.status = 'running' then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.work_turn_as_json(turn));
  elsif turn.status <> 'waiting' or turn.ended_at is null or turn.source <> 'clock' or exists (
    select from public.work_turns t where t.person_id = turn.person_id and (t.status = 'running' or t.started_at > turn.started_at)) then
    answer := jsonb_build_object('outcome', 'changed', 'now', turn.status, 'by', turn.reviewed_by, 'at', turn.reviewed_at);
  elsif ended is null or ended < clock_timestamp() - interval '10 minutes'
    or exists (select from public.work_turn_events e where e.turn_id = turn.id and e.kind = 'corrected' and e.received_at > ended) then
    answer := jsonb_build_object('outcome', 'too_late', 'at', turn.ended_at);
  else
    update public.work_turns t set ended_at = null, status = 'running' where t.id = turn.id returning t.* into turn;
    perform private.note_turn(turn, 'resumed', found_.id, clock_timestamp(), '{}', event_id);
    answer := jsonb_build_object('outcome', 'resumed', 'turn', private.work_turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'resume_turn', turn.person_id::text, answer);
end;
$$;

create or replace function public.review_turns(turn_ids uuid[], event_id uuid, decision text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin text;
  answer jsonb;
  turn public.work_turns;
  done uuid[] := '{}';
  kept jsonb := '[]';
begin
  if coalesce(decision, '') not in ('approve', 'reject', 'reopen') or coalesce(cardinality(turn_ids), 0) not between 1 and 500 then
    perform private.refuse('unreadable-values', 'turn_ids');
  end if;
  -- An admin of no turn in the list learns of none of them.
  select private.clock_admin(t.project_id, t.kind, acting_as), t.kind into admin, turn.kind from public.work_turns t
    where t.id = any (turn_ids) and private.clock_admin(t.project_id, t.kind, acting_as) is not null limit 1;
  if admin is null then
    perform private.refuse_stranger();
  end if;
  answer := private.answer_of(event_id, 'review_turns', private.id_key(admin));
  if answer is not null then
    return answer;
  elsif decision <> 'approve' then
    perform private.require_reason(review_turns.note, turn.kind);
  end if;
  for turn in select t.* from public.work_turns t where t.id = any (turn_ids) order by t.id for update loop
    if private.clock_admin(turn.project_id, turn.kind, acting_as) is null then
      continue;
    elsif private.id_key(turn.user_id) <> private.id_key(admin) and (
      case decision when 'approve' then turn.status = 'waiting' and turn.ended_at is not null when 'reject' then turn.status = 'waiting'
        else turn.status in ('approved', 'rejected') end) then
      update public.work_turns t set status = case decision when 'approve' then 'approved' when 'reject' then 'rejected' else 'waiting' end,
          is_forgotten = decision = 'reopen' and t.ended_at is null,
          reviewed_by = case when decision <> 'reopen' then admin end, reviewed_at = case when decision <> 'reopen' then clock_timestamp() end,
          review_note = case when decision <> 'reopen' then nullif(btrim(review_turns.note), '') end
        where t.id = turn.id;
      perform private.note_turn(turn, case decision when 'approve' then 'approved' when 'reject' then 'rejected' else 'reopened' end, admin,
        clock_timestamp(), jsonb_build_object('note', nullif(btrim(review_turns.note), '')), null, event_id);
      done := done || turn.id;
    else
      kept := kept || jsonb_build_object('turn', turn.id, 'status', turn.status, 'by', turn.reviewed_by);
    end if;
  end loop;
  answer := jsonb_build_object('outcome', 'reviewed', 'done', to_jsonb(done), 'kept', kept);
  return private.keep_answer(event_id, 'review_turns', private.id_key(admin), answer);
end;
$$;

create or replace function public.type_turn(turn_id uuid, started_at timestamp with time zone, ended_at timestamp with time zone, breaks jsonb, reason text, acting_as text, project text DEFAULT NULL::text, kind text DEFAULT NULL::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker(project, kind, acting_as);
  answer jsonb;
  turn public.work_turns;
begin
  if worker.id is null or not worker.is_active then
    perform private.refuse_stranger();
  end if;
  answer := private.answer_of(turn_id, 'type_turn', worker.person::text);
  if answer is not null then
    return answer;
  end if;
  perform private.require_reason(reason, worker.kind);
  perform private.lock_clock(worker.person);
  perform private.mark_forgotten_turns(worker.person);
  if ended_at is null then
    perform private.refuse(case worker.kind when 'attendant' then 'turn-times' else 'turn-times-en' end, 'ended_at');
  end if;
  perform private.require_times(worker.person, turn_id, worker.project, worker.kind, started_at, ended_at);
  perform private.require_in_time(started_at, worker.project, worker.kind);
  insert into public.work_turns (id, project_id, kind, person_id, user_id, name, started_at, ended_at, source, status)
    values (turn_id, worker.project, worker.kind, worker.person, worker.id, left(worker.name, 200), type_turn.started_at, type_turn.ended_at,
      'typed', 'waiting')
    returning * into turn;
  perform private.put_breaks(turn, private.list_in(breaks, 'breaks'));
  perform private.note_turn(turn, 'corrected', worker.id, clock_timestamp(), jsonb_build_object('reason', btrim(reason),
    'after', private.times_of(turn)));
  return private.keep_answer(turn_id, 'type_turn', worker.person::text, jsonb_build_object('outcome', 'stored', 'hours', private.hours_of(turn),
    'turn', private.work_turn_as_json(turn)));
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
  if "from" is null or "to" is null or "to" < "from" or "to" > "from" + 1100 then
    perform private.refuse('period-too-long', 'to');
  end if;
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
    ), months as (
      select to_char(m, 'YYYY-MM') as month,
        tstzrange(greatest(begins, private.start_of(m::date)), least(ends, private.start_of((m + interval '1 month')::date))) as span
      from generate_series(date_trunc('month', "from"::timestamp), "to"::timestamp, interval '1 month') m
    ), spans as (
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
    ), parts as (
      select s.who, m.month, max(s.user_id) as user_id, max(s.name) as name,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'approved'), '{}') as approved,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'waiting'), '{}') as waiting,
        coalesce(range_agg(s.span * m.span) filter (where s.counts and s.status = 'rejected'), '{}') as rejected,
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
        'marks', to_jsonb(array_remove(array[case when p.short_rest then 'short-rest' end, case when p.no_break then 'no-break' end], null)))
      order by p.month desc, p.user_id, p.who), '[]') from parts p));
end;
$$;

create table public.work_turn_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text,
  site_id uuid,
  turn_id uuid not null,
  kind text not null,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null
);

create table public.work_turns (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text,
  site_id uuid,
  kind text not null,
  person_id uuid not null,
  user_id text not null,
  name text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  source text default 'clock'::text not null,
  note text,
  status text default 'running'::text not null,
  is_forgotten boolean default false not null,
  needs_check boolean default false not null,
  reviewed_by text,
  reviewed_at timestamp with time zone,
  review_note text,
  shift_registration_id uuid,
  planned_shift_id uuid,
  vehicle_id uuid,
  "position" text
);

create table public.work_breaks (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  turn_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone
);

create table public.clock_settings (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  project_id text not null,
  site_id uuid,
  max_turn_hours integer not null,
  break_after_hours integer,
  min_rest_hours integer default 11 not null,
  correction_days integer default 7 not null
);

create table private.work_turn_ids (
  id uuid not null,
  turn_id uuid not null,
  said_at timestamp with time zone not null
);

alter table public.shift_registrations add column person_id uuid;

alter table public.shift_registrations add column replaces_id uuid;

create or replace function private.clock_settings_of(project text, kind text)
  returns public.clock_settings
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  settings public.clock_settings;
begin
  select s.* into settings from public.clock_settings s where s.project_id = project;
  if not found then
    settings.max_turn_hours := case kind when 'attendant' then 16 else 26 end;
    settings.break_after_hours := case kind when 'attendant' then 5 end;
    settings.min_rest_hours := 11;
    settings.correction_days := 7;
  end if;
  return settings;
end;
$$;

create or replace function private.hours_of(turn public.work_turns)
  returns numeric
  language sql stable
  set search_path = ''
as $$
  select case when turn.ended_at is not null then private.hours_in(tstzmultirange(tstzrange(turn.started_at, turn.ended_at)) - coalesce((
    select range_agg(tstzrange(b.started_at, coalesce(b.ended_at, turn.ended_at))) from public.work_breaks b where b.turn_id = turn.id), '{}')) end;
$$;

create or replace function private.leave_turn(turn public.work_turns, by text, data jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  update public.work_turns t set status = 'waiting', is_forgotten = true where t.id = turn.id and t.status = 'running';
  select private.note_turn(turn, 'forgotten', by, clock_timestamp(), data);
$$;

create or replace function private.note_turn(turn public.work_turns, kind text, by text, at timestamp with time zone, data jsonb, event_id uuid DEFAULT NULL::uuid, batch_id uuid DEFAULT NULL::uuid)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.work_turn_events (id, project_id, turn_id, kind, by, at, data, batch_id)
    values (coalesce(event_id, gen_random_uuid()), turn.project_id, turn.id, kind, left(by, 320), at, jsonb_strip_nulls(coalesce(data, '{}')), batch_id);
$$;

create or replace function private.part_turn(turn public.work_turns, own_id uuid, ends timestamp with time zone, by text)
  returns public.work_turns
  language plpgsql
  set search_path = ''
as $$
declare
  parted public.work_turns := turn;
begin
  delete from private.work_turn_ids i where i.id = own_id returning i.said_at into parted.started_at;
  parted.id := own_id;
  parted.created_at := now();
  parted.started_at := private.first_free(turn.person_id, parted.started_at);
  parted.status := 'waiting';
  parted.needs_check := true;
  insert into public.work_turns select parted.*;
  perform private.note_turn(parted, 'started', by, parted.started_at, '{}');
  return parted;
end;
$$;

create or replace function private.put_breaks(turn public.work_turns, breaks jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  pause record;
  last_end timestamptz := turn.started_at;
begin
  if jsonb_array_length(breaks) > 20 then
    perform private.refuse('unreadable-values', 'breaks');
  end if;
  delete from public.work_breaks b where b.turn_id = turn.id;
  for pause in
    select private.moment_in(b.value ->> 'started_at', 'breaks') as started_at, private.moment_in(b.value ->> 'ended_at', 'breaks') as ended_at
    from jsonb_array_elements(breaks) b order by 1
  loop
    if pause.started_at is null or pause.started_at < last_end or pause.ended_at < pause.started_at
      or coalesce(pause.ended_at, pause.started_at) > coalesce(turn.ended_at, clock_timestamp()) or (pause.ended_at is null and turn.ended_at is not null) then
      perform private.refuse(case turn.kind when 'attendant' then 'break-times' else 'break-times-en' end, 'breaks');
    end if;
    last_end := coalesce(pause.ended_at, 'infinity');
    insert into public.work_breaks (turn_id, started_at, ended_at) values (turn.id, pause.started_at, pause.ended_at);
  end loop;
end;
$$;

create or replace function private.times_of(turn public.work_turns)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('started_at', turn.started_at, 'ended_at', turn.ended_at, 'breaks', (
    select coalesce(jsonb_agg(jsonb_build_object('started_at', b.started_at, 'ended_at', b.ended_at) order by b.started_at, b.id), '[]')
    from public.work_breaks b where b.turn_id = turn.id));
$$;

create or replace function private.turn_actor(turn_id uuid, acting_as text, admins boolean, OUT id text, OUT is_admin boolean, OUT turn public.work_turns)
  returns record
  language plpgsql stable
  set search_path = ''
as $$
declare
  worker private.clock_person;
begin
  select t.* into turn from public.work_turns t
    where t.id = coalesce((select i.turn_id from private.work_turn_ids i where i.id = turn_actor.turn_id), turn_actor.turn_id);
  is_admin := false;
  -- Whoever knows no turns is not told whether there is one.
  worker := private.clock_worker(turn.project_id, turn.kind, acting_as);
  if turn.id is null and (worker.id is not null or private.is_specified()) then
    perform private.refuse('no-such-work-turn');
  elsif worker.person = turn.person_id
    -- A removed person's phone still sends what waited on it.
    or (worker.id is null and private.is_specified() and private.id_key(turn.user_id) = private.id_key(acting_as)) then
    id := coalesce(worker.id, turn.user_id);
  elsif admins then
    id := private.clock_admin(turn.project_id, turn.kind, acting_as);
    is_admin := true;
  end if;
  if id is null or turn.id is null then
    perform private.refuse_stranger();
  end if;
end;
$$;

create or replace function private.work_turn_as_json(turn public.work_turns)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select to_jsonb(turn) - '{site_id,person_id,created_at}'::text[] || jsonb_build_object('breaks', private.breaks_of(turn.id));
$$;

alter table public.clock_settings add constraint clock_settings_pkey primary key (id);

alter table public.work_turns add constraint work_turns_pkey primary key (id);

alter table public.work_breaks add constraint work_breaks_pkey primary key (id);

alter table public.work_turn_events add constraint work_turn_events_pkey primary key (id);

alter table private.work_turn_ids add constraint work_turn_ids_pkey primary key (id);

alter table public.clock_settings add constraint clock_settings_project_key unique (project_id);

alter table public.clock_settings add constraint clock_settings_project_length check (((project_id ~ '\S'::text) and (length(project_id) <= 100)));

alter table public.clock_settings add constraint clock_settings_max_turn_hours check (((max_turn_hours >= 1) and (max_turn_hours <= 48)));

alter table public.clock_settings add constraint clock_settings_break_after_hours check (((break_after_hours >= 1) and (break_after_hours <= 24)));

alter table public.clock_settings add constraint clock_settings_min_rest_hours check (((min_rest_hours >= 0) and (min_rest_hours <= 24)));

alter table public.clock_settings add constraint clock_settings_correction_days check (((correction_days >= 0) and (correction_days <= 400)));

alter table public.clock_settings add constraint clock_settings_moments check (private.is_moment(created_at));

alter table public.work_turns add constraint work_turns_project_id_length check ((length(project_id) <= 100));

alter table public.work_turns add constraint work_turns_kind check ((kind = any (array['attendant'::text, 'ase-employee'::text])));

alter table public.work_turns add constraint work_turns_user_id_length check (((user_id ~ '\S'::text) and (length(user_id) <= 50)));

alter table public.work_turns add constraint work_turns_lengths check (((length(name) <= 200) and (length(note) <= 2000) and (length(reviewed_by) <= 320) and (length(review_note) <= 2000) and (length("position") <= 200)));

alter table public.work_turns add constraint work_turns_source check ((source = any (array['clock'::text, 'typed'::text])));

alter table public.work_turns add constraint work_turns_status check ((status = any (array['running'::text, 'waiting'::text, 'approved'::text, 'rejected'::text])));

alter table public.work_turns add constraint work_turns_ends_later check ((ended_at >= started_at));

alter table public.work_turns add constraint work_turns_running_has_no_end check (((status <> 'running'::text) or (ended_at is null)));

alter table public.work_turns add constraint work_turns_approved_has_an_end check (((status <> 'approved'::text) or (ended_at is not null)));

alter table public.work_turns add constraint work_turns_forgotten_has_no_end check (((not is_forgotten) or ((ended_at is null) and (status <> 'running'::text))));

alter table public.work_turns add constraint work_turns_moments check ((private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(ended_at) and private.is_moment(reviewed_at)));

alter table public.work_breaks add constraint work_breaks_ends_later check ((ended_at >= started_at));

alter table public.work_breaks add constraint work_breaks_moments check ((private.is_moment(created_at) and private.is_moment(started_at) and private.is_moment(ended_at)));

alter table public.work_turn_events add constraint work_turn_events_project_id_length check ((length(project_id) <= 100));

alter table public.work_turn_events add constraint work_turn_events_kind check ((kind = any (array['started'::text, 'break_started'::text, 'break_ended'::text, 'ended'::text, 'resumed'::text, 'forgotten'::text, 'corrected'::text, 'approved'::text, 'rejected'::text, 'reopened'::text])));

alter table public.work_turn_events add constraint work_turn_events_by_length check ((length(by) <= 320));

alter table public.work_turn_events add constraint work_turn_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.work_turn_events add constraint work_turn_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.work_turns add constraint work_turns_vehicle_id_fkey foreign key (vehicle_id) references public.vehicles(id);

alter table public.work_turns add constraint work_turns_shift_registration_id_fkey foreign key (shift_registration_id) references public.shift_registrations(id) on delete set null;

alter table public.work_breaks add constraint work_breaks_turn_id_fkey foreign key (turn_id) references public.work_turns(id) on delete cascade;

alter table private.work_turn_ids add constraint work_turn_ids_turn_id_fkey foreign key (turn_id) references public.work_turns(id) on delete cascade;

create index shift_registrations_person_idx on public.shift_registrations (person_id, start_time);

create index shift_registrations_replaces_idx on public.shift_registrations (replaces_id) where replaces_id is not null;

create unique index work_turns_running_key on public.work_turns (person_id) where status = 'running';

create index work_turns_running_idx on public.work_turns (started_at) where status = 'running';

create index work_turns_person_newest_idx on public.work_turns (person_id, started_at desc);

create index work_turns_project_newest_idx on public.work_turns (project_id, started_at desc, id desc);

create index work_turns_waiting_idx on public.work_turns (project_id, started_at desc, id desc) where status = 'waiting';

create index work_turns_registration_idx on public.work_turns (shift_registration_id) where shift_registration_id is not null;

create index work_turns_vehicle_id_idx on public.work_turns (vehicle_id) where vehicle_id is not null;

create index work_turns_oldest_idx on public.work_turns (started_at);

create index work_breaks_turn_idx on public.work_breaks (turn_id, started_at);

create unique index work_breaks_open_key on public.work_breaks (turn_id) where ended_at is null;

create index work_turn_events_turn_newest_idx on public.work_turn_events (turn_id, received_at desc, id desc);

create index work_turn_events_oldest_idx on public.work_turn_events (at);

create index work_turn_ids_turn_idx on private.work_turn_ids (turn_id);

create trigger clock_settings_place before update of project_id, site_id on public.clock_settings for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger clock_settings_place_new before insert on public.clock_settings for each row execute function private.place_row();

create trigger clock_settings_write_trail after insert or delete or update on public.clock_settings for each row execute function private.write_trail();

create trigger shift_registrations_join_turns after insert or delete or update of start_time, end_time, status on public.shift_registrations
  for each row execute function private.join_turns();

create trigger work_turn_events_only_grow before update on public.work_turn_events
  for each row when (to_jsonb(old) - '{project_id,site_id}'::text[] is distinct from to_jsonb(new) - '{project_id,site_id}'::text[])
  execute function private.keep_status_events();

create trigger work_turn_events_place before update of project_id, site_id on public.work_turn_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger work_turn_events_place_new before insert on public.work_turn_events for each row execute function private.place_row();

create trigger work_turns_join_registration before insert or update of started_at, ended_at, status on public.work_turns
  for each row execute function private.join_registration();

create trigger work_turns_place before update of project_id, site_id on public.work_turns for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger work_turns_place_new before insert on public.work_turns for each row execute function private.place_row();

create trigger work_turns_write_trail after insert or delete or update on public.work_turns for each row execute function private.write_trail();

alter table private.work_turn_ids enable row level security;

alter table public.clock_settings enable row level security;

alter table public.work_turns enable row level security;

alter table public.work_breaks enable row level security;

alter table public.work_turn_events enable row level security;

create policy "People with a clock and their admins read its settings" on public.clock_settings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('attendant', 'admin', 'ase-admin'))::text[])
    or (project_id = 'ASE' and (select private.own_employee_id()) is not null));

create policy "People read own turns, ambulance staff the duty, admins all" on public.work_turns
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or person_id = (select private.own_clock_person())
    or (kind = 'attendant' and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]))
    or (kind <> 'attendant' and ((select private.is_kind('ase-admin'))
      -- Colleagues hear of an end, and read nothing of a turn that has ended.
      or ((select private.own_employee_id()) is not null and note is null and (status = 'running' or ended_at > now() - interval '1 minute')))));

create policy "People read own breaks, admins all" on public.work_breaks
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or exists (select from public.work_turns t where t.id = turn_id and (
      t.person_id = (select private.own_clock_person())
      or (t.kind = 'attendant' and coalesce(t.site_id::text, t.project_id, '') = any ((select private.own_places('admin'))::text[]))
      or (t.kind <> 'attendant' and (select private.is_kind('ase-admin'))))));

create policy "People read what was done to own turns, admins all" on public.work_turn_events
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or exists (select from public.work_turns t where t.id = turn_id and (
      t.person_id = (select private.own_clock_person())
      or (t.kind = 'attendant' and coalesce(t.site_id::text, t.project_id, '') = any ((select private.own_places('admin'))::text[]))
      or (t.kind <> 'attendant' and (select private.is_kind('ase-admin'))))));

grant execute on function private.own_clock_person() to anon;

grant execute on function private.own_clock_person() to authenticated;

grant execute on function private.own_clock_person() to service_role;

grant execute on function public.change_vehicle(uuid,uuid,uuid,text) to authenticated;

grant execute on function public.clock_break(uuid,uuid,text,timestamp with time zone,text,integer) to authenticated;

grant execute on function public.clock_in(text,text,uuid,timestamp with time zone,text,uuid,text,integer) to authenticated;

grant execute on function public.clock_out(uuid,uuid,timestamp with time zone,text,text,integer) to authenticated;

grant execute on function public.correct_turn(uuid,uuid,jsonb,timestamp with time zone,timestamp with time zone,jsonb,text,text) to authenticated;

grant execute on function public.resume_turn(uuid,uuid,text) to authenticated;

grant execute on function public.review_turns(uuid[],uuid,text,text,text) to authenticated;

grant execute on function public.type_turn(uuid,timestamp with time zone,timestamp with time zone,jsonb,text,text,text,text) to authenticated;

grant execute on function public.work_hours(text,text,date,date,text) to authenticated;

comment on function public.set_person_active(text,uuid,uuid,text,boolean,text,text) is 'Deactivates somebody, which ends logins and an open car and leaves a running turn without an end, or activates again: password and second factor hold, no login or car comes back. The last active admin of a kind and site stays.';

comment on table private.work_turn_ids is 'Ids of turns that a second phone made while the person''s turn ran: each means that turn. `said_at` is the start that the phone told.';

comment on table public.clock_settings is 'Settings of the clock, one row a site: how long a turn lasts, when a break and how much rest is due, and how long people correct turns.';

comment on table public.work_turns is 'Turns on the clock: one runs a person at most, and no two of a person overlap. One without an end that does not run has no hours.';

comment on table public.work_breaks is 'Breaks of turns; one without an end is going on.';

comment on table public.work_turn_events is 'Every stamp, correction and review of a turn, by whom and when; written by the database, only added to.';

comment on column public.shift_registrations.person_id is 'The attendant''s row in the list of people, else the account; written by the database.';

comment on column public.shift_registrations.replaces_id is 'The rejected registration of the same attendant in whose place this one was sent.';

comment on column public.clock_settings.break_after_hours is 'Null: no turn is marked for a missing break.';

comment on column public.work_turns.person_id is 'The row in the list of people, else the account: who gets an old ID later does not get the turns.';

comment on column public.work_turns.shift_registration_id is 'The registration of document 1 that the turn overlaps: its hours count, and not the turn''s.';

comment on column public.work_turns.needs_check is 'A stamp of the turn did not fit: the nearest time that fits was taken, and the history has what was said.';

comment on function private.own_clock_person() is 'The caller''s row in the list of people, for those with a clock; null for everybody else, and in `specified`.';

comment on function private.clock_worker(text,text,text) is 'The person with a clock who calls: `specified` believes an ID that the lists have, `hardened` one that is the caller''s. Null for everybody else.';

comment on function private.clock_admin(text,text,text) is 'The admin of turns of a kind at a site who calls; null for everybody else.';

comment on function private.lock_clock(uuid) is 'One stamp of a person after the other, whichever phone it comes from.';

comment on function private.stamp_of(timestamp with time zone,integer,timestamp with time zone) is 'The moment of a stamp by the phone''s clock, less its error: not ahead of now and not before `earliest`. What was said is kept where it differs.';

comment on function private.breaks_of(uuid) is 'The breaks of a turn as screens read them.';

comment on function private.times_in_words(timestamp with time zone,timestamp with time zone) is 'The times of a turn as refusals name them.';

comment on function private.mark_forgotten_turns(uuid) is 'Turns that ran too long wait without an end and without hours: nobody invents them. Gives how many.';

comment on function private.join_registration() is 'A turn belongs to the registration that it overlaps, whichever came first. A rejected registration has no hours, and frees its turns.';

comment on function private.join_turns() is 'A registration, however made, takes in every turn of the person that it overlaps.';

comment on function private.first_free(uuid,timestamp with time zone) is 'The first moment from then on in which a person has no turn with an end.';

comment on function private.moment_in(text,text) is 'A moment of a call''s argument; null for nothing.';

comment on function private.require_times(uuid,uuid,text,text,timestamp with time zone,timestamp with time zone) is 'Refuses times that are none, that lie ahead, that no turn lasts, or in which the person has another turn.';

comment on function private.require_reason(text,text) is 'Refuses a correction or a review without a reason, in the product''s language.';

comment on function private.begin_clock_settings(text) is 'A row of settings for a site that has none, before its first change.';

comment on function private.clock_kind(text) is 'The kind of people with a clock at a site.';

comment on function private.require_in_time(timestamp with time zone,text,text) is 'Refuses a change of a turn that began before the days in which people correct their turns.';

comment on function private.same_times(jsonb,jsonb) is 'Whether the times of a turn are those that a call names; a call without breaks names none of them.';

comment on function private.hours_in(tstzmultirange) is 'The hours of spans of time, in real minutes.';

comment on function private.erase_clock(integer) is 'Erases turns with breaks and history after the calendar year and the two after it, at most so many rows of each. Gives the largest count.';

comment on function private.attendant_row(text,text,uuid) is 'The row of an attendant in the list of people, else the account; null for strangers.';

comment on function private.hours_of(public.work_turns) is 'The hours of a turn less its breaks, in real minutes; null without an end.';

comment on function private.leave_turn(public.work_turns,text,jsonb) is 'A running turn waits without an end.';

comment on function private.part_turn(public.work_turns,uuid,timestamp with time zone,text) is 'An id that was answered with the running turn gets a turn of its own when its end lies before that turn''s start: it was another one, told late.';

comment on function private.clock_settings_of(text,text) is 'The clock''s settings of a site; those that the product begins with where there is no row.';

comment on function private.turn_actor(uuid,text,boolean) is 'A turn with who acts on it: its person or, where admins may, an admin of its site.';

comment on function private.note_turn(public.work_turns,text,text,timestamp with time zone,jsonb,uuid,uuid) is 'Adds to the history of a turn.';

comment on function private.work_turn_as_json(public.work_turns) is 'A turn with its breaks as screens read it.';

comment on function private.put_breaks(public.work_turns,jsonb) is 'Puts the breaks of a turn in the place of those that it had: one after the other, and within it.';

comment on function private.times_of(public.work_turns) is 'The times of a turn, as its history has them.';

comment on function public.clock_in(text,text,uuid,timestamp with time zone,text,uuid,text,integer) is 'Begins a turn. While one runs, the id means that one from then on; an earlier start is told, to be offered as a correction.';

comment on function public.clock_break(uuid,uuid,text,timestamp with time zone,text,integer) is 'Begins or ends a break, also in a turn that has ended meanwhile.';

comment on function public.clock_out(uuid,uuid,timestamp with time zone,text,text,integer) is 'Ends a turn, also one that was marked as forgotten; an open break ends with it. One that has ended keeps its end, and the stamp is kept beside it.';

comment on function public.resume_turn(uuid,uuid,text) is 'Whoever ended the turn by mistake takes it up again within 10 minutes: the same turn runs on.';

comment on function public.type_turn(uuid,timestamp with time zone,timestamp with time zone,jsonb,text,text,text,text) is 'Adds a turn that was not stamped, with a reason. Without a site and a kind the ID has to be one person''s.';

comment on function public.correct_turn(uuid,uuid,jsonb,timestamp with time zone,timestamp with time zone,jsonb,text,text) is 'Corrects the times of a turn: its person within the days of the settings, the admin until it is approved. A rejected one waits again; of a running one the start is corrected. Null leaves the breaks.';

comment on function public.change_vehicle(uuid,uuid,uuid,text) is 'The person of a running turn goes on with another vehicle of the site, or with none.';

comment on function public.review_turns(uuid[],uuid,text,text,text) is 'Approves, rejects or reopens turns, all that it can; the rest are named with how they are. None is approved without an end, and nobody reviews own turns.';

comment on function public.work_hours(text,text,date,date,text) is 'Hours by person and month: approved registrations less their breaks and approved turns without one, what waits and what was rejected; no hour twice. An admin reads the site''s, others their own.';

alter publication supabase_realtime add table public.work_turns;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('clock_settings', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_breaks', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_turn_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('work_turns', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('change_vehicle')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('clock_break')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('clock_in')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('clock_out')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('correct_turn')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('resume_turn')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('review_turns')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('type_turn')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('work_hours')
  on conflict (function_name) do nothing;

select private.grant_for_profile();

-- Registrations from before belong to their attendant's row. Rows that are older than a check stay as they are.
alter table public.shift_registrations disable trigger user;
do $$
declare
  shift record;
begin
  update public.shift_registrations r set person_id = private.attendant_row(r.project_id, r.attendant_user_id, r.account_id);
exception when check_violation then
  for shift in select r.id, private.attendant_row(r.project_id, r.attendant_user_id, r.account_id) as person from public.shift_registrations r loop
    begin
      update public.shift_registrations r set person_id = shift.person where r.id = shift.id;
    exception when check_violation then
      null;
    end;
  end loop;
end;
$$;
alter table public.shift_registrations enable trigger user;
