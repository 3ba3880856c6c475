// Holes that a reader of the functions found in hardened: ways past who may, when, and on what evidence. Each is closed.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, fineOf, makeActor, OTHER_SITE, said, SITE, warned } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const reviewOf = (fine: Record<string, unknown>) => [fine["needs_review"], fine["review_reasons"]];
const newPlate = () => `T${randomUUID().slice(0, 7).toUpperCase()}`;

let server: TestServer;
let attendant: Actor;
let colleague: Actor;
let admin: Actor;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
  colleague = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt02" });
  admin = await makeActor(server, "hardened", { kind: "admin", userId: "admin01" });
});
afterAll(() => server.stop());

// Spec rules §4: Every hole that
test("a fine's own key, which a check tells, opens it to nobody but its issuer", async () => {
  const fine = fineOf(await attendant.issue({ discord_username: "saga_07" }));
  const asCorrection = await colleague.correct(fine, {}, fine.id);
  expect([said(asCorrection), asCorrection["fine"]]).toEqual(["PK004 made_at", undefined]);
  expect(said(await colleague.record(fine, "issued", { event_id: fine.id }))).toBe("PK010 event_id");
});

test("a site's id is no code of it: its rules and its parkings are not left behind", async () => {
  const [site] = await server.sql<{ id: string }[]>`select id from main_page_sites where path = ${SITE}`;
  const project = site?.id ?? "";
  expect(said(await attendant.issue({ project_id: project }))).toBe("42501 null");
  expect(said(await attendant.call("check_plate", { project, plate: "ABC123", check_id: project }))).toBe("42501 null");
});

test("a clock that somebody chose does not lengthen the ten minutes", async () => {
  const plate = newPlate();
  const issued = "2035-01-01T12:00:00Z";
  const fine = fineOf(await attendant.issue({ plate, issued_at: issued }));
  await server.sql`update fines set received_at = now() - interval '11 minutes' where id = ${fine.id}`;
  const late = await attendant.record(fine, "withdrawn", { data: { ground: "felskrivet", made_at: issued } });
  expect(late.refused?.code).toBe("PK005");
  expect(said(await attendant.correct(fine, { amount: 1, made_at: issued }))).toBe("PK004 made_at");
});

test("nor does one in the past hide a fine of today from the next", async () => {
  const plate = newPlate();
  await attendant.issue({ plate, issued_at: "2020-01-01T12:00:00Z" });
  expect((await attendant.issue({ plate }))["warnings"]).toMatchObject([
    { code: "fined-within-6-hours" },
    { code: "fined-today" },
  ]);
});

test("nor does one in the future, after the car's parking, or a check that only the phone knew of, hide a fine from the office", async () => {
  const plate = newPlate();
  const parking = { project_id: SITE, ref_number: plate, start_time: inMinutes(-60), end_time: inMinutes(60) };
  await insertRow(server.sql, "parkings", parking);
  const later = inMinutes(24 * 60);
  expect(reviewOf(fineOf(await attendant.issue({ plate, was_offline: true, issued_at: later })))).toMatchObject([
    true,
    [{ code: "clock-differs" }],
  ]);

  await server.sql`update site_settings set observation_minutes = 10 where project_id = ${SITE}`;
  const observed = newPlate();
  const check = { id: randomUUID(), project_id: SITE, plate: observed, outcome: "none", checked_at: inMinutes(-30) };
  expect(said(await attendant.call("record_offline_check", { given: check }))).toBe("recorded");
  const fine = fineOf(await attendant.issue({ plate: observed, was_offline: true }));
  await server.sql`update site_settings set observation_minutes = 0 where project_id = ${SITE}`;
  expect(reviewOf(fine)).toEqual([true, [{ code: "hardly-offline" }]]);
});

// Spec rules §4: Every hole that
test("the parking as it stood is what the database saw, and stays over a correction", async () => {
  const forged = { id: null, end_time: "2026-01-01T00:00:00Z" };
  const without = fineOf(await attendant.issue({ parking_snapshot: forged }));
  expect(without["parking_snapshot"]).toBeNull();

  const plate = newPlate();
  await insertRow(server.sql, "parkings", { project_id: SITE, ref_number: plate });
  const [row] = await server.sql<
    { id: string; end_time: Date }[]
  >`select id, end_time from parkings where ref_number = ${plate}`;
  const accepted = [{ code: "valid-parking", reason: "Fel plats" }];
  const fine = fineOf(await attendant.issue({ plate, parking_id: row?.id }, accepted));
  await server.sql`update parkings set end_time = end_time + interval '5 hours' where id = ${row?.id ?? ""}`;
  const corrected = fineOf(await attendant.correct(fine, { notes: "Rättad", accepted }));
  expect(corrected["parking_snapshot"]).toEqual(fine["parking_snapshot"]);
});

test("`Övrigt` leaves the code of the violation that it replaces", async () => {
  const [violation] = await server.sql<{ id: string; code: string }[]>`
    select id, code from violations where project_id = ${SITE} order by sort_order limit 1`;
  const fine = fineOf(await attendant.issue({ violation_id: violation?.id, violation_text: undefined }));
  expect(fine["violation_code"]).toBe(violation?.code);
  const corrected = fineOf(await attendant.correct(fine, { violation_id: null, violation_text: "På gräset" }));
  expect([corrected["violation_code"], corrected["violation_text"]]).toEqual(["", "På gräset"]);
});

test("nobody decides an objection to a fine that they sent under another's name", async () => {
  const fine = fineOf(
    await admin.issue({ was_offline: true, issued_by: "nagon", issued_at: new Date(Date.now() - 3_600_000) }),
  );
  expect(said(await admin.record(fine, "objected", { note: "Jag hade betalat" }))).toBe("recorded");
  const decided = await admin.record(fine, "objection_accepted", { note: "Godkänns" });
  expect(decided.refused).toBeDefined();
});

test("a number and a key that another site's person has are nobody's at one's own, and keep that person's fine from nothing", async () => {
  await insertRow(server.sql, "main_page_sites", { path: OTHER_SITE });
  const theirs = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt03" });
  const hereAlike = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt03", project: OTHER_SITE });
  const hereAdmin = await makeActor(server, "hardened", { kind: "admin", userId: "admin02", project: OTHER_SITE });
  const request_id = randomUUID();
  const [number] = (await theirs.call("reserve_case_numbers", { project: SITE, request_id, count: 2 }))[
    "numbers"
  ] as string[];
  const asked = await hereAlike.call("reserve_case_numbers", { project: OTHER_SITE, request_id, count: 2 });
  expect(asked["numbers"]).not.toContain(number);
  // Somebody who is removed meanwhile has an account no more, and an admin may send what they left.
  await server.sql`delete from staff_accounts where user_id = 'vakt03' and project_id = ${OTHER_SITE}`;
  const public_key = randomUUID().replaceAll("-", "").slice(0, 22);
  const offline = { was_offline: true, public_key, case_number: number, issued_by: "vakt03" };
  const taken = fineOf(await hereAdmin.issue(offline));
  expect(taken["case_number"]).not.toBe(number);
  expect(taken["review_reasons"]).toContainEqual(expect.objectContaining({ code: "PK003" }));

  const own = fineOf(await theirs.issue({ was_offline: true, public_key, case_number: number }));
  expect(own["case_number"]).toBe(number);
  expect(own["public_key"]).not.toBe(public_key);
  expect(own["review_reasons"]).toContainEqual({ code: "key-taken" });
});

const sendCheck = async (given: Record<string, unknown>) => {
  const id = randomUUID();
  const plate = newPlate();
  const answer = await admin.call("record_offline_check", {
    given: { id, project_id: SITE, plate, outcome: "none", checked_at: "9999-12-31T00:00:00Z", ...given },
  });
  expect(said(answer)).toBe("recorded");
  const [row] = await server.sql<{ checked_by: string; isOver: boolean }[]>`
    select checked_by, checked_at <= now() as "isOver" from plate_checks where id = ${id}`;
  return row;
};

test("a check that a phone sends is of nobody whom the site never had, and of no later time", async () => {
  expect(await sendCheck({ checked_by: "Aldrig Anställd" })).toEqual({ checked_by: "admin01", isOver: true });
  expect(await sendCheck({ checked_by: "vakt01" })).toEqual({ checked_by: "vakt01", isOver: true });
});

test("what a phone keeps is of its site, and not of years ahead", async () => {
  const [near, far, foreign] = [newPlate(), newPlate(), newPlate()];
  const now = { start_time: new Date(), end_time: new Date(Date.now() + 3_600_000) };
  await insertRow(server.sql, "parkings", { project_id: SITE, ref_number: near, ...now });
  await insertRow(server.sql, "parkings", {
    project_id: SITE,
    ref_number: far,
    start_time: "2900-01-01T00:00:00Z",
    end_time: "2900-01-02T00:00:00Z",
  });
  await insertRow(server.sql, "parkings", { project_id: OTHER_SITE, ref_number: foreign, ...now });
  const kept = JSON.stringify(await attendant.call("offline_data", { project: SITE }));
  expect([near, far, foreign].filter((plate) => kept.includes(plate))).toEqual([near]);
});

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test("what a phone says of the past is no observation of a fine that is issued online, and one that lies on a car keeps it", async () => {
  await server.sql`update site_settings set observation_minutes = 1 where project_id = ${SITE}`;
  try {
    // Short times: an observation is of one day, and the tests run after midnight too.
    const plate = newPlate();
    const given = { id: randomUUID(), project_id: SITE, plate, outcome: "none", checked_at: minutesAgo(3) };
    expect(said(await attendant.call("record_offline_check", { given }))).toBe("recorded");
    expect((await attendant.issue({ plate }))["warnings"]).toEqual([{ code: "observed-too-short", minutes: 1 }]);
    // Earlier needs a reason, as without any check.
    expect(said(await attendant.issue({ plate, observed_from: minutesAgo(3) }))).toBe("PK008 observed_reason");
    const offline = fineOf(await attendant.issue({ plate, was_offline: true }));
    expect(Date.parse(String(offline["observed_from"]))).toBe(Date.parse(given.checked_at));
    expect(offline["review_reasons"]).not.toContainEqual(expect.objectContaining({ code: "observed-too-short" }));

    // Once it has lain there as long as is asked, it counts from when it arrived.
    const other = newPlate();
    const earlier = { ...given, id: randomUUID(), plate: other };
    expect(said(await attendant.call("record_offline_check", { given: earlier }))).toBe("recorded");
    await server.sql`update plate_checks set created_at = created_at - interval '2 minutes' where id = ${earlier.id}`;
    const issued = fineOf(await attendant.issue({ plate: other }));
    expect(Date.now() - Date.parse(String(issued["observed_from"]))).toBeLessThan(2.9 * 60_000);
  } finally {
    await server.sql`update site_settings set observation_minutes = 0 where project_id = ${SITE}`;
  }
});

test("a parking that kept its code when its site got another counts at its site, and says nothing at the one that has the code now", async () => {
  const [code, plate] = ["gamla-hamnen", newPlate()];
  const similar = `${plate.slice(0, -1)}Ö`;
  await insertRow(server.sql, "main_page_sites", { path: code });
  // Older than a check, so that it cannot follow its site.
  await server.sql`alter table parkings drop constraint parkings_street_length`;
  const parking = await insertRow(server.sql, "parkings", {
    project_id: code,
    ref_number: plate,
    street: " ",
    start_time: minutesAgo(5),
    end_time: minutesAgo(-60),
  });
  await server.sql`alter table parkings add constraint parkings_street_length check (street ~ '\\S' and length(street) <= 200) not valid`;
  await server.sql`update main_page_sites set path = 'omdopt-hamn' where path = ${code}`;
  await insertRow(server.sql, "main_page_sites", { path: code });
  expect(await server.sql`select project_id from parkings where id = ${parking}`).toEqual([{ project_id: code }]);
  const owner = await makeActor(server, "hardened", { kind: "admin", userId: "admin04", project: "omdopt-hamn" });
  expect(await owner.check(plate)).toMatchObject({
    outcome: "valid",
    parking: { id: parking },
    parkings: [{ id: parking }],
  });
  expect((await owner.check(similar))["similar"]).toMatchObject([{ parking_id: parking }]);
  expect(JSON.stringify(await owner.call("offline_data", { project: "omdopt-hamn" }))).toContain(parking);
  expect(warned(await owner.issue({ plate, parking_id: parking }))).toContain("valid-parking");
  const despite = await owner.issue({ plate, parking_id: parking }, [{ code: "valid-parking", reason: "Fel plats" }]);
  expect(fineOf(despite)["parking_snapshot"]).toMatchObject({ id: parking });

  const newcomer = await makeActor(server, "hardened", { kind: "admin", userId: "admin03", project: code });
  expect(await newcomer.check(plate)).toMatchObject({ outcome: "none", parking: null, parkings: [], similar: [] });
  expect((await newcomer.check(similar))["similar"]).toEqual([]);
  const fine = fineOf(await newcomer.issue({ plate, parking_id: parking }));
  expect(fine["parking_snapshot"]).toBeNull();
});

test("a site's id is no code of it in a row either", async () => {
  const [site] = await server.sql<{ id: string }[]>`select id from main_page_sites where path = ${SITE}`;
  const { error } = await admin.client
    .from("permits")
    .insert({ project_id: site?.id, plate: newPlate(), created_by: "admin01" });
  expect(error?.code).toBe("42501");
  expect(await server.sql`select from permits where project_id = ${site?.id ?? ""}`).toEqual([]);
});

const minutesTo = (moment: string | null) =>
  moment === null ? null : Math.round((Date.parse(moment) - Date.now()) / 60_000);

test("visitors who register without end cut what a phone keeps, and the phone is told from when it does not know", async () => {
  const path = "fulla-hamnen";
  await insertRow(server.sql, "main_page_sites", { path });
  const own = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt04", project: path });
  const [first, last, over] = [newPlate(), newPlate(), newPlate()];
  const parking = (ref_number: string, from: number, until: number) =>
    insertRow(server.sql, "parkings", {
      project_id: path,
      ref_number,
      start_time: minutesAgo(-from),
      end_time: minutesAgo(-until),
    });
  await parking(last, 20, 60);
  await parking(newPlate(), 10, 2400);
  await parking(first, -1, 60);
  await parking(over, -180, -120);
  const tell = async () => {
    const told = await own.call("offline_data", { project: path });
    const plates = (told["parkings"] as string[][]).map(([, plate]) => plate);
    return {
      plates,
      cuts: [minutesTo(told["cut_at"] as string | null), minutesTo(told["ended_cut_at"] as string | null)],
    };
  };
  const whole = await tell();
  expect([whole.plates.length, ...whole.cuts]).toEqual([4, null, null]);
  expect(await server.sql`select private.most_offline_parkings() as most`).toEqual([{ most: 40_000 }]);

  // Two stand for forty thousand, which take half a minute to register.
  const setMost = (most: number) =>
    server.sql.unsafe(
      `create or replace function private.most_offline_parkings() returns int language sql immutable as 'select ${most}'`,
    );
  try {
    await setMost(2);
    const cut = await tell();
    expect(["first", "last", "over"].filter((_name, at) => cut.plates.includes([first, last, over][at]))).toEqual([
      "first",
    ]);
    expect(cut.cuts).toEqual([20, -120]);
  } finally {
    await setMost(40_000);
  }
});

test("a site's page in another spelling is its page, where people of another site note nothing", async () => {
  await insertRow(server.sql, "main_page_sites", { path: "andra-kajen" });
  const elsewhere = await makeActor(server, "hardened", { kind: "admin", userId: "admin09", project: "andra-kajen" });
  const page = `/${SITE.toUpperCase()}/cases`;
  const note = ({ client, id }: Actor) =>
    client.from("web_activity_logs").insert({ user_id: id, user_type: "admin", action: "Visit", page_url: page });
  expect((await note(elsewhere)).error?.code).toBe("42501");
  expect((await note(admin)).error).toBeNull();
  const rows =
    await server.sql`select page_project from web_activity_logs where user_id = ${admin.id} and action = 'Visit'`;
  expect(rows).toEqual([{ page_project: SITE }]);
});
