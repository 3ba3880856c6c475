-- Closed months of a site's books (bokföringslagen 5:2): what a month held when an admin closed it.

create table public.ledger_months (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  month date not null,
  by_id text not null,
  books jsonb not null,
  lines jsonb not null,
  constraint ledger_months_pkey primary key (id),
  constraint ledger_months_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint ledger_months_month check (month >= '1900-01-01'::date and month <= '9999-12-01'::date and extract(day from month) = 1),
  constraint ledger_months_by_id_length check (length(by_id) <= 320),
  constraint ledger_months_books_object check (jsonb_typeof(books) = 'object' and length(books::text) <= 10000),
  constraint ledger_months_lines_array check (jsonb_typeof(lines) = 'array'),
  constraint ledger_months_moments check (private.is_moment(created_at))
);

comment on table public.ledger_months is 'Closed months of a site''s books; only added to.';
comment on column public.ledger_months.books is 'The company, the site and the accounts as they were when the month was closed.';
comment on column public.ledger_months.lines is 'Lines of the month as [day, kind, payee, account, öre]; the day of a late line lies in an earlier month.';

create unique index ledger_months_month_key on public.ledger_months (coalesce(project_id, ''), month);

alter table public.ledger_months enable row level security;

create policy "Admins read their site's closed months" on public.ledger_months
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger ledger_months_only_grow before update on public.ledger_months for each row execute function private.refuse_other_past();
create trigger ledger_months_place before update of project_id, site_id on public.ledger_months
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger ledger_months_place_new before insert on public.ledger_months for each row execute function private.place_row();
create trigger ledger_months_write_trail after insert or update or delete on public.ledger_months
  for each row execute function private.write_trail();

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ledger_months', 'select', 'select', '', 'select', 'select');
