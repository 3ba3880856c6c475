// Restores a backup, for good or to verify it: the work of `npm run restore`, from the file to what is printed.
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "#server/database/driver/connect.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { eraseAgain, erasedFolder } from "#server/erasure/erased-list.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { checkBackup } from "./archive-reader.ts";
import { NO_KEYS } from "./encryption.ts";
import { endAccess } from "./end-access.ts";
import { BackupError, describe } from "./format.ts";
import { type Command, type Places, refuseUsedFolder } from "./places.ts";
import { refuseStoredFiles, refuseTables, restoreBackup } from "./restore-backup.ts";

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

  let ended: string[] = [];
  const database = databaseUrl === null ? await startEmbedded({ dataDir, postgresBin, log }) : null;
  let isWhole = false;
  let again = { rows: 0, brokenLines: 0 };
  try {
    const url = databaseUrl ?? database?.url ?? "";
    // The mark keeps servers away until the rows that were erased since the backup are erased again.
    const atLast = async (connection: Database) => {
      ended = await endAccess(connection);
      again = await eraseAgain(connection, [erasedFolder(dataDir), ...(erased === undefined ? [] : [erased])]);
    };
    await restoreBackup({ databaseUrl: url, store, file, manifest, keys, isCompared, log, atLast, ...rest });
    isWhole = true;
  } finally {
    await database?.stop();
    if (!isWhole) await removeHalf(places, store);
  }
  const lost = manifest.missing.map((name) => `\n  The backup has no file for the photo ${name}.`);
  lost.push(...ended.map((line) => `\n  ${line}`));
  if (manifest.isWithoutSecrets)
    lost.push(
      "\n  The next start makes new secrets, and links to choose a password with are left out. Second factors cannot be read " +
        "without the old ones: people use a recovery code, or have their factor removed (npm run harden -- " +
        "--new-main-admin-password for the main admin).",
    );
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
