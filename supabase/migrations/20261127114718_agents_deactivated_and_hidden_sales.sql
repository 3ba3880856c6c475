-- Agents who are deactivated are none in `specified` either; sales name no hidden bid; who leaves sold loses the accepted bid; an undone return lies over no later turn.

set local check_function_bodies = off;

create or replace function private.is_agent()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  ) and case when private.is_specified() then not private.is_deactivated((select auth.uid()))
    else private.is_login_alive() and private.is_login_strong('agent') and not private.must_choose_password((select auth.uid())) end;
$$;

create or replace function private.rights_of_logins(accounts uuid[], logins uuid[])
  returns TABLE(n bigint, rights text, until timestamp with time zone)
  language sql stable
  set search_path = ''
as $$
  with facts as (
    select w.n, s.kind, s.project_id, s.site_id, s.serves_all,
      array(select h.site from public.handler_sites h where h.account_id = w.account order by h.site) as sites, coalesce(s.must_change_password, false) as must_change,
      l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
        and (l.not_after is null or l.not_after > now()) as is_of_today,
      e.ends > now() and l.created_at <= now() + interval '10 minutes' as is_alive,
      (select min(t.moment) from unnest(array[l.created_at - interval '10 minutes', l.created_at + interval '8 hours', l.not_after, e.ends])
        as t(moment) where t.moment > now()) as until,
      coalesce(u.raw_app_meta_data ->> 'must_change_password' = 'true', false) as must_choose,
      u.email_confirmed_at is not null as is_confirmed,
      l.aal::text in ('aal2', 'aal3') as has_shown,
      exists (select from auth.mfa_factors f where f.user_id = l.user_id and f.status::text = 'verified') as has_factor,
      exists (select from public.user_roles r where r.user_id = w.account and r.role = 'admin') as is_admin,
      exists (select from public.user_roles r where r.user_id = w.account and r.role in ('admin', 'employee')) as is_employee,
      private.is_deactivated(w.account) as is_deactivated,
      coalesce(p.require_second_factor, '{}') as demanded, coalesce(p.security_profile = 'specified', false) as is_specified
    from unnest(accounts, logins) with ordinality as w(account, login, n)
      left join auth.sessions l on l.id = w.login and l.user_id = w.account
      left join auth.users u on u.id = l.user_id
      cross join lateral (select least(l.not_after, case
        when u.email ~* '@.+\.konto\.parkering\.example$' then l.created_at + interval '8 hours'
        else coalesce(l.refreshed_at at time zone 'UTC', l.created_at) + interval '30 days'
      end) as ends) e
      left join public.staff_accounts s on s.account_id = l.user_id
      left join private.settings p on true
  )
  select f.n, jsonb_build_array(
    coalesce(is_alive, false),
    case when is_of_today and not must_change and not is_specified and (has_shown or not (has_factor or kind = any (demanded)))
      then jsonb_build_array(kind, project_id, site_id, serves_all, sites) end,
    coalesce(is_admin and is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified and not is_deactivated or not is_specified and (is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false),
    coalesce(is_alive and is_confirmed and (has_shown or not (has_factor
      or coalesce(kind, case when is_admin then 'account-admin' when is_employee then 'agent' else '' end) = any (demanded))), false)
  )::text, f.until from facts f;
$$;

create or replace function private.sources_of_rights()
  returns TABLE(source regclass, account_column text)
  language sql stable
  set search_path = ''
as $$
  values ('auth.sessions'::regclass, 'user_id'), ('auth.users', 'id'), ('auth.mfa_factors', 'user_id'),
    ('public.staff_accounts', 'account_id'), ('public.handler_sites', 'account_id'), ('public.user_roles', 'user_id'), ('public.profiles', 'id'),
    ('private.settings', null);
$$;

create or replace function public.record_sale_event(property_id uuid, event_id uuid, kind text, expected text, bid_id uuid, newest_seen_bid_id uuid, day date, reason text, acting_as text)
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

create or replace function public.undo_return(turn_id uuid, event_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  found_ record := private.open_turn(turn_id, acting_as);
  actor private.taxi_actor := found_.actor;
  turn public.vehicle_turns;
  answer jsonb := private.answer_of(event_id, 'undo_return', private.id_key(actor.id));
  vehicle public.vehicles;
begin
  if answer is not null then
    return answer;
  end if;
  perform private.lock_cars();
  select t.* into turn from public.vehicle_turns t where t.id = turn_id for update;
  select v.* into vehicle from public.vehicles v where v.id = turn.vehicle_id;
  if turn.ended_at is null then
    answer := jsonb_build_object('outcome', 'unchanged', 'turn', private.turn_as_json(turn));
  elsif turn.ended_by not in ('chauffeur', 'admin') or turn.returned_at is null or vehicle.state <> 'in_service'
    or exists (select from public.vehicle_turns t where t.ended_at is null and (t.vehicle_id = turn.vehicle_id
      or (t.project_id = turn.project_id and t.chauffeur_id = turn.chauffeur_id)))
    -- A turn that runs on would lie over a later one: its hours would count twice.
    or exists (select from public.vehicle_turns t where t.taken_at > turn.taken_at and (t.vehicle_id = turn.vehicle_id
      or (t.project_id = turn.project_id and t.chauffeur_id = turn.chauffeur_id))) then
    answer := jsonb_build_object('outcome', 'changed', 'now', vehicle.state);
  elsif not exists (select from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
    and e.received_at >= clock_timestamp() - interval '60 seconds') then
    answer := jsonb_build_object('outcome', 'too_late', 'at', turn.ended_at);
  else
    update public.vehicle_turns t set ended_at = null, ended_by = null, ended_by_id = null, reason = null, returned_at = null, end_km = null
      where t.id = turn_id returning t.* into turn;
    update public.vehicles v set odometer = (
        select (e.data ->> 'odometer_before')::integer from public.vehicle_events e where e.turn_id = turn.id and e.kind = 'ended'
        order by e.received_at desc limit 1)
      where v.id = vehicle.id;
    perform private.note_vehicle(vehicle, turn_id, 'undone', actor.id, clock_timestamp(), '{}', event_id);
    answer := jsonb_build_object('outcome', 'undone', 'turn', private.turn_as_json(turn));
  end if;
  return private.keep_answer(event_id, 'undo_return', private.id_key(actor.id), answer);
end;
$$;

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

create trigger properties_leave_sold after update of status on public.properties
  for each row when (old.status = 'sold' and new.status <> 'sold') execute function private.leave_sold();

create trigger properties_one_status before update of status on public.properties
  for each statement execute function private.one_sale_at_a_time();

comment on function private.is_agent() is 'Agents: in `hardened` a login that has ended counts no more; in `specified`, where tokens outlive it, the account must not be deactivated.';

comment on function private.leave_sold() is 'A property that is sold no more has no accepted bid, also when a form overtakes an acceptance; else no other bid could be accepted.';
