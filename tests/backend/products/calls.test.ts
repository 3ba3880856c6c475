// Calls of dispatch (document 5 §3): numbers, duplicates, units and their steps, every row of the table, undo, and two operators at once.
import { randomUUID } from "node:crypto";
import { array, assert, asyncProperty, boolean, constantFrom, nat, record, tuple } from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ActingPerson } from "#data/acting.ts";
import {
  assignUnits,
  changeCall,
  markDuplicate,
  openCaller,
  receiveCall,
  recordCallEvent,
  recordUnitStep,
  type SendingCode,
  type Step,
} from "#data/calls/mutations.ts";
import { callQueries, type CallStatus } from "#data/calls/queries.ts";
import { setAllOffDuty, undoAllOffDuty } from "#data/units/off-duty.ts";
import { setUnitStatus, undoPress } from "#data/units/presses.ts";
import { findUnit, type Unit } from "#data/units/queries.ts";
import { readMigrations } from "#server/database/migrations/project-files.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(() => server.sql`delete from units`);

const actingAs = (id: string): ActingPerson => ({
  login: "account",
  client: () => Promise.resolve(server.client()),
  kind: "operator",
  id,
  site: "721075",
});
const one = actingAs("op01");
const two = actingAs("op02");

const addUnit = async (status = "Radiobil", more: object = {}): Promise<string> =>
  insertRow(server.sql, "units", { unit_number: "31-1010", status, operational_status: "ACTIVE", ...more });
async function unitOf(id: string): Promise<Unit> {
  const unit = await findUnit(one, id);
  if (unit === null) throw new Error("The unit is gone");
  return unit;
}
const statusOf = async (id: string) => (await unitOf(id)).status;

async function receive(place = `Storgatan ${randomUUID()}`, who = one) {
  const { call } = await receiveCall(who, { id: randomUUID(), place, nature: "Brand", priority: 1, caller: "Åsa 070" });
  return call.id;
}
async function callOf(id: string) {
  const [call] = await server.sql`select * from calls where id = ${id}`;
  if (call === undefined) throw new Error("The call is gone");
  return call as { [column: string]: unknown; status: CallStatus; waiting_since: Date };
}
const kindsOf = async (id: string) =>
  (await server.sql`select kind from call_events where call_id = ${id} order by received_at, id`).map(
    ({ kind }) => kind as string,
  );

const typed = (place: string) => ({ id: randomUUID(), place, nature: "", priority: 2, caller: "" });

const send = (
  callId: string,
  unitIds: string[],
  who = one,
  accepted: { unit_id: string; codes: SendingCode[] }[] = [],
) => assignUnits(who, { callId, eventId: randomUUID(), unitIds, accepted });
const step = (callId: string, unitId: string, name: Step, who = one, eventId = randomUUID()) =>
  recordUnitStep(who, { callId, unitId, eventId, step: name });
const close = (callId: string, expected: CallStatus, who = one, eventId = randomUUID()) =>
  recordCallEvent(who, { callId, eventId, kind: "closed", expected, result: "Done" });
const undo = (eventId: string, who = one, undoId = randomUUID()) => undoPress(who, { unitId: "", eventId, undoId });

/** A call with units in a state of the table. */
async function callIn(state: CallStatus, units: string[]): Promise<string> {
  const id = await receive();
  if (state === "waiting") return id;
  await send(id, units);
  if (state === "assigned") return id;
  await step(id, units[0] ?? "", "on_scene");
  if (state === "on_scene") return id;
  for (const unit of units) await step(id, unit, "cleared");
  if (state === "closed") await close(id, "cleared");
  return id;
}

describe("receiving", () => {
  // Spec 5 §3: calls: number (2026-0142,
  // Spec 5 §3: receive_call(call, acting_as) stores
  test("counts numbers by year, each once, of two at once too; both are stored and each other's similar ones named", async () => {
    const place = `Storgatan ${randomUUID().slice(0, 6)}`;
    const answers = await Promise.all([
      receiveCall(one, typed(place)),
      receiveCall(two, typed(`  ${place.toUpperCase().replace(" ", "-")}!`)),
    ]);
    const numbers = answers.map(({ call }) => call.number).toSorted();
    expect(Number(numbers[1]?.slice(5)) - Number(numbers[0]?.slice(5))).toBe(1);
    expect(numbers[0]).toMatch(/^\d{4}-\d{4}$/);
    const [first, second] = answers.toSorted((a, b) => (a.call.number < b.call.number ? -1 : 1));
    expect(first?.similar).toEqual([]);
    expect(second?.similar.map(({ number }) => number)).toEqual([first?.call.number]);
  });

  test("goes on behind 9999", async () => {
    const year = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" }).slice(0, 4);
    const id = await insertRow(server.sql, "calls", { number: `${year}-10000` });
    const { call } = await receiveCall(one, { id: randomUUID(), place: "Kajen", nature: "", priority: 2, caller: "" });
    expect(call.number).toBe(`${year}-10001`);
    await server.sql`delete from calls where id in (${id}, ${call.id})`;
  });

  test("stores a call once, however often it is sent, as received when it was typed", async () => {
    const received_at = new Date(Date.now() - 300_000).toISOString();
    const call = { id: randomUUID(), place: "Kajen 1", nature: "", priority: 3, caller: "", received_at };
    const first = await receiveCall(one, call);
    expect(await receiveCall(one, call)).toEqual(first);
    expect(await callOf(call.id)).toMatchObject({ status: "waiting", received_at: new Date(received_at) });
    expect(await kindsOf(call.id)).toEqual(["received"]);
    await expect(receiveCall(two, call)).rejects.toMatchObject({ code: "PK010" });
    const [now] =
      await server.sql`select now() - received_at < interval '1 minute' as is_now from calls where id = ${await receive()}`;
    expect(now).toEqual({ is_now: true });
    const ahead = { ...call, id: randomUUID(), received_at: "2099-01-01T00:00:00Z" };
    expect(Date.parse((await receiveCall(one, ahead)).call.received_at)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test.each([
    [{ place: "  " }, "PK008"],
    [{ priority: 4 }, "23514"],
    [{ id: "none" }, "PK008"],
    [{ place: "x".repeat(201) }, "23514"],
  ])("refuses %j", async (over, code) => {
    const call = { id: randomUUID(), place: "Kajen", nature: "", priority: 2, caller: "", ...over };
    await expect(receiveCall(one, call)).rejects.toMatchObject({ code });
  });

  test("names no call of another place, none that is older than 30 minutes and none that is closed", async () => {
    const place = `Torget ${randomUUID()}`;
    const old = await receive(place);
    await server.sql`update calls set received_at = now() - interval '31 minutes' where id = ${old}`;
    await close(await receive(place), "waiting");
    const { similar } = await receiveCall(one, { id: randomUUID(), place, nature: "", priority: 2, caller: "" });
    expect(similar).toEqual([]);
  });
});

describe("a duplicate", () => {
  // Spec 5 §3: mark_duplicate(call_id, of, event_id,
  test("is closed into the other call, where its text and caller are a note", async () => {
    const [first, second] = [await receive("Storgatan 4"), await receive("Storgatan 4")];
    const eventId = randomUUID();
    const answer = await markDuplicate(two, { callId: second, of: first, eventId });
    expect(answer).toEqual({ outcome: "recorded", status: "closed" });
    expect(await callOf(second)).toMatchObject({ result: null, duplicate_of: first, closed_by: "op02" });
    expect(await kindsOf(first)).toEqual(["received", "noted"]);
    const [note] = await server.sql`select data, caller from call_events where call_id = ${first} and kind = 'noted'`;
    expect(note).toMatchObject({ data: { text: "Storgatan 4, Brand" }, caller: "Åsa 070" });
    expect(await markDuplicate(two, { callId: second, of: first, eventId })).toEqual(answer);
    expect(await markDuplicate(one, { callId: first, of: second, eventId: randomUUID() })).toMatchObject({
      outcome: "changed",
      now: "closed",
    });
    await expect(markDuplicate(one, { callId: first, of: first, eventId: randomUUID() })).rejects.toMatchObject({
      code: "PK008",
    });
  });
});

// Spec 5 §9: Contacts of bidders,
test("who called is opened by itself, also of duplicates, and the trail says who opened it", async () => {
  const [callId, other] = [await receive("Torget 1"), await receive("Torget 1")];
  await markDuplicate(two, { callId: other, of: callId, eventId: randomUUID() });
  const { call } = await receiveCall(one, typed("Torget 2"));
  const listed = await callQueries.open().queryFn(one, { signal: new AbortController().signal } as never);
  expect(JSON.stringify(listed.filter(({ id }) => id === callId))).not.toContain("Åsa");
  expect(await openCaller(two, { callId })).toMatchObject({
    outcome: "opened",
    caller: "Åsa 070",
    duplicates: [{ caller: "Åsa 070" }],
  });
  expect(await openCaller(one, { callId: call.id })).toMatchObject({ caller: "", duplicates: [] });
  const opened = await server.sql`
    select action, after ->> 'by' as by, before from audit_trail where subject = 'calls' and row_id = ${callId}`;
  expect(opened).toEqual([{ action: "read", by: "op02", before: null }]);
  await expect(openCaller(one, { callId: randomUUID() })).rejects.toMatchObject({ code: "PK007" });
});

// Spec 5 §9: Contacts of bidders,
test("who called stands in no answer to other work, and in a conflict alone of which the trail tells", async () => {
  const callId = await receive();
  const change = async (expected: object, changes: object) =>
    JSON.stringify(await changeCall(two, { callId, eventId: randomUUID(), expected, changes }));
  const unit = await addUnit();
  const sent = await assignUnits(two, { callId, eventId: randomUUID(), unitIds: [unit], accepted: [] });
  const others = [
    JSON.stringify(sent),
    await change({}, { priority: 1 }),
    await change({ priority: 1 }, { priority: 2 }),
  ];
  const opened = () => server.sql`
    select after ->> 'by' as by from audit_trail where subject = 'calls' and row_id = ${callId} and action = 'read'`;
  expect(others.join()).not.toContain("Åsa");
  expect(await opened()).toEqual([]);
  expect(await change({ caller: "" }, { caller: "Bo" })).toContain("Åsa 070");
  expect(await opened()).toEqual([{ by: "op02" }]);
});

// Spec 5 §9: Contacts of bidders,
test("who called stands in no refusal of a change, whatever is wrong with it", async () => {
  const callId = await receive();
  for (const wrong of [{ place: "x".repeat(201) }, { nature: "x".repeat(201) }, { priority: 4 }, { priority: null }]) {
    const { data, error } = await server.client().rpc("change_call", {
      call_id: callId,
      event_id: randomUUID(),
      expected: await callOf(callId),
      changes: wrong,
      acting_as: "op02",
    });
    expect([data, error?.code]).toEqual([null, "PK008"]);
    expect(JSON.stringify(error)).not.toContain("Åsa");
  }
});

// Spec 5 §9: Contacts of bidders,
test("who was said to have called before a change is opened with the caller, and stands in no event that a log shows", async () => {
  const [callId, other] = [await receive("Torget 3"), await receive("Torget 3")];
  const change = (expected: object, changes: object) =>
    changeCall(two, { callId, eventId: randomUUID(), expected, changes });
  await change({ caller: "Åsa 070", nature: "Brand" }, { caller: "Bo 071", nature: "Rök" });
  await change({ caller: "Bo 071" }, { caller: "" });
  await markDuplicate(two, { callId: other, of: callId, eventId: randomUUID() });
  expect(await openCaller(one, { callId })).toMatchObject({
    caller: "",
    earlier: ["Åsa 070", "Bo 071"],
    duplicates: [{ caller: "Åsa 070" }],
  });
  const events = await server.sql`select data from call_events where call_id = ${callId} order by received_at`;
  expect(JSON.stringify(events)).not.toMatch(/Åsa|Bo 071/);
  expect(events.map(({ data }) => data as object)).toContainEqual({ before: { nature: "Brand" } });
});

describe("a change", () => {
  // Spec 5 §3: change_call(call_id, event_id, expected,
  test("of different fields by two succeeds for both; of the same field the second is told", async () => {
    const callId = await receive("Storgatan 4");
    const change = (who: ActingPerson, expected: object, changes: object) =>
      changeCall(who, { callId, eventId: randomUUID(), expected, changes });
    const answers = await Promise.all([
      change(one, { place: "Storgatan 4" }, { place: "Storgatan 6" }),
      change(two, { priority: 1 }, { priority: 3 }),
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(["set", "set"]);
    expect(await callOf(callId)).toMatchObject({ place: "Storgatan 6", priority: 3, nature: "Brand" });
    expect(await change(two, { place: "Storgatan 4" }, { place: "Storgatan 8" })).toMatchObject({
      outcome: "changed",
      now: { place: "Storgatan 6" },
    });
    expect(await change(two, { place: "Storgatan 4" }, { place: "Storgatan 6" })).toMatchObject({
      outcome: "unchanged",
    });
    await expect(change(one, {}, { number: "2026-9999" })).rejects.toMatchObject({ code: "PK008" });
    await expect(change(one, { place: "Storgatan 6" }, { place: "" })).rejects.toMatchObject({ code: "PK008" });
  });
});

describe("sending units", () => {
  // Spec 5 §3: assign_units(call_id, event_id, unit_ids,
  test("gives a free unit assigned_status and asks about the others, which go when that is accepted", async () => {
    const [free, busy, off, standby] = [
      await addUnit(),
      await addUnit("BUSY"),
      await addUnit("OUT_OF_SERVICE"),
      await addUnit("AVAILABLE", { operational_status: "STANDBY" }),
    ];
    const callId = await receive();
    const answer = await send(callId, [free, busy, off, standby]);
    if (answer.outcome !== "assigned") throw new Error(answer.outcome);
    expect(answer.units.map(({ unit_id }) => unit_id)).toEqual([free]);
    expect(Object.fromEntries(answer.asked.map(({ unit, codes }) => [unit, codes]))).toEqual({
      [busy]: ["busy"],
      [off]: ["off-duty"],
      [standby]: ["standby"],
    });
    expect(await statusOf(free)).toBe("BUSY");
    const event =
      await server.sql`select cause, by, call_id from unit_status_events where unit_id = ${free} and cause = 'call'`;
    expect(event).toEqual([{ cause: "call", by: "op01", call_id: callId }]);
    // Codes that were not asked about do not let it go.
    const short = await send(callId, [busy], one, [{ unit_id: busy, codes: ["standby"] }]);
    expect(short).toMatchObject({ asked: [{ codes: ["busy"] }] });
    await send(callId, [busy, off, standby], one, [
      { unit_id: busy, codes: ["busy"] },
      { unit_id: off, codes: ["off-duty"] },
      { unit_id: standby, codes: ["standby"] },
    ]);
    expect(await Promise.all([busy, off, standby].map(statusOf))).toEqual(["BUSY", "OUT_OF_SERVICE", "BUSY"]);
  });

  // Spec 5 §3: The unit takes
  test("to two calls at once asks the second, with the number of the first; status and times of the first stay", async () => {
    const unit = await addUnit();
    const [a, b] = [await receive(), await receive()];
    const answers = await Promise.all([send(a, [unit], one), send(b, [unit], two)]);
    const asked = answers.flatMap((answer) => (answer.outcome === "assigned" ? answer.asked : []));
    expect(asked).toMatchObject([{ unit, codes: ["on-call"] }]);
    const [first, second] = (await callOf(a)).status === "assigned" ? [a, b] : [b, a];
    expect(await callOf(second)).toMatchObject({ status: "waiting" });
    expect(asked[0]?.call_number).toBe((await callOf(first))["number"]);
    const before = await unitOf(unit);
    await send(second, [unit], two, [{ unit_id: unit, codes: ["on-call"] }]);
    expect(await unitOf(unit)).toEqual(before);
    // Cleared from one it is on the other still; cleared from the last it is as before.
    await step(second, unit, "cleared");
    expect(await statusOf(unit)).toBe("BUSY");
    await step(first, unit, "cleared");
    expect(await statusOf(unit)).toBe("Radiobil");
  });

  // Spec 5 §3: call_units: call_id, unit_id
  // Spec 5 §3: A unit that
  test("of a unit that is on the call leaves it alone; sent again after clearing it has a new row", async () => {
    const unit = await addUnit();
    const callId = await receive();
    await send(callId, [unit]);
    expect(await send(callId, [unit], two)).toMatchObject({ asked: [], units: [{ unit_id: unit }] });
    await step(callId, unit, "cleared");
    await send(callId, [unit]);
    expect(await server.sql`select id from call_units where call_id = ${callId}`).toHaveLength(2);
  });

  test("ends at 30 units", async () => {
    const units = await Promise.all(Array.from({ length: 31 }, () => addUnit()));
    await expect(send(await receive(), units)).rejects.toMatchObject({ code: "PK008" });
  });
});

describe("steps", () => {
  // Spec 5 §3: record_unit_step(call_id, unit_id, event_id,
  test("of two who press at once make one time; the second is told when and by whom", async () => {
    const unit = await addUnit();
    const callId = await callIn("assigned", [unit]);
    const answers = await Promise.all([step(callId, unit, "on_scene", one), step(callId, unit, "on_scene", two)]);
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["recorded", "recorded_already"]);
    expect(new Set(answers.map(({ at }) => Date.parse(at))).size).toBe(1);
    expect((await kindsOf(callId)).filter((kind) => kind === "unit_on_scene")).toHaveLength(1);
    await step(callId, unit, "cleared", one);
    expect(await step(callId, unit, "en_route", two)).toMatchObject({ outcome: "cleared_already", by: "op01" });
  });

  test("have the time that was said, within 12 hours and not before the unit was sent", async () => {
    const unit = await addUnit();
    const callId = await callIn("assigned", [unit]);
    await server.sql`update call_units set assigned_at = now() - interval '1 hour' where call_id = ${callId}`;
    const at = new Date(Date.now() - 600_000).toISOString();
    await recordUnitStep(one, { callId, unitId: unit, eventId: randomUUID(), step: "en_route", at });
    await recordUnitStep(one, {
      callId,
      unitId: unit,
      eventId: randomUUID(),
      step: "on_scene",
      at: "2001-01-01T00:00:00Z",
    });
    const [row] =
      await server.sql`select en_route_at, on_scene_at = assigned_at as is_bounded from call_units where call_id = ${callId}`;
    expect(row).toEqual({ en_route_at: new Date(at), is_bounded: true });
    const [event] = await server.sql`select data from call_events where call_id = ${callId} and kind = 'unit_on_scene'`;
    expect(event?.["data"]).toHaveProperty("said_at");
  });

  test("of a unit that is not on the call are refused", async () => {
    const [unit, other] = [await addUnit(), await addUnit()];
    const callId = await callIn("assigned", [unit]);
    await expect(step(callId, other, "cleared")).rejects.toMatchObject({ code: "PK007" });
    await expect(step(callId, unit, "home" as Step)).rejects.toMatchObject({ code: "PK008" });
  });

  // Spec 5 §3: On clearing the
  test("take the statuses of the settings, on scene and cleared; a status that somebody set later stays", async () => {
    await server.sql`update dispatch_settings set on_scene_status = 'CIVILBIL', cleared_status = 'AVAILABLE'`;
    try {
      const [unit, kept] = [await addUnit(), await addUnit()];
      const callId = await callIn("on_scene", [unit, kept]);
      expect(await statusOf(unit)).toBe("CIVILBIL");
      await setUnitStatus(two, { unit: await unitOf(kept), eventId: randomUUID(), status: "EXEMPT" });
      await step(callId, unit, "cleared");
      await step(callId, kept, "cleared");
      expect(await Promise.all([statusOf(unit), statusOf(kept)])).toEqual(["AVAILABLE", "EXEMPT"]);
    } finally {
      await server.sql`update dispatch_settings set on_scene_status = null, cleared_status = null`;
    }
  });
});

type Act = (call: string, units: string[]) => Promise<unknown>;
const clearFirst: Act = (call, [unit = ""]) => step(call, unit, "cleared");
const deleteAll: Act = (_call, units) => server.sql`delete from units where id in ${server.sql(units)}`;
const another: Act = async (call) => send(call, [await addUnit()]);
const closed: Act = async (call) => close(call, (await callOf(call)).status);
const reopen: Act = (callId) =>
  recordCallEvent(one, {
    callId,
    eventId: randomUUID(),
    kind: "reopened",
    expected: "closed",
    text: "Röken är tillbaka",
  });

// Spec 5 §3: – | received
// Spec 5 §3: waiting, cleared |
// Spec 5 §3: assigned | first
// Spec 5 §3: assigned, on_scene | another
// Spec 5 §3: on_scene | last
// Spec 5 §3: assigned | last
// Spec 5 §3: assigned, on_scene | its
// Spec 5 §3: closed, for 24
describe("the table of transitions", () => {
  test.each<[CallStatus, number, string, Act, CallStatus]>([
    ["waiting", 1, "unit assigned", another, "assigned"],
    ["cleared", 1, "unit assigned", another, "assigned"],
    ["assigned", 2, "first unit on scene", (call, [unit = ""]) => step(call, unit, "on_scene"), "on_scene"],
    ["assigned", 1, "another unit assigned", another, "assigned"],
    ["on_scene", 1, "another unit assigned", another, "on_scene"],
    ["assigned", 2, "a unit cleared while others are not", clearFirst, "assigned"],
    ["on_scene", 2, "a unit cleared while others are not", clearFirst, "on_scene"],
    ["on_scene", 1, "last unit cleared", clearFirst, "cleared"],
    ["assigned", 1, "last unit cleared", clearFirst, "waiting"],
    ["assigned", 2, "all units deleted", deleteAll, "waiting"],
    ["on_scene", 1, "its last uncleared unit deleted", deleteAll, "waiting"],
    ["waiting", 0, "closed", closed, "closed"],
    ["assigned", 2, "closed", closed, "closed"],
    ["on_scene", 2, "closed", closed, "closed"],
    ["cleared", 1, "closed", closed, "closed"],
    ["closed", 1, "reopened", reopen, "waiting"],
  ])("%s with %d units, %s", async (from, count, _name, act, to) => {
    const units = await Promise.all(Array.from({ length: count }, () => addUnit()));
    const callId = await callIn(from, units);
    const before = await callOf(callId);
    expect(before.status).toBe(from);
    await act(callId, units);
    const after = await callOf(callId);
    expect(after.status).toBe(to);
    // Back in the queue it waits anew.
    const isAnew = to === "waiting" && from !== "waiting";
    expect(after.waiting_since > before.waiting_since).toBe(isAnew);
  });

  test.each<CallStatus>(["assigned", "on_scene"])("a closing of a call that is %s clears its units", async (from) => {
    const units = [await addUnit(), await addUnit("CIVILBIL")];
    const callId = await callIn(from, units);
    await close(callId, from);
    expect(await callOf(callId)).toMatchObject({ status: "closed", result: "Done", closed_by: "op01" });
    expect(await server.sql`select id from call_units where call_id = ${callId} and cleared_at is null`).toEqual([]);
    expect(await Promise.all(units.map(statusOf))).toEqual(["Radiobil", "CIVILBIL"]);
  });

  // Spec 5 §3: Another expected_status: {outcome:
  // Spec 5 §3: What the table
  // Spec 5 §3: A closed call
  test("refuses or tells what it lacks; a closed call takes notes and nothing else", async () => {
    const unit = await addUnit();
    const callId = await callIn("closed", [unit]);
    const news = { callId, eventId: randomUUID() };
    expect(await send(callId, [unit])).toMatchObject({ outcome: "changed", now: "closed", by: "op01" });
    expect(await close(callId, "cleared")).toEqual({ outcome: "unchanged", status: "closed" });
    expect(await step(callId, unit, "on_scene")).toMatchObject({ outcome: "cleared_already" });
    const change = changeCall(one, { ...news, expected: { priority: 1 }, changes: { priority: 2 } });
    expect(await change).toMatchObject({ outcome: "changed", now: "closed" });
    const noted = await recordCallEvent(two, { callId, eventId: randomUUID(), kind: "noted", text: "Nyckel kvar" });
    expect(noted).toEqual({ outcome: "recorded", status: "closed" });
    await expect(
      recordCallEvent(one, { callId, eventId: randomUUID(), kind: "reopened", expected: "closed", text: " " }),
    ).rejects.toMatchObject({ code: "PK008" });
    await server.sql`update calls set closed_at = now() - interval '25 hours' where id = ${callId}`;
    await expect(reopen(callId, [])).rejects.toMatchObject({ code: "PK005" });
    const open = await receive();
    await expect(
      recordCallEvent(one, {
        callId: open,
        eventId: randomUUID(),
        kind: "closed",
        expected: "waiting",
        result: "Gone",
      }),
    ).rejects.toMatchObject({ code: "PK008" });
    expect(await close(open, "assigned")).toMatchObject({ outcome: "changed", now: "waiting", by: "op01" });
    await expect(send(randomUUID(), [unit])).rejects.toMatchObject({ code: "PK007" });
  });
});

describe("undo", () => {
  // Spec 5 §3: undo_press(event_id, undo_id, acting_as):
  // Spec 5 §3: any | undone
  test("of an assignment takes the unit off the call, its status and times as before", async () => {
    const id = await addUnit();
    const unit = await unitOf(id);
    const callId = await receive();
    const before = await callOf(callId);
    const eventId = randomUUID();
    await assignUnits(one, { callId, eventId, unitIds: [id], accepted: [] });
    const undoId = randomUUID();
    const answer = await undo(eventId, one, undoId);
    expect(answer).toMatchObject({ outcome: "undone" });
    expect(await undo(eventId, one, undoId)).toEqual(answer);
    const { updated_at: _, ...now } = await unitOf(id);
    expect(unit).toMatchObject(now);
    expect(await callOf(callId)).toEqual(before);
    expect(await kindsOf(callId)).toEqual(["received", "unit_assigned", "undone"]);
    expect(await undo(eventId)).toMatchObject({ outcome: "changed" });
  });

  test.each<[CallStatus, Step]>([
    ["assigned", "en_route"],
    ["assigned", "on_scene"],
    ["assigned", "cleared"],
    ["on_scene", "cleared"],
  ])("of a step in %s, %s, gives back its time and the call's", async (state, name) => {
    const unit = await addUnit();
    const callId = await callIn(state, [unit]);
    const read = async () => {
      const { updated_at: _, ...times } = await unitOf(unit);
      return [await callOf(callId), times, await server.sql`select * from call_units where call_id = ${callId}`];
    };
    const before = await read();
    const eventId = randomUUID();
    await step(callId, unit, name, one, eventId);
    expect(await undo(eventId)).toMatchObject({ outcome: "undone" });
    expect(await read()).toEqual(before);
  });

  // Spec 5 §3: since goes on
  // Spec 5 §3: waiting, assigned, on_scene,
  test("of a closing puts its units back", async () => {
    const units = [await addUnit(), await addUnit("CIVILBIL")];
    const callId = await callIn("on_scene", units);
    const before = await callOf(callId);
    const eventId = randomUUID();
    await close(callId, "on_scene", one, eventId);
    expect(await Promise.all(units.map(statusOf))).toEqual(["Radiobil", "CIVILBIL"]);
    // A note is no act on it.
    await recordCallEvent(two, { callId, eventId: randomUUID(), kind: "noted", text: "Nyckel" });
    expect(await undo(eventId)).toMatchObject({ outcome: "undone" });
    expect(await callOf(callId)).toEqual(before);
    expect(await Promise.all(units.map(statusOf))).toEqual(["BUSY", "BUSY"]);
    for (const unit of units) await step(callId, unit, "cleared");
    expect(await Promise.all(units.map(statusOf))).toEqual(["Radiobil", "CIVILBIL"]);
  });

  test.each<[string, (call: string, unit: string) => Promise<unknown>]>([
    [
      "set the unit's status",
      async (_call, id) => setUnitStatus(two, { unit: await unitOf(id), eventId: randomUUID(), status: "EXEMPT" }),
    ],
    ["recorded a step", (call, unit) => step(call, unit, "en_route", two)],
    [
      "sent the unit elsewhere",
      async (_call, unit) => send(await receive(), [unit], two, [{ unit_id: unit, codes: ["on-call"] }]),
    ],
    ["sent another unit", async (call) => send(call, [await addUnit()], two)],
    ["closed the call", (call) => close(call, "assigned", two)],
    ["deleted the unit", (_call, unit) => server.sql`delete from units where id = ${unit}`],
  ])("of an assignment is refused when somebody %s since", async (_name, act) => {
    const unit = await addUnit();
    const callId = await receive();
    const eventId = randomUUID();
    await assignUnits(one, { callId, eventId, unitIds: [unit], accepted: [] });
    await act(callId, unit);
    const before = await callOf(callId);
    expect(await undo(eventId)).toMatchObject({ outcome: "changed" });
    expect(await callOf(callId)).toEqual(before);
  });

  test("is one's own alone, and 60 seconds long; a status is not taken back below a call", async () => {
    const unit = await addUnit("AVAILABLE");
    const press = randomUUID();
    await setUnitStatus(one, { unit: await unitOf(unit), eventId: press, status: "BUSY" });
    const callId = await receive();
    const eventId = randomUUID();
    await assignUnits(one, { callId, eventId, unitIds: [unit], accepted: [{ unit_id: unit, codes: ["busy"] }] });
    expect(await undo(press)).toMatchObject({ outcome: "changed", now: "BUSY" });
    await expect(undo(eventId, two)).rejects.toMatchObject({ code: "42501" });
    await server.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update call_events set received_at = received_at - interval '61 seconds'`;
      await sql`update call_units set assigned_at = assigned_at - interval '62 seconds'`;
    });
    expect(await undo(eventId)).toMatchObject({ outcome: "too_late" });
    expect(await undo(randomUUID())).toEqual({ outcome: "gone" });
  });
});

test("the night erases callers after 30 days and calls after 12 months", async () => {
  const [fresh, month, year] = [await receive(), await receive(), await receive()];
  await markDuplicate(one, { callId: await receive(), of: month, eventId: randomUUID() });
  await changeCall(one, {
    callId: month,
    eventId: randomUUID(),
    expected: { caller: "Åsa 070" },
    changes: { caller: "Bo 071" },
  });
  const old = async (id: string, days: number) => {
    await server.sql`update calls set received_at = now() - ${days} * interval '1 day' where id = ${id}`;
    await server.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update call_events set received_at = now() - ${days} * interval '1 day' where call_id = ${id}`;
    });
  };
  await old(month, 31);
  await old(year, 366);
  await server.sql`select private.erase_dispatch(5000)`;
  expect(await server.sql`select id from calls where id = ${year}`).toEqual([]);
  expect(await kindsOf(year)).toEqual([]);
  expect((await callOf(month))["caller"]).toBe("");
  const rest = await server.sql`select data::text, caller from call_events where call_id = ${month}`;
  expect(JSON.stringify(rest)).not.toMatch(/Åsa|Bo 071/);
  expect((await callOf(fresh))["caller"]).toBe("Åsa 070");
  await expect(server.sql`update call_events set by = 'op09' where call_id = ${fresh}`).rejects.toMatchObject({
    code: "42501",
  });
});

test.runIf(isWhole)("an upgrade moves who called out of what happened to old calls", async () => {
  const old = await createTestDatabase({ from: "bare" });
  try {
    const options = { url: old.url, profile: "hardened", seed: "never", log: pino({ level: "silent" }) } as const;
    await prepareDatabase({
      ...options,
      migrations: readMigrations().filter(({ version }) => version < "20261127104313"),
    });
    const call_id = await insertRow(old.sql, "calls", { caller: "Åsa 070" });
    const events = [
      { kind: "changed", data: { before: { caller: "Bo 071", place: "Kajen" } } },
      { kind: "changed", data: { before: { caller: "" } } },
      { kind: "noted", data: { text: "Kajen", duplicate: "2026-0002", caller: "Eva 072" } },
    ];
    for (const event of events) await insertRow(old.sql, "call_events", { call_id, ...event });
    await prepareDatabase(options);
    expect(await old.sql`select caller, data from call_events where call_id = ${call_id} order by caller`).toEqual([
      { caller: "Bo 071", data: { before: { place: "Kajen" } } },
      { caller: "Eva 072", data: { text: "Kajen", duplicate: "2026-0002" } },
      { caller: null, data: { before: {} } },
    ]);
  } finally {
    await old.drop();
  }
});

/** What an operator does to one of two units and one of two calls; over a bad network it may be sent twice. */
const ACT = record({
  kind: constantFrom(
    "press",
    "edit",
    "send",
    "send anyway",
    "en_route",
    "on_scene",
    "cleared",
    "close",
    "reopen",
    "undo",
    "all off",
    "undo all off",
    "delete",
  ),
  unit: nat(1),
  call: nat(1),
  status: constantFrom("AVAILABLE", "BUSY", "EXEMPT"),
  isSentTwice: boolean(),
});
const ROUNDS = array(tuple(ACT, ACT), { minLength: 1, maxLength: 12 });
type Doing = { kind: string; unit: number; call: number; status: string; isSentTwice: boolean };
const ALL: SendingCode[] = ["busy", "on-call", "off-duty", "standby", "maintenance"];

/** Two units and two calls of one evening, and what was stored of it. */
type Evening = { location: string; units: string[]; calls: string[]; batches: string[]; stored: string[] };

async function doIt(who: ActingPerson, last: { id?: string }, evening: Evening, { kind, ...at }: Doing) {
  const [unitId, callId, eventId] = [evening.units[at.unit] ?? "", evening.calls[at.call] ?? "", randomUUID()];
  /**
   * Sends the same call once or twice; the second answer is the first one's. A refusal stores nothing, so a repeat of it counts as the first
   * call, and is recorded when the other operator has sent the unit meanwhile.
   */
  async function sent<Answer extends { outcome: string }>(send: () => Promise<Answer>): Promise<Answer> {
    const [answer, again] = await Promise.all(at.isSentTwice ? [send(), send()] : [send()]);
    if (again?.outcome === "refused") return answer;
    if (again !== undefined && answer.outcome !== "refused") expect(again).toEqual(answer);
    return again ?? answer;
  }
  const remember = ({ outcome }: { outcome: string }) => {
    if (!["set", "assigned", "recorded"].includes(outcome)) return;
    last.id = eventId;
    if (outcome !== "assigned") evening.stored.push(eventId);
  };
  if (kind === "undo") {
    const [event, undoId] = [last.id, randomUUID()];
    if (event === undefined) return;
    const { outcome } = await sent(() => undo(event, who, undoId));
    if (outcome === "undone") evening.stored.push(undoId);
  } else if (kind === "press") {
    const unit = await findUnit(who, unitId);
    if (unit !== null) remember(await sent(() => setUnitStatus(who, { unit, eventId, status: at.status })));
  } else if (kind === "edit") await server.client().from("units").update({ status: at.status }).eq("id", unitId);
  else if (kind.startsWith("send")) {
    const accepted = kind === "send" ? [] : [{ unit_id: unitId, codes: ALL }];
    remember(await sent(() => assignUnits(who, { callId, eventId, unitIds: [unitId], accepted })));
  } else if (kind === "close") {
    const expected = (await callOf(callId)).status;
    const about = { callId, eventId, kind: "closed", expected, result: "Done" } as const;
    remember(await sent(() => recordCallEvent(who, about)));
  } else if (kind === "reopen") {
    await recordCallEvent(who, { callId, eventId, kind: "reopened", expected: "closed", text: "Igen" }).catch(
      expectRefusal,
    );
  } else if (kind === "all off") {
    await sent(() => setAllOffDuty(who, { batchId: eventId, location: evening.location }));
    evening.batches.push(eventId);
  } else if (kind === "undo all off") {
    const batchId = evening.batches.at(-1);
    if (batchId !== undefined) await sent(() => undoAllOffDuty(who, { batchId, eventId }));
  } else if (kind === "delete") await server.sql`delete from units where id = ${unitId} and status = 'EXEMPT'`;
  else {
    const about = { callId, unitId, eventId, step: kind as Step };
    remember(await sent(() => recordUnitStep(who, about).catch(expectRefusal)));
  }
}
/** What the table lacks is refused by a code of its own; every other failure is a fault. */
function expectRefusal(error: unknown): { outcome: string } {
  expect(error).toMatchObject({ code: expect.stringMatching(/^PK00[57]$/) as string });
  return { outcome: "refused" };
}

/** What no row may be, whoever acted when. */
async function findFaults(): Promise<readonly unknown[]> {
  return server.sql`
    with on_calls as (select call_id, unit_id, count(*) as count from call_units where cleared_at is null group by 1, 2),
    history as (select e.*, lag(e.to_status) over w as before, lag(e.cause) over w as cause_before, row_number() over (partition by unit_id order by received_at desc, id desc) as back
      from unit_status_events e window w as (partition by unit_id order by received_at, id))
    select 'call without its units' as fault, id from calls c
      where (status in ('assigned', 'on_scene')) <> exists (select from on_calls o where o.call_id = c.id)
    union all select 'on scene without a time', id from calls where status = 'on_scene' and on_scene_at is null
    union all select 'twice on a call', call_id from on_calls where count > 1
    union all select 'a history with a gap', unit_id from history where before is not null and from_status <> before
    union all select 'a status without its event', u.id from units u join history h on h.unit_id = u.id and h.back = 1 where h.to_status <> u.status
    union all select 'a later status lost to a call', unit_id from history
      where cause = 'call' and to_status <> 'BUSY' and cause_before in ('press', 'edit', 'all_off')
    union all select 'an edit taken back', unit_id from history where cause = 'undo' and cause_before = 'edit'
    union all select 'kept busy by no call', u.id from units u join history h on h.unit_id = u.id and h.back = 1
      where h.cause = 'call' and u.status = 'BUSY' and not exists (select from on_calls o where o.unit_id = u.id)`;
}

test(
  "whatever two operators do at the same time, calls and units are in states that the table allows",
  async () => {
    await assert(
      asyncProperty(ROUNDS, async (rounds) => {
        const location = randomUUID();
        const units = [await addUnit("Radiobil", { location }), await addUnit("AVAILABLE", { location })];
        const evening: Evening = {
          location,
          units,
          calls: [await receive(), await receive()],
          batches: [],
          stored: [],
        };
        const last = [{}, {}];
        for (const acts of rounds) {
          await Promise.all(
            [one, two].map((who, index) => doIt(who, last[index] ?? {}, evening, acts[index] as Doing)),
          );
          expect(await findFaults()).toEqual([]);
        }
        // Each event is there once, however often it was sent.
        const events = await server.sql`
          select id from call_events where id = any (${evening.stored})
          union all select id from unit_status_events where id = any (${evening.stored})`;
        expect(events.map(({ id }) => id as string).toSorted()).toEqual(evening.stored.toSorted());
        const sent = await server.sql`
          select batch_id from call_events where kind = 'unit_assigned' and data ->> 'unit_id' = any (${units})
          group by batch_id, data ->> 'unit_id' having count(*) > 1`;
        expect(sent).toEqual([]);
      }),
      { numRuns: 25 },
    );
  },
  WHOLE_TEST_MS,
);
