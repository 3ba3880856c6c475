// Rows that are asked for by their key go over connections that many callers share: each caller is answered as themselves, and what a
// statement was told ends with it, whether it was answered, failed, was cancelled or lost its connection.
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

type Person = { id: string; token: string; row: string };

/** Nothing but the own claims is told to the statement that reads a row. */
const IS_FRESH = `coalesce(current_setting('request.headers', true), '') = '' and current_setting('application_name') = 'parkering api'
  and current_setting('statement_timeout') = '10s' and current_setting('role') = current_user`;

const rowOf = (row: string) => `own_rows?select=id,owner&id=eq.${row}`;
const rows = (...found: object[]) => ({ status: 200, text: JSON.stringify(found) });
/** Processes of connections that wait for a lock. */
const blockedIn = ({ sql }: TestServer) => sql<{ pid: number }[]>`
  select pid from pg_stat_activity where datname = current_database() and application_name = 'parkering api' and wait_event_type = 'Lock'`;

describe.each(SECURITY_PROFILES)("%s", (profile) => {
  let server: TestServer;
  let people: Person[];
  const visitors = randomUUID();
  beforeAll(async () => {
    server = await startTestServer({ profile });
    await server.sql.unsafe(`
      create table public.own_rows (id uuid primary key default gen_random_uuid(), owner uuid default auth.uid(), number int);
      alter table public.own_rows enable row level security;
      create policy of_visitors on public.own_rows for select to anon using (owner is null and auth.uid() is null and ${IS_FRESH});
      create policy own on public.own_rows for select to authenticated using (owner = auth.uid() and ${IS_FRESH});
      create policy adds on public.own_rows for insert to authenticated with check (owner = auth.uid());
      grant select on public.own_rows to anon;
      grant select, insert on public.own_rows to authenticated, service_role;
      create function public.told() returns text language sql stable as $$ select current_setting('request.headers', true) $$;
      grant execute on function public.told() to service_role;
      insert into public.own_rows (id, owner) values ('${visitors}', null)`);
    people = await Promise.all(
      ["anna", "bo", "cia", "dan"].map(async (name) => {
        const login = { email: `${name}@example.org`, password: "Ett långt lösenord 1" };
        const { data, error } = await server.client().auth.signUp(login);
        if (error !== null) throw error;
        const [id, row] = [data.user?.id ?? "", randomUUID()];
        await server.sql`insert into own_rows (id, owner) values (${row}, ${id})`;
        return { id, row, token: data.session?.access_token ?? "" };
      }),
    );
    await server.sql`notify pgrst, 'reload schema'`;
    await vi.waitUntil(async () => (await server.client().from("own_rows").select()).status === 200, PATIENCE);
  });
  afterAll(() => server.stop());

  async function ask(path: string, { token, key = server.publishableKey, body, ...headers }: Record<string, string>) {
    const answer = await fetch(`${server.url}/rest/v1/${path}`, {
      headers: {
        apikey: key,
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { method: "POST", body }),
    });
    return { status: answer.status, text: await answer.text() };
  }
  /** One of several kinds of calls, with the answer that its caller must have. */
  async function call(n: number) {
    const [person, other] = [people[n % 4], people[(n + 1) % 4]];
    if (person === undefined || other === undefined) throw new Error("Nobody asks");
    const { token, id, row } = person;
    const acting = { "x-acting-as": "somebody", "x-acting-account": id, "x-request-id": "one" };
    const [key, body] = [server.secretKey, JSON.stringify({ number: n })];
    const kinds = [
      async () => [await ask(rowOf(row), { token }), rows({ id: row, owner: id })],
      async () => [await ask(rowOf(other.row), { token }), rows()],
      async () => [await ask(rowOf(visitors), {}), rows({ id: visitors, owner: null })],
      async () => [await ask(rowOf(row), {}), rows()],
      async () => [await ask("own_rows", { token, body, ...acting }), { status: 201, text: "" }],
      async () => [(await ask("own_rows", { token, body: `{"owner":"${other.id}"}`, ...acting })).status, 403],
      async () => [(await ask(`own_rows?number=eq.x&id=eq.${row}`, { token })).status, 400],
      async () => [await ask("own_rows", { key, body: `{"owner":"${id}"}`, ...acting }), { status: 201, text: "" }],
      async () => [JSON.parse((await ask("rpc/told", { key, body: "{}" })).text) || null, null],
    ];
    const [heard, expected] = (await kinds[n % kinds.length]?.()) ?? [];
    return { n, heard, expected };
  }

  test("each caller of a shared connection is answered as themselves, beside calls that write, act for others and fail", async () => {
    for (const { heard, expected } of await Promise.all(Array.from({ length: 450 }, (_, n) => call(n))))
      expect(heard).toEqual(expected);
  });

  test("where a statement is cancelled or its connection ends in the middle, a read is answered right or refused", async () => {
    const heard: unknown[] = [];
    const wrong: object[] = [];
    for (let round = 0; round < 6; round += 1) {
      const holder = await server.sql.reserve();
      await holder`begin`;
      await holder`lock table own_rows`;
      const reads = Array.from({ length: 48 }, (_, n) => call(Math.floor(n / 4) * 36 + (n % 4)));
      await vi.waitUntil(async () => (await blockedIn(server)).length >= 4, PATIENCE);
      const [one, two, three] = await blockedIn(server);
      for (const hit of [one, two]) await server.sql`select pg_cancel_backend(${hit?.pid ?? 0})`;
      await server.sql`select pg_terminate_backend(${three?.pid ?? 0})`;
      await holder`commit`;
      holder.release();
      for (const read of await Promise.all(reads)) {
        const isRight = isDeepStrictEqual(read.heard, read.expected);
        heard.push(isRight ? "right" : (read.heard as { status: number }).status);
        if (!isRight && (read.heard as { status: number }).status < 500) wrong.push(read);
      }
    }
    expect(wrong).toEqual([]);
    expect(heard.filter((each) => each === "right").length).toBeGreaterThan(heard.length / 2);
    expect(heard.some((each) => each !== "right")).toBe(true);
  });
});
