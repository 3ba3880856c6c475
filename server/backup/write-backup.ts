// Makes a backup: one snapshot of every table, then the photos that it names, while the server goes on.
import { createHash } from "node:crypto";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { PREPARE_LOCK } from "#server/database/prepare.ts";
import { type FileStore, storedName } from "#server/storage/file-store.ts";
import { type Archive, createArchive } from "./archive-writer.ts";
import { photoLine } from "./archive-reader.ts";
import { type Table, listMigrations, listSequences, listTables, quoteTable } from "./catalog.ts";
import { copyOut } from "./copy.ts";
import {
  BackupError,
  FORMAT,
  HEAD,
  MANIFEST,
  type Manifest,
  PHOTO_FOLDER,
  type TableFacts,
  tableFolder,
} from "./format.ts";

/** Size at which the rows of a table go into the next file of the archive: they are in memory until then. */
const PART_BYTES = 4 * 1024 * 1024;
/** How long to wait for a migration that runs just now. */
const LOCK_TIMEOUT = "60s";

export type BackupOptions = {
  databaseUrl: string;
  store: FileStore;
  /** Absolute path of the file to make. */
  file: string;
  /** Ends the backup; nothing is left of it. */
  signal?: AbortSignal;
};

/**
 * Writes the backup and gives its manifest and its size in bytes. Nothing is left behind when it fails.
 * Throws BackupError, or the error of the disk or the database.
 */
export async function writeBackup(options: BackupOptions): Promise<{ manifest: Manifest; size: number }> {
  const sql = postgres(options.databaseUrl, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => undefined,
    connection: { application_name: "parkering-backup", statement_timeout: 0, row_security: "off" },
  });
  try {
    await refuseOthers(sql);
    const archive = await createArchive(options.file);
    try {
      const manifest = await writeSnapshot(sql, archive, options);
      options.signal?.throwIfAborted();
      await addJson(archive, MANIFEST, manifest);
      return { manifest, size: await archive.finish() };
    } finally {
      await archive.discard();
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refuseOthers(sql: Sql): Promise<void> {
  const [found] = await sql<{ hosted: boolean }[]>`
    select to_regclass('auth.schema_migrations') is not null as hosted`;
  if (found?.hosted) {
    throw new BackupError(
      "DATABASE_URL is a Supabase project, whose photos lie elsewhere. Use its own backups, or `npx supabase db dump`.",
    );
  }
  if ((await listMigrations(sql)).length === 0) {
    throw new BackupError("The database holds nothing of this program yet. Start the server once.");
  }
}

async function writeSnapshot(sql: Sql, archive: Archive, options: BackupOptions): Promise<Manifest> {
  // A server that starts at this moment may be migrating: the tables are listed before or after it, not in between.
  await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, false)`;
  await sql`select pg_advisory_lock_shared(${PREPARE_LOCK})`;
  let failure: unknown;
  const snapshot = sql.begin("isolation level repeatable read read only", async (transaction) => {
    try {
      return await writeParts(transaction, archive, options);
    } catch (error) {
      failure = error;
      // Not by a rollback: PostgreSQL would send all rows of a COPY that is under way first.
      await sql.end({ timeout: 0 });
      throw error;
    }
  });
  return snapshot.catch((error: unknown) => {
    throw failure ?? error;
  });
}

async function writeParts(sql: TransactionSql, archive: Archive, options: BackupOptions): Promise<Manifest> {
  const tables = await listTables(sql);
  // As pg_dump does: rows may be written, tables may not be altered.
  await sql.unsafe(`lock table ${tables.map(quoteTable).join(", ")} in access share mode`);
  await sql`select pg_advisory_unlock_shared(${PREPARE_LOCK})`;
  await sql.unsafe(
    "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3",
  );
  const [now] = await sql<{ at: string }[]>`
    select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  await addJson(archive, HEAD, { program: "parkering", format: FORMAT });
  const written: TableFacts[] = [];
  for (const table of tables) written.push(await addTable(sql, archive, table, options.signal));
  return {
    format: FORMAT,
    createdAt: now?.at ?? "",
    migrations: await listMigrations(sql),
    tables: written,
    ...(await addPhotos(sql, archive, options)),
    // Not part of a snapshot: read last, so that they are ahead of all rows.
    sequences: await listSequences(sql),
  };
}

async function addJson(archive: Archive, name: string, value: unknown): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
  await archive.add(name, bytes.length, [bytes]);
}

async function addTable(
  sql: TransactionSql,
  archive: Archive,
  table: Table,
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
  for await (const { chunk, rows } of copyOut(sql, table)) {
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
 * Adds the files that the snapshot's rows of storage.objects name. An upload stores its file before its row, so they are there;
 * one that was removed meanwhile, or lost earlier, is named in `missing`.
 */
async function addPhotos(
  sql: TransactionSql,
  archive: Archive,
  { store, signal }: BackupOptions,
): Promise<Pick<Manifest, "photos" | "missing">> {
  const hash = createHash("sha256");
  const photos = { files: 0, bytes: 0 };
  const missing: string[] = [];
  const objects = sql<{ bucket_id: string; name: string; version: string | null }[]>`
    select bucket_id, name, version from storage.objects order by bucket_id, name`;
  const add = async (name: string, bytes: Uint8Array) => {
    hash.update(photoLine(name, bytes.length)).update(bytes);
    await archive.add(name, bytes.length, [bytes]);
    photos.files += 1;
    photos.bytes += bytes.length;
  };
  for await (const rows of objects.cursor(500)) {
    for (const object of rows) {
      signal?.throwIfAborted();
      const name = storedName(object);
      const file = await store.read(name);
      if (file === null) missing.push(`${object.bucket_id}/${object.name}`);
      else {
        await add(`${PHOTO_FOLDER}${name}`, file.bytes);
        await add(`${PHOTO_FOLDER}${name}.json`, Buffer.from(JSON.stringify(file.facts)));
      }
    }
  }
  return { photos: { ...photos, sha256: hash.digest("hex") }, missing };
}
