import { useEffect, useState } from "react";
import { useNow } from "#shared/use-now.ts";

/** A browser's timer runs at once when it should wait for longer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** The time in milliseconds since 1970 as `useNow` gives it, and as soon as the nearest of these moments has come. */
export function useNowAt(moments: readonly (string | null)[]): number {
  const tick = useNow();
  const [reached, setReached] = useState(0);
  const now = Math.max(tick, reached);
  const next = Math.min(
    ...moments.map((each) => (each === null ? NaN : Date.parse(each))).filter((each) => each > now),
  );
  useEffect(() => {
    const wait = next - Date.now();
    if (!(wait < LONGEST_WAIT_MS)) return undefined;
    const timer = setTimeout(() => setReached(Math.max(next, Date.now())), Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}
