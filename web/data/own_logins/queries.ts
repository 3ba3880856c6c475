/** Reads the logins of the acting account, the latest used first. */
import { ask } from "../ask.ts";
import type { Database } from "../database.gen.ts";
import { queryOptions } from "../use-query.ts";

export type OwnLogin = Database["public"]["Functions"]["list_own_logins"]["Returns"][number];

export const ownLoginQueries = {
  all: ["own_logins"] as const,
  /** The logins that are still valid. */
  list: () =>
    queryOptions({
      queryKey: ["own_logins", "list"] as const,
      queryFn: (acting, { signal }) => ask(acting, (client) => client.rpc("list_own_logins").abortSignal(signal)),
    }),
};
