-- handlers people: A handler managed people of all sites, and other handlers; rows of no site were told to handlers.

set local check_function_bodies = off;

create or replace function private.manages(admin private.people_admin, person private.person)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select case admin.kind
    when 'main-admin' then true
    when 'account-admin' then person.kind in ('account-admin', 'agent', 'customer', 'member')
    when 'admin' then person.kind in ('admin', 'attendant') and not person.is_protected
      -- Handlers are the main admin's, and manage the people of their own sites.
      and person.place <> 'company'
      and case when admin.place = 'company' then person.place = any ((select private.own_places('admin'))::text[])
        -- Attendants without a site log in at each (specified).
        else admin.serves_all or person.place = admin.place or (person.place = '' and private.is_specified()) end
    when 'dispatch-admin' then person.kind = 'operator'
    when 'chauffeur-admin' then person.kind = 'chauffeur' and person.place = admin.place
    when 'ase-admin' then person.kind = 'ase-employee'
    else false
  end;
$$;

create or replace function private.may_count_cases(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(coalesce(private.site_of(project)::text, project, '') = any (private.own_places('admin')), false)
    or coalesce(project = 'company', false) and exists (select from private.own_staff(array['admin']) s where s.project_id = 'company');
$$;

create or replace function private.people()
  returns SETOF private.person
  language sql stable
  set search_path = ''
as $$
  with listed as (
    select a.id, a.account_id, 'attendant' as kind, a.project_id, a.site_id, a.user_id, a.discord_username as name, a.created_at,
      a.deactivated_at, a.deactivated_by from public.attendants a
    union all
    select a.id, a.account_id, 'admin', a.project_id, a.site_id, a.user_id, null, a.created_at, a.deactivated_at, a.deactivated_by
      from public.admin_accounts a
    union all
    select p.id, p.account_id, case p.project_id when '721075' then 'operator' when '157715' then 'chauffeur' else 'attendant' end,
      p.project_id, p.site_id, p.user_id, p.discord_username, p.created_at, p.deactivated_at, p.deactivated_by from public.project_attendants p
    union all
    select e.id, e.account_id, 'ase-employee', 'ASE', private.site_of('ASE'), e.employee_id, e.name, e.created_at, e.deactivated_at,
      e.deactivated_by from public.ase_employees e
  ), known as (
    select l.id, l.account_id, coalesce(s.kind, l.kind) as kind, l.project_id, coalesce(l.site_id::text, l.project_id, '') as place, l.user_id,
      l.name, l.created_at, coalesce(l.deactivated_at, s.deactivated_at) as deactivated_at,
      coalesce(l.deactivated_by, s.deactivated_by) as deactivated_by, s.last_login_at,
      coalesce(s.serves_all and s.project_id <> 'company', false) as is_protected
    from listed l left join public.staff_accounts s on s.account_id = l.account_id
    union all
    select s.account_id, s.account_id, s.kind, s.project_id, coalesce(s.site_id::text, s.project_id, ''), s.user_id, s.display_name, s.created_at,
      -- A handler serves all of the company's sites, and is nobody's protected account.
      s.deactivated_at, s.deactivated_by, s.last_login_at, s.serves_all and s.project_id <> 'company'
    from public.staff_accounts s
    where private.is_hardened() and not exists (select from listed l where l.account_id = s.account_id)
    union all
    select p.id, p.id, coalesce((select case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' else r.role end
        from public.user_roles r where r.user_id = p.id
        order by array_position(array['admin', 'employee', 'customer', 'member'], r.role) limit 1), 'member'),
      null, '', p.email, null, p.created_at, p.deactivated_at, p.deactivated_by, p.last_login_at,
      lower(p.email) = 'superadmin@parkering.example'
    from public.profiles p
  )
  select k.id, k.account_id, k.kind, k.project_id, k.place, k.user_id, k.name, k.created_at, k.deactivated_at, k.deactivated_by, k.last_login_at,
    k.is_protected, case when k.deactivated_at is not null then 'deactivated' else 'active' end
  from known k;
$$;
