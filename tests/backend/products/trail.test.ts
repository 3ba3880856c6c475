// The trail: each change writes who, what, when, the row before and after, the site and the request, and nobody writes it otherwise.
import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_PROFILES } from "#contract/states.ts";
import { type LoggedIn, makeAccount, makePerson } from "#tests/support/people/logged-in.ts";
import { insertAccount, insertRow, TABLES, type TableName, VALID_ROWS } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";

const [OWN, OTHER] = ["ostra-hamnen", "vastra-hamnen"];
const PASSWORD = "Kvistigt-7410";

type Entry = {
  project_id: string | null;
  actor_account: string | null;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  subject: string;
  row_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string;
  created_at: Date;
};

/** Logs are written beside what they tell of. */
const LOGS: readonly string[] = [
  "parking_deletion_logs",
  "attendant_deletion_logs",
  "web_activity_logs",
  "fine_events",
  "unit_status_events",
  "unit_status_days",
  // What happens to calls and their units stands in call_events, without the caller in a second place.
  "calls",
  "call_units",
  "call_events",
  "alarm_events",
  "sale_events",
  "vehicle_events",
  "shift_events",
  // Breaks are stamps of the turn's history.
  "work_breaks",
  "work_turn_events",
  "plate_checks",
  // The server changes a message of the outbox at each attempt to deliver it. People's changes are noted (tests/backend/products/messages.test.ts).
  "outbox",
  "audit_trail",
];

/** A call as a screen makes it, which names who uses it. */
const named = <T extends { setHeader(name: string, value: string): T }>(call: T, kind: string, id: string): T =>
  call.setHeader("x-acting-as", JSON.stringify({ kind, id }));

const noteExport = (client: SupabaseClient, project: string | null) =>
  named(
    client.rpc("record_access", { access: "export", subject: "audit_trail", project, details: { rows: 3 } }),
    "admin",
    "admin01",
  );

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  let server: TestServer;
  let admin: LoggedIn;
  let attendant: LoggedIn;
  beforeAll(async () => {
    server = await startTestServer({ profile, rateLimits: "none" });
    for (const path of [OWN, OTHER]) await insertRow(server.sql, "main_page_sites", { path });
    admin = await makePerson(server, { kind: "admin", project: OWN ?? "", userId: "admin01" });
    attendant = await makePerson(server, { kind: "attendant", project: OWN ?? "", userId: "vakt01" });
  });
  afterAll(() => server.stop());

  /** A client that acts as somebody: with the login, or as a screen that names who uses it. */
  const clientOf = ({ token }: LoggedIn) => server.client(profile === "hardened" ? { accessToken: token } : {});
  const attendantClient = () => clientOf(attendant);

  const entriesOf = (rowId: string) =>
    server.sql<Entry[]>`select * from audit_trail where row_id = ${rowId} order by created_at, id`;
  const register = (changes: object = {}) => insertRow(server.sql, "parkings", { project_id: OWN, ...changes });

  test("every table is watched, but for the logs", async () => {
    const watched = await server.sql<{ name: string }[]>`
      select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'private.write_trail()'::regprocedure`;
    const tables = await server.sql<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public'`;
    const expected = tables.map(({ name }) => name).filter((name) => !LOGS.includes(name));
    expect(watched.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });

  test.each(TABLES.filter((table) => !LOGS.includes(table)))(
    "%s: what comes, changes and goes stands in it",
    async (table) => {
      const { sql } = server;
      const id = await insertRow(sql, table, await rowFor(table));
      await sql`update ${sql(table)} set ${sql(CHANGES[table] ?? { created_at: new Date(0) })} where id = ${id}`;
      await sql`update ${sql(table)} set id = id where id = ${id}`;
      await sql`delete from ${sql(table)} where id = ${id}`;
      const entries = (await entriesOf(id)).filter(({ subject }) => subject === table);
      expect(entries.map(({ action }) => action).slice(-3)).toEqual(["insert", "update", "delete"]);
      const changed = entries.find(({ action }) => action === "update");
      expect(changed?.before).not.toEqual(changed?.after);
      expect(JSON.stringify(entries)).not.toMatch(/Vakt-7410|Admin-7410|Losen-7410|data:image/);
    },
  );

  async function rowFor(table: TableName): Promise<Record<string, unknown>> {
    const passwords = ["password", "password_text"].filter((column) => column in VALID_ROWS[table]);
    const none = profile === "hardened" ? Object.fromEntries(passwords.map((column) => [column, null])) : {};
    if (table === "contact_messages") return { signature: "data:image/png;base64,AAAA" };
    if (table === "property_bids")
      return { property_id: await insertRow(server.sql, "properties", { id: randomUUID() }) };
    if (table === "user_roles") return { user_id: await insertAccount(server.sql) };
    if (table === "properties") return { id: randomUUID() };
    if (table === "handler_sites") return { account_id: await insertAccount(server.sql) };
    // The company is one row, which is there.
    if (table === "company") await server.sql`delete from company`;
    if (table !== "profiles") return none;
    const account = await insertAccount(server.sql);
    await server.sql`delete from profiles where id = ${account}`;
    return { id: account };
  }

  test("the trail says who, what, when, where, and the row before and after", async () => {
    const id = await register({ ref_number: "SPÅR 1" });
    const before = Date.now() - 60_000;
    const { error } = await named(attendantClient().from("parkings").delete().eq("id", id), "attendant", "vakt01");
    expect(error).toBeNull();
    const [, removal] = await entriesOf(id);
    expect(removal).toMatchObject({
      project_id: OWN,
      actor_account: profile === "hardened" ? attendant.accountId : null,
      actor_kind: "attendant",
      actor_id: "vakt01",
      action: "delete",
      subject: "parkings",
      before: { id, ref_number: "SPÅR 1", project_id: OWN },
      after: null,
    });
    expect(removal?.created_at.getTime()).toBeGreaterThan(before);
  });

  test("a visitor is a visitor, and in hardened whatever the screen says", async () => {
    const row = { ...VALID_ROWS.parkings, project_id: OWN, ref_number: `B${randomUUID().slice(0, 6)}` };
    const insert = () => server.client().from("parkings").insert(row);
    expect((await insert()).error).toBeNull();
    expect((await named(insert(), "main-admin", "åke")).error).toBeNull();
    expect((await insert().setHeader("x-acting-as", "{nothing")).error).toBeNull();
    const entries = await server.sql<Entry[]>`
      select * from audit_trail where after ->> 'ref_number' = ${row.ref_number} order by created_at`;
    const screen = profile === "hardened" ? ["visitor", null] : ["main-admin", "åke"];
    expect(entries.map((entry) => [entry.actor_kind, entry.actor_id])).toEqual([
      ["visitor", null],
      screen,
      ["visitor", null],
    ]);
  });

  test("the rows of one request have one request_id, and no other request has it", async () => {
    const plates = [1, 2, 3].map(() => `R${randomUUID().slice(0, 6)}`);
    const { ...row } = VALID_ROWS.parkings;
    const service = server.client({ key: server.secretKey });
    await service.from("parkings").insert(plates.slice(0, 2).map((ref_number) => ({ ...row, ref_number })));
    await service.from("parkings").insert({ ...row, ref_number: plates[2] });
    const entries = await server.sql<Entry[]>`
      select * from audit_trail where after ->> 'ref_number' = any (${plates}) order by created_at`;
    const [first, second, third] = entries.map((entry) => entry.request_id);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    expect(entries.map((entry) => entry.actor_kind)).toEqual(["service", "service", "service"]);
  });

  test("only the secret key is believed when it says for whom it acts", async () => {
    const act = async (client: SupabaseClient) => {
      const row = { ...VALID_ROWS.parkings, project_id: OWN, ref_number: `A${randomUUID().slice(0, 6)}` };
      const { error } = await client
        .from("parkings")
        .insert(row)
        .setHeader("x-acting-account", admin.accountId)
        .setHeader("x-request-id", "one request");
      expect(error).toBeNull();
      const [entry] = await server.sql<
        Entry[]
      >`select * from audit_trail where after ->> 'ref_number' = ${row.ref_number}`;
      return [entry?.actor_account, entry?.actor_id, entry?.request_id === "one request"];
    };
    expect(await act(server.client({ key: server.secretKey }))).toEqual([admin.accountId, "admin01", true]);
    expect(await act(server.client())).toEqual([null, null, false]);
    expect(await act(server.client({ accessToken: attendant.token }))).toEqual([attendant.accountId, "vakt01", false]);
  });

  test("the trail cannot be written, changed or emptied by anybody, the secret key included; the owner only adds", async () => {
    const row = { action: "read", subject: "parkings", actor_kind: "main-admin", request_id: "1" };
    const clients = [server.client(), clientOf(admin), server.client({ key: server.secretKey })];
    const before = await server.sql`select count(*)::int as count from audit_trail`;
    for (const client of clients) {
      const answers = await Promise.all([
        client.from("audit_trail").insert(row),
        client.from("audit_trail").update({ actor_id: "nobody" }).neq("subject", ""),
        client.from("audit_trail").delete().neq("subject", ""),
      ]);
      expect(answers.map(({ error }) => error?.code)).toEqual(["42501", "42501", "42501"]);
    }
    expect(await server.sql`select count(*)::int as count from audit_trail`).toEqual(before);
    for (const change of ["update audit_trail set actor_id = 'x'", "delete from audit_trail", "truncate audit_trail"])
      await expect(server.sql.unsafe(change)).rejects.toMatchObject({ code: "42501" });
  });

  test("a site's admin reads the site's, and a stranger nothing", async () => {
    const [own, other] = [await register(), await register({ project_id: OTHER })];
    const read = async (client: SupabaseClient) => {
      const { data, error } = await client.from("audit_trail").select("row_id").in("row_id", [own, other]);
      return error?.code ?? data?.map((row) => (row.row_id === own ? "own" : "other")).toSorted();
    };
    const all = ["other", "own"];
    expect(await read(clientOf(admin))).toEqual(profile === "hardened" ? ["own"] : all);
    expect(await read(attendantClient())).toEqual(profile === "hardened" ? [] : all);
    expect(await read(server.client())).toEqual(profile === "hardened" ? "42501" : all);
  });

  test("a person who reads passwords or exports rows is noted by the database", async () => {
    expect((await noteExport(clientOf(admin), OWN ?? "")).error).toBeNull();
    const [entry] = await server.sql<Entry[]>`select * from audit_trail where action = 'export'`;
    expect(entry).toMatchObject({
      project_id: OWN,
      actor_kind: "admin",
      actor_id: "admin01",
      after: { rows: 3 },
      before: null,
    });
    const refused = profile === "hardened" ? "42501" : undefined;
    expect((await noteExport(clientOf(admin), OTHER ?? "")).error?.code).toBe(refused);
    expect((await noteExport(clientOf(admin), null)).error?.code).toBe(refused);
    expect((await noteExport(attendantClient(), OWN ?? "")).error?.code).toBe(refused);
    expect((await noteExport(server.client(), OWN ?? "")).error?.code).toBe(refused);
    const forged = await clientOf(admin).rpc("record_access", { access: "delete", subject: "parkings", project: OWN });
    expect(forged.error?.code).toBe("22023");
  });

  test("when a shift was reviewed is when it was reviewed, whatever the call says", async () => {
    const id = await insertRow(server.sql, "shift_registrations", { project_id: OWN });
    const review = { approved: true, status: "approved", reviewed_by: "admin01", reviewed_at: "2001-01-01T00:00:00Z" };
    const before = Date.now() - 60_000;
    const update = clientOf(admin).from("shift_registrations").update(review).eq("id", id).select("reviewed_at");
    const { data } = await named(update, "admin", "admin01");
    expect(Date.parse(String(data?.[0]?.reviewed_at))).toBeGreaterThan(before);
    const later = clientOf(admin)
      .from("shift_registrations")
      .update({ reviewed_at: "2001-01-01T00:00:00Z", reviewed_by: "admin01" });
    const again = await later.eq("id", id).select("reviewed_at");
    expect(again.data).toEqual(data);
    const entries = await entriesOf(id);
    expect(entries.at(-1)).toMatchObject({
      actor_id: "admin01",
      before: { status: "pending" },
      after: { status: "approved" },
    });
  });
});

/** An honest change where the moment of making is not to be changed. */
const CHANGES: Partial<Record<TableName, object>> = {
  teamspeak_units: { last_seen: new Date(0) },
  company: { org_number: "556000-0002" },
  // Money stays as it is, wherever it is placed.
  payments: { project_id: "annan-plats" },
  ledger_months: { project_id: "annan-plats" },
  refund_files: { project_id: "annan-plats" },
};

describe("the profile specified", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile: "specified" });
  });
  afterAll(() => server.stop());

  test.each<[TableName, object]>([
    ["parkings", { created_at: "2001-01-01T00:00:00Z" }],
    ["parking_deletion_logs", { deleted_at: "2001-01-01T00:00:00Z" }],
    ["attendant_deletion_logs", { deleted_at: "2001-01-01T00:00:00Z" }],
    ["shift_registrations", { created_at: "2001-01-01T00:00:00Z" }],
    ["shift_registrations", { reviewed_at: "2001-01-01T00:00:00Z" }],
    ["web_activity_logs", { created_at: "2001-01-01T00:00:00Z" }],
    ["contact_messages", { created_at: "2001-01-01T00:00:00Z" }],
  ])("%s are of now: %j is refused", async (table, moment) => {
    const { error } = await server
      .client()
      .from(table)
      .insert({ ...(VALID_ROWS[table] as object), ...moment });
    expect(error?.code).toBe("42501");
    expect(
      (
        await server
          .client()
          .from(table)
          .insert(VALID_ROWS[table] as object)
      ).error,
    ).toBeNull();
  });

  test("when a unit was made stays", async () => {
    const id = await insertRow(server.sql, "units");
    const change = { created_at: "2001-01-01T00:00:00Z", location: "Ystad" };
    const { data } = await server
      .client()
      .from("units")
      .update(change)
      .eq("id", id)
      .select("created_at, location")
      .single();
    expect(data).toMatchObject({ location: "Ystad" });
    expect(new Date(data?.created_at).getFullYear()).toBeGreaterThan(2020);
  });

  test("an account that the function makes names the screen, and keeps its password to itself", async () => {
    const email = `${randomUUID()}@example.com`;
    const { error } = await server.client().functions.invoke("create-admin-user", {
      body: { email, password: PASSWORD, accountType: "customer", createdBy: "super-admin" },
      headers: { "x-acting-as": JSON.stringify({ kind: "main-admin", id: "huvudadmin" }) },
    });
    expect(error).toBeNull();
    const entries = await server.sql<Entry[]>`
      select * from audit_trail where after ->> 'email' = ${email} or subject = 'user_roles' order by created_at`;
    expect(entries.map((entry) => [entry.subject, entry.actor_kind, entry.actor_id])).toEqual([
      ["profiles", "main-admin", "huvudadmin"],
      ["user_roles", "main-admin", "huvudadmin"],
      ["admin_user_credentials", "main-admin", "huvudadmin"],
    ]);
    expect(new Set(entries.map((entry) => entry.request_id)).size).toBe(1);
    expect(JSON.stringify(entries)).not.toContain(PASSWORD);
  });
});

describe("the function of the profile hardened", () => {
  let server: TestServer;
  let admin: LoggedIn;
  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened", rateLimits: "none" });
    await insertRow(server.sql, "main_page_sites", { path: OWN });
    admin = await makePerson(server, { kind: "admin", project: OWN ?? "", userId: "admin01" });
  });
  afterAll(() => server.stop());

  const invoke = async (body: object) => {
    const { data, error } = await server
      .client({ accessToken: admin.token })
      .functions.invoke("create-admin-user", { body });
    expect(error).toBeNull();
    return data as { id: string };
  };
  const since = async (moment: string) =>
    server.sql<Entry[]>`select * from audit_trail where created_at > ${moment} order by created_at, id`;
  const now = async () => (await server.sql<{ now: string }[]>`select clock_timestamp()::text as now`)[0]?.now ?? "";
  const byAdmin = { actor_kind: "admin", actor_id: "admin01", project_id: OWN };

  test("entries of the function's work name the person who called, in one request each", async () => {
    const person = { kind: "attendant", project: OWN, userId: "vakt50", password: PASSWORD };
    const begin = await now();
    const { id } = await invoke({ action: "create", ...person });
    const made = await since(begin);
    expect(made.map((entry) => entry.subject).toSorted()).toEqual(["attendants", "staff_accounts"]);
    const change = await now();
    await invoke({ action: "set-password", accountId: id, password: `${PASSWORD}-ny` });
    const changed = await since(change);
    expect(changed[0]).toMatchObject({
      subject: "accounts",
      row_id: id,
      before: { secret: "old" },
      after: { secret: "new" },
    });
    const removal = await now();
    await invoke({ action: "delete", accountId: id });
    const removed = await since(removal);
    expect(removed.map((entry) => `${entry.action} ${entry.subject}`).toSorted()).toEqual([
      "delete attendants",
      "delete staff_accounts",
    ]);
    for (const entries of [made, changed, removed]) {
      for (const entry of entries) expect(entry).toMatchObject({ ...byAdmin, actor_account: admin.accountId });
      expect(new Set(entries.map((entry) => entry.request_id)).size).toBe(1);
    }
    expect(JSON.stringify([made, changed, removed])).not.toMatch(/Hemligt|\$2[aby]\$/);
    // The trail has one row of the removal that nobody announced.
    const logged = await server.sql`select attendant_user_id, deleted_by, project_id from attendant_deletion_logs`;
    expect(logged).toEqual([{ attendant_user_id: "vakt50", deleted_by: "admin01", project_id: OWN }]);
  });

  test("own passwords, recovery codes and ended logins stand in it", async () => {
    const { accountId, token, sessionId } = await makeAccount(server.sql, "admin");
    await server.sql`update auth.users set raw_app_meta_data = '{"must_change_password": true}' where id = ${accountId}`;
    const begin = await now();
    const client = server.client({ accessToken: token });
    const answer = await fetch(`${server.url}/auth/v1/user`, {
      method: "PUT",
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ password: PASSWORD }),
    });
    expect(answer.status).toBe(200);
    await server.sql`update auth.sessions set aal = 'aal2' where id = ${sessionId}`;
    await server.sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
      values (gen_random_uuid(), ${accountId}, '', 'totp', 'verified', 'x', now(), now())`;
    await server.sql`
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
      values (gen_random_uuid(), ${sessionId}, 'totp', now(), now())`;
    expect((await client.rpc("make_recovery_codes")).data).toHaveLength(10);
    expect((await client.rpc("end_own_login", { login: sessionId })).data).toBe(true);
    const entries = await since(begin);
    expect(entries.map((entry) => `${entry.action} ${entry.subject}`)).toEqual([
      "update accounts",
      "insert recovery_codes",
      "delete logins",
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ actor_account: accountId, actor_kind: "account-admin" });
  });
});
