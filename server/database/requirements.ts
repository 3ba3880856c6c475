// Whether a PostgreSQL can hold the product, and what its administrator has to do where it cannot (docs/postgresql.sql).
import sql from "sql-template-tag";
import type { Database } from "./driver/connect.ts";

/** The oldest PostgreSQL that the migrations run on (`on delete set null (column)`). */
const OLDEST_VERSION = 150_000;
/** Connections that the database must allow: the most that one server process opens, and some for administrators. */
const CONNECTIONS = 45;

/** The database cannot hold the product; the message says what to change. */
export class UnfitDatabaseError extends Error {
  override name = "UnfitDatabaseError";
}

/** Result of a check. `problem` says what is wrong and what to do; `isAdvice` when the server runs all the same. */
export type Finding = { what: string; problem: string | null; isAdvice?: true };

/** Throws UnfitDatabaseError that names everything that keeps the database from holding the product. Changes nothing. */
export async function checkFitness(database: Database): Promise<void> {
  const problems = (await inspectDatabase(database)).flatMap(({ problem, isAdvice }) =>
    problem === null || isAdvice ? [] : [problem],
  );
  if (problems.length > 0)
    throw new UnfitDatabaseError(
      `The database cannot hold the product yet:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
}

/** Looks at everything that the product needs of a database, as the role that is connected. Changes nothing. */
export async function inspectDatabase(database: Database): Promise<Finding[]> {
  const version = await readVersion(database);
  const isOld = version < OLDEST_VERSION;
  const found: Finding = {
    what: `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000}`,
    problem: isOld ? "The database is older than PostgreSQL 15. Use PostgreSQL 15 or newer." : null,
  };
  if (isOld) return [found];
  const facts = await readFacts(database, version);
  return [
    found,
    findLetters(facts),
    findRights(facts),
    ...facts.roles.map((role) => findRole(role, facts)),
    findExtensions(facts),
    findRestore(facts),
    findConnections(facts),
  ];
}

async function readVersion(database: Database): Promise<number> {
  const { rows } = await database.query<{ version: number }>(sql`
    select current_setting('server_version_num')::int as version`);
  return rows[0]?.version ?? 0;
}

type Role = {
  name: string;
  exists: boolean;
  /** Whether the connected role may become this role, or may give itself that right. */
  usable: boolean;
  bypasses: boolean;
  /** Whether the connected role may make this role where it is missing. */
  makeable: boolean;
};

type Facts = {
  owner: string;
  database: string;
  encoding: string;
  letters: boolean;
  /** Whether the role may make schemas in the database and tables in `public`. */
  may_create: boolean;
  is_copy: boolean;
  read_only: boolean;
  /** Owners of existing tables, besides the connected role. */
  strangers: string[];
  roles: Role[];
  missing_extensions: string[];
  may_restore: boolean;
  connections: number;
};

async function readFacts(database: Database, version: number): Promise<Facts> {
  const membership = version < 160_000 ? "MEMBER" : "SET";
  const { rows } = await database.query<Facts>(sql`
    select current_user::text as owner, current_database()::text as database,
      current_setting('server_encoding') as encoding, lower('ÅÄÖÉ') = 'åäöé' as letters,
      has_database_privilege(current_database(), 'create')
        and coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as may_create,
      pg_is_in_recovery() as is_copy, current_setting('transaction_read_only')::boolean as read_only,
      array(select distinct pg_get_userbyid(c.relowner)::text from pg_class c
        where c.relnamespace in (to_regnamespace('public'), to_regnamespace('private')) and c.relkind in ('r', 'p')
          and not pg_has_role(c.relowner, 'usage')) as strangers,
      (select json_agg(json_build_object('name', wanted.name, 'exists', r.oid is not null,
          'usable', coalesce(pg_has_role(r.oid, ${membership}) or pg_has_role(r.oid, 'MEMBER WITH ADMIN OPTION')
            or (me.rolcreaterole and ${version}::int < 160000), false), 'bypasses', coalesce(r.rolbypassrls or r.rolsuper, false),
          'makeable', me.rolsuper or (me.rolcreaterole
            and (wanted.name <> 'service_role' or (me.rolbypassrls and ${version}::int >= 160000)))) order by wanted.place)
        from unnest(array['anon', 'authenticated', 'service_role']) with ordinality as wanted(name, place)
          left join pg_roles r on r.rolname = wanted.name
          cross join (select * from pg_roles where rolname = current_user) me) as roles,
      array(select wanted from unnest(array['pgcrypto', 'uuid-ossp', 'pg_trgm']) wanted
        where not exists (select from pg_extension where extname = wanted)
          and not exists (select from pg_available_extensions where name = wanted)) as missing_extensions,
      has_parameter_privilege('session_replication_role', 'set') as may_restore,
      current_setting('max_connections')::int as connections`);
  if (!rows[0]) throw new Error("The database did not answer.");
  return rows[0];
}

const findLetters = ({ encoding, letters }: Facts): Finding => ({
  what: "UTF-8 and Swedish letters",
  problem:
    encoding === "UTF8" && letters
      ? null
      : `The database (encoding ${encoding}) does not know Swedish letters, so searches would miss rows. Create it with ` +
        "UTF-8 and a locale that has them, for example: create database parkering template template0 encoding 'UTF8' " +
        "locale_provider icu icu_locale 'sv-SE' locale 'C'",
});

function findRights({ owner, database, may_create, is_copy, read_only, strangers }: Facts): Finding {
  const what = `The role ${owner} may make tables`;
  if (is_copy)
    return { what, problem: "The database is a copy that may only be read. Name the one that takes writes." };
  if (read_only)
    return {
      what,
      problem: `The database takes no writes (default_transaction_read_only is on for it, or for ${owner}). Where that is no maintenance: alter database ${database} reset default_transaction_read_only;`,
    };
  if (strangers.length > 0)
    return {
      what,
      problem: `The tables of the database belong to ${strangers.join(", ")}: connect as that role, or give them to ${owner}.`,
    };
  const problem = `The role ${owner} may not make tables. As a superuser: alter database ${database} owner to ${owner};`;
  return { what, problem: may_create ? null : problem };
}

const asSuperuser = (statement: string) => `As a superuser: ${statement} (docs/postgresql.sql has all of it.)`;

/** Checks a role: without these roles, or without the right to become them, every call of every browser would be refused. */
function findRole({ name, exists, usable, bypasses, makeable }: Role, { owner }: Facts): Finding {
  const what = `The role ${name}`;
  if (!exists) {
    const options = name === "service_role" ? "nologin noinherit bypassrls" : "nologin noinherit";
    const statements = `create role ${name} ${options}; grant ${name} to ${owner};`;
    return {
      what,
      problem: makeable ? null : `There is no role ${name}, and ${owner} may not make it. ${asSuperuser(statements)}`,
    };
  }
  if (!usable)
    return { what, problem: `${owner} may not become ${name}. ${asSuperuser(`grant ${name} to ${owner};`)}` };
  const isBound = name === "service_role" && !bypasses;
  const problem = `The role ${name} does not pass row level security. ${asSuperuser(`alter role ${name} bypassrls;`)}`;
  return { what, problem: isBound ? problem : null };
}

const findExtensions = ({ missing_extensions: missing }: Facts): Finding => ({
  what: "The extensions pgcrypto, uuid-ossp and pg_trgm",
  problem:
    missing.length === 0
      ? null
      : `The extensions ${missing.join(", ")} are not installed on the database's machine: on Debian, apt install postgresql-contrib.`,
});

const findRestore = ({ owner, may_restore }: Facts): Finding => ({
  what: "The right that npm run restore needs",
  problem: may_restore
    ? null
    : `${owner} cannot restore a backup here. As a superuser: grant set on parameter session_replication_role to ${owner};`,
  isAdvice: true,
});

const findConnections = ({ connections }: Facts): Finding => ({
  what: `${connections} connections`,
  problem:
    connections >= CONNECTIONS
      ? null
      : `The database takes ${connections} connections, and one server process opens up to ${CONNECTIONS - 5}: raise max_connections.`,
  isAdvice: true,
});
