// Catalog of a database: every piece that the project defines. The difference of two databases is the difference of their catalogs.
import { escapeLiteral } from "pg";
import { raw } from "sql-template-tag";
import type { Database } from "./driver/connect.ts";

/** Schemas whose pieces are ours, and schemas of Supabase's services, to which we add pieces. */
const SCHEMAS = "('{public, private, auth, storage}'::text[])";

/** Kinds of pieces, in the order in which a database can be made of them. */
export const KINDS = [
  "schema",
  "extension",
  "default grant",
  "type",
  "table",
  "column",
  "function",
  "constraint",
  "reference",
  "index",
  "trigger",
  "security",
  "policy",
  "other",
  "grant",
  "comment",
  "publication",
  "row",
] as const;
export type Kind = (typeof KINDS)[number];

/** A piece of a database that has a name: a table, a column, a function, a policy and so on. */
export type Piece = {
  kind: Kind;
  /** Name of the piece, the same in every database: `public.parkings.plate_key`, `private.fee_of(public.fines)`. */
  name: string;
  /** Table or function that the piece is part of; empty for a piece that stands alone. */
  of: string;
  /** Statement that makes the piece, or the part of `create table` for a column. Pieces with equal texts are equal. */
  text: string;
  /** The part of a function that `create or replace` cannot change: names of arguments, and the result. Empty for other kinds. */
  shape: string;
  /** Tables whose rows a function takes or gives: the function is made after them. */
  rowsOf: string[];
};

/** Pieces by kind and name. */
export type Catalog = ReadonlyMap<string, Piece>;

/** Tables whose rows are rules of the product, each with the columns that are compared. The first is the key. */
export const RULES: Readonly<Record<string, readonly string[]>> = {
  "private.case_transitions": ["place", "kind", "from_status", "by", "needs", "to_status", "moves", "wants"],
  "private.table_grants": [
    "table_name",
    "specified_anon",
    "specified_authenticated",
    "hardened_anon",
    "hardened_authenticated",
    "service_role",
  ],
  "private.staff_functions": ["function_name"],
  "storage.buckets": ["id", "name", "file_size_limit", "allowed_mime_types"],
};
/** Tables with one row, which each database fills by itself. */
const ONE_ROW = ["private.reply_secret", "private.settings"];

/** Settings that change how PostgreSQL writes a piece. Without a search path names are written with their schemas. */
const WRITTEN_WITH = {
  search_path: "",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  quote_all_identifiers: "off",
  standard_conforming_strings: "on",
};

/** Reads the catalog of a database over one connection. Throws when the database cannot be asked. */
export async function readCatalog(database: Database): Promise<Catalog> {
  const names = Object.keys(WRITTEN_WITH).map((name) => `current_setting('${name}') as "${name}"`);
  const [before = {}] = await ask<Record<string, string>>(database, `select ${names.join(", ")}`);
  await set(database, WRITTEN_WITH);
  const pieces = new Map<string, Piece>();
  const add = (found: readonly Partial<Piece>[]) => {
    for (const each of found) {
      const piece: Piece = { kind: "row", name: "", of: "", text: "", shape: "", rowsOf: [], ...each };
      pieces.set(`${piece.kind} ${piece.name}`, { ...piece, text: inSmallLetters(each.text ?? "", piece.kind) });
    }
  };
  for (const query of Object.values(QUERIES)) add(await ask<Partial<Piece>>(database, query));
  for (const [table, columns] of Object.entries(RULES)) add(await readRules(database, table, columns));
  for (const table of ONE_ROW) add(await readOneRow(database, table));
  await set(database, before);
  return pieces;
}

async function set(database: Database, settings: Readonly<Record<string, string>>): Promise<void> {
  const each = Object.entries(settings).map(([name, value]) => `set_config('${name}', ${escapeLiteral(value)}, false)`);
  await ask(database, `select ${each.join(", ")}`);
}

async function ask<Row>(database: Database, query: string): Promise<Row[]> {
  const { rows } = await database.query<Row & object>(raw(query));
  return rows;
}

/**
 * Changes PostgreSQL's capital words to small letters. Outside of quotes no name of ours has capitals. Function bodies and comments are
 * left alone.
 */
function inSmallLetters(text: string, kind: Kind): string {
  if (kind === "function" || kind === "row" || kind === "comment") return text;
  return text
    .split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
    .map((part, place) => (place % 2 === 1 ? part : part.replaceAll(/\b[A-Z]+\b/g, (word) => word.toLowerCase())))
    .join("");
}

async function readRules(database: Database, table: string, columns: readonly string[]): Promise<Partial<Piece>[]> {
  if (!(await isThere(database, table))) return [];
  const [key = "", ...rest] = columns;
  const values = columns.map((name) => `quote_nullable("${name}")`).join(" || ', ' || ");
  const rows = await ask<{ of: string; values: string }>(
    database,
    `select "${key}"::text as of, ${values} as values from ${table} order by "${key}"`,
  );
  const update = rest.map((name) => `${name} = excluded.${name}`).join(", ");
  const instead = update === "" ? "nothing" : `update set ${update}`;
  return rows.map((row) => ({
    name: `${table} ${row.of}`,
    of: table,
    text:
      `insert into ${table} (${columns.join(", ")})\n  values (${row.values})\n` +
      `  on conflict (${key}) do ${instead};`,
  }));
}

async function readOneRow(database: Database, table: string): Promise<Partial<Piece>[]> {
  const isFilled = (await isThere(database, table)) && (await ask(database, `select from ${table}`)).length > 0;
  return isFilled
    ? [{ name: table, of: table, text: `insert into ${table} default values on conflict do nothing;` }]
    : [];
}

async function isThere(database: Database, table: string): Promise<boolean> {
  const [row] = await ask<{ found: boolean }>(database, `select to_regclass('${table}') is not null as found`);
  return row?.found ?? false;
}

/** Condition: no extension made the object `o`. */
const IS_NO_EXTENSION = "not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')";
const CALLERS = "'anon', 'authenticated', 'service_role', 'authenticator', 'supabase_admin'";

/** Rights of other roles in an object, a line for each: `kind` and `named` are the words that GRANT has for the object. */
const grants = (kind: string, named: string, of: string, acl: string, from: string) => `
  select 'grant' as kind, '${kind} ' || named || ' to ' || who as name, of,
    'grant ' || string_agg(lower(privilege), ', ' order by lower(privilege)) || ' on ${kind} ' || named || ' to ' || who || ';' as text
  from (
    select ${named} as named, ${of} as of, a.privilege_type as privilege,
      case when a.grantee = 0 then 'public' else a.grantee::regrole::text end as who
    from ${from}, lateral aclexplode(${acl}) a
    -- PostgreSQL 17 has brought it, and GRANT ALL grants it.
    where a.privilege_type <> 'MAINTAIN' and n.nspname = any ${SCHEMAS} and (a.grantee = 0 or a.grantee::regrole::text in (${CALLERS}))
      and ${IS_NO_EXTENSION}
  ) g group by named, of, who`;

/** The name by which statements call a function: with the types of its arguments and nothing more. */
const FUNCTION_CALL = "o.oid::regprocedure::text";
const TABLE_NAME = "o.oid::regclass::text";
/** Tables alone: the product has no partitions and no views here. */
const TABLES = `pg_class o join pg_namespace n on n.oid = o.relnamespace and o.relkind = 'r' and ${IS_NO_EXTENSION}`;
const FUNCTIONS = "pg_proc o join pg_namespace n on n.oid = o.pronamespace and o.prokind in ('f', 'p')";

/** The words behind a function's arguments, in the spelling of this project. */
const FUNCTION_WORDS = `
  case when o.prokind = 'p' then '' else E'\\n  returns ' || pg_get_function_result(o.oid) end
  || E'\\n  language ' || l.lanname
  || case o.provolatile when 'i' then ' immutable' when 's' then ' stable' else '' end
  || case when o.proleakproof then ' leakproof' else '' end
  || case when o.proisstrict then ' strict' else '' end
  || case when o.prosecdef then ' security definer' else '' end
  || case o.proparallel when 's' then ' parallel safe' when 'r' then ' parallel restricted' else '' end
  || case when o.procost <> 100 then ' cost ' || o.procost else '' end
  || case when o.proretset and o.prorows <> 1000 then ' rows ' || o.prorows else '' end
  || coalesce((select string_agg(E'\\n  set ' || split_part(each, '=', 1) || ' = '
       || case when split_part(each, '=', 2) in ('', '""') then '''''' when each like 'search_path=%' then split_part(each, '=', 2)
          else quote_literal(split_part(each, '=', 2)) end, '' order by place)
       from unnest(o.proconfig) with ordinality as c (each, place)), '')`;

const QUERIES = {
  schemas: `
    select 'schema' as kind, nspname as name, 'create schema ' || quote_ident(nspname) || ';' as text
    from pg_namespace where nspname = any ${SCHEMAS}`,
  schemaGrants: grants(
    "schema",
    "quote_ident(n.nspname)",
    "''",
    "n.nspacl",
    "pg_namespace n join pg_namespace o on o.oid = n.oid",
  ),
  extensions: `
    select 'extension' as kind, extname as name,
      'create extension if not exists ' || quote_ident(extname) || ' with schema ' || extnamespace::regnamespace || ';' as text
    from pg_extension where extname <> 'plpgsql'`,
  types: `
    select 'type' as kind, o.oid::regtype::text as name, o.oid::regtype::text as of,
      'create type ' || o.oid::regtype || ' as (' || E'\\n  '
      || string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), E',\\n  ' order by a.attnum) || E'\\n);' as text
    from pg_type o join pg_namespace n on n.oid = o.typnamespace join pg_class c on c.oid = o.typrelid and c.relkind = 'c'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = any ${SCHEMAS} and ${IS_NO_EXTENSION} group by o.oid`,
  otherTypes: `
    select 'type' as kind, o.oid::regtype::text as name, o.oid::regtype::text as of, case o.typtype
      when 'e' then 'create type ' || o.oid::regtype || ' as enum (' || (
        select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = o.oid) || ');'
      else 'create domain ' || o.oid::regtype || ' as ' || format_type(o.typbasetype, o.typtypmod) || coalesce(' ' || (
        select string_agg(pg_get_constraintdef(c.oid), ' ' order by conname) from pg_constraint c where contypid = o.oid), '') || ';' end as text
    from pg_type o join pg_namespace n on n.oid = o.typnamespace
    where n.nspname = any ${SCHEMAS} and o.typtype in ('e', 'd') and ${IS_NO_EXTENSION}`,
  tables: `
    select 'table' as kind, ${TABLE_NAME} as name, ${TABLE_NAME} as of,
      case when o.relpersistence = 'u' then 'unlogged' else '' end || coalesce(array_to_string(o.reloptions, ', '), '')
        || case when o.relreplident = 'd' then '' else ' replica identity ' || o.relreplident::text end as text
    from ${TABLES} where n.nspname = any ${SCHEMAS}`,
  columns: `
    select 'column' as kind, ${TABLE_NAME} || '.' || quote_ident(a.attname) as name, ${TABLE_NAME} as of,
      quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(c.collname) else '' end
      || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
              when a.attgenerated = 'v' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') virtual'
              when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
              when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
      || case when a.attnotnull then ' not null' else '' end as text
    from ${TABLES} join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
      left join pg_collation c on c.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname = any ${SCHEMAS} order by o.oid, a.attnum`,
  functions: `
    select 'function' as kind, ${FUNCTION_CALL} as name, ${FUNCTION_CALL} as of,
      'create or replace ' || case when o.prokind = 'p' then 'procedure ' else 'function ' end
        || n.nspname || '.' || quote_ident(o.proname) || '(' || pg_get_function_arguments(o.oid) || ')' || ${FUNCTION_WORDS}
        || case when o.prosqlbody is null then E'\\nas $$' || o.prosrc || '$$;'
          else E'\\n  ' || pg_get_function_sqlbody(o.oid) || ';' end as text,
      pg_get_function_arguments(o.oid) || ' -> ' || coalesce(pg_get_function_result(o.oid), '') as shape,
      array(select distinct c.oid::regclass::text from unnest(o.proargtypes::oid[] || coalesce(o.proallargtypes, '{}') || o.prorettype) as used (type)
        join pg_type t on t.oid = used.type left join pg_type e on e.oid = t.typelem and t.typlen = -1
        join pg_class c on c.reltype in (t.oid, e.oid) and c.relkind = 'r') as "rowsOf"
    from ${FUNCTIONS} join pg_language l on l.oid = o.prolang
    where n.nspname = any ${SCHEMAS} and ${IS_NO_EXTENSION} order by 2`,
  functionGrants: grants(
    "function",
    FUNCTION_CALL,
    FUNCTION_CALL,
    "coalesce(o.proacl, acldefault('f', o.proowner))",
    FUNCTIONS,
  ),
  constraints: `
    select case contype when 'f' then 'reference' else 'constraint' end as kind, ${TABLE_NAME} || ' ' || quote_ident(c.conname) as name,
      ${TABLE_NAME} as of, 'alter table ' || o.oid::regclass || ' add constraint ' || quote_ident(c.conname) || ' '
      || pg_get_constraintdef(c.oid) || ';' as text
    from ${TABLES} join pg_constraint c on c.conrelid = o.oid and c.contype in ('p', 'u', 'c', 'f', 'x')
    where n.nspname = any ${SCHEMAS} order by position(contype in 'pucxf'), c.oid`,
  indexes: `
    select 'index' as kind, i.indexrelid::regclass::text as name, ${TABLE_NAME} as of, pg_get_indexdef(i.indexrelid) || ';' as text
    from ${TABLES} join pg_index i on i.indrelid = o.oid
    where n.nspname = any ${SCHEMAS} and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
    order by i.indexrelid`,
  triggers: `
    select 'trigger' as kind, ${TABLE_NAME} || ' ' || quote_ident(t.tgname) as name, ${TABLE_NAME} as of,
      pg_get_triggerdef(t.oid) || ';' || case t.tgenabled when 'O' then '' else ' -- ' || t.tgenabled::text end as text
    from ${TABLES} join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal where n.nspname = any ${SCHEMAS} order by 2`,
  security: `
    select 'security' as kind, ${TABLE_NAME} as name, ${TABLE_NAME} as of,
      'alter table ' || o.oid::regclass || ' enable row level security;'
        || case when o.relforcerowsecurity then ' alter table ' || o.oid::regclass || ' force row level security;' else '' end as text
    from ${TABLES} where n.nspname = any ${SCHEMAS} and o.relrowsecurity`,
  policies: `
    select 'policy' as kind, ${TABLE_NAME} || ' ' || quote_ident(p.polname) as name, ${TABLE_NAME} as of,
      'create policy ' || quote_ident(p.polname) || ' on ' || o.oid::regclass
        || case when p.polpermissive then '' else ' as restrictive' end
        || E'\\n  for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end
        || ' to ' || (select string_agg(case when role = 0 then 'public' else role::regrole::text end, ', ' order by place)
            from unnest(p.polroles) with ordinality as r (role, place))
        || coalesce(E'\\n  using (' || pg_get_expr(p.polqual, o.oid) || ')', '')
        || coalesce(E'\\n  with check (' || pg_get_expr(p.polwithcheck, o.oid) || ')', '') || ';' as text
    from ${TABLES} join pg_policy p on p.polrelid = o.oid
    where n.nspname = any ${SCHEMAS} order by o.oid, position(p.polcmd::text in 'rawd*'), 2`,
  tableGrants: grants("table", TABLE_NAME, TABLE_NAME, "o.relacl", TABLES),
  columnGrants: `
    select 'grant' as kind, 'columns of ' || ${TABLE_NAME} || ' ' || quote_ident(a.attname) || ' to ' || g.grantee::regrole as name,
      ${TABLE_NAME} as of, 'grant ' || string_agg(lower(g.privilege_type) || ' (' || quote_ident(a.attname) || ')', ', ' order by g.privilege_type)
        || ' on ' || o.oid::regclass || ' to ' || g.grantee::regrole || ';' as text
    from ${TABLES} join pg_attribute a on a.attrelid = o.oid and a.attnum > 0, lateral aclexplode(a.attacl) g
    where n.nspname = any ${SCHEMAS} group by o.oid, a.attname, g.grantee`,
  defaultGrants: `
    select 'default grant' as kind, d.defaclobjtype::text || ' in ' || coalesce(n.nspname, 'all schemas') as name,
      case when d.defaclobjtype = 'f' and count(a.grantee) = 0 and n.nspname is null
        then 'alter default privileges revoke execute on functions from public;'
        else d.defaclobjtype::text || ': ' || coalesce(string_agg(a.grantee::regrole || ' ' || a.privilege_type, ', ' order by 1), '') end as text
    from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
      left join lateral aclexplode(d.defaclacl) a on a.grantee <> d.defaclrole
    group by d.oid, d.defaclobjtype, n.nspname`,
  comments: `
    select 'comment' as kind, what || ' ' || name as name, of, 'comment on ' || what || ' ' || name || ' is ' || quote_literal(said) || ';' as text
    from (
      select 'table' as what, ${TABLE_NAME} as name, ${TABLE_NAME} as of, obj_description(o.oid, 'pg_class') as said
        from ${TABLES} where n.nspname = any ${SCHEMAS}
      union all
      select 'column', ${TABLE_NAME} || '.' || quote_ident(a.attname), ${TABLE_NAME}, col_description(o.oid, a.attnum)
        from ${TABLES} join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped where n.nspname = any ${SCHEMAS}
      union all
      select case when o.prokind = 'p' then 'procedure' else 'function' end, ${FUNCTION_CALL}, ${FUNCTION_CALL}, obj_description(o.oid, 'pg_proc')
        from ${FUNCTIONS} where n.nspname = any ${SCHEMAS} and ${IS_NO_EXTENSION}
      union all
      select 'type', o.oid::regtype::text, o.oid::regtype::text, obj_description(o.oid, 'pg_type')
        from pg_type o join pg_namespace n on n.oid = o.typnamespace where n.nspname = any ${SCHEMAS}
      union all
      select 'schema', n.nspname, '', obj_description(n.oid, 'pg_namespace') from pg_namespace n where n.nspname = any ${SCHEMAS}
      union all
      select 'constraint', quote_ident(c.conname) || ' on ' || o.oid::regclass, ${TABLE_NAME}, obj_description(c.oid, 'pg_constraint')
        from ${TABLES} join pg_constraint c on c.conrelid = o.oid where n.nspname = any ${SCHEMAS}
      union all
      select 'index', i.indexrelid::regclass::text, ${TABLE_NAME}, obj_description(i.indexrelid, 'pg_class')
        from ${TABLES} join pg_index i on i.indrelid = o.oid where n.nspname = any ${SCHEMAS}
      union all
      select 'trigger', quote_ident(t.tgname) || ' on ' || o.oid::regclass, ${TABLE_NAME}, obj_description(t.oid, 'pg_trigger')
        from ${TABLES} join pg_trigger t on t.tgrelid = o.oid where n.nspname = any ${SCHEMAS}
      union all
      select 'policy', quote_ident(p.polname) || ' on ' || o.oid::regclass, ${TABLE_NAME}, obj_description(p.oid, 'pg_policy')
        from ${TABLES} join pg_policy p on p.polrelid = o.oid where n.nspname = any ${SCHEMAS}
    ) c where said is not null and said <> 'standard public schema'`,
  // Kinds of pieces that the product does not have: a new one is reported, and its migration is written by hand.
  others: `
    select 'other' as kind, what || ' ' || name as name, coalesce(text, what) as text
    from (
      select case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'p' then 'partitioned table'
          else 'relation ' || c.relkind::text end as what, c.oid::regclass::text as name,
        case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as text
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ${SCHEMAS} and c.relkind in ('v', 'm', 'S', 'p', 'f')
        -- A column's own sequence comes with it.
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('i', 'a', 'e') and d.refobjsubid > 0)
      union all
      select 'aggregate', o.oid::regprocedure::text, null
      from pg_proc o join pg_namespace n on n.oid = o.pronamespace where n.nspname = any ${SCHEMAS} and o.prokind not in ('f', 'p')
      union all
      select 'operator', o.oid::regoperator::text, null
      from pg_operator o join pg_namespace n on n.oid = o.oprnamespace where n.nspname = any ${SCHEMAS}
      union all
      select 'rule', c.oid::regclass || ' ' || r.rulename, pg_get_ruledef(r.oid)
      from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any ${SCHEMAS} and r.rulename <> '_RETURN'
      union all
      select 'range', o.oid::regtype::text, null
      from pg_type o join pg_namespace n on n.oid = o.typnamespace where n.nspname = any ${SCHEMAS} and o.typtype = 'r'
      union all
      select 'statistics', s.stxnamespace::regnamespace || '.' || s.stxname, pg_get_statisticsobjdef(s.oid)
      from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where n.nspname = any ${SCHEMAS}
      union all
      select 'event trigger', evtname::text, evtevent || ' ' || evtfoid::regproc from pg_event_trigger
    ) o`,
  publications: `
    select 'publication' as kind, pubname || ' ' || quote_ident(schemaname) || '.' || quote_ident(tablename) as name,
      quote_ident(schemaname) || '.' || quote_ident(tablename) as of,
      'alter publication ' || quote_ident(pubname::text) || ' add table ' || quote_ident(schemaname) || '.' || quote_ident(tablename)
        || coalesce(' where (' || rowfilter || ')', '') || ';' as text
    from pg_publication_tables order by 2`,
};
