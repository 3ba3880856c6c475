// Who calls the table API: by the key of the product, and by the token of somebody who is signed in.
import { type Credentials, type Role, TokenError, identityOfKey, identityOfToken } from "#server/realtime/identity.ts";
import type { HeaderReader } from "./headers.ts";
import { Refusal } from "./refusal.ts";

export type Caller = {
  role: Role;
  /** The token's, as JSON; null for who has none but a key. */
  claims: string | null;
  /** The account of the token, or null. */
  account: string | null;
};

/** Clocks of two servers differ by less (seconds). */
const CLOCK_PATIENCE = 30;

/** Who a call comes from; `apikey` is the one of the address. Throws a Refusal 401 without a key of ours, or with a token that is not good. */
export function callerOf(header: HeaderReader, apikey: string | null, credentials: Credentials): Caller {
  const key = header("apikey") ?? apikey;
  if (key === null) throw new Refusal(401, "PGRST301", "No API key found in request");
  const byKey = identityOfKey(key, credentials);
  if (byKey === null) throw new Refusal(401, "PGRST301", "Invalid API key");
  const authorization = header("authorization");
  const caller = { role: byKey.role, claims: null, account: null };
  if (authorization === undefined) return caller;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (bearer === undefined) throw new Refusal(401, "PGRST301", "The token in the header Authorization is no JWT.");
  return bearer === key ? caller : bySession(bearer, credentials);
}

function bySession(token: string, credentials: Credentials): Caller {
  const now = Date.now();
  try {
    const { role, claims, expiresAt } = identityOfToken(token, credentials, now);
    if (expiresAt === null) return { role, claims: null, account: null };
    if (typeof claims["iat"] === "number" && claims["iat"] > now / 1000 + CLOCK_PATIENCE)
      throw new Refusal(401, "PGRST303", "JWT issued at future");
    return { role, claims: JSON.stringify(claims), account: typeof claims["sub"] === "string" ? claims["sub"] : null };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    if (error.message.includes("has expired")) throw new Refusal(401, "PGRST303", "JWT expired");
    throw new Refusal(401, "PGRST301", error.message);
  }
}
