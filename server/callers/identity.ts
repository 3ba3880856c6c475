/** Identities of callers: keys and signed tokens become the role and the claims that row level security reads. */
import { createHmac, timingSafeEqual, createHash } from "node:crypto";

export const ROLES = ["anon", "authenticated", "service_role"] as const;
/** Longest time, in milliseconds, for which a verified token is believed without another look. */
const LONGEST_MS = 65 * 60_000;

export type Role = (typeof ROLES)[number];

/** Subscribers with the same `key` see the same rows, so rows are read once for all of them. */
export type Identity = {
  /** Role and claims without their moments: a login that is renewed each second stays one identity. */
  key: string;
  role: Role;
  claims: Record<string, unknown>;
  /** Account and login of the token; null for a key. */
  account: string | null;
  login: string | null;
  /** Milliseconds since 1970 at which the token ends; null for a key, which does not. */
  expiresAt: number | null;
};

/**
 * Keys and secrets that callers' keys and tokens are compared with. They change while the server runs (server/secrets.ts): keep this
 * object, not its values.
 */
export type Credentials = {
  /** Keys that verify tokens; the first one signs. */
  signingKeys: readonly string[];
  publishableKey: string;
  /** Secret keys that are good; the server itself uses the first one. */
  secretKeys: readonly string[];
};

/** Three parts in the letters of base64url. Node's decoder passes over all others, such as a `=` at the end. */
const JWT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Longest token, in letters; ours have less than half of it. WebSockets have no bound of headers, and each channel keeps the claims of its
 * token.
 */
const LONGEST_TOKEN = 6 * 1024;

/** A token was refused; `message` says why, worded as Supabase words it. */
export class TokenError extends Error {
  override name = "TokenError";
  /** Whether the token was good and has run out. */
  readonly isOver: boolean;
  /** Whether the token is not good yet. */
  readonly isEarly: boolean;

  constructor(message: string, { isOver = false, isEarly = false } = {}) {
    super(message);
    this.isOver = isOver;
    this.isEarly = isEarly;
  }
}

/** The token of a header `Authorization`; null for a header of another form, and for none. */
export const bearerOf = (authorization: string | null | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;

/** The identity of a request's `apikey`. Throws a TokenError without a key of ours. */
export function requireKey(key: string | null | undefined, credentials: Credentials): Identity {
  if (key === null || key === undefined) throw new TokenError("No API key found in request");
  const byKey = identityOfKey(key, credentials);
  if (byKey === null) throw new TokenError("Invalid API key");
  return byKey;
}

/** The identity of an `apikey`, or null when the key is not one of ours. */
export function identityOfKey(key: string, credentials: Credentials): Identity | null {
  if (isSame(key, credentials.publishableKey)) return VISITOR;
  if (credentials.secretKeys.some((secretKey) => isSame(key, secretKey))) {
    return SERVER;
  }
  return null;
}

/**
 * The identity of a client's `access_token`: a key, or a JWT signed with HS256.
 * @param now milliseconds since 1970
 * @throws {TokenError} when the token is malformed, signed by somebody else, expired, or names a role that is not ours
 */
export function identityOfToken(token: string, credentials: Credentials, now: number): Identity {
  const byKey = identityOfKey(token, credentials);
  if (byKey) return byKey;

  const [, header = "", payload = "", signature = ""] = JWT.exec(token) ?? [];
  if (signature === "" || token.length > LONGEST_TOKEN)
    throw new TokenError("MalformedJWT: The token provided is not a valid JWT");
  if (readPart(header)["alg"] !== "HS256") {
    throw new TokenError("InvalidJWTToken: only HS256 is accepted");
  }
  const isSigner = (signingKey: string) =>
    isSame(signature, createHmac("sha256", signingKey).update(`${header}.${payload}`).digest("base64url"));
  if (!credentials.signingKeys.some(isSigner)) {
    throw new TokenError("InvalidJWTToken: signature does not match");
  }

  const claims = readPart(payload);
  const { role, exp, nbf } = claims;
  if (!isRole(role)) throw new TokenError("InvalidJWTToken: Fields `role` and `exp` are required in JWT");
  if (typeof exp !== "number") {
    throw new TokenError("InvalidJWTToken: Fields `role` and `exp` are required in JWT");
  }
  const late = Math.floor(now / 1000 - exp);
  if (late >= 0) throw new TokenError(`InvalidJWTToken: Token has expired ${late} seconds ago`, { isOver: true });
  // Clocks differ, so a token may begin a minute in the future.
  if (typeof nbf === "number" && nbf > now / 1000 + 60) {
    throw new TokenError("InvalidJWTToken: Token is not valid yet");
  }
  // The end is limited because a signing key may be changed: a token of the old key is verified again by then.
  return identity(role, claims, Math.min(exp * 1000, now + LONGEST_MS));
}

function identity(role: Role, claims: Record<string, unknown>, expiresAt: number | null): Identity {
  const { iat: _begun, exp: _ends, ...told } = claims;
  const key = `${role} ${JSON.stringify(told)}`;
  return { key, role, claims, account: idOf(claims["sub"]), login: idOf(claims["session_id"]), expiresAt };
}

const idOf = (claim: unknown): string | null =>
  typeof claim === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(claim) ? claim : null;

// The identities of keys are made below `idOf`, which they need.
const VISITOR = identity("anon", { role: "anon" }, null);
const SERVER = identity("service_role", { role: "service_role" }, null);

function readPart(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Broken JSON gets the same answer as a value of the wrong shape.
  }
  throw new TokenError("MalformedJWT: The token provided is not a valid JWT");
}

function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** Compares in constant time; only the length of a key may be learned from the time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const hash = (text: string) => createHash("sha256").update(text).digest();

/** Whether a given secret is this one; the time does not tell how much of it was right, nor its length. */
export function sameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret));
}
