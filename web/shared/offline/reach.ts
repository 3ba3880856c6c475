// Whether the server can be reached, as the last calls found: without a network nobody waits for an answer that does not come.

/** For so long a call that failed says that the next one would too, in milliseconds. */
const TRUST_MS = 15_000;

let failedAt = Number.NEGATIVE_INFINITY;

/** Notes how a call ended: true when the server answered, whatever it said. */
export function noteReach(isReached: boolean, now = performance.now()): void {
  failedAt = isReached ? Number.NEGATIVE_INFINITY : now;
}

/** Whether a call is not worth trying: the device says so, or one failed a moment ago. */
export const isOutOfReach = (now = performance.now()): boolean =>
  (typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine) || now - failedAt < TRUST_MS;
