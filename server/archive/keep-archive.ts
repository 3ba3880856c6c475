// Keeps the archive while the server runs: the log, photos, what was erased, and once a day a copy of the data folder to begin with.
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import type { BackupKeys } from "#server/backup/encryption.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { archiveNote } from "#server/database/embedded/archiving.ts";
import { repeat } from "#server/due/repeat.ts";
import type { FileStore } from "#server/storage/file-store.ts";
import { type StorePlace, openStore } from "#server/storage/open-store.ts";
import { FORM, baseNames, namesIn, openArchive, segmentName } from "./archive.ts";
import { type CopyOptions, copyBase } from "./copy-base.ts";
import { keepLog, systemOf, waitingSince } from "./keep-log.ts";
import { addMissing, keepErased, keepPhotos } from "./keep-rest.ts";

const LOG_EVERY_MS = 300;
const REST_EVERY_MS = 10_000;
const DAY_MS = 86_400_000;

export type ArchiveOptions = {
  /** Place of the archive, and the days that it goes back. */
  place: StorePlace & { days: number };
  keys: BackupKeys;
  dataDir: string;
  log: Logger;
};

/** What monitoring is told: seconds that the oldest segment waits, and the age of the newest copy (null: there is none). */
export type ArchiveState = { waitingSeconds: number; copyAgeSeconds: number | null };

export type ArchiveKeeper = {
  /** A store of photos whose files go to the archive too. */
  keeping(photos: FileStore): FileStore;
  /** Begins with photos, erased rows and copies, once the database is prepared. Its `stop` comes before the database's. */
  begin(databaseUrl: string, photos: FileStore): { stop(): Promise<void> };
  state(): ArchiveState;
  /** Ends the keeping of the log, after the database has stopped. */
  stop(): Promise<void>;
};

/**
 * Starts to keep the log of a data folder, before its database starts; an archive that cannot be written keeps nobody from working. Throws
 * where no key encrypts it.
 */
export function startArchive({ place, keys, dataDir, log }: ArchiveOptions): ArchiveKeeper {
  if (keys.recipients.length === 0) throw new Error("ARCHIVE_URL needs BACKUP_RECIPIENTS.");
  const store = openStore(place, FORM);
  const archive = openArchive(store, keys);
  const folder = join(dataDir, "postgres");
  // Changes of a time without an archive are in no log: another copy begins behind them.
  const isNew = !existsSync(archiveNote(dataDir));
  const told = tellOnce(log);
  const waiting = new Set<string>();
  const keepNote = (connection: Database) => keepErased(connection, archive, archiveNote(dataDir));
  let since: number | null = null;
  let copiedAt: number | null = null;
  const keeping = repeat({ everyMs: LOG_EVERY_MS }, async () => {
    await told("the log", () => keepLog(archive, folder));
    since = await waitingSince(folder);
  });
  return {
    keeping: (photos) => ({
      ...photos,
      write: async (name, file) => {
        await photos.write(name, file);
        waiting.add(name);
      },
    }),
    begin: (databaseUrl, photos) => {
      const missing = told("photos", () => addMissing(photos, archive, waiting));
      return repeat({ firstMs: 0, everyMs: REST_EVERY_MS }, async (signal) => {
        await missing;
        await told("photos", () => keepPhotos(photos, archive, waiting, signal));
        await told("what was erased", () => withConnection(databaseUrl, { name: "parkering archive" }, keepNote));
        if (copiedAt !== null && Date.now() - copiedAt < DAY_MS) return;
        await told("the copy", async () => {
          copiedAt = await keepCopies({ databaseUrl, dataDir, store, archive, keys, signal }, place.days, isNew);
        });
      });
    },
    state: () => ({
      waitingSeconds: since === null ? 0 : (Date.now() - since) / 1000,
      copyAgeSeconds: copiedAt === null ? null : (Date.now() - copiedAt) / 1000,
    }),
    stop: () => keeping.stop(),
  };
}

/** Makes a copy when the newest is older than a day or none counts, and gives when the newest was made (milliseconds since 1970). */
async function keepCopies(given: CopyOptions, days: number, isNew: boolean): Promise<number> {
  const system = (await systemOf(join(given.dataDir, "postgres"))) ?? "";
  const newest = (await baseNames(given.store, system)).at(-1);
  if (!isNew && newest !== undefined && Date.now() - newest.at < DAY_MS) return newest.at;
  const madeAt = Date.now();
  await copyBase(given);
  await forget(given.store, system, days);
  return madeAt;
}

/** Does a part, and logs its first failure and its end: a place that is away for hours is one line. */
function tellOnce(log: Logger): (part: string, work: () => Promise<void>) => Promise<void> {
  const failing = new Set<string>();
  return async (part, work) => {
    try {
      await work();
      if (failing.delete(part)) log.info({ part }, "the archive is kept again");
    } catch (error) {
      if (!failing.has(part)) log.error({ part, message: (error as Error).message }, "the archive is not kept");
      failing.add(part);
    }
  };
}

/** Removes copies that are older than so many days, but for the newest of these, and the log from before the oldest copy that stays. */
async function forget(store: FileStore, system: string, days: number): Promise<void> {
  const bases = await baseNames(store, system);
  const old = bases.filter(({ at }) => at < Date.now() - days * DAY_MS).slice(0, -1);
  const oldest = bases[old.length];
  if (oldest === undefined || old.length === 0) return;
  const copies = await namesIn(store, "base/");
  for (const { name } of old) await store.remove(copies.filter((each) => each.startsWith(`${name}.`)));
  // Names of segments without their timeline are in the order of the log.
  const logs = (await namesIn(store, segmentName(system, ""))).filter((name) => /-[0-9A-F]{24}$/.test(name));
  await store.remove(logs.filter((name) => name.slice(-16) < oldest.first.slice(-16)));
}
