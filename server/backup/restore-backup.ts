// Restores a backup into an empty database and an empty storage folder: the migrations first, the rows into them, newer migrations.
import { readdir } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Logger } from "pino";
import type { Client } from "pg";
import sql, { raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { applyMigrations, applyThese } from "#server/database/migrations/migrations.ts";
import { readAllMigrations } from "#server/database/migrations/project-files.ts";
import { PREPARE_LOCK, transact, withConnection } from "#server/database/driver/one-connection.ts";
import { checkFitness } from "#server/database/requirements.ts";
import { markRestore, unmarkRestore } from "#server/database/unfinished-restore.ts";
import { ensureSecretsTable } from "#server/secrets.ts";
import type { Facts, FileStore } from "#server/storage/file-store.ts";
import type { StorePlace } from "#server/storage/open-store.ts";
import { type Entry, readEntries } from "./archive-reader.ts";
import { addChecks, dropChecks, grantForProfile } from "./checks-and-grants.ts";
import { type Table, listAllTables, listTables, quote, quoteTable, copyIn } from "./catalog.ts";
import { compareRestored } from "./compare-restored.ts";
import type { BackupKeys } from "./encryption.ts";
import { BackupError, type Manifest, PHOTO_FOLDER, PHOTO_NAME, tableFolder } from "./format.ts";
import { makeLeftoverTables } from "./leftover-tables.ts";
import { noPlaceFor } from "./restorable.ts";

export type RestoreOptions = {
  databaseUrl: string;
  /** An empty store of photos. */
  store: FileStore;
  /** The backup, and the manifest that `checkBackup` gave for it. */
  file: string;
  manifest: Manifest;
  /** Keys that open an encrypted backup. */
  keys?: BackupKeys;
  /** Whether all rows and photos are compared with the backup's once they are in their place. */
  isCompared?: boolean;
  log: Logger;
  /** Last step on the restored database, before servers may start on it. */
  atLast?: (connection: Database) => Promise<void>;
  /** Ends the restore, which leaves the target unusable and marked as such. */
  signal?: AbortSignal;
};

/** Throws BackupError when the storage folder, or the place on S3, holds files. */
export async function refuseStoredFiles({ storageDir, s3 }: StorePlace, store: FileStore): Promise<void> {
  if (s3) {
    for await (const { name } of store.list())
      throw new BackupError(`${store.address} holds files already (${name}). Set STORAGE_URL to an empty place.`);
    return;
  }
  const found = await readdir(storageDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  if (found.length === 0) return;
  throw new BackupError(
    `The storage folder ${storageDir} holds files already. Move them away, or set STORAGE_URL (or DATA_DIR) to an empty folder.`,
  );
}

/** Throws BackupError when the database at `databaseUrl` holds tables. */
export async function refuseTables(databaseUrl: string): Promise<void> {
  await withConnection(databaseUrl, CONNECTION, refuseUsedDatabase);
}

async function refuseUsedDatabase(database: Database): Promise<void> {
  const [found] = await listAllTables(database);
  if (!found) return;
  throw new BackupError(
    `The database is not empty (it has the table ${found.schema}.${found.name}). Restore into a new one: create it as ` +
      "docs/operations.md says, and name it in DATABASE_URL.",
  );
}

const CONNECTION = { name: "parkering-restore", settings: { statement_timeout: "0" } };

/**
 * Fills the empty database and the storage folder. The rows come in one transaction, and until everything is there a mark keeps
 * servers from starting. Throws BackupError, or the error of the disk or the database.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { manifest, log } = options;
  // The end of the connection ends the advisory lock too.
  await withConnection(options.databaseUrl, CONNECTION, async (connection) => {
    await checkFitness(connection);
    await connection.query(sql`select pg_advisory_lock(${PREPARE_LOCK}::bigint)`);
    await refuseUsedDatabase(connection);
    // The right to switch triggers off is tried before anything is made.
    await transact(connection, () => withoutTriggers(connection));
    await markRestore(connection);
    await transact(connection, () => ensureHostedLayout(connection));
    const isOfBackup = (version: string) => manifest.migrations.includes(version);
    await applyThese(connection, log, readAllMigrations(), isOfBackup);
    await transact(connection, () => ensureSecretsTable(connection));
    await makeLeftoverTables(connection, manifest.tables);
    await refuseForeignColumns(connection, manifest);
    await transact(connection, () => load(connection, options));
    await applyMigrations(connection, log);
    await connection.query(sql`analyze`);
    await options.atLast?.(connection);
    await unmarkRestore(connection);
  });
}

/** Throws when a table or column of the backup is missing, at the migrations that the backup had. */
async function refuseForeignColumns(database: Database, manifest: Manifest): Promise<void> {
  const tables = new Map((await listTables(database)).map((table) => [quoteTable(table), new Set(table.columns)]));
  const foreign = manifest.tables.flatMap((table) =>
    table.columns
      .filter((column) => !tables.get(quoteTable(table))?.has(column))
      .map((column) => `${table.schema}.${table.name}.${column}`),
  );
  if (foreign.length === 0) return;
  throw new BackupError(noPlaceFor(foreign));
}

async function load(connection: Client, options: RestoreOptions): Promise<void> {
  const { manifest } = options;
  await withoutTriggers(connection);
  const checks = await dropChecks(connection);
  await connection.query(sql`set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'`);
  // Migrations have inserted rows of their own, which the backup holds as they were then.
  await connection.query(raw(`truncate ${(await listTables(connection)).map(quoteTable).join(", ")}`));
  const tables = new Map<string, Table>(manifest.tables.map((table) => [tableFolder(table), table]));
  const storePhoto = photoStorer(options.store);
  for await (const entry of readEntries(options.file, options.keys)) {
    options.signal?.throwIfAborted();
    const table = tables.get(entry.name.slice(0, entry.name.lastIndexOf("/") + 1));
    if (table) await copyIn(connection, table, entry.body);
    else if (entry.name.startsWith(PHOTO_FOLDER)) await storePhoto(entry);
    else for await (const _ of entry.body);
  }
  for (const { schema, name, value, isCalled } of manifest.sequences) {
    await connection.query(sql`
      select setval(${`${quote(schema)}.${quote(name)}`}::regclass, ${value}::bigint, ${isCalled}::boolean)`);
  }
  await compareCounts(connection, manifest);
  if (options.isCompared) await compareRestored(connection, options);
  await addChecks(connection, checks, options.log);
  await grantForProfile(connection);
}

/** Switches triggers and foreign keys off: they did their work when the rows were written first. */
async function withoutTriggers(database: Database): Promise<void> {
  try {
    await database.query(sql`set local session_replication_role = replica`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new BackupError(
      "The database's user may not switch triggers off, which a restore needs. Let a superuser run: " +
        "grant set on parameter session_replication_role to the_user",
      { cause: error },
    );
  }
}

async function compareCounts(database: Database, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const found = await database.query<{ count: string }>(raw(`select count(*) from ${quoteTable(table)}`));
    const count = Number(found.rows[0]?.count);
    if (count === table.rows) continue;
    throw new BackupError(
      `The table ${table.schema}.${table.name} has ${count} rows after the restore instead of ${table.rows}.`,
    );
  }
}

/** Stores photos as they come: first the bytes, then the facts of those bytes. */
function photoStorer(store: FileStore): (entry: Entry) => Promise<void> {
  let waiting: { name: string; bytes: Uint8Array } | null = null;
  return async (entry) => {
    const name = entry.name.slice(PHOTO_FOLDER.length);
    if (!PHOTO_NAME.test(name)) throw new BackupError(`${entry.name} is no photo.`);
    const bytes = await buffer(entry.body);
    if (!name.endsWith(".json")) waiting = { name, bytes };
    else if (waiting !== null && name === `${waiting.name}.json`)
      await store.write(waiting.name, { bytes: waiting.bytes, facts: JSON.parse(bytes.toString()) as Facts });
    else throw new BackupError(`${entry.name} stands in the backup without its photo.`);
  };
}
