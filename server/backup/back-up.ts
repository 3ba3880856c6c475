// Makes a backup: the work of `npm run backup`, from the place to what is printed.
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "#server/storage/open-store.ts";
import { NO_KEYS, isEncrypting } from "./encryption.ts";
import { BackupError, describe } from "./format.ts";
import { type Command, openSource } from "./places.ts";
import { newerMigrations } from "./restorable.ts";
import { writeBackup } from "./write-backup.ts";

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

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
