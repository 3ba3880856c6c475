// A mark in a database that is being restored: while the mark stands, no server starts on the half-restored database.
import sql, { raw } from "sql-template-tag";
import type { Database } from "./driver/connect.ts";

const MARK = "parkering_restore";

/** The database holds a part of a backup only; the message says what to do. */
export class UnfinishedRestoreError extends Error {
  override name = "UnfinishedRestoreError";
}

/** Sets the mark; when this resolves, the mark survives a crash. */
export async function markRestore(database: Database): Promise<void> {
  await database.query(raw(`create schema ${MARK}`));
}

/** Takes the mark away: the database is whole. */
export async function unmarkRestore(database: Database): Promise<void> {
  await database.query(raw(`drop schema ${MARK}`));
}

/** Throws UnfinishedRestoreError while the mark stands. */
export async function refuseUnfinishedRestore(database: Database): Promise<void> {
  const { rows } = await database.query<{ marked: boolean }>(
    sql`select to_regnamespace(${MARK}) is not null as marked`,
  );
  if (!rows[0]?.marked) return;
  throw new UnfinishedRestoreError(
    "A restore into this database began and did not finish, so rows are missing. Remove the data folder (or drop the database " +
      "and create it again), and run npm run restore again.",
  );
}
