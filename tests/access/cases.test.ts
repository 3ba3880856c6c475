// Who learns of a case, a check, a permit or a photo, and who acts on one, through functions, storage and the table API (document 4 §4).
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RATE_LIMITS, type RateLimits } from "#contract/rate-limits.ts";
import { SECURITY_PROFILES } from "#contract/states.ts";
import {
  type Actor,
  actorOf,
  type Json,
  fineOf,
  makeActor,
  newFine,
  newPhoto,
  OTHER_SITE,
  said,
  SITE,
} from "#tests/support/rows/cases.ts";
import { makePerson } from "#tests/support/people/logged-in.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const BUCKET = "case-photos";
const TABLES = [
  "fines",
  "fine_photos",
  "fine_events",
  "payments",
  "objections",
  "case_recipients",
  "plate_checks",
  "permits",
  "reply_templates",
];

/** A photo as a driver's objection lists it; the same name has the same id. */
const newSent = (name?: string): Json => ({
  id: name === undefined ? randomUUID() : `00000000-0000-4000-8000-00000000000${name}`,
  sha256: createHash("sha256").update(randomUUID()).digest("hex"),
  type: "png",
});

/** An objection as a driver sends it. */
const objection = (of: Json, changes: Json = {}): Json => ({
  public_key: of["public_key"],
  objection_id: randomUUID(),
  name: "Åsa Berg",
  email: "asa@example.com",
  text: "Skylten var täckt av snö.",
  photos: [],
  ...changes,
});

const randomCaseKey = () => randomBytes(16).toString("base64url");

const HOUR_MS = 3_600_000;
const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
const parkingOf = (answer: Json) => answer["parking"] as Record<string, string | null>;
const receiptArgs = (name: string, wrong: unknown) => ({
  key: wrong,
  ...(name === "extend_parking" && { new_end: later(HOUR_MS) }),
});

/** Tables of the office's own, which an attendant of the site reads nothing of either. */
const OFFICE_TABLES = ["payment_files", "message_hooks", "outbox", "audit_trail"];

/** The office's functions that are called for a site, with what is asked of one that there is. */
const OF_SITES: Record<string, Json> = {
  match_payments: { rows: [] },
  book_payments: { rows: [], file: { id: randomUUID(), name: "f.csv" } },
  list_case_work: { step: "exported" },
  list_sent_cases: { step: "exported", day: "2026-11-24", ids: null },
  match_owners: { rows: [{ plate: "HEM 123" }] },
  record_case_events: { kind: "exported", events: [] },
  site_overview: { first: "2026-11-20", last: "2026-11-24" },
  person_extract: { plate: "HEM 123", asked_by: "Åsa", verified: "Legitimation" },
  void_case_numbers: { person: "vakt01" },
};
/** Those that are called without a name, as the screens call them. */
const OF_SITES_UNNAMED: Record<string, Json> = {
  count_cases: { today: "2026-11-24", expires_before: "2025-01-01T00:00:00Z" },
  list_objections: { whose: "all", own_id: "admin01" },
  sum_payments: {},
  list_unplaced: {},
  list_ended: {},
  list_similar_fines: {},
  list_unused_numbers: {},
  erase_expired: { dry_run: true },
  order_violations: { ids: [randomUUID()] },
  record_access: { access: "export", subject: "fines" },
};

const NAMES = [
  "an attendant of another site",
  "an admin of another site",
  "a removed admin",
  "a removed attendant",
  "an attendant with an old login",
  "an operator",
  "a visitor",
];
describe("in hardened", () => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let fine: Json & { id: string };
  let photo: Json;
  let unplaced: string;
  const outsiders = new Map<string, Actor>();

  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened", rateLimits: "none" });
    const { sql } = server;
    for (const path of [SITE, OTHER_SITE]) await insertRow(sql, "main_page_sites", { path });
    attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, "hardened", { kind: "admin", userId: "admin01" });
    const other = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt09", project: OTHER_SITE });
    const otherAdmin = await makeActor(server, "hardened", { kind: "admin", userId: "admin09", project: OTHER_SITE });
    const removed = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt08" });
    await sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = 'vakt08')`;
    const removedAdmin = await makeActor(server, "hardened", { kind: "admin", userId: "admin08" });
    await sql`delete from auth.users where id in (select account_id from staff_accounts where user_id = 'admin08')`;
    const old = await makePerson(server, { kind: "attendant", project: SITE, userId: "vakt07" });
    await sql`update auth.sessions set created_at = now() - interval '9 hours' where id = ${old.sessionId}`;
    const operator = await makePerson(server, { kind: "operator", project: "721075", userId: "op01" });
    outsiders.set("an attendant of another site", other);
    outsiders.set("an admin of another site", otherAdmin);
    outsiders.set("a removed attendant", removed);
    outsiders.set("a removed admin", removedAdmin);
    outsiders.set("an attendant with an old login", actorOf(server.client({ accessToken: old.token }), "vakt07"));
    outsiders.set("an operator", actorOf(server.client({ accessToken: operator.token }), "op01"));
    outsiders.set("a visitor", actorOf(server.client(), "vakt01"));
    photo = newPhoto(randomUUID());
    const sent = newFine({ plate: "HEM 123" });
    photo = { ...newPhoto(String(sent["id"])), path: `${String(sent["id"])}/${randomUUID()}.png` };
    fine = fineOf(await attendant.call("issue_fine", { fine: { ...sent, photos: [photo] }, accepted: [] }));
    await attendant.check("HEM 123");
    await admin.record(fine, "objected", { note: "Nej.", data: { name: "Åsa" } });
    await admin.record(fine, "recipient_set", { data: { role: "owner", name: "Åsa Berg" } });
    await admin.record(fine, "payment", { data: { amount_ore: 100, value_date: "2026-11-24" } });
    unplaced = await insertRow(sql, "payments", { project_id: SITE, fine_id: null });
    await insertRow(sql, "permits", { project_id: SITE, plate: "HEM 124" });
    const row = { bank_key: randomUUID(), amount_ore: 700, value_date: "2026-11-24", reference: "okänd" };
    await admin.call("book_payments", { project: SITE, rows: [row], file: { id: theirs.file, name: "f.csv" } });
    const [kept] = await sql<{ id: string }[]>`select id from payments where bank_key = ${row.bank_key}`;
    theirs.payment = kept?.id ?? "";
    theirs.hook = await insertRow(sql, "message_hooks", { project_id: SITE });
    theirs.message = await insertRow(sql, "outbox", { project_id: SITE });
  });
  afterAll(() => server.stop());
  /** Keys of the office's rows: of a file, of money without a case, of a receiver and of a message. */
  const theirs = { file: randomUUID() as string, payment: "", hook: "", message: "" };

  const outsider = (name: string) => {
    const found = outsiders.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };

  // Spec rules §4: Strangers, people of
  it.each(NAMES)("%s checks, issues and reserves nothing at the site", async (name) => {
    const person = outsider(name);
    const calls = [
      person.call("check_plate", { project: SITE, plate: "HEM 123", check_id: randomUUID() }),
      person.call("issue_fine", { fine: newFine({ project_id: SITE }), accepted: [] }),
      person.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count: 1 }),
    ];
    expect((await Promise.all(calls)).map((answer) => answer.refused?.code)).toEqual(["42501", "42501", "42501"]);
  });

  // Spec rules §6: An action on
  // Spec 4 §3: case_recipients (admins only):
  it.each([...NAMES, "an attendant of the site"])("%s does nothing to many cases", async (name) => {
    const person = name === "an attendant of the site" ? attendant : outsider(name);
    const event = { fine_id: fine.id, event_id: randomUUID() };
    const answers = await Promise.all([
      person.call("list_case_work", { project: SITE, step: "exported" }),
      person.call("list_sent_cases", { project: SITE, step: "exported", day: "2026-11-24", ids: null }),
      person.call("match_owners", { project: SITE, rows: [{ plate: "HEM 123" }] }),
      person.call("record_case_events", { project: SITE, kind: "exported", events: [event] }),
    ]);
    expect(answers.map(said)).toEqual(answers.map(() => "42501 null"));
    expect(await server.sql`select from fine_events where id = ${event.event_id}`).toHaveLength(0);
  });

  // Spec rules §6: An action on
  // Spec 4 §3: case_recipients (admins only):
  it("an admin of another site reaches no case by naming it among their own", async () => {
    const other = outsider("an admin of another site");
    const event = { fine_id: fine.id, event_id: randomUUID() };
    const call = (name: string, args: Json) => other.call(name, { project: OTHER_SITE, ...args });
    const answer = await call("record_case_events", { kind: "exported", events: [event] });
    expect(answer["results"]).toMatchObject([{ outcome: "refused", code: "PK007", case_number: null }]);
    const rows = [{ case_number: fine["case_number"] }, { plate: "HEM 123" }];
    expect((await call("match_owners", { rows }))["rows"]).toMatchObject([{ state: "unknown" }, { state: "unknown" }]);
    const done = await admin.call("record_case_events", { project: SITE, kind: "exported", events: [event] });
    expect(done["results"]).toMatchObject([{ outcome: "recorded" }]);
    const sent = { step: "exported", day: null, ids: [event.event_id] };
    expect((await call("list_sent_cases", sent))["cases"]).toEqual([]);
    expect((await admin.call("list_sent_cases", { project: SITE, ...sent }))["cases"]).toHaveLength(1);
  });

  // Spec rules §4: Strangers, people of
  it.each(NAMES)("%s is told the same of a case and of none", async (name) => {
    const person = outsider(name);
    const none = { id: randomUUID() };
    const ask = async (of: Json) => [
      await person.record(of, "noted", { note: "Hej" }),
      await person.record(of, "payment", { data: { amount_ore: 100, value_date: "2026-11-24" } }),
      await person.correct(of, { amount: 1 }),
      await person.call("assign_objection", { objection_id: of["objection"] ?? of["id"], take: true, seen: null }),
      await person.call("set_objection_ground", {
        objection_id: of["objection"] ?? of["id"],
        ground: "Annat",
        seen: null,
      }),
      await person.call("end_payment", {
        payment_id: of["payment"] ?? of["id"],
        ending_id: randomUUID(),
        ground: "returned",
        note: "Nej",
      }),
    ];
    const [objection] = await server.sql`select id from objections where fine_id = ${fine.id}`;
    const [there, missing] = [await ask({ ...fine, objection: objection?.["id"], payment: unplaced }), await ask(none)];
    expect(there).toEqual(missing);
    expect(there.map((answer) => ["42501", "PK007"].includes(answer.refused?.code ?? ""))).toEqual(
      there.map(() => true),
    );
  });

  const OUTSIDE = [...NAMES, "an attendant of the site"];
  const person = (name: string) => (name === "an attendant of the site" ? attendant : outsider(name));

  // Spec rules §6: An admin of
  it.each(OUTSIDE)("%s is answered by the office's functions as if the site were none", async (name) => {
    const who = person(name);
    const ask = async (project: string) => {
      const answers: Json = {};
      for (const [fn, args] of Object.entries(OF_SITES)) answers[fn] = await who.call(fn, { project, ...args });
      for (const [fn, args] of Object.entries(OF_SITES_UNNAMED)) {
        const { data, error } = await who.client.rpc(fn, { project, ...args });
        answers[fn] = error === null ? data : { refused: error };
      }
      return answers;
    };
    const [there, none] = [await ask(SITE), await ask("finns-inte")];
    expect(there).toEqual(none);
    expect(JSON.stringify(there)).not.toMatch(/HEM|Åsa|700|f\.csv/);
    const written = await server.sql`
      select from audit_trail where action = 'export' and project_id = ${SITE} and actor_id is distinct from 'admin01'`;
    expect(written).toHaveLength(0);
  });

  // Spec rules §6: An admin of
  it.each(OUTSIDE)("%s is answered the same of the office's rows and of none", async (name) => {
    const who = person(name);
    const part = { fine_id: fine.id, event_id: randomUUID(), amount_ore: 1 };
    const ask = async ({ file, payment, hook, message }: typeof theirs) => [
      await who.call("undo_import", { file_id: file }),
      await who.call("place_payment", { payment_id: payment, placing_id: randomUUID(), parts: [part] }),
      (await who.client.rpc("send_test_message", { hook_id: hook })).error,
      (await who.client.rpc("send_message_again", { message_id: message })).error,
    ];
    const [there, none] = [
      await ask(theirs),
      await ask({ file: randomUUID(), payment: randomUUID(), hook: randomUUID(), message: randomUUID() }),
    ];
    expect(there).toEqual(none);
    expect(there).not.toContain(null);
    const [file] = await server.sql`select undone_at from payment_files where id = ${theirs.file}`;
    expect(file).toEqual({ undone_at: null });
    for (const table of OFFICE_TABLES) {
      const { count } = await who.client.from(table).select("*", { count: "exact", head: true }).eq("project_id", SITE);
      expect([table, count ?? 0]).toEqual([table, 0]);
    }
  });

  // Spec rules §6: An admin of
  it("whoever may not touch a case does not wait for those who do, and so learns of it by no time", async () => {
    const other = outsider("an admin of another site");
    await server.sql.begin(async (held) => {
      await held`select from fines where id = ${fine.id} for update`;
      await held`select pg_advisory_xact_lock(hashtextextended(${`fine ${SITE} HEM123`}, 0))`;
      expect(said(await other.record(fine, "noted", { note: "Hej" }))).toBe("PK007 fine_id");
      expect(said(await other.correct(fine, { street: "Kajen 2" }))).toBe("PK007 fine_id");
    });
  });

  // Spec rules §6: An admin of
  it("whoever may not have a message sent does not wait for those who do", async () => {
    const [objection] = await server.sql<{ id: string }[]>`select id from objections where fine_id = ${fine.id}`;
    const codesOf = async ({ client }: Actor) => [
      (await client.rpc("send_decision", { objection_id: objection?.id ?? "" })).error?.code,
      (await client.rpc("send_test_message", { hook_id: theirs.hook })).error?.code,
      (await client.rpc("send_message_again", { message_id: theirs.message })).error?.code,
    ];
    await server.sql.begin(async (held) => {
      await held`select from fines where id = ${fine.id} for update`;
      await held`select from message_hooks where id = ${theirs.hook} for update`;
      await held`select from outbox where id = ${theirs.message} for update`;
      for (const name of ["an admin of another site", "a visitor"])
        expect(await codesOf(outsider(name))).toEqual(["42501", "42501", "42501"]);
    });
    // The rows are there: whoever may is answered otherwise.
    expect(await codesOf(admin)).toEqual(["PK005", undefined, undefined]);
  });

  // Spec rules §4: Strangers, people of
  it.each(NAMES)("%s reads no row, counts none, and reaches no photo", async (name) => {
    const { client } = outsider(name);
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      const { data } = await client.from(table).select("*").eq("project_id", SITE);
      const { count } = await client.from(table).select("*", { count: "exact", head: true }).eq("project_id", SITE);
      counts[table] = (data?.length ?? 0) + (count ?? 0);
    }
    expect(counts).toEqual(Object.fromEntries(TABLES.map((table) => [table, 0])));
    const days = { today: "2026-11-24", expires_before: "2025-01-01T00:00:00Z" };
    expect((await client.rpc("count_cases", { project: SITE, ...days })).data ?? { all: 0 }).toMatchObject({ all: 0 });
    const queue = await client.rpc("list_objections", { project: SITE, whose: "all", own_id: "admin01" });
    expect(queue.data ?? { rows: [] }).toMatchObject({ rows: [] });
    const files = client.storage.from(BUCKET);
    const path = String(photo["path"]);
    expect((await files.upload(path, PNG, { contentType: "image/png" })).error).not.toBeNull();
    expect((await files.download(path)).data).toBeNull();
    expect((await files.createSignedUrls([path], 60)).data?.[0]?.signedUrl ?? null).toBeNull();
  });

  // Spec 4 §5: Bestridna is a
  it.each([...NAMES, "an attendant of the site"])("%s has no decision sent", async (name) => {
    const { client } = name === "an attendant of the site" ? attendant : outsider(name);
    const [objection] = await server.sql<{ id: string }[]>`select id from objections where fine_id = ${fine.id}`;
    const codes = [objection?.id, randomUUID()].map(
      async (objection_id) => (await client.rpc("send_decision", { objection_id: String(objection_id) })).error?.code,
    );
    expect(await Promise.all(codes)).toEqual(["42501", "42501"]);
  });

  it("an ID that is not the caller's is refused, also a colleague's", async () => {
    expect(
      said(
        await attendant.call("check_plate", {
          project: SITE,
          plate: "HEM 123",
          check_id: randomUUID(),
          acting_as: "admin01",
        }),
      ),
    ).toMatch(/^42501/);
    expect(
      said(
        await attendant.call("reserve_case_numbers", {
          project: SITE,
          request_id: randomUUID(),
          count: 1,
          acting_as: "vakt02",
        }),
      ),
    ).toMatch(/^42501/);
  });

  // Spec 4 §3: fine_photos: fine_id, …
  it("the issuing attendant stores the listed photo once, and both they and the admin reach it", async () => {
    const files = attendant.client.storage.from(BUCKET);
    const path = String(photo["path"]);
    expect((await files.upload(`${fine.id}/other.png`, PNG, { contentType: "image/png" })).error).not.toBeNull();
    expect((await files.upload(path, Buffer.from("text"), { contentType: "image/png" })).error).not.toBeNull();
    expect((await files.upload(path, PNG, { contentType: "image/png" })).error).toBeNull();
    expect((await files.upload(path, PNG, { contentType: "image/png" })).error).not.toBeNull();
    for (const { client } of [attendant, admin])
      expect((await client.storage.from(BUCKET).download(path)).error).toBeNull();
    const address = files.getPublicUrl(path).data.publicUrl;
    expect((await fetch(address)).status).not.toBe(200);
    const strangers = await Promise.all(NAMES.map((name) => outsider(name).client.storage.from(BUCKET).download(path)));
    expect(strangers.map(({ data }) => data)).toEqual(NAMES.map(() => null));
  });

  it("a colleague learns of the fine by a check, and of nothing else", async () => {
    const colleague = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt02" });
    const answer = await colleague.check("HEM 123");
    expect((answer["fines"] as Json[]).map((each) => each["status"])).toEqual(["issued"]);
    expect(JSON.stringify(answer)).not.toMatch(/Åsa|amount|vakt01/);
    for (const table of TABLES) expect((await colleague.client.from(table).select("*")).data ?? []).toEqual([]);
  });
});

describe.each(SECURITY_PROFILES)("a driver in %s", (profile) => {
  let server: TestServer;
  let attendant: Actor;
  let admin: Actor;
  let fine: Json & { id: string };
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [SITE, OTHER_SITE]) await insertRow(server.sql, "main_page_sites", { path });
    attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
    admin = await makeActor(server, profile, { kind: "admin", userId: "admin01" });
    fine = fineOf(await attendant.issue({ plate: "HEM 123", notes: "Hemlig" }));
  });
  afterAll(() => server.stop());

  const lookUp = (case_number: unknown, plate: string) => server.client().rpc("look_up_case", { case_number, plate });

  it("finds the case by number and plate in any way of writing, and by its key", async () => {
    const { data } = await lookUp(fine["case_number"], "hem-123");
    expect(data).toMatchObject({ outcome: "found", status: "issued", amount: 700, left_ore: 70_000, objection: null });
    expect(JSON.stringify(data)).not.toMatch(/Hemlig|vakt01|account/);
    const byKey = await server.client().rpc("case_by_key", { public_key: fine["public_key"] });
    expect(byKey.data).toEqual(data);
  });

  // Spec 4 §4: look_up_case(case_number, plate) and
  // Spec 4 §4: Not: who issued
  // Spec 4 §4: A wrong pair
  // Spec 4 §4: A right key
  it("is told the same of a wrong plate, a wrong number and nothing", async () => {
    const answers = [
      await lookUp(fine["case_number"], "HEM 124"),
      await lookUp("00000000", "HEM 123"),
      await lookUp("", ""),
    ];
    for (const { data, error } of answers) expect([data, error]).toEqual([{ outcome: "none" }, null]);
  });

  /** What the database reads for each call of a function, in blocks, once its caches are warm. */
  async function blocksOf(calls: readonly (readonly [name: string, ...args: string[]])[]): Promise<number[]> {
    const sql = await server.sql.reserve();
    const read = async ([name, ...args]: readonly [string, ...string[]]) => {
      const places = args.map((_, at) => `$${at + 1}`).join(", ");
      const [row] = await sql.unsafe<{ "QUERY PLAN": { Plan: Record<string, number> }[] }[]>(
        `explain (analyze, buffers, format json) select public.${name}(${places})`,
        args,
      );
      const plan = row?.["QUERY PLAN"][0]?.Plan ?? {};
      return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
    };
    const least = calls.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < 12; round += 1) {
      for (const [at, call] of calls.entries()) least[at] = Math.min(least[at] ?? Number.NaN, await read(call));
    }
    sql.release();
    return least;
  }

  // Spec 4 §4: look_up_case(case_number, plate) and
  // Spec 4 §4: Not: who issued
  // Spec 4 §4: A wrong pair
  // Spec 4 §4: A right key
  it("costs the database as much with a wrong pair as with a right one", async () => {
    const number = String(fine["case_number"]);
    const [right = 0, wrong = 0, missing = 0] = await blocksOf([
      ["look_up_case", number, "HEM 123"],
      ["look_up_case", number, "HEM 124"],
      ["look_up_case", "00000000", "HEM 123"],
    ]);
    expect(right).toBeGreaterThan(3);
    expect(wrong).toBe(right);
    // A number that there is none of is looked for once more.
    expect(missing).toBeGreaterThanOrEqual(right);
    expect(missing).toBeLessThanOrEqual(right + 6);
  });

  const ask = async (name: string, args: Json): Promise<Json> => {
    const { data, error } = await server.client().rpc(name, args);
    return error === null ? (data as Json) : { refused: `${error.code} ${error.details}` };
  };
  const publicCase = async (body: Json): Promise<Json> => {
    const { data, error } = await server.client().functions.invoke("public-case", { body });
    expect(error).toBeNull();
    return data as Json;
  };
  const eventsOf = async (of: Json) => {
    const rows = await server.sql<{ kind: string }[]>`
      select kind from fine_events where fine_id = ${String(of["id"])} order by number`;
    return rows.map(({ kind }) => kind);
  };

  type Upload = { id: string; path: string; token: string };
  const sendPhotos = async (keys: Json): Promise<Upload[]> =>
    (await publicCase({ action: "send-photos", ...keys }))["uploads"] as Upload[];

  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  // Spec 4 §3: objections: fine_id, name,
  it("objects once, however often it is sent, and gets the same key each time", async () => {
    const own = fineOf(await attendant.issue());
    const sent = objection(own);
    const answers = [await ask("object_to_case", sent), await ask("object_to_case", sent)];
    expect(answers[0]).toEqual({ outcome: "recorded", reply_key: expect.stringMatching(/^[\w-]{22}$/) });
    expect(answers[1]).toEqual(answers[0]);
    expect(await eventsOf(own)).toEqual(["issued", "objected"]);
    const [row] = await server.sql`select * from objections where fine_id = ${own.id}`;
    expect(row).toMatchObject({ id: sent["objection_id"], name: "Åsa Berg", received_by: null, decision: null });
    // Only its hash is kept.
    const key = String(answers[0]?.["reply_key"]);
    expect(row?.["reply_key_hash"]).toBe(createHash("sha256").update(key).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(key);
    expect(await ask("object_to_case", objection(fine, { objection_id: sent["objection_id"] }))).toEqual({
      refused: "PK010 objection_id",
    });
  });

  // Spec 4 §4: The objection's and
  it("reads the texts and the decision by the key alone; a wrong one reads what no key reads", async () => {
    const own = fineOf(await attendant.issue());
    const { reply_key } = await ask("object_to_case", objection(own));
    const of = { public_key: own["public_key"] };
    const wrong = await ask("read_reply", { ...of, reply_key: "A".repeat(22) });
    expect(wrong).toEqual({ outcome: "none" });
    expect(await ask("read_reply", { public_key: fine["public_key"], reply_key })).toEqual(wrong);
    expect(await publicCase({ ...of, reply_key: "A".repeat(22) })).toEqual(await publicCase(of));
    expect(JSON.stringify(await publicCase(of))).not.toMatch(/Skylten|Åsa|example/);
    await admin.record(own, "objection_rejected", {
      note: "Skylten syns på bilden.",
      data: { due_date: "2999-12-31" },
    });
    expect((await publicCase({ ...of, reply_key }))["reply"]).toMatchObject({
      is_supplement: false,
      text: "Skylten var täckt av snö.",
      decision: "rejected",
      reply: "Skylten syns på bilden.",
    });
  });

  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  // Spec 4 §3: objections: fine_id, name,
  it("adds to an objection that is open; without its key the added words have their writer's name, and open nobody's", async () => {
    const own = fineOf(await attendant.issue());
    const first = await ask("object_to_case", objection(own));
    const added = objection(own, { text: "En bild till.", reply_key: first["reply_key"] });
    expect(await ask("object_to_case", added)).toEqual(first);
    expect(await ask("object_to_case", added)).toEqual(first);
    const stranger = objection(own, { name: "Främling", email: "", text: "Jag såg det." });
    const other = await ask("object_to_case", stranger);
    expect(await ask("object_to_case", stranger)).toEqual(other);
    expect(other["reply_key"]).not.toBe(first["reply_key"]);
    expect(await eventsOf(own)).toEqual(["issued", "objected", "supplemented", "supplemented"]);
    const read = (reply_key: unknown) => ask("read_reply", { public_key: own["public_key"], reply_key });
    expect((await read(first["reply_key"]))["text"]).toBe(
      "Skylten var täckt av snö.\n\nEn bild till.\n\nFrämling:\nJag såg det.",
    );
    const theirs = await read(other["reply_key"]);
    expect(theirs).toMatchObject({ outcome: "found", is_supplement: true, decision: null });
    expect(JSON.stringify(theirs)).not.toMatch(/Skylten|Åsa|bild till/);
  });

  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  // Spec 4 §3: objections: fine_id, name,
  it.each([
    ["no id", { objection_id: null }, "PK008 objection_id"],
    ["a blank name", { name: " " }, "PK008 name"],
    ["what is no address", { email: "asa" }, "PK008 email"],
    ["a blank text", { text: "\n" }, "PK008 text"],
    ["a text of 4001 letters", { text: "å".repeat(4001) }, "PK008 text"],
    ["five photos", { photos: Array.from({ length: 5 }, () => newSent()) }, "PK008 photos"],
    ["one photo twice", { photos: [newSent("a"), newSent("a")] }, "PK008 photos"],
    ["a photo in another folder", { photos: [{ ...newSent(), type: "jpg/../x" }] }, "PK008 photos"],
    ["photos that are no list", { photos: { id: 1 } }, "PK008 photos"],
    ["a language that no page has", { lang: "de" }, "PK008 lang"],
  ])("sends nothing with %s", async (_what, changes, refused) => {
    expect(await ask("object_to_case", objection(fine, changes))).toEqual({ refused });
    expect(await eventsOf(fine)).toEqual(["issued"]);
  });

  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  // Spec 4 §3: objections: fine_id, name,
  it("adds no more than an objection has room for, and objects to nothing that has ended", async () => {
    const own = fineOf(await attendant.issue());
    const { reply_key } = await ask("object_to_case", objection(own));
    const stranger = { text: "å".repeat(3900), photos: [newSent()] };
    const owner = { text: "å".repeat(3900), reply_key };
    // People without its key leave room for whoever has it.
    const add = (changes: Json) => ask("object_to_case", objection(own, changes));
    for (let n = 0; n < 2; n += 1) expect(await add(stranger)).toMatchObject({ outcome: "recorded" });
    expect(await add(stranger)).toEqual({ refused: "PK008 text" });
    for (let n = 0; n < 3; n += 1) expect(await add(owner)).toMatchObject({ outcome: "recorded" });
    expect(await add(owner)).toEqual({ refused: "PK008 text" });
    await admin.record(own, "withdrawn", { data: { ground: "skyltning" } });
    expect(await ask("object_to_case", objection(own))).toEqual({ refused: "PK005 kind" });
    expect(await ask("object_to_case", objection({ public_key: "B".repeat(22) }))).toEqual({ outcome: "none" });
  });

  // Spec 4 §4: look_up_case(case_number, plate) and
  it("sends the photos that the objection lists, once and while nobody has decided; the office alone reads them", async () => {
    const own = fineOf(await attendant.issue());
    const photos = [newSent(), newSent()];
    const { reply_key } = await ask("object_to_case", objection(own, { photos }));
    const keys = { public_key: own["public_key"], reply_key };
    const send = (body: Json) => publicCase({ action: "send-photos", ...body });
    expect(await send({ ...keys, reply_key: "A".repeat(22) })).toEqual({ outcome: "none" });
    const uploads = (await send(keys))["uploads"] as Upload[];
    expect(uploads.map(({ id }) => id)).toEqual(photos.map(({ id }) => id));
    const [one, two] = uploads as [Upload, Upload];
    const files = server.client().storage.from(BUCKET);
    const store = async ({ path, token }: Upload, bytes: Buffer, at = path) =>
      (await files.uploadToSignedUrl(at, token, bytes, { contentType: "image/png" })).error === null;
    expect(await store(one, Buffer.from("no picture"))).toBe(false);
    expect(await store(one, PNG, two.path)).toBe(false);
    expect(await store(one, PNG)).toBe(true);
    expect(await store(one, PNG)).toBe(false);
    expect(((await send(keys))["uploads"] as Upload[]).map(({ id }) => id)).toEqual([two.id]);
    const { reply } = (await publicCase(keys)) as { reply: { photos: { address: string | null }[] } };
    expect(reply.photos.map(({ address }) => address !== null)).toEqual([true, false]);
    expect((await fetch(server.url + String(reply.photos[0]?.address))).status).toBe(200);
    expect((await admin.client.storage.from(BUCKET).download(one.path)).error).toBeNull();
    const otherAdmin = await makeActor(server, profile, { kind: "admin", userId: "admin09", project: OTHER_SITE });
    const strangers = [attendant, otherAdmin, actorOf(server.client(), "")];
    const read = await Promise.all(strangers.map(({ client }) => client.storage.from(BUCKET).download(one.path)));
    // In `specified` everybody reads every photo.
    expect(read.map(({ data }) => data !== null)).toEqual(strangers.map(() => profile === "specified"));
    await admin.record(own, "objection_accepted", { note: "Du har rätt." });
    expect((await send(keys))["uploads"]).toEqual([]);
  });

  // Spec 4 §4: object_to_case(public_key, objection_id, name,
  // Spec 4 §3: objections: fine_id, name,
  it("gets no key of a call that it did not make, and learns no id of one by a photo's path", async () => {
    const own = fineOf(await attendant.issue());
    const sent = objection(own, { photos: [newSent()] });
    const first = await ask("object_to_case", sent);
    const mine = await sendPhotos({ public_key: own["public_key"], reply_key: first["reply_key"] });
    const stranger = objection(own, { name: "Främling", text: "Jag såg det.", photos: [newSent()] });
    const other = await ask("object_to_case", stranger);
    const theirs = await sendPhotos({ public_key: own["public_key"], reply_key: other["reply_key"] });
    const folders = [...mine, ...theirs].map(({ path }) => path.split("/")[0]);
    expect(new Set(folders).size).toBe(2);
    for (const id of [sent["objection_id"], stranger["objection_id"]]) {
      expect(folders).not.toContain(id);
      for (const changes of [{ text: "Jag såg det!" }, { name: "Någon" }, { email: "b@example.com" }, { photos: [] }]) {
        const asked = { ...(id === sent["objection_id"] ? sent : stranger), ...changes };
        expect(await ask("object_to_case", asked)).toEqual({ refused: "PK010 objection_id" });
      }
    }
    expect(await ask("object_to_case", sent)).toEqual(first);
    expect(await ask("object_to_case", stranger)).toEqual(other);
    const [added] = theirs as [Upload];
    const stored = await server
      .client()
      .storage.from(BUCKET)
      .uploadToSignedUrl(added.path, added.token, PNG, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    // The office reads what was added too.
    expect((await admin.client.storage.from(BUCKET).download(added.path)).error).toBeNull();
  });

  // Spec 4 §4: look_up_case(case_number, plate) and
  it("is given no address of what an admin names as theirs, and no key that an admin chose", async () => {
    const otherAdmin = await makeActor(server, profile, { kind: "admin", userId: "admin08", project: OTHER_SITE });
    const other = await makeActor(server, profile, { kind: "attendant", userId: "vakt10", project: OTHER_SITE });
    const id = randomUUID();
    const photo = newPhoto(id, { path: `${id}/${randomUUID()}.png` });
    fineOf(await attendant.issue({ id, photos: [photo] }));
    const path = String(photo["path"]);
    await attendant.client.storage.from(BUCKET).upload(path, PNG, { contentType: "image/png" });
    const hash = createHash("sha256").update("A".repeat(22)).digest("hex");
    const tries: { event_id?: string; data: Json }[] = [
      { data: { photos: [{ id: randomUUID(), path }] } },
      { data: { photos: [{ id: randomUUID(), path: `../shift-images/${path}` }] } },
      { data: { photos: [path] } },
      { data: { reply_key_hash: hash } },
      // The folder of a fine is none of an objection with its id.
      { event_id: id, data: { photos: [{ id: randomUUID(), path }] } },
      { event_id: id, data: {} },
    ];
    for (const { event_id = randomUUID(), data } of tries) {
      const theirs = fineOf(await other.issue());
      await otherAdmin.record(theirs, "objected", { event_id, note: "Nej.", data: { name: "X", ...data } });
      const rows = await server.sql`select photos, reply_key_hash from objections where fine_id = ${theirs.id}`;
      expect(rows.filter((row) => row["reply_key_hash"] !== null || JSON.stringify(row["photos"]) !== "[]")).toEqual(
        [],
      );
    }
    const read = await otherAdmin.client.storage.from(BUCKET).download(path);
    expect(read.data !== null).toBe(profile === "specified");
  });

  // Spec 4 §4: look_up_case(case_number, plate) and
  // Spec 4 §4: Not: who issued
  // Spec 4 §4: A wrong pair
  // Spec 4 §4: A right key
  it("finds no case that was erased, and adds nothing to it", async () => {
    const own = fineOf(await attendant.issue());
    const { reply_key } = await ask("object_to_case", objection(own));
    const added = await ask("object_to_case", objection(own, { text: "Mer." }));
    await server.sql`update fines set status = 'issued', plate = 'RADERAD', erased_at = now() where id = ${own.id}`;
    const none = { outcome: "none" };
    const of = { public_key: own["public_key"] };
    expect((await lookUp(own["case_number"], "RADERAD")).data).toEqual(none);
    expect(await ask("case_by_key", of)).toEqual(none);
    for (const key of [reply_key, added["reply_key"]])
      expect(await ask("read_reply", { ...of, reply_key: key })).toEqual(none);
    expect(await ask("object_to_case", objection(own))).toEqual(none);
    // What was kept of its calls is gone.
    expect(await server.sql`select from private.driver_calls where fine_id = ${own.id}`).toHaveLength(0);
  });

  // Spec 4 §4: look_up_case(case_number, plate) and
  it("sees the fine's photos by addresses of 15 minutes", async () => {
    const id = randomUUID();
    // Listed in the order in which they were taken.
    const taken_at = new Date(Date.now() - 1000).toISOString();
    const path = `${id}/${randomUUID()}.png`;
    const photos = [newPhoto(id, { path, taken_at }), newPhoto(id, { category: "sign" })];
    const own = fineOf(await attendant.issue({ id, photos }));
    expect(
      (await attendant.client.storage.from(BUCKET).upload(path, PNG, { contentType: "image/png" })).error,
    ).toBeNull();
    for (const body of [{ public_key: own["public_key"] }, { case_number: own["case_number"], plate: own["plate"] }]) {
      const found = await publicCase(body);
      expect(found).toMatchObject({ outcome: "found", case_number: own["case_number"], reply: null });
      const [car, sign] = found["photos"] as { category: string; address: string | null }[];
      expect([car?.category, sign]).toEqual(["car", { ...sign, category: "sign", address: null }]);
      const address = new URL(String(car?.address), server.url);
      expect((await fetch(address)).headers.get("cache-control")).toBe("no-store");
      const token = address.searchParams.get("token")?.split(".")[1] ?? "";
      const { exp, iat } = JSON.parse(Buffer.from(token, "base64url").toString()) as { exp: number; iat: number };
      expect(exp - iat).toBe(900);
    }
  });

  // Spec 4 §4: The objection's and
  it("finds nothing by a thousand random keys", async () => {
    const keys = Array.from({ length: 1000 }, randomCaseKey);
    const found = await server.sql<{ answer: Json }[]>`
      select case_by_key(key) as answer from unnest(${keys}::text[]) key
      union all select read_reply(${String(fine["public_key"])}, key) from unnest(${keys}::text[]) key`;
    expect(found.filter(({ answer }) => answer["outcome"] !== "none")).toEqual([]);
    expect(found).toHaveLength(2000);
    expect(await publicCase({ public_key: randomCaseKey(), reply_key: randomCaseKey() })).toEqual({ outcome: "none" });
  });
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

  /** What an extension answers, or its refusal in words. */
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
    // What a fine keeps of the parking names its later changes.
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
    // One that has not begun is over when it is ended.
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
    const [right = 0, wrong = 0] = await blocksOf([
      ["parking_by_receipt", key],
      ["parking_by_receipt", randomCaseKey()],
    ]);
    expect(right).toBeGreaterThan(3);
    // It is looked for once more.
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
    // What the site allowed holds for what it left behind.
    expect(await extensionOf(key, later(3 * HOUR_MS))).toContain("PK013");
    expect((await ask("end_parking", { key }))["outcome"]).toBe("ended");
  });
});

// Spec 4 §4: look_up_case(case_number, plate) and
// Spec 4 §4: Not: who issued
// Spec 4 §4: A wrong pair
// Spec 4 §4: A right key
// Spec rules §8: A wrong receipt
it("looks by number and plate are limited by address, number and plate, right ones too; a right key never is", async () => {
  const server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"] });
  try {
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    const [fine, other, third] = [
      fineOf(await attendant.issue({ plate: "HEM 123" })),
      fineOf(await attendant.issue({ plate: "HEM 124" })),
      fineOf(await attendant.issue({ plate: "HEM 125" })),
    ];
    const ask = async (address: string, case_number: unknown, plate: unknown) => {
      const call = server.client().rpc("look_up_case", { case_number, plate });
      const { data, status } = await call.setHeader("X-Forwarded-For", address);
      return status === 200 ? (data as Json)["outcome"] : status;
    };
    // Of one address, whatever number and plate, and right ones as well.
    for (let n = 0; n < 9; n += 1) expect(await ask("192.0.2.1", `0000000${n}`, `FEL ${n}`)).toBe("none");
    expect(await ask("192.0.2.1", third["case_number"], "HEM 125")).toBe("found");
    expect(await ask("192.0.2.1", "00000011", "FEL 11")).toBe(429);
    // An address that is locked locks no number and no plate.
    for (let n = 0; n < 12; n += 1) expect(await ask("192.0.2.1", third["case_number"], "HEM 125")).toBe(429);
    expect(await ask("192.0.2.4", third["case_number"], "HEM 125")).toBe("found");
    // Of one plate in any writing, whatever address and number.
    for (let n = 0; n < 10; n += 1) expect(await ask(`192.0.2.${50 + n}`, `1000000${n}`, "hem-123")).toBe("none");
    expect(await ask("192.0.2.70", fine["case_number"], "HEM 123")).toBe(429);
    // Of one number in any writing, whatever address.
    const spaced = String(other["case_number"]).replace(/^..../, "$& ");
    for (let n = 0; n < 10; n += 1) expect(await ask(`192.0.2.${100 + n}`, spaced, `FEL 2${n}`)).toBe("none");
    expect(await ask("192.0.2.200", other["case_number"], "HEM 124")).toBe(429);
    // Nor is any way that the database alone reads alike another plate, or another number.
    for (let n = 0; n < 12; n += 1)
      await ask(`192.0.3.${n}`, `1100000${n}`, [["HEM 126"], `${"-".repeat(100 + n)}HEM126`][n % 2]);
    expect(await ask("192.0.3.50", "11000050", ["HEM 126"])).toBe(429);
    expect(await ask("192.0.3.51", "11000051", "HEM 126")).toBe(429);
    // Letters that this process knows and the database does not, which is left out there: all of them count as one.
    for (let n = 0; n < 10; n += 1) await ask(`192.0.3.${100 + n}`, `1200000${n}`, `HEM 127${"\u0870".repeat(n + 1)}`);
    expect(await ask("192.0.3.120", "12000020", `\u0871HEM 127`)).toBe(429);
    const broken = (n: number) => String(other["case_number"]).replace(/^..../, `$&${"\u001C".repeat(n)}\u0085`);
    expect(await ask("192.0.3.130", broken(1), "FEL 31")).toBe(429);
    // The key of the QR code answers all the same, from a locked address too.
    const ofKey = async (public_key: unknown, from = "192.0.2.1") =>
      (await server.client().rpc("case_by_key", { public_key }).setHeader("X-Forwarded-For", from)).status;
    for (let n = 0; n < 12; n += 1) expect(await ofKey(fine["public_key"])).toBe(200);
    // A wrong key counts for its address.
    for (let n = 0; n < 10; n += 1) expect(await ofKey(`x${n}`)).toBe(200);
    expect(await ofKey("x")).toBe(429);
    expect(await ofKey(fine["public_key"])).toBe(200);
    // So does a receipt's; a right one does not, and its changes are counted by the receipt at an address.
    const key = randomCaseKey();
    const receipt_hash = createHash("sha256").update(key).digest("hex");
    await insertRow(server.sql, "parkings", { project_id: SITE, receipt_hash });
    const receipt = async (name: string, from: string, args: Json) =>
      (await server.client().rpc(name, args).setHeader("X-Forwarded-For", from)).status;
    for (const name of ["parking_by_receipt", "end_parking"])
      expect(await receipt(name, "192.0.2.1", { key: "x" })).toBe(429);
    for (let n = 0; n < 12; n += 1) expect(await receipt("parking_by_receipt", "192.0.2.1", { key })).toBe(200);
    const mostChanges = RATE_LIMITS.receiptChanges.accountAtAddress.points;
    for (let n = 0; n < mostChanges; n += 1) expect(await receipt("end_parking", "192.0.2.60", { key })).toBe(200);
    expect(await receipt("extend_parking", "192.0.2.60", { key, new_end: null })).toBe(429);
    expect(await receipt("end_parking", "192.0.2.61", { key })).toBe(200);
    // The same of the edge function, which asks the database as the server itself.
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await server.client().functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json)["outcome"] : (error.context as Response).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await invoke("192.0.2.2", { public_key: `x${n}` })).toBe("none");
    expect(await invoke("192.0.2.2", { public_key: "x" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: other["case_number"], plate: "HEM 124" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: fine["case_number"], plate: "HEM 123" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: third["case_number"], plate: "HEM 125" })).toBe("found");
    expect(await invoke("192.0.2.1", { case_number: third["case_number"], plate: "HEM 125" })).toBe(429);
    expect(await invoke("192.0.2.2", { public_key: fine["public_key"] })).toBe("found");
    // Objections are counted by their case at an address: a stranger elsewhere keeps nobody from objecting.
    const object = async (address: string) => {
      const sent = { public_key: fine["public_key"], objection_id: randomUUID(), name: "", text: "" };
      return (await server.client().rpc("object_to_case", sent).setHeader("X-Forwarded-For", address)).status;
    };
    const most = RATE_LIMITS.objections.accountAtAddress.points;
    for (let n = 0; n < most; n += 1) expect(await object("192.0.2.250")).toBe(400);
    expect(await object("192.0.2.250")).toBe(429);
    expect(await object("192.0.2.251")).toBe(400);
  } finally {
    await server.stop();
  }
});

// Spec 4 §4: look_up_case(case_number, plate) and
it("calls of the driver's function sign photos as often as an address may ask, right ones are always answered, and photos count as uploads and for their case's site", async () => {
  const small = { points: 3, seconds: 600 };
  const rateLimits: RateLimits = {
    ...RATE_LIMITS,
    caseReads: { address: { points: 4, seconds: 600 }, account: null },
    uploads: { address: small, account: null },
  };
  const server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"], rateLimits });
  try {
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    const id = randomUUID();
    const photo = { ...newPhoto(id), path: `${id}/${randomUUID()}.png` };
    const { public_key } = fineOf(await attendant.issue({ id, photos: [photo] }));
    const kept = await attendant.client.storage.from(BUCKET).upload(photo.path, PNG, { contentType: "image/png" });
    expect(kept.error).toBeNull();
    const client = server.client();
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await client.functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json) : { outcome: (error.context as Response).status };
    };
    for (let n = 0; n < 4; n += 1)
      expect(await invoke("192.0.2.1", { public_key })).toMatchObject({ outcome: "found" });
    // Whoever shares a carrier's address is still answered (document 4 §4), without addresses of photos.
    const withPhotos = await invoke("192.0.2.9", { public_key });
    expect(withPhotos["photos"]).toMatchObject([{ address: expect.stringMatching(/^\/storage\/v1\//) as string }]);
    expect(await invoke("192.0.2.1", { public_key })).toEqual({
      ...withPhotos,
      photos_later: true,
      photos: (withPhotos["photos"] as Json[]).map((photo) => ({ ...photo, address: null })),
    });
    expect(await invoke("192.0.2.1", { public_key: "x" })).toEqual({ outcome: "none" });
    expect(await invoke("192.0.2.1", { action: "send-photos", public_key })).toEqual({ outcome: 429 });
    const { data } = await client.rpc("object_to_case", objection({ public_key }, { photos: [newSent()] }));
    const send = { action: "send-photos", public_key, reply_key: (data as Json)["reply_key"] };
    const found = await invoke("192.0.2.2", send);
    expect(found).toMatchObject({ outcome: "found" });
    for (let n = 1; n < 3; n += 1) await invoke("192.0.2.2", send);
    expect(await invoke("192.0.2.2", send)).toEqual({ outcome: 429 });
    expect(await invoke("192.0.2.2", { public_key })).toMatchObject({ outcome: "found", photos_later: true });
    const [{ path, token }] = found["uploads"] as [{ path: string; token: string }];
    const stored = await client.storage.from(BUCKET).uploadToSignedUrl(path, token, PNG, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const [row] = await server.sql`select metadata ->> 'site' as site from storage.objects where name = ${path}`;
    expect(row).toEqual({ site: SITE });
  } finally {
    await server.stop();
  }
});
