// Gives a plain PostgreSQL the roles, schemas and publication that hosted Supabase has, so that the same migrations run on both.
import sql, { raw } from "sql-template-tag";
import { AUTH_SCHEMA_SQL } from "./auth-schema.ts";
import type { Database } from "./driver/connect.ts";
import { STORAGE_SCHEMA } from "./storage-schema.ts";

/**
 * Statements for the roles, which belong to the whole cluster: two databases of it may be prepared at once, so a role that appears
 * meanwhile is fine.
 */
const ROLES = `
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('anon', 'nologin noinherit'),
    ('authenticated', 'nologin noinherit'),
    ('service_role', 'nologin noinherit bypassrls'),
    ('authenticator', 'nologin noinherit'),
    ('supabase_admin', 'nologin')
  ) as roles(name, options)
  loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
  end loop;
  -- Since PostgreSQL 16 who makes a role may not become it without being told so.
  for wanted in select rolname as name from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
    and not pg_has_role(oid, case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end)
  loop
    execute format('grant %I to current_user', wanted.name);
  end loop;
end
$$;
`;

const SCHEMAS = `
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists extensions;
create schema if not exists realtime;
grant usage on schema public, auth, storage, extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
`;

/** Functions that read the identity of the request like hosted Supabase: the single claim first, then the claims as JSON. */
const AUTH_FUNCTIONS = `
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid;
$$;
create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  );
$$;
create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  );
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;
$$;
`;

/** Rights in the storage's tables: row level security decides which rows are seen, by the policies of the migrations. */
const STORAGE_GRANTS = `
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select on storage.buckets to anon, authenticated;
grant select, insert, update, delete on storage.objects to anon, authenticated;
grant all on storage.buckets, storage.objects to service_role;
`;

const PUBLICATION = `
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;
`;

/** Whether the database is a Supabase project, whose `auth` and `storage` are made and used by its own services. */
export async function isHosted(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ hosted: boolean }>(sql`
    select to_regclass('auth.schema_migrations') is not null or to_regclass('storage.migrations') is not null
      or exists (select from information_schema.columns
        where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') as hosted`);
  return rows[0]?.hosted ?? false;
}

/**
 * Adds the missing parts and leaves the others, so that it may run at every start and on a hosted database too. Needs the right to create
 * the missing roles, which `checkFitness` has checked before.
 */
export async function ensureHostedLayout(database: Database): Promise<void> {
  const {
    rows: [found],
  } = await database.query<{ objects: boolean; uid: boolean }>(sql`
    select to_regclass('storage.objects') is not null as objects,
           to_regprocedure('auth.uid()') is not null as uid`);
  await database.query(raw(ROLES));
  await database.query(raw(AUTH_SCHEMA_SQL));
  if (found?.objects && found.uid) return;
  await database.query(raw(SCHEMAS));
  if (!found?.uid) await database.query(raw(AUTH_FUNCTIONS));
  if (!found?.objects) {
    await database.query(raw(STORAGE_SCHEMA));
    await database.query(raw(STORAGE_GRANTS));
  }
  await database.query(raw(PUBLICATION));
}
