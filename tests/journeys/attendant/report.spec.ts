// An attendant's report of a car in no parking: the same picture as a fine's, on the clipboard and in files.
// @all: fine.spec looks at the picture; fine-draft and fine-schema hold what a report asks for.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectCapitals, test } from "#tests/support/browser/browser.ts";
import { copiedPicture } from "#tests/support/browser/pictures.ts";
import { logInAsAttendant } from "#tests/support/journeys/attendant.ts";
import { chooseViolation } from "#tests/support/journeys/fine-form.ts";
import { actions, expectPictureOf, fileOf, paper, preview, save } from "#tests/support/journeys/fine-picture.ts";
import type { RunningProduct } from "#tests/support/server/product.ts";

const UNREACHABLE = /Failed to load resource|WebSocket|ERR_FAILED/;

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("Registreringsnummer").fill("xyz789");
  await expectCapitals(page.getByLabel("Registreringsnummer"));
  await page.getByLabel("Bilmodell").fill("Volvo 240");
  await page.getByLabel("Färg").fill("Röd");
  await page.getByLabel("Gata").fill("Österleden 3");
  await page.getByLabel("Discord-användarnamn").fill("saga_07");
  await page.getByLabel("Tid", { exact: true }).fill("730");
  await chooseViolation(page, "Övrigt");
  await page.getByLabel("Egen överträdelse").fill("Blockerar brandposten");
}

/** Expects each act at the report in the log, in order. */
async function expectReportLogged(product: RunningProduct, since: Date): Promise<void> {
  const logged = async () => (await actions(product, "/ostra-hamnen/create-report", since)).map(({ action }) => action);
  await expect.poll(async () => (await logged()).at(-1)).toBe("navigate_back");
  expect(await logged()).toEqual([
    "page_visit",
    "ticket_violation_change",
    "ticket_save_attempt",
    "ticket_saved",
    ...Array<string>(6).fill("ticket_form_change"),
    "ticket_violation_change",
    "ticket_form_change",
    "ticket_generated",
    "ticket_save_attempt",
    "ticket_saved",
    "ticket_copy_attempt",
    "ticket_copied",
    "navigate_back",
  ]);
}

// A report of the same car again would be asked about.
test.beforeEach(async ({ product }) => {
  await product.sql`truncate fines cascade`;
});

test.describe("a report", () => {
  test.use({ deviceScaleFactor: 2 });

  // Spec 1 §2: Similar form …
  // Spec 1 §7: Logged actions: page_visit,
  // Spec 1 §8: report versions: Rapport
  // Spec 1 §9: Image file names:
  test("is written, copied and saved", { tag: "@all" }, async ({ page, product, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await logInAsAttendant(page);
    const since = new Date();
    await page.getByRole("button", { name: "Skapa rapport" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/create-report$/);
    const caseNumber = await page.getByLabel("Ärendenummer").inputValue();
    expect(caseNumber).toMatch(/^\d{8}$/);
    await expect(page.getByLabel("Tid", { exact: true })).toHaveValue(/^\d\d:\d\d$/);
    const today = new Intl.DateTimeFormat("sv-SE", { dateStyle: "long", timeZone: "Europe/Stockholm" }).format();
    await expect(page.getByRole("button", { name: "Datum", exact: true })).toContainText(today);

    await chooseViolation(page, "Parkerat längre än tillåten tid");
    const unnamed = await save(page);
    expect(unnamed.suggestedFilename()).toBe(`rapport-${caseNumber}.png`);
    await expect(page.getByText("Rapport sparad som bild")).toBeVisible();

    await fillIn(page);
    await expect(page.getByLabel("Tid", { exact: true })).toHaveValue("07:30");
    for (const text of [
      "XYZ 789",
      "Volvo 240",
      "Röd",
      "Österleden 3",
      "saga_07",
      "Blockerar brandposten",
      caseNumber,
    ]) {
      await expect(paper(page).getByText(text, { exact: text !== "XYZ 789" })).toBeVisible();
    }
    await expect(paper(page)).toContainText(`${today} kl. 07:30`);

    await page.getByRole("button", { name: "Generera" }).click();
    await expect(page.getByText("Rapport har genererats")).toBeVisible();
    await expect(page.getByRole("button", { name: "Generera" })).toBeDisabled();
    const download = await save(page);
    expect(download.suggestedFilename()).toBe("rapport-XYZ789.png");
    await expectPictureOf(paper(page), await fileOf(download), caseNumber);
    await preview(page).getByRole("button", { name: "Kopiera bild" }).click();
    await expect(page.getByText("Rapport kopierad till urklipp")).toBeVisible();
    await expectPictureOf(paper(page), await copiedPicture(page), caseNumber);
    await page.getByRole("button", { name: "Tillbaka" }).click();
    await expect(page).toHaveURL(/\/ostra-hamnen\/attendant-dashboard$/);
    await expectReportLogged(product, since);
  });

  test("keeps what was typed when saving fails, and is accessible @all", async ({ page, consoleErrors }) => {
    consoleErrors.tolerate(UNREACHABLE);
    await logInAsAttendant(page);
    await page.route(/\/snapdom-[^/]+\.js/, (route) => route.abort());
    await page.goto("/ostra-hamnen/create-report");
    await page.getByLabel("Gata").fill("Österleden 3");
    await page.getByLabel("Tid", { exact: true }).fill("25:00");
    await page.getByRole("button", { name: "Generera" }).click();
    await expect(page.getByText("Ange tiden som HH:mm")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Tid", { exact: true }).fill("12:00");
    await chooseViolation(page, "Parkerat längre än tillåten tid");
    await preview(page).getByRole("button", { name: "Spara bild" }).click();
    await expect(page.getByText("Kunde inte generera bild. Försök igen.")).toBeVisible();
    await expect(page.getByLabel("Gata")).toHaveValue("Österleden 3");
  });
});
