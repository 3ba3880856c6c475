// Applies supabase/migrations in order and records them where the Supabase CLI looks for them.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";
import type { Database } from "../driver/connect.ts";
import { renameEarlierPolicies } from "./earlier-migrations.ts";
import { transact } from "../driver/one-connection.ts";
import { ensureChecksums, type Migration, recordChecksum, refuseChangedMigrations } from "./migration-checksums.ts";
import { projectFolder } from "./project-files.ts";
import { splitStatements } from "./sql-statements.ts";

/** The folder of the project's migrations. */
export const migrationsFolder = (): string => join(projectFolder(), "supabase", "migrations");

/** The migrations of a folder, oldest first. Throws on a file whose name the CLI would not take. */
export function readMigrations(folder: string = migrationsFolder()): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.toSorted().map((file) => {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    if (version === undefined || name === undefined) {
      throw new Error(`supabase/migrations/${file}: a migration is named <version>_<name>.sql.`);
    }
    return { version, name, sql: readFileSync(join(folder, file), "utf8") };
  });
}

const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/**
 * Applies the migrations that the database lacks, each in a transaction of its own together with its row of history and its
 * checksum; of these only the ones that `isWanted`, when it is given (a restore brings the database to where its backup was).
 * Gives the versions that it applied. `connection` is one connection, which holds the advisory lock of prepare.ts.
 * Throws when the database knows a migration that this project lacks (a newer version of it made that), and when an applied one
 * has another text now.
 */
export async function applyMigrations(
  connection: Database,
  log: Logger,
  isWanted: (version: string) => boolean = () => true,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await connection.query(raw(HISTORY));
  await ensureChecksums(connection);
  const { rows } = await connection.query<{ version: string }>(
    sql`select version from supabase_migrations.schema_migrations`,
  );
  const known = new Set(rows.map((row) => row.version));
  const foreign = [...known].filter((version) => !migrations.some((migration) => migration.version === version));
  if (foreign.length > 0) {
    throw new Error(
      `The database has migrations that this version of the program does not know (${foreign.join(", ")}). ` +
        "Start the version that made them, or a newer one.",
    );
  }
  await refuseChangedMigrations(connection, migrations);
  const applied: string[] = [];
  const wanted = migrations.filter(({ version }) => !known.has(version) && isWanted(version));
  if (wanted.length > 0) await renameEarlierPolicies(connection);
  for (const migration of wanted) {
    await applyOne(connection, migration);
    log.info({ migration: `${migration.version}_${migration.name}` }, "migration applied");
    applied.push(migration.version);
  }
  return applied;
}

async function applyOne(connection: Database, migration: Migration): Promise<void> {
  try {
    await transact(connection, async () => {
      await connection.query(raw(migration.sql));
      await connection.query(sql`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${splitStatements(migration.sql)})`);
      await recordChecksum(connection, migration);
    });
  } catch (error) {
    throw new Error(`Migration ${migration.version}_${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
