// The log of the server: pino, one line a request, without passwords, keys or query values.
import type { Context, MiddlewareHandler } from "hono";
import pino, { type Logger } from "pino";
import { incomingOf, loggedStatus } from "./http/body-limit.ts";
import { requestId } from "./http/request-id.ts";
import { withoutKey } from "./http/key-pages.ts";
import type { LogLevel } from "./settings.ts";

/** Makes the log that every part of the server writes to (JSON lines on stdout). */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null });
}

/** The ID of a request; null for one that the server asks of itself. */
export function idOf(context: Context): string | null {
  const incoming = incomingOf(context);
  return incoming === null ? null : requestId(incoming);
}

/** Writes one line a request: its ID, method, path without its query (it can hold keys and tokens), status, milliseconds. */
export function logRequests(log: Logger): MiddlewareHandler {
  return async (context, next) => {
    const start = performance.now();
    await next();
    const line = {
      id: idOf(context),
      method: context.req.method,
      path: withoutKey(context.req.path),
      status: loggedStatus(incomingOf(context), context.res.status),
      ms: Math.round((performance.now() - start) * 10) / 10,
    };
    if (line.status >= 500) log.error(line, "request");
    else log.info(line, "request");
  };
}

/**
 * Sends what libraries write to the console to the log. One that prints a whole error of the database would repeat the row with its
 * password, which the detail of a broken check holds: only the message is kept.
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
