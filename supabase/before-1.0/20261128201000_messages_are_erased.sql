-- Messages name people too: they go with their case, and belong to an extract.

-- As before, and the messages about the cases go.
create or replace function private.erase_cases(ids uuid[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  -- What an event keeps: ids, amounts and days.
  kept constant text[] := '{payment_id,amount_ore,value_date,objection_id,recipient_id,photo_id,due_date,fee,ground,delivery,made_at}';
  parts uuid[];
  paths text[];
begin
  select coalesce(array_agg(p.path), '{}') || coalesce((
      select array_agg(coalesce(k.photo ->> 'path', k.photo #>> '{}')) from public.objections o, jsonb_array_elements(o.photos) k (photo)
      where o.fine_id = any (ids)), '{}')
    into paths from public.fine_photos p where p.fine_id = any (ids);
  select array_agg(r.id) into parts from (
    select p.id from public.fine_photos p where p.fine_id = any (ids) union all select p.id from public.payments p where p.fine_id = any (ids)
    union all select o.id from public.objections o where o.fine_id = any (ids)
    union all select c.id from public.case_recipients c where c.fine_id = any (ids)) r;
  perform private.erase_trail('{fines,fine_photos,payments,objections,case_recipients}', ids || coalesce(parts, '{}'));
  -- Their files go with the next look for files that no row names.
  delete from storage.objects o where o.bucket_id like '%photos%' and o.name = any (paths);
  delete from public.fine_photos p where p.fine_id = any (ids);
  delete from public.outbox o where o.fine_id = any (ids);
  delete from public.case_recipients c where c.fine_id = any (ids);
  update public.objections o set name = '', email = '', text = '', reply = null, photos = '[]', reply_key_hash = null where o.fine_id = any (ids);
  update public.payments p set payer_text = null where p.fine_id = any (ids) and p.payer_text is not null;
  update public.fine_events e set note = null,
      data = (select coalesce(jsonb_object_agg(d.key, d.value), '{}') from jsonb_each(e.data) d where d.key = any (kept))
    where e.fine_id = any (ids);
  update public.fines f set plate = private.erased_plate(), car_model = '', car_color = '', discord_username = null, notes = '',
      observed_reason = null, parking_snapshot = null, erased_at = now(),
      accepted_warnings = (select coalesce(jsonb_agg(jsonb_build_object('code', w.value -> 'code')), '[]') from jsonb_array_elements(f.accepted_warnings) w),
      review_reasons = (select coalesce(jsonb_agg(jsonb_build_object('code', w.value -> 'code')), '[]') from jsonb_array_elements(f.review_reasons) w)
    where f.id = any (ids);
  return cardinality(paths);
end;
$$;

-- As before, with the messages about a case.
create or replace function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  wanted constant text := private.plate_key(plate);
  inside constant text[] := '{site_id,account_id,actor_account,by_account,plate_key,search_text,receipt_hash,public_key,reply_key_hash}';
  cases uuid[];
  answer jsonb;
begin
  if actor.kind <> 'admin' then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  if coalesce(wanted, '') = '' or length(plate) > 50 then
    perform private.refuse('PK008', 'plate', 'Ange ett registreringsnummer.');
  elsif coalesce(asked_by, '') !~ '\S' or length(asked_by) > 200 then
    perform private.refuse('PK008', 'asked_by', 'Ange vem som har begärt utdraget.');
  elsif coalesce(verified, '') !~ '\S' or length(verified) > 500 then
    perform private.refuse('PK008', 'verified', 'Ange hur det är kontrollerat.');
  end if;
  perform private.add_to_trail('export', 'person_extracts', code, 'extract', null,
    jsonb_build_object('plate', plate, 'asked_by', asked_by, 'verified', verified));
  cases := array(select f.id from public.fines f where f.plate_key = wanted and f.project_id = code and f.site_id is not distinct from site);
  select jsonb_build_object('outcome', 'told', 'at', now(), 'site', code, 'plate', plate,
    'parkings', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.parkings p
      where p.plate_key = wanted and (p.site_id = site or (site is null and p.site_id is null and p.project_id = code))),
    'removed_parkings', (select coalesce(jsonb_agg(to_jsonb(l) - inside order by l.deleted_at), '[]') from public.parking_deletion_logs l
      where l.plate_key = wanted and l.project_id = code),
    'permits', (select coalesce(jsonb_agg(to_jsonb(m) - inside order by m.created_at), '[]') from public.permits m
      where m.plate_key = wanted and m.project_id = code and m.site_id is not distinct from site),
    'checks', (select coalesce(jsonb_agg(to_jsonb(c) - inside order by c.checked_at), '[]') from public.plate_checks c
      where c.plate_key = wanted and c.project_id = code and c.site_id is not distinct from site),
    'activities', (select coalesce(jsonb_agg(to_jsonb(l) - inside - '{page_project}'::text[] order by l.created_at), '[]') from public.web_activity_logs l
      where l.page_project = code and l.site_id is not distinct from site and l.additional_data is not null
        and wanted in (private.plate_key(l.additional_data ->> 'ref_number'), private.plate_key(l.additional_data ->> 'term'),
          private.plate_key(l.additional_data ->> 'search'))),
    'fines', (select coalesce(jsonb_agg((to_jsonb(f) - inside) || jsonb_build_object(
        'photos', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.fine_photos p where p.fine_id = f.id),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - inside order by e.number), '[]') from public.fine_events e where e.fine_id = f.id),
        'payments', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.payments p where p.fine_id = f.id),
        'objections', (select coalesce(jsonb_agg(to_jsonb(o) - inside order by o.created_at), '[]') from public.objections o where o.fine_id = f.id),
        'recipients', (select coalesce(jsonb_agg(to_jsonb(r) - inside order by r.at), '[]') from public.case_recipients r where r.fine_id = f.id),
        'messages', (select coalesce(jsonb_agg(to_jsonb(o) - inside order by o.number), '[]') from public.outbox o where o.fine_id = f.id)
      ) order by f.issued_at), '[]') from public.fines f where f.id = any (cases)))
    into answer;
  return answer || jsonb_build_object('trail', (
    select coalesce(jsonb_agg((to_jsonb(t) - inside) || jsonb_build_object('before', t.before - inside, 'after', t.after - inside)
      order by t.created_at), '[]') from public.audit_trail t
    where t.subject in ('parkings', 'fines', 'permits') and t.row_id in (
      select r.row ->> 'id' from jsonb_array_elements((answer -> 'parkings') || (answer -> 'permits') || (answer -> 'fines')) r (row))));
end;
$$;
