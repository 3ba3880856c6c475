// How soon one page shows what somebody pressed in another one. Both are timed by the machine's own clock, in the pages themselves: what the
// test waits for beside them is not counted.
import type { Page } from "@playwright/test";

/** When the next button is pressed. Call it before the press. */
export const nextPress = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        addEventListener("click", () => resolve(Date.now()), { capture: true, once: true }),
      ),
  );

/** When a row (an `article`) stands there that has all of these texts. Call it before the press, on a page that stays. */
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
