-- Receipts: the holder of a receipt's key sees, ends and extends the parking.

create or replace function private.change_parking(parking public.parkings, start_time timestamp with time zone, end_time timestamp with time zone)
  returns public.parkings
  language plpgsql
  set search_path = ''
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
comment on function private.change_parking(public.parkings,timestamp with time zone,timestamp with time zone) is 'Changes the times of a parking as its driver.';

create or replace function private.hash_of_key(key text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select encode(sha256(convert_to(coalesce(key, ''), 'utf8')), 'hex'); $$;
comment on function private.hash_of_key(text) is 'The SHA-256 of a key in hexadecimal digits; keys themselves are not stored.';

create or replace function private.keep_receipts_apart()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || new.receipt_hash, 0));
  if exists (select from public.parkings p where p.receipt_hash = new.receipt_hash) then
    new.receipt_hash := null;
  end if;
  return new;
end;
$$;
comment on function private.keep_receipts_apart() is
  'A registration with a hash that is there already is stored without one: the answer of the unique index would tell that it is there. The '
  'lock makes whoever comes at the same moment wait, so that the index never answers.';

create or replace function private.parking_for_driver(parking public.parkings)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('ref_number', parking.ref_number, 'car_model', parking.car_model, 'car_color', parking.car_color,
    'street', parking.street, 'site_name', (select s.name from public.main_page_sites s where s.id = parking.site_id),
    'start_time', parking.start_time, 'end_time', parking.end_time, 'active', parking.active, 'created_at', parking.created_at,
    'latest_end', (select s.began + make_interval(hours => most.hours) from private.span_with(parking, most.hours) s), 'at', now())
  from (select (private.settings_of(parking.project_id)).max_parking_hours as hours) most;
$$;
comment on function private.parking_for_driver(public.parkings) is 'The latest end that a receipt may ask for, with the parkings of its plate that touch it.';

create or replace function public.end_parking(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
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
comment on function public.end_parking(text) is 'Ends a parking now, for whoever holds its receipt; one that has ended stays as it is.';
grant execute on function public.end_parking(text) to anon, authenticated;

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
comment on function public.extend_parking(text,timestamp with time zone) is
  'Makes a parking end later, for whoever holds its receipt, within the longest time of its site.';
grant execute on function public.extend_parking(text,timestamp with time zone) to anon, authenticated;

create or replace function public.parking_by_receipt(key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
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
comment on function public.parking_by_receipt(text) is 'A parking for whoever holds its receipt.';
grant execute on function public.parking_by_receipt(text) to anon, authenticated;
