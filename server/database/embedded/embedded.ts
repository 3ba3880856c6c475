// Runs the PostgreSQL that comes with npm install as a child of the server, on a folder of its own.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { archivingOf } from "./archiving.ts";
import { findBinaries } from "./binaries.ts";
import { type Cluster, initialiseCluster } from "./cluster.ts";
import { databaseUser, launcher } from "./database-user.ts";
import { lockFolder } from "./folder-lock.ts";
import { endOrphan, findPostmaster } from "./orphan.ts";
import { startPostmaster } from "./postmaster.ts";
import { isUpgraded, settleUpgrade } from "./upgrade-folders.ts";

/**
 * A running database, its PostgreSQL's `version`, such as `18.4`. `stop` lets PostgreSQL shut down cleanly and gives the folder free; it
 * may be called twice.
 */
export type EmbeddedDatabase = { url: string; version: string; stop(): Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  log: Logger;
  settings?: Record<string, string>;
  /** Port of loopback; a free one when left out. */
  port?: number;
  /** Longest wait until it takes connections, for a start that recovers much. */
  patienceMs?: number;
  /** Folder of other programs than those of npm install. */
  postgresBin?: string | null | undefined;
};

/**
 * Starts the database of `dataDir` (its folder `postgres`). A missing database is made, and a PostgreSQL that a killed server left behind
 * is ended. The database listens on loopback only, with a password that lies in `dataDir` with mode 600. It runs in a process group of its
 * own, so that Ctrl-C reaches the server alone, which stops the database last. A database that dies by itself is started again at the same
 * address. `settings` change PostgreSQL's own (tests do). Throws DataFolderInUseError, BinariesMissingError, or an error that names the
 * folder which cannot be used.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const lock = lockFolder(dataDir);
  try {
    await settleUpgrade(dataDir, options.log);
    const database = await startUnlocked({ ...options, dataDir });
    lock.confirm();
    return {
      ...database,
      stop: async () => {
        await database.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Starts the database like startEmbedded, for a caller that holds the lock of `dataDir`, which is absolute and exists. */
export async function startUnlocked({ dataDir, log, ...options }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = await describeCluster(dataDir, options.postgresBin ?? null);
  await endOrphan(cluster.folder, log);
  await initialiseCluster(cluster, log);
  const settings = { ...archivingOf(dataDir), ...options.settings };
  const postmaster = await startPostmaster(cluster, settings, log, options.port, options.patienceMs);
  return {
    url: addressOf(cluster.password, postmaster.port),
    version: cluster.binaries.version,
    stop: () => postmaster.stop(),
  };
}

/** Address of the database that runs on `dataDir` just now, whoever started it; `null` when none does. */
export function findRunning(dataDir: string): string | null {
  const postmaster = findPostmaster(join(resolve(dataDir), "postgres"));
  return postmaster?.ready
    ? addressOf(readFileSync(passwordFile(resolve(dataDir)), "utf8").trim(), postmaster.port)
    : null;
}

/** Whether `dataDir` holds a database, running or not. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), "postgres", "PG_VERSION")) || isUpgraded(dataDir);
}

const addressOf = (password: string, port: number) => `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;

async function describeCluster(dataDir: string, postgresBin: string | null): Promise<Cluster> {
  const binaries = await findBinaries(postgresBin);
  const user = databaseUser();
  const folder = join(dataDir, "postgres");
  const launch = launcher(user, [dataDir, binaries.folder]);
  return { folder, binaries, user, launch, password: keepPassword(dataDir) };
}

/** File with the password of the database of `dataDir`. */
export const passwordFile = (dataDir: string): string => join(dataDir, "database-password");

/** The password of the folder's database; hexadecimal, so that it stands in an address as it is. */
function keepPassword(dataDir: string): string {
  const file = passwordFile(dataDir);
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const password = randomBytes(24).toString("hex");
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}
