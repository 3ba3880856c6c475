import type { Period } from "#data/site_overview/queries.ts";
import { addDays, parseDateValue } from "#shared/format/dates.ts";

export const PERIODS = ["7", "30", "90", "own"] as const;
export type PeriodChoice = (typeof PERIODS)[number];

/** The longest period that the database answers, in days. */
const MOST_DAYS = 1096;

/**
 * The period in an address: by default the last 30 days up to today, or days of one's own. Invalid, reversed or too long periods become the
 * nearest valid one.
 */
export function periodOf(search: URLSearchParams, today: string): Period & { choice: PeriodChoice } {
  const choice = PERIODS.find((period) => period === search.get("period")) ?? "30";
  if (choice !== "own") return { choice, first: addDays(today, 1 - Number(choice)), last: today };
  const day = (name: string, otherwise: string) => {
    const typed = search.get(name) ?? "";
    return parseDateValue(typed) === undefined ? otherwise : typed;
  };
  const [first = today, last = today] = [day("from", addDays(today, -29)), day("to", today)].toSorted();
  const earliest = addDays(last, 1 - MOST_DAYS);
  return { choice, first: first < earliest ? earliest : first, last };
}
