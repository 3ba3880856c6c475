// All units off duty at once, and back (document 5 §3); off-duty.test asks the rules.
// @all: presses of the centre are asked by calls, alarms and presses in `npm test`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { expectToastsFree } from "#tests/support/browser/toasts.ts";
import { beginAsOperator } from "#tests/support/journeys/dispatch.ts";
import { keepUnits, openRoster, status, unitRow } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

// Spec rules §9: The `Undo` of
// Spec 5 §3: Buttons Checked, History
test("all units go off duty and come back; one that was off duty is untouched @all", async ({ page, product }) => {
  await product.sql`update units set status = 'EXEMPT' where unit_number = '31-1030'`;
  const before = await product.sql`select unit_number, status, status_since from units order by id`;
  await beginAsOperator(page);
  await openRoster(page);
  await page.getByRole("button", { name: "All units" }).click();
  await expect(page.getByRole("menuitem", { name: "All off duty in Malmö" })).toBeVisible();
  await page.getByRole("menuitem", { name: "All off duty", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "All off duty?" });
  await expect(dialog).toContainText(/Will change: 31-1010, .*Stay as they are: .*31-1030 \(off duty\)/s);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "All off duty" }).click();
  await expect(page.getByText(/^\d+ units are off duty$/)).toBeVisible();
  await expect(status(page, "31-1010")).toHaveText("OUT_OF_SERVICE");
  expect(await unitRow(product, "31-1030")).toMatchObject({ status: "EXEMPT" });
  await page.reload();
  await page.getByRole("button", { name: "Undo all off duty" }).click();
  await expect(page.getByText(/^Undone: \d+ units are as before$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo all off duty" })).toHaveCount(0);
  expect(await product.sql`select unit_number, status, status_since from units order by id`).toEqual(before);
});

// Spec 5 §3: Buttons Checked, History
test("the toast of all off duty takes it back, and covers nothing that is pressed @all", async ({ page, product }) => {
  const before = await product.sql`select unit_number, status, status_since from units order by id`;
  await beginAsOperator(page);
  await openRoster(page);
  await page.getByRole("button", { name: "All units" }).click();
  await page.getByRole("menuitem", { name: "All off duty", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "All off duty" }).click();
  const toast = page.locator("[data-sonner-toast]").filter({ hasText: /units are off duty/ });
  await expect(toast).toBeVisible();
  await expectToastsFree(page);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/^Undone: \d+ units are as before$/)).toBeVisible();
  await expect(status(page, "31-1010")).toBeInViewport();
  expect(await product.sql`select unit_number, status, status_since from units order by id`).toEqual(before);
});
