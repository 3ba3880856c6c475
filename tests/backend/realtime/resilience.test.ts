// Failures around live changes: the database goes away, clients do not read, frames are bad, the server stops.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type WebSocket from "ws";
import { TELL_BEHIND, TELLS_BEHIND } from "#server/realtime/changes/capture-sql.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { BACK_AGAIN, WITHIN_A_SECOND, WITHIN_THREE_SECONDS } from "#tests/support/run/patience.ts";
import {
  collectFrames,
  idOf,
  listenTo,
  type RealtimeTest,
  startRealtime,
  subscribe,
} from "#tests/support/server/realtime.ts";

const TABLES = `
  create table public.notes (id uuid primary key default gen_random_uuid(), title text);
  grant select on public.notes to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.notes;`;

let realtime: RealtimeTest;
beforeAll(async () => {
  realtime = await startRealtime(TABLES);
});
afterAll(async () => {
  await realtime.stop();
});

async function insertNote(title = "Note"): Promise<string> {
  const id = randomUUID();
  await realtime.sql`insert into notes values (${id}, ${title})`;
  return id;
}

test("a lost listener: channels are told to join again, and hear what comes after", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const [ended] = await realtime.sql`
    select pg_terminate_backend(pid, 5000) as ok from pg_stat_activity
    where datname = current_database() and application_name = 'parkering realtime listener'`;
  expect(ended?.["ok"]).toBe(true);
  await expect.poll(() => heard.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
  expect(heard.messages.join()).toContain("the connection to the database was lost");
  await heard.hears(await insertNote());
  expect(realtime.gateway.stats().listening).toBe(true);
});

test("a connection that tells behind its transactions tells of those that are kept, and of no other", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const writer = await realtime.sql.reserve();
  const kept = [randomUUID(), randomUUID()];
  const insert = (id: string) => writer`insert into notes values (${id}, 'Note')`;
  const untold = async () => (await writer`select current_setting('parkering.told') as told`)[0]?.["told"] as string;
  for (const [name, value] of Object.entries(TELLS_BEHIND)) await writer`select set_config(${name}, ${value}, false)`;
  try {
    await writer`begin`;
    await insert(randomUUID());
    await writer`rollback`;
    for (const id of kept) await insert(id);
    expect((await untold()).split("\n")).toEqual(kept.map((id) => expect.stringContaining(id)));
    await writer.unsafe(TELL_BEHIND.text);
    expect(await untold()).toBe("");
  } finally {
    await writer`reset all`;
    writer.release();
  }
  await Promise.all(kept.map((id) => heard.hears(id, "INSERT")));
  expect(heard.events.map(idOf)).toEqual(kept);
});

test("followers fetch again when another server starts beside this one, or could not tell of a change", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const other = await realtime.another();
  const again = ["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"];
  await expect.poll(() => heard.statuses).toEqual(again);
  other.gateway.tellGap();
  await expect.poll(() => heard.statuses).toEqual([...again, ...again.slice(1)]);
  await heard.hears(await insertNote());
  await other.stop();
});

test("a database that is away for a while is told at once, joins wait for it, and everything comes back", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  // Our own connection stays: the database takes no new ones, and the gateway's are ended.
  await realtime.allowConnections(false);
  await realtime.sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name like 'parkering realtime%'`;
  await expect.poll(() => realtime.gateway.stats().listening, WITHIN_A_SECOND).toBe(false);
  await expect.poll(() => heard.statuses, WITHIN_A_SECOND).toEqual(["SUBSCRIBED", "CHANNEL_ERROR"]);
  const late = await subscribe(realtime.client(), { table: "notes" });

  await realtime.allowConnections(true);
  await expect.poll(() => heard.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
  await expect.poll(() => late.statuses).toEqual(["SUBSCRIBED"]);
  const id = await insertNote();
  await Promise.all([heard.hears(id), late.hears(id)]);
});

test("a join that waited too long for the database is refused, and tried again; heartbeats are answered meanwhile", async () => {
  const hasty = await startRealtime(TABLES, { limits: { joinPatienceMs: 2000 } });
  try {
    await hasty.allowConnections(false);
    await hasty.sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name like 'parkering realtime%'`;
    await expect.poll(() => hasty.gateway.stats().listening).toBe(false);
    const socket = hasty.socket();
    const frames = collectFrames(socket);
    await once(socket, "open");
    socket.send(joinNotes("realtime:waits"));
    socket.send(JSON.stringify([null, "2", "phoenix", "heartbeat", {}]));
    await expect.poll(() => frames, WITHIN_A_SECOND).toEqual([[null, "2", "phoenix", "phx_reply", expect.anything()]]);
    const refused = await subscribe(hasty.client(), { table: "notes" });
    await expect.poll(() => refused.statuses).toContain("CHANNEL_ERROR");
    expect(refused.messages.join()).toContain("DatabaseUnavailable");
    await hasty.allowConnections(true);
    await expect.poll(() => refused.statuses.at(-1), BACK_AGAIN).toBe("SUBSCRIBED");
  } finally {
    await hasty.stop();
  }
});

test("a connection that listens and carries nothing any more: told within three seconds, and what was missed is fetched", async () => {
  const cable = await layCable(inject("clusterUrl").replace(/^postgresql/, "http"));
  const silent = await startRealtime(TABLES, { directPort: new URL(cable.url).port });
  try {
    const heard = await listenTo(silent.client(), { table: "notes" });
    cable.freeze();
    await silent.sql`insert into notes values (gen_random_uuid(), 'Missed')`;
    await expect.poll(() => heard.statuses, WITHIN_THREE_SECONDS).toEqual(["SUBSCRIBED", "CHANNEL_ERROR"]);
    expect(heard.events).toEqual([]);
    await expect.poll(() => heard.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
    const id = randomUUID();
    await silent.sql`insert into notes values (${id}, 'Heard')`;
    await heard.hears(id);
  } finally {
    await silent.stop();
    cable.close();
  }
});

test("rows that cannot be read: the followers of the table fetch again, nothing is lost in silence", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  await realtime.sql`alter function realtime.gateway_read rename to gateway_read_away`;
  try {
    await insertNote();
    await expect.poll(() => heard.statuses).toContain("CHANNEL_ERROR");
    expect(heard.messages.join()).toContain("changed rows could not be read");
  } finally {
    await realtime.sql`alter function realtime.gateway_read_away rename to gateway_read`;
  }
  await expect.poll(() => heard.statuses.at(-1)).toBe("SUBSCRIBED");
  await heard.hears(await insertNote());
});

test("a client that does not read is cut off, and the others hear on", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const slow = realtime.socket();
  const frames = collectFrames(slow);
  await once(slow, "open");
  slow.send(joinNotes("realtime:slow"));
  await expect.poll(() => frames.length).toBe(2);
  slow.pause();
  const closed = once(slow, "close");
  const dropped = realtime.gateway.stats().dropped;
  // More than the kernel's buffers and the 8 MB that may wait.
  for (let n = 0; n < 60 && realtime.gateway.stats().dropped === dropped; n += 1) {
    await heard.hears(await insertNote("x".repeat(900_000)));
  }
  await expect.poll(() => realtime.gateway.stats().dropped).toBe(dropped + 1);
  slow.resume();
  await closed;
  await heard.hears(await insertNote());
  expect(heard.statuses).toEqual(["SUBSCRIBED"]);
});

function joinNotes(topic: string, ref = "1"): string {
  const postgres_changes = [{ event: "*", schema: "public", table: "notes" }];
  return JSON.stringify([ref, ref, topic, "phx_join", { config: { postgres_changes } }]);
}

test.each([
  ["no JSON", "{", 1003],
  ["no frame", "[1,2]", 1003],
  ["an object where arrays are spoken", '{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}', 1003],
  ["a topic that is no text", '[null,"1",{},"phx_join",{}]', 1003],
  ["null", "null", 1003],
  ["a binary frame", Buffer.from([3, 1, 1, 1]), 1003],
  ["more than 128 kB", JSON.stringify(["1", "1", "realtime:a", "phx_join", { big: "x".repeat(140_000) }]), 1009],
])("%s closes the socket with a code and harms nobody else", async (_name, frame, code) => {
  const socket = realtime.socket();
  await once(socket, "open");
  const closed = once(socket, "close") as Promise<[number]>;
  socket.send(frame);
  expect((await closed)[0]).toBe(code);
  const heard = await listenTo(realtime.client(), { table: "notes" });
  await heard.hears(await insertNote());
});

test.each([
  ["bindings that are no list", { config: { postgres_changes: "all" } }, "join refused"],
  ["an event that does not exist", { config: { postgres_changes: [{ event: "MERGE" }] } }, "join refused"],
  [
    "101 bindings",
    { config: { postgres_changes: Array.from({ length: 101 }, () => ({ event: "*" })) } },
    "join refused",
  ],
  ["a token that is no text", { access_token: 7 }, "join refused"],
])("a join with %s is answered with an error", async (_name, payload, reason) => {
  const socket = realtime.socket();
  const frames = collectFrames(socket);
  await once(socket, "open");
  socket.send(JSON.stringify(["1", "1", "realtime:a", "phx_join", payload]));
  await expect.poll(() => frames.length).toBe(1);
  expect(frames[0]?.[4]).toMatchObject({
    status: "error",
    response: { reason: expect.stringContaining(reason) as string },
  });
});

test("a socket may join 100 channels and not 101; joining one again replaces it", async () => {
  const socket = realtime.socket();
  const frames = collectFrames(socket);
  await once(socket, "open");
  for (let n = 0; n < 100; n += 1) socket.send(joinNotes(`realtime:${n}`, `${n}`));
  await expect.poll(() => frames.length).toBe(200);
  socket.send(joinNotes("realtime:100", "100"));
  socket.send(joinNotes("realtime:0", "101"));
  await expect.poll(() => frames.length).toBe(203);
  expect(frames[200]?.[4]).toMatchObject({ status: "error" });
  expect(frames[201]?.[4]).toMatchObject({ status: "ok" });
  const id = await insertNote();
  await expect.poll(() => changesOf(frames, id)).toHaveLength(100);
});

function changesOf(frames: unknown[][], id: string): unknown[] {
  return frames.filter(
    ([, , , event, payload]) => event === "postgres_changes" && JSON.stringify(payload).includes(id),
  );
}

test("a socket that answers no ping is cut off, one that does stays", async () => {
  const quick = await startRealtime(TABLES, { pingEveryMs: 100 });
  try {
    const dead = quick.socket({ autoPong: false });
    const living = quick.socket();
    let pings = 0;
    living.on("ping", () => (pings += 1));
    const [code] = (await once(dead, "close")) as [number];
    expect(code).toBe(1006);
    await expect.poll(() => pings).toBeGreaterThan(3);
    expect(living.readyState).toBe(living.OPEN);
    expect(quick.gateway.stats().sockets).toBe(1);
  } finally {
    await quick.stop();
  }
});

test("a socket above the limit is answered 503, and there is room again when another socket leaves", async () => {
  const small = await startRealtime(TABLES, { limits: { sockets: 2 } });
  try {
    const [first, second] = [small.socket(), small.socket()];
    await Promise.all([once(first, "open"), once(second, "open")]);
    const [, answer] = (await once(small.socket(), "unexpected-response")) as [unknown, { statusCode: number }];
    expect(answer.statusCode).toBe(503);
    first.close();
    await expect.poll(() => small.gateway.stats().sockets).toBe(1);
    await once(small.socket(), "open");
  } finally {
    await small.stop();
  }
});

test("200 sockets hear each change once, each on its own topic", async () => {
  const sockets: { socket: WebSocket; frames: unknown[][] }[] = [];
  for (let n = 0; n < 200; n += 1) {
    const socket = realtime.socket();
    sockets.push({ socket, frames: collectFrames(socket) });
    await once(socket, "open");
    socket.send(joinNotes(n % 2 === 0 ? "realtime:shared" : `realtime:own-${n}`));
  }
  await expect.poll(() => sockets.every(({ frames }) => frames.length === 2)).toBe(true);
  const ids = await Promise.all(Array.from({ length: 10 }, () => insertNote()));
  await expect.poll(() => sockets.every(({ frames }) => frames.length >= 12)).toBe(true);
  for (const [n, { frames }] of sockets.entries()) {
    const told = frames.slice(2) as [null, null, string, string, { data: { record: { id: string } } }][];
    const topic = n % 2 === 0 ? "realtime:shared" : `realtime:own-${n}`;
    expect(new Set(told.map((frame) => frame[2]))).toEqual(new Set([topic]));
    expect(told).toHaveLength(ids.length);
    expect(new Set(told.map((frame) => frame[4].data.record.id))).toEqual(new Set(ids));
  }
  for (const { socket } of sockets) socket.close();
});

test("the gateway stops with 1012, leaves no connection behind, and starts again on the same database", async () => {
  const second = await startRealtime(TABLES);
  const socket = second.socket();
  await once(socket, "open");
  const closed = once(socket, "close") as Promise<[number]>;
  await second.gateway.close();
  expect((await closed)[0]).toBe(1012);
  const late = second.socket();
  const [, response] = (await once(late, "unexpected-response")) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(503);
  await expect
    .poll(async () => {
      const rows = await second.sql`
        select 1 from pg_stat_activity where datname = current_database() and application_name like 'parkering realtime%'`;
      return rows.length;
    })
    .toBe(0);
  await second.stop();
});
