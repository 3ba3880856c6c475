// A case for its driver, who has its number and plate or its key: reading it, and objecting to it (document 4 §4).
import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import {
  type Actor,
  actorOf,
  type Json,
  fineOf,
  makeActor,
  newPhoto,
  OTHER_SITE,
  SITE,
} from "#tests/support/rows/cases.ts";
import { SMALL_PNG as PNG } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { askAsDriver, blocksOf, newSent, objection, randomCaseKey } from "#tests/access/cases/as-driver.ts";

const BUCKET = "case-photos";

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

  // Spec 4 §4: look_up_case(case_number, plate) and
  // Spec 4 §4: Not: who issued
  // Spec 4 §4: A wrong pair
  // Spec 4 §4: A right key
  it("costs the database as much with a wrong pair as with a right one", async () => {
    const number = String(fine["case_number"]);
    const [right = 0, wrong = 0, missing = 0] = await blocksOf(server, [
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

  const ask = (name: string, args: Json) => askAsDriver(server, name, args);
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
    // The calls that were kept of the case are gone.
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
});
