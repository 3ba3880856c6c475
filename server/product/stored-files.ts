// The product's rules for stored files: the site that a file counts for, rows that name photos, the hash of a fine's photo.
import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import type { FileRules } from "#server/storage/file-rules.ts";

const UUID_FOLDER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/** The beginning of a path in the addresses of pictures of properties. */
const PROPERTY_IMAGES = "/storage/v1/object/public/property-images/";

export const FILE_RULES: FileRules = {
  siteOf({ bucket, key }, account) {
    // A driver has no account. Their photo counts for the site of the case whose objection it belongs to.
    const folder = bucket === "case-photos" && account === null ? (UUID_FOLDER.exec(key)?.[1] ?? null) : null;
    return sql`coalesce((
        select a.project_id from public.staff_accounts a
        where a.account_id = ${account}::uuid and s.security_profile = 'hardened'
      ), (
        select f.project_id from private.driver_calls c join public.fines f on f.id = c.fine_id
        where c.folder = ${folder}::uuid and s.security_profile = 'hardened'
      ), '')`;
  },
  named: [
    {
      bucket: "shift-images",
      paths: sql`select private.photo_path(u.stored) as path from public.shift_registrations s cross join unnest(s.image_urls) u(stored)`,
    },
    {
      bucket: "work-photos",
      paths: sql`select u.path from public.vehicle_faults f cross join unnest(f.photos) u(path)`,
    },
    {
      bucket: "property-images",
      paths: sql`select split_part(split_part(u.stored, ${PROPERTY_IMAGES}, 2), '?', 1) as path
        from public.properties p cross join unnest(array_append(p.image_urls, p.front_image_url)) u(stored)
        where position(${PROPERTY_IMAGES} in u.stored) > 0`,
    },
  ],
  // A fine's photo is made anew when it is stored, so that the hash from the phone fits no more. The hash of the stored file is noted
  // beside it.
  async noteStored(database, { bucket, key }, bytes) {
    if (bucket !== "case-photos") return;
    const hash = createHash("sha256").update(bytes).digest("hex");
    await database.query(sql`update public.fine_photos set stored_sha256 = ${hash} where path = ${key}`);
  },
};
