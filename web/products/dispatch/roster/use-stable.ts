import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same at each render, so that unchanged rows are not drawn again. */
export function useStable<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args) => latest.current(...args), []);
}
