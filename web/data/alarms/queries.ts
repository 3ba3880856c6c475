/** Reads the open alarms of units. The read is the pulse of dispatch's screens: an alarm comes also through a socket that lags (document 5 §10). */
import { ask } from "../ask.ts";
import { asPulse } from "../contact.ts";
import type { Row } from "../live.ts";
import { queryOptions } from "../use-query.ts";

export type Alarm = Omit<Row<"alarms">, "created_at" | "cleared_by" | "cleared_at" | "outcome" | "note">;

const COLUMNS = "id, unit_id, unit_number, place, raised_by, raised_at, acknowledged_by, acknowledged_at" as const;

/** As many as there are units (document 5 §10). */
const ALARMS_LIMIT = 500;

export const alarmQueries = {
  /** The alarms that nobody cleared, oldest first. */
  open: () =>
    queryOptions({
      queryKey: ["alarms", "open"] as const,
      queryFn: (acting): Promise<Alarm[]> =>
        asPulse((signal) =>
          ask(acting, (client) =>
            client
              .from("alarms")
              .select(COLUMNS)
              .is("cleared_at", null)
              .order("raised_at")
              .order("id")
              .limit(ALARMS_LIMIT)
              .abortSignal(signal),
          ),
        ),
    }),
};
