// Turns on the clock in the admin's tab of shifts: many approved at once, one rejected with a reason, hours and their file.
// In `hardened`: policies decide which turns an admin reads. Rules are asked by tests/backend/products/clock.test.ts.
import { randomUUID } from "node:crypto";
import { seriousFindings } from "#tests/support/browser/axe.ts";
import { expect, expectTold, test } from "#tests/support/browser/browser.ts";
import { logInAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { insertRow } from "#tests/support/rows/rows.ts";

const HOUR = 3_600_000;

// Spec 5 §6: Customer admin, in
// Spec 5 §6: **Kept.** **work_turns**
test("an admin approves turns together, rejects one with its reason, and reads the hours @rights", async ({
  page,
  product,
}) => {
  await product.sql`delete from work_turns`;
  const add = (user_id: string, changes: object = {}) => {
    const started_at = new Date(Date.now() - 3 * HOUR);
    const ended_at = new Date(Date.now() - HOUR);
    return insertRow(product.sql, "work_turns", { person_id: randomUUID(), user_id, started_at, ended_at, ...changes });
  };
  for (const who of ["vakt.elin", "vakt.omar", "vakt.sam"]) await add(who);
  await add("vakt.glom", { ended_at: null, is_forgotten: true });
  await add("vakt.inne", { ended_at: null, status: "running" });
  await logInAsAdmin(page);
  await page.getByRole("tab", { name: "Skift" }).click();
  await page.getByRole("tab", { name: "Stämplingar" }).click();
  for (const who of ["vakt.elin", "vakt.omar"]) await page.getByRole("checkbox", { name: `Markera ${who}` }).check();
  await expect(page.getByText("2 valda")).toBeVisible();
  expect(await seriousFindings(page, "all")).toEqual([]);
  await page.getByRole("button", { name: "Godkänn valda" }).click();
  await expectTold(page, "2 pass är godkända");
  await page.getByRole("checkbox", { name: "Markera vakt.sam" }).check();
  await page.getByRole("button", { name: "Neka" }).click();
  await page.getByRole("dialog").getByLabel("Varför?").fill("Fel dag");
  await page.getByRole("dialog").getByRole("button", { name: "Neka" }).click();
  await expect(page.getByText("Inga pass väntar på godkännande.")).toBeVisible();
  expect(await product.sql`select user_id, status from work_turns where reviewed_by = 'admin01' order by 1`).toEqual([
    { user_id: "vakt.elin", status: "approved" },
    { user_id: "vakt.omar", status: "approved" },
    { user_id: "vakt.sam", status: "rejected" },
  ]);
  await page.getByRole("button", { name: "Glömda utstämplingar" }).click();
  await expect(page.getByText("vakt.glom")).toBeVisible();
  await page.getByRole("button", { name: "Instämplade nu" }).click();
  await expect(page.getByText("vakt.inne")).toBeVisible();
  await page.getByRole("tab", { name: "Timmar" }).click();
  const row = page.getByRole("table", { name: "Timmar per person" }).getByRole("row", { name: /vakt\.elin/ });
  await expect(row.getByRole("cell").first()).toHaveText("2,00");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  expect((await saving).suggestedFilename()).toMatch(/^timmar-ostra-hamnen-\d{4}-\d\d\.csv$/);
});
