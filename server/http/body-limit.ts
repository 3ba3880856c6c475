// Refuses bodies that are too large, also chunked ones that do not say their length, and compressed ones.
import { type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/**
 * Takes the largest size in bytes; a larger body is answered with 413 in the shape that supabase-js reads, a compressed one with 415:
 * nothing here unfolds one, and its size would say nothing.
 */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError: (context) => refuse(context, 413, "Payload too large", `The body is larger than ${maxSize} bytes.`),
  });
  return (context, next) => {
    const encoding = context.req.header("content-encoding")?.trim().toLowerCase() ?? "identity";
    if (encoding === "identity" || encoding === "") return limit(context, next);
    const answer = refuse(context, 415, "Unsupported media type", "A compressed body is not supported.");
    answer.headers.set("Accept-Encoding", "identity");
    return Promise.resolve(answer);
  };
}

function refuse(context: Context, status: 413 | 415, error: string, message: string): Response {
  // The rest of the body is not read, so the connection cannot carry another request.
  context.header("Connection", "close");
  const code = String(status);
  return context.json({ code, statusCode: code, error, details: null, hint: null, message, msg: message }, status);
}
