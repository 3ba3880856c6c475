-- own bids with the public list: a bidder's own page has the bids that everybody reads (document 5 §5), and the key of a joined bidder keeps its earlier bids.

set local check_function_bodies = off;

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

comment on function public.my_bids(text) is 'The bids of the key that a bidder''s device made, with their conditions, and the 100 highest that everybody reads; null where the list is hidden.';
