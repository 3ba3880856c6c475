// The log of the server: pino, without passwords, keys or query values.
import pino, { type Logger } from "pino";
import type { LogLevel } from "./settings.ts";

/** Makes the log that every part of the server writes to (JSON lines on stdout). */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null });
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
