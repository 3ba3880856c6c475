-- handlers export: A handler of some sites could not export the cases of them together.

set local check_function_bodies = off;

create or replace function public.record_access(access text, subject text, project text DEFAULT NULL::text, details jsonb DEFAULT NULL::jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if access not in ('read', 'export') or subject !~ '^[a-z_]{1,60}$' or length(project) > 100 or length(details::text) > 4000 then
    perform private.refuse('no-such-access');
  end if;
  if not private.is_specified() and not private.is_kind('main-admin') and not coalesce(project = any (
      private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin', 'ase-admin')), false)
    -- A handler of some sites exports their cases together.
    and not (coalesce(project = 'company', false) and private.may_count_cases(project))
    and not (project is null and private.is_account_admin()) then
    perform private.refuse('no-access');
  end if;
  perform private.add_to_trail(access, subject, project, null, null, details);
end;
$$;
