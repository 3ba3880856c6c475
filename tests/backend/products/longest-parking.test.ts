// The longest parking of a site holds at every way in (document 4 §3, max_parking_hours): registrations, receipts, several in a row.
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, makeActor, OTHER_SITE, SITE } from "#tests/support/rows/cases.ts";
import { insertRow, VALID_ROWS } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const HOUR_MS = 3_600_000;

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    await server.sql`update site_settings set max_parking_hours = 2 where project_id = ${SITE}`;
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
  });
  afterAll(() => server.stop());

  /** A plate of one test, and its "now" in whole seconds. */
  let plate: string;
  let now: number;
  beforeEach(() => {
    plate = `T${randomUUID().slice(0, 7).toUpperCase()}`;
    now = Math.floor(Date.now() / 1000) * 1000;
  });
  const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
  const spanOf = (from: number, to: number, more: Json = {}) => ({
    ...VALID_ROWS.parkings,
    project_id: SITE,
    ref_number: plate,
    start_time: at(from),
    end_time: at(to),
    ...more,
  });
  type Registering = { more?: Json; by?: "visitor" | "attendant" };
  async function register(from: number, to: number, { more = {}, by = "visitor" }: Registering = {}) {
    const client = by === "visitor" ? server.client() : attendant.client;
    const { error } = await client.from("parkings").insert(spanOf(from, to, more));
    return error === null ? "stored" : `${error.code} ${error.details} ${error.message}`;
  }
  const TOO_LONG = "PK013 end_time Här får en parkering vara i högst 2 timmar";
  const clock = (hours: number) =>
    expect.stringMatching(
      `^${TOO_LONG}, alltså längst till (\\d{4}-\\d\\d-\\d\\d )?${new Intl.DateTimeFormat("sv-SE", {
        timeStyle: "short",
        timeZone: "Europe/Stockholm",
      }).format(now + hours * HOUR_MS)}\\.$`,
    ) as string;
  const COUNTED = `${TOO_LONG}, och bilens andra parkeringar här räknas med.`;

  test.each(["visitor", "attendant"] as const)("a registration by a %s, with the latest end in words", async (by) => {
    expect(await register(0, 2 + 1 / 3600, { by })).toEqual(clock(2));
    expect(await register(0, 2, { by, more: { end_time: "2099-01-01T00:00:00Z" } })).toEqual(clock(2));
    expect(await server.sql`select from parkings where ref_number = ${plate}`).toHaveLength(0);
    expect(await register(0, 2, { by })).toBe("stored");
    expect(Date.parse(String((await attendant.check(plate))["until"]))).toBe(now + 2 * HOUR_MS);
  });

  test("several that touch count as one, whichever comes first", async () => {
    expect(await register(0, 1)).toBe("stored");
    expect(await register(1, 3)).toEqual(clock(2));
    expect(await register(1, 2)).toBe("stored");
    // In another way of writing, behind, before and across them.
    for (const [from, to] of [
      [2, 3],
      [-1, 0],
      [-1, 3],
    ] as const)
      expect(await register(from, to, { more: { ref_number: plate.toLowerCase() } })).toMatch(TOO_LONG);
    expect(await register(2, 3)).toBe(COUNTED);
    // The car that was away, another car, and another site.
    expect(await register(2.5, 4.5)).toBe("stored");
    expect(await register(2, 2.5)).toBe(COUNTED);
    expect(await register(2, 3, { more: { ref_number: `${plate}1` } })).toBe("stored");
    expect(await register(0, 9, { more: { project_id: OTHER_SITE } })).toBe("stored");
  });

  test("a pause of a moment is no end, whichever comes first; a car that was away for longer than the grace time and ten minutes parks anew", async () => {
    const minute = 1 / 60;
    expect(await register(0, 2)).toBe("stored");
    for (const pause of [1 / 3_600_000, 5 * minute, 15 * minute]) {
      expect(await register(2 + pause, 4 + pause)).toMatch(TOO_LONG);
      expect(await register(-2 - pause, -pause)).toMatch(TOO_LONG);
    }
    expect(await register(2 + 16 * minute, 4)).toBe("stored");
  });

  test("several in one call, and several at the same moment", async () => {
    const { error } = await attendant.client.from("parkings").insert([spanOf(0, 2), spanOf(2, 4)]);
    expect(error?.code).toBe("PK013");
    const answers = await Promise.all([register(0, 2), register(2, 4), register(1, 3)]);
    expect(answers.filter((answer) => answer === "stored")).toHaveLength(1);
  });

  // Spec 4 §4: Receipts: parking_by_receipt(key), end_parking(key)
  test("a receipt's extension, together with what touches it", async () => {
    const key = randomUUID().replaceAll("-", "").slice(0, 22);
    expect(await register(-1.5, -0.5)).toBe("stored");
    const receipt_hash = createHash("sha256").update(key).digest("hex");
    expect(await register(-0.5, 0.25, { more: { receipt_hash } })).toBe("stored");
    const { data } = await server.client().rpc("parking_by_receipt", { key });
    expect(Date.parse((data as { parking: { latest_end: string } }).parking.latest_end)).toBe(now + 0.5 * HOUR_MS);
    const extend = async (hours: number) =>
      (await server.client().rpc("extend_parking", { key, new_end: at(hours) })).error;
    expect(await extend(1)).toMatchObject({ code: "PK013", details: "new_end" });
    expect(await extend(0.5)).toBeNull();
  });

  test("a parking is ended by its receipt also where it is longer than the site now allows", async () => {
    const key = randomUUID().replaceAll("-", "").slice(0, 22);
    const receipt_hash = createHash("sha256").update(key).digest("hex");
    // The parking as it was before the site had a longest time.
    await insertRow(server.sql, "parkings", spanOf(-1, 9, { receipt_hash }));
    const { data } = await server.client().rpc("end_parking", { key });
    expect(data).toMatchObject({ outcome: "ended" });
  });
});
