// The log of the server: pino, one line a request with its ID, without passwords, keys or query values.
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import pino, { type Logger } from "pino";
import { incomingOf, loggedStatus } from "./http/body-limit.ts";
import type { LogLevel } from "./settings.ts";

/** Makes the log that every part of the server writes to (JSON lines on stdout). */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null });
}

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

/**
 * Sends the console output of libraries to the log. Of an error only the message is kept: the detail of a broken check holds the whole row
 * with its password.
 */
export function sendConsoleToLog(log: Logger): void {
  console.error = (...values: unknown[]) => log.warn({ from: "library" }, line(values));
  console.warn = (...values: unknown[]) => log.debug({ from: "library" }, line(values));
}

const line = (values: unknown[]) =>
  values
    .map((value) =>
      value instanceof Error ? `${value.name}: ${value.message}` : typeof value === "string" ? value : typeof value,
    )
    .join(" ");

/** Header of a request's ID, which stands in the log too, so that a person who reports an error can name it. */
export const REQUEST_ID = "X-Request-Id";

/** Place of the ID in the request itself: entries of a WeakMap are looked through by each collection of garbage. */
const ID = Symbol("request ID");

/** The ID of a request, made when it is first asked for: twelve letters that can be read aloud. */
export function requestId(incoming: IncomingMessage & { [ID]?: string }): string {
  return (incoming[ID] ??= randomUUID().slice(-12));
}
