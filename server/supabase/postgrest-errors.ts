// Which HTTP status a database error has, as PostgREST documents it, and the body that supabase-js reads.
//
// Why: @supabase/lite answers 23514, P0001 and most others with 500 and the code "SUP", and prints the whole error with the
// row in it. Contract test: tests/backend/rest.test.ts ("maps database errors as PostgREST does").
import { isConnectionError, isPoolTimeout } from "#server/database/connection-errors.ts";

/** Codes and classes of PostgreSQL with the status that PostgREST gives them; the longest match wins. */
const STATUSES: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  "53": 503,
  "54": 413,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
};

type DatabaseError = { code: string; message: string; detail?: string; hint?: string };

/** Whether an error came from PostgreSQL: it has a SQLSTATE. Codes that a function raises for PostgREST (PGRST, PTxxx) are not meant. */
function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[\dA-Z]{5}$/.test(error.code) &&
    !/^P(GRST|T)/.test(error.code)
  );
}

/** The HTTP status of a SQLSTATE; a refused permission is 401 for the anonymous role, else 403. */
export function statusOf(sqlState: string, role: string): number {
  if (sqlState === "42501") return role === "anon" ? 401 : 403;
  return STATUSES[sqlState] ?? STATUSES[sqlState.slice(0, 2)] ?? 400;
}

const json = (status: number, body: object) =>
  Response.json(body, { status, headers: { "Content-Type": "application/json; charset=utf-8" } });

/** The answer when the database cannot be reached (PostgREST's PGRST001), or all connections stayed in use (PGRST003); null for other errors. */
export function renderUnavailable(error: unknown): Response | null {
  if (isPoolTimeout(error)) return unavailable(504, "PGRST003", "Timed out acquiring connection from connection pool.");
  if (isConnectionError(error)) return unavailable(503, "PGRST001", "Database client error. Retrying the connection.");
  return null;
}

const NO_RESOURCES = "The database has no room left or is too busy. Please try again later.";

const unavailable = (status: number, code: string, message: string) =>
  json(status, { code, details: null, hint: null, message });

/** Renders an error of a table call, or gives null when it is not one of the database. */
export function renderDatabaseError(error: unknown, role: string): Response | null {
  const unreachable = renderUnavailable(error);
  if (unreachable) return unreachable;
  if (!isDatabaseError(error)) return null;
  // Its own words name files of the server.
  if (error.code.startsWith("53")) return unavailable(503, error.code, NO_RESOURCES);
  return json(statusOf(error.code, role), {
    code: error.code,
    details: error.detail ?? null,
    hint: error.hint ?? null,
    message: error.message,
  });
}
