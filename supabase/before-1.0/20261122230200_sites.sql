-- Whose a row is when a path goes to another customer: beside the path that a row has always had stands the site. A trigger sets it,
-- policies ask for it, and a path that changes, goes or comes takes the rows along or puts them aside (docs/security.md, Sites).

-- Codes are found in any case of their letters, so two sites do not differ in case alone.
-- A trigger sets the key (private.spell_site_path), so that a row can be written back as it was read.
alter table public.main_page_sites add column path_key text;
alter table public.main_page_sites alter column path_key type text using lower(path collate "C");
alter table public.main_page_sites alter column path_key set not null, alter column path_key set default '';
create index main_page_sites_path_key_idx on public.main_page_sites (path_key);

-- First parts of the product's own addresses (web/shared/paths.ts), of its server and of screens to come. A site there could not be
-- reached. A test compares it with contract/projects.ts and with the router.
create function private.is_reserved_code(code text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'auth', 'brokers', 'case', 'contact-messages', 'create-report', 'design', 'functions', 'generate-ticket',
    'guest-dashboard', 'healthz', 'invite', 'login', 'operator-login', 'people', 'privacy', 'properties', 'property-management',
    'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage', 'super-admin-dashboard']);
$$;
revoke execute on function private.is_reserved_code(text) from public;
grant execute on function private.is_reserved_code(text) to anon, authenticated, service_role;
-- A site that has one already is named when the server starts, and keeps it until it is changed.
alter table public.main_page_sites
  add constraint main_page_sites_path_not_reserved check (not private.is_reserved_code(path)) not valid;

-- Codes with a meaning of their own (contract/projects.ts): people work there without a site too.
create function private.is_special_code(code text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select code in ('standard', '721075', '157715', 'ASE', 'YSTAD'); $$;
revoke execute on function private.is_special_code(text) from public;

-- The site of a code, null when there is none.
create function private.site_of(code text) returns uuid
language sql stable set search_path = ''
as $$
  select s.id from public.main_page_sites s where s.path_key = lower(code collate "C")
  order by s.path = code desc, s.created_at, s.id limit 1;
$$;
revoke execute on function private.site_of(text) from public;

-- The rows are rewritten and not updated: those that are older than a check stay as they are, and nobody is told of a change.
do $$
declare
  name text;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts'] loop
    execute format('alter table public.%I add column site_id uuid', name);
    execute format('alter table public.%I alter column site_id type uuid using private.site_of(project_id)', name);
  end loop;
end
$$;
alter table public.web_activity_logs add column site_id uuid;
alter table public.web_activity_logs alter column site_id type uuid
  using private.site_of(substring(page_url from '^(?:https?://[^/]+)?/([^/?#]+)/'));

-- Sets the site of a row, whatever was sent, and spells the code as the site does. Rows of a removed site have a code that no site can
-- have (private.move_rows) and keep the site that they had.
create function private.place_row() returns trigger
language plpgsql security definer set search_path = ''
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
  new.site_id := site.id;
  new.project_id := coalesce(site.path, new.project_id);
  return new;
end;
$$;
revoke execute on function private.place_row() from public;

-- The same for the activity log, whose code stands in the address of the page.
create function private.place_activity() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  code text := substring(new.page_url from '^(?:https?://[^/]+)?/([^/?#]+)/');
begin
  if tg_op = 'UPDATE' and position('~' in code) > 0 then
    new.site_id := old.site_id;
  else
    new.site_id := (select s.id from public.main_page_sites s where s.path_key = lower(code collate "C"));
  end if;
  return new;
end;
$$;
revoke execute on function private.place_activity() from public;

do $$
declare
  name text;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts'] loop
    execute format('create trigger %I before insert or update of project_id, site_id on public.%I
      for each row execute function private.place_row()', name || '_place', name);
  end loop;
end
$$;
create trigger web_activity_logs_place before insert or update of page_url, site_id on public.web_activity_logs
  for each row execute function private.place_activity();

-- Gives the rows of a code and a site (null: of the code without a site) another code, with everything that follows it: the addresses
-- that people log in with, the names in the main admin's list, the room that photos take.
create function private.move_rows(site uuid, code text, new_code text) returns void
language plpgsql set search_path = ''
as $$
declare
  name text;
  place tid;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts'] loop
    begin
      execute format('update public.%I set project_id = $3 where project_id = $2 and site_id is not distinct from $1', name)
        using site, code, new_code;
    exception when check_violation then
      -- One by one: a row that is older than a check stays where it is, and is the site's all the same.
      for place in execute format('select ctid from public.%I where project_id = $2 and site_id is not distinct from $1', name)
        using site, code
      loop
        begin
          execute format('update public.%I set project_id = $2 where ctid = $1', name) using place, new_code;
        exception when check_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  begin
    update public.web_activity_logs
      set page_url = left(regexp_replace(page_url, '^((?:https?://[^/]+)?/)[^/?#]+', '\1' || new_code), 2000)
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
revoke execute on function private.move_rows(uuid, text, text) from public;

-- What a code had before a site gets it: where a site or a person was without a row of it, they belong to it now; everything else is of
-- somebody who is gone, and is put aside with the people, whose logins end.
create function private.make_way_for_site(code text) returns void
language plpgsql set search_path = ''
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
revoke execute on function private.make_way_for_site(text) from public;

-- Sets the key of a path. The special codes have one spelling, which people's accounts carry.
create function private.spell_site_path() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.path := case lower(new.path) when 'ase' then 'ASE' when 'ystad' then 'YSTAD' when 'standard' then 'standard' else new.path end;
  new.path_key := lower(new.path collate "C");
  return new;
end;
$$;
revoke execute on function private.spell_site_path() from public;
create trigger main_page_sites_spell_path before insert or update of path, path_key on public.main_page_sites
  for each row execute function private.spell_site_path();

create function private.settle_site() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.settle_site() from public;
create trigger main_page_sites_settle after insert or delete on public.main_page_sites
  for each row execute function private.settle_site();
create trigger main_page_sites_settle_renamed after update of path on public.main_page_sites
  for each row when (old.path is distinct from new.path) execute function private.settle_site();

-- Of two sites that differ in case alone the older keeps its path; the other gets a suffix, and its rows come along.
do $$
declare
  site record;
  number int;
begin
  for site in
    select * from (select id, path, row_number() over (partition by path_key
      order by private.is_special_code(path) desc, created_at, id) as place from public.main_page_sites) sites where place > 1
  loop
    number := 2;
    while exists (select from public.main_page_sites where path_key = lower(left(site.path, 95)) || '-' || number) loop
      number := number + 1;
    end loop;
    update public.main_page_sites set path = left(site.path, 95) || '-' || number where id = site.id;
  end loop;
end
$$;
drop index public.main_page_sites_path_key_idx;
create unique index main_page_sites_path_compared_key on public.main_page_sites (path_key);

-- Rows that spelled their site's code in another case.
do $$
declare
  other record;
begin
  for other in
    select distinct t.site_id, t.project_id, s.path from (
      select site_id, project_id from public.parkings union select site_id, project_id from public.parking_deletion_logs
      union select site_id, project_id from public.project_attendants union select site_id, project_id from public.attendants
      union select site_id, project_id from public.attendant_deletion_logs union select site_id, project_id from public.admin_accounts
      union select site_id, project_id from public.shift_registrations
      union select site_id, project_id from public.vehicle_registrations union select site_id, project_id from public.staff_accounts
    ) t join public.main_page_sites s on s.id = t.site_id where t.project_id <> s.path
  loop
    perform private.move_rows(other.site_id, other.project_id, other.path);
  end loop;
end
$$;

-- Where the caller's rows are: the id of the own site, or the code of a project that has none; '' stands for rows without a project.
-- The protected admin has all of them. Empty for strangers.
create function private.own_places() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select case
      when s.serves_all then array(select m.id::text from public.main_page_sites m) || array['standard', '']
      else array[coalesce(s.site_id::text, s.project_id, '')]
    end
    from private.own_staff(array['main-admin', 'admin', 'attendant', 'operator', 'dispatch-admin', 'chauffeur', 'chauffeur-admin',
      'ase-admin', 'ase-employee']) s
  ), '{}');
$$;
revoke execute on function private.own_places() from public;
grant execute on function private.own_places() to anon, authenticated, service_role;

-- Beside what the other policies ask: the site of the row, and not only its code, is the caller's.
create policy "Hardened: parkings are read at their site" on public.parkings as restrictive
  for select to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: parkings are removed at their site" on public.parkings as restrictive
  for delete to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: the log of removed parkings stays at its site" on public.parking_deletion_logs as restrictive
  for all to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: the log of removed people stays at its site" on public.attendant_deletion_logs as restrictive
  for all to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: shifts stay at their site" on public.shift_registrations as restrictive
  for all to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: cars stay at their site" on public.vehicle_registrations as restrictive
  for all to authenticated
  using (not (select private.is_hardened()) or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: a project's people are read at their site" on public.project_attendants as restrictive
  for select to authenticated
  using (not (select private.is_hardened()) or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: attendants are read at their site" on public.attendants as restrictive
  for select to authenticated
  using (not (select private.is_hardened()) or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
create policy "Hardened: admins are read at their site" on public.admin_accounts as restrictive
  for select to authenticated
  using (not (select private.is_hardened()) or account_id = (select auth.uid())
    or coalesce(site_id::text, project_id, '') = any ((select private.own_places())::text[]));
alter policy "Hardened: admins read their project's activity" on public.web_activity_logs
  using ((page_project = any ((select private.own_projects('admin'))::text[])
      and coalesce(site_id::text, page_project) = any ((select private.own_places())::text[]))
    or (user_type in ('operator', 'dispatch-admin') and (select private.is_kind('dispatch-admin'))));

-- The trigger has found the site when a policy asks.
alter policy "Specified: everybody registers parkings" on public.parkings
  with check ((select private.is_specified()) and (project_id is null or site_id is not null or project_id = 'standard'));
alter policy "Hardened: everybody registers parkings of now at a known site" on public.parkings
  with check ((select private.is_hardened()) and active and created_at = now()
    and (project_id is null or site_id is not null or project_id = 'standard'));

-- As before, and it asks for the site too.
create or replace function public.search_parkings(
  query text,
  project text default null,
  before_created_at timestamptz default null,
  before_id uuid default null,
  page_size int default 100
) returns setof public.parkings
language plpgsql stable security definer set search_path = ''
as $$
declare
  pattern text := '%' || replace(replace(replace(lower(btrim(query)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- Null: all of them.
  own text[] := case when private.is_specified() then null else private.own_projects('attendant', 'admin') end;
  places text[];
begin
  if own = '{}' then
    return;
  end if;
  if own is not null then
    places := private.own_places();
  end if;
  return query execute
    'select * from public.parkings where search_text like $1'
    || case when project is null then '' else ' and project_id = $2' end
    || case when own is null then '' else ' and (project_id = any ($6) or (project_id is null and '''' = any ($6)))
      and coalesce(site_id::text, project_id, '''') = any ($7)' end
    || case when before_created_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using pattern, project, before_created_at,
      coalesce(before_id, '00000000-0000-0000-0000-000000000000'::uuid), least(greatest(page_size, 1), 1000), own, places;
end;
$$;

-- What goes with a site, for who is about to remove it.
create function public.count_site_contents(site uuid)
returns table (people bigint, parkings bigint, shifts bigint, log_rows bigint)
language plpgsql stable security definer set search_path = ''
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
comment on function public.count_site_contents is 'How many people, parkings, shifts and rows of logs a site has; for the main admin.';
revoke execute on function public.count_site_contents(uuid) from public, anon, authenticated, service_role;
grant execute on function public.count_site_contents(uuid) to anon, authenticated;
