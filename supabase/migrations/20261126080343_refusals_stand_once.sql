-- Refusals stand once: functions name a refusal of `private.refusal`, which has its SQLSTATE and its text. What callers read stays as it was.

set local check_function_bodies = off;

drop function private.wait_in_words(text,timestamp with time zone);

drop function private.refuse(text,text,text);

create or replace function private.add_photos(fine public.fines, photos jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if jsonb_array_length(photos) + (select count(*) from public.fine_photos p where p.fine_id = fine.id) > 8 then
    perform private.refuse('too-many-photos', 'photos');
  end if;
  insert into public.fine_photos (id, fine_id, project_id, path, sha256, taken_at, category)
    select p.id, fine.id, fine.project_id, p.path, p.sha256, p.taken_at, p.category
    from jsonb_to_recordset(photos) p (id uuid, path text, sha256 text, taken_at timestamptz, category text);
end;
$$;

create or replace function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text, data jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  roles constant text[] := array[actor.kind] || case when private.is_issuer(fine, actor) then '{issuer}'::text[] else '{}' end;
  given constant jsonb := coalesce(data, '{}');
  made_at constant timestamptz := coalesce((given ->> 'made_at')::timestamptz, now());
  known public.fine_events;
  -- What the case is before anything; `fine` becomes what it will be.
  old constant public.fines := fine;
  step private.case_transitions;
  kept jsonb;
  reminder public.fine_events;
begin
  select e.* into known from public.fine_events e where e.id = event_id;
  if known.id is not null and (known.fine_id, known.kind, private.id_key(known.by_id), known.by_account)
    is distinct from (fine.id, event_kind, private.id_key(actor.id), actor.account) then
    perform private.refuse('event-used', 'event_id');
  end if;
  if known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
  end if;
  if expected_event <> fine.last_event and exists (select from private.case_transitions t where t.kind = event_kind and t.moves) then
    perform private.refuse('case-changed', 'expected_event', array[private.status_in_words(fine.status)], fine.status);
  end if;
  -- Who may, before what is wrong with it.
  perform private.transition_of(event_kind, fine.status, roles, array(select distinct n from private.case_transitions t, unnest(t.needs) n));
  perform private.require_case_data(event_kind, note, given);
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or private.by_hand(old.id) > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  elsif event_kind = 'payment_moved' then
    fine := private.move_back(fine, event_id, given, actor);
  end if;
  step := private.transition_of(event_kind, old.status, roles, private.case_facts(fine, old.left_ore, old.paid_ore, actor, made_at));
  if 'note' = any (step.wants) and coalesce(note, '') !~ '\S' then
    perform private.refuse('no-note', 'note');
  end if;
  if 'due_date' = any (step.wants) then
    if coalesce(given ->> 'due_date', '') !~ '^\d{4}-\d\d-\d\d$' or (given ->> 'due_date')::date < private.day_of(now()) then
      perform private.refuse('due-date-missing', 'due_date');
    end if;
    fine.due_date := (given ->> 'due_date')::date;
  end if;
  if event_kind = 'reminded' and not exists (select from public.fine_events e where e.fine_id = fine.id and (e.data ->> 'fee')::int > 0
      and private.reminder_holds(e.fine_id, e.number)) then
    -- The fee once a case, and only as it was agreed.
    fine.fee := private.reminder_fee_of(fine);
  end if;
  if event_kind = 'reminder_undone' then
    -- The day and the fee of before; reminders from before they were kept have the day of the event before them.
    select e.* into reminder from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' order by e.number desc limit 1;
    fine.due_date := coalesce((reminder.data ->> 'was_due')::date, (select (e.data ->> 'due_date')::date from public.fine_events e
      where e.fine_id = fine.id and e.number < reminder.number and e.data ? 'due_date' order by e.number desc limit 1), fine.due_date);
    if (reminder.data ->> 'fee')::int > 0 then
      fine.fee := 0;
    end if;
  end if;
  kept := private.keep_case_data(fine, event_kind, event_id, note, given, actor);
  if event_kind = 'reminded' and fine.fee = old.fee then
    kept := kept || '{"fee": 0}';
  end if;
  if event_kind = 'reminded' then
    kept := kept || jsonb_build_object('was_due', old.due_date);
  elsif event_kind = 'reminder_undone' then
    kept := jsonb_build_object('due_date', fine.due_date);
  end if;
  fine.status := case step.to_status
    when 'before' then case event_kind when 'reminder_undone' then reminder.status_before else private.status_before_paid(fine.id) end else coalesce(step.to_status, fine.status) end;
  update public.fines f set status = fine.status, paid_ore = fine.paid_ore, fee = fine.fee, due_date = fine.due_date,
      recovered_ore = case when old.status = 'written_off' and fine.status = 'written_off' then private.recovered_of(fine, event_kind) else 0 end,
      delivery = case when event_kind = 'delivered' then given ->> 'delivery' else f.delivery end,
      needs_review = f.needs_review and event_kind <> 'reviewed',
      last_event = case when step.moves then event_id else f.last_event end
    where f.id = old.id returning * into fine;
  perform private.add_case_event(fine.id, fine.project_id, event_id, event_kind, actor, made_at,
    -- Texts of drivers and decisions lie with their objection.
    case when event_kind in ('objected', 'supplemented', 'objection_accepted', 'objection_rejected') then null else note end,
    kept, old.status, fine.status);
  return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
end;
$$;

create or replace function private.case_for(fine_id uuid, acting_as text, OUT fine public.fines, OUT actor private.case_actor)
  returns record
  language plpgsql security definer
  set search_path = ''
as $$
declare
  place text;
begin
  select f.* into fine from public.fines f where f.id = fine_id;
  while fine.id is not null and actor.id is null loop
    place := fine.project_id;
    begin
      actor := private.case_staff(place, acting_as);
    exception when insufficient_privilege then
      fine := null;
    end;
    if fine.id is not null then
      select f.* into fine from public.fines f where f.id = fine_id for update;
      -- The site may have got another code meanwhile.
      if fine.project_id is distinct from place then
        actor := null;
      end if;
    end if;
  end loop;
  if fine.id is null then
    if private.is_hardened() and not exists (
      select from private.own_staff(array['admin', 'attendant']) s where s.user_key = private.id_key(acting_as)) then
      perform private.refuse_stranger();
    end if;
    perform private.refuse('no-such-case', 'fine_id');
  end if;
end;
$$;

create or replace function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamp with time zone)
  returns public.fines
  language plpgsql stable
  set search_path = ''
as $$
declare
  fine public.fines := jsonb_populate_record(null::public.fines, given);
  violation public.violations;
  parking public.parkings;
begin
  if fine.id is null or coalesce(private.plate_key(fine.plate), '') = '' then
    perform private.refuse('no-plate', case when fine.id is null then 'id' else 'plate' end);
  end if;
  fine.project_id := actor.project;
  fine.received_at := coalesce(moment, now());
  fine.was_offline := coalesce(fine.was_offline, false);
  fine.issued_at := coalesce(fine.issued_at, now());
  moment := coalesce(moment, private.moment_of(fine));
  -- An admin sends what an attendant issued without a network and cannot send.
  fine.issued_by := case when actor.kind = 'admin' and fine.was_offline and private.has_worked_at(actor.project, fine.issued_by)
    then fine.issued_by else actor.id end;
  fine.account_id := case when private.id_key(fine.issued_by) = private.id_key(actor.id) then actor.account else (
    select s.account_id from public.staff_accounts s where s.kind = 'attendant' and s.project_id is not distinct from actor.project
      and s.user_key = private.id_key(fine.issued_by)) end;
  fine.kind := coalesce(fine.kind, case when fine.parking_id is null then 'report' else 'ticket' end);
  fine.public_key := coalesce(fine.public_key, translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_'));
  fine.car_model := coalesce(fine.car_model, '');
  fine.car_color := coalesce(fine.car_color, '');
  fine.street := coalesce(fine.street, '');
  fine.notes := coalesce(fine.notes, '');
  fine.due_date := coalesce(fine.due_date, private.day_of(moment) + (private.settings_of(actor.project)).due_days);
  if fine.violation_id is not null then
    select v.* into violation from public.violations v where v.id = fine.violation_id and v.project_id = actor.project;
    if violation.id is null and not fine.was_offline then
      perform private.refuse('no-such-violation', 'violation_id');
    end if;
    fine.violation_id := violation.id;
    fine.violation_code := coalesce(violation.code, fine.violation_code);
    fine.violation_text := coalesce(violation.text, fine.violation_text);
    fine.amount := coalesce(fine.amount, violation.amount);
  elsif not fine.was_offline then
    fine.violation_code := '';
  end if;
  fine.violation_code := coalesce(fine.violation_code, '');
  if coalesce(fine.violation_text, '') !~ '\S' then
    perform private.refuse('no-violation', 'violation_text');
  end if;
  if fine.amount is null then
    perform private.refuse('amount-not-positive', 'amount');
  end if;
  -- The first check of the day, unless it is said why it began before.
  fine.observed_from := least(fine.observed_from, coalesce(
    private.first_check(actor.project, private.plate_key(fine.plate), moment, fine.was_offline), fine.observed_from, moment));
  select p.* into parking from public.parkings p where p.id = fine.parking_id
    and p.site_id is not distinct from private.site_of(actor.project)
    and (p.site_id is not null or p.project_id is not distinct from actor.project);
  if parking.id is not null then
    fine.parking_snapshot := jsonb_build_object('id', parking.id, 'ref_number', parking.ref_number, 'start_time', parking.start_time,
      'end_time', parking.end_time, 'created_at', parking.created_at, 'street', parking.street, 'changes', private.parking_changes(parking.id));
  else
    if fine.parking_snapshot ->> 'id' is distinct from fine.parking_id::text then
      fine.parking_snapshot := null;
    end if;
    -- A parking that is gone is kept as it stood, with who removed it. What a phone saw of it is nearer to the fine.
    fine.parking_snapshot := coalesce(private.removed_parking(actor.project, fine.parking_id) || coalesce(fine.parking_snapshot, '{}'),
      fine.parking_snapshot);
  end if;
  return fine;
end;
$$;

create or replace function private.fine_refusals(fine public.fines, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(r.refusal), '[]')
  from (values
    (fine.amount <= 0, private.refusal('amount-not-positive', 'amount')),
    (fine.amount > private.max_amount(fine),
      private.refusal('amount-too-high', 'amount', array[replace(to_char(private.max_amount(fine), 'FM999,999'), ',', ' ')])),
    (fine.due_date < private.day_of(moment), private.refusal('due-date-passed', 'due_date')),
    (fine.observed_from < coalesce(private.first_check(fine.project_id, private.plate_key(fine.plate), moment, fine.was_offline), moment - interval '1 minute')
      and not private.is_reason(fine.observed_reason), private.refusal('no-observed-reason', 'observed_reason'))
  ) as r (is_so, refusal)
  where r.is_so;
$$;

create or replace function private.gaps_in_words(gaps text[])
  returns text
  language sql immutable
  set search_path = ''
as $$
  select string_agg(w.word, ', ' order by w.place)
  from (values (1, 'issuer', 'utfärdare'), (2, 'payment', 'betalsätt'), (3, 'contact', 'kontaktuppgift'),
    (4, 'address', 'webbadress (PUBLIC_URL)')) w (place, code, word)
  where w.code = any (gaps);
$$;

create or replace function private.give_addresses(accounts uuid[])
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  person record;
begin
  for person in
    select s.account_id, s.user_id, private.staff_address(s.kind, s.project_id, s.user_id) as address
    from public.staff_accounts s join auth.users u on u.id = s.account_id
    where s.account_id = any (accounts) and u.email is distinct from private.staff_address(s.kind, s.project_id, s.user_id)
  loop
    if person.address is null then
      perform private.refuse('id-too-long', null, array[person.user_id]);
    end if;
    -- An account that nobody finished making gives way; one that will move steps aside, and its turn comes.
    delete from auth.users u where u.email = person.address and not u.is_sso_user
      and not exists (select from public.staff_accounts s where s.account_id = u.id);
    update auth.users set email = 'moving-' || id || '@attendant.konto.parkering.example'
      where email = person.address and not is_sso_user and id = any (accounts);
    update auth.users set email = person.address where id = person.account_id;
    update auth.identities set identity_data = identity_data || jsonb_build_object('email', person.address)
      where user_id = person.account_id and provider = 'email';
  end loop;
end;
$$;

create or replace function private.keep_hook_address()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Each event makes a message for each of them.
  if coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and (select count(*) from public.message_hooks h where h.project_id = new.project_id) >= 20 then
    perform private.refuse('too-many-receivers');
  end if;
  if new.channel is distinct from 'discord' then
    new.address := '';
    return new;
  end if;
  begin
    insert into private.hook_addresses (hook_id, address) values (new.id, new.address);
  exception when check_violation or not_null_violation then
    -- The error of the check itself would repeat the address.
    perform private.refuse('no-webhook');
  end;
  new.address := split_part(new.address, '/', 3) || ' …' || right(new.address, 4);
  return new;
end;
$$;

create or replace function private.list_in(value jsonb, field text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('array', 'null') then
    perform private.refuse('unreadable-values', field);
  end if;
  return case when jsonb_typeof(value) = 'array' then value else '[]' end;
end;
$$;

create or replace function private.mail_decision(fine public.fines, objection public.objections)
  returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  message uuid;
begin
  if (select count(*) from public.outbox o where o.fine_id = fine.id and o.event = 'decision'
    and o.facts ->> 'objection_id' = objection.id::text and o.made_at > now() - interval '24 hours') >= 5 then
    perform private.refuse('reply-sent-often', 'objection_id');
  end if;
  insert into public.outbox (project_id, fine_id, about, channel, event, facts)
  select fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', case when fine.status = 'paid' then 0 else fine.left_ore end,
    'due_date', fine.due_date, 'lang', objection.lang)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id into message;
  return message;
end;
$$;

create or replace function private.money_keeper(project text, acting_as text)
  returns private.case_actor
  language plpgsql security definer
  set search_path = ''
  set lock_timeout = '5s'
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(actor.project, ''), 0));
  return actor;
exception when lock_not_available then
  perform private.refuse('money-busy', 'project');
end;
$$;

create or replace function private.move_back(fine public.fines, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  root public.payments;
  ore bigint;
begin
  select r.* into root from public.payments p join public.payments r on r.id = coalesce(p.part_of, p.id)
    where p.id::text = data ->> 'payment_id' and p.fine_id = fine.id and p.file_id is not null and p.amount_ore > 0;
  if root.id is null then
    perform private.refuse('no-bank-payment', 'payment_id');
  end if;
  if exists (select from public.payment_files f where f.id = root.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  select sum(p.amount_ore) into ore from public.payments p where p.fine_id = fine.id and root.id in (p.id, p.part_of);
  if ore <= 0 then
    perform private.refuse('payment-undone', 'payment_id');
  end if;
  if ore > fine.paid_ore then
    perform private.refuse('payment-refunded', 'payment_id');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, file_id, part_of, by_id) values
    (event_id, fine.id, fine.project_id, -ore, root.value_date, root.method, root.file_id, root.id, actor.id),
    (gen_random_uuid(), null, fine.project_id, ore, root.value_date, root.method, root.file_id, root.id, actor.id);
  fine.paid_ore := fine.paid_ore - ore;
  fine.fee := private.fee_of(fine);
  return fine;
end;
$$;

create or replace function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('not-overpaid', 'amount_ore');
  end if;
  if kind = 'payment_undone' and -ore > least(fine.paid_ore, private.by_hand(fine.id)) then
    perform private.refuse('not-by-hand', 'amount_ore');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id, file_id, part_of, reading)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id, (data ->> 'file_id')::uuid,
      (data ->> 'part_of')::uuid, coalesce((data ->> 'reading')::int, 0));
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('payment-booked', 'bank_key');
end;
$$;

create or replace function private.refuse_longer(parking public.parkings, field text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  most constant int := (private.settings_of(parking.project_id)).max_parking_hours;
  span record;
  latest timestamptz;
begin
  if most is null or not parking.active then
    return;
  end if;
  -- Two that would touch each other wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('longest parking ' || coalesce(parking.site_id::text, parking.project_id, '') || ' '
    || private.plate_key(parking.ref_number), 0));
  select s.* into span from private.span_with(parking, most) s;
  if span.ended <= span.began + make_interval(hours => most) then
    return;
  end if;
  latest := span.began + make_interval(hours => most);
  perform private.refuse('parking-too-long', field, array[
    case most when 1 then '1 timme' else most || ' timmar' end,
    case when span.ended > parking.end_time or latest <= parking.start_time
      then ', och bilens andra parkeringar här räknas med'
      else ', alltså längst till ' || to_char(latest at time zone 'Europe/Stockholm',
        case when private.day_of(latest) = private.day_of(now()) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end) end]);
end;
$$;

create or replace function private.refuse_other_past()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  follows constant text[] := '{project_id,site_id}';
  was jsonb := to_jsonb(old) - follows;
begin
  if private.erases() then
    return new;
  end if;
  if tg_table_name = 'payments' and old.fine_id is null then
    was := was || jsonb_build_object('fine_id', new.fine_id);
  end if;
  if was is distinct from to_jsonb(new) - follows then
    perform private.refuse('past-changed');
  end if;
  return new;
end;
$$;

create or replace function private.refuse_own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.id_key(old.attendant_user_id) in (private.id_key(new.reviewed_by), private.id_key((select w.id from private.who_acts() w))) then
    perform private.refuse('own-shift', 'reviewed_by');
  end if;
  return new;
end;
$$;

create or replace function private.refuse_stranger()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.refuse('no-right');
end;
$$;

create or replace function private.refuse_trail_change()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.erases() then
    return null;
  end if;
  perform private.refuse('trail-changed');
end;
$$;

create or replace function private.require_bank_rows(given jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 5000 then
    perform private.refuse('row-count', 'rows');
  end if;
  select min(r.n) into wrong from jsonb_array_elements(given) with ordinality r (row, n)
    where jsonb_typeof(r.row) <> 'object' or coalesce(r.row ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or not private.is_day(r.row ->> 'value_date')
      or length(coalesce(r.row ->> 'bank_key', '')) not between 1 and 200
      or length(coalesce(r.row ->> 'payer_text', '')) > 500 or length(coalesce(r.row ->> 'method', '')) > 50
      or length(coalesce(r.row ->> 'reference', '')) > 500;
  if wrong is not null then
    perform private.refuse('unreadable-row', 'rows', array[wrong::text]);
  end if;
  if (select sum((row ->> 'amount_ore')::bigint) from jsonb_array_elements(given) r (row)) >= 1000000000000 then
    perform private.refuse('amounts-absurd', 'rows');
  end if;
end;
$$;

create or replace function private.require_case_data(kind text, note text, data jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  wrong text := case kind
    when 'payment' then case
      when coalesce(data ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$' then 'amount_ore'
      when coalesce(data ->> 'value_date', '') !~ '^\d{4}-\d\d-\d\d$' then 'value_date' end
    when 'refunded' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_undone' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_moved' then case when coalesce(data ->> 'payment_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'payment_id' end
    when 'withdrawn' then case
      when coalesce(data ->> 'ground', '') not in ('felskrivet', 'giltig rätt', 'skyltning', 'stöld', 'uppenbart oskäligt', 'ej överlämnad',
        'dömd', 'annat') then 'ground'
      when data ->> 'ground' = 'annat' and coalesce(note, '') !~ '\S' then 'note' end
    when 'recipient_set' then case
      when coalesce(data ->> 'role', '') not in ('owner', 'driver') then 'role'
      when coalesce(data ->> 'name', '') !~ '\S' then 'name' end
    when 'delivered' then case when coalesce(data ->> 'delivery', '') not in ('fixed', 'handed', 'not_delivered') then 'delivery' end
    when 'photo_added' then case when data ->> 'id' is null then 'id' end
  end;
begin
  if wrong is not null then
    perform private.refuse('unreadable', wrong);
  end if;
end;
$$;

create or replace function private.require_delivery_secret(secret text)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not exists (select from private.settings s where s.delivery_secret_hash = private.hash_of_key(secret)) then
    perform private.refuse('not-the-secret');
  end if;
end;
$$;

create or replace function private.require_objection(objection_id uuid, name text, email text, text text, photos jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  wrong text[] := case
    when objection_id is null then '{objection_id,unreadable}'
    when coalesce(name, '') !~ '\S' or length(name) > 200 then '{name,no-name}'
    when length(email) > 320 or coalesce(email, '') !~ '^\s*([^\s@]+@[^\s@]+)?\s*$' then '{email,no-mail-address}'
    when coalesce(text, '') !~ '\S' then '{text,no-reasons}'
    when length(text) > 4000 then '{text,objection-too-long}'
    when jsonb_typeof(photos) <> 'array' then '{photos,unreadable}'
    when jsonb_array_length(photos) > 4 then '{photos,too-many-objection-photos}'
    when exists (select from jsonb_array_elements(photos) p where jsonb_typeof(p) <> 'object'
      or coalesce(p ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or coalesce(p ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
      or coalesce(p ->> 'type', '') not in ('jpg', 'png', 'webp'))
      or (select count(distinct p ->> 'id') from jsonb_array_elements(photos) p) < jsonb_array_length(photos)
      then '{photos,unreadable-photos}'
  end::text[];
begin
  if wrong is not null then
    perform private.refuse(wrong[2], wrong[1]);
  end if;
end;
$$;

create or replace function private.require_own_objection()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  photos constant jsonb := case when jsonb_typeof(new.photos) = 'array' then new.photos else '[]' end;
begin
  if exists (select from jsonb_array_elements(photos) p where not private.is_photo_of(new.id, p ->> 'path')) then
    perform private.refuse('unreadable-photos', 'photos');
  end if;
  if new.reply_key_hash is not null and (new.reply_key_hash <> private.hash_of_key(private.reply_key(new.id))
      or not exists (select from private.driver_calls c where c.id = new.id and c.objection_id = new.id and c.fine_id = new.fine_id)) then
    perform private.refuse('unreadable-value', 'reply_key_hash');
  end if;
  return new;
end;
$$;

create or replace function private.supplement(fine public.fines, actor private.case_actor, sent uuid, by_whom text, text text, photos jsonb, content_hash text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  objection public.objections;
  added constant text := coalesce(by_whom || E':\n', '') || supplement.text;
  added_photos constant int := jsonb_array_length(supplement.photos);
  strangers record;
  folder uuid;
begin
  select o.* into objection from public.objections o where o.fine_id = fine.id and o.decision is null;
  select coalesce(sum(c.letters), 0) as letters, coalesce(sum(c.photos), 0) as photos into strangers
    from private.driver_calls c where c.objection_id = objection.id and c.is_stranger;
  if length(objection.text) + length(added) + 2 > 20000 or jsonb_array_length(objection.photos) + added_photos > 20
    or (by_whom is not null and (strangers.letters + length(added) > 8000 or strangers.photos + added_photos > 8)) then
    perform private.refuse('objection-full', 'text');
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash, is_stranger, letters, photos)
    values (sent, fine.id, objection.id, supplement.content_hash, by_whom is not null, length(added), added_photos)
    returning c.folder into folder;
  perform private.apply_case_event(fine, actor, sent, 'supplemented', null, added, null);
  update public.objections o set photos = o.photos || private.listed_photos(supplement.photos, folder, sent) where o.id = objection.id;
end;
$$;

drop function private.too_many(private.case_actor,text,text);

create or replace function private.too_many(actor private.case_actor, kind text, refusal text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  since timestamptz;
begin
  if actor.account is null or not private.is_hardened() then
    return '[]';
  end if;
  -- Two of one account at once count one after the other. Whoever waits here holds its plate already.
  perform pg_advisory_xact_lock(hashtextextended('issuing ' || actor.account, 0));
  select e.created_at into since from public.fine_events e
    where e.by_account = actor.account and e.kind = too_many.kind and e.created_at > now() - interval '15 minutes'
    order by e.created_at desc offset 59 limit 1;
  return case when since is null then '[]' else 
    jsonb_build_array(private.refusal(refusal, 'issued_at', array[private.wait_in_words(since)])) end;
end;
$$;

comment on function private.too_many(private.case_actor,text,text) is 'The refusal of an account that issued or corrected as much as one person can, 60 in 15 minutes; empty below that. `specified`, which believes everybody''s ID, limits nobody (decisions §4).';

create or replace function private.transition_of(event_kind text, status text, roles text[], facts text[])
  returns private.case_transitions
  language plpgsql stable
  set search_path = ''
as $$
declare
  found_row private.case_transitions;
  missing text[];
begin
  if not exists (select from private.case_transitions t where t.kind = event_kind) then
    perform private.refuse('no-such-event', 'kind');
  end if;
  if not exists (select from private.case_transitions t where t.kind = event_kind and t.by && roles) then
    perform private.refuse_stranger();
  end if;
  select t.* into found_row from private.case_transitions t
    where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles and t.needs <@ facts
    order by t.place limit 1;
  if found_row.place is null then
    select array(select n from unnest(t.needs) n where n <> all (facts)) into missing from private.case_transitions t
      where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles order by t.place desc limit 1;
    if 'not-own' = any (missing) then
      perform private.refuse('own-fine', 'kind');
    end if;
    perform private.refuse('wrong-state', 'kind', array[private.status_in_words(status)], coalesce(array_to_string(missing, ','), ''));
  end if;
  return found_row;
end;
$$;

create or replace function public.add_permits(permits jsonb)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  added int;
begin
  if jsonb_typeof(permits) is distinct from 'array' or jsonb_array_length(permits) not between 1 and 1000 then
    perform private.refuse('permit-count');
  end if;
  insert into public.permits (id, project_id, plate, holder, note, attendant_note, valid_from, valid_until, created_by)
    select p.id, p.project_id, p.plate, coalesce(p.holder, ''), coalesce(p.note, ''), coalesce(p.attendant_note, ''), p.valid_from,
      p.valid_until, p.created_by
    from jsonb_to_recordset(permits) p (id uuid, project_id text, plate text, holder text, note text, attendant_note text,
      valid_from timestamptz, valid_until timestamptz, created_by text);
  get diagnostics added = row_count;
  return added;
end;
$$;

create or replace function public.assign_objection(objection_id uuid, take boolean, seen text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if objection.decision is not null then
    perform private.refuse('objection-decided', 'objection_id');
  end if;
  if (case when take then private.id_key(objection.assigned_to) = private.id_key(actor.id) else objection.assigned_to is null end) then
    -- A repeated call, or what was wished is so already.
    return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
  end if;
  if objection.assigned_to is distinct from seen then
    perform private.refuse(case when objection.assigned_to is null then 'objection-released' else 'objection-taken' end, 'assigned_to',
      array[objection.assigned_to]);
  end if;
  update public.objections o set assigned_to = case when take then actor.id end where o.id = objection.id returning * into objection;
  return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
end;
$$;

create or replace function public.book_payments(project text, rows jsonb, file jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given_hash constant text := encode(sha256(convert_to(rows::text, 'UTF8')), 'hex');
  known public.payment_files;
  made public.payment_files := jsonb_populate_record(null::public.payment_files, jsonb_build_object('id', file ->> 'id', 'name', coalesce(file ->> 'name', '')));
  moves private.money_move[];
begin
  if made.id is null or length(made.name) > 200 then
    perform private.refuse('unreadable', 'file');
  end if;
  perform private.require_bank_rows(rows);
  select f.* into known from public.payment_files f where f.id = made.id;
  if known.id is not null and (known.project_id, private.id_key(known.by_id)) is distinct from (actor.project, private.id_key(actor.id)) then
    perform private.refuse('file-used', 'file');
  end if;
  if known.rows_hash <> given_hash then
    perform private.refuse('file-used', 'file');
  end if;
  if known.undone_at is not null then
    perform private.refuse('file-undone', 'file');
  end if;
  if known.id is null then
    select array_agg(row(b.n, gen_random_uuid(), b.fine_id, b.amount_ore, b.value_date, b.method,
          case b.state when 'placed' then b.payer_text else left(concat_ws(' · ', b.payer_text, nullif(b.reference, '')), 500) end,
          b.bank_key, b.reading)::private.money_move order by b.n) filter (where b.state <> 'already'),
        count(*) filter (where b.state = 'placed'), count(*) filter (where b.state = 'unknown'), count(*) filter (where b.state = 'already'),
        coalesce(sum(b.amount_ore) filter (where b.state <> 'already'), 0)
      into moves, made.placed, made.unknown, made.already, made.sum_ore
      from private.bank_rows(actor.project, rows) b;
    -- All cases at once and in one order, so that no two calls wait for each other.
    perform from public.fines f where f.id in (select m.fine_id from unnest(moves) m) order by f.id for update;
    insert into public.payment_files (id, project_id, name, placed, unknown, already, sum_ore, by_id, rows_hash, columns)
      values (made.id, actor.project, made.name, made.placed, made.unknown, made.already, made.sum_ore, actor.id, given_hash,
        case when jsonb_typeof(file -> 'columns') = 'object' and length(file ->> 'columns') <= 10000 then file -> 'columns' end)
      returning * into known;
    perform private.move_money(moves, 'payment', made.id, actor);
  end if;
  return jsonb_build_object('outcome', 'booked', 'placed', known.placed, 'unknown', known.unknown, 'already', known.already,
    'sum_ore', known.sum_ore);
end;
$$;

create or replace function public.check_plate(project text, plate text, check_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  key constant text := private.plate_key(plate);
  found_right private.parking_right;
  known public.plate_checks;
begin
  if coalesce(key, '') = '' or length(plate) > 50 or check_id is null then
    perform private.refuse('no-plate', 'plate');
  end if;
  found_right := private.right_of(actor.project, key, now(), (private.settings_of(actor.project)).grace_minutes);
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id)
    values (check_id, actor.project, plate, found_right.outcome, found_right.parking_id, found_right.permit_id, actor.id, actor.account)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = check_id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (key, actor.project, private.id_key(actor.id), actor.account) then
      perform private.refuse('check-used', 'check_id');
    end if;
  end if;
  return jsonb_build_object('outcome', found_right.outcome, 'until', found_right.until, 'since', found_right.since,
      'registered_at', found_right.registered_at,
      'parking', (select jsonb_build_object('id', p.id, 'ref_number', p.ref_number, 'car_model', p.car_model, 'car_color', p.car_color,
          'street', p.street, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at)
        || case when actor.kind = 'admin' then jsonb_build_object('discord_username', p.discord_username) else '{}' end
        from public.parkings p where p.id = found_right.parking_id),
      'permit', (select jsonb_build_object('id', m.id, 'valid_from', m.valid_from, 'valid_until', m.valid_until, 'attendant_note', m.attendant_note)
        || case when actor.kind = 'admin' then jsonb_build_object('holder', m.holder, 'note', m.note) else '{}' end
        from public.permits m where m.id = found_right.permit_id),
      -- The plate's own right that somebody took away is the nearest.
      'similar', private.removed_rights(actor.project, key, now()) || private.similar_parkings(actor.project, key, now()))
    || private.plate_history(actor.project, key, actor.kind = 'admin', check_id);
end;
$$;

create or replace function public.correct_fine(fine_id uuid, event_id uuid, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changeable constant text[] := '{kind,car_model,car_color,street,discord_username,violation_id,violation_code,violation_text,amount,due_date,notes,observed_from,observed_reason,delivery,parking_id}';
  made_at constant timestamptz := coalesce((changes ->> 'made_at')::timestamptz, now());
  from_queue constant boolean := coalesce((changes ->> 'was_offline')::boolean, false);
  wanted constant jsonb := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(changes) c where c.key = any (changeable));
  held record;
  old public.fines;
  new public.fines;
  actor private.case_actor;
  reasons jsonb;
  refusals jsonb;
  warnings jsonb;
begin
  -- Whoever may not touch the case waits for nobody, and so learns nothing by time; case_for refuses them as it refuses a case that is none.
  select f.* into old from public.fines f where f.id = fine_id;
  begin
    actor := private.case_staff(old.project_id, acting_as);
  exception when insufficient_privilege then
    old := null;
  end;
  -- The lock of the plate before the one of the row, as issuing takes them.
  if old.id is not null then
    perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(old.project_id, '') || ' ' || coalesce(old.plate_key, ''), 0));
  end if;
  select c.* into held from private.case_for(fine_id, acting_as) c;
  old := held.fine;
  actor := held.actor;
  if private.is_issuer(old, actor)
    and exists (select from public.fine_events e where e.id = event_id and e.fine_id = correct_fine.fine_id and e.kind = 'corrected') then
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(old));
  end if;
  if not private.is_issuer(old, actor) or old.status <> 'issued'
    or made_at < old.issued_at - interval '10 minutes' or made_at > old.issued_at + interval '10 minutes'
    or (not from_queue and now() > old.received_at + interval '10 minutes')
    or exists (select from public.payments p where p.fine_id = correct_fine.fine_id)
    or exists (select from public.objections o where o.fine_id = correct_fine.fine_id) then
    perform private.refuse('correction-too-late', 'made_at');
  end if;
  if coalesce(changes ->> 'case_number', old.case_number) <> old.case_number
    or coalesce(private.plate_key(changes ->> 'plate'), old.plate_key) <> old.plate_key then
    perform private.refuse('correction-of-identity', case when changes ? 'plate' then 'plate' else 'case_number' end);
  end if;
  new := private.fine_of_call(to_jsonb(old) || wanted, actor, private.moment_of(old));
  if new.amount > old.amount then
    perform private.refuse('amount-raised', 'amount');
  end if;
  if new.violation_id is null and wanted ->> 'violation_id' is not null then
    perform private.refuse('no-such-violation', 'violation_id');
  end if;
  reasons := old.accepted_warnings || private.list_in(changes -> 'accepted', 'accepted');
  refusals := private.too_many(actor, 'corrected', 'corrected-too-fast')
    || private.fine_refusals(new, private.moment_of(old));
  warnings := private.fine_warnings(new, (select count(*)::int from public.fine_photos p where p.fine_id = old.id), private.moment_of(old));
  if refusals <> '[]' and not from_queue then
    perform private.raise_refusal(refusals -> 0);
  end if;
  if private.not_accepted(warnings, reasons) <> '[]' and not (from_queue or old.was_offline) then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
  end if;
  update public.fines f set kind = new.kind, car_model = new.car_model, car_color = new.car_color, street = new.street,
      discord_username = new.discord_username, violation_id = new.violation_id, violation_code = new.violation_code,
      violation_text = new.violation_text, amount = new.amount, due_date = new.due_date, notes = new.notes, observed_from = new.observed_from,
      observed_reason = new.observed_reason, delivery = new.delivery, parking_id = new.parking_id,
      parking_snapshot = case when new.parking_id is distinct from f.parking_id then new.parking_snapshot else f.parking_snapshot end,
      accepted_warnings = private.accepted_of(warnings, reasons),
      review_reasons = case when from_queue then f.review_reasons || refusals || private.not_accepted(warnings, reasons) else f.review_reasons end,
      needs_review = f.needs_review or from_queue,
      last_event = case when new.amount <> f.amount then event_id else f.last_event end
    where f.id = old.id returning * into new;
  perform private.add_case_event(old.id, old.project_id, event_id, 'corrected', actor, made_at, null,
    jsonb_build_object('before', (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(to_jsonb(old)) b
      where b.key = any (changeable) and b.value is distinct from to_jsonb(new) -> b.key)), 'issued', 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(new));
end;
$$;

create or replace function public.count_site_contents(site uuid)
  returns TABLE(people bigint, parkings bigint, shifts bigint, log_rows bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  code text;
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('count-for-main-admin');
  end if;
  select s.path into code from public.main_page_sites s where s.id = site;
  return query select
    (select count(*) from (
      select l.account_id, l.id from public.project_attendants l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.attendants l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.admin_accounts l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.ase_employees l where code = 'ASE'
    ) listed full join (
      select s.account_id from public.staff_accounts s where s.project_id = code and s.site_id = site and not s.serves_all
    ) accounts on accounts.account_id = listed.account_id),
    (select count(*) from public.parkings t where t.project_id = code and t.site_id = site),
    (select count(*) from public.shift_registrations t where t.project_id = code and t.site_id = site),
    (select count(*) from public.parking_deletion_logs t where t.project_id = code and t.site_id = site)
      + (select count(*) from public.attendant_deletion_logs t where t.project_id = code and t.site_id = site)
      + (select count(*) from public.web_activity_logs t where t.page_project = code and t.site_id = site);
end;
$$;

create or replace function public.demand_second_factor(kinds text[])
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- Whoever administers e-mail accounts acts as an agent too, and is asked for one at the log-in as what they administer.
  wanted text[] := case when 'agent' = any (kinds) then kinds || 'account-admin'::text else kinds end;
begin
  if not private.is_kind('main-admin') then
    perform private.refuse('factors-for-main-admin');
  end if;
  -- Nobody could take it back.
  if 'main-admin' = any (wanted) and not exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified'
  ) then
    perform private.refuse('no-own-factor');
  end if;
  update private.settings p set require_second_factor = array(select distinct k from unnest(wanted) k order by k),
    second_factor_from = case when 'main-admin' = any (p.require_second_factor) and not 'main-admin' = any (wanted)
      then p.second_factor_from || '{"main-admin": null}' else p.second_factor_from end;
  delete from auth.sessions s
    where coalesce(s.aal::text, 'aal1') = 'aal1'
      and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
      and (
        exists (select from public.staff_accounts a where a.account_id = s.user_id and a.kind = any (wanted))
        or exists (
          select from public.user_roles r where r.user_id = s.user_id
            and (case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' end) = any (wanted)
        )
      );
end;
$$;

create or replace function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  rest bigint;
  ended bigint;
  -- What the row had without a case at first; a row that was placed and moved back had nothing.
  had bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  had := case when given.fine_id is null then given.amount_ore else 0 end;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('unreadable', 'ground');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('no-note', 'note');
  end if;
  select had + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('event-used', 'ending_id');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse(case ground when 'reopened' then 'payment-reopened' else 'payment-used-up' end, 'payment_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, given.project_id, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then had + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;

create or replace function public.extend_parking(key text, new_end timestamp with time zone)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  parking public.parkings;
  longer public.parkings;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = private.hash_of_key(extend_parking.key) for update;
  if parking.id is null then
    return public.parking_by_receipt(extend_parking.key);
  end if;
  if parking.end_time <= now() or not parking.active then
    perform private.refuse('parking-ended', 'end_time');
  elsif extend_parking.new_end is null or not private.is_moment(extend_parking.new_end) or extend_parking.new_end < parking.end_time then
    perform private.refuse('end-not-later', 'new_end');
  elsif extend_parking.new_end > parking.end_time then
    longer := parking;
    longer.end_time := extend_parking.new_end;
    perform private.refuse_longer(longer, 'new_end');
    parking := private.change_parking(parking, parking.start_time, extend_parking.new_end);
  end if;
  return jsonb_build_object('outcome', 'extended', 'parking', private.parking_for_driver(parking));
end;
$$;

create or replace function public.get_first_steps()
  returns TABLE(has_site boolean, has_admin boolean, has_attendant boolean)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  -- What has people of other kinds, or none (document 1 §9).
  others constant text[] := '{721075,157715,ASE,YSTAD}';
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('steps-for-main-admin');
  end if;
  has_attendant := exists (select from public.attendants a)
    or exists (select from public.project_attendants a where a.project_id <> all (others));
  has_site := has_attendant or exists (select from public.main_page_sites s where s.path <> all (others || array['standard']));
  has_admin := exists (select from public.admin_accounts a where a.project_id <> all (others));
  return next;
end;
$$;

create or replace function public.get_system_state()
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('system-for-main-admin');
  end if;
  return jsonb_build_object(
    'now', now(),
    'database', current_setting('server_version'),
    'jobs', (select coalesce(jsonb_object_agg(n.name, n.noted || jsonb_build_object('at', n.at)), '{}')
      from private.system_notes n where n.kind = 'job'),
    -- The night begins at two (server/erasure/nightly.ts).
    'next_night', (private.day_of(now() - interval '2 hours') + 1 + time '02:00') at time zone 'Europe/Stockholm',
    'erases_from', (select s.erases_from from private.settings s),
    'swept_at', (select s.storage_swept_at from private.settings s),
    'messages', (select jsonb_build_object(
        'sent_at', max(o.sent_at),
        'waiting', count(*) filter (where o.sent_at is null and o.gave_up_at is null),
        'failed', count(*) filter (where o.sent_at is null and o.gave_up_at is not null),
        'oldest', min(o.made_at) filter (where o.sent_at is null and o.gave_up_at is null),
        'next', min(o.due_at) filter (where o.sent_at is null and o.gave_up_at is null))
      from public.outbox o),
    'backup', (select jsonb_build_object('at', b.made_at, 'bytes', b.bytes) from private.last_backup b),
    'servers', (select coalesce(jsonb_agg(n.noted || jsonb_build_object('name', n.name, 'at', n.at) order by n.noted ->> 'started_at'), '[]')
      from private.system_notes n where n.kind = 'server' and n.at > now() - interval '1 day'),
    'alarms', (select coalesce(jsonb_agg(a.alarm order by a.at desc), '[]') from (
        select n.at, n.noted || jsonb_build_object('at', n.at) as alarm from private.system_notes n
        where n.kind = 'alarm' order by n.at desc limit 20) a));
end;
$$;

create or replace function public.hold_case_numbers(project text, numbers text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  told constant text[] := hold_case_numbers.numbers;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  own text[];
begin
  if told is null or cardinality(told) > 200 then
    perform private.refuse('too-many-held-numbers', 'numbers');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  own := array(select n.case_number from private.case_numbers n where n.case_number = any (told)
    and private.id_key(n.reserved_by) = private.id_key(actor.id) and (n.account_id is null or n.account_id = actor.account)
    and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project));
  update private.case_numbers n set held_at = now() where n.case_number = any (own) and n.used_at is null and n.voided_at is null;
  return jsonb_build_object('outcome', 'held', 'void', (select coalesce(jsonb_agg(n.case_number order by n.case_number), '[]')
    from private.case_numbers n where n.case_number = any (own) and (n.used_at is not null or n.voided_at is not null)));
end;
$$;

create or replace function public.issue_fine(fine jsonb, accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(fine ->> 'project_id', acting_as);
  reasons constant jsonb := private.list_in(accepted, 'accepted');
  photos constant jsonb := private.list_in(fine -> 'photos', 'photos');
  made public.fines;
  known public.fines;
  owner private.case_actor;
  refusals jsonb;
  warnings jsonb;
  gaps text[];
  review jsonb := '[]';
  is_short boolean;
  online public.fines;
begin
  -- One plate at a site is handled one call at a time.
  perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(actor.project, '') || ' '
    || coalesce(private.plate_key(fine ->> 'plate'), ''), 0));
  -- What a phone with a network saw of the parking stands in the database.
  made := private.fine_of_call(case when (fine ->> 'was_offline')::boolean then fine else fine - 'parking_snapshot' end, actor, null);
  select f.* into known from public.fines f where f.id = made.id;
  if known.id is not null then
    if (known.plate_key, known.project_id, private.id_key(known.issued_by), known.account_id) is distinct from
      (private.plate_key(made.plate), made.project_id, private.id_key(made.issued_by), made.account_id) then
      perform private.refuse('fine-used', 'id');
    end if;
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(known));
  end if;
  refusals := private.too_many(actor, 'issued', 'issued-too-fast')
    || private.fine_refusals(made, private.moment_of(made));
  -- Where no site is, nobody can say who issues.
  if private.is_hardened() then
    select private.gaps_of(s, fine ->> 'notice_address') into gaps from public.site_settings s where s.project_id = actor.project;
    if cardinality(gaps) > 0 then
      refusals := jsonb_build_array(private.refusal('notice-gaps', 'notice', array[private.gaps_in_words(gaps)])) || refusals;
    end if;
  end if;
  warnings := private.fine_warnings(made, jsonb_array_length(photos), private.moment_of(made));
  is_short := made.was_offline and abs(extract(epoch from now() - made.issued_at)) < 60;
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if made.issued_at >= now() + interval '60 seconds' then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    elsif is_short then
      online := made;
      online.was_offline := false;
      -- When the car was first checked, as the database saw it.
      if not private.is_reason(made.observed_reason) then
        online.observed_from := greatest(made.observed_from, private.first_check(made.project_id, private.plate_key(made.plate), now(), false));
      end if;
      if refusals <> '[]' or warnings <> '[]' or private.fine_warnings(online, jsonb_array_length(photos), now()) <> '[]'
        or private.short_outages(made) >= 3 then
        review := review || '[{"code": "hardly-offline"}]';
      end if;
    end if;
    if actor.kind = 'admin' and fine ->> 'issued_by' is not null and private.id_key(fine ->> 'issued_by') <> private.id_key(made.issued_by) then
      review := review || jsonb_build_array(jsonb_build_object('code', 'unknown-issuer', 'reason', left(fine ->> 'issued_by', 50)));
    end if;
    made.amount := least(greatest(made.amount, 0), 1000000);
  else
    if refusals <> '[]' then
      perform private.raise_refusal(refusals -> 0);
    end if;
    if private.not_accepted(warnings, reasons) <> '[]' then
      return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
    end if;
    if abs(extract(epoch from now() - made.issued_at)) > 600 then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    end if;
  end if;
  owner := row(actor.kind, made.issued_by, made.account_id, actor.project);
  if made.case_number is null then
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
  end if;
  if not private.use_case_number(made.case_number, owner) then
    if not made.was_offline then
      perform private.refuse('case-number-not-own', 'case_number');
    end if;
    review := review || jsonb_build_array(
      private.refusal('case-number-not-own', 'case_number') - 'words' || jsonb_build_object('case_number', made.case_number));
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
    perform private.use_case_number(made.case_number, owner);
  end if;
  insert into public.fines (id, project_id, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street,
      discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by,
      account_id, issued_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, last_event)
    values (made.id, made.project_id, made.kind, made.case_number, made.public_key, made.parking_id, made.parking_snapshot, made.plate,
      made.car_model, made.car_color, made.street, made.discord_username, made.violation_id, made.violation_code, made.violation_text,
      made.amount, made.due_date, made.notes, made.observed_from, made.observed_reason, made.issued_by, made.account_id, made.issued_at,
      made.delivery, private.accepted_of(warnings, reasons), made.was_offline, review, (made.was_offline and not is_short) or review <> '[]', made.id)
    returning * into made;
  perform private.add_photos(made, photos);
  -- The first event has the key of its fine.
  perform private.add_case_event(made.id, made.project_id, made.id, 'issued', actor, made.issued_at, null,
    jsonb_build_object('amount', made.amount, 'due_date', made.due_date), null, 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(made));
end;
$$;

create or replace function public.list_case_work(project text, step text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step = 'collection_told' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null, 'changes', w.changes)
        order by (w.fine).case_number), '[]') into listed from (
      select f as fine, c.changes from (
        select distinct e.fine_id as id from public.fine_events e where e.project_id = actor.project and e.kind = 'handed_to_collection') h
      join public.fines f on f.id = h.id
      cross join lateral (
        select private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = 'collection_told'), 0), null) as changes
      ) c
      where c.changes <> '[]'
      order by f.case_number limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0
            and private.reminder_holds(e.fine_id, e.number))
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('unreadable', 'step');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

create or replace function public.list_notice_gaps(address text DEFAULT NULL::text)
  returns TABLE(name text, gaps text[])
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('gaps-for-main-admin');
  end if;
  return query
    select s.name, g.gaps
    from public.main_page_sites s
    join public.site_settings t on t.site_id = s.id
    cross join lateral (select private.gaps_of(t, list_notice_gaps.address) as gaps) g
    -- Other products' places issue no notices (document 1 §9), and people name no site of the standard one.
    where s.path <> all (array['721075', '157715', 'ASE', 'YSTAD', 'standard']) and g.gaps <> '{}'
    order by s.created_at desc, s.id
    limit 100;
end;
$$;

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  caller uuid := (select auth.uid());
  codes text[];
begin
  if not private.is_login_alive() or not exists (
    select from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status::text = 'verified'
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = caller and s.aal::text in ('aal2', 'aal3')
  ) then
    perform private.refuse('codes-without-factor');
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into codes
    from generate_series(1, 10);
  delete from private.recovery_codes where account_id = caller;
  insert into private.recovery_codes (account_id, code_hash) select caller, private.recovery_code_hash(c) from unnest(codes) c;
  return codes;
end;
$$;

create or replace function public.match_owners(project text, rows jsonb, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500
    or exists (select from jsonb_array_elements(rows) r where jsonb_typeof(r) <> 'object' or length(r ->> 'plate') > 50) then
    perform private.refuse('unreadable', 'rows');
  end if;
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', case
          when m.fine_id is null then 'unknown'
          when g.number <> '' and g.key <> '' and g.key <> f.plate_key then 'other-plate'
          when m.waiting > 1 then 'several'
          when m.waiting = 1 then 'placed'
          when m.is_answered then 'already'
          else 'ended' end,
        'fine_id', f.id, 'case_number', f.case_number, 'plate', f.plate, 'status', f.status, 'last_event', f.last_event) order by g.n)
    from (
      select r.n, coalesce(r.row ->> 'case_number', '') as number, coalesce(private.plate_key(r.row ->> 'plate'), '') as key
      from jsonb_array_elements(rows) with ordinality r (row, n)
    ) g
    cross join lateral (
      select count(*) filter (where c.is_open and not c.is_answered) as waiting, bool_or(c.is_open and c.is_answered) as is_answered,
        (array_agg(c.id order by (c.is_open and not c.is_answered) desc, (c.is_open and c.is_answered) desc, c.issued_at desc))[1] as fine_id
      from (
        select s.id, s.issued_at, s.status in ('issued', 'reminded', 'collection', 'disputed') as is_open,
          exists (select from public.case_recipients r where r.fine_id = s.id) as is_answered
        from public.fines s
        where s.project_id = actor.project
          and (s.case_number = g.number or s.plate_key = case when g.number = '' then nullif(g.key, '') end)
      ) c
    ) m
    left join public.fines f on f.id = m.fine_id));
end;
$$;

create or replace function public.note_camera_check(project text, check_id uuid, certainty numeric, readings text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  sure constant numeric := note_camera_check.certainty;
  keys constant text[] := array(select private.plate_key(r) from unnest(note_camera_check.readings) with ordinality u(r, n)
    where length(r) <= 50 and n <= 8);
  made public.plate_checks;
begin
  if sure is null or sure not between 0 and 1 then
    perform private.refuse('unreadable-values', 'certainty');
  end if;
  select c.* into made from public.plate_checks c where c.id = note_camera_check.check_id;
  if made.id is null or made.project_id is distinct from actor.project
    or private.id_key(made.checked_by) is distinct from private.id_key(actor.id) or made.account_id is distinct from actor.account then
    perform private.refuse('no-such-check', 'check_id');
  end if;
  update public.plate_checks c set source = 'camera', certainty = sure where c.id = made.id and c.source = 'typed';
  return jsonb_build_object('outcome', 'noted', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place, s.id), '[]')
    from (
      select p.*, array_position(keys, p.plate_key) as place from public.parkings p
      where p.plate_key = any (keys) and p.plate_key <> made.plate_key and p.active and p.end_time > now() and p.start_time <= now()
        and (p.site_id = private.site_of(actor.project)
          or (private.site_of(actor.project) is null and p.site_id is null and p.project_id is not distinct from actor.project))
      order by place, id limit 3
    ) s));
end;
$$;

create or replace function public.object_to_case(public_key text, objection_id uuid, name text, email text DEFAULT ''::text, text text DEFAULT ''::text, photos jsonb DEFAULT '[]'::jsonb, reply_key text DEFAULT NULL::text, lang text DEFAULT 'sv'::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  actor private.case_actor;
  known public.fine_events;
  given constant jsonb := coalesce(nullif(object_to_case.photos, 'null'), '[]');
  address constant text := trim(coalesce(object_to_case.email, ''));
  hash constant text := private.content_hash(trim(object_to_case.name), address, object_to_case.text, given);
  new_key text;
  made_folder uuid;
  -- Whether the caller has the key of the objection that this belongs to: then it stays theirs, and no other is given.
  has_key boolean := coalesce((select (o.objection).id is not null and o.supplement is null
    from private.opened_by(object_to_case.public_key, object_to_case.reply_key) o), false);
begin
  select f.* into fine from public.fines f where f.public_key = object_to_case.public_key and f.erased_at is null for update;
  if fine.id is null then
    return '{"outcome": "none"}';
  end if;
  perform private.require_objection(object_to_case.objection_id, object_to_case.name, address, object_to_case.text, given);
  if coalesce(object_to_case.lang, '') not in ('sv', 'en') then
    perform private.refuse('unreadable', 'lang');
  end if;
  new_key := private.reply_key(object_to_case.objection_id);
  select e.* into known from public.fine_events e where e.id = object_to_case.objection_id;
  if known.id is not null and (known.fine_id <> fine.id or known.by_kind <> 'driver'
      or not exists (select from private.driver_calls c where c.id = known.id and c.content_hash = hash)) then
    perform private.refuse('objection-used', 'objection_id');
  elsif known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'reply_key',
      case when known.kind = 'supplemented' and has_key then object_to_case.reply_key else new_key end);
  end if;
  actor.kind := 'driver';
  actor.project := fine.project_id;
  if fine.status = 'disputed' then
    has_key := has_key and exists (select from private.opened_by(object_to_case.public_key, object_to_case.reply_key) o
      where (o.objection).decision is null);
    perform private.supplement(fine, actor, object_to_case.objection_id,
      case when not has_key then trim(object_to_case.name) || coalesce(' (' || nullif(address, '') || ')', '') end, object_to_case.text, given, hash);
    return jsonb_build_object('outcome', 'recorded', 'reply_key', case when has_key then object_to_case.reply_key else new_key end);
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash)
    values (object_to_case.objection_id, fine.id, object_to_case.objection_id, hash) returning c.folder into made_folder;
  perform private.apply_case_event(fine, actor, object_to_case.objection_id, 'objected', null, object_to_case.text, jsonb_build_object(
    'name', trim(object_to_case.name), 'email', address, 'reply_key_hash', private.hash_of_key(new_key), 'lang', object_to_case.lang,
    'photos', private.listed_photos(given, made_folder, object_to_case.objection_id)));
  return jsonb_build_object('outcome', 'recorded', 'reply_key', new_key);
end;
$$;

create or replace function public.order_violations(project text, ids uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  found_rows int;
begin
  if cardinality(ids) > 200 then
    perform private.refuse('too-many-violations');
  end if;
  update public.violations v set sort_order = o.place
    from (select n.id, min(n.place)::int as place from unnest(ids) with ordinality n (id, place) group by n.id) o
    where v.id = o.id and v.project_id = project and v.sort_order is distinct from o.place;
  select count(*) into found_rows from public.violations v where v.project_id = project and v.id = any (ids);
  return found_rows;
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

create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'parts');
  end if;
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('event-used', 'event_id');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select case when given.fine_id is null then given.amount_ore else 0 end + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted)
      -- Each part as it was: what one call wrote is of one moment.
      or exists (select from jsonb_array_elements(parts) e where not exists (
        select from public.payments p join public.payments placed on placed.id = placing_id and placed.created_at = p.created_at
        where p.id = (e ->> 'event_id')::uuid and p.part_of = given.id and p.fine_id = (e ->> 'fine_id')::uuid
          and p.amount_ore = (e ->> 'amount_ore')::bigint)) then
      perform private.refuse('event-used', 'placing_id');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if wanted > rest then
    perform private.refuse('not-left', 'amount_ore');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and f.project_id is not distinct from given.project_id)
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('no-such-case', 'fine_id');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('event-used', 'event_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, given.project_id, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;

create or replace function public.record_access(access text, subject text, project text DEFAULT NULL::text, details jsonb DEFAULT NULL::jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if access not in ('read', 'export') or subject !~ '^[a-z_]{1,60}$' or length(project) > 100 or length(details::text) > 4000 then
    perform private.refuse('no-such-access');
  end if;
  if not private.is_specified() and not private.is_kind('main-admin') and not coalesce(project = any (
      private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin', 'ase-admin')), false)
    and not (project is null and private.is_account_admin()) then
    perform private.refuse('no-access');
  end if;
  perform private.add_to_trail(access, subject, project, null, null, details);
end;
$$;

create or replace function public.record_case_event(fine_id uuid, event_id uuid, kind text, expected_event uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text, data jsonb DEFAULT NULL::jsonb, acting_as text DEFAULT NULL::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
begin
  select c.* into held from private.case_for(fine_id, acting_as) c;
  if event_id is null or (data is not null and jsonb_typeof(data) not in ('object', 'null')) then
    perform private.refuse('unreadable', case when event_id is null then 'event_id' else 'data' end);
  end if;
  return private.apply_case_event(held.fine, held.actor, event_id, kind, expected_event, note,
    case when jsonb_typeof(data) = 'object' then data - '{file_id,part_of,reading,bank_key}'::text[] end);
end;
$$;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.money_admin(project, acting_as);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  field text;
  lacking text;
  known uuid[];
  leaving jsonb;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection', 'collection_told') then
    perform private.refuse('no-such-event', 'kind');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('unreadable', 'events');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = actor.project order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = actor.project;
      if fine.id is null then
        perform private.refuse('no-such-case', 'fine_id');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, field = pg_exception_detail, lacking = pg_exception_hint;
      if state = '23514' then
        select r.code, r.words into state, words from jsonb_to_record(private.refusal('unreadable')) r (code text, words text);
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when field = 'kind' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  select jsonb_agg(a ->> 'case_number') into leaving from jsonb_array_elements(answers) a
    where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known);
  if kind in ('exported', 'handed_to_collection', 'collection_told') and leaving is not null then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind, 'case_number', leaving));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;

create or replace function public.record_offline_check(given jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(given ->> 'project_id', acting_as);
  made public.plate_checks := jsonb_populate_record(null::public.plate_checks, given);
  known public.plate_checks;
begin
  if made.id is null or coalesce(private.plate_key(made.plate), '') = '' or length(made.plate) > 50 then
    perform private.refuse('no-plate', case when made.id is null then 'id' else 'plate' end);
  end if;
  if made.outcome is null or made.checked_at is null then
    perform private.refuse('unreadable-values', case when made.outcome is null then 'outcome' else 'checked_at' end);
  end if;
  -- What a phone's clock says of later has not been.
  made.checked_at := least(made.checked_at, now());
  made.checked_by := case when actor.kind = 'admin' and private.has_worked_at(actor.project, made.checked_by) then made.checked_by
    else actor.id end;
  made.account_id := case when private.id_key(made.checked_by) = private.id_key(actor.id) then actor.account else (
    select s.account_id from public.staff_accounts s where s.kind = 'attendant' and s.project_id is not distinct from actor.project
      and s.user_key = private.id_key(made.checked_by)) end;
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id, checked_at, was_offline)
    values (made.id, actor.project, made.plate, made.outcome, made.parking_id, made.permit_id, made.checked_by, made.account_id,
      made.checked_at, true)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = made.id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (private.plate_key(made.plate), actor.project, private.id_key(made.checked_by), made.account_id) then
      perform private.refuse('check-used', 'id');
    end if;
  end if;
  return jsonb_build_object('outcome', 'recorded');
end;
$$;

create or replace function public.reserve_case_numbers(project text, request_id uuid, count integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := reserve_case_numbers.request_id;
  wanted constant int := reserve_case_numbers.count;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  numbers text[];
  since timestamptz;
begin
  if request is null or wanted is null or wanted not between 1 and 50 then
    perform private.refuse('number-count', 'count');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  select array_agg(n.case_number order by n.case_number) into numbers from private.case_numbers n
    where n.request_id = request and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and n.account_id is not distinct from actor.account
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  if numbers is null then
    -- Numbers of a device that has not told of them for a day count no more: it is lost or was cleared. They stay the person's.
    if wanted + (select count(*) from private.case_numbers n where private.is_held(n)
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('too-many-numbers', 'count');
    end if;
    -- As many as may lie unused and as one person can use meanwhile.
    if actor.account is not null and private.is_hardened() then
      select n.created_at into since from private.case_numbers n
        where n.account_id = actor.account and n.created_at > now() - interval '15 minutes'
        order by n.created_at desc offset 160 - wanted limit 1;
      if since is not null then
        perform private.refuse('reserved-too-fast', 'count', array[private.wait_in_words(since)]);
      end if;
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;

create or replace function public.send_decision(objection_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
  latest public.outbox;
  sent uuid;
begin
  -- The case first, as whoever decides holds it; two presses make one mail.
  select f.* into fine from public.fines f
    where f.id = (select o.fine_id from public.objections o where o.id = send_decision.objection_id)
      and private.is_admin_of(f.project_id, f.site_id) for update;
  if fine.id is null then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = send_decision.objection_id;
  if objection.decision is null then
    perform private.refuse('objection-undecided', 'objection_id');
  end if;
  select o.* into latest from public.outbox o
    where o.fine_id = fine.id and o.event = 'decision' and o.facts ->> 'objection_id' = objection.id::text order by o.number desc limit 1;
  if latest.gave_up_at is not null then
    perform public.send_message_again(latest.id);
  elsif latest.id is null or latest.sent_at is not null then
    sent := private.mail_decision(fine, objection);
    if sent is null then
      perform private.refuse('mail-without-address', 'email');
    end if;
    perform private.add_to_trail('insert', 'outbox', fine.project_id, sent::text, null, jsonb_build_object('fine_id', fine.id));
  end if;
end;
$$;

create or replace function public.send_test_message(hook_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h
    where h.id = send_test_message.hook_id and private.is_admin_of(h.project_id, h.site_id) for update;
  if hook.id is null then
    perform private.refuse_stranger();
  end if;
  if hook.channel = 'mail' and not coalesce((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(hook.project_id)).contact_email), false) then
    perform private.refuse('mail-off', 'channel');
  end if;
  -- Pressed again while it waits, it goes once.
  if not exists (select from public.outbox o where o.hook_id = hook.id and o.event = 'test' and o.sent_at is null and o.gave_up_at is null) then
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
      values (hook.project_id, hook.id, hook.id, hook.channel, 'test', jsonb_build_object('project', hook.project_id));
  end if;
end;
$$;

create or replace function public.set_objection_ground(objection_id uuid, ground text, seen text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if coalesce(ground, '') !~ '\S' or length(ground) > 100 then
    perform private.refuse('no-ground', 'ground');
  end if;
  if objection.decision is not null then
    perform private.refuse('objection-decided', 'objection_id');
  end if;
  if objection.ground is distinct from seen and objection.ground is distinct from set_objection_ground.ground then
    perform private.refuse('ground-changed', 'ground', array[coalesce(objection.ground, 'ingen')]);
  end if;
  update public.objections o set ground = set_objection_ground.ground
    where o.id = objection.id and o.ground is distinct from set_objection_ground.ground;
  return jsonb_build_object('outcome', 'set', 'ground', ground);
end;
$$;

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  until constant date := private.last_summed_day();
  answer jsonb;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  if first is null or last is null or first > last or last - first >= 1096 or first < '1900-01-01' or last > '9000-01-01' then
    perform private.refuse('period-too-long', 'first');
  end if;
  perform private.sum_days(code, site);
  with days as materialized (
    select s.day, s.part, s.key, s.count from private.day_sums s
    where s.place = coalesce(site::text, code) and s.day between first and least(last, until)
    union all
    select * from private.count_days(code, site, greatest(first, until + 1), last)
  ), totals as (
    select d.part, d.key, sum(d.count) as count from days d group by d.part, d.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
      'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]')
        from days d where d.part not in ('parkings', 'violations')),
      'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]')
        from totals t where t.part in ('parkings', 'violations')),
      'violations', (select coalesce(jsonb_object_agg(v.id, concat_ws(' ', nullif(v.code, ''), v.text)), '{}')
        from public.violations v where v.id::text in (select t.key from totals t where t.part = 'violations')))
    into answer;
  return answer || jsonb_build_object('figures', private.site_figures(code, site));
end;
$$;

create or replace function public.undo_import(file_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payment_files;
  actor private.case_actor;
  moves private.money_move[];
  held text;
begin
  select f.* into given from public.payment_files f where f.id = undo_import.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-file', 'file_id');
  end if;
  -- Whoever waited for the site's money sees what became of the file meanwhile.
  select f.* into given from public.payment_files f where f.id = given.id for update;
  if given.undone_at is null then
    if exists (select from public.payments p join public.payments e on e.part_of = p.id and e.fine_id is null and e.file_id is null
        where p.file_id = given.id group by p.id having sum(e.amount_ore) < 0) then
      perform private.refuse('file-with-ended-payment', 'file_id');
    end if;
    perform from public.fines f where f.id in (select p.fine_id from public.payments p where p.file_id = given.id) order by f.id for update;
    -- What each case has of the file, as of the days that it came for.
    select array_agg(row(t.n, gen_random_uuid(), t.fine_id, -t.ore, t.value_date, '', null, null, 0)::private.money_move) into moves from (
      select p.fine_id, p.value_date, sum(p.amount_ore)::bigint as ore, row_number() over (order by p.fine_id, p.value_date) as n
      from public.payments p where p.file_id = given.id group by p.fine_id, p.value_date having sum(p.amount_ore) > 0) t;
    select f.case_number into held from public.fines f join (
        select m.fine_id, -sum(m.ore) as ore from unnest(moves) m group by m.fine_id) taken on taken.fine_id = f.id
      where f.paid_ore < taken.ore or private.is_taken_back(f.id, given.id) order by f.id limit 1;
    if held is not null then
      perform private.refuse('file-with-refunded-payment', 'file_id', array[held]);
    end if;
    perform private.move_money(moves, 'payment_undone', given.id, actor);
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;

create or replace function private.raise_refusal(refusal jsonb, hint text DEFAULT NULL::text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if hint is not null then
    raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code', detail = refusal ->> 'field', hint = hint;
  elsif refusal ->> 'field' is not null then
    raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code', detail = refusal ->> 'field';
  end if;
  raise exception '%', refusal ->> 'words' using errcode = refusal ->> 'code';
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

create or replace function private.refuse(refusal text, field text DEFAULT NULL::text, said text[] DEFAULT '{}'::text[], hint text DEFAULT NULL::text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform private.raise_refusal(private.refusal(refusal, field, said), hint);
end;
$$;

create or replace function private.wait_in_words(since timestamp with time zone)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when m.minutes = 1 then '1 minut' else m.minutes || ' minuter' end
  from (select greatest(1, ceil(extract(epoch from since + interval '15 minutes' - now()) / 60)::int) as minutes) m;
$$;

grant execute on function private.raise_refusal(jsonb,text) to anon;

grant execute on function private.raise_refusal(jsonb,text) to authenticated;

grant execute on function private.raise_refusal(jsonb,text) to service_role;

grant execute on function private.refusal(text,text,text[]) to anon;

grant execute on function private.refusal(text,text,text[]) to authenticated;

grant execute on function private.refusal(text,text,text[]) to service_role;

grant execute on function private.refuse(text,text,text[],text) to anon;

grant execute on function private.refuse(text,text,text[],text) to authenticated;

grant execute on function private.refuse(text,text,text[],text) to service_role;

comment on function private.gaps_in_words(text[]) is 'The words of what a site''s notices lack, which an admin has to fill in.';

comment on function private.wait_in_words(timestamp with time zone) is 'How long a limit of 15 minutes holds that began then, in minutes.';

comment on function private.refusal(text,text,text[]) is 'A refusal as {code, field, words}: its SQLSTATE, the field that the caller named wrongly, and its text, in which `said` takes the place of `%s`.';

comment on function private.raise_refusal(jsonb,text) is 'Refuses with the code and the text of `private.refusal`, and the field in `details`. `hint` says more to a program.';

comment on function private.refuse(text,text,text[],text) is 'Refuses by the name of a refusal.';
