/**
 * The page's main part, when the pressed button went away with its row and the focus with it. Tab then continues from the content, not from
 * the page's top. Null when something has the focus.
 */
export const mainIfFocusLost = (): HTMLElement | null =>
  document.activeElement === document.body ? document.getElementById("main") : null;
