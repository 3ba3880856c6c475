// The line that each request has in the log, and the ID of a request, which stands in the log and in the answer.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";

/** Header of a request's ID, which stands in the log too, so that a person who reports an error can name it. */
export const REQUEST_ID = "X-Request-Id";

/** Place of the ID in the request itself: entries of a WeakMap are looked through by each collection of garbage. */
const ID = Symbol("request ID");

/** The ID of a request, made when it is first asked for: twelve letters that can be read aloud. */
export function requestId(incoming: IncomingMessage & { [ID]?: string }): string {
  return (incoming[ID] ??= randomUUID().slice(-12));
}

/** Node's own request behind a context of hono; null for a call from inside the server. */
export const incomingOf = ({ env }: Context): IncomingMessage | null =>
  ((env ?? {}) as { incoming?: IncomingMessage }).incoming ?? null;

/** The ID of a request; null for a request of the server to itself. */
export function idOf(context: Context): string | null {
  const incoming = incomingOf(context);
  return incoming === null ? null : requestId(incoming);
}

/** Most letters of a path in the log: an address may have 16 kB, and nobody fills the disk with them. */
const LONGEST_PATH = 200;

/** A path as the log has it. */
export const shortened = (path: string): string =>
  path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;

/** The status of an answer for the log: a caller who left before the end of their body is logged as 499, as nginx does. */
export const loggedStatus = (incoming: IncomingMessage | null, status: number): number =>
  incoming !== null && incoming.destroyed && !incoming.complete ? 499 : status;

/**
 * Writes one line a request: its ID, method, path, status, milliseconds. The query is left out, since it can hold keys and tokens, and
 * `withoutKey` takes a key out of the path.
 */
export function logRequests(log: Logger, withoutKey: (path: string) => string): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const line = {
      id: idOf(context),
      method: context.req.method,
      path: shortened(withoutKey(context.req.path)),
      status: loggedStatus(incomingOf(context), context.res.status),
      ms: Math.round((performance.now() - start) * 10) / 10,
    };
    if (line.status >= 500) log.error(line, "request");
    else log.info(line, "request");
  };
}
