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
import { type BackupKeys, type Bytes, decryptOnly, encryptor } from "#server/backup/encryption.ts";
import { BackupError } from "#server/backup/format.ts";
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

/**
 * The archive in a store: files are packed and encrypted as they are written, and come back as they were; `open` gives them packed. Whoever
 * writes to the store without a key adds no file that is read: what is not encrypted, or stands under another name, is refused.
 */
export function openArchive(store: FileStore, keys: BackupKeys): FileStore {
  const encrypt = encryptor(keys);
  return {
    ...store,
    write: async (name, { bytes, facts }) => {
      const packed = withName(await promisify(gzip)(bytes, { level: LEVEL }), name);
      await store.write(name, { bytes: await buffer(encrypt(only(packed))), facts });
    },
    read: async (name) => {
      const found = await store.read(name);
      if (found === null) return null;
      const packed = await buffer(decryptOnly(only(found.bytes), keys));
      const written = nameIn(packed);
      if (written !== null && written !== name) throw new BackupError(`It was written as ${written}.`);
      return { bytes: await promisify(gunzip)(packed), facts: found.facts };
    },
  };
}

/** Place and mark of a name in the head of a .gz (RFC 1952), whose reader passes over it. */
const [FLAGS, HAS_NAME, HEAD_BYTES] = [3, 8, 10];

/** A .gz with the file's name, so that none can take another one's place. */
function withName(packed: Buffer, name: string): Buffer {
  const head = Buffer.from(packed.subarray(0, HEAD_BYTES));
  head[FLAGS] = HAS_NAME;
  return Buffer.concat([head, Buffer.from(`${name}\0`), packed.subarray(HEAD_BYTES)]);
}

/** The name in a .gz; null for one from before names were written. */
function nameIn(packed: Buffer): string | null {
  if (((packed[FLAGS] ?? 0) & HAS_NAME) === 0) return null;
  return packed.subarray(HEAD_BYTES, packed.indexOf(0, HEAD_BYTES)).toString();
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

const segment = z.string().regex(/^[0-9A-F]{24}$/);
/** A folder below the data folder: none leads out of it. */
const folder = z.string().regex(/^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*$/);

/** Facts about a copy of the data folder: `first` and `last` name the segments that make it whole. */
const baseSchema = z.object({
  system: z.string().regex(/^\d+$/),
  version: z.string(),
  startedAt: moment,
  endedAt: moment,
  first: segment,
  last: segment,
  parts: z.number().int().positive(),
  folders: z.array(folder),
});
export type Base = z.infer<typeof baseSchema>;

/** Name that a copy's files begin with. */
export const baseName = ({ system, startedAt, first }: Pick<Base, "system" | "startedAt" | "first">): string =>
  `base/${system}-${startedAt.replaceAll(/[-:]|\.\d+/g, "")}-${first}`;

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

/** The databases of which the archive has whole copies, each with the names of its copies, the oldest first; no key is needed. */
export async function copiesBySystem(store: FileStore): Promise<Map<string, string[]>> {
  const copies = new Map<string, string[]>();
  for (const each of await namesIn(store, "base/")) {
    const [, name, system] = BASE.exec(each) ?? [];
    if (name !== undefined && system !== undefined) copies.set(system, [...(copies.get(system) ?? []), name]);
  }
  return copies;
}

/** A copy in the archive, with the name that its parts begin with. */
export type ArchivedBase = Base & { name: string };

/** Reads what a copy's manifest says; null when it is gone. Throws when it cannot be read, or is another copy's. */
export async function readBase(archive: FileStore, name: string): Promise<ArchivedBase | null> {
  const found = await archive.read(name + MANIFEST_END);
  if (found === null) return null;
  const facts = baseSchema.parse(JSON.parse(Buffer.from(found.bytes).toString()));
  if (baseName(facts) !== name) throw new Error(`it is the manifest of ${baseName(facts)}`);
  return { ...facts, name };
}

/** Throws when the bytes are not this segment of this database's log. */
export function refuseOtherSegment(bytes: Uint8Array, system: string, segment: string): void {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // A segment begins with its place in the log, the database's number, and the size of all segments.
  const [place, of, size] =
    whole.length < 40 ? [0n, 0n, 0] : [whole.readBigUInt64LE(8), whole.readBigUInt64LE(24), whole.readUInt32LE(32)];
  const [high, low] = [BigInt(`0x${segment.slice(8, 16)}`), BigInt(`0x${segment.slice(16)}`)];
  if (of.toString() !== system || whole.length !== size || place !== (high << 32n) + low * BigInt(size))
    throw new Error("it is another part of a log");
}

export const partOf = (base: string, number: number): string => `${base}.${String(number).padStart(6, "0")}`;
export const segmentName = (system: string, segment: string): string => `wal/${system}-${segment}`;
