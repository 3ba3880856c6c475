// Finds the database and the folders that a command of an operator works on.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { findRunning, hasDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { type Settings, readSettings } from "#server/settings.ts";
import { BackupError } from "./format.ts";

export type Places = Pick<Settings, "dataDir" | "databaseUrl" | "storageDir"> &
  Partial<Pick<Settings, "s3" | "postgresBin" | "backup" | "archive" | "timeZone">>;

/** Surroundings of a command; `signal` ends it early. */
export type Command = { places: Places; file: string; log: Logger; signal?: AbortSignal };

/** An open database; `close` stops it when it was started for this command. */
export type OpenDatabase = { url: string; close(): Promise<void> };

const PLACE_SETTINGS = [
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "POSTGRES_BIN",
  "STORAGE_URL",
  "ARCHIVE_URL",
  "TIME_ZONE",
  "S3_ENDPOINT",
  "AWS_REGION",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
];

/**
 * The places that the environment names, and the keys of backups, read like the server's settings; the database past a pooler. Throws
 * SettingsError, also for a misspelled BACKUP_…, since a backup that should be encrypted would not be.
 */
export function readPlaces(variables: Record<string, string | undefined>): Places {
  const given = Object.entries(variables).filter(([name]) => PLACE_SETTINGS.includes(name) || /^BACKUP/i.test(name));
  const settings = readSettings(Object.fromEntries(given), projectFolder());
  return { ...settings, databaseUrl: settings.databaseDirectUrl ?? settings.databaseUrl };
}

/** The database to back up: the operator's own, or the embedded one, which is started when it does not run. Throws BackupError. */
export async function openSource({ databaseUrl, dataDir, postgresBin }: Places, log: Logger): Promise<OpenDatabase> {
  const running = databaseUrl ?? findRunning(dataDir);
  if (running !== null) return { url: running, close: () => Promise.resolve() };
  if (!hasDatabase(dataDir)) {
    throw new BackupError(`The data folder ${dataDir} holds no database. Set DATA_DIR as it is set for the server.`);
  }
  const database = await startEmbedded({ dataDir, postgresBin, log });
  return { url: database.url, close: () => database.stop() };
}

/** Throws BackupError when the data folder holds a database, DataFolderInUseError when a server works on it. */
export function refuseUsedFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  lockFolder(dataDir).release();
  if (!existsSync(join(dataDir, "postgres")) && !hasDatabase(dataDir)) return;
  throw new BackupError(
    `The data folder ${dataDir} holds a database already. Move the folder away, or set DATA_DIR to an empty one.`,
  );
}
