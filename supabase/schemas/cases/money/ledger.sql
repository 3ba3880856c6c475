-- The books of a site (bokföringslagen): each case and payment as lines of accounts, by day and kind, each day and kind in balance.

create or replace function private.ledger_accounts(given jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select '{"claim": "1510", "bank": "1930", "plusgiro": "1920", "swish": "1930", "cash": "1910", "vat": "2611", "unplaced": "2999", "other": "2890",
    "income": "3004", "income_vat": "3001", "fee": "3990", "recovered": "3950", "loss": "6351"}'::jsonb || given;
$$;
comment on function private.ledger_accounts(jsonb) is
  'The accounts of a site''s books: its own, else those of BAS. 1510 kundfordringar, 1930 bank, 1920 plusgiro, 1910 kassa, 2611 utgående moms '
  '25 %, 2999 OBS-konto (money without a case is still to be explained), 2890 övriga kortfristiga skulder (money that is not the site''s), 3001 and '
  '3004 försäljning with and without VAT, 3990 övriga ersättningar (a reminder''s fee is compensation for a cost, without VAT), 3950 återvunna '
  'kundfordringar, 6351 konstaterade kundförluster.';
grant execute on function private.ledger_accounts(jsonb) to anon, authenticated, service_role;

create or replace function private.are_ledger_accounts(given jsonb)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_typeof(given) = 'object' and given - array(select jsonb_object_keys(private.ledger_accounts('{}'))) = '{}'
    and not exists (select from jsonb_each(case when jsonb_typeof(given) = 'object' then given else '{}' end) a
      where jsonb_typeof(a.value) <> 'string' or a.value #>> '{}' !~ '^[1-9]\d{3}$');
$$;
comment on function private.are_ledger_accounts(jsonb) is 'Accounts of a site''s books: numbers of four digits by what they hold.';
grant execute on function private.are_ledger_accounts(jsonb) to anon, authenticated, service_role;

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
comment on function private.ledger_books(text) is 'What a file of a site''s books says of the company, the site and the accounts.';

create or replace function private.recovered_at(fine public.fines, upto integer)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  with paid as (
    select p.amount_ore as ore, p.file_id, e.kind, e.number, e.number > max(e.number) filter (where e.kind = 'written_off') over () as is_since
    from public.fine_events e left join public.payments p on p.id = e.id and p.fine_id = fine.id
    where e.fine_id = fine.id and e.number <= upto and (p.id is not null or e.kind = 'written_off')
  ), sums as (
    select coalesce(sum(s.ore), 0) as came from (
      select sum(p.ore) as ore from paid p where p.is_since and p.kind <> 'refunded' group by p.file_id having sum(p.ore) > 0) s
  )
  select least(s.came, greatest((fine.amount + fine.fee) * 100::bigint
    - greatest((select coalesce(sum(p.ore), 0) from paid p) - s.came, 0), 0))::bigint from sums s;
$$;
comment on function private.recovered_at(public.fines,integer) is 'private.recovered_of as it was after an event of the case.';

create or replace function private.ledger_lines(code text, site uuid)
  returns table(month date, day date, kind text, payee text, account text, ore bigint)
  language sql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
  -- Days as private.day_of has them, whose call is dearer than a row. fines_project_issued_idx has all that the books ask of most cases.
  with events as materialized (
    -- Amounts of the case come along: a join of CTEs, whose sizes are not known, goes through all rows of one for each of the other.
    select e.id, e.fine_id, e.number, e.kind, (e.at at time zone 'Europe/Stockholm')::date as day, coalesce(e.status_before, '') as was, e.status_after as became,
      case e.kind when 'reminded' then (e.data ->> 'fee')::bigint * 100 end as reminded_fee, f.amount * 100::bigint as ore, f.fee * 100::bigint as fee,
      coalesce(f.vat_percent, 0) as vat
    from public.fine_events e join public.fines f on f.id = e.fine_id and f.project_id = code
    where e.project_id = code and e.site_id is not distinct from site
      and (e.kind in ('reminded', 'reminder_undone', 'refunded') or e.status_before is distinct from e.status_after
        and ('withdrawn' in (e.status_before, e.status_after) or 'written_off' in (e.status_before, e.status_after)))
  ), reminders as materialized (
    select e.*, lead(e.kind) over next as next_kind, lead(e.day) over next as next_day
    from events e where e.kind in ('reminded', 'reminder_undone') window next as (partition by e.fine_id order by e.number)
  ), holding as materialized (
    select distinct on (r.fine_id) r.fine_id, r.day, r.fee from reminders r
    where r.kind = 'reminded' and r.next_kind is distinct from 'reminder_undone' and r.reminded_fee > 0 order by r.fine_id, r.number
  ), fees as (
    -- The fee of a reminder that was taken back stood until then.
    select case t.is_back when true then r.next_day else r.day end as day, case t.is_back when true then -1 else 1 end * r.reminded_fee as ore
    from reminders r cross join (values (false), (true)) t (is_back) where r.next_kind = 'reminder_undone'
    union all
    -- A fee that counts is that of the first reminder that holds. Money of the reminder's day or before lifts it as of that day: it was never owed.
    select h.day, h.fee from holding h
    union all
    select (f.issued_at at time zone 'Europe/Stockholm')::date, f.fee * 100::bigint from public.fines f
    where f.project_id = code and f.site_id is not distinct from site and f.fee > 0 and f.id not in (select h.fine_id from holding h)
  ), ends as (
    -- A claim ends with its fee, and comes back when the case is opened again.
    select e.day, m.kind, m.sign * e.ore as ore, m.sign * e.fee as fee, e.vat
    from events e cross join lateral (values (e.became, -1), (e.was, 1)) m (kind, sign)
    where m.kind in ('withdrawn', 'written_off') and e.was <> e.became
  ), payments as materialized (
    select p.id, p.fine_id, p.amount_ore as ore, p.file_id, p.part_of, p.created_at,
      -- Placing and moving is of the day that it was done, all else of the bank's.
      case when p.part_of is not null and p.file_id is not null then (p.created_at at time zone 'Europe/Stockholm')::date else p.value_date end as day,
      case when p.part_of is not null and p.file_id is not null then 'placed'
        when p.part_of is not null then p.method
        -- A set of keys is hashed, a join of CTEs is not.
        when p.amount_ore < 0 then case when p.id in (select e.id from events e where e.kind = 'refunded') then 'refunded' else 'undone' end
        when p.fine_id is null then 'unplaced' else 'payment' end as kind,
      p.method, f.project_id is distinct from p.project_id as is_foreign
    from public.payments p left join public.payment_files f on f.id = p.file_id
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
  ), moved as (
    select m.day, m.kind, m.is_of_case, m.is_at_bank, case when m.way in ('bankgiro', 'plusgiro', 'swish', 'account', 'other') then m.way else '' end as payee,
      sum(m.ore)::bigint as ore
    from money m group by 1, 2, 3, 4, 5
  ), recoveries as (
    select s.day, s.vat, s.ore as claim, s.recovered - coalesce(lag(s.recovered) over steps, 0) as ore,
      s.taxed - coalesce(lag(s.taxed) over steps, 0) as tax
    from (
      select e.fine_id, e.number, e.day, f.amount * 100::bigint as ore, coalesce(f.vat_percent, 0) as vat, r.ore as recovered,
        round(least(r.ore, f.amount * 100::bigint) * coalesce(f.vat_percent, 0) / (100.0 + coalesce(f.vat_percent, 0)))::bigint as taxed
      from (
        select t.fine_id, t.number, t.became, coalesce(max(t.paid_on), max(t.day)) as day
        from (
          select e.fine_id, e.number, e.became, e.day, null::date as paid_on from events e where e.was <> e.became and 'written_off' in (e.was, e.became)
          union all
          select e.fine_id, e.number, e.status_after, null, p.day from payments p join public.fine_events e on e.id = p.id
          where p.fine_id in (select w.fine_id from events w where w.became = 'written_off') and 'written_off' in (e.status_before, e.status_after)
        ) t
        -- Nothing came back of a claim without a payment.
        where t.fine_id in (select p.fine_id from payments p where p.fine_id is not null)
        group by t.fine_id, t.number, t.became
      ) e
      join public.fines f on f.id = e.fine_id
      cross join lateral (select case when e.became = 'written_off' then private.recovered_at(f, e.number) else 0 end as ore) r
    ) s window steps as (partition by s.fine_id order by s.number)
  ), lines as (
    select c.day, 'issued' as kind, '' as payee, l.account, l.ore
    -- Sums of alike cases first: a line for each account of each case would be three times the cases.
    from (
      select (f.issued_at at time zone 'Europe/Stockholm')::date as day, f.amount * 100::bigint as ore, coalesce(f.vat_percent, 0) as vat, count(*) as n
      from public.fines f where f.project_id = code and f.site_id is not distinct from site group by 1, 2, 3
    ) c
    cross join lateral (select c.n * c.ore as ore, c.n * round(c.ore * c.vat / (100.0 + c.vat))::bigint as tax) t
    cross join lateral (values ('claim', t.ore), ('vat', -t.tax), (case c.vat when 0 then 'income' else 'income_vat' end, t.tax - t.ore)) l (account, ore)
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
    select m.day, m.kind, m.payee, l.account, l.ore
    from moved m
    cross join lateral (values (case when m.is_of_case then 'claim' else 'unplaced' end, -m.ore),
      (case when m.kind = 'placed' then null when not m.is_at_bank then 'other' when m.payee in ('plusgiro', 'swish') then m.payee
        when m.payee = 'other' then 'cash' else 'bank' end, m.ore)) l (account, ore)
    where l.account is not null
    union all
    -- One sum takes off what closed months hold, so that of their days only what came later is left, mostly nothing.
    select (l ->> 0)::date, l ->> 1, l ->> 2, l ->> 3, -(l ->> 4)::bigint
    from public.ledger_months m cross join lateral jsonb_array_elements(m.lines) l
    where m.project_id = code and m.site_id is not distinct from site
  )
  select greatest(date_trunc('month', l.day)::date, (
      select max(m.month) + interval '1 month' from public.ledger_months m where m.project_id = code and m.site_id is not distinct from site)::date),
    l.day, l.kind, l.payee, l.account, sum(l.ore)::bigint
  from lines l group by l.day, l.kind, l.payee, l.account having sum(l.ore) <> 0;
$$;
comment on function private.ledger_lines(text,uuid) is
  'Lines of a site''s books that no closed month holds, as its cases and payments are now, by the month that they are booked in: their own, or the '
  'first open one for what came later for a day of a closed month. Debit is above 0, credit below, and each day and kind in balance. What the claims '
  'of all months hold together is what is left to pay of all cases, less what is to be paid back.';

create or replace function public.site_ledger(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  site constant uuid := private.site_of(actor.project);
begin
  perform private.check_period(first, last, 'first');
  return (
    with lines as materialized (select l.* from private.ledger_lines(actor.project, site) l),
    closed as (select m.* from public.ledger_months m where m.project_id = actor.project and m.site_id is not distinct from site),
    shown as (select c.* from closed c where c.month between date_trunc('month', first)::date and last)
    select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()), 'books', private.ledger_books(actor.project),
      'months', (select coalesce(jsonb_agg(m.month order by m.month desc), '[]') from (
        select l.month from lines l union select c.month from closed c where c.lines <> '[]') m),
      'closed_until', (select max(c.month) from closed c),
      'closed', (select coalesce(jsonb_agg(jsonb_build_object('month', s.month, 'at', s.created_at, 'by_id', s.by_id, 'books', s.books) order by s.month), '[]')
        from shown s),
      -- Open months come after all closed ones, whose lines stand as they were kept.
      'lines', (select coalesce(jsonb_agg(jsonb_build_array(s.month) || l.line order by s.month, l.place), '[]')
          from shown s cross join lateral jsonb_array_elements(s.lines) with ordinality l (line, place))
        || (select coalesce(jsonb_agg(jsonb_build_array(l.month, l.day, l.kind, l.payee, l.account, l.ore)
          order by l.month, l.day, l.kind, l.payee, l.account), '[]') from lines l where l.month between date_trunc('month', first)::date and last)));
end;
$$;
comment on function public.site_ledger(text,date,date,text) is 'The books of a site by month, day and kind, for its admins.';
grant execute on function public.site_ledger(text,date,date,text) to authenticated;

create or replace function public.close_ledger_month(project text, month date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  site constant uuid := private.site_of(actor.project);
  until date;
  begins date;
  ends date;
begin
  if month is null or month < '1900-01-01' or extract(day from month) <> 1 then
    perform private.refuse('unreadable', 'month');
  end if;
  if month >= date_trunc('month', private.day_of(now()))::date then
    perform private.refuse('month-not-over', 'month');
  end if;
  select max(m.month) into until from public.ledger_months m where m.project_id = actor.project and m.site_id is not distinct from site;
  begins := until + interval '1 month';
  ends := month + interval '1 month' - interval '1 day';
  if until is null or until < close_ledger_month.month then
    -- All months up to it: what is booked in none of them stands in none later. One statement sees lines and rows of one moment.
    with lines as materialized (
      select l.* from private.ledger_lines(actor.project, site) l where l.month <= close_ledger_month.month
    ), late as materialized (
      select distinct l.month, l.day, l.kind from lines l where l.day < l.month
    ), kept as materialized (
      -- Texts, in an array of arrays, take half as long as a document for each row.
      select r.month, r.day, r.kind,
        to_jsonb(array_agg(array[r.source::text, r.fine_id::text, r.payee, r.account, r.ore::text] order by r.fine_id, r.source)) as rows
      from (
        select date_trunc('month', r.day)::date as month, r.* from private.ledger_rows(actor.project, site, begins, ends, null, null) r
        union all
        -- Rows as private.ledger_entries has them, of all late verifications at once.
        select v.month, v.day, v.kind, e.payee, e.source, e.fine_id, e.account, sum(e.ore)::bigint
        from (
          select r.* from (select min(v.day) as first, max(v.day) as last from late v having count(*) > 0) v
          cross join lateral private.ledger_rows(actor.project, site, v.first, v.last, null, null) r
          union all
          select d.day, d.kind, r ->> 2, (r ->> 0)::uuid, (r ->> 1)::uuid, r ->> 3, -(r ->> 4)::bigint
          from public.ledger_months m join private.ledger_days d on d.month_id = m.id cross join lateral jsonb_array_elements(d.rows) r
          where m.project_id = actor.project and m.site_id is not distinct from site and (d.day, d.kind) in (select v.day, v.kind from late v)
        ) e join late v on v.day = e.day and v.kind = e.kind
        group by v.month, v.day, v.kind, e.payee, e.source, e.fine_id, e.account having sum(e.ore) <> 0
      ) r
      group by r.month, r.day, r.kind
    ), closed as (
      insert into public.ledger_months (project_id, month, by_id, books, lines)
      select actor.project, l.month, actor.id, private.ledger_books(actor.project),
        coalesce(jsonb_agg(jsonb_build_array(l.day, l.kind, l.payee, l.account, l.ore) order by l.day, l.kind, l.payee, l.account)
          filter (where l.day is not null), '[]')
      from (
        select l.* from lines l
        union all (select distinct k.month, null::date, null, null, null, null::bigint from kept k)
        union all select close_ledger_month.month, null, null, null, null, null
      ) l
      group by l.month order by l.month
      returning ledger_months.id, ledger_months.month
    )
    insert into private.ledger_days (month_id, day, kind, rows)
    select c.id, k.day, k.kind, k.rows from kept k join closed c on c.month = k.month;
  end if;
  return jsonb_build_object('outcome', 'closed');
end;
$$;
comment on function public.close_ledger_month(text,date,text) is 'Closes the books of a site up to a month that is over, for good, and keeps the rows of its verifications.';
grant execute on function public.close_ledger_month(text,date,text) to authenticated;
