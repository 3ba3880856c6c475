-- To normalize a text of marks out of order takes the square of its length and heeds no time-out: a row of 62 kB by a visitor took nine seconds. And a
-- stranger who took a car was told why it is out of service, before the policy refused the row.

set local check_function_bodies = off;

create or replace function private.call_place_key(place text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$ select normalize(lower(regexp_replace(left(place, 400), '[^[:alnum:]]', '', 'g') collate "und-x-icu"), NFC); $$;

create or replace function private.id_key(id text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select normalize(lower(regexp_replace(left(id, 400),
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g') collate "und-x-icu"), NFC);
$$;

create or replace function private.keep_cars_in_service()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held constant integer := private.slot_of(new);
  vehicle public.vehicles;
begin
  -- The policy refuses strangers after this trigger: until then they are not told why a car is out of service.
  if private.is_hardened() and coalesce((select auth.role()), '') in ('anon', 'authenticated')
    and coalesce(new.site_id::text, new.project_id) <> all (private.own_places('chauffeur')) then
    return new;
  end if;
  perform private.lock_cars();
  perform private.start_vehicles(new.project_id);
  select v.* into vehicle from public.vehicles v where v.project_id = new.project_id and v.slot = held
    order by v.state = 'retired' limit 1;
  -- A code that no register can have is refused by the table.
  if vehicle.state = 'retired' or (vehicle.id is null and exists (select from public.vehicles v where v.project_id = new.project_id)) then
    perform private.refuse('no-such-car', 'slot');
  elsif vehicle.state = 'out_of_service' then
    perform private.refuse('car-out-of-service', 'slot', array[coalesce(vehicle.state_reason, '-')]);
  end if;
  perform private.end_due_turns();
  return new;
end;
$$;

create or replace function private.place_key(street text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select lower(normalize(btrim(regexp_replace(left(street, 400), '\s+', ' ', 'g')), nfkc)); $$;

create or replace function private.replace_own_car()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    -- The policy refuses strangers after this trigger, which tells them no setting.
    if (private.taxi_settings_of(new.project_id)).handover = 'require'
      and (private.is_specified() or coalesce(new.site_id::text, new.project_id) = any (private.own_places('chauffeur'))) then
      perform private.refuse('no-handover', 'start_km');
    end if;
    -- Of two windows of one chauffeur the later one counts.
    perform private.lock_cars();
    perform set_config('parkering.turn_cause', '{"ended_by": "moved"}', true);
    delete from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id;
    perform set_config('parkering.turn_cause', '', true);
  end if;
  return new;
end;
$$;

create or replace function public.find_cases(project text, term text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  site constant uuid := private.site_of(project);
  key constant text := private.plate_key(term);
  words constant text := lower(normalize(btrim(left(coalesce(term, ''), 400)), nfc));
  like_key constant text := '%' || key || '%';
  like_name constant text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Trigrams know nothing shorter.
  shortest constant int := 3;
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  -- Each part is planned for all of its rows, by its index, and stopped when there are too many.
  return (
    with by_key as materialized (
      select f.id from public.fines f where length(key) >= shortest and f.project_id = find_cases.project
        and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.plate_key || ' ' || f.case_number like like_key
    ), by_recipient as materialized (
      select r.fine_id from public.case_recipients r where length(words) >= shortest and r.project_id = find_cases.project
        and lower(r.name) like like_name
    ), by_objector as materialized (
      select o.fine_id from public.objections o where length(words) >= shortest and o.project_id = find_cases.project
        and lower(o.name) like like_name
    ), whole as (
      select f.id from public.fines f where f.plate_key = key and f.project_id = find_cases.project
      union select f.id from public.fines f where f.case_number = key
    ), hits as (
      select w.id from whole w
      union (select k.id from by_key k limit 500)
      union (select r.fine_id from by_recipient r limit 500)
      union (select o.fine_id from by_objector o limit 500)
    ), found as (
      select f.id, f.case_number, f.plate, f.status, f.needs_review, f.left_ore, f.street, f.created_at, key in (f.plate_key, f.case_number) as is_whole
      from hits h join public.fines f on f.id = h.id
      where f.project_id = find_cases.project and f.site_id is not distinct from site
        and f.status in ('issued', 'reminded', 'disputed', 'collection')
      order by is_whole desc, f.created_at desc, f.id desc limit 21
    )
    select jsonb_build_object('outcome', 'found',
      'cases', coalesce(jsonb_agg(to_jsonb(f) - '{id,created_at,is_whole}'::text[]
        || jsonb_build_object('name', coalesce(
          (select r.name from public.case_recipients r where r.fine_id = f.id order by r.at desc, r.id limit 1),
          (select nullif(o.name, '') from public.objections o where o.fine_id = f.id order by o.received_at desc, o.id limit 1)))
        order by f.is_whole desc, f.created_at desc, f.id desc), '[]'))
    from found f);
end;
$$;

create or replace function public.search_parkings(query text, project text DEFAULT NULL::text, before_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 100)
  returns SETOF public.parkings
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
declare
  -- No row is as long, and a longer text would take normalize the square of its length.
  wanted constant text := left(query, 1000);
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(wanted), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  is_plate boolean := key ~ '^[A-Z]{3}[0-9]{2}[0-9A-Z]$' and pattern = '%' || lower(key) || '%';
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(wanted, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
  most int := least(greatest(page_size, 1), 1000);
  first_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid);
  hits uuid[];
  found_parking public.parkings;
begin
  if places = '{}' then
    return;
  end if;
  if is_plate then
    -- Materialized: planned for all of them, by the trigrams, and stopped when there are too many.
    hits := array(
      with hit as materialized (select q.id from public.parkings q where q.search_text like pattern)
      select hit.id from hit limit 2001);
  end if;
  if cardinality(hits) <= 2000 then
    for found_parking in
      select p.* from public.parkings p
      where p.id = any (hits)
        and (project is null or p.project_id = project)
        and (places is null or coalesce(p.site_id::text, p.project_id, '') = any (places))
        and (before_created_at is null or (p.created_at, p.id) < (before_created_at, first_id))
      order by p.created_at desc, p.id desc limit most
    loop
      found_parking.receipt_hash := null;
      return next found_parking;
    end loop;
    return;
  end if;
  -- All columns in their order, but for the hash: a function's rows know no grants of columns.
  return query execute
    'select id, project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, active, created_at, site_id, '
    || 'plate_key, search_text, null::text from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $7 and plate_key like $8))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when places is null then '' else ' and coalesce(site_id::text, project_id, '''') = any ($6)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at, first_id, most, places, '%' || lower(key) || '%', '%' || key || '%';
end;
$$;

create or replace function private.refuse_long_texts()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  broken constant text := 'parkings_' || case when length(new.car_color) > 100 then 'car_color' when length(new.car_model) > 200 then 'car_model'
    when length(new.discord_username) > 100 then 'discord_username' when length(new.ref_number) > 50 then 'ref_number' else 'street' end || '_length';
begin
  raise exception 'new row for relation "parkings" violates check constraint "%"', broken
    using errcode = '23514', constraint = broken, table = 'parkings', schema = 'public';
end;
$$;

create trigger parkings_refuse_long_texts before insert on public.parkings for each row
  when (length(new.car_model) > 200 or length(new.car_color) > 100 or length(new.street) > 200 or length(new.ref_number) > 50
    or length(new.discord_username) > 100)
  execute function private.refuse_long_texts();

comment on function private.id_key(text) is 'An ID as it is compared: no case, no spaces, no invisible letters. None is as long as 400 letters, and normalize takes the square of a text''s length for marks out of order: a megabyte took hours, and heeded no time-out.';

comment on function private.refuse_long_texts() is 'Refuses what the checks of lengths refuse, but before search_text is made of it: normalize takes the square of the length, and no time-out ends it.';
