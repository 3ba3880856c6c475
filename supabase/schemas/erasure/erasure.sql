-- Erasure of everything whose period is over (document 4 §4).

create or replace function private.count_erasable(given private.erasable)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('activities', cardinality(given.activities), 'checks', cardinality(given.checks), 'parkings', cardinality(given.parkings),
    'removals', cardinality(given.removals), 'permits', cardinality(given.permits), 'cases', cardinality(given.cases),
    'payers', cardinality(given.payers), 'photos', (select count(*) from public.fine_photos p where p.fine_id = any (given.cases)));
$$;
comment on function private.count_erasable(private.erasable) is
  'How many rows of each kind a list of what is over holds, and how many photos belong to them.';

create or replace function private.erase_again(most integer)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  given private.erasable;
begin
  given.activities := array(select t.id from public.web_activity_logs t join private.erased_rows e on e.kind = 'activities' and e.id_hash = private.hash_of(t.id)
    where t.additional_data is not null limit most);
  given.checks := array(select t.id from public.plate_checks t join private.erased_rows e on e.kind = 'checks' and e.id_hash = private.hash_of(t.id) limit most);
  given.parkings := array(select t.id from public.parkings t join private.erased_rows e on e.kind = 'parkings' and e.id_hash = private.hash_of(t.id) limit most);
  given.removals := array(select t.id from public.parking_deletion_logs t join private.erased_rows e on e.kind = 'removals' and e.id_hash = private.hash_of(t.id)
    where t.ref_number is not null or t.discord_username is not null limit most);
  given.permits := array(select t.id from public.permits t join private.erased_rows e on e.kind = 'permits' and e.id_hash = private.hash_of(t.id) limit most);
  given.cases := array(select t.id from public.fines t join private.erased_rows e on e.kind = 'cases' and e.id_hash = private.hash_of(t.id)
    where t.erased_at is null limit most);
  given.payers := array(select t.id from public.payments t join private.erased_rows e on e.kind = 'payers' and e.id_hash = private.hash_of(t.id)
    where t.fine_id is null and t.payer_text is not null limit most);
  given.extracts := array(select t.id from public.audit_trail t join private.erased_rows e on e.kind = 'extracts' and e.id_hash = private.hash_of(t.id)
    where t.subject in ('person_extracts', 'person_erasures') and t.after ? 'plate' limit most);
  if cardinality(given.parkings) + cardinality(given.cases) > 0 then
    perform private.sum_days(s.project_id, s.site_id) from public.site_settings s;
  end if;
  return private.erase_rows(null, given);
end;
$$;
comment on function private.erase_again(integer) is
  'Erases again what was erased before a backup brought it back; at most so many of each kind.';

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
  perform private.erase_refund_accounts(array(select r.id from public.refunds r where r.fine_id = any (ids) and r.account <> ''));
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
comment on function private.erase_cases(uuid[]) is 'Erases cases, with all that belongs to them. Gives how many photos went.';

create or replace function private.erase_rows(place text, given private.erasable)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  counts constant jsonb := private.count_erasable(given);
  before constant text := coalesce(current_setting('parkering.erases', true), '');
  moment timestamptz;
begin
  -- One at a time, so that hashes are seen in the order of their moments.
  perform pg_advisory_xact_lock(hashtextextended('erasure', 0));
  moment := greatest(clock_timestamp(), (select max(e.erased_at) from private.erased_rows e) + interval '1 microsecond');
  perform set_config('parkering.erases', 'yes', true);
  -- Who asked for extracts and erasures is kept as long as cases.
  update public.audit_trail t set after = t.after - '{plate,asked_by,verified}'::text[] where t.id = any (given.extracts);
  perform private.erase_trail('{parkings}', given.parkings
    || array(select l.parking_id from public.parking_deletion_logs l where l.id = any (given.removals)));
  delete from public.parkings p where p.id = any (given.parkings);
  update public.parking_deletion_logs l set ref_number = null, car_model = null, car_color = null, street = null, discord_username = null
    where l.id = any (given.removals);
  update public.web_activity_logs l set additional_data = null where l.id = any (given.activities);
  delete from public.plate_checks c where c.id = any (given.checks);
  perform private.erase_trail('{permits}', given.permits);
  delete from public.permits m where m.id = any (given.permits);
  perform private.erase_trail('{payments}', given.payers);
  update public.payments p set payer_text = null where p.id = any (given.payers);
  perform private.erase_cases(given.cases);
  perform set_config('parkering.erases', before, true);
  insert into private.erased_rows (kind, id_hash, erased_at)
    select k.key, private.hash_of(i.id::uuid), moment
    from jsonb_each(to_jsonb(given)) k, jsonb_array_elements_text(k.value) i (id)
    on conflict do nothing;
  if exists (select from jsonb_each(counts) c where c.value <> '0') then
    perform private.add_to_trail('delete', 'erasures', place, null, null, counts);
  end if;
  return counts;
end;
$$;
comment on function private.erase_rows(text,private.erasable) is
  'The moments of what is erased only go on, also where the clock goes back: the lists beside the database end at their last line''s moment '
  '(server/erasure/erased-list.ts), and what came before it would never stand in them.';

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified,conditions,payee_name,clearing,account,bank,review_note,to_employee_id,agreed_by,reason,type_id,issued_on,expires_on,answers}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts',
      'bidders', 'bid_details', 'operator_notes', 'refunds', 'work_turns', 'notices', 'planned_shifts', 'shift_places', 'shift_offers', 'certificates', 'vehicle_checks');
$$;
comment on function private.erase_trail(text[],uuid[]) is
  'Takes what names people out of the trail of rows: their keys, ids, states, amounts and moments stay.';

create or replace function private.erase(code text, site uuid, dry_run boolean, most integer)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  since constant record := private.kept_since(code, site);
  -- What the site is called today: rows keep older codes.
  place constant text := coalesce((select s.path from public.main_page_sites s where s.id = site), code);
  given private.erasable;
  accounts uuid[];
begin
  if not dry_run then
    -- Nobody waits for a setting: drivers were promised 90 days.
    accounts := array(select private.expired_refund_accounts(code, site, most));
    if accounts <> '{}' then
      perform private.add_to_trail('delete', 'erasures', place, null, null, jsonb_build_object('refund_accounts', private.erase_refund_accounts(accounts)));
    end if;
  end if;
  given.activities := array(select private.expired_activities(code, site, since.parkings, most));
  given.checks := array(select private.expired_checks(code, site, since.checks, most));
  given.parkings := array(select private.expired_parkings(code, site, since.parkings, most));
  given.removals := array(select private.expired_removals(code, site, since.parkings, most));
  given.permits := array(select private.expired_permits(code, site, since.parkings, most));
  given.cases := array(select private.expired_cases(code, site, since.cases, most));
  given.payers := array(select private.expired_payers(code, site, since.cases, most));
  given.extracts := '{}';
  if dry_run then
    return private.count_erasable(given);
  elsif private.erases_from(code, site) > now() then
    return '{}';
  end if;
  given.extracts := array(select t.id from public.audit_trail t
    where t.subject in ('person_extracts', 'person_erasures') and t.row_id = 'extract' and t.site_id is not distinct from site
      and (site is not null or t.project_id is not distinct from code) and t.created_at < since.cases and t.after ? 'plate');
  -- What was counted of them is kept before they go.
  if coalesce(site::text, place) is not null
    and exists (select from jsonb_each(private.count_erasable(given)) c where c.value <> '0') then
    perform private.sum_days(place, site);
  end if;
  return private.erase_rows(place, given);
end;
$$;
comment on function private.erase(text,uuid,boolean,integer) is 'Erases what is over at a place, at most so many rows of each kind, or only counts them.';

create or replace function private.erases_from(code text, site uuid)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select greatest((select s.erases_from from private.settings s), (
    select max(t.keep_changed_at) + interval '14 days' from public.site_settings t
    where private.is_at(t.site_id, t.project_id, site, coalesce(code, ''))));
$$;
comment on function private.erases_from(text,uuid) is 'The moment from which on something is erased at a place.';

create or replace function private.erases()
  returns boolean
  language sql stable
  set search_path = ''
as $$ select coalesce(current_setting('parkering.erases', true), '') = 'yes'; $$;
comment on function private.erases() is
  'Whether the transaction erases: what refuses to change the past, and what writes down how it was, lets it through then.';

create or replace function private.expired_activities(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.web_activity_logs t
  where (t.page_project = code or (code is null and t.page_project is null)) and t.site_id is not distinct from site
    and t.created_at < since and t.additional_data is not null
  order by t.created_at limit most;
$$;
comment on function private.expired_activities(text,uuid,timestamp with time zone,integer) is 'Rows of the activity log whose additional data is over.';

create or replace function private.expired_cases(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.fines t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.issued_at < since
    and (t.erased_at is null or exists (select from public.fine_events e where e.fine_id = t.id and e.note is not null)
      or exists (select from public.payments p where p.fine_id = t.id and p.payer_text is not null))
    and t.status in ('paid', 'withdrawn', 'written_off') and t.left_ore >= 0 and not t.needs_review
    and not exists (select from public.fine_events e where e.fine_id = t.id and e.created_at >= since and e.kind not in ('case_viewed', 'exported'))
  order by t.issued_at limit most;
$$;
comment on function private.expired_cases(text,uuid,timestamp with time zone,integer) is
  'The cases of a site whose time is over: ended, nothing to pay back, and nothing happened since but that somebody looked at them. Erased '
  'ones too, once a note or a payer came to them.';

create or replace function private.expired_checks(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.plate_checks t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.checked_at < since
  order by t.checked_at limit most;
$$;
comment on function private.expired_checks(text,uuid,timestamp with time zone,integer) is 'Checks of plates that are over, oldest first.';

create or replace function private.expired_parkings(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select p.id from public.parkings p
  where private.is_at(p.site_id, p.project_id, site, code) and p.end_time < since
    -- Not before the sums of its day are kept.
    and p.created_at < private.start_of(private.last_summed_day() + 1)
  order by p.end_time limit most;
$$;
comment on function private.expired_parkings(text,uuid,timestamp with time zone,integer) is 'Parkings that ended before a moment, oldest first, once the sums of their day are kept.';

create or replace function private.expired_payers(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.payments t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.fine_id is null and t.payer_text is not null and t.created_at < since
  order by t.id limit most;
$$;
comment on function private.expired_payers(text,uuid,timestamp with time zone,integer) is 'Payers of money that never found a case, once their time is over.';

create or replace function private.expired_permits(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.permits t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and least(t.ended_at, t.valid_until) < since
  order by t.id limit most;
$$;
comment on function private.expired_permits(text,uuid,timestamp with time zone,integer) is 'A permit that ended is kept as long as a parking.';

create or replace function private.expired_removals(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.parking_deletion_logs t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.deleted_at < since and (t.ref_number is not null or t.discord_username is not null)
  order by t.deleted_at limit most;
$$;
comment on function private.expired_removals(text,uuid,timestamp with time zone,integer) is 'Removals of parkings whose plate and name are over, oldest first.';

create or replace function public.erase_expired(project text, dry_run boolean)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  -- The server's own connection bears no claims.
  is_server constant boolean := coalesce(current_setting('request.jwt.claims', true), '') = '';
begin
  if not is_server and not (private.may_count_cases(project) and coalesce(dry_run, false)) then
    perform private.refuse_stranger();
  end if;
  return jsonb_build_object('outcome', case when dry_run then 'told' else 'erased' end)
    || private.erase(project, site, coalesce(dry_run, true), case when dry_run then 1000000 else 20000 end)
    || case when dry_run then jsonb_build_object('erases_from', nullif(greatest(private.erases_from(project, site), now()), now())) else '{}' end;
end;
$$;
comment on function public.erase_expired(text,boolean) is 'Erases what is over at a site, or says how much that is.';
grant execute on function public.erase_expired(text,boolean) to authenticated;
