// A database that goes away while the server starts: the start waits for it, and goes on where it was.
import { pino } from "pino";
import postgres from "postgres";
import { expect, test } from "vitest";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { makeDataDir } from "#tests/support/server/built-product.ts";
import { layCable } from "#tests/support/outside/cable.ts";
import { readinessOf } from "#tests/support/server/readiness.ts";
import { BUILT, startServerProcess } from "#tests/support/server/server-process.ts";

test("the start waits for a database that is lost in the middle of the migrations", async (context) => {
  const [place, own] = [makeDataDir(), makeDataDir()];
  context.onTestFinished(place.remove);
  context.onTestFinished(own.remove);
  const database = await startEmbedded({ dataDir: place.dataDir, log: pino({ level: "silent" }) });
  context.onTestFinished(() => database.stop());
  const cable = await layCable(database.url.replace(/^postgresql/, "http"));
  context.onTestFinished(() => cable.close());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  context.onTestFinished(() => sql.end());
  const preparing = async () =>
    (await sql`select from pg_stat_activity where application_name = 'parkering-prepare'`).length;
  const migrations = async () =>
    (await sql`select to_regclass('supabase_migrations.schema_migrations') as there`)[0]?.["there"];

  const DATABASE_URL = Object.assign(new URL(database.url), { port: new URL(cable.url).port }).href;
  const starting = startServerProcess({ DATA_DIR: own.dataDir, DATABASE_URL, SEED: "none" }, BUILT);
  await expect.poll(migrations).not.toBeNull();
  cable.pull();
  await expect.poll(preparing).toBe(0);
  cable.plug();
  const server = await starting;
  context.onTestFinished(async () => {
    server.child.kill("SIGTERM");
    await server.exited;
  });
  expect(server.output()).toContain("the database went away while the server starts, waiting for it");
  expect(await readinessOf(server.url)).toEqual({ status: "ready" });
});
