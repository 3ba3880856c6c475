import { useSyncExternalStore } from "react";

/** The same width as the breakpoint `md` of the styles. */
const WIDE = "(min-width: 52rem)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether the window is wide enough for a table. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches);
