// Drafts of forms that people fill in without a login. A draft lies in the window's sessionStorage, so that it survives a reload.
import { useEffect } from "react";
import { keepEntry, readEntry } from "#shared/device-entry.ts";

type Texts = Record<string, string>;

const keyOf = (name: string) => `parkering.draft.${name}`;

/**
 * Returns the form's first values: `empty`, with the draft from before a reload. A damaged draft is ignored. `rename` converts a draft of
 * an earlier version to today's field names.
 */
export function restoreDraft<Values extends Texts>(
  name: string,
  empty: Values,
  rename: (kept: object) => object = (kept) => kept,
): Values {
  const kept = rename(readEntry(keyOf(name), "window") ?? {});
  const known = Object.entries(kept).filter(([field, value]) => field in empty && typeof value === "string");
  return { ...empty, ...(Object.fromEntries(known) as Partial<Values>) };
}

/** Deletes the draft. */
export const clearDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));

/** Deletes the drafts of all forms in this window, before another person uses it. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(""))) sessionStorage.removeItem(key);
}

/** Stores the values that differ from the empty form. `isDone` deletes the draft. Without room in the storage nothing is kept. */
export function useKeptDraft<Values extends Texts>(name: string, values: Values, empty: Values, isDone = false): void {
  useEffect(() => {
    const typed = Object.entries(values).filter(([field, value]) => value !== empty[field]);
    if (isDone || typed.length === 0) return clearDraft(name);
    if (!keepEntry(keyOf(name), Object.fromEntries(typed), "window")) clearDraft(name);
  }, [name, values, empty, isDone]);
}
