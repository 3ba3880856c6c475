// Errors that come from the database's state, and not from the statement.

/**
 * Sockets and names (a server without a file or a port left among them), and PostgreSQL's classes 08 and 57P (it shuts down, or cut the
 * connection).
 */
const CODES =
  /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENET|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EADDRNOTAVAIL|ERR_TLS|08|57P0)/;
/** `pg` gives these without a code. */
const WORDS = /^(Connection terminated|timeout expired$|Client (has encountered a connection error|was closed) and )/;
const ALL_IN_USE = "timeout exceeded when trying to connect";

/** Whether a statement was not answered in time: the database is silent, or what confirms a change is. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === "Query read timeout";

/** Whether the connection could not be made, is gone, or is silent. */
export const isConnectionError = (error: unknown): boolean =>
  CODES.test(codeOf(error)) || (error instanceof Error && WORDS.test(error.message)) || isSilence(error);

/** Whether the database became a standby, or never was anything else. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/** Whether all connections of a pool stayed in use for as long as somebody may wait for one. */
export const isPoolTimeout = (error: unknown): boolean => error instanceof Error && error.message === ALL_IN_USE;

/** Whether the database could not do its work: one of the two, or it has no room left (class 53). */
export const isOutage = (error: unknown): boolean =>
  isConnectionError(error) || isPoolTimeout(error) || codeOf(error).startsWith("53");

/**
 * Whether a statement failed for the database's sake and may be right: an outage, one that was ended or took too long (57), an error of the
 * system (58), a deadlock (40), or a database that is read only or being replaced.
 */
export const isForNow = (error: unknown): boolean =>
  isOutage(error) || /^(57|58|40|25006$|3D000$|55000$)/.test(codeOf(error));

const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
