// The real server for a test: a new database, the application in this process, a free port.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SupabaseClient, type SupabaseClientOptions, createClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import { pino } from "pino";
import type { Sql } from "postgres";
import { WebSocket } from "ws";
import type { SecurityProfile } from "#contract/states.ts";
import { type AppOptions, createApp } from "#server/app.ts";
import { listen } from "#server/http/listen.ts";
import { createPasswordHasher } from "#server/sign-in/password-hasher.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { LITTLE_WORK } from "#tests/support/people/logged-in.ts";

export type TestServer = {
  url: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  /** Connection to the database as its superuser. */
  sql: Sql;
  /** Connection pool of the server's own kind, for calling functions of the server. */
  database: Pool;
  storageDir: string;
  /** The unmodified supabase-js with the public key, or with the given key or access token. Its session stays in memory. */
  client(options?: { key?: string; accessToken?: string }): SupabaseClient;
  stop(): Promise<void>;
};

export type TestServerOptions = {
  /** Rows that the database begins with; `empty` when left out. */
  from?: "empty" | "seeded";
  /** `specified` when left out. `hardened` with `seeded` gives the seed's people accounts and passwords (hardened.ts). */
  profile?: SecurityProfile;
  /** Address, as superuser, of a database to use in place of a new one. */
  databaseUrl?: string;
  /** Folder of a built front end. */
  webDir?: string;
  publicUrl?: string;
  lowestVersion?: string;
  /** False for a server that other machines reach; true when left out. */
  isLoopbackOnly?: boolean;
  /** Work of password hashes: `little` when left out; `own`, the product's work, where a test is about that work. */
  hashing?: "little" | "own";
} & Pick<
  AppOptions,
  | "rateLimits"
  | "trustedProxies"
  | "socketLimits"
  | "photoLimits"
  | "s3"
  | "stalledMs"
  | "lookForSecretsEveryMs"
  | "mail"
  | "delivery"
>;

/** An address at which nobody listens. */
const NOWHERE = "http://127.0.0.1:9";

/** Starts the server on loopback. Call `stop` at the end: it closes sockets, server and database, and removes the files. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { profile = "specified", from = "empty" } = options;
  const database = await createTestDatabase({ from: `served_${from}_${profile}` });
  const folder = mkdtempSync(join(tmpdir(), "parkering-server-"));
  const storageDir = join(folder, "storage");
  const removeRows = async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  const app = await createApp({
    databaseUrl: options.databaseUrl ?? database.url,
    storageDir,
    s3: options.s3 ?? null,
    webDir: options.webDir ?? join(folder, "web"),
    securityProfile: profile,
    publicUrl: options.publicUrl ?? null,
    lowestVersion: options.lowestVersion ?? null,
    isLoopbackOnly: options.isLoopbackOnly ?? true,
    ...(options.lookForSecretsEveryMs === undefined ? {} : { lookForSecretsEveryMs: options.lookForSecretsEveryMs }),
    mail: options.mail ?? null,
    ...(options.hashing === "own" ? {} : { hasher: createPasswordHasher({ cost: LITTLE_WORK }) }),
    // Messages in the outbox must not leave this machine.
    delivery: { discordBase: NOWHERE, ...options.delivery },
    ...(options.rateLimits === undefined ? {} : { rateLimits: options.rateLimits }),
    ...(options.socketLimits === undefined ? {} : { socketLimits: options.socketLimits }),
    ...(options.photoLimits === undefined ? {} : { photoLimits: options.photoLimits }),
    ...(options.stalledMs === undefined ? {} : { stalledMs: options.stalledMs }),
    ...(options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies }),
    log: pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" }),
  }).catch(async (error: unknown) => {
    await removeRows();
    throw error;
  });
  // A test may issue hundreds of fines, more than one person may issue in 15 minutes.
  if (options.rateLimits === "none")
    await database.sql
      .unsafe(`create or replace function private.too_many(actor private.case_actor, kind text, refusal text)
      returns jsonb language sql as $$ select '[]'::jsonb $$`);
  const listening = await listen(app, { host: "127.0.0.1", port: 0 });
  return {
    url: listening.url,
    publishableKey: app.publishableKey,
    secretKey: app.secretKey,
    databaseUrl: database.url,
    sql: database.sql,
    database: database.database,
    storageDir,
    client: ({ key = app.publishableKey, accessToken } = {}) => createTestClient(listening.url, key, accessToken),
    stop: async () => {
      await listening.drain();
      await app.close();
      await removeRows();
    },
  };
}

/** Parts of supabase-js that a test replaces: `fetch`, and a `storage`, which tabs of one browser share. */
export type ClientParts = { storage?: ReturnType<typeof memoryStorage>; fetch?: typeof fetch };

/** The unmodified supabase-js on Node, with its own session in memory and `ws` as its WebSocket. */
export function createTestClient(
  url: string,
  key: string,
  accessToken?: string,
  { storage = memoryStorage(), fetch }: ClientParts = {},
): SupabaseClient {
  const options: SupabaseClientOptions<"public"> = {
    auth: {
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage,
      storageKey: "test",
    },
    ...(fetch === undefined ? {} : { global: { fetch } }),
    realtime: { transport: WebSocket as never },
    ...(accessToken === undefined ? {} : { accessToken: () => Promise.resolve(accessToken) }),
  };
  return createClient(url, key, options);
}

/** Storage in memory that keeps the sessions of supabase-js, as a browser's storage does. */
export function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}
