import { useSyncExternalStore } from "react";

/** The interval at which texts follow the clock, in milliseconds. */
const EVERY_MS = 5000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tick = () => {
  for (const listener of listeners) listener();
};

function followClock(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(tick, EVERY_MS);
    // A browser pauses timers of a hidden window.
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    document.removeEventListener("visibilitychange", tick);
  };
}

/**
 * A text that depends on the time and follows the clock. One timer serves all texts, and a component is drawn again only when its text
 * changes, so that a list may have hundreds.
 * @param textAt the text at a moment in milliseconds since 1970.
 */
export const useClockText = (textAt: (now: number) => string): string =>
  useSyncExternalStore(followClock, () => textAt(Date.now()));
