// Logins of accounts without rights: anybody signs up for many, and each of them is asked alone at each change of some tables.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount } from "#tests/support/people/logged-in.ts";
import { listenTo } from "#tests/support/server/realtime.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

const STRANGERS = 2;
const OWN_NOTES = `
  create table public.own_notes (id uuid primary key, owner uuid);
  alter table public.own_notes enable row level security;
  create policy "people read their own" on public.own_notes for select to anon, authenticated
    using (owner = (select auth.uid()) or owner is null);
  grant select on public.own_notes to anon, authenticated;
  alter publication supabase_realtime add table public.own_notes;`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ profile: "hardened", socketLimits: { strangers: STRANGERS } });
  await server.sql.unsafe(OWN_NOTES);
});
afterAll(() => server.stop());

async function insert(owner: string | null): Promise<string> {
  const id = randomUUID();
  await server.sql`insert into own_notes (id, owner) values (${id}, ${owner})`;
  return id;
}

async function follow(role: "employee" | null) {
  const { accountId, token } = await makeAccount(server.sql, role);
  const heard = await listenTo(server.client({ accessToken: token }), { table: "own_notes" });
  return { accountId, heard };
}

test("more strangers than may follow as themselves follow as visitors, those with rights as themselves, and a place is free again", async () => {
  const [first, second] = [await follow(null), await follow(null)];
  const [late, agent] = [await follow(null), await follow("employee")];
  const own = [];
  for (const { accountId } of [first, second, late, agent]) own.push(await insert(accountId));
  const everybodys = await insert(null);

  for (const { heard } of [first, second, late, agent]) await heard.hears(everybodys);
  expect([first, second, late, agent].map(({ heard }) => heard.events.map(({ new: row }) => row))).toMatchObject([
    [{ id: own[0] }, { id: everybodys }],
    [{ id: own[1] }, { id: everybodys }],
    [{ id: everybodys }],
    [{ id: own[3] }, { id: everybodys }],
  ]);

  await first.heard.channel.unsubscribe();
  const next = await follow(null);
  await next.heard.hears(await insert(next.accountId));
});
