// Access tokens with the claims that GoTrue's have, signed with the server's secret.
//
// Tokens are dated by this process's clock, by which the table API, the live feed and the storage read them. The end of a login is decided
// by the database, by its own clock (private.is_login_alive).
import { SignJWT } from "jose";
import { type Credentials, TokenError, bearerOf, identityOfToken } from "#server/callers/identity.ts";
import { Refusal } from "#server/http/refusal.ts";
import type { User } from "./accounts.ts";

const LIFETIME_SECONDS = 3600;

/**
 * Seconds that a token is dated back, and seconds for which an ended token is still taken: the clocks of two servers differ, or a clock is
 * set back. PostgREST has as much patience.
 */
const CLOCK_PATIENCE = 30;

/** A login as a client is told of it; `methods` are its proofs, as the claim `amr` has them. */
export type Login = { sessionId: string; refreshToken: string; aal: string; methods: object[]; user: User };

/** Account and login of a request's token. */
export type Claims = { accountId: string; sessionId: string };

/** Answer that a client keeps as its login; `issuer` is the address of the sign-in service. */
export async function loginAnswer(login: Login, issuer: string, { signingKeys }: Credentials): Promise<object> {
  const { sessionId, refreshToken, aal, methods, user } = login;
  const { id: sub, aud, email, phone, role, app_metadata, user_metadata } = user;
  const now = Math.floor(Date.now() / 1000);
  const dated = { iat: now - CLOCK_PATIENCE, exp: now + LIFETIME_SECONDS };
  const person = { sub, aud, email, phone, role, app_metadata, user_metadata, is_anonymous: false };
  const token = await new SignJWT({ iss: issuer, ...dated, ...person, aal, amr: methods, session_id: sessionId })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(signingKeys[0]));
  // Without the server's `expires_at` the client counts `expires_in` from its own clock: with a wrong clock it would renew before every
  // call.
  return { access_token: token, token_type: "bearer", expires_in: LIFETIME_SECONDS, refresh_token: refreshToken, user };
}

/** Reads the account and login of a token. Throws a Refusal for a token that is not ours, is over, or belongs to no login. */
export function readClaims(authorization: string | undefined, credentials: Credentials): Claims {
  const token = bearerOf(authorization);
  if (token === null) throw new Refusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
  try {
    const { account, login } = identityOfToken(token, credentials, Date.now() - CLOCK_PATIENCE * 1000);
    if (account !== null && login !== null) return { accountId: account, sessionId: login };
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
  }
  throw new Refusal(403, "bad_jwt", "invalid JWT: it is malformed, signed by another, over, or of no login");
}
