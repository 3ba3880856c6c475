// What the storage says when it does not do what was asked: a status, and the body that supabase-js reads.
import { DatabaseError } from "pg";
import { isOutage } from "#server/database/connection-errors.ts";
import { UnreadableError } from "#server/http/readable-json.ts";
import { NoRoomError, StoreError } from "./file-store.ts";

/** An answer that ends a request. The body's code is hosted Supabase's, which answers many of them with the status 400. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: number;
  readonly error: string;
  readonly status: number;
  constructor(code: number, error: string, message: string, status = code) {
    super(message);
    this.code = code;
    this.error = error;
    this.status = status;
  }
}

export const invalid = (message: string): Refusal => new Refusal(400, "InvalidRequest", message);
export const noObject = (): Refusal => new Refusal(404, "not_found", "Object not found", 400);
export const noBucket = (): Refusal => new Refusal(404, "Bucket not found", "Bucket not found", 400);

/** The answer to a request that failed, or null when nobody foresaw why. */
export function renderRefusal(error: unknown): Response | null {
  const refusal = error instanceof Refusal ? error : explain(error);
  if (refusal === null) return null;
  const { code, status, message } = refusal;
  return Response.json({ statusCode: String(code), error: refusal.error, message }, { status });
}

/** Values and constraints, and what a trigger says. */
const WRONG = /^(22|23|P0001)/;

function explain(error: unknown): Refusal | null {
  if (error instanceof UnreadableError) return invalid(error.message);
  if (error instanceof URIError) return invalid("The address is not encoded as UTF-8.");
  if (error instanceof NoRoomError)
    return new Refusal(507, "InsufficientStorage", "There is no room left for the file. Please try again later.");
  if (error instanceof StoreError)
    return new Refusal(503, "ServiceUnavailable", "The photos cannot be reached. Please try again.");
  const { code = "", message } = error instanceof DatabaseError ? error : { message: "" };
  // 58: an error of the database's system.
  if (isOutage(error) || code.startsWith("58"))
    return new Refusal(503, "ServiceUnavailable", "The database does not answer. Please try again.");
  if (code === "42501") return new Refusal(403, "Unauthorized", message.replace(/ for table .*$/, ""), 400);
  if (code === "23505") return new Refusal(409, "Duplicate", "The resource already exists", 400);
  return WRONG.test(code) ? invalid(message) : null;
}
