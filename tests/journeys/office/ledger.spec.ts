// The books of a site: a month as SIE 4 and CSV, accounts of its own, and a month that is closed for good.
// @all: backend/cases/ledger asks files, sums and closed months.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { readSie } from "#tests/support/files/sie-reader.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";

async function saved(page: Page, name: string) {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

// Spec rules §14: A file of the books
// Spec rules §14: A closed month never changes
test("a month is saved with the site's accounts, closed, and saved again as it was @all", async ({ page, product }) => {
  const fine = await issueFine(product);
  const [{ month, day } = { month: "", day: "" }] = await product.sql<{ month: string; day: string }[]>`
    select to_char(private.day_of(now()) - interval '1 month', 'YYYY-MM') as month,
      to_char(private.day_of(now()) - interval '1 month', 'YYYY-MM') || '-05' as day`;
  const data = { amount_ore: 70_000, value_date: day, method: "bankgiro" };
  await recordEvent(product, fine, "payment", { data });

  await beginAsAdmin(page);
  await page.getByRole("link", { name: "Bokföring" }).click();
  await page.getByRole("button", { name: "Ändra konton" }).click();
  await page.getByLabel("Kundfordringar", { exact: true }).fill("151");
  await page.getByRole("button", { name: "Spara", exact: true }).click();
  await expect(page.getByText("Ett konto är fyra siffror")).toBeVisible();
  await page.getByLabel("Kundfordringar", { exact: true }).fill("1519");
  await page.getByRole("button", { name: "Spara", exact: true }).click();
  await expect(page.getByText("Kontona är sparade")).toBeVisible();

  await page.getByLabel("Period").selectOption(month);
  const accounts = page.getByRole("table", { name: "Konton" });
  // A month that is not over, such as the one before the choice, has no such button.
  await expect(page.getByRole("button", { name: "Stäng månaden" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Händelser" })).toContainText("Betalningar på ärenden, Bankgiro");
  await expect(accounts).toContainText("1519 Kundfordringar");
  const sums = await accounts.innerText();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stäng månaden" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stäng månaden" }).click();
  await expect(page.getByText(/^Stängd .* av admin01$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Stäng månaden" })).toHaveCount(0);
  const [sie, csv] = [await saved(page, "Spara SIE 4"), await saved(page, "Spara CSV")];
  expect(sie.name).toMatch(/\d\.si$/);
  const { verifications } = readSie(sie.bytes);
  expect(verifications.map(({ date }) => date)).toContain(day.replaceAll("-", ""));
  expect(verifications.flatMap(({ rows }) => rows.map(({ account }) => account))).toContain("1519");

  await recordEvent(product, fine, "payment", { data: { ...data, amount_ore: 1, method: "swish" } });
  await page.reload();
  await expect(accounts).toHaveText(sums.replaceAll(/[\n\t]/g, ""));
  expect([await saved(page, "Spara SIE 4"), await saved(page, "Spara CSV")]).toEqual([sie, csv]);
  await page.getByLabel("Period").selectOption(new Date().toISOString().slice(0, 7));
  await expect(page.getByText(`avser ${day}`)).toBeVisible();
});
