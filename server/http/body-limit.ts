// Reads bodies no further than they may be long, also chunked ones that do not say their length; compressed ones are refused.
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { UnreadableError } from "./readable-json.ts";
import { Refusal } from "./refusal.ts";

/** The refusal of a body that is larger than so many bytes, in the words of all services: their clients read different fields. */
export const tooLarge = (mostBytes: number): Refusal =>
  refuse(413, "Payload too large", `The body is larger than ${mostBytes} bytes.`);

/** The refusal of a body with a `Content-Encoding`: nothing here unfolds one, and its size would say nothing. Null for one without. */
export function refuseCompressed(encoding: string | undefined): Refusal | null {
  const isPlain = ["", "identity"].includes(encoding?.trim().toLowerCase() ?? "");
  const headers = { "Accept-Encoding": "identity" };
  return isPlain ? null : refuse(415, "Unsupported media type", "A compressed body is not supported.", headers);
}

function refuse(status: number, error: string, message: string, headers: Record<string, string> = {}): Refusal {
  const code = String(status);
  const words = { statusCode: code, error, details: null, hint: null, msg: message };
  // The rest of the body is not read, so the connection cannot carry another request.
  return new Refusal(status, code, message, { headers: { Connection: "close", ...headers }, ...words });
}

/** Takes the largest size in bytes, and answers a larger body or a compressed one with 413 or 415. */
export function limitBody(maxSize: number): MiddlewareHandler {
  const limit = bodyLimit({ maxSize, onError: (context) => answer(context, tooLarge(maxSize)) });
  return async (context, next) => {
    const refusal = refuseCompressed(context.req.header("content-encoding"));
    return refusal === null ? limit(context, next) : answer(context, refusal);
  };
}

const answer = (context: Context, { status, code, message, headers, more }: Refusal): Response =>
  context.json({ code, message, ...more }, status as 413 | 415, headers);

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
