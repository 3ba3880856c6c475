import { useMemo } from "react";
import { useSearchParams } from "react-router";
import type { Period } from "#data/site_overview/queries.ts";
import { toDateValue } from "#shared/format/dates.ts";
import { useNow } from "#shared/use-now.ts";
import { type PeriodChoice, periodOf } from "./rules/period.ts";

/** The period of the charts, kept in the address. Choosing days makes it a period of one's own. */
export function usePeriod(): [Period & { choice: PeriodChoice }, (choice: PeriodChoice, days?: Period) => void] {
  const [search, setSearch] = useSearchParams();
  const today = toDateValue(new Date(useNow()));
  const period = useMemo(() => periodOf(search, today), [search, today]);

  function setPeriod(choice: PeriodChoice, { first, last }: Period = period) {
    const own = choice === "own" ? { from: first, to: last } : undefined;
    setSearch({ period: choice, ...own }, { replace: true, preventScrollReset: true });
  }
  return [period, setPeriod];
}
