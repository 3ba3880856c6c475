/** Elements in which a letter is typed, or above which a page waits. */
const ELSEWHERE =
  "input:not([type='checkbox']), textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Whether a key is meant for something else than the page: a field, a dialog, or the browser's own shortcuts. */
export const isForElse = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(ELSEWHERE) !== null);
