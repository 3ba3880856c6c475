// Reads the schema again when somebody changed it while the server runs.
//
// Why: the schema is read once, and a table that came later would be 404 until the next start.
// Contract test: tests/backend/rest.test.ts ("sees a table that came later").
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";

const RETRY_MS = 1000;

export type SchemaReader = {
  /** Reads again, until it works; whoever asks while one reading runs is served by the one after it. */
  readAgain(): void;
  /** Ends trying, and waits for the reading that runs. */
  stop(): Promise<void>;
};

/** Makes the reader over what reads the schema, which rejects when it cannot. */
export function createSchemaReader(readSchema: () => Promise<void>, log: Logger): SchemaReader {
  const stopped = new AbortController();
  let isAsked = false;
  let running: Promise<void> | null = null;

  const read = async () => {
    while (isAsked && !stopped.signal.aborted) {
      isAsked = false;
      try {
        await readSchema();
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        log.warn({ message }, "the schema could not be read again");
        isAsked = true;
        await pause(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
    running = null;
  };

  return {
    readAgain() {
      isAsked = true;
      running ??= read();
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
