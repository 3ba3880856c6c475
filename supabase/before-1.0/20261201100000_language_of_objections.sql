-- A driver is answered in the language of the page on which they objected (document 4 §5). What the office writes stays as it is written.

alter table public.objections
  add column lang text not null default 'sv',
  add constraint objections_lang check (lang in ('sv', 'en'));

-- As it is (20261128000000_withdrawn_objections.sql), but for the column.
do $$
declare
  was constant text := pg_get_functiondef('private.keep_case_data(public.fines, text, uuid, text, jsonb, private.case_actor)'::regprocedure);
  made constant text := replace(replace(was, 'received_by, reply_key_hash)', 'received_by, reply_key_hash, lang)'),
    'data ->> ''reply_key_hash'');', 'data ->> ''reply_key_hash'', coalesce(data ->> ''lang'', ''sv''));');
begin
  if made !~ 'reply_key_hash, lang\)' or made !~ 'data ->> ''lang''' then
    raise exception 'private.keep_case_data does not write objections as it did.';
  end if;
  execute made;
end
$$;

-- As it was (20261128100000_driver_calls.sql), with a language, which pages of earlier versions do not send. It is no part of what makes two
-- calls the same: sent again from a page that was switched meanwhile, an objection is still one.
drop function public.object_to_case(text, uuid, text, text, text, jsonb, text);
create function public.object_to_case(public_key text, objection_id uuid, name text, email text default '', text text default '',
  photos jsonb default '[]', reply_key text default null, lang text default 'sv') returns jsonb
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
  if coalesce(object_to_case.lang, '') not in ('sv', 'en') then
    perform private.refuse('PK008', 'lang', 'Uppgiften saknas eller kan inte läsas.');
  end if;
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
    'name', trim(object_to_case.name), 'email', address, 'reply_key_hash', private.hash_of_key(new_key), 'lang', object_to_case.lang,
    'photos', private.listed_photos(given, made_folder, object_to_case.objection_id)));
  return jsonb_build_object('outcome', 'recorded', 'reply_key', new_key);
end;
$$;
comment on function public.object_to_case is 'A driver objects to a case, or adds to what was objected, and gets the key of the answer.';
revoke execute on function public.object_to_case(text, uuid, text, text, text, jsonb, text, text) from public, anon, authenticated, service_role;
grant execute on function public.object_to_case(text, uuid, text, text, text, jsonb, text, text) to anon, authenticated;

-- As it was (20261130110000_five_decision_mails.sql), with the language.
create or replace function private.mail_decision(fine public.fines, objection public.objections) returns uuid
language plpgsql set search_path = ''
as $$
declare
  message uuid;
begin
  if (select count(*) from public.outbox o where o.fine_id = fine.id and o.event = 'decision'
    and o.facts ->> 'objection_id' = objection.id::text and o.made_at > now() - interval '24 hours') >= 5 then
    perform private.refuse('PK014', 'objection_id', 'Svaret har skickats fem gånger det senaste dygnet. Försök igen i morgon.');
  end if;
  insert into public.outbox (project_id, fine_id, about, channel, event, facts)
  select fine.project_id, fine.id, fine.id, 'mail', 'decision', jsonb_build_object('case_number', fine.case_number,
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', fine.left_ore, 'due_date', fine.due_date, 'lang', objection.lang)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id into message;
  return message;
end;
$$;
