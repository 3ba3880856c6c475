// Schema that the database offers: the tables of schema public with their columns, and its functions with their parameters.
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { ROLES, type Role } from "#server/callers/identity.ts";
import { Refusal } from "#server/http/refusal.ts";

/** Kind of a column by the way in which a value of JSON is written for it: `list` and `json` have ways of their own. */
export type ColumnKind = "plain" | "list" | "json";
/**
 * A table: its columns in their order, the columns that only the secret key may read, which `*` leaves out, the columns whose values are
 * unique, and the roles that may insert or update any of its columns.
 */
export type Table = {
  name: string;
  columns: ReadonlyMap<string, ColumnKind>;
  hidden: readonly string[];
  keys: readonly string[];
  writers: Readonly<Record<"insert" | "update" | "delete", readonly string[]>>;
};

/** A parameter; no kind where only PostgreSQL reads a value of JSON for the type, such as a list or a row. */
export type Parameter = { name: string; type: string; kind: Exclude<ColumnKind, "list"> | null; isOptional: boolean };
export type DatabaseFunction = {
  name: string;
  parameters: readonly Parameter[];
  /** Result of the function. `rows`: a set of rows or one row; `value`: one value; `nothing`: void. */
  result: "rows" | "value" | "nothing";
  /** Columns of the rows that the function gives. */
  columns: readonly string[];
  /** Whether the function may change something. */
  changes: boolean;
  /** The roles that may call the function. */
  callers: readonly string[];
};

export type Schema = {
  tables: ReadonlyMap<string, Table>;
  /** Functions by name; functions of the same name stand beside one another. */
  functions: ReadonlyMap<string, readonly DatabaseFunction[]>;
};

type TableRow = Omit<Table, "columns"> & { columns: [string, ColumnKind][] };

/** Reads the schema; `database` is of its owner. Throws when the database cannot be read. */
export async function readSchema(database: Database): Promise<Schema> {
  const tables = await database.query<TableRow>(sql`
    select c.relname as name,
      (select coalesce(json_agg(json_build_array(a.attname,
          case when t.typcategory = 'A' then 'list' when t.typname in ('json', 'jsonb') then 'json' else 'plain' end) order by a.attnum), '[]')
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_any_column_privilege('authenticated', c.oid, 'select')
          and not has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as hidden,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indnkeyatts = 1 and i.indpred is null) as keys,
      json_build_object(
        'insert', array(select role from unnest(${ROLES}::text[]) role where has_any_column_privilege(role, c.oid, 'insert')),
        'update', array(select role from unnest(${ROLES}::text[]) role where has_any_column_privilege(role, c.oid, 'update')),
        'delete', array(select role from unnest(${ROLES}::text[]) role where has_table_privilege(role, c.oid, 'delete'))) as writers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`);
  // Parameters of a call come first; those behind them (t, o) are columns of the answer.
  const functions = await database.query<DatabaseFunction>(sql`
    select p.proname as name,
      coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[n], ''), 'type', format_type(t.oid, null),
          'kind', case when t.typname in ('json', 'jsonb') then 'json' when t.typtype = 'b' and t.typcategory <> 'A' then 'plain' end,
          'isOptional', n > p.pronargs - p.pronargdefaults) order by n)
        from unnest(p.proargtypes::oid[]) with ordinality as given(type, n) join pg_type t on t.oid = given.type), '[]') as parameters,
      case when p.prorettype = 'void'::regtype then 'nothing' when p.proretset or r.typrelid <> 0 or p.proargmodes && '{t,o,b}'::"char"[] then 'rows'
        else 'value' end as result,
      case when r.typrelid <> 0 then array(select a.attname::text from pg_attribute a
          where a.attrelid = r.typrelid and a.attnum > 0 and not a.attisdropped order by a.attnum)
        else array(select p.proargnames[n] from generate_subscripts(p.proargmodes, 1) n where p.proargmodes[n] in ('t', 'o', 'b'))
      end as columns,
      p.provolatile = 'v' as changes,
      array(select role from unnest(${ROLES}::text[]) role where has_function_privilege(role, p.oid, 'execute')) as callers
    from pg_proc p join pg_type r on r.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`);
  return {
    tables: new Map(tables.rows.map((table) => [table.name, { ...table, columns: new Map(table.columns) }])),
    functions: byName(functions.rows),
  };
}

function byName(functions: readonly DatabaseFunction[]): Map<string, DatabaseFunction[]> {
  const found = new Map<string, DatabaseFunction[]>();
  for (const offered of functions) {
    const { name, parameters, result, columns } = offered;
    // A function is left out when a parameter has no name, since no call could give it, or when it answers a set of single values.
    if (parameters.some((parameter) => parameter.name === "") || (result === "rows" && columns.length === 0)) continue;
    found.set(name, [...(found.get(name) ?? []), offered]);
  }
  return found;
}

/** The table of this name. Throws a Refusal 404. */
export function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  throw new Refusal(404, "PGRST205", `Could not find the table 'public.${name}' in the schema cache`);
}

/**
 * Throws PostgreSQL's refusal for a role that had no such grant when the schema was read. A later grant must be announced (`notify pgrst,
 * 'reload schema'`), as a new table must be.
 */
export function requireGrant(
  { tables, functions }: Schema,
  kind: "insert" | "update" | "delete" | "execute",
  name: string,
  role: Role,
): void {
  const named =
    kind === "execute" ? functions.get(name)?.flatMap(({ callers }) => callers) : tables.get(name)?.writers[kind];
  if (named === undefined || named.includes(role)) return;
  const what = kind === "execute" ? "function" : "table";
  throw new Refusal(role === "anon" ? 401 : 403, "42501", `permission denied for ${what} ${name}`);
}

/** The function of this name that takes these arguments. Throws a Refusal: 404 when no function fits, 300 when several do. */
export function functionOf(schema: Schema, name: string, given: readonly string[]): DatabaseFunction {
  const found = (schema.functions.get(name) ?? []).filter(({ parameters }) => {
    const names = new Set(parameters.map((parameter) => parameter.name));
    return (
      given.every((each) => names.has(each)) && parameters.every((each) => each.isOptional || given.includes(each.name))
    );
  });
  const [only, ...others] = found;
  if (only === undefined) {
    const named = given.length === 0 ? "without parameters" : `(${given.join(", ")})`;
    throw new Refusal(404, "PGRST202", `Could not find the function public.${name} ${named} in the schema cache`);
  }
  if (others.length === 0) return only;
  const message = `Could not choose the best candidate function between several of the name ${name}`;
  throw new Refusal(300, "PGRST203", message);
}

/** Throws a Refusal for a column that the table lacks, as PostgreSQL would. */
export function requireColumns(columns: Pick<ReadonlySet<string>, "has">, names: Iterable<string>, of: string): void {
  for (const name of names)
    if (!columns.has(name)) throw new Refusal(400, "42703", `column ${of}.${name} does not exist`);
}
