// The phone's rules beside the database's, over random parkings, permits and fines (document 4 §6).
// `npm test` asks `specified`, and the first runs of the seed: the same properties.
import { randomUUID } from "node:crypto";
import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
} from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NEW_PARKING_REASON } from "#contract/cases.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import type { OfflineData } from "#data/plate_checks/offline.ts";
import { fineWarnings, notAccepted } from "#products/parking/attendant/fines/rules/fine-warnings.ts";
import { knownFrom } from "#products/parking/attendant/offline/rules/known.ts";
import { rightOf, similarParkings } from "#products/parking/attendant/offline/rules/right-of.ts";
import { plateKey } from "#contract/plate.ts";
import { type Actor, makeActor, SITE } from "#tests/support/rows/cases.ts";
import { SEVERAL_PRODUCTS } from "#tests/support/run/patience.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const MINUTE = 60_000;
/** Few plates that look alike, so that rows meet. */
const PLATES = ["TAO 98N", "tao-98n", "TAO98M", "TA098N", "TOA 98N", "Å1", "XYZ 123"];

let server: TestServer;
let attendant: Actor;
let admin: Actor;
const minutes = integer({ min: -36 * 60, max: 36 * 60 });
const span = record({
  plate: constantFrom(...PLATES),
  from: oneof(minutes, integer({ min: -20, max: 20 })),
  length: oneof(integer({ min: 1, max: 30 }), integer({ min: 1, max: 900 })),
});
const scene = record({
  parkings: array(span, { maxLength: 12 }),
  permits: array(record({ span, isOpen: boolean() }), { maxLength: 3 }),
  fines: array(
    record({
      plate: constantFrom(...PLATES),
      ago: integer({ min: 0, max: 500 }),
      street: constantFrom("Kajen 4", " kajen  4", "Torget"),
      isNew: boolean(),
      isWithdrawn: boolean(),
    }),
    { maxLength: 9 },
  ),
  removed: array(record({ plate: constantFrom(...PLATES), ago: integer({ min: 0, max: 30 * 60 }) }), { maxLength: 3 }),
  grace: integer({ min: 0, max: 60 }),
  observation: integer({ min: 0, max: 60 }),
  fine: record({
    plate: constantFrom(...PLATES),
    street: constantFrom("Kajen 4", "KAJEN 4", "Torget", " "),
    amount: integer({ min: 1, max: 2000 }),
    needsNoRight: boolean(),
    photos: integer({ min: 0, max: 2 }),
    seenAgo: integer({ min: 0, max: 90 }),
  }),
});
type Scene = typeof scene extends Arbitrary<infer Value> ? Value : never;

const [longer, shorter] = [
  { plate: "TAO 98N", from: -30, length: 60 },
  { plate: "TAO 98N", from: -20, length: 50 },
];
/** Three permits without an end, and three parkings that end at once: one is named, the same by both. */
const ALIKE: Scene = {
  parkings: ["XYZ 123", "XYZ 123", "XYZ 123"].map((plate) => ({ ...longer, plate })),
  permits: [shorter, longer, shorter].map((span) => ({ span, isOpen: true })),
  fines: [],
  removed: [],
  grace: 0,
  observation: 0,
  fine: { plate: "Å1", street: "Torget", amount: 1, needsNoRight: false, photos: 1, seenAgo: 0 },
};

const ends = (rows: { end: number }[]) => rows.map(({ end }) => end);
const codes = (rows: { code: string }[]) => rows.map(({ code }) => code).toSorted();
const iso = (moment: number) => new Date(moment).toISOString();

/** Lays a scene into an empty site; whole seconds, since a screen knows no microseconds. */
async function lay({ parkings, permits, fines, removed, grace, observation }: Scene, now: number): Promise<void> {
  const { sql } = server;
  await sql`truncate parkings, permits, plate_checks, parking_deletion_logs`;
  for (const { plate, ago } of removed)
    await insertRow(sql, "parking_deletion_logs", {
      parking_id: randomUUID(),
      project_id: SITE,
      ref_number: plate,
      deleted_at: iso(now - ago * MINUTE),
    });
  await sql`truncate fines cascade`;
  await sql`update site_settings set grace_minutes = ${grace}, observation_minutes = ${observation}, min_photos = 1
    where project_id = ${SITE}`;
  for (const { plate, from, length } of parkings)
    await insertRow(sql, "parkings", {
      project_id: SITE,
      ref_number: plate,
      start_time: iso(now + from * MINUTE),
      end_time: iso(now + (from + length) * MINUTE),
    });
  for (const { span: of, isOpen } of permits)
    await insertRow(sql, "permits", {
      project_id: SITE,
      plate: of.plate,
      created_by: "admin01",
      valid_from: iso(now + of.from * MINUTE),
      valid_until: isOpen ? null : iso(now + (of.from + of.length) * MINUTE),
    });
  for (const { plate, ago, street, isNew, isWithdrawn } of fines) {
    const id = randomUUID();
    const answer = await attendant.issue({
      id,
      plate,
      street,
      was_offline: true,
      issued_at: iso(now - ago * MINUTE),
    });
    expect(answer.outcome).toBe("stored");
    if (isNew) {
      const accepted = JSON.stringify([{ code: "fined-today", reason: NEW_PARKING_REASON }]);
      await sql`update fines set accepted_warnings = ${accepted}::text::jsonb where id = ${id}`;
    }
    if (isWithdrawn) await sql`update fines set status = 'withdrawn' where id = ${id}`;
  }
}

describe.each(isWhole ? SECURITY_PROFILES : (["specified"] as const))("the profile %s", (profile) => {
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  // Spec 4 §6: Checks answer from
  // Spec 4 §4: The phone runs
  test("checks and warnings are those of the database", SEVERAL_PRODUCTS, async () => {
    const { sql } = server;
    await assert(
      asyncProperty(scene, async (given) => {
        const now = Math.floor(Date.now() / 1000) * 1000;
        await lay(given, now);
        const told = (await attendant.call("offline_data", { project: SITE })) as unknown as OfflineData;
        const known = knownFrom(told);
        for (const plate of PLATES) {
          const key = plateKey(plate);
          const [row] = await sql`
          select r.outcome, extract(epoch from r.until) * 1000 as until, extract(epoch from r.since) * 1000 as since,
            r.parking_id, r.permit_id
          from private.right_of(${SITE}, ${key}, ${iso(now)}::timestamptz, ${given.grace}) r`;
          const { outcome, until, since, parking, permit } = rightOf(known, key, now);
          expect({ plate, outcome, until, since, parking: parking?.id, permit: permit?.id }).toEqual({
            plate,
            outcome: row?.["outcome"],
            until: row?.["until"] === null ? null : Number(row?.["until"]),
            since: row?.["since"] === null ? null : Number(row?.["since"]),
            parking: row?.["parking_id"] ?? undefined,
            permit: row?.["permit_id"] ?? undefined,
          });
          const [alike] =
            await sql`select private.similar_parkings(${SITE}, ${key}, ${iso(now)}::timestamptz) as found`;
          // Either of two parkings that end at once may be the fifth.
          const found = (alike?.["found"] ?? []) as { until: string }[];
          expect(ends(similarParkings(known, key, now))).toEqual(
            ends(found.map(({ until: end }) => ({ end: Date.parse(end) }))),
          );
        }
        const { plate, street, amount, needsNoRight, photos, seenAgo } = given.fine;
        const [violation] = await sql`select id from violations where project_id = ${SITE} order by sort_order limit 1`;
        await sql`update violations set needs_no_right = ${needsNoRight} where id = ${violation?.["id"] as string}`;
        const [warned] = await sql`
        select private.fine_warnings(jsonb_populate_record(null::fines, ${sql.json({
          id: randomUUID(),
          project_id: SITE,
          plate,
          street,
          amount,
          violation_id: violation?.["id"] as string,
          observed_from: iso(now - seenAgo * MINUTE),
        })}), ${photos}, ${iso(now)}::timestamptz) as found`;
        const judged = { id: randomUUID(), plate, street, amount, needsNoRight, photos };
        const own = fineWarnings(known, { ...judged, moment: now, observedFrom: now - seenAgo * MINUTE });
        expect(codes(own)).toEqual(codes(warned?.["found"] as { code: string }[]));
      }),
      { numRuns: isWhole ? 15 : 5, examples: [[ALIKE]] },
    );
  });

  test("a check that the phone answered is recorded once, at its time, by whom it was made", async () => {
    const check = {
      id: randomUUID(),
      project_id: SITE,
      plate: "NÄT 123",
      outcome: "none",
      checked_by: "vakt01",
      checked_at: iso(Date.now() - 90 * MINUTE),
    };
    const record = () => attendant.call("record_offline_check", { given: check });
    expect([(await record()).outcome, (await record()).outcome]).toEqual(["recorded", "recorded"]);
    expect(
      (await attendant.call("record_offline_check", { given: { ...check, plate: "ABC 999" } })).refused?.code,
    ).toBe("PK010");
    // Somebody who is gone, and was given numbers here.
    await server.sql`insert into private.case_numbers (case_number, request_id, reserved_by, project_id, site_id)
    select '00000000', ${randomUUID()}, 'vakt09', path, id from main_page_sites where path = ${SITE}`;
    const left = { ...check, id: randomUUID(), checked_by: "vakt09" };
    expect((await admin.call("record_offline_check", { given: left })).outcome).toBe("recorded");
    expect((await attendant.call("record_offline_check", { given: { ...left, id: randomUUID() } })).outcome).toBe(
      "recorded",
    );
    const rows = await server.sql`select checked_by, was_offline, checked_at from plate_checks where plate = 'NÄT 123'
    order by checked_by`;
    expect(rows.map(({ checked_by: by }) => by as string)).toEqual(["vakt01", "vakt01", "vakt09"]);
    expect(rows.every(({ was_offline: wasOffline }) => wasOffline === true)).toBe(true);
    expect(new Date(String(rows[0]?.["checked_at"])).toISOString()).toBe(check.checked_at.replace(/\.\d+/, ".000"));
  });
});

test("a reason lifts a warning as the database lets it", () => {
  const warnings = [{ code: "valid-parking" as const }, { code: "fined-today" as const }];
  const left = (code: "valid-parking" | "fined-today", reason: string) =>
    notAccepted(warnings, [{ code, reason }]).map((warning) => warning.code);
  expect(left("valid-parking", "abcd 1")).toEqual(["valid-parking", "fined-today"]);
  expect(left("valid-parking", "abcde")).toEqual(["fined-today"]);
  expect(left("fined-today", "Skäl nog för allt")).toEqual(["valid-parking", "fined-today"]);
  expect(left("fined-today", NEW_PARKING_REASON)).toEqual(["valid-parking"]);
});
