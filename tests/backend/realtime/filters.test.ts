// Filters of a join cost little, whatever stands in them: what is no value of its column's kind is refused before the database is asked, and what
// only the database knows takes a second at most, and ends with its socket.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type WebSocket from "ws";
import { openValueReader } from "#server/realtime/value-reader.ts";
import { watchWork } from "#tests/support/database/work.ts";
import { WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { type RealtimeTest, collectFrames, listenTo, startRealtime } from "#tests/support/server/realtime.ts";

// A value that takes as long to read as it says, as long numbers did.
const TABLES = `
  create domain public.slow as text check (pg_sleep(case when value ~ '^\\d+$' then value::float8 else 0 end) is not null);
  create table public.notes (id uuid primary key default gen_random_uuid(), amount int, price numeric, weight real, happens_at timestamptz,
    title text, slow public.slow);
  grant select on public.notes to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.notes;`;

let realtime: RealtimeTest;
beforeAll(async () => {
  realtime = await startRealtime(TABLES);
});
afterAll(() => realtime.stop());

type Reply = { status: string; response: { reason?: string } };

async function open(): Promise<WebSocket> {
  const socket = realtime.socket();
  await once(socket, "open");
  return socket;
}

const joinOf = (filters: string[]) =>
  JSON.stringify([
    "1",
    "join",
    "realtime:a",
    "phx_join",
    {
      config: { postgres_changes: filters.map((filter) => ({ event: "*", schema: "public", table: "notes", filter })) },
    },
  ]);

async function join(filters: string[]): Promise<Reply> {
  const socket = await open();
  const frames = collectFrames(socket);
  socket.send(joinOf(filters));
  const replyIn = () => frames.find((frame) => frame[1] === "join")?.[4] as Reply | undefined;
  await expect.poll(replyIn).toBeDefined();
  socket.terminate();
  return replyIn() as Reply;
}

const LONG = "1e131071";
const hundred = (value: string) => Array.from({ length: 100 }, () => value).join(",");

test.each([
  ["a hundred filters of a hundred long numbers", Array.from({ length: 100 }, () => `price=in.(${hundred(LONG)})`)],
  ["more values than a channel may name", Array.from({ length: 11 }, () => `title=in.(${hundred("a")})`)],
  ["more bytes than a socket may follow", Array.from({ length: 100 }, () => `title=eq.${"x".repeat(900)}`)],
  ["one long number", [`price=eq.${LONG}`]],
  ["a long number for a real", [`weight=eq.${LONG}`]],
  ["an integer out of its range", ["amount=in.(1,2,2147483648)"]],
  ["no number", ["amount=eq.red"]],
  ["no key", ["id=eq.1"]],
  ["no moment", ["happens_at=gt.soon"]],
  ["a text without end", [`title=eq.${"x".repeat(5000)}`]],
])("%s: refused with a reason, and the database is not asked", async (_what, filters) => {
  const work = await watchWork(realtime.sql);
  const { status, response } = await join(filters);
  expect([status, response.reason]).toEqual(["error", expect.stringMatching(/\S{4}/)]);
  expect(response.reason).not.toContain("DatabaseUnavailable");
  expect(await work.sinceLast()).toBe(0);
});

test("a value that takes longer than a second to read is refused, and others are told of changes meanwhile", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const slow = ["20", "20", "20"].map((value) => join([`slow=eq.${value}`]));
  const id = crypto.randomUUID();
  await realtime.sql`insert into notes (id) values (${id})`;
  await expect.poll(() => heard.events.map((event) => event.new), WITHIN_TWO_SECONDS).toMatchObject([{ id }]);
  for (const reply of await Promise.all(slow))
    expect(reply).toEqual({ status: "error", response: { reason: expect.stringContaining("take too long") } });
});

const running = () => realtime.sql`
  select from pg_stat_activity
  where datname = current_database() and application_name = 'parkering realtime joins' and state = 'active'`;

test("the database's work for a join ends with the join's socket", async () => {
  const socket = await open();
  socket.send(joinOf(["slow=eq.20"]));
  await expect.poll(running).toHaveLength(1);
  socket.terminate();
  await expect.poll(running, WITHIN_TWO_SECONDS).toHaveLength(0);
});

test("a statement ends when whoever asked is gone, long before its time-out, and the next one is not ended with it", async () => {
  const reader = openValueReader(String(realtime.database.options.connectionString), realtime.database, 60_000);
  const gone = new AbortController();
  const ended = reader.read("slow", ["50"], gone.signal).catch((error: unknown) => error);
  await expect.poll(running).toHaveLength(1);
  gone.abort();
  expect(await ended).toMatchObject({ name: "GoneError" });
  expect(await reader.read("slow", ["0.1"], new AbortController().signal)).toEqual(["0.1"]);
  await expect(reader.read("slow", ["0.1"], gone.signal)).rejects.toMatchObject({ name: "GoneError" });
  await reader.close();
});
