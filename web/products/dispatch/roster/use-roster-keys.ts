import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isSwitchedOff } from "../parts/switched-off.ts";

/** The buttons of a unit, from left to right. */
const ACTIONS = ["status", "undo", "checked", "assign", "history", "edit", "delete"];

const rowOf = (element: Element | null) => element?.closest<HTMLElement>("[data-unit]") ?? undefined;
const rowsIn = (roster: HTMLElement) => [...roster.querySelectorAll<HTMLElement>("[data-unit]")];
const buttonIn = (row: Element | undefined, action: string) =>
  row?.querySelector<HTMLElement>(`[data-action="${action}"]`) ?? undefined;

/** The row that a key leads to, counted among the rows that are not under edit. */
const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

const ACROSS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const LETTERS: Record<string, string> = {
  s: "status",
  c: "checked",
  a: "assign",
  h: "history",
  e: "edit",
  delete: "delete",
};

export type RosterKeys = {
  /** The unit whose buttons the Tab key reaches; arrow keys reach all others from there. */
  tabStop: string | undefined;
  /** The key handler for each button of the roster. Keys work only while a button has the focus, so that they disturb nobody. */
  handleKey: (event: KeyboardEvent<HTMLButtonElement>) => void;
};

/**
 * Makes a roster usable by keyboard. Its rows carry `data-unit` with the key, their buttons `data-action`. Focus inside the roster is not
 * lost when a row is saved, moves or disappears: it stays with the unit, or goes to the unit at its place.
 * @param onNew runs for the key N; @param onSearch runs for the key /.
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
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey || event.altKey || roster.current === null) return;
      if (isSwitchedOff(`key ${key}`)) return;
      const target = targetOf(event.key, event.currentTarget, roster.current);
      if (target === undefined && key !== "n" && key !== "/") return;
      event.preventDefault();
      if (target === undefined) latest.current[key as "n" | "/"]();
      else if (key in LETTERS) target.click();
      else target.focus();
    },
    [roster],
  );
  return { tabStop, handleKey };
}

/** The button that a key leads to, from another button. */
function targetOf(key: string, from: HTMLElement, roster: HTMLElement): HTMLElement | undefined {
  const row = rowOf(from);
  const move = MOVES[key];
  if (move !== undefined) {
    const rows = rowsIn(roster).filter((each) => buttonIn(each, "edit") !== undefined);
    const at = row === undefined ? -1 : rows.indexOf(row);
    return buttonIn(rows[move(at, rows.length - 1)], from.dataset["action"] ?? "edit");
  }
  const across = ACROSS[key];
  const there = ACTIONS.filter((each) => buttonIn(row, each) !== undefined);
  const beside = there[there.indexOf(from.dataset["action"] ?? "") + (across ?? 0)];
  const action = across === undefined ? LETTERS[key.toLowerCase()] : beside;
  return action === undefined ? undefined : buttonIn(row, action);
}

/** Remembers the unit with the focus, and restores the focus when the focused element disappears. */
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
    // Focus that moves to another element, or is lost by a press beside everything, is forgotten. Focus that is lost with a removed element
    // is restored below.
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
