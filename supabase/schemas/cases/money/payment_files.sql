-- Files of banks whose rows were booked (document 4 §6).

create table public.payment_files (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  name text default '' not null,
  placed integer not null,
  unknown integer not null,
  already integer not null,
  sum_ore bigint not null,
  by_id text not null,
  undone_at timestamptz,
  undone_by text,
  rows_hash text,
  columns jsonb,
  constraint payment_files_pkey primary key (id),
  constraint payment_files_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint payment_files_name_length check (length(name) <= 200),
  constraint payment_files_counts check (placed >= 0 and unknown >= 0 and already >= 0),
  constraint payment_files_sum check (sum_ore >= 0 and sum_ore <= '10000000000000000'::bigint),
  constraint payment_files_by_id_length check (length(by_id) <= 320),
  constraint payment_files_undone_by_length check (length(undone_by) <= 320),
  constraint payment_files_moments check (private.is_moment(created_at) and private.is_moment(undone_at)),
  constraint payment_files_rows_hash_length check (rows_hash ~ '^[0-9a-f]{64}$'),
  constraint payment_files_columns_object check (jsonb_typeof(columns) = 'object' and length(columns::text) <= 10000)
);

comment on table public.payment_files is 'Files of banks whose payments were booked.';

create index payment_files_project_newest_idx on public.payment_files (project_id, created_at desc, id desc);

alter table public.payment_files enable row level security;

create policy "Admins read their site's payment files" on public.payment_files
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger payment_files_place before update of project_id, site_id on public.payment_files
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger payment_files_place_new before insert on public.payment_files for each row execute function private.place_row();
create trigger payment_files_write_trail after insert or update or delete on public.payment_files
  for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('payment_files', 'select', 'select', '', 'select', 'select');
