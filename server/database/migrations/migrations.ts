// Applies supabase/migrations in order and records them where the Supabase CLI looks for them.
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";
import type { Database } from "../driver/connect.ts";
import { adopt } from "./adoption.ts";
import { renameEarlierPolicies } from "./earlier-migrations.ts";
import { transact } from "../driver/one-connection.ts";
import { ensureChecksums, recordMigration, refuseChangedMigrations } from "./migration-checksums.ts";
import { type Migration, readEarlierMigrations, readMigrations } from "./project-files.ts";

const HISTORY = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/**
 * Brings a database to today's migrations, each in a transaction of its own together with its row of history and its checksum. A database
 * with a part of the history before the baseline first gets the rest of that history, and is then adopted (adoption.ts). Gives the versions
 * that were applied. `connection` is one connection, which holds the advisory lock of those who prepare a database (PREPARE_LOCK). Throws when the database knows a
 * migration that this project lacks (a newer version of the program made it), when an applied migration has another text now, and when the
 * database to be adopted is not what the earlier migrations make.
 */
export async function applyMigrations(connection: Database, log: Logger): Promise<string[]> {
  const [baseline, ...later] = readMigrations();
  if (baseline === undefined) throw new Error("supabase/migrations holds no migration.");
  const earlier = readEarlierMigrations();
  const known = await readVersions(connection);
  if (!earlier.some(({ version }) => known.has(version))) return applyThese(connection, log, [baseline, ...later]);
  const applied = await applyThese(connection, log, earlier);
  await adopt(connection, baseline);
  log.info({ migration: `${baseline.version}_${baseline.name}` }, "the database was adopted by the baseline");
  return [...applied, ...(await applyThese(connection, log, [baseline, ...later]))];
}

/**
 * Applies those of these migrations that the database lacks and that are wanted: a restore brings a database to where its backup was. Gives
 * the versions that it applied, and throws as `applyMigrations` does.
 */
export async function applyThese(
  connection: Database,
  log: Logger,
  migrations: readonly Migration[],
  isWanted: (version: string) => boolean = () => true,
): Promise<string[]> {
  const known = await readVersions(connection);
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

/** The versions that a database has; makes the tables of the history where they are not there. */
async function readVersions(connection: Database): Promise<Set<string>> {
  await connection.query(raw(HISTORY));
  await ensureChecksums(connection);
  const { rows } = await connection.query<{ version: string }>(
    sql`select version from supabase_migrations.schema_migrations`,
  );
  return new Set(rows.map((row) => row.version));
}

async function applyOne(connection: Database, migration: Migration): Promise<void> {
  try {
    await transact(connection, async () => {
      await connection.query(raw(migration.sql));
      await recordMigration(connection, migration);
    });
  } catch (error) {
    throw new Error(`Migration ${migration.version}_${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
