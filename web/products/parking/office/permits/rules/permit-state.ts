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

/** Whether a permit can be ended: it is not over. */
export const canEnd = (permit: Times, now: number): boolean => ["valid", "later"].includes(permitState(permit, now));

/** Days before its end from which a permit shows the number of days that are left. */
const SOON_DAYS = 14;
const DAY_MS = 86_400_000;

/** The end of a permit in a few words, and whether it comes soon; `now` in milliseconds since 1970. */
export function permitEnd(permit: Times, now: number): { text: string; isSoon: boolean } {
  const until = permit.ended_at ?? permit.valid_until;
  if (until === null) return { text: texts.untilEnded, isSoon: false };
  const days = Math.ceil((Date.parse(until) - now) / DAY_MS);
  const isOver = ["over", "ended"].includes(permitState(permit, now));
  if (!isOver && days <= SOON_DAYS) return { text: texts.daysLeft(days), isSoon: true };
  return { text: lastDayOf(until) ?? formatDateTime(until), isSoon: false };
}

/** The period of a permit in words. A permit that ends at midnight was given a last day, so that day is shown. */
export function permitPeriod({ valid_from, valid_until }: Pick<Permit, "valid_from" | "valid_until">): string {
  const from = formatDateTime(valid_from);
  if (valid_until === null) return texts.fromTo(from, texts.untilEnded);
  const lastDay = lastDayOf(valid_until);
  return lastDay === undefined ? texts.fromTo(from, formatDateTime(valid_until)) : texts.throughDay(from, lastDay);
}

/** The last day of a permit that ends at midnight (an ISO day); undefined for one that ends within a day. */
function lastDayOf(until: string): string | undefined {
  const end = new Date(until);
  const day = toDateValue(end);
  return startOfDay(day)?.getTime() === end.getTime() ? addDays(day, -1) : undefined;
}
