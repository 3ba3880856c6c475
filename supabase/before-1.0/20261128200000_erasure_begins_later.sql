-- Nothing is erased in the first 30 days of this version, nor at a site in the 14 days after one of its periods was made shorter: nobody chose
-- the periods that an upgrade brings, and a mistyped one, or a hostile one, is seen before it has done anything. And of each place only its own rows
-- are erased, by the site and not by a code that another site had before.

-- Before this the server only counts what is over. A database that is restored from an older version gets its 30 days too.
alter table private.settings add column erases_from timestamptz not null default now() + interval '30 days';

update public.site_settings set keep_checks_days = greatest(keep_checks_days, 7), keep_parkings_days = greatest(keep_parkings_days, 30),
    keep_cases_months = greatest(keep_cases_months, 6)
  where keep_checks_days < 7 or keep_parkings_days < 30 or keep_cases_months < 6;
-- When a period was made shorter. Null: never.
alter table public.site_settings add column keep_changed_at timestamptz,
  drop constraint site_settings_keep,
  add constraint site_settings_keep check (keep_checks_days between 7 and 3650 and keep_parkings_days between 30 and 3650
    and keep_cases_months between 6 and 240),
  drop constraint site_settings_moments,
  add constraint site_settings_moments check (private.is_moment(created_at) and private.is_moment(updated_at) and private.is_moment(keep_changed_at));
-- A site that is removed and added again has shorter periods too.
alter table public.site_settings alter column keep_changed_at set default now();

create function private.note_shorter_keep() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.keep_changed_at := now();
  return new;
end;
$$;
revoke execute on function private.note_shorter_keep() from public;
create trigger site_settings_note_shorter_keep before update on public.site_settings for each row
  when (new.keep_checks_days < old.keep_checks_days or new.keep_parkings_days < old.keep_parkings_days
    or new.keep_cases_months < old.keep_cases_months)
  execute function private.note_shorter_keep();

-- From when on something is erased at a place.
create function private.erases_from(code text, site uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest((select s.erases_from from private.settings s), (
    select max(t.keep_changed_at) + interval '14 days' from public.site_settings t
    where t.site_id = site or (site is null and t.site_id is null and t.project_id = code)));
$$;
revoke execute on function private.erases_from(text, uuid) from public;

-- As before, but by the site.
create function private.kept_since(code text, site uuid, out checks timestamptz, out parkings timestamptz, out cases timestamptz)
language sql stable set search_path = ''
as $$
  select now() - make_interval(days => coalesce(max(s.keep_checks_days), 30)), now() - make_interval(days => coalesce(max(s.keep_parkings_days), 90)),
    now() - make_interval(months => coalesce(max(s.keep_cases_months), 24))
  from public.site_settings s where s.site_id = site or (site is null and s.site_id is null and s.project_id = code);
$$;
revoke execute on function private.kept_since(text, uuid) from public;

-- As before, each of the following, but of the site alone.
create function private.expired_cases(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.fines t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.issued_at < since and t.erased_at is null
    and t.status in ('paid', 'withdrawn', 'written_off') and t.left_ore >= 0 and not t.needs_review
    and not exists (select from public.fine_events e where e.fine_id = t.id and e.created_at >= since and e.kind not in ('case_viewed', 'exported'))
  order by t.issued_at limit most;
$$;
revoke execute on function private.expired_cases(text, uuid, timestamptz, int) from public;

create function private.expired_removals(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.parking_deletion_logs t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.deleted_at < since and (t.ref_number is not null or t.discord_username is not null)
  order by t.deleted_at limit most;
$$;
revoke execute on function private.expired_removals(text, uuid, timestamptz, int) from public;

create function private.expired_checks(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.plate_checks t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.checked_at < since
  order by t.checked_at limit most;
$$;
revoke execute on function private.expired_checks(text, uuid, timestamptz, int) from public;

create function private.expired_permits(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.permits t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and least(t.ended_at, t.valid_until) < since
  order by t.id limit most;
$$;
revoke execute on function private.expired_permits(text, uuid, timestamptz, int) from public;

create function private.expired_payers(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.payments t
  where (t.project_id = code or (code is null and t.project_id is null)) and t.site_id is not distinct from site
    and t.fine_id is null and t.payer_text is not null and t.created_at < since
  order by t.id limit most;
$$;
revoke execute on function private.expired_payers(text, uuid, timestamptz, int) from public;

create function private.expired_activities(code text, site uuid, since timestamptz, most int) returns setof uuid
language sql stable set search_path = ''
as $$
  select t.id from public.web_activity_logs t
  where (t.page_project = code or (code is null and t.page_project is null)) and t.site_id is not distinct from site
    and t.created_at < since and t.additional_data is not null
  order by t.created_at limit most;
$$;
revoke execute on function private.expired_activities(text, uuid, timestamptz, int) from public;

-- As before, but nothing before its time, and of the site alone. What was asked for is erased on nights when nothing else is over, too.
create or replace function private.erase(code text, site uuid, dry_run boolean, most int)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  since constant record := private.kept_since(code, site);
  -- What the site is called today: rows keep older codes.
  place constant text := coalesce((select s.path from public.main_page_sites s where s.id = site), code);
  checks constant uuid[] := array(select private.expired_checks(code, site, since.checks, most));
  parkings constant uuid[] := array(select private.expired_parkings(code, site, since.parkings, most));
  removals constant uuid[] := array(select private.expired_removals(code, site, since.parkings, most));
  permits constant uuid[] := array(select private.expired_permits(code, site, since.parkings, most));
  cases constant uuid[] := array(select private.expired_cases(code, site, since.cases, most));
  payers constant uuid[] := array(select private.expired_payers(code, site, since.cases, most));
  activities constant uuid[] := array(select private.expired_activities(code, site, since.parkings, most));
  counts jsonb := jsonb_build_object('activities', cardinality(activities), 'checks', cardinality(checks), 'parkings', cardinality(parkings), 'removals', cardinality(removals),
    'permits', cardinality(permits), 'cases', cardinality(cases), 'payers', cardinality(payers),
    'photos', (select count(*) from public.fine_photos p where p.fine_id = any (cases)));
  before constant text := coalesce(current_setting('parkering.erases', true), '');
begin
  if dry_run then
    return counts;
  elsif private.erases_from(code, site) > now() then
    return '{}';
  end if;
  perform set_config('parkering.erases', 'yes', true);
  -- Who asked for extracts is kept as long as cases.
  update public.audit_trail t set after = t.after - '{plate,asked_by,verified}'::text[]
    where t.subject = 'person_extracts' and t.row_id = 'extract' and t.site_id is not distinct from site
      and (site is not null or t.project_id is not distinct from code) and t.created_at < since.cases and t.after ? 'plate';
  perform set_config('parkering.erases', before, true);
  if not exists (select from jsonb_each(counts) c where c.value <> '0') then
    return counts;
  end if;
  -- What was counted of them is kept before they go.
  if coalesce(site::text, place) is not null then
    perform private.sum_days(place, site);
  end if;
  perform set_config('parkering.erases', 'yes', true);
  perform private.erase_trail('{parkings}', parkings || array(select l.parking_id from public.parking_deletion_logs l where l.id = any (removals)));
  delete from public.parkings p where p.id = any (parkings);
  update public.parking_deletion_logs l set ref_number = null, car_model = null, car_color = null, street = null, discord_username = null
    where l.id = any (removals);
  update public.web_activity_logs l set additional_data = null where l.id = any (activities);
  delete from public.plate_checks c where c.id = any (checks);
  perform private.erase_trail('{permits}', permits);
  delete from public.permits m where m.id = any (permits);
  perform private.erase_trail('{payments}', payers);
  update public.payments p set payer_text = null where p.id = any (payers);
  perform private.erase_cases(cases);
  perform set_config('parkering.erases', before, true);
  perform private.add_to_trail('delete', 'erasures', place, null, null, counts);
  return counts;
end;
$$;

-- As before; says from when on too, if that is later than now.
create or replace function public.erase_expired(project text, dry_run boolean)
returns jsonb
language plpgsql
security definer
set search_path = ''
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
    || private.erase(project, site, coalesce(dry_run, true), case when dry_run then 1000000 else 20000 end)
    || case when dry_run then jsonb_build_object('erases_from', nullif(greatest(private.erases_from(project, site), now()), now())) else '{}' end;
end;
$$;

drop function private.kept_since(text);
drop function private.expired_cases(text, timestamptz, int);
drop function private.expired_removals(text, timestamptz, int);
drop function private.expired_checks(text, timestamptz, int);
drop function private.expired_permits(text, timestamptz, int);
drop function private.expired_payers(text, timestamptz, int);
drop function private.expired_activities(text, timestamptz, int);
