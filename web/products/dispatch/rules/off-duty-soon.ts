import type { DispatchSettings } from "#data/dispatch_settings/queries.ts";
import { addDays, combineDateAndTime, toDateValue } from "#shared/format/dates.ts";

/** The time before the end of duty in which screens say so, in milliseconds (document 5 §3). */
const SOON_MS = 15 * 60_000;

/** The day whose end of duty comes within 15 minutes of a moment in milliseconds since 1970; undefined when none does, or it is skipped. */
export function offDutySoon(
  { off_duty_at, off_duty_skipped_on }: Pick<DispatchSettings, "off_duty_at" | "off_duty_skipped_on">,
  now: number,
): string | undefined {
  if (off_duty_at === null) return undefined;
  const today = toDateValue(new Date(now));
  return [today, addDays(today, 1)].find((day) => {
    const at = combineDateAndTime(day, off_duty_at.slice(0, 5))?.getTime() ?? 0;
    return day !== off_duty_skipped_on && at > now && at - now <= SOON_MS;
  });
}
