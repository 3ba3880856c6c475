// A batch of statements that travel together: one transaction, ended by one Sync, whatever stands before and after it on the connection.
//
// `pg` by itself puts a Sync behind every statement and asks for each answer's columns: a transaction of two statements would be four
// messages, each answered by itself. A pipeline takes pg's own Query class, which is told here how to send statements and read answers.
import { type Connection, Query } from "pg";

/** A statement. `name` prepares it once for each connection; without a name it is not kept. */
export type Statement = { name?: string; text: string; values?: readonly (string | number | null)[] };

/** Answer of a statement: rows of texts, and the number of rows that the statement touched. */
export type Answer = { rows: (string | null)[][]; count: number };

type Done = (error: Error | null, answers: Answer[]) => void;

/** The statements of one request, on their way over one connection. */
export class Batch extends Query {
  readonly #statements: readonly Statement[];
  readonly #prepared: Set<string>;
  readonly #done: Done;
  readonly #answers: Answer[] = [];
  #rows: (string | null)[][] = [];
  /** Names of statements that were sent to be prepared and are not confirmed yet, in their order. */
  readonly #parsing: string[] = [];

  /**
   * `prepared` holds the names of the statements that the connection has prepared. `done` is called once, when the database has answered or
   * the connection is lost.
   */
  constructor(statements: readonly Statement[], prepared: Set<string>, done: Done) {
    super("");
    this.#statements = statements;
    this.#prepared = prepared;
    this.#done = done;
    this.submit = (connection) => this.#submit(connection);
  }

  #submit(connection: Connection): void {
    for (const { name = "", text, values = [] } of this.#statements) {
      if (name === "" || !this.#prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        this.#parsing.push(name);
        if (name !== "") this.#prepared.add(name);
      }
      const texts = values.map((value) => (value === null ? null : String(value)));
      connection.bind({ statement: name, values: texts }, true);
      connection.execute({}, true);
    }
    connection.sync();
  }

  /** Notes that the next statement is prepared. */
  handleParseComplete(): void {
    this.#parsing.shift();
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.#answers.push({ rows: this.#rows, count });
    this.#rows = [];
  }

  /** Takes the first error of the database, or of the connection: no statement behind it has run. */
  handleError(error: Error): void {
    for (const name of this.#parsing) this.#prepared.delete(name);
    this.#done(error, []);
  }

  handleReadyForQuery(): void {
    this.#done(null, this.#answers);
  }
}
