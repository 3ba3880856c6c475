// Stores the segments of the log that PostgreSQL hands over (their `.ready` in archive_status), and lets PostgreSQL know by a file.
import { mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { KEPT } from "#server/database/embedded/archiving.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { archivedHash, factsOf, hashOf, segmentName } from "./archive.ts";

const READY = ".ready";

/** The number that PostgreSQL gave the data folder, by which an archive tells databases apart; null before the folder is made. */
export async function systemOf(folder: string): Promise<string | null> {
  const control = await readFile(join(folder, "global", "pg_control")).catch(() => null);
  return control === null ? null : control.readBigUInt64LE(0).toString();
}

const statusOf = (folder: string) => join(folder, "pg_wal", "archive_status");

/** Segments that PostgreSQL hands over, the oldest first. */
const handedOver = async (folder: string): Promise<string[]> =>
  (await readdir(statusOf(folder)).catch(() => []))
    .filter((name) => name.endsWith(READY))
    .map((name) => name.slice(0, -READY.length))
    .toSorted();

/** Stores what is handed over, the oldest first. Throws StoreError or NoRoomError; what is stored by then stays so. */
export async function keepLog(archive: FileStore, folder: string): Promise<void> {
  const system = await systemOf(folder);
  if (system === null) return;
  const segments = await handedOver(folder);
  await mkdir(join(folder, KEPT), { recursive: true });
  for (const name of await readdir(join(folder, KEPT)))
    if (!segments.includes(name)) await rm(join(folder, KEPT, name), { force: true });
  for (const segment of segments) await keepSegment(archive, { folder, system, segment });
}

/** The moment since when the oldest segment waits to be stored (milliseconds since 1970), or null when none does. */
export async function waitingSince(folder: string): Promise<number | null> {
  for (const segment of await handedOver(folder)) {
    if ((await stat(join(folder, KEPT, segment)).catch(() => null)) !== null) continue;
    const ready = await stat(join(statusOf(folder), segment + READY)).catch(() => null);
    if (ready !== null) return ready.mtimeMs;
  }
  return null;
}

/** Stores a segment once. Throws when the archive holds another one of its name, which a copy of the data folder wrote. */
async function keepSegment(
  archive: FileStore,
  { folder, system, segment }: { folder: string; system: string; segment: string },
): Promise<void> {
  const mark = join(folder, KEPT, segment);
  if ((await stat(mark).catch(() => null)) !== null) return;
  const bytes = await readFile(join(folder, "pg_wal", segment));
  const name = segmentName(system, segment);
  const there = await archivedHash(archive, name);
  if (there === null) await archive.write(name, { bytes, facts: factsOf(bytes) });
  else if (there !== hashOf(bytes)) throw new Error(`${name} is in the archive, from another copy of this database`);
  await writeFile(mark, "");
}
