// Finds out whether a pooler between the server and PostgreSQL keeps a session for each connection, or lends one for each transaction.
import type { Client } from "pg";
import { DatabaseClient, lendingSessions } from "./client.ts";
import { endClient } from "./connect.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const PID = "select pg_backend_pid() as pid";

/**
 * The address as the server is to use it: marked when the pooler there lends sessions. Such a pooler gives a connection another of the
 * database's processes from one transaction to the next, or gives the same process to two connections. Throws when the database cannot be
 * reached.
 */
export async function findPooling(url: string): Promise<string> {
  const [first, second] = [connectTo(url), connectTo(url)];
  try {
    await Promise.all([first.connect(), second.connect()]);
    const pid = await pidOf(first);
    if ((await pidOf(first)) !== pid) return lendingSessions(url);
    await second.query("begin");
    // The second connection got the first one's process, or the first connection got another process: the pooler lends sessions.
    if ((await pidOf(second)) === pid || (await pidOf(first)) !== pid) return lendingSessions(url);
    return url;
  } finally {
    await Promise.all([endClient(first, 1000), endClient(second, 1000)]);
  }
}

function connectTo(url: string): Client {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: "parkering pooling",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A pooler with one session for two connections lets the second one wait.
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  client.on("error", () => undefined);
  return client;
}

async function pidOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>(PID);
  return rows[0]?.pid;
}
