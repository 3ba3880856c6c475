/** Reads a site's statistics: money, violations, places, hours and objections, by week. */
import { keepPreviousData } from "@tanstack/react-query";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import type { Period } from "../site_overview/queries.ts";
import { queryOptions } from "../use-query.ts";

/** Sums of a week: fines that were issued, money by `paid` and `refunded`, fines by the day of payment, objections by decision. */
export type WeekPart = "issued" | "money" | "payments" | "objections";
/** Sums of the whole period; `hours` are those of the week from Monday 00, `templates` are `decision:template`. */
export type TotalPart = "violations" | "places" | "hours" | "templates";

/** The week is its Monday, `yyyy-MM-dd`. Money is öre. */
export type WeekSum = [monday: string, part: WeekPart, key: string, count: number, ore: number];
/** The key is null for all places behind the thirty with the most fines. */
export type TotalSum = [part: TotalPart, key: string | null, count: number, ore: number];

/** The age of unpaid cases: not due, or due at most 30 days ago, at most 90, longer. */
export type LeftAge = "not_due" | "month" | "quarter" | "older";

export type SiteStatistics = {
  /** Today, by the company's clock in the database. */
  today: string;
  weeks: WeekSum[];
  totals: TotalSum[];
  /** Unpaid cases as they are now, by age, with their number and the amount left to pay. */
  left: [age: LeftAge, cases: number, ore: number][];
  /** The names of the violations and the titles of the reply templates in the sums, by id. */
  violations: Record<string, string>;
  templates: Record<string, string>;
};

export const statisticsQueries = {
  /** A site's statistics, for its admins. While another period loads, the last one stays on the screen. */
  of: (acting: ActingPerson, project: string, { first, last }: Period) =>
    queryOptions({
      queryKey: ["site_statistics", project, first, last] as const,
      placeholderData: keepPreviousData,
      queryFn: () =>
        callFunction<SiteStatistics>(acting, "site_statistics", { project, first, last, acting_as: acting.id }),
    }),
};
