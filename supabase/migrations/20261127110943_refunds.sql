-- Money goes back to its payer: drivers leave accounts, admins propose and approve refunds, and a file takes them to the bank.

set local check_function_bodies = off;

create or replace function private.case_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'street', fine.street, 'observed_from', fine.observed_from, 'issued_at', fine.issued_at, 'violation_code', fine.violation_code,
      'violation_text', fine.violation_text, 'amount', fine.amount, 'fee', fine.fee, 'paid_ore', fine.paid_ore, 'left_ore', fine.left_ore,
      'due_date', fine.due_date, 'status', fine.status, 'delivery', fine.delivery,
      'objection', (select case when o.decision is null then 'open' else 'decided' end from public.objections o
        where o.fine_id = fine.id order by o.decision is null desc, o.created_at desc limit 1),
      'payment_methods', s.payment_methods, 'issuer_name', s.issuer_name, 'org_number', s.org_number, 'principal', s.principal,
      'legal_line', s.legal_line, 'contact_email', s.contact_email, 'contact_phone', s.contact_phone, 'privacy_url', s.privacy_url,
      'refund', private.refund_for_driver(fine), 'vat_percent', s.vat_percent, 'reminder_wait_days', s.reminder_wait_days,
      'reminder_fee', private.reminder_fee_of(fine))
  from private.settings_of(fine.project_id) s;
$$;

create or replace function private.erase_cases(ids uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  -- What an event keeps: ids, amounts and days.
  kept constant text[] := '{payment_id,amount_ore,value_date,objection_id,recipient_id,photo_id,due_date,fee,ground,delivery,made_at}';
  parts uuid[];
  paths text[];
begin
  select coalesce(array_agg(p.path), '{}') || coalesce((
      select array_agg(coalesce(k.photo ->> 'path', k.photo #>> '{}')) from public.objections o, jsonb_array_elements(o.photos) k (photo)
      where o.fine_id = any (ids)), '{}')
    into paths from public.fine_photos p where p.fine_id = any (ids);
  select array_agg(r.id) into parts from (
    select p.id from public.fine_photos p where p.fine_id = any (ids) union all select p.id from public.payments p where p.fine_id = any (ids)
    union all select o.id from public.objections o where o.fine_id = any (ids)
    union all select c.id from public.case_recipients c where c.fine_id = any (ids)) r;
  perform private.erase_trail('{fines,fine_photos,payments,objections,case_recipients}', ids || coalesce(parts, '{}'));
  perform private.erase_refund_accounts(array(select r.id from public.refunds r where r.fine_id = any (ids) and r.account <> ''));
  -- Their files go with the next look for files that no row names.
  delete from storage.objects o where o.bucket_id like '%photos%' and o.name = any (paths);
  delete from public.fine_photos p where p.fine_id = any (ids);
  delete from public.outbox o where o.fine_id = any (ids);
  delete from public.case_recipients c where c.fine_id = any (ids);
  update public.objections o set name = '', email = '', text = '', reply = null, photos = '[]', reply_key_hash = null where o.fine_id = any (ids);
  update public.payments p set payer_text = null where p.fine_id = any (ids) and p.payer_text is not null;
  update public.fine_events e set note = null,
      data = (select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(e.data) d where d.key = any (kept))
    where e.fine_id = any (ids);
  update public.fines f set plate = private.erased_plate(), car_model = '', car_color = '', discord_username = null, notes = '',
      observed_reason = null, parking_snapshot = null, erased_at = now(),
      accepted_warnings = (select coalesce(jsonb_agg(jsonb_build_object('code', w.value -> 'code')), '[]') from jsonb_array_elements(f.accepted_warnings) w),
      review_reasons = (select coalesce(jsonb_agg(jsonb_build_object('code', w.value -> 'code')), '[]') from jsonb_array_elements(f.review_reasons) w)
    where f.id = any (ids);
  return cardinality(paths);
end;
$$;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds');
$$;

create or replace function private.erase(code text, site uuid, dry_run boolean, most integer)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  since constant record := private.kept_since(code, site);
  -- What the site is called today: rows keep older codes.
  place constant text := coalesce((select s.path from public.main_page_sites s where s.id = site), code);
  given private.erasable;
  accounts uuid[];
begin
  if not dry_run then
    -- Nobody waits for a setting: drivers were promised 90 days.
    accounts := array(select private.expired_refund_accounts(code, site, most));
    if accounts <> '{}' then
      perform private.add_to_trail('delete', 'erasures', place, null, null, jsonb_build_object('refund_accounts', private.erase_refund_accounts(accounts)));
    end if;
  end if;
  given.activities := array(select private.expired_activities(code, site, since.parkings, most));
  given.checks := array(select private.expired_checks(code, site, since.checks, most));
  given.parkings := array(select private.expired_parkings(code, site, since.parkings, most));
  given.removals := array(select private.expired_removals(code, site, since.parkings, most));
  given.permits := array(select private.expired_permits(code, site, since.parkings, most));
  given.cases := array(select private.expired_cases(code, site, since.cases, most));
  given.payers := array(select private.expired_payers(code, site, since.cases, most));
  given.extracts := '{}';
  if dry_run then
    return private.count_erasable(given);
  elsif private.erases_from(code, site) > now() then
    return '{}';
  end if;
  given.extracts := array(select t.id from public.audit_trail t
    where t.subject in ('person_extracts', 'person_erasures') and t.row_id = 'extract' and t.site_id is not distinct from site
      and (site is not null or t.project_id is not distinct from code) and t.created_at < since.cases and t.after ? 'plate');
  -- What was counted of them is kept before they go.
  if coalesce(site::text, place) is not null
    and exists (select from jsonb_each(private.count_erasable(given)) c where c.value <> '0') then
    perform private.sum_days(place, site);
  end if;
  return private.erase_rows(place, given);
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

create or replace function private.settings_of(project text)
  returns public.site_settings
  language plpgsql stable
  set search_path = ''
as $$
declare
  settings public.site_settings;
begin
  select s.* into settings from public.site_settings s where s.project_id = project;
  if not found then
    settings.issuer_name := '';
    settings.org_number := '';
    settings.principal := '';
    settings.legal_line := 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)';
    settings.contact_email := '';
    settings.contact_phone := '';
    settings.privacy_url := '';
    settings.payment_methods := '[]';
    settings.due_days := 14;
    settings.grace_minutes := 5;
    settings.observation_minutes := 0;
    settings.min_photos := 0;
    settings.small_balance := 0;
    settings.reminder_fee := 0;
    settings.fee_is_agreed := false;
    settings.two_for_refunds := false;
    settings.reminder_wait_days := 4;
  end if;
  return settings;
end;
$$;

create or replace function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  wanted constant text := private.plate_key(plate);
  inside constant text[] := '{site_id,account_id,actor_account,by_account,plate_key,search_text,receipt_hash,public_key,reply_key_hash}';
  cases uuid[];
  kept text[];
  removed text[];
  answer jsonb;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  if coalesce(wanted, '') = '' or length(plate) > 50 then
    perform private.refuse('no-plate', 'plate');
  elsif coalesce(asked_by, '') !~ '\S' or length(asked_by) > 200 then
    perform private.refuse('no-asker', 'asked_by');
  elsif coalesce(verified, '') !~ '\S' or length(verified) > 500 then
    perform private.refuse('no-proof', 'verified');
  end if;
  perform private.add_to_trail('export', 'person_extracts', code, 'extract', null,
    jsonb_build_object('plate', plate, 'asked_by', asked_by, 'verified', verified));
  cases := array(select f.id from public.fines f where f.plate_key = wanted and f.project_id = code and f.site_id is not distinct from site);
  select jsonb_build_object('outcome', 'told', 'at', now(), 'site', code, 'plate', plate,
    'parkings', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.parkings p
      where p.plate_key = wanted and private.is_at(p.site_id, p.project_id, site, coalesce(code, ''))),
    'removed_parkings', (select coalesce(jsonb_agg(to_jsonb(l) - inside order by l.deleted_at), '[]') from public.parking_deletion_logs l
      where l.plate_key = wanted and l.project_id = code and l.site_id is not distinct from site and l.announced_by is null),
    'permits', (select coalesce(jsonb_agg(to_jsonb(m) - inside order by m.created_at), '[]') from public.permits m
      where m.plate_key = wanted and m.project_id = code and m.site_id is not distinct from site),
    'checks', (select coalesce(jsonb_agg(to_jsonb(c) - inside order by c.checked_at), '[]') from public.plate_checks c
      where c.plate_key = wanted and c.project_id = code and c.site_id is not distinct from site),
    'activities', (select coalesce(jsonb_agg(to_jsonb(l) - inside - '{page_project}'::text[] order by l.created_at), '[]') from public.web_activity_logs l
      where l.page_project = code and l.site_id is not distinct from site and l.additional_data is not null
        and wanted in (private.plate_key(l.additional_data ->> 'ref_number'), private.plate_key(l.additional_data ->> 'term'),
          private.plate_key(l.additional_data ->> 'search'))),
    'fines', (select coalesce(jsonb_agg((to_jsonb(f) - inside) || jsonb_build_object(
        'photos', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.fine_photos p where p.fine_id = f.id),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - inside order by e.number), '[]') from public.fine_events e where e.fine_id = f.id),
        'payments', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.payments p where p.fine_id = f.id),
        'objections', (select coalesce(jsonb_agg(to_jsonb(o) - inside order by o.created_at), '[]') from public.objections o where o.fine_id = f.id),
        'recipients', (select coalesce(jsonb_agg(to_jsonb(r) - inside order by r.at), '[]') from public.case_recipients r where r.fine_id = f.id),
        'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - inside order by r.left_at), '[]') from public.refunds r where r.fine_id = f.id),
        'messages', (select coalesce(jsonb_agg(to_jsonb(o) - inside order by o.number), '[]') from public.outbox o where o.fine_id = f.id)
      ) order by f.issued_at), '[]') from public.fines f where f.id = any (cases)))
    into answer;
  kept := array(select r.row ->> 'id' from jsonb_array_elements((answer -> 'parkings') || (answer -> 'permits') || (answer -> 'fines')) r (row));
  removed := array(select r.row ->> 'parking_id' from jsonb_array_elements(answer -> 'removed_parkings') r (row));
  return answer || jsonb_build_object('trail', (
    select coalesce(jsonb_agg((to_jsonb(t) - inside) || jsonb_build_object('before', t.before - inside, 'after', t.after - inside)
      order by t.created_at), '[]') from public.audit_trail t
    where t.subject in ('parkings', 'fines', 'permits') and t.row_id = any (kept || removed)
      -- Whoever logs a removal says of which parking: it may be another site's.
      and (t.row_id = any (kept) or private.is_at(t.site_id, t.project_id, site, coalesce(code, '')))));
end;
$$;

create or replace function private.bank_account_of(clearing text, account text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
declare
  branch text := regexp_replace(left(coalesce(clearing, ''), 40), '[\s.,-]', '', 'g');
  digits text := regexp_replace(left(coalesce(account, ''), 40), '[\s.,-]', '', 'g');
  held record;
begin
  -- A savings bank's fifth digit is the check digit of its clearing number, and no part of it elsewhere.
  if branch !~ '^[0-9]{4}$' and (branch !~ '^8[0-9]{4}$' or not private.is_mod_10(branch)) then
    return '{"wrong": "clearing"}';
  end if;
  branch := left(branch, 4);
  select b.bank, b.rule into held from private.bank_of(branch::int) b;
  if held.bank is null then
    return '{"wrong": "clearing"}';
  end if;
  -- A personal account is the person's number, which may be written with its century.
  if branch in ('3300', '3782') and digits ~ '^(19|20)[0-9]{10}$' then
    digits := right(digits, 10);
  end if;
  if held.rule = 'nine' and digits ~ '^[0-9]{8}$' then
    digits := '0' || digits;
  elsif held.rule = 'savings' and digits ~ '^[0-9]{6,9}$' then
    digits := lpad(digits, 10, '0');
  end if;
  -- In parentheses: THEN would end the condition.
  if digits !~ '^[0-9]+$' or digits ~ '^0+$' or not (case held.rule
      when 'short' then length(digits) = 7 and private.is_mod_11(right(branch, 3) || digits)
      when 'long' then length(digits) = 7 and private.is_mod_11(branch || digits)
      when 'nine' then length(digits) = 9 and private.is_mod_11(digits)
      when 'giro' then length(digits) between 2 and 8 and private.is_mod_10(digits)
      else length(digits) = 10 and private.is_mod_10(digits) end) then
    return '{"wrong": "account"}';
  end if;
  return jsonb_build_object('clearing', branch, 'account', digits, 'bank', held.bank);
end;
$$;

create or replace function private.bank_of(clearing integer, OUT bank text, OUT rule text)
  returns record
  language sql immutable
  set search_path = ''
as $$
  select r.bank, r.rule
  from (values
    (1100, 1199, 'Nordea', 'short'), (1200, 1399, 'Danske Bank', 'short'), (1400, 2099, 'Nordea', 'short'),
    (2300, 2399, 'Ålandsbanken', 'long'), (2400, 2499, 'Danske Bank', 'short'), (3000, 3299, 'Nordea', 'short'), (3300, 3300, 'Nordea', 'ten'),
    (3301, 3399, 'Nordea', 'short'), (3400, 3409, 'Länsförsäkringar Bank', 'short'), (3410, 3781, 'Nordea', 'short'),
    (3782, 3782, 'Nordea', 'ten'), (3783, 3999, 'Nordea', 'short'), (4000, 4999, 'Nordea', 'long'), (5000, 5999, 'SEB', 'short'),
    (6000, 6999, 'Handelsbanken', 'nine'), (7000, 7999, 'Swedbank', 'short'), (8000, 8999, 'Swedbank', 'savings'),
    (9020, 9029, 'Länsförsäkringar Bank', 'long'), (9040, 9049, 'Citibank', 'long'), (9060, 9069, 'Länsförsäkringar Bank', 'short'),
    (9070, 9079, 'Multitude Bank', 'short'), (9100, 9109, 'Nordnet Bank', 'long'), (9120, 9124, 'SEB', 'short'), (9130, 9149, 'SEB', 'short'),
    (9150, 9169, 'Skandiabanken', 'long'), (9170, 9179, 'Ikano Bank', 'short'), (9180, 9189, 'Danske Bank', 'ten'), (9190, 9199, 'DNB', 'long'),
    (9230, 9239, 'Marginalen Bank', 'short'), (9250, 9259, 'SBAB', 'short'), (9260, 9269, 'DNB', 'long'), (9270, 9279, 'ICA Banken', 'short'),
    (9280, 9289, 'Resurs Bank', 'short'), (9300, 9349, 'Swedbank', 'ten'), (9390, 9399, 'Landshypotek', 'long'),
    (9400, 9449, 'Forex Bank', 'short'), (9460, 9469, 'Santander Consumer Bank', 'short'), (9470, 9479, 'BNP Paribas', 'long'),
    (9500, 9549, 'Nordea Plusgirot', 'giro'), (9550, 9569, 'Avanza Bank', 'long'), (9570, 9579, 'Sparbanken Syd', 'ten'),
    (9590, 9599, 'Erik Penser Bank', 'long'), (9630, 9639, 'Lån & Spar Bank', 'short'), (9640, 9649, 'Nordax Bank', 'long'),
    (9650, 9659, 'MedMera Bank', 'long'), (9660, 9669, 'Svea Bank', 'long'), (9670, 9679, 'JAK Medlemsbank', 'long'),
    (9680, 9689, 'Bluestep Bank', 'short'), (9700, 9709, 'Ekobanken', 'long'), (9750, 9759, 'Northmill Bank', 'long'),
    (9780, 9789, 'Klarna Bank', 'long'), (9880, 9889, 'Riksgälden', 'long'), (9890, 9899, 'Riksgälden', 'ten'),
    (9960, 9969, 'Nordea Plusgirot', 'giro')
  ) r (first, last, bank, rule)
  where clearing between r.first and r.last;
$$;

create or replace function private.erase_refund_accounts(given uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{refunds}', given);
  delete from public.refunds r where r.id = any (given) and r.file_id is null;
  update public.refunds r set payee_name = '', clearing = '', account = '', bank = '' where r.id = any (given);
  perform set_config('parkering.erases', before, true);
  return cardinality(given);
end;
$$;

create or replace function private.expired_refund_accounts(code text, site uuid, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select r.id from public.refunds r
  where (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
    and r.account <> '' and r.left_at < now() - interval '90 days'
  order by r.left_at limit most;
$$;

create or replace function private.is_iban(iban text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select coalesce(iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' and (left(iban, 2) <> 'SE' or iban ~ '^SE[0-9]{22}$') and (
    select string_agg(case when c ~ '[A-Z]' then (ascii(c) - 55)::text else c end, '' order by n)::numeric % 97 = 1
    from regexp_split_to_table(substr(iban, 5) || left(iban, 4), '') with ordinality r (c, n)), false);
$$;

create or replace function private.is_mod_10(digits text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select sum(case when n % 2 = 0 and d > 4 then d * 2 - 9 when n % 2 = 0 then d * 2 else d end) % 10 = 0
  from (select substr(reverse(digits), n, 1)::int as d, n from generate_series(1, length(digits)) n) s;
$$;

create or replace function private.is_mod_11(digits text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select sum(d * ((n - 1) % 10 + 1)) % 11 = 0
  from (select substr(reverse(digits), n, 1)::int as d, n from generate_series(1, length(digits)) n) s;
$$;

create or replace function private.refund_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('kind', r.kind, 'tail', right(r.account, 3), 'step',
      case when r.file_id is not null then 'sent' when r.proposed_by is not null then 'proposed' else 'left' end, 'day', f.day)
  from public.refunds r left join public.refund_files f on f.id = r.file_id
  where r.fine_id = fine.id and (r.file_id is null) = (fine.left_ore < 0)
  order by r.left_at desc limit 1;
$$;

create or replace function private.swish_of(phone text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select '46' || substring(d.digits from '^(?:0|0046|\+46)0?(7[02369][0-9]{7})$')
  from (select regexp_replace(left(coalesce(phone, ''), 40), '[\s()-]', '', 'g') as digits) d;
$$;

create or replace function public.leave_refund_account(public_key text, name text, kind text, account text, clearing text DEFAULT ''::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  fine public.fines;
  waiting public.refunds;
  given jsonb;
begin
  select f.* into fine from public.fines f where f.public_key = leave_refund_account.public_key and f.erased_at is null for update;
  if fine.id is null then
    return '{"outcome": "none"}';
  end if;
  if coalesce(leave_refund_account.name, '') !~ '\S' or length(trim(leave_refund_account.name)) > 70 then
    perform private.refuse('no-name', 'name');
  elsif coalesce(leave_refund_account.kind, '') not in ('account', 'swish') then
    perform private.refuse('unreadable', 'kind');
  end if;
  given := case when leave_refund_account.kind = 'account' then private.bank_account_of(leave_refund_account.clearing, leave_refund_account.account)
    else jsonb_build_object('clearing', '', 'account', private.swish_of(leave_refund_account.account), 'bank', '') end;
  if given ->> 'wrong' = 'clearing' then
    perform private.refuse('no-such-clearing', 'clearing');
  elsif given ->> 'account' is null then
    perform private.refuse(case when leave_refund_account.kind = 'account' then 'no-such-account' else 'no-such-phone' end, 'account');
  end if;
  if fine.left_ore >= 0 then
    perform private.refuse('nothing-owed', 'account');
  end if;
  select r.* into waiting from public.refunds r where r.fine_id = fine.id and r.file_id is null for update;
  if waiting.proposed_by is not null then
    perform private.refuse('refund-under-way', 'account');
  elsif waiting.id is null then
    insert into public.refunds (fine_id, project_id, kind, payee_name, clearing, account, bank)
      values (fine.id, fine.project_id, leave_refund_account.kind, trim(leave_refund_account.name), given ->> 'clearing', given ->> 'account', given ->> 'bank');
  else
    update public.refunds r set kind = leave_refund_account.kind, payee_name = trim(leave_refund_account.name), clearing = given ->> 'clearing',
      account = given ->> 'account', bank = given ->> 'bank', left_at = now() where r.id = waiting.id;
  end if;
  return jsonb_build_object('outcome', 'left', 'bank', given ->> 'bank');
end;
$$;

create or replace function public.list_refunds(project text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  codes constant text[] := array(select p.code from private.asked_places(project) p);
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return (
    with owed as (
      select f.id, f.project_id, f.created_at, f.case_number, f.plate, f.status, -f.left_ore as owed_ore
      from public.fines f
      where f.project_id = any (codes) and f.left_ore < 0
        and (f.project_id, coalesce(f.site_id::text, '')) in (select p.code, coalesce(p.site::text, '') from private.asked_places(project) p)
      order by f.created_at, f.id limit 501
    )
    select jsonb_build_object('outcome', 'listed', 'has_more', (select count(*) > 500 from owed), 'rows', coalesce((
      select jsonb_agg(jsonb_build_object('fine_id', o.id, 'project_id', o.project_id, 'case_number', o.case_number, 'plate', o.plate,
          'status', o.status, 'owed_ore', o.owed_ore, 'needs_two', (select s.two_for_refunds from private.settings_of(o.project_id) s),
          'payers', (select coalesce(jsonb_agg(distinct p.payer_text), '[]') from public.payments p
            where p.fine_id = o.id and p.amount_ore > 0 and p.payer_text is not null),
          'recipient', (select c.name from public.case_recipients c where c.fine_id = o.id order by c.at desc, c.id limit 1),
          'refund', case when r.id is not null then to_jsonb(r) - '{project_id,site_id,fine_id,created_at,file_id}'::text[] end)
        order by o.created_at, o.id)
      from (select * from owed order by created_at, id limit 500) o left join public.refunds r on r.fine_id = o.id and r.file_id is null), '[]')));
end;
$$;

create or replace function public.read_refund_file(file_id uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'file', to_jsonb(f) - '{site_id}'::text[], 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'case_number', c.case_number, 'amount_ore', r.amount_ore, 'payee_name', r.payee_name,
      'clearing', r.clearing, 'account', r.account, 'bank', r.bank) order by c.case_number, r.id), '[]')
    from public.refunds r join public.fines c on c.id = r.fine_id where r.file_id = f.id))
  from public.refund_files f where f.id = read_refund_file.file_id;
$$;

create or replace function public.send_refunds(project text, file jsonb, ids uuid[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  made public.refund_files := jsonb_populate_record(null::public.refund_files, jsonb_build_object('id', file ->> 'id', 'kind', file ->> 'kind',
    'day', case when private.is_day(file ->> 'day') then file ->> 'day' end, 'iban', coalesce(file ->> 'iban', ''), 'bic', coalesce(file ->> 'bic', '')));
  known public.refund_files;
  given record;
  fine public.fines;
begin
  if made.id is null or coalesce(made.kind, '') not in ('account', 'swish') or coalesce(cardinality(ids), 0) not between 1 and 500
    or array_position(ids, null) is not null then
    perform private.refuse('unreadable', 'file');
  end if;
  select f.* into known from public.refund_files f where f.id = made.id;
  if known.id is not null then
    if (known.project_id, private.id_key(known.by_id), known.kind) is distinct from (actor.project, private.id_key(actor.id), made.kind)
      or array(select r.id from public.refunds r where r.file_id = known.id order by r.id)
        <> array(select distinct i from unnest(ids) i order by i) then
      perform private.refuse('file-used', 'file');
    end if;
    return jsonb_build_object('outcome', 'sent', 'sum_ore', known.sum_ore);
  end if;
  if made.kind = 'account' and not private.is_iban(made.iban) then
    perform private.refuse('no-iban', 'iban');
  elsif made.kind = 'account' and made.bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then
    perform private.refuse('no-bic', 'bic');
  elsif made.day is null or made.day not between private.day_of(now()) and private.day_of(now()) + 30 then
    perform private.refuse('no-pay-day', 'day');
  end if;
  perform from public.fines f where f.id in (select r.fine_id from public.refunds r where r.id = any (ids)) order by f.id for update;
  select count(*), coalesce(sum(r.amount_ore), 0) into made.refunds, made.sum_ore
    from public.refunds r join public.fines f on f.id = r.fine_id
    where r.id = any (ids) and r.file_id is null and r.kind = made.kind and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project));
  if made.refunds < (select count(distinct i) from unnest(ids) i) then
    perform private.refuse('no-such-refund', 'ids');
  end if;
  select jsonb_build_object('name', b ->> 'company', 'org_number', b ->> 'org_number') into made.debtor from private.ledger_books(actor.project) b;
  insert into public.refund_files (id, project_id, kind, day, iban, bic, debtor, refunds, sum_ore, by_id)
    values (made.id, actor.project, made.kind, made.day, case made.kind when 'account' then made.iban else '' end,
      case made.kind when 'account' then made.bic else '' end, made.debtor, made.refunds, greatest(made.sum_ore, 1), actor.id);
  for given in select r.* from public.refunds r where r.id = any (ids) order by r.fine_id for update loop
    select f.* into fine from public.fines f where f.id = given.fine_id;
    if given.amount_ore is distinct from -fine.left_ore then
      perform private.refuse(case when given.proposed_by is null then 'refund-not-proposed' else 'refund-changed' end, 'ids', array[fine.case_number]);
    elsif given.approved_by is null and (select s.two_for_refunds from private.settings_of(fine.project_id) s) then
      perform private.refuse('refund-not-approved', 'ids', array[fine.case_number]);
    end if;
    perform private.apply_case_event(fine, actor, given.id, 'refunded', null, null,
      jsonb_build_object('amount_ore', given.amount_ore, 'method', given.kind, 'value_date', made.day));
    update public.refunds r set file_id = made.id where r.id = given.id;
  end loop;
  -- Names and accounts leave the house.
  perform private.add_to_trail('export', 'refunds', actor.project, made.id::text, null, jsonb_build_object('refunds', made.refunds, 'sum_ore', made.sum_ore));
  return jsonb_build_object('outcome', 'sent', 'sum_ore', made.sum_ore);
end;
$$;

create or replace function public.step_refunds(project text, step text, refunds jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given record;
  fine public.fines;
  refund public.refunds;
begin
  if coalesce(step, '') not in ('proposed', 'approved', 'dropped') or jsonb_typeof(refunds) is distinct from 'array'
    or jsonb_array_length(refunds) not between 1 and 500 or exists (select from jsonb_array_elements(refunds) g
      where coalesce(g ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'refunds');
  end if;
  for given in
    select g.fine, g.refund, g.seen from (
      select f as fine, r as refund, g.row as seen
      from jsonb_array_elements(refunds) g (row)
      left join public.refunds r on r.id = (g.row ->> 'id')::uuid and r.file_id is null
      left join public.fines f on f.id = r.fine_id and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project))
    ) g order by (g.fine).id
  loop
    if (given.fine).id is null then
      perform private.refuse('no-such-refund', 'refunds');
    end if;
    select f.* into fine from public.fines f where f.id = (given.fine).id for update;
    select r.* into refund from public.refunds r where r.id = (given.refund).id and r.file_id is null for update;
    if refund.id is null or (step <> 'dropped' and (refund.account, -fine.left_ore)
        is distinct from (given.seen ->> 'account', (given.seen ->> 'amount_ore')::bigint)) then
      perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
    end if;
    if step = 'proposed' and refund.proposed_by is null then
      update public.refunds r set amount_ore = -fine.left_ore, proposed_by = actor.id, proposed_at = now() where r.id = refund.id;
    elsif step = 'approved' and refund.approved_by is null then
      if refund.amount_ore is distinct from -fine.left_ore then
        perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
      elsif private.id_key(refund.proposed_by) = private.id_key(actor.id) then
        perform private.refuse('own-refund', 'refunds');
      end if;
      update public.refunds r set approved_by = actor.id, approved_at = now() where r.id = refund.id;
    elsif step = 'dropped' then
      update public.refunds r set amount_ore = null, proposed_by = null, proposed_at = null, approved_by = null, approved_at = null
        where r.id = refund.id and r.proposed_by is not null;
    end if;
  end loop;
  return jsonb_build_object('outcome', step);
end;
$$;

create table public.refunds (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid not null,
  left_at timestamp with time zone default now() not null,
  kind text not null,
  payee_name text default ''::text not null,
  clearing text default ''::text not null,
  account text default ''::text not null,
  bank text default ''::text not null,
  amount_ore bigint,
  proposed_by text,
  proposed_at timestamp with time zone,
  approved_by text,
  approved_at timestamp with time zone,
  file_id uuid
);

create table public.refund_files (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  kind text not null,
  day date not null,
  iban text default ''::text not null,
  bic text default ''::text not null,
  debtor jsonb default '{}'::jsonb not null,
  refunds integer not null,
  sum_ore bigint not null,
  by_id text not null
);

alter table public.site_settings add column two_for_refunds boolean default false not null;

alter table public.refund_files add constraint refund_files_pkey primary key (id);

alter table public.refunds add constraint refunds_pkey primary key (id);

alter table public.refund_files add constraint refund_files_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.refund_files add constraint refund_files_kind check ((kind = any (array['account'::text, 'swish'::text])));

alter table public.refund_files add constraint refund_files_day check (((day >= '1900-01-01'::date) and (day <= '9999-12-31'::date)));

alter table public.refund_files add constraint refund_files_iban check (((iban = ''::text) or private.is_iban(iban)));

alter table public.refund_files add constraint refund_files_bic check ((bic ~ '^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$'::text));

alter table public.refund_files add constraint refund_files_debtor_object check (((jsonb_typeof(debtor) = 'object'::text) and (length((debtor)::text) <= 2000)));

alter table public.refund_files add constraint refund_files_sums check (((refunds >= 1) and (sum_ore >= 1)));

alter table public.refund_files add constraint refund_files_by_id_length check ((length(by_id) <= 320));

alter table public.refund_files add constraint refund_files_moments check (private.is_moment(created_at));

alter table public.refunds add constraint refunds_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.refunds add constraint refunds_kind check ((kind = any (array['account'::text, 'swish'::text])));

alter table public.refunds add constraint refunds_payee_name_length check ((length(payee_name) <= 70));

alter table public.refunds add constraint refunds_clearing_form check ((clearing ~ '^([0-9]{4})?$'::text));

alter table public.refunds add constraint refunds_account_form check ((account ~ '^[0-9]{0,15}$'::text));

alter table public.refunds add constraint refunds_bank_length check ((length(bank) <= 50));

alter table public.refunds add constraint refunds_amount_range check (((amount_ore > 0) and (amount_ore <= '1000000000000'::bigint)));

alter table public.refunds add constraint refunds_proposed check ((num_nulls(amount_ore, proposed_by, proposed_at) = any (array[0, 3])));

alter table public.refunds add constraint refunds_approved check (((num_nulls(approved_by, approved_at) = any (array[0, 2])) and ((approved_by is null) or (proposed_by is not null))));

alter table public.refunds add constraint refunds_sent check (((file_id is null) or (proposed_by is not null)));

alter table public.refunds add constraint refunds_by_length check (((length(proposed_by) <= 320) and (length(approved_by) <= 320)));

alter table public.refunds add constraint refunds_moments check ((private.is_moment(created_at) and private.is_moment(left_at) and private.is_moment(proposed_at) and private.is_moment(approved_at)));

alter table public.refunds add constraint refunds_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.refunds add constraint refunds_file_id_fkey foreign key (file_id) references public.refund_files(id);

create index refund_files_project_newest_idx on public.refund_files (project_id, created_at desc, id desc);

create unique index refunds_open_key on public.refunds (fine_id) where file_id is null;

create index refunds_fine_idx on public.refunds (fine_id, left_at);

create index refunds_file_idx on public.refunds (file_id);

create index refunds_project_left_idx on public.refunds (project_id, left_at) where account <> '';

create trigger refund_files_only_grow before update on public.refund_files for each row execute function private.refuse_other_past();

create trigger refund_files_place before update of project_id, site_id on public.refund_files
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger refund_files_place_new before insert on public.refund_files for each row execute function private.place_row();

create trigger refund_files_write_trail after insert or update or delete on public.refund_files
  for each row execute function private.write_trail();

create trigger refunds_place before update of project_id, site_id on public.refunds
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger refunds_place_new before insert on public.refunds for each row execute function private.place_row();

create trigger refunds_write_trail after insert or update or delete on public.refunds for each row execute function private.write_trail();

alter table public.refund_files enable row level security;

alter table public.refunds enable row level security;

create policy "Admins read their site's files of refunds" on public.refund_files
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's refunds" on public.refunds
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

grant execute on function public.leave_refund_account(text,text,text,text,text) to anon;

grant execute on function public.leave_refund_account(text,text,text,text,text) to authenticated;

grant execute on function public.list_refunds(text) to authenticated;

grant execute on function public.read_refund_file(uuid) to authenticated;

grant execute on function public.send_refunds(text,jsonb,uuid[],text) to authenticated;

grant execute on function public.step_refunds(text,text,jsonb,text) to authenticated;

comment on function private.case_for_driver(public.fines) is 'The state of a case for whoever stands before its car: not who issued it, no notes, no recipients, no text of an objection, no account.';

comment on table public.refund_files is 'Files of refunds that went to the bank or to Swish; only added to.';

comment on table public.refunds is 'Accounts that drivers left for money that is owed to them, and what became of each: proposed, approved, in a file. The account is erased after 90 days.';

comment on column public.refund_files.debtor is 'The name and the number of the company or site that pays, as they were.';

comment on column public.site_settings.two_for_refunds is 'Whether a refund goes out only when another admin than the one who proposed it has approved it.';

comment on function private.is_mod_10(text) is 'Whether the last digit is the check digit of the others by modulus 10 (weights 1 and 2).';

comment on function private.is_mod_11(text) is 'Whether the last digit is the check digit of the others by modulus 11 (weights 1 to 10, and 1 again for an eleventh digit).';

comment on function private.bank_of(integer) is 'The bank of a clearing number and the rule of its accounts: `short` and `long` are type 1 (seven digits, with the clearing number but for its first digit, and with all of it), `ten`, `nine`, `giro` and `savings` are type 2.';

comment on function private.bank_account_of(text,text) is 'A bank account as banks write it in files, with its bank; `wrong` names the number that no bank has.';

comment on function private.swish_of(text) is 'A Swedish mobile number as Swish writes it, 46 first; null for anything else.';

comment on function private.is_iban(text) is 'Whether a text is an IBAN with its check digits (ISO 13616), a Swedish one of 24 signs.';

comment on function private.expired_refund_accounts(text,uuid,integer) is 'Accounts that were left 90 days ago, oldest first.';

comment on function public.leave_refund_account(text,text,text,text,text) is 'A driver leaves the account for money that is owed to them; the last one counts, until an admin has proposed the refund.';

comment on function private.erase_refund_accounts(uuid[]) is 'Erases accounts: what was sent keeps its sum, its days and who proposed and approved it; what was not sent goes whole.';

comment on function private.refund_for_driver(public.fines) is 'What became of the account that was left for a case, with its last digits alone: whoever stood before the car may read it.';

comment on function public.list_refunds(text) is 'The cases that money is owed back for, oldest first, with the account that was left, who paid and who gets the letters; at most 500.';

comment on function public.read_refund_file(uuid) is 'What a file of refunds holds, of what the caller may read; accounts that are erased are empty, and then no file is made again.';

comment on function public.send_refunds(text,jsonb,uuid[],text) is 'Puts proposed refunds into one file, each as an event of its case; all or none. Where the site asks for two, the approved ones alone.';

comment on function public.step_refunds(text,text,jsonb,text) is 'Proposes refunds, approves what another admin proposed, or takes proposals back; all or none, and only as their accounts and sums were seen.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', '', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months, camera_on, reminder_text, ledger_accounts, fiscal_year_start, two_for_refunds)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('refund_files', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('refunds', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('list_refunds')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('read_refund_file')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('send_refunds')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('step_refunds')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
