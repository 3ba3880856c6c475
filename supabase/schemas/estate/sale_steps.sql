-- Steps of a sale that an agent records, and the list of bids that is handed over (document 5 §5).

create or replace function private.newer_bids(property uuid, seen uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', b.id, 'amount', b.amount, 'bidder_name', b.bidder_name, 'name', o.name, 'visibility', b.visibility,
    'has_conditions', b.has_conditions, 'created_at', b.created_at) order by b.created_at, b.id)
  from public.property_bids b left join public.bidders o on o.id = b.bidder_id
  where b.property_id = property and b.withdrawn_at is null
    and (b.created_at, b.id) > coalesce((select (s.created_at, s.id) from public.property_bids s where s.id = seen and s.property_id = property),
      ('-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid));
$$;
comment on function private.newer_bids(uuid,uuid) is 'The bids that came after the newest one on an agent''s screen, in the order of time.';

create or replace function private.accept_bid(property public.properties, bid uuid, agent text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  update public.property_sales s set undone_at = clock_timestamp() where s.property_id = property.id and s.undone_at is null;
  insert into public.property_sales (property_id, bid_id, accepted_by) values (property.id, bid, agent);
  if property.contract_step then
    update public.properties p set contract_pending = true where p.id = property.id and not p.contract_pending;
  else
    perform private.sell(property.id, bid);
  end if;
end;
$$;
comment on function private.accept_bid(public.properties,uuid,text) is 'A bid is accepted in the place of the one before: the contract is prepared, or without such a step the property is sold.';

create or replace function private.sell(property uuid, bid uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  is_public constant boolean := (select b.visibility = 'public' from public.property_bids b where b.id = bid);
begin
  update public.properties p set status = 'sold', contract_pending = false, accepted_bid_id = case when is_public then bid end where p.id = property;
  -- Everybody reads what the property names: a hidden bid that won stays hidden, and stands in the sale.
  update public.property_bids b set accepted = true where b.id = bid and is_public;
end;
$$;
comment on function private.sell(uuid,uuid) is 'Sells a property by a bid.';

create or replace function private.take_sale_step(property public.properties, kind text, bid_id uuid, day date, agent text)
  returns text
  language plpgsql
  set search_path = ''
as $$
declare
  sale constant public.property_sales := (select s from public.property_sales s where s.property_id = property.id and s.undone_at is null);
begin
  case kind
    when 'accepted' then
      perform private.accept_bid(property, bid_id, agent);
    when 'contract_signed' then
      update public.property_sales s set contract_signed_on = day where s.id = sale.id;
      perform private.sell(property.id, sale.bid_id);
      perform private.tell_agents('property_sold', property.id, '{}');
    when 'acceptance_undone', 'contract_undone' then
      update public.property_sales s set undone_at = clock_timestamp() where s.id = sale.id;
      update public.property_bids b set accepted = false where b.property_id = property.id and b.accepted;
      update public.properties p set status = 'available', contract_pending = false, accepted_bid_id = null where p.id = property.id;
    else
      update public.properties p set assignment_ended_on = day where p.id = property.id;
  end case;
  return (select private.sale_state(p) from public.properties p where p.id = property.id);
end;
$$;
comment on function private.take_sale_step(public.properties,text,uuid,date,text) is 'Takes a step that fits the state of a sale. Gives the state after it.';

create or replace function public.record_sale_event(property_id uuid, event_id uuid, kind text, expected text, bid_id uuid,
    newest_seen_bid_id uuid, day date, reason text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'record_sale_event', private.id_key(agent));
  property public.properties;
  state text;
  sale public.property_sales;
  bid public.property_bids;
  newer jsonb;
begin
  if answer is not null then
    return answer;
  elsif kind is null or kind not in ('accepted', 'acceptance_undone', 'contract_signed', 'contract_undone', 'assignment_ended') then
    perform private.refuse('unreadable-value', 'kind');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  select p.* into property from public.properties p where p.id = record_sale_event.property_id for update;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  end if;
  state := private.sale_state(property);
  select s.* into sale from public.property_sales s where s.property_id = property.id and s.undone_at is null;
  if (kind = 'accepted' and sale.bid_id = record_sale_event.bid_id) or (kind = 'acceptance_undone' and state = 'available')
    or (kind = 'contract_signed' and state = 'sold') or (kind = 'contract_undone' and state = 'available')
    or (kind = 'assignment_ended' and property.assignment_ended_on = day) then
    answer := jsonb_build_object('outcome', 'unchanged', 'status', state);
  elsif state is distinct from expected or (kind in ('acceptance_undone', 'contract_signed') and state <> 'contract_pending')
    or (kind = 'contract_undone' and state <> 'sold') or (kind = 'accepted' and state in ('sold', 'off_market')) then
    answer := private.change_of_sale(property.id, state);
  elsif coalesce(reason !~ '\S' or length(reason) > 1000, true)
    and (kind in ('acceptance_undone', 'contract_undone') or (kind = 'accepted' and state = 'contract_pending')) then
    perform private.refuse('no-reason', 'reason');
  elsif day is null and kind in ('contract_signed', 'assignment_ended') then
    perform private.refuse('no-contract-day', 'day');
  elsif kind = 'accepted' or kind = 'contract_signed' then
    select b.* into bid from public.property_bids b
      where b.id = case kind when 'accepted' then record_sale_event.bid_id else sale.bid_id end and b.property_id = property.id;
    newer := case kind when 'accepted' then private.newer_bids(property.id, newest_seen_bid_id) end;
    if bid.id is null then
      perform private.refuse('no-such-bid');
    elsif bid.withdrawn_at is not null then
      answer := jsonb_build_object('outcome', 'withdrawn', 'at', bid.withdrawn_at);
    elsif newer is not null then
      -- Nothing is kept: the agent looks, and asks again.
      return jsonb_build_object('outcome', 'newer_bids', 'bids', newer);
    end if;
  end if;
  if answer is null then
    perform private.begin_sale_event(event_id, agent);
    state := private.take_sale_step(property, kind, bid.id, day, agent);
    perform private.note_sale(property.id, kind, coalesce(bid.id, sale.bid_id),
      jsonb_strip_nulls(jsonb_build_object('reason', reason, 'day', day, 'instead_of', case when kind = 'accepted' then sale.bid_id end)));
    perform private.end_sale_event();
    answer := jsonb_build_object('outcome', 'recorded', 'status', state);
  end if;
  return private.keep_answer(event_id, 'record_sale_event', private.id_key(agent), answer);
end;
$$;
comment on function public.record_sale_event(uuid,uuid,text,text,uuid,uuid,date,text,text) is
  'An agent accepts a bid, notes the contract, undoes either, or ends the assignment. An acceptance from an old list is told of newer bids first.';
grant execute on function public.record_sale_event(uuid,uuid,text,text,uuid,uuid,date,text,text) to authenticated;

create or replace function public.bid_list(property_id uuid, purpose text, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  agent constant text := private.estate_agent(acting_as);
  answer jsonb := private.answer_of(event_id, 'bid_list', private.id_key(agent));
  property public.properties;
begin
  if purpose is null or purpose not in ('agent', 'seller', 'buyer', 'anonymous') then
    perform private.refuse('unreadable-value', 'purpose');
  end if;
  select p.* into property from public.properties p where p.id = bid_list.property_id;
  if property.id is null then
    return jsonb_build_object('outcome', 'gone');
  elsif purpose in ('seller', 'buyer') and property.assignment_ended_on is null then
    return jsonb_build_object('outcome', 'not_ended');
  end if;
  if purpose <> 'anonymous' then
    perform private.add_to_trail('read', 'bidders', 'YSTAD', null, null, jsonb_build_object('property_id', property.id, 'purpose', purpose));
  end if;
  if not exists (select from public.sale_events e where e.id = event_id) then
    perform private.begin_sale_event(event_id, agent);
    perform private.note_sale(property.id, 'list_printed', null, jsonb_build_object('purpose', purpose));
    perform private.end_sale_event();
  end if;
  select jsonb_build_object('outcome', 'list', 'purpose', purpose, 'printed_at', clock_timestamp(), 'bids', coalesce(jsonb_agg(
      jsonb_build_object('id', b.id, 'bidder', case when o.number is not null then 'Bidder ' || o.number when purpose = 'anonymous' then 'Anonymous' else b.bidder_name end,
        'amount', b.amount, 'at', coalesce(b.received_at, b.created_at), 'source', b.source,
        'is_hidden', b.visibility <> 'public', 'withdrawn_at', b.withdrawn_at, 'conditions', d.conditions,
        'is_accepted', s.id is not null, 'is_after_contract', b.created_at > s2.signed_at)
      || case when purpose = 'anonymous' then '{}' else jsonb_build_object('name', o.name, 'email', c.email, 'phone', c.phone) end
      order by coalesce(b.received_at, b.created_at), b.id), '[]'))
    into answer
    from public.property_bids b
      left join public.bidders first on first.id = b.bidder_id
      left join public.bidders o on o.id = coalesce(first.joined_to, first.id)
      left join private.bidder_contacts c on c.bidder_id = o.id
      left join public.bid_details d on d.bid_id = b.id
      left join public.property_sales s on s.property_id = b.property_id and s.bid_id = b.id and s.undone_at is null
      left join lateral (select max(e.at) as signed_at from public.sale_events e
        where e.property_id = b.property_id and e.kind = 'contract_signed' and property.status = 'sold') s2 on true
    where b.property_id = property.id;
  -- What is handed over holds contacts, which no answer keeps: a repeated call reads the list anew.
  return answer;
end;
$$;
comment on function public.bid_list(uuid,text,uuid,text) is
  'All bids in the order of time with their conditions, hidden and withdrawn ones marked. Seller and buyer get it when the assignment has ended, before that an anonymous one.';
grant execute on function public.bid_list(uuid,text,uuid,text) to authenticated;
