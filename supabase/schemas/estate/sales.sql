-- Triggers that keep a sale and its bids in order.

create or replace function private.one_sale_at_a_time()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  return null;
end;
$$;
comment on function private.one_sale_at_a_time() is
  'A bid that is accepted locks itself and then its property; a property that is removed locks itself and then its bids. Two agents who did '
  'both at once waited for each other, until PostgreSQL broke off one of them and that agent read that it could not be done. Now the two wait '
  'for each other before either locks a row: an advisory lock, since a trigger for rows runs when its row is locked already.';

create or replace function private.refuse_bid_on_unavailable_property()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property public.properties;
begin
  -- Rules of a broker's list write their bids themselves, an agent's in every state.
  if private.sale_event() is not null then
    return new;
  end if;
  select p.* into property from public.properties p where p.id = new.property_id for share;
  if property.status is distinct from 'available' then
    raise exception 'The property is not open for bids.'
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  elsif property.bid_mode = 'broker' then
    perform private.refuse('bid-by-function');
  end if;
  return new;
end;
$$;
comment on function private.refuse_bid_on_unavailable_property() is
  'A bid on a property that is hidden, sold or not there gets one and the same refusal: a bidder learns nothing from it.';

create or replace function private.sell_by_accepted_bid()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Everybody reads what the property names.
  update public.properties p set status = 'sold', accepted_bid_id = case when new.visibility = 'public' then new.id end where p.id = new.property_id and p.status <> 'sold';
  if not found and not exists (select from public.properties p where p.id = new.property_id and p.accepted_bid_id = new.id) then
    raise exception 'The property is sold otherwise.'
      using errcode = '23514', constraint = 'property_bids_property_unsold', table = 'property_bids', schema = 'public';
  end if;
  return null;
end;
$$;
comment on function private.sell_by_accepted_bid() is
  'An accepted bid sells its property, with the agent''s own rights: whoever may accept a bid may change the property.';

create or replace function public.get_bid_figures(property_ids uuid[])
  returns TABLE(property_id uuid, highest numeric, bids bigint)
  language sql stable
  set search_path = ''
as $$
  select p.id, b.highest, b.bids
  from public.properties p
  cross join lateral (
    select max(one.amount) as highest, count(*) as bids from public.property_bids one
    where one.property_id = p.id and one.visibility = 'public' and one.withdrawn_at is null
  ) b
  -- A hidden list is hidden in the profile specified too, where its rows are not.
  where p.id = any (get_bid_figures.property_ids[1:100]) and (not p.hide_bid_list or (select private.is_agent()));
$$;
comment on function public.get_bid_figures(uuid[]) is
  'The highest bid on each of up to 100 properties, and how many there are, where the caller may read them.';
grant execute on function public.get_bid_figures(uuid[]) to anon, authenticated;

create or replace function private.sale_event()
  returns jsonb
  language sql stable
  set search_path = ''
as $$ select nullif(current_setting('parkering.sale_event', true), '')::jsonb; $$;
comment on function private.sale_event() is 'The event {id, by, data} of a rule that is under way; null for a change by the table API.';

create or replace function private.begin_sale_event(event uuid, agent text, data jsonb default '{}')
  returns void
  language sql
  set search_path = ''
as $$
  select set_config('parkering.sale_event', jsonb_build_object('id', event, 'by', agent, 'data', data)::text, true);
$$;
comment on function private.begin_sale_event(uuid,text,jsonb) is 'What triggers write from here on belongs to this event.';

create or replace function private.end_sale_event()
  returns void
  language sql
  set search_path = ''
as $$ select set_config('parkering.sale_event', '', true); $$;
comment on function private.end_sale_event() is 'Ends the event that a rule began.';

create or replace function private.note_sale(property uuid, kind text, bid uuid default null, data jsonb default '{}')
  returns void
  language sql security definer
  set search_path = ''
as $$
  insert into public.sale_events (id, property_id, bid_id, kind, by, data)
    select coalesce((e.event ->> 'id')::uuid, gen_random_uuid()), property, bid, kind,
      case when e.event is null then (select w.id from private.who_acts() w) else e.event ->> 'by' end, data || coalesce(e.event -> 'data', '{}')
    from (select private.sale_event() as event) e;
$$;
comment on function private.note_sale(uuid,text,uuid,jsonb) is 'Notes what happened in a sale, under the id of the rule that did it.';

create or replace function private.note_bid()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.note_sale(new.property_id, 'bid_placed', new.id,
      jsonb_build_object('amount', new.amount, 'visibility', new.visibility, 'source', new.source, 'after_contract',
        (select p.status = 'sold' from public.properties p where p.id = new.property_id)));
    return null;
  end if;
  if new.visibility <> old.visibility then
    perform private.note_sale(new.property_id, case new.visibility when 'public' then 'bid_shown' else 'bid_hidden' end, new.id);
  end if;
  if new.withdrawn_at is not null and old.withdrawn_at is null then
    perform private.note_sale(new.property_id, 'bid_withdrawn', new.id);
    perform private.tell_bidders_of_withdrawal(new);
    if new.visibility = 'public' then
      perform private.tell_agents('bid_withdrawn', new.property_id, jsonb_build_object('bidder', case when new.bidder_id is not null then new.bidder_name end, 'amount', new.amount));
    end if;
  end if;
  -- A step of a sale is noted by its rule (public.record_sale_event).
  if new.accepted <> old.accepted and private.sale_event() is null then
    update public.property_sales s set undone_at = clock_timestamp() where s.property_id = new.property_id and s.undone_at is null;
    if new.accepted then
      insert into public.property_sales (property_id, bid_id, accepted_by)
        select new.property_id, new.id, w.id from private.who_acts() w;
    end if;
    perform private.note_sale(new.property_id, case when new.accepted then 'accepted' else 'acceptance_undone' end, new.id);
  end if;
  return null;
end;
$$;
comment on function private.note_bid() is 'Notes bids and acceptances, from whichever way in they come, in the transaction that makes them.';

create or replace function private.keep_acceptance()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  has_step boolean;
begin
  if private.sale_event() is not null then
    return new;
  end if;
  select p.contract_step into has_step from public.properties p where p.id = new.property_id;
  if new.accepted and new.withdrawn_at is not null then
    perform private.refuse('bid-withdrawn');
  elsif has_step then
    perform private.refuse(case when new.accepted then 'contract-unsigned' else 'contract-first' end);
  end if;
  return new;
end;
$$;
comment on function private.keep_acceptance() is
  'A withdrawn bid is not accepted, and with a contract step an acceptance comes and goes by its rule alone.';

create or replace function private.keep_sale()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated', 'service_role') then
    return new;
  end if;
  if (new.contract_pending, new.assignment_ended_on) is distinct from (old.contract_pending, old.assignment_ended_on) then
    perform private.refuse('sale-by-function');
  elsif new.bid_mode <> old.bid_mode and exists (select from public.property_bids b where b.property_id = new.id) then
    perform private.refuse('bids-came', 'bid_mode');
  elsif old.contract_pending and (new.status <> old.status or new.contract_step <> old.contract_step) then
    perform private.refuse('acceptance-first', 'status');
  elsif old.contract_step and old.status = 'sold' and (new.status <> old.status or new.accepted_bid_id is distinct from old.accepted_bid_id) then
    perform private.refuse('contract-first', 'status');
  elsif new.contract_step and (new.status = 'sold' and old.status <> 'sold' or new.accepted_bid_id is distinct from old.accepted_bid_id) then
    perform private.refuse('contract-unsigned', 'status');
  end if;
  return new;
end;
$$;
comment on function private.keep_sale() is
  'A form changes neither a sale under way nor the way of bidding after the first bid; public.record_sale_event does the steps.';

create or replace function private.leave_sold()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  bid uuid;
begin
  -- A rule that undoes a contract has done it.
  if private.sale_event() is not null then
    return null;
  end if;
  update public.property_bids b set accepted = false where b.property_id = new.id and b.accepted;
  -- A hidden bid that won stands in the sale alone.
  update public.property_sales s set undone_at = clock_timestamp() where s.property_id = new.id and s.undone_at is null returning s.bid_id into bid;
  if bid is not null then
    perform private.note_sale(new.id, 'acceptance_undone', bid);
  end if;
  update public.properties p set accepted_bid_id = null where p.id = new.id and p.accepted_bid_id is not null;
  return null;
end;
$$;
comment on function private.leave_sold() is
  'A property that is sold no more has no accepted bid, also when a form overtakes an acceptance; else no other bid could be accepted.';

create or replace function private.keep_broker_bids()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if old.bid_mode = 'broker' and exists (select from public.property_bids b where b.property_id = old.id) then
    perform private.refuse('property-with-bids');
  end if;
  return old;
end;
$$;
comment on function private.keep_broker_bids() is 'The list of bids that an agent keeps outlives the wish to remove its property.';

create or replace function private.note_bidding_rules()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  rules constant text[] := '{bid_mode,higher_only,bid_step,bid_release,hidden_bids,contract_step}';
  changes jsonb;
begin
  if new.hide_bid_list <> old.hide_bid_list then
    perform private.note_sale(new.id, case when new.hide_bid_list then 'list_hidden' else 'list_shown' end);
  end if;
  select jsonb_object_agg(r.key, r.value) into changes from jsonb_each(to_jsonb(new)) r
    where r.key = any (rules) and r.value is distinct from to_jsonb(old) -> r.key;
  if changes is not null then
    perform private.note_sale(new.id, 'rule_changed', null, changes);
  end if;
  return null;
end;
$$;
comment on function private.note_bidding_rules() is 'Notes rules of bidding that an agent changed, and when the public saw the bids.';

create or replace function private.erase_estate(most integer)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  over uuid[];
  details uuid[];
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  over := array(select b.id from public.bidders b join public.properties p on p.id = b.property_id
    where p.assignment_ended_on < (now() - interval '10 years')::date limit most);
  with gone as (
    delete from public.bid_details d using public.property_bids b where b.id = d.bid_id and b.bidder_id = any (over) returning d.id
  ) select array_agg(g.id) into details from gone g;
  delete from public.bidders b where b.id = any (over);
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{bidders,bid_details}', over || coalesce(details, '{}'));
  perform set_config('parkering.erases', before, true);
  return cardinality(over) + private.erase_visitors(most);
end;
$$;
comment on function private.erase_estate(integer) is
  'Erases bidders and conditions ten years after the assignment ended, and visitors before, at most so many of each. Gives how many.';
