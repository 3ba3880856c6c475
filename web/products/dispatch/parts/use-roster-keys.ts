import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The two buttons of a unit. */
export type UnitAction = "edit" | "delete";

const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-unit]") ?? undefined;
const rowsIn = (roster: HTMLElement) => [...roster.querySelectorAll<HTMLElement>("[data-unit]")];
const buttonIn = (row: Element | undefined, action: string) =>
  row?.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? undefined;

/** Where focus goes from a button, by key; the row is counted among those that are not being edited. */
const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

const ACROSS: Record<string, UnitAction> = { ArrowLeft: "edit", ArrowRight: "delete" };
const LETTERS: Record<string, UnitAction> = { e: "edit", E: "edit", Delete: "delete" };

export type RosterKeys = {
  /** The unit whose buttons Tab reaches; all others are reached from it by arrows. */
  tabStop: string | undefined;
  /** For each button of the roster: keys act only while one of them has focus, so that they are in nobody's way. */
  handleKey: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

/**
 * Walks a roster by keyboard. Its rows carry `data-unit` with the key, their buttons `data-action`. Focus that was inside is not
 * lost when a row is saved, moves or goes: it stays with the unit, or goes to the one in its place.
 * @param onNew what the key N does.
 */
export function useRosterKeys(roster: RefObject<HTMLElement | null>, onNew: () => void): RosterKeys {
  const [tabStop, setTabStop] = useState<string>();
  useFocusKept(roster, setTabStop);
  const latestOnNew = useRef(onNew);
  useLayoutEffect(() => {
    latestOnNew.current = onNew;
  });

  const handleKey = useCallback(
    (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || roster.current === null) return;
      const target = targetOf(event.key, event.currentTarget, roster.current);
      if (target === undefined && event.key.toLowerCase() !== "n") return;
      event.preventDefault();
      if (target === undefined) latestOnNew.current();
      else if (event.key in LETTERS) target.click();
      else target.focus();
    },
    [roster],
  );
  return { tabStop, handleKey };
}

/** The button that a key means, seen from another one. */
function targetOf(key: string, from: HTMLElement, roster: HTMLElement): HTMLElement | undefined {
  const row = rowOf(from);
  const move = MOVES[key];
  if (move !== undefined) {
    const rows = rowsIn(roster).filter((each) => buttonIn(each, "edit") !== undefined);
    const at = row === undefined ? -1 : rows.indexOf(row);
    return buttonIn(rows[move(at, rows.length - 1)], from.dataset["action"] ?? "edit");
  }
  const action = ACROSS[key] ?? LETTERS[key];
  return action === undefined ? undefined : buttonIn(row, action);
}

/** Remembers which unit has focus, and gives it back when the focused element goes. */
function useFocusKept(roster: RefObject<HTMLElement | null>, onUnit: (id: string) => void) {
  const last = useRef<{ id: string; at: number } | undefined>(undefined);
  useEffect(() => {
    const element = roster.current;
    if (element === null) return undefined;
    const remember = (event: FocusEvent) => {
      const row = rowOf(event.target as Element);
      const id = row?.dataset["unit"];
      last.current = row === undefined || id === undefined ? undefined : { id, at: rowsIn(element).indexOf(row) };
      if (id !== undefined) onUnit(id);
    };
    // Focus that leaves for another element, or for nothing by a press beside everything, is gone; with an element that is
    // removed it leaves too, and comes back below.
    const forget = (event: FocusEvent) => {
      const left = last.current;
      const target = event.target as Element;
      if (event.relatedTarget === null) setTimeout(() => target.isConnected && last.current === left && clear());
      else if (!element.contains(event.relatedTarget as Node)) clear();
    };
    const clear = () => {
      last.current = undefined;
    };
    element.addEventListener("focusin", remember);
    element.addEventListener("focusout", forget);
    return () => {
      element.removeEventListener("focusin", remember);
      element.removeEventListener("focusout", forget);
    };
  }, [roster, onUnit]);

  useLayoutEffect(() => {
    const element = roster.current;
    if (element === null || last.current === undefined || document.activeElement !== document.body) return;
    const { id, at } = last.current;
    const rows = rowsIn(element);
    const row = rows.find((each) => each.dataset["unit"] === id) ?? rows[Math.min(at, rows.length - 1)];
    (buttonIn(row, "edit") ?? row?.querySelector<HTMLElement>("input"))?.focus();
  });
}
