-- Sites: the customers' places, each with an address of its own (document 1 §2).

create table public.main_page_sites (
  id uuid default gen_random_uuid() not null,
  name text not null,
  path text not null,
  description text default '' not null,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  path_key text default '' not null,
  constraint main_page_sites_pkey primary key (id),
  constraint main_page_sites_path_key unique (path),
  constraint main_page_sites_path_form check (path ~ '^[A-Za-z0-9-]{1,100}$'),
  constraint main_page_sites_description_length check (length(description) <= 2000)
);

comment on table public.main_page_sites is 'Customer sites listed on the main page; path is the project code.';

alter table public.main_page_sites add constraint main_page_sites_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.main_page_sites add constraint main_page_sites_name_length check (name ~ '\S' and length(name) <= 200) not valid;
alter table public.main_page_sites add constraint main_page_sites_path_not_reserved check (not private.is_reserved_code(path)) not valid;
alter table public.main_page_sites add constraint main_page_sites_path_not_reserved_id check (path !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') not valid;

create index main_page_sites_created_at_idx on public.main_page_sites (created_at, id);
create unique index main_page_sites_path_compared_key on public.main_page_sites (path_key);

alter table public.main_page_sites enable row level security;

create policy "Everybody reads the sites" on public.main_page_sites
  for select to anon, authenticated
  using (true);

create policy "The main admin adds sites" on public.main_page_sites
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin changes sites but the standard one" on public.main_page_sites
  for update to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin removes sites but the standard one" on public.main_page_sites
  for delete to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))));

create trigger main_page_sites_keep_created_at before update on public.main_page_sites
  for each row execute function private.keep_created_at();
create trigger main_page_sites_settle after insert or delete on public.main_page_sites
  for each row execute function private.settle_site();
create trigger main_page_sites_settle_renamed after update of path on public.main_page_sites
  for each row when (old.path is distinct from new.path) execute function private.settle_site();
create trigger main_page_sites_spell_path before insert or update of path, path_key on public.main_page_sites
  for each row execute function private.spell_site_path();
create trigger main_page_sites_touch before update on public.main_page_sites
  for each row execute function private.touch_updated_at();
create trigger main_page_sites_with_settings after insert or update of path on public.main_page_sites
  for each row execute function private.give_settings_to_site();
create trigger main_page_sites_with_templates after insert or update of path on public.main_page_sites
  for each row execute function private.give_reply_templates_to_site();
create trigger main_page_sites_with_templates_that_fit after insert on public.main_page_sites
  for each row execute function private.give_fitting_replies_to_site();
create trigger main_page_sites_write_trail after insert or delete or update on public.main_page_sites for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('main_page_sites', 'select, insert, update, delete', 'select, insert, update, delete', 'select', 'select, insert, update, delete', 'select, insert, update, delete');
