-- Erasure of one plate on request: its functions, requests go with time as extracts do, and an erased parking logs no removal.

set local check_function_bodies = off;

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

create or replace function private.erasable_of_plate(code text, site uuid, wanted text)
  returns private.erasable
  language plpgsql stable
  set search_path = ''
as $$
declare
  -- Days whose sums are not kept yet stay: they are counted from their rows, and an attendant may still need them.
  until constant timestamptz := private.start_of(private.last_summed_day() + 1);
  given private.erasable;
begin
  given.activities := array(select t.id from public.web_activity_logs t
    where t.page_project = code and t.site_id is not distinct from site and t.additional_data is not null
      and wanted in (private.plate_key(t.additional_data ->> 'ref_number'), private.plate_key(t.additional_data ->> 'term'),
        private.plate_key(t.additional_data ->> 'search')));
  given.checks := array(select t.id from public.plate_checks t
    where t.plate_key = wanted and t.project_id = code and t.site_id is not distinct from site and t.checked_at < until);
  given.parkings := array(select t.id from public.parkings t
    where t.plate_key = wanted and private.is_at(t.site_id, t.project_id, site, coalesce(code, ''))
      and t.end_time < now() and t.created_at < until);
  given.removals := array(select t.id from public.parking_deletion_logs t
    where t.plate_key = wanted and t.project_id = code and t.site_id is not distinct from site and t.announced_by is null and t.deleted_at < until
      -- Whoever logs a removal says of which parking: the trail of another plate's, or another site's, stays.
      and not exists (select from public.audit_trail a where a.subject = 'parkings' and a.row_id = t.parking_id::text
        and (not private.is_at(a.site_id, a.project_id, site, coalesce(code, ''))
          or private.plate_key(coalesce(a.after ->> 'ref_number', a.before ->> 'ref_number')) <> wanted)));
  given.permits := array(select t.id from public.permits t
    where t.plate_key = wanted and t.project_id = code and t.site_id is not distinct from site and least(t.ended_at, t.valid_until) < now());
  given.cases := array(select t.id from public.fines t
    where t.plate_key = wanted and t.project_id = code and t.site_id is not distinct from site and t.erased_at is null
      and t.status in ('paid', 'withdrawn', 'written_off') and t.left_ore >= 0 and not t.needs_review);
  given.payers := '{}';
  given.extracts := '{}';
  return given;
end;
$$;

create or replace function private.kept_of_plate(code text, site uuid, wanted text, given private.erasable)
  returns jsonb
  language sql stable
  set search_path = ''
as $$
  with cases as (
    select f.id from public.fines f
    where f.plate_key = wanted and f.project_id = code and f.site_id is not distinct from site and f.erased_at is null)
  select jsonb_build_object(
    'cases', (select count(*) from cases c where c.id <> all (given.cases)),
    'photos', (select count(*) from public.fine_photos p join cases c on c.id = p.fine_id where c.id <> all (given.cases)),
    'payments', (select count(*) from public.payments p join cases c on c.id = p.fine_id),
    'parkings', (select count(*) from public.parkings p
      where p.plate_key = wanted and private.is_at(p.site_id, p.project_id, site, coalesce(code, '')) and p.id <> all (given.parkings)),
    'removals', (select count(*) from public.parking_deletion_logs l
      where l.plate_key = wanted and l.project_id = code and l.site_id is not distinct from site and l.id <> all (given.removals)),
    'permits', (select count(*) from public.permits m
      where m.plate_key = wanted and m.project_id = code and m.site_id is not distinct from site and m.id <> all (given.permits)),
    'checks', (select count(*) from public.plate_checks k
      where k.plate_key = wanted and k.project_id = code and k.site_id is not distinct from site and k.id <> all (given.checks)),
    'requests', (select count(*) from public.audit_trail t
      where t.subject in ('person_extracts', 'person_erasures') and t.row_id = 'extract'
        and private.is_at(t.site_id, t.project_id, site, coalesce(code, '')) and private.plate_key(t.after ->> 'plate') = wanted));
$$;

create or replace function public.erase_plate(project text, plate text, asked_by text, verified text, dry_run boolean, acting_as text)
  returns jsonb
  language plpgsql security definer
  set search_path = ''
as $$
declare
  actor constant private.case_actor := private.case_staff(project, acting_as);
  code constant text := actor.project;
  site constant uuid := private.site_of(code);
  wanted constant text := private.plate_key(plate);
  is_told constant boolean := coalesce(dry_run, true);
  given private.erasable;
  kept jsonb;
begin
  if actor.kind <> 'admin' then
    perform private.refuse_stranger();
  end if;
  if coalesce(wanted, '') = '' or length(plate) > 50 then
    perform private.refuse('no-plate', 'plate');
  elsif coalesce(asked_by, '') !~ '\S' or length(asked_by) > 200 then
    perform private.refuse('no-asker', 'asked_by');
  elsif coalesce(verified, '') !~ '\S' or length(verified) > 500 then
    perform private.refuse('no-proof', 'verified');
  end if;
  if not is_told then
    -- Locks in the order of the night's erasure: sums, erasure, cases.
    if coalesce(site::text, code) is not null then
      perform private.sum_days(code, site);
    end if;
    perform pg_advisory_xact_lock(hashtextextended('erasure', 0));
    -- A payment or an objection that arrives at the same moment is there first, or finds the case erased.
    perform from public.fines f where f.plate_key = wanted and f.project_id = code and f.site_id is not distinct from site order by f.id for update;
    perform private.add_to_trail('delete', 'person_erasures', code, 'extract', null,
      jsonb_build_object('plate', plate, 'asked_by', asked_by, 'verified', verified));
  end if;
  given := private.erasable_of_plate(code, site, wanted);
  kept := private.kept_of_plate(code, site, wanted, given);
  return jsonb_build_object('outcome', case when is_told then 'told' else 'erased' end, 'plate', plate, 'kept', kept,
    'erased', case when is_told then private.count_erasable(given) else private.erase_rows(code, given) end);
end;
$$;

drop trigger parkings_log_removal on public.parkings;

create trigger parkings_log_removal after delete on public.parkings
  for each row when (coalesce(current_setting('request.jwt.claims', true), '') <> '' and coalesce(current_setting('parkering.erases', true), '') <> 'yes')
  execute function private.log_parking_removal();

grant execute on function public.erase_plate(text,text,text,text,boolean,text) to authenticated;

comment on function private.erasable_of_plate(text,uuid,text) is 'The rows of a plate at a site that are erased on request: all but open cases, permits that are valid, and the two days that are not summed.';

comment on function private.kept_of_plate(text,uuid,text,private.erasable) is 'How many rows of each kind a site keeps about a plate beside the given ones: why is said in words by the screen.';

comment on function public.erase_plate(text,text,text,text,boolean,text) is 'Erases on request what a site keeps about a plate, after it is noted who asked and how that was verified, or tells how much that is and how much stays.';

insert into private.staff_functions (function_name)
  values ('erase_plate')
  on conflict (function_name) do nothing;

select private.grant_for_profile();
