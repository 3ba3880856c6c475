-- company: one bank file, one issuer and one login for all sites of a company (decision 16); what each site had stays.

set local check_function_bodies = off;

create or replace function private.bank_rows(project text, given jsonb)
  returns TABLE(n bigint, bank_key text, amount_ore bigint, value_date date, reference text, payer_text text, method text, reading integer, fine_id uuid, state text)
  language sql stable
  set search_path = ''
as $$
  select r.n, r.row ->> 'bank_key', (r.row ->> 'amount_ore')::bigint, (r.row ->> 'value_date')::date, coalesce(r.row ->> 'reference', ''),
    nullif(r.row ->> 'payer_text', ''), coalesce(r.row ->> 'method', ''), known.readings, named.fine_id,
    case when known.is_booked or row_number() over (partition by r.row ->> 'bank_key' order by r.n) > 1 then 'already'
      when named.fine_id is not null then 'placed' else 'unknown' end
  from jsonb_array_elements(given) with ordinality r (row, n)
  cross join (select private.codes_of_file(project) as codes, private.codes_of_payee(project) as known_by) payee
  cross join lateral (
    select count(p.id)::int as readings, coalesce(bool_or(f.undone_at is null), false) as is_booked
    from public.payments p left join public.payment_files f on f.id = p.file_id
    where coalesce(p.project_id, '') = any (payee.known_by) and p.bank_key = r.row ->> 'bank_key'
  ) known
  cross join lateral (
    -- Eight digits that stand alone, also in two groups of four.
    select case when count(distinct f.id) = 1 then min(f.id::text)::uuid end as fine_id
    from regexp_matches(r.row ->> 'reference', '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
    join public.fines f on f.case_number = m[1] || m[2] and coalesce(f.project_id, '') = any (payee.codes)
  ) named;
$$;

create or replace function private.case_staff(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor private.case_actor;
  site record;
begin
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(project collate "C");
  actor.project := coalesce(site.path, project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.id := acting_as;
      actor.kind := case when (select w.kind from private.who_acts() w) is distinct from 'attendant' and (
        private.id_key(acting_as) = 'standardadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
      ) then 'admin' else 'attendant' end;
    end if;
  else
    select s.kind, s.user_id, s.account_id into actor.kind, actor.id, actor.account
      from private.own_staff(array['admin', 'attendant']) s
      where s.user_key = private.id_key(acting_as)
        and (case when s.project_id = 'company' then site.id in (select h.id from private.sites_of_handler(s) h)
          when s.serves_all then site.id is not null or coalesce(project, 'standard') = 'standard'
          -- A site's id is no code of it.
          else s.site_id is not distinct from site.id and (site.id is not null or coalesce(s.project_id, '') = coalesce(project, '')) end);
  end if;
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;

create or replace function private.collection_changes(fine public.fines, after integer, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'amount_ore', e.data -> 'amount_ore',
      'value_date', e.data -> 'value_date', 'ground', e.data -> 'ground', 'left_ore', case when e.status_after in ('withdrawn', 'written_off') then 0
        else (private.case_paper(fine, e.number) ->> 'left_ore')::bigint end)) order by e.number), '[]')
  from public.fine_events e
  where e.fine_id = fine.id and e.number > after and e.number <= coalesce(upto, e.number)
    and e.kind in ('payment', 'payment_undone', 'payment_moved', 'recalled', 'withdrawn', 'written_off', 'objected', 'objection_accepted',
      'objection_rejected')
    -- Money that the debt collector told of is no news to them.
    and not exists (select from public.payments p where p.id = e.id and p.method = 'collection')
    and (select h.kind from public.fine_events h where h.fine_id = e.fine_id and h.number < e.number
      and h.kind in ('handed_to_collection', 'recalled') order by h.number desc limit 1) = 'handed_to_collection';
$$;

create or replace function private.give_settings(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.site_settings (project_id, of_company)
    values (code, exists (select from public.company c where private.is_named(c) and (code = 'standard' or not private.is_special_code(code))))
    on conflict (project_id) do nothing;
  if found then
    insert into public.violations (project_id, code, text, amount, needs_no_right, sort_order) values
      (code, '01', 'Stannat eller parkerat där det är förbjudet att stanna', 700, true, 1),
      (code, '02', 'Parkerat längre än tillåten tid', 700, false, 2),
      (code, '03', 'Parkerat på plats för rörelsehindrade utan tillstånd', 700, true, 3),
      (code, '04', 'Parkerat på laddplats utan att ladda', 700, true, 4);
  end if;
end;
$$;

create or replace function private.is_reserved_code(code text)
  returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'audit-trail', 'auth', 'brokers', 'case', 'company', 'contact-messages', 'create-report', 'design', 'functions',
    'generate-ticket', 'guest-dashboard', 'healthz', 'invite', 'login', 'metrics', 'operator-login', 'people', 'privacy', 'properties',
    'property-management', 'readyz', 'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage',
    'super-admin-dashboard']);
$$;

create or replace function private.ledger_books(code text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('company', coalesce(c.issuer_name, s.issuer_name), 'org_number', coalesce(c.org_number, s.org_number),
    'site', coalesce(p.name, nullif(c.issuer_name, ''), code), 'code', code,
    'year_start', coalesce(s.fiscal_year_start, 1), 'accounts', private.ledger_accounts(coalesce(s.ledger_accounts, '{}')))
  from private.settings_of(code) s left join public.main_page_sites p on p.id = private.site_of(code)
    left join public.company c on c.project_id = code;
$$;

create or replace function private.ledger_facts(code text, site uuid)
  returns TABLE(day date, kind text, payee text, account text, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with cases as materialized (
    select f.id, private.day_of(f.issued_at) as day, f.amount * 100::bigint as ore, f.fee * 100::bigint as fee, coalesce(f.vat_percent, 0) as vat
    from public.fines f where f.project_id = code and f.site_id is not distinct from site
  ), events as materialized (
    select e.id, e.fine_id, e.number, e.kind, private.day_of(e.at) as day, coalesce(e.status_before, '') as was, e.status_after as became, e.data
    from cases c join public.fine_events e on e.fine_id = c.id
    where e.kind in ('reminded', 'reminder_undone', 'refunded') or 'withdrawn' in (e.status_before, e.status_after)
      or 'written_off' in (e.status_before, e.status_after)
  ), reminders as (
    select e.*, lead(e.kind) over next as next_kind, lead(e.day) over next as next_day
    from events e where e.kind in ('reminded', 'reminder_undone') window next as (partition by e.fine_id order by e.number)
  ), fees as (
    -- The fee of a reminder that was taken back stood until then.
    select r.day, (r.data ->> 'fee')::bigint * 100 as ore from reminders r where r.next_kind = 'reminder_undone' and (r.data ->> 'fee')::int > 0
    union all
    select r.next_day, (r.data ->> 'fee')::bigint * -100 from reminders r where r.next_kind = 'reminder_undone' and (r.data ->> 'fee')::int > 0
    union all
    -- A fee that counts is that of the first reminder that holds. Money of the reminder's day or before lifts it as of that day: it was never owed.
    select coalesce(r.day, c.day), c.fee
    from cases c left join lateral (
      select r.day from reminders r where r.fine_id = c.id and r.kind = 'reminded' and r.next_kind is distinct from 'reminder_undone'
        and (r.data ->> 'fee')::int > 0 order by r.number limit 1
    ) r on true
    where c.fee > 0
  ), ends as (
    -- A claim ends with its fee, and comes back when the case is opened again.
    select e.day, m.kind, m.sign * c.ore as ore, m.sign * c.fee as fee, c.vat
    from events e join cases c on c.id = e.fine_id
    cross join lateral (values (e.became, -1), (e.was, 1)) m (kind, sign)
    where m.kind in ('withdrawn', 'written_off') and e.was <> e.became
  ), payments as materialized (
    select p.id, p.fine_id, p.amount_ore as ore, p.file_id, p.part_of, p.created_at,
      -- Placing and moving is of the day that it was done, all else of the bank's.
      case when p.part_of is not null and p.file_id is not null then private.day_of(p.created_at) else p.value_date end as day,
      case when p.part_of is not null and p.file_id is not null then 'placed'
        when p.part_of is not null then p.method
        when p.amount_ore < 0 then case when e.id is null then 'undone' else 'refunded' end
        when p.fine_id is null then 'unplaced' else 'payment' end as kind,
      p.method, f.project_id is distinct from p.project_id as is_foreign
    from public.payments p left join events e on e.id = p.id and e.kind = 'refunded' left join public.payment_files f on f.id = p.file_id
    where p.project_id = code and p.site_id is not distinct from site
  ), endings as (
    -- An opening takes back all endings since the opening before.
    select p.*, count(*) filter (where p.kind = 'reopened') over (partition by p.part_of order by p.created_at, p.id)
      - (p.kind = 'reopened')::int as round
    from payments p where p.part_of is not null and p.file_id is null
  ), money as (
    select p.day, p.kind, p.ore, p.fine_id is not null as is_of_case, p.kind <> 'placed' as is_at_bank,
      case when p.kind = 'placed' then '' when p.method <> '' then p.method when p.kind <> 'undone' then ''
        -- Money that was taken back before its way was kept goes the way that it came.
        when p.file_id is not null then coalesce((select min(q.method) from public.payments q where q.file_id = p.file_id and q.amount_ore > 0), '')
        else coalesce((select min(q.method) from public.payments q where q.fine_id = p.fine_id and q.file_id is null and q.amount_ore > 0), '') end as way
    from payments p where (p.part_of is null or p.file_id is not null) and (p.kind <> 'placed' or code <> 'company')
    union all
    -- Money of the company's file that a site's case got later: both have it on one account without a case, which is even over their books.
    select p.day, p.kind, -p.ore, false, false, '' from payments p where p.kind = 'placed' and p.fine_id is not null and p.is_foreign
    union all
    select case t.is_back when true then o.day else e.day end, e.kind, case t.is_back when true then -e.ore else e.ore end, false,
      e.kind = 'returned', case e.kind when 'returned' then r.method else '' end
    from endings e join public.payments r on r.id = e.part_of
    left join endings o on o.part_of = e.part_of and o.round = e.round and o.kind = 'reopened'
    cross join (values (false), (true)) t (is_back)
    where e.kind <> 'reopened' and (not t.is_back or o.id is not null)
  ), recoveries as (
    select s.day, s.vat, s.ore as claim, s.recovered - coalesce(lag(s.recovered) over steps, 0) as ore,
      s.taxed - coalesce(lag(s.taxed) over steps, 0) as tax
    from (
      select e.fine_id, e.number, c.ore, c.vat, coalesce(p.day, private.day_of(e.at)) as day, r.ore as recovered,
        round(least(r.ore, c.ore) * c.vat / (100.0 + c.vat))::bigint as taxed
      from (select w.fine_id, min(w.number) as since from events w where w.became = 'written_off' group by w.fine_id) w
      join cases c on c.id = w.fine_id
      join public.fines f on f.id = w.fine_id
      join public.fine_events e on e.fine_id = w.fine_id and e.number >= w.since and 'written_off' in (e.status_before, e.status_after)
      left join payments p on p.id = e.id
      cross join lateral (select case when e.status_after = 'written_off' then private.recovered_at(f, e.number) else 0 end as ore) r
    ) s window steps as (partition by s.fine_id order by s.number)
  ), lines as (
    select c.day, 'issued' as kind, '' as payee, l.account, l.ore
    from cases c cross join lateral (select round(c.ore * c.vat / (100.0 + c.vat))::bigint as tax) t
    cross join lateral (values ('claim', c.ore), ('vat', -t.tax), (case c.vat when 0 then 'income' else 'income_vat' end, t.tax - c.ore)) l (account, ore)
    union all
    select f.day, 'fee', '', l.account, l.ore from fees f cross join lateral (values ('claim', f.ore), ('fee', -f.ore)) l (account, ore)
    union all
    select e.day, e.kind, '', l.account, l.ore
    from ends e cross join lateral (select round(e.ore * e.vat / (100.0 + e.vat))::bigint as tax) t
    cross join lateral (values ('claim', e.ore + e.fee), ('vat', -t.tax),
      (case when e.kind = 'written_off' then 'loss' when e.vat = 0 then 'income' else 'income_vat' end, t.tax - e.ore),
      (case e.kind when 'written_off' then 'loss' else 'fee' end, -e.fee)) l (account, ore)
    union all
    select r.day, 'recovered', '', l.account, l.ore
    from recoveries r cross join lateral (values ('claim', r.ore), ('vat', -r.tax), ('recovered', r.tax - r.ore)) l (account, ore)
    union all
    select m.day, m.kind, w.payee, l.account, l.ore
    from money m
    cross join lateral (select case when m.way in ('bankgiro', 'plusgiro', 'swish', 'account', 'other') then m.way else '' end as payee) w
    cross join lateral (values (case when m.is_of_case then 'claim' else 'unplaced' end, -m.ore),
      (case when m.kind = 'placed' then null when not m.is_at_bank then 'other' when w.payee in ('plusgiro', 'swish') then w.payee
        when w.payee = 'other' then 'cash' else 'bank' end, m.ore)) l (account, ore)
    where l.account is not null
  )
  select l.day, l.kind, l.payee, l.account, sum(l.ore)::bigint from lines l group by l.day, l.kind, l.payee, l.account having sum(l.ore) <> 0;
$$;

create or replace function private.may_count_cases(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(coalesce(private.site_of(project)::text, project, '') = any (private.own_places('admin')), false)
    or project = 'company' and exists (select from private.own_staff(array['admin']) s where s.project_id = 'company');
$$;

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

create or replace function private.money_keeper(project text, acting_as text)
  returns private.case_actor
  language plpgsql security definer
  set search_path = ''
  set lock_timeout = '5s'
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  -- The company's files know rows that its sites' files have.
  if private.is_of_company(actor.project) then
    perform pg_advisory_xact_lock_shared(hashtextextended('money of company', 0));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(actor.project, ''), 0));
  return actor;
exception when lock_not_available then
  perform private.refuse('money-busy', 'project');
end;
$$;

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

create or replace function private.own_places(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.project_id = 'company' then array(select h.id::text from private.sites_of_handler(s) h) || case when s.serves_all then '{company}'::text[] end
      when s.serves_all then array(select m.id::text from public.main_page_sites m) || array['standard', 'company', '']
      else array[coalesce(s.site_id::text, s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;

create or replace function private.own_projects(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.project_id = 'company' then array(select h.path from private.sites_of_handler(s) h) || case when s.serves_all then '{company}'::text[] end
      when s.serves_all then array(select m.path from public.main_page_sites m) || array['standard', 'company', '']
      else array[coalesce(s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;

create or replace function private.refusal(refusal text, field text DEFAULT NULL::text, said text[] DEFAULT '{}'::text[])
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select jsonb_build_object('code', r.code, 'field', refusal.field, 'words', format(r.words, variadic said))
  from (values
    ('no-right', '42501', 'Du har inte behörighet till detta.'),
    ('amount-not-positive', 'PK001', 'Beloppet måste vara större än 0 kr'),
    ('amount-too-high', 'PK001', 'Beloppet kan inte överstiga %s kr'),
    ('amount-raised', 'PK001', 'Beloppet kan bara sänkas.'),
    ('due-date-passed', 'PK002', 'Förfallodatumet har passerat.'),
    ('due-date-missing', 'PK002', 'Ange ett nytt förfallodatum, i dag eller senare.'),
    ('case-number-not-own', 'PK003', 'Ärendenumret är inte ditt, eller redan använt.'),
    ('correction-too-late', 'PK004', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.'),
    ('correction-of-identity', 'PK004', 'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.'),
    ('wrong-state', 'PK005', 'Det går inte nu. Ärendet är %s.'),
    ('company-decides', 'PK005', 'Utgivare och betalsätt är företagets och ändras där.'),
    ('company-unnamed', 'PK008', 'Ange företagets namn och betalsätt först.'),
    ('no-such-handler', 'PK007', 'Handläggaren finns inte.'),
    ('money-busy', 'PK005', 'Någon annan bokför pengar just nu. Försök igen om en stund.'),
    ('file-undone', 'PK005', 'Filen är tillbakatagen.'),
    ('file-with-ended-payment', 'PK005', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.'),
    ('file-with-refunded-payment', 'PK005', 'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende %s. Filen kan inte tas tillbaka.'),
    ('month-not-over', 'PK005', 'Månaden är inte slut än.'),
    ('payment-undone', 'PK005', 'Betalningen är redan tillbakatagen.'),
    ('payment-refunded', 'PK005', 'Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.'),
    ('payment-reopened', 'PK005', 'Betalningen är redan öppnad igen.'),
    ('payment-used-up', 'PK005', 'Det finns inget kvar av betalningen.'),
    ('objection-decided', 'PK005', 'Bestridandet är redan avgjort.'),
    ('objection-undecided', 'PK005', 'Bestridandet är inte avgjort.'),
    ('mail-without-address', 'PK005', 'Det finns ingen e-postadress att skicka till, eller så är e-post inte inställd.'),
    ('mail-off', 'PK005', 'E-post är inte inställd.'),
    ('case-changed', 'PK006', 'Ärendet har ändrats sedan du öppnade det. Det är nu: %s.'),
    ('objection-released', 'PK006', 'Bestridandet har lämnats tillbaka sedan du öppnade det.'),
    ('objection-taken', 'PK006', 'Bestridandet har tagits av %s sedan du öppnade det.'),
    ('ground-changed', 'PK006', 'Någon annan har valt grunden %s sedan du öppnade bestridandet.'),
    ('no-such-case', 'PK007', 'Ärendet finns inte.'),
    ('no-such-payment', 'PK007', 'Betalningen finns inte.'),
    ('no-such-file', 'PK007', 'Filen finns inte.'),
    ('unreadable', 'PK008', 'Uppgiften saknas eller kan inte läsas.'),
    ('unreadable-value', 'PK008', 'Uppgiften kan inte läsas.'),
    ('unreadable-values', 'PK008', 'Uppgifterna kan inte läsas.'),
    ('unreadable-photos', 'PK008', 'Bilderna kan inte läsas.'),
    ('no-plate', 'PK008', 'Ange ett registreringsnummer.'),
    ('no-note', 'PK008', 'Ange ett skäl.'),
    ('no-name', 'PK008', 'Ange ditt namn.'),
    ('no-reasons', 'PK008', 'Skriv varför du bestrider.'),
    ('no-mail-address', 'PK008', 'Ange en giltig e-postadress.'),
    ('no-ground', 'PK008', 'Välj en grund.'),
    ('no-violation', 'PK008', 'Ange en överträdelse.'),
    ('no-such-violation', 'PK008', 'Överträdelsen finns inte.'),
    ('no-such-event', 'PK008', 'Händelsen finns inte.'),
    ('no-observed-reason', 'PK008', 'Ange varför observationen började före kontrollen.'),
    ('no-asker', 'PK008', 'Ange vem som har begärt utdraget.'),
    ('no-proof', 'PK008', 'Ange hur det är kontrollerat.'),
    ('too-many-photos', 'PK008', 'Högst 8 bilder kan sparas.'),
    ('too-many-objection-photos', 'PK008', 'Högst 4 bilder.'),
    ('objection-too-long', 'PK008', 'Texten får ha högst 4000 tecken.'),
    ('objection-full', 'PK008', 'Bestridandet är redan så långt att det inte kan kompletteras.'),
    ('too-many-held-numbers', 'PK008', 'En telefon har högst 200 ärendenummer.'),
    ('number-count', 'PK008', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.'),
    ('row-count', 'PK008', 'En fil ska ha mellan 1 och 5 000 rader.'),
    ('unreadable-row', 'PK008', 'Rad %s kan inte läsas. Ingenting är bokfört.'),
    ('amounts-absurd', 'PK008', 'Beloppen är orimligt stora tillsammans. Är det rätt kolumn? Ingenting är bokfört.'),
    ('no-bank-payment', 'PK008', 'Välj en betalning ur en bankfil.'),
    ('not-overpaid', 'PK008', 'Så mycket är inte för mycket betalt.'),
    ('not-by-hand', 'PK008', 'Så mycket är inte registrerat för hand.'),
    ('not-left', 'PK008', 'Så mycket är inte kvar av betalningen.'),
    ('end-not-later', 'PK008', 'Den nya sluttiden måste vara senare än den nuvarande.'),
    ('period-too-long', 'PK008', 'Välj en period på högst tre år.'),
    ('too-many-numbers', 'PK009', 'Du har redan så många oanvända ärendenummer som du får ha. En administratör kan ogiltigförklara dem under Konton.'),
    ('event-used', 'PK010', 'Händelsen är redan sparad för något annat.'),
    ('fine-used', 'PK010', 'Boten är redan sparad för något annat.'),
    ('file-used', 'PK010', 'Filen är redan sparad för något annat.'),
    ('payment-booked', 'PK010', 'Betalningen är redan inläst.'),
    ('objection-used', 'PK010', 'Bestridandet är redan sparat för något annat.'),
    ('check-used', 'PK010', 'Kontrollen är redan sparad för något annat.'),
    ('no-such-check', 'PK010', 'Kontrollen finns inte.'),
    ('own-fine', 'PK011', 'Du kan inte avgöra ett bestridande av en bot som du själv har utfärdat.'),
    ('own-shift', 'PK011', 'Du kan inte godkänna ditt eget skift.'),
    ('parking-ended', 'PK012', 'Parkeringen har redan slutat och kan inte förlängas.'),
    ('parking-too-long', 'PK013', 'Här får en parkering vara i högst %s%s.'),
    ('reply-sent-often', 'PK014', 'Svaret har skickats fem gånger det senaste dygnet. Försök igen i morgon.'),
    ('issued-too-fast', 'PK017', 'Så många böter utfärdar ingen på så kort tid. Försök igen om %s.'),
    ('corrected-too-fast', 'PK017', 'Så många böter rättar ingen på så kort tid. Försök igen om %s.'),
    ('reserved-too-fast', 'PK017', 'Så många ärendenummer behöver ingen på så kort tid. Försök igen om %s.'),
    ('notice-gaps', 'PK018', 'Här kan ingen bot utfärdas än. På avin saknas: %s. En administratör fyller i det under Inställningar.'),
    ('no-such-call', 'PK007', 'There is no such call.'),
    ('unit-not-on-call', 'PK007', 'This unit is not on the call.'),
    ('unreadable-call', 'PK008', 'The call cannot be read.'),
    ('no-call-place', 'PK008', 'Enter a place.'),
    ('no-call-text', 'PK008', 'Enter a text of at most 2000 characters.'),
    ('no-call-result', 'PK008', 'Choose a result.'),
    ('no-call-step', 'PK008', 'There is no such step.'),
    ('no-units', 'PK008', 'Choose a unit.'),
    ('too-many-units', 'PK008', 'A call has 30 units at most.'),
    ('too-many-units-in-all', 'PK008', 'Dispatch has 500 units at most.'),
    ('duplicate-of-itself', 'PK008', 'A call is no duplicate of itself.'),
    ('call-not-reopened', 'PK005', 'A call is reopened within 24 hours after it was closed.'),
    ('no-such-link', 'PT404', 'There is no such link.'),
    ('no-bid-name', 'PK008', 'Enter your name.'),
    ('no-bid-contact', 'PK008', 'Enter an email address or a phone number.'),
    ('no-bid-amount', 'PK008', 'Invalid amount — Enter a valid bid amount.'),
    ('no-reason', 'PK008', 'Enter a reason.'),
    ('no-contract-day', 'PK008', 'Enter the day.'),
    ('bid-by-function', 'PK005', 'Bids here go to the agent with a name and a contact.'),
    ('bid-by-insert', 'PK005', 'Bids here are placed in the open.'),
    ('bid-withdrawn', 'PK005', 'The bid is withdrawn.'),
    ('contract-unsigned', 'PK005', 'The contract is not signed yet.'),
    ('contract-first', 'PK005', 'Undo the contract first.'),
    ('acceptance-first', 'PK005', 'Undo the acceptance first.'),
    ('bids-came', 'PK005', 'The way of bidding stays once a bid has come.'),
    ('sale-by-function', 'PK005', 'A sale goes by its steps.'),
    ('property-with-bids', 'PK005', 'This property has bids and is kept. Take it off the market.'),
    ('no-such-bid', 'PK007', 'The bid is not there.'),
    ('car-taken', 'PK005', 'Denna plats är redan upptagen av en annan chaufför'),
    ('car-out-of-service', 'PK005', 'Bilen är ur trafik: %s'),
    ('no-handover', 'PK005', 'Ange mätarställningen när du tar bilen.'),
    ('no-such-car', 'PK007', 'Bilen finns inte.'),
    ('no-such-turn', 'PK007', 'Passet finns inte.'),
    ('no-such-fault', 'PK007', 'Skadan finns inte.'),
    ('no-reading', 'PK008', 'Ange en mätarställning mellan 0 och 9 999 999 km.'),
    ('no-fault-text', 'PK008', 'Beskriv skadan med högst 2000 tecken.'),
    ('reason-too-short', 'PK008', 'Ange ett skäl med minst 5 bokstäver.'),
    ('protected-person', 'PK005', 'Kontot är skyddat och kan inte inaktiveras.'),
    ('own-person', 'PK005', 'Ingen inaktiverar sitt eget konto.'),
    ('too-many-hours', 'PK008', 'Ett pass förlängs med högst 4 timmar.'),
    ('past-changed', '42501', 'What happened stays as it was.'),
    ('trail-changed', '42501', 'The trail is only added to.'),
    ('not-the-secret', '42501', 'This is not the secret of deliver-messages.'),
    ('no-access', '42501', 'Access denied.'),
    ('system-for-main-admin', '42501', 'Only the main admin reads the state of the system.'),
    ('count-for-main-admin', '42501', 'Only the main admin counts what a site has.'),
    ('steps-for-main-admin', '42501', 'Only the main admin is shown the way.'),
    ('gaps-for-main-admin', '42501', 'Only the main admin is told what the sites lack.'),
    ('factors-for-main-admin', '42501', 'Only the main admin demands second factors.'),
    ('codes-without-factor', '42501', 'Recovery codes are made after the second factor was shown.'),
    ('no-own-factor', 'P0001', 'Set up your own second factor first.'),
    ('no-such-access', '22023', 'No such access.'),
    ('too-many-violations', '22023', 'Too many violations.'),
    ('permit-count', '22023', 'Between 1 and 1000 permits can be added at a time.'),
    ('too-many-receivers', '23514', 'A site has twenty receivers at most.'),
    ('no-webhook', '23514', 'This is no address of a Discord webhook.'),
    ('id-too-long', '23514', 'With this path the ID %s has no room in an address.')
  ) r (name, code, words)
  where r.name = refusal.refusal;
$$;

create or replace function private.rights_of_logins(accounts uuid[], logins uuid[])
  returns TABLE(n bigint, rights text, until timestamp with time zone)
  language sql stable
  set search_path = ''
as $$
  with facts as (
    select w.n, s.kind, s.project_id, s.site_id, s.serves_all,
      array(select h.site from public.handler_sites h where h.account_id = w.account order by h.site) as sites, coalesce(s.must_change_password, false) as must_change,
      l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
        and (l.not_after is null or l.not_after > now()) as is_of_today,
      e.ends > now() and l.created_at <= now() + interval '10 minutes' as is_alive,
      (select min(t.moment) from unnest(array[l.created_at - interval '10 minutes', l.created_at + interval '8 hours', l.not_after, e.ends])
        as t(moment) where t.moment > now()) as until,
      coalesce(u.raw_app_meta_data ->> 'must_change_password' = 'true', false) as must_choose,
      u.email_confirmed_at is not null as is_confirmed,
      l.aal::text in ('aal2', 'aal3') as has_shown,
      exists (select from auth.mfa_factors f where f.user_id = l.user_id and f.status::text = 'verified') as has_factor,
      exists (select from public.user_roles r where r.user_id = w.account and r.role = 'admin') as is_admin,
      exists (select from public.user_roles r where r.user_id = w.account and r.role in ('admin', 'employee')) as is_employee,
      coalesce(p.require_second_factor, '{}') as demanded, coalesce(p.security_profile = 'specified', false) as is_specified
    from unnest(accounts, logins) with ordinality as w(account, login, n)
      left join auth.sessions l on l.id = w.login and l.user_id = w.account
      left join auth.users u on u.id = l.user_id
      cross join lateral (select least(l.not_after, case
        when u.email ~* '@.+\.konto\.parkering\.example$' then l.created_at + interval '8 hours'
        else coalesce(l.refreshed_at at time zone 'UTC', l.created_at) + interval '30 days'
      end) as ends) e
      left join public.staff_accounts s on s.account_id = l.user_id
      left join private.settings p on true
  )
  select f.n, jsonb_build_array(
    coalesce(is_alive, false),
    case when is_of_today and not must_change and not is_specified and (has_shown or not (has_factor or kind = any (demanded)))
      then jsonb_build_array(kind, project_id, site_id, serves_all, sites) end,
    coalesce(is_admin and is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified or (is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false),
    coalesce(is_alive and is_confirmed and (has_shown or not (has_factor
      or coalesce(kind, case when is_admin then 'account-admin' when is_employee then 'agent' else '' end) = any (demanded))), false)
  )::text, f.until from facts f;
$$;

create or replace function private.settle_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.make_way_for_site(new.path);
  elsif tg_op = 'UPDATE' then
    perform private.make_way_for_site(new.path);
    -- A special code keeps its people: the product knows them by it.
    perform private.move_rows(new.id, old.path, case when private.is_special_code(old.path) then old.path else new.path end);
  elsif old.path = 'standard' then
    -- The standard site is there without its row too, with all that it has.
    perform private.move_rows(old.id, old.path, old.path);
  else
    delete from auth.users where id in (
      select s.account_id from public.staff_accounts s where s.site_id = old.id and s.project_id = old.path and not s.serves_all);
    delete from public.handler_sites where site = old.id;
    delete from public.project_attendants where project_id = old.path and site_id = old.id;
    delete from public.attendants where project_id = old.path and site_id = old.id;
    delete from public.admin_accounts where project_id = old.path and site_id = old.id;
    -- The ambulance's employees are of one site, and have no column for it.
    delete from public.ase_employees where old.path = 'ASE';
    perform private.move_rows(old.id, old.path, left(old.path, 91) || '~' || left(old.id::text, 8));
  end if;
  return null;
end;
$$;

create or replace function private.sources_of_rights()
  returns TABLE(source regclass, account_column text)
  language sql stable
  set search_path = ''
as $$
  values ('auth.sessions'::regclass, 'user_id'), ('auth.users', 'id'), ('auth.mfa_factors', 'user_id'),
    ('public.staff_accounts', 'account_id'), ('public.handler_sites', 'account_id'), ('public.user_roles', 'user_id'), ('private.settings', null);
$$;

create or replace function private.unplaced_because(project text, reference text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when coalesce(reference, '') !~ '\S' then 'none' when count(*) = 0 then 'no-number' when count(f.id) = 0 then 'not-here'
    when count(distinct f.id) > 1 then 'several' end
  from regexp_matches(reference, '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
  left join public.fines f on f.case_number = m[1] || m[2]
    and coalesce(f.project_id, '') = any (private.codes_of_file(project));
$$;

create or replace function public.count_cases(project text, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  if project is distinct from 'company' then
    return '{"outcome": "counted"}' || private.count_cases_at(project, private.site_of(project), today, expires_before);
  end if;
  return '{"outcome": "counted"}' || private.count_cases_at(null, null, today, expires_before) || coalesce((
    select jsonb_object_agg(t.list, t.cases) from (
      select c.key as list, sum(c.value::bigint) as cases
      from private.asked_places(project) p, jsonb_each_text(private.count_cases_at(p.code, p.site, today, expires_before)) c group by c.key) t), '{}');
end;
$$;

create or replace function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  place text;
  rest bigint;
  ended bigint;
  -- What the row had without a case at first; a row that was placed and moved back had nothing.
  had bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  -- A row of the company's file may have been on a site's case.
  select f.project_id into place from public.payment_files f where f.id = given.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(place, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  had := case when given.fine_id is null then given.amount_ore else 0 end;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('unreadable', 'ground');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('no-note', 'note');
  end if;
  select had + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('event-used', 'ending_id');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse(case ground when 'reopened' then 'payment-reopened' else 'payment-used-up' end, 'payment_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, place, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then had + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;

create or replace function public.find_cases(project text, term text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
as $$
declare
  codes constant text[] := array(select p.code from private.asked_places(project) p);
  key constant text := private.plate_key(term);
  words constant text := lower(normalize(btrim(left(coalesce(term, ''), 400)), nfc));
  like_key constant text := '%' || key || '%';
  like_name constant text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Trigrams know nothing shorter.
  shortest constant int := 3;
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  -- Each part is planned for all of its rows, by its index, and stopped when there are too many.
  return (
    with by_key as materialized (
      select f.id from public.fines f where length(key) >= shortest and f.project_id = any (codes)
        and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.plate_key || ' ' || f.case_number like like_key
    ), by_recipient as materialized (
      select r.fine_id from public.case_recipients r where length(words) >= shortest and r.project_id = any (codes)
        and lower(r.name) like like_name
    ), by_objector as materialized (
      select o.fine_id from public.objections o where length(words) >= shortest and o.project_id = any (codes)
        and lower(o.name) like like_name
    ), whole as (
      select f.id from public.fines f where f.plate_key = key and f.project_id = any (codes)
      union select f.id from public.fines f where f.case_number = key
    ), hits as (
      select w.id from whole w
      union (select k.id from by_key k limit 500)
      union (select r.fine_id from by_recipient r limit 500)
      union (select o.fine_id from by_objector o limit 500)
    ), found as (
      select f.id, f.case_number, f.plate, f.status, f.needs_review, f.left_ore, f.street, f.created_at, key in (f.plate_key, f.case_number) as is_whole
      from hits h join public.fines f on f.id = h.id
      where (f.project_id, coalesce(f.site_id::text, '')) in (select p.code, coalesce(p.site::text, '') from private.asked_places(project) p)
        and f.status in ('issued', 'reminded', 'disputed', 'collection')
      order by is_whole desc, f.created_at desc, f.id desc limit 21
    )
    select jsonb_build_object('outcome', 'found',
      'cases', coalesce(jsonb_agg(to_jsonb(f) - '{id,created_at,is_whole}'::text[]
        || jsonb_build_object('name', coalesce(
          (select r.name from public.case_recipients r where r.fine_id = f.id order by r.at desc, r.id limit 1),
          (select nullif(o.name, '') from public.objections o where o.fine_id = f.id order by o.received_at desc, o.id limit 1)))
        order by f.is_whole desc, f.created_at desc, f.id desc), '[]'))
    from found f);
end;
$$;

drop function public.get_caller();

create or replace function public.get_caller()
  returns TABLE(account_id uuid, kind text, project_id text, user_id text, serves_all boolean, must_change_password boolean, is_account_admin boolean, projects text[])
  language sql stable security definer
  set search_path = ''
as $$
  select l.user_id, s.kind, s.project_id, s.user_id, coalesce(s.serves_all, false), private.must_choose_password(l.user_id),
    private.is_account_admin(), private.own_projects()
  from auth.sessions l left join public.staff_accounts s on s.account_id = l.user_id
  where private.is_hardened() and private.is_login_alive()
    and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
    and (s.account_id is null or l.created_at > now() - interval '8 hours')
    and (private.is_login_strong(s.kind) or private.must_choose_password(l.user_id));
$$;

grant execute on function public.get_caller() to authenticated;

comment on function public.get_caller() is 'What the caller is in the profile hardened; nothing once the login has ended.';

create or replace function public.list_objections(project text, whose text, own_id text, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(r) order by r.received_at, r.id) from (
      select o.id, o.created_at, o.project_id, o.fine_id, o.received_at, o.ground, o.name, o.assigned_to, f.case_number, f.plate,
        lower(f.issued_by) = lower(own_id) or exists (
          select from public.fine_events e where e.fine_id = f.id and e.number = 1 and lower(e.by_id) = lower(own_id)) as is_own
      from public.objections o join public.fines f on f.id = o.fine_id
      where o.project_id = any (array(select p.code from private.asked_places(project) p)) and o.decision is null
        and (o.received_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
        and case whose when 'mine' then lower(o.assigned_to) = lower(own_id) when 'none' then o.assigned_to is null else true end
      order by o.received_at, o.id
      limit least(greatest(page_size, 1), 100)
    ) r), '[]'));
$$;

create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  place text;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  -- A row of the company's file may have been on a site's case.
  select f.project_id into place from public.payment_files f where f.id = given.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(place, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('no-such-payment', 'payment_id');
  end if;
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('unreadable', 'parts');
  end if;
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('event-used', 'event_id');
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
      perform private.refuse('event-used', 'placing_id');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('file-undone', 'payment_id');
  end if;
  if wanted > rest then
    perform private.refuse('not-left', 'amount_ore');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and coalesce(f.project_id, '') = any (private.codes_of_file(actor.project)))
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('no-such-case', 'fine_id');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('event-used', 'event_id');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, place, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  code text;
  site uuid;
  until constant date := private.last_summed_day();
  answer jsonb;
begin
  if project = 'company' then
    if not private.may_count_cases(project) then
      perform private.refuse_stranger();
    end if;
    return private.overviews_together(array(
      select public.site_overview(p.code, site_overview.first, site_overview.last, site_overview.acting_as) from private.asked_places(project) p order by p.code));
  end if;
  code := private.admin_of_sums(project, first, last, acting_as);
  site := private.site_of(code);
  with days as materialized (
    select s.day, s.part, s.key, s.count from private.day_sums s
    where s.place = coalesce(site::text, code) and s.day between first and least(last, until)
      and s.part in ('parkings', 'fines', 'violations', 'payments', 'objections')
    union all
    select c.day, c.part, c.key, c.count from private.count_days(code, site, greatest(first, until + 1), last,
      array['parkings', 'fines', 'violations', 'payments', 'objections']) c
  ), totals as (
    select d.part, d.key, sum(d.count) as count from days d group by d.part, d.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
      'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]')
        from days d where d.part not in ('parkings', 'violations')),
      'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]')
        from totals t where t.part in ('parkings', 'violations')),
      'violations', (select coalesce(jsonb_object_agg(v.id, concat_ws(' ', nullif(v.code, ''), v.text)), '{}')
        from public.violations v where v.id::text in (select t.key from totals t where t.part = 'violations')))
    into answer;
  return answer || jsonb_build_object('figures', private.site_figures(code, site));
end;
$$;

create or replace function public.sum_payments(project text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'summed', 'all_ore', coalesce(sum(p.amount_ore), 0),
    'files_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is not null), 0),
    'hand_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0),
    -- What of those by hand ended money without a case.
    'ended_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null and p.fine_id is null), 0),
    'placed_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is not null), 0),
    'unknown_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is null), 0))
  from public.payments p
  where p.project_id = any (array(select a.code from private.asked_places(project) a) || case when project = 'company' then '{company}'::text[] end);
$$;

create or replace function private.asked_places(project text)
  returns TABLE(code text, site uuid)
  language sql stable security definer
  set search_path = ''
as $$
  select m.path, m.id from public.main_page_sites m
  where project = 'company' and case
    when private.is_specified() then exists (select from public.site_settings s where s.site_id = m.id and s.of_company)
    else m.id::text = any (private.own_places('admin')) and (m.path = 'standard' or not private.is_special_code(m.path)) end
  union all select project, private.site_of(project) where project is distinct from 'company';
$$;

create or replace function private.codes_of_file(project text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select case when project = 'company' then array(select s.project_id from public.site_settings s where s.of_company)
    else array[coalesce(project, '')] end;
$$;

create or replace function private.codes_of_payee(project text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select case when project = 'company' or private.is_of_company(project) then private.codes_of_file('company') || '{company}'::text[]
    else array[coalesce(project, '')] end;
$$;

create or replace function private.company_admin(acting_as text)
  returns private.case_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor private.case_actor;
begin
  if private.is_specified() then
    return private.case_staff('company', acting_as);
  end if;
  select 'company', s.user_id, s.kind, s.account_id into actor.project, actor.id, actor.kind, actor.account
    from private.own_staff(array['admin']) s
    where s.serves_all and s.user_key = private.id_key(acting_as);
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;

create or replace function private.count_cases_at(code text, site uuid, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  counted jsonb;
begin
  select jsonb_build_object(
      'all', coalesce(sum(g.cases), 0),
      'unpaid', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded', 'collection')), 0),
      'disputed', coalesce(sum(g.cases) filter (where g.status = 'disputed'), 0),
      'overdue', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded') and g.due_date < today), 0))
    into counted
    from private.cases_by_due(code, site) g;
  -- These three are short, and have indexes of their own.
  return counted || jsonb_build_object(
    'review', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site and f.needs_review),
    'refund', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site and f.left_ore < 0),
    'refund_ore', (select coalesce(-sum(f.left_ore), 0) from public.fines f
      where f.project_id = code and f.site_id is not distinct from site and f.left_ore < 0),
    'expiring', (select count(*) from public.fines f where f.project_id = code and f.site_id is not distinct from site
      and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.issued_at < expires_before));
end;
$$;

create or replace function private.follow_company()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  company public.company;
begin
  select c.* into company from public.company c;
  if tg_op = 'UPDATE' and old.of_company
    and (new.issuer_name, new.org_number, new.payment_methods) is distinct from (old.issuer_name, old.org_number, old.payment_methods)
    and (new.issuer_name, new.org_number, new.payment_methods)
      is distinct from (company.issuer_name, company.org_number, company.payment_methods) then
    perform private.refuse('company-decides', 'issuer_name');
  end if;
  new.issuer_name := company.issuer_name;
  new.org_number := company.org_number;
  new.payment_methods := company.payment_methods;
  return new;
end;
$$;

create or replace function private.give_company_to_sites()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not private.is_named(new) and exists (select from public.site_settings s where s.of_company) then
    perform private.refuse('company-unnamed', 'issuer_name');
  end if;
  update public.site_settings set issuer_name = new.issuer_name, org_number = new.org_number, payment_methods = new.payment_methods
    where of_company
      and (issuer_name, org_number, payment_methods) is distinct from (new.issuer_name, new.org_number, new.payment_methods);
  return null;
end;
$$;

create or replace function private.is_of_company(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$ select exists (select from public.site_settings s where s.project_id = project and s.of_company); $$;

create or replace function private.overviews_together(overviews jsonb[])
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with each as (select o.overview from unnest(overviews) o (overview)),
  days as (
    select d ->> 0 as day, d ->> 1 as part, d ->> 2 as key, sum((d ->> 3)::int) as count
    from each e, jsonb_array_elements(e.overview -> 'days') d group by 1, 2, 3
  ), totals as (
    -- Violations of two sites are one by their words.
    select t ->> 0 as part, case t ->> 0 when 'violations' then coalesce(e.overview -> 'violations' ->> (t ->> 1), t ->> 1) else t ->> 1 end as key,
      sum((t ->> 2)::int) as count
    from each e, jsonb_array_elements(e.overview -> 'totals') t group by 1, 2
  ), figures as (
    select f.key, sum(f.value::bigint) as value from each e, jsonb_each_text((e.overview -> 'figures') - 'oldest_objection') f group by f.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
    'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]') from days d),
    'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]') from totals t),
    'violations', (select coalesce(jsonb_object_agg(t.key, t.key), '{}') from totals t where t.part = 'violations' and t.key <> 'other'),
    'figures', private.site_figures(null, null) || coalesce((select jsonb_object_agg(f.key, f.value) from figures f), '{}')
      || jsonb_build_object('oldest_objection', (select min(e.overview -> 'figures' ->> 'oldest_objection') from each e)));
$$;

create or replace function private.sites_of_handler(handler public.staff_accounts)
  returns TABLE(id uuid, path text)
  language sql stable
  set search_path = ''
as $$
  select m.id, m.path from public.main_page_sites m
  where handler.kind = 'admin' and handler.project_id = 'company' and (
    exists (select from public.handler_sites h where h.account_id = handler.account_id and h.site = m.id)
    or handler.serves_all and exists (select from public.site_settings s where s.site_id = m.id and s.of_company));
$$;

create or replace function public.list_company_sites()
  returns TABLE(id uuid, name text, path text, issuer_name text, of_company boolean)
  language sql stable security definer
  set search_path = ''
as $$
  select m.id, m.name, m.path, s.issuer_name, s.of_company
  from public.main_page_sites m join public.site_settings s on s.site_id = m.id
  where (private.is_specified() or private.is_kind('main-admin')) and (m.path = 'standard' or not private.is_special_code(m.path))
  order by m.name, m.path limit 1000;
$$;

create or replace function public.list_handlers()
  returns TABLE(account_id uuid, user_id text, created_at timestamp with time zone, serves_all boolean, sites uuid[])
  language sql stable security definer
  set search_path = ''
as $$
  select s.account_id, s.user_id, s.created_at, s.serves_all,
    array(select h.site from public.handler_sites h where h.account_id = s.account_id order by h.site)
  from public.staff_accounts s
  where s.kind = 'admin' and s.project_id = 'company' and private.is_kind('main-admin')
  order by s.user_key limit 500;
$$;

create or replace function public.list_own_sites()
  returns TABLE(path text, name text)
  language sql stable security definer
  set search_path = ''
as $$
  select m.path, m.name from private.asked_places('company') p join public.main_page_sites m on m.id = p.site order by m.name, m.path;
$$;

create or replace function public.set_company_sites(sites uuid[])
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse_stranger();
  end if;
  if sites is null or exists (select from unnest(sites) g (id) where not exists (
      select from public.site_settings s where s.site_id = g.id and (s.project_id = 'standard' or not private.is_special_code(s.project_id)))) then
    perform private.refuse('unreadable', 'sites');
  end if;
  if sites <> '{}' and not exists (select from public.company c where private.is_named(c)) then
    perform private.refuse('company-unnamed', 'issuer_name');
  end if;
  update public.site_settings s set of_company = s.site_id = any (sites)
    where s.site_id is not null and s.of_company is distinct from (s.site_id = any (sites));
  return jsonb_build_object('outcome', 'set', 'sites', cardinality(sites));
end;
$$;

create or replace function public.set_handler_sites(handler uuid, sites uuid[], all_of_company boolean)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not private.is_kind('main-admin') then
    perform private.refuse_stranger();
  end if;
  -- Two calls at once would leave the sites of both.
  perform from public.staff_accounts s
    where s.account_id = handler and s.kind = 'admin' and s.project_id = 'company' for update;
  if not found then
    perform private.refuse('no-such-handler', 'handler');
  end if;
  if sites is null or all_of_company is null or exists (select from unnest(sites) g (id) where not exists (
      select from public.main_page_sites m where m.id = g.id and (m.path = 'standard' or not private.is_special_code(m.path)))) then
    perform private.refuse('unreadable', 'sites');
  end if;
  update public.staff_accounts s set serves_all = all_of_company where s.account_id = handler and s.serves_all <> all_of_company;
  delete from public.handler_sites h where h.account_id = handler and h.site <> all (sites);
  insert into public.handler_sites (account_id, site) select distinct handler, g.id from unnest(sites) g (id)
    where not exists (select from public.handler_sites h where h.account_id = handler and h.site = g.id);
  return jsonb_build_object('outcome', 'set');
end;
$$;

create table public.handler_sites (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default now() not null,
  account_id uuid not null,
  site uuid not null
);

create table public.company (
  id uuid default gen_random_uuid() not null,
  project_id text default 'company'::text not null,
  updated_at timestamp with time zone default now() not null,
  issuer_name text default ''::text not null,
  org_number text default ''::text not null,
  postal_address text default ''::text not null,
  payment_methods jsonb default '[]'::jsonb not null
);

alter table public.site_settings add column of_company boolean default false not null;

create or replace function private.is_named(company public.company)
  returns boolean
  language sql immutable
  set search_path = ''
as $$ select company.issuer_name ~ '\S' and company.payment_methods <> '[]'; $$;

alter table public.handler_sites add constraint handler_sites_pkey primary key (id);

alter table public.company add constraint company_pkey primary key (project_id);

alter table public.handler_sites add constraint handler_sites_moments check (private.is_moment(created_at));

alter table public.company add constraint company_is_one check ((project_id = 'company'::text));

alter table public.company add constraint company_issuer_name_length check ((length(issuer_name) <= 200));

alter table public.company add constraint company_org_number_length check ((length(org_number) <= 20));

alter table public.company add constraint company_postal_address_length check ((length(postal_address) <= 500));

alter table public.company add constraint company_payment_methods check (private.are_payment_methods(payment_methods));

alter table public.company add constraint company_moments check (private.is_moment(updated_at));

alter table public.handler_sites add constraint handler_sites_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

drop index public.payments_bank_key_key;

create unique index payments_bank_key_key on public.payments (bank_key, coalesce(project_id, ''), reading);

create index fines_newest_idx on public.fines (created_at desc, id desc);

create index payments_newest_idx on public.payments (created_at desc, id desc);

create index handler_sites_account_idx on public.handler_sites (account_id, site);

create trigger company_give_to_sites after update of issuer_name, org_number, payment_methods on public.company
  for each row execute function private.give_company_to_sites();

create trigger company_touch before update on public.company for each row execute function private.touch_updated_at();

create trigger company_write_trail after insert or delete or update on public.company for each row execute function private.write_trail();

create trigger handler_sites_write_trail after insert or delete or update on public.handler_sites
  for each row execute function private.write_trail('company');

create trigger site_settings_follow_company before insert or update on public.site_settings
  for each row when (new.of_company) execute function private.follow_company();

alter table public.company enable row level security;

alter table public.handler_sites enable row level security;

create policy "Handlers read their sites, the main admin all" on public.handler_sites
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin'))
    or (select private.is_login_shown()) and account_id = ((select auth.uid())));

create policy "The main admin and the company's handlers read it" on public.company
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin'))
    or project_id = any ((select private.own_places('admin'))::text[]));

create policy "The main admin changes the company" on public.company
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

grant execute on function private.asked_places(text) to anon;

grant execute on function private.asked_places(text) to authenticated;

grant execute on function private.codes_of_file(text) to anon;

grant execute on function private.codes_of_file(text) to authenticated;

grant execute on function public.list_company_sites() to authenticated;

grant execute on function public.list_handlers() to authenticated;

grant execute on function public.list_own_sites() to authenticated;

grant execute on function public.set_company_sites(uuid[]) to authenticated;

grant execute on function public.set_handler_sites(uuid,uuid[],boolean) to authenticated;

comment on function private.bank_rows(text,jsonb) is 'The state of each row of a bank file: `already` when its payee has booked it, `placed` when its reference names one case of the site, or of one of the company''s, else `unknown`.';

comment on function private.give_settings(text) is 'A site begins as one of the company''s, where that has a name and payees, with settings and the four violations of document 1 §5 at 700 kr. In a place that has them already they stay.';

comment on function private.may_count_cases(text) is 'Whether the caller may read all cases of a code, which is what counts and sums of them tell: the policy of fines, asked once. Handlers ask for the company, and are told of their sites.';

comment on function private.money_admin(text,text) is 'The admin who acts on the money of a site, or of the company. Refuses everybody else with 42501.';

comment on function public.sum_payments(text) is 'The sum of a site''s payments, or of the company''s with those of its sites, by where it came from and by where it lies.';

comment on function private.move_back(public.fines,uuid,jsonb,private.case_actor) is 'Takes money of a file''s row off the case, all that the case has of it, and puts it back among what has no case where the file was read. The file''s row stays the row that both payments name, so that the file''s sum and the site''s stay what the bank has.';

comment on function public.site_overview(text,date,date,text) is 'Figures of a site, or of a handler''s sites, as they are now, and the sums of a period, for its admins.';

comment on function public.find_cases(text,text) is 'The open cases of a site, or of a handler''s sites, whose plate, number or name contains a term, whole ones first, then the newest; at most 21.';

comment on table public.company is 'The company that issues the notices of its sites, one row: its name, number, postal address and payees.';

comment on table public.handler_sites is 'The sites of each handler; a handler whose account serves all has the company''s sites besides. Written by set_handler_sites.';

comment on column public.site_settings.of_company is 'Whether the site is one of the company''s: then its issuer and payees are the company''s.';

comment on function private.count_cases_at(text,uuid,date,timestamp with time zone) is 'How many cases of a place each list holds.';

comment on function private.asked_places(text) is 'The places whose rows a list of a code is of: of the company the sites that the caller works at, else the code''s own.';

comment on function public.list_handlers() is 'The handlers with the sites that each was given; for the main admin.';

comment on function public.set_handler_sites(uuid,uuid[],boolean) is 'Says at which sites a handler works; for the main admin of `hardened`.';

comment on function private.codes_of_file(text) is 'The codes whose cases a bank file finds that is read at a place: of the company all of its sites, else the place''s own.';

comment on function private.codes_of_payee(text) is 'The codes whose money comes to the same payee as that of a place: a row that one of them booked is known to all.';

comment on function private.company_admin(text) is 'Whoever serves all of the company''s sites, and alone reads its bank files: others would see rows of sites that are not theirs.';

comment on function private.follow_company() is 'A site of the company has its issuer and payees, which nobody changes there.';

comment on function private.give_company_to_sites() is 'Gives the company''s sites what their notices say of it.';

comment on function private.is_of_company(text) is 'Whether a site''s payee is the company.';

comment on function private.overviews_together(jsonb[]) is 'The overviews of several sites as that of one.';

comment on function private.is_named(public.company) is 'Whether the company has what the notices of its sites need of it.';

comment on function private.sites_of_handler(public.staff_accounts) is 'The sites that a handler works at: those given one by one, and all of the company''s where the account serves all.';

comment on function public.list_company_sites() is 'The sites that may be the company''s, and whether they are; for the main admin.';

comment on function public.list_own_sites() is 'The sites that an admin works at, for screens of the company; in `specified` the company''s.';

comment on function public.set_company_sites(uuid[]) is 'Says which sites are the company''s. A site that comes gets its issuer and payees, one that leaves keeps them as its own; for the main admin.';

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('company', 'select, update (issuer_name, org_number, postal_address, payment_methods)', 'select, update (issuer_name, org_number, postal_address, payment_methods)', '', 'select, update (issuer_name, org_number, postal_address, payment_methods)', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('handler_sites', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('list_company_sites')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_own_sites')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_company_sites')
  on conflict (function_name) do nothing;

select private.grant_for_profile();

-- The code of the company is no site's any more.
update public.main_page_sites set path = 'company-' || left(id::text, 8) where path_key = 'company';

-- Sites that say the same of their issuer and payees are the company's, where they are most; a site with another issuer keeps its own.
insert into public.company (project_id) values ('company');
with issuers as (
  select s.issuer_name, s.org_number, s.payment_methods, count(*) as sites, sum(count(*)) over () as all_sites
  from public.site_settings s where s.site_id is not null and s.issuer_name ~ '\S' and s.payment_methods <> '[]'
  group by s.issuer_name, s.org_number, s.payment_methods
)
update public.company c set issuer_name = i.issuer_name, org_number = i.org_number, payment_methods = i.payment_methods
from issuers i where i.sites >= 2 and i.sites * 2 > i.all_sites;
update public.site_settings s set of_company = true
from public.company c
where s.site_id is not null and private.is_named(c)
  and (s.issuer_name, s.org_number, s.payment_methods) = (c.issuer_name, c.org_number, c.payment_methods);
