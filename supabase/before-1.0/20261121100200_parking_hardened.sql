-- The profile `hardened`: parkings, their log, the lists of staff, shifts with photos, activity. Projects are apart (docs/security.md).
-- '' in own_projects stands for rows without a project; the two comparisons keep the indexes of project_id in use.

create policy "Hardened: attendants and admins read their project's parkings" on public.parkings
  for select to authenticated
  using (project_id = any ((select private.own_projects('attendant', 'admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('attendant', 'admin'))::text[])));
create policy "Hardened: everybody registers parkings of now at a known site" on public.parkings
  for insert to anon, authenticated
  with check ((select private.is_hardened()) and active and created_at = now()
    and (project_id is null or exists (select from public.main_page_sites s where s.path = project_id)));
create policy "Hardened: attendants remove their project's parkings" on public.parkings
  for delete to authenticated
  using (project_id = any ((select private.own_projects('attendant'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('attendant'))::text[])));

-- As before, with the condition of the hardened policy said beside that of the specified one.
create or replace function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(btrim(query)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Null: all of them.
  own text[] := case when private.is_specified() then null else private.own_projects('attendant', 'admin') end;
begin
  if own = '{}' then
    return;
  end if;
  return query execute
    'select * from public.parkings where search_text like $1'
    || case when project is null then '' else ' and project_id = $2' end
    || case when own is null then '' else ' and (project_id = any ($6) or (project_id is null and '''' = any ($6)))' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000), own;
end;
$$;

create policy "Hardened: admins read their project's deletion log" on public.parking_deletion_logs
  for select to authenticated
  using (project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[])));
create policy "Hardened: attendants log what they remove in their project" on public.parking_deletion_logs
  for insert to authenticated
  with check (deleted_by = (select private.own_user_id('attendant')) and deleted_at = now()
    and coalesce(project_id, '') = any ((select private.own_projects('attendant'))::text[]));

create policy "Hardened: people read themselves, admins their project" on public.project_attendants
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin'))::text[])));

create policy "Hardened: people read themselves, admins their project" on public.attendants
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[]))));

create policy "Hardened: admins read whom their project removed" on public.attendant_deletion_logs
  for select to authenticated
  using (project_id = any ((select private.own_projects('admin', 'dispatch-admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[])));
create policy "Hardened: admins log whom they remove in their project" on public.attendant_deletion_logs
  for insert to authenticated
  with check (deleted_by = (select private.own_user_id('admin', 'dispatch-admin')) and deleted_at = now()
    and coalesce(project_id, '') = any ((select private.own_projects('admin', 'dispatch-admin'))::text[]));

create policy "Hardened: people read themselves, admins their project" on public.admin_accounts
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_alive()) and (account_id = (select auth.uid())
    or project_id = any ((select private.own_projects('admin'))::text[])));

-- A review changes these columns and no others.
revoke update on public.shift_registrations from anon, authenticated;
grant update (status, approved, reviewed_by, reviewed_at, review_note) on public.shift_registrations to anon, authenticated;
create policy "Hardened: attendants read their shifts, admins their project's" on public.shift_registrations
  for select to authenticated
  using ((attendant_user_id = (select private.own_user_id('attendant'))
      and coalesce(project_id, '') = any ((select private.own_projects('attendant'))::text[]))
    or project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[])));
create policy "Hardened: attendants register pending shifts of their own" on public.shift_registrations
  for insert to authenticated
  with check (status = 'pending' and created_at = now()
    and reviewed_by is null and reviewed_at is null and review_note is null
    and attendant_user_id = (select private.own_user_id('attendant'))
    and coalesce(project_id, '') = any ((select private.own_projects('attendant'))::text[])
    -- Photos that they uploaded themselves: whoever reads the shift may read what it names.
    and not exists (select from unnest(image_urls) as p(path) where not starts_with(p.path, (select auth.uid())::text || '/')));
create policy "Hardened: admins review their project's shifts" on public.shift_registrations
  for update to authenticated
  using (project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[])))
  with check (reviewed_by is not distinct from (select private.own_user_id('admin'))
    and coalesce(project_id, '') = any ((select private.own_projects('admin'))::text[]));

-- A photo is read by who may read a shift that names it (the policies of shifts apply in here), and uploaded to the
-- attendant's own folder.
create index shift_registrations_images_idx on public.shift_registrations using gin (image_urls);
create policy "Hardened: photos are read with their shift" on storage.objects
  for select to authenticated
  using (bucket_id = 'shift-images' and (select private.is_hardened())
    and exists (select from public.shift_registrations s where s.image_urls @> array[name]));
create policy "Hardened: attendants upload photos to their own folder" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'shift-images' and (select private.is_kind('attendant'))
    and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/'));

create policy "Hardened: admins read their project's activity" on public.web_activity_logs
  for select to authenticated
  using (page_project = any ((select private.own_projects('admin'))::text[])
    or (user_type in ('operator', 'dispatch-admin') and (select private.is_kind('dispatch-admin'))));
create policy "Hardened: people note what they do in their project" on public.web_activity_logs
  for insert to authenticated
  with check (user_type = (select private.own_kind()) and created_at = now()
    and user_id = (select private.own_user_id('main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur',
      'chauffeur-admin', 'ase-admin', 'ase-employee'))
    -- Of a site, whose admin reads it, only its own people; other addresses are of no project.
    and (page_project is null or page_project = any ((select private.own_projects('admin', 'attendant', 'operator',
        'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee'))::text[])
      or (page_project <> 'standard' and not exists (select from public.main_page_sites s where s.path = page_project))));
