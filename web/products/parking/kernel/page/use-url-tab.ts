import { useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * The open tab, kept in the address, so that a reload, a bookmark and the back button keep it. Other state of the history entry, such as a
 * search, is kept too.
 * @param name of the parameter; @param tabs the first one is open when the address names none.
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
    // A press comes twice, by the mouse and by the focus; only the first makes a history entry.
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
