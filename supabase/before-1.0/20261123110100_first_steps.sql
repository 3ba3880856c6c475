-- A new installation shows its main admin the way: a site, an admin of it, an attendant. What is there is told without reading who.

create function public.get_first_steps()
returns table (has_site boolean, has_admin boolean, has_attendant boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- What has people of other kinds, or none (document 1 §9).
  others constant text[] := '{721075,157715,ASE,YSTAD}';
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    raise exception 'Only the main admin is shown the way.' using errcode = '42501';
  end if;
  return query select
    exists (select from public.main_page_sites s where s.path <> all (others)),
    exists (select from public.admin_accounts a where a.project_id <> all (others)),
    exists (select from public.attendants a)
      or exists (select from public.project_attendants a where a.project_id <> all (others));
end;
$$;
comment on function public.get_first_steps is 'Whether there is a site, an admin of one and an attendant; for the main admin.';
revoke execute on function public.get_first_steps() from public, anon, authenticated, service_role;
grant execute on function public.get_first_steps() to anon, authenticated;
