import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router";
import { type CaseFilter, NO_FILTER } from "#data/fines/lists.ts";
import { filterOf } from "../rules/case-filter.ts";

const NAMES = Object.keys(NO_FILTER) as (keyof CaseFilter)[];

/** The filter of the lists, kept in the address, so that a reload, a bookmark and the way back from a case keep it. */
export function useCaseFilter(): [CaseFilter, (filter: CaseFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const filter = useMemo(() => filterOf(search), [search]);

  function setFilter(next: CaseFilter) {
    setSearch(
      (current) => {
        for (const name of NAMES) {
          if (next[name] === "") current.delete(name);
          else current.set(name, next[name]);
        }
        return current;
      },
      { preventScrollReset: true, replace: true, state },
    );
  }
  return [filter, setFilter];
}
