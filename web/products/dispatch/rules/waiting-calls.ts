import type { Call } from "#data/calls/queries.ts";

const MINUTE_MS = 60_000;

export const minutesSince = (at: string, now: number): number =>
  Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS));

/** How many calls wait, and since how many minutes the one that waits longest. */
export function waitingOf(calls: readonly Pick<Call, "status" | "waiting_since">[], now: number) {
  const waits = calls
    .filter(({ status }) => status === "waiting")
    .map(({ waiting_since }) => minutesSince(waiting_since, now));
  return { count: waits.length, longest: Math.max(0, ...waits) };
}

/** Whether a call waits longer than its priority allows. @param limits minutes of priority 1, 2 and 3 */
export const isPastLimit = (
  { status, priority, waiting_since }: Pick<Call, "status" | "priority" | "waiting_since">,
  limits: readonly number[],
  now: number,
): boolean => status === "waiting" && minutesSince(waiting_since, now) >= (limits[priority - 1] ?? Infinity);
