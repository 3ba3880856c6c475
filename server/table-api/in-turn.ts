// Work in turn: for each key one piece after the other, so that a caller who asks twice takes the machine once.

/** Longest wait for the work before (milliseconds): a caller who shares an address with a slow one then goes beside it. */
const LONGEST_WAIT_MS = 1000;

export class InTurn {
  /** The newest work of each key. */
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work once the work before with this key has ended, even by a failure, and gives its result. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before === undefined ? work() : endOf(before).then(work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}

/** Waits until the work has ended, or LONGEST_WAIT_MS. Never rejects. */
function endOf(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_WAIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}
