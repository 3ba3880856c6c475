import { REFETCH_MS } from "#contract/limits.ts";
import { contactMessageQueries } from "#data/contact_messages/queries.ts";
import { useListInterval } from "#data/live.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";

/**
 * The contact messages, newest first: all fetched pages, or the first `shown`. They are fetched every 30 s even while they are live
 * (document 1 §7).
 */
export const useMessages = (shown?: number) =>
  useInfiniteQuery({
    ...contactMessageQueries.list(),
    select: (data) => data.pages.flat().slice(0, shown),
    refetchInterval: useListInterval(REFETCH_MS.contactMessages),
  });
