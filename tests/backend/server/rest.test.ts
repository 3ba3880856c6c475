// The table API, driven by the unmodified client against the real server.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readSchema } from "#server/table-api/schema.ts";
import { PATIENCE } from "#tests/support/run/patience.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { type TestServer, startTestServer } from "#tests/support/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  for (const path of ["moments", "paging", "rpc"]) await insertRow(server.sql, "main_page_sites", { path });
});
afterAll(() => server.stop());

const parking = (changes: object = {}) => ({
  car_model: "Volvo V60",
  car_color: "blå",
  street: "Åkergränd 4",
  ref_number: "ABC123",
  discord_username: null,
  start_time: "2026-11-21T08:00:00.000Z",
  end_time: "2026-11-21T10:00:00.000Z",
  active: true,
  ...changes,
});

describe("rows", () => {
  test("are inserted, read, updated and deleted", async () => {
    const { from } = bound(server.client());
    const inserted = await from("contact_messages")
      .insert({
        name: "Åsa",
        subject: "Hej",
        email: "asa@example.org",
        message: "Text",
        signature: "data:image/png;base64,AA==",
        read: false,
      })
      .select("id, read")
      .single();
    expect(inserted.error).toBeNull();
    expect(inserted.status).toBe(201);
    const id: unknown = inserted.data?.id;

    const updated = await from("contact_messages").update({ read: true }).eq("id", id).select("read");
    expect(updated.data).toEqual([{ read: true }]);
    const deleted = await from("contact_messages").delete().eq("id", id).select("id");
    expect(deleted.data).toEqual([{ id }]);
    expect((await from("contact_messages").select("id").eq("id", id)).data).toEqual([]);
  });

  test("carry moments as PostgREST writes them, to the microsecond", async () => {
    const { from } = bound(server.client());
    const start = "2026-11-21T08:00:00.123456+01:00";
    const written = await from("parkings")
      .insert(parking({ project_id: "moments", start_time: start }))
      .select("start_time, created_at")
      .single();
    expect(written.data?.start_time).toBe("2026-11-21T07:00:00.123456+00:00");
    expect(written.data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
    const read = await from("parkings").select("start_time").eq("start_time", written.data?.start_time).single();
    expect(read.data).toEqual({ start_time: "2026-11-21T07:00:00.123456+00:00" });
  });

  test("are filtered, ordered, paged and counted", async () => {
    const { from } = bound(server.client());
    const rows = Array.from({ length: 25 }, (_, index) =>
      parking({
        project_id: "paging",
        ref_number: `P${String(index).padStart(3, "0")}`,
        car_color: index % 2 ? "röd" : "grön",
      }),
    );
    expect((await from("parkings").insert(rows)).error).toBeNull();

    const page = await from("parkings")
      .select("ref_number", { count: "exact" })
      .eq("project_id", "paging")
      .order("ref_number")
      .range(10, 14);
    expect(page.count).toBe(25);
    expect(page.data?.map((row) => row.ref_number)).toEqual(["P010", "P011", "P012", "P013", "P014"]);
    const either = await from("parkings")
      .select("ref_number")
      .eq("project_id", "paging")
      .or("ref_number.eq.P001,ref_number.eq.P002")
      .order("ref_number", { ascending: false });
    expect(either.data?.map((row) => row.ref_number)).toEqual(["P002", "P001"]);
    const red = await from("parkings")
      .select("*", { count: "exact", head: true })
      .eq("project_id", "paging")
      .eq("car_color", "röd");
    expect(red.count).toBe(12);
    const few = await from("parkings")
      .select("ref_number")
      .eq("project_id", "paging")
      .in("ref_number", ["P003", "P004"])
      .limit(1)
      .order("ref_number");
    expect(few.data).toEqual([{ ref_number: "P003" }]);
  });

  test("are answered at most 1000 at a time", async () => {
    await server.sql`
      insert into public.parkings (project_id, car_model, car_color, street, ref_number, start_time, end_time)
      select 'many', 'Saab', 'vit', 'Gatan', 'M' || n, now(), now() + interval '1 hour' from generate_series(1, 1100) n`;
    const { data } = await server.client().from("parkings").select("id").eq("project_id", "many");
    expect(data).toHaveLength(1000);
  });

  test("that are many and long come in pieces, whole and in their order", async () => {
    await server.sql`
      insert into public.properties (title, seller_name, short_description, description, price, address, city)
      select 'Lång ' || lpad(n::text, 3, '0'), 'Åkes Hus', 'Å', repeat('å, "ä" och ö. ', 300), 1, 'Å 1', 'Lång' from generate_series(1, 250) n`;
    const long = () =>
      server.client().from("properties").select("title, description", { count: "exact" }).eq("city", "Lång");
    const all = await long().order("title").limit(1000);
    expect(all.error).toBeNull();
    expect(all.count).toBe(250);
    expect(all.data).toEqual(
      Array.from({ length: 250 }, (_, n) => ({
        title: `Lång ${String(n + 1).padStart(3, "0")}`,
        description: 'å, "ä" och ö. '.repeat(300),
      })),
    );
    expect((await long().order("title").range(240, 999)).data?.map(({ title }) => title)).toHaveLength(10);
    expect(await long().eq("title", "Ingen")).toMatchObject({ data: [], count: 0 });
    expect((await long().eq("title", "Lång 007").single()).data?.title).toBe("Lång 007");
    expect((await long().single()).error?.details).toBe("The result contains 250 rows");
    const address = `${server.url}/rest/v1/properties?city=eq.${encodeURIComponent("Lång")}&select=description`;
    const raw = await fetch(address, { headers: { apikey: server.publishableKey } });
    expect(raw.headers.get("transfer-encoding")).toBe("chunked");
    expect(await raw.json()).toHaveLength(250);
  });

  test("keep JSON as it was sent", async () => {
    const { from } = bound(server.client());
    for (const additional_data of [
      { from: "/x", nested: { a: [1] } },
      ["a", 1],
      "text",
      5,
      true,
      false,
      [true, 1],
      null,
    ]) {
      const row = { user_id: "vakt01", user_type: "attendant", action: "page_visit", page_url: "/x/", additional_data };
      expect((await from("web_activity_logs").insert(row).select("additional_data").single()).data).toEqual({
        additional_data,
      });
    }
  });

  test("keep lists as they were sent, whatever stands in them", async () => {
    const { from } = bound(server.client());
    const image_urls = ["/a,b.png", 'say "cheese".png', "back\\slash {1}.png", "NULL", "plain.png"];
    const row = { attendant_user_id: "vakt01", rating: 5, description: "text", image_urls };
    const times = { start_time: "2026-11-21T08:00:00Z", end_time: "2026-11-21T10:00:00Z" };
    const inserted = await from("shift_registrations")
      .insert({ ...row, ...times })
      .select("id, image_urls")
      .single();
    expect(inserted.data?.image_urls).toEqual(image_urls);
    const found = await from("shift_registrations").select("image_urls").eq("id", inserted.data?.id);
    expect(found.data).toEqual([{ image_urls }]);
  });

  test("single and maybeSingle tell none from one", async () => {
    const { from } = bound(server.client());
    const none = await from("parkings").select("id").eq("ref_number", "NOBODY").maybeSingle();
    expect(none).toMatchObject({ data: null, error: null });
    const missing = await from("parkings").select("id").eq("ref_number", "NOBODY").single();
    expect(missing.error?.code).toBe("PGRST116");
    expect(missing.status).toBe(406);
  });
});

describe("database errors", () => {
  test.each([
    ["a duplicate", 409, "23505", { name: "B", path: "dup", description: "text" }],
    ["a missing column", 400, "23502", { name: "C", description: "text" }],
  ])("%s is %i %s", async (_what, status, code, row) => {
    const { from } = bound(server.client());
    // There already for the second case.
    await from("main_page_sites").insert({ name: "A", path: "dup", description: "text" });
    const answer = await from("main_page_sites").insert(row);
    expect(answer).toMatchObject({ status, error: { code } });
  });

  test("a broken check is 400 23514 and stores nothing", async () => {
    const answer = await server
      .client()
      .from("parkings")
      .insert(parking({ ref_number: "CHECK", end_time: "2026-11-21T07:00:00.000Z" }));
    expect(answer).toMatchObject({ status: 400, error: { code: "23514" } });
    expect(await server.sql`select from public.parkings where ref_number = 'CHECK'`).toHaveLength(0);
  });

  test("a value of the wrong kind is 400 22P02, an unknown column 400, an unknown table 404", async () => {
    const { from } = bound(server.client());
    expect(await from("parkings").select("id").eq("id", "no-uuid")).toMatchObject({
      status: 400,
      error: { code: "22P02" },
    });
    expect(await from("parkings").insert({ ...parking(), nonsense: 1 })).toMatchObject({
      status: 400,
      error: { code: "PGRST204" },
    });
    expect(await from("parkings").select("nonsense")).toMatchObject({ status: 400, error: { code: "42703" } });
    expect(await from("no_such_table").select()).toMatchObject({ status: 404, error: { code: "PGRST205" } });
  });

  test("an answer that is refused stores nothing: insert of two rows that asks for one", async () => {
    const rows = [parking({ ref_number: "TWICE" }), parking({ ref_number: "TWICE" })];
    const answer = await server.client().from("parkings").insert(rows).select().single();
    expect(answer.status).toBe(406);
    expect(await server.sql`select from public.parkings where ref_number = 'TWICE'`).toHaveLength(0);
  });

  test("an update that asks for one row and meets two changes neither", async () => {
    await server.sql`
      insert into public.main_page_sites (name, path, description) values ('one', 'two-a', 'same'), ('two', 'two-b', 'same')`;
    const answer = await server
      .client()
      .from("main_page_sites")
      .update({ name: "changed" })
      .eq("description", "same")
      .select()
      .single();
    expect(answer.status).toBe(406);
    expect(await server.sql`select from public.main_page_sites where name = 'changed'`).toHaveLength(0);
  });

  test("a function that raises is 400 P0001", async () => {
    await server.sql`create function public.raises() returns void language plpgsql as $$ begin raise exception 'stop here'; end $$`;
    await server.sql`grant execute on function public.raises() to anon`;
    await server.sql`notify pgrst, 'reload schema'`;
    await expect
      .poll(async () => (await server.client().rpc("raises")).error)
      .toMatchObject({ code: "P0001", message: "stop here" });
  });
});

test("a delete or update without a filter is refused", async () => {
  const { from } = bound(server.client());
  await from("parkings").insert(parking({ ref_number: "KEEP" }));
  const deleted = await fetch(`${server.url}/rest/v1/parkings`, {
    method: "DELETE",
    headers: { apikey: server.publishableKey },
  });
  expect(deleted.status).toBe(400);
  const updated = await server
    .client({ key: server.secretKey })
    .from("parkings")
    .update({ street: "x" } as never);
  expect(updated.status).toBe(400);
  expect(await server.sql`select from public.parkings where ref_number = 'KEEP' and street <> 'x'`).not.toHaveLength(0);
});

test("functions are called by rpc", async () => {
  await server
    .client()
    .from("parkings")
    .insert(parking({ ref_number: "ÅÄÖ100", project_id: "rpc" }));
  const found = await server.client().rpc("search_parkings", { query: "åäö1", project: "rpc" });
  expect(found.error).toBeNull();
  expect(found.data).toMatchObject([{ ref_number: "ÅÄÖ100" }]);
  const role = await server.client().rpc("get_user_role", { _user_id: "00000000-0000-0000-0000-000000000001" });
  expect(role.data).toBe("member");
});

test("an argument that goes to the database by itself means what it means inside one object", async () => {
  const parameters = [
    "text",
    "uuid",
    "jsonb",
    "json",
    "numeric",
    "integer",
    "boolean",
    "timestamptz",
    "date",
    "varchar",
  ];
  const named = parameters.map((type) => `of_${type} ${type} default null`).join(", ");
  const told = parameters.map((type) => `'of_${type}', of_${type}`).join(", ");
  // A list is read by PostgreSQL alone, and all arguments beside it.
  await server.sql
    .unsafe(`create function public.echoes(${named}, listed text[] default null) returns jsonb language sql stable
    as $$ select jsonb_build_object(${told}) $$`);
  await server.sql`grant execute on function public.echoes to anon`;
  await server.sql`notify pgrst, 'reload schema'`;
  const echo = async (values: object) => {
    const { status, data, error } = await server.client().rpc("echoes" as never, values as never);
    return { status, data: data as unknown, code: error?.code, message: error?.message };
  };
  await expect.poll(async () => (await echo({})).status).toBe(200);
  const uuid = "4bf5122f-3446-4554-acf3-00c4f4c1a8d2";
  const values = [
    null,
    "",
    "null",
    'å"\\{}',
    uuid,
    "2026-11-27T08:00:00Z",
    "yes",
    "12",
    12,
    -0.5,
    1e21,
    true,
    {},
    { a: [1, "b"] },
    [],
    ["a", null],
  ];
  let accepted = 0;
  for (const type of parameters) {
    for (const value of values) {
      const alone = await echo({ [`of_${type}`]: value });
      expect(alone, `${type} ${JSON.stringify(value)}`).toEqual(await echo({ [`of_${type}`]: value, listed: null }));
      if (alone.status === 200) accepted += 1;
    }
  }
  expect(accepted).toBeGreaterThan(parameters.length * 4);
});

test("keys are the columns of which each value is in one row, whatever the row says otherwise", async () => {
  await server.sql`create table public.keyed (id int primary key, named text unique, part text, of text, folded text, open text)`;
  await server.sql`create unique index on public.keyed (part, of)`;
  await server.sql`create unique index on public.keyed (lower(folded))`;
  await server.sql`create unique index on public.keyed (open) where of is null`;
  const { tables } = await readSchema(server.database);
  expect(tables.get("keyed")?.keys.toSorted()).toEqual(["id", "named"]);
  await server.sql`drop table public.keyed`;
});

test("sees a table that came later, when told", async () => {
  await server.sql`create table public.later (id int primary key)`;
  await server.sql`grant select on public.later to anon`;
  expect((await server.client().from("later").select()).status).toBe(404);
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(async () => (await server.client().from("later").select()).data).toEqual([]);
});

test("changes promise the database to tell of themselves behind their transaction, so that they can be stored together", async () => {
  await server.sql`create table public.promises (id int primary key, tells text default current_setting('parkering.tells', true))`;
  await server.sql`grant select, insert on public.promises to anon`;
  await server.sql`notify pgrst, 'reload schema'`;
  await expect.poll(async () => (await server.client().from("promises").insert({ id: 1 })).status).toBe(201);
  expect((await server.client().from("promises").select()).data).toEqual([{ id: 1, tells: "behind" }]);
});

describe("identity", () => {
  beforeAll(async () => {
    await server.sql`
      create function public.who_am_i() returns jsonb language sql stable set search_path = '' as $$
        select jsonb_build_object('role', current_user, 'uid', auth.uid(), 'headers', current_setting('request.headers', true),
          'timeout', current_setting('statement_timeout'))
      $$`;
    await server.sql`grant execute on function public.who_am_i() to anon, authenticated, service_role`;
    await server.sql`create table public.own_rows (owner uuid not null default auth.uid(), note text)`;
    await server.sql`alter table public.own_rows enable row level security`;
    await server.sql`create policy own on public.own_rows for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()))`;
    await server.sql`grant all on public.own_rows to authenticated, service_role`;
    await server.sql`notify pgrst, 'reload schema'`;
    await vi.waitUntil(async () => (await server.client().rpc("who_am_i")).status === 200, PATIENCE);
  });

  test("is anon, authenticated or service_role, by key and token; keys never reach the database", async () => {
    expect((await server.client().rpc("who_am_i")).data).toMatchObject({ role: "anon", uid: null, timeout: "10s" });
    expect((await server.client({ key: server.secretKey }).rpc("who_am_i")).data).toMatchObject({
      role: "service_role",
      uid: null,
    });
    const { client, id } = await signedUp("who@example.org");
    const { data } = await client.rpc("who_am_i");
    expect(data).toMatchObject({ role: "authenticated", uid: id });
    expect(JSON.stringify(data)).not.toContain(server.publishableKey);
  });

  test("does not leak roles between concurrent requests", async () => {
    const people = await Promise.all(["a", "b", "c", "d"].map((name) => signedUp(`leak-${name}@example.org`)));
    const service = server.client({ key: server.secretKey });
    const calls = Array.from({ length: 300 }, async (_, index) => {
      const person = people[index % people.length] ?? (await signedUp("leak-nobody@example.org"));
      if (index % 7 === 0) return { heard: (await server.client().rpc("who_am_i")).data?.role, expected: "anon" };
      if (index % 7 === 1) return { heard: (await service.rpc("who_am_i")).data?.role, expected: "service_role" };
      // A failing statement must not leave its identity on the connection.
      const stranger = { owner: "00000000-0000-0000-0000-000000000009" };
      if (index % 7 === 2)
        return { heard: (await person.client.from("own_rows").insert(stranger)).error?.code, expected: "42501" };
      const own = await person.client
        .from("own_rows")
        .insert({ note: `n${index}` })
        .select("owner")
        .single();
      const { data } = await person.client.from("own_rows").select("owner");
      const owners = new Set([own.data, ...(data ?? [])].map((row: { owner: string } | null) => row?.owner));
      return { heard: [...owners].join(), expected: person.id };
    });
    for (const { heard, expected } of await Promise.all(calls)) expect(heard).toBe(expected);
  });

  test("a REVOKE stays revoked, also after the first request", async () => {
    expect(await server.sql`select has_table_privilege('anon', 'auth.users', 'select') as may`).toEqual([
      { may: false },
    ]);
    expect(await server.sql`select has_table_privilege('anon', 'private.server_secrets', 'select') as may`).toEqual([
      { may: false },
    ]);
    expect((await server.client().from("own_rows").select()).error?.code).toBe("42501");
  });

  test("without a key or with a wrong one nothing is answered", async () => {
    expect((await fetch(`${server.url}/rest/v1/parkings`)).status).toBe(401);
    expect(
      (await fetch(`${server.url}/rest/v1/parkings`, { headers: { apikey: "sb_publishable_wrong" } })).status,
    ).toBe(401);
    const forged = await fetch(`${server.url}/rest/v1/parkings?limit=1`, {
      headers: {
        apikey: server.publishableKey,
        authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA",
      },
    });
    expect(forged.status).toBe(401);
  });
});

describe("addresses", () => {
  test.each([
    "/_system/info",
    "/_system/introspect",
    "/auth/v1/otp",
    "/auth/v1/recover",
    "/auth/v1/verify",
    "/auth/v1/magiclink",
    "/auth/v1/authorize",
    "/auth/v1/health",
    "/auth/v1/settings",
    "/realtime/v1/nothing",
    "/functions/v1/no-such-function",
  ])("answers only the addresses of the allow-list: %s is 404", async (path) => {
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(server.url + path, { method, headers: { apikey: server.secretKey } });
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
  });

  test("other origins may not read answers", async () => {
    const answer = await fetch(`${server.url}/rest/v1/parkings?limit=1`, {
      headers: { apikey: server.publishableKey, origin: "https://evil.example" },
    });
    expect(answer.status).toBe(200);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  test("bodies that are too large are refused, with a length and without one", async () => {
    const large = JSON.stringify(parking({ street: "x".repeat(3_000_000) }));
    const headers = { apikey: server.publishableKey, "content-type": "application/json" };
    const sized = await fetch(`${server.url}/rest/v1/parkings`, { method: "POST", headers, body: large });
    expect(sized.status).toBe(413);
    const chunked = await fetch(`${server.url}/rest/v1/parkings`, {
      method: "POST",
      headers,
      body: new Blob([large]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    const small = await fetch(`${server.url}/rest/v1/parkings`, {
      method: "POST",
      headers,
      body: new Blob([JSON.stringify(parking({ ref_number: "CHUNKED" }))]).stream(),
      duplex: "half",
    } as RequestInit);
    expect(small.status).toBe(201);
  });
});

/** `from` of a client, bound to it. */
function bound(client: ReturnType<TestServer["client"]>) {
  return { from: (table: string) => client.from(table) };
}

async function signedUp(email: string) {
  const client = server.client();
  const { data, error } = await client.auth.signUp({ email, password: "Hemligt-1" });
  if (error) throw error;
  return { client, id: data.user?.id };
}
