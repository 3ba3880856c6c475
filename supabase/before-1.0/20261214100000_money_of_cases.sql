-- Money of a bank's file that was placed on the wrong case was taken back as money by hand: the site's sum lacked what the bank has, and the file's row
-- stood in no list any more. `payment_moved` puts the row back among those without a case; by hand is taken back what came by hand alone.
-- A case that was written off could not be opened again, and money that came all the same became a debt to the debtor: it is a recovery now.
-- A reminder that was wrong is taken back while nothing was paid on it.

update private.case_transitions set needs = '{by-hand,unsettled}' where place = 30;
update private.case_transitions set needs = '{by-hand}' where place = 31;
update private.case_transitions set from_status = '{withdrawn,written_off}' where place in (52, 53);
insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants) values
  (32, 'payment_moved', '{paid}', '{admin}', '{unsettled}', 'before', true, '{}'),
  (33, 'payment_moved', null, '{admin}', '{}', null, true, '{}'),
  (65, 'reminder_undone', '{reminded}', '{admin}', '{unpaid-reminder}', 'before', true, '{}');

-- What came of a claim after it was written off is kept: it is neither owed nor to be paid back (document 4 §4).
alter table public.fines add column recovered_ore bigint not null default 0;
comment on column public.fines.recovered_ore is 'What came of the claim, in öre, after it was written off; 0 where it was not.';
drop index public.fines_counted_idx, public.fines_project_refund_idx;
alter table public.fines drop column left_ore;
alter table public.fines add column left_ore bigint generated always as (
  case when status in ('withdrawn', 'written_off') then 0 else (amount + fee) * 100::bigint end
  - paid_ore + case status when 'written_off' then recovered_ore else 0 end) stored;
create index fines_counted_idx on public.fines (project_id, site_id, status, due_date, left_ore);
create index fines_project_refund_idx on public.fines (project_id, created_at desc, id desc) where left_ore < 0;

-- What came of a claim since it was written off, at most the claim. Money of before stays what is to be paid back, less what was; what a file or a
-- hand takes back is first what came since by the same way. `latest` is the kind of a payment's event that is not recorded yet.
create function private.recovered_of(fine public.fines, latest text default null) returns bigint
language sql stable set search_path = ''
as $$
  with since as (
    select coalesce(e.kind, latest) = 'refunded' as is_back, sum(p.amount_ore) as ore
    from public.payments p left join public.fine_events e on e.id = p.id
    where p.fine_id = fine.id and coalesce(e.number, 2147483647) > (
      select max(w.number) from public.fine_events w where w.fine_id = fine.id and w.kind = 'written_off')
    group by 1, p.file_id
  ), sums as (
    select coalesce(sum(s.ore) filter (where not s.is_back and s.ore > 0), 0) as came,
      fine.paid_ore - coalesce(sum(s.ore) filter (where not s.is_back and s.ore > 0), 0) as before
    from since s
  )
  select least(s.came, greatest((fine.amount + fine.fee) * 100::bigint - greatest(s.before, 0), 0))::bigint from sums s;
$$;
revoke execute on function private.recovered_of(public.fines, text) from public;
update public.fines f set recovered_ore = private.recovered_of(f) where f.status = 'written_off' and f.paid_ore > 0;

-- What came for a case by hand and was not taken back again; what was paid back does not count.
create function private.by_hand(fine_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select coalesce(sum(p.amount_ore), 0)::bigint from public.payments p join public.fine_events e on e.id = p.id
  where p.fine_id = by_hand.fine_id and p.file_id is null and e.kind in ('payment', 'payment_undone');
$$;
revoke execute on function private.by_hand(uuid) from public;

-- Money by hand is taken back of what came by hand. Before, it could be a file's: then nobody can tell whose money that was.
create or replace function private.is_taken_back(fine_id uuid, file_id uuid) returns boolean
language sql stable set search_path = ''
as $$ select private.by_hand(is_taken_back.fine_id) < 0; $$;

-- Whether a reminder holds: it was not taken back. Only the latest one can be, so the next event of the two kinds says it.
create function private.reminder_holds(fine_id uuid, number int) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select n.kind from public.fine_events n
    where n.fine_id = reminder_holds.fine_id and n.number > reminder_holds.number and n.kind in ('reminded', 'reminder_undone')
    order by n.number limit 1), 'reminded') = 'reminded';
$$;
revoke execute on function private.reminder_holds(uuid, int) from public;

create or replace function private.fee_of(fine public.fines) returns integer
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when (select coalesce(sum(p.amount_ore), 0) from public.payments p
        where p.fine_id = fine.id and p.value_date <= private.day_of(e.at)) >= (fine.amount - (private.settings_of(fine.project_id)).small_balance) * 100
      then 0 else (e.data ->> 'fee')::int end
    from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number)
    order by e.number limit 1
  ), 0);
$$;

create or replace function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamptz) returns text[]
language sql stable set search_path = ''
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
    ('reviewed', not fine.needs_review)
  ) as f (fact, is_so);
$$;

-- Takes money of a file's row off the case, all that the case has of it, and puts it back among what has no case. The file's row stays the row that
-- both payments name, so that the file's sum and the site's stay what the bank has.
create function private.move_back(fine public.fines, event_id uuid, data jsonb, actor private.case_actor) returns public.fines
language plpgsql set search_path = ''
as $$
declare
  root public.payments;
  ore bigint;
begin
  select r.* into root from public.payments p join public.payments r on r.id = coalesce(p.part_of, p.id)
    where p.id::text = data ->> 'payment_id' and p.fine_id = fine.id and p.file_id is not null and p.amount_ore > 0;
  if root.id is null then
    perform private.refuse('PK008', 'payment_id', 'Välj en betalning ur en bankfil.');
  end if;
  if exists (select from public.payment_files f where f.id = root.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  select sum(p.amount_ore) into ore from public.payments p where p.fine_id = fine.id and root.id in (p.id, p.part_of);
  if ore <= 0 then
    perform private.refuse('PK005', 'payment_id', 'Betalningen är redan tillbakatagen.');
  end if;
  if ore > fine.paid_ore then
    perform private.refuse('PK005', 'payment_id', 'Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, file_id, part_of, by_id) values
    (event_id, fine.id, fine.project_id, -ore, root.value_date, root.method, root.file_id, root.id, actor.id),
    (gen_random_uuid(), null, fine.project_id, ore, root.value_date, root.method, root.file_id, root.id, actor.id);
  fine.paid_ore := fine.paid_ore - ore;
  fine.fee := private.fee_of(fine);
  return fine;
end;
$$;
revoke execute on function private.move_back(public.fines, uuid, jsonb, private.case_actor) from public;

create or replace function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor) returns public.fines
language plpgsql set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte för mycket betalt.');
  end if;
  if kind = 'payment_undone' and -ore > least(fine.paid_ore, private.by_hand(fine.id)) then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte registrerat för hand.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id, file_id, part_of, reading)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id, (data ->> 'file_id')::uuid,
      (data ->> 'part_of')::uuid, coalesce((data ->> 'reading')::int, 0));
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('PK010', 'bank_key', 'Betalningen är redan inläst.');
end;
$$;

create or replace function private.require_case_data(kind text, note text, data jsonb) returns void
language plpgsql immutable set search_path = ''
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
    perform private.refuse('PK008', wrong, 'Uppgiften saknas eller kan inte läsas.');
  end if;
end;
$$;

create or replace function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone', 'payment_moved' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, text, photos, ground, received_at, received_by, reply_key_hash, lang)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), note,
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

create or replace function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text, data jsonb) returns jsonb
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
  reminder public.fine_events;
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
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or private.by_hand(old.id) > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  elsif event_kind = 'payment_moved' then
    fine := private.move_back(fine, event_id, given, actor);
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

create or replace function private.move_money(moves private.money_move[], kind text, file uuid, actor private.case_actor) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('parkering.moves_money', 'yes', true);
  execute $sql$
  with moved as materialized (
    select m.* from unnest($1) m
  ), settings as materialized (
    select s.small_balance * 100::bigint as small from private.settings_of(($4).project) s
  ), cases as materialized (
    select f.id, f.project_id, f.status, f.amount, f.paid_ore, latest.number, private.money_of(f) as was, reminder.fee, reminder.day, coalesce(early.ore, 0) as early,
      -- Where it leads the case once that is settled, or not any more; null where it stays as it is.
      case when f.status = any (step.from_status) then
        case step.to_status when 'before' then private.status_before_paid(f.id) else step.to_status end end as next_status
    from public.fines f
    join private.case_transitions step on step.kind = $2 and step.to_status is not null
    cross join lateral (select coalesce(max(e.number), 0) as number from public.fine_events e where e.fine_id = f.id) latest
    -- The fee as private.fee_of has it.
    left join lateral (
      select (e.data ->> 'fee')::int as fee, private.day_of(e.at) as day from public.fine_events e
      where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0
        and private.reminder_holds(e.fine_id, e.number) order by e.number limit 1
    ) reminder on true
    left join lateral (
      select sum(p.amount_ore) as ore from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day
    ) early on reminder.day is not null
    where f.id in (select m.fine_id from moved m)
  ), sums as materialized (
    select m.n, m.id, m.ore, m.value_date, c.id as fine_id, c.project_id, c.status, c.next_status, c.amount,
      (c.number + row_number() over so_far)::int as number, (c.paid_ore + sum(m.ore) over so_far)::bigint as paid_ore,
      case when c.early + coalesce(sum(m.ore) filter (where m.value_date <= c.day) over so_far, 0) >= c.amount * 100::bigint - s.small then 0
        else coalesce(c.fee, 0) end as fee
    from moved m join cases c on c.id = m.fine_id cross join settings s
    window so_far as (partition by c.id order by m.n)
  ), steps as materialized (
    select m.*, case when m.next_status is not null and bool_or(
        ((m.amount + m.fee) * 100::bigint - m.paid_ore <= s.small) = ($2 = 'payment')) over (partition by m.fine_id order by m.n)
      then m.next_status else m.status end as status_after
    from sums m cross join settings s
  ), told as materialized (
    select s.*, lag(s.status_after, 1, s.status) over (partition by s.fine_id order by s.n) as status_before,
      s.n = max(s.n) over (partition by s.fine_id) as is_last
    from steps s
  ), paid as (
    insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, reading, file_id, by_id)
    select m.id, m.fine_id, ($4).project, m.ore, m.value_date, m.method, m.payer_text, m.bank_key, m.reading, $3, ($4).id
    from moved m order by m.n
    returning id, project_id, null::jsonb as was, to_jsonb(payments) - 'site_id' as now
  ), noted as (
    insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, data, status_before, status_after)
    select t.id, t.fine_id, t.project_id, t.number, $2, ($4).kind, ($4).id, ($4).account, now(),
      jsonb_build_object('payment_id', t.id, 'amount_ore', t.ore, 'value_date', t.value_date), t.status_before, t.status_after
    from told t order by t.n
  ), changed as (
    update public.fines f set status = t.status_after, paid_ore = t.paid_ore, fee = t.fee, last_event = t.id
    from told t join cases c on c.id = t.fine_id
    where t.is_last and f.id = t.fine_id
    returning f.id, f.project_id, c.was, private.money_of(f) as now
  )
  insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select t.project_id, w.account, w.kind, w.id, t.action, t.subject, t.id::text, t.was, t.now, w.request
  from private.who_acts() w, (
    select 'insert' as action, 'payments' as subject, p.* from paid p
    union all select 'update', 'fines', c.* from changed c) t
  $sql$ using moves, kind, file, actor;
  update public.fines f set recovered_ore = private.recovered_of(f)
    where f.status = 'written_off' and f.id in (select m.fine_id from unnest(moves) m);
  perform set_config('parkering.moves_money', '', true);
end;
$$;

-- Why a row has no case: its reference holds no number, one of no case of this site, or several cases'. For whoever may read the site's cases.
create function private.unplaced_because(project text, reference text) returns text
language sql stable set search_path = ''
as $$
  select case when coalesce(reference, '') !~ '\S' then 'none' when count(*) = 0 then 'no-number' when count(f.id) = 0 then 'not-here'
    when count(distinct f.id) > 1 then 'several' end
  from regexp_matches(reference, '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
  left join public.fines f on f.case_number = m[1] || m[2] and f.project_id is not distinct from project;
$$;
revoke execute on function private.unplaced_because(text, text) from public;
grant execute on function private.unplaced_because(text, text) to anon, authenticated;

create or replace function public.match_payments(project text, rows jsonb, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore,
      'because', case b.state when 'unknown' then private.unplaced_because(actor.project, b.reference) end, 'fee_ore', fee.ore, 'lifts_fee_ore', fee.lacking_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id
    -- The fee that is left to pay, and what money of a day like the row's lacks to lift it; null where the row counts nothing for it.
    left join lateral (
      select f.fee * 100::bigint as ore, (f.amount - (private.settings_of(f.project_id)).small_balance) * 100::bigint
        - coalesce((select sum(p.amount_ore) from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day), 0)::bigint as lacking_ore
      from (
        select private.day_of(e.at) as day from public.fine_events e
        where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number) order by e.number limit 1
      ) reminder
      where f.fee > 0 and f.status not in ('withdrawn', 'written_off') and b.value_date <= reminder.day
    ) fee on true));
end;
$$;

create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'payment_id', 'Betalningen finns inte.');
  end if;
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('PK008', 'parts', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select case when given.fine_id is null then given.amount_ore else 0 end + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted)
      -- Each part as it was: what one call wrote is of one moment.
      or exists (select from jsonb_array_elements(parts) e where not exists (
        select from public.payments p join public.payments placed on placed.id = placing_id and placed.created_at = p.created_at
        where p.id = (e ->> 'event_id')::uuid and p.part_of = given.id and p.fine_id = (e ->> 'fine_id')::uuid
          and p.amount_ore = (e ->> 'amount_ore')::bigint)) then
      perform private.refuse('PK010', 'placing_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if wanted > rest then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte kvar av betalningen.');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and f.project_id is not distinct from given.project_id)
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, given.project_id, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;

create or replace function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  rest bigint;
  ended bigint;
  -- What the row had without a case at first; a row that was placed and moved back had nothing.
  had bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'payment_id', 'Betalningen finns inte.');
  end if;
  had := case when given.fine_id is null then given.amount_ore else 0 end;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('PK008', 'ground', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  select had + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('PK010', 'ending_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse('PK005', 'payment_id', case ground when 'reopened' then 'Betalningen är redan öppnad igen.'
      else 'Det finns inget kvar av betalningen.' end);
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, given.project_id, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then had + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;

create or replace function public.list_unplaced(project text, after_created timestamptz default null, after_id uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with roots as (
    select p.id from public.payments p where p.project_id = project and p.fine_id is null and p.part_of is null and p.amount_ore > 0
    -- Rows that a case had, and that were moved back.
    union select p.part_of from public.payments p
      where p.project_id = project and p.fine_id is null and p.part_of is not null and p.file_id is not null and p.amount_ore > 0
  ), unplaced as (
    select p.id, p.created_at, p.amount_ore, p.value_date, p.method, p.payer_text, f.name as file_name,
      case when p.fine_id is null then p.amount_ore else 0 end + taken.ore as left_ore, moved.case_number as moved_from
    from roots r join public.payments p on p.id = r.id
    join public.payment_files f on f.id = p.file_id and f.undone_at is null
    cross join lateral (
      select coalesce(sum(part.amount_ore), 0) as ore from public.payments part where part.part_of = p.id and part.fine_id is null
    ) taken
    left join lateral (
      select c.case_number from public.payments part join public.fines c on c.id = part.fine_id
      where part.part_of = p.id and part.amount_ore < 0 order by part.created_at desc, part.id limit 1
    ) moved on true
    where case when p.fine_id is null then p.amount_ore else 0 end + taken.ore > 0
  )
  select jsonb_build_object('outcome', 'listed', 'count', (select count(*) from unplaced), 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) || jsonb_build_object('because', private.unplaced_because(project, page.payer_text)) order by page.created_at, page.id)
    from (select * from unplaced u where after_id is null or (u.created_at, u.id) > (after_created, after_id)
      order by u.created_at, u.id limit 100) page), '[]'));
$$;

-- The rows of a file, a hundred at once, each with where its money went: placed on a case, back again, ended without one.
create function public.list_file_rows(file_id uuid, after_day date default null, after_id uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  with page as (
    select p.id, p.amount_ore, p.value_date, p.payer_text, p.created_at, p.fine_id, p.by_id
    from public.payments p
    where p.file_id = list_file_rows.file_id and p.part_of is null and p.amount_ore > 0
      and (after_id is null or (p.value_date, p.id) > (after_day, after_id))
    order by p.value_date, p.id limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) - '{created_at,fine_id,by_id}'::text[] || jsonb_build_object('steps', steps.list, 'left_ore', steps.left_ore)
      order by page.value_date, page.id)
    from page cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'at', s.created_at, 'by_id', s.by_id, 'amount_ore', abs(s.amount_ore),
            'fine_id', s.fine_id, 'case_number', s.case_number, 'note', s.note) order by s.created_at, s.kind = 'placed', s.id)
          filter (where s.kind is not null), '[]') as list,
        coalesce(sum(s.amount_ore) filter (where s.fine_id is null), 0) as left_ore
      from (
        select t.id, t.created_at, t.by_id, t.amount_ore, t.fine_id, c.case_number,
          case when t.fine_id is not null then case when t.amount_ore > 0 then 'placed' else 'moved' end
            when t.file_id is null then t.method end as kind,
          case when t.file_id is null then t.payer_text end as note
        from (
          select page.id, page.created_at, page.by_id, page.amount_ore, page.fine_id, list_file_rows.file_id, ''::text as method, null::text as payer_text
          union all select q.id, q.created_at, q.by_id, q.amount_ore, q.fine_id, q.file_id, q.method, q.payer_text
          from public.payments q where q.part_of = page.id
        ) t left join public.fines c on c.id = t.fine_id
      ) s
    ) steps), '[]'));
$$;
revoke execute on function public.list_file_rows(uuid, date, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_file_rows(uuid, date, uuid) to anon, authenticated;
comment on function public.list_file_rows(uuid, date, uuid) is 'The rows of a bank''s file with where the money of each went, of those that the caller may read.';

create or replace function public.count_cases(project text, today date, expires_before timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  counted jsonb;
begin
  if not private.may_count_cases(project) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  select jsonb_build_object('outcome', 'counted',
      'all', coalesce(sum(g.cases), 0),
      'unpaid', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded', 'collection')), 0),
      'disputed', coalesce(sum(g.cases) filter (where g.status = 'disputed'), 0),
      'overdue', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded') and g.due_date < today), 0))
    into counted
    from private.cases_by_due(project, site) g;
  -- These three are short, and have indexes of their own.
  return counted || jsonb_build_object(
    'review', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site and f.needs_review),
    'refund', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site and f.left_ore < 0),
    'refund_ore', (select coalesce(-sum(f.left_ore), 0) from public.fines f
      where f.project_id = project and f.site_id is not distinct from site and f.left_ore < 0),
    'expiring', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site
      and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.issued_at < expires_before));
end;
$$;

create or replace function private.case_paper(fine public.fines, upto int) returns jsonb
language sql stable set search_path = ''
as $$
  with events as (
    -- A reminder that was taken back later than that holds.
    select e.*, e.kind = 'reminded' and lead(e.kind) over (partition by e.kind in ('reminded', 'reminder_undone') order by e.number)
      is not distinct from 'reminder_undone' as is_undone
    from public.fine_events e where e.fine_id = fine.id and e.number <= coalesce(upto, e.number)
  ), money as (
    select case when upto is null then fine.fee else coalesce(sum((e.data ->> 'fee')::int) filter (where e.kind = 'reminded' and not e.is_undone), 0) end as fee,
      case when upto is null then fine.paid_ore else coalesce(sum((e.data ->> 'amount_ore')::bigint)
        filter (where e.kind in ('payment', 'refunded', 'payment_undone', 'payment_moved')), 0) end as paid_ore
    from events e
  ), reminder as (
    select e.number, e.at, e.data ->> 'due_date' as due_date from events e where e.kind = 'reminded' and not e.is_undone order by e.number desc limit 1
  ), first_reminder as (
    select min(e.number) as number from events e where e.kind = 'reminded' and not e.is_undone
  ), first_due as (
    -- A corrected day stands in no event: then it is not told.
    select e.data ->> 'due_date' as day from events e, first_reminder r
    where e.number < r.number and (e.data ? 'due_date' or (e.kind = 'corrected' and e.data -> 'before' ? 'due_date'))
    order by e.number desc limit 1
  ), recipient as (
    select r.role, r.name, r.address from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;

create or replace function public.list_case_work(project text, step text, acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0
            and private.reminder_holds(e.fine_id, e.number))
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

create or replace function public.list_sent_cases(project text, step text, day date, ids uuid[], acting_as text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  listed jsonb;
begin
  select coalesce(jsonb_agg(s.paper order by s.at, s.case_number), '[]') into listed from (
    select e.at, f.case_number, private.case_paper(f, e.number) || jsonb_build_object('event_id', e.id, 'sent_at', e.at, 'sent_by', e.by_id) as paper
    from public.fine_events e join public.fines f on f.id = e.fine_id
    where e.project_id = actor.project and e.kind = step and e.kind in ('exported', 'reminded', 'handed_to_collection')
      and (e.kind <> 'exported' or e.note = private.asked_for_owner())
      -- The letters of a reminder that was taken back are not printed again.
      and (e.id = any (ids) or (ids is null and (e.kind <> 'reminded' or private.reminder_holds(e.fine_id, e.number)) and e.at >= (day::timestamp at time zone 'Europe/Stockholm')
        and e.at < ((day + 1)::timestamp at time zone 'Europe/Stockholm')))
    order by e.at, f.case_number limit 1001
  ) s;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 1000, 'cases', listed - 1000);
end;
$$;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.money_admin(project, acting_as);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  lacking text;
  known uuid[];
  leaving jsonb;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection') then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('PK008', 'events', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = actor.project order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = actor.project;
      if fine.id is null then
        perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, lacking = pg_exception_hint;
      if state = '23514' then
        state := 'PK008';
        words := 'Uppgiften saknas eller kan inte läsas.';
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when state = 'PK005' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  select jsonb_agg(a ->> 'case_number') into leaving from jsonb_array_elements(answers) a
    where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known);
  if kind in ('exported', 'handed_to_collection') and leaving is not null then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind, 'case_number', leaving));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;
