-- Whoever signs up with an address is not known to own it: the account has a visitor's rights (private.is_login_strong) until a link by mail
-- was used, or the main admin, who knows the person, confirms it.

-- Accounts by e-mail whose address nobody confirmed, for the list of registered users.
create function public.list_unconfirmed() returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select u.id from auth.users u
    where u.email_confirmed_at is null and u.deleted_at is null and (private.is_kind('main-admin') or private.is_account_admin())
    order by u.created_at desc limit 1000);
$$;
comment on function public.list_unconfirmed is 'Accounts whose address nobody confirmed, for those who may confirm one.';
revoke execute on function public.list_unconfirmed() from public, anon, authenticated, service_role;
grant execute on function public.list_unconfirmed() to authenticated;
