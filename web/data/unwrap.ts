/** Turns the client's answers into values or one kind of error. */
import { DataError } from "./data-error.ts";

type Failure = { message: string; code?: string | undefined; status?: number | undefined };
type Answer = { data: unknown; error: Failure | null; status?: number };

/** The data of the answer's successful kind. */
type DataOf<A extends Answer> = Extract<A, { error: null }>["data"];

/**
 * The data of an answer of supabase-js.
 * @throws DataError with the answer's code and status; without a code the network failed.
 */
export function unwrap<A extends Answer>(answer: A): DataOf<A> {
  if (answer.error === null) return answer.data;
  const { message, code, status } = answer.error;
  const httpStatus = status ?? answer.status ?? 0;
  throw new DataError(code || (httpStatus === 0 ? "network" : `http-${httpStatus}`), message, httpStatus);
}
