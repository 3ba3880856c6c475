// People write as themselves and as of now, where they may write at all; in the profile hardened, through the real client and server.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertRow, insertValidCall } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { makePeople, OTHER, OWN, type Person, type PersonName } from "#tests/access/people.ts";
import { FIXED, type MatrixTable, type Row, rowOf } from "#tests/access/places.ts";

let server: TestServer;
let people: Record<PersonName, Person>;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", rateLimits: "none" });
  people = await makePeople(server);
  await insertValidCall(server.sql);
  await insertRow(server.sql, "properties", { id: FIXED.openList });
});
afterAll(() => server.stop());

const PAST = { created_at: "2020-01-01T00:00:00Z" };
const FUTURE = { created_at: "2030-01-01T00:00:00Z" };

/** A forgery: the writer, the table, the place where an honest row is taken, and what is false about the row. */
type Forgery = [PersonName, MatrixTable, string, Record<string, Row>];

const FORGERIES: Forgery[] = [
  [
    "visitor",
    "parkings",
    "own site",
    {
      "of the past": PAST,
      "of the future": FUTURE,
      "not active": { active: false },
      "of no site": { project_id: "nowhere" },
    },
  ],
  [
    "visitor",
    "contact_messages",
    "a message",
    { "of the past": PAST, "of the future": FUTURE, "read already": { read: true } },
  ],
  [
    "visitor",
    "property_bids",
    "open list",
    { "of the past": PAST, "of the future": FUTURE, "accepted already": { accepted: true } },
  ],
  ["agent", "property_bids", "open list", { "accepted already": { accepted: true } }],
  ["agent", "properties", "for sale", { "of another agent": { created_by: "other" } }],
  [
    "attendant",
    "parking_deletion_logs",
    "own site",
    {
      "in another's name": { deleted_by: "vakt02" },
      "of the past": { deleted_at: PAST.created_at },
      "of another site": { project_id: OTHER },
      "of no site": { project_id: null },
    },
  ],
  [
    "attendant",
    "shift_registrations",
    "own shift",
    {
      "in another's name": { attendant_user_id: "vakt02" },
      "of another site": { project_id: OTHER },
      "of no site": { project_id: null },
      "approved already": { status: "approved", approved: true },
      "rejected already": { status: "rejected" },
      "reviewed already": { reviewed_by: "admin01" },
      "with a time of review": { reviewed_at: PAST.created_at },
      "with a note": { review_note: "Bra" },
      "of the past": PAST,
      "with another's photos": { image_urls: [`${randomUUID()}/1.png`, `${randomUUID()}/2.png`] },
      "with photos of elsewhere": { image_urls: ["https://elsewhere.example/1.png", "../1.png"] },
    },
  ],
  [
    "dispatch admin",
    "attendant_deletion_logs",
    "dispatch",
    {
      "in another's name": { deleted_by: "op01" },
      "of a site": { project_id: OWN },
      "of the past": { deleted_at: PAST.created_at },
    },
  ],
  [
    "admin",
    "attendant_deletion_logs",
    "own site",
    { "in another's name": { deleted_by: "admin02" }, "of dispatch": { project_id: "721075" } },
  ],
  [
    "chauffeur",
    "vehicle_registrations",
    "own car",
    {
      "for a colleague": { chauffeur_id: "chauffor02" },
      "of another project": { project_id: OTHER },
      "of the past": PAST,
    },
  ],
  [
    "attendant",
    "web_activity_logs",
    "own site's page",
    {
      "in another's name": { user_id: "vakt02" },
      "as another kind": { user_type: "admin" },
      "of another site's page": { page_url: `/${OTHER}/x` },
      "of another site's page, with a host": { page_url: `https://x.example/${OTHER}/x` },
      "of the standard site's page": { page_url: "/standard/x" },
      "of the past": PAST,
    },
  ],
  [
    "operator",
    "web_activity_logs",
    "operator's",
    { "in the admin's name": { user_id: "ledning", user_type: "dispatch-admin" } },
  ],
];

const cases = FORGERIES.flatMap(([name, table, place, rows]) =>
  Object.entries(rows).map(([what, row]) => ({ name, table, place, what, row })),
);

describe.each(FORGERIES)("%s in %s", (name, table, place) => {
  test("writes an honest row", async () => {
    const { error } = await people[name].client.from(table).insert(rowOf(table, place, people[name], "hardened"));
    expect(error).toBeNull();
    if (table === "vehicle_registrations") await server.sql`delete from vehicle_registrations`;
  });
});

test.each(cases)("$name writes no row in $table that is $what", async ({ name, table, place, row }) => {
  const forged = row["created_by"] === "other" ? { created_by: people["account admin"].accountId } : row;
  const { error, status } = await people[name].client
    .from(table)
    .insert({ ...rowOf(table, place, people[name], "hardened"), ...forged });
  expect([error?.code, [401, 403].includes(status)]).toEqual(["42501", true]);
});

/** Puts an honest row of `writer` there and gives its key. */
async function seeded(writer: PersonName, table: MatrixTable, place: string, more: Row = {}): Promise<string> {
  const row = { ...rowOf(table, place, people[writer], "hardened"), ...more };
  await server.sql`insert into ${server.sql(table)} ${server.sql(row)}`;
  return String(row["id"]);
}

describe("a review", () => {
  test.each<[string, Row]>([
    ["in another's name", { status: "approved", reviewed_by: "admin02" }],
    ["in nobody's name", { status: "approved", reviewed_by: null }],
  ])("%s is refused", async (_what, change) => {
    const id = await seeded("attendant", "shift_registrations", "own shift");
    const { error } = await people.admin.client.from("shift_registrations").update(change).eq("id", id);
    expect(error?.code).toBe("42501");
  });

  test.each<[string, Row]>([
    ["description", { description: "Annat" }],
    ["attendant_user_id", { attendant_user_id: "vakt02" }],
    ["project_id", { project_id: OTHER }],
    ["image_urls", { image_urls: ["a/1.png", "a/2.png"] }],
    ["rating", { rating: 1 }],
    ["created_at", PAST],
    ["rejection_note", { rejection_note: "Nej" }],
  ])("does not change %s", async (_column, change) => {
    const id = await seeded("attendant", "shift_registrations", "own shift");
    const review = { status: "approved", reviewed_by: "admin01", ...change };
    const { error } = await people.admin.client.from("shift_registrations").update(review).eq("id", id);
    expect(error?.code).toBe("42501");
  });

  test("is not the attendant's own", async () => {
    const id = await seeded("attendant", "shift_registrations", "own shift");
    const review = { status: "approved", reviewed_by: "vakt01" };
    const { data, error } = await people.attendant.client
      .from("shift_registrations")
      .update(review)
      .eq("id", id)
      .select();
    expect([data, error]).toEqual([[], null]);
  });
});

describe("what was written stays the writer's", () => {
  test.each<[PersonName, MatrixTable, string, Row]>([
    ["main admin", "contact_messages", "a message", { message: "Annat" }],
    ["main admin", "contact_messages", "a message", PAST],
    ["agent", "property_bids", "open list", { amount: 1 }],
    ["agent", "property_bids", "open list", { bidder_name: "Annan" }],
    ["agent", "property_bids", "open list", { property_id: randomUUID() }],
  ])("%s changes nothing else in %s (%s: %j)", async (name, table, place, change) => {
    const id = await seeded(name, table, place);
    expect((await people[name].client.from(table).update(change).eq("id", id)).error?.code).toBe("42501");
  });

  test("nobody makes the standard site, edits or removes it under another path", async () => {
    const [site] = await server.sql<{ id: string }[]>`
      insert into main_page_sites (name, path) values ('Standard', 'standard') on conflict (path) do update set name = excluded.name returning id`;
    const { client } = people["main admin"];
    const changed = await client
      .from("main_page_sites")
      .update({ path: "other" })
      .eq("id", site?.id ?? "")
      .select();
    const removed = await client
      .from("main_page_sites")
      .delete()
      .eq("id", site?.id ?? "")
      .select();
    expect([changed.data, removed.data]).toEqual([[], []]);
  });

  test("without a filter nothing is changed or removed", async () => {
    const { client } = people["main admin"];
    const table = client.from("contact_messages");
    const unfiltered = table.delete() as unknown as PromiseLike<{ error: { code: string } | null }>;
    expect((await unfiltered).error).not.toBeNull();
  });
});
