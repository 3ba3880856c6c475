// Keeps the checksum of each applied migration and compares it at each start: a migration that was applied never changes.
import { createHash } from "node:crypto";
import sql, { raw } from "sql-template-tag";
import type { Database } from "../driver/connect.ts";
import { EARLIER_FORMS } from "./earlier-migrations.ts";
import type { Migration } from "./project-files.ts";
import { splitStatements } from "./sql-statements.ts";

/** An applied migration has another text now; the message names the file and says what to do. */
export class ChangedMigrationError extends Error {
  override name = "ChangedMigrationError";
}

/** Table of our own beside the history, whose shape belongs to the Supabase CLI. */
const CHECKSUMS = `
create table if not exists supabase_migrations.checksums (
  version text not null primary key,
  sha256 text not null
);
alter table supabase_migrations.checksums enable row level security;
`;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
/** Git may write line ends in the machine's way. */
const withPlainLines = (text: string): string => text.replaceAll("\r\n", "\n");

/** The SHA-256 of a migration's text. */
export const checksumOf = (migration: Pick<Migration, "sql">): string => sha256(withPlainLines(migration.sql));

/** The SHA-256 of statements as the history keeps them. */
export const formOf = (statements: readonly string[]): string =>
  sha256(JSON.stringify(statements.map((statement) => withPlainLines(statement))));

/** Makes the table of the checksums when it is not there. */
export async function ensureChecksums(database: Database): Promise<void> {
  await database.query(raw(CHECKSUMS));
}

/** Writes the history's row of a migration, and its checksum. */
export async function recordMigration(database: Database, migration: Migration): Promise<void> {
  await database.query(sql`
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values (${migration.version}, ${migration.name}, ${splitStatements(migration.sql)})`);
  await recordChecksum(database, migration);
}

async function recordChecksum(database: Database, migration: Migration): Promise<void> {
  await database.query(sql`
    insert into supabase_migrations.checksums (version, sha256) values (${migration.version}, ${checksumOf(migration)})
    on conflict (version) do update set sha256 = excluded.sha256`);
}

type Applied = { version: string; statements: string[] | null; sha256: string | null };

/**
 * Throws ChangedMigrationError when a migration of the database differs from the project's. A migration without a checksum was applied by
 * the Supabase CLI, or before there were checksums: its statements in the history are compared instead, and its checksum is kept from now
 * on.
 */
export async function refuseChangedMigrations(database: Database, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await database.query<Applied>(sql`
    select m.version, m.statements, c.sha256
    from supabase_migrations.schema_migrations m left join supabase_migrations.checksums c using (version)
    order by m.version`);
  const applied = new Map(rows.map((row) => [row.version, row]));
  const present = migrations.flatMap((migration) => {
    const row = applied.get(migration.version);
    return row === undefined ? [] : [{ migration, row }];
  });
  const changed = present.filter(({ migration, row }) => !isSame(migration, row));
  if (changed.length > 0) throw new ChangedMigrationError(describe(changed));
  for (const { migration, row } of present) if (row.sha256 === null) await recordChecksum(database, migration);
}

function isSame(migration: Migration, { statements, sha256: kept }: Applied): boolean {
  if (kept !== null) return kept === checksumOf(migration);
  if (statements === null) return true;
  const form = formOf(statements);
  return form === formOf(splitStatements(migration.sql)) || (EARLIER_FORMS[migration.version] ?? []).includes(form);
}

function describe(changed: readonly { migration: Migration }[]): string {
  const names = changed.map(
    ({ migration: { folder = "migrations", version, name } }) => `supabase/${folder}/${version}_${name}.sql`,
  );
  return (
    `This database was made with another text of ${names.join(" and ")} than the one that is there now. A migration never changes ` +
    "once it has been applied: put the file back as it was (`git log --follow -p` shows how), and write what it should change into " +
    "a new migration. If the file is right and the database came from somewhere else, restore a backup of it into an empty one " +
    "(docs/operations.md)."
  );
}
