/** Holds a connection that listens for changes, and reports when the connection was lost and when it is back. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";
import { escapeIdentifier } from "pg";

import { DatabaseClient } from "#server/database/driver/client.ts";
import { endClient } from "#server/database/driver/connect.ts";
import { Heartbeat, BEAT_EVERY_MS, LOOK_EVERY_MS } from "./heartbeat.ts";
import { CHANGES_CHANNEL } from "./capture-sql.ts";

const SCHEMA_CHANNEL = "pgrst";
/** Channel on which servers notify themselves, to know that they hear. */
export const SELF_CHANNEL = "parkering_self";
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 3000;
const KEEP_ALIVE_MS = 15_000;

export type Listener = {
  isListening(): boolean;
  /** Waits until the connection listens, for at most `patienceMs` milliseconds, and says whether it does. */
  whenListening(patienceMs: number): Promise<boolean>;
  /**
   * Sends a word on SELF_CHANNEL, and waits for its arrival for at most `patienceMs` milliseconds. Says whether it arrived; if not, the
   * listener connects anew.
   */
  hears(patienceMs: number): Promise<boolean>;
  close(): Promise<void>;
};

type ListenerOptions = {
  databaseUrl: string;
  log: Logger;
  /** Sends a word on SELF_CHANNEL, on the same way as changes. */
  say: (word: string) => Promise<unknown>;
  onNotice(text: string): void;
  /** Called when somebody changed tables and announced it, as PostgREST is told: `notify pgrst, 'reload schema'`. */
  onSchemaChange(): void;
  /** Called when the connection is lost: notices from now on are gone. */
  onLost(): void;
  /** Called when the connection listens again after a loss: notices meanwhile are gone. Awaited before `isListening` is true. */
  onRestored: () => Promise<void>;
  /** Connection that takes the place of the database's in tests. */
  connect?: Connect;
  /** Clock that takes the place of the time in tests. */
  clock?: Clock;
};

/** A connection that listens: `end` is called when the connection carries nothing any more. */
export type Connection = { isOpen: boolean; lost: Promise<unknown>; end(): Promise<void> };
type Connect = (heard: (channel: string, payload: string) => void) => Promise<Connection>;

/** Time in milliseconds. `every` gives the function that ends it; `wait` rejects when the signal aborts. */
export type Clock = {
  now: () => number;
  every: (ms: number, work: () => void) => () => void;
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
};

const CLOCK: Clock = {
  now: () => performance.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};

/**
 * Listens until closed, with a new connection whenever one is lost.
 * @throws what the first connection throws; later ones are tried again for ever
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const listening = new Listening(options);
  await listening.start();
  return listening;
}

class Listening implements Listener {
  readonly #options: ListenerOptions;
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #beat: Heartbeat;
  readonly #words = new EventEmitter();
  // The limit of listeners is off, since each waiting join is a listener.
  readonly #restored = new EventEmitter().setMaxListeners(0);
  readonly #stop = new AbortController();
  #connection: Connection | null = null;
  #isRestored = true;
  #following: Promise<void> = Promise.resolve();
  #endBeat = (): void => undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? CLOCK;
    this.#connect = options.connect ?? ((heard) => connectTo(options.databaseUrl, heard));
    this.#beat = new Heartbeat(this.#clock.now());
  }

  async start(): Promise<void> {
    const connection = await this.#open();
    this.#endBeat = this.#keepBeating();
    this.#following = this.#follow(connection);
  }

  isListening(): boolean {
    return this.#isRestored && this.#connection?.isOpen === true;
  }

  async whenListening(patienceMs: number): Promise<boolean> {
    if (!this.isListening() && patienceMs > 0) await waitFor(this.#restored, "restored", patienceMs, this.#stop.signal);
    return this.isListening();
  }

  async hears(patienceMs: number): Promise<boolean> {
    const connection = this.#connection;
    // A word that is sent while another connection is being made would not arrive on it.
    if (connection === null || !this.isListening()) return false;
    return await hearOn(connection, sayAndHear(this.#words, this.#options.say, patienceMs, this.#stop.signal));
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#endBeat();
    await this.#connection?.end();
    await this.#following;
    // A restoring that failed after the abort leaves its connection.
    await this.#connection?.end();
  }

  async #open(): Promise<Connection> {
    const connection = await this.#connect((channel, payload) => this.#hear(channel, payload));
    this.#connection = connection;
    return connection;
  }

  #hear(channel: string, payload: string): void {
    if (channel === CHANGES_CHANNEL) this.#options.onNotice(payload);
    else if (channel === SELF_CHANNEL) this.#hearWord(payload);
    else if (payload !== "reload config") this.#options.onSchemaChange();
  }

  #hearWord(word: string): void {
    const heard = this.#beat.hear(word, this.#clock.now());
    if (heard === "other") this.#words.emit(word);
    else if (heard === "missed") this.#giveUp("a beat of the database was missed");
  }

  /** Sends numbers, and drops a connection on which none arrives, until the returned function is called. */
  #keepBeating(): () => void {
    const [clock, beat] = [this.#clock, this.#beat];
    const ends = [
      clock.every(BEAT_EVERY_MS, () => this.isListening() && void beat.say(this.#options.say, clock.now)),
      clock.every(LOOK_EVERY_MS, () => {
        if (this.isListening() && beat.isSilent(clock.now()))
          this.#giveUp("nothing that the database tells arrives any more");
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  #giveUp(reason: string): void {
    if (!this.isListening()) return;
    this.#options.log.warn(reason);
    void this.#connection?.end();
  }

  async #follow(first: Connection): Promise<void> {
    for (let connection = first; ;) {
      await connection.lost;
      this.#isRestored = false;
      if (this.#stop.signal.aborted) return;
      this.#options.log.warn("the connection that listens for changes was lost");
      this.#options.onLost();
      const another = await this.#restore();
      if (another === null) return;
      connection = another;
    }
  }

  /** Listens again, on another connection; null when the listener ended meanwhile. */
  async #restore(): Promise<Connection | null> {
    const { log, onRestored } = this.#options;
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        await this.#clock.wait(delay, this.#stop.signal);
        const connection = await this.#open();
        if (this.#stop.signal.aborted) {
          // A `close()` during the opening has ended only the connection before this one, and waits until this one has ended too.
          await connection.end();
          return null;
        }
        await onRestored();
        this.#beat.begin(this.#clock.now());
        this.#isRestored = true;
        this.#restored.emit("restored");
        log.info("listening for changes again");
        return connection;
      } catch (error) {
        if (this.#stop.signal.aborted) return null;
        log.warn({ err: error }, "could not listen for changes, trying again");
        await this.#connection?.end();
      }
    }
  }
}

/**
 * Whether the word arrived. If not, the network may have lost the connection silently: then the connection is ended, and another is made.
 */
async function hearOn(connection: Connection, hearing: Promise<boolean>): Promise<boolean> {
  const isHeard = await hearing;
  if (!isHeard) await connection.end();
  return isHeard;
}

async function sayAndHear(
  words: EventEmitter,
  say: (word: string) => Promise<unknown>,
  patienceMs: number,
  stop: AbortSignal,
): Promise<boolean> {
  const word = randomUUID();
  let isHeard = false;
  words.once(word, () => (isHeard = true));
  try {
    await say(word);
    if (!isHeard) await waitFor(words, word, patienceMs, stop);
    return isHeard;
  } finally {
    words.removeAllListeners(word);
  }
}

/** Waits for the event, or until the patience (milliseconds) or the listener has ended. */
async function waitFor(events: EventEmitter, event: string, patienceMs: number, stop: AbortSignal): Promise<void> {
  // AbortSignal.any is not used: Node 20 may collect its signal before the time has come, and then nobody is answered.
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, Math.ceil(patienceMs));
  stop.addEventListener("abort", giveUp);
  await once(events, event, { signal: patience.signal }).catch(() => undefined);
  clearTimeout(timer);
  stop.removeEventListener("abort", giveUp);
}

/** Connection of the listener's own, which is never lent: a pool would close it or give it to somebody else. */
async function connectTo(databaseUrl: string, heard: (channel: string, payload: string) => void): Promise<Connection> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    application_name: "parkering realtime listener",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A database that goes silent before it listens is given up as well.
    query_timeout: CONNECT_TIMEOUT_MS,
    // Keep-alive is on, since nothing is sent on this connection: only it shows that the other side is gone.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  const lost = new EventEmitter();
  const connection: Connection = {
    isOpen: true,
    lost: once(lost, "lost"),
    async end() {
      noteLoss();
      await endClient(client, 1000);
    },
  };
  const noteLoss = () => {
    connection.isOpen = false;
    lost.emit("lost");
  };
  // An 'error' that nobody listens to would end the process.
  client.on("error", noteLoss);
  client.on("end", noteLoss);
  client.on("notification", ({ channel, payload = "" }) => connection.isOpen && heard(channel, payload));
  try {
    await client.connect();
    for (const channel of [CHANGES_CHANNEL, SCHEMA_CHANNEL, SELF_CHANNEL])
      await client.query(`listen ${escapeIdentifier(channel)}`);
    return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
}
