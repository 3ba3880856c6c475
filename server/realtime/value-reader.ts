/**
 * Asks the database for filter values that only the database can read, for at most a second, and only while the asking client is connected.
 */
import type { PoolClient } from "pg";
import sql, { raw } from "sql-template-tag";

import { type Database, endPool, openPool } from "#server/database/driver/connect.ts";
import { CONNECTIONS, ROUTES } from "#server/http/bounds.ts";
import { FilterError } from "./filters.ts";

/** Longest run of one statement, in milliseconds. */
const LONGEST_MS = ROUTES["GET /realtime/v1/websocket"].statementMs;
/** The SQLSTATE of a statement that was ended from outside, or by its time-out. */
const ENDED = "57014";

/** The client that asked is gone: nobody is left to answer. */
export class GoneError extends Error {
  override name = "GoneError";
}

export type ValueReader = {
  /**
   * The values as the database writes them in JSON, cast to the SQL type `typeSql`. The statement is ended when `gone` fires.
   * @throws {FilterError} when a value does not fit the type, or all of them take too long; GoneError; what the database throws
   */
  read(typeSql: string, values: readonly string[], gone: AbortSignal): Promise<unknown[]>;
  close(): Promise<void>;
};

/** `url` leads past poolers, so that a connection's process is its own; `database` ends what runs there. Nothing is opened before the first read. */
export function openValueReader(url: string, database: Database, longestMs: number = LONGEST_MS): ValueReader {
  const settings = { TimeZone: "UTC", statement_timeout: String(longestMs) };
  // The connections are not those that read changed rows, so that a joining client makes nobody wait who has joined.
  const pool = openPool(url, { name: "parkering realtime joins", max: CONNECTIONS.joins, settings });
  return {
    async read(typeSql, values, gone) {
      const client = await pool.connect();
      const cancel = cancelWith(gone, client, database);
      try {
        if (gone.aborted) throw new GoneError();
        // The type's name comes from the catalogue.
        const { rows } = await client.query<{ value: string }>(sql`
          select to_json(v.raw::${raw(typeSql)})::text as value
          from unnest(${values}::text[]) with ordinality as v(raw, n) order by v.n`);
        return rows.map((row): unknown => JSON.parse(row.value));
      } catch (error) {
        throw gone.aborted ? new GoneError() : told(error);
      } finally {
        // The client is given back only after the cancel has arrived: it would end the next statement.
        await cancel.isOver();
        client.release();
      }
    },
    close: () => endPool(pool, LONGEST_MS),
  };
}

/** Ends the client's statement when the signal says so. */
function cancelWith(gone: AbortSignal, client: PoolClient, database: Database): { isOver: () => Promise<unknown> } {
  let cancelling: Promise<unknown> = Promise.resolve();
  const { processID } = client as unknown as { processID: number };
  const cancel = () => {
    cancelling = database.query(sql`select pg_cancel_backend(${processID}::int)`).catch(() => undefined);
  };
  gone.addEventListener("abort", cancel, { once: true });
  return {
    isOver: () => {
      gone.removeEventListener("abort", cancel);
      return cancelling;
    },
  };
}

function told(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === ENDED) return new FilterError("a filter's values take too long to read");
  // Class 22: the value does not fit the type; class 23: its domain refuses it. Any other error is the database's trouble, not the
  // filter's.
  return /^2[23]/.test(code) ? new FilterError((error as Error).message) : error;
}
