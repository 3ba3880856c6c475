// The link of a unit's crew (document 5 §3): the administrator makes it, it shows and changes its own unit alone, and a new one ends it.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import type { Acting, ActingPerson } from "#data/acting.ts";
import { assignUnits, receiveCall, recordUnitStep } from "#data/calls/mutations.ts";
import { makeLink } from "#data/dispatch_links/mutations.ts";
import { dispatchLinkQueries } from "#data/dispatch_links/queries.ts";
import { actAsUnit, type CrewPress, undoAsUnit, unitBoard } from "#data/units/by-key.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const crew: Acting = { login: "account", client: () => Promise.resolve(server.client()) };
const actingAs = (id: string): ActingPerson => ({ ...crew, kind: "operator", id, site: "721075" });
const [one, admin] = [actingAs("op01"), actingAs("ledning")];

const newKey = () => randomBytes(16).toString("base64url");
const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const { signal } = new AbortController();

async function unitWithKey(unit_number = "31-1010") {
  const id = await insertRow(server.sql, "units", { unit_number, status: "Radiobil", operational_status: "ACTIVE" });
  const key = newKey();
  expect(await makeLink(admin, { kind: "unit", unit_id: id, keyHash: hashOf(key) })).toMatchObject({ outcome: "made" });
  return { id, key };
}
async function callFor(...unitIds: string[]): Promise<string> {
  const id = randomUUID();
  await receiveCall(one, { id, place: "Storgatan 4", nature: "Brand", priority: 1, caller: "Åsa 070" });
  await assignUnits(one, { callId: id, eventId: randomUUID(), unitIds, accepted: [] });
  return id;
}
type What = CrewPress extends infer P
  ? P extends CrewPress
    ? Omit<P, "key" | "eventId" | "unitNumber">
    : never
  : never;
const press = (key: string, what: What, eventId = randomUUID()) =>
  actAsUnit(crew, { ...what, key, eventId, unitNumber: "31-1010" });
const openLinks = () => dispatchLinkQueries.open(admin).queryFn(admin, {} as never);

// Spec 5 §3: unit_board(key) reads, act_as_unit(key,
test("the board shows the own unit and its open calls, and never who called", async () => {
  const { id, key } = await unitWithKey();
  const other = await unitWithKey("32-2010");
  const call = await callFor(id);
  await callFor(other.id);
  const board = await unitBoard(crew, key, signal);
  expect(board).toMatchObject({
    unit: { id, unit_number: "31-1010", status: "BUSY" },
    status: { name: "BUSY", color: "amber", sign: "triangle" },
    calls: [{ id: call, place: "Storgatan 4", nature: "Brand", priority: 1, en_route_at: null }],
    alarm: null,
  });
  expect(board?.calls).toHaveLength(1);
  expect(JSON.stringify(board)).not.toContain("Åsa 070");
});

test("a crew takes the steps of its call, once each, and the database says that the unit did", async () => {
  const { id, key } = await unitWithKey();
  const callId = await callFor(id);
  const eventId = randomUUID();
  const first = await press(key, { step: "en_route", callId }, eventId);
  expect(first).toMatchObject({ outcome: "recorded", status: "assigned" });
  expect(await press(key, { step: "en_route", callId }, eventId)).toEqual(first);
  await recordUnitStep(one, { callId, unitId: id, eventId: randomUUID(), step: "on_scene" });
  expect(await press(key, { step: "on_scene", callId })).toMatchObject({ outcome: "recorded_already", by: "op01" });
  expect(await press(key, { step: "cleared", callId })).toMatchObject({ outcome: "recorded", status: "cleared" });
  expect(await unitBoard(crew, key, signal)).toMatchObject({ unit: { status: "Radiobil" }, calls: [] });
  expect(
    await server.sql`select kind, by from call_events where call_id = ${callId} and by like 'unit%' order by received_at`,
  ).toEqual([
    { kind: "unit_en_route", by: "unit 31-1010" },
    { kind: "unit_cleared", by: "unit 31-1010" },
  ]);
});

// Spec rules §9: A crew takes
test("a crew takes back its own last step alone, once, and not what somebody did since", async () => {
  const { id, key } = await unitWithKey();
  const other = await unitWithKey("31-1010");
  const callId = await callFor(id);
  const undo = (of: string, eventId: string, undoId = randomUUID()) => undoAsUnit(crew, { key: of, eventId, undoId });
  const [arrived, cleared, undoId] = [randomUUID(), randomUUID(), randomUUID()];
  await press(key, { step: "on_scene", callId }, arrived);
  await press(key, { step: "cleared", callId }, cleared);
  // Another unit bears the same number.
  expect(await undo(other.key, cleared)).toEqual({ outcome: "gone" });
  expect(await undo(newKey(), cleared)).toEqual({ outcome: "none" });
  expect(await undo(key, arrived)).toMatchObject({ outcome: "changed" });
  const undone = await undo(key, cleared, undoId);
  expect(undone).toMatchObject({ outcome: "undone", call: "on_scene" });
  expect(await undo(key, cleared, undoId)).toEqual(undone);
  expect(await unitBoard(crew, key, signal)).toMatchObject({ unit: { status: "BUSY" }, calls: [{ id: callId }] });
  // What a dispatcher did is the dispatcher's to take back.
  const ofOne = randomUUID();
  await recordUnitStep(one, { callId, unitId: id, eventId: ofOne, step: "cleared" });
  await expect(undo(key, ofOne)).rejects.toMatchObject({ code: "42501" });
});

test("a crew is looked after by itself, and raises its alarm once", async () => {
  const { id, key } = await unitWithKey();
  expect(await press(key, { step: "checked" })).toMatchObject({ outcome: "confirmed" });
  const place = "Storgatan 4";
  expect(await press(key, { step: "alarm", place })).toEqual({ outcome: "raised" });
  expect(await press(key, { step: "alarm", place })).toEqual({ outcome: "open_already" });
  expect(await server.sql`select place, raised_by from alarms where unit_id = ${id}`).toEqual([
    { place, raised_by: "unit 31-1010" },
  ]);
  expect(await unitBoard(crew, key, signal)).toMatchObject({ alarm: { acknowledged_at: null } });
  expect(
    await server.sql`select cause, by from unit_status_events where unit_id = ${id} and cause = 'checked'`,
  ).toEqual([{ cause: "checked", by: "unit 31-1010" }]);
});

test("a crew acts on no call of another unit, and on none that is not there, with one refusal", async () => {
  const { id, key } = await unitWithKey();
  const callId = await callFor((await unitWithKey("32-2010")).id);
  for (const of of [callId, randomUUID()])
    await expect(press(key, { step: "cleared", callId: of })).rejects.toMatchObject({
      code: "PK007",
      message: "This unit is not on the call.",
    });
  const left = press(key, { step: "left" as never, callId: await callFor(id) });
  await expect(left).rejects.toMatchObject({ code: "PK008" });
});

// Spec 5 §3: private.dispatch_links: kind (wall
// Spec 5 §3: make_link(kind, unit_id, key_hash,
test("a new link ends the old one, an ended one opens nothing, and a deleted unit's goes with it", async () => {
  const { id, key } = await unitWithKey();
  const second = newKey();
  const made = await makeLink(admin, { kind: "unit", unit_id: id, keyHash: hashOf(second) });
  expect(await makeLink(admin, { kind: "unit", unit_id: id, keyHash: hashOf(second) })).toEqual(made);
  expect(await unitBoard(crew, key, signal)).toBeNull();
  expect(await press(key, { step: "checked" })).toEqual({ outcome: "none" });
  expect(await unitBoard(crew, second, signal)).toMatchObject({ unit: { id } });
  expect((await openLinks()).filter(({ unit_id }) => unit_id === id)).toMatchObject([
    { kind: "unit", unit_number: "31-1010", made_by: "ledning" },
  ]);
  expect(await makeLink(admin, { kind: "unit", unit_id: id, keyHash: null })).toEqual({ outcome: "ended" });
  expect(await makeLink(admin, { kind: "unit", unit_id: id, keyHash: null })).toEqual({ outcome: "unchanged" });
  expect(await unitBoard(crew, second, signal)).toBeNull();
  const gone = await unitWithKey();
  await server.sql`delete from units where id = ${gone.id}`;
  expect(await unitBoard(crew, gone.key, signal)).toBeNull();
  expect(await makeLink(admin, { kind: "unit", unit_id: gone.id, keyHash: hashOf(newKey()) })).toEqual({
    outcome: "gone",
  });
});

test("one link of a unit is open, however many the administrator makes at once; each stands in the trail without its key", async () => {
  const { id } = await unitWithKey();
  await Promise.all(
    Array.from({ length: 5 }, () => makeLink(admin, { kind: "unit", unit_id: id, keyHash: hashOf(newKey()) })),
  );
  expect(await server.sql`select from private.dispatch_links where unit_id = ${id} and ended_at is null`).toHaveLength(
    1,
  );
  const trail = await server.sql`select after from audit_trail where subject = 'dispatch_links' and row_id = ${id}`;
  expect(trail).toHaveLength(6);
  expect(trail[0]).toEqual({ after: { kind: "unit", unit_number: "31-1010" } });
});

test.each([
  ["a link of nothing", { kind: "unit", unit_id: null }],
  ["a wall of a unit", { kind: "wall", unit_id: randomUUID() }],
  ["a kind that is none", { kind: "roof", unit_id: null }],
  ["a key in place of its hash", { kind: "wall", unit_id: null, keyHash: newKey() }],
])("%s is refused", async (_, change) => {
  await expect(makeLink(admin, { keyHash: hashOf(newKey()), ...change } as never)).rejects.toMatchObject({
    code: "PK008",
  });
});

test("wrong keys are limited as those of cases are, and a right one is answered all the same, its alarm too", async () => {
  const limited = await startTestServer({ profile: "hardened" });
  try {
    const id = await insertRow(limited.sql, "units", { unit_number: "31-1010" });
    const key = newKey();
    await limited.sql`insert into private.dispatch_links (kind, unit_id, key_hash, made_by) values ('unit', ${id}, ${hashOf(key)}, 'ledning')`;
    const visitor: Acting = { login: "account", client: () => Promise.resolve(limited.client()) };
    for (let tries = 0; tries < RATE_LIMITS.wrongKeys.address.points; tries++)
      expect(await unitBoard(visitor, newKey(), signal)).toBeNull();
    await expect(unitBoard(visitor, newKey(), signal)).rejects.toMatchObject({ code: "rate-limited" });
    expect(await unitBoard(visitor, key, signal)).toMatchObject({ unit: { id } });
    const alarm = { key, eventId: randomUUID(), unitNumber: "31-1010", step: "alarm", place: "" } as const;
    expect(await actAsUnit(visitor, alarm)).toEqual({ outcome: "raised" });
  } finally {
    await limited.stop();
  }
});

test("of answers about alarms, which no limit refuses, one a second is kept where nothing changed", async () => {
  for (const [outcome, kept] of [
    ["raised", 20],
    ["recorded", 20],
    ["open_already", 1],
    ["gone", 1],
    ["acknowledged_already", 1],
  ] as const) {
    const told = await server.sql`
      select private.keep_alarm_answer(gen_random_uuid(), 'act_as_unit', ${outcome}, jsonb_build_object('outcome', ${outcome}::text)) as answer
      from generate_series(1, 20)`;
    expect([...told]).toEqual(Array.from({ length: 20 }, () => ({ answer: { outcome } })));
    expect(await server.sql`select from private.answers where caller = ${outcome}`).toHaveLength(kept);
  }
});
