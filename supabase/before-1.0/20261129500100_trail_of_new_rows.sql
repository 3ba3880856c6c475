-- Most rows of the trail are of new rows: those are not compared with what they were. The photos of a fine come in one statement, and are
-- written in one.
create or replace function private.write_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  before jsonb;
  after jsonb;
  whole jsonb;
begin
  if private.erases() then
    return null;
  end if;
  if tg_level = 'STATEMENT' then
    insert into public.audit_trail (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, after, request_id)
    select r.whole ->> 'project_id', w.account, w.kind, w.id, lower(tg_op), tg_table_name, r.whole ->> 'id', r.whole - left_out, w.request
    from private.who_acts() w, (select to_jsonb(n) as whole from new_rows n) r;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    before := to_jsonb(old);
  end if;
  if tg_op <> 'DELETE' then
    after := to_jsonb(new);
  end if;
  if tg_op = 'UPDATE' then
    if before - 'updated_at' = after - 'updated_at' or (pg_trigger_depth() > 1 and before - moved = after - moved) then
      return null;
    end if;
    if coalesce(before ->> 'password', before ->> 'password_text') is distinct from coalesce(after ->> 'password', after ->> 'password_text') then
      before := before || '{"secret": "old"}';
      after := after || '{"secret": "new"}';
    end if;
  end if;
  whole := coalesce(after, before);
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select coalesce(whole ->> 'project_id', whole ->> 'path', tg_argv[0]), w.account, w.kind, w.id, lower(tg_op), tg_table_name,
    coalesce(whole ->> 'id', whole ->> 'account_id'), before - left_out, after - left_out, w.request
  from private.who_acts() w;
  return null;
end;
$$;

drop trigger fine_photos_write_trail on public.fine_photos;
create trigger fine_photos_write_trail after delete on public.fine_photos
  for each row execute function private.write_trail();
create trigger fine_photos_write_trail_of_new after insert on public.fine_photos
  referencing new table as new_rows for each statement execute function private.write_trail();
