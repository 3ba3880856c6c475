/** Keeps the open alarms live (document 5 §10). */
import { defineLiveLists } from "../define-live.ts";
import type { Change } from "../live.ts";
import { withAlarm } from "./open-alarms.ts";
import { type Alarm, alarmQueries } from "./queries.ts";

const { queryKey: OPEN } = alarmQueries.open();

/** A change is seen and heard as soon as it is told: the fetch that follows takes longer where many screens ask at once. */
export const useLiveAlarms = defineLiveLists(() => ({
  table: "alarms" as const,
  lists: OPEN,
  apply: withChange,
  refetch: () => [OPEN],
}));

/** The open alarms after a change. */
function withChange(open: readonly Alarm[], change: Change<"alarms">): Alarm[] {
  return change.eventType === "DELETE" ? open.filter(({ id }) => id !== change.old.id) : withAlarm(open, change.new);
}
