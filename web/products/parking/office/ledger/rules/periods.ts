/** Periods of a site's books: a month or a financial year. Pure functions of days `yyyy-MM-dd`. */
import type { Period } from "#data/site_overview/queries.ts";
import { financialYear } from "./sie.ts";

/** A period by its name in the address: `2026-11`, or `year-2026-11` for the year that holds the month. */
export function periodOf(
  name: string | null,
  today: string,
  yearStart: number,
): Period & { name: string; isYear: boolean } {
  const [, year, month] = /^(year-)?(\d{4}-(?:0[1-9]|1[0-2]))$/.exec(name ?? "") ?? [];
  const first = `${month ?? today.slice(0, 7)}-01`;
  if (year === undefined) return { name: first.slice(0, 7), first, last: lastOf(first), isYear: false };
  const { start, end } = financialYear(first, yearStart);
  return { name: `year-${start.slice(0, 7)}`, first: start, last: end, isYear: true };
}

/** The names of the years and months to choose from, newest first: those with lines, today's and the chosen one. */
export function periodNames(
  months: readonly string[],
  chosen: string,
  today: string,
  yearStart: number,
): { years: string[]; months: string[] } {
  const known = [...months, `${today.slice(0, 7)}-01`, `${chosen.replace("year-", "")}-01`];
  const years = known.map((month) => `year-${financialYear(month, yearStart).start.slice(0, 7)}`);
  return { years: newestFirst(years), months: newestFirst(known.map((month) => month.slice(0, 7))) };
}

const newestFirst = (names: readonly string[]) => [...new Set(names)].toSorted().toReversed();

/** The open months with lines before a month, oldest first. */
export const openBefore = (
  { months, closed_until: until }: { months: readonly string[]; closed_until: string | null },
  month: string,
): string[] => months.filter((each) => each < month && (until === null || each > until)).toSorted();

/** The last day of the month that a day begins. */
function lastOf(first: string): string {
  const [year, month] = first.split("-").map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString().slice(0, 10);
}
