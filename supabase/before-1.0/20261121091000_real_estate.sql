-- Properties for sale and the bids on them (document 2 §3, §4). Amounts are Swedish kronor.

create table public.properties (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  seller_name text not null,
  short_description text not null,
  description text not null default '',
  price numeric not null,
  min_bid numeric,
  hide_bid_list boolean not null default false,
  accepted_bid_id uuid,
  square_feet int,
  bedrooms int,
  bathrooms numeric,
  address text not null,
  city text not null,
  state text not null default '',
  zip_code text not null default '',
  property_type text not null default 'house',
  status text not null default 'available',
  features text[] not null default '{}',
  front_image_url text not null default '',
  image_urls text[] not null default '{}',
  created_by uuid references auth.users (id) on delete set null,
  updated_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint properties_title_length check (title ~ '\S' and length(title) <= 200),
  constraint properties_seller_name_length check (seller_name ~ '\S' and length(seller_name) <= 200),
  constraint properties_short_description_length check (short_description ~ '\S' and length(short_description) <= 500),
  constraint properties_description_length check (length(description) <= 10000),
  constraint properties_price_range check (price >= 0 and price <= 1000000000000),
  constraint properties_min_bid_range check (min_bid >= 0 and min_bid <= 1000000000000),
  constraint properties_square_feet_range check (square_feet between 0 and 100000000),
  constraint properties_bedrooms_range check (bedrooms between 0 and 1000),
  constraint properties_bathrooms_range check (bathrooms between 0 and 1000),
  constraint properties_address_length check (address ~ '\S' and length(address) <= 300),
  constraint properties_city_length check (city ~ '\S' and length(city) <= 200),
  constraint properties_state_length check (length(state) <= 200),
  constraint properties_zip_code_length check (length(zip_code) <= 20),
  constraint properties_property_type_length check (property_type ~ '\S' and length(property_type) <= 100),
  constraint properties_status check (status in ('available', 'pending', 'sold', 'off_market')),
  constraint properties_features_length check (private.texts_within(features, 100, 200)),
  constraint properties_front_image_url_length check (length(front_image_url) <= 2000),
  constraint properties_image_urls_length check (private.texts_within(image_urls, 50, 2000))
);
create index properties_status_newest_idx on public.properties (status, created_at desc, id desc);
create index properties_newest_idx on public.properties (created_at desc, id desc);
create index properties_created_by_idx on public.properties (created_by);
create index properties_updated_by_idx on public.properties (updated_by);
comment on table public.properties is 'Properties that the housing company sells.';

create table public.property_bids (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references public.properties (id) on delete cascade,
  bidder_name text not null default 'Anonymous',
  amount numeric not null,
  accepted boolean not null default false,
  created_at timestamptz not null default now(),
  constraint property_bids_bidder_name_length check (bidder_name ~ '\S' and length(bidder_name) <= 200),
  constraint property_bids_amount_range check (amount > 0 and amount <= 1000000000000),
  constraint property_bids_id_property_key unique (id, property_id)
);
create index property_bids_highest_idx on public.property_bids (property_id, amount desc, id desc);
-- Two agents who accept at once: one of them does.
create unique index property_bids_one_accepted_key on public.property_bids (property_id) where accepted;
comment on table public.property_bids is 'Bids of the public; at most one of a property is accepted.';

-- The accepted bid is one of the property's own.
alter table public.properties add constraint properties_accepted_bid_fkey
  foreign key (accepted_bid_id, id) references public.property_bids (id, property_id)
  on delete set null (accepted_bid_id);
create index properties_accepted_bid_idx on public.properties (accepted_bid_id, id);

revoke all on public.properties, public.property_bids from anon, authenticated;
grant select on public.properties to anon;
grant select, insert, update, delete on public.properties to authenticated, service_role;
grant select, insert on public.property_bids to anon;
grant select, insert, update on public.property_bids to authenticated;
grant select, insert, update, delete on public.property_bids to service_role;

create trigger properties_touch before update on public.properties
  for each row execute function private.touch_updated_at();

-- Runs as its owner, since a bidder may not lock the property: a sale under way and a bid wait for each other.
create function private.refuse_bid_on_unavailable_property() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  property_status text;
begin
  select p.status into property_status from public.properties p where p.id = new.property_id for share;
  if property_status <> 'available' then
    raise exception 'The property is not open for bids (status %).', property_status
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  end if;
  return new;
end;
$$;
revoke execute on function private.refuse_bid_on_unavailable_property() from public;
create trigger property_bids_property_available before insert or update of property_id on public.property_bids
  for each row execute function private.refuse_bid_on_unavailable_property();

alter table public.properties enable row level security;
create policy "Specified: everybody reads properties" on public.properties
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: agents add properties" on public.properties
  for insert to authenticated with check ((select private.is_specified()) and (select private.is_agent()));
create policy "Specified: agents change properties" on public.properties
  for update to authenticated
  using ((select private.is_specified()) and (select private.is_agent()))
  with check ((select private.is_specified()) and (select private.is_agent()));
create policy "Specified: agents remove properties" on public.properties
  for delete to authenticated using ((select private.is_specified()) and (select private.is_agent()));

alter table public.property_bids enable row level security;
-- The screen hides the list when hide_bid_list says so; in `specified` the rows themselves stay readable.
create policy "Specified: everybody reads bids" on public.property_bids
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Specified: everybody places bids that are not accepted yet" on public.property_bids
  for insert to anon, authenticated with check ((select private.is_specified()) and not accepted);
create policy "Specified: agents accept bids" on public.property_bids
  for update to authenticated
  using ((select private.is_specified()) and (select private.is_agent()))
  with check ((select private.is_specified()) and (select private.is_agent()));
