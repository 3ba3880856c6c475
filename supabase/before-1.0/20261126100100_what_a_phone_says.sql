-- What a phone says of the past is no observation, and what lies on a phone has an end.

-- The first check of a plate on the day of a moment; null without one. What a phone answered itself bears the time that the phone says. A
-- fine that was issued without a network is reviewed and keeps it; for one that is issued online the check is of when it arrived.
create function private.first_check(project text, key text, moment timestamptz, is_offline boolean) returns timestamptz
language sql stable set search_path = ''
as $$
  select min(s.seen_at) from (
    select case when c.was_offline and not is_offline then c.created_at else c.checked_at end as seen_at from public.plate_checks c
    where c.plate_key = key and (c.project_id = project or (project is null and c.project_id is null))
      and c.site_id is not distinct from (select private.site_of(project))
  ) s
  where s.seen_at >= private.day_of(moment)::timestamp at time zone 'Europe/Stockholm' and s.seen_at <= moment;
$$;
revoke execute on function private.first_check(text, text, timestamptz, boolean) from public;

-- As before, by the checks that count for the fine.
create or replace function private.fine_refusals(fine public.fines, moment timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'field', r.field, 'words', r.words)), '[]')
  from (values
    (fine.amount <= 0, 'PK001', 'amount', 'Beloppet måste vara större än 0 kr'),
    (fine.amount > private.max_amount(fine), 'PK001', 'amount',
      'Beloppet kan inte överstiga ' || replace(to_char(private.max_amount(fine), 'FM999,999'), ',', ' ') || ' kr'),
    (fine.due_date < private.day_of(moment), 'PK002', 'due_date', 'Förfallodatumet har passerat.'),
    (fine.observed_from < coalesce(private.first_check(fine.project_id, private.plate_key(fine.plate), moment, fine.was_offline), moment - interval '1 minute')
      and not private.is_reason(fine.observed_reason), 'PK008', 'observed_reason', 'Ange varför observationen började före kontrollen.')
  ) as r (is_so, code, field, words)
  where r.is_so;
$$;

-- As before, by the checks that count for the fine, and with a parking of its site alone.
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
    and p.project_id is not distinct from actor.project and p.site_id is not distinct from private.site_of(actor.project);
  if parking.id is not null then
    fine.parking_snapshot := jsonb_build_object('id', parking.id, 'ref_number', parking.ref_number, 'start_time', parking.start_time,
      'end_time', parking.end_time, 'created_at', parking.created_at, 'street', parking.street, 'changes', private.parking_changes(parking.id));
  elsif fine.parking_snapshot ->> 'id' is distinct from fine.parking_id::text then
    fine.parking_snapshot := null;
  end if;
  return fine;
end;
$$;

drop function private.first_check(text, text, timestamptz);

-- How many parkings a phone keeps at most.
create function private.most_offline_parkings() returns int
language sql immutable set search_path = ''
as $$ select 40000; $$;
revoke execute on function private.most_offline_parkings() from public;

-- As before, with an end: anybody may register parkings, and a phone takes so many. Those that are not over come first, the earliest begun
-- before the others. `cut_at` is when the first that is left out begins: from then on a plate that the phone does not find may stand there
-- all the same. `ended_cut_at`: what ended until then is not told whole. Both are null where nothing is left out.
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
        where (q.project_id = actor.project or (actor.project is null and q.project_id is null)) and q.active
          and q.site_id is not distinct from site and q.end_time > now() - interval '24 hours' and q.start_time < now() + interval '48 hours'
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
        and f.site_id is not distinct from site and private.moment_of(f) >= least(today, now() - interval '6 hours')),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.site_id is not distinct from site
          and c.checked_at between today and now()
        group by c.plate_key) c));
end;
$$;
