// For how long a database could not be reached, as all pools and pipelines of this process found it together.
//
// Calls wait a moment for a database that restarts. Nobody waits for one that was not there for that moment before the call either: a
// refusal within milliseconds is worth more than the same refusal later.

/** Milliseconds for which a call of which nothing was executed waits for the database to come back. */
export const REPEAT_FOR_MS = 5000;
/** Milliseconds between two tries. */
export const REPEAT_EVERY_MS = 200;

export class Outage {
  #since: number | null = null;

  /** A connection was made. */
  end(): void {
    this.#since = null;
  }

  /** A connection could not be made. */
  note(): void {
    this.#since ??= performance.now();
  }

  /** Whether somebody who came at `arrived` (as `performance.now()` tells time) may go on waiting. */
  mayWait(arrived: number): boolean {
    const now = performance.now();
    return now - arrived < REPEAT_FOR_MS && (this.#since === null || now - this.#since < REPEAT_FOR_MS);
  }
}

const outages = new Map<string, Outage>();

/** The outages of the database at this address, the same object for every caller. */
export function outageOf(url: string): Outage {
  const known = outages.get(url) ?? new Outage();
  outages.set(url, known);
  return known;
}
