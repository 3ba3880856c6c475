// The archive of a database: segments of its log, copies to begin with, photos, and what was erased. Each file is compressed and encrypted
// as backups are. With it the database comes back as it was at a second (docs/operations.md).
//
// wal/<system>-<segment>             a segment of the log, a history of timelines, or a label
// base/<system>-<time>-<segment>.…   a copy of the data folder since that segment, a .tar.gz in numbered parts; its `manifest` is written
//                                    last, and without it the copy is not whole
// erased/<moment>-<hash>             lines of the list of erased rows, in order
// <ab>/<name>                        a photo, under its name in the store of photos
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { type BackupKeys, type Bytes, decrypt, encryptor } from "#server/backup/encryption.ts";
import type { FileStore } from "#server/storage/file-store.ts";

/** Form of the archive's names. */
export const FORM = /^(?:(?:wal|base|erased)\/[\w.-]+|[0-9a-f]{2}\/[0-9a-f]{64})$/;
/** Least effort: segments that are sent early are zeros for the most part. */
const LEVEL = 1;

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Facts of an archived file that is no photo; the hash of what it holds tells whether it is there already. */
export const factsOf = (bytes: Uint8Array) => ({
  mimetype: "application/octet-stream",
  cacheControl: "no-store",
  eTag: hashOf(bytes),
});

/** The archive in a store: files are packed and encrypted as they are written, and come back as they were; `open` gives them packed. */
export function openArchive(store: FileStore, keys: BackupKeys): FileStore {
  const encrypt = encryptor(keys);
  return {
    ...store,
    write: async (name, { bytes, facts }) => {
      const packed = await promisify(gzip)(bytes, { level: LEVEL });
      await store.write(name, { bytes: await buffer(encrypt(only(packed))), facts });
    },
    read: async (name) => {
      const found = await store.read(name);
      if (found === null) return null;
      const packed = await buffer(decrypt(only(found.bytes), keys));
      return { bytes: await promisify(gunzip)(packed), facts: found.facts };
    },
  };
}

async function* only(bytes: Uint8Array): Bytes {
  yield await Promise.resolve(bytes);
}

/** The hash of an archived file as it was, or null when the archive has none of this name. */
export async function archivedHash(archive: FileStore, name: string): Promise<string | null> {
  const found = await archive.open(name);
  await found?.content.cancel();
  return found?.facts.eTag ?? null;
}

/** Every name of a kind (`wal/`, `base/`, `erased/`), once and in order. */
export async function namesIn(archive: FileStore, kind: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const { name } of archive.list()) if (name.startsWith(kind)) names.add(name);
  return [...names].toSorted();
}

const moment = z.iso.datetime({ offset: true });

/** Facts about a copy of the data folder: `first` and `last` name the segments that make it whole. */
export const baseSchema = z.object({
  system: z.string().regex(/^\d+$/),
  version: z.string(),
  startedAt: moment,
  endedAt: moment,
  first: z.string(),
  last: z.string(),
  parts: z.number().int().positive(),
  folders: z.array(z.string()),
});
export type Base = z.infer<typeof baseSchema>;

export const MANIFEST_END = ".manifest";
const BASE = /^(base\/(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24}))\.manifest$/;

/** The whole copies of a database by their names, which need no key, the oldest first; `at` is the copy's begin in milliseconds. */
export async function baseNames(
  store: FileStore,
  system: string,
): Promise<{ name: string; at: number; first: string }[]> {
  return (await namesIn(store, "base/")).flatMap((each) => {
    const [, name = "", of, year, month, day, hour, minute, second, first = ""] = BASE.exec(each) ?? [];
    if (of !== system) return [];
    return [{ name, at: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), first }];
  });
}

/** A copy in the archive, with the name that its parts begin with. */
export type ArchivedBase = Base & { name: string };

/** The whole copies in the archive, the oldest first. */
export async function listBases(archive: FileStore): Promise<ArchivedBase[]> {
  const bases: ArchivedBase[] = [];
  for (const name of await namesIn(archive, "base/")) {
    if (!name.endsWith(MANIFEST_END)) continue;
    const found = await archive.read(name);
    if (found === null) continue;
    const facts = baseSchema.parse(JSON.parse(Buffer.from(found.bytes).toString()));
    bases.push({ ...facts, name: name.slice(0, -MANIFEST_END.length) });
  }
  return bases.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt));
}

export const partOf = (base: string, number: number): string => `${base}.${String(number).padStart(6, "0")}`;
export const segmentName = (system: string, segment: string): string => `wal/${system}-${segment}`;
