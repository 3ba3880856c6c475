// Processor time of the dispatch centre's page with many units.
// @all, half a minute: dispatch/units.spec works the roster; this measures processor time.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";

// Spec rules §10: Reduced motion means
test(
  "500 units stay smooth: what the page computes for a change is less than some frames",
  { tag: "@all" },
  async ({ page, product }) => {
    const before = await product.sql`delete from units returning *`;
    await product.sql`
    insert into units (unit_number, location, status, occupation, vehicle_type, operational_status)
    select '3' || n % 10 || '-' || 1000 + n, 'Ort ' || n % 10, 'AVAILABLE', 'Patrull', 'Volvo V90', 'ACTIVE'
    from generate_series(1, 500) n`;
    await logInAsOperator(page);
    await page.getByRole("tab", { name: "Options" }).click();
    await expect(page.getByText("4.2 min")).toBeVisible();
    const opening = await mainThreadTime(page, async () => {
      await page.getByRole("tab", { name: "Units" }).click();
      await expect(page.getByText("500 units")).toBeVisible();
      await expect(page.getByText("Live", { exact: true })).toBeVisible();
    });
    // Found before, since a search through 500 rows by their names would be counted as the page's own work.
    const row = await page.getByRole("row", { name: /35-1255/ }).elementHandle();
    const button = await page.getByRole("button", { name: "Edit 35-1255" }).elementHandle();
    const change = await mainThreadTime(page, async () => {
      await product.sql`update units set status = 'OUT_OF_SERVICE' where unit_number = '35-1255'`;
      await expect.poll(() => row?.textContent()).toContain("OUT_OF_SERVICE");
    });
    const editing = await mainThreadTime(page, async () => {
      await button?.focus();
      await page.keyboard.press("e");
      await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("35-1255");
    });
    // Other journeys of this worker work with the seed's.
    await product.sql`delete from units`;
    await product.sql`insert into units ${product.sql(before)}`;
    console.log(`500 units, main thread: opening ${opening} ms, a live change ${change} ms, an edit ${editing} ms`);
    expect(opening).toBeLessThan(1000);
    expect(change).toBeLessThan(60);
    expect(editing).toBeLessThan(60);
  },
);

/** The page's work for an action: script, styles and layout, in milliseconds of processor time. */
async function mainThreadTime(page: Page, act: () => Promise<void>): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    const counted = ["ScriptDuration", "LayoutDuration", "RecalcStyleDuration"];
    return metrics.filter(({ name }) => counted.includes(name)).reduce((sum, { value }) => sum + value, 0);
  };
  const before = await read();
  await act();
  const after = await read();
  await cdp.detach();
  return Math.round((after - before) * 1000);
}
