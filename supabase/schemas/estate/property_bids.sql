-- Bids on properties (document 2).

create table public.property_bids (
  id uuid default gen_random_uuid() not null,
  property_id uuid not null,
  bidder_name text default 'Anonymous' not null,
  amount numeric not null,
  accepted boolean default false not null,
  created_at timestamptz default now() not null,
  bidder_id uuid,
  visibility text default 'public' not null,
  has_conditions boolean default false not null,
  source text default 'web' not null,
  received_at timestamptz,
  withdrawn_at timestamptz,
  constraint property_bids_pkey primary key (id),
  constraint property_bids_id_property_key unique (id, property_id),
  constraint property_bids_amount_range check (amount > 0::numeric and amount <= '1000000000000'::bigint::numeric),
  constraint property_bids_visibility check (visibility in ('waiting', 'public', 'hidden')),
  constraint property_bids_source check (source in ('web', 'agent')),
  constraint property_bids_bidder_id_fkey foreign key (bidder_id) references public.bidders(id) on delete set null,
  constraint property_bids_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade
);

comment on table public.property_bids is 'Bids of the public; at most one of a property is accepted.';
comment on column public.property_bids.received_at is 'When the bid came to the agent; null: at `created_at`.';

alter table public.property_bids add constraint property_bids_amount_scale check (scale(amount) <= 10) not valid;
alter table public.property_bids add constraint property_bids_moments check (private.is_moment(created_at) and private.is_moment(received_at) and private.is_moment(withdrawn_at)) not valid;
alter table public.property_bids add constraint property_bids_bidder_name_length check (bidder_name ~ '\S' and length(bidder_name) <= 200) not valid;

create index property_bids_highest_idx on public.property_bids (property_id, amount desc, id desc);
create index property_bids_bidder_idx on public.property_bids (bidder_id);
create index property_bids_newest_idx on public.property_bids (property_id, created_at, id);
create unique index property_bids_one_accepted_key on public.property_bids (property_id) where accepted;

alter table public.property_bids enable row level security;

create policy "Everybody reads public bids of open lists, agents all" on public.property_bids
  for select to anon, authenticated
  using (
    (select private.is_agent())
    or (visibility = 'public' and ((select private.is_specified())
      or exists (select from public.properties p where p.id = property_id and not p.hide_bid_list))));

create policy "Everybody places bids of now, not accepted ones" on public.property_bids
  for insert to anon, authenticated
  with check (not accepted and created_at = now() and visibility = 'public' and source = 'web' and not has_conditions
    and bidder_id is null and received_at is null and withdrawn_at is null);

create policy "Agents accept bids" on public.property_bids
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));

create trigger property_bids_keep_acceptance before update of accepted on public.property_bids
  for each row when (old.accepted is distinct from new.accepted) execute function private.keep_acceptance();
create trigger property_bids_note after insert or update on public.property_bids
  for each row execute function private.note_bid();
create trigger property_bids_one_sale before update of accepted on public.property_bids
  for each statement execute function private.one_sale_at_a_time();
create trigger property_bids_property_available before insert or update of property_id on public.property_bids
  for each row execute function private.refuse_bid_on_unavailable_property();
create trigger property_bids_sell_property after update of accepted on public.property_bids
  for each row when (new.accepted) execute function private.sell_by_accepted_bid();
create trigger property_bids_write_trail after insert or delete or update on public.property_bids for each row execute function private.write_trail();

alter publication supabase_realtime add table public.property_bids;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('property_bids', 'select, insert', 'select, insert, update (accepted)', 'select, insert', 'select, insert, update (accepted)', 'select, insert, update, delete');
