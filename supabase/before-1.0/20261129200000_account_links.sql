-- Links by mail with which somebody chooses the password of an account that signs in by e-mail: an invitation to a new account, or a new
-- password for an old one (hardened). The mail goes through the outbox. The link's key is made of its id when it is sent; only its hash is kept.

-- Under which address people reach the server, which says so when it starts. Without one there is no link to send.
alter table private.settings add column public_url text;

alter table public.outbox drop constraint outbox_event;
alter table public.outbox add constraint outbox_event check (event in ('fine_issued', 'objection', 'decision', 'shift_waits', 'unit_status', 'test',
  'invitation', 'new_password'));

-- Those of accounts are of no site.
alter policy "Admins read their site's outbox" on public.outbox
  using (event not in ('invitation', 'new_password') and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));

create table private.account_links (
  -- The message that brings it; they go together.
  id uuid primary key references public.outbox (id) on delete cascade,
  account_id uuid not null references auth.users (id) on delete cascade,
  key_hash text not null unique,
  -- Set too when another link takes its place.
  used_at timestamptz
);
create index account_links_account_idx on private.account_links (account_id);
alter table private.account_links enable row level security;
revoke all on private.account_links from public, anon, authenticated, service_role;
comment on table private.account_links is 'Links by mail to choose a password with, each good once and for a day.';

-- 22 letters, 128 bits. No id of a link is one that a reply key is made of, and the words before it keep the two apart.
create function private.link_key(link uuid) returns text
language sql stable set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to('account link ' || link, 'utf8'), s.secret, 'sha256') from 1 for 16),
    'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;
revoke execute on function private.link_key(uuid) from public;

create function public.may_send_links() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select s.sends_mail and s.public_url is not null from private.settings s), false) and private.is_hardened();
$$;
comment on function public.may_send_links is 'Whether somebody can be sent a link to choose a password with.';
revoke execute on function public.may_send_links() from public, anon, authenticated, service_role;
grant execute on function public.may_send_links() to authenticated;

create function public.send_account_link(account uuid, kind text) returns boolean
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
    where l.account_id = account and l.used_at is null and o.sent_at is null and o.gave_up_at is null) then
    return true;
  end if;
  update private.account_links l set used_at = now() where l.account_id = account and l.used_at is null;
  insert into public.outbox (id, about, channel, event) values (message, account, 'mail', kind);
  insert into private.account_links (id, account_id, key_hash)
    values (message, account, private.hash_of_key(private.link_key(message)));
  perform private.add_to_trail('insert', 'account_links', null, account::text, null, jsonb_build_object('email', address));
  return true;
end;
$$;
comment on function public.send_account_link is 'Puts a mail into the outbox with a link to choose the account''s password with; false where that cannot be.';
revoke execute on function public.send_account_link(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.send_account_link(uuid, text) to service_role;

create function public.take_account_link(key text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  update private.account_links l set used_at = now()
  from public.outbox o
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and o.id = l.id
    and o.gave_up_at is null and coalesce(o.sent_at, now()) > now() - interval '24 hours' and private.is_hardened()
  returning l.account_id;
$$;
comment on function public.take_account_link is 'The account that a link opens, which opens it no more; null for a link that is none, was used or is older than a day.';
revoke execute on function public.take_account_link(text) from public, anon, authenticated, service_role;
grant execute on function public.take_account_link(text) to service_role;

create function public.give_back_account_link(key text) returns void
language sql volatile security definer set search_path = ''
as $$ update private.account_links l set used_at = null where l.key_hash = private.hash_of_key(key); $$;
comment on function public.give_back_account_link is 'Lets a link be used whose password was not taken.';
revoke execute on function public.give_back_account_link(text) from public, anon, authenticated, service_role;
grant execute on function public.give_back_account_link(text) to service_role;
