-- What the function create-admin-user asks the database, through the table API (supabase/functions/create-admin-user).

-- Who calls, with what counts at this moment; no row when the login has ended, or is older than the 8 hours of people with an ID.
create function public.get_caller()
returns table (
  account_id uuid,
  kind text,
  project_id text,
  user_id text,
  serves_all boolean,
  must_change_password boolean,
  is_account_admin boolean
)
language sql stable security definer set search_path = ''
as $$
  select l.user_id, s.kind, s.project_id, s.user_id, coalesce(s.serves_all, false), coalesce(s.must_change_password, false),
    private.is_account_admin()
  from auth.sessions l left join public.staff_accounts s on s.account_id = l.user_id
  where private.is_hardened() and private.is_login_alive()
    and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
    and (s.account_id is null or l.created_at > now() - interval '8 hours');
$$;
comment on function public.get_caller is 'What the caller is in the profile hardened; nothing once the login has ended.';
revoke execute on function public.get_caller() from public, anon, authenticated;
grant execute on function public.get_caller() to authenticated;

-- The account that signs in with an address. The sign-in service cannot be asked for one address alone.
create function public.find_account(address text) returns uuid
language sql stable security definer set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(address); $$;
comment on function public.find_account is 'The account that signs in with an address; for the server only.';
revoke execute on function public.find_account(text) from public, anon, authenticated;
grant execute on function public.find_account(text) to service_role;
