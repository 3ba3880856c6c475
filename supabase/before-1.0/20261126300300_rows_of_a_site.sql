-- A site's rows are those with its id, whatever code they have: a parking that is older than a check keeps the code that its site had before,
-- and the car that it lets stand would be fined at its own site. Where a code has no site, the code alone says whose a row is.
drop index public.parkings_project_plate_idx;
create index parkings_plate_site_idx on public.parkings (plate_key, site_id);
create index parkings_site_end_idx on public.parkings (site_id, end_time);

-- As before, by the site's id.
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
      (array_agg(id order by start_time <= moment and end_time > moment desc, end_time desc))[1] as parking_id,
      (array_agg(created_at order by start_time <= moment and end_time > moment desc, end_time desc))[1] as parking_made
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
  from rights order by place, best desc limit 1;
$$;

-- As before, by the site's id.
create or replace function private.similar_parkings(project text, key text, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'until', s.end_time, 'car_model', s.car_model,
    'car_color', s.car_color, 'street', s.street)), '[]')
  from (
    select p.* from public.parkings p
    where p.plate_key = any (private.similar_keys(key)) and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project))
      and p.active and p.start_time <= moment and p.end_time > moment
    order by p.end_time desc, p.id limit 5
  ) s;
$$;

-- As before, by the site's id.
create or replace function private.plate_history(project text, key text, is_admin boolean, this_check uuid) returns jsonb
language sql stable set search_path = ''
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

-- As before, by the site's id.
create or replace function private.first_check(project text, key text, moment timestamptz, is_offline boolean) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(s.seen_at) from (
    select case when c.was_offline and not is_offline then c.created_at else c.checked_at end as seen_at from public.plate_checks c
    where c.plate_key = key and (c.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and c.site_id is null and c.project_id is not distinct from project))
  ) s
  where s.seen_at >= private.day_of(moment)::timestamp at time zone 'Europe/Stockholm' and s.seen_at <= moment;
$$;

-- As before, by the site's id.
create or replace function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamptz) returns public.fines
language plpgsql stable set search_path = ''
as $$
declare
  fine public.fines := jsonb_populate_record(null::public.fines, given);
  violation public.violations;
  parking public.parkings;
begin
  if fine.id is null or coalesce(private.plate_key(fine.plate), '') = '' then
    perform private.refuse('PK008', case when fine.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  fine.project_id := actor.project;
  fine.received_at := coalesce(moment, now());
  fine.was_offline := coalesce(fine.was_offline, false);
  fine.issued_at := coalesce(fine.issued_at, now());
  moment := coalesce(moment, private.moment_of(fine));
  -- An admin sends what an attendant issued without a network and cannot send.
  fine.issued_by := case when actor.kind = 'admin' and fine.was_offline and private.has_worked_at(actor.project, fine.issued_by)
    then fine.issued_by else actor.id end;
  fine.account_id := case when private.id_key(fine.issued_by) = private.id_key(actor.id) then actor.account else (
    select s.account_id from public.staff_accounts s where s.kind = 'attendant' and s.project_id is not distinct from actor.project
      and s.user_key = private.id_key(fine.issued_by)) end;
  fine.kind := coalesce(fine.kind, case when fine.parking_id is null then 'report' else 'ticket' end);
  fine.public_key := coalesce(fine.public_key, translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_'));
  fine.car_model := coalesce(fine.car_model, '');
  fine.car_color := coalesce(fine.car_color, '');
  fine.street := coalesce(fine.street, '');
  fine.notes := coalesce(fine.notes, '');
  fine.due_date := coalesce(fine.due_date, private.day_of(moment) + (private.settings_of(actor.project)).due_days);
  if fine.violation_id is not null then
    select v.* into violation from public.violations v where v.id = fine.violation_id and v.project_id = actor.project;
    if violation.id is null and not fine.was_offline then
      perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
    end if;
    fine.violation_id := violation.id;
    fine.violation_code := coalesce(violation.code, fine.violation_code);
    fine.violation_text := coalesce(violation.text, fine.violation_text);
    fine.amount := coalesce(fine.amount, violation.amount);
  elsif not fine.was_offline then
    fine.violation_code := '';
  end if;
  fine.violation_code := coalesce(fine.violation_code, '');
  if coalesce(fine.violation_text, '') !~ '\S' then
    perform private.refuse('PK008', 'violation_text', 'Ange en överträdelse.');
  end if;
  if fine.amount is null then
    perform private.refuse('PK001', 'amount', 'Beloppet måste vara större än 0 kr');
  end if;
  -- The first check of the day, unless it is said why it began before.
  fine.observed_from := least(fine.observed_from, coalesce(
    private.first_check(actor.project, private.plate_key(fine.plate), moment, fine.was_offline), fine.observed_from, moment));
  select p.* into parking from public.parkings p where p.id = fine.parking_id
    and p.site_id is not distinct from private.site_of(actor.project)
    and (p.site_id is not null or p.project_id is not distinct from actor.project);
  if parking.id is not null then
    fine.parking_snapshot := jsonb_build_object('id', parking.id, 'ref_number', parking.ref_number, 'start_time', parking.start_time,
      'end_time', parking.end_time, 'created_at', parking.created_at, 'street', parking.street, 'changes', private.parking_changes(parking.id));
  elsif fine.parking_snapshot ->> 'id' is distinct from fine.parking_id::text then
    fine.parking_snapshot := null;
  end if;
  return fine;
end;
$$;

-- As before, with parkings by the site's id, and with no look at each fine that a site ever had.
create or replace function public.offline_data(project text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
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
        where (q.site_id = site or (site is null and q.site_id is null and q.project_id is not distinct from actor.project)) and q.active
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
