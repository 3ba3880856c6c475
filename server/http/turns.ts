// Turns of those who ask, so that nobody who asks for much keeps others waiting: FairTurns shares a few places by party, InShare gives each
// network a few places of its own, InTurn does one piece after the other for each key, and BeginInTurns begins a few requests of each network
// in one turn of the event loop.
import { isOwnMachine, networkOf } from "#server/callers/client-address.ts";

/** A party that asks, such as an address or an account, and a part of it. */
export type Party = { whole: string; part: string };

type FairOptions = {
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

/**
 * Work of which a process does a few pieces at once. People who ask take turns, so that a caller with many pieces keeps nobody else
 * waiting. When too much work waits, the party with the most waiting work loses a piece.
 */
export class FairTurns {
  readonly #options: FairOptions;
  #running = 0;
  #turn = 0;
  #line: Waiting[] = [];
  readonly #shares = new Map<string, Share>();

  constructor(options: FairOptions) {
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

type Line = { running: number; waiting: (() => void)[] };

/** Work of which a few pieces run for each network at a time. Further pieces of a network wait for that network's pieces alone. */
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

/** Longest wait for the work before (milliseconds): a caller who shares an address with a slow one then goes beside it. */
const LONGEST_WAIT_MS = 1000;

/** Work in turn: for each key one piece after the other, so that a caller who asks twice takes the machine once. */
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

/** Most requests of a network that begin in one turn. */
const MOST_A_TURN = 8;

/**
 * Beginnings of requests, shared by networks. Without this, one address could send thousands of cheap requests a second (a kept page, a
 * refusal) over hundreds of connections, and everybody else would wait behind them.
 */
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
