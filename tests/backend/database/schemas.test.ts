// Differences that the tool for migrations sees and writes: a difference of any kind is named, and what it writes removes the difference.
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Catalog, readCatalog } from "#server/database/catalog.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";
import { differencesBetween, migrationOf, sayDifference } from "#tools/schemas/differences.ts";
import { fileOf, loadSources, readSources } from "#tools/schemas/sources.ts";
import { sample } from "#tests/support/run/whole.ts";

let database: TestDatabase;
let client: Client;
let before: Catalog;
beforeAll(async () => {
  database = await createTestDatabase({ from: "empty" });
  client = new Client({ connectionString: database.url });
  await client.connect();
  before = await readCatalog(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});
beforeEach(() => client.query("begin"));
afterEach(() => client.query("rollback"));

/** Changes that a hand may make, the name of the difference, and whether a migration can be written without one. */
const PLANTED: [what: string, change: string, named: string[]][] = [
  [
    "a function's text",
    "create or replace function private.is_hardened() returns boolean language sql stable set search_path = '' as 'select true'",
    ["function private.is_hardened(): differs"],
  ],
  [
    "a function's volatility",
    "alter function private.is_hardened() volatile",
    ["function private.is_hardened(): differs"],
  ],
  [
    "a function that is one more",
    "create function private.planted(n int) returns int language sql as 'select n'",
    ["function private.planted(integer): only in the sources"],
  ],
  [
    "a policy",
    'alter policy "Admins read their site\'s fines, attendants their own" on public.fines using (true)',
    ['policy public.fines "Admins read their site\'s fines, attendants their own": differs'],
  ],
  [
    "row security",
    "alter table public.units disable row level security",
    ["security public.units: only in the migrations"],
  ],
  [
    "a function's grant",
    "grant execute on function private.fold_plate(text) to anon",
    ["grant function private.fold_plate(text) to anon: only in the sources"],
  ],
  [
    "a function's grant that is gone",
    "revoke execute on function public.case_by_key(text) from anon",
    ["grant function public.case_by_key(text) to anon: only in the migrations"],
  ],
  ["a type", "alter type private.parking_right add attribute planted text", ["type private.parking_right: differs"]],
  [
    "a rule as a row",
    "update private.case_transitions set to_status = 'issued' where place = 10",
    ["row private.case_transitions 10: differs"],
  ],
  [
    "what a bucket takes",
    "update storage.buckets set file_size_limit = 1 where id = 'case-photos'",
    ["row storage.buckets case-photos: differs"],
  ],
  [
    "the publication",
    "alter publication supabase_realtime drop table public.units",
    ["publication supabase_realtime public.units: only in the migrations"],
  ],
  [
    "a column",
    "alter table public.units add column planted text",
    ["column public.units.planted: only in the sources"],
  ],
  [
    "a default",
    "alter table public.units alter column status set default 'planted'",
    ["column public.units.status: differs"],
  ],
  [
    "a check",
    "alter table public.units add constraint planted check (true)",
    ["constraint public.units planted: only in the sources"],
  ],
  ["an index", "create index planted on public.units (location)", ["index public.planted: only in the sources"]],
  [
    "a trigger of the sign-in service's tables",
    "create trigger planted after insert on auth.users for each row execute function private.write_account_trail()",
    ["trigger auth.users planted: only in the sources"],
  ],
  [
    "a view",
    "create view public.planted as select id from public.units",
    ["other view public.planted: only in the sources"],
  ],
  ["a sequence", "create sequence public.planted", ["other sequence public.planted: only in the sources"]],
  ["a comment", "comment on table public.units is 'Planted.'", ["comment table public.units: differs"]],
  [
    "what is granted by default",
    "alter default privileges grant execute on functions to public",
    ["default grant f in all schemas: only in the migrations"],
  ],
];

test.each(PLANTED)("%s is found and named", async (_what, change, named) => {
  await client.query(change);
  expect(differencesBetween(before, await readCatalog(client)).map(sayDifference)).toEqual(named);
});

/** Changes that the tool writes whole, all at once. */
const BY_HAND = ["a type", "a view", "a sequence", "what is granted by default"];
const WRITTEN = PLANTED.filter(([what]) => !BY_HAND.includes(what));
/** More than one piece, or pieces that hang together. */
const TOGETHER: [what: string, change: string][] = [
  [
    "a new table with all that belongs to it, and a function that takes its rows",
    `create function private.is_short(word text) returns boolean language sql immutable set search_path = '' as 'select length(word) < 10';
     create table public.planted (id uuid primary key default gen_random_uuid(), word text not null check (private.is_short(word)),
       site_id uuid references public.main_page_sites (id));
     create index planted_site on public.planted (site_id);
     alter table public.planted enable row level security;
     create policy "Everybody reads" on public.planted for select to anon using (true);
     create function private.word_of(given public.planted) returns text language sql stable set search_path = '' as 'select given.word';
     comment on table public.planted is 'Words.';
     insert into private.table_grants values ('planted', 'select', 'select', 'select', 'select');
     select private.grant_for_profile();
     alter publication supabase_realtime add table public.planted`,
  ],
  [
    "a function with another result, which keeps its grants and its comment",
    `drop function public.get_caller();
     create function public.get_caller() returns text language sql stable set search_path = '' as $$select ''$$;
     grant execute on function public.get_caller() to anon, authenticated, service_role;
     comment on function public.get_caller() is 'Planted.'`,
  ],
  ["a rule that goes", "delete from private.case_transitions where place = 10"],
  [
    "who may ask what of a table",
    "update private.table_grants set hardened_anon = 'select', specified_anon = 'select' where table_name = 'units'; select private.grant_for_profile()",
  ],
  [
    "a policy and a trigger that go",
    `drop policy "Everybody reads the sites" on public.main_page_sites; drop trigger units_keep_created_at on public.units`,
  ],
];

// `npm test` asks all plain differences at once, and of pieces that hang together the first.
test.each([
  ["each difference above", WRITTEN.map(([, change]) => change).join("; ")] as const,
  ...sample(TOGETHER, TOGETHER.length),
])("%s: the migration that is written makes it, and takes it back", async (_what, change) => {
  await client.query("savepoint unchanged");
  await client.query(change);
  const after = await readCatalog(client);
  const back = migrationOf(after, before, []);
  await client.query("rollback to savepoint unchanged");

  const { sql, hands } = migrationOf(before, after, []);
  expect(hands).toEqual([]);
  await client.query(`set local check_function_bodies = off; ${sql}`);
  expect(differencesBetween(after, await readCatalog(client)).map(sayDifference)).toEqual([]);
  // Rows of people in a table are removed by hand alone.
  if (back.hands.length > 0) return;
  await client.query(back.sql);
  expect(differencesBetween(before, await readCatalog(client)).map(sayDifference)).toEqual([]);
});

test.each([
  [
    "a column of another type",
    "alter table public.units alter column location type varchar(10)",
    "column public.units.location was",
  ],
  ["a column that goes", "alter table public.units drop column location", "column public.units.location goes"],
  [
    "a column that wants values",
    "alter table public.units add column planted text not null",
    "rows that are there need a value",
  ],
  [
    "a type with another part",
    "alter type private.parking_right add attribute planted text",
    "type private.parking_right has other parts",
  ],
])("%s is left to a hand, at a marked place", async (_what, change, words) => {
  await client.query(change);
  const { sql, hands } = migrationOf(before, await readCatalog(client), []);
  expect(hands).toEqual([expect.stringContaining(words) as string]);
  expect(sql).toContain(`-- BY HAND: ${words}`);
});

describe("sources", () => {
  test("are loaded whatever their order, and what never fits is named with its file", async () => {
    const table = { file: "b.sql", sql: "create table public.planted (n int default private.planted())" };
    const made = { file: "c.sql", sql: "create function private.planted() returns int language sql as 'select 1'" };
    await client.query("rollback");
    await loadSources(client, [table, made]);
    expect(differencesBetween(before, await readCatalog(client)).map(sayDifference)).toEqual([
      "table public.planted: only in the sources",
      "column public.planted.n: only in the sources",
      "function private.planted(): only in the sources",
    ]);
    await client.query("drop table public.planted; drop function private.planted()");
    const wrong = { file: "cases/a.sql", sql: "-- Why.\ncreate index on public.nowhere (n)" };
    await expect(loadSources(client, [wrong])).rejects.toThrow(
      /supabase\/schemas\/cases\/a\.sql: relation "public\.nowhere" does not exist\n {2}create index on public\.nowhere/,
    );
    await client.query("rollback");
  });

  test.each(["public.issue_fine", "public.book_payments"])("%s is read in three files at most", (name) => {
    const made = new Map(
      readSources(join(projectFolder(), "supabase", "schemas")).map(({ file, sql }) => {
        const [, called = "", body = ""] =
          /^create or replace function (\w+\.\w+)\(.*?\nas \$\$(.*)\$\$/s.exec(sql) ?? [];
        return [
          called,
          { file, calls: Array.from(body.matchAll(/\b(?:private|public)\.\w+(?=\()/g), ([call]) => call) },
        ];
      }),
    );
    // A set takes in what is added to it while it is gone through.
    const read = new Set([name]);
    for (const each of read) for (const call of made.get(each)?.calls ?? []) read.add(call);
    const files = new Set([...read].flatMap((each) => made.get(each)?.file ?? []));
    expect([...files].toSorted().slice(3)).toEqual([]);
    expect(read.size).toBeGreaterThan(20);
  });

  test("say where something is made", () => {
    const sources = [
      { file: "a.sql", sql: "create or replace function private.a() returns text as $$ select private.b() $$" },
      { file: "b.sql", sql: "create or replace function private.b() returns text as $$ select 'b' $$" },
      { file: "c.sql", sql: "create table public.c (n int)" },
    ];
    expect(["private.b()", "public.c", "public.c.n", "private.d()"].map((name) => fileOf(sources, name))).toEqual([
      "b.sql",
      "c.sql",
      null,
      null,
    ]);
  });
});
