-- A hidden list tells its highest bid by no refusal; a wish to follow that nobody confirmed is asked again; a link goes to whom gave the address
-- first; no mail tells of bids that the public does not read (document 5 §5, §9).

set local check_function_bodies = off;

create or replace function private.news_of(follower private.followers, until timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('kind', e.kind, 'amount', b.amount, 'bidder', case when b.bidder_id is not null then b.bidder_name end)
      order by e.at, e.id)
  from public.sale_events e join public.properties p on p.id = e.property_id left join public.property_bids b on b.id = e.bid_id
  where e.property_id = follower.property_id and e.at > follower.told_at and e.at <= until and (
    (e.kind in ('bid_placed', 'bid_shown', 'bid_withdrawn') and b.visibility = 'public' and not p.hide_bid_list
      and p.status in ('available', 'sold')
      -- A bid that waited is told of when it is shown.
      and (e.kind <> 'bid_placed' or e.data ->> 'visibility' = 'public'))
    or e.kind in ('contract_signed', 'contract_undone') or (e.kind = 'accepted' and not p.contract_step));
$$;

create or replace function private.tell_bidders_of_withdrawal(bid public.property_bids)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (about, channel, event, facts)
  select c.bidder_id, 'estate-mail', 'bid_withdrawn', jsonb_build_object('bidder', bid.bidder_name, 'amount', bid.amount)
  from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
  where public.may_send_links() and bid.visibility = 'public' and c.property_id = bid.property_id and c.email is not null
    and bid.bidder_id not in (b.id, coalesce(b.joined_to, b.id))
    and exists (select from public.properties p where p.id = bid.property_id and not p.hide_bid_list and p.status in ('available', 'sold'))
    and not exists (select from private.followers f
      where f.property_id = c.property_id and f.email = c.email and f.confirmed_at is not null and f.ended_at is null);
$$;

create or replace function public.follow_property(property_id uuid, follower_id uuid, email text, key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.check_key(key);
  address constant text := lower(trim(email));
  answer jsonb := private.answer_of(follower_id, 'follow_property', hash);
  message constant uuid := gen_random_uuid();
  known private.followers;
  asked integer;
  asked_at timestamptz;
begin
  if answer is not null then
    return answer;
  elsif not public.may_send_links() then
    return '{"outcome": "no_mail"}';
  elsif not private.is_mail_address(address) then
    perform private.refuse('no-bid-email', 'email');
  end if;
  perform from public.properties p where p.id = follow_property.property_id and p.status in ('available', 'sold') for no key update;
  if not found then
    return '{"outcome": "closed"}';
  end if;
  -- Who follows already is not asked again, and nobody fills a mailbox; the answer gives neither away. A wish that nobody confirmed, maybe a
  -- stranger's, keeps nobody from asking: the same question goes out again.
  perform pg_advisory_xact_lock(hashtextextended('follow ' || address, 0));
  select f.* into known from private.followers f
    where f.property_id = follow_property.property_id and f.email = address and f.ended_at is null;
  select count(*), max(o.made_at) filter (where o.about = known.id) into asked, asked_at
    from public.outbox o join private.followers f on f.id = o.about
    where o.event = 'follow_confirm' and o.made_at > now() - interval '24 hours' and f.email = address;
  if known.confirmed_at is null and asked < 5 and (asked_at is null or asked_at < now() - interval '5 minutes') then
    if known.id is null then
      insert into private.followers (id, property_id, email, key_hash, mail_id, mail_key_hash)
        values (follower_id, follow_property.property_id, address, hash, message, private.hash_of_key(private.link_key(message)));
    else
      update private.followers f set key_hash = hash where f.id = known.id;
    end if;
    insert into public.outbox (id, about, channel, event) values (message, coalesce(known.id, follower_id), 'estate-mail', 'follow_confirm');
  end if;
  return private.keep_answer(follower_id, 'follow_property', hash, '{"outcome": "asked"}');
end;
$$;

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
  -- A refusal would tell the highest bid of a list that nobody may read.
  highest := case when not property.hide_bid_list then private.highest_bid(property.id) end;
  if wanted <> 'hidden' and property.higher_only and (bid ->> 'amount')::numeric < highest + property.bid_step then
    return jsonb_build_object('outcome', 'too_low', 'at_least', highest + property.bid_step);
  elsif (bid ->> 'amount')::numeric < coalesce(property.min_bid, property.price) / 2
    and not exists (select from jsonb_array_elements(private.list_in(accepted, 'accepted')) a where a ->> 'code' = 'far-below') then
    return jsonb_build_object('outcome', 'warnings', 'warnings', jsonb_build_array(jsonb_build_object('code', 'far-below')));
  end if;
  select coalesce(b.joined_to, b.id) into bidder_id from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
    where c.property_id = property.id and c.key_hash = hash;
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

create or replace function public.send_own_link(property_id uuid, email text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  message constant uuid := gen_random_uuid();
  bidder uuid;
begin
  if not public.may_send_links() then
    return '{"outcome": "no_mail"}';
  end if;
  -- The first who gave the address: a later one may be somebody else's device.
  select c.bidder_id into bidder from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
    where c.property_id = send_own_link.property_id and c.email = lower(trim(send_own_link.email)) and c.key_hash is not null
    order by b.created_at, b.id limit 1 for update of c;
  -- Pressed again while it waits, it goes once, and nobody fills a mailbox.
  if bidder is not null and not exists (select from public.outbox o where o.about = bidder and o.event = 'bid_link' and o.sent_at is null and o.gave_up_at is null)
    and (select count(*) from public.outbox o where o.about = bidder and o.event = 'bid_link' and o.made_at > now() - interval '24 hours') < 5 then
    insert into public.outbox (id, about, channel, event) values (message, bidder, 'estate-mail', 'bid_link');
    update private.bidder_contacts c set next_key_hash = private.hash_of_key(private.link_key(message)) where c.bidder_id = bidder;
  end if;
  return '{"outcome": "sent"}';
end;
$$;

comment on function public.place_bid(jsonb,jsonb,text,jsonb) is 'A visitor bids on a broker''s list. Of two bids at once the second is measured by the first; hidden and waiting bids, and those of a hidden list, measure nobody.';
