/** Months of a screen, `yyyy-MM`, in the company's zone. */
import { useSearchParams } from "react-router";
import type { TurnKind } from "#data/work_turns/queries.ts";
import { addDays, startOfDay, toDateValue } from "#shared/format/dates.ts";
import type { Language } from "#shared/ui/language.ts";

/** The months ahead for which shifts are planned at most, as screens show them. */
const PLANNED_MONTHS = 12;

const monthOf = (at: number): string => toDateValue(new Date(at)).slice(0, 7);

/** A month in words: "november 2026". */
export const monthWords = (month: string, lang: Language): string =>
  new Intl.DateTimeFormat(lang === "en" ? "en-GB" : "sv-SE", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${month}-01`));

/** The month that lies `months` later. */
export function monthLater(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}

/** The last month that a screen shows: this one, or the one to which a plan may reach. */
export const latestMonth = (now: number, kind: TurnKind): string =>
  monthLater(monthOf(now), kind === "ase-employee" ? PLANNED_MONTHS : 0);

/** The month of the address, or this one: its first and last day, its first moment and the next month's. */
export function useMonth(now: number, kind: TurnKind) {
  const [search, setSearch] = useSearchParams();
  const typed = search.get("month") ?? "";
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) ? typed : monthOf(now);
  const [first, next] = [`${month}-01`, `${monthLater(month, 1)}-01`];
  return {
    month,
    first,
    last: addDays(next, -1),
    from: startOfDay(first)?.toISOString() ?? first,
    to: startOfDay(next)?.toISOString() ?? next,
    isLatest: month >= latestMonth(now, kind),
    show: (months: number) =>
      setSearch(
        (current) => {
          current.set("month", monthLater(month, months));
          return current;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
}
