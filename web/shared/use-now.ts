import { useEffect, useState } from "react";

/** How late a status may change on the screen, in milliseconds. */
const EVERY_MS = 5000;

/** The time in milliseconds since 1970, kept up while the screen is open: one timer for a whole list. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, EVERY_MS);
    // Timers sleep with the phone.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  return now;
}
