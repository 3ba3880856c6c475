import { useSearchParams } from "react-router";

/**
 * What a screen shows, kept in the address under a name, so that a reload and the way back find it: one of the values, and the first while
 * the address names none of them.
 */
export function useInAddress<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const [asked, setAsked] = useTextInAddress(name);
  return [values.find((value) => value === asked) ?? values[0], setAsked as (value: Value) => void] as const;
}

/** A text of the address by its name; empty while the address names none. */
export function useTextInAddress(name: string) {
  const [search, setSearch] = useSearchParams();
  const setText = (next: string) =>
    setSearch(
      (current) => {
        current.set(name, next);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [search.get(name) ?? "", setText] as const;
}
