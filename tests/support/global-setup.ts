// Builds the server for all backend tests, starts one PostgreSQL and prepares the template databases that each test copies.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { openPool } from "#server/database/connect.ts";
import { startEmbedded } from "#server/database/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { hardenForTests } from "./hardened.ts";
import { copyMigrated, setup as makeMigratedFolder } from "./migrated-folder.ts";
import { onceARun } from "./once-a-run.ts";
import { OF_THESE_TESTS } from "./server-process.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the shared cluster's database `postgres`, as superuser. */
    clusterUrl: string;
  }
}

/** vitest's global set-up: gives the address of the cluster, and the teardown that removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-tests-"));
  copyMigrated(dataDir);
  // The cluster is thrown away: what a crash would lose does not matter. Tests of durability start their own.
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  const cluster = await startEmbedded({ dataDir, log, settings });
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

async function makeTemplates(clusterUrl: string, log: Logger): Promise<void> {
  const sql = postgres(clusterUrl, { max: 1 });
  const prepare = (name: string, seed: "never" | "demo") =>
    prepareDatabase({ url: databaseUrl(clusterUrl, name), profile: "specified", seed, log });
  await sql`create database template_empty template postgres`;
  await prepare("template_empty", "never");
  await sql`create database template_seeded template template_empty`;
  await prepare("template_seeded", "demo");
  await sql`create database template_hardened template template_seeded`;
  const seeded = openPool(databaseUrl(clusterUrl, "template_hardened"), { name: "tests", max: 1 });
  await hardenForTests(seeded);
  await seeded.end();
  await sql.end();
}

/** The same server's other database. */
function databaseUrl(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}
