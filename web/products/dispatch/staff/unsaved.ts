import { useEffect } from "react";
import { confirm } from "#shared/feedback/confirm.ts";
import { texts } from "../texts.ts";

/** The open forms of the administrator that hold changes which nobody saved. */
const changed = new Set<string>();

/** Whether what is typed differs from what is stored; a field that is not stored is empty there. */
export const differs = (typed: Readonly<Record<string, string>>, stored: Readonly<Record<string, string>>): boolean =>
  Object.entries(typed).some(([name, value]) => value !== (Object.hasOwn(stored, name) ? stored[name] : ""));

/** Notes whether an open form has changes that are not saved. */
export function useUnsaved(form: string, isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined;
    changed.add(form);
    return () => void changed.delete(form);
  }, [form, isChanged]);
}

/** Leaves the open forms; where one has unsaved changes, after a question. */
export async function leaveForms(leave: () => void): Promise<void> {
  if (changed.size === 0) return leave();
  // The tab that stays takes the focus: another one would open with the focus that it gets back.
  document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  if (await confirm(texts.admin.leave)) leave();
}
