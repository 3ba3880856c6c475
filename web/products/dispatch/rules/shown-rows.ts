/** Rows that an address asks for beside its tab, `show=`: what a measured figure leads to (document 5 §3). */

/** The periods of the measured figures, in days. */
export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** The units that a figure counts; the empty text means all. */
export type Duty = "" | "on-duty" | "free";

/** The name of the rows in the address. */
export const SHOW = "show";

/** The address of a tab with rows of a figure. */
export const shownAt = (tab: "units" | "calls", rows?: Duty | `reached-${Period}`): { search: string } => ({
  search: `?${new URLSearchParams({ tab, ...(rows !== undefined && { [SHOW]: rows }) })}`,
});

/** The units that the address asks for. */
export const dutyIn = (query: URLSearchParams): Duty => {
  const rows = query.get(SHOW);
  return rows === "on-duty" || rows === "free" ? rows : "";
};

/** The days whose reached calls the address asks for. */
export const periodIn = (query: URLSearchParams): Period | undefined =>
  PERIODS.find((days) => query.get(SHOW) === `reached-${days}`);
