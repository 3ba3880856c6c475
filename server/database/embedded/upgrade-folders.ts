// The folders of a move from one major PostgreSQL to another (server/backup/upgrade-database.ts), and the remains of a move that was cut
// off.
//
// The new database is made in a data folder of its own, `upgrade`. When it is whole it becomes `postgres.upgraded`, then the old database
// steps aside, then the new one takes its place. Whatever ends the process, one of the two is whole, and the names say which one counts.
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { endOrphan } from "./orphan.ts";

const current = (dataDir: string) => join(resolve(dataDir), "postgres");
const whole = (dataDir: string) => join(resolve(dataDir), "postgres.upgraded");

/** The data folder in which the new database is made. */
export const upgradeFolder = (dataDir: string): string => join(resolve(dataDir), "upgrade");

/** Folder in which the database of an older major version stays after the move. */
export const oldDatabaseFolder = (dataDir: string, major: string): string => `${current(dataDir)}.${major}`;

/** Whether a move was cut off when the new database was whole and the old one had stepped aside. */
export const isUpgraded = (dataDir: string): boolean => existsSync(whole(dataDir)) && !existsSync(current(dataDir));

/** The major version of the PostgreSQL that made the database of `dataDir`. */
export const majorOf = (dataDir: string): string => readFileSync(join(current(dataDir), "PG_VERSION"), "utf8").trim();

/** Puts the new database, which is whole and stopped, in the place of the old one. */
export function swapDatabases(dataDir: string): void {
  renameSync(current(upgradeFolder(dataDir)), whole(dataDir));
  renameSync(current(dataDir), oldDatabaseFolder(dataDir, majorOf(dataDir)));
  renameSync(whole(dataDir), current(dataDir));
}

/**
 * Ends a move that was cut off: the new database takes the place that the old one has left, or else the remains of the new one are removed.
 */
export async function settleUpgrade(dataDir: string, log: Logger): Promise<void> {
  if (isUpgraded(dataDir)) renameSync(whole(dataDir), current(dataDir));
  rmSync(whole(dataDir), { recursive: true, force: true });
  const half = upgradeFolder(dataDir);
  if (!existsSync(half)) return;
  await endOrphan(current(half), log);
  rmSync(half, { recursive: true, force: true });
}
