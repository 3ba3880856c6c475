// Measured figures of dispatch, the crew of a unit, and the most units that there are (document 5 §3, §10).
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { assignUnits, receiveCall, recordUnitStep } from "#data/calls/mutations.ts";
import { callQueries } from "#data/calls/queries.ts";
import { dispatchFigureQueries } from "#data/dispatch_figures/queries.ts";
import { insertUnit, saveUnit } from "#data/units/mutations.ts";
import { findUnit, type Unit } from "#data/units/queries.ts";
import type { UnitDraft } from "#data/units/schema.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql`delete from units`;
  await server.sql`delete from calls`;
});

const acting: ActingPerson = {
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: "operator",
  id: "op01",
  site: "721075",
};
const context = { signal: new AbortController().signal } as never;
const figures = (days = 1) => dispatchFigureQueries.ofDays(days).queryFn(acting, context);
const rows = async (days: number) => (await callQueries.reached(days).queryFn(acting, context)).map(({ id }) => id);
const addUnit = (status: string, operational_status = "ACTIVE") =>
  insertRow(server.sql, "units", { status, operational_status });

/** A call that was received so many hours ago and reached so many minutes later. */
async function reached(hours: number, minutes: number | null): Promise<string> {
  const { call } = await receiveCall(acting, { id: randomUUID(), place: "Kajen", nature: "", priority: 2, caller: "" });
  await server.sql`
    update calls set received_at = now() - make_interval(hours => ${hours}),
      on_scene_at = now() - make_interval(hours => ${hours}) + make_interval(mins => ${minutes}::int)
    where id = ${call.id}`;
  return call.id;
}

// Spec 5 §3: dispatch_figures
test("count units and calls as the screens do, and the median of the calls of a period that a unit reached", async () => {
  expect(await figures()).toEqual({
    outcome: "measured",
    on_duty: 0,
    free: 0,
    open_calls: 0,
    reached_calls: 0,
    median_seconds: null,
  });
  await addUnit("AVAILABLE");
  await addUnit("BUSY", "EXEMPT");
  await addUnit("AVAILABLE", "STANDBY");
  await addUnit("EXEMPT");
  const calls = [await reached(1, 4), await reached(2, 10), await reached(20, 30)];
  await reached(3, null);
  const old = await reached(30, 60);
  expect(await figures()).toMatchObject({ on_duty: 2, free: 1, open_calls: 5, reached_calls: 3, median_seconds: 600 });
  expect(await figures(7)).toMatchObject({ reached_calls: 4, median_seconds: 1200 });
  expect(await rows(1)).toEqual(calls);
  expect(await rows(7)).toEqual([...calls, old]);
});

test("measure what a dispatcher did", async () => {
  const unit = await addUnit("AVAILABLE");
  const callId = await reached(1, null);
  await assignUnits(acting, { callId, eventId: randomUUID(), unitIds: [unit], accepted: [] });
  expect(await figures()).toMatchObject({ reached_calls: 0 });
  await recordUnitStep(acting, { callId, unitId: unit, eventId: randomUUID(), step: "on_scene" });
  const { reached_calls, median_seconds } = await figures();
  expect(reached_calls).toBe(1);
  expect(median_seconds).toBeGreaterThanOrEqual(3600);
});

test.each([
  [{ from: "2026-11-21T00:00:00Z", to: "2026-11-20T00:00:00Z" }],
  [{ from: null as never, to: "2026-11-20T00:00:00Z" }],
])("refuse %j", async (period) => {
  expect((await server.client().rpc("dispatch_figures", period)).error).toMatchObject({ code: "PK008" });
});

const DRAFT: UnitDraft = {
  unit_number: "31-1010",
  location: "Malmö",
  status: "AVAILABLE",
  occupation: "Patrull",
  vehicle_type: "Volvo V90",
  operational_status: "ACTIVE",
  crew: "",
};

// Spec 5 §3: units get status_since,
// Spec 5 §3: The form of
test("a unit's form sends document 2's six fields, and the crew only where it changed", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const sent = () =>
    fetched.mock.calls
      .filter(([, { method } = {}]) => method === "PATCH" || method === "POST")
      .map(([, { body } = {}]) => Object.keys(JSON.parse(body as string) as object));
  const six = Object.keys(DRAFT).filter((field) => field !== "crew");
  const unit = await insertUnit(acting, { id: randomUUID(), draft: DRAFT });
  await saveUnit(acting, { over: unit, draft: { ...DRAFT, location: "Lund" } });
  expect(sent()).toEqual([["id", ...six], six]);
  const now = (await findUnit(acting, unit.id)) as Unit;
  await saveUnit(acting, { over: now, draft: { ...DRAFT, crew: "Åsa, Bo" } });
  expect(sent().at(-1)?.toSorted()).toEqual(Object.keys(DRAFT).toSorted());
  expect(await findUnit(acting, unit.id)).toMatchObject({ crew: "Åsa, Bo", location: "Malmö" });
  // A save of another field over an older version keeps the crew that somebody wrote meanwhile.
  expect(
    await saveUnit(acting, { over: now, draft: { ...DRAFT, location: "Lund", occupation: "Ledning" } }),
  ).toMatchObject({
    outcome: "saved",
    unit: { crew: "Åsa, Bo", occupation: "Ledning" },
  });
  fetched.mockRestore();
});

const add = () =>
  insertUnit(acting, { id: randomUUID(), draft: DRAFT }).then(
    () => "added",
    ({ code }: { code: string }) => code,
  );

// Spec 5 §10: **Limits**: 40 cars,
test("there are 500 units at most, also of two who add at once", async () => {
  await server.sql`insert into units (unit_number) select 'E-' || n from generate_series(1, 499) n`;
  expect((await Promise.all([add(), add()])).toSorted()).toEqual(["PK008", "added"]);
  await server.sql`delete from units where unit_number = 'E-1'`;
  expect(await add()).toBe("added");
});
