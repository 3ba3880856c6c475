-- Sales of properties with their steps, and what happened in them (document 5 §5).

create table public.property_sales (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  property_id uuid not null,
  bid_id uuid not null,
  accepted_by text,
  accepted_at timestamptz default clock_timestamp() not null,
  contract_signed_on date,
  undone_at timestamptz,
  constraint property_sales_pkey primary key (id),
  constraint property_sales_lengths check (length(accepted_by) <= 320),
  constraint property_sales_contract_signed_on_range check (contract_signed_on >= '1900-01-01'::date and contract_signed_on <= '9999-12-31'::date),
  constraint property_sales_bid_fkey foreign key (bid_id, property_id) references public.property_bids(id, property_id) on delete cascade,
  constraint property_sales_moments check (private.is_moment(created_at) and private.is_moment(accepted_at) and private.is_moment(undone_at))
);

comment on table public.property_sales is 'Acceptances of bids: by whom, the day of the contract, and when an acceptance or a contract was undone. One of a property stands.';

create unique index property_sales_one_standing_key on public.property_sales (property_id) where undone_at is null;
create index property_sales_bid_idx on public.property_sales (bid_id, property_id);

alter table public.property_sales enable row level security;

create policy "Agents read sales" on public.property_sales
  for select to authenticated
  using ((select private.is_agent()));

create trigger property_sales_write_trail after insert or delete or update on public.property_sales for each row execute function private.write_trail('YSTAD');

alter publication supabase_realtime add table public.property_sales;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('property_sales', '', 'select', '', 'select', 'select');

create table public.sale_events (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  property_id uuid not null,
  bid_id uuid,
  kind text not null,
  by text,
  at timestamptz default clock_timestamp() not null,
  received_at timestamptz default clock_timestamp() not null,
  data jsonb default '{}'::jsonb not null,
  batch_id uuid,
  constraint sale_events_pkey primary key (id),
  constraint sale_events_kind check (kind in ('bid_placed', 'bid_shown', 'bid_hidden', 'bid_withdrawn', 'bidders_joined', 'accepted', 'acceptance_undone', 'contract_signed', 'contract_undone', 'assignment_ended', 'rule_changed', 'list_hidden', 'list_shown', 'list_printed', 'viewing_changed')),
  constraint sale_events_lengths check (length(by) <= 320),
  constraint sale_events_data_size check (pg_column_size(data) <= 20000),
  constraint sale_events_moments check (private.is_moment(created_at) and private.is_moment(at) and private.is_moment(received_at))
);

comment on table public.sale_events is 'What happened in the sale of a property; written by the database, only added to.';

create index sale_events_property_newest_idx on public.sale_events (property_id, at desc, id desc);

alter table public.sale_events enable row level security;

create policy "Agents read the history of sales" on public.sale_events
  for select to authenticated
  using ((select private.is_agent()));

create trigger sale_events_only_grow before update on public.sale_events
  for each row when (old.* is distinct from new.*) execute function private.keep_status_events();

alter publication supabase_realtime add table public.sale_events;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('sale_events', '', 'select', '', 'select', 'select');
