-- An account goes with its credential (document 2 §7): before, the super admin's screen took the roles and the profile, and the person
-- still signed in, with an address that nobody could use again. The database does it, so that nothing is left half-way.

create function private.remove_account_of_credential() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- People who log in with an ID are no rows of this list, whatever address it names.
  delete from auth.users u
  where lower(u.email) = lower(btrim(old.email))
    and not exists (select from public.staff_accounts s where s.account_id = u.id);
  return null;
end;
$$;
revoke execute on function private.remove_account_of_credential() from public;
create trigger admin_user_credentials_remove_account after delete on public.admin_user_credentials
  for each row execute function private.remove_account_of_credential();
