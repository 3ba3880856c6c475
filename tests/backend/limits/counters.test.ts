// The counters behind the limits: shared by processes, hashed, cleared, and going on while the database is away.
import { once } from "node:events";
import postgres from "postgres";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import { RATE_LIMITS, type RateLimits } from "#contract/rate-limits.ts";
import { Pipeline } from "#server/database/driver/pipeline.ts";
import { Counters } from "#server/limits/counters.ts";
import { GatheredCounts } from "#server/limits/gathered-counts.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { after } from "#tests/support/run/patience.ts";

const within = (points: number, seconds = 600) => ({ points, seconds });
const LIMITS: RateLimits = {
  ...RATE_LIMITS,
  login: { address: within(5), account: null, accountAtAddress: within(2) },
  parkings: { address: within(10), account: within(4) },
  signUp: { address: within(1, 1), account: null },
};
const SECRET = "a secret of the tests";

let database: TestDatabase;
const opened: Counters[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((counters) => counters.close()));
  await database.drop();
});

function open(limits: RateLimits = LIMITS): Counters {
  const counters = new Counters({ databaseUrl: database.url, secret: SECRET, limits });
  opened.push(counters);
  return counters;
}

const ME = { address: "203.0.113.1", account: "me@example.com" };

test("two processes count together, and every process of many attempts at once", async () => {
  const [one, other] = [open(), open()];
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : other).count("parkings", { ...ME, account: null }),
    ),
  );
  expect(all.filter((seconds) => seconds === null)).toHaveLength(10);
  expect(Math.min(...all.filter((seconds) => seconds !== null))).toBeGreaterThan(590);
});

test("far below its limit a count is not waited for, and none is left out", async () => {
  const counters = open();
  const upload = () => counters.countAhead("uploads", ME);
  const address = async () =>
    (await database.sql`select points from private.rate_limits where key like 'uploads-address%'`)[0]?.[
      "points"
    ] as number;
  await upload();
  const holding = postgres(database.url, { max: 1 });
  await holding.begin(async (sql) => {
    await sql`lock table private.rate_limits in exclusive mode`;
    const order: string[] = [];
    // Waits for the lock, until it counts as away.
    const waited = counters.count("bids", ME).then(() => order.push("waited"));
    expect(await Promise.all([upload(), upload(), upload()])).toEqual([null, null, null]);
    order.push("ahead");
    await waited;
    expect(order).toEqual(["ahead", "waited"]);
  });
  await holding.end();
  await expect.poll(address).toBe(4);
});

test.each([
  [1, 1],
  [3, 1.5],
])("of what goes ahead %i processes together let through at most %f times the limit", async (count, most) => {
  const points = 40;
  const limits = { ...LIMITS, checks: { address: within(points), account: null } };
  const first = open(limits);
  const processes = [first, ...Array.from({ length: count - 1 }, () => open(limits))];
  const check = (turn: number) => (processes[turn % count] ?? first).countAhead("checks", ME);
  // Everybody knows that there is room, and then all come at once.
  for (let turn = 0; turn < count; turn += 1) await check(turn);
  const all = await Promise.all(Array.from({ length: 3 * points }, (_, turn) => check(turn)));
  const passed = all.filter((seconds) => seconds === null).length + count;
  expect(passed).toBeGreaterThanOrEqual(points);
  expect(passed).toBeLessThanOrEqual(points * most);
  // Twice: the second is refused by this process's memory, which knows no count.
  for (let attempt = 0; attempt < 2; attempt += 1) expect(await check(0)).toBeGreaterThan(0);
});

test("the account's limit and the address's both count, and what is forgiven is the account's", async () => {
  const counters = open();
  for (let attempt = 0; attempt < 2; attempt += 1) expect(await counters.count("login", ME)).toBeNull();
  expect(await counters.count("login", ME)).toBeGreaterThan(0);
  await counters.forgive("login", ME);
  expect(await counters.count("login", ME)).toBeNull();
  await counters.takeBack("login", ME);
  for (let attempt = 0; attempt < 2; attempt += 1) expect(await counters.count("login", ME)).toBeNull();
  expect(await counters.count("login", ME)).toBeGreaterThan(0);
});

test("the addresses of one IPv6 customer have the limit of ten, and nobody else has less", async () => {
  const counters = open();
  const of = (network: number, address: number) =>
    counters.count("login", { address: `2001:db8:${network}:${address.toString(16)}::/64`, account: null });
  const first = await Promise.all(Array.from({ length: 50 }, (_, address) => of(1, address)));
  expect(new Set(first)).toEqual(new Set([null]));
  expect(await of(1, 51)).toBeGreaterThan(0);
  expect(await of(2, 51)).toBeNull();
});

test("counts of the same moment are one statement, and each caller gets their own count", async () => {
  const pipeline = new Pipeline({ url: database.url, name: "parkering limits test", settings: {}, connections: 1 });
  let statements = 0;
  let isAway = false;
  const counts = new GatheredCounts({
    run: (asked) => {
      statements += asked.length;
      if (isAway) return Promise.reject(new Error("away"));
      return pipeline.run(asked);
    },
  });
  const now = Date.now();
  const count = (key: string, points = 1) => counts.count({ key, points, expire: now + 60_000, now });
  const crowd = await Promise.all([count("a"), count("b"), count("a", 2), count('sign "b"\\,'), count("a", -1)]);
  expect(crowd.map(({ points }) => points)).toEqual([1, 1, 3, 1, 2]);
  expect(statements).toBe(1);
  expect(crowd[0]?.expire).toBe(now + 60_000);
  // A count that has ended begins anew, with its new end.
  expect(await counts.count({ key: "a", points: 1, expire: now + 120_000, now: now + 60_000 })).toEqual({
    points: 1,
    expire: now + 120_000,
  });
  isAway = true;
  await expect(count("a")).rejects.toThrow("away");
  await pipeline.close();
});

const storedPoints = () => database.sql<{ points: number }[]>`select points from private.rate_limits`;

test("a refused caller is not counted again in the database", async () => {
  const counters = open();
  await counters.count("signUp", ME);
  await counters.count("signUp", ME);
  expect(await storedPoints()).toEqual([{ points: 2 }]);
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await counters.count("signUp", ME)).toBe(1);
  expect(await storedPoints()).toEqual([{ points: 2 }]);
});

test("when the time is over everything begins anew", async () => {
  const counters = open();
  await counters.count("signUp", ME);
  expect(await counters.count("signUp", ME)).toBe(1);
  await expect.poll(() => counters.count("signUp", ME), after(1000)).toBeNull();
});

test("counts whose time is over are removed, and the others stay", async () => {
  const counters = open();
  await counters.count("parkings", ME);
  await database.sql`insert into private.rate_limits values ('old', 3, ${Date.now() - 1000})`;
  await counters.clearExpired();
  const keys = await database.sql<{ key: string }[]>`select key from private.rate_limits order by key`;
  expect(keys.map(({ key }) => key.split(":")[0])).toEqual(["parkings-account", "parkings-address"]);
});

test("a clock that is set back by a day keeps nobody out for a day", async () => {
  const counters = open();
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 86_400_000);
  for (let attempt = 0; attempt < 4; attempt += 1) await counters.count("login", ME);
  clock.mockRestore();
  expect(await counters.count("login", ME)).toBeGreaterThan(80_000);
  await counters.clearExpired();
  expect(await counters.count("login", ME)).toBeNull();
});

test("while the database is away a process counts by itself, and together with the others again afterwards", async () => {
  const counters = open();
  const name = new URL(database.url).pathname.slice(1);
  await counters.count("login", ME);
  const cluster = postgres(inject("clusterUrl"), { max: 1 });
  const allow = (isAllowed: boolean) =>
    cluster.unsafe(`alter database ${name} allow_connections ${isAllowed}`).then(() => undefined);
  try {
    await allow(false);
    await cluster`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
    expect([await counters.count("login", ME), await counters.count("login", ME)]).toEqual([null, null]);
    expect(await counters.count("login", ME)).toBeGreaterThan(0);
    await allow(true);
    // The attempt from before the outage still counts; the attempts during the outage do not.
    expect(await counters.count("login", ME)).toBeNull();
    expect(await counters.count("login", ME)).toBeGreaterThan(0);
  } finally {
    await allow(true);
    await cluster.end();
  }
});

test("counts of while the database is away wait for nothing and do not pile up for when it is back", async () => {
  const counters = open();
  const name = new URL(database.url).pathname.slice(1);
  const uploads = (count: number) =>
    Promise.all(Array.from({ length: count }, () => counters.count("uploads", { ...ME, account: null })));
  await uploads(1);
  const cluster = postgres(inject("clusterUrl"), { max: 1 });
  try {
    await cluster.unsafe(`alter database ${name} allow_connections false`);
    await cluster`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;
    await uploads(50);
    const started = performance.now();
    await uploads(500);
    expect(performance.now() - started).toBeLessThan(900);
    await cluster.unsafe(`alter database ${name} allow_connections true`);
    await expect.poll(storedPoints).toHaveLength(1);
    await uploads(1);
  } finally {
    await cluster.unsafe(`alter database ${name} allow_connections true`);
    await cluster.end();
  }
  expect((await storedPoints())[0]?.points).toBeLessThan(55);
});

test("a database that takes a connection and never answers counts as away", async () => {
  const counters = open();
  await counters.count("login", ME);
  const over = new AbortController();
  const locked = database.sql.begin(async (sql) => {
    await sql`lock table private.rate_limits in access exclusive mode`;
    await once(over.signal, "abort");
  });
  await expect
    .poll(
      () => database.sql`select from pg_locks join pg_database d on d.oid = database
        where d.datname = current_database() and mode = 'AccessExclusiveLock' and granted`,
    )
    .toHaveLength(1);
  const started = performance.now();
  expect(await counters.count("login", ME)).toBeNull();
  expect(performance.now() - started).toBeLessThan(5000);
  over.abort();
  await locked;
});
