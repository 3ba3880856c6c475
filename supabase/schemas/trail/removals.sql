-- Announcements of removals, which the logs of removals follow.

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
comment on function private.announce_removal() is
  'A removal that somebody announces waits for the removal itself. What the service key, the owner and the removal write counts at once.';
