import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    /** The last button that was pressed before the page was alive; null once the page is alive (web/app/early.js). */
    earlyPress?: Element | null;
  }
}

/** Repeats a press on a prerendered button that came before the page was alive; with `part`, only for buttons inside it. */
export function useEarlyPress(part?: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pressed = window.earlyPress;
    if (!(pressed instanceof HTMLButtonElement) || !(part?.current ?? document.body).contains(pressed)) {
      window.earlyPress = null;
      return undefined;
    }
    // The form first takes over the typed values.
    const timer = setTimeout(() => {
      window.earlyPress = null;
      pressed.click();
    });
    return () => clearTimeout(timer);
  }, [part]);
}
