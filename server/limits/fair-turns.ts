// Work of which a process does a few pieces at once. People who ask take turns, so that a caller with many pieces keeps nobody else
// waiting. When too much work waits, the party with the most waiting work loses a piece.

/** A party that asks, such as an address or an account, and a part of it. */
export type Party = { whole: string; part: string };

type Options = {
  /** Most pieces at once. */
  atOnce: number;
  /** Most weight of waiting pieces. */
  waiting: number;
  /** Makes the error of a piece that gives way. */
  refusal: () => Error;
};

type Waiting = Party & { weight: number; begin: () => void; refuse: () => void };

/** Pieces of a party, or of a part of one, that run, and the weight of those that wait. */
type Share = { running: number; waiting: number; lastTurn: number };

export class FairTurns {
  readonly #options: Options;
  #running = 0;
  #turn = 0;
  #line: Waiting[] = [];
  readonly #shares = new Map<string, Share>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Does the work when its turn has come, and gives its result. A heavy piece of work takes the room of several pieces in the line, and at
   * most all of it. Rejects with the refusal when the piece gives way.
   */
  async take<T>(party: Party, work: () => Promise<T>, weight = 1): Promise<T> {
    if (this.#running < this.#options.atOnce) this.#begin(party);
    else await this.#wait(party, Math.min(weight, Math.max(1, this.#options.waiting)));
    try {
      return await work();
    } finally {
      this.#end(party);
    }
  }

  /** Refuses all that waits. */
  end(): void {
    for (const one of this.#line) this.#leave(one).refuse();
  }

  #wait({ whole, part }: Party, weight: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { whole, part, weight, begin: resolve, refuse: () => reject(this.#options.refusal()) };
      this.#line.push(one);
      this.#change(one, ({ waiting }) => ({ waiting: waiting + weight }));
      while (this.#line.reduce((sum, each) => sum + each.weight, 0) > this.#options.waiting)
        this.#leave(this.#mostWaiting()).refuse();
    });
  }

  #end(party: Party): void {
    this.#running -= 1;
    this.#change(party, ({ running }) => ({ running: running - 1 }));
    const next = this.#nextInTurn();
    if (next === undefined) return;
    this.#leave(next);
    // The place is taken here, so that nobody who comes in between gets it.
    this.#begin(next);
    next.begin();
  }

  #begin(party: Party): void {
    this.#running += 1;
    this.#turn += 1;
    this.#change(party, ({ running }) => ({ running: running + 1, lastTurn: this.#turn }));
  }

  #leave(one: Waiting): Waiting {
    this.#line = this.#line.filter((other) => other !== one);
    this.#change(one, ({ waiting }) => ({ waiting: waiting - one.weight }));
    return one;
  }

  /** The oldest piece of the party and part whose turn it is. */
  #nextInTurn(): Waiting | undefined {
    const rank = (one: Waiting) =>
      keysOf(one).flatMap((key) => {
        const { running, lastTurn } = this.#share(key);
        return [running, lastTurn];
      });
    return this.#line.toSorted((a, b) => compare(rank(a), rank(b)))[0];
  }

  /** The newest piece of the part with the most waiting weight, of the party with the most. */
  #mostWaiting(): Waiting {
    const rank = (one: Waiting) => keysOf(one).map((key) => -this.#share(key).waiting);
    return this.#line.toReversed().toSorted((a, b) => compare(rank(a), rank(b)))[0]!;
  }

  #share(key: string): Share {
    return this.#shares.get(key) ?? { running: 0, waiting: 0, lastTurn: 0 };
  }

  #change(party: Party, change: (share: Share) => Partial<Share>): void {
    for (const key of keysOf(party)) {
      const before = this.#share(key);
      const share = { ...before, ...change(before) };
      // A party without work is forgotten.
      if (share.running + share.waiting === 0) this.#shares.delete(key);
      else this.#shares.set(key, share);
    }
  }
}

const keysOf = ({ whole, part }: Party): string[] => [whole, `${whole}\n${part}`];

/** Compares two lists of numbers by the first number that differs. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
