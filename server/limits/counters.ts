// Counts what is limited, together with all other processes on the same database.
//
// Why a small store between rate-limiter-flexible and postgres.js: the library speaks to `pg`.
import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import {
  type ActionLimits,
  type LimitedAction,
  RATE_LIMITS,
  type RateLimit,
  type RateLimits,
} from "#contract/rate-limits.ts";

/** A database that takes longer (milliseconds) counts as away: this process then counts by itself. */
const LONGEST_WAIT_MS = 1000;
/** After a question that took too long none is asked until that one is answered, or for this time. */
const ASK_AGAIN_MS = 5000;
const CLEAR_EVERY_MS = 5 * 60_000;

/** Who does something: the address as it is counted, and the account where there is one. */
export type Who = { address: string; account: string | null };

export type CountersOptions = {
  /** The database as its owner. */
  databaseUrl: string;
  /** Addresses and accounts are stored as hashes with this key. */
  secret: string;
  /** Other limits than the product's own. */
  limits?: RateLimits;
};

type Limiters = {
  address: RateLimiterPostgres;
  account: RateLimiterPostgres | null;
  accountAtAddress: RateLimiterPostgres | null;
};

export class Counters {
  readonly #sql: postgres.Sql;
  readonly #secret: string;
  readonly #limiters: ReadonlyMap<LimitedAction, Limiters>;
  readonly #clearing: NodeJS.Timeout;
  /** Milliseconds that no count lasts for longer than. */
  readonly #longestMs: number;
  /** How many questions took too long and keep others from being asked. */
  #late = 0;

  /** Opens nothing before the first count. */
  constructor({ databaseUrl, secret, limits = RATE_LIMITS }: CountersOptions) {
    this.#sql = postgres(databaseUrl, {
      max: 2,
      fetch_types: false,
      connect_timeout: 5,
      backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 0.5),
      onnotice: () => undefined,
      // A count is not worth waiting for the disk.
      connection: { application_name: "parkering limits", synchronous_commit: "off" },
    });
    this.#secret = secret;
    const spans = Object.values(limits).flatMap(({ address, account, accountAtAddress }) => [
      address.seconds,
      account?.seconds ?? 0,
      accountAtAddress?.seconds ?? 0,
    ]);
    this.#longestMs = Math.max(...spans) * 1000;
    const store = { query: (query: Query) => this.#query(query) };
    this.#limiters = new Map(
      (Object.keys(limits) as LimitedAction[]).map((action) => {
        const { address, account, accountAtAddress }: ActionLimits = limits[action];
        return [
          action,
          {
            address: openLimiter(store, `${action}-address`, address),
            account: account && openLimiter(store, `${action}-account`, account),
            accountAtAddress: accountAtAddress
              ? openLimiter(store, `${action}-account-at-address`, accountAtAddress)
              : null,
          },
        ];
      }),
    );
    this.#clearing = setInterval(() => void this.clearExpired().catch(() => undefined), CLEAR_EVERY_MS);
    this.#clearing.unref();
  }

  /**
   * Counts that somebody does something `points` times. Gives null when they may, else the seconds until they may again.
   * Never fails: while the database is away each process counts by itself.
   */
  async count(action: LimitedAction, who: Who, points = 1): Promise<number | null> {
    const counted = this.#countersOf(action, who).map(([limiter, key]) =>
      limiter.consume(key, points).then(
        () => null,
        (refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          throw refusal;
        },
      ),
    );
    const waits = (await Promise.all(counted)).filter((seconds) => seconds !== null);
    return waits.length === 0 ? null : Math.max(...waits);
  }

  /** Takes one count back, as if it had not happened. */
  async takeBack(action: LimitedAction, who: Who): Promise<void> {
    await Promise.all(this.#countersOf(action, who).map(([limiter, key]) => limiter.reward(key, 1)));
  }

  /** Takes one count of the address back, and all of the account's, of those at the address too. */
  async forgive(action: LimitedAction, who: Who): Promise<void> {
    const limiters = this.#limiters.get(action);
    await Promise.all([
      this.takeBack(action, { ...who, account: null }),
      who.account === null ? null : limiters?.account?.delete(this.#hash(who.account)),
      who.account === null ? null : limiters?.accountAtAddress?.delete(this.#hashBoth(who.account, who.address)),
    ]);
  }

  /** Removes counts that mean nothing any more, and those that a clock which was set back made last for too long. */
  async clearExpired(): Promise<void> {
    for (const { address, account, accountAtAddress } of this.#limiters.values())
      for (const limiter of [address, account, accountAtAddress]) limiter?.deleteInMemoryBlockedAll();
    const now = Date.now();
    await this.#sql`delete from private.rate_limits where expire < ${now} or expire > ${now + this.#longestMs}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#clearing);
    await this.#sql.end({ timeout: 1 });
  }

  #countersOf(action: LimitedAction, { address, account }: Who): [RateLimiterAbstract, string][] {
    const limiters = this.#limiters.get(action);
    if (!limiters) return [];
    const counters: [RateLimiterAbstract, string][] = [[limiters.address, this.#hash(address)]];
    if (account === null) return counters;
    if (limiters.account !== null) counters.push([limiters.account, this.#hash(account)]);
    if (limiters.accountAtAddress !== null)
      counters.push([limiters.accountAtAddress, this.#hashBoth(account, address)]);
    return counters;
  }

  #hashBoth(account: string, address: string): string {
    return this.#hash(`${address}\n${account}`);
  }

  #hash(text: string): string {
    return createHmac("sha256", this.#secret).update(text).digest("base64url");
  }

  async #query({ text, values }: Query): Promise<{ rows: readonly object[]; rowCount: number }> {
    // One more would wait as long, and be counted again when the database is back.
    if (this.#late > 0) throw new Error(UNREADABLE);
    const asked = this.#sql.unsafe(text, values, { prepare: true });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        void this.#waitFor(asked);
        reject(new Error(UNREADABLE));
      }, LONGEST_WAIT_MS);
    });
    try {
      const rows = await Promise.race([asked, tooLate]);
      return { rows, rowCount: rows.count };
    } finally {
      clearTimeout(timer);
    }
  }

  async #waitFor(late: Promise<unknown>): Promise<void> {
    this.#late += 1;
    await Promise.race([late.catch(() => undefined), pause(ASK_AGAIN_MS, undefined, { ref: false })]);
    this.#late -= 1;
  }
}

const UNREADABLE = "The counts cannot be read now.";

/** As the library asks `pg`. */
type Query = { text: string; values: (string | number | null)[] };

function openLimiter(storeClient: object, keyPrefix: string, { points, seconds }: RateLimit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient,
    storeType: "client",
    schemaName: "private",
    tableName: "rate_limits",
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration: seconds,
    // Who is above the limit asks the database no more: a flood costs nothing.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory({ points, duration: seconds, keyPrefix }),
  });
}
