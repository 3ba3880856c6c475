-- Violations of a site with their amounts (document 4 §7).

create table public.violations (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamptz default now() not null,
  code text default '' not null,
  text text not null,
  amount integer not null,
  max_amount integer,
  needs_no_right boolean default false not null,
  is_active boolean default true not null,
  sort_order integer default 0 not null,
  constraint violations_pkey primary key (id),
  constraint violations_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint violations_code_length check (length(code) <= 20),
  constraint violations_text_length check (text ~ '\S' and length(text) <= 300),
  constraint violations_amount_range check (amount >= 1 and amount <= 50000),
  constraint violations_max_amount_range check (max_amount >= amount and max_amount <= 50000),
  constraint violations_moments check (private.is_moment(created_at))
);

comment on table public.violations is 'What a site fines; `Övrigt` is always the last choice and is no row.';

create index violations_project_idx on public.violations (project_id, sort_order, id);

alter table public.violations enable row level security;

create policy "Staff read their site's violations" on public.violations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));

create policy "Admins add violations to their site" on public.violations
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create policy "Admins change their site's violations" on public.violations
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create trigger violations_place before update of project_id, site_id on public.violations for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger violations_place_new before insert on public.violations for each row execute function private.place_row();
create trigger violations_write_trail after insert or delete or update on public.violations for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('violations', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', '', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', 'select, insert, update, delete');
