-- What was copied becomes one: whether a row is of a place stood in six functions, the refusal of somebody without the right in seventeen, and
-- the rows that follow their site in a list of tables that somebody had to keep. No answer changes.

-- Its text is read when it is made, so that it needs no search path, and without one the planner reads it into each query.
create function private.is_at(row_site uuid, row_project text, site uuid, code text)
  returns boolean
  language sql immutable
  return row_site = site or (site is null and row_site is null and row_project is not distinct from code);
comment on function private.is_at(uuid, text, uuid, text) is
  'Whether a row is of a place: of its site, or where there is none of its code without a site.';

create function private.refuse_stranger()
  returns void
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'Du har inte behörighet till detta.' using errcode = '42501';
end;
$$;
comment on function private.refuse_stranger() is 'Refuses whoever has no right to what was asked (42501), in the words that screens show.';

create or replace function public.assign_objection(objection_id uuid, take boolean, seen text, acting_as text)
  returns jsonb
  language plpgsql
 security definer
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

create or replace function private.case_for(fine_id uuid, acting_as text, OUT fine fines, OUT actor private.case_actor)
  returns record
  language plpgsql
 security definer
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

create or replace function private.case_staff(project text, acting_as text)
  returns private.case_actor
  language plpgsql
 stable security definer
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

create or replace function public.count_cases(project text, today date, expires_before timestamp with time zone)
  returns jsonb
  language plpgsql
 stable security definer
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
    perform private.refuse_stranger();
  end if;
  return jsonb_build_object('outcome', case when dry_run then 'told' else 'erased' end)
    || private.erase(project, site, coalesce(dry_run, true), case when dry_run then 1000000 else 20000 end)
    || case when dry_run then jsonb_build_object('erases_from', nullif(greatest(private.erases_from(project, site), now()), now())) else '{}' end;
end;
$$;

create or replace function private.erases_from(code text, site uuid)
  returns timestamp with time zone
  language sql
 stable
  set search_path = ''
as $$
  select greatest((select s.erases_from from private.settings s), (
    select max(t.keep_changed_at) + interval '14 days' from public.site_settings t
    where private.is_at(t.site_id, t.project_id, site, coalesce(code, ''))));
$$;

create or replace function private.expired_parkings(code text, site uuid, since timestamp with time zone, most integer)
  returns setof uuid
  language sql
 stable
  set search_path = ''
as $$
  select p.id from public.parkings p
  where private.is_at(p.site_id, p.project_id, site, code) and p.end_time < since
    -- Not before the sums of its day are kept.
    and p.created_at < private.start_of(private.last_summed_day() + 1)
  order by p.end_time limit most;
$$;

create or replace function private.kept_since(code text, site uuid, OUT checks timestamp with time zone, OUT parkings timestamp with time zone, OUT cases timestamp with time zone)
  returns record
  language sql
 stable
  set search_path = ''
as $$
  select now() - make_interval(days => coalesce(max(s.keep_checks_days), 30)), now() - make_interval(days => coalesce(max(s.keep_parkings_days), 90)),
    now() - make_interval(months => coalesce(max(s.keep_cases_months), 24))
  from public.site_settings s where private.is_at(s.site_id, s.project_id, site, code);
$$;

create or replace function public.list_similar_fines(project text, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
  returns jsonb
  language plpgsql
 stable security definer
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

create or replace function public.list_unused_numbers(project text)
  returns jsonb
  language plpgsql
 stable security definer
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

create or replace function private.money_admin(project text, acting_as text)
  returns private.case_actor
  language plpgsql
 stable
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

create or replace function public.offline_data(project text, acting_as text)
  returns jsonb
  language plpgsql
 stable security definer
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

create or replace function private.place_row()
  returns trigger
  language plpgsql
 security definer
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

create or replace function public.send_decision(objection_id uuid)
  returns void
  language plpgsql
 security definer
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
  language plpgsql
 security definer
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
  language plpgsql
 security definer
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
  language plpgsql
 security definer
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

create or replace function public.site_overview(project text, first date, last date, acting_as text)
  returns jsonb
  language plpgsql
 security definer
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

create or replace function private.transition_of(event_kind text, status text, roles text[], facts text[])
  returns private.case_transitions
  language plpgsql
 stable
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

create or replace function public.void_case_numbers(project text, person text, acting_as text)
  returns jsonb
  language plpgsql
 security definer
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
