// The built server as a process of its own, on a database that tests can stop: for browser tests and measurements.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { WebSocket } from "ws";
import type { SecurityProfile } from "#contract/states.ts";
import { openPool } from "#server/database/driver/connect.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { readSecrets } from "#server/secrets.ts";
import { freePort } from "#tests/support/server/free-port.ts";
import { hardenForTests } from "#tests/support/database/hardened.ts";
import { copyMigrated } from "#tests/support/database/migrated-folder.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { type HookServer, startHookServer } from "#tests/support/outside/receivers.ts";
import { BUILT } from "#tests/support/server/server-process.ts";
import { SETTLE_SEED } from "#tests/support/rows/settled-sites.ts";

/** The product as a visitor meets it: `dist/server` on a seeded database. */
export type RunningProduct = {
  profile: SecurityProfile;
  url: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  /** Connection to the database as its superuser. It is lost when the database stops, and made again when the database is back. */
  sql: Sql;
  /** Connection pool of the server's own kind, for calling functions of the server. */
  database: Pool;
  /** The unmodified supabase-js with the public key. */
  client: SupabaseClient;
  /** A server that stands in for Discord. */
  discord: HookServer;
  /** Kills the server with -9. The database stays. */
  killServer(): Promise<void>;
  /** Starts the server again at the same address. */
  startServer(): Promise<void>;
  /** Stops PostgreSQL itself. The server goes on. */
  stopDatabase(): Promise<void>;
  /** Starts PostgreSQL again at the same address, and waits until the server reaches it. */
  startDatabase(): Promise<void>;
};

/** Settings of a database that is thrown away with its product: its writes need not survive a crash of the machine. */
export const THROWN_AWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/**
 * Environment variable with the folder of prepared databases, one for each profile. A database appears there when it is ready
 * (prepared-databases.ts).
 */
export const PREPARED = "PREPARED_DATABASES";

/** Name of a file in that folder that says that a database could not be made. */
export const UNPREPARED = "failed";

export type ProductOptions = {
  /**
   * `specified` when left out. In `hardened` the seed's rows have been moved as `npm run harden` does it, and the seed's people keep their
   * passwords.
   */
  profile?: SecurityProfile;
  /** Settings of PostgreSQL. */
  database?: Record<string, string>;
};

/** Whether the server reaches its database. The test write, which is tried every ten seconds, may still be missing. */
async function isReady(url: string): Promise<boolean> {
  const { degraded } = await readinessOf(url);
  return degraded?.database === undefined;
}

/** Starts the product of `dist/` with the seed's rows on free ports; `stop` ends it and removes its files. */
export async function startProduct(options: ProductOptions = {}): Promise<RunningProduct & { stop(): Promise<void> }> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    return { ...(await startParts(options, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts the parts one after the other. Each part adds the function that ends it to `undo`. */
async function startParts(options: ProductOptions, undo: (() => unknown)[]): Promise<RunningProduct> {
  const { profile = "specified", database: settings = {} } = options;
  const log = pino({ level: "silent" });
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-journeys-"));
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const prepared = process.env[PREPARED];
  if (prepared === undefined) copyMigrated(dataDir);
  else await copyPrepared(prepared, profile, dataDir);
  let database: EmbeddedDatabase | undefined = await startEmbedded({ dataDir, log, settings });
  undo.push(() => database?.stop());
  const databaseUrl = database.url;
  if (profile === "hardened" && prepared === undefined) await moveToHardened(databaseUrl);
  const port = Number(new URL(databaseUrl).port);
  const discord = await startHookServer();
  undo.push(() => discord.goAway());
  const launch = (serverPort: string) =>
    spawn(process.execPath, ["--import", "./tests/support/server/discord-elsewhere.mjs", ...BUILT], {
      env: {
        ...process.env,
        PORT: serverPort,
        DATABASE_URL: databaseUrl,
        SECURITY_PROFILE: profile,
        // Requests of tests name network addresses of their own, which limits count.
        TRUSTED_PROXIES: "127.0.0.1",
        DATA_DIR: join(dataDir, "server"),
        // Notices lead to this address; without it drivers could not open them on this machine.
        PUBLIC_URL: `http://127.0.0.1:${serverPort}`,
        DISCORD_OF_TESTS: discord.base,
        LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "warn",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
  let server = launch(String(await freePort()));
  const end = async (signal: "SIGTERM" | "SIGKILL") => {
    const ended = once(server, "exit");
    if (server.exitCode === null && server.signalCode === null && server.kill(signal)) await ended;
  };
  undo.push(() => end("SIGTERM"));
  const url = await readAddress(server);
  const sql = postgres(databaseUrl, { max: 4, onnotice: () => undefined, idle_timeout: 1 });
  undo.push(() => sql.end({ timeout: 1 }));
  await sql.unsafe(SETTLE_SEED);
  const pool = openPool(databaseUrl, { name: "tests", max: 2, idleMs: 1000 });
  undo.push(() => pool.end());
  const { publishableKey, secretKeys } = await readSecrets(pool);
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false },
    realtime: { transport: WebSocket as never },
  });
  undo.push(() => client.removeAllChannels());
  return {
    profile,
    url,
    publishableKey,
    secretKey: secretKeys[0] ?? "",
    databaseUrl,
    sql,
    database: pool,
    client,
    discord,
    killServer: () => end("SIGKILL"),
    startServer: async () => {
      server = launch(new URL(url).port);
      await readAddress(server);
    },
    stopDatabase: async () => {
      await database?.stop();
      database = undefined;
    },
    startDatabase: async () => {
      database ??= await startEmbedded({ dataDir, log, port, settings });
      while (!(await isReady(url))) await pause(50);
    },
  };
}

/**
 * Waits until a prepared database is ready, and copies it with its files' owners, since PostgreSQL accepts only a folder of its own user.
 */
async function copyPrepared(prepared: string, profile: SecurityProfile, to: string): Promise<void> {
  const from = join(prepared, profile);
  while (!existsSync(from)) {
    if (existsSync(join(prepared, UNPREPARED))) throw new Error("The databases could not be prepared; see above.");
    await pause(50);
  }
  execFileSync("cp", ["-a", `${from}/.`, to]);
}

/** Fills an empty database as the profile `specified` does, unless it is filled, and moves it to `hardened`. */
export async function moveToHardened(databaseUrl: string): Promise<void> {
  const log = pino({ level: "silent" });
  await prepareDatabase({ url: databaseUrl, profile: "specified", seed: "demo", log });
  const pool = openPool(databaseUrl, { name: "tests", max: 1 });
  try {
    await hardenForTests(pool);
  } finally {
    await pool.end();
  }
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
