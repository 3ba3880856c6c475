/** The one error that every data call throws. */
import { secondsNamedIn } from "#contract/rate-limits.ts";

/**
 * A failed call. `code` is the database's SQLSTATE, the service's own code, `rate-limited` for any 429, `aborted` for a call that its caller
 * cancelled, or `network`.
 */
export class DataError extends Error {
  readonly code: string;
  readonly status: number;
  /** The field that a function of the database names in its refusal. */
  readonly field?: string;
  /** The conditions that are not met, when a case's state does not allow the action (`private.case_facts`). */
  readonly lacks?: readonly string[];
  /** The unique key or check that a row breaks. */
  readonly constraint?: string;
  /** The reasons of `weak_password`: the sign-in service's own, and the rule of contract/password-refusals.ts. */
  readonly reasons?: readonly string[];
  /** The seconds until the call may be tried again; for `rate-limited` only. */
  readonly retryAfterSeconds?: number;
  constructor(code: string, message: string, status = 0) {
    super(message);
    this.name = "DataError";
    this.code = code;
    this.status = status;
  }
}

const TOO_MANY = 429;
/** A copy of `CASE_REFUSALS.state`: its file has the whole table of states, which must not load before the first paint. */
const STATE_REFUSED = "PK005";
/** The waiting time when the service names none. */
const DEFAULT_WAIT_SECONDS = 60;

/** A failed call, as the client's services report it. */
export type Failure = {
  message: string;
  code?: string | undefined;
  status?: number | undefined;
  /** The storage service's own status, which may differ from the HTTP status. */
  statusCode?: string | undefined;
  details?: string | null | undefined;
  hint?: string | null | undefined;
  reasons?: readonly string[] | undefined;
};

// The services give three facts in their messages alone. They are read here, and nowhere else.
/** The client puts the name of the browser's error first. */
const isAborted = (message: string) => message.startsWith("AbortError:");
/** PostgreSQL quotes the constraint last, in whatever language it answers. */
const constraintIn = (message: string) => /"(\w+)"$/.exec(message)?.[1];

/** Converts a service's failure to a DataError. Without code and status the network failed, or the caller cancelled the call. */
export function toDataError({ message, code, status = 0, statusCode, details, hint, reasons }: Failure): DataError {
  if (status === TOO_MANY) {
    const error = new DataError("rate-limited", message, status);
    return Object.assign(error, { retryAfterSeconds: secondsNamedIn(message) ?? DEFAULT_WAIT_SECONDS });
  }
  const unanswered = isAborted(message) ? "aborted" : "network";
  const error = new DataError(code || (status === 0 ? unanswered : `http-${statusCode || status}`), message, status);
  if (reasons !== undefined) return Object.assign(error, { reasons });
  if (isDuplicate(error)) return Object.assign(error, { constraint: constraintIn(message) });
  if (!isCaseRefusal(error) || !details) return error;
  return Object.assign(error, { field: details, ...(code === STATE_REFUSED && { lacks: hint?.split(",") ?? [] }) });
}

/** Whether a function for cases refused, with a text that a screen shows (document 4 §4). */
export const isCaseRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && /^PK\d{3}$/.test(error.code);

/** Whether the server was not reached, or has no database right now. A call that the screen itself cancelled does not count. */
export const isUnreachable = (error: unknown): error is DataError =>
  error instanceof DataError &&
  !["rate-limited", "aborted"].includes(error.code) &&
  [0, 502, 503, 504].includes(error.status);

/** Whether the storage service says that the file is already there. */
export const isStoredAlready = (error: unknown): boolean => error instanceof DataError && error.code === "http-409";

/** Whether an error says that a key is taken (SQLSTATE 23505, document 1 §5). */
export const isDuplicate = (error: unknown): boolean => error instanceof DataError && error.code === "23505";

/** Whether the person's current password is missing or wrong, in a change that asks for it. */
export const isCurrentPasswordWrong = (error: unknown): boolean =>
  error instanceof DataError && ["current_password_required", "current_password_invalid"].includes(error.code);

/**
 * Whether a site was refused because its code is an address of the product, or another site's id: checks of the table (SQLSTATE 23514). All
 * other checks of that table are the form's own rules too, so that no call breaks them.
 */
export const isReservedPath = (error: unknown): boolean => error instanceof DataError && error.code === "23514";

/** The text of any thrown value, for messages that quote the server. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
