import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { useListInterval } from "#data/live.ts";
import { rowsOf } from "#data/keyset-pages.ts";
import { BY_END_MS, type ParkingEnd, type ParkingListScope, parkingQueries } from "#data/parkings/queries.ts";
import { useInfiniteQuery } from "#data/use-infinite-query.ts";
import { useQuery } from "#data/use-query.ts";
import type { Log } from "#session/actions/use-activity-log.ts";

/** The list with its entries in the activity log (document 1 §7): one for the opening and one for each search. */
export function useParkingList({ project, search }: ParkingListScope, log: Log) {
  const query = useInfiniteQuery({
    ...parkingQueries.list({ project, search }),
    select: rowsOf,
    // A new search keeps the rows of the one before until it is answered.
    placeholderData: keepPreviousData,
    refetchInterval: useListInterval(),
  });

  const { isPlaceholderData, isSuccess, isError, error } = query;
  const outcome = isError ? "failed" : isSuccess && !isPlaceholderData ? "success" : undefined;
  const reason = error?.message;
  useEffect(() => {
    log("fetch_parkings_attempt", { search });
  }, [log, search]);
  useEffect(() => {
    if (outcome === undefined) return;
    log(`fetch_parkings_${outcome}`, { search, ...(reason === undefined ? {} : { error: reason }) });
  }, [log, search, outcome, reason]);
  return query;
}

/** The list of running or of ended parkings. */
export function useParkingsByEnd(project: string | undefined, end: ParkingEnd | undefined) {
  return useInfiniteQuery({
    ...parkingQueries.listByEnd({ project, end: end ?? "active" }),
    enabled: end !== undefined,
    select: rowsOf,
    refetchInterval: useListInterval(BY_END_MS),
  });
}

/** The number of a project's parkings: all, running, and ended. */
export const useParkingCounts = (project: string | undefined) =>
  useQuery({ ...parkingQueries.counts(project), refetchInterval: useListInterval(BY_END_MS) });
