-- Messages of the outbox: triggers that write them, and functions that take and settle them.

create or replace function private.hold_messages_back(hook uuid, wait interval)
  returns void
  language sql
  set search_path = ''
as $$
  update public.outbox o set due_at = greatest(o.due_at, now() + wait)
  where o.hook_id = hook and o.sent_at is null and o.gave_up_at is null;
$$;
comment on function private.hold_messages_back(uuid,interval) is 'Lets nothing go to a receiver for a while that asked to be left alone.';

create or replace function private.keep_hook_address()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Each event makes a message for each of them. Calls at once count one after the other.
  if coalesce(current_setting('request.jwt.claims', true), '') <> '' then
    perform pg_advisory_xact_lock(hashtextextended('receivers of ' || new.project_id, 0));
    if (select count(*) from public.message_hooks h where h.project_id = new.project_id) >= 20 then
      perform private.refuse('too-many-receivers');
    end if;
  end if;
  if new.channel is distinct from 'discord' then
    new.address := '';
    return new;
  end if;
  begin
    insert into private.hook_addresses (hook_id, address) values (new.id, new.address);
  exception when check_violation or not_null_violation then
    -- The error of the check itself would repeat the address.
    perform private.refuse('no-webhook');
  end;
  new.address := split_part(new.address, '/', 3) || ' …' || right(new.address, 4);
  return new;
end;
$$;
comment on function private.keep_hook_address() is
  'Checks and keeps the address of a receiver: twenty at most a site, mail only while the site has a contact.';

create or replace function private.mail_decision(fine public.fines, objection public.objections)
  returns uuid
  language plpgsql
  set search_path = ''
as $$
declare
  message uuid;
begin
  if (select count(*) from public.outbox o where o.fine_id = fine.id and o.event = 'decision'
    and o.facts ->> 'objection_id' = objection.id::text and o.made_at > now() - interval '24 hours') >= 5 then
    perform private.refuse('reply-sent-often', 'objection_id');
  end if;
  insert into public.outbox (project_id, fine_id, about, channel, event, facts)
  select fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', case when fine.status = 'paid' then 0 else fine.left_ore end,
    'due_date', fine.due_date, 'lang', objection.lang)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id into message;
  return message;
end;
$$;
comment on function private.mail_decision(public.fines,public.objections) is
  'The mail of a decision to whoever objected; none where the server sends no mail or nobody gave an address. Null then.';

create or replace function private.remove_old_messages(kept interval)
  returns void
  language sql
  set search_path = ''
as $$
  delete from public.outbox o where o.made_at < now() - kept;
  -- An open invitation stays: its account waits for somebody.
  delete from private.account_links l
    where l.expires_at < now() - kept and not (l.kind = 'invitation' and l.used_at is null and l.ended_at is null);
$$;
comment on function private.remove_old_messages(interval) is
  'Removes messages that are older, whatever became of them: they may say whose car stood where. Links that are over go too.';

create or replace function private.settle_message(message uuid, attempt integer, outcome text, wait interval, error text)
  returns void
  language sql
  set search_path = ''
as $$
  with settled as (
    update public.outbox o
    set sent_at = case when outcome = 'sent' then now() end,
      gave_up_at = case when outcome = 'given-up' then now() end,
      due_at = now() + case when outcome = 'later' then wait else interval '0' end,
      last_error = left(error, 300)
    where o.id = message and o.attempts = attempt and o.sent_at is null
    returning o.id
  )
  -- A mail's link is good for a day from its sending, and not at all when it could not be sent.
  update private.account_links l set expires_at = now() + case when outcome = 'sent' then interval '24 hours' else interval '0' end
  from settled s where l.id = s.id and outcome <> 'later';
$$;
comment on function private.settle_message(uuid,integer,text,interval,text) is
  'Puts down what has become of an attempt (`sent`, `later`, `given-up`), unless another process has taken the message since.';

create or replace function private.status_in_words(status text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select case status when 'issued' then 'utfärdat' when 'reminded' then 'påmint' when 'disputed' then 'bestritt' when 'paid' then 'betalt'
    when 'withdrawn' then 'makulerat' when 'written_off' then 'avskrivet' when 'collection' then 'hos inkasso' end;
$$;
comment on function private.status_in_words(text) is 'The status of a case in Swedish, as messages say it.';

create or replace function private.take_messages(channels text[], most integer, lease interval)
  returns TABLE(id uuid, channel text, event text, facts jsonb, attempts integer, age double precision, hook_id uuid, hook jsonb, email text, reply text, public_key text, issuer_name text, link_key text)
  language sql
  set search_path = ''
as $$
  with turns as (
    select o.id, row_number() over (partition by o.site_id, o.project_id order by o.due_at, o.number) as turn
    from public.outbox o
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
      and case o.channel when 'account-mail' then 'mail' else o.channel end = any (channels)
      and not exists (
        select from public.outbox e
        where e.about = o.about and e.hook_id is not distinct from o.hook_id and e.number < o.number
          and e.sent_at is null and e.gave_up_at is null)
  ), due as (
    select o.id from public.outbox o join turns t on t.id = o.id
    -- Once more, for what another process took meanwhile.
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
    order by t.turn, o.due_at, o.number
    limit most
    for update of o skip locked
  ), taken as (
    update public.outbox o
    set attempts = o.attempts + 1, due_at = now() + lease
    from due where o.id = due.id
    returning o.*
  )
  select t.id, case t.channel when 'account-mail' then 'mail' else t.channel end, t.event, t.facts || jsonb_build_object('project', t.project_id) || coalesce(m.facts, '{}'), t.attempts,
    extract(epoch from now() - t.tried_since)::float8 * 1000, t.hook_id,
    case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
      'events', h.events, 'address', a.address) end,
    case when h.id is not null then (private.settings_of(t.project_id)).contact_email else coalesce(o.email, u.email, m.email) end,
    o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name,
    case when l.used_at is null and l.ended_at is null then coalesce(private.link_key(l.id), m.link_key) end
  from taken t
  left join public.message_hooks h on h.id = t.hook_id
  left join private.hook_addresses a on a.hook_id = t.hook_id
  left join public.fines f on f.id = t.fine_id
  left join private.account_links l on l.id = t.id
  left join auth.users u on u.id = l.account_id
  left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
  left join lateral private.estate_mail_of(t.id, t.event, t.about) m on t.channel = 'estate-mail'
  order by t.number;
$$;
comment on function private.take_messages(text[],integer,interval) is
  'Takes at most so many due messages of these channels, and nobody else gets them for a while. A message waits for the earlier ones that tell '
  'the same receiver of the same thing. Sites take turns, so that one with many messages keeps nobody else''s.';

create or replace function private.tell_hooks(event text, project text, site uuid, about uuid, fine uuid, facts jsonb, plate text DEFAULT NULL::text, name text DEFAULT NULL::text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (project_id, hook_id, fine_id, about, channel, event, facts)
  select project, h.id, fine, about, h.channel, event, facts
    || case when h.with_plate and plate is not null then jsonb_build_object('plate', plate) else '{}' end
    || case when h.with_name and name is not null then jsonb_build_object('name', name) else '{}' end
  from public.message_hooks h
  where h.is_active and tell_hooks.event = any (h.events)
    -- Of units and calls the dispatch centre is told and nobody else, and of nothing else: its admins read no cases.
    and (tell_hooks.event in ('unit_status', 'call_received', 'alarm_raised')) = (project = '721075')
    and (tell_hooks.event in ('shift_changed', 'shift_absence', 'shift_asked', 'shift_offered', 'certificate_expires', 'vehicle_out_of_service')) = (project = 'ASE')
    and (tell_hooks.event in ('bid_withdrawn', 'property_sold', 'viewing_changed')) = (project = 'YSTAD')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;
comment on function private.tell_hooks(text,text,uuid,uuid,uuid,jsonb,text,text) is
  'Puts a message into the outbox for each receiver at the site that wants to hear of the event. `plate` and `name` go along where they are '
  'asked for.';

create or replace function private.tell_of_case()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
begin
  select f.* into fine from public.fines f where f.id = new.fine_id;
  select o.* into objection from public.objections o where o.id = (new.data ->> 'objection_id')::uuid;
  if new.kind = 'issued' then
    perform private.tell_hooks('fine_issued', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'street', fine.street, 'violation', fine.violation_text, 'amount', fine.amount), fine.plate, fine.issued_by);
  elsif new.kind in ('objected', 'supplemented') then
    perform private.tell_hooks('objection', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'is_more', new.kind = 'supplemented'), fine.plate, nullif(objection.name, ''));
  else
    perform private.mail_decision(fine, objection);
  end if;
  return null;
end;
$$;
comment on function private.tell_of_case() is
  'Tells a site''s receivers of what became of a case: issued, objected to, decided, paid, and what waits for review.';

create or replace function private.tell_of_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('shift_waits', new.project_id, new.site_id, new.id, null,
    jsonb_build_object('start_time', new.start_time, 'end_time', new.end_time), null, new.attendant_user_id);
  return null;
end;
$$;
comment on function private.tell_of_shift() is 'Tells a site''s receivers of a shift that waits for its review.';

create or replace function private.tell_of_unit()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('unit_status', '721075', private.site_of('721075'), new.id, null, jsonb_build_object('unit_number', new.unit_number,
    'status', new.status, 'operational_status', new.operational_status));
  return null;
end;
$$;
comment on function private.tell_of_unit() is 'Units are of one site, and have no column for it.';

create or replace function private.tell_of_call()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('call_received', '721075', private.site_of('721075'), new.id, null, jsonb_build_object('call_number', new.number,
    'priority', new.priority, 'place', new.place, 'nature', new.nature));
  return null;
end;
$$;
comment on function private.tell_of_call() is 'Tells the dispatch centre''s receivers of a call, without who called.';

create or replace function private.tell_of_alarm()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('alarm_raised', '721075', private.site_of('721075'), new.id, null, jsonb_build_object('unit_number', new.unit_number,
    'place', new.place));
  return null;
end;
$$;
comment on function private.tell_of_alarm() is 'Tells the dispatch centre''s receivers of an alarm.';

create or replace function public.is_mail_set_up()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select coalesce((select s.sends_mail from private.settings s), false); $$;
comment on function public.is_mail_set_up() is 'Whether the server sends mail.';
grant execute on function public.is_mail_set_up() to authenticated;

create or replace function public.send_decision(objection_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
  latest public.outbox;
  sent uuid;
begin
  -- The case first, as whoever decides holds it; two presses make one mail.
  select f.* into fine from public.fines f
    where f.id = (select o.fine_id from public.objections o where o.id = send_decision.objection_id)
      and private.is_admin_of(f.project_id, f.site_id) for update;
  if fine.id is null then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = send_decision.objection_id;
  if objection.decision is null then
    perform private.refuse('objection-undecided', 'objection_id');
  end if;
  select o.* into latest from public.outbox o
    where o.fine_id = fine.id and o.event = 'decision' and o.facts ->> 'objection_id' = objection.id::text order by o.number desc limit 1;
  if latest.gave_up_at is not null then
    perform public.send_message_again(latest.id);
  elsif latest.id is null or latest.sent_at is not null then
    sent := private.mail_decision(fine, objection);
    if sent is null then
      perform private.refuse('mail-without-address', 'email');
    end if;
    perform private.add_to_trail('insert', 'outbox', fine.project_id, sent::text, null, jsonb_build_object('fine_id', fine.id));
  end if;
end;
$$;
comment on function public.send_decision(uuid) is 'Has the decision on an objection sent by mail again, or sent that was not.';
grant execute on function public.send_decision(uuid) to authenticated;

create or replace function private.sends_messages_of(project text, site uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_admin_of(project, site) or (project = 'YSTAD' and private.is_agent()) or (project = 'ASE' and private.is_kind('ase-admin'));
$$;
comment on function private.sends_messages_of(text,uuid) is 'Whether the caller looks after a place''s messages: its admin, for real estate an agent.';

create or replace function public.send_message_again(message_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  message public.outbox;
begin
  select o.* into message from public.outbox o where o.id = message_id and private.sends_messages_of(o.project_id, o.site_id) for update;
  if message.id is null then
    perform private.refuse_stranger();
  end if;
  if message.gave_up_at is null then
    return;
  end if;
  update public.outbox set gave_up_at = null, attempts = 0, due_at = now(), tried_since = now() where id = message.id;
  perform private.add_to_trail('update', 'outbox', message.project_id, message.id::text,
    jsonb_build_object('gave_up_at', message.gave_up_at), jsonb_build_object('gave_up_at', null));
end;
$$;
comment on function public.send_message_again(uuid) is 'Lets a message that was given up be sent again.';
grant execute on function public.send_message_again(uuid) to authenticated;

create or replace function public.send_test_message(hook_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h
    where h.id = send_test_message.hook_id and private.sends_messages_of(h.project_id, h.site_id) for update;
  if hook.id is null then
    perform private.refuse_stranger();
  end if;
  if hook.channel = 'mail' and not coalesce((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(hook.project_id)).contact_email), false) then
    perform private.refuse('mail-off', 'channel');
  end if;
  -- Pressed again while it waits, it goes once.
  if not exists (select from public.outbox o where o.hook_id = hook.id and o.event = 'test' and o.sent_at is null and o.gave_up_at is null) then
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
      values (hook.project_id, hook.id, hook.id, hook.channel, 'test', jsonb_build_object('project', hook.project_id));
  end if;
end;
$$;
comment on function public.send_test_message(uuid) is 'Puts a test message for a receiver into the outbox.';
grant execute on function public.send_test_message(uuid) to authenticated;

create or replace function public.settle_message(secret text, message uuid, attempt integer, outcome text, wait_ms double precision, error text, held_back uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.require_delivery_secret(secret);
  perform private.settle_message(message, attempt, outcome, make_interval(secs => wait_ms / 1000), error);
  if held_back is not null then
    perform private.hold_messages_back(held_back, make_interval(secs => wait_ms / 1000));
  end if;
end;
$$;
comment on function public.settle_message(text,uuid,integer,text,double precision,text,uuid) is 'Puts down what has become of a message that deliver-messages took.';
grant execute on function public.settle_message(text,uuid,integer,text,double precision,text,uuid) to service_role;

create or replace function public.take_messages(secret text, channels text[], most integer, lease_seconds integer, own_address text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.require_delivery_secret(secret);
  -- Whoever delivers says whether it sends mail, and under which address people reach the screens, as the server does when it starts.
  update private.settings s set sends_mail = 'mail' = any (channels), public_url = own_address
  where (s.sends_mail, s.public_url) is distinct from ('mail' = any (channels), own_address);
  perform private.remove_old_messages(interval '30 days');
  return coalesce((select jsonb_agg(to_jsonb(m)) from private.take_messages(channels, least(most, 100), make_interval(secs => lease_seconds)) m), '[]');
end;
$$;
comment on function public.take_messages(text,text[],integer,integer,text) is 'Due messages, for the edge function deliver-messages.';
grant execute on function public.take_messages(text,text[],integer,integer,text) to service_role;
