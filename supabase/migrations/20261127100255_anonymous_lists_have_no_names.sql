-- anonymous lists have no names: a bid without a number has the name that its bidder typed.

set local check_function_bodies = off;

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
