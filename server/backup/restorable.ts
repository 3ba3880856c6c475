// Reasons why a restore would refuse a backup, by the backup's list of contents alone: asked before a backup is written, and before a
// restore reads photos.
import { type Migration, readAllMigrations } from "#server/database/migrations/project-files.ts";
import { type Table, isLeftover } from "./catalog.ts";
import { BackupError, type Contents } from "./format.ts";
import { MADE } from "./made-columns.gen.ts";

/** The migrations that this version of the program does not know. */
export function newerMigrations(
  versions: readonly string[],
  known: readonly Migration[] = readAllMigrations(),
): readonly string[] {
  const names = new Set(known.map((migration) => migration.version));
  return versions.filter((version) => !names.has(version));
}

/** Throws BackupError when the backup comes from a newer version of the program. */
export function refuseNewer(versions: readonly string[]): void {
  const foreign = newerMigrations(versions);
  if (foreign.length === 0) return;
  throw new BackupError(
    `The backup was made by a newer version of this program (migrations ${foreign.join(", ")}). Update it, then restore.`,
  );
}

/** Tables, columns and sequences that no version of this program makes up to now, so that a restore has no place for them. */
export function foreignParts({ tables, sequences }: Pick<Contents, "tables" | "sequences">): string[] {
  const foreign = sequences.map(({ schema, name }) => `${schema}.${name}`).filter((name) => MADE[name] === undefined);
  for (const table of tables.filter((each) => !isLeftover(each))) {
    const name = `${table.schema}.${table.name}`;
    const made = MADE[name]?.split(" ");
    if (made === undefined) foreign.push(name);
    else foreign.push(...table.columns.filter((column) => !made.includes(column)).map((column) => `${name}.${column}`));
  }
  return foreign;
}

/** Throws BackupError when a restore would refuse a backup with these contents. */
export function refuseUnrestorable(contents: Contents): void {
  refuseNewer(contents.migrations);
  const foreign = foreignParts(contents);
  if (foreign.length > 0) throw new BackupError(noPlaceFor(foreign));
}

/** Throws BackupError when this program never makes the table. */
export function refuseForeignTable(table: Omit<Table, "columns">): void {
  const foreign = foreignParts({ tables: [{ ...table, columns: [] }], sequences: [] });
  if (foreign.length > 0) throw new BackupError(noPlaceFor(foreign));
}

export const noPlaceFor = (foreign: readonly string[]): string =>
  `The backup has parts that this version of the program does not make: ${foreign.join(", ")}.`;
