import { toDateValue } from "#shared/format/dates.ts";
import { objectionTexts } from "../objection-texts.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Ages that are a warning and a danger, in days: an objection that is older has waited too long. */
const LATE_DAYS = 14;
const TOO_LATE_DAYS = 30;

/** The age of an objection, in days of the company's calendar. With a late clock it counts as today's. */
export function ageInWords(receivedAt: string, now: number): string {
  const days = daysBetween(receivedAt, now);
  if (days < 1) return objectionTexts.age.today;
  return days === 1 ? objectionTexts.age.yesterday : objectionTexts.age.days(days);
}

/** The tone of an objection's age (decisions §6). */
export function ageTone(receivedAt: string, now: number): "neutral" | "warning" | "danger" {
  const days = daysBetween(receivedAt, now);
  if (days > TOO_LATE_DAYS) return "danger";
  return days > LATE_DAYS ? "warning" : "neutral";
}

const daysBetween = (receivedAt: string, now: number): number =>
  Math.round((dayNumber(new Date(now)) - dayNumber(new Date(receivedAt))) / DAY_MS);

const dayNumber = (moment: Date): number => Date.parse(`${toDateValue(moment)}T00:00:00Z`);
