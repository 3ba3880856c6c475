-- Rows and their sites: codes, paths, and moving rows with their site.

create or replace function private.is_at(row_site uuid, row_project text, site uuid, code text)
  returns boolean
  language sql immutable
  return row_site = site or (site is null and row_site is null and row_project is not distinct from code);
comment on function private.is_at(uuid,text,uuid,text) is
  'Whether a row is of a place: of its site, or where there is none of its code without a site.';

create or replace function private.is_reserved_code(code text)
  returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select lower(code) = any (array['account', 'admin-accounts', 'admin-dashboard', 'admin-login', 'assets', 'attendant-dashboard',
    'attendant-login', 'audit-trail', 'auth', 'brokers', 'case', 'company', 'contact-messages', 'create-report', 'design', 'functions',
    'generate-ticket', 'guest-dashboard', 'healthz', 'invite', 'login', 'metrics', 'operator-login', 'people', 'privacy', 'properties',
    'property-management', 'readyz', 'realtime', 'receipt', 'rest', 'shift-registration', 'start-parking', 'storage',
    'super-admin-dashboard']);
$$;
comment on function private.is_reserved_code(text) is
  'The server says at addresses of its own whether it is ready and how it does: no site may take them.';
grant execute on function private.is_reserved_code(text) to anon, authenticated, service_role;

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
comment on function private.make_way_for_site(text) is
  'Rows that a code had before a site gets it: rows without a site or person of their own belong to the new site; all else is of somebody who '
  'is gone, and is put aside with the people, whose logins end.';

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
comment on function private.move_rows(uuid,text,text) is
  'Gives the rows of a code and a site (null: of the code without a site) another code, with everything that follows it: the addresses that '
  'people log in with, the names in the main admin''s list, the room that photos take.';

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
comment on function private.place_activity() is 'Sets the site of a row of the activity log, whose code stands in the address of the page.';

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
comment on function private.place_row() is
  'A site''s id is no code of it: policies know a row by its site''s id, and one with that for a code would pass as the site''s.';

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
    delete from public.handler_sites where site = old.id;
    delete from public.project_attendants where project_id = old.path and site_id = old.id;
    delete from public.attendants where project_id = old.path and site_id = old.id;
    delete from public.admin_accounts where project_id = old.path and site_id = old.id;
    -- The ambulance's employees are of one site, and have no column for it.
    delete from public.ase_employees where old.path = 'ASE';
    -- The company's files put no money on cases that nobody sees.
    update public.site_settings set of_company = false where site_id = old.id and of_company;
    perform private.move_rows(old.id, old.path, left(old.path, 91) || '~' || left(old.id::text, 8));
  end if;
  return null;
end;
$$;
comment on function private.settle_site() is
  'Moves rows to a new site, with a site that changes its path, and away from a site that goes.';

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
comment on function private.spell_site_path() is
  'Sets the key of a path. The special codes have one spelling, which people''s accounts carry.';

create or replace function public.count_site_contents(site uuid)
  returns TABLE(people bigint, parkings bigint, shifts bigint, log_rows bigint)
  language plpgsql stable security definer
  set search_path = ''
as $$
declare
  code text;
begin
  if not (private.is_specified() or private.is_kind('main-admin')) then
    perform private.refuse('count-for-main-admin');
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
comment on function public.count_site_contents(uuid) is 'How many people, parkings, shifts and rows of logs a site has; for the main admin.';
grant execute on function public.count_site_contents(uuid) to authenticated;
