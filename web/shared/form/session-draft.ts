// Drafts of forms that anybody fills in without a login: each lies in the window's storage, so that a reload finds what was typed.
import { useEffect } from "react";

type Texts = Record<string, string>;

const keyOf = (name: string) => `parkering.draft.${name}`;

/**
 * The form to begin with: `empty` with what was typed before a reload. A damaged entry counts as none; `rename` brings an entry that an
 * earlier version kept up to today's names.
 */
export function restoreDraft<Values extends Texts>(
  name: string,
  empty: Values,
  rename: (kept: object) => object = (kept) => kept,
): Values {
  try {
    const kept = rename(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}") as object);
    const known = Object.entries(kept).filter(([field, value]) => field in empty && typeof value === "string");
    return { ...empty, ...(Object.fromEntries(known) as Partial<Values>) };
  } catch {
    return empty;
  }
}

/** Forgets what was typed. */
export const clearDraft = (name: string): void => sessionStorage.removeItem(keyOf(name));

/** Forgets what was typed in all forms of this window: whoever comes next is somebody else. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(""))) sessionStorage.removeItem(key);
}

/** Keeps what differs from the empty form; `isDone` forgets it. A window without room keeps nothing. */
export function useKeptDraft<Values extends Texts>(name: string, values: Values, empty: Values, isDone = false): void {
  useEffect(() => {
    const typed = Object.entries(values).filter(([field, value]) => value !== empty[field]);
    if (isDone || typed.length === 0) return clearDraft(name);
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(typed)));
    } catch {
      clearDraft(name);
    }
  }, [name, values, empty, isDone]);
}
