-- What a fine asks before it is stored (document 4 §4), more than until now:
-- a place and a photo, a right that somebody removed within the day, as many as one person can issue, and in `hardened` a notice that says
-- who issues it, how to pay, whom to ask and where its driver reads it. A fine that lies on a car is still never refused.

-- New sites ask for a photo; those that stand keep what they decided.
alter table public.site_settings alter column min_photos set default 1;

-- What one account did lately (private.too_many).
create index fine_events_account_idx on public.fine_events (by_account, kind, created_at) where kind in ('issued', 'corrected');
create index case_numbers_account_idx on private.case_numbers (account_id, created_at);

-- The refusal of an account that issued or corrected as much as one person can, 60 in 15 minutes; empty below that. `specified`, which
-- believes everybody's ID, limits nobody (decisions §4).
create function private.too_many(actor private.case_actor, kind text, words text) returns jsonb
language plpgsql volatile set search_path = ''
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
  return case when since is null then '[]' else jsonb_build_array(jsonb_build_object('code', 'PK017', 'field', 'issued_at',
    'words', private.wait_in_words(words, since))) end;
end;
$$;
revoke execute on function private.too_many(private.case_actor, text, text) from public;

create function private.wait_in_words(words text, since timestamptz) returns text
language sql stable set search_path = ''
as $$
  select format('%s Försök igen om %s.', words, case when m.minutes = 1 then '1 minut' else m.minutes || ' minuter' end)
  from (select greatest(1, ceil(extract(epoch from since + interval '15 minutes' - now()) / 60)::int) as minutes) m;
$$;
revoke execute on function private.wait_in_words(text, timestamptz) from public;

-- What a site's notices lack, as codes: issuer, payment, contact, address. The address is the installation's own (PUBLIC_URL), or the one
-- that the notice's page has; no driver reaches this machine's own.
create function private.gaps_of(settings public.site_settings, address text) returns text[]
language sql stable set search_path = ''
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
revoke execute on function private.gaps_of(public.site_settings, text) from public;

create function public.notice_gaps(project text, address text default null) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((select private.gaps_of(s, notice_gaps.address) from public.site_settings s
    where s.project_id = notice_gaps.project and (private.is_specified()
      or coalesce(s.site_id::text, s.project_id) = any (private.own_places('admin', 'attendant')))), '{}');
$$;
comment on function public.notice_gaps is 'What the notices of a site lack, as codes: issuer, payment, contact, address; nothing for whoever does not work there.';
revoke execute on function public.notice_gaps(text, text) from public, anon, authenticated, service_role;
grant execute on function public.notice_gaps(text, text) to anon, authenticated;

-- The parking of a plate that somebody removed within a day before a moment, while it held or was to come: at, by. When it held stands in
-- the trail of its removal. One that was removed behind the moment, as the phone's clock has it, counts where it held then.
create function private.removed_right(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('at', l.deleted_at, 'by', l.deleted_by)
  from public.parking_deletion_logs l
    left join public.audit_trail t on t.row_id = l.parking_id::text and t.subject = 'parkings' and t.action = 'delete'
  where l.plate_key = key and (l.project_id = project or (project is null and l.project_id is null))
    and l.site_id is not distinct from private.site_of(project)
    and l.announced_by is null and l.deleted_at > moment - interval '24 hours'
    and case when l.deleted_at <= moment then t.before is null or (t.before ->> 'end_time')::timestamptz > l.deleted_at
      else (t.before ->> 'start_time')::timestamptz <= moment and (t.before ->> 'end_time')::timestamptz > moment end
    and not exists (select from public.parkings p where p.id = l.parking_id)
  order by l.deleted_at desc, l.id limit 1;
$$;
revoke execute on function private.removed_right(text, text, timestamptz) from public;

-- A parking that was removed as it stood, with who removed it; null where nothing is known of it at this site.
create function private.removed_parking(project text, parking uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', t.before -> 'id', 'ref_number', t.before -> 'ref_number', 'start_time', t.before -> 'start_time',
    'end_time', t.before -> 'end_time', 'created_at', t.before -> 'created_at', 'street', t.before -> 'street',
    'changes', private.parking_changes(parking), 'removed_at', t.created_at, 'removed_by', (
      select l.deleted_by from public.parking_deletion_logs l where l.parking_id = removed_parking.parking and l.announced_by is null
      order by l.deleted_at desc, l.id limit 1))
  from public.audit_trail t
  where t.row_id = parking::text and t.subject = 'parkings' and t.action = 'delete' and t.before ? 'start_time'
    and t.site_id is not distinct from private.site_of(project) and t.project_id is not distinct from project
  order by t.created_at desc limit 1;
$$;
revoke execute on function private.removed_parking(text, uuid) from public;

create or replace function private.fine_warnings(fine public.fines, photos integer, moment timestamptz) returns jsonb
language plpgsql stable set search_path = ''
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

create or replace function private.accepted_of(warnings jsonb, accepted jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  -- Who removed a right and when stands nowhere else once its log is erased.
  select coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'reason', left(a ->> 'reason', 500))
    || coalesce((select jsonb_strip_nulls(jsonb_build_object('at', w -> 'at', 'by', w -> 'by')) from jsonb_array_elements(warnings) w
      where w ->> 'code' = a ->> 'code' limit 1), '{}')), '[]')
  from jsonb_array_elements(accepted) a
  where private.is_accepted(jsonb_build_array(a), a ->> 'code')
    and exists (select from jsonb_array_elements(warnings) w where w ->> 'code' = a ->> 'code');
$$;

create or replace function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamptz) returns public.fines
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

create function private.gaps_in_words(gaps text[]) returns text
language sql immutable set search_path = ''
as $$
  select format('Här kan ingen bot utfärdas än. På avin saknas: %s. En administratör fyller i det under Inställningar.',
    string_agg(w.word, ', ' order by w.place))
  from (values (1, 'issuer', 'utfärdare'), (2, 'payment', 'betalsätt'), (3, 'contact', 'kontaktuppgift'),
    (4, 'address', 'webbadress (PUBLIC_URL)')) w (place, code, word)
  where w.code = any (gaps);
$$;
revoke execute on function private.gaps_in_words(text[]) from public;

create or replace function public.issue_fine(fine jsonb, accepted jsonb, acting_as text) returns jsonb
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
  gaps text[];
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
  refusals := private.too_many(actor, 'issued', 'Så många böter utfärdar ingen på så kort tid.')
    || private.fine_refusals(made, private.moment_of(made));
  -- Where no site is, nobody can say who issues.
  if private.is_hardened() then
    select private.gaps_of(s, fine ->> 'notice_address') into gaps from public.site_settings s where s.project_id = actor.project;
    if cardinality(gaps) > 0 then
      refusals := jsonb_build_array(jsonb_build_object('code', 'PK018', 'field', 'notice', 'words', private.gaps_in_words(gaps))) || refusals;
    end if;
  end if;
  warnings := private.fine_warnings(made, jsonb_array_length(photos), private.moment_of(made));
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if now() - made.issued_at < interval '60 seconds' then
      review := review || '[{"code": "hardly-offline"}]';
    end if;
    if actor.kind = 'admin' and fine ->> 'issued_by' is not null and private.id_key(fine ->> 'issued_by') <> private.id_key(made.issued_by) then
      review := review || jsonb_build_array(jsonb_build_object('code', 'unknown-issuer', 'reason', left(fine ->> 'issued_by', 50)));
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

create or replace function public.correct_fine(fine_id uuid, event_id uuid, changes jsonb, acting_as text) returns jsonb
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
  refusals := private.too_many(actor, 'corrected', 'Så många böter rättar ingen på så kort tid.')
    || private.fine_refusals(new, private.moment_of(old));
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

create or replace function public.reserve_case_numbers(project text, request_id uuid, count integer, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
    perform private.refuse('PK008', 'count', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  select array_agg(n.case_number order by n.case_number) into numbers from private.case_numbers n
    where n.request_id = request and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and n.account_id is not distinct from actor.account
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  if numbers is null then
    -- What was given days ago and lies unused lies on a device that is lost or was cleared. It stays the person's, should it turn up.
    if wanted + (select count(*) from private.case_numbers n where n.used_at is null and n.created_at > now() - interval '3 days'
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('PK009', 'count', 'Du har redan så många oanvända ärendenummer som du får ha.');
    end if;
    -- As many as may lie unused and as one person can use meanwhile.
    if actor.account is not null and private.is_hardened() then
      select n.created_at into since from private.case_numbers n
        where n.account_id = actor.account and n.created_at > now() - interval '15 minutes'
        order by n.created_at desc offset 160 - wanted limit 1;
      if since is not null then
        perform private.refuse('PK017', 'count', private.wait_in_words('Så många ärendenummer behöver ingen på så kort tid.', since));
      end if;
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;

create or replace function public.offline_data(project text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  most constant int := private.most_offline_parkings();
  actor constant private.case_actor := private.case_staff(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  site constant uuid := private.site_of(actor.project);
  today constant timestamptz := private.day_of(now())::timestamp at time zone 'Europe/Stockholm';
  told record;
begin
  select coalesce(jsonb_agg(jsonb_build_array(p.id, p.ref_number, p.start_time, p.end_time, p.created_at, p.car_model, p.car_color, p.street,
        p.discord_username)) filter (where p.place <= most), '[]') as parkings,
      min(p.start_time) filter (where p.place > most and not p.is_over) as cut_at,
      max(p.end_time) filter (where p.place > most and p.is_over) as ended_cut_at
    into told
    from (
      select k.*, row_number() over (order by k.is_over, case when not k.is_over then k.start_time end, k.end_time desc, k.id) as place
      from (
        select q.*, q.end_time <= now() - make_interval(mins => settings.grace_minutes) as is_over from public.parkings q
        where (q.site_id = site or (site is null and q.site_id is null and q.project_id is not distinct from actor.project)) and q.active
          and q.end_time > now() - interval '24 hours' and q.start_time < now() + interval '48 hours'
      ) k
    ) p;
  return jsonb_build_object('outcome', 'told', 'at', now(), 'grace_minutes', settings.grace_minutes,
    'observation_minutes', settings.observation_minutes, 'min_photos', settings.min_photos, 'max_amount', settings.max_amount,
    'parkings', told.parkings, 'cut_at', told.cut_at, 'ended_cut_at', told.ended_cut_at,
    'permits', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.plate, m.valid_from, m.valid_until, m.ended_at, m.created_at,
        m.attendant_note)), '[]')
      from public.permits m where m.project_id = actor.project and m.site_id is not distinct from site
        and (m.valid_until is null or m.valid_until > now()) and (m.ended_at is null or m.ended_at > now())),
    -- Parkings that somebody removed within the day (private.removed_right).
    'removed', (select coalesce(jsonb_agg(jsonb_build_array(r.plate, r.removed ->> 'at', r.removed ->> 'by')), '[]')
      from (select l.ref_number as plate, private.removed_right(actor.project, l.plate_key, now()) as removed
        from (select distinct on (d.plate_key) d.plate_key, d.ref_number from public.parking_deletion_logs d
          where (d.project_id = actor.project or (actor.project is null and d.project_id is null)) and d.site_id is not distinct from site and d.plate_key <> ''
            and d.deleted_at > now() - interval '24 hours' order by d.plate_key, d.deleted_at desc) l) r
      where r.removed is not null),
    -- Whoever was fined late yesterday may not be again early today.
    'fines', (select coalesce(jsonb_agg(jsonb_build_array(f.id, f.plate, private.moment_of(f), f.street, f.case_number, f.kind,
        f.violation_text, case when f.status = 'disputed' then 'issued' else f.status end,
        f.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]')), '[]')
      from public.fines f where (f.project_id = actor.project or (actor.project is null and f.project_id is null))
        and f.site_id is not distinct from site and private.moment_of(f) >= least(today, now() - interval '6 hours')
        -- The same by what an index knows: no fine of those hours came more than a day before them.
        and f.created_at >= least(today, now() - interval '6 hours') - interval '1 day'),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.site_id is not distinct from site
          and c.checked_at between today and now()
        group by c.plate_key) c));
end;
$$;
