// Answers /functions/v1/<name> with the edge functions of this project.
import { Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { limitBody } from "#server/http/body-limit.ts";
import { type FunctionContext, type FunctionHandler, functions } from "./registry.ts";

/** A function takes a few short texts, and reads its body as often as it needs. */
const BODY_LIMIT = 16 * 1024;

export type FunctionsOptions = {
  log: Logger;
  /** What handlers are given. */
  context: FunctionContext;
  /** What refuses who called a function too often, by its name; nobody where there is none. */
  limits?: ReadonlyMap<string, MiddlewareHandler>;
  /** The functions offered; the project's own when left out. */
  handlers?: ReadonlyMap<string, FunctionHandler>;
};

/** Makes the routes below `/functions/v1`. A handler answers every method itself, OPTIONS too, as on hosted Supabase. */
export function createFunctionRoutes({
  log,
  context: surroundings,
  limits = new Map(),
  handlers = functions,
}: FunctionsOptions): Hono {
  const routes = new Hono();
  const limit: MiddlewareHandler = (context, next) =>
    limits.get(context.req.param("name") ?? "")?.(context, next) ?? next();
  routes.all("/:name", limitBody(BODY_LIMIT), limit, async (context) => {
    const name = context.req.param("name");
    // One spelling only: limits know a function by its address.
    const handler = new URL(context.req.raw.url).pathname.includes("%") ? undefined : handlers.get(name);
    if (!handler) return context.json({ code: "NOT_FOUND", message: "Requested function was not found" }, 404);
    try {
      return await handler(context.req.raw, surroundings);
    } catch (error) {
      log.error(
        { function: name, message: error instanceof Error ? error.message : String(error) },
        "edge function failed",
      );
      return context.json({ code: "WORKER_ERROR", message: "Function exited due to an error" }, 500);
    }
  });
  return routes;
}
