// Signs of a running server for its operator: metrics, the ID of a request, slow statements, whom to tell of a weakness.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { pino } from "pino";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { WebSocket } from "ws";
import { createApp } from "#server/app.ts";
import { inTransaction } from "#server/database/driver/connect.ts";
import { type Listening, listen } from "#server/http/listen.ts";
import { claimMetrics } from "#server/watching/serve-metrics.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";

const SECRET = "a-token-of-sixteen";
let database: TestDatabase;
let app: Awaited<ReturnType<typeof createApp>>;
let listening: Listening;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino(
    { level: "info", base: null },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
        done();
      },
    }),
  );
  app = await createApp({
    databaseUrl: database.url,
    storageDir: "/nowhere",
    webDir: "/nowhere",
    securityProfile: "specified",
    publicUrl: "https://parkering.example.se",
    isLoopbackOnly: true,
    metricsToken: SECRET,
    slowStatementMs: 300,
    securityContact: "mailto:it@example.se",
    log,
  });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await listening.drain();
  await app.close();
  await database.drop();
});

const read = async () =>
  (await fetch(`${listening.url}/metrics`, { headers: { authorization: `Bearer ${SECRET}` } })).text();
/** The value of a metric with these labels, as it is written; null when it is not there. */
const valueOf = (text: string, name: string) => {
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  return line === undefined ? null : Number(line.slice(name.length + 1));
};
const until = (name: string, value: number) =>
  vi.waitUntil(async () => valueOf(await read(), name) === value, PATIENCE);

test("metrics are shown to whoever has the token, and to nobody where there is none", async () => {
  for (const authorization of ["", `Bearer ${SECRET}x`, `Basic ${SECRET}`]) {
    const answer = await fetch(`${listening.url}/metrics`, { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain("parkering_");
  }
  const answer = await fetch(`${listening.url}/metrics`, { headers: { authorization: `Bearer ${SECRET}` } });
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await answer.text()).toContain("# TYPE parkering_requests_total counter");
});

test("an address of their own shows them to whoever reaches it", async () => {
  const shown = await claimMetrics({ host: "127.0.0.1", port: 0 });
  expect((await fetch(`${shown.url}/metrics`)).status).toBe(503);
  shown.show(app.metrics);
  expect(await (await fetch(`${shown.url}/metrics`)).text()).toContain("parkering_realtime_listening 1");
  const port = Number(new URL(shown.url).port);
  await expect(claimMetrics({ host: "127.0.0.1", port })).rejects.toThrow(
    `METRICS_ADDRESS is "127.0.0.1:${port}", which`,
  );
  await shown.stop();
  await expect(fetch(shown.url)).rejects.toThrow(/fetch failed/);
});

// Spec rules §11: Metrics for Prometheus
test("requests are counted by route and status, and no address that somebody makes up is a route", async () => {
  const client = createTestClient(listening.url, app.publishableKey);
  expect((await client.from("parkings").select("id")).error).toBeNull();
  for (const made of ["a", "b", "c"]) await client.from(`made_up_${made}`).select("id");
  await fetch(`${listening.url}/made/up/${Math.random()}`);
  await until('parkering_requests_total{method="GET",route="/rest/v1/parkings",status="200"}', 1);
  await until('parkering_requests_total{method="GET",route="/rest/v1/*",status="404"}', 3);
  const text = await read();
  expect(text).not.toMatch(/made_up|made\/up/);
  expect(valueOf(text, 'parkering_request_seconds_count{route="/rest/v1/parkings"}')).toBe(1);
  expect(valueOf(text, 'parkering_database_connections{pool="parkering server",state="open"}')).toBeGreaterThan(0);
  expect(valueOf(text, 'parkering_database_connections{pool="parkering server",state="most"}')).toBe(4);
  expect(valueOf(text, 'parkering_most{what="sockets"}')).toBe(10_000);
  expect(valueOf(text, "parkering_messages_oldest_seconds")).toBe(0);
  expect(valueOf(text, "parkering_statement_seconds_count")).toBeGreaterThan(0);
});

test("sockets are counted, and what limits refuse", async () => {
  const address = `${listening.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${app.publishableKey}&vsn=2.0.0`;
  const socket = new WebSocket(address);
  await once(socket, "open");
  await until("parkering_realtime_sockets", 1);
  socket.terminate();
  await until("parkering_realtime_sockets", 0);
  app.metrics.countRefusal("login");
  expect(valueOf(await read(), 'parkering_limit_refusals_total{action="login"}')).toBe(1);
});

test("the backup's age is known once there is one", async () => {
  expect(await read()).not.toMatch(/^parkering_backup_age_seconds \d/m);
  await database.sql`insert into private.last_backup (made_at, bytes) values (now() - interval '2 hours', 1)`;
  expect(valueOf(await read(), "parkering_backup_age_seconds")).toBeGreaterThan(7199);
});

// Spec rules §11: A request has
test("an answer has the ID that its line in the log has", async () => {
  for (const path of ["/rest/v1/parkings?limit=1", "/healthz", "/no/such/page"]) {
    const answer = await fetch(listening.url + path, { headers: { apikey: app.publishableKey } });
    const id = answer.headers.get("x-request-id") ?? "";
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    await vi.waitUntil(() => lines.some((line) => line["id"] === id), PATIENCE);
    expect(lines.find((line) => line["id"] === id)).toMatchObject({
      msg: "request",
      path: path.split("?")[0],
      status: answer.status,
    });
  }
});

// Spec rules §11: Metrics for Prometheus
test("a slow statement is told with its text and without its values, a quick one is not", async () => {
  const slow = "hemlig-7410";
  await app.database.query(sql`select pg_sleep(0.35), ${slow}::text`);
  await app.database.query(sql`select 1 as quick`);
  const told = lines.filter((line) => line["msg"] === "a slow statement");
  expect(told.map((line) => line["text"])).toEqual(["select pg_sleep(0.35), $1::text"]);
  expect(JSON.stringify(told)).not.toContain(slow);
});

test("a request is found in the database by its ID while it runs, and a slow statement of it in the log", async () => {
  await app.database.query(sql`
    create function public.slept() returns table (name text, slept text) language sql volatile
    as 'select current_setting(''application_name''), pg_sleep(0.35)::text'`);
  await app.database.query(sql`grant execute on function public.slept() to anon`);
  await app.database.query(sql`notify pgrst, 'reload schema'`);
  const call = () =>
    fetch(`${listening.url}/rest/v1/rpc/slept`, {
      method: "POST",
      headers: { apikey: app.publishableKey, "Content-Type": "application/json" },
      body: "{}",
    });
  await expect.poll(async () => (await call()).status).toBe(200);
  const answer = await call();
  const id = answer.headers.get("x-request-id") ?? "";
  expect(await answer.json()).toMatchObject([{ name: `parkering api ${id}` }]);
  expect(lines.filter((line) => line["msg"] === "a slow statement" && line["id"] === id)).toMatchObject([
    { text: expect.stringContaining("slept") },
  ]);
});

const NOTE_WHO = `
  create table private.who_did (name text, what text);
  create function private.note_who() returns trigger language plpgsql security definer as $$
  begin
    insert into private.who_did values (current_setting('application_name'), tg_table_name);
    perform pg_sleep(0.35);
    return coalesce(new, old);
  end $$;
  create trigger a_note_who before insert on auth.sessions for each row execute function private.note_who();
  create trigger a_note_who before delete on storage.objects for each row execute function private.note_who();
  insert into storage.buckets (id, name, public) values ('noted', 'noted', true);
  insert into storage.objects (id, bucket_id, name, version, metadata) values (gen_random_uuid(), 'noted', 'one.txt', 'v', '{}')`;

test("a request to sign-in and one to storage are found by their ID in the same way", async () => {
  await app.database.query(NOTE_WHO);
  const headers = { apikey: app.secretKey, "Content-Type": "application/json" };
  const idOf = async (method: string, path: string, body: object) => {
    const answer = await fetch(listening.url + path, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return answer.headers.get("x-request-id") ?? "";
  };
  const login = await idOf("POST", "/auth/v1/signup", { email: "elin@example.se", password: "Sorgen-7410-x" });
  const again = { email: "elin@example.se", password: "Sorgen-7410-x" };
  const secondLogin = await idOf("POST", "/auth/v1/token?grant_type=password", again);
  const removal = await idOf("DELETE", "/storage/v1/object/noted", { prefixes: ["one.txt"] });
  const { rows } = await app.database.query(sql`select name, what from private.who_did`);
  expect(rows).toEqual([
    { name: `parkering sign-in ${login}`, what: "sessions" },
    { name: `parkering sign-in ${secondLogin}`, what: "sessions" },
    { name: `parkering storage ${removal}`, what: "objects" },
  ]);
  for (const [id, text] of [
    [login, "insert into auth.sessions"],
    [secondLogin, "insert into auth.sessions"],
    [removal, "delete from storage.objects"],
  ])
    expect(lines.filter((line) => line["msg"] === "a slow statement" && line["id"] === id)).toMatchObject([
      { text: expect.stringContaining(text ?? "") },
    ]);

  // A single statement, outside a transaction.
  let isLocked = false;
  const holding = inTransaction(app.database, async (transaction) => {
    await transaction.query(sql`lock table storage.buckets`);
    isLocked = true;
    await transaction.query(sql`select pg_sleep(0.5)`);
  });
  await vi.waitUntil(() => isLocked, PATIENCE);
  const read = await fetch(`${listening.url}/storage/v1/object/public/noted/one.txt`);
  await holding;
  expect(lines.filter((line) => line["id"] === read.headers.get("x-request-id"))).toMatchObject([
    { msg: "a slow statement", text: expect.stringContaining("storage.buckets") },
    { msg: "request" },
  ]);
});

// Spec rules §11: /.well-known/security.txt says whom
test("security.txt says whom to tell, where the settings do", async () => {
  const text = await (await fetch(`${listening.url}/.well-known/security.txt`)).text();
  expect(text).toMatch(
    /^Contact: mailto:it@example\.se\nExpires: \d{4}-\d\d-\d\dT[\d:.]+Z\nPreferred-Languages: sv, en\nCanonical: https:\/\/parkering\.example\.se\/\.well-known\/security\.txt\n$/,
  );
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires - Date.now()).toBeLessThan(366 * 86_400_000);
});

// Spec rules §11: Metrics for Prometheus
test("every metric of the board exists", async () => {
  const board = JSON.parse(readFileSync("docs/grafana.json", "utf8")) as { panels: { targets: { expr: string }[] }[] };
  const named = board.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:parkering|process|nodejs)_\w+/g) ?? []),
  );
  expect(new Set(named).size).toBeGreaterThan(12);
  const known = new Set(Array.from((await read()).matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
  const missing = named.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, "")));
  expect(missing).toEqual([]);
});
