// Finds the SQL that the server applies, from the sources and from the built server alike.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the project's folder: the nearest one above this file that holds supabase/migrations. Throws when there is none. */
export function projectFolder(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "supabase", "migrations"))) return folder;
    if (folder === dirname(folder)) {
      throw new Error(`No supabase/migrations in any folder above ${start}: the server needs the project's files.`);
    }
  }
}

/** The text of one of the project's SQL files, given its path below the project's folder. */
export function readSql(path: string): string {
  return readFileSync(join(projectFolder(), path), "utf8");
}
