// Limits how often people call a route that names its action (decisions §4; docs/security.md, Limits).
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import type { LimitedAction } from "#contract/rate-limits.ts";
import { type Credentials, bearerOf, identityOfToken } from "#server/callers/identity.ts";
import type { AddressReader } from "../callers/client-address.ts";
import { type Limits, tooMany } from "./limits.ts";

export type LimitOptions = { limits: Limits; addressOf: AddressReader; credentials: Credentials };

/** Makes the maker of a route's limit: each POST counts as the action. The secret key, and calls inside the server, count for nothing. */
export const createLimitMaker =
  ({ limits, addressOf, credentials }: LimitOptions) =>
  (action: LimitedAction): MiddlewareHandler =>
  async (context, next) => {
    const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage };
    if (context.req.method !== "POST" || incoming === undefined) return next();
    const caller = callerOf(context, credentials);
    if (caller.isServer) return next();
    const seconds = await limits.count(action, { address: addressOf(incoming), account: caller.account });
    return seconds === null ? next() : tooMany(context.req.path, seconds);
  };

/** The caller by key and token. A token that is not ours belongs to nobody, and is refused later. */
function callerOf(context: Context, credentials: Credentials): { isServer: boolean; account: string | null } {
  const given = [bearerOf(context.req.header("authorization")), context.req.header("apikey")].filter(
    (value) => value !== null && value !== undefined,
  );
  const identities = given.map((value) => identityOf(value, credentials)).filter((identity) => identity !== null);
  return {
    isServer: identities.some(({ role }) => role === "service_role"),
    account: identities.find(({ account }) => account !== null)?.account ?? null,
  };
}

function identityOf(value: string, credentials: Credentials) {
  try {
    return identityOfToken(value, credentials, Date.now());
  } catch {
    return null;
  }
}
