// The sweep removes photos that no row of the product names and files that no row names, a day after they came, and counts the room anew.
//
// Such photos stay behind when somebody leaves a form after its photos had arrived, such files when a server is killed between file and row.
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { repeat } from "#server/due/repeat.ts";
import { doNoted } from "#server/watching/notes.ts";
import type { FileRules, NamedFiles } from "./file-rules.ts";
import { type FileStore, type StoredRow, storedName } from "./file-store.ts";
import { recount } from "./quota.ts";

/** Lock that lets one process of many sweep at a time. The number means nothing else. */
const SWEEP_LOCK = 7_214_411;
const DAY_SECONDS = 86_400;
/** Most objects of one sweep, and most files of one question. */
const AT_ONCE = 10_000;
/** Settings of the connection: large tables are read as a whole. */
const SETTINGS = { statement_timeout: "600000" };

/** Options of a sweep; `ageSeconds` is a day when left out. */
type SweepOptions = {
  databaseUrl: string;
  store: FileStore;
  rules: Pick<FileRules, "named">;
  log: Logger;
  ageSeconds?: number;
  signal?: AbortSignal;
};

/** Looks a minute after the start and then once an hour, in one process of those that share the database. */
export const startSweeping = (options: SweepOptions): { stop(): Promise<void> } =>
  repeat({ firstMs: 60_000, everyMs: 3_600_000 }, (signal) =>
    sweep({ ...options, signal }).catch((error: Error) =>
      options.log.warn({ message: error.message }, "photos that nothing names were not looked for"),
    ),
  );

/** Sweeps now, and gives the numbers of removed photos and files; null when another process sweeps, or did so within the hour. */
export function sweep({ databaseUrl, store, rules, log, ageSeconds = DAY_SECONDS, signal }: SweepOptions) {
  // The end of the connection ends the lock.
  return withConnection(databaseUrl, { name: "parkering sweep", settings: SETTINGS }, async (connection) => {
    const { rowCount } = await connection.query(sql`
      update private.settings set storage_swept_at = now()
      where pg_try_advisory_lock(${SWEEP_LOCK}) and (storage_swept_at is null
        or storage_swept_at < now() - interval '55 minutes' or storage_swept_at > now())`);
    if (rowCount === 0) return null;
    return doNoted(connection, "photos", async () => {
      let objects = 0;
      for (const named of rules.named) objects += await removeUnnamedPhotos(connection, { store, named }, ageSeconds);
      const files = await removeLooseFiles(connection, store, Date.now() - ageSeconds * 1000, signal);
      if (objects + files > 0) log.info({ objects, files }, "photos that nothing names were removed");
      return { objects, files };
    });
  });
}

async function removeUnnamedPhotos(
  database: Database,
  { store, named }: { store: FileStore; named: NamedFiles },
  ageSeconds: number,
): Promise<number> {
  const { rows } = await database.query<StoredRow>(sql`
    with named as materialized (${named.paths})
    delete from storage.objects where id in (
      select o.id from storage.objects o
      where o.bucket_id = ${named.bucket} and o.created_at < now() - make_interval(secs => ${ageSeconds})
        and not exists (select from named n where n.path = o.name)
      limit ${AT_ONCE}
    )
    returning bucket_id, name, version`);
  // The room is counted before the store is asked, which may be away for longer.
  await recount(database);
  await store.remove(rows.map(storedName));
  return rows.length;
}

async function removeLooseFiles(database: Database, store: FileStore, before: number, signal?: AbortSignal) {
  let count = 0;
  const old = new Set<string>();
  const look = async () => {
    signal?.throwIfAborted();
    // The database computes the same name as `storedName`.
    const { rows } = await database.query<{ name: string }>(sql`
      with known as materialized (
        select case when version ~ '^[0-9a-f]{64}$' then version
          else encode(sha256(convert_to('[' || to_json(bucket_id) || ',' || to_json(name) || ']', 'UTF8')), 'hex') end as name
        from storage.objects
      )
      select n.name from unnest(${[...old]}::text[]) n(name)
      where not exists (select from known k where k.name = substr(n.name, 4))`);
    await store.remove(rows.map(({ name }) => name));
    count += rows.length;
    old.clear();
  };
  for await (const { name, writtenAt } of store.list()) {
    if (writtenAt <= before) old.add(name);
    if (old.size === AT_ONCE) await look();
  }
  await look();
  return count;
}
