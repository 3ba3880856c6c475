/** The caches of server data: one for the page, and one for each login where logins are apart. */
import { QueryClient } from "@tanstack/react-query";
import { DataError } from "./data-error.ts";

/** An answer with a status below 500 does not get better by a repetition. */
const isWorthRetrying = (error: unknown) => !(error instanceof DataError) || error.status === 0 || error.status >= 500;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Live tables report changes; other data may be a few seconds old when a screen opens again. Data from before a clock was set back
        // would look fresh for too long, so it counts as stale.
        staleTime: ({ state }) => (state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : 5_000),
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
        // A phone that says "offline" may still reach a server on its own network.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });

/** The cache of public screens, and of the e-mail account. */
export const queryClient = createQueryClient();
