-- What a plate may and did is of a site and not of a code: a row that is older than a check could not follow its site when the code was
-- changed, and says nothing at the site that has the code now.

-- As before, at the site that has the code.
create or replace function private.right_of(project text, key text, moment timestamptz, grace_minutes int) returns private.parking_right
language sql stable set search_path = ''
as $$
  with parked as (
    select p.id, p.start_time, p.end_time, p.created_at,
      p.start_time > coalesce(max(p.end_time) over (order by p.start_time, p.end_time, p.id rows between unbounded preceding and 1 preceding),
        '-infinity') as begins
    from public.parkings p
    where p.plate_key = key and (p.project_id = project or (project is null and p.project_id is null))
      and p.site_id is not distinct from (select private.site_of(project)) and p.active
      and p.end_time > moment - interval '24 hours'
  ), numbered as (
    select *, sum(begins::int) over (order by start_time, end_time, id) as span from parked
  ), spans as (
    select min(start_time) as began, max(end_time) as ended, min(created_at) as registered_at,
      -- The parking that counts: the one that runs, else the last to end, else the first to come.
      (array_agg(id order by start_time <= moment and end_time > moment desc, end_time desc))[1] as parking_id,
      (array_agg(created_at order by start_time <= moment and end_time > moment desc, end_time desc))[1] as parking_made
    from numbered group by span
  ), rights as (
    select 1 as place, 'valid' as outcome, ended as until, began as since, parking_made as registered_at, parking_id, null::uuid as permit_id,
      ended as best from spans where began <= moment and ended > moment
    union all
    select 2, 'permit', m.valid_until, m.valid_from, m.created_at, null, m.id, coalesce(m.valid_until, 'infinity') from public.permits m
    where m.plate_key = key and m.project_id = project and m.site_id is not distinct from (select private.site_of(project))
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
  from rights order by place, best desc limit 1;
$$;

-- As before, at the site that has the code.
create or replace function private.similar_parkings(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'until', s.end_time, 'car_model', s.car_model,
    'car_color', s.car_color, 'street', s.street)), '[]')
  from (
    select p.* from public.parkings p
    where p.plate_key = any (private.similar_keys(key)) and (p.project_id = project or (project is null and p.project_id is null))
      and p.site_id is not distinct from (select private.site_of(project))
      and p.active and p.start_time <= moment and p.end_time > moment
    order by p.end_time desc, p.id limit 5
  ) s;
$$;

-- As before, at the site that has the code.
create or replace function private.plate_history(project text, key text, is_admin boolean, this_check uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with since as (select case when is_admin then '-infinity'::timestamptz else now() - interval '90 days' end as moment),
  fines as (
    select f.issued_at as at, jsonb_build_object('id', f.id, 'case_number', f.case_number, 'issued_at', f.issued_at, 'kind', f.kind,
        'street', f.street, 'violation_text', f.violation_text, 'status', case when f.status = 'disputed' and not is_admin then 'issued' else f.status end)
      || case when is_admin then jsonb_build_object('issued_by', f.issued_by, 'amount', f.amount, 'left_ore', f.left_ore) else '{}' end as item
    from public.fines f, since s
    where f.plate_key = key and (f.project_id = project or (project is null and f.project_id is null))
      and f.site_id is not distinct from (select private.site_of(project)) and f.issued_at >= s.moment
    order by f.issued_at desc, f.id limit 20
  ), parkings as (
    select p.created_at as at, jsonb_build_object('id', p.id, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at,
        'car_model', p.car_model, 'car_color', p.car_color, 'street', p.street)
      || case when is_admin then jsonb_build_object('discord_username', p.discord_username) else '{}' end as item
    from public.parkings p, since s
    where p.plate_key = key and (p.project_id = project or (project is null and p.project_id is null))
      and p.site_id is not distinct from (select private.site_of(project)) and p.created_at >= s.moment
    order by p.created_at desc, p.id limit 20
  ), checks as (
    select c.checked_at as at, jsonb_build_object('id', c.id, 'checked_at', c.checked_at, 'outcome', c.outcome)
      || case when is_admin then jsonb_build_object('checked_by', c.checked_by) else '{}' end as item
    from public.plate_checks c, since s
    where c.plate_key = key and (c.project_id = project or (project is null and c.project_id is null))
      and c.site_id is not distinct from (select private.site_of(project)) and c.checked_at >= s.moment
      and c.id <> this_check
    order by c.checked_at desc, c.id limit 20
  )
  select jsonb_build_object(
    'fines', (select coalesce(jsonb_agg(item order by at desc), '[]') from fines),
    'parkings', (select coalesce(jsonb_agg(item order by at desc), '[]') from parkings),
    'checks', (select coalesce(jsonb_agg(item order by at desc), '[]') from checks));
$$;

-- A site's id is no code of it: policies know a row by its site's id, and one with that for a code would pass as the site's.
create or replace function private.place_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  site record;
begin
  if new.project_id is null then
    new.site_id := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and position('~' in new.project_id) > 0 then
    new.site_id := old.site_id;
    return new;
  end if;
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(new.project_id collate "C");
  if site.id is null and coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and new.project_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  new.site_id := site.id;
  new.project_id := coalesce(site.path, new.project_id);
  return new;
end;
$$;
