-- Bids on a broker's list: placed by visitors, entered by agents, shown, hidden and withdrawn (document 5 §5).

create or replace function private.estate_agent(acting_as text)
  returns text
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  email text;
begin
  if private.is_agent() then
    select u.email into email from auth.users u where u.id = auth.uid();
  end if;
  if email is null or private.id_key(acting_as) is distinct from private.id_key(email) then
    perform private.refuse_stranger();
  end if;
  return email;
end;
$$;
comment on function private.estate_agent(text) is
  'The e-mail of the agent who calls a function, in both profiles; anybody else, and a name that is not the caller''s, is refused (42501).';

create or replace function private.sale_state(property public.properties)
  returns text
  language sql immutable
  set search_path = ''
as $$ select case when property.contract_pending then 'contract_pending' else property.status end; $$;
comment on function private.sale_state(public.properties) is 'The state of a sale: the property''s status, or that its contract is being prepared.';

create or replace function private.change_of_sale(property uuid, now_is text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'changed', 'now', now_is, 'by', e.by, 'at', e.at)
  from (select) one left join lateral (
    select e.by, e.at from public.sale_events e where e.property_id = property order by e.at desc, e.id desc limit 1) e on true;
$$;
comment on function private.change_of_sale(uuid,text) is 'The answer to a step that somebody else was faster than.';

create or replace function private.highest_bid(property uuid)
  returns numeric
  language sql stable
  set search_path = ''
as $$
  select max(b.amount) from public.property_bids b
  where b.property_id = property and b.visibility = 'public' and b.withdrawn_at is null;
$$;
comment on function private.highest_bid(uuid) is 'The highest bid that counts: public, and not withdrawn.';

create or replace function private.text_in(given jsonb, field text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select nullif(regexp_replace(given ->> field, '^\s+|\s+$', '', 'g'), ''); $$;
comment on function private.text_in(jsonb,text) is 'A typed text of a call''s argument without spaces around it; null for an empty one.';

create or replace function private.new_bidder(property uuid, bidder jsonb, key_hash text)
  returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  name constant text := private.text_in(bidder, 'name');
  email constant text := lower(private.text_in(bidder, 'email'));
  phone constant text := private.text_in(bidder, 'phone');
  id uuid;
begin
  perform private.check_contact(name, email, phone);
  insert into public.bidders (property_id, name) values (property, name) returning bidders.id into id;
  insert into private.bidder_contacts (bidder_id, property_id, email, phone, key_hash) values (id, property, email, phone, key_hash);
  return id;
end;
$$;
comment on function private.new_bidder(uuid,jsonb,text) is 'Adds a bidder with a name, and an e-mail address or a phone number.';

create or replace function private.is_known_contact(bidder uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from private.bidder_contacts own join private.bidder_contacts other
      on other.property_id = own.property_id and other.bidder_id <> own.bidder_id
    where own.bidder_id = bidder and (other.email = own.email
      or right(regexp_replace(other.phone, '\D', '', 'g'), 9) = right(regexp_replace(own.phone, '\D', '', 'g'), 9)));
$$;
comment on function private.is_known_contact(uuid) is 'Whether another bidder of the property has the e-mail address or the phone number.';

create or replace function private.public_name(bidder uuid)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  known public.bidders;
begin
  select b.* into known from public.bidders b where b.id = bidder;
  if known.number is null then
    update public.bidders b set number = 1 + (select coalesce(max(o.number), 0) from public.bidders o where o.property_id = known.property_id)
      where b.id = known.id returning b.* into known;
  end if;
  return 'Bidder ' || known.number;
end;
$$;
comment on function private.public_name(uuid) is 'What the public may read of a bidder: the number, which the first public bid gives. Its property is locked.';

create or replace function private.add_bid(bid jsonb, bidder uuid, visibility text, source text, agent text)
  returns public.property_bids
  language plpgsql
  set search_path = ''
as $$
declare
  added public.property_bids;
  conditions constant text := private.text_in(bid, 'conditions');
begin
  perform private.begin_sale_event((bid ->> 'id')::uuid, agent);
  insert into public.property_bids (id, property_id, bidder_name, amount, bidder_id, visibility, has_conditions, source, created_at, received_at)
    values ((bid ->> 'id')::uuid, (bid ->> 'property_id')::uuid,
      case visibility when 'public' then private.public_name(bidder) else 'New bidder' end, (bid ->> 'amount')::numeric, bidder, visibility,
      conditions is not null, source, clock_timestamp(), least((bid ->> 'received_at')::timestamptz, clock_timestamp()))
    returning * into added;
  insert into public.bid_details (bid_id, conditions, entered_by) select added.id, conditions, agent where coalesce(conditions, agent) is not null;
  perform private.end_sale_event();
  return added;
end;
$$;
comment on function private.add_bid(jsonb,uuid,text,text,text) is 'Adds a bid with its conditions, under the lock of its property, so that bids come one after another.';

create or replace function private.check_bid(bid jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not coalesce(case jsonb_typeof(bid -> 'amount') when 'number' then (bid ->> 'amount')::numeric between 0.01 and 1000000000000 end, false) then
    perform private.refuse('no-bid-amount', 'amount');
  elsif length(private.text_in(bid, 'conditions')) > 1000 then
    perform private.refuse('unreadable-value', 'conditions');
  elsif coalesce(bid ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    or coalesce(bid ->> 'property_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('unreadable-value', 'id');
  end if;
end;
$$;
comment on function private.check_bid(jsonb) is 'Refuses a bid without an amount, an id or a property.';

create or replace function private.has_other_conditions(bidder uuid, bid jsonb)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(bool_and(d.conditions is distinct from private.text_in(bid, 'conditions')), false)
  from public.property_bids b left join public.bid_details d on d.bid_id = b.id
  where b.bidder_id in (select o.id from public.bidders o where coalesce(o.joined_to, o.id) = has_other_conditions.bidder) and b.visibility = 'public' and b.withdrawn_at is null and b.amount = (bid ->> 'amount')::numeric;
$$;
comment on function private.has_other_conditions(uuid,jsonb) is
  'Whether a bid repeats the amount of a public bid of the same bidder with other conditions: it is a new bid, also where each must be higher.';

create or replace function public.place_bid(bid jsonb, bidder jsonb, key text, accepted jsonb default '[]')
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
comment on function public.place_bid(jsonb,jsonb,text,jsonb) is
  'A visitor bids on a broker''s list. Of two bids at once the second is measured by the first; hidden and waiting bids, and those of a hidden list, measure nobody.';
grant execute on function public.place_bid(jsonb,jsonb,text,jsonb) to anon, authenticated;

create or replace function public.enter_bid(bid jsonb, bidder jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb;
  property public.properties;
  bidder_id uuid;
  added public.property_bids;
begin
  perform private.check_bid(bid);
  answer := private.answer_of((bid ->> 'id')::uuid, 'enter_bid', private.id_key(agent));
  if answer is not null then
    return answer;
  end if;
  select p.* into property from public.properties p where p.id = (bid ->> 'property_id')::uuid for update;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif property.bid_mode = 'open' then
    perform private.refuse('bid-by-insert');
  end if;
  if bidder ? 'id' then
    select coalesce(b.joined_to, b.id) into bidder_id from public.bidders b where b.property_id = property.id and b.id::text = bidder ->> 'id';
  else
    bidder_id := private.new_bidder(property.id, bidder, null);
  end if;
  if bidder_id is null then
    perform private.refuse('unreadable-value', 'bidder');
  end if;
  added := private.add_bid(bid, bidder_id, case when bid -> 'is_hidden' = 'true' then 'hidden' else 'public' end, 'agent', agent);
  return private.keep_answer(added.id, 'enter_bid', private.id_key(agent), jsonb_build_object('outcome', 'entered', 'visibility', added.visibility,
    'number', (select b.number from public.bidders b where b.id = bidder_id)));
end;
$$;
comment on function public.enter_bid(jsonb,jsonb,text) is 'An agent notes a bid that came by phone with its time, in every state of the property.';
grant execute on function public.enter_bid(jsonb,jsonb,text) to authenticated;

create or replace function public.set_bid_visibility(bid_id uuid, event_id uuid, expected text, visibility text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'set_bid_visibility', private.id_key(agent));
  bid public.property_bids;
begin
  if answer is not null then
    return answer;
  elsif visibility is null or visibility not in ('public', 'hidden') then
    perform private.refuse('unreadable-value', 'visibility');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  perform from public.properties p where p.id = (select b.property_id from public.property_bids b where b.id = set_bid_visibility.bid_id) for update;
  select b.* into bid from public.property_bids b where b.id = set_bid_visibility.bid_id for update;
  if bid.id is null or bid.bidder_id is null then
    perform private.refuse('no-such-bid');
  elsif bid.visibility = set_bid_visibility.visibility then
    answer := jsonb_build_object('outcome', 'unchanged');
  elsif bid.visibility is distinct from expected then
    answer := private.change_of_sale(bid.property_id, bid.visibility);
  else
    perform private.begin_sale_event(event_id, agent);
    update public.property_bids b set visibility = set_bid_visibility.visibility,
        bidder_name = case when set_bid_visibility.visibility = 'public' then private.public_name(b.bidder_id) else b.bidder_name end
      where b.id = bid.id;
    -- What everybody reads of a sale names no hidden bid.
    update public.property_bids b set accepted = false where b.id = bid.id and b.accepted and set_bid_visibility.visibility = 'hidden';
    perform private.sell(s.property_id, bid.id) from public.property_sales s join public.properties p on p.id = s.property_id
      where s.bid_id = bid.id and s.undone_at is null and p.status = 'sold';
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'set', 'visibility', visibility);
  end if;
  return private.keep_answer(event_id, 'set_bid_visibility', private.id_key(agent), answer);
end;
$$;
comment on function public.set_bid_visibility(uuid,uuid,text,text,text) is 'An agent shows a bid to the public or hides it. The first bid shown gives its bidder a number.';
grant execute on function public.set_bid_visibility(uuid,uuid,text,text,text) to authenticated;

create or replace function public.withdraw_bid(bid_id uuid, event_id uuid, key text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  agent text;
  caller text := hash;
  answer jsonb;
  bid public.property_bids;
  property public.properties;
begin
  if key is null then
    agent := private.estate_agent(acting_as);
    caller := private.id_key(agent);
  end if;
  answer := private.answer_of(event_id, 'withdraw_bid', caller);
  if answer is not null then
    return answer;
  end if;
  select b.* into bid from public.property_bids b where b.id = withdraw_bid.bid_id;
  if bid.bidder_id is null or (key is not null and not exists (
      select from private.bidder_contacts c join public.bidders o on o.id = c.bidder_id
      where c.key_hash = hash and c.property_id = bid.property_id and bid.bidder_id in (o.id, o.joined_to))) then
    perform private.refuse('no-such-bid');
  end if;
  -- An acceptance locks its bid before the property.
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  select p.* into property from public.properties p where p.id = bid.property_id for update;
  select b.* into bid from public.property_bids b where b.id = withdraw_bid.bid_id for update;
  if bid.withdrawn_at is not null then
    answer := jsonb_build_object('outcome', 'unchanged', 'at', bid.withdrawn_at);
  elsif property.status = 'sold' then
    answer := jsonb_build_object('outcome', 'closed', 'status', 'sold');
  else
    perform private.begin_sale_event(event_id, agent);
    update public.property_bids b set withdrawn_at = clock_timestamp() where b.id = bid.id returning b.* into bid;
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'withdrawn', 'at', bid.withdrawn_at);
  end if;
  return private.keep_answer(event_id, 'withdraw_bid', caller, answer);
end;
$$;
comment on function public.withdraw_bid(uuid,uuid,text,text) is
  'Withdraws a bid, by the key of its bidder or by an agent: it is struck through and kept, and counts for nothing.';
grant execute on function public.withdraw_bid(uuid,uuid,text,text) to anon, authenticated;

create or replace function public.join_bidders(property_id uuid, event_id uuid, keep uuid, joined uuid, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'join_bidders', private.id_key(agent));
  kept public.bidders;
  other public.bidders;
begin
  if answer is not null then
    return answer;
  elsif coalesce(reason !~ '\S' or length(reason) > 1000, true) then
    perform private.refuse('no-reason', 'reason');
  end if;
  perform from public.properties p where p.id = join_bidders.property_id for update;
  select b.* into kept from public.bidders b where b.id = keep and b.property_id = join_bidders.property_id;
  select b.* into other from public.bidders b where b.id = joined and b.property_id = join_bidders.property_id;
  if kept.id is null or other.id is null or kept.id = other.id or kept.joined_to is not null then
    perform private.refuse('unreadable-value', 'joined');
  elsif other.joined_to is not null then
    answer := jsonb_build_object('outcome', 'unchanged');
  else
    update public.bidders b set joined_to = kept.id where other.id in (b.id, b.joined_to);
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(join_bidders.property_id, 'bidders_joined', null,
      jsonb_build_object('keep', kept.number, 'joined', other.number, 'reason', reason));
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'joined');
  end if;
  return private.keep_answer(event_id, 'join_bidders', private.id_key(agent), answer);
end;
$$;
comment on function public.join_bidders(uuid,uuid,uuid,uuid,text,text) is 'Two bidders who are one person. What the public read of each stays as it was.';
grant execute on function public.join_bidders(uuid,uuid,uuid,uuid,text,text) to authenticated;

create or replace function public.list_joined_bidders(property_id uuid)
  returns table(number integer, is_number integer)
  language sql stable security definer
  set search_path = ''
as $$
  select other.number, kept.number
  from public.bidders other join public.bidders kept on kept.id = other.joined_to
  where other.property_id = list_joined_bidders.property_id and other.number is not null and kept.number is not null
    and exists (select from public.properties p where p.id = other.property_id
      and (private.is_agent() or p.status in ('available', 'sold') and (not p.hide_bid_list or private.is_specified())))
  order by other.number;
$$;
comment on function public.list_joined_bidders(uuid) is 'Numbers that are one bidder, for `Bidder 3 is Bidder 2`, where the caller may read the bids.';
grant execute on function public.list_joined_bidders(uuid) to anon, authenticated;

create or replace function public.my_bids(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
begin
  -- A link that a mail brought takes the place of the lost key when its holder opens it.
  if exists (select from private.bidder_contacts c where c.next_key_hash = hash) then
    update private.bidder_contacts c set key_hash = hash, next_key_hash = null where c.next_key_hash = hash;
  end if;
  return (
    select coalesce((
      select jsonb_build_object('outcome', 'found', 'properties', jsonb_agg(jsonb_build_object(
        'property_id', p.id, 'title', p.title, 'status', case when p.status in ('available', 'sold') then p.status end,
        'number', own.number,
        'bids', (select jsonb_agg(jsonb_build_object('id', b.id, 'amount', b.amount, 'created_at', b.created_at, 'visibility', b.visibility,
            'withdrawn_at', b.withdrawn_at, 'conditions', d.conditions) order by b.created_at, b.id)
          from public.property_bids b left join public.bid_details d on d.bid_id = b.id where b.bidder_id in (o.id, own.id)),
        'public_bids', case when p.status in ('available', 'sold') and not p.hide_bid_list then (
          select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'bidder_name', b.bidder_name, 'amount', b.amount, 'created_at', b.created_at,
              'received_at', b.received_at, 'withdrawn_at', b.withdrawn_at, 'has_conditions', b.has_conditions, 'accepted', b.accepted,
              'is_own', coalesce(b.bidder_id in (o.id, own.id), false)) order by b.amount desc, b.id desc), '[]')
          from (select all_bids.* from public.property_bids all_bids where all_bids.property_id = p.id and all_bids.visibility = 'public'
            order by all_bids.amount desc, all_bids.id desc limit 100) b) end) order by p.created_at, p.id))
      from private.bidder_contacts c join public.bidders o on o.id = c.bidder_id join public.bidders own on own.id = coalesce(o.joined_to, o.id)
        join public.properties p on p.id = c.property_id
      where c.key_hash = hash having count(*) > 0), '{"outcome": "none"}'));
end;
$$;
comment on function public.my_bids(text) is
  'The bids of the key that a bidder''s device made, with their conditions, and the 100 highest that everybody reads; null where the list is hidden.';
grant execute on function public.my_bids(text) to anon, authenticated;

create or replace function public.open_contact(bidder_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  contact private.bidder_contacts;
begin
  perform private.estate_agent(acting_as);
  select c.* into contact from private.bidder_contacts c where c.bidder_id = open_contact.bidder_id;
  if contact.bidder_id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  perform private.add_to_trail('read', 'bidders', 'YSTAD', contact.bidder_id::text, null, jsonb_build_object('property_id', contact.property_id));
  return jsonb_build_object('outcome', 'opened', 'email', contact.email, 'phone', contact.phone);
end;
$$;
comment on function public.open_contact(uuid,text) is 'An agent reads how to reach a bidder, after the trail has who does.';
grant execute on function public.open_contact(uuid,text) to authenticated;
