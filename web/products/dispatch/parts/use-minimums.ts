import { useListInterval } from "#data/live.ts";
import { type LocationMinimum, locationMinimumQueries } from "#data/location_minimums/queries.ts";
import { useQuery } from "#data/use-query.ts";

const NONE: readonly LocationMinimum[] = [];

/** How many units of each location stay free at least. */
export const useMinimums = (): readonly LocationMinimum[] =>
  useQuery({ ...locationMinimumQueries.list(), refetchInterval: useListInterval(false) }).data ?? NONE;
