import { useQuery } from "@tanstack/react-query";
import { useIsLive } from "#data/live.ts";
import { useLiveUnits } from "#data/units/live.ts";
import { unitQueries } from "#data/units/queries.ts";
import type { UnitNews } from "#data/units/roster.ts";

/** How often the roster is fetched while it cannot be followed, in milliseconds. */
const POLL_MS = 10_000;

/** The roster, live. @param onNews gets what somebody else did to a unit while it is open. */
export function useUnits(onNews: (news: UnitNews) => void) {
  const isLive = useIsLive();
  useLiveUnits(onNews);
  return useQuery({ ...unitQueries.roster(), refetchInterval: isLive ? false : POLL_MS });
}
