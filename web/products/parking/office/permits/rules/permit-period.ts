import type { Permit } from "#data/permits/queries.ts";
import { addDays, formatDateTime, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { permitTexts as texts } from "../permit-texts.ts";

/** The period of a permit in words. A permit that ends at midnight was given a last day, so that day is shown. */
export function permitPeriod({ valid_from, valid_until }: Pick<Permit, "valid_from" | "valid_until">): string {
  const from = formatDateTime(valid_from);
  if (valid_until === null) return texts.fromTo(from, texts.untilEnded);
  const end = new Date(valid_until);
  const day = toDateValue(end);
  const isMidnight = startOfDay(day)?.getTime() === end.getTime();
  return isMidnight ? texts.throughDay(from, addDays(day, -1)) : texts.fromTo(from, formatDateTime(valid_until));
}
