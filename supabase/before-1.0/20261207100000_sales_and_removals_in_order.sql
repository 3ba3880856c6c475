-- A bid that is accepted locks itself and then its property; a property that is removed locks itself and then its bids. Two agents who did
-- both at once waited for each other, until PostgreSQL broke off one of them and that agent read that it could not be done. Now the two
-- wait for each other before either locks a row: an advisory lock, since a trigger for rows runs when its row is locked already.
create function private.one_sale_at_a_time() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  return null;
end;
$$;
revoke execute on function private.one_sale_at_a_time() from public;
create trigger property_bids_one_sale before update of accepted on public.property_bids
  for each statement execute function private.one_sale_at_a_time();
create trigger properties_one_sale before delete on public.properties
  for each statement execute function private.one_sale_at_a_time();
