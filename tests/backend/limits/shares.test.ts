// Shares of the storage, the sign-in and functions: one address has a few calls at work at a time, and its other calls wait. The real server.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type App, createApp } from "#server/app.ts";
import { type Listening, listen } from "#server/http/listen.ts";
import { type Endless, sendEndless } from "#tests/support/bad-input/endless-request.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { createTestClient } from "#tests/support/server/server.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";

const ONE = "203.0.113.1";
const PICTURE = "/storage/v1/object/public/property-images/none.png";

let database: TestDatabase;
let app: App;
let listening: Listening;
const folder = mkdtempSync(join(tmpdir(), "parkering-shares-"));
beforeAll(async () => {
  database = await createTestDatabase({ from: "served_empty_specified" });
  app = await createApp({
    databaseUrl: database.url,
    storageDir: join(folder, "storage"),
    webDir: join(folder, "web"),
    securityProfile: "specified",
    publicUrl: null,
    isLoopbackOnly: true,
    trustedProxies: ["127.0.0.1"],
    log: pino({ level: "silent" }),
  });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await listening.drain();
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const open: Endless[] = [];
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await vi.waitUntil(async () => (await inFlight("requests")) === 0, PATIENCE);
});

const inFlight = async (what: "requests" | "bodyBytes" | "connections") =>
  Number((await app.metrics.read()).text.split(`parkering_in_flight{what="${what}"} `)[1]?.split("\n")[0]);

const ask = async (path: string, address: string, method = "GET", more: Record<string, string> = {}) => {
  const headers = { apikey: app.publishableKey, "x-forwarded-for": address, connection: "close", ...more };
  return (await fetch(listening.url + path, { method, headers })).status;
};

test.each([
  ["/storage/v1/object/sign/shift-images", PICTURE, "GET", 400],
  ["/functions/v1/public-case", "/functions/v1/public-case", "OPTIONS", 204],
])("bodies for %s that never come take no place of their address", async (path, other, method, status) => {
  const headers = { apikey: app.publishableKey, "x-forwarded-for": ONE, "content-length": "100" };
  for (let n = 0; n < 20; n += 1) open.push(sendEndless(listening.url, { method: "POST", path, headers }, 0));
  await expect.poll(() => inFlight("bodyBytes")).toBe(2000);
  expect(await ask(other, ONE, method)).toBe(status);
});

test("of two hundred answers that cost nothing one address gets eight a turn, and another's single one does not stand behind them", async () => {
  const flood = await Promise.all(Array.from({ length: 200 }, () => connected()));
  const other = await connected();
  await expect.poll(() => inFlight("connections")).toBeGreaterThan(200);
  const answered: string[] = [];
  const ends = [...flood, other].map((socket, at) => {
    socket.once("data", () => answered.push(at < 200 ? "flood" : "other"));
    return once(socket, "data");
  });
  // All are sent in one turn of the event loop, which the server's reading shares.
  for (const socket of flood) socket.write(requestOf(ONE));
  other.write(requestOf("203.0.113.2"));
  await Promise.all(ends);
  for (const socket of [...flood, other]) socket.destroy();
  expect(answered.indexOf("other")).toBeLessThan(100);
});

const requestOf = (address: string) =>
  `GET /config.json HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`;

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(listening.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  return socket;
}

async function logIn(): Promise<Record<string, string>> {
  const { data } = await createTestClient(listening.url, app.publishableKey).auth.signUp({
    email: "anna@example.org",
    password: "Ett långt lösenord 1",
  });
  return { authorization: `Bearer ${data.session?.access_token}` };
}

test.each([
  ["a picture", PICTURE, "storage.objects", () => Promise.resolve({})],
  ["an account", "/auth/v1/user", "auth.sessions", logIn],
])("who asks for %s waits for a few calls of another address, and not for a hundred", async (_, path, table, who) => {
  const headers = await who();
  const holder = await database.sql.reserve();
  await holder`begin`;
  await holder.unsafe(`lock table ${table}`);
  let answered = 0;
  const many = Array.from({ length: 100 }, () => ask(path, ONE, "GET", headers).then(() => (answered += 1)));
  await expect.poll(() => inFlight("requests")).toBe(100);
  const other = ask(path, "192.0.2.1", "GET", headers).then(() => answered);
  await expect.poll(() => inFlight("requests")).toBe(101);
  await holder`commit`;
  holder.release();
  expect(await other).toBeLessThan(60);
  await Promise.all(many);
});
