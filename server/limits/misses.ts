// Wrong case numbers, plates and keys (document 4 §4). What is counted is the answer `{outcome: "none"}` and not the call: an error would
// take its own count back, and right ones are never limited.
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { LimitOptions } from "./limit-route.ts";
import { tooMany } from "./refusal.ts";

/** Whether an answer says that nothing was found. */
export const isMiss = (body: string): boolean => /^\{"outcome" ?: ?"none"\}$/.test(body);

/** What was tried, as limits count it: a case number in any way of writing is one. */
export const triedOf = (value: unknown): string | null =>
  typeof value === "string" || typeof value === "number" ? String(value).replaceAll(/\s/g, "").slice(0, 100) : null;

/** Makes the limit of a route that looks cases up: each miss counts for its address and for the case number in its body. */
export const createMissLimit =
  ({ limits, addressOf }: Pick<LimitOptions, "limits" | "addressOf">): MiddlewareHandler =>
  async (context, next) => {
    const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
    const asked = context.req.method === "POST" ? await context.req.raw.clone().text() : "";
    await next();
    if (incoming === undefined || !isMiss(await context.res.clone().text())) return;
    // A body that is no object was refused, and is no miss.
    const account = triedOf((JSON.parse(asked) as { case_number?: unknown }).case_number);
    const seconds = await limits.count("caseLookUps", { address: addressOf(incoming), account });
    if (seconds !== null) context.res = tooMany(context.req.path, seconds);
  };
