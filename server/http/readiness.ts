// Whether the server can do its work: asks the database as its callers do, writes, hears itself, and reaches the photos.
//
// What a load balancer may do about it differs. A process that fails by itself is to be left alone (`failed`); what all servers share (the
// database, its disk, S3) is told (`degraded`), as taking all of them away would help nobody: pages and clear refusals are still answered.
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";
import { type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { NoRoomError, StoreError } from "#server/storage/file-store.ts";

/** What is wrong, by the part that it is wrong with. */
export type Faults = Partial<Record<"database" | "roles" | "writes" | "notifications" | "photos", string>>;
export type Readiness = { status: "ready" | "degraded" | "failed"; failed?: Faults; degraded?: Faults };

export type ReadinessParts = {
  /** The database as its owner. */
  database: DatabasePool;
  /** Runs a statement as each role of the callers. */
  tryRoles: () => Promise<void>;
  /** Whether the connection that listens is there. */
  isListening: () => boolean;
  /** Whether a notification of its own arrives within so many milliseconds. */
  hearsItself: (patienceMs: number) => Promise<boolean>;
  /** Whether photos can be stored just now. */
  tryPhotos: () => Promise<void>;
  log: Logger;
  /** Milliseconds between two writes; ten seconds when left out. */
  writeEveryMs?: number;
};

/** Longest wait for one answer of the database, and for a notification, in milliseconds. */
const PATIENCE_MS = 2000;
/** Anybody may ask: more often than this (milliseconds) the same is answered. */
const ASK_EVERY_MS = 1000;
const WRITE_EVERY_MS = 10_000;

type Fault = { isOwn: boolean; part: keyof Faults; text: string; error?: unknown };
type Found = Fault | null;

const UNREACHABLE: Fault = { isOwn: false, part: "database", text: "The database does not answer." };
const UNHEARD: Fault = { isOwn: true, part: "notifications", text: "What the database tells does not arrive here." };

/** Makes what tells. Never rejects. */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  const tryAll = atMostEvery(parts.writeEveryMs ?? WRITE_EVERY_MS, async (): Promise<Found[]> => {
    const ofDatabase = (await isAnswering(parts)) ? [findWrites(parts), findNotifications(parts)] : [];
    return Promise.all([findPhotos(parts), ...ofDatabase]);
  });
  let told = "";
  return atMostEvery(ASK_EVERY_MS, async () => {
    const ofDatabase: Found = (await isAnswering(parts)) ? await findRoles(parts) : UNREACHABLE;
    const found: Found[] = [ofDatabase, ...(await tryAll())];
    // What listens is lost with the database: that alone is no fault of this process.
    if (ofDatabase !== UNREACHABLE && !parts.isListening()) found.push(UNHEARD);
    const readiness = summarise(found);
    const text = JSON.stringify(readiness);
    if (text !== told && (told !== "" || readiness.status !== "ready"))
      parts.log.warn({ ...readiness, errors: found.flatMap((each) => messageOf(each?.error) ?? []) }, "readiness");
    told = text;
    return readiness;
  });
}

function summarise(found: readonly Found[]): Readiness {
  const of = (isOwn: boolean): Faults =>
    Object.fromEntries(found.flatMap((each) => (each?.isOwn === isOwn ? [[each.part, each.text]] : [])));
  const [failed, degraded] = [of(true), of(false)];
  const [hasFailed, isDegraded] = [failed, degraded].map((faults) => Object.keys(faults).length > 0);
  return {
    status: hasFailed ? "failed" : isDegraded ? "degraded" : "ready",
    ...(hasFailed ? { failed } : {}),
    ...(isDegraded ? { degraded } : {}),
  };
}

const isAnswering = ({ database }: ReadinessParts): Promise<boolean> =>
  inTime(database.query(sql`select 1`)).then(
    () => true,
    () => false,
  );

async function findRoles({ tryRoles }: ReadinessParts): Promise<Found> {
  try {
    await inTime(tryRoles());
    return null;
  } catch (error) {
    return { isOwn: false, part: "roles", text: "The database does not answer as its callers.", error };
  }
}

/** A temporary table takes new room on the disk each time, and its commit is written to the log: a full disk refuses one of them. */
async function findWrites({ database }: ReadinessParts): Promise<Found> {
  try {
    await inTime(
      inTransaction(database, async (transaction) => {
        await transaction.query(raw("create temporary table parkering_ready (filler text) on commit drop"));
        await transaction.query(
          raw("insert into parkering_ready select repeat('x', 1000) from generate_series(1, 16)"),
        );
      }),
    );
    return null;
  } catch (error) {
    return { isOwn: false, part: "writes", text: "The database takes no writes.", error };
  }
}

async function findNotifications({ hearsItself }: ReadinessParts): Promise<Found> {
  try {
    return (await inTime(hearsItself(PATIENCE_MS))) ? null : UNHEARD;
  } catch (error) {
    return { ...UNHEARD, error };
  }
}

/** A bucket, and a disk that is full, are the same for all servers; a folder that is gone is gone from here. */
async function findPhotos({ tryPhotos }: ReadinessParts): Promise<Found> {
  try {
    await inTime(tryPhotos());
    return null;
  } catch (error) {
    if (error instanceof NoRoomError)
      return { isOwn: false, part: "photos", text: "There is no room left for photos.", error };
    const isOwn = !(error instanceof StoreError || error instanceof LateError);
    return { isOwn, part: "photos", text: "Photos cannot be stored.", error };
  }
}

class LateError extends Error {
  override name = "LateError";
}

/** What the work gives. Throws LateError when it takes too long. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError("No answer in time.")), PATIENCE_MS + 500);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Does the work at most every so many milliseconds; whoever asks in between, or meanwhile, is given the same answer. */
function atMostEvery<T>(everyMs: number, work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at >= everyMs) {
      const asked = { at: performance.now(), answer: work() };
      last = asked;
      // From its end on: work that takes long is not begun again behind it.
      void asked.answer.finally(() => (asked.at = performance.now())).catch(() => undefined);
    }
    return last.answer;
  };
}

const messageOf = (error: unknown): string | undefined => (error instanceof Error ? error.message : undefined);
