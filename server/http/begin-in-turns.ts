// Beginnings of requests, shared by networks: each network begins a few requests in one turn of the event loop. Without this, one address
// could send thousands of cheap requests a second (a kept page, a refusal) over hundreds of connections, and everybody else would wait
// behind them.
import { isOwnMachine, networkOf } from "#server/callers/client-address.ts";

/** Most requests of a network that begin in one turn. */
const MOST_A_TURN = 8;

export class BeginInTurns {
  /** Networks that began requests in this turn, with their number. */
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isAsked = false;

  /**
   * Begins the work now, or in one of the next turns, after the work that the same network brought before. This machine's own addresses
   * wait for nothing.
   */
  run(address: string, work: () => void): void {
    if (isOwnMachine(address)) return work();
    const network = networkOf(address);
    const begun = this.#begun.get(network) ?? 0;
    if (begun >= MOST_A_TURN) {
      const waiting = this.#waiting.get(network);
      if (waiting === undefined) this.#waiting.set(network, [work]);
      else waiting.push(work);
      return;
    }
    this.#begun.set(network, begun + 1);
    this.#ask();
    work();
  }

  #ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isAsked = false;
    this.#begun.clear();
    for (const [network, waiting] of this.#waiting) {
      const now = waiting.splice(0, MOST_A_TURN);
      if (waiting.length === 0) this.#waiting.delete(network);
      this.#begun.set(network, now.length);
      this.#ask();
      for (const work of now) work();
    }
  }
}
