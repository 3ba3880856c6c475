// The roster of units by keyboard alone. @all: roster's own tests ask the keys in `npm test`.
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/browser/browser.ts";
import { logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { edit, openRoster, remove, status, form, unitRow, keepUnits } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

/** Opens the roster with the focus on its first unit. */
async function beginAtFirstUnit(page: Page): Promise<void> {
  await logInAsOperator(page);
  await openRoster(page);
  await edit(page, "31-1010").focus();
}

test.describe("units", () => {
  // Spec rules §9: A unit's status
  test("are walked with the keyboard alone", { tag: "@all" }, async ({ page }) => {
    await logInAsOperator(page);
    await page.getByRole("tab", { name: "Options" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(edit(page, "31-1010")).toBeVisible();
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.getByText("Keyboard", { exact: true }).press("Enter");
    await expect(page.getByText("move between units")).toBeVisible();
    await page.getByRole("button", { name: "Add unit" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(edit(page, "31-1010")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(remove(page, "31-1020")).toBeFocused();
    await page.keyboard.press("End");
    await expect(remove(page, "32-2990")).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await expect(edit(page, "31-1010")).toBeFocused();
    // Tab leaves the roster's walk: one stop for the row, not one for each of its units.
    await page.keyboard.press("Tab");
    await expect(remove(page, "31-1010")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(edit(page, "31-1010")).toBeFocused();
  });

  // Spec rules §9: A unit's status
  test("get a status by two keys, and are searched by one", { tag: "@all" }, async ({ page, product }) => {
    await beginAtFirstUnit(page);
    // Two keys set a status, and the unit keeps the focus.
    await page.keyboard.press("s");
    await page.keyboard.press("5");
    await expect.poll(() => unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Yttre befäl" });
    await expect(status(page, "31-1010")).toHaveText("BUSY");
    await expect(status(page, "31-1010")).toBeFocused();
    await page.keyboard.press("s");
    await page.keyboard.press("Escape");
    await expect(status(page, "31-1010")).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search units" })).toBeFocused();
  });

  // Spec rules §9: A unit's status
  test("are edited, added and deleted by keys", { tag: "@all" }, async ({ page, product }) => {
    await beginAtFirstUnit(page);
    await page.keyboard.press("e");
    await expect(form(page, "31-1010").getByLabel("Unit number")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(edit(page, "31-1010")).toBeFocused();
    await page.keyboard.press("e");
    // Letters are letters while one types.
    await page.keyboard.type("n-e-31");
    await page.keyboard.press("Enter");
    await expect(edit(page, "n-e-31")).toBeFocused();
    expect(await unitRow(product, "n-e-31")).toMatchObject({ location: "Malmö" });

    await page.keyboard.press("n");
    await expect(form(page, "XX-NEW").getByLabel("Unit number")).toBeFocused();
    await page.keyboard.type("11-1111");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Arlöv");
    await page.keyboard.press("Enter");
    await expect(edit(page, "11-1111")).toBeFocused();
    expect(await unitRow(product, "11-1111")).toMatchObject({ location: "Arlöv", operational_status: "EXEMPT" });

    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(edit(page, "11-1111")).toBeFocused();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(edit(page, "11-1111")).toHaveCount(0);
    await expect(edit(page, "31-1020")).toBeFocused();
    expect(await unitRow(product, "11-1111")).toBeUndefined();
  });
});
