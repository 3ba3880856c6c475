-- Money of cases: payments, fees, refunds and recoveries (document 4 §6).

create or replace function private.by_hand(fine_id uuid)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select coalesce(sum(p.amount_ore), 0)::bigint from public.payments p join public.fine_events e on e.id = p.id
  where p.fine_id = by_hand.fine_id and p.file_id is null and e.kind in ('payment', 'payment_undone');
$$;
comment on function private.by_hand(uuid) is 'Money that came for a case by hand and was not taken back again; refunds do not count.';

create or replace function private.fee_of(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select coalesce((
    select case when (select coalesce(sum(p.amount_ore), 0) from public.payments p
        where p.fine_id = fine.id and p.value_date <= private.day_of(e.at)) >= (fine.amount - (private.settings_of(fine.project_id)).small_balance) * 100
      then 0 else (e.data ->> 'fee')::int end
    from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number)
    order by e.number limit 1
  ), 0);
$$;
comment on function private.fee_of(public.fines) is
  'The fee of a case: that of its reminder, unless money of the reminder''s day or before had covered the amount already.';

create or replace function private.is_taken_back(fine_id uuid, file_id uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$ select private.by_hand(is_taken_back.fine_id) < 0; $$;
comment on function private.is_taken_back(uuid,uuid) is
  'Money by hand is taken back of what came by hand. Before, it could be a file''s: then nobody can tell whose money that was.';

create or replace function private.money_admin(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor constant private.case_actor := case when project = 'company' then private.company_admin(acting_as) else private.case_staff(project, acting_as) end;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;
comment on function private.money_admin(text,text) is 'The admin who acts on the money of a site, or of the company. Refuses everybody else with 42501.';

create or replace function private.lock_money(project text)
  returns void
  language plpgsql
  set search_path = ''
  set lock_timeout = '5s'
as $$
begin
  -- The company's files know rows that its sites' files have. Any site may become the company's meanwhile.
  if project is distinct from 'company' then
    perform pg_advisory_xact_lock_shared(hashtextextended('money of company', 0));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(project, ''), 0));
exception when lock_not_available then
  perform private.refuse('money-busy', 'project');
end;
$$;
comment on function private.lock_money(text) is 'Locks the money of a site, or of the company with all sites, until the transaction ends.';

create or replace function private.money_keeper(project text, acting_as text)
  returns private.case_actor
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.lock_money(actor.project);
  return actor;
end;
$$;
comment on function private.money_keeper(text,text) is 'The admin who acts on a site''s money, which is locked until the transaction ends.';

create or replace function private.money_of(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('case_number', fine.case_number, 'plate', fine.plate, 'status', fine.status, 'paid_ore', fine.paid_ore,
    'left_ore', fine.left_ore, 'fee', fine.fee, 'last_event', fine.last_event);
$$;
comment on function private.money_of(public.fines) is
  'Booking 5 000 rows spent more than half of its time on the trail, row by row. Of many at once it is written in one statement: payments as '
  'ever, of cases what changes and by what they are known.';

create or replace function private.move_back(fine public.fines, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  root public.payments;
  ore bigint;
begin
  select r.* into root from public.payments p join public.payments r on r.id = coalesce(p.part_of, p.id)
    where p.id::text = data ->> 'payment_id' and p.fine_id = fine.id and p.file_id is not null and p.amount_ore > 0;
  if root.id is null then
    perform private.refuse('no-bank-payment', 'payment_id');
  end if;
  if exists (select from public.payment_files f where f.id = root.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  select sum(p.amount_ore) into ore from public.payments p where p.fine_id = fine.id and root.id in (p.id, p.part_of);
  if ore <= 0 then
    perform private.refuse('payment-undone', 'payment_id');
  end if;
  if ore > fine.paid_ore then
    perform private.refuse('payment-refunded', 'payment_id');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, file_id, part_of, by_id) values
    (event_id, fine.id, fine.project_id, -ore, root.value_date, root.method, root.file_id, root.id, actor.id),
    (gen_random_uuid(), null, (select f.project_id from public.payment_files f where f.id = root.file_id), ore, root.value_date, root.method, root.file_id, root.id, actor.id);
  fine.paid_ore := fine.paid_ore - ore;
  fine.fee := private.fee_of(fine);
  return fine;
end;
$$;
comment on function private.move_back(public.fines,uuid,jsonb,private.case_actor) is
  'Takes money of a file''s row off the case, all that the case has of it, and puts it back among what has no case where the file was read. The file''s row stays the '
  'row that both payments name, so that the file''s sum and the site''s stay what the bank has.';

create or replace function private.move_money(moves private.money_move[], kind text, file uuid, actor private.case_actor)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('parkering.moves_money', 'yes', true);
  execute $sql$
  with moved as materialized (
    select m.* from unnest($1) m
  ), settings as materialized (
    select p.project_id, (private.settings_of(p.project_id)).small_balance * 100::bigint as small
    from (select distinct f.project_id from public.fines f where f.id in (select m.fine_id from moved m)) p
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
    from moved m join cases c on c.id = m.fine_id join settings s on s.project_id is not distinct from c.project_id
    window so_far as (partition by c.id order by m.n)
  ), steps as materialized (
    select m.*, case when m.next_status is not null and bool_or(
        ((m.amount + m.fee) * 100::bigint - m.paid_ore <= s.small) = ($2 = 'payment')) over (partition by m.fine_id order by m.n)
      then m.next_status else m.status end as status_after
    from sums m join settings s on s.project_id is not distinct from m.project_id
  ), told as materialized (
    select s.*, lag(s.status_after, 1, s.status) over (partition by s.fine_id order by s.n) as status_before,
      s.n = max(s.n) over (partition by s.fine_id) as is_last
    from steps s
  ), paid as (
    insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, reading, file_id, by_id)
    select m.id, m.fine_id, case when m.fine_id is null then ($4).project else c.project_id end, m.ore, m.value_date, m.method, m.payer_text, m.bank_key, m.reading, $3, ($4).id
    from moved m left join cases c on c.id = m.fine_id order by m.n
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
comment on function private.move_money(private.money_move[],text,uuid,private.case_actor) is
  'Planned anew each time, for as many moves as there are: a plan that is kept for any number joins them in a square.';

create or replace function private.moves_money()
  returns boolean
  language sql stable
  set search_path = ''
as $$ select coalesce(current_setting('parkering.moves_money', true), '') = 'yes'; $$;
comment on function private.moves_money() is 'Whether private.move_money writes the trail of payments and cases itself.';

create or replace function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('not-overpaid', 'amount_ore');
  end if;
  if kind = 'payment_undone' and -ore > least(fine.paid_ore, private.by_hand(fine.id)) then
    perform private.refuse('not-by-hand', 'amount_ore');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id, file_id, part_of, reading)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id, (data ->> 'file_id')::uuid,
      (data ->> 'part_of')::uuid, coalesce((data ->> 'reading')::int, 0));
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('payment-booked', 'bank_key');
end;
$$;
comment on function private.pay(public.fines,text,uuid,jsonb,private.case_actor) is
  'Writes the money of an event, and gives the fine with what is paid then. The payment has the event''s key.';

create or replace function private.recovered_of(fine public.fines, latest text DEFAULT NULL::text)
  returns bigint
  language sql stable
  set search_path = ''
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
comment on function private.recovered_of(public.fines,text) is
  'Money that came of a claim since it was written off, at most the claim. Earlier money stays to be paid back, less refunds; what a file or a '
  'hand takes back is first what came since by the same way. `latest` is the kind of a payment''s event that is not recorded yet.';

create or replace function private.reminder_fee_of(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select case when s.fee_is_agreed then least(s.reminder_fee, fine.agreed_fee) else 0 end from private.settings_of(fine.project_id) s;
$$;
comment on function private.reminder_fee_of(public.fines) is 'The fee of a reminder of a case if it were sent today, in kronor.';

create or replace function private.reminder_holds(fine_id uuid, number integer)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce((select n.kind from public.fine_events n
    where n.fine_id = reminder_holds.fine_id and n.number > reminder_holds.number and n.kind in ('reminded', 'reminder_undone')
    order by n.number limit 1), 'reminded') = 'reminded';
$$;
comment on function private.reminder_holds(uuid,integer) is
  'Whether a reminder holds: it was not taken back. Only the latest one can be, so the next event of the two kinds says it.';

create or replace function private.status_before_paid(fine_id uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce((
    select case when e.status_before in ('issued', 'reminded', 'collection') then e.status_before else 'issued' end
    from public.fine_events e
    where e.fine_id = status_before_paid.fine_id and e.status_after = 'paid' and e.status_before <> 'paid'
    order by e.number desc limit 1
  ), 'issued');
$$;
comment on function private.status_before_paid(uuid) is 'The status that a case had before it was paid.';
