/** Reading the acting login's own logins, the latest used first. */
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import type { Database } from "../database.gen.ts";

export type OwnLogin = Database["public"]["Functions"]["list_own_logins"]["Returns"][number];

export const ownLoginQueries = {
  all: ["own_logins"] as const,
  /** Those that go on. */
  list: () =>
    queryOptions({
      queryKey: ["own_logins", "list"] as const,
      queryFn: ({ signal }) => ask((client) => client.rpc("list_own_logins").abortSignal(signal)),
    }),
};
