import type { Permit } from "#data/permits/queries.ts";
import { addDays, formatDateTime, startOfDay, toDateValue } from "#shared/format/dates.ts";
import { permitTexts as texts } from "../permit-texts.ts";

/** From when until when a permit holds, in words. One that ends at a midnight was given its last day, and says that day. */
export function permitPeriod({ valid_from, valid_until }: Pick<Permit, "valid_from" | "valid_until">): string {
  const from = formatDateTime(valid_from);
  if (valid_until === null) return texts.fromTo(from, texts.untilEnded);
  const end = new Date(valid_until);
  const day = toDateValue(end);
  const isMidnight = startOfDay(day)?.getTime() === end.getTime();
  return isMidnight ? texts.throughDay(from, addDays(day, -1)) : texts.fromTo(from, formatDateTime(valid_until));
}
