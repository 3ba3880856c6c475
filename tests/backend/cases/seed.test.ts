// The demo rows of cases: a company at work, whose every state is explained by its events and whose money adds up.
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { CASE_STATUSES } from "#contract/cases.ts";
import { openPool } from "#server/database/driver/connect.ts";
import { readDemoPhotos, storeDemoPhotos } from "#server/product/demo-photos.ts";
import { storedName } from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { startS3 } from "#tests/support/outside/s3.ts";

// Spec rules §4: Demo rows are
test("there are 60 fines in all states, 8 permits and 300 checks, and they hold together", async () => {
  const database = await createTestDatabase({ from: "seeded" });
  try {
    const { sql } = database;
    const [counts] = await sql`
      select (select count(*)::int from fines) as fines, (select count(*)::int from permits) as permits,
        (select count(*)::int from plate_checks) as checks, (select array_agg(distinct status) from fines) as statuses`;
    expect(counts).toMatchObject({ fines: 60, permits: 8, checks: 300 });
    expect(new Set(counts?.["statuses"] as string[])).toEqual(new Set(CASE_STATUSES));
    const wrong = await sql`
      select f.case_number from fines f
      cross join lateral (select e.id, e.status_after from fine_events e where e.fine_id = f.id order by e.number desc limit 1) last
      where f.last_event <> last.id or f.status <> last.status_after or f.fee <> private.fee_of(f)
        or f.paid_ore <> (select coalesce(sum(p.amount_ore), 0) from payments p where p.fine_id = f.id)
        or (f.status = 'paid') <> (f.left_ore <= 0 and f.status not in ('withdrawn', 'written_off'))
        or exists (select from fine_events e where e.fine_id = f.id and e.at > now())
        or f.case_number <> left(f.case_number, 7) || private.luhn_digit(left(f.case_number, 7))
        or not exists (select from private.case_numbers n where n.case_number = f.case_number and n.used_at is not null)`;
    expect(wrong).toEqual([]);
    const [lists] = await sql`
      select count(*) filter (where needs_review)::int as review, count(*) filter (where left_ore < 0)::int as refund,
        count(*) filter (where status = 'disputed')::int as disputed from fines`;
    expect(lists).toMatchObject({ review: 2, refund: 1 });
    expect(Number(lists?.["disputed"])).toBeGreaterThan(2);
  } finally {
    await database.drop();
  }
});

// Spec rules §4: Demo rows are
test.each(["a folder", "S3"] as const)("the photos that the fines list are stored in %s, once", async (place) => {
  const [database, s3] = [await createTestDatabase({ from: "seeded" }), await startS3()];
  const storageDir = mkdtempSync(join(tmpdir(), "parkering-demo-"));
  const pool = openPool(database.url, { name: "tests", max: 4 });
  try {
    const { sql } = database;
    const store = openStore({ storageDir, s3: place === "S3" ? s3.place : null });
    const log = pino({ level: "silent" });
    await store.prepare(log);
    await storeDemoPhotos(pool, store, log);
    const stored = () => sql<{ bucket_id: string; name: string; version: string; sha256: string }[]>`
      select o.bucket_id, o.name, o.version, p.sha256 from storage.objects o join fine_photos p on p.path = o.name
      where o.bucket_id = 'case-photos' order by o.name`;
    const first = await stored();
    for (const object of first) {
      const file = await store.read(storedName(object));
      expect(
        createHash("sha256")
          .update(file?.bytes ?? "")
          .digest("hex"),
      ).toBe(object.sha256);
    }
    // Every fine has its car, but the one that was issued without a photo; one photo never arrives.
    const [counts] = await sql`
      select count(distinct p.fine_id)::int as fines, count(*)::int as photos, count(distinct p.sha256)::int as pictures from fine_photos p`;
    expect(counts).toEqual({ fines: 59, photos: first.length + 1, pictures: readDemoPhotos().size + 1 });
    await storeDemoPhotos(pool, store, log);
    expect(await stored()).toEqual(first);
    const [{ bytes } = {}] = await sql<{ bytes: string }[]>`select bytes from private.storage_usage where site = ''`;
    const sizes = [...readDemoPhotos()].map(([sha256, { byteLength }]) => [sha256, byteLength] as const);
    expect(Number(bytes)).toBe(first.reduce((sum, { sha256 }) => sum + (new Map(sizes).get(sha256) ?? 0), 0));
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(100_000);
  } finally {
    await pool.end();
    await database.drop();
    await s3.stop();
    rmSync(storageDir, { recursive: true, force: true });
  }
});
