import { toDateValue } from "#shared/format/dates.ts";
import { objectionTexts } from "../objection-texts.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The age of an objection, in days of the company's calendar. With a late clock it counts as today's. */
export function ageInWords(receivedAt: string, now: number): string {
  const days = Math.round((dayNumber(new Date(now)) - dayNumber(new Date(receivedAt))) / DAY_MS);
  if (days < 1) return objectionTexts.age.today;
  return days === 1 ? objectionTexts.age.yesterday : objectionTexts.age.days(days);
}

const dayNumber = (moment: Date): number => Date.parse(`${toDateValue(moment)}T00:00:00Z`);
