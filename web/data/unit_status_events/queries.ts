/** Reads the history of a unit's statuses. */
import { keepPreviousData } from "@tanstack/react-query";
import { ask } from "../ask.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type UnitStatusEvent = Pick<
  Row<"unit_status_events">,
  "id" | "cause" | "from_status" | "to_status" | "by" | "at"
>;

/** The events that a history shows. */
const HISTORY_LIMIT = 100;

export const unitStatusEventQueries = {
  /** The latest events of a unit, newest first. @param version the version of the unit, by which a history that is open follows it. */
  ofUnit: (unitId: string, version: string) =>
    queryOptions({
      queryKey: ["unit_status_events", unitId, version] as const,
      placeholderData: keepPreviousData,
      queryFn: (acting, { signal }): Promise<UnitStatusEvent[]> =>
        ask(acting, (client) =>
          client
            .from("unit_status_events")
            .select("id, cause, from_status, to_status, by, at")
            .eq("unit_id", unitId)
            .order("at", { ascending: false })
            .order("id", { ascending: false })
            .limit(HISTORY_LIMIT)
            .abortSignal(signal),
        ),
    }),
};
