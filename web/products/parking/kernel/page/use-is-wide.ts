import { useSyncExternalStore } from "react";

/** The width from which the office has a rail (`lg` of tokens.css). */
const WIDE = "(min-width: 68rem)";

function onWidthChange(tell: () => void): () => void {
  const width = window.matchMedia(WIDE);
  width.addEventListener("change", tell);
  return () => width.removeEventListener("change", tell);
}

/** Whether the window has room for a rail beside the page. */
export const useIsWide = (): boolean => useSyncExternalStore(onWidthChange, () => window.matchMedia(WIDE).matches);
