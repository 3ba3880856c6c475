-- Events of a case and their effects (document 4 §4).

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
comment on function private.apply_case_event(public.fines,private.case_actor,uuid,text,uuid,text,jsonb) is 'Records an event of a case whose row the transaction has locked.';

create or replace function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamp with time zone)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  with events as (
    select coalesce(max(e.number) filter (where e.kind = 'recipient_set'), 0) as recipient,
      coalesce(max(e.number) filter (where e.kind = 'reminded' and private.reminder_holds(e.fine_id, e.number)), 0) as reminder,
      coalesce(max(e.number) filter (where e.kind in ('reminded', 'reminder_undone')), 0) as latest,
      (array_agg(e.kind order by e.number desc) filter (where e.status_before <> e.status_after))[1] as last_move
    from public.fine_events e where e.fine_id = fine.id
  ), settings as (
    select (private.settings_of(fine.project_id)).*
  )
  select array_agg(f.fact) filter (where f.is_so)
  from events, settings, private.day_of(now()) today (today), lateral (values
    ('settled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore <= small_balance * 100),
    ('unsettled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore > small_balance * 100),
    ('too-much', left_before < 0),
    ('by-hand', paid_before > 0 and private.by_hand(fine.id) > 0),
    ('not-own', private.id_key(fine.issued_by) <> private.id_key(actor.id) and not exists (
      select from public.fine_events e where e.fine_id = fine.id and e.number = 1 and private.id_key(e.by_id) = private.id_key(actor.id))),
    ('not-by-objection', last_move is distinct from 'objection_accepted'),
    ('fresh', made_at between fine.issued_at - interval '10 minutes' and fine.issued_at + interval '10 minutes'
      and now() <= fine.received_at + interval '10 minutes'),
    ('overdue', today > fine.due_date),
    ('waited', today > fine.due_date and today >= fine.due_date + reminder_wait_days),
    ('delivered', coalesce(fine.delivery in ('fixed', 'handed'), false)),
    ('has-recipient', exists (
      select from public.fine_events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
      where e.fine_id = fine.id and e.number = recipient and r.address ~ '\S')),
    ('told-recipient', reminder > recipient),
    ('untold-recipient', recipient > reminder),
    ('unpaid-reminder', reminder > 0 and reminder = latest and not exists (
      select from public.fine_events e join public.payments p on p.id = e.id
      where e.fine_id = fine.id and e.number > reminder having sum(p.amount_ore) <> 0)),
    ('reviewed', not fine.needs_review),
    -- Nobody is asked to pay a claim that no court would hear any more (1984:318 §9).
    ('in-time', fine.issued_at > now() - interval '2 years')
  ) as f (fact, is_so);
$$;
comment on function private.case_facts(public.fines,bigint,bigint,private.case_actor,timestamp with time zone) is
  'The facts of a case, in the words of private.case_transitions. `fine` has the event''s money already, `left_before` has not.';

create or replace function private.case_for(fine_id uuid, acting_as text, OUT fine public.fines, OUT actor private.case_actor)
  returns record
  language plpgsql security definer
  set search_path = ''
as $$
declare
  place text;
begin
  select f.* into fine from public.fines f where f.id = fine_id;
  while fine.id is not null and actor.id is null loop
    place := fine.project_id;
    begin
      actor := private.case_staff(place, acting_as);
    exception when insufficient_privilege then
      fine := null;
    end;
    if fine.id is not null then
      select f.* into fine from public.fines f where f.id = fine_id for update;
      -- The site may have got another code meanwhile.
      if fine.project_id is distinct from place then
        actor := null;
      end if;
    end if;
  end loop;
  if fine.id is null then
    if private.is_hardened() and not exists (
      select from private.own_staff(array['admin', 'attendant']) s where s.user_key = private.id_key(acting_as)) then
      perform private.refuse_stranger();
    end if;
    perform private.refuse('no-such-case', 'fine_id');
  end if;
end;
$$;
comment on function private.case_for(uuid,text) is
  'A case, locked, and who acts on it. A case that is not there and one of another site are refused alike.';

create or replace function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone', 'payment_moved' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, address, text, photos, ground, received_at, received_by, reply_key_hash, lang)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), coalesce(data ->> 'address', ''), note,
          coalesce(data -> 'photos', '[]'), data ->> 'ground', coalesce((data ->> 'received_at')::timestamptz, now()),
          case when actor.kind <> 'driver' then actor.id end, data ->> 'reply_key_hash', coalesce(data ->> 'lang', 'sv'));
      return jsonb_build_object('objection_id', event_id);
    when 'supplemented' then
      update public.objections o set text = o.text || E'\n\n' || note where o.id = objection;
      return jsonb_build_object('objection_id', objection);
    when 'objection_accepted', 'objection_rejected' then
      update public.objections o set decision = substr(kind, 11), reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('objection_id', objection, 'due_date', data -> 'due_date');
    when 'withdrawn' then
      update public.objections o set decision = 'withdrawn', reply = null, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_strip_nulls(jsonb_build_object('ground', data ->> 'ground', 'objection_id', objection));
    when 'reminded' then
      return jsonb_build_object('due_date', data -> 'due_date', 'fee', fine.fee);
    when 'reopened' then
      return jsonb_build_object('due_date', data -> 'due_date');
    when 'recipient_set' then
      insert into public.case_recipients (id, fine_id, project_id, role, name, address, id_number, source)
        values (event_id, fine.id, fine.project_id, data ->> 'role', data ->> 'name', coalesce(data ->> 'address', ''),
          coalesce(data ->> 'id_number', ''), coalesce(data ->> 'source', ''));
      return jsonb_build_object('recipient_id', event_id);
    when 'delivered' then
      return jsonb_build_object('delivery', data ->> 'delivery');
    when 'photo_added' then
      if not exists (select from public.fine_photos p where p.id = (data ->> 'id')::uuid and p.fine_id = fine.id) then
        perform private.add_photos(fine, jsonb_build_array(data));
      end if;
      return jsonb_build_object('photo_id', data ->> 'id');
    else
      return '{}';
  end case;
end;
$$;
comment on function private.keep_case_data(public.fines,text,uuid,text,jsonb,private.case_actor) is
  'Writes what an event brings besides its own row, and gives what the event keeps of it: ids, and no names or texts.';

create or replace function private.refuse_other_past()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  follows constant text[] := '{project_id,site_id}';
  was jsonb := to_jsonb(old) - follows;
begin
  if private.erases() then
    return new;
  end if;
  if tg_table_name = 'payments' and was ->> 'fine_id' is null then
    was := was || jsonb_build_object('fine_id', new.fine_id);
  end if;
  if was is distinct from to_jsonb(new) - follows then
    perform private.refuse('past-changed');
  end if;
  return new;
end;
$$;
comment on function private.refuse_other_past() is
  'Events, payments and closed months are only added to; they follow their site, and money can be placed later.';

create or replace function private.require_case_data(kind text, note text, data jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  wrong text := case kind
    when 'payment' then case
      when coalesce(data ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$' then 'amount_ore'
      when coalesce(data ->> 'value_date', '') !~ '^\d{4}-\d\d-\d\d$' then 'value_date' end
    when 'refunded' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_undone' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_moved' then case when coalesce(data ->> 'payment_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'payment_id' end
    when 'withdrawn' then case
      when coalesce(data ->> 'ground', '') not in ('felskrivet', 'giltig rätt', 'skyltning', 'stöld', 'uppenbart oskäligt', 'ej överlämnad',
        'dömd', 'annat') then 'ground'
      when data ->> 'ground' = 'annat' and coalesce(note, '') !~ '\S' then 'note' end
    when 'recipient_set' then case
      when coalesce(data ->> 'role', '') not in ('owner', 'driver') then 'role'
      when coalesce(data ->> 'name', '') !~ '\S' then 'name' end
    when 'delivered' then case when coalesce(data ->> 'delivery', '') not in ('fixed', 'handed', 'not_delivered') then 'delivery' end
    when 'photo_added' then case when data ->> 'id' is null then 'id' end
  end;
begin
  if wrong is not null then
    perform private.refuse('unreadable', wrong);
  end if;
end;
$$;
comment on function private.require_case_data(text,text,jsonb) is 'Refuses what a call does not bring, or brings in a form that nobody can read.';

create or replace function private.require_delivery_secret(secret text)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not exists (select from private.settings s where s.delivery_secret_hash = private.hash_of_key(secret)) then
    perform private.refuse('not-the-secret');
  end if;
end;
$$;
comment on function private.require_delivery_secret(text) is 'Refuses a call that lacks the secret of the function deliver-messages.';

create or replace function private.transition_of(event_kind text, status text, roles text[], facts text[])
  returns private.case_transitions
  language plpgsql stable
  set search_path = ''
as $$
declare
  found_row private.case_transitions;
  missing text[];
begin
  if not exists (select from private.case_transitions t where t.kind = event_kind) then
    perform private.refuse('no-such-event', 'kind');
  end if;
  if not exists (select from private.case_transitions t where t.kind = event_kind and t.by && roles) then
    perform private.refuse_stranger();
  end if;
  select t.* into found_row from private.case_transitions t
    where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles and t.needs <@ facts
    order by t.place limit 1;
  if found_row.place is null then
    select array(select n from unnest(t.needs) n where n <> all (facts)) into missing from private.case_transitions t
      where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles order by t.place desc limit 1;
    if 'not-own' = any (missing) then
      perform private.refuse('own-fine', 'kind');
    end if;
    perform private.refuse('wrong-state', 'kind', array[private.status_in_words(status)], coalesce(array_to_string(missing, ','), ''));
  end if;
  return found_row;
end;
$$;
comment on function private.transition_of(text,text,text[],text[]) is 'The row of the table that an event follows. Refuses what no row allows.';

create or replace function public.record_case_event(fine_id uuid, event_id uuid, kind text, expected_event uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text, data jsonb DEFAULT NULL::jsonb, acting_as text DEFAULT NULL::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
begin
  select c.* into held from private.case_for(fine_id, acting_as) c;
  if event_id is null or (data is not null and jsonb_typeof(data) not in ('object', 'null')) then
    perform private.refuse('unreadable', case when event_id is null then 'event_id' else 'data' end);
  end if;
  return private.apply_case_event(held.fine, held.actor, event_id, kind, expected_event, note,
    case when jsonb_typeof(data) = 'object' then data - '{file_id,part_of,reading,bank_key}'::text[] end);
end;
$$;
comment on function public.record_case_event(uuid,uuid,text,uuid,text,jsonb,text) is 'Records what happened to a case, where the table of states allows it.';
grant execute on function public.record_case_event(uuid,uuid,text,uuid,text,jsonb,text) to authenticated;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.letters_admin(project, acting_as);
  codes constant text[] := array(select p.code from private.asked_places(actor.project) p);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  field text;
  lacking text;
  known uuid[];
  leaving record;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection', 'collection_told') then
    perform private.refuse('no-such-event', 'kind');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('unreadable', 'events');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = any (codes) order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = any (codes);
      if fine.id is null then
        perform private.refuse('no-such-case', 'fine_id');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, field = pg_exception_detail, lacking = pg_exception_hint;
      if state = '23514' then
        select r.code, r.words into state, words from jsonb_to_record(private.refusal('unreadable')) r (code text, words text);
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when field = 'kind' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number, 'project_id', fine.project_id) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  if kind in ('exported', 'handed_to_collection', 'collection_told') then
    -- Each site's own trail has its cases.
    for leaving in
      select a ->> 'project_id' as code, jsonb_agg(a ->> 'case_number') as numbers from jsonb_array_elements(answers) a
      where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known) group by 1 order by 1
    loop
      perform private.add_to_trail('export', 'fines', leaving.code, null, null, jsonb_build_object('kind', kind, 'case_number', leaving.numbers));
    end loop;
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;
comment on function public.record_case_events(text,text,jsonb,text) is 'Records one kind of event for many cases, and tells of each what became of it.';
grant execute on function public.record_case_events(text,text,jsonb,text) to authenticated;
