// Connections that many requests share: each request is sent at once, without waiting for the answers of the requests before it.
//
// A connection takes its role when it is opened and keeps it (behind some poolers a request does: client.ts). Requests that may take
// long get a connection for themselves, since everybody in a pipeline waits for a slow statement before theirs. docs/performance.md says
// what this is worth.
import type { Duplex } from "node:stream";
import { type Client, DatabaseError } from "pg";
import { type Outage, outageOf, REPEAT_EVERY_MS, isConnectionError, isReadOnly } from "./outage.ts";
import { type Answer, Batch, type Statement } from "./batch.ts";
import { cancelOn, DatabaseClient, keepsSessions, settingText } from "./client.ts";
import { countIn, tellAnswered } from "./reports.ts";
import { type Asker, WaitingLine } from "./waiting-line.ts";

export type PipelineOptions = {
  url: string;
  /** Name that pg_stat_activity shows. */
  name: string;
  /** Settings of every connection, its role among them. */
  settings: Record<string, string>;
  connections: number;
  /** Milliseconds that a request waits for a connection; LONGEST_WAIT_MS when left out. */
  longestWaitMs?: number;
  /** Milliseconds from the sending of a request until it is given up; ANSWER_MS when left out. */
  answerMs?: number;
  /** Statement that follows each request that changes something, where a connection is one session (client.ts). */
  behind?: Behind;
};

/**
 * A statement that follows a transaction as a transaction of its own, before the request is answered. `settings` announce the statement to
 * the database. `fail` is called when the statement could not run, although the transaction before it may have been kept.
 */
export type Behind = { settings: Record<string, string>; statement: Statement; fail: () => void };

/** The database cannot be reached, or the connection was lost before the answer came. */
export class UnreachableError extends Error {
  override name = "UnreachableError";
}

/** A change was sent and not answered in time: the database may have stored it, or may yet. */
export class UnansweredError extends Error {
  override name = "UnansweredError";
}

/** Every connection stayed in use for the longest time that a request may wait. */
export class BusyError extends Error {
  override name = "BusyError";
}

/**
 * Longest wait for a connection, in milliseconds: longer than a statement may run, so that a burst passes and only a server that cannot
 * keep up answers 504.
 */
const LONGEST_WAIT_MS = 12_000;
const CONNECT_TIMEOUT_MS = 5000;
/**
 * Milliseconds from a request's arrival until its connection is cut: a database that went silent answers nobody, and no call takes longer than
 * 15 s.
 */
const DEADLINE_MS = 14_000;
/**
 * Milliseconds from the sending of a request until it is given up. A statement ends after ten seconds by itself, so a later answer waits
 * for a standby that should confirm it, or for a network that carries nothing.
 */
const ANSWER_MS = 11_000;
const LOOK_EVERY_MS = 500;
/** Requests that one connection may carry at a time. */
const DEPTH = 8;
/** A connection whose oldest request is older than this (milliseconds) gets no others behind it. */
const SLOW_MS = 20;
/** Time after a slow answer in which a connection carries one request at a time (milliseconds). */
const SLOW_FOR_MS = 1000;
/** Connections that are kept free for short requests. */
const KEPT_FOR_SHORT = 2;
/** Part of the connections that one address may have at a time: a dozen slow requests of one visitor would leave none to anybody. */
const SHARE = 1 / 2;
/** Most times that a request is sent again because a request before it, which should have prepared its statement, failed. */
const MOST_UNPREPARED = 8;
/** Most prepared statements of a connection before it is replaced, so that nobody fills the database's memory with variants. */
const MAX_PREPARED = 1000;

/**
 * Use of a connection by a request. `short`: together with others, so that few connections work hard. `write`: on the emptiest connection,
 * since each write waits for the disk, and many writes share one wait. `long`: alone, so that nobody waits behind it.
 */
export type Weight = "short" | "write" | "long";

type Request = {
  id: string | null;
  asker: () => Asker;
  statements: readonly Statement[];
  weight: Weight;
  changes: boolean;
  /** How often the connection had lost a statement that the request needed prepared. */
  unprepared: number;
  /** Arrival of the request, in the time of `performance.now()`. */
  arrived: number;
  resolve: (answers: Answer[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout | undefined;
};

/** Facts that a caller gives about a request, beside its statements. */
type Told = Pick<Request, "id" | "asker" | "weight" | "changes">;

/** The asker of requests that name none, such as the server's own. */
const nobody = (): Asker => ({ address: "", account: "", isEverybody: true });

/** A connection of the pipeline. It is thrown away when it is lost or has prepared too much. */
class Line {
  readonly client: Client;
  /** Batches under way, with the address that each is for and the moment when it was sent, the oldest first. */
  readonly sent: { batch: Batch; address: string; since: number; until: number }[] = [];
  readonly prepared = new Set<string>();
  isOpen = false;
  /** Whether requests are held until this turn of the event loop ends. */
  isGathering = false;
  isRetired = false;
  /** Whether the connection carries a request that may take long. */
  isTaken = false;
  /** Moment of the last answer that took long: for a while after it requests go one by one, so that nobody is sent behind another slow one. */
  slowAt = Number.NEGATIVE_INFINITY;
  /** Moment of the last answer. */
  freeSince = 0;
  /** Whether the connection was cut because the database was silent. */
  isCut = false;

  constructor(client: Client) {
    this.client = client;
    client.connection.on("parseComplete", () => this.sent[0]?.batch.handleParseComplete());
  }

  /** Whether another request may be sent behind those under way. */
  mayCarry(now: number): boolean {
    const oldest = this.sent[0]?.since ?? now;
    const depth = now - this.slowAt < SLOW_FOR_MS ? 1 : DEPTH;
    return this.isOpen && !this.isTaken && !this.isRetired && this.sent.length < depth && now - oldest < SLOW_MS;
  }

  /** Whether something is under way for an address. */
  carries(address: string): boolean {
    return this.sent.some((each) => each.address === address);
  }

  /** Notes that a request was answered that was sent at a moment. */
  noteAnswer(sent: number): void {
    const now = performance.now();
    if (now - Math.max(sent, this.freeSince) > SLOW_MS) this.slowAt = now;
    this.freeSince = now;
  }
}

/** A fixed number of connections with one role. Nothing is opened before the first request. */
export class Pipeline {
  readonly #options: PipelineOptions;
  /** Settings that each connection is told first. Behind a pooler that lends its sessions, each request is told them (client.ts). */
  readonly #first: Statement | null;
  readonly #isSession: boolean;
  readonly #behind: Behind | null;
  readonly #lines = new Set<Line>();
  /** Requests that wait for a connection. */
  readonly #waiting = new WaitingLine<Request>();
  #opening = 0;
  /** Number of connections that carry a request that may take long. */
  #taken = 0;
  /** Number of connections that carry something for each address. */
  readonly #held = new Map<string, number>();
  #isClosed = false;
  readonly #outage: Outage;
  #looking: NodeJS.Timeout | undefined;
  readonly #countOut: () => void;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#outage = outageOf(options.url);
    this.#isSession = keepsSessions(options.url);
    this.#behind = this.#isSession ? (options.behind ?? null) : null;
    const text = settingText({ ...options.settings, ...this.#behind?.settings }, !this.#isSession);
    this.#first = text === "" ? null : { text };
    this.#countOut = countIn(options.name, () => ({
      open: this.#lines.size,
      idle: [...this.#lines].filter(({ sent }) => sent.length === 0).length,
      waiting: this.#waiting.size,
      most: options.connections,
    }));
  }

  /**
   * Runs statements together, as one transaction, and gives their answers. `changes`: the statements may change something. Statements that
   * were not executed, or that change nothing, are tried again for five seconds while the database cannot be reached or takes no writes.
   * `id` is the ID of the request; `asker` is who takes turns with others when requests have to wait. Rejects with the error of the first
   * statement that failed (a DatabaseError), with UnreachableError, UnansweredError, or with BusyError.
   */
  run(
    statements: readonly Statement[],
    weight: Weight = "short",
    changes = false,
    { id = null, asker = nobody }: { id?: string | null; asker?: () => Asker } = {},
  ): Promise<Answer[]> {
    const told = { weight, id, asker };
    if (!this.#isSession) return this.#runApart(statements, told);
    return this.#request(statements, { ...told, changes });
  }

  /**
   * Runs a request behind a pooler that lends its sessions: settings go with the request, since the connection is somebody else's in the
   * next moment.
   */
  async #runApart(given: readonly Statement[], told: Omit<Told, "changes">): Promise<Answer[]> {
    const unnamed = given.map(({ text, values = [] }) => ({ text, values }));
    if (this.#first === null) return this.#request(unnamed, { ...told, changes: false });
    return (await this.#request([this.#first, ...unnamed], { ...told, changes: false })).slice(1);
  }

  #request(statements: readonly Statement[], told: Told): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      const arrived = performance.now();
      let known: Asker | undefined;
      const request = {
        ...told,
        asker: () => (known ??= told.asker()),
        statements,
        unprepared: 0,
        arrived,
        resolve,
        reject,
        timer: undefined,
      };
      if (!this.#place(request)) this.#wait(request);
    });
  }

  /** Ends the connections once their requests are answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#countOut();
    await Promise.all([...this.#lines].map(({ client }) => client.end().catch(() => undefined)));
    clearInterval(this.#looking);
  }

  #wait(request: Request): void {
    const longestMs = this.#options.longestWaitMs ?? LONGEST_WAIT_MS;
    request.timer = setTimeout(
      () => {
        this.#waiting.delete(request);
        request.reject(new BusyError("All connections to the database are in use."));
      },
      Math.max(0, request.arrived + longestMs - performance.now()),
    );
    this.#waiting.add(request);
    this.#openAnother();
  }

  /** Whether the request is tried again a moment later. */
  #mayRepeat(request: Request, error: Error, isCut: boolean): boolean {
    if (this.#isClosed || isCut || !isForNow(error) || (request.changes && !isUnexecuted(error))) return false;
    return this.#outage.mayWait(request.arrived);
  }

  get #answerMs(): number {
    return this.#options.answerMs ?? ANSWER_MS;
  }

  #repeat(request: Request): void {
    setTimeout(() => {
      if (!this.#place(request)) this.#wait(request);
    }, REPEAT_EVERY_MS);
  }

  /** Cuts the connections whose oldest request is not answered in time, and other connections that may be as dead. */
  #look(): void {
    const now = performance.now();
    const silent = [...this.#lines].filter(({ sent }) => sent[0] !== undefined && sent[0].until <= now);
    if (silent.length > 0)
      for (const line of this.#lines) if (line.isOpen && line.sent.length === 0) this.#discard(line);
    for (const line of silent) {
      line.isCut = true;
      cancelOn(line.client);
      line.client.connection.stream.destroy();
    }
    if (this.#lines.size === 0) {
      clearInterval(this.#looking);
      this.#looking = undefined;
    }
  }

  /** Whether no other request may take long now. */
  get #isLongFull(): boolean {
    return this.#taken >= this.#options.connections - KEPT_FOR_SHORT;
  }

  /** Sends a request if a connection can carry it. */
  #place(request: Request): boolean {
    if (request.weight === "long" && this.#isLongFull) return false;
    const now = performance.now();
    let best: Line | undefined;
    for (const line of this.#lines)
      if (
        line.mayCarry(now) &&
        (best === undefined || isBetter(request.weight, line, best)) &&
        (line.carries(request.asker().address) || !this.#hasShare(request))
      )
        best = line;
    if (best === undefined) return false;
    // A burst opens the other connections, so that writes can be flushed to the disk together.
    if (best.sent.length > 0 && request.weight !== "short") this.#openAnother();
    this.#send(best, request, now);
    return true;
  }

  /** Whether an address has its share of the connections. */
  #hasShare(request: Request): boolean {
    const { address, isEverybody = false } = request.asker();
    return !isEverybody && (this.#held.get(address) ?? 0) >= Math.ceil(this.#options.connections * SHARE);
  }

  #enter(line: Line, address: string, batch: Batch, since: number, until: number): void {
    if (!line.carries(address)) this.#held.set(address, (this.#held.get(address) ?? 0) + 1);
    line.sent.push({ batch, address, since, until });
  }

  #leave(line: Line): void {
    const gone = line.sent.shift();
    if (gone === undefined || line.carries(gone.address)) return;
    const left = (this.#held.get(gone.address) ?? 1) - 1;
    if (left > 0) this.#held.set(gone.address, left);
    else this.#held.delete(gone.address);
  }

  #send(line: Line, request: Request, now: number): void {
    const { statements, weight } = request;
    clearTimeout(request.timer);
    if (weight === "long") this.#take(line, true);
    const behind = request.changes ? this.#behind : null;
    let changed: Answer[] | null = null;
    const batch = new Batch(statements, line.prepared, (error, answers) => {
      this.#leave(line);
      line.noteAnswer(now);
      tellAnswered(() => statements.map(({ text }) => text).join("; "), now, request.id);
      if (weight === "long") this.#take(line, false);
      if (error !== null && isReadOnly(error)) line.isRetired = true;
      if (error === null && behind !== null) changed = answers;
      else if (error === null) request.resolve(answers);
      else if (isUnprepared(error) && request.unprepared < MOST_UNPREPARED)
        this.#wait({ ...request, unprepared: request.unprepared + 1 });
      else if (this.#mayRepeat(request, error, line.isCut)) this.#repeat(request);
      else request.reject(asFailure(error, request.changes && line.isCut));
      this.#refill(line);
    });
    const { address } = request.asker();
    this.#enter(line, address, batch, now, Math.min(request.arrived + DEADLINE_MS, now + this.#answerMs));
    this.#gather(line);
    line.client.query(batch);
    if (behind !== null) this.#sendBehind(line, address, behind, () => changed !== null && request.resolve(changed));
    if (line.prepared.size > MAX_PREPARED) line.isRetired = true;
  }

  /** The statement goes out with the change and waits at the database: a server that dies meanwhile does not take the statement along. */
  #sendBehind(line: Line, address: string, { statement, fail }: Behind, answer: () => unknown): void {
    const batch = new Batch([statement], line.prepared, (error) => {
      this.#leave(line);
      if (error !== null) fail();
      answer();
      this.#refill(line);
    });
    const now = performance.now();
    this.#enter(line, address, batch, now, now + this.#answerMs);
    line.client.query(batch);
  }

  /**
   * Gathers all requests of this turn of the event loop into one write to the socket, since a write costs as much as the work of all of
   * them.
   */
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

  /** Gives waiting requests to a connection that has room. */
  #refill(line: Line): void {
    if (line.isRetired && line.sent.length === 0) this.#discard(line);
    while (this.#placeNext());
    if (this.#waiting.size > 0) this.#openAnother();
  }

  /** Sends the first waiting request that a connection can carry, and says whether there was one. */
  #placeNext(): boolean {
    // Addresses with their share: a crowd of thousands is passed by without a look at each connection.
    const full = new Set<string>();
    for (const request of this.#waiting) {
      const { address } = request.asker();
      if (full.has(address)) continue;
      if (this.#place(request)) {
        this.#waiting.delete(request);
        return true;
      }
      if (request.weight === "long" && this.#isLongFull) continue;
      if (!this.#hasShare(request)) return false;
      full.add(address);
    }
    return false;
  }

  #openAnother(): void {
    if (this.#isClosed || this.#opening > 0 || this.#lines.size >= this.#options.connections) return;
    const { url, name } = this.#options;
    const client = new DatabaseClient({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
    });
    const line = new Line(client);
    this.#lines.add(line);
    this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#opening += 1;
    // A lost connection rejects its own requests; the next request opens another connection.
    client.on("error", () => this.#discard(line));
    client.on("end", () => this.#discard(line));
    client
      .connect()
      .then(() => {
        readByTurns(client.connection.stream);
        return this.#begin(client);
      })
      .then(
        () => {
          this.#opening -= 1;
          this.#outage.end();
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

  /**
   * Sends the settings that a connection keeps until its end, its role among them. A database that goes silent before it answers loses the
   * connection: no other one is opened meanwhile.
   */
  #begin(client: Client): Promise<void> {
    const first = this.#first;
    if (first === null || !this.#isSession) return Promise.resolve();
    const patienceMs = Math.min(CONNECT_TIMEOUT_MS, this.#answerMs);
    const silence = setTimeout(() => client.connection.stream.destroy(), patienceMs);
    return new Promise<void>((resolve, reject) => {
      client.query(new Batch([first], new Set(), (error) => (error === null ? resolve() : reject(error))));
    }).finally(() => clearTimeout(silence));
  }

  /** Fails the waiting requests of a database that cannot be reached, unless another connection is there to be waited for. */
  #failWaiting(cause: Error): void {
    if ([...this.#lines].some(({ isOpen }) => isOpen)) return;
    this.#outage.note();
    const mayPass = isForNow(cause) && !this.#isClosed;
    for (const request of this.#waiting) {
      if (mayPass && this.#outage.mayWait(request.arrived)) continue;
      clearTimeout(request.timer);
      this.#waiting.delete(request);
      request.reject(new UnreachableError(cause.message, { cause }));
    }
    if (this.#waiting.size > 0) setTimeout(() => this.#waiting.size > 0 && this.#openAnother(), REPEAT_EVERY_MS);
  }

  #discard(line: Line): void {
    if (!this.#lines.delete(line)) return;
    line.isOpen = false;
    while (line.sent.length > 0) this.#leave(line);
    line.client.end().catch(() => undefined);
    if (this.#waiting.size > 0) this.#openAnother();
  }
}

const isBetter = (weight: Weight, line: Line, best: Line) =>
  weight === "short" ? line.sent.length > best.sent.length : line.sent.length < best.sent.length;

/** An error of the database has a SQLSTATE; every other error of a connection means that the connection is gone. */
const asFailure = (error: Error, isUnknown: boolean): Error => {
  if (isUnknown) return new UnansweredError("The database did not answer a change in time.", { cause: error });
  return error instanceof DatabaseError && !isReadOnly(error) && !/^(08|57P)/.test(error.code ?? "")
    ? error
    : new UnreachableError(error.message, { cause: error });
};

/** Whether a statement was not prepared because the request that should have prepared it failed before: nothing of this request has run. */
const isUnprepared = (error: Error) => error instanceof DatabaseError && error.code === "26000";

/** Whether nothing was executed: the database takes no writes, or no connections yet. */
const isUnexecuted = (error: Error) => isReadOnly(error) || (error instanceof DatabaseError && error.code === "57P03");

/** Whether the database may do the work a moment later. */
const isForNow = (error: Error) => isConnectionError(error) || isReadOnly(error);

/** Bytes that Node reads of a socket at once. A full read means that more waits. */
const FULL_READ = 64 * 1024;

/**
 * Lets others have a turn of the event loop after each full read of a long answer. Node would read two megabytes of it in one turn, and
 * decoding them takes tens of milliseconds.
 */
function readByTurns(stream: Duplex): void {
  stream.on("data", (chunk: Buffer) => {
    if (chunk.length < FULL_READ) return;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
