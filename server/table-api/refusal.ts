// Refusals of the table API: a status, and the body that supabase-js reads, as PostgREST words it.
import { DatabaseError } from "pg";
import { TokenError } from "#server/callers/identity.ts";
import { BusyError, UnansweredError, UnreachableError } from "#server/database/driver/pipeline.ts";
import { UnreadableError } from "#server/http/bodies.ts";
import { Refusal } from "#server/http/refusal.ts";

/** The body of a refusal. */
export const bodyOfRefusal = ({ code, message, more }: Refusal): string =>
  JSON.stringify({ code, details: null, hint: null, message, ...more });

/** Refusal of a call that cannot be read: 400, PGRST100. */
export const unreadable = (message: string): Refusal => new Refusal(400, "PGRST100", message);

const RETRY_SOON = { headers: { "Retry-After": "2" } };

/** The statuses that PostgREST gives to codes and classes of PostgreSQL; a code counts before its class. */
const CODES_BY_STATUS: Record<number, string> = {
  400: "P0001",
  403: "0L 0P 28",
  404: "42883 42P01",
  409: "23503 23505",
  413: "54",
  500: "09 25 2D 38 39 3B 40 42P17 55 57 58 F0 HV P0 XX",
  503: "53",
};
const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) => codes.split(" ").map((code) => [code, Number(status)])),
);

/** The HTTP status of a SQLSTATE; a refused permission is 401 for the anonymous role, else 403. A code `PT404` names its status. */
export function statusOf(sqlState: string, role: string): number {
  if (/^PT[45]\d\d$/.test(sqlState)) return Number(sqlState.slice(2));
  if (sqlState === "42501") return role === "anon" ? 401 : 403;
  return STATUSES.get(sqlState) ?? STATUSES.get(sqlState.slice(0, 2)) ?? 400;
}

/** Whether an error's details are the row that failed a check: a function of the database may see more of that row than its caller. */
const tellsRow = ({ code = "", table }: DatabaseError) => ["23502", "23514"].includes(code) && table !== undefined;

/** The refusal for an error of the database; null for an error of our own making. */
export function refusalOf(error: unknown, role: string): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof UnreadableError) return new Refusal(400, "22021", error.message);
  if (error instanceof TokenError)
    return error.isOver
      ? new Refusal(401, "PGRST303", "JWT expired")
      : new Refusal(401, error.isEarly ? "PGRST303" : "PGRST301", error.message);
  if (error instanceof BusyError)
    return new Refusal(504, "PGRST003", "Timed out acquiring connection from connection pool.");
  if (error instanceof UnreachableError)
    return new Refusal(503, "PGRST001", "Database client error. Retrying the connection.", RETRY_SOON);
  if (error instanceof UnansweredError)
    return new Refusal(
      504,
      "PGRST003",
      "Timed out. It is not known whether the change was stored: look before you try again.",
    );
  if (!(error instanceof DatabaseError)) return null;
  const { code = "XX000", message } = error;
  // PostgreSQL's own text would name files of the server, so it is replaced.
  if (code.startsWith("53"))
    return new Refusal(503, code, "The database has no room left or is too busy. Please try again later.");
  const more = { details: tellsRow(error) ? null : (error.detail ?? null), hint: error.hint ?? null };
  if (code === "PT406") return new Refusal(406, "PGRST116", message, more);
  return new Refusal(statusOf(code, role), code, message, more);
}
