import { useMemo } from "react";
import { useLiveAlarms } from "#data/alarms/live.ts";
import { type Alarm, alarmQueries } from "#data/alarms/queries.ts";
import { usePulse } from "#data/contact.ts";
import { useQuery } from "#data/use-query.ts";

const NONE: readonly Alarm[] = [];

/** The open alarms, oldest first: live, and fetched every 5 s beside it, which is the pulse of the screen. */
export function useAlarms(): readonly Alarm[] {
  useLiveAlarms();
  return usePulse(alarmQueries.open()).data ?? NONE;
}

/** The units that have an open alarm, by their id. */
export function useAlarmedUnits(): ReadonlySet<string> {
  const { data } = useQuery({ ...alarmQueries.open(), retry: false });
  return useMemo(() => new Set(data?.map(({ unit_id }) => unit_id)), [data]);
}
