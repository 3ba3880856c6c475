// The data that a site keeps about a plate, printed for a person to read, and their erasure on request; for the site's admins, by keyboard.
// @all: backend/cases/erasure asks what is kept and what goes.
import type { Page } from "@playwright/test";
import { newPlate } from "#tests/support/journeys/attendant.ts";
import { expect, expectAccessible, test } from "#tests/support/browser/browser.ts";
import { printSheets } from "#tests/support/browser/paper.ts";
import { beginAsAdmin } from "#tests/support/journeys/customer-admin.ts";
import { issueFine } from "#tests/support/journeys/issued-fines.ts";
import { insertRow } from "#tests/support/rows/rows.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function askFor(page: Page, plate: string) {
  await page.getByLabel("Registreringsnummer").fill(plate);
  await page.getByLabel("Vem har begärt utdraget?").fill("Åsa Berg");
  await page.getByLabel("Hur är det kontrollerat?").fill("Legitimation");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
}

// Spec rules §6: A plate is
// Spec 4 §4: person_extract(plate): all that
test("data about a plate are read and printed, and erased once the plate is typed again, except for an open case @all", async ({
  page,
  product,
}) => {
  const { plate, case_number: caseNumber } = await issueFine(product);
  const place = { project_id: "ostra-hamnen", created_at: daysAgo(10) };
  await insertRow(product.sql, "parkings", {
    ...place,
    ref_number: plate,
    street: "Åkergränd 17",
    start_time: daysAgo(10),
    end_time: daysAgo(9),
  });
  await insertRow(product.sql, "permits", { ...place, plate, holder: "Åsa Berg", valid_from: daysAgo(10) });
  await beginAsAdmin(page);
  await page.goto("/ostra-hamnen/person-data");

  const unknown = newPlate();
  await askFor(page, unknown);
  await expect(page.getByText(`Inget finns om ${unknown}.`)).toBeVisible();
  await askFor(page, plate);
  const paper = page.getByRole("heading", { name: `Registerutdrag för ${plate}` });
  await expect(paper).toBeVisible();
  await expectAccessible(page);

  const words = (await printSheets(page)).map((sheet) => sheet.words).join("\n");
  for (const text of ["Parkeringar", "Tillstånd", "Böter", `Bot ${caseNumber}`, "Boten utfärdades", "Åkergränd 17"])
    expect(words).toContain(text);
  expect(words).toContain("Händelser i registret");
  // Journeys of settings give the site another issuer.
  const [site] = await product.sql<{ issuer_name: string; org_number: string }[]>`
    select issuer_name, org_number from site_settings where project_id = 'ostra-hamnen'`;
  expect(words).toContain(`Personuppgiftsansvarig: ${site?.issuer_name}, ${site?.org_number}`);
  for (const text of ["Spara utdraget", "Skriv ut", "Radera på begäran", "Översikt", "Visa utdraget"])
    expect(words).not.toContain(text);

  await page.getByRole("button", { name: "Visa vad som raderas" }).press("Enter");
  await expect(page.getByRole("region", { name: "Raderas" })).toContainText("Parkeringar1");
  const kept = page.getByRole("region", { name: "Står kvar" });
  await expect(kept).toContainText("Öppna ärenden 1");
  await expect(kept).toContainText("Tillstånd 1");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Radera uppgifterna" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: `Radera uppgifterna om ${plate}?` });
  await dialog.getByLabel("Skriv registreringsnumret för att bekräfta").fill(unknown);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Det är inte samma registreringsnummer")).toBeVisible();
  await dialog.getByLabel("Skriv registreringsnumret för att bekräfta").fill(plate);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Raderat" })).toContainText("Parkeringar1");
  await expect(dialog).toBeHidden();
  await expect(paper).toBeHidden();

  const left = await product.sql`
    select (select count(*)::int from parkings where ref_number = ${plate}) as parkings,
      (select count(*)::int from fines where plate = ${plate}) as fines`;
  expect([...left]).toEqual([{ parkings: 0, fines: 1 }]);
});
