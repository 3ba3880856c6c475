/** Reads which kinds of people must have a second factor, and from when (profile `hardened`). */
import { ask } from "../ask.ts";
import { queryOptions } from "../use-query.ts";

/**
 * Age in milliseconds up to which an answer is not fetched again. A demand is announced a week ahead, so an hour's delay matters little.
 */
const DUE_STALE_MS = 3_600_000;

export const demandQueries = {
  all: ["second_factor_demands"] as const,
  /** The kinds of people. */
  list: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "list"] as const,
      queryFn: (acting, { signal }) =>
        ask(acting, (client) => client.rpc("get_second_factor_demands").abortSignal(signal)),
    }),
  /** The days from which further kinds of people must have a second factor, by kind; kinds that must have a factor now are left out. */
  dates: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "dates"] as const,
      queryFn: async (acting, { signal }) =>
        (await ask(acting, (client) => client.rpc("get_second_factor_dates").abortSignal(signal))) as Readonly<
          Record<string, string>
        >,
    }),
  /** The date from which the acting person must have a second factor, or null. */
  due: () =>
    queryOptions({
      queryKey: ["second_factor_demands", "due"] as const,
      staleTime: DUE_STALE_MS,
      queryFn: (acting, { signal }): Promise<string | null> =>
        ask(acting, (client) => client.rpc("get_second_factor_due").abortSignal(signal)),
    }),
};
