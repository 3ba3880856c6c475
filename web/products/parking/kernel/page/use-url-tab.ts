import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * Which tab is open, kept in the address, so that a reload, a bookmark and the browser's back button keep it. What else the entry of the
 * history keeps, such as a search, goes on with it.
 * @param name of the parameter; @param tabs the first one is open when the address says none of them.
 */
export function useUrlTab<Tab extends string>(name: string, tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const open = tabs.find((tab) => tab === search.get(name)) ?? tabs[0];
  const asked = useRef(open);
  useEffect(() => {
    asked.current = open;
  }, [open]);

  function setOpen(tab: Tab) {
    // A press is told twice, by the mouse and by the focus that it brings; one step back takes it back.
    if (asked.current === tab) return;
    asked.current = tab;
    setSearch(
      (current) => {
        current.set(name, tab);
        return current;
      },
      { preventScrollReset: true, state },
    );
  }
  return [open, setOpen];
}
