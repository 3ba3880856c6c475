-- Of whom a second factor is demanded (private.settings.require_second_factor): the main admin reads and says it in a screen.

-- The kinds; null for everybody but the main admin.
create function public.get_second_factor_demands() returns text[]
language sql stable security definer set search_path = ''
as $$ select p.require_second_factor from private.settings p where private.is_kind('main-admin'); $$;
comment on function public.get_second_factor_demands is 'Kinds of people who must have a second factor, for the main admin.';
revoke execute on function public.get_second_factor_demands() from public, anon, authenticated, service_role;
grant execute on function public.get_second_factor_demands() to authenticated;

-- Demands a second factor of these kinds and of no others. Logins of theirs that have none end, since they would reach nothing: their
-- people set one up at the next log-in.
create function public.demand_second_factor(kinds text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Whoever administers e-mail accounts acts as an agent too, and is asked for one at the log-in as what they administer.
  wanted text[] := case when 'agent' = any (kinds) then kinds || 'account-admin'::text else kinds end;
begin
  if not private.is_kind('main-admin') then
    raise exception 'Only the main admin demands second factors.' using errcode = '42501';
  end if;
  -- Nobody could take it back.
  if 'main-admin' = any (wanted) and not exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified'
  ) then
    raise exception 'Set up your own second factor first.' using errcode = 'P0001';
  end if;
  update private.settings set require_second_factor = array(select distinct k from unnest(wanted) k order by k);
  delete from auth.sessions s
    where coalesce(s.aal::text, 'aal1') = 'aal1'
      and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
      and (
        exists (select from public.staff_accounts a where a.account_id = s.user_id and a.kind = any (wanted))
        or exists (
          select from public.user_roles r where r.user_id = s.user_id
            and (case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' end) = any (wanted)
        )
      );
end;
$$;
comment on function public.demand_second_factor is 'Says of which kinds of people a second factor is demanded.';
revoke execute on function public.demand_second_factor(text[]) from public, anon, authenticated, service_role;
grant execute on function public.demand_second_factor(text[]) to authenticated;
