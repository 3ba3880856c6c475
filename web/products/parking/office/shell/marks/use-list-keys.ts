import { type RefObject, useEffect, useEffectEvent } from "react";
import { isForElse } from "../keys.ts";
import type { Marks } from "./use-marks.ts";

/** Parts of the window that lie over the list's first rows, in pixels: the head of the table. */
const COVERED = 48;

/**
 * Keys of a list at a desk: `j` and `k` lead to the next and the previous row, and Enter opens the row. `x` marks the
 * row, Shift and `x` all rows since the one before, and Escape takes all marks back.
 * @param box the element around the list. @param marks if its rows can be marked.
 */
export function useListKeys<Item extends { id: string }>(
  box: RefObject<HTMLElement | null>,
  items: readonly Item[],
  marks?: Marks<Item>,
): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey } = event;
    if (box.current === null || isForElse(event)) return;
    if (key === "Escape") return marks?.keep([]);
    const row = items[Number(rowWithFocus()?.dataset["index"] ?? -1)];
    if (key.toLowerCase() === "x" && row !== undefined) return marks?.press(row.id, shiftKey);
    const next = rowAfter(box.current, { j: 1, k: -1 }[key]);
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

/** Selector of the element that opens a row: its link, or the button that unfolds it. */
const OPENER = ":is(a, button)";

/** The opener of the row that lies `step` rows from the focused one, or of the first row in sight. */
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
