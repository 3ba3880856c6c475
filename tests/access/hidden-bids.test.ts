// Nothing that people who are no agents may ask tells a property with hidden and waiting bids from its twin without them (document 5 §5):
// not rows, counts, refusals, figures or time. What is told live stands in realtime.test.ts.
// `npm test` asks everybody in `hardened`, and in `specified` two people: to that database all are the visitor.
import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { asked, makePeople, type Person, type PersonName } from "#tests/access/people.ts";

/** Those who may read everything. */
const AGENTS: readonly PersonName[] = ["agent", "account admin", "service"];
const newKey = () => randomBytes(16).toString("base64url");
const STRANGER = { name: "Bo", phone: "070-7410000" };

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length / 2] ?? 0;

/** A property with a hidden bid, or one that is made up; the key is of the bidder with the public bid. */
type Twin = { property: string; bid: string; key: string };
type Question = (client: SupabaseClient, twin: Twin) => PromiseLike<object>;

const bids = (client: SupabaseClient, { property }: Twin) =>
  client.from("property_bids").select("*", { count: "exact" }).eq("property_id", property);
const placed =
  (amount: number, more: object = {}): Question =>
  (client, { property }) =>
    client.rpc("place_bid", {
      bid: { id: randomUUID(), property_id: property, amount, ...more },
      bidder: STRANGER,
      key: newKey(),
    });

const QUESTIONS: Record<string, Question> = {
  "all bids": bids,
  "the highest": (client, twin) => bids(client, twin).order("amount", { ascending: false }).limit(1),
  "how many": (client, { property }) =>
    client.from("property_bids").select("*", { count: "exact", head: true }).eq("property_id", property),
  "hidden ones": (client, twin) => bids(client, twin).neq("visibility", "public"),
  "high ones": (client, twin) => bids(client, twin).gt("amount", 8_000_000),
  "one by its id": (client, { bid }) => client.from("property_bids").select("*").eq("id", bid).maybeSingle(),
  figures: (client, { property }) => client.rpc("get_bid_figures", { property_ids: [property] }),
  "joined bidders": (client, { property }) => client.rpc("list_joined_bidders", { property_id: property }),
  "the own bids, with the public list": (client, { key }) => client.rpc("my_bids", { key }),
  bidders: (client, { property }) => client.from("bidders").select("*", { count: "exact" }).eq("property_id", property),
  conditions: (client, { bid }) => client.from("bid_details").select("*", { count: "exact" }).eq("bid_id", bid),
  sales: (client, { property }) =>
    client.from("property_sales").select("*", { count: "exact" }).eq("property_id", property),
  history: (client, { property }) =>
    client.from("sale_events").select("*", { count: "exact" }).eq("property_id", property),
  "the property": (client, { property }) => client.from("properties").select("*").eq("id", property),
  "a bid below the public ones": placed(4_000_000),
  "a bid far below": placed(1, { is_hidden: true }),
  "a bid by insert": (client, { property }) =>
    client.from("property_bids").insert({ property_id: property, bidder_name: "Bo", amount: 5 }),
  "withdrawing it": (client, { bid }) =>
    client.rpc("withdraw_bid", { bid_id: bid, event_id: randomUUID(), key: newKey(), acting_as: null }),
  "showing it": (client, { bid }) =>
    client.rpc("set_bid_visibility", {
      bid_id: bid,
      event_id: randomUUID(),
      expected: "hidden",
      visibility: "public",
      acting_as: "agent@parkering.example",
    }),
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let people: Record<PersonName, Person>;
  let twins: { hiding: Twin; open: Twin };
  const place = (id: string, more: object, key = newKey()) =>
    people.visitor.client.rpc("place_bid", {
      bid: { id: randomUUID(), property_id: id, amount: 4_200_000, ...more },
      bidder: { name: "Lena Ek", email: `${randomUUID()}@example.com` },
      key,
    });
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    people = await makePeople(server);
    const made = [randomUUID(), randomUUID()];
    for (const id of made)
      await insertRow(server.sql, "properties", {
        id,
        title: "Tvillingen",
        price: 4_000_000,
        bid_mode: "broker",
        higher_only: true,
        created_at: "2026-11-21T08:00:00Z",
        updated_at: "2026-11-21T08:00:00Z",
      });
    const [property = "", other = ""] = made;
    const bid = randomUUID();
    await place(property, { id: bid, amount: 9_000_000, is_hidden: true, conditions: "Med lån" });
    const keys = [newKey(), newKey()] as const;
    await place(property, {}, keys[0]);
    await place(other, {}, keys[1]);
    await server.sql`update properties set bid_release = 'by_agent' where id = ${property}`;
    await place(property, { amount: 9_500_000 });
    await server.sql`update properties set bid_release = 'at_once' where id = ${property}`;
    twins = { hiding: { property, bid, key: keys[0] }, open: { property: other, bid: randomUUID(), key: keys[1] } };
  });
  afterAll(() => server.stop());

  /** An answer without what differs between any two properties: keys and moments. */
  const answered = async (question: Question, client: SupabaseClient, twin: Twin) => {
    const { data, error, count, status } = (await question(client, twin)) as Record<string, unknown>;
    return JSON.stringify({ data, error, count, status })
      .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "an id")
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.+]+/g, "a moment");
  };

  // Spec 5 §5: Higher-only compares with
  // Spec 5 §9: Nobody else, and
  test.each(asked(profile).filter((name) => !AGENTS.includes(name)))(
    "%s learns nothing of a hidden bid",
    async (name) => {
      const { client } = people[name];
      for (const [what, question] of Object.entries(QUESTIONS))
        expect([what, await answered(question, client, twins.hiding)]).toEqual([
          what,
          await answered(question, client, twins.open),
        ]);
      for (const what of ["all bids", "the own bids, with the public list"])
        expect(await answered(QUESTIONS[what] as Question, client, twins.hiding)).toContain("Bidder 1");
    },
  );

  test("agents read what the others do not", async () => {
    const { client } = people.agent;
    expect(await answered(QUESTIONS["hidden ones"] as Question, client, twins.hiding)).toMatch(/"count":2/);
  });

  test("many hidden bids take no time that a visitor could measure", async () => {
    await Promise.all(Array.from({ length: 50 }, () => place(twins.hiding.property, { is_hidden: true })));
    const times = { hiding: [] as number[], open: [] as number[] };
    for (let round = 0; round < 100; round++)
      for (const which of ["hiding", "open"] as const) {
        const from = performance.now();
        await bids(people.visitor.client, twins[which]);
        times[which].push(performance.now() - from);
      }
    expect(median(times.hiding) / median(times.open)).toBeLessThan(1.25);
  });
});
