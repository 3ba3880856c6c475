// Compares a restored database with its backup: every row of every table, every byte of every photo.
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { ClientBase } from "pg";
import sql from "sql-template-tag";
import type { FileStore } from "#server/storage/file-store.ts";
import { type Entry, readEntries } from "./archive-reader.ts";
import { quoteTable, copyOut } from "./catalog.ts";
import type { BackupKeys } from "./encryption.ts";
import { BackupError, type Manifest, PHOTO_FOLDER } from "./format.ts";

type Restored = { file: string; manifest: Manifest; store: FileStore; keys?: BackupKeys };

/**
 * Compares the restored rows and photos with the backup, in the transaction that restored them and before newer migrations change them.
 * Throws BackupError that names each table and photo that differs.
 */
export async function compareRestored(connection: ClientBase, restored: Restored): Promise<void> {
  // Rows in the order in which they came in, so that the same rows have the same sum.
  await connection.query(sql`set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0`);
  const others = [...(await findOtherTables(connection, restored.manifest)), ...(await findOtherPhotos(restored))];
  if (others.length > 0)
    throw new BackupError(`After the restore these are not as in the backup: ${others.join(", ")}.`);
}

async function findOtherTables(connection: ClientBase, { tables }: Manifest): Promise<string[]> {
  const others: string[] = [];
  for (const table of tables) {
    const hash = createHash("sha256");
    for await (const { chunk } of copyOut(connection, table)) hash.update(chunk);
    if (hash.digest("hex") !== table.sha256) others.push(quoteTable(table));
  }
  return others;
}

async function findOtherPhotos({ file, store, keys }: Restored): Promise<string[]> {
  const others: string[] = [];
  for await (const entry of readEntries(file, keys)) {
    if (!entry.name.startsWith(PHOTO_FOLDER)) for await (const _ of entry.body);
    else if (!(await isStored(store, entry))) others.push(entry.name);
  }
  return others;
}

async function isStored(store: FileStore, { name, body }: Entry): Promise<boolean> {
  const bytes = await buffer(body);
  const [photo = "", facts] = name.slice(PHOTO_FOLDER.length).split(".json");
  const stored = await store.read(photo);
  if (stored === null) return false;
  if (facts === undefined) return bytes.equals(stored.bytes);
  return bytes.toString() === JSON.stringify(stored.facts);
}
