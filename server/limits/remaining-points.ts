// Room that is left in limits by the last answers of the database, so that a call far below its limit need not wait for its count.

/**
 * Part of a limit within which a call does not wait for its count. One process alone never lets more calls through than the limit. With
 * several processes at the same moment, each further process may let this part of the limit through besides.
 */
const AHEAD_SHARE = 0.25;
/** Most keys that are remembered; a forgotten key waits for its next count. */
const MOST_KEYS = 20_000;

type Known = {
  /** Points that the database told last, of all processes. */
  counted: number;
  /** Moment when the count begins anew (milliseconds since 1970). */
  ends: number;
  /** Points of calls that did not wait for their count, and that the database has not counted yet. */
  ahead: number;
};

/** Points that remain to each key (an address or account) in limits of one kind, by the last answers of the database. */
export class RemainingPoints {
  readonly #points: number;
  readonly #known = new Map<string, Known>();
  /** Keys above the limit, with the moment when they may go on (milliseconds since 1970). */
  readonly #refused = new Map<string, number>();

  /** `points` is the limit. */
  constructor(points: number) {
    this.#points = points;
  }

  /** Whether `points` further points are surely within the limit, by the last answer. */
  isLeft(key: string, points: number, now: number): boolean {
    const known = this.#known.get(key);
    return (
      known !== undefined && now < known.ends && known.counted + known.ahead + points <= this.#points * AHEAD_SHARE
    );
  }

  /** Notes points that go ahead of their count. */
  goAhead(key: string, points: number): void {
    const known = this.#known.get(key);
    if (known !== undefined) known.ahead += points;
  }

  /** Notes the answer of a count; `ahead` of its points had gone ahead. */
  learn(key: string, { counted, ends, ahead }: Known): void {
    const known = this.#known.get(key);
    const left = Math.max(0, (known?.ahead ?? 0) - ahead);
    this.#known.delete(key);
    this.#known.set(key, { counted, ends, ahead: left });
    if (this.#known.size > MOST_KEYS) this.#forgetOldest();
  }

  /** Forgets a count: the next one is waited for. */
  forget(key: string): void {
    this.#known.delete(key);
    this.#refused.delete(key);
  }

  /** Notes that the limit is passed until a moment. */
  refuse(key: string, until: number): void {
    this.#refused.set(key, until);
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > MOST_KEYS && oldest !== undefined) this.#refused.delete(oldest);
  }

  /** Lets everybody who was refused be counted anew. */
  admitAll(): void {
    this.#refused.clear();
  }

  /** Milliseconds for which the limit is passed; 0 when it is not passed, or nothing is known. */
  refusedFor(key: string, now: number): number {
    const left = (this.#refused.get(key) ?? now) - now;
    if (left <= 0) this.#refused.delete(key);
    return Math.max(0, left);
  }

  #forgetOldest(): void {
    for (const [key, { ahead }] of this.#known) {
      if (ahead > 0) continue;
      this.#known.delete(key);
      return;
    }
  }
}
