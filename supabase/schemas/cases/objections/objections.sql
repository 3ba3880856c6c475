-- Objections of drivers, and how they are decided (document 4 §4).

create table public.objections (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamptz default now() not null,
  fine_id uuid not null,
  name text default '' not null,
  email text default '' not null,
  text text default '' not null,
  photos jsonb default '[]'::jsonb not null,
  ground text,
  received_at timestamptz default now() not null,
  received_by text,
  reply_key_hash text,
  assigned_to text,
  decision text,
  reply text,
  decided_by text,
  decided_at timestamptz,
  lang text default 'sv' not null,
  address text default '' not null,
  constraint objections_pkey primary key (id),
  constraint objections_project_id_length check (length(project_id) >= 1 and length(project_id) <= 100),
  constraint objections_name_length check (length(name) <= 200),
  constraint objections_email_length check (length(email) <= 320),
  constraint objections_text_length check (length(text) <= 20000),
  constraint objections_photos check (jsonb_typeof(photos) = 'array' and pg_column_size(photos) <= 20000),
  constraint objections_ground_length check (length(ground) <= 200),
  constraint objections_received_by_length check (length(received_by) <= 320),
  constraint objections_reply_key_hash_form check (reply_key_hash ~ '^[0-9a-f]{64}$'),
  constraint objections_assigned_to_length check (length(assigned_to) <= 320),
  constraint objections_decision check (decision in ('accepted', 'rejected', 'withdrawn')),
  constraint objections_reply_length check (length(reply) <= 4000),
  constraint objections_decided_by_length check (length(decided_by) <= 320),
  constraint objections_moments check (private.is_moment(created_at) and private.is_moment(received_at) and private.is_moment(decided_at)),
  constraint objections_lang check (lang in ('sv', 'en')),
  constraint objections_address_length check (length(address) <= 500),
  constraint objections_fine_id_fkey foreign key (fine_id) references public.fines(id)
);

comment on table public.objections is 'What drivers object, and how it was decided.';
comment on column public.objections.address is 'Where the answer goes by post; empty where it goes to a recipient of the case.';

create unique index objections_open_key on public.objections (fine_id) where decision is null;
create index objections_fine_idx on public.objections (fine_id, created_at);
create index objections_project_open_idx on public.objections (project_id, received_at, id) where decision is null;
create index objections_project_received_idx on public.objections (project_id, received_at);

alter table public.objections enable row level security;

create policy "Admins read their site's objections" on public.objections
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create trigger objections_erase_address before update on public.objections
  for each row when (old.address <> '') execute function private.erase_address();
create trigger objections_note_change after update on public.objections
  for each row when ((old.received_at < now() - interval '12 hours' or new.received_at < now() - interval '12 hours')
    and (old.received_at, old.decision, coalesce(old.site_id::text, old.project_id))
      is distinct from (new.received_at, new.decision, coalesce(new.site_id::text, new.project_id)))
  execute function private.note_changed_day('received_at');
create trigger objections_note_old after insert on public.objections
  for each row when (new.received_at < now() - interval '12 hours') execute function private.note_changed_day('received_at');
create trigger objections_note_removal after delete on public.objections
  for each row when (old.received_at < now() - interval '12 hours') execute function private.note_changed_day('received_at');
create trigger objections_own_photos after insert or update of photos, reply_key_hash on public.objections
  for each row execute function private.require_own_objection();
create trigger objections_place before update of project_id, site_id on public.objections for each row when (pg_trigger_depth() = 0) execute function private.place_row();
create trigger objections_place_new before insert on public.objections for each row execute function private.place_row();
create trigger objections_write_trail after insert or delete or update on public.objections for each row execute function private.write_trail();

alter publication supabase_realtime add table public.objections;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('objections', 'select', 'select', '', 'select', 'select');

create or replace function private.content_hash(name text, email text, text text, photos jsonb)
  returns text
  language sql stable
  set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(jsonb_build_array(name, email, text, photos)::text, 'utf8'), s.secret, 'sha256'), 'hex')
  from private.reply_secret s;
$$;
comment on function private.content_hash(text,text,text,jsonb) is 'Hashed with the secret: nobody tries texts against it.';

create or replace function private.erase_address()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if private.erases() then
    new.address := '';
  end if;
  return new;
end;
$$;
comment on function private.erase_address() is 'The address of an erased objection goes with the other words of its person.';

create or replace function private.objection_of(path text)
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select c.objection_id from private.driver_calls c
  where c.folder = (case when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(path, 36) end)::uuid;
$$;
comment on function private.objection_of(text) is 'The objection that a photo was sent with, by its folder.';
grant execute on function private.objection_of(text) to anon, authenticated, service_role;

create or replace function private.opened_by(public_key text, reply_key text, OUT objection public.objections, OUT supplement uuid)
  returns record
  language plpgsql stable
  set search_path = ''
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
comment on function private.opened_by(text,text) is
  'The objection that a reply key opens at a case, whole or only that something was added to it. A wrong key takes as long.';

create or replace function private.reply_key(sent uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to(sent::text, 'utf8'), s.secret, 'sha256') from 1 for 16), 'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;
comment on function private.reply_key(uuid) is 'The key that opens what was sent under this id: 22 letters, 128 bits.';

create or replace function private.require_objection(objection_id uuid, name text, email text, text text, photos jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  wrong text[] := case
    when objection_id is null then '{objection_id,unreadable}'
    when coalesce(name, '') !~ '\S' or length(name) > 200 then '{name,no-name}'
    when length(email) > 320 or coalesce(email, '') !~ '^\s*([^\s@]+@[^\s@]+)?\s*$' then '{email,no-mail-address}'
    when coalesce(text, '') !~ '\S' then '{text,no-reasons}'
    when length(text) > 4000 then '{text,objection-too-long}'
    when jsonb_typeof(photos) <> 'array' then '{photos,unreadable}'
    when jsonb_array_length(photos) > 4 then '{photos,too-many-objection-photos}'
    when exists (select from jsonb_array_elements(photos) p where jsonb_typeof(p) <> 'object'
      or coalesce(p ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or coalesce(p ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
      or coalesce(p ->> 'type', '') not in ('jpg', 'png', 'webp'))
      or (select count(distinct p ->> 'id') from jsonb_array_elements(photos) p) < jsonb_array_length(photos)
      then '{photos,unreadable-photos}'
  end::text[];
begin
  if wrong is not null then
    perform private.refuse(wrong[2], wrong[1]);
  end if;
end;
$$;
comment on function private.require_objection(uuid,text,text,text,jsonb) is 'Refuses what an objection does not bring, or brings in a form that nobody can read.';

create or replace function private.require_own_objection()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  photos constant jsonb := case when jsonb_typeof(new.photos) = 'array' then new.photos else '[]' end;
begin
  if exists (select from jsonb_array_elements(photos) p where not private.is_photo_of(new.id, p ->> 'path')) then
    perform private.refuse('unreadable-photos', 'photos');
  end if;
  if new.reply_key_hash is not null and (new.reply_key_hash <> private.hash_of_key(private.reply_key(new.id))
      or not exists (select from private.driver_calls c where c.id = new.id and c.objection_id = new.id and c.fine_id = new.fine_id)) then
    perform private.refuse('unreadable-value', 'reply_key_hash');
  end if;
  return new;
end;
$$;
comment on function private.require_own_objection() is
  'An objection names photos of its own, and has a key only if a driver''s call made it; all else is refused, whoever writes.';

create or replace function private.supplement(fine public.fines, actor private.case_actor, sent uuid, by_whom text, text text, photos jsonb, content_hash text)
  returns void
  language plpgsql
  set search_path = ''
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
    perform private.refuse('objection-full', 'text');
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash, is_stranger, letters, photos)
    values (sent, fine.id, objection.id, supplement.content_hash, by_whom is not null, length(added), added_photos)
    returning c.folder into folder;
  perform private.apply_case_event(fine, actor, sent, 'supplemented', null, added, null);
  update public.objections o set photos = o.photos || private.listed_photos(supplement.photos, folder, sent) where o.id = objection.id;
end;
$$;
comment on function private.supplement(public.fines,private.case_actor,uuid,text,text,jsonb,text) is 'The objection that is open becomes longer; whoever has no key of it is named in it.';

create or replace function public.assign_objection(objection_id uuid, take boolean, seen text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if objection.decision is not null then
    perform private.refuse('objection-decided', 'objection_id');
  end if;
  if (case when take then private.id_key(objection.assigned_to) = private.id_key(actor.id) else objection.assigned_to is null end) then
    -- A repeated call, or what was wished is so already.
    return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
  end if;
  if objection.assigned_to is distinct from seen then
    perform private.refuse(case when objection.assigned_to is null then 'objection-released' else 'objection-taken' end, 'assigned_to',
      array[objection.assigned_to]);
  end if;
  update public.objections o set assigned_to = case when take then actor.id end where o.id = objection.id returning * into objection;
  return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
end;
$$;
comment on function public.assign_objection(uuid,boolean,text,text) is 'Gives an objection that waits to the admin who calls, or to nobody.';
grant execute on function public.assign_objection(uuid,boolean,text,text) to authenticated;

create or replace function public.list_objections(project text, whose text, own_id text, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(r) order by r.received_at, r.id) from (
      select o.id, o.created_at, o.project_id, o.fine_id, o.received_at, o.ground, o.name, o.assigned_to, f.case_number, f.plate,
        lower(f.issued_by) = lower(own_id) or exists (
          select from public.fine_events e where e.fine_id = f.id and e.number = 1 and lower(e.by_id) = lower(own_id)) as is_own
      from public.objections o join public.fines f on f.id = o.fine_id
      where o.project_id = any (array(select p.code from private.asked_places(project) p)) and o.decision is null
        and (o.received_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
        and case whose when 'mine' then lower(o.assigned_to) = lower(own_id) when 'none' then o.assigned_to is null else true end
      order by o.received_at, o.id
      limit least(greatest(page_size, 1), 100)
    ) r), '[]'));
$$;
comment on function public.list_objections(text,text,text,timestamp with time zone,uuid,integer) is
  'The objections of a site that wait for a decision, oldest first, of those that the caller may read.';
grant execute on function public.list_objections(text,text,text,timestamp with time zone,uuid,integer) to authenticated;

create or replace function public.object_to_case(public_key text, objection_id uuid, name text, email text DEFAULT ''::text, text text DEFAULT ''::text, photos jsonb DEFAULT '[]'::jsonb, reply_key text DEFAULT NULL::text, lang text DEFAULT 'sv'::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
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
  if coalesce(object_to_case.lang, '') not in ('sv', 'en') then
    perform private.refuse('unreadable', 'lang');
  end if;
  new_key := private.reply_key(object_to_case.objection_id);
  select e.* into known from public.fine_events e where e.id = object_to_case.objection_id;
  if known.id is not null and (known.fine_id <> fine.id or known.by_kind <> 'driver'
      or not exists (select from private.driver_calls c where c.id = known.id and c.content_hash = hash)) then
    perform private.refuse('objection-used', 'objection_id');
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
    'name', trim(object_to_case.name), 'email', address, 'reply_key_hash', private.hash_of_key(new_key), 'lang', object_to_case.lang,
    'photos', private.listed_photos(given, made_folder, object_to_case.objection_id)));
  return jsonb_build_object('outcome', 'recorded', 'reply_key', new_key);
end;
$$;
comment on function public.object_to_case(text,uuid,text,text,text,jsonb,text,text) is 'A driver objects to a case, or adds to what was objected, and gets the key of the answer.';
grant execute on function public.object_to_case(text,uuid,text,text,text,jsonb,text,text) to anon, authenticated;

create or replace function public.read_reply(public_key text, reply_key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  opened record;
  objection public.objections;
begin
  select o.* into opened from private.opened_by(read_reply.public_key, read_reply.reply_key) o;
  objection := opened.objection;
  if objection.id is null then
    return '{"outcome": "none"}';
  end if;
  if opened.supplement is not null then
    return jsonb_build_object('outcome', 'found', 'is_supplement', true, 'decision', objection.decision, 'decided_at', objection.decided_at,
      'received_at', (select e.created_at from public.fine_events e where e.id = opened.supplement));
  end if;
  return jsonb_build_object('outcome', 'found', 'is_supplement', false, 'decision', objection.decision, 'decided_at', objection.decided_at,
    'received_at', objection.received_at, 'name', objection.name, 'text', objection.text, 'reply', objection.reply);
end;
$$;
comment on function public.read_reply(text,text) is 'What a driver objected and how it was decided, by the key that was given for it.';
grant execute on function public.read_reply(text,text) to anon, authenticated, service_role;

create or replace function public.set_objection_ground(objection_id uuid, ground text, seen text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
  actor private.case_actor;
  objection public.objections;
begin
  -- The case first, as decisions do: nobody waits for each other.
  select c.* into held from private.case_for((select o.fine_id from public.objections o where o.id = objection_id), acting_as) c;
  actor := held.actor;
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = objection_id for update;
  if coalesce(ground, '') !~ '\S' or length(ground) > 100 then
    perform private.refuse('no-ground', 'ground');
  end if;
  if objection.decision is not null then
    perform private.refuse('objection-decided', 'objection_id');
  end if;
  if objection.ground is distinct from seen and objection.ground is distinct from set_objection_ground.ground then
    perform private.refuse('ground-changed', 'ground', array[coalesce(objection.ground, 'ingen')]);
  end if;
  update public.objections o set ground = set_objection_ground.ground
    where o.id = objection.id and o.ground is distinct from set_objection_ground.ground;
  return jsonb_build_object('outcome', 'set', 'ground', ground);
end;
$$;
comment on function public.set_objection_ground(uuid,text,text,text) is 'Says what an objection that waits is about.';
grant execute on function public.set_objection_ground(uuid,text,text,text) to authenticated;
