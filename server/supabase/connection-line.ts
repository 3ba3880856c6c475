// Connections to the database that are lent out one at a time and know when they were lost.
//
// Why not the pool of postgres.js: when a reserved connection is lost, that pool takes it back and gives it to somebody else, while
// the first borrower may still send on it: a statement would then run without its transaction and its role, or wait for ever.
// Contract test: tests/backend/lifecycle.test.ts ("connections that the database cuts under way").
import postgres from "postgres";
import { boundValues } from "./bound-values.ts";
import type { FaultWatch } from "./fault-watch.ts";

type Query = ReturnType<postgres.Sql["unsafe"]>;
export type Rows = postgres.RowList<postgres.Row[]>;

type Options = postgres.Options<Record<string, postgres.PostgresType>>;

/** One connection, opened when first used and a new one after it was lost: a client of postgres.js that has lost its connection is not used again. */
class Line {
  readonly #url: string;
  readonly #options: Options;
  #sql: postgres.Sql | null = null;
  /** How often it was lost; a loan is good as long as this stays the same. */
  losses = 0;
  readonly #waiting = new Set<Query>();

  constructor(url: string, options: Options) {
    this.#url = url;
    this.#options = options;
  }

  /** Makes sure that the connection is there. Rejects when the database cannot be reached. */
  async open(): Promise<void> {
    if (this.#sql) return;
    const sql = postgres(this.#url, {
      ...this.#options,
      max: 1,
      // See array-values.ts.
      fetch_types: false,
      // Kept as long as the server runs: a timer that ends a connection could hit one that was just lent.
      idle_timeout: undefined,
      max_lifetime: null,
      onclose: () => this.#onLost(sql),
    });
    try {
      await sql.unsafe("select 1");
      this.#sql = sql;
    } catch (error) {
      discard(sql);
      throw error;
    }
  }

  async execute(text: string, parameters: readonly unknown[], prepare: boolean): Promise<Rows> {
    if (!this.#sql) throw lost();
    const bound = boundValues(text, parameters);
    const values = bound.map((value) => this.#untyped(value)) as postgres.ParameterOrJSON<never>[];
    const query = this.#sql.unsafe(text, values, { prepare });
    this.#waiting.add(query);
    try {
      return await query;
    } finally {
      this.#waiting.delete(query);
    }
  }

  /**
   * postgres.js calls `true` a boolean whatever it is for, which a jsonb column refuses: the database says the type instead.
   * Contract test: tests/backend/rest.test.ts ("keep JSON").
   */
  #untyped(value: unknown): unknown {
    return typeof value === "boolean" && this.#sql ? this.#sql.typed(value as never, 0) : value;
  }

  /** Waits at most five seconds for statements that run, then ends the connection. */
  async close(): Promise<void> {
    await this.#sql?.end({ timeout: 5 });
  }

  /** Called before postgres.js connects again: statements that it has not sent yet would run there without their transaction. */
  #onLost(sql: postgres.Sql): void {
    if (sql !== this.#sql) return;
    this.losses++;
    this.#sql = null;
    for (const query of this.#waiting) if (!wasSent(query)) query.cancel();
    discard(sql);
  }
}

/** Ends a client whose connection is gone. */
function discard(sql: postgres.Sql): void {
  sql.end({ timeout: 0 }).catch(() => undefined);
}

/** postgres.js notes on a query the connection that it was sent on. */
const wasSent = (query: Query) => "state" in query && query.state !== null;

/** A connection in the hands of one borrower. */
export class Loan {
  readonly #line: Line;
  readonly #losses: number;
  readonly #faults: FaultWatch;

  constructor(line: Line, faults: FaultWatch) {
    this.#line = line;
    this.#losses = line.losses;
    this.#faults = faults;
  }

  get isLost(): boolean {
    return this.#line.losses !== this.#losses;
  }

  /** Runs a statement; rejects with CONNECTION_CLOSED when the connection was lost since it was lent. */
  async execute(text: string, parameters: readonly unknown[], prepare: boolean): Promise<Rows> {
    try {
      if (this.isLost) throw lost();
      return await this.#line.execute(text, parameters, prepare);
    } catch (error) {
      const told = this.isLost && !isConnectionError(error) ? lost() : error;
      if (isOutage(told)) this.#faults.note(told);
      throw told;
    }
  }

  get line(): Line {
    return this.#line;
  }
}

const lost = () => Object.assign(new Error("The connection to the database was lost."), { code: "CONNECTION_CLOSED" });

const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** Whether an error is no matter of the statement: the connection is gone, or the database has no room left (class 53). */
const isOutage = (error: unknown) => isConnectionError(error) || codeOf(error).startsWith("53");

/** Whether an error says that the connection itself is gone (postgres.js codes, sockets, SQLSTATE classes 08 and 57P). */
export function isConnectionError(error: unknown): boolean {
  return /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08|57P0)/.test(
    codeOf(error),
  );
}

/** Every connection stayed lent for as long as somebody may wait for one. */
export class AllLentError extends Error {
  override name = "AllLentError";
}

/** A fixed number of connections; who asks when all are lent waits in line, for at most `longestWaitMs`. */
export class LineBank {
  readonly #lines: Line[];
  readonly #idle: Line[];
  readonly #longestWaitMs: number;
  readonly #faults: FaultWatch;
  /** In the order in which they came. */
  readonly #queue = new Set<(line: Line) => void>();

  /** Notes in `faults` that the database could not be reached, went away or had no room, and that nobody could be served in time. */
  constructor(url: string, count: number, longestWaitMs: number, faults: FaultWatch, options: Options) {
    this.#faults = faults;
    this.#lines = Array.from({ length: count }, () => new Line(url, options));
    this.#idle = [...this.#lines];
    this.#longestWaitMs = longestWaitMs;
  }

  /** Lends an open connection. Rejects when the database cannot be reached, and with AllLentError after the longest wait. */
  async lend(): Promise<Loan> {
    const line = this.#idle.pop() ?? (await this.#wait());
    try {
      await line.open();
    } catch (error) {
      this.#giveBack(line);
      this.#faults.note(error);
      throw error;
    }
    return new Loan(line, this.#faults);
  }

  takeBack(loan: Loan): void {
    this.#giveBack(loan.line);
  }

  /** Ends the connections. */
  async close(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #wait(): Promise<Line> {
    return new Promise((resolve, reject) => {
      const take = (line: Line) => {
        clearTimeout(timer);
        resolve(line);
      };
      const timer = setTimeout(() => {
        this.#queue.delete(take);
        const error = new AllLentError("All connections to the database are in use.");
        this.#faults.note(error);
        reject(error);
      }, this.#longestWaitMs);
      this.#queue.add(take);
    });
  }

  #giveBack(line: Line): void {
    const [next] = this.#queue;
    if (!next) {
      this.#idle.push(line);
      return;
    }
    this.#queue.delete(next);
    next(line);
  }
}
