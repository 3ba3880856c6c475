/** Holds one connection that listens for changes, and says when it was lost and is back. */
import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";
import { escapeIdentifier } from "pg";

import { DatabaseClient } from "#server/database/driver/client.ts";
import { endClient } from "#server/database/driver/connect.ts";
import { CHANGES_CHANNEL } from "./capture-sql.ts";

const SCHEMA_CHANNEL = "pgrst";
/** What servers say to themselves, to know that they hear. */
export const SELF_CHANNEL = "parkering_self";
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 1000;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 15_000;

export type Listener = {
  isListening(): boolean;
  /** Waits until it listens, for at most so many milliseconds; whether it does then. */
  whenListening(patienceMs: number): Promise<boolean>;
  /**
   * Has a word said on SELF_CHANNEL, and waits until it is heard, for at most so many milliseconds after; whether it was. If not, it
   * connects anew.
   */
  hears(say: (word: string) => Promise<unknown>, patienceMs: number): Promise<boolean>;
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

type Connection = { isOpen: boolean; lost: Promise<unknown>; end(): Promise<void> };

/**
 * Listens until closed, with a new connection whenever one is lost.
 * @throws what the first connection throws; later ones are tried again for ever
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { log } = options;
  const [words, stop] = [new EventEmitter(), new AbortController()];
  let connection = await connect(options, words);
  let isRestored = true;
  const isListening = () => isRestored && connection.isOpen;
  // Each join that waits is a listener.
  const restored = new EventEmitter().setMaxListeners(0);

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
        connection = await connect(options, words);
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
      if (!isListening() && patienceMs > 0) await waitFor(restored, "restored", patienceMs, stop.signal);
      return isListening();
    },
    // A word that is said while another connection is being made would not be heard on it.
    hears: async (say, patienceMs) =>
      isListening() && (await hearOn(connection, sayAndHear(words, say, patienceMs, stop.signal))),
    async close() {
      stop.abort();
      await connection.end();
      await following;
      // A connection that was being made while the first line ran.
      await connection.end();
    },
  };
}

/** Whether the word was heard. A network that lost the connection told nobody: then it is ended, and another one is made. */
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
  // Not AbortSignal.any: Node 20 may collect a signal of it before its time has come, and then nobody is answered.
  const patience = new AbortController();
  const giveUp = () => patience.abort();
  const timer = setTimeout(giveUp, Math.ceil(patienceMs));
  stop.addEventListener("abort", giveUp);
  await once(events, event, { signal: patience.signal }).catch(() => undefined);
  clearTimeout(timer);
  stop.removeEventListener("abort", giveUp);
}

/** One connection of its own, which is never lent: a pool would close it or give it to somebody else. */
async function connect(listener: ListenerOptions, words: EventEmitter): Promise<Connection> {
  const client = new DatabaseClient({
    connectionString: listener.databaseUrl,
    application_name: "parkering realtime listener",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Nothing is sent on it: only this tells that the other side is gone without a word.
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
  client.on("notification", ({ channel, payload = "" }) => {
    if (channel === CHANGES_CHANNEL) listener.onNotice(payload);
    else if (channel === SELF_CHANNEL) words.emit(payload);
    else if (payload !== "reload config") listener.onSchemaChange();
  });
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
