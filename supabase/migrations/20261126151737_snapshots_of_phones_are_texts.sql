-- snapshots of phones are texts: an attendant's fine with a snapshot of other values could not be opened by the office, nor could the desk behind it.

set local check_function_bodies = off;

create or replace function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamp with time zone)
  returns public.fines
  language plpgsql stable
  set search_path = ''
as $$
declare
  fine public.fines := jsonb_populate_record(null::public.fines, given);
  violation public.violations;
  parking public.parkings;
begin
  if fine.id is null or coalesce(private.plate_key(fine.plate), '') = '' then
    perform private.refuse('no-plate', case when fine.id is null then 'id' else 'plate' end);
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
      perform private.refuse('no-such-violation', 'violation_id');
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
    perform private.refuse('no-violation', 'violation_text');
  end if;
  if fine.amount is null then
    perform private.refuse('amount-not-positive', 'amount');
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
  else
    -- Screens read texts, whatever a phone sent.
    fine.parking_snapshot := case
      when fine.parking_snapshot ->> 'id' = fine.parking_id::text and fine.parking_snapshot ->> 'ref_number' is not null then (
        select jsonb_object_agg(s.key, s.value) || '{"changes": []}' from jsonb_each_text(fine.parking_snapshot) s
        where s.value is not null and s.key in ('id', 'ref_number', 'start_time', 'end_time', 'created_at', 'street')) end;
    -- A parking that is gone is kept as it stood, with who removed it. What a phone saw of it is nearer to the fine.
    fine.parking_snapshot := coalesce(private.removed_parking(actor.project, fine.parking_id) || coalesce(fine.parking_snapshot, '{}'),
      fine.parking_snapshot);
  end if;
  return fine;
end;
$$;
