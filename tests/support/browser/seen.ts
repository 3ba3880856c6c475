// Measures how soon one page shows what a person pressed on another page. Both moments are taken in the pages themselves by the machine's
// clock, so that waiting in the test does not count.
import type { Page } from "@playwright/test";

/** The moment of the next press of a button. Call this before the press. */
export const nextPress = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener("click", () => resolve(Date.now()), { capture: true, once: true }),
      ),
  );

/** The moment when a row (an `article`) with all of these texts appears. Call this before the press, on a page that is not left. */
export const rowSeen = (page: Page, ...texts: string[]): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          const rows = [...document.querySelectorAll("article")];
          if (!rows.some((row) => wanted.every((text) => row.textContent.includes(text)))) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    texts,
  );
