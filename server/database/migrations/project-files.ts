// Finds the SQL that the server applies, from the sources and from the built server alike: the project's files and its migrations.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** A file `<version>_<name>.sql` of supabase/migrations, or of another `folder` beside it. */
export type Migration = { version: string; name: string; sql: string; folder?: string };

/** The folder of the project's migrations. */
export const migrationsFolder = (): string => join(projectFolder(), "supabase", "migrations");

/** The folder of the migrations before the baseline, which no new installation reads. */
export const earlierFolder = (): string => join(projectFolder(), "supabase", "before-1.0");

/** The migrations before the baseline, oldest first. */
export const readEarlierMigrations = (): Migration[] => readMigrations(earlierFolder());

/** Every migration that a database of this product may have had, oldest first: those before the baseline, then those of today. */
export const readAllMigrations = (): Migration[] => [...readEarlierMigrations(), ...readMigrations()];

/** The migrations of a folder, oldest first. Throws on a file whose name the CLI would not take. */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new Error(`supabase/${basename(folder)}/${file}: a migration is named <version>_<name>.sql.`);
    }
    return { version, name, sql: readFileSync(join(folder, file), "utf8"), folder: basename(folder) };
  });
}
