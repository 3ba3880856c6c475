import { useContext, useEffect } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";
import { confirm, type ConfirmQuestion, loadConfirmDialog } from "#shared/feedback/confirm.ts";
import { randomKey } from "#shared/random-key.ts";
import { isTakingVersion } from "../offline/new-version.ts";
import { leaveTexts } from "./leave-texts.ts";

/**
 * Asks before an unfinished form is left: by a link, Tillbaka, the browser's back button, and by a reload or by closing the window, where
 * the browser has words of its own (document 4 §5). It asks the router itself: `useBlocker` would lie in the code of the first page.
 * @param isKept whether what is filled in lies on the device, so that a newer application may take over without asking
 */
export function useLeaveGuard(isUnfinished: boolean, isKept: boolean, question: ConfirmQuestion = leaveTexts): void {
  const context = useContext(DataRouterContext);
  useEffect(() => {
    if (!isUnfinished || context === null) return undefined;
    void loadConfirmDialog().catch(() => undefined);
    const { router } = context;
    const key = randomKey();
    // An address that differs in its query alone is the same form.
    router.getBlocker(key, ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
    let isAsking = false;
    const stop = router.subscribe(({ blockers }) => {
      const blocker = blockers.get(key);
      if (blocker?.state !== "blocked" || isAsking) return;
      isAsking = true;
      void confirm(question).then((isSure) => {
        isAsking = false;
        if (isSure) blocker.proceed();
        else blocker.reset();
      });
    });
    const ask = (event: BeforeUnloadEvent) => {
      if (!(isKept && isTakingVersion())) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => {
      stop();
      router.deleteBlocker(key);
      window.removeEventListener("beforeunload", ask);
    };
  }, [isUnfinished, isKept, context, question]);
}
