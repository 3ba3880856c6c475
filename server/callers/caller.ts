// Callers of the table API: who asks, by the key of the product and the token of somebody who is signed in, and for whom a call acts, as its
// headers say.
import { type Credentials, type Role, TokenError, bearerOf, identityOfToken, requireKey } from "./identity.ts";
import type { SecurityProfile } from "#contract/states.ts";

export type Caller = {
  role: Role;
  /** Claims of the token as JSON; null for a caller with a key alone. */
  claims: string | null;
  /** The account of the token, or null. */
  account: string | null;
  /** The kind of staff in the token, or null. The kind is a hint for limits alone: rights are decided by the database. */
  kind: string | null;
};

/** Seconds by which the clocks of two servers may differ. */
const CLOCK_PATIENCE = 30;

/** Most verified tokens that are remembered; more than people who are signed in at a time. */
const MOST_TOKENS = 5000;

/** The moments (milliseconds since 1970) between which a token is good. The first one counts too, since a clock may be set back. */
type Signed = { caller: Caller; issuedAt: number; expiresAt: number };

/**
 * Gives the caller of a call; `apikey` is the key in the address. Throws a TokenError without a key of ours, or with a token that is not
 * good.
 */
export type CallerReader = (header: HeaderReader, apikey: string | null) => Caller;

/** Makes the reader of callers. A token is verified once and remembered until it ends. */
export function createCallerReader(credentials: Credentials): CallerReader {
  const tokens = new Map<string, Signed>();
  const ofToken = (token: string): Caller => {
    const now = Date.now();
    const known = tokens.get(token);
    if (known !== undefined && known.issuedAt <= now && now < known.expiresAt) return known.caller;
    const { role, claims, account, expiresAt } = identityOfToken(token, credentials, now);
    // A caller with a key of ours alone is not remembered, since such a key has no end.
    if (expiresAt === null) return ofKey(role);
    const issuedAt = typeof claims["iat"] === "number" ? (claims["iat"] - CLOCK_PATIENCE) * 1000 : 0;
    if (issuedAt > now) throw new TokenError("JWT issued at future", { isEarly: true });
    const caller = { role, claims: JSON.stringify(claims), account, kind: kindOf(claims) };
    if (tokens.size >= MOST_TOKENS) tokens.clear();
    tokens.set(token, { caller, issuedAt, expiresAt });
    return caller;
  };
  return (header, apikey) => {
    const key = header("apikey") ?? apikey;
    const { role } = requireKey(key, credentials);
    const authorization = header("authorization");
    if (authorization === undefined) return ofKey(role);
    const bearer = bearerOf(authorization);
    if (bearer === null) throw new TokenError("The token in the header Authorization is no JWT.");
    return bearer === key ? ofKey(role) : ofToken(bearer);
  };
}

const ofKey = (role: Role): Caller => ({ role, claims: null, account: null, kind: null });

/** The kind of staff that the sign-in service wrote into the token. People cannot change this part of their token themselves. */
function kindOf({ app_metadata: told }: Record<string, unknown>): string | null {
  const kind = typeof told === "object" && told !== null && "kind" in told ? told.kind : null;
  return typeof kind === "string" ? kind : null;
}

/** Gives a header of a call by its name in small letters. */
export type HeaderReader = (name: string) => string | undefined;

// The trail (public.audit_trail) needs the person for whom a call acts beside the claims.

/** Headers of the server's own functions: the account for which they act, and the request. */
const OF_THE_SERVER = ["x-acting-account", "x-request-id"];
/** Header of screens: the person who uses the screen, where the database cannot know. */
const OF_SCREENS = ["x-acting-as"];
const LONGEST = 1000;

/**
 * The setting `request.headers` for a call, named as PostgREST names it, so that the database reads the same on hosted Supabase; null
 * when the call says nothing. In the profile `hardened` accounts are known, and only the secret key is believed.
 */
export function readActing(header: HeaderReader, role: Role, profile: SecurityProfile): string | null {
  const names = [...(role === "service_role" ? OF_THE_SERVER : []), ...(profile === "specified" ? OF_SCREENS : [])];
  const found = names.flatMap((name) => {
    const value = header(name);
    return value === undefined || value.length > LONGEST ? [] : [[name, value]];
  });
  return found.length === 0 ? null : JSON.stringify(Object.fromEntries(found));
}
