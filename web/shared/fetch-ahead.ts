import { useEffect } from "react";

/**
 * Fetches the code of the next screens once this screen is drawn, because people open them where the network is weak. Code that fails to
 * load is fetched when its screen is opened. `screens` must be the same array at each render.
 */
export function useFetchAhead(screens: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    for (const fetchScreen of screens) fetchScreen().catch(() => undefined);
  }, [screens]);
}
