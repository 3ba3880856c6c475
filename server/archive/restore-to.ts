// `npm run restore -- --to MOMENT`: the database as it was at a second, from the archive: a copy of the data folder, the log up to the
// moment, the photos that its rows name, and once more the erasure of what was erased later.
import { chownSync } from "node:fs";
import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import { ZodError } from "zod";
import { readPacked } from "#server/backup/archive-reader.ts";
import { type BackupKeys, type Bytes, NO_KEYS, decryptOnly } from "#server/backup/encryption.ts";
import { endAccess } from "#server/backup/end-access.ts";
import { removeHalf } from "#server/backup/restore.ts";
import { BackupError } from "#server/backup/format.ts";
import { type Places, refuseUsedFolder } from "#server/backup/places.ts";
import { refuseStoredFiles } from "#server/backup/restore-backup.ts";
import type { Database } from "#server/database/driver/connect.ts";
import { withConnection } from "#server/database/driver/one-connection.ts";
import { FETCHED, WANTED, archiveNote, recoveryTo, setArchiving } from "#server/database/embedded/archiving.ts";
import { databaseUser } from "#server/database/embedded/database-user.ts";
import { type EmbeddedDatabase, passwordFile, startEmbedded } from "#server/database/embedded/embedded.ts";
import { eraseAgain, erasedFolder } from "#server/erasure/erased-list.ts";
import { repeat } from "#server/due/repeat.ts";
import {
  type FileStore,
  StoreError,
  type StoredFile,
  type StoredRow,
  eTagOf,
  storedName,
} from "#server/storage/file-store.ts";
import { openStore } from "#server/storage/open-store.ts";
import {
  type ArchivedBase,
  FORM,
  copiesBySystem,
  namesIn,
  openArchive,
  partOf,
  readBase,
  refuseOtherSegment,
  segmentName,
} from "./archive.ts";
import { FILES, PASSWORD } from "./copy-base.ts";

/** Longest time of a recovery: a day's log of a large company takes minutes. */
const PATIENCE_MS = 12 * 3_600_000;
const LOOK_EVERY_MS = 20;
/** What PostgreSQL says where the log ends before the moment. */
const ENDS_EARLIER = /recovery ended before configured recovery target was reached/;

type Restoring = { places: Places; log: Logger; signal?: AbortSignal };

/**
 * Restores into an empty data folder and an empty place of photos, and gives what to print. Takes the moment in milliseconds since 1970, or
 * null for the archive's end. Nothing stands in the data folder before all of it is done. Throws BackupError.
 * @param system the number of the database, which an archive of several needs.
 * @param erased a folder with another list of what was erased.
 */
export async function restoreTo(
  { places, log, signal }: Restoring,
  moment: number | null,
  { erased, system }: { erased?: string | undefined; system?: string | undefined } = {},
): Promise<string> {
  const { dataDir, archive: place, databaseUrl } = places;
  if (!place) throw new BackupError("Set ARCHIVE_URL to the archive, as it is set for the server.");
  if (databaseUrl !== null) throw new BackupError("An archive fills a data folder: leave DATABASE_URL out.");
  refuseUsedFolder(dataDir);
  const photos = openStore(places);
  await refuseStoredFiles(places, photos);
  const keys = places.backup ?? NO_KEYS;
  const store = openStore(place, FORM);
  const archive = openArchive(store, keys);
  const { base, unread } = await chooseBase(archive, moment, system);
  const erasedRows = await readErased(archive);

  const making = join(dataDir, "restoring");
  await rm(making, { recursive: true, force: true });
  let isWhole = false;
  try {
    await unpack({ store, base, keys, making, signal });
    setArchiving(making, true);
    const told = await recover(
      { archive, base, making, log, moment, postgresBin: places.postgresBin, signal },
      async (database) => {
        const lists = [
          erasedFolder(dataDir),
          await writeErased(erasedRows, making),
          ...(erased === undefined ? [] : [erased]),
        ];
        const ended = await endAccess(database);
        const again = await eraseAgain(database, lists);
        const lost = await fetchPhotos(database, archive, photos);
        return [
          ...lost,
          ...ended,
          ...(again.rows > 0 ? [`Erased ${again.rows} rows again that were erased later.`] : []),
        ];
      },
    );
    for (const path of [passwordFile, archiveNote]) await rename(path(making), path(dataDir));
    await rename(join(making, "postgres"), join(dataDir, "postgres"));
    isWhole = true;
    return [`Restored from the copy of ${base.startedAt} and the log. ${told[0]}`, ...told.slice(1), ...unread].join(
      "\n  ",
    );
  } finally {
    await rm(making, { recursive: true, force: true });
    if (!isWhole) await removeHalf(places, photos);
  }
}

/**
 * The newest whole copy from before the moment, and what is said of copies that cannot be read. Throws BackupError where there is none, and
 * where the archive has copies of several databases and none is named: the newest copy may be another one's.
 */
async function chooseBase(
  archive: FileStore,
  moment: number | null,
  system?: string,
): Promise<{ base: ArchivedBase; unread: string[] }> {
  const copies = await copiesBySystem(archive);
  const bases: ArchivedBase[] = [];
  const unread: string[] = [];
  for (const name of copies.get(theSystem(copies, system)) ?? []) {
    try {
      const base = await readBase(archive, name);
      if (base !== null) bases.push(base);
    } catch (error) {
      if (error instanceof StoreError) throw error;
      unread.push(`The archive's copy ${name} was left out, for its manifest cannot be read: ${reasonOf(error)}`);
    }
  }
  const segments = new Set(await namesIn(archive, "wal/"));
  const whole = bases
    .filter((base) => segments.has(segmentName(base.system, base.last)))
    .toSorted((a, b) => a.endedAt.localeCompare(b.endedAt));
  const base = whole.findLast(({ endedAt }) => moment === null || Date.parse(endedAt) <= moment);
  if (base !== undefined) return { base, unread };
  const [first] = whole;
  const problem =
    first === undefined
      ? "The archive holds no whole copy of a database."
      : `The archive goes back to ${first.endedAt}, not further. Restore a backup instead.`;
  throw new BackupError([problem, ...unread].join("\n  "));
}

/** Zod's errors are JSON of many lines; of them the operator needs the places alone. */
const reasonOf = (error: unknown): string =>
  error instanceof ZodError
    ? `wrong are ${error.issues.map(({ path }) => path.join(".")).join(", ")}`
    : (error as Error).message;

const dateOf = (copy = "") => /-(\d{8}T\d{6}Z)-/.exec(copy)?.[1] ?? "";

/** The number of the database that is meant. Throws BackupError when the archive lacks it, or when several could be meant. */
function theSystem(copies: ReadonlyMap<string, readonly string[]>, named: string | undefined): string {
  const systems = [...copies.keys()];
  if (systems.length === 0) throw new BackupError("The archive holds no whole copy of a database.");
  if (named === undefined && systems.length === 1) return systems[0] ?? "";
  if (named !== undefined && copies.has(named)) return named;
  const lines = [...copies].map(
    ([system, names]) => `--database ${system}: copies of ${dateOf(names[0])} to ${dateOf(names.at(-1))}`,
  );
  const problem =
    named === undefined
      ? "The archive holds several databases. Name one:"
      : `The archive has no database ${named}, but:`;
  throw new BackupError([problem, ...lines].join("\n  "));
}

type Ending = { signal: AbortSignal | undefined };
type Unpacking = Ending & { store: FileStore; base: ArchivedBase; keys: BackupKeys; making: string };

async function unpack({ store, base, keys, making, signal }: Unpacking): Promise<void> {
  const user = databaseUser();
  const own = (path: string) => user !== null && chownSync(path, user.uid, user.gid);
  const folder = join(making, "postgres");
  await mkdir(making, { recursive: true });
  for (const each of ["", ...base.folders, WANTED, FETCHED]) {
    await mkdir(join(folder, each), { recursive: true, mode: 0o700 });
    own(join(folder, each));
  }
  for await (const { name, body } of readPacked(decryptOnly(partsOf(store, base), keys))) {
    signal?.throwIfAborted();
    const path = name === PASSWORD ? passwordFile(making) : join(folder, name.slice(FILES.length));
    if (name !== PASSWORD && (!name.startsWith(FILES) || name.includes("..")))
      throw new BackupError(`${name} is no part of a copy.`);
    const file = await open(path, "wx", 0o600);
    try {
      for await (const chunk of body) await file.write(chunk);
    } finally {
      await file.close();
    }
    if (name !== PASSWORD) own(path);
  }
  await writeFile(join(folder, "recovery.signal"), "", { mode: 0o600 });
  own(join(folder, "recovery.signal"));
}

async function* partsOf(store: FileStore, base: ArchivedBase): Bytes {
  for (let number = 1; number <= base.parts; number += 1) {
    const part = await store.read(partOf(base.name, number));
    if (part === null) throw new BackupError(`The archive's copy ${base.name} lacks its part ${number}.`);
    yield part.bytes;
  }
}

type Recovering = Ending & {
  archive: FileStore;
  base: ArchivedBase;
  making: string;
  log: Logger;
  moment: number | null;
  postgresBin: string | null | undefined;
};

/** Recovers to the moment, does `work` in the database that came of it, and gives the last change's moment and what `work` told. */
async function recover(given: Recovering, work: (database: Database) => Promise<string[]>): Promise<string[]> {
  const { making, log, postgresBin } = given;
  const start = (moment: number | null): Promise<EmbeddedDatabase> => {
    const settings = recoveryTo(moment);
    return startEmbedded({ dataDir: making, log, settings, postgresBin, patienceMs: PATIENCE_MS });
  };
  const fetching = fetchLog(given);
  try {
    const database = await start(given.moment).catch((error: Error) => {
      fetching.throwIfFailed();
      // Nothing was changed between the archive's end and the moment: the end is as it was then.
      if (ENDS_EARLIER.test(error.message)) return start(null);
      throw error;
    });
    try {
      fetching.throwIfFailed();
      return await withConnection(
        database.url,
        { name: "parkering restore", settings: { row_security: "off" } },
        async (connection) => {
          const { rows } = await connection.query<{ at: Date | null }>(
            sql`select pg_last_xact_replay_timestamp() as at`,
          );
          const last = rows[0]?.at?.toISOString() ?? given.base.endedAt;
          await fetching.refuseHole(last);
          return [`Its last change is of ${last}.`, ...(await work(connection))];
        },
      );
    } finally {
      await database.stop();
    }
  } catch (error) {
    fetching.throwIfFailed();
    throw error;
  } finally {
    await fetching.stop();
  }
}

/**
 * Gives PostgreSQL the segments that it asks for. A store that does not answer is asked again; a segment that cannot be opened, and a
 * signal, end the recovery with a failure, since its end would be taken for the log's.
 */
function fetchLog({ archive, base, making, log, signal }: Recovering) {
  const folder = join(making, "postgres");
  const user = databaseUser();
  let failure: Error | null = null;
  const [found, missing] = [new Set<string>(), new Set<string>()];
  const fetch = async (segment: string) => {
    const path = join(folder, FETCHED, segment);
    try {
      signal?.throwIfAborted();
      const file = await archive.read(segmentName(base.system, segment));
      if (file !== null && SEGMENT.test(segment)) refuseOtherSegment(file.bytes, base.system, segment);
      (file === null ? missing : found).add(segment);
      if (file === null) await writeFile(`${path}.none`, "");
      else {
        await writeFile(`${path}.part`, file.bytes, { mode: 0o600 });
        if (user !== null) chownSync(`${path}.part`, user.uid, user.gid);
        await rename(`${path}.part`, path);
      }
    } catch (error) {
      if (error instanceof StoreError)
        return log.warn({ message: error.message }, "the archive does not answer, it is asked again");
      failure ??= signal?.aborted
        ? (error as Error)
        : new BackupError(`The archive's segment ${segment} cannot be read: ${(error as Error).message}`);
      await writeFile(`${path}.none`, "").catch(() => undefined);
    }
    await rm(join(folder, WANTED, segment), { force: true });
  };
  const looking = repeat({ everyMs: LOOK_EVERY_MS }, async () => {
    for (const segment of await readdir(join(folder, WANTED)).catch(() => [])) {
      await rm(join(folder, FETCHED, `${segment}.none`), { force: true });
      await fetch(segment);
    }
  });
  return {
    stop: () => looking.stop(),
    throwIfFailed: () => {
      if (failure !== null) throw failure;
    },
    /** Throws where the log has a hole behind its last change: what came later would be lost under a success. */
    refuseHole: async (last: string) => {
      const segments = (await namesIn(archive, segmentName(base.system, ""))).map((name) => name.slice(-NAME_LENGTH));
      const hole = holeIn(segments, { found, missing });
      if (hole !== null)
        throw new BackupError(
          `The archive lacks the segment ${hole} of the log, and has later ones. It goes to ${last} without a hole: name a moment up to then, or one after a later copy.`,
        );
    },
  };
}

const NAME_LENGTH = 24;
const SEGMENT = /^[0-9A-F]{24}$/;
/** A segment's place in the log, whatever its timeline. */
const placeOf = (segment: string) => segment.slice(8);

/**
 * The segment that was asked for in vain though the archive has later ones of its timeline; null where the log ended. A segment of which
 * another timeline has the place is no hole.
 */
export function holeIn(
  segments: readonly string[],
  { found, missing }: { found: ReadonlySet<string>; missing: ReadonlySet<string> },
): string | null {
  const places = new Set([...found].map(placeOf));
  const isHole = (segment: string) =>
    SEGMENT.test(segment) &&
    !places.has(placeOf(segment)) &&
    segments.some((each) => each.slice(0, 8) === segment.slice(0, 8) && each > segment);
  return [...missing].find(isHole) ?? null;
}

/** The archived lines of the list of erased rows. Throws BackupError for a file that cannot be read: what it names would be back. */
async function readErased(archive: FileStore): Promise<string[]> {
  const lines: string[] = [];
  for (const name of await namesIn(archive, "erased/")) {
    const found = await archive.read(name).catch((error: unknown) => {
      if (error instanceof StoreError) throw error;
      throw new BackupError(`The archive's list ${name} of erased rows cannot be read: ${reasonOf(error)}`);
    });
    const text = Buffer.from(found?.bytes ?? []).toString();
    lines.push(...text.split("\n").filter((line) => ERASED.test(line)));
  }
  return lines;
}

const ERASED = /^\d{4}-\d\d-\d\dT/;

/** Writes the lines as files of months, as a server keeps them, and gives their folder. */
async function writeErased(lines: readonly string[], making: string): Promise<string> {
  const folder = erasedFolder(making);
  await mkdir(folder, { recursive: true });
  for (const month of new Set(lines.map((line) => line.slice(0, 7)))) {
    const ofMonth = lines.filter((line) => line.startsWith(month));
    await writeFile(join(folder, `${month}.txt`), `${ofMonth.join("\n")}\n`);
  }
  return folder;
}

/** Brings the photos that the rows name, and says of which the archive has no file, or another one than the row tells of. */
async function fetchPhotos(database: Database, archive: FileStore, photos: FileStore): Promise<string[]> {
  const { rows } = await database.query<StoredRow & { etag: string | null; mimetype: string | null }>(sql`
    select bucket_id, name, version, metadata ->> 'eTag' as etag, metadata ->> 'mimetype' as mimetype from storage.objects order by 1, 2`);
  const told: string[] = [];
  for (const row of rows) {
    const of = `for the photo ${row.bucket_id}/${row.name}`;
    const file = await readPhoto(archive, storedName(row));
    if (file === null) told.push(`The archive has no file ${of}.`);
    else if ("problem" in file) told.push(`The archive's file ${of} was left out: ${file.problem}`);
    // Rows of other servers have other marks.
    else if (OUR_ETAG.test(row.etag ?? "") && eTagOf(file.bytes) !== row.etag)
      told.push(`The archive's file ${of} was left out: it is another photo`);
    else
      await photos.write(storedName(row), {
        ...file,
        facts: { ...file.facts, mimetype: row.mimetype ?? file.facts.mimetype },
      });
  }
  return told;
}

const OUR_ETAG = /^"[\w-]{27}"$/;

/** Reads a photo, or gives why it cannot be read: one that is damaged keeps nothing else away. */
const readPhoto = (archive: FileStore, name: string): Promise<StoredFile | { problem: string } | null> =>
  archive.read(name).catch((error: unknown) => {
    if (error instanceof StoreError) throw error;
    return { problem: reasonOf(error) };
  });

const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/;

/**
 * The moment that an operator names, in milliseconds since 1970: ISO 8601, in the company's zone unless it says another one; `latest` (null)
 * is the archive's end. Throws BackupError, also for a moment that lies ahead of `now`.
 */
export function readMoment(text: string, zone: string, now = Date.now()): number | null {
  if (text === "latest") return null;
  const given = LOCAL.test(text)
    ? inZone(text, zone)
    : /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(given))
    throw new BackupError(`--to "${text}": name a moment such as 2026-11-23T14:02:05, or latest.`);
  if (given > now) throw new BackupError(`--to ${text} lies ahead.`);
  return given;
}

/** The moment of a clock's time in a zone; of an hour that comes twice the later one, so that nothing is lost. */
function inZone(text: string, zone: string): number {
  const asUtc = Date.parse(`${text.replace(" ", "T")}Z`);
  const offsetAt = (moment: number) => Date.parse(`${format(moment, zone)}Z`) - Math.floor(moment / 1000) * 1000;
  const found = [-1, 1].map((days) => asUtc - offsetAt(asUtc + days * 86_400_000));
  const fits = found.filter(
    (moment) => moment + offsetAt(moment) === Math.floor(asUtc / 1000) * 1000 || moment + offsetAt(moment) === asUtc,
  );
  return Math.max(...(fits.length > 0 ? fits : found));
}

const format = (moment: number, zone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" })
    .format(moment)
    .replace(" ", "T");
