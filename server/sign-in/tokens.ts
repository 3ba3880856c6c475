// Access tokens with the claims that GoTrue's have, signed with the server's secret.
//
// They are dated by this process's clock, by which the table API, the live feed and the storage read them; when a login ends is
// decided by the database, by its own (private.is_login_alive).
import { randomBytes } from "node:crypto";
import { SignJWT, errors, jwtVerify } from "jose";
import type { Credentials } from "#server/callers/identity.ts";
import { verifyWithAny } from "#server/callers/verify-with-any.ts";
import type { Aal, Method, User } from "./accounts.ts";
import { Refusal } from "./refusals.ts";

const LIFETIME_SECONDS = 3600;

/**
 * Seconds that a token is dated back, and that one which is over is taken: the clocks of two servers differ, or one is set back.
 * PostgREST has as much patience.
 */
const CLOCK_PATIENCE = 30;

/** A login as it is told to a client. */
export type Login = { sessionId: string; refreshToken: string; aal: Aal; methods: Method[]; user: User };

/** Whose token a request has, and of which login. */
export type Claims = { accountId: string; sessionId: string };

export class Tokens {
  readonly #credentials: Credentials;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** What the client keeps of a login. `issuer` is the address of the sign-in service. */
  async grant({ sessionId, refreshToken, aal, methods, user }: Login, issuer: string): Promise<object> {
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      aud: user.aud,
      sub: user.id,
      iss: issuer,
      iat: now - CLOCK_PATIENCE,
      exp: now + LIFETIME_SECONDS,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: user.role,
      aal,
      amr: methods,
      session_id: sessionId,
      is_anonymous: false,
    })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(encode(this.#credentials.signingKeys[0] ?? ""));
    // Without the server's `expires_at` the client counts `expires_in` from its own clock: one that is wrong renewed before every call.
    return {
      access_token: token,
      token_type: "bearer",
      expires_in: LIFETIME_SECONDS,
      refresh_token: refreshToken,
      user,
    };
  }

  /** Whose token it is. Throws a Refusal for one that is not ours, is over, or belongs to no login. */
  async read(authorization: string | undefined): Promise<Claims> {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new Refusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
    try {
      const { payload } = await verifyWithAny(this.#credentials.signingKeys.map(encode), (key) =>
        jwtVerify(token, key, {
          algorithms: ["HS256"],
          clockTolerance: CLOCK_PATIENCE,
          requiredClaims: ["exp", "sub"],
        }),
      );
      const { sub, session_id: session } = payload;
      if (typeof sub !== "string" || typeof session !== "string" || !isUuid(sub) || !isUuid(session))
        throw new errors.JWTInvalid("missing sub claim");
      return { accountId: sub, sessionId: session };
    } catch (error) {
      const reason =
        error instanceof errors.JWTExpired ? "token is expired" : "token is malformed or of another signer";
      throw new Refusal(403, "bad_jwt", `invalid JWT: unable to parse or verify signature, ${reason}`);
    }
  }
}

const encode = (key: string) => new TextEncoder().encode(key);

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A refresh token: 192 random bits. */
export const newRefreshToken = (): string => randomBytes(24).toString("base64url");
