/** Keeps the open alarms live (document 5 §10). */
import { defineLiveLists } from "../define-live.ts";
import type { Change } from "../live.ts";
import { type Alarm, alarmQueries } from "./queries.ts";

const { queryKey: OPEN } = alarmQueries.open();

/** A change is seen and heard as soon as it is told: the fetch that follows takes longer where many screens ask at once. */
export const useLiveAlarms = defineLiveLists(() => ({
  table: "alarms" as const,
  lists: OPEN,
  apply: withAlarm,
  refetch: () => [OPEN],
}));

/** The open alarms after a change, oldest first. A change that is told late takes no acknowledgement back. */
export function withAlarm(open: readonly Alarm[], change: Change<"alarms">): Alarm[] {
  if (change.eventType === "DELETE") return open.filter(({ id }) => id !== change.old.id);
  const {
    cleared_at: clearedAt,
    created_at: _,
    cleared_by: _by,
    outcome: _outcome,
    note: _note,
    ...alarm
  } = change.new;
  const others = open.filter(({ id }) => id !== alarm.id);
  if (clearedAt !== null) return others;
  const known = open.find(({ id }) => id === alarm.id);
  const isLate = alarm.acknowledged_at === null && known !== undefined && known.acknowledged_at !== null;
  return [...others, isLate ? known : alarm].toSorted(
    (a, b) => Date.parse(a.raised_at) - Date.parse(b.raised_at) || (a.id < b.id ? -1 : 1),
  );
}
