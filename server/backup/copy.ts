// COPY out of and into a table, as streams.
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from, to } from "pg-copy-streams";
import { type Table, quote, quoteTable } from "./catalog.ts";

const columnsOf = (table: Table) => table.columns.map(quote).join(", ");

const LINE_END = 0x0a;

/**
 * Gives the rows of a table for which `condition` holds in COPY's text format, with their number. Each chunk ends with a row. A caller who
 * stops before the last row must end the connection, since the other rows are still to come on it.
 */
export async function* copyOut(
  connection: ClientBase,
  table: Table,
  condition = "true",
): AsyncGenerator<{ chunk: Uint8Array; rows: number }, void, undefined> {
  const text = `copy (select ${columnsOf(table)} from ${quoteTable(table)} where ${condition}) to stdout`;
  let rest = Buffer.alloc(0);
  for await (const chunk of connection.query(to(text))) {
    const bytes = Buffer.concat([rest, chunk as Uint8Array]);
    // Line ends inside a row are escaped.
    const end = bytes.lastIndexOf(LINE_END) + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield { chunk: bytes.subarray(0, end), rows: countLines(bytes.subarray(0, end)) };
  }
  if (rest.length > 0) throw new Error(`COPY of ${quoteTable(table)} ended inside a row.`);
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

/** Adds rows in COPY's text format. Throws PostgreSQL's error. */
export async function copyIn(connection: ClientBase, table: Table, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const text = `copy ${quoteTable(table)} (${columnsOf(table)}) from stdin`;
  await pipeline(rows, connection.query(from(text)));
}
