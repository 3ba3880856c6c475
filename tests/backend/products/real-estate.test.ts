// Properties and bids as the screens' own calls change them, against the real server: sales at once, sales cut short.
import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { safeParse } from "valibot";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Acting } from "#data/acting.ts";
import { acceptBid, AcceptError, placeBid } from "#data/property_bids/mutations.ts";
import { deleteProperty, hideBidList, insertProperty, updateProperty } from "#data/properties/mutations.ts";
import { NEW_PROPERTY, propertySchema } from "#products/real-estate/rules/property-schema.ts";
import { createTestClient, startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { insertRow } from "#tests/support/rows/rows.ts";

const AGENT = { email: "agent@parkering.example", password: "Agent-7410" };

let server: TestServer;
/** The caller: the page's client reads its address from the page, so that the test puts the unmodified client of its own server there. */
let caller: SupabaseClient;
const acting: Acting = { login: "account", client: () => Promise.resolve(caller) };

let agent: SupabaseClient;
let agentId: string;
let property: string;

beforeAll(async () => {
  server = await startTestServer({ from: "seeded" });
  agent = server.client();
  const { data } = await agent.auth.signInWithPassword(AGENT);
  agentId = data.user?.id ?? "";
});
afterAll(() => server.stop());

beforeEach(async () => {
  caller = agent;
  property = await insertRow(server.sql, "properties", { id: randomUUID() });
});

const bid = (amount = 900_000) => insertRow(server.sql, "property_bids", { property_id: property, amount });

async function saleOf(id: string) {
  const [row] = await server.sql<{ status: string; accepted_bid_id: string | null; accepted: string[] }[]>`
    select status, accepted_bid_id,
      array(select b.id::text from property_bids b where b.property_id = p.id and b.accepted) as accepted
    from properties p where id = ${id}`;
  return row;
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

/** The agent's client, whose network is as `fetching` makes it. */
async function agentThrough(
  fetching: (input: string, init: RequestInit) => Promise<Response>,
): Promise<SupabaseClient> {
  const { data } = await agent.auth.getSession();
  const client = createClient(server.url, server.publishableKey, {
    accessToken: () => Promise.resolve(data.session?.access_token ?? ""),
    realtime: { transport: WebSocket as never },
    global: { fetch: (input, init) => fetching(input as string, init ?? {}) },
  });
  // A read that fails is told at once, as the page's client does.
  (client as unknown as { rest: { retry: boolean } }).rest.retry = false;
  return client;
}

describe("accepting a bid", () => {
  // Spec 2 §4: Accepting a bid
  // Spec rules §13: The later of
  test("marks it and sells the property by it", async () => {
    const [low, high] = [await bid(1), await bid(2)];
    await acceptBid(acting, { bidId: low, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: low, accepted: [low] });
    expect(await failureOf(acceptBid(acting, { bidId: high, propertyId: property }))).toMatchObject({
      other: { bidder_name: "Anonymous", amount: 1 },
    });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: low, accepted: [low] });
  });

  // Spec 2 §4: Accepting a bid
  test("of agents who accept different bids at once, one does", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await insertRow(server.sql, "properties", { id: randomUUID() });
      const bids = await Promise.all(
        [1, 2, 3, 4].map((amount) => insertRow(server.sql, "property_bids", { property_id: id, amount })),
      );
      const failures = await Promise.all(bids.map((bidId) => failureOf(acceptBid(acting, { bidId, propertyId: id }))));
      const winner = failures.indexOf(undefined);
      expect(failures.filter((failure) => failure instanceof AcceptError)).toHaveLength(3);
      expect(await saleOf(id)).toEqual({ status: "sold", accepted_bid_id: bids[winner], accepted: [bids[winner]] });
    }
  });

  test("is refused to visitors and to accounts without the role, and changes nothing", async () => {
    const id = await bid();
    const email = `${randomUUID()}@example.com`;
    const member = server.client();
    await member.auth.signUp({ email, password: "Losen-7410" });
    await member.auth.signInWithPassword({ email, password: "Losen-7410" });
    for (const other of [server.client(), member]) {
      caller = other;
      const failure = await failureOf(acceptBid(acting, { bidId: id, propertyId: property }));
      expect(failure).toBeInstanceOf(AcceptError);
      expect(await saleOf(property)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
      expect(await failureOf(hideBidList(acting, { id: property, isHidden: true }))).toBeDefined();
    }
    const [{ hide_bid_list: isHidden } = {}] =
      await server.sql`select hide_bid_list from properties where id = ${property}`;
    expect(isHidden).toBe(false);
  });

  test("leaves no mark when the property was sold otherwise", async () => {
    const id = await bid();
    await server.sql`update properties set status = 'sold' where id = ${property}`;
    expect(await failureOf(acceptBid(acting, { bidId: id, propertyId: property }))).toBeInstanceOf(AcceptError);
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: null, accepted: [] });
  });

  test("succeeds when only the answer to the sale was lost", async () => {
    const id = await bid();
    caller = await agentThrough(async (input, init) => {
      const response = await fetch(input, init);
      if (init.method === "PATCH" && input.includes("/properties?")) throw new TypeError("connection lost");
      return response;
    });
    await acceptBid(acting, { bidId: id, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
  });

  test("succeeds when only the answer to the mark was lost", async () => {
    const id = await bid();
    caller = await agentThrough(async (input, init) => {
      const response = await fetch(input, init);
      if (init.method === "PATCH" && input.includes("/property_bids?")) throw new TypeError("connection lost");
      return response;
    });
    await acceptBid(acting, { bidId: id, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
  });

  test("that is cut off after the mark has sold the property", async () => {
    const id = await bid();
    let isCut = false;
    caller = await agentThrough(async (input, init) => {
      if (isCut) throw new TypeError("connection lost");
      isCut = init.method === "PATCH";
      return fetch(input, init);
    });
    await acceptBid(acting, { bidId: id, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
  });

  test("says so when nobody can tell what became of it", async () => {
    const id = await bid();
    let isCut = false;
    caller = await agentThrough(async (input, init) => {
      const response = isCut ? null : await fetch(input, init);
      isCut ||= init.method === "PATCH";
      if (isCut || response === null) throw new TypeError("connection lost");
      return response;
    });
    const failure = await failureOf(acceptBid(acting, { bidId: id, propertyId: property }));
    expect(failure).toMatchObject({ name: "AcceptError", isUnknown: true, other: undefined });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: id, accepted: [id] });
  });

  test("leaves a property as it is that was put up for sale again before the second call", async () => {
    const id = await bid();
    caller = await agentThrough(async (input, init) => {
      if (init.method === "PATCH" && input.includes("/properties?"))
        await server.sql`
          with unmarked as (update property_bids set accepted = false where id = ${id})
          update properties set status = 'available', accepted_bid_id = null where id = ${property}`;
      return fetch(input, init);
    });
    await acceptBid(acting, { bidId: id, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
  });
});

describe("placing a bid", () => {
  beforeEach(() => {
    caller = createTestClient(server.url, server.publishableKey);
  });

  // Spec 2 §5: Bidder name is
  // Spec 2 §5: No check against
  // Spec 2 §5: only a hint
  test("below the minimum is taken", async () => {
    await server.sql`update properties set min_bid = 500 where id = ${property}`;
    await placeBid(acting, { property_id: property, bidder_name: "Anonymous", amount: 1 });
    expect(
      await server.sql`select bidder_name, amount::int, accepted from property_bids where property_id = ${property}`,
    ).toEqual([{ bidder_name: "Anonymous", amount: 1, accepted: false }]);
  });

  // Spec 2 §4: Bidding is open
  test.each(["pending", "sold", "off_market"])("on a property that is %s is refused", async (status) => {
    await server.sql`update properties set status = ${status} where id = ${property}`;
    const failure = await failureOf(placeBid(acting, { property_id: property, bidder_name: "Sen", amount: 9 }));
    expect(failure).toMatchObject({ code: "23514" });
    expect(await server.sql`select id from property_bids where property_id = ${property}`).toHaveLength(0);
  });

  test("while the property is sold is in time or refused", async () => {
    const first = await bid();
    const visitor = caller;
    caller = agent;
    const sale = acceptBid(acting, { bidId: first, propertyId: property });
    caller = visitor;
    const bids = [1, 2, 3, 4, 5].map((amount) =>
      placeBid(acting, { property_id: property, bidder_name: "Sen", amount }),
    );
    const failures = (await Promise.all(bids.map(failureOf))).filter((failure) => failure !== undefined);
    await sale;
    for (const failure of failures) expect(failure).toMatchObject({ code: "23514" });
    const stored = await server.sql`select id from property_bids where property_id = ${property}`;
    expect(stored).toHaveLength(1 + bids.length - failures.length);
  });
});

describe("a property", () => {
  const typed = {
    ...NEW_PROPERTY,
    title: "Gården",
    seller_name: "Åsa",
    short_description: "Fin.",
    price: "5",
    address: "A 1",
    city: "Ystad",
  };
  const draftOf = (change: Partial<typeof typed> = {}) => {
    const parsed = safeParse(propertySchema, { ...typed, ...change });
    if (!parsed.success) throw new Error(parsed.issues[0].message);
    return parsed.output;
  };

  // Spec 2 §7: Insert, update, delete properties
  test("is added, changed and removed in the agent's name", async () => {
    const title = randomUUID();
    await insertProperty(acting, { draft: draftOf({ title, features: "Hiss, Balkong" }), userId: agentId });
    const [row] = await server.sql`select * from properties where title = ${title}`;
    expect(row).toMatchObject({
      created_by: agentId,
      updated_by: null,
      price: "5",
      min_bid: "5",
      features: ["Hiss", "Balkong"],
      status: "available",
      property_type: "house",
    });
    const id = String(row?.["id"]);
    await updateProperty(acting, { id, changes: { city: "Svarte" }, userId: agentId });
    expect((await server.sql`select city, updated_by from properties where id = ${id}`)[0]).toEqual({
      city: "Svarte",
      updated_by: agentId,
    });
    await deleteProperty(acting, id);
    expect(await failureOf(deleteProperty(acting, id))).toMatchObject({ code: "gone" });
    expect(await failureOf(updateProperty(acting, { id, changes: {}, userId: agentId }))).toMatchObject({
      code: "gone",
    });
  });

  // Spec 5 §5: available, pending, off_market
  test("that is no longer sold has no accepted bid, so that another can be accepted", async () => {
    const [first, second] = [await bid(1), await bid(2)];
    await acceptBid(acting, { bidId: first, propertyId: property });
    await updateProperty(acting, { id: property, changes: { city: "Svarte" }, userId: agentId });
    expect(await saleOf(property)).toMatchObject({ status: "sold", accepted: [first] });
    await updateProperty(acting, { id: property, changes: { status: "available" }, userId: agentId });
    expect(await saleOf(property)).toEqual({ status: "available", accepted_bid_id: null, accepted: [] });
    await acceptBid(acting, { bidId: second, propertyId: property });
    expect(await saleOf(property)).toEqual({ status: "sold", accepted_bid_id: second, accepted: [second] });
  });

  const wide = "x".repeat(201);
  test.each([
    ["as agents write it", {}, {}],
    ["a title of 200", { title: "å".repeat(200) }, {}],
    ["a price of nothing", { price: "0" }, {}],
    ["the largest price", { price: "1000000000000" }, {}],
    ["100 features", { features: "x,".repeat(100) }, {}],
    ["50 pictures", { image_urls: "/a\n".repeat(50) }, {}],
    ["a title of 201", { title: wide }, { title: wide }],
    ["a blank city", { city: " " }, { city: " " }],
    ["a price beyond the largest", { price: "1000000000001" }, { price: 1_000_000_000_001 }],
    ["more than 1000 bathrooms", { bathrooms: "1000,5" }, { bathrooms: 1000.5 }],
    ["101 features", { features: "x,".repeat(101) }, { features: Array(101).fill("x") }],
    ["a feature of 201", { features: wide }, { features: [wide] }],
    ["51 pictures", { image_urls: "/a\n".repeat(51) }, { image_urls: Array(51).fill("/a") }],
    ["a zip code of 21", { zip_code: "1".repeat(21) }, { zip_code: "1".repeat(21) }],
  ])("form and table agree on %s", async (_name, change, row) => {
    const parsed = safeParse(propertySchema, { ...typed, ...change });
    const stored = parsed.success ? parsed.output : { ...draftOf(), ...row };
    expect(parsed.success).toBe(Object.keys(row).length === 0);
    const failure = await failureOf(insertProperty(acting, { draft: stored, userId: agentId }));
    expect((failure as { code?: string } | undefined)?.code).toBe(parsed.success ? undefined : "23514");
  });
});

// Spec 5 §5: **Screens.** Listings: `For
test("the choices of the listings count what everybody may see, agents' other properties never", async () => {
  const choices = async (client: SupabaseClient) => (await client.rpc("get_listing_choices")).data as Choices;
  type Choices = { available: number; sold: number; types: string[]; places: string[] };
  const before = await choices(server.client());
  const row = { property_type: "vindsvåning", city: "Smygehuk" };
  await insertRow(server.sql, "properties", { id: randomUUID(), ...row, status: "sold" });
  await insertRow(server.sql, "properties", { id: randomUUID(), ...row, status: "off_market", city: "Hemliga byn" });
  for (const client of [server.client(), agent]) {
    const after = await choices(client);
    expect([after.available, after.sold]).toEqual([before.available, before.sold + 1]);
    expect(after.types).toContain("vindsvåning");
    expect(after.places).toContain("Smygehuk");
    expect(after.places).not.toContain("Hemliga byn");
  }
});
