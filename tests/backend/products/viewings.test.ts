// Viewings with sign-ups, followers, and links for bidders who lost theirs (document 5 §5), through the real client and a mail server.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import { eventually, HASTE, messageReceivers } from "#tests/support/outside/message-receivers.ts";
import { type HookServer, type MailServer, mailText } from "#tests/support/outside/receivers.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { listenTo } from "#tests/support/server/realtime.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const log = pino({ level: "silent" });
const AGENT = { email: "agent@parkering.example", password: "Agent-7410" };
const HOUR = 3_600_000;

const { opened, at, newWebhook } = messageReceivers();
let hooks: HookServer;
let mails: MailServer;
beforeAll(() => {
  ({ hooks, mails } = opened());
});

const mailsTo = (email: string) => mails.taken.filter(({ to }) => to.includes(email)).map((mail) => mailText(mail));
const newKey = () => randomBytes(16).toString("base64url");
const newAddress = () => `${randomUUID()}@example.se`;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
type Answer = { outcome: string } & Record<string, unknown>;

const call = async (client: SupabaseClient, name: string, args: object): Promise<Answer> => {
  const { data, error } = await client.rpc(name, args);
  return error === null ? (data as Answer) : { outcome: error.code, details: error.details };
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let agent: SupabaseClient;
  let visitor: SupabaseClient;
  let property: string;
  beforeAll(async () => {
    server = await startTestServer({
      from: "seeded",
      profile,
      rateLimits: "none",
      publicUrl: "https://parkering.example",
      mail: mails.settings,
      delivery: { discordBase: hooks.base, pace: HASTE },
    });
    agent = server.client();
    visitor = server.client();
    await agent.auth.signInWithPassword(AGENT);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    property = await insertRow(server.sql, "properties", {
      id: randomUUID(),
      title: "Strandvillan",
      price: 4_000_000,
      bid_mode: "broker",
    });
  });

  const ask = (name: string, args: object) => call(visitor, name, args);
  const act = (name: string, args: object) => call(agent, name, { ...args, acting_as: AGENT.email });
  const set = (viewing: object, expected: object | null = null) =>
    act("set_viewing", { viewing, event_id: randomUUID(), expected });
  async function addViewing(more: object = {}) {
    const viewing = { id: randomUUID(), property_id: property, starts_at: inHours(24), ends_at: inHours(25), ...more };
    expect(await set(viewing)).toEqual({ outcome: "set" });
    return viewing;
  }
  const signUp = (viewing: { id: string }, more: object = {}) =>
    ask("sign_up_for_viewing", {
      viewing_id: viewing.id,
      signup_id: randomUUID(),
      key: newKey(),
      name: "Bo Ek",
      email: newAddress(),
      phone: "",
      people: 1,
      ...more,
    });
  const seen = async ({ id }: { id: string }, client = visitor) =>
    (await client.from("viewings").select("places_left, cancelled_at").eq("id", id)).data;
  const bid = async (
    amount: number,
    { key = newKey(), bidder = { name: "Bo", phone: randomUUID() } }: { key?: string; bidder?: object } = {},
  ) => {
    const id = randomUUID();
    const placed = await ask("place_bid", { bid: { id, property_id: property, amount }, bidder, key });
    expect(placed).toMatchObject({ outcome: "placed" });
    return { id, key };
  };
  /** Has followers told, as the job of every minute does. */
  const tell = () => server.sql`select private.tell_followers(clock_timestamp())`;

  // Spec 5 §5: **sign_up_for_viewing
  // Spec 5 §5: **viewings**
  // Spec 5 §5: **cancel_signup(signup_id
  test("the last place goes once, comes back by its key, and nobody reads who comes but agents", async () => {
    const viewing = await addViewing({ places: 3 });
    const [key, signup_id] = [newKey(), randomUUID()];
    expect(await signUp(viewing, { people: 2, key, signup_id })).toEqual({ outcome: "signed_up", left: 1 });
    const two = await Promise.all([signUp(viewing), signUp(viewing)]);
    expect(two.map(({ outcome }) => outcome).toSorted()).toEqual(["full", "signed_up"]);
    expect(await seen(viewing)).toEqual([]);
    expect(await seen(viewing, agent)).toEqual([{ places_left: 0, cancelled_at: null }]);
    expect(await ask("my_viewings", { key })).toMatchObject({
      signups: [{ id: signup_id, people: 2, title: "Strandvillan", is_cancelled: false }],
    });
    expect(await ask("cancel_signup", { signup_id, key: newKey() })).toMatchObject({ outcome: "PK007" });
    expect(await ask("cancel_signup", { signup_id, key })).toEqual({ outcome: "cancelled" });
    expect(await ask("cancel_signup", { signup_id, key })).toEqual({ outcome: "unchanged" });
    expect(await seen(viewing)).toEqual([{ places_left: 2, cancelled_at: null }]);
    expect(await act("list_signups", { viewing_id: viewing.id })).toMatchObject({
      signups: [
        { name: "Bo Ek", people: 2 },
        { people: 1, cancelled_at: null },
      ],
    });
    expect(
      await server.sql`select 1 from audit_trail where subject = 'viewings' and action = 'read' and row_id = ${viewing.id}`,
    ).toHaveLength(1);
    expect(await call(visitor, "list_signups", { viewing_id: viewing.id, acting_as: AGENT.email })).not.toHaveProperty(
      "signups",
    );
  });

  // Spec 5 §5: **viewings**
  test("a viewing that fills, or that an agent cancels, leaves open screens of visitors", async () => {
    const viewings = [await addViewing({ places: 1 }), await addViewing()];
    const heard = await listenTo(server.client(), { table: "viewings", filter: `property_id=eq.${property}` });
    await signUp(viewings[0]!);
    expect(await set({ id: viewings[1]!.id, is_cancelled: true }, { is_cancelled: false })).toEqual({ outcome: "set" });
    await expect
      .poll(() => heard.events.map(({ eventType, old }) => [eventType, old]))
      .toEqual(viewings.map(({ id }) => ["DELETE", { id }]));
  });

  test("a sign-up sent twice is there once; one without a contact, or of five, is refused; a viewing that is over is told", async () => {
    const viewing = await addViewing({ places: 9 });
    const same = { key: newKey(), signup_id: randomUUID() };
    const first = await signUp(viewing, same);
    expect(await signUp(viewing, same)).toEqual(first);
    expect(await signUp(viewing, { signup_id: same.signup_id })).toMatchObject({ outcome: "PK010" });
    expect(await seen(viewing)).toMatchObject([{ places_left: 8 }]);
    expect(await signUp(viewing, { email: "", phone: " " })).toEqual({ outcome: "PK008", details: "phone" });
    expect(await signUp(viewing, { people: 5 })).toEqual({ outcome: "PK008", details: "people" });
    expect(await signUp(viewing, { key: "short" })).toEqual({ outcome: "PK008", details: "key" });
    const past = await addViewing({ starts_at: inHours(-2), ends_at: inHours(-1) });
    expect(await signUp(past)).toEqual({ outcome: "over" });
    await server.sql`update properties set status = 'off_market' where id = ${property}`;
    expect(await signUp(viewing)).toEqual({ outcome: "over" });
    expect(await seen(viewing)).toEqual([]);
  });

  // Spec 5 §5: **set_viewing(viewing
  // Spec 5 §1: **Conflicts are told
  test("of two agents the second is told what stands; a cancelled viewing stays so, and the history has all", async () => {
    const viewing = await addViewing({ places: 5, note: "Ring på" });
    const { data } = await agent.from("viewings").select("starts_at, ends_at").eq("id", viewing.id).single();
    const later = { id: viewing.id, starts_at: inHours(24.5) };
    expect(await set(later, { starts_at: data?.starts_at })).toEqual({ outcome: "set" });
    expect(await set({ id: viewing.id, starts_at: inHours(23) }, { starts_at: data?.starts_at })).toMatchObject({
      outcome: "changed",
      by: AGENT.email,
      now: { note: "Ring på", places: 5 },
    });
    expect(await set({ id: viewing.id, note: "Porten är öppen" }, { note: "Ring på" })).toEqual({ outcome: "set" });
    expect(await set({ id: viewing.id, note: "Porten är öppen" }, { note: "Ring på" })).toEqual({
      outcome: "unchanged",
    });
    expect(await set({ id: viewing.id, is_cancelled: true }, { is_cancelled: false })).toEqual({ outcome: "set" });
    expect(await set({ id: viewing.id, is_cancelled: false }, { is_cancelled: true })).toMatchObject({
      outcome: "changed",
    });
    expect(await set({ id: randomUUID(), property_id: property, starts_at: inHours(2), ends_at: inHours(1) })).toEqual({
      outcome: "PK008",
      details: "ends_at",
    });
    expect(await set({ id: randomUUID(), property_id: property, starts_at: "never", ends_at: inHours(1) })).toEqual({
      outcome: "PK008",
      details: "starts_at",
    });
    const events = await server.sql`select kind, by from sale_events where property_id = ${property}`;
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ kind }) => String(kind)))).toEqual(new Set(["viewing_changed"]));
    expect(
      await call(visitor, "set_viewing", { viewing, event_id: randomUUID(), expected: null, acting_as: AGENT.email }),
    ).not.toMatchObject({ outcome: "set" });
  });

  describe.runIf(profile === "specified")("without mail", () => {
    // Spec 5 §5: Keys that go out by mail
    // Spec 5 §5: In `specified` no
    test("no mail goes to visitors, who are told so", async () => {
      const email = newAddress();
      await bid(4_000_000, { bidder: { name: "Lena", email } });
      expect(await ask("send_own_link", { property_id: property, email })).toEqual({ outcome: "no_mail" });
      const follow = { property_id: property, follower_id: randomUUID(), email, key: newKey() };
      expect(await ask("follow_property", follow)).toEqual({ outcome: "no_mail" });
      expect(await server.sql`select 1 from outbox where channel = 'estate-mail'`).toEqual([]);
    });
  });

  describe.runIf(profile === "hardened")("by mail", () => {
    // Spec 5 §5: **viewing_signups**
    test("who signed up is told that a viewing is moved and cancelled, and hears no more after taking the sign-up back", async () => {
      const viewing = await addViewing();
      const [email, other] = [newAddress(), newAddress()];
      const gone = { key: newKey(), signup_id: randomUUID() };
      await signUp(viewing, { email });
      await signUp(viewing, { email: other, ...gone });
      await ask("cancel_signup", gone);
      await set({ id: viewing.id, places: 4 });
      await set({ id: viewing.id, ends_at: inHours(26), note: "Porten är öppen" });
      await eventually(() => mailsTo(email)).toEqual([expect.stringContaining("Porten är öppen")]);
      await set({ id: viewing.id, is_cancelled: true });
      await eventually(() => mailsTo(email)).toHaveLength(2);
      expect(mailsTo(email)[1]).toContain("is cancelled.");
      expect(mailsTo(other)).toEqual([]);
      expect(await signUp(viewing)).toEqual({ outcome: "over" });
    });

    // Spec 5 §5: **followers**
    // Spec 5 §5: **follow_property(property_id
    // Spec 5 §10: In 15 minutes 30 bids
    test("a follower confirms by mail, hears of bids gathered every five minutes, and ends it by the mail's link", async () => {
      const [email, key] = [newAddress(), newKey()];
      const follow = (follower_id: string = randomUUID()) =>
        ask("follow_property", { property_id: property, follower_id, email, key });
      const follower = randomUUID();
      expect(await follow(follower)).toEqual({ outcome: "asked" });
      expect([await follow(follower), await follow()]).toEqual([{ outcome: "asked" }, { outcome: "asked" }]);
      await eventually(() => mailsTo(email)).toHaveLength(1);
      const mailKey = /\/YSTAD\/follow#([\w-]{22})/.exec(mailsTo(email)[0] ?? "")?.[1];
      await bid(4_000_000);
      await tell();
      expect(await ask("confirm_follow", { key })).toEqual({ outcome: "none" });
      expect(await ask("confirm_follow", { key: mailKey })).toEqual({ outcome: "confirmed", property_id: property });
      // Nothing is told of the time before the confirmation, and nothing that the public does not read.
      const { id, key: bidder } = await bid(4_100_000);
      const hidden = { id: randomUUID(), property_id: property, amount: 9_000_000, is_hidden: true };
      await ask("place_bid", { bid: hidden, bidder: { name: "Ida", phone: "0701" }, key: newKey() });
      await ask("withdraw_bid", { bid_id: id, event_id: randomUUID(), key: bidder, acting_as: null });
      await tell();
      await eventually(() => mailsTo(email)).toHaveLength(2);
      const news = mailsTo(email)[1] ?? "";
      expect(news).toContain("New bid: Bidder 2 · 4 100 000 kr\nWithdrawn: Bidder 2 · 4 100 000 kr");
      expect(news).not.toMatch(/4 000 000|9 000 000|Ida|Bo/);
      await bid(4_200_000);
      await tell();
      await server.sql`update private.followers set mailed_at = mailed_at - interval '5 minutes' where email = ${email}`;
      await bid(4_300_000);
      await tell();
      await eventually(() => mailsTo(email)).toHaveLength(3);
      expect(mailsTo(email)[2]).toMatch(/Bidder 3 · 4 200 000 kr\nNew bid: Bidder 4 · 4 300 000 kr/);
      expect(await ask("end_follow", { key: mailKey })).toEqual({ outcome: "ended" });
      expect(await ask("end_follow", { key: mailKey })).toEqual({ outcome: "unchanged" });
      expect(await ask("end_follow", { key: newKey() })).toEqual({ outcome: "none" });
      await server.sql`update private.followers set mailed_at = null where email = ${email}`;
      await bid(4_400_000);
      await tell();
      expect(await server.sql`select 1 from outbox where about = ${follower} and event = 'follow_news'`).toHaveLength(
        2,
      );
    });

    // Spec 5 §5: **follow_property(property_id
    test("a wish that nobody confirmed, maybe a stranger's, is asked again after five minutes, five times a day", async () => {
      const [email, key] = [newAddress(), newKey()];
      const follow = (more: object = {}) =>
        ask("follow_property", { property_id: property, follower_id: randomUUID(), email, key: newKey(), ...more });
      const later = () =>
        server.sql`update outbox set made_at = made_at - interval '5 minutes' where event = 'follow_confirm'`;
      await follow();
      await follow({ key });
      await later();
      await follow({ key });
      await eventually(() => mailsTo(email)).toHaveLength(2);
      const links = mailsTo(email).map((mail) => /\/YSTAD\/follow#([\w-]{22})/.exec(mail)?.[1]);
      expect(links[1]).toBe(links[0]);
      for (let again = 0; again < 5; again += 1) {
        await later();
        await follow({ key });
      }
      const [sent] = await server.sql`
        select count(*)::int as mails from outbox o join private.followers f on f.id = o.about where f.email = ${email}`;
      expect(sent).toEqual({ mails: 5 });
      expect(await ask("confirm_follow", { key: links[0] })).toMatchObject({ outcome: "confirmed" });
      expect(await ask("end_follow", { key })).toEqual({ outcome: "ended" });
    });

    // Spec 5 §9: Nobody else, and never by rows
    test("no mail tells of bids on a property that the public reads no more", async () => {
      const [email, other] = [newAddress(), newAddress()];
      await ask("follow_property", { property_id: property, follower_id: randomUUID(), email, key: newKey() });
      await server.sql`update private.followers set confirmed_at = now() where email = ${email}`;
      const gone = await bid(4_000_000);
      await bid(4_100_000, { bidder: { name: "Bo", email: other } });
      await server.sql`update properties set status = 'off_market' where id = ${property}`;
      const withdrawn = { bid_id: gone.id, event_id: randomUUID(), key: gone.key, acting_as: null };
      expect(await ask("withdraw_bid", withdrawn)).toMatchObject({ outcome: "withdrawn" });
      await tell();
      expect(
        await server.sql`
          select event from outbox where event in ('follow_news', 'bid_withdrawn') and about in (
            select id from private.followers where property_id = ${property}
            union select id from bidders where property_id = ${property})`,
      ).toEqual([]);
    });

    // Spec 5 §5: sold | contract_undone
    test("followers hear that the property is sold, and that it is for sale again", async () => {
      const [email, key] = [newAddress(), newKey()];
      await ask("follow_property", { property_id: property, follower_id: randomUUID(), email, key });
      await server.sql`update private.followers set confirmed_at = now() where email = ${email}`;
      const { id } = await bid(4_000_000);
      await tell();
      const step = (kind: string, expected: string, more: object) =>
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
      await step("accepted", "available", { bid_id: id, newest_seen_bid_id: id });
      await step("contract_undone", "sold", { reason: "Köparen ångrade sig" });
      await server.sql`update private.followers set mailed_at = null where email = ${email}`;
      await tell();
      await eventually(() => mailsTo(email).at(-1)).toContain("It is sold.\nIt is for sale again.");
      expect(mailsTo(email).join("")).not.toContain("ångrade");
    });

    // Spec 5 §5: **send_own_link(property_id
    test("a lost key is replaced by a mailed link once it is opened; an unknown address gets the same answer", async () => {
      const email = newAddress();
      const { key: lost } = await bid(4_000_000, { bidder: { name: "Lena", email } });
      // Who bids with another's address gets no link in the other's place.
      const stranger = await insertRow(server.sql, "bidders", {
        id: "00000000-0000-4000-8000-000000000000",
        property_id: property,
        name: "Eva",
      });
      await server.sql`insert into private.bidder_contacts (bidder_id, property_id, email, key_hash) values (${stranger}, ${property}, ${email}, 'x')`;
      const send = (to: string) => ask("send_own_link", { property_id: property, email: to });
      for (const to of [email.toUpperCase(), newAddress(), ""]) expect(await send(to)).toEqual({ outcome: "sent" });
      await eventually(() => mailsTo(email)).toHaveLength(1);
      const mailed = /\/YSTAD\/bids#([\w-]{22})/.exec(mailsTo(email)[0] ?? "")?.[1] ?? "";
      expect(await ask("my_bids", { key: lost })).toMatchObject({ outcome: "found" });
      expect(await ask("my_bids", { key: mailed })).toMatchObject({ outcome: "found", properties: [{ number: 1 }] });
      expect(await ask("my_bids", { key: lost })).toEqual({ outcome: "none" });
      await bid(4_100_000, { key: mailed });
      // An agent hands a link out in the same way, whose key only the agent's browser knows.
      const handed = newKey();
      const [bidder] = await server.sql`select id from bidders where property_id = ${property} and name = 'Lena'`;
      const key_hash = createHash("sha256").update(handed).digest("hex");
      expect(await act("make_bid_link", { bidder_id: bidder?.["id"], key_hash })).toEqual({ outcome: "made" });
      expect(await ask("my_bids", { key: handed })).toMatchObject({ outcome: "found" });
      expect(await ask("my_bids", { key: mailed })).toEqual({ outcome: "none" });
    });

    // Spec 5 §5: **withdraw_bid(bid_id
    test("other bidders hear of a withdrawal by mail, but not of a hidden bid's", async () => {
      const [email, other] = [newAddress(), newAddress()];
      const gone = await bid(4_000_000, { bidder: { name: "Lena", email } });
      await bid(4_100_000, { bidder: { name: "Bo", email: other } });
      const id = randomUUID();
      const key = newKey();
      const hidden = { id, property_id: property, amount: 9_000_000, is_hidden: true };
      await ask("place_bid", { bid: hidden, bidder: { name: "Ida", phone: "0702" }, key });
      await ask("withdraw_bid", { bid_id: id, event_id: randomUUID(), key, acting_as: null });
      await ask("withdraw_bid", { bid_id: gone.id, event_id: randomUUID(), key: gone.key, acting_as: null });
      await eventually(() => mailsTo(other)).toEqual([expect.stringContaining("Withdrawn: Bidder 1 · 4 000 000 kr")]);
      expect(mailsTo(email)).toEqual([]);
      const facts = await server.sql`select facts from outbox where channel = 'estate-mail'`;
      expect(JSON.stringify(facts)).not.toContain("@");
    });

    // Spec 5 §10: In 15 minutes 30 bids
    test("whoever uses another's address fills no mailbox: a change is told once an address, and each kind of mail has its most in a day", async () => {
      const email = newAddress();
      const viewing = await addViewing();
      await signUp(viewing, { email });
      await signUp(viewing, { email });
      await set({ id: viewing.id, note: "Porten är öppen" });
      const key = newKey();
      for (const phone of ["0701", "0702"]) await bid(4_000_000, { bidder: { name: "Lena", email, phone } });
      for (let amount = 4_100_000; amount < 4_300_000; amount += 8_000) {
        const { id } = await bid(amount, { key });
        await ask("withdraw_bid", { bid_id: id, event_id: randomUUID(), key, acting_as: null });
      }
      const told = async () =>
        Object.fromEntries(
          await server.sql<[string, number][]>`
            select o.event, count(*)::int from outbox o where o.about in (
              select bidder_id from private.bidder_contacts c where c.email = ${email}
              union select id from private.viewing_signups s where s.email = ${email}) group by 1`.values(),
        ) as Record<string, number>;
      expect(await told()).toEqual({ viewing_changed: 1, bid_withdrawn: 20 });
      // A link may be asked for five times a day and property.
      for (let other = 0; other < 3; other += 1) {
        for (let press = 0; press < 6; press += 1) {
          await ask("send_own_link", { property_id: property, email });
          await server.sql`update outbox set sent_at = now() where event = 'bid_link' and sent_at is null`;
        }
        property = await insertRow(server.sql, "properties", {
          id: randomUUID(),
          price: 4_000_000,
          bid_mode: "broker",
        });
        await bid(4_000_000, { bidder: { name: "Lena", email } });
      }
      expect((await told())["bid_link"]).toBe(10);
    });

    // Spec 5 §1: **Messages out**
    test("agents have a webhook told of withdrawals, sales and viewings, without anybody's name", async () => {
      const address = newWebhook();
      const hook = { project_id: "YSTAD", address, is_active: true, channel: "discord" };
      const events = ["bid_withdrawn", "property_sold", "viewing_changed"];
      const added = await agent.from("message_hooks").insert({ id: randomUUID(), ...hook, events });
      expect(added.error).toBeNull();
      await addViewing();
      const gone = await bid(4_000_000);
      const { id } = await bid(4_100_000);
      await ask("withdraw_bid", { bid_id: gone.id, event_id: randomUUID(), key: gone.key, acting_as: null });
      await server.sql`update properties set contract_step = true where id = ${property}`;
      const step = (kind: string, expected: string, more: object) =>
        act("record_sale_event", {
          property_id: property,
          event_id: randomUUID(),
          kind,
          expected,
          bid_id: null,
          newest_seen_bid_id: id,
          day: null,
          reason: null,
          ...more,
        });
      await step("accepted", "available", { bid_id: id });
      await step("contract_signed", "contract_pending", { day: "2026-11-24" });
      await eventually(() => at(address)).toEqual([
        expect.stringMatching(/^Strandvillan: viewing set\n/),
        "Strandvillan: a bid was withdrawn\nBidder 1 · 4000000 kr",
        "Strandvillan is sold",
      ]);
      expect((await visitor.from("message_hooks").select("id")).data ?? []).toEqual([]);
    });

    // Spec 5 §10: **Kept**
    test("sign-ups go three months after their viewing, followers 30 days after the end", async () => {
      const viewing = await addViewing();
      await signUp(viewing);
      const email = newAddress();
      await ask("follow_property", { property_id: property, follower_id: randomUUID(), email, key: newKey() });
      await server.sql`update private.followers set confirmed_at = now() where email = ${email}`;
      await server.sql`update private.settings set erases_from = now() - interval '1 day'`;
      const left = async (days: number) => {
        await server.sql`update viewings set starts_at = now() - ${days} * interval '1 day' - interval '1 hour', ends_at = now() - ${days} * interval '1 day' where id = ${viewing.id}`;
        await server.sql`update private.followers set ended_at = now() - ${days} * interval '1 day' where email = ${email}`;
        await eraseTonight({ databaseUrl: server.databaseUrl, log }, { isDue: false });
        const signups = await server.sql`select 1 from private.viewing_signups where viewing_id = ${viewing.id}`;
        const followers = await server.sql`select 1 from private.followers where email = ${email}`;
        return [signups.length, followers.length];
      };
      expect([await left(29), await left(31), await left(100)]).toEqual([
        [1, 1],
        [1, 0],
        [0, 0],
      ]);
    });
  });
});
