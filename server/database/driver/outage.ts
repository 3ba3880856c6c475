// Outages of a database, as all pools and pipelines of this process see them together.
//
// Calls wait a moment for a database that restarts. After that moment calls do not wait any more: a refusal within milliseconds is worth
// more than the same refusal later.

/** Milliseconds for which a call waits for the database to come back, if nothing of the call was executed. */
export const REPEAT_FOR_MS = 5000;
/** Milliseconds between two tries. */
export const REPEAT_EVERY_MS = 200;

export class Outage {
  #since: number | null = null;

  /** Notes that a connection was made. */
  end(): void {
    this.#since = null;
  }

  /** Notes that a connection could not be made. */
  note(): void {
    this.#since ??= performance.now();
  }

  /** Whether a call that came at `arrived` (time of `performance.now()`) may go on waiting. */
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
