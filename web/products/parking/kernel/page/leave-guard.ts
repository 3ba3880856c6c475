import { useContext, useEffect, useEffectEvent } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { confirm, type ConfirmQuestion, loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { randomKey } from "#shared/random-key.ts";
import { isTakingVersion } from "./new-version.ts";

/**
 * Asks before an unfinished form is left: by a link, Tillbaka, the back button, a reload or a closed window; for the last two the browser
 * has its own words (document 4 §5). It uses the router directly, because `useBlocker` would be in the code of the first page.
 * @param isKept whether the draft lies on the device, so that a newer application may take over without asking
 */
export function useLeaveGuard(isUnfinished: boolean, isKept: boolean, question: ConfirmQuestion): void {
  const context = useContext(DataRouterContext);
  const askNow = useEffectEvent(() => confirm(question));
  const mayTakeVersion = useEffectEvent(() => isKept && isTakingVersion());
  useEffect(() => {
    if (!isUnfinished || context === null) return undefined;
    void loadConfirmDialog().catch(() => undefined);
    const { router } = context;
    const key = randomKey();
    // An address that differs only in its query is the same form.
    router.getBlocker(key, ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
    let isAsking = false;
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key);
      if (blocker?.state !== "blocked" || isAsking) return;
      isAsking = true;
      void askNow().then((isSure) => {
        isAsking = false;
        const isStill = router.state.blockers.get(key)?.state === "blocked";
        // A form that was stored while the question was open has no guard any more. The person wanted to leave it, so the address changes now.
        if (!isStill && isSure) void router.navigate(blocker.location);
        else if (isSure) blocker.proceed();
        else if (isStill) blocker.reset();
      });
    });
    const ask = (event: BeforeUnloadEvent) => {
      if (!mayTakeVersion()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      stop();
      router.deleteBlocker(key);
      window.removeEventListener("beforeunload", ask);
    };
  }, [isUnfinished, context]);
}
