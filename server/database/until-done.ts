// Repeats work until it succeeds, for work on a database that may be away.
//
// Contract test: tests/backend/server/rest.test.ts ("sees a table that came later").
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const RETRY_MS = 1000;

export type Repeater = {
  /** Does the work until it succeeds. A call while the work is under way is served by another round. */
  ask(): void;
  /** Ends the tries, and waits for work under way. */
  stop(): Promise<void>;
};

/** Makes the repeater of `work`, which rejects when it cannot; `failure` is the text of the log for a failed try. */
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
