// The end of duty by the clock (document 5 §3): once a day, not on a day that somebody skipped, and not for a time that has just been set.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { setDispatchSettings, skipOffDuty } from "#data/dispatch_settings/mutations.ts";
import { offDutyQueries, undoAllOffDuty } from "#data/units/off-duty.ts";
import { startDue } from "#server/due/run-due.ts";
import { endPool, openPool } from "#server/database/driver/connect.ts";
import { createLog } from "#server/log.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The end of duty is so many minutes from now, as if it had been set days ago. */
async function endsIn(minutes: number): Promise<{ day: string; time: string }> {
  const moment = server.sql`now() + ${`${minutes} minutes`}::interval`;
  await server.sql`update dispatch_settings set off_duty_at = (${moment}) at time zone 'Europe/Stockholm'`;
  const [row] = await server.sql<{ day: string; time: string }[]>`
    update dispatch_settings set off_duty_skipped_on = null
    returning off_duty_at::text as time, private.day_of(${moment})::text as day`;
  if (row === undefined) throw new Error("There are no settings");
  return row;
}
let unit: string;
beforeEach(async () => {
  await server.sql`delete from units`;
  unit = await insertRow(server.sql, "units", { unit_number: "31-1010", status: "AVAILABLE" });
  await server.sql`delete from private.answers`;
});
const run = () => server.sql`select private.run_due()`;
const statusOf = async (id = unit) => (await server.sql`select status from units where id = ${id}`)[0]?.["status"];

const actingAs = (id: string): ActingPerson => ({
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: "operator",
  id,
  site: "721075",
});
const [one, admin] = [actingAs("op01"), actingAs("ledning")];

test.each([
  [-1, "OUT_OF_SERVICE"],
  [-59, "OUT_OF_SERVICE"],
  [-61, "AVAILABLE"],
  [1, "AVAILABLE"],
])("an end of duty %d minutes from now leaves a unit %s", async (minutes, status) => {
  await endsIn(minutes);
  await run();
  expect(await statusOf()).toBe(status);
});

// Spec 5 §3: With off_duty_at the
test("it happens once a day, names nobody, leaves units on calls, and is taken back like a press", async () => {
  await endsIn(-1);
  const sent = await insertRow(server.sql, "units", { unit_number: "2", status: "BUSY" });
  await insertRow(server.sql, "call_units", {
    call_id: await insertRow(server.sql, "calls"),
    unit_id: sent,
    unit_number: "2",
  });
  await Promise.all([run(), run(), run()]);
  await run();
  const events =
    await server.sql`select unit_id, by, batch_id from unit_status_events where cause = 'clock' and at > now() - interval '1 minute' and unit_id in (${unit}, ${sent})`;
  expect(events).toMatchObject([{ unit_id: unit, by: null }]);
  expect(await statusOf(sent)).toBe("BUSY");
  const latest = await offDutyQueries.latest().queryFn(one, { signal: new AbortController().signal } as never);
  expect(latest?.batchId).toBe(events[0]?.["batch_id"]);
  const undone = await undoAllOffDuty(one, { batchId: latest?.batchId ?? "", eventId: randomUUID() });
  expect(undone).toEqual({ outcome: "undone", restored: ["31-1010"], kept: [] });
  // Whoever goes on duty after the end stays.
  await run();
  expect(await statusOf()).toBe("AVAILABLE");
});

test("a day that somebody skipped passes, and once it happened it cannot be skipped", async () => {
  const { day } = await endsIn(1);
  expect(await skipOffDuty(one, { day })).toEqual({ outcome: "skipped", day });
  expect(await skipOffDuty(one, { day })).toEqual({ outcome: "unchanged", day });
  const soon = await endsIn(-1);
  expect(await skipOffDuty(one, { day: soon.day })).toEqual({ outcome: "skipped", day: soon.day });
  await run();
  expect(await statusOf()).toBe("AVAILABLE");
  const past = await endsIn(-2);
  await run();
  expect(await statusOf()).toBe("OUT_OF_SERVICE");
  expect(await skipOffDuty(one, { day: past.day })).toEqual({ outcome: "too_late", day: past.day });
  for (const wrong of ["2020-01-01", "2099-01-01"])
    await expect(skipOffDuty(one, { day: wrong })).rejects.toMatchObject({ code: "PK008" });
  await server.sql`update dispatch_settings set off_duty_at = null`;
  await expect(skipOffDuty(one, { day })).rejects.toMatchObject({ code: "PK008" });
});

// Spec rules §9: The clock takes
test.each([
  [-30, true],
  [10, true],
  [20, false],
])("a time %d minutes from now that is set now is skipped once: %s", async (minutes, isSkipped) => {
  const { day, time } = await endsIn(minutes);
  await server.sql`update dispatch_settings set off_duty_at = null`;
  const wanted = { off_duty_at: time };
  await setDispatchSettings(admin, { eventId: randomUUID(), expected: { off_duty_at: null }, changes: wanted });
  const [row] = await server.sql`select off_duty_skipped_on::text as skipped from dispatch_settings`;
  expect(row?.["skipped"]).toBe(isSkipped ? day : null);
  await run();
  expect(await statusOf()).toBe("AVAILABLE");
});

test("a running server does it by itself", async () => {
  await endsIn(-1);
  const database = openPool(server.databaseUrl, { name: "due", max: 1 });
  const due = startDue({ database, log: createLog("silent"), everyMs: 20 });
  await expect.poll(() => statusOf()).toBe("OUT_OF_SERVICE");
  await due.stop();
  await endPool(database, 1000);
});
