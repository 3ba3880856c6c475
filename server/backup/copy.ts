// COPY out of and into a table, as streams.
import { pipeline } from "node:stream/promises";
import type { TransactionSql } from "postgres";
import { type Table, quote, quoteTable } from "./catalog.ts";

const line = (table: Table, direction: string) =>
  `copy ${quoteTable(table)} (${table.columns.map(quote).join(", ")}) ${direction}`;

const LINE_END = 0x0a;

/**
 * The rows of a table in COPY's text format, each chunk ending with a row, and how many rows it has.
 *
 * postgres.js pauses its socket while the stream is full, and only the stream's next read makes it go on: when the last rows
 * filled it, there is none, and the next query waits for ever. So we ask once more; and whoever leaves early lets the rest flow
 * past, or the connection could not even be closed. (postgres 3.4.9, connection.js, CopyData)
 */
export async function* copyOut(
  sql: TransactionSql,
  table: Table,
): AsyncGenerator<{ chunk: Uint8Array; rows: number }, void, undefined> {
  const stream = await sql.unsafe(line(table, "to stdout")).readable();
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Uint8Array;
      // PostgreSQL sends whole rows, and escapes line ends inside them.
      if (bytes.at(-1) !== LINE_END) throw new Error(`COPY of ${quoteTable(table)} sent a part of a row.`);
      yield { chunk: bytes, rows: countLines(bytes) };
    }
  } finally {
    stream.on("error", () => undefined);
    stream.resume();
    // oxlint-disable-next-line no-underscore-dangle -- see above
    stream._read(0);
  }
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_END); at !== -1; at = bytes.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

/**
 * Adds rows in COPY's text format. Throws PostgreSQL's error.
 *
 * postgres.js waits for ever when PostgreSQL refuses a row after the last one was sent: the stream has been handed over by then,
 * and the error goes to the query's promise, which is settled. So we listen there. (postgres 3.4.9, connection.js, CopyInResponse)
 */
export async function copyIn(sql: TransactionSql, table: Table, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const query = sql.unsafe(line(table, "from stdin")) as unknown as {
    reject: (error: unknown) => void;
    writable(): Promise<NodeJS.WritableStream>;
  };
  const refuse = query.reject;
  const refused = new Promise<never>((_resolve, reject) => {
    query.reject = (error) => {
      reject(error instanceof Error ? error : new Error(String(error)));
      refuse(error);
    };
  });
  refused.catch(() => undefined);
  const stream = await query.writable();
  await Promise.race([pipeline(rows, stream), refused]);
}
