-- What a role need not do is not granted to it. Row level security hides rows, but the planner's estimate counts them all the same
-- (Prefer: count=planned): a table that visitors may not even ask for tells them nothing.

-- Which commands each role has on which table, as GRANT takes them; '' for none. The service key has all four in both profiles.
-- A migration that makes a table adds its line here and calls private.grant_for_profile().
create table private.table_grants (
  table_name text primary key,
  specified_anon text not null,
  specified_authenticated text not null,
  hardened_anon text not null,
  hardened_authenticated text not null
);
comment on table private.table_grants is 'What anon and authenticated may ask of each table of schema public, in each security profile.';
alter table private.table_grants enable row level security;
revoke all on private.table_grants from public, anon, authenticated, service_role;

insert into private.table_grants
  (table_name, specified_anon, specified_authenticated, hardened_anon, hardened_authenticated)
values
  -- What visitors of `hardened` see or send.
  ('main_page_sites',
    'select, insert, update, delete',
    'select, insert, update, delete',
    'select',
    'select, insert, update, delete'),
  ('properties', 'select', 'select, insert, update, delete', 'select', 'select, insert, update, delete'),
  ('property_bids',
    'select, insert', 'select, insert, update (accepted)', 'select, insert', 'select, insert, update (accepted)'),
  ('contact_messages',
    'select, insert, update (read), delete',
    'select, insert, update (read), delete',
    'insert',
    'select, insert, update (read), delete'),
  ('parkings', 'select, insert, delete', 'select, insert, delete', 'insert', 'select, insert, delete'),
  -- What they neither see nor send.
  ('parking_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert'),
  ('shift_registrations',
    'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)',
    'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)',
    '',
    'select, insert, update (status, approved, reviewed_by, reviewed_at, review_note)'),
  ('web_activity_logs', 'select, insert', 'select, insert', '', 'select, insert'),
  ('attendant_deletion_logs', 'select, insert', 'select, insert', '', 'select, insert'),
  ('vehicle_registrations', 'select, insert, delete', 'select, insert, delete', '', 'select, insert, delete'),
  ('units', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select, insert, update, delete'),
  ('teamspeak_units', 'select', 'select', '', 'select'),
  -- People and their accounts: in `hardened` only the function create-admin-user writes them.
  ('project_attendants', 'select, insert, delete', 'select, insert, delete', '', 'select'),
  ('attendants', 'select, insert, delete', 'select, insert, delete', '', 'select'),
  ('admin_accounts', 'select, insert, delete', 'select, insert, delete', '', 'select'),
  ('ase_employees', 'select, insert, update, delete', 'select, insert, update, delete', '', 'select'),
  ('profiles', 'select, delete', 'select, delete', '', 'select'),
  ('user_roles', 'select, delete', 'select, delete', '', 'select'),
  ('user_passwords', 'select', 'select', '', 'select'),
  ('admin_user_credentials', 'select, delete', 'select, delete', '', 'select'),
  ('staff_accounts', '', 'select', '', 'select');

-- Grants what the running profile says, and nothing else.
create function private.grant_for_profile() returns void
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
      ('service_role', 'select, insert, update, delete')
    ) as r(role_name, privileges)
  loop
    execute format('revoke all on public.%I from %I', wanted.table_name, wanted.role_name);
    if wanted.privileges <> '' then
      execute format('grant %s on public.%I to %I', wanted.privileges, wanted.table_name, wanted.role_name);
    end if;
  end loop;
end;
$$;
comment on function private.grant_for_profile is 'Gives anon, authenticated and service_role what private.table_grants says for the running profile.';
revoke execute on function private.grant_for_profile() from public;

-- Whoever may switch the profile switches the grants with it.
create function private.grant_with_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.grant_for_profile();
  return new;
end;
$$;
revoke execute on function private.grant_with_profile() from public;
create trigger settings_grant_first after insert on private.settings
  for each row execute function private.grant_with_profile();
create trigger settings_grant_on_change after update on private.settings
  for each row when (old.security_profile is distinct from new.security_profile) execute function private.grant_with_profile();

-- A new table or function is granted to nobody until its migration says so. Hosted Supabase grants everything that the owner makes in
-- schema public; and PostgreSQL lets everybody execute a new function of any schema.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

select private.grant_for_profile();
