// Settings of dispatch and minimums of locations (document 5 §3): the administrator's alone, and no newer value of somebody else is overwritten.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import { assignUnits, receiveCall } from "#data/calls/mutations.ts";
import { setDispatchSettings, type SettingsChanges } from "#data/dispatch_settings/mutations.ts";
import { dispatchSettingsQueries } from "#data/dispatch_settings/queries.ts";
import { setMinimums } from "#data/location_minimums/mutations.ts";
import { locationMinimumQueries } from "#data/location_minimums/queries.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql`delete from units`;
  await server.sql`delete from location_minimums`;
});

const actingAs = (id: string): ActingPerson => ({
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: id === "ledning" ? "dispatch-admin" : "operator",
  id,
  site: "721075",
});
const [one, admin] = [actingAs("op01"), actingAs("ledning")];
const context = { signal: new AbortController().signal } as never;

const set = (expected: SettingsChanges, changes: SettingsChanges, who = admin, eventId = randomUUID()) =>
  setDispatchSettings(who, { eventId, expected, changes });
const read = () => dispatchSettingsQueries.own().queryFn(admin, context);

const list = () => locationMinimumQueries.list().queryFn(admin, context);
const addUnit = (unit_number: string, status = "AVAILABLE", location = "Malmö", operational_status = "ACTIVE") =>
  insertRow(server.sql, "units", { unit_number, status, location, operational_status });

describe("settings", () => {
  // Spec 5 §3: dispatch_settings (one row):
  test("two who change different fields both succeed; one field is told, with who was faster", async () => {
    expect(await set({ results: ["Done"] }, { results: ["Done", "Transported"] })).toEqual({ outcome: "set" });
    expect(await set({ waiting_limits: [2, 5, 15] }, { waiting_limits: [1, 5, 15] })).toEqual({ outcome: "set" });
    expect(await read()).toMatchObject({ results: ["Done", "Transported"], waiting_limits: [1, 5, 15] });
    expect(await set({ results: ["Done"] }, { results: ["Fixed"] })).toMatchObject({
      outcome: "changed",
      now: { results: ["Done", "Transported"] },
    });
    expect(await set({ results: ["Fixed"] }, { results: ["Done", "Transported"] })).toEqual({ outcome: "unchanged" });
  });

  test("a change that is sent again changes nothing and is answered as before", async () => {
    const eventId = randomUUID();
    const change = () => set({ on_scene_status: null }, { on_scene_status: "BUSY" }, admin, eventId);
    const first = await change();
    await set({ on_scene_status: "BUSY" }, { on_scene_status: null });
    expect(await change()).toEqual(first);
    expect(await read()).toMatchObject({ on_scene_status: null });
  });

  test.each([
    [{}, "PK008"],
    [{ project_id: "x" }, "PK008"],
    [{ nickname: "x" }, "PK008"],
    [{ assigned_status: "AWAY" }, "23503"],
    [{ off_duty_at: "soon" }, "22007"],
    [{ waiting_limits: [1, 2] }, "23514"],
    [{ results: [] }, "23514"],
  ])("%j is refused", async (changes, code) => {
    await expect(set({ ...(await read()) }, changes as never)).rejects.toMatchObject({ code });
  });

  test("are the administrator's alone", async () => {
    await expect(set({ off_duty_at: null }, { off_duty_at: "02:00:00" }, one)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("minimums", () => {
  // Spec 5 §3: location_minimums: location, min_free
  test("are set as a whole list, and a newer list of somebody else is told", async () => {
    const first = [
      { location: "Östra", min_free: 1 },
      { location: "Malmö", min_free: 2 },
    ];
    expect(await setMinimums(admin, { list: first, expected: [] })).toMatchObject({ outcome: "set" });
    expect(await setMinimums(admin, { list: first, expected: [] })).toMatchObject({ outcome: "unchanged" });
    expect(await setMinimums(admin, { list: [], expected: [] })).toMatchObject({ outcome: "changed" });
    const next = [{ location: "Malmö", min_free: 3 }];
    expect(await setMinimums(admin, { list: next, expected: first })).toMatchObject({ outcome: "set" });
    expect(await list()).toEqual(next);
    await expect(setMinimums(one, { list: [], expected: next })).rejects.toMatchObject({ code: "42501" });
    for (const wrong of [[...next, ...next], [5], [{ location: "Malmö", min_free: "two" }]])
      await expect(setMinimums(admin, { list: wrong as never, expected: next })).rejects.toMatchObject({
        code: "PK008",
      });
    for (const min_free of [0, 501])
      await expect(
        setMinimums(admin, { list: [{ location: "Malmö", min_free }], expected: next }),
      ).rejects.toMatchObject({ code: "23514" });
  });

  test("a unit whose going leaves its location below is asked about, of two sent at once the second", async () => {
    await setMinimums(admin, { list: [{ location: "Malmö", min_free: 2 }], expected: [] });
    const units = [await addUnit("1"), await addUnit("2"), await addUnit("3", "Radiobil")];
    // None of these is free there.
    for (const [status, location, operational] of [
      ["BUSY", "Malmö", "ACTIVE"],
      ["AVAILABLE", "Lund", "ACTIVE"],
      ["AVAILABLE", "Malmö", "STANDBY"],
    ] as const)
      await addUnit("9", status, location, operational);
    const callId = randomUUID();
    await receiveCall(one, { id: callId, place: "Kajen", nature: "", priority: 1, caller: "" });
    const send = (unitIds: string[], accepted: { unit_id: string; codes: "below-minimum"[] }[] = []) =>
      assignUnits(one, { callId, eventId: randomUUID(), unitIds, accepted });
    const answer = await send(units.slice(0, 2));
    if (answer.outcome !== "assigned") throw new Error(answer.outcome);
    expect(answer.units).toHaveLength(1);
    const [asked] = answer.asked;
    expect(asked).toMatchObject({ codes: ["below-minimum"], call_number: null });
    const unit_id = asked?.unit ?? "";
    expect(await send([unit_id], [{ unit_id, codes: ["below-minimum"] }])).toMatchObject({ asked: [] });
    const other = await addUnit("4", "AVAILABLE", "Lund");
    expect(await send([other])).toMatchObject({ asked: [] });
  });
});
