/** Lets joins through at a rate: a fetch follows each join, and thousands of fetches at once would hold up all reads. */
import { Pace, type SocketLimits } from "./socket-limits.ts";

/** Time between two looks at waiting joins, in milliseconds. */
const LOOK_EVERY_MS = 20;

export class Turns {
  readonly #pace: Pace;
  /** Waiting joins by address. Addresses take turns, so that an address with many joins delays nobody else. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #looking: NodeJS.Timeout | undefined;

  constructor({ joinBurst, joinsPerSecond }: Pick<SocketLimits, "joinBurst" | "joinsPerSecond">) {
    this.#pace = new Pace(joinBurst, joinsPerSecond, performance.now());
  }

  /**
   * Waits for a turn, for at most `patienceMs` milliseconds, and says whether it came. A join whose signal `gone` fires leaves its place to
   * others.
   */
  wait(address: string, patienceMs: number, gone: AbortSignal): Promise<boolean> {
    if (this.#waiting.size === 0 && this.#pace.take(performance.now())) return Promise.resolve(true);
    return new Promise((resolve) => {
      const mine = this.#waiting.get(address) ?? new Set();
      this.#waiting.set(address, mine);
      const end = (isTurn: boolean) => {
        clearTimeout(patience);
        gone.removeEventListener("abort", giveUp);
        mine.delete(enter);
        if (mine.size === 0 && this.#waiting.get(address) === mine) this.#waiting.delete(address);
        resolve(isTurn);
      };
      const [enter, giveUp] = [() => end(true), () => end(false)];
      const patience = setTimeout(giveUp, Math.max(0, patienceMs));
      gone.addEventListener("abort", giveUp);
      mine.add(enter);
      this.#looking ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    });
  }

  #look(): void {
    const now = performance.now();
    while (this.#waiting.size > 0 && this.#pace.take(now)) {
      const [address, mine] = this.#waiting.entries().next().value as [string, Set<() => void>];
      const [enter] = mine;
      enter?.();
      if (!this.#waiting.delete(address)) continue;
      // The address goes to the end of the line.
      if (mine.size > 0) this.#waiting.set(address, mine);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}
