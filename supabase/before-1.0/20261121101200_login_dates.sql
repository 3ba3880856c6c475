-- A login is dated by the database's clock, by which its age is asked (private.is_login_alive, private.own_staff): with the date of a
-- server on another machine whose clock is wrong, it would be from the future or too old at once, and nobody could log in.

create function private.date_login() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := now();
  return new;
end;
$$;
revoke execute on function private.date_login() from public;

-- Hosted Supabase, whose accounts have an instance, dates logins itself, and its tables are its own.
do $$
begin
  if not exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    create trigger sessions_date_login before insert on auth.sessions
      for each row execute function private.date_login();
  end if;
end
$$;
