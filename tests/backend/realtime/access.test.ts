// Access to live changes: a subscriber is told of the rows that the table API would show it, and of no others.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { after } from "#tests/support/run/patience.ts";
import {
  collectFrames,
  idOf,
  listenTo,
  type RealtimeTest,
  signToken,
  startRealtime,
  subscribe,
} from "#tests/support/server/realtime.ts";

const TABLES = `
  create table public.tenant_notes (id uuid primary key, tenant text, body text);
  alter table public.tenant_notes enable row level security;
  create policy "tenants read their own" on public.tenant_notes for select to authenticated
    using (tenant = (select auth.jwt() ->> 'tenant'));
  create table public.own_notes (id uuid primary key, owner uuid);
  alter table public.own_notes enable row level security;
  create policy "people read their own" on public.own_notes for select to authenticated using (owner = (select auth.uid()));
  create table public.locked_notes (id uuid primary key);
  create table public.half_notes (id uuid primary key, shown text, hidden text);
  create table public.picky_notes (id uuid primary key);
  alter table public.picky_notes enable row level security;
  create policy "numbers only" on public.picky_notes for select to authenticated
    using ((auth.jwt() ->> 'number')::int > 0);
  create table public.asked_notes (id uuid primary key);
  alter table public.asked_notes enable row level security;
  create policy "whoever asks" on public.asked_notes for select to authenticated
    using (pg_try_advisory_lock_shared(7410, (auth.jwt() ->> 'iat')::int));
  create table public.many_notes (id uuid primary key, tenant text);
  alter table public.many_notes enable row level security;
  create policy "tenants read their own" on public.many_notes for select to authenticated
    using (tenant = (select auth.jwt() ->> 'tenant'));
  revoke all on public.locked_notes, public.half_notes from anon, authenticated;
  grant select on public.tenant_notes, public.own_notes, public.picky_notes, public.asked_notes, public.many_notes to anon, authenticated;
  grant select (id, shown) on public.half_notes to anon;
  grant select on all tables in schema public to service_role;
  alter publication supabase_realtime
    add table public.tenant_notes, public.own_notes, public.locked_notes, public.half_notes, public.picky_notes, public.asked_notes;`;

let realtime: RealtimeTest;
beforeAll(async () => {
  realtime = await startRealtime(TABLES);
});
afterAll(async () => {
  await realtime.stop();
});

async function insert(table: string, values: Record<string, unknown> = {}): Promise<string> {
  const { sql } = realtime;
  const id = randomUUID();
  await sql`insert into ${sql(table)} ${sql({ id, ...values })}`;
  return id;
}

test("two tenants: each hears its own rows, and never the other's", async () => {
  const harbour = await listenTo(realtime.client({ token: signToken({ tenant: "harbour" }) }), {
    table: "tenant_notes",
  });
  const square = await listenTo(realtime.client({ token: signToken({ tenant: "square" }) }), { table: "tenant_notes" });
  const ofHarbour = await insert("tenant_notes", { tenant: "harbour", body: "secret" });
  await realtime.sql`update tenant_notes set body = 'changed' where id = ${ofHarbour}`;
  const ofSquare = await insert("tenant_notes", { tenant: "square" });
  await harbour.hears(ofHarbour, "INSERT");
  await harbour.hears(ofHarbour, "UPDATE");
  await square.hears(ofSquare);
  expect(square.events.map(idOf)).toEqual([ofSquare]);
  const last = await insert("tenant_notes", { tenant: "harbour" });
  await harbour.hears(last);
  expect(harbour.events.map(idOf)).not.toContain(ofSquare);
});

test("tenants are kept apart when their rows change in one statement", async () => {
  const harbour = await listenTo(realtime.client({ token: signToken({ tenant: "harbour" }) }), {
    table: "tenant_notes",
  });
  const square = await listenTo(realtime.client({ token: signToken({ tenant: "square" }) }), { table: "tenant_notes" });
  const both = await listenTo(realtime.client({ key: realtime.secretKey }), { table: "tenant_notes" });
  await realtime.sql`insert into tenant_notes (id, tenant)
    select gen_random_uuid(), case when n % 2 = 0 then 'harbour' else 'square' end from generate_series(1, 100) n`;
  await expect.poll(() => [harbour, square, both].map((heard) => heard.events.length)).toEqual([50, 50, 100]);
  for (const [heard, tenant] of [
    [harbour, "harbour"],
    [square, "square"],
  ] as const) {
    expect(new Set(heard.events.map((event) => (event.new as { tenant: string }).tenant))).toEqual(new Set([tenant]));
  }
});

test("a row that moves to another tenant is told to the new one, and to the old one as gone", async () => {
  const harbour = await listenTo(realtime.client({ token: signToken({ tenant: "harbour" }) }), {
    table: "tenant_notes",
  });
  const square = await listenTo(realtime.client({ token: signToken({ tenant: "square" }) }), { table: "tenant_notes" });
  const id = await insert("tenant_notes", { tenant: "harbour" });
  await harbour.hears(id, "INSERT");
  await realtime.sql`update tenant_notes set tenant = 'square' where id = ${id}`;
  await square.hears(id, "UPDATE");
  await harbour.hears(await insert("tenant_notes", { tenant: "harbour" }));
  expect(harbour.events.map((event) => event.eventType)).toEqual(["INSERT", "DELETE", "INSERT"]);
});

test("auth.uid() is the subscriber's, whatever claims others have", async () => {
  const people = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const sub = randomUUID();
      return { sub, heard: await listenTo(realtime.client({ token: signToken({ sub }) }), { table: "own_notes" }) };
    }),
  );
  const ids = await Promise.all(people.map(({ sub }) => insert("own_notes", { owner: sub })));
  await Promise.all(people.map(({ heard }, index) => heard.hears(ids[index] ?? "")));
  for (const [index, { heard }] of people.entries()) expect(heard.events.map(idOf)).toEqual([ids[index]]);
});

test("a role without any policy or grant hears nothing, deletes included; the secret key hears all", async () => {
  const service = await listenTo(
    realtime.client({ key: realtime.secretKey }),
    { table: "locked_notes" },
    { table: "tenant_notes" },
  );
  const anon = await listenTo(
    realtime.client(),
    { table: "locked_notes" },
    { table: "tenant_notes" },
    { table: "half_notes" },
  );
  const person = await listenTo(
    realtime.client({ token: signToken() }),
    { table: "locked_notes" },
    { table: "half_notes" },
  );
  for (const table of ["locked_notes", "tenant_notes"]) {
    const id = await insert(table);
    await service.hears(id, "INSERT");
    await realtime.sql`delete from ${realtime.sql(table)} where id = ${id}`;
    await service.hears(id, "DELETE");
  }
  const id = await insert("half_notes", { shown: "yes", hidden: "no" });
  const event = await anon.hears(id);
  expect(event.new).toEqual({ id, shown: "yes" });
  expect(anon.events).toHaveLength(1);
  // The same notice was weighed for this one: were it allowed, it would have come with the one above.
  expect(person.events).toEqual([]);
});

test("a filter on a column that may not be read tells nothing about it", async () => {
  const heard = await listenTo(
    realtime.client(),
    { table: "half_notes", filter: "hidden=eq.guess" },
    { table: "half_notes", filter: "shown=eq.end" },
  );
  await insert("half_notes", { shown: "start", hidden: "guess" });
  const last = await insert("half_notes", { shown: "end", hidden: "guess" });
  await heard.hears(last);
  expect(heard.events.map(idOf)).toEqual([last]);
});

test("a policy that fails for one person fails for nobody else", async () => {
  const broken = await listenTo(realtime.client({ token: signToken({ number: "many" }) }), { table: "picky_notes" });
  const whole = await listenTo(realtime.client({ token: signToken({ number: "1" }) }), { table: "picky_notes" });
  await whole.hears(await insert("picky_notes"));
  expect(broken.events).toEqual([]);
});

test("a grant that changes takes effect with the next row", async () => {
  const service = await listenTo(realtime.client({ key: realtime.secretKey }), { table: "locked_notes" });
  const heard = await listenTo(realtime.client({ token: signToken() }), { table: "locked_notes" });
  await service.hears(await insert("locked_notes"));
  await realtime.sql`grant select on public.locked_notes to authenticated`;
  const id = await insert("locked_notes");
  await heard.hears(id);
  await realtime.sql`revoke select on public.locked_notes from authenticated`;
  await service.hears(await insert("locked_notes"));
  expect(heard.events.map(idOf)).toEqual([id]);
});

test("a token that is set later renews who the channel is", async () => {
  let token = signToken();
  const client = realtime.client({ token: () => token });
  const heard = await listenTo(client, { table: "tenant_notes" });
  const service = await listenTo(realtime.client({ key: realtime.secretKey }), { table: "tenant_notes" });
  await service.hears(await insert("tenant_notes", { tenant: "late" }));
  token = signToken({ tenant: "late" });
  await client.realtime.setAuth();
  // Messages of a socket are handled in order: when this one is joined, the token has been taken.
  await listenTo(client, { table: "tenant_notes" });
  const id = await insert("tenant_notes", { tenant: "late" });
  await heard.hears(id);
  expect(heard.events.map(idOf)).toEqual([id]);
  expect(heard.statuses).toEqual(["SUBSCRIBED"]);
});

test.each([
  ["forged", signToken({ tenant: "x" }, { secret: "somebody else's secret" }), "signature does not match"],
  ["expired", signToken({}, { secondsLeft: -10 }), "Token has expired"],
  ["of a role that is not ours", signToken({ role: "postgres" }), "Fields `role` and `exp` are required"],
  ["no token at all", "nonsense", "not a valid JWT"],
  ["longer than any of ours", signToken({ user_metadata: { a: "x".repeat(10_000) } }), "not a valid JWT"],
])("a token that is %s is refused with its reason", async (_name, token, reason) => {
  const heard = await subscribe(realtime.client({ token }), { table: "tenant_notes" });
  await expect.poll(() => heard.statuses).toContain("CHANNEL_ERROR");
  expect(heard.messages.join()).toContain(reason);
  expect(heard.statuses).not.toContain("SUBSCRIBED");
});

test("a login whose token is renewed again and again is asked for once", async () => {
  const login = { sub: randomUUID(), session_id: randomUUID() };
  const channels = Array.from({ length: 20 }, (_, second) =>
    listenTo(realtime.client({ token: signToken({ ...login, iat: second }, { secondsLeft: 3000 + second }) }), {
      table: "asked_notes",
    }),
  );
  const heard = await Promise.all(channels);
  const id = await insert("asked_notes");
  await Promise.all(heard.map((each) => each.hears(id)));
  // Each token that was asked for left a lock.
  const asked = await realtime.sql`
    select distinct l.objid from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and l.classid = 7410`;
  expect(asked).toHaveLength(1);
});

test("a changed row of a large table is found by its key, and nobody reads the table for it", async () => {
  const id = await insert("many_notes", { tenant: "large" });
  await realtime.sql`insert into many_notes select gen_random_uuid(), 'large' from generate_series(1, 20000)`;
  await realtime.sql`analyze many_notes`;
  const readers = JSON.stringify([{ role: "authenticated", claims: { tenant: "large" } }]);
  await realtime.sql.begin(async (sql) => {
    const told = await sql`
      select kind from realtime.gateway_read('public.many_notes'::regclass, '{id}', ${JSON.stringify([[id]])}::text::jsonb, '[]',
        ${readers}::text::jsonb, null, null)`;
    expect(told.map(({ kind }) => String(kind))).toEqual(["visible", "row"]);
    const [scans] = await sql`
      select seq_scan::int, idx_scan::int from pg_stat_xact_user_tables where relname = 'many_notes'`;
    expect(scans).toEqual({ seq_scan: 0, idx_scan: 2 });
  });
});

test("a channel ends, and says why, when its token does", async () => {
  const heard = await listenTo(realtime.client({ token: signToken({}, { secondsLeft: 2 }) }), {
    table: "tenant_notes",
  });
  await expect.poll(() => heard.statuses, after(2000)).toContain("CLOSED");
  expect(heard.messages.join()).toContain("Token has expired");
});

test("a bad token in a running channel ends it", async () => {
  const client = realtime.client();
  const heard = await listenTo(client, { table: "tenant_notes" });
  await client.realtime.setAuth("nonsense");
  await expect.poll(() => heard.statuses).toContain("CLOSED");
  expect(heard.messages.join()).toContain("not a valid JWT");
});

test.each([
  [{ key: "sb_publishable_wrong" }, 401],
  [{ key: "" }, 401],
  [{ path: "/realtime/v1/other" }, 404],
  [{ vsn: "3.0.0" }, 400],
])("a socket with %o is refused with %i", async (options, status) => {
  const socket = realtime.socket(options);
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
  expect(response.statusCode).toBe(status);
});

test("frames that ask for presence or a private channel are answered that these are not offered", async () => {
  const socket = realtime.socket();
  const frames = collectFrames(socket);
  await once(socket, "open");
  const config = { private: true, broadcast: {}, presence: { enabled: true }, postgres_changes: [] };
  socket.send(JSON.stringify(["1", "1", "realtime:a", "phx_join", { config }]));
  socket.send(JSON.stringify(["2", "2", "realtime:a", "phx_join", { config: { ...config, private: false } }]));
  socket.send(JSON.stringify(["2", "3", "realtime:a", "presence", { event: "track" }]));
  socket.send(JSON.stringify([null, "4", "realtime:b", "presence", {}]));
  await expect.poll(() => frames.length).toBe(4);
  expect(frames.map(([, ref, , , payload]) => [ref, payload])).toEqual([
    ["1", { status: "error", response: { reason: "private channels are not offered by this server" } }],
    ["2", { status: "ok", response: { postgres_changes: [] } }],
    ["3", { status: "error", response: { reason: "presence is not offered by this server" } }],
    ["4", { status: "error", response: { reason: "unmatched topic" } }],
  ]);
});
