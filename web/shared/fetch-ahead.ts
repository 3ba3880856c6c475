import { useEffect } from "react";

/**
 * Fetches the code of screens that lead on from here, once the screen itself stands: people open them where the network is weak. What
 * does not come is fetched when it is opened. `screens` is one list for good.
 */
export function useFetchAhead(screens: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    for (const fetchScreen of screens) fetchScreen().catch(() => undefined);
  }, [screens]);
}
