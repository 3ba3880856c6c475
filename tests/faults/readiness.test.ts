// /readyz under real faults: what this process has alone is 503, what all servers share is told, and all is well again by itself.
// `npm run test:all` alone: each fault lasts up to half a minute. `npm test` asks the rules (server/http/readiness.test.ts).
import { randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import postgres from "postgres";
import { expect, test, type TestContext } from "vitest";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import type { Readiness } from "#server/http/readiness.ts";
import { makeDataDir, startBuilt } from "#tests/support/server/built-product.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { READINESS_SETTLED } from "#tests/support/run/patience.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { noisyPng } from "#tests/support/rows/real-photos.ts";
import { parkingOf, PHOTOS, plainClient } from "#tests/support/rows/writes.ts";
import { fillDisk, onSmallDisk, seenBy, whyNoSmallDisk } from "#tests/support/outside/small-disk.ts";

/** Everything that a test starts ends with it: the tests run at the same time, each with a server and a database of its own, since most of it is waiting. */
function place(context: TestContext) {
  return {
    newFolder: (state?: "migrated"): string => {
      const { dataDir, remove } = makeDataDir(state);
      context.onTestFinished(remove);
      return dataDir;
    },
    start: async (...[dataDir, settings, ...more]: Parameters<typeof startBuilt>) => {
      const product = await startBuilt(dataDir, { SEED: "none", ...settings }, ...more);
      context.onTestFinished(() => product.stop());
      return product;
    },
    /** The answer of /readyz once it is the wanted one, a write that was tried counting for ten seconds; and with which statuses. */
    settle: async (url: string, wanted: Readiness): Promise<{ ready: number; alive: number }> => {
      await context.expect.poll(() => readinessOf(url), { ...READINESS_SETTLED, interval: 300 }).toEqual(wanted);
      const [ready, alive] = await Promise.all([fetch(`${url}/readyz`), fetch(`${url}/healthz`)]);
      return { ready: ready.status, alive: alive.status };
    },
  };
}

/** The supervisor that restarts dead servers is not called in either case. */
const TAKEN = { ready: 200, alive: 200 };
const LEFT_ALONE = { ready: 503, alive: 200 };

const READY: Readiness = { status: "ready" };

// Spec rules §12: /healthz says that
test.concurrent("the folder of photos is gone: 503, and uploads make no other one in its place", async (context) => {
  const { newFolder, start, settle } = place(context);
  const dataDir = newFolder("migrated");
  const { url, publishableKey } = await start(dataDir);
  expect(await settle(url, READY)).toEqual(TAKEN);
  const [storage, away] = [join(dataDir, "storage"), join(dataDir, "away")];
  renameSync(storage, away);
  expect(await settle(url, { status: "failed", failed: { photos: "Photos cannot be stored." } })).toEqual(LEFT_ALONE);
  const photos = plainClient(url, publishableKey).storage.from(PHOTOS);
  const { error } = await photos.upload("vakt01/photo.png", await noisyPng(10), { contentType: "image/png" });
  expect(error).toMatchObject({ status: 503, message: "The photos cannot be reached. Please try again." });
  expect(existsSync(storage)).toBe(false);
  renameSync(away, storage);
  expect(await settle(url, READY)).toEqual(TAKEN);
});

// Spec rules §12: /healthz says that
test.concurrent("a role of the callers is missing: degraded, as no server can do without", async (context) => {
  const { newFolder, start, settle } = place(context);
  const { url, databaseUrl } = await start(newFolder("migrated"));
  const sql = postgres(databaseUrl, { max: 1 });
  context.onTestFinished(() => sql.end());
  await sql`alter role authenticated rename to somebody_else`;
  const degraded = { roles: "The database does not answer as its callers." };
  expect(await settle(url, { status: "degraded", degraded })).toEqual(TAKEN);
  await sql`alter role somebody_else rename to authenticated`;
  expect(await settle(url, READY)).toEqual(TAKEN);
});

// Spec rules §12: /healthz says that
test.concurrent("the database's disk is full: degraded", async (context) => {
  const { newFolder, start, settle } = place(context);
  const reason = process.getuid?.() === 0 ? whyNoSmallDisk() : "PostgreSQL on a disk of its own needs root here";
  context.skip(reason !== null, reason ?? "");
  const dataDir = newFolder();
  const settings = { STORAGE_URL: join(newFolder(), "photos") };
  const { url, server } = await start(dataDir, settings, onSmallDisk(dataDir, 160), (pid) => seenBy(pid, dataDir));
  expect(await settle(url, READY)).toEqual(TAKEN);
  const filler = join(seenBy(server.child.pid, dataDir), "filler");
  fillDisk(filler);
  expect(await settle(url, { status: "degraded", degraded: { writes: "The database takes no writes." } })).toEqual(
    TAKEN,
  );
  rmSync(filler);
  expect(await settle(url, READY)).toEqual(TAKEN);
});

// Spec rules §12: /healthz says that
test.concurrent("the folder of photos that servers share is gone: degraded, and parkings go on", async (context) => {
  const { newFolder, start, settle } = place(context);
  const storage = join(newFolder(), "photos");
  const { url, publishableKey } = await start(newFolder("migrated"), { STORAGE_URL: storage, SEED: "demo" });
  expect(await settle(url, READY)).toEqual(TAKEN);
  renameSync(storage, `${storage}-away`);
  expect(await settle(url, { status: "degraded", degraded: { photos: "Photos cannot be stored." } })).toEqual(TAKEN);
  const client = plainClient(url, publishableKey);
  const parkings = Array.from({ length: 50 }, () => client.from("parkings").insert(parkingOf(randomUUID())));
  expect((await Promise.all(parkings)).filter(({ error }) => error !== null)).toEqual([]);
  renameSync(`${storage}-away`, storage);
  expect(await settle(url, READY)).toEqual(TAKEN);
});

/** A server whose connection that listens goes through a cable of its own, while everything else reaches the database. */
async function listenByCable(context: TestContext) {
  const { newFolder, start, settle } = place(context);
  const log = pino({ level: "silent" });
  const database = await startEmbedded({ dataDir: newFolder("migrated"), log });
  context.onTestFinished(() => database.stop());
  const cable = await layCable(database.url.replace(/^postgresql/, "http"));
  context.onTestFinished(() => cable.close());
  const direct = new URL(database.url);
  direct.port = new URL(cable.url).port;
  const { url } = await start(newFolder(), { DATABASE_URL: database.url, DATABASE_DIRECT_URL: direct.href });
  expect(await settle(url, READY)).toEqual(TAKEN);
  const sql = postgres(database.url, { max: 1 });
  context.onTestFinished(() => sql.end());
  const listener = async () =>
    (
      await sql`select pid from pg_stat_activity where application_name = 'parkering realtime listener' order by backend_start desc`
    )[0]?.["pid"];
  return { url, cable, settle, sql, listener };
}

// Spec rules §12: /healthz says that
test.concurrent("the connection that listens is cut: 503 after ten seconds, since the others hear", async (context) => {
  const { url, cable, settle } = await listenByCable(context);
  cable.pull();
  const failed = { notifications: "What the database tells does not arrive here." };
  expect(await settle(url, { status: "failed", failed })).toEqual(LEFT_ALONE);
  cable.plug();
  expect(await settle(url, READY)).toEqual(TAKEN);
});

// Spec rules §12: /healthz says that
test.concurrent.for([
  ["carries nothing any more, and nobody is told", "freeze"],
  ["is ended by the database", "end"],
] as const)(
  "the connection that listens %s: another one is made, and the proxy keeps the server",
  async ([, fault], context) => {
    const { url, cable, settle, sql, listener } = await listenByCable(context);
    const before = await listener();
    const statuses = new Set<number>();
    if (fault === "freeze") cable.freeze();
    else await sql`select pg_terminate_backend(${before})`;
    await context.expect
      .poll(async () => {
        statuses.add((await fetch(`${url}/readyz`)).status);
        const now = await listener();
        return now !== undefined && now !== before;
      }, READINESS_SETTLED)
      .toBe(true);
    expect(await settle(url, READY)).toEqual(TAKEN);
    expect([...statuses]).toEqual([200]);
  },
);
