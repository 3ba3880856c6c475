import { type RefObject, useEffect } from "react";

declare global {
  interface Window {
    /** The button that was pressed last, noted from the first paint on (web/app/cover.js). */
    earlyPress?: Element | null;
  }
}

/** Presses a button of a prerendered part again that somebody pressed before the part came alive. */
export function useEarlyPress(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pressed = window.earlyPress;
    if (!(pressed instanceof HTMLButtonElement) || part.current?.contains(pressed) !== true) return undefined;
    // When the form has taken over what was typed.
    const timer = setTimeout(() => pressed.click());
    return () => clearTimeout(timer);
  }, [part]);
}
