// Copies the data folder of the running database into the archive by PostgreSQL's low-level API of backups (its manual, 25.3.3): npm ships
// no pg_basebackup. Changes go on meanwhile; segments of the log make the copy whole again.
import { open, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import sql from "sql-template-tag";
import { type Packed, packInto } from "#server/backup/archive-writer.ts";
import { type BackupKeys, type Bytes, encryptor } from "#server/backup/encryption.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { FETCHED, KEPT, WANTED } from "#server/database/embedded/archiving.ts";
import { passwordFile } from "#server/database/embedded/embedded.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { type Base, MANIFEST_END, baseName, factsOf, partOf } from "./archive.ts";

/** Size of the parts: one is in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;
/** Folders whose files belong to the running process, or come from the archive. */
const EMPTY = ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp"];
const OURS = [KEPT, WANTED, FETCHED];
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|backup_label|.*\/pgsql_tmp.*|.*pg_internal\.init)$/;

/** Name of the database's password in a copy. */
export const PASSWORD = "database-password";
/** Folder of PostgreSQL's files in a copy. */
export const FILES = "postgres/";

export type CopyOptions = {
  databaseUrl: string;
  dataDir: string;
  /** The store of the archive as it is, since a copy is packed and encrypted as a whole. */
  store: FileStore;
  /** The archive, which packs and encrypts each file. */
  archive: FileStore;
  keys: BackupKeys;
  signal?: AbortSignal | undefined;
};

/** Copies the data folder, and gives the copy's name. Nothing counts before its manifest, which is written last. */
export async function copyBase({ databaseUrl, dataDir, store, archive, keys, signal }: CopyOptions): Promise<string> {
  const settings = { statement_timeout: "0" };
  return withConnection(databaseUrl, { name: "parkering archive", settings }, async (connection) => {
    const begun = await begin(connection);
    const name = baseName(begun);
    let parts = 0;
    const sink = async (source: Bytes) => {
      for await (const part of inParts(encryptor(keys)(source))) {
        signal?.throwIfAborted();
        parts += 1;
        await store.write(partOf(name, parts), { bytes: part, facts: factsOf(part) });
      }
    };
    const packed = packInto(sink);
    try {
      const folders = await addFolder(packed, join(dataDir, "postgres"), signal);
      await addText(packed, PASSWORD, await readFile(passwordFile(dataDir), "utf8"));
      const { label, ...ended } = await end(connection);
      await addText(packed, `${FILES}backup_label`, label);
      await packed.finish();
      const facts: Base = { ...begun, ...ended, parts, folders };
      const bytes = Buffer.from(JSON.stringify(facts));
      await archive.write(name + MANIFEST_END, { bytes, facts: factsOf(bytes) });
      return name;
    } finally {
      await packed.discard();
    }
  });
}

async function begin(connection: Database): Promise<Pick<Base, "system" | "version" | "startedAt" | "first">> {
  const { rows } = await connection.query<{ system: string; version: string; at: Date; first: string }>(sql`
    with begun as materialized (select pg_backup_start('parkering', true) as place)
    select (select system_identifier::text from pg_control_system()) as system, current_setting('server_version') as version,
      clock_timestamp() as at, pg_walfile_name(place) as first from begun`);
  const [row] = rows;
  if (row === undefined) throw new Error("PostgreSQL began no copy.");
  return {
    system: row.system,
    version: row.version.split(" ")[0] ?? "",
    startedAt: row.at.toISOString(),
    first: row.first,
  };
}

/** Ends the copy. The moment is read after its last change, so that a recovery to it passes the copy's end. */
async function end(connection: Database): Promise<Pick<Base, "endedAt" | "last"> & { label: string }> {
  const { rows } = await connection.query<{ last: string; label: string; at: Date }>(sql`
    select pg_walfile_name(lsn) as last, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)`);
  const [row] = rows;
  if (row === undefined) throw new Error("PostgreSQL ended no copy.");
  return { endedAt: row.at.toISOString(), last: row.last, label: row.label };
}

async function addText(packed: Packed, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await packed.add(name, bytes.length, [bytes]);
}

/** Adds the files of PostgreSQL's folder, and gives its folders. */
async function addFolder(packed: Packed, root: string, signal: AbortSignal | undefined): Promise<string[]> {
  const folders: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const at = relative(root, folder).split(sep).join("/");
    if (OURS.includes(at)) return;
    if (at !== "") folders.push(at);
    const entries = await orGone(readdir(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      const name = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && !EMPTY.includes(at.split("/")[0] ?? "") && !LEFT_OUT.test(name)) {
        signal?.throwIfAborted();
        await addFile(packed, path, FILES + name);
      }
    }
  };
  await walk(root);
  return folders;
}

/** Adds a file that may grow, shrink or go meanwhile; the log knows what is missing. */
async function addFile(packed: Packed, path: string, name: string): Promise<void> {
  const file = await orGone(open(path, "r"));
  if (file === null) return;
  try {
    const { size } = await file.stat();
    await packed.add(name, size, piecesOf(file, size));
  } finally {
    await file.close();
  }
}

const PIECE_BYTES = 1024 * 1024;

/** Exactly `size` bytes of a file, zeros where it has become shorter. */
async function* piecesOf(file: Awaited<ReturnType<typeof open>>, size: number): Bytes {
  for (let at = 0; at < size;) {
    const wanted = Math.min(PIECE_BYTES, size - at);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, at);
    yield buffer.subarray(0, bytesRead === 0 ? wanted : bytesRead);
    at += bytesRead === 0 ? wanted : bytesRead;
  }
}

const orGone = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

async function* inParts(source: Bytes): Bytes {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(held);
}
