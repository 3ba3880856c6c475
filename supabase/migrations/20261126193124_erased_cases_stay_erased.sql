-- A case that was erased took new names, notes and photos, which no erasure found again; and a way to pay could be anything but a text.

set local check_function_bodies = off;

create or replace function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text, data jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  roles constant text[] := array[actor.kind] || case when private.is_issuer(fine, actor) then '{issuer}'::text[] else '{}' end;
  given constant jsonb := coalesce(data, '{}');
  made_at constant timestamptz := coalesce((given ->> 'made_at')::timestamptz, now());
  known public.fine_events;
  -- What the case is before anything; `fine` becomes what it will be.
  old constant public.fines := fine;
  step private.case_transitions;
  kept jsonb;
  reminder public.fine_events;
begin
  select e.* into known from public.fine_events e where e.id = event_id;
  if known.id is not null and (known.fine_id, known.kind, private.id_key(known.by_id), known.by_account)
    is distinct from (fine.id, event_kind, private.id_key(actor.id), actor.account) then
    perform private.refuse('event-used', 'event_id');
  end if;
  if known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
  end if;
  if expected_event <> fine.last_event and exists (select from private.case_transitions t where t.kind = event_kind and t.moves) then
    perform private.refuse('case-changed', 'expected_event', array[private.status_in_words(fine.status)], fine.status);
  end if;
  -- Who may, before what is wrong with it.
  perform private.transition_of(event_kind, fine.status, roles, array(select distinct n from private.case_transitions t, unnest(t.needs) n));
  -- An erased case takes money and notes alone, which private.expired_cases finds; names and photos would stay with it for good.
  if old.erased_at is not null
    and event_kind <> all ('{payment,refunded,payment_undone,payment_moved,collection_told,noted,case_viewed}'::text[]) then
    perform private.refuse('wrong-state', 'kind', array['gallrat']);
  end if;
  perform private.require_case_data(event_kind, note, given);
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or private.by_hand(old.id) > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  elsif event_kind = 'payment_moved' then
    fine := private.move_back(fine, event_id, given, actor);
  end if;
  step := private.transition_of(event_kind, old.status, roles, private.case_facts(fine, old.left_ore, old.paid_ore, actor, made_at));
  if 'note' = any (step.wants) and coalesce(note, '') !~ '\S' then
    perform private.refuse('no-note', 'note');
  end if;
  if 'due_date' = any (step.wants) then
    if coalesce(given ->> 'due_date', '') !~ '^\d{4}-\d\d-\d\d$' or (given ->> 'due_date')::date < private.day_of(now()) then
      perform private.refuse('due-date-missing', 'due_date');
    end if;
    fine.due_date := (given ->> 'due_date')::date;
  end if;
  if event_kind = 'reminded' and not exists (select from public.fine_events e where e.fine_id = fine.id and (e.data ->> 'fee')::int > 0
      and private.reminder_holds(e.fine_id, e.number)) then
    -- The fee once a case, and only as it was agreed.
    fine.fee := private.reminder_fee_of(fine);
  end if;
  if event_kind = 'reminder_undone' then
    -- The day and the fee of before; reminders from before they were kept have the day of the event before them.
    select e.* into reminder from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' order by e.number desc limit 1;
    fine.due_date := coalesce((reminder.data ->> 'was_due')::date, (select (e.data ->> 'due_date')::date from public.fine_events e
      where e.fine_id = fine.id and e.number < reminder.number and e.data ? 'due_date' order by e.number desc limit 1), fine.due_date);
    if (reminder.data ->> 'fee')::int > 0 then
      fine.fee := 0;
    end if;
  end if;
  kept := private.keep_case_data(fine, event_kind, event_id, note, given, actor);
  if event_kind = 'reminded' and fine.fee = old.fee then
    kept := kept || '{"fee": 0}';
  end if;
  if event_kind = 'reminded' then
    kept := kept || jsonb_build_object('was_due', old.due_date);
  elsif event_kind = 'reminder_undone' then
    kept := jsonb_build_object('due_date', fine.due_date);
  end if;
  fine.status := case step.to_status
    when 'before' then case event_kind when 'reminder_undone' then reminder.status_before else private.status_before_paid(fine.id) end else coalesce(step.to_status, fine.status) end;
  update public.fines f set status = fine.status, paid_ore = fine.paid_ore, fee = fine.fee, due_date = fine.due_date,
      recovered_ore = case when old.status = 'written_off' and fine.status = 'written_off' then private.recovered_of(fine, event_kind) else 0 end,
      delivery = case when event_kind = 'delivered' then given ->> 'delivery' else f.delivery end,
      needs_review = f.needs_review and event_kind <> 'reviewed',
      last_event = case when step.moves then event_id else f.last_event end
    where f.id = old.id returning * into fine;
  perform private.add_case_event(fine.id, fine.project_id, event_id, event_kind, actor, made_at,
    -- Texts of drivers and decisions lie with their objection.
    case when event_kind in ('objected', 'supplemented', 'objection_accepted', 'objection_rejected') then null else note end,
    kept, old.status, fine.status);
  return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
end;
$$;

create or replace function private.are_payment_methods(methods jsonb)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_typeof(methods) = 'array' and jsonb_array_length(methods) <= 10 and not exists (
    select from jsonb_array_elements(methods) m
    where case when jsonb_typeof(m) <> 'object' then true
      else m - '{kind,value,text}'::text[] <> '{}' or coalesce(m ->> 'kind', '') not in ('bankgiro', 'plusgiro', 'swish', 'account')
        or jsonb_typeof(m -> 'value') is distinct from 'string' or coalesce(jsonb_typeof(m -> 'text'), 'null') not in ('string', 'null')
        or m ->> 'value' !~ '\S' or length(m ->> 'value') > 50 or length(coalesce(m ->> 'text', '')) > 100 end
  );
$$;

create or replace function private.expired_cases(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.fines t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.issued_at < since
    and (t.erased_at is null or exists (select from public.fine_events e where e.fine_id = t.id and e.note is not null)
      or exists (select from public.payments p where p.fine_id = t.id and p.payer_text is not null))
    and t.status in ('paid', 'withdrawn', 'written_off') and t.left_ore >= 0 and not t.needs_review
    and not exists (select from public.fine_events e where e.fine_id = t.id and e.created_at >= since and e.kind not in ('case_viewed', 'exported'))
  order by t.issued_at limit most;
$$;

comment on function private.expired_cases(text,uuid,timestamp with time zone,integer) is 'The cases of a site whose time is over: ended, nothing to pay back, and nothing happened since but that somebody looked at them. Erased ones too, once a note or a payer came to them.';

comment on function private.are_payment_methods(jsonb) is 'Ways to pay: a list of {kind, value, text}, which are texts.';
