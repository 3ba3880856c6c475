// Erases once a night what is over at each site (document 4 §4, erase_expired), in one process of those that share the database.
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { repeat } from "#server/repeat.ts";
import { doNoted } from "#server/watching/notes.ts";
import { writeErasedList } from "./erased-list.ts";

/** Lock that lets one process of many erase at a time. The number means nothing else. */
const ERASURE_LOCK = 7_214_412;
/** How often it is looked whether tonight's is done. A server that was down at night erases when it is up again, a restored one too. */
const EVERY_MS = 1_800_000;
/** Rows of each kind in one transaction. */
const AT_ONCE = 5000;
const STATEMENT_TIMEOUT_MS = 600_000;

export type ErasureOptions = { databaseUrl: string; log: Logger };
/** `folder` is where the list of what was erased lies beside the database; null keeps none. */
type Nights = ErasureOptions & { folder: string | null };
/** How much of each kind went. */
export type Erased = Record<string, number>;

/** Looks every half hour, erases when the night's is not done, and brings the list of what was erased up to date. */
export function startErasing({ folder, ...options }: Nights): { stop(): Promise<void> } {
  return repeat({ everyMs: EVERY_MS }, async (signal) => {
    await eraseTonight(options, { signal }).catch((error: Error) =>
      options.log.warn({ message: error.message }, "what is over was not erased, the next look does it"),
    );
    if (folder === null) return;
    await withConnection(options.databaseUrl, { name: "parkering erasure" }, (connection) =>
      writeErasedList(connection, folder),
    ).catch((error: Error) =>
      options.log.warn(
        { message: error.message },
        "the list of what was erased is not up to date, the next look does it",
      ),
    );
  });
}

/**
 * Erases now what is over at every site. Gives how much went, or null when another process does it or did it since the last night began,
 * at two in the company's zone, and in the first 30 days of a database's time with this version, when it is only counted and logged.
 * `isDue` false leaves the night aside.
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
    const { rows: nights } = await connection.query<{ waits: boolean }>(sql`
      update private.settings set erased_at = now()
      where ${!isDue} or erased_at is null or erased_at > now()
        or private.day_of(erased_at - interval '2 hours') < private.day_of(now() - interval '2 hours')
      returning erases_from > now() as waits`);
    const [night] = nights;
    if (night === undefined) return null;
    const found = await doNoted(connection, "erasure", () =>
      goEverywhere(connection, { log, signal, isDryRun: night.waits }),
    );
    if (night.waits) {
      log.info(
        { found },
        "this is over, and is erased when the first 30 days of this version are (docs/operations.md)",
      );
      return null;
    }
    log.info({ erased: found }, "what is over was erased");
    return found;
  });
}

/** Places with settings, and those of rows whose site is gone or was called otherwise. */
const PLACES = sql`
  select project_id as code, site_id as site, true as is_site from public.site_settings
  union all (
    select r.project_id, r.site_id, false from (
      select project_id, site_id from public.parkings union select project_id, site_id from public.parking_deletion_logs
      union select project_id, site_id from public.plate_checks union select project_id, site_id from public.permits
      union select project_id, site_id from public.fines union select project_id, site_id from public.payments
      union select page_project, site_id from public.web_activity_logs where additional_data is not null) r
    where not exists (select from public.site_settings s where s.project_id = r.project_id and s.site_id is not distinct from r.site_id))`;

type Going = { log: Logger; signal: AbortSignal | undefined; isDryRun: boolean };

async function goEverywhere(connection: Database, { log, signal, isDryRun }: Going): Promise<Erased> {
  const { rows: places } = await connection.query<Place>(PLACES);
  const all: Erased = {};
  await doNoted(connection, "sums", () => sumEverywhere(connection, places, { log, signal }));
  for (const place of places) {
    signal?.throwIfAborted();
    // A failure at one site stops nothing at the other sites.
    await goTo(connection, place, { all, signal, isDryRun }).catch((error: Error) => {
      signal?.throwIfAborted();
      log.warn(
        { place: place.code, message: error.message },
        "what is over at a site was not erased, the next night tries again",
      );
    });
  }
  return all;
}

/** Sums the days of each site, so that whoever opens the overview first does not wait for it. Gives how many sites there are. */
async function sumEverywhere(
  connection: Database,
  places: readonly Place[],
  { log, signal }: Pick<Going, "log" | "signal">,
): Promise<{ sites: number }> {
  const sites = places.filter(({ is_site }) => is_site);
  for (const { code, site } of sites) {
    signal?.throwIfAborted();
    await connection
      .query(sql`select private.sum_days(${code}, ${site}::uuid)`)
      .catch((error: Error) => log.warn({ place: code, message: error.message }, "the days of a site were not summed"));
  }
  return { sites: sites.length };
}

type Place = { code: string | null; site: string | null; is_site: boolean };

/** Erases at one place, or only counts, and adds how much that is. */
async function goTo(
  connection: Database,
  { code, site }: Place,
  { all, signal, isDryRun }: { all: Erased; signal: AbortSignal | undefined; isDryRun: boolean },
): Promise<void> {
  for (let most = AT_ONCE; most === AT_ONCE;) {
    signal?.throwIfAborted();
    const { rows } = await connection.query<{ erased: Erased }>(sql`
      select private.erase(${code}, ${site}::uuid, ${isDryRun}, ${isDryRun ? 1_000_000 : AT_ONCE}) as erased`);
    const erased = Object.entries(rows[0]?.erased ?? {});
    for (const [kind, count] of erased) all[kind] = (all[kind] ?? 0) + count;
    most = isDryRun ? 0 : Math.max(0, ...erased.filter(([kind]) => kind !== "photos").map(([, count]) => count));
  }
}
