// Expired rows are erased (document 4 §4): nothing of them is left in any table, open cases stay, and amounts, times and sums do. And what is
// told of a plate to whom it concerns.
// `npm test` asks all of it in `hardened`: triggers and functions that know no profile decide.
import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { readEarlierMigrations } from "#server/database/migrations/project-files.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { eraseAgain, writeErasedList } from "#server/erasure/erased-list.ts";
import { eraseTonight } from "#server/erasure/nightly.ts";
import { type Actor, type Json, makeActor, newPhoto, OTHER_SITE, said, SITE } from "#tests/support/rows/cases.ts";
import { createTestDatabase } from "#tests/support/database/database.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { isWhole } from "#tests/support/run/whole.ts";

const log = pino({ level: "warn" });
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** Stands in each text of what is over. */
const NEEDLE = "GALLRA";

let server: TestServer;
let admin: Actor;
let attendant: Actor;

/** A case of long ago with all that may belong to one, each text with the needle unless it stays. */
async function oldCase(word: string, more: Json = {}, days = 800): Promise<string> {
  const { sql } = server;
  const at = daysAgo(days);
  const id = randomUUID();
  const place = { project_id: SITE, fine_id: id, created_at: at };
  await insertRow(sql, "fines", {
    id,
    project_id: SITE,
    plate: `${word} 1`,
    car_model: word,
    notes: word,
    discord_username: word,
    observed_reason: word,
    parking_snapshot: sql.json({ ref_number: word }),
    accepted_warnings: sql.json([{ code: "few-photos", reason: word }]),
    issued_at: at,
    observed_from: at,
    created_at: at,
    status: "paid",
    paid_ore: 70_000,
    ...more,
  });
  const path = `${id}/${randomUUID()}.jpg`;
  await insertRow(sql, "fine_photos", { ...place, path });
  await sql`insert into storage.objects (bucket_id, name) values ('case-photos', ${path})`;
  await insertRow(sql, "fine_events", { ...place, number: 1, note: word, data: sql.json({ car_model: word, fee: 0 }) });
  await insertRow(sql, "payments", { ...place, payer_text: word });
  await insertRow(sql, "objections", {
    ...place,
    name: word,
    email: word,
    address: word,
    text: word,
    reply: word,
    decision: "rejected",
  });
  await insertRow(sql, "outbox", { project_id: SITE, fine_id: id, facts: sql.json({ plate: word }) });
  await insertRow(sql, "case_recipients", { ...place, name: word, address: word, id_number: word, source: word });
  return id;
}

/** Other rows that name somebody, of so many days ago. */
async function oldRows(word: string, days: number): Promise<void> {
  const { sql } = server;
  const at = daysAgo(days);
  const place = { project_id: SITE, created_at: at };
  const parking = { ...place, ref_number: word, car_model: word, start_time: at, end_time: at };
  await insertRow(sql, "parkings", parking);
  // A parking that somebody removed: it stands in the trail and in the log of removals.
  const removed = await insertRow(sql, "parkings", parking);
  await sql`delete from parkings where id = ${removed}`;
  await insertRow(sql, "parking_deletion_logs", {
    project_id: SITE,
    parking_id: removed,
    ref_number: word,
    discord_username: word,
    deleted_at: at,
  });
  await insertRow(sql, "plate_checks", { project_id: SITE, plate: word, checked_at: at });
  await insertRow(sql, "web_activity_logs", {
    page_url: `/${SITE}/attendant-dashboard`,
    action: "search_parking",
    additional_data: sql.json({ term: word }),
    created_at: at,
  });
  await insertRow(sql, "permits", { ...place, plate: word, holder: word, valid_from: daysAgo(days + 1), ended_at: at });
  await insertRow(sql, "payments", { ...place, fine_id: null, payer_text: word });
}

/** The tables in which a word stands anywhere. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await server.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'storage') and c.relkind = 'r'`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await server.sql.unsafe(`select from ${name} t where t::text ilike '%${word}%' limit 1`);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat().toSorted();
}

const preview = (who = admin, dry_run = true) =>
  who.client.rpc("erase_expired", { project: SITE, dry_run }) as unknown as Promise<{
    data: Record<string, number> | null;
    error: { code: string } | null;
  }>;
const sums = async () => {
  const period = { first: daysAgo(1000).toISOString().slice(0, 10), last: new Date().toISOString().slice(0, 10) };
  const { days, totals } = await admin.call("site_overview", { project: SITE, ...period });
  return { days, totals };
};
const siteId = async () => {
  const [site] = await server.sql<{ id: string }[]>`select id from main_page_sites where path = ${OTHER_SITE}`;
  return site?.id ?? "";
};
const erase = (isDue: boolean) => eraseTonight({ databaseUrl: server.databaseUrl, log }, { isDue });

/** Does something to rows as nobody can who is not the database's owner: no trigger runs. */
const force = (work: (sql: TestServer["sql"]) => Promise<unknown>) =>
  server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await work(sql as unknown as TestServer["sql"]);
  });

/** A call of `erase_plate`. */
const request = (plate: string, dry_run: boolean, more: Json = {}): Json => ({
  project: SITE,
  plate,
  asked_by: "Åsa Berg",
  verified: "Legitimation",
  dry_run,
  ...more,
});
const none = { activities: 0, checks: 0, parkings: 0, removals: 0, permits: 0, cases: 0, payers: 0, photos: 0 };
const nothingKept = { cases: 0, photos: 0, payments: 0, parkings: 0, removals: 0, permits: 0, checks: 0, requests: 0 };

/** Brings the list in a folder up to date with a database's. */
const keepList = (url: string, folder: string) =>
  withConnection(url, { name: "tests" }, (connection) => writeErasedList(connection, folder));
const readLists = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), "utf8"));

describe.each(isWhole ? SECURITY_PROFILES : (["hardened"] as const))("the profile %s", (profile) => {
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    await server.sql`update private.settings set erases_from = now()`;
    await server.sql`update site_settings set keep_changed_at = null`;
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
  });

  afterAll(() => server.stop());

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("expired rows are counted first, then nothing is left of them in any table; other rows, the money and the sums stay", async () => {
    const over = [await oldCase(NEEDLE), await oldCase(NEEDLE, { status: "withdrawn", paid_ore: 0 })];
    await oldRows(NEEDLE, 800);
    const kept = [
      await oldCase("KVAR", { status: "issued", paid_ore: 0 }),
      await oldCase("KVAR", { status: "disputed" }),
      await oldCase("KVAR", { paid_ore: 80_000 }),
      await oldCase("KVAR", { needs_review: true }),
      await oldCase("KVAR", {}, 700),
    ];
    const touched = await oldCase("KVAR");
    await admin.record({ id: touched }, "noted", { note: "Ringde." });
    const looked = await oldCase(NEEDLE);
    await admin.record({ id: looked }, "case_viewed");
    await oldRows("KVAR", 20);
    const [before, was] = [await tablesWith(NEEDLE), await sums()];
    expect(before).toContain("audit_trail");

    const counts = { activities: 1, checks: 1, parkings: 1, removals: 1, permits: 1, cases: 3, photos: 3, payers: 1 };
    expect((await preview()).data).toEqual({ outcome: "told", erases_from: null, ...counts });
    expect(await tablesWith(NEEDLE)).toEqual(before);
    expect(await erase(false)).toEqual(counts);

    expect(await tablesWith(NEEDLE)).toEqual([]);
    expect(await sums()).toEqual(was);
    const rows = await server.sql<{ id: string; plate: string; paid_ore: string; ore: string }[]>`
    select f.id, f.plate, f.paid_ore, (select sum(amount_ore) from payments p where p.fine_id = f.id) as ore from fines f`;
    const plateOf = (id: string) => rows.find((row) => row.id === id)?.plate;
    expect([...over, looked].map(plateOf)).toEqual(["RADERAD", "RADERAD", "RADERAD"]);
    expect([...kept, touched].map(plateOf)).toEqual(Array.from({ length: 6 }, () => "KVAR 1"));
    expect(new Set(rows.map(({ ore }) => Number(ore)))).toEqual(new Set([70_000]));
    const photos = await server.sql`select from storage.objects where bucket_id = 'case-photos'`;
    expect(photos).toHaveLength(6);
    expect(await tablesWith("KVAR")).toEqual(before);
    const [told] = await server.sql<{ after: object; actor_kind: string }[]>`
    select after, actor_kind from audit_trail where subject = 'erasures' and project_id = ${SITE}`;
    expect(told).toEqual({ after: counts, actor_kind: "database" });
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("the erasure runs once a night, and again after the restore of another night's backup", async () => {
    await server.sql`update private.settings set erased_at = null`;
    expect(await erase(true)).not.toBeNull();
    expect(await erase(true)).toBeNull();
    // The overview's sums are brought up to date with it.
    expect(await server.sql`select from private.summed_places where place = ${await siteId()}`).toHaveLength(1);
    await server.sql`update private.settings set erased_at = now() - interval '2 days'`;
    expect(await erase(true)).not.toBeNull();
  });

  // `specified` lets everybody.
  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test.runIf(profile === "hardened")("people are told how much is over at their site, and erase nothing", async () => {
    const stranger = await makeActor(server, profile, { kind: "admin", userId: "admin09", project: OTHER_SITE });
    for (const who of [attendant, stranger]) expect((await preview(who)).error?.code).toBe("42501");
    expect((await preview(admin, false)).error?.code).toBe("42501");
    expect((await preview()).error).toBeNull();
    // And nobody else changes the trail or the past, the owner by a slip included.
    await expect(server.sql`update audit_trail set before = null`).rejects.toMatchObject({ code: "42501" });
    await expect(server.sql`update payments set payer_text = null`).rejects.toMatchObject({ code: "42501" });
  });

  // Spec 4 §4: person_extract(plate): all that
  test("an extract holds all of a plate at the site once it stands in the trail who asked, and nothing of another", async () => {
    const word = "UTDRAG";
    await oldCase(`${word} 7`, {}, 10);
    for (const project_id of [SITE, OTHER_SITE]) {
      await insertRow(server.sql, "parkings", { project_id, ref_number: `${word}-71` });
      await insertRow(server.sql, "permits", { project_id, plate: `${word} 71`, holder: "Åsa" });
    }
    // Removed parkings: one of this site's, one that this site only says to have removed, and one of a site that had the code before.
    const removed = { ref_number: `${word} 71` };
    const [own, foreign] = await Promise.all(
      [SITE, OTHER_SITE].map((project_id) => insertRow(server.sql, "parkings", { project_id, ...removed })),
    );
    for (const parking_id of [own, foreign])
      await insertRow(server.sql, "parking_deletion_logs", { project_id: SITE, parking_id, ...removed });
    await server.sql`delete from parkings where id = ${own ?? ""}`;
    const before = await insertRow(server.sql, "parking_deletion_logs", { project_id: SITE, ...removed });
    const site = await siteId();
    await force((all) => all`update parking_deletion_logs set site_id = ${site} where id = ${before}`);
    await insertRow(server.sql, "plate_checks", { plate: `${word}71` });
    await insertRow(server.sql, "web_activity_logs", {
      page_url: `/${SITE}/x`,
      additional_data: server.sql.json({ term: `${word.toLowerCase()}-71` }),
    });
    const asked = { project: SITE, plate: `${word.toLowerCase()} 71`, asked_by: "Åsa Berg", verified: "Legitimation" };
    const extract = (more: Json = {}, who = admin) => who.call("person_extract", { ...asked, ...more });
    for (const name of ["plate", "asked_by", "verified"])
      expect(said(await extract({ [name]: " " }))).toBe(`PK008 ${name}`);
    expect(said(await extract({}, attendant))).toBe("42501 null");
    const noted = () => server.sql`
    select actor_id, after from audit_trail where subject = 'person_extracts' and action = 'export' and project_id = ${SITE}`;
    expect(await noted()).toEqual([]);

    // An announced removal is none: another car's past would come out with it.
    const others = await insertRow(server.sql, "parkings", { project_id: SITE, ref_number: "ANNAN 1" });
    const announced = { parking_id: others, project_id: SITE, deleted_by: attendant.id, ...removed };
    expect((await attendant.client.from("parking_deletion_logs").insert(announced)).error).toBeNull();

    const answer = await extract();
    const lengths = Object.entries(answer).map(([name, part]) => [name, Array.isArray(part) ? part.length : part]);
    expect(Object.fromEntries(lengths)).toMatchObject({
      parkings: 1,
      removed_parkings: 2,
      permits: 1,
      checks: 1,
      activities: 1,
      fines: 1,
      trail: 5,
    });
    const actions = (answer["trail"] as Json[]).filter(({ row_id }) => row_id === own).map(({ action }) => action);
    expect(actions).toEqual(["insert", "delete"]);
    const [fine] = answer["fines"] as Json[];
    for (const part of ["photos", "events", "payments", "objections", "recipients", "messages"])
      expect(fine?.[part]).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toMatch(/ANNAN 1|public_key|reply_key_hash|receipt_hash|account_id/);
    expect([...(await noted())]).toEqual([
      // In `specified` a screen says for whom it calls, and this client does not.
      {
        actor_id: profile === "hardened" ? "admin01" : null,
        after: { plate: asked.plate, asked_by: "Åsa Berg", verified: "Legitimation" },
      },
    ]);
  });

  // Spec rules §6: A plate is
  test("a plate is erased on request but for what must stay, both told first in numbers, and money, sums and another's rows stay", async () => {
    const [word, plate] = ["BEGÄRT", "BEGÄRT 1"];
    const over = [await oldCase(word, {}, 10), await oldCase(word, { status: "withdrawn", paid_ore: 0 }, 10)];
    await oldRows(`${word}1`, 10);
    const open = [
      await oldCase(word, { status: "issued", paid_ore: 0 }, 10),
      await oldCase(word, { status: "disputed" }, 10),
      await oldCase(word, { paid_ore: 80_000 }, 10),
      await oldCase(word, { needs_review: true }, 10),
    ];
    const others = await oldCase("ANNANS", {}, 10);
    await insertRow(server.sql, "parkings", { project_id: SITE, ref_number: plate });
    await insertRow(server.sql, "parkings", { project_id: OTHER_SITE, ref_number: plate });
    await insertRow(server.sql, "plate_checks", { project_id: SITE, plate });
    await insertRow(server.sql, "permits", { project_id: SITE, plate });
    const [before, was] = [await tablesWith(word), await sums()];

    const erased = { ...none, activities: 1, checks: 1, parkings: 1, removals: 1, permits: 1, cases: 2, photos: 2 };
    const kept = { cases: 4, photos: 4, payments: 6, parkings: 1, removals: 0, permits: 1, checks: 1, requests: 0 };
    const told = await admin.call("erase_plate", request(plate.toLowerCase(), true));
    expect(told).toMatchObject({ outcome: "told", erased, kept });
    expect(await tablesWith(word)).toEqual(before);
    const done = await admin.call("erase_plate", request(plate.toLowerCase(), false));
    expect(done).toMatchObject({ outcome: "erased", erased, kept: { ...kept, requests: 1 } });
    expect(await admin.call("erase_plate", request(plate, true))).toMatchObject({
      erased: none,
      kept: { ...kept, payments: 4, requests: 1 },
    });

    expect(await sums()).toEqual(was);
    const plates = await server.sql<{ id: string; plate: string; ore: string }[]>`
      select f.id, f.plate, (select sum(amount_ore) from payments p where p.fine_id = f.id) as ore from fines f`;
    const plateOf = (id: string) => plates.find((row) => row.id === id)?.plate;
    expect(over.map(plateOf)).toEqual(["RADERAD", "RADERAD"]);
    expect([...open.map(plateOf), plateOf(others)]).toEqual([plate, plate, plate, plate, "ANNANS 1"]);
    expect(plates.filter(({ id }) => over.includes(id)).map(({ ore }) => Number(ore))).toEqual([70_000, 70_000]);
    const removed =
      await server.sql`select from audit_trail where subject = 'parkings' and action = 'delete' and before::text ilike ${`%${word}%`}`;
    expect(removed).toEqual([]);
    const trail = await server.sql<{ actor_id: string; action: string; after: Json }[]>`
      select actor_id, action, after from audit_trail where subject = 'person_erasures' and project_id = ${SITE}`;
    expect([...trail]).toEqual([
      {
        actor_id: profile === "hardened" ? "admin01" : null,
        action: "delete",
        after: { plate: plate.toLowerCase(), asked_by: "Åsa Berg", verified: "Legitimation" },
      },
    ]);
  });

  // Spec rules §6: A plate is
  test("an erased case takes no name, photo or letter again; notes and payers that come to it later are erased with time", async () => {
    const { sql } = server;
    const id = await oldCase("SENARE", {}, 10);
    expect(await admin.call("erase_plate", request("SENARE 1", false))).toMatchObject({ erased: { cases: 1 } });
    const later = async (kind: string, data: Json = {}, note?: string) =>
      said(await admin.record({ id }, kind, { data, ...(note === undefined ? {} : { note }) }));
    for (const [kind, data, note] of [
      ["recipient_set", { role: "owner", name: "SENARE", address: "SENARE" }],
      ["objected", { name: "SENARE" }, "SENARE"],
      ["photo_added", newPhoto(id)],
      ["delivered", { delivery: "fixed" }],
      ["withdrawn", { ground: "annat" }, "SENARE"],
    ] as const)
      expect([kind, await later(kind, data, note)]).toEqual([kind, "PK005 kind"]);
    expect(await tablesWith("SENARE")).toEqual(["audit_trail"]);

    const money = { amount_ore: 100, value_date: "2026-11-01", payer_text: "SENARE" };
    expect(await later("payment", money)).toBe("recorded");
    expect(await later("refunded", { amount_ore: 100 })).toBe("recorded");
    expect(await later("noted", {}, "SENARE")).toBe("recorded");
    await erase(false);
    expect(await tablesWith("SENARE")).toContain("payments");
    await force((all) => all`update fines set issued_at = ${daysAgo(800)} where id = ${id}`);
    await force((all) => all`update fine_events set created_at = ${daysAgo(800)} where fine_id = ${id}`);
    await erase(false);
    const left = await sql`
      select from payments where fine_id = ${id} and payer_text is not null
      union all select from fine_events where fine_id = ${id} and note is not null
      union all select from audit_trail where subject <> 'person_erasures' and (before, after)::text like '%SENARE%'`;
    expect(left).toHaveLength(0);
    expect(await tablesWith("SENARE")).toEqual(["audit_trail"]);
  });

  // Spec rules §6: A plate is
  test("only admins of the site erase a plate, and say who asked and how that was verified", async () => {
    const id = await oldCase("RÄTT", {}, 10);
    const erasePlate = (more: Json, who = admin) => who.call("erase_plate", request("RÄTT 1", false, more));
    for (const name of ["plate", "asked_by", "verified"])
      expect(said(await erasePlate({ [name]: " " }))).toBe(`PK008 ${name}`);
    const stranger = await makeActor(server, profile, { kind: "admin", userId: "admin08", project: OTHER_SITE });
    for (const who of [attendant, stranger])
      for (const dry_run of [true, false]) expect(said(await erasePlate({ dry_run }, who))).toBe("42501 null");
    expect(await server.sql`select from fines where id = ${id} and plate = 'RÄTT 1'`).toHaveLength(1);
    expect(await admin.call("erase_plate", request("INGEN 1", true))).toMatchObject({
      erased: none,
      kept: nothingKept,
    });
  });

  // Spec rules §6: A plate is
  test("a payment that arrives while a plate is erased is seen: a case that has money to pay back stays", async () => {
    const id = await oldCase("SAMTIDIG", {}, 10);
    const paid = server.sql.begin(async (sql) => {
      await sql`select from fines where id = ${id} for update`;
      const erasing = admin.call("erase_plate", request("SAMTIDIG 1", false));
      await vi.waitUntil(async () => (await server.sql`select from pg_locks where not granted`).length > 0, PATIENCE);
      await sql`update fines set paid_ore = 90_000 where id = ${id}`;
      return { erasing };
    });
    const answer = await (await paid).erasing;
    expect(answer).toMatchObject({ outcome: "erased", erased: { cases: 0 }, kept: { cases: 1 } });
    expect(await server.sql`select from fines where id = ${id} and plate = 'SAMTIDIG 1'`).toHaveLength(1);
  });

  // Spec rules §6: A plate is
  // Spec rules §6: An erasure is
  test("a backup from before an erasure on request loses the same rows again, and the request is erased with time", async () => {
    const { sql } = server;
    const folder = mkdtempSync(join(tmpdir(), "parkering-erased-"));
    const restored = await createTestDatabase({ from: "bare" });
    try {
      await prepareDatabase({ url: restored.url, profile: "hardened", seed: "none", log });
      await insertRow(restored.sql, "main_page_sites", { path: SITE });
      const [id, at] = [randomUUID(), daysAgo(10)];
      const place = { id, project_id: SITE, created_at: at };
      for (const database of [sql, restored.sql]) {
        await insertRow(database, "parkings", { ...place, ref_number: "ÅTER 1", start_time: at, end_time: at });
        await insertRow(database, "fines", {
          ...place,
          plate: "ÅTER 1",
          case_number: "99887755",
          issued_at: at,
          observed_from: at,
          status: "paid",
          paid_ore: 70_000,
        });
      }
      const done = await admin.call("erase_plate", request("ÅTER 1", false));
      expect(done["erased"]).toEqual({ ...none, parkings: 1, cases: 1 });
      await keepList(server.databaseUrl, folder);
      const again = () =>
        withConnection(restored.url, { name: "tests" }, (connection) => eraseAgain(connection, [folder]));
      expect(await again()).toEqual({ rows: 2, brokenLines: 0 });
      expect(await restored.sql`select from parkings`).toEqual([]);
      expect(await restored.sql`select from fines where plate = 'RADERAD'`).toHaveLength(1);

      const asked = () => sql<{ after: Json }[]>`
        select after from audit_trail where subject = 'person_erasures' and after ->> 'plate' = 'ÅTER 1'`;
      expect(await asked()).toHaveLength(1);
      await force((all) => all`update audit_trail set created_at = ${daysAgo(800)} where after ->> 'plate' = 'ÅTER 1'`);
      await erase(false);
      expect(await asked()).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
      await restored.drop();
    }
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("an upgrade erases nothing in its first 30 days, counts meanwhile, and lifts periods that are too short", async () => {
    const old = await createTestDatabase({ from: "bare" });
    try {
      const options = { url: old.url, profile: "specified", seed: "none", log } as const;
      const before = readEarlierMigrations().filter(({ version }) => version < "20261128200000");
      await prepareDatabase({ ...options, migrations: before });
      await insertRow(old.sql, "main_page_sites", { path: SITE });
      await old.sql`update site_settings set keep_checks_days = 1, keep_parkings_days = 1, keep_cases_months = 1`;
      const at = daysAgo(800);
      await insertRow(old.sql, "parkings", { project_id: SITE, start_time: at, end_time: at, created_at: at });
      await insertRow(old.sql, "plate_checks", { project_id: SITE, checked_at: at });
      const moments = { created_at: at, issued_at: at, observed_from: at };
      await insertRow(old.sql, "fines", { project_id: SITE, plate: "GAMMAL 1", status: "withdrawn", ...moments });
      await prepareDatabase(options);

      const [site] = await old.sql`select keep_checks_days, keep_parkings_days, keep_cases_months from site_settings`;
      expect(site).toEqual({ keep_checks_days: 7, keep_parkings_days: 30, keep_cases_months: 6 });
      const left = async () => {
        const [rows] = await old.sql`
        select (select count(*)::int from parkings) as parkings, (select count(*)::int from plate_checks) as checks,
          (select count(*)::int from fines where plate = 'GAMMAL 1') as fines`;
        return { ...rows };
      };
      const lines: string[] = [];
      const night = { databaseUrl: old.url, log: pino({}, { write: (line: string) => void lines.push(line) }) };
      expect(await eraseTonight(night)).toBeNull();
      expect(await eraseTonight(night, { isDue: false })).toBeNull();
      expect(await left()).toEqual({ parkings: 1, checks: 1, fines: 1 });
      expect(lines.join("")).toContain('"found":{"cases":1,"checks":1');
      const [told] = await old.sql<{ days: number; of_server: object }[]>`
      select extract(epoch from erases_from - now()) / 86400 as days, erase_expired(${SITE}, false) as of_server from private.settings`;
      expect(Math.round(Number(told?.days))).toBe(30);
      expect([told?.of_server, await left()]).toEqual([{ outcome: "erased" }, { parkings: 1, checks: 1, fines: 1 }]);

      await old.sql`update private.settings set erases_from = now()`;
      expect(await eraseTonight(night, { isDue: false })).toMatchObject({ parkings: 1, checks: 1, cases: 1 });
      expect(await left()).toEqual({ parkings: 0, checks: 0, fines: 0 });
    } finally {
      await old.drop();
    }
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("after a period was made shorter nothing is erased at the site for 14 days, which the admin is told", async () => {
    const id = await insertRow(server.sql, "plate_checks", { project_id: SITE, checked_at: daysAgo(20) });
    const left = () => server.sql`select from plate_checks where id = ${id}`;
    const keep = (days: number) =>
      admin.client.from("site_settings").update({ keep_checks_days: days }).eq("project_id", SITE);
    expect((await keep(6)).error?.code).toBe("23514");
    expect((await keep(7)).error).toBeNull();
    expect((await preview()).data).toMatchObject({ erases_from: expect.any(String) as string });
    await erase(false);
    expect(await left()).toHaveLength(1);
    // Nobody writes when that was.
    const { error } = await admin.client.from("site_settings").update({ keep_changed_at: null }).eq("project_id", SITE);
    expect(error?.code).toBe("42501");
    await server.sql`update site_settings set keep_changed_at = now() - interval '14 days' where project_id = ${SITE}`;
    await erase(false);
    expect(await left()).toEqual([]);
    expect((await keep(30)).error).toBeNull();
    expect((await preview()).data).toMatchObject({ erases_from: null });
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("a row that cannot be erased keeps no other place's, and rows of a place that is gone go too", async () => {
    const { sql } = server;
    const ids = [];
    for (const project_id of [SITE, OTHER_SITE, "borttagen-plats"])
      ids.push(await insertRow(sql, "plate_checks", { project_id, checked_at: daysAgo(800) }));
    await sql.unsafe(
      `create function refuse_check() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    );
    await sql.unsafe(`create trigger refuse_check before delete on plate_checks for each row
    when (old.project_id = '${SITE}') execute function refuse_check()`);
    try {
      await erase(false);
    } finally {
      await sql`drop function refuse_check() cascade`;
    }
    expect([...(await sql`select id from plate_checks where id = any (${ids})`)]).toEqual([{ id: ids[0] }]);
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("a site erases its own rows, not those of another that had its code before", async () => {
    const { sql } = server;
    const created_at = daysAgo(800);
    const removed = await insertRow(sql, "parking_deletion_logs", {
      project_id: SITE,
      ref_number: "X",
      deleted_at: created_at,
    });
    const page_url = `/${SITE}/attendant-dashboard`;
    const searched = await insertRow(sql, "web_activity_logs", {
      page_url,
      additional_data: sql.json({ term: "X" }),
      created_at,
    });
    const paid = await insertRow(sql, "payments", { project_id: SITE, fine_id: null, payer_text: "X", created_at });
    const site = await siteId();
    await sql`update site_settings set keep_parkings_days = 3650, keep_cases_months = 240 where project_id = ${OTHER_SITE}`;
    await force(async (all) => {
      await all`update parking_deletion_logs set site_id = ${site} where id = ${removed}`;
      await all`update web_activity_logs set site_id = ${site} where id = ${searched}`;
      await all`update payments set site_id = ${site} where id = ${paid}`;
    });
    const own = await insertRow(sql, "parking_deletion_logs", {
      project_id: SITE,
      ref_number: "Y",
      deleted_at: created_at,
    });
    await erase(false);
    expect(await sql`select from parking_deletion_logs where id = ${own} and ref_number is null`).toHaveLength(1);
    expect(await sql`select from parking_deletion_logs where id = ${removed} and ref_number = 'X'`).toHaveLength(1);
    expect(
      await sql`select from web_activity_logs where id = ${searched} and additional_data is not null`,
    ).toHaveLength(1);
    expect(await sql`select from payments where id = ${paid} and payer_text = 'X'`).toHaveLength(1);
  });

  // Spec 4 §4: erase_expired(project, dry_run): nightly
  // Spec 4 §3: They name objections,
  test("a person who asked for an extract is erased with time alone, at the site where they asked", async () => {
    const { sql } = server;
    await erase(false);
    const [own] = await sql<{ id: string }[]>`select id from main_page_sites where path = ${SITE}`;
    const ids: string[] = [];
    await force(async (all) => {
      for (const site_id of [own?.id ?? "", await siteId()]) {
        const [row] = await all<{ id: string }[]>`
        insert into audit_trail (action, actor_kind, subject, request_id, project_id, row_id, site_id, created_at, after)
        values ('export', 'admin', 'person_extracts', '1', ${SITE}, 'extract', ${site_id}, ${daysAgo(800)},
          ${all.json({ plate: "X", asked_by: "X", verified: "X" })}) returning id`;
        ids.push(row?.id ?? "");
      }
    });
    await erase(false);
    const rows = await sql<{ id: string; after: object }[]>`select id, after from audit_trail where id = any (${ids})`;
    const after = Object.fromEntries(rows.map((row) => [row.id, row.after]));
    expect(ids.map((id) => after[id])).toEqual([{}, { plate: "X", asked_by: "X", verified: "X" }]);
  });

  // Spec rules §6: An erasure is
  test("erased rows are listed beside the database as hashes, once, and an older database loses the same rows again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "parkering-erased-"));
    const restored = await createTestDatabase({ from: "bare" });
    const list = () => readLists(folder);
    const keep = () => keepList(server.databaseUrl, folder);
    try {
      await prepareDatabase({ url: restored.url, profile: "hardened", seed: "none", log });
      await insertRow(restored.sql, "main_page_sites", { path: SITE });
      const at = daysAgo(800);
      const [row, id] = [{ project_id: SITE, start_time: at, end_time: at, created_at: at }, randomUUID()];
      const moments = { created_at: at, issued_at: at, observed_from: at, status: "paid", paid_ore: 70_000 };
      const fine = { id, project_id: SITE, plate: "TILLBAKA 1", case_number: "99887766", ...moments };
      const check = { id: randomUUID(), project_id: SITE, plate: "TILLBAKA 2", checked_at: at };
      for (const { sql } of [server, restored]) {
        await insertRow(sql, "parkings", { ...row, id });
        await insertRow(sql, "fines", fine);
        await insertRow(sql, "plate_checks", check);
      }
      const young = await insertRow(restored.sql, "plate_checks", { project_id: SITE, plate: "KVAR 9" });
      await erase(false);
      await keep();
      const first = list();
      expect(first.join("")).not.toContain(id);
      await keep();
      expect(list()).toEqual(first);
      // Killed as it wrote: half a line goes, the rest is written again.
      const [name = ""] = readdirSync(folder).toSorted().toReversed();
      const text = readFileSync(join(folder, name), "utf8");
      writeFileSync(join(folder, name), text.slice(0, -100));
      await keep();
      expect(list()).toEqual(first);

      const again = (...others: string[]) =>
        withConnection(restored.url, { name: "tests" }, (connection) => eraseAgain(connection, [folder, ...others]));
      // Half a line of a server that was never started again stops no restore.
      appendFileSync(join(folder, name), "2026-11");
      expect(await again()).toEqual({ rows: 3, brokenLines: 1 });
      expect(await again()).toEqual({ rows: 0, brokenLines: 1 });
      const [left] = await restored.sql`
      select (select count(*)::int from parkings) as parkings, (select array_agg(id) from plate_checks) as checks,
        (select plate from fines) as plate, (select count(*)::int from audit_trail where subject = 'erasures') as told`;
      expect(left).toEqual({ parkings: 0, checks: [young], plate: "RADERAD", told: 1 });
      // Another list with an older line, which the folder's own has from then on; a line that is none keeps no other one's row.
      const other = join(folder, "other");
      const hash = "a".repeat(64);
      mkdirSync(other);
      writeFileSync(join(other, "2026-01.txt"), `nonsense\n2026-01-01T00:00:00.000000Z checks ${hash}\n`);
      writeFileSync(join(folder, name), text);
      expect(await again(other)).toEqual({ rows: 0, brokenLines: 1 });
      rmSync(other, { recursive: true });
      for (let time = 0; time < 2; time += 1) {
        await keepList(restored.url, folder);
        expect(list().join("").split(hash)).toHaveLength(2);
      }
      // Entries of erasures are forgotten once they are older than any backup that may be restored.
      writeFileSync(join(folder, "2020-01.txt"), "");
      await keep();
      expect(readdirSync(folder)).not.toContain("2020-01.txt");
    } finally {
      rmSync(folder, { recursive: true });
      await restored.drop();
    }
  });

  // Spec rules §6: An erasure is
  test("the list has each row once where servers share its folder, and goes on where the clock went back", async () => {
    const { sql } = server;
    const folder = mkdtempSync(join(tmpdir(), "parkering-erased-"));
    const keep = () => keepList(server.databaseUrl, folder);
    const lines = () => readLists(folder).join("").trimEnd().split("\n");
    try {
      await sql`
      insert into private.erased_rows (kind, id_hash, erased_at)
      select 'tests', sha256(convert_to(i::text, 'UTF8')), now() + interval '1 hour' from generate_series(1, 20000) i`;
      await Promise.all([keep(), keep(), keep()]);
      const rows = await sql<{ line: string }[]>`
      select to_char(erased_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || kind || ' ' || encode(id_hash, 'hex') as line
      from private.erased_rows`;
      const whole = lines();
      expect(whole).toHaveLength(rows.length);
      expect(whole.toSorted()).toEqual(rows.map(({ line }) => line).toSorted());

      const id = await insertRow(sql, "plate_checks", { project_id: SITE, checked_at: daysAgo(800) });
      await erase(false);
      await keep();
      const added = lines().slice(whole.length);
      expect(added.join("\n")).toContain(` checks ${createHash("sha256").update(id).digest("hex")}`);
    } finally {
      rmSync(folder, { recursive: true });
      await sql`delete from private.erased_rows where kind = 'tests'`;
    }
  });
});
