-- Numbers, keys and checks of one site say nothing and take nothing at another.

-- The place of a code as policies write it: its site, else the code, else the empty text.
create function private.place_of(project text) returns text
language sql stable set search_path = ''
as $$
  select coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '');
$$;
revoke execute on function private.place_of(text) from public;

-- As before, at the place where the number was given: IDs are the same at many sites.
create or replace function private.use_case_number(number text, actor private.case_actor) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update private.case_numbers n set used_at = now()
    where n.case_number = number and n.used_at is null and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project)
      and (n.account_id is null or n.account_id = actor.account or (actor.kind = 'admin' and actor.account is null));
  return found;
end;
$$;

-- As before; a repeated call gets the numbers of its own person and place alone.
create or replace function public.reserve_case_numbers(project text, request_id uuid, count int, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := reserve_case_numbers.request_id;
  wanted constant int := reserve_case_numbers.count;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  numbers text[];
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
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;

-- A key that another case has, read off a notice perhaps before its phone could send it: this case gets one of its own, somebody looks at
-- it, and what lies on the other car is not kept from being stored.
create function private.keep_keys_apart() returns trigger
language plpgsql set search_path = ''
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
revoke execute on function private.keep_keys_apart() from public;
create trigger fines_keep_keys_apart before insert on public.fines for each row execute function private.keep_keys_apart();

-- As before; of the site alone, and not what a visitor registered for years ahead.
create or replace function public.offline_data(project text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  site constant uuid := (select s.id from public.main_page_sites s where s.path = actor.project);
  today constant timestamptz := private.day_of(now())::timestamp at time zone 'Europe/Stockholm';
begin
  return jsonb_build_object('outcome', 'told', 'at', now(), 'grace_minutes', settings.grace_minutes,
    'observation_minutes', settings.observation_minutes, 'min_photos', settings.min_photos, 'max_amount', settings.max_amount,
    'parkings', (select coalesce(jsonb_agg(jsonb_build_array(p.id, p.ref_number, p.start_time, p.end_time, p.created_at, p.car_model,
        p.car_color, p.street, p.discord_username)), '[]')
      from public.parkings p where (p.project_id = actor.project or (actor.project is null and p.project_id is null)) and p.active
        and p.site_id is not distinct from site and p.end_time > now() - interval '24 hours' and p.start_time < now() + interval '48 hours'),
    'permits', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.plate, m.valid_from, m.valid_until, m.ended_at, m.created_at,
        m.attendant_note)), '[]')
      from public.permits m where m.project_id = actor.project and (m.valid_until is null or m.valid_until > now())
        and (m.ended_at is null or m.ended_at > now())),
    -- Whoever was fined late yesterday may not be again early today.
    'fines', (select coalesce(jsonb_agg(jsonb_build_array(f.id, f.plate, private.moment_of(f), f.street, f.case_number, f.kind,
        f.violation_text, case when f.status = 'disputed' then 'issued' else f.status end,
        f.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]')), '[]')
      from public.fines f where (f.project_id = actor.project or (actor.project is null and f.project_id is null))
        and private.moment_of(f) >= least(today, now() - interval '6 hours')),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.checked_at between today and now()
        group by c.plate_key) c));
end;
$$;

-- As before; an admin names somebody who works or worked at the site, and no check is of later.
create or replace function public.record_offline_check(given jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(given ->> 'project_id', acting_as);
  made public.plate_checks := jsonb_populate_record(null::public.plate_checks, given);
  known public.plate_checks;
begin
  if made.id is null or coalesce(private.plate_key(made.plate), '') = '' or length(made.plate) > 50 then
    perform private.refuse('PK008', case when made.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  if made.outcome is null or made.checked_at is null then
    perform private.refuse('PK008', case when made.outcome is null then 'outcome' else 'checked_at' end, 'Uppgifterna kan inte läsas.');
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
      perform private.refuse('PK010', 'id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', 'recorded');
end;
$$;
