-- What may happen to a case, and from which state to which (document 4 §4). contract/cases.ts holds the same table; a test compares them.

create table private.case_transitions (
  -- The first row that fits counts.
  place int primary key,
  kind text not null,
  -- Null: any.
  from_status text[],
  -- `issuer` is the attendant who issued it.
  by text[] not null,
  -- What must be so; private.case_facts says what is.
  needs text[] not null,
  -- Null: it stays; `before`: what it was before it was paid.
  to_status text,
  -- Whether it changes status, money, recipient or decision: only then is it another case than a screen has shown.
  moves boolean not null,
  -- What the call has to bring: `note`, `due_date`.
  wants text[] not null
);
alter table private.case_transitions enable row level security;
revoke all on private.case_transitions from public, anon, authenticated, service_role;
comment on table private.case_transitions is 'Which event leads a case from which state to which.';
insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants) values
  (10, 'payment', '{issued,reminded,collection}', '{admin,system}', '{settled}', 'paid', true, '{}'),
  (11, 'payment', null, '{admin,system}', '{}', null, true, '{}'),
  (20, 'refunded', null, '{admin}', '{too-much}', null, true, '{}'),
  (30, 'payment_undone', '{paid}', '{admin,system}', '{has-paid,unsettled}', 'before', true, '{}'),
  (31, 'payment_undone', null, '{admin,system}', '{has-paid}', null, true, '{}'),
  (40, 'objected', '{issued,reminded,collection,paid}', '{admin,driver}', '{}', 'disputed', true, '{note}'),
  (41, 'supplemented', '{disputed}', '{admin,driver}', '{}', null, false, '{note}'),
  (42, 'objection_accepted', '{disputed}', '{admin}', '{not-own}', 'withdrawn', true, '{note}'),
  (43, 'objection_rejected', '{disputed}', '{admin}', '{not-own,settled}', 'paid', true, '{note}'),
  (44, 'objection_rejected', '{disputed}', '{admin}', '{not-own}', 'issued', true, '{note,due_date}'),
  (50, 'withdrawn', '{issued,reminded,disputed,paid,collection}', '{admin}', '{}', 'withdrawn', true, '{}'),
  (51, 'withdrawn', '{issued}', '{issuer}', '{fresh}', 'withdrawn', true, '{}'),
  (52, 'reopened', '{withdrawn}', '{admin}', '{not-by-objection,settled}', 'paid', true, '{note}'),
  (53, 'reopened', '{withdrawn}', '{admin}', '{not-by-objection}', 'issued', true, '{note,due_date}'),
  (60, 'reminded', '{issued}', '{admin}', '{waited,delivered,has-recipient,reviewed}', 'reminded', true, '{due_date}'),
  -- A changed recipient gets a first reminder of their own.
  (61, 'reminded', '{reminded}', '{admin}', '{delivered,has-recipient,untold-recipient,reviewed}', null, true, '{due_date}'),
  (62, 'handed_to_collection', '{reminded}', '{admin}', '{overdue,told-recipient}', 'collection', true, '{}'),
  (63, 'recalled', '{collection}', '{admin}', '{}', 'reminded', true, '{}'),
  (64, 'written_off', '{issued,reminded,collection}', '{admin}', '{}', 'written_off', true, '{note}'),
  (70, 'recipient_set', null, '{admin}', '{}', null, true, '{}'),
  (71, 'noted', null, '{admin,issuer}', '{}', null, false, '{note}'),
  (72, 'photo_added', null, '{admin,issuer}', '{}', null, false, '{}'),
  (73, 'delivered', null, '{admin,issuer}', '{}', null, false, '{}'),
  (74, 'reviewed', null, '{admin}', '{}', null, false, '{}'),
  (75, 'case_viewed', null, '{admin}', '{}', null, false, '{}'),
  (76, 'exported', null, '{admin}', '{}', null, false, '{}');

create function private.status_in_words(status text) returns text
language sql immutable set search_path = ''
as $$
  select case status when 'issued' then 'utfärdat' when 'reminded' then 'påmint' when 'disputed' then 'bestritt' when 'paid' then 'betalt'
    when 'withdrawn' then 'makulerat' when 'written_off' then 'avskrivet' when 'collection' then 'hos inkasso' end;
$$;
revoke execute on function private.status_in_words(text) from public;

-- The fee of a case: that of its reminder, unless money of the reminder's day or before had covered the amount already.
create function private.fee_of(fine public.fines) returns int
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when (select coalesce(sum(p.amount_ore), 0) from public.payments p
        where p.fine_id = fine.id and p.value_date <= private.day_of(e.at)) >= (fine.amount - (private.settings_of(fine.project_id)).small_balance) * 100
      then 0 else (e.data ->> 'fee')::int end
    from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0
    order by e.number limit 1
  ), 0);
$$;
revoke execute on function private.fee_of(public.fines) from public;

-- What is so of a case, in the words of the table. `fine` has the event's money already, `left_before` not.
create function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamptz)
returns text[]
language sql stable set search_path = ''
as $$
  with events as (
    select coalesce(max(e.number) filter (where e.kind = 'recipient_set'), 0) as recipient,
      coalesce(max(e.number) filter (where e.kind = 'reminded'), 0) as reminder,
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
    ('has-paid', paid_before > 0),
    ('not-own', private.id_key(fine.issued_by) <> private.id_key(actor.id) and not exists (
      select from public.fine_events e where e.fine_id = fine.id and e.number = 1 and private.id_key(e.by_id) = private.id_key(actor.id))),
    ('not-by-objection', last_move is distinct from 'objection_accepted'),
    ('fresh', made_at between fine.issued_at - interval '10 minutes' and fine.issued_at + interval '10 minutes'
      and now() <= fine.received_at + interval '10 minutes'),
    ('overdue', today > fine.due_date),
    ('waited', today > fine.due_date and today >= fine.due_date + reminder_wait_days),
    ('delivered', coalesce(fine.delivery in ('fixed', 'handed'), false)),
    ('has-recipient', recipient > 0),
    ('told-recipient', reminder > recipient),
    ('untold-recipient', recipient > reminder),
    ('reviewed', not fine.needs_review)
  ) as f (fact, is_so);
$$;
revoke execute on function private.case_facts(public.fines, bigint, bigint, private.case_actor, timestamptz) from public;

-- Refuses what a call does not bring, or brings in a form that nobody can read.
create function private.require_case_data(kind text, note text, data jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  wrong text := case kind
    when 'payment' then case
      when coalesce(data ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$' then 'amount_ore'
      when coalesce(data ->> 'value_date', '') !~ '^\d{4}-\d\d-\d\d$' then 'value_date' end
    when 'refunded' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_undone' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
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
    perform private.refuse('PK008', wrong, 'Uppgiften saknas eller kan inte läsas.');
  end if;
end;
$$;
revoke execute on function private.require_case_data(text, text, jsonb) from public;

-- Writes the money of an event, and gives the fine with what is paid then. The payment has the event's key.
create function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor) returns public.fines
language plpgsql set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte för mycket betalt.');
  end if;
  if kind = 'payment_undone' and -ore > fine.paid_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte betalt.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id);
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('PK010', 'bank_key', 'Betalningen är redan inläst.');
end;
$$;
revoke execute on function private.pay(public.fines, text, uuid, jsonb, private.case_actor) from public;

-- Writes what an event brings besides its own row, and gives what the event keeps of it: ids, and no names or texts.
create function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, text, photos, ground, received_at, received_by, reply_key_hash)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), note,
          coalesce(data -> 'photos', '[]'), data ->> 'ground', coalesce((data ->> 'received_at')::timestamptz, now()),
          case when actor.kind <> 'driver' then actor.id end, data ->> 'reply_key_hash');
      return jsonb_build_object('objection_id', event_id);
    when 'supplemented' then
      update public.objections o set text = o.text || E'\n\n' || note where o.id = objection;
      return jsonb_build_object('objection_id', objection);
    when 'objection_accepted', 'objection_rejected' then
      update public.objections o set decision = substr(kind, 11), reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('objection_id', objection, 'due_date', data -> 'due_date');
    when 'withdrawn' then
      update public.objections o set decision = 'withdrawn', reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('ground', data ->> 'ground');
    when 'reminded' then
      return jsonb_build_object('due_date', data -> 'due_date', 'fee', fine.fee);
    when 'reopened' then
      return jsonb_build_object('due_date', data -> 'due_date');
    when 'recipient_set' then
      insert into public.case_recipients (id, fine_id, project_id, role, name, address, source)
        values (event_id, fine.id, fine.project_id, data ->> 'role', data ->> 'name', coalesce(data ->> 'address', ''), coalesce(data ->> 'source', ''));
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
revoke execute on function private.keep_case_data(public.fines, text, uuid, text, jsonb, private.case_actor) from public;

-- The status that a case had before it was paid.
create function private.status_before_paid(fine_id uuid) returns text
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when e.status_before in ('issued', 'reminded', 'collection') then e.status_before else 'issued' end
    from public.fine_events e
    where e.fine_id = status_before_paid.fine_id and e.status_after = 'paid' and e.status_before <> 'paid'
    order by e.number desc limit 1
  ), 'issued');
$$;
revoke execute on function private.status_before_paid(uuid) from public;

-- The row of the table that an event follows. Refuses what no row allows.
create function private.transition_of(event_kind text, status text, roles text[], facts text[]) returns private.case_transitions
language plpgsql stable set search_path = ''
as $$
declare
  found_row private.case_transitions;
  missing text[];
begin
  if not exists (select from private.case_transitions t where t.kind = event_kind) then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if not exists (select from private.case_transitions t where t.kind = event_kind and t.by && roles) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  select t.* into found_row from private.case_transitions t
    where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles and t.needs <@ facts
    order by t.place limit 1;
  if found_row.place is null then
    select array(select n from unnest(t.needs) n where n <> all (facts)) into missing from private.case_transitions t
      where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles order by t.place desc limit 1;
    if 'not-own' = any (missing) then
      perform private.refuse('PK011', 'kind', 'Du kan inte avgöra ett bestridande av en bot som du själv har utfärdat.');
    end if;
    raise exception '%', 'Det går inte nu. Ärendet är ' || private.status_in_words(status) || '.'
      using errcode = 'PK005', detail = 'kind', hint = coalesce(array_to_string(missing, ','), '');
  end if;
  return found_row;
end;
$$;
revoke execute on function private.transition_of(text, text, text[], text[]) from public;

-- Records an event of a case whose row the transaction has locked.
create function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text,
  data jsonb) returns jsonb
language plpgsql set search_path = ''
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
begin
  select e.* into known from public.fine_events e where e.id = event_id;
  if known.id is not null and (known.fine_id, known.kind, private.id_key(known.by_id), known.by_account)
    is distinct from (fine.id, event_kind, private.id_key(actor.id), actor.account) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  if known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
  end if;
  if expected_event <> fine.last_event and exists (select from private.case_transitions t where t.kind = event_kind and t.moves) then
    raise exception '%', 'Ärendet har ändrats sedan du öppnade det. Det är nu: ' || private.status_in_words(fine.status) || '.'
      using errcode = 'PK006', detail = 'expected_event', hint = fine.status;
  end if;
  -- Who may, before what is wrong with it.
  perform private.transition_of(event_kind, fine.status, roles, array(select distinct n from private.case_transitions t, unnest(t.needs) n));
  perform private.require_case_data(event_kind, note, given);
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or old.paid_ore > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  end if;
  step := private.transition_of(event_kind, old.status, roles, private.case_facts(fine, old.left_ore, old.paid_ore, actor, made_at));
  if 'note' = any (step.wants) and coalesce(note, '') !~ '\S' then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  if 'due_date' = any (step.wants) then
    if coalesce(given ->> 'due_date', '') !~ '^\d{4}-\d\d-\d\d$' or (given ->> 'due_date')::date < private.day_of(now()) then
      perform private.refuse('PK002', 'due_date', 'Ange ett nytt förfallodatum, i dag eller senare.');
    end if;
    fine.due_date := (given ->> 'due_date')::date;
  end if;
  if event_kind = 'reminded' and not exists (select from public.fine_events e where e.fine_id = fine.id and (e.data ->> 'fee')::int > 0) then
    -- The fee once a case, and only where it was agreed.
    fine.fee := (select case when s.fee_is_agreed then s.reminder_fee else 0 end from private.settings_of(fine.project_id) s);
  end if;
  kept := private.keep_case_data(fine, event_kind, event_id, note, given, actor);
  if event_kind = 'reminded' and fine.fee = old.fee then
    kept := kept || '{"fee": 0}';
  end if;
  fine.status := case step.to_status when 'before' then private.status_before_paid(fine.id) else coalesce(step.to_status, fine.status) end;
  update public.fines f set status = fine.status, paid_ore = fine.paid_ore, fee = fine.fee, due_date = fine.due_date,
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
revoke execute on function private.apply_case_event(public.fines, private.case_actor, uuid, text, uuid, text, jsonb) from public;

create function public.record_case_event(fine_id uuid, event_id uuid, kind text, expected_event uuid default null, note text default null,
  data jsonb default null, acting_as text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  held record;
begin
  select c.* into held from private.case_for(fine_id, acting_as) c;
  if event_id is null or (data is not null and jsonb_typeof(data) not in ('object', 'null')) then
    perform private.refuse('PK008', case when event_id is null then 'event_id' else 'data' end, 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return private.apply_case_event(held.fine, held.actor, event_id, kind, expected_event, note, case when jsonb_typeof(data) = 'object' then data end);
end;
$$;
comment on function public.record_case_event is 'Records what happened to a case, where the table of states allows it.';
revoke execute on function public.record_case_event(uuid, uuid, text, uuid, text, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.record_case_event(uuid, uuid, text, uuid, text, jsonb, text) to anon, authenticated;
