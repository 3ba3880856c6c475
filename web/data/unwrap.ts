/** Turns the client's answers into values, or into one kind of error. */
import { type Failure, toDataError } from "./data-error.ts";

export type Answer = { data: unknown; error: Failure | null; status?: number };

/** The type of a successful answer's data. */
export type DataOf<A extends Answer> = Extract<A, { error: null }>["data"];

/** The data of an answer of supabase-js. @throws DataError with the answer's code and status; without a code the network failed. */
export function unwrap<A extends Answer>(answer: A): DataOf<A> {
  if (answer.error === null) return answer.data;
  const { message, code, status, statusCode, details, hint, reasons } = answer.error;
  throw toDataError({ message, code, details, hint, reasons, statusCode, status: status ?? answer.status });
}
