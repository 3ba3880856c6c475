// Limits as routes use them. The route that does something counts it, and names the limit there.
import { type LimitedAction, tooManyText } from "#contract/rate-limits.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { Counters, LimitedCaller } from "./counters.ts";

export type Limits = Pick<Counters, "count" | "countAhead" | "forgive" | "takeBack" | "waitOf">;

/** Limits of the profile `specified`, which has none (decisions §4). */
export const NO_LIMITS: Limits = {
  count: () => Promise.resolve(null),
  countAhead: () => Promise.resolve(null),
  forgive: () => Promise.resolve(),
  takeBack: () => Promise.resolve(),
  waitOf: () => null,
};

/** Counts an action, whatever its outcome. Throws a Refusal 429 when there were too many. */
export async function countOrRefuse(limits: Limits, action: LimitedAction, who: LimitedCaller): Promise<void> {
  const seconds = await limits.count(action, who);
  if (seconds === null) return;
  const headers = { "Retry-After": String(seconds) };
  throw new Refusal(429, "over_request_rate_limit", tooManyText(seconds), { headers });
}

/**
 * Counts an attempt before its outcome is known, so that a hundred at once are a hundred. An attempt that succeeds forgets the attempts
 * before it, and an attempt that the server could not decide does not count. Throws a Refusal 429, and whatever `work` throws.
 */
export async function attempt<T>(
  limits: Limits,
  action: LimitedAction,
  who: LimitedCaller,
  work: () => Promise<T>,
): Promise<T> {
  await countOrRefuse(limits, action, who);
  try {
    const result = await work();
    await limits.forgive(action, who);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) await limits.takeBack(action, who);
    throw error;
  }
}
