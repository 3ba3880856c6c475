// Delivery of one change to many channels: others get their turn of the event loop meanwhile.
import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Catalogue } from "./changes/changes.ts";
import { Delivery } from "./delivery.ts";
import { FakeDatabase, TABLE } from "./model/fake-database.ts";
import { FakeTime } from "./model/fake-time.ts";
import { Subscriptions } from "./subscriptions.ts";

const CHANNELS = 3000;
const key = { name: "id", type: "uuid", typeSql: "uuid", keyPosition: 1 };
const CATALOGUE: Catalogue = new Map([
  [TABLE, { oid: 1, schema: "public", name: "notes", columns: [key], keyColumns: [key] }],
]);

test("a change that thousands of channels follow leaves turns to others, and reaches every channel", async () => {
  const time = new FakeTime();
  const database = new FakeDatabase(time);
  const subscriptions = new Subscriptions();
  const log = pino({ level: "silent" });
  const delivery = new Delivery({ database: database.database, subscriptions, catalogue: () => CATALOGUE, log });
  const identity = {
    key: "anna",
    role: "authenticated",
    claims: { sub: "anna" },
    account: "anna",
    login: "anna",
    expiresAt: null,
  } as const;
  const heard = new Set<string>();
  /** Turns of the event loop at which frames went out. */
  const turns = new Set<number>();
  let turn = 0;
  for (let n = 0; n < CHANNELS; n += 1) {
    const topic = `realtime:${n}`;
    const send = () => void (heard.add(topic), turns.add(turn));
    subscriptions.add({
      topic,
      joinRef: "1",
      version: "2.0.0",
      identity,
      bindings: [{ id: 1, event: "*", table: TABLE, filter: null }],
      send,
      fail: () => undefined,
    });
  }
  database.write("1", "kajen", { late: 0, isDoubled: false });

  delivery.take({ table: TABLE, operation: "INSERT", at: "2026-11-26T08:00:00Z", keys: [["1"]], statement: null });
  await time.pass(100);
  for (; heard.size < CHANNELS; turn += 1) await nextTurn();

  expect(turns.size).toBeGreaterThan(3);
});
