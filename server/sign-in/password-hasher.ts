// Hashes and compares passwords with bcrypt, off the main thread and only a few at once: twenty logins in a second must leave room for
// everything else, and a thousand must not pile up.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/bcrypt";
import { Refusal } from "#server/http/refusal.ts";

/** Cost of a hash, the same as in GoTrue and in PostgreSQL's crypt with gen_salt('bf', 10). */
const COST = 10;

/** Hashes at the same time. Of Node's four threads one stays free for files and names. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism()));
const WAITING = 64;

/** Hash of a password that nobody has: a log-in to an unknown account takes as long as to a known one. */
export const NOBODYS_HASH = "$2y$10$bDRsXXwJsmFc2rCPM5kh1e84LJTbYxzmrQBA7aRS/TVBbpKEHl5uO";

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Person for whom a password is hashed or compared: the address of the caller, and the account. */
export type HashedFor = { address: string; account: string };
const NOBODY: HashedFor = { address: "", account: "" };

/**
 * Makes the hasher, whose `verify` is false for a stored text that is no hash, too. The hasher works on `atOnce` passwords and lets
 * `waiting` more wait. Addresses take turns, and accounts at one address do too, so that nobody who asks for many keeps others waiting.
 * When too many wait, a call of the address with the most calls is refused: both throw a Refusal 503 then.
 */
export function createPasswordHasher({ atOnce = AT_ONCE, waiting = WAITING, cost = COST } = {}) {
  const turns = new Turns(atOnce, waiting);
  const estimates = new Turns(1, waiting);
  return {
    /** Does work that looks at a password for about as long as a hash takes: one at a time, in the same turns. */
    look: <T>(work: () => Promise<T>, who = NOBODY) => estimates.take(who, work),
    // The library writes `$2y$`, which PostgreSQL's crypt does not read; the hash is the same under GoTrue's `$2a$`.
    hash: (password: string, who = NOBODY) =>
      turns.take(who, async () => (await hash(password, cost)).replace(/^\$2y\$/, () => "$2a$")),
    verify: (password: string, stored: string, who = NOBODY) =>
      turns.take(who, () => verify(password, stored).catch(() => false)),
  };
}

type Waiting = HashedFor & { begin: () => void; refuse: () => void };

/** Hashes of an address, or of an account at an address, that run and wait. */
type Share = { running: number; waiting: number; lastTurn: number };

class Turns {
  readonly #atOnce: number;
  readonly #room: number;
  #running = 0;
  #turn = 0;
  #line: Waiting[] = [];
  readonly #shares = new Map<string, Share>();

  constructor(atOnce: number, room: number) {
    this.#atOnce = atOnce;
    this.#room = room;
  }

  async take<T>(who: HashedFor, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#begin(who);
    else await this.#wait(who);
    try {
      return await work();
    } finally {
      this.#end(who);
    }
  }

  #wait(who: HashedFor): Promise<void> {
    return new Promise((resolve, reject) => {
      const one: Waiting = { ...who, begin: resolve, refuse: () => reject(tooMany()) };
      this.#line.push(one);
      this.#change(who, ({ waiting }) => ({ waiting: waiting + 1 }));
      if (this.#line.length > this.#room) this.#leave(this.#mostWaiting()).refuse();
    });
  }

  #end(who: HashedFor): void {
    this.#running -= 1;
    this.#change(who, ({ running }) => ({ running: running - 1 }));
    const next = this.#nextInTurn();
    if (next === undefined) return;
    this.#leave(next);
    // The place is taken here, so that nobody who comes in between gets it.
    this.#begin(next);
    next.begin();
  }

  #begin(who: HashedFor): void {
    this.#running += 1;
    this.#turn += 1;
    this.#change(who, ({ running }) => ({ running: running + 1, lastTurn: this.#turn }));
  }

  #leave(one: Waiting): Waiting {
    this.#line = this.#line.filter((other) => other !== one);
    this.#change(one, ({ waiting }) => ({ waiting: waiting - 1 }));
    return one;
  }

  /** The oldest hash of the account and address whose turn it is. */
  #nextInTurn(): Waiting | undefined {
    const rank = (one: Waiting) =>
      [addressKey(one), accountKey(one)].flatMap((key) => {
        const { running, lastTurn } = this.#share(key);
        return [running, lastTurn];
      });
    return this.#line.toSorted((a, b) => compare(rank(a), rank(b)))[0];
  }

  /** The newest hash of the account with the most waiting hashes at the address with the most. */
  #mostWaiting(): Waiting {
    const rank = (one: Waiting) => [addressKey(one), accountKey(one)].map((key) => -this.#share(key).waiting);
    return this.#line.toReversed().toSorted((a, b) => compare(rank(a), rank(b)))[0]!;
  }

  #share(key: string): Share {
    return this.#shares.get(key) ?? { running: 0, waiting: 0, lastTurn: 0 };
  }

  #change(who: HashedFor, change: (share: Share) => Partial<Share>): void {
    for (const key of [addressKey(who), accountKey(who)]) {
      const before = this.#share(key);
      const share = { ...before, ...change(before) };
      // An address or account without hashes is forgotten.
      if (share.running + share.waiting === 0) this.#shares.delete(key);
      else this.#shares.set(key, share);
    }
  }
}

const addressKey = ({ address }: HashedFor) => address;
const accountKey = ({ address, account }: HashedFor) => `${address}\n${account}`;

/** Compares two lists of numbers by the first number that differs. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

const tooMany = () =>
  new Refusal(503, "over_request_rate_limit", "Too many people log in at once. Please try again.", {
    headers: { "Retry-After": "2" },
  });
