// Which edge functions the server offers, by name. Each is `supabase/functions/<name>/handler.ts`.
import { handleCreateAdminUser } from "#functions/create-admin-user/handler.ts";
import { handlePublicCase } from "#functions/public-case/handler.ts";
import type { Surroundings } from "#functions/create-admin-user/surroundings.ts";

/** What a handler may use; hosted Supabase gives the same through the environment. */
export type FunctionContext = Surroundings;

export type FunctionHandler = (request: Request, context: FunctionContext) => Response | Promise<Response>;

/** Written out, so that the build takes every handler along and a name never becomes a file's path. */
export const functions: ReadonlyMap<string, FunctionHandler> = new Map<string, FunctionHandler>([
  ["create-admin-user", handleCreateAdminUser],
  ["public-case", handlePublicCase],
]);
