// Writes the files that follow from the migrations: web/data/database.gen.ts, by the official CLI, and server/backup/made-columns.gen.ts.
// With --check it compares instead.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { type Logger, pino } from "pino";
import { listSequences, listTables } from "#server/backup/catalog.ts";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { applyMigrations, applyThese } from "#server/database/migrations/migrations.ts";
import { readEarlierMigrations, projectFolder } from "#server/database/migrations/project-files.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { ensureSecretsTable } from "#server/secrets.ts";

const TYPES = join(projectFolder(), "web", "data", "database.gen.ts");
const MADE = join(projectFolder(), "server", "backup", "made-columns.gen.ts");
const HEADER =
  "// Generated from supabase/migrations by `npm run generate:types` (the Supabase CLI). Not written by hand.\n" +
  "// oxlint-disable\n";

/** The generated texts by their files, from a database that lives as long as the call. */
async function generate(): Promise<Map<string, string>> {
  const log = pino({ level: "silent" });
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-types-"));
  const database = await startEmbedded({ dataDir, log, settings: { fsync: "off" } });
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    const made = await migrateOneByOne(client, log);
    await prepareDatabase({ url: database.url, profile: "hardened", seed: "never", log });
    return new Map([
      [TYPES, await generateTypes(database.url)],
      // The server comes last, since it makes a table of its own.
      [MADE, await madeText(client, made)],
    ]);
  } finally {
    await client.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Columns by table, and sequences without columns. */
type Made = Map<string, Set<string>>;

/** Applies all migrations there ever were, one by one, to the empty database, and gives the columns that each of them left. */
async function migrateOneByOne(client: Client, log: Logger): Promise<Made> {
  const made: Made = new Map();
  await ensureHostedLayout(client);
  const earlier = readEarlierMigrations();
  for (const { version } of earlier) {
    await applyThese(client, log, earlier, (each) => each === version);
    await note(client, made);
  }
  await applyMigrations(client, log);
  await note(client, made);
  return made;
}

async function note(client: Client, made: Made): Promise<void> {
  for (const { schema, name, columns } of await listTables(client)) {
    const known = made.get(`${schema}.${name}`) ?? new Set();
    made.set(`${schema}.${name}`, new Set([...known, ...columns]));
  }
  for (const { schema, name } of await listSequences(client)) made.set(`${schema}.${name}`, new Set());
}

async function madeText(client: Client, made: Made): Promise<string> {
  await ensureSecretsTable(client);
  await note(client, made);
  const lines = [...made].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const columns = Object.fromEntries(lines.map(([name, names]) => [name, [...names].join(" ")]));
  return await format(
    "// Generated from supabase/migrations by `npm run generate:types`. Not written by hand.\n\n" +
      "/** Every table with its columns, and every sequence without any, that one of the migrations left. Generated columns are not among them. */\n" +
      `export const MADE: Readonly<Record<string, string>> = ${JSON.stringify(columns)};\n`,
  );
}

/** The types of schema `public` after all migrations, as the official CLI writes them. */
async function generateTypes(url: string): Promise<string> {
  const cli = createRequire(import.meta.url).resolve("supabase/dist/supabase.js");
  const args = [cli, "gen", "types", "--lang=typescript", "--schema=public", `--remote=${url}?sslmode=disable`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  // Text before the first type is the CLI's own talk.
  const start = stdout.indexOf("export type Json");
  if (start === -1) throw new Error(`The Supabase CLI wrote no types: ${stdout.slice(0, 200)}`);
  return await format(HEADER + stdout.slice(start));
}

/** The text gets this project's format, so that a change of a column is a change of a line. */
function format(source: string): Promise<string> {
  const formatter = createRequire(import.meta.url).resolve("oxfmt");
  return new Promise((resolve, reject) => {
    const args = [join(formatter, "..", "..", "bin", "oxfmt"), "--stdin-filepath=generated.ts"];
    const child = execFile(process.execPath, args, { cwd: projectFolder() }, (error, stdout) => {
      if (error) reject(error);
      else resolve(stdout);
    });
    child.stdin?.end(source);
  });
}

for (const [file, generated] of await generate()) {
  if (!process.argv.includes("--check")) {
    writeFileSync(file, generated);
    console.log(`${file} written.`);
  } else if (existing(file) !== generated) {
    console.error(`${file} does not match supabase/migrations. Run npm run generate:types and commit the file.`);
    process.exitCode = 1;
  } else {
    console.log(`${file} matches supabase/migrations.`);
  }
}

function existing(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
