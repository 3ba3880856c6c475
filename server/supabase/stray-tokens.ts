// Refuses table calls with a bearer token that is no token.
//
// Why: @supabase/lite leaves aside what has not three parts and answers as for the public key, so that a client with a broken token
// is told that it sees nothing instead of why. Contract test: tests/backend/bad-input-accounts.test.ts.

/** The refusal of a table call, or null. Keys may stand where a token does, as the client sends them. */
export function refuseStrayToken(headers: Headers): Response | null {
  const authorization = headers.get("authorization");
  if (authorization === null || /^Bearer\s+(sb_|[^.\s]+\.[^.\s]+\.[^.\s]+\s*$)/i.test(authorization)) return null;
  const message = "The token in the header Authorization is no JWT.";
  return Response.json({ code: "PGRST301", details: null, hint: null, message }, { status: 401 });
}
