-- The visitor's receipt (document 4 §4): whoever holds its key sees the parking, ends it and extends it. Nothing more about parkings is
-- readable than before.

-- Nobody reads the hash: by no list, no filter, no live change and no answer to an insert. A new column has to be added here.
update private.table_grants set
    specified_anon = replace(specified_anon, 'select', told.grant_text),
    specified_authenticated = replace(specified_authenticated, 'select', told.grant_text),
    hardened_authenticated = replace(hardened_authenticated, 'select', told.grant_text)
  from (select 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, '
    || 'end_time, active, created_at, search_text)' as grant_text) told
  where table_name = 'parkings';
select private.grant_for_profile();

-- As before, but for the hash: a function's rows know no grants of columns.
create or replace function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(query), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(query, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
  found_parking public.parkings;
begin
  if places = '{}' then
    return;
  end if;
  for found_parking in execute
    'select * from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $7 and plate_key like $8))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when places is null then '' else ' and coalesce(site_id::text, project_id, '''') = any ($6)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000), places,
      '%' || lower(key) || '%', '%' || key || '%'
  loop
    found_parking.receipt_hash := null;
    return next found_parking;
  end loop;
end;
$$;

-- A registration with a hash that is there already is stored without one: the answer of the unique index would tell that it is there.
-- The lock makes whoever comes at the same moment wait, so that the index never answers.
create function private.keep_receipts_apart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || new.receipt_hash, 0));
  if exists (select from public.parkings p where p.receipt_hash = new.receipt_hash) then
    new.receipt_hash := null;
  end if;
  return new;
end;
$$;
revoke execute on function private.keep_receipts_apart() from public;
-- Only for calls of the table API: a restore writes many rows at once.
create trigger parkings_keep_receipts_apart before insert on public.parkings
  for each row when (new.receipt_hash is not null and coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.keep_receipts_apart();

-- As before; what is done by a receipt is its driver's, whoever is logged in there.
create or replace function private.who_acts(out account uuid, out kind text, out id text, out request text) returns record
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  headers jsonb;
  screen jsonb;
begin
  account := nullif(claims ->> 'sub', '')::uuid;
  kind := case claims ->> 'role'
    when 'anon' then 'visitor' when 'authenticated' then 'account' when 'service_role' then 'service' else 'database'
  end;
  request := extract(epoch from now()) || '-' || pg_current_xact_id();
  if coalesce(current_setting('parkering.acts', true), '') = 'driver' then
    kind := 'driver';
    return;
  end if;
  if claims is null then
    return;
  end if;
  if coalesce(current_setting('request.headers', true), '') <> '' and kind <> 'database' then
    headers := current_setting('request.headers', true)::jsonb;
    if claims ->> 'role' = 'service_role' then
      account := coalesce(substring(headers ->> 'x-acting-account' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid, account);
      request := coalesce(left(headers ->> 'x-request-id', 100), request);
    end if;
    if headers ? 'x-acting-as' and private.is_specified() then
      screen := private.header_json(headers ->> 'x-acting-as');
      if screen ->> 'kind' <> '' and screen ->> 'id' <> '' then
        kind := left(screen ->> 'kind', 50);
        id := left(screen ->> 'id', 320);
        return;
      end if;
    end if;
  end if;
  if account is null then
    return;
  end if;
  select s.kind, s.user_id into kind, id from public.staff_accounts s where s.account_id = account;
  if not found then
    select coalesce((
        select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
        where r.user_id = u.id and r.role in ('admin', 'employee') order by r.role limit 1), 'account'), u.email
      into kind, id from auth.users u where u.id = account;
    kind := coalesce(kind, 'account');
  end if;
end;
$$;

-- A parking for whoever holds its receipt: what they registered, where, how long it may last, and the database's clock.
create function private.parking_for_driver(parking public.parkings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('ref_number', parking.ref_number, 'car_model', parking.car_model, 'car_color', parking.car_color,
    'street', parking.street, 'site_name', (select s.name from public.main_page_sites s where s.id = parking.site_id),
    'start_time', parking.start_time, 'end_time', parking.end_time, 'active', parking.active, 'created_at', parking.created_at,
    'latest_end', parking.start_time + make_interval(hours => (private.settings_of(parking.project_id)).max_parking_hours), 'at', now());
$$;
revoke execute on function private.parking_for_driver(public.parkings) from public;

-- A wrong key does what a right one does, with another parking, and throws it away: it takes as long. An error would take back whatever
-- counts the wrong ones, so it is an answer.
create function public.parking_by_receipt(key text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted constant text := private.hash_of_key(parking_by_receipt.key);
  parking public.parkings;
  answer jsonb;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = wanted;
  if parking.id is null then
    select p.* into parking from public.parkings p where p.receipt_hash is not null order by p.receipt_hash limit 1;
  end if;
  answer := jsonb_build_object('outcome', 'found', 'parking', private.parking_for_driver(parking));
  return case when parking.receipt_hash = wanted then answer else '{"outcome": "none"}' end;
end;
$$;
comment on function public.parking_by_receipt is 'A parking for whoever holds its receipt.';
revoke execute on function public.parking_by_receipt(text) from public, anon, authenticated, service_role;
grant execute on function public.parking_by_receipt(text) to anon, authenticated;

-- Changes the times of a parking as its driver.
create function private.change_parking(parking public.parkings, start_time timestamptz, end_time timestamptz) returns public.parkings
language plpgsql set search_path = ''
as $$
declare
  changed public.parkings;
begin
  perform set_config('parkering.acts', 'driver', true);
  update public.parkings p set start_time = change_parking.start_time, end_time = change_parking.end_time
    where p.id = parking.id returning p.* into changed;
  perform set_config('parkering.acts', '', true);
  return changed;
end;
$$;
revoke execute on function private.change_parking(public.parkings, timestamptz, timestamptz) from public;

-- One that has not begun begins and ends now.
create function public.end_parking(key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  parking public.parkings;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = private.hash_of_key(end_parking.key) for update;
  if parking.id is null then
    return public.parking_by_receipt(end_parking.key);
  end if;
  if parking.end_time > now() then
    parking := private.change_parking(parking, least(parking.start_time, now()), now());
  end if;
  return jsonb_build_object('outcome', 'ended', 'parking', private.parking_for_driver(parking));
end;
$$;
comment on function public.end_parking is 'Ends a parking now, for whoever holds its receipt; one that has ended stays as it is.';
revoke execute on function public.end_parking(text) from public, anon, authenticated, service_role;
grant execute on function public.end_parking(text) to anon, authenticated;

create function public.extend_parking(key text, new_end timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  parking public.parkings;
  most int;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = private.hash_of_key(extend_parking.key) for update;
  if parking.id is null then
    return public.parking_by_receipt(extend_parking.key);
  end if;
  most := (private.settings_of(parking.project_id)).max_parking_hours;
  if parking.end_time <= now() or not parking.active then
    perform private.refuse('PK012', 'end_time', 'Parkeringen har redan slutat och kan inte förlängas.');
  elsif extend_parking.new_end is null or not private.is_moment(extend_parking.new_end) or extend_parking.new_end < parking.end_time then
    perform private.refuse('PK008', 'new_end', 'Den nya sluttiden måste vara senare än den nuvarande.');
  elsif extend_parking.new_end > parking.start_time + make_interval(hours => most) and extend_parking.new_end > parking.end_time then
    perform private.refuse('PK013', 'new_end', format('Här får en parkering vara i högst %s.', case most when 1 then '1 timme' else most || ' timmar' end));
  elsif extend_parking.new_end > parking.end_time then
    parking := private.change_parking(parking, parking.start_time, extend_parking.new_end);
  end if;
  return jsonb_build_object('outcome', 'extended', 'parking', private.parking_for_driver(parking));
end;
$$;
comment on function public.extend_parking is 'Makes a parking end later, for whoever holds its receipt, within the longest time of its site.';
revoke execute on function public.extend_parking(text, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.extend_parking(text, timestamptz) to anon, authenticated;
