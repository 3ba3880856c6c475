// The rules of a site's clock in the admin's tab of hours, and an admin who was quicker.
// In `hardened`: policies decide who reads the settings. tests/backend/products/clock.test.ts asks what they change.
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { expect, expectTold, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";

// Spec 5 §6: **clock_settings**
test("an admin changes the rules of the clock, and is told what somebody else changed meanwhile @rights", async ({
  page,
  product,
}) => {
  await product.sql`delete from clock_settings`;
  await beginAsAdmin(page);
  await page.getByRole("tab", { name: "Skift" }).click();
  await page.getByRole("tab", { name: "Timmar" }).click();
  const open = page.getByRole("button", { name: "Klockans regler" });
  await open.click();
  const dialog = page.getByRole("dialog", { name: "Klockans regler" });
  await expect(dialog.getByLabel("Längsta pass, timmar")).toHaveValue("16");
  await expect(dialog.getByLabel("Rast efter, timmar")).toHaveValue("5");
  await expect(dialog.getByLabel("Vila mellan pass, timmar")).toHaveValue("11");
  expect(await seriousFindings(page, "all")).toEqual([]);
  await dialog.getByLabel("Längsta pass, timmar").fill("49");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog.getByText("Ange ett helt tal, 1 till 48.")).toBeVisible();
  await dialog.getByLabel("Längsta pass, timmar").fill("12");
  await dialog.getByLabel("Rast efter, timmar").fill("");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expectTold(page, "Reglerna är sparade");
  const settings = () => product.sql`
    select project_id, max_turn_hours, break_after_hours, min_rest_hours, correction_days from clock_settings`;
  const saved = { project_id: "ostra-hamnen", max_turn_hours: 12, break_after_hours: null, min_rest_hours: 11 };
  expect(await settings()).toEqual([{ ...saved, correction_days: 7 }]);

  await open.click();
  await expect(dialog.getByLabel("Rast efter, timmar")).toHaveValue("");
  await product.sql`update clock_settings set correction_days = 30`;
  await dialog.getByLabel("Dagar att rätta egna pass").fill("14");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog.getByText(/^Reglerna ändrades av .* medan du skrev\. Spara igen/)).toBeVisible();
  await expect(dialog.getByLabel("Dagar att rätta egna pass")).toHaveValue("14");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await settings()).toEqual([{ ...saved, correction_days: 14 }]);
  await product.sql`delete from clock_settings`;
});
