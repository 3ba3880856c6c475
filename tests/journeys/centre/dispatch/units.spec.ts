// The roster of units: by location, edited, added and deleted live, and what fails.
// @all: live changes and failures; roster.spec and roster.test ask the roster in `npm test`.
import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, pressUnlessHealed, test } from "#tests/support/browser/browser.ts";
import { beginAsOperator, logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";
import {
  UNREACHABLE,
  openRoster,
  openWindow,
  edit,
  remove,
  form,
  group,
  unitRow,
  activityOf,
  keepUnits,
} from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

/** The roster in the administrator's window, beside an operator's. */
async function openBeside(browser: Browser, product: RunningProduct): Promise<Page> {
  const other = await openWindow(browser, product);
  await logInAsDispatchAdmin(other);
  await other.getByRole("link", { name: "Dispatch centre" }).click();
  await openRoster(other);
  return other;
}

test.describe("units", () => {
  // Spec 2 §2: Dispatch centre …
  // Spec rules §9: The dispatch centre
  // Spec 2 §4: Unit rows toggle
  // Spec 2 §4: Realtime notifications appear
  // Spec 2 §7: units ordered by
  // Spec 2 §7: Update units …
  // Spec 2 §7: Realtime subscriptions: …
  // Spec 2 §9: Dispatch options figures
  test("are a roster by location, and edited live with a notice @rights", async ({ page, browser, product }) => {
    await beginAsOperator(page);
    await expect(page.getByRole("tab", { name: "Units" })).toHaveAttribute("aria-selected", "true");
    await page.getByRole("tab", { name: "Options" }).click();
    for (const figure of ["3 operations", "12 units", "4.2 min"]) await expect(page.getByText(figure)).toBeVisible();
    // The roster's message stands above them.
    await expect(page.locator("dl").first()).toContainText(
      /All units\s*12.*AVAILABLE\s*3.*OUT_OF_SERVICE\s*1.*Last change/s,
    );
    await expectAccessible(page);
    await openRoster(page);
    const other = await openBeside(browser, product);
    await expect(page.locator("fieldset[data-location]")).toHaveCount(3);
    for (const location of ["Malmö", "Simrishamn", "Ystad"]) await expect(group(page, location)).toBeVisible();
    await expect(group(page, "Malmö").getByRole("rowheader")).toHaveText(["31-1010", "31-1020", "31-1030", "31-1990"]);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    await edit(page, "31-1020").click();
    const editing = form(page, "31-1020");
    await expect(editing.getByLabel("Unit number")).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await editing.getByLabel("Location").fill("Ystad");
    await editing.getByLabel("Status", { exact: true }).selectOption("OUT_OF_SERVICE");
    await editing.getByLabel("Occupation").fill("Verkstad");
    await editing.getByLabel("Vehicle type").fill("Volvo XC90");
    await editing.getByLabel("Operational status").selectOption("MAINTENANCE");
    await editing.getByLabel("Unit number").fill(" ");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(editing.getByText("Unit number is required")).toBeVisible();
    await editing.getByLabel("Unit number").fill("31-1021");
    await editing.getByRole("button", { name: "Save" }).click();
    await expect(edit(page, "31-1021")).toBeFocused();
    await expect(group(page, "Ystad").getByRole("rowheader").first()).toHaveText("31-1021");
    expect(await unitRow(product, "31-1021")).toEqual({
      unit_number: "31-1021",
      location: "Ystad",
      status: "OUT_OF_SERVICE",
      occupation: "Verkstad",
      vehicle_type: "Volvo XC90",
      operational_status: "MAINTENANCE",
    });
    await expect(other.getByText("Unit 31-1021 was updated by another operator")).toBeVisible();
    await expect(group(other, "Ystad").getByRole("rowheader").first()).toHaveText("31-1021");
    // Nobody is told of their own changes.
    await expect(page.getByText(/by another operator|by other operators/)).toHaveCount(0);
    await other.context().close();
  });

  // Spec 2 §4: Realtime notifications appear
  // Spec 2 §7: Realtime subscriptions: …
  // Spec 2 §9: New unit placeholders:
  test("are added and deleted, live with a notice @all", async ({ page, browser, product }) => {
    await beginAsOperator(page);
    await openRoster(page);
    const other = await openBeside(browser, product);
    await page.getByRole("button", { name: "Add unit" }).click();
    await expect(form(page, "XX-NEW").getByLabel("Unit number")).toHaveValue("XX-NEW");
    await expect(form(page, "XX-NEW").getByLabel("Operational status")).toHaveValue("EXEMPT");
    expect(await unitRow(product, "XX-NEW")).toMatchObject({ status: "EXEMPT", operational_status: "EXEMPT" });
    await expect(other.getByText("Unit XX-NEW was added by another operator")).toBeVisible();
    await form(page, "XX-NEW").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep it" }).click();
    await expect(edit(page, "XX-NEW")).toBeFocused();

    await remove(page, "XX-NEW").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await remove(page, "XX-NEW").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(remove(page, "XX-NEW")).toHaveCount(0);
    await expect(remove(other, "XX-NEW")).toHaveCount(0);
    await expect(other.getByText("Unit XX-NEW was deleted by another operator")).toBeVisible();
    expect(await unitRow(product, "XX-NEW")).toBeUndefined();
    // Nobody is told of their own changes.
    await expect(page.getByText(/by another operator|by other operators/)).toHaveCount(0);
    await other.context().close();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/operator-login$/);
    await expect.poll(() => activityOf(product, "op01")).toContainEqual("operator logout /721075");
  });

  // Spec rules §9: Add unit inserts
  test(
    "are added once by a double press, and an unused one is offered to be removed",
    { tag: "@all" },
    async ({ page, product }) => {
      const added = () => product.sql`select unit_number, operational_status from units where unit_number = 'XX-NEW'`;
      await logInAsOperator(page);
      await openRoster(page);
      await page.getByRole("button", { name: "Add unit" }).dblclick();
      const unit = form(page, "XX-NEW");
      await expect(unit.getByLabel("Unit number")).toBeFocused();
      // While it is open for editing, the button leads to it.
      await page.getByRole("button", { name: "Add unit" }).click();
      await expect(unit.getByLabel("Unit number")).toBeFocused();
      await expect(unit).toHaveCount(1);
      expect(await added()).toEqual([{ unit_number: "XX-NEW", operational_status: "EXEMPT" }]);

      const question = page.getByRole("alertdialog", { name: "Delete XX-NEW again?" });
      await page.keyboard.press("Escape");
      await expectAccessible(page);
      await question.getByRole("button", { name: "Keep it" }).click();
      await expect(edit(page, "XX-NEW")).toBeFocused();
      expect(await added()).toHaveLength(1);
      // A kept unit is a unit like the others.
      await edit(page, "XX-NEW").click();
      await unit.getByRole("button", { name: "Cancel" }).click();
      await expect(edit(page, "XX-NEW")).toBeFocused();

      await product.sql`delete from units where unit_number = 'XX-NEW'`;
      await expect(edit(page, "XX-NEW")).toHaveCount(0);
      await page.getByRole("button", { name: "Add unit" }).click();
      await unit.getByRole("button", { name: "Cancel" }).click();
      await question.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("XX-NEW deleted")).toBeVisible();
      await expect(edit(page, "XX-NEW")).toHaveCount(0);
      expect(await added()).toEqual([]);
    },
  );

  // Spec 2 §8: Units: 'Failed …
  test(
    "say when they cannot be fetched, saved, added or deleted",
    { tag: "@all" },
    async ({ page, product, consoleErrors }) => {
      consoleErrors.tolerate(UNREACHABLE);
      await logInAsOperator(page);
      await openRoster(page);
      await edit(page, "31-1010").click();
      const editing = form(page, "31-1010");
      await editing.getByLabel("Occupation").fill("Ledning");
      await product.stopDatabase();
      await editing.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Failed to update unit")).toBeVisible();
      await expect(editing.getByLabel("Occupation")).toHaveValue("Ledning");
      await page.getByRole("button", { name: "Add unit" }).click();
      await expect(page.getByText("Failed to add unit")).toBeVisible();
      await remove(page, "31-1020").click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
      await expect(page.getByText("Failed to delete unit")).toBeVisible();
      await page.reload();
      await expect(page.getByText("Failed to fetch units")).toBeVisible();
      await product.startDatabase();
      await pressUnlessHealed(page.getByRole("button", { name: "Try again" }));
      await expect(edit(page, "31-1020")).toBeVisible();
      expect(await product.sql`select 1 from units`).toHaveLength(12);
    },
  );
});
