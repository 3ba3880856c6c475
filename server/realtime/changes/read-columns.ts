/** Values of changed rows that lead to their followers (followers.ts); they are read for the server and go to nobody. */
import { escapeIdentifier } from "pg";
import sql, { raw } from "sql-template-tag";

import type { Database } from "#server/database/driver/connect.ts";
import type { Table } from "./changes.ts";

/**
 * Columns of rows by their position in `keys`, as their JSON has them. A row that is gone is left out.
 * @throws when the database does
 */
export async function readColumns(
  database: Database,
  { schema, name, keyColumns }: Table,
  keys: readonly (readonly string[])[],
  columns: readonly string[],
): Promise<Map<number, Readonly<Record<string, unknown>>>> {
  const keyValues = keyColumns.map(({ typeSql }, at) => `(v.value->>${at})::${typeSql} as k${at}`).join(", ");
  const isKey = keyColumns.map((column, at) => `t.${escapeIdentifier(column.name)} = w.k${at}`).join(" and ");
  const values = columns.map((column) => `t.${escapeIdentifier(column)}`).join(", ");
  const text = JSON.stringify(keys);
  // The planner knows the length of the list, and asks the table's key (read-sql.ts).
  const { rows } = await database.query<{ position: number; body: string }>(sql`
    select w.ordinality::int - 1 as position, (select to_json(followed)::text from (select ${raw(values)}) followed) as body
    from (select v.ordinality, ${raw(keyValues)} from jsonb_array_elements(${text}::jsonb) with ordinality as v
      limit jsonb_array_length(${text}::jsonb)) as w
    join ${raw(`${escapeIdentifier(schema)}.${escapeIdentifier(name)}`)} t on ${raw(isKey)}`);
  return new Map(rows.map(({ position, body }) => [position, JSON.parse(body) as Record<string, unknown>]));
}
