/** Asks the database which changed rows each identity may see, under that identity's role and claims. */
import sql, { raw } from "sql-template-tag";

import type { Database } from "#server/database/connect.ts";
import type { Table } from "./changes.ts";
import type { Filter, ParsedFilter } from "./filters.ts";
import { FilterError } from "./filters.ts";
import type { Identity, Role } from "../callers/identity.ts";

/** What is asked of one table. */
type Question = {
  /** Primary keys of rows to read. */
  keys: readonly (readonly string[])[];
  /** Rows that are kept as they were: the statement that changed them, and their keys before it. */
  gone: readonly OldRow[];
};
export type OldRow = readonly [statement: string | null, key: readonly string[]];

/** Who may see what. Positions are those of the `keys` that were asked for, or of `gone` where it says so. */
export type Visibility = {
  /** By identity key: positions that it may see. Absent: it could not be asked and sees nothing. */
  visible: Map<string, Set<number>>;
  /** By role and position: the row as JSON text, with the columns that the role may read. */
  rows: Map<Role, Map<number, string>>;
  /** By identity key: positions in `gone` of the rows that it could see. */
  sawBefore: Map<string, Set<number>>;
  /** Keys of rows that are still there, whoever may see them; empty unless `gone` was asked for. */
  present: Set<number>;
  failures: { identity: Identity; message: string }[];
};

type Answer = {
  kind: "visible" | "row" | "gone" | "present" | "failed";
  reader: number;
  visible: number[] | null;
  role_name: Role;
  body: string | null;
};

/**
 * Reads rows once for all identities, in one statement and from one snapshot (see `READ_FUNCTION`).
 * @throws when the database does, and when one of the old rows is not kept any more
 */
export async function readVisibility(
  database: Database,
  table: Table,
  { keys, gone }: Question,
  identities: readonly Identity[],
): Promise<Visibility> {
  const readers = identities.map(({ role, claims }) => ({ role, claims }));
  const columns = table.columns.map((column) => column.name);
  const answers = await database.query<Answer>(sql`
    select kind, reader, visible, role_name, body from realtime.gateway_read(
      ${table.oid}::int8::oid, ${columns}::text[],
      ${JSON.stringify(keys)}::jsonb, ${JSON.stringify(gone)}::jsonb, ${JSON.stringify(readers)}::jsonb)`);

  const result: Visibility = {
    visible: new Map(),
    rows: new Map(),
    sawBefore: new Map(),
    present: new Set(),
    failures: [],
  };
  for (const { kind, reader, visible, role_name: role, body } of answers.rows) {
    const identity = identities[reader];
    if (kind === "present") {
      result.present = new Set(visible);
    } else if (kind === "row") {
      const rows = result.rows.get(role) ?? new Map<number, string>();
      result.rows.set(role, rows.set(reader, body ?? "{}"));
    } else if (identity && kind === "visible") {
      result.visible.set(identity.key, new Set(visible));
    } else if (identity && kind === "gone") {
      result.sawBefore.set(identity.key, new Set(visible));
    } else if (identity) {
      result.failures.push({ identity, message: body ?? "" });
    }
  }
  return result;
}

/**
 * Turns a filter's values into what the database writes for them in JSON (a uuid in small letters, a time in UTC).
 * @throws {FilterError} when the column does not exist or a value is not of its type
 */
export async function resolveFilter(database: Database, table: Table, parsed: ParsedFilter): Promise<Filter> {
  const column = table.columns.find((candidate) => candidate.name === parsed.column);
  if (!column) throw new FilterError(`column ${parsed.column} does not exist in ${table.schema}.${table.name}`);
  try {
    // The type's name is what the catalogue says.
    const { rows } = await database.query<{ value: string }>(sql`
      select to_json(v.raw::${raw(column.typeSql)})::text as value
      from unnest(${parsed.values}::text[]) with ordinality as v(raw, n) order by v.n`);
    return {
      column: parsed.column,
      operator: parsed.operator,
      values: rows.map((row): unknown => JSON.parse(row.value)),
    };
  } catch (error) {
    // Class 22: the value does not fit the type. Anything else is the database's trouble, not the filter's.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("22")) {
      throw new FilterError(`filter on ${parsed.column}: ${error.message}`);
    }
    throw error;
  }
}
