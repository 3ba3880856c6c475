import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** A function that stays the same at each render, so that unchanged rows are not drawn again. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}

type Functions = Record<string, (...args: never[]) => unknown>;

/** Functions that stay the same at each render, and so does the object that holds them. */
export function useStableAll<All extends Functions>(functions: All): All {
  const latest = useRef(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as All,
  );
  return stable;
}
