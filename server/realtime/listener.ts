/** Holds one connection that listens for changes, and says when it was lost and is back. */
import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";
import postgres from "postgres";

import { CHANGES_CHANNEL } from "./capture-sql.ts";

const SCHEMA_CHANNEL = "pgrst";
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 1000;

export type Listener = {
  isListening(): boolean;
  /** Waits until it listens, for at most so many milliseconds; whether it does then. */
  whenListening(patienceMs: number): Promise<boolean>;
  close(): Promise<void>;
};

type ListenerOptions = {
  databaseUrl: string;
  log: Logger;
  onNotice(text: string): void;
  /** Somebody changed tables and said so, as PostgREST is told: `notify pgrst, 'reload schema'`. */
  onSchemaChange(): void;
  /** Nobody listens: what is told from now on is gone. */
  onLost(): void;
  /** Listening again after a loss: what was told meanwhile is gone. Awaited before `isListening` is true. */
  onRestored(): Promise<void>;
};

type Connection = { sql: postgres.Sql; isOpen: boolean; lost: Promise<unknown>; end(): Promise<void> };

/**
 * Listens until closed, with a new connection whenever one is lost.
 * @throws what the first connection throws; later ones are tried again for ever
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { log } = options;
  const stop = new AbortController();
  let connection = await connect(options);
  let isRestored = true;
  const isListening = () => isRestored && connection.isOpen;
  const restored = new EventEmitter();
  // Every join that waits is a listener.
  restored.setMaxListeners(0);

  async function follow(): Promise<void> {
    for (;;) {
      await connection.lost;
      isRestored = false;
      if (stop.signal.aborted) return;
      log.warn("the connection that listens for changes was lost");
      options.onLost();
      await restore();
    }
  }

  async function restore(): Promise<void> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LONGEST_RETRY_MS)) {
      try {
        await wait(delay, undefined, { signal: stop.signal });
        connection = await connect(options);
        await options.onRestored();
        isRestored = true;
        restored.emit("restored");
        log.info("listening for changes again");
        return;
      } catch (error) {
        if (stop.signal.aborted) return;
        log.warn({ err: error }, "could not listen for changes, trying again");
        await connection.end();
      }
    }
  }

  const following = follow();
  return {
    isListening,
    async whenListening(patienceMs) {
      if (isListening() || patienceMs <= 0) return isListening();
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(Math.ceil(patienceMs))]);
      await once(restored, "restored", { signal }).catch(() => undefined);
      return isListening();
    },
    async close() {
      stop.abort();
      await connection.end();
      await following;
      // A connection that was being made while the first line ran.
      await connection.end();
    },
  };
}

/**
 * One connection for good. `sql.listen()` is not used: when its connection is lost and the first attempt to
 * come back fails, it stops listening without a word. `onnotify` is how it is told of notifications itself.
 */
async function connect(listener: ListenerOptions): Promise<Connection> {
  const lost = new EventEmitter();
  const options = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    keep_alive: 15,
    connect_timeout: 10,
    connection: { application_name: "parkering realtime listener" },
    onclose: () => {
      connection.isOpen = false;
      lost.emit("lost");
    },
    onnotify: (channel: string, payload: string) => {
      if (channel === CHANGES_CHANNEL) listener.onNotice(payload);
      else if (payload !== "reload config") listener.onSchemaChange();
    },
  };
  const sql = postgres(listener.databaseUrl, options);
  const connection: Connection = {
    sql,
    isOpen: true,
    lost: once(lost, "lost"),
    async end() {
      connection.isOpen = false;
      await sql.end({ timeout: 1 });
      lost.emit("lost");
    },
  };
  try {
    await sql`listen ${sql(CHANGES_CHANNEL)}`;
    await sql`listen ${sql(SCHEMA_CHANNEL)}`;
    return connection;
  } catch (error) {
    await connection.end();
    throw error;
  }
}
