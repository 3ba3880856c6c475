// Counts limited actions, together with all other processes on the same database.
//
// Our own questions stand between rate-limiter-flexible and the database for two reasons. A database that takes longer than a second counts
// as away, and nobody waits for it meanwhile. Counts share their connections, since a person waits behind each.
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import {
  type ActionLimits,
  type LimitedAction,
  RATE_LIMITS,
  type RateLimit,
  type RateLimits,
  SLOWED,
} from "#contract/rate-limits.ts";
import { networkOf } from "#server/callers/client-address.ts";
import { Pipeline } from "#server/database/driver/pipeline.ts";
import { GatheredCounts } from "./gathered-counts.ts";
import { RemainingPoints } from "./remaining-points.ts";

/** Milliseconds after which the database counts as away: this process then counts by itself. */
const LONGEST_WAIT_MS = 1000;
/** Milliseconds in which no other question is asked after one that took too long; an answer to that one ends the pause. */
const ASK_AGAIN_MS = 5000;
/**
 * Shares of an address that the limits of a whole network have: one customer may have thousands of addresses, and a carrier's phones share
 * one network.
 */
const SHARES_OF_NETWORK = 10;
const CLEAR_EVERY_MS = 5 * 60_000;
const CONNECTIONS = 2;

/**
 * The person who acts: the address as it is counted, the account or several things that count as accounts, and whether the device was
 * logged in to the account before.
 */
export type LimitedCaller = { address: string; account: string | readonly string[] | null; isOnKnownDevice?: boolean };

export type CountersOptions = {
  /** Connections to the database with the rights of its owner. */
  databaseUrl: string;
  /** Key of the hashes under which addresses and accounts are stored. */
  secret: string;
  /** Limits in place of the product's own. */
  limits?: RateLimits;
};

/** A limit of an action, and the room that the last answers left in it. */
type Limiter = { limiter: RateLimiterPostgres; room: RemainingPoints };
type Limiters = {
  address: Limiter;
  network: Limiter;
  account: Limiter | null;
  accountAtAddress: Limiter | null;
  slowsAccount: boolean;
};

/** A limit of one address or account. */
type Counter = Limiter & { key: string };

export class Counters {
  readonly #pipeline: Pipeline;
  readonly #counts: GatheredCounts;
  readonly #secret: string;
  readonly #limiters: ReadonlyMap<LimitedAction, Limiters>;
  readonly #clearing: NodeJS.Timeout;
  /** Longest life of a count in milliseconds. */
  readonly #longestMs: number;
  /** Number of questions that took too long and keep others from being asked. */
  #late = 0;

  /** Opens nothing before the first count. */
  constructor({ databaseUrl, secret, limits = RATE_LIMITS }: CountersOptions) {
    this.#pipeline = new Pipeline({
      url: databaseUrl,
      name: "parkering limits",
      connections: CONNECTIONS,
      // A count need not wait for the disk.
      settings: { synchronous_commit: "off" },
    });
    this.#counts = new GatheredCounts(this.#pipeline);
    this.#secret = secret;
    const spans = Object.values(limits).flatMap(({ address, account, accountAtAddress }) => [
      address.seconds,
      account?.seconds ?? 0,
      accountAtAddress?.seconds ?? 0,
    ]);
    this.#longestMs = Math.max(...spans) * 1000;
    const store = { query: (query: Question) => this.#query(query) };
    this.#limiters = new Map(
      (Object.keys(limits) as LimitedAction[]).map((action) => {
        const { address, account, accountAtAddress, slowsAccount = false }: ActionLimits = limits[action];
        return [
          action,
          {
            address: openLimiter(store, `${action}-address`, address),
            network: openLimiter(store, `${action}-network`, {
              ...address,
              points: address.points * SHARES_OF_NETWORK,
            }),
            account: account && openLimiter(store, `${action}-account`, account),
            accountAtAddress: accountAtAddress
              ? openLimiter(store, `${action}-account-at-address`, accountAtAddress)
              : null,
            slowsAccount,
          },
        ];
      }),
    );
    this.#clearing = setInterval(() => void this.clearExpired().catch(() => undefined), CLEAR_EVERY_MS);
    this.#clearing.unref();
  }

  /**
   * Counts that somebody does something `points` times. Gives null when they may, else the seconds until they may again. Never fails: while
   * the database is away each process counts by itself. The address counts first, and a list of accounts that a call names counts after it:
   * an address that is refused locks nobody's number or plate.
   */
  async count(action: LimitedAction, who: LimitedCaller, points = 1): Promise<number | null> {
    // The slowdown comes first: an attempt that must wait was no attempt, and counts for nothing else.
    const slowed = await this.#slowDown(action, who);
    if (slowed !== null) return slowed;
    const namesSomething = typeof who.account === "object" && who.account !== null;
    if (!namesSomething) return consumeAll(this.#countersOf(action, who), points);
    const wait = await consumeAll(this.#countersOf(action, { ...who, account: null }), points);
    return wait ?? consumeAll(this.#countersOf(action, who, { isOfAccounts: true }), points);
  }

  /**
   * Counts like `count`, without waiting for the database while the last answer left much room (remaining-points.ts). Only for counts that are never
   * taken back, since a count on its way cannot be.
   */
  async countAhead(action: LimitedAction, who: LimitedCaller, points = 1): Promise<number | null> {
    const counters = this.#countersOf(action, who);
    const now = Date.now();
    if (!counters.every(({ room, key }) => room.isLeft(key, points, now))) return this.count(action, who, points);
    for (const counter of counters) {
      counter.room.goAhead(counter.key, points);
      void consume(counter, points, points).catch(() => counter.room.forget(counter.key));
    }
    return null;
  }

  /** Seconds until a caller whose last call was refused may try again, known from memory without a count; null for everybody else. */
  waitOf(action: LimitedAction, who: LimitedCaller): number | null {
    const now = Date.now();
    const left = Math.max(0, ...this.#countersOf(action, who).map(({ room, key }) => room.refusedFor(key, now)));
    return left === 0 ? null : Math.ceil(left / 1000);
  }

  /** Takes one count back, as if it had not happened. */
  async takeBack(action: LimitedAction, who: LimitedCaller): Promise<void> {
    await Promise.all(
      this.#countersOf(action, who).map(({ limiter, room, key }) => {
        room.forget(key);
        return limiter.reward(key, 1);
      }),
    );
    const key = this.#slowedKey(action, who);
    if (key !== null) await this.#change("update private.rate_limits set points = points - 1 where key = $1", [key]);
  }

  /** Takes back one count of the address, and all counts of the account, also those at the address. */
  async forgive(action: LimitedAction, who: LimitedCaller): Promise<void> {
    const limiters = this.#limiters.get(action);
    await Promise.all([
      this.takeBack(action, { ...who, account: null }),
      ...accountsOf(who).flatMap((account) => [
        limiters?.account?.limiter.delete(this.#hash(account)),
        limiters?.accountAtAddress?.limiter.delete(this.#hashBoth(account, who.address)),
      ]),
    ]);
    const key = this.#slowedKey(action, who);
    if (key !== null) await this.#change("delete from private.rate_limits where key = $1", [key]);
  }

  /**
   * Counts an attempt at an account that makes the next attempt wait. Gives null when the attempt may be made now, else the seconds until
   * it may.
   */
  async #slowDown(action: LimitedAction, who: LimitedCaller): Promise<number | null> {
    const key = this.#slowedKey(action, who);
    if (key === null) return null;
    const answer = await this.#change(SLOW_DOWN, [
      key,
      SLOWED.seconds * 1000,
      SLOWED.free,
      SLOWED.longestSeconds * 1000,
      Date.now(),
    ]);
    const wait = Number(answer?.rows?.[0]?.[0] ?? 0);
    return wait > 0 ? Math.ceil(wait / 1000) : null;
  }

  /** Key of the account's slowdown; null where nobody is slowed down. */
  #slowedKey(action: LimitedAction, { account, isOnKnownDevice = false }: LimitedCaller): string | null {
    if (typeof account !== "string" || isOnKnownDevice || this.#limiters.get(action)?.slowsAccount !== true)
      return null;
    return `${action}-slowed:${this.#hash(account)}`;
  }

  /** Runs a statement of the limits. Null while the database is away: then the counts by address hold. */
  async #change(text: string, values: (string | number)[]) {
    if (this.#late > 0) return null;
    const asked = this.#pipeline.run([{ text, values }]).then(
      ([answer]) => answer ?? null,
      () => null,
    );
    return Promise.race([asked, pause(LONGEST_WAIT_MS, null, { ref: false })]);
  }

  /** Removes counts that are over, and counts that last too long because a clock was set back. */
  async clearExpired(): Promise<void> {
    for (const { address, network, account, accountAtAddress } of this.#limiters.values())
      for (const each of [address, network, account, accountAtAddress]) {
        each?.limiter.deleteInMemoryBlockedAll();
        each?.room.admitAll();
      }
    const now = Date.now();
    await this.#pipeline.run([
      {
        text: "delete from private.rate_limits where expire < $1 or expire > $2",
        values: [now, now + this.#longestMs],
      },
    ]);
  }

  async close(): Promise<void> {
    clearInterval(this.#clearing);
    await Promise.race([this.#pipeline.close(), pause(LONGEST_WAIT_MS, undefined, { ref: false })]);
  }

  /** Counters of an address and its network, and of the accounts; or of the accounts alone. */
  #countersOf(action: LimitedAction, who: LimitedCaller, { isOfAccounts = false } = {}): Counter[] {
    const limiters = this.#limiters.get(action);
    if (!limiters) return [];
    const network = networkOf(who.address);
    const counters = isOfAccounts ? [] : [{ ...limiters.address, key: this.#hash(who.address) }];
    if (!isOfAccounts && network !== who.address) counters.push({ ...limiters.network, key: this.#hash(network) });
    for (const account of accountsOf(who)) {
      if (limiters.account !== null) counters.push({ ...limiters.account, key: this.#hash(account) });
      if (limiters.accountAtAddress !== null)
        counters.push({ ...limiters.accountAtAddress, key: this.#hashBoth(account, who.address) });
    }
    return counters;
  }

  #hashBoth(account: string, address: string): string {
    return this.#hash(`${address}\n${account}`);
  }

  #hash(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64url");
  }

  async #query(question: Question): Promise<Found> {
    // Another question would wait just as long, and would be counted a second time when the database is back.
    if (this.#late > 0) throw new Error(UNREADABLE);
    const asked = this.#ask(question);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        void this.#waitFor(asked);
        reject(new Error(UNREADABLE));
      }, LONGEST_WAIT_MS);
    });
    try {
      return await Promise.race([asked, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask({ name, text, values }: Question): Promise<Found> {
    if (name === COUNT_NAME) {
      const [key = "", points, expire, now] = values;
      const count = { key: String(key), points: Number(points), expire: Number(expire), now: Number(now) };
      return { rows: [await this.#counts.count(count)], rowCount: 1 };
    }
    const [answer] = await this.#pipeline.run([{ name, text, values }]);
    // All statements of the library that answer rows give these two columns.
    const rows = (answer?.rows ?? []).map(([points, expire]) => ({ points: Number(points), expire: Number(expire) }));
    return { rows, rowCount: answer?.count ?? 0 };
  }

  async #waitFor(late: Promise<unknown>): Promise<void> {
    this.#late += 1;
    await Promise.race([late.catch(() => undefined), pause(ASK_AGAIN_MS, undefined, { ref: false })]);
    this.#late -= 1;
  }
}

const accountsOf = ({ account }: LimitedCaller): readonly string[] =>
  account === null ? [] : typeof account === "string" ? [account] : account;

/** Question that rate-limiter-flexible asks, and the part of the answer that it reads. */
type Question = { name: string; text: string; values: (string | number)[] };
type Found = { rows: { points: number; expire: number }[]; rowCount: number };

/**
 * Notes an attempt at `now` unless the last attempt makes it wait, and gives the milliseconds that it still waits: none where it was noted.
 * Two attempts at once take turns at the row, and the second finds the note of the first.
 */
const SLOW_DOWN = `
  with noted as (
    insert into private.rate_limits as r (key, points, expire) values ($1::text, 1, $5::bigint + $2::bigint)
    on conflict (key) do update set
      points = case when r.expire <= $5::bigint then 1 else least(r.points + 1, 100) end, expire = excluded.expire
    where r.expire <= $5::bigint or r.expire - $2::bigint
      + case when r.points > $3::int then least($4::bigint, 1000 * 2 ^ least(r.points - $3::int - 1, 10)) else 0 end <= $5::bigint
    returning 0::bigint as wait
  )
  select wait from noted
  union all
  select greatest(1, r.expire - $2::bigint + least($4::bigint, 1000 * 2 ^ least(r.points - $3::int - 1, 10)) - $5::bigint)::bigint
  from private.rate_limits r where r.key = $1::text and not exists (select from noted)
  union all
  -- Another one noted the first attempt at this moment.
  select 1000 where not exists (select from noted) and not exists (select from private.rate_limits r where r.key = $1::text)`;

/** Name of the library's statement that counts. Our statement counts for many at once, and means the same. */
const COUNT_NAME = "rate_limits:rlflx-upsert";

const UNREADABLE = "The counts cannot be read now.";

/** Counts. Null when the caller may act, else the seconds until they may again. `ahead` of the points went through before their count. */
async function consume({ limiter, room, key }: Counter, points: number, ahead: number): Promise<number | null> {
  try {
    const { consumedPoints, msBeforeNext } = await limiter.consume(key, points);
    room.learn(key, { counted: consumedPoints, ends: Date.now() + msBeforeNext, ahead });
    return null;
  } catch (refusal) {
    // A key above the limit needs no figures of its last answer.
    room.forget(key);
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    room.refuse(key, Date.now() + refusal.msBeforeNext);
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** The longest wait of several counters, or null. */
async function consumeAll(counters: readonly Counter[], points: number): Promise<number | null> {
  const waits = await Promise.all(counters.map((counter) => consume(counter, points, 0)));
  const seconds = waits.filter((wait) => wait !== null);
  return seconds.length === 0 ? null : Math.max(...seconds);
}

function openLimiter(storeClient: object, keyPrefix: string, { points, seconds }: RateLimit): Limiter {
  const limiter = new RateLimiterPostgres({
    storeClient,
    storeType: "pool",
    schemaName: "private",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: seconds,
    // A caller above the limit is refused from memory, without a question to the database: a flood costs nothing.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds, keyPrefix }),
  });
  return { limiter, room: new RemainingPoints(points) };
}
