-- What a phone without a network needs before, and sends after (document 4 §6).

-- What a phone keeps of a site, so that it can answer checks and warn of fines by the rules of check_plate and issue_fine: parkings that
-- have not been over for a day, permits that are in force or will be, the plates' fines and first checks of today. Rows are lists, since
-- there may be twenty thousand of them.
create function public.offline_data(project text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  today constant timestamptz := private.day_of(now())::timestamp at time zone 'Europe/Stockholm';
begin
  return jsonb_build_object('outcome', 'told', 'at', now(), 'grace_minutes', settings.grace_minutes,
    'observation_minutes', settings.observation_minutes, 'min_photos', settings.min_photos, 'max_amount', settings.max_amount,
    'parkings', (select coalesce(jsonb_agg(jsonb_build_array(p.id, p.ref_number, p.start_time, p.end_time, p.created_at, p.car_model,
        p.car_color, p.street, p.discord_username)), '[]')
      from public.parkings p where (p.project_id = actor.project or (actor.project is null and p.project_id is null)) and p.active
        and p.end_time > now() - interval '24 hours'),
    'permits', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.plate, m.valid_from, m.valid_until, m.ended_at, m.created_at,
        m.attendant_note)), '[]')
      from public.permits m where m.project_id = actor.project and (m.valid_until is null or m.valid_until > now())
        and (m.ended_at is null or m.ended_at > now())),
    -- Whoever was fined late yesterday may not be again early today.
    'fines', (select coalesce(jsonb_agg(jsonb_build_array(f.id, f.plate, private.moment_of(f), f.street, f.case_number, f.kind,
        f.violation_text, case when f.status = 'disputed' then 'issued' else f.status end,
        f.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]')), '[]')
      from public.fines f where (f.project_id = actor.project or (actor.project is null and f.project_id is null))
        and private.moment_of(f) >= least(today, now() - interval '6 hours')),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.checked_at >= today
        group by c.plate_key) c));
end;
$$;
comment on function public.offline_data is 'What an attendant''s phone keeps of its own site for checks without a network.';
revoke execute on function public.offline_data(text, text) from public, anon, authenticated, service_role;
grant execute on function public.offline_data(text, text) to anon, authenticated;

-- Records a check that a phone answered itself, at the phone's time and with the answer that it gave. Repeated with its id it records
-- nothing. An admin sends what an attendant left who has no account any more.
create function public.record_offline_check(given jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(given ->> 'project_id', acting_as);
  made public.plate_checks := jsonb_populate_record(null::public.plate_checks, given);
  known public.plate_checks;
begin
  if made.id is null or coalesce(private.plate_key(made.plate), '') = '' or length(made.plate) > 50 then
    perform private.refuse('PK008', case when made.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  if made.outcome is null or made.checked_at is null then
    perform private.refuse('PK008', case when made.outcome is null then 'outcome' else 'checked_at' end, 'Uppgifterna kan inte läsas.');
  end if;
  made.checked_by := case when actor.kind = 'admin' then coalesce(made.checked_by, actor.id) else actor.id end;
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
      perform private.refuse('PK010', 'id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', 'recorded');
end;
$$;
comment on function public.record_offline_check is 'Records a check that an attendant''s phone answered without a network.';
revoke execute on function public.record_offline_check(jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.record_offline_check(jsonb, text) to anon, authenticated;
