/** Reads a site's overview: the figures of now, and the sums of a period by day. */
import { keepPreviousData } from "@tanstack/react-query";
import type { ActingPerson } from "../acting.ts";
import { callFunction } from "../call-function.ts";
import { queryOptions } from "../use-query.ts";

/** A period of days `yyyy-MM-dd`, both included. */
export type Period = { first: string; last: string };

/** Sums by day: fines by status, fines by the day of payment, objections by decision. */
export type DayPart = "fines" | "payments" | "objections";
/** Sums of the whole period: parkings by hour, fines by violation. */
export type TotalPart = "parkings" | "violations";

export type DaySum = [day: string, part: DayPart, key: string, count: number];
export type TotalSum = [part: TotalPart, key: string, count: number];

export type SiteOverview = {
  /** Today, by the company's clock in the database. */
  today: string;
  figures: {
    running: number;
    fines_today: number;
    unpaid: number;
    unpaid_ore: number;
    objections: number;
    /** The arrival of the oldest waiting objection; null when none waits. */
    oldest_objection: string | null;
    shifts: number;
  };
  days: DaySum[];
  totals: TotalSum[];
  /** The names of the violations in the sums, by id. */
  violations: Record<string, string>;
};

/** The interval of the fetches, in milliseconds; the database counts today at each call. */
const POLL_MS = 30_000;

export const overviewQueries = {
  /** A site's overview, for its admins. While another period loads, the last one stays on the screen. */
  of: (acting: ActingPerson, project: string, { first, last }: Period) =>
    queryOptions({
      queryKey: ["site_overview", project, first, last] as const,
      refetchInterval: POLL_MS,
      placeholderData: keepPreviousData,
      queryFn: () =>
        callFunction<SiteOverview>(acting, "site_overview", { project, first, last, acting_as: acting.id }),
    }),
};
