// The dispatch centre with many units: what one change draws anew.
// @all, half a minute: dispatch/units.spec works the roster; `npm run bench -- dispatch` measures what the page computes.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { NEXT_LOOK } from "#tests/support/run/patience.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";

// Spec rules §10: Reduced motion means
test(
  "500 units stay smooth: a change draws its own row alone, and an edit no more than the rows of the keyboard's stop",
  { tag: "@all" },
  async ({ page, product }) => {
    const before = await product.sql`delete from units returning *`;
    await product.sql`
    insert into units (unit_number, location, status, occupation, vehicle_type, operational_status)
    select '3' || n % 10 || '-' || 1000 + n, 'Ort ' || n % 10, 'AVAILABLE', 'Patrull', 'Volvo V90', 'ACTIVE'
    from generate_series(1, 500) n`;
    await logInAsOperator(page);
    await page.getByRole("tab", { name: "Units" }).click();
    await expect(page.getByText("500 units")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible(NEXT_LOOK);
    const row = page.getByRole("row", { name: /35-1255/ });
    await expect(row).toBeVisible();

    const afterChange = await drawnRows(page);
    await product.sql`update units set status = 'OUT_OF_SERVICE' where unit_number = '35-1255'`;
    await expect(row).toContainText("OUT_OF_SERVICE");
    expect(await afterChange()).toEqual(["35-1255"]);

    await page.getByRole("button", { name: "Edit 30-1250" }).focus();
    const afterEdit = await drawnRows(page);
    await page.keyboard.press("e");
    await expect(page.getByLabel("Unit number", { exact: true })).toHaveValue("30-1250");
    expect((await afterEdit()).length).toBeLessThanOrEqual(3);
    // Other journeys of this worker work with the seed's.
    await product.sql`delete from units`;
    await product.sql`insert into units ${product.sql(before)}`;
  },
);

/** Follows which rows change from now on; the function that it gives tells their units' numbers. */
async function drawnRows(page: Page): Promise<() => Promise<string[]>> {
  const followed = await page.evaluateHandle(() => {
    const names = new Map(
      [...document.querySelectorAll("tr[data-unit]")].map((row) => [row, row.querySelector("th")?.textContent ?? ""]),
    );
    const rows = new Set<string>();
    new MutationObserver((changes) => {
      for (const { target, addedNodes, removedNodes } of changes) {
        for (const node of [target, ...addedNodes, ...removedNodes]) {
          const row =
            node instanceof Element ? node.closest("tr[data-unit]") : node.parentElement?.closest("tr[data-unit]");
          if (row) rows.add(names.get(row) ?? "a new row");
        }
      }
    }).observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    return rows;
  });
  return () => followed.evaluate((rows) => [...rows]);
}
