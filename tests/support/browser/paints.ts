// A browser's reports about a page that it has painted.
import type { Page } from "@playwright/test";

/** The browser's own figure for how much of the page has jumped since it began to load. */
export const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // The browser delivers earlier entries before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

/** The tag name of the largest element that was painted so far. */
export const largestPainted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const observer = new PerformanceObserver((list) =>
          resolve((list.getEntries().at(-1) as unknown as { element: Element | null }).element?.tagName),
        );
        observer.observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
