-- Cards of properties tell the highest bid and how many there are (document 2 §4). Their list asks for two figures a property instead of for
-- all its bids. With the caller's own rights: nobody is told of bids that they may not read.
create function public.get_bid_figures(property_ids uuid[])
returns table (property_id uuid, highest numeric, bids bigint)
language sql stable set search_path = ''
as $$
  select p.id, b.highest, b.bids
  from public.properties p
  cross join lateral (
    select max(one.amount) as highest, count(*) as bids from public.property_bids one where one.property_id = p.id
  ) b
  -- A hidden list is hidden in the profile specified too, where its rows are not.
  where p.id = any (get_bid_figures.property_ids[1:100]) and (not p.hide_bid_list or (select private.is_agent()));
$$;
comment on function public.get_bid_figures is 'The highest bid on each of up to 100 properties, and how many there are, where the caller may read them.';
revoke execute on function public.get_bid_figures(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.get_bid_figures(uuid[]) to anon, authenticated;
