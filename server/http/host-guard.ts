// Refuses requests whose Host is neither PUBLIC_URL's nor this machine's: where PUBLIC_URL is set, and while the server keeps the
// weaknesses of the profile `specified` on the loopback.
//
// A page of another site can let its own name point to 127.0.0.1 (DNS rebinding). Without the guard it would read and write everything that
// the loopback address offers, as if it came from this machine.
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "#server/settings.ts";

/** Whether a Host header names the loopback or one of the other names given (host names without port). */
export function isOwnHost(host: string | undefined, others: readonly string[]): boolean {
  if (!host) return false;
  const name = host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
  return isLoopback(name) || name.endsWith(".localhost") || others.includes(name);
}

/** Addresses of probes, which ask by any name or address of the machine, and learn nothing about people. */
const PROBED = new Set(["/healthz", "/readyz", "/metrics"]);

/** Makes the guard; requests for any other host get 421. */
export function guardHost(others: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    if (isOwnHost(context.req.header("host"), others) || PROBED.has(context.req.path)) return next();
    return context.text(
      "This server answers only for its own address. Set PUBLIC_URL to the address that people use.",
      421,
    );
  };
}
