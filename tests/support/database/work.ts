// Counts in the database how many connections worked for callers of the server.
import type { Sql } from "postgres";

/** Names of the connections that requests and joins use: the tables, the counts of limits, the filters of joins. */
const OF_REQUESTS = ["parkering api%", "parkering limits%", "parkering realtime joins%"];

export type DatabaseWork = {
  /**
   * Number of connections that began a statement since the last call, or since the start at the first call. PostgreSQL notes the time of
   * each statement when it begins, also of a failed one.
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
