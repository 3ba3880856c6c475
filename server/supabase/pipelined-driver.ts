// A Kysely driver over postgres.js that sends BEGIN, the caller's identity and the first statement in one round trip.
//
// Why: @supabase/lite sends BEGIN, six statements of identity and the query one after another; sending them together measured
// twice the requests a second. Contract test: tests/backend/rest.test.ts ("does not leak roles between concurrent requests").
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type postgres from "postgres";

/** A statement that begins with this mark is sent together with the one after it and gives no rows. */
export const PIPELINED = "/* pipelined */";

/** Statement texts that are prepared; later ones are sent unprepared, so that nobody fills the database's memory with variants. */
const MAX_PREPARED = 500;

type Affecting = "INSERT" | "UPDATE" | "DELETE" | "MERGE";
const AFFECTING = new Set<string>(["INSERT", "UPDATE", "DELETE", "MERGE"] satisfies Affecting[]);

/** Makes the dialect; `sql` is the pool whose connections are reserved one a transaction. */
export function pipelinedDialect(sql: postgres.Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(sql),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** Whether an error says that the connection itself is gone (postgres.js codes, sockets, SQLSTATE classes 08 and 57P). */
export function isConnectionError(error: unknown): boolean {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|57P0)/.test(
    code,
  );
}

class PipelinedDriver implements Driver {
  readonly #sql: postgres.Sql;
  readonly #prepared = new Set<string>();

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(await this.#sql.reserve(), this.#prepared);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    own(connection).send("begin");
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).finish("commit");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await own(connection).finish("rollback");
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    own(connection).release();
  }

  async destroy(): Promise<void> {
    await this.#sql.end({ timeout: 5 });
  }
}

function own(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new TypeError("The connection belongs to another driver.");
}

class PipelinedConnection implements DatabaseConnection {
  readonly #reserved: postgres.ReservedSql;
  readonly #prepared: Set<string>;
  /** Statements already sent whose answers nobody has looked at yet. */
  #pending: Promise<unknown>[] = [];
  /**
   * Set when the connection was lost: postgres.js has then taken it back and may have lent it to another request, so that
   * nothing more may be sent on it, and it must not be given back a second time.
   */
  #isLost = false;

  constructor(reserved: postgres.ReservedSql, prepared: Set<string>) {
    this.#reserved = reserved;
    this.#prepared = prepared;
  }

  /** Sends a statement without waiting; its error comes with the next statement. */
  send(text: string, parameters: readonly unknown[] = []): void {
    const answer = this.#execute(text, parameters);
    answer.catch(() => undefined);
    this.#pending.push(answer);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.sql.startsWith(PIPELINED)) {
      this.send(query.sql, query.parameters);
      return { rows: [] };
    }
    const answer = this.#execute(query.sql, query.parameters);
    answer.catch(() => undefined);
    await this.#settle();
    const result = await answer;
    const rows = Array.from(result.values()) as R[];
    return AFFECTING.has(result.command) ? { rows, numAffectedRows: BigInt(result.count) } : { rows };
  }

  // Nothing of @supabase/lite streams rows on PostgreSQL.
  // oxlint-disable-next-line require-yield
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("Streaming is not offered by this driver.");
  }

  /** Ends the transaction. After a lost connection there is nothing to end: the database has rolled back by itself. */
  async finish(command: "commit" | "rollback"): Promise<void> {
    if (command === "commit") await this.#settle();
    else await Promise.allSettled(this.#pending.splice(0));
    if (this.#isLost) return;
    await this.#execute(command, []);
  }

  release(): void {
    if (!this.#isLost) this.#reserved.release();
  }

  /** Waits for the statements sent ahead; the first error among them is the cause of all later ones. */
  async #settle(): Promise<void> {
    const pending = this.#pending.splice(0);
    if (pending.length > 0) await Promise.all(pending);
  }

  async #execute(text: string, parameters: readonly unknown[]): Promise<postgres.RowList<postgres.Row[]>> {
    try {
      return await this.#reserved.unsafe(text, [...parameters] as postgres.ParameterOrJSON<never>[], {
        prepare: this.#mayPrepare(text),
      });
    } catch (error) {
      if (isConnectionError(error)) this.#isLost = true;
      throw error;
    }
  }

  #mayPrepare(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= MAX_PREPARED) return false;
    this.#prepared.add(text);
    return true;
  }
}
