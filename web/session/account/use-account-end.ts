/** Tells somebody who works with an e-mail account that its login has ended: on another device, or since it was removed. */
import { useEffect } from "react";
import { followRefusals } from "#data/client.ts";
import { toast } from "#shared/feedback/toast.ts";
import { confirmAccount } from "./account.ts";
import { hasAccountHint } from "./account-hint.ts";

/** How often a page asks, in milliseconds; as for people with an ID (logins.ts) coming back to it and each refusal ask at once. */
const CHECK_EVERY_MS = 15_000;

/** The screens of these accounts are English. */
const ENDED = "Your login has ended. Please sign in again.";

/** Asks the service whether it still knows the account that a screen works with. The screen's guard then leads to the sign-in. */
export function useAccountEnd(isIn: boolean): void {
  useEffect(() => {
    if (!isIn) return undefined;
    let isLeft = false;
    let isAsking = false;
    const ask = () => {
      // The question itself may be what was refused.
      if (isAsking || document.visibilityState === "hidden") return;
      isAsking = true;
      confirmAccount()
        .then((isThere) => {
          if (!isThere && !isLeft) toast.error(ENDED);
        })
        .catch(() => undefined)
        .finally(() => (isAsking = false));
    };
    const timer = setInterval(ask, CHECK_EVERY_MS);
    const unfollow = followRefusals("account", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      // Somebody who signs out leaves the screen first, while the account is still stored.
      isLeft = hasAccountHint();
      clearInterval(timer);
      unfollow();
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isIn]);
}
