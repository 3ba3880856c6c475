// Finds, lists and removes stored objects, as far as the caller's rights go.
import type pg from "pg";
import sql from "sql-template-tag";
import { type Caller, asCaller, asOwnerAgain } from "./caller.ts";
import { type FileStore, storedName } from "./file-store.ts";
import { invalid, noBucket } from "./refusal.ts";
import { giveBack } from "./room.ts";
import type { Target } from "./room.ts";

/** A row as far as its file is called by it. */
export type Found = { bucket_id: string; name: string; version: string | null };

/** The object of a public bucket, whoever asks; null when it is not there. Throws Refusal when the bucket is not public. */
export async function findPublic(pool: pg.Pool, { bucket, key }: Target): Promise<Found | null> {
  const { rows } = await pool.query<Found & { name: string | null }>(sql`
    select b.id as bucket_id, o.name, o.version
    from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = ${key}
    where b.id = ${bucket} and b.public`);
  if (!rows[0]) throw noBucket();
  return rows[0].name === null ? null : rows[0];
}

/** Those of the named objects that the caller may read. */
export async function findReadable(
  pool: pg.Pool,
  caller: Caller,
  bucket: string,
  keys: readonly string[],
): Promise<Found[]> {
  const { rows } = await asCaller(pool, caller, (database) =>
    database.query<Found>(sql`
      select bucket_id, name, version from storage.objects where bucket_id = ${bucket} and name = any(${keys}::text[])`),
  );
  return rows;
}

/** Removes those of the named objects that the caller may remove, and gives their rows. */
export async function removeObjects(
  { pool, store }: { pool: pg.Pool; store: FileStore },
  caller: Caller,
  bucket: string,
  keys: readonly string[],
): Promise<object[]> {
  const removed = await asCaller(pool, caller, async (database) => {
    const { rows } = await database.query<Found & { metadata: object }>(sql`
      delete from storage.objects where bucket_id = ${bucket} and name = any(${keys}::text[]) returning *`);
    await asOwnerAgain(database);
    await giveBack(database, rows);
    return rows;
  });
  // Should this fail, the sweep finds files that no row names.
  await store.remove(removed.map(storedName));
  return removed;
}

const MOST_LISTED = 1000;

/** What lies in a folder: `{prefix, limit, offset}`; the client says besides that names go upwards, and nothing else is answered. */
export async function listFolder(
  pool: pg.Pool,
  caller: Caller,
  bucket: string,
  body: Record<string, unknown>,
): Promise<object[]> {
  const { prefix = "", limit = 100, offset = 0, sortBy = BY_NAME, ...more } = body;
  if (typeof prefix !== "string" || !isNumber(limit, MOST_LISTED) || !isNumber(offset, 1_000_000))
    throw invalid(`/: expected a prefix, a limit up to ${MOST_LISTED} and an offset.`);
  if (Object.keys(more).length > 0 || JSON.stringify(sortBy) !== JSON.stringify(BY_NAME))
    throw invalid("/: only prefix, limit, offset and names upwards are supported.");
  const folder = prefix === "" ? "" : `${prefix.replace(/\/$/, "")}/`;
  const { rows } = await asCaller(pool, caller, (database) =>
    database.query<object>(sql`
      select distinct on (1) split_part(substr(name, length(${folder}::text) + 1), '/', 1) as name,
        case when is_file then id end as id, case when is_file then updated_at end as updated_at,
        case when is_file then created_at end as created_at, case when is_file then metadata end as metadata
      from (select *, position('/' in substr(name, length(${folder}::text) + 1)) = 0 as is_file from storage.objects) o
      where bucket_id = ${bucket} and starts_with(name, ${folder})
      order by 1, is_file desc limit ${limit} offset ${offset}`),
  );
  return rows;
}

const isNumber = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

const BY_NAME = { column: "name", order: "asc" };
