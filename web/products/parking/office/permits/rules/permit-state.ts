import type { Permit } from "#data/permits/queries.ts";
import { addDays, formatDateTime, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { permitTexts as texts } from "../permit-texts.ts";

export type PermitState = "valid" | "later" | "over" | "ended";

type Times = Pick<Permit, "valid_from" | "valid_until" | "ended_at">;

/**
 * The state of a permit at a moment (milliseconds since 1970), as `check_plate` decides it. A permit that was ended early is valid until
 * that moment.
 */
export function permitState(
  { valid_from: from, valid_until: until, ended_at: ended }: Times,
  now: number,
): PermitState {
  const isBefore = (moment: string | null) => moment !== null && Date.parse(moment) <= now;
  if (isBefore(ended)) return "ended";
  if (isBefore(until)) return "over";
  return isBefore(from) ? "valid" : "later";
}

/** The period of a permit in words. A permit that ends at midnight was given a last day, so that day is shown. */
export function permitPeriod({ valid_from, valid_until }: Pick<Permit, "valid_from" | "valid_until">): string {
  const from = formatDateTime(valid_from);
  if (valid_until === null) return texts.fromTo(from, texts.untilEnded);
  const end = new Date(valid_until);
  const day = toDateValue(end);
  const isMidnight = startOfDay(day)?.getTime() === end.getTime();
  return isMidnight ? texts.throughDay(from, addDays(day, -1)) : texts.fromTo(from, formatDateTime(valid_until));
}
