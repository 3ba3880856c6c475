// Shifts and their photos as the attendant's screen sends and follows them, with the unmodified client.
import { randomUUID } from "node:crypto";
import { imageSize } from "image-size";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Acting } from "#data/acting.ts";
import { reviewShift, undoApproval } from "#data/shift_registrations/admin-mutations.ts";
import { adminShiftQueries } from "#data/shift_registrations/admin-queries.ts";
import { TOLD } from "#tests/support/run/patience.ts";
import { plainPhoto } from "#tests/support/rows/real-photos.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
// The page's client reads its address from the page, here it is the unmodified client of this test's server.
const acting: Acting = { login: "account", client: () => Promise.resolve(server.client()) };
// Addresses of photos are made for a page, by its /config.json.
vi.mock("#data/storage.ts", () => ({
  RENEW_PHOTOS_MS: 60_000,
  withReachableImages: (_: Acting, rows: unknown) => rows,
}));
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const SHIFT = {
  project_id: "ostra-hamnen",
  attendant_user_id: "vakt01",
  start_time: "2026-11-20T21:00:00.000Z",
  end_time: "2026-11-21T05:30:00.000Z",
  rating: 6,
  description: 'Natt på kajen, "lugnt" {allt} \\ klart',
  status: "pending",
  approved: false,
};

test("photos are stored, the shift keeps their public addresses, and the attendant reads it back", async () => {
  const client = server.client();
  const bucket = client.storage.from("shift-images");
  const urls: string[] = [];
  for (const path of ["vakt01/1763712000000-Akergrand.jpg", "vakt01/1763712000001-image.jpg"]) {
    const { data, error } = await bucket.upload(
      path,
      new File([await plainPhoto("jpeg")], "a.jpg", { type: "image/jpeg" }),
      {
        contentType: "image/jpeg",
      },
    );
    expect(error).toBeNull();
    expect(data?.path).toBe(path);
    urls.push(bucket.getPublicUrl(path).data.publicUrl);
  }
  const id = randomUUID();
  const inserted = await client.from("shift_registrations").insert({ ...SHIFT, id, image_urls: urls });
  expect(inserted.error).toBeNull();

  const { data } = await client
    .from("shift_registrations")
    .select("id, rating, description, image_urls, status, approved, reviewed_at")
    .eq("attendant_user_id", "vakt01")
    .eq("project_id", "ostra-hamnen")
    .in("status", ["pending"]);
  expect(data).toEqual([
    {
      id,
      image_urls: urls,
      reviewed_at: null,
      rating: 6,
      description: SHIFT.description,
      status: "pending",
      approved: false,
    },
  ]);
  for (const url of urls) {
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("image/jpeg");
    expect(imageSize(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ type: "jpg", width: 40, height: 30 });
  }

  const again = await client.from("shift_registrations").insert({ ...SHIFT, id, image_urls: urls });
  expect(again.error?.code).toBe("23505");
});

// Spec rules §11: The database refuses
test.each([
  ["one photo", { image_urls: ["/a.jpg"] }],
  ["51 photos", { image_urls: Array.from({ length: 51 }, (_, n) => `/${n}.jpg`) }],
  ["an end at its start", { end_time: SHIFT.start_time }],
  ["a rating of 0", { rating: 0 }],
  ["a rating of 11", { rating: 11 }],
  ["a blank description", { description: "   " }],
  ["a description above 10 000 characters", { description: "a".repeat(10_001) }],
])("a shift with %s is refused by the database", async (_what, change) => {
  const { error } = await server
    .client()
    .from("shift_registrations")
    .insert({ ...SHIFT, image_urls: ["/a.jpg", "/b.jpg"], ...change });
  expect(error?.code).toBe("23514");
});

// Spec 1 §4: Shift: created pending
test("nobody registers a shift that is approved already", async () => {
  const { error } = await server
    .client()
    .from("shift_registrations")
    .insert({ ...SHIFT, image_urls: ["/a.jpg", "/b.jpg"], status: "approved", approved: true });
  expect(error?.code).toBe("42501");
});

// Spec 1 §4: Attendants get live
// Spec 1 §7: realtime subscription to
test("an attendant hears of the own shifts, not of others'", async () => {
  const client = server.client();
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    client
      .channel("own-shifts")
      .on(
        "postgres_changes",
        { event: "*", schema: "public", table: "shift_registrations", filter: "attendant_user_id=eq.vakt50" },
        ({ eventType, new: row }) => {
          const { description, status } = row as { description: string; status: string };
          heard.push(`${eventType} ${description} ${status}`);
        },
      )
      .subscribe((status) => status === "SUBSCRIBED" && resolve());
  });
  const own = await insertRow(server.sql, "shift_registrations", { attendant_user_id: "vakt50", description: "Mitt" });
  await insertRow(server.sql, "shift_registrations", { attendant_user_id: "vakt51", description: "Någon annans" });
  await server.client().from("shift_registrations").update({ approved: true }).eq("id", own);
  await insertRow(server.sql, "shift_registrations", { attendant_user_id: "vakt50", description: "Sist" });
  await vi.waitFor(() => expect(heard).toContain("INSERT Sist pending"), { ...TOLD, interval: 10 });
  await client.removeAllChannels();
  expect(heard).toEqual(["INSERT Mitt pending", "UPDATE Mitt approved", "INSERT Sist pending"]);
});

const statusOf = async (id: string) => {
  const rows = await server.sql<{ status: string; approved: boolean; review_note: string | null }[]>`
    select status, approved, review_note from shift_registrations where id = ${id}`;
  return rows[0];
};
const approval = (id: string, reviewedBy = "admin01") =>
  reviewShift(acting, { id, from: "pending", isApproved: true, reviewedBy, note: null });

// Spec rules §14: One press approves,
test("an approval is taken back once, by whom it is, and not when another answer came", async () => {
  const id = await insertRow(server.sql, "shift_registrations", {});
  const reviewedAt = (await approval(id)) ?? "";
  // The answer of a first try may be lost: the same approval tells the same moment.
  expect(await approval(id)).toBe(reviewedAt);
  await expect(undoApproval(acting, { id, reviewedBy: "admin02", reviewedAt })).rejects.toMatchObject({
    code: "reviewed",
  });
  await undoApproval(acting, { id, reviewedBy: "admin01", reviewedAt });
  expect(await statusOf(id)).toEqual({ status: "pending", approved: false, review_note: null });
  await undoApproval(acting, { id, reviewedBy: "admin01", reviewedAt });

  const again = await approval(id);
  expect(again).not.toBe(reviewedAt);
  await expect(undoApproval(acting, { id, reviewedBy: "admin01", reviewedAt })).rejects.toMatchObject({
    code: "reviewed",
  });
  expect(await statusOf(id)).toMatchObject({ status: "approved" });
});

test("nobody approves the own shift, by the ID that the screen names or the one that it acts as", async () => {
  const id = await insertRow(server.sql, "shift_registrations", { attendant_user_id: "vakt01" });
  await expect(approval(id, "VAKT01")).rejects.toMatchObject({
    code: "PK011",
    message: "Du kan inte godkänna ditt eget skift.",
  });
  const { error } = await server
    .client()
    .from("shift_registrations")
    .update({ status: "approved", approved: true, reviewed_by: "admin01" })
    .eq("id", id)
    .setHeader("x-acting-as", JSON.stringify({ kind: "attendant", id: "vakt01" }));
  expect(error?.code).toBe("PK011");
  expect(await statusOf(id)).toMatchObject({ status: "pending" });
  expect(await approval(id)).not.toBeNull();
});

// Spec 1 §7: shift_registrations: read all
// Spec 1 §7: update approved by
// Spec rules §3: Shifts that wait
test("shifts that wait come first, and one that is reviewed keeps its place until the list is opened anew", async () => {
  const project_id = "vantan";
  const add = (hour: number, over: object = {}) =>
    insertRow(server.sql, "shift_registrations", {
      project_id,
      created_at: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
      ...over,
    });
  const done = { status: "approved", approved: true, reviewed_at: "2026-11-20T20:00:00Z" };
  const [old, older, reviewed] = [await add(3), await add(1), await add(9, done)];
  const listed = async (since: string) => {
    const { queryFn } = adminShiftQueries.list(project_id, since);
    const page = await (
      queryFn as unknown as (acting: Acting, context: object) => Promise<{ rows: { id: string }[]; next: null }>
    )(acting, {
      pageParam: { isWaiting: true, after: null },
      signal: new AbortController().signal,
    });
    expect(page.next).toBeNull();
    return page.rows.map(({ id }) => id);
  };
  const opened = "2026-11-21T00:00:00Z";
  expect(await listed(opened)).toEqual([old, older, reviewed]);
  await approval(old);
  expect(await listed(opened)).toEqual([old, older, reviewed]);
  // Opened by a clock that is a minute ahead.
  expect(await listed(new Date(Date.now() + 60_000).toISOString())).toEqual([old, older, reviewed]);
  expect(await listed("2099-01-01T00:00:00Z")).toEqual([older, reviewed, old]);
});

// Spec 5 §6: A rejected shift
test("a shift that is sent again points at the rejected one of the same attendant, and at no other", async () => {
  const again = { ...SHIFT, image_urls: ["/a.png", "/b.png"] };
  await insertRow(server.sql, "project_attendants", { user_id: "vakt01", project_id: SHIFT.project_id });
  const rejected = await insertRow(server.sql, "shift_registrations", { ...again, status: "rejected" });
  const waiting = await insertRow(server.sql, "shift_registrations", again);
  const others = await insertRow(server.sql, "shift_registrations", {
    ...again,
    attendant_user_id: "vakt02",
    status: "rejected",
  });
  for (const replaces_id of [rejected, waiting, others]) {
    const id = randomUUID();
    // oxlint-disable-next-line no-await-in-loop
    const { error } = await server
      .client()
      .from("shift_registrations")
      .insert({ ...again, id, replaces_id });
    expect(error).toBeNull();
    // oxlint-disable-next-line no-await-in-loop
    const [row] = await server.sql`select replaces_id from shift_registrations where id = ${id}`;
    expect(row).toEqual({ replaces_id: replaces_id === rejected ? rejected : null });
  }
});
