// Erases each night the rows of every site whose period is over (document 4 §4, erase_expired), in one process of those that share the
// database.
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { repeat } from "#server/due/repeat.ts";
import { doNoted } from "#server/watching/notes.ts";
import { writeErasedList } from "./erased-list.ts";

/** Lock that lets one process of many erase at a time. The number means nothing else. */
const ERASURE_LOCK = 7_214_412;
/**
 * Time between two looks whether tonight's erasure is done. A server that was down at night, or was restored, erases when it is up again.
 */
const EVERY_MS = 1_800_000;
/** Rows of each kind in one transaction. */
const AT_ONCE = 5000;
const STATEMENT_TIMEOUT_MS = 600_000;

export type ErasureOptions = { databaseUrl: string; log: Logger };
/** `folder` holds the list of erased rows beside the database; null keeps no list. */
type Nights = ErasureOptions & { folder: string | null };
/** Erased rows of each kind. */
export type Erased = Record<string, number>;

/** Looks every half hour, erases when tonight's erasure is not done, and brings the list of erased rows up to date. */
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
 * Erases now at every site. Gives the number of erased rows. Gives null when another process erases or has erased since the last night
 * began, at two in the company's zone. In the first 30 days of a database with this version rows are only counted and logged. `isDue` false
 * erases whether or not the night's erasure is done.
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

/** Places with settings, and places whose rows have outlived their site or its former name. */
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
  await eraseProducts(connection, { all, signal, isDryRun });
  return all;
}

/** Erasure of the products that are no sites (document 5 §10), each with the name of its count. */
const PRODUCTS = [
  ["dispatch", sql`select private.erase_dispatch(${AT_ONCE}) as count`],
  ["taxi", sql`select private.erase_taxi(${AT_ONCE}) as count`],
  ["clock", sql`select private.erase_clock(${AT_ONCE}) as count`],
  ["plan", sql`select private.erase_plan(${AT_ONCE}) as count`],
  ["certificates", sql`select private.erase_certificates(${AT_ONCE}) as count`],
  ["vehicle_checks", sql`select private.erase_vehicle_checks(${AT_ONCE}) as count`],
  ["notices", sql`select private.erase_notices(${AT_ONCE}) as count`],
  ["estate", sql`select private.erase_estate(${AT_ONCE}) as count`],
] as const;

/** Erases the expired rows of products that are no sites. A dry run counts nothing there. */
async function eraseProducts(connection: Database, { all, signal, isDryRun }: Counting): Promise<void> {
  for (const [product, erase] of isDryRun ? [] : PRODUCTS) {
    for (let most = AT_ONCE; most === AT_ONCE;) {
      signal?.throwIfAborted();
      const { rows } = await connection.query<{ count: number }>(erase);
      most = rows[0]?.count ?? 0;
      if (most > 0) all[product] = (all[product] ?? 0) + most;
    }
  }
}

/** Sums the days of each site, so that the first visitor of the overview does not wait for the sums. Gives the number of sites. */
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

type Counting = { all: Erased; signal: AbortSignal | undefined; isDryRun: boolean };

/** Erases at one place, or only counts, and adds the numbers to `all`. */
async function goTo(connection: Database, { code, site }: Place, { all, signal, isDryRun }: Counting): Promise<void> {
  for (let most = AT_ONCE; most === AT_ONCE;) {
    signal?.throwIfAborted();
    const { rows } = await connection.query<{ erased: Erased }>(sql`
      select private.erase(${code}, ${site}::uuid, ${isDryRun}, ${isDryRun ? 1_000_000 : AT_ONCE}) as erased`);
    const erased = Object.entries(rows[0]?.erased ?? {});
    for (const [kind, count] of erased) all[kind] = (all[kind] ?? 0) + count;
    most = isDryRun ? 0 : Math.max(0, ...erased.filter(([kind]) => kind !== "photos").map(([, count]) => count));
  }
}
