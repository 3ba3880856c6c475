// Answers whether the process lives, and whether it can do its work.
import type { Handler } from "hono";
import type { Readiness } from "./readiness.ts";

/**
 * Handler of /healthz: 200 as long as the process answers. A supervisor asks this to decide on a restart, and a database that is down is no
 * reason for one.
 */
export const answerHealth: Handler = (context) => {
  context.header("Cache-Control", "no-store");
  return context.json({ status: "alive" });
};

/**
 * Handler of /readyz: 503 when this process cannot do its work and others might, else 200, also when something fails that all servers
 * share.
 */
export function answerReadiness(ask: () => Promise<Readiness>): Handler {
  return async (context) => {
    const readiness = await ask();
    context.header("Cache-Control", "no-store");
    return context.json(readiness, readiness.status === "failed" ? 503 : 200);
  };
}
