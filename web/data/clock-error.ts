/** The error of this device's clock, measured at the last answer of the server (document 5 §1). The database corrects times by it. */

/**
 * Smallest error that counts, in milliseconds: the moment of an answer is written in whole seconds, and the answer takes time on its way.
 */
const PRECISION_MS = 3_000;

let errorMs = 0;

/** Notes when an answer came. An answer of another origin may hide its date; then nothing is known. */
export function noteClock({ headers }: Pick<Response, "headers">, now = Date.now()): void {
  const said = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(said)) return;
  const error = now - said;
  errorMs = Math.abs(error) < PRECISION_MS ? 0 : error;
}

/** Milliseconds by which this device's clock is ahead; 0 while nothing is known. */
export const clockErrorMs = (): number => errorMs;
