/** The one error that every call for data throws. */
import { secondsNamedIn } from "#contract/rate-limits.ts";

/** A failed call: `code` is the database's SQLSTATE, the service's own code, `rate-limited` for any 429, or `network`. */
export class DataError extends Error {
  readonly code: string;
  readonly status: number;
  /** The field that a function of the database names in a refusal of its own. */
  readonly field?: string;
  /** The conditions that do not hold, where a case's state does not allow what was asked (`private.case_facts`). */
  readonly lacks?: readonly string[];
  /** When the call may be tried again; for `rate-limited` only. */
  readonly retryAfterSeconds?: number;
  constructor(code: string, message: string, status = 0) {
    super(message);
    this.name = "DataError";
    this.code = code;
    this.status = status;
  }
}

const TOO_MANY = 429;
/** `CASE_REFUSALS.state`, without the table of states: this file is loaded before the first paint. */
const STATE_REFUSED = "PK005";
/** For a service that does not say. */
const UNTOLD_WAIT_SECONDS = 60;

/** What the client's services tell of a failed call. */
export type Failure = {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  details?: string | null | undefined;
  hint?: string | null | undefined;
};

/** A service's failure as the error that screens know: without code and status the network failed. */
export function toDataError({ message, code, status = 0, details, hint }: Failure): DataError {
  if (status === TOO_MANY) {
    const error = new DataError("rate-limited", message, status);
    return Object.assign(error, { retryAfterSeconds: secondsNamedIn(message) ?? UNTOLD_WAIT_SECONDS });
  }
  const error = new DataError(code || (status === 0 ? "network" : `http-${status}`), message, status);
  if (!isCaseRefusal(error) || !details) return error;
  return Object.assign(error, { field: details, ...(code === STATE_REFUSED && { lacks: hint?.split(",") ?? [] }) });
}

/** Whether a function of cases refused, with a text that a screen shows (document 4 §4). */
export const isCaseRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && /^PK\d{3}$/.test(error.code);

/** The server was not reached, or has no database behind it right now. A call that its own screen gave up says nothing of that. */
export const isUnreachable = (error: unknown): error is DataError =>
  error instanceof DataError &&
  error.code !== "rate-limited" &&
  [0, 502, 503, 504].includes(error.status) &&
  !/abort/i.test(error.message);

/** Whether the storage service says that a file lies there already (409 in its words, 400 in its status). */
export const isStoredAlready = (error: unknown): boolean =>
  error instanceof DataError && (error.status === 409 || /already exists/i.test(error.message));

/** Whether an error says that a key is taken already (SQLSTATE 23505, document 1 §5). */
export const isDuplicate = (error: unknown): boolean => error instanceof DataError && error.code === "23505";

/** Whether an error says that a site's code is an address of the product. */
export const isReservedPath = (error: unknown): boolean =>
  error instanceof DataError && error.message.includes("main_page_sites_path_not_reserved");

/** Text of any thrown value, for the messages that quote the server's words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
