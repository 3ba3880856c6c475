// Connections to PostgreSQL for what is not a request's: plain pools of `pg`, and transactions on them.
//
// Statements are written with `sql` of sql-template-tag, so that a value never becomes part of a statement's text.
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Sql } from "sql-template-tag";

/** What runs a statement: a pool, or one connection of it inside a transaction. */
export type Database = {
  query<Row extends pg.QueryResultRow>(statement: Sql): Promise<pg.QueryResult<Row>>;
};

/** A pool that can also lend one connection. Every `pg.Pool` is one. */
export type DatabasePool = Pick<pg.Pool, "query" | "connect" | "end">;

export type PoolOptions = {
  /** What pg_stat_activity shows. */
  name: string;
  max: number;
  /** Session settings, such as TimeZone. */
  settings?: Record<string, string>;
  /** Milliseconds after which an unused connection is closed; 0 keeps it. Ten seconds when left out. */
  idleMs?: number;
};

const CONNECT_TIMEOUT_MS = 5000;

/** Opens a pool; no connection is made before the first statement. A connection that is lost while nobody uses it is replaced. */
export function openPool(url: string, { name, max, settings = {}, idleMs = 10_000 }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: idleMs,
    options: startupOptions(settings),
    keepAlive: true,
  });
  // Without a listener the loss of an idle connection would end the process; the next statement opens another one.
  pool.on("error", () => undefined);
  return pool;
}

/** Session settings as PostgreSQL takes them with the start of a connection: `-c name=value`, blanks and backslashes escaped. */
export const startupOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(/[\\ ]/g, "\\$&")}`)
    .join(" ");

/** Runs `work` in a transaction of its own: committed when it resolves, rolled back when it rejects. Throws what `work` throws. */
export async function inTransaction<T>(
  pool: Pick<pg.Pool, "connect">,
  work: (database: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A connection that is lost between two statements tells so here; the next statement fails with it.
  const note = () => undefined;
  client.on("error", note);
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off("error", note);
    client.release(broken);
  }
}

/** Ends a pool, but waits for its statements at most so many milliseconds. */
export async function endPool(pool: Pick<pg.Pool, "end">, patienceMs: number): Promise<void> {
  await Promise.race([pool.end(), pause(patienceMs, undefined, { ref: false })]);
}
