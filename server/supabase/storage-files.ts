// Keeps the bytes of stored objects as files of one folder.
//
// Why: the adapters of @supabase/lite are documented and not exported. A file is named by the hash of its bucket and key, so that
// no key can leave the folder, be too long for the file system or collide with another; who may read and write, and the key
// itself, is in storage.objects. A new file is written beside its place, flushed and renamed: a crash leaves the old or the new one.
// Contract test: tests/backend/storage.test.ts.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ObjectMetadata, StorageAdapter } from "./lite-types.ts";

type Facts = { mimetype: string; cacheControl: string; eTag: string };
type Place = { bytes: string; facts: string };
type Body = Parameters<StorageAdapter["uploadObject"]>[3];

/** Makes the adapter over a folder (absolute path); the folder is made when the first file is stored. */
export function createFileStorage(folder: string): StorageAdapter {
  const placeOf = (bucket: string, key: string): Place => {
    const name = createHash("sha256")
      .update(JSON.stringify([bucket, key]))
      .digest("hex");
    const bytes = join(folder, name.slice(0, 2), name);
    return { bytes, facts: `${bytes}.json` };
  };

  return {
    driver: folder,
    async getObject(bucket, key) {
      const place = placeOf(bucket, key);
      try {
        const [metadata, body] = await Promise.all([read(place), readFile(place.bytes)]);
        return { metadata, httpStatusCode: 200, body };
      } catch (error) {
        // Without a body lite answers "Object not found": the row is there and the file is not.
        if (isMissing(error)) return { metadata: NOTHING, httpStatusCode: 404 };
        throw error;
      }
    },
    async uploadObject(bucket, key, _version, body, contentType, cacheControl) {
      const bytes = await bytesOf(body);
      const eTag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
      return store(placeOf(bucket, key), bytes, { mimetype: contentType, cacheControl, eTag });
    },
    async deleteObject(bucket, key) {
      await remove(placeOf(bucket, key));
    },
    async deleteObjects(bucket, keys) {
      await Promise.all(keys.map((key) => remove(placeOf(bucket, key))));
    },
    async copyObject(sourceBucket, source, _version, destinationBucket, destination) {
      const from = placeOf(sourceBucket, source);
      const [bytes, facts] = await Promise.all([readFile(from.bytes), read(from)]);
      const { mimetype, cacheControl, eTag } = facts;
      const stored = await store(placeOf(destinationBucket, destination), bytes, { mimetype, cacheControl, eTag });
      return { httpStatusCode: 200, eTag, lastModified: stored.lastModified ?? new Date() };
    },
    async headObject(bucket, key) {
      return read(placeOf(bucket, key));
    },
    async privateAssetUrl(bucket, key) {
      return placeOf(bucket, key).bytes;
    },
  };
}

async function store(place: Place, body: Uint8Array, facts: Facts): Promise<ObjectMetadata> {
  await mkdir(dirname(place.bytes), { recursive: true });
  await writeDurably(place.facts, Buffer.from(JSON.stringify(facts)));
  await writeDurably(place.bytes, body);
  return read(place);
}

async function read(place: Place): Promise<ObjectMetadata> {
  const [file, facts] = await Promise.all([
    stat(place.bytes),
    readFile(place.facts, "utf8").then((text) => JSON.parse(text) as Facts),
  ]);
  return { ...facts, contentLength: file.size, size: file.size, lastModified: file.mtime, httpStatusCode: 200 };
}

async function remove(place: Place): Promise<void> {
  await Promise.all([rm(place.bytes, { force: true }), rm(place.facts, { force: true })]);
}

const NOTHING: ObjectMetadata = {
  cacheControl: "no-cache",
  contentLength: 0,
  size: 0,
  mimetype: "application/octet-stream",
  eTag: "",
};

const isMissing = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOENT";

async function bytesOf(body: Body): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : buffer(body as AsyncIterable<Uint8Array>);
}

/** Writes beside the place, flushes to disk, then renames. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
