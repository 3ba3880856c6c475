// The built front end as the server serves it, from a folder made here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const SCRIPT = `console.log("${"x".repeat(2000)}");`;
const PAGE = `<!doctype html><script>window.a = 1</script><script type="module" src="/assets/main-3Kd0aZq1.js"></script><p>landing</p>`;
const SHELL = `<!doctype html><script type="module" src="/assets/main-3Kd0aZq1.js"></script><p>shell</p>`;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parkering-web-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), PAGE);
  writeFileSync(join(folder, "app.html"), SHELL);
  writeFileSync(join(folder, "case.html"), "<!doctype html><p>drawn look-up</p>");
  writeFileSync(join(folder, "case-of-key.html"), "<!doctype html><p>drawn case</p>");
  writeFileSync(join(folder, "receipt.html"), "<!doctype html><p>drawn receipt</p>");
  writeFileSync(join(folder, "robots.txt"), "User-agent: *\n");
  writeFileSync(join(folder, "sw.js"), "self.skipWaiting();");
  writeFileSync(join(folder, "build.json"), '{"build":"0123456789ab"}');
  writeFileSync(join(folder, "assets", "main-3Kd0aZq1.js"), SCRIPT);
  writeFileSync(join(folder, "assets", "main-3Kd0aZq1.js.br"), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, "assets", "photo.png"), Buffer.alloc(4000, 7));
  server = await startTestServer({ webDir: folder, publicUrl: "https://parking.example.org", lowestVersion: "1.2.0" });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** A request as it is: fetch would follow, decompress and add headers. */
function get(path: string, headers: Record<string, string> = {}, method = "GET", base = server.url): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(base + path, { headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

const navigation = { accept: "text/html,application/xhtml+xml", "sec-fetch-mode": "navigate" };

describe("files", () => {
  test("/config.json names the build that is served and the lowest version that may go on", async () => {
    const config = JSON.parse((await get("/config.json")).body.toString()) as object;
    expect(config).toMatchObject({ build: "0123456789ab", lowestVersion: "1.2.0" });
  });

  test("hashed files are kept for a year, others are asked for again", async () => {
    expect((await get("/assets/main-3Kd0aZq1.js")).headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
    });
    for (const path of ["/", "/robots.txt", "/sw.js", "/assets/photo.png"])
      expect((await get(path)).headers["cache-control"]).toBe("no-cache");
  });

  test("are sent compressed to who takes it", async () => {
    const brotli = await get("/assets/main-3Kd0aZq1.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await get("/assets/main-3Kd0aZq1.js", { "accept-encoding": "gzip, br;q=0" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const plain = await get("/assets/main-3Kd0aZq1.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    expect((await get("/assets/photo.png", { "accept-encoding": "br" })).headers["content-encoding"]).toBeUndefined();
  });

  test("are not sent again to who has them", async () => {
    for (const encoding of ["br", "identity"]) {
      const first = await get("/assets/main-3Kd0aZq1.js", { "accept-encoding": encoding });
      const again = await get("/assets/main-3Kd0aZq1.js", {
        "accept-encoding": encoding,
        "if-none-match": String(first.headers["etag"]),
      });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    }
  });

  test("HEAD gives the headers alone, other methods are refused", async () => {
    const head = await get("/robots.txt", {}, "HEAD");
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) });
    expect(head.headers["content-length"]).toBe("63");
    expect((await get("/robots.txt", {}, "POST")).status).toBe(405);
  });
});

describe("pages", () => {
  test("the landing page is index.html, every other address of the application starts from app.html", async () => {
    expect((await get("/", navigation)).body.toString()).toContain("landing");
    for (const path of ["/auth", "/standard/attendant-login", "/721075?role=operator", "/no/such/page"]) {
      const page = await get(path, navigation);
      expect(page.status).toBe(200);
      expect(page.body.toString()).toContain("shell");
      expect(page.headers["cache-control"]).toBe("no-cache");
    }
  });

  test("an address answers whoever asks as it answers a browser", async () => {
    for (const path of [
      "/",
      "/standard",
      "/standard/start-parking",
      "/YSTAD",
      "/case",
      "/receipt/AbCdEfGhIjKlMnOpQrStUv",
    ]) {
      const inBrowser = await get(path, navigation);
      for (const headers of [
        {},
        { accept: "*/*" },
        { accept: "application/json, text/plain, */*" },
        { accept: "*/*", "sec-fetch-mode": "cors" },
      ]) {
        const { status, body } = await get(path, headers);
        expect([path, status, body.toString()]).toEqual([path, 200, inBrowser.body.toString()]);
      }
      expect((await get(path, { accept: "*/*" }, "HEAD")).status).toBe(200);
    }
  });

  // Spec rules §8: The case's key
  // Spec rules §8: The receipt's key
  test("a driver's case and a receipt are kept by no cache and no search engine, however its address is spelled", async () => {
    for (const path of [
      "/case",
      "/case/AbCdEfGhIjKlMnOpQrStUv",
      "/Case/AbCdEfGhIjKlMnOpQrStUv",
      "/%63ase/x",
      "/receipt/AbCdEfGhIjKlMnOpQrStUv",
    ]) {
      const { status, headers } = await get(path, navigation);
      expect({ status, ...headers }).toMatchObject({
        status: 200,
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
      });
    }
    for (const path of ["/", "/cases", "/receipt-worker", "/ostra-hamnen/cases/12345678"]) {
      const { headers } = await get(path, navigation);
      expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
      expect(headers["cache-control"]).toBe("no-cache");
      expect(headers).not.toHaveProperty("x-robots-tag");
    }
  });

  // Spec rules §8: The driver's pages
  test("a driver's address and a receipt's start from what is drawn of their page, and an address below them from app.html", async () => {
    for (const [path, text] of [
      ["/case", "drawn look-up"],
      ["/Case/", "drawn look-up"],
      ["/case/AbCdEfGhIjKlMnOpQrStUv", "drawn case"],
      ["/%63ase/x/", "drawn case"],
      ["/case/x/y", "shell"],
      ["/receipt/AbCdEfGhIjKlMnOpQr-_Uv", "drawn receipt"],
      ["/Receipt/AbCdEfGhIjKlMnOpQrStUv/", "drawn receipt"],
      // An address without the form of a key is refused at once.
      ["/receipt/AbCdEf", "shell"],
      ["/receipt", "shell"],
      ["/receipt/AbCdEfGhIjKlMnOpQrStUv/y", "shell"],
      ["/cases", "shell"],
    ] as const) {
      expect((await get(path, navigation)).body.toString()).toContain(text);
    }
  });

  test("a file that is not there is 404, also when a browser opens it", async () => {
    for (const [path, headers] of [
      ["/assets/old-12345678.js", {}],
      ["/assets/old-12345678.js", navigation],
      ["/favicon.ico", { accept: "image/avif,*/*", "sec-fetch-mode": "no-cors" }],
      ["/assets/no-ending", { accept: "*/*" }],
      ["/.well-known/change-password", { accept: "*/*" }],
      // Parts of a page, and callers that take no page.
      ["/standard", { accept: "*/*", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }],
      ["/standard", { accept: "image/avif,*/*", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
      ["/standard", { accept: "application/json" }],
      ["/../package.json", navigation],
      ["/..%2fpackage.json", navigation],
      ["/%2e%2e/package.json", navigation],
    ] as const) {
      const answer = await get(path, headers);
      expect(answer.status).toBe(404);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  test("without a built front end the server says so", async () => {
    const bare = await startTestServer();
    const answer = await get("/", navigation, "GET", bare.url);
    expect(answer.status).toBe(503);
    expect(answer.body.toString()).toContain("npm run build");
    expect((await fetch(`${bare.url}/healthz`)).status).toBe(200);
    await bare.stop();
  });
});

describe("security headers", () => {
  test("stand on every answer", async () => {
    for (const path of [
      "/",
      "/assets/main-3Kd0aZq1.js",
      "/nothing.png",
      "/healthz",
      "/readyz",
      "/config.json",
      "/rest/v1/parkings",
      "/auth/v1/user",
      "/_system/info",
    ]) {
      expect((await get(path)).headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=(self)"),
        "strict-transport-security": "max-age=31536000",
        "content-security-policy": expect.stringContaining("object-src 'none'"),
      });
    }
  });

  test("the policy allows the pages' own inline script by its hash, and no other", async () => {
    const policy = String((await get("/", navigation)).headers["content-security-policy"]);
    // printf 'window.a = 1' | openssl dgst -sha256 -binary | base64
    expect(policy).toContain(
      "script-src 'self' 'wasm-unsafe-eval' 'sha256-Aif1QuaDxF56ZK3+IyoelKcjrWC+BWl5ZGfcO1AMmA4=';",
    );
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
    // The settings' address alone: what a request says of its host stands nowhere.
    expect(policy).toContain(`connect-src 'self' https://parking.example.org wss://parking.example.org;`);
    for (const part of [
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "img-src 'self' data: blob: https:",
      "worker-src 'self' blob:",
    ]) {
      expect(policy).toContain(part);
    }
  });

  test("no page of another name is served: a foreign name that points here is refused", async () => {
    const { port } = new URL(server.url);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example"]) {
      expect((await get("/config.json", { host })).status).toBe(421);
    }
    for (const host of [`localhost:${port}`, `[::1]:${port}`, "parking.example.org", "test.localhost"]) {
      expect((await get("/config.json", { host })).status).toBe(200);
    }
  });

  test("a server for everybody answers under the address of its settings, and probes under any", async () => {
    const open = await startTestServer({ publicUrl: "https://parking.example.org", isLoopbackOnly: false });
    const ask = async (path: string, host: string) => (await get(path, { host }, "GET", open.url)).status;
    for (const path of ["/config.json", "/rest/v1/parkings", "/auth/v1/user", "/", "/.well-known/security.txt"])
      expect([path, await ask(path, "evil.example")]).toEqual([path, 421]);
    expect(await ask("/config.json", "parking.example.org")).toBe(200);
    expect([await ask("/healthz", "10.0.0.7"), await ask("/readyz", "10.0.0.7")]).toEqual([200, 200]);
    await open.stop();
  });

  test("security.txt names a site's e-mail for contact where no setting says another, the standard one's first", async () => {
    const read = async () => (await get("/.well-known/security.txt")).body.toString();
    expect((await get("/.well-known/security.txt")).status).toBe(404);
    await insertRow(server.sql, "main_page_sites", { path: "kajen" });
    await insertRow(server.sql, "main_page_sites", { path: "standard" });
    await server.sql`update site_settings set contact_email = project_id || '@example.se'`;
    expect(await read()).toContain("Contact: mailto:standard@example.se\n");
    await server.sql`update site_settings set contact_email = '' where project_id = 'standard'`;
    expect(await read()).toContain("Contact: mailto:kajen@example.se\n");
  });
});
