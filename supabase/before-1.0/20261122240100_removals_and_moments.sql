-- The logs of removals tell of removals and of nothing else (document 1 §4 and §7): the row that a screen writes before it removes
-- something waits unseen for 60 seconds, and the removal makes the row that is read. And moments are the database's.

-- Null: a removal. Else the account (or '' for nobody's) that says that it is about to remove.
alter table public.parking_deletion_logs add column announced_by text,
  add constraint parking_deletion_logs_announced_by_length check (length(announced_by) <= 36);
alter table public.attendant_deletion_logs add column announced_by text,
  add constraint attendant_deletion_logs_announced_by_length check (length(announced_by) <= 36);
create index parking_deletion_logs_announced_idx on public.parking_deletion_logs (parking_id, deleted_at) where announced_by is not null;
create index attendant_deletion_logs_announced_idx on public.attendant_deletion_logs (attendant_user_id, deleted_at)
  where announced_by is not null;

alter policy "Specified: the customer admins' screens read the deletion log" on public.parking_deletion_logs
  using ((select private.is_specified()) and announced_by is null);
alter policy "Hardened: admins read their project's deletion log" on public.parking_deletion_logs
  using (announced_by is null and (project_id = any ((select private.own_projects('admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[]))));
alter policy "Specified: admins' screens read removed attendants" on public.attendant_deletion_logs
  using ((select private.is_specified()) and announced_by is null);
alter policy "Hardened: admins read whom their project removed" on public.attendant_deletion_logs
  using (announced_by is null and (project_id = any ((select private.own_projects('admin', 'dispatch-admin'))::text[])
    or (project_id is null and '' = any ((select private.own_projects('admin'))::text[]))));

-- What people write waits. What the removal writes, the service key and the owner, counts at once.
create function private.announce_removal() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.announce_removal() from public;
create trigger parking_deletion_logs_announce before insert on public.parking_deletion_logs
  for each row execute function private.announce_removal();
create trigger attendant_deletion_logs_announce before insert on public.attendant_deletion_logs
  for each row execute function private.announce_removal();

-- One row for each parking that goes. Who removed it is who announced it, if that was the same caller; the owner's own work on the
-- database is no removal by anybody.
create function private.log_parking_removal() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.log_parking_removal() from public;
create trigger parkings_log_removal after delete on public.parkings
  for each row when (coalesce(current_setting('request.jwt.claims', true), '') <> '') execute function private.log_parking_removal();

-- The same for attendants and operators. On hosted Supabase the sign-in service removes accounts without saying for whom: then the
-- announcement says it. Chauffeurs have no such log (document 2 §7).
create function private.log_attendant_removal() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.log_attendant_removal() from public;
create trigger attendants_log_removal after delete on public.attendants
  for each row execute function private.log_attendant_removal();
create trigger project_attendants_log_removal after delete on public.project_attendants
  for each row execute function private.log_attendant_removal();

-- When a shift was reviewed is when its review arrived, whatever the call says. The owner of the database may say otherwise.
create or replace function private.follow_shift_review() returns trigger
language plpgsql set search_path = ''
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
  return new;
end;
$$;

-- When a row was made is not changed by a later call.
create function private.keep_created_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    new.created_at := old.created_at;
  end if;
  return new;
end;
$$;
revoke execute on function private.keep_created_at() from public;
create trigger main_page_sites_keep_created_at before update on public.main_page_sites
  for each row execute function private.keep_created_at();
create trigger units_keep_created_at before update on public.units
  for each row execute function private.keep_created_at();
create trigger properties_keep_created_at before update on public.properties
  for each row execute function private.keep_created_at();
create trigger ase_employees_keep_created_at before update on public.ase_employees
  for each row execute function private.keep_created_at();

-- In `specified` too, rows that tell when something happened are of now.
alter policy "Specified: everybody registers parkings" on public.parkings
  with check ((select private.is_specified()) and created_at = now());
alter policy "Specified: the attendants' screens write the deletion log" on public.parking_deletion_logs
  with check ((select private.is_specified()) and deleted_at = now());
alter policy "Specified: admins' screens log removed attendants" on public.attendant_deletion_logs
  with check ((select private.is_specified()) and deleted_at = now());
alter policy "Specified: the attendants' screen registers pending shifts" on public.shift_registrations
  with check ((select private.is_specified()) and status = 'pending' and created_at = now()
    and reviewed_by is null and reviewed_at is null and review_note is null);
alter policy "Specified: every screen writes the activity" on public.web_activity_logs
  with check ((select private.is_specified()) and created_at = now());
alter policy "Specified: everybody places bids that are not accepted yet" on public.property_bids
  with check ((select private.is_specified()) and not accepted and created_at = now());
-- What is no moment at all is told by the check of the table.
alter policy "Specified: everybody sends messages" on public.contact_messages
  with check ((select private.is_specified()) and (created_at = now() or not private.is_moment(created_at)));
