/** Reading a site's overview: figures of now, and the sums of a period by day. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callFunction } from "../call-function.ts";

/** Both days are included, `yyyy-MM-dd`. */
export type Period = { first: string; last: string };

/** Parts of the sums that are told by day: fines by status, fines by when they were paid, objections by decision. */
export type DayPart = "fines" | "payments" | "objections";
/** Parts that are told for the whole period: parkings by hour, fines by violation. */
export type TotalPart = "parkings" | "violations";

export type DaySum = [day: string, part: DayPart, key: string, count: number];
export type TotalSum = [part: TotalPart, key: string, count: number];

export type SiteOverview = {
  /** The company's day, as the database has it. */
  today: string;
  figures: {
    running: number;
    fines_today: number;
    unpaid: number;
    unpaid_ore: number;
    objections: number;
    /** When the oldest objection that waits came; null where none does. */
    oldest_objection: string | null;
    shifts: number;
  };
  days: DaySum[];
  totals: TotalSum[];
  /** What the violations of the sums are called, by their ids. */
  violations: Record<string, string>;
};

/** How often it is asked for anew, in milliseconds: today is counted at each call. */
const POLL_MS = 30_000;

export const overviewQueries = {
  /** A site's overview, for its admins. While another period is fetched the one before stays. */
  of: (project: string, { first, last }: Period, actingAs: string) =>
    queryOptions({
      queryKey: ["site_overview", project, first, last] as const,
      refetchInterval: POLL_MS,
      placeholderData: keepPreviousData,
      queryFn: () => callFunction<SiteOverview>("site_overview", { project, first, last, acting_as: actingAs }),
    }),
};
