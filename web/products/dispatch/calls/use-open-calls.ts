import { useLiveCalls } from "#data/calls/live.ts";
import { callQueries } from "#data/calls/queries.ts";
import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useQuery } from "#data/use-query.ts";

/** The open calls, live. */
export function useOpenCalls() {
  useLiveCalls();
  return useQuery({ ...callQueries.open(), refetchInterval: useListInterval(false, PROMPT_POLL_MS) });
}
