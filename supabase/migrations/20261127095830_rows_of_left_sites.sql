-- rows of left sites: A row of a site that had left the company was booked twice, and a site could join while a file was being booked.

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
    select coalesce(max(p.reading) + 1, 0) as readings, coalesce(bool_or(f.undone_at is null), false) as is_booked
    from public.payments p left join public.payment_files f on f.id = p.file_id
    -- The file stays the payee's, also where the case's site has another since.
    where (coalesce(p.project_id, '') = any (payee.known_by) or f.project_id = any (payee.known_by)) and p.bank_key = r.row ->> 'bank_key'
  ) known
  cross join lateral (
    -- Eight digits that stand alone, also in two groups of four.
    select case when count(distinct f.id) = 1 then min(f.id::text)::uuid end as fine_id
    from regexp_matches(r.row ->> 'reference', '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
    join public.fines f on f.case_number = m[1] || m[2] and coalesce(f.project_id, '') = any (payee.codes)
  ) named;
$$;

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

create or replace function public.set_company_sites(sites uuid[])
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse_stranger();
  end if;
  -- Files that are being booked go by the sites as they were.
  perform private.lock_money('company');
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
