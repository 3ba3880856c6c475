import { useEffect, useState } from "react";

/** The interval at which the time is updated, in milliseconds. */
const EVERY_MS = 5000;

/** The time in milliseconds since 1970, updated while the screen is open. One timer serves a whole list. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, EVERY_MS);
    // A phone pauses timers while it sleeps.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}
