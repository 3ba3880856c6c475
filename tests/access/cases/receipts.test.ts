// A parking for its driver, who has the key of its receipt: reading, extending and ending it (document 4 §3).
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type Actor, type Json, fineOf, makeActor, OTHER_SITE, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { askAsDriver, blocksOf, randomCaseKey } from "#tests/access/cases/as-driver.ts";

const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const parkingOf = (answer: Json) => answer["parking"] as Record<string, string | null>;
const receiptArgs = (name: string, wrong: unknown) => ({
  key: wrong,
  ...(name === "extend_parking" && { new_end: later(HOUR_MS) }),
});

describe.each(SECURITY_PROFILES)("a driver with a receipt in %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
  });
  afterAll(() => server.stop());

  const ask = (name: string, args: Json) => askAsDriver(server, name, args);

  /** A parking as a visitor registers it, with the hash of a receipt's key. */
  const registered = async (changes: Json = {}) => {
    const key = randomCaseKey();
    const row = {
      project_id: SITE,
      car_model: "Volvo V60",
      car_color: "Röd",
      street: "Kajen 1",
      ref_number: `K${randomUUID().slice(0, 7).toUpperCase()}`,
      discord_username: "saga_07",
      start_time: later(-HOUR_MS),
      end_time: later(HOUR_MS),
      active: true,
      receipt_hash: hashOf(key),
      ...changes,
    };
    expect((await server.client().from("parkings").insert(row)).error).toBeNull();
    const [stored] = await server.sql<{ id: string }[]>`select id from parkings where ref_number = ${row.ref_number}`;
    return { key, id: stored?.id ?? "", plate: row.ref_number, row };
  };
  const setMost = (hours: number | null) =>
    server.sql`update site_settings set max_parking_hours = ${hours} where project_id = ${SITE}`;

  /** The answer of an extension, or its refusal in words. */
  const extensionOf = async (of: string, new_end: unknown) => {
    const { data, error } = await server.client().rpc("extend_parking", { key: of, new_end });
    return error === null ? (data as Json)["outcome"] : [error.code, error.details, error.message];
  };

  // Spec 4 §3: parkings get receipt_hash
  it("opens the own parking by a receipt, whose hash nobody reads", async () => {
    const { key, id, plate, row } = await registered();
    const told = parkingOf(await ask("parking_by_receipt", { key }));
    expect(told).toMatchObject({ ref_number: plate, street: "Kajen 1", latest_end: null });
    expect(Object.keys(told)).not.toEqual(expect.arrayContaining(["discord_username", "receipt_hash", "id"]));

    const hash = row.receipt_hash;
    for (const client of [server.client(), attendant.client, admin.client]) {
      const table = () => client.from("parkings");
      const refused = [
        table().select("id, receipt_hash"),
        table().select("id").eq("receipt_hash", hash),
        table().select("id").gt("receipt_hash", "0"),
        table().select("id").is("receipt_hash", null),
        table().select("id").order("receipt_hash"),
        table().delete().eq("receipt_hash", hash).select("id"),
        table()
          .insert({ ...row, receipt_hash: null })
          .select("receipt_hash"),
      ];
      for (const { error } of await Promise.all(refused)) expect(error?.code).toBe("42501");
      expect(
        JSON.stringify([
          (await table().select("*")).data,
          (await client.rpc("search_parkings", { query: plate })).data,
        ]),
      ).not.toContain(hash);
    }
    const { data: searched } = await attendant.client.rpc("search_parkings", { query: plate });
    expect(searched).toMatchObject([{ id, receipt_hash: null }]);
    const { data: listed } = await attendant.client.from("parkings").select("*").eq("id", id);
    expect(Object.keys((listed as Json[])[0] ?? {})).toEqual(
      expect.arrayContaining(["ref_number", "plate_key", "site_id"]),
    );
    const trail = await server.sql`select before, after from audit_trail where row_id = ${id}`;
    expect(trail).toHaveLength(1);
    expect(JSON.stringify(trail)).not.toContain(hash);
    const extract = await admin.call("person_extract", {
      project: SITE,
      plate,
      asked_by: "Åsa",
      verified: "Legitimation",
    });
    expect([JSON.stringify(extract).includes(id), JSON.stringify(extract).includes(hash)]).toEqual([true, false]);
  });

  // Spec 4 §3: parkings get receipt_hash
  it("tells nobody by an insert whether a receipt is there, also at the same moment", async () => {
    const { key, plate, row } = await registered();
    const insert = (changes: Json) =>
      server
        .client()
        .from("parkings")
        .insert({ ...row, ...changes });
    const [known, unknown] = [
      await insert({ ref_number: "EFTER 1" }),
      await insert({ ref_number: "EFTER 2", receipt_hash: hashOf("x") }),
    ];
    expect([known.status, known.error, known.data]).toEqual([unknown.status, unknown.error, unknown.data]);
    expect(parkingOf(await ask("parking_by_receipt", { key }))["ref_number"]).toBe(plate);
    const receipt_hash = hashOf(randomCaseKey());
    const atOnce = await Promise.all(Array.from({ length: 8 }, () => insert({ ref_number: "EFTER 3", receipt_hash })));
    expect(atOnce.map(({ status }) => status)).toEqual(atOnce.map(() => 201));
    const stored = await server.sql`select receipt_hash from parkings where ref_number = 'EFTER 3'`;
    expect([stored.length, stored.filter((each) => each["receipt_hash"] === receipt_hash).length]).toEqual([8, 1]);
    expect((await insert({ receipt_hash: "A".repeat(64) })).error?.code).toBe("23514");
  });

  // Spec 4 §4: Receipts: parking_by_receipt(key), end_parking(key)
  it("extends and ends it, once however often that is sent; a check answers by it at once, and the trail says who", async () => {
    const { key, id, plate } = await registered({ end_time: later(60_000) });
    const newEnd = later(2 * HOUR_MS);
    for (let n = 0; n < 2; n += 1) {
      const extended = await ask("extend_parking", { key, new_end: newEnd });
      expect([extended["outcome"], Date.parse(parkingOf(extended)["end_time"] ?? "")]).toEqual([
        "extended",
        Date.parse(newEnd),
      ]);
    }
    const checked = await attendant.check(plate);
    expect([checked.outcome, Date.parse(String(checked["until"]))]).toEqual(["valid", Date.parse(newEnd)]);
    const phone = await attendant.call("offline_data", { project: SITE });
    const known = (phone["parkings"] as string[][]).find(([parking]) => parking === id);
    expect(Date.parse(known?.[3] ?? "")).toBe(Date.parse(newEnd));

    const ended = await ask("end_parking", { key });
    expect(ended["outcome"]).toBe("ended");
    expect(Date.parse(parkingOf(ended)["end_time"] ?? "")).toBe(Date.parse(parkingOf(ended)["at"] ?? ""));
    expect((await attendant.check(plate)).outcome).toBe("grace");
    expect(parkingOf(await ask("end_parking", { key }))["end_time"]).toBe(parkingOf(ended)["end_time"]);
    const changes = await server.sql`
      select actor_kind, actor_id, project_id from audit_trail where row_id = ${id} and action = 'update' order by created_at`;
    expect(changes).toEqual([1, 2].map(() => ({ actor_kind: "driver", actor_id: null, project_id: SITE })));
    // The parking's facts at the fine name the parking's later changes.
    const accepted = [{ code: "in-grace", reason: "Fel plats" }];
    const { parking_snapshot: snapshot } = fineOf(await attendant.issue({ plate, parking_id: id }, accepted));
    expect((snapshot as { changes: { before: Json }[] }).changes.map(({ before }) => Object.keys(before))).toEqual([
      ["end_time"],
      ["end_time"],
    ]);
  });

  // Spec 4 §4: Receipts: parking_by_receipt(key), end_parking(key)
  it("is refused what cannot be, in words: an ended parking, an earlier end, one past the site's longest time", async () => {
    const { key, row } = await registered();
    const earlier = ["PK008", "new_end", "Den nya sluttiden måste vara senare än den nuvarande."];
    expect(await extensionOf(key, later(0))).toEqual(earlier);
    expect(await extensionOf(key, null)).toEqual(earlier);
    expect(await extensionOf(key, "infinity")).toEqual(earlier);
    await setMost(3);
    try {
      const told = parkingOf(await ask("parking_by_receipt", { key }));
      expect(Date.parse(told["latest_end"] ?? "")).toBe(Date.parse(row.start_time) + 3 * HOUR_MS);
      const past = new Date(Date.parse(row.start_time) + 3 * HOUR_MS + 1000).toISOString();
      expect(await extensionOf(key, past)).toEqual([
        "PK013",
        "new_end",
        expect.stringMatching(
          /^Här får en parkering vara i högst 3 timmar, alltså längst till (\d{4}-\d\d-\d\d )?\d\d:\d\d\.$/,
        ),
      ]);
      expect(await extensionOf(key, told["latest_end"])).toBe("extended");
    } finally {
      await setMost(null);
    }
    await ask("end_parking", { key });
    const isOver = ["PK012", "end_time", "Parkeringen har redan slutat och kan inte förlängas."];
    expect(await extensionOf(key, later(HOUR_MS))).toEqual(isOver);
    // A parking that has not begun is over when it is ended.
    const planned = await registered({ start_time: later(HOUR_MS), end_time: later(2 * HOUR_MS) });
    const { start_time: start, end_time: end } = parkingOf(await ask("end_parking", { key: planned.key }));
    expect([start, await extensionOf(planned.key, later(HOUR_MS))]).toEqual([end, isOver]);
  });

  // Spec rules §8: A wrong receipt
  it("is told nothing by a wrong key, which costs as much; a removed parking's key is one", async () => {
    const { key, id } = await registered();
    const names = ["parking_by_receipt", "end_parking", "extend_parking"];
    await server.sql`update parkings set end_time = now() where id = ${id}`;
    for (const name of names)
      for (const wrong of [randomCaseKey(), hashOf(key), "", null])
        expect(await ask(name, receiptArgs(name, wrong))).toEqual({ outcome: "none" });
    const keys = Array.from({ length: 1000 }, randomCaseKey);
    const found = await server.sql<{ answer: Json }[]>`
      select parking_by_receipt(key) as answer from unnest(${keys}::text[]) key
      union all select end_parking(key) from unnest(${keys}::text[]) key
      union all select extend_parking(key, now() + interval '1 hour') from unnest(${keys}::text[]) key`;
    expect(found.filter(({ answer }) => answer["outcome"] !== "none")).toEqual([]);
    expect(found).toHaveLength(3000);
    await server.sql`analyze parkings`;
    const [right = 0, wrong = 0] = await blocksOf(server, [
      ["parking_by_receipt", key],
      ["parking_by_receipt", randomCaseKey()],
    ]);
    expect(right).toBeGreaterThan(3);
    // The database looks for a missing key once more.
    expect(wrong).toBeGreaterThanOrEqual(right);
    expect(wrong).toBeLessThanOrEqual(right + 6);
    await attendant.client.from("parkings").delete().eq("id", id);
    for (const name of names) expect(await ask(name, receiptArgs(name, key))).toEqual({ outcome: "none" });
  });

  // Spec 4 §4: Receipts: parking_by_receipt(key), end_parking(key)
  it("keeps its receipt while the site gets another path and goes", async () => {
    const { sql } = server;
    await insertRow(sql, "main_page_sites", { path: "kvitto-kajen", name: "Kvittokajen" });
    const { key } = await registered({ project_id: "kvitto-kajen" });
    await sql`update main_page_sites set path = 'kvitto-bryggan', name = 'Kvittobryggan' where path = 'kvitto-kajen'`;
    await sql`update site_settings set max_parking_hours = 3 where project_id = 'kvitto-bryggan'`;
    const moved = parkingOf(await ask("parking_by_receipt", { key }));
    expect(moved).toMatchObject({ site_name: "Kvittobryggan", latest_end: expect.any(String) as string });
    await sql`delete from main_page_sites where path = 'kvitto-bryggan'`;
    expect(parkingOf(await ask("parking_by_receipt", { key }))["site_name"]).toBeNull();
    expect((await ask("extend_parking", { key, new_end: later(90 * 60_000) }))["outcome"]).toBe("extended");
    // The site's longest time still holds for the parkings that it left behind.
    expect(await extensionOf(key, later(3 * HOUR_MS))).toContain("PK013");
    expect((await ask("end_parking", { key }))["outcome"]).toBe("ended");
  });
});
