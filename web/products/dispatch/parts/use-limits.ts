import { useMemo } from "react";
import { useListInterval } from "#data/live.ts";
import { useLiveUnitStatuses } from "#data/unit_statuses/live.ts";
import { unitStatusQueries } from "#data/unit_statuses/queries.ts";
import { useQuery } from "#data/use-query.ts";
import { type Limits, limitsOf } from "../rules/attention.ts";

/** The limits of all statuses, live; none while they are not fetched. */
export function useLimits(): Limits {
  useLiveUnitStatuses();
  const { data } = useQuery({ ...unitStatusQueries.list(), refetchInterval: useListInterval() });
  return useMemo(() => limitsOf(data ?? []), [data]);
}
