-- Dispatch measures itself, knows who is on a unit, counts erased events of statuses by day, keeps within 500 units, and minimums are live (document 5 §3, §10).

set local check_function_bodies = off;

create or replace function private.erase_dispatch(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  answers integer;
  calls integer;
  callers integer;
  alarms integer;
  notes uuid[];
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  perform set_config('parkering.erases', 'yes', true);
  delete from public.calls c where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics calls = row_count;
  delete from public.call_events e where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '12 months' order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, gone);
  update public.calls c set caller = '' where c.id in (
    select o.id from public.calls o where o.received_at < now() - interval '30 days' and o.caller <> '' order by o.received_at limit most);
  get diagnostics callers = row_count;
  update public.call_events e set data = (e.data - 'caller') #- '{before,caller}' where e.id in (
    select o.id from public.call_events o where o.received_at < now() - interval '30 days' and (o.data ? 'caller' or o.data -> 'before' ? 'caller')
    order by o.received_at limit most);
  get diagnostics gone = row_count;
  calls := greatest(calls, callers, gone);
  notes := array(select n.id from public.operator_notes n where n.created_at < now() - interval '12 months' order by n.created_at limit most);
  perform private.erase_trail('{operator_notes}', notes);
  delete from public.operator_notes n where n.id = any (notes);
  perform set_config('parkering.erases', before, true);
  with erased as (
    delete from public.unit_status_events e where e.id in (
      select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most)
    returning e.at, e.cause, e.to_status),
  counted as (
    insert into public.unit_status_days as d (day, cause, to_status, events)
      select private.day_of(e.at), e.cause, e.to_status, count(*) from erased e group by 1, 2, 3
      on conflict (day, cause, to_status) do update set events = d.events + excluded.events)
  select count(*) into gone from erased;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  delete from public.alarm_events e where e.id in (
    select o.id from public.alarm_events o where o.at < now() - interval '12 months' order by o.at limit most);
  delete from public.alarms a where a.id in (
    select o.id from public.alarms o where o.raised_at < now() - interval '12 months' and o.cleared_at is not null order by o.raised_at limit most);
  get diagnostics alarms = row_count;
  delete from private.dispatch_links l where l.id in (
    select o.id from private.dispatch_links o where o.ended_at < now() - interval '12 months' limit most);
  return greatest(calls, gone, answers, alarms, cardinality(notes));
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

create or replace function public.unit_board(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('outcome', 'found',
      'unit', jsonb_build_object('id', u.id, 'unit_number', u.unit_number, 'location', u.location, 'crew', u.crew, 'status', u.status,
        'status_since', u.status_since, 'checked_at', u.checked_at),
      'status', jsonb_build_object('name', s.name, 'color', s.color, 'sign', s.sign, 'check_after', s.check_after, 'overdue_after', s.overdue_after),
      'calls', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'number', c.number, 'place', c.place, 'nature', c.nature, 'priority', c.priority,
          'assigned_at', sent.assigned_at, 'en_route_at', sent.en_route_at, 'on_scene_at', sent.on_scene_at) order by c.priority, sent.assigned_at, c.id), '[]')
        from public.call_units sent join public.calls c on c.id = sent.call_id where sent.unit_id = u.id and sent.cleared_at is null),
      'alarm', (select jsonb_build_object('raised_at', a.raised_at, 'acknowledged_at', a.acknowledged_at) from public.alarms a
        where a.unit_id = u.id and a.cleared_at is null))
    from private.unit_of_key(unit_board.key) u join public.unit_statuses s on s.code = u.status), '{"outcome": "none"}');
$$;

create or replace function private.limit_units()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Two who add at once do so one after the other, and each sees the other's unit.
  perform pg_advisory_xact_lock(hashtextextended('units', 5));
  if (select count(*) from public.units) > 500 then
    perform private.refuse('too-many-units-in-all');
  end if;
  return null;
end;
$$;

create or replace function public.dispatch_figures("from" timestamp with time zone, "to" timestamp with time zone)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('operator', 'dispatch-admin')) then
    perform private.refuse_stranger();
  elsif coalesce("from" >= "to", true) then
    perform private.refuse('unreadable-values', 'from');
  end if;
  return (select jsonb_build_object('outcome', 'measured', 'on_duty', units.on_duty, 'free', units.free, 'open_calls', open.calls,
      'reached_calls', reached.calls, 'median_seconds', reached.median_seconds)
    from (
      select count(*) as on_duty, count(*) filter (where s.meaning = 'free') as free
      from public.units u join public.unit_statuses s on s.code = u.status
      where u.operational_status in ('ACTIVE', 'EXEMPT') and s.meaning <> 'off_duty') units,
    (select count(*) as calls from public.calls c where c.status <> 'closed') open,
    (
      select count(*) as calls,
        round(percentile_cont(0.5) within group (order by extract(epoch from greatest(c.on_scene_at - c.received_at, interval '0'))))::integer as median_seconds
      from public.calls c where c.received_at >= "from" and c.received_at < "to" and c.on_scene_at is not null) reached);
end;
$$;

create table public.unit_status_days (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  day date not null,
  cause text not null,
  to_status text not null,
  events integer not null
);

alter table public.units add column crew text default ''::text not null;

alter table public.unit_status_days add constraint unit_status_days_pkey primary key (id);

alter table public.unit_status_days add constraint unit_status_days_key unique (day, cause, to_status);

alter table public.unit_status_days add constraint unit_status_days_cause check ((cause = any (array['press'::text, 'edit'::text, 'call'::text, 'all_off'::text, 'undo'::text, 'clock'::text, 'checked'::text])));

alter table public.unit_status_days add constraint unit_status_days_status_length check ((length(to_status) <= 50));

alter table public.unit_status_days add constraint unit_status_days_events check ((events > 0));

alter table public.unit_status_days add constraint unit_status_days_moments check ((private.is_moment(created_at) and ((day >= '1900-01-01'::date) and (day <= '9999-12-31'::date))));

alter table public.units add constraint units_crew_length check ((length(crew) <= 200));

create trigger units_have_a_limit after insert on public.units for each statement execute function private.limit_units();

alter table public.unit_status_days enable row level security;

create policy "Dispatch reads counts of statuses" on public.unit_status_days
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.dispatch_figures(timestamp with time zone,timestamp with time zone) to authenticated;

comment on function private.erase_dispatch(integer) is 'Erases calls, alarms, notes and histories after 12 months, callers and answers after 30 days, at most so many rows of each. Events of statuses leave their counts by day. Gives the largest count.';

comment on table public.unit_status_days is 'How often units got a status on a day, and how: what is left of events of statuses after 12 months.';

comment on column public.units.crew is 'Who is on the unit now, as dispatchers write it.';

comment on function private.limit_units() is 'Keeps dispatch within 500 units.';

comment on function public.dispatch_figures(timestamp with time zone,timestamp with time zone) is 'What dispatch measures: units on duty and free ones and open calls now, and of calls received within a period the median seconds until a unit was on scene; null while no unit was.';

alter publication supabase_realtime add table public.location_minimums;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('unit_status_days', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('dispatch_figures')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
