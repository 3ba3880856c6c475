-- Whoever had a fine's id waited, by correct_fine, for as long as its plate was handled: it locked the plate before it asked who calls.
-- Otherwise the function is as before.

create or replace function public.correct_fine(fine_id uuid, event_id uuid, changes jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  changeable constant text[] := '{kind,car_model,car_color,street,discord_username,violation_id,violation_code,violation_text,amount,due_date,notes,observed_from,observed_reason,delivery,parking_id}';
  made_at constant timestamptz := coalesce((changes ->> 'made_at')::timestamptz, now());
  from_queue constant boolean := coalesce((changes ->> 'was_offline')::boolean, false);
  wanted constant jsonb := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(changes) c where c.key = any (changeable));
  held record;
  old public.fines;
  new public.fines;
  actor private.case_actor;
  reasons jsonb;
  refusals jsonb;
  warnings jsonb;
begin
  -- Whoever may not touch the case waits for nobody, and so learns nothing by time; case_for refuses them as it refuses a case that is none.
  select f.* into old from public.fines f where f.id = fine_id;
  begin
    actor := private.case_staff(old.project_id, acting_as);
  exception when insufficient_privilege then
    old := null;
  end;
  -- The lock of the plate before the one of the row, as issuing takes them.
  if old.id is not null then
    perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(old.project_id, '') || ' ' || coalesce(old.plate_key, ''), 0));
  end if;
  select c.* into held from private.case_for(fine_id, acting_as) c;
  old := held.fine;
  actor := held.actor;
  if private.is_issuer(old, actor)
    and exists (select from public.fine_events e where e.id = event_id and e.fine_id = correct_fine.fine_id and e.kind = 'corrected') then
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(old));
  end if;
  if not private.is_issuer(old, actor) or old.status <> 'issued'
    or made_at < old.issued_at - interval '10 minutes' or made_at > old.issued_at + interval '10 minutes'
    or (not from_queue and now() > old.received_at + interval '10 minutes')
    or exists (select from public.payments p where p.fine_id = correct_fine.fine_id)
    or exists (select from public.objections o where o.fine_id = correct_fine.fine_id) then
    perform private.refuse('PK004', 'made_at', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.');
  end if;
  if coalesce(changes ->> 'case_number', old.case_number) <> old.case_number
    or coalesce(private.plate_key(changes ->> 'plate'), old.plate_key) <> old.plate_key then
    perform private.refuse('PK004', case when changes ? 'plate' then 'plate' else 'case_number' end,
      'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.');
  end if;
  new := private.fine_of_call(to_jsonb(old) || wanted, actor, private.moment_of(old));
  if new.amount > old.amount then
    perform private.refuse('PK001', 'amount', 'Beloppet kan bara sänkas.');
  end if;
  if new.violation_id is null and wanted ->> 'violation_id' is not null then
    perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
  end if;
  reasons := old.accepted_warnings || private.list_in(changes -> 'accepted', 'accepted');
  refusals := private.fine_refusals(new, private.moment_of(old));
  warnings := private.fine_warnings(new, (select count(*)::int from public.fine_photos p where p.fine_id = old.id), private.moment_of(old));
  if refusals <> '[]' and not from_queue then
    perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
  end if;
  if private.not_accepted(warnings, reasons) <> '[]' and not (from_queue or old.was_offline) then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
  end if;
  update public.fines f set kind = new.kind, car_model = new.car_model, car_color = new.car_color, street = new.street,
      discord_username = new.discord_username, violation_id = new.violation_id, violation_code = new.violation_code,
      violation_text = new.violation_text, amount = new.amount, due_date = new.due_date, notes = new.notes, observed_from = new.observed_from,
      observed_reason = new.observed_reason, delivery = new.delivery, parking_id = new.parking_id,
      parking_snapshot = case when new.parking_id is distinct from f.parking_id then new.parking_snapshot else f.parking_snapshot end,
      accepted_warnings = private.accepted_of(warnings, reasons),
      review_reasons = case when from_queue then f.review_reasons || refusals || private.not_accepted(warnings, reasons) else f.review_reasons end,
      needs_review = f.needs_review or from_queue,
      last_event = case when new.amount <> f.amount then event_id else f.last_event end
    where f.id = old.id returning * into new;
  perform private.add_case_event(old.id, old.project_id, event_id, 'corrected', actor, made_at, null,
    jsonb_build_object('before', (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(to_jsonb(old)) b
      where b.key = any (changeable) and b.value is distinct from to_jsonb(new) -> b.key)), 'issued', 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(new));
end;
$$;
