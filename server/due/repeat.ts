// Repeats work in the background: by the clock, or until it succeeds.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

/**
 * Runs `work`, which must not reject, first after `firstMs` and then every `everyMs` milliseconds. `stop` aborts the signal that `work` was
 * given, and waits for its end.
 */
export function repeat(
  { everyMs, firstMs = everyMs }: { everyMs: number; firstMs?: number },
  work: (signal: AbortSignal) => Promise<unknown>,
): { stop(): Promise<void> } {
  const over = new AbortController();
  const running = (async () => {
    for (let wait = firstMs; ; wait = everyMs) {
      await pause(wait, undefined, { ref: false, signal: over.signal });
      await work(over.signal);
    }
  })().catch(() => undefined);
  return {
    stop: () => {
      over.abort();
      return running;
    },
  };
}

/** Milliseconds between two tries of work that must succeed. */
const RETRY_MS = 1000;

export type Repeater = {
  /** Does the work until it succeeds. A call while the work is under way is served by another round. */
  ask(): void;
  /** Ends the tries, and waits for work under way. */
  stop(): Promise<void>;
};

/**
 * Makes the repeater of `work` on a database that may be away. `work` rejects when it cannot; `failure` is the text of the log for a failed try.
 * Contract test: tests/backend/server/rest.test.ts ("sees a table that came later").
 */
export function untilDone(work: () => Promise<unknown>, log: Logger, failure: string): Repeater {
  const stopped = new AbortController();
  let isAsked = false;
  let running: Promise<void> | null = null;

  const run = async () => {
    while (isAsked && !stopped.signal.aborted) {
      isAsked = false;
      try {
        await work();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.warn({ message }, failure);
        isAsked = true;
        await pause(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
    running = null;
  };

  return {
    ask() {
      isAsked = true;
      running ??= run();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
