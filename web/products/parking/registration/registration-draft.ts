import { useEffect } from "react";
import { type Registration, withRegistrationNames } from "./registration.ts";

/** One for the window: whoever reloads the page by accident finds what was typed. */
const KEY = "parkering.draft.registration";

/** The form to begin with: `empty` with what was typed before a reload. A damaged entry counts as none. */
export function restoreDraft(empty: Registration): Registration {
  try {
    const typed = withRegistrationNames(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as object);
    const known = Object.entries(typed).filter(([name, value]) => name in empty && typeof value === "string");
    return { ...empty, ...Object.fromEntries(known) };
  } catch {
    return empty;
  }
}

/** Forgets what was typed. */
export const clearDraft = (): void => sessionStorage.removeItem(KEY);

/** Keeps what differs from the empty form, so that an untouched start time is the time of the reload, not of the first visit. */
export function useKeptDraft(values: Registration, empty: Registration, isDone: boolean): void {
  useEffect(() => {
    if (isDone) return clearDraft();
    const typed = Object.entries(values).filter(([name, value]) => value !== empty[name as keyof Registration]);
    if (typed.length === 0) clearDraft();
    else sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(typed)));
  }, [values, empty, isDone]);
}
