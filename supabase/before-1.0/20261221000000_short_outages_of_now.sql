-- A short outage is one of now, by the clock of the database. A phone that said of a fine that it was issued tomorrow, when the car's parking is
-- over, was believed, and nobody looked at it; so was a first check that only the phone knew of, where the site has a time to observe.

-- As before; of a fine that was hardly without a network it is asked besides what would have been asked online, and one from the future is
-- looked at.
create or replace function public.issue_fine(fine jsonb, accepted jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(fine ->> 'project_id', acting_as);
  reasons constant jsonb := private.list_in(accepted, 'accepted');
  photos constant jsonb := private.list_in(fine -> 'photos', 'photos');
  made public.fines;
  known public.fines;
  owner private.case_actor;
  refusals jsonb;
  warnings jsonb;
  gaps text[];
  review jsonb := '[]';
  is_short boolean;
  online public.fines;
begin
  -- One plate at a site is handled one call at a time.
  perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(actor.project, '') || ' '
    || coalesce(private.plate_key(fine ->> 'plate'), ''), 0));
  -- What a phone with a network saw of the parking stands in the database.
  made := private.fine_of_call(case when (fine ->> 'was_offline')::boolean then fine else fine - 'parking_snapshot' end, actor, null);
  select f.* into known from public.fines f where f.id = made.id;
  if known.id is not null then
    if (known.plate_key, known.project_id, private.id_key(known.issued_by), known.account_id) is distinct from
      (private.plate_key(made.plate), made.project_id, private.id_key(made.issued_by), made.account_id) then
      perform private.refuse('PK010', 'id', 'Boten är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(known));
  end if;
  refusals := private.too_many(actor, 'issued', 'Så många böter utfärdar ingen på så kort tid.')
    || private.fine_refusals(made, private.moment_of(made));
  -- Where no site is, nobody can say who issues.
  if private.is_hardened() then
    select private.gaps_of(s, fine ->> 'notice_address') into gaps from public.site_settings s where s.project_id = actor.project;
    if cardinality(gaps) > 0 then
      refusals := jsonb_build_array(jsonb_build_object('code', 'PK018', 'field', 'notice', 'words', private.gaps_in_words(gaps))) || refusals;
    end if;
  end if;
  warnings := private.fine_warnings(made, jsonb_array_length(photos), private.moment_of(made));
  is_short := made.was_offline and abs(extract(epoch from now() - made.issued_at)) < 60;
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if made.issued_at >= now() + interval '60 seconds' then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    elsif is_short then
      online := made;
      online.was_offline := false;
      -- When the car was first checked, as the database saw it.
      if not private.is_reason(made.observed_reason) then
        online.observed_from := greatest(made.observed_from, private.first_check(made.project_id, private.plate_key(made.plate), now(), false));
      end if;
      if refusals <> '[]' or warnings <> '[]' or private.fine_warnings(online, jsonb_array_length(photos), now()) <> '[]'
        or private.short_outages(made) >= 3 then
        review := review || '[{"code": "hardly-offline"}]';
      end if;
    end if;
    if actor.kind = 'admin' and fine ->> 'issued_by' is not null and private.id_key(fine ->> 'issued_by') <> private.id_key(made.issued_by) then
      review := review || jsonb_build_array(jsonb_build_object('code', 'unknown-issuer', 'reason', left(fine ->> 'issued_by', 50)));
    end if;
    made.amount := least(greatest(made.amount, 0), 1000000);
  else
    if refusals <> '[]' then
      perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
    end if;
    if private.not_accepted(warnings, reasons) <> '[]' then
      return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
    end if;
    if abs(extract(epoch from now() - made.issued_at)) > 600 then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    end if;
  end if;
  owner := row(actor.kind, made.issued_by, made.account_id, actor.project);
  if made.case_number is null then
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
  end if;
  if not private.use_case_number(made.case_number, owner) then
    if not made.was_offline then
      perform private.refuse('PK003', 'case_number', 'Ärendenumret är inte ditt, eller redan använt.');
    end if;
    review := review || jsonb_build_array(jsonb_build_object('code', 'PK003', 'field', 'case_number', 'case_number', made.case_number));
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
    perform private.use_case_number(made.case_number, owner);
  end if;
  insert into public.fines (id, project_id, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street,
      discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by,
      account_id, issued_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, last_event)
    values (made.id, made.project_id, made.kind, made.case_number, made.public_key, made.parking_id, made.parking_snapshot, made.plate,
      made.car_model, made.car_color, made.street, made.discord_username, made.violation_id, made.violation_code, made.violation_text,
      made.amount, made.due_date, made.notes, made.observed_from, made.observed_reason, made.issued_by, made.account_id, made.issued_at,
      made.delivery, private.accepted_of(warnings, reasons), made.was_offline, review, (made.was_offline and not is_short) or review <> '[]', made.id)
    returning * into made;
  perform private.add_photos(made, photos);
  -- The first event has the key of its fine.
  perform private.add_case_event(made.id, made.project_id, made.id, 'issued', actor, made.issued_at, null,
    jsonb_build_object('amount', made.amount, 'due_date', made.due_date), null, 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(made));
end;
$$;
