// Bounds of a connection and a request: sizes, depths, times; on the real server, by bare sockets where no client would.
import { once } from "node:events";
import { type Socket, connect as connectTo } from "node:net";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createApp } from "#server/app.ts";
import { type Listening, listen } from "#server/http/listen.ts";
import { VALID_ROWS } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

afterEach(async () => {
  // The next request is served, whatever was sent.
  const { error } = await server.client().from("parkings").select("id").limit(1);
  if (error !== null) throw new Error(`The server answers no more: ${error.message}`);
});

const headers = (more: Record<string, string> = {}) => ({
  apikey: server.publishableKey,
  "content-type": "application/json",
  ...more,
});
const post = (path: string, body: BodyInit, more?: Record<string, string>) =>
  fetch(server.url + path, { method: "POST", headers: headers(more), body, duplex: "half" } as RequestInit);

const PLACES = [
  ["/rest/v1/parkings", 1],
  ["/rest/v1/rpc/search_parkings", 1],
  ["/auth/v1/token?grant_type=password", 0.0625],
  ["/auth/v1/signup", 0.0625],
  ["/functions/v1/create-admin-user", 1 / 64],
  ["/functions/v1/public-case", 1 / 64],
  ["/storage/v1/object/shift-images/a.png", 11],
  ["/storage/v1/object/sign/shift-images", 0.5],
] as const;

test.each(PLACES)("a body for %s above %f MB is refused, with a length and without", async (path, megabytes) => {
  const large = new Uint8Array(megabytes * 1024 * 1024 + 1).fill(32);
  for (const body of [large, new Blob([large]).stream()]) {
    const answer = await post(path, body);
    // The storage wants to know how long a body is.
    const isUntold = body !== large && path.startsWith("/storage/");
    expect(answer.status).toBe(isUntold ? 411 : 413);
    if (isUntold) continue;
    const told = (await answer.json()) as Record<string, unknown>;
    expect(told["msg"]).toBe(told["message"]);
    expect(told["message"]).toContain("larger than");
  }
});

test.each(PLACES)("a compressed body for %s is refused, and never unfolded", async (path) => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, " "));
  for (const encoding of ["gzip", "br", "deflate", "gzip, identity"]) {
    const answer = await post(path, bomb, { "content-encoding": encoding });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([415, "415"]);
  }
});

test("a body that says that it is not compressed is taken", async () => {
  const answer = await post("/rest/v1/parkings", JSON.stringify(VALID_ROWS.parkings), {
    "content-encoding": "identity",
  });
  expect(answer.status).toBe(201);
});

const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);

test.each(["/rest/v1/parkings", "/rest/v1/web_activity_logs", "/rest/v1/rpc/search_parkings"])(
  "JSON that is nested a hundred thousand deep is refused by %s",
  async (path) => {
    for (const body of [
      deep("[", "]"),
      `{"query":${deep("[", "]")}}`,
      `{"action":"x","details":${deep('{"a":', "")}`,
    ]) {
      const { status } = await post(path, body);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  },
);

/** Sends bytes as they are and gives all that comes back until the server closes. */
async function raw(url: string, ...parts: string[]): Promise<string> {
  const socket = dial(url);
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer;
}

function dial(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connectTo(Number(port), hostname);
  socket.on("error", () => undefined);
  return socket;
}

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: localhost", `apikey: ${server.publishableKey}`, ...lines, "", ""].join("\r\n");

test("a length and pieces at once, two lengths, or a length that is none: refused before anything is read", async () => {
  const wrong = [
    ["Content-Length: 5", "Transfer-Encoding: chunked"],
    ["Content-Length: 5", "Content-Length: 6"],
    ["Content-Length: -1"],
    ["Content-Length: 0x10"],
  ];
  for (const lines of wrong)
    expect(await raw(server.url, head("/rest/v1/parkings", ...lines))).toMatch(/^HTTP\/1\.1 400 /);
});

test("bytes beyond a body's stated length are read as another request, and refused", async () => {
  const answer = await raw(
    server.url,
    head("/rest/v1/parkings", "Content-Type: application/json", "Content-Length: 2"),
    `{}${"x".repeat(10_000)}\r\n\r\n`,
  );
  expect(answer.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe("HTTP/1.1 400");
});

test("headers above 16 kB are refused", async () => {
  const answer = await raw(server.url, head("/rest/v1/parkings", `X-Large: ${"x".repeat(17_000)}`));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
});

test("a client that sends too slowly is cut off: after nothing, half a header, half a body", async () => {
  // Bodies that end too early are noted.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const app = await createApp({
    databaseUrl: server.databaseUrl,
    storageDir: server.storageDir,
    webDir: server.storageDir,
    securityProfile: "specified",
    publicUrl: null,
    isLoopbackOnly: true,
    log: pino({ level: "silent" }),
  });
  const quick: Listening = await listen(
    app,
    { host: "127.0.0.1", port: 0 },
    { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
  );
  const pieces = head("/rest/v1/parkings", "Content-Type: application/json", "Content-Length: 100");
  const answers = await Promise.all([raw(quick.url), raw(quick.url, pieces.slice(0, 40)), raw(quick.url, pieces, "{")]);
  expect(answers.map((answer) => answer.slice(0, 12))).toEqual(answers.map(() => "HTTP/1.1 408"));
  await quick.drain();
  await app.close();
});
