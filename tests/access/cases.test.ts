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
} from "#tests/support/cases.ts";
import { makePerson } from "#tests/support/logged-in.ts";
import { insertRow } from "#tests/support/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server.ts";

/** The smallest PNG. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
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

const NAMES = [
  "an attendant of another site",
  "an admin of another site",
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
    const old = await makePerson(server, { kind: "attendant", project: SITE, userId: "vakt07" });
    await sql`update auth.sessions set created_at = now() - interval '9 hours' where id = ${old.sessionId}`;
    const operator = await makePerson(server, { kind: "operator", project: "721075", userId: "op01" });
    outsiders.set("an attendant of another site", other);
    outsiders.set("an admin of another site", otherAdmin);
    outsiders.set("a removed attendant", removed);
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
  });
  afterAll(() => server.stop());

  const outsider = (name: string) => {
    const found = outsiders.get(name);
    if (found === undefined) throw new Error(name);
    return found;
  };

  it.each(NAMES)("%s checks, issues and reserves nothing at the site", async (name) => {
    const person = outsider(name);
    const calls = [
      person.call("check_plate", { project: SITE, plate: "HEM 123", check_id: randomUUID() }),
      person.call("issue_fine", { fine: newFine({ project_id: SITE }), accepted: [] }),
      person.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count: 1 }),
    ];
    expect((await Promise.all(calls)).map((answer) => answer.refused?.code)).toEqual(["42501", "42501", "42501"]);
  });

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
    expect((await files.createSignedUrl(path, 60)).data).toBeNull();
    expect((await files.list(fine.id)).data ?? []).toEqual([]);
  });

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

  it("is told the same of a wrong plate, a wrong number and nothing", async () => {
    const answers = [
      await lookUp(fine["case_number"], "HEM 124"),
      await lookUp("00000000", "HEM 123"),
      await lookUp("", ""),
    ];
    for (const { data, error } of answers) expect([data, error]).toEqual([{ outcome: "none" }, null]);
  });

  /** What the database reads for each pair, in blocks, once its caches are warm. */
  async function blocksOf(pairs: readonly (readonly [caseNumber: string, plate: string])[]): Promise<number[]> {
    const sql = await server.sql.reserve();
    const read = async ([caseNumber, plate]: readonly [string, string]) => {
      const [row] = await sql<{ "QUERY PLAN": { Plan: Record<string, number> }[] }[]>`
        explain (analyze, buffers, format json) select public.look_up_case(${caseNumber}, ${plate})`;
      const plan = row?.["QUERY PLAN"][0]?.Plan ?? {};
      return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
    };
    const least = pairs.map(() => Number.POSITIVE_INFINITY);
    for (let round = 0; round < 12; round += 1) {
      for (const [at, pair] of pairs.entries()) least[at] = Math.min(least[at] ?? Number.NaN, await read(pair));
    }
    sql.release();
    return least;
  }

  it("costs the database as much with a wrong pair as with a right one", async () => {
    const number = String(fine["case_number"]);
    const [right = 0, wrong = 0, missing = 0] = await blocksOf([
      [number, "HEM 123"],
      [number, "HEM 124"],
      ["00000000", "HEM 123"],
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
  ])("sends nothing with %s", async (_what, changes, refused) => {
    expect(await ask("object_to_case", objection(fine, changes))).toEqual({ refused });
    expect(await eventsOf(fine)).toEqual(["issued"]);
  });

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

  it("finds nothing by a thousand random keys", async () => {
    const keys = Array.from({ length: 1000 }, randomCaseKey);
    const found = await server.sql<{ answer: Json }[]>`
      select case_by_key(key) as answer from unnest(${keys}::text[]) key
      union all select read_reply(${String(fine["public_key"])}, key) from unnest(${keys}::text[]) key`;
    expect(found.filter(({ answer }) => answer["outcome"] !== "none")).toEqual([]);
    expect(found).toHaveLength(2000);
    expect(await publicCase({ public_key: randomCaseKey(), reply_key: randomCaseKey() })).toEqual({ outcome: "none" });
  });
});

it("wrong pairs are limited by address and by number, right ones never", async () => {
  const server = await startTestServer({ profile: "hardened", trustedProxies: ["127.0.0.1"] });
  try {
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
    const [fine, other] = [
      fineOf(await attendant.issue({ plate: "HEM 123" })),
      fineOf(await attendant.issue({ plate: "HEM 124" })),
    ];
    const ask = async (address: string, case_number: unknown, plate: string) => {
      const call = server.client().rpc("look_up_case", { case_number, plate });
      const { data, status } = await call.setHeader("X-Forwarded-For", address);
      return status === 200 ? (data as Json)["outcome"] : status;
    };
    const tries = async (times: number, ...args: Parameters<typeof ask>) => {
      const answers: unknown[] = [];
      for (let n = 0; n < times; n += 1) answers.push(await ask(...args));
      return answers;
    };
    // Of one address, whatever number.
    for (let n = 0; n < 10; n += 1) expect(await ask("192.0.2.1", `0000000${n}`, "HEM 123")).toBe("none");
    expect(await ask("192.0.2.1", "00000011", "HEM 123")).toBe(429);
    expect(await tries(12, "192.0.2.1", fine["case_number"], "HEM 123")).toEqual(
      Array.from({ length: 12 }, () => "found"),
    );
    // Of one number, whatever address.
    for (let n = 0; n < 10; n += 1)
      expect(await ask(`192.0.2.${100 + n}`, other["case_number"], "FEL 111")).toBe("none");
    expect(await ask("192.0.2.200", other["case_number"], "FEL 111")).toBe(429);
    expect(await ask("192.0.2.200", other["case_number"], "HEM 124")).toBe("found");
    // A key counts for its address.
    const byKey = await server
      .client()
      .rpc("case_by_key", { public_key: "x" })
      .setHeader("X-Forwarded-For", "192.0.2.1");
    expect(byKey.status).toBe(429);
    // The same of the edge function, which asks the database as the server itself.
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await server.client().functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json)["outcome"] : (error.context as Response).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await invoke("192.0.2.2", { public_key: `x${n}` })).toBe("none");
    expect(await invoke("192.0.2.2", { public_key: "x" })).toBe(429);
    expect(await invoke("192.0.2.3", { case_number: other["case_number"], plate: "FEL 111" })).toBe(429);
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

it("calls of the driver's function are limited by address, and photos count as uploads and for their case's site", async () => {
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
    const { public_key } = fineOf(await attendant.issue());
    const client = server.client();
    const invoke = async (address: string, body: Json) => {
      const headers = { "X-Forwarded-For": address };
      const { data, error } = await client.functions.invoke("public-case", { body, headers });
      return error === null ? (data as Json) : { outcome: (error.context as Response).status };
    };
    for (let n = 0; n < 4; n += 1)
      expect(await invoke("192.0.2.1", { public_key })).toMatchObject({ outcome: "found" });
    expect(await invoke("192.0.2.1", { public_key })).toEqual({ outcome: 429 });
    const { data } = await client.rpc("object_to_case", objection({ public_key }, { photos: [newSent()] }));
    const send = { action: "send-photos", public_key, reply_key: (data as Json)["reply_key"] };
    const found = await invoke("192.0.2.2", send);
    expect(found).toMatchObject({ outcome: "found" });
    for (let n = 1; n < 3; n += 1) await invoke("192.0.2.2", send);
    expect(await invoke("192.0.2.2", send)).toEqual({ outcome: 429 });
    expect(await invoke("192.0.2.2", { public_key })).toMatchObject({ outcome: 429 });
    const [{ path, token }] = found["uploads"] as [{ path: string; token: string }];
    const stored = await client.storage.from(BUCKET).uploadToSignedUrl(path, token, PNG, { contentType: "image/png" });
    expect(stored.error).toBeNull();
    const [row] = await server.sql`select metadata ->> 'site' as site from storage.objects where name = ${path}`;
    expect(row).toEqual({ site: SITE });
  } finally {
    await server.stop();
  }
});
