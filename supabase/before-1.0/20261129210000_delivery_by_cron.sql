-- The outbox is taken and put down by functions. The server calls them as the database's owner; the edge function deliver-messages on hosted
-- Supabase by a secret of its own, so that the service key alone still reads no webhook's address.

alter table private.settings add column delivery_secret_hash text;
comment on column private.settings.delivery_secret_hash is
  'SHA-256 of the secret that deliver-messages shows, in hexadecimal; null where the server delivers (docs/messages.md).';

-- Takes at most so many due messages of these channels, and nobody else gets them for a while. A message waits for the earlier ones that tell
-- the same receiver of the same thing. Sites take turns, so that one with many messages keeps nobody else's.
create function private.take_messages(channels text[], most int, lease interval)
returns table (id uuid, channel text, event text, facts jsonb, attempts int, age float8, hook_id uuid, hook jsonb, email text, reply text,
  public_key text, issuer_name text, link_key text)
language sql volatile set search_path = ''
as $$
  with turns as (
    select o.id, row_number() over (partition by o.site_id, o.project_id order by o.due_at, o.number) as turn
    from public.outbox o
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
      and o.channel = any (channels)
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
  select t.id, t.channel, t.event, t.facts, t.attempts, extract(epoch from now() - t.tried_since)::float8 * 1000, t.hook_id,
    case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
      'events', h.events, 'address', a.address) end,
    case when h.id is not null then (private.settings_of(t.project_id)).contact_email else coalesce(o.email, u.email) end,
    o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name,
    case when l.used_at is null then private.link_key(l.id) end
  from taken t
  left join public.message_hooks h on h.id = t.hook_id
  left join private.hook_addresses a on a.hook_id = t.hook_id
  left join public.fines f on f.id = t.fine_id
  left join private.account_links l on l.id = t.id
  left join auth.users u on u.id = l.account_id
  left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
  order by t.number;
$$;
revoke execute on function private.take_messages(text[], int, interval) from public;

-- Puts down what has become of an attempt (`sent`, `later`, `given-up`), unless another process has taken the message since.
create function private.settle_message(message uuid, attempt int, outcome text, wait interval, error text) returns void
language sql volatile set search_path = ''
as $$
  update public.outbox o
  set sent_at = case when outcome = 'sent' then now() end,
    gave_up_at = case when outcome = 'given-up' then now() end,
    due_at = now() + case when outcome = 'later' then wait else interval '0' end,
    last_error = left(error, 300)
  where o.id = message and o.attempts = attempt and o.sent_at is null;
$$;
revoke execute on function private.settle_message(uuid, int, text, interval, text) from public;

-- Lets nothing go to a receiver for a while that asked to be left alone.
create function private.hold_messages_back(hook uuid, wait interval) returns void
language sql volatile set search_path = ''
as $$
  update public.outbox o set due_at = greatest(o.due_at, now() + wait)
  where o.hook_id = hook and o.sent_at is null and o.gave_up_at is null;
$$;
revoke execute on function private.hold_messages_back(uuid, interval) from public;

-- Removes what is older, whatever became of it: it may say whose car stood where.
create function private.remove_old_messages(kept interval) returns void
language sql volatile set search_path = ''
as $$ delete from public.outbox o where o.made_at < now() - kept; $$;
revoke execute on function private.remove_old_messages(interval) from public;

create function private.require_delivery_secret(secret text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from private.settings s where s.delivery_secret_hash = private.hash_of_key(secret)) then
    raise exception 'This is not the secret of deliver-messages.' using errcode = '42501';
  end if;
end;
$$;
revoke execute on function private.require_delivery_secret(text) from public;

create function public.take_messages(secret text, channels text[], most int, lease_seconds int, own_address text) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
comment on function public.take_messages is 'Due messages, for the edge function deliver-messages.';
revoke execute on function public.take_messages(text, text[], int, int, text) from public, anon, authenticated, service_role;
grant execute on function public.take_messages(text, text[], int, int, text) to service_role;

create function public.settle_message(
  secret text, message uuid, attempt int, outcome text, wait_ms float8, error text, held_back uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.require_delivery_secret(secret);
  perform private.settle_message(message, attempt, outcome, make_interval(secs => wait_ms / 1000), error);
  if held_back is not null then
    perform private.hold_messages_back(held_back, make_interval(secs => wait_ms / 1000));
  end if;
end;
$$;
comment on function public.settle_message is 'Puts down what has become of a message that deliver-messages took.';
revoke execute on function public.settle_message(text, uuid, int, text, float8, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.settle_message(text, uuid, int, text, float8, text, uuid) to service_role;
