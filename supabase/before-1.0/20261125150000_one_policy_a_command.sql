-- One policy for each command of a table, for both security profiles: what the screens of `specified` may do stands beside what a person
-- of `hardened` may do. Nothing is allowed or refused that was not before, but that rows of a site which kept an earlier code are the
-- site's for its people too, as move_rows says.

-- The nine kinds of people, once (SESSION_KINDS in contract/states.ts).
create function private.kinds_of_people() returns text[]
language sql immutable set search_path = ''
as $$
  select array['main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee'];
$$;
comment on function private.kinds_of_people is 'The kinds that people with an ID can be of.';
revoke execute on function private.kinds_of_people() from public;
grant execute on function private.kinds_of_people() to anon, authenticated, service_role;

alter table public.staff_accounts drop constraint staff_accounts_kind;
alter table public.staff_accounts add constraint staff_accounts_kind check (kind = any (private.kinds_of_people()));
alter table private.settings drop constraint settings_require_second_factor;
alter table private.settings add constraint settings_require_second_factor
  check (require_second_factor <@ (private.kinds_of_people() || array['account-admin', 'agent']));

-- All policies of before go; those of others, of which a hosted database may have some, stay.
do $$
declare
  policy record;
begin
  for policy in
    select schemaname, tablename, policyname from pg_catalog.pg_policies
    where (schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects')) and policyname ~ '^(Specified|Hardened): '
  loop
    execute format('drop policy %I on %I.%I', policy.policyname, policy.schemaname, policy.tablename);
  end loop;
end
$$;

-- What the caller is. All of them answer nothing outside of `hardened`. Without kinds they ask for people of every kind.
create or replace function private.own_kind() returns text
language sql stable security definer set search_path = ''
as $$ select s.kind from private.own_staff(private.kinds_of_people()) s; $$;

create or replace function private.own_user_id(variadic kinds text[] default private.kinds_of_people()) returns text
language sql stable security definer set search_path = ''
as $$ select s.user_id from private.own_staff(kinds) s; $$;

create or replace function private.own_projects(variadic kinds text[] default private.kinds_of_people()) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.path from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;

drop function private.own_places();
create function private.own_places(variadic kinds text[] default private.kinds_of_people()) returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.id::text from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.site_id::text, s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;
comment on function private.own_places is
  'The places that are the caller''s: sites, codes that no site has, and the empty text for no code. A row''s place is written alike.';
revoke execute on function private.own_places(text[]) from public;
grant execute on function private.own_places(text[]) to anon, authenticated, service_role;
-- Policies for everybody ask it.
grant execute on function private.is_agent() to anon;

create or replace function private.functions_of_rights() returns regprocedure[]
language sql stable set search_path = ''
as $$
  select array['private.is_specified()', 'private.is_hardened()', 'private.is_login_alive()', 'private.is_kind(text[])', 'private.own_kind()',
    'private.own_projects(text[])', 'private.own_places(text[])', 'private.is_account_admin()', 'private.is_agent()']::regprocedure[];
$$;

-- The search says what the policy for reading parkings says.
create or replace function public.search_parkings(
  query text, project text default null, before_created_at timestamptz default null, before_id uuid default null, page_size int default 100)
returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(query), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(query, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
begin
  if places = '{}' then
    return;
  end if;
  return query execute
    'select * from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $7 and plate_key like $8))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when places is null then '' else ' and coalesce(site_id::text, project_id, '''') = any ($6)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000), places,
      '%' || lower(key) || '%', '%' || key || '%';
end;
$$;

-- The main site.

create policy "Everybody reads the sites" on public.main_page_sites
  for select to anon, authenticated
  using (true);
create policy "The main admin adds sites" on public.main_page_sites
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));
create policy "The main admin changes sites but the standard one" on public.main_page_sites
  for update to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));
create policy "The main admin removes sites but the standard one" on public.main_page_sites
  for delete to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))));

create policy "The main admin reads messages" on public.contact_messages
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));
-- A moment that is none is refused by its check in `specified`.
create policy "Everybody sends messages of now, unread ones in hardened" on public.contact_messages
  for insert to anon, authenticated
  with check (
    (created_at = now() or ((select private.is_specified()) and not private.is_moment(created_at)))
    and ((select private.is_specified()) or not read));
create policy "The main admin marks messages read" on public.contact_messages
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));
create policy "The main admin removes messages" on public.contact_messages
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

-- Parkings.

create policy "Attendants and admins read their site's parkings" on public.parkings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant', 'admin'))::text[]));
create policy "Everybody registers parkings of now at a known site" on public.parkings
  for insert to anon, authenticated
  with check (
    created_at = now()
    and (project_id is null or site_id is not null or project_id = 'standard')
    and ((select private.is_specified()) or active));
create policy "Attendants remove their site's parkings" on public.parkings
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]));

-- What is announced is read by nobody (docs/decisions/0010).
create policy "Admins read what was removed at their site" on public.parking_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));
create policy "Attendants log what they remove at their site" on public.parking_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))));

-- People with an ID.

create policy "People read themselves, admins the people of their project" on public.project_attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'dispatch-admin', 'chauffeur-admin'))::text[]));
create policy "Screens of specified add people of a project" on public.project_attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));
create policy "Screens of specified remove people of a project" on public.project_attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Attendants read themselves, admins those of their site" on public.attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Screens of specified add attendants" on public.attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));
create policy "Screens of specified remove attendants" on public.attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_alive()) and account_id = (select auth.uid()))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));
create policy "Screens of specified add admins" on public.admin_accounts
  for insert to anon, authenticated
  with check ((select private.is_specified()));
create policy "Screens of specified remove admins" on public.admin_accounts
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Admins read whom their project removed" on public.attendant_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));
create policy "Admins log whom they remove in their project" on public.attendant_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('admin', 'dispatch-admin'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]))));

create policy "People read what they are" on public.staff_accounts
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive()) and account_id = (select auth.uid()));

-- Accounts with an e-mail address.

create policy "People read their profile, administrators all" on public.profiles
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_alive())
      and (id = (select auth.uid()) or (select private.is_kind('main-admin')) or (select private.is_account_admin()))));
create policy "Screens of specified remove profiles" on public.profiles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "People read their roles, administrators all" on public.user_roles
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or ((select private.is_login_alive()) and (user_id = (select auth.uid()) or (select private.is_account_admin()))));
create policy "Screens of specified remove roles" on public.user_roles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "The main admin reads whose passwords there are" on public.user_passwords
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "Administrators read the accounts that they made" on public.admin_user_credentials
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_account_admin())
    or ((select private.is_kind('main-admin')) and account_type = 'admin'));
create policy "Screens of specified remove credentials but the super admin's" on public.admin_user_credentials
  for delete to anon, authenticated
  using ((select private.is_specified()) and lower(btrim(email)) <> 'superadmin@parkering.example');

-- Shifts.

create policy "Attendants read their shifts, admins their site's" on public.shift_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Attendants register pending shifts of their own" on public.shift_registrations
  for insert to anon, authenticated
  with check (
    status = 'pending' and created_at = now() and reviewed_by is null and reviewed_at is null and review_note is null
    and ((select private.is_specified())
      or (attendant_user_id = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])
        and not exists (select from unnest(image_urls) p(path) where not starts_with(p.path, (select auth.uid())::text || '/')))));
create policy "Admins review their site's shifts" on public.shift_registrations
  for update to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or (reviewed_by is not distinct from (select private.own_user_id('admin'))
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));

-- Photos. What is asked of shifts and fines is asked of their policies.

create policy "Photos are read with their shift or fine" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name))));
create policy "Attendants store photos of shifts, staff those a fine lists" on storage.objects
  for insert to anon, authenticated
  with check (
    (bucket_id = 'shift-images'
      and ((select private.is_specified())
        or ((select private.is_kind('attendant')) and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or (select private.is_kind('admin', 'attendant')))
      and exists (select from public.fine_photos p where p.path = name)));

-- Activity and trail. A page in another spelling of a site's code is that of no project, and nobody's to read.

create policy "Admins read the activity of their project" on public.web_activity_logs
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (page_project = any ((select private.own_projects('admin'))::text[])
      and coalesce(site_id::text, page_project) = any ((select private.own_places('admin'))::text[]))
    or (user_type in ('operator', 'dispatch-admin') and (select private.is_kind('dispatch-admin'))));
create policy "People note what they do, in their project or at no site" on public.web_activity_logs
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (user_type = (select private.own_kind())
        and user_id = (select private.own_user_id())
        and (page_project is null
          or page_project = any ((select private.own_projects())::text[])
          or (page_project <> 'standard' and not exists (select from public.main_page_sites s where s.path = page_project))))));

create policy "Admins read the trail of their site, the main admin all" on public.audit_trail
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_kind('main-admin'))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

-- What a site decides.

create policy "Staff read their site's settings" on public.site_settings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));
create policy "Admins change their site's settings" on public.site_settings
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Staff read their site's violations" on public.violations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));
create policy "Admins add violations to their site" on public.violations
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));
create policy "Admins change their site's violations" on public.violations
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's permits" on public.permits
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));
create policy "Admins add permits of their own to their site" on public.permits
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (created_by = (select private.own_user_id('admin')) and ended_at is null and ended_by is null
        and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))));
create policy "Admins change and end their site's permits" on public.permits
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or ((ended_by is null or ended_by = (select private.own_user_id('admin')))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

-- Cases, which functions write.

create policy "Admins read their site's fines, attendants their own" on public.fines
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])));
create policy "Admins read their site's photos, attendants their fines'" on public.fine_photos
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or ((select private.is_kind('attendant')) and exists (select from public.fines f where f.id = fine_id)));
create policy "Admins read their site's fine events" on public.fine_events
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Admins read their site's payments" on public.payments
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Admins read their site's objections" on public.objections
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Admins read their site's case recipients" on public.case_recipients
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));
create policy "Admins read their site's plate checks" on public.plate_checks
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

-- The other products.

create policy "The taxi project's people read its cars" on public.vehicle_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));
create policy "Chauffeurs take a car for themselves" on public.vehicle_registrations
  for insert to anon, authenticated
  with check (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur')) and created_at = now()
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));
create policy "Chauffeurs release their car, their admin any" on public.vehicle_registrations
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur'))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[]))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[]));

create policy "Dispatch reads units" on public.units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));
create policy "Dispatch adds units" on public.units
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));
create policy "Dispatch changes units" on public.units
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));
create policy "Dispatch removes units" on public.units
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));
create policy "Dispatch reads voice units" on public.teamspeak_units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Everybody reads what is or was for sale, agents the rest" on public.properties
  for select to anon, authenticated
  using ((select private.is_specified()) or status in ('available', 'sold') or (select private.is_agent()));
create policy "Agents add properties, as themselves in hardened" on public.properties
  for insert to authenticated
  with check (
    (select private.is_agent())
    and ((select private.is_specified()) or created_by is null or created_by = (select auth.uid())));
create policy "Agents change properties" on public.properties
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));
create policy "Agents remove properties" on public.properties
  for delete to authenticated
  using ((select private.is_agent()));

create policy "Everybody reads bids of open lists, agents all" on public.property_bids
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_agent())
    or exists (select from public.properties p where p.id = property_id and not p.hide_bid_list));
create policy "Everybody places bids of now, not accepted ones" on public.property_bids
  for insert to anon, authenticated
  with check (not accepted and created_at = now());
create policy "Agents accept bids" on public.property_bids
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));

create policy "Employees read themselves, the ambulance admin all" on public.ase_employees
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or (select private.is_kind('ase-admin')));
create policy "Screens of specified add employees" on public.ase_employees
  for insert to anon, authenticated
  with check ((select private.is_specified()));
create policy "Screens of specified change employees" on public.ase_employees
  for update to anon, authenticated
  using ((select private.is_specified()))
  with check ((select private.is_specified()));
create policy "Screens of specified remove employees" on public.ase_employees
  for delete to anon, authenticated
  using ((select private.is_specified()));
