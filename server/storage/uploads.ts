// Stores a file: its row under the caller's rights, its bytes, and only then the commit.
//
// So a crash leaves at most a file that no row names, which the sweep removes. An upload without the right to store costs no write.
import { randomUUID } from "node:crypto";
import { MIMEType } from "node:util";
import type pg from "pg";
import sql from "sql-template-tag";
import type { DatabasePool } from "#server/database/driver/connect.ts";
import { type Caller, type Target, asCaller, asOwnerAgain } from "./caller.ts";
import type { FileRules } from "./file-rules.ts";
import { type FileStore, eTagOf, newVersion, storedName } from "./file-store.ts";
import { typeOfPhoto, writtenAs } from "./photo-check.ts";
import type { PhotoMaker } from "./photo-maker.ts";
import { invalid, refused } from "./refusal.ts";
import { type Room, findRoom, refuseWithoutRoom, takeRoom } from "./quota.ts";

/** Largest file that is stored, in bytes (document 1 §9). */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

type UploadParts = {
  pool: DatabasePool;
  uploads: DatabasePool;
  store: FileStore;
  photos: Pick<PhotoMaker, "remake">;
  rules: FileRules;
};

/** Stores the file that came from `address` and whose caller may store it (`tryUpload`), and gives the id of its row. Throws Refusal, or the error of the database or the store. */
export async function storeUpload(
  parts: UploadParts,
  caller: Caller,
  target: Target,
  { request, address }: { request: Request; address: string },
) {
  const { pool, uploads, store, rules } = parts;
  const { file, cacheControl } = await readUpload(request);
  const room = await findRoom(pool, target, caller, rules);
  const { bytes, mimetype } = await prepareFile(parts, caller, target, { file, room, address });
  const facts = { mimetype, cacheControl, eTag: eTagOf(bytes) };
  const size = bytes.byteLength;
  refuseWithoutRoom(room, size);
  // Metadata as hosted Supabase writes them, with the site.
  const more = { size, contentLength: size, lastModified: new Date(), httpStatusCode: 200, site: room.site };
  const row = { id: randomUUID(), version: newVersion(), metadata: { ...facts, ...more } };
  const name = storedName({ bucket_id: target.bucket, name: target.key, version: row.version });
  await asCaller(uploads, caller, async (database) => {
    await insertRow(database, caller, target, row);
    try {
      await store.write(name, { bytes, facts });
      await asOwnerAgain(database);
      await takeRoom(database, room, size);
      await rules.noteStored(database, target, bytes);
    } catch (error) {
      await store.remove([name]).catch(() => undefined);
      throw error;
    }
  });
  return row.id;
}

/** Tries whether the caller could store a file there now. Throws the reason why not. */
export async function tryUpload(
  { pool, rules }: Pick<UploadParts, "pool" | "rules">,
  caller: Caller,
  target: Target,
): Promise<void> {
  await findRoom(pool, target, caller, rules);
  await asCaller(pool, caller, async (database) => {
    await insertRow(database, caller, target, { id: randomUUID(), version: null, metadata: {} });
    await database.query(sql`rollback and chain`);
  });
}

type Row = { id: string; version: string | null; metadata: object };

async function insertRow(database: pg.PoolClient, { account }: Caller, { bucket, key }: Target, row: Row) {
  await database.query(sql`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
    values (${row.id}, ${bucket}, ${key}, ${account}::uuid, ${account}, ${JSON.stringify(row.metadata)}, '{}', ${row.version})`);
}

/** The file of a request whose body is limited already: raw bytes, or a form as the browser's client sends it. */
async function readUpload(request: Request): Promise<{ file: Blob; cacheControl: string }> {
  const { headers } = request;
  const type = headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type))
    return { file: await request.blob(), cacheControl: cacheControlOf(headers.get("cache-control")) };
  const form = await readForm(Buffer.from(await request.arrayBuffer()), type).catch(() => {
    throw invalid("The form cannot be read.");
  });
  const seconds = form.get("cacheControl");
  form.delete("cacheControl");
  const [file, ...more] = [...form.values()];
  if (!(file instanceof Blob) || more.length > 0)
    throw invalid("The form must hold one file, and may hold cacheControl.");
  return { file, cacheControl: cacheControlOf(seconds) };
}

/** Most boundaries of a form: before the file, before the field that says how long caches keep the file, and at the end. */
const MOST_BOUNDARIES = 3;
/** Longest head of a part in bytes: the name and type of its file. */
const LONGEST_HEAD = 4096;

/**
 * Reads a form. Rejects for a form with more parts or longer heads than the product's client sends: 40 000 parts would take three seconds,
 * in which the server answers nobody.
 */
async function readForm(form: Buffer, type: string): Promise<FormData> {
  const boundary = `--${new MIMEType(type).params.get("boundary") ?? ""}`;
  let boundaries = 0;
  for (let at = form.indexOf(boundary); at !== -1; at = form.indexOf(boundary, at + boundary.length)) {
    boundaries += 1;
    const head = form.indexOf("\r\n\r\n", at);
    if (boundaries > MOST_BOUNDARIES || (head === -1 ? form.length : head) - at > LONGEST_HEAD)
      throw new Error("The form has more than a file.");
  }
  return new Response(form as BodyInit, { headers: { "Content-Type": type } }).formData();
}

function cacheControlOf(given: unknown): string {
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(String(given))?.[1];
  return seconds === undefined ? "no-cache" : `max-age=${seconds}`;
}

type Sent = { file: Blob; room: Room; address: string };

/**
 * The file as it is stored: a photo is made anew in the type of its name (docs/security.md, Storage). Throws Refusal for a type that the
 * bucket does not take.
 */
async function prepareFile({ photos }: UploadParts, caller: Caller, target: Target, { file, room, address }: Sent) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  refuseLarge(bytes, room);
  const said = file.type.split(";", 1)[0]?.trim().toLowerCase() || "application/octet-stream";
  const isPhoto = said.startsWith("image/");
  refuseType(isPhoto ? typeOfPhoto(bytes) : said, room);
  if (!isPhoto) return { bytes, mimetype: said };
  const type = writtenAs(target.key);
  const remade = await photos.remake({ bytes, type, owner: caller.account ?? "", address });
  refuseLarge(remade, room);
  return { bytes: remade, mimetype: type };
}

function refuseLarge(bytes: Uint8Array, { sizeLimit }: Room): void {
  const limit = Math.min(sizeLimit ?? MAX_FILE_BYTES, MAX_FILE_BYTES);
  if (bytes.byteLength > limit)
    throw refused(413, "Payload too large", `The object exceeded the maximum allowed size of ${limit} bytes`);
}

function refuseType(type: string, { types }: Room): void {
  if (types === null || types.includes(type)) return;
  const message = `mime type ${type.slice(0, 100)} is not supported. Supported: ${types.join(", ")}`;
  throw refused(415, "invalid_mime_type", message);
}
