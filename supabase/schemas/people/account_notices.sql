-- Changes that somebody else made to an account, kept until its owner has read them.

create table private.account_notices (
  id bigint generated always as identity not null,
  account_id uuid not null,
  what text not null,
  by_kind text not null,
  by_id text,
  is_mailed boolean not null,
  made_at timestamptz default now() not null,
  constraint account_notices_pkey primary key (id),
  constraint account_notices_what check (what in ('password', 'address', 'factor', 'role')),
  constraint account_notices_moments check (private.is_moment(made_at)),
  constraint account_notices_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade
);

comment on table private.account_notices is 'What somebody else changed of an account, until its owner has seen it.';

create index account_notices_account_idx on private.account_notices (account_id, id);

alter table private.account_notices enable row level security;

create or replace function private.tell_account(account uuid, what text, address text, by_kind text, by_id text)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  mails boolean := private.is_mail_address(address) and address not like '%.konto.parkering.example'
    and exists (select from private.settings s where s.sends_mail);
begin
  if not private.is_hardened()
    or not exists (select from auth.users u where u.id = account and u.last_sign_in_at is not null)
    or exists (select from private.account_notices n where n.account_id = account and n.what = tell_account.what and n.made_at = now()) then
    return;
  end if;
  delete from private.account_notices n where n.account_id = account and n.is_mailed and n.made_at < now();
  insert into private.account_notices (account_id, what, by_kind, by_id, is_mailed) values (account, what, by_kind, by_id, mails);
  if mails then
    insert into public.outbox (about, channel, event, facts) values (account, 'account-notice', 'account_changed',
      jsonb_build_object('email', address, 'what', what, 'by_kind', by_kind, 'by_id', by_id, 'at', now()));
  end if;
end;
$$;
comment on function private.tell_account(uuid,text,text,text,text) is
  'Tells an account''s owner of a change, once however many rows it has. `address`: of mail, as it was before the change. Whoever never logged '
  'in knows of nothing that could have changed.';

create or replace function private.tell_of_account_change()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  row_was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  row_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  account uuid := (case tg_table_name when 'users' then row_was ->> 'id' when 'staff_accounts' then row_was ->> 'account_id'
    else coalesce(row_was ->> 'user_id', row_is ->> 'user_id') end)::uuid;
  address text;
  actor record;
begin
  actor := private.who_acts();
  if actor.account = account or (actor.account is null and actor.kind <> 'service') then
    return null;
  end if;
  -- An account goes with its factors and roles.
  select u.email into address from auth.users u where u.id = account;
  if not found then
    return null;
  end if;
  if tg_table_name = 'users' and row_was ->> 'encrypted_password' is distinct from row_is ->> 'encrypted_password' then
    perform private.tell_account(account, 'password', row_was ->> 'email', actor.kind, actor.id);
  end if;
  if tg_table_name = 'users' and row_was ->> 'email' is distinct from row_is ->> 'email'
    and row_was ->> 'email' not like '%.konto.parkering.example' then
    perform private.tell_account(account, 'address', row_was ->> 'email', actor.kind, actor.id);
  end if;
  if tg_table_name = 'staff_accounts' and row_was ->> 'user_id' is distinct from row_is ->> 'user_id' then
    perform private.tell_account(account, 'address', address, actor.kind, actor.id);
  end if;
  if tg_table_name = 'user_roles' or (tg_table_name = 'staff_accounts'
    and (row_was ->> 'kind', row_was ->> 'serves_all') is distinct from (row_is ->> 'kind', row_is ->> 'serves_all')) then
    perform private.tell_account(account, 'role', address, actor.kind, actor.id);
  end if;
  if tg_table_name = 'mfa_factors' then
    perform private.tell_account(account, 'factor', address, actor.kind, actor.id);
  end if;
  return null;
end;
$$;
comment on function private.tell_of_account_change() is
  'Tells of changes of accounts, factors and roles that somebody else makes, or the secret key. Hosted Supabase''s sign-in service does not say '
  'for whom it acts: of its rows nothing is told.';

create or replace function public.end_account_notices(newest bigint)
  returns void
  language sql security definer
  set search_path = ''
as $$
  delete from private.account_notices n
  where n.account_id = (select auth.uid()) and n.id <= newest and private.is_login_shown();
$$;
comment on function public.end_account_notices(bigint) is 'Notes that the caller has seen what was told, up to this one.';
grant execute on function public.end_account_notices(bigint) to authenticated;

create or replace function public.list_account_notices()
  returns TABLE(id bigint, what text, by_kind text, by_id text, made_at timestamp with time zone)
  language sql stable security definer
  set search_path = ''
as $$
  select n.id, n.what, n.by_kind, n.by_id, n.made_at from private.account_notices n
  where n.account_id = (select auth.uid()) and not n.is_mailed and private.is_login_shown() and not private.must_choose_password(n.account_id)
  order by n.id limit 20;
$$;
comment on function public.list_account_notices() is
  'What somebody else changed of the caller''s account since the last log-in that was told of it.';
grant execute on function public.list_account_notices() to authenticated;
