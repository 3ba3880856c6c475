-- The buckets of photos, and the rights to store and read them. Everybody may see pictures of properties: the migration that made their
-- bucket says so.

create policy "Photos are read with what they belong to" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name)
        or exists (select from public.objections o where o.id = private.objection_of(objects.name))))
    or (bucket_id = 'work-photos' and exists (select from public.vehicle_faults f where f.photos @> array[name]))
    or bucket_id = 'property-images');

create policy "Staff store photos of their work, agents those of properties" on storage.objects
  for insert to anon, authenticated
  with check (
    (bucket_id = 'shift-images'
      and ((select private.is_specified())
        or ((select private.is_kind('attendant')) and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or (select private.is_kind('admin', 'attendant')))
      and exists (select from public.fine_photos p where p.path = name))
    or (bucket_id = 'work-photos' and name ~ '^[^/]+/[^/]+$'
      and ((select private.is_specified())
        or ((select private.is_kind('chauffeur', 'chauffeur-admin')) and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'property-images' and (select private.is_agent())
      and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/')));

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('case-photos', 'case-photos', '10485760', '{image/jpeg,image/png,image/webp}');

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('shift-images', 'shift-images', '10485760', '{image/jpeg,image/png,image/webp,image/avif}');

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('property-images', 'property-images', '10485760', '{image/jpeg,image/png,image/webp}');

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('work-photos', 'work-photos', '10485760', '{image/jpeg,image/png,image/webp}');

create or replace function private.is_photo_of(objection uuid, path text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$', false)
    and exists (select from private.driver_calls c where c.objection_id = objection and c.folder::text = left(path, 36));
$$;
comment on function private.is_photo_of(uuid,text) is 'Whether a path is that of a photo which a driver sent with this objection.';

create or replace function private.listed_photos(photos jsonb, objection_id uuid, sent uuid)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'sha256', p ->> 'sha256', 'sent', sent,
    'path', objection_id || '/' || (p ->> 'id') || '.' || (p ->> 'type')) order by n), '[]')
  from jsonb_array_elements(photos) with ordinality as t (p, n);
$$;
comment on function private.listed_photos(jsonb,uuid,uuid) is 'Photos as their objection lists them; their files follow, each at its path.';

create or replace function private.open_bucket_with_profile()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update storage.buckets set public = (new.security_profile = 'specified') where id in ('shift-images', 'case-photos');
  return new;
end;
$$;
comment on function private.open_bucket_with_profile() is 'Photos can be read by everybody in the profile `specified` alone.';

create or replace function private.photo_path(stored text)
  returns text
  language plpgsql immutable
  set search_path = ''
as $$
declare
  marker constant text := '/storage/v1/object/public/shift-images/';
  path text := stored;
begin
  if position(marker in stored) > 0 then
    path := split_part(split_part(stored, marker, 2), '?', 1);
  end if;
  if position('%' in path) = 0 then
    return path;
  end if;
  return (
    select convert_from(string_agg(
      case when m[1] ~ '^%..$' then decode(substr(m[1], 2), 'hex') else convert_to(m[1], 'UTF8') end, ''::bytea order by n), 'UTF8')
    from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality as found(m, n)
  );
exception when others then
  -- Nothing that a browser would have written.
  return path;
end;
$$;
comment on function private.photo_path(text) is
  'The path of a photo in its bucket, from what a shift keeps of it: the path itself, or its public address.';
