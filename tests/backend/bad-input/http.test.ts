// Bad requests as bytes: what no client library would send.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attackedServer } from "#tests/support/server/attacked-server.ts";
import { MARKUP, hostileText, wellFormed } from "#tests/support/bad-input/hostile.ts";

const TIMEOUT_MS = 5000;

type Answer = { statuses: number[]; text: string };

function expectNoFailure({ statuses, text }: Answer): void {
  expect(statuses.filter((status) => status >= 500).map(() => text.slice(0, 500))).toEqual([]);
  expect(text).not.toMatch(/node_modules|Internal server error/);
}

const hostileTarget = () =>
  fc.oneof(
    fc.constantFrom(
      "/",
      "*",
      "//",
      "/\\",
      "/%",
      "/%zz",
      "/%00",
      "/%c0%af",
      "/%ff",
      "/..%2f..%2fetc%2fpasswd",
      "/../../etc/passwd",
    ),
    fc.constantFrom(
      "/assets/../index.html",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/.env",
      "/data/database-password",
      "/config.json%00.png",
    ),
    fc.constantFrom(
      "http://evil.example/",
      "//evil.example/%2e%2e",
      "/?x=%",
      "/?__proto__[x]=1",
      "/%0d%0aSet-Cookie:a=b",
      "/x".repeat(4000),
    ),
    fc.constantFrom(
      "/_system/info",
      "/rest/v1/",
      "/rest/v1",
      "/rest/v1/%00",
      "/auth/v1/%2e%2e/admin/users",
      "/functions/v1/%2f",
      "/storage/v1//",
    ),
    fc.constantFrom(...MARKUP).map((text) => `/${encodeURIComponent(text)}`),
    hostileText().map((text) => `/${encodeURIComponent(wellFormed(text.slice(0, 500)))}`),
    hostileText().map((text) => `/${wellFormed(text.slice(0, 500)).replace(/[\s#]/g, "")}`),
  );

// The server's own half is the same in both profiles.
describe("bytes", () => {
  const webDir = mkdtempSync(join(tmpdir(), "parkering-web-"));
  for (const page of ["index.html", "app.html"]) writeFileSync(join(webDir, page), "<!doctype html><title>P</title>");
  afterAll(() => rmSync(webDir, { recursive: true }));
  const attacked = attackedServer({ profile: "specified", webDir });
  let port: number;
  beforeAll(() => {
    port = Number(new URL(attacked.server.url).port);
  });

  /**
   * Sends bytes and gives everything that comes back until the server closes, or until it has been silent for as long as a request that
   * waits for more.
   */
  const sendBytes = (bytes: Buffer | string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      const parts: Buffer[] = [];
      const timer = setTimeout(() => {
        socket.destroy();
        reject(new Error("The server neither answers nor closes."));
      }, TIMEOUT_MS);
      socket.on("data", (part) => parts.push(part));
      // A server that refuses early may close while the rest is still on its way.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        clearTimeout(timer);
        const text = Buffer.concat(parts).toString("latin1");
        const statuses = [...text.matchAll(/(?:^|\r\n)HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
        resolve({ statuses, text });
      });
      // The end of what is sent: a server that waits for more sees that nothing comes.
      socket.end(bytes);
    });

  const request = (method: string, target: string, headers: string, body = "") =>
    `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${headers}\r\n${body}`;

  test("targets of every kind", async () => {
    const method = fc.constantFrom(
      "GET",
      "HEAD",
      "POST",
      "PUT",
      "DELETE",
      "OPTIONS",
      "TRACE",
      "PROPFIND",
      "QUERY",
      "M-SEARCH",
      "get",
      "X",
      "CONNECT",
    );
    const accept = fc.constantFrom(
      "Accept: text/html\r\n",
      "Sec-Fetch-Mode: navigate\r\n",
      "Accept-Encoding: br;q=x, gzip;;\r\n",
      "",
    );
    const property = fc.asyncProperty(method, hostileTarget(), accept, async (verb, target, header) => {
      const answer = await sendBytes(request(verb, target, header));
      expectNoFailure(answer);
      expect(answer.text).not.toMatch(/\r\nset-cookie/i);
      // The text of an address never comes back as markup.
      expect(answer.text).not.toMatch(/ran\?\.\('/);
    });
    await attacked.holds(property, 200);
  });

  test("headers of every kind", async () => {
    const name = fc.constantFrom(
      "Host",
      "Content-Length",
      "Transfer-Encoding",
      "Connection",
      "Expect",
      "Upgrade",
      "Content-Type",
      "Authorization",
      "apikey",
      "Prefer",
      "Range",
      "If-None-Match",
      "X-Forwarded-For",
      "Forwarded",
      "Cookie",
      "Accept-Encoding",
      "",
      "a b",
      "x\u0000y",
      "__proto__",
    );
    const value = fc.oneof(
      fc.constantFrom(
        "",
        "-1",
        "99999999999999999999",
        "chunked",
        "gzip, chunked",
        "chunked, chunked",
        "100-continue",
        "h2c",
        "websocket",
        "x".repeat(20_000),
      ),
      hostileText().map((text) => wellFormed(text.slice(0, 2000))),
    );
    const some = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 3 });
    const target = fc.constantFrom(
      "/",
      "/healthz",
      "/readyz",
      "/rest/v1/parkings?limit=1",
      "/auth/v1/user",
      "/storage/v1/bucket",
      "/functions/v1/create-admin-user",
      "/realtime/v1/websocket?apikey=x",
    );
    const property = fc.asyncProperty(fc.constantFrom("GET", "POST"), target, some, async (method, path, headers) => {
      const lines = headers.map((header) => `${header.join(": ")}\r\n`).join("");
      expectNoFailure(
        await sendBytes(request(method, path, `apikey: ${attacked.server.publishableKey}\r\n${lines}`, "{}")),
      );
    });
    await attacked.holds(property, 200);
  });

  test("bytes of every kind", async () => {
    const start = fc.constantFrom(
      "",
      "GET / HTTP/1.1\r\n",
      "GET /rest/v1/parkings HTTP/1.1\r\nHost: 127.0.0.1\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\u0016\u0003\u0001",
      "GET / HTTP/9.9\r\n\r\n",
    );
    const property = fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (begin, bytes) => {
      expectNoFailure(await sendBytes(Buffer.concat([Buffer.from(begin, "latin1"), bytes])));
    });
    await attacked.holds(property, 100);
  });

  test.each([
    ["two lengths", "Content-Length: 2\r\nContent-Length: 30\r\n", "{}GET /smuggled HTTP/1.1\r\n\r\n"],
    [
      "a length and chunks",
      "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
      "0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
    ],
    ["chunks that are not last", "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n"],
    ["a chunk without an end", "Transfer-Encoding: chunked\r\n", "5\r\nab"],
    ["a chunk of a negative size", "Transfer-Encoding: chunked\r\n", "-1\r\nab\r\n0\r\n\r\n"],
    ["a chunk with a long extension", "Transfer-Encoding: chunked\r\n", `1;${"x".repeat(20_000)}\r\na\r\n0\r\n\r\n`],
    ["a length that is too long", "Content-Length: 100\r\n", "{}"],
  ])("a body with %s is not taken for another request", async (_, headers, body) => {
    const key = `apikey: ${attacked.server.publishableKey}\r\nContent-Type: application/json\r\n`;
    const answer = await sendBytes(request("POST", "/rest/v1/contact_messages", key + headers, body));
    expectNoFailure(answer);
    expect(answer.statuses.length).toBeLessThanOrEqual(1);
    expect(answer.statuses.filter((status) => status < 400)).toEqual([]);
  });

  test("headers that are too large are refused", async () => {
    const many = Array.from({ length: 3000 }, (_, index) => `x-${index}: y\r\n`).join("");
    expect((await sendBytes(request("GET", "/healthz", many))).statuses).toEqual([431]);
    expect((await sendBytes(request("GET", `/${"x".repeat(20_000)}`, ""))).statuses).toEqual([431]);
  });

  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "[::1].evil.example",
    "localhost@evil.example",
    "",
    "x".repeat(5000),
    "å",
  ])("a request for the host %s is not answered", async (host) => {
    const answer = await sendBytes(`GET /config.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect([[400], [421]]).toContainEqual(answer.statuses);
    expect(answer.text).not.toContain(attacked.server.publishableKey);
  });
});
