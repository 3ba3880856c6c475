/** The caches of server state: one for the page, and one for each login where logins are apart. */
import { QueryClient } from "@tanstack/react-query";
import { onAccountChange } from "./client.ts";
import { DataError } from "./data-error.ts";

/** An answer with a status below 500 will not get better by asking again. */
const isWorthRetrying = (error: unknown) => !(error instanceof DataError) || error.status === 0 || error.status >= 500;

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Live tables are told of changes; others may be a few seconds old when a screen opens again.
        // What was read before the clock was set back would be young for as long as that.
        staleTime: ({ state }) => (state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : 5_000),
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 500,
        // A phone that says "offline" may still reach a server on its own network.
        networkMode: "always",
      },
      mutations: { networkMode: "always", retry: false },
    },
  });

/** The cache of screens that stand open to everybody, and of the e-mail account. */
export const queryClient = createQueryClient();

// What one account was told is not for the next one.
onAccountChange(() => void queryClient.resetQueries());
