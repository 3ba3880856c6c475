// Who calls the table API: by the key of the product, and by the token of somebody who is signed in.
import {
  type Credentials,
  type Role,
  TokenError,
  bearerOf,
  identityOfToken,
  requireKey,
} from "#server/callers/identity.ts";
import type { HeaderReader } from "#server/http/acting.ts";
import { Refusal } from "#server/http/refusal.ts";

export type Caller = {
  role: Role;
  /** The token's, as JSON; null for who has none but a key. */
  claims: string | null;
  /** The account of the token, or null. */
  account: string | null;
  /** The kind of staff that the token says the account is, or null. A hint for limits alone: rights are the database's to know. */
  kind: string | null;
};

/** Clocks of two servers differ by less (seconds). */
const CLOCK_PATIENCE = 30;

/** Tokens whose signature is known to be good; more than people who are signed in at a time. */
const MOST_TOKENS = 5000;

/** The moments (milliseconds since 1970) between which the token is good: a clock may be set back. */
type Signed = { caller: Caller; issuedAt: number; expiresAt: number };

/** Tells who calls. A token is verified once: the same letters are as good the second time, until they run out. */
export class Callers {
  readonly #credentials: Credentials;
  readonly #tokens = new Map<string, Signed>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** Who a call comes from; `apikey` is the one of the address. Throws a TokenError without a key of ours, or with a token that is not good. */
  of(header: HeaderReader, apikey: string | null): Caller {
    const key = header("apikey") ?? apikey;
    const { role } = requireKey(key, this.#credentials);
    const authorization = header("authorization");
    const caller = { role, claims: null, account: null, kind: null };
    if (authorization === undefined) return caller;
    const bearer = bearerOf(authorization);
    if (bearer === null) throw new TokenError("The token in the header Authorization is no JWT.");
    return bearer === key ? caller : this.#bySession(bearer);
  }

  #bySession(token: string): Caller {
    const now = Date.now();
    const known = this.#tokens.get(token);
    if (known !== undefined && known.issuedAt <= now && now < known.expiresAt) return known.caller;
    const signed = verify(token, this.#credentials, now);
    // A key is not remembered: it is good until it is changed.
    if (signed.expiresAt === Infinity) return signed.caller;
    if (this.#tokens.size >= MOST_TOKENS) this.#tokens.clear();
    this.#tokens.set(token, signed);
    return signed.caller;
  }
}

function verify(token: string, credentials: Credentials, now: number): Signed {
  const { role, claims, account, expiresAt } = identityOfToken(token, credentials, now);
  // One of our keys, which does not run out.
  if (expiresAt === null)
    return { caller: { role, claims: null, account: null, kind: null }, issuedAt: 0, expiresAt: Infinity };
  const issuedAt = typeof claims["iat"] === "number" ? (claims["iat"] - CLOCK_PATIENCE) * 1000 : 0;
  if (issuedAt > now) throw new Refusal(401, "PGRST303", "JWT issued at future");
  return { caller: { role, claims: JSON.stringify(claims), account, kind: kindOf(claims) }, issuedAt, expiresAt };
}

/** What the sign-in service wrote into the token: nobody changes it of themselves. */
function kindOf({ app_metadata: told }: Record<string, unknown>): string | null {
  const kind = typeof told === "object" && told !== null && "kind" in told ? told.kind : null;
  return typeof kind === "string" ? kind : null;
}
