-- A second factor is demanded of main admins by default (`hardened`): from a week after the first log-in, so that nobody is shut out on the day
-- of the installation, or of the upgrade to this version. The main admin takes it back as any other demand.

alter table private.settings add column second_factor_from jsonb not null default '{}';
comment on column private.settings.second_factor_from is
  'From when a second factor is demanded of a kind (required_from): a moment that is to come, or null for a default that was taken back.';

-- Notes the demand that is to come at a main admin's first log-in, and makes it one when its time has come. The sign-in service of the
-- server calls it at each log-in; on hosted Supabase the main admin demands it in the screen.
create function private.note_default_demand(account uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
  if not private.is_hardened()
    or not exists (select from public.staff_accounts s where s.account_id = account and s.kind = 'main-admin') then
    return;
  end if;
  update private.settings p set second_factor_from = p.second_factor_from || jsonb_build_object('main-admin', now() + interval '7 days')
    where not p.second_factor_from ? 'main-admin' and not 'main-admin' = any (p.require_second_factor);
  update private.settings p set require_second_factor = p.require_second_factor || 'main-admin'::text
    where (p.second_factor_from ->> 'main-admin')::timestamptz <= now() and not 'main-admin' = any (p.require_second_factor);
end;
$$;
revoke execute on function private.note_default_demand(uuid) from public, anon, authenticated, service_role;

-- From when the caller must have a second factor: null for whoever has one, or of whom none will be demanded.
create function public.get_second_factor_due() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (p.second_factor_from ->> 'main-admin')::timestamptz from private.settings p
  where private.is_kind('main-admin') and not 'main-admin' = any (p.require_second_factor)
    and not exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
$$;
comment on function public.get_second_factor_due is 'From when the caller must have a second factor; null when none is to come.';
revoke execute on function public.get_second_factor_due() from public, anon, authenticated, service_role;
grant execute on function public.get_second_factor_due() to authenticated;

-- As before; what the main admin takes back of a demand that held by default stays taken back.
create or replace function public.demand_second_factor(kinds text[]) returns void
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
  update private.settings p set require_second_factor = array(select distinct k from unnest(wanted) k order by k),
    second_factor_from = case when 'main-admin' = any (p.require_second_factor) and not 'main-admin' = any (wanted)
      then p.second_factor_from || '{"main-admin": null}' else p.second_factor_from end;
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
