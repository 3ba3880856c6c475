/** Reads the profiles of registered users, newest first. */
import { REFETCH_MS } from "#contract/limits.ts";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { listNewest } from "../list-in-pages.ts";
import { queryOptions } from "../use-query.ts";

export type Profile = Pick<Row<"profiles">, "id" | "email" | "created_at">;

const PAGE_SIZE = 100;

export const profileQueries = {
  /** The users; fetched again every 60 s (document 1 §7 and §9). */
  list: () =>
    listNewest({
      queryKey: ["profiles", "list"],
      size: PAGE_SIZE,
      refetchInterval: REFETCH_MS.profiles,
      rows: (client) => client.from("profiles").select("id, email, created_at"),
    }),
  /** The users whose address is not confirmed. The profile `specified` confirms every address and makes only the calls of the documents. */
  unconfirmed: () =>
    queryOptions({
      queryKey: ["profiles", "unconfirmed"] as const,
      enabled: import.meta.env.VITE_SECURITY_PROFILE === "hardened",
      queryFn: (acting, { signal }): Promise<string[]> =>
        ask(acting, (client) => client.rpc("list_unconfirmed").abortSignal(signal)),
    }),
};
