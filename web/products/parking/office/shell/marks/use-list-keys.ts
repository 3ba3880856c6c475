import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Marks } from "./use-marks.ts";

/** Elements in which a letter is typed, or above which the list waits. */
const ELSEWHERE =
  "input:not([type='checkbox']), textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Parts of the window that lie over the list's first rows, in pixels: the head of the table. */
const COVERED = 48;

/**
 * Keys of a list at a desk: `/` leads to the search, `j` and `k` to the next and the previous row, and Enter opens the row. `x` marks the
 * row, Shift and `x` all rows since the one before, and Escape takes all marks back.
 * @param box the element around the search and the list.
 */
export function useListKeys<Item extends { id: string }>(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  marks: Marks<Item>,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || box.current === null) return;
    if (target instanceof Element && target.closest(ELSEWHERE) !== null) return;
    if (key === "Escape") return marks.keep([]);
    const row = items[Number(rowWithFocus()?.dataset["index"] ?? -1)];
    if (key.toLowerCase() === "x" && row !== undefined) return marks.press(row.id, shiftKey);
    const next = key === "/" ? searchIn(box.current) : rowAfter(box.current, { j: 1, k: -1 }[key]);
    if (next === null) return;
    event.preventDefault();
    next.focus();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

const rowWithFocus = () => document.activeElement?.closest<HTMLElement>("[data-index]");

/** What opens a row: its link, or the button that unfolds it. */
const OPENER = ":is(a, button)";

const searchIn = (box: HTMLElement) => box.querySelector<HTMLElement>("input[type=search]");

/** The opener of the row so many steps from the focused one, or of the first row in sight. */
function rowAfter(box: HTMLElement, step: number | undefined): HTMLElement | null {
  if (step === undefined) return null;
  const index = rowWithFocus()?.dataset["index"];
  if (index !== undefined) return box.querySelector<HTMLElement>(`[data-index="${Number(index) + step}"] ${OPENER}`);
  const rows = [...box.querySelectorAll<HTMLElement>("[data-index]")];
  const first = rows
    .toSorted((a, b) => Number(a.dataset["index"]) - Number(b.dataset["index"]))
    .find((row) => row.getBoundingClientRect().top >= (row.dataset["index"] === "0" ? -Infinity : COVERED));
  return first?.querySelector<HTMLElement>(OPENER) ?? null;
}
