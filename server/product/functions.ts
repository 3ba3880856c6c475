// The edge functions that the server offers, by name, with their limits. Each is `supabase/functions/<name>/handler.ts`.
import type { MiddlewareHandler } from "hono";
import { handleCreateAdminUser } from "#functions/create-admin-user/handler.ts";
import { handlePublicCase } from "#functions/public-case/handler.ts";
import type { FunctionHandler } from "#server/functions/route.ts";
import { type LimitOptions, createLimitMaker } from "#server/limits/limit-route.ts";
import { createCaseLimit } from "./case-looks.ts";

/** Handlers are written out, so that the build takes each of them along and a name never becomes a file's path. */
export const functions: ReadonlyMap<string, FunctionHandler> = new Map<string, FunctionHandler>([
  ["create-admin-user", handleCreateAdminUser],
  ["public-case", handlePublicCase],
]);

/** Makes the limit of each function. */
export const limitFunctions = (options: LimitOptions): ReadonlyMap<string, MiddlewareHandler> =>
  new Map([
    ["create-admin-user", createLimitMaker(options)("accountCalls")],
    ["public-case", createCaseLimit(options)],
  ]);
