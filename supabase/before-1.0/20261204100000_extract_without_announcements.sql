-- A removal that is only announced (decision 0010) is none: whoever announced one with another car's parking put that car's past into the
-- extract of this plate.

-- As before, without announcements.
create or replace function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  wanted constant text := private.plate_key(plate);
  inside constant text[] := '{site_id,account_id,actor_account,by_account,plate_key,search_text,receipt_hash,public_key,reply_key_hash}';
  cases uuid[];
  kept text[];
  removed text[];
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
      where l.plate_key = wanted and l.project_id = code and l.site_id is not distinct from site and l.announced_by is null),
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
  kept := array(select r.row ->> 'id' from jsonb_array_elements((answer -> 'parkings') || (answer -> 'permits') || (answer -> 'fines')) r (row));
  removed := array(select r.row ->> 'parking_id' from jsonb_array_elements(answer -> 'removed_parkings') r (row));
  return answer || jsonb_build_object('trail', (
    select coalesce(jsonb_agg((to_jsonb(t) - inside) || jsonb_build_object('before', t.before - inside, 'after', t.after - inside)
      order by t.created_at), '[]') from public.audit_trail t
    where t.subject in ('parkings', 'fines', 'permits') and t.row_id = any (kept || removed)
      -- Whoever logs a removal says of which parking: it may be another site's.
      and (t.row_id = any (kept) or t.site_id = site or (site is null and t.site_id is null and t.project_id = code))));
end;
$$;
