// A subscription ends with the login that it came from, not with its token; and nobody talks to others through it.
import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LoggedIn, makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { ONE_TRY, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { type Heard, idOf, listenTo } from "#tests/support/server/realtime.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const OWN = "ostra-hamnen";
const OTHER = "norra-kajen";

let server: TestServer;
const leave: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened" });
  for (const path of [OWN, OTHER]) await insertRow(server.sql, "main_page_sites", { path });
});
afterAll(async () => {
  await Promise.all(leave.map((disconnect) => disconnect()));
  await server.stop();
});

/** Follows as somebody: parkings unless said, and properties, which everybody may hear. Without a person as a visitor. */
async function follow(person?: LoggedIn, tables: readonly string[] = ["parkings"]): Promise<Heard> {
  const client = server.client(person === undefined ? {} : { accessToken: person.token });
  leave.push(() => client.realtime.disconnect());
  return await listenTo(client, ...[...tables, "properties"].map((table) => ({ table })));
}

const attendant = (userId: string, project: string | null = OWN) =>
  makePerson(server, { kind: "attendant", project, userId });

/** Waits until those who listen were told of all that was committed before: a socket's messages keep their order. */
async function waitForAll(...listeners: Heard[]): Promise<void> {
  const id = await insertRow(server.sql, "properties", { id: randomUUID() });
  await Promise.all(listeners.map((heard) => heard.hears(id)));
}

type End = [name: string, end: (sql: Sql, person: LoggedIn) => Promise<unknown>];
const ENDS: End[] = [
  ["the account is removed", (sql, { accountId }) => sql`delete from auth.users where id = ${accountId}`],
  ["the login is ended", (sql, { sessionId }) => sql`delete from auth.sessions where id = ${sessionId}`],
  [
    "a new password must be chosen",
    (sql, { accountId }) => sql`update staff_accounts set must_change_password = true where account_id = ${accountId}`,
  ],
  [
    "the login is eight hours old",
    (sql, { sessionId }) =>
      sql`update auth.sessions set created_at = now() - interval '8 hours 1 second' where id = ${sessionId}`,
  ],
];

// Spec rules §11: A live change
test.each(ENDS)("when %s, the attendant hears nothing more of the project", async (_name, end) => {
  const { sql } = server;
  const person = await attendant(`vakt-${randomUUID().slice(0, 8)}`);
  const heard = await follow(person);
  const witness = await follow(await attendant(`vakt-${randomUUID().slice(0, 8)}`));
  const before = await insertRow(sql, "parkings", { project_id: OWN });
  await Promise.all([heard.hears(before, "INSERT"), witness.hears(before, "INSERT")]);

  await end(sql, person);
  const after = await insertRow(sql, "parkings", { project_id: OWN });
  await witness.hears(after, "INSERT");
  await sql`update parkings set car_color = 'Grön' where id in (${before}, ${after})`;
  await witness.hears(after, "UPDATE");
  await sql`delete from parkings where id in (${before}, ${after})`;
  await witness.hears(before, "DELETE");
  await waitForAll(heard, witness);
  const ofParkings = heard.events.filter((event) => event.table === "parkings");
  expect(ofParkings.map((event) => [event.eventType, idOf(event)])).toEqual([["INSERT", before]]);
  expect(heard.statuses).toEqual(["SUBSCRIBED"]);
});

// Spec rules §6: An admin of
test("an admin who is removed hears no more of the office's cases, and whoever stays does", async () => {
  const { sql } = server;
  const tables = ["fines", "fine_events", "objections"] as const;
  const admin = (userId: string) => makePerson(server, { kind: "admin", project: OWN, userId });
  const [removed, colleague] = [await admin("admin-som-slutar"), await admin("admin-som-stannar")];
  const [gone, stays] = [await follow(removed, tables), await follow(colleague, tables)];
  await sql`delete from auth.users where id = ${removed.accountId}`;
  for (const table of tables) {
    const decided = table === "objections" ? { decision: "rejected" } : {};
    await stays.hears(await insertRow(sql, table, { project_id: OWN, ...decided }), "INSERT");
  }
  await waitForAll(gone, stays);
  expect(new Set(gone.events.map((event) => event.table))).toEqual(new Set(["properties"]));
});

test("who is moved to another project hears that one from then on, and the old one no more", async () => {
  const { sql } = server;
  const person = await attendant("vakt-som-flyttar");
  const heard = await follow(person);
  await sql`update staff_accounts set project_id = ${OTHER} where account_id = ${person.accountId}`;
  await insertRow(sql, "parkings", { project_id: OWN });
  const id = await insertRow(sql, "parkings", { project_id: OTHER });
  await heard.hears(id, "INSERT");
  expect(heard.events.map(idOf)).toEqual([id]);
});

test("an agent whose role is taken hears no more of what is not for sale", async () => {
  const { sql } = server;
  const agent = await makeAccount(sql, "employee");
  const heard = await follow(agent);
  const first = await insertRow(sql, "properties", { id: randomUUID(), status: "pending" });
  await heard.hears(first, "INSERT");
  await sql`delete from user_roles where user_id = ${agent.accountId}`;
  const second = await insertRow(sql, "properties", { id: randomUUID(), status: "pending" });
  await waitForAll(heard);
  expect(heard.events.map(idOf)).not.toContain(second);
});

test("a property that is taken off the market leaves a visitor's list, and comes back when it is for sale again", async () => {
  const { sql } = server;
  const [visitor, agent] = [await follow(), await follow(await makeAccount(sql, "employee"))];
  const id = await insertRow(sql, "properties", { id: randomUUID() });
  await visitor.hears(id, "INSERT");
  await sql`update properties set status = 'off_market' where id = ${id}`;
  expect((await visitor.hears(id, "DELETE")).old).toEqual({ id });
  await agent.hears(id, "UPDATE");
  await sql`update properties set price = 1 where id = ${id}`;
  await waitForAll(visitor, agent);
  await sql`update properties set status = 'available' where id = ${id}`;
  expect((await visitor.hears(id, "UPDATE")).new).toMatchObject({ status: "available", price: 1 });
  const told = (heard: Heard) => heard.events.filter((event) => idOf(event) === id).map((event) => event.eventType);
  expect(told(visitor)).toEqual(["INSERT", "DELETE", "UPDATE"]);
  expect(told(agent)).toEqual(["INSERT", "UPDATE", "UPDATE", "UPDATE"]);
});

test("a token whose login never was, or is somebody else's, hears what a visitor hears", async () => {
  const { sql } = server;
  const [one, other] = [await attendant("vakt-ett"), await attendant("vakt-tva", OTHER)];
  const heard = await follow(one);
  await sql`update auth.sessions set user_id = ${other.accountId} where id = ${one.sessionId}`;
  const ids = [
    await insertRow(sql, "parkings", { project_id: OWN }),
    await insertRow(sql, "parkings", { project_id: OTHER }),
  ];
  await waitForAll(heard);
  expect(heard.events.map(idOf)).not.toEqual(expect.arrayContaining(ids));
  expect(heard.events.filter((event) => event.table === "parkings")).toEqual([]);
});

test("nobody reaches others with messages of their own, over the socket or the address for broadcasts", async () => {
  const [sender, receiver] = [server.client(), server.client({ accessToken: (await attendant("vakt-tyst")).token })];
  leave.push(
    () => sender.realtime.disconnect(),
    () => receiver.realtime.disconnect(),
  );
  const got: unknown[] = [];
  const joined = (client: typeof sender) =>
    new Promise<ReturnType<typeof sender.channel>>((resolve) => {
      const channel = client.channel("room", { config: { broadcast: { ack: true }, presence: { key: "someone" } } });
      channel
        .on("broadcast", { event: "*" }, (message) => got.push(message))
        .on("presence", { event: "join" }, (message) => got.push(message))
        .subscribe((status) => {
          if (status === "SUBSCRIBED") resolve(channel);
        });
    });
  await joined(receiver);
  const room = await joined(sender);
  expect(await room.track({ name: "vakt" }, WITHIN_TWO_SECONDS)).toBe("error");
  const listening = await listenTo(receiver, { table: "properties" });
  const broadcast = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ messages: [{ topic: "room", event: "shout", payload: { text: "Hej" } }] }),
  });
  expect(broadcast.status).toBe(404);
  // A broadcast of the client is a binary frame, which ends its socket.
  void room.send({ type: "broadcast", event: "shout", payload: { text: "Hej" } }, ONE_TRY);
  const again = await listenTo(sender, { table: "properties" });
  await waitForAll(listening, again);
  expect(got).toEqual([]);
});
