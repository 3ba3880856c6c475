/** The frame of functions that browsers call by POST with JSON: who may call from where, and how a refusal is told. */
import { reaching, Refusal, type Surroundings } from "./surroundings.ts";

/**
 * Answers a request by `work`, which gives the status and the body. Nobody on the way keeps an answer. A Refusal becomes `{ error }` with its
 * further fields.
 */
export async function answerPost(
  request: Request,
  surroundings: Surroundings,
  work: (surroundings: Surroundings) => Promise<{ status: number; body: object }>,
): Promise<Response> {
  const headers = { "Cache-Control": "no-store", ...crossOriginHeaders(surroundings.allowedOrigin) };
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
  try {
    if (request.method !== "POST") throw new Refusal(405, "Only POST is answered");
    // The type is required, since another site's form could send any other type without the browser asking first.
    if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
      throw new Refusal(415, "The body must be JSON");
    }
    const { status, body } = await work(reaching(surroundings));
    return Response.json(body, { status, headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Response.json({ error: error.message, ...error.more }, { status: error.status, headers });
  }
}

function crossOriginHeaders(allowedOrigin: string | null): Record<string, string> {
  if (allowedOrigin === null) return {};
  return {
    "Access-Control-Allow-Origin": allowedOrigin,
    "Access-Control-Allow-Methods": "POST, OPTIONS",
    "Access-Control-Allow-Headers": "authorization, x-client-info, apikey, content-type, x-region, x-acting-as",
  };
}
