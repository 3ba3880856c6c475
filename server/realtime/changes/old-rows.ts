/** Old versions of changed rows, kept for some minutes, so that a removal is told to logins that could see the row and to nobody else. */
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";

import type { Database } from "#server/database/driver/connect.ts";

/** A kept row lives for one to two of these times, counted from the end of its transaction. */
const SWEEP_EVERY_MS = 60_000;

/**
 * Old row of a table, by the statement that removed or changed it. The table is unlogged: after a crash of the database everybody fetches
 * again anyway. Statements are numbered, since one transaction may remove the same key twice.
 */
const OLD_ROWS_TABLE = `
  create unlogged table if not exists realtime.gateway_old_rows (
    statement bigint not null,
    key jsonb not null,
    old_row jsonb not null,
    written_by xid8 not null default pg_current_xact_id()
  );
  create index if not exists gateway_old_rows_statement_idx on realtime.gateway_old_rows (statement);
  create sequence if not exists realtime.gateway_statements;
  revoke all on table realtime.gateway_old_rows from public, anon, authenticated, service_role;
  revoke all on sequence realtime.gateway_statements from public, anon, authenticated, service_role;`;

/** Makes the table of old rows, which nobody but its owner reads. */
export async function installOldRows(transaction: Database): Promise<void> {
  await transaction.query(raw(OLD_ROWS_TABLE));
}

/**
 * Removes old rows again and again, until the returned function is called.
 * @param everyMs milliseconds between two sweeps
 */
export function startSweeping(database: Database, log: Logger, everyMs = SWEEP_EVERY_MS): () => Promise<void> {
  const sweep = createSweep(database);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(sweep)
      .catch((error: unknown) => log.debug({ err: error }, "old rows could not be removed, the next sweep does it"));
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Gives a function that removes old rows whose transaction had ended at its call before: a long transaction sends its notices at its end,
 * when its rows are old already.
 */
export function createSweep(database: Database): () => Promise<void> {
  let endedBefore = "0";
  return async () => {
    const { rows } = await database.query<{ ended: string }>(sql`
      with rows as (delete from realtime.gateway_old_rows where written_by < ${endedBefore}::text::xid8),
        changes as (delete from realtime.gateway_rights_changes where written_by < ${endedBefore}::text::xid8)
      select pg_snapshot_xmin(pg_current_snapshot())::text as ended`);
    endedBefore = rows[0]?.ended ?? endedBefore;
  };
}
