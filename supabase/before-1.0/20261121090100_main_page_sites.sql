-- The customer sites of the main page; `path` is the project code that visitors type (document 1 §3).

create table public.main_page_sites (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  path text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint main_page_sites_name_length check (name ~ '\S' and length(name) <= 200),
  constraint main_page_sites_path_form check (path ~ '^[A-Za-z0-9-]{1,100}$'),
  constraint main_page_sites_description_length check (length(description) <= 2000),
  constraint main_page_sites_path_key unique (path)
);
create index main_page_sites_created_at_idx on public.main_page_sites (created_at, id);
comment on table public.main_page_sites is 'Customer sites listed on the main page; path is the project code.';

revoke all on public.main_page_sites from anon, authenticated;
grant select, insert, update, delete on public.main_page_sites to anon, authenticated, service_role;

create trigger main_page_sites_touch before update on public.main_page_sites
  for each row execute function private.touch_updated_at();

alter table public.main_page_sites enable row level security;
create policy "Specified: everybody reads the sites" on public.main_page_sites
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: the main admin's screen adds sites" on public.main_page_sites
  for insert to anon, authenticated with check ((select private.is_specified()));
-- The standard site is always listed and never edited (document 1 §6).
create policy "Specified: the main admin's screen changes sites but the standard one" on public.main_page_sites
  for update to anon, authenticated
  using ((select private.is_specified()) and path <> 'standard')
  with check ((select private.is_specified()));
create policy "Specified: the main admin's screen removes sites but the standard one" on public.main_page_sites
  for delete to anon, authenticated using ((select private.is_specified()) and path <> 'standard');
