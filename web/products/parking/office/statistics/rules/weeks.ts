/** Weeks from Monday to Sunday, as ISO 8601 counts them. Pure functions of days `yyyy-MM-dd`. */
import type { Period } from "#data/site_overview/queries.ts";
import { addDays, parseDateValue } from "#shared/format/dates.ts";

export const WEEKS = ["13", "26", "52"] as const;
export type WeekChoice = (typeof WEEKS)[number];

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = parseDateValue(day)?.getDay() ?? 1;
  return addDays(day, -((weekday + 6) % 7));
}

/** The chosen number of whole weeks, up to the Sunday of this week. An address with another number has 13. */
export function weeksOf(search: URLSearchParams, today: string): Period & { choice: WeekChoice } {
  const choice = WEEKS.find((weeks) => weeks === search.get("weeks")) ?? "13";
  const monday = mondayOf(today);
  return { choice, first: addDays(monday, 7 - 7 * Number(choice)), last: addDays(monday, 6) };
}

/** The Mondays of a period. */
export function mondaysOf({ first, last }: Period): string[] {
  const mondays: string[] = [];
  for (let day = mondayOf(first); day <= last; day = addDays(day, 7)) mondays.push(day);
  return mondays;
}

/** The year and number of a Monday's week: the year that has the week's Thursday. */
export function numberOfWeek(monday: string): { year: string; week: number } {
  const thursday = addDays(monday, 3);
  const year = thursday.slice(0, 4);
  let week = 1;
  for (let day = addDays(thursday, -7); day.slice(0, 4) === year; day = addDays(day, -7)) week += 1;
  return { year, week };
}
