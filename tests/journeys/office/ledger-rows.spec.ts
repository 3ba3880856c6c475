// An auditor's way: from a day's verification down to its cases and payments, as a file, and from a case back up.
// @all: backend/cases/ledger asks rows, sums and rights.
import { readFile } from "node:fs/promises";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";

// Spec rules §14: Each öre of the books
test("a verification leads to its payment, the payment to its case, and the case back @all", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product);
  const [{ day, number } = { day: "", number: "" }] = await product.sql<{ day: string; number: string }[]>`
    select to_char(d, 'YYYY-MM-DD') as day, to_char(d, 'YYYYMMDD') || '-03' as number
    from (select private.day_of(now()) - interval '3 years' as d) of`;
  const pay = (amount_ore: number) =>
    recordEvent(product, fine, "payment", { data: { amount_ore, value_date: day, method: "bankgiro" } });
  await pay(50_000);
  await pay(20_001);

  await beginAsAdmin(page, { at: `/ostra-hamnen/ledger?period=${day.slice(0, 7)}` });
  await page.getByRole("table", { name: "Dag för dag" }).getByRole("link", { name: number }).click();
  await expect(page.getByRole("heading", { name: `Verifikation ${number}: Betalningar på ärenden` })).toBeVisible();
  await expect(page.getByRole("heading", { name: "2 rader" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Summor" }).getByRole("row", { name: "Summa" })).toHaveText(
    /700,01\s*kr.*700,01\s*kr/,
  );
  const row = page.getByRole("article", { name: `Ärende ${fine.case_number}` }).first();
  await expect(row).toContainText("admin01");
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Spara rader som CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^\uFEFFVerifikation;Bokförd;/);
  for (const amount of ["500,00", "200,01"])
    expect(lines.filter((line) => line.startsWith(number) && line.includes(`;${amount};`))).toHaveLength(2);

  await row.getByRole("link", { name: `Ärende ${fine.case_number}` }).click();
  await page.getByRole("button", { name: "Mer", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Bokföring" }).click();
  await expect(page.getByRole("heading", { name: "3 rader" })).toBeVisible();
  await page.getByRole("link", { name: number }).first().click();
  await expect(page.getByRole("heading", { name: "2 rader" })).toBeVisible();

  await page.getByLabel("Dag, verifikation eller ärendenummer").fill("TAO 98N");
  await page.getByRole("button", { name: "Visa", exact: true }).click();
  await expect(page.getByText("Skriv en dag (2026-11-05)")).toBeVisible();
});
