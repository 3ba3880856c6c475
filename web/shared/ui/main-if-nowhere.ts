/** Where the focus goes when the pressed button went with its row: the next Tab goes on from the page's content, not from its top. */
export const mainIfNowhere = (): HTMLElement | null =>
  document.activeElement === document.body ? document.getElementById("main") : null;
