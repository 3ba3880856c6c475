// Marked rows of the office's lists: keys and boxes mark them, a bar acts on all, and what was refused says why.
// @all: backend/cases/many-at-once asks what a press does to many rows in both profiles; a phone's marks are asked in `npm test`.
import type { Page } from "@playwright/test";
import { newPlate } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { CASES, row } from "#tests/support/journeys/cases.ts";
import { caseInTables, issueFine, recordEvent } from "#tests/support/journeys/issued-fines.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Markerade rader" });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name: `Markera ${name}`, exact: true });

// Spec rules §14: `x` marks a row
test("keys and boxes mark cases, and one reason withdraws them; the refused one says why and stays marked @all", async ({
  page,
  product,
  consoleErrors,
}) => {
  consoleErrors.tolerate(/400 \(Bad Request\).*record_case_event/);
  const ended = await issueFine(product);
  await recordEvent(product, ended, "withdrawn", { data: { ground: "felskrivet" } });
  const fines = [await issueFine(product), await issueFine(product), ended];
  const [first, second] = [fines[1]!, fines[0]!];
  await page.setViewportSize({ width: 1280, height: 900 });
  await beginAsAdmin(page, { at: CASES });
  await row(page, first).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(page, first.case_number)).toBeChecked();
  await expect(bar(page)).toContainText("1 markerad");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page)).toContainText("3 markerade");
  await expect(box(page, second.case_number)).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);

  await box(page, first.case_number).click();
  await box(page, ended.case_number).click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 markerade");
  await bar(page).getByRole("button", { name: "Makulera" }).click();
  const dialog = page.getByRole("dialog", { name: "Makulera 3 ärenden?" });
  await dialog.getByRole("button", { name: "Makulera" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Välj en grund");
  await dialog.getByLabel("Grund").selectOption("Skyltning");
  await dialog.getByRole("button", { name: "Makulera" }).click();
  await expect(page.getByText("2 ärenden är makulerade")).toBeVisible();
  const left = page.getByRole("status", { name: "Resultat" });
  await expect(left).toContainText("1 ärende lämnades utanför:");
  await expect(left).toContainText(`${ended.case_number}: `);
  await expect(bar(page)).toContainText("1 markerad");
  await expect(box(page, ended.case_number)).toBeChecked();
  await expect(row(page, first)).toContainText("Makulerat");
  for (const fine of [first, second])
    expect(await caseInTables(product, fine.id)).toMatchObject({ status: "withdrawn" });
});

// Spec rules §14: `x` marks a row
test("marked cases are reminded by one press, and their letters are printed from there @all", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product);
  await product.sql`
    update fines set due_date = current_date - 30, delivery = 'handed', needs_review = false where id = ${fine.id}`;
  await recordEvent(product, fine, "recipient_set", {
    data: { role: "owner", name: "Åsa Berg", address: "Storgatan 1\n621 55 Visby" },
  });
  await beginAsAdmin(page, { at: CASES });
  await box(page, fine.case_number).click();
  await bar(page).getByRole("button", { name: "Påminn" }).click();
  const dialog = page.getByRole("dialog", { name: "Påminn om 1 ärende" });
  await dialog.getByRole("button", { name: "Påminn" }).click();
  await expect(page.getByText("1 påminnelse är skapad")).toBeVisible();
  await expect(bar(page)).not.toContainText("markerad");
  await bar(page).getByRole("link", { name: "Skriv ut 1 brev" }).click();
  await expect(page.getByRole("article", { name: new RegExp(fine.case_number) })).toContainText("Åsa Berg");
  await expect(page.getByRole("button", { name: "Skriv ut 1 brev" })).toBeVisible();
});

// Spec rules §14: `x` marks a row
test("a phone sorts by a list of orders, kept in the address, and marks rows after a press @once", async ({
  page,
  product,
}) => {
  const fine = await issueFine(product);
  await page.setViewportSize({ width: 390, height: 844 });
  await beginAsAdmin(page, { at: CASES });
  await row(page, fine).waitFor();
  await expect(box(page, fine.case_number)).toBeHidden();
  await page.getByText("Filer och brev").click();
  await page.getByRole("button", { name: "Markera flera" }).click();
  await box(page, fine.case_number).click();
  await expect(bar(page)).toContainText("1 markerad");
  await bar(page).getByRole("button", { name: "Anteckna" }).click();
  const dialog = page.getByRole("dialog", { name: "Anteckna på 1 ärende" });
  await dialog.getByLabel("Anteckning").fill("Ringde om skylten.");
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("1 anteckning är sparad")).toBeVisible();
  await page.getByRole("combobox", { name: "Ordning" }).selectOption("Äldst");
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(page.getByRole("list", { name: "Ärendelista" }).getByRole("article").first()).not.toHaveAccessibleName(
    fine.case_number,
  );
  await expectAccessible(page);
});

// Spec rules §14: `x` marks a row
test("marked permits end by one press, each for itself @all", async ({ page, product }) => {
  const plates = [newPlate(), newPlate()];
  await product.sql`
    insert into permits (project_id, plate, holder, valid_from)
    select 'ostra-hamnen', plate, 'Bergs bygg', now() - interval '1 day' from unnest(${plates}::text[]) plate`;
  await beginAsAdmin(page, { at: "/ostra-hamnen/permits" });
  const rows = page.getByRole("list", { name: "Tillståndslista" }).getByRole("article");
  await rows.nth(1).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(bar(page)).toContainText("2 markerade");
  await expectAccessible(page);
  // Another admin ends one of them meanwhile.
  await product.sql`update permits set ended_at = now(), ended_by = 'admin02' where plate = ${plates[1]!}`;
  await bar(page).getByRole("button", { name: "Avsluta", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Avsluta" }).click();
  await expect(page.getByText("1 tillstånd är avslutat")).toBeVisible();
  await expect(page.getByText("var redan avslutat")).toBeVisible();
  const [kept] = await product.sql`select ended_by from permits where plate = ${plates[0]!}`;
  expect(kept).toMatchObject({ ended_by: "admin01" });
  await product.sql`delete from permits where plate = any (${plates})`;
});
