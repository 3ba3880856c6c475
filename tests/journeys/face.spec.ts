// The look that every screen shares: the font, the products' signs and names, and that nothing jumps while a screen loads.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";

const PHONE = { width: 390, height: 844 };

const hasFont = (page: Page) =>
  page.evaluate(() => [...document.fonts].some(({ family, status }) => family === "Overpass" && status === "loaded"));

/** How much of the page has jumped since it began to load: the browser's own figure. */
const shift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // What is buffered is told before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
      }),
  );

for (const [at, settled] of [
  ["/", "Continue as Guest"],
  ["/ostra-hamnen", "Start Parking"],
  ["/ostra-hamnen/start-parking", "Registrera parkering"],
  ["/157715", "Driver Login"],
  ["/YSTAD", "For Sale"],
  ["/ASE", "Start Shift"],
  ["/login", "Sign In"],
] as const) {
  test(`nothing jumps while ${at} loads`, { tag: "@once" }, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto(at, { waitUntil: "networkidle" });
    await expect(
      page
        .getByRole("button", { name: settled })
        .or(page.getByRole("link", { name: settled }))
        .first(),
    ).toBeVisible();
    await expect.poll(() => hasFont(page)).toBe(true);
    expect(await shift(page)).toBeLessThan(0.02);
  });
}

for (const [at, name] of [
  ["/ostra-hamnen", "Parkering"],
  ["/157715", "Taxi"],
  ["/157715/chauffeur-login", "Taxi"],
  ["/YSTAD", "Ystadbostäder"],
  ["/ASE/employee-login", "Ambulance service"],
  ["/login", "Accounts"],
] as const) {
  test(`${at} says whose it is`, { tag: "@once" }, async ({ page }) => {
    await page.goto(at);
    await expect(page).toHaveTitle(new RegExp(`(^| · )${name}$`));
    await expect(page.getByRole("banner").getByText(name, { exact: true }).first()).toBeVisible();
    const isParking = name === "Parkering";
    await expect(page.locator("html[data-product]")).toHaveCount(isParking ? 0 : 1);
    // The way back to the company's own page takes the accent off.
    await page.goto("/");
    await expect(page.locator("html[data-product]")).toHaveCount(0);
  });
}
