// Notes of a server in the database, for the main admin's page about the system: the last run of each job, missing settings, alarms.
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import type { Database } from "#server/database/driver/connect.ts";
import { PARTS, type Readiness } from "#server/http/readiness.ts";
import { repeat } from "#server/due/repeat.ts";

/** Job that runs once among many servers. */
export type Job = "erasure" | "sums" | "photos" | "expiry";
/** Outcome of a job: the number of each kind, or the reason why it failed. */
export type JobEnd = { result?: Readonly<Record<string, number>>; error?: string };

const NOTE_EVERY_MS = 10_000;
const FIRST_MS = 1000;
const KEPT_DAYS = 30;
/** Time without an event after which the next one counts as a new alarm (milliseconds). */
const QUIET_MS = 60_000;

/** Events that are alarms and no part of readiness: failed attempts to send, and refusals because too much work was under way. */
export type Event = "messages" | "bounds";

/** Notes the end of a job. Rejects when the database does. */
export async function noteJob(database: Database, job: Job, startedAt: number, end: JobEnd): Promise<void> {
  const noted = JSON.stringify({ ...end, took_ms: Math.round(performance.now() - startedAt) });
  await database.query(sql`
    insert into private.system_notes (kind, name, noted) values ('job', ${job}, ${noted}::jsonb)
    on conflict (kind, name) do update set at = now(), noted = excluded.noted`);
}

/**
 * Does a job and notes its end, also of a failed one. The job's value is its result, null when another process did the job. Throws whatever
 * the job throws.
 */
export async function doNoted<T extends Readonly<Record<string, number>>>(
  database: Database,
  job: Job,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const startedAt = performance.now();
  try {
    const result = await work();
    if (result !== null) await noteJob(database, job, startedAt, { result });
    return result;
  } catch (error) {
    await noteJob(database, job, startedAt, { error: (error as Error).message.slice(0, 500) }).catch(() => undefined);
    throw error;
  }
}

type Alarm = { id: string; part: string; text: string; from: Date; until: Date | null };

export type NotesOptions = {
  /** Connections to the database with the rights of its owner. */
  database: Database;
  askReadiness: () => Promise<Readiness>;
  /** Build of the server; empty where it was not built. */
  version: string;
  log: Logger;
};

/** Begins to note. `tell` notes an event that is an alarm. */
export function startNoting(options: NotesOptions): { tell(event: Event): void; stop(): Promise<void> } {
  const { database, askReadiness, version, log } = options;
  const name = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  const startedAt = new Date();
  const alarms = new Alarms();
  const note = async () => {
    const readiness = await askReadiness();
    alarms.look(readiness, new Date());
    const noted = JSON.stringify({ version, node: process.version, started_at: startedAt, ...readiness });
    try {
      await database.query(sql`
        insert into private.system_notes (kind, name, noted) values ('server', ${name}, ${noted}::jsonb)
        on conflict (kind, name) do update set at = now(), noted = excluded.noted`);
      await alarms.write(database, name);
      await database.query(sql`
        delete from private.system_notes
        where kind <> 'job' and at < now() - make_interval(days => ${KEPT_DAYS})`);
    } catch (error) {
      // The database is away, which is an alarm of its own: it is written when the database is back.
      log.debug({ err: error }, "the state of this server could not be noted");
    }
  };
  const noting = repeat({ everyMs: NOTE_EVERY_MS, firstMs: FIRST_MS }, note);
  return {
    tell: (event) => alarms.tell(event, new Date()),
    stop: async () => {
      await noting.stop();
      // A server that stopped in order is not reported as missing.
      await database
        .query(sql`delete from private.system_notes where kind = 'server' and name = ${name}`)
        .catch(() => undefined);
    },
  };
}

/** Alarms with their beginning and their end, kept until the database has them. */
class Alarms {
  readonly #open = new Map<string, Alarm>();
  readonly #unwritten = new Set<Alarm>();
  readonly #told = new Map<Event, number>();

  tell(event: Event, now: Date): void {
    this.#told.set(event, now.getTime());
    this.#begin(event, event, now);
  }

  look({ failed = {}, degraded = {} }: Readiness, now: Date): void {
    const faults = { ...degraded, ...failed };
    for (const part of PARTS) {
      const text = faults[part];
      if (text === undefined) this.#end(part, now);
      else this.#begin(part, text, now);
    }
    for (const [event, at] of this.#told) if (now.getTime() - at > QUIET_MS) this.#end(event, now);
  }

  async write(database: Database, server: string): Promise<void> {
    for (const alarm of this.#unwritten) {
      const { id, part, text, from, until } = alarm;
      await database.query(sql`
        insert into private.system_notes (kind, name, at, noted)
        values ('alarm', ${id}, ${from}, ${JSON.stringify({ server, part, text, until })}::jsonb)
        on conflict (kind, name) do update set noted = excluded.noted`);
      this.#unwritten.delete(alarm);
    }
  }

  #begin(part: string, text: string, now: Date): void {
    if (this.#open.has(part)) return;
    const alarm = { id: randomUUID(), part, text, from: now, until: null };
    this.#open.set(part, alarm);
    this.#unwritten.add(alarm);
  }

  #end(part: string, now: Date): void {
    const alarm = this.#open.get(part);
    if (alarm === undefined) return;
    this.#open.delete(part);
    alarm.until = now;
    this.#unwritten.add(alarm);
  }
}
