// Outages of a database, as all pools and pipelines of this process see them together, and the errors that tell of an outage.
//
// Calls wait a moment for a database that restarts. After that moment calls do not wait any more: a refusal within milliseconds is worth
// more than the same refusal later.

/** Milliseconds for which a call waits for the database to come back, if nothing of the call was executed. */
export const REPEAT_FOR_MS = 5000;
/** Milliseconds between two tries. */
export const REPEAT_EVERY_MS = 200;

export class Outage {
  #since: number | null = null;

  /** Notes that a connection was made. */
  end(): void {
    this.#since = null;
  }

  /** Notes that a connection could not be made. */
  note(): void {
    this.#since ??= performance.now();
  }

  /** Whether a call that came at `arrived` (time of `performance.now()`) may go on waiting. */
  mayWait(arrived: number): boolean {
    const now = performance.now();
    return now - arrived < REPEAT_FOR_MS && (this.#since === null || now - this.#since < REPEAT_FOR_MS);
  }
}

const outages = new Map<string, Outage>();

/** The outages of the database at this address, the same object for every caller. */
export function outageOf(url: string): Outage {
  const known = outages.get(url) ?? new Outage();
  outages.set(url, known);
  return known;
}

/**
 * Error codes of sockets and of name look-up (also for a server that has no files or ports left), and PostgreSQL's classes 08 and 57P (the
 * database shuts down, or cut the connection).
 */
const CODES =
  /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENET|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EADDRNOTAVAIL|ERR_TLS|08|57P0)/;
/** Messages of errors that `pg` gives without a code. */
const WORDS = /^(Connection terminated|timeout expired$|Client (has encountered a connection error|was closed) and )/;
const ALL_IN_USE = "timeout exceeded when trying to connect";

/** Whether a statement was not answered in time: the database, or the standby that confirms a change, is silent. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/** Whether the connection could not be made, is gone, or is silent. */
export const isConnectionError = (error: unknown): boolean =>
  CODES.test(codeOf(error)) || (error instanceof Error && WORDS.test(error.message)) || isSilence(error);

/** Whether the database is a standby, which takes no writes. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** Whether all connections of a pool stayed in use for the longest time that a caller may wait. */
export const isPoolTimeout = (error: unknown): boolean => error instanceof Error && error.message === ALL_IN_USE;

/** Whether the database could not do its work: a connection error, a pool without a free connection, or no room left (class 53). */
export const isOutage = (error: unknown): boolean =>
  isConnectionError(error) || isPoolTimeout(error) || codeOf(error).startsWith("53");

/**
 * Whether a statement failed because of the database's state and may succeed later: an outage, a statement that was ended or took too long
 * (57), an error of the system (58), a deadlock (40), or a database that is read only or being replaced.
 */
export const isForNow = (error: unknown): boolean =>
  isOutage(error) || /^(57|58|40|25006$|3D000$|55000$)/.test(codeOf(error));

const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
