-- Files of refunds that went to the bank or to Swish.

create table public.refund_files (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  kind text not null,
  day date not null,
  iban text default '' not null,
  bic text default '' not null,
  debtor jsonb default '{}'::jsonb not null,
  refunds integer not null,
  sum_ore bigint not null,
  by_id text not null,
  constraint refund_files_pkey primary key (id),
  constraint refund_files_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint refund_files_kind check (kind in ('account', 'swish')),
  constraint refund_files_day check (day >= '1900-01-01'::date and day <= '9999-12-31'::date),
  constraint refund_files_iban check (iban = '' or private.is_iban(iban)),
  constraint refund_files_bic check (bic ~ '^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$'),
  constraint refund_files_debtor_object check (jsonb_typeof(debtor) = 'object' and length(debtor::text) <= 2000),
  constraint refund_files_sums check (refunds >= 1 and sum_ore >= 1),
  constraint refund_files_by_id_length check (length(by_id) <= 320),
  constraint refund_files_moments check (private.is_moment(created_at))
);

comment on table public.refund_files is 'Files of refunds that went to the bank or to Swish; only added to.';
comment on column public.refund_files.debtor is 'The name and the number of the company or site that pays, as they were.';

create index refund_files_project_newest_idx on public.refund_files (project_id, created_at desc, id desc);

alter table public.refund_files enable row level security;

create policy "Admins read their site's files of refunds" on public.refund_files
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger refund_files_only_grow before update on public.refund_files for each row execute function private.refuse_other_past();
create trigger refund_files_place before update of project_id, site_id on public.refund_files
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger refund_files_place_new before insert on public.refund_files for each row execute function private.place_row();
create trigger refund_files_write_trail after insert or update or delete on public.refund_files
  for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('refund_files', 'select', 'select', '', 'select', 'select');
