import { useEffect } from "react";
import { onWaitingChange } from "#shared/offline/device-store.ts";

/** The interval of the tries, in milliseconds; each change and each return of the network tries too. */
const TRY_EVERY_MS = 5_000;

/** Runs a queue while its screen is open, after `before` has prepared it. */
export function useRunningQueue(run: () => Promise<void>, before: () => Promise<void>): void {
  useEffect(() => {
    const runNow = () => void run();
    void before().then(runNow, runNow);
    const timer = setInterval(runNow, TRY_EVERY_MS);
    const unfollow = onWaitingChange(runNow);
    window.addEventListener("online", runNow);
    document.addEventListener("visibilitychange", runNow);
    return () => {
      clearInterval(timer);
      unfollow();
      window.removeEventListener("online", runNow);
      document.removeEventListener("visibilitychange", runNow);
    };
  }, [run, before]);
}
