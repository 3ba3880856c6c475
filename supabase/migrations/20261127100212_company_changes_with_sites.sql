-- company changes with sites: A site that came while the company changed kept what the company was.

set local check_function_bodies = off;

create or replace function private.follow_company()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  company public.company;
begin
  if tg_op = 'INSERT' then
    -- A change of the company gives its values to sites that it sees: this one waits for it, or is waited for.
    perform from public.company for share;
  end if;
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
  -- A change of the company waits for its new sites, or they get what it became.
  perform from public.company for share;
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
