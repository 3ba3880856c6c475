-- Sites of handlers: admins of several sites with one login, in `hardened` (decision 16).

create table public.handler_sites (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  account_id uuid not null,
  site uuid not null,
  constraint handler_sites_pkey primary key (id),
  constraint handler_sites_moments check (private.is_moment(created_at)),
  constraint handler_sites_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table public.handler_sites is
  'The sites of each handler; a handler whose account serves all has the company''s sites besides. Written by set_handler_sites.';

create index handler_sites_account_idx on public.handler_sites (account_id, site);

alter table public.handler_sites enable row level security;

create policy "Handlers read their sites, the main admin all" on public.handler_sites
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin'))
    or (select private.is_login_shown()) and account_id = ((select auth.uid())));

create trigger handler_sites_write_trail after insert or delete or update on public.handler_sites
  for each row execute function private.write_trail('company');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('handler_sites', 'select', 'select', '', 'select', 'select');

create or replace function private.asked_places(project text)
  returns table(code text, site uuid)
  language sql stable security definer
  set search_path = ''
as $$
  select m.path, m.id from public.main_page_sites m
  where project = 'company' and case
    when private.is_specified() then exists (select from public.site_settings s where s.site_id = m.id and s.of_company)
    else m.id::text = any (private.own_places('admin')) and (m.path = 'standard' or not private.is_special_code(m.path)) end
  union all select project, private.site_of(project) where project is distinct from 'company';
$$;
comment on function private.asked_places(text) is
  'The places whose rows a list of a code is of: of the company the sites that the caller works at, else the code''s own.';
grant execute on function private.asked_places(text) to anon, authenticated;

create or replace function public.list_own_sites()
  returns table(path text, name text)
  language sql stable security definer
  set search_path = ''
as $$
  select m.path, m.name from private.asked_places('company') p join public.main_page_sites m on m.id = p.site order by m.name, m.path;
$$;
comment on function public.list_own_sites() is 'The sites that an admin works at, for screens of the company; in `specified` the company''s.';
grant execute on function public.list_own_sites() to authenticated;

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
comment on function public.list_handlers() is 'The handlers with the sites that each was given; for the main admin.';
grant execute on function public.list_handlers() to authenticated;

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
comment on function public.set_handler_sites(uuid,uuid[],boolean) is
  'Says at which sites a handler works; for the main admin of `hardened`.';
grant execute on function public.set_handler_sites(uuid,uuid[],boolean) to authenticated;
