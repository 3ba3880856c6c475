// `npm run migration -- NAME` writes the migration that brings the database of supabase/migrations to that of supabase/schemas. `tsx
// tools/migration.ts --check` fails when the two differ, and names the file to look at.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder, readMigrations } from "#server/database/migrations/project-files.ts";
import { differencesBetween, migrationOf, sayDifference } from "./schemas/differences.ts";
import { catalogOfMigrations, catalogOfSources, withEmptyCluster } from "./schemas/databases.ts";
import { fileOf, readSources } from "./schemas/sources.ts";

const [name = ""] = process.argv.slice(2);
const folder = join(projectFolder(), "supabase");
const sources = readSources(join(folder, "schemas"));

if (name !== "--check" && !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error("npm run migration -- NAME: a name in small letters, digits and `_`, such as fees_of_reminders.");
  process.exit(1);
}

const [was, wanted] = await withEmptyCluster(async (cluster) => [
  await catalogOfMigrations(cluster),
  await catalogOfSources(cluster, sources),
]);

if (name === "--check") {
  const found = differencesBetween(was, wanted);
  for (const each of found) {
    const piece = each.wanted ?? each.was;
    const file = fileOf(sources, piece?.of === "" ? each.name : (piece?.of ?? ""));
    console.error(`${sayDifference(each)}${file === null ? "" : ` (supabase/schemas/${file})`}`);
  }
  if (found.length > 0) {
    console.error("supabase/schemas and supabase/migrations differ: run `npm run migration -- NAME`.");
    process.exit(1);
  }
  console.log("supabase/schemas and supabase/migrations say the same.");
} else {
  const { sql, hands } = migrationOf(was, wanted, sources);
  if (sql === "") {
    console.log("supabase/schemas and supabase/migrations say the same: there is nothing to write.");
  } else {
    const file = join(folder, "migrations", `${nextVersion()}_${name}.sql`);
    writeFileSync(
      file,
      `-- ${name.replaceAll("_", " ")}: WRITE HERE why.\n\nset local check_function_bodies = off;\n\n${sql}\n`,
    );
    console.log(`${file} written.`);
    for (const hand of hands) console.log(`By hand: ${hand}`);
  }
}

/** The present moment in the CLI's form; a second after the newest migration where that lies in the future. */
function nextVersion(): string {
  const now = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const newest = readMigrations().at(-1)?.version ?? "";
  return newest < now ? now : String(BigInt(newest) + 1n);
}
