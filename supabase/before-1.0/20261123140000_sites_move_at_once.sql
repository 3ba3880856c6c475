-- A site of 100 000 rows gets another path, or goes, within the ten seconds of a statement: what triggers did for each row that moves
-- with its site, move_rows does once.

-- An update within another trigger is a move by move_rows, which says the site itself.
do $$
declare
  name text;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts'] loop
    execute format('drop trigger %I on public.%I', name || '_place', name);
    execute format('create trigger %I before insert on public.%I for each row execute function private.place_row()', name || '_place_new', name);
    execute format('create trigger %I before update of project_id, site_id on public.%I
      for each row when (pg_trigger_depth() = 0) execute function private.place_row()', name || '_place', name);
  end loop;
end
$$;
drop trigger web_activity_logs_place on public.web_activity_logs;
create trigger web_activity_logs_place_new before insert on public.web_activity_logs for each row execute function private.place_activity();
create trigger web_activity_logs_place before update of page_url, site_id on public.web_activity_logs
  for each row when (pg_trigger_depth() = 0) execute function private.place_activity();

-- The trail has one row for a site that moves, as write_trail says; where there may be many rows it is not called for each.
do $$
declare
  name text;
begin
  foreach name in array array['parkings', 'shift_registrations'] loop
    execute format('drop trigger %I on public.%I', name || '_write_trail', name);
    execute format('create trigger %I after insert or delete on public.%I for each row execute function private.write_trail()',
      name || '_write_trail', name);
    execute format('create trigger %I after update on public.%I for each row
      when (pg_trigger_depth() = 0 or old.project_id is not distinct from new.project_id) execute function private.write_trail()',
      name || '_write_trail_of_change', name);
  end loop;
end
$$;

create or replace function private.move_rows(site uuid, code text, new_code text) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Rows that are set apart keep the site that they were of; others are of the one that has the code now.
  new_site constant uuid := case when position('~' in new_code) > 0 then site
    else (select s.id from public.main_page_sites s where s.path_key = lower(new_code collate "C")) end;
  name text;
  places tid[];
  place tid;
begin
  foreach name in array array['parkings', 'parking_deletion_logs', 'project_attendants', 'attendants', 'attendant_deletion_logs',
    'admin_accounts', 'shift_registrations', 'vehicle_registrations', 'staff_accounts'] loop
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

-- The index of addresses leaves out those of single sign-on, and is used by a question that does so too.
create or replace function private.give_addresses(accounts uuid[])
returns void
language plpgsql set search_path = ''
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
