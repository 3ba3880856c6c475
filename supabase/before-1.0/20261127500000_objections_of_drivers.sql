-- What drivers object, and what they read of it (document 4 §4).

-- What reply keys are made of: a repeated call answers the same key, and only the hash of one is kept with its objection.
create table private.reply_secret (
  is_one boolean primary key default true,
  secret bytea not null default extensions.gen_random_bytes(32),
  constraint reply_secret_is_one check (is_one)
);
alter table private.reply_secret enable row level security;
revoke all on private.reply_secret from public, anon, authenticated, service_role;
comment on table private.reply_secret is 'The secret that the reply keys of objections are made of.';
insert into private.reply_secret default values;

-- The key that opens what was sent under this id: 22 letters, 128 bits.
create function private.reply_key(sent uuid) returns text
language sql stable set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to(sent::text, 'utf8'), s.secret, 'sha256') from 1 for 16), 'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;
revoke execute on function private.reply_key(uuid) from public;

create function private.hash_of_key(key text) returns text
language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(coalesce(key, ''), 'utf8')), 'hex'); $$;
revoke execute on function private.hash_of_key(text) from public;

-- As before, with when the case goes on: the days until a reminder, and its fee.
create or replace function private.case_for_driver(fine public.fines) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('outcome', 'found', 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'street', fine.street, 'observed_from', fine.observed_from, 'issued_at', fine.issued_at, 'violation_code', fine.violation_code,
      'violation_text', fine.violation_text, 'amount', fine.amount, 'fee', fine.fee, 'paid_ore', fine.paid_ore, 'left_ore', fine.left_ore,
      'due_date', fine.due_date, 'status', fine.status, 'delivery', fine.delivery,
      'objection', (select case when o.decision is null then 'open' else 'decided' end from public.objections o
        where o.fine_id = fine.id order by o.decision is null desc, o.created_at desc limit 1),
      'payment_methods', s.payment_methods, 'issuer_name', s.issuer_name, 'org_number', s.org_number, 'principal', s.principal,
      'legal_line', s.legal_line, 'contact_email', s.contact_email, 'contact_phone', s.contact_phone, 'privacy_url', s.privacy_url,
      'vat_percent', s.vat_percent, 'reminder_wait_days', s.reminder_wait_days,
      'reminder_fee', case when s.fee_is_agreed then s.reminder_fee else 0 end)
  from private.settings_of(fine.project_id) s;
$$;

-- Refuses what an objection does not bring, or brings in a form that nobody can read.
create function private.require_objection(objection_id uuid, name text, email text, text text, photos jsonb) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  wrong text[] := case
    when objection_id is null then '{objection_id,Uppgiften saknas eller kan inte läsas.}'
    when coalesce(name, '') !~ '\S' or length(name) > 200 then '{name,Ange ditt namn.}'
    when length(email) > 320 or coalesce(email, '') !~ '^\s*([^\s@]+@[^\s@]+)?\s*$' then '{email,Ange en giltig e-postadress.}'
    when coalesce(text, '') !~ '\S' then '{text,Skriv varför du bestrider.}'
    when length(text) > 4000 then '{text,Texten får ha högst 4000 tecken.}'
    when jsonb_typeof(photos) <> 'array' then '{photos,Uppgiften saknas eller kan inte läsas.}'
    when jsonb_array_length(photos) > 4 then '{photos,Högst 4 bilder.}'
    when exists (select from jsonb_array_elements(photos) p where jsonb_typeof(p) <> 'object'
      or coalesce(p ->> 'id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or coalesce(p ->> 'sha256', '') !~ '^[0-9a-f]{64}$'
      or coalesce(p ->> 'type', '') not in ('jpg', 'png', 'webp'))
      or (select count(distinct p ->> 'id') from jsonb_array_elements(photos) p) < jsonb_array_length(photos)
      then '{photos,Bilderna kan inte läsas.}'
  end::text[];
begin
  if wrong is not null then
    perform private.refuse('PK008', wrong[1], wrong[2]);
  end if;
end;
$$;
revoke execute on function private.require_objection(uuid, text, text, text, jsonb) from public;

-- What a reply key opens at a case: an objection, whole or only that something was added to it. A key of nothing asks as much.
create function private.opened_by(public_key text, reply_key text, out objection public.objections, out supplement uuid) returns record
language plpgsql stable set search_path = ''
as $$
declare
  case_id constant uuid := (select f.id from public.fines f where f.public_key = opened_by.public_key);
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
revoke execute on function private.opened_by(text, text) from public;

-- Photos as their objection lists them; their files follow, each at its path.
create function private.listed_photos(photos jsonb, objection_id uuid, sent uuid) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'sha256', p ->> 'sha256', 'sent', sent,
    'path', objection_id || '/' || (p ->> 'id') || '.' || (p ->> 'type')) order by n), '[]')
  from jsonb_array_elements(photos) with ordinality as t (p, n);
$$;
revoke execute on function private.listed_photos(jsonb, uuid, uuid) from public;

-- The objection that is open becomes longer; whoever has no key of it is named in it.
create function private.supplement(fine public.fines, actor private.case_actor, sent uuid, by_whom text, text text, photos jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  objection public.objections;
  added constant text := coalesce(by_whom || E':\n', '') || supplement.text;
begin
  select o.* into objection from public.objections o where o.fine_id = fine.id and o.decision is null;
  if length(objection.text) + length(added) + 2 > 20000 or jsonb_array_length(objection.photos) + jsonb_array_length(photos) > 20 then
    perform private.refuse('PK008', 'text', 'Bestridandet är redan så långt att det inte kan kompletteras.');
  end if;
  perform private.apply_case_event(fine, actor, sent, 'supplemented', null, added, null);
  update public.objections o set photos = o.photos || private.listed_photos(supplement.photos, objection.id, sent) where o.id = objection.id;
end;
$$;
revoke execute on function private.supplement(public.fines, private.case_actor, uuid, text, text, jsonb) from public;

create function public.object_to_case(public_key text, objection_id uuid, name text, email text default '', text text default '',
  photos jsonb default '[]', reply_key text default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  fine public.fines;
  actor private.case_actor;
  known public.fine_events;
  given constant jsonb := coalesce(nullif(object_to_case.photos, 'null'), '[]');
  address constant text := trim(coalesce(object_to_case.email, ''));
  new_key text;
  -- Whether the caller has the key of the objection that this belongs to: then it stays theirs, and no other is given.
  has_key boolean := coalesce((select (o.objection).id is not null and o.supplement is null
    from private.opened_by(object_to_case.public_key, object_to_case.reply_key) o), false);
begin
  select f.* into fine from public.fines f where f.public_key = object_to_case.public_key for update;
  if fine.id is null then
    return '{"outcome": "none"}';
  end if;
  perform private.require_objection(object_to_case.objection_id, object_to_case.name, address, object_to_case.text, given);
  new_key := private.reply_key(object_to_case.objection_id);
  select e.* into known from public.fine_events e where e.id = object_to_case.objection_id;
  if known.id is not null and (known.fine_id <> fine.id or known.by_kind <> 'driver') then
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
      case when not has_key then trim(object_to_case.name) || coalesce(' (' || nullif(address, '') || ')', '') end, object_to_case.text, given);
    return jsonb_build_object('outcome', 'recorded', 'reply_key', case when has_key then object_to_case.reply_key else new_key end);
  end if;
  perform private.apply_case_event(fine, actor, object_to_case.objection_id, 'objected', null, object_to_case.text, jsonb_build_object(
    'name', trim(object_to_case.name), 'email', address, 'reply_key_hash', private.hash_of_key(new_key),
    'photos', private.listed_photos(given, object_to_case.objection_id, object_to_case.objection_id)));
  return jsonb_build_object('outcome', 'recorded', 'reply_key', new_key);
end;
$$;
comment on function public.object_to_case is 'A driver objects to a case, or adds to what was objected, and gets the key of the answer.';
revoke execute on function public.object_to_case(text, uuid, text, text, text, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.object_to_case(text, uuid, text, text, text, jsonb, text) to anon, authenticated;

-- Whoever added to somebody else's objection reads that it arrived and whether it is decided, and nobody's words.
create function public.read_reply(public_key text, reply_key text) returns jsonb
language plpgsql stable security definer set search_path = ''
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
comment on function public.read_reply is 'What a driver objected and how it was decided, by the key that was given for it.';
revoke execute on function public.read_reply(text, text) from public, anon, authenticated, service_role;
grant execute on function public.read_reply(text, text) to anon, authenticated, service_role;

-- For the edge function `public-case`, which makes addresses of them.
create function public.list_case_files(public_key text, reply_key text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  opened record;
begin
  select o.* into opened from private.opened_by(list_case_files.public_key, list_case_files.reply_key) o;
  return jsonb_build_object(
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('path', p.path, 'taken_at', p.taken_at, 'category', p.category)
        order by p.taken_at, p.id), '[]')
      from public.fine_photos p join public.fines f on f.id = p.fine_id where f.public_key = list_case_files.public_key),
    -- `may_be_sent`: of an objection that nobody has decided.
    'sent', (select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'path', p ->> 'path',
        'may_be_sent', (opened.objection).decision is null)), '[]')
      from jsonb_array_elements((opened.objection).photos) p where opened.supplement is null or p ->> 'sent' = opened.supplement::text));
end;
$$;
comment on function public.list_case_files is 'The photos of a case, and those of the objection that a reply key opens.';
revoke execute on function public.list_case_files(text, text) from public, anon, authenticated, service_role;
grant execute on function public.list_case_files(text, text) to service_role;

-- As before, and photos of an objection lie in a folder of its id: whoever may read the objection may read them.
drop policy "Photos are read with their shift or fine" on storage.objects;
create policy "Photos are read with their shift, fine or objection" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name)
        or exists (select from public.objections o
          where o.id = (case when objects.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(objects.name, 36) end)::uuid))));
