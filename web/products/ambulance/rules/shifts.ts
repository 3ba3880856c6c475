import type { TurnRow } from "#data/work_turns/queries.ts";
import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";

/** The turns of an employee's colleagues on duty. */
export const colleaguesOf = (onDuty: readonly TurnRow[], employeeId: string): TurnRow[] =>
  onDuty.filter((turn) => turn.user_id !== employeeId);

/** An ended shift in words: its day, its times and its length. The end names its day only if it is another one. */
export function shiftWords({ started_at, ended_at }: { started_at: string; ended_at: string }): {
  day: string;
  times: string;
  length: string;
} {
  const [start, end] = [new Date(started_at), new Date(ended_at)];
  return {
    day: toDateValue(start),
    times: `${toTimeValue(start)} – ${shortMoment(end, start.getTime())}`,
    length: spanText(end.getTime() - start.getTime()),
  };
}
