-- Functions that write the trail, and the extract about a person.

create or replace function private.add_to_trail(action text, subject text, site text, row_id text, before jsonb, after jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select site, w.account, w.kind, w.id, action, subject, row_id, before, after, w.request from private.who_acts() w;
end;
$$;
comment on function private.add_to_trail(text,text,text,text,jsonb,jsonb) is 'Adds a row to the trail that is no change of a watched row.';

create or replace function private.refuse_trail_change()
  returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and private.erases() then
    return null;
  end if;
  perform private.refuse('trail-changed');
end;
$$;
comment on function private.refuse_trail_change() is 'Not even the owner changes the trail by a slip.';

create or replace function private.write_account_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  kept text[] := '{id,email,friendly_name,factor_type,status}';
  account uuid := coalesce(before ->> 'user_id', before ->> 'id')::uuid;
  site text := (select s.project_id from public.staff_accounts s where s.account_id = account);
begin
  -- An account goes with its factors.
  if tg_op = 'DELETE' and not exists (select from auth.users u where u.id = account) then
    return null;
  end if;
  if before ->> 'encrypted_password' is distinct from after ->> 'encrypted_password' then
    before := before || '{"secret": "old"}';
    after := after || '{"secret": "new"}';
    kept := kept || '{secret}';
  end if;
  perform private.add_to_trail(lower(tg_op), case tg_table_name when 'users' then 'accounts' else 'second_factors' end, site, account::text,
    (select jsonb_object_agg(e.key, e.value) from jsonb_each(before) e where e.key = any (kept)),
    (select jsonb_object_agg(e.key, e.value) from jsonb_each(after) e where e.key = any (kept)));
  return null;
end;
$$;
comment on function private.write_account_trail() is
  'Passwords, addresses and second factors of accounts lie in tables of the sign-in service, of whose rows the trail holds no more than what '
  'changed.';

create or replace function private.write_trail()
  returns trigger
  language plpgsql security definer
  set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project,site_id,path_key,plate_key,user_key,employee_key,public_key,reply_key_hash,receipt_hash,lines}';
  moved constant text[] := '{updated_at,project_id,site_id}';
  unseen constant text[] := '{updated_at,last_login_at}';
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
    if before - unseen = after - unseen or (pg_trigger_depth() > 1 and before - moved = after - moved) then
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
comment on function private.write_trail() is
  'Most rows of the trail are of new rows: those are not compared with what they were. The photos of a fine come in one statement, and are '
  'written in one.';

create or replace function public.person_extract(project text, plate text, asked_by text, verified text, acting_as text)
  returns jsonb
  language plpgsql security definer
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
    perform private.refuse('no-plate', 'plate');
  elsif coalesce(asked_by, '') !~ '\S' or length(asked_by) > 200 then
    perform private.refuse('no-asker', 'asked_by');
  elsif coalesce(verified, '') !~ '\S' or length(verified) > 500 then
    perform private.refuse('no-proof', 'verified');
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
        'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - inside order by r.left_at), '[]') from public.refunds r where r.fine_id = f.id),
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
comment on function public.person_extract(text,text,text,text,text) is
  'All that a site keeps about a plate, after it is noted who asked and how that was verified.';
grant execute on function public.person_extract(text,text,text,text,text) to authenticated;

create or replace function public.record_access(access text, subject text, project text DEFAULT NULL::text, details jsonb DEFAULT NULL::jsonb)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  if access not in ('read', 'export') or subject !~ '^[a-z_]{1,60}$' or length(project) > 100 or length(details::text) > 4000 then
    perform private.refuse('no-such-access');
  end if;
  if not private.is_specified() and not private.is_kind('main-admin') and not coalesce(project = any (
      private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin', 'ase-admin')), false)
    -- A handler of some sites exports their cases together.
    and not (coalesce(project = 'company', false) and private.may_count_cases(project))
    and not (project is null and private.is_account_admin()) then
    perform private.refuse('no-access');
  end if;
  perform private.add_to_trail(access, subject, project, null, null, details);
end;
$$;
comment on function public.record_access(text,text,text,jsonb) is 'Notes in the trail that the caller reads or exports personal data.';
grant execute on function public.record_access(text,text,text,jsonb) to authenticated;
