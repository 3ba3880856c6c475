// Counts in the database itself what the server asks for its callers.
import type { Sql } from "postgres";

/** The connections that requests and joins use, by the names that they give themselves: tables, the counts of limits, what filters name. */
const OF_REQUESTS = ["parkering api%", "parkering limits%", "parkering realtime joins%"];

export type DatabaseWork = {
  /**
   * How many connections began a statement since the last call (since the start, the first time). 0 means that none did: a backend notes the
   * time of each statement when it begins, also of one that fails.
   */
  sinceLast(): Promise<number>;
};

/** Begins to watch the database of this connection. */
export async function watchWork(sql: Sql): Promise<DatabaseWork> {
  const look = async () => {
    const rows = await sql<{ backend: string }[]>`
      select concat_ws(' ', pid, extract(epoch from backend_start), extract(epoch from query_start)) as backend
      from pg_stat_activity where datname = current_database() and application_name like any (${OF_REQUESTS})
        -- A server asks itself whether it is ready.
        and query <> 'select 1'`;
    return new Set(rows.map(({ backend }) => backend));
  };
  let before = await look();
  return {
    async sinceLast() {
      const now = await look();
      const begun = [...now].filter((backend) => !before.has(backend)).length;
      before = now;
      return begun;
    },
  };
}
