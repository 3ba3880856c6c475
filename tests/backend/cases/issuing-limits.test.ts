// Limits on the fines that a person issues, corrects and reserves numbers for, in the profile `hardened` (document 4 §4): 60 in 15 minutes.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Actor, fineOf, type Json, makeActor, newFine, said, SITE } from "#tests/support/rows/cases.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const MOST = 60;

let server: TestServer;
let attendant: Actor;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened" });
  await insertRow(server.sql, "main_page_sites", { path: SITE });
  attendant = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt01" });
});
afterAll(() => server.stop());

const WORDS = /\. Försök igen om 1[45] minuter\.$/;

// Spec 4 §4: issue_fine(fine, accepted, acting_as),
// Spec 4 §4: It refuses (nothing
// Spec 4 §4: It answers {outcome:
// Spec 4 §4: Answers are JSON
// Spec 4 §4: A refusal is
test("sixty fines in fifteen minutes are stored, also at once; one more is refused in words, and offline ones wait for a look", async () => {
  const first = newFine();
  const kept = fineOf(await attendant.call("issue_fine", { fine: first, accepted: [] }));
  const answers = await Promise.all(Array.from({ length: MOST + 9 }, () => attendant.issue()));
  expect(answers.filter(({ outcome }) => outcome === "stored")).toHaveLength(MOST - 1);
  expect(new Set(answers.filter(({ outcome }) => outcome === undefined).map(said))).toEqual(
    new Set(["PK017 issued_at"]),
  );
  const more = await attendant.issue();
  expect(more.refused?.message).toMatch(WORDS);
  expect(more.refused?.message).toMatch(/^Så många böter utfärdar ingen på så kort tid\./);
  // A stored fine is answered however often it is sent.
  expect(fineOf(await attendant.call("issue_fine", { fine: first, accepted: [] }))).toEqual(kept);
  // A fine that lies on a car is stored with what would have refused it, its amount too.
  const offline = { was_offline: true, issued_at: new Date(Date.now() - 3_600_000).toISOString(), amount: 1_000_000 };
  const sent = fineOf(await attendant.issue(offline));
  expect(sent).toMatchObject({ needs_review: true, amount: 1_000_000 });
  expect((sent["review_reasons"] as Json[]).map(({ code }) => code)).toEqual(["PK017", "PK001", "above-legal-maximum"]);
  // The limit counts each person alone, and ends after a quarter of an hour.
  const colleague = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt02" });
  expect((await colleague.issue()).outcome).toBe("stored");
  await server.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`update fine_events set created_at = created_at - interval '16 minutes'`;
  });
  expect((await attendant.issue()).outcome).toBe("stored");
});

test("sixty corrections in fifteen minutes; one more is refused, and from the queue stored with that", async () => {
  const person = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt03" });
  const fine = fineOf(await person.issue());
  const answers = await Promise.all(
    Array.from({ length: MOST + 5 }, (_, n) => person.correct(fine, { notes: `Rättad ${n}` })),
  );
  expect(answers.filter(({ outcome }) => outcome === "stored")).toHaveLength(MOST);
  const more = await person.correct(fine, { notes: "En till" });
  expect([said(more), more.refused?.message]).toEqual(["PK017 issued_at", expect.stringMatching(WORDS)]);
  const queued = fineOf(await person.correct(fine, { notes: "Ur kön", was_offline: true }));
  expect(queued["review_reasons"]).toMatchObject([{ code: "PK017" }]);
});

test("of numbers no more than what may lie unused and one person uses meanwhile", async () => {
  const person = await makeActor(server, "hardened", { kind: "attendant", userId: "vakt04" });
  const reserve = (count: number) =>
    person.call("reserve_case_numbers", { project: SITE, request_id: randomUUID(), count });
  const use = () => server.sql`update private.case_numbers set used_at = now() where reserved_by = ${person.id}`;
  for (const count of [50, 50, 50]) {
    expect((await reserve(count)).outcome).toBe("reserved");
    await use();
  }
  expect((await reserve(10)).outcome).toBe("reserved");
  await use();
  const more = await reserve(1);
  expect([said(more), more.refused?.message]).toEqual(["PK017 count", expect.stringMatching(WORDS)]);
  await server.sql`update private.case_numbers set created_at = created_at - interval '16 minutes' where reserved_by = ${person.id}`;
  expect((await reserve(50)).outcome).toBe("reserved");
});
