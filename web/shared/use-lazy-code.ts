import { useEffect, useState } from "react";

/**
 * Loads code that a screen can start without; undefined until it is there. Code that fails to load is tried again by the next screen.
 * `load` must be the same function at each render.
 */
export function useLazyCode<Part extends object>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    let isGone = false;
    load().then(
      (found) => !isGone && setPart(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return part;
}
