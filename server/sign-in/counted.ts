// Counts what people do at the sign-in service; the route that does it names the limit.
import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import { type LimitedAction, tooManyText } from "#contract/rate-limits.ts";
import type { AddressReader } from "#server/callers/client-address.ts";
import type { Who } from "#server/limits/counters.ts";
import type { Limits } from "#server/limits/limits.ts";
import { Refusal } from "./refusals.ts";

/** A request's address as it is counted; null for a call from inside the server, which came over no socket. */
export function addressOfCall(context: Context, addressOf: AddressReader): string | null {
  const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
  return incoming === undefined ? null : addressOf(incoming);
}

/** Counts an action that counts whatever comes of it. Throws a Refusal 429 when there were too many. */
export async function count(limits: Limits, action: LimitedAction, who: Who): Promise<void> {
  const seconds = await limits.count(action, who);
  if (seconds !== null) throw tooMany(seconds);
}

/**
 * Counts an attempt before its outcome is known, so that a hundred at once are a hundred; one that succeeds forgets those before it, and
 * one that the server could not decide does not count. Throws a Refusal 429, and what `work` throws.
 */
export async function attempt<T>(limits: Limits, action: LimitedAction, who: Who, work: () => Promise<T>): Promise<T> {
  await count(limits, action, who);
  try {
    const result = await work();
    await limits.forgive(action, who);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) await limits.takeBack(action, who);
    throw error;
  }
}

const tooMany = (seconds: number) =>
  new Refusal(429, "over_request_rate_limit", tooManyText(seconds), { retryAfter: seconds });
