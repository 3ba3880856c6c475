-- Issuing a fine, and correcting it within ten minutes (document 4 §4).

-- Letters that a reason has to have, and the one choice that lifts what the law forbids within one parking.
create function private.is_reason(reason text) returns boolean
language sql immutable set search_path = ''
as $$ select length(regexp_replace(coalesce(reason, ''), '[^[:alpha:]]', '', 'g')) >= 5; $$;
revoke execute on function private.is_reason(text) from public;

-- Whether a warning was accepted in a list of {code, reason}.
create function private.is_accepted(accepted jsonb, code text) returns boolean
language sql immutable set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(accepted) a
    where a ->> 'code' = code and case when code like 'fined-%' then a ->> 'reason' = 'Ny parkering: bilen har varit borta'
      else private.is_reason(a ->> 'reason') end
  );
$$;
revoke execute on function private.is_accepted(jsonb, text) from public;

-- Two ways of writing one place are one place.
create function private.place_key(street text) returns text
language sql immutable set search_path = ''
as $$ select lower(normalize(btrim(regexp_replace(street, '\s+', ' ', 'g')), nfkc)); $$;
revoke execute on function private.place_key(text) from public;

-- The first check of a plate on the day of a moment; null without one.
create function private.first_check(project text, key text, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(c.checked_at) from public.plate_checks c
  where c.plate_key = key and (c.project_id = project or (project is null and c.project_id is null))
    and c.checked_at >= private.day_of(moment)::timestamp at time zone 'Europe/Stockholm' and c.checked_at <= moment;
$$;
revoke execute on function private.first_check(text, text, timestamptz) from public;

-- The highest amount of a fine: of document 1, of the site and of the violation.
create function private.max_amount(fine public.fines) returns int
language sql stable set search_path = ''
as $$
  select least(50000, (private.settings_of(fine.project_id)).max_amount,
    (select v.max_amount from public.violations v where v.id = fine.violation_id));
$$;
revoke execute on function private.max_amount(public.fines) from public;

-- What a fine may not be at all, as [{code, field, words}]. `moment` is when it is issued.
create function private.fine_refusals(fine public.fines, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'field', r.field, 'words', r.words)), '[]')
  from (values
    (fine.amount <= 0, 'PK001', 'amount', 'Beloppet måste vara större än 0 kr'),
    (fine.amount > private.max_amount(fine), 'PK001', 'amount',
      'Beloppet kan inte överstiga ' || replace(to_char(private.max_amount(fine), 'FM999,999'), ',', ' ') || ' kr'),
    (fine.due_date < private.day_of(moment), 'PK002', 'due_date', 'Förfallodatumet har passerat.'),
    (fine.observed_from < coalesce(private.first_check(fine.project_id, private.plate_key(fine.plate), moment), moment - interval '1 minute')
      and not private.is_reason(fine.observed_reason), 'PK008', 'observed_reason', 'Ange varför observationen började före kontrollen.')
  ) as r (is_so, code, field, words)
  where r.is_so;
$$;
revoke execute on function private.fine_refusals(public.fines, timestamptz) from public;

-- What somebody has to give a reason for, as [{code, …}].
create function private.fine_warnings(fine public.fines, photos int, moment timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  key constant text := private.plate_key(fine.plate);
  settings constant public.site_settings := private.settings_of(fine.project_id);
  is_bound constant boolean := not coalesce((select v.needs_no_right from public.violations v where v.id = fine.violation_id), false);
  held constant private.parking_right := private.right_of(fine.project_id, key, moment, settings.grace_minutes);
  alike constant jsonb := private.similar_parkings(fine.project_id, key, moment);
  earlier record;
begin
  -- The same plate at the same place, those after the car had last been away.
  with same as (
    select private.moment_of(f) as issued_at, f.accepted_warnings from public.fines f
    where f.plate_key = key and (f.project_id = fine.project_id or (fine.project_id is null and f.project_id is null))
      and private.place_key(f.street) = private.place_key(fine.street) and f.status <> 'withdrawn' and f.id <> fine.id
  )
  select max(s.issued_at) as latest,
    coalesce(bool_or(abs(extract(epoch from moment - s.issued_at)) < 6 * 3600), false) as is_close,
    coalesce(bool_or(private.day_of(s.issued_at) = private.day_of(moment)), false) as is_today,
    count(*) filter (where s.issued_at >= coalesce((select max(n.issued_at) from same n
      where n.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]'), '-infinity')) as times
    into earlier from same s;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('code', w.code) || jsonb_strip_nulls(w.more)), '[]')
    from (values
      (is_bound and held.outcome = 'valid', 'valid-parking', jsonb_build_object('until', held.until)),
      (is_bound and held.outcome = 'permit', 'valid-permit', jsonb_build_object('until', held.until)),
      (is_bound and held.outcome = 'grace', 'in-grace', jsonb_build_object('until', held.until)),
      (is_bound and moment - fine.observed_from < make_interval(mins => settings.observation_minutes), 'observed-too-short',
        jsonb_build_object('minutes', settings.observation_minutes)),
      (alike <> '[]', 'similar-plate', jsonb_build_object('similar', alike)),
      (fine.amount > 1300, 'above-legal-maximum', jsonb_build_object('maximum', 1300)),
      (photos < settings.min_photos, 'few-photos', jsonb_build_object('wanted', settings.min_photos)),
      (earlier.is_close, 'fined-within-6-hours', jsonb_build_object('latest', earlier.latest)),
      (earlier.is_today, 'fined-today', jsonb_build_object('latest', earlier.latest)),
      (earlier.times >= 5, 'fined-five-times', jsonb_build_object('times', earlier.times))
    ) as w (is_so, code, more)
    where w.is_so
  );
end;
$$;
revoke execute on function private.fine_warnings(public.fines, int, timestamptz) from public;

-- The warnings of a list that nobody accepted.
create function private.not_accepted(warnings jsonb, accepted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(w), '[]') from jsonb_array_elements(warnings) w where not private.is_accepted(accepted, w ->> 'code');
$$;
revoke execute on function private.not_accepted(jsonb, jsonb) from public;

-- What of a list was accepted: the reasons of warnings that there were.
create function private.accepted_of(warnings jsonb, accepted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'reason', left(a ->> 'reason', 500))), '[]')
  from jsonb_array_elements(accepted) a
  where private.is_accepted(jsonb_build_array(a), a ->> 'code')
    and exists (select from jsonb_array_elements(warnings) w where w ->> 'code' = a ->> 'code');
$$;
revoke execute on function private.accepted_of(jsonb, jsonb) from public;

-- A fine as functions answer it: its columns and its photos.
create function private.fine_json(fine public.fines) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(fine) - '{account_id,plate_key,site_id}'::text[] || jsonb_build_object('left_ore', fine.left_ore, 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'sha256', p.sha256, 'taken_at', p.taken_at, 'category', p.category)
      order by p.taken_at, p.id), '[]') from public.fine_photos p where p.fine_id = fine.id));
$$;
revoke execute on function private.fine_json(public.fines) from public;

-- A list of a call's argument; an empty one for nothing.
create function private.list_in(value jsonb, field text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('array', 'null') then
    perform private.refuse('PK008', field, 'Uppgifterna kan inte läsas.');
  end if;
  return case when jsonb_typeof(value) = 'array' then value else '[]' end;
end;
$$;
revoke execute on function private.list_in(jsonb, text) from public;

-- Adds an event to a case whose row the transaction has locked.
create function private.add_case_event(fine_id uuid, project text, event_id uuid, kind text, actor private.case_actor, at timestamptz, note text,
  data jsonb, status_before text, status_after text) returns void
language sql set search_path = ''
as $$
  insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, note, data, status_before, status_after)
  select event_id, add_case_event.fine_id, project, coalesce((select max(e.number) from public.fine_events e
      where e.fine_id = add_case_event.fine_id), 0) + 1, kind, actor.kind, actor.id, actor.account, at, note, coalesce(data, '{}'),
    status_before, status_after;
$$;
revoke execute on function private.add_case_event(uuid, text, uuid, text, private.case_actor, timestamptz, text, jsonb, text, text) from public;

-- When a fine is issued: by the phone's clock where it had no network, else by the database's.
create function private.moment_of(fine public.fines) returns timestamptz
language sql stable set search_path = ''
as $$ select case when fine.was_offline then fine.issued_at else coalesce(fine.received_at, now()) end; $$;
revoke execute on function private.moment_of(public.fines) from public;

-- A fine as a call gives it, with what it leaves out. Its status, money and events are not the caller's. `moment` is when it is issued,
-- null for a new one.
create function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamptz) returns public.fines
language plpgsql stable set search_path = ''
as $$
declare
  fine public.fines := jsonb_populate_record(null::public.fines, given);
  violation public.violations;
  parking public.parkings;
begin
  if fine.id is null or coalesce(private.plate_key(fine.plate), '') = '' then
    perform private.refuse('PK008', case when fine.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  fine.project_id := actor.project;
  fine.received_at := coalesce(moment, now());
  fine.was_offline := coalesce(fine.was_offline, false);
  fine.issued_at := coalesce(fine.issued_at, now());
  moment := coalesce(moment, private.moment_of(fine));
  -- An admin sends what an attendant issued without a network and cannot send.
  fine.issued_by := case when actor.kind = 'admin' and fine.was_offline then coalesce(fine.issued_by, actor.id) else actor.id end;
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
      perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
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
    perform private.refuse('PK008', 'violation_text', 'Ange en överträdelse.');
  end if;
  if fine.amount is null then
    perform private.refuse('PK001', 'amount', 'Beloppet måste vara större än 0 kr');
  end if;
  -- The first check of the day, unless it is said why it began before.
  fine.observed_from := least(fine.observed_from, coalesce(
    private.first_check(actor.project, private.plate_key(fine.plate), moment), fine.observed_from, moment));
  select p.* into parking from public.parkings p where p.id = fine.parking_id and p.project_id is not distinct from actor.project;
  if parking.id is not null then
    fine.parking_snapshot := jsonb_build_object('id', parking.id, 'ref_number', parking.ref_number, 'start_time', parking.start_time,
      'end_time', parking.end_time, 'created_at', parking.created_at, 'street', parking.street, 'changes', '[]'::jsonb);
  elsif fine.parking_snapshot ->> 'id' is distinct from fine.parking_id::text then
    fine.parking_snapshot := null;
  end if;
  return fine;
end;
$$;
revoke execute on function private.fine_of_call(jsonb, private.case_actor, timestamptz) from public;

-- Stores the photos that a fine lists; their files follow.
create function private.add_photos(fine public.fines, photos jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if jsonb_array_length(photos) + (select count(*) from public.fine_photos p where p.fine_id = fine.id) > 8 then
    perform private.refuse('PK008', 'photos', 'Högst 8 bilder kan sparas.');
  end if;
  insert into public.fine_photos (id, fine_id, project_id, path, sha256, taken_at, category)
    select p.id, fine.id, fine.project_id, p.path, p.sha256, p.taken_at, p.category
    from jsonb_to_recordset(photos) p (id uuid, path text, sha256 text, taken_at timestamptz, category text);
end;
$$;
revoke execute on function private.add_photos(public.fines, jsonb) from public;

create function public.issue_fine(fine jsonb, accepted jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
  review jsonb := '[]';
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
      perform private.refuse('PK010', 'id', 'Boten är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(known));
  end if;
  refusals := private.fine_refusals(made, private.moment_of(made));
  warnings := private.fine_warnings(made, jsonb_array_length(photos), private.moment_of(made));
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if now() - made.issued_at < interval '60 seconds' then
      review := review || '[{"code": "hardly-offline"}]';
    end if;
    made.amount := least(greatest(made.amount, 0), 1000000);
  else
    if refusals <> '[]' then
      perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
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
      perform private.refuse('PK003', 'case_number', 'Ärendenumret är inte ditt, eller redan använt.');
    end if;
    review := review || jsonb_build_array(jsonb_build_object('code', 'PK003', 'field', 'case_number', 'case_number', made.case_number));
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
    perform private.use_case_number(made.case_number, owner);
  end if;
  insert into public.fines (id, project_id, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street,
      discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by,
      account_id, issued_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, last_event)
    values (made.id, made.project_id, made.kind, made.case_number, made.public_key, made.parking_id, made.parking_snapshot, made.plate,
      made.car_model, made.car_color, made.street, made.discord_username, made.violation_id, made.violation_code, made.violation_text,
      made.amount, made.due_date, made.notes, made.observed_from, made.observed_reason, made.issued_by, made.account_id, made.issued_at,
      made.delivery, private.accepted_of(warnings, reasons), made.was_offline, review, made.was_offline or review <> '[]', made.id)
    returning * into made;
  perform private.add_photos(made, photos);
  -- The first event has the key of its fine.
  perform private.add_case_event(made.id, made.project_id, made.id, 'issued', actor, made.issued_at, null,
    jsonb_build_object('amount', made.amount, 'due_date', made.due_date), null, 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(made));
end;
$$;
comment on function public.issue_fine is 'Stores a fine, or answers what has to be accepted with a reason first.';
revoke execute on function public.issue_fine(jsonb, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.issue_fine(jsonb, jsonb, text) to anon, authenticated;

create function public.correct_fine(fine_id uuid, event_id uuid, changes jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
  -- The lock of the plate before the one of the row, as issuing takes them.
  select f.* into old from public.fines f where f.id = fine_id;
  perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(old.project_id, '') || ' ' || coalesce(old.plate_key, ''), 0));
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
    perform private.refuse('PK004', 'made_at', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.');
  end if;
  if coalesce(changes ->> 'case_number', old.case_number) <> old.case_number
    or coalesce(private.plate_key(changes ->> 'plate'), old.plate_key) <> old.plate_key then
    perform private.refuse('PK004', case when changes ? 'plate' then 'plate' else 'case_number' end,
      'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.');
  end if;
  new := private.fine_of_call(to_jsonb(old) || wanted, actor, private.moment_of(old));
  if new.amount > old.amount then
    perform private.refuse('PK001', 'amount', 'Beloppet kan bara sänkas.');
  end if;
  if new.violation_id is null and wanted ->> 'violation_id' is not null then
    perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
  end if;
  reasons := old.accepted_warnings || private.list_in(changes -> 'accepted', 'accepted');
  refusals := private.fine_refusals(new, private.moment_of(old));
  warnings := private.fine_warnings(new, (select count(*)::int from public.fine_photos p where p.fine_id = old.id), private.moment_of(old));
  if refusals <> '[]' and not from_queue then
    perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
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
comment on function public.correct_fine is 'Changes a fine within ten minutes, by whoever issued it.';
revoke execute on function public.correct_fine(uuid, uuid, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.correct_fine(uuid, uuid, jsonb, text) to anon, authenticated;
