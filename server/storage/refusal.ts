// Refusals of the storage: a status, and the body that supabase-js reads.
import { DatabaseError } from "pg";
import { isForNow } from "#server/database/driver/outage.ts";
import { UnreadableError } from "#server/http/bodies.ts";
import { Refusal } from "#server/http/refusal.ts";
import { NoRoomError, StoreError } from "./file-store.ts";

/** A refusal as hosted Supabase words it: many have the status 400, and name another status in the body. */
export const refused = (statusCode: number, code: string, message: string): Refusal =>
  new Refusal(400, code, message, { statusCode: String(statusCode) });
export const invalid = (message: string): Refusal => new Refusal(400, "InvalidRequest", message);

/** The answer to a request that failed; null for an error that nobody foresaw. */
export function renderRefusal(error: unknown): Response | null {
  const refusal = error instanceof Refusal ? error : explain(error);
  if (refusal === null) return null;
  const { status, code, message, headers, more } = refusal;
  return Response.json({ statusCode: String(status), error: code, message, ...more }, { status, headers });
}

/** Codes of wrong values, of constraints and of triggers. */
const WRONG = /^(22|23|P0001)/;

function explain(error: unknown): Refusal | null {
  if (error instanceof UnreadableError) return invalid(error.message);
  if (error instanceof URIError) return invalid("The address is not encoded as UTF-8.");
  if (error instanceof NoRoomError)
    return new Refusal(507, "InsufficientStorage", "There is no room left for the file. Please try again later.");
  if (error instanceof StoreError)
    return new Refusal(503, "ServiceUnavailable", "The photos cannot be reached. Please try again.");
  const { code = "", message } = error instanceof DatabaseError ? error : { message: "" };
  if (isForNow(error)) return new Refusal(503, "ServiceUnavailable", "The database does not answer. Please try again.");
  if (code === "42501") return refused(403, "Unauthorized", message.replace(/ for table .*$/, ""));
  if (code === "23505") return refused(409, "Duplicate", "The resource already exists");
  return WRONG.test(code) ? invalid(message) : null;
}
