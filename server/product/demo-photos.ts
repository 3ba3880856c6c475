// The photos of the demo's fines: seed-demo.sql lists them, and their files lie in supabase/demo-photos (drawn by tools/demo-photos.mjs).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { FILE_RULES } from "./stored-files.ts";
import { callerOf } from "#server/storage/caller.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { storeUpload } from "#server/storage/uploads.ts";

const BUCKET = "case-photos";
/** Photos that are stored at once. The database's pool for the server's own work is small. */
const AT_ONCE = 2;

/** The pictures by the SHA-256 under which the demo's fines list them. */
export function readDemoPhotos(): ReadonlyMap<string, Buffer<ArrayBuffer>> {
  const folder = join(projectFolder(), "supabase", "demo-photos");
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  return new Map(files.map((bytes) => [createHash("sha256").update(bytes).digest("hex"), bytes]));
}

/**
 * Stores the demo's photos that have no file yet: after the seed, and after a start that died meanwhile. The photos go the way of every
 * upload, as the service key, so that rows, room and store (folder or S3) are as after an upload of a phone. A photo that cannot be stored
 * shows as missing, and the server starts all the same.
 */
export async function storeDemoPhotos(pool: pg.Pool, store: FileStore, log: Logger): Promise<void> {
  const photos = readDemoPhotos();
  const { rows } = await pool.query<{ path: string; sha256: string }>(sql`
    select p.path, p.sha256 from public.fine_photos p
    where p.sha256 = any (${[...photos.keys()]}) and not exists (
      select from storage.objects o where o.bucket_id = ${BUCKET} and o.name = p.path)`);
  const left = [...rows];
  const failed: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      await storePhoto(pool, store, next.path, photos.get(next.sha256)).catch((error: unknown) => failed.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (failed.length > 0) log.warn({ err: failed[0], photos: failed.length }, "photos of the demo could not be stored");
}

async function storePhoto(pool: pg.Pool, store: FileStore, key: string, photo: Buffer<ArrayBuffer> | undefined) {
  const headers = { "content-type": "image/jpeg", "cache-control": "max-age=31536000" };
  const request = new Request("http://localhost/", { method: "POST", headers, body: photo ?? null });
  // The photos are stored as they are: they are the product's own, and a first start need not decode them.
  const photos = { remake: async ({ bytes }: { bytes: Uint8Array }) => new Uint8Array(bytes) };
  await storeUpload(
    { pool, uploads: pool, store, photos, rules: FILE_RULES },
    callerOf("service_role", {}),
    { bucket: BUCKET, key },
    { request, address: "" },
  );
}
