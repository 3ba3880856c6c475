// Reads a backup's .tar.gz from its beginning to its end, and checks all of it.
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { type BackupKeys, type Bytes, NO_KEYS, decrypt, decryptOnly, isDecrypting } from "./encryption.ts";
import {
  BackupError,
  FORMAT,
  HEAD,
  MANIFEST,
  type Manifest,
  PHOTO_FOLDER,
  photoLine,
  PHOTO_NAME,
  headSchema,
  manifestSchema,
  tableFolder,
  tableOf,
} from "./format.ts";
import { refuseForeignTable, refuseUnrestorable } from "./restorable.ts";

/** A file inside the backup; its body must be read before the next one is asked for. */
export type Entry = { name: string; size: number; body: AsyncIterable<Uint8Array> };

/** Largest head or manifest, in bytes: both are read into memory, and a larger file is not ours. */
const LARGEST_JSON = 64 * 1024 * 1024;

/**
 * The files inside the backup, in their order, decrypted with `keys`. Throws when the file is not a whole .tar.gz, goes on behind its end, or
 * is not encrypted though keys are given: somebody without them may have put it in the place of the encrypted one.
 */
export function readEntries(file: string, keys: BackupKeys = NO_KEYS): AsyncGenerator<Entry, void, undefined> {
  const packed = createReadStream(file) as Bytes;
  const problem =
    `${file} is not encrypted, and somebody without the key can have made it. Leave BACKUP_PASSPHRASE and BACKUP_IDENTITY_FILE out to ` +
    "restore it all the same.";
  return readPacked(isDecrypting(keys) ? decryptOnly(packed, keys, problem) : decrypt(packed, keys));
}

/** The files inside a .tar.gz whose bytes come from anywhere, as readEntries gives them. */
export async function* readPacked(packed: Bytes): AsyncGenerator<Entry, void, undefined> {
  const decoder = createTarDecoder({ strict: true });
  const end = watchEnd();
  const reading = pipeline(
    () => end.ofPacked(packed),
    createGunzip(),
    (source) => end.ofUnpacked(source as AsyncIterable<Uint8Array>),
    Writable.fromWeb(decoder.writable as never),
  );
  // An error ends the decoder's stream too, with the same reason. The last await tells of an error after the last entry.
  reading.catch(() => undefined);
  const entries = decoder.readable as unknown as AsyncIterable<{
    header: { name: string; size: number };
    body: AsyncIterable<Uint8Array>;
  }>;
  for await (const { header, body } of entries) yield { name: header.name, size: header.size, body };
  await reading;
}

/**
 * Watches the bytes before and after gunzip, which ignores everything behind the end of a .gz. A .gz ends with the size of its contents
 * (modulo 2^32): a file that goes on behind its .gz, even with another .gz, has a wrong number at its end.
 */
function watchEnd() {
  let last = Buffer.alloc(0);
  let size = 0;
  return {
    async *ofPacked(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        last = Buffer.concat([last, chunk.subarray(-4)]).subarray(-4);
        yield chunk;
      }
    },
    async *ofUnpacked(source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        size += chunk.length;
        yield chunk;
      }
      if (last.length < 4 || last.readUInt32LE() !== size % 2 ** 32) throw new Error("it goes on behind its end");
    },
  };
}

/**
 * Reads the whole backup, compares it with its manifest, and gives the manifest. Throws BackupError when the file is no backup, has a newer
 * format, or was cut off or altered. Throws before it reads a photo when a restore would refuse the backup; a backup without contents in
 * its head tells some of that in its manifest alone.
 */
export async function checkBackup(file: string, keys: BackupKeys = NO_KEYS): Promise<Manifest> {
  const digests = new Map<string, Digest>();
  let manifest: Manifest | null = null;
  let isFirst = true;
  try {
    for await (const entry of readEntries(file, keys)) {
      const table = tableOf(entry.name);
      if (isFirst) await readHead(file, entry);
      else if (manifest !== null) throw new BackupError(`${file} goes on behind its end.`);
      else if (entry.name === MANIFEST) manifest = manifestSchema.parse(await readJson(entry));
      else {
        if (table !== null) refuseForeignTable(table);
        await addToDigest(digests, entry);
      }
      isFirst = false;
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(
      isFirst ? `${file} cannot be read as a backup: ${reason}.` : `${file} is cut off or damaged: ${reason}.`,
      { cause: error },
    );
  }
  if (manifest === null) throw new BackupError(`${file} is cut off: it has no manifest at its end.`);
  compare(file, manifest, digests);
  refuseUnrestorable(manifest);
  return manifest;
}

/** Running hash, bytes and files of a table, or of the photos. */
type Digest = { hash: Hash; bytes: number; files: number };

async function readHead(file: string, entry: Entry): Promise<void> {
  const head = entry.name === HEAD ? headSchema.safeParse(await readJson(entry)) : null;
  if (!head?.success) throw new BackupError(`${file} is not a backup of this program.`);
  if (head.data.format > FORMAT) throw newerFormat(file);
  if (head.data.contents) refuseUnrestorable(head.data.contents);
}

function newerFormat(file: string): BackupError {
  return new BackupError(
    `${file} was made by a newer version of this program, whose backups this one cannot read. Update it first.`,
  );
}

async function readJson(entry: Entry): Promise<unknown> {
  if (entry.size > LARGEST_JSON) throw new Error(`${entry.name} is too large`);
  return JSON.parse(await text(entry.body)) as unknown;
}

/** Adds a file to the digest of its table, or of all photos. */
async function addToDigest(digests: Map<string, Digest>, entry: Entry): Promise<void> {
  const isPhoto = entry.name.startsWith(PHOTO_FOLDER);
  if (isPhoto && !PHOTO_NAME.test(entry.name.slice(PHOTO_FOLDER.length))) throw new Error(`${entry.name} is no photo`);
  const part = isPhoto ? PHOTO_FOLDER : entry.name.slice(0, entry.name.lastIndexOf("/") + 1);
  const digest = digests.get(part) ?? { hash: createHash("sha256"), bytes: 0, files: 0 };
  digests.set(part, digest);
  digest.files += 1;
  if (isPhoto) digest.hash.update(photoLine(entry.name, entry.size));
  for await (const chunk of entry.body) {
    digest.hash.update(chunk);
    digest.bytes += chunk.length;
  }
}

function compare(file: string, manifest: Manifest, digests: Map<string, Digest>): void {
  const found = (part: string) => {
    const digest = digests.get(part);
    digests.delete(part);
    return {
      bytes: digest?.bytes ?? 0,
      files: digest?.files ?? 0,
      sha256: (digest?.hash ?? createHash("sha256")).digest("hex"),
    };
  };
  const altered = manifest.tables
    .filter((table) => {
      const { bytes, sha256 } = found(tableFolder(table));
      return bytes !== table.bytes || sha256 !== table.sha256;
    })
    .map((table) => `the table ${table.schema}.${table.name}`);
  const photos = found(PHOTO_FOLDER);
  const { photos: expected } = manifest;
  if (photos.sha256 !== expected.sha256 || photos.bytes !== expected.bytes || photos.files !== expected.files) {
    altered.push("the photos");
  }
  altered.push(...digests.keys());
  if (altered.length > 0)
    throw new BackupError(`${file} was altered: ${altered.join(", ")} do not match its manifest.`);
}
