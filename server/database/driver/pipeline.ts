// Connections that many requests share: what one request asks is sent at once, and nobody waits for an answer before the next one is sent.
//
// A connection takes its role when it is opened and keeps it (behind some poolers a request does: pooling-mark.ts). Requests that may take
// long get a connection for themselves, since in a pipeline everybody behind a slow statement waits for it. docs/performance.md says what
// this is worth.
import { Client, DatabaseError } from "pg";
import { type Answer, Batch, type Statement } from "./batch.ts";
import { withModesOfLibpq } from "./connect.ts";
import { keepsSessions, settingText } from "./pooling-mark.ts";
import { countIn } from "./connections.ts";
import { tellAnswered } from "./statements.ts";

export type PipelineOptions = {
  url: string;
  /** What pg_stat_activity shows. */
  name: string;
  /** Settings of every connection, its role among them. */
  settings: Record<string, string>;
  connections: number;
  /** Milliseconds that a request waits for a connection; LONGEST_WAIT_MS when left out. */
  longestWaitMs?: number;
  /** What is sent behind each request that changes something, where a connection is one session (pooling-mark.ts). */
  behind?: Behind;
};

/**
 * A statement that goes behind a transaction as one of its own, before the request is answered. `settings` tell the database that it comes;
 * `fail` is called when it could not run, though the transaction before it may have been kept.
 */
export type Behind = { settings: Record<string, string>; statement: Statement; fail: () => void };

/** The database cannot be reached, or the connection was lost before the answer came. */
export class UnreachableError extends Error {
  override name = "UnreachableError";
}

/** Every connection stayed in use for as long as somebody may wait for one. */
export class BusyError extends Error {
  override name = "BusyError";
}

/**
 * Longest wait for a connection, in milliseconds: longer than a statement may run, so that a burst passes and only a server that cannot
 * keep up answers 504.
 */
const LONGEST_WAIT_MS = 12_000;
const CONNECT_TIMEOUT_MS = 5000;
/** Requests that one connection may carry at a time. */
const DEPTH = 8;
/** A connection whose oldest request is older than this (milliseconds) gets no others behind it. */
const SLOW_MS = 20;
/** Connections that requests which may take long leave to the others. */
const KEPT_FOR_SHORT = 2;
/** A connection that holds so many prepared statements is replaced, so that nobody fills the database's memory with variants. */
const MAX_PREPARED = 1000;

/**
 * How a request uses a connection. `short`: with others, so that few connections work hard. `write`: on the emptiest one, as each waits
 * for the disk, and many waits are one. `long`: nobody should have to wait behind it.
 */
export type Weight = "short" | "write" | "long";

type Request = {
  statements: readonly Statement[];
  weight: Weight;
  changes: boolean;
  isRepeated: boolean;
  resolve: (answers: Answer[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
};

/** One connection. It is thrown away when it is lost or has prepared too much. */
class Line {
  readonly client: Client;
  /** What is under way, and since when, the oldest first. */
  readonly sent: { batch: Batch; since: number }[] = [];
  readonly prepared = new Set<string>();
  isOpen = false;
  /** What is asked of it is held until this turn of the event loop ends. */
  isGathering = false;
  isRetired = false;
  /** Carries a request that may take long. */
  isTaken = false;

  constructor(client: Client) {
    this.client = client;
    client.connection.on("parseComplete", () => this.sent[0]?.batch.handleParseComplete());
  }

  /** Whether another request may be sent behind those under way. */
  mayCarry(now: number): boolean {
    const oldest = this.sent[0]?.since ?? now;
    return this.isOpen && !this.isTaken && !this.isRetired && this.sent.length < DEPTH && now - oldest < SLOW_MS;
  }
}

/** A fixed number of connections with one role. Nothing is opened before the first request. */
export class Pipeline {
  readonly #options: PipelineOptions;
  /** What each connection is told first; behind a pooler that lends its sessions, each request (pooling-mark.ts). */
  readonly #first: Statement | null;
  readonly #isSession: boolean;
  readonly #behind: Behind | null;
  readonly #lines = new Set<Line>();
  /** In the order in which they came. */
  readonly #waiting = new Set<Request>();
  #opening = 0;
  /** How many connections carry a request that may take long. */
  #taken = 0;
  #isClosed = false;
  readonly #countOut: () => void;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#isSession = keepsSessions(options.url);
    this.#behind = this.#isSession ? (options.behind ?? null) : null;
    const text = settingText({ ...options.settings, ...this.#behind?.settings }, !this.#isSession);
    this.#first = text === "" ? null : { text };
    this.#countOut = countIn(options.name, () => ({
      open: this.#lines.size,
      idle: [...this.#lines].filter(({ sent }) => sent.length === 0).length,
      waiting: this.#waiting.size,
    }));
  }

  /**
   * Runs statements together, as one transaction, and gives their answers. `changes`: they may change something.
   * Rejects with the first statement's error that failed (a DatabaseError), with UnreachableError, or with BusyError.
   */
  run(statements: readonly Statement[], weight: Weight = "short", changes = false): Promise<Answer[]> {
    if (!this.#isSession) return this.#runApart(statements, weight);
    return this.#request(statements, weight, changes);
  }

  /** Nothing stays on a connection that is somebody else's in the next moment. */
  async #runApart(given: readonly Statement[], weight: Weight): Promise<Answer[]> {
    const unnamed = given.map(({ text, values = [] }) => ({ text, values }));
    if (this.#first === null) return this.#request(unnamed, weight, false);
    return (await this.#request([this.#first, ...unnamed], weight, false)).slice(1);
  }

  #request(statements: readonly Statement[], weight: Weight, changes: boolean): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      const request: Request = { statements, weight, changes, isRepeated: false, resolve, reject, timer: undefined };
      if (!this.#place(request)) this.#wait(request);
    });
  }

  /** Ends the connections once their requests are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#countOut();
    await Promise.all([...this.#lines].map(({ client }) => client.end().catch(() => undefined)));
  }

  #wait(request: Request): void {
    request.timer = setTimeout(() => {
      this.#waiting.delete(request);
      request.reject(new BusyError("All connections to the database are in use."));
    }, this.#options.longestWaitMs ?? LONGEST_WAIT_MS);
    this.#waiting.add(request);
    this.#openAnother();
  }

  /** Sends a request if a connection can carry it. */
  #place(request: Request): boolean {
    if (request.weight === "long" && this.#taken >= this.#options.connections - KEPT_FOR_SHORT) return false;
    const now = performance.now();
    let best: Line | undefined;
    for (const line of this.#lines)
      if (line.mayCarry(now) && (best === undefined || isBetter(request.weight, line, best))) best = line;
    if (best === undefined) return false;
    // A burst opens the others, so that writes can be flushed to the disk together.
    if (best.sent.length > 0 && request.weight !== "short") this.#openAnother();
    this.#send(best, request, now);
    return true;
  }

  #send(line: Line, request: Request, now: number): void {
    const { statements, weight } = request;
    clearTimeout(request.timer);
    if (weight === "long") this.#take(line, true);
    const behind = request.changes ? this.#behind : null;
    let changed: Answer[] | null = null;
    const batch = new Batch(statements, line.prepared, (error, answers) => {
      line.sent.shift();
      tellAnswered(() => statements.map(({ text }) => text).join("; "), now);
      if (weight === "long") this.#take(line, false);
      if (error === null && behind !== null) changed = answers;
      else if (error === null) request.resolve(answers);
      else if (isUnprepared(error) && !request.isRepeated) this.#wait({ ...request, isRepeated: true });
      else request.reject(asFailure(error));
      this.#refill(line);
    });
    line.sent.push({ batch, since: now });
    this.#gather(line);
    line.client.query(batch);
    if (behind !== null) this.#sendBehind(line, behind, () => changed !== null && request.resolve(changed));
    if (line.prepared.size > MAX_PREPARED) line.isRetired = true;
  }

  /** It goes with the change, and waits at the database: a server that dies meanwhile does not take it along. */
  #sendBehind(line: Line, { statement, fail }: Behind, answer: () => unknown): void {
    const batch = new Batch([statement], line.prepared, (error) => {
      line.sent.shift();
      if (error !== null) fail();
      answer();
      this.#refill(line);
    });
    line.sent.push({ batch, since: performance.now() });
    line.client.query(batch);
  }

  /** One call of the system sends what all requests of this turn of the event loop ask of a connection: it costs as much as their work. */
  #gather(line: Line): void {
    if (line.isGathering) return;
    line.isGathering = true;
    const { stream } = line.client.connection;
    stream.cork();
    setImmediate(() => {
      line.isGathering = false;
      stream.uncork();
    });
  }

  #take(line: Line, isTaken: boolean): void {
    line.isTaken = isTaken;
    this.#taken += isTaken ? 1 : -1;
  }

  /** Gives those who wait what a connection has room for. */
  #refill(line: Line): void {
    if (line.isRetired && line.sent.length === 0) this.#discard(line);
    for (const request of this.#waiting) {
      if (this.#place(request)) this.#waiting.delete(request);
      else if (request.weight !== "long") break;
    }
    if (this.#waiting.size > 0) this.#openAnother();
  }

  #openAnother(): void {
    if (this.#isClosed || this.#opening > 0 || this.#lines.size >= this.#options.connections) return;
    const { url, name } = this.#options;
    const client = new Client({
      connectionString: withModesOfLibpq(url),
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
    });
    const line = new Line(client);
    this.#lines.add(line);
    this.#opening += 1;
    // A lost connection rejects what it carries by itself; the next request opens another one.
    client.on("error", () => this.#discard(line));
    client.on("end", () => this.#discard(line));
    client
      .connect()
      .then(() => this.#begin(client))
      .then(
        () => {
          this.#opening -= 1;
          line.isOpen = true;
          this.#refill(line);
        },
        (error: Error) => {
          this.#opening -= 1;
          this.#discard(line);
          this.#failWaiting(error);
        },
      );
  }

  /** Sets what the connection keeps until its end, its role among it. */
  #begin(client: Client): Promise<void> {
    const first = this.#first;
    if (first === null || !this.#isSession) return Promise.resolve();
    return new Promise((resolve, reject) => {
      client.query(new Batch([first], new Set(), (error) => (error === null ? resolve() : reject(error))));
    });
  }

  /** Nobody waits for a database that cannot be reached, unless another connection is there to be waited for. */
  #failWaiting(cause: Error): void {
    if ([...this.#lines].some(({ isOpen }) => isOpen)) return;
    for (const request of this.#waiting) {
      clearTimeout(request.timer);
      request.reject(new UnreachableError(cause.message, { cause }));
    }
    this.#waiting.clear();
  }

  #discard(line: Line): void {
    if (!this.#lines.delete(line)) return;
    line.isOpen = false;
    line.client.end().catch(() => undefined);
    if (this.#waiting.size > 0) this.#openAnother();
  }
}

const isBetter = (weight: Weight, line: Line, best: Line) =>
  weight === "short" ? line.sent.length > best.sent.length : line.sent.length < best.sent.length;

/** An error of the database has a SQLSTATE; everything else that a connection says means that it is gone. */
const asFailure = (error: Error): Error =>
  error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? "")
    ? error
    : new UnreachableError(error.message, { cause: error });

/** The request that was to prepare the statement failed before it could, and this one stood behind it: nothing of it has run. */
const isUnprepared = (error: Error) => error instanceof DatabaseError && error.code === "26000";
