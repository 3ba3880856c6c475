// Gives access tokens the claims that GoTrue's have.
//
// Why: tokens of @supabase/lite lack iss, app_metadata, user_metadata, phone, aal and amr; policies and edge functions that are
// written for hosted Supabase read them. Contract test: tests/backend/auth.test.ts ("tokens carry GoTrue's claims").
import { SignJWT, decodeJwt } from "jose";

/**
 * Seconds that a token is dated back: lite refuses one from the future at once, and the clocks of two servers differ, or one is set
 * back. PostgREST has as much patience.
 */
const CLOCK_PATIENCE = 30;

/** As GoTrue names it in the claim amr. */
export type AuthMethod = "password" | "token_refresh";

type Session = { access_token: string; user?: { app_metadata?: object; user_metadata?: object; phone?: string } };

const isSession = (body: unknown): body is Session =>
  typeof body === "object" && body !== null && "access_token" in body && typeof body.access_token === "string";

/**
 * Takes an answer of sign-up or sign-in and gives it with a token signed again; an answer without a session stays as it is.
 * `issuer` is the address of the sign-in service, `method` how the person proved who they are.
 */
export async function completeSession(
  answer: Response,
  options: { jwtSecret: string; issuer: string; method: AuthMethod },
): Promise<Response> {
  if (!answer.ok || !answer.headers.get("content-type")?.includes("json")) return answer;
  const body: unknown = await answer.clone().json();
  if (!isSession(body)) return answer;

  const claims = decodeJwt(body.access_token);
  const token = await new SignJWT({
    ...claims,
    ...(claims.iat === undefined ? {} : { iat: claims.iat - CLOCK_PATIENCE }),
    iss: options.issuer,
    phone: body.user?.phone ?? "",
    app_metadata: body.user?.app_metadata ?? {},
    user_metadata: body.user?.user_metadata ?? {},
    aal: "aal1",
    amr: [{ method: options.method, timestamp: claims.iat }],
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(options.jwtSecret));
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  // Without the server's `expires_at` the client counts `expires_in` from its own clock: one that is wrong renewed before every call.
  return new Response(JSON.stringify({ ...body, access_token: token, expires_at: undefined }), {
    status: answer.status,
    headers,
  });
}
