import { type ReactNode, useLayoutEffect } from "react";
import { setDrawn } from "#shared/first-now.ts";
import { useIsAlive } from "#shared/use-is-alive.ts";

/** A prerendered page that the browser takes over. Its times are shown together with the clock's own (tools/prerender.mjs hides them). */
export function TakenOver({ children }: { children: ReactNode }) {
  // The first drawing is the prerendered one; the next follows at once, with the times of the clock.
  const isAlive = useIsAlive();
  useLayoutEffect(() => {
    if (!isAlive) return;
    setDrawn(false);
    delete document.documentElement.dataset["drawn"];
  }, [isAlive]);
  return children;
}
