// Checks and the profile's grants stand in the way of rows: a restore takes them away before the rows come in, and puts them back after.
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { quote, quoteTable } from "./catalog.ts";

type Check = { schema: string; table: string; name: string; definition: string };

const CHECK_VIOLATION = "23514";

/**
 * Drops the checks of schema public and gives them. Rows come in before the checks, as with pg_dump: the backed-up database may hold a row
 * that is older than a check (`not valid`), and that row comes back too.
 */
export async function dropChecks(transaction: Database): Promise<Check[]> {
  const { rows } = await transaction.query<Check>(sql`
    select n.nspname as schema, t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_catalog.pg_constraint c
      join pg_catalog.pg_class t on t.oid = c.conrelid join pg_catalog.pg_namespace n on n.oid = t.relnamespace
    where c.contype = 'c' and n.nspname = 'public'
    order by n.nspname collate "C", t.relname collate "C", c.conname collate "C"`);
  for (const checks of byTable(rows)) {
    await alter(
      transaction,
      checks,
      checks.map(({ name }) => `drop constraint ${quote(name)}`),
    );
  }
  return rows;
}

/** Adds the checks as they were. A check that a restored row breaks holds for new rows only, since the row is older than the check. */
export async function addChecks(transaction: Database, checks: readonly Check[], log: Logger): Promise<void> {
  for (const ofTable of byTable(checks)) {
    // All checks of a table at once read the table once.
    if (await holds(transaction, ofTable)) continue;
    for (const check of ofTable) {
      if (await holds(transaction, [check])) continue;
      log.warn(
        { table: check.table, check: check.name },
        "rows of the backup are older than a check, which holds for new ones",
      );
      await alter(transaction, [check], [`add constraint ${quote(check.name)} ${check.definition} not valid`]);
    }
  }
}

/** Adds the checks, or changes nothing and gives false when a row breaks a check. */
async function holds(transaction: Database, checks: readonly Check[]): Promise<boolean> {
  await transaction.query(raw("savepoint checks"));
  try {
    await alter(
      transaction,
      checks,
      checks.map(({ name, definition }) => `add constraint ${quote(name)} ${definition}`),
    );
  } catch (error) {
    if ((error as { code?: string }).code !== CHECK_VIOLATION) throw error;
    await transaction.query(raw("rollback to savepoint checks"));
    return false;
  }
  await transaction.query(raw("release savepoint checks"));
  return true;
}

async function alter(transaction: Database, [first]: readonly Check[], changes: readonly string[]): Promise<void> {
  if (first === undefined) return;
  await transaction.query(raw(`alter table ${quoteTable({ ...first, name: first.table })} ${changes.join(", ")}`));
}

const byTable = (checks: readonly Check[]): Check[][] => {
  const tables = new Map<string, Check[]>();
  for (const check of checks) tables.set(check.table, [...(tables.get(check.table) ?? []), check]);
  return [...tables.values()];
};

/**
 * Makes the grants of the restored profile. The profile came as a row, and the triggers that would make its grants were off. A database of
 * an older version has no such grants yet.
 */
export async function grantForProfile(database: Database): Promise<void> {
  const { rows } = await database.query<{ known: boolean }>(
    sql`select to_regprocedure('private.grant_for_profile()') is not null as known`,
  );
  if (rows[0]?.known) await database.query(sql`select private.grant_for_profile()`);
}
