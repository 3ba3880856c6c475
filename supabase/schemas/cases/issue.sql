-- Issuing and correcting a fine, with its number and its events (document 4 §3).

create or replace function private.accepted_of(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  -- Who removed a right and when stands nowhere else once its log is erased.
  select coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'reason', left(a ->> 'reason', 500))
    || coalesce((select jsonb_strip_nulls(jsonb_build_object('at', w -> 'at', 'by', w -> 'by')) from jsonb_array_elements(warnings) w
      where w ->> 'code' = a ->> 'code' limit 1), '{}')), '[]')
  from jsonb_array_elements(accepted) a
  where private.is_accepted(jsonb_build_array(a), a ->> 'code')
    and exists (select from jsonb_array_elements(warnings) w where w ->> 'code' = a ->> 'code');
$$;
comment on function private.accepted_of(jsonb,jsonb) is 'The accepted part of a list: the reasons of warnings that there were.';

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
comment on function private.add_photos(public.fines,jsonb) is 'Stores the photos that a fine lists; their files follow.';

create or replace function private.fine_json(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select to_jsonb(fine) - '{account_id,plate_key,site_id}'::text[] || jsonb_build_object('left_ore', fine.left_ore, 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'sha256', p.sha256, 'taken_at', p.taken_at, 'category', p.category)
      order by p.taken_at, p.id), '[]') from public.fine_photos p where p.fine_id = fine.id));
$$;
comment on function private.fine_json(public.fines) is 'A fine as functions answer it: its columns and its photos.';

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
    -- Screens read texts, whatever a phone sent.
    fine.parking_snapshot := case
      when fine.parking_snapshot ->> 'id' = fine.parking_id::text and fine.parking_snapshot ->> 'ref_number' is not null then (
        select jsonb_object_agg(s.key, s.value) || '{"changes": []}' from jsonb_each_text(fine.parking_snapshot) s
        where s.value is not null and s.key in ('id', 'ref_number', 'start_time', 'end_time', 'created_at', 'street')) end;
    -- A parking that is gone is kept as it stood, with who removed it. What a phone saw of it is nearer to the fine.
    fine.parking_snapshot := coalesce(private.removed_parking(actor.project, fine.parking_id) || coalesce(fine.parking_snapshot, '{}'),
      fine.parking_snapshot);
  end if;
  return fine;
end;
$$;
comment on function private.fine_of_call(jsonb,private.case_actor,timestamp with time zone) is
  'A fine as a call gives it, with what it leaves out. Its status, money and events are not the caller''s. `moment` is when it is issued, null '
  'for a new one.';

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
comment on function private.fine_refusals(public.fines,timestamp with time zone) is
  'Reasons why a fine cannot be stored at all, as [{code, field, words}]. `moment` is when it is issued.';

create or replace function private.fine_warnings(fine public.fines, photos integer, moment timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  key constant text := private.plate_key(fine.plate);
  settings constant public.site_settings := private.settings_of(fine.project_id);
  is_bound constant boolean := not coalesce((select v.needs_no_right from public.violations v where v.id = fine.violation_id), false);
  held constant private.parking_right := private.right_of(fine.project_id, key, moment, settings.grace_minutes);
  alike constant jsonb := private.similar_parkings(fine.project_id, key, moment);
  removed constant jsonb := private.removed_right(fine.project_id, key, moment);
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
      (is_bound and held.outcome not in ('valid', 'permit') and removed is not null, 'removed-parking', removed),
      (is_bound and moment - fine.observed_from < make_interval(mins => settings.observation_minutes), 'observed-too-short',
        jsonb_build_object('minutes', settings.observation_minutes)),
      (alike <> '[]', 'similar-plate', jsonb_build_object('similar', alike)),
      (fine.amount > 1300, 'above-legal-maximum', jsonb_build_object('maximum', 1300)),
      (coalesce(fine.street, '') !~ '\S', 'no-place', '{}'),
      (photos < settings.min_photos, 'few-photos', jsonb_build_object('wanted', settings.min_photos)),
      (earlier.is_close, 'fined-within-6-hours', jsonb_build_object('latest', earlier.latest)),
      (earlier.is_today, 'fined-today', jsonb_build_object('latest', earlier.latest)),
      (earlier.times >= 5, 'fined-five-times', jsonb_build_object('times', earlier.times))
    ) as w (is_so, code, more)
    where w.is_so
  );
end;
$$;
comment on function private.fine_warnings(public.fines,integer,timestamp with time zone) is 'Warnings that somebody has to give a reason for, as [{code, …}].';

create or replace function private.forget_driver_calls()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.driver_calls c where c.fine_id = new.id;
  return null;
end;
$$;
comment on function private.forget_driver_calls() is 'The calls of an erased case''s driver go with it.';

create or replace function private.is_accepted(accepted jsonb, code text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(accepted) a
    where a ->> 'code' = code and case when code like 'fined-%' then a ->> 'reason' = 'Ny parkering: bilen har varit borta'
      else private.is_reason(a ->> 'reason') end
  );
$$;
comment on function private.is_accepted(jsonb,text) is 'Whether a warning was accepted in a list of {code, reason}.';

create or replace function private.is_reason(reason text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$ select length(regexp_replace(coalesce(reason, ''), '[^[:alpha:]]', '', 'g')) >= 5; $$;
comment on function private.is_reason(text) is
  'Letters that a reason has to have, and the one choice that lifts what the law forbids within one parking.';

create or replace function private.keep_keys_apart()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from public.fines f where f.public_key = new.public_key) then
    new.public_key := translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_');
    new.review_reasons := new.review_reasons || '[{"code": "key-taken"}]';
    new.needs_review := true;
  end if;
  return new;
end;
$$;
comment on function private.keep_keys_apart() is
  'A key that another case has, read off a notice perhaps before its phone could send it: this case gets one of its own, somebody looks at it, '
  'and what lies on the other car is not kept from being stored.';

create or replace function private.not_accepted(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(w), '[]') from jsonb_array_elements(warnings) w where not private.is_accepted(accepted, w ->> 'code');
$$;
comment on function private.not_accepted(jsonb,jsonb) is 'The warnings of a list that nobody accepted.';

create or replace function private.short_outages(fine public.fines)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.fines f
  where f.issued_by = fine.issued_by and f.account_id is not distinct from fine.account_id and f.was_offline
    and f.issued_at > now() - interval '1 hour' and f.received_at - f.issued_at < interval '60 seconds';
$$;
comment on function private.short_outages(public.fines) is
  'How many fines of the same account within the hour say that they were without a network for less than a minute.';

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
comment on function private.too_many(private.case_actor,text,text) is
  'The refusal of an account that issued or corrected as much as one person can, 60 in 15 minutes; empty below that. `specified`, which '
  'believes everybody''s ID, limits nobody (decisions §4).';

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
comment on function public.correct_fine(uuid,uuid,jsonb,text) is 'Changes a fine within ten minutes, by whoever issued it.';
grant execute on function public.correct_fine(uuid,uuid,jsonb,text) to authenticated;

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
comment on function public.issue_fine(jsonb,jsonb,text) is 'Stores a fine, or answers what has to be accepted with a reason first.';
grant execute on function public.issue_fine(jsonb,jsonb,text) to authenticated;

create or replace function private.new_case_numbers(request uuid, wanted integer, actor private.case_actor)
  returns text[]
  language plpgsql
  set search_path = ''
as $$
declare
  given text[] := '{}';
  made text;
  site constant uuid := (select s.id from public.main_page_sites s where s.path = actor.project);
begin
  while cardinality(given) < wanted loop
    made := (1000000 + floor(random() * 9000000)::int)::text;
    insert into private.case_numbers (case_number, request_id, reserved_by, account_id, project_id, site_id)
      values (made || private.luhn_digit(made), request, actor.id, actor.account, actor.project, site) on conflict do nothing;
    if found then
      given := given || (made || private.luhn_digit(made));
    end if;
  end loop;
  return given;
end;
$$;
comment on function private.new_case_numbers(uuid,integer,private.case_actor) is 'Gives somebody so many numbers that nobody had before.';

create or replace function private.use_case_number(number text, actor private.case_actor)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  with asked as materialized (
    select n.* from private.case_numbers n where n.case_number = number for update
  )
  update private.case_numbers n set used_at = now() from asked a
    where n.case_number = a.case_number and a.used_at is null and private.id_key(a.reserved_by) = private.id_key(actor.id)
      and coalesce(a.site_id::text, a.project_id, '') = private.place_of(actor.project)
      and (a.account_id is null or a.account_id = actor.account or (actor.kind = 'admin' and actor.account is null));
  return found;
end;
$$;
comment on function private.use_case_number(text,private.case_actor) is
  'A number is found by itself, whatever else its person holds: among thousands of unused ones the planner took the index of the person, and '
  'each fine read them all.';

create or replace function private.add_case_event(fine_id uuid, project text, event_id uuid, kind text, actor private.case_actor, at timestamp with time zone, note text, data jsonb, status_before text, status_after text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, note, data, status_before, status_after)
  select event_id, add_case_event.fine_id, project, coalesce((select max(e.number) from public.fine_events e
      where e.fine_id = add_case_event.fine_id), 0) + 1, kind, actor.kind, actor.id, actor.account, at, note, coalesce(data, '{}'),
    status_before, status_after;
$$;
comment on function private.add_case_event(uuid,text,uuid,text,private.case_actor,timestamp with time zone,text,jsonb,text,text) is 'Adds an event to a case whose row the transaction has locked.';

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
comment on function private.gaps_in_words(text[]) is 'The words of what a site''s notices lack, which an admin has to fill in.';

create or replace function private.gaps_of(settings public.site_settings, address text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(array_agg(g.code order by g.place), '{}')
  from (values
    (1, settings.issuer_name !~ '\S', 'issuer'),
    (2, settings.payment_methods = '[]', 'payment'),
    (3, settings.contact_email !~ '\S' and settings.contact_phone !~ '\S', 'contact'),
    (4, not exists (select from private.settings s where s.public_url is not null)
      and coalesce(address, '') !~* '^https?://(?!(localhost|127\.|0\.0\.0\.0|\[::1?\]))[^\s/]', 'address')
  ) g (place, is_missing, code)
  where g.is_missing;
$$;
comment on function private.gaps_of(public.site_settings,text) is
  'Codes of what a site''s notices lack: issuer, payment, contact, address. The address is the installation''s own (PUBLIC_URL), or the one that '
  'the notice''s page has; no driver reaches this machine''s own.';

create or replace function private.max_amount(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select least(50000, (private.settings_of(fine.project_id)).max_amount,
    (select v.max_amount from public.violations v where v.id = fine.violation_id));
$$;
comment on function private.max_amount(public.fines) is 'The highest amount of a fine: of document 1, of the site and of the violation.';

create or replace function private.moment_of(fine public.fines)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$ select case when fine.was_offline then fine.issued_at else coalesce(fine.received_at, now()) end; $$;
comment on function private.moment_of(public.fines) is
  'When a fine is issued: by the phone''s clock where it had no network, else by the database''s.';
