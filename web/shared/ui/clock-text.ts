import { useSyncExternalStore } from "react";

/** How late a text may follow the clock, in milliseconds. */
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
    // Timers sleep with the window.
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
 * A text that depends on the time, kept up while it is seen. One timer serves all of them, and each is drawn anew only when it reads
 * otherwise, so that a list may have hundreds.
 * @param textAt the text at a moment in milliseconds since 1970.
 */
export const useClockText = (textAt: (now: number) => string): string =>
  useSyncExternalStore(followClock, () => textAt(Date.now()));
