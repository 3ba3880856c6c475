// Effects of a killed server or PostgreSQL on people who write: asserted by tests/faults, measured by bench.
import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { SecurityProfile } from "#contract/states.ts";
import { storedName } from "#server/storage/file-store.ts";
import {
  type BuiltProduct,
  filesBelow,
  makeDataDir,
  postmasterOf,
  startBuilt,
} from "#tests/support/server/built-product.ts";
import {
  findMissing,
  logInAttendants,
  parkingOf,
  PHOTOS,
  plainClient,
  type Refused,
  startWriters,
  type Writers,
} from "#tests/support/rows/writes.ts";

/** The effects of a crash. */
export type CrashReport = {
  /** Rows and photos that were acknowledged. */
  acknowledged: number;
  /** Acknowledged rows and photos that were not there afterwards. */
  missing: string[];
  /** Milliseconds from the crash (of the server: from its next start) until writes are answered well again. */
  recoveryMs: number;
  /** Answers that were not acknowledgements. */
  refused: Refused[];
  /** Files that were being written when the server died, and after it ran again. */
  unfinished: { before: number; after: number };
  /** Stored photos that have a row and not all of its bytes, or bytes without their facts. */
  halves: string[];
  /** Number of rate limits that the database counts after the crash. */
  counted: number;
};

const BEFORE = 300;
const AFTER = 100;
const ATTENDANTS = 8;

/** Kills the server under a stream of writes, while a photo is on its way to the disk, and starts it again. */
export async function killServer(profile: SecurityProfile): Promise<CrashReport> {
  const { dataDir, remove } = makeDataDir("migrated");
  const storage = join(dataDir, "storage");
  let product = await startBuilt(dataDir, { SECURITY_PROFILE: profile });
  try {
    const writers = startWriters(product, await logInAttendants(profile, product, ATTENDANTS));
    await writers.further(BEFORE);
    await stopAmidPhoto(product, storage);
    product.server.child.kill("SIGKILL");
    await product.server.exited;
    await writers.stop();
    const before = unfinishedIn(storage);

    const started = performance.now();
    product = await startBuilt(dataDir, { SECURITY_PROFILE: profile });
    const { error } = await plainClient(product.url, product.publishableKey)
      .from("parkings")
      .insert(parkingOf(randomUUID()));
    if (error) throw new Error(`The first write after the restart failed: ${error.message}`);
    const recoveryMs = performance.now() - started;
    const unfinished = { before, after: unfinishedIn(storage) };
    return { ...(await inspect(product, storage, writers)), recoveryMs, unfinished };
  } finally {
    await product.stop();
    remove();
  }
}

/**
 * Stops the server's process while a photo is half written to the disk. A running server would finish the photo before the kill reaches it.
 */
async function stopAmidPhoto({ server: { child } }: BuiltProduct, storage: string): Promise<void> {
  for (;;) {
    while (unfinishedIn(storage) === 0) await pause(0);
    child.kill("SIGSTOP");
    if (unfinishedIn(storage) > 0) return;
    child.kill("SIGCONT");
  }
}

/** Kills PostgreSQL itself under a stream of writes; the server starts it again. */
export const killPostmaster = (profile: SecurityProfile): Promise<CrashReport> =>
  killUnderWrites(profile, ({ dataDir }) => Promise.resolve(postmasterOf(dataDir).pid));

/** Kills the process of one of the server's connections. PostgreSQL then ends all other connections and recovers. */
export const killBackend = (profile: SecurityProfile): Promise<CrashReport> =>
  killUnderWrites(profile, async ({ product }) => {
    const sql = postgres(product.databaseUrl, { max: 1 });
    const [found] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where application_name like 'parkering api%' order by state = 'active' desc limit 1`;
    await sql.end();
    if (!found) throw new Error("The server has no connection.");
    return found.pid;
  });

async function killUnderWrites(
  profile: SecurityProfile,
  find: (running: { product: BuiltProduct; dataDir: string }) => Promise<number>,
): Promise<CrashReport> {
  const { dataDir, remove } = makeDataDir("migrated");
  const product = await startBuilt(dataDir, { SECURITY_PROFILE: profile });
  try {
    const writers = startWriters(product, await logInAttendants(profile, product, ATTENDANTS));
    await writers.further(BEFORE);
    let killed: number;
    // A kill that met no write under way is over before anybody hears of it: what comes meanwhile waits for the database.
    do {
      const pid = await find({ product, dataDir });
      killed = performance.now();
      process.kill(pid, "SIGKILL");
    } while (!(await writers.troubleWithin(AFTER)));
    await writers.further(AFTER);
    await writers.stop();
    const recoveryMs = writers.recoveredAt() - killed;
    const storage = join(dataDir, "storage");
    const unfinished = { before: 0, after: unfinishedIn(storage) };
    return { ...(await inspect(product, storage, writers)), recoveryMs, unfinished };
  } finally {
    await product.stop();
    remove();
  }
}

const unfinishedIn = (storage: string) => filesBelow(join(storage, ".unfinished")).length;

async function inspect(product: BuiltProduct, storage: string, { acknowledged, refused }: Writers) {
  const { photos, ...rows } = acknowledged;
  return {
    acknowledged: photos.size + Object.values(rows).reduce((sum, ids) => sum + ids.length, 0),
    missing: await findMissing(product, acknowledged),
    refused,
    halves: await findHalves(product, storage),
    counted: await countLimits(product),
  };
}

async function countLimits({ databaseUrl }: BuiltProduct): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [found] = await sql<{ count: number }[]>`select count(*)::int from private.rate_limits`;
  await sql.end();
  return found?.count ?? 0;
}

async function findHalves(product: BuiltProduct, storage: string): Promise<string[]> {
  const sizes = new Map(filesBelow(storage).map((file) => [relative(storage, file), statSync(file).size]));
  // The file with a photo's facts takes its place first, so an upload that was cut off may leave facts alone, which no row names. A photo
  // without facts is a fault.
  const bare = [...sizes.keys()].filter((file) => !file.endsWith(".json") && !sizes.has(`${file}.json`));
  const sql = postgres(product.databaseUrl, { max: 1 });
  const rows = await sql<{ bucket_id: string; name: string; version: string; size: number }[]>`
    select bucket_id, name, version, (metadata->>'size')::int as size from storage.objects where bucket_id = ${PHOTOS}`;
  await sql.end();
  return [...bare, ...rows.flatMap((row) => (sizes.get(storedName(row)) === row.size ? [] : [row.name]))];
}
