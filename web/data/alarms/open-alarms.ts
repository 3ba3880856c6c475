/** The list of open alarms after one of them changed, by a live change or by the answer to a press. */
import type { Row } from "../live.ts";
import type { Alarm } from "./queries.ts";

/** The open alarms with one as it is now, oldest first. What is told late takes no acknowledgement back. */
export function withAlarm(open: readonly Alarm[], now: Row<"alarms">): Alarm[] {
  const { cleared_at: clearedAt, created_at: _, cleared_by: _by, outcome: _outcome, note: _note, ...alarm } = now;
  const others = open.filter(({ id }) => id !== alarm.id);
  if (clearedAt !== null) return others;
  const known = open.find(({ id }) => id === alarm.id);
  const isLate = alarm.acknowledged_at === null && known !== undefined && known.acknowledged_at !== null;
  return [...others, isLate ? known : alarm].toSorted(
    (a, b) => Date.parse(a.raised_at) - Date.parse(b.raised_at) || (a.id < b.id ? -1 : 1),
  );
}
