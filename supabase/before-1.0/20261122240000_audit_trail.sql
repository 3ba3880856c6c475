-- The trail: who did what, when, with the row before and after (docs/decisions/0010-a-trail-that-the-database-writes.md). Triggers write it
-- in the transaction of the change, so no change stands without its row and no row without its change.

create table public.audit_trail (
  id uuid not null default gen_random_uuid(),
  -- Of the row itself and not of its transaction: the rows of one transaction stand in their order.
  created_at timestamptz not null default clock_timestamp(),
  -- The site; null for what belongs to none.
  project_id text,
  -- The account of the sign-in service; null for people without one.
  actor_account uuid,
  -- A kind of staff_accounts, `account-admin`, `agent`, `account` (signed in by e-mail), `visitor`, `service` (the secret key) or
  -- `database` (no call of a service: its owner, a migration). In `specified` what the screen says.
  actor_kind text not null,
  actor_id text,
  action text not null,
  -- A table, or what was read or exported.
  subject text not null,
  row_id text,
  before jsonb,
  after jsonb,
  -- The same for all rows of one request.
  request_id text not null,
  primary key (created_at, id),
  constraint audit_trail_action check (action in ('insert', 'update', 'delete', 'read', 'export')),
  constraint audit_trail_lengths check (length(project_id) <= 100 and length(actor_kind) <= 50 and length(actor_id) <= 320
    and length(subject) <= 63 and length(row_id) <= 100 and length(request_id) <= 100),
  constraint audit_trail_moments check (private.is_moment(created_at))
);
-- The lists: newest first (by the key), of a site, of a person.
create index audit_trail_project_newest_idx on public.audit_trail (project_id, created_at desc, id desc);
create index audit_trail_actor_newest_idx on public.audit_trail (actor_id, created_at desc, id desc);
comment on table public.audit_trail is 'Who did what; written by triggers, never changed.';

alter table public.audit_trail enable row level security;
create policy "Specified: the admins' screens read the trail" on public.audit_trail
  for select to anon, authenticated using ((select private.is_specified()));
create policy "Hardened: the main admin reads the trail" on public.audit_trail
  for select to authenticated using ((select private.is_kind('main-admin')));
create policy "Hardened: admins read their project's trail" on public.audit_trail
  for select to authenticated using (project_id = any ((select private.own_projects('admin'))::text[]));

-- The service key reads the trail and no more: what it may do stands in a column of its own from now on.
alter table private.table_grants add column service_role text not null default 'select, insert, update, delete';
create or replace function private.grant_for_profile() returns void
language plpgsql set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select g.table_name, r.role_name, r.privileges
    from private.table_grants g cross join lateral (values
      ('anon', case when private.is_specified() then g.specified_anon else g.hardened_anon end),
      ('authenticated', case when private.is_specified() then g.specified_authenticated else g.hardened_authenticated end),
      ('service_role', g.service_role)
    ) as r(role_name, privileges)
  loop
    execute format('revoke all on public.%I from %I', wanted.table_name, wanted.role_name);
    if wanted.privileges <> '' then
      execute format('grant %s on public.%I to %I', wanted.privileges, wanted.table_name, wanted.role_name);
    end if;
  end loop;
end;
$$;
insert into private.table_grants
  (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated, service_role)
values ('audit_trail', 'select', 'select', '', 'select', 'select');
select private.grant_for_profile();

-- Not even the owner changes the trail by a slip.
create function private.refuse_trail_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The trail is only added to.' using errcode = '42501';
end;
$$;
revoke execute on function private.refuse_trail_change() from public;
create trigger audit_trail_only_grows before update or delete or truncate on public.audit_trail
  for each statement execute function private.refuse_trail_change();

-- What a header holds, as JSON; null when it is none. A header is anybody's text.
create function private.header_json(header text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return header::jsonb;
exception when others then
  return null;
end;
$$;
revoke execute on function private.header_json(text) from public;

-- Who acts, and in which request. The claims say it; a function with the secret key says in the header `x-acting-account` for whom it
-- acts; and in `specified`, where the database cannot know people, the screen says it in the header `x-acting-as`.
create function private.who_acts(out account uuid, out kind text, out id text, out request text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  headers jsonb;
  screen jsonb;
begin
  account := nullif(claims ->> 'sub', '')::uuid;
  kind := case claims ->> 'role'
    when 'anon' then 'visitor' when 'authenticated' then 'account' when 'service_role' then 'service' else 'database'
  end;
  request := extract(epoch from now()) || '-' || pg_current_xact_id();
  if claims is null then
    return;
  end if;
  if coalesce(current_setting('request.headers', true), '') <> '' and kind <> 'database' then
    headers := current_setting('request.headers', true)::jsonb;
    if claims ->> 'role' = 'service_role' then
      account := coalesce(substring(headers ->> 'x-acting-account' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid, account);
      request := coalesce(left(headers ->> 'x-request-id', 100), request);
    end if;
    if headers ? 'x-acting-as' and private.is_specified() then
      screen := private.header_json(headers ->> 'x-acting-as');
      if screen ->> 'kind' <> '' and screen ->> 'id' <> '' then
        kind := left(screen ->> 'kind', 50);
        id := left(screen ->> 'id', 320);
        return;
      end if;
    end if;
  end if;
  if account is null then
    return;
  end if;
  select s.kind, s.user_id into kind, id from public.staff_accounts s where s.account_id = account;
  if not found then
    select coalesce((
        select case r.role when 'admin' then 'account-admin' else 'agent' end from public.user_roles r
        where r.user_id = u.id and r.role in ('admin', 'employee') order by r.role limit 1), 'account'), u.email
      into kind, id from auth.users u where u.id = account;
    kind := coalesce(kind, 'account');
  end if;
end;
$$;
revoke execute on function private.who_acts() from public;

-- Adds a row to the trail that is no change of a watched row.
create function private.add_to_trail(action text, subject text, site text, row_id text, before jsonb, after jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.audit_trail
    (project_id, actor_account, actor_kind, actor_id, action, subject, row_id, before, after, request_id)
  select site, w.account, w.kind, w.id, action, subject, row_id, before, after, w.request from private.who_acts() w;
end;
$$;
revoke execute on function private.add_to_trail(text, text, text, text, jsonb, jsonb) from public;

-- Writes a change of a row: one insert, since every registration of a parking waits for it. Its argument is the site of tables that have no column for it. Passwords are left out, and that one changed
-- stays; so do drawn signatures, which are pictures of up to a megabyte, and what the database computes.
create function private.write_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  left_out constant text[] := '{password,password_text,signature,search_text,page_project}';
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(after, before);
begin
  if before - 'updated_at' = after - 'updated_at' then
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
revoke execute on function private.write_trail() from public;

-- Every table that people work with; the logs are not among them, which are written beside what they tell of.
do $$
declare
  watched record;
begin
  for watched in
    select * from (values ('main_page_sites', ''), ('contact_messages', ''), ('parkings', ''), ('project_attendants', ''),
      ('attendants', ''), ('admin_accounts', ''), ('shift_registrations', ''), ('profiles', ''), ('user_roles', ''),
      ('user_passwords', ''), ('admin_user_credentials', ''), ('vehicle_registrations', ''), ('units', '''721075'''),
      ('teamspeak_units', '''721075'''), ('properties', ''), ('property_bids', ''), ('ase_employees', '''ASE'''),
      ('staff_accounts', '')) as t(name, site)
  loop
    execute format('create trigger %I after insert or update or delete on public.%I for each row execute function private.write_trail(%s)',
      watched.name || '_write_trail', watched.name, watched.site);
  end loop;
end
$$;

-- Passwords, addresses and second factors of accounts lie in tables of the sign-in service, of whose rows the trail holds no more than
-- what changed.
create function private.write_account_trail() returns trigger
language plpgsql security definer set search_path = ''
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
revoke execute on function private.write_account_trail() from public;
create trigger users_write_trail after update of encrypted_password, email on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function private.write_account_trail();

-- Recovery codes: made, or one of them used. Their hashes stay where they are.
create function private.write_recovery_trail() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  account text := (private.who_acts()).account;
begin
  perform private.add_to_trail(lower(tg_op), 'recovery_codes',
    (select s.project_id from public.staff_accounts s where s.account_id = account::uuid), account, null, null);
  return null;
end;
$$;
revoke execute on function private.write_recovery_trail() from public;
create trigger recovery_codes_write_trail after insert on private.recovery_codes
  for each statement execute function private.write_recovery_trail();
create trigger recovery_codes_write_use after update on private.recovery_codes
  for each row execute function private.write_recovery_trail();

-- Hosted Supabase, whose accounts have an instance, lets nobody else put triggers on these.
do $$
begin
  if not exists (select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    create trigger mfa_factors_write_change after update of status on auth.mfa_factors
      for each row when (old.status is distinct from new.status) execute function private.write_account_trail();
    create trigger mfa_factors_write_removal after delete on auth.mfa_factors
      for each row when (old.status = 'verified') execute function private.write_account_trail();
  end if;
end
$$;

-- As before, and it stands in the trail.
create or replace function public.end_own_login(login uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  account constant uuid := (select auth.uid());
begin
  delete from auth.sessions where id = login and user_id = account and private.is_login_alive();
  if not found then
    return false;
  end if;
  perform private.add_to_trail('delete', 'logins', (select s.project_id from public.staff_accounts s where s.account_id = account),
    login::text, null, null);
  return true;
end;
$$;

-- Notes that the caller reads personal data, or takes it out as a file: screens call it before they show or save anything, and the
-- database says who and when. A site's people note what they do at their site, the main admin everywhere.
create function public.record_access(access text, subject text, project text default null, details jsonb default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if access not in ('read', 'export') or subject !~ '^[a-z_]{1,60}$' or length(project) > 100 or length(details::text) > 4000 then
    raise exception 'No such access.' using errcode = '22023';
  end if;
  if not private.is_specified() and not private.is_kind('main-admin') and not coalesce(project = any (
      private.own_projects('admin', 'dispatch-admin', 'chauffeur-admin', 'ase-admin')), false)
    and not (project is null and private.is_account_admin()) then
    raise exception 'Access denied.' using errcode = '42501';
  end if;
  perform private.add_to_trail(access, subject, project, null, null, details);
end;
$$;
comment on function public.record_access is 'Notes in the trail that the caller reads or exports personal data.';
revoke execute on function public.record_access(text, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_access(text, text, text, jsonb) to anon, authenticated;
