-- Accounts: their addresses, profiles and lists.

create or replace function private.address_part(part text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select coalesce(string_agg(
    case when b between 97 and 122 or b between 48 and 57 or b = 45 then chr(b) else '_' || lpad(to_hex(b), 2, '0') end, '' order by n), '')
  from (select n, get_byte(convert_to(part, 'UTF8'), n) as b from generate_series(0, octet_length(convert_to(part, 'UTF8')) - 1) n) bytes;
$$;
comment on function private.address_part(text) is
  'A part of an address: small letters, digits and hyphens stay, every other byte becomes `_` and two hex digits.';

create or replace function private.give_addresses(accounts uuid[])
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  person record;
begin
  for person in
    select s.account_id, s.user_id, private.staff_address(s.kind, s.project_id, s.user_id) as address
    from public.staff_accounts s join auth.users u on u.id = s.account_id
    where s.account_id = any (accounts) and u.email is distinct from private.staff_address(s.kind, s.project_id, s.user_id)
  loop
    if person.address is null then
      perform private.refuse('id-too-long', null, array[person.user_id]);
    end if;
    -- An account that nobody finished making gives way; one that will move steps aside, and its turn comes.
    delete from auth.users u where u.email = person.address and not u.is_sso_user
      and not exists (select from public.staff_accounts s where s.account_id = u.id);
    update auth.users set email = 'moving-' || id || '@attendant.konto.parkering.example'
      where email = person.address and not is_sso_user and id = any (accounts);
    update auth.users set email = person.address where id = person.account_id;
    update auth.identities set identity_data = identity_data || jsonb_build_object('email', person.address)
      where user_id = person.account_id and provider = 'email';
  end loop;
end;
$$;
comment on function private.give_addresses(uuid[]) is
  'Gives accounts the address that their ID and project make. Addresses of single sign-on are left out, as the index of addresses leaves them '
  'out.';

create or replace function private.keep_profile()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.email like '%@%.konto.parkering.example' then
    return new;
  end if;
  insert into public.profiles (id, email) values (new.id, new.email)
  on conflict (id) do update set email = excluded.email;
  return new;
end;
$$;
comment on function private.keep_profile() is
  'People with an ID have addresses below konto.parkering.example (contract/staff-address.ts). They are no registered users, so they get no '
  'profile.';

create or replace function private.log_attendant_removal()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  who record;
  told text;
begin
  select * into who from private.who_acts();
  select l.deleted_by into told from public.attendant_deletion_logs l
    where l.attendant_user_id = old.user_id and l.project_id is not distinct from old.project_id
      and l.deleted_at > now() - interval '60 seconds'
      and (l.announced_by = coalesce(who.account::text, '') or (who.kind = 'database' and l.announced_by is not null))
    order by l.deleted_by is not distinct from who.id desc, l.deleted_at desc limit 1;
  delete from public.attendant_deletion_logs
    where attendant_user_id = old.user_id and project_id is not distinct from old.project_id and announced_by is not null;
  if told is not null or (who.kind <> 'database' and (tg_table_name = 'attendants' or old.project_id = '721075')) then
    insert into public.attendant_deletion_logs (project_id, attendant_user_id, user_id, discord_username, deleted_by)
    values (old.project_id, old.user_id, old.user_id, old.discord_username, coalesce(told, who.id, 'okänd'));
  end if;
  return null;
end;
$$;
comment on function private.log_attendant_removal() is
  'One row of the log for each attendant or operator who goes. Hosted Supabase''s sign-in service removes accounts without saying for whom: the '
  'announcement says it then.';

create or replace function private.note_past_account()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into private.past_accounts (address_hash) values (private.hash_of_key(lower(old.email))) on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_past_account() is 'Notes that an address had an account, when that is removed.';

create or replace function private.refuse_readable_password()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  password text := to_jsonb(new) ->> tg_argv[0];
begin
  if private.is_hardened() and password is not null then
    raise exception 'Passwords are not kept in readable form.' using errcode = '23514', table = tg_table_name, schema = 'public';
  end if;
  if private.is_specified() and password is null then
    raise exception 'null value in column "%" violates not-null constraint', tg_argv[0]
      using errcode = '23502', column = tg_argv[0], table = tg_table_name, schema = 'public';
  end if;
  return new;
end;
$$;
comment on function private.refuse_readable_password() is 'Readable passwords are refused in `hardened`, whoever writes them.';

create or replace function private.refuse_reserved_address()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.is_hardened() and exists (
    select from auth.users u
    where u.id = new.id and u.email ~* '[@.]konto\.parkering\.example$'
      and coalesce(u.raw_app_meta_data ->> 'assigned', '') <> 'true'
  ) then
    raise exception 'This address is reserved.' using errcode = '23514', constraint = 'users_address_not_reserved';
  end if;
  return null;
end;
$$;
comment on function private.refuse_reserved_address() is
  'Nobody signs up with an address that the server hands out. Asked at the end of the transaction, since the sign-in service may write the '
  'mark of its own accounts after the row.';

create or replace function private.remove_account_of_credential()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- People who log in with an ID are no rows of this list, whatever address it names.
  delete from auth.users u
  where lower(u.email) = lower(btrim(old.email))
    and not exists (select from public.staff_accounts s where s.account_id = u.id);
  return null;
end;
$$;
comment on function private.remove_account_of_credential() is
  'The account of a removed row of the list goes with it; people who log in with an ID are no rows of that list.';

create or replace function private.staff_address(kind text, project_id text, user_id text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select case when length(a.address) <= 255 then a.address end
  from (select private.address_part(private.id_key(user_id)) || case when project_id is null then '' else '.' || private.address_part(lower(project_id)) end
    || '@' || kind || '.konto.parkering.example' as address) a;
$$;
comment on function private.staff_address(text,text,text) is
  'The address that a person with an ID signs in with (contract/staff-address.ts); null when it is too long for one.';

create or replace function public.find_account(address text)
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(address); $$;
comment on function public.find_account(text) is 'The account that signs in with an address; for the server only.';
grant execute on function public.find_account(text) to service_role;

create or replace function public.had_account(address text)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select exists (select from private.past_accounts p where p.address_hash = private.hash_of_key(lower(address))); $$;
comment on function public.had_account(text) is 'Whether an account with this address was removed.';
grant execute on function public.had_account(text) to service_role;

create or replace function public.list_unconfirmed()
  returns uuid[]
  language sql stable security definer
  set search_path = ''
as $$
  select array(
    select u.id from auth.users u
    where u.email_confirmed_at is null and u.deleted_at is null and (private.is_kind('main-admin') or private.is_account_admin())
    order by u.created_at desc limit 1000);
$$;
comment on function public.list_unconfirmed() is 'Accounts whose address nobody confirmed, for those who may confirm one.';
grant execute on function public.list_unconfirmed() to authenticated;
