// The screens' own data layer for cases, against the real server: an attendant issues with a photo, an admin follows the case.
// Runs in `specified` alone: it calls web/data as a screen, whose one client a file cannot change; events, money and issue ask the
// functions in both.
import { createHash, randomUUID } from "node:crypto";
import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { VISITOR } from "#data/acting.ts";
import { listEvents } from "#data/fine_events/queries.ts";
import { uploadCasePhoto } from "#data/fine_photos/mutations.ts";
import { casePhotoPath } from "#data/fine_photos/photo-path.ts";
import { listPhotos } from "#data/fine_photos/queries.ts";
import { lookUpCase } from "#data/fines/find-case.ts";
import { driverCaseQuery } from "#data/fines/look-up.ts";
import { correctFine, issueFine, recordCaseEvent, reserveCaseNumbers } from "#data/fines/mutations.ts";
import {
  CASE_LISTS,
  type CaseFilter,
  type CaseList,
  type CaseScope,
  type CaseSort,
  isInList,
  NO_FILTER,
} from "#data/fines/lists.ts";
import { fetchFine, fineQueries } from "#data/fines/queries.ts";
import { CASE_STATUSES } from "#contract/cases.ts";
import { rowsOf } from "#data/keyset-pages.ts";
import { SETTING_LENGTHS, SETTING_RANGES } from "#contract/site-settings.ts";
import { countCases, type ExportedCase, pagesOfCases } from "#data/fines/export.ts";
import { assignObjection, takeNextObjection } from "#data/objections/mutations.ts";
import { objectionQueries } from "#data/objections/queue.ts";
import { addPermits, platesWithPermit } from "#data/permits/import.ts";
import { addPermit } from "#data/permits/mutations.ts";
import { permitQueries } from "#data/permits/queries.ts";
import { checkPlate } from "#data/plate_checks/mutations.ts";
import { addReplyTemplate, changeReplyTemplate } from "#data/reply_templates/mutations.ts";
import { replyTemplateQueries } from "#data/reply_templates/queries.ts";
import { saveSettings } from "#data/site_settings/mutations.ts";
import { findSettings, siteSettingsQueries } from "#data/site_settings/queries.ts";
import { addViolation, changeViolation, orderViolations } from "#data/violations/mutations.ts";
import { askedBy } from "#data/use-query.ts";
import { violationQueries } from "#data/violations/queries.ts";
import { sendQueueFile } from "#products/parking/office/cases/list/send-queue-file.ts";
import { QUEUE_FORMAT, type QueuedEntry } from "#products/parking/kernel/queue/queue-file.ts";
import { ACTING_ADMIN, actingAttendant } from "#tests/support/people/acting.ts";
import { SITE } from "#tests/support/rows/cases.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const ATTENDANT = actingAttendant("vakt01");

let server: TestServer;
let cache: QueryClient;
const { signal } = new AbortController();
beforeAll(async () => {
  server = await startTestServer();
  // A page's surroundings: where it came from, and addresses without a host.
  vi.stubGlobal("window", { location: { origin: server.url } });
  vi.stubGlobal("WebSocket", WebSocket);
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input === "/config.json" ? `${server.url}/config.json` : input, init),
  );
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  await insertRow(server.sql, "admin_accounts", { user_id: "admin01", project_id: SITE });
});
afterAll(async () => {
  await (await VISITOR.client()).removeAllChannels();
  vi.unstubAllGlobals();
  await server.stop();
});

async function exported(scope: CaseScope): Promise<ExportedCase[]> {
  const rows: ExportedCase[] = [];
  for await (const page of pagesOfCases(ACTING_ADMIN, scope, signal)) rows.push(...page);
  return rows;
}

/** Issues a fine with a photo that has not arrived: its amount is asked about first, and is the violation's then. */
async function issueAsAsked(violation_id: string) {
  const request = { project: SITE, requestId: randomUUID(), count: 3 };
  const [case_number = ""] = await reserveCaseNumbers(ATTENDANT, request);
  const id = randomUUID();
  const photo = {
    id: randomUUID(),
    path: casePhotoPath(id, "1", "png"),
    sha256: createHash("sha256").update(PNG).digest("hex"),
    taken_at: new Date().toISOString(),
    category: "car" as const,
  };
  const fine = {
    id,
    project_id: SITE,
    case_number,
    plate: "TAO 98N",
    street: "Kajen 1",
    issued_at: new Date().toISOString(),
    violation_id,
    photos: [photo],
  };
  const asked = await issueFine(ATTENDANT, { fine: { ...fine, amount: 1400 }, accepted: [] });
  expect(asked).toMatchObject({ outcome: "warnings", warnings: [{ code: "above-legal-maximum" }] });
  const stored = await issueFine(ATTENDANT, { fine, accepted: [] });
  expect(stored).toMatchObject({
    outcome: "stored",
    fine: { id, case_number, amount: 700, photos: [{ id: photo.id }] },
  });
  return { id, case_number, photo };
}

test("a check, a fine with its photo, and what becomes of it", async () => {
  const [settings, violations] = await Promise.all([
    cache.fetchQuery(askedBy(ACTING_ADMIN, siteSettingsQueries.of(SITE))),
    cache.fetchQuery(askedBy(ACTING_ADMIN, violationQueries.list(SITE))),
  ]);
  expect(settings).toMatchObject({ due_days: 14, payment_methods: [{ kind: "bankgiro", value: "5555-5555" }] });
  expect(violations).toHaveLength(4);

  const check = { id: randomUUID(), project: SITE, plate: "tao 98n" };
  expect(await checkPlate(ATTENDANT, check)).toMatchObject({ outcome: "none", fines: [], similar: [] });

  const { id, case_number, photo } = await issueAsAsked(violations[1]?.id ?? "");
  expect(await listPhotos(ACTING_ADMIN, id, signal)).toMatchObject([{ id: photo.id, address: null }]);
  await uploadCasePhoto(ACTING_ADMIN, photo.path, new Blob([PNG], { type: "image/png" }));
  await uploadCasePhoto(ACTING_ADMIN, photo.path, new Blob([PNG], { type: "image/png" }));
  const [shown] = await listPhotos(ACTING_ADMIN, id, signal);
  expect((await fetch(shown?.address ?? "")).status).toBe(200);

  const correction = { fineId: id, eventId: randomUUID(), changes: { street: "Kajen 2" } };
  expect(await correctFine(ATTENDANT, correction)).toMatchObject({ outcome: "stored", fine: { street: "Kajen 2" } });
  expect(
    await cache.fetchQuery(askedBy(ACTING_ADMIN, fineQueries.own(SITE, "vakt01", "2026-01-01T00:00:00Z"))),
  ).toMatchObject([{ id }]);

  const listed = await cache.fetchInfiniteQuery(
    askedBy(ACTING_ADMIN, fineQueries.list({ project: SITE, list: "unpaid", search: "tao-98n", filter: NO_FILTER })),
  );
  expect(rowsOf(listed)).toMatchObject([{ id, amount: 700 }]);
  expect(await cache.fetchQuery(askedBy(ACTING_ADMIN, fineQueries.counts(SITE)))).toMatchObject({
    all: 1,
    unpaid: 1,
    review: 0,
  });
  const found = await cache.fetchQuery(askedBy(ACTING_ADMIN, fineQueries.byNumber(SITE, case_number)));
  expect(found).toMatchObject({ id, left_ore: 70_000, photos: [{ id: photo.id }] });
  const withdrawn = await recordCaseEvent(ACTING_ADMIN, {
    fineId: id,
    eventId: randomUUID(),
    kind: "withdrawn",
    expectedEvent: found?.last_event ?? null,
    data: { ground: "felskrivet" },
  });
  expect(withdrawn).toMatchObject({ status: "withdrawn", left_ore: 0 });
  const events = await listEvents(ACTING_ADMIN, id, signal);
  expect(events.map(({ kind, by_kind }) => `${kind} ${by_kind}`)).toEqual([
    "issued attendant",
    "corrected attendant",
    "withdrawn admin",
  ]);

  expect(await lookUpCase(ACTING_ADMIN, case_number, "tao98n")).toMatchObject({ status: "withdrawn" });
  expect(await lookUpCase(ACTING_ADMIN, case_number, "tao98m")).toBeNull();
  expect(await cache.fetchQuery(askedBy(ACTING_ADMIN, driverCaseQuery(found?.public_key ?? "", "")))).toMatchObject({
    case_number,
    reply: null,
  });
  await expect(checkPlate(ACTING_ADMIN, { ...check, plate: "-" })).rejects.toMatchObject({
    code: "PK008",
    message: "Ange ett registreringsnummer.",
  });
});

// Spec rules §4: A notice keeps
test("an opened fine has the VAT and the fee of its issue, whatever its site has since", async () => {
  const project_id = "villkor";
  await insertRow(server.sql, "main_page_sites", { path: project_id });
  const settle = (vat: number | null, fee: number) =>
    server.sql`update site_settings set vat_percent = ${vat}, reminder_fee = ${fee}, fee_is_agreed = true where project_id = ${project_id}`;
  await settle(25, 60);
  const fine = { id: randomUUID(), project_id, plate: "TAO 98N", violation_text: "Parkerat på gångbana", amount: 700 };
  const issued_at = new Date().toISOString();
  const accepted = [{ code: "few-photos" as const, reason: "Kameran är trasig" }];
  const stored = await issueFine(ATTENDANT, { fine: { ...fine, issued_at, street: "Kajen 1" }, accepted });
  expect(stored).toMatchObject({ outcome: "stored", fine: { vat_percent: 25, agreed_fee: 60 } });
  await settle(null, 45);
  expect(await fetchFine(ATTENDANT, fine.id, signal)).toMatchObject({ vat_percent: 25, agreed_fee: 60 });
});

const entry = (kind: QueuedEntry["kind"], payload: object, id: string = randomUUID()) =>
  ({ kind, id, at: 1, payload }) as QueuedEntry;

// Spec 4 §4: A removed attendant's
test("a queue's file brings all that an admin may send, once, and says of the rest that it was not sent", async () => {
  const now = new Date().toISOString();
  const [waiting, arrived] = [randomUUID(), randomUUID()];
  const fineOf = (id: string, plate: string) => ({
    id,
    project_id: SITE,
    plate,
    street: "Kajen 9",
    violation_text: "Parkerat längre än tillåten tid",
    issued_at: now,
    amount: 700,
  });
  await issueFine(ATTENDANT, { fine: fineOf(arrived, "GHJ 45K"), accepted: [] });
  const note = { fineId: waiting, eventId: randomUUID(), note: "Telefonens klocka gick 20 minuter fel" };
  const file = {
    format: QUEUE_FORMAT,
    project: SITE,
    userId: "vakt01",
    files: {},
    entries: [
      entry("fine", { fine: { ...fineOf(waiting, "GHJ 46K"), was_offline: true }, accepted: [] }, waiting),
      entry("note", note),
      entry("correction", { fineId: waiting, eventId: randomUUID(), changes: { amount: 500, made_at: now } }),
      entry("delivery", { fineId: arrived, eventId: randomUUID(), delivery: "fixed" }),
      entry("correction", { fineId: arrived, eventId: randomUUID(), changes: { amount: 500, made_at: now } }),
    ],
  } as const;
  for (let time = 0; time < 2; time += 1) {
    const { sent, problems } = await sendQueueFile(ACTING_ADMIN, { ...file, entries: [...file.entries] }, SITE);
    expect(sent).toBe(4);
    expect(problems).toEqual([
      expect.stringMatching(/^Ändring av bot: kan bara skickas av den som själv registrerade det$/),
    ]);
  }
  const rows =
    await server.sql`select plate, amount, delivery, issued_by from fines where id in (${waiting}, ${arrived}) order by plate`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { plate: "GHJ 45K", amount: 700, delivery: "fixed", issued_by: "vakt01" },
    { plate: "GHJ 46K", amount: 500, delivery: null, issued_by: "vakt01" },
  ]);
  const events = await listEvents(ACTING_ADMIN, waiting, signal);
  expect(events.map(({ kind, note: words }) => `${kind} ${words ?? ""}`)).toEqual(["issued ", `noted ${note.note}`]);
});

// Spec 4 §5: Bestridna is a
test("the next objection is taken: past one's own fines and what others have, and round to the first", async () => {
  const numbers: string[] = [];
  const { id: ownId } = ACTING_ADMIN;
  for (const [day, issuer] of ["vakt01", ownId, "vakt01", "vakt01"].entries()) {
    const fine = { id: randomUUID(), project_id: SITE, plate: `KÖ ${day}`, issued_at: new Date().toISOString() };
    const answer = await issueFine(actingAttendant(issuer), {
      fine: { ...fine, street: "Kajen 1", violation_text: "Parkerat", amount: 700 },
      accepted: [],
    });
    if (answer.outcome !== "stored") throw new Error(answer.outcome);
    numbers.push(answer.fine.case_number);
    const event = { fineId: fine.id, eventId: randomUUID(), kind: "objected" as const, note: "Nej." };
    await recordCaseEvent(ACTING_ADMIN, { ...event, data: { received_at: `2020-01-0${day + 1}T08:00:00Z` } });
  }
  const scope = { project: SITE, whose: "all" as const, ownId };
  const first = await takeNextObjection(ACTING_ADMIN, { ...scope, after: null });
  expect(first).toMatchObject({ objection: { case_number: numbers[0] }, ownFines: 0 });
  const [third] = await server.sql`
    update objections set assigned_to = 'admin02' where fine_id = (select id from fines where case_number = ${numbers[2] ?? ""}) returning id`;
  const next = await takeNextObjection(ACTING_ADMIN, { ...scope, after: first.objection });
  expect(next).toMatchObject({ objection: { case_number: numbers[3] }, ownFines: 1 });
  const kept = await server.sql`select assigned_to from objections where assigned_to is not null order by received_at`;
  expect(kept.map(({ assigned_to }) => assigned_to)).toEqual([ownId, "admin02", ownId]);
  const round = await takeNextObjection(ACTING_ADMIN, { ...scope, after: next.objection });
  expect(round.objection?.case_number).toBe(numbers[0]);
  await expect(
    assignObjection(ACTING_ADMIN, { id: String(third?.["id"]), take: true, seen: null }),
  ).rejects.toMatchObject({
    code: "PK006",
    message: "Bestridandet har tagits av admin02 sedan du öppnade det.",
  });
  const mine = await cache.fetchInfiniteQuery(
    askedBy(ACTING_ADMIN, objectionQueries.queue({ ...scope, whose: "mine" })),
  );
  expect(rowsOf(mine).map(({ id }) => id)).toEqual([first.objection?.id, next.objection?.id]);
  await server.sql`update objections set decision = 'withdrawn' where decision is null`;
  expect(await takeNextObjection(ACTING_ADMIN, { ...scope, after: null })).toEqual({ objection: null, ownFines: 0 });
});

// Spec 4 §5: Bestridna is a
test("replies of a site are added, changed as they were read, and taken out of use", async () => {
  const [first] = await cache.fetchQuery(askedBy(ACTING_ADMIN, replyTemplateQueries.list(SITE)));
  if (first === undefined) throw new Error("no template");
  const added = {
    id: randomUUID(),
    project_id: SITE,
    kind: "rejected" as const,
    title: "Egen",
    text: "Nej.",
    sort_order: 10,
  };
  await addReplyTemplate(ACTING_ADMIN, added);
  await changeReplyTemplate(ACTING_ADMIN, { seen: first, change: { is_active: false } });
  await expect(changeReplyTemplate(ACTING_ADMIN, { seen: first, change: { title: "Ny" } })).rejects.toMatchObject({
    code: "gone",
  });
  await cache.invalidateQueries({ queryKey: replyTemplateQueries.all });
  const templates = await cache.fetchQuery(askedBy(ACTING_ADMIN, replyTemplateQueries.list(SITE)));
  expect(templates.map(({ title, is_active }) => `${title} ${is_active}`)).toEqual([
    "Giltig rätt att stå false",
    "Otydlig skyltning true",
    "Ingen giltig rätt att stå true",
    "Fel registreringsnummer angivet true",
    "Stannade där det är förbjudet true",
    "Stod längre än tillåtet true",
    "Inget tillstånd för rörelsehindrade true",
    "Laddade inte true",
    "Boten står fast true",
    "Egen true",
  ]);
});

test("permits of a site, by plate", async () => {
  await insertRow(server.sql, "permits", { plate: "MLB 84A" });
  const permits = await cache.fetchInfiniteQuery(askedBy(ACTING_ADMIN, permitQueries.list(SITE, "mlb84a")));
  expect(permits.pages.flat()).toMatchObject([{ plate: "MLB 84A", holder: "Åsa Berg" }]);
});

test("a permit sent again is no error while it says the same, and is one when something was changed since", async () => {
  const texts = { plate: "WYZ 12C", holder: "Åsa Berg", note: "", attendant_note: "" };
  const times = { valid_from: "2026-11-24T23:00:00.000Z", valid_until: "2026-11-25T23:00:00.000Z" };
  const permit = { id: randomUUID(), project_id: SITE, created_by: "admin01", ...texts, ...times };
  await addPermit(ACTING_ADMIN, permit);
  await addPermit(ACTING_ADMIN, permit);
  for (const changed of [{ plate: "WYZ 12D" }, { valid_until: "2026-11-26T23:00:00.000Z" }, { valid_until: null }]) {
    await expect(addPermit(ACTING_ADMIN, { ...permit, ...changed })).rejects.toMatchObject({ code: "23505" });
  }
  expect((await server.sql`select plate from permits where id = ${permit.id}`).map(({ plate }) => plate)).toEqual([
    "WYZ 12C",
  ]);
});

describe("permits of a file", () => {
  const PLACE = "filens-plats";
  const permit = (plate: string, over: object = {}) => ({
    id: randomUUID(),
    project_id: PLACE,
    created_by: "admin01",
    plate,
    holder: "Åsa Berg",
    note: "",
    attendant_note: "",
    valid_from: "2026-11-24T23:00:00.000Z",
    valid_until: null,
    ...over,
  });
  const plates = async () =>
    (await server.sql`select plate from permits where project_id = ${PLACE} order by plate`).map(({ plate }) => plate);

  // Spec 4 §5: Tillstånd: list, search,
  test("are added all or none, and sent again after a lost answer they are there once", async () => {
    const broken = permit("FIL 003", { valid_until: "2020-01-01T00:00:00.000Z" });
    await expect(addPermits(ACTING_ADMIN, [permit("FIL 001"), broken])).rejects.toMatchObject({ code: "23514" });
    expect(await plates()).toEqual([]);
    const sent = [permit("FIL 001"), permit("FIL 002", { holder: "=1+1" })];
    expect(await addPermits(ACTING_ADMIN, sent)).toBe(2);
    expect(await addPermits(ACTING_ADMIN, sent)).toBe(2);
    expect(await plates()).toEqual(["FIL 001", "FIL 002"]);
    await expect(addPermits(ACTING_ADMIN, [])).rejects.toMatchObject({ code: "22023" });
  });

  test("a thousand are taken at once, and one more is refused", async () => {
    const many = Array.from({ length: 1001 }, (_, number) => permit(`M ${number}`, { holder: "Å".repeat(100) }));
    await expect(addPermits(ACTING_ADMIN, many)).rejects.toMatchObject({ code: "22023" });
    expect(await addPermits(ACTING_ADMIN, many.slice(1))).toBe(1000);
    await server.sql`delete from permits where project_id = ${PLACE} and plate like 'M %'`;
  });

  test("the site's permits in force, and those to come, are told of whatever the way of writing", async () => {
    const ended = await insertRow(server.sql, "permits", { project_id: PLACE, plate: "SLUT 1" });
    await server.sql`update permits set ended_at = now() where id = ${ended}`;
    await insertRow(server.sql, "permits", {
      project_id: PLACE,
      plate: "SLUT 2",
      valid_from: "2020-01-01T00:00:00Z",
      valid_until: "2021-01-01T00:00:00Z",
    });
    await insertRow(server.sql, "permits", { project_id: PLACE, plate: "KOM-1", valid_from: "2035-01-01T00:00:00Z" });
    await insertRow(server.sql, "permits", { project_id: SITE, plate: "ANN 1" });
    const asked = ["FIL001", "SLUT1", "SLUT2", "KOM1", "ANN1", ...Array.from({ length: 200 }, (_, n) => `X${n}`)];
    expect([...(await platesWithPermit(ACTING_ADMIN, PLACE, asked))].toSorted()).toEqual(["FIL001", "KOM1"]);
  });
});

describe("a site's settings and violations", () => {
  const PLACE = "reglernas-plats";
  const settings = async () => {
    const found = await findSettings(ACTING_ADMIN, PLACE);
    if (found === null) throw new Error("No settings");
    return found;
  };
  const violations = () => cache.fetchQuery(askedBy(ACTING_ADMIN, { ...violationQueries.list(PLACE), staleTime: 0 }));
  beforeAll(async () => void (await insertRow(server.sql, "main_page_sites", { path: PLACE })));

  // Spec 4 §5: Inställningar: all of
  test("are written over the version that was read alone, and only what was changed", async () => {
    const read = await settings();
    const save = (changes: object) => saveSettings(ACTING_ADMIN, { project: PLACE, readAt: read.updated_at, changes });
    const methods = [{ kind: "swish", value: "1231231231", text: "" }];
    expect(await save({ due_days: 30, payment_methods: methods })).toMatchObject({
      outcome: "saved",
      settings: { due_days: 30, payment_methods: methods, grace_minutes: 5 },
    });
    expect(await save({ due_days: 7 })).toMatchObject({ outcome: "changed", settings: { due_days: 30 } });
    expect(await settings()).toMatchObject({ due_days: 30 });
    await expect(
      saveSettings(ACTING_ADMIN, { project: "ingen-plats", readAt: read.updated_at, changes: { due_days: 7 } }),
    ).rejects.toMatchObject({ code: "gone" });
  });

  // Spec 4 §5: Inställningar: all of
  test.each(Object.entries(SETTING_RANGES))("the database holds the limits of %s too", async (name, [least, most]) => {
    const write = async (value: number) => {
      const { updated_at: readAt } = await settings();
      const changes = { fee_is_agreed: true, [name]: value };
      return saveSettings(ACTING_ADMIN, { project: PLACE, readAt, changes }).then(
        ({ outcome }) => outcome,
        ({ code }: { code: string }) => code,
      );
    };
    expect([await write(least), await write(most), await write(least - 1), await write(most + 1)]).toEqual([
      "saved",
      "saved",
      "23514",
      "23514",
    ]);
  });

  test.each([
    ["a number", [{ kind: "swish", value: 5 }]],
    ["an object", [{ kind: "bankgiro", value: { a: 1 } }]],
    ["a text that is none", [{ kind: "swish", value: "1", text: {} }]],
    ["another field", [{ kind: "swish", value: "1", more: "x" }]],
    ["no object", ["swish"]],
  ])("a way to pay with %s is refused by the database too", async (_what, methods) => {
    const { updated_at: readAt } = await settings();
    const changes = { payment_methods: methods as never };
    await expect(saveSettings(ACTING_ADMIN, { project: PLACE, readAt, changes })).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("the camera and the wording of a reminder are the admin's to set, and the wording has a longest length", async () => {
    const changes = { camera_on: true, reminder_text: "å".repeat(SETTING_LENGTHS.reminder_text) };
    const { updated_at: readAt } = await settings();
    const saved = await saveSettings(ACTING_ADMIN, { project: PLACE, readAt, changes });
    expect(saved).toMatchObject({ outcome: "saved", settings: changes });
    const longer = { reminder_text: `${changes.reminder_text}å` };
    const late = { project: PLACE, readAt: saved.settings.updated_at, changes: longer };
    await expect(saveSettings(ACTING_ADMIN, late)).rejects.toMatchObject({ code: "23514" });
  });

  test("a fee that is not agreed is refused by the database too", async () => {
    const { updated_at: readAt } = await settings();
    const changes = { fee_is_agreed: false, reminder_fee: 60 };
    await expect(saveSettings(ACTING_ADMIN, { project: PLACE, readAt, changes })).rejects.toMatchObject({
      code: "23514",
    });
  });

  // Spec 4 §5: Inställningar: all of
  // Spec 4 §3: violations: code, …
  test("violations are added once, changed if they are what was read, and put in order", async () => {
    const id = randomUUID();
    const draft = { code: "05", text: "Parkerat på gångbana", amount: 900, max_amount: null, needs_no_right: true };
    await addViolation(ACTING_ADMIN, { ...draft, id, project_id: PLACE, sort_order: 5 });
    await addViolation(ACTING_ADMIN, { ...draft, amount: 950, id, project_id: PLACE, sort_order: 5 });
    const before = await violations();
    expect(before.map(({ code, amount }) => `${code} ${amount}`)).toEqual([
      "01 700",
      "02 700",
      "03 700",
      "04 700",
      "05 950",
    ]);
    const read = before[4];
    if (read === undefined) throw new Error("No violation");

    const changed = await changeViolation(ACTING_ADMIN, { read, changes: { max_amount: 1000 } });
    expect(changed).toMatchObject({ outcome: "saved", violation: { amount: 950, max_amount: 1000 } });
    expect(await changeViolation(ACTING_ADMIN, { read, changes: { amount: 1 } })).toEqual({
      ...changed,
      outcome: "changed",
    });
    expect(
      await changeViolation(ACTING_ADMIN, { read: changed.violation, changes: { is_active: false } }),
    ).toMatchObject({
      outcome: "saved",
      violation: { is_active: false },
    });

    const ids = before.map((each) => each.id);
    await orderViolations(ACTING_ADMIN, { project: PLACE, ids: [id, ...ids.slice(0, 4).toReversed()] });
    expect((await violations()).map(({ code }) => code)).toEqual(["05", "04", "03", "02", "01"]);
    await expect(orderViolations(ACTING_ADMIN, { project: SITE, ids })).rejects.toMatchObject({ code: "gone" });
    expect((await violations()).map(({ code }) => code)).toEqual(["05", "04", "03", "02", "01"]);
  });
});

describe("the lists of a site", () => {
  const OF_LISTS = "listornas-plats";
  const listed = async (list: CaseList, filter: CaseFilter = NO_FILTER) =>
    rowsOf(
      await cache.fetchInfiniteQuery(
        askedBy(ACTING_ADMIN, fineQueries.list({ project: OF_LISTS, list, search: "", filter })),
      ),
    );
  const sorted = async (list: CaseList, sort: CaseSort) =>
    rowsOf(
      await cache.fetchInfiniteQuery(
        askedBy(ACTING_ADMIN, fineQueries.list({ project: OF_LISTS, list, search: "", filter: NO_FILTER, sort })),
      ),
    ).map(({ case_number: number, due_date: due }) => ({ number, due }));
  beforeAll(async () => {
    await insertRow(server.sql, "main_page_sites", { path: OF_LISTS });
    // Every state, in time and late, new and nearly two years old, by two people, unpaid and paid too much.
    await server.sql`
      insert into fines (id, project_id, kind, case_number, public_key, plate, violation_id, violation_text, amount, due_date, observed_from,
        issued_by, issued_at, last_event, created_at, status, paid_ore, needs_review)
      select gen_random_uuid(), ${OF_LISTS}, 'report', lpad((n + 30000000)::text, 8, '0'), lpad('lista' || n, 22, '0'), 'LISTA' || n,
        (select id from violations where project_id = ${OF_LISTS} and code = '02' and n % 2 = 0), 'Parkerat', 700,
        (now() at time zone 'Europe/Stockholm')::date + (n / 7 % 3 - 1), now(), case when n % 3 = 0 then 'vakt_1' else 'vaktx1' end,
        now() - (n / 5 % 2) * interval '1 year 11 months 20 days', gen_random_uuid(), now() - n * interval '1 minute',
        (${[...CASE_STATUSES]}::text[])[1 + n % 7], case when n % 4 = 0 then 70001 else 0 end, n % 5 = 0
      from generate_series(0, 39) n`;
  });

  // Spec 3 §6: The list of cases …
  test("are read in each of their orders", async () => {
    const newest = await sorted("all", "newest");
    expect(await sorted("all", "oldest")).toEqual(newest.toReversed());
    for (const list of ["overdue", "unpaid"] as const) {
      const days = (await sorted(list, "due")).map(({ due }) => due);
      expect(days).toEqual(days.toSorted());
      expect(days).toHaveLength((await listed(list)).length);
    }
    // Other lists have no index for it.
    expect(await sorted("all", "due")).toEqual(newest);
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test("hold what the rule says of each case, and are counted so", async () => {
    const all = await listed("all");
    expect(all).toHaveLength(40);
    const counts = await cache.fetchQuery(askedBy(ACTING_ADMIN, fineQueries.counts(OF_LISTS)));
    for (const list of CASE_LISTS) {
      const expected = all.filter((row) => isInList(row, { list, search: "", filter: NO_FILTER }));
      expect(expected).not.toEqual([]);
      expect([list, await listed(list)]).toEqual([list, expected]);
      expect([list, counts[list]]).toEqual([list, expected.length]);
    }
  });

  // Spec 4 §5: Ärenden: lists Alla,
  test.each([
    { status: "paid" as const },
    { attendant: "VAKT_1" },
    { violation: "other" },
    { from: "2026-01-01" },
    { to: "2026-01-01" },
    { from: "2026-01-01", status: "issued" as const, violation: "other" },
  ])("narrowed by %j they hold what the rule says", async (part) => {
    const filter = { ...NO_FILTER, ...part };
    const expected = (await listed("all")).filter((row) => isInList(row, { list: "all", search: "", filter }));
    expect(expected.length).toBeGreaterThan(0);
    expect(await listed("all", filter)).toEqual(expected);
    const scope = { project: OF_LISTS, list: "all", search: "", filter } as const;
    expect(await countCases(ACTING_ADMIN, scope, signal)).toBe(expected.length);
    expect((await exported(scope)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  // Spec 4 §5: Exportera CSV (UTF-8
  test("are exported whole, page by page, also where many are of one moment, and not after a stop", async () => {
    const scope = { project: "exportens-plats", list: "all", search: "", filter: NO_FILTER } as const;
    await insertRow(server.sql, "main_page_sites", { path: scope.project });
    await server.sql`
      insert into fines (id, project_id, kind, case_number, public_key, plate, violation_text, amount, due_date, observed_from, issued_by,
        issued_at, last_event, created_at, status)
      select gen_random_uuid(), ${scope.project}, 'report', lpad((n + 31000000)::text, 8, '0'), lpad('export' || n, 22, '0'), 'EXP' || n,
        'Parkerat', 700, current_date, now(), 'vakt01', now(), gen_random_uuid(), now() - (n / 700) * interval '1 minute', 'issued'
      from generate_series(1, 2100) n`;
    expect(await countCases(ACTING_ADMIN, scope, signal)).toBe(2100);
    const pages: number[] = [];
    const ids = new Set<string>();
    for await (const page of pagesOfCases(ACTING_ADMIN, scope, signal)) {
      pages.push(page.length);
      for (const { id } of page) ids.add(id);
    }
    expect([pages, ids.size]).toEqual([[1000, 1000, 100], 2100]);

    const stop = new AbortController();
    const reading = pagesOfCases(ACTING_ADMIN, scope, stop.signal);
    await reading.next();
    stop.abort();
    await expect(reading.next()).rejects.toMatchObject({ code: "aborted" });
  });
});
