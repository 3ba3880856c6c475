/** The `data` of a `postgres_changes` message. */
import type { Column, Table } from "./changes.ts";

export type Operation = "INSERT" | "UPDATE" | "DELETE";

/** Largest row that is sent whole, in bytes of JSON; of a larger row only the short values are sent, as in Supabase. */
const MAX_ROW_BYTES = 1024 * 1024;
const SHORT_VALUE_BYTES = 64;

/** The `data` of a change, as JSON text around the row's own JSON text. */
export function changeData(
  table: Table,
  operation: Operation,
  at: string,
  key: Record<string, unknown>,
  row: string | null,
): string {
  const isTooLarge = row !== null && Buffer.byteLength(row) > MAX_ROW_BYTES;
  const head = JSON.stringify({
    schema: table.schema,
    table: table.name,
    type: operation,
    commit_timestamp: at,
    columns: table.columns.map(({ name, type }) => ({ name, type })),
    errors: isTooLarge ? ["Error 413: Payload Too Large"] : null,
  });
  const record = row === null ? "" : `,"record":${isTooLarge ? shorten(row) : row}`;
  const old = operation === "INSERT" ? "" : `,"old_record":${JSON.stringify(key)}`;
  return `${head.slice(0, -1)}${record}${old}}`;
}

function shorten(row: string): string {
  const entries = Object.entries(JSON.parse(row) as Record<string, unknown>);
  return JSON.stringify(
    Object.fromEntries(entries.filter(([, value]) => JSON.stringify(value).length <= SHORT_VALUE_BYTES)),
  );
}

const NUMBER_TYPES = new Set(["int2", "int4", "int8", "float4", "float8", "numeric", "oid"]);

/** A key's values by column, as JSON has them. */
export function keyRecord(table: Table, key: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    table.keyColumns.map((column, index) => [column.name, typedValue(column, key[index] ?? "")]),
  );
}

function typedValue(column: Column, text: string): unknown {
  if (NUMBER_TYPES.has(column.type)) return Number(text);
  return column.type === "bool" ? text === "true" : text;
}
