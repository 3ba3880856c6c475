// Calls of the sign-in service that do not go through supabase-js.
import type { TestServer } from "#tests/support/server/server.ts";

export type SignInCall = {
  method?: string;
  body?: unknown;
  token?: string;
  /** The client's address, as a proxy would tell it. */
  from?: string;
  headers?: Record<string, string>;
};

export type SignInAnswer = { status: number; body: Record<string, unknown>; headers: Headers };

/** Calls `/auth/v1<path>` with the public key and reads the answer. */
export async function callSignIn(
  server: Pick<TestServer, "url" | "publishableKey">,
  path: string,
  { method = "POST", body, token, from, headers = {} }: SignInCall = {},
): Promise<SignInAnswer> {
  const answer = await fetch(`${server.url}/auth/v1${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(from === undefined ? {} : { "x-forwarded-for": from }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>,
    headers: answer.headers,
  };
}

/** Makes an account that signs in by e-mail, confirmed and with a password of its own. */
export async function makeEmailAccount(server: TestServer, email: string, password: string): Promise<string> {
  const { data, error } = await server
    .client({ key: server.secretKey })
    .auth.admin.createUser({ email, password, email_confirm: true });
  if (error !== null) throw error;
  return data.user.id;
}

/** The six digits that an authenticator shows for a secret at a moment (milliseconds since 1970). */
export async function codeOf(secret: string, at = Date.now()): Promise<string> {
  const { TOTP } = await import("otpauth");
  return new TOTP({ secret, algorithm: "SHA1", digits: 6, period: 30 }).generate({ timestamp: at });
}
