// The same migrations, two ways to apply them: the server and the official CLI. Neither knows which one ran.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import postgres, { type Sql } from "postgres";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "#server/database/driver/connect.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { readMigrations, projectFolder } from "#server/database/migrations/project-files.ts";
import { UnfitDatabaseError } from "#server/database/requirements.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { splitStatements } from "#server/database/migrations/sql-statements.ts";
import { type TestDatabase, createTestDatabase } from "#tests/support/database/database.ts";
import { readShape } from "#tests/support/database/shape.ts";
import { insertRow } from "#tests/support/rows/rows.ts";
import { supabaseCli } from "#tests/support/outside/supabase-cli.ts";

const log = pino({ level: "silent" });
const versions = readMigrations().map((migration) => migration.version);

let databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases) await database.drop();
  databases = [];
});

async function database(from: "bare" | "empty" | "seeded" | "hardened"): Promise<TestDatabase> {
  const made = await createTestDatabase({ from });
  databases.push(made);
  return made;
}

const history = (sql: Sql) =>
  sql`select version, name, statements from supabase_migrations.schema_migrations order by version`;

describe("the server and the Supabase CLI", () => {
  // Pushing takes long: the first test reads what the last one goes on with.
  let byCli: TestDatabase;
  beforeAll(async () => {
    byCli = await createTestDatabase({ from: "bare" });
    await inTransaction(byCli.database, ensureHostedLayout);
    await supabaseCli(byCli.url, ["db", "push"]);
  });
  afterAll(() => byCli.drop());

  it("make the same database and the same history", async () => {
    const byServer = await database("empty");
    // The profile of the server's template is `specified`, what the CLI pushes is hardened.
    await byServer.sql`update private.settings set security_profile = 'hardened'`;
    expect(await readShape(byCli.url)).toEqual(await readShape(byServer.url));
    expect([...(await history(byCli.sql))]).toEqual([...(await history(byServer.sql))]);
    const [settings] = await byCli.sql`select security_profile from private.settings`;
    expect(settings).toEqual({ security_profile: "hardened" });
  });

  it("agree on what is applied", async () => {
    const { url } = await database("empty");
    const { stdout } = await supabaseCli(url, ["migration", "list", "--output-format=json"]);
    const found = JSON.parse(stdout) as { migrations: { local: string; remote: string }[] };
    expect(found.migrations.map(({ local, remote }) => [local, remote])).toEqual(
      versions.map((version) => [version, version]),
    );
    const push = await supabaseCli(url, ["db", "push"]);
    expect(push.stdout + push.stderr).toContain("up to date");
  });

  // Spec 3 §4: A database that
  it("the server takes over a database that the CLI pushed", async () => {
    expect(await byCli.sql`select security_profile from private.settings`).toEqual([{ security_profile: "hardened" }]);
    const result = await prepareDatabase({ url: byCli.url, profile: "specified", seed: "demo", log });
    expect(result).toEqual({ seeded: true, applied: [], mainAdminPassword: null });
    expect(await byCli.sql`select count(*)::int from public.parkings`).toEqual([{ count: 40 }]);
  });
});

describe("the CLI's advisors", () => {
  it.each(["seeded", "hardened"] as const)(
    "report nothing on a %s database that docs/security.md does not explain",
    async (from) => {
      const { url } = await database(from);
      const { stdout } = await supabaseCli(url, [
        "db",
        "advisors",
        "--type=all",
        "--level=info",
        "--output-format=json",
      ]);
      const { results } = JSON.parse(stdout) as { results: { name: string; detail: string }[] };
      expect(results.length).toBeGreaterThan(0);
      const explained = readFileSync(join(projectFolder(), "docs", "security.md"), "utf8");
      // A line of the document's table begins with the advisor's name, and names the tables where it speaks of some only.
      const isExplained = ({ name, detail }: { name: string; detail: string }): boolean => {
        const line = explained.split("\n").find((text) => text.startsWith(`| \`${name}\` `));
        const subjects = line?.split("|")[2]?.match(/`[^`]+`/g) ?? [];
        return line !== undefined && (subjects.length === 0 || subjects.some((subject) => detail.includes(subject)));
      };
      expect(results.filter((result) => !isExplained(result))).toEqual([]);
    },
  );
});

describe("prepareDatabase", () => {
  it("applies all migrations in order to a bare PostgreSQL, seeds it, and does nothing the second time", async () => {
    const { url, sql } = await database("bare");
    const first = await prepareDatabase({ url, profile: "specified", seed: "demo", log });
    expect(first).toEqual({ seeded: true, applied: versions, mainAdminPassword: null });
    const second = await prepareDatabase({ url, profile: "specified", seed: "demo", log });
    expect(second).toEqual({ seeded: false, applied: [], mainAdminPassword: null });
    expect(await sql`select count(*)::int from public.parkings`).toEqual([{ count: 40 }]);
  });

  it("lets several processes prepare the same database at once", async () => {
    const { url, sql } = await database("bare");
    const options = { url, profile: "specified", seed: "demo", log } as const;
    const results = await Promise.all([1, 2, 3, 4].map(() => prepareDatabase(options)));
    expect(results.filter((result) => result.seeded)).toHaveLength(1);
    expect(results.flatMap((result) => result.applied)).toEqual(versions);
    expect(await sql`select count(*)::int from public.parkings`).toEqual([{ count: 40 }]);
  });

  it.each(["main_page_sites", "parkings"] as const)("never seeds a database that has a row in %s", async (table) => {
    const { url, sql } = await database("empty");
    await insertRow(sql, table);
    expect(await prepareDatabase({ url, profile: "specified", seed: "demo", log })).toMatchObject({
      seeded: false,
    });
  });

  it("sets the profile of this start while the database is empty", async () => {
    const { url, sql } = await database("empty");
    for (const profile of ["hardened", "specified"] as const) {
      await prepareDatabase({ url, profile, seed: "never", log });
      expect(await sql`select security_profile, private.is_specified() as specified from private.settings`).toEqual([
        { security_profile: profile, specified: profile === "specified" },
      ]);
    }
  });

  it("refuses a database that a newer version of the program made", async () => {
    const { url, sql } = await database("empty");
    await sql`insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')`;
    await expect(prepareDatabase({ url, profile: "specified", seed: "never", log })).rejects.toThrow(
      /does not know \(29990101000000\)/,
    );
  });

  it("refuses a database that does not know Swedish letters, and says how to make one that does", async () => {
    const { url } = await database("empty");
    const name = `test_ascii_${Date.now()}`;
    const admin = postgres(url, { max: 1 });
    await admin.unsafe(`create database ${name} template template0 encoding 'UTF8' locale_provider libc locale 'C'`);
    const ascii = new URL(url);
    ascii.pathname = `/${name}`;
    const prepared = prepareDatabase({ url: ascii.href, profile: "specified", seed: "never", log });
    await expect(prepared).rejects.toThrow(UnfitDatabaseError);
    await expect(prepared).rejects.toThrow(/Swedish letters.*icu_locale 'sv-SE'/);
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
});

describe("splitStatements", () => {
  it.each([
    ["select 1; select 2;", ["select 1", "select 2"]],
    ["select ';'; select \"a;b\"", ["select ';'", 'select "a;b"']],
    ["-- one; two\nselect 1;\n-- the end;\n", ["-- one; two\nselect 1"]],
    ["/* a; b */ select 1", ["/* a; b */ select 1"]],
    ["do $$ begin; end $$; select 1", ["do $$ begin; end $$", "select 1"]],
    ["select $tag$ ; $$ ; $tag$;", ["select $tag$ ; $$ ; $tag$"]],
    ["select 'it''s; fine'; ; ;", ["select 'it''s; fine'"]],
    ["", []],
  ])("%j", (sql, expected) => {
    expect(splitStatements(sql)).toEqual(expected);
  });
});
