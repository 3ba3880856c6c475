/** Reads which kinds of people must have a second factor; only for the main admin (profile `hardened`). */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

export const demandQueries = {
  all: ["second_factor_demands"] as const,
  /** The kinds of people. */
  list: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "list"] as const,
      queryFn: (acting, { signal }) =>
        ask(acting, (client) => client.rpc("get_second_factor_demands").abortSignal(signal)),
    }),
  /** The date from which the main admin must have one, or null. The profile `specified` makes only the calls of the documents. */
  due: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "due"] as const,
      enabled: import.meta.env.VITE_SECURITY_PROFILE === "hardened",
      queryFn: (acting, { signal }): Promise<string | null> =>
        ask(acting, (client) => client.rpc("get_second_factor_due").abortSignal(signal)),
    }),
};
