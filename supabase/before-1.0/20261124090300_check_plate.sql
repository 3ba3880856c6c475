-- May this car stand here (document 4 §4)?

create type private.parking_right as (outcome text, until timestamptz, since timestamptz, registered_at timestamptz, parking_id uuid, permit_id uuid);

-- The first that holds of: a parking that runs, a permit, the grace after a parking, one that starts later today, one that ended within
-- 24 hours, nothing. Parkings back to back count as one. `since` is when it began, or for what is over when it ended.
create function private.right_of(project text, key text, moment timestamptz, grace_minutes int) returns private.parking_right
language sql stable set search_path = ''
as $$
  with parked as (
    select p.id, p.start_time, p.end_time, p.created_at,
      p.start_time > coalesce(max(p.end_time) over (order by p.start_time, p.end_time, p.id rows between unbounded preceding and 1 preceding),
        '-infinity') as begins
    from public.parkings p
    where p.plate_key = key and (p.project_id = project or (project is null and p.project_id is null)) and p.active
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
    where m.plate_key = key and m.project_id = project and m.valid_from <= moment and (m.valid_until is null or m.valid_until > moment)
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
revoke execute on function private.right_of(text, text, timestamptz, int) from public;

-- The keys that differ from one in a letter, or in two that changed places. Candidates instead of a distance: an index finds them.
create function private.similar_keys(key text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select overlay(key placing l.letter from n for 1)
      from generate_series(1, length(key)) n, unnest(string_to_array('ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ0123456789', null)) l(letter)
      where length(key) between 2 and 10 and substr(key, n, 1) <> l.letter
    union
    select overlay(key placing substr(key, n + 1, 1) || substr(key, n, 1) from n for 2) from generate_series(1, length(key) - 1) n
      where length(key) between 2 and 10 and substr(key, n, 1) <> substr(key, n + 1, 1)
  );
$$;
revoke execute on function private.similar_keys(text) from public;

-- Running parkings with a plate that looks like this one, at most five.
create function private.similar_parkings(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'until', s.end_time, 'car_model', s.car_model,
    'car_color', s.car_color, 'street', s.street)), '[]')
  from (
    select p.* from public.parkings p
    where p.plate_key = any (private.similar_keys(key)) and (p.project_id = project or (project is null and p.project_id is null))
      and p.active and p.start_time <= moment and p.end_time > moment
    order by p.end_time desc, p.id limit 5
  ) s;
$$;
revoke execute on function private.similar_parkings(text, text, timestamptz) from public;

-- What is known of a plate at a site, each list newest first and at most 20. Attendants get 90 days without names of people, amounts and
-- objections.
create function private.plate_history(project text, key text, is_admin boolean, this_check uuid) returns jsonb
language sql stable set search_path = ''
as $$
  with since as (select case when is_admin then '-infinity'::timestamptz else now() - interval '90 days' end as moment),
  fines as (
    select f.issued_at as at, jsonb_build_object('id', f.id, 'case_number', f.case_number, 'issued_at', f.issued_at, 'kind', f.kind,
        'street', f.street, 'violation_text', f.violation_text, 'status', case when f.status = 'disputed' and not is_admin then 'issued' else f.status end)
      || case when is_admin then jsonb_build_object('issued_by', f.issued_by, 'amount', f.amount, 'left_ore', f.left_ore) else '{}' end as item
    from public.fines f, since s
    where f.plate_key = key and (f.project_id = project or (project is null and f.project_id is null)) and f.issued_at >= s.moment
    order by f.issued_at desc, f.id limit 20
  ), parkings as (
    select p.created_at as at, jsonb_build_object('id', p.id, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at,
        'car_model', p.car_model, 'car_color', p.car_color, 'street', p.street)
      || case when is_admin then jsonb_build_object('discord_username', p.discord_username) else '{}' end as item
    from public.parkings p, since s
    where p.plate_key = key and (p.project_id = project or (project is null and p.project_id is null)) and p.created_at >= s.moment
    order by p.created_at desc, p.id limit 20
  ), checks as (
    select c.checked_at as at, jsonb_build_object('id', c.id, 'checked_at', c.checked_at, 'outcome', c.outcome)
      || case when is_admin then jsonb_build_object('checked_by', c.checked_by) else '{}' end as item
    from public.plate_checks c, since s
    where c.plate_key = key and (c.project_id = project or (project is null and c.project_id is null)) and c.checked_at >= s.moment
      and c.id <> this_check
    order by c.checked_at desc, c.id limit 20
  )
  select jsonb_build_object(
    'fines', (select coalesce(jsonb_agg(item order by at desc), '[]') from fines),
    'parkings', (select coalesce(jsonb_agg(item order by at desc), '[]') from parkings),
    'checks', (select coalesce(jsonb_agg(item order by at desc), '[]') from checks));
$$;
revoke execute on function private.plate_history(text, text, boolean, uuid) from public;

-- Records the check and answers it. Repeated with its id it records nothing, and answers as things are now.
create function public.check_plate(project text, plate text, check_id uuid, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  key constant text := private.plate_key(plate);
  found_right private.parking_right;
  known public.plate_checks;
begin
  if coalesce(key, '') = '' or length(plate) > 50 or check_id is null then
    perform private.refuse('PK008', 'plate', 'Ange ett registreringsnummer.');
  end if;
  found_right := private.right_of(actor.project, key, now(), (private.settings_of(actor.project)).grace_minutes);
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id)
    values (check_id, actor.project, plate, found_right.outcome, found_right.parking_id, found_right.permit_id, actor.id, actor.account)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = check_id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (key, actor.project, private.id_key(actor.id), actor.account) then
      perform private.refuse('PK010', 'check_id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', found_right.outcome, 'until', found_right.until, 'since', found_right.since,
      'registered_at', found_right.registered_at,
      'parking', (select jsonb_build_object('id', p.id, 'ref_number', p.ref_number, 'car_model', p.car_model, 'car_color', p.car_color,
          'street', p.street, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at)
        || case when actor.kind = 'admin' then jsonb_build_object('discord_username', p.discord_username) else '{}' end
        from public.parkings p where p.id = found_right.parking_id),
      'permit', (select jsonb_build_object('id', m.id, 'valid_from', m.valid_from, 'valid_until', m.valid_until, 'attendant_note', m.attendant_note)
        || case when actor.kind = 'admin' then jsonb_build_object('holder', m.holder, 'note', m.note) else '{}' end
        from public.permits m where m.id = found_right.permit_id),
      'similar', private.similar_parkings(actor.project, key, now()))
    || private.plate_history(actor.project, key, actor.kind = 'admin', check_id);
end;
$$;
comment on function public.check_plate is 'Records that somebody asked whether a car may stand at a site, and answers it with the plate''s history.';
revoke execute on function public.check_plate(text, text, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.check_plate(text, text, uuid, text) to anon, authenticated;
