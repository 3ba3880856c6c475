// What browser tests stand on: the built server as a process of its own, a database that can be stopped, axe.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { WebSocket } from "ws";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded.ts";

export { expect } from "@playwright/test";

/** The product as a visitor meets it: `dist/server` on a seeded database. */
export type RunningProduct = {
  url: string;
  /** The database as its superuser; every connection is lost when the database stops, and made again when it is back. */
  sql: Sql;
  /** The unmodified client with the public key. */
  client: SupabaseClient;
  /** Stops PostgreSQL for real. The server stays. */
  stopDatabase(): Promise<void>;
  /** Starts it again at the same address and waits until the server reaches it. */
  startDatabase(): Promise<void>;
};

async function startProduct(): Promise<RunningProduct & { stop(): Promise<void> }> {
  const log = pino({ level: "silent" });
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-journeys-"));
  let database: EmbeddedDatabase | undefined = await startEmbedded({ dataDir, log });
  const databaseUrl = database.url;
  const port = Number(new URL(databaseUrl).port);
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    env: {
      ...process.env,
      PORT: "0",
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(dataDir, "server"),
      LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await readAddress(server);
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined, idle_timeout: 1 });
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string };
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  });
  return {
    url,
    sql,
    client,
    stopDatabase: async () => {
      await database?.stop();
      database = undefined;
    },
    startDatabase: async () => {
      database ??= await startEmbedded({ dataDir, log, port });
      await expect.poll(async () => (await fetch(`${url}/healthz`)).status, { timeout: 20_000 }).toBe(200);
    },
    stop: async () => {
      await client.removeAllChannels();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGTERM");
      await ended;
      await sql.end({ timeout: 1 });
      await database?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The address that the server prints once it runs. */
function readAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (server.stdout === null) throw new Error("The server has no output to read.");
    createInterface({ input: server.stdout }).on("line", (line) => {
      const address = /is running: (http\S+)/.exec(line)?.[1];
      if (address !== undefined) resolve(address);
      if (process.env["TEST_LOG_LEVEL"] !== undefined) console.log(line);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code} before it ran.`)));
  });
}

/** Errors that a page may write to its console: those that a test provokes. Anything else fails the test. */
type Tolerance = { tolerate(pattern: RegExp): void };

/**
 * Playwright's test with the product: one server a worker, the page's addresses relative to it. A page that throws, or writes
 * an error to its console which the test did not announce with `consoleErrors.tolerate`, fails the test.
 */
export const test = base.extend<{ consoleErrors: Tolerance }, { product: RunningProduct }>({
  product: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the parameter's shape
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  consoleErrors: [
    async ({ context }, use) => {
      const seen: string[] = [];
      const tolerated: RegExp[] = [];
      context.on("console", (message) => {
        if (message.type() === "error") seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => seen.push(String(error.error())));
      await use({ tolerate: (pattern) => void tolerated.push(pattern) });
      expect(seen.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
];

/** Expects no serious accessibility finding on the page as it stands, in light and dark, on a phone and on a desktop. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const size of SIZES) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
      expect(found, `axe at ${size.width} px, ${colorScheme}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `sideways scrolling at ${size.width} px`).toBeLessThanOrEqual(0);
    }
  }
}
