-- Links of one use: an invitation, a new password, a confirmed address.

create table private.account_links (
  id uuid not null,
  account_id uuid not null,
  key_hash text not null,
  used_at timestamptz,
  ended_at timestamptz,
  kind text default 'new_password' not null,
  created_at timestamptz default now() not null,
  expires_at timestamptz default now() + '24 hours'::interval not null,
  made_by text,
  constraint account_links_pkey primary key (id),
  constraint account_links_key_hash_key unique (key_hash),
  constraint account_links_kind check (kind in ('invitation', 'new_password')),
  constraint account_links_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table private.account_links is
  'Links to choose a password with, each good once: by mail, or handed over to somebody with an ID. A mail''s link has the id of its message.';
comment on column private.account_links.made_by is 'The admin who made the link; null for somebody who signed up.';
comment on column private.account_links.used_at is 'When somebody chose a password with it; taken back when the password was refused.';
comment on column private.account_links.ended_at is 'When another link took its place or the password changed; never taken back.';

create index account_links_account_idx on private.account_links (account_id);

alter table private.account_links enable row level security;

create or replace function private.invited_accounts()
  returns setof uuid
  language sql stable
  set search_path = ''
as $$
  select l.account_id from private.account_links l
  where l.kind = 'invitation' and l.made_by is not null and l.used_at is null and l.ended_at is null;
$$;
comment on function private.invited_accounts() is 'Accounts whose invitation nobody has used, expired or not.';

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
  insert into private.account_links (id, account_id, key_hash, kind, made_by)
    values (message, account, private.hash_of_key(private.link_key(message)), kind, (select w.id from private.who_acts() w));
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
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and l.expires_at > now()
    and private.is_hardened() and not private.is_deactivated(l.account_id)
  returning l.account_id;
$$;
comment on function public.take_account_link(text) is
  'The account that a link opens, which opens it no more; null for a link that is none, was used or is too old, and for who is deactivated.';
grant execute on function public.take_account_link(text) to service_role;

create or replace function public.read_account_link(key text)
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select jsonb_build_object('kind', s.kind, 'project', s.project_id, 'userId', s.user_id)
  from private.account_links l left join public.staff_accounts s on s.account_id = l.account_id
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and l.expires_at > now()
    and private.is_hardened() and not private.is_deactivated(l.account_id);
$$;
comment on function public.read_account_link(text) is
  'The person with an ID whom a link is for, without using it; nulls for an e-mail account, null for a link that is not good.';
grant execute on function public.read_account_link(text) to service_role;

create or replace function public.make_account_link(account uuid, key text, is_new boolean)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  hash constant text := private.hash_of_key(key);
  invites boolean;
begin
  perform from auth.users u where u.id = account for no key update;
  if exists (select from private.account_links l where l.account_id = account and l.key_hash = hash) then
    return;
  end if;
  -- A new link for somebody who never chose a password is an invitation too.
  invites := is_new or account in (select private.invited_accounts());
  update private.account_links l set ended_at = now() where l.account_id = account and l.ended_at is null;
  insert into private.account_links (id, account_id, key_hash, kind, expires_at, made_by)
    select gen_random_uuid(), make_account_link.account, hash, case when invites then 'invitation' else 'new_password' end,
      now() + case when invites then interval '7 days' else interval '24 hours' end, w.id
    from private.who_acts() w;
  perform private.add_to_trail('insert', 'account_links', s.project_id, account::text, null, jsonb_build_object('user_id', s.user_id))
    from public.staff_accounts s where s.account_id = account;
end;
$$;
comment on function public.make_account_link(uuid,text,boolean) is
  'Makes a link for somebody with an ID, in place of the earlier one; a repeated call with its key changes nothing.';
grant execute on function public.make_account_link(uuid,text,boolean) to service_role;

create or replace function public.is_link_of(account uuid, key text)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from private.account_links l where l.account_id = account and l.key_hash = private.hash_of_key(key));
$$;
comment on function public.is_link_of(uuid,text) is 'Whether an account was made with this link: a repeated call for it is answered as the first.';
grant execute on function public.is_link_of(uuid,text) to service_role;

create or replace function public.revoke_invitation(account uuid)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- The link is locked: whoever chooses a password at the same moment keeps the account, or finds none.
  perform from private.account_links l
    where l.account_id = account and l.kind = 'invitation' and l.made_by is not null and l.used_at is null and l.ended_at is null for update;
  if not found then
    return false;
  end if;
  delete from public.admin_user_credentials c using auth.users u where u.id = account and lower(c.email) = lower(u.email);
  delete from auth.users u where u.id = account;
  return true;
end;
$$;
comment on function public.revoke_invitation(uuid) is
  'Removes the account of somebody who has not used the invitation, also after it expired; false when there is none to take back.';
grant execute on function public.revoke_invitation(uuid) to service_role;
