-- Properties that the housing company sells (document 2).

create table public.properties (
  id uuid default gen_random_uuid() not null,
  title text not null,
  seller_name text not null,
  short_description text not null,
  description text default '' not null,
  price numeric not null,
  min_bid numeric,
  hide_bid_list boolean default false not null,
  accepted_bid_id uuid,
  square_feet integer,
  bedrooms integer,
  bathrooms numeric,
  address text not null,
  city text not null,
  state text default '' not null,
  zip_code text default '' not null,
  property_type text default 'house' not null,
  status text default 'available' not null,
  features text[] default '{}'::text[] not null,
  front_image_url text default '' not null,
  image_urls text[] default '{}'::text[] not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  bid_mode text default private.estate_rule('bid_mode') not null,
  higher_only boolean default private.estate_rule('higher_only')::boolean not null,
  bid_step numeric default private.estate_rule('bid_step')::numeric not null,
  bid_release text default private.estate_rule('bid_release') not null,
  hidden_bids boolean default private.estate_rule('hidden_bids')::boolean not null,
  contract_step boolean default private.estate_rule('contract_step')::boolean not null,
  contract_pending boolean default false not null,
  assignment_ended_on date,
  constraint properties_pkey primary key (id),
  constraint properties_description_length check (length(description) <= 10000),
  constraint properties_price_range check (price >= 0::numeric and price <= '1000000000000'::bigint::numeric),
  constraint properties_min_bid_range check (min_bid >= 0::numeric and min_bid <= '1000000000000'::bigint::numeric),
  constraint properties_square_feet_range check (square_feet >= 0 and square_feet <= 100000000),
  constraint properties_bedrooms_range check (bedrooms >= 0 and bedrooms <= 1000),
  constraint properties_bathrooms_range check (bathrooms >= 0::numeric and bathrooms <= 1000::numeric),
  constraint properties_state_length check (length(state) <= 200),
  constraint properties_zip_code_length check (length(zip_code) <= 20),
  constraint properties_status check (status in ('available', 'pending', 'sold', 'off_market')),
  constraint properties_features_length check (private.texts_within(features, 100, 200)),
  constraint properties_front_image_url_length check (length(front_image_url) <= 2000),
  constraint properties_image_urls_length check (private.texts_within(image_urls, 50, 2000)),
  constraint properties_bid_mode check (bid_mode in ('open', 'broker')),
  constraint properties_bid_step_range check (bid_step > 0::numeric and bid_step <= '1000000000000'::bigint::numeric),
  constraint properties_bid_release check (bid_release in ('at_once', 'by_agent')),
  constraint properties_assignment_ended_on_range check (assignment_ended_on >= '1900-01-01'::date and assignment_ended_on <= '9999-12-31'::date),
  constraint properties_created_by_fkey foreign key (created_by) references auth.users(id) on delete set null,
  constraint properties_updated_by_fkey foreign key (updated_by) references auth.users(id) on delete set null
);

comment on table public.properties is 'Properties that the housing company sells.';

alter table public.properties add constraint properties_moments check (private.is_moment(created_at) and private.is_moment(updated_at)) not valid;
alter table public.properties add constraint properties_lists_are_flat check (coalesce(array_ndims(image_urls), 1) = 1 and coalesce(array_ndims(features), 1) = 1) not valid;
alter table public.properties add constraint properties_title_length check (title ~ '\S' and length(title) <= 200) not valid;
alter table public.properties add constraint properties_seller_name_length check (seller_name ~ '\S' and length(seller_name) <= 200) not valid;
alter table public.properties add constraint properties_short_description_length check (short_description ~ '\S' and length(short_description) <= 500) not valid;
alter table public.properties add constraint properties_address_length check (address ~ '\S' and length(address) <= 300) not valid;
alter table public.properties add constraint properties_city_length check (city ~ '\S' and length(city) <= 200) not valid;
alter table public.properties add constraint properties_property_type_length check (property_type ~ '\S' and length(property_type) <= 100) not valid;
alter table public.properties add constraint properties_accepted_bid_fkey foreign key (accepted_bid_id, id) references public.property_bids(id, property_id) on delete set null (accepted_bid_id);

create index properties_status_newest_idx on public.properties (status, created_at desc, id desc);
create index properties_newest_idx on public.properties (created_at desc, id desc);
create index properties_created_by_idx on public.properties (created_by);
create index properties_updated_by_idx on public.properties (updated_by);
create index properties_accepted_bid_idx on public.properties (accepted_bid_id, id);

alter table public.properties enable row level security;

create policy "Everybody reads what is or was for sale, agents the rest" on public.properties
  for select to anon, authenticated
  using ((select private.is_specified()) or status in ('available', 'sold') or (select private.is_agent()));

create policy "Agents add properties, as themselves in hardened" on public.properties
  for insert to authenticated
  with check (
    (select private.is_agent())
    and ((select private.is_specified()) or created_by is null or created_by = (select auth.uid())));

create policy "Agents change properties" on public.properties
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));

create policy "Agents remove properties" on public.properties
  for delete to authenticated
  using ((select private.is_agent()));

create trigger properties_keep_created_at before update on public.properties
  for each row execute function private.keep_created_at();
create trigger properties_keep_sale before update on public.properties
  for each row execute function private.keep_sale();
create trigger properties_keep_bids before delete on public.properties
  for each row execute function private.keep_broker_bids();
create trigger properties_leave_sold after update of status on public.properties
  for each row when (old.status = 'sold' and new.status <> 'sold') execute function private.leave_sold();
create trigger properties_note_rules after update on public.properties
  for each row execute function private.note_bidding_rules();
create trigger properties_one_sale before delete on public.properties
  for each statement execute function private.one_sale_at_a_time();
create trigger properties_one_status before update of status on public.properties
  for each statement execute function private.one_sale_at_a_time();
create trigger properties_touch before update on public.properties
  for each row execute function private.touch_updated_at();
create trigger properties_write_trail after insert or delete or update on public.properties for each row execute function private.write_trail();

alter publication supabase_realtime add table public.properties;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('properties', 'select', 'select, insert, update, delete', 'select', 'select, insert, update, delete', 'select, insert, update, delete');
