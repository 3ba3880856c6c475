-- The general sign-in of `specified` makes whoever is refused an employee (document 2 §7). An address whose account was removed gets none
-- that way: a member who was removed came back as an employee. The administrators make such an account anew.

create table private.past_accounts (
  address_hash text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.past_accounts is 'Addresses whose account was removed, each as a hash: nobody reads an address out of it.';
alter table private.past_accounts enable row level security;

create function private.note_past_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.past_accounts (address_hash) values (private.hash_of_key(lower(old.email))) on conflict do nothing;
  return null;
end;
$$;
comment on function private.note_past_account is 'Notes that an address had an account, when that is removed.';
revoke execute on function private.note_past_account() from public;
create trigger users_note_past after delete on auth.users
  for each row when (old.email is not null) execute function private.note_past_account();

create function public.had_account(address text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.past_accounts p where p.address_hash = private.hash_of_key(lower(address))); $$;
comment on function public.had_account is 'Whether an account with this address was removed.';
revoke execute on function public.had_account(text) from public, anon, authenticated, service_role;
grant execute on function public.had_account(text) to service_role;
