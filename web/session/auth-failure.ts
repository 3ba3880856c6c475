/** Failures of the sign-in service as the one error that screens know. */
import { DataError } from "#data/data-error.ts";

export type AuthFailure = { message: string; code?: string | undefined; status?: number | undefined };

/** The failure as a DataError with the service's code and status; without both the network failed. */
export function toDataError({ code, message, status }: AuthFailure): DataError {
  return new DataError(code ?? (status === undefined ? "network" : `http-${status}`), message, status ?? 0);
}

/** @throws DataError when there is a failure. */
export function throwOn(failure: AuthFailure | null): void {
  if (failure !== null) throw toDataError(failure);
}
