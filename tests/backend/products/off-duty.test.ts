// All units off duty at once, and back (document 5 §3): who stays, who is named, and no status that somebody set since is lost.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, constantFrom, record } from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { raiseAlarm } from "#data/alarms/mutations.ts";
import { offDutyQueries, setAllOffDuty, undoAllOffDuty } from "#data/units/off-duty.ts";
import { setUnitStatus } from "#data/units/presses.ts";
import { findUnit, type Unit, unitQueries } from "#data/units/queries.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql`delete from units`;
});

const actingAs = (id: string): ActingPerson => ({
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: "operator",
  id,
  site: "721075",
});
const [one, two] = [actingAs("op01"), actingAs("op02")];

async function addUnit(unit_number: string, status: string, location = "Malmö"): Promise<Unit> {
  const unit = await findUnit(one, await insertRow(server.sql, "units", { unit_number, status, location }));
  if (unit === null) throw new Error("The unit is gone");
  return unit;
}
const roster = async () => unitQueries.roster().queryFn(one, { signal: new AbortController().signal } as never);
const statuses = async () =>
  Object.fromEntries((await roster()).map(({ unit_number, status }) => [unit_number, status]));
/** A unit without its version, which each write makes anew. */
const withoutVersion = (unit: Unit) => ({ ...unit, updated_at: "" });
const setAll = (location: string | null = null, batchId = randomUUID(), who = one) =>
  setAllOffDuty(who, { batchId, location });
const undoAll = (batchId: string, eventId = randomUUID(), who = two) => undoAllOffDuty(who, { batchId, eventId });

// Spec 5 §3: set_all_off_duty(batch_id, location, include_on_calls,
test("takes those on duty, names those that stay, and brings them back as they were", async () => {
  const units = [await addUnit("1", "AVAILABLE"), await addUnit("2", "BUSY", "Lund")];
  await addUnit("3", "EXEMPT");
  const alarmed = await addUnit("4", "BUSY");
  await raiseAlarm(one, { unitId: alarmed.id, unitNumber: "4", alarmId: randomUUID(), place: "" });
  const sent = await addUnit("5", "BUSY");
  const call_id = await insertRow(server.sql, "calls");
  await insertRow(server.sql, "call_units", { call_id, unit_id: sent.id, unit_number: "5" });
  expect(await offDutyQueries.onCalls().queryFn(one, {} as never)).toContain(sent.id);
  const before = (await roster()).map(withoutVersion);
  const batchId = randomUUID();
  const answer = await setAll(null, batchId);
  expect(answer.outcome).toBe("set");
  expect(answer.changed.toSorted()).toEqual(["1", "2"]);
  expect(answer.kept.toSorted((a, b) => a.unit.localeCompare(b.unit))).toEqual([
    { unit: "3", why: "off-duty" },
    { unit: "4", why: "alarm" },
    { unit: "5", why: "on-call" },
  ]);
  expect(await setAll(null, batchId)).toEqual(answer);
  expect(await statuses()).toEqual({ 1: "OUT_OF_SERVICE", 2: "OUT_OF_SERVICE", 3: "EXEMPT", 4: "BUSY", 5: "BUSY" });
  expect(await offDutyQueries.latest().queryFn(one, {} as never)).toMatchObject({ batchId });
  const events = await server.sql`
    select cause, by, from_status from unit_status_events where batch_id = ${batchId} order by from_status`;
  expect(events).toEqual([
    { cause: "all_off", by: "op01", from_status: "AVAILABLE" },
    { cause: "all_off", by: "op01", from_status: "BUSY" },
  ]);
  const undo = await undoAll(batchId);
  expect(undo).toMatchObject({ outcome: "undone", kept: [] });
  expect((await roster()).map(withoutVersion)).toEqual(before);
  expect(await offDutyQueries.latest().queryFn(one, {} as never)).toBeNull();
  expect(units).toHaveLength(2);
});

test("takes one location alone, with the status of the settings", async () => {
  await addUnit("1", "AVAILABLE");
  await addUnit("2", "BUSY", "Lund");
  await server.sql`update dispatch_settings set off_duty_status = 'EXEMPT'`;
  expect(await setAll("Lund")).toMatchObject({ changed: ["2"], kept: [] });
  await server.sql`update dispatch_settings set off_duty_status = 'OUT_OF_SERVICE'`;
  expect(await statuses()).toEqual({ 1: "AVAILABLE", 2: "EXEMPT" });
});

// Spec 5 §3: undo_all_off_duty(batch_id, event_id, acting_as),
test("a unit that somebody set since, or that is gone, is kept and named", async () => {
  const [, pressed, gone] = [await addUnit("1", "BUSY"), await addUnit("2", "BUSY"), await addUnit("3", "BUSY")];
  const batchId = randomUUID();
  await setAll(null, batchId);
  const now = await findUnit(one, pressed.id);
  await setUnitStatus(two, { unit: now ?? pressed, eventId: randomUUID(), status: "Radiobil" });
  await server.sql`delete from units where id = ${gone.id}`;
  const undo = await undoAll(batchId);
  expect(undo).toMatchObject({ outcome: "undone", restored: ["1"] });
  expect("kept" in undo && undo.kept.toSorted((a, b) => a.unit.localeCompare(b.unit))).toEqual([
    { unit: "2", why: "changed" },
    { unit: "3", why: "gone" },
  ]);
  expect(await statuses()).toEqual({ 1: "BUSY", 2: "Radiobil" });
});

test("is taken back for ten minutes", async () => {
  const unit = await addUnit("1", "BUSY");
  const batchId = randomUUID();
  await setAll(null, batchId);
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update unit_status_events set at = at - interval '601 seconds' where batch_id = ${batchId}`;
    await sql`update units set status_since = status_since - interval '601 seconds' where id = ${unit.id}`;
  });
  expect(await undoAll(batchId)).toEqual({ outcome: "too_late" });
  expect(await statuses()).toEqual({ 1: "OUT_OF_SERVICE" });
});

const ACTS = array(record({ kind: constantFrom("all", "undo", "press"), unit: constantFrom("1", "2", "3") }), {
  minLength: 2,
  maxLength: 10,
});

test("whatever two operators do at once, each unit is what its last event says, and no event is there twice", async () => {
  await assert(
    asyncProperty(ACTS, ACTS, async (...acts) => {
      await server.sql`delete from units`;
      for (const name of ["1", "2", "3"]) await addUnit(name, "AVAILABLE");
      const batches: string[] = [];
      await Promise.all(
        acts.map(async (own, index) => {
          const who = index === 0 ? one : two;
          for (const { kind, unit: name } of own) {
            const batch = batches.at(-1);
            if (kind === "all") {
              const batchId = randomUUID();
              await setAll(null, batchId, who);
              batches.push(batchId);
            } else if (kind === "undo" && batch !== undefined) await undoAll(batch, randomUUID(), who);
            else {
              const unit = (await roster()).find(({ unit_number }) => unit_number === name);
              if (unit !== undefined) await setUnitStatus(who, { unit, eventId: randomUUID(), status: "BUSY" });
            }
          }
        }),
      );
      for (const unit of await roster()) {
        const events = await server.sql<{ from_status: string; to_status: string }[]>`
          select from_status, to_status from unit_status_events where unit_id = ${unit.id} order by at, id`;
        expect(events.at(-1)?.to_status).toBe(unit.status);
        for (const [index, event] of events.slice(1).entries())
          expect(event.from_status).toBe(events[index]?.to_status);
      }
    }),
    { numRuns: 15 },
  );
});
