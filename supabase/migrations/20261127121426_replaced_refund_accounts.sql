-- An account for a refund that took the place of another is marked: whoever stood before the car can leave one, and the office asks.

set local check_function_bodies = off;

create or replace function public.leave_refund_account(public_key text, name text, kind text, account text, clearing text DEFAULT ''::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  fine public.fines;
  waiting public.refunds;
  given jsonb;
begin
  select f.* into fine from public.fines f where f.public_key = leave_refund_account.public_key and f.erased_at is null for update;
  if fine.id is null then
    return '{"outcome": "none"}';
  end if;
  if coalesce(leave_refund_account.name, '') !~ '\S' or length(trim(leave_refund_account.name)) > 70 then
    perform private.refuse('no-name', 'name');
  elsif coalesce(leave_refund_account.kind, '') not in ('account', 'swish') then
    perform private.refuse('unreadable', 'kind');
  end if;
  given := case when leave_refund_account.kind = 'account' then private.bank_account_of(leave_refund_account.clearing, leave_refund_account.account)
    else jsonb_build_object('clearing', '', 'account', private.swish_of(leave_refund_account.account), 'bank', '') end;
  if given ->> 'wrong' = 'clearing' then
    perform private.refuse('no-such-clearing', 'clearing');
  elsif given ->> 'account' is null then
    perform private.refuse(case when leave_refund_account.kind = 'account' then 'no-such-account' else 'no-such-phone' end, 'account');
  end if;
  if fine.left_ore >= 0 then
    perform private.refuse('nothing-owed', 'account');
  end if;
  select r.* into waiting from public.refunds r where r.fine_id = fine.id and r.file_id is null for update;
  if waiting.proposed_by is not null then
    perform private.refuse('refund-under-way', 'account');
  elsif waiting.id is null then
    insert into public.refunds (fine_id, project_id, kind, payee_name, clearing, account, bank)
      values (fine.id, fine.project_id, leave_refund_account.kind, trim(leave_refund_account.name), given ->> 'clearing', given ->> 'account', given ->> 'bank');
  else
    update public.refunds r set kind = leave_refund_account.kind, payee_name = trim(leave_refund_account.name), clearing = given ->> 'clearing',
      account = given ->> 'account', bank = given ->> 'bank', left_at = now(),
      is_replaced = r.is_replaced or (r.kind, r.clearing, r.account) is distinct from (leave_refund_account.kind, given ->> 'clearing', given ->> 'account')
      where r.id = waiting.id;
  end if;
  return jsonb_build_object('outcome', 'left', 'bank', given ->> 'bank');
end;
$$;

alter table public.refunds add column is_replaced boolean default false not null;

comment on function public.leave_refund_account(text,text,text,text,text) is 'A driver leaves the account for money that is owed to them; the last one counts, marked as another than the first, until an admin has proposed the refund.';

comment on column public.refunds.is_replaced is 'Another account was left before: whoever stood before the car may leave one, so an admin asks.';
