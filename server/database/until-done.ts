// Does again, until it works, what somebody asks for while the server runs: it is asked of a database that may be away.
//
// Contract test: tests/backend/server/rest.test.ts ("sees a table that came later").
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const RETRY_MS = 1000;

export type Repeater = {
  /** Does it, until it works; whoever asks while it is done is served by the next time. */
  ask(): void;
  /** Ends trying, and waits for what is under way. */
  stop(): Promise<void>;
};

/** Makes what does `work`, which rejects when it cannot; `failure` is what the log says then. */
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
