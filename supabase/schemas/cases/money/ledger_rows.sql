-- Rows of a site's books: the lines of a verification by case and payment, so that each öre can be followed both ways (bokföringslagen 5:6, 5:7).

create table private.ledger_days (
  month_id uuid not null,
  day date not null,
  kind text not null,
  rows jsonb not null,
  constraint ledger_days_pkey primary key (month_id, day, kind),
  constraint ledger_days_rows_array check (jsonb_typeof(rows) = 'array'),
  constraint ledger_days_month_id_fkey foreign key (month_id) references public.ledger_months(id) on delete cascade
);

comment on table private.ledger_days is 'Rows of the verifications of closed months, as they were when the month was closed.';
comment on column private.ledger_days.rows is
  'Rows as [source, case, payee, account, öre], öre as number or text; the source is the key of a case, an event or a payment. A month that was closed before rows were '
  'kept has a row without a source for what its cases and payments do not say any more.';

alter table private.ledger_days enable row level security;

create or replace function private.ledger_rows(code text, site uuid, first date, last date, only_kind text, only_fine uuid)
  returns table(day date, kind text, payee text, source uuid, fine_id uuid, account text, ore bigint)
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
comment on function private.ledger_rows(text,uuid,date,date,text,uuid) is
  'Rows of a site''s books as its cases and payments are now, of days, a kind or a case. Their sums are the lines of the books.';

create or replace function private.ledger_entries(code text, site uuid, only_day date, only_kind text, only_fine uuid)
  returns table(month date, day date, kind text, payee text, source uuid, fine_id uuid, account text, ore bigint)
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
comment on function private.ledger_entries(text,uuid,date,text,uuid) is
  'Rows of a site''s books by the month that they are booked in: those of closed months as they were kept, and what they do not hold in the first '
  'open one. For each month, day and kind their sums are the lines of the verification.';

create or replace function public.list_ledger_rows(project text, acting_as text, of_day date default null, of_kind text default null,
    of_month date default null, of_case text default null, after_key text default null)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  site constant uuid := private.site_of(actor.project);
  todays constant jsonb := private.ledger_books(actor.project);
  fine uuid;
begin
  if of_case is not null then
    select f.id into fine from public.fines f
    where f.case_number = of_case and f.project_id = actor.project and f.site_id is not distinct from site;
    if fine is null then
      return jsonb_build_object('outcome', 'listed', 'count', 0, 'sums', '[]'::jsonb, 'rows', '[]'::jsonb);
    end if;
  else
    perform private.check_period(of_day, of_day, 'of_day');
  end if;
  return (
    with lines as materialized (
      select e.*, coalesce(m.books, todays) -> 'accounts' ->> e.account as number
      from private.ledger_entries(actor.project, site, of_day, of_kind, fine) e
      left join public.ledger_months m on m.month = e.month and m.project_id = actor.project and m.site_id is not distinct from site
      where of_month is null or e.month = of_month
    ), entries as materialized (
      select l.month, l.day, l.kind, l.payee, l.source, l.fine_id, f.case_number,
        concat_ws(' ', l.month, l.day, l.kind, coalesce(f.case_number, '-'), l.source, l.payee) collate "C" as key,
        jsonb_agg(jsonb_build_array(l.account, l.number, l.ore) order by l.ore < 0, l.number) as lines
      from lines l left join public.fines f on f.id = l.fine_id
      group by l.month, l.day, l.kind, l.payee, l.source, l.fine_id, f.case_number
    ), page as (
      select n.* from entries n where after_key is null or n.key > after_key collate "C" order by n.key limit 500
    )
    select jsonb_build_object('outcome', 'listed', 'count', (select count(*) from entries),
      'sums', (select coalesce(jsonb_agg(jsonb_build_array(s.account, s.number, s.debit, s.credit) order by s.number, s.account), '[]') from (
        select l.account, l.number, coalesce(sum(l.ore) filter (where l.ore > 0), 0) as debit, coalesce(-sum(l.ore) filter (where l.ore < 0), 0) as credit
        from lines l group by 1, 2) s),
      'rows', (select coalesce(jsonb_agg(jsonb_build_object('key', p.key, 'month', p.month, 'day', p.day, 'kind', p.kind, 'payee', p.payee,
          'case_number', p.case_number, 'lines', p.lines, 'by_id', coalesce(e.by_id, m.by_id, f.issued_by), 'at', coalesce(e.created_at, m.created_at, f.received_at),
          'file_name', b.name) order by p.key), '[]')
        from page p left join public.fine_events e on e.id = p.source left join public.payments m on m.id = p.source
        left join public.payment_files b on b.id = m.file_id left join public.fines f on f.id = p.source)));
end;
$$;
comment on function public.list_ledger_rows(text,text,date,text,date,text,text) is
  'The rows behind a site''s books for its admins, in pages, with their sums: of a verification (month, day and kind), of a day, or of a case.';
grant execute on function public.list_ledger_rows(text,text,date,text,date,text,text) to authenticated;
