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

/** Delivery to channels on a made-up database; each channel follows everything, or one site. */
function deliver(followed: readonly { login: string; site?: string }[]) {
  const time = new FakeTime();
  const database = new FakeDatabase(time);
  const subscriptions = new Subscriptions();
  const log = pino({ level: "silent" });
  const delivery = new Delivery({ database: database.database, subscriptions, catalogue: () => CATALOGUE, log });
  const heard = new Set<number>();
  const events = { heard: (_channel: number) => undefined as void };
  for (const [n, { login, site }] of followed.entries()) {
    subscriptions.add({
      topic: `realtime:${n}`,
      joinRef: "1",
      version: "2.0.0",
      identity: { key: login, role: "authenticated", claims: { sub: login }, account: login, login, expiresAt: null },
      bindings: [
        {
          id: 1,
          event: "*",
          table: TABLE,
          filter: site === undefined ? null : { column: "site", operator: "eq", values: [site] },
        },
      ],
      send: () => {
        heard.add(n);
        events.heard(n);
      },
      fail: () => undefined,
    });
  }
  return { time, database, delivery, heard, events };
}

const NOTICE = { table: TABLE, at: "2026-11-26T08:00:00Z", keys: [["1"]], statement: null };

test("a change that thousands of channels follow leaves turns to others, and reaches every channel", async () => {
  const { time, database, delivery, heard, events } = deliver(
    Array.from({ length: CHANNELS }, () => ({ login: "anna" })),
  );
  /** Turns of the event loop at which frames went out. */
  const turns = new Set<number>();
  let turn = 0;
  events.heard = () => void turns.add(turn);
  database.write("1", "kajen", { late: 0, isDoubled: false });

  delivery.take({ ...NOTICE, operation: "INSERT" });
  await time.pass(100);
  for (; heard.size < CHANNELS; turn += 1) await nextTurn();

  expect(turns.size).toBeGreaterThan(3);
});

test("a change at one of many sites asks and reaches those who follow that site or all of them; its removal asks everybody", async () => {
  const others = Array.from({ length: 50 }, (_, n) => ({ login: `at${n}`, site: `site${n}` }));
  const { time, database, delivery, heard } = deliver([
    { login: "anna", site: "kajen" },
    { login: "bo" },
    { login: "cilla", site: "torget" },
    ...others,
  ]);
  database.write("1", "kajen", { late: 0, isDoubled: false });
  delivery.take({ ...NOTICE, operation: "INSERT" });
  await time.pass(100);
  expect(heard).toEqual(new Set([0, 1]));
  expect(database.asked).toEqual(new Set(["anna", "bo"]));

  database.write("1", "torget", { late: 0, isDoubled: false });
  delivery.take({ ...NOTICE, operation: "UPDATE", statement: "1" });
  await time.pass(100);
  expect(database.asked.size).toBe(53);
});
