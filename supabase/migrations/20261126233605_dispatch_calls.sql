-- Calls with units and steps, their functions, and undo of what was done to them (document 5 §3).

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
  perform set_config('parkering.erases', before, true);
  delete from public.unit_status_events e where e.id in (
    select o.id from public.unit_status_events o where o.at < now() - interval '12 months' order by o.at limit most);
  get diagnostics gone = row_count;
  delete from private.answers a where a.id in (
    select o.id from private.answers o where o.created_at < now() - interval '30 days' order by o.created_at limit most);
  get diagnostics answers = row_count;
  return greatest(calls, gone, answers);
end;
$$;

create or replace function private.note_unit_status()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  event constant jsonb := coalesce(private.unit_event(), '{}');
  cause constant text := coalesce(event ->> 'cause', 'edit');
begin
  insert into public.unit_status_events (id, unit_id, unit_number, cause, from_status, to_status, since_before, checked_before, by, at,
      call_id, batch_id)
    select coalesce((event ->> 'id')::uuid, gen_random_uuid()), new.id, left(new.unit_number, 50), cause, old.status, new.status, old.status_since, old.checked_at,
      coalesce(event ->> 'by', (select w.id from private.who_acts() w)),
      case cause when 'undo' then clock_timestamp() when 'checked' then new.checked_at else new.status_since end,
      (event ->> 'call_id')::uuid, (event ->> 'batch_id')::uuid;
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

create or replace function public.undo_press(event_id uuid, undo_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(undo_id, 'undo_press', private.id_key(actor));
  press public.unit_status_events;
  unit public.units;
begin
  if answer is not null then
    return answer;
  end if;
  select e.* into press from public.unit_status_events e where e.id = event_id and e.cause = 'press';
  if press.id is null then
    return private.keep_answer(undo_id, 'undo_press', private.id_key(actor), private.undo_call_press(event_id, undo_id, actor));
  end if;
  if private.id_key(press."by") is distinct from private.id_key(actor) then
    perform private.refuse_stranger();
  end if;
  select u.* into unit from public.units u where u.id = press.unit_id for update;
  if unit.id is null then
    answer := jsonb_build_object('outcome', 'gone');
  elsif (unit.status, unit.status_since) is distinct from (press.to_status, press.at) or unit.checked_at is not null
    or exists (select from public.call_units c where c.unit_id = unit.id and c.assigned_at > press.at) then
    answer := private.change_of(unit);
  elsif press.at < clock_timestamp() - interval '60 seconds' then
    answer := jsonb_build_object('outcome', 'too_late', 'at', press.at);
  else
    perform set_config('parkering.unit_event', jsonb_build_object('id', undo_id, 'cause', 'undo', 'by', actor)::text, true);
    update public.units u set status = press.from_status, status_since = press.since_before, checked_at = press.checked_before
      where u.id = unit.id returning u.* into unit;
    perform set_config('parkering.unit_event', '', true);
    answer := jsonb_build_object('outcome', 'undone', 'status', unit.status, 'since', unit.status_since, 'checked_at', unit.checked_at,
      'updated_at', unit.updated_at);
  end if;
  return private.keep_answer(undo_id, 'undo_press', private.id_key(actor), answer);
end;
$$;

create or replace function private.call_place_key(place text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$ select normalize(lower(regexp_replace(place, '[^[:alnum:]]', '', 'g') collate "und-x-icu"), NFC); $$;

create or replace function private.keep_call_events()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if not private.erases() then
    perform private.refuse('past-changed');
  end if;
  return new;
end;
$$;

create or replace function private.lock_before_units_go()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.lock_calls();
  return null;
end;
$$;

create or replace function private.lock_calls()
  returns void
  language sql
  set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('dispatch calls', 5)); $$;

create or replace function private.note_call(event_id uuid, call_id uuid, kind text, by text, at timestamp with time zone, batch_id uuid, data jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.call_events (id, call_id, kind, by, at, received_at, batch_id, data)
  select coalesce(event_id, gen_random_uuid()), call_id, kind, by, coalesce(at, t.now), t.now, batch_id, data
  from (select clock_timestamp() as now) t;
$$;

create or replace function private.sending_codes(unit public.units, call_id uuid, OUT codes text[], OUT call_number text)
  returns record
  language sql stable
  set search_path = ''
as $$
  select array_remove(array[
      case when o.number is not null then 'on-call' end,
      case when m.meaning = 'busy' and o.number is null then 'busy' end,
      case when m.meaning = 'off_duty' then 'off-duty' end,
      case unit.operational_status when 'STANDBY' then 'standby' when 'MAINTENANCE' then 'maintenance' end], null), o.number
  from public.unit_statuses m left join lateral (
    select c.number from public.call_units u join public.calls c on c.id = u.call_id
    where u.unit_id = unit.id and u.cleared_at is null and u.call_id <> sending_codes.call_id order by u.assigned_at limit 1) o on true
  where m.code = unit.status;
$$;

create or replace function private.set_by_call(unit_id uuid, status text, call_id uuid, batch_id uuid, by text)
  returns public.units
  language plpgsql
  set search_path = ''
as $$
declare
  unit public.units;
begin
  perform set_config('parkering.unit_event', jsonb_build_object('cause', 'call', 'by', by, 'call_id', call_id, 'batch_id', batch_id)::text, true);
  update public.units u set status = set_by_call.status where u.id = set_by_call.unit_id returning u.* into unit;
  perform set_config('parkering.unit_event', '', true);
  return unit;
end;
$$;

create or replace function private.status_times(unit public.units)
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select jsonb_build_object('status', unit.status, 'since', unit.status_since, 'checked_at', unit.checked_at); $$;

create or replace function private.undo_call_press(event_id uuid, undo_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  press public.call_events;
  call public.calls;
  part public.call_events;
  unit public.units;
  state public.calls;
begin
  perform private.lock_calls();
  select e.* into press from public.call_events e where e.id = event_id or e.batch_id = event_id
    order by e.kind = 'closed' desc, e.received_at desc limit 1;
  select c.* into call from public.calls c where c.id = press.call_id;
  if press.id is null or press.kind not in ('unit_assigned', 'unit_en_route', 'unit_on_scene', 'unit_cleared', 'closed') or call.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif private.id_key(press."by") is distinct from private.id_key(undo_call_press.by) then
    perform private.refuse_stranger();
  end if;
  -- All units first, in the order in which every rule locks them.
  perform from public.units u where u.id in (select (e.data ->> 'unit_id')::uuid from public.call_events e where e.batch_id = event_id) order by u.id for update;
  if exists (select from public.call_events e where e.call_id = call.id and e.received_at > press.received_at and e.kind <> 'noted' and e.batch_id is distinct from event_id)
    or exists (select from public.call_events e left join public.units u on u.id = (e.data ->> 'unit_id')::uuid
      where e.batch_id = event_id and e.data ? 'unit_id' and (u.id is null
        or exists (select from public.call_units c where c.unit_id = u.id and c.assigned_at > e.received_at)
        or (e.data ? 'unit_after' and (private.status_times(u) is distinct from e.data -> 'unit_after')))) then
    return private.change_of_call(call);
  elsif press.received_at < clock_timestamp() - interval '60 seconds' then
    return jsonb_build_object('outcome', 'too_late', 'at', press.received_at);
  end if;
  for part in select e.* from public.call_events e where e.batch_id = event_id and e.data ? 'unit_id' order by e.received_at desc, e.id loop
    if part.data ? 'unit_before' then
      perform set_config('parkering.unit_event', jsonb_build_object('cause', 'undo', 'by', by, 'call_id', call.id, 'batch_id', undo_id)::text, true);
      update public.units u set status = part.data #>> '{unit_before,status}', status_since = (part.data #>> '{unit_before,since}')::timestamptz,
          checked_at = (part.data #>> '{unit_before,checked_at}')::timestamptz
        where u.id = (part.data ->> 'unit_id')::uuid returning u.* into unit;
      perform set_config('parkering.unit_event', '', true);
      -- A status that arriving on scene gave is taken back on every call that counts it as given.
      if part.kind = 'unit_on_scene' then
        update public.call_units c set given_status = unit.status, given_since = unit.status_since where c.unit_id = unit.id and c.cleared_at is null
          and c.given_since = (part.data #>> '{unit_after,since}')::timestamptz;
      end if;
    end if;
    if part.kind = 'unit_assigned' then
      delete from public.call_units c where c.id = (part.data ->> 'call_unit_id')::uuid;
    else
      update public.call_units c set
          en_route_at = case part.kind when 'unit_en_route' then null else c.en_route_at end,
          on_scene_at = case part.kind when 'unit_on_scene' then null else c.on_scene_at end,
          cleared_at = case part.kind when 'unit_cleared' then null else c.cleared_at end
        where c.id = (part.data ->> 'call_unit_id')::uuid;
    end if;
  end loop;
  state := jsonb_populate_record(call, press.data -> 'call');
  update public.calls c set status = state.status, waiting_since = state.waiting_since, assigned_at = state.assigned_at, on_scene_at = state.on_scene_at,
      closed_at = state.closed_at, result = state.result, closed_by = state.closed_by, duplicate_of = state.duplicate_of
    where c.id = call.id;
  perform private.note_call(undo_id, call.id, 'undone', by, null, null, jsonb_build_object('kind', press.kind, 'unit_number', press.data ->> 'unit_number'));
  return jsonb_build_object('outcome', 'undone', 'call', state.status, 'kind', press.kind);
end;
$$;

create or replace function private.unit_leaves_calls()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  sent public.call_units;
  call public.calls;
begin
  for sent in update public.call_units c set cleared_at = clock_timestamp() where c.unit_id = old.id and c.cleared_at is null returning c.* loop
    select c.* into call from public.calls c where c.id = sent.call_id;
    perform private.after_cleared(call, is_gone => true);
    perform private.note_call(null, sent.call_id, 'unit_cleared', (select w.id from private.who_acts() w), null, null, jsonb_build_object(
      'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'is_gone', true));
  end loop;
  return old;
end;
$$;

create or replace function public.assign_units(call_id uuid, event_id uuid, unit_ids uuid[], accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'assign_units', private.id_key(actor));
  agreed constant jsonb := private.list_in(accepted, 'accepted');
  call public.calls;
  unit public.units;
  why record;
  asked jsonb := '[]';
  sent integer := 0;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(assign_units.call_id);
  if call.status = 'closed' then
    return private.keep_answer(event_id, 'assign_units', private.id_key(actor), private.change_of_call(call));
  elsif coalesce(cardinality(unit_ids), 0) = 0 then
    perform private.refuse('no-units', 'unit_ids');
  elsif cardinality(unit_ids) + (select count(*) from public.call_units c where c.call_id = call.id and c.cleared_at is null) > 30 then
    perform private.refuse('too-many-units', 'unit_ids');
  end if;
  for unit in select u.* from public.units u where u.id = any (unit_ids)
      and not exists (select from public.call_units c where c.call_id = call.id and c.unit_id = u.id and c.cleared_at is null)
    order by u.id for update loop
    why := private.sending_codes(unit, call.id);
    if cardinality(why.codes) = 0 or exists (select from jsonb_to_recordset(agreed) a (unit_id uuid, codes text[])
        where a.unit_id = unit.id and why.codes <@ a.codes) then
      perform private.send_unit(unit, call, event_id, actor);
      sent := sent + 1;
    else
      asked := asked || jsonb_build_object('unit', unit.id, 'unit_number', unit.unit_number, 'codes', why.codes, 'call_number', why.call_number);
    end if;
  end loop;
  if sent > 0 then
    update public.calls c set status = case when c.status in ('waiting', 'cleared') then 'assigned' else c.status end,
      assigned_at = coalesce(c.assigned_at, clock_timestamp()) where c.id = call.id returning c.* into call;
  end if;
  answer := jsonb_build_object('outcome', 'assigned', 'call', to_jsonb(call) - 'place_key', 'asked', asked, 'units', (
    select coalesce(jsonb_agg(to_jsonb(c) order by c.assigned_at, c.id), '[]') from public.call_units c where c.call_id = call.id and c.cleared_at is null));
  return private.keep_answer(event_id, 'assign_units', private.id_key(actor), answer);
end;
$$;

create or replace function public.change_call(call_id uuid, event_id uuid, expected jsonb, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'change_call', private.id_key(actor));
  call public.calls;
  now_is jsonb;
  wanted public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(change_call.call_id);
  select jsonb_object_agg(f.key, to_jsonb(call) -> f.key) into now_is from jsonb_each(case jsonb_typeof(changes) when 'object' then changes end) f;
  if now_is is null or exists (select from jsonb_object_keys(now_is) k (name) where k.name not in ('place', 'nature', 'priority', 'caller'))
    or jsonb_typeof(expected) is distinct from 'object' then
    perform private.refuse('unreadable-call', 'changes');
  end if;
  if call.status = 'closed' then
    answer := private.change_of_call(call);
  elsif now_is = changes then
    answer := jsonb_build_object('outcome', 'unchanged', 'call', to_jsonb(call) - 'place_key');
  elsif exists (select from jsonb_each(now_is) n where n.value is distinct from expected -> n.key) then
    answer := private.change_of_call(call) || jsonb_build_object('now', now_is);
  else
    begin
      wanted := jsonb_populate_record(call, changes);
    exception when data_exception then
      perform private.refuse('unreadable-call', 'changes');
    end;
    if coalesce(wanted.place, '') !~ '\S' then
      perform private.refuse('no-call-place', 'place');
    end if;
    update public.calls c set place = wanted.place, nature = coalesce(wanted.nature, ''), priority = wanted.priority, caller = coalesce(wanted.caller, '')
      where c.id = call.id returning c.* into call;
    perform private.note_call(event_id, call.id, 'changed', actor, null, null, jsonb_build_object('before', now_is));
    answer := jsonb_build_object('outcome', 'set', 'call', to_jsonb(call) - 'place_key');
  end if;
  return private.keep_answer(event_id, 'change_call', private.id_key(actor), answer);
end;
$$;

create or replace function public.mark_duplicate(call_id uuid, of uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'mark_duplicate', private.id_key(actor));
  call public.calls;
  other public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(mark_duplicate.call_id);
  other := private.call_for(mark_duplicate.of);
  if call.id = other.id then
    perform private.refuse('duplicate-of-itself', 'of');
  elsif call.duplicate_of = other.id then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', call.status);
  elsif call.status = 'closed' or other.status = 'closed' then
    answer := private.change_of_call(case when call.status = 'closed' then call else other end);
  else
    call := private.close_call(call, event_id, null, other.id, actor);
    perform private.note_call(null, other.id, 'noted', actor, null, null, jsonb_build_object('duplicate', call.number,
      'text', concat_ws(', ', call.place, nullif(call.nature, '')), 'caller', call.caller));
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  end if;
  return private.keep_answer(event_id, 'mark_duplicate', private.id_key(actor), answer);
end;
$$;

create or replace function public.receive_call(call jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  given constant public.calls := private.receive_of(call);
  answer jsonb := private.answer_of(given.id, 'receive_call', private.id_key(actor));
  year constant text := extract(year from private.day_of(clock_timestamp()));
  stored public.calls;
  last integer;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_calls();
  select split_part(c.number, '-', 2)::integer into last from public.calls c where left(c.number, 4) = year
    order by left(c.number, 4) desc, length(c.number) desc, c.number desc limit 1;
  last := coalesce(last, 0) + 1;
  insert into public.calls (id, number, place, nature, priority, caller, waiting_since, received_at, received_by)
    values (given.id, year || '-' || lpad(last::text, greatest(4, length(last::text)), '0'), given.place, given.nature, given.priority, given.caller,
      given.received_at, given.received_at, actor)
    returning * into stored;
  perform private.note_call(null, stored.id, 'received', actor, stored.received_at, null, '{}');
  answer := jsonb_build_object('outcome', 'received', 'call', to_jsonb(stored) - 'place_key', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'number', s.number, 'place', s.place, 'nature', s.nature, 'received_at', s.received_at)
      order by s.received_at, s.number), '[]')
    from public.calls s where s.place_key = stored.place_key and s.place_key <> '' and s.status <> 'closed' and s.id <> stored.id
      and s.received_at >= stored.received_at - interval '30 minutes'));
  return private.keep_answer(given.id, 'receive_call', private.id_key(actor), answer);
end;
$$;

create or replace function public.record_call_event(call_id uuid, event_id uuid, kind text, expected_status text, result text, text text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_call_event', private.id_key(actor));
  words constant text := btrim(coalesce(record_call_event.text, ''));
  call public.calls;
begin
  if answer is not null then
    return answer;
  end if;
  call := private.call_for(record_call_event.call_id);
  if length(words) > 2000 or (words = '' and kind in ('noted', 'reopened')) then
    perform private.refuse('no-call-text', 'text');
  elsif kind = 'noted' then
    perform private.note_call(event_id, call.id, 'noted', actor, null, null, jsonb_build_object('text', words));
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  elsif kind = 'closed' and call.status = 'closed' then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', call.status);
  elsif kind is null or kind not in ('closed', 'reopened') then
    perform private.refuse('no-call-step', 'kind');
  elsif call.status is distinct from expected_status then
    answer := private.change_of_call(call);
  elsif kind = 'closed' then
    if not exists (select from public.dispatch_settings s where s.project_id = '721075' and record_call_event.result = any (s.results)) then
      perform private.refuse('no-call-result', 'result');
    end if;
    call := private.close_call(call, event_id, record_call_event.result, null, actor);
    if words <> '' then
      perform private.note_call(null, call.id, 'noted', actor, null, null, jsonb_build_object('text', words));
    end if;
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  elsif call.status <> 'closed' or call.closed_at < clock_timestamp() - interval '24 hours' then
    perform private.refuse('call-not-reopened', 'kind');
  else
    perform private.note_call(event_id, call.id, 'reopened', actor, null, null, jsonb_build_object('text', words, 'call', private.call_state(call)));
    update public.calls c set status = 'waiting', waiting_since = clock_timestamp(), closed_at = null, closed_by = null, result = null, duplicate_of = null
      where c.id = call.id returning c.* into call;
    answer := jsonb_build_object('outcome', 'recorded', 'status', call.status);
  end if;
  return private.keep_answer(event_id, 'record_call_event', private.id_key(actor), answer);
end;
$$;

create or replace function public.record_unit_step(call_id uuid, unit_id uuid, event_id uuid, step text, at timestamp with time zone, acting_as text, clock_error_ms integer DEFAULT 0)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant text := private.dispatch_staff(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_unit_step', private.id_key(actor));
  received constant timestamptz := clock_timestamp();
  said constant timestamptz := coalesce(record_unit_step.at - make_interval(secs => coalesce(clock_error_ms, 0) / 1000.0), received);
  moment timestamptz;
  call public.calls;
  sent public.call_units;
  unit public.units;
  known timestamptz;
  data jsonb := '{}';
begin
  if answer is not null then
    return answer;
  elsif step is null or step not in ('en_route', 'on_scene', 'cleared') then
    perform private.refuse('no-call-step', 'step');
  end if;
  call := private.call_for(record_unit_step.call_id);
  select c.* into sent from public.call_units c where c.call_id = call.id and c.unit_id = record_unit_step.unit_id order by c.assigned_at desc, c.id desc limit 1;
  if sent.id is null then
    perform private.refuse('unit-not-on-call', 'unit_id');
  end if;
  known := case step when 'en_route' then sent.en_route_at when 'on_scene' then sent.on_scene_at end;
  if sent.cleared_at is not null or known is not null then
    select jsonb_build_object('outcome', case when sent.cleared_at is null then 'recorded_already' else 'cleared_already' end, 'by', e.by, 'at', coalesce(sent.cleared_at, known))
      into answer from (select) one left join lateral (select e.by from public.call_events e where e.call_id = call.id
        and e.kind = case when sent.cleared_at is null then 'unit_' || step else 'unit_cleared' end and e.data ->> 'call_unit_id' = sent.id::text
        order by e.received_at desc, e.id desc limit 1) e on true;
    return private.keep_answer(event_id, 'record_unit_step', private.id_key(actor), answer);
  end if;
  select u.* into unit from public.units u where u.id = sent.unit_id for update;
  moment := least(received, greatest(said, received - interval '12 hours', sent.assigned_at));
  if moment <> said then
    data := jsonb_build_object('said_at', said);
  end if;
  if abs(coalesce(clock_error_ms, 0)) > 300000 then
    data := data || jsonb_build_object('clock_error_ms', clock_error_ms);
  end if;
  data := data || jsonb_build_object('unit_id', sent.unit_id, 'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', private.call_state(call));
  if step = 'en_route' then
    update public.call_units c set en_route_at = moment where c.id = sent.id;
  elsif step = 'on_scene' then
    update public.call_units c set on_scene_at = moment where c.id = sent.id;
    update public.calls c set status = 'on_scene', on_scene_at = coalesce(c.on_scene_at, moment) where c.id = call.id and c.status = 'assigned';
    data := data || private.give_on_scene(unit, sent, event_id, actor);
  else
    data := data || private.clear_unit(sent, moment, event_id, actor);
    perform private.after_cleared(call);
  end if;
  perform private.note_call(event_id, call.id, 'unit_' || step, actor, moment, event_id, data);
  answer := jsonb_build_object('outcome', 'recorded', 'at', moment, 'status', (select c.status from public.calls c where c.id = call.id));
  return private.keep_answer(event_id, 'record_unit_step', private.id_key(actor), answer);
end;
$$;

create table public.call_units (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  call_id uuid not null,
  unit_id uuid,
  unit_number text not null,
  status_before text,
  given_status text,
  given_since timestamp with time zone,
  assigned_at timestamp with time zone default now() not null,
  en_route_at timestamp with time zone,
  on_scene_at timestamp with time zone,
  cleared_at timestamp with time zone
);

create table public.call_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  call_id uuid not null,
  kind text not null,
  by text,
  at timestamp with time zone not null,
  received_at timestamp with time zone default clock_timestamp() not null,
  batch_id uuid,
  data jsonb default '{}'::jsonb not null
);

create table public.calls (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  number text not null,
  place text not null,
  nature text default ''::text not null,
  priority integer default 2 not null,
  caller text default ''::text not null,
  status text default 'waiting'::text not null,
  waiting_since timestamp with time zone default now() not null,
  received_at timestamp with time zone default now() not null,
  assigned_at timestamp with time zone,
  on_scene_at timestamp with time zone,
  closed_at timestamp with time zone,
  result text,
  duplicate_of uuid,
  received_by text not null,
  closed_by text,
  place_key text generated always as (private.call_place_key(place)) stored
);

create or replace function private.after_cleared(call public.calls, is_gone boolean DEFAULT false)
  returns void
  language sql
  set search_path = ''
as $$
  update public.calls c set status = case when c.status = 'on_scene' and not is_gone then 'cleared' else 'waiting' end,
      waiting_since = case when c.status = 'on_scene' and not is_gone then c.waiting_since else clock_timestamp() end
    where c.id = call.id and c.status in ('assigned', 'on_scene')
      and not exists (select from public.call_units u where u.call_id = c.id and u.cleared_at is null);
$$;

create or replace function private.call_for(call_id uuid)
  returns public.calls
  language plpgsql
  set search_path = ''
as $$
declare
  call public.calls;
begin
  perform private.lock_calls();
  select c.* into call from public.calls c where c.id = call_id;
  if call.id is null then
    perform private.refuse('no-such-call', 'call_id');
  end if;
  return call;
end;
$$;

create or replace function private.call_state(call public.calls)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('status', call.status, 'waiting_since', call.waiting_since, 'assigned_at', call.assigned_at, 'on_scene_at', call.on_scene_at,
    'closed_at', call.closed_at, 'result', call.result, 'closed_by', call.closed_by, 'duplicate_of', call.duplicate_of);
$$;

create or replace function private.change_of_call(call public.calls)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', call.status, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.call_events e where e.call_id = call.id and e.kind <> 'noted' order by e.received_at desc, e.id desc limit 1) e on true;
$$;

create or replace function private.clear_unit(sent public.call_units, at timestamp with time zone, batch_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  unit public.units;
  before jsonb;
begin
  update public.call_units c set cleared_at = clear_unit.at where c.id = sent.id;
  select u.* into unit from public.units u where u.id = sent.unit_id for update;
  if unit.id is null or (unit.status, unit.status_since) is distinct from (sent.given_status, sent.given_since)
    or exists (select from public.call_units c where c.unit_id = unit.id and c.cleared_at is null) then
    return '{}';
  end if;
  before := private.status_times(unit);
  unit := private.set_by_call(unit.id, coalesce((select s.cleared_status from public.dispatch_settings s where s.project_id = '721075'), sent.status_before),
    sent.call_id, batch_id, by);
  return jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
end;
$$;

create or replace function private.close_call(call public.calls, event_id uuid, result text, of uuid, by text)
  returns public.calls
  language plpgsql
  set search_path = ''
as $$
declare
  state constant jsonb := private.call_state(call);
  sent public.call_units;
  moment constant timestamptz := clock_timestamp();
begin
  -- Units in the order in which every rule locks them.
  for sent in select c.* from public.call_units c where c.call_id = call.id and c.cleared_at is null order by c.unit_id, c.id loop
    perform private.note_call(null, call.id, 'unit_cleared', by, moment, event_id, private.clear_unit(sent, moment, event_id, by)
      || jsonb_build_object('unit_id', sent.unit_id, 'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', state));
  end loop;
  update public.calls c set status = 'closed', closed_at = moment, closed_by = by, result = close_call.result, duplicate_of = of
    where c.id = call.id returning c.* into call;
  perform private.note_call(event_id, call.id, 'closed', by, moment, event_id,
    jsonb_strip_nulls(jsonb_build_object('result', close_call.result, 'duplicate_of', of)) || jsonb_build_object('call', state));
  return call;
end;
$$;

create or replace function private.give_on_scene(unit public.units, sent public.call_units, batch_id uuid, by text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  wanted constant text := (select s.on_scene_status from public.dispatch_settings s where s.project_id = '721075');
  before constant jsonb := private.status_times(unit);
begin
  if wanted is null or wanted = unit.status or (unit.status, unit.status_since) is distinct from (sent.given_status, sent.given_since) then
    return '{}';
  end if;
  unit := private.set_by_call(unit.id, wanted, sent.call_id, batch_id, by);
  update public.call_units c set given_status = unit.status, given_since = unit.status_since
    where c.unit_id = unit.id and c.cleared_at is null and c.given_since = sent.given_since;
  return jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
end;
$$;

create or replace function private.receive_of(call jsonb)
  returns public.calls
  language plpgsql stable
  set search_path = ''
as $$
declare
  given public.calls;
begin
  begin
    given := jsonb_populate_record(null::public.calls, coalesce(call, '{}') - '{number,status,created_at}'::text[]);
  exception when data_exception then
    perform private.refuse('unreadable-call', 'call');
  end;
  if given.id is null then
    perform private.refuse('unreadable-call', 'id');
  elsif coalesce(given.place, '') !~ '\S' then
    perform private.refuse('no-call-place', 'place');
  end if;
  given.place := btrim(given.place);
  given.nature := btrim(coalesce(given.nature, ''));
  given.caller := btrim(coalesce(given.caller, ''));
  given.priority := coalesce(given.priority, 2);
  -- A call that waited without a network was received when it was typed, at most 12 hours ago.
  given.received_at := least(clock_timestamp(), greatest(coalesce(given.received_at, clock_timestamp()), clock_timestamp() - interval '12 hours'));
  return given;
end;
$$;

create or replace function private.send_unit(unit public.units, call public.calls, batch_id uuid, by text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  before constant jsonb := private.status_times(unit);
  wanted constant text := (select s.assigned_status from public.dispatch_settings s where s.project_id = '721075');
  other public.call_units;
  sent public.call_units;
  data jsonb := '{}';
begin
  -- A status that another call gave stays given: whichever call is cleared last gives it back.
  select c.* into other from public.call_units c where c.unit_id = unit.id and c.cleared_at is null
    and (c.given_status, c.given_since) is not distinct from (unit.status, unit.status_since) limit 1;
  sent.status_before := coalesce(other.status_before, unit.status);
  sent.given_status := other.given_status;
  sent.given_since := other.given_since;
  if other.id is null and (select s.meaning from public.unit_statuses s where s.code = unit.status) = 'free' then
    if unit.status <> wanted then
      unit := private.set_by_call(unit.id, wanted, call.id, batch_id, by);
      data := jsonb_build_object('unit_before', before, 'unit_after', private.status_times(unit));
    end if;
    sent.given_status := unit.status;
    sent.given_since := unit.status_since;
  end if;
  insert into public.call_units (call_id, unit_id, unit_number, status_before, given_status, given_since, assigned_at)
    values (call.id, unit.id, left(unit.unit_number, 50), sent.status_before, sent.given_status, sent.given_since, clock_timestamp())
    returning * into sent;
  perform private.note_call(null, call.id, 'unit_assigned', by, sent.assigned_at, batch_id, data || jsonb_build_object('unit_id', unit.id,
    'unit_number', sent.unit_number, 'call_unit_id', sent.id, 'call', private.call_state(call)));
end;
$$;

alter table public.dispatch_settings drop constraint dispatch_settings_results;

alter table public.dispatch_settings add constraint dispatch_settings_results check ((((cardinality(results) >= 1) and (cardinality(results) <= 20)) and private.texts_within(results, 20, 50)));

alter table public.calls add constraint calls_pkey primary key (id);

alter table public.call_events add constraint call_events_pkey primary key (id);

alter table public.call_units add constraint call_units_pkey primary key (id);

alter table public.calls add constraint calls_number_key unique (number);

alter table public.calls add constraint calls_number_form check ((number ~ '^\d{4}-\d{4,9}$'::text));

alter table public.calls add constraint calls_place_length check (((place ~ '\S'::text) and (length(place) <= 200)));

alter table public.calls add constraint calls_nature_length check ((length(nature) <= 200));

alter table public.calls add constraint calls_caller_length check ((length(caller) <= 200));

alter table public.calls add constraint calls_priority check (((priority >= 1) and (priority <= 3)));

alter table public.calls add constraint calls_status check ((status = any (array['waiting'::text, 'assigned'::text, 'on_scene'::text, 'cleared'::text, 'closed'::text])));

alter table public.calls add constraint calls_closed check ((((status = 'closed'::text) = (closed_at is not null)) and ((status = 'closed'::text) or ((result is null) and (duplicate_of is null)))));

alter table public.calls add constraint calls_lengths check (((length(result) <= 50) and (length(received_by) <= 320) and (length(closed_by) <= 320)));

alter table public.calls add constraint calls_moments check ((private.is_moment(created_at) and private.is_moment(waiting_since) and private.is_moment(received_at) and private.is_moment(assigned_at) and private.is_moment(on_scene_at) and private.is_moment(closed_at)));

alter table public.call_events add constraint call_events_kind check ((kind = any (array['received'::text, 'changed'::text, 'unit_assigned'::text, 'unit_en_route'::text, 'unit_on_scene'::text, 'unit_cleared'::text, 'noted'::text, 'closed'::text, 'reopened'::text, 'undone'::text])));

alter table public.call_events add constraint call_events_by_length check ((length(by) <= 320));

alter table public.call_events add constraint call_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.call_events add constraint call_events_moments check ((private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at)));

alter table public.call_units add constraint call_units_lengths check (((length(unit_number) <= 50) and (length(status_before) <= 50) and (length(given_status) <= 50)));

alter table public.call_units add constraint call_units_moments check ((private.is_moment(created_at) and private.is_moment(given_since) and private.is_moment(assigned_at) and private.is_moment(en_route_at) and private.is_moment(on_scene_at) and private.is_moment(cleared_at)));

alter table public.calls add constraint calls_duplicate_of_fkey foreign key (duplicate_of) references public.calls(id) on delete set null;

alter table public.call_units add constraint call_units_call_id_fkey foreign key (call_id) references public.calls(id) on delete cascade;

alter table public.call_units add constraint call_units_unit_id_fkey foreign key (unit_id) references public.units(id) on delete set null;

create index calls_open_idx on public.calls (priority, waiting_since, id) where status <> 'closed';

create index calls_closed_idx on public.calls (closed_at desc, id desc) where status = 'closed';

create index calls_place_idx on public.calls (place_key, received_at) where status <> 'closed';

create index calls_latest_number_idx on public.calls (left(number, 4), length(number), number);

create index calls_oldest_idx on public.calls (received_at);

create index calls_duplicate_of_idx on public.calls (duplicate_of) where duplicate_of is not null;

create index call_events_call_newest_idx on public.call_events (call_id, received_at desc, id desc);

create index call_events_batch_idx on public.call_events (batch_id) where batch_id is not null;

create index call_events_oldest_idx on public.call_events (received_at);

create unique index call_units_once_idx on public.call_units (call_id, unit_id) where cleared_at is null;

create index call_units_call_idx on public.call_units (call_id);

create index call_units_unit_idx on public.call_units (unit_id, assigned_at);

create trigger call_events_only_grow before update on public.call_events
  for each row when (old.* is distinct from new.*) execute function private.keep_call_events();

create trigger units_leave_calls before delete on public.units for each row execute function private.unit_leaves_calls();

create trigger units_lock_calls before delete on public.units for each statement execute function private.lock_before_units_go();

alter table public.calls enable row level security;

alter table public.call_units enable row level security;

alter table public.call_events enable row level security;

create policy "Dispatch reads calls" on public.calls
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch reads what happened to calls" on public.call_events
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch reads units on calls" on public.call_units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

grant execute on function public.assign_units(uuid,uuid,uuid[],jsonb,text) to authenticated;

grant execute on function public.change_call(uuid,uuid,jsonb,jsonb,text) to authenticated;

grant execute on function public.mark_duplicate(uuid,uuid,uuid,text) to authenticated;

grant execute on function public.receive_call(jsonb,text) to authenticated;

grant execute on function public.record_call_event(uuid,uuid,text,text,text,text,text) to authenticated;

grant execute on function public.record_unit_step(uuid,uuid,uuid,text,timestamp with time zone,text,integer) to authenticated;

comment on function private.unit_event() is 'The event {id, cause, by, call_id, batch_id} whose change of a unit is under way; null for a change by the table API.';

comment on function private.erase_dispatch(integer) is 'Erases calls and histories after 12 months, callers and answers after 30 days, at most so many rows of each. Gives the largest count.';

comment on function public.undo_press(uuid,uuid,text) is 'Takes back one''s own status, assignment, step or closing within 60 seconds: statuses and their times are as before. What somebody did since is told, not undone.';

comment on table public.calls is 'Calls that dispatch received, numbered by year. Functions alone change them; call_events has what happened.';

comment on table public.call_units is 'Units that were sent to calls, with the times of their steps; sent again, a unit gets a new row.';

comment on table public.call_events is 'What happened to calls, who did it and when; written by the database, only added to.';

comment on column public.calls.assigned_at is 'When the first unit was sent; kept when the call waits again.';

comment on column public.call_units.given_status is 'The status that a call gave the unit; null when the unit kept its own.';

comment on column public.call_units.given_since is 'Since when the unit has the given status: by it a status that somebody set later is told apart.';

comment on function private.call_place_key(text) is 'A place as it is compared: letters and digits alone, without case.';

comment on function private.keep_call_events() is 'An event of a call stays as it was, but for the caller, who is erased.';

comment on function private.lock_calls() is 'Lets the transactions that change calls go one after the other.';

comment on function private.note_call(uuid,uuid,text,text,timestamp with time zone,uuid,jsonb) is 'Notes what happened to a call.';

comment on function private.undo_call_press(uuid,uuid,text) is 'Takes back one''s own assignment, step or closing within 60 seconds: call, units and their times are as before. What somebody did since is told.';

comment on function private.lock_before_units_go() is 'Takes the lock of calls before units are locked, in the order of every rule of calls.';

comment on function private.unit_leaves_calls() is 'A deleted unit leaves its calls; one without another unit is back in the queue.';

comment on function private.call_for(uuid) is 'The call that a rule is about, with the lock of all calls.';

comment on function private.call_state(public.calls) is 'What events change of a call, as it is before an event that may be taken back.';

comment on function private.change_of_call(public.calls) is 'The answer to a call that somebody else was faster than: its status now, who changed it and when.';

comment on function private.receive_of(jsonb) is 'A call as a screen sends it: id, place, and what was typed beside it.';

comment on function private.after_cleared(public.calls,boolean) is 'What becomes of a call without units: cleared when somebody was on scene, back in the queue otherwise, and when the last unit was deleted.';

comment on function private.close_call(public.calls,uuid,text,uuid,text) is 'Closes a call and clears its units.';

comment on function private.set_by_call(uuid,text,uuid,uuid,text) is 'Sets the status of a unit on behalf of a call, and gives the unit.';

comment on function private.status_times(public.units) is 'A unit''s status with its times, as events keep it.';

comment on function private.clear_unit(public.call_units,timestamp with time zone,uuid,text) is 'Takes a unit off a call. It gets cleared_status, or the status before, only when it is on no other call and still has the status of the call.';

comment on function private.sending_codes(public.units,uuid) is 'Why a dispatcher is asked before the unit is sent, and the call that it is on; none for a free unit.';

comment on function private.send_unit(public.units,public.calls,uuid,text) is 'Sends a unit to a call. It takes assigned_status if it was free; a unit with another status keeps it.';

comment on function private.give_on_scene(public.units,public.call_units,uuid,text) is 'Gives a unit on scene the status of the settings, if it still has the status that the call gave it.';

comment on function public.receive_call(jsonb,text) is 'Stores a call, always, and names the open calls of the same place from the last 30 minutes.';

comment on function public.change_call(uuid,uuid,jsonb,jsonb,text) is 'Changes what is said of a call. A field that somebody changed since the screen showed it is told; two who change different fields both succeed.';

comment on function public.assign_units(uuid,uuid,uuid[],jsonb,text) is 'Sends units to a call. Free units go at once; for others it says why they are asked about, and they go once that is accepted.';

comment on function public.record_unit_step(uuid,uuid,uuid,text,timestamp with time zone,text,integer) is 'Records a step of a unit on a call, at most 12 hours back and not before it was sent. The first time counts; a later press is told it.';

comment on function public.mark_duplicate(uuid,uuid,uuid,text) is 'Closes a call into another of the same matter; its text and caller are a note there.';

comment on function public.record_call_event(uuid,uuid,text,text,text,text,text) is 'Records a note, closes a call with a result, or opens it again within 24 hours with a reason. Notes are never in conflict.';

alter publication supabase_realtime add table public.call_events;

alter publication supabase_realtime add table public.call_units;

alter publication supabase_realtime add table public.calls;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('call_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('call_units', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('calls', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('assign_units')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('change_call')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('mark_duplicate')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('receive_call')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_call_event')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_unit_step')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
