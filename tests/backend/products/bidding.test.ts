// Bids on a broker's list, and the steps of a sale (document 5 §5), through the real client in both profiles.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { listenTo } from "#tests/support/server/realtime.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const log = pino({ level: "silent" });
const AGENT = { email: "agent@parkering.example", password: "Agent-7410" };
const LENA = { name: "Lena Ek", email: "lena@example.com" };

const newKey = () => randomBytes(16).toString("base64url");
type Answer = { outcome: string } & Record<string, unknown>;

const call = async (client: SupabaseClient, name: string, args: object): Promise<Answer> => {
  const { data, error } = await client.rpc(name, args);
  return error === null ? (data as Answer) : { outcome: error.code, message: error.message, details: error.details };
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let agent: SupabaseClient;
  let visitor: SupabaseClient;
  let property: string;
  beforeAll(async () => {
    server = await startTestServer({ from: "seeded", profile, rateLimits: "none" });
    agent = server.client();
    visitor = server.client();
    await agent.auth.signInWithPassword(AGENT);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    property = await insertRow(server.sql, "properties", { id: randomUUID(), price: 4_000_000, bid_mode: "broker" });
  });

  const act = (name: string, args: object) => call(agent, name, { ...args, acting_as: AGENT.email });
  const place = (
    amount: number,
    { key = newKey(), bidder = { name: "Bo", phone: randomUUID() }, ...bid }: Placed = {},
  ) => call(visitor, "place_bid", { bid: { id: randomUUID(), property_id: property, amount, ...bid }, bidder, key });
  type Placed = { key?: string; bidder?: object; id?: string; is_hidden?: boolean; conditions?: string };
  /** A bid with its id. */
  const placed = async (amount: number, more: Placed = {}) => {
    const id = randomUUID();
    return { id, ...(await place(amount, { id, ...more })) };
  };
  const step = (kind: string, expected: string, more: object = {}) =>
    act("record_sale_event", {
      property_id: property,
      event_id: randomUUID(),
      kind,
      expected,
      bid_id: null,
      newest_seen_bid_id: null,
      day: null,
      reason: null,
      ...more,
    });
  const setRules = (expected: object, changes: object, more: object = {}) =>
    act("set_settings", { product: "estate", project: "YSTAD", event_id: randomUUID(), expected, changes, ...more });
  const publicBids = async () => {
    const { data } = await visitor
      .from("property_bids")
      .select("bidder_name, amount, has_conditions, withdrawn_at")
      .eq("property_id", property)
      .order("created_at");
    return data ?? [];
  };
  const kinds = async () =>
    (await server.sql`select kind from sale_events where property_id = ${property} order by at, id`).map(({ kind }) =>
      String(kind),
    );
  /** What a property and its only bid say of their sale. */
  const namedBy = () => server.sql`
    select p.status, p.accepted_bid_id, b.accepted from properties p join property_bids b on b.property_id = p.id where p.id = ${property}`;
  const set = (values: object) =>
    agent.from("properties").update(values).eq("id", property).select("status, contract_pending");

  // Spec 5 §5: **place_bid(bid
  // Spec 5 §5: **property_bids**
  // Spec 5 §5: **bidders**
  // Spec 5 §5: Agents alone read
  // Spec 5 §5: In `broker` bidder_name
  // Spec 5 §5: The same key is
  // Spec 5 §5: my_bids
  // Spec 5 §5: Rules. Keys
  test("bids are numbered in the order of the first public one, and the public reads numbers alone", async () => {
    const key = newKey();
    expect(await place(4_000_000, { key, bidder: LENA })).toEqual({
      outcome: "placed",
      number: 1,
      visibility: "public",
    });
    expect(await place(4_100_000, { conditions: "With a loan" })).toMatchObject({ number: 2 });
    expect(await place(4_200_000, { key })).toMatchObject({ number: 1 });
    expect((await publicBids()).map((bid) => [bid.bidder_name, bid.amount, bid.has_conditions])).toEqual([
      ["Bidder 1", 4_000_000, false],
      ["Bidder 2", 4_100_000, true],
      ["Bidder 1", 4_200_000, false],
    ]);
    for (const table of ["bidders", "bid_details", "property_sales", "sale_events", "estate_settings"]) {
      const { data, count } = await visitor.from(table).select("*", { count: "exact" });
      expect([table, data ?? [], count ?? 0]).toEqual([table, [], 0]);
    }
    const { data: names } = await agent
      .from("bidders")
      .select("name, number")
      .eq("property_id", property)
      .order("number");
    expect(names).toEqual([
      { name: "Lena Ek", number: 1 },
      { name: "Bo", number: 2 },
    ]);
    expect(await call(visitor, "my_bids", { key })).toMatchObject({
      outcome: "found",
      properties: [{ number: 1, bids: [{ amount: 4_000_000 }, { amount: 4_200_000 }] }],
    });
    expect(await call(visitor, "my_bids", { key: newKey() })).toEqual({ outcome: "none" });
    const contacts = await server.sql<{ key_hash: string }[]>`
      select key_hash from private.bidder_contacts where property_id = ${property}`;
    expect(contacts.map(({ key_hash: hash }) => hash)).toContain(createHash("sha256").update(key).digest("hex"));
  });

  // Spec 5 §5: my_bids
  test("a bidder reads the list as everybody does, the own bids marked, and no hidden or waiting bid of another", async () => {
    const key = newKey();
    await place(4_000_000, { key, conditions: "With a loan" });
    await place(4_400_000, { key, is_hidden: true });
    await place(4_300_000);
    await place(9_000_000, { is_hidden: true });
    await set({ bid_release: "by_agent" });
    await place(9_500_000);
    const read = async () => ((await call(visitor, "my_bids", { key }))["properties"] as object[])[0];
    const mark = { received_at: expect.any(String), withdrawn_at: null, accepted: false };
    expect(await read()).toMatchObject({
      bids: [{ amount: 4_000_000 }, { amount: 4_400_000, visibility: "hidden" }],
      public_bids: [
        { ...mark, bidder_name: "Bidder 2", amount: 4_300_000, has_conditions: false, is_own: false },
        { ...mark, bidder_name: "Bidder 1", amount: 4_000_000, has_conditions: true, is_own: true },
      ],
    });
    await set({ hide_bid_list: true });
    expect(await read()).toMatchObject({ bids: [{}, {}], public_bids: null });
    await set({ hide_bid_list: false, status: "off_market" });
    expect(await read()).toMatchObject({ status: null, public_bids: null });
  });

  test("a repeated call gives the first answer and no second bid; another's id is refused", async () => {
    const [id, key] = [randomUUID(), newKey()];
    const first = await place(4_000_000, { id, key });
    expect(await place(4_000_000, { id, key })).toEqual(first);
    expect(await place(4_000_000, { id })).toMatchObject({ outcome: "PK010" });
    expect(await publicBids()).toHaveLength(1);
  });

  // Spec 5 §5: Name, and e-mail
  // Spec 5 §5: Warning `far-below`
  // Spec 5 §5: bid_details
  test("a bid needs a name, a contact, an amount and a key; far below is asked about", async () => {
    const refused = async (more: Placed, amount = 4_000_000) => {
      const { outcome, details } = await place(amount, more);
      return [outcome, details];
    };
    expect(await refused({ bidder: { name: " ", email: "a@example.com" } })).toEqual(["PK008", "name"]);
    expect(await refused({ bidder: { name: "Bo" } })).toEqual(["PK008", "phone"]);
    expect(await refused({ bidder: { name: "Bo", email: "bo" } })).toEqual(["PK008", "email"]);
    expect(await refused({ key: "short" })).toEqual(["PK008", "key"]);
    expect(await refused({}, -1)).toEqual(["PK008", "amount"]);
    expect(await refused({ conditions: "x".repeat(1001) })).toEqual(["PK008", "conditions"]);
    expect(await place(1_999_999)).toEqual({ outcome: "warnings", warnings: [{ code: "far-below" }] });
    expect(await publicBids()).toEqual([]);
    const bid = { id: randomUUID(), property_id: property, amount: 1_999_999 };
    const accepted = [{ code: "far-below", reason: "" }];
    expect(await call(visitor, "place_bid", { bid, bidder: LENA, key: newKey(), accepted })).toMatchObject({
      outcome: "placed",
    });
    const { error } = await visitor
      .from("property_bids")
      .insert({ property_id: property, bidder_name: "Bo", amount: 5 });
    expect(error?.code).toBe("PK005");
  });

  // Spec 5 §5: Higher-only compares with
  // Spec 5 §5: `too_low` offers
  test("of two equal bids at once one is public, and the other is told and offered to the agent", async () => {
    await set({ higher_only: true, bid_step: 10_000 });
    for (let amount = 4_000_000; amount < 4_050_000; amount += 10_000) {
      const answers = await Promise.all([place(amount), place(amount), place(amount)]);
      expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["placed", "too_low", "too_low"]);
      expect(answers.find(({ outcome }) => outcome === "too_low")).toEqual({
        outcome: "too_low",
        at_least: amount + 10_000,
      });
    }
    expect(await place(4_000_000, { is_hidden: true })).toEqual({
      outcome: "placed",
      number: null,
      visibility: "hidden",
    });
    expect((await publicBids()).map(({ bidder_name: name }) => name)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Bidder ${n}`),
    );
  });

  // Spec 5 §9: Nobody else, and never by rows, counts, refusals
  test("no refusal tells the highest bid of a hidden list", async () => {
    await set({ higher_only: true, bid_step: 10_000, hide_bid_list: true });
    await place(4_000_000);
    expect(await place(3_000_000)).toMatchObject({ outcome: "placed", visibility: "public" });
    await set({ hide_bid_list: false });
    expect(await place(3_000_000)).toEqual({ outcome: "too_low", at_least: 4_010_000 });
  });

  // Spec 5 §5: Higher-only compares with
  // Spec 5 §5: In `broker` bidder_name
  test("a hidden bid tells nobody but agents: no row, count, figure, number, refusal or live event", async () => {
    await set({ higher_only: true, hidden_bids: true });
    const heard = await listenTo(
      server.client(),
      { table: "property_bids", filter: `property_id=eq.${property}` },
      { table: "properties" },
    );
    const hidden = await placed(9_000_000, { is_hidden: true });
    expect(await place(4_000_000)).toMatchObject({ outcome: "placed", number: 1 });
    expect(await publicBids()).toHaveLength(1);
    const { count } = await visitor
      .from("property_bids")
      .select("*", { count: "exact", head: true })
      .eq("id", hidden.id);
    expect(count).toBe(0);
    const { data: figures } = await visitor.rpc("get_bid_figures", { property_ids: [property] });
    expect(figures).toEqual([{ property_id: property, highest: 4_000_000, bids: 1 }]);
    await expect.poll(() => heard.events.length).toBe(1);
    expect(JSON.stringify(heard.events)).not.toContain(hidden.id);
    expect(JSON.stringify(heard.events)).toContain("Bidder 1");
    const { data } = await agent.from("property_bids").select("bidder_name, visibility").eq("id", hidden.id);
    expect(data).toEqual([{ bidder_name: "New bidder", visibility: "hidden" }]);
    // Shown, it gets the next number and is heard of.
    const show = { bid_id: hidden.id, event_id: randomUUID(), expected: "hidden", visibility: "public" };
    expect(await act("set_bid_visibility", show)).toEqual({ outcome: "set", visibility: "public" });
    expect(await act("set_bid_visibility", show)).toEqual({ outcome: "set", visibility: "public" });
    expect((await publicBids()).map(({ bidder_name: name }) => name)).toEqual(["Bidder 2", "Bidder 1"]);
    expect(await act("set_bid_visibility", { ...show, event_id: randomUUID() })).toEqual({ outcome: "unchanged" });
    expect(await act("set_bid_visibility", { ...show, event_id: randomUUID(), visibility: "hidden" })).toMatchObject({
      outcome: "changed",
      now: "public",
      by: AGENT.email,
    });
    expect(await kinds()).toEqual(["rule_changed", "bid_placed", "bid_placed", "bid_shown"]);
  });

  // Spec 5 §5: `by_agent`: waits until
  // Spec 5 §5: Waiting bids count
  test("a bid waits where the agent releases bids, and where somebody has the contact but not the key", async () => {
    expect(await place(4_000_000, { bidder: LENA })).toMatchObject({ number: 1 });
    expect(await place(4_100_000, { bidder: { name: "Falsk", email: " LENA@example.com" } })).toEqual({
      outcome: "placed",
      number: null,
      visibility: "waiting",
    });
    await set({ bid_release: "by_agent" });
    expect(await place(4_200_000)).toMatchObject({ visibility: "waiting" });
    expect(await publicBids()).toHaveLength(1);
    await set({ bid_release: "at_once", higher_only: true });
    expect(await place(4_000_001)).toMatchObject({ number: 2, visibility: "public" });
    const { data: figures } = await visitor.rpc("get_bid_figures", { property_ids: [property] });
    expect(figures).toEqual([{ property_id: property, highest: 4_000_001, bids: 2 }]);
  });

  // Spec 5 §5: The same bidder
  test("a bidder repeats the own amount with other conditions, also where each bid must be higher; nobody else does", async () => {
    await set({ higher_only: true, bid_step: 10_000 });
    const key = newKey();
    await place(4_000_000, { key, conditions: "With a loan" });
    await place(4_100_000);
    const repeat = async (conditions: string, by = key) => (await place(4_000_000, { key: by, conditions })).outcome;
    expect(await repeat("With a loan")).toBe("too_low");
    expect(await repeat("", newKey())).toBe("too_low");
    expect(await repeat("")).toBe("placed");
    expect(await repeat("")).toBe("too_low");
    expect((await publicBids()).map((bid) => [bid.bidder_name, bid.amount, bid.has_conditions])).toEqual([
      ["Bidder 1", 4_000_000, true],
      ["Bidder 2", 4_100_000, false],
      ["Bidder 1", 4_000_000, false],
    ]);
  });

  // Spec 5 §5: Amount and time
  test("an agent changes no bid's amount, time or name; the name is set when the bid becomes public", async () => {
    const { id } = await placed(4_000_000, { is_hidden: true });
    const bid = async () =>
      (await server.sql`select amount, created_at, bidder_name from property_bids where id = ${id}`)[0];
    const before = await bid();
    for (const values of [{ amount: 5_000_000 }, { created_at: "2026-01-01T00:00:00Z" }, { bidder_name: "Bo" }])
      // oxlint-disable-next-line no-await-in-loop
      expect((await agent.from("property_bids").update(values).eq("id", id).select("id")).data ?? []).toEqual([]);
    expect(await bid()).toEqual(before);
    await act("set_bid_visibility", { bid_id: id, event_id: randomUUID(), expected: "hidden", visibility: "public" });
    expect(await bid()).toEqual({ ...before, bidder_name: "Bidder 1" });
  });

  // Spec 5 §5: **enter_bid(bid
  test("an agent notes a bid by phone with its time, in every state", async () => {
    const at = "2026-11-21T08:00:00+00:00";
    const bid = { id: randomUUID(), property_id: property, amount: 4_300_000, received_at: at };
    await set({ status: "off_market" });
    expect(await act("enter_bid", { bid, bidder: LENA })).toEqual({
      outcome: "entered",
      visibility: "public",
      number: 1,
    });
    const { data } = await agent.from("property_bids").select("received_at, source").eq("id", bid.id);
    expect(data).toEqual([{ received_at: at, source: "agent" }]);
    const { data: details } = await agent.from("bid_details").select("entered_by").eq("bid_id", bid.id);
    expect(details).toEqual([{ entered_by: AGENT.email }]);
    expect(await place(4_400_000)).toEqual({ outcome: "closed", status: null });
    expect(await call(visitor, "enter_bid", { bid, bidder: LENA, acting_as: AGENT.email })).toMatchObject({
      outcome: "42501",
    });
  });

  // Spec 5 §5: **withdraw_bid(bid_id
  test("a withdrawn bid stays in the list with its time, counts for no rule and is not accepted", async () => {
    await set({ higher_only: true });
    const key = newKey();
    const high = await placed(5_000_000, { key });
    const withdraw = { bid_id: high.id, event_id: randomUUID(), key, acting_as: null };
    expect(await call(visitor, "withdraw_bid", { ...withdraw, event_id: randomUUID(), key: newKey() })).toMatchObject({
      outcome: "PK007",
    });
    const answer = await call(visitor, "withdraw_bid", withdraw);
    expect(answer).toMatchObject({ outcome: "withdrawn" });
    expect(await call(visitor, "withdraw_bid", withdraw)).toEqual(answer);
    expect(await publicBids()).toMatchObject([{ amount: 5_000_000, withdrawn_at: answer["at"] }]);
    expect(await place(4_000_000)).toMatchObject({ outcome: "placed" });
    expect(await step("accepted", "available", { bid_id: high.id })).toMatchObject({ outcome: "withdrawn" });
    const { error } = await agent.from("property_bids").update({ accepted: true }).eq("id", high.id).select("id");
    expect(error?.message).toBe("The bid is withdrawn.");
  });

  // Spec 5 §5: join_bidders
  test("two bidders who are one person are joined, and the public reads which number is which", async () => {
    const keys = [newKey(), newKey()];
    for (const key of keys) await place(4_000_000, { key });
    const { data } = await agent.from("bidders").select("id").eq("property_id", property).order("number");
    const [keep, joined] = (data ?? []).map(({ id }) => id as string);
    const join = { property_id: property, event_id: randomUUID(), keep, joined };
    expect(await act("join_bidders", { ...join, reason: " " })).toMatchObject({ outcome: "PK008", details: "reason" });
    expect(await act("join_bidders", { ...join, reason: "Same phone" })).toEqual({ outcome: "joined" });
    expect((await visitor.rpc("list_joined_bidders", { property_id: property })).data).toEqual([
      { number: 2, is_number: 1 },
    ]);
    expect(await place(4_100_000, { key: keys[1] ?? "" })).toMatchObject({ number: 1 });
    // The joined key keeps its earlier bid, which it may withdraw; the other key has none of it.
    for (const [index, amounts] of [
      [0, [4_000_000, 4_100_000]],
      [1, [4_000_000, 4_000_000, 4_100_000]],
    ] as const)
      expect(await call(visitor, "my_bids", { key: keys[index] })).toMatchObject({
        properties: [{ number: 1, bids: amounts.map((amount) => ({ amount })) }],
      });
    expect((await publicBids()).map(({ bidder_name: name }) => name)).toEqual(["Bidder 1", "Bidder 2", "Bidder 1"]);
  });

  // Spec 5 §5: **record_sale_event(property_id
  // Spec 5 §5: **property_sales**
  // Spec 5 §5: **sale_events**
  // Spec 5 §5: Agents alone read
  // Spec 5 §5: In `broker` a property
  // Spec 5 §5: contract_pending | accepted: another
  // Spec 5 §5: contract_pending | contract_signed
  // Spec 5 §5: any | assignment_ended
  // Spec 5 §5: available | accepted, contract_step on
  test("the agent's week: accepted from an old list, another bid, undone, signed, undone, handed over", async () => {
    await set({ contract_step: true });
    const first = await placed(4_000_000);
    const later = await placed(4_100_000, { conditions: "Inspection" });
    const seen = { bid_id: first.id, newest_seen_bid_id: first.id };
    expect(await step("accepted", "available", seen)).toMatchObject({
      outcome: "newer_bids",
      bids: [{ id: later.id, amount: 4_100_000, bidder_name: "Bidder 2", has_conditions: true }],
    });
    const event = { ...seen, newest_seen_bid_id: later.id, event_id: randomUUID() };
    const answers = await Promise.all([step("accepted", "available", event), step("accepted", "available", event)]);
    expect(answers).toEqual([1, 2].map(() => ({ outcome: "recorded", status: "contract_pending" })));
    const { data } = await visitor
      .from("properties")
      .select("status, contract_pending, accepted_bid_id")
      .eq("id", property);
    expect(data).toEqual([{ status: "available", contract_pending: true, accepted_bid_id: null }]);
    // Bids go on; a second agent is told; a form and a direct call are refused.
    const third = await placed(4_200_000);
    expect(third.outcome).toBe("placed");
    expect(await step("accepted", "available", { bid_id: third.id, newest_seen_bid_id: third.id })).toMatchObject({
      outcome: "changed",
      now: "contract_pending",
    });
    expect((await set({ status: "off_market" })).error?.message).toBe("Undo the acceptance first.");
    const direct = await agent.from("property_bids").update({ accepted: true }).eq("id", third.id).select("id");
    expect(direct.error?.message).toBe("The contract is not signed yet.");
    const gone = await agent.from("properties").delete().eq("id", property).select("id");
    expect(gone.error?.message).toBe("This property has bids and is kept. Take it off the market.");
    const other = { bid_id: third.id, newest_seen_bid_id: third.id };
    expect(await step("accepted", "contract_pending", other)).toMatchObject({ outcome: "PK008", details: "reason" });
    expect(await step("accepted", "contract_pending", { ...other, reason: "Loan fell through" })).toMatchObject({
      outcome: "recorded",
    });
    expect(await step("contract_signed", "contract_pending", { day: "2026-11-24" })).toEqual({
      outcome: "recorded",
      status: "sold",
    });
    expect(await step("contract_signed", "contract_pending", { day: "2026-11-24" })).toMatchObject({
      outcome: "unchanged",
    });
    expect((await visitor.from("properties").select("status, accepted_bid_id").eq("id", property)).data).toEqual([
      { status: "sold", accepted_bid_id: third.id },
    ]);
    expect((await set({ status: "available", accepted_bid_id: null })).error?.message).toBe("Undo the contract first.");
    expect(await place(4_500_000)).toEqual({ outcome: "closed", status: "sold" });
    expect(await step("contract_undone", "sold", { reason: "Seller regrets" })).toEqual({
      outcome: "recorded",
      status: "available",
    });
    expect(await act("bid_list", { property_id: property, purpose: "seller", event_id: randomUUID() })).toEqual({
      outcome: "not_ended",
    });
    expect(await step("assignment_ended", "available", { day: "2026-11-26" })).toEqual({
      outcome: "recorded",
      status: "available",
    });
    const list = { property_id: property, purpose: "seller", event_id: randomUUID() };
    expect(await act("bid_list", list)).toMatchObject({
      bids: [
        { bidder: "Bidder 1", name: "Bo" },
        { bidder: "Bidder 2", conditions: "Inspection" },
        { amount: 4_200_000 },
      ],
    });
    await act("bid_list", list);
    expect(await act("bid_list", { ...list, event_id: randomUUID(), purpose: "buyer" })).toMatchObject({
      bids: [{ name: "Bo" }, { conditions: "Inspection" }, { amount: 4_200_000 }],
    });
    expect(
      JSON.stringify(await act("bid_list", { ...list, event_id: randomUUID(), purpose: "anonymous" })),
    ).not.toContain('"name"');
    expect((await kinds()).slice(2)).toEqual([
      "bid_placed",
      "accepted",
      "bid_placed",
      "accepted",
      "contract_signed",
      "contract_undone",
      "assignment_ended",
      "list_printed",
      "list_printed",
      "list_printed",
    ]);
    expect(
      await server.sql`select contract_signed_on is not null as signed, undone_at is not null as undone from property_sales
      where property_id = ${property} order by accepted_at`,
    ).toEqual([
      { signed: false, undone: true },
      { signed: true, undone: true },
    ]);
  });

  // Spec 5 §5: contract_pending | acceptance_undone
  test("an acceptance is taken back with a reason, and the property is for sale as before", async () => {
    await set({ contract_step: true });
    const { id } = await placed(4_000_000);
    await step("accepted", "available", { bid_id: id, newest_seen_bid_id: id });
    expect(await step("acceptance_undone", "contract_pending")).toMatchObject({ outcome: "PK008", details: "reason" });
    expect(await step("acceptance_undone", "contract_pending", { reason: "No loan" })).toEqual({
      outcome: "recorded",
      status: "available",
    });
    expect((await set({ status: "off_market" })).error).toBeNull();
    expect((await kinds()).at(-1)).toBe("acceptance_undone");
  });

  // Spec 5 §5: available | accepted, contract_step off
  test("without a contract step an accepted bid sells, and a hidden one stays hidden", async () => {
    const hidden = await placed(9_000_000, { is_hidden: true });
    expect(await step("accepted", "available", { bid_id: hidden.id, newest_seen_bid_id: hidden.id })).toEqual({
      outcome: "recorded",
      status: "sold",
    });
    expect((await visitor.from("properties").select("status, accepted_bid_id").eq("id", property)).data).toEqual([
      { status: "sold", accepted_bid_id: null },
    ]);
    const { data } = await agent.from("property_sales").select("bid_id, accepted_by").eq("property_id", property);
    expect(data).toEqual([{ bid_id: hidden.id, accepted_by: AGENT.email }]);
  });

  test("a bid that is hidden after the sale is named by nobody, and shown again it is", async () => {
    const { id } = await placed(4_000_000);
    const show = (expected: string, visibility: string) =>
      act("set_bid_visibility", { bid_id: id, event_id: randomUUID(), expected, visibility });
    await step("accepted", "available", { bid_id: id, newest_seen_bid_id: id });
    expect(await show("public", "hidden")).toMatchObject({ outcome: "set" });
    expect(await namedBy()).toEqual([{ status: "sold", accepted_bid_id: null, accepted: false }]);
    expect(await show("hidden", "public")).toMatchObject({ outcome: "set" });
    expect(await namedBy()).toEqual([{ status: "sold", accepted_bid_id: id, accepted: true }]);
  });

  // Spec 5 §5: available, pending, off_market
  test("a form that overtakes an acceptance takes it back, so that another bid can be accepted", async () => {
    const [first, second] = [await placed(4_000_000), await placed(4_100_000)];
    const accept = (bid: { id: string }, expected: string) =>
      step("accepted", expected, { bid_id: bid.id, newest_seen_bid_id: second.id });
    await accept(first, "available");
    expect((await set({ status: "off_market" })).data).toMatchObject([{ status: "off_market" }]);
    expect(await accept(second, "off_market")).toMatchObject({ outcome: "changed", now: "off_market" });
    await set({ status: "available" });
    expect(await accept(second, "available")).toEqual({ outcome: "recorded", status: "sold" });
    expect((await kinds()).slice(2)).toEqual(["accepted", "acceptance_undone", "accepted"]);
  });

  // Spec 5 §1: **The calls of document 2 §7 keep working**
  // Spec 5 §5: properties get
  test("the calls of document 2 write the same history", async () => {
    const open = await insertRow(server.sql, "properties", { id: randomUUID() });
    await visitor.from("property_bids").insert({ property_id: open, bidder_name: "Bo", amount: 5 });
    expect(
      await call(visitor, "place_bid", {
        bid: { id: randomUUID(), property_id: open, amount: 9e5 },
        bidder: LENA,
        key: newKey(),
      }),
    ).toMatchObject({
      outcome: "PK005",
    });
    const { data } = await agent.from("property_bids").update({ accepted: true }).eq("property_id", open).select("id");
    await agent.from("properties").update({ hide_bid_list: true }).eq("id", open).select("id");
    expect(await server.sql`select kind, by, bid_id from sale_events where property_id = ${open} order by at`).toEqual([
      { kind: "bid_placed", by: null, bid_id: data?.[0]?.["id"] },
      { kind: "accepted", by: AGENT.email, bid_id: data?.[0]?.["id"] },
      { kind: "list_hidden", by: AGENT.email, bid_id: null },
    ]);
    expect(
      (await agent.from("properties").update({ bid_mode: "broker" }).eq("id", open).select("id")).error?.message,
    ).toBe("The way of bidding stays once a bid has come.");
  });

  // Spec 5 §5: **bid_list(property_id, purpose, event_id, acting_as)**,
  test("an anonymous list has no names of bids that are typed as in document 2 either", async () => {
    const open = await insertRow(server.sql, "properties", { id: randomUUID() });
    await visitor.from("property_bids").insert({ property_id: open, bidder_name: "Åsa Björkqvist", amount: 5 });
    const listed = async (purpose: string) => act("bid_list", { property_id: open, purpose, event_id: randomUUID() });
    expect(await listed("agent")).toMatchObject({ bids: [{ bidder: "Åsa Björkqvist" }] });
    const anonymous = await listed("anonymous");
    expect(anonymous).toMatchObject({ bids: [{ bidder: "Anonymous", amount: 5 }] });
    expect(JSON.stringify(anonymous)).not.toContain("Björkqvist");
  });

  test("a contact is opened by agents alone, in their own name, and the trail has who did", async () => {
    await place(4_000_000, { bidder: LENA });
    const [bidder] = await server.sql<{ id: string }[]>`select id from bidders where property_id = ${property}`;
    expect(await act("open_contact", { bidder_id: bidder?.id })).toEqual({
      outcome: "opened",
      email: "lena@example.com",
      phone: null,
    });
    for (const [client, acting_as] of [
      [visitor, AGENT.email],
      [agent, "annan@parkering.example"],
    ] as const)
      expect(await call(client, "open_contact", { bidder_id: bidder?.id, acting_as })).toMatchObject({
        outcome: "42501",
      });
    expect(
      await server.sql`select actor_id from audit_trail where action = 'read' and row_id = ${bidder?.id ?? ""}`,
    ).toEqual([{ actor_id: AGENT.email }]);
  });

  // `hardened` ends the login itself (deactivation.test.ts).
  test.runIf(profile === "specified")("a deactivated agent is none any more, whose token is left", async () => {
    const { accountId, token } = await makeAccount(server.sql, "employee", "slutat@example.com");
    const gone = server.client({ accessToken: token });
    await place(4_000_000);
    const names = async () => (await gone.from("bidders").select("name").eq("property_id", property)).data;
    expect(await names()).toHaveLength(1);
    const wish = { table: "sale_events", filter: `property_id=eq.${property}` };
    const [heard, others] = [await listenTo(gone, wish), await listenTo(agent, wish)];
    const deactivation = { kind: "agent", person_id: accountId, event_id: randomUUID(), expected: "active" };
    const answer = { active: false, reason: "Har slutat", acting_as: "huvudadmin" };
    expect(await call(visitor, "set_person_active", { ...deactivation, ...answer })).toMatchObject({ outcome: "set" });
    expect(await names()).toEqual([]);
    const list = { property_id: property, purpose: "agent", event_id: randomUUID() };
    expect(await call(gone, "bid_list", { ...list, acting_as: "slutat@example.com" })).toMatchObject({
      outcome: "42501",
    });
    await place(4_100_000);
    await expect.poll(() => others.events.length).toBe(1);
    expect(heard.events).toEqual([]);
  });

  // Spec 5 §1: **Conflicts are told,
  test("agents change the rules of new properties; a change from an old screen is told", async () => {
    const before = { higher_only: false, bid_step: 1 };
    const after = { higher_only: true, bid_step: 50_000 };
    const first = { event_id: randomUUID() };
    expect(await setRules(before, after, first)).toEqual({ outcome: "set" });
    expect(await setRules(before, after, first)).toEqual({ outcome: "set" });
    expect(await setRules(before, after)).toEqual({ outcome: "unchanged" });
    expect(await setRules(before, { ...after, bid_step: 2 })).toMatchObject({
      outcome: "changed",
      now: after,
      by: AGENT.email,
    });
    const { data } = await agent.from("estate_settings").select("bid_mode, higher_only, bid_step");
    expect(data).toEqual([{ bid_mode: "open", ...after }]);
    expect(await setRules(after, before)).toEqual({ outcome: "set" });
    for (const changes of [{ project_id: "annan" }, { owner: "jag" }, {}])
      expect(await setRules(before, changes)).toMatchObject({ outcome: "PK008" });
    expect(await setRules({ bid_mode: "open" }, { bid_mode: "secret" })).toMatchObject({ outcome: "23514" });
    expect(await setRules(before, after, { product: "clock" })).toMatchObject({ outcome: "42501" });
    expect(await setRules(before, after, { project: "annan" })).toEqual({ outcome: "gone" });
    const args = { product: "estate", project: "YSTAD", event_id: randomUUID(), expected: before, changes: after };
    expect(await call(visitor, "set_settings", { ...args, acting_as: AGENT.email })).toMatchObject({
      outcome: "42501",
    });
  });

  // Spec 5 §5: properties get
  // Spec 5 §5: A new property
  test("a new property starts with the settings' rules", async () => {
    await server.sql`update estate_settings set bid_mode = 'broker', contract_step = true`;
    const id = await insertRow(server.sql, "properties", { id: randomUUID(), contract_step: false });
    await server.sql`update estate_settings set bid_mode = 'open', contract_step = false`;
    expect(await server.sql`select bid_mode, contract_step, higher_only from properties where id = ${id}`).toEqual([
      { bid_mode: "broker", contract_step: false, higher_only: false },
    ]);
  });

  // Spec 5 §10: **Kept** (settings
  test("bidders and conditions go ten years after the assignment ended; the bids stay without names", async () => {
    await place(4_000_000, { bidder: LENA, conditions: "Ett villkor" });
    const erase = () => eraseTonight({ databaseUrl: server.databaseUrl, log }, { isDue: false });
    await server.sql`update private.settings set erases_from = now() - interval '1 day'`;
    await server.sql`update properties set assignment_ended_on = current_date - 3600 where id = ${property}`;
    await erase();
    expect(await server.sql`select 1 from bidders where property_id = ${property}`).toHaveLength(1);
    await server.sql`update properties set assignment_ended_on = current_date - 3660 where id = ${property}`;
    await erase();
    expect(await server.sql`select 1 from bidders where property_id = ${property}`).toEqual([]);
    expect(await publicBids()).toMatchObject([{ bidder_name: "Bidder 1", amount: 4_000_000 }]);
    const trail = await server.sql`select before, after from audit_trail where subject in ('bidders', 'bid_details')`;
    expect(JSON.stringify(trail)).not.toMatch(/Ett villkor/);
  });
});
