// kill -9 of the server while chauffeurs take and return cars and bidders bid, and the same calls sent again: each is stored once, with all
// that belongs to it, and answered as it was. tests/faults/crash.test.ts asks plain rows, and PostgreSQL's own death.
// `npm run test:all` asks in `specified`: no policy stands before these functions.
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { expect, test } from "vitest";
import { type BuiltProduct, makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { plainClient } from "#tests/support/rows/writes.ts";
import { sellProperty } from "#tests/support/rows/sales.ts";

const TAXI = "157715";
const BEFORE = 60;
const SLOTS = [1, 2, 3, 4, 5, 6];
const BIDDERS = 4;

type Sent = { of: string; input: object; answer: unknown };

/** A person who makes one call after the other, and sends a call again until it is answered. */
async function keepCalling(
  client: () => SupabaseClient,
  next: (last: Sent | undefined) => Omit<Sent, "answer">,
  sent: Sent[],
  over: AbortSignal,
) {
  let last: Sent | undefined;
  while (!over.aborted) {
    const { of, input } = next(last);
    for (;;) {
      const { data, error } = await client().rpc(of, input);
      if (error === null) {
        last = { of, input, answer: data };
        sent.push(last);
        break;
      }
      // No answer, or one that says to try again.
      expect([of, error.code, error.message]).toEqual([
        of,
        expect.stringMatching(/^(?:$|PGRST00|08|57)/),
        error.message,
      ]);
      await pause(20);
    }
  }
}

const driver = (slot: number) => (last: Sent | undefined) => {
  const who = { acting_as: `forare-${slot}`, faults: [], end_km: null };
  if (last?.of === "take_car") {
    const { turn } = last.answer as { turn: { id: string } };
    return { of: "return_car", input: { ...who, turn_id: turn.id, event_id: randomUUID(), at: null } };
  }
  return {
    of: "take_car",
    input: { ...who, project: TAXI, slot, turn_id: randomUUID(), start_km: null, accepted: [] },
  };
};

const bidder = (property: string) => {
  const key = randomBytes(16).toString("base64url");
  return () => ({
    of: "place_bid",
    input: {
      bid: { id: randomUUID(), property_id: property, amount: 4_000_000, conditions: "Lån" },
      bidder: { name: "Bo", phone: key },
      key,
    },
  });
};

// Twelve seconds; car-races.test.ts and bid-races.test.ts ask the same rules in `npm test`.
test.runIf(isWhole)(
  "a killed server: each press on a car and each bid is stored once with its history, however often it was sent",
  async () => {
    const { dataDir, remove } = makeDataDir("migrated");
    let product: BuiltProduct = await startBuilt(dataDir);
    const sent: Sent[] = [];
    const over = new AbortController();
    const open = () => postgres(product.databaseUrl, { max: 1, onnotice: () => undefined });
    try {
      let sql = open();
      for (const table of ["vehicle_registrations", "vehicle_turns", "vehicle_events"])
        await sql`delete from ${sql(table)}`;
      const property = await sellProperty(sql, "Villan", { price: 4_000_000, bid_mode: "broker" });
      await sql.end();
      const client = () => plainClient(product.url, product.publishableKey);
      const people = [...SLOTS.map(driver), ...Array.from({ length: BIDDERS }, () => bidder(property))].map((next) =>
        keepCalling(client, next, sent, over.signal),
      );
      const further = async (count: number) => {
        for (const until = sent.length + count; sent.length < until; await pause(5));
      };
      await further(BEFORE);
      product.server.child.kill("SIGKILL");
      await product.server.exited;
      product = await startBuilt(dataDir);
      await further(BEFORE);
      over.abort();
      await Promise.all(people);

      // Everything once more: nothing changes, and every answer is the first one.
      const count = async () => {
        sql = open();
        const [counted] = await sql`
        select (select count(*)::int from vehicle_turns) as turns, (select count(*)::int from vehicle_events where kind = 'taken') as taken,
          (select count(*)::int from vehicle_events where kind = 'ended') as ended, (select count(*)::int from vehicle_turns where ended_at is not null) as over,
          (select count(*)::int from vehicle_turns where ended_at is null) as running, (select count(*)::int from vehicle_registrations) as registrations,
          (select count(*)::int from property_bids where property_id = ${property}) as bids,
          (select count(*)::int from bid_details d join property_bids b on b.id = d.bid_id where b.property_id = ${property}) as conditions,
          (select count(*)::int from sale_events where property_id = ${property} and kind = 'bid_placed') as placed,
          (select count(*)::int from bidders where property_id = ${property}) as bidders`;
        await sql.end();
        return counted as Record<string, number>;
      };
      const before = await count();
      const of = (name: string) => sent.filter((one) => one.of === name).length;
      expect(before).toMatchObject({
        turns: of("take_car"),
        taken: of("take_car"),
        ended: of("return_car"),
        over: of("return_car"),
      });
      expect(before["registrations"]).toBe(before["running"]);
      expect(before).toMatchObject({
        bids: of("place_bid"),
        conditions: of("place_bid"),
        placed: of("place_bid"),
        bidders: BIDDERS,
      });
      for (const { of: name, input, answer } of sent) {
        const { data, error } = await client().rpc(name, input);
        expect([name, error, data]).toEqual([name, null, answer]);
      }
      expect(await count()).toEqual(before);
    } finally {
      over.abort();
      await product.stop();
      remove();
    }
  },
);
