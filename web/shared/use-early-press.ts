import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    /** The button that was pressed last, noted from the first paint on (web/app/early.js). */
    earlyPress?: Element | null;
  }
}

/** Presses a button of a prerendered page again that somebody pressed before it came alive; of `part` alone where one is given. */
export function useEarlyPress(part?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pressed = window.earlyPress;
    if (!(pressed instanceof HTMLButtonElement) || !(part?.current ?? document.body).contains(pressed))
      return undefined;
    // When the form has taken over what was typed.
    const timer = setTimeout(() => {
      window.earlyPress = null;
      pressed.click();
    });
    return () => clearTimeout(timer);
  }, [part]);
}
