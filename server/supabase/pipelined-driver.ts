// A Kysely driver that sends BEGIN, the caller's identity and the first statement in one round trip.
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
import type { LineBank, Loan, Rows } from "./connection-line.ts";

/** A statement that begins with this mark is sent together with the one after it and gives no rows. */
export const PIPELINED = "/* pipelined */";

/** Statement texts that are prepared; later ones are sent unprepared, so that nobody fills the database's memory with variants. */
const MAX_PREPARED = 500;

const AFFECTING = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** Makes the dialect over a bank of connections, one of which is lent for a transaction. */
export function pipelinedDialect(bank: LineBank): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PipelinedDriver(bank),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PipelinedDriver implements Driver {
  readonly #bank: LineBank;
  readonly #prepared = new Set<string>();

  constructor(bank: LineBank) {
    this.#bank = bank;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(await this.#bank.lend(), this.#prepared);
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
    this.#bank.takeBack(own(connection).loan);
  }

  async destroy(): Promise<void> {
    await this.#bank.close();
  }
}

function own(connection: DatabaseConnection): PipelinedConnection {
  if (connection instanceof PipelinedConnection) return connection;
  throw new TypeError("The connection belongs to another driver.");
}

class PipelinedConnection implements DatabaseConnection {
  readonly loan: Loan;
  readonly #prepared: Set<string>;
  /** Statements already sent whose answers nobody has looked at yet. */
  #pending: Promise<unknown>[] = [];

  constructor(loan: Loan, prepared: Set<string>) {
    this.loan = loan;
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

  /** Ends the transaction. A lost connection has nothing to roll back: the database did so by itself. */
  async finish(command: "commit" | "rollback"): Promise<void> {
    if (command === "commit") await this.#settle();
    else await Promise.allSettled(this.#pending.splice(0));
    if (command === "rollback" && this.loan.isLost) return;
    await this.#execute(command, []);
  }

  /** Waits for the statements sent ahead; the first error among them is the cause of all later ones. */
  async #settle(): Promise<void> {
    const pending = this.#pending.splice(0);
    if (pending.length > 0) await Promise.all(pending);
  }

  #execute(text: string, parameters: readonly unknown[]): Promise<Rows> {
    return this.loan.execute(text, parameters, this.#mayPrepare(text));
  }

  #mayPrepare(text: string): boolean {
    if (this.#prepared.has(text)) return true;
    if (this.#prepared.size >= MAX_PREPARED) return false;
    this.#prepared.add(text);
    return true;
  }
}
