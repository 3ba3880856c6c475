// The built server on a data folder, as an operator runs it: with its own PostgreSQL, and with functions that kill and start it.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openPool } from "#server/database/driver/connect.ts";
import { readPostmaster } from "#server/database/embedded/orphan.ts";
import { readSecrets } from "#server/secrets.ts";
import { copyMigrated } from "#tests/support/database/migrated-folder.ts";
import { makeQuickFolder } from "#tests/support/database/quick-folder.ts";
import { BUILT, type ServerProcess, startServerProcess } from "#tests/support/server/server-process.ts";

export type BuiltProduct = {
  server: ServerProcess;
  url: string;
  databaseUrl: string;
  publishableKey: string;
  secretKey: string;
  /** Ends the server as an operator does, and waits for it. */
  stop(): Promise<void>;
};

/**
 * Makes a data folder: an empty one that the database's user may enter, or a `migrated` one, with whose database a start is quicker.
 * `remove` deletes the folder.
 */
export function makeDataDir(state: "empty" | "migrated" = "empty"): { dataDir: string; remove: () => void } {
  const dataDir = makeQuickFolder("parkering-faults-");
  if (state === "migrated") copyMigrated(dataDir);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Starts `dist/server` on a data folder, perhaps with other settings, and behind a command such as one that makes a small disk. `seenAt`
 * gives the path by which we reach the data folder of a server with file systems of its own.
 */
export async function startBuilt(
  dataDir: string,
  settings: Record<string, string> = {},
  before: readonly string[] = [],
  seenAt: (pid: number | undefined) => string = () => dataDir,
): Promise<BuiltProduct> {
  // A test's requests name network addresses of their own, which the profile `hardened` counts.
  const own = { DATA_DIR: dataDir, SEED: "demo", LOG_LEVEL: "warn", TRUSTED_PROXIES: "127.0.0.1", ...settings };
  const server = await startServerProcess(own, BUILT, before);
  const databaseUrl = settings["DATABASE_URL"] ?? embeddedUrl(seenAt(server.child.pid));
  const pool = openPool(databaseUrl, { name: "tests", max: 1 });
  const { publishableKey, secretKeys } = await readSecrets(pool);
  await pool.end();
  return {
    server,
    url: server.url,
    databaseUrl,
    publishableKey,
    secretKey: secretKeys[0] ?? "",
    stop: async () => {
      if (server.child.exitCode === null && server.child.signalCode === null) server.child.kill("SIGTERM");
      await server.exited;
    },
  };
}

/** The PostgreSQL process of a data folder. Throws when none runs. */
export function postmasterOf(dataDir: string): { pid: number; port: number } {
  const found = readPostmaster(join(dataDir, "postgres"));
  if (found === null) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
  return found;
}

function embeddedUrl(dataDir: string): string {
  const password = readFileSync(join(dataDir, "database-password"), "utf8").trim();
  return `postgresql://postgres:${password}@127.0.0.1:${postmasterOf(dataDir).port}/postgres`;
}

/** Paths of all files below a folder; empty when the folder is missing. */
export function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Megabytes of memory that a process holds. */
export function memoryOf(pid: number): number {
  if (process.platform === "linux")
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024;
}
