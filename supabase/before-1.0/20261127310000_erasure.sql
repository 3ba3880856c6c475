-- What is erased when its time is over (document 4 §4, erase_expired), and what is kept about a plate (person_extract).
--
-- Plates, names, addresses, texts and photos go; amounts, times and payments stay (bokföringslagen 7:2), and so do the sums of the overview.

-- What stands for an erased plate.
create function private.erased_plate() returns text
language sql immutable set search_path = ''
as $$ select 'RADERAD'; $$;
revoke execute on function private.erased_plate() from public;

alter table public.fines
  add column erased_at timestamptz,
  drop constraint fines_moments,
  add constraint fines_moments check (private.is_moment(created_at) and private.is_moment(observed_from) and private.is_moment(issued_at)
    and private.is_moment(received_at) and private.is_moment(erased_at));

-- When the last night's erasure began, in one of the processes that share the database.
alter table private.settings add column erased_at timestamptz;

-- A row's trail is found by its key.
create index audit_trail_personal_idx on public.audit_trail (row_id)
  where subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');

-- Whether the transaction erases: what refuses to change the past, and what writes down how it was, lets it through then.
create function private.erases() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('parkering.erases', true), '') = 'yes'; $$;
revoke execute on function private.erases() from public;

-- As before, but for erasure.
create or replace function private.refuse_trail_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.erases() then
    return null;
  end if;
  raise exception 'The trail is only added to.' using errcode = '42501';
end;
$$;

-- As before, but for erasure.
create or replace function private.refuse_other_past() returns trigger
language plpgsql set search_path = ''
as $$
declare
  follows constant text[] := '{project_id,site_id}';
  was jsonb := to_jsonb(old) - follows;
begin
  if private.erases() then
    return new;
  end if;
  if tg_table_name = 'payments' and old.fine_id is null then
    was := was || jsonb_build_object('fine_id', new.fine_id);
  end if;
  if was is distinct from to_jsonb(new) - follows then
    raise exception 'What happened stays as it was.' using errcode = '42501';
  end if;
  return new;
end;
$$;

-- As before; what is erased is not written down once more. One row says how much was (private.erase).
do $$
begin
  execute replace(pg_get_functiondef('private.write_trail()'::regprocedure), E'\nbegin\n', E'\nbegin\n  if private.erases() then\n    return null;\n  end if;\n');
end
$$;

-- How long a site keeps what: its settings, or those that a new site has.
create function private.kept_since(code text, out checks timestamptz, out parkings timestamptz, out cases timestamptz)
language sql stable set search_path = ''
as $$
  select now() - make_interval(days => coalesce(max(s.keep_checks_days), 30)), now() - make_interval(days => coalesce(max(s.keep_parkings_days), 90)),
    now() - make_interval(months => coalesce(max(s.keep_cases_months), 24))
  from public.site_settings s where s.project_id = code;
$$;
revoke execute on function private.kept_since(text) from public;

-- The cases of a site whose time is over: ended, nothing to pay back, and nothing happened since but that somebody looked at them.
create function private.expired_cases(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select f.id from public.fines f
  where (f.project_id = code or (code is null and f.project_id is null)) and f.issued_at < since and f.erased_at is null
    and f.status in ('paid', 'withdrawn', 'written_off') and f.left_ore >= 0 and not f.needs_review
    and not exists (select from public.fine_events e where e.fine_id = f.id and e.created_at >= since and e.kind not in ('case_viewed', 'exported'))
  order by f.issued_at limit most;
$$;
revoke execute on function private.expired_cases(text, timestamptz, int) from public;

create function private.expired_parkings(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select p.id from public.parkings p
  where (p.site_id = site or (site is null and p.site_id is null and p.project_id is not distinct from code)) and p.end_time < since
    -- Not before the sums of its day are kept.
    and p.created_at < private.start_of(private.last_summed_day() + 1)
  order by p.end_time limit most;
$$;
revoke execute on function private.expired_parkings(text, uuid, timestamptz, int) from public;

create function private.expired_removals(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select l.id from public.parking_deletion_logs l
  where (l.project_id = code or (code is null and l.project_id is null)) and l.deleted_at < since
    and (l.ref_number is not null or l.discord_username is not null)
  order by l.deleted_at limit most;
$$;
revoke execute on function private.expired_removals(text, timestamptz, int) from public;

create function private.expired_checks(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select c.id from public.plate_checks c
  where (c.project_id = code or (code is null and c.project_id is null)) and c.checked_at < since
  order by c.checked_at limit most;
$$;
revoke execute on function private.expired_checks(text, timestamptz, int) from public;

-- A permit that ended is kept as long as a parking.
create function private.expired_permits(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select m.id from public.permits m where m.project_id = code and least(m.ended_at, m.valid_until) < since order by m.id limit most;
$$;
revoke execute on function private.expired_permits(text, timestamptz, int) from public;

-- Who paid what never found a case.
create function private.expired_payers(code text, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select p.id from public.payments p
  where (p.project_id = code or (code is null and p.project_id is null)) and p.fine_id is null and p.payer_text is not null and p.created_at < since
  order by p.id limit most;
$$;
revoke execute on function private.expired_payers(text, timestamptz, int) from public;

-- Takes what names people out of the trail of rows: their keys, ids, states, amounts and moments stay.
create function private.erase_trail(of_subjects text[], ids uuid[]) returns void
language sql set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');
$$;
revoke execute on function private.erase_trail(text[], uuid[]) from public;

-- Erases cases, with all that belongs to them. Gives how many photos went.
create function private.erase_cases(ids uuid[]) returns int
language plpgsql set search_path = ''
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
revoke execute on function private.erase_cases(uuid[]) from public;

-- What of a place is over, at most so many of each kind; erased, unless it is only asked.
create function private.erase(code text, site uuid, dry_run boolean, most int) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  since constant record := private.kept_since(code);
  checks constant uuid[] := array(select private.expired_checks(code, since.checks, most));
  parkings constant uuid[] := array(select private.expired_parkings(code, site, since.parkings, most));
  removals constant uuid[] := array(select private.expired_removals(code, since.parkings, most));
  permits constant uuid[] := array(select private.expired_permits(code, since.parkings, most));
  cases constant uuid[] := array(select private.expired_cases(code, since.cases, most));
  payers constant uuid[] := array(select private.expired_payers(code, since.cases, most));
  counts jsonb := jsonb_build_object('checks', cardinality(checks), 'parkings', cardinality(parkings), 'removals', cardinality(removals),
    'permits', cardinality(permits), 'cases', cardinality(cases), 'payers', cardinality(payers),
    'photos', (select count(*) from public.fine_photos p where p.fine_id = any (cases)));
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  if dry_run or not exists (select from jsonb_each(counts) c where c.value <> '0') then
    return counts;
  end if;
  -- What was counted of them is kept before they go.
  if coalesce(site::text, code) is not null then
    perform private.sum_days(code, site);
  end if;
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{parkings}', parkings || array(select l.parking_id from public.parking_deletion_logs l where l.id = any (removals)));
  delete from public.parkings p where p.id = any (parkings);
  update public.parking_deletion_logs l set ref_number = null, car_model = null, car_color = null, street = null, discord_username = null
    where l.id = any (removals);
  delete from public.plate_checks c where c.id = any (checks);
  perform private.erase_trail('{permits}', permits);
  delete from public.permits m where m.id = any (permits);
  perform private.erase_trail('{payments}', payers);
  update public.payments p set payer_text = null where p.id = any (payers);
  perform private.erase_cases(cases);
  -- Who asked for extracts is kept as long as cases.
  update public.audit_trail t set after = t.after - '{plate,asked_by,verified}'::text[]
    where t.subject = 'person_extracts' and t.row_id = 'extract' and t.project_id is not distinct from code and t.created_at < since.cases
      and t.after ? 'plate';
  perform set_config('parkering.erases', before, true);
  perform private.add_to_trail('delete', 'erasures', code, null, null, counts);
  return counts;
end;
$$;
revoke execute on function private.erase(text, uuid, boolean, int) from public;

-- Erases what is over at a site, or says how much that is. People may ask; only the server erases.
create function public.erase_expired(project text, dry_run boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  -- The server's own connection bears no claims.
  is_server constant boolean := coalesce(current_setting('request.jwt.claims', true), '') = '';
begin
  if not is_server and not (private.may_count_cases(project) and coalesce(dry_run, false)) then
    raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
  end if;
  return jsonb_build_object('outcome', case when dry_run then 'told' else 'erased' end)
    || private.erase(project, site, coalesce(dry_run, true), case when dry_run then 1000000 else 20000 end);
end;
$$;
comment on function public.erase_expired is 'Erases what is over at a site, or says how much that is.';
revoke execute on function public.erase_expired(text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.erase_expired(text, boolean) to anon, authenticated;

-- All that is kept about a plate at a site, for whom it concerns. Who asked, and how that was verified, stands in the trail first.
create function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text) returns jsonb
language plpgsql volatile security definer set search_path = ''
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
    'fines', (select coalesce(jsonb_agg((to_jsonb(f) - inside) || jsonb_build_object(
        'photos', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.fine_photos p where p.fine_id = f.id),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - inside order by e.number), '[]') from public.fine_events e where e.fine_id = f.id),
        'payments', (select coalesce(jsonb_agg(to_jsonb(p) - inside order by p.created_at), '[]') from public.payments p where p.fine_id = f.id),
        'objections', (select coalesce(jsonb_agg(to_jsonb(o) - inside order by o.created_at), '[]') from public.objections o where o.fine_id = f.id),
        'recipients', (select coalesce(jsonb_agg(to_jsonb(r) - inside order by r.at), '[]') from public.case_recipients r where r.fine_id = f.id)
      ) order by f.issued_at), '[]') from public.fines f where f.id = any (cases)))
    into answer;
  return answer || jsonb_build_object('trail', (
    select coalesce(jsonb_agg((to_jsonb(t) - inside) || jsonb_build_object('before', t.before - inside, 'after', t.after - inside)
      order by t.created_at), '[]') from public.audit_trail t
    where t.subject in ('parkings', 'fines', 'permits') and t.row_id in (
      select r.row ->> 'id' from jsonb_array_elements((answer -> 'parkings') || (answer -> 'permits') || (answer -> 'fines')) r (row))));
end;
$$;
comment on function public.person_extract is 'All that a site keeps about a plate, after it is noted who asked and how that was verified.';
revoke execute on function public.person_extract(text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.person_extract(text, text, text, text, text) to anon, authenticated;
