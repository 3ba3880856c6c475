import { useMemo } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveParkingDeletions } from "#data/parking_deletion_logs/live.ts";
import { parkingDeletionQueries } from "#data/parking_deletion_logs/queries.ts";
import { useLiveParkings } from "#data/parkings/live.ts";
import { parkingQueries } from "#data/parkings/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import type { PagedQuery } from "#shared/ui/paged-list.tsx";
import { type LogEntry, mergeParkingLog } from "../rules/parking-log.ts";

/** The parking log of a site: existing and removed parkings as one live list (document 1 §4). */
export function useParkingLog(project: string): PagedQuery<LogEntry> {
  const refetchInterval = useListInterval();
  const parkings = useInfiniteQuery({ ...parkingQueries.list({ project, search: "" }), refetchInterval });
  const deletions = useInfiniteQuery({ ...parkingDeletionQueries.list(project), refetchInterval });
  useLiveParkings(project);
  useLiveParkingDeletions(project);

  const { data: parkingPages, hasNextPage: moreParkings } = parkings;
  const { data: deletionPages, hasNextPage: moreDeletions } = deletions;
  const entries = useMemo(
    () =>
      parkingPages === undefined || deletionPages === undefined
        ? undefined
        : mergeParkingLog(
            { rows: parkingPages.pages.flat(), hasMore: moreParkings },
            { rows: deletionPages.pages.flat(), hasMore: moreDeletions },
          ),
    [parkingPages, deletionPages, moreParkings, moreDeletions],
  );

  return {
    data: entries,
    error: parkings.error ?? deletions.error,
    isFetching: parkings.isFetching || deletions.isFetching,
    refetch: () => Promise.all([parkings.refetch(), deletions.refetch()]),
    hasNextPage: moreParkings || moreDeletions,
    isFetchingNextPage: parkings.isFetchingNextPage || deletions.isFetchingNextPage,
    isFetchNextPageError: parkings.isFetchNextPageError || deletions.isFetchNextPageError,
    // Both lists are fetched, so that the complete part of the merged list always grows.
    fetchNextPage: () =>
      Promise.all([moreParkings && parkings.fetchNextPage(), moreDeletions && deletions.fetchNextPage()]),
  };
}
