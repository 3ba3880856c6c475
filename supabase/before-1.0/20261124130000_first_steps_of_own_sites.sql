-- An installation begins with the standard site, which is nobody's own: the first step is done by a site of one's own, or by whoever has
-- an attendant without one.
create or replace function public.get_first_steps()
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
  has_attendant := exists (select from public.attendants a)
    or exists (select from public.project_attendants a where a.project_id <> all (others));
  has_site := has_attendant or exists (select from public.main_page_sites s where s.path <> all (others || array['standard']));
  has_admin := exists (select from public.admin_accounts a where a.project_id <> all (others));
  return next;
end;
$$;
