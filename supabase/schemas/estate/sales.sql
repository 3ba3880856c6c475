-- Triggers that keep a sale and its bids in order.

create or replace function private.one_sale_at_a_time()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  return null;
end;
$$;
comment on function private.one_sale_at_a_time() is
  'A bid that is accepted locks itself and then its property; a property that is removed locks itself and then its bids. Two agents who did '
  'both at once waited for each other, until PostgreSQL broke off one of them and that agent read that it could not be done. Now the two wait '
  'for each other before either locks a row: an advisory lock, since a trigger for rows runs when its row is locked already.';

create or replace function private.refuse_bid_on_unavailable_property()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property_status text;
begin
  select p.status into property_status from public.properties p where p.id = new.property_id for share;
  if property_status is distinct from 'available' then
    raise exception 'The property is not open for bids.'
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  end if;
  return new;
end;
$$;
comment on function private.refuse_bid_on_unavailable_property() is
  'A bid on a property that is hidden, sold or not there gets one and the same refusal: a bidder learns nothing from it.';

create or replace function private.sell_by_accepted_bid()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  update public.properties p set status = 'sold', accepted_bid_id = new.id where p.id = new.property_id and p.status <> 'sold';
  if not found and not exists (select from public.properties p where p.id = new.property_id and p.accepted_bid_id = new.id) then
    raise exception 'The property is sold otherwise.'
      using errcode = '23514', constraint = 'property_bids_property_unsold', table = 'property_bids', schema = 'public';
  end if;
  return null;
end;
$$;
comment on function private.sell_by_accepted_bid() is
  'An accepted bid sells its property, with the agent''s own rights: whoever may accept a bid may change the property.';

create or replace function public.get_bid_figures(property_ids uuid[])
  returns TABLE(property_id uuid, highest numeric, bids bigint)
  language sql stable
  set search_path = ''
as $$
  select p.id, b.highest, b.bids
  from public.properties p
  cross join lateral (
    select max(one.amount) as highest, count(*) as bids from public.property_bids one where one.property_id = p.id
  ) b
  -- A hidden list is hidden in the profile specified too, where its rows are not.
  where p.id = any (get_bid_figures.property_ids[1:100]) and (not p.hide_bid_list or (select private.is_agent()));
$$;
comment on function public.get_bid_figures(uuid[]) is
  'The highest bid on each of up to 100 properties, and how many there are, where the caller may read them.';
grant execute on function public.get_bid_figures(uuid[]) to anon, authenticated;
