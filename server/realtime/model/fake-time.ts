// A clock that stands still until a test moves it: due work happens in its order, with all its consequences before the next.
import { setMaxListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "#server/realtime/changes/listener.ts";

type Due = { at: number; order: number; work: () => void };

/** Turns of the event loop after which chained promises are settled. */
const TURNS = 4;

export class FakeTime implements Clock {
  #now = 0;
  #order = 0;
  readonly #due = new Set<Due>();

  now = (): number => this.#now;

  every(ms: number, work: () => void): () => void {
    let due: Due;
    const next = () => {
      due = this.in(ms, () => {
        next();
        work();
      });
    };
    next();
    return () => void this.#due.delete(due);
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal !== undefined) setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      const due = this.in(ms, resolve);
      signal?.addEventListener("abort", () => {
        this.#due.delete(due);
        reject(new Error("It is over."));
      });
    });
  }

  /** Does the work after `ms` milliseconds. */
  in(ms: number, work: () => void): Due {
    const due = { at: this.#now + ms, order: (this.#order += 1), work };
    this.#due.add(due);
    return due;
  }

  /** Moves the clock on by `ms` milliseconds. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      let first: Due | undefined;
      for (const due of this.#due)
        if (first === undefined || due.at < first.at || (due.at === first.at && due.order < first.order)) first = due;
      if (first === undefined || first.at > until) break;
      this.#due.delete(first);
      this.#now = first.at;
      first.work();
      for (let n = 0; n < TURNS; n += 1) await turn();
    }
    this.#now = until;
  }
}
