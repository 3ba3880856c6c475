-- An accepted bid sells its property in the same transaction (document 2 §4). The screen makes two calls, the bid and then the property
-- (document 2 §7): whoever was cut off between them left an accepted bid on an unsold property, which kept every other bid from being
-- accepted. The second call finds the property sold and changes nothing.
--
-- Bids that were left so stay as they are, since a migration sells no house: accepting such a bid once more sells by it, and another status
-- of the property takes its mark away, as before.

-- With the agent's own rights: whoever may accept a bid may change the property.
create function private.sell_by_accepted_bid() returns trigger
language plpgsql set search_path = ''
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
revoke execute on function private.sell_by_accepted_bid() from public;
-- Also for a bid that was accepted before: of those that were left, accepting them once more sells.
create trigger property_bids_sell_property after update of accepted on public.property_bids
  for each row when (new.accepted) execute function private.sell_by_accepted_bid();
