import { type RefObject, useEffect } from "react";

/** Elements in which a letter is typed, or above which the list waits. */
const ELSEWHERE = "input, textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Parts of the window that lie over the list's first rows, in pixels: the head of the table. */
const COVERED = 48;

/**
 * Keys of a list at a desk: `/` leads to the search, `j` and `k` to the next and the previous row, and Enter opens the row by its link.
 * @param box the element around the search and the list.
 */
export function useListKeys(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || box.current === null) return;
      if (target instanceof Element && target.closest(ELSEWHERE) !== null) return;
      const next = key === "/" ? searchIn(box.current) : rowAfter(box.current, { j: 1, k: -1 }[key]);
      if (next === null) return;
      event.preventDefault();
      next.focus();
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [box]);
}

const searchIn = (box: HTMLElement) => box.querySelector<HTMLElement>("input[type=search]");

/** The link of the row so many steps from the focused one, or of the first row in sight. */
function rowAfter(box: HTMLElement, step: number | undefined): HTMLElement | null {
  if (step === undefined) return null;
  const focused = document.activeElement?.closest<HTMLElement>("[data-index]");
  const index = focused?.dataset["index"];
  if (index !== undefined) return box.querySelector<HTMLElement>(`[data-index="${Number(index) + step}"] a`);
  const rows = [...box.querySelectorAll<HTMLElement>("[data-index]")];
  const first = rows
    .toSorted((a, b) => Number(a.dataset["index"]) - Number(b.dataset["index"]))
    .find((row) => row.getBoundingClientRect().top >= (row.dataset["index"] === "0" ? -Infinity : COVERED));
  return first?.querySelector<HTMLElement>("a") ?? null;
}
