// Removes photos that no shift names and files that no row names, a day after they came, and counts anew what photos take.
//
// Why there are such: a form that was left after its photos had arrived, a server that was killed between a file and its row.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import pg from "pg";
import sql from "sql-template-tag";
import { inTransaction, openPool } from "#server/database/connect.ts";
import { type FileStore, storedName } from "./file-store.ts";
import type { Found } from "./objects.ts";
import { giveBack, recount } from "./room.ts";

/** One process of many sweeps at a time; the number means nothing else. */
const SWEEP_LOCK = 7_214_411;
const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 60_000;
const DAY_SECONDS = 86_400;
/** Objects in one transaction, and files in one question. */
const AT_ONCE = 10_000;
/** Large tables are read as a whole. */
const STATEMENT_TIMEOUT_MS = 600_000;

export type SweepOptions = { databaseUrl: string; store: FileStore; log: Logger };
export type Swept = { objects: number; files: number };

/** Looks once an hour, in one process of those that share the database. */
export function startSweeping(options: SweepOptions): { stop(): Promise<void> } {
  const over = new AbortController();
  const running = (async () => {
    for (let wait = FIRST_AFTER_MS; ; wait = EVERY_MS) {
      await pause(wait, undefined, { ref: false, signal: over.signal });
      await sweep(options, { signal: over.signal }).catch((error: Error) =>
        options.log.warn({ message: error.message }, "photos that nothing names were not looked for"),
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
 * Sweeps now: what is older than `ageSeconds` and named by nothing goes. Gives what went, or null when another process does it or did
 * it within the hour. `isDue` false leaves that hour aside.
 */
export async function sweep(
  { databaseUrl, store, log }: SweepOptions,
  {
    ageSeconds = DAY_SECONDS,
    isDue = true,
    signal,
  }: { ageSeconds?: number; isDue?: boolean; signal?: AbortSignal } = {},
): Promise<Swept | null> {
  const settings = { statement_timeout: String(STATEMENT_TIMEOUT_MS) };
  const pool = openPool(databaseUrl, { name: "parkering sweep", max: 2, settings });
  const holder = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  try {
    const { rows } = await holder.query<{ mine: boolean }>(sql`select pg_try_advisory_lock(${SWEEP_LOCK}) as mine`);
    if (!rows[0]?.mine) return null;
    const { rowCount } = await holder.query(sql`
      update private.settings set storage_swept_at = now()
      where ${!isDue} or storage_swept_at is null or storage_swept_at < now() - interval '55 minutes'
        or storage_swept_at > now()`);
    if (rowCount === 0) return null;
    const objects = await removeUnnamedPhotos(pool, store, ageSeconds, signal);
    const files = await removeLooseFiles(pool, store, ageSeconds, signal);
    await inTransaction(pool, recount);
    if (objects + files > 0) log.info({ objects, files }, "photos that nothing names were removed");
    return { objects, files };
  } finally {
    holder.release(true);
    await pool.end();
  }
}

async function removeUnnamedPhotos(pool: pg.Pool, store: FileStore, ageSeconds: number, signal?: AbortSignal) {
  let count = 0;
  for (let last = AT_ONCE; last === AT_ONCE; count += last) {
    signal?.throwIfAborted();
    const removed = await inTransaction(pool, async (database) => {
      const { rows } = await database.query<Found & { metadata: object }>(sql`
        with named as materialized (
          select private.photo_path(u.stored) as path from public.shift_registrations s cross join unnest(s.image_urls) u(stored)
        )
        delete from storage.objects where id in (
          select o.id from storage.objects o
          where o.bucket_id = 'shift-images' and o.created_at < now() - make_interval(secs => ${ageSeconds})
            and not exists (select from named n where n.path = o.name)
          limit ${AT_ONCE}
        )
        returning bucket_id, name, version, metadata`);
      await giveBack(database, rows);
      return rows;
    });
    await store.remove(removed.map(storedName));
    last = removed.length;
  }
  return count;
}

async function removeLooseFiles(pool: pg.Pool, store: FileStore, ageSeconds: number, signal?: AbortSignal) {
  const before = Date.now() - ageSeconds * 1000;
  let count = 0;
  let old = new Set<string>();
  const look = async () => {
    signal?.throwIfAborted();
    const loose = await findLoose(pool, [...old]);
    await store.remove(loose);
    count += loose.length;
    old = new Set();
  };
  for await (const { name, writtenAt } of store.list()) {
    if (writtenAt <= before) old.add(name);
    if (old.size === AT_ONCE) await look();
  }
  if (old.size > 0) await look();
  return count;
}

/** Those of the names that no row has. What `storedName` computes is computed here by the database. */
async function findLoose(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(sql`
    with known as materialized (
      select case when version ~ '^[0-9a-f]{64}$' then version
        else encode(sha256(convert_to('[' || to_json(bucket_id) || ',' || to_json(name) || ']', 'UTF8')), 'hex') end as name
      from storage.objects
    )
    select n.name from unnest(${names}::text[]) n(name)
    where not exists (select from known k where k.name = substr(n.name, 4))`);
  return rows.map(({ name }) => name);
}
