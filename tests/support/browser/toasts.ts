// Places of toasts, in browser tests.
import type { Page } from "@playwright/test";
import { expect } from "#tests/support/browser/browser.ts";

/** Waits for a toast, and expects that it covers no button, no field, no result and no time left. */
export async function expectToastsFree(page: Page): Promise<void> {
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  await expect.poll(() => page.evaluate(coveredByToasts)).toEqual([]);
}

/** Runs in the page: the names of all elements that lie under toasts. */
function coveredByToasts(): string[] {
  const toasts = [...document.querySelectorAll("[data-sonner-toast]")].map((toast) => toast.getBoundingClientRect());
  const pressed = [
    ...document.querySelectorAll("button, a[href], input, textarea, select, summary, output, [role=timer]"),
  ];
  return pressed
    .filter((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const isCovered = toasts.some((at) => at.left < right && left < at.right && at.top < bottom && top < at.bottom);
      return width > 1 && isCovered && control.closest("[data-sonner-toaster]") === null;
    })
    .map((control) => control.textContent || control.getAttribute("name") || control.tagName);
}
