// The caller is known before the body is read: a visitor without a key or a login sends what never ends or is dear to read, and neither memory nor the
// database is taken for it.
import { once } from "node:events";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type BuiltProduct, makeDataDir, memoryOf, startBuilt } from "#tests/support/server/built-product.ts";
import { watchWork } from "#tests/support/database/work.ts";
import { sendEndless } from "#tests/support/bad-input/endless-request.ts";
import { PATIENCE, WITHIN_TWO_SECONDS } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const MB = 1024 * 1024;
const ATTACKERS = 30;
const METRICS_TOKEN = "a-token-of-sixteen";

const join = () => {
  const filter = `quota=in.(${Array.from({ length: 100 }, () => "1e131071").join(",")})`;
  const wishes = Array.from({ length: 100 }, () => ({ event: "*", schema: "public", table: "followed", filter }));
  return JSON.stringify(["1", "1", "realtime:a", "phx_join", { config: { postgres_changes: wishes } }]);
};

/** Their own half is the same in both profiles. */
describe.each(isWhole ? SECURITY_PROFILES : (["hardened"] as const))("%s", (profile) => {
  const { dataDir, remove } = makeDataDir("migrated");
  let product: BuiltProduct;
  let sql: Sql;
  beforeAll(async () => {
    product = await startBuilt(dataDir, { SECURITY_PROFILE: profile, SEED: "none", LOG_LEVEL: "info", METRICS_TOKEN });
    sql = postgres(product.databaseUrl, { max: 2, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql.end();
    await product.stop();
    remove();
  });

  /** Bytes of bodies that are under way. */
  const inFlight = async () => {
    const told = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^parkering_in_flight\{what="bodyBytes"\} (\d+)$/m.exec(await told.text())?.[1]);
  };

  const UPLOAD = "/storage/v1/object/shift-images/vakt01/a.png";

  test.each([
    UPLOAD,
    "/storage/v1/object/sign/shift-images",
    "/rest/v1/parkings",
    "/rest/v1/rpc/book_payments",
    "/auth/v1/signup",
    "/functions/v1/public-case",
  ])("thirty bodies without a key that never end: %s answers, ends them and keeps its memory", async (path) => {
    const pid = product.server.child.pid ?? 0;
    const before = memoryOf(pid);
    const attackers = Array.from({ length: ATTACKERS }, () =>
      sendEndless(product.url, { method: "POST", path, headers: { "content-type": "application/json" } }, 12 * MB),
    );
    const statuses = new Set(await Promise.all(attackers.map(({ status }) => status)));
    expect([...statuses].filter((status) => ![401, 411].includes(status))).toEqual([]);
    await Promise.all(attackers.map(({ closed }) => closed));
    // Thirty of 11 MB were 330 MB.
    expect(memoryOf(pid) - before).toBeLessThan(100);
  });

  test("uploads that say a length and send nothing hold no more than an address may", async () => {
    const headers = {
      "content-type": "image/png",
      "content-length": String(11 * MB),
      "x-forwarded-for": "203.0.113.7",
    };
    const key = { apikey: product.secretKey, authorization: `Bearer ${product.secretKey}` };
    const slow = Array.from({ length: 8 }, (_, at) => {
      const path = `/storage/v1/object/shift-images/vakt01/${at}.png`;
      return sendEndless(product.url, { method: "POST", path, headers: { ...headers, ...key } }, 0);
    });
    const answered: number[] = [];
    for (const { status } of slow) void status.then((answer) => answered.push(answer));
    await vi.waitFor(() => expect(answered.length).toBeGreaterThanOrEqual(4), PATIENCE);
    for (const { socket } of slow) socket.destroy();
    const all = await Promise.all(slow.map(({ status }) => status));
    expect(all.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 429, 429, 429, 429]);
  });

  test("joins without a login whose filters are long numbers are answered at once, and nothing runs for them", async () => {
    await sql`create table public.followed (id uuid primary key, quota numeric)`;
    await sql`alter publication supabase_realtime add table public.followed`;
    const work = await watchWork(sql);
    const url = `${product.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${product.publishableKey}&vsn=2.0.0`;
    const sockets = Array.from({ length: 8 }, () => new WebSocket(url));
    await Promise.all(sockets.map((socket) => once(socket, "open")));
    const told: string[] = [];
    for (const socket of sockets) {
      socket.on("message", (data: Buffer) => void told.push(data.toString()));
      socket.send(join());
    }
    await expect.poll(() => told.length, WITHIN_TWO_SECONDS).toBe(8);
    expect(told.every((text) => text.includes('"status":"error"'))).toBe(true);
    expect(await work.sinceLast()).toBe(0);
    for (const socket of sockets) socket.terminate();
    const left =
      await sql`select from pg_stat_activity where application_name like 'parkering realtime%' and state = 'active'`;
    expect(left).toHaveLength(0);
  });

  test("an upload that breaks off is no failure: one line of the log, as left", async () => {
    const path = "/storage/v1/object/shift-images/vakt01/left.png";
    const key = { apikey: product.secretKey, authorization: `Bearer ${product.secretKey}` };
    const headers = { ...key, "content-type": "image/png", "content-length": String(MB) };
    const { socket } = sendEndless(product.url, { method: "POST", path, headers }, 64 * 1024);
    await expect.poll(inFlight).toBeGreaterThanOrEqual(MB);
    socket.destroy();
    const lines = () =>
      product.server
        .output()
        .split("\n")
        .filter((line) => line.includes("left.png"));
    await expect.poll(lines).toHaveLength(1);
    expect(JSON.parse(lines()[0] ?? "{}")).toMatchObject({ level: 30, status: 499 });
    expect(product.server.output()).not.toContain("request failed");
  });
});
