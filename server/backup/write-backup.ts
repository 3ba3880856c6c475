// Makes a backup: one snapshot of every table, then the photos that the snapshot names, while the server goes on.
import { createHash } from "node:crypto";
import type { Client } from "pg";
import sql, { raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { PREPARE_LOCK, withConnection } from "#server/database/driver/one-connection.ts";
import { isHosted } from "#server/database/hosted-layout.ts";
import { type FileStore, storedName } from "#server/storage/file-store.ts";
import { type Archive, createArchive } from "./archive-writer.ts";
import {
  photoLine,
  BackupError,
  type Contents,
  FORMAT,
  HEAD,
  MANIFEST,
  type Manifest,
  PHOTO_FOLDER,
  type TableFacts,
  tableFolder,
} from "./format.ts";
import {
  type Table,
  listMigrations,
  listSequences,
  listTables,
  listTablesElsewhere,
  quoteTable,
  copyOut,
} from "./catalog.ts";
import { type BackupKeys, NO_KEYS, encryptor, isEncrypting } from "./encryption.ts";
import { foreignParts, newerMigrations } from "./restorable.ts";

/** Size at which the rows of a table go into the next file of the archive: they are in memory until then. */
const PART_BYTES = 4 * 1024 * 1024;
/** Longest wait for a migration that runs just now. */
const LOCK_TIMEOUT = "60s";

export type BackupOptions = {
  databaseUrl: string;
  store: FileStore;
  /** Keys that encrypt the backup. Without them the backup is not encrypted, and leaves out the server's secrets. */
  keys?: BackupKeys;
  /** Absolute path of the file to make. */
  file: string;
  /** Signal that ends the backup and leaves nothing behind. */
  signal?: AbortSignal;
};

/** Result of a backup: `size` in bytes; `elsewhere` are the tables in schemas that are not this program's, which are not in the backup. */
export type Written = { manifest: Manifest; size: number; elsewhere: string[] };

/**
 * Writes the backup. Nothing is left behind when it fails.
 * Throws BackupError, also when a restore would refuse the backup, or the error of the disk or the database.
 */
export async function writeBackup(options: BackupOptions): Promise<Written> {
  const settings = { statement_timeout: "0", row_security: "off" };
  return withConnection(options.databaseUrl, { name: "parkering-backup", settings }, async (connection) => {
    await refuseOthers(connection);
    const archive = await createArchive(options.file, encryptor(options.keys ?? NO_KEYS));
    try {
      const manifest = await writeSnapshot(connection, archive, options);
      options.signal?.throwIfAborted();
      await addJson(archive, MANIFEST, manifest);
      const size = await archive.finish();
      await noteBackup(connection, size);
      return { manifest, size, elsewhere: await listTablesElsewhere(connection) };
    } finally {
      await archive.discard();
    }
  });
}

/** Writes down when the last backup was made, for monitoring. A database of an older version has no place for it. */
async function noteBackup(database: Database, size: number): Promise<void> {
  const { rows } = await database.query<{ known: boolean }>(sql`
    select to_regclass('private.last_backup') is not null as known`);
  if (!rows[0]?.known) return;
  await database.query(sql`
    insert into private.last_backup (made_at, bytes) values (now(), ${size}::bigint)
    on conflict (only_row) do update set made_at = excluded.made_at, bytes = excluded.bytes`);
}

async function refuseOthers(database: Database): Promise<void> {
  if (await isHosted(database)) {
    throw new BackupError(
      "DATABASE_URL is a Supabase project, whose photos lie elsewhere. Use its own backups, or `npx supabase db dump`.",
    );
  }
  if ((await listMigrations(database)).length === 0) {
    throw new BackupError("The database holds nothing of this program yet. Start the server once.");
  }
}

/**
 * Reads everything in one transaction. A failure is not rolled back, since PostgreSQL would first send all rows of a COPY that is under
 * way: the end of the connection ends both.
 */
async function writeSnapshot(connection: Client, archive: Archive, options: BackupOptions): Promise<Manifest> {
  // A server that starts at this moment may be migrating: the tables are listed before or after it, not in between.
  await connection.query(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`);
  await connection.query(sql`select pg_advisory_lock_shared(${PREPARE_LOCK}::bigint)`);
  await connection.query(sql`begin isolation level repeatable read read only`);
  const manifest = await writeParts(connection, archive, options);
  await connection.query(sql`commit`);
  return manifest;
}

async function writeParts(connection: Client, archive: Archive, options: BackupOptions): Promise<Manifest> {
  const tables = await listTables(connection);
  const contents = { migrations: await listMigrations(connection), tables, sequences: await listSequences(connection) };
  refuseForeign(contents);
  // This lock, which pg_dump takes too, lets rows be written and keeps tables from being altered.
  await connection.query(raw(`lock table ${tables.map(quoteTable).join(", ")} in access share mode`));
  await connection.query(sql`select pg_advisory_unlock_shared(${PREPARE_LOCK}::bigint)`);
  await connection.query(sql`
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3`);
  const { rows } = await connection.query<{ at: string }>(sql`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`);
  await addJson(archive, HEAD, { program: "parkering", format: FORMAT, contents });
  const isWithoutSecrets = !isEncrypting(options.keys ?? NO_KEYS);
  const written: TableFacts[] = [];
  for (const table of tables)
    written.push(await addTable(connection, archive, { table, isWithoutSecrets }, options.signal));
  return {
    format: FORMAT,
    isWithoutSecrets,
    createdAt: rows[0]?.at ?? "",
    migrations: contents.migrations,
    tables: written,
    ...(await addPhotos(connection, archive, options)),
    // Sequences are not part of a snapshot: they are read last, so that they are ahead of all rows.
    sequences: await listSequences(connection),
  };
}

/**
 * Throws for contents that this version does not know, since a newer version of the program made them: the error names the version that
 * restores the backup.
 */
function refuseForeign(contents: Contents): void {
  const foreign = foreignParts(contents);
  if (foreign.length === 0 || newerMigrations(contents.migrations).length > 0) return;
  throw new BackupError(
    `The database has parts that this program did not make, and a restore would refuse them: ${foreign.join(", ")}. Move the tables ` +
      "into a schema of their own (alter table … set schema …), drop the columns, then back up again.",
  );
}

async function addJson(archive: Archive, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
  await archive.add(name, bytes.length, [bytes]);
}

/**
 * Conditions for the rows that a backup without keys holds: of the secrets the one that anybody may read, since all others sign or open every
 * door; of logins none, since whoever reads a refresh token goes on with its login.
 */
const HELD_WITHOUT_KEYS = new Map([
  [`"private"."server_secrets"`, "name = 'publishableKey'"],
  [`"auth"."sessions"`, "false"],
  [`"auth"."refresh_tokens"`, "false"],
  [`"auth"."mfa_amr_claims"`, "false"],
  // The keys of these are made of their ids, by a secret that the backup holds.
  [`"private"."account_links"`, "false"],
  [`"public"."outbox"`, "channel <> 'account-mail' and event <> 'bid_link'"],
]);

async function addTable(
  connection: Client,
  archive: Archive,
  { table, isWithoutSecrets }: { table: Table; isWithoutSecrets: boolean },
  signal: AbortSignal | undefined,
): Promise<TableFacts> {
  const hash = createHash("sha256");
  const facts = { rows: 0, bytes: 0 };
  let chunks: Uint8Array[] = [];
  let held = 0;
  let parts = 0;
  const addPart = async () => {
    if (held === 0) return;
    parts += 1;
    await archive.add(`${tableFolder(table)}${String(parts).padStart(6, "0")}`, held, chunks);
    [chunks, held] = [[], 0];
  };
  const condition = (isWithoutSecrets && HELD_WITHOUT_KEYS.get(quoteTable(table))) || "true";
  for await (const { chunk, rows } of copyOut(connection, table, condition)) {
    signal?.throwIfAborted();
    hash.update(chunk);
    facts.rows += rows;
    facts.bytes += chunk.length;
    chunks.push(chunk);
    held += chunk.length;
    if (held >= PART_BYTES) await addPart();
  }
  await addPart();
  return { ...table, ...facts, sha256: hash.digest("hex") };
}

/**
 * Adds the files that the snapshot's rows of storage.objects name. An upload stores its file before its row, so the files are there; a file
 * that was removed meanwhile, or lost earlier, is named in `missing`.
 */
async function addPhotos(
  connection: Client,
  archive: Archive,
  { store, signal }: BackupOptions,
): Promise<Pick<Manifest, "photos" | "missing">> {
  const hash = createHash("sha256");
  const photos = { files: 0, bytes: 0 };
  const missing: string[] = [];
  const add = async (name: string, bytes: Uint8Array) => {
    hash.update(photoLine(name, bytes.length)).update(bytes);
    await archive.add(name, bytes.length, [bytes]);
    photos.files += 1;
    photos.bytes += bytes.length;
  };
  for await (const object of listPhotos(connection)) {
    signal?.throwIfAborted();
    const name = storedName(object);
    const file = await store.read(name);
    if (file === null) missing.push(`${object.bucket_id}/${object.name}`);
    else {
      await add(`${PHOTO_FOLDER}${name}`, file.bytes);
      await add(`${PHOTO_FOLDER}${name}.json`, Buffer.from(JSON.stringify(file.facts)));
    }
  }
  return { photos: { ...photos, sha256: hash.digest("hex") }, missing };
}

type Photo = Parameters<typeof storedName>[0];

/** The photos of the snapshot, some hundred at a time. */
async function* listPhotos(transaction: Database): AsyncGenerator<Photo, void, undefined> {
  await transaction.query(sql`
    declare photos no scroll cursor for
    select bucket_id, name, version from storage.objects order by bucket_id, name`);
  for (;;) {
    const { rows } = await transaction.query<Photo>(sql`fetch 500 from photos`);
    if (rows.length === 0) return;
    yield* rows;
  }
}
