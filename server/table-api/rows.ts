// Reads the body of a call of the table API: one object, or a list of objects. Pure.
import { refuseBrokenValue, refuseManyValues, UnreadableError } from "#server/http/bodies.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { ColumnKind } from "./schema.ts";

export type Row = Readonly<Record<string, unknown>>;

/** The rows of an insert with the columns that they name. */
export type NewRows = { rows: readonly Row[]; columns: readonly string[] };

const invalid = (message: string) => new Refusal(400, "PGRST102", message);

/** Parses the value of a body. Throws a Refusal. */
function parse(bytes: Uint8Array, mostValues?: number): unknown {
  refuseManyValues(bytes, mostValues);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw invalid("Empty or invalid json");
  }
}

/** The rows that a body holds. A caller who sends too many values hears how many rows may be sent. */
function parseRows(bytes: Uint8Array, tooMany: string): unknown {
  try {
    return parse(bytes);
  } catch (error) {
    if (error instanceof UnreadableError) throw new Refusal(413, "PGRST102", `${error.message} ${tooMany}`);
    throw error;
  }
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Bytes from which a body is long: each step of reading it takes milliseconds, and others get a turn of the event loop between two. */
const LONG_BODY = 256 * 1024;

/** Waits for the next turn of the event loop where a body is long. */
const turnOfLong = (bytes: Uint8Array): Promise<void> | undefined =>
  bytes.length < LONG_BODY ? undefined : new Promise((resolve) => void setImmediate(resolve));

/** The one object of a body. Throws a Refusal, or an UnreadableError for too many values and for what PostgreSQL cannot store. */
export async function readRow(bytes: Uint8Array, mostValues?: number): Promise<Row> {
  const value = parse(bytes, mostValues);
  if (!isRow(value)) throw invalid("The body must be a JSON object.");
  await turnOfLong(bytes);
  refuseBrokenValue(value);
  await turnOfLong(bytes);
  return value;
}

/**
 * The rows of an insert and the columns that they name: those of the address, or those of the rows, which must be the same in each.
 * Throws a Refusal, or an UnreadableError for what PostgreSQL cannot store.
 */
export function readRows(
  bytes: Uint8Array,
  { columns: named, mostRows }: { columns: readonly string[] | null; mostRows: number },
): NewRows {
  const tooMany = `At most ${mostRows} row${mostRows === 1 ? "" : "s"} can be inserted at a time.`;
  const value = parseRows(bytes, tooMany);
  const rows: unknown[] = Array.isArray(value) ? value : [value];
  if (rows.length === 0) throw invalid("The list holds no row.");
  if (rows.length > mostRows) throw new Refusal(413, "PGRST102", tooMany);
  refuseBrokenValue(rows);
  if (!rows.every(isRow)) throw invalid("The body must be a JSON object or a list of them.");
  const columns = [...new Set(named ?? Object.keys(rows[0] ?? {}))];
  const known = new Set(columns);
  for (const row of rows) {
    const keys = Object.keys(row);
    if ((named === null && keys.length !== columns.length) || !keys.every((key) => known.has(key)))
      throw invalid("All object keys must match");
  }
  if (columns.length === 0 && rows.length > 1) throw invalid("A row of a list names no column.");
  return { rows, columns };
}

/**
 * A value as PostgreSQL reads it for a column of this kind; the database judges the text. Throws a Refusal for an object in place of a
 * list, since its text `{}` would be an empty list.
 */
export function asText(value: unknown, kind: ColumnKind): string | null {
  if (value === null || value === undefined) return null;
  if (kind === "list" && Array.isArray(value)) return asList(value);
  if (kind === "list" && isRow(value)) throw new Refusal(400, "22P02", "A list is expected, and not an object.");
  return typeof value === "string" && kind !== "json" ? value : JSON.stringify(value);
}

/** PostgreSQL's text form of a list, such as `{"a","b c",NULL}`. */
export function asList(items: readonly unknown[]): string {
  const written = items.map((item) => {
    if (item === null) return "NULL";
    if (Array.isArray(item)) return asList(item);
    const text = typeof item === "string" ? item : JSON.stringify(item);
    return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
  });
  return `{${written.join(",")}}`;
}
