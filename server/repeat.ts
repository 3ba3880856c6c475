// Repeats work in the background.
import { setTimeout as pause } from "node:timers/promises";

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
