-- People who bid where an agent keeps the list (document 5 §5). The public sees numbers, agents names, and contacts one by one.

create table public.bidders (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  property_id uuid not null,
  number integer,
  name text not null,
  joined_to uuid,
  constraint bidders_pkey primary key (id),
  constraint bidders_id_property_key unique (id, property_id),
  constraint bidders_number_key unique (property_id, number),
  constraint bidders_number_range check (number > 0),
  constraint bidders_name_length check (name ~ '\S' and length(name) <= 200),
  constraint bidders_not_joined_to_itself check (joined_to <> id),
  constraint bidders_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade,
  constraint bidders_joined_to_fkey foreign key (joined_to, property_id) references public.bidders(id, property_id) on delete set null (joined_to),
  constraint bidders_moments check (private.is_moment(created_at))
);

comment on table public.bidders is 'Bidders of a property, by name; numbered in the order of their first public bids.';
comment on column public.bidders.number is 'Null until a bid of the bidder is public: a gap would give a hidden bidder away.';
comment on column public.bidders.joined_to is 'The bidder that this one is: one person with two keys.';

create index bidders_joined_to_idx on public.bidders (joined_to, property_id);

alter table public.bidders enable row level security;

create policy "Agents read who bids" on public.bidders
  for select to authenticated
  using ((select private.is_agent()));

create trigger bidders_write_trail after insert or delete or update on public.bidders for each row execute function private.write_trail('YSTAD');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('bidders', '', 'select', '', 'select', 'select');

create table private.bidder_contacts (
  bidder_id uuid not null,
  property_id uuid not null,
  email text,
  phone text,
  key_hash text,
  next_key_hash text,
  constraint bidder_contacts_pkey primary key (bidder_id),
  constraint bidder_contacts_key_key unique (property_id, key_hash),
  constraint bidder_contacts_lengths check (length(email) <= 320 and length(phone) <= 50),
  constraint bidder_contacts_bidder_id_fkey foreign key (bidder_id) references public.bidders(id) on delete cascade
);

comment on table private.bidder_contacts is 'Contacts of bidders, which agents open one by one, and hashes of the keys that their devices hold.';

comment on column private.bidder_contacts.next_key_hash is 'Of a link that a mail or an agent brought; it takes the place of the key when somebody opens it.';

create index bidder_contacts_key_idx on private.bidder_contacts (key_hash);
create index bidder_contacts_next_key_idx on private.bidder_contacts (next_key_hash) where next_key_hash is not null;

alter table private.bidder_contacts enable row level security;

create table public.bid_details (
  id uuid default gen_random_uuid() not null,
  created_at timestamptz default now() not null,
  bid_id uuid not null,
  conditions text,
  entered_by text,
  constraint bid_details_pkey primary key (id),
  constraint bid_details_bid_key unique (bid_id),
  constraint bid_details_lengths check (length(conditions) <= 1000 and length(entered_by) <= 320),
  constraint bid_details_bid_id_fkey foreign key (bid_id) references public.property_bids(id) on delete cascade,
  constraint bid_details_moments check (private.is_moment(created_at))
);

comment on table public.bid_details is 'Conditions of bids, and the agents who entered bids that came by phone.';

alter table public.bid_details enable row level security;

create policy "Agents read the conditions of bids" on public.bid_details
  for select to authenticated
  using ((select private.is_agent()));

create trigger bid_details_write_trail after insert or delete or update on public.bid_details for each row execute function private.write_trail('YSTAD');

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('bid_details', '', 'select', '', 'select', 'select');
