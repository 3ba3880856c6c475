// Bids and the steps of a sale between two bidders and two agents (document 5 §5): whatever they do at the same time, the list keeps its
// rules, the sale is in a state that the table allows, and its history tells it.
import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { array, assert, asyncProperty, boolean, constantFrom, nat, record, tuple } from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { WHOLE_TEST_MS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const STEP = 10_000;
const BIDDER_ACT = record({
  kind: constantFrom("bid", "bid", "bid", "bid", "bid hidden", "withdraw", "nothing"),
  amount: nat(8),
  isSentTwice: boolean(),
});
const AGENT_ACT = record({
  kind: constantFrom(
    "show",
    "hide",
    "enter",
    "withdraw",
    "accept",
    "accept",
    "accept directly",
    "undo",
    "sign",
    "undo contract",
    "off the market",
    "on the market",
    "release by hand",
    "release at once",
  ),
  amount: nat(8),
  isSentTwice: boolean(),
});
/** The rules of the property, and what four people do in each round. */
const SALE = record({
  contract_step: boolean(),
  rounds: array(tuple(BIDDER_ACT, BIDDER_ACT, AGENT_ACT, AGENT_ACT), { minLength: 1, maxLength: 10 }),
});
type Act = { kind: string; amount: number; isSentTwice: boolean };
type Answer = { outcome: string };

type Agent = { client: SupabaseClient; email: string };
type House = { server: TestServer; agents: Agent[] };
const houses: House[] = [];
beforeAll(async () => {
  for (const profile of isWhole ? SECURITY_PROFILES : (["hardened"] as const)) {
    const server = await startTestServer({ profile, rateLimits: "none" });
    const agents: Agent[] = [];
    for (let at = 0; at < 2; at += 1) {
      const email = `agent-${at}@example.com`;
      const { token } = await makeAccount(server.sql, "employee", email);
      agents.push({ client: server.client({ accessToken: token }), email });
    }
    houses.push({ server, agents });
  }
});
afterAll(() => Promise.all(houses.map(({ server }) => server.stop())));

/** A person at a property: their own bids, and what was stored under ids of their own. */
type Person = { client: SupabaseClient; email: string | null; key: string; bids: string[]; stored: string[] };

/** What a rule refuses; every other error is a fault. */
const REFUSED = /^PK00[578]$/;

async function call(client: SupabaseClient, of: string, input: object): Promise<Answer> {
  const { data, error } = await client.rpc(of, input);
  if (error === null) return data as Answer;
  expect([of, error.code, error.message]).toEqual([of, expect.stringMatching(REFUSED), error.message]);
  return { outcome: "refused" };
}

const expectSame = (again: unknown, answer: unknown) => expect(again).toEqual(answer);
/** Expects a call of the table API to be taken, or refused with such a code. */
const expectAnswer = (error: { code: string } | null, refused: RegExp) =>
  expect(error?.code ?? "taken").toMatch(new RegExp(`^taken$|${refused.source}`));

/** The answer of each call that is kept with an event of the call's own id. */
const NOTED: Record<string, string> = {
  place_bid: "placed",
  enter_bid: "entered",
  withdraw_bid: "withdrawn",
  set_bid_visibility: "set",
  record_sale_event: "recorded",
};

type State = { status: string; contract_pending: boolean };
type Bid = { id: string; visibility: string };

async function act({ server }: House, person: Person, property: string, { kind, amount, isSentTwice }: Act) {
  const { client, email, key } = person;
  const eventId = randomUUID();
  const send = async (of: string, input: object) => {
    const [answer, again] = await Promise.all(
      (isSentTwice ? [of, of] : [of]).map((name) =>
        call(client, name, email === null ? input : { ...input, acting_as: email }),
      ),
    );
    const noted = [answer, again].filter((one) => one?.outcome === NOTED[of]);
    if (noted.length === 2) expectSame(again, answer);
    if (noted.length > 0) person.stored.push(eventId);
    return noted.length > 0;
  };
  // A screen that is as new as can be, and old as soon as somebody else acts.
  const [state] = await server.sql<State[]>`select status, contract_pending from properties where id = ${property}`;
  const bids = await server.sql<Bid[]>`
    select id, visibility from property_bids where property_id = ${property} order by created_at, id`;
  const bid = bids[bids.length - 1 - (amount % Math.max(1, bids.length))];
  const step = (name: string, more: object = {}) =>
    send("record_sale_event", {
      property_id: property,
      event_id: eventId,
      kind: name,
      bid_id: null,
      day: null,
      reason: "Bytt",
      expected: state?.contract_pending === true ? "contract_pending" : state?.status,
      newest_seen_bid_id: bids.at(-1)?.id ?? null,
      ...more,
    });
  const offered = { id: eventId, property_id: property, amount: 4_000_000 + amount * STEP };
  const isBid = kind.startsWith("bid");
  if (isBid) {
    const bidder = { name: "Bo", phone: key };
    if (await send("place_bid", { bid: { ...offered, is_hidden: kind === "bid hidden" }, bidder, key }))
      person.bids.push(eventId);
  } else if (kind === "enter") await send("enter_bid", { bid: offered, bidder: { name: "Per", phone: eventId } });
  else if (kind === "withdraw") {
    const own = email === null ? person.bids.at(-1) : bid?.id;
    const by = email === null ? { key, acting_as: null } : { key: null };
    if (own !== undefined) await send("withdraw_bid", { bid_id: own, event_id: eventId, ...by });
  } else if (kind === "show" || kind === "hide") {
    const visibility = kind === "show" ? "public" : "hidden";
    if (bid !== undefined)
      await send("set_bid_visibility", { bid_id: bid.id, event_id: eventId, expected: bid.visibility, visibility });
  } else if (kind === "accept") await step("accepted", { bid_id: bid?.id ?? null });
  else if (kind === "undo") await step("acceptance_undone");
  else if (kind === "sign") await step("contract_signed", { day: "2026-11-24" });
  else if (kind === "undo contract") await step("contract_undone");
  else if (kind === "accept directly") {
    const { error } = await client
      .from("property_bids")
      .update({ accepted: true })
      .eq("id", bid?.id ?? randomUUID())
      .select("id");
    expectAnswer(error, /^(?:PK00[57]|23505|23514)$/);
  } else if (kind !== "nothing") {
    const changes = {
      "off the market": { status: "off_market" },
      "on the market": { status: "available" },
      "release by hand": { bid_release: "by_agent" },
      "release at once": { bid_release: "at_once" },
    }[kind];
    const { error } = await client
      .from("properties")
      .update(changes ?? {})
      .eq("id", property)
      .select("id");
    expectAnswer(error, /^(?:PK005|23514)$/);
  }
}

/** Waits for all, also when one fails: nobody acts in the next try who belongs to this one. */
async function allOf(acts: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(acts);
  await Promise.all(acts);
}

/** What no row of a property may be, whoever acted when. */
const findFaults = ({ sql }: TestServer, property: string) => sql`
  with p as (select * from properties where id = ${property}), b as (select * from property_bids where property_id = ${property}),
  o as (select * from bidders where property_id = ${property}), s as (select * from property_sales where property_id = ${property} and undone_at is null),
  e as (select * from sale_events where property_id = ${property}),
  shown as (select b.id, b.amount, e.at as from_at, b.source, e.kind from b join e on e.bid_id = b.id
    where e.kind = 'bid_shown' or e.kind = 'bid_placed' and e.data ->> 'visibility' = 'public'),
  -- Of each bid that was public at once the highest bid that counted then, as the history tells it.
  measured as (select one.*, (select max(other.amount) from shown other where other.from_at < one.from_at
      and not exists (select from e gone where gone.bid_id = other.id and gone.kind in ('bid_hidden', 'bid_withdrawn') and gone.at > other.from_at and gone.at < one.from_at)) as highest
    from shown one where one.kind = 'bid_placed' and one.source = 'web')
  select 'lower than the highest' as fault, id from measured where amount < highest + ${STEP}
  union all select 'a public bid without its number', b.id from b left join o on o.id = b.bidder_id
    where b.visibility = 'public' and b.bidder_name is distinct from 'Bidder ' || o.number
  union all select 'numbers with a gap', p.id from p where (select max(number) from o) <> (select count(number) from o)
  union all select 'a number twice', (array_agg(o.id))[1] from o where number is not null group by number having count(*) > 1
  union all select 'a number without a public bid', o.id from o
    where o.number is not null and not exists (select from shown join b on b.id = shown.id where b.bidder_id = o.id)
  union all select 'pending without an acceptance', p.id from p
    where p.contract_pending and not (p.contract_step and p.status in ('available', 'pending') and exists (select from s))
  union all select 'an acceptance of nothing', p.id from p where exists (select from s) and not p.contract_pending and p.status <> 'sold'
  union all select 'sold by a withdrawn bid', b.id from p, s, b where p.status = 'sold' and b.id = s.bid_id and b.withdrawn_at is not null
  union all select 'the property names another bid', p.id from p
    where p.accepted_bid_id is distinct from (select b.id from b where b.accepted and b.visibility = 'public') or p.accepted_bid_id is not null and p.status <> 'sold'
  union all select 'a bid that its history does not tell', b.id from b
    where 1 <> (select count(*) from e where e.bid_id = b.id and e.kind = 'bid_placed')
      or (b.withdrawn_at is not null)::int <> (select count(*) from e where e.bid_id = b.id and e.kind = 'bid_withdrawn')`;

// Spec 5 §5: Higher-only compares with
// Spec 5 §5: **record_sale_event(property_id
test(
  "whatever two bidders and two agents do at the same time, the list keeps its rules and the sale its states",
  async () => {
    for (const house of houses)
      await assert(
        asyncProperty(SALE, async ({ contract_step: hasStep, rounds }) => {
          const { server, agents } = house;
          const property = await insertRow(server.sql, "properties", {
            id: randomUUID(),
            price: 4_000_000,
            bid_mode: "broker",
            higher_only: true,
            bid_step: STEP,
            contract_step: hasStep,
          });
          const visitor = server.client();
          const people = [visitor, visitor, ...agents].map((who): Person => ({
            client: "email" in who ? who.client : who,
            email: "email" in who ? who.email : null,
            key: randomBytes(16).toString("base64url"),
            bids: [],
            stored: [],
          }));
          const amounts = new Map<string, string>();
          for (const acts of rounds) {
            await allOf(people.map((person, at) => act(house, person, property, acts[at] as Act)));
            expect(await findFaults(server, property)).toEqual([]);
            // Amount and time of a bid never change.
            const bids = await server.sql<{ id: string; line: string }[]>`
              select id, amount || ' ' || created_at as line from property_bids where property_id = ${property}`;
            for (const { id, line } of bids) expect(amounts.get(id) ?? line).toBe(line);
            for (const { id, line } of bids) amounts.set(id, line);
            const { data } = await visitor.from("property_bids").select("visibility").eq("property_id", property);
            expect(data?.filter(({ visibility }) => visibility !== "public")).toEqual([]);
          }
          // Each event is there once, however often it was sent.
          const stored = people.flatMap((person) => person.stored);
          const events = await server.sql`select id from sale_events where id = any (${stored})`;
          expect(events.map(({ id }) => id as string).toSorted()).toEqual(stored.toSorted());
        }),
        { numRuns: isWhole ? 60 : 20 },
      );
  },
  WHOLE_TEST_MS,
);
