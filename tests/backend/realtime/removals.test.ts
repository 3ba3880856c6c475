// Removals are told to people who could see the row, as it was, under row level security.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Sql, TransactionSql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSweep, startSweeping } from "#server/realtime/changes/old-rows.ts";
import { WORKED_THROUGH } from "#tests/support/run/patience.ts";
import {
  type Heard,
  idOf,
  listenTo,
  type RealtimeTest,
  signToken,
  startRealtime,
} from "#tests/support/server/realtime.ts";

const TABLES = `
  create table public.tenant_notes (id uuid primary key, tenant text, body text, "Öppen tid" timestamptz, tags text[]);
  alter table public.tenant_notes enable row level security;
  create policy "tenants read their own" on public.tenant_notes for select to authenticated
    using (tenant = (select auth.jwt() ->> 'tenant'));
  create policy "nobody reads what is sealed" on public.tenant_notes as restrictive
    using (body is distinct from 'sealed' and ("Öppen tid" is null or "Öppen tid" < now()) and coalesce('closed' <> all (tags), true));
  create policy "all may write" on public.tenant_notes for insert with check (true);

  create table public.boards (id uuid primary key, tenant text);
  create table public.cards (id uuid primary key, board_id uuid);
  alter table public.cards enable row level security;
  create policy "people read cards of their boards" on public.cards for select to authenticated
    using (exists (select from public.boards cards where cards.id = board_id and cards.tenant = (select auth.jwt() ->> 'tenant')));

  create table public.whole_notes (id uuid primary key, tenant text);
  create function public.is_own(note public.whole_notes) returns boolean language sql stable
    as $$ select note.tenant = auth.jwt() ->> 'tenant' $$;
  grant execute on function public.is_own to authenticated;
  alter table public.whole_notes enable row level security;
  create policy "own ones" on public.whole_notes for all to authenticated using (public.is_own(whole_notes));

  create table public.placed_notes (id uuid primary key);
  alter table public.placed_notes enable row level security;
  create policy "where a row lies" on public.placed_notes for select to authenticated using (ctid is not null);

  create table public.open_notes (id uuid primary key, tenant text);
  create table public.numbered (tenant text, number int primary key);
  alter table public.numbered enable row level security;
  create policy "tenants read their own" on public.numbered for select to authenticated
    using (tenant = (select auth.jwt() ->> 'tenant'));

  grant select on all tables in schema public to anon, authenticated, service_role;
  alter publication supabase_realtime add table public.tenant_notes, public.cards, public.whole_notes,
    public.placed_notes, public.open_notes, public.numbered;`;

let realtime: RealtimeTest;
beforeAll(async () => {
  realtime = await startRealtime(TABLES);
});
afterAll(async () => {
  await realtime.stop();
});

type People = { harbour: Heard; square: Heard; service: Heard };

/** Two tenants and the secret key, who follow a table. */
async function follow(table: string): Promise<People> {
  const listen = (options: { token?: string; key?: string }) => listenTo(realtime.client(options), { table });
  return {
    harbour: await listen({ token: signToken({ tenant: "harbour" }) }),
    square: await listen({ token: signToken({ tenant: "square" }) }),
    service: await listen({ key: realtime.secretKey }),
  };
}

async function insert(table: string, values: Record<string, unknown> = {}): Promise<string> {
  const { sql } = realtime;
  const id = randomUUID();
  await sql`insert into ${sql(table)} ${sql({ id, ...values })}`;
  return id;
}

async function remove(table: string, ...ids: string[]): Promise<void> {
  await realtime.sql`delete from ${realtime.sql(table)} where id in ${realtime.sql(ids)}`;
}

const removals = (heard: Heard): unknown[] =>
  heard.events.filter((event) => event.eventType === "DELETE").map((event) => idOf(event));

test("a removed row is told to its tenant and nobody else's, with the key alone", async () => {
  const { harbour, square, service } = await follow("tenant_notes");
  const ofHarbour = await insert("tenant_notes", { tenant: "harbour", body: "secret" });
  const ofSquare = await insert("tenant_notes", { tenant: "square" });
  const ofNobody = await insert("tenant_notes");
  await remove("tenant_notes", ofHarbour);
  await remove("tenant_notes", ofNobody, ofSquare);
  expect((await harbour.hears(ofHarbour, "DELETE")).old).toEqual({ id: ofHarbour });
  await square.hears(ofSquare, "DELETE");
  await service.hears(ofSquare, "DELETE");
  expect(removals(harbour)).toEqual([ofHarbour]);
  expect(removals(square)).toEqual([ofSquare]);
  expect(new Set(removals(service))).toEqual(new Set([ofHarbour, ofSquare, ofNobody]));
});

test("1000 rows of two tenants in one statement: each hears its half", async () => {
  const { harbour, square, service } = await follow("tenant_notes");
  await realtime.sql`insert into tenant_notes (id, tenant)
    select gen_random_uuid(), case when n % 2 = 0 then 'harbour' else 'square' end from generate_series(1, 1000) n`;
  await realtime.sql`delete from tenant_notes`;
  const counts = () => [harbour, square, service].map((heard) => removals(heard).length);
  await expect.poll(counts).toEqual([500, 500, 1000]);
  expect(new Set([...removals(harbour), ...removals(square)]).size).toBe(1000);
});

test("restrictive policies hold for removed rows, whatever the types of the columns that they read", async () => {
  const { harbour, service } = await follow("tenant_notes");
  const tenant = "harbour";
  const later = new Date(Date.now() + 3_600_000);
  const hidden = [
    await insert("tenant_notes", { tenant, body: "sealed" }),
    await insert("tenant_notes", { tenant, "Öppen tid": later }),
    await insert("tenant_notes", { tenant, tags: ["a", "closed"] }),
  ];
  const shown = await insert("tenant_notes", { tenant, "Öppen tid": new Date(0), tags: ["a,b", 'c"'] });
  await remove("tenant_notes", ...hidden, shown);
  await service.hears(shown, "DELETE");
  await harbour.hears(shown, "DELETE");
  expect(removals(harbour)).toEqual([shown]);
});

test("a policy that looks at other tables is asked about the row as it was", async () => {
  const { harbour, square } = await follow("cards");
  const [board_id, other] = [randomUUID(), randomUUID()];
  await realtime.sql`insert into boards values (${board_id}, 'harbour'), (${other}, 'square')`;
  const [card, otherCard] = [await insert("cards", { board_id }), await insert("cards", { board_id: other })];
  await remove("cards", card, otherCard);
  await harbour.hears(card, "DELETE");
  await square.hears(otherCard, "DELETE");
  expect([removals(harbour), removals(square)]).toEqual([[card], [otherCard]]);
});

test("a policy may take the row as a whole", async () => {
  const { harbour, square, service } = await follow("whole_notes");
  const id = await insert("whole_notes", { tenant: "harbour" });
  await remove("whole_notes", id);
  await Promise.all([harbour.hears(id, "DELETE"), service.hears(id, "DELETE")]);
  expect(square.events).toEqual([]);
});

test("a policy that cannot be asked about a removed row tells nobody, and harms nobody", async () => {
  const { harbour, service } = await follow("placed_notes");
  const id = await insert("placed_notes");
  await harbour.hears(id, "INSERT");
  await remove("placed_notes", id);
  await service.hears(id, "DELETE");
  await harbour.hears(await insert("placed_notes"), "INSERT");
  expect(removals(harbour)).toEqual([]);
  expect(harbour.statuses).toEqual(["SUBSCRIBED"]);
});

test("without row level security a grant decides", async () => {
  const heard = await listenTo(realtime.client(), { table: "open_notes" });
  const id = await insert("open_notes", { tenant: "harbour" });
  await remove("open_notes", id);
  expect((await heard.hears(id, "DELETE")).old).toEqual({ id });
});

test("a row that a change hides is told as gone to whom it was visible, and to nobody else", async () => {
  const { harbour, square, service } = await follow("tenant_notes");
  const third = await listenTo(realtime.client({ token: signToken({ tenant: "third" }) }), { table: "tenant_notes" });
  const [moved, stays] = [
    await insert("tenant_notes", { tenant: "harbour" }),
    await insert("tenant_notes", { tenant: "harbour" }),
  ];
  await harbour.hears(stays, "INSERT");
  await realtime.sql`update tenant_notes set body = 'x', tenant = case when id = ${moved} then 'square' else tenant end
    where id in (${moved}, ${stays})`;
  expect((await harbour.hears(moved, "DELETE")).new).toEqual({});
  await harbour.hears(stays, "UPDATE");
  await square.hears(moved, "UPDATE");
  await service.hears(moved, "UPDATE");
  expect([removals(harbour), removals(square), removals(service)]).toEqual([[moved], [], []]);
  expect(third.events).toEqual([]);

  await realtime.sql`update tenant_notes set body = 'sealed' where id = ${moved}`;
  await square.hears(moved, "DELETE");
  await remove("tenant_notes", moved);
  await service.hears(moved, "DELETE");
  await harbour.hears(await insert("tenant_notes", { tenant: "harbour" }), "INSERT");
  expect(removals(harbour)).toEqual([moved]);
  expect(square.events.map((event) => event.eventType)).toEqual(["UPDATE", "DELETE"]);
  expect(third.events).toEqual([]);
});

test("the old key of a row is told to whom the row was visible", async () => {
  const { harbour, square } = await follow("numbered");
  await realtime.sql`insert into numbered values ('harbour', 1), ('square', 2)`;
  await expect.poll(() => [harbour.events.length, square.events.length]).toEqual([1, 1]);
  await realtime.sql`update numbered set number = number + 10`;
  await expect.poll(() => [harbour.events.length, square.events.length]).toEqual([3, 3]);
  expect(harbour.events.slice(1).map((event) => [event.eventType, event.old, event.new])).toEqual([
    ["DELETE", { number: 1 }, {}],
    ["INSERT", {}, { tenant: "harbour", number: 11 }],
  ]);
});

test("several servers on one database each tell their own clients", async () => {
  const second = await realtime.another();
  const client = second.client({ token: signToken({ tenant: "harbour" }) });
  const there = await listenTo(client, { table: "tenant_notes" });
  const { harbour, square } = await follow("tenant_notes");
  const id = await insert("tenant_notes", { tenant: "harbour" });
  await remove("tenant_notes", id);
  await Promise.all([there.hears(id, "DELETE"), harbour.hears(id, "DELETE")]);
  expect(square.events).toEqual([]);
  await second.stop();
});

test("removed rows can be read by the server alone", async () => {
  for (const role of ["anon", "authenticated", "service_role"]) {
    const look = realtime.sql.begin(async (sql) => {
      await sql`select set_config('role', ${role}, true)`;
      return await sql`select * from realtime.gateway_old_rows`;
    });
    await expect(look).rejects.toMatchObject({ code: "42501" });
  }
});

const keptRows = async (sql: Sql | TransactionSql = realtime.sql): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`select count(*)::int from realtime.gateway_old_rows`;
  return row.count;
};

test("removed rows are forgotten, but not before the removing transaction has been over for a while", async () => {
  const { harbour } = await follow("tenant_notes");
  const sweep = createSweep(realtime.database);
  // A transaction under way in another test's database keeps them for as long.
  const sweptRows = async () => {
    await sweep();
    return keptRows();
  };
  await expect.poll(sweptRows, WORKED_THROUGH).toBe(0);
  const id = await insert("tenant_notes", { tenant: "harbour" });
  await realtime.sql.begin(async (sql) => {
    await sql`delete from tenant_notes where id = ${id}`;
    await sweep();
    await sweep();
    expect(await keptRows(sql)).toBe(1);
  });
  await sweep();
  expect(await keptRows()).toBe(1);
  await harbour.hears(id, "DELETE");
  const stop = startSweeping(realtime.database, pino({ level: "silent" }), 20);
  await expect.poll(() => keptRows(), WORKED_THROUGH).toBe(0);
  await stop();
});

test("rows that are forgotten too early: the followers fetch again, nothing is lost in silence", async () => {
  const { harbour } = await follow("tenant_notes");
  const id = await insert("tenant_notes", { tenant: "harbour" });
  await realtime.sql.begin(async (sql) => {
    await sql`delete from tenant_notes where id = ${id}`;
    await sql`delete from realtime.gateway_old_rows`;
  });
  await expect.poll(() => harbour.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
});

test("rows that cannot be kept, or are too much: they are removed, and the followers fetch again", async () => {
  const { harbour } = await follow("tenant_notes");
  const id = await insert("tenant_notes", { tenant: "harbour" });
  await harbour.hears(id, "INSERT");
  await realtime.sql`alter table realtime.gateway_old_rows rename to away`;
  try {
    await remove("tenant_notes", id);
  } finally {
    await realtime.sql`alter table realtime.away rename to gateway_old_rows`;
  }
  await expect.poll(() => harbour.statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);

  await realtime.sql`insert into tenant_notes (id, body) select gen_random_uuid(), repeat('x', 1000000) from generate_series(1, 40)`;
  await realtime.sql`delete from tenant_notes`;
  await expect.poll(() => harbour.statuses.length).toBe(5);
  const last = await insert("tenant_notes", { tenant: "harbour" });
  await remove("tenant_notes", last);
  await harbour.hears(last, "DELETE");
});
