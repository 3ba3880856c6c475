// Builds the server for all backend tests, starts one PostgreSQL and prepares the template databases that each test copies.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { type Logger, pino } from "pino";
import postgres from "postgres";
import { raw } from "sql-template-tag";
import type { TestProject } from "vitest/node";
import { openPool } from "#server/database/driver/connect.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { installCapture } from "#server/realtime/changes/changes.ts";
import { hardenForTests } from "#tests/support/database/hardened.ts";
import { copyMigrated, setup as makeMigratedFolder } from "#tests/support/database/migrated-folder.ts";
import { onceARun } from "#tests/support/run/once-a-run.ts";
import { makeQuickFolder } from "#tests/support/database/quick-folder.ts";
import { OF_THESE_TESTS } from "#tests/support/server/server-process.ts";
import { printSeed } from "#tests/support/run/seed.ts";
import { SETTLE_SEED } from "#tests/support/rows/settled-sites.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the shared cluster's database `postgres`, as superuser. */
    clusterUrl: string;
  }
}

/** vitest's global set-up: gives the address of the cluster, and the teardown that removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  printSeed();
  const removeFolder = await makeMigratedFolder();
  const { made: clusterUrl, giveUp } = await onceARun("cluster", makeCluster);
  project.provide("clusterUrl", clusterUrl);
  return async () => {
    await giveUp();
    await removeFolder();
  };
}

async function makeCluster() {
  const vite = ["node_modules/vite/bin/vite.js", "build", "--config", "vite.server.config.ts"];
  execFileSync(process.execPath, [...vite, "--outDir", OF_THESE_TESTS, "--logLevel", "warn"], { stdio: "inherit" });
  const log = pino({ level: "silent" });
  const dataDir = makeQuickFolder("parkering-tests-");
  copyMigrated(dataDir);
  // The cluster is thrown away, so its writes need not survive a crash. Tests of durability start a PostgreSQL of their own.
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "400" };
  const cluster = await startEmbedded({ dataDir, log, settings: { ...settings, max_wal_size: "256MB" } });
  const remove = async (): Promise<void> => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplates(cluster.url, log);
  } catch (error) {
    await remove();
    throw error;
  }
  return { made: cluster.url, remove };
}

/**
 * Templates that test servers copy. They have a profile's grants and the triggers of live changes already, which would take half a second
 * at each start.
 */
const SERVED = [
  ["served_empty_specified", "empty"],
  ["served_empty_hardened", "empty"],
  ["served_seeded_specified", "seeded"],
  ["served_seeded_hardened", "hardened"],
] as const;

async function makeTemplates(clusterUrl: string, log: Logger): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1 });
  // The password's hash gets one round instead of 4096, since thousands of connections prove the password.
  await sql`set scram_iterations = 1`;
  await sql.unsafe(`alter role postgres password '${new URL(clusterUrl).password}'`);
  const prepare = (name: string, seed: "never" | "demo") =>
    prepareDatabase({ url: databaseUrl(clusterUrl, name), profile: "specified", seed, log });
  await sql`create database template_empty template postgres`;
  await prepare("template_empty", "never");
  await sql`create database template_seeded template template_empty`;
  await prepare("template_seeded", "demo");
  const settling = openPool(databaseUrl(clusterUrl, "template_seeded"), { name: "tests", max: 1 });
  await settling.query(raw(SETTLE_SEED));
  await settling.end();
  await sql`create database template_hardened template template_seeded`;
  const seeded = openPool(databaseUrl(clusterUrl, "template_hardened"), { name: "tests", max: 1 });
  await hardenForTests(seeded);
  await seeded.end();
  for (const [made, from] of SERVED) {
    await sql.unsafe(`create database ${made} template template_${from}`);
    const served = openPool(databaseUrl(clusterUrl, made), { name: "tests", max: 1 });
    await served.query(raw(`update private.settings set security_profile = '${made.split("_").at(-1)}'`));
    await installCapture(served, log);
    await served.end();
  }
  await sql.end();
}

/** The address of another database of the same server. */
function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
