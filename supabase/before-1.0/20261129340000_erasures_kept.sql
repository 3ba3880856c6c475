-- What was erased is kept as hashes of the rows' ids, outside of backups (server/erasure/erased-list.ts): a backup of before would bring it back.
create table private.erased_rows (
  kind text not null,
  -- The ids are random, so that a plain hash tells nobody what they were.
  id_hash bytea not null,
  erased_at timestamptz not null,
  constraint erased_rows_pkey primary key (kind, id_hash),
  constraint erased_rows_hash_length check (length(id_hash) = 32)
);
create index erased_rows_order_idx on private.erased_rows (erased_at, kind, id_hash);
alter table private.erased_rows enable row level security;
revoke all on private.erased_rows from public, anon, authenticated, service_role;
comment on table private.erased_rows is 'Hashes of the ids of what was erased; no backup has them, and a restore erases those rows again.';

create function private.hash_of(id uuid) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(id::text, 'UTF8')); $$;
revoke execute on function private.hash_of(uuid) from public;

-- What is erased at once: the ids of each kind, and of what the trail says of extracts.
create type private.erasable as (
  activities uuid[], checks uuid[], parkings uuid[], removals uuid[], permits uuid[], cases uuid[], payers uuid[], extracts uuid[]);

-- Takes them out, and keeps their hashes. Gives how much of each kind that is.
create function private.erase_rows(place text, given private.erasable) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  counts constant jsonb := private.count_erasable(given);
  before constant text := coalesce(current_setting('parkering.erases', true), '');
  moment timestamptz;
begin
  -- One at a time, so that hashes are seen in the order of their moments.
  perform pg_advisory_xact_lock(hashtextextended('erasure', 0));
  moment := clock_timestamp();
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

create function private.count_erasable(given private.erasable) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('activities', cardinality(given.activities), 'checks', cardinality(given.checks), 'parkings', cardinality(given.parkings),
    'removals', cardinality(given.removals), 'permits', cardinality(given.permits), 'cases', cardinality(given.cases),
    'payers', cardinality(given.payers), 'photos', (select count(*) from public.fine_photos p where p.fine_id = any (given.cases)));
$$;
revoke execute on function private.erase_rows(text, private.erasable), private.count_erasable(private.erasable) from public;

-- As it was (20261128200000_erasure_begins_later.sql), in two: what is over, and how it goes.
create or replace function private.erase(code text, site uuid, dry_run boolean, most int) returns jsonb
language plpgsql set search_path = ''
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

-- Erases again what was erased before a backup brought it back; at most so many of each kind.
create function private.erase_again(most int) returns jsonb
language plpgsql set search_path = ''
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
revoke execute on function private.erase_again(int) from public;
