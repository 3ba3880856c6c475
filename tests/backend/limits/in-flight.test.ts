// Requests that may be under way at a time: one more is refused, counted and told, and what is over makes room; the real server, small bounds.
import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type App, createApp } from "#server/app.ts";
import { type Listening, listen } from "#server/http/listen.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type Endless, sendEndless } from "#tests/support/bad-input/endless-request.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";

const KB = 1024;
const BOUNDS = {
  requests: 4,
  requestsPerAddress: 3,
  bodyBytes: 150 * KB,
  bodyBytesPerAddress: 100 * KB,
  answerBytes: 40_000 * KB,
  answerBytesPerAddress: 25_000 * KB,
  connections: 12,
  connectionsPerAddress: 12,
};

let database: TestDatabase;
let app: App;
let listening: Listening;
const lines: Record<string, unknown>[] = [];
const write = (chunk: Buffer, _encoding: string, done: () => void) => {
  lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
  done();
};
beforeAll(async () => {
  database = await createTestDatabase({ from: "served_empty_specified" });
  app = await createApp({
    databaseUrl: database.url,
    storageDir: "/nowhere",
    webDir: "/nowhere",
    securityProfile: "specified",
    publicUrl: null,
    isLoopbackOnly: true,
    trustedProxies: ["127.0.0.1"],
    inFlight: BOUNDS,
    socketLimits: { sockets: 3, socketsPerAddress: 1 },
    log: pino({ level: "info", base: null }, new Writable({ write })),
  });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await listening.drain();
  await app.close();
  await database.drop();
});

const open: { destroy: () => void }[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await inFlight("requests")) === 0 && (await inFlight("bodyBytes")) === 0, PATIENCE);
});

const metric = async (line: string) =>
  Number((await app.metrics.read()).text.split(`${line} `)[1]?.split("\n")[0] ?? 0);
const inFlight = (what: string) => metric(`parkering_in_flight{what="${what}"}`);
const met = (bound: string) => metric(`parkering_bound_refusals_total{bound="${bound}"}`);
const isTold = (bound: string) => lines.some((line) => line["bound"] === bound);

/** A body that never ends, of an address as the proxy says it. */
function begin(address: string, more: Record<string, string> = {}, most = 0): Endless {
  const headers = {
    apikey: app.publishableKey,
    "content-type": "application/json",
    "x-forwarded-for": address,
    ...more,
  };
  const sent = sendEndless(listening.url, { method: "POST", path: "/rest/v1/parkings", headers }, most);
  open.push(sent.socket);
  return sent;
}

const read = (address: string) =>
  fetch(`${listening.url}/rest/v1/main_page_sites?select=id`, {
    headers: { apikey: app.publishableKey, "x-forwarded-for": address, connection: "close" },
  });

test("requests: of an address, and of the process, where whoever announced most gives way; /healthz is answered in any case", async () => {
  const first = begin("203.0.113.1");
  for (let count = 1; count < BOUNDS.requestsPerAddress; count += 1) begin("203.0.113.1");
  await expect.poll(() => inFlight("requests")).toBe(3);
  const refused = await read("203.0.113.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toMatchObject({ code: "429", message: expect.stringContaining("1 seconds") });
  expect((await read("203.0.113.2")).status).toBe(200);
  begin("203.0.113.2");
  await expect.poll(() => inFlight("requests")).toBe(4);
  expect((await read("203.0.113.3")).status).toBe(200);
  await first.closed;
  for (const socket of open.splice(0)) socket.destroy();
  await expect.poll(() => inFlight("requests")).toBe(0);

  for (const last of [1, 2, 3, 4]) begin(`203.0.113.${last}`);
  await expect.poll(() => inFlight("requests")).toBe(4);
  const busy = await read("203.0.113.5");
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "2"]);
  const health = await fetch(`${listening.url}/healthz`, { headers: { connection: "close" } });
  expect(health.status).toBe(200);
  expect([await met("requestsPerAddress"), await met("requests")]).toEqual([1, 2]);
  expect([isTold("requestsPerAddress"), isTold("requests")]).toEqual([true, true]);
  for (const socket of open.splice(0)) socket.destroy();
  await expect.poll(async () => (await read("203.0.113.1")).status).toBe(200);
});

test("a network of many addresses has no more than half of the requests, and the others find room", async () => {
  for (const last of [1, 2, 3]) begin(`2001:db8:7:${last}::1`);
  await expect.poll(() => inFlight("requests")).toBe(3);
  expect((await read("2001:db8:7:4::1")).status).toBe(429);
  expect((await read("2001:db8:8:1::1")).status).toBe(200);
  expect((await read("203.0.113.9")).status).toBe(200);
});

const told = (kb: number) => ({ "content-length": String(kb * KB) });

test("bytes: by the length that a body says, or by what came; of an address, and of the process", async () => {
  const large = begin("203.0.113.1", told(90));
  await expect.poll(() => inFlight("bodyBytes")).toBe(90 * KB);
  expect(await begin("203.0.113.1", told(20)).status).toBe(429);
  expect(await begin("203.0.113.1", {}, 128 * KB).status).toBe(429);
  begin("203.0.113.2", told(50));
  await expect.poll(() => inFlight("bodyBytes")).toBe(140 * KB);
  // Whoever asks for more than anybody holds finds no room; whoever asks for less ends the largest that has not come.
  expect(await begin("203.0.113.3", told(95)).status).toBe(503);
  begin("203.0.113.3", told(20));
  await large.closed;
  await expect.poll(() => inFlight("bodyBytes")).toBe(70 * KB);
  expect([await met("bodyBytesPerAddress"), await met("bodyBytes")]).toEqual([2, 2]);
  expect([isTold("bodyBytesPerAddress"), isTold("bodyBytes")]).toEqual([true, true]);
});

test.each(["/rest/v1/parkings", "/rest/v1/rpc/look_up_case", "/auth/v1/signup", "/functions/v1/public-case"])(
  "a body in pieces of one byte, each of which took 300: %s refuses it",
  async (path) => {
    const headers = {
      apikey: app.publishableKey,
      "content-type": "application/json",
      "x-forwarded-for": "203.0.113.1",
    };
    const sent = sendEndless(listening.url, { method: "POST", path, headers }, 32 * KB, 1);
    open.push(sent.socket);
    expect(await sent.status).toBe(400);
    await sent.closed;
  },
);

test("bytes that many addresses of one IPv6 customer hold are one customer's", async () => {
  const first = begin("2001:db8:0:1::1", told(60));
  await expect.poll(() => inFlight("bodyBytes")).toBe(60 * KB);
  begin("2001:db8:0:2::1", told(60));
  await expect.poll(() => inFlight("bodyBytes")).toBe(120 * KB);
  begin("203.0.113.1", told(70));
  await first.closed;
  await expect.poll(() => inFlight("bodyBytes")).toBe(130 * KB);
});

test("answers that wait for their readers: of an address, and of the process; whoever reads makes room", async () => {
  await database.sql`
    insert into contact_messages (name, email, subject, message, signature)
    select 'Åsa', 'asa@example.se', 'Fråga', 'Hej', repeat('A', 1000000) from generate_series(1, 16)`;
  const { hostname, port } = new URL(listening.url);
  const path = "/rest/v1/contact_messages?select=signature";
  /** Somebody who asks for 16 MB and takes nothing. */
  const stall = (address: string) => {
    const socket = connect(Number(port), hostname).pause();
    open.push(socket);
    socket.on("error", () => undefined);
    const headers = `Host: ${hostname}\r\napikey: ${app.publishableKey}\r\nX-Forwarded-For: ${address}\r\n`;
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
    return socket;
  };
  const ask = async (address: string) => {
    const headers = { apikey: app.publishableKey, "x-forwarded-for": address, connection: "close" };
    const answer = await fetch(listening.url + path, { headers });
    return [answer.status, (await answer.text()).length > 16_000_000];
  };
  const first = stall("203.0.113.1");
  await expect.poll(() => inFlight("answerBytes")).toBeGreaterThan(16_000_000);
  expect(await ask("203.0.113.1")).toEqual([429, false]);
  expect(await ask("203.0.113.2")).toEqual([200, true]);
  stall("203.0.113.2");
  await expect.poll(() => inFlight("answerBytes")).toBeGreaterThan(32_000_000);
  expect(await ask("203.0.113.3")).toEqual([503, false]);
  expect([await met("answerBytesPerAddress"), await met("answerBytes")]).toEqual([1, 1]);
  first.resume();
  await expect.poll(() => ask("203.0.113.1")).toEqual([200, true]);
});

test("a log says once a second that a bound was met, and the metric each time", async () => {
  const [before, told] = [await met("bodyBytesPerAddress"), lines.length];
  for (let count = 0; count < 5; count += 1)
    expect(await begin("203.0.113.1", { "content-length": String(101 * KB) }).status).toBe(429);
  expect((await met("bodyBytesPerAddress")) - before).toBe(5);
  const said = lines.slice(told).filter((line) => line["bound"] === "bodyBytesPerAddress");
  expect(said.length).toBeLessThanOrEqual(2);
});

test("connections: one more is closed at once, and one that ends makes room", async () => {
  const { hostname, port } = new URL(listening.url);
  const dial = () => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    open.push(socket);
    return socket;
  };
  await expect.poll(() => inFlight("connections")).toBe(0);
  const held = Array.from({ length: BOUNDS.connections }, dial);
  await expect.poll(() => inFlight("connections")).toBe(BOUNDS.connections);
  const more = dial();
  await once(more.resume(), "close");
  expect(await met("connections")).toBeGreaterThan(0);
  expect(isTold("connections")).toBe(true);
  held[0]?.destroy();
  await expect.poll(() => inFlight("connections")).toBe(BOUNDS.connections - 1);
  expect((await fetch(`${listening.url}/healthz`, { headers: { connection: "close" } })).status).toBe(200);
});

test("WebSockets that are too many are counted and told too", async () => {
  const url = `${listening.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${app.publishableKey}&vsn=2.0.0`;
  const join = async (address: string) => {
    const socket = new WebSocket(url, { headers: { "x-forwarded-for": address } });
    open.push({ destroy: () => socket.terminate() });
    socket.on("error", () => undefined);
    return Promise.race([
      once(socket, "open").then(() => 101),
      once(socket, "unexpected-response").then(([, answer]) => (answer as { statusCode: number }).statusCode),
    ]);
  };
  expect([await join("203.0.113.1"), await join("203.0.113.1")]).toEqual([101, 429]);
  expect([await join("203.0.113.2"), await join("203.0.113.3"), await join("203.0.113.4")]).toEqual([101, 101, 503]);
  expect([await met("socketsPerAddress"), await met("sockets")]).toEqual([1, 1]);
  expect([isTold("socketsPerAddress"), isTold("sockets")]).toEqual([true, true]);
});

test.each([
  ["/", "404"],
  ["/realtime/v1/websocket", "401"],
])(
  "an upgrade of %s that is refused makes room, whatever its client still sends or leaves open",
  async (path, status) => {
    const { hostname, port } = new URL(listening.url);
    await expect.poll(() => inFlight("connections")).toBe(0);
    const refused = ["", "more"].map(async (more) => {
      const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
      socket.on("error", () => undefined);
      open.push(socket);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      if (more !== "") socket.end(more);
      return answer.toString().slice(9, 12);
    });
    expect(await Promise.all(refused)).toEqual([status, status]);
    await expect.poll(() => inFlight("connections")).toBe(0);
  },
);

test("an upload that breaks off is no failure of the server's: it stands once in the log, as left", async () => {
  for (const path of ["/storage/v1/object/shift-images/a.png", "/auth/v1/signup", "/functions/v1/public-case"]) {
    lines.length = 0;
    const headers = { apikey: app.publishableKey, "content-type": "image/png", "content-length": "10000" };
    const sent = sendEndless(listening.url, { method: "POST", path, headers }, 0);
    await expect.poll(() => inFlight("bodyBytes")).toBe(10_000);
    sent.socket.destroy();
    await expect.poll(() => lines.filter((line) => line["path"] === path)).toHaveLength(1);
    await expect.poll(() => inFlight("requests")).toBe(0);
    expect(lines.filter(({ level, status }) => Number(level) >= 40 || Number(status) >= 500)).toEqual([]);
    expect(lines.find((line) => line["path"] === path)).toMatchObject({ status: 499, msg: "request" });
  }
});
