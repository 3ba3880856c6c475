// Answers /functions/v1/<name> with the edge functions of this project.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Logger } from "pino";
import { type Credentials, TokenError, requireKey } from "#server/callers/identity.ts";
import { EDGE_FUNCTION } from "#server/http/bounds.ts";
import { holdBody, UnreadableError } from "#server/http/bodies.ts";
import { incomingOf } from "#server/http/request-log.ts";
import type { AddressReader } from "#server/callers/client-address.ts";
import { Refusal } from "#server/http/refusal.ts";
import { InShare } from "#server/http/turns.ts";
import type { Surroundings } from "#functions/create-admin-user/surroundings.ts";

/** The surroundings of a handler; hosted Supabase gives the same through the environment. */
export type FunctionContext = Surroundings;

export type FunctionHandler = (request: Request, context: FunctionContext) => Response | Promise<Response>;

export type FunctionsOptions = {
  log: Logger;
  credentials: Credentials;
  /** The surroundings that each handler is given. */
  context: FunctionContext;
  /** Gives the address of a caller; left out where nobody calls from outside. */
  addressOf?: AddressReader;
  /** The limits of functions, by name. A function without one is not limited. */
  limits?: ReadonlyMap<string, MiddlewareHandler>;
  /** The functions that are offered, by name. */
  handlers: ReadonlyMap<string, FunctionHandler>;
};

/** Most calls of one address that run at a time. Hundreds of them at once would keep other people waiting for seconds. */
const AT_ONCE_OF_ADDRESS = 16;

/** Makes the routes below `/functions/v1`. A handler answers every method itself, OPTIONS too, as on hosted Supabase. */
export function createFunctionRoutes({
  log,
  credentials,
  context: surroundings,
  addressOf,
  limits = new Map(),
  handlers,
}: FunctionsOptions): Hono {
  const routes = new Hono();
  const share = new InShare(AT_ONCE_OF_ADDRESS);
  const limit: MiddlewareHandler = (context, next) =>
    limits.get(context.req.param("name") ?? "")?.(context, next) ?? next();
  routes.onError((error, context) => {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const { status, code, message, headers, more } = refusal;
    return context.json({ code, message, ...more }, status as ContentfulStatusCode, headers);
  });
  // A function has one spelling only, since limits know it by its address.
  const handlerOf = ({ req }: Context) =>
    new URL(req.raw.url).pathname.includes("%") ? undefined : handlers.get(req.param("name") ?? "");
  const knock: MiddlewareHandler = (context, next) => {
    if (handlerOf(context) === undefined) throw new Refusal(404, "NOT_FOUND", "Requested function was not found");
    if (!WITHOUT_KEY.has(context.req.method)) requireKey(context.req.header("apikey"), credentials);
    return next();
  };
  routes.all("/:name", knock, limit, async (context) => {
    const name = context.req.param("name");
    const handler = handlerOf(context);
    if (handler === undefined) throw new Refusal(404, "NOT_FOUND", "Requested function was not found");
    const incoming = incomingOf(context);
    // A body that never comes takes no place from the others of its address.
    await holdBody(context, EDGE_FUNCTION.bytes);
    try {
      const address = (incoming && addressOf?.(incoming)) ?? null;
      return await share.run(address, async () => handler(context.req.raw, surroundings));
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

/** Methods that ask for no data, such as a browser's question whether it may call; they need no key. */
const WITHOUT_KEY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** A refusal in the form of the functions' own answers. */
const words = (status: number, message: string) => new Refusal(status, String(status), message, { error: message });

/** The refusal for an error; null for an error that nobody foresaw. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof TokenError) return words(401, error.message);
  return error instanceof UnreadableError ? words(400, error.message) : null;
}
