-- The longest parking of a site holds at every way in (document 4 §4, §3 max_parking_hours): until now a receipt alone asked for it, and
-- a registration until 2099 was taken. Parkings of one plate that touch count as one, as a check counts them, so that two in a row are no
-- way around it.

-- The span that a parking makes with those of its plate that touch it, `most` hours around it.
create function private.span_with(parking public.parkings, most int, out began timestamptz, out ended timestamptz)
language sql stable set search_path = ''
as $$
  with near as (
    select p.start_time, p.end_time from public.parkings p
    where p.plate_key = private.plate_key(parking.ref_number) and p.active and p.id <> parking.id
      and (p.site_id = parking.site_id
        or (parking.site_id is null and p.site_id is null and p.project_id is not distinct from parking.project_id))
      and p.end_time >= parking.start_time - make_interval(hours => most)
      and p.start_time <= parking.end_time + make_interval(hours => most)
    union all
    select parking.start_time, parking.end_time
  ), marked as (
    select start_time, end_time, start_time > coalesce(max(end_time) over (order by start_time, end_time
      rows between unbounded preceding and 1 preceding), '-infinity') as begins
    from near
  ), numbered as (
    select start_time, end_time, sum(begins::int) over (order by start_time, end_time) as span from marked
  )
  select min(n.start_time), max(n.end_time) from numbered n group by n.span
  having min(n.start_time) <= parking.start_time and max(n.end_time) >= parking.end_time
  order by 1 limit 1;
$$;
revoke execute on function private.span_with(public.parkings, int) from public;

-- Refuses a parking that is longer than its site allows, with the latest end that is possible. `field` is what the caller named.
create function private.refuse_longer(parking public.parkings, field text) returns void
language plpgsql volatile set search_path = ''
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
  perform private.refuse('PK013', field, format('Här får en parkering vara i högst %s%s.',
    case most when 1 then '1 timme' else most || ' timmar' end,
    case when span.ended > parking.end_time or latest <= parking.start_time
      then ', och bilens andra parkeringar här räknas med'
      else ', alltså längst till ' || to_char(latest at time zone 'Europe/Stockholm',
        case when private.day_of(latest) = private.day_of(now()) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end) end));
end;
$$;
revoke execute on function private.refuse_longer(public.parkings, text) from public;

create function private.refuse_longer_parking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_longer(new, 'end_time');
  return new;
end;
$$;
revoke execute on function private.refuse_longer_parking() from public;

-- Behind parkings_place_new, which says of which site it is. What a restore or an operator writes is no registration.
create trigger parkings_refuse_longer before insert on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.refuse_longer_parking();
create trigger parkings_refuse_longer_change before update of start_time, end_time on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '' and new.end_time - new.start_time > old.end_time - old.start_time)
  execute function private.refuse_longer_parking();

-- The latest end that a receipt may ask for, with the parkings of its plate that touch it.
create or replace function private.parking_for_driver(parking public.parkings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('ref_number', parking.ref_number, 'car_model', parking.car_model, 'car_color', parking.car_color,
    'street', parking.street, 'site_name', (select s.name from public.main_page_sites s where s.id = parking.site_id),
    'start_time', parking.start_time, 'end_time', parking.end_time, 'active', parking.active, 'created_at', parking.created_at,
    'latest_end', (select s.began + make_interval(hours => most.hours) from private.span_with(parking, most.hours) s), 'at', now())
  from (select (private.settings_of(parking.project_id)).max_parking_hours as hours) most;
$$;

create or replace function public.extend_parking(key text, new_end timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
    perform private.refuse('PK012', 'end_time', 'Parkeringen har redan slutat och kan inte förlängas.');
  elsif extend_parking.new_end is null or not private.is_moment(extend_parking.new_end) or extend_parking.new_end < parking.end_time then
    perform private.refuse('PK008', 'new_end', 'Den nya sluttiden måste vara senare än den nuvarande.');
  elsif extend_parking.new_end > parking.end_time then
    longer := parking;
    longer.end_time := extend_parking.new_end;
    perform private.refuse_longer(longer, 'new_end');
    parking := private.change_parking(parking, parking.start_time, extend_parking.new_end);
  end if;
  return jsonb_build_object('outcome', 'extended', 'parking', private.parking_for_driver(parking));
end;
$$;
