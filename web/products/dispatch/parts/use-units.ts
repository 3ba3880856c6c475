import { PROMPT_POLL_MS, useListInterval } from "#data/live.ts";
import { useLiveUnits } from "#data/units/live.ts";
import { unitQueries } from "#data/units/queries.ts";
import type { UnitNews } from "#data/units/roster.ts";
import { useQuery } from "#data/use-query.ts";

/** The units as they are fetched, for parts beside the roster, which follows them. */
export const useRoster = () =>
  useQuery({ ...unitQueries.roster(), refetchInterval: useListInterval(false, PROMPT_POLL_MS) });

/** The roster, live. @param onNews gets the changes by other people while the roster is open. */
export function useUnits(onNews: (news: UnitNews) => void) {
  useLiveUnits(onNews);
  return useRoster();
}
