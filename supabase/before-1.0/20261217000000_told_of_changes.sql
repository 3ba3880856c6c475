-- People are told when somebody else changed what they log in with or may do: their password, address, second factor or role, and by whom.
-- Otherwise an administrator, or whoever took an administrator's account, could take theirs over unseen. By mail where there is one, else at
-- the next log-in. In `hardened`, where people are accounts.

create table private.account_notices (
  id bigint generated always as identity primary key,
  account_id uuid not null references auth.users (id) on delete cascade,
  what text not null,
  by_kind text not null,
  by_id text,
  is_mailed boolean not null,
  made_at timestamptz not null default now(),
  constraint account_notices_what check (what in ('password', 'address', 'factor', 'role')),
  constraint account_notices_moments check (private.is_moment(made_at))
);
comment on table private.account_notices is 'What somebody else changed of an account, until its owner has seen it.';
create index account_notices_account_idx on private.account_notices (account_id, id);
alter table private.account_notices enable row level security;

alter table public.outbox drop constraint outbox_channel;
alter table public.outbox add constraint outbox_channel check (channel in ('mail', 'discord', 'account-mail', 'account-notice'));
alter table public.outbox drop constraint outbox_event;
alter table public.outbox add constraint outbox_event check (event in ('fine_issued', 'objection', 'decision', 'shift_waits', 'unit_status', 'test',
  'invitation', 'new_password', 'account_changed'));
-- Its rows are nobody's site's, which an admin without one would have.
alter policy "Admins read their site's outbox" on public.outbox
  using (event <> all (array['invitation', 'new_password', 'account_changed']) and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places(variadic array['admin', 'dispatch-admin']))::text[])));

-- Tells an account's owner of a change, once however many rows it has. `address`: of mail, as it was before the change. Whoever never
-- logged in knows of nothing that could have changed.
create function private.tell_account(account uuid, what text, address text, by_kind text, by_id text) returns void
language plpgsql volatile security definer set search_path = ''
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
revoke execute on function private.tell_account(uuid, text, text, text, text) from public, anon, authenticated, service_role;

-- Tells of changes of accounts, factors and roles that somebody else makes, or the secret key. Hosted Supabase's sign-in service does not say
-- for whom it acts: of its rows nothing is told.
create function private.tell_of_account_change() returns trigger
language plpgsql volatile security definer set search_path = ''
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
revoke execute on function private.tell_of_account_change() from public, anon, authenticated, service_role;

create trigger users_tell_owner after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.tell_of_account_change();
create trigger mfa_factors_tell_owner after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.tell_of_account_change();
create trigger staff_accounts_tell_owner after update of user_id, kind, serves_all on public.staff_accounts
  for each row execute function private.tell_of_account_change();
create trigger user_roles_tell_owner after insert or update or delete on public.user_roles
  for each row execute function private.tell_of_account_change();

-- What somebody else changed of the caller's account and no mail told, oldest first. Nothing before the login has shown all that it must.
create function public.list_account_notices()
returns table (id bigint, what text, by_kind text, by_id text, made_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select n.id, n.what, n.by_kind, n.by_id, n.made_at from private.account_notices n
  where n.account_id = (select auth.uid()) and not n.is_mailed and private.is_login_shown() and not private.must_choose_password(n.account_id)
  order by n.id limit 20;
$$;
comment on function public.list_account_notices is 'What somebody else changed of the caller''s account since the last log-in that was told of it.';
revoke execute on function public.list_account_notices() from public, anon, authenticated, service_role;
grant execute on function public.list_account_notices() to authenticated;

create function public.end_account_notices(newest bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.account_notices n
  where n.account_id = (select auth.uid()) and n.id <= newest and private.is_login_shown();
$$;
comment on function public.end_account_notices is 'Notes that the caller has seen what was told, up to this one.';
revoke execute on function public.end_account_notices(bigint) from public, anon, authenticated, service_role;
grant execute on function public.end_account_notices(bigint) to authenticated;
