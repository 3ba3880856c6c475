-- ledger rows of days: closing months derived every row of a site's history and summed each one; it derives those of the months that close, and late ones at once, not day by day.

set local check_function_bodies = off;

drop function private.ledger_rows(text,uuid,date,text,uuid);

create or replace function private.ledger_entries(code text, site uuid, only_day date, only_kind text, only_fine uuid)
  returns TABLE(month date, day date, kind text, payee text, source uuid, fine_id uuid, account text, ore bigint)
  language sql stable
  set search_path = ''
as $$
  with kept as materialized (
    select m.month, d.day, d.kind, r ->> 2 as payee, (r ->> 0)::uuid as source, (r ->> 1)::uuid as fine_id, r ->> 3 as account, (r ->> 4)::bigint as ore
    from public.ledger_months m join private.ledger_days d on d.month_id = m.id cross join lateral jsonb_array_elements(d.rows) r
    where m.project_id = code and m.site_id is not distinct from site
      and (only_day is null or d.day = only_day) and (only_kind is null or d.kind = only_kind)
      -- All days that a case was booked on; a row that is not derived any more was booked on one of them.
      and (only_fine is null or r ->> 1 = only_fine::text and d.day in (
        select private.day_of(f.issued_at) from public.fines f where f.id = only_fine
        union select private.day_of(e.at) from public.fine_events e where e.fine_id = only_fine
        union select unnest(array[p.value_date, private.day_of(p.created_at)]) from public.payments p where p.fine_id = only_fine))
  ), opened as (
    select l.day, l.kind, l.payee, l.source, l.fine_id, l.account, sum(l.ore)::bigint as ore
    from (
      select r.day, r.kind, r.payee, r.source, r.fine_id, r.account, r.ore from private.ledger_rows(code, site, only_day, only_day, only_kind, only_fine) r
      union all select k.day, k.kind, k.payee, k.source, k.fine_id, k.account, -k.ore from kept k
    ) l
    group by l.day, l.kind, l.payee, l.source, l.fine_id, l.account having sum(l.ore) <> 0
  )
  select k.month, k.day, k.kind, k.payee, k.source, k.fine_id, k.account, k.ore from kept k
  union all
  select greatest(date_trunc('month', o.day)::date, (
      select max(m.month) + interval '1 month' from public.ledger_months m where m.project_id = code and m.site_id is not distinct from site)::date),
    o.day, o.kind, o.payee, o.source, o.fine_id, o.account, o.ore
  from opened o;
$$;

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

create or replace function private.ledger_rows(code text, site uuid, first date, last date, only_kind text, only_fine uuid)
  returns TABLE(day date, kind text, payee text, source uuid, fine_id uuid, account text, ore bigint)
  language sql stable
  set search_path = ''
as $$
  -- private.ledger_lines has the same as sums, in a fraction of the time; tests/backend/cases/ledger-histories compares both. Each branch has one row
  -- for each source and account: a sum over all rows at the end would take as long as all before.
  with events as materialized (
    select e.id, e.fine_id, e.number, e.kind, (e.at at time zone 'Europe/Stockholm')::date as day, coalesce(e.status_before, '') as was, e.status_after as became,
      case e.kind when 'reminded' then (e.data ->> 'fee')::bigint * 100 end as reminded_fee, f.amount * 100::bigint as ore, f.fee * 100::bigint as fee,
      coalesce(f.vat_percent, 0) as vat
    from public.fine_events e join public.fines f on f.id = e.fine_id and f.project_id = code
    where e.project_id = code and e.site_id is not distinct from site and (only_fine is null or e.fine_id = only_fine)
      and (e.kind in ('reminded', 'reminder_undone', 'refunded') or e.status_before is distinct from e.status_after
        and ('withdrawn' in (e.status_before, e.status_after) or 'written_off' in (e.status_before, e.status_after)))
  ), reminders as materialized (
    select e.*, lead(e.kind) over next as next_kind, lead(e.day) over next as next_day, lead(e.id) over next as next_id
    from events e where e.kind in ('reminded', 'reminder_undone') window next as (partition by e.fine_id order by e.number)
  ), holding as materialized (
    select distinct on (r.fine_id) r.fine_id, r.id, r.day, r.fee from reminders r
    where r.kind = 'reminded' and r.next_kind is distinct from 'reminder_undone' and r.reminded_fee > 0 order by r.fine_id, r.number
  ), fees as (
    select case t.is_back when true then r.next_day else r.day end as day, case t.is_back when true then r.next_id else r.id end as source, r.fine_id,
      case t.is_back when true then -1 else 1 end * r.reminded_fee as ore
    from reminders r cross join (values (false), (true)) t (is_back) where r.next_kind = 'reminder_undone'
    union all
    select h.day, h.id, h.fine_id, h.fee from holding h
    union all
    select (f.issued_at at time zone 'Europe/Stockholm')::date, f.id, f.id, f.fee * 100::bigint from public.fines f
    where f.project_id = code and f.site_id is not distinct from site and (only_fine is null or f.id = only_fine)
      and f.fee > 0 and f.id not in (select h.fine_id from holding h)
      and f.issued_at >= coalesce(first - 1, '-infinity') and f.issued_at < coalesce(last + 2, 'infinity')
  ), ends as (
    select e.day, m.kind, e.id as source, e.fine_id, m.sign * e.ore as ore, m.sign * e.fee as fee, e.vat
    from events e cross join lateral (values (e.became, -1), (e.was, 1)) m (kind, sign)
    where m.kind in ('withdrawn', 'written_off') and e.was <> e.became
  ), payments as materialized (
    select p.id, p.fine_id, p.amount_ore as ore, p.file_id, p.part_of, p.created_at,
      case when p.part_of is not null and p.file_id is not null then (p.created_at at time zone 'Europe/Stockholm')::date else p.value_date end as day,
      case when p.part_of is not null and p.file_id is not null then 'placed'
        when p.part_of is not null then p.method
        when p.amount_ore < 0 then case when p.id in (select e.id from events e where e.kind = 'refunded') then 'refunded' else 'undone' end
        when p.fine_id is null then 'unplaced' else 'payment' end as kind,
      p.method, f.project_id is distinct from p.project_id as is_foreign
    from public.payments p left join public.payment_files f on f.id = p.file_id
    where p.project_id = code and p.site_id is not distinct from site and (only_fine is null or p.fine_id = only_fine)
  ), endings as (
    select p.*, count(*) filter (where p.kind = 'reopened') over (partition by p.part_of order by p.created_at, p.id)
      - (p.kind = 'reopened')::int as round
    from payments p where p.part_of is not null and p.file_id is null
  ), money as (
    select p.day, p.kind, p.id as source, p.fine_id, p.ore, p.fine_id is not null as is_of_case, p.kind <> 'placed' as is_at_bank,
      case when p.kind = 'placed' then '' when p.method <> '' then p.method when p.kind <> 'undone' then ''
        when p.file_id is not null then coalesce((select min(q.method) from public.payments q where q.file_id = p.file_id and q.amount_ore > 0), '')
        else coalesce((select min(q.method) from public.payments q where q.fine_id = p.fine_id and q.file_id is null and q.amount_ore > 0), '') end as way
    from payments p where (p.part_of is null or p.file_id is not null) and (p.kind <> 'placed' or code <> 'company')
    union all
    select p.day, p.kind, p.id, p.fine_id, -p.ore, false, false, '' from payments p where p.kind = 'placed' and p.fine_id is not null and p.is_foreign
    union all
    -- The row of an ending that was taken back is of the opening, which may take back several.
    select case t.is_back when true then o.day else e.day end, e.kind, case t.is_back when true then o.id else e.id end, null,
      sum(case t.is_back when true then -e.ore else e.ore end)::bigint, false, e.kind = 'returned', case e.kind when 'returned' then r.method else '' end
    from endings e join public.payments r on r.id = e.part_of
    left join endings o on o.part_of = e.part_of and o.round = e.round and o.kind = 'reopened'
    cross join (values (false), (true)) t (is_back)
    where e.kind <> 'reopened' and (not t.is_back or o.id is not null)
    group by 1, 2, 3, 8
  ), recoveries as (
    select s.day, s.source, s.fine_id, s.recovered - coalesce(lag(s.recovered) over steps, 0) as ore,
      s.taxed - coalesce(lag(s.taxed) over steps, 0) as tax
    from (
      select e.fine_id, e.number, e.source, e.day, r.ore as recovered,
        round(least(r.ore, f.amount * 100::bigint) * coalesce(f.vat_percent, 0) / (100.0 + coalesce(f.vat_percent, 0)))::bigint as taxed
      from (
        select t.fine_id, t.number, t.became, t.source, coalesce(max(t.paid_on), max(t.day)) as day
        from (
          select e.fine_id, e.number, e.became, e.id as source, e.day, null::date as paid_on
          from events e where e.was <> e.became and 'written_off' in (e.was, e.became)
          union all
          select e.fine_id, e.number, e.status_after, e.id, null, p.day from payments p join public.fine_events e on e.id = p.id
          where p.fine_id in (select w.fine_id from events w where w.became = 'written_off') and 'written_off' in (e.status_before, e.status_after)
        ) t
        where t.fine_id in (select p.fine_id from payments p where p.fine_id is not null)
        group by t.fine_id, t.number, t.became, t.source
      ) e
      join public.fines f on f.id = e.fine_id
      cross join lateral (select case when e.became = 'written_off' then private.recovered_at(f, e.number) else 0 end as ore) r
    ) s window steps as (partition by s.fine_id order by s.number)
  ), lines as (
    select (f.issued_at at time zone 'Europe/Stockholm')::date as day, 'issued' as kind, '' as payee, f.id as source, f.id as fine_id, l.account, l.ore
    from public.fines f
    cross join lateral (select f.amount * 100::bigint as ore, coalesce(f.vat_percent, 0) as vat) c
    cross join lateral (select round(c.ore * c.vat / (100.0 + c.vat))::bigint as tax) t
    cross join lateral (values ('claim', c.ore), ('vat', -t.tax), (case c.vat when 0 then 'income' else 'income_vat' end, t.tax - c.ore)) l (account, ore)
    -- A day has a day beside it, whatever the zone: the index knows moments.
    where f.project_id = code and f.site_id is not distinct from site and (only_fine is null or f.id = only_fine)
      and f.issued_at >= coalesce(first - 1, '-infinity') and f.issued_at < coalesce(last + 2, 'infinity')
    union all
    select f.day, 'fee', '', f.source, f.fine_id, l.account, l.ore
    from fees f cross join lateral (values ('claim', f.ore), ('fee', -f.ore)) l (account, ore)
    union all
    select e.day, e.kind, '', e.source, e.fine_id, l.account, l.ore
    from ends e cross join lateral (select round(e.ore * e.vat / (100.0 + e.vat))::bigint as tax) t
    cross join lateral (values ('claim', e.ore + e.fee), ('vat', -t.tax),
      (case when e.kind = 'written_off' then 'loss' when e.vat = 0 then 'income' else 'income_vat' end,
        t.tax - e.ore - case e.kind when 'written_off' then e.fee else 0 end),
      ('fee', case e.kind when 'written_off' then 0 else -e.fee end)) l (account, ore)
    union all
    select r.day, 'recovered', '', r.source, r.fine_id, l.account, l.ore
    from recoveries r cross join lateral (values ('claim', r.ore), ('vat', -r.tax), ('recovered', r.tax - r.ore)) l (account, ore)
    union all
    select m.day, m.kind, w.payee, m.source, m.fine_id, l.account, l.ore
    from money m
    cross join lateral (select case when m.way in ('bankgiro', 'plusgiro', 'swish', 'account', 'other') then m.way else '' end as payee) w
    cross join lateral (values (case when m.is_of_case then 'claim' else 'unplaced' end, -m.ore),
      (case when m.kind = 'placed' then null when not m.is_at_bank then 'other' when w.payee in ('plusgiro', 'swish') then w.payee
        when w.payee = 'other' then 'cash' else 'bank' end, m.ore)) l (account, ore)
    where l.account is not null
  )
  select l.day, l.kind, l.payee, l.source, l.fine_id, l.account, l.ore
  from lines l
  where l.ore <> 0 and (first is null or l.day >= first) and (last is null or l.day <= last) and (only_kind is null or l.kind = only_kind);
$$;

comment on column private.ledger_days.rows is 'Rows as [source, case, payee, account, öre], öre as number or text; the source is the key of a case, an event or a payment. A month that was closed before rows were kept has a row without a source for what its cases and payments do not say any more.';

comment on function private.ledger_rows(text,uuid,date,date,text,uuid) is 'Rows of a site''s books as its cases and payments are now, of days, a kind or a case. Their sums are the lines of the books.';
