-- Erasure of what a site keeps about one plate, on request (document 4 §4, articles 15 and 17 of the General Data Protection Regulation).

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
comment on function private.erasable_of_plate(text,uuid,text) is
  'The rows of a plate at a site that are erased on request: all but open cases, permits that are valid, and the two days that are not summed.';

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
comment on function private.kept_of_plate(text,uuid,text,private.erasable) is
  'How many rows of each kind a site keeps about a plate beside the given ones: why is said in words by the screen.';

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
comment on function public.erase_plate(text,text,text,text,boolean,text) is
  'Erases on request what a site keeps about a plate, after it is noted who asked and how that was verified, or tells how much that is and how '
  'much stays.';
grant execute on function public.erase_plate(text,text,text,text,boolean,text) to authenticated;
