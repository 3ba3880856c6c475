// Money back to its payer: the driver leaves an account at the case's page, one admin proposes, another approves and makes the bank's file.
// @all: backend/cases/refunds asks each step and who may.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { caseInTables, issueFine, type IssuedFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";

const REFUNDS = "/ostra-hamnen/payments?view=refunds";

/** The driver leaves an account on a phone, once with a wrong digit. */
async function leaveAccount(page: Page, fine: IssuedFine): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/case/${fine.public_key}`);
  const back = page.getByRole("region", { name: /^Få tillbaka 300\skr$/ });
  await back.getByLabel("Kontohavarens namn").fill("Åsa Berg");
  await back.getByLabel("Clearingnummer").fill("6789");
  await back.getByLabel("Kontonummer").fill("123 456 788");
  await back.getByRole("button", { name: "Lämna uppgifterna" }).click();
  await expect(back.getByText(/Kontonumret stämmer inte/)).toBeVisible();
  await back.getByLabel("Kontonummer").fill("123 456 789");
  await expectAccessible(page);
  await back.getByRole("button", { name: "Lämna uppgifterna" }).click();
  await expect(back.getByText("Kontot som slutar på 789 är lämnat.")).toBeVisible();
}

// Spec rules §8: A driver leaves
// Spec rules §14: A refund is proposed
// Spec rules §14: Where the site asks for two
test("too much was paid, and goes back to the driver's account by two admins and one file @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/leave_refund_account/);
  await product.sql`update site_settings set two_for_refunds = true where project_id = 'ostra-hamnen'`;
  const fine = await issueFine(product);
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
  await recordEvent(product, fine, "payment", { data: { amount_ore: 100_000, value_date: today, method: "bankgiro" } });

  await leaveAccount(page, fine);

  await page.setViewportSize({ width: 1280, height: 900 });
  await beginAsAdmin(page, { at: REFUNDS });
  const row = page
    .getByRole("list", { name: "Att återbetala" })
    .getByRole("listitem")
    .filter({ hasText: fine.case_number });
  await expect(row).toContainText(/300\skr.*Åsa Berg.*Handelsbanken 6789, 123456789/);
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Föreslå" }).click();
  await expect(row).toContainText("Väntar på godkännande");
  // The proposer's own approval is not offered, and the file waits for it.
  await row.getByRole("checkbox").check();
  await expect(page.getByRole("button", { name: "Ta tillbaka" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Godkänn" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Gör betalfil" })).toHaveCount(0);
  await expectAccessible(page);

  await product.sql`update refunds set proposed_by = 'admin02' where fine_id = ${fine.id}`;
  await page.reload();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Godkänn" }).click();
  await expect(row).toContainText(/Klar att betala.*godkänd av admin01/);
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Gör betalfil" }).click();
  const dialog = page.getByRole("dialog", { name: /^Återbetala 300\skr$/ });
  await expect(dialog).toContainText("Spara filen i sju år: här raderas kontona efter 90 dagar.");
  await dialog.getByLabel("Betala från (IBAN)").fill("SE45 5000 0000 0583 9825 7466");
  await dialog.getByLabel("Bankens BIC").fill("ESSESESS");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Gör filen" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain(`<EndToEndId>${fine.case_number}</EndToEndId>`);
  await expect(page.getByRole("article", { name: `Betalfil ${today}` })).toBeVisible();
  expect((await caseInTables(product, fine.id)).events.at(-1)).toMatchObject({ kind: "refunded", by_id: "admin01" });
  await page.goto(`/case/${fine.public_key}`);
  await expect(page.getByRole("region", { name: "Återbetalning" })).toContainText("Pengarna skickas");
});
