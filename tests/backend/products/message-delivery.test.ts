// Delivery of the outbox (docs/messages.md): each message arrives once and in order, by a server's processes and by the edge function.
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { pino } from "pino";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH } from "#contract/projects.ts";
import { handleDeliverMessages } from "#functions/deliver-messages/handler.ts";
import { createMailer } from "#functions/deliver-messages/mail.ts";
import { type DeliveryOptions, startDelivering } from "#server/messages/deliver.ts";
import { countMessages, noteMail, removeOldMessages, takeMessages } from "#server/messages/outbox.ts";
import { type Json, OTHER_SITE, SITE } from "#tests/support/rows/cases.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { type HookServer, type MailServer } from "#tests/support/outside/receivers.ts";
import { eventually, HASTE, messageReceivers } from "#tests/support/outside/message-receivers.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer } from "#tests/support/server/server.ts";

const log = pino({ level: "silent" });

const { opened, at, newWebhook } = messageReceivers();
let hooks: HookServer;
let mails: MailServer;
beforeAll(() => {
  ({ hooks, mails } = opened());
});

const TAKING = { channels: ["discord", "mail"], most: 10, leaseMs: 60_000 } as const;

/** The text of a message of `put`. */
const told = (status: string) => `Unit 31: ${status}, ACTIVE`;

describe("how it is delivered", () => {
  let database: TestDatabase;
  let running: { stop(): Promise<void> }[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    await noteMail(database.database, true);
  });
  afterEach(async () => {
    for (const delivering of running) await delivering.stop();
    running = [];
    await database.drop();
  });

  const deliver = (more: Partial<DeliveryOptions> = {}) => {
    const options = {
      database: database.database,
      mail: mails.settings,
      publicUrl: null,
      timeZone: "Europe/Stockholm",
      log,
    };
    running.push(startDelivering({ ...options, discordBase: hooks.base, pace: HASTE, ...more }));
  };
  const addHook = async (address = newWebhook()) => {
    const id = await insertRow(database.sql, "message_hooks", {
      address,
      is_active: true,
      events: ["unit_status", "fine_issued"],
    });
    return { id, address };
  };
  /** Puts a message of a unit into the outbox. */
  const put = (hook: string, about: string, status: string) =>
    database.sql`insert into outbox (project_id, hook_id, about, channel, event, facts)
      values (${SITE}, ${hook}, ${about}, 'discord', 'unit_status',
        ${database.sql.json({ unit_number: "31", status, operational_status: "ACTIVE" })})`;
  /** An objection from this address is rejected. */
  const decide = async (email: string) => {
    const fine_id = await insertRow(database.sql, "fines");
    const objection_id = await insertRow(database.sql, "objections", { fine_id, email, decision: "rejected" });
    await insertRow(database.sql, "fine_events", { fine_id, kind: "objection_rejected", data: { objection_id } });
  };
  const waiting = async () => (await countMessages(database.database)).waiting;

  test("sites take turns, so that one with many messages keeps nobody else's", async () => {
    const { id } = await addHook();
    for (let message = 0; message < 5; message += 1) await put(id, randomUUID(), "A");
    await database.sql`insert into outbox (project_id, hook_id, about, channel, event)
      values (${OTHER_SITE}, ${id}, ${randomUUID()}, 'discord', 'unit_status')`;
    const taken = await takeMessages(database.database, { ...TAKING, most: 2 });
    const sites = await database.sql`select project_id from outbox where id = any (${taken.map((row) => row.id)})`;
    expect(sites.map((row) => String(row["project_id"])).toSorted()).toEqual([OTHER_SITE, SITE].toSorted());
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("a message is removed by its age, also while it waits", async () => {
    const { id } = await addHook();
    for (const status of ["A", "B"]) await put(id, randomUUID(), status);
    await database.sql`update outbox set made_at = now() - interval '31 days' where facts ->> 'status' = 'A'`;
    await removeOldMessages(database.database, 30);
    const left = await database.sql`select facts ->> 'status' as status from outbox`;
    expect(left.map((row) => String(row["status"]))).toEqual(["B"]);
  });

  // Spec rules §7: Messages arrive once,
  test("a server and a mail server that are away and come back get everything once, in order for each case", async () => {
    const { id, address } = await addHook();
    await Promise.all([hooks.goAway(), mails.goAway()]);
    deliver();
    const units = Array.from({ length: 3 }, () => randomUUID());
    for (const status of ["A", "B", "C", "D"])
      for (const unit of units) await put(id, unit, `${status}${units.indexOf(unit)}`);
    const count = mails.taken.length;
    await decide("driver@example.se");
    // Both were tried and failed, more than once.
    await eventually(() =>
      database.sql`select from outbox where attempts > 1 and last_error is not null`.then((rows) => rows.length),
    ).toBeGreaterThan(3);
    expect(await waiting()).toBe(13);
    await Promise.all([hooks.comeBack(), mails.comeBack()]);
    await eventually(waiting).toBe(0);
    for (const index of units.keys())
      expect(at(address).filter((text) => new RegExp(`: .${index},`).test(text))).toEqual(
        ["A", "B", "C", "D"].map((status) => told(`${status}${index}`)),
      );
    expect(at(address)).toHaveLength(12);
    expect(mails.taken.slice(count).map(({ to }) => to)).toEqual([["driver@example.se"]]);
  });

  // Spec rules §7: Messages arrive once,
  test("messages that a killed process had taken are sent by another process when their time is over", async () => {
    const { id, address } = await addHook();
    await put(id, randomUUID(), "BUSY");
    expect(await takeMessages(database.database, TAKING)).toHaveLength(1);
    expect(await takeMessages(database.database, TAKING)).toHaveLength(0);
    deliver();
    await database.sql`update outbox set due_at = now()`;
    await eventually(() => at(address)).toEqual([told("BUSY")]);
    await eventually(() => database.sql`select from outbox where attempts = 2 and sent_at is not null`).toHaveLength(1);
  });

  // Spec rules §7: Messages arrive once,
  test("two processes share fifty messages: each is sent once", async () => {
    const { id, address } = await addHook();
    for (let number = 0; number < 50; number += 1) await put(id, randomUUID(), `S${number}`);
    deliver();
    deliver();
    await eventually(waiting).toBe(0);
    expect(at(address).toSorted()).toEqual(
      Array.from({ length: 50 }, (_none, number) => told(`S${number}`)).toSorted(),
    );
  });

  test("a receiver that asks to wait is left alone, with all that waits for it", async () => {
    const { id } = await addHook();
    for (const status of ["A", "B"]) await put(id, randomUUID(), status);
    hooks.answer(429, { "Retry-After": "600" });
    deliver();
    await eventually(async () => {
      const rows =
        await database.sql`select from outbox where due_at > now() + interval '500 seconds' and due_at < now() + interval '601 seconds'`;
      return rows.length;
    }).toBe(2);
    expect(await waiting()).toBe(2);
    hooks.answer(204);
  });

  test("a message is given up when it was tried for long enough, and not before", async () => {
    const { id } = await addHook();
    await put(id, randomUUID(), "A");
    await put(id, randomUUID(), "B");
    await database.sql`update outbox set tried_since = now() - interval '3 days' where facts ->> 'status' = 'A'`;
    hooks.answer(503);
    deliver();
    await eventually(async () => (await countMessages(database.database)).failed).toBe(1);
    expect(await waiting()).toBe(1);
    hooks.answer(204);
  });

  test("a process without a mail server leaves mail to one that has it", async () => {
    const { id, address } = await addHook();
    await decide("sent@example.se");
    deliver({ mail: null });
    await put(id, randomUUID(), "A");
    await eventually(() => at(address)).toEqual([told("A")]);
    expect(await database.sql`select from outbox where channel = 'mail' and attempts = 0`).toHaveLength(1);
    deliver();
    await eventually(() => mails.taken.filter(({ to }) => to[0] === "sent@example.se")).toHaveLength(1);
  });

  // Spec 4 §5: Bestridna is a
  test("without a mail server no mail is put into the outbox, and old messages go", async () => {
    await noteMail(database.database, false);
    await decide("driver@example.se");
    expect(await database.sql`select from outbox`).toHaveLength(0);
    await insertRow(database.sql, "outbox", { made_at: "2026-01-01T00:00:00Z" });
    deliver();
    await eventually(() => database.sql`select from outbox`.then((rows) => rows.length)).toBe(0);
  });
});

const answerOf = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as Json });

// Spec rules §7: The same code
test("the edge function delivers what is due to Discord and by mail, with its secret alone", async () => {
  const server = await startTestServer({ profile: "hardened" });
  // Messages stay, as on hosted Supabase, where no process of ours takes them.
  await server.sql`
    create function private.leave_alone() returns trigger language plpgsql as $$ begin return null; end $$`;
  await server.sql`
    create trigger leave_alone before update on public.outbox for each row
      when (current_setting('application_name') = 'parkering server') execute function private.leave_alone()`;
  const mailer = createMailer(mails.settings);
  const deliver = (secret: string, supabaseUrl = server.url) =>
    handleDeliverMessages(
      new Request("http://function", { method: "POST", headers: { Authorization: `Bearer ${secret}` } }),
      {
        supabaseUrl,
        secretKey: server.secretKey,
        fetch,
        mailer,
        publicUrl: "https://parkering.example",
        timeZone: "Europe/Stockholm",
        discordBase: hooks.base,
      },
    );
  try {
    const address = newWebhook();
    const hook = await insertRow(server.sql, "message_hooks", { address, is_active: true, events: ["unit_status"] });
    const put = (status: string) =>
      server.sql`insert into outbox (project_id, hook_id, about, channel, event, facts)
        values (${SITE}, ${hook}, ${hook}, 'discord', 'unit_status',
          ${server.sql.json({ unit_number: "31", status, operational_status: "ACTIVE" })})`;
    for (const status of ["A", "B"]) await put(status);
    // Nothing is taken without a secret, or with another one.
    for (const hash of [null, createHash("sha256").update("hemlig").digest("hex")]) {
      await server.sql`update private.settings set delivery_secret_hash = ${hash}`;
      expect((await deliver("annan")).status).toBe(401);
    }
    expect(at(address)).toEqual([]);

    const count = mails.taken.length;
    await server.sql`update private.settings set sends_mail = true`;
    const fine_id = await insertRow(server.sql, "fines");
    const objection_id = await insertRow(server.sql, "objections", {
      fine_id,
      email: "driver@example.se",
      decision: "rejected",
    });
    await insertRow(server.sql, "fine_events", { fine_id, kind: "objection_rejected", data: { objection_id } });
    expect(await answerOf(await deliver("hemlig"))).toEqual({ status: 200, body: { sent: 3, later: 0, givenUp: 0 } });
    expect(at(address)).toEqual([told("A"), told("B")]);
    expect(mails.taken.slice(count).map(({ to }) => to)).toEqual([["driver@example.se"]]);
    const [settings] = await server.sql`select sends_mail, public_url from private.settings`;
    expect({ ...settings }).toEqual({ sends_mail: true, public_url: "https://parkering.example" });

    // A message that is refused for now waits, and all that waits for that receiver with it.
    await put("C");
    hooks.answer(429, { "Retry-After": "600" });
    expect(await answerOf(await deliver("hemlig"))).toEqual({ status: 200, body: { sent: 0, later: 1, givenUp: 0 } });
    hooks.answer(204);
    expect(await answerOf(await deliver("hemlig"))).toEqual({ status: 200, body: { sent: 0, later: 0, givenUp: 0 } });
    const [waits] = await server.sql<{ minutes: number }[]>`
      select round(extract(epoch from due_at - now()) / 60)::int as minutes from outbox where sent_at is null`;
    expect(waits?.minutes).toBe(10);
    expect((await handleDeliverMessages(new Request("http://function"), {} as never)).status).toBe(405);
  } finally {
    mailer.close();
    await server.stop();
  }
});

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");

// Spec rules §7: The same code
test("what the edge function has of the contract is the contract, and its mailer the server's", () => {
  const copied = (name: string) => read(`supabase/functions/deliver-messages/${name}`).split("\n").slice(1).join("\n");
  expect(copied("mail-address.ts")).toBe(read("contract/mail-address.ts"));
  const imported = 'import { AMBULANCE_PATH, DISPATCH_PROJECT, REAL_ESTATE_PATH } from "./projects.ts";';
  const constants = `const AMBULANCE_PATH = "${AMBULANCE_PATH}";\nconst DISPATCH_PROJECT = "${DISPATCH_PROJECT}";\nconst REAL_ESTATE_PATH = "${REAL_ESTATE_PATH}";`;
  expect(copied("messages.ts")).toBe(read("contract/messages.ts").replace(imported, constants));
  const { dependencies } = JSON.parse(read("package.json")) as { dependencies: Record<string, string> };
  expect(JSON.parse(read("supabase/functions/deliver-messages/deno.json"))).toEqual({
    imports: { nodemailer: `npm:nodemailer@${dependencies["nodemailer"]}` },
  });
});
