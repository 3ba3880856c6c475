// Rules that hold for every table and function of the schema, whoever asks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CASE_REFUSALS } from "#contract/cases.ts";
import { SESSION_KINDS } from "#contract/states.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { type Caller, reach } from "#tests/access/as.ts";

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  sql = database.sql;
});
afterAll(() => database.drop());

it("row level security is on for every table of schema public and private", async () => {
  const open = await sql`
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`;
  expect(open).toEqual([]);
});

it("no view goes round it", async () => {
  const views = await sql`
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('v', 'm')`;
  expect(views).toEqual([]);
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

it("a table has one policy a command, for both profiles, and none that takes back what another gives", async () => {
  const doubled = await sql`
    select tablename, cmd from pg_policies where schemaname in ('public', 'storage')
    group by tablename, cmd having count(*) > 1`;
  expect(doubled).toEqual([]);
  const others = await sql`
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and (permissive <> 'PERMISSIVE' or cmd = 'ALL')`;
  expect(others).toEqual([]);
});

it("every policy asks who the caller is or which profile runs, but for what everybody may in both", async () => {
  const policies = await sql<{ name: string; condition: string }[]>`
    select policyname as name, coalesce(qual, '') || coalesce(with_check, '') as condition
    from pg_policies where schemaname in ('public', 'storage')`;
  // Without `is_specified` a policy gives nothing but what these functions give: all of them ask for the login in `hardened`.
  const asking = policies.filter(({ condition }) => !/is_specified|is_agent|is_hardened/.test(condition));
  expect(asking.map(({ name }) => name).toSorted()).toEqual([
    "Everybody places bids of now, not accepted ones",
    "Everybody reads the sites",
  ]);
  expect(policies.length).toBeGreaterThan(60);
});

it("an update says of the row before and of the row after who may", async () => {
  const halves = await sql`
    select policyname from pg_policies where schemaname = 'public' and cmd = 'UPDATE' and (qual is null or with_check is null)`;
  expect(halves).toEqual([]);
});

/** PostgreSQL cuts names off at 63 bytes without a word. */
const isSentence = (name: string) => /^[A-Z][^:]* [^:]+$/.test(name) && Buffer.byteLength(name) <= 62;

it("every policy's name is a sentence", async () => {
  const policies = await sql<{ name: string }[]>`
    select policyname as name from pg_policies where schemaname in ('public', 'storage')`;
  expect(policies.filter(({ name }) => !isSentence(name))).toEqual([]);
});

it("the kinds of people stand once, as the contract says them", async () => {
  const rows = await sql<{ kinds: string[] }[]>`select private.kinds_of_people() as kinds`;
  expect(rows[0]?.kinds.toSorted()).toEqual(SESSION_KINDS.toSorted());
  const repeated = await sql`
    select conname as name from pg_constraint where pg_get_constraintdef(oid) ~ 'ase-employee'
    union all select policyname from pg_policies where concat(qual, with_check) ~ 'ase-employee'
    union all select oid::regproc::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosrc ~ 'ase-employee'`;
  // The others have a rule for this kind alone.
  const ruled = [
    "answer_offer",
    "private.ase_admin",
    "private.ase_worker",
    "private.clock_kind",
    "private.clock_worker",
    "decide_place",
    "private.keep_receipt",
    "private.kinds_of_people",
    "private.manages",
    "private.own_clock_person",
    "private.own_employee_id",
    "private.people",
    "private.person_json",
    "publish_notice",
    "remove_place",
    "set_person_active",
    "private.shift_warnings",
    "work_hours",
  ];
  const names = ["work_turns_kind", ...ruled];
  expect(repeated).toEqual(names.map((name) => ({ name })));
});

it("policies ask functions once a statement and not once a row: each stands in a select of its own", async () => {
  const policies = await sql<{ name: string; condition: string }[]>`
    select policyname as name, concat(qual, ' ', with_check) as condition from pg_policies where schemaname = 'public'`;
  // A question about the row's own moment is asked of each row.
  const asked = policies.flatMap(({ name, condition }) =>
    Array.from(condition.matchAll(/(\w*)[ (]*(?:private|auth)\.(?!is_moment)\w+\(/g), ([, before = ""]) => ({
      name,
      before,
    })),
  );
  expect(asked.filter(({ before }) => before !== "SELECT")).toEqual([]);
  expect(asked.length).toBeGreaterThan(100);
});

it("no GIN index keeps a long list of new rows that every search reads", async () => {
  const long = await sql`
    select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and c.relnamespace = 'public'::regnamespace
      and not coalesce('gin_pending_list_limit=64' = any (c.reloptions), false)`;
  expect(long).toEqual([]);
});

it("each table and each function says what it is for", async () => {
  const silent = await sql`
    select 'table' as kind, c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
      and obj_description(c.oid, 'pg_class') is null and c.relname <> 'server_secrets'
    union all
    select 'function', p.oid::regprocedure::text from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`;
  expect(silent).toEqual([]);
});

it("refusals have their SQLSTATE and their text in one place, each is used, and codes are the contract's", async () => {
  const others = await sql<{ name: string; text: string }[]>`
    select p.oid::regproc::text as name, p.prosrc as text from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proname <> 'refusal'`;
  const speaking = others.filter(({ text }) => /'PK\d{3}|errcode = '/.test(text)).map(({ name }) => name);
  // These answer in place of a constraint of a table or of the table API, and name it.
  expect(speaking.toSorted()).toEqual([
    "private.expect_one_row",
    "private.refuse_bid_on_unavailable_property",
    "private.refuse_long_texts",
    "private.refuse_readable_password",
    "private.refuse_reserved_address",
    "private.sell_by_accepted_bid",
  ]);
  const [table] = await sql<{ text: string }[]>`
    select prosrc as text from pg_proc where oid = 'private.refusal(text,text,text[])'::regprocedure`;
  const rows = Array.from((table?.text ?? "").matchAll(/\('([a-z-]+)', '(\w{5})', '[^\n]+'\)/g));
  const names = rows.map(([, name = ""]) => name);
  expect(new Set(names).size).toBe(names.length);
  const texts = others.map(({ text }) => text).join("\n");
  expect(names.filter((name) => !new RegExp(`['{,]${name}['}]`).test(texts))).toEqual([]);
  const named = Array.from(texts.matchAll(/refus(?:e|al)\(\s*'([^']*)'/g), ([, name = ""]) => name);
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
  const own = rows.map(([, , code = ""]) => code).filter((code) => code.startsWith("PK"));
  expect([...new Set(own)].toSorted()).toEqual(Object.values(CASE_REFUSALS).toSorted());
});

/** The error that a call of a refusal ends with. */
const refused = (call: string) => sql.unsafe(`select ${call}`).then(null, (error: unknown) => error);

it("a refusal says its code, its field, its text with what belongs in it, and its hint", async () => {
  const said = "array['utfärdat']";
  expect(await refused(`private.refuse('wrong-state', 'kind', ${said}, '')`)).toMatchObject({
    code: "PK005",
    detail: "kind",
    message: "Det går inte nu. Ärendet är utfärdat.",
  });
  expect(await refused("private.refuse('unreadable-row', 'rows', array['7'])")).toMatchObject({
    code: "PK008",
    detail: "rows",
    message: "Rad 7 kan inte läsas. Ingenting är bokfört.",
  });
  const plain = await refused("private.refuse('no-access')");
  expect(plain).toMatchObject({ code: "42501", message: "Access denied." });
  expect(plain).not.toHaveProperty("detail");
  // A name that nobody wrote down is refused too.
  expect(await refused("private.refuse('no-such-refusal')")).toMatchObject({ code: "22004" });
});

it("functions have an empty search path, or a text that was read when they were made", async () => {
  const loose = await sql`
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosqlbody is null and not coalesce('search_path=""' = any (p.proconfig), false)`;
  expect(loose).toEqual([]);
});

it("functions with their owner's rights are those that docs/security.md explains", async () => {
  const rows = await sql<{ name: string }[]>`
    select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef`;
  const text = readFileSync(join(projectFolder(), "docs", "security.md"), "utf8");
  const section = text.split("## Functions that run with their owner's rights")[1]?.split("\n## ")[0] ?? "";
  const explained = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => Array.from(line.split("|")[1]?.matchAll(/`([^`]+)`/g) ?? [], ([, name = ""]) => name));
  // The server's own capture of changes is made when it starts, not by the migrations.
  const made = explained.filter((name) => !name.startsWith("realtime."));
  expect(made.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

// Spec 4 §2: It is a
// Spec 4 §2: Screens show a
it("every table with a plate has its key, which the database makes", async () => {
  const [found] = await sql<{ plates: string[]; keys: string[] }[]>`
    select array_agg(distinct table_name::text) filter (where column_name in ('plate', 'ref_number')) as plates,
      array_agg(distinct table_name::text) filter (where column_name = 'plate_key' and generation_expression like '%plate_key(%') as keys
    from information_schema.columns where table_schema in ('public', 'private')`;
  expect(found?.plates).toContain("parkings");
  expect(found?.keys).toEqual(found?.plates);
});

it("the settings, the secrets and the limits are out of reach", async () => {
  await sql`create table if not exists private.server_secrets (name text primary key, value text not null)`;
  const callers: Caller[] = [{ role: "anon" }, { role: "authenticated" }];
  for (const caller of callers)
    for (const table of ["settings", "server_secrets", "rate_limits", "last_backup", "system_notes"]) {
      const name = sql(`private.${table}`);
      expect(await reach(sql, caller, (tx) => tx`select * from ${name}`)).toBe("refused");
      expect(await reach(sql, caller, (tx) => tx`delete from ${name}`)).toBe("refused");
    }
});
