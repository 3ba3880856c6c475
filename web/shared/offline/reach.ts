// Whether the server can be reached, as the last calls showed. Without a network nobody should wait for an answer that does not come.

/** Milliseconds after a failed call during which the next call would probably fail too. */
const TRUST_MS = 15_000;

let failedAt = Number.NEGATIVE_INFINITY;

/** Notes the end of a call: true when the server answered, with any answer. */
export function noteReach(isReached: boolean, now = performance.now()): void {
  failedAt = isReached ? Number.NEGATIVE_INFINITY : now;
}

/** Whether a call is not worth trying: the device is offline, or a call failed a moment ago. */
export const isOutOfReach = (now = performance.now()): boolean =>
  (typeof navigator !== "undefined" && "onLine" in navigator && !navigator.onLine) || now - failedAt < TRUST_MS;
