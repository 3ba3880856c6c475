/** Tells somebody who works with an e-mail account that its login has ended: on another device, or since it was removed. */
import { useEffect, useState } from "react";
import { followRefusals } from "#data/client.ts";
import { confirmAccount } from "./account.ts";

/** How often a page asks, in milliseconds; as for people with an ID (logins.ts) coming back to it and each refusal ask at once. */
const CHECK_EVERY_MS = 15_000;

/** The screens of these accounts are English. */
const ENDED = "Your login has ended. Please sign in again.";

/**
 * Asks the service whether it still knows the account that a screen works with. Gives what the screen's guard then says where it leads
 * to the sign-in; nothing to who is in, or was not. Somebody who signs out leaves the screen first.
 */
export function useAccountEnd(isIn: boolean): string | undefined {
  const [wasIn, setWasIn] = useState(isIn);
  if (isIn && !wasIn) setWasIn(true);
  useEffect(() => {
    if (!isIn) return undefined;
    let isAsking = false;
    const ask = () => {
      // The question itself may be what was refused.
      if (isAsking || document.visibilityState === "hidden") return;
      isAsking = true;
      confirmAccount()
        .catch(() => undefined)
        .finally(() => (isAsking = false));
    };
    const timer = setInterval(ask, CHECK_EVERY_MS);
    const unfollow = followRefusals("account", ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      unfollow();
      document.removeEventListener("visibilitychange", ask);
    };
  }, [isIn]);
  return wasIn && !isIn ? ENDED : undefined;
}
