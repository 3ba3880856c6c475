// Writes what follows from the migrations: web/data/database.gen.ts, by the official CLI, and supabase/schema.gen.sql. With --check it
// compares instead.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { pino } from "pino";
import { startEmbedded } from "#server/database/embedded/embedded.ts";
import { prepareDatabase } from "#server/database/prepare.ts";
import { projectFolder } from "#server/database/migrations/project-files.ts";
import { schemaText } from "./schema-text.ts";

const TYPES = join(projectFolder(), "web", "data", "database.gen.ts");
const SCHEMA = join(projectFolder(), "supabase", "schema.gen.sql");
const HEADER =
  "// Generated from supabase/migrations by `npm run generate:types` (the Supabase CLI). Not written by hand.\n" +
  "// oxlint-disable\n";

/** Both texts by their files, from a database that lives as long as the call. */
async function generate(): Promise<Map<string, string>> {
  const log = pino({ level: "silent" });
  const dataDir = mkdtempSync(join(tmpdir(), "parkering-types-"));
  const database = await startEmbedded({ dataDir, log, settings: { fsync: "off" } });
  const client = new Client({ connectionString: database.url });
  try {
    await prepareDatabase({ url: database.url, profile: "hardened", seed: "never", log });
    await client.connect();
    return new Map([
      [TYPES, await generateTypes(database.url)],
      [SCHEMA, await schemaText(client)],
    ]);
  } finally {
    await client.end();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The types of schema `public` after all migrations, as the official CLI writes them. */
async function generateTypes(url: string): Promise<string> {
  const cli = createRequire(import.meta.url).resolve("supabase/dist/supabase.js");
  const args = [cli, "gen", "types", "--lang=typescript", "--schema=public", `--remote=${url}?sslmode=disable`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  // What stands before the first type is the CLI's own talk.
  const start = stdout.indexOf("export type Json");
  if (start === -1) throw new Error(`The Supabase CLI wrote no types: ${stdout.slice(0, 200)}`);
  return await format(HEADER + stdout.slice(start));
}

/** The house's format, so that a change of one column is a change of one line. */
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
