// Limits how often people send rows and photos and call functions, in the profile `hardened` (decisions §4; docs/security.md, Limits).
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { LimitedAction } from "#contract/rate-limits.ts";
import { type Credentials, identityOfToken } from "#server/realtime/identity.ts";
import { type AddressReader, isFromUnknownProxy } from "./client-address.ts";
import type { Counters, Who } from "./counters.ts";
import { actionOf, countRows } from "./limited-request.ts";
import { tooMany } from "./refusal.ts";

export type LimitOptions = {
  counters: Counters;
  addressOf: AddressReader;
  credentials: Credentials;
  log: Logger;
};

/** Makes the middleware. It reads bodies, so their size must have been limited before. */
export function limitRequests(options: LimitOptions): MiddlewareHandler {
  const { counters, log } = options;
  let isProxyTold = false;
  return async (context, next) => {
    const action = actionOf(context.req.method, new URL(context.req.url));
    const incoming = incomingOf(context);
    // What came over no socket is the server's own, such as an edge function's call of the sign-in service.
    if (action === null || incoming === null) return next();
    const caller = callerOf(context, options.credentials);
    if (caller.isServer) return next();

    if (!isProxyTold && isFromUnknownProxy(incoming, options.addressOf)) {
      isProxyTold = true;
      log.warn(
        "a proxy forwards requests that TRUSTED_PROXIES does not name: everybody behind it shares one address's limits",
      );
    }
    const who: Who = { address: options.addressOf(incoming), account: caller.account };
    const seconds = await counters.count(action, who, await pointsOf(action, context));
    if (seconds !== null) {
      log.warn({ action, seconds }, "refused: too many");
      return tooMany(context.req.path, seconds);
    }
    await next();
  };
}

function incomingOf(context: Context): IncomingMessage | null {
  const surroundings = context.env as { incoming?: IncomingMessage } | undefined;
  return surroundings?.incoming ?? null;
}

/** Who calls, by their key and token; a token that is not ours is nobody's, and is refused later. */
function callerOf(context: Context, credentials: Credentials): { isServer: boolean; account: string | null } {
  const bearer = /^Bearer (.+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  const given = [bearer, context.req.header("apikey")].filter((value) => value !== undefined);
  const identities = given.map((value) => identityOf(value, credentials)).filter((identity) => identity !== null);
  const account = identities.find(({ claims }) => typeof claims["sub"] === "string")?.claims["sub"];
  return {
    isServer: identities.some(({ role }) => role === "service_role"),
    account: typeof account === "string" ? account : null,
  };
}

function identityOf(value: string, credentials: Credentials) {
  try {
    return identityOfToken(value, credentials, Date.now());
  } catch {
    return null;
  }
}

/** The table calls whose rows count. */
const ROW_ACTIONS: ReadonlySet<LimitedAction> = new Set(["parkings", "contactMessages", "bids", "activity"]);

async function pointsOf(action: LimitedAction, context: Context): Promise<number> {
  if (!ROW_ACTIONS.has(action)) return 1;
  return countRows(await bodyOf(context), context.req.header("content-type") ?? null);
}

/** The body, which stays readable for those who come after. */
const bodyOf = (context: Context): Promise<string> => context.req.raw.clone().text();
