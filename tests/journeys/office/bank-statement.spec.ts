// A bank's statement by ISO 20022 (camt.053): told to the öre, booked once, and a broken one books nothing.
// @all: few people meet XML, and payments.spec.ts reads the files that most banks give; the rules have their own tests.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";

const SWEDBANK = new URL("../../fixtures/payments/camt053-swedbank.xml", import.meta.url);
const choose = (page: Page, text: string) =>
  page
    .getByLabel("Välj bankens fil")
    .setInputFiles({ name: "kontoutdrag.xml", mimeType: "text/xml", buffer: Buffer.from(text) });

// Spec 4 §5: Exportera CSV (UTF-8
test("a statement is told to the öre, booked once, and refused whole where its sums are wrong @all @rights", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product);
  const today = new Date().toISOString().slice(0, 10);
  // References of the fixture that other journeys' cases could have are none here.
  const text = readFileSync(SWEDBANK, "utf8").replaceAll("2026-11-20", today).replace("11111117", fine.case_number);
  const mine = page.getByRole("region", { name: "Förhandsvisning" });
  await beginAsAdmin(page, { at: "/ostra-hamnen/payments" });

  await choose(page, text.replace("<Sum>3100.50</Sum>", "<Sum>3100.51</Sum>"));
  await expect(page.getByRole("alert").filter({ hasText: "Filen läses inte in" })).toContainText(
    /kontoutdraget uppger summan 3\s100,51\skr, men posterna är 3\s100,50\skr\./,
  );
  await expect(page.getByRole("button", { name: "Läs in", exact: true })).toHaveCount(0);
  expect(await product.sql`select id from payment_files where name = 'kontoutdrag.xml'`).toEqual([]);

  await choose(page, text);
  await expect(mine).toContainText("Kontoutdrag camt.053");
  await expect(mine).toContainText(/Filens summa\s*3\s100,50\skr/);
  await expect(mine.getByRole("article", { name: /^Placerad: 700\skr$/ })).toContainText("Åsa Öberg");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Läs in", exact: true }).click();
  await expect(page.getByText("Filen är inläst").first()).toBeVisible();
  const [file] = await product.sql<{ sum: number; left: number }[]>`
    select f.sum_ore::int as sum, (select left_ore::int from fines where id = ${fine.id}) as left
    from payment_files f where f.name = 'kontoutdrag.xml'`;
  expect(file).toEqual({ sum: 310_050, left: 0 });

  // The same money in another version of the message, and with another name of the payer.
  await choose(page, text.replace("camt.053.001.02", "camt.053.001.04").replace("Åsa Öberg", "Åsa Maria Öberg"));
  await expect(page.getByText("Alla betalningar i filen är redan inlästa. Det finns inget att bokföra.")).toBeVisible();
});
