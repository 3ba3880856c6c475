// Notes of servers about themselves, which the main admin reads: jobs with their last run, servers, alarms from beginning to end.
import { pino } from "pino";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { doNoted, startNoting } from "#server/watching/notes.ts";
import type { Readiness } from "#server/http/readiness.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import type { NotedAlarm, SystemState } from "#data/system_state/queries.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { after } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** A server notes itself this often (`NOTE_EVERY_MS` in server/watching/notes.ts). */
const NOTED = after(10_000);
const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ from: "served_empty_specified" });
});
afterAll(() => database.drop());

async function readState(): Promise<SystemState> {
  const { rows } = await database.database.query<{ state: SystemState }>(
    sql`select public.get_system_state() as state`,
  );
  if (!rows[0]) throw new Error("The database did not answer.");
  return rows[0].state;
}

test("the nightly erasure notes itself and the sums, and a job that fails says why", async () => {
  await eraseTonight({ databaseUrl: database.url, log }, { isDue: false });
  const fails = doNoted(database.database, "photos", () => Promise.reject(new Error("The folder is gone.")));
  await expect(fails).rejects.toThrow("The folder is gone.");
  const { jobs, next_night: night, now } = await readState();
  expect(jobs).toMatchObject({
    erasure: { result: expect.any(Object) as object },
    sums: { result: { sites: expect.any(Number) as number } },
    photos: { error: "The folder is gone." },
  });
  expect(Date.parse(night) - Date.parse(now)).toBeGreaterThan(0);
  expect(Date.parse(night) - Date.parse(now)).toBeLessThanOrEqual(25 * 3_600_000);
});

test.runIf(isWhole)(
  "a server says what it misses, an alarm begins and ends, and whoever stops in order is not missed",
  async () => {
    let readiness: Readiness = { status: "degraded", degraded: { writes: "The database takes no writes." } };
    const noting = startNoting({
      database: database.database,
      askReadiness: () => Promise.resolve(readiness),
      version: "0.1.0",
      log,
    });
    noting.tell("bounds");
    const server = { version: "0.1.0", status: "degraded", degraded: { writes: expect.any(String) as string } };
    await expect.poll(async () => (await readState()).servers).toMatchObject([server]);
    const alarms = async () => (await readState()).alarms.map(({ part, until }: NotedAlarm) => [part, until === null]);
    // The newest first.
    expect(await alarms()).toEqual([
      ["writes", true],
      ["bounds", true],
    ]);
    readiness = { status: "ready" };
    await expect.poll(alarms, NOTED).toContainEqual(["writes", false]);
    await noting.stop();
    expect((await readState()).servers).toEqual([]);
  },
);
