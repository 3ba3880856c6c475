// Finds the sites whose codes are addresses of the product itself: visitors cannot reach them until the main admin renames them.
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";

/** The paths of sites that are routes of the product. */
export async function findUnreachableSites(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ path: string }>(
    sql`select path from public.main_page_sites where private.is_reserved_code(path) order by path`,
  );
  return rows.map(({ path }) => path);
}

/** Logs at the start which sites cannot be reached. */
export async function warnOfUnreachableSites(database: Database, log: Logger): Promise<void> {
  const sites = await findUnreachableSites(database);
  if (sites.length > 0)
    log.warn({ sites }, "these sites have codes that are addresses of the product: give them others");
}
