-- Of two rights that hold alike one is named, and always the same: which of two permits without an end, or of two parkings that end at once,
-- was left to the order of the rows, and a phone without a network could name the other.

-- As before, with the whole order.
create or replace function private.right_of(project text, key text, moment timestamptz, grace_minutes int) returns private.parking_right
language sql stable set search_path = ''
as $$
  with parked as (
    select p.id, p.start_time, p.end_time, p.created_at,
      p.start_time > coalesce(max(p.end_time) over (order by p.start_time, p.end_time, p.id rows between unbounded preceding and 1 preceding),
        '-infinity') as begins
    from public.parkings p
    where p.plate_key = key and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project)) and p.active
      and p.end_time > moment - interval '24 hours'
  ), numbered as (
    select *, sum(begins::int) over (order by start_time, end_time, id) as span from parked
  ), spans as (
    select min(start_time) as began, max(end_time) as ended, min(created_at) as registered_at,
      -- The parking that counts: the one that runs, else the last to end, else the first to come.
      (array_agg(id order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_id,
      (array_agg(created_at order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_made
    from numbered group by span
  ), rights as (
    select 1 as place, 'valid' as outcome, ended as until, began as since, parking_made as registered_at, parking_id, null::uuid as permit_id,
      ended as best from spans where began <= moment and ended > moment
    union all
    select 2, 'permit', m.valid_until, m.valid_from, m.created_at, null, m.id, coalesce(m.valid_until, 'infinity') from public.permits m
    where m.plate_key = key and (m.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and m.site_id is null and m.project_id = project))
      and m.valid_from <= moment and (m.valid_until is null or m.valid_until > moment)
      and (m.ended_at is null or m.ended_at > moment)
    union all
    select 3, 'grace', ended + make_interval(mins => grace_minutes), ended, parking_made, parking_id, null, ended from spans
    where ended <= moment and ended > moment - make_interval(mins => grace_minutes)
    union all
    select 4, 'not_yet', ended, began, parking_made, parking_id, null, moment - (began - moment) from spans
    where began > moment and private.day_of(began) = private.day_of(moment)
    union all
    select 5, 'expired', ended, ended, parking_made, parking_id, null, ended from spans where ended <= moment
    union all
    select 6, 'none', null, null, null, null, null, moment
  )
  select row(outcome, until, since, registered_at, parking_id, permit_id)::private.parking_right
  from rights order by place, best desc, since, permit_id limit 1;
$$;
