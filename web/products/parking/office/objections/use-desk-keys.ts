import { useEffect, useEffectEvent } from "react";
import { deskKeyOf, type KeyPlace } from "./rules/desk-key.ts";

/** Runs the actions of the desk's keys while it is shown; other keys are left to the browser. */
export function useDeskKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions[deskKeyOf(event, placeOf(event.target)) ?? ""];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function placeOf(target: EventTarget | null): KeyPlace {
  if (!(target instanceof Element)) return "elsewhere";
  if (target.closest("[role='dialog'], [role='alertdialog']") !== null) return "dialog";
  return target.closest("input, textarea, select, [contenteditable]") === null ? "elsewhere" : "field";
}
