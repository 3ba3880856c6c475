// Connections to PostgreSQL for work that belongs to no request: plain pools of `pg`, and transactions on them.
//
// Statements are written with `sql` of sql-template-tag, so that a value never becomes part of a statement's text.
import { setTimeout as pause } from "node:timers/promises";
import {
  type Client,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
  type QueryResultRow,
  escapeLiteral,
} from "pg";
import type { Sql } from "sql-template-tag";
import { type Outage, outageOf, REPEAT_EVERY_MS, isConnectionError, isReadOnly, isSilence } from "./outage.ts";
import { cancelOn, DatabaseClient, type DatabaseClientConfig, keepsSessions, settingText } from "./client.ts";
import { countIn, noteRequest, tellStatementsOf } from "./reports.ts";

/** Runs statements: a pool, or one connection of a pool inside a transaction. */
export type Database = {
  query<Row extends QueryResultRow>(statement: Sql): Promise<QueryResult<Row>>;
};

/** A pool, which can also lend one connection. */
export type DatabasePool = Pick<Pool, "query" | "connect">;

export type PoolOptions = {
  /** Name that pg_stat_activity shows. */
  name: string;
  max: number;
  /** Session settings, such as TimeZone. */
  settings?: Record<string, string>;
  /** Milliseconds after which an unused connection is closed; 0 keeps it. Ten seconds when left out. */
  idleMs?: number;
  /** Milliseconds that a caller waits for a connection while all are in use. Five seconds when left out. */
  waitMs?: number;
  /**
   * Milliseconds after which a statement is given up and its connection cut: a database that went silent answers nobody. Eleven seconds when
   * left out, for statements that end by themselves after ten; 0 waits for ever.
   */
  answerMs?: number;
  /** Readers of values, where they differ from those of `pg`. */
  types?: CustomTypesConfig;
};

const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_MS = 11_000;

/** Longest time of a statement in an operator's command, in milliseconds. */
export const COMMAND_ANSWER_MS = 600_000;

/** A client that gives up a connection which is not made in time, however long the pool lets callers wait for a connection in use. */
class PooledClient extends DatabaseClient {
  constructor(config: DatabaseClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  }
}

/** A pool that waits a moment for a database that restarts (outage.ts). */
class PatientPool extends Pool {
  readonly #outage: Outage;

  constructor(config: PoolConfig & { connectionString: string }) {
    super(config);
    this.#outage = outageOf(config.connectionString);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (callback === undefined) return this.#connect();
    void this.#handTo(callback);
  }

  async #handTo(callback: ConnectCallback): Promise<void> {
    const [client, error] = await this.#connect().then(
      (made) => [made, undefined] as const,
      (failure: Error) => [undefined, failure] as const,
    );
    callback(error, client, (release) => client?.release(release));
  }

  async #connect(): Promise<PoolClient> {
    const asked = performance.now();
    for (;;) {
      try {
        const client = await super.connect();
        this.#outage.end();
        return client;
      } catch (error) {
        if (!isConnectionError(error) || this.ending) throw error;
        this.#outage.note();
        if (!this.#outage.mayWait(asked)) throw error;
        await pause(REPEAT_EVERY_MS);
      }
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: boolean) => void,
) => void;

/** The open connections of each pool, for `endPool`. */
const clientsOf = new WeakMap<object, Set<PoolClient>>();
/** The statement that begins a transaction of a pool, where it is more than `begin`. */
const beginOf = new WeakMap<object, string>();
const nameOf = new WeakMap<object, string>();
const countOutOf = new WeakMap<object, () => void>();

/** Opens a pool; no connection is made before the first statement. A connection that is lost is replaced when the next one is needed. */
export function openPool(url: string, options: PoolOptions): Pool {
  const { name, max, settings = {}, idleMs = 10_000, waitMs = 5000, answerMs = ANSWER_MS, types } = options;
  const isSession = keepsSessions(url);
  const set = settingText(settings, !isSession);
  const pool = new PatientPool({
    connectionString: url,
    application_name: name,
    max,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    ...(answerMs === 0 ? {} : { query_timeout: answerMs }),
    Client: PooledClient as unknown as typeof Client,
    types,
    // Settings are sent as a statement, since poolers take none at the start of a connection. Nobody gets the connection before they are
    // answered.
    onConnect: (client): unknown => (isSession && set !== "" ? client.query(set) : undefined),
  });
  nameOf.set(pool, name);
  if (!isSession) setInTransactions(pool, set);
  const clients = new Set<PoolClient>();
  clientsOf.set(pool, clients);
  const countOut = countIn(name, () => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
    most: max,
  }));
  countOutOf.set(pool, countOut);
  // An 'error' that nobody listens to would end the process. A statement on a lost connection fails by itself, which tells its caller.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    clients.add(client);
    client.on("error", () => undefined);
    tellStatementsOf(client, (error) => {
      if (isSilence(error)) cancelOn(client);
    });
  });
  pool.on("remove", (client) => clients.delete(client));
  return pool;
}

/** Makes every statement a transaction that begins with the pool's settings, behind a pooler that lends its sessions. */
function setInTransactions(pool: Pool, set: string): void {
  if (set === "") return;
  beginOf.set(pool, `begin; ${set}`);
  const query = (...given: [never]) => inTransaction(pool, (transaction) => transaction.query(...given));
  pool.query = query as unknown as Pool["query"];
}

/**
 * The pool as one request uses it: the log tells its slow statements with the request's ID, and pg_stat_activity shows the ID beside the
 * pool's name while a transaction runs. A statement without a transaction is not shown there: it would cost a round trip more. `id` is
 * null for what the server asks of itself.
 */
export function poolOfRequest(pool: DatabasePool, id: string | null): DatabasePool {
  if (id === null) return pool;
  const query = (statement: Sql) => {
    noteRequest(statement, id);
    return pool.query(statement);
  };
  const connect = async () => {
    const client = await pool.connect();
    const release = client.release.bind(client);
    noteRequest(client, id);
    client.release = (failure) => {
      noteRequest(client, null);
      release(failure);
    };
    return client;
  };
  const named = { query, connect } as DatabasePool;
  const name = escapeLiteral(`${nameOf.get(pool) ?? ""} ${id}`);
  beginOf.set(named, `${beginOf.get(pool) ?? "begin"}; select set_config('application_name', ${name}, true)`);
  return named;
}

/**
 * Runs `work` in a transaction of its own: committed when it resolves, rolled back when it rejects. Throws what `work` throws.
 */
export async function inTransaction<T>(
  pool: Pick<Pool, "connect">,
  work: (transaction: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(beginOf.get(pool) ?? "begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } catch (error) {
    // A connection that is silent, leads to a standby, or cannot even roll back, counts as lost and is not used again.
    if (isSilence(error) || isReadOnly(error)) broken = error as Error;
    else
      await client.query("rollback").catch((failure: Error) => {
        broken = failure;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Ends a pool; a second call does nothing. Connections whose statements are not finished after `patienceMs` milliseconds are cut. */
export async function endPool(pool: Pool, patienceMs: number): Promise<void> {
  countOutOf.get(pool)?.();
  if (pool.ending || (await isOver(pool.end(), patienceMs))) return;
  for (const client of clientsOf.get(pool) ?? []) client.connection.stream.destroy();
}

/** Ends a connection. If the database does not answer within `patienceMs` milliseconds, the connection is cut. */
export async function endClient(client: Client, patienceMs: number): Promise<void> {
  if (!(await isOver(client.end(), patienceMs))) client.connection.stream.destroy();
}

/** Waits for the work, for at most `patienceMs` milliseconds, and says whether the work is over. */
async function isOver(work: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tooLate = pause(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const isOver = await Promise.race([work.then(() => true), tooLate]);
  patience.abort();
  return isOver;
}
