-- Whoever signs up, bids or asks for links in another's name fills nobody's mailbox (document 5 §10).

set local check_function_bodies = off;

create or replace function private.tell_bidders_of_withdrawal(bid public.property_bids)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (about, channel, event, facts)
  select distinct on (c.email) c.bidder_id, 'estate-mail', 'bid_withdrawn', jsonb_build_object('bidder', bid.bidder_name, 'amount', bid.amount)
  from private.bidder_contacts c join public.bidders b on b.id = c.bidder_id
  where public.may_send_links() and bid.visibility = 'public' and c.property_id = bid.property_id and c.email is not null
    and bid.bidder_id not in (b.id, coalesce(b.joined_to, b.id))
    and exists (select from public.properties p where p.id = bid.property_id and not p.hide_bid_list and p.status in ('available', 'sold'))
    and not exists (select from private.followers f
      where f.property_id = c.property_id and f.email = c.email and f.confirmed_at is not null and f.ended_at is null)
    -- Whoever bids and withdraws in another's name fills nobody's mailbox.
    and private.bidder_mails(c.email, 'bid_withdrawn') < 20
  order by c.email, c.bidder_id;
$$;

create or replace function private.tell_of_viewing(viewing uuid)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (about, channel, event)
  select s.id, 'estate-mail', 'viewing_changed' from (
    -- An address that signed up several times hears of it once.
    select distinct on (s.email) s.id from private.viewing_signups s
    where public.may_send_links() and s.viewing_id = viewing and s.cancelled_at is null and s.email is not null
    order by s.email, s.created_at, s.id) s
  -- The mail says what holds when it is sent.
  where not exists (select from public.outbox o where o.about = s.id and o.attempts = 0 and o.sent_at is null and o.gave_up_at is null);
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
    and (select count(*) from public.outbox o where o.about = bidder and o.event = 'bid_link' and o.made_at > now() - interval '24 hours') < 5
    and private.bidder_mails(lower(trim(email)), 'bid_link') < 10 then
    insert into public.outbox (id, about, channel, event) values (message, bidder, 'estate-mail', 'bid_link');
    update private.bidder_contacts c set next_key_hash = private.hash_of_key(private.link_key(message)) where c.bidder_id = bidder;
  end if;
  return '{"outcome": "sent"}';
end;
$$;

create or replace function private.bidder_mails(address text, event text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.outbox o join private.bidder_contacts c on c.bidder_id = o.about
  where o.event = bidder_mails.event and o.made_at > now() - interval '24 hours' and c.email = address;
$$;

comment on function private.tell_bidders_of_withdrawal(public.property_bids) is 'Mails the other bidders that a public bid was withdrawn, each address once; who follows hears of it as a follower.';

comment on function private.bidder_mails(text,text) is 'The mails of a kind to a bidder''s address within a day, of all properties.';
