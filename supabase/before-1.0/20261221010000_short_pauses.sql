-- A pause of a millisecond is no end of a parking: several that stood one behind the other with such pauses passed any longest time, and a check
-- found the car right at every moment. A car counts as away once it was gone for ten minutes more than the site's grace time.

-- As before; parkings with a shorter pause between them make one span, too.
create or replace function private.span_with(parking public.parkings, most int, out began timestamptz, out ended timestamptz)
language sql stable set search_path = ''
as $$
  with pause as (
    select make_interval(mins => 10 + coalesce((private.settings_of(parking.project_id)).grace_minutes, 0)) as longest
  ), near as (
    select p.start_time, p.end_time from public.parkings p, pause
    where p.plate_key = private.plate_key(parking.ref_number) and p.active and p.id <> parking.id
      and (p.site_id = parking.site_id
        or (parking.site_id is null and p.site_id is null and p.project_id is not distinct from parking.project_id))
      and p.end_time >= parking.start_time - make_interval(hours => most) - pause.longest
      and p.start_time <= parking.end_time + make_interval(hours => most) + pause.longest
    union all
    select parking.start_time, parking.end_time
  ), marked as (
    select start_time, end_time, start_time > coalesce(max(end_time) over (order by start_time, end_time
      rows between unbounded preceding and 1 preceding) + pause.longest, '-infinity') as begins
    from near, pause
  ), numbered as (
    select start_time, end_time, sum(begins::int) over (order by start_time, end_time) as span from marked
  )
  select min(n.start_time), max(n.end_time) from numbered n group by n.span
  having min(n.start_time) <= parking.start_time and max(n.end_time) >= parking.end_time
  order by 1 limit 1;
$$;
