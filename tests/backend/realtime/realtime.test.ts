// Changes reach the unmodified client: what is told, in which form, with which filters.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { idOf, listenTo, type RealtimeTest, startRealtime, subscribe } from "#tests/support/server/realtime.ts";
import { startTestServer } from "#tests/support/server/server.ts";

const TABLES = `
  create table public.notes (
    id uuid primary key default gen_random_uuid(), title text, amount int, price numeric, happens_at timestamptz,
    is_open boolean, tags text[], extra jsonb, title_small text generated always as (lower(title)) stored);
  create table public.pairs (a int, b text, note text, primary key (b, a));
  create table public.keyless (note text);
  create table public.private_notes (id uuid primary key default gen_random_uuid());
  grant select on public.notes, public.pairs, public.keyless, public.private_notes to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.notes, public.pairs, public.keyless;
  alter publication supabase_realtime set (publish = 'insert, update, delete, truncate');`;

let realtime: RealtimeTest;
beforeAll(async () => {
  realtime = await startRealtime(TABLES);
});
afterAll(async () => {
  await realtime.stop();
});

async function insertNote(values: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await realtime.sql`insert into notes ${realtime.sql({ id, title: "Note", ...values })}`;
  return id;
}

test.each(["1.0.0", "2.0.0"] as const)("insert, update and delete reach a client of protocol %s", async (vsn) => {
  const heard = await listenTo(realtime.client({ vsn }), { table: "notes" });
  const happens_at = "2026-11-21T10:00:00.5+00:00";
  const id = await insertNote({
    amount: 3,
    price: "12.50",
    happens_at,
    is_open: true,
    tags: ["å", "b,c"],
    extra: { a: [1] },
  });
  const inserted = await heard.hears(id, "INSERT");
  expect(inserted).toMatchObject({ schema: "public", table: "notes", errors: null, old: {} });
  expect(inserted.new).toEqual({
    id,
    title: "Note",
    amount: 3,
    price: 12.5,
    happens_at,
    is_open: true,
    tags: ["å", "b,c"],
    extra: { a: [1] },
  });
  expect(Date.parse(inserted.commit_timestamp)).not.toBeNaN();

  await realtime.sql`update notes set amount = 4 where id = ${id}`;
  const updated = await heard.hears(id, "UPDATE");
  expect(updated.new).toMatchObject({ id, amount: 4 });
  expect(updated.old).toEqual({ id });

  await realtime.sql`delete from notes where id = ${id}`;
  const deleted = await heard.hears(id, "DELETE");
  expect(deleted.old).toEqual({ id });
  expect(deleted.new).toEqual({});
});

test("the event of a binding is kept to, and one channel may have several", async () => {
  const client = realtime.client();
  const inserts = await listenTo(client, { event: "INSERT", table: "notes" });
  const others = await listenTo(client, { event: "UPDATE", table: "notes" }, { event: "DELETE", table: "notes" });
  const id = await insertNote();
  await realtime.sql`update notes set title = 'Changed' where id = ${id}`;
  await others.hears(id, "UPDATE");
  await realtime.sql`delete from notes where id = ${id}`;
  await others.hears(id, "DELETE");
  expect(others.events.map((event) => event.eventType)).toEqual(["UPDATE", "DELETE"]);
  const last = await insertNote();
  await inserts.hears(last);
  expect(inserts.events.map(idOf)).toEqual([id, last]);
  expect(inserts.events.map((event) => event.eventType)).toEqual(["INSERT", "INSERT"]);
});

const FILTERS: [filter: string, passes: Record<string, unknown>, fails: Record<string, unknown>][] = [
  ["title=eq.Åkergränd", { title: "Åkergränd" }, { title: "åkergränd" }],
  ["title=neq.a", { title: "b" }, { title: "a" }],
  ["title=neq.a", { title: "b" }, { title: null }],
  ["amount=gt.9", { amount: 10 }, { amount: 9 }],
  ["amount=gte.10", { amount: 10 }, { amount: 9 }],
  ["amount=lt.10", { amount: 9 }, { amount: 10 }],
  ["amount=lte.9", { amount: 9 }, { amount: 10 }],
  ["price=eq.12.5", { price: "12.50" }, { price: "12.51" }],
  ['title=in.(x,"y,z")', { title: "y,z" }, { title: "z" }],
  ["amount=in.(1, 2)", { amount: 2 }, { amount: 3 }],
  ["is_open=eq.true", { is_open: true }, { is_open: false }],
  [
    "happens_at=gte.2026-11-21T11:00:00+01:00",
    { happens_at: "2026-11-21T10:00:00.5Z" },
    { happens_at: "2026-11-21T09:59:59Z" },
  ],
];
test.each(FILTERS)("filter %s passes %o and not %o", async (filter, passes, fails) => {
  const heard = await listenTo(realtime.client(), { table: "notes", filter });
  const unheard = await insertNote(fails);
  const id = await insertNote(passes);
  await heard.hears(id);
  expect(heard.events.map(idOf)).not.toContain(unheard);
});

test("a filter looks at the row after an update, and a delete is told without it", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes", filter: "title=eq.Mine" });
  const all = await listenTo(realtime.client(), { table: "notes" });
  const id = await insertNote({ title: "Yours" });
  // An event carries the row as it is when it is read: each is awaited before the next is made.
  await all.hears(id, "INSERT");
  await realtime.sql`update notes set title = 'Mine' where id = ${id}`;
  await heard.hears(id, "UPDATE");
  const other = await insertNote({ title: "Yours" });
  await all.hears(other, "INSERT");
  await realtime.sql`delete from notes where id = ${other}`;
  await heard.hears(other, "DELETE");
  expect(heard.events).toHaveLength(2);
});

test("among many channels a change reaches those of its values, of every kind and with a key of two columns, and no other", async () => {
  const elsewhere = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      listenTo(
        realtime.client(),
        { table: "notes", event: "INSERT", filter: `title=eq.Elsewhere ${n}` },
        { table: "pairs", event: "INSERT", filter: `note=eq.Elsewhere ${n}` },
      ),
    ),
  );
  const here = await Promise.all(
    ["title=eq.Here", "amount=eq.7", "price=eq.12.5", "happens_at=eq.2026-11-21T10:00:00Z", "is_open=eq.true"].map(
      (filter) => listenTo(realtime.client(), { table: "notes", filter }),
    ),
  );
  const pair = await listenTo(realtime.client(), { table: "pairs", filter: "note=eq.Here" });
  const happens_at = "2026-11-21T11:00:00+01:00";
  const id = await insertNote({ title: "Here", amount: 7, price: "12.50", happens_at, is_open: true });
  for (const heard of here) await heard.hears(id, "INSERT");
  await realtime.sql`insert into pairs (a, b, note) values (77, 'among many', 'Here')`;
  await expect.poll(() => pair.events).toMatchObject([{ new: { a: 77, b: "among many" } }]);
  expect(elsewhere.flatMap(({ events }) => events)).toEqual([]);
});

test("a filter on the key holds for deletes too, however the key is spelt", async () => {
  const [mine, other] = [await insertNote(), await insertNote()];
  const heard = await listenTo(realtime.client(), { table: "notes", filter: `id=eq.${mine.toUpperCase()}` });
  await realtime.sql`delete from notes where id in (${other}, ${mine})`;
  await heard.hears(mine, "DELETE");
  expect(heard.events.map(idOf)).toEqual([mine]);
});

test.each([
  [{ table: "private_notes" }, "public.private_notes is not in publication supabase_realtime"],
  [{ table: "keyless" }, "public.keyless is not in publication supabase_realtime"],
  [{ table: "notes", filter: "colour=eq.red" }, "column colour does not exist"],
  [{ table: "notes", filter: "amount=eq.red" }, "invalid input syntax for type integer"],
  [{ table: "notes", filter: "amount~red" }, "is not column=operator.value"],
  [{ table: "notes", filter: "title=like.a%" }, "is not column=operator.value"],
])("a wish that cannot be granted is refused with its reason: %o", async (wish, reason) => {
  const heard = await subscribe(realtime.client(), wish);
  await expect.poll(() => heard.statuses).toContain("CHANNEL_ERROR");
  expect(heard.messages.join()).toContain(reason);
});

test("a table that is added to the publication later can be followed without a restart", async () => {
  await realtime.sql`create table public.late (id uuid primary key)`;
  await realtime.sql`grant select on public.late to anon`;
  await realtime.sql`alter publication supabase_realtime add table public.late`;
  const heard = await subscribe(realtime.client(), { table: "late" });
  await expect.poll(() => heard.statuses.at(-1)).toBe("SUBSCRIBED");
  const id = randomUUID();
  await realtime.sql`insert into late values (${id})`;
  await heard.hears(id, "INSERT");
});

test("a column that is added later is told, once the schema is said to have changed", async () => {
  const { sql } = realtime;
  const heard = await listenTo(realtime.client(), { table: "notes" });
  await sql`alter table public.notes add column added text default 'new'`;
  await sql`notify pgrst, 'reload schema'`;
  // The schema is read again beside the changes: rows are written until one shows the column.
  await expect
    .poll(async () => {
      const event = await heard.hears(await insertNote());
      return (event.new as { added?: string }).added;
    })
    .toBe("new");
  await sql`alter table public.notes drop column added`;
});

test("through the whole server: what the table API writes reaches another client", async () => {
  const server = await startTestServer();
  try {
    const reader = await listenTo(server.client(), { table: "parkings" });
    const receipt_hash = "a".repeat(64);
    // Nobody reads the hash of a receipt, by its value neither.
    const byHash = await listenTo(server.client(), {
      event: "INSERT",
      table: "parkings",
      filter: `receipt_hash=eq.${receipt_hash}`,
    });
    const start_time = new Date().toISOString();
    const parking = { car_model: "Saab", car_color: "Blå", street: "Ågatan 1", ref_number: "ÅÄÖ123", start_time };
    const { data, error } = await server
      .client()
      .from("parkings")
      .insert({ ...parking, end_time: start_time, receipt_hash })
      .select()
      .single();
    expect(error).toBeNull();
    const { id } = data as { id: string };
    const event = await reader.hears(id, "INSERT");
    expect(event.new).toMatchObject({ ...parking, start_time: expect.any(String) as string });
    expect(event.new).not.toHaveProperty("search_text");
    expect(JSON.stringify([event.new, data])).not.toContain("receipt_hash");
    await server.client().from("parkings").delete().eq("id", id);
    await reader.hears(id, "DELETE");
    expect(byHash.events).toEqual([]);
    await reader.channel.unsubscribe();
  } finally {
    await server.stop();
  }
});

test("a schema without a table means every table of the publication", async () => {
  const heard = await listenTo(realtime.client(), { schema: "public" }, { schema: "*", table: "pairs" });
  const id = await insertNote();
  await heard.hears(id, "INSERT");
  await realtime.sql`insert into pairs values (7, 'b', 'note')`;
  await expect.poll(() => heard.events.filter((event) => event.table === "pairs").length).toBe(2);
});

test("a key of two columns, and a key that changes", async () => {
  const heard = await listenTo(realtime.client(), { table: "pairs" });
  await realtime.sql`insert into pairs values (1, 'x', 'first')`;
  await expect.poll(() => heard.events.length).toBe(1);
  await realtime.sql`update pairs set a = 2 where a = 1`;
  await expect.poll(() => heard.events.length).toBe(3);
  await realtime.sql`delete from pairs where a = 2`;
  await expect.poll(() => heard.events.length).toBe(4);
  expect(heard.events.map((event) => [event.eventType, event.eventType === "INSERT" ? event.new : event.old])).toEqual([
    ["INSERT", { a: 1, b: "x", note: "first" }],
    ["DELETE", { a: 1, b: "x" }],
    ["INSERT", { a: 2, b: "x", note: "first" }],
    ["DELETE", { a: 2, b: "x" }],
  ]);
});

test("insert, delete and insert of one key in one transaction end with the row being there", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const id = randomUUID();
  await realtime.sql.begin(async (sql) => {
    await sql`insert into notes (id) values (${id})`;
    await sql`delete from notes where id = ${id}`;
    await sql`insert into notes (id) values (${id})`;
  });
  const last = await insertNote();
  await heard.hears(last);
  expect(heard.events.filter((event) => idOf(event) === id).at(-1)?.eventType).toBe("INSERT");
});

test("rows of 20 kB and of 300 kB arrive whole; of a row above 1 MB the short values do", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  for (const size of [20_000, 300_000]) {
    const title = "å".repeat(size / 2);
    const id = await insertNote({ title });
    expect((await heard.hears(id)).new).toMatchObject({ title });
  }
  const id = await insertNote({ title: "a".repeat(1_100_000) });
  const event = await heard.hears(id);
  expect(event.errors).toEqual(["Error 413: Payload Too Large"]);
  expect(event.new).not.toHaveProperty("title");
});

test("all rows of a statement arrive, in several notices; above 1000 the clients join again", async () => {
  const heard = await listenTo(realtime.client(), { table: "notes" });
  const bystander = await listenTo(realtime.client(), { table: "pairs" });
  await realtime.sql`insert into notes (title) select 'many' from generate_series(1, 1000)`;
  await expect.poll(() => new Set(heard.events.map(idOf)).size).toBe(1000);

  const told = (type: string): number => heard.events.filter((event) => event.eventType === type).length;
  await realtime.sql`update notes set amount = 1 where title = 'many'`;
  await expect.poll(() => told("UPDATE")).toBe(1000);
  await realtime.sql`delete from notes where title = 'many'`;
  await expect.poll(() => told("DELETE")).toBe(1000);

  await realtime.sql`insert into notes (title) select 'too many' from generate_series(1, 100000)`;
  await expect.poll(() => heard.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
  expect(heard.events).toHaveLength(3000);
  const id = await insertNote();
  await heard.hears(id);

  await realtime.sql`truncate notes`;
  await expect.poll(() => heard.statuses.length).toBe(5);
  expect(bystander.statuses).toEqual(["SUBSCRIBED"]);
});

test("a channel that is left hears nothing more, and the register is empty when the socket is gone", async () => {
  const client = realtime.client();
  const left = await listenTo(client, { table: "notes" });
  const kept = await listenTo(client, { table: "notes" });
  const before = realtime.gateway.stats().channels;
  expect(await left.channel.unsubscribe()).toBe("ok");
  await expect.poll(() => realtime.gateway.stats().channels).toBe(before - 1);
  await kept.hears(await insertNote());
  expect(left.events).toEqual([]);
  await client.realtime.disconnect();
  await expect.poll(() => realtime.gateway.stats().channels).toBe(before - 2);
});
