import { useSearchParams } from "react-router";
import { SHOW } from "../rules/shown-rows.ts";

/** The open tab, kept in the address so that a reload or the back button finds it; `first` when the address names none. */
export function useOpenTab<Value extends string>(values: readonly [Value, ...Value[]], first: Value = values[0]) {
  const [query, setQuery] = useSearchParams();
  const named = query.get("tab");
  const value = values.find((each) => each === named) ?? first;
  const setValue = (next: Value) =>
    setQuery(
      (current) => {
        current.set("tab", next);
        current.delete(SHOW);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  return [value, setValue] as const;
}
