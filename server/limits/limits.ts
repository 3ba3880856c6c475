// Limits as routes use them: opened for the profile, counted, and refused in the words of the service that was asked. The route that does
// something counts it, and names the limit there.
import type { Logger } from "pino";
import { type LimitedAction, type RateLimits, tooManyText } from "#contract/rate-limits.ts";
import type { SecurityProfile } from "#contract/states.ts";
import { Refusal } from "#server/http/refusal.ts";
import { Counters, type LimitedCaller } from "./counters.ts";

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

/** The answer 429 to a request for `path`, in the words of its service; `seconds` is the time to wait. */
export function tooMany(path: string, seconds: number): Response {
  const headers = { "Retry-After": String(seconds), "Cache-Control": "no-store" };
  return Response.json(bodyFor(path, tooManyText(seconds)), { status: 429, headers });
}

function bodyFor(path: string, text: string): object {
  if (path.startsWith("/functions/v1/")) return { error: text };
  if (path.startsWith("/storage/v1/")) return { statusCode: "429", error: "TooManyRequests", message: text };
  return { code: "PT429", message: text, details: null, hint: null };
}

/** Limits that are open; `follow` calls a function for each refusal. */
export type OpenLimits = {
  limits: Limits;
  follow: (onRefusal: (action: string) => void) => void;
  close: () => Promise<void>;
};

export type LimitsOptions = {
  /** Connections to a prepared database with the rights of its owner. */
  databaseUrl: string;
  securityProfile: SecurityProfile;
  /** Limits in place of the profile's; `specified` has none (decisions §4). */
  rateLimits?: RateLimits | "none";
  log: Logger;
};

/** The limits of people's actions, or none: decisions §4 leaves logins of the profile `specified` unlimited. */
export function openLimits(
  { databaseUrl, securityProfile, rateLimits, log }: LimitsOptions,
  { countingKey }: { countingKey: string },
): OpenLimits {
  if (rateLimits === "none" || (securityProfile === "specified" && rateLimits === undefined))
    return { limits: NO_LIMITS, follow: () => undefined, close: () => Promise.resolve() };
  let tellRefusal: ((action: string) => void) | undefined;
  const counters = new Counters({
    databaseUrl,
    secret: countingKey,
    ...(rateLimits === undefined ? {} : { limits: rateLimits }),
  });
  const told = (action: LimitedAction, seconds: number | null) => {
    if (seconds !== null) {
      log.warn({ action, seconds }, "refused: too many");
      tellRefusal?.(action);
    }
    return seconds;
  };
  const limits: Limits = {
    count: async (action, who, points) => told(action, await counters.count(action, who, points)),
    countAhead: async (action, who, points) => told(action, await counters.countAhead(action, who, points)),
    forgive: (action, who) => counters.forgive(action, who),
    takeBack: (action, who) => counters.takeBack(action, who),
    waitOf: (action, who) => told(action, counters.waitOf(action, who)),
  };
  return { limits, follow: (onRefusal) => void (tellRefusal = onRefusal), close: () => counters.close() };
}
