// Moves the embedded database to another major version of PostgreSQL, which cannot read the folder of the older version.
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import type { Logger } from "pino";
import { findBinaries, findMajor } from "#server/database/embedded/binaries.ts";
import { type EmbeddedDatabase, hasDatabase, passwordFile, startUnlocked } from "#server/database/embedded/embedded.ts";
import { lockFolder } from "#server/database/embedded/folder-lock.ts";
import {
  oldDatabaseFolder,
  majorOf,
  settleUpgrade,
  swapDatabases,
  upgradeFolder,
} from "#server/database/embedded/upgrade-folders.ts";
import { openStore } from "#server/storage/open-store.ts";
import type { BackupKeys } from "./encryption.ts";
import { BackupError, type Manifest } from "./format.ts";
import type { Places } from "./places.ts";
import { refuseNewer } from "./restorable.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

/** `programs` is the folder of the old version's programs; they are looked for when it is left out. `signal` ends it early. */
export type Upgrade = { places: Places; programs: string | null; log: Logger; signal?: AbortSignal };

type Move = Upgrade & { dataDir: string; old: string };

/**
 * Moves the rows of the data folder's database to the PostgreSQL that the server is started with (POSTGRES_BIN, else that of npm install),
 * compares them, and gives the text to print. Photos stay where they are, and the old database stays beside the new one. However the move
 * ends, the folder holds the old database or the new one, whole. Throws DataFolderInUseError while a server works on the folder, and errors
 * whose messages are for the operator.
 */
export async function upgradeDatabase({ places, ...options }: Upgrade): Promise<string> {
  const dataDir = resolve(places.dataDir);
  refuseOwn(places);
  if (!hasDatabase(dataDir))
    throw new BackupError(`The data folder ${dataDir} holds no database. Set DATA_DIR as it is set for the server.`);
  const lock = lockFolder(dataDir);
  try {
    await settleUpgrade(dataDir, options.log);
    const old = majorOf(dataDir);
    const { version } = await findBinaries(places.postgresBin ?? null);
    if (version.startsWith(`${old}.`)) return `The database of ${dataDir} is of PostgreSQL ${old} already.`;
    const kept = oldDatabaseFolder(dataDir, old);
    if (existsSync(kept)) throw new BackupError(`${kept} is there from an earlier move. Remove it, or move it away.`);
    const { tables } = await moveRows({ ...options, places, dataDir, old });
    swapDatabases(dataDir);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return (
      `Moved ${tables.length} tables with ${rows} rows from PostgreSQL ${old} to ${version}; every row is as it was.\n` +
      `  Start the server. The old database stays in ${kept}: remove it when all is there.`
    );
  } finally {
    await settleUpgrade(dataDir, options.log);
    lock.release();
  }
}

function refuseOwn({ databaseUrl }: Places): void {
  if (databaseUrl === null) return;
  throw new BackupError(
    "DATABASE_URL is set: this moves the database that comes with npm install. One of your own has its own ways (pg_upgrade), or is " +
      "backed up and restored into a new one.",
  );
}

/**
 * Moves the rows by a backup without photos. The backup is encrypted with a key of its own, since only an encrypted backup holds the
 * secrets.
 */
async function moveRows({ places, dataDir, old, programs, log, ...rest }: Move): Promise<Manifest> {
  const half = upgradeFolder(dataDir);
  mkdirSync(half);
  copyFileSync(passwordFile(dataDir), passwordFile(half));
  const copy = {
    file: join(half, "rows"),
    store: openStore({ storageDir: join(half, "storage") }),
    keys: await makeKeys(half),
    ...rest,
  };
  const postgresBin = programs ?? (await findMajor(old, join(half, "programs")));
  const manifest = await onDatabase(await startUnlocked({ dataDir, postgresBin, log }), async (databaseUrl) => {
    const written = await writeBackup({ ...copy, databaseUrl });
    return written.manifest;
  });
  refuseNewer(manifest.migrations);
  await onDatabase(await startUnlocked({ dataDir: half, postgresBin: places.postgresBin, log }), (databaseUrl) =>
    restoreBackup({ ...copy, databaseUrl, manifest, isCompared: true, log }),
  );
  return manifest;
}

/** Does the work on a database that runs, and stops it. */
async function onDatabase<T>(database: EmbeddedDatabase, work: (url: string) => Promise<T>): Promise<T> {
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

async function makeKeys(folder: string): Promise<BackupKeys> {
  const identity = await generateX25519Identity();
  const identityFile = join(folder, "key");
  writeFileSync(identityFile, identity, { mode: 0o600 });
  return { passphrase: null, recipients: [await identityToRecipient(identity)], identityFile };
}
