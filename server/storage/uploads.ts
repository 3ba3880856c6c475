// Stores a file: its row under the caller's rights, its bytes, and only then the commit.
//
// So a crash leaves at most a file that no row names, which the sweep removes. What nobody may store costs no write.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import sql from "sql-template-tag";
import { type Caller, asCaller, asOwnerAgain } from "./caller.ts";
import { type FileStore, eTagOf, newVersion, storedName } from "./file-store.ts";
import { type Target, findRoom, refuseWithoutRoom, takeRoom } from "./room.ts";
import { checkFile, readUpload } from "./upload-body.ts";

/** Stores the request's file and gives the id of its row. Throws Refusal, or the error of the database or the store. */
export async function storeUpload(
  { pool, uploads, store }: { pool: pg.Pool; uploads: pg.Pool; store: FileStore },
  caller: Caller,
  target: Target,
  request: Request,
): Promise<string> {
  const upload = await readUpload(request);
  const room = await findRoom(pool, target, caller);
  const mimetype = checkFile(upload, room);
  const { bytes, cacheControl } = upload;
  const size = bytes.byteLength;
  refuseWithoutRoom(room, size);
  const facts = { mimetype, cacheControl, eTag: eTagOf(bytes) };
  const row = {
    id: randomUUID(),
    version: newVersion(),
    // As hosted Supabase writes it, and the site.
    metadata: {
      ...facts,
      size,
      contentLength: size,
      lastModified: new Date().toISOString(),
      httpStatusCode: 200,
      site: room.site,
    },
  };
  const name = storedName({ bucket_id: target.bucket, name: target.key, version: row.version });
  await asCaller(uploads, caller, async (database) => {
    await insertRow(database, caller, target, row);
    try {
      await store.write(name, { bytes, facts });
      await asOwnerAgain(database);
      await takeRoom(database, room, size);
    } catch (error) {
      await store.remove([name]).catch(() => undefined);
      throw error;
    }
  });
  return row.id;
}

/** Whether the caller could store a file there now: tried, and taken back. Throws why not. */
export async function tryUpload(pool: pg.Pool, caller: Caller, target: Target): Promise<void> {
  await findRoom(pool, target, caller);
  const tried = new Error("tried");
  await asCaller(pool, caller, async (database) => {
    await insertRow(database, caller, target, { id: randomUUID(), version: null, metadata: {} });
    throw tried;
  }).catch((error: unknown) => {
    if (error !== tried) throw error;
  });
}

async function insertRow(
  database: pg.PoolClient,
  { account }: Caller,
  { bucket, key }: Target,
  { id, version, metadata }: { id: string; version: string | null; metadata: object },
): Promise<void> {
  await database.query(sql`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
    values (${id}, ${bucket}, ${key}, ${account}::uuid, ${account}, ${JSON.stringify(metadata)}, '{}', ${version})`);
}
