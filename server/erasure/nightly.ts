// Erases once a night what is over at each site (document 4 §4, erase_expired), in one process of those that share the database.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/connect.ts";
import { withConnection } from "#server/database/one-connection.ts";

/** One process of many erases at a time; the number means nothing else. */
const ERASURE_LOCK = 7_214_412;
/** How often it is looked whether tonight's is done. A server that was down at night erases when it is up again, a restored one too. */
const EVERY_MS = 1_800_000;
/** Rows of each kind in one transaction. */
const AT_ONCE = 5000;
const STATEMENT_TIMEOUT_MS = 600_000;

export type ErasureOptions = { databaseUrl: string; log: Logger };
/** How much of each kind went. */
export type Erased = Record<string, number>;

/** Looks every half hour, and erases when the night's is not done. */
export function startErasing(options: ErasureOptions): { stop(): Promise<void> } {
  const over = new AbortController();
  const running = (async () => {
    for (;;) {
      await pause(EVERY_MS, undefined, { ref: false, signal: over.signal });
      await eraseTonight(options, { signal: over.signal }).catch((error: Error) =>
        options.log.warn({ message: error.message }, "what is over was not erased, the next look does it"),
      );
    }
  })();
  running.catch(() => undefined);
  return {
    stop: async () => {
      over.abort();
      await running.catch(() => undefined);
    },
  };
}

/**
 * Erases now what is over at every site. Gives how much went, or null when another process does it or did it since the last night began,
 * at two in the company's zone. `isDue` false leaves the night aside.
 */
export async function eraseTonight(
  { databaseUrl, log }: ErasureOptions,
  { isDue = true, signal }: { isDue?: boolean; signal?: AbortSignal } = {},
): Promise<Erased | null> {
  const settings = { statement_timeout: String(STATEMENT_TIMEOUT_MS) };
  // The end of the connection ends the lock.
  return withConnection(databaseUrl, { name: "parkering erasure", settings }, async (connection) => {
    const { rows } = await connection.query<{ mine: boolean }>(
      sql`select pg_try_advisory_lock(${ERASURE_LOCK}) as mine`,
    );
    if (!rows[0]?.mine) return null;
    const { rowCount } = await connection.query(sql`
      update private.settings set erased_at = now()
      where ${!isDue} or erased_at is null or erased_at > now()
        or private.day_of(erased_at - interval '2 hours') < private.day_of(now() - interval '2 hours')`);
    if (rowCount === 0) return null;
    const erased = await eraseEverywhere(connection, signal);
    log.info({ erased }, "what is over was erased");
    return erased;
  });
}

async function eraseEverywhere(connection: Database, signal?: AbortSignal): Promise<Erased> {
  const { rows: places } = await connection.query<{ code: string | null; site: string | null }>(sql`
    select project_id as code, site_id as site from public.site_settings union all select null, null`);
  const all: Erased = {};
  for (const { code, site } of places) {
    // So that whoever opens the overview first does not wait for it.
    if (code !== null) await connection.query(sql`select private.sum_days(${code}, ${site}::uuid)`);
    for (let most = AT_ONCE; most === AT_ONCE;) {
      signal?.throwIfAborted();
      const { rows } = await connection.query<{ erased: Erased }>(sql`
        select private.erase(${code}, ${site}::uuid, false, ${AT_ONCE}) as erased`);
      const erased = Object.entries(rows[0]?.erased ?? {});
      for (const [kind, count] of erased) all[kind] = (all[kind] ?? 0) + count;
      most = Math.max(0, ...erased.filter(([kind]) => kind !== "photos").map(([, count]) => count));
    }
  }
  return all;
}
