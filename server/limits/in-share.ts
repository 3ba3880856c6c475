// Work of which a few pieces run for each network at a time. Further pieces of a network wait for that network's pieces, and never for
// those of others.
import { isOwnMachine, networkOf } from "#server/callers/client-address.ts";

type Line = { running: number; waiting: (() => void)[] };

export class InShare {
  readonly #most: number;
  readonly #lines = new Map<string, Line>();

  /** `most` is the number of pieces of one network at a time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work when the network of its address has room, and gives its result. This machine's own addresses may stand for everybody, and wait for nothing. */
  async run<T>(address: string | null, work: () => Promise<T>): Promise<T> {
    if (address === null || isOwnMachine(address)) return work();
    const network = networkOf(address);
    const line = this.#lines.get(network) ?? { running: 0, waiting: [] };
    this.#lines.set(network, line);
    // A piece that ends hands its place to the next piece in the line.
    if (line.running >= this.#most) await new Promise<void>((resolve) => void line.waiting.push(resolve));
    else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if ((line.running -= 1) === 0) this.#lines.delete(network);
    }
  }
}
