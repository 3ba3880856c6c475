// The commands `npm run backup` and `npm run restore`, from their arguments to their output.
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Database } from "#server/database/driver/connect.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { eraseAgain, erasedFolder } from "#server/erasure/erased-list.ts";
import { removeAccountLinks } from "#server/messages/outbox.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { checkBackup } from "./archive-reader.ts";
import { NO_KEYS, isEncrypting } from "./encryption.ts";
import { BackupError, type Manifest } from "./format.ts";
import { type Places, openSource, refuseUsedFolder } from "./places.ts";
import { refuseStoredFiles, refuseTables, restoreBackup } from "./restore-backup.ts";
import { newerMigrations } from "./restorable.ts";
import { writeBackup } from "./write-backup.ts";

/** Surroundings of a command; `signal` ends it early. */
export type Command = { places: Places; file: string; log: Logger; signal?: AbortSignal };

/** Makes the backup `file` and gives what to print. Throws an error whose message is for the operator. */
export async function backUp({ places, file, log, ...rest }: Command): Promise<string> {
  const database = await openSource(places, log);
  try {
    const store = openStore(places);
    const keys = places.backup ?? NO_KEYS;
    const written = await writeBackup({ databaseUrl: database.url, store, file, keys, ...rest });
    const { manifest, size, elsewhere } = written;
    const lost = manifest.missing.map((name) => `\n  No file for the photo ${name}: it was removed just now, or lost.`);
    if (elsewhere.length > 0)
      lost.push(`\n  Not in it, for this program did not make their schemas: ${elsewhere.join(", ")}.`);
    if (newerMigrations(manifest.migrations).length > 0)
      lost.push("\n  A newer version of this program has used the database: only that one restores this backup.");
    const how = isEncrypting(keys) ? "encrypted" : "not encrypted, and without the server's secrets";
    return `Backed up ${describe(manifest)} to ${file} (${megabytes(size)}, ${how}).${lost.join("")}`;
  } finally {
    await database.close();
  }
}

/** Names of the backups that the command makes in a folder. */
const KEPT_NAME = /^parkering-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.gz(\.age)?$/;

/**
 * Makes a backup in the folder `file`, called by its time, and once it is whole removes the oldest ones of such names beyond `keep`.
 * Gives what to print. Throws an error whose message is for the operator; then nothing was removed.
 */
export async function backUpAndKeep(given: Command, keep: number): Promise<string> {
  const folder = given.file;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new BackupError(`${folder} is no folder.`);
  const time = new Date().toISOString().replace(/\.\d+/, "").replaceAll(":", "");
  const name = `parkering-${time}.tar.gz${isEncrypting(given.places.backup ?? NO_KEYS) ? ".age" : ""}`;
  const told = await backUp({ ...given, file: join(folder, name) });
  const old = readdirSync(folder)
    .filter((each) => KEPT_NAME.test(each))
    .toSorted()
    .slice(0, -keep);
  for (const each of old) rmSync(join(folder, each));
  return [told, ...old.map((each) => `Removed ${each}.`)].join("\n  ");
}

/**
 * Restores `file` into a folder that is thrown away, compares every row and photo with the file, and gives what to print.
 * Throws an error whose message is for the operator: the backup is of no use then.
 */
export async function verify({ places, ...rest }: Command): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-verify-"));
  const away: Places = {
    dataDir,
    databaseUrl: null,
    storageDir: join(dataDir, "storage"),
    backup: places.backup ?? NO_KEYS,
  };
  try {
    const told = await restore({ places: away, ...rest }, { isCompared: true });
    return `${told}\n  All rows and photos are as in the backup. The copy was thrown away.`;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/**
 * Checks the whole `file`, restores it, erases again what was erased since, and gives what to print. The target must be empty; what a
 * failed restore began in a data folder is removed again. Throws an error whose message is for the operator.
 * @param erased a folder with another list of what was erased than that of the data folder.
 */
export async function restore(
  { places, file, log, ...rest }: Command,
  { isCompared = false, erased }: { isCompared?: boolean; erased?: string | undefined } = {},
): Promise<string> {
  for (const given of [file, erased])
    if (given !== undefined && !existsSync(given)) throw new BackupError(`${given} does not exist.`);
  const { databaseUrl, dataDir, postgresBin } = places;
  const store = openStore(places);
  if (databaseUrl === null) refuseUsedFolder(dataDir);
  else await refuseTables(databaseUrl);
  await refuseStoredFiles(places, store);
  const keys = places.backup ?? NO_KEYS;
  const manifest = await checkBackup(file, keys);

  let hadLinks = false;
  const database = databaseUrl === null ? await startEmbedded({ dataDir, postgresBin, log }) : null;
  let isWhole = false;
  let again = { rows: 0, brokenLines: 0 };
  try {
    const url = databaseUrl ?? database?.url ?? "";
    // The mark keeps servers away until the rows that were erased since the backup are erased again.
    const atLast = async (connection: Database) => {
      // A link that was used since the backup would be good again.
      hadLinks = await removeAccountLinks(connection);
      again = await eraseAgain(connection, [erasedFolder(dataDir), ...(erased === undefined ? [] : [erased])]);
    };
    await restoreBackup({ databaseUrl: url, store, file, manifest, keys, isCompared, log, atLast, ...rest });
    isWhole = true;
  } finally {
    await database?.stop();
    if (!isWhole) await removeHalf(places, store);
  }
  const lost = manifest.missing.map((name) => `\n  The backup has no file for the photo ${name}.`);
  if (hadLinks) lost.push("\n  Links to choose a password with are good no more: make new ones.");
  if (manifest.isWithoutSecrets) lost.push("\n  The next start makes new secrets, so everybody logs in again.");
  if (again.rows > 0) lost.push(`\n  Erased ${again.rows} rows again that were erased after the backup was made.`);
  if (again.brokenLines > 0)
    lost.push(`\n  Broken lines of the list of what was erased, which were left out: ${again.brokenLines}.`);
  return `Restored ${describe(manifest)} of ${manifest.createdAt}.${lost.join("")}`;
}

/**
 * Removes a half restore; database and folder were empty before. A database of the operator's own keeps its mark, which says that it is not
 * whole.
 */
export async function removeHalf({ databaseUrl, dataDir, storageDir, s3 }: Places, store: FileStore): Promise<void> {
  if (s3) for await (const { name } of store.list()) await store.remove([name]);
  const begun = !s3 && existsSync(storageDir) ? readdirSync(storageDir).map((name) => join(storageDir, name)) : [];
  if (databaseUrl === null) begun.push(join(dataDir, "postgres"), join(dataDir, "database-password"));
  for (const path of begun) rmSync(path, { recursive: true, force: true });
}

function describe({ tables, photos }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables with ${rows} rows and ${photos.files / 2} photos`;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
