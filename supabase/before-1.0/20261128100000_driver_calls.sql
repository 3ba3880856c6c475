-- What a driver's call brought and where its photos lie: nobody gets a key, a photo or a folder of somebody else's call by knowing its id,
-- and an objection names photos of its own calls alone. An erased case is no driver's any more.

-- One row a call of object_to_case. Photos lie in a folder that no id tells. It goes when its case is erased.
create table private.driver_calls (
  id uuid primary key,
  fine_id uuid not null references public.fines (id) on delete cascade,
  objection_id uuid not null,
  folder uuid not null default gen_random_uuid(),
  -- Null: from before this was kept.
  content_hash text,
  -- Whether the caller had no key of the objection that this was added to, and how much was added.
  is_stranger boolean not null default false,
  letters int not null default 0,
  photos int not null default 0,
  constraint driver_calls_folder_key unique (folder)
);
create index driver_calls_fine_idx on private.driver_calls (fine_id);
create index driver_calls_objection_idx on private.driver_calls (objection_id);
alter table private.driver_calls enable row level security;
revoke all on private.driver_calls from public, anon, authenticated, service_role;
comment on table private.driver_calls is 'What drivers sent with which call: a hash of it, and the folder of its photos.';

-- Photos so far lie in a folder of their objection's id; not where the office chose an id that is a fine's.
insert into private.driver_calls (id, fine_id, objection_id, folder)
  select o.id, o.fine_id, o.id, o.id from public.objections o
  where o.received_by is null and o.reply_key_hash = private.hash_of_key(private.reply_key(o.id))
    and not exists (select from public.fines f where f.id = o.id);

create function private.forget_driver_calls() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.driver_calls c where c.fine_id = new.id;
  return null;
end;
$$;
revoke execute on function private.forget_driver_calls() from public;
create trigger fines_forget_driver_calls after update of erased_at on public.fines
  for each row when (new.erased_at is not null) execute function private.forget_driver_calls();

-- Hashed with the secret: nobody tries texts against it.
create function private.content_hash(name text, email text, text text, photos jsonb) returns text
language sql stable set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(jsonb_build_array(name, email, text, photos)::text, 'utf8'), s.secret, 'sha256'), 'hex')
  from private.reply_secret s;
$$;
revoke execute on function private.content_hash(text, text, text, jsonb) from public;

-- Whether a path is that of a photo which a driver sent with this objection.
create function private.is_photo_of(objection uuid, path text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$', false)
    and exists (select from private.driver_calls c where c.objection_id = objection and c.folder::text = left(path, 36));
$$;
revoke execute on function private.is_photo_of(uuid, text) from public;

-- Whoever writes an objection: it names photos of its own, and has a key only if a driver's call made it.
create function private.require_own_objection() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  photos constant jsonb := case when jsonb_typeof(new.photos) = 'array' then new.photos else '[]' end;
begin
  if exists (select from jsonb_array_elements(photos) p where not private.is_photo_of(new.id, p ->> 'path')) then
    perform private.refuse('PK008', 'photos', 'Bilderna kan inte läsas.');
  end if;
  if new.reply_key_hash is not null and (new.reply_key_hash <> private.hash_of_key(private.reply_key(new.id))
      or not exists (select from private.driver_calls c where c.id = new.id and c.objection_id = new.id and c.fine_id = new.fine_id)) then
    perform private.refuse('PK008', 'reply_key_hash', 'Uppgiften kan inte läsas.');
  end if;
  return new;
end;
$$;
revoke execute on function private.require_own_objection() from public;

-- What does not hold of rows so far.
update public.objections o set reply_key_hash = null
  where o.reply_key_hash is not null and not exists (select from private.driver_calls c where c.id = o.id);
update public.objections o
  set photos = (select coalesce(jsonb_agg(p.value order by p.ordinality) filter (where private.is_photo_of(o.id, p.value ->> 'path')), '[]')
    from jsonb_array_elements(o.photos) with ordinality p)
  where exists (select from jsonb_array_elements(o.photos) p where not private.is_photo_of(o.id, p ->> 'path'));

create trigger objections_own_photos before insert or update of photos, reply_key_hash on public.objections
  for each row execute function private.require_own_objection();

-- As before; an erased case is found by nobody.
create or replace function private.opened_by(public_key text, reply_key text, out objection public.objections, out supplement uuid) returns record
language plpgsql stable set search_path = ''
as $$
declare
  case_id constant uuid := (select f.id from public.fines f where f.public_key = opened_by.public_key and f.erased_at is null);
  hash constant text := private.hash_of_key(opened_by.reply_key);
  added public.fine_events;
begin
  select e.* into added from public.fine_events e
    where e.fine_id = case_id and e.kind = 'supplemented' and e.by_kind = 'driver' and private.hash_of_key(private.reply_key(e.id)) = hash;
  select o.* into objection from public.objections o
    where o.fine_id = case_id and o.reply_key_hash = hash order by o.created_at desc limit 1;
  if objection.id is null and added.id is not null then
    supplement := added.id;
    select o.* into objection from public.objections o where o.id = (added.data ->> 'objection_id')::uuid;
  end if;
end;
$$;

-- As before, with a folder of the call's own; whoever has no key of the objection leaves room for whoever has.
drop function private.supplement(public.fines, private.case_actor, uuid, text, text, jsonb);
create function private.supplement(fine public.fines, actor private.case_actor, sent uuid, by_whom text, text text, photos jsonb,
  content_hash text) returns void
language plpgsql set search_path = ''
as $$
declare
  objection public.objections;
  added constant text := coalesce(by_whom || E':\n', '') || supplement.text;
  added_photos constant int := jsonb_array_length(supplement.photos);
  strangers record;
  folder uuid;
begin
  select o.* into objection from public.objections o where o.fine_id = fine.id and o.decision is null;
  select coalesce(sum(c.letters), 0) as letters, coalesce(sum(c.photos), 0) as photos into strangers
    from private.driver_calls c where c.objection_id = objection.id and c.is_stranger;
  if length(objection.text) + length(added) + 2 > 20000 or jsonb_array_length(objection.photos) + added_photos > 20
    or (by_whom is not null and (strangers.letters + length(added) > 8000 or strangers.photos + added_photos > 8)) then
    perform private.refuse('PK008', 'text', 'Bestridandet är redan så långt att det inte kan kompletteras.');
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash, is_stranger, letters, photos)
    values (sent, fine.id, objection.id, supplement.content_hash, by_whom is not null, length(added), added_photos)
    returning c.folder into folder;
  perform private.apply_case_event(fine, actor, sent, 'supplemented', null, added, null);
  update public.objections o set photos = o.photos || private.listed_photos(supplement.photos, folder, sent) where o.id = objection.id;
end;
$$;
revoke execute on function private.supplement(public.fines, private.case_actor, uuid, text, text, jsonb, text) from public;

-- As before; a call that is known is answered only when the same was sent again.
create or replace function public.object_to_case(public_key text, objection_id uuid, name text, email text default '', text text default '',
  photos jsonb default '[]', reply_key text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  fine public.fines;
  actor private.case_actor;
  known public.fine_events;
  given constant jsonb := coalesce(nullif(object_to_case.photos, 'null'), '[]');
  address constant text := trim(coalesce(object_to_case.email, ''));
  hash constant text := private.content_hash(trim(object_to_case.name), address, object_to_case.text, given);
  new_key text;
  made_folder uuid;
  -- Whether the caller has the key of the objection that this belongs to: then it stays theirs, and no other is given.
  has_key boolean := coalesce((select (o.objection).id is not null and o.supplement is null
    from private.opened_by(object_to_case.public_key, object_to_case.reply_key) o), false);
begin
  select f.* into fine from public.fines f where f.public_key = object_to_case.public_key and f.erased_at is null for update;
  if fine.id is null then
    return '{"outcome": "none"}';
  end if;
  perform private.require_objection(object_to_case.objection_id, object_to_case.name, address, object_to_case.text, given);
  new_key := private.reply_key(object_to_case.objection_id);
  select e.* into known from public.fine_events e where e.id = object_to_case.objection_id;
  if known.id is not null and (known.fine_id <> fine.id or known.by_kind <> 'driver'
      or not exists (select from private.driver_calls c where c.id = known.id and c.content_hash = hash)) then
    perform private.refuse('PK010', 'objection_id', 'Bestridandet är redan sparat för något annat.');
  elsif known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'reply_key',
      case when known.kind = 'supplemented' and has_key then object_to_case.reply_key else new_key end);
  end if;
  actor.kind := 'driver';
  actor.project := fine.project_id;
  if fine.status = 'disputed' then
    has_key := has_key and exists (select from private.opened_by(object_to_case.public_key, object_to_case.reply_key) o
      where (o.objection).decision is null);
    perform private.supplement(fine, actor, object_to_case.objection_id,
      case when not has_key then trim(object_to_case.name) || coalesce(' (' || nullif(address, '') || ')', '') end, object_to_case.text, given, hash);
    return jsonb_build_object('outcome', 'recorded', 'reply_key', case when has_key then object_to_case.reply_key else new_key end);
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash)
    values (object_to_case.objection_id, fine.id, object_to_case.objection_id, hash) returning c.folder into made_folder;
  perform private.apply_case_event(fine, actor, object_to_case.objection_id, 'objected', null, object_to_case.text, jsonb_build_object(
    'name', trim(object_to_case.name), 'email', address, 'reply_key_hash', private.hash_of_key(new_key),
    'photos', private.listed_photos(given, made_folder, object_to_case.objection_id)));
  return jsonb_build_object('outcome', 'recorded', 'reply_key', new_key);
end;
$$;

-- As before; an erased case has nothing, and no path leads elsewhere.
create or replace function public.list_case_files(public_key text, reply_key text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened record;
begin
  select o.* into opened from private.opened_by(list_case_files.public_key, list_case_files.reply_key) o;
  return jsonb_build_object(
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('path', p.path, 'taken_at', p.taken_at, 'category', p.category)
        order by p.taken_at, p.id), '[]')
      from public.fine_photos p join public.fines f on f.id = p.fine_id
      where f.public_key = list_case_files.public_key and f.erased_at is null),
    -- `may_be_sent`: of an objection that nobody has decided.
    'sent', (select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'path', p ->> 'path',
        'may_be_sent', (opened.objection).decision is null)), '[]')
      from jsonb_array_elements((opened.objection).photos) p
      where (opened.supplement is null or p ->> 'sent' = opened.supplement::text)
        and private.is_photo_of((opened.objection).id, p ->> 'path')));
end;
$$;

-- As before; an erased case is found by nobody, also by the plate that stands for an erased one.
create or replace function public.look_up_case(case_number text, plate text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := regexp_replace(coalesce(look_up_case.case_number, ''), '\s', '', 'g');
  key constant text := coalesce(private.plate_key(look_up_case.plate), '');
  fine public.fines;
  answer jsonb;
begin
  select f.* into fine from public.fines f where f.case_number = wanted;
  if fine.id is null then
    select f.* into fine from public.fines f order by f.case_number limit 1;
  end if;
  answer := private.case_for_driver(fine);
  return case when fine.case_number = wanted and fine.plate_key = key and fine.erased_at is null then answer else '{"outcome": "none"}' end;
end;
$$;

create or replace function public.case_by_key(public_key text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := case_by_key.public_key;
  fine public.fines;
  answer jsonb;
begin
  select f.* into fine from public.fines f where f.public_key = wanted;
  if fine.id is null then
    select f.* into fine from public.fines f order by f.public_key limit 1;
  end if;
  answer := private.case_for_driver(fine);
  return case when fine.public_key = wanted and fine.erased_at is null then answer else '{"outcome": "none"}' end;
end;
$$;

-- The objection that a photo was sent with, by its folder.
create function private.objection_of(path text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select c.objection_id from private.driver_calls c
  where c.folder = (case when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(path, 36) end)::uuid;
$$;
revoke execute on function private.objection_of(text) from public;
grant execute on function private.objection_of(text) to anon, authenticated, service_role;

-- As before; an id that the office chose for an objection opens no folder.
drop policy "Photos are read with their shift, fine or objection" on storage.objects;
create policy "Photos are read with their shift, fine or objection" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name)
        or exists (select from public.objections o where o.id = private.objection_of(objects.name)))));
