/** Notices that the login of an e-mail account has ended: on another device, or because the account was removed. */
import { useEffect, useState } from "react";
import { followRefusals } from "#data/client.ts";
import { confirmAccount } from "./account.ts";

/** The interval of the check in milliseconds. As for people with an ID (logins.ts), a return to the page and each refusal check at once. */
const CHECK_EVERY_MS = 15_000;

/** The screens of these accounts are in English. */
const ENDED = "Your login has ended. Please sign in again.";

/**
 * Checks whether the service still knows the account of the open screen. Returns the message for the sign-in when the login has ended;
 * undefined while it holds, or when there was none. A person who signs out leaves the screen first.
 */
export function useAccountEnd(isIn: boolean): string | undefined {
  const [wasIn, setWasIn] = useState(isIn);
  if (isIn && !wasIn) setWasIn(true);
  useEffect(() => {
    if (!isIn) return undefined;
    let isAsking = false;
    const ask = () => {
      // The check itself may have been refused.
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
