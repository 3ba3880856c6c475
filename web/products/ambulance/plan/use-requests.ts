import { useLivePlan } from "#data/planned_shifts/live.ts";
import { plannedShiftQueries } from "#data/planned_shifts/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";
import { requestsIn } from "./plan-rules.ts";

/** What waits for the admin in the shifts to come, live, and how much that is. */
export function useRequests() {
  const refetchInterval = useListInterval(false, PROMPT_POLL_MS);
  useLivePlan();
  const query = useQuery({ ...plannedShiftQueries.ahead(null), refetchInterval });
  return { ...query, data: query.data && requestsIn(query.data) };
}
