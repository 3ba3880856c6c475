// Connections that many requests share: who waits, for whom, for how long, and what is told when one is lost.
import { setTimeout as pause } from "node:timers/promises";
import { DatabaseError } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  BusyError,
  Pipeline,
  UnansweredError,
  UnreachableError,
  type Weight,
} from "#server/database/driver/pipeline.ts";
import { refusalOf } from "#server/table-api/refusal.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { greetFirst } from "#tests/support/outside/greeter.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ from: "bare" });
});
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  await database.drop();
});

function open(connections: number, longestWaitMs = 10_000): Pipeline {
  const settings = { TimeZone: "UTC", "my.setting": "a b\\c" };
  const pipeline = new Pipeline({ url: database.url, name: "pipeline test", settings, connections, longestWaitMs });
  cleanUps.push(() => pipeline.close());
  return pipeline;
}

const one = async (
  pipeline: Pipeline,
  text: string,
  values: (string | number | null)[] = [],
  weight: Weight = "short",
) => (await pipeline.run([{ text, values }], weight))[0]?.rows[0]?.[0];

const connections = async () =>
  (
    await database.sql`select pid from pg_stat_activity where application_name = 'pipeline test' and datname = current_database()`
  ).length;

/** Transactions of this test's database that ended without a change. */
const rollbacks = async () =>
  Number(
    (await database.sql`select xact_rollback from pg_stat_database where datname = current_database()`)[0]?.[
      "xact_rollback"
    ],
  );

/** Sleeps in the database until somebody takes the lock away. */
const blocked = (pipeline: Pipeline, weight: Weight) =>
  one(pipeline, "select pg_advisory_xact_lock(1)::text", [], weight);

async function holdLock(): Promise<() => Promise<void>> {
  const holder = await database.sql.reserve();
  await holder`select pg_advisory_lock(1)`;
  return async () => {
    await holder`select pg_advisory_unlock(1)`;
    holder.release();
  };
}

/** How many wait for it; other tests' databases have locks of their own. */
const blockedOnes = async () =>
  (
    await database.sql`
      select from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
  ).length;
const isBlocked = () => vi.waitUntil(async () => (await blockedOnes()) > 0, PATIENCE);

test("settings reach the connection as they were written, and texts come as the database wrote them", async () => {
  const pipeline = open(1);
  expect(await one(pipeline, "select current_setting('my.setting')")).toBe("a b\\c");
  expect(await one(pipeline, "select '{\"a\":1}'::json")).toBe('{"a":1}');
  expect(await one(pipeline, "select timestamptz '2026-01-01 00:00:00+01'")).toBe("2025-12-31 23:00:00+00");
});

test("a request that waits too long for a connection is told so, and takes nothing from later requests", async () => {
  const pipeline = open(3, 3000);
  const release = await holdLock();
  const long = blocked(pipeline, "long");
  await isBlocked();
  // Two of three connections are kept for those who do not take long.
  const refusal = await one(pipeline, "select 1", [], "long").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(BusyError);
  expect(refusalOf(refusal, "anon")).toMatchObject({ status: 504, code: "PGRST003" });
  expect(await one(pipeline, "select 2")).toBe("2");
  await release();
  await long;
  expect(await one(pipeline, "select 3", [], "long")).toBe("3");
});

test("no request is sent behind a request that takes long, announced as long or not", async () => {
  const pipeline = open(3);
  const release = await holdLock();
  const long = [blocked(pipeline, "long"), blocked(pipeline, "short")];
  await vi.waitUntil(async () => (await blockedOnes()) === 2, PATIENCE);
  // Until then nobody can know that the second one is slow.
  await pause(50);
  for (let index = 0; index < 20; index += 1) expect(await one(pipeline, "select $1::text", [index])).toBe(`${index}`);
  await release();
  const [first] = await Promise.all(long.map((each) => each.then(() => true)));
  expect(first).toBe(true);
});

test.each([
  ["addresses", { address: "203.0.113.9", account: "" }, { address: "192.0.2.1", account: "" }],
  ["accounts of an address", { address: "203.0.113.9", account: "a" }, { address: "203.0.113.9", account: "b" }],
])("%s take turns: whoever sends many slow requests waits for them, and nobody else does", async (_what, many, one) => {
  const pipeline = open(3);
  let answered = 0;
  const ask = (asker: typeof many) =>
    pipeline.run([{ text: "select pg_sleep(0.02)" }], "short", false, { asker: () => asker });
  const crowd = Array.from({ length: 60 }, () => ask(many).then(() => (answered += 1)));
  await ask(one);
  expect(answered).toBeLessThan(30);
  await Promise.all(crowd);
});

test("no request is sent behind several slow requests of another caller", async () => {
  const pipeline = open(3);
  let answered = 0;
  const ask = (address: string, text: string) =>
    pipeline.run([{ text }], "short", false, { asker: () => ({ address, account: "" }) });
  const crowd = Array.from({ length: 200 }, () =>
    ask("203.0.113.9", "select pg_sleep(0.03)").then(() => (answered += 1)),
  );
  await vi.waitUntil(() => answered >= 40, PATIENCE);
  const before = answered;
  await ask("192.0.2.1", "select 1");
  await ask("192.0.2.1", "select 2");
  await ask("192.0.2.1", "select 3");
  await ask("192.0.2.1", "select 4");
  await ask("192.0.2.1", "select 5");
  await ask("192.0.2.1", "select 6");
  // Each waits for the next of three connections that is free; behind rows of eight it was six answers and more.
  expect(answered - before).toBeLessThan(26);
  await Promise.all(crowd);
});

test.each(["long", "short"] as const)(
  "one address holds half of the connections with slow requests, %s ones too",
  async (weight) => {
    const pipeline = open(6);
    const ask = (address: string, text: string, isEverybody = false) =>
      pipeline.run([{ text }], weight, false, { asker: () => ({ address, account: "", isEverybody }) });
    const release = await holdLock();
    // Eight short requests may stand in the row of one connection.
    const slow: Promise<unknown>[] = [];
    for (let sent = 0; sent < 40; sent += 1) {
      slow.push(ask("203.0.113.9", "select pg_advisory_xact_lock(1)::text"));
      await pause(1);
    }
    await vi.waitUntil(async () => (await blockedOnes()) === 3, PATIENCE);
    for (let n = 0; n < 5; n += 1) await ask("192.0.2.1", "select 1");
    expect(await blockedOnes()).toBe(3);
    await release();
    await Promise.all(slow);
    // Whoever stands for everybody takes them all.
    const again = await holdLock();
    const all = Array.from({ length: 60 }, () => ask("127.0.0.1", "select pg_advisory_xact_lock(1)::text", true));
    await vi.waitUntil(async () => (await blockedOnes()) >= 4, PATIENCE);
    await again();
    await Promise.all(all);
  },
);

test.each(["short", "long"] as const)(
  "a crowd of one address is passed by at one look each, %s requests too",
  async (weight) => {
    const pipeline = open(6);
    let looks = 0;
    const crowd = {
      account: "",
      get address() {
        looks += 1;
        return "203.0.113.9";
      },
    };
    const release = await holdLock();
    const waiting = Array.from({ length: 200 }, () =>
      pipeline.run([{ text: "select pg_advisory_xact_lock(1)::text" }], weight, false, { asker: () => crowd }),
    );
    await vi.waitUntil(async () => (await blockedOnes()) === 3, PATIENCE);
    const read = () =>
      pipeline.run([{ text: "select 1" }], "short", false, { asker: () => ({ address: "192.0.2.1", account: "" }) });
    // Connections that are still opened look for work too.
    await vi.waitUntil(async () => read().then(async () => (await connections()) === 6), PATIENCE);
    looks = 0;
    for (let n = 0; n < 10; n += 1) await read();
    // A look a request, and a look at each connection for the first of them.
    expect(looks / 10).toBeLessThan(250);
    await release();
    await Promise.all(waiting);
  },
);

test("a thousand requests at once are answered each with its own, on a few connections", async () => {
  const pipeline = open(4);
  const numbers = Array.from({ length: 1000 }, (_, index) => index);
  const answers = await Promise.all(numbers.map((number) => one(pipeline, "select $1::text", [number])));
  expect(answers).toEqual(numbers.map(String));
  expect(await connections()).toBeLessThanOrEqual(4);
});

test("statements that were sent together are a transaction, whatever stands around them", async () => {
  await database.sql`create table rows (id int primary key)`;
  const pipeline = open(2);
  const transaction = (id: number) =>
    pipeline
      .run([
        { text: "insert into rows values ($1)", values: [id] },
        // Every second one fails after it wrote.
        { text: "select 1 / $1::int", values: [id % 2] },
      ])
      .then(
        () => "stored",
        (error: unknown) => (error instanceof DatabaseError ? error.code : "other"),
      );
  const outcomes = await Promise.all(Array.from({ length: 100 }, (_, id) => transaction(id)));
  expect(outcomes).toEqual(Array.from({ length: 100 }, (_, id) => (id % 2 === 1 ? "stored" : "22012")));
  expect((await database.sql`select id from rows where id % 2 = 0`).length).toBe(0);
  expect((await database.sql`select id from rows`).length).toBe(50);
});

test("statements behind a failed statement are not run, since they would run without the caller's claims", async () => {
  await database.sql`create sequence runs`;
  const pipeline = open(1);
  const failing = pipeline.run([{ text: "select 1 / 0" }, { text: "select nextval('runs')" }]);
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect(await one(pipeline, "select nextval('runs')")).toBe("1");
});

test("a prepared statement is there again after the request that was to prepare it failed", async () => {
  const pipeline = open(1);
  await one(pipeline, "select 1");
  const failing = pipeline.run([{ text: "select 1 / 0" }, { name: "s", text: "select 7" }]);
  const behind = pipeline.run([{ name: "s", text: "select 7" }]);
  await expect(failing).rejects.toMatchObject({ code: "22012" });
  expect((await behind)[0]?.rows).toEqual([["7"]]);
});

test("a connection that prepared a thousand statements is replaced", async () => {
  const pipeline = open(1);
  const pid = await one(pipeline, "select pg_backend_pid()");
  for (let index = 0; index <= 1000; index += 1) await pipeline.run([{ name: `s${index}`, text: "select 1" }]);
  expect(await one(pipeline, "select pg_backend_pid()")).not.toBe(pid);
  await vi.waitUntil(async () => (await connections()) === 1, PATIENCE);
});

test("a connection that is lost fails a change that it carried, and a read finds another one by itself", async () => {
  const pipeline = open(3);
  const release = await holdLock();
  const change = [{ text: "select pg_advisory_xact_lock(1)" }];
  const lost = pipeline.run(change, "write", true).catch((error: unknown) => error);
  await isBlocked();
  // After this pause the pipeline sends the read on another connection and no longer behind the change.
  await pause(50);
  const read = one(pipeline, "select pg_advisory_xact_lock(1)::text || 'read'", [], "long");
  await vi.waitUntil(async () => (await blockedOnes()) === 2, PATIENCE);
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipeline test' and datname = current_database()`;
  expect(await lost).toBeInstanceOf(UnreachableError);
  await release();
  expect(await read).toBe("read");
  expect(await one(pipeline, "select 1")).toBe("1");
});

test("a database that goes silent is given up: what may have been stored is told as unknown, and all is well with its return", async () => {
  const cable = await layCable(database.url.replace(/^postgresql/, "http"));
  const url = new URL(database.url);
  url.port = new URL(cable.url).port;
  const options = { url: url.href, name: "pipeline test", settings: {}, connections: 3, answerMs: 1000 };
  const pipeline = new Pipeline(options);
  cleanUps.push(() => pipeline.close().finally(() => cable.close()));
  await Promise.all([one(pipeline, "select 1", [], "write"), one(pipeline, "select pg_sleep(0.1)::text", [], "long")]);
  cable.freeze();
  const told = await Promise.all([
    pipeline.run([{ text: "select 1" }], "write", true).catch((error: unknown) => error),
    pipeline.run([{ text: "select 1" }], "long").catch((error: unknown) => error),
  ]);
  expect(told[0]).toBeInstanceOf(UnansweredError);
  expect(refusalOf(told[0], "anon")).toMatchObject({ status: 504, message: expect.stringContaining("not known") });
  expect(told[1]).toBeInstanceOf(UnreachableError);
  expect(refusalOf(told[1], "anon")).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  // No connection of before is used again: each of them would be silent.
  expect(await Promise.all([one(pipeline, "select 2"), one(pipeline, "select 3", [], "write")])).toEqual(["2", "3"]);
});

test("a connection that goes silent right after its greeting keeps no other one from being opened", async () => {
  const way = await greetFirst(database.url);
  const settings = { TimeZone: "UTC" };
  const pipeline = new Pipeline({ url: way.url, name: "pipeline test", settings, connections: 3, answerMs: 1000 });
  cleanUps.push(() => pipeline.close().finally(() => way.close()));
  expect(await one(pipeline, "select 1")).toBe("1");
});

test("a database that takes no writes for a moment stores what waits, on other connections", async () => {
  await database.sql`create table kept (id int)`;
  const pipeline = open(2);
  const name = new URL(database.url).pathname.slice(1);
  const setReadOnly = (value: string) =>
    database.sql.unsafe(`alter database "${name}" set default_transaction_read_only = ${value}`);
  await setReadOnly("on");
  const store = (id: number) => pipeline.run([{ text: "insert into kept values ($1)", values: [id] }], "write", true);
  const before = await rollbacks();
  const kept = store(1);
  // A connection whose write was refused is retired at once, so its rollback is looked for, and not the connection.
  await vi.waitUntil(async () => (await rollbacks()) > before, PATIENCE);
  await setReadOnly("off");
  await kept;
  expect(await database.sql`select id from kept`).toEqual([{ id: 1 }]);
});

test("a database that stays read only is told as 503, and nothing is stored", async () => {
  await database.sql`create table kept (id int)`;
  const settings = { default_transaction_read_only: "on" };
  const pipeline = new Pipeline({ url: database.url, name: "pipeline test", settings, connections: 2 });
  cleanUps.push(() => pipeline.close());
  const refused = await pipeline
    .run([{ text: "insert into kept values (1)" }], "write", true)
    .catch((error: unknown) => error);
  expect(refusalOf(refused, "anon")).toMatchObject({ status: 503, headers: { "Retry-After": "2" } });
  expect(await database.sql`select id from kept`).toEqual([]);
});

test("a request that comes while a database restarts is answered, and no request waits long for a database that stays away", async () => {
  const cable = await layCable(database.url.replace(/^postgresql/, "http"));
  const url = new URL(database.url);
  url.port = new URL(cable.url).port;
  const pipeline = new Pipeline({ url: url.href, name: "pipeline test", settings: {}, connections: 2 });
  cleanUps.push(() => pipeline.close().finally(() => cable.close()));
  expect(await one(pipeline, "select 1")).toBe("1");
  cable.pull();
  const early = one(pipeline, "select 2");
  cable.plug();
  expect(await early).toBe("2");
  cable.pull();
  await expect(one(pipeline, "select 3")).rejects.toThrow(UnreachableError);
  const since = performance.now();
  await expect(one(pipeline, "select 4")).rejects.toThrow(UnreachableError);
  expect(performance.now() - since).toBeLessThan(1000);
  cable.plug();
  expect(await one(pipeline, "select 5")).toBe("5");
});

test("the statement behind a change is a transaction of its own, and the caller is told when it cannot run", async () => {
  await database.sql`create table told (word text)`;
  let failures = 0;
  const statement = { name: "told", text: "insert into told values (current_setting('my.word'))" };
  const behind = { settings: { "my.word": "yes" }, statement, fail: () => (failures += 1) };
  const options = { url: database.url, name: "pipeline test", settings: {}, connections: 3, behind };
  const pipeline = new Pipeline(options);
  cleanUps.push(() => pipeline.close());
  const change = (text: string) => pipeline.run([{ text }], "write", true);
  const toldTimes = (count: number) =>
    vi.waitUntil(async () => (await database.sql`select from told where word = 'yes'`).length === count, PATIENCE);
  await change("create table changed ()");
  await toldTimes(1);
  await pipeline.run([{ text: "select 1" }]);
  await expect(change("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  await toldTimes(2);
  expect(failures).toBe(0);
  const release = await holdLock();
  const lost = change("select pg_advisory_xact_lock(1)").catch((error: unknown) => error);
  await isBlocked();
  await database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pipeline test' and datname = current_database()`;
  expect(await lost).toBeInstanceOf(UnreachableError);
  await vi.waitUntil(() => failures === 1, PATIENCE);
  await release();
});
