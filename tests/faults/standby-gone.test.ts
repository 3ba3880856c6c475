// A commit waits for a synchronous standby that is gone: whoever writes is told that nobody knows, the database keeps its connections, and the
// same call sent again is done once.
// Runs in `npm run test:all` alone, half a minute of waiting: hosts promotes a standby.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import postgres from "postgres";
import { expect, test } from "vitest";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { isDebian15There } from "#tests/support/database/other-postgres.ts";
import { PROCESS_CHANGED } from "#tests/support/run/patience.ts";
import { STANDBY, startPair } from "#tests/support/database/standby.ts";
import { parkingOf, plainClient } from "#tests/support/rows/writes.ts";
import { isWhole } from "#tests/support/run/whole.ts";

/** The longest that any call may take, in milliseconds. */
const LONGEST_CALL_MS = 15_000;

test.runIf(isWhole)(
  "a synchronous standby that is gone: unknown within 15 s, reads go on, and a call with its id is done once",
  async (context) => {
    context.skip(!isDebian15There, "Debian's postgresql-15 is not here");
    const pair = await startPair();
    context.onTestFinished(() => pair.stop());
    const own = makeDataDir();
    context.onTestFinished(own.remove);
    const product = await startBuilt(own.dataDir, {
      DATABASE_URL: pair.primary.url,
      STORAGE_URL: join(own.dataDir, "photos"),
    });
    context.onTestFinished(() => product.stop());
    const superuser = postgres(pair.primary.url, { max: 1, onnotice: () => undefined });
    context.onTestFinished(() => superuser.end());
    const wantStandby = async (isWanted: boolean) => {
      await superuser.unsafe(`alter system set synchronous_standby_names = '${isWanted ? STANDBY : ""}'`);
      await superuser`select pg_reload_conf()`;
    };
    await wantStandby(true);
    await pair.standby.stop();

    const client = plainClient(product.url, product.publishableKey);
    const rows = Array.from({ length: 8 }, () => parkingOf(randomUUID()));
    const check = { project: "ostra-hamnen", plate: "ABC123", check_id: randomUUID(), acting_as: "vakt01" };
    const calls = [
      ...rows.map((row) => () => client.from("parkings").insert(row)),
      () => client.rpc("check_plate", check),
    ];
    const asked = performance.now();
    const answers = Promise.all(calls.map((call) => call()));
    const read = await client.from("main_page_sites").select("id").limit(1);
    expect([read.status, performance.now() - asked < 1000]).toEqual([200, true]);
    for (const { status, error } of await answers)
      expect([status, error?.message]).toEqual([504, expect.stringContaining("It is not known whether")]);
    expect(performance.now() - asked).toBeLessThan(LONGEST_CALL_MS);
    // A statement that nobody waits for any more holds no connection of the database.
    const waiting = async () => (await superuser`select from pg_stat_activity where wait_event = 'SyncRep'`).length;
    await expect.poll(waiting, PROCESS_CHANGED).toBe(0);

    await wantStandby(false);
    const again = await Promise.all(calls.map((call) => call()));
    // A statement that waited behind another commit was never done, and is now.
    const statuses = new Set(again.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(statuses).toContain(409);
    const ids = rows.map(({ id }) => id);
    expect((await client.from("parkings").select("id").in("id", ids)).data).toHaveLength(rows.length);
    const [checks] = await superuser`select count(*)::int from public.plate_checks where id = ${check.check_id}`;
    expect(checks).toEqual({ count: 1 });
  },
);
