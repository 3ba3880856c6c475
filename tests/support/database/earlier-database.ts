// A database as it was before a migration of today, to be filled with rows and upgraded.
import type { SecurityProfile } from "#contract/states.ts";
import { ensureHostedLayout } from "#server/database/hosted-layout.ts";
import { readEarlierMigrations, readMigrations } from "#server/database/migrations/project-files.ts";
import { transact, withConnection } from "#server/database/driver/one-connection.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/database.ts";

/** Makes a database with the migrations before `version`; `prepareDatabase` brings it up to date. */
export async function createEarlierDatabase(version: string, profile: SecurityProfile): Promise<TestDatabase> {
  const database = await createTestDatabase({ from: "bare" });
  await withConnection(database.url, { name: "test" }, async (connection) => {
    await transact(connection, () => ensureHostedLayout(connection));
    await connection.query(`
      create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text not null primary key, statements text[], name text)`);
    const [baseline] = readMigrations();
    // The baseline stands for all migrations before it.
    const all = version > (baseline?.version ?? "") ? readMigrations() : readEarlierMigrations();
    const migrations = all.filter((migration) => migration.version < version);
    for (const { version: its, name, sql } of migrations) {
      await connection.query(sql);
      await connection.query("insert into supabase_migrations.schema_migrations (version, name) values ($1, $2)", [
        its,
        name,
      ]);
    }
    await connection.query("update private.settings set security_profile = $1", [profile]);
  });
  return database;
}
