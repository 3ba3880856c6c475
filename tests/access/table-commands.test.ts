// Who may do what to which table: in the profile `specified` what the screens need, in `hardened` nothing yet (docs/security.md).
import { randomUUID } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "#tests/support/database.ts";
import { TABLES, type TableName, VALID_ROWS, insertAccount, insertRow } from "#tests/support/rows.ts";
import { type Caller, as, reach } from "./as.ts";

/** What an inserted row must have of its own, so that only a policy can refuse it. */
const OWN_VALUES: Partial<Record<TableName, Record<string, unknown>>> = {
  main_page_sites: { path: "another" },
  attendants: { user_id: "another" },
  admin_accounts: { user_id: "another" },
  project_attendants: { user_id: "another" },
  ase_employees: { employee_id: "another" },
  vehicle_registrations: { project_id: "another" },
  admin_user_credentials: { email: "another@example.com" },
  user_roles: { role: "member" },
  profiles: { id: randomUUID() },
  properties: { id: randomUUID() },
};

/** Commands that a caller may give: select, insert, update, delete. */
type Commands = string;

// The calls of document 1 §7 and document 2 §7, table by table. A letter that is missing is refused.
const EXPECTED: Record<TableName, { anon: Commands; member: Commands; agent: Commands }> = {
  main_page_sites: { anon: "siud", member: "siud", agent: "siud" },
  contact_messages: { anon: "siud", member: "siud", agent: "siud" },
  parkings: { anon: "sid", member: "sid", agent: "sid" },
  parking_deletion_logs: { anon: "si", member: "si", agent: "si" },
  project_attendants: { anon: "sid", member: "sid", agent: "sid" },
  attendants: { anon: "sid", member: "sid", agent: "sid" },
  attendant_deletion_logs: { anon: "si", member: "si", agent: "si" },
  admin_accounts: { anon: "sid", member: "sid", agent: "sid" },
  shift_registrations: { anon: "siu", member: "siu", agent: "siu" },
  web_activity_logs: { anon: "si", member: "si", agent: "si" },
  profiles: { anon: "sd", member: "sd", agent: "sd" },
  user_roles: { anon: "sd", member: "sd", agent: "sd" },
  user_passwords: { anon: "s", member: "s", agent: "s" },
  admin_user_credentials: { anon: "sd", member: "sd", agent: "sd" },
  vehicle_registrations: { anon: "sid", member: "sid", agent: "sid" },
  units: { anon: "siud", member: "siud", agent: "siud" },
  teamspeak_units: { anon: "s", member: "s", agent: "s" },
  properties: { anon: "s", member: "s", agent: "siud" },
  property_bids: { anon: "si", member: "si", agent: "siu" },
  ase_employees: { anon: "siud", member: "siud", agent: "siud" },
};

let database: TestDatabase;
let sql: Sql;
let callers: Record<"anon" | "member" | "agent", Caller>;
const keys = {} as Record<TableName, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
  const [member, agent, subject] = [randomUUID(), randomUUID(), VALID_ROWS.profiles.id];
  await insertAccount(sql, { id: member });
  await insertAccount(sql, { id: agent });
  await insertAccount(sql, { id: subject });
  await sql`insert into public.user_roles (user_id, role) values (${agent}, 'employee'), (${member}, 'customer')`;
  callers = {
    anon: { role: "anon" },
    member: { role: "authenticated", accountId: member },
    agent: { role: "authenticated", accountId: agent },
  };
  for (const table of TABLES) keys[table] = table === "profiles" ? subject : await insertRow(sql, table);
});
afterAll(() => database.drop());

const uploadTo = (bucket: string) => (tx: TransactionSql) =>
  tx`insert into storage.objects (bucket_id, name) values (${bucket}, 'vakt01/1-a.png')`;

/** The letters of the commands that reach a row. */
async function commandsOf(caller: Caller, table: TableName): Promise<Commands> {
  const name = `public.${table}`;
  const key = keys[table];
  const select = await reach(sql, caller, (tx) => tx`select id from ${tx(name)} where id = ${key}`);
  const insert = await reach(sql, caller, async (tx) => {
    const row: Record<string, unknown> = { ...VALID_ROWS[table], ...OWN_VALUES[table] };
    return tx`insert into ${tx(name)} ${tx(row)}`;
  });
  const update = await reach(sql, caller, (tx) => tx`update ${tx(name)} set id = id where id = ${key}`);
  const remove = await reach(sql, caller, (tx) => tx`delete from ${tx(name)} where id = ${key}`);
  const letters = { s: select, i: insert, u: update, d: remove };
  return Object.entries(letters)
    .filter(([, reached]) => reached === 1)
    .map(([letter]) => letter)
    .join("");
}

describe("the profile `specified`", () => {
  it.each(TABLES)("%s answers what the screens need and no more", async (table) => {
    const found = {
      anon: await commandsOf(callers.anon, table),
      member: await commandsOf(callers.member, table),
      agent: await commandsOf(callers.agent, table),
    };
    expect(found).toEqual(EXPECTED[table]);
  });

  it("covers every table of the schema", async () => {
    const rows = await sql<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    expect(rows.map((row) => row.name).toSorted()).toEqual(TABLES.toSorted());
  });

  it("keeps the standard site from being changed or removed", async () => {
    const id = await insertRow(sql, "main_page_sites", { path: "standard" });
    expect(
      await reach(sql, callers.anon, (tx) => tx`update public.main_page_sites set name = 'X' where id = ${id}`),
    ).toBe(0);
    expect(await reach(sql, callers.anon, (tx) => tx`delete from public.main_page_sites where id = ${id}`)).toBe(0);
  });

  it("lets nobody register a shift that is approved already, nor a bid", async () => {
    const shift = { ...VALID_ROWS.shift_registrations, status: "approved", approved: true };
    const bid = { ...VALID_ROWS.property_bids, accepted: true };
    expect(await reach(sql, callers.anon, (tx) => tx`insert into public.shift_registrations ${tx(shift)}`)).toBe(
      "refused",
    );
    expect(await reach(sql, callers.agent, (tx) => tx`insert into public.property_bids ${tx(bid)}`)).toBe("refused");
  });

  it("opens the bucket of shift images for reading and uploading, and no other", async () => {
    await sql`insert into storage.buckets (id, name) values ('other', 'other')`;
    expect(await reach(sql, callers.anon, uploadTo("shift-images"))).toBe(1);
    expect(await reach(sql, callers.anon, uploadTo("other"))).toBe("refused");
    const [bucket] = await sql`select public, file_size_limit from storage.buckets where id = 'shift-images'`;
    expect(bucket).toEqual({ public: true, file_size_limit: "10485760" });
  });
});

describe("everywhere", () => {
  it("row level security is on for every table of schema public and private", async () => {
    const open = await sql`
      select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`;
    expect(open).toEqual([]);
  });

  it("no policy and no grant speaks of everybody", async () => {
    const policies = await sql`select policyname from pg_policies where 'public' = any (roles)`;
    expect(policies).toEqual([]);
    const grants = await sql`
      select table_name, privilege_type from information_schema.role_table_grants
      where table_schema in ('public', 'private') and (grantee = 'PUBLIC'
        or (grantee in ('anon', 'authenticated') and privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER')))`;
    expect(grants).toEqual([]);
  });

  it("functions with their owner's rights have an empty search path", async () => {
    const loose = await sql`
      select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and not coalesce('search_path=""' = any (p.proconfig), false)`;
    expect(loose).toEqual([]);
  });

  it("the settings are out of reach", async () => {
    for (const caller of Object.values(callers)) {
      expect(await reach(sql, caller, (tx) => tx`select * from private.settings`)).toBe("refused");
      expect(await reach(sql, caller, (tx) => tx`update private.settings set security_profile = 'specified'`)).toBe(
        "refused",
      );
    }
  });
});

describe("the profile `hardened`", () => {
  beforeAll(() => sql`update private.settings set security_profile = 'hardened'`);

  it.each(TABLES)("%s reaches nobody by default", async (table) => {
    for (const caller of Object.values(callers)) expect(await commandsOf(caller, table)).toBe("");
  });

  it("closes the bucket, the search and the roles of others", async () => {
    const [bucket] = await sql`select public from storage.buckets where id = 'shift-images'`;
    expect(bucket?.public).toBe(false);
    expect(await reach(sql, callers.agent, uploadTo("shift-images"))).toBe("refused");
    expect(await reach(sql, callers.agent, (tx) => tx`select * from public.search_parkings('volvo')`)).toBe(0);
    const roleOfAgent = (caller: Caller) =>
      as(
        sql,
        caller,
        async (tx) => (await tx`select public.get_user_role(${callers.agent.accountId ?? ""}) as role`)[0]?.role,
      );
    expect(await roleOfAgent(callers.agent)).toBe("employee");
    expect(await roleOfAgent(callers.member)).toBe("member");
    expect(await roleOfAgent(callers.anon)).toBe("member");
  });

  it("leaves the service key in charge", async () => {
    expect(await commandsOf({ role: "service_role" }, "parkings")).toBe("siud");
  });
});
