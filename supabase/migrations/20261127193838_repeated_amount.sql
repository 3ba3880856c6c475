-- A bidder repeats the own amount with other conditions, which is a new bid, also where each public bid must be higher (document 5 §5).

set local check_function_bodies = off;

create or replace function public.place_bid(bid jsonb, bidder jsonb, key text, accepted jsonb DEFAULT '[]'::jsonb)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  event uuid;
  answer jsonb;
  property public.properties;
  highest numeric;
  bidder_id uuid;
  wanted text := 'public';
  added public.property_bids;
begin
  perform private.check_bid(bid);
  event := (bid ->> 'id')::uuid;
  answer := private.answer_of(event, 'place_bid', hash);
  if answer is not null then
    return answer;
  end if;
  select p.* into property from public.properties p where p.id = (bid ->> 'property_id')::uuid for update;
  if property.status is distinct from 'available' then
    return jsonb_build_object('outcome', 'closed', 'status', case when property.status = 'sold' then 'sold' end);
  elsif property.bid_mode = 'open' then
    perform private.refuse('bid-by-insert');
  end if;
  if bid -> 'is_hidden' = 'true' then
    wanted := 'hidden';
  elsif property.bid_release = 'by_agent' then
    wanted := 'waiting';
  end if;
  select coalesce(b.joined_to, b.id) into bidder_id from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
    where c.property_id = property.id and c.key_hash = hash;
  -- A refusal would tell the highest bid of a list that nobody may read.
  highest := case when not property.hide_bid_list then private.highest_bid(property.id) end;
  if wanted <> 'hidden' and property.higher_only and (bid ->> 'amount')::numeric < highest + property.bid_step
    and not private.has_other_conditions(bidder_id, bid) then
    return jsonb_build_object('outcome', 'too_low', 'at_least', highest + property.bid_step);
  elsif (bid ->> 'amount')::numeric < coalesce(property.min_bid, property.price) / 2
    and not exists (select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a ->> 'code' = 'far-below') then
    return jsonb_build_object('outcome', 'warnings', 'warnings', jsonb_build_array(jsonb_build_object('code', 'far-below')));
  end if;
  if bidder_id is null then
    bidder_id := private.new_bidder(property.id, bidder, hash);
    if wanted = 'public' and private.is_known_contact(bidder_id) then
      wanted := 'waiting';
    end if;
  end if;
  added := private.add_bid(bid - 'received_at', bidder_id, wanted, 'web', null);
  return private.keep_answer(event, 'place_bid', hash, jsonb_build_object('outcome', 'placed', 'visibility', added.visibility,
    'number', case when added.visibility = 'public' then (select b.number from public.bidders b where b.id = bidder_id) end));
end;
$$;

create or replace function private.has_other_conditions(bidder uuid, bid jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(bool_and(d.conditions is distinct from private.text_in(bid, 'conditions')), false)
  from public.property_bids b left join public.bid_details d on d.bid_id = b.id
  where b.bidder_id in (select o.id from public.bidders o where coalesce(o.joined_to, o.id) = has_other_conditions.bidder) and b.visibility = 'public' and b.withdrawn_at is null and b.amount = (bid ->> 'amount')::numeric;
$$;

comment on function private.has_other_conditions(uuid,jsonb) is 'Whether a bid repeats the amount of a public bid of the same bidder with other conditions: it is a new bid, also where each must be higher.';
