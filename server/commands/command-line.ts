// The command line of an operator: a command's arguments, Ctrl-C, its errors as texts, and the database and folders that it works on.
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Command } from "#server/backup/back-up.ts";
import { BackupError } from "#server/backup/format.ts";
import { COMMAND_ANSWER_MS, endPool, openPool } from "#server/database/driver/connect.ts";
import { findRunning, hasDatabase, startEmbedded } from "#server/database/embedded/embedded.ts";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { createLog, sendConsoleToLog } from "#server/log.ts";
import { type Settings, readSettings } from "#server/settings.ts";

/** Options that the command takes besides its one file or folder. */
type Options = NonNullable<ParseArgsConfig["options"]>;
export type Given = Record<string, string | boolean | (string | boolean)[] | undefined>;

/**
 * Runs `command` with the file and the options of the command line, and sets the exit code. `usage` is printed for wrong arguments. Ctrl-C
 * ends the command and leaves nothing half done. With the option `inPlace` no file is named.
 */
export async function runCommand(
  usage: string,
  command: (given: Command, options: Given) => Promise<string>,
  options: Options = {},
  inPlace = "",
): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error("Stopped; nothing was kept."));
  // Only the first signal is handled: a second one ends the process at once.
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
  await printTold(async () => {
    const { file, values } = readArguments(usage, options, inPlace);
    const log = createLog("warn");
    sendConsoleToLog(log);
    const places = readPlaces(process.env);
    return `${await command({ places, file, log, signal: stop.signal }, values)}\n`;
  });
  process.removeListener("SIGINT", onSignal);
  process.removeListener("SIGTERM", onSignal);
}

/** Prints the text that `work` gives. Its error becomes a text for the operator, and the exit code 1. */
export async function printTold(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work());
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs `work` for the command `name`, which takes no arguments, on the database that the environment names, over a connection of its own.
 * Throws as `openSource` does, and what `work` throws.
 */
export async function onSource<T>(name: string, work: (database: Pool) => Promise<T>): Promise<T> {
  refuseArguments(name);
  const source = await openSource(readPlaces(process.env), createLog("warn"));
  const database = openPool(source.url, { name: `parkering-${name}`, max: 1, answerMs: COMMAND_ANSWER_MS });
  try {
    return await work(database);
  } finally {
    await endPool(database, 5000);
    await source.close();
  }
}

/** Throws when the command, which takes no arguments, was given any. */
export function refuseArguments(command: string): void {
  if (process.argv.length > 2) throw new Error(`npm run ${command} takes no arguments.`);
}

function readArguments(usage: string, options: Options, inPlace: string): { file: string; values: Given } {
  const wrong = (problem: string) => new Error(`${problem}\n${usage}`);
  const read = () => {
    try {
      return parseArgs({ options, allowPositionals: true });
    } catch (error) {
      throw wrong((error as Error).message);
    }
  };
  const { positionals, values } = read();
  const [file, ...more] = positionals;
  if (values[inPlace] !== undefined) {
    if (file !== undefined) throw wrong(`--${inPlace} takes no file.`);
    return { file: "", values };
  }
  if (file === undefined || more.length > 0) throw wrong("Name one file.");
  return { file: resolve(file), values };
}

export type Places = Pick<Settings, "dataDir" | "databaseUrl" | "storageDir"> &
  Partial<Pick<Settings, "s3" | "postgresBin" | "backup" | "archive" | "timeZone">>;

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
