import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** The buttons of a unit, from left to right. */
const ACTIONS = ["status", "edit", "delete"];

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

const ACROSS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const LETTERS: Record<string, string> = { s: "status", S: "status", e: "edit", E: "edit", Delete: "delete" };

export type RosterKeys = {
  /** The unit whose buttons Tab reaches; all others are reached from it by arrows. */
  tabStop: string | undefined;
  /** For each button of the roster: keys act only while one of them has focus, so that they are in nobody's way. */
  handleKey: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

/**
 * Walks a roster by keyboard. Its rows carry `data-unit` with the key, their buttons `data-action`. Focus that was inside is not
 * lost when a row is saved, moves or goes: it stays with the unit, or goes to the one in its place.
 * @param onNew what the key N does; @param onSearch what the key / does.
 */
export function useRosterKeys(
  roster: RefObject<HTMLElement | null>,
  onNew: () => void,
  onSearch: () => void,
): RosterKeys {
  const [tabStop, setTabStop] = useState<string>();
  useFocusKept(roster, setTabStop);
  const latest = useRef({ n: onNew, "/": onSearch });
  useLayoutEffect(() => {
    latest.current = { n: onNew, "/": onSearch };
  });

  const handleKey = useCallback(
    (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.ctrlKey || event.metaKey || event.altKey || roster.current === null) return;
      const target = targetOf(event.key, event.currentTarget, roster.current);
      const key = event.key.toLowerCase();
      if (target === undefined && key !== "n" && key !== "/") return;
      event.preventDefault();
      if (target === undefined) latest.current[key as "n" | "/"]();
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
  const across = ACROSS[key];
  const beside = ACTIONS[ACTIONS.indexOf(from.dataset["action"] ?? "") + (across ?? 0)];
  const action = across === undefined ? LETTERS[key] : beside;
  return action === undefined ? undefined : buttonIn(row, action);
}

/** Remembers which unit has focus, and gives it back when the focused element goes. */
function useFocusKept(roster: RefObject<HTMLElement | null>, onUnit: (id: string) => void) {
  const last = useRef<{ id: string; at: number; action: string } | undefined>(undefined);
  useEffect(() => {
    const element = roster.current;
    if (element === null) return undefined;
    const remember = (event: FocusEvent) => {
      const target = event.target as HTMLElement;
      const row = rowOf(target);
      const id = row?.dataset["unit"];
      const action = target.dataset["action"] ?? "edit";
      last.current =
        row === undefined || id === undefined ? undefined : { id, at: rowsIn(element).indexOf(row), action };
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
    const { id, at, action } = last.current;
    const rows = rowsIn(element);
    const row = rows.find((each) => each.dataset["unit"] === id) ?? rows[Math.min(at, rows.length - 1)];
    (buttonIn(row, action) ?? row?.querySelector<HTMLElement>("input"))?.focus();
  });
}
