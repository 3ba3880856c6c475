// Keeps the bytes of stored objects as files of one folder.
//
// Why: the adapters of @supabase/lite are documented and not exported. A file is named by the hash of its bucket and key, so that
// no key can leave the folder, be too long for the file system or collide with another; who may read and write, and the key
// itself, is in storage.objects. How a crash and a full disk leave nothing half: durable-files.ts.
// Contract test: tests/backend/storage.test.ts.
import { createHash } from "node:crypto";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { NoRoomError, writeTogether } from "./durable-files.ts";
import type { FaultWatch } from "./fault-watch.ts";
import type { ObjectMetadata, StorageAdapter } from "./lite-types.ts";

type Facts = { mimetype: string; cacheControl: string; eTag: string };
type Place = { bytes: string; facts: string };
type Body = Parameters<StorageAdapter["uploadObject"]>[3];

/** Path of an object's bytes below the folder, with `/`; its facts lie beside it, with `.json` behind the name. */
export function storedName(bucket: string, key: string): string {
  const name = createHash("sha256")
    .update(JSON.stringify([bucket, key]))
    .digest("hex");
  return `${name.slice(0, 2)}/${name}`;
}

/** Makes the adapter over a folder (absolute path), which is made when the first file is stored. Notes when there is no room. */
export function createFileStorage(folder: string, noRoom: FaultWatch): StorageAdapter {
  const store = async (place: Place, body: Uint8Array, facts: Facts): Promise<ObjectMetadata> => {
    try {
      await writeTogether(folder, [
        { path: place.facts, bytes: Buffer.from(JSON.stringify(facts)) },
        { path: place.bytes, bytes: body },
      ]);
    } catch (error) {
      if (error instanceof NoRoomError) noRoom.note(error);
      throw error;
    }
    return read(place);
  };
  const placeOf = (bucket: string, key: string): Place => {
    const bytes = join(folder, storedName(bucket, key));
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
      const stored = await store(placeOf(destinationBucket, destination), bytes, {
        mimetype,
        cacheControl,
        eTag,
      });
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
