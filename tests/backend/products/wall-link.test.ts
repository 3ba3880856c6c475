// The link of a wall (document 5 §3): the administrator makes and ends it, it shows what a room may read, and wrong keys are limited.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RATE_LIMITS } from "#contract/rate-limits.ts";
import type { Acting, ActingPerson } from "#data/acting.ts";
import { raiseAlarm } from "#data/alarms/mutations.ts";
import { receiveCall, recordCallEvent } from "#data/calls/mutations.ts";
import { makeLink } from "#data/dispatch_links/mutations.ts";
import { wallAlarms, wallBoard } from "#data/dispatch_links/wall-board.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const wall: Acting = { login: "account", client: () => Promise.resolve(server.client()) };
const actingAs = (id: string): ActingPerson => ({ ...wall, kind: "operator", id, site: "721075" });
const [one, admin] = [actingAs("op01"), actingAs("ledning")];

const newKey = () => randomBytes(16).toString("base64url");
const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const link = (keyHash: string | null, who = admin) => makeLink(who, { kind: "wall", unit_id: null, keyHash });
const { signal } = new AbortController();
const board = (key: string) => wallBoard(wall, key, signal);

// Spec 5 §3: wall_board(key): units, open
test("shows every unit, open calls without their nature and caller, and open alarms without who raised them", async () => {
  await server.sql`delete from units`;
  const unit = await insertRow(server.sql, "units", { unit_number: "31-1010", status: "BUSY", occupation: "Ledning" });
  const receive = (place: string) =>
    receiveCall(one, { id: randomUUID(), place, nature: "Brand", priority: 1, caller: "Åsa 070" });
  const { call } = await receive("Storgatan 4");
  const closed = (await receive("Kajen 1")).call;
  const about = { callId: closed.id, eventId: randomUUID(), expected: closed.status };
  await recordCallEvent(one, { ...about, kind: "closed", result: "Done" });
  await recordCallEvent(one, { callId: call.id, eventId: randomUUID(), kind: "noted", text: "Nyckel hos vakten" });
  await raiseAlarm(one, { unitId: unit, unitNumber: "31-1010", alarmId: randomUUID(), place: "Torget" });
  const key = newKey();
  expect(await link(hashOf(key))).toMatchObject({ outcome: "made" });
  const shown = await board(key);
  expect(shown).toMatchObject({
    units: [{ id: unit, unit_number: "31-1010", status: "BUSY", checked_at: null }],
    calls: [{ number: call.number, place: "Storgatan 4", priority: 1, status: "waiting" }],
    alarms: [{ unit_id: unit, place: "Torget", acknowledged_at: null }],
    waiting_limits: [2, 5, 15],
  });
  expect(shown?.statuses).toHaveLength(6);
  expect(shown?.calls).toHaveLength(1);
  expect(await wallAlarms(wall, key, signal)).toEqual({ outcome: "found", alarms: shown?.alarms });
  expect(JSON.stringify(shown)).not.toMatch(/Brand|Åsa|Nyckel|op01|Ledning/);
});

test("a new link ends the one before, and the administrator ends it without another; operators do neither", async () => {
  const [first, second] = [newKey(), newKey()];
  await link(hashOf(first));
  await link(hashOf(second));
  expect([await board(first), (await board(second)) !== null]).toEqual([null, true]);
  await expect(link(hashOf(newKey()), one)).rejects.toMatchObject({ code: "42501" });
  await expect(link(null, one)).rejects.toMatchObject({ code: "42501" });
  expect(await link(null)).toMatchObject({ outcome: "ended" });
  expect([await board(second), await wallAlarms(wall, second, signal)]).toEqual([null, null]);
  expect(await board("")).toBeNull();
});

test("wrong keys are limited as those of cases are, and a right one is answered all the same", async () => {
  const limited = await startTestServer({ profile: "hardened" });
  try {
    const key = newKey();
    await limited.sql`insert into private.dispatch_links (kind, key_hash, made_by) values ('wall', ${hashOf(key)}, 'ledning')`;
    const visitor: Acting = { login: "account", client: () => Promise.resolve(limited.client()) };
    for (let tried = 0; tried < RATE_LIMITS.wrongKeys.address.points; tried += 1)
      expect(await wallBoard(visitor, newKey(), signal)).toBeNull();
    for (const read of [wallBoard, wallAlarms])
      await expect(read(visitor, newKey(), signal)).rejects.toMatchObject({ code: "rate-limited" });
    expect(await wallBoard(visitor, key, signal)).toMatchObject({ alarms: [] });
  } finally {
    await limited.stop();
  }
});
