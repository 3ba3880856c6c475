// What a reader of the functions found in hardened: ways past who may, when, and on what evidence. Each is closed.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, fineOf, makeActor, said, SITE } from "#tests/support/cases.ts";
import { insertRow } from "#tests/support/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

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
