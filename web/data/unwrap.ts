/** Turns the client's answers into values or one kind of error. */
import { DataError } from "./data-error.ts";

type Failure = { message: string; code?: string | undefined; status?: number | undefined };
type Answer<T> = { data: T; error: null } | { data: unknown; error: Failure };

/**
 * The data of an answer of supabase-js.
 * @throws DataError with the answer's code and status; without a code the network failed.
 */
export function unwrap<T>(answer: Answer<T> & { status?: number }): T {
  if (answer.error === null) return answer.data;
  const { message, code, status } = answer.error;
  const httpStatus = status ?? answer.status ?? 0;
  throw new DataError(code || (httpStatus === 0 ? "network" : `http-${httpStatus}`), message, httpStatus);
}
