// A connection that is kept from beginning to end, for a lock of the session, or for many transactions after each other.
import type { Client } from "pg";
import { raw } from "sql-template-tag";
import { DatabaseClient, settingText } from "./client.ts";
import { type Database, endClient } from "./connect.ts";

/** Lock of every process that prepares the same database; the number means nothing else. */
export const PREPARE_LOCK = 7_214_410;
/** Settings without limits, for migrations and for the wait for that lock: an operator's limits are meant for requests. */
export const UNHURRIED = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };

const CONNECT_TIMEOUT_MS = 10_000;

/** Opens a connection for `work` and closes it afterwards, which also ends its transaction and its locks. Throws what `work` throws. */
export async function withConnection<T>(
  url: string,
  { name, settings = {} }: { name: string; settings?: Record<string, string> },
  work: (connection: Client) => Promise<T>,
): Promise<T> {
  const connection = new DatabaseClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  // A connection that is lost between two statements emits an error here; the next statement fails with it.
  connection.on("error", () => undefined);
  await connection.connect();
  try {
    const set = settingText(settings, false);
    if (set !== "") await connection.query(set);
    return await work(connection);
  } finally {
    await endClient(connection, 5000);
  }
}

/** Runs `work` in a transaction of this one connection: committed when it resolves, rolled back when it rejects. */
export async function transact<T>(connection: Database, work: () => Promise<T>): Promise<T> {
  await connection.query(raw("begin"));
  try {
    const result = await work();
    await connection.query(raw("commit"));
    return result;
  } catch (error) {
    // The caller hears of the first failure, and not that a lost connection cannot roll back.
    await connection.query(raw("rollback")).catch(() => undefined);
    throw error;
  }
}
