-- Booking 5 000 rows spent more than half of its time on the trail, row by row. Of many at once it is written in one statement: payments as ever, of
-- cases what changes and by what they are known.
create function private.money_of(fine public.fines) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('case_number', fine.case_number, 'plate', fine.plate, 'status', fine.status, 'paid_ore', fine.paid_ore,
    'left_ore', fine.left_ore, 'fee', fine.fee, 'last_event', fine.last_event);
$$;
revoke execute on function private.money_of(public.fines) from public;

-- Whether private.move_money writes the trail of payments and cases itself.
create function private.moves_money() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('parkering.moves_money', true), '') = 'yes'; $$;
revoke execute on function private.moves_money() from public;

create or replace trigger payments_write_trail after insert or update or delete on public.payments
  for each row when (not private.moves_money()) execute function private.write_trail();
create or replace trigger fines_write_trail_of_change after update on public.fines
  for each row when ((pg_trigger_depth() = 0 or not (old.project_id is distinct from new.project_id)) and not private.moves_money())
  execute function private.write_trail();

-- Planned anew each time, for as many moves as there are: a plan that is kept for any number joins them in a square.
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
      where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 order by e.number limit 1
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
  perform set_config('parkering.moves_money', '', true);
end;
$$;
