// Lets one refresh of a session run at a time, in all processes that share the database.
//
// Why: @supabase/lite revokes the old refresh token and stores the new one in two statements; a second tab that asks between them
// is told "Already Used" and signed out. Contract test: tests/backend/auth.test.ts ("two tabs refresh at once").
import sql from "sql-template-tag";
import { type DatabasePool, inTransaction } from "#server/database/connect.ts";

/** Runs `work` while no other process refreshes the same session. `pool` must not be the pool that `work` uses, or both could wait for each other. */
export async function withRefreshLock<T>(pool: DatabasePool, refreshToken: string, work: () => Promise<T>): Promise<T> {
  return inTransaction(pool, async (transaction) => {
    await transaction.query(sql`
      select pg_advisory_xact_lock(hashtextextended('refresh ' || coalesce(session_id::text, token), 0))
      from auth.refresh_tokens where token = ${refreshToken}`);
    return work();
  });
}
