-- Checking a plate, on the street and without a network (document 4 §2, §3).

create or replace function private.most_offline_parkings()
  returns integer
  language sql immutable
  set search_path = ''
as $$ select 40000; $$;
comment on function private.most_offline_parkings() is 'The number of parkings that a phone keeps at most.';

create or replace function private.plate_history(project text, key text, is_admin boolean, this_check uuid)
  returns jsonb
  language sql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
  with since as (select case when is_admin then '-infinity'::timestamptz else now() - interval '90 days' end as moment),
  fines as (
    select f.issued_at as at, jsonb_build_object('id', f.id, 'case_number', f.case_number, 'issued_at', f.issued_at, 'kind', f.kind,
        'street', f.street, 'violation_text', f.violation_text, 'status', case when f.status = 'disputed' and not is_admin then 'issued' else f.status end)
      || case when is_admin then jsonb_build_object('issued_by', f.issued_by, 'amount', f.amount, 'left_ore', f.left_ore) else '{}' end as item
    from public.fines f, since s
    where f.plate_key = key and (f.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and f.site_id is null and f.project_id is not distinct from project)) and f.issued_at >= s.moment
    order by f.issued_at desc, f.id limit 20
  ), parkings as (
    select p.created_at as at, jsonb_build_object('id', p.id, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at,
        'car_model', p.car_model, 'car_color', p.car_color, 'street', p.street)
      || case when is_admin then jsonb_build_object('discord_username', p.discord_username) else '{}' end as item
    from public.parkings p, since s
    where p.plate_key = key and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project)) and p.created_at >= s.moment
    order by p.created_at desc, p.id limit 20
  ), checks as (
    select c.checked_at as at, jsonb_build_object('id', c.id, 'checked_at', c.checked_at, 'outcome', c.outcome)
      || case when is_admin then jsonb_build_object('checked_by', c.checked_by) else '{}' end as item
    from public.plate_checks c, since s
    where c.plate_key = key and (c.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and c.site_id is null and c.project_id is not distinct from project)) and c.checked_at >= s.moment
      and c.id <> this_check
    order by c.checked_at desc, c.id limit 20
  )
  select jsonb_build_object(
    'fines', (select coalesce(jsonb_agg(item order by at desc), '[]') from fines),
    'parkings', (select coalesce(jsonb_agg(item order by at desc), '[]') from parkings),
    'checks', (select coalesce(jsonb_agg(item order by at desc), '[]') from checks));
$$;
comment on function private.plate_history(text,text,boolean,uuid) is
  'Everything known of a plate at a site, each list newest first and at most 20 rows. Attendants get 90 days without names of people, amounts '
  'and objections.';

create or replace function private.span_with(parking public.parkings, most integer, OUT began timestamp with time zone, OUT ended timestamp with time zone)
  returns record
  language sql stable
  set search_path = ''
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
comment on function private.span_with(public.parkings,integer) is
  'The span that a parking makes with those of its plate that touch it, `most` hours around it.';

create or replace function public.check_plate(project text, plate text, check_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  key constant text := private.plate_key(plate);
  found_right private.parking_right;
  known public.plate_checks;
begin
  if coalesce(key, '') = '' or length(plate) > 50 or check_id is null then
    perform private.refuse('no-plate', 'plate');
  end if;
  found_right := private.right_of(actor.project, key, now(), (private.settings_of(actor.project)).grace_minutes);
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id)
    values (check_id, actor.project, plate, found_right.outcome, found_right.parking_id, found_right.permit_id, actor.id, actor.account)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = check_id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (key, actor.project, private.id_key(actor.id), actor.account) then
      perform private.refuse('check-used', 'check_id');
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
      -- The plate's own right that somebody took away is the nearest.
      'similar', private.removed_rights(actor.project, key, now()) || private.similar_parkings(actor.project, key, now()))
    || private.plate_history(actor.project, key, actor.kind = 'admin', check_id);
end;
$$;
comment on function public.check_plate(text,text,uuid,text) is
  'Records that somebody asked whether a car may stand at a site, and answers it with the plate''s history.';
grant execute on function public.check_plate(text,text,uuid,text) to authenticated;

create or replace function public.note_camera_check(project text, check_id uuid, certainty numeric, readings text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  sure constant numeric := note_camera_check.certainty;
  keys constant text[] := array(select private.plate_key(r) from unnest(note_camera_check.readings) with ordinality u(r, n)
    where length(r) <= 50 and n <= 8);
  made public.plate_checks;
begin
  if sure is null or sure not between 0 and 1 then
    perform private.refuse('unreadable-values', 'certainty');
  end if;
  select c.* into made from public.plate_checks c where c.id = note_camera_check.check_id;
  if made.id is null or made.project_id is distinct from actor.project
    or private.id_key(made.checked_by) is distinct from private.id_key(actor.id) or made.account_id is distinct from actor.account then
    perform private.refuse('no-such-check', 'check_id');
  end if;
  update public.plate_checks c set source = 'camera', certainty = sure where c.id = made.id and c.source = 'typed';
  return jsonb_build_object('outcome', 'noted', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place, s.id), '[]')
    from (
      select p.*, array_position(keys, p.plate_key) as place from public.parkings p
      where p.plate_key = any (keys) and p.plate_key <> made.plate_key and p.active and p.end_time > now() and p.start_time <= now()
        and (p.site_id = private.site_of(actor.project)
          or (private.site_of(actor.project) is null and p.site_id is null and p.project_id is not distinct from actor.project))
      order by place, id limit 3
    ) s));
end;
$$;
comment on function public.note_camera_check(text,uuid,numeric,text[],text) is
  'Notes that the caller''s own check was read by the camera, and tells running parkings of the other plates that it held possible.';
grant execute on function public.note_camera_check(text,uuid,numeric,text[],text) to authenticated;

create or replace function public.offline_data(project text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  most constant int := private.most_offline_parkings();
  actor constant private.case_actor := private.case_staff(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  site constant uuid := private.site_of(actor.project);
  today constant timestamptz := private.day_of(now())::timestamp at time zone 'Europe/Stockholm';
  told record;
begin
  select coalesce(jsonb_agg(jsonb_build_array(p.id, p.ref_number, p.start_time, p.end_time, p.created_at, p.car_model, p.car_color, p.street,
        p.discord_username)) filter (where p.place <= most), '[]') as parkings,
      min(p.start_time) filter (where p.place > most and not p.is_over) as cut_at,
      max(p.end_time) filter (where p.place > most and p.is_over) as ended_cut_at
    into told
    from (
      select k.*, row_number() over (order by k.is_over, case when not k.is_over then k.start_time end, k.end_time desc, k.id) as place
      from (
        select q.*, q.end_time <= now() - make_interval(mins => settings.grace_minutes) as is_over from public.parkings q
        where private.is_at(q.site_id, q.project_id, site, actor.project) and q.active
          and q.end_time > now() - interval '24 hours' and q.start_time < now() + interval '48 hours'
      ) k
    ) p;
  return jsonb_build_object('outcome', 'told', 'at', now(), 'grace_minutes', settings.grace_minutes,
    'observation_minutes', settings.observation_minutes, 'min_photos', settings.min_photos, 'max_amount', settings.max_amount,
    'parkings', told.parkings, 'cut_at', told.cut_at, 'ended_cut_at', told.ended_cut_at,
    'permits', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.plate, m.valid_from, m.valid_until, m.ended_at, m.created_at,
        m.attendant_note)), '[]')
      from public.permits m where m.project_id = actor.project and m.site_id is not distinct from site
        and (m.valid_until is null or m.valid_until > now()) and (m.ended_at is null or m.ended_at > now())),
    -- Parkings that somebody removed within the day (private.removed_right).
    'removed', (select coalesce(jsonb_agg(jsonb_build_array(r.plate, r.removed ->> 'at', r.removed ->> 'by')), '[]')
      from (select l.ref_number as plate, private.removed_right(actor.project, l.plate_key, now()) as removed
        from (select distinct on (d.plate_key) d.plate_key, d.ref_number from public.parking_deletion_logs d
          where (d.project_id = actor.project or (actor.project is null and d.project_id is null)) and d.site_id is not distinct from site and d.plate_key <> ''
            and d.deleted_at > now() - interval '24 hours' order by d.plate_key, d.deleted_at desc) l) r
      where r.removed is not null),
    -- Whoever was fined late yesterday may not be again early today.
    'fines', (select coalesce(jsonb_agg(jsonb_build_array(f.id, f.plate, private.moment_of(f), f.street, f.case_number, f.kind,
        f.violation_text, case when f.status = 'disputed' then 'issued' else f.status end,
        f.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]')), '[]')
      from public.fines f where (f.project_id = actor.project or (actor.project is null and f.project_id is null))
        and f.site_id is not distinct from site and private.moment_of(f) >= least(today, now() - interval '6 hours')
        -- The same by what an index knows: no fine of those hours came more than a day before them.
        and f.created_at >= least(today, now() - interval '6 hours') - interval '1 day'),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.site_id is not distinct from site
          and c.checked_at between today and now()
        group by c.plate_key) c));
end;
$$;
comment on function public.offline_data(text,text) is 'What an attendant''s phone keeps of its own site for checks without a network.';
grant execute on function public.offline_data(text,text) to authenticated;

create or replace function public.record_offline_check(given jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(given ->> 'project_id', acting_as);
  made public.plate_checks := jsonb_populate_record(null::public.plate_checks, given);
  known public.plate_checks;
begin
  if made.id is null or coalesce(private.plate_key(made.plate), '') = '' or length(made.plate) > 50 then
    perform private.refuse('no-plate', case when made.id is null then 'id' else 'plate' end);
  end if;
  if made.outcome is null or made.checked_at is null then
    perform private.refuse('unreadable-values', case when made.outcome is null then 'outcome' else 'checked_at' end);
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
      perform private.refuse('check-used', 'id');
    end if;
  end if;
  return jsonb_build_object('outcome', 'recorded');
end;
$$;
comment on function public.record_offline_check(jsonb,text) is 'Records a check that an attendant''s phone answered without a network.';
grant execute on function public.record_offline_check(jsonb,text) to authenticated;
