-- The ambulance's admin publishes notices, and sees who has read and acknowledged them (document 5 §7). The page of a removed admin hears it.

set local check_function_bodies = off;

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns', 'notices');
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

create or replace function private.erase_notices(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  notices uuid[] := array(select n.id from public.notices n where n.published_at < now() - interval '24 months' order by n.published_at limit most);
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{notices}', notices);
  delete from public.notices n where n.id = any (notices);
  perform set_config('parkering.erases', '', true);
  return cardinality(notices);
end;
$$;

create or replace function public.acknowledge_notice(notice_id uuid, receipt_id uuid, acting_as text)
  returns jsonb
  language sql security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'acknowledged', 'at', (private.keep_receipt(notice_id, receipt_id, acting_as, true)).acknowledged_at);
$$;

create or replace function public.publish_notice(notice jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  admin constant text := private.clock_admin('ASE', 'ase-employee', acting_as);
  wanted public.notices;
  answer jsonb;
begin
  if admin is null then
    perform private.refuse_stranger();
  end if;
  begin
    wanted := jsonb_populate_record(null::public.notices, notice);
  exception when data_exception then
    perform private.refuse('unreadable-notice', 'notice');
  end;
  if wanted.id is null or coalesce(wanted.title, '') !~ '\S' or length(wanted.title) > 200 or coalesce(wanted.text, '') !~ '\S'
    or length(wanted.text) > 2000 or wanted.until < private.day_of(now()) or not private.is_moment(wanted.until::timestamptz) then
    perform private.refuse('unreadable-notice', 'notice');
  end if;
  answer := private.answer_of(wanted.id, 'publish_notice', 'ase-admin ' || private.id_key(admin));
  if answer is not null then
    return answer;
  end if;
  insert into public.notices (id, title, text, must_acknowledge, until, by)
    values (wanted.id, btrim(wanted.title), btrim(wanted.text), coalesce(wanted.must_acknowledge, false), wanted.until, admin);
  return private.keep_answer(wanted.id, 'publish_notice', 'ase-admin ' || private.id_key(admin),
    jsonb_build_object('outcome', 'published', 'at', now()));
end;
$$;

create or replace function public.see_notice(notice_id uuid, receipt_id uuid, acting_as text)
  returns jsonb
  language sql security definer
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'seen', 'at', (private.keep_receipt(notice_id, receipt_id, acting_as, false)).seen_at);
$$;

create table public.notices (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  title text not null,
  text text not null,
  must_acknowledge boolean default false not null,
  published_at timestamp with time zone default now() not null,
  until date,
  by text not null
);

create table public.notice_receipts (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  notice_id uuid not null,
  person_id uuid not null,
  employee_id text not null,
  seen_at timestamp with time zone default now() not null,
  acknowledged_at timestamp with time zone
);

create or replace function private.keep_receipt(notice_id uuid, receipt_id uuid, acting_as text, acknowledges boolean)
  returns public.notice_receipts
  language plpgsql
  set search_path = ''
as $$
declare
  worker constant private.clock_person := private.clock_worker('ASE', 'ase-employee', acting_as);
  receipt public.notice_receipts;
begin
  if worker.person is null or not worker.is_active or not exists (select from public.notices n where n.id = keep_receipt.notice_id) then
    perform private.refuse_stranger();
  elsif receipt_id is null then
    perform private.refuse('unreadable-notice', 'receipt_id');
  end if;
  -- Two phones at once have one receipt, and its first times stay.
  insert into public.notice_receipts (id, notice_id, person_id, employee_id)
    values (receipt_id, keep_receipt.notice_id, worker.person, worker.id) on conflict do nothing;
  update public.notice_receipts r set acknowledged_at = now()
    where r.notice_id = keep_receipt.notice_id and r.person_id = worker.person and acknowledges and r.acknowledged_at is null;
  select r.* into receipt from public.notice_receipts r
    where r.notice_id = keep_receipt.notice_id and r.person_id = worker.person;
  if receipt.id is null then
    perform private.refuse('event-used', 'receipt_id');
  end if;
  return receipt;
end;
$$;

alter table public.notices add constraint notices_pkey primary key (id);

alter table public.notice_receipts add constraint notice_receipts_pkey primary key (id);

alter table public.notices add constraint notices_title_length check (((title ~ '\S'::text) and (length(title) <= 200)));

alter table public.notices add constraint notices_text_length check (((text ~ '\S'::text) and (length(text) <= 2000)));

alter table public.notices add constraint notices_by_length check ((length(by) <= 320));

alter table public.notices add constraint notices_moments check ((private.is_moment(created_at) and private.is_moment(published_at) and private.is_moment((until)::timestamp with time zone)));

alter table public.notice_receipts add constraint notice_receipts_employee_id_length check ((length(employee_id) <= 50));

alter table public.notice_receipts add constraint notice_receipts_moments check ((private.is_moment(created_at) and private.is_moment(seen_at) and private.is_moment(acknowledged_at)));

alter table public.notice_receipts add constraint notice_receipts_notice_id_fkey foreign key (notice_id) references public.notices(id) on delete cascade;

create index notices_newest_idx on public.notices (published_at desc, id desc);

create unique index notice_receipts_person_key on public.notice_receipts (notice_id, person_id);

create index notice_receipts_own_idx on public.notice_receipts (person_id);

create trigger notice_receipts_write_trail after insert or delete or update on public.notice_receipts for each row execute function private.write_trail('ASE');

create trigger notices_write_trail after insert or delete or update on public.notices for each row execute function private.write_trail('ASE');

alter table public.notices enable row level security;

alter table public.notice_receipts enable row level security;

drop policy "Admins read themselves and those of their site" on public.admin_accounts;

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  -- The page of somebody deactivated reads why its login ended.
  using ((select private.is_specified()) or account_id = ((select auth.uid())) and ((select private.is_login_shown()) or deactivated_at is not null or (select private.is_account_gone())) or (coalesce(site_id::text, project_id) = any (((select private.own_places(variadic array['admin'])))::text[])));

create policy "Ambulance staff read the notices" on public.notices
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.own_employee_id()) is not null
    or (select private.is_kind('ase-admin')));

create policy "Employees read own receipts, the ambulance admin all" on public.notice_receipts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.own_employee_id()) is not null and person_id = (select private.own_clock_person()))
    or (select private.is_kind('ase-admin')));

grant execute on function public.acknowledge_notice(uuid,uuid,text) to authenticated;

grant execute on function public.publish_notice(jsonb,text) to authenticated;

grant execute on function public.see_notice(uuid,uuid,text) to authenticated;

comment on table public.notices is 'Notices of the ambulance''s admin. A changed text is a new notice.';

comment on table public.notice_receipts is 'Who has seen a notice, and acknowledged it: once a person.';

comment on column public.notices.until is 'The last day on which employees are shown the notice; null: no last day.';

comment on column public.notice_receipts.person_id is 'The row in the list of employees: who gets an old ID later has acknowledged nothing.';

comment on function private.erase_notices(integer) is 'Erases notices with their receipts after 24 months, at most so many. Gives their count.';

comment on function private.keep_receipt(uuid,uuid,text,boolean) is 'Notes that an employee has seen a notice, or acknowledged it: the first time counts.';

comment on function public.acknowledge_notice(uuid,uuid,text) is 'Acknowledges a notice for the employee who calls.';

comment on function public.publish_notice(jsonb,text) is 'Publishes a notice of the ambulance''s admin to all employees.';

comment on function public.see_notice(uuid,uuid,text) is 'Notes that the employee who calls has seen a notice.';

alter publication supabase_realtime add table public.notice_receipts;

alter publication supabase_realtime add table public.notices;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('notice_receipts', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('notices', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('acknowledge_notice')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('publish_notice')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('see_notice')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
