// Connections of the server: who waits and for how long, what is told then, and that a lost one ends nothing but its statement.
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withModesOfLibpq } from "#server/database/driver/client.ts";
import { endPool, inTransaction, openPool } from "#server/database/driver/connect.ts";
import { isConnectionError, isOutage, isPoolTimeout } from "#server/database/driver/outage.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ from: "bare" });
});
afterEach(() => database.drop());

const NAME = "tests of pools";

/** Cuts every connection of the pools of these tests. */
const cut = () => database.sql`
  select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${NAME}`;

/** Waits until a statement sleeps in the database. */
const untilAsleep = () =>
  expect
    .poll(
      () => database.sql`
        select from pg_stat_activity where application_name = ${NAME} and query like '%pg_sleep%' and state = 'active'`,
    )
    .toHaveLength(1);

describe("a pool", () => {
  test("tells who waits too long, and takes nothing from those who come later", async () => {
    const pool = openPool(database.url, { name: NAME, max: 1, waitMs: 1000 });
    const first = await pool.connect();
    const refusal = await pool.connect().catch((error: unknown) => error);
    expect([isPoolTimeout(refusal), isOutage(refusal)]).toEqual([true, true]);

    first.release();
    expect((await pool.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await endPool(pool, 1000);
  });

  test("serves who waits in order", async () => {
    const pool = openPool(database.url, { name: NAME, max: 1 });
    const first = await pool.connect();
    const served: string[] = [];
    const waiting = ["one", "two", "three"].map(async (name) => {
      const client = await pool.connect();
      served.push(name);
      client.release();
    });
    first.release();
    await Promise.all(waiting);
    expect(served).toEqual(["one", "two", "three"]);
    await endPool(pool, 1000);
  });

  test("outlives connections that are lost: unused, lent, and under a statement", async () => {
    const pool = openPool(database.url, { name: NAME, max: 3 });
    const [unused, lent] = [await pool.connect(), await pool.connect()];
    unused.release();
    const running = pool.query(sql`select pg_sleep(60)`).catch((error: unknown) => error);
    await untilAsleep();
    await cut();
    expect(isConnectionError(await running)).toBe(true);
    const late = await lent.query(sql`select 1`).catch((error: unknown) => error);
    expect(isConnectionError(late)).toBe(true);
    lent.release();
    expect((await pool.query(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    await endPool(pool, 1000);
  });

  test("ends in time though a statement runs on", async () => {
    const pool = openPool(database.url, { name: NAME, max: 1 });
    const running = pool.query(sql`select pg_sleep(60)`).catch((error: unknown) => error);
    await untilAsleep();
    await endPool(pool, 50);
    expect(await running).toBeInstanceOf(Error);
  });

  test("gives session settings, whatever stands in them", async () => {
    const settings = { TimeZone: "UTC", search_path: 'public, "a b\\c"', statement_timeout: "1234" };
    const pool = openPool(database.url, { name: NAME, max: 1, settings });
    const { rows } = await pool.query(sql`
      select current_setting('timezone') as zone, current_setting('search_path') as path, current_setting('statement_timeout') as timeout`);
    expect(rows).toEqual([{ zone: "UTC", path: 'public, "a b\\c"', timeout: "1234ms" }]);
    await endPool(pool, 1000);
  });
});

const kept = async () => (await database.sql<{ n: number }[]>`select n from public.kept`).map(({ n }) => n);

describe("a transaction", () => {
  beforeEach(() => database.sql`create table public.kept (n int)`);

  test("is all or nothing, and tells what was thrown", async () => {
    const reason = new Error("no");
    const refused = inTransaction(database.database, async (transaction) => {
      await transaction.query(sql`insert into public.kept values (1)`);
      throw reason;
    });
    await expect(refused).rejects.toBe(reason);
    expect(
      await inTransaction(database.database, (transaction) =>
        transaction.query(sql`insert into public.kept values (2)`),
      ),
    ).toMatchObject({ rowCount: 1 });
    expect(await kept()).toEqual([2]);
  });

  test("whose connection is lost is told so and leaves nothing; the next one works", async () => {
    const pool = openPool(database.url, { name: NAME, max: 1 });
    const lost = inTransaction(pool, async (transaction) => {
      await transaction.query(sql`insert into public.kept values (1)`);
      await cut();
      await transaction.query(sql`insert into public.kept values (2)`);
    });
    expect(isConnectionError(await lost.catch((error: unknown) => error))).toBe(true);
    await inTransaction(pool, (transaction) => transaction.query(sql`insert into public.kept values (3)`));
    expect(await kept()).toEqual([3]);
    await endPool(pool, 1000);
  });
});

test.each([
  ["postgresql://a@b/c", "postgresql://a@b/c"],
  ["postgresql://a@b/c?sslmode=require", "postgresql://a@b/c?sslmode=require&uselibpqcompat=true"],
  [
    "postgresql://a@b/c?uselibpqcompat=false&sslmode=require",
    "postgresql://a@b/c?uselibpqcompat=false&sslmode=require",
  ],
])("%s asks for the encryption that psql would", (url, read) => {
  expect(withModesOfLibpq(url)).toBe(read);
});
