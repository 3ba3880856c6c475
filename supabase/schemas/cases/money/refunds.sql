-- Refunds: the account that a driver leaves where money is owed to them, and its way to a file (document 4 §6).

create table public.refunds (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid not null,
  left_at timestamptz default now() not null,
  kind text not null,
  payee_name text default '' not null,
  clearing text default '' not null,
  account text default '' not null,
  bank text default '' not null,
  amount_ore bigint,
  proposed_by text,
  proposed_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  file_id uuid,
  is_replaced boolean default false not null,
  constraint refunds_pkey primary key (id),
  constraint refunds_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint refunds_kind check (kind in ('account', 'swish')),
  constraint refunds_payee_name_length check (length(payee_name) <= 70),
  constraint refunds_clearing_form check (clearing ~ '^([0-9]{4})?$'),
  constraint refunds_account_form check (account ~ '^[0-9]{0,15}$'),
  constraint refunds_bank_length check (length(bank) <= 50),
  constraint refunds_amount_range check (amount_ore > 0 and amount_ore <= '1000000000000'::bigint),
  constraint refunds_proposed check (num_nulls(amount_ore, proposed_by, proposed_at) in (0, 3)),
  constraint refunds_approved check (num_nulls(approved_by, approved_at) in (0, 2) and (approved_by is null or proposed_by is not null)),
  constraint refunds_sent check (file_id is null or proposed_by is not null),
  constraint refunds_by_length check (length(proposed_by) <= 320 and length(approved_by) <= 320),
  constraint refunds_moments check (private.is_moment(created_at) and private.is_moment(left_at) and private.is_moment(proposed_at) and private.is_moment(approved_at)),
  constraint refunds_fine_id_fkey foreign key (fine_id) references public.fines(id),
  constraint refunds_file_id_fkey foreign key (file_id) references public.refund_files(id)
);

comment on table public.refunds is
  'Accounts that drivers left for money that is owed to them, and what became of each: proposed, approved, in a file. The account is erased after 90 days.';

comment on column public.refunds.is_replaced is 'Another account was left before: whoever stood before the car may leave one, so an admin asks.';

create unique index refunds_open_key on public.refunds (fine_id) where file_id is null;
create index refunds_fine_idx on public.refunds (fine_id, left_at);
create index refunds_file_idx on public.refunds (file_id);
create index refunds_project_left_idx on public.refunds (project_id, left_at) where account <> '';

alter table public.refunds enable row level security;

create policy "Admins read their site's refunds" on public.refunds
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger refunds_place before update of project_id, site_id on public.refunds
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger refunds_place_new before insert on public.refunds for each row execute function private.place_row();
create trigger refunds_write_trail after insert or update or delete on public.refunds for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('refunds', 'select', 'select', '', 'select', 'select');

create or replace function private.refund_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('kind', r.kind, 'tail', right(r.account, 3), 'step',
      case when r.file_id is not null then 'sent' when r.proposed_by is not null then 'proposed' else 'left' end, 'day', f.day)
  from public.refunds r left join public.refund_files f on f.id = r.file_id
  where r.fine_id = fine.id and (r.file_id is null) = (fine.left_ore < 0)
  order by r.left_at desc limit 1;
$$;
comment on function private.refund_for_driver(public.fines) is
  'What became of the account that was left for a case, with its last digits alone: whoever stood before the car may read it.';

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
comment on function public.leave_refund_account(text,text,text,text,text) is
  'A driver leaves the account for money that is owed to them; the last one counts, marked as another than the first, until an admin has proposed the refund.';
grant execute on function public.leave_refund_account(text,text,text,text,text) to anon, authenticated;

create or replace function public.list_refunds(project text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  codes constant text[] := array(select p.code from private.asked_places(project) p);
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return (
    with owed as (
      select f.id, f.project_id, f.created_at, f.case_number, f.plate, f.status, -f.left_ore as owed_ore
      from public.fines f
      where f.project_id = any (codes) and f.left_ore < 0
        and (f.project_id, coalesce(f.site_id::text, '')) in (select p.code, coalesce(p.site::text, '') from private.asked_places(project) p)
      order by f.created_at, f.id limit 501
    )
    select jsonb_build_object('outcome', 'listed', 'has_more', (select count(*) > 500 from owed), 'rows', coalesce((
      select jsonb_agg(jsonb_build_object('fine_id', o.id, 'project_id', o.project_id, 'case_number', o.case_number, 'plate', o.plate,
          'status', o.status, 'owed_ore', o.owed_ore, 'needs_two', (select s.two_for_refunds from private.settings_of(o.project_id) s),
          'payers', (select coalesce(jsonb_agg(distinct p.payer_text), '[]') from public.payments p
            where p.fine_id = o.id and p.amount_ore > 0 and p.payer_text is not null),
          'recipient', (select c.name from public.case_recipients c where c.fine_id = o.id order by c.at desc, c.id limit 1),
          'refund', case when r.id is not null then to_jsonb(r) - '{project_id,site_id,fine_id,created_at,file_id}'::text[] end)
        order by o.created_at, o.id)
      from (select * from owed order by created_at, id limit 500) o left join public.refunds r on r.fine_id = o.id and r.file_id is null), '[]')));
end;
$$;
comment on function public.list_refunds(text) is
  'The cases that money is owed back for, oldest first, with the account that was left, who paid and who gets the letters; at most 500.';
grant execute on function public.list_refunds(text) to authenticated;

create or replace function public.step_refunds(project text, step text, refunds jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given record;
  fine public.fines;
  refund public.refunds;
begin
  if coalesce(step, '') not in ('proposed', 'approved', 'dropped') or jsonb_typeof(refunds) is distinct from 'array'
    or jsonb_array_length(refunds) not between 1 and 500 or exists (select from jsonb_array_elements(refunds) g
      where coalesce(g ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'refunds');
  end if;
  for given in
    select g.fine, g.refund, g.seen from (
      select f as fine, r as refund, g.row as seen
      from jsonb_array_elements(refunds) g (row)
      left join public.refunds r on r.id = (g.row ->> 'id')::uuid and r.file_id is null
      left join public.fines f on f.id = r.fine_id and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project))
    ) g order by (g.fine).id
  loop
    if (given.fine).id is null then
      perform private.refuse('no-such-refund', 'refunds');
    end if;
    select f.* into fine from public.fines f where f.id = (given.fine).id for update;
    select r.* into refund from public.refunds r where r.id = (given.refund).id and r.file_id is null for update;
    -- Pages of the version before name the number alone.
    if refund.id is null or (step <> 'dropped' and (refund.kind, refund.payee_name, refund.clearing, refund.account, -fine.left_ore)
        is distinct from (coalesce(given.seen ->> 'kind', refund.kind), coalesce(given.seen ->> 'payee_name', refund.payee_name),
          coalesce(given.seen ->> 'clearing', refund.clearing), given.seen ->> 'account', (given.seen ->> 'amount_ore')::bigint)) then
      perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
    end if;
    if step = 'proposed' and refund.proposed_by is null then
      update public.refunds r set amount_ore = -fine.left_ore, proposed_by = actor.id, proposed_at = now() where r.id = refund.id;
    elsif step = 'approved' and refund.approved_by is null then
      if refund.amount_ore is distinct from -fine.left_ore then
        perform private.refuse('refund-changed', 'refunds', array[fine.case_number]);
      elsif private.id_key(refund.proposed_by) = private.id_key(actor.id) then
        perform private.refuse('own-refund', 'refunds');
      end if;
      update public.refunds r set approved_by = actor.id, approved_at = now() where r.id = refund.id;
    elsif step = 'dropped' then
      update public.refunds r set amount_ore = null, proposed_by = null, proposed_at = null, approved_by = null, approved_at = null
        where r.id = refund.id and r.proposed_by is not null;
    end if;
  end loop;
  return jsonb_build_object('outcome', step);
end;
$$;
comment on function public.step_refunds(text,text,jsonb,text) is
  'Proposes refunds, approves what another admin proposed, or takes proposals back; all or none, and only as their accounts and sums were seen.';
grant execute on function public.step_refunds(text,text,jsonb,text) to authenticated;

create or replace function public.send_refunds(project text, file jsonb, ids uuid[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  made public.refund_files := jsonb_populate_record(null::public.refund_files, jsonb_build_object('id', file ->> 'id', 'kind', file ->> 'kind',
    'day', case when private.is_day(file ->> 'day') then file ->> 'day' end, 'iban', coalesce(file ->> 'iban', ''), 'bic', coalesce(file ->> 'bic', '')));
  known public.refund_files;
  given record;
  fine public.fines;
begin
  if made.id is null or coalesce(made.kind, '') not in ('account', 'swish') or coalesce(cardinality(ids), 0) not between 1 and 500
    or array_position(ids, null) is not null then
    perform private.refuse('unreadable', 'file');
  end if;
  select f.* into known from public.refund_files f where f.id = made.id;
  if known.id is not null then
    if (known.project_id, private.id_key(known.by_id), known.kind) is distinct from (actor.project, private.id_key(actor.id), made.kind)
      or array(select r.id from public.refunds r where r.file_id = known.id order by r.id)
        <> array(select distinct i from unnest(ids) i order by i) then
      perform private.refuse('file-used', 'file');
    end if;
    return jsonb_build_object('outcome', 'sent', 'sum_ore', known.sum_ore);
  end if;
  if made.kind = 'account' and not private.is_iban(made.iban) then
    perform private.refuse('no-iban', 'iban');
  elsif made.kind = 'account' and made.bic !~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' then
    perform private.refuse('no-bic', 'bic');
  elsif made.day is null or made.day not between private.day_of(now()) and private.day_of(now()) + 30 then
    perform private.refuse('no-pay-day', 'day');
  end if;
  perform from public.fines f where f.id in (select r.fine_id from public.refunds r where r.id = any (ids)) order by f.id for update;
  select count(*), coalesce(sum(r.amount_ore), 0) into made.refunds, made.sum_ore
    from public.refunds r join public.fines f on f.id = r.fine_id
    where r.id = any (ids) and r.file_id is null and r.kind = made.kind and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project));
  if made.refunds < (select count(distinct i) from unnest(ids) i) then
    perform private.refuse('no-such-refund', 'ids');
  end if;
  select jsonb_build_object('name', b ->> 'company', 'org_number', b ->> 'org_number') into made.debtor from private.ledger_books(actor.project) b;
  insert into public.refund_files (id, project_id, kind, day, iban, bic, debtor, refunds, sum_ore, by_id)
    values (made.id, actor.project, made.kind, made.day, case made.kind when 'account' then made.iban else '' end,
      case made.kind when 'account' then made.bic else '' end, made.debtor, made.refunds, greatest(made.sum_ore, 1), actor.id);
  for given in select r.* from public.refunds r where r.id = any (ids) order by r.fine_id for update loop
    select f.* into fine from public.fines f where f.id = given.fine_id;
    if given.amount_ore is distinct from -fine.left_ore then
      perform private.refuse(case when given.proposed_by is null then 'refund-not-proposed' else 'refund-changed' end, 'ids', array[fine.case_number]);
    elsif given.approved_by is null and (select s.two_for_refunds from private.settings_of(fine.project_id) s) then
      perform private.refuse('refund-not-approved', 'ids', array[fine.case_number]);
    end if;
    perform private.apply_case_event(fine, actor, given.id, 'refunded', null, null,
      jsonb_build_object('amount_ore', given.amount_ore, 'method', given.kind, 'value_date', made.day));
    update public.refunds r set file_id = made.id where r.id = given.id;
  end loop;
  -- Names and accounts leave the house.
  perform private.add_to_trail('export', 'refunds', actor.project, made.id::text, null, jsonb_build_object('refunds', made.refunds, 'sum_ore', made.sum_ore));
  return jsonb_build_object('outcome', 'sent', 'sum_ore', made.sum_ore);
end;
$$;
comment on function public.send_refunds(text,jsonb,uuid[],text) is
  'Puts proposed refunds into one file, each as an event of its case; all or none. Where the site asks for two, the approved ones alone.';
grant execute on function public.send_refunds(text,jsonb,uuid[],text) to authenticated;

create or replace function public.read_refund_file(file_id uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'file', to_jsonb(f) - '{site_id}'::text[], 'rows', (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'case_number', c.case_number, 'amount_ore', r.amount_ore, 'payee_name', r.payee_name,
      'clearing', r.clearing, 'account', r.account, 'bank', r.bank) order by c.case_number, r.id), '[]')
    from public.refunds r join public.fines c on c.id = r.fine_id where r.file_id = f.id))
  from public.refund_files f where f.id = read_refund_file.file_id;
$$;
comment on function public.read_refund_file(uuid) is
  'What a file of refunds holds, of what the caller may read; accounts that are erased are empty, and then no file is made again.';
grant execute on function public.read_refund_file(uuid) to authenticated;

create or replace function private.erase_refund_accounts(given uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{refunds}', given);
  delete from public.refunds r where r.id = any (given) and r.file_id is null;
  update public.refunds r set payee_name = '', clearing = '', account = '', bank = '' where r.id = any (given);
  perform set_config('parkering.erases', before, true);
  return cardinality(given);
end;
$$;
comment on function private.erase_refund_accounts(uuid[]) is
  'Erases accounts: what was sent keeps its sum, its days and who proposed and approved it; what was not sent goes whole.';

create or replace function private.expired_refund_accounts(code text, site uuid, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select r.id from public.refunds r
  where (r.project_id = code or (code is null and r.project_id is null)) and r.site_id is not distinct from site
    and r.account <> '' and r.left_at < now() - interval '90 days'
  order by r.left_at limit most;
$$;
comment on function private.expired_refund_accounts(text,uuid,integer) is 'Accounts that were left 90 days ago, oldest first.';
