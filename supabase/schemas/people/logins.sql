-- Logins: the end of their life, the proofs that they still owe, and their owner's list.

create or replace function private.date_login()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.created_at := now();
  -- The row is locked: a deactivation at the same moment comes before this login, or waits and ends it.
  update public.staff_accounts s set last_login_at = now() where s.account_id = new.user_id and s.deactivated_at is null;
  update public.profiles p set last_login_at = now() where p.id = new.user_id and p.deactivated_at is null;
  if private.is_deactivated(new.user_id) then
    new.not_after := now();
  end if;
  return new;
end;
$$;
comment on function private.date_login() is
  'A login begins at the database''s time, whatever the sign-in service says. The login of a deactivated person is over when it begins: it has '
  'no right, and get_login_step tells why.';

create or replace function private.is_deactivated(account uuid)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.staff_accounts s where s.account_id = account and s.deactivated_at is not null)
    or exists (select from public.profiles p where p.id = account and p.deactivated_at is not null);
$$;
comment on function private.is_deactivated(uuid) is 'Whether an account is deactivated.';

create or replace function private.end_oldest_logins(account uuid, login uuid)
  returns void
  language sql
  set search_path = ''
as $$
  with living as (
    select s.id, s.created_at, coalesce(s.aal::text, 'aal1') = 'aal1' and f.has as is_weak, f.has as has_factor
    from auth.sessions s join auth.users u on u.id = s.user_id
      cross join (select exists (select from auth.mfa_factors m where m.user_id = account and m.status::text = 'verified') as has) f
    where s.user_id = account and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  ), placed as (
    select l.id, l.is_weak, l.has_factor,
      row_number() over (order by l.is_weak, l.id = login desc, l.created_at desc, l.id) as place
    from living l
  )
  delete from auth.sessions s using placed p
  where s.id = p.id and s.id <> login and private.is_hardened()
    and p.place > case when p.has_factor and not p.is_weak then 19 else 20 end;
$$;
comment on function private.end_oldest_logins(uuid,uuid) is
  'Ends the oldest logins of an account beyond twenty. Where the account has a second factor, logins that showed it keep nineteen places and '
  'the others share what is left: whoever took a password alone ends nothing of the owner''s. `login` has just begun or was just raised.';

create or replace function private.login_ends_at(email text, began timestamp with time zone, used timestamp without time zone, not_after timestamp with time zone)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select least(not_after, case
    when email ~* '@.+\.konto\.parkering\.example$' then began + interval '8 hours'
    else coalesce(used at time zone 'UTC', began) + interval '30 days'
  end);
$$;
comment on function private.login_ends_at(text,timestamp with time zone,timestamp without time zone,timestamp with time zone) is
  'When a login ends by itself. People with an ID have addresses below konto.parkering.example (contract/staff-address.ts).';

create or replace function private.must_choose_password(account uuid)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.staff_accounts s where s.account_id = account and s.must_change_password)
    or exists (select from auth.users u where u.id = account and u.raw_app_meta_data ->> 'must_change_password' = 'true');
$$;
comment on function private.must_choose_password(uuid) is 'Whether the account has a password that another person chose.';

create or replace function private.begin_due_demands()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  due text[];
begin
  select array_agg(f.key) into due from private.settings p, jsonb_each_text(p.second_factor_from) f
    where f.value::timestamptz <= now() and not f.key = any (p.require_second_factor);
  if due is null or not private.is_hardened() then
    return;
  end if;
  update private.settings p
    set require_second_factor = array(select distinct k from unnest(p.require_second_factor || due) k order by k);
  -- Whoever has no second factor logs in again, and sets one up before anything else.
  delete from auth.sessions s
    where coalesce(s.aal::text, 'aal1') = 'aal1'
      and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
      and (
        exists (select from public.staff_accounts a where a.account_id = s.user_id and a.kind = any (due))
        or exists (
          select from public.user_roles r where r.user_id = s.user_id
            and (case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' end) = any (due)
        )
      );
end;
$$;
comment on function private.begin_due_demands() is
  'Demands second factors whose date has come, and ends the logins of those kinds that have none. Called every minute and at each log-in.';

create or replace function private.note_default_demand(account uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if not private.is_hardened()
    or not exists (select from public.staff_accounts s where s.account_id = account and s.kind = 'main-admin') then
    return;
  end if;
  update private.settings p set second_factor_from = p.second_factor_from || jsonb_build_object('main-admin', now() + interval '7 days')
    where not p.second_factor_from ? 'main-admin' and not 'main-admin' = any (p.require_second_factor);
end;
$$;
comment on function private.note_default_demand(uuid) is
  'Notes the demand that is to come at a main admin''s first log-in. The sign-in service of the server calls it at each log-in; on hosted '
  'Supabase the main admin demands it in the screen.';

create or replace function private.note_own_password(account uuid)
  returns void
  language sql security definer
  set search_path = ''
as $$
  update public.staff_accounts set must_change_password = false where account_id = account and must_change_password;
  update auth.users set raw_app_meta_data = raw_app_meta_data - 'must_change_password'
    where id = account and raw_app_meta_data ? 'must_change_password';
$$;
comment on function private.note_own_password(uuid) is 'Notes that the account''s password is its owner''s choice.';

create or replace function public.demand_second_factor(kinds text[])
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- Whoever administers e-mail accounts acts as an agent too, and is asked for one at the log-in as what they administer.
  wanted text[] := case when 'agent' = any (kinds) then kinds || 'account-admin'::text else kinds end;
  has_factor constant boolean := exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
  dates jsonb;
  required text[];
begin
  if not private.is_kind('main-admin') then
    perform private.refuse('factors-for-main-admin');
  end if;
  select p.second_factor_from, p.require_second_factor into dates, required from private.settings p;
  -- Nobody could take it back.
  if 'main-admin' = any (wanted) and not has_factor then
    perform private.refuse('no-own-factor');
  end if;
  update private.settings p set
    require_second_factor = array(select distinct k from unnest(wanted) k where k = any (required) order by k),
    -- A new demand begins in a week, one that waits keeps its date, and a default that was taken back does not come again.
    second_factor_from = coalesce((select jsonb_object_agg(k, coalesce(dates ->> k, (now() + interval '7 days')::text)) from unnest(wanted) k
        where not k = any (required)), '{}')
      || case when 'main-admin' = any (wanted) or not (dates ? 'main-admin' or 'main-admin' = any (required)) then '{}'::jsonb
        -- Whoever has no factor neither sees nor takes back the default.
        when not has_factor then jsonb_build_object('main-admin', dates -> 'main-admin') else '{"main-admin": null}' end;
end;
$$;
comment on function public.demand_second_factor(text[]) is 'Says of which kinds of people a second factor is demanded: of those and no others, new ones from a week ahead. No login ends until then.';
grant execute on function public.demand_second_factor(text[]) to authenticated;

create or replace function public.end_own_login(login uuid)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
begin
  delete from auth.sessions where id = login and user_id = account and private.is_login_shown();
  if not found then
    return false;
  end if;
  perform private.add_to_trail('delete', 'logins', (select s.project_id from public.staff_accounts s where s.account_id = account),
    login::text, null, null);
  return true;
end;
$$;
comment on function public.end_own_login(uuid) is 'Ends one of the caller''s own logins.';
grant execute on function public.end_own_login(uuid) to authenticated;

create or replace function public.get_login_step()
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select case
    when not private.is_login_alive() then case when private.is_deactivated(c.account) and exists (select from auth.sessions s
      where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.user_id = c.account) then 'deactivated' else 'log-in' end
    when c.is_strong and c.must_choose then 'password'
    when c.is_strong then 'nothing'
    when c.must_show and c.has_factor then 'code'
    when c.must_choose then 'password'
    when c.must_show and c.is_demanded then 'enrolment'
    else 'nothing'
  end
  from (
    select k.account, private.is_login_strong(k.kind) as is_strong, private.must_choose_password(k.account) as must_choose,
      not exists (select from auth.sessions s
        where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.aal::text in ('aal2', 'aal3')) as must_show,
      exists (select from auth.mfa_factors f where f.user_id = k.account and f.status::text = 'verified') as has_factor,
      exists (select from private.settings p where k.kind = any (p.require_second_factor)) as is_demanded
    from (select (select auth.uid()) as account, private.factor_kind((select auth.uid())) as kind) k
  ) c;
$$;
comment on function public.get_login_step() is
  'What the caller must show or choose before anything else. `deactivated`: the password was right, and the account is deactivated.';
grant execute on function public.get_login_step() to authenticated;

create or replace function public.get_second_factor_demands()
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select array(select k from unnest(p.require_second_factor) k
    union select f.key from jsonb_each_text(p.second_factor_from) f where f.value is not null and (f.key <> 'main-admin' or exists (
      select from auth.mfa_factors m where m.user_id = (select auth.uid()) and m.status::text = 'verified')) order by 1)
  from private.settings p where private.is_kind('main-admin');
$$;
comment on function public.get_second_factor_demands() is
  'Kinds of people who must have a second factor, now or from a day to come, for the main admin. The default of the main admin''s own kind is '
  'shown to one who has a second factor.';
grant execute on function public.get_second_factor_demands() to authenticated;

create or replace function public.get_second_factor_dates()
  returns jsonb
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(jsonb_object_agg(f.key, f.value::timestamptz), '{}') from private.settings p, jsonb_each_text(p.second_factor_from) f
  where private.is_kind('main-admin') and f.value is not null and not f.key = any (p.require_second_factor);
$$;
comment on function public.get_second_factor_dates() is 'Kinds of whom a second factor is demanded from a day to come, with the day, for the main admin.';
grant execute on function public.get_second_factor_dates() to authenticated;

create or replace function public.get_second_factor_due()
  returns timestamp with time zone
  language sql stable security definer
  set search_path = ''
as $$
  select (p.second_factor_from ->> k.kind)::timestamptz from private.settings p, private.factor_kind((select auth.uid())) k(kind)
  where private.is_login_shown() and not k.kind = any (p.require_second_factor)
    and not exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
$$;
comment on function public.get_second_factor_due() is 'From when the caller must have a second factor; null when none is to come.';
grant execute on function public.get_second_factor_due() to authenticated;

create or replace function public.list_own_logins()
  returns TABLE(id uuid, began timestamp with time zone, last_used timestamp with time zone, user_agent text, address text, is_this boolean)
  language sql stable security definer
  set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, host(s.ip),
    s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.user_id = (select auth.uid()) and private.is_login_shown()
    and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  order by 3 desc, 1
  limit 100;
$$;
comment on function public.list_own_logins() is 'The caller''s own logins that go on, with device and time.';
grant execute on function public.list_own_logins() to authenticated;
