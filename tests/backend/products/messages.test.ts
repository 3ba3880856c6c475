// Messages that go out (docs/messages.md): what is put into the outbox for whom, and what arrives.
// `npm test` asks all of it in `hardened`: triggers and functions that know no profile decide.
import { randomUUID } from "node:crypto";
import type { FunctionsHttpError, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { countMessages, oldestMessageSeconds } from "#server/messages/outbox.ts";
import { type Actor, fineOf, type Json, makeActor, OTHER_SITE, SITE } from "#tests/support/rows/cases.ts";
import { type HookServer, type MailServer, mailText } from "#tests/support/outside/receivers.ts";
import { eventually, HASTE, messageReceivers } from "#tests/support/outside/message-receivers.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const ALL = ["fine_issued", "objection", "shift_waits"];
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const { opened, at, newWebhook } = messageReceivers();
let hooks: HookServer;
let mails: MailServer;
beforeAll(() => {
  ({ hooks, mails } = opened());
});

/** How many mails arrived at an address. */
const arrived = (email: string) => mails.taken.filter(({ to }) => to[0] === email).length;

/** Asks the function that makes accounts; gives the status and the answer. */
async function ask(client: SupabaseClient, body: Json): Promise<{ status: number; body: Json }> {
  const { data, error } = await client.functions.invoke<Json>("create-admin-user", { body });
  if (error === null) return { status: 200, body: data ?? {} };
  const { context } = error as FunctionsHttpError & { context: Response };
  return { status: context.status, body: (await context.json()) as Json };
}
/** The keys of the links that an address got, in order. */
const keysOf = (email: string) =>
  mails.taken
    .filter(({ to }) => to.includes(email))
    .map((mail) => /https:\/\/parkering\.example\/account\/password#([\w-]{22})\n/.exec(mailText(mail))?.[1] ?? "");

/** The last line of what tells the site of a case: where its office reads it. */
const leadsTo = (fine: Json) => `https://parkering.example/${SITE}/cases/${String(fine["case_number"])}`;

describe.each(isWhole ? SECURITY_PROFILES : (["hardened"] as const))("what is told to whom in %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  /** In `specified` a screen says for whom it calls, and these clients do not. */
  const byAdmin = profile === "hardened" ? "admin01" : null;
  beforeAll(async () => {
    hooks.taken.length = 0;
    mails.taken.length = 0;
    server = await startTestServer({
      profile,
      rateLimits: "none",
      publicUrl: "https://parkering.example",
      mail: mails.settings,
      delivery: { discordBase: hooks.base, pace: HASTE },
    });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  /** Adds a receiver as the site's admin, and switches it on. */
  async function addHook(more: Json = {}): Promise<string> {
    const address = newWebhook();
    const row = {
      id: randomUUID(),
      project_id: SITE,
      channel: "discord",
      address,
      events: ALL,
      is_active: true,
      ...more,
    };
    expect((await admin.client.from("message_hooks").insert(row)).error).toBeNull();
    return address;
  }
  const send = (objection_id: string | undefined) =>
    admin.client.rpc("send_decision", { objection_id: objection_id ?? "" });
  const issue = async (changes: Json = {}) => fineOf(await attendant.issue({ delivery: "fixed", ...changes }));
  const unsent = async (fine: Json) => {
    const rows = await server.sql<{ event: string; last_error: string | null; gave_up_at: Date | null }[]>`
      select event, last_error, gave_up_at from outbox where fine_id = ${String(fine["id"])} and sent_at is null`;
    return rows.map((row) => ({ ...row }));
  };

  // Spec rules §7: A message goes
  test("a fine is told without its plate and without a name, unless they are ticked, and to no other site", async () => {
    const plain = await addHook();
    const full = await addHook({ with_plate: true, with_name: true });
    const off = await addHook({ is_active: false });
    const others = await addHook({ events: ["shift_waits"] });
    const elsewhere = newWebhook();
    await insertRow(server.sql, "message_hooks", { project_id: OTHER_SITE, address: elsewhere, is_active: true });
    const fine = await issue({ plate: "HEM 666" });
    const told = `Ny bot: ärende ${String(fine["case_number"])}\nÅkergränd 1 · Parkerat på gångbana · 700 kr`;
    await eventually(() => at(plain)).toEqual([`${told}\n${leadsTo(fine)}`]);
    await eventually(() => at(full)).toEqual([
      `${told}\nRegistreringsnummer: HEM 666\nUtfärdad av: vakt01\n${leadsTo(fine)}`,
    ]);
    expect([at(off), at(others), at(elsewhere)]).toEqual([[], [], []]);
    // A message that nobody asked for does not even wait there.
    const facts = await server.sql<{ facts: Json }[]>`
      select o.facts from outbox o join private.hook_addresses a using (hook_id) where a.address = ${plain}`;
    expect(JSON.stringify(facts)).not.toMatch(/HEM|vakt01/);
  });

  // Spec 4 §5: Bestridna is a
  test("an objection and its addition reach the site in order, the decision the address of who objected", async () => {
    const address = await addHook({ with_name: true, events: ["objection"] });
    const fine = await issue();
    const number = String(fine["case_number"]);
    await admin.record(fine, "objected", {
      note: "Jag hade betalat.",
      data: { name: "Åsa Berg", email: "asa@example.se" },
    });
    await admin.record(fine, "supplemented", { note: "Här är kvittot." });
    const decided = { note: "Biljetten gällde en annan zon.", data: { due_date: dayIn(30) } };
    await admin.record(fine, "objection_rejected", decided);
    await eventually(() => at(address)).toEqual([
      `Ärende ${number} har bestridits\nFrån: Åsa Berg\n${leadsTo(fine)}`,
      `Bestridandet i ärende ${number} har kompletterats\nFrån: Åsa Berg\n${leadsTo(fine)}`,
    ]);
    await eventually(() => mails.taken.filter(({ to }) => to[0] === "asa@example.se")).toHaveLength(1);
    const mail = mails.taken.find(({ to }) => to[0] === "asa@example.se");
    expect(mail?.from).toBe("parkering@example.se");
    const [sent] = await server.sql<
      { id: string }[]
    >`select id from outbox where event = 'decision' and fine_id = ${fine.id}`;
    expect(mail?.source).toContain(`Message-ID: <${sent?.id}@example.se>`);
    const text = mail && mailText(mail);
    expect(text).toContain(`Ditt bestridande i ärende ${number} har avslagits.`);
    expect(text).toContain("Biljetten gällde en annan zon.");
    expect(text).toContain(`https://parkering.example/case/${String(fine["public_key"])}`);
    expect(text).not.toContain(String(fine["plate"]));
  });

  /** Objects as a driver does and accepts it; gives the mail that tells them. */
  const objectIn = async (lang: Json) => {
    const fine = await issue();
    const email = `${randomUUID()}@example.se`;
    const sent = {
      public_key: fine["public_key"],
      objection_id: randomUUID(),
      name: "Åsa",
      email,
      text: "No.",
      ...lang,
    };
    expect((await server.client().rpc("object_to_case", sent)).error).toBeNull();
    // Sent again from the page that was switched meanwhile, it is the same one.
    expect((await server.client().rpc("object_to_case", { ...sent, lang: "sv" })).error).toBeNull();
    await admin.record(fine, "objection_accepted", { note: "Skylten var täckt." });
    await eventually(() => arrived(email)).toBe(1);
    const mail = mails.taken.find(({ to }) => to[0] === email);
    return { number: String(fine["case_number"]), text: mail ? mailText(mail) : "" };
  };

  // Spec 4 §5: Driver, Swedish with
  test("whoever objected on the English page is told in English; the office's words stay, and earlier pages are Swedish", async () => {
    const english = await objectIn({ lang: "en" });
    expect(english.text).toContain(`Your objection in case ${english.number} has been accepted.`);
    expect(english.text).toContain("Skylten var täckt.");
    const swedish = await objectIn({});
    expect(swedish.text).toContain(`Ditt bestridande i ärende ${swedish.number} har godkänts.`);
  });

  // Spec rules §7: A message about
  test("a message leads to its case under the code that the site has when it is sent", async () => {
    await insertRow(server.sql, "main_page_sites", { path: "kajen" });
    const address = newWebhook();
    await insertRow(server.sql, "message_hooks", {
      project_id: "kajen",
      address,
      is_active: true,
      events: ["objection"],
    });
    hooks.answer(503);
    const fine_id = await insertRow(server.sql, "fines", { project_id: "kajen", case_number: "77000001" });
    await insertRow(server.sql, "fine_events", { project_id: "kajen", fine_id, kind: "objected" });
    const tried = () => hooks.refused.at(-1)?.content;
    await eventually(tried).toBe("Ärende 77000001 har bestridits\nhttps://parkering.example/kajen/cases/77000001");
    await server.sql`update main_page_sites set path = 'nya-kajen' where path = 'kajen'`;
    const told = "Ärende 77000001 har bestridits\nhttps://parkering.example/nya-kajen/cases/77000001";
    await eventually(tried).toBe(told);
    hooks.answer(204);
    await eventually(() => at(address)).toEqual([told]);
    expect(at(address)).toHaveLength(1);
  });

  // Spec rules §4: A driver who
  test("a withdrawal tells whoever had objected, without its note, and nobody where none was open", async () => {
    const [fine, calm] = [await issue(), await issue()];
    await admin.record(fine, "objected", { note: "Nej.", data: { name: "Bo Ek", email: "bo@example.se" } });
    for (const one of [fine, calm])
      await admin.record(one, "withdrawn", { note: "Vakten ljuger.", data: { ground: "annat" } });
    await eventually(() => mails.taken.filter(({ to }) => to[0] === "bo@example.se")).toHaveLength(1);
    const mail = mails.taken.find(({ to }) => to[0] === "bo@example.se");
    const text = mail && mailText(mail);
    expect(text).toContain("Boten är makulerad.");
    expect(text).not.toContain("ljuger");
    expect(await server.sql`select from outbox where fine_id = ${calm.id} and event = 'decision'`).toHaveLength(0);
  });

  async function decided(email: string) {
    const fine = await issue();
    await admin.record(fine, "objected", { note: "Nej.", data: { name: "Åsa", email } });
    const [open] = await server.sql<{ id: string }[]>`select id from objections where fine_id = ${fine.id}`;
    expect((await send(open?.id)).error).toMatchObject({ code: "PK005", details: "objection_id" });
    await admin.record(fine, "objection_accepted", { note: "Ja." });
    return { fine, id: open?.id };
  }

  test("a decision on a case that is paid but for a small balance asks for nothing", async () => {
    await server.sql`update site_settings set small_balance = 5 where project_id = ${SITE}`;
    const fine = await issue();
    await admin.record(fine, "objected", { note: "Jag hade betalat.", data: { email: "liten@example.se" } });
    await admin.record(fine, "payment", { data: { amount_ore: 69_700, value_date: dayIn(0) } });
    const decided = { note: "Biljetten gällde en annan zon.", data: { due_date: dayIn(30) } };
    expect(await admin.record(fine, "objection_rejected", decided)).toMatchObject({ status: "paid", left_ore: 300 });
    const [mail] = await server.sql<{ facts: Json }[]>`
      select facts from outbox where fine_id = ${fine.id} and event = 'decision'`;
    expect(mail?.facts).toMatchObject({ decision: "rejected", left_ore: 0 });
    await server.sql`update site_settings set small_balance = 0 where project_id = ${SITE}`;
  });

  // Spec 4 §5: Bestridna is a
  test("a decision is sent again by the office, once at a time, and one that was given up goes on; the trail tells", async () => {
    const mailsOf = (fine: Json) => server.sql<{ id: string; sent_at: Date | null; gave_up_at: Date | null }[]>`
      select id, sent_at, gave_up_at from outbox where fine_id = ${String(fine["id"])} and event = 'decision' order by number`;

    const { fine, id } = await decided("igen@example.se");
    await eventually(() => arrived("igen@example.se")).toBe(1);
    await eventually(async () => (await mailsOf(fine))[0]?.sent_at).not.toBeNull();
    expect((await send(id)).error).toBeNull();
    await eventually(() => arrived("igen@example.se")).toBe(2);
    const [, again] = await mailsOf(fine);
    const noted =
      await server.sql`select actor_id, action from audit_trail where subject = 'outbox' and row_id = ${again?.id ?? ""}`;
    expect([...noted]).toEqual([{ actor_id: byAdmin, action: "insert" }]);
    // While the message waits, another press makes no further message.
    await server.sql`update outbox set sent_at = null, due_at = now() + interval '1 day' where id = ${again?.id ?? ""}`;
    expect((await send(id)).error).toBeNull();
    expect(await mailsOf(fine)).toHaveLength(2);
    await server.sql`update outbox set gave_up_at = now(), attempts = 3 where id = ${again?.id ?? ""}`;
    expect((await send(id)).error).toBeNull();
    await eventually(() => arrived("igen@example.se")).toBe(3);
    expect(await mailsOf(fine)).toHaveLength(2);

    // A decision from before there was mail, or without an address.
    const unasked = await decided("");
    expect((await send(unasked.id)).error).toMatchObject({ code: "PK005", details: "email" });
    await server.sql`delete from outbox where fine_id = ${fine.id}`;
    await server.sql`update private.settings set sends_mail = false`;
    expect((await send(id)).error).toMatchObject({ code: "PK005", details: "email" });
    await server.sql`update private.settings set sends_mail = true`;
    expect((await send(id)).error).toBeNull();
    await eventually(() => arrived("igen@example.se")).toBe(4);
  });

  // Spec 4 §5: Bestridna is a
  test("of a decision five mails go a day, whoever presses", async () => {
    const { fine, id } = await decided("ofta@example.se");
    const arrive = () =>
      server.sql`update outbox set sent_at = now() where fine_id = ${fine.id} and event = 'decision' and sent_at is null`;
    for (let press = 1; press < 5; press += 1) {
      await arrive();
      expect((await send(id)).error).toBeNull();
    }
    await arrive();
    expect((await send(id)).error).toMatchObject({ code: "PK014", details: "objection_id" });
    expect(await server.sql`select from outbox where fine_id = ${fine.id} and event = 'decision'`).toHaveLength(5);
    await server.sql`update outbox set made_at = made_at - interval '24 hours' where fine_id = ${fine.id}`;
    expect((await send(id)).error).toBeNull();
  });

  test.each(["asa@example.se, alla@example.se", "asa@example.se\r\nBcc: alla@example.se", "<alla@example.se>", "asa"])(
    "nothing is sent to %j, which is no single address",
    async (email) => {
      const fine = await issue();
      await admin.record(fine, "objected", { note: "Nej.", data: { name: "Åsa", email } });
      await admin.record(fine, "objection_accepted", { note: "Ja." });
      expect(await server.sql`select from outbox where fine_id = ${fine.id} and event = 'decision'`).toHaveLength(0);
    },
  );

  test("the site's own address is told where it is a receiver, with a head that nobody can add to", async () => {
    await server.sql`update site_settings set contact_email = 'kontor@example.se' where project_id = ${SITE}`;
    const row = { project_id: SITE, channel: "mail", events: ["objection"], is_active: true, with_name: true };
    expect((await admin.client.from("message_hooks").insert(row)).error).toBeNull();
    const fine = await issue();
    const name = "Åsa\r\nBcc: alla@example.se";
    await admin.record(fine, "objected", { note: "Nej.", data: { name } });
    await eventually(() => mails.taken.filter(({ to }) => to[0] === "kontor@example.se")).toHaveLength(1);
    const mail = mails.taken.find(({ to }) => to[0] === "kontor@example.se");
    expect(mail?.source.split("\r\n\r\n")[0]).not.toMatch(/^bcc/im);
    expect(mail && mailText(mail)).toBe(
      `Ärende ${String(fine["case_number"])} har bestridits\nFrån: Åsa Bcc: alla@example.se\n${leadsTo(fine)}`,
    );
    await server.sql`delete from message_hooks where channel = 'mail'`;
  });

  test("a hostile text mentions nobody and links nowhere", async () => {
    const address = await addHook();
    await issue({ street: "@everyone <@1> **fet** [klicka](https://ond.example)\n# Rubrik" });
    await eventually(() => at(address)).toHaveLength(1);
    expect(at(address)[0]).toContain(
      "\\@everyone \\<\\@1\\> \\*\\*fet\\*\\* \\[klicka\\]\\(https:\u200B//ond.example\\) # Rubrik",
    );
    expect(hooks.taken.at(-1)?.body["allowed_mentions"]).toEqual({ parse: [] });
  });

  test("a shift that waits and a unit whose status changed are told, another change of a unit is not", async () => {
    const address = await addHook({ events: ["shift_waits"], with_name: true });
    await insertRow(server.sql, "shift_registrations", { project_id: SITE });
    await eventually(() => at(address)).toEqual([
      "Ett skift väntar på granskning\n2026-11-21 09:00–17:00\nVakt: vakt01",
    ]);
    const dispatch = newWebhook();
    await insertRow(server.sql, "message_hooks", {
      project_id: "721075",
      address: dispatch,
      is_active: true,
      events: ["unit_status"],
    });
    const unit = await insertRow(server.sql, "units", { unit_number: "31-1010" });
    await server.sql`update units set location = 'Ystad' where id = ${unit}`;
    for (const status of ["BUSY", "AVAILABLE"])
      await server.sql`update units set status = ${status} where id = ${unit}`;
    await eventually(() => at(dispatch)).toEqual(["Unit 31-1010: BUSY, EXEMPT", "Unit 31-1010: AVAILABLE, EXEMPT"]);
    expect(await server.sql`select from outbox where about = ${unit}`).toHaveLength(2);
  });

  test("a call without its caller and an alarm are told where they are switched on", async () => {
    const dispatch = newWebhook();
    const hook = {
      project_id: "721075",
      address: dispatch,
      is_active: true,
      events: ["call_received", "alarm_raised"],
    };
    await insertRow(server.sql, "message_hooks", hook);
    const call = { number: "2026-0142", place: "Storgatan 4", nature: "Brand", priority: 1, caller: "Åsa 070" };
    await insertRow(server.sql, "calls", call);
    await insertRow(server.sql, "alarms", { unit_number: "31-1010", place: "" });
    await eventually(() => at(dispatch).toSorted()).toEqual([
      "ALARM 31-1010",
      "Call 2026-0142, priority 1\nStorgatan 4 · Brand",
    ]);
    expect(JSON.stringify(hooks.taken)).not.toContain("Åsa 070");
  });

  test("receivers of the dispatch centre are told of no case, whatever they list", async () => {
    const hook = { is_active: true, with_plate: true, events: ["unit_status", "fine_issued"] };
    const ids: string[] = [];
    for (const project_id of ["721075", SITE]) {
      const id = await insertRow(server.sql, "message_hooks", { ...hook, project_id, address: newWebhook() });
      const fine_id = await insertRow(server.sql, "fines", { project_id });
      await insertRow(server.sql, "fine_events", { project_id, fine_id, kind: "issued" });
      ids.push(id);
    }
    const told = await server.sql`select hook_id from outbox where hook_id = any (${ids})`;
    expect(told.map((row) => String(row["hook_id"]))).toEqual([ids[1]]);
    await server.sql`delete from message_hooks where id = any (${ids})`;
  });

  // Spec rules §7: A webhook goes
  test("a webhook's address is read by nobody, and the trail does not have it", async () => {
    const address = await addHook();
    const { data } = await admin.client.from("message_hooks").select().eq("project_id", SITE);
    const shown = `discord.com …${address.slice(-4)}`;
    expect((data as { address: string }[]).map((row) => row.address)).toContain(shown);
    const trail = await server.sql`select after from audit_trail where subject = 'message_hooks'`;
    expect(JSON.stringify(trail)).toContain(shown);
    for (const text of [JSON.stringify(data), JSON.stringify(trail)]) expect(text).not.toContain("hemlig-nyckel");
  });

  test.each([
    "http://discord.com/api/webhooks/123456/abcdefghijklmnop",
    "https://discord.com.example.se/api/webhooks/123456/abcdefghijklmnop",
    "https://discord.com@example.se/api/webhooks/123456/abcdefghijklmnop",
    "https://example.se/api/webhooks/123456/abcdefghijklmnop",
    "https://127.0.0.1/api/webhooks/123456/abcdefghijklmnop",
    "https://discord.com/api/webhooks/123456/abcdefghijklmnop/../../users",
    "https://discord.com/api/webhooks/123456/abcdefghijklmnop\nhttps://example.se",
    "",
  ])("%j is refused, and not repeated", async (address) => {
    const { error } = await admin.client.from("message_hooks").insert({ project_id: SITE, address });
    expect(error).toMatchObject({ code: "23514", message: "This is no address of a Discord webhook.", details: null });
  });

  test("a site has twenty receivers at most, also when somebody else adds one at the same moment", async () => {
    const project_id = "manga-mottagare";
    await insertRow(server.sql, "main_page_sites", { path: project_id });
    const add = (count: number, meanwhile = async () => {}) =>
      server.sql.begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claims', '{"role": "authenticated"}', true)`;
        for (let at = 0; at < count; at += 1)
          await transaction`insert into message_hooks ${transaction({ project_id, address: newWebhook() })}`;
        await meanwhile();
      });
    let late: Promise<unknown> = Promise.resolve();
    await add(20, async () => {
      let isOver = false;
      late = add(1)
        .catch((error: unknown) => error)
        .finally(() => (isOver = true));
      await eventually(
        async () => isOver || (await server.sql`select from pg_locks where not granted`).length > 0,
      ).toBe(true);
    });
    expect(await late).toMatchObject({ code: "23514" });
  });

  // Spec rules §7: The dead-letter list
  test("a webhook that is gone gives its message up, and sending it again delivers it, which the trail tells", async () => {
    const address = await addHook({ events: ["fine_issued"] });
    hooks.answer(404);
    const fine = await issue();
    const failed = { event: "fine_issued", last_error: "HTTP 404", gave_up_at: expect.any(Date) as Date };
    await eventually(async () => (await unsent(fine)).filter((row) => row.gave_up_at !== null).length).toBeGreaterThan(
      0,
    );
    hooks.answer(204);
    expect(await unsent(fine)).toContainEqual(failed);
    const [row] = await server.sql<{ id: string }[]>`
      select o.id from outbox o join private.hook_addresses a using (hook_id)
      where o.fine_id = ${fine.id} and a.address = ${address}`;
    expect((await admin.client.rpc("send_message_again", { message_id: row?.id })).error).toBeNull();
    await eventually(() => at(address)).toHaveLength(1);
    const noted =
      await server.sql`select actor_id, action from audit_trail where subject = 'outbox' and row_id = ${String(row?.id)}`;
    expect(noted.map((entry) => ({ ...entry }))).toEqual([{ actor_id: byAdmin, action: "update" }]);
  });

  test("a receiver that mail is refused for is given up at once, without its address in the list", async () => {
    mails.refuse("borta@example.se");
    const fine = await issue();
    await admin.record(fine, "objected", { note: "Nej.", data: { email: "borta@example.se" } });
    await admin.record(fine, "objection_accepted", { note: "Ja." });
    await eventually(async () => (await unsent(fine)).filter(({ event }) => event === "decision")).toEqual([
      { event: "decision", last_error: "SMTP 550", gave_up_at: expect.any(Date) as Date },
    ]);
  });

  test("the test goes to a receiver that is off, once however often it is pressed, as the screen shows it", async () => {
    const address = await addHook({ is_active: false, events: ["objection"] });
    const [hook] = await server.sql<
      { id: string }[]
    >`select hook_id as id from private.hook_addresses where address = ${address}`;
    hooks.answer(503);
    for (let press = 0; press < 3; press += 1)
      expect((await admin.client.rpc("send_test_message", { hook_id: hook?.id })).error).toBeNull();
    hooks.answer(204);
    await eventually(() => at(address)).toEqual([
      `Prov från ${SITE}. Så här ser meddelandena ut:\n\nÄrende 12345674 har bestridits\n${leadsTo({ case_number: "12345674" })}`,
    ]);
    // The screen shows the message with this text.
    expect((await admin.client.rpc("own_address")).data).toBe("https://parkering.example");
  });

  test("receivers and what waits move with their site to another code", async () => {
    await insertRow(server.sql, "main_page_sites", { path: "gammal-kod" });
    await insertRow(server.sql, "message_hooks", { project_id: "gammal-kod", address: newWebhook() });
    await insertRow(server.sql, "outbox", { project_id: "gammal-kod" });
    await server.sql`update main_page_sites set path = 'ny-kod' where path = 'gammal-kod'`;
    for (const table of ["message_hooks", "outbox"])
      expect(await server.sql`select from ${server.sql(table)} where project_id = 'ny-kod'`).toHaveLength(1);
  });

  const choose = (key: string, password = "Valt-7410-själv") =>
    ask(server.client(), { action: "choose-password", key, password });

  // Accounts of people are of `hardened` alone.
  describe.runIf(profile === "hardened")("a link to choose a password with", () => {
    let main: SupabaseClient;
    beforeAll(async () => {
      const { token } = await makePerson(server, { kind: "main-admin", project: null, userId: "huvudadmin" });
      main = server.client({ accessToken: token });
    });
    async function invite(): Promise<{ email: string; id: string; key: string }> {
      const email = `${randomUUID()}@example.se`;
      const made = await ask(main, { email, accountType: "admin", invite: true });
      expect(made).toEqual({ status: 200, body: { message: `Account created for ${email}` } });
      await eventually(() => keysOf(email)).toHaveLength(1);
      const [user] = await server.sql<{ id: string }[]>`select id from auth.users where email = ${email}`;
      return { email, id: user?.id ?? "", key: keysOf(email)[0] ?? "" };
    }

    // Spec rules §1: An invitation and
    test("reaches who is invited, keeps a guessable password out, and opens the account once", async () => {
      const { email, id, key } = await invite();
      expect(key).toMatch(/^[\w-]{22}$/);
      // A reader of the tables finds nothing that opens the account.
      const kept = await server.sql`
        select to_jsonb(o) || to_jsonb(l) as row from outbox o join private.account_links l on l.id = o.id where l.account_id = ${id}`;
      expect(kept).toHaveLength(1);
      expect(JSON.stringify(kept)).not.toContain(key);
      expect((await admin.client.from("outbox").select("id").eq("about", id)).data).toEqual([]);

      expect((await choose(key, "password")).status).toBe(400);
      expect(await choose(key)).toEqual({ status: 200, body: { message: "Password chosen" } });
      const { data, error } = await server.client().auth.signInWithPassword({ email, password: "Valt-7410-själv" });
      expect(error).toBeNull();
      // The password is the person's own choice: nobody asks for another.
      expect(data.user?.app_metadata).not.toHaveProperty("must_change_password");
      expect((await choose(key, "Annat-7410-val")).status).toBe(404);
      const trail = await server.sql`
        select actor_kind, after from audit_trail where subject = 'account_links' and row_id = ${id}`;
      expect(trail.map((row) => ({ ...row }))).toEqual([{ actor_kind: "main-admin", after: { email } }]);
    });

    // Spec rules §1: An invitation and
    test("is sent again in place of the earlier one, holds a day, and changes nothing before it is used", async () => {
      const { email, id, key } = await invite();
      await choose(key);
      expect((await ask(main, { action: "send-link", accountId: id })).status).toBe(200);
      await eventually(() => keysOf(email)).toHaveLength(2);
      const { error } = await server.client().auth.signInWithPassword({ email, password: "Valt-7410-själv" });
      expect(error).toBeNull();
      expect((await ask(main, { action: "send-link", accountId: id })).status).toBe(200);
      await eventually(() => keysOf(email)).toHaveLength(3);
      const [, second = "", third = ""] = keysOf(email);
      expect((await choose(second)).status).toBe(404);
      await eventually(() => server.sql`select from outbox where about = ${id} and sent_at is null`).toHaveLength(0);
      // The day counts from the sending.
      const [link] = await server.sql`select l.expires_at - o.sent_at = interval '24 hours' as is_a_day
        from private.account_links l join outbox o on o.id = l.id where l.account_id = ${id} order by l.created_at desc limit 1`;
      expect(link).toEqual({ is_a_day: true });
      await server.sql`update private.account_links set expires_at = expires_at - interval '24 hours' where account_id = ${id}`;
      expect((await choose(third)).status).toBe(404);
      await server.sql`update private.account_links set expires_at = expires_at + interval '1 minute' where account_id = ${id}`;
      expect((await choose(third)).status).toBe(200);
    });

    // Spec rules §1: An invitation and
    test("ends for good when the password changes in another way, or another takes its place while it is used", async () => {
      const given = await invite();
      const password = "Givet-7410-val";
      expect((await ask(main, { action: "set-password", accountId: given.id, password })).status).toBe(200);
      expect((await choose(given.key)).status).toBe(404);

      // Taken, and given back since the password was refused.
      const { email, id, key } = await invite();
      await server.sql`select take_account_link(${key})`;
      expect((await ask(main, { action: "send-link", accountId: id })).status).toBe(200);
      await eventually(() => keysOf(email)).toHaveLength(2);
      await server.sql`select give_back_account_link(${key})`;
      expect((await choose(key)).status).toBe(404);
      expect((await choose(keysOf(email)[1] ?? "")).status).toBe(200);
    });

    // Spec rules §1: An invitation and
    test("is sent to an account five times a day, by a channel that no older version asks for", async () => {
      const { id } = await invite();
      const statuses: number[] = [];
      for (let press = 2; press <= 6; press += 1) {
        await server.sql`update outbox set sent_at = now() where about = ${id} and sent_at is null`;
        statuses.push((await ask(main, { action: "send-link", accountId: id })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 400]);
      const channels = await server.sql`select distinct channel from outbox where about = ${id}`;
      expect([...channels]).toEqual([{ channel: "account-mail" }]);
    });

    // Spec rules §1: An invitation and
    test("is sent by who gives passwords alone, and where mail goes out", async () => {
      const { id } = await invite();
      for (const [client, status] of [
        [server.client(), 401],
        [attendant.client, 403],
        [admin.client, 403],
      ] as const) {
        expect((await ask(client, { action: "send-link", accountId: id })).status).toBe(status);
      }
      for (const key of ["", "AAAAAAAAAAAAAAAAAAAAAA", "' or true --"]) expect((await choose(key)).status).toBe(404);
      const email = `${randomUUID()}@example.se`;
      const before = await server.sql<{ public_url: string }[]>`
        update private.settings set public_url = null returning 'https://parkering.example' as public_url`;
      expect((await main.rpc("may_send_links")).data).toBe(false);
      expect((await ask(main, { email, accountType: "admin", invite: true })).status).toBe(400);
      expect(await server.sql`select from auth.users where email = ${email}`).toHaveLength(0);
      await server.sql`update private.settings set public_url = ${before[0]?.public_url ?? null}`;
      expect((await main.rpc("may_send_links")).data).toBe(true);
    });
  });

  test("the metrics tell how many wait and how many were given up", async () => {
    const { waiting, failed } = await countMessages(server.database);
    expect(waiting).toBe(0);
    expect(failed).toBeGreaterThan(0);
    expect(await oldestMessageSeconds(server.database)).toBe(0);
    await server.sql`
      insert into outbox (about, channel, event, due_at, made_at)
      values (gen_random_uuid(), 'discord', 'test', now() + interval '1 day', now() - interval '1 hour')`;
    expect(await oldestMessageSeconds(server.database)).toBeGreaterThanOrEqual(3600);
  });
});
