// A migration that was applied never changes: each start compares it with what the database was made with.
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { ChangedMigrationError } from "#server/database/migrations/migration-checksums.ts";
import { type Migration, readMigrations } from "#server/database/migrations/project-files.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { refusedStart } from "#tests/support/server/server-process.ts";

const log = pino({ level: "silent" });
const migrations = readMigrations();
const BASELINE = migrations[0]?.version ?? "";
const NAMED = /supabase\/migrations\/\d{14}_baseline\.sql .*put the file back as it was.*new migration/;

let databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases) await database.drop();
  databases = [];
});

async function madeDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase({ from: "empty" });
  databases.push(made);
  return made;
}

/** The project's migrations, the baseline with another text. */
const changed = (change: (text: string) => string): Migration[] =>
  migrations.map((migration) =>
    migration.version === BASELINE ? { ...migration, sql: change(migration.sql) } : migration,
  );

const start = (url: string, given = migrations) =>
  prepareDatabase({ url, profile: "specified", seed: "never", log, migrations: given });

const readChecksums = ({ sql }: TestDatabase) => sql`select * from supabase_migrations.checksums order by version`;

it("keeps a checksum of each migration", async () => {
  const database = await madeDatabase();
  const kept = await readChecksums(database);
  expect(kept.map(({ version }) => String(version))).toEqual(migrations.map(({ version }) => version));
  expect(kept.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(String(sha256)))).toBe(true);
});

it("a changed file ends the start with its name and what to do, and nothing is applied", async () => {
  const database = await madeDatabase();
  const before = await readChecksums(database);
  const later = { version: "29990101000000", name: "later", sql: "create table public.later (n int)" };
  const started = start(database.url, [
    ...changed((text) => text.replace("length(street) <= 200", "length(street) <= 300")),
    later,
  ]);
  await expect(started).rejects.toThrow(ChangedMigrationError);
  await expect(started).rejects.toThrow(NAMED);
  expect(await readChecksums(database)).toEqual(before);
  expect(await database.sql`select to_regclass('public.later') as later`).toEqual([{ later: null }]);
});

it("line ends of another machine are no change", async () => {
  const { url } = await madeDatabase();
  await expect(
    start(
      url,
      changed((text) => text.replaceAll("\n", "\r\n")),
    ),
  ).resolves.toMatchObject({ applied: [] });
});

it("a database without checksums is taken as its history says, and has them from then on", async () => {
  const database = await madeDatabase();
  const before = await readChecksums(database);
  await database.sql`drop table supabase_migrations.checksums`;
  // Rows as somebody wrote them by hand: nothing says what they did.
  await database.sql`update supabase_migrations.schema_migrations set statements = null where version = ${BASELINE}`;
  await expect(start(database.url)).resolves.toMatchObject({ applied: [] });
  expect(await readChecksums(database)).toEqual(before);
});

it("a database without checksums whose history tells another past is refused", async () => {
  const database = await madeDatabase();
  await database.sql`drop table supabase_migrations.checksums`;
  await database.sql`
    update supabase_migrations.schema_migrations set statements = array_append(statements, 'drop table public.units')
    where version = ${BASELINE}`;
  await expect(start(database.url)).rejects.toThrow(NAMED);
  expect(await readChecksums(database)).toEqual([]);
});

it("the server does not start, and its operator reads why", async () => {
  const { url, sql } = await madeDatabase();
  await sql`update supabase_migrations.checksums set sha256 = 'another' where version = ${BASELINE}`;
  const { code, output } = await refusedStart({ DATABASE_URL: url });
  expect(code).toBe(1);
  expect(output).toMatch(NAMED);
});
