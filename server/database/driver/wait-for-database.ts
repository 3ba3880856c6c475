// Finds out how the server reaches its database: waits for a database that is down, and looks for a pooler in between.
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { isOutage } from "./outage.ts";
import { withConnection } from "./one-connection.ts";
import { keepsSessions } from "./client.ts";
import { findPooling } from "./pooling.ts";

/** Longest wait of a start for a database that is down, in milliseconds, since the database may be starting at the same time. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 500;

/** The database cannot be reached as it is named; the message says which setting names it. */
export class UnreachableDatabaseError extends Error {
  override name = "UnreachableDatabaseError";
}

/** Address for requests, perhaps through a pooler, and address at which a connection is one session. */
export type DatabaseAddresses = { url: string; directUrl: string };

/**
 * Waits until the database of the operator's own takes connections, and gives its addresses as the server uses them.
 * Throws UnreachableDatabaseError when it does not within a minute, or when a pooler stands where sessions are needed.
 */
export async function reachDatabase(
  { databaseUrl, databaseDirectUrl }: { databaseUrl: string; databaseDirectUrl: string | null },
  log: Logger,
  patienceMs: number = PATIENCE_MS,
): Promise<DatabaseAddresses> {
  if (databaseDirectUrl !== null) await waitFor("DATABASE_DIRECT_URL", databaseDirectUrl, log, patienceMs);
  await waitFor("DATABASE_URL", databaseUrl, log, patienceMs);
  const directUrl = databaseDirectUrl ?? databaseUrl;
  if (!keepsSessions(await findPooling(directUrl)))
    throw new UnreachableDatabaseError(
      databaseDirectUrl === null
        ? "DATABASE_URL leads to a pooler that lends its connections for one transaction each: migrations and live changes need one of " +
            "their own. Set DATABASE_DIRECT_URL to the database itself, past the pooler."
        : "DATABASE_DIRECT_URL leads to a pooler that lends its connections for one transaction each. Name the database itself.",
    );
  const url = databaseDirectUrl === null ? databaseUrl : await findPooling(databaseUrl);
  if (!keepsSessions(url)) log.info("a pooler stands before the database: settings go with each transaction");
  return { url, directUrl };
}

/**
 * Does a part of the start, and repeats it for a minute while the database goes away under it. Gives the result of the work, and throws an
 * error that is no outage, or the last try's error.
 */
export async function outlastOutage<T>(
  work: () => Promise<T>,
  log: Logger,
  patienceMs: number = PATIENCE_MS,
): Promise<T> {
  for (let until = Number.POSITIVE_INFINITY; ;) {
    try {
      return await work();
    } catch (error) {
      until = Math.min(until, performance.now() + patienceMs);
      if (!(isOutage(error) || isOutage((error as Error).cause)) || performance.now() >= until) throw error;
      log.warn({ message: messageOf(error) }, "the database went away while the server starts, waiting for it");
      await pause(RETRY_MS);
    }
  }
}

async function waitFor(setting: string, url: string, log: Logger, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    const error = await withConnection(url, { name: "parkering start" }, () => Promise.resolve(null)).catch(
      (failure: unknown) => failure,
    );
    if (error === null) return;
    const message = messageOf(error);
    if (!isOutage(error)) throw new UnreachableDatabaseError(`${setting}: ${message}`, { cause: error });
    if (performance.now() >= until)
      throw new UnreachableDatabaseError(
        `The database that ${setting} names did not answer for ${Math.round(patienceMs / 1000)} seconds: ${message}`,
        { cause: error },
      );
    if (!isTold) log.warn({ setting, message }, "the database does not answer yet, waiting for it");
    await pause(RETRY_MS);
  }
}

/** Message of an error. A name with two addresses fails with an error for each address, and no text of its own. */
function messageOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
  return first?.message ?? String(error);
}
