-- Case numbers of devices that are alive. A phone tells which numbers it holds; numbers of a lost or cleared one count no more after a day,
-- and an admin voids a person's unused ones. A short outage alone is nothing to look at.

alter table private.case_numbers add column held_at timestamptz, add column voided_at timestamptz, add column voided_by text;
comment on column private.case_numbers.held_at is 'When a device last told that it holds the number.';
comment on column private.case_numbers.voided_at is 'When an admin voided it: no device is to use it, and it is never given again.';

-- Whether a number lies unused on a device that is alive.
create function private.is_held(number private.case_numbers) returns boolean
language sql stable set search_path = ''
as $$
  select number.used_at is null and number.voided_at is null and greatest(number.created_at, number.held_at) > now() - interval '1 day';
$$;
revoke execute on function private.is_held(private.case_numbers) from public;

-- As before; devices that are alive count, for a day after they told.
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
    -- Numbers of a device that has not told of them for a day count no more: it is lost or was cleared. They stay the person's.
    if wanted + (select count(*) from private.case_numbers n where private.is_held(n)
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('PK009', 'count', 
        'Du har redan så många oanvända ärendenummer som du får ha. En administratör kan ogiltigförklara dem under Konton.');
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

create function public.hold_case_numbers(project text, numbers text[], acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  told constant text[] := hold_case_numbers.numbers;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  own text[];
begin
  if told is null or cardinality(told) > 200 then
    perform private.refuse('PK008', 'numbers', 'En telefon har högst 200 ärendenummer.');
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
comment on function public.hold_case_numbers is 'Notes which numbers lie on a phone that is alive, and tells which of them it is to throw away.';

create function public.list_unused_numbers(project text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.may_count_cases(project) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  return jsonb_build_object('outcome', 'listed', 'people', (
    select coalesce(jsonb_agg(to_jsonb(p) order by p.latest desc), '[]') from (
      select max(n.reserved_by) as user_id, count(*) as unused, count(*) filter (where private.is_held(n)) as held,
        max(greatest(n.created_at, n.held_at)) as latest
      from private.case_numbers n
      where n.used_at is null and n.voided_at is null
        and coalesce(n.site_id::text, n.project_id, '') = private.place_of(list_unused_numbers.project)
      group by private.id_key(n.reserved_by) order by latest desc limit 200
    ) p));
end;
$$;
comment on function public.list_unused_numbers is 'Who holds unused case numbers of a site: how many, how many of them on phones that are alive, and when one last told.';

create function public.void_case_numbers(project text, person text, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  voided int;
begin
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(person), 0));
  update private.case_numbers n set voided_at = now(), voided_by = actor.id
    where n.used_at is null and n.voided_at is null and private.id_key(n.reserved_by) = private.id_key(person)
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  get diagnostics voided = row_count;
  return jsonb_build_object('outcome', 'voided', 'count', voided);
end;
$$;
comment on function public.void_case_numbers is 'Voids a person''s unused case numbers: they count no more and are never given again. A fine that bears one already is stored all the same.';

revoke execute on function public.hold_case_numbers(text, text[], text), public.list_unused_numbers(text), public.void_case_numbers(text, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.hold_case_numbers(text, text[], text), public.list_unused_numbers(text), public.void_case_numbers(text, text, text)
  to anon, authenticated;

-- How many fines of the same account within the hour say that they were without a network for less than a minute.
create function private.short_outages(fine public.fines) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from public.fines f
  where f.issued_by = fine.issued_by and f.account_id is not distinct from fine.account_id and f.was_offline
    and f.issued_at > now() - interval '1 hour' and f.received_at - f.issued_at < interval '60 seconds';
$$;
revoke execute on function private.short_outages(public.fines) from public;

-- As before. Of fines that were without a network for less than a minute somebody looks at the account's fourth within an hour, and at each
-- that the database would have refused or warned about.
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
  is_short boolean;
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
  is_short := made.was_offline and now() - made.issued_at < interval '60 seconds';
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if is_short and (refusals <> '[]' or warnings <> '[]' or private.short_outages(made) >= 3) then
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
      made.delivery, private.accepted_of(warnings, reasons), made.was_offline, review, (made.was_offline and not is_short) or review <> '[]', made.id)
    returning * into made;
  perform private.add_photos(made, photos);
  -- The first event has the key of its fine.
  perform private.add_case_event(made.id, made.project_id, made.id, 'issued', actor, made.issued_at, null,
    jsonb_build_object('amount', made.amount, 'due_date', made.due_date), null, 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(made));
end;
$$;
