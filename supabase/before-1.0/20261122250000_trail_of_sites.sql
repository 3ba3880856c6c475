-- The trail knows sites (20261122230200): it follows one whose path changes, and nobody who gets a path later reads what was there before.

alter table public.audit_trail add column site_id uuid;
create index audit_trail_site_newest_idx on public.audit_trail (site_id, created_at desc, id desc);
-- The list of one site goes by its id; a code without a site is rare.
drop index public.audit_trail_project_newest_idx;
create index audit_trail_project_newest_idx on public.audit_trail (project_id, created_at desc, id desc) where site_id is null;
create trigger audit_trail_place before insert on public.audit_trail for each row execute function private.place_row();

alter policy "Hardened: admins read their project's trail" on public.audit_trail
  using (coalesce(site_id::text, project_id) = any ((select private.own_places())::text[]) and (select private.own_projects('admin')) <> '{}');

-- As before, without what the database computes since then, and without the rows that only follow their site to another path: the site's
-- own row tells of it.
create or replace function private.write_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
begin
  if before - 'updated_at' = after - 'updated_at' or (pg_trigger_depth() > 1 and before - moved = after - moved) then
    return null;
  end if;
  if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text')
    and tg_op = 'UPDATE' then
    before := before || '{"secret": "old"}';
    after := after || '{"secret": "new"}';
  end if;
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;

-- Both of what two migrations before asked for: a site that exists, and a row of now.
alter policy "Specified: everybody registers parkings" on public.parkings
  with check ((select private.is_specified()) and created_at = now() and (project_id is null or site_id is not null or project_id = 'standard'));
