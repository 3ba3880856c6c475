// Two people at one unit, and an edit that stays open: nothing typed is lost.
// @all: two windows each; differences.test and dispatch-screen.test ask both rules in `npm test`.
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { logInAsDispatchAdmin, logInAsOperator } from "#tests/support/journeys/dispatch.ts";
import { openRoster, openWindow, edit, form, unitRow, keepUnits } from "#tests/support/journeys/dispatch-roster.ts";

keepUnits();

test.describe("units", () => {
  test(
    "that two edit at once lose nothing: the later save is told what changed, and chooses",
    { tag: "@all" },
    async ({ page, browser, product }) => {
      await logInAsOperator(page);
      await openRoster(page);
      const other = await openWindow(browser, product);
      await logInAsOperator(other);
      await openRoster(other);
      const [mine, theirs] = [form(page, "31-1010"), form(other, "31-1010")];
      await edit(page, "31-1010").click();
      await mine.getByLabel("Occupation").fill("Ledning");
      await edit(other, "31-1010").click();
      await theirs.getByLabel("Status", { exact: true }).selectOption("BUSY");
      await theirs.getByLabel("Location").fill("Lund");
      await theirs.getByLabel("Occupation").fill("Trafik");
      await theirs.getByRole("button", { name: "Save" }).click();
      await expect(edit(other, "31-1010")).toBeVisible();

      // Typed text stays where it was typed, and the change is told.
      await expect(page.getByText("Another operator changed this unit while you were editing it.")).toBeVisible();
      await expect(page.getByText("Occupation was Yttre befäl, is now Trafik")).toBeVisible();
      await expect(mine.getByLabel("Occupation")).toHaveValue("Ledning");
      // Fields that nobody touched here follow.
      await expect(mine.getByLabel("Status", { exact: true })).toHaveValue("BUSY");
      await expect(mine.getByLabel("Location")).toHaveValue("Lund");
      await expectAccessible(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect(mine.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
      await mine.getByLabel("Occupation").press("Enter");
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Trafik" });
      await page.getByRole("button", { name: "Save mine over it" }).click();
      await expect(edit(page, "31-1010")).toBeFocused();
      expect(await unitRow(product, "31-1010")).toMatchObject({
        location: "Lund",
        status: "BUSY",
        occupation: "Ledning",
      });

      await edit(page, "31-1030").click();
      await form(page, "31-1030").getByLabel("Occupation").fill("Trafik");
      await product.sql`update units set status = 'BUSY', occupation = 'Ledning' where unit_number = '31-1030'`;
      await page.getByRole("button", { name: "Take theirs" }).click();
      await expect(page.getByRole("row", { name: /31-1030 BUSY, status of 31-1030 Ledning/ })).toBeVisible();

      await edit(page, "31-1990").click();
      await form(page, "31-1990").getByLabel("Occupation").fill("Spaning syd");
      await product.sql`delete from units where unit_number = '31-1990'`;
      await expect(page.getByText("Another operator deleted this unit while you were editing it.")).toBeVisible();
      await page.getByRole("button", { name: "Add it again" }).click();
      await expect(edit(page, "31-1990")).toBeVisible();
      expect(await unitRow(product, "31-1990")).toMatchObject({ occupation: "Spaning syd", location: "Malmö" });
      await other.context().close();
    },
  );

  // Spec rules §9: A person who
  test(
    "are told a save that crosses another one, before any news of it",
    { tag: "@all" },
    async ({ page, product, context }) => {
      await logInAsOperator(page);
      await openRoster(page);
      await edit(page, "31-1010").click();
      const editing = form(page, "31-1010");
      await editing.getByLabel("Occupation").fill("Ledning");
      // The other save happens while this one is on its way.
      await context.route("**/rest/v1/units*", async (route) => {
        if (route.request().method() === "PATCH") {
          await product.sql`update units set occupation = 'Trafik' where unit_number = '31-1010'`;
        }
        await route.continue();
      });
      // On a phone: the choice stands where Save was pressed, and a second press of it chooses nothing.
      await page.setViewportSize({ width: 390, height: 844 });
      const save = editing.getByRole("button", { name: "Save" });
      await save.scrollIntoViewIfNeeded();
      const pressed = await save.boundingBox();
      await save.click();
      await expect(page.getByText("Failed to update unit")).toBeVisible();
      await expect(page.getByText("Occupation was Yttre befäl, is now Trafik")).toBeVisible();
      const choice = editing.getByRole("alert").filter({ hasText: "Another operator changed this unit" });
      await expect(choice).toBeInViewport({ ratio: 1 });
      await expect(choice).toBeFocused();
      await expect(choice.getByRole("button", { name: "Save mine over it" })).toBeInViewport({ ratio: 1 });
      // The explanation lies at the pressed place, not one of the two ways on.
      const { x, y, width, height } = pressed ?? { x: 0, y: 0, width: 0, height: 0 };
      const there = await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest("button, [role=alert]")?.tagName,
        [x + width / 2, y + height / 2],
      );
      expect(there).toBe("DIV");
      await page.setViewportSize({ width: 1280, height: 900 });
      await expect(editing.getByLabel("Occupation")).toHaveValue("Ledning");
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "AVAILABLE", occupation: "Trafik" });
    },
  );

  // Spec rules §9: An open edit
  test(
    "keep an open edit while another tab or the administration is open",
    { tag: "@all" },
    async ({ page, product }) => {
      await logInAsDispatchAdmin(page);
      await page.getByRole("link", { name: "Dispatch centre" }).click();
      await openRoster(page);
      await edit(page, "31-1010").click();
      await form(page, "31-1010").getByLabel("Occupation").fill("Ledning");
      await page.getByRole("tab", { name: "Options" }).click();
      await expect(page.getByText("3 operations")).toBeVisible();
      await page.getByRole("tab", { name: "Units" }).click();
      await expect(form(page, "31-1010").getByLabel("Occupation")).toHaveValue("Ledning");
      // A person who walks the tabs by keyboard stays there.
      await expect(page.getByRole("tab", { name: "Units" })).toBeFocused();
      await page.getByRole("link", { name: "Administrator dashboard" }).click();
      await product.sql`update units set status = 'BUSY' where unit_number = '31-1010'`;
      await page.getByRole("link", { name: "Dispatch centre" }).click();
      await page.getByRole("tab", { name: "Units" }).click();
      await expect(form(page, "31-1010").getByLabel("Occupation")).toHaveValue("Ledning");
      // The status was not touched here: the newer one stays.
      await expect(form(page, "31-1010").getByLabel("Status", { exact: true })).toHaveValue("BUSY");
      await form(page, "31-1010").getByRole("button", { name: "Save", exact: true }).click();
      await expect(edit(page, "31-1010")).toBeVisible();
      expect(await unitRow(product, "31-1010")).toMatchObject({ status: "BUSY", occupation: "Ledning" });
    },
  );
});
