// Grants of the roles, before any policy is asked: no more than somebody of the role may do (expected.ts).
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SECURITY_PROFILES, type SecurityProfile } from "#contract/states.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { readShape } from "#tests/support/database/shape.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { startTestServer, type TestServer } from "#tests/support/server/server.ts";
import { expectedCommands } from "#tests/access/expected.ts";
import { PEOPLE, type PersonName } from "#tests/access/people.ts";
import { MATRIX_TABLES, type MatrixTable } from "#tests/access/places.ts";

const log = pino({ level: "silent" });
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function database(from: "bare" | "empty" | "hardened"): Promise<TestDatabase> {
  const made = await createTestDatabase({ from });
  databases.push(made);
  return made;
}

const setProfile = ({ sql }: TestDatabase, profile: SecurityProfile) =>
  sql`update private.settings set security_profile = ${profile}`;

/** The commands that anybody of these may do in any place, in the order of `siud`. */
function commandsOf(table: MatrixTable, profile: SecurityProfile, people: readonly PersonName[]): string {
  const all = people.flatMap((name) => expectedCommands(table, profile, name)).join("");
  return ["s", "i", "u", "d"].filter((letter) => all.includes(letter)).join("");
}

/** By table and role, what is granted on the table or on some column of it. */
async function readGrants({ sql }: TestDatabase): Promise<Record<string, string>> {
  const rows = await sql<{ what: string; letters: string }[]>`
    select c.relname || ' ' || r.name as what, concat(
      case when has_any_column_privilege(r.name, c.oid, 'select') then 's' end,
      case when has_any_column_privilege(r.name, c.oid, 'insert') then 'i' end,
      case when has_any_column_privilege(r.name, c.oid, 'update') then 'u' end,
      case when has_table_privilege(r.name, c.oid, 'delete') then 'd' end,
      case when has_table_privilege(r.name, c.oid, 'truncate, references, trigger') then 'more' end) as letters
    from pg_class c, (values ('anon'), ('authenticated')) as r(name)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
  return Object.fromEntries(rows.map(({ what, letters }) => [what, letters]));
}

const PEOPLE_OF = {
  anon: ["visitor"],
  authenticated: PEOPLE.filter((name) => name !== "visitor" && name !== "service"),
} satisfies Record<string, PersonName[]>;

/** Granted as it always was, though no policy of the profile gives anything. */
const MORE: Record<SecurityProfile, Record<string, string>> = {
  specified: { "staff_accounts authenticated": "s" },
  hardened: {},
};

describe.each(SECURITY_PROFILES)("the profile %s", (profile) => {
  // Spec 3 §4: table access |
  it("grants what somebody of the role may do, and nothing else", async () => {
    const made = await database("empty");
    await setProfile(made, profile);
    const expected = Object.entries(PEOPLE_OF).flatMap(([role, people]) =>
      MATRIX_TABLES.map((table): [string, string] => [`${table} ${role}`, commandsOf(table, profile, people)]),
    );
    expect(await readGrants(made)).toEqual({ ...Object.fromEntries(expected), ...MORE[profile] });
  });

  it("has the same grants again after there was the other one", async () => {
    const made = await database("empty");
    await setProfile(made, profile);
    const before = await readShape(made.url);
    await setProfile(made, profile === "hardened" ? "specified" : "hardened");
    expect((await readShape(made.url))["grants"]).not.toEqual(before["grants"]);
    await setProfile(made, profile);
    expect(await readShape(made.url)).toEqual(before);
  });
});

/** Columns that nobody reads but the secret key; a function tells who called, and notes who was told. */
const HIDDEN = {
  specified: ["parkings.receipt_hash"],
  hardened: ["call_events.caller", "calls.caller", "parkings.receipt_hash"],
};

// Spec 4 §3: parkings get receipt_hash
// Spec 5 §9: Contacts of bidders,
it.each(SECURITY_PROFILES)(
  "%s: every column of a table that is read is read, but for the hidden ones",
  async (profile) => {
    const made = await database("empty");
    await setProfile(made, profile);
    const rows = await made.sql<{ what: string }[]>`
    select distinct c.relname || '.' || a.attname as what
    from pg_class c join pg_attribute a on a.attrelid = c.oid, (values ('anon'), ('authenticated')) as r(name)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and has_any_column_privilege(r.name, c.oid, 'select') and not has_column_privilege(r.name, c.oid, a.attnum, 'select')
    order by what`;
    expect(rows.map(({ what }) => what)).toEqual(HIDDEN[profile]);
  },
);

const makeNews = ({ sql }: TestDatabase) =>
  sql.unsafe(`
    create table public.news (id bigint generated always as identity primary key, number serial);
    create function public.tell() returns text language sql return 'news';
    create function private.tell() returns text language sql return 'news'`);
const readNewsRights = ({ sql }: TestDatabase) => sql`
  select r.name from (values ('anon'), ('authenticated'), ('service_role')) as r(name)
  where has_any_column_privilege(r.name, 'public.news', 'select, insert, update, references')
    or has_table_privilege(r.name, 'public.news', 'delete, truncate, trigger')
    or has_sequence_privilege(r.name, 'public.news_number_seq', 'usage, select, update')
    or has_function_privilege(r.name, 'public.tell()', 'execute')
    or has_function_privilege(r.name, 'private.tell()', 'execute')`;

it("the command that hardens a database switches the grants", async () => {
  const [moved, set] = [await database("hardened"), await database("empty")];
  await setProfile(set, "hardened");
  expect(await readGrants(moved)).toEqual(await readGrants(set));
});

describe("a new table or function", () => {
  it("is granted to nobody", async () => {
    const made = await database("empty");
    await makeNews(made);
    expect(await readNewsRights(made)).toEqual([]);
  });

  it("is granted to nobody where everything was by default, and tables have the same grants, as on hosted Supabase", async () => {
    const [hosted, own] = [await database("bare"), await database("empty")];
    // The settings of hosted Supabase for the role that applies migrations.
    for (const kind of ["tables", "sequences", "functions"])
      await hosted.sql.unsafe(
        `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
      );
    await prepareDatabase({ url: hosted.url, profile: "specified", seed: "never", log });
    await makeNews(hosted);
    expect(await readNewsRights(hosted)).toEqual([]);
    expect(await readGrants(hosted)).toMatchObject(await readGrants(own));
  });
});

describe("a visitor of the profile hardened", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ profile: "hardened" });
    for (let count = 0; count < 3; count += 1)
      await insertRow(server.sql, "parkings", { ref_number: `ABC 12${count}` });
    await server.sql`analyze public.parkings`;
  });
  afterAll(() => server.stop());

  // The planner's counts are answered to nobody (tests/access/hidden-rows.test.ts).
  it("counts no hidden rows", async () => {
    const hidden = MATRIX_TABLES.filter((table) => !commandsOf(table, "hardened", ["visitor"]).includes("s"));
    expect(hidden).toContain("parkings");
    for (const table of hidden) {
      const answer = await server.client().from(table).select("*", { count: "exact" }).limit(1);
      expect([table, answer.status, answer.error?.code, answer.count]).toEqual([table, 401, "42501", null]);
    }
  });
});
