// The shape of everything that the migrations make, as text, so that two databases can be compared. It is written apart from
// server/database/catalog.ts, which decides whether an old database may be adopted, so that a fault in one is found by the other.
import sql from "sql-template-tag";
import { withConnection } from "#server/database/driver/one-connection.ts";

/** Lines by kind (columns, constraints, …), sorted. Two databases that differ in their rows alone have equal shapes. */
export type Shape = Record<string, string[]>;

const SHAPE = sql`
  select
    (select array_agg(concat_ws(' ', table_schema, table_name, column_name, data_type, is_nullable, column_default, generation_expression))
     from information_schema.columns
     -- What notes the migrations is of the program that applies them.
     where table_schema not in ('pg_catalog', 'information_schema', 'supabase_migrations')) as columns,
    (select array_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)) from pg_constraint
     where connamespace in ('public'::regnamespace, 'private'::regnamespace) and contype <> 'n') as constraints,
    (select array_agg(indexdef) from pg_indexes where schemaname in ('public', 'private')) as indexes,
    (select array_agg(pg_get_functiondef(oid) || coalesce(proacl::text, '')) from pg_proc
     where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f') as functions,
    (select array_agg(pg_get_triggerdef(oid) || ' ' || tgenabled::text) from pg_trigger where not tgisinternal
     and (tgrelid::regclass::text like 'private.%' or tgrelid in (select oid from pg_class
       where relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'storage'::regnamespace)))) as triggers,
    (select array_agg(concat_ws(' ', schemaname, tablename, policyname, cmd, permissive, roles::text, qual, with_check)) from pg_policies) as policies,
    (select array_agg(relname || ' ' || relrowsecurity::text || ' '
       -- No list is the owner's own.
       || coalesce(relacl, acldefault((case relkind when 'S' then 's' else 'r' end)::"char", relowner))::text) from pg_class
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'v', 'm', 'S')) as grants,
    (select array_agg(attrelid::regclass || ' ' || attname || ' ' || attacl::text) from pg_attribute
     where attacl is not null and attrelid in (select oid from pg_class
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace))) as column_grants,
    (select array_agg(concat_ws(' ', coalesce(defaclnamespace::regnamespace::text, ''), defaclobjtype, defaclacl::text))
     from pg_default_acl) as default_grants,
    (select array_agg(objoid::regclass || ' ' || description) from pg_description where classoid = 'pg_class'::regclass
     and objoid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace))) as comments,
    (select array_agg(t::text) from private.table_grants t) as wanted_grants,
    (select array_agg(tablename::text) from pg_publication_tables where pubname = 'supabase_realtime') as published`;

/** Names of objects that the server or the realtime gateway makes when it starts. */
const SERVERS_OWN = /server_secrets|gateway_/;

/** Reads the shape of the database at `url`, as its superuser. */
export async function readShape(url: string): Promise<Shape> {
  const { rows } = await withConnection(url, { name: "test" }, (connection) => connection.query<Shape>(SHAPE));
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([kind, lines]) => [
      kind,
      // Grants are sorted, since PostgreSQL lists them in the order in which they were made.
      (lines ?? [])
        .map((line) => withSortedGrants(line))
        .filter((line) => !SERVERS_OWN.test(line))
        .toSorted(),
    ]),
  );
}

const withSortedGrants = (line: string): string =>
  line.replace(/\{[^{}]*=[^{}]*\/[^{}]*\}$/, (list) => list.slice(1, -1).split(",").toSorted().join(","));
