// Whether the process lives, and whether the server can do its work: asks the database as its callers do, writes, hears itself, and reaches
// the photos.
//
// A load balancer can help in one case only. A process that fails by itself should get no requests (`failed`). A fault of a thing that all
// servers share (the database, its disk, S3) is told as `degraded`, since taking all servers away would help nobody: pages and clear
// refusals are still answered. Both kinds of fault look alike in their first seconds (docs/decisions/0012-failed-after-ten-seconds.md).
import type { Handler } from "hono";
import type { Logger } from "pino";
import sql, { raw } from "sql-template-tag";
import { type DatabasePool, inTransaction } from "#server/database/driver/connect.ts";
import { NoRoomError, StoreError } from "#server/storage/file-store.ts";

/** Parts whose state is asked. */
export const PARTS = ["database", "roles", "writes", "notifications", "photos"] as const;
/** Text of each fault, by the part that is at fault. */
export type Faults = Partial<Record<(typeof PARTS)[number], string>>;
export type Readiness = { status: "ready" | "degraded" | "failed"; failed?: Faults; degraded?: Faults };

export type ReadinessParts = {
  /** Connections to the database with the rights of its owner. */
  database: DatabasePool;
  /** Runs a statement as each role of the callers. */
  tryRoles: () => Promise<void>;
  /** Whether the listening connection is open. */
  isListening: () => boolean;
  /** Whether the server receives its own notification within `patienceMs` milliseconds. */
  hearsItself: (patienceMs: number) => Promise<boolean>;
  /** Whether photos can be stored just now. */
  tryPhotos: () => Promise<void>;
  /** Whether other servers store their photos in the same place, so that a fault of the place is theirs too. */
  arePhotosShared: boolean;
  log: Logger;
  /** Milliseconds between two test writes while all is well; ten seconds when left out. */
  writeEveryMs?: number;
  /** Milliseconds that a fault of this process alone must last, while the database answers, before it counts; ten seconds when left out. */
  failAfterMs?: number;
};

/** Longest wait for one answer of the database, and for a notification, in milliseconds. */
const PATIENCE_MS = 2000;
/** Shortest time between two questions (milliseconds): a caller in between gets the same answer, since anybody may ask. */
const ASK_EVERY_MS = 1000;
/** The same time while something is wrong: a caller who asks once a second hears of the end within that second. */
const ASK_EVERY_MS_IN_TROUBLE = 400;
const WRITE_EVERY_MS = 10_000;
const FAIL_AFTER_MS = 10_000;
/**
 * Longest wait for an answer in milliseconds; after it the last answer is given again. A proxy takes a later answer for none
 * (`health_timeout` in deploy/Caddyfile).
 */
const ANSWER_WITHIN_MS = 1000;

/** A fault: `isOwn` where other servers may be without it. */
export type Fault = { isOwn: boolean; part: keyof Faults; text: string; error?: unknown };
export type FaultOrNone = Fault | null;

const UNREACHABLE: Fault = { isOwn: false, part: "database", text: "The database does not answer." };
const UNHEARD: Fault = { isOwn: true, part: "notifications", text: "What the database tells does not arrive here." };

/** Makes the function that asks for readiness. It never rejects, and answers within `ANSWER_WITHIN_MS` after the first time. */
export function createReadiness(parts: ReadinessParts): () => Promise<Readiness> {
  let isWell = true;
  const tryAll = atMostEvery(
    () => (isWell ? (parts.writeEveryMs ?? WRITE_EVERY_MS) : ASK_EVERY_MS_IN_TROUBLE),
    async (): Promise<FaultOrNone[]> => {
      const ofDatabase = (await isAnswering(parts)) ? [findWrites(parts), findNotifications(parts)] : [];
      return Promise.all([findPhotos(parts), ...ofDatabase]);
    },
  );
  const judge = createJudge(parts.failAfterMs ?? FAIL_AFTER_MS);
  let told = "";
  const ask = atMostEvery(
    () => (isWell ? ASK_EVERY_MS : ASK_EVERY_MS_IN_TROUBLE),
    async () => {
      const ofDatabase: FaultOrNone = (await isAnswering(parts)) ? await findRoles(parts) : UNREACHABLE;
      const found: FaultOrNone[] = [ofDatabase, ...(await tryAll())];
      // The connection that listens is lost together with the database: that alone is no fault of this process.
      if (ofDatabase !== UNREACHABLE && !parts.isListening()) found.push(UNHEARD);
      const readiness = judge(found, performance.now());
      isWell = readiness.status === "ready";
      const text = JSON.stringify(readiness);
      if (text !== told && (told !== "" || !isWell))
        parts.log.warn({ ...readiness, errors: found.flatMap((each) => messageOf(each?.error) ?? []) }, "readiness");
      told = text;
      return readiness;
    },
  );
  let last: Readiness | null = null;
  return () => {
    const asked = ask().then((readiness) => (last = readiness));
    return last === null ? asked : orAfter(asked, ANSWER_WITHIN_MS, last);
  };
}

/**
 * Judges faults. A fault of one process alone is `failed` once it has lasted for `failAfterMs` while the database answered. Before that it
 * is `degraded`, since all servers lose their listening connections in the same moment when the database drops them. `now` is in
 * milliseconds.
 */
export function createJudge(failAfterMs: number): (found: readonly FaultOrNone[], now: number) => Readiness {
  const since = new Map<keyof Faults, number>();
  return (found, now) => {
    const faults = found.filter((each) => each !== null);
    const isUnreachable = faults.some(({ part }) => part === "database");
    for (const part of since.keys())
      if (isUnreachable || !faults.some((each) => each.isOwn && each.part === part)) since.delete(part);
    const judged = faults.map((each) => {
      if (!each.isOwn || isUnreachable) return { ...each, isOwn: false };
      const stoodSince = since.get(each.part) ?? now;
      since.set(each.part, stoodSince);
      return { ...each, isOwn: now - stoodSince >= failAfterMs };
    });
    return summarise(judged);
  };
}

function summarise(faults: readonly Fault[]): Readiness {
  const of = (isOwn: boolean): Faults =>
    Object.fromEntries(faults.flatMap((each) => (each.isOwn === isOwn ? [[each.part, each.text]] : [])));
  const [failed, degraded] = [of(true), of(false)];
  const [hasFailed, isDegraded] = [failed, degraded].map((each) => Object.keys(each).length > 0);
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

async function findRoles({ tryRoles }: ReadinessParts): Promise<FaultOrNone> {
  try {
    await inTime(tryRoles());
    return null;
  } catch (error) {
    return { isOwn: false, part: "roles", text: "The database does not answer as its callers.", error };
  }
}

/**
 * Tries a write. A temporary table takes new room on the disk each time, and its commit is written to the log: a full disk refuses one of
 * the two.
 */
async function findWrites({ database }: ReadinessParts): Promise<FaultOrNone> {
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

async function findNotifications({ hearsItself }: ReadinessParts): Promise<FaultOrNone> {
  try {
    return (await inTime(hearsItself(PATIENCE_MS))) ? null : UNHEARD;
  } catch (error) {
    return { ...UNHEARD, error };
  }
}

/**
 * Tries the place of photos. A bucket, a shared folder and a full disk fail for all servers; a folder of this server's own fails for it
 * alone.
 */
async function findPhotos({ tryPhotos, arePhotosShared }: ReadinessParts): Promise<FaultOrNone> {
  try {
    await inTime(tryPhotos());
    return null;
  } catch (error) {
    if (error instanceof NoRoomError)
      return { isOwn: false, part: "photos", text: "There is no room left for photos.", error };
    const isOwn = !arePhotosShared && !(error instanceof StoreError || error instanceof LateError);
    return { isOwn, part: "photos", text: "Photos cannot be stored.", error };
  }
}

class LateError extends Error {
  override name = "LateError";
}

/** Result of the work. Throws LateError when the work takes too long. */
function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError("No answer in time.")), PATIENCE_MS + 500);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Result of the work, or `instead` when the work takes longer than so many milliseconds. */
function orAfter<T>(work: Promise<T>, ms: number, instead: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, instead);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Does the work at most once in so many milliseconds. A caller in between, or during the work, gets the same answer. */
function atMostEvery<T>(everyMs: () => number, work: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (last === null || performance.now() - last.at >= everyMs()) {
      const asked = { at: Number.POSITIVE_INFINITY, answer: work() };
      last = asked;
      // The time counts from the end of the work: work that takes long is not begun again at once.
      void asked.answer.finally(() => (asked.at = performance.now())).catch(() => undefined);
    }
    return last.answer;
  };
}

const messageOf = (error: unknown): string | undefined => (error instanceof Error ? error.message : undefined);

/**
 * Handler of /healthz: 200 as long as the process answers. A supervisor asks this to decide on a restart, and a database that is down is no
 * reason for one.
 */
export const answerHealth: Handler = (context) => {
  context.header("Cache-Control", "no-store");
  return context.json({ status: "alive" });
};

/**
 * Handler of /readyz: 503 when this process cannot do its work and others might, else 200, also when something fails that all servers
 * share.
 */
export function answerReadiness(ask: () => Promise<Readiness>): Handler {
  return async (context) => {
    const readiness = await ask();
    context.header("Cache-Control", "no-store");
    return context.json(readiness, readiness.status === "failed" ? 503 : 200);
  };
}
