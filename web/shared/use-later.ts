import { useEffect, useState } from "react";

/**
 * Code that a screen can do without until it has come; undefined until then. What does not come is asked for again by the next screen.
 * `load` is one function for good.
 */
export function useLater<Part extends object>(load: () => Promise<Part>): Part | undefined {
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
