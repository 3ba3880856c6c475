// Reads bodies no further than they may be long, also chunked ones that do not say their length; compressed ones are refused.
import type { IncomingMessage } from "node:http";
import { type Context, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { UnreadableError } from "./readable-json.ts";

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

/** The bytes of a body; null as soon as there are more than may be. Rejects with UnreadableError when the caller leaves before its end. */
export function readBody(incoming: IncomingMessage, mostBytes: number): Promise<Uint8Array | null> {
  if (Number(incoming.headers["content-length"] ?? 0) > mostBytes) return Promise.resolve(null);
  // The caller left while something else was waited for: no event tells it any more.
  if (incoming.destroyed) return Promise.reject(endedEarly());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > mostBytes) {
        incoming.removeAllListeners("data");
        incoming.resume();
        resolve(null);
      } else chunks.push(chunk);
    });
    incoming.on("end", () => resolve(Buffer.concat(chunks)));
    incoming.on("error", reject);
    incoming.on("close", () => {
      if (!incoming.complete) reject(endedEarly());
    });
  });
}

const endedEarly = () => new UnreadableError("The body ended too early.");
