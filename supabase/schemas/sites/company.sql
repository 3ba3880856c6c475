-- The company above its sites (document 4 §7, decision 16). The migration that made the table has its row.

create table public.company (
  id uuid default gen_random_uuid() not null,
  project_id text default 'company' not null,
  updated_at timestamptz default now() not null,
  issuer_name text default '' not null,
  org_number text default '' not null,
  postal_address text default '' not null,
  payment_methods jsonb default '[]'::jsonb not null,
  constraint company_pkey primary key (project_id),
  constraint company_is_one check (project_id = 'company'),
  constraint company_issuer_name_length check (length(issuer_name) <= 200),
  constraint company_org_number_length check (length(org_number) <= 20),
  constraint company_postal_address_length check (length(postal_address) <= 500),
  constraint company_payment_methods check (private.are_payment_methods(payment_methods)),
  constraint company_moments check (private.is_moment(updated_at))
);

comment on table public.company is 'The company that issues the notices of its sites, one row: its name, number, postal address and payees.';

alter table public.company enable row level security;

create policy "The main admin and the company's handlers read it" on public.company
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin'))
    or project_id = any ((select private.own_places('admin'))::text[]));

create policy "The main admin changes the company" on public.company
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create trigger company_give_to_sites after update of issuer_name, org_number, payment_methods on public.company
  for each row execute function private.give_company_to_sites();
create trigger company_touch before update on public.company for each row execute function private.touch_updated_at();
create trigger company_write_trail after insert or delete or update on public.company for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('company', 'select, update (issuer_name, org_number, postal_address, payment_methods)', 'select, update (issuer_name, org_number, postal_address, payment_methods)', '', 'select, update (issuer_name, org_number, postal_address, payment_methods)', 'select');

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
comment on function private.follow_company() is
  'A site of the company has its issuer and payees, which nobody changes there.';

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
comment on function private.give_company_to_sites() is 'Gives the company''s sites what their notices say of it.';

create or replace function private.is_named(company public.company)
  returns boolean
  language sql immutable
  set search_path = ''
as $$ select company.issuer_name ~ '\S' and company.payment_methods <> '[]'; $$;
comment on function private.is_named(public.company) is 'Whether the company has what the notices of its sites need of it.';

create or replace function public.list_company_sites()
  returns table(id uuid, name text, path text, issuer_name text, of_company boolean)
  language sql stable security definer
  set search_path = ''
as $$
  select m.id, m.name, m.path, s.issuer_name, s.of_company
  from public.main_page_sites m join public.site_settings s on s.site_id = m.id
  where (private.is_specified() or private.is_kind('main-admin')) and (m.path = 'standard' or not private.is_special_code(m.path))
  order by m.name, m.path limit 1000;
$$;
comment on function public.list_company_sites() is 'The sites that may be the company''s, and whether they are; for the main admin.';
grant execute on function public.list_company_sites() to authenticated;

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
comment on function public.set_company_sites(uuid[]) is
  'Says which sites are the company''s. A site that comes gets its issuer and payees, one that leaves keeps them as its own; for the main admin.';
grant execute on function public.set_company_sites(uuid[]) to authenticated;
