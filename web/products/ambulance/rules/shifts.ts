import type { AseShift } from "#data/ase_shifts/queries.ts";
import { toDateValue, toTimeValue } from "#shared/format/dates.ts";
import { shortMoment } from "#shared/format/short-moment.ts";
import { spanText } from "#shared/format/spans.ts";

/** Who is on duty as an employee sees it: their own shift that is going on, if any, and those of colleagues. */
export function dutyOf(
  onDuty: readonly AseShift[],
  employeeId: string,
): { own: AseShift | undefined; colleagues: AseShift[] } {
  return {
    own: onDuty.find((shift) => shift.employee_id === employeeId),
    colleagues: onDuty.filter((shift) => shift.employee_id !== employeeId),
  };
}

/**
 * A shift in words: its day, from when to when, and how long it was. The end says its day only when it is another one.
 * @param shift one that has ended.
 */
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
