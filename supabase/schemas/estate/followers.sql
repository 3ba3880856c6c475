-- People who are told of new bids by mail, and links that bidders get by mail (document 5 §5).

create table private.followers (
  id uuid not null,
  created_at timestamptz default now() not null,
  property_id uuid not null,
  email text not null,
  key_hash text not null,
  mail_id uuid not null,
  mail_key_hash text not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  told_at timestamptz default clock_timestamp() not null,
  mailed_at timestamptz,
  constraint followers_pkey primary key (id),
  constraint followers_mail_key_key unique (mail_key_hash),
  constraint followers_email_length check (length(email) <= 320),
  constraint followers_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade
);

comment on table private.followers is 'People who wish to hear of new bids by mail, once they have confirmed their address.';
comment on column private.followers.mail_id is 'The message that asked for the confirmation; the key of all mails to the follower is made of it.';
comment on column private.followers.told_at is 'The moment up to which the follower has been told.';

create unique index followers_one_a_property_key on private.followers (property_id, email) where ended_at is null;
create index followers_key_idx on private.followers (key_hash);

alter table private.followers enable row level security;

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
comment on function public.follow_property(uuid,uuid,text,text) is
  'Asks a mail address whether it wishes to hear of new bids. The answer is the same for an address that follows already.';
grant execute on function public.follow_property(uuid,uuid,text,text) to anon, authenticated;

create or replace function public.confirm_follow(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  follower private.followers;
begin
  update private.followers f set confirmed_at = coalesce(f.confirmed_at, clock_timestamp()),
      told_at = case when f.confirmed_at is null then clock_timestamp() else f.told_at end
    where f.mail_key_hash = private.hash_of_key(key) and f.ended_at is null returning f.* into follower;
  if follower.id is null then
    return '{"outcome": "none"}';
  end if;
  return jsonb_build_object('outcome', 'confirmed', 'property_id', follower.property_id);
end;
$$;
comment on function public.confirm_follow(text) is 'Confirms a mail address by the key that the mail brought.';
grant execute on function public.confirm_follow(text) to anon, authenticated;

create or replace function public.end_follow(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update private.followers f set ended_at = clock_timestamp()
    where private.hash_of_key(key) in (f.mail_key_hash, f.key_hash) and f.ended_at is null;
  return jsonb_build_object('outcome', case when found then 'ended'
    when exists (select from private.followers f where f.mail_key_hash = private.hash_of_key(key)) then 'unchanged' else 'none' end);
end;
$$;
comment on function public.end_follow(text) is 'Ends mails about a property by the key of a mail, or all that a device asked for by its own.';
grant execute on function public.end_follow(text) to anon, authenticated;

create or replace function private.bidder_mails(address text, event text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.outbox o join private.bidder_contacts c on c.bidder_id = o.about
  where o.event = bidder_mails.event and o.made_at > now() - interval '24 hours' and c.email = address;
$$;
comment on function private.bidder_mails(text,text) is 'The mails of a kind to a bidder''s address within a day, of all properties.';

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
comment on function public.send_own_link(uuid,text) is
  'Mails a bidder who lost the key a new link, which replaces the key when it is opened. The answer is the same for an unknown address.';
grant execute on function public.send_own_link(uuid,text) to anon, authenticated;

create or replace function public.make_bid_link(bidder_id uuid, key_hash text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.estate_agent(acting_as);
  if coalesce(make_bid_link.key_hash, '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('unreadable-value', 'key_hash');
  end if;
  update private.bidder_contacts c set next_key_hash = make_bid_link.key_hash where c.bidder_id = make_bid_link.bidder_id;
  if not found then
    return '{"outcome": "gone"}';
  end if;
  perform private.add_to_trail('update', 'bidders', 'YSTAD', make_bid_link.bidder_id::text, null, '{"link": true}');
  return '{"outcome": "made"}';
end;
$$;
comment on function public.make_bid_link(uuid,text,text) is
  'An agent hands a bidder a new link, whose key the agent''s browser made. It replaces the lost key when it is opened.';
grant execute on function public.make_bid_link(uuid,text,text) to authenticated;

create or replace function private.news_of(follower private.followers, until timestamptz)
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
comment on function private.news_of(private.followers,timestamptz) is
  'What the public read of a property since a follower was told: bids, withdrawals, and that it was sold or is for sale again.';

create or replace function private.tell_followers(until timestamptz default clock_timestamp() - interval '10 seconds')
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  follower private.followers;
  news jsonb;
  told integer := 0;
begin
  for follower in
    select f.* from private.followers f
    where f.confirmed_at is not null and f.ended_at is null and (f.mailed_at is null or f.mailed_at <= until - interval '5 minutes')
      and exists (select from public.sale_events e where e.property_id = f.property_id and e.at > f.told_at and e.at <= until)
    order by f.told_at limit 2000 for update skip locked
  loop
    news := private.news_of(follower, until);
    if news is not null and public.may_send_links() then
      insert into public.outbox (about, channel, event, facts) values (follower.id, 'estate-mail', 'follow_news', jsonb_build_object('news', news));
      told := told + 1;
    end if;
    update private.followers f set told_at = until, mailed_at = case when news is null then f.mailed_at else until end where f.id = follower.id;
  end loop;
  return told;
end;
$$;
comment on function private.tell_followers(timestamptz) is
  'Mails followers what came since the last mail, at most every five minutes. Ten seconds lie between an event and its mail: no statement '
  'takes longer, so that none is committed behind the moment up to which a follower was told.';

create or replace function private.tell_agents(event text, property uuid, facts jsonb)
  returns void
  language sql
  set search_path = ''
as $$
  select private.tell_hooks(event, 'YSTAD', private.site_of('YSTAD'), property, null,
    jsonb_build_object('title', (select p.title from public.properties p where p.id = property)) || facts);
$$;
comment on function private.tell_agents(text,uuid,jsonb) is 'Tells the agents'' receivers of a sale, without anybody''s name.';

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
comment on function private.tell_bidders_of_withdrawal(public.property_bids) is
  'Mails the other bidders that a public bid was withdrawn, each address once; who follows hears of it as a follower.';

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
comment on function private.tell_of_viewing(uuid) is 'Mails those who signed up that a viewing was changed or cancelled.';

create or replace function private.estate_mail_of(message uuid, event text, about uuid)
  returns table(email text, link_key text, facts jsonb)
  language sql stable
  set search_path = ''
as $$
  select c.email, case when event = 'bid_link' then case when private.hash_of_key(private.link_key(message)) in (c.next_key_hash, c.key_hash) then private.link_key(message) end end,
    jsonb_build_object('title', p.title, 'property_id', p.id)
  from private.bidder_contacts c join public.properties p on p.id = c.property_id
  where event in ('bid_link', 'bid_withdrawn') and c.bidder_id = about
  union all
  select f.email, private.link_key(f.mail_id), jsonb_build_object('title', p.title, 'property_id', p.id)
  from private.followers f join public.properties p on p.id = f.property_id
  where event in ('follow_confirm', 'follow_news') and f.id = about and f.ended_at is null
  union all
  select s.email, null, jsonb_build_object('title', p.title, 'property_id', p.id, 'starts_at', v.starts_at, 'ends_at', v.ends_at,
    'note', v.note, 'is_cancelled', v.cancelled_at is not null)
  from private.viewing_signups s join public.viewings v on v.id = s.viewing_id join public.properties p on p.id = v.property_id
  where event = 'viewing_changed' and s.id = about and s.cancelled_at is null;
$$;
comment on function private.estate_mail_of(uuid,text,uuid) is
  'Receiver, key and facts of a mail to a visitor of the listings, looked up when it is sent; no row where nothing is to be sent any more.';

create or replace function private.erase_visitors(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  gone integer;
  more integer;
begin
  delete from private.viewing_signups s where s.id in (
    select s.id from private.viewing_signups s join public.viewings v on v.id = s.viewing_id where v.ends_at < now() - interval '3 months' limit most);
  get diagnostics gone = row_count;
  delete from private.followers f where f.id in (
    select f.id from private.followers f join public.properties p on p.id = f.property_id
    where least(f.ended_at, p.assignment_ended_on::timestamptz, case when f.confirmed_at is null then f.created_at end) < now() - interval '30 days' limit most);
  get diagnostics more = row_count;
  return gone + more;
end;
$$;
comment on function private.erase_visitors(integer) is
  'Erases sign-ups three months after their viewing, and followers 30 days after the end; who never confirmed goes 30 days after the wish.';
