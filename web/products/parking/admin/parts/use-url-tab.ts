import { useSearchParams } from "react-router";

/**
 * Which tab is open, kept in the address, so that a reload, a bookmark and the browser's back button keep it.
 * @param name of the parameter; @param tabs the first one is open when the address says none of them.
 */
export function useUrlTab<Tab extends string>(name: string, tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: Tab) => void] {
  const [search, setSearch] = useSearchParams();
  const open = tabs.find((tab) => tab === search.get(name)) ?? tabs[0];
  const setOpen = (tab: Tab) =>
    setSearch(
      (current) => {
        current.set(name, tab);
        return current;
      },
      { preventScrollReset: true },
    );
  return [open, setOpen];
}
