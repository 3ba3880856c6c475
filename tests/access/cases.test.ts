// Who learns of a case, a check, a permit or a photo, and who acts on one, through functions, storage and the table API (document 4 §4).
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    ];
    const [objection] = await server.sql`select id from objections where fine_id = ${fine.id}`;
    const [there, missing] = [await ask({ ...fine, objection: objection?.["id"] }), await ask(none)];
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
  let fine: Json & { id: string };
  beforeAll(async () => {
    server = await startTestServer({ profile });
    await insertRow(server.sql, "main_page_sites", { path: SITE });
    const attendant = await makeActor(server, profile, { kind: "attendant", userId: "vakt01" });
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
  } finally {
    await server.stop();
  }
});
