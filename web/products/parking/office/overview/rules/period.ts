import type { Period } from "#data/site_overview/queries.ts";
import { addDays, parseDateValue } from "#shared/format/dates.ts";

export const PERIODS = ["7", "30", "90", "own"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

/** The longest that the database answers for. */
const MOST_DAYS = 1096;

/**
 * The period that an address says, up to today unless it has days of its own: 30 days where it says none, and days that are none, in the
 * wrong order or too far apart made into the nearest that can be asked for.
 */
export function periodOf(search: URLSearchParams, today: string): Period & { choice: PeriodChoice } {
  const choice = PERIODS.find((period) => period === search.get("period")) ?? "30";
  if (choice !== "own") return { choice, first: addDays(today, 1 - Number(choice)), last: today };
  const day = (name: string, otherwise: string) => {
    const said = search.get(name) ?? "";
    return parseDateValue(said) === undefined ? otherwise : said;
  };
  const [first = today, last = today] = [day("from", addDays(today, -29)), day("to", today)].toSorted();
  const earliest = addDays(last, 1 - MOST_DAYS);
  return { choice, first: first < earliest ? earliest : first, last };
}
