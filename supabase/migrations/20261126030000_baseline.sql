-- Everything up to version 1.0: what supabase/before-1.0 added up to, made of supabase/schemas.

set local check_function_bodies = off;

-- Hosted Supabase grants everything that the owner makes in schema public, and PostgreSQL lets everybody execute a new function of any
-- schema. Here a new table or function is granted to nobody until its file says so.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create schema private;

create extension if not exists pg_trgm with schema extensions;

alter default privileges revoke execute on functions from public;

create type private.case_actor as (
  kind text,
  id text,
  account uuid,
  project text
);

create type private.money_move as (
  n bigint,
  id uuid,
  fine_id uuid,
  ore bigint,
  value_date date,
  method text,
  payer_text text,
  bank_key text,
  reading integer
);

create type private.erasable as (
  activities uuid[],
  checks uuid[],
  parkings uuid[],
  removals uuid[],
  permits uuid[],
  cases uuid[],
  payers uuid[],
  extracts uuid[]
);

create type private.parking_right as (
  outcome text,
  until timestamp with time zone,
  since timestamp with time zone,
  registered_at timestamp with time zone,
  parking_id uuid,
  permit_id uuid
);

create or replace function private.accepted_of(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  -- Who removed a right and when stands nowhere else once its log is erased.
  select coalesce(jsonb_agg(jsonb_build_object('code', a ->> 'code', 'reason', left(a ->> 'reason', 500))
    || coalesce((select jsonb_strip_nulls(jsonb_build_object('at', w -> 'at', 'by', w -> 'by')) from jsonb_array_elements(warnings) w
      where w ->> 'code' = a ->> 'code' limit 1), '{}')), '[]')
  from jsonb_array_elements(accepted) a
  where private.is_accepted(jsonb_build_array(a), a ->> 'code')
    and exists (select from jsonb_array_elements(warnings) w where w ->> 'code' = a ->> 'code');
$$;

create or replace function private.add_case_event(fine_id uuid, project text, event_id uuid, kind text, actor private.case_actor, at timestamp with time zone, note text, data jsonb, status_before text, status_after text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, note, data, status_before, status_after)
  select event_id, add_case_event.fine_id, project, coalesce((select max(e.number) from public.fine_events e
      where e.fine_id = add_case_event.fine_id), 0) + 1, kind, actor.kind, actor.id, actor.account, at, note, coalesce(data, '{}'),
    status_before, status_after;
$$;

create or replace function private.add_to_trail(action text, subject text, site text, row_id text, before jsonb, after jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select site, w.account, w.kind, w.id, action, subject, row_id, before, after, w.request from private.who_acts() w;
end;
$$;

create or replace function private.address_part(part text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select coalesce(string_agg(
    case when b between 97 and 122 or b between 48 and 57 or b = 45 then chr(b) else '_' || lpad(to_hex(b), 2, '0') end, '' order by n), '')
  from (select n, get_byte(convert_to(part, 'UTF8'), n) as b from generate_series(0, octet_length(convert_to(part, 'UTF8')) - 1) n) bytes;
$$;

create or replace function private.announce_removal()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if pg_trigger_depth() > 1 or coalesce((select auth.role()), '') not in ('anon', 'authenticated') then
    return new;
  end if;
  new.announced_by := coalesce((select auth.uid())::text, '');
  -- Whoever announces clears away what nothing came of.
  if tg_table_name = 'parking_deletion_logs' then
    delete from public.parking_deletion_logs where id in (select l.id from public.parking_deletion_logs l
      where l.announced_by is not null and l.deleted_at < now() - interval '60 seconds' for update skip locked);
  else
    delete from public.attendant_deletion_logs where id in (select l.id from public.attendant_deletion_logs l
      where l.announced_by is not null and l.deleted_at < now() - interval '60 seconds' for update skip locked);
  end if;
  return new;
end;
$$;

create or replace function private.are_payment_methods(methods jsonb)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_typeof(methods) = 'array' and jsonb_array_length(methods) <= 10 and not exists (
    select from jsonb_array_elements(methods) m
    where jsonb_typeof(m) <> 'object' or coalesce(m ->> 'kind', '') not in ('bankgiro', 'plusgiro', 'swish', 'account')
      or coalesce(m ->> 'value', '') !~ '\S' or length(m ->> 'value') > 50 or length(coalesce(m ->> 'text', '')) > 100
  );
$$;

create or replace function private.asked_for_owner()
  returns text
  language sql immutable
  set search_path = ''
as $$ select 'Ägaruppgift'; $$;

create or replace function private.bank_rows(project text, given jsonb)
  returns TABLE(n bigint, bank_key text, amount_ore bigint, value_date date, reference text, payer_text text, method text, reading integer, fine_id uuid, state text)
  language sql stable
  set search_path = ''
as $$
  select r.n, r.row ->> 'bank_key', (r.row ->> 'amount_ore')::bigint, (r.row ->> 'value_date')::date, coalesce(r.row ->> 'reference', ''),
    nullif(r.row ->> 'payer_text', ''), coalesce(r.row ->> 'method', ''), known.readings, named.fine_id,
    case when known.is_booked or row_number() over (partition by r.row ->> 'bank_key' order by r.n) > 1 then 'already'
      when named.fine_id is not null then 'placed' else 'unknown' end
  from jsonb_array_elements(given) with ordinality r (row, n)
  cross join lateral (
    select count(p.id)::int as readings, coalesce(bool_or(f.undone_at is null), false) as is_booked
    from public.payments p left join public.payment_files f on f.id = p.file_id
    where coalesce(p.project_id, '') = coalesce(project, '') and p.bank_key = r.row ->> 'bank_key'
  ) known
  cross join lateral (
    -- Eight digits that stand alone, also in two groups of four.
    select case when count(distinct f.id) = 1 then min(f.id::text)::uuid end as fine_id
    from regexp_matches(r.row ->> 'reference', '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
    join public.fines f on f.case_number = m[1] || m[2] and f.project_id is not distinct from project
  ) named;
$$;

create or replace function private.by_hand(fine_id uuid)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select coalesce(sum(p.amount_ore), 0)::bigint from public.payments p join public.fine_events e on e.id = p.id
  where p.fine_id = by_hand.fine_id and p.file_id is null and e.kind in ('payment', 'payment_undone');
$$;

create or replace function private.case_staff(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor private.case_actor;
  site record;
begin
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(project collate "C");
  actor.project := coalesce(site.path, project);
  if private.is_specified() then
    if length(btrim(acting_as)) between 1 and 50 then
      actor.id := acting_as;
      actor.kind := case when (select w.kind from private.who_acts() w) is distinct from 'attendant' and (
        private.id_key(acting_as) = 'standardadmin'
        or exists (select from public.admin_accounts a where a.user_key = private.id_key(acting_as) and lower(a.project_id) = lower(project))
      ) then 'admin' else 'attendant' end;
    end if;
  else
    select s.kind, s.user_id, s.account_id into actor.kind, actor.id, actor.account
      from private.own_staff(array['admin', 'attendant']) s
      where s.user_key = private.id_key(acting_as)
        and (case when s.serves_all then site.id is not null or coalesce(project, 'standard') = 'standard'
          -- A site's id is no code of it.
          else s.site_id is not distinct from site.id and (site.id is not null or coalesce(s.project_id, '') = coalesce(project, '')) end);
  end if;
  if actor.id is null then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;

create or replace function private.cases_by_due(code text, site uuid)
  returns TABLE(status text, due_date date, cases bigint)
  language plpgsql stable
  set search_path = ''
as $$
begin
  if site is null then
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id is null group by f.status, f.due_date;
  else
    return query select f.status, f.due_date, count(*) from public.fines f
      where f.project_id = code and f.site_id = site group by f.status, f.due_date;
  end if;
end;
$$;

create or replace function private.content_hash(name text, email text, text text, photos jsonb)
  returns text
  language sql stable
  set search_path = ''
as $$
  select encode(extensions.hmac(convert_to(jsonb_build_array(name, email, text, photos)::text, 'utf8'), s.secret, 'sha256'), 'hex')
  from private.reply_secret s;
$$;

create or replace function private.count_days(project text, site uuid, first date, last date)
  returns TABLE(day date, part text, key text, count integer)
  language sql stable
  set search_path = ''
as $$
  with span as (select private.start_of(first) as since, private.start_of(last + 1) as before),
  parkings as (
    select private.day_of(p.created_at) as day, extract(hour from p.created_at at time zone 'Europe/Stockholm')::int::text as key
    from public.parkings p, span
    where p.project_id = project and p.site_id is not distinct from site and p.created_at >= span.since and p.created_at < span.before
  ), fines as materialized (
    select f.id, private.day_of(f.issued_at) as day, f.status, f.violation_id from public.fines f, span
    where f.project_id = project and f.site_id is not distinct from site and f.issued_at >= span.since and f.issued_at < span.before
  ), payments as (
    select f.day, case when f.status <> 'paid' then 'not' when max(p.value_date) <= f.day + 30 then 'within' else 'later' end as key
    from fines f left join public.payments p on p.fine_id = f.id and f.status = 'paid' and p.amount_ore > 0
    where f.status not in ('withdrawn', 'written_off') group by f.id, f.day, f.status
  ), objections as (
    select private.day_of(o.received_at) as day, coalesce(o.decision, 'open') as key from public.objections o, span
    where o.project_id = project and o.site_id is not distinct from site and o.received_at >= span.since and o.received_at < span.before
  )
  select r.day, r.part, r.key, count(*)::int from (
    select p.day, 'parkings' as part, p.key from parkings p
    union all select f.day, 'fines', f.status from fines f
    union all select f.day, 'violations', coalesce(f.violation_id::text, 'other') from fines f
    union all select y.day, 'payments', y.key from payments y
    union all select o.day, 'objections', o.key from objections o
  ) r group by r.day, r.part, r.key;
$$;

create or replace function private.count_erasable(given private.erasable)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('activities', cardinality(given.activities), 'checks', cardinality(given.checks), 'parkings', cardinality(given.parkings),
    'removals', cardinality(given.removals), 'permits', cardinality(given.permits), 'cases', cardinality(given.cases),
    'payers', cardinality(given.payers), 'photos', (select count(*) from public.fine_photos p where p.fine_id = any (given.cases)));
$$;

create or replace function private.country_spellings(folded text)
  returns text[]
  language sql immutable
  set search_path = ''
as $$
  select string_to_array(string_agg(c.code || folded || ',' || folded || c.code
      || case when starts_with(folded, c.code) then ',' || substr(folded, length(c.code) + 1) else '' end
      || case when right(folded, length(c.code)) = c.code then ',' || left(folded, -length(c.code)) else '' end, ','), ',')
  from unnest('{5,5E,5WE,N,N0,N0R,DK,DNK,F1N,F1,D,DE,DEU,P1,P01,E5T,EE,1V,1VA,1T,1TU,N1,N1D,8,8E,F,FR,G8,UK,A,AT,CH,C2,1,E,E5,UA,UKR}'::text[]) c (code);
$$;

create or replace function private.date_login()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.created_at := now();
  return new;
end;
$$;

create or replace function private.day_of(moment timestamp with time zone)
  returns date
  language sql immutable
  set search_path = ''
as $$ select (moment at time zone 'Europe/Stockholm')::date; $$;

create or replace function private.end_account_links()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update private.account_links l set ended_at = now() where l.account_id = new.id and l.ended_at is null;
  return null;
end;
$$;

create or replace function private.end_ase_shift()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.ended_at := coalesce(old.ended_at, case when new.ended_at is not null then greatest(now(), old.started_at) end);
  end if;
  return new;
end;
$$;

create or replace function private.end_oldest_logins(account uuid, login uuid)
  returns void
  language sql
  set search_path = ''
as $$
  with living as (
    select s.id, s.created_at, coalesce(s.aal::text, 'aal1') = 'aal1' and f.has as is_weak, f.has as has_factor
    from auth.sessions s join auth.users u on u.id = s.user_id
      cross join (select exists (select from auth.mfa_factors m where m.user_id = account and m.status::text = 'verified') as has) f
    where s.user_id = account and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  ), placed as (
    select l.id, l.is_weak, l.has_factor,
      row_number() over (order by l.is_weak, l.id = login desc, l.created_at desc, l.id) as place
    from living l
  )
  delete from auth.sessions s using placed p
  where s.id = p.id and s.id <> login and private.is_hardened()
    and p.place > case when p.has_factor and not p.is_weak then 19 else 20 end;
$$;

create or replace function private.end_permit_now()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.ended_at := coalesce(old.ended_at, now());
  return new;
end;
$$;

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
    where t.subject = 'person_extracts' and t.after ? 'plate' limit most);
  if cardinality(given.parkings) + cardinality(given.cases) > 0 then
    perform private.sum_days(s.project_id, s.site_id) from public.site_settings s;
  end if;
  return private.erase_rows(null, given);
end;
$$;

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
  -- Who asked for extracts is kept as long as cases.
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

create or replace function private.erase_trail(of_subjects text[], ids uuid[])
  returns void
  language sql
  set search_path = ''
as $$
  update public.audit_trail t set before = t.before - p.personal, after = t.after - p.personal
  from (values ('{plate,ref_number,car_model,car_color,street,discord_username,notes,observed_reason,parking_snapshot,accepted_warnings,review_reasons,name,email,text,reply,photos,address,id_number,source,payer_text,holder,note,attendant_note,path,sha256,asked_by,verified}'::text[])) p (personal)
  where t.row_id = any (ids::text[]) and t.subject = any (of_subjects)
    and t.subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');
$$;

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
begin
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
    where t.subject = 'person_extracts' and t.row_id = 'extract' and t.site_id is not distinct from site
      and (site is not null or t.project_id is not distinct from code) and t.created_at < since.cases and t.after ? 'plate');
  -- What was counted of them is kept before they go.
  if coalesce(site::text, place) is not null
    and exists (select from jsonb_each(private.count_erasable(given)) c where c.value <> '0') then
    perform private.sum_days(place, site);
  end if;
  return private.erase_rows(place, given);
end;
$$;

create or replace function private.erased_plate()
  returns text
  language sql immutable
  set search_path = ''
as $$ select 'RADERAD'; $$;

create or replace function private.erases_from(code text, site uuid)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select greatest((select s.erases_from from private.settings s), (
    select max(t.keep_changed_at) + interval '14 days' from public.site_settings t
    where private.is_at(t.site_id, t.project_id, site, coalesce(code, ''))));
$$;

create or replace function private.erases()
  returns boolean
  language sql stable
  set search_path = ''
as $$ select coalesce(current_setting('parkering.erases', true), '') = 'yes'; $$;

create or replace function private.expect_one_row(rows_found bigint)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  if rows_found = 1 then
    return true;
  end if;
  raise exception 'Cannot coerce the result to a single JSON object'
    using errcode = 'PT406', detail = format('The result contains %s rows', coalesce(rows_found, 0));
end;
$$;

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

create or replace function private.expired_cases(code text, site uuid, since timestamp with time zone, most integer)
  returns SETOF uuid
  language sql stable
  set search_path = ''
as $$
  select t.id from public.fines t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.issued_at < since and t.erased_at is null
    and t.status in ('paid', 'withdrawn', 'written_off') and t.left_ore >= 0 and not t.needs_review
    and not exists (select from public.fine_events e where e.fine_id = t.id and e.created_at >= since and e.kind not in ('case_viewed', 'exported'))
  order by t.issued_at limit most;
$$;

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

create or replace function private.factor_kind(account uuid)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce(
    (select s.kind from public.staff_accounts s where s.account_id = account),
    (select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
      where r.user_id = account and r.role in ('admin', 'employee') order by r.role = 'admin' desc limit 1),
    '');
$$;

create or replace function private.first_check(project text, key text, moment timestamp with time zone, is_offline boolean)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select min(s.seen_at) from (
    select case when c.was_offline and not is_offline then c.created_at else c.checked_at end as seen_at from public.plate_checks c
    where c.plate_key = key and (c.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and c.site_id is null and c.project_id is not distinct from project))
  ) s
  where s.seen_at >= private.day_of(moment)::timestamp at time zone 'Europe/Stockholm' and s.seen_at <= moment;
$$;

create or replace function private.fold_plate(key text)
  returns text
  language sql immutable strict parallel safe
  set search_path = ''
as $$
  select translate(key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258');
$$;

create or replace function private.follow_shift_review()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.approved <> old.approved and new.status = old.status then
    new.status := case when new.approved then 'approved' else 'rejected' end;
  end if;
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.reviewed_at := old.reviewed_at;
  end if;
  if new.status <> old.status and new.status <> 'pending' and new.reviewed_at is not distinct from old.reviewed_at then
    new.reviewed_at := now();
  end if;
  if old.status = 'rejected' and new.status = 'approved'
    and (new.reviewed_by, new.review_note) is not distinct from (old.reviewed_by, old.review_note) then
    new.reviewed_by := null;
    new.review_note := null;
  end if;
  return new;
end;
$$;

create or replace function private.forget_driver_calls()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  delete from private.driver_calls c where c.fine_id = new.id;
  return null;
end;
$$;

create or replace function private.functions_of_rights()
  returns regprocedure[]
  language sql stable
  set search_path = ''
as $$
  select array['private.is_specified()', 'private.is_hardened()', 'private.is_login_alive()', 'private.is_login_shown()',
    'private.is_kind(text[])', 'private.own_kind()', 'private.own_projects(text[])', 'private.own_places(text[])',
    'private.is_account_admin()', 'private.is_agent()']::regprocedure[];
$$;

create or replace function private.gaps_in_words(gaps text[])
  returns text
  language sql immutable
  set search_path = ''
as $$
  select format('Här kan ingen bot utfärdas än. På avin saknas: %s. En administratör fyller i det under Inställningar.',
    string_agg(w.word, ', ' order by w.place))
  from (values (1, 'issuer', 'utfärdare'), (2, 'payment', 'betalsätt'), (3, 'contact', 'kontaktuppgift'),
    (4, 'address', 'webbadress (PUBLIC_URL)')) w (place, code, word)
  where w.code = any (gaps);
$$;

create or replace function private.give_addresses(accounts uuid[])
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  person record;
begin
  for person in
    select s.account_id, s.user_id, private.staff_address(s.kind, s.project_id, s.user_id) as address
    from public.staff_accounts s join auth.users u on u.id = s.account_id
    where s.account_id = any (accounts) and u.email is distinct from private.staff_address(s.kind, s.project_id, s.user_id)
  loop
    if person.address is null then
      raise exception 'With this path the ID % has no room in an address.', person.user_id using errcode = '23514';
    end if;
    -- An account that nobody finished making gives way; one that will move steps aside, and its turn comes.
    delete from auth.users u where u.email = person.address and not u.is_sso_user
      and not exists (select from public.staff_accounts s where s.account_id = u.id);
    update auth.users set email = 'moving-' || id || '@attendant.konto.parkering.example'
      where email = person.address and not is_sso_user and id = any (accounts);
    update auth.users set email = person.address where id = person.account_id;
    update auth.identities set identity_data = identity_data || jsonb_build_object('email', person.address)
      where user_id = person.account_id and provider = 'email';
  end loop;
end;
$$;

create or replace function private.give_fitting_replies_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- A place that had replies already keeps them alone.
  if not exists (select from public.reply_templates t where t.project_id = new.path and t.created_at = now()) then
    return null;
  end if;
  perform private.give_fitting_replies(new.path);
  return null;
end;
$$;

create or replace function private.give_fitting_replies(code text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.reply_templates (project_id, sort_order, kind, title, text)
  select code, h.last + r.place, 'rejected', r.title, format('Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. %s Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}', r.ground)
  from (values
    (1, 'Stannade där det är förbjudet', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, där det är förbjudet att stanna. En parkering eller ett tillstånd ger ingen rätt att stå just där.'),
    (2, 'Stod längre än tillåtet', 'När {registreringsnummer} kontrollerades på {plats} den {tid} hade fordonet stått där längre än den tid som är tillåten.'),
    (3, 'Inget tillstånd för rörelsehindrade', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, på en plats för rörelsehindrade, utan att något parkeringstillstånd för rörelsehindrade gällde eller syntes.'),
    (4, 'Laddade inte', 'När {registreringsnummer} kontrollerades den {tid} stod fordonet på {plats}, på en plats för laddning, utan att laddas.'),
    (5, 'Boten står fast', 'När {registreringsnummer} kontrollerades på {plats} den {tid} stod fordonet i strid med villkoren där. Överträdelsen är: {överträdelse}.')
  ) r (place, title, ground)
  cross join (select coalesce(max(t.sort_order), 0) as last from public.reply_templates t where t.project_id = code) h
  where not exists (select from public.reply_templates t where t.project_id = code and t.title = r.title);
$$;

create or replace function private.give_reply_templates_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.give_reply_templates(new.path);
  return null;
end;
$$;

create or replace function private.give_reply_templates(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from public.reply_templates t where t.project_id = code) then
    return;
  end if;
  insert into public.reply_templates (project_id, sort_order, kind, title, text) values
    (code, 1, 'accepted', 'Giltig rätt att stå', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Utredningen visar att {registreringsnummer} hade rätt att stå på {plats} den {tid}. Kontrollavgiften på {belopp} är därför makulerad.

{betalning}

Med vänlig hälsning
{utfärdare}'),
    (code, 2, 'accepted', 'Otydlig skyltning', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Skyltningen på {plats} var inte så tydlig som den ska vara när {registreringsnummer} stod där den {tid}. Kontrollavgiften på {belopp} är därför makulerad.

{betalning}

Med vänlig hälsning
{utfärdare}'),
    (code, 3, 'rejected', 'Ingen giltig rätt att stå', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. När {registreringsnummer} kontrollerades på {plats} den {tid} fanns varken en giltig parkering eller ett giltigt tillstånd. Överträdelsen är: {överträdelse}. Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}'),
    (code, 4, 'rejected', 'Fel registreringsnummer angivet', 'Hej!

Vi har prövat ditt bestridande i ärende {ärendenummer}. Den parkering som du hänvisar till gäller ett annat registreringsnummer än {registreringsnummer}, som stod på {plats} den {tid}. Den som parkerar ansvarar för att rätt nummer är angivet. Kontrollavgiften på {belopp} står därför fast.

{betalning}

Är du inte nöjd kan du begära prövning i tingsrätten.

Med vänlig hälsning
{utfärdare}');
end;
$$;

create or replace function private.give_settings_to_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.give_settings(new.path);
  return null;
end;
$$;

create or replace function private.give_settings(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  insert into public.site_settings (project_id) values (code) on conflict (project_id) do nothing;
  if found then
    insert into public.violations (project_id, code, text, amount, needs_no_right, sort_order) values
      (code, '01', 'Stannat eller parkerat där det är förbjudet att stanna', 700, true, 1),
      (code, '02', 'Parkerat längre än tillåten tid', 700, false, 2),
      (code, '03', 'Parkerat på plats för rörelsehindrade utan tillstånd', 700, true, 3),
      (code, '04', 'Parkerat på laddplats utan att ladda', 700, true, 4);
  end if;
end;
$$;

create or replace function private.grant_for_profile()
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select g.table_name, r.role_name, r.privileges
    from private.table_grants g cross join lateral (values
      ('anon', case when private.is_specified() then g.specified_anon else g.hardened_anon end),
      ('authenticated', case when private.is_specified() then g.specified_authenticated else g.hardened_authenticated end),
      ('service_role', g.service_role)
    ) as r(role_name, privileges)
  loop
    execute format('revoke all on public.%I from %I', wanted.table_name, wanted.role_name);
    if wanted.privileges <> '' then
      execute format('grant %s on public.%I to %I', wanted.privileges, wanted.table_name, wanted.role_name);
    end if;
  end loop;
  for wanted in
    select p.oid::regprocedure as signature from private.staff_functions f
    join pg_catalog.pg_proc p on p.proname = f.function_name and p.pronamespace = 'public'::regnamespace
  loop
    if private.is_specified() then
      execute format('grant execute on function %s to anon', wanted.signature);
    else
      execute format('revoke execute on function %s from anon', wanted.signature);
    end if;
  end loop;
end;
$$;

create or replace function private.grant_with_profile()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.grant_for_profile();
  return new;
end;
$$;

create or replace function private.has_worked_at(project text, user_id text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  with person as (
    select private.id_key(user_id) as key, coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '') as place
  )
  select exists (select from public.staff_accounts s where s.kind = 'attendant' and s.user_key = p.key
      and coalesce(s.site_id::text, s.project_id, '') = p.place)
    or exists (select from public.project_attendants a where a.user_key = p.key and coalesce(a.site_id::text, a.project_id) = p.place)
    -- People of no site log in at each (specified).
    or exists (select from public.attendants a where a.user_key = p.key
      and (coalesce(a.site_id::text, a.project_id, '') = p.place or (a.project_id is null and private.is_specified())))
    or exists (select from private.case_numbers n where private.id_key(n.reserved_by) = p.key and coalesce(n.site_id::text, n.project_id, '') = p.place)
  from person p;
$$;

create or replace function private.hash_of_key(key text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select encode(sha256(convert_to(coalesce(key, ''), 'utf8')), 'hex'); $$;

create or replace function private.hash_of(id uuid)
  returns bytea
  language sql immutable
  set search_path = ''
as $$ select sha256(convert_to(id::text, 'UTF8')); $$;

create or replace function private.header_json(header text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  return header::jsonb;
exception when others then
  return null;
end;
$$;

create or replace function private.hold_messages_back(hook uuid, wait interval)
  returns void
  language sql
  set search_path = ''
as $$
  update public.outbox o set due_at = greatest(o.due_at, now() + wait)
  where o.hook_id = hook and o.sent_at is null and o.gave_up_at is null;
$$;

create or replace function private.id_key(id text)
  returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  select normalize(lower(regexp_replace(id,
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
    '', 'g') collate "und-x-icu"), NFC);
$$;

create or replace function private.is_accepted(accepted jsonb, code text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select exists (
    select from jsonb_array_elements(accepted) a
    where a ->> 'code' = code and case when code like 'fined-%' then a ->> 'reason' = 'Ny parkering: bilen har varit borta'
      else private.is_reason(a ->> 'reason') end
  );
$$;

create or replace function private.is_account_admin()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong('account-admin')
    and not private.must_choose_password((select auth.uid()))
    and exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin');
$$;

create or replace function private.is_admin_of(project text, site uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(site::text, project, '') = any (private.own_places('admin', 'dispatch-admin'));
$$;

create or replace function private.is_agent()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role in ('admin', 'employee')
  ) and (private.is_specified() or (
    private.is_login_alive() and private.is_login_strong('agent') and not private.must_choose_password((select auth.uid()))
  ));
$$;

create or replace function private.is_at(row_site uuid, row_project text, site uuid, code text)
  returns boolean
  language sql immutable
  RETURN ((row_site = site) OR ((site IS NULL) AND (row_site IS NULL) AND (NOT (row_project IS DISTINCT FROM code))));

create or replace function private.is_day(day text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select case when coalesce(day, '') ~ '^(19|20)\d\d-(0[1-9]|1[012])-\d\d$'
    then right(day, 2)::int between 1 and extract(day from (left(day, 8) || '01')::date + interval '1 month - 1 day') else false end;
$$;

create or replace function private.is_hardened()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select not private.is_specified(); $$;

create or replace function private.is_kind(VARIADIC kinds text[])
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select exists (select from private.own_staff(kinds)); $$;

create or replace function private.is_login_alive()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
      and s.user_id = (select auth.uid())
      and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
      -- One from the future was begun while a clock ran ahead, and would live for longer than it may.
      and s.created_at <= now() + interval '10 minutes'
  );
$$;

create or replace function private.is_login_shown()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select private.is_login_alive() and private.is_login_strong(private.factor_kind((select auth.uid())));
$$;

create or replace function private.is_login_strong(kind text)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.user_id = (select auth.uid())
      and u.email_confirmed_at is not null
      and (s.aal::text in ('aal2', 'aal3') or not (
        exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
        or exists (select from private.settings p where kind = any (p.require_second_factor))
      ))
  );
$$;

create or replace function private.is_mail_address(address text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select coalesce(length(address) <= 320 and address ~ '^[^\s@<>(),:;"\\\[\]]+@[^\s@<>(),:;"\\\[\]]+\.[^\s@<>(),:;"\\\[\]]+$', false);
$$;

create or replace function private.is_moment(moment timestamp with time zone)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select moment is null or (moment >= '1900-01-01T00:00:00Z' and moment < '10000-01-01T00:00:00Z');
$$;

create or replace function private.is_photo_of(objection uuid, path text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(jpg|png|webp)$', false)
    and exists (select from private.driver_calls c where c.objection_id = objection and c.folder::text = left(path, 36));
$$;

create or replace function private.is_reason(reason text)
  returns boolean
  language sql immutable
  set search_path = ''
as $$ select length(regexp_replace(coalesce(reason, ''), '[^[:alpha:]]', '', 'g')) >= 5; $$;

create or replace function private.is_reserved_code(code text)
  returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'audit-trail', 'auth', 'brokers', 'case', 'contact-messages', 'create-report', 'design', 'functions',
    'generate-ticket', 'guest-dashboard', 'healthz', 'invite', 'login', 'metrics', 'operator-login', 'people', 'privacy', 'properties',
    'property-management', 'readyz', 'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage',
    'super-admin-dashboard']);
$$;

create or replace function private.is_special_code(code text)
  returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$ select code in ('standard', '721075', '157715', 'ASE', 'YSTAD'); $$;

create or replace function private.is_specified()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select security_profile = 'specified' from private.settings), false);
$$;

create or replace function private.is_taken_back(fine_id uuid, file_id uuid)
  returns boolean
  language sql stable
  set search_path = ''
as $$ select private.by_hand(is_taken_back.fine_id) < 0; $$;

create or replace function private.keep_agreed_fee()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.agreed_fee := (select case when s.fee_is_agreed then s.reminder_fee else 0 end from private.settings_of(new.project_id) s);
  return new;
end;
$$;

create or replace function private.keep_created_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.created_at := old.created_at;
  end if;
  return new;
end;
$$;

create or replace function private.keep_hook_address()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- Each event makes a message for each of them.
  if coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and (select count(*) from public.message_hooks h where h.project_id = new.project_id) >= 20 then
    raise exception 'A site has twenty receivers at most.' using errcode = '23514';
  end if;
  if new.channel is distinct from 'discord' then
    new.address := '';
    return new;
  end if;
  begin
    insert into private.hook_addresses (hook_id, address) values (new.id, new.address);
  exception when check_violation or not_null_violation then
    -- The error of the check itself would repeat the address.
    raise exception 'This is no address of a Discord webhook.' using errcode = '23514';
  end;
  new.address := split_part(new.address, '/', 3) || ' …' || right(new.address, 4);
  return new;
end;
$$;

create or replace function private.keep_keys_apart()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from public.fines f where f.public_key = new.public_key) then
    new.public_key := translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_');
    new.review_reasons := new.review_reasons || '[{"code": "key-taken"}]';
    new.needs_review := true;
  end if;
  return new;
end;
$$;

create or replace function private.keep_profile()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if new.email like '%@%.konto.parkering.example' then
    return new;
  end if;
  insert into public.profiles (id, email) values (new.id, new.email)
  on conflict (id) do update set email = excluded.email;
  return new;
end;
$$;

create or replace function private.keep_receipts_apart()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('receipt ' || new.receipt_hash, 0));
  if exists (select from public.parkings p where p.receipt_hash = new.receipt_hash) then
    new.receipt_hash := null;
  end if;
  return new;
end;
$$;

create or replace function private.keep_rejection()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.rejected_at := case when tg_op = 'UPDATE' then old.rejected_at end;
    new.rejected_by := case when tg_op = 'UPDATE' then old.rejected_by end;
    new.rejection_note := case when tg_op = 'UPDATE' then old.rejection_note end;
  end if;
  if tg_op = 'UPDATE' and old.status = 'rejected' and new.status = 'approved' then
    new.rejected_at := old.reviewed_at;
    new.rejected_by := old.reviewed_by;
    new.rejection_note := old.review_note;
  end if;
  return new;
end;
$$;

create or replace function private.keep_shifts_of_employee()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  update public.ase_shifts set name = new.name where employee_id = new.employee_id;
  return null;
end;
$$;

create or replace function private.kept_since(code text, site uuid, OUT checks timestamp with time zone, OUT parkings timestamp with time zone, OUT cases timestamp with time zone)
  returns record
  language sql stable
  set search_path = ''
as $$
  select now() - make_interval(days => coalesce(max(s.keep_checks_days), 30)), now() - make_interval(days => coalesce(max(s.keep_parkings_days), 90)),
    now() - make_interval(months => coalesce(max(s.keep_cases_months), 24))
  from public.site_settings s where private.is_at(s.site_id, s.project_id, site, code);
$$;

create or replace function private.kinds_of_people()
  returns text[]
  language sql immutable
  set search_path = ''
as $$
  select array['main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur', 'chauffeur-admin', 'ase-admin', 'ase-employee'];
$$;

create or replace function private.last_summed_day()
  returns date
  language sql stable
  set search_path = ''
as $$ select private.day_of(now()) - 2; $$;

create or replace function private.link_key(link uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to('account link ' || link, 'utf8'), s.secret, 'sha256') from 1 for 16),
    'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;

create or replace function private.list_in(value jsonb, field text)
  returns jsonb
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if coalesce(jsonb_typeof(value), 'null') not in ('array', 'null') then
    perform private.refuse('PK008', field, 'Uppgifterna kan inte läsas.');
  end if;
  return case when jsonb_typeof(value) = 'array' then value else '[]' end;
end;
$$;

create or replace function private.listed_photos(photos jsonb, objection_id uuid, sent uuid)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p ->> 'id', 'sha256', p ->> 'sha256', 'sent', sent,
    'path', objection_id || '/' || (p ->> 'id') || '.' || (p ->> 'type')) order by n), '[]')
  from jsonb_array_elements(photos) with ordinality as t (p, n);
$$;

create or replace function private.log_attendant_removal()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  who record;
  told text;
begin
  select * into who from private.who_acts();
  select l.deleted_by into told from public.attendant_deletion_logs l
    where l.attendant_user_id = old.user_id and l.project_id is not distinct from old.project_id
      and l.deleted_at > now() - interval '60 seconds'
      and (l.announced_by = coalesce(who.account::text, '') or (who.kind = 'database' and l.announced_by is not null))
    order by l.deleted_by is not distinct from who.id desc, l.deleted_at desc limit 1;
  delete from public.attendant_deletion_logs
    where attendant_user_id = old.user_id and project_id is not distinct from old.project_id and announced_by is not null;
  if told is not null or (who.kind <> 'database' and (tg_table_name = 'attendants' or old.project_id = '721075')) then
    insert into public.attendant_deletion_logs (project_id, attendant_user_id, user_id, discord_username, deleted_by)
    values (old.project_id, old.user_id, old.user_id, old.discord_username, coalesce(told, who.id, 'okänd'));
  end if;
  return null;
end;
$$;

create or replace function private.log_parking_removal()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  who record;
  told text;
begin
  select * into who from private.who_acts();
  select l.deleted_by into told from public.parking_deletion_logs l
    where l.parking_id = old.id and l.deleted_at > now() - interval '60 seconds' and l.announced_by = coalesce(who.account::text, '')
    order by l.deleted_by is not distinct from who.id desc, l.deleted_at desc limit 1;
  delete from public.parking_deletion_logs where parking_id = old.id and announced_by is not null;
  insert into public.parking_deletion_logs
    (parking_id, project_id, deleted_by, car_model, car_color, ref_number, street, discord_username)
  values (old.id, old.project_id, coalesce(told, who.id, 'okänd'), left(old.car_model, 200), left(old.car_color, 100),
    left(old.ref_number, 50), left(old.street, 200), old.discord_username);
  return null;
end;
$$;

create or replace function private.login_ends_at(email text, began timestamp with time zone, used timestamp without time zone, not_after timestamp with time zone)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$
  select least(not_after, case
    when email ~* '@.+\.konto\.parkering\.example$' then began + interval '8 hours'
    else coalesce(used at time zone 'UTC', began) + interval '30 days'
  end);
$$;

create or replace function private.luhn_digit(digits text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select ((10 - sum(d.value / 10 + d.value % 10) % 10) % 10)::text
  from (select substr(digits, n, 1)::int * (1 + n % 2) as value from generate_series(1, length(digits)) n) d;
$$;

create or replace function private.make_way_for_site(code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  aside text;
begin
  if private.is_special_code(code) then
    perform private.move_rows(null, code, code);
    return;
  end if;
  aside := left(code, 91) || '~' || left(gen_random_uuid()::text, 8);
  perform private.move_rows(null, code, aside);
  delete from auth.sessions where user_id in (select s.account_id from public.staff_accounts s where s.project_id = aside);
end;
$$;

create or replace function private.may_count_cases(project text)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select private.is_specified() or coalesce(coalesce(private.site_of(project)::text, project, '') = any (private.own_places('admin')), false);
$$;

create or replace function private.money_admin(project text, acting_as text)
  returns private.case_actor
  language plpgsql stable
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  return actor;
end;
$$;

create or replace function private.money_keeper(project text, acting_as text)
  returns private.case_actor
  language plpgsql security definer
  set search_path = ''
  set lock_timeout = '5s'
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform pg_advisory_xact_lock(hashtextextended('money of ' || coalesce(actor.project, ''), 0));
  return actor;
exception when lock_not_available then
  perform private.refuse('PK005', 'project', 'Någon annan bokför pengar just nu. Försök igen om en stund.');
end;
$$;

create or replace function private.most_offline_parkings()
  returns integer
  language sql immutable
  set search_path = ''
as $$ select 40000; $$;

create or replace function private.move_money(moves private.money_move[], kind text, file uuid, actor private.case_actor)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  perform set_config('parkering.moves_money', 'yes', true);
  execute $sql$
  with moved as materialized (
    select m.* from unnest($1) m
  ), settings as materialized (
    select s.small_balance * 100::bigint as small from private.settings_of(($4).project) s
  ), cases as materialized (
    select f.id, f.project_id, f.status, f.amount, f.paid_ore, latest.number, private.money_of(f) as was, reminder.fee, reminder.day, coalesce(early.ore, 0) as early,
      -- Where it leads the case once that is settled, or not any more; null where it stays as it is.
      case when f.status = any (step.from_status) then
        case step.to_status when 'before' then private.status_before_paid(f.id) else step.to_status end end as next_status
    from public.fines f
    join private.case_transitions step on step.kind = $2 and step.to_status is not null
    cross join lateral (select coalesce(max(e.number), 0) as number from public.fine_events e where e.fine_id = f.id) latest
    -- The fee as private.fee_of has it.
    left join lateral (
      select (e.data ->> 'fee')::int as fee, private.day_of(e.at) as day from public.fine_events e
      where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0
        and private.reminder_holds(e.fine_id, e.number) order by e.number limit 1
    ) reminder on true
    left join lateral (
      select sum(p.amount_ore) as ore from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day
    ) early on reminder.day is not null
    where f.id in (select m.fine_id from moved m)
  ), sums as materialized (
    select m.n, m.id, m.ore, m.value_date, c.id as fine_id, c.project_id, c.status, c.next_status, c.amount,
      (c.number + row_number() over so_far)::int as number, (c.paid_ore + sum(m.ore) over so_far)::bigint as paid_ore,
      case when c.early + coalesce(sum(m.ore) filter (where m.value_date <= c.day) over so_far, 0) >= c.amount * 100::bigint - s.small then 0
        else coalesce(c.fee, 0) end as fee
    from moved m join cases c on c.id = m.fine_id cross join settings s
    window so_far as (partition by c.id order by m.n)
  ), steps as materialized (
    select m.*, case when m.next_status is not null and bool_or(
        ((m.amount + m.fee) * 100::bigint - m.paid_ore <= s.small) = ($2 = 'payment')) over (partition by m.fine_id order by m.n)
      then m.next_status else m.status end as status_after
    from sums m cross join settings s
  ), told as materialized (
    select s.*, lag(s.status_after, 1, s.status) over (partition by s.fine_id order by s.n) as status_before,
      s.n = max(s.n) over (partition by s.fine_id) as is_last
    from steps s
  ), paid as (
    insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, reading, file_id, by_id)
    select m.id, m.fine_id, ($4).project, m.ore, m.value_date, m.method, m.payer_text, m.bank_key, m.reading, $3, ($4).id
    from moved m order by m.n
    returning id, project_id, null::jsonb as was, to_jsonb(payments) - 'site_id' as now
  ), noted as (
    insert into public.fine_events (id, fine_id, project_id, number, kind, by_kind, by_id, by_account, at, data, status_before, status_after)
    select t.id, t.fine_id, t.project_id, t.number, $2, ($4).kind, ($4).id, ($4).account, now(),
      jsonb_build_object('payment_id', t.id, 'amount_ore', t.ore, 'value_date', t.value_date), t.status_before, t.status_after
    from told t order by t.n
  ), changed as (
    update public.fines f set status = t.status_after, paid_ore = t.paid_ore, fee = t.fee, last_event = t.id
    from told t join cases c on c.id = t.fine_id
    where t.is_last and f.id = t.fine_id
    returning f.id, f.project_id, c.was, private.money_of(f) as now
  )
  insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select t.project_id, w.account, w.kind, w.id, t.action, t.subject, t.id::text, t.was, t.now, w.request
  from private.who_acts() w, (
    select 'insert' as action, 'payments' as subject, p.* from paid p
    union all select 'update', 'fines', c.* from changed c) t
  $sql$ using moves, kind, file, actor;
  update public.fines f set recovered_ore = private.recovered_of(f)
    where f.status = 'written_off' and f.id in (select m.fine_id from unnest(moves) m);
  perform set_config('parkering.moves_money', '', true);
end;
$$;

create or replace function private.move_rows(site uuid, code text, new_code text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  -- Rows that are set apart keep the site that they were of; others are of the one that has the code now.
  new_site constant uuid := case when position('~' in new_code) > 0 then site
    else (select s.id from public.main_page_sites s where s.path_key = lower(new_code collate "C")) end;
  name text;
  places tid[];
  place tid;
begin
  -- Tables whose rows are of a site say so by their trigger, as they do to the trail and to erasure.
  for name in
    select distinct c.relname from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'private.place_row'::regproc and c.oid <> 'public.audit_trail'::regclass
      order by c.relname
  loop
    begin
      execute format('update public.%I set project_id = $3, site_id = $4 where project_id = $2 and site_id is not distinct from $1', name)
        using site, code, new_code, new_site;
    exception when check_violation then
      -- A row that is older than a check stays where it is, and is the site's all the same. Those around it are moved one by one.
      for places in execute format('select array_agg(ctid) from (
          select ctid, (row_number() over (order by ctid) - 1) / 500 as part from public.%I
          where project_id = $2 and site_id is not distinct from $1) t group by part', name)
        using site, code
      loop
        begin
          execute format('update public.%I set project_id = $2, site_id = $3 where ctid = any ($1)', name) using places, new_code, new_site;
        exception when check_violation then
          foreach place in array places loop
            begin
              execute format('update public.%I set project_id = $2, site_id = $3 where ctid = $1', name) using place, new_code, new_site;
            exception when check_violation then
              null;
            end;
          end loop;
        end;
      end loop;
    end;
  end loop;
  begin
    update public.web_activity_logs
      set page_url = left(regexp_replace(page_url, '^((?:https?://[^/]+)?/)[^/?#]+', '\1' || new_code), 2000), site_id = new_site
      where page_project = code and site_id is not distinct from site;
  exception when check_violation then
    null;
  end;
  update private.storage_usage u set site = new_code
    where u.site = code and not exists (select from private.storage_usage o where o.site = new_code);
  perform private.give_addresses(array(select s.account_id from public.staff_accounts s where s.project_id = new_code));
  update public.user_passwords p set email = s.user_id || ' (' || s.project_id || ')'
    from public.staff_accounts s where s.account_id = p.user_id and s.project_id = new_code;
end;
$$;

create or replace function private.moves_money()
  returns boolean
  language sql stable
  set search_path = ''
as $$ select coalesce(current_setting('parkering.moves_money', true), '') = 'yes'; $$;

create or replace function private.must_choose_password(account uuid)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select exists (select from public.staff_accounts s where s.account_id = account and s.must_change_password)
    or exists (select from auth.users u where u.id = account and u.raw_app_meta_data ->> 'must_change_password' = 'true');
$$;

create or replace function private.name_ase_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.name := (select e.name from public.ase_employees e where e.employee_id = new.employee_id);
  return new;
end;
$$;

create or replace function private.new_case_numbers(request uuid, wanted integer, actor private.case_actor)
  returns text[]
  language plpgsql
  set search_path = ''
as $$
declare
  given text[] := '{}';
  made text;
  site constant uuid := (select s.id from public.main_page_sites s where s.path = actor.project);
begin
  while cardinality(given) < wanted loop
    made := (1000000 + floor(random() * 9000000)::int)::text;
    insert into private.case_numbers (case_number, request_id, reserved_by, account_id, project_id, site_id)
      values (made || private.luhn_digit(made), request, actor.id, actor.account, actor.project, site) on conflict do nothing;
    if found then
      given := given || (made || private.luhn_digit(made));
    end if;
  end loop;
  return given;
end;
$$;

create or replace function private.not_accepted(warnings jsonb, accepted jsonb)
  returns jsonb
  language sql immutable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(w), '[]') from jsonb_array_elements(warnings) w where not private.is_accepted(accepted, w ->> 'code');
$$;

create or replace function private.note_changed_day()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  insert into private.changed_days (place, day, is_of_parkings)
    select distinct coalesce(r.row ->> 'site_id', r.row ->> 'project_id'), private.day_of((r.row ->> tg_argv[0])::timestamptz),
      tg_table_name = 'parkings'
    from (values (before), (after)) r (row)
    where r.row is not null and coalesce(r.row ->> 'site_id', r.row ->> 'project_id') is not null;
  return null;
end;
$$;

create or replace function private.note_default_demand(account uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if not private.is_hardened()
    or not exists (select from public.staff_accounts s where s.account_id = account and s.kind = 'main-admin') then
    return;
  end if;
  update private.settings p set second_factor_from = p.second_factor_from || jsonb_build_object('main-admin', now() + interval '7 days')
    where not p.second_factor_from ? 'main-admin' and not 'main-admin' = any (p.require_second_factor);
  update private.settings p set require_second_factor = p.require_second_factor || 'main-admin'::text
    where (p.second_factor_from ->> 'main-admin')::timestamptz <= now() and not 'main-admin' = any (p.require_second_factor);
end;
$$;

create or replace function private.note_own_password(account uuid)
  returns void
  language sql security definer
  set search_path = ''
as $$
  update public.staff_accounts set must_change_password = false where account_id = account and must_change_password;
  update auth.users set raw_app_meta_data = raw_app_meta_data - 'must_change_password'
    where id = account and raw_app_meta_data ? 'must_change_password';
$$;

create or replace function private.note_past_account()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into private.past_accounts (address_hash) values (private.hash_of_key(lower(old.email))) on conflict do nothing;
  return null;
end;
$$;

create or replace function private.note_shorter_keep()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.keep_changed_at := now();
  return new;
end;
$$;

create or replace function private.objection_of(path text)
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$
  select c.objection_id from private.driver_calls c
  where c.folder = (case when path ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/' then left(path, 36) end)::uuid;
$$;

create or replace function private.one_sale_at_a_time()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sales of properties', 0));
  return null;
end;
$$;

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

create or replace function private.own_employee_id()
  returns text
  language sql stable
  set search_path = ''
as $$ select private.own_user_id('ase-employee'); $$;

create or replace function private.own_kind()
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.kind from private.own_staff(private.kinds_of_people()) s; $$;

create or replace function private.own_places(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.id::text from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.site_id::text, s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;

create or replace function private.own_projects(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.path from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.project_id, '')]
    end
    from private.own_staff(kinds) s
  ), '{}');
$$;

create or replace function private.own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  new.account_id := (
    select s.account_id from public.staff_accounts s
    where s.kind = 'attendant' and lower(s.project_id) is not distinct from lower(new.project_id)
      and s.user_key = private.id_key(new.attendant_user_id)
  );
  return new;
end;
$$;

create or replace function private.own_user_id(VARIADIC kinds text[] DEFAULT private.kinds_of_people())
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.user_id from private.own_staff(kinds) s; $$;

create or replace function private.parking_changes(parking uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(c.change order by c.created_at, c.id), '[]') from (
    select t.id, t.created_at, jsonb_build_object('at', t.created_at, 'before', (
        select jsonb_object_agg(b.key, b.value) from jsonb_each(t.before) b
        where b.key in ('start_time', 'end_time', 'ref_number', 'street', 'active') and b.value is distinct from t.after -> b.key)) as change
    from public.audit_trail t
    where t.subject = 'parkings' and t.action = 'update' and t.row_id = parking::text
    -- A snapshot has its largest size (fines_parking_snapshot_size); nobody changes a parking so often but to fill it.
    order by t.created_at desc, t.id desc limit 50
  ) c
  where c.change -> 'before' <> 'null';
$$;

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

create or replace function private.place_activity()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  code text := substring(new.page_url from '^(?:https?://[^/]+)?/([^/?#]+)/');
  site record;
begin
  if tg_op = 'UPDATE' and position('~' in code) > 0 then
    new.site_id := old.site_id;
    return new;
  end if;
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(code collate "C");
  new.site_id := site.id;
  if site.path <> code then
    new.page_url := left(regexp_replace(new.page_url, '^((?:https?://[^/]+)?/)[^/?#]+', '\1' || site.path), 2000);
  end if;
  return new;
end;
$$;

create or replace function private.place_key(street text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select lower(normalize(btrim(regexp_replace(street, '\s+', ' ', 'g')), nfkc)); $$;

create or replace function private.place_of(project text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce((select s.id::text from public.main_page_sites s where s.path = project), project, '');
$$;

create or replace function private.place_row()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  site record;
begin
  if new.project_id is null then
    new.site_id := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and position('~' in new.project_id) > 0 then
    new.site_id := old.site_id;
    return new;
  end if;
  select s.id, s.path into site from public.main_page_sites s where s.path_key = lower(new.project_id collate "C");
  if site.id is null and coalesce(current_setting('request.jwt.claims', true), '') <> ''
    and new.project_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse_stranger();
  end if;
  new.site_id := site.id;
  new.project_id := coalesce(site.path, new.project_id);
  return new;
end;
$$;

create or replace function private.plate_history(project text, key text, is_admin boolean, this_check uuid)
  returns jsonb
  language sql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
  with since as (select case when is_admin then '-infinity'::timestamptz else now() - interval '90 days' end as moment),
  fines as (
    select f.issued_at as at, jsonb_build_object('id', f.id, 'case_number', f.case_number, 'issued_at', f.issued_at, 'kind', f.kind,
        'street', f.street, 'violation_text', f.violation_text, 'status', case when f.status = 'disputed' and not is_admin then 'issued' else f.status end)
      || case when is_admin then jsonb_build_object('issued_by', f.issued_by, 'amount', f.amount, 'left_ore', f.left_ore) else '{}' end as item
    from public.fines f, since s
    where f.plate_key = key and (f.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and f.site_id is null and f.project_id is not distinct from project)) and f.issued_at >= s.moment
    order by f.issued_at desc, f.id limit 20
  ), parkings as (
    select p.created_at as at, jsonb_build_object('id', p.id, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at,
        'car_model', p.car_model, 'car_color', p.car_color, 'street', p.street)
      || case when is_admin then jsonb_build_object('discord_username', p.discord_username) else '{}' end as item
    from public.parkings p, since s
    where p.plate_key = key and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project)) and p.created_at >= s.moment
    order by p.created_at desc, p.id limit 20
  ), checks as (
    select c.checked_at as at, jsonb_build_object('id', c.id, 'checked_at', c.checked_at, 'outcome', c.outcome)
      || case when is_admin then jsonb_build_object('checked_by', c.checked_by) else '{}' end as item
    from public.plate_checks c, since s
    where c.plate_key = key and (c.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and c.site_id is null and c.project_id is not distinct from project)) and c.checked_at >= s.moment
      and c.id <> this_check
    order by c.checked_at desc, c.id limit 20
  )
  select jsonb_build_object(
    'fines', (select coalesce(jsonb_agg(item order by at desc), '[]') from fines),
    'parkings', (select coalesce(jsonb_agg(item order by at desc), '[]') from parkings),
    'checks', (select coalesce(jsonb_agg(item order by at desc), '[]') from checks));
$$;

create or replace function private.plate_key(typed text)
  returns text
  language sql immutable strict parallel safe
  set search_path = ''
as $$
  select regexp_replace(upper(normalize(typed, nfkc)), '[^[:alnum:]]', '', 'g');
$$;

create or replace function private.recovery_code_hash(code text)
  returns text
  language sql immutable
  set search_path = ''
as $$ select encode(sha256(convert_to(regexp_replace(lower(code), '[^0-9a-f]', '', 'g'), 'UTF8')), 'hex'); $$;

create or replace function private.refuse_bid_on_unavailable_property()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  property_status text;
begin
  select p.status into property_status from public.properties p where p.id = new.property_id for share;
  if property_status is distinct from 'available' then
    raise exception 'The property is not open for bids.'
      using errcode = '23514', constraint = 'property_bids_property_available', table = 'property_bids', schema = 'public';
  end if;
  return new;
end;
$$;

create or replace function private.refuse_longer_parking()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.refuse_longer(new, 'end_time');
  return new;
end;
$$;

create or replace function private.refuse_other_past()
  returns trigger
  language plpgsql
  set search_path = ''
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

create or replace function private.refuse_own_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.id_key(old.attendant_user_id) in (private.id_key(new.reviewed_by), private.id_key((select w.id from private.who_acts() w))) then
    perform private.refuse('PK011', 'reviewed_by', 'Du kan inte godkänna ditt eget skift.');
  end if;
  return new;
end;
$$;

create or replace function private.refuse_readable_password()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  password text := to_jsonb(new) ->> tg_argv[0];
begin
  if private.is_hardened() and password is not null then
    raise exception 'Passwords are not kept in readable form.' using errcode = '23514', table = tg_table_name, schema = 'public';
  end if;
  if private.is_specified() and password is null then
    raise exception 'null value in column "%" violates not-null constraint', tg_argv[0]
      using errcode = '23502', column = tg_argv[0], table = tg_table_name, schema = 'public';
  end if;
  return new;
end;
$$;

create or replace function private.refuse_reserved_address()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if private.is_hardened() and exists (
    select from auth.users u
    where u.id = new.id and u.email ~* '[@.]konto\.parkering\.example$'
      and coalesce(u.raw_app_meta_data ->> 'assigned', '') <> 'true'
  ) then
    raise exception 'This address is reserved.' using errcode = '23514', constraint = 'users_address_not_reserved';
  end if;
  return null;
end;
$$;

create or replace function private.refuse_stranger()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
end;
$$;

create or replace function private.refuse_trail_change()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.erases() then
    return null;
  end if;
  raise exception 'The trail is only added to.' using errcode = '42501';
end;
$$;

create or replace function private.refuse(code text, field text, words text)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception '%', words using errcode = code, detail = field;
end;
$$;

create or replace function private.reminder_holds(fine_id uuid, number integer)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce((select n.kind from public.fine_events n
    where n.fine_id = reminder_holds.fine_id and n.number > reminder_holds.number and n.kind in ('reminded', 'reminder_undone')
    order by n.number limit 1), 'reminded') = 'reminded';
$$;

create or replace function private.remove_account_of_credential()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  -- People who log in with an ID are no rows of this list, whatever address it names.
  delete from auth.users u
  where lower(u.email) = lower(btrim(old.email))
    and not exists (select from public.staff_accounts s where s.account_id = u.id);
  return null;
end;
$$;

create or replace function private.remove_old_messages(kept interval)
  returns void
  language sql
  set search_path = ''
as $$ delete from public.outbox o where o.made_at < now() - kept; $$;

create or replace function private.removed_parking(project text, parking uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('id', t.before -> 'id', 'ref_number', t.before -> 'ref_number', 'start_time', t.before -> 'start_time',
    'end_time', t.before -> 'end_time', 'created_at', t.before -> 'created_at', 'street', t.before -> 'street',
    'changes', private.parking_changes(parking), 'removed_at', t.created_at, 'removed_by', (
      select l.deleted_by from public.parking_deletion_logs l where l.parking_id = removed_parking.parking and l.announced_by is null
      order by l.deleted_at desc, l.id limit 1))
  from public.audit_trail t
  where t.row_id = parking::text and t.subject = 'parkings' and t.action = 'delete' and t.before ? 'start_time'
    and t.site_id is not distinct from private.site_of(project) and t.project_id is not distinct from project
  order by t.created_at desc limit 1;
$$;

create or replace function private.removed_right(project text, key text, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('at', l.deleted_at, 'by', l.deleted_by)
  from public.parking_deletion_logs l
    left join public.audit_trail t on t.row_id = l.parking_id::text and t.subject = 'parkings' and t.action = 'delete'
  where l.plate_key = key and (l.project_id = project or (project is null and l.project_id is null))
    and l.site_id is not distinct from private.site_of(project)
    and l.announced_by is null and l.deleted_at > moment - interval '24 hours'
    and case when l.deleted_at <= moment then t.before is null or (t.before ->> 'end_time')::timestamptz > l.deleted_at
      else (t.before ->> 'start_time')::timestamptz <= moment and (t.before ->> 'end_time')::timestamptz > moment end
    and not exists (select from public.parkings p where p.id = l.parking_id)
  order by l.deleted_at desc, l.id limit 1;
$$;

create or replace function private.removed_rights(project text, key text, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
  select coalesce(jsonb_agg(jsonb_build_object('parking_id', r.parking_id, 'plate', r.ref_number, 'since', r.start_time, 'until', r.end_time,
    'registered_at', r.created_at, 'car_model', r.car_model, 'car_color', r.car_color, 'street', r.street, 'removed_at', r.deleted_at,
    'removed_by', r.deleted_by) order by r.deleted_at desc, r.id), '[]')
  from (
    select l.*, (t.before ->> 'start_time')::timestamptz as start_time, (t.before ->> 'end_time')::timestamptz as end_time,
      (t.before ->> 'created_at')::timestamptz as created_at
    from public.parking_deletion_logs l
      left join public.audit_trail t on t.row_id = l.parking_id::text and t.subject = 'parkings' and t.action = 'delete'
    where l.plate_key = key and (l.project_id = project or (project is null and l.project_id is null))
      and l.site_id is not distinct from (select private.site_of(project))
      and l.announced_by is null and l.deleted_at > moment - interval '24 hours' and l.deleted_at <= moment
      and ((t.before ->> 'end_time')::timestamptz > l.deleted_at or t.before is null)
      -- What is logged by hand may stand there still.
      and not exists (select from public.parkings p where p.id = l.parking_id)
    order by l.deleted_at desc, l.id limit 1
  ) r;
$$;

create or replace function private.replace_own_car()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    -- One change of a project's cars after the other: two who change to each other's car do not wait for each other for ever, and of two
    -- windows of one chauffeur the later one counts.
    perform pg_advisory_xact_lock(hashtextextended('cars of ' || new.project_id, 0));
    delete from public.vehicle_registrations r where r.project_id = new.project_id and r.chauffeur_id = new.chauffeur_id;
  end if;
  return new;
end;
$$;

create or replace function private.reply_key(sent uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select translate(rtrim(encode(substring(extensions.hmac(convert_to(sent::text, 'utf8'), s.secret, 'sha256') from 1 for 16), 'base64'), '='), '+/', '-_')
  from private.reply_secret s;
$$;

create or replace function private.require_bank_rows(given jsonb)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
declare
  wrong bigint;
begin
  if jsonb_typeof(given) is distinct from 'array' or jsonb_array_length(given) not between 1 and 5000 then
    perform private.refuse('PK008', 'rows', 'En fil ska ha mellan 1 och 5 000 rader.');
  end if;
  select min(r.n) into wrong from jsonb_array_elements(given) with ordinality r (row, n)
    where jsonb_typeof(r.row) <> 'object' or coalesce(r.row ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or not private.is_day(r.row ->> 'value_date')
      or length(coalesce(r.row ->> 'bank_key', '')) not between 1 and 200
      or length(coalesce(r.row ->> 'payer_text', '')) > 500 or length(coalesce(r.row ->> 'method', '')) > 50
      or length(coalesce(r.row ->> 'reference', '')) > 500;
  if wrong is not null then
    perform private.refuse('PK008', 'rows', 'Rad ' || wrong || ' kan inte läsas. Ingenting är bokfört.');
  end if;
  if (select sum((row ->> 'amount_ore')::bigint) from jsonb_array_elements(given) r (row)) >= 1000000000000 then
    perform private.refuse('PK008', 'rows', 'Beloppen är orimligt stora tillsammans. Är det rätt kolumn? Ingenting är bokfört.');
  end if;
end;
$$;

create or replace function private.require_case_data(kind text, note text, data jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
as $$
declare
  wrong text := case kind
    when 'payment' then case
      when coalesce(data ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$' then 'amount_ore'
      when coalesce(data ->> 'value_date', '') !~ '^\d{4}-\d\d-\d\d$' then 'value_date' end
    when 'refunded' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_undone' then case when coalesce(data ->> 'amount_ore', '') !~ '^-?[1-9]\d{0,11}$' then 'amount_ore' end
    when 'payment_moved' then case when coalesce(data ->> 'payment_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'payment_id' end
    when 'withdrawn' then case
      when coalesce(data ->> 'ground', '') not in ('felskrivet', 'giltig rätt', 'skyltning', 'stöld', 'uppenbart oskäligt', 'ej överlämnad',
        'dömd', 'annat') then 'ground'
      when data ->> 'ground' = 'annat' and coalesce(note, '') !~ '\S' then 'note' end
    when 'recipient_set' then case
      when coalesce(data ->> 'role', '') not in ('owner', 'driver') then 'role'
      when coalesce(data ->> 'name', '') !~ '\S' then 'name' end
    when 'delivered' then case when coalesce(data ->> 'delivery', '') not in ('fixed', 'handed', 'not_delivered') then 'delivery' end
    when 'photo_added' then case when data ->> 'id' is null then 'id' end
  end;
begin
  if wrong is not null then
    perform private.refuse('PK008', wrong, 'Uppgiften saknas eller kan inte läsas.');
  end if;
end;
$$;

create or replace function private.require_delivery_secret(secret text)
  returns void
  language plpgsql stable
  set search_path = ''
as $$
begin
  if not exists (select from private.settings s where s.delivery_secret_hash = private.hash_of_key(secret)) then
    raise exception 'This is not the secret of deliver-messages.' using errcode = '42501';
  end if;
end;
$$;

create or replace function private.require_objection(objection_id uuid, name text, email text, text text, photos jsonb)
  returns void
  language plpgsql immutable
  set search_path = ''
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

create or replace function private.require_own_objection()
  returns trigger
  language plpgsql security definer
  set search_path = ''
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

create or replace function private.right_of(project text, key text, moment timestamp with time zone, grace_minutes integer)
  returns private.parking_right
  language sql stable
  set search_path = ''
as $$
  with parked as (
    select p.id, p.start_time, p.end_time, p.created_at,
      p.start_time > coalesce(max(p.end_time) over (order by p.start_time, p.end_time, p.id rows between unbounded preceding and 1 preceding),
        '-infinity') as begins
    from public.parkings p
    where p.plate_key = key and (p.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and p.site_id is null and p.project_id is not distinct from project)) and p.active
      and p.end_time > moment - interval '24 hours'
  ), numbered as (
    select *, sum(begins::int) over (order by start_time, end_time, id) as span from parked
  ), spans as (
    select min(start_time) as began, max(end_time) as ended, min(created_at) as registered_at,
      -- The parking that counts: the one that runs, else the last to end, else the first to come.
      (array_agg(id order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_id,
      (array_agg(created_at order by start_time <= moment and end_time > moment desc, end_time desc, id))[1] as parking_made
    from numbered group by span
  ), rights as (
    select 1 as place, 'valid' as outcome, ended as until, began as since, parking_made as registered_at, parking_id, null::uuid as permit_id,
      ended as best from spans where began <= moment and ended > moment
    union all
    select 2, 'permit', m.valid_until, m.valid_from, m.created_at, null, m.id, coalesce(m.valid_until, 'infinity') from public.permits m
    where m.plate_key = key and (m.site_id = (select private.site_of(project))
      or ((select private.site_of(project)) is null and m.site_id is null and m.project_id = project))
      and m.valid_from <= moment and (m.valid_until is null or m.valid_until > moment)
      and (m.ended_at is null or m.ended_at > moment)
    union all
    select 3, 'grace', ended + make_interval(mins => grace_minutes), ended, parking_made, parking_id, null, ended from spans
    where ended <= moment and ended > moment - make_interval(mins => grace_minutes)
    union all
    select 4, 'not_yet', ended, began, parking_made, parking_id, null, moment - (began - moment) from spans
    where began > moment and private.day_of(began) = private.day_of(moment)
    union all
    select 5, 'expired', ended, ended, parking_made, parking_id, null, ended from spans where ended <= moment
    union all
    select 6, 'none', null, null, null, null, null, moment
  )
  select row(outcome, until, since, registered_at, parking_id, permit_id)::private.parking_right
  from rights order by place, best desc, since, permit_id limit 1;
$$;

create or replace function private.rights_of_logins(accounts uuid[], logins uuid[])
  returns TABLE(n bigint, rights text, until timestamp with time zone)
  language sql stable
  set search_path = ''
as $$
  with facts as (
    select w.n, s.kind, s.project_id, s.site_id, s.serves_all, coalesce(s.must_change_password, false) as must_change,
      l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
        and (l.not_after is null or l.not_after > now()) as is_of_today,
      e.ends > now() and l.created_at <= now() + interval '10 minutes' as is_alive,
      (select min(t.moment) from unnest(array[l.created_at - interval '10 minutes', l.created_at + interval '8 hours', l.not_after, e.ends])
        as t(moment) where t.moment > now()) as until,
      coalesce(u.raw_app_meta_data ->> 'must_change_password' = 'true', false) as must_choose,
      u.email_confirmed_at is not null as is_confirmed,
      l.aal::text in ('aal2', 'aal3') as has_shown,
      exists (select from auth.mfa_factors f where f.user_id = l.user_id and f.status::text = 'verified') as has_factor,
      exists (select from public.user_roles r where r.user_id = w.account and r.role = 'admin') as is_admin,
      exists (select from public.user_roles r where r.user_id = w.account and r.role in ('admin', 'employee')) as is_employee,
      coalesce(p.require_second_factor, '{}') as demanded, coalesce(p.security_profile = 'specified', false) as is_specified
    from unnest(accounts, logins) with ordinality as w(account, login, n)
      left join auth.sessions l on l.id = w.login and l.user_id = w.account
      left join auth.users u on u.id = l.user_id
      cross join lateral (select least(l.not_after, case
        when u.email ~* '@.+\.konto\.parkering\.example$' then l.created_at + interval '8 hours'
        else coalesce(l.refreshed_at at time zone 'UTC', l.created_at) + interval '30 days'
      end) as ends) e
      left join public.staff_accounts s on s.account_id = l.user_id
      left join private.settings p on true
  )
  select f.n, jsonb_build_array(
    coalesce(is_alive, false),
    case when is_of_today and not must_change and not is_specified and (has_shown or not (has_factor or kind = any (demanded)))
      then jsonb_build_array(kind, project_id, site_id, serves_all) end,
    coalesce(is_admin and is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'account-admin' = any (demanded))), false),
    coalesce(is_employee and (is_specified or (is_alive and is_confirmed and not (must_change or must_choose)
      and (has_shown or not (has_factor or 'agent' = any (demanded))))), false),
    coalesce(is_alive and is_confirmed and (has_shown or not (has_factor
      or coalesce(kind, case when is_admin then 'account-admin' when is_employee then 'agent' else '' end) = any (demanded))), false)
  )::text, f.until from facts f;
$$;

create or replace function private.sell_by_accepted_bid()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  update public.properties p set status = 'sold', accepted_bid_id = new.id where p.id = new.property_id and p.status <> 'sold';
  if not found and not exists (select from public.properties p where p.id = new.property_id and p.accepted_bid_id = new.id) then
    raise exception 'The property is sold otherwise.'
      using errcode = '23514', constraint = 'property_bids_property_unsold', table = 'property_bids', schema = 'public';
  end if;
  return null;
end;
$$;

create or replace function private.settle_message(message uuid, attempt integer, outcome text, wait interval, error text)
  returns void
  language sql
  set search_path = ''
as $$
  update public.outbox o
  set sent_at = case when outcome = 'sent' then now() end,
    gave_up_at = case when outcome = 'given-up' then now() end,
    due_at = now() + case when outcome = 'later' then wait else interval '0' end,
    last_error = left(error, 300)
  where o.id = message and o.attempts = attempt and o.sent_at is null;
$$;

create or replace function private.settle_site()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.make_way_for_site(new.path);
  elsif tg_op = 'UPDATE' then
    perform private.make_way_for_site(new.path);
    -- A special code keeps its people: the product knows them by it.
    perform private.move_rows(new.id, old.path, case when private.is_special_code(old.path) then old.path else new.path end);
  elsif old.path = 'standard' then
    -- The standard site is there without its row too, with all that it has.
    perform private.move_rows(old.id, old.path, old.path);
  else
    delete from auth.users where id in (
      select s.account_id from public.staff_accounts s where s.site_id = old.id and s.project_id = old.path and not s.serves_all);
    delete from public.project_attendants where project_id = old.path and site_id = old.id;
    delete from public.attendants where project_id = old.path and site_id = old.id;
    delete from public.admin_accounts where project_id = old.path and site_id = old.id;
    -- The ambulance's employees are of one site, and have no column for it.
    delete from public.ase_employees where old.path = 'ASE';
    perform private.move_rows(old.id, old.path, left(old.path, 91) || '~' || left(old.id::text, 8));
  end if;
  return null;
end;
$$;

create or replace function private.similar_keys(key text)
  returns text[]
  language sql immutable
  set search_path = ''
as $$
  select case when length(f.folded) between 2 and 12 then
    array[f.folded] || private.country_spellings(f.folded) || string_to_array(
      (select string_agg(
          -- One more, one wrong, one fewer, two swapped.
          k.before || replace('0,1,2,3,4,5,6,7,8,9,A,C,D,E,F,G,H,J,K,M,N,P,R,T,U,V,W,X,Y', ',', k.own || k.after || ',' || k.before) || k.own || k.after
          || case when k.own = '' then '' else ','
            || k.before || replace('0,1,2,3,4,5,6,7,8,9,A,C,D,E,F,G,H,J,K,M,N,P,R,T,U,V,W,X,Y', ',', k.after || ',' || k.before) || k.after
            || ',' || k.before || k.after || ',' || k.before || left(k.after, 1) || k.own || substr(k.after, 2) end, ',')
        from (select left(f.folded, n - 1) as before, substr(f.folded, n, 1) as own, substr(f.folded, n + 1) as after
          from generate_series(1, length(f.folded) + 1) n) k), ',')
    else '{}' end
  from (select private.fold_plate(key) as folded) f;
$$;

create or replace function private.similar_parkings(project text, key text, moment timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
declare
  site constant uuid := private.site_of(project);
  folded_key constant text := private.fold_plate(key);
  keys constant text[] := private.similar_keys(key);
  alike public.parkings[];
begin
  if site is not null then
    alike := array(
      select p from public.parkings p
      where translate(p.plate_key,
          'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
          '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258') = any (keys)
        and p.site_id = site and p.end_time > moment and p.start_time <= moment and p.active and p.plate_key <> key);
  else
    alike := array(
      select p from public.parkings p
      where translate(p.plate_key,
          'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
          '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258') = any (keys)
        and p.site_id is null and p.project_id is not distinct from project and p.end_time > moment and p.start_time <= moment and p.active
        and p.plate_key <> key);
  end if;
  if alike = '{}' then
    return '[]';
  end if;
  return (
    select jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place)
    from (
      select a.*, row_number() over (order by case when private.fold_plate(a.plate_key) = folded_key then 0
          when private.fold_plate(a.plate_key) = any (private.country_spellings(folded_key)) then 1 else 2 end, a.end_time desc, a.id) as place
      from unnest(alike) a
    ) s where s.place <= 3);
end;
$$;

create or replace function private.site_figures(project text, site uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object(
    'running', (select count(*) from public.parkings p where p.project_id = project and p.site_id is not distinct from site and p.active
      and p.end_time > now() and p.start_time <= now()),
    'fines_today', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site
      and f.issued_at >= private.start_of(private.day_of(now()))),
    'unpaid', unpaid.cases, 'unpaid_ore', unpaid.ore,
    'objections', waiting.objections, 'oldest_objection', waiting.oldest,
    'shifts', (select count(*) from public.shift_registrations s where s.project_id = project and s.site_id is not distinct from site
      and s.status = 'pending'))
  from (select count(*) as cases, coalesce(sum(f.left_ore), 0) as ore from public.fines f
      where f.project_id = project and f.site_id is not distinct from site and f.status in ('issued', 'reminded', 'collection')) unpaid,
    (select count(*) as objections, min(o.received_at) as oldest from public.objections o
      where o.project_id = project and o.site_id is not distinct from site and o.decision is null) waiting;
$$;

create or replace function private.site_of(code text)
  returns uuid
  language sql stable
  set search_path = ''
as $$
  select s.id from public.main_page_sites s where s.path_key = lower(code collate "C")
  order by s.path = code desc, s.created_at, s.id limit 1;
$$;

create or replace function private.sources_of_rights()
  returns TABLE(source regclass, account_column text)
  language sql stable
  set search_path = ''
as $$
  values ('auth.sessions'::regclass, 'user_id'), ('auth.users', 'id'), ('auth.mfa_factors', 'user_id'),
    ('public.staff_accounts', 'account_id'), ('public.user_roles', 'user_id'), ('private.settings', null);
$$;

create or replace function private.spell_site_path()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.path := case lower(new.path) when 'ase' then 'ASE' when 'ystad' then 'YSTAD' when 'standard' then 'standard' else new.path end;
  new.path_key := lower(new.path collate "C");
  return new;
end;
$$;

create or replace function private.staff_address(kind text, project_id text, user_id text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select case when length(a.address) <= 255 then a.address end
  from (select private.address_part(private.id_key(user_id)) || case when project_id is null then '' else '.' || private.address_part(lower(project_id)) end
    || '@' || kind || '.konto.parkering.example' as address) a;
$$;

create or replace function private.start_of(day date)
  returns timestamp with time zone
  language sql immutable
  set search_path = ''
as $$ select day::timestamp at time zone 'Europe/Stockholm'; $$;

create or replace function private.status_before_paid(fine_id uuid)
  returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce((
    select case when e.status_before in ('issued', 'reminded', 'collection') then e.status_before else 'issued' end
    from public.fine_events e
    where e.fine_id = status_before_paid.fine_id and e.status_after = 'paid' and e.status_before <> 'paid'
    order by e.number desc limit 1
  ), 'issued');
$$;

create or replace function private.status_in_words(status text)
  returns text
  language sql immutable
  set search_path = ''
as $$
  select case status when 'issued' then 'utfärdat' when 'reminded' then 'påmint' when 'disputed' then 'bestritt' when 'paid' then 'betalt'
    when 'withdrawn' then 'makulerat' when 'written_off' then 'avskrivet' when 'collection' then 'hos inkasso' end;
$$;

create or replace function private.sum_days(project text, site uuid)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  site_place constant text := coalesce(site::text, project);
  until constant date := private.last_summed_day();
  summed_through date;
  stale record;
begin
  select s.through into summed_through from private.summed_places s where s.place = site_place;
  if summed_through >= until and not exists (select from private.changed_days c where c.place = site_place) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sums of ' || site_place, 0));
  select s.through into summed_through from private.summed_places s where s.place = site_place;
  -- Every statement sees what is committed when it begins: a change whose note is taken out here is counted below.
  for stale in
    with taken as (delete from private.changed_days c where c.place = site_place returning c.day, c.is_of_parkings)
    select distinct t.day, t.is_of_parkings from taken t where t.day <= summed_through order by 1
  loop
    -- Of a day whose parkings are erased already, what was counted stays.
    continue when stale.is_of_parkings and stale.day <= private.day_of(now()) - coalesce((
      select t.keep_parkings_days from public.site_settings t where t.project_id = sum_days.project), 90);
    delete from private.day_sums s where s.place = site_place and s.day = stale.day and (s.part = 'parkings') = stale.is_of_parkings;
    insert into private.day_sums (place, day, part, key, count)
      select site_place, c.day, c.part, c.key, c.count from private.count_days(project, site, stale.day, stale.day) c
      where (c.part = 'parkings') = stale.is_of_parkings;
  end loop;
  if summed_through is null or summed_through < until then
    insert into private.day_sums (place, day, part, key, count)
      select site_place, c.day, c.part, c.key, c.count
      from private.count_days(project, site, coalesce(summed_through + 1, '1900-01-01'), until) c;
    insert into private.summed_places (place, through) values (site_place, until)
      on conflict on constraint summed_places_pkey do update set through = excluded.through;
  end if;
end;
$$;

create or replace function private.take_messages(channels text[], most integer, lease interval)
  returns TABLE(id uuid, channel text, event text, facts jsonb, attempts integer, age double precision, hook_id uuid, hook jsonb, email text, reply text, public_key text, issuer_name text, link_key text)
  language sql
  set search_path = ''
as $$
  with turns as (
    select o.id, row_number() over (partition by o.site_id, o.project_id order by o.due_at, o.number) as turn
    from public.outbox o
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
      and case o.channel when 'account-mail' then 'mail' else o.channel end = any (channels)
      and not exists (
        select from public.outbox e
        where e.about = o.about and e.hook_id is not distinct from o.hook_id and e.number < o.number
          and e.sent_at is null and e.gave_up_at is null)
  ), due as (
    select o.id from public.outbox o join turns t on t.id = o.id
    -- Once more, for what another process took meanwhile.
    where o.sent_at is null and o.gave_up_at is null and o.due_at <= now()
    order by t.turn, o.due_at, o.number
    limit most
    for update of o skip locked
  ), taken as (
    update public.outbox o
    set attempts = o.attempts + 1, due_at = now() + lease
    from due where o.id = due.id
    returning o.*
  )
  select t.id, case t.channel when 'account-mail' then 'mail' else t.channel end, t.event, t.facts || jsonb_build_object('project', t.project_id), t.attempts,
    extract(epoch from now() - t.tried_since)::float8 * 1000, t.hook_id,
    case when h.id is not null then jsonb_build_object('is_active', h.is_active, 'with_plate', h.with_plate, 'with_name', h.with_name,
      'events', h.events, 'address', a.address) end,
    case when h.id is not null then (private.settings_of(t.project_id)).contact_email else coalesce(o.email, u.email) end,
    o.reply, f.public_key, (private.settings_of(t.project_id)).issuer_name,
    case when l.used_at is null and l.ended_at is null then private.link_key(l.id) end
  from taken t
  left join public.message_hooks h on h.id = t.hook_id
  left join private.hook_addresses a on a.hook_id = t.hook_id
  left join public.fines f on f.id = t.fine_id
  left join private.account_links l on l.id = t.id
  left join auth.users u on u.id = l.account_id
  left join public.objections o on t.event = 'decision' and o.id = (t.facts ->> 'objection_id')::uuid
  order by t.number;
$$;

create or replace function private.tell_account(account uuid, what text, address text, by_kind text, by_id text)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  mails boolean := private.is_mail_address(address) and address not like '%.konto.parkering.example'
    and exists (select from private.settings s where s.sends_mail);
begin
  if not private.is_hardened()
    or not exists (select from auth.users u where u.id = account and u.last_sign_in_at is not null)
    or exists (select from private.account_notices n where n.account_id = account and n.what = tell_account.what and n.made_at = now()) then
    return;
  end if;
  delete from private.account_notices n where n.account_id = account and n.is_mailed and n.made_at < now();
  insert into private.account_notices (account_id, what, by_kind, by_id, is_mailed) values (account, what, by_kind, by_id, mails);
  if mails then
    insert into public.outbox (about, channel, event, facts) values (account, 'account-notice', 'account_changed',
      jsonb_build_object('email', address, 'what', what, 'by_kind', by_kind, 'by_id', by_id, 'at', now()));
  end if;
end;
$$;

create or replace function private.tell_hooks(event text, project text, site uuid, about uuid, fine uuid, facts jsonb, plate text DEFAULT NULL::text, name text DEFAULT NULL::text)
  returns void
  language sql
  set search_path = ''
as $$
  insert into public.outbox (project_id, hook_id, fine_id, about, channel, event, facts)
  select project, h.id, fine, about, h.channel, event, facts
    || case when h.with_plate and plate is not null then jsonb_build_object('plate', plate) else '{}' end
    || case when h.with_name and name is not null then jsonb_build_object('name', name) else '{}' end
  from public.message_hooks h
  where h.is_active and tell_hooks.event = any (h.events)
    -- Of units the dispatch centre is told and nobody else, and of nothing else: its admins read no cases.
    and (tell_hooks.event = 'unit_status') = (project = '721075')
    and private.is_at(h.site_id, h.project_id, site, project)
    and (h.channel <> 'mail' or ((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(project)).contact_email)));
$$;

create or replace function private.tell_of_account_change()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  row_was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  row_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  account uuid := (case tg_table_name when 'users' then row_was ->> 'id' when 'staff_accounts' then row_was ->> 'account_id'
    else coalesce(row_was ->> 'user_id', row_is ->> 'user_id') end)::uuid;
  address text;
  actor record;
begin
  actor := private.who_acts();
  if actor.account = account or (actor.account is null and actor.kind <> 'service') then
    return null;
  end if;
  -- An account goes with its factors and roles.
  select u.email into address from auth.users u where u.id = account;
  if not found then
    return null;
  end if;
  if tg_table_name = 'users' and row_was ->> 'encrypted_password' is distinct from row_is ->> 'encrypted_password' then
    perform private.tell_account(account, 'password', row_was ->> 'email', actor.kind, actor.id);
  end if;
  if tg_table_name = 'users' and row_was ->> 'email' is distinct from row_is ->> 'email'
    and row_was ->> 'email' not like '%.konto.parkering.example' then
    perform private.tell_account(account, 'address', row_was ->> 'email', actor.kind, actor.id);
  end if;
  if tg_table_name = 'staff_accounts' and row_was ->> 'user_id' is distinct from row_is ->> 'user_id' then
    perform private.tell_account(account, 'address', address, actor.kind, actor.id);
  end if;
  if tg_table_name = 'user_roles' or (tg_table_name = 'staff_accounts'
    and (row_was ->> 'kind', row_was ->> 'serves_all') is distinct from (row_is ->> 'kind', row_is ->> 'serves_all')) then
    perform private.tell_account(account, 'role', address, actor.kind, actor.id);
  end if;
  if tg_table_name = 'mfa_factors' then
    perform private.tell_account(account, 'factor', address, actor.kind, actor.id);
  end if;
  return null;
end;
$$;

create or replace function private.tell_of_case()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
begin
  select f.* into fine from public.fines f where f.id = new.fine_id;
  select o.* into objection from public.objections o where o.id = (new.data ->> 'objection_id')::uuid;
  if new.kind = 'issued' then
    perform private.tell_hooks('fine_issued', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'street', fine.street, 'violation', fine.violation_text, 'amount', fine.amount), fine.plate, fine.issued_by);
  elsif new.kind in ('objected', 'supplemented') then
    perform private.tell_hooks('objection', fine.project_id, fine.site_id, fine.id, fine.id, jsonb_build_object('case_number', fine.case_number,
      'is_more', new.kind = 'supplemented'), fine.plate, nullif(objection.name, ''));
  else
    perform private.mail_decision(fine, objection);
  end if;
  return null;
end;
$$;

create or replace function private.tell_of_shift()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('shift_waits', new.project_id, new.site_id, new.id, null,
    jsonb_build_object('start_time', new.start_time, 'end_time', new.end_time), null, new.attendant_user_id);
  return null;
end;
$$;

create or replace function private.tell_of_unit()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.tell_hooks('unit_status', '721075', private.site_of('721075'), new.id, null, jsonb_build_object('unit_number', new.unit_number,
    'status', new.status, 'operational_status', new.operational_status));
  return null;
end;
$$;

create or replace function private.texts_within(texts text[], max_items integer, max_length integer)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select cardinality(texts) <= max_items
     and not exists (select from unnest(texts) as t(item) where t.item is null or length(t.item) > max_length);
$$;

create or replace function private.too_many(actor private.case_actor, kind text, words text)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  since timestamptz;
begin
  if actor.account is null or not private.is_hardened() then
    return '[]';
  end if;
  -- Two of one account at once count one after the other. Whoever waits here holds its plate already.
  perform pg_advisory_xact_lock(hashtextextended('issuing ' || actor.account, 0));
  select e.created_at into since from public.fine_events e
    where e.by_account = actor.account and e.kind = too_many.kind and e.created_at > now() - interval '15 minutes'
    order by e.created_at desc offset 59 limit 1;
  return case when since is null then '[]' else jsonb_build_array(jsonb_build_object('code', 'PK017', 'field', 'issued_at',
    'words', private.wait_in_words(words, since))) end;
end;
$$;

create or replace function private.touch_updated_at()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create or replace function private.unplaced_because(project text, reference text)
  returns text
  language sql stable
  set search_path = ''
as $$
  select case when coalesce(reference, '') !~ '\S' then 'none' when count(*) = 0 then 'no-number' when count(f.id) = 0 then 'not-here'
    when count(distinct f.id) > 1 then 'several' end
  from regexp_matches(reference, '(?<!\d)(\d{4})[ -]?(\d{4})(?!\d)', 'g') m
  left join public.fines f on f.case_number = m[1] || m[2] and f.project_id is not distinct from project;
$$;

create or replace function private.use_case_number(number text, actor private.case_actor)
  returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  with asked as materialized (
    select n.* from private.case_numbers n where n.case_number = number for update
  )
  update private.case_numbers n set used_at = now() from asked a
    where n.case_number = a.case_number and a.used_at is null and private.id_key(a.reserved_by) = private.id_key(actor.id)
      and coalesce(a.site_id::text, a.project_id, '') = private.place_of(actor.project)
      and (a.account_id is null or a.account_id = actor.account or (actor.kind = 'admin' and actor.account is null));
  return found;
end;
$$;

create or replace function private.wait_in_words(words text, since timestamp with time zone)
  returns text
  language sql stable
  set search_path = ''
as $$
  select format('%s Försök igen om %s.', words, case when m.minutes = 1 then '1 minut' else m.minutes || ' minuter' end)
  from (select greatest(1, ceil(extract(epoch from since + interval '15 minutes' - now()) / 60)::int) as minutes) m;
$$;

create or replace function private.who_acts(OUT account uuid, OUT kind text, OUT id text, OUT request text)
  returns record
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  headers jsonb;
  screen jsonb;
begin
  account := nullif(claims ->> 'sub', '')::uuid;
  kind := case claims ->> 'role'
    when 'anon' then 'visitor' when 'authenticated' then 'account' when 'service_role' then 'service' else 'database'
  end;
  request := extract(epoch from now()) || '-' || pg_current_xact_id();
  if coalesce(current_setting('parkering.acts', true), '') = 'driver' then
    kind := 'driver';
    return;
  end if;
  if claims is null then
    return;
  end if;
  if coalesce(current_setting('request.headers', true), '') <> '' and kind <> 'database' then
    headers := current_setting('request.headers', true)::jsonb;
    if claims ->> 'role' = 'service_role' then
      account := coalesce(substring(headers ->> 'x-acting-account' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid, account);
      request := coalesce(left(headers ->> 'x-request-id', 100), request);
    end if;
    if headers ? 'x-acting-as' and private.is_specified() then
      screen := private.header_json(headers ->> 'x-acting-as');
      if screen ->> 'kind' <> '' and screen ->> 'id' <> '' then
        kind := left(screen ->> 'kind', 50);
        id := left(screen ->> 'id', 320);
        return;
      end if;
    end if;
  end if;
  if account is null then
    return;
  end if;
  select s.kind, s.user_id into kind, id from public.staff_accounts s where s.account_id = account;
  if not found then
    select coalesce((
        select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
        where r.user_id = u.id and r.role in ('admin', 'employee') order by r.role limit 1), 'account'), u.email
      into kind, id from auth.users u where u.id = account;
    kind := coalesce(kind, 'account');
  end if;
end;
$$;

create or replace function private.write_account_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  kept text[] := '{id,email,friendly_name,factor_type,status}';
  account uuid := coalesce(before ->> 'user_id', before ->> 'id')::uuid;
  site text := (select s.project_id from public.staff_accounts s where s.account_id = account);
begin
  -- An account goes with its factors.
  if tg_op = 'DELETE' and not exists (select from auth.users u where u.id = account) then
    return null;
  end if;
  if before ->> 'encrypted_password' is distinct from after ->> 'encrypted_password' then
    before := before || '{"secret": "old"}';
    after := after || '{"secret": "new"}';
    kept := kept || '{secret}';
  end if;
  perform private.add_to_trail(lower(tg_op), case tg_table_name when 'users' then 'accounts' else 'second_factors' end, site, account::text,
    (select jsonb_object_agg(e.key, e.value) from jsonb_each(before) e where e.key = any (kept)),
    (select jsonb_object_agg(e.key, e.value) from jsonb_each(after) e where e.key = any (kept)));
  return null;
end;
$$;

create or replace function private.write_recovery_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  account text := (private.who_acts()).account;
begin
  perform private.add_to_trail(lower(tg_op), 'recovery_codes',
    (select s.project_id from public.staff_accounts s where s.account_id = account::uuid), account, null, null);
  return null;
end;
$$;

create or replace function private.write_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  before jsonb;
  after jsonb;
  whole jsonb;
begin
  if private.erases() then
    return null;
  end if;
  if tg_level = 'STATEMENT' then
    insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, after, request_id)
    select r.whole ->> 'project_id', w.account, w.kind, w.id, lower(tg_op), tg_table_name, r.whole ->> 'id', r.whole - left_out, w.request
    from private.who_acts() w, (select to_jsonb(n) as whole from new_rows n) r;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  if tg_op = 'UPDATE' then
    if before - 'updated_at' = after - 'updated_at' or (pg_trigger_depth() > 1 and before - moved = after - moved) then
      return null;
    end if;
    if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text') then
      before := before || '{"secret": "old"}';
      after := after || '{"secret": "new"}';
    end if;
  end if;
  whole := coalesce(after, before);
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;

create or replace function public.add_permits(permits jsonb)
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  added int;
begin
  if jsonb_typeof(permits) is distinct from 'array' or jsonb_array_length(permits) not between 1 and 1000 then
    raise exception 'Between 1 and 1000 permits can be added at a time.' using errcode = '22023';
  end if;
  insert into public.permits (id, project_id, plate, holder, note, attendant_note, valid_from, valid_until, created_by)
    select p.id, p.project_id, p.plate, coalesce(p.holder, ''), coalesce(p.note, ''), coalesce(p.attendant_note, ''), p.valid_from,
      p.valid_until, p.created_by
    from jsonb_to_recordset(permits) p (id uuid, project_id text, plate text, holder text, note text, attendant_note text,
      valid_from timestamptz, valid_until timestamptz, created_by text);
  get diagnostics added = row_count;
  return added;
end;
$$;

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
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är redan avgjort.');
  end if;
  if (case when take then private.id_key(objection.assigned_to) = private.id_key(actor.id) else objection.assigned_to is null end) then
    -- A repeated call, or what was wished is so already.
    return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
  end if;
  if objection.assigned_to is distinct from seen then
    perform private.refuse('PK006', 'assigned_to', case when objection.assigned_to is null then 'Bestridandet har lämnats tillbaka sedan du öppnade det.'
      else 'Bestridandet har tagits av ' || objection.assigned_to || ' sedan du öppnade det.' end);
  end if;
  update public.objections o set assigned_to = case when take then actor.id end where o.id = objection.id returning * into objection;
  return jsonb_build_object('outcome', 'assigned', 'assigned_to', objection.assigned_to);
end;
$$;

create or replace function public.book_payments(project text, rows jsonb, file jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_keeper(project, acting_as);
  given_hash constant text := encode(sha256(convert_to(rows::text, 'UTF8')), 'hex');
  known public.payment_files;
  made public.payment_files := jsonb_populate_record(null::public.payment_files, jsonb_build_object('id', file ->> 'id', 'name', coalesce(file ->> 'name', '')));
  moves private.money_move[];
begin
  if made.id is null or length(made.name) > 200 then
    perform private.refuse('PK008', 'file', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  perform private.require_bank_rows(rows);
  select f.* into known from public.payment_files f where f.id = made.id;
  if known.id is not null and (known.project_id, private.id_key(known.by_id)) is distinct from (actor.project, private.id_key(actor.id)) then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.rows_hash <> given_hash then
    perform private.refuse('PK010', 'file', 'Filen är redan sparad för något annat.');
  end if;
  if known.undone_at is not null then
    perform private.refuse('PK005', 'file', 'Filen är tillbakatagen.');
  end if;
  if known.id is null then
    select array_agg(row(b.n, gen_random_uuid(), b.fine_id, b.amount_ore, b.value_date, b.method,
          case b.state when 'placed' then b.payer_text else left(concat_ws(' · ', b.payer_text, nullif(b.reference, '')), 500) end,
          b.bank_key, b.reading)::private.money_move order by b.n) filter (where b.state <> 'already'),
        count(*) filter (where b.state = 'placed'), count(*) filter (where b.state = 'unknown'), count(*) filter (where b.state = 'already'),
        coalesce(sum(b.amount_ore) filter (where b.state <> 'already'), 0)
      into moves, made.placed, made.unknown, made.already, made.sum_ore
      from private.bank_rows(actor.project, rows) b;
    -- All cases at once and in one order, so that no two calls wait for each other.
    perform from public.fines f where f.id in (select m.fine_id from unnest(moves) m) order by f.id for update;
    insert into public.payment_files (id, project_id, name, placed, unknown, already, sum_ore, by_id, rows_hash, columns)
      values (made.id, actor.project, made.name, made.placed, made.unknown, made.already, made.sum_ore, actor.id, given_hash,
        case when jsonb_typeof(file -> 'columns') = 'object' and length(file ->> 'columns') <= 10000 then file -> 'columns' end)
      returning * into known;
    perform private.move_money(moves, 'payment', made.id, actor);
  end if;
  return jsonb_build_object('outcome', 'booked', 'placed', known.placed, 'unknown', known.unknown, 'already', known.already,
    'sum_ore', known.sum_ore);
end;
$$;

create or replace function public.case_by_key(public_key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
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

create or replace function public.check_plate(project text, plate text, check_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  key constant text := private.plate_key(plate);
  found_right private.parking_right;
  known public.plate_checks;
begin
  if coalesce(key, '') = '' or length(plate) > 50 or check_id is null then
    perform private.refuse('PK008', 'plate', 'Ange ett registreringsnummer.');
  end if;
  found_right := private.right_of(actor.project, key, now(), (private.settings_of(actor.project)).grace_minutes);
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id)
    values (check_id, actor.project, plate, found_right.outcome, found_right.parking_id, found_right.permit_id, actor.id, actor.account)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = check_id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (key, actor.project, private.id_key(actor.id), actor.account) then
      perform private.refuse('PK010', 'check_id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', found_right.outcome, 'until', found_right.until, 'since', found_right.since,
      'registered_at', found_right.registered_at,
      'parking', (select jsonb_build_object('id', p.id, 'ref_number', p.ref_number, 'car_model', p.car_model, 'car_color', p.car_color,
          'street', p.street, 'start_time', p.start_time, 'end_time', p.end_time, 'created_at', p.created_at)
        || case when actor.kind = 'admin' then jsonb_build_object('discord_username', p.discord_username) else '{}' end
        from public.parkings p where p.id = found_right.parking_id),
      'permit', (select jsonb_build_object('id', m.id, 'valid_from', m.valid_from, 'valid_until', m.valid_until, 'attendant_note', m.attendant_note)
        || case when actor.kind = 'admin' then jsonb_build_object('holder', m.holder, 'note', m.note) else '{}' end
        from public.permits m where m.id = found_right.permit_id),
      -- The plate's own right that somebody took away is the nearest.
      'similar', private.removed_rights(actor.project, key, now()) || private.similar_parkings(actor.project, key, now()))
    || private.plate_history(actor.project, key, actor.kind = 'admin', check_id);
end;
$$;

create or replace function public.correct_fine(fine_id uuid, event_id uuid, changes jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  changeable constant text[] := '{kind,car_model,car_color,street,discord_username,violation_id,violation_code,violation_text,amount,due_date,notes,observed_from,observed_reason,delivery,parking_id}';
  made_at constant timestamptz := coalesce((changes ->> 'made_at')::timestamptz, now());
  from_queue constant boolean := coalesce((changes ->> 'was_offline')::boolean, false);
  wanted constant jsonb := (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(changes) c where c.key = any (changeable));
  held record;
  old public.fines;
  new public.fines;
  actor private.case_actor;
  reasons jsonb;
  refusals jsonb;
  warnings jsonb;
begin
  -- Whoever may not touch the case waits for nobody, and so learns nothing by time; case_for refuses them as it refuses a case that is none.
  select f.* into old from public.fines f where f.id = fine_id;
  begin
    actor := private.case_staff(old.project_id, acting_as);
  exception when insufficient_privilege then
    old := null;
  end;
  -- The lock of the plate before the one of the row, as issuing takes them.
  if old.id is not null then
    perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(old.project_id, '') || ' ' || coalesce(old.plate_key, ''), 0));
  end if;
  select c.* into held from private.case_for(fine_id, acting_as) c;
  old := held.fine;
  actor := held.actor;
  if private.is_issuer(old, actor)
    and exists (select from public.fine_events e where e.id = event_id and e.fine_id = correct_fine.fine_id and e.kind = 'corrected') then
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(old));
  end if;
  if not private.is_issuer(old, actor) or old.status <> 'issued'
    or made_at < old.issued_at - interval '10 minutes' or made_at > old.issued_at + interval '10 minutes'
    or (not from_queue and now() > old.received_at + interval '10 minutes')
    or exists (select from public.payments p where p.fine_id = correct_fine.fine_id)
    or exists (select from public.objections o where o.fine_id = correct_fine.fine_id) then
    perform private.refuse('PK004', 'made_at', 'Ärendet kan inte ändras längre. Makulera det och skapa ett nytt.');
  end if;
  if coalesce(changes ->> 'case_number', old.case_number) <> old.case_number
    or coalesce(private.plate_key(changes ->> 'plate'), old.plate_key) <> old.plate_key then
    perform private.refuse('PK004', case when changes ? 'plate' then 'plate' else 'case_number' end,
      'Ärendenummer och registreringsnummer kan inte ändras. Makulera ärendet och skapa ett nytt.');
  end if;
  new := private.fine_of_call(to_jsonb(old) || wanted, actor, private.moment_of(old));
  if new.amount > old.amount then
    perform private.refuse('PK001', 'amount', 'Beloppet kan bara sänkas.');
  end if;
  if new.violation_id is null and wanted ->> 'violation_id' is not null then
    perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
  end if;
  reasons := old.accepted_warnings || private.list_in(changes -> 'accepted', 'accepted');
  refusals := private.too_many(actor, 'corrected', 'Så många böter rättar ingen på så kort tid.')
    || private.fine_refusals(new, private.moment_of(old));
  warnings := private.fine_warnings(new, (select count(*)::int from public.fine_photos p where p.fine_id = old.id), private.moment_of(old));
  if refusals <> '[]' and not from_queue then
    perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
  end if;
  if private.not_accepted(warnings, reasons) <> '[]' and not (from_queue or old.was_offline) then
    return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
  end if;
  update public.fines f set kind = new.kind, car_model = new.car_model, car_color = new.car_color, street = new.street,
      discord_username = new.discord_username, violation_id = new.violation_id, violation_code = new.violation_code,
      violation_text = new.violation_text, amount = new.amount, due_date = new.due_date, notes = new.notes, observed_from = new.observed_from,
      observed_reason = new.observed_reason, delivery = new.delivery, parking_id = new.parking_id,
      parking_snapshot = case when new.parking_id is distinct from f.parking_id then new.parking_snapshot else f.parking_snapshot end,
      accepted_warnings = private.accepted_of(warnings, reasons),
      review_reasons = case when from_queue then f.review_reasons || refusals || private.not_accepted(warnings, reasons) else f.review_reasons end,
      needs_review = f.needs_review or from_queue,
      last_event = case when new.amount <> f.amount then event_id else f.last_event end
    where f.id = old.id returning * into new;
  perform private.add_case_event(old.id, old.project_id, event_id, 'corrected', actor, made_at, null,
    jsonb_build_object('before', (select coalesce(jsonb_object_agg(b.key, b.value), '{}') from jsonb_each(to_jsonb(old)) b
      where b.key = any (changeable) and b.value is distinct from to_jsonb(new) -> b.key)), 'issued', 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(new));
end;
$$;

create or replace function public.count_cases(project text, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  counted jsonb;
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  select jsonb_build_object('outcome', 'counted',
      'all', coalesce(sum(g.cases), 0),
      'unpaid', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded', 'collection')), 0),
      'disputed', coalesce(sum(g.cases) filter (where g.status = 'disputed'), 0),
      'overdue', coalesce(sum(g.cases) filter (where g.status in ('issued', 'reminded') and g.due_date < today), 0))
    into counted
    from private.cases_by_due(project, site) g;
  -- These three are short, and have indexes of their own.
  return counted || jsonb_build_object(
    'review', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site and f.needs_review),
    'refund', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site and f.left_ore < 0),
    'refund_ore', (select coalesce(-sum(f.left_ore), 0) from public.fines f
      where f.project_id = project and f.site_id is not distinct from site and f.left_ore < 0),
    'expiring', (select count(*) from public.fines f where f.project_id = project and f.site_id is not distinct from site
      and f.status in ('issued', 'reminded', 'disputed', 'collection') and f.issued_at < expires_before));
end;
$$;

create or replace function public.count_site_contents(site uuid)
  returns TABLE(people bigint, parkings bigint, shifts bigint, log_rows bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  code text;
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    raise exception 'Only the main admin counts what a site has.' using errcode = '42501';
  end if;
  select s.path into code from public.main_page_sites s where s.id = site;
  return query select
    (select count(*) from (
      select l.account_id, l.id from public.project_attendants l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.attendants l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.admin_accounts l where l.project_id = code and l.site_id = site
      union all select l.account_id, l.id from public.ase_employees l where code = 'ASE'
    ) listed full join (
      select s.account_id from public.staff_accounts s where s.project_id = code and s.site_id = site and not s.serves_all
    ) accounts on accounts.account_id = listed.account_id),
    (select count(*) from public.parkings t where t.project_id = code and t.site_id = site),
    (select count(*) from public.shift_registrations t where t.project_id = code and t.site_id = site),
    (select count(*) from public.parking_deletion_logs t where t.project_id = code and t.site_id = site)
      + (select count(*) from public.attendant_deletion_logs t where t.project_id = code and t.site_id = site)
      + (select count(*) from public.web_activity_logs t where t.page_project = code and t.site_id = site);
end;
$$;

create or replace function public.demand_second_factor(kinds text[])
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  -- Whoever administers e-mail accounts acts as an agent too, and is asked for one at the log-in as what they administer.
  wanted text[] := case when 'agent' = any (kinds) then kinds || 'account-admin'::text else kinds end;
begin
  if not private.is_kind('main-admin') then
    raise exception 'Only the main admin demands second factors.' using errcode = '42501';
  end if;
  -- Nobody could take it back.
  if 'main-admin' = any (wanted) and not exists (
    select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified'
  ) then
    raise exception 'Set up your own second factor first.' using errcode = 'P0001';
  end if;
  update private.settings p set require_second_factor = array(select distinct k from unnest(wanted) k order by k),
    second_factor_from = case when 'main-admin' = any (p.require_second_factor) and not 'main-admin' = any (wanted)
      then p.second_factor_from || '{"main-admin": null}' else p.second_factor_from end;
  delete from auth.sessions s
    where coalesce(s.aal::text, 'aal1') = 'aal1'
      and not exists (select from auth.mfa_factors f where f.user_id = s.user_id and f.status::text = 'verified')
      and (
        exists (select from public.staff_accounts a where a.account_id = s.user_id and a.kind = any (wanted))
        or exists (
          select from public.user_roles r where r.user_id = s.user_id
            and (case r.role when 'admin' then 'account-admin' when 'employee' then 'agent' end) = any (wanted)
        )
      );
end;
$$;

create or replace function public.end_account_notices(newest bigint)
  returns void
  language sql security definer
  set search_path = ''
as $$
  delete from private.account_notices n
  where n.account_id = (select auth.uid()) and n.id <= newest and private.is_login_shown();
$$;

create or replace function public.end_own_login(login uuid)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
begin
  delete from auth.sessions where id = login and user_id = account and private.is_login_shown();
  if not found then
    return false;
  end if;
  perform private.add_to_trail('delete', 'logins', (select s.project_id from public.staff_accounts s where s.account_id = account),
    login::text, null, null);
  return true;
end;
$$;

create or replace function public.end_parking(key text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  parking public.parkings;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = private.hash_of_key(end_parking.key) for update;
  if parking.id is null then
    return public.parking_by_receipt(end_parking.key);
  end if;
  if parking.end_time > now() then
    parking := private.change_parking(parking, least(parking.start_time, now()), now());
  end if;
  return jsonb_build_object('outcome', 'ended', 'parking', private.parking_for_driver(parking));
end;
$$;

create or replace function public.end_payment(payment_id uuid, ending_id uuid, ground text, note text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  known public.payments;
  rest bigint;
  ended bigint;
  -- What the row had without a case at first; a row that was placed and moved back had nothing.
  had bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'payment_id', 'Betalningen finns inte.');
  end if;
  had := case when given.fine_id is null then given.amount_ore else 0 end;
  if ending_id is null or coalesce(ground, '') not in ('not_ours', 'returned', 'reopened') then
    perform private.refuse('PK008', 'ground', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  if (coalesce(note, '') !~ '\S' and ground <> 'reopened') or length(note) > 500 then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  select had + coalesce(sum(p.amount_ore), 0), -coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0)
    into rest, ended from public.payments p where p.part_of = given.id and p.fine_id is null;
  select p.* into known from public.payments p where p.id = ending_id;
  if known.id is not null then
    if (known.part_of, known.method, known.file_id) is distinct from (given.id, ground, null::uuid) then
      perform private.refuse('PK010', 'ending_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'ended', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if ground = 'reopened' then
    rest := -ended;
  end if;
  if rest = 0 then
    perform private.refuse('PK005', 'payment_id', case ground when 'reopened' then 'Betalningen är redan öppnad igen.'
      else 'Det finns inget kvar av betalningen.' end);
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, payer_text, part_of, by_id)
    values (ending_id, given.project_id, -rest, private.day_of(now()), ground, nullif(note, ''), given.id, actor.id);
  return jsonb_build_object('outcome', 'ended', 'left_ore', case ground when 'reopened' then had + (
    select sum(p.amount_ore) from public.payments p where p.part_of = given.id and p.fine_id is null) else 0 end);
end;
$$;

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

create or replace function public.extend_parking(key text, new_end timestamp with time zone)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  parking public.parkings;
  longer public.parkings;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = private.hash_of_key(extend_parking.key) for update;
  if parking.id is null then
    return public.parking_by_receipt(extend_parking.key);
  end if;
  if parking.end_time <= now() or not parking.active then
    perform private.refuse('PK012', 'end_time', 'Parkeringen har redan slutat och kan inte förlängas.');
  elsif extend_parking.new_end is null or not private.is_moment(extend_parking.new_end) or extend_parking.new_end < parking.end_time then
    perform private.refuse('PK008', 'new_end', 'Den nya sluttiden måste vara senare än den nuvarande.');
  elsif extend_parking.new_end > parking.end_time then
    longer := parking;
    longer.end_time := extend_parking.new_end;
    perform private.refuse_longer(longer, 'new_end');
    parking := private.change_parking(parking, parking.start_time, extend_parking.new_end);
  end if;
  return jsonb_build_object('outcome', 'extended', 'parking', private.parking_for_driver(parking));
end;
$$;

create or replace function public.find_account(address text)
  returns uuid
  language sql stable security definer
  set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(address); $$;

create or replace function public.get_bid_figures(property_ids uuid[])
  returns TABLE(property_id uuid, highest numeric, bids bigint)
  language sql stable
  set search_path = ''
as $$
  select p.id, b.highest, b.bids
  from public.properties p
  cross join lateral (
    select max(one.amount) as highest, count(*) as bids from public.property_bids one where one.property_id = p.id
  ) b
  -- A hidden list is hidden in the profile specified too, where its rows are not.
  where p.id = any (get_bid_figures.property_ids[1:100]) and (not p.hide_bid_list or (select private.is_agent()));
$$;

create or replace function public.get_caller()
  returns TABLE(account_id uuid, kind text, project_id text, user_id text, serves_all boolean, must_change_password boolean, is_account_admin boolean)
  language sql stable security definer
  set search_path = ''
as $$
  select l.user_id, s.kind, s.project_id, s.user_id, coalesce(s.serves_all, false), private.must_choose_password(l.user_id),
    private.is_account_admin()
  from auth.sessions l left join public.staff_accounts s on s.account_id = l.user_id
  where private.is_hardened() and private.is_login_alive()
    and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
    and (s.account_id is null or l.created_at > now() - interval '8 hours')
    and (private.is_login_strong(s.kind) or private.must_choose_password(l.user_id));
$$;

create or replace function public.get_first_steps()
  returns TABLE(has_site boolean, has_admin boolean, has_attendant boolean)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  -- What has people of other kinds, or none (document 1 §9).
  others constant text[] := '{721075,157715,ASE,YSTAD}';
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    raise exception 'Only the main admin is shown the way.' using errcode = '42501';
  end if;
  has_attendant := exists (select from public.attendants a)
    or exists (select from public.project_attendants a where a.project_id <> all (others));
  has_site := has_attendant or exists (select from public.main_page_sites s where s.path <> all (others || array['standard']));
  has_admin := exists (select from public.admin_accounts a where a.project_id <> all (others));
  return next;
end;
$$;

create or replace function public.get_login_step()
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select case
    when not private.is_login_alive() then 'log-in'
    when c.is_strong and c.must_choose then 'password'
    when c.is_strong then 'nothing'
    when c.must_show and c.has_factor then 'code'
    when c.must_choose then 'password'
    when c.must_show and c.is_demanded then 'enrolment'
    else 'nothing'
  end
  from (
    select private.is_login_strong(k.kind) as is_strong, private.must_choose_password(k.account) as must_choose,
      not exists (select from auth.sessions s
        where s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid and s.aal::text in ('aal2', 'aal3')) as must_show,
      exists (select from auth.mfa_factors f where f.user_id = k.account and f.status::text = 'verified') as has_factor,
      exists (select from private.settings p where k.kind = any (p.require_second_factor)) as is_demanded
    from (select (select auth.uid()) as account, private.factor_kind((select auth.uid())) as kind) k
  ) c;
$$;

create or replace function public.get_second_factor_demands()
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$ select p.require_second_factor from private.settings p where private.is_kind('main-admin'); $$;

create or replace function public.get_second_factor_due()
  returns timestamp with time zone
  language sql stable security definer
  set search_path = ''
as $$
  select (p.second_factor_from ->> 'main-admin')::timestamptz from private.settings p
  where private.is_kind('main-admin') and not 'main-admin' = any (p.require_second_factor)
    and not exists (select from auth.mfa_factors f where f.user_id = (select auth.uid()) and f.status::text = 'verified');
$$;

create or replace function public.get_system_state()
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    raise exception 'Only the main admin reads the state of the system.' using errcode = '42501';
  end if;
  return jsonb_build_object(
    'now', now(),
    'database', current_setting('server_version'),
    'jobs', (select coalesce(jsonb_object_agg(n.name, n.noted || jsonb_build_object('at', n.at)), '{}')
      from private.system_notes n where n.kind = 'job'),
    -- The night begins at two (server/erasure/nightly.ts).
    'next_night', (private.day_of(now() - interval '2 hours') + 1 + time '02:00') at time zone 'Europe/Stockholm',
    'erases_from', (select s.erases_from from private.settings s),
    'swept_at', (select s.storage_swept_at from private.settings s),
    'messages', (select jsonb_build_object(
        'sent_at', max(o.sent_at),
        'waiting', count(*) filter (where o.sent_at is null and o.gave_up_at is null),
        'failed', count(*) filter (where o.sent_at is null and o.gave_up_at is not null),
        'oldest', min(o.made_at) filter (where o.sent_at is null and o.gave_up_at is null),
        'next', min(o.due_at) filter (where o.sent_at is null and o.gave_up_at is null))
      from public.outbox o),
    'backup', (select jsonb_build_object('at', b.made_at, 'bytes', b.bytes) from private.last_backup b),
    'servers', (select coalesce(jsonb_agg(n.noted || jsonb_build_object('name', n.name, 'at', n.at) order by n.noted ->> 'started_at'), '[]')
      from private.system_notes n where n.kind = 'server' and n.at > now() - interval '1 day'),
    'alarms', (select coalesce(jsonb_agg(a.alarm order by a.at desc), '[]') from (
        select n.at, n.noted || jsonb_build_object('at', n.at) as alarm from private.system_notes n
        where n.kind = 'alarm' order by n.at desc limit 20) a));
end;
$$;

create or replace function public.get_user_role(_user_id uuid)
  returns text
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((
    select r.role from public.user_roles r
    where r.user_id = _user_id
      and (private.is_specified() or ((select auth.uid()) = _user_id and private.is_login_shown()) or (select auth.role()) = 'service_role')
    order by array_position(array['admin', 'employee', 'customer', 'member'], r.role)
    limit 1
  ), 'member');
$$;

create or replace function public.give_back_account_link(key text)
  returns void
  language sql security definer
  set search_path = ''
as $$ update private.account_links l set used_at = null where l.key_hash = private.hash_of_key(key); $$;

create or replace function public.had_account(address text)
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select exists (select from private.past_accounts p where p.address_hash = private.hash_of_key(lower(address))); $$;

create or replace function public.hold_case_numbers(project text, numbers text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  told constant text[] := hold_case_numbers.numbers;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  own text[];
begin
  if told is null or cardinality(told) > 200 then
    perform private.refuse('PK008', 'numbers', 'En telefon har högst 200 ärendenummer.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  own := array(select n.case_number from private.case_numbers n where n.case_number = any (told)
    and private.id_key(n.reserved_by) = private.id_key(actor.id) and (n.account_id is null or n.account_id = actor.account)
    and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project));
  update private.case_numbers n set held_at = now() where n.case_number = any (own) and n.used_at is null and n.voided_at is null;
  return jsonb_build_object('outcome', 'held', 'void', (select coalesce(jsonb_agg(n.case_number order by n.case_number), '[]')
    from private.case_numbers n where n.case_number = any (own) and (n.used_at is not null or n.voided_at is not null)));
end;
$$;

create or replace function public.is_mail_set_up()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$ select coalesce((select s.sends_mail from private.settings s), false); $$;

create or replace function public.issue_fine(fine jsonb, accepted jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(fine ->> 'project_id', acting_as);
  reasons constant jsonb := private.list_in(accepted, 'accepted');
  photos constant jsonb := private.list_in(fine -> 'photos', 'photos');
  made public.fines;
  known public.fines;
  owner private.case_actor;
  refusals jsonb;
  warnings jsonb;
  gaps text[];
  review jsonb := '[]';
  is_short boolean;
  online public.fines;
begin
  -- One plate at a site is handled one call at a time.
  perform pg_advisory_xact_lock(hashtextextended('fine ' || coalesce(actor.project, '') || ' '
    || coalesce(private.plate_key(fine ->> 'plate'), ''), 0));
  -- What a phone with a network saw of the parking stands in the database.
  made := private.fine_of_call(case when (fine ->> 'was_offline')::boolean then fine else fine - 'parking_snapshot' end, actor, null);
  select f.* into known from public.fines f where f.id = made.id;
  if known.id is not null then
    if (known.plate_key, known.project_id, private.id_key(known.issued_by), known.account_id) is distinct from
      (private.plate_key(made.plate), made.project_id, private.id_key(made.issued_by), made.account_id) then
      perform private.refuse('PK010', 'id', 'Boten är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(known));
  end if;
  refusals := private.too_many(actor, 'issued', 'Så många böter utfärdar ingen på så kort tid.')
    || private.fine_refusals(made, private.moment_of(made));
  -- Where no site is, nobody can say who issues.
  if private.is_hardened() then
    select private.gaps_of(s, fine ->> 'notice_address') into gaps from public.site_settings s where s.project_id = actor.project;
    if cardinality(gaps) > 0 then
      refusals := jsonb_build_array(jsonb_build_object('code', 'PK018', 'field', 'notice', 'words', private.gaps_in_words(gaps))) || refusals;
    end if;
  end if;
  warnings := private.fine_warnings(made, jsonb_array_length(photos), private.moment_of(made));
  is_short := made.was_offline and abs(extract(epoch from now() - made.issued_at)) < 60;
  if made.was_offline then
    -- It lies on the car: what would refuse or warn is kept with it.
    review := refusals || private.not_accepted(warnings, reasons);
    if made.issued_at >= now() + interval '60 seconds' then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    elsif is_short then
      online := made;
      online.was_offline := false;
      -- When the car was first checked, as the database saw it.
      if not private.is_reason(made.observed_reason) then
        online.observed_from := greatest(made.observed_from, private.first_check(made.project_id, private.plate_key(made.plate), now(), false));
      end if;
      if refusals <> '[]' or warnings <> '[]' or private.fine_warnings(online, jsonb_array_length(photos), now()) <> '[]'
        or private.short_outages(made) >= 3 then
        review := review || '[{"code": "hardly-offline"}]';
      end if;
    end if;
    if actor.kind = 'admin' and fine ->> 'issued_by' is not null and private.id_key(fine ->> 'issued_by') <> private.id_key(made.issued_by) then
      review := review || jsonb_build_array(jsonb_build_object('code', 'unknown-issuer', 'reason', left(fine ->> 'issued_by', 50)));
    end if;
    made.amount := least(greatest(made.amount, 0), 1000000);
  else
    if refusals <> '[]' then
      perform private.refuse(refusals -> 0 ->> 'code', refusals -> 0 ->> 'field', refusals -> 0 ->> 'words');
    end if;
    if private.not_accepted(warnings, reasons) <> '[]' then
      return jsonb_build_object('outcome', 'warnings', 'warnings', private.not_accepted(warnings, reasons));
    end if;
    if abs(extract(epoch from now() - made.issued_at)) > 600 then
      review := review || jsonb_build_array(jsonb_build_object('code', 'clock-differs', 'received_at', now()));
    end if;
  end if;
  owner := row(actor.kind, made.issued_by, made.account_id, actor.project);
  if made.case_number is null then
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
  end if;
  if not private.use_case_number(made.case_number, owner) then
    if not made.was_offline then
      perform private.refuse('PK003', 'case_number', 'Ärendenumret är inte ditt, eller redan använt.');
    end if;
    review := review || jsonb_build_array(jsonb_build_object('code', 'PK003', 'field', 'case_number', 'case_number', made.case_number));
    made.case_number := (private.new_case_numbers(made.id, 1, owner))[1];
    perform private.use_case_number(made.case_number, owner);
  end if;
  insert into public.fines (id, project_id, kind, case_number, public_key, parking_id, parking_snapshot, plate, car_model, car_color, street,
      discord_username, violation_id, violation_code, violation_text, amount, due_date, notes, observed_from, observed_reason, issued_by,
      account_id, issued_at, delivery, accepted_warnings, was_offline, review_reasons, needs_review, last_event)
    values (made.id, made.project_id, made.kind, made.case_number, made.public_key, made.parking_id, made.parking_snapshot, made.plate,
      made.car_model, made.car_color, made.street, made.discord_username, made.violation_id, made.violation_code, made.violation_text,
      made.amount, made.due_date, made.notes, made.observed_from, made.observed_reason, made.issued_by, made.account_id, made.issued_at,
      made.delivery, private.accepted_of(warnings, reasons), made.was_offline, review, (made.was_offline and not is_short) or review <> '[]', made.id)
    returning * into made;
  perform private.add_photos(made, photos);
  -- The first event has the key of its fine.
  perform private.add_case_event(made.id, made.project_id, made.id, 'issued', actor, made.issued_at, null,
    jsonb_build_object('amount', made.amount, 'due_date', made.due_date), null, 'issued');
  return jsonb_build_object('outcome', 'stored', 'fine', private.fine_json(made));
end;
$$;

create or replace function public.list_account_notices()
  returns TABLE(id bigint, what text, by_kind text, by_id text, made_at timestamp with time zone)
  language sql stable security definer
  set search_path = ''
as $$
  select n.id, n.what, n.by_kind, n.by_id, n.made_at from private.account_notices n
  where n.account_id = (select auth.uid()) and not n.is_mailed and private.is_login_shown() and not private.must_choose_password(n.account_id)
  order by n.id limit 20;
$$;

create or replace function public.list_case_files(public_key text, reply_key text DEFAULT NULL::text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
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

create or replace function public.list_case_work(project text, step text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  today constant date := private.day_of(now());
  listed jsonb;
begin
  if step = 'exported' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', w.asked_at)
        order by w.asked_at is not null, (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine, asked.at as asked_at from public.fines f
      cross join lateral (
        select max(e.at) as at from public.fine_events e
        where e.fine_id = f.id and e.kind = 'exported' and e.note = private.asked_for_owner()
      ) asked
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and f.due_date < today
        and not exists (select from public.case_recipients r where r.fine_id = f.id)
      order by asked.at is not null, f.due_date, f.id limit 501
    ) w;
  elsif step = 'collection_told' then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null, 'changes', w.changes)
        order by (w.fine).case_number), '[]') into listed from (
      select f as fine, c.changes from (
        select distinct e.fine_id as id from public.fine_events e where e.project_id = actor.project and e.kind = 'handed_to_collection') h
      join public.fines f on f.id = h.id
      cross join lateral (
        select private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = 'collection_told'), 0), null) as changes
      ) c
      where c.changes <> '[]'
      order by f.case_number limit 501
    ) w;
  elsif step in ('reminded', 'handed_to_collection') then
    select coalesce(jsonb_agg(private.case_paper(w.fine, null) || jsonb_build_object('asked_at', null)
        || case when step = 'reminded' then jsonb_build_object('fee', next.fee, 'left_ore',
          ((w.fine).amount + next.fee) * 100::bigint - (w.fine).paid_ore) else '{}' end
        order by (w.fine).due_date, (w.fine).id), '[]') into listed from (
      select f as fine from public.fines f
      where f.project_id = actor.project and f.status in ('issued', 'reminded') and (f.due_date < today or f.status = 'reminded')
        and exists (select from public.case_recipients r where r.fine_id = f.id)
        and exists (select from private.case_transitions t where t.kind = step and f.status = any (t.from_status)
          and t.needs <@ private.case_facts(f, f.left_ore, f.paid_ore, actor, now()))
      order by f.due_date, f.id limit 501
    ) w
    cross join lateral (
      -- Once a case, as when the reminder is recorded.
      select case when exists (
          select from public.fine_events e where e.fine_id = (w.fine).id and (e.data ->> 'fee')::int > 0
            and private.reminder_holds(e.fine_id, e.number))
        then (w.fine).fee else private.reminder_fee_of(w.fine) end as fee
    ) next;
  else
    perform private.refuse('PK008', 'step', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 500, 'cases', listed - 500);
end;
$$;

create or replace function public.list_ended(project text, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with endings as (
    select e.part_of as id, max(e.created_at) as created_at, -sum(e.amount_ore) as ended_ore
    from public.payments e where e.project_id = project and e.fine_id is null and e.file_id is null and e.part_of is not null
    group by e.part_of having sum(e.amount_ore) < 0
  ), page as (
    select e.id, e.created_at, e.ended_ore, p.value_date, p.payer_text, f.name as file_name, latest.ground, latest.note, latest.by_id
    from endings e
    join public.payments p on p.id = e.id
    join public.payment_files f on f.id = p.file_id
    cross join lateral (
      select l.method as ground, l.payer_text as note, l.by_id from public.payments l
      where l.part_of = e.id and l.fine_id is null and l.file_id is null order by l.created_at desc, l.id limit 1) latest
    where before_id is null or (e.created_at, e.id) < (before_created, before_id)
    order by e.created_at desc, e.id desc limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id desc) from page), '[]'));
$$;

create or replace function public.list_file_rows(file_id uuid, after_day date DEFAULT NULL::date, after_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with page as (
    select p.id, p.amount_ore, p.value_date, p.payer_text, p.created_at, p.fine_id, p.by_id
    from public.payments p
    where p.file_id = list_file_rows.file_id and p.part_of is null and p.amount_ore > 0
      and (after_id is null or (p.value_date, p.id) > (after_day, after_id))
    order by p.value_date, p.id limit 100
  )
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) - '{created_at,fine_id,by_id}'::text[] || jsonb_build_object('steps', steps.list, 'left_ore', steps.left_ore)
      order by page.value_date, page.id)
    from page cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'kind', s.kind, 'at', s.created_at, 'by_id', s.by_id, 'amount_ore', abs(s.amount_ore),
            'fine_id', s.fine_id, 'case_number', s.case_number, 'note', s.note) order by s.created_at, s.kind = 'placed', s.id)
          filter (where s.kind is not null), '[]') as list,
        coalesce(sum(s.amount_ore) filter (where s.fine_id is null), 0) as left_ore
      from (
        select t.id, t.created_at, t.by_id, t.amount_ore, t.fine_id, c.case_number,
          case when t.fine_id is not null then case when t.amount_ore > 0 then 'placed' else 'moved' end
            when t.file_id is null then t.method end as kind,
          case when t.file_id is null then t.payer_text end as note
        from (
          select page.id, page.created_at, page.by_id, page.amount_ore, page.fine_id, list_file_rows.file_id, ''::text as method, null::text as payer_text
          union all select q.id, q.created_at, q.by_id, q.amount_ore, q.fine_id, q.file_id, q.method, q.payer_text
          from public.payments q where q.part_of = page.id
        ) t left join public.fines c on c.id = t.fine_id
      ) s
    ) steps), '[]'));
$$;

create or replace function public.list_notice_gaps(address text DEFAULT NULL::text)
  returns TABLE(name text, gaps text[])
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    raise exception 'Only the main admin is told what the sites lack.' using errcode = '42501';
  end if;
  return query
    select s.name, g.gaps
    from public.main_page_sites s
    join public.site_settings t on t.site_id = s.id
    cross join lateral (select private.gaps_of(t, list_notice_gaps.address) as gaps) g
    -- Other products' places issue no notices (document 1 §9), and people name no site of the standard one.
    where s.path <> all (array['721075', '157715', 'ASE', 'YSTAD', 'standard']) and g.gaps <> '{}'
    order by s.created_at desc, s.id
    limit 100;
end;
$$;

create or replace function public.list_objections(project text, whose text, own_id text, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 50)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'listed', 'rows', coalesce((
    select jsonb_agg(to_jsonb(r) order by r.received_at, r.id) from (
      select o.id, o.created_at, o.fine_id, o.received_at, o.ground, o.name, o.assigned_to, f.case_number, f.plate,
        lower(f.issued_by) = lower(own_id) or exists (
          select from public.fine_events e where e.fine_id = f.id and e.number = 1 and lower(e.by_id) = lower(own_id)) as is_own
      from public.objections o join public.fines f on f.id = o.fine_id
      where o.project_id = project and o.decision is null
        and (o.received_at, o.id) > (coalesce(after_at, '-infinity'), coalesce(after_id, '00000000-0000-0000-0000-000000000000'))
        and case whose when 'mine' then lower(o.assigned_to) = lower(own_id) when 'none' then o.assigned_to is null else true end
      order by o.received_at, o.id
      limit least(greatest(page_size, 1), 100)
    ) r), '[]'));
$$;

create or replace function public.list_own_logins()
  returns TABLE(id uuid, began timestamp with time zone, last_used timestamp with time zone, user_agent text, address text, is_this boolean)
  language sql stable security definer
  set search_path = ''
as $$
  select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'UTC', s.created_at), s.user_agent, host(s.ip),
    s.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.user_id = (select auth.uid()) and private.is_login_shown()
    and private.login_ends_at(u.email, s.created_at, s.refreshed_at, s.not_after) > now()
  order by 3 desc, 1
  limit 100;
$$;

create or replace function public.list_sent_cases(project text, step text, day date, ids uuid[], acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
  listed jsonb;
begin
  select coalesce(jsonb_agg(s.paper order by s.at, s.case_number), '[]') into listed from (
    select e.at, f.case_number, private.case_paper(f, e.number) || jsonb_build_object('event_id', e.id, 'sent_at', e.at, 'sent_by', e.by_id)
        || case e.kind when 'collection_told' then jsonb_build_object('changes', private.collection_changes(f, coalesce((
          select max(t.number) from public.fine_events t where t.fine_id = f.id and t.kind = e.kind and t.number < e.number), 0), e.number))
          else '{}' end as paper
    from public.fine_events e join public.fines f on f.id = e.fine_id
    where e.project_id = actor.project and e.kind = step and e.kind in ('exported', 'reminded', 'handed_to_collection', 'collection_told')
      and (e.kind <> 'exported' or e.note = private.asked_for_owner())
      -- The letters of a reminder that was taken back are not printed again.
      and (e.id = any (ids) or (ids is null and (e.kind <> 'reminded' or private.reminder_holds(e.fine_id, e.number)) and e.at >= (day::timestamp at time zone 'Europe/Stockholm')
        and e.at < ((day + 1)::timestamp at time zone 'Europe/Stockholm')))
    order by e.at, f.case_number limit 1001
  ) s;
  return jsonb_build_object('outcome', 'listed', 'has_more', jsonb_array_length(listed) > 1000, 'cases', listed - 1000);
end;
$$;

create or replace function public.list_similar_fines(project text, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  site constant uuid := private.site_of(project);
  kept constant timestamptz := now() - make_interval(days => (private.settings_of(project)).keep_parkings_days + 1);
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return (
    with part as materialized (
      select f.id, f.created_at, f.case_number, f.plate, f.plate_key, f.project_id, f.issued_at, private.moment_of(f) as moment, f.status,
        f.needs_review, f.left_ore, f.erased_at
      from public.fines f
      where f.project_id = list_similar_fines.project and f.site_id is not distinct from site and f.created_at > kept
        and (before_id is null or (f.created_at, f.id) < (before_created, before_id))
      order by f.created_at desc, f.id desc limit 300
    ), alike as (
      select p.*, s.similar from part p, lateral (select private.similar_parkings(p.project_id, p.plate_key, p.moment) as similar) s
      where (p.status <> 'withdrawn' or p.left_ore < 0) and p.erased_at is null
    )
    select jsonb_build_object('outcome', 'listed',
      'rows', coalesce((select jsonb_agg(to_jsonb(a) - '{plate_key,project_id,moment,erased_at}'::text[] order by a.created_at desc, a.id desc)
        from alike a where a.similar <> '[]'), '[]'),
      'next', (select jsonb_build_object('created_at', p.created_at, 'id', p.id) from part p where (select count(*) from part) = 300
        order by p.created_at, p.id limit 1)));
end;
$$;

create or replace function public.list_unconfirmed()
  returns uuid[]
  language sql stable security definer
  set search_path = ''
as $$
  select array(
    select u.id from auth.users u
    where u.email_confirmed_at is null and u.deleted_at is null and (private.is_kind('main-admin') or private.is_account_admin())
    order by u.created_at desc limit 1000);
$$;

create or replace function public.list_unplaced(project text, after_created timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with roots as (
    select p.id from public.payments p where p.project_id = project and p.fine_id is null and p.part_of is null and p.amount_ore > 0
    -- Rows that a case had, and that were moved back.
    union select p.part_of from public.payments p
      where p.project_id = project and p.fine_id is null and p.part_of is not null and p.file_id is not null and p.amount_ore > 0
  ), unplaced as (
    select p.id, p.created_at, p.amount_ore, p.value_date, p.method, p.payer_text, f.name as file_name,
      case when p.fine_id is null then p.amount_ore else 0 end + taken.ore as left_ore, moved.case_number as moved_from
    from roots r join public.payments p on p.id = r.id
    join public.payment_files f on f.id = p.file_id and f.undone_at is null
    cross join lateral (
      select coalesce(sum(part.amount_ore), 0) as ore from public.payments part where part.part_of = p.id and part.fine_id is null
    ) taken
    left join lateral (
      select c.case_number from public.payments part join public.fines c on c.id = part.fine_id
      where part.part_of = p.id and part.amount_ore < 0 order by part.created_at desc, part.id limit 1
    ) moved on true
    where case when p.fine_id is null then p.amount_ore else 0 end + taken.ore > 0
  )
  select jsonb_build_object('outcome', 'listed', 'count', (select count(*) from unplaced), 'rows', coalesce((
    select jsonb_agg(to_jsonb(page) || jsonb_build_object('because', private.unplaced_because(project, page.payer_text)) order by page.created_at, page.id)
    from (select * from unplaced u where after_id is null or (u.created_at, u.id) > (after_created, after_id)
      order by u.created_at, u.id limit 100) page), '[]'));
$$;

create or replace function public.list_unused_numbers(project text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
begin
  if not private.may_count_cases(project) then
    perform private.refuse_stranger();
  end if;
  return jsonb_build_object('outcome', 'listed', 'people', (
    select coalesce(jsonb_agg(to_jsonb(p) order by p.latest desc), '[]') from (
      select max(n.reserved_by) as user_id, count(*) as unused, count(*) filter (where private.is_held(n)) as held,
        max(greatest(n.created_at, n.held_at)) as latest
      from private.case_numbers n
      where n.used_at is null and n.voided_at is null
        and coalesce(n.site_id::text, n.project_id, '') = private.place_of(list_unused_numbers.project)
      group by private.id_key(n.reserved_by) order by latest desc limit 200
    ) p));
end;
$$;

create or replace function public.look_up_case(case_number text, plate text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
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

create or replace function public.make_recovery_codes()
  returns text[]
  language plpgsql security definer
  set search_path = ''
as $$
declare
  caller uuid := (select auth.uid());
  codes text[];
begin
  if not private.is_login_alive() or not exists (
    select from auth.sessions s join auth.mfa_factors f on f.user_id = s.user_id and f.status::text = 'verified'
    where s.id = nullif(auth.jwt() ->> 'session_id', '')::uuid and s.user_id = caller and s.aal::text in ('aal2', 'aal3')
  ) then
    raise exception 'Recovery codes are made after the second factor was shown.' using errcode = '42501';
  end if;
  select array_agg(regexp_replace(encode(extensions.gen_random_bytes(10), 'hex'), '(.{5})(?=.)', '\1-', 'g')) into codes
    from generate_series(1, 10);
  delete from private.recovery_codes where account_id = caller;
  insert into private.recovery_codes (account_id, code_hash) select caller, private.recovery_code_hash(c) from unnest(codes) c;
  return codes;
end;
$$;

create or replace function public.match_owners(project text, rows jsonb, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  if jsonb_typeof(rows) is distinct from 'array' or jsonb_array_length(rows) not between 1 and 500
    or exists (select from jsonb_array_elements(rows) r where jsonb_typeof(r) <> 'object' or length(r ->> 'plate') > 50) then
    perform private.refuse('PK008', 'rows', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', case
          when m.fine_id is null then 'unknown'
          when g.number <> '' and g.key <> '' and g.key <> f.plate_key then 'other-plate'
          when m.waiting > 1 then 'several'
          when m.waiting = 1 then 'placed'
          when m.is_answered then 'already'
          else 'ended' end,
        'fine_id', f.id, 'case_number', f.case_number, 'plate', f.plate, 'status', f.status, 'last_event', f.last_event) order by g.n)
    from (
      select r.n, coalesce(r.row ->> 'case_number', '') as number, coalesce(private.plate_key(r.row ->> 'plate'), '') as key
      from jsonb_array_elements(rows) with ordinality r (row, n)
    ) g
    cross join lateral (
      select count(*) filter (where c.is_open and not c.is_answered) as waiting, bool_or(c.is_open and c.is_answered) as is_answered,
        (array_agg(c.id order by (c.is_open and not c.is_answered) desc, (c.is_open and c.is_answered) desc, c.issued_at desc))[1] as fine_id
      from (
        select s.id, s.issued_at, s.status in ('issued', 'reminded', 'collection', 'disputed') as is_open,
          exists (select from public.case_recipients r where r.fine_id = s.id) as is_answered
        from public.fines s
        where s.project_id = actor.project
          and (s.case_number = g.number or s.plate_key = case when g.number = '' then nullif(g.key, '') end)
      ) c
    ) m
    left join public.fines f on f.id = m.fine_id));
end;
$$;

create or replace function public.match_payments(project text, rows jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.money_admin(project, acting_as);
begin
  perform private.require_bank_rows(rows);
  return jsonb_build_object('outcome', 'matched', 'rows', (
    select jsonb_agg(jsonb_build_object('state', b.state, 'case_number', f.case_number, 'status', f.status, 'left_ore', f.left_ore,
      'because', case b.state when 'unknown' then private.unplaced_because(actor.project, b.reference) end, 'fee_ore', fee.ore, 'lifts_fee_ore', fee.lacking_ore) order by b.n)
    from private.bank_rows(actor.project, rows) b left join public.fines f on f.id = b.fine_id
    -- The fee that is left to pay, and what money of a day like the row's lacks to lift it; null where the row counts nothing for it.
    left join lateral (
      select f.fee * 100::bigint as ore, (f.amount - (private.settings_of(f.project_id)).small_balance) * 100::bigint
        - coalesce((select sum(p.amount_ore) from public.payments p where p.fine_id = f.id and p.value_date <= reminder.day), 0)::bigint as lacking_ore
      from (
        select private.day_of(e.at) as day from public.fine_events e
        where e.fine_id = f.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number) order by e.number limit 1
      ) reminder
      where f.fee > 0 and f.status not in ('withdrawn', 'written_off') and b.value_date <= reminder.day
    ) fee on true));
end;
$$;

create or replace function public.may_send_links()
  returns boolean
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select s.sends_mail and s.public_url is not null from private.settings s), false) and private.is_hardened();
$$;

create or replace function public.note_camera_check(project text, check_id uuid, certainty numeric, readings text[], acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  sure constant numeric := note_camera_check.certainty;
  keys constant text[] := array(select private.plate_key(r) from unnest(note_camera_check.readings) with ordinality u(r, n)
    where length(r) <= 50 and n <= 8);
  made public.plate_checks;
begin
  if sure is null or sure not between 0 and 1 then
    perform private.refuse('PK008', 'certainty', 'Uppgifterna kan inte läsas.');
  end if;
  select c.* into made from public.plate_checks c where c.id = note_camera_check.check_id;
  if made.id is null or made.project_id is distinct from actor.project
    or private.id_key(made.checked_by) is distinct from private.id_key(actor.id) or made.account_id is distinct from actor.account then
    perform private.refuse('PK010', 'check_id', 'Kontrollen finns inte.');
  end if;
  update public.plate_checks c set source = 'camera', certainty = sure where c.id = made.id and c.source = 'typed';
  return jsonb_build_object('outcome', 'noted', 'similar', (
    select coalesce(jsonb_agg(jsonb_build_object('parking_id', s.id, 'plate', s.ref_number, 'since', s.start_time, 'until', s.end_time,
      'registered_at', s.created_at, 'car_model', s.car_model, 'car_color', s.car_color, 'street', s.street) order by s.place, s.id), '[]')
    from (
      select p.*, array_position(keys, p.plate_key) as place from public.parkings p
      where p.plate_key = any (keys) and p.plate_key <> made.plate_key and p.active and p.end_time > now() and p.start_time <= now()
        and (p.site_id = private.site_of(actor.project)
          or (private.site_of(actor.project) is null and p.site_id is null and p.project_id is not distinct from actor.project))
      order by place, id limit 3
    ) s));
end;
$$;

create or replace function public.notice_gaps(project text, address text DEFAULT NULL::text)
  returns text[]
  language sql stable security definer
  set search_path = ''
as $$
  select coalesce((select private.gaps_of(s, notice_gaps.address) from public.site_settings s
    where s.project_id = notice_gaps.project and (private.is_specified()
      or coalesce(s.site_id::text, s.project_id) = any (private.own_places('admin', 'attendant')))), '{}');
$$;

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

create or replace function public.offline_data(project text, acting_as text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  most constant int := private.most_offline_parkings();
  actor constant private.case_actor := private.case_staff(project, acting_as);
  settings constant public.site_settings := private.settings_of(actor.project);
  site constant uuid := private.site_of(actor.project);
  today constant timestamptz := private.day_of(now())::timestamp at time zone 'Europe/Stockholm';
  told record;
begin
  select coalesce(jsonb_agg(jsonb_build_array(p.id, p.ref_number, p.start_time, p.end_time, p.created_at, p.car_model, p.car_color, p.street,
        p.discord_username)) filter (where p.place <= most), '[]') as parkings,
      min(p.start_time) filter (where p.place > most and not p.is_over) as cut_at,
      max(p.end_time) filter (where p.place > most and p.is_over) as ended_cut_at
    into told
    from (
      select k.*, row_number() over (order by k.is_over, case when not k.is_over then k.start_time end, k.end_time desc, k.id) as place
      from (
        select q.*, q.end_time <= now() - make_interval(mins => settings.grace_minutes) as is_over from public.parkings q
        where private.is_at(q.site_id, q.project_id, site, actor.project) and q.active
          and q.end_time > now() - interval '24 hours' and q.start_time < now() + interval '48 hours'
      ) k
    ) p;
  return jsonb_build_object('outcome', 'told', 'at', now(), 'grace_minutes', settings.grace_minutes,
    'observation_minutes', settings.observation_minutes, 'min_photos', settings.min_photos, 'max_amount', settings.max_amount,
    'parkings', told.parkings, 'cut_at', told.cut_at, 'ended_cut_at', told.ended_cut_at,
    'permits', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.plate, m.valid_from, m.valid_until, m.ended_at, m.created_at,
        m.attendant_note)), '[]')
      from public.permits m where m.project_id = actor.project and m.site_id is not distinct from site
        and (m.valid_until is null or m.valid_until > now()) and (m.ended_at is null or m.ended_at > now())),
    -- Parkings that somebody removed within the day (private.removed_right).
    'removed', (select coalesce(jsonb_agg(jsonb_build_array(r.plate, r.removed ->> 'at', r.removed ->> 'by')), '[]')
      from (select l.ref_number as plate, private.removed_right(actor.project, l.plate_key, now()) as removed
        from (select distinct on (d.plate_key) d.plate_key, d.ref_number from public.parking_deletion_logs d
          where (d.project_id = actor.project or (actor.project is null and d.project_id is null)) and d.site_id is not distinct from site and d.plate_key <> ''
            and d.deleted_at > now() - interval '24 hours' order by d.plate_key, d.deleted_at desc) l) r
      where r.removed is not null),
    -- Whoever was fined late yesterday may not be again early today.
    'fines', (select coalesce(jsonb_agg(jsonb_build_array(f.id, f.plate, private.moment_of(f), f.street, f.case_number, f.kind,
        f.violation_text, case when f.status = 'disputed' then 'issued' else f.status end,
        f.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]')), '[]')
      from public.fines f where (f.project_id = actor.project or (actor.project is null and f.project_id is null))
        and f.site_id is not distinct from site and private.moment_of(f) >= least(today, now() - interval '6 hours')
        -- The same by what an index knows: no fine of those hours came more than a day before them.
        and f.created_at >= least(today, now() - interval '6 hours') - interval '1 day'),
    'checks', (select coalesce(jsonb_agg(jsonb_build_array(c.plate_key, c.first)), '[]')
      from (select c.plate_key, min(c.checked_at) as first from public.plate_checks c
        where (c.project_id = actor.project or (actor.project is null and c.project_id is null)) and c.site_id is not distinct from site
          and c.checked_at between today and now()
        group by c.plate_key) c));
end;
$$;

create or replace function public.order_violations(project text, ids uuid[])
  returns integer
  language plpgsql
  set search_path = ''
as $$
declare
  found_rows int;
begin
  if cardinality(ids) > 200 then
    raise exception 'Too many violations.' using errcode = '22023';
  end if;
  update public.violations v set sort_order = o.place
    from (select n.id, min(n.place)::int as place from unnest(ids) with ordinality n (id, place) group by n.id) o
    where v.id = o.id and v.project_id = project and v.sort_order is distinct from o.place;
  select count(*) into found_rows from public.violations v where v.project_id = project and v.id = any (ids);
  return found_rows;
end;
$$;

create or replace function public.own_address()
  returns text
  language sql stable security definer
  set search_path = ''
as $$ select s.public_url from private.settings s; $$;

create or replace function public.parking_by_receipt(key text)
  returns jsonb
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  wanted constant text := private.hash_of_key(parking_by_receipt.key);
  parking public.parkings;
  answer jsonb;
begin
  select p.* into parking from public.parkings p where p.receipt_hash = wanted;
  if parking.id is null then
    select p.* into parking from public.parkings p where p.receipt_hash is not null order by p.receipt_hash limit 1;
  end if;
  answer := jsonb_build_object('outcome', 'found', 'parking', private.parking_for_driver(parking));
  return case when parking.receipt_hash = wanted then answer else '{"outcome": "none"}' end;
end;
$$;

create or replace function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
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
    perform private.refuse_stranger();
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
      where p.plate_key = wanted and private.is_at(p.site_id, p.project_id, site, coalesce(code, ''))),
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
      and (t.row_id = any (kept) or private.is_at(t.site_id, t.project_id, site, coalesce(code, '')))));
end;
$$;

create or replace function public.place_payment(payment_id uuid, placing_id uuid, parts jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payments;
  actor private.case_actor;
  fine public.fines;
  part record;
  rest bigint;
  wanted bigint;
begin
  select p.* into given from public.payments p where p.id = payment_id and p.file_id is not null and p.part_of is null and p.amount_ore > 0;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'payment_id', 'Betalningen finns inte.');
  end if;
  if placing_id is null or jsonb_typeof(parts) is distinct from 'array' or jsonb_array_length(parts) not between 1 and 20
    or exists (select from jsonb_array_elements(parts) p where coalesce(p ->> 'amount_ore', '') !~ '^[1-9]\d{0,11}$'
      or coalesce(p ->> 'fine_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      or coalesce(p ->> 'event_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    perform private.refuse('PK008', 'parts', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  if (select count(*) <> count(distinct p ->> 'event_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  select sum((p ->> 'amount_ore')::bigint) into wanted from jsonb_array_elements(parts) p;
  select case when given.fine_id is null then given.amount_ore else 0 end + coalesce(sum(p.amount_ore), 0) into rest from public.payments p where p.part_of = given.id and p.fine_id is null;
  if exists (select from public.payments p where p.id = placing_id) then
    if not exists (select from public.payments p where p.id = placing_id and p.part_of = given.id and p.amount_ore = -wanted)
      -- Each part as it was: what one call wrote is of one moment.
      or exists (select from jsonb_array_elements(parts) e where not exists (
        select from public.payments p join public.payments placed on placed.id = placing_id and placed.created_at = p.created_at
        where p.id = (e ->> 'event_id')::uuid and p.part_of = given.id and p.fine_id = (e ->> 'fine_id')::uuid
          and p.amount_ore = (e ->> 'amount_ore')::bigint)) then
      perform private.refuse('PK010', 'placing_id', 'Händelsen är redan sparad för något annat.');
    end if;
    return jsonb_build_object('outcome', 'placed', 'left_ore', rest);
  end if;
  if exists (select from public.payment_files f where f.id = given.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  if wanted > rest then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte kvar av betalningen.');
  end if;
  if (select count(*) from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p)
      and f.project_id is not distinct from given.project_id)
    < (select count(distinct p ->> 'fine_id') from jsonb_array_elements(parts) p) then
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
  perform from public.fines f where f.id in (select (p ->> 'fine_id')::uuid from jsonb_array_elements(parts) p) order by f.id for update;
  -- A known event books nothing, and its part of the money would be gone.
  if exists (select from public.fine_events e where e.id in (select (p ->> 'event_id')::uuid from jsonb_array_elements(parts) p)) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  insert into public.payments (id, project_id, amount_ore, value_date, method, file_id, part_of, by_id)
    values (placing_id, given.project_id, -wanted, given.value_date, given.method, given.file_id, given.id, actor.id);
  for part in select p ->> 'fine_id' as fine_id, p ->> 'event_id' as event_id, p ->> 'amount_ore' as ore from jsonb_array_elements(parts) p loop
    select f.* into fine from public.fines f where f.id = part.fine_id::uuid;
    perform private.apply_case_event(fine, actor, part.event_id::uuid, 'payment', null, null, jsonb_build_object('amount_ore', part.ore,
      'value_date', given.value_date, 'method', given.method, 'payer_text', given.payer_text, 'file_id', given.file_id, 'part_of', given.id));
  end loop;
  return jsonb_build_object('outcome', 'placed', 'left_ore', rest - wanted);
end;
$$;

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

create or replace function public.record_access(access text, subject text, project text DEFAULT NULL::text, details jsonb DEFAULT NULL::jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if access not in ('read', 'export') or subject !~ '^[a-z_]{1,60}$' or length(project) > 100 or length(details::text) > 4000 then
    raise exception 'No such access.' using errcode = '22023';
  end if;
  if not private.is_specified() and not private.is_kind('main-admin') and not coalesce(project = any (
      private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin', 'ase-admin')), false)
    and not (project is null and private.is_account_admin()) then
    raise exception 'Access denied.' using errcode = '42501';
  end if;
  perform private.add_to_trail(access, subject, project, null, null, details);
end;
$$;

create or replace function public.record_case_event(fine_id uuid, event_id uuid, kind text, expected_event uuid DEFAULT NULL::uuid, note text DEFAULT NULL::text, data jsonb DEFAULT NULL::jsonb, acting_as text DEFAULT NULL::text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  held record;
begin
  select c.* into held from private.case_for(fine_id, acting_as) c;
  if event_id is null or (data is not null and jsonb_typeof(data) not in ('object', 'null')) then
    perform private.refuse('PK008', case when event_id is null then 'event_id' else 'data' end, 'Uppgiften saknas eller kan inte läsas.');
  end if;
  return private.apply_case_event(held.fine, held.actor, event_id, kind, expected_event, note,
    case when jsonb_typeof(data) = 'object' then data - '{file_id,part_of,reading,bank_key}'::text[] end);
end;
$$;

create or replace function public.record_case_events(project text, kind text, events jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  uuid_form constant text := '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
  actor constant private.case_actor := private.money_admin(project, acting_as);
  given record;
  fine public.fines;
  answer jsonb;
  answers jsonb := '[]';
  state text;
  words text;
  lacking text;
  known uuid[];
  leaving jsonb;
begin
  if coalesce(kind, '') not in ('exported', 'recipient_set', 'reminded', 'reminder_undone', 'handed_to_collection', 'collection_told') then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if jsonb_typeof(events) is distinct from 'array' or jsonb_array_length(events) not between 1 and 500
    or exists (select from jsonb_array_elements(events) e where jsonb_typeof(e) <> 'object' or coalesce(e ->> 'fine_id', '') !~ uuid_form
      or coalesce(e ->> 'event_id', '') !~ uuid_form or e ->> 'expected_event' !~ uuid_form
      or coalesce(jsonb_typeof(e -> 'data'), 'null') not in ('object', 'null')) then
    perform private.refuse('PK008', 'events', 'Uppgiften saknas eller kan inte läsas.');
  end if;
  -- All cases at once and in one order, so that no two calls wait for each other.
  perform from public.fines f where f.id in (select (e ->> 'fine_id')::uuid from jsonb_array_elements(events) e)
    and f.project_id = actor.project order by f.id for update;
  select coalesce(array_agg(e.id), '{}') into known from public.fine_events e
    where e.id in (select (g ->> 'event_id')::uuid from jsonb_array_elements(events) g);
  for given in
    select (e.row ->> 'fine_id')::uuid as fine_id, (e.row ->> 'event_id')::uuid as event_id, (e.row ->> 'expected_event')::uuid as expected_event,
      case when jsonb_typeof(e.row -> 'data') = 'object' then e.row -> 'data' end as data
    from jsonb_array_elements(events) with ordinality e (row, n) order by e.n
  loop
    begin
      select f.* into fine from public.fines f where f.id = given.fine_id and f.project_id = actor.project;
      if fine.id is null then
        perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
      end if;
      answer := private.apply_case_event(fine, actor, given.event_id, kind, given.expected_event,
        case when kind = 'exported' then private.asked_for_owner() end, given.data);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, words = message_text, lacking = pg_exception_hint;
      if state = '23514' then
        state := 'PK008';
        words := 'Uppgiften saknas eller kan inte läsas.';
      elsif state !~ '^PK' then
        raise;
      end if;
      answer := jsonb_build_object('outcome', 'refused', 'code', state, 'words', words,
        'lacks', to_jsonb(coalesce(array_remove(string_to_array(case when state = 'PK005' then lacking end, ','), ''), '{}')));
    end;
    answers := answers || (jsonb_build_object('fine_id', given.fine_id, 'event_id', given.event_id, 'case_number', fine.case_number) || answer);
  end loop;
  -- Plates, or names and addresses, leave the house. What a repeated call answers again was noted by the first.
  select jsonb_agg(a ->> 'case_number') into leaving from jsonb_array_elements(answers) a
    where a ->> 'outcome' = 'recorded' and (a ->> 'event_id')::uuid <> all (known);
  if kind in ('exported', 'handed_to_collection', 'collection_told') and leaving is not null then
    perform private.add_to_trail('export', 'fines', actor.project, null, null, jsonb_build_object('kind', kind, 'case_number', leaving));
  end if;
  return jsonb_build_object('outcome', 'recorded', 'results', answers);
end;
$$;

create or replace function public.record_offline_check(given jsonb, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(given ->> 'project_id', acting_as);
  made public.plate_checks := jsonb_populate_record(null::public.plate_checks, given);
  known public.plate_checks;
begin
  if made.id is null or coalesce(private.plate_key(made.plate), '') = '' or length(made.plate) > 50 then
    perform private.refuse('PK008', case when made.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  if made.outcome is null or made.checked_at is null then
    perform private.refuse('PK008', case when made.outcome is null then 'outcome' else 'checked_at' end, 'Uppgifterna kan inte läsas.');
  end if;
  -- What a phone's clock says of later has not been.
  made.checked_at := least(made.checked_at, now());
  made.checked_by := case when actor.kind = 'admin' and private.has_worked_at(actor.project, made.checked_by) then made.checked_by
    else actor.id end;
  made.account_id := case when private.id_key(made.checked_by) = private.id_key(actor.id) then actor.account else (
    select s.account_id from public.staff_accounts s where s.kind = 'attendant' and s.project_id is not distinct from actor.project
      and s.user_key = private.id_key(made.checked_by)) end;
  insert into public.plate_checks (id, project_id, plate, outcome, parking_id, permit_id, checked_by, account_id, checked_at, was_offline)
    values (made.id, actor.project, made.plate, made.outcome, made.parking_id, made.permit_id, made.checked_by, made.account_id,
      made.checked_at, true)
    on conflict (id) do nothing;
  if not found then
    select c.* into known from public.plate_checks c where c.id = made.id;
    if (known.plate_key, known.project_id, private.id_key(known.checked_by), known.account_id)
      is distinct from (private.plate_key(made.plate), actor.project, private.id_key(made.checked_by), made.account_id) then
      perform private.refuse('PK010', 'id', 'Kontrollen är redan sparad för något annat.');
    end if;
  end if;
  return jsonb_build_object('outcome', 'recorded');
end;
$$;

create or replace function public.reserve_case_numbers(project text, request_id uuid, count integer, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  request constant uuid := reserve_case_numbers.request_id;
  wanted constant int := reserve_case_numbers.count;
  actor constant private.case_actor := private.case_staff(project, acting_as);
  numbers text[];
  since timestamptz;
begin
  if request is null or wanted is null or wanted not between 1 and 50 then
    perform private.refuse('PK008', 'count', 'Mellan 1 och 50 ärendenummer kan reserveras åt gången.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(actor.id), 0));
  select array_agg(n.case_number order by n.case_number) into numbers from private.case_numbers n
    where n.request_id = request and private.id_key(n.reserved_by) = private.id_key(actor.id)
      and n.account_id is not distinct from actor.account
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  if numbers is null then
    -- Numbers of a device that has not told of them for a day count no more: it is lost or was cleared. They stay the person's.
    if wanted + (select count(*) from private.case_numbers n where private.is_held(n)
        and private.id_key(n.reserved_by) = private.id_key(actor.id) and n.account_id is not distinct from actor.account) > 100 then
      perform private.refuse('PK009', 'count', 
        'Du har redan så många oanvända ärendenummer som du får ha. En administratör kan ogiltigförklara dem under Konton.');
    end if;
    -- As many as may lie unused and as one person can use meanwhile.
    if actor.account is not null and private.is_hardened() then
      select n.created_at into since from private.case_numbers n
        where n.account_id = actor.account and n.created_at > now() - interval '15 minutes'
        order by n.created_at desc offset 160 - wanted limit 1;
      if since is not null then
        perform private.refuse('PK017', 'count', private.wait_in_words('Så många ärendenummer behöver ingen på så kort tid.', since));
      end if;
    end if;
    numbers := private.new_case_numbers(request, wanted, actor);
  end if;
  return jsonb_build_object('outcome', 'reserved', 'numbers', numbers);
end;
$$;

create or replace function public.send_account_link(account uuid, kind text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  address text;
  message uuid := gen_random_uuid();
begin
  -- Locked: of two presses at once the second one finds the first one's message.
  select u.email into address from auth.users u where u.id = account for no key update;
  if not public.may_send_links() or not private.is_mail_address(address) or kind is null or kind not in ('invitation', 'new_password') then
    return false;
  end if;
  -- Pressed again while it waits, it goes once.
  if exists (select from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and l.used_at is null and l.ended_at is null and o.sent_at is null and o.gave_up_at is null) then
    return true;
  end if;
  -- Nobody fills a mailbox.
  if (select count(*) from private.account_links l join public.outbox o on o.id = l.id
    where l.account_id = account and o.made_at > now() - interval '24 hours') >= 5 then
    return false;
  end if;
  update private.account_links l set ended_at = now() where l.account_id = account and l.ended_at is null;
  insert into public.outbox (id, about, channel, event) values (message, account, 'account-mail', kind);
  insert into private.account_links (id, account_id, key_hash)
    values (message, account, private.hash_of_key(private.link_key(message)));
  perform private.add_to_trail('insert', 'account_links', null, account::text, null, jsonb_build_object('email', address));
  return true;
end;
$$;

create or replace function public.send_decision(objection_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  fine public.fines;
  objection public.objections;
  latest public.outbox;
  sent uuid;
begin
  -- The case first, as whoever decides holds it; two presses make one mail.
  select f.* into fine from public.fines f
    where f.id = (select o.fine_id from public.objections o where o.id = send_decision.objection_id)
      and private.is_admin_of(f.project_id, f.site_id) for update;
  if fine.id is null then
    perform private.refuse_stranger();
  end if;
  select o.* into objection from public.objections o where o.id = send_decision.objection_id;
  if objection.decision is null then
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är inte avgjort.');
  end if;
  select o.* into latest from public.outbox o
    where o.fine_id = fine.id and o.event = 'decision' and o.facts ->> 'objection_id' = objection.id::text order by o.number desc limit 1;
  if latest.gave_up_at is not null then
    perform public.send_message_again(latest.id);
  elsif latest.id is null or latest.sent_at is not null then
    sent := private.mail_decision(fine, objection);
    if sent is null then
      perform private.refuse('PK005', 'email', 'Det finns ingen e-postadress att skicka till, eller så är e-post inte inställd.');
    end if;
    perform private.add_to_trail('insert', 'outbox', fine.project_id, sent::text, null, jsonb_build_object('fine_id', fine.id));
  end if;
end;
$$;

create or replace function public.send_message_again(message_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
declare
  message public.outbox;
begin
  select o.* into message from public.outbox o where o.id = message_id and private.is_admin_of(o.project_id, o.site_id) for update;
  if message.id is null then
    perform private.refuse_stranger();
  end if;
  if message.gave_up_at is null then
    return;
  end if;
  update public.outbox set gave_up_at = null, attempts = 0, due_at = now(), tried_since = now() where id = message.id;
  perform private.add_to_trail('update', 'outbox', message.project_id, message.id::text,
    jsonb_build_object('gave_up_at', message.gave_up_at), jsonb_build_object('gave_up_at', null));
end;
$$;

create or replace function public.send_test_message(hook_id uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
#variable_conflict use_column
declare
  hook public.message_hooks;
begin
  select h.* into hook from public.message_hooks h
    where h.id = send_test_message.hook_id and private.is_admin_of(h.project_id, h.site_id) for update;
  if hook.id is null then
    perform private.refuse_stranger();
  end if;
  if hook.channel = 'mail' and not coalesce((select s.sends_mail from private.settings s)
      and private.is_mail_address((private.settings_of(hook.project_id)).contact_email), false) then
    perform private.refuse('PK005', 'channel', 'E-post är inte inställd.');
  end if;
  -- Pressed again while it waits, it goes once.
  if not exists (select from public.outbox o where o.hook_id = hook.id and o.event = 'test' and o.sent_at is null and o.gave_up_at is null) then
    insert into public.outbox (project_id, hook_id, about, channel, event, facts)
      values (hook.project_id, hook.id, hook.id, hook.channel, 'test', jsonb_build_object('project', hook.project_id));
  end if;
end;
$$;

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
    perform private.refuse('PK008', 'ground', 'Välj en grund.');
  end if;
  if objection.decision is not null then
    perform private.refuse('PK005', 'objection_id', 'Bestridandet är redan avgjort.');
  end if;
  if objection.ground is distinct from seen and objection.ground is distinct from set_objection_ground.ground then
    perform private.refuse('PK006', 'ground', 'Någon annan har valt grunden ' || coalesce(objection.ground, 'ingen') || ' sedan du öppnade bestridandet.');
  end if;
  update public.objections o set ground = set_objection_ground.ground
    where o.id = objection.id and o.ground is distinct from set_objection_ground.ground;
  return jsonb_build_object('outcome', 'set', 'ground', ground);
end;
$$;

create or replace function public.settle_message(secret text, message uuid, attempt integer, outcome text, wait_ms double precision, error text, held_back uuid)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.require_delivery_secret(secret);
  perform private.settle_message(message, attempt, outcome, make_interval(secs => wait_ms / 1000), error);
  if held_back is not null then
    perform private.hold_messages_back(held_back, make_interval(secs => wait_ms / 1000));
  end if;
end;
$$;

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  until constant date := private.last_summed_day();
  answer jsonb;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  if first is null or last is null or first > last or last - first >= 1096 or first < '1900-01-01' or last > '9000-01-01' then
    perform private.refuse('PK008', 'first', 'Välj en period på högst tre år.');
  end if;
  perform private.sum_days(code, site);
  with days as materialized (
    select s.day, s.part, s.key, s.count from private.day_sums s
    where s.place = coalesce(site::text, code) and s.day between first and least(last, until)
    union all
    select * from private.count_days(code, site, greatest(first, until + 1), last)
  ), totals as (
    select d.part, d.key, sum(d.count) as count from days d group by d.part, d.key
  )
  select jsonb_build_object('outcome', 'told', 'today', private.day_of(now()),
      'days', (select coalesce(jsonb_agg(jsonb_build_array(d.day, d.part, d.key, d.count) order by d.day, d.part, d.key), '[]')
        from days d where d.part not in ('parkings', 'violations')),
      'totals', (select coalesce(jsonb_agg(jsonb_build_array(t.part, t.key, t.count) order by t.part, t.key), '[]')
        from totals t where t.part in ('parkings', 'violations')),
      'violations', (select coalesce(jsonb_object_agg(v.id, concat_ws(' ', nullif(v.code, ''), v.text)), '{}')
        from public.violations v where v.id::text in (select t.key from totals t where t.part = 'violations')))
    into answer;
  return answer || jsonb_build_object('figures', private.site_figures(code, site));
end;
$$;

create or replace function public.sum_payments(project text)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('outcome', 'summed', 'all_ore', coalesce(sum(p.amount_ore), 0),
    'files_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is not null), 0),
    'hand_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null), 0),
    -- What of those by hand ended money without a case.
    'ended_ore', coalesce(sum(p.amount_ore) filter (where p.file_id is null and p.fine_id is null), 0),
    'placed_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is not null), 0),
    'unknown_ore', coalesce(sum(p.amount_ore) filter (where p.fine_id is null), 0))
  from public.payments p where p.project_id = project;
$$;

create or replace function public.take_account_link(key text)
  returns uuid
  language sql security definer
  set search_path = ''
as $$
  update private.account_links l set used_at = now()
  from public.outbox o
  where l.key_hash = private.hash_of_key(key) and l.used_at is null and l.ended_at is null and o.id = l.id
    and o.gave_up_at is null and coalesce(o.sent_at, now()) > now() - interval '24 hours' and private.is_hardened()
  returning l.account_id;
$$;

create or replace function public.take_messages(secret text, channels text[], most integer, lease_seconds integer, own_address text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform private.require_delivery_secret(secret);
  -- Whoever delivers says whether it sends mail, and under which address people reach the screens, as the server does when it starts.
  update private.settings s set sends_mail = 'mail' = any (channels), public_url = own_address
  where (s.sends_mail, s.public_url) is distinct from ('mail' = any (channels), own_address);
  perform private.remove_old_messages(interval '30 days');
  return coalesce((select jsonb_agg(to_jsonb(m)) from private.take_messages(channels, least(most, 100), make_interval(secs => lease_seconds)) m), '[]');
end;
$$;

create or replace function public.undo_import(file_id uuid, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  given public.payment_files;
  actor private.case_actor;
  moves private.money_move[];
  held text;
begin
  select f.* into given from public.payment_files f where f.id = undo_import.file_id;
  if given.id is not null then
    begin
      actor := private.money_keeper(given.project_id, acting_as);
    exception when insufficient_privilege then
      given := null;
    end;
  end if;
  if given.id is null then
    perform private.refuse('PK007', 'file_id', 'Filen finns inte.');
  end if;
  -- Whoever waited for the site's money sees what became of the file meanwhile.
  select f.* into given from public.payment_files f where f.id = given.id for update;
  if given.undone_at is null then
    if exists (select from public.payments p join public.payments e on e.part_of = p.id and e.fine_id is null and e.file_id is null
        where p.file_id = given.id group by p.id having sum(e.amount_ore) < 0) then
      perform private.refuse('PK005', 'file_id', 'En betalning ur filen är avslutad utan ärende. Öppna den igen först.');
    end if;
    perform from public.fines f where f.id in (select p.fine_id from public.payments p where p.file_id = given.id) order by f.id for update;
    -- What each case has of the file, as of the days that it came for.
    select array_agg(row(t.n, gen_random_uuid(), t.fine_id, -t.ore, t.value_date, '', null, null, 0)::private.money_move) into moves from (
      select p.fine_id, p.value_date, sum(p.amount_ore)::bigint as ore, row_number() over (order by p.fine_id, p.value_date) as n
      from public.payments p where p.file_id = given.id group by p.fine_id, p.value_date having sum(p.amount_ore) > 0) t;
    select f.case_number into held from public.fines f join (
        select m.fine_id, -sum(m.ore) as ore from unnest(moves) m group by m.fine_id) taken on taken.fine_id = f.id
      where f.paid_ore < taken.ore or private.is_taken_back(f.id, given.id) order by f.id limit 1;
    if held is not null then
      perform private.refuse('PK005', 'file_id',
        'Pengar ur filen är redan återbetalda eller tillbakatagna i ärende ' || held || '. Filen kan inte tas tillbaka.');
    end if;
    perform private.move_money(moves, 'payment_undone', given.id, actor);
    update public.payment_files f set undone_at = now(), undone_by = actor.id where f.id = given.id;
  end if;
  return jsonb_build_object('outcome', 'undone');
end;
$$;

create or replace function public.use_recovery_code(code text)
  returns boolean
  language plpgsql security definer
  set search_path = ''
as $$
declare
  login uuid := nullif((select auth.jwt()) ->> 'session_id', '')::uuid;
begin
  if not private.is_login_alive() then
    return false;
  end if;
  update private.recovery_codes set used_at = now()
    where account_id = (select auth.uid()) and code_hash = private.recovery_code_hash(code) and used_at is null;
  if not found then
    return false;
  end if;
  update auth.sessions set aal = 'aal2', updated_at = now() where id = login and user_id = (select auth.uid());
  insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
    values (gen_random_uuid(), login, 'recovery_code', now(), now())
    on conflict (session_id, authentication_method) do update set updated_at = now();
  perform private.end_oldest_logins((select auth.uid()), login);
  return true;
end;
$$;

create or replace function public.void_case_numbers(project text, person text, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  voided int;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  perform pg_advisory_xact_lock(hashtextextended('case numbers ' || private.id_key(person), 0));
  update private.case_numbers n set voided_at = now(), voided_by = actor.id
    where n.used_at is null and n.voided_at is null and private.id_key(n.reserved_by) = private.id_key(person)
      and coalesce(n.site_id::text, n.project_id, '') = private.place_of(actor.project);
  get diagnostics voided = row_count;
  return jsonb_build_object('outcome', 'voided', 'count', voided);
end;
$$;

create table private.case_numbers (
  case_number text not null,
  created_at timestamp with time zone default now() not null,
  request_id uuid not null,
  reserved_by text not null,
  account_id uuid,
  used_at timestamp with time zone,
  project_id text,
  site_id uuid,
  held_at timestamp with time zone,
  voided_at timestamp with time zone,
  voided_by text
);

create table private.case_transitions (
  place integer not null,
  kind text not null,
  from_status text[],
  by text[] not null,
  needs text[] not null,
  to_status text,
  moves boolean not null,
  wants text[] not null
);

create table private.reply_secret (
  is_one boolean default true not null,
  secret bytea default extensions.gen_random_bytes(32) not null
);

create table private.erased_rows (
  kind text not null,
  id_hash bytea not null,
  erased_at timestamp with time zone not null
);

create table private.past_accounts (
  address_hash text not null,
  removed_at timestamp with time zone default now() not null
);

create table private.recovery_codes (
  account_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone
);

create table private.last_backup (
  only_row boolean default true not null,
  made_at timestamp with time zone not null,
  bytes bigint not null
);

create unlogged table private.rate_limits (
  key text not null,
  points integer default 0 not null,
  expire bigint
) with (fillfactor=50);

create table private.settings (
  only_row boolean default true not null,
  security_profile text default 'hardened'::text not null,
  require_second_factor text[] default '{}'::text[] not null,
  storage_quota_bytes bigint default '5368709120'::bigint not null,
  storage_swept_at timestamp with time zone,
  erased_at timestamp with time zone,
  sends_mail boolean default false not null,
  erases_from timestamp with time zone default (now() + '30 days'::interval) not null,
  public_url text,
  delivery_secret_hash text,
  second_factor_from jsonb default '{}'::jsonb not null
);

create table private.staff_functions (
  function_name text not null
);

create table private.storage_usage (
  site text not null,
  bytes bigint not null
);

create table private.system_notes (
  kind text not null,
  name text not null,
  at timestamp with time zone default now() not null,
  noted jsonb not null
);

create table private.table_grants (
  table_name text not null,
  specified_anon text not null,
  specified_authenticated text not null,
  hardened_anon text not null,
  hardened_authenticated text not null,
  service_role text default 'select, insert, update, delete'::text not null
);

create table private.changed_days (
  id bigint generated always as identity not null,
  place text not null,
  day date not null,
  is_of_parkings boolean not null
);

create table private.day_sums (
  place text not null,
  day date not null,
  part text not null,
  key text not null,
  count integer not null
);

create table private.summed_places (
  place text not null,
  through date not null
);

create table private.account_links (
  id uuid not null,
  account_id uuid not null,
  key_hash text not null,
  used_at timestamp with time zone,
  ended_at timestamp with time zone
);

create table private.account_notices (
  id bigint generated always as identity not null,
  account_id uuid not null,
  what text not null,
  by_kind text not null,
  by_id text,
  is_mailed boolean not null,
  made_at timestamp with time zone default now() not null
);

create table private.driver_calls (
  id uuid not null,
  fine_id uuid not null,
  objection_id uuid not null,
  folder uuid default gen_random_uuid() not null,
  content_hash text,
  is_stranger boolean default false not null,
  letters integer default 0 not null,
  photos integer default 0 not null
);

create table private.hook_addresses (
  hook_id uuid not null,
  address text not null
);

create table public.shift_registrations (
  id uuid default gen_random_uuid() not null,
  project_id text,
  attendant_user_id text not null,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  rating integer default 5 not null,
  description text not null,
  image_urls text[] not null,
  status text default 'pending'::text not null,
  approved boolean default false not null,
  reviewed_by text,
  reviewed_at timestamp with time zone,
  review_note text,
  created_at timestamp with time zone default now() not null,
  account_id uuid,
  site_id uuid,
  rejected_at timestamp with time zone,
  rejected_by text,
  rejection_note text
);

create table public.main_page_sites (
  id uuid default gen_random_uuid() not null,
  name text not null,
  path text not null,
  description text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  path_key text default ''::text not null
);

create table public.site_settings (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  issuer_name text default ''::text not null,
  org_number text default ''::text not null,
  principal text default ''::text not null,
  legal_line text default 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)'::text not null,
  contact_email text default ''::text not null,
  contact_phone text default ''::text not null,
  privacy_url text default ''::text not null,
  payment_methods jsonb default '[]'::jsonb not null,
  vat_percent integer,
  due_days integer default 14 not null,
  grace_minutes integer default 5 not null,
  observation_minutes integer default 0 not null,
  min_photos integer default 1 not null,
  max_amount integer,
  small_balance integer default 0 not null,
  reminder_fee integer default 0 not null,
  fee_is_agreed boolean default false not null,
  reminder_wait_days integer default 4 not null,
  max_parking_hours integer,
  keep_checks_days integer default 30 not null,
  keep_parkings_days integer default 90 not null,
  keep_cases_months integer default 24 not null,
  keep_changed_at timestamp with time zone default now(),
  camera_on boolean default false not null
);

create table public.violations (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  code text default ''::text not null,
  text text not null,
  amount integer not null,
  max_amount integer,
  needs_no_right boolean default false not null,
  is_active boolean default true not null,
  sort_order integer default 0 not null
);

create table public.vehicle_registrations (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  chauffeur_id text not null,
  vehicle_model text default 'Volvo V90'::text not null,
  item_1 boolean default false not null,
  item_2 boolean default false not null,
  item_3 boolean default false not null,
  item_4 boolean default false not null,
  item_5 boolean default false not null,
  item_6 boolean default false not null,
  created_at timestamp with time zone default now() not null,
  site_id uuid
);

create table public.audit_trail (
  id uuid default gen_random_uuid() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  project_id text,
  actor_account uuid,
  actor_kind text not null,
  actor_id text,
  action text not null,
  subject text not null,
  row_id text,
  before jsonb,
  after jsonb,
  request_id text not null,
  site_id uuid
);

create table public.web_activity_logs (
  id uuid default gen_random_uuid() not null,
  user_id text not null,
  user_type text not null,
  action text not null,
  page_url text default ''::text not null,
  additional_data jsonb,
  created_at timestamp with time zone default now() not null,
  page_project text generated always as ("substring"(page_url, '^(?:https?://[^/]+)?/([^/?#]+)/'::text)) stored,
  site_id uuid
);

create table public.profiles (
  id uuid not null,
  email text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table public.user_passwords (
  id uuid default gen_random_uuid() not null,
  user_id uuid,
  email text not null,
  password_text text,
  created_at timestamp with time zone default now() not null
);

create table public.user_roles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null
);

create table public.ase_employees (
  id uuid default gen_random_uuid() not null,
  employee_id text not null,
  name text,
  created_by text,
  created_at timestamp with time zone default now() not null,
  account_id uuid,
  renamed_from text,
  employee_key text generated always as (private.id_key(employee_id)) stored
);

create table public.ase_shifts (
  id uuid default gen_random_uuid() not null,
  employee_id text not null,
  name text,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone
);

create table public.fine_events (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid not null,
  number integer not null,
  kind text not null,
  by_kind text not null,
  by_id text,
  by_account uuid,
  at timestamp with time zone default now() not null,
  note text,
  data jsonb default '{}'::jsonb not null,
  status_before text,
  status_after text not null
);

create table public.fine_photos (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid not null,
  path text not null,
  sha256 text not null,
  taken_at timestamp with time zone not null,
  category text,
  stored_sha256 text
);

create table public.fines (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  kind text not null,
  case_number text not null,
  public_key text not null,
  parking_id uuid,
  parking_snapshot jsonb,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  car_model text default ''::text not null,
  car_color text default ''::text not null,
  street text default ''::text not null,
  discord_username text,
  violation_id uuid,
  violation_code text default ''::text not null,
  violation_text text not null,
  amount integer not null,
  due_date date not null,
  notes text default ''::text not null,
  observed_from timestamp with time zone not null,
  observed_reason text,
  issued_by text not null,
  account_id uuid,
  issued_at timestamp with time zone not null,
  received_at timestamp with time zone default now() not null,
  delivery text,
  accepted_warnings jsonb default '[]'::jsonb not null,
  was_offline boolean default false not null,
  review_reasons jsonb default '[]'::jsonb not null,
  needs_review boolean default false not null,
  status text default 'issued'::text not null,
  last_event uuid not null,
  fee integer default 0 not null,
  paid_ore bigint default 0 not null,
  erased_at timestamp with time zone,
  agreed_fee integer default 0 not null,
  recovered_ore bigint default 0 not null,
  left_ore bigint generated always as (((
case
    when (status = any (array['withdrawn'::text, 'written_off'::text])) then (0)::bigint
    else ((amount + fee) * (100)::bigint)
end - paid_ore) +
case status
    when 'written_off'::text then recovered_ore
    else (0)::bigint
end)) stored
);

create table public.case_recipients (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid not null,
  role text not null,
  name text not null,
  address text default ''::text not null,
  source text default ''::text not null,
  at timestamp with time zone default now() not null,
  id_number text default ''::text not null
);

create table public.payment_files (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  name text default ''::text not null,
  placed integer not null,
  unknown integer not null,
  already integer not null,
  sum_ore bigint not null,
  by_id text not null,
  undone_at timestamp with time zone,
  undone_by text,
  rows_hash text,
  columns jsonb
);

create table public.payments (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid,
  amount_ore bigint not null,
  value_date date not null,
  method text default ''::text not null,
  payer_text text,
  bank_key text,
  by_id text not null,
  file_id uuid,
  part_of uuid,
  reading integer default 0 not null
);

create table public.objections (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  fine_id uuid not null,
  name text default ''::text not null,
  email text default ''::text not null,
  text text default ''::text not null,
  photos jsonb default '[]'::jsonb not null,
  ground text,
  received_at timestamp with time zone default now() not null,
  received_by text,
  reply_key_hash text,
  assigned_to text,
  decision text,
  reply text,
  decided_by text,
  decided_at timestamp with time zone,
  lang text default 'sv'::text not null,
  address text default ''::text not null
);

create table public.reply_templates (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  kind text not null,
  title text not null,
  text text not null,
  sort_order integer default 0 not null,
  is_active boolean default true not null
);

create table public.teamspeak_units (
  id uuid default gen_random_uuid() not null,
  unit_number text not null,
  channel text default ''::text not null,
  is_active boolean default true not null,
  last_seen timestamp with time zone default now() not null
);

create table public.units (
  id uuid default gen_random_uuid() not null,
  unit_number text not null,
  location text default ''::text not null,
  status text default 'EXEMPT'::text not null,
  occupation text default ''::text not null,
  vehicle_type text default ''::text not null,
  operational_status text default 'EXEMPT'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table public.properties (
  id uuid default gen_random_uuid() not null,
  title text not null,
  seller_name text not null,
  short_description text not null,
  description text default ''::text not null,
  price numeric not null,
  min_bid numeric,
  hide_bid_list boolean default false not null,
  accepted_bid_id uuid,
  square_feet integer,
  bedrooms integer,
  bathrooms numeric,
  address text not null,
  city text not null,
  state text default ''::text not null,
  zip_code text default ''::text not null,
  property_type text default 'house'::text not null,
  status text default 'available'::text not null,
  features text[] default '{}'::text[] not null,
  front_image_url text default ''::text not null,
  image_urls text[] default '{}'::text[] not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null
);

create table public.property_bids (
  id uuid default gen_random_uuid() not null,
  property_id uuid not null,
  bidder_name text default 'Anonymous'::text not null,
  amount numeric not null,
  accepted boolean default false not null,
  created_at timestamp with time zone default now() not null
);

create table public.contact_messages (
  id uuid default gen_random_uuid() not null,
  name text not null,
  subject text not null,
  email text not null,
  message text not null,
  signature text default ''::text not null,
  read boolean default false not null,
  created_at timestamp with time zone default now() not null
);

create table public.message_hooks (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  channel text default 'discord'::text not null,
  address text default ''::text not null,
  events text[] default '{}'::text[] not null,
  is_active boolean default false not null,
  with_plate boolean default false not null,
  with_name boolean default false not null
);

create table public.outbox (
  id uuid default gen_random_uuid() not null,
  project_id text,
  site_id uuid,
  made_at timestamp with time zone default now() not null,
  number bigint generated always as identity not null,
  hook_id uuid,
  fine_id uuid,
  about uuid not null,
  channel text not null,
  event text not null,
  facts jsonb default '{}'::jsonb not null,
  attempts integer default 0 not null,
  due_at timestamp with time zone default now() not null,
  tried_since timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  gave_up_at timestamp with time zone,
  last_error text
);

create table public.parking_deletion_logs (
  id uuid default gen_random_uuid() not null,
  project_id text,
  parking_id uuid not null,
  deleted_by text not null,
  car_model text,
  car_color text,
  ref_number text,
  street text,
  discord_username text,
  deleted_at timestamp with time zone default now() not null,
  site_id uuid,
  announced_by text,
  plate_key text generated always as (private.plate_key(ref_number)) stored
);

create table public.parkings (
  id uuid default gen_random_uuid() not null,
  project_id text,
  car_model text not null,
  car_color text not null,
  street text not null,
  ref_number text not null,
  discord_username text,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  site_id uuid,
  plate_key text collate "C" generated always as (private.plate_key(ref_number)) stored,
  search_text text generated always as (lower(normalize(((((((((((ref_number || '
'::text) || car_model) || '
'::text) || car_color) || '
'::text) || street) || '
'::text) || coalesce(discord_username, ''::text)) || '
'::text) || private.plate_key(ref_number)), nfc))) stored,
  receipt_hash text
);

create table public.plate_checks (
  id uuid not null,
  project_id text,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  outcome text not null,
  parking_id uuid,
  permit_id uuid,
  checked_by text not null,
  account_id uuid,
  checked_at timestamp with time zone default now() not null,
  was_offline boolean default false not null,
  source text default 'typed'::text not null,
  certainty numeric(5,4)
);

create table public.admin_accounts (
  id uuid default gen_random_uuid() not null,
  project_id text,
  user_id text not null,
  password text,
  created_by text,
  created_at timestamp with time zone default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid
);

create table public.admin_user_credentials (
  id uuid default gen_random_uuid() not null,
  email text not null,
  password_text text,
  account_type text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null
);

create table public.attendant_deletion_logs (
  id uuid default gen_random_uuid() not null,
  project_id text,
  attendant_user_id text not null,
  user_id text,
  discord_username text,
  deleted_by text not null,
  deleted_at timestamp with time zone default now() not null,
  site_id uuid,
  announced_by text
);

create table public.attendants (
  id uuid default gen_random_uuid() not null,
  project_id text,
  user_id text not null,
  password text,
  discord_username text,
  created_at timestamp with time zone default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid
);

create table public.project_attendants (
  id uuid default gen_random_uuid() not null,
  user_id text not null,
  project_id text not null,
  password text,
  discord_username text,
  created_by text,
  created_at timestamp with time zone default now() not null,
  account_id uuid,
  renamed_from text,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid
);

create table public.staff_accounts (
  account_id uuid not null,
  kind text not null,
  project_id text,
  user_id text not null,
  display_name text,
  serves_all boolean default false not null,
  must_change_password boolean default false not null,
  created_at timestamp with time zone default now() not null,
  user_key text generated always as (private.id_key(user_id)) stored,
  site_id uuid
);

create table public.permits (
  id uuid default gen_random_uuid() not null,
  project_id text not null,
  site_id uuid,
  created_at timestamp with time zone default now() not null,
  plate text not null,
  plate_key text collate "C" generated always as (private.plate_key(plate)) stored,
  holder text default ''::text not null,
  note text default ''::text not null,
  attendant_note text default ''::text not null,
  valid_from timestamp with time zone default now() not null,
  valid_until timestamp with time zone,
  created_by text,
  ended_at timestamp with time zone,
  ended_by text
);

create or replace function private.add_photos(fine public.fines, photos jsonb)
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if jsonb_array_length(photos) + (select count(*) from public.fine_photos p where p.fine_id = fine.id) > 8 then
    perform private.refuse('PK008', 'photos', 'Högst 8 bilder kan sparas.');
  end if;
  insert into public.fine_photos (id, fine_id, project_id, path, sha256, taken_at, category)
    select p.id, fine.id, fine.project_id, p.path, p.sha256, p.taken_at, p.category
    from jsonb_to_recordset(photos) p (id uuid, path text, sha256 text, taken_at timestamptz, category text);
end;
$$;

create or replace function private.apply_case_event(fine public.fines, actor private.case_actor, event_id uuid, event_kind text, expected_event uuid, note text, data jsonb)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  roles constant text[] := array[actor.kind] || case when private.is_issuer(fine, actor) then '{issuer}'::text[] else '{}' end;
  given constant jsonb := coalesce(data, '{}');
  made_at constant timestamptz := coalesce((given ->> 'made_at')::timestamptz, now());
  known public.fine_events;
  -- What the case is before anything; `fine` becomes what it will be.
  old constant public.fines := fine;
  step private.case_transitions;
  kept jsonb;
  reminder public.fine_events;
begin
  select e.* into known from public.fine_events e where e.id = event_id;
  if known.id is not null and (known.fine_id, known.kind, private.id_key(known.by_id), known.by_account)
    is distinct from (fine.id, event_kind, private.id_key(actor.id), actor.account) then
    perform private.refuse('PK010', 'event_id', 'Händelsen är redan sparad för något annat.');
  end if;
  if known.id is not null then
    return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
  end if;
  if expected_event <> fine.last_event and exists (select from private.case_transitions t where t.kind = event_kind and t.moves) then
    raise exception '%', 'Ärendet har ändrats sedan du öppnade det. Det är nu: ' || private.status_in_words(fine.status) || '.'
      using errcode = 'PK006', detail = 'expected_event', hint = fine.status;
  end if;
  -- Who may, before what is wrong with it.
  perform private.transition_of(event_kind, fine.status, roles, array(select distinct n from private.case_transitions t, unnest(t.needs) n));
  perform private.require_case_data(event_kind, note, given);
  if event_kind in ('payment', 'refunded', 'payment_undone') and (event_kind <> 'refunded' or old.left_ore < 0) and (event_kind <> 'payment_undone' or private.by_hand(old.id) > 0) then
    fine := private.pay(fine, event_kind, event_id, given, actor);
  elsif event_kind = 'payment_moved' then
    fine := private.move_back(fine, event_id, given, actor);
  end if;
  step := private.transition_of(event_kind, old.status, roles, private.case_facts(fine, old.left_ore, old.paid_ore, actor, made_at));
  if 'note' = any (step.wants) and coalesce(note, '') !~ '\S' then
    perform private.refuse('PK008', 'note', 'Ange ett skäl.');
  end if;
  if 'due_date' = any (step.wants) then
    if coalesce(given ->> 'due_date', '') !~ '^\d{4}-\d\d-\d\d$' or (given ->> 'due_date')::date < private.day_of(now()) then
      perform private.refuse('PK002', 'due_date', 'Ange ett nytt förfallodatum, i dag eller senare.');
    end if;
    fine.due_date := (given ->> 'due_date')::date;
  end if;
  if event_kind = 'reminded' and not exists (select from public.fine_events e where e.fine_id = fine.id and (e.data ->> 'fee')::int > 0
      and private.reminder_holds(e.fine_id, e.number)) then
    -- The fee once a case, and only as it was agreed.
    fine.fee := private.reminder_fee_of(fine);
  end if;
  if event_kind = 'reminder_undone' then
    -- The day and the fee of before; reminders from before they were kept have the day of the event before them.
    select e.* into reminder from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' order by e.number desc limit 1;
    fine.due_date := coalesce((reminder.data ->> 'was_due')::date, (select (e.data ->> 'due_date')::date from public.fine_events e
      where e.fine_id = fine.id and e.number < reminder.number and e.data ? 'due_date' order by e.number desc limit 1), fine.due_date);
    if (reminder.data ->> 'fee')::int > 0 then
      fine.fee := 0;
    end if;
  end if;
  kept := private.keep_case_data(fine, event_kind, event_id, note, given, actor);
  if event_kind = 'reminded' and fine.fee = old.fee then
    kept := kept || '{"fee": 0}';
  end if;
  if event_kind = 'reminded' then
    kept := kept || jsonb_build_object('was_due', old.due_date);
  elsif event_kind = 'reminder_undone' then
    kept := jsonb_build_object('due_date', fine.due_date);
  end if;
  fine.status := case step.to_status
    when 'before' then case event_kind when 'reminder_undone' then reminder.status_before else private.status_before_paid(fine.id) end else coalesce(step.to_status, fine.status) end;
  update public.fines f set status = fine.status, paid_ore = fine.paid_ore, fee = fine.fee, due_date = fine.due_date,
      recovered_ore = case when old.status = 'written_off' and fine.status = 'written_off' then private.recovered_of(fine, event_kind) else 0 end,
      delivery = case when event_kind = 'delivered' then given ->> 'delivery' else f.delivery end,
      needs_review = f.needs_review and event_kind <> 'reviewed',
      last_event = case when step.moves then event_id else f.last_event end
    where f.id = old.id returning * into fine;
  perform private.add_case_event(fine.id, fine.project_id, event_id, event_kind, actor, made_at,
    -- Texts of drivers and decisions lie with their objection.
    case when event_kind in ('objected', 'supplemented', 'objection_accepted', 'objection_rejected') then null else note end,
    kept, old.status, fine.status);
  return jsonb_build_object('outcome', 'recorded', 'status', fine.status, 'left_ore', fine.left_ore, 'last_event', fine.last_event);
end;
$$;

create or replace function private.case_facts(fine public.fines, left_before bigint, paid_before bigint, actor private.case_actor, made_at timestamp with time zone)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  with events as (
    select coalesce(max(e.number) filter (where e.kind = 'recipient_set'), 0) as recipient,
      coalesce(max(e.number) filter (where e.kind = 'reminded' and private.reminder_holds(e.fine_id, e.number)), 0) as reminder,
      coalesce(max(e.number) filter (where e.kind in ('reminded', 'reminder_undone')), 0) as latest,
      (array_agg(e.kind order by e.number desc) filter (where e.status_before <> e.status_after))[1] as last_move
    from public.fine_events e where e.fine_id = fine.id
  ), settings as (
    select (private.settings_of(fine.project_id)).*
  )
  select array_agg(f.fact) filter (where f.is_so)
  from events, settings, private.day_of(now()) today (today), lateral (values
    ('settled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore <= small_balance * 100),
    ('unsettled', (fine.amount + fine.fee) * 100::bigint - fine.paid_ore > small_balance * 100),
    ('too-much', left_before < 0),
    ('by-hand', paid_before > 0 and private.by_hand(fine.id) > 0),
    ('not-own', private.id_key(fine.issued_by) <> private.id_key(actor.id) and not exists (
      select from public.fine_events e where e.fine_id = fine.id and e.number = 1 and private.id_key(e.by_id) = private.id_key(actor.id))),
    ('not-by-objection', last_move is distinct from 'objection_accepted'),
    ('fresh', made_at between fine.issued_at - interval '10 minutes' and fine.issued_at + interval '10 minutes'
      and now() <= fine.received_at + interval '10 minutes'),
    ('overdue', today > fine.due_date),
    ('waited', today > fine.due_date and today >= fine.due_date + reminder_wait_days),
    ('delivered', coalesce(fine.delivery in ('fixed', 'handed'), false)),
    ('has-recipient', exists (
      select from public.fine_events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
      where e.fine_id = fine.id and e.number = recipient and r.address ~ '\S')),
    ('told-recipient', reminder > recipient),
    ('untold-recipient', recipient > reminder),
    ('unpaid-reminder', reminder > 0 and reminder = latest and not exists (
      select from public.fine_events e join public.payments p on p.id = e.id
      where e.fine_id = fine.id and e.number > reminder having sum(p.amount_ore) <> 0)),
    ('reviewed', not fine.needs_review)
  ) as f (fact, is_so);
$$;

create or replace function private.case_for_driver(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
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
      'reminder_fee', private.reminder_fee_of(fine))
  from private.settings_of(fine.project_id) s;
$$;

create or replace function private.case_for(fine_id uuid, acting_as text, OUT fine public.fines, OUT actor private.case_actor)
  returns record
  language plpgsql security definer
  set search_path = ''
as $$
declare
  place text;
begin
  select f.* into fine from public.fines f where f.id = fine_id;
  while fine.id is not null and actor.id is null loop
    place := fine.project_id;
    begin
      actor := private.case_staff(place, acting_as);
    exception when insufficient_privilege then
      fine := null;
    end;
    if fine.id is not null then
      select f.* into fine from public.fines f where f.id = fine_id for update;
      -- The site may have got another code meanwhile.
      if fine.project_id is distinct from place then
        actor := null;
      end if;
    end if;
  end loop;
  if fine.id is null then
    if private.is_hardened() and not exists (
      select from private.own_staff(array['admin', 'attendant']) s where s.user_key = private.id_key(acting_as)) then
      perform private.refuse_stranger();
    end if;
    perform private.refuse('PK007', 'fine_id', 'Ärendet finns inte.');
  end if;
end;
$$;

create or replace function private.case_paper(fine public.fines, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with events as (
    -- A reminder that was taken back later than that holds.
    select e.*, e.kind = 'reminded' and lead(e.kind) over (partition by e.kind in ('reminded', 'reminder_undone') order by e.number)
      is not distinct from 'reminder_undone' as is_undone
    from public.fine_events e where e.fine_id = fine.id and e.number <= coalesce(upto, e.number)
  ), money as (
    select case when upto is null then fine.fee else coalesce(sum((e.data ->> 'fee')::int) filter (where e.kind = 'reminded' and not e.is_undone), 0) end as fee,
      case when upto is null then fine.paid_ore else coalesce(sum((e.data ->> 'amount_ore')::bigint)
        filter (where e.kind in ('payment', 'refunded', 'payment_undone', 'payment_moved')), 0) end as paid_ore
    from events e
  ), reminder as (
    select e.number, e.at, e.data ->> 'due_date' as due_date from events e where e.kind = 'reminded' and not e.is_undone order by e.number desc limit 1
  ), first_reminder as (
    select min(e.number) as number from events e where e.kind = 'reminded' and not e.is_undone
  ), first_due as (
    -- A corrected day stands in no event: then it is not told.
    select e.data ->> 'due_date' as day from events e, first_reminder r
    where e.number < r.number and (e.data ? 'due_date' or (e.kind = 'corrected' and e.data -> 'before' ? 'due_date'))
    order by e.number desc limit 1
  ), recipient as (
    select r.role, r.name, r.address, r.id_number from events e join public.case_recipients r on r.id = (e.data ->> 'recipient_id')::uuid
    where e.kind = 'recipient_set' order by e.number desc limit 1
  )
  select jsonb_build_object('id', fine.id, 'case_number', fine.case_number, 'public_key', fine.public_key, 'plate', fine.plate,
      'car_model', fine.car_model, 'car_color', fine.car_color, 'street', fine.street, 'observed_from', fine.observed_from,
      'issued_at', fine.issued_at, 'issued_by', fine.issued_by, 'violation_code', fine.violation_code, 'violation_text', fine.violation_text,
      'delivery', fine.delivery, 'status', fine.status, 'last_event', fine.last_event, 'amount', fine.amount, 'fee', m.fee,
      'paid_ore', m.paid_ore, 'left_ore', (fine.amount + m.fee) * 100::bigint - m.paid_ore,
      'due_date', case when upto is null then fine.due_date::text else coalesce((select r.due_date from reminder r), fine.due_date::text) end,
      'first_due', case when (select r.number from first_reminder r) is null then fine.due_date::text else (select d.day from first_due d) end,
      'reminded_at', (select r.at from reminder r),
      'recipient', (select to_jsonb(r) from recipient r))
  from money m;
$$;

create or replace function private.change_parking(parking public.parkings, start_time timestamp with time zone, end_time timestamp with time zone)
  returns public.parkings
  language plpgsql
  set search_path = ''
as $$
declare
  changed public.parkings;
begin
  perform set_config('parkering.acts', 'driver', true);
  update public.parkings p set start_time = change_parking.start_time, end_time = change_parking.end_time
    where p.id = parking.id returning p.* into changed;
  perform set_config('parkering.acts', '', true);
  return changed;
end;
$$;

create or replace function private.collection_changes(fine public.fines, after integer, upto integer)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', e.id, 'kind', e.kind, 'at', e.at, 'amount_ore', e.data -> 'amount_ore',
      'value_date', e.data -> 'value_date', 'ground', e.data -> 'ground', 'left_ore', case when e.status_after in ('withdrawn', 'written_off') then 0
        else (private.case_paper(fine, e.number) ->> 'left_ore')::bigint end)) order by e.number), '[]')
  from public.fine_events e
  where e.fine_id = fine.id and e.number > after and e.number <= coalesce(upto, e.number)
    and e.kind in ('payment', 'payment_undone', 'payment_moved', 'recalled', 'withdrawn', 'written_off', 'objected', 'objection_accepted',
      'objection_rejected')
    and (select h.kind from public.fine_events h where h.fine_id = e.fine_id and h.number < e.number
      and h.kind in ('handed_to_collection', 'recalled') order by h.number desc limit 1) = 'handed_to_collection';
$$;

create or replace function private.fee_of(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select coalesce((
    select case when (select coalesce(sum(p.amount_ore), 0) from public.payments p
        where p.fine_id = fine.id and p.value_date <= private.day_of(e.at)) >= (fine.amount - (private.settings_of(fine.project_id)).small_balance) * 100
      then 0 else (e.data ->> 'fee')::int end
    from public.fine_events e where e.fine_id = fine.id and e.kind = 'reminded' and (e.data ->> 'fee')::int > 0 and private.reminder_holds(e.fine_id, e.number)
    order by e.number limit 1
  ), 0);
$$;

create or replace function private.fine_json(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select to_jsonb(fine) - '{account_id,plate_key,site_id}'::text[] || jsonb_build_object('left_ore', fine.left_ore, 'photos', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'path', p.path, 'sha256', p.sha256, 'taken_at', p.taken_at, 'category', p.category)
      order by p.taken_at, p.id), '[]') from public.fine_photos p where p.fine_id = fine.id));
$$;

create or replace function private.fine_of_call(given jsonb, actor private.case_actor, moment timestamp with time zone)
  returns public.fines
  language plpgsql stable
  set search_path = ''
as $$
declare
  fine public.fines := jsonb_populate_record(null::public.fines, given);
  violation public.violations;
  parking public.parkings;
begin
  if fine.id is null or coalesce(private.plate_key(fine.plate), '') = '' then
    perform private.refuse('PK008', case when fine.id is null then 'id' else 'plate' end, 'Ange ett registreringsnummer.');
  end if;
  fine.project_id := actor.project;
  fine.received_at := coalesce(moment, now());
  fine.was_offline := coalesce(fine.was_offline, false);
  fine.issued_at := coalesce(fine.issued_at, now());
  moment := coalesce(moment, private.moment_of(fine));
  -- An admin sends what an attendant issued without a network and cannot send.
  fine.issued_by := case when actor.kind = 'admin' and fine.was_offline and private.has_worked_at(actor.project, fine.issued_by)
    then fine.issued_by else actor.id end;
  fine.account_id := case when private.id_key(fine.issued_by) = private.id_key(actor.id) then actor.account else (
    select s.account_id from public.staff_accounts s where s.kind = 'attendant' and s.project_id is not distinct from actor.project
      and s.user_key = private.id_key(fine.issued_by)) end;
  fine.kind := coalesce(fine.kind, case when fine.parking_id is null then 'report' else 'ticket' end);
  fine.public_key := coalesce(fine.public_key, translate(rtrim(encode(extensions.gen_random_bytes(16), 'base64'), '='), '+/', '-_'));
  fine.car_model := coalesce(fine.car_model, '');
  fine.car_color := coalesce(fine.car_color, '');
  fine.street := coalesce(fine.street, '');
  fine.notes := coalesce(fine.notes, '');
  fine.due_date := coalesce(fine.due_date, private.day_of(moment) + (private.settings_of(actor.project)).due_days);
  if fine.violation_id is not null then
    select v.* into violation from public.violations v where v.id = fine.violation_id and v.project_id = actor.project;
    if violation.id is null and not fine.was_offline then
      perform private.refuse('PK008', 'violation_id', 'Överträdelsen finns inte.');
    end if;
    fine.violation_id := violation.id;
    fine.violation_code := coalesce(violation.code, fine.violation_code);
    fine.violation_text := coalesce(violation.text, fine.violation_text);
    fine.amount := coalesce(fine.amount, violation.amount);
  elsif not fine.was_offline then
    fine.violation_code := '';
  end if;
  fine.violation_code := coalesce(fine.violation_code, '');
  if coalesce(fine.violation_text, '') !~ '\S' then
    perform private.refuse('PK008', 'violation_text', 'Ange en överträdelse.');
  end if;
  if fine.amount is null then
    perform private.refuse('PK001', 'amount', 'Beloppet måste vara större än 0 kr');
  end if;
  -- The first check of the day, unless it is said why it began before.
  fine.observed_from := least(fine.observed_from, coalesce(
    private.first_check(actor.project, private.plate_key(fine.plate), moment, fine.was_offline), fine.observed_from, moment));
  select p.* into parking from public.parkings p where p.id = fine.parking_id
    and p.site_id is not distinct from private.site_of(actor.project)
    and (p.site_id is not null or p.project_id is not distinct from actor.project);
  if parking.id is not null then
    fine.parking_snapshot := jsonb_build_object('id', parking.id, 'ref_number', parking.ref_number, 'start_time', parking.start_time,
      'end_time', parking.end_time, 'created_at', parking.created_at, 'street', parking.street, 'changes', private.parking_changes(parking.id));
  else
    if fine.parking_snapshot ->> 'id' is distinct from fine.parking_id::text then
      fine.parking_snapshot := null;
    end if;
    -- A parking that is gone is kept as it stood, with who removed it. What a phone saw of it is nearer to the fine.
    fine.parking_snapshot := coalesce(private.removed_parking(actor.project, fine.parking_id) || coalesce(fine.parking_snapshot, '{}'),
      fine.parking_snapshot);
  end if;
  return fine;
end;
$$;

create or replace function private.fine_refusals(fine public.fines, moment timestamp with time zone)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('code', r.code, 'field', r.field, 'words', r.words)), '[]')
  from (values
    (fine.amount <= 0, 'PK001', 'amount', 'Beloppet måste vara större än 0 kr'),
    (fine.amount > private.max_amount(fine), 'PK001', 'amount',
      'Beloppet kan inte överstiga ' || replace(to_char(private.max_amount(fine), 'FM999,999'), ',', ' ') || ' kr'),
    (fine.due_date < private.day_of(moment), 'PK002', 'due_date', 'Förfallodatumet har passerat.'),
    (fine.observed_from < coalesce(private.first_check(fine.project_id, private.plate_key(fine.plate), moment, fine.was_offline), moment - interval '1 minute')
      and not private.is_reason(fine.observed_reason), 'PK008', 'observed_reason', 'Ange varför observationen började före kontrollen.')
  ) as r (is_so, code, field, words)
  where r.is_so;
$$;

create or replace function private.fine_warnings(fine public.fines, photos integer, moment timestamp with time zone)
  returns jsonb
  language plpgsql stable
  set search_path = ''
as $$
declare
  key constant text := private.plate_key(fine.plate);
  settings constant public.site_settings := private.settings_of(fine.project_id);
  is_bound constant boolean := not coalesce((select v.needs_no_right from public.violations v where v.id = fine.violation_id), false);
  held constant private.parking_right := private.right_of(fine.project_id, key, moment, settings.grace_minutes);
  alike constant jsonb := private.similar_parkings(fine.project_id, key, moment);
  removed constant jsonb := private.removed_right(fine.project_id, key, moment);
  earlier record;
begin
  -- The same plate at the same place, those after the car had last been away.
  with same as (
    select private.moment_of(f) as issued_at, f.accepted_warnings from public.fines f
    where f.plate_key = key and (f.project_id = fine.project_id or (fine.project_id is null and f.project_id is null))
      and private.place_key(f.street) = private.place_key(fine.street) and f.status <> 'withdrawn' and f.id <> fine.id
  )
  select max(s.issued_at) as latest,
    coalesce(bool_or(abs(extract(epoch from moment - s.issued_at)) < 6 * 3600), false) as is_close,
    coalesce(bool_or(private.day_of(s.issued_at) = private.day_of(moment)), false) as is_today,
    count(*) filter (where s.issued_at >= coalesce((select max(n.issued_at) from same n
      where n.accepted_warnings @> '[{"reason": "Ny parkering: bilen har varit borta"}]'), '-infinity')) as times
    into earlier from same s;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('code', w.code) || jsonb_strip_nulls(w.more)), '[]')
    from (values
      (is_bound and held.outcome = 'valid', 'valid-parking', jsonb_build_object('until', held.until)),
      (is_bound and held.outcome = 'permit', 'valid-permit', jsonb_build_object('until', held.until)),
      (is_bound and held.outcome = 'grace', 'in-grace', jsonb_build_object('until', held.until)),
      (is_bound and held.outcome not in ('valid', 'permit') and removed is not null, 'removed-parking', removed),
      (is_bound and moment - fine.observed_from < make_interval(mins => settings.observation_minutes), 'observed-too-short',
        jsonb_build_object('minutes', settings.observation_minutes)),
      (alike <> '[]', 'similar-plate', jsonb_build_object('similar', alike)),
      (fine.amount > 1300, 'above-legal-maximum', jsonb_build_object('maximum', 1300)),
      (coalesce(fine.street, '') !~ '\S', 'no-place', '{}'),
      (photos < settings.min_photos, 'few-photos', jsonb_build_object('wanted', settings.min_photos)),
      (earlier.is_close, 'fined-within-6-hours', jsonb_build_object('latest', earlier.latest)),
      (earlier.is_today, 'fined-today', jsonb_build_object('latest', earlier.latest)),
      (earlier.times >= 5, 'fined-five-times', jsonb_build_object('times', earlier.times))
    ) as w (is_so, code, more)
    where w.is_so
  );
end;
$$;

create or replace function private.gaps_of(settings public.site_settings, address text)
  returns text[]
  language sql stable
  set search_path = ''
as $$
  select coalesce(array_agg(g.code order by g.place), '{}')
  from (values
    (1, settings.issuer_name !~ '\S', 'issuer'),
    (2, settings.payment_methods = '[]', 'payment'),
    (3, settings.contact_email !~ '\S' and settings.contact_phone !~ '\S', 'contact'),
    (4, not exists (select from private.settings s where s.public_url is not null)
      and coalesce(address, '') !~* '^https?://(?!(localhost|127\.|0\.0\.0\.0|\[::1?\]))[^\s/]', 'address')
  ) g (place, is_missing, code)
  where g.is_missing;
$$;

create or replace function private.is_held(number private.case_numbers)
  returns boolean
  language sql stable
  set search_path = ''
as $$
  select number.used_at is null and number.voided_at is null and greatest(number.created_at, number.held_at) > now() - interval '1 day';
$$;

create or replace function private.is_issuer(fine public.fines, actor private.case_actor)
  returns boolean
  language sql immutable
  set search_path = ''
as $$
  select private.id_key(fine.issued_by) = private.id_key(actor.id) and fine.account_id is not distinct from actor.account;
$$;

create or replace function private.keep_case_data(fine public.fines, kind text, event_id uuid, note text, data jsonb, actor private.case_actor)
  returns jsonb
  language plpgsql
  set search_path = ''
as $$
declare
  objection uuid := (select o.id from public.objections o where o.fine_id = fine.id and o.decision is null);
begin
  case kind
    when 'payment', 'refunded', 'payment_undone', 'payment_moved' then
      return (select jsonb_build_object('payment_id', p.id, 'amount_ore', p.amount_ore, 'value_date', p.value_date)
        from public.payments p where p.id = event_id);
    when 'objected' then
      insert into public.objections (id, fine_id, project_id, name, email, address, text, photos, ground, received_at, received_by, reply_key_hash, lang)
        values (event_id, fine.id, fine.project_id, coalesce(data ->> 'name', ''), coalesce(data ->> 'email', ''), coalesce(data ->> 'address', ''), note,
          coalesce(data -> 'photos', '[]'), data ->> 'ground', coalesce((data ->> 'received_at')::timestamptz, now()),
          case when actor.kind <> 'driver' then actor.id end, data ->> 'reply_key_hash', coalesce(data ->> 'lang', 'sv'));
      return jsonb_build_object('objection_id', event_id);
    when 'supplemented' then
      update public.objections o set text = o.text || E'\n\n' || note where o.id = objection;
      return jsonb_build_object('objection_id', objection);
    when 'objection_accepted', 'objection_rejected' then
      update public.objections o set decision = substr(kind, 11), reply = note, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_build_object('objection_id', objection, 'due_date', data -> 'due_date');
    when 'withdrawn' then
      update public.objections o set decision = 'withdrawn', reply = null, decided_by = actor.id, decided_at = now() where o.id = objection;
      return jsonb_strip_nulls(jsonb_build_object('ground', data ->> 'ground', 'objection_id', objection));
    when 'reminded' then
      return jsonb_build_object('due_date', data -> 'due_date', 'fee', fine.fee);
    when 'reopened' then
      return jsonb_build_object('due_date', data -> 'due_date');
    when 'recipient_set' then
      insert into public.case_recipients (id, fine_id, project_id, role, name, address, id_number, source)
        values (event_id, fine.id, fine.project_id, data ->> 'role', data ->> 'name', coalesce(data ->> 'address', ''),
          coalesce(data ->> 'id_number', ''), coalesce(data ->> 'source', ''));
      return jsonb_build_object('recipient_id', event_id);
    when 'delivered' then
      return jsonb_build_object('delivery', data ->> 'delivery');
    when 'photo_added' then
      if not exists (select from public.fine_photos p where p.id = (data ->> 'id')::uuid and p.fine_id = fine.id) then
        perform private.add_photos(fine, jsonb_build_array(data));
      end if;
      return jsonb_build_object('photo_id', data ->> 'id');
    else
      return '{}';
  end case;
end;
$$;

create or replace function private.mail_decision(fine public.fines, objection public.objections)
  returns uuid
  language plpgsql
  set search_path = ''
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
    'objection_id', objection.id, 'decision', objection.decision, 'left_ore', case when fine.status = 'paid' then 0 else fine.left_ore end,
    'due_date', fine.due_date, 'lang', objection.lang)
  where private.is_mail_address(objection.email) and (select s.sends_mail from private.settings s)
  returning id into message;
  return message;
end;
$$;

create or replace function private.max_amount(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select least(50000, (private.settings_of(fine.project_id)).max_amount,
    (select v.max_amount from public.violations v where v.id = fine.violation_id));
$$;

create or replace function private.moment_of(fine public.fines)
  returns timestamp with time zone
  language sql stable
  set search_path = ''
as $$ select case when fine.was_offline then fine.issued_at else coalesce(fine.received_at, now()) end; $$;

create or replace function private.money_of(fine public.fines)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('case_number', fine.case_number, 'plate', fine.plate, 'status', fine.status, 'paid_ore', fine.paid_ore,
    'left_ore', fine.left_ore, 'fee', fine.fee, 'last_event', fine.last_event);
$$;

create or replace function private.move_back(fine public.fines, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  root public.payments;
  ore bigint;
begin
  select r.* into root from public.payments p join public.payments r on r.id = coalesce(p.part_of, p.id)
    where p.id::text = data ->> 'payment_id' and p.fine_id = fine.id and p.file_id is not null and p.amount_ore > 0;
  if root.id is null then
    perform private.refuse('PK008', 'payment_id', 'Välj en betalning ur en bankfil.');
  end if;
  if exists (select from public.payment_files f where f.id = root.file_id and f.undone_at is not null) then
    perform private.refuse('PK005', 'payment_id', 'Filen är tillbakatagen.');
  end if;
  select sum(p.amount_ore) into ore from public.payments p where p.fine_id = fine.id and root.id in (p.id, p.part_of);
  if ore <= 0 then
    perform private.refuse('PK005', 'payment_id', 'Betalningen är redan tillbakatagen.');
  end if;
  if ore > fine.paid_ore then
    perform private.refuse('PK005', 'payment_id', 'Pengarna är redan återbetalda. Betalningen kan inte tas tillbaka.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, file_id, part_of, by_id) values
    (event_id, fine.id, fine.project_id, -ore, root.value_date, root.method, root.file_id, root.id, actor.id),
    (gen_random_uuid(), null, fine.project_id, ore, root.value_date, root.method, root.file_id, root.id, actor.id);
  fine.paid_ore := fine.paid_ore - ore;
  fine.fee := private.fee_of(fine);
  return fine;
end;
$$;

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

create or replace function private.own_staff(kinds text[])
  returns SETOF public.staff_accounts
  language sql stable security definer
  set search_path = ''
as $$
  select s.* from public.staff_accounts s
    join auth.sessions l on l.user_id = s.account_id and l.id = nullif((select auth.jwt()) ->> 'session_id', '')::uuid
  where s.account_id = (select auth.uid())
    and s.kind = any (kinds)
    and not s.must_change_password
    and (l.not_after is null or l.not_after > now())
    and l.created_at > now() - interval '8 hours' and l.created_at <= now() + interval '10 minutes'
    and (l.aal::text in ('aal2', 'aal3') or not (
      exists (select from auth.mfa_factors f where f.user_id = s.account_id and f.status::text = 'verified')
      or exists (select from private.settings p where s.kind = any (p.require_second_factor))
    ))
    and private.is_hardened();
$$;

create or replace function private.parking_for_driver(parking public.parkings)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  select jsonb_build_object('ref_number', parking.ref_number, 'car_model', parking.car_model, 'car_color', parking.car_color,
    'street', parking.street, 'site_name', (select s.name from public.main_page_sites s where s.id = parking.site_id),
    'start_time', parking.start_time, 'end_time', parking.end_time, 'active', parking.active, 'created_at', parking.created_at,
    'latest_end', (select s.began + make_interval(hours => most.hours) from private.span_with(parking, most.hours) s), 'at', now())
  from (select (private.settings_of(parking.project_id)).max_parking_hours as hours) most;
$$;

create or replace function private.pay(fine public.fines, kind text, event_id uuid, data jsonb, actor private.case_actor)
  returns public.fines
  language plpgsql
  set search_path = ''
as $$
declare
  ore constant bigint := case when kind = 'payment' then (data ->> 'amount_ore')::bigint else -abs((data ->> 'amount_ore')::bigint) end;
begin
  if kind = 'refunded' and -ore > -fine.left_ore then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte för mycket betalt.');
  end if;
  if kind = 'payment_undone' and -ore > least(fine.paid_ore, private.by_hand(fine.id)) then
    perform private.refuse('PK008', 'amount_ore', 'Så mycket är inte registrerat för hand.');
  end if;
  insert into public.payments (id, fine_id, project_id, amount_ore, value_date, method, payer_text, bank_key, by_id, file_id, part_of, reading)
    values (event_id, fine.id, fine.project_id, ore, coalesce((data ->> 'value_date')::date, private.day_of(now())),
      coalesce(data ->> 'method', ''), data ->> 'payer_text', data ->> 'bank_key', actor.id, (data ->> 'file_id')::uuid,
      (data ->> 'part_of')::uuid, coalesce((data ->> 'reading')::int, 0));
  fine.paid_ore := fine.paid_ore + ore;
  fine.fee := private.fee_of(fine);
  return fine;
exception when unique_violation then
  perform private.refuse('PK010', 'bank_key', 'Betalningen är redan inläst.');
end;
$$;

create or replace function private.recovered_of(fine public.fines, latest text DEFAULT NULL::text)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  with since as (
    select coalesce(e.kind, latest) = 'refunded' as is_back, sum(p.amount_ore) as ore
    from public.payments p left join public.fine_events e on e.id = p.id
    where p.fine_id = fine.id and coalesce(e.number, 2147483647) > (
      select max(w.number) from public.fine_events w where w.fine_id = fine.id and w.kind = 'written_off')
    group by 1, p.file_id
  ), sums as (
    select coalesce(sum(s.ore) filter (where not s.is_back and s.ore > 0), 0) as came,
      fine.paid_ore - coalesce(sum(s.ore) filter (where not s.is_back and s.ore > 0), 0) as before
    from since s
  )
  select least(s.came, greatest((fine.amount + fine.fee) * 100::bigint - greatest(s.before, 0), 0))::bigint from sums s;
$$;

create or replace function private.refuse_longer(parking public.parkings, field text)
  returns void
  language plpgsql
  set search_path = ''
as $$
declare
  most constant int := (private.settings_of(parking.project_id)).max_parking_hours;
  span record;
  latest timestamptz;
begin
  if most is null or not parking.active then
    return;
  end if;
  -- Two that would touch each other wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('longest parking ' || coalesce(parking.site_id::text, parking.project_id, '') || ' '
    || private.plate_key(parking.ref_number), 0));
  select s.* into span from private.span_with(parking, most) s;
  if span.ended <= span.began + make_interval(hours => most) then
    return;
  end if;
  latest := span.began + make_interval(hours => most);
  perform private.refuse('PK013', field, format('Här får en parkering vara i högst %s%s.',
    case most when 1 then '1 timme' else most || ' timmar' end,
    case when span.ended > parking.end_time or latest <= parking.start_time
      then ', och bilens andra parkeringar här räknas med'
      else ', alltså längst till ' || to_char(latest at time zone 'Europe/Stockholm',
        case when private.day_of(latest) = private.day_of(now()) then 'HH24:MI' else 'YYYY-MM-DD HH24:MI' end) end));
end;
$$;

create or replace function private.reminder_fee_of(fine public.fines)
  returns integer
  language sql stable
  set search_path = ''
as $$
  select case when s.fee_is_agreed then least(s.reminder_fee, fine.agreed_fee) else 0 end from private.settings_of(fine.project_id) s;
$$;

create or replace function private.settings_of(project text)
  returns public.site_settings
  language plpgsql stable
  set search_path = ''
as $$
declare
  settings public.site_settings;
begin
  select s.* into settings from public.site_settings s where s.project_id = project;
  if not found then
    settings.issuer_name := '';
    settings.org_number := '';
    settings.principal := '';
    settings.legal_line := 'Kontrollavgift – betalningsuppmaning enligt lag (1984:318)';
    settings.contact_email := '';
    settings.contact_phone := '';
    settings.privacy_url := '';
    settings.payment_methods := '[]';
    settings.due_days := 14;
    settings.grace_minutes := 5;
    settings.observation_minutes := 0;
    settings.min_photos := 0;
    settings.small_balance := 0;
    settings.reminder_fee := 0;
    settings.fee_is_agreed := false;
    settings.reminder_wait_days := 4;
  end if;
  return settings;
end;
$$;

create or replace function private.short_outages(fine public.fines)
  returns bigint
  language sql stable
  set search_path = ''
as $$
  select count(*) from public.fines f
  where f.issued_by = fine.issued_by and f.account_id is not distinct from fine.account_id and f.was_offline
    and f.issued_at > now() - interval '1 hour' and f.received_at - f.issued_at < interval '60 seconds';
$$;

create or replace function private.span_with(parking public.parkings, most integer, OUT began timestamp with time zone, OUT ended timestamp with time zone)
  returns record
  language sql stable
  set search_path = ''
as $$
  with pause as (
    select make_interval(mins => 10 + coalesce((private.settings_of(parking.project_id)).grace_minutes, 0)) as longest
  ), near as (
    select p.start_time, p.end_time from public.parkings p, pause
    where p.plate_key = private.plate_key(parking.ref_number) and p.active and p.id <> parking.id
      and (p.site_id = parking.site_id
        or (parking.site_id is null and p.site_id is null and p.project_id is not distinct from parking.project_id))
      and p.end_time >= parking.start_time - make_interval(hours => most) - pause.longest
      and p.start_time <= parking.end_time + make_interval(hours => most) + pause.longest
    union all
    select parking.start_time, parking.end_time
  ), marked as (
    select start_time, end_time, start_time > coalesce(max(end_time) over (order by start_time, end_time
      rows between unbounded preceding and 1 preceding) + pause.longest, '-infinity') as begins
    from near, pause
  ), numbered as (
    select start_time, end_time, sum(begins::int) over (order by start_time, end_time) as span from marked
  )
  select min(n.start_time), max(n.end_time) from numbered n group by n.span
  having min(n.start_time) <= parking.start_time and max(n.end_time) >= parking.end_time
  order by 1 limit 1;
$$;

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
    perform private.refuse('PK008', 'text', 'Bestridandet är redan så långt att det inte kan kompletteras.');
  end if;
  insert into private.driver_calls as c (id, fine_id, objection_id, content_hash, is_stranger, letters, photos)
    values (sent, fine.id, objection.id, supplement.content_hash, by_whom is not null, length(added), added_photos)
    returning c.folder into folder;
  perform private.apply_case_event(fine, actor, sent, 'supplemented', null, added, null);
  update public.objections o set photos = o.photos || private.listed_photos(supplement.photos, folder, sent) where o.id = objection.id;
end;
$$;

create or replace function private.transition_of(event_kind text, status text, roles text[], facts text[])
  returns private.case_transitions
  language plpgsql stable
  set search_path = ''
as $$
declare
  found_row private.case_transitions;
  missing text[];
begin
  if not exists (select from private.case_transitions t where t.kind = event_kind) then
    perform private.refuse('PK008', 'kind', 'Händelsen finns inte.');
  end if;
  if not exists (select from private.case_transitions t where t.kind = event_kind and t.by && roles) then
    perform private.refuse_stranger();
  end if;
  select t.* into found_row from private.case_transitions t
    where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles and t.needs <@ facts
    order by t.place limit 1;
  if found_row.place is null then
    select array(select n from unnest(t.needs) n where n <> all (facts)) into missing from private.case_transitions t
      where t.kind = event_kind and (t.from_status is null or status = any (t.from_status)) and t.by && roles order by t.place desc limit 1;
    if 'not-own' = any (missing) then
      perform private.refuse('PK011', 'kind', 'Du kan inte avgöra ett bestridande av en bot som du själv har utfärdat.');
    end if;
    raise exception '%', 'Det går inte nu. Ärendet är ' || private.status_in_words(status) || '.'
      using errcode = 'PK005', detail = 'kind', hint = coalesce(array_to_string(missing, ','), '');
  end if;
  return found_row;
end;
$$;

create or replace function public.search_parkings(query text, project text DEFAULT NULL::text, before_created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, page_size integer DEFAULT 100)
  returns SETOF public.parkings
  language plpgsql stable security definer
  set search_path = ''
  set plan_cache_mode = 'force_generic_plan'
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(normalize(btrim(query), nfc)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  key text := private.plate_key(query);
  is_plate boolean := key ~ '^[A-Z]{3}[0-9]{2}[0-9A-Z]$' and pattern = '%' || lower(key) || '%';
  -- Letters, digits, and what people put between them; a text with other signs means what it says. A text that is its own key is found
  -- by its letters already.
  may_be_plate boolean := key <> '' and pattern <> '%' || lower(key) || '%' and normalize(query, nfkc) ~ '^[[:alnum:][:space:].·‐‑‒–—―-]+$';
  -- Null: all of them.
  places text[] := case when private.is_specified() then null else private.own_places('attendant', 'admin') end;
  most int := least(greatest(page_size, 1), 1000);
  first_id uuid := coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid);
  hits uuid[];
  found_parking public.parkings;
begin
  if places = '{}' then
    return;
  end if;
  if is_plate then
    -- Materialized: planned for all of them, by the trigrams, and stopped when there are too many.
    hits := array(
      with hit as materialized (select q.id from public.parkings q where q.search_text like pattern)
      select hit.id from hit limit 2001);
  end if;
  if cardinality(hits) <= 2000 then
    for found_parking in
      select p.* from public.parkings p
      where p.id = any (hits)
        and (project is null or p.project_id = project)
        and (places is null or coalesce(p.site_id::text, p.project_id, '') = any (places))
        and (before_created_at is null or (p.created_at, p.id) < (before_created_at, first_id))
      order by p.created_at desc, p.id desc limit most
    loop
      found_parking.receipt_hash := null;
      return next found_parking;
    end loop;
    return;
  end if;
  -- All columns in their order, but for the hash: a function's rows know no grants of columns.
  return query execute
    'select id, project_id, car_model, car_color, street, ref_number, discord_username, start_time, end_time, active, created_at, site_id, '
    || 'plate_key, search_text, null::text from public.parkings where '
    || case when may_be_plate then '(search_text like $1 or (search_text like $7 and plate_key like $8))' else 'search_text like $1' end
    || case when project is null then '' else ' and project_id = $2' end
    || case when places is null then '' else ' and coalesce(site_id::text, project_id, '''') = any ($6)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at, first_id, most, places, '%' || lower(key) || '%', '%' || key || '%';
end;
$$;

alter table public.profiles add constraint profiles_pkey primary key (id);

alter table public.user_passwords add constraint user_passwords_pkey primary key (id);

alter table public.user_roles add constraint user_roles_pkey primary key (id);

alter table private.case_numbers add constraint case_numbers_pkey primary key (case_number);

alter table private.case_transitions add constraint case_transitions_pkey primary key (place);

alter table private.reply_secret add constraint reply_secret_pkey primary key (is_one);

alter table public.teamspeak_units add constraint teamspeak_units_pkey primary key (id);

alter table public.units add constraint units_pkey primary key (id);

alter table private.erased_rows add constraint erased_rows_pkey primary key (kind, id_hash);

alter table public.contact_messages add constraint contact_messages_pkey primary key (id);

alter table public.admin_user_credentials add constraint admin_user_credentials_pkey primary key (id);

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_pkey primary key (id);

alter table private.past_accounts add constraint past_accounts_pkey primary key (address_hash);

alter table private.recovery_codes add constraint recovery_codes_pkey primary key (account_id, code_hash);

alter table private.last_backup add constraint last_backup_pkey primary key (only_row);

alter table private.rate_limits add constraint rate_limits_pkey primary key (key);

alter table private.settings add constraint settings_pkey primary key (only_row);

alter table private.staff_functions add constraint staff_functions_pkey primary key (function_name);

alter table private.storage_usage add constraint storage_usage_pkey primary key (site);

alter table private.system_notes add constraint system_notes_pkey primary key (kind, name);

alter table private.table_grants add constraint table_grants_pkey primary key (table_name);

alter table public.shift_registrations add constraint shift_registrations_pkey primary key (id);

alter table public.main_page_sites add constraint main_page_sites_pkey primary key (id);

alter table private.changed_days add constraint changed_days_pkey primary key (id);

alter table private.day_sums add constraint day_sums_pkey primary key (place, day, part, key);

alter table private.summed_places add constraint summed_places_pkey primary key (place);

alter table public.violations add constraint violations_pkey primary key (id);

alter table public.vehicle_registrations add constraint vehicle_registrations_pkey primary key (id);

alter table public.audit_trail add constraint audit_trail_pkey primary key (created_at, id);

alter table public.web_activity_logs add constraint web_activity_logs_pkey primary key (id);

alter table public.ase_employees add constraint ase_employees_pkey primary key (id);

alter table public.ase_shifts add constraint ase_shifts_pkey primary key (id);

alter table public.fines add constraint fines_pkey primary key (id);

alter table public.case_recipients add constraint case_recipients_pkey primary key (id);

alter table public.payment_files add constraint payment_files_pkey primary key (id);

alter table public.payments add constraint payments_pkey primary key (id);

alter table public.objections add constraint objections_pkey primary key (id);

alter table public.reply_templates add constraint reply_templates_pkey primary key (id);

alter table public.properties add constraint properties_pkey primary key (id);

alter table public.property_bids add constraint property_bids_pkey primary key (id);

alter table public.message_hooks add constraint message_hooks_pkey primary key (id);

alter table public.outbox add constraint outbox_pkey primary key (id);

alter table public.parking_deletion_logs add constraint parking_deletion_logs_pkey primary key (id);

alter table public.parkings add constraint parkings_pkey primary key (id);

alter table public.plate_checks add constraint plate_checks_pkey primary key (id);

alter table private.account_links add constraint account_links_pkey primary key (id);

alter table private.account_notices add constraint account_notices_pkey primary key (id);

alter table public.admin_accounts add constraint admin_accounts_pkey primary key (id);

alter table public.attendants add constraint attendants_pkey primary key (id);

alter table public.project_attendants add constraint project_attendants_pkey primary key (id);

alter table public.staff_accounts add constraint staff_accounts_pkey primary key (account_id);

alter table public.permits add constraint permits_pkey primary key (id);

alter table public.site_settings add constraint site_settings_pkey primary key (id);

alter table private.driver_calls add constraint driver_calls_pkey primary key (id);

alter table public.fine_events add constraint fine_events_pkey primary key (id);

alter table public.fine_photos add constraint fine_photos_pkey primary key (id);

alter table private.hook_addresses add constraint hook_addresses_pkey primary key (hook_id);

alter table public.profiles add constraint profiles_email_key unique (email);

alter table public.user_roles add constraint user_roles_user_role_key unique (user_id, role);

alter table public.admin_user_credentials add constraint admin_user_credentials_email_key unique (email);

alter table public.main_page_sites add constraint main_page_sites_path_key unique (path);

alter table public.vehicle_registrations add constraint vehicle_registrations_project_chauffeur_key unique (project_id, chauffeur_id);

alter table public.ase_employees add constraint ase_employees_employee_id_key unique (employee_id);

alter table public.fines add constraint fines_case_number_key unique (case_number);

alter table public.fines add constraint fines_public_key_key unique (public_key);

alter table public.property_bids add constraint property_bids_id_property_key unique (id, property_id);

alter table private.account_links add constraint account_links_key_hash_key unique (key_hash);

alter table public.project_attendants add constraint project_attendants_project_user_key unique (project_id, user_id);

alter table public.staff_accounts add constraint staff_accounts_person_key unique nulls not distinct (kind, project_id, user_id);

alter table public.site_settings add constraint site_settings_project_key unique (project_id);

alter table private.driver_calls add constraint driver_calls_folder_key unique (folder);

alter table public.fine_events add constraint fine_events_number_key unique (fine_id, number);

alter table public.fine_photos add constraint fine_photos_path_key unique (path);

alter table public.profiles add constraint profiles_email_length check ((length(email) <= 320));

alter table public.user_passwords add constraint user_passwords_email_length check (((length(email) >= 1) and (length(email) <= 320)));

alter table public.user_passwords add constraint user_passwords_password_text_length check (((length(password_text) >= 6) and (length(password_text) <= 128)));

alter table public.user_roles add constraint user_roles_role check ((role = any (array['admin'::text, 'employee'::text, 'member'::text, 'customer'::text])));

alter table private.case_numbers add constraint case_numbers_form check ((case_number ~ '^\d{8}$'::text));

alter table private.reply_secret add constraint reply_secret_is_one check (is_one);

alter table public.teamspeak_units add constraint teamspeak_units_channel_length check ((length(channel) <= 200));

alter table public.teamspeak_units add constraint teamspeak_units_unit_number_length check (((unit_number ~ '\S'::text) and (length(unit_number) <= 50))) not valid;

alter table public.units add constraint units_location_length check ((length(location) <= 200));

alter table public.units add constraint units_status check ((status = any (array['EXEMPT'::text, 'CIVILBIL'::text, 'Radiobil'::text, 'AVAILABLE'::text, 'BUSY'::text, 'OUT_OF_SERVICE'::text])));

alter table public.units add constraint units_occupation_length check ((length(occupation) <= 200));

alter table public.units add constraint units_vehicle_type_length check ((length(vehicle_type) <= 200));

alter table public.units add constraint units_operational_status check ((operational_status = any (array['EXEMPT'::text, 'ACTIVE'::text, 'STANDBY'::text, 'MAINTENANCE'::text])));

alter table public.units add constraint units_unit_number_length check (((unit_number ~ '\S'::text) and (length(unit_number) <= 50))) not valid;

alter table private.erased_rows add constraint erased_rows_hash_length check ((length(id_hash) = 32));

alter table public.contact_messages add constraint contact_messages_signature_length check ((length(signature) <= 1000000));

alter table public.contact_messages add constraint contact_messages_name_length check (((name ~ '\S'::text) and (length(name) <= 200))) not valid;

alter table public.contact_messages add constraint contact_messages_subject_length check (((subject ~ '\S'::text) and (length(subject) <= 300))) not valid;

alter table public.contact_messages add constraint contact_messages_email_length check (((email ~ '\S'::text) and (length(email) <= 320))) not valid;

alter table public.contact_messages add constraint contact_messages_message_length check (((message ~ '\S'::text) and (length(message) <= 10000))) not valid;

alter table public.admin_user_credentials add constraint admin_user_credentials_email_length check (((length(email) >= 1) and (length(email) <= 320)));

alter table public.admin_user_credentials add constraint admin_user_credentials_password_text_length check (((length(password_text) >= 6) and (length(password_text) <= 128)));

alter table public.admin_user_credentials add constraint admin_user_credentials_account_type check ((account_type = any (array['admin'::text, 'employee'::text, 'customer'::text, 'member'::text])));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_attendant_length check (((length(attendant_user_id) >= 1) and (length(attendant_user_id) <= 50)));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_user_id_length check ((length(user_id) <= 50));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_discord_username_length check ((length(discord_username) <= 100));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_deleted_by_length check (((length(deleted_by) >= 1) and (length(deleted_by) <= 320)));

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_announced_by_length check ((length(announced_by) <= 36));

alter table private.last_backup add constraint last_backup_only_row check (only_row);

alter table private.last_backup add constraint last_backup_bytes check ((bytes >= 0));

alter table private.settings add constraint settings_only_row check (only_row);

alter table private.settings add constraint settings_security_profile check ((security_profile = any (array['specified'::text, 'hardened'::text])));

alter table private.settings add constraint settings_storage_quota check ((storage_quota_bytes > 0));

alter table private.settings add constraint settings_require_second_factor check ((require_second_factor <@ (private.kinds_of_people() || array['account-admin'::text, 'agent'::text])));

alter table private.storage_usage add constraint storage_usage_bytes check ((bytes >= 0));

alter table private.system_notes add constraint system_notes_kind check ((kind = any (array['job'::text, 'server'::text, 'alarm'::text])));

alter table private.system_notes add constraint system_notes_name check (((char_length(name) >= 1) and (char_length(name) <= 200)));

alter table private.system_notes add constraint system_notes_noted check (((jsonb_typeof(noted) = 'object'::text) and (pg_column_size(noted) < 8000)));

alter table public.shift_registrations add constraint shift_registrations_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.shift_registrations add constraint shift_registrations_attendant_length check (((length(attendant_user_id) >= 3) and (length(attendant_user_id) <= 50)));

alter table public.shift_registrations add constraint shift_registrations_end_after_start check ((end_time > start_time));

alter table public.shift_registrations add constraint shift_registrations_rating_range check (((rating >= 1) and (rating <= 10)));

alter table public.shift_registrations add constraint shift_registrations_at_least_two_images check ((cardinality(image_urls) >= 2));

alter table public.shift_registrations add constraint shift_registrations_image_urls_length check (private.texts_within(image_urls, 50, 2000));

alter table public.shift_registrations add constraint shift_registrations_status check ((status = any (array['pending'::text, 'approved'::text, 'rejected'::text])));

alter table public.shift_registrations add constraint shift_registrations_approved_is_status check ((approved = (status = 'approved'::text)));

alter table public.shift_registrations add constraint shift_registrations_reviewed_by_length check ((length(reviewed_by) <= 320));

alter table public.shift_registrations add constraint shift_registrations_review_note_length check ((length(review_note) <= 2000));

alter table public.shift_registrations add constraint shift_registrations_rejected_by_length check ((length(rejected_by) <= 320));

alter table public.shift_registrations add constraint shift_registrations_rejection_note_length check ((length(rejection_note) <= 2000));

alter table public.shift_registrations add constraint shift_registrations_lists_are_flat check ((coalesce(array_ndims(image_urls), 1) = 1)) not valid;

alter table public.shift_registrations add constraint shift_registrations_description_length check (((description ~ '\S'::text) and (length(description) <= 10000))) not valid;

alter table public.shift_registrations add constraint shift_registrations_moments check ((private.is_moment(start_time) and private.is_moment(end_time) and private.is_moment(reviewed_at) and private.is_moment(rejected_at) and private.is_moment(created_at))) not valid;

alter table public.main_page_sites add constraint main_page_sites_path_form check ((path ~ '^[A-Za-z0-9-]{1,100}$'::text));

alter table public.main_page_sites add constraint main_page_sites_description_length check ((length(description) <= 2000));

alter table public.main_page_sites add constraint main_page_sites_moments check ((private.is_moment(created_at) and private.is_moment(updated_at))) not valid;

alter table public.main_page_sites add constraint main_page_sites_name_length check (((name ~ '\S'::text) and (length(name) <= 200))) not valid;

alter table public.main_page_sites add constraint main_page_sites_path_not_reserved_id check ((path !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) not valid;

alter table private.day_sums add constraint day_sums_part check ((part = any (array['parkings'::text, 'fines'::text, 'violations'::text, 'payments'::text, 'objections'::text])));

alter table private.day_sums add constraint day_sums_count check ((count > 0));

alter table public.violations add constraint violations_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.violations add constraint violations_code_length check ((length(code) <= 20));

alter table public.violations add constraint violations_text_length check (((text ~ '\S'::text) and (length(text) <= 300)));

alter table public.violations add constraint violations_amount_range check (((amount >= 1) and (amount <= 50000)));

alter table public.violations add constraint violations_max_amount_range check (((max_amount >= amount) and (max_amount <= 50000)));

alter table public.violations add constraint violations_moments check (private.is_moment(created_at));

alter table public.vehicle_registrations add constraint vehicle_registrations_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.vehicle_registrations add constraint vehicle_registrations_chauffeur_id_length check (((length(chauffeur_id) >= 3) and (length(chauffeur_id) <= 50)));

alter table public.vehicle_registrations add constraint vehicle_registrations_vehicle_model_length check (((length(vehicle_model) >= 1) and (length(vehicle_model) <= 100)));

alter table public.vehicle_registrations add constraint vehicle_registrations_exactly_one_item check ((((((((item_1)::integer + (item_2)::integer) + (item_3)::integer) + (item_4)::integer) + (item_5)::integer) + (item_6)::integer) = 1));

alter table public.vehicle_registrations add constraint vehicle_registrations_moments check (private.is_moment(created_at)) not valid;

alter table public.vehicle_registrations add constraint vehicle_registrations_vehicle_model check ((vehicle_model = 'Volvo V90'::text)) not valid;

alter table public.audit_trail add constraint audit_trail_action check ((action = any (array['insert'::text, 'update'::text, 'delete'::text, 'read'::text, 'export'::text])));

alter table public.audit_trail add constraint audit_trail_lengths check (((length(project_id) <= 100) and (length(actor_kind) <= 50) and (length(actor_id) <= 320) and (length(subject) <= 63) and (length(row_id) <= 100) and (length(request_id) <= 100)));

alter table public.audit_trail add constraint audit_trail_moments check (private.is_moment(created_at));

alter table public.web_activity_logs add constraint web_activity_logs_user_id_length check (((length(user_id) >= 1) and (length(user_id) <= 320)));

alter table public.web_activity_logs add constraint web_activity_logs_user_type_length check (((length(user_type) >= 1) and (length(user_type) <= 50)));

alter table public.web_activity_logs add constraint web_activity_logs_action_length check (((length(action) >= 1) and (length(action) <= 100)));

alter table public.web_activity_logs add constraint web_activity_logs_page_url_length check ((length(page_url) <= 2000));

alter table public.web_activity_logs add constraint web_activity_logs_additional_data_size check ((pg_column_size(additional_data) <= 20000));

alter table public.web_activity_logs add constraint web_activity_logs_moments check (private.is_moment(created_at)) not valid;

alter table public.profiles add constraint profiles_moments check ((private.is_moment(created_at) and private.is_moment(updated_at))) not valid;

alter table public.user_passwords add constraint user_passwords_moments check (private.is_moment(created_at)) not valid;

alter table public.user_roles add constraint user_roles_moments check (private.is_moment(created_at)) not valid;

alter table public.ase_employees add constraint ase_employees_name_length check ((length(name) <= 200));

alter table public.ase_employees add constraint ase_employees_created_by_length check ((length(created_by) <= 320));

alter table public.ase_employees add constraint ase_employees_moments check (private.is_moment(created_at)) not valid;

alter table public.ase_employees add constraint ase_employees_employee_id_length check (((employee_id ~ '\S'::text) and (length(employee_id) <= 50))) not valid;

alter table public.ase_employees add constraint ase_employees_employee_key_seen check ((employee_key <> ''::text)) not valid;

alter table public.ase_employees add constraint ase_employees_renamed_from_length check ((length(renamed_from) <= 100)) not valid;

alter table public.ase_shifts add constraint ase_shifts_employee_id_length check (((employee_id ~ '\S'::text) and (length(employee_id) <= 50)));

alter table public.ase_shifts add constraint ase_shifts_name_length check ((length(name) <= 200));

alter table public.ase_shifts add constraint ase_shifts_ends_after_start check ((ended_at >= started_at));

alter table public.ase_shifts add constraint ase_shifts_moments check ((private.is_moment(started_at) and private.is_moment(ended_at)));

alter table public.fines add constraint fines_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.fines add constraint fines_kind check ((kind = any (array['ticket'::text, 'report'::text])));

alter table public.fines add constraint fines_case_number_form check ((case_number ~ '^\d{8}$'::text));

alter table public.fines add constraint fines_public_key_form check ((public_key ~ '^[A-Za-z0-9_-]{22}$'::text));

alter table public.fines add constraint fines_parking_snapshot_size check ((pg_column_size(parking_snapshot) <= 20000));

alter table public.fines add constraint fines_plate_length check ((length(plate) <= 50));

alter table public.fines add constraint fines_plate_seen check ((private.plate_key(plate) <> ''::text));

alter table public.fines add constraint fines_car_model_length check ((length(car_model) <= 200));

alter table public.fines add constraint fines_car_color_length check ((length(car_color) <= 100));

alter table public.fines add constraint fines_street_length check ((length(street) <= 200));

alter table public.fines add constraint fines_discord_username_length check ((length(discord_username) <= 100));

alter table public.fines add constraint fines_violation_code_length check ((length(violation_code) <= 20));

alter table public.fines add constraint fines_violation_text_length check ((length(violation_text) <= 500));

alter table public.fines add constraint fines_amount_range check (((amount >= 0) and (amount <= 1000000)));

alter table public.fines add constraint fines_due_date check (((due_date >= '1900-01-01'::date) and (due_date <= '9999-12-31'::date)));

alter table public.fines add constraint fines_notes_length check ((length(notes) <= 2000));

alter table public.fines add constraint fines_observed_reason_length check ((length(observed_reason) <= 500));

alter table public.fines add constraint fines_issued_by_length check (((length(issued_by) >= 1) and (length(issued_by) <= 50)));

alter table public.fines add constraint fines_delivery check ((delivery = any (array['fixed'::text, 'handed'::text, 'not_delivered'::text])));

alter table public.fines add constraint fines_accepted_warnings check (((jsonb_typeof(accepted_warnings) = 'array'::text) and (pg_column_size(accepted_warnings) <= 20000)));

alter table public.fines add constraint fines_review_reasons check (((jsonb_typeof(review_reasons) = 'array'::text) and (pg_column_size(review_reasons) <= 20000)));

alter table public.fines add constraint fines_status check ((status = any (array['issued'::text, 'reminded'::text, 'disputed'::text, 'paid'::text, 'withdrawn'::text, 'written_off'::text, 'collection'::text])));

alter table public.fines add constraint fines_fee_range check (((fee >= 0) and (fee <= 60)));

alter table public.fines add constraint fines_moments check ((private.is_moment(created_at) and private.is_moment(observed_from) and private.is_moment(issued_at) and private.is_moment(received_at) and private.is_moment(erased_at)));

alter table public.fines add constraint fines_agreed_fee_range check (((agreed_fee >= 0) and (agreed_fee <= 60)));

alter table public.case_recipients add constraint case_recipients_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.case_recipients add constraint case_recipients_role check ((role = any (array['owner'::text, 'driver'::text])));

alter table public.case_recipients add constraint case_recipients_name_length check (((name ~ '\S'::text) and (length(name) <= 200)));

alter table public.case_recipients add constraint case_recipients_address_length check ((length(address) <= 500));

alter table public.case_recipients add constraint case_recipients_source_length check ((length(source) <= 200));

alter table public.case_recipients add constraint case_recipients_moments check ((private.is_moment(created_at) and private.is_moment(at)));

alter table public.case_recipients add constraint case_recipients_id_number_length check ((length(id_number) <= 30));

alter table public.payment_files add constraint payment_files_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.payment_files add constraint payment_files_name_length check ((length(name) <= 200));

alter table public.payment_files add constraint payment_files_counts check (((placed >= 0) and (unknown >= 0) and (already >= 0)));

alter table public.payment_files add constraint payment_files_sum check (((sum_ore >= 0) and (sum_ore <= '10000000000000000'::bigint)));

alter table public.payment_files add constraint payment_files_by_id_length check ((length(by_id) <= 320));

alter table public.payment_files add constraint payment_files_undone_by_length check ((length(undone_by) <= 320));

alter table public.payment_files add constraint payment_files_moments check ((private.is_moment(created_at) and private.is_moment(undone_at)));

alter table public.payment_files add constraint payment_files_rows_hash_length check ((rows_hash ~ '^[0-9a-f]{64}$'::text));

alter table public.payment_files add constraint payment_files_columns_object check (((jsonb_typeof(columns) = 'object'::text) and (length((columns)::text) <= 10000)));

alter table public.payments add constraint payments_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.payments add constraint payments_amount_range check (((amount_ore <> 0) and ((amount_ore >= '-1000000000000'::bigint) and (amount_ore <= '1000000000000'::bigint))));

alter table public.payments add constraint payments_value_date check (((value_date >= '1900-01-01'::date) and (value_date <= '9999-12-31'::date)));

alter table public.payments add constraint payments_method_length check ((length(method) <= 50));

alter table public.payments add constraint payments_payer_text_length check ((length(payer_text) <= 500));

alter table public.payments add constraint payments_bank_key_length check (((length(bank_key) >= 1) and (length(bank_key) <= 200)));

alter table public.payments add constraint payments_by_id_length check ((length(by_id) <= 320));

alter table public.payments add constraint payments_moments check (private.is_moment(created_at));

alter table public.payments add constraint payments_reading_range check ((reading >= 0));

alter table public.objections add constraint objections_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.objections add constraint objections_name_length check ((length(name) <= 200));

alter table public.objections add constraint objections_email_length check ((length(email) <= 320));

alter table public.objections add constraint objections_text_length check ((length(text) <= 20000));

alter table public.objections add constraint objections_photos check (((jsonb_typeof(photos) = 'array'::text) and (pg_column_size(photos) <= 20000)));

alter table public.objections add constraint objections_ground_length check ((length(ground) <= 200));

alter table public.objections add constraint objections_received_by_length check ((length(received_by) <= 320));

alter table public.objections add constraint objections_reply_key_hash_form check ((reply_key_hash ~ '^[0-9a-f]{64}$'::text));

alter table public.objections add constraint objections_assigned_to_length check ((length(assigned_to) <= 320));

alter table public.objections add constraint objections_decision check ((decision = any (array['accepted'::text, 'rejected'::text, 'withdrawn'::text])));

alter table public.objections add constraint objections_reply_length check ((length(reply) <= 4000));

alter table public.objections add constraint objections_decided_by_length check ((length(decided_by) <= 320));

alter table public.objections add constraint objections_moments check ((private.is_moment(created_at) and private.is_moment(received_at) and private.is_moment(decided_at)));

alter table public.objections add constraint objections_lang check ((lang = any (array['sv'::text, 'en'::text])));

alter table public.objections add constraint objections_address_length check ((length(address) <= 500));

alter table public.reply_templates add constraint reply_templates_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.reply_templates add constraint reply_templates_kind check ((kind = any (array['accepted'::text, 'rejected'::text])));

alter table public.reply_templates add constraint reply_templates_title_length check (((title ~ '\S'::text) and (length(title) <= 100)));

alter table public.reply_templates add constraint reply_templates_text_length check (((text ~ '\S'::text) and (length(text) <= 4000)));

alter table public.reply_templates add constraint reply_templates_sort_order check (((sort_order >= 0) and (sort_order <= 10000)));

alter table public.reply_templates add constraint reply_templates_moments check ((private.is_moment(created_at) and private.is_moment(updated_at)));

alter table public.teamspeak_units add constraint teamspeak_units_moments check (private.is_moment(last_seen)) not valid;

alter table public.units add constraint units_moments check ((private.is_moment(created_at) and private.is_moment(updated_at))) not valid;

alter table public.properties add constraint properties_description_length check ((length(description) <= 10000));

alter table public.properties add constraint properties_price_range check (((price >= (0)::numeric) and (price <= ('1000000000000'::bigint)::numeric)));

alter table public.properties add constraint properties_min_bid_range check (((min_bid >= (0)::numeric) and (min_bid <= ('1000000000000'::bigint)::numeric)));

alter table public.properties add constraint properties_square_feet_range check (((square_feet >= 0) and (square_feet <= 100000000)));

alter table public.properties add constraint properties_bedrooms_range check (((bedrooms >= 0) and (bedrooms <= 1000)));

alter table public.properties add constraint properties_bathrooms_range check (((bathrooms >= (0)::numeric) and (bathrooms <= (1000)::numeric)));

alter table public.properties add constraint properties_state_length check ((length(state) <= 200));

alter table public.properties add constraint properties_zip_code_length check ((length(zip_code) <= 20));

alter table public.properties add constraint properties_status check ((status = any (array['available'::text, 'pending'::text, 'sold'::text, 'off_market'::text])));

alter table public.properties add constraint properties_features_length check (private.texts_within(features, 100, 200));

alter table public.properties add constraint properties_front_image_url_length check ((length(front_image_url) <= 2000));

alter table public.properties add constraint properties_image_urls_length check (private.texts_within(image_urls, 50, 2000));

alter table public.properties add constraint properties_moments check ((private.is_moment(created_at) and private.is_moment(updated_at))) not valid;

alter table public.properties add constraint properties_lists_are_flat check (((coalesce(array_ndims(image_urls), 1) = 1) and (coalesce(array_ndims(features), 1) = 1))) not valid;

alter table public.properties add constraint properties_title_length check (((title ~ '\S'::text) and (length(title) <= 200))) not valid;

alter table public.properties add constraint properties_seller_name_length check (((seller_name ~ '\S'::text) and (length(seller_name) <= 200))) not valid;

alter table public.properties add constraint properties_short_description_length check (((short_description ~ '\S'::text) and (length(short_description) <= 500))) not valid;

alter table public.properties add constraint properties_address_length check (((address ~ '\S'::text) and (length(address) <= 300))) not valid;

alter table public.properties add constraint properties_city_length check (((city ~ '\S'::text) and (length(city) <= 200))) not valid;

alter table public.properties add constraint properties_property_type_length check (((property_type ~ '\S'::text) and (length(property_type) <= 100))) not valid;

alter table public.property_bids add constraint property_bids_amount_range check (((amount > (0)::numeric) and (amount <= ('1000000000000'::bigint)::numeric)));

alter table public.property_bids add constraint property_bids_moments check (private.is_moment(created_at)) not valid;

alter table public.property_bids add constraint property_bids_bidder_name_length check (((bidder_name ~ '\S'::text) and (length(bidder_name) <= 200))) not valid;

alter table public.contact_messages add constraint contact_messages_moments check (private.is_moment(created_at)) not valid;

alter table public.message_hooks add constraint message_hooks_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.message_hooks add constraint message_hooks_channel check ((channel = any (array['mail'::text, 'discord'::text])));

alter table public.message_hooks add constraint message_hooks_address_length check ((length(address) <= 300));

alter table public.message_hooks add constraint message_hooks_events check (((events <@ array['fine_issued'::text, 'objection'::text, 'shift_waits'::text, 'unit_status'::text]) and (array_position(events, null::text) is null) and (cardinality(events) <= 10)));

alter table public.message_hooks add constraint message_hooks_lists_are_flat check ((coalesce(array_ndims(events), 1) = 1));

alter table public.message_hooks add constraint message_hooks_moments check (private.is_moment(created_at));

alter table public.outbox add constraint outbox_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.outbox add constraint outbox_last_error_length check ((length(last_error) <= 300));

alter table public.outbox add constraint outbox_moments check ((private.is_moment(made_at) and private.is_moment(due_at) and private.is_moment(tried_since) and private.is_moment(sent_at) and private.is_moment(gave_up_at)));

alter table public.outbox add constraint outbox_channel check ((channel = any (array['mail'::text, 'discord'::text, 'account-mail'::text, 'account-notice'::text])));

alter table public.outbox add constraint outbox_event check ((event = any (array['fine_issued'::text, 'objection'::text, 'decision'::text, 'shift_waits'::text, 'unit_status'::text, 'test'::text, 'invitation'::text, 'new_password'::text, 'account_changed'::text])));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_deleted_by_length check (((length(deleted_by) >= 1) and (length(deleted_by) <= 320)));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_car_model_length check ((length(car_model) <= 200));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_car_color_length check ((length(car_color) <= 100));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_ref_number_length check ((length(ref_number) <= 50));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_street_length check ((length(street) <= 200));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_discord_username_length check ((length(discord_username) <= 100));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_announced_by_length check ((length(announced_by) <= 36));

alter table public.parking_deletion_logs add constraint parking_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;

alter table public.parkings add constraint parkings_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.parkings add constraint parkings_discord_username_length check ((length(discord_username) <= 100));

alter table public.parkings add constraint parkings_end_not_before_start check ((end_time >= start_time));

alter table public.parkings add constraint parkings_receipt_hash_form check ((receipt_hash ~ '^[0-9a-f]{64}$'::text));

alter table public.parkings add constraint parkings_moments check ((private.is_moment(start_time) and private.is_moment(end_time) and private.is_moment(created_at))) not valid;

alter table public.parkings add constraint parkings_car_model_length check (((car_model ~ '\S'::text) and (length(car_model) <= 200))) not valid;

alter table public.parkings add constraint parkings_car_color_length check (((car_color ~ '\S'::text) and (length(car_color) <= 100))) not valid;

alter table public.parkings add constraint parkings_street_length check (((street ~ '\S'::text) and (length(street) <= 200))) not valid;

alter table public.parkings add constraint parkings_ref_number_length check (((ref_number ~ '\S'::text) and (length(ref_number) <= 50))) not valid;

alter table public.parkings add constraint parkings_ref_number_seen check ((plate_key <> ''::text)) not valid;

alter table public.plate_checks add constraint plate_checks_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.plate_checks add constraint plate_checks_plate_length check ((length(plate) <= 50));

alter table public.plate_checks add constraint plate_checks_plate_seen check ((private.plate_key(plate) <> ''::text));

alter table public.plate_checks add constraint plate_checks_outcome check ((outcome = any (array['valid'::text, 'permit'::text, 'grace'::text, 'not_yet'::text, 'expired'::text, 'none'::text])));

alter table public.plate_checks add constraint plate_checks_checked_by_length check (((length(checked_by) >= 1) and (length(checked_by) <= 50)));

alter table public.plate_checks add constraint plate_checks_moments check ((private.is_moment(created_at) and private.is_moment(checked_at)));

alter table public.plate_checks add constraint plate_checks_source check ((source = any (array['typed'::text, 'camera'::text])));

alter table public.plate_checks add constraint plate_checks_certainty check (((certainty >= (0)::numeric) and (certainty <= (1)::numeric)));

alter table public.plate_checks add constraint plate_checks_certainty_of_camera check (((source = 'camera'::text) = (certainty is not null)));

alter table private.account_notices add constraint account_notices_what check ((what = any (array['password'::text, 'address'::text, 'factor'::text, 'role'::text])));

alter table private.account_notices add constraint account_notices_moments check (private.is_moment(made_at));

alter table public.admin_accounts add constraint admin_accounts_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.admin_accounts add constraint admin_accounts_user_id_length check (((length(user_id) >= 3) and (length(user_id) <= 50)));

alter table public.admin_accounts add constraint admin_accounts_password_length check (((length(password) >= 6) and (length(password) <= 128)));

alter table public.admin_accounts add constraint admin_accounts_created_by_length check ((length(created_by) <= 320));

alter table public.admin_accounts add constraint admin_accounts_moments check (private.is_moment(created_at)) not valid;

alter table public.admin_accounts add constraint admin_accounts_user_key_seen check ((user_key <> ''::text)) not valid;

alter table public.admin_accounts add constraint admin_accounts_renamed_from_length check ((length(renamed_from) <= 100)) not valid;

alter table public.admin_user_credentials add constraint admin_user_credentials_moments check (private.is_moment(created_at)) not valid;

alter table public.attendant_deletion_logs add constraint attendant_deletion_logs_moments check (private.is_moment(deleted_at)) not valid;

alter table public.attendants add constraint attendants_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.attendants add constraint attendants_user_id_length check (((length(user_id) >= 3) and (length(user_id) <= 50)));

alter table public.attendants add constraint attendants_password_length check (((length(password) >= 6) and (length(password) <= 128)));

alter table public.attendants add constraint attendants_discord_username_length check ((length(discord_username) <= 100));

alter table public.attendants add constraint attendants_moments check (private.is_moment(created_at)) not valid;

alter table public.attendants add constraint attendants_user_key_seen check ((user_key <> ''::text)) not valid;

alter table public.attendants add constraint attendants_renamed_from_length check ((length(renamed_from) <= 100)) not valid;

alter table public.project_attendants add constraint project_attendants_user_id_length check (((length(user_id) >= 3) and (length(user_id) <= 50)));

alter table public.project_attendants add constraint project_attendants_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.project_attendants add constraint project_attendants_password_length check (((length(password) >= 6) and (length(password) <= 128)));

alter table public.project_attendants add constraint project_attendants_discord_username_length check ((length(discord_username) <= 100));

alter table public.project_attendants add constraint project_attendants_created_by_length check ((length(created_by) <= 320));

alter table public.project_attendants add constraint project_attendants_moments check (private.is_moment(created_at)) not valid;

alter table public.project_attendants add constraint project_attendants_user_key_seen check ((user_key <> ''::text)) not valid;

alter table public.project_attendants add constraint project_attendants_renamed_from_length check ((length(renamed_from) <= 100)) not valid;

alter table public.staff_accounts add constraint staff_accounts_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.staff_accounts add constraint staff_accounts_user_id_length check (((length(user_id) >= 1) and (length(user_id) <= 50)));

alter table public.staff_accounts add constraint staff_accounts_display_name_length check ((length(display_name) <= 200));

alter table public.staff_accounts add constraint staff_accounts_serves_all_is_admin check (((not serves_all) or (kind = 'admin'::text)));

alter table public.staff_accounts add constraint staff_accounts_kind check ((kind = any (private.kinds_of_people())));

alter table public.staff_accounts add constraint staff_accounts_moments check (private.is_moment(created_at)) not valid;

alter table public.staff_accounts add constraint staff_accounts_user_key_seen check ((user_key <> ''::text)) not valid;

alter table public.permits add constraint permits_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.permits add constraint permits_plate_length check ((length(plate) <= 50));

alter table public.permits add constraint permits_plate_seen check ((private.plate_key(plate) <> ''::text));

alter table public.permits add constraint permits_holder_length check ((length(holder) <= 200));

alter table public.permits add constraint permits_note_length check ((length(note) <= 2000));

alter table public.permits add constraint permits_attendant_note_length check ((length(attendant_note) <= 500));

alter table public.permits add constraint permits_created_by_length check ((length(created_by) <= 320));

alter table public.permits add constraint permits_ended_by_length check ((length(ended_by) <= 320));

alter table public.permits add constraint permits_until_after_from check ((valid_until > valid_from));

alter table public.permits add constraint permits_moments check ((private.is_moment(created_at) and private.is_moment(valid_from) and private.is_moment(valid_until) and private.is_moment(ended_at)));

alter table public.main_page_sites add constraint main_page_sites_path_not_reserved check ((not private.is_reserved_code(path))) not valid;

alter table public.site_settings add constraint site_settings_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.site_settings add constraint site_settings_issuer_name_length check ((length(issuer_name) <= 200));

alter table public.site_settings add constraint site_settings_org_number_length check ((length(org_number) <= 20));

alter table public.site_settings add constraint site_settings_principal_length check ((length(principal) <= 200));

alter table public.site_settings add constraint site_settings_legal_line_length check ((length(legal_line) <= 300));

alter table public.site_settings add constraint site_settings_contact_email_length check ((length(contact_email) <= 320));

alter table public.site_settings add constraint site_settings_contact_phone_length check ((length(contact_phone) <= 50));

alter table public.site_settings add constraint site_settings_privacy_url_length check ((length(privacy_url) <= 500));

alter table public.site_settings add constraint site_settings_privacy_url_form check (((privacy_url = ''::text) or (privacy_url ~* '^https?://\S+$'::text)));

alter table public.site_settings add constraint site_settings_payment_methods check (private.are_payment_methods(payment_methods));

alter table public.site_settings add constraint site_settings_vat_percent check ((vat_percent = 25));

alter table public.site_settings add constraint site_settings_days check (((due_days >= 1) and (due_days <= 365) and ((reminder_wait_days >= 0) and (reminder_wait_days <= 365))));

alter table public.site_settings add constraint site_settings_minutes check (((grace_minutes >= 0) and (grace_minutes <= 1440) and ((observation_minutes >= 0) and (observation_minutes <= 1440))));

alter table public.site_settings add constraint site_settings_min_photos check (((min_photos >= 0) and (min_photos <= 8)));

alter table public.site_settings add constraint site_settings_max_amount check (((max_amount >= 1) and (max_amount <= 50000)));

alter table public.site_settings add constraint site_settings_small_balance check (((small_balance >= 0) and (small_balance <= 50000)));

alter table public.site_settings add constraint site_settings_reminder_fee check (((reminder_fee >= 0) and (reminder_fee <= 60) and ((reminder_fee = 0) or fee_is_agreed)));

alter table public.site_settings add constraint site_settings_max_parking_hours check (((max_parking_hours >= 1) and (max_parking_hours <= 8760)));

alter table public.site_settings add constraint site_settings_moments check ((private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(keep_changed_at)));

alter table public.site_settings add constraint site_settings_keep check (((keep_checks_days >= 7) and (keep_checks_days <= 3650) and (keep_parkings_days >= 30) and (keep_parkings_days <= 3650) and (keep_cases_months >= 6) and (keep_cases_months <= 240)));

alter table public.fine_events add constraint fine_events_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.fine_events add constraint fine_events_number_range check ((number >= 1));

alter table public.fine_events add constraint fine_events_kind_length check (((length(kind) >= 1) and (length(kind) <= 50)));

alter table public.fine_events add constraint fine_events_by_kind check ((by_kind = any (array['admin'::text, 'attendant'::text, 'driver'::text, 'system'::text])));

alter table public.fine_events add constraint fine_events_by_id_length check ((length(by_id) <= 320));

alter table public.fine_events add constraint fine_events_note_length check ((length(note) <= 4000));

alter table public.fine_events add constraint fine_events_data_size check ((pg_column_size(data) <= 20000));

alter table public.fine_events add constraint fine_events_status check (((coalesce(status_before, 'issued'::text) = any (array['issued'::text, 'reminded'::text, 'disputed'::text, 'paid'::text, 'withdrawn'::text, 'written_off'::text, 'collection'::text])) and (status_after = any (array['issued'::text, 'reminded'::text, 'disputed'::text, 'paid'::text, 'withdrawn'::text, 'written_off'::text, 'collection'::text]))));

alter table public.fine_events add constraint fine_events_moments check ((private.is_moment(created_at) and private.is_moment(at)));

alter table public.fine_photos add constraint fine_photos_project_id_length check (((length(project_id) >= 1) and (length(project_id) <= 100)));

alter table public.fine_photos add constraint fine_photos_path_form check ((starts_with(path, ((fine_id)::text || '/'::text)) and (path ~ '^[0-9a-f-]{36}/[A-Za-z0-9-]{1,80}\.(jpg|jpeg|png|webp)$'::text)));

alter table public.fine_photos add constraint fine_photos_sha256_form check ((sha256 ~ '^[0-9a-f]{64}$'::text));

alter table public.fine_photos add constraint fine_photos_category check ((category = any (array['car'::text, 'plate'::text, 'sign'::text, 'notice'::text])));

alter table public.fine_photos add constraint fine_photos_moments check ((private.is_moment(created_at) and private.is_moment(taken_at)));

alter table public.fine_photos add constraint fine_photos_stored_sha256_form check ((stored_sha256 ~ '^[0-9a-f]{64}$'::text));

alter table private.hook_addresses add constraint hook_addresses_form check ((address ~ '^https://(discord|discordapp|ptb\.discord|canary\.discord)\.com/api/webhooks/[0-9]{5,25}/[A-Za-z0-9_-]{10,200}$'::text));

alter table public.profiles add constraint profiles_id_fkey foreign key (id) references auth.users(id) on delete cascade;

alter table public.user_passwords add constraint user_passwords_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table public.user_roles add constraint user_roles_user_id_fkey foreign key (user_id) references auth.users(id) on delete cascade;

alter table private.recovery_codes add constraint recovery_codes_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.ase_employees add constraint ase_employees_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.ase_shifts add constraint ase_shifts_employee_id_fkey foreign key (employee_id) references public.ase_employees(employee_id) on update cascade on delete cascade;

alter table public.fines add constraint fines_violation_id_fkey foreign key (violation_id) references public.violations(id);

alter table public.case_recipients add constraint case_recipients_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.payments add constraint payments_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.payments add constraint payments_file_id_fkey foreign key (file_id) references public.payment_files(id);

alter table public.payments add constraint payments_part_of_fkey foreign key (part_of) references public.payments(id);

alter table public.objections add constraint objections_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.properties add constraint properties_created_by_fkey foreign key (created_by) references auth.users(id) on delete set null;

alter table public.properties add constraint properties_updated_by_fkey foreign key (updated_by) references auth.users(id) on delete set null;

alter table public.property_bids add constraint property_bids_property_id_fkey foreign key (property_id) references public.properties(id) on delete cascade;

alter table public.outbox add constraint outbox_hook_id_fkey foreign key (hook_id) references public.message_hooks(id) on delete cascade;

alter table public.outbox add constraint outbox_fine_id_fkey foreign key (fine_id) references public.fines(id) on delete cascade;

alter table private.account_links add constraint account_links_id_fkey foreign key (id) references public.outbox(id) on delete cascade;

alter table private.account_links add constraint account_links_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table private.account_notices add constraint account_notices_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.admin_accounts add constraint admin_accounts_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.attendants add constraint attendants_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.project_attendants add constraint project_attendants_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table public.staff_accounts add constraint staff_accounts_account_id_fkey foreign key (account_id) references auth.users(id) on delete cascade;

alter table private.driver_calls add constraint driver_calls_fine_id_fkey foreign key (fine_id) references public.fines(id) on delete cascade;

alter table public.fine_events add constraint fine_events_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.fine_photos add constraint fine_photos_fine_id_fkey foreign key (fine_id) references public.fines(id);

alter table public.properties add constraint properties_accepted_bid_fkey foreign key (accepted_bid_id, id) references public.property_bids(id, property_id) on delete set null (accepted_bid_id);

alter table private.hook_addresses add constraint hook_addresses_hook_id_fkey foreign key (hook_id) references public.message_hooks(id) on delete cascade deferrable initially deferred;

create index profiles_newest_idx on public.profiles (created_at desc, id desc);

create index user_passwords_newest_idx on public.user_passwords (created_at desc, id desc);

create index user_passwords_user_id_idx on public.user_passwords (user_id);

create index case_numbers_request_idx on private.case_numbers (request_id);

create index case_numbers_account_idx on private.case_numbers (account_id, created_at);

create index teamspeak_units_last_seen_idx on public.teamspeak_units (last_seen desc, id desc) where is_active;

create index units_roster_idx on public.units (location, unit_number, id);

create index erased_rows_order_idx on private.erased_rows (erased_at, kind, id_hash);

create index contact_messages_newest_idx on public.contact_messages (created_at desc, id desc);

create index admin_user_credentials_newest_idx on public.admin_user_credentials (created_at desc, id desc);

create index attendant_deletion_logs_newest_idx on public.attendant_deletion_logs (deleted_at desc, id desc);

create index attendant_deletion_logs_project_newest_idx on public.attendant_deletion_logs (project_id, deleted_at desc, id desc);

create index attendant_deletion_logs_announced_idx on public.attendant_deletion_logs (attendant_user_id, deleted_at)
  where announced_by is not null;

create index shift_registrations_newest_idx on public.shift_registrations (created_at desc, id desc);

create index shift_registrations_project_newest_idx on public.shift_registrations (project_id, created_at desc, id desc);

create index shift_registrations_attendant_newest_idx on public.shift_registrations (attendant_user_id, created_at desc, id desc);

create index shift_registrations_images_idx on public.shift_registrations using gin (image_urls) with (gin_pending_list_limit='64');

create index main_page_sites_created_at_idx on public.main_page_sites (created_at, id);

create unique index main_page_sites_path_compared_key on public.main_page_sites (path_key);

create index changed_days_place_idx on private.changed_days (place);

create index violations_project_idx on public.violations (project_id, sort_order, id);

create unique index vehicle_registrations_item_1_key on public.vehicle_registrations (project_id) where item_1;

create unique index vehicle_registrations_item_2_key on public.vehicle_registrations (project_id) where item_2;

create unique index vehicle_registrations_item_3_key on public.vehicle_registrations (project_id) where item_3;

create unique index vehicle_registrations_item_4_key on public.vehicle_registrations (project_id) where item_4;

create unique index vehicle_registrations_item_5_key on public.vehicle_registrations (project_id) where item_5;

create unique index vehicle_registrations_item_6_key on public.vehicle_registrations (project_id) where item_6;

create index audit_trail_actor_newest_idx on public.audit_trail (actor_id, created_at desc, id desc);

create index audit_trail_site_newest_idx on public.audit_trail (site_id, created_at desc, id desc);

create index audit_trail_project_newest_idx on public.audit_trail (project_id, created_at desc, id desc) where site_id is null;

create index audit_trail_parking_changes_idx on public.audit_trail (row_id, created_at) where subject = 'parkings' and action = 'update';

create index audit_trail_personal_idx on public.audit_trail (row_id)
  where subject in ('parkings', 'fines', 'fine_photos', 'payments', 'objections', 'case_recipients', 'permits', 'person_extracts');

create index web_activity_logs_newest_idx on public.web_activity_logs (created_at desc, id desc);

create index web_activity_logs_type_newest_idx on public.web_activity_logs (user_type, created_at desc, id desc);

create index web_activity_logs_project_newest_idx
  on public.web_activity_logs (page_project, user_type, created_at desc, id desc);

create index web_activity_logs_data_idx on public.web_activity_logs (page_project, created_at) where additional_data is not null;

create index ase_employees_newest_idx on public.ase_employees (created_at desc, id desc);

create unique index ase_employees_account_key on public.ase_employees (account_id);

create unique index ase_employees_compared_key on public.ase_employees (employee_key);

create unique index ase_shifts_open_key on public.ase_shifts (employee_id) where ended_at is null;

create index ase_shifts_newest_idx on public.ase_shifts (employee_id, started_at desc, id desc);

create index case_numbers_unused_idx on private.case_numbers (private.id_key(reserved_by), account_id) where used_at is null;

create index case_numbers_person_idx on private.case_numbers (private.id_key(reserved_by));

create index fines_project_newest_idx on public.fines (project_id, created_at desc, id desc);

create index fines_project_status_idx on public.fines (project_id, status, created_at desc, id desc);

create index fines_project_due_idx on public.fines (project_id, due_date, id) where status in ('issued', 'reminded');

create index fines_project_review_idx on public.fines (project_id, created_at desc, id desc) where needs_review;

create index fines_issuer_newest_idx on public.fines (issued_by, issued_at desc, id desc);

create index fines_account_newest_idx on public.fines (account_id, issued_at desc, id desc);

create index fines_violation_idx on public.fines (violation_id);

create index fines_project_open_idx on public.fines (project_id, issued_at) where status in ('issued', 'reminded', 'disputed', 'collection');

create index fines_project_issued_idx on public.fines (project_id, issued_at);

create index fines_plate_idx on public.fines (plate_key, project_id, issued_at desc);

create index fines_counted_idx on public.fines (project_id, site_id, status, due_date, left_ore);

create index fines_project_refund_idx on public.fines (project_id, created_at desc, id desc) where left_ore < 0;

create index case_recipients_fine_idx on public.case_recipients (fine_id, at desc, id desc);

create index payment_files_project_newest_idx on public.payment_files (project_id, created_at desc, id desc);

create index payments_fine_idx on public.payments (fine_id, value_date, id);

create index payments_project_newest_idx on public.payments (project_id, created_at desc, id desc);

create unique index payments_bank_key_key on public.payments (coalesce(project_id, ''), bank_key, reading);

create index payments_file_idx on public.payments (file_id, fine_id);

create index payments_part_idx on public.payments (part_of);

create index payments_unplaced_idx on public.payments (project_id, created_at desc, id desc) where fine_id is null;

create unique index objections_open_key on public.objections (fine_id) where decision is null;

create index objections_fine_idx on public.objections (fine_id, created_at);

create index objections_project_open_idx on public.objections (project_id, received_at, id) where decision is null;

create index objections_project_received_idx on public.objections (project_id, received_at);

create index reply_templates_project_idx on public.reply_templates (project_id, sort_order, id);

create index properties_status_newest_idx on public.properties (status, created_at desc, id desc);

create index properties_newest_idx on public.properties (created_at desc, id desc);

create index properties_created_by_idx on public.properties (created_by);

create index properties_updated_by_idx on public.properties (updated_by);

create index properties_accepted_bid_idx on public.properties (accepted_bid_id, id);

create index property_bids_highest_idx on public.property_bids (property_id, amount desc, id desc);

create unique index property_bids_one_accepted_key on public.property_bids (property_id) where accepted;

create unique index message_hooks_mail_key on public.message_hooks (project_id) where channel = 'mail';

create index message_hooks_project_idx on public.message_hooks (project_id, created_at, id);

create index outbox_due_idx on public.outbox (due_at, number) where sent_at is null and gave_up_at is null;

create index outbox_about_idx on public.outbox (about, number) where sent_at is null and gave_up_at is null;

create index outbox_unsent_idx on public.outbox (project_id, number desc) where sent_at is null;

create index outbox_made_idx on public.outbox (made_at);

create index outbox_hook_idx on public.outbox (hook_id);

create index outbox_fine_idx on public.outbox (fine_id);

create index parking_deletion_logs_newest_idx on public.parking_deletion_logs (deleted_at desc, id desc);

create index parking_deletion_logs_project_newest_idx on public.parking_deletion_logs (project_id, deleted_at desc, id desc);

create index parking_deletion_logs_announced_idx on public.parking_deletion_logs (parking_id, deleted_at) where announced_by is not null;

create index parking_deletion_logs_project_plate_idx on public.parking_deletion_logs (project_id, plate_key);

create index parkings_newest_idx on public.parkings (created_at desc, id desc);

create index parkings_project_newest_idx on public.parkings (project_id, created_at desc, id desc);

create index parkings_start_time_idx on public.parkings (start_time desc, id desc);

create index parkings_search_idx on public.parkings using gin (search_text extensions.gin_trgm_ops) with (gin_pending_list_limit='64');

create unique index parkings_receipt_hash_key on public.parkings (receipt_hash);

create index parkings_project_end_idx on public.parkings (project_id, end_time, id);

create index parkings_end_idx on public.parkings (end_time, id);

create index parkings_site_end_idx on public.parkings (site_id, end_time);

create index parkings_plate_site_idx on public.parkings (plate_key, site_id, end_time);

create index parkings_alike_site_idx on public.parkings ((translate(plate_key,
    'ЗÀÁÂÃÄÅĀĂĄǍΑАΒВÇĆĈĊČСĎĐÐÈÉÊËĒĔĖĘĚΕЕЁĜĞĠĢĤĦΗНÌÍÎÏĨĪĬĮİΙІЇĴЈĶΚКĹĻĽŁΜМÑŃŅŇΝÒÓÔÕÖØŌŎŐΟОΡРŔŖŘŚŜŞŠȘЅŢŤŦȚΤТÙÚÛÜŨŪŬŮŰŲŴΧХÝŶŸΥУŹŻŽΖOQILZSB',
    '3AAAAAAAAAAAA88CCCCCCDDDEEEEEEEEEEEEGGGGHHHH111111111111JJKKK1111MMNNNNN00000000000PPRRR555555TTTTTTUUUUUUUUUUWXXYYYYY22220011258')),
  site_id, end_time);

create index plate_checks_project_newest_idx on public.plate_checks (project_id, checked_at desc, id desc);

create index plate_checks_plate_idx on public.plate_checks (plate_key, project_id, checked_at desc);

create index account_links_account_idx on private.account_links (account_id);

create index account_notices_account_idx on private.account_notices (account_id, id);

create index admin_accounts_newest_idx on public.admin_accounts (created_at desc, id desc);

create index admin_accounts_project_newest_idx on public.admin_accounts (project_id, created_at desc, id desc);

create unique index admin_accounts_account_key on public.admin_accounts (account_id);

create unique index admin_accounts_user_id_key on public.admin_accounts (user_id) where account_id is null;

create unique index admin_accounts_project_user_key on public.admin_accounts (project_id, user_id) nulls not distinct where account_id is not null;

create unique index admin_accounts_compared_key on public.admin_accounts (user_key) where account_id is null;

create unique index admin_accounts_project_compared_key on public.admin_accounts (lower(project_id), user_key) nulls not distinct
  where account_id is not null;

create index attendants_newest_idx on public.attendants (created_at desc, id desc);

create index attendants_project_newest_idx on public.attendants (project_id, created_at desc, id desc);

create unique index attendants_account_key on public.attendants (account_id);

create unique index attendants_user_id_key on public.attendants (user_id) where account_id is null;

create unique index attendants_project_user_key on public.attendants (project_id, user_id) nulls not distinct where account_id is not null;

create unique index attendants_compared_key on public.attendants (user_key) where account_id is null;

create unique index attendants_project_compared_key on public.attendants (lower(project_id), user_key) nulls not distinct
  where account_id is not null;

create index project_attendants_newest_idx on public.project_attendants (project_id, created_at desc, id desc);

create unique index project_attendants_account_key on public.project_attendants (account_id);

create unique index project_attendants_compared_key on public.project_attendants (lower(project_id), user_key);

create unique index staff_accounts_person_compared_key on public.staff_accounts (kind, lower(project_id), user_key) nulls not distinct;

create index permits_project_newest_idx on public.permits (project_id, created_at desc, id desc);

create index permits_plate_idx on public.permits (plate_key, project_id);

create index driver_calls_fine_idx on private.driver_calls (fine_id);

create index driver_calls_objection_idx on private.driver_calls (objection_id);

create index fine_events_sent_idx on public.fine_events (project_id, kind, at, id)
  where kind in ('exported', 'reminded', 'handed_to_collection');

create index fine_events_account_idx on public.fine_events (by_account, kind, created_at) where kind in ('issued', 'corrected');

create index fine_events_told_idx on public.fine_events (project_id, at, id) where kind = 'collection_told';

create index fine_photos_fine_idx on public.fine_photos (fine_id, created_at, id);

create trigger mfa_factors_tell_owner after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.tell_of_account_change();

create trigger mfa_factors_write_change after update of status on auth.mfa_factors for each row when (old.status is distinct from new.status) execute function private.write_account_trail();

create trigger mfa_factors_write_removal after delete on auth.mfa_factors for each row when (old.status = 'verified'::auth.factor_status) execute function private.write_account_trail();

create trigger sessions_date_login before insert on auth.sessions for each row execute function private.date_login();

create trigger users_change_profile after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.keep_profile();

create trigger users_end_links after update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password) execute function private.end_account_links();

create trigger users_make_profile after insert on auth.users
  for each row execute function private.keep_profile();

create trigger users_note_past after delete on auth.users
  for each row when (old.email is not null) execute function private.note_past_account();

create constraint trigger users_refuse_reserved_address after insert or update of email on auth.users
  deferrable initially deferred for each row execute function private.refuse_reserved_address();

create trigger users_tell_owner after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.tell_of_account_change();

create trigger users_write_trail after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.write_account_trail();

create trigger recovery_codes_write_trail after insert on private.recovery_codes
  for each statement execute function private.write_recovery_trail();

create trigger recovery_codes_write_use after update on private.recovery_codes
  for each row execute function private.write_recovery_trail();

create trigger settings_grant_first after insert on private.settings
  for each row execute function private.grant_with_profile();

create trigger settings_grant_on_change after update on private.settings
  for each row when (old.security_profile is distinct from new.security_profile) execute function private.grant_with_profile();

create trigger settings_open_bucket after insert or update on private.settings
  for each row execute function private.open_bucket_with_profile();

create trigger admin_accounts_no_readable_password before insert or update on public.admin_accounts
  for each row execute function private.refuse_readable_password('password');

create trigger admin_accounts_place before update of project_id, site_id on public.admin_accounts for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger admin_accounts_place_new before insert on public.admin_accounts for each row execute function private.place_row();

create trigger admin_accounts_write_trail after insert or delete or update on public.admin_accounts for each row execute function private.write_trail();

create trigger admin_user_credentials_no_readable_password before insert or update on public.admin_user_credentials
  for each row execute function private.refuse_readable_password('password_text');

create trigger admin_user_credentials_remove_account after delete on public.admin_user_credentials
  for each row execute function private.remove_account_of_credential();

create trigger admin_user_credentials_write_trail after insert or delete or update on public.admin_user_credentials for each row execute function private.write_trail();

create trigger ase_employees_keep_created_at before update on public.ase_employees
  for each row execute function private.keep_created_at();

create trigger ase_employees_keep_shifts after update of name on public.ase_employees
  for each row execute function private.keep_shifts_of_employee();

create trigger ase_employees_write_trail after insert or delete or update on public.ase_employees for each row execute function private.write_trail('ASE');

create trigger ase_shifts_end before update on public.ase_shifts
  for each row execute function private.end_ase_shift();

create trigger ase_shifts_name before insert on public.ase_shifts
  for each row execute function private.name_ase_shift();

create trigger ase_shifts_write_trail after insert or update or delete on public.ase_shifts
  for each row execute function private.write_trail('ASE');

create trigger attendant_deletion_logs_announce before insert on public.attendant_deletion_logs
  for each row execute function private.announce_removal();

create trigger attendant_deletion_logs_place before update of project_id, site_id on public.attendant_deletion_logs for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger attendant_deletion_logs_place_new before insert on public.attendant_deletion_logs for each row execute function private.place_row();

create trigger attendants_log_removal after delete on public.attendants
  for each row execute function private.log_attendant_removal();

create trigger attendants_no_readable_password before insert or update on public.attendants
  for each row execute function private.refuse_readable_password('password');

create trigger attendants_place before update of project_id, site_id on public.attendants for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger attendants_place_new before insert on public.attendants for each row execute function private.place_row();

create trigger attendants_write_trail after insert or delete or update on public.attendants for each row execute function private.write_trail();

create trigger audit_trail_only_grows before update or delete or truncate on public.audit_trail
  for each statement execute function private.refuse_trail_change();

create trigger audit_trail_place before insert on public.audit_trail for each row execute function private.place_row();

create trigger case_recipients_place before update of project_id, site_id on public.case_recipients for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger case_recipients_place_new before insert on public.case_recipients for each row execute function private.place_row();

create trigger case_recipients_write_trail after insert or delete or update on public.case_recipients for each row execute function private.write_trail();

create trigger contact_messages_write_trail after insert or delete or update on public.contact_messages for each row execute function private.write_trail();

create trigger fine_events_only_grow before update on public.fine_events for each row execute function private.refuse_other_past();

create trigger fine_events_place before update of project_id, site_id on public.fine_events for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger fine_events_place_new before insert on public.fine_events for each row execute function private.place_row();

create trigger fine_events_tell after insert on public.fine_events for each row when (new.kind in ('issued', 'objected', 'supplemented', 'objection_accepted', 'objection_rejected', 'withdrawn')) execute function private.tell_of_case();

create trigger fine_photos_place before update of project_id, site_id on public.fine_photos for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger fine_photos_place_new before insert on public.fine_photos for each row execute function private.place_row();

create trigger fine_photos_write_trail after delete on public.fine_photos
  for each row execute function private.write_trail();

create trigger fine_photos_write_trail_of_change after update on public.fine_photos for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();

create trigger fine_photos_write_trail_of_new after insert on public.fine_photos
  referencing new table as new_rows for each statement execute function private.write_trail();

create trigger fines_forget_driver_calls after update of erased_at on public.fines
  for each row when (new.erased_at is not null) execute function private.forget_driver_calls();

create trigger fines_keep_keys_apart before insert on public.fines for each row execute function private.keep_keys_apart();

create trigger fines_note_change after update on public.fines
  for each row when ((old.issued_at < now() - interval '12 hours' or new.issued_at < now() - interval '12 hours')
    and (old.issued_at, old.status, old.violation_id, old.paid_ore, coalesce(old.site_id::text, old.project_id))
      is distinct from (new.issued_at, new.status, new.violation_id, new.paid_ore, coalesce(new.site_id::text, new.project_id)))
  execute function private.note_changed_day('issued_at');

create trigger fines_note_old after insert on public.fines
  for each row when (new.issued_at < now() - interval '12 hours') execute function private.note_changed_day('issued_at');

create trigger fines_note_removal after delete on public.fines
  for each row when (old.issued_at < now() - interval '12 hours') execute function private.note_changed_day('issued_at');

create trigger fines_place before update of project_id, site_id on public.fines for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger fines_place_new before insert on public.fines for each row execute function private.place_row();

create trigger fines_settle_agreed_fee before insert on public.fines for each row execute function private.keep_agreed_fee();

create trigger fines_write_trail after insert or delete on public.fines for each row execute function private.write_trail();

create trigger fines_write_trail_of_change after update on public.fines for each row when ((pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) and not private.moves_money()) execute function private.write_trail();

create trigger main_page_sites_keep_created_at before update on public.main_page_sites
  for each row execute function private.keep_created_at();

create trigger main_page_sites_settle after insert or delete on public.main_page_sites
  for each row execute function private.settle_site();

create trigger main_page_sites_settle_renamed after update of path on public.main_page_sites
  for each row when (old.path is distinct from new.path) execute function private.settle_site();

create trigger main_page_sites_spell_path before insert or update of path, path_key on public.main_page_sites
  for each row execute function private.spell_site_path();

create trigger main_page_sites_touch before update on public.main_page_sites
  for each row execute function private.touch_updated_at();

create trigger main_page_sites_with_settings after insert or update of path on public.main_page_sites
  for each row execute function private.give_settings_to_site();

create trigger main_page_sites_with_templates after insert or update of path on public.main_page_sites
  for each row execute function private.give_reply_templates_to_site();

create trigger main_page_sites_with_templates_that_fit after insert on public.main_page_sites
  for each row execute function private.give_fitting_replies_to_site();

create trigger main_page_sites_write_trail after insert or delete or update on public.main_page_sites for each row execute function private.write_trail();

create trigger message_hooks_keep_created_at before update on public.message_hooks for each row execute function private.keep_created_at();

create trigger message_hooks_place before update of project_id, site_id on public.message_hooks for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger message_hooks_place_new before insert on public.message_hooks for each row execute function private.place_row();

create trigger message_hooks_secret before insert on public.message_hooks for each row execute function private.keep_hook_address();

create trigger message_hooks_write_trail after insert or update or delete on public.message_hooks
  for each row execute function private.write_trail();

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

create trigger outbox_place before update of project_id, site_id on public.outbox for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger outbox_place_new before insert on public.outbox for each row execute function private.place_row();

create trigger parking_deletion_logs_announce before insert on public.parking_deletion_logs
  for each row execute function private.announce_removal();

create trigger parking_deletion_logs_place before update of project_id, site_id on public.parking_deletion_logs for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger parking_deletion_logs_place_new before insert on public.parking_deletion_logs for each row execute function private.place_row();

create trigger parkings_keep_receipts_apart before insert on public.parkings
  for each row when (new.receipt_hash is not null and coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.keep_receipts_apart();

create trigger parkings_log_removal after delete on public.parkings
  for each row when (coalesce(current_setting('request.jwt.claims', true), '') <> '') execute function private.log_parking_removal();

create trigger parkings_note_change after update on public.parkings
  for each row when ((old.created_at < now() - interval '12 hours' or new.created_at < now() - interval '12 hours')
    and (old.created_at, coalesce(old.site_id::text, old.project_id)) is distinct from (new.created_at, coalesce(new.site_id::text, new.project_id)))
  execute function private.note_changed_day('created_at');

create trigger parkings_note_old after insert on public.parkings
  for each row when (new.created_at < now() - interval '12 hours') execute function private.note_changed_day('created_at');

create trigger parkings_note_removal after delete on public.parkings
  for each row when (old.created_at < now() - interval '12 hours' and coalesce(current_setting('parkering.erases', true), '') <> 'yes')
  execute function private.note_changed_day('created_at');

create trigger parkings_place before update of project_id, site_id on public.parkings for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger parkings_place_new before insert on public.parkings for each row execute function private.place_row();

create trigger parkings_refuse_longer before insert on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '')
  execute function private.refuse_longer_parking();

create trigger parkings_refuse_longer_change before update of start_time, end_time on public.parkings for each row
  when (coalesce(current_setting('request.jwt.claims', true), '') <> '' and new.end_time - new.start_time > old.end_time - old.start_time)
  execute function private.refuse_longer_parking();

create trigger parkings_write_trail after insert or delete on public.parkings for each row execute function private.write_trail();

create trigger parkings_write_trail_of_change after update on public.parkings for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();

create trigger payment_files_place before update of project_id, site_id on public.payment_files
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger payment_files_place_new before insert on public.payment_files for each row execute function private.place_row();

create trigger payment_files_write_trail after insert or update or delete on public.payment_files
  for each row execute function private.write_trail();

create trigger payments_only_grow before update on public.payments for each row execute function private.refuse_other_past();

create trigger payments_place before update of project_id, site_id on public.payments for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger payments_place_new before insert on public.payments for each row execute function private.place_row();

create trigger payments_write_trail after insert or delete or update on public.payments for each row when (not private.moves_money()) execute function private.write_trail();

create trigger permits_end_now before update of ended_at on public.permits
  for each row when (new.ended_at is distinct from old.ended_at) execute function private.end_permit_now();

create trigger permits_place before update of project_id, site_id on public.permits for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger permits_place_new before insert on public.permits for each row execute function private.place_row();

create trigger permits_write_trail after insert or delete or update on public.permits for each row execute function private.write_trail();

create trigger plate_checks_place before update of project_id, site_id on public.plate_checks for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger plate_checks_place_new before insert on public.plate_checks for each row execute function private.place_row();

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

create trigger profiles_write_trail after insert or delete or update on public.profiles for each row execute function private.write_trail();

create trigger project_attendants_log_removal after delete on public.project_attendants
  for each row execute function private.log_attendant_removal();

create trigger project_attendants_no_readable_password before insert or update on public.project_attendants
  for each row execute function private.refuse_readable_password('password');

create trigger project_attendants_place before update of project_id, site_id on public.project_attendants for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger project_attendants_place_new before insert on public.project_attendants for each row execute function private.place_row();

create trigger project_attendants_write_trail after insert or delete or update on public.project_attendants for each row execute function private.write_trail();

create trigger properties_keep_created_at before update on public.properties
  for each row execute function private.keep_created_at();

create trigger properties_one_sale before delete on public.properties
  for each statement execute function private.one_sale_at_a_time();

create trigger properties_touch before update on public.properties
  for each row execute function private.touch_updated_at();

create trigger properties_write_trail after insert or delete or update on public.properties for each row execute function private.write_trail();

create trigger property_bids_one_sale before update of accepted on public.property_bids
  for each statement execute function private.one_sale_at_a_time();

create trigger property_bids_property_available before insert or update of property_id on public.property_bids
  for each row execute function private.refuse_bid_on_unavailable_property();

create trigger property_bids_sell_property after update of accepted on public.property_bids
  for each row when (new.accepted) execute function private.sell_by_accepted_bid();

create trigger property_bids_write_trail after insert or delete or update on public.property_bids for each row execute function private.write_trail();

create trigger reply_templates_keep_created_at before update on public.reply_templates for each row execute function private.keep_created_at();

create trigger reply_templates_place before update of project_id, site_id on public.reply_templates
  for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger reply_templates_place_new before insert on public.reply_templates for each row execute function private.place_row();

create trigger reply_templates_touch before update on public.reply_templates for each row execute function private.touch_updated_at();

create trigger reply_templates_write_trail after insert or update or delete on public.reply_templates
  for each row execute function private.write_trail();

create trigger shift_registrations_follow_review before update on public.shift_registrations
  for each row execute function private.follow_shift_review();

create trigger shift_registrations_keep_rejection before insert or update on public.shift_registrations
  for each row execute function private.keep_rejection();

create trigger shift_registrations_place before update of project_id, site_id on public.shift_registrations for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger shift_registrations_place_new before insert on public.shift_registrations for each row execute function private.place_row();

create trigger shift_registrations_refuse_own before update on public.shift_registrations for each row
  when (new.status = 'approved' and old.status <> 'approved')
  execute function private.refuse_own_shift();

create trigger shift_registrations_tell after insert on public.shift_registrations for each row
  when (new.status = 'pending') execute function private.tell_of_shift();

create trigger shift_registrations_whose before insert on public.shift_registrations
  for each row execute function private.own_shift();

create trigger shift_registrations_write_trail after insert or delete on public.shift_registrations for each row execute function private.write_trail();

create trigger shift_registrations_write_trail_of_change after update on public.shift_registrations for each row when (pg_trigger_depth() = 0 or not old.project_id is distinct from new.project_id) execute function private.write_trail();

create trigger site_settings_keep_created_at before update on public.site_settings for each row execute function private.keep_created_at();

create trigger site_settings_note_shorter_keep before update on public.site_settings for each row
  when (new.keep_checks_days < old.keep_checks_days or new.keep_parkings_days < old.keep_parkings_days
    or new.keep_cases_months < old.keep_cases_months)
  execute function private.note_shorter_keep();

create trigger site_settings_place before update of project_id, site_id on public.site_settings for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger site_settings_place_new before insert on public.site_settings for each row execute function private.place_row();

create trigger site_settings_touch before update on public.site_settings for each row execute function private.touch_updated_at();

create trigger site_settings_write_trail after insert or delete or update on public.site_settings for each row execute function private.write_trail();

create trigger staff_accounts_place before update of project_id, site_id on public.staff_accounts for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger staff_accounts_place_new before insert on public.staff_accounts for each row execute function private.place_row();

create trigger staff_accounts_tell_owner after update of user_id, kind, serves_all on public.staff_accounts
  for each row execute function private.tell_of_account_change();

create trigger staff_accounts_write_trail after insert or delete or update on public.staff_accounts for each row execute function private.write_trail();

create trigger teamspeak_units_write_trail after insert or delete or update on public.teamspeak_units for each row execute function private.write_trail('721075');

create trigger units_keep_created_at before update on public.units
  for each row execute function private.keep_created_at();

create trigger units_tell after update on public.units for each row
  when (old.status is distinct from new.status or old.operational_status is distinct from new.operational_status)
  execute function private.tell_of_unit();

create trigger units_touch before update on public.units
  for each row execute function private.touch_updated_at();

create trigger units_write_trail after insert or delete or update on public.units for each row execute function private.write_trail('721075');

create trigger user_passwords_no_readable_password before insert or update on public.user_passwords
  for each row execute function private.refuse_readable_password('password_text');

create trigger user_passwords_write_trail after insert or delete or update on public.user_passwords for each row execute function private.write_trail();

create trigger user_roles_tell_owner after insert or update or delete on public.user_roles
  for each row execute function private.tell_of_account_change();

create trigger user_roles_write_trail after insert or delete or update on public.user_roles for each row execute function private.write_trail();

create trigger vehicle_registrations_place before update of project_id, site_id on public.vehicle_registrations for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger vehicle_registrations_place_new before insert on public.vehicle_registrations for each row execute function private.place_row();

create trigger vehicle_registrations_replace_own before insert on public.vehicle_registrations
  for each row execute function private.replace_own_car();

create trigger vehicle_registrations_write_trail after insert or delete or update on public.vehicle_registrations for each row execute function private.write_trail();

create trigger violations_place before update of project_id, site_id on public.violations for each row when (pg_trigger_depth() = 0) execute function private.place_row();

create trigger violations_place_new before insert on public.violations for each row execute function private.place_row();

create trigger violations_write_trail after insert or delete or update on public.violations for each row execute function private.write_trail();

create trigger web_activity_logs_place before update of page_url, site_id on public.web_activity_logs
  for each row when (pg_trigger_depth() = 0) execute function private.place_activity();

create trigger web_activity_logs_place_new before insert on public.web_activity_logs for each row execute function private.place_activity();

alter table private.case_numbers enable row level security;

alter table private.case_transitions enable row level security;

alter table private.reply_secret enable row level security;

alter table private.erased_rows enable row level security;

alter table private.past_accounts enable row level security;

alter table private.recovery_codes enable row level security;

alter table private.last_backup enable row level security;

alter table private.rate_limits enable row level security;

alter table private.settings enable row level security;

alter table private.staff_functions enable row level security;

alter table private.storage_usage enable row level security;

alter table private.system_notes enable row level security;

alter table private.table_grants enable row level security;

alter table private.changed_days enable row level security;

alter table private.day_sums enable row level security;

alter table private.summed_places enable row level security;

alter table private.account_links enable row level security;

alter table private.account_notices enable row level security;

alter table private.driver_calls enable row level security;

alter table private.hook_addresses enable row level security;

alter table public.shift_registrations enable row level security;

alter table public.main_page_sites enable row level security;

alter table public.site_settings enable row level security;

alter table public.violations enable row level security;

alter table public.vehicle_registrations enable row level security;

alter table public.audit_trail enable row level security;

alter table public.web_activity_logs enable row level security;

alter table public.profiles enable row level security;

alter table public.user_passwords enable row level security;

alter table public.user_roles enable row level security;

alter table public.ase_employees enable row level security;

alter table public.ase_shifts enable row level security;

alter table public.fine_events enable row level security;

alter table public.fine_photos enable row level security;

alter table public.fines enable row level security;

alter table public.case_recipients enable row level security;

alter table public.payment_files enable row level security;

alter table public.payments enable row level security;

alter table public.objections enable row level security;

alter table public.reply_templates enable row level security;

alter table public.teamspeak_units enable row level security;

alter table public.units enable row level security;

alter table public.properties enable row level security;

alter table public.property_bids enable row level security;

alter table public.contact_messages enable row level security;

alter table public.message_hooks enable row level security;

alter table public.outbox enable row level security;

alter table public.parking_deletion_logs enable row level security;

alter table public.parkings enable row level security;

alter table public.plate_checks enable row level security;

alter table public.admin_accounts enable row level security;

alter table public.admin_user_credentials enable row level security;

alter table public.attendant_deletion_logs enable row level security;

alter table public.attendants enable row level security;

alter table public.project_attendants enable row level security;

alter table public.staff_accounts enable row level security;

alter table public.permits enable row level security;

create policy "Photos are read with their shift, fine or objection" on storage.objects
  for select to anon, authenticated
  using (
    (bucket_id = 'shift-images'
      and ((select private.is_specified()) or exists (select from public.shift_registrations s where s.image_urls @> array[name])))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or exists (select from public.fine_photos p where p.path = name)
        or exists (select from public.objections o where o.id = private.objection_of(objects.name)))));

create policy "Attendants store photos of shifts, staff those a fine lists" on storage.objects
  for insert to anon, authenticated
  with check (
    (bucket_id = 'shift-images'
      and ((select private.is_specified())
        or ((select private.is_kind('attendant')) and name ~ '^[^/]+/[^/]+$' and starts_with(name, (select auth.uid())::text || '/'))))
    or (bucket_id = 'case-photos'
      and ((select private.is_specified()) or (select private.is_kind('admin', 'attendant')))
      and exists (select from public.fine_photos p where p.path = name)));

create policy "People read their profile, administrators all" on public.profiles
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_login_shown()) and (id = ((select auth.uid())) or (select private.is_kind(variadic array['main-admin'])) or (select private.is_account_admin())));

create policy "Screens of specified remove profiles" on public.profiles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "The main admin reads whose passwords there are" on public.user_passwords
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "People read their roles, administrators all" on public.user_roles
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_login_shown()) and (user_id = ((select auth.uid())) or (select private.is_account_admin())));

create policy "Screens of specified remove roles" on public.user_roles
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Dispatch reads voice units" on public.teamspeak_units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch reads units" on public.units
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch adds units" on public.units
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch changes units" on public.units
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "Dispatch removes units" on public.units
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('operator', 'dispatch-admin')));

create policy "The main admin reads messages" on public.contact_messages
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "Everybody sends messages of now, unread ones in hardened" on public.contact_messages
  for insert to anon, authenticated
  with check (
    (created_at = now() or ((select private.is_specified()) and not private.is_moment(created_at)))
    and ((select private.is_specified()) or not read));

create policy "The main admin marks messages read" on public.contact_messages
  for update to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin removes messages" on public.contact_messages
  for delete to anon, authenticated
  using ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "Administrators read the accounts that they made" on public.admin_user_credentials
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_account_admin())
    or ((select private.is_kind('main-admin')) and account_type = 'admin'));

create policy "Screens of specified remove credentials but the super admin's" on public.admin_user_credentials
  for delete to anon, authenticated
  using ((select private.is_specified()) and lower(btrim(email)) <> 'superadmin@parkering.example');

create policy "Admins read whom their project removed" on public.attendant_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));

create policy "Admins log whom they remove in their project" on public.attendant_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('admin', 'dispatch-admin'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]))));

create policy "Attendants read their shifts, admins their site's" on public.shift_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Attendants register pending shifts of their own" on public.shift_registrations
  for insert to anon, authenticated
  with check (
    status = 'pending' and created_at = now() and reviewed_by is null and reviewed_at is null and review_note is null
    and ((select private.is_specified())
      or (attendant_user_id = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])
        and not exists (select from unnest(image_urls) p(path) where not starts_with(p.path, (select auth.uid())::text || '/')))));

create policy "Admins review their site's shifts" on public.shift_registrations
  for update to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or (reviewed_by is not distinct from (select private.own_user_id('admin'))
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));

create policy "Everybody reads the sites" on public.main_page_sites
  for select to anon, authenticated
  using (true);

create policy "The main admin adds sites" on public.main_page_sites
  for insert to anon, authenticated
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin changes sites but the standard one" on public.main_page_sites
  for update to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))))
  with check ((select private.is_specified()) or (select private.is_kind('main-admin')));

create policy "The main admin removes sites but the standard one" on public.main_page_sites
  for delete to anon, authenticated
  using (path <> 'standard' and ((select private.is_specified()) or (select private.is_kind('main-admin'))));

create policy "Staff read their site's violations" on public.violations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));

create policy "Admins add violations to their site" on public.violations
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create policy "Admins change their site's violations" on public.violations
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "The taxi project's people read its cars" on public.vehicle_registrations
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur', 'chauffeur-admin'))::text[]));

create policy "Chauffeurs take a car for themselves" on public.vehicle_registrations
  for insert to anon, authenticated
  with check (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur')) and created_at = now()
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[])));

create policy "Chauffeurs release their car, their admin any" on public.vehicle_registrations
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or (chauffeur_id = (select private.own_user_id('chauffeur'))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur'))::text[]))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('chauffeur-admin'))::text[]));

create policy "Admins read the trail of their site, the main admin all" on public.audit_trail
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_kind('main-admin'))
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins read the activity of their project" on public.web_activity_logs
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (page_project = any ((select private.own_projects('admin'))::text[])
      and coalesce(site_id::text, page_project) = any ((select private.own_places('admin'))::text[]))
    or (user_type in ('operator', 'dispatch-admin') and (select private.is_kind('dispatch-admin'))));

create policy "People note what they do, in their project or at no site" on public.web_activity_logs
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (user_type = (select private.own_kind())
        and user_id = (select private.own_user_id())
        and (page_project is null
          or page_project = any ((select private.own_projects())::text[])
          or (page_project <> 'standard' and not exists (select from public.main_page_sites s where s.path = page_project))))));

create policy "Employees read themselves, the ambulance admin all" on public.ase_employees
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or (select private.is_kind('ase-admin')));

create policy "Screens of specified add employees" on public.ase_employees
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified change employees" on public.ase_employees
  for update to anon, authenticated
  using ((select private.is_specified()))
  with check ((select private.is_specified()));

create policy "Screens of specified remove employees" on public.ase_employees
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Employees read who is on duty and their own shifts" on public.ase_shifts
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_kind('ase-admin'))
    or ((select private.own_employee_id()) is not null
      and (ended_at is null or ended_at > now() - interval '1 hour'
        or employee_id = (select private.own_employee_id()))));

create policy "Employees start shifts of their own" on public.ase_shifts
  for insert to anon, authenticated
  with check (
    started_at = now() and ended_at is null
    and ((select private.is_specified()) or employee_id = (select private.own_employee_id())));

create policy "Employees end shifts of their own" on public.ase_shifts
  for update to anon, authenticated
  using ((select private.is_specified()) or employee_id = (select private.own_employee_id()))
  with check ((select private.is_specified()) or employee_id = (select private.own_employee_id()));

create policy "Admins read their site's fines, attendants their own" on public.fines
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or (account_id = (select auth.uid())
      and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[])));

create policy "Admins read their site's case recipients" on public.case_recipients
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's payment files" on public.payment_files
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's payments" on public.payments
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's objections" on public.objections
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's reply templates" on public.reply_templates
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins add reply templates to their site" on public.reply_templates
  for insert to anon, authenticated
  with check (created_at = now()
    and ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create policy "Admins change their site's reply templates" on public.reply_templates
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Everybody reads what is or was for sale, agents the rest" on public.properties
  for select to anon, authenticated
  using ((select private.is_specified()) or status in ('available', 'sold') or (select private.is_agent()));

create policy "Agents add properties, as themselves in hardened" on public.properties
  for insert to authenticated
  with check (
    (select private.is_agent())
    and ((select private.is_specified()) or created_by is null or created_by = (select auth.uid())));

create policy "Agents change properties" on public.properties
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));

create policy "Agents remove properties" on public.properties
  for delete to authenticated
  using ((select private.is_agent()));

create policy "Everybody reads bids of open lists, agents all" on public.property_bids
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or (select private.is_agent())
    or exists (select from public.properties p where p.id = property_id and not p.hide_bid_list));

create policy "Everybody places bids of now, not accepted ones" on public.property_bids
  for insert to anon, authenticated
  with check (not accepted and created_at = now());

create policy "Agents accept bids" on public.property_bids
  for update to authenticated
  using ((select private.is_agent()))
  with check ((select private.is_agent()));

create policy "Admins read where their site's messages go" on public.message_hooks
  for select to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));

create policy "Admins add where their site's messages go" on public.message_hooks
  for insert to anon, authenticated
  with check (created_at = now() and ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[])));

create policy "Admins change what their site's messages tell" on public.message_hooks
  for update to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]))
  with check ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));

create policy "Admins remove where their site's messages go" on public.message_hooks
  for delete to anon, authenticated
  using ((select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin', 'dispatch-admin'))::text[]));

create policy "Admins read their site's outbox" on public.outbox
  for select to anon, authenticated
  using ((event <> all (array['invitation', 'new_password', 'account_changed'])) and ((select private.is_specified()) or (coalesce(site_id::text, project_id, '') = any (((select private.own_places(variadic array['admin', 'dispatch-admin'])))::text[]))));

create policy "Admins read what was removed at their site" on public.parking_deletion_logs
  for select to anon, authenticated
  using (
    announced_by is null
    and ((select private.is_specified())
      or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])));

create policy "Attendants log what they remove at their site" on public.parking_deletion_logs
  for insert to anon, authenticated
  with check (
    deleted_at = now()
    and ((select private.is_specified())
      or (deleted_by = (select private.own_user_id('attendant'))
        and coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]))));

create policy "Attendants and admins read their site's parkings" on public.parkings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant', 'admin'))::text[]));

create policy "Everybody registers parkings of now at a known site" on public.parkings
  for insert to anon, authenticated
  with check (
    created_at = now()
    and (project_id is null or site_id is not null or project_id = 'standard')
    and ((select private.is_specified()) or active));

create policy "Attendants remove their site's parkings" on public.parkings
  for delete to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('attendant'))::text[]));

create policy "Admins read their site's plate checks" on public.plate_checks
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read themselves and those of their site" on public.admin_accounts
  for select to anon, authenticated
  using ((select private.is_specified()) or (select private.is_login_shown()) and account_id = ((select auth.uid())) or (coalesce(site_id::text, project_id) = any (((select private.own_places(variadic array['admin'])))::text[])));

create policy "Screens of specified add admins" on public.admin_accounts
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove admins" on public.admin_accounts
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "Attendants read themselves, admins those of their site" on public.attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Screens of specified add attendants" on public.attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove attendants" on public.attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "People read themselves, admins the people of their project" on public.project_attendants
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'dispatch-admin', 'chauffeur-admin'))::text[]));

create policy "Screens of specified add people of a project" on public.project_attendants
  for insert to anon, authenticated
  with check ((select private.is_specified()));

create policy "Screens of specified remove people of a project" on public.project_attendants
  for delete to anon, authenticated
  using ((select private.is_specified()));

create policy "People read what they are" on public.staff_accounts
  for select to authenticated
  using ((select private.is_hardened()) and (select private.is_login_shown()) and account_id = ((select auth.uid())));

create policy "Admins read their site's permits" on public.permits
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins add permits of their own to their site" on public.permits
  for insert to anon, authenticated
  with check (
    created_at = now()
    and ((select private.is_specified())
      or (created_by = (select private.own_user_id('admin')) and ended_at is null and ended_by is null
        and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))));

create policy "Admins change and end their site's permits" on public.permits
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check (
    (select private.is_specified())
    or ((ended_by is null or ended_by = (select private.own_user_id('admin')))
      and coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[])));

create policy "Staff read their site's settings" on public.site_settings
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id) = any ((select private.own_places('admin', 'attendant'))::text[]));

create policy "Admins change their site's settings" on public.site_settings
  for update to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]))
  with check ((select private.is_specified()) or coalesce(site_id::text, project_id) = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's fine events" on public.fine_events
  for select to anon, authenticated
  using ((select private.is_specified()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[]));

create policy "Admins read their site's photos, attendants their fines'" on public.fine_photos
  for select to anon, authenticated
  using (
    (select private.is_specified())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places('admin'))::text[])
    or ((select private.is_kind('attendant')) and exists (select from public.fines f where f.id = fine_id)));

grant usage on schema private to anon;

grant usage on schema private to authenticated;

grant usage on schema private to service_role;

grant execute on function private.are_payment_methods(jsonb) to anon;

grant execute on function private.are_payment_methods(jsonb) to authenticated;

grant execute on function private.are_payment_methods(jsonb) to service_role;

grant execute on function private.expect_one_row(bigint) to anon;

grant execute on function private.expect_one_row(bigint) to authenticated;

grant execute on function private.expect_one_row(bigint) to service_role;

grant execute on function private.id_key(text) to anon;

grant execute on function private.id_key(text) to authenticated;

grant execute on function private.id_key(text) to service_role;

grant execute on function private.is_account_admin() to anon;

grant execute on function private.is_account_admin() to authenticated;

grant execute on function private.is_account_admin() to service_role;

grant execute on function private.is_agent() to anon;

grant execute on function private.is_agent() to authenticated;

grant execute on function private.is_agent() to service_role;

grant execute on function private.is_hardened() to anon;

grant execute on function private.is_hardened() to authenticated;

grant execute on function private.is_hardened() to service_role;

grant execute on function private.is_kind(text[]) to anon;

grant execute on function private.is_kind(text[]) to authenticated;

grant execute on function private.is_kind(text[]) to service_role;

grant execute on function private.is_login_alive() to anon;

grant execute on function private.is_login_alive() to authenticated;

grant execute on function private.is_login_alive() to service_role;

grant execute on function private.is_login_shown() to anon;

grant execute on function private.is_login_shown() to authenticated;

grant execute on function private.is_login_shown() to service_role;

grant execute on function private.is_moment(timestamp with time zone) to anon;

grant execute on function private.is_moment(timestamp with time zone) to authenticated;

grant execute on function private.is_moment(timestamp with time zone) to service_role;

grant execute on function private.is_reserved_code(text) to anon;

grant execute on function private.is_reserved_code(text) to authenticated;

grant execute on function private.is_reserved_code(text) to service_role;

grant execute on function private.is_specified() to anon;

grant execute on function private.is_specified() to authenticated;

grant execute on function private.is_specified() to service_role;

grant execute on function private.kinds_of_people() to anon;

grant execute on function private.kinds_of_people() to authenticated;

grant execute on function private.kinds_of_people() to service_role;

grant execute on function private.objection_of(text) to anon;

grant execute on function private.objection_of(text) to authenticated;

grant execute on function private.objection_of(text) to service_role;

grant execute on function private.own_employee_id() to anon;

grant execute on function private.own_employee_id() to authenticated;

grant execute on function private.own_employee_id() to service_role;

grant execute on function private.own_kind() to anon;

grant execute on function private.own_kind() to authenticated;

grant execute on function private.own_kind() to service_role;

grant execute on function private.own_places(text[]) to anon;

grant execute on function private.own_places(text[]) to authenticated;

grant execute on function private.own_places(text[]) to service_role;

grant execute on function private.own_projects(text[]) to anon;

grant execute on function private.own_projects(text[]) to authenticated;

grant execute on function private.own_projects(text[]) to service_role;

grant execute on function private.own_user_id(text[]) to anon;

grant execute on function private.own_user_id(text[]) to authenticated;

grant execute on function private.own_user_id(text[]) to service_role;

grant execute on function private.plate_key(text) to anon;

grant execute on function private.plate_key(text) to authenticated;

grant execute on function private.plate_key(text) to service_role;

grant execute on function private.texts_within(text[],integer,integer) to anon;

grant execute on function private.texts_within(text[],integer,integer) to authenticated;

grant execute on function private.texts_within(text[],integer,integer) to service_role;

grant execute on function private.unplaced_because(text,text) to anon;

grant execute on function private.unplaced_because(text,text) to authenticated;

grant execute on function public.add_permits(jsonb) to authenticated;

grant execute on function public.assign_objection(uuid,boolean,text,text) to authenticated;

grant execute on function public.book_payments(text,jsonb,jsonb,text) to authenticated;

grant execute on function public.case_by_key(text) to anon;

grant execute on function public.case_by_key(text) to authenticated;

grant execute on function public.case_by_key(text) to service_role;

grant execute on function public.check_plate(text,text,uuid,text) to authenticated;

grant execute on function public.correct_fine(uuid,uuid,jsonb,text) to authenticated;

grant execute on function public.count_cases(text,date,timestamp with time zone) to authenticated;

grant execute on function public.count_site_contents(uuid) to authenticated;

grant execute on function public.demand_second_factor(text[]) to authenticated;

grant execute on function public.end_account_notices(bigint) to authenticated;

grant execute on function public.end_own_login(uuid) to authenticated;

grant execute on function public.end_parking(text) to anon;

grant execute on function public.end_parking(text) to authenticated;

grant execute on function public.end_payment(uuid,uuid,text,text,text) to authenticated;

grant execute on function public.erase_expired(text,boolean) to authenticated;

grant execute on function public.extend_parking(text,timestamp with time zone) to anon;

grant execute on function public.extend_parking(text,timestamp with time zone) to authenticated;

grant execute on function public.find_account(text) to service_role;

grant execute on function public.get_bid_figures(uuid[]) to anon;

grant execute on function public.get_bid_figures(uuid[]) to authenticated;

grant execute on function public.get_caller() to authenticated;

grant execute on function public.get_first_steps() to authenticated;

grant execute on function public.get_login_step() to authenticated;

grant execute on function public.get_second_factor_demands() to authenticated;

grant execute on function public.get_second_factor_due() to authenticated;

grant execute on function public.get_system_state() to authenticated;

grant execute on function public.get_user_role(uuid) to anon;

grant execute on function public.get_user_role(uuid) to authenticated;

grant execute on function public.get_user_role(uuid) to service_role;

grant execute on function public.give_back_account_link(text) to service_role;

grant execute on function public.had_account(text) to service_role;

grant execute on function public.hold_case_numbers(text,text[],text) to authenticated;

grant execute on function public.is_mail_set_up() to authenticated;

grant execute on function public.issue_fine(jsonb,jsonb,text) to authenticated;

grant execute on function public.list_account_notices() to authenticated;

grant execute on function public.list_case_files(text,text) to service_role;

grant execute on function public.list_case_work(text,text,text) to authenticated;

grant execute on function public.list_ended(text,timestamp with time zone,uuid) to authenticated;

grant execute on function public.list_file_rows(uuid,date,uuid) to authenticated;

grant execute on function public.list_notice_gaps(text) to authenticated;

grant execute on function public.list_objections(text,text,text,timestamp with time zone,uuid,integer) to authenticated;

grant execute on function public.list_own_logins() to authenticated;

grant execute on function public.list_sent_cases(text,text,date,uuid[],text) to authenticated;

grant execute on function public.list_similar_fines(text,timestamp with time zone,uuid) to authenticated;

grant execute on function public.list_unconfirmed() to authenticated;

grant execute on function public.list_unplaced(text,timestamp with time zone,uuid) to authenticated;

grant execute on function public.list_unused_numbers(text) to authenticated;

grant execute on function public.look_up_case(text,text) to anon;

grant execute on function public.look_up_case(text,text) to authenticated;

grant execute on function public.look_up_case(text,text) to service_role;

grant execute on function public.make_recovery_codes() to authenticated;

grant execute on function public.match_owners(text,jsonb,text) to authenticated;

grant execute on function public.match_payments(text,jsonb,text) to authenticated;

grant execute on function public.may_send_links() to authenticated;

grant execute on function public.note_camera_check(text,uuid,numeric,text[],text) to authenticated;

grant execute on function public.notice_gaps(text,text) to authenticated;

grant execute on function public.object_to_case(text,uuid,text,text,text,jsonb,text,text) to anon;

grant execute on function public.object_to_case(text,uuid,text,text,text,jsonb,text,text) to authenticated;

grant execute on function public.offline_data(text,text) to authenticated;

grant execute on function public.order_violations(text,uuid[]) to authenticated;

grant execute on function public.own_address() to authenticated;

grant execute on function public.parking_by_receipt(text) to anon;

grant execute on function public.parking_by_receipt(text) to authenticated;

grant execute on function public.person_extract(text,text,text,text,text) to authenticated;

grant execute on function public.place_payment(uuid,uuid,jsonb,text) to authenticated;

grant execute on function public.read_reply(text,text) to anon;

grant execute on function public.read_reply(text,text) to authenticated;

grant execute on function public.read_reply(text,text) to service_role;

grant execute on function public.record_access(text,text,text,jsonb) to authenticated;

grant execute on function public.record_case_event(uuid,uuid,text,uuid,text,jsonb,text) to authenticated;

grant execute on function public.record_case_events(text,text,jsonb,text) to authenticated;

grant execute on function public.record_offline_check(jsonb,text) to authenticated;

grant execute on function public.reserve_case_numbers(text,uuid,integer,text) to authenticated;

grant execute on function public.search_parkings(text,text,timestamp with time zone,uuid,integer) to authenticated;

grant execute on function public.search_parkings(text,text,timestamp with time zone,uuid,integer) to service_role;

grant execute on function public.send_account_link(uuid,text) to service_role;

grant execute on function public.send_decision(uuid) to authenticated;

grant execute on function public.send_message_again(uuid) to authenticated;

grant execute on function public.send_test_message(uuid) to authenticated;

grant execute on function public.set_objection_ground(uuid,text,text,text) to authenticated;

grant execute on function public.settle_message(text,uuid,integer,text,double precision,text,uuid) to service_role;

grant execute on function public.site_overview(text,date,date,text) to authenticated;

grant execute on function public.sum_payments(text) to authenticated;

grant execute on function public.take_account_link(text) to service_role;

grant execute on function public.take_messages(text,text[],integer,integer,text) to service_role;

grant execute on function public.undo_import(uuid,text) to authenticated;

grant execute on function public.use_recovery_code(text) to authenticated;

grant execute on function public.void_case_numbers(text,text,text) to authenticated;

comment on table private.case_numbers is 'Every case number that was ever given, to whom, and when it was used.';

comment on table private.case_transitions is 'Which event leads a case from which state to which.';

comment on table private.reply_secret is 'The secret that the reply keys of objections are made of.';

comment on table private.erased_rows is 'Hashes of the ids of what was erased; no backup has them, and a restore erases those rows again.';

comment on table private.past_accounts is 'Addresses whose account was removed, each as a hash: nobody reads an address out of it.';

comment on table private.recovery_codes is 'Hashes of the codes that stand in for a lost second factor.';

comment on table private.last_backup is 'One row: when the last backup of this installation was made, and how large it is.';

comment on table private.rate_limits is 'Counts of the rate limits, shared by all processes of the server.';

comment on table private.settings is 'One row: how this installation runs.';

comment on table private.staff_functions is 'Functions of schema public that anon calls in specified alone.';

comment on table private.storage_usage is 'Bytes of stored files, counted in the transaction that stores or removes one.';

comment on table private.system_notes is 'What servers note of themselves: the last run of each job, each server with what it misses, and alarms. No backup has it.';

comment on table private.table_grants is 'What anon and authenticated may ask of each table of schema public, in each security profile.';

comment on table private.changed_days is 'Days whose sums are out of date.';

comment on table private.day_sums is 'Sums of a place by day, up to the day of private.summed_places.';

comment on table private.summed_places is 'Through which day private.day_sums has a place''s days.';

comment on table private.account_links is 'Links by mail to choose a password with, each good once and for a day.';

comment on table private.account_notices is 'What somebody else changed of an account, until its owner has seen it.';

comment on table private.driver_calls is 'What drivers sent with which call: a hash of it, and the folder of its photos.';

comment on table private.hook_addresses is 'The whole addresses of webhooks, for the server alone.';

comment on table public.shift_registrations is 'Work shifts; an admin approves or rejects them.';

comment on table public.main_page_sites is 'Customer sites listed on the main page; path is the project code.';

comment on table public.site_settings is 'What a site decides about its fines, one row a site, made with it.';

comment on table public.violations is 'What a site fines; `Övrigt` is always the last choice and is no row.';

comment on table public.vehicle_registrations is 'One row for each chauffeur who holds a car; item_n marks the slot.';

comment on table public.audit_trail is 'Who did what; written by triggers, never changed.';

comment on table public.web_activity_logs is 'Actions of people on the screens; page_project is the first part of page_url.';

comment on table public.profiles is 'One row for each account, made by a trigger on auth.users.';

comment on table public.user_passwords is 'Readable passwords that the main admin''s screen lists; a kept weakness of the profile specified.';

comment on table public.user_roles is 'Roles of accounts; an account without a row is a member. Written by the server only.';

comment on table public.ase_employees is 'Employees of the ambulance service.';

comment on table public.ase_shifts is 'Shifts of the ambulance service''s employees; one without an end is going on.';

comment on table public.fine_events is 'What happened to each case, in order; only added to.';

comment on table public.fine_photos is 'Photos of fines, at most eight each.';

comment on table public.fines is 'Fines, each a case with a number of its own.';

comment on table public.case_recipients is 'To whom a case is sent; the latest counts.';

comment on table public.payment_files is 'Files of banks whose payments were booked.';

comment on table public.payments is 'Money that came and went; only added to.';

comment on table public.objections is 'What drivers object, and how it was decided.';

comment on table public.reply_templates is 'What a site answers to objections, with fields for the facts of a case.';

comment on table public.teamspeak_units is 'Units seen on the voice server; fetched by the dispatch centre and not shown.';

comment on table public.units is 'Units of the dispatch centre, grouped by location on its screen.';

comment on table public.properties is 'Properties that the housing company sells.';

comment on table public.property_bids is 'Bids of the public; at most one of a property is accepted.';

comment on table public.contact_messages is 'Messages from visitors; read becomes true when the main admin opens one.';

comment on table public.message_hooks is 'Where a site wants to be told of what: webhooks of Discord, and its own e-mail address.';

comment on table public.outbox is 'Messages that wait to be sent, were sent, or could not be.';

comment on table public.parking_deletion_logs is 'Who removed which parking; written before the parking goes, so parking_id refers to nothing.';

comment on table public.parkings is 'Parkings that visitors registered; project_id is the project of the route, null without one.';

comment on table public.plate_checks is 'Who asked for which plate, and the answer.';

comment on table public.admin_accounts is 'Admins of customer sites.';

comment on table public.admin_user_credentials is 'Accounts that admins created, with readable passwords; a kept weakness of the profile specified.';

comment on table public.attendant_deletion_logs is 'Who removed which attendant or operator.';

comment on table public.attendants is 'Attendants that a customer admin added; the password is plain or SHA-256 hex.';

comment on table public.project_attendants is 'Attendants, operators and chauffeurs of one project.';

comment on table public.staff_accounts is 'What an account is in the product, and for which project; written by the server only.';

comment on table public.permits is 'Cars that may stand at a site without a parking.';

comment on column private.case_numbers.held_at is 'When a device last told that it holds the number.';

comment on column private.case_numbers.voided_at is 'When an admin voided it: no device is to use it, and it is never given again.';

comment on column private.settings.delivery_secret_hash is 'SHA-256 of the secret that deliver-messages shows, in hexadecimal; null where the server delivers (docs/messages.md).';

comment on column private.settings.second_factor_from is 'From when a second factor is demanded of a kind (required_from): a moment that is to come, or null for a default that was taken back.';

comment on column public.fines.agreed_fee is 'The fee of a reminder, in kronor, as it was agreed when the fine was issued.';

comment on column public.fines.recovered_ore is 'What came of the claim, in öre, after it was written off; 0 where it was not.';

comment on column public.case_recipients.id_number is 'The number of the person or company, as the owner''s register has it; erased with the row.';

comment on column public.objections.address is 'Where the answer goes by post; empty where it goes to a recipient of the case.';

comment on column private.account_links.used_at is 'When somebody chose a password with it; taken back when the password was refused.';

comment on column private.account_links.ended_at is 'When another link took its place or the password changed; never taken back.';

comment on column public.fine_photos.sha256 is 'Of the file that was taken, as its phone told.';

comment on column public.fine_photos.stored_sha256 is 'Of the file that is stored, set by the server with it; null while none has arrived, and for files that are older than this column.';

comment on function private.expired_checks(text,uuid,timestamp with time zone,integer) is 'Checks of plates that are over, oldest first.';

comment on function private.expired_parkings(text,uuid,timestamp with time zone,integer) is 'Parkings that ended before a moment, oldest first, once the sums of their day are kept.';

comment on function private.expired_payers(text,uuid,timestamp with time zone,integer) is 'Payers of money that never found a case, once their time is over.';

comment on function private.end_ase_shift() is 'A shift ends now, by the database''s clock, and once.';

comment on function private.keep_shifts_of_employee() is 'An employee who gets another ID or name keeps the shifts. They go with who is removed: the ID may be somebody else''s next.';

comment on function private.name_ase_shift() is 'The name stands in the employee''s row, not in what a screen says.';

comment on function private.is_held(private.case_numbers) is 'Whether a number lies unused on a device that is alive.';

comment on function private.new_case_numbers(uuid,integer,private.case_actor) is 'Gives somebody so many numbers that nobody had before.';

comment on function private.use_case_number(text,private.case_actor) is 'A number is found by itself, whatever else its person holds: among thousands of unused ones the planner took the index of the person, and each fine read them all.';

comment on function public.case_by_key(text) is 'A case for its driver, by the key of its QR code.';

comment on function private.accepted_of(jsonb,jsonb) is 'The accepted part of a list: the reasons of warnings that there were.';

comment on function private.forget_driver_calls() is 'The calls of an erased case''s driver go with it.';

comment on function public.list_case_files(text,text) is 'The photos of a case, and those of the objection that a reply key opens.';

comment on function public.look_up_case(text,text) is 'A case for its driver, by number and plate.';

comment on function private.add_case_event(uuid,text,uuid,text,private.case_actor,timestamp with time zone,text,jsonb,text,text) is 'Adds an event to a case whose row the transaction has locked.';

comment on function private.case_staff(text,text) is 'The person who calls a function of staff for a project: an admin or an attendant of it, with the project''s code as its site spells it. `specified` believes the ID; somebody is an admin there who has an admin account of the site and whose screen does not say attendant. `hardened` refuses an ID that is not the caller''s, and strangers to the site (42501).';

comment on function private.refuse_other_past() is 'Events and payments are only added to; they follow their site, and money can be placed later.';

comment on function private.is_accepted(jsonb,text) is 'Whether a warning was accepted in a list of {code, reason}.';

comment on function private.is_reason(text) is 'Letters that a reason has to have, and the one choice that lifts what the law forbids within one parking.';

comment on function private.keep_keys_apart() is 'A key that another case has, read off a notice perhaps before its phone could send it: this case gets one of its own, somebody looks at it, and what lies on the other car is not kept from being stored.';

comment on function private.require_case_data(text,text,jsonb) is 'Refuses what a call does not bring, or brings in a form that nobody can read.';

comment on function private.require_delivery_secret(text) is 'Refuses a call that lacks the secret of the function deliver-messages.';

comment on function private.transition_of(text,text,text[],text[]) is 'The row of the table that an event follows. Refuses what no row allows.';

comment on function private.not_accepted(jsonb,jsonb) is 'The warnings of a list that nobody accepted.';

comment on function private.too_many(private.case_actor,text,text) is 'The refusal of an account that issued or corrected as much as one person can, 60 in 15 minutes; empty below that. `specified`, which believes everybody''s ID, limits nobody (decisions §4).';

comment on function private.bank_rows(text,jsonb) is 'The state of each row of a bank file: `already` when it was booked, `placed` when its reference names one case of the site, else `unknown`.';

comment on function private.require_bank_rows(jsonb) is 'Refuses a file that is not what it should be, with the first row that is wrong.';

comment on function private.unplaced_because(text,text) is 'Why a row has no case: its reference holds no number, one of no case of this site, or several cases''. For whoever may read the site''s cases.';

comment on function private.objection_of(text) is 'The objection that a photo was sent with, by its folder.';

comment on function private.reply_key(uuid) is 'The key that opens what was sent under this id: 22 letters, 128 bits.';

comment on function private.cases_by_due(text,uuid) is 'The index of the counts is read in its order when the site is known by equality: nothing has to be hashed or sorted.';

comment on function private.may_count_cases(text) is 'Whether the caller may read all cases of a code, which is what counts and sums of them tell: the policy of fines, asked once.';

comment on function public.may_send_links() is 'Whether somebody can be sent a link to choose a password with.';

comment on function private.by_hand(uuid) is 'Money that came for a case by hand and was not taken back again; refunds do not count.';

comment on function private.is_taken_back(uuid,uuid) is 'Money by hand is taken back of what came by hand. Before, it could be a file''s: then nobody can tell whose money that was.';

comment on function private.money_admin(text,text) is 'The admin who acts on a site''s money. Refuses everybody else with 42501.';

comment on function private.money_keeper(text,text) is 'The admin who acts on a site''s money, which is locked until the transaction ends.';

comment on function private.moves_money() is 'Whether private.move_money writes the trail of payments and cases itself.';

comment on function private.reminder_holds(uuid,integer) is 'Whether a reminder holds: it was not taken back. Only the latest one can be, so the next event of the two kinds says it.';

comment on function private.status_before_paid(uuid) is 'The status that a case had before it was paid.';

comment on function private.content_hash(text,text,text,jsonb) is 'Hashed with the secret: nobody tries texts against it.';

comment on function private.erase_address() is 'The address of an erased objection goes with the other words of its person.';

comment on function private.require_objection(uuid,text,text,text,jsonb) is 'Refuses what an objection does not bring, or brings in a form that nobody can read.';

comment on function private.require_own_objection() is 'An objection names photos of its own, and has a key only if a driver''s call made it; all else is refused, whoever writes.';

comment on function public.object_to_case(text,uuid,text,text,text,jsonb,text,text) is 'A driver objects to a case, or adds to what was objected, and gets the key of the answer.';

comment on function public.read_reply(text,text) is 'What a driver objected and how it was decided, by the key that was given for it.';

comment on function private.give_fitting_replies_to_site() is 'Gives a new site the replies that fit its violations.';

comment on function private.give_fitting_replies(text) is 'Replies of a code that has none of that name, behind those that it has: each keeps its digit at the desk.';

comment on function private.give_reply_templates_to_site() is 'Gives a new site its first templates of replies.';

comment on function private.give_reply_templates(text) is 'A site begins with four. In a place that has some already they stay.';

comment on function private.asked_for_owner() is 'The words by which an event of `exported` says that a register was asked for the owner.';

comment on function private.expired_activities(text,uuid,timestamp with time zone,integer) is 'Rows of the activity log whose additional data is over.';

comment on function private.expired_cases(text,uuid,timestamp with time zone,integer) is 'The cases of a site whose time is over: ended, nothing to pay back, and nothing happened since but that somebody looked at them.';

comment on function public.get_second_factor_demands() is 'Kinds of people who must have a second factor, for the main admin.';

comment on function private.erase_again(integer) is 'Erases again what was erased before a backup brought it back; at most so many of each kind.';

comment on function private.erase_cases(uuid[]) is 'Erases cases, with all that belongs to them. Gives how many photos went.';

comment on function private.erase_trail(text[],uuid[]) is 'Takes what names people out of the trail of rows: their keys, ids, states, amounts and moments stay.';

comment on function private.erase(text,uuid,boolean,integer) is 'Erases what is over at a place, at most so many rows of each kind, or only counts them.';

comment on function private.erases_from(text,uuid) is 'The moment from which on something is erased at a place.';

comment on function private.erases() is 'Whether the transaction erases: what refuses to change the past, and what writes down how it was, lets it through then.';

comment on function private.expired_permits(text,uuid,timestamp with time zone,integer) is 'A permit that ended is kept as long as a parking.';

comment on function private.expired_removals(text,uuid,timestamp with time zone,integer) is 'Removals of parkings whose plate and name are over, oldest first.';

comment on function private.one_sale_at_a_time() is 'A bid that is accepted locks itself and then its property; a property that is removed locks itself and then its bids. Two agents who did both at once waited for each other, until PostgreSQL broke off one of them and that agent read that it could not be done. Now the two wait for each other before either locks a row: an advisory lock, since a trigger for rows runs when its row is locked already.';

comment on function private.refuse_bid_on_unavailable_property() is 'A bid on a property that is hidden, sold or not there gets one and the same refusal: a bidder learns nothing from it.';

comment on function private.sell_by_accepted_bid() is 'An accepted bid sells its property, with the agent''s own rights: whoever may accept a bid may change the property.';

comment on function public.get_bid_figures(uuid[]) is 'The highest bid on each of up to 100 properties, and how many there are, where the caller may read them.';

comment on function private.hold_messages_back(uuid,interval) is 'Lets nothing go to a receiver for a while that asked to be left alone.';

comment on function private.keep_hook_address() is 'Checks and keeps the address of a receiver: twenty at most a site, mail only while the site has a contact.';

comment on function private.remove_old_messages(interval) is 'Removes what is older, whatever became of it: it may say whose car stood where.';

comment on function private.settle_message(uuid,integer,text,interval,text) is 'Puts down what has become of an attempt (`sent`, `later`, `given-up`), unless another process has taken the message since.';

comment on function private.status_in_words(text) is 'The status of a case in Swedish, as messages say it.';

comment on function private.take_messages(text[],integer,interval) is 'Takes at most so many due messages of these channels, and nobody else gets them for a while. A message waits for the earlier ones that tell the same receiver of the same thing. Sites take turns, so that one with many messages keeps nobody else''s.';

comment on function private.tell_hooks(text,text,uuid,uuid,uuid,jsonb,text,text) is 'Puts a message into the outbox for each receiver at the site that wants to hear of the event. `plate` and `name` go along where they are asked for.';

comment on function private.tell_of_case() is 'Tells a site''s receivers of what became of a case: issued, objected to, decided, paid, and what waits for review.';

comment on function private.tell_of_shift() is 'Tells a site''s receivers of a shift that waits for its review.';

comment on function private.tell_of_unit() is 'Units are of one site, and have no column for it.';

comment on function public.settle_message(text,uuid,integer,text,double precision,text,uuid) is 'Puts down what has become of a message that deliver-messages took.';

comment on function public.take_messages(text,text[],integer,integer,text) is 'Due messages, for the edge function deliver-messages.';

comment on function private.first_check(text,text,timestamp with time zone,boolean) is 'The first check of a plate on the day of a moment; null without one. What a phone answered itself bears the time that the phone says. A fine that was issued without a network is reviewed and keeps it; for one that is issued online the check is of when it arrived.';

comment on function private.most_offline_parkings() is 'The number of parkings that a phone keeps at most.';

comment on function private.plate_history(text,text,boolean,uuid) is 'Everything known of a plate at a site, each list newest first and at most 20 rows. Attendants get 90 days without names of people, amounts and objections.';

comment on function private.removed_parking(text,uuid) is 'A parking that was removed as it stood, with who removed it; null where nothing is known of it at this site.';

comment on function private.removed_right(text,text,timestamp with time zone) is 'The parking of a plate that somebody removed within a day before a moment, while it held or was to come: at, by. When it held stands in the trail of its removal. One that was removed behind the moment, as the phone''s clock has it, counts where it held then.';

comment on function private.kinds_of_people() is 'The kinds that people with an ID can be of.';

comment on function private.removed_rights(text,text,timestamp with time zone) is 'The latest parking of this plate that somebody removed at this site within 24 hours before a moment, while it held or was still to come. When it held stands in the trail of its removal.';

comment on function private.log_parking_removal() is 'Each parking that goes leaves one row in the log. The remover is who announced it, if that was the same caller; the owner''s own work on the database is no removal by anybody.';

comment on function private.parking_changes(uuid) is 'The changes of a parking since it was registered, oldest first, each with what was there before it.';

comment on function private.refuse_longer_parking() is 'Refuses a registration that is longer than its site allows.';

comment on function public.give_back_account_link(text) is 'Lets a link be used whose password was not taken.';

comment on function private.country_spellings(text) is 'A folded plate with a country''s code in front or behind, and without one.';

comment on function private.erased_plate() is 'The text that stands for an erased plate.';

comment on function private.fold_plate(text) is 'A plate in which all signs that look alike are one sign: accents, other alphabets, and digits like letters. The index parkings_alike_site_idx has the same words, since functions with a search path are not read into it.';

comment on function private.plate_key(text) is 'Capitals, and nothing but letters and digits; one way to write each letter first. contract/plate.ts gives the same.';

comment on function private.similar_keys(text) is 'Folded plates that a hand may have meant or written for this one. As texts that are split, not rows that are put together: each check and each fine asks for some five hundred.';

comment on function private.similar_parkings(text,text,timestamp with time zone) is 'Running parkings with a plate that looks like this one, at most three, nearest first: read the same, the same but for a country''s code, one mistake. Planned once a connection: to plan it took five times as long as to look.';

comment on function private.end_account_links() is 'A new password ends the links that would have set one.';

comment on function private.link_key(uuid) is '22 letters, 128 bits. No id of a link is one that a reply key is made of, and the words before it keep the two apart.';

comment on function public.send_account_link(uuid,text) is 'Puts a mail into the outbox with a link to choose the account''s password with; false where that cannot be.';

comment on function public.take_account_link(text) is 'The account that a link opens, which opens it no more; null for a link that is none, was used or is older than a day.';

comment on function private.tell_account(uuid,text,text,text,text) is 'Tells an account''s owner of a change, once however many rows it has. `address`: of mail, as it was before the change. Whoever never logged in knows of nothing that could have changed.';

comment on function private.tell_of_account_change() is 'Tells of changes of accounts, factors and roles that somebody else makes, or the secret key. Hosted Supabase''s sign-in service does not say for whom it acts: of its rows nothing is told.';

comment on function public.end_account_notices(bigint) is 'Notes that the caller has seen what was told, up to this one.';

comment on function public.list_account_notices() is 'What somebody else changed of the caller''s account since the last log-in that was told of it.';

comment on function private.address_part(text) is 'A part of an address: small letters, digits and hyphens stay, every other byte becomes `_` and two hex digits.';

comment on function private.give_addresses(uuid[]) is 'Gives accounts the address that their ID and project make. Addresses of single sign-on are left out, as the index of addresses leaves them out.';

comment on function private.has_worked_at(text,text) is 'Whether somebody is an attendant of a site, or was given numbers there before they were removed.';

comment on function private.keep_profile() is 'People with an ID have addresses below konto.parkering.example (contract/staff-address.ts). They are no registered users, so they get no profile.';

comment on function private.log_attendant_removal() is 'One row of the log for each attendant or operator who goes. Hosted Supabase''s sign-in service removes accounts without saying for whom: the announcement says it then.';

comment on function private.note_past_account() is 'Notes that an address had an account, when that is removed.';

comment on function private.refuse_readable_password() is 'Readable passwords are refused in `hardened`, whoever writes them.';

comment on function private.refuse_reserved_address() is 'Nobody signs up with an address that the server hands out. Asked at the end of the transaction, since the sign-in service may write the mark of its own accounts after the row.';

comment on function private.remove_account_of_credential() is 'The account of a removed row of the list goes with it; people who log in with an ID are no rows of that list.';

comment on function private.staff_address(text,text,text) is 'The address that a person with an ID signs in with (contract/staff-address.ts); null when it is too long for one.';

comment on function public.find_account(text) is 'The account that signs in with an address; for the server only.';

comment on function public.had_account(text) is 'Whether an account with this address was removed.';

comment on function public.list_unconfirmed() is 'Accounts whose address nobody confirmed, for those who may confirm one.';

comment on function private.date_login() is 'A login begins at the database''s time, whatever the sign-in service says.';

comment on function private.end_oldest_logins(uuid,uuid) is 'Ends the oldest logins of an account beyond twenty. Where the account has a second factor, logins that showed it keep nineteen places and the others share what is left: whoever took a password alone ends nothing of the owner''s. `login` has just begun or was just raised.';

comment on function private.login_ends_at(text,timestamp with time zone,timestamp without time zone,timestamp with time zone) is 'When a login ends by itself. People with an ID have addresses below konto.parkering.example (contract/staff-address.ts).';

comment on function private.must_choose_password(uuid) is 'Whether the account has a password that another person chose.';

comment on function private.note_default_demand(uuid) is 'Notes the demand that is to come at a main admin''s first log-in, and makes it one when its time has come. The sign-in service of the server calls it at each log-in; on hosted Supabase the main admin demands it in the screen.';

comment on function private.own_employee_id() is 'The ID of the employee who calls; null for everybody else, and in `specified`, where they have no account.';

comment on function private.note_own_password(uuid) is 'Notes that the account''s password is its owner''s choice.';

comment on function public.demand_second_factor(text[]) is 'Says of which kinds of people a second factor is demanded.';

comment on function public.end_own_login(uuid) is 'Ends one of the caller''s own logins.';

comment on function public.get_login_step() is 'What the caller must show or choose before anything else.';

comment on function public.get_second_factor_due() is 'From when the caller must have a second factor; null when none is to come.';

comment on function public.list_own_logins() is 'The caller''s own logins that go on, with device and time.';

comment on function private.recovery_code_hash(text) is 'The SHA-256 of a recovery code, without blanks, hyphens and capitals.';

comment on function private.write_recovery_trail() is 'Recovery codes: made, or one of them used. Their hashes stay where they are.';

comment on function public.make_recovery_codes() is 'Gives ten codes that stand in for the second factor, each once.';

comment on function private.is_login_strong(text) is 'Whether the caller''s login has shown all that its account needs. `kind` is what the caller acts as.';

comment on function public.use_recovery_code(text) is 'Takes a recovery code instead of the second factor.';

comment on function private.factor_kind(uuid) is 'The kind of person by which an account is asked for a second factor.';

comment on function private.functions_of_rights() is 'The functions whose answers follow from the caller''s rights alone; a policy that asks anything else is asked for each login (tests/backend/realtime-shared-answers.test.ts).';

comment on function private.is_account_admin() is 'True when the caller is signed in with the role admin, who makes and removes accounts (document 2 §6).';

comment on function private.is_agent() is 'Agents: in `hardened` a login that has ended counts no more.';

comment on function private.is_kind(text[]) is 'True when the caller is one of these kinds of people, with a login that counts.';

comment on function private.is_login_alive() is 'A login from the future was begun while a clock ran ahead, and would live for longer than it may.';

comment on function private.is_login_shown() is 'Whether the caller''s login goes on and has shown all that its account needs, whoever chose the password.';

comment on function private.is_special_code(text) is 'Codes with a meaning of their own (contract/projects.ts): people work there without a site too.';

comment on function private.own_kind() is 'The kind of the caller. The functions of people answer nothing outside of `hardened`; without kinds they ask for people of every kind.';

comment on function private.own_places(text[]) is 'The places that are the caller''s: sites, codes that no site has, and the empty text for no code. A row''s place is written alike.';

comment on function private.own_projects(text[]) is 'The projects whose rows the caller works with as one of `kinds`; '''' stands for rows without a project. Empty for strangers.';

comment on function private.own_shift() is 'The account of a new shift, whatever was sent; null in the profile `specified`, where people have none.';

comment on function private.own_user_id(text[]) is 'The ID that the caller is known by as one of `kinds`; null for strangers.';

comment on function private.rights_of_logins(uuid[],uuid[]) is 'All that private.functions_of_rights() answer of each login, as one text: who has the same may read the same. Until when time alone changes nothing of it.';

comment on function private.sources_of_rights() is 'The tables that rights are made of, with their columns that name the account; none where a row concerns everybody.';

comment on function private.end_permit_now() is 'A permit that is ended ends by the clock of the database.';

comment on function private.grant_for_profile() is 'Gives anon, authenticated and service_role what private.table_grants says for the running profile.';

comment on function private.grant_with_profile() is 'A changed profile changes the grants with it.';

comment on function private.is_hardened() is 'True while the profile is `hardened`.';

comment on function private.is_specified() is 'True while the profile is `specified`. Policies call it as (select private.is_specified()), once a statement.';

comment on function public.get_caller() is 'What the caller is in the profile hardened; nothing once the login has ended.';

comment on function private.header_json(text) is 'The content of a header as JSON; null when it is none. A header is anybody''s text.';

comment on function public.get_user_role(uuid) is 'The strongest role of an account; member when it has none.';

comment on function private.is_photo_of(uuid,text) is 'Whether a path is that of a photo which a driver sent with this objection.';

comment on function private.listed_photos(jsonb,uuid,uuid) is 'Photos as their objection lists them; their files follow, each at its path.';

comment on function private.open_bucket_with_profile() is 'Photos can be read by everybody in the profile `specified` alone.';

comment on function private.photo_path(text) is 'The path of a photo in its bucket, from what a shift keeps of it: the path itself, or its public address.';

comment on function private.day_of(timestamp with time zone) is 'The day of a moment, where the company is.';

comment on function private.expect_one_row(bigint) is 'True when a call reached exactly one row; otherwise an error that the table API answers with 406.';

comment on function private.hash_of(uuid) is 'The SHA-256 of a row''s id, by which an erased row is known.';

comment on function private.id_key(text) is 'An ID as it is compared: no case, no spaces, no invisible letters.';

comment on function private.is_day(text) is 'Whether a text is a day of the calendar, from 1900 on.';

comment on function private.is_mail_address(text) is 'True for one address and nothing else: a text with commas, brackets or newlines would send the mail to others, or add to its head.';

comment on function private.is_moment(timestamp with time zone) is 'True for a moment that people mean, and for none.';

comment on function private.keep_created_at() is 'When a row was made is not changed by a later call.';

comment on function private.list_in(jsonb,text) is 'A list of a call''s argument; an empty one for nothing.';

comment on function private.luhn_digit(text) is 'The check digit by Luhn of a number of seven digits.';

comment on function private.refuse_stranger() is 'Refuses whoever has no right to what was asked (42501), in the words that screens show.';

comment on function private.refuse(text,text,text) is 'Refuses with a SQLSTATE of its own, the field in `details` and a text that a screen shows (contract/cases.ts lists the codes).';

comment on function private.start_of(date) is 'The first moment of a day, where the company is.';

comment on function private.texts_within(text[],integer,integer) is 'True when a list has at most max_items texts of at most max_length characters each, none of them null.';

comment on function private.touch_updated_at() is 'Sets `updated_at` to now, whatever the caller sent.';

comment on function private.wait_in_words(text,timestamp with time zone) is 'A refusal with the minutes until it ends.';

comment on function private.hash_of_key(text) is 'The SHA-256 of a key in hexadecimal digits; keys themselves are not stored.';

comment on function private.keep_receipts_apart() is 'A registration with a hash that is there already is stored without one: the answer of the unique index would tell that it is there. The lock makes whoever comes at the same moment wait, so that the index never answers.';

comment on function public.end_parking(text) is 'Ends a parking now, for whoever holds its receipt; one that has ended stays as it is.';

comment on function public.extend_parking(text,timestamp with time zone) is 'Makes a parking end later, for whoever holds its receipt, within the longest time of its site.';

comment on function public.parking_by_receipt(text) is 'A parking for whoever holds its receipt.';

comment on function private.follow_shift_review() is 'An approval that says nothing but `approved` (document 1 §7) kept the note and the name of the rejection before it as its own. What belongs to the rejection stands in columns of its own; the approval has no note, and nobody said who gave it.';

comment on function private.keep_rejection() is 'The database writes these columns. What a call says of them does not count.';

comment on function private.refuse_own_shift() is 'Nobody approves or rejects the own shift.';

comment on function private.count_days(text,uuid,date,date) is 'The days of a place from its rows, both ends included: what private.day_sums keeps, and what it is compared with.';

comment on function private.last_summed_day() is 'The last day that is kept as sums. The two days after it are counted when somebody asks: what happens in them is noted nowhere, and a transaction that began before midnight is over when its day is summed.';

comment on function private.note_changed_day() is 'Notes that a row of a day that may be summed already came, changed or went. Its argument is the column with the row''s moment.';

comment on function private.site_figures(text,uuid) is 'Counts of what waits and runs at a site now.';

comment on function private.sum_days(text,uuid) is 'Brings the sums of a place up to date. Whoever asks meanwhile waits for it.';

comment on function private.is_at(uuid,text,uuid,text) is 'Whether a row is of a place: of its site, or where there is none of its code without a site.';

comment on function private.is_reserved_code(text) is 'The server says at addresses of its own whether it is ready and how it does: no site may take them.';

comment on function private.make_way_for_site(text) is 'Rows that a code had before a site gets it: rows without a site or person of their own belong to the new site; all else is of somebody who is gone, and is put aside with the people, whose logins end.';

comment on function private.move_rows(uuid,text,text) is 'Gives the rows of a code and a site (null: of the code without a site) another code, with everything that follows it: the addresses that people log in with, the names in the main admin''s list, the room that photos take.';

comment on function private.place_activity() is 'Sets the site of a row of the activity log, whose code stands in the address of the page.';

comment on function private.place_key(text) is 'Two ways of writing one place are one place.';

comment on function private.place_of(text) is 'The place of a code as policies write it: its site, else the code, else the empty text.';

comment on function private.place_row() is 'A site''s id is no code of it: policies know a row by its site''s id, and one with that for a code would pass as the site''s.';

comment on function private.settle_site() is 'Moves rows to a new site, with a site that changes its path, and away from a site that goes.';

comment on function private.site_of(text) is 'The site of a code, null when there is none.';

comment on function private.spell_site_path() is 'Sets the key of a path. The special codes have one spelling, which people''s accounts carry.';

comment on function private.are_payment_methods(jsonb) is 'Ways to pay: a list of {kind, value, text}.';

comment on function private.gaps_in_words(text[]) is 'The refusal of a site whose notices lack something, with what an admin has to fill in.';

comment on function private.give_settings_to_site() is 'Gives a new site its settings and violations.';

comment on function private.give_settings(text) is 'A site begins with settings and the four violations of document 1 §5 at 700 kr. In a place that has them already they stay.';

comment on function private.is_admin_of(text,uuid) is 'Whether the caller is an admin of the place.';

comment on function private.keep_agreed_fee() is 'A fine keeps the fee of a reminder that its site had agreed on when it was issued.';

comment on function private.kept_since(text,uuid) is 'The moments up to which a site keeps each kind of row: by its settings, or those that a new site has.';

comment on function private.note_shorter_keep() is 'Notes when a site last changed how long it keeps something.';

comment on function private.replace_own_car() is 'Taking another car releases the caller''s car, with the caller''s own rights. The owner and the secret key are refused beside another row.';

comment on function private.announce_removal() is 'A removal that somebody announces waits for the removal itself. What the service key, the owner and the removal write counts at once.';

comment on function private.add_to_trail(text,text,text,text,jsonb,jsonb) is 'Adds a row to the trail that is no change of a watched row.';

comment on function private.refuse_trail_change() is 'Not even the owner changes the trail by a slip.';

comment on function private.fine_json(public.fines) is 'A fine as functions answer it: its columns and its photos.';

comment on function private.who_acts() is 'The person who acts, and in which request. The claims say it; a function with the secret key says in the header `x-acting-account` for whom it acts; and in `specified`, where the database cannot know people, the screen says it in the header `x-acting-as`.';

comment on function private.write_account_trail() is 'Passwords, addresses and second factors of accounts lie in tables of the sign-in service, of whose rows the trail holds no more than what changed.';

comment on function private.write_trail() is 'Most rows of the trail are of new rows: those are not compared with what they were. The photos of a fine come in one statement, and are written in one.';

comment on function private.add_photos(public.fines,jsonb) is 'Stores the photos that a fine lists; their files follow.';

comment on function private.fine_of_call(jsonb,private.case_actor,timestamp with time zone) is 'A fine as a call gives it, with what it leaves out. Its status, money and events are not the caller''s. `moment` is when it is issued, null for a new one.';

comment on function private.fine_refusals(public.fines,timestamp with time zone) is 'Reasons why a fine cannot be stored at all, as [{code, field, words}]. `moment` is when it is issued.';

comment on function private.fine_warnings(public.fines,integer,timestamp with time zone) is 'Warnings that somebody has to give a reason for, as [{code, …}].';

comment on function private.short_outages(public.fines) is 'How many fines of the same account within the hour say that they were without a network for less than a minute.';

comment on function private.fee_of(public.fines) is 'The fee of a case: that of its reminder, unless money of the reminder''s day or before had covered the amount already.';

comment on function private.money_of(public.fines) is 'Booking 5 000 rows spent more than half of its time on the trail, row by row. Of many at once it is written in one statement: payments as ever, of cases what changes and by what they are known.';

comment on function private.own_staff(text[]) is 'The caller as one of `kinds`; no row for everybody else, for a login older than 8 hours, and for people who still have to choose a password. One statement, since policies ask it for nearly every row: is_login_alive and is_login_strong stand in it once more, because calls of functions cost more than what they ask.';

comment on function private.move_back(public.fines,uuid,jsonb,private.case_actor) is 'Takes money of a file''s row off the case, all that the case has of it, and puts it back among what has no case. The file''s row stays the row that both payments name, so that the file''s sum and the site''s stay what the bank has.';

comment on function private.move_money(private.money_move[],text,uuid,private.case_actor) is 'Planned anew each time, for as many moves as there are: a plan that is kept for any number joins them in a square.';

comment on function private.pay(public.fines,text,uuid,jsonb,private.case_actor) is 'Writes the money of an event, and gives the fine with what is paid then. The payment has the event''s key.';

comment on function private.recovered_of(public.fines,text) is 'Money that came of a claim since it was written off, at most the claim. Earlier money stays to be paid back, less refunds; what a file or a hand takes back is first what came since by the same way. `latest` is the kind of a payment''s event that is not recorded yet.';

comment on function private.reminder_fee_of(public.fines) is 'The fee of a reminder of a case if it were sent today, in kronor.';

comment on function private.opened_by(text,text) is 'The objection that a reply key opens at a case, whole or only that something was added to it. A wrong key takes as long.';

comment on function private.right_of(text,text,timestamp with time zone,integer) is 'The first that holds of: a parking that runs, a permit, the grace after a parking, one that starts later today, one that ended within 24 hours, nothing. Parkings back to back count as one. `since` is when it began, or for what is over when it ended.';

comment on function private.supplement(public.fines,private.case_actor,uuid,text,text,jsonb,text) is 'The objection that is open becomes longer; whoever has no key of it is named in it.';

comment on function private.case_paper(public.fines,integer) is 'A case as letters and lists for others say it, as it was after its event of this number; null: as it is now.';

comment on function private.collection_changes(public.fines,integer,integer) is 'Events of a claim that its debt collector has to know, after `after` and up to `upto`; a claim that was called back is not theirs any more.';

comment on function private.count_erasable(private.erasable) is 'How many rows of each kind a list of what is over holds, and how many photos belong to them.';

comment on function private.erase_rows(text,private.erasable) is 'The moments of what is erased only go on, also where the clock goes back: the lists beside the database end at their last line''s moment (server/erasure/erased-list.ts), and what came before it would never stand in them.';

comment on function private.mail_decision(public.fines,public.objections) is 'The mail of a decision to whoever objected; none where the server sends no mail or nobody gave an address. Null then.';

comment on function private.refuse_longer(public.parkings,text) is 'Refuses a parking that is longer than its site allows, with the latest end that is possible. `field` is what the caller named.';

comment on function private.is_issuer(public.fines,private.case_actor) is 'Whether somebody issued a fine: the same ID and the same account. Whoever gets a removed person''s ID did not.';

comment on function private.max_amount(public.fines) is 'The highest amount of a fine: of document 1, of the site and of the violation.';

comment on function private.moment_of(public.fines) is 'When a fine is issued: by the phone''s clock where it had no network, else by the database''s.';

comment on function private.change_parking(public.parkings,timestamp with time zone,timestamp with time zone) is 'Changes the times of a parking as its driver.';

comment on function private.parking_for_driver(public.parkings) is 'The latest end that a receipt may ask for, with the parkings of its plate that touch it.';

comment on function private.gaps_of(public.site_settings,text) is 'Codes of what a site''s notices lack: issuer, payment, contact, address. The address is the installation''s own (PUBLIC_URL), or the one that the notice''s page has; no driver reaches this machine''s own.';

comment on function private.settings_of(text) is 'A site''s settings; those that a new site has where there is no row.';

comment on function public.search_parkings(text,text,timestamp with time zone,uuid,integer) is 'A page of the parkings that contain the query; continue with the last row''s created_at and id.';

comment on function private.case_for_driver(public.fines) is 'The state of a case for whoever stands before its car: not who issued it, no notes, no recipients, no text of an objection.';

comment on function private.apply_case_event(public.fines,private.case_actor,uuid,text,uuid,text,jsonb) is 'Records an event of a case whose row the transaction has locked.';

comment on function private.case_facts(public.fines,bigint,bigint,private.case_actor,timestamp with time zone) is 'The facts of a case, in the words of private.case_transitions. `fine` has the event''s money already, `left_before` has not.';

comment on function private.case_for(uuid,text) is 'A case, locked, and who acts on it. A case that is not there and one of another site are refused alike.';

comment on function private.keep_case_data(public.fines,text,uuid,text,jsonb,private.case_actor) is 'Writes what an event brings besides its own row, and gives what the event keeps of it: ids, and no names or texts.';

comment on function private.span_with(public.parkings,integer) is 'The span that a parking makes with those of its plate that touch it, `most` hours around it.';

comment on function public.add_permits(jsonb) is 'Adds the permits of a file, all or none.';

comment on function public.assign_objection(uuid,boolean,text,text) is 'Gives an objection that waits to the admin who calls, or to nobody.';

comment on function public.book_payments(text,jsonb,jsonb,text) is 'Books the rows of a bank file, each once; rows without a case are kept.';

comment on function public.check_plate(text,text,uuid,text) is 'Records that somebody asked whether a car may stand at a site, and answers it with the plate''s history.';

comment on function public.correct_fine(uuid,uuid,jsonb,text) is 'Changes a fine within ten minutes, by whoever issued it.';

comment on function public.get_system_state() is 'The jobs that run once among many servers, the servers with what they miss, backups, messages and the newest alarms; for the main admin.';

comment on function public.count_cases(text,date,timestamp with time zone) is 'How many cases of a site each list holds, of those that the caller may read.';

comment on function public.count_site_contents(uuid) is 'How many people, parkings, shifts and rows of logs a site has; for the main admin.';

comment on function public.end_payment(uuid,uuid,text,text,text) is 'Ends what is left of a payment without a case, with a ground and a reason, or takes that back.';

comment on function public.erase_expired(text,boolean) is 'Erases what is over at a site, or says how much that is.';

comment on function public.get_first_steps() is 'Whether there is a site, an admin of one and an attendant; for the main admin.';

comment on function public.hold_case_numbers(text,text[],text) is 'Notes which numbers lie on a phone that is alive, and tells which of them it is to throw away.';

comment on function public.is_mail_set_up() is 'Whether the server sends mail.';

comment on function public.issue_fine(jsonb,jsonb,text) is 'Stores a fine, or answers what has to be accepted with a reason first.';

comment on function public.list_case_work(text,text,text) is 'The cases of a site that wait for a step of the office: owner, reminder, collection.';

comment on function public.list_ended(text,timestamp with time zone,uuid) is 'Payments without a case that somebody ended, newest first in pages.';

comment on function public.list_file_rows(uuid,date,uuid) is 'The rows of a bank''s file with where the money of each went, of those that the caller may read.';

comment on function public.list_unused_numbers(text) is 'Who holds unused case numbers of a site: how many, how many of them on phones that are alive, and when one last told.';

comment on function public.list_notice_gaps(text) is 'The newest 100 sites whose notices lack something, as notice_gaps says it; for the main admin.';

comment on function public.list_objections(text,text,text,timestamp with time zone,uuid,integer) is 'The objections of a site that wait for a decision, oldest first, of those that the caller may read.';

comment on function public.list_sent_cases(text,text,date,uuid[],text) is 'Cases as they were when they were exported, reminded or handed over.';

comment on function public.list_similar_fines(text,timestamp with time zone,uuid) is 'A part of a site''s fines: those whose plate looked like one with a parking that ran when they were issued.';

comment on function public.list_unplaced(text,timestamp with time zone,uuid) is 'Rows of bank files that have no case yet, oldest first in pages, and how many there are.';

comment on function public.match_owners(text,jsonb,text) is 'To which case each row of a file of owners belongs.';

comment on function public.match_payments(text,jsonb,text) is 'What booking a bank file would do with each of its rows.';

comment on function public.note_camera_check(text,uuid,numeric,text[],text) is 'Notes that the caller''s own check was read by the camera, and tells running parkings of the other plates that it held possible.';

comment on function public.notice_gaps(text,text) is 'What the notices of a site lack, as codes: issuer, payment, contact, address; nothing for whoever does not work there.';

comment on function public.offline_data(text,text) is 'What an attendant''s phone keeps of its own site for checks without a network.';

comment on function public.order_violations(text,uuid[]) is 'Puts a site''s violations in an order.';

comment on function public.own_address() is 'The address of the screens that messages lead to; null where nobody has set it.';

comment on function public.person_extract(text,text,text,text,text) is 'All that a site keeps about a plate, after it is noted who asked and how that was verified.';

comment on function public.place_payment(uuid,uuid,jsonb,text) is 'Gives money that had no case to one or several.';

comment on function public.record_access(text,text,text,jsonb) is 'Notes in the trail that the caller reads or exports personal data.';

comment on function public.record_case_event(uuid,uuid,text,uuid,text,jsonb,text) is 'Records what happened to a case, where the table of states allows it.';

comment on function public.record_case_events(text,text,jsonb,text) is 'Records one kind of event for many cases, and tells of each what became of it.';

comment on function public.record_offline_check(jsonb,text) is 'Records a check that an attendant''s phone answered without a network.';

comment on function public.site_overview(text,date,date,text) is 'Figures of a site as it is now, and its sums of a period, for its admins.';

comment on function public.reserve_case_numbers(text,uuid,integer,text) is 'Reserves case numbers for a phone: at most 50 a call, at most 100 unused a person.';

comment on function public.send_decision(uuid) is 'Has the decision on an objection sent by mail again, or sent that was not.';

comment on function public.send_message_again(uuid) is 'Lets a message that was given up be sent again.';

comment on function public.send_test_message(uuid) is 'Puts a test message for a receiver into the outbox.';

comment on function public.set_objection_ground(uuid,text,text,text) is 'Says what an objection that waits is about.';

comment on function public.sum_payments(text) is 'The sum of a site''s payments, by where it came from and by where it lies.';

comment on function public.undo_import(uuid,text) is 'Takes back all that a bank file booked.';

comment on function public.void_case_numbers(text,text,text) is 'Voids a person''s unused case numbers: they count no more and are never given again. A fine that bears one already is stored all the same.';

alter publication supabase_realtime add table public.ase_employees;

alter publication supabase_realtime add table public.ase_shifts;

alter publication supabase_realtime add table public.attendants;

alter publication supabase_realtime add table public.contact_messages;

alter publication supabase_realtime add table public.fine_events;

alter publication supabase_realtime add table public.fines;

alter publication supabase_realtime add table public.objections;

alter publication supabase_realtime add table public.parking_deletion_logs;

alter publication supabase_realtime add table public.parkings;

alter publication supabase_realtime add table public.project_attendants;

alter publication supabase_realtime add table public.properties;

alter publication supabase_realtime add table public.property_bids;

alter publication supabase_realtime add table public.shift_registrations;

alter publication supabase_realtime add table public.units;

alter publication supabase_realtime add table public.vehicle_registrations;

alter publication supabase_realtime add table public.web_activity_logs;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('10', 'payment', '{issued,reminded,collection}', '{admin,system}', '{settled}', 'paid', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('11', 'payment', NULL, '{admin,system}', '{}', NULL, 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('20', 'refunded', NULL, '{admin}', '{too-much}', NULL, 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('30', 'payment_undone', '{paid}', '{admin,system}', '{by-hand,unsettled}', 'before', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('31', 'payment_undone', NULL, '{admin,system}', '{by-hand}', NULL, 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('32', 'payment_moved', '{paid}', '{admin}', '{unsettled}', 'before', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('33', 'payment_moved', NULL, '{admin}', '{}', NULL, 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('40', 'objected', '{issued,reminded,collection,paid}', '{admin,driver}', '{}', 'disputed', 'true', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('41', 'supplemented', '{disputed}', '{admin,driver}', '{}', NULL, 'false', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('42', 'objection_accepted', '{disputed}', '{admin}', '{not-own}', 'withdrawn', 'true', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('43', 'objection_rejected', '{disputed}', '{admin}', '{not-own,settled}', 'paid', 'true', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('44', 'objection_rejected', '{disputed}', '{admin}', '{not-own}', 'issued', 'true', '{note,due_date}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('50', 'withdrawn', '{issued,reminded,disputed,paid,collection}', '{admin}', '{}', 'withdrawn', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('51', 'withdrawn', '{issued}', '{issuer}', '{fresh}', 'withdrawn', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('52', 'reopened', '{withdrawn,written_off}', '{admin}', '{not-by-objection,settled}', 'paid', 'true', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('53', 'reopened', '{withdrawn,written_off}', '{admin}', '{not-by-objection}', 'issued', 'true', '{note,due_date}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('60', 'reminded', '{issued}', '{admin}', '{waited,delivered,has-recipient,reviewed}', 'reminded', 'true', '{due_date}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('61', 'reminded', '{reminded}', '{admin}', '{delivered,has-recipient,untold-recipient,reviewed}', NULL, 'true', '{due_date}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('62', 'handed_to_collection', '{reminded}', '{admin}', '{overdue,told-recipient}', 'collection', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('63', 'recalled', '{collection}', '{admin}', '{}', 'reminded', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('64', 'written_off', '{issued,reminded,collection}', '{admin}', '{}', 'written_off', 'true', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('65', 'reminder_undone', '{reminded}', '{admin}', '{unpaid-reminder}', 'before', 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('70', 'recipient_set', NULL, '{admin}', '{}', NULL, 'true', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('71', 'noted', NULL, '{admin,issuer}', '{}', NULL, 'false', '{note}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('72', 'photo_added', NULL, '{admin,issuer}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('73', 'delivered', NULL, '{admin,issuer}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('74', 'reviewed', NULL, '{admin}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('75', 'case_viewed', NULL, '{admin}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('76', 'exported', NULL, '{admin}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.case_transitions (place, kind, from_status, by, needs, to_status, moves, wants)
  values ('77', 'collection_told', NULL, '{admin}', '{}', NULL, 'false', '{}')
  on conflict (place) do update set kind = excluded.kind, from_status = excluded.from_status, by = excluded.by, needs = excluded.needs, to_status = excluded.to_status, moves = excluded.moves, wants = excluded.wants;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('admin_accounts', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('admin_user_credentials', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_employees', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('ase_shifts', 'select, insert, update (ended_at)', 'select, insert, update (ended_at)', '', 'select, insert, update (ended_at)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('attendant_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('attendants', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('audit_trail', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('case_recipients', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('contact_messages', 'select, insert, update (read), delete', 'select, insert, update (read), delete', 'insert', 'select, insert, update (read), delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fine_events', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fine_photos', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('fines', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('main_page_sites', 'select, insert, update, delete', 'select, insert, update, delete', 'select', 'select, insert, update, delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('message_hooks', 'select, insert, update (events, is_active, with_plate, with_name), delete', 'select, insert, update (events, is_active, with_plate, with_name), delete', '', 'select, insert, update (events, is_active, with_plate, with_name), delete', 'select, insert, update (events, is_active, with_plate, with_name), delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('objections', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('outbox', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('parking_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('parkings', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'insert', 'select (id, project_id, site_id, car_model, car_color, street, ref_number, plate_key, discord_username, start_time, end_time, active, created_at, search_text), insert, delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('payment_files', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('payments', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('permits', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', '', 'select, insert, update (holder, note, attendant_note, valid_from, valid_until, ended_at, ended_by)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('plate_checks', 'select', 'select', '', 'select', 'select')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('profiles', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('project_attendants', 'select, insert, delete', 'select, insert, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('properties', 'select', 'select, insert, update, delete', 'select', 'select, insert, update, delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('property_bids', 'select, insert', 'select, insert, update (accepted)', 'select, insert', 'select, insert, update (accepted)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('reply_templates', 'select, insert, update (kind, title, text, sort_order, is_active)', 'select, insert, update (kind, title, text, sort_order, is_active)', '', 'select, insert, update (kind, title, text, sort_order, is_active)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('shift_registrations', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', '', 'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('site_settings', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months)', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months)', '', 'select, update (issuer_name, org_number, principal, legal_line, contact_email, contact_phone, privacy_url, payment_methods, vat_percent, due_days, grace_minutes, observation_minutes, min_photos, max_amount, small_balance, reminder_fee, fee_is_agreed, reminder_wait_days, max_parking_hours, keep_checks_days, keep_parkings_days, keep_cases_months)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('staff_accounts', '', 'select', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('teamspeak_units', 'select', 'select', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('units', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select, insert, update, delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('user_passwords', 'select', 'select', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('user_roles', 'select, delete', 'select, delete', '', 'select', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('vehicle_registrations', 'select, insert, delete', 'select, insert, delete', '', 'select, insert, delete', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('violations', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', '', 'select, insert, update (code, text, amount, max_amount, needs_no_right, is_active, sort_order)', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.table_grants (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
  values ('web_activity_logs', 'select, insert', 'select, insert', '', 'select, insert', 'select, insert, update, delete')
  on conflict (table_name) do update set specified_anon = excluded.specified_anon, specified_authenticated = excluded.specified_authenticated, hardened_anon = excluded.hardened_anon, hardened_authenticated = excluded.hardened_authenticated, service_role = excluded.service_role;

insert into private.staff_functions (function_name)
  values ('add_permits')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('assign_objection')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('book_payments')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('check_plate')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('correct_fine')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('count_cases')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('count_site_contents')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('end_payment')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('erase_expired')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('get_first_steps')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('get_system_state')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('hold_case_numbers')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('is_mail_set_up')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('issue_fine')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_case_work')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_ended')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_file_rows')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_notice_gaps')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_objections')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_sent_cases')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_similar_fines')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_unplaced')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('list_unused_numbers')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('match_owners')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('match_payments')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('note_camera_check')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('notice_gaps')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('offline_data')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('order_violations')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('own_address')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('person_extract')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('place_payment')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_access')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_case_event')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_case_events')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('record_offline_check')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('reserve_case_numbers')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('search_parkings')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('send_decision')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('send_message_again')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('send_test_message')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('set_objection_ground')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('site_overview')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('sum_payments')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('undo_import')
  on conflict (function_name) do nothing;

insert into private.staff_functions (function_name)
  values ('void_case_numbers')
  on conflict (function_name) do nothing;

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('case-photos', 'case-photos', '10485760', '{image/jpeg,image/png,image/webp}')
  on conflict (id) do update set name = excluded.name, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
  values ('shift-images', 'shift-images', '10485760', '{image/jpeg,image/png,image/webp,image/avif}')
  on conflict (id) do update set name = excluded.name, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

insert into private.reply_secret default values on conflict do nothing;

insert into private.settings default values on conflict do nothing;

select private.grant_for_profile();
