/** Reads the handlers, who work at several sites with one login (`hardened`). */
import { ask } from "../ask.ts";
import type { Database } from "../database.gen.ts";
import { queryOptions } from "../use-query.ts";

/** A handler; one who serves all has the company's sites besides those in `sites`. */
export type Handler = Database["public"]["Functions"]["list_handlers"]["Returns"][number];

export const handlerQueries = {
  all: ["handler_sites"] as const,
  /** The handlers by ID, for the main admin. */
  list: () =>
    queryOptions({
      queryKey: ["handler_sites", "list"] as const,
      queryFn: (acting, { signal }): Promise<Handler[]> =>
        ask(acting, (client) => client.rpc("list_handlers").abortSignal(signal)),
    }),
};
