import { useListInterval } from "#data/live.ts";
import { useLiveMinimums } from "#data/location_minimums/live.ts";
import { type LocationMinimum, locationMinimumQueries } from "#data/location_minimums/queries.ts";
import { useQuery } from "#data/use-query.ts";

const NONE: readonly LocationMinimum[] = [];

/** How many units of each location stay free at least, live. */
export function useMinimums(): readonly LocationMinimum[] {
  useLiveMinimums();
  return useQuery({ ...locationMinimumQueries.list(), refetchInterval: useListInterval(false) }).data ?? NONE;
}
