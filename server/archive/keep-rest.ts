// Keeps in the archive what the log does not hold: photos, and the list of erased rows, which a restore to an earlier moment needs.
import { readFile, writeFile } from "node:fs/promises";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { factsOf } from "./archive.ts";

const AT_ONCE = 10_000;

/** Adds the names of all stored photos that the archive lacks: those of a time without an archive, or of a server that was killed. */
export async function addMissing(photos: FileStore, archive: FileStore, waiting: Set<string>): Promise<void> {
  const there = new Set<string>();
  for await (const { name } of archive.list()) there.add(name);
  for await (const { name } of photos.list()) if (!there.has(name)) waiting.add(name);
}

/** Archives the photos that wait. One that was removed meanwhile is none; one that cannot be read keeps no other out, and is told at last. */
export async function keepPhotos(
  photos: FileStore,
  archive: FileStore,
  waiting: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const failed: unknown[] = [];
  for (const name of waiting) {
    if (signal.aborted) return;
    const file = await photos.read(name).catch((error: unknown) => void failed.push(error));
    if (file === undefined) continue;
    if (file !== null) await archive.write(name, file);
    waiting.delete(name);
  }
  if (failed.length > 0) throw failed[0];
}

type Last = { at: string; kind: string; hash: string };

/** Archives the erased rows that came after those that `note` names as the last ones, and notes the new last one. */
export async function keepErased(database: Database, archive: FileStore, note: string): Promise<void> {
  const last = (await readFile(note, "utf8").catch(() => "")).trim().split(" ");
  const after: Last | null = last.length === 3 ? { at: last[0] ?? "", kind: last[1] ?? "", hash: last[2] ?? "" } : null;
  const { rows } = await database.query<Last>(sql`
    select to_char(erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, kind, encode(id_hash, 'hex') as hash
    from private.erased_rows
    where ${after === null}
      or (erased_at, kind, id_hash) > (${after?.at ?? null}::timestamptz, ${after?.kind ?? ""}, decode(${after?.hash ?? ""}, 'hex'))
    order by erased_at, kind, id_hash limit ${AT_ONCE}`);
  const newest = rows.at(-1);
  if (newest === undefined) return;
  const bytes = Buffer.from(rows.map(({ at, kind, hash }) => `${at} ${kind} ${hash}\n`).join(""));
  const name = `erased/${newest.at.replaceAll(/[-:.]/g, "")}-${newest.hash.slice(0, 8)}`;
  await archive.write(name, { bytes, facts: factsOf(bytes) });
  await writeFile(note, `${newest.at} ${newest.kind} ${newest.hash}\n`);
}
