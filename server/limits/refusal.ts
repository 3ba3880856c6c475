// Answer 429 to people who did something too often, in the words of the service that was asked.
import { tooManyText } from "#contract/rate-limits.ts";

/** Makes the answer to a request for `path`; `seconds` is the time to wait. */
export function tooMany(path: string, seconds: number): Response {
  const headers = { "Retry-After": String(seconds), "Cache-Control": "no-store" };
  return Response.json(bodyFor(path, tooManyText(seconds)), { status: 429, headers });
}

function bodyFor(path: string, text: string): object {
  if (path.startsWith("/functions/v1/")) return { error: text };
  if (path.startsWith("/storage/v1/")) return { statusCode: "429", error: "TooManyRequests", message: text };
  return { code: "PT429", message: text, details: null, hint: null };
}
