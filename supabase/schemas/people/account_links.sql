-- Links of one use: an invitation, a new password, a confirmed address.

create table private.account_links (
  id uuid not null,
  account_id uuid not null,
  key_hash text not null,
  used_at timestamptz,
  ended_at timestamptz,
  constraint account_links_pkey primary key (id),
  constraint account_links_key_hash_key unique (key_hash),
  constraint account_links_id_fkey foreign key (id) references public.outbox(id) on delete cascade,
  constraint account_links_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table private.account_links is 'Links by mail to choose a password with, each good once and for a day.';
comment on column private.account_links.used_at is 'When somebody chose a password with it; taken back when the password was refused.';
comment on column private.account_links.ended_at is 'When another link took its place or the password changed; never taken back.';

create index account_links_account_idx on private.account_links (account_id);

alter table private.account_links enable row level security;

create or replace function private.end_account_links()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update private.account_links l set ended_at = now() where l.account_id = new.id and l.ended_at is null;
  return null;
end;
$$;
comment on function private.end_account_links() is 'A new password ends the links that would have set one.';

create or replace function private.link_key(link uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to('account link ' || link, 'utf8'), s.secret, 'sha256') from 1 for 16),
    'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;
comment on function private.link_key(uuid) is
  '22 letters, 128 bits. No id of a link is one that a reply key is made of, and the words before it keep the two apart.';

create or replace function public.give_back_account_link(key text)
  returns void
  language sql security definer
  set search_path = ''
as $$ update private.account_links l set used_at = null where l.key_hash = private.hash_of_key(key); $$;
comment on function public.give_back_account_link(text) is 'Lets a link be used whose password was not taken.';
grant execute on function public.give_back_account_link(text) to service_role;

create or replace function public.may_send_links()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select s.sends_mail and s.public_url is not null from private.settings s), false) and private.is_hardened();
$$;
comment on function public.may_send_links() is 'Whether somebody can be sent a link to choose a password with.';
grant execute on function public.may_send_links() to authenticated;

create or replace function public.send_account_link(account uuid, kind text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
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
comment on function public.send_account_link(uuid,text) is
  'Puts a mail into the outbox with a link to choose the account''s password with; false where that cannot be.';
grant execute on function public.send_account_link(uuid,text) to service_role;

create or replace function public.take_account_link(key text)
  returns uuid
  language sql security definer
  set search_path = ''
as $$
  update private.account_links l set used_at = now()
  from public.outbox o
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and o.id = l.id
    and o.gave_up_at is null and coalesce(o.sent_at, now()) > now() - interval '24 hours' and private.is_hardened()
  returning l.account_id;
$$;
comment on function public.take_account_link(text) is
  'The account that a link opens, which opens it no more; null for a link that is none, was used or is older than a day.';
grant execute on function public.take_account_link(text) to service_role;
