/** Tones and single-letter keys that somebody switched off on this device (document 5 §3). The alarm's tones are not among them. */
import { useSyncExternalStore } from "react";
import { keepEntry, readEntries } from "#shared/device-entry.ts";

/** What can be switched off: the tone of a new call, the one of a call past its limit, and a key. */
export type Switch = "new-call" | "late-call" | `key ${string}`;

const ENTRY = "parkering.dispatch.off";
const listeners = new Set<() => void>();

/** Whether something is switched off now. */
export const isSwitchedOff = (what: Switch): boolean => readEntries(ENTRY).includes(what);

/** Switches something on or off. */
export function switchTo(what: Switch, isOn: boolean): void {
  const others = readEntries(ENTRY).filter((each) => each !== what);
  keepEntry(ENTRY, isOn ? others : [...others, what]);
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Whether something is on, followed in all windows of this device. */
export const useIsOn = (what: Switch): boolean => useSyncExternalStore(follow, () => !isSwitchedOff(what));
