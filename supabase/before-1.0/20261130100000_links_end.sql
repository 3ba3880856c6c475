-- A link by mail ends for good when another one takes its place, or when the account's password changes: whoever has a stolen mailbox loses
-- with the old password what lies in it. Processes of an older version leave such mail to newer ones, which know where it goes.

alter table private.account_links add column ended_at timestamptz;
comment on column private.account_links.used_at is 'When somebody chose a password with it; taken back when the password was refused.';
comment on column private.account_links.ended_at is 'When another link took its place or the password changed; never taken back.';
update private.account_links set ended_at = used_at where used_at is not null;

create function private.end_account_links() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.account_links l set ended_at = now() where l.account_id = new.id and l.ended_at is null;
  return null;
end;
$$;
revoke execute on function private.end_account_links() from public;
create trigger users_end_links after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_account_links();

alter table public.outbox drop constraint outbox_channel;
alter table public.outbox add constraint outbox_channel check (channel in ('mail', 'discord', 'account-mail'));
update public.outbox set channel = 'account-mail' where event in ('invitation', 'new_password');

-- As they were (20261129200000_account_links.sql, 20261129210000_delivery_by_cron.sql), but for `ended_at`, the channel and the count.
create or replace function public.send_account_link(account uuid, kind text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  address text;
  message uuid := gen_random_uuid();
begin
  -- Locked: of two presses at once the second one finds the first one's message.
  select u.email into address from auth.users u where u.id = account for no key update;
  if not public.may_send_links() or not private.is_mail_address(address) or kind is null or kind not in ('invitation', 'new_password') then
    return false;
  end if;
  -- Pressed again while it waits, it goes once.
  if exists (select from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and l.used_at is null and l.ended_at is null and o.sent_at is null and o.gave_up_at is null) then
    return true;
  end if;
  -- Nobody fills a mailbox.
  if (select count(*) from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and o.made_at > now() - interval '24 hours') >= 5 then
    return false;
  end if;
  update private.account_links l set ended_at = now() where l.account_id = account and l.ended_at is null;
  insert into public.outbox (id, about, channel, event) values (message, account, 'account-mail', kind);
  insert into private.account_links (id, account_id, key_hash)
    values (message, account, private.hash_of_key(private.link_key(message)));
  perform private.add_to_trail('insert', 'account_links', null, account::text, null, jsonb_build_object('email', address));
  return true;
end;
$$;

create or replace function public.take_account_link(key text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  update private.account_links l set used_at = now()
  from public.outbox o
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and o.id = l.id
    and o.gave_up_at is null and coalesce(o.sent_at, now()) > now() - interval '24 hours' and private.is_hardened()
  returning l.account_id;
$$;

-- Takes at most so many due messages of these channels, and nobody else gets them for a while. A message waits for the earlier ones that tell
-- the same receiver of the same thing. Sites take turns, so that one with many messages keeps nobody else's.
create or replace function private.take_messages(channels text[], most int, lease interval)
returns table (id uuid, channel text, event text, facts jsonb, attempts int, age float8, hook_id uuid, hook jsonb, email text, reply text,
  public_key text, issuer_name text, link_key text)
language sql volatile set search_path = ''
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
  select t.id, case t.channel when 'account-mail' then 'mail' else t.channel end, t.event, t.facts, t.attempts,
    extract(epoch from now() - t.tried_since)::float8 * 1000, t.hook_id,
    case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
      'events', h.events, 'address', a.address) end,
    case when h.id is not null then (private.settings_of(t.project_id)).contact_email else coalesce(o.email, u.email) end,
    o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name,
    case when l.used_at is null and l.ended_at is null then private.link_key(l.id) end
  from taken t
  left join public.message_hooks h on h.id = t.hook_id
  left join private.hook_addresses a on a.hook_id = t.hook_id
  left join public.fines f on f.id = t.fine_id
  left join private.account_links l on l.id = t.id
  left join auth.users u on u.id = l.account_id
  left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
  order by t.number;
$$;
