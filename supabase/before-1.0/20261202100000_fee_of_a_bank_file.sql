-- The preview of a bank's file told what is left of a reminded case with its fee, which money of the reminder's day or before lifts
-- (document 4 §4). It is told now what that takes, by the rule of private.move_money. Otherwise it is as in 20261126300400_money_once.sql.

create or replace function public.match_payments(project text, rows jsonb, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore,
      'fee_ore', fee.ore, 'lifts_fee_ore', fee.lacking_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id
    -- The fee that is left to pay, and what money of a day like the row's lacks to lift it; null where the row counts nothing for it.
    left join lateral (
      select f.fee * 100::bigint as ore, (f.amount - (private.settings_of(f.project_id)).small_balance) * 100::bigint
        - coalesce((select sum(p.amount_ore) from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day), 0)::bigint as lacking_ore
      from (
        select private.day_of(e.at) as day from public.fine_events e
        where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 order by e.number limit 1
      ) reminder
      where f.fee > 0 and f.status not in ('withdrawn', 'written_off') and b.value_date <= reminder.day
    ) fee on true));
end;
$$;
