// Room of a site's files: how much they may take, and how much they take.
//
// Room is counted at the end of the transaction that stores a file, so that uploads wait for one another for a moment only.
import sql from "sql-template-tag";
import type { Database, DatabasePool } from "#server/database/driver/connect.ts";
import type { Caller, Target } from "./caller.ts";
import type { FileRules } from "./file-rules.ts";
import { Refusal } from "#server/http/refusal.ts";
import { refused } from "./refusal.ts";

/** A bucket's own limits, and the room of the uploader's site. `bigint` comes as text. */
export type Room = {
  sizeLimit: number | null;
  types: string[] | null;
  /** The site whose room the file takes; '' for a caller without one, and for everybody in the profile `specified`. */
  site: string;
  quota: number;
  used: number;
};

/** Looks up where an upload would go. Throws Refusal when there is no such bucket. */
export async function findRoom(
  pool: DatabasePool,
  target: Target,
  { account }: Caller,
  { siteOf }: Pick<FileRules, "siteOf">,
): Promise<Room> {
  const { rows } = await pool.query<Room>(sql`
    select b.file_size_limit::float8 as "sizeLimit", b.allowed_mime_types as types, p.site,
      p.quota::float8, coalesce(u.bytes, 0)::float8 as used
    from storage.buckets b
    cross join (
      select s.storage_quota_bytes as quota, ${siteOf(target, account)} as site
      from private.settings s
    ) p
    left join private.storage_usage u on u.site = p.site
    where b.id = ${target.bucket}`);
  if (!rows[0]) throw refused(404, "Bucket not found", "Bucket not found");
  return rows[0];
}

/** Throws a Refusal when a file of `size` bytes would exceed the site's quota. */
export function refuseWithoutRoom({ used, quota }: Pick<Room, "used" | "quota">, size: number): void {
  if (used + size > quota)
    throw new Refusal(413, "QuotaExceeded", "Utrymmet för platsens bilder är fullt. Kontakta administratören.");
}

/** Counts a file, as the database's owner. Throws Refusal when others took the room meanwhile. */
export async function takeRoom(database: Database, { site, quota }: Room, size: number): Promise<void> {
  const { rows } = await database.query<{ used: number }>(sql`
    insert into private.storage_usage as u (site, bytes) values (${site}, ${size})
    on conflict (site) do update set bytes = u.bytes + excluded.bytes
    returning bytes::float8 as used`);
  refuseWithoutRoom({ used: rows[0]?.used ?? 0, quota }, 0);
}

/** Gives back the room of removed files, as the database's owner. */
export async function giveRoomBack(database: Database, removed: readonly { metadata: unknown }[]): Promise<void> {
  const metadata = JSON.stringify(removed.map((each) => each.metadata));
  await database.query(sql`
    update private.storage_usage u set bytes = greatest(0, u.bytes - gone.bytes)
    from (
      select coalesce(m ->> 'site', '') as site, sum((m ->> 'size')::bigint) as bytes
      from jsonb_array_elements(${metadata}::jsonb) m group by 1
    ) gone where u.site = gone.site`);
}

/** Counts the room of all files anew: after an upgrade, and for files that were changed past the server. Uploads wait meanwhile. */
export async function recount(database: Database): Promise<void> {
  // The three statements are one transaction.
  await database.query(sql`
    lock table private.storage_usage in exclusive mode;
    delete from private.storage_usage;
    insert into private.storage_usage (site, bytes)
    select coalesce(metadata ->> 'site', ''), coalesce(sum((metadata ->> 'size')::bigint), 0) from storage.objects group by 1`);
}
